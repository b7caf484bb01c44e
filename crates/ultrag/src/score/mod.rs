//! Predictions against records: every sample, every metric, every mean (specification 5).

pub mod means;
