//! Boxes, masks and exact areas in typed coordinate spaces.
