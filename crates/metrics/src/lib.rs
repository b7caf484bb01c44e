//! Scores of box grounding: AggIoU, matching, counts.
