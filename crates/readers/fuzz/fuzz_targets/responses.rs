//! Any response to every reader: `cargo +nightly fuzz run responses` in crates/readers. Letters must be options, orders whole, numbers as many as asked.

#![no_main]

use groundscope_readers::{
    Bare, Read, Shape, json_in, normalised, read_letters, read_numbers, read_order, read_truth, tokens,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|response: &str| {
    if let Read::Answered(letters) = read_letters(response, 4) {
        assert!(letters.len() <= 4 && letters.to_string().chars().all(|c| !c.is_ascii_uppercase() || c <= 'D'));
    }
    if let Read::Answered(order) = read_order(response, 4) {
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, ['A', 'B', 'C', 'D']);
    }
    for (shape, wanted) in [(Shape::Point, 2), (Shape::Box, 4)] {
        if let Read::Answered(numbers) = read_numbers(response, shape) {
            assert_eq!(numbers.len(), wanted);
        }
    }
    let _ = read_truth(response);
    for bare in [Bare::Refused, Bare::Quoted] {
        let _ = json_in(response, bare);
    }
    assert_eq!(tokens(response).join(" "), normalised(response));
});
