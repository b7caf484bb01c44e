//! Datasets, training and evaluation (native only).
