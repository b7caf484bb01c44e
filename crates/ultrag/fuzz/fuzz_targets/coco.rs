//! Any COCO file: `cargo +nightly fuzz run coco` in crates/ultrag. Records made of it pass the validator's schema.

#![no_main]

use groundscope_ultrag::make::{MakeOptions, make_records};
use groundscope_ultrag::organ::Organ;
use groundscope_ultrag::source::{Masks, Source};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = Source::parse("set", "test", bytes) else { return };
    let own = Organ::of_names("other", source.names());
    for organ in Organ::all().iter().chain([&own]) {
        let _ = make_records(&source, organ, MakeOptions::default());
    }
    // Drawing large masks takes long, and is not what is looked for here.
    if source.images.iter().all(|image| image.width <= 256 && image.height <= 256) {
        let ids: Vec<String> = source
            .images
            .iter()
            .flat_map(|image| source.annotations(&image.id).iter().map(|one| source.mask_id(&image.id, &one.id)))
            .collect();
        let masks = Masks::of([source]);
        for id in ids {
            let _ = masks.pixels(&id);
        }
    }
});
