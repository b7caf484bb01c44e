//! `groundscope make phantom`: synthetic scans as PNG, with their exact boxes and masks.

use std::path::Path;

use groundscope_benchmarks::formats::{self, Format, Shape, WriteOptions};
use groundscope_benchmarks::{Annotations, ClassLabel, PixelImage};
use groundscope_geometry::{BoxRule, Cluster, Rle, masks_to_boxes};
use groundscope_imaging::encode_png_rgba;
use groundscope_phantom::{Phantom, PhantomSettings, Style, generate};

use crate::args::PhantomArgs;
use crate::failure::Failure;
use crate::table::{counted, printable_path};
use crate::{Outcome, boxes, output, print};

const FAULT: &str = "Report this as a fault of the program.";

/// Write phantoms as `phantom-SEED.png`, their boxes as `boxes.json`, and boxes with masks as `coco.json`.
pub fn phantom(args: &PhantomArgs) -> Outcome {
    if args.seed.checked_add(u64::from(args.count)).is_none() {
        let failure = Failure::new(
            "the last of these phantoms would have no seed",
            "Choose a smaller seed.",
        );
        return Err(vec![failure]);
    }
    std::fs::create_dir_all(&args.out).map_err(|error| Failure::writing(&args.out, &error))?;
    let mut images = Vec::new();
    for seed in (args.seed..).take(args.count as usize) {
        let style = args.style.as_deref().and_then(Style::from_id);
        let phantom = generate(&PhantomSettings::of_style(seed, style))
            .map_err(|error| Failure::new(error, "Choose another seed."))?;
        let name = format!("phantom-{seed}.png");
        write_png(&args.out.join(&name), &phantom)?;
        images.push((name, phantom));
    }
    let annotations = annotations(images)
        .map_err(|error| Failure::of(&args.out, error, "Give every image its own name."))?;
    let out = args.out.join("boxes.json");
    boxes::write_annotations(&out, &annotations)?;
    let coco = formats::write(&annotations, Format::Coco, &WriteOptions::default())
        .map_err(|error| Failure::of(&args.out, error, FAULT))?;
    for file in &coco.files {
        output::write(&args.out.join(&file.path), &file.bytes)?;
    }
    Ok(print(&format!(
        "{}, {} and coco.json with their masks\n",
        counted(args.count.into(), "phantom", "phantoms"),
        printable_path(&out)
    ))?)
}

fn write_png(path: &Path, phantom: &Phantom) -> Result<(), Failure> {
    let rgba: Vec<u8> = phantom.scan.iter().flat_map(|v| [*v, *v, *v, 255]).collect();
    let png = encode_png_rgba(phantom.width, phantom.height, &rgba)
        .map_err(|error| Failure::of(path, error, FAULT))?;
    output::write(path, &png)
}

/// Boxes by the rule that turns masks into boxes everywhere else, each with its part of the mask.
fn annotations(phantoms: Vec<(String, Phantom)>) -> Result<Annotations, groundscope_benchmarks::FileError> {
    let mut shapes = Vec::new();
    let mut images = Vec::new();
    for (id, phantom) in phantoms {
        let lesions: Vec<(ClassLabel, Cluster)> = phantom
            .masks
            .iter()
            .flat_map(|(class, mask)| {
                let clusters = masks_to_boxes(mask, &BoxRule::default()).into_iter();
                clusters.map(|cluster| (ClassLabel::Known(*class), cluster))
            })
            .collect();
        let boxes = lesions
            .iter()
            .map(|(label, cluster)| (label.clone(), cluster.bounds, None));
        images.push(PixelImage {
            id,
            width: phantom.width,
            height: phantom.height,
            boxes: boxes.collect(),
        });
        // A phantom is never larger than masks may be; without its mask a lesion keeps its box.
        let of_image = lesions
            .iter()
            .map(|(_, cluster)| Rle::from_mask(&cluster.pixels).ok());
        shapes.push(of_image.collect::<Vec<Option<Rle>>>());
    }
    let mut annotations = Annotations::in_pixels(images)?;
    for (image, shapes) in annotations.images.iter_mut().zip(shapes) {
        for labelled in &mut image.boxes {
            labelled.shape = shapes.get(labelled.index).cloned().flatten().map(Shape::Mask);
        }
    }
    Ok(annotations)
}
