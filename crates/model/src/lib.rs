//! The grounding network: weights, inference, findings.
