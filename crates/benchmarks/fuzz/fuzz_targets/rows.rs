//! Any bytes as lines of responses, and every response as a yes or no.
#![no_main]

use groundscope_benchmarks::output::{read_presences, read_rows};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(rows) = read_rows(data) {
        let _ = read_presences(&rows).to_text();
    }
});
