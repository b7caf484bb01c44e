//! Two files of any bytes, parted by a zero byte, read image by image: scored as when they are read whole, or refused by both.
#![no_main]

use std::io::Cursor;

use groundscope_benchmarks::stream::{self, Shard};
use groundscope_benchmarks::{Report, Settings, boxes_file, grounding};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let at = data.iter().position(|byte| *byte == 0).unwrap_or(data.len());
    let (references, predictions) = data.split_at(at);
    let settings = Settings::default();
    let streamed = stream::score(Cursor::new(references), Cursor::new(predictions), &settings, Shard::WHOLE, |_, _| {}).map(|(partial, _)| partial);
    let whole = boxes_file::parse(references)
        .ok()
        .zip(boxes_file::parse(predictions).ok())
        .and_then(|(r, p)| grounding::partial(&r, &p, &settings).ok());
    if let (Ok(streamed), Some(whole)) = (streamed, whole) {
        assert_eq!(format!("{:?}", Report::of(&streamed)), format!("{:?}", Report::of(&whole)));
    }
});
