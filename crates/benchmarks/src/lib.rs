//! Annotation files in, scored reports out.
