//! The groundscope command line.
fn main() {}
