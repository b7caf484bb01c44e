//! Any file of records: `cargo +nightly fuzz run records` in crates/ultrag. It is validated to the end; what is read is counted and written again.

#![no_main]

use groundscope_ultrag::describe::describe;
use groundscope_ultrag::record::{read_records, write_records};
use groundscope_ultrag::validate::{Mode, validate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for mode in [Mode::Paper, Mode::Code] {
        if let Ok(checked) = validate(bytes, mode, false) {
            assert!(checked.rows.iter().all(|row| row.score <= 100));
        }
    }
    if let Ok(records) = read_records(bytes) {
        let _ = describe(&records).to_text();
        let written = write_records(&records).unwrap_or_else(|error| panic!("{error}"));
        assert!(read_records(written.as_bytes()).is_ok());
    }
});
