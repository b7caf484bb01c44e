//! The scores that stand beside AggIoU: worked cases, vectors of independent tools (tests/vectors/metrics), properties.

mod average_precision;
mod boxes;
mod breakdown;
mod breakdown_properties;
mod mask_overlap;
mod one_to_one;
mod recognised;
