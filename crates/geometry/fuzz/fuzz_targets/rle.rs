//! Any counts: `cargo +nightly fuzz run rle` in crates/geometry. What is read covers the scan, and is read again from what is written.

#![no_main]

use groundscope_geometry::{Rle, RleError};
use libfuzzer_sys::fuzz_target;

fn check(width: u32, height: u32, rle: &Rle) {
    let counts: Vec<u64> = rle.counts().map(u64::from).collect();
    assert_eq!(counts.iter().sum::<u64>(), u64::from(width) * u64::from(height));
    assert_eq!(Rle::from_counts(width, height, &counts).as_ref(), Ok(rle));
    assert_eq!(
        Rle::from_compressed(width, height, rle.to_compressed().as_bytes()).as_ref(),
        Ok(rle)
    );
    let mask = rle.to_mask();
    assert_eq!(mask.area(), rle.area());
    assert_eq!(mask.bounds(), rle.bounds());
    assert_eq!(Rle::from_mask(&mask).as_ref(), Ok(rle));
}

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (width, height, bytes) = (u32::from(input.0), u32::from(input.1), input.2);
    match Rle::from_compressed(width, height, bytes) {
        Ok(rle) => check(width, height, &rle),
        // Texts seldom cover the scan by chance: a column as high as they are long does.
        Err(RleError::Sum { found, .. }) if found < 1 << 16 => {
            if let Ok(rle) = Rle::from_compressed(1, found as u32, bytes) {
                check(1, found as u32, &rle);
            }
        }
        Err(_) => {}
    }
    let counts: Vec<u64> = bytes.iter().map(|byte| u64::from(*byte)).collect();
    let found = counts.iter().sum::<u64>() as u32;
    for (w, h) in [(width, height), (found, 1), (2, found / 2)] {
        if let Ok(rle) = Rle::from_counts(w, h, &counts) {
            check(w, h, &rle);
        }
    }
});
