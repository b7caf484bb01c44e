//! Any bytes as a partial result: what is read is written back the same and becomes a report.
#![no_main]

use groundscope_benchmarks::{Partial, Report};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(partial) = Partial::from_bytes(data) {
        let written = partial.to_bytes().expect("a partial result is plain data");
        assert_eq!(Partial::from_bytes(&written).as_ref(), Ok(&partial));
        let _ = Report::of(&partial).to_text();
    }
});
