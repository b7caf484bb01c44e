//! Any bytes: `cargo +nightly fuzz run decode` in crates/imaging. Errors are fine, panics and wrong sizes are not.

#![no_main]

use groundscope_imaging::{FrameSize, Letterbox, decode, decode_page, frame_image};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(scan) = decode(bytes) {
        assert_eq!(
            scan.grey.len() as u64,
            u64::from(scan.width) * u64::from(scan.height)
        );
        let last = scan.info.pages - 1;
        assert!(decode_page(bytes, last + 1).is_err());
        if let Ok(last_scan) = decode_page(bytes, last) {
            assert_eq!((last_scan.info.page, last_scan.info.pages), (last, scan.info.pages));
        }
        let frame = FrameSize {
            width: 96,
            height: 64,
        };
        let image = frame_image(&scan, &Letterbox::fit(scan.width, scan.height, frame));
        assert!(image.iter().all(|v| (0.0..=1.0).contains(v)));
    }
});
