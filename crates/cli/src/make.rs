//! `groundscope make phantom`: synthetic scans as PNG, and their exact boxes.

use std::path::Path;

use groundscope_benchmarks::{ClassLabel, PixelImage};
use groundscope_geometry::{BoxRule, masks_to_boxes};
use groundscope_imaging::encode_png_rgba;
use groundscope_phantom::{Phantom, PhantomSettings, generate};

use crate::args::PhantomArgs;
use crate::failure::Failure;
use crate::table::{counted, printable_path};
use crate::{Outcome, boxes, output, print};

/// Write phantoms as `phantom-SEED.png` and their boxes as `boxes.json`.
pub fn phantom(args: &PhantomArgs) -> Outcome {
    std::fs::create_dir_all(&args.out).map_err(|error| Failure::writing(&args.out, &error))?;
    let mut images = Vec::new();
    for offset in 0..u64::from(args.count) {
        let seed = args.seed.wrapping_add(offset);
        let phantom = generate(&PhantomSettings::random(seed))
            .map_err(|error| Failure::new(error, "Choose another seed."))?;
        let name = format!("phantom-{seed}.png");
        write_png(&args.out.join(&name), &phantom)?;
        images.push(references(name, &phantom));
    }
    let out = args.out.join("boxes.json");
    boxes::write(&out, images.into_iter())?;
    Ok(print(&format!(
        "{} and {}\n",
        counted(args.count.into(), "phantom", "phantoms"),
        printable_path(&out)
    ))?)
}

fn write_png(path: &Path, phantom: &Phantom) -> Result<(), Failure> {
    let rgba: Vec<u8> = phantom.scan.iter().flat_map(|v| [*v, *v, *v, 255]).collect();
    let png = encode_png_rgba(phantom.width, phantom.height, &rgba)
        .map_err(|error| Failure::of(path, error, "Report this as a fault of the program."))?;
    output::write(path, &png)
}

/// Boxes by the rule that turns masks into boxes everywhere else.
fn references(id: String, phantom: &Phantom) -> PixelImage {
    let boxes = phantom.masks.iter().flat_map(|(class, mask)| {
        let clusters = masks_to_boxes(mask, &BoxRule::default());
        let label = ClassLabel::Known(*class);
        clusters
            .into_iter()
            .map(move |cluster| (label.clone(), cluster.bounds, None))
    });
    PixelImage {
        id,
        width: phantom.width,
        height: phantom.height,
        boxes: boxes.collect(),
    }
}
