//! Synthetic OCT B-scans with exact lesions.
