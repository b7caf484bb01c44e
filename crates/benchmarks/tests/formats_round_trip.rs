//! What is written in any format reads back the same, but for the losses that are told.

use std::collections::{BTreeMap, BTreeSet};

use groundscope_benchmarks::formats::{
    Format, LossKind, NamedBytes, ReadFiles, ReadOptions, Shape, VocPixels, WriteOptions, Written, read,
    write,
};
use groundscope_benchmarks::{Annotations, ClassLabel, CoordinateSpace, ImageBoxes, LabelledBox};
use groundscope_geometry::{BoxRule, Decimal, DecimalBox, DecimalRing, Mask, Rle};
use proptest::prelude::*;

const NAMES: [&str; 6] = [
    "eye-1.png",
    "train/a.jpg",
    "val/a.jpg",
    "Prüfling 3.tif",
    "scan.1",
    "x,\"y\";z.png",
];
const CLASSES: [&str; 5] = ["irf", "srf", "fluid", "Optic disc", "naïve: \"class\", 5"];

fn corners(width: u32, height: u32) -> impl Strategy<Value = DecimalBox> {
    let along = |pixels: u32| {
        let end = i64::from(pixels) * Decimal::ONE;
        // Whole pixels and any millionth.
        let edge = move || prop_oneof![0..=end, (0..=i64::from(pixels)).prop_map(|v| v * Decimal::ONE)];
        (edge(), edge())
    };
    (along(width), along(height)).prop_filter_map("a box without area", |((x1, x2), (y1, y2))| {
        DecimalBox::from_micros([x1.min(x2), y1.min(y2), x1.max(x2), y1.max(y2)]).ok()
    })
}

fn polygons(width: u32, height: u32) -> impl Strategy<Value = Shape> {
    let point = (
        0..=i64::from(width) * Decimal::ONE,
        0..=i64::from(height) * Decimal::ONE,
    );
    let ring = prop::collection::vec(point, 3..7).prop_map(|points| {
        let decimal = |v: i64| Decimal::from_micros(v).unwrap();
        DecimalRing::new(
            points
                .into_iter()
                .map(|(x, y)| [decimal(x), decimal(y)])
                .collect(),
        )
        .unwrap()
    });
    prop::collection::vec(ring, 1..3).prop_map(Shape::Polygons)
}

fn mask(width: u32, height: u32) -> impl Strategy<Value = Shape> {
    prop::collection::vec(any::<bool>(), 64).prop_map(move |bits| {
        let mask = Mask::from_fn(width, height, |x, y| bits[((x / 3 * 7 + y / 3) % 64) as usize]);
        Shape::Mask(Rle::from_mask(&mask).unwrap())
    })
}

fn labelled(width: u32, height: u32, shapes: bool) -> impl Strategy<Value = LabelledBox> {
    let shape = if shapes {
        prop_oneof![
            Just(None),
            polygons(width, height).prop_map(Some),
            mask(width, height).prop_map(Some)
        ]
        .boxed()
    } else {
        Just(None).boxed()
    };
    let class = prop::sample::select(&CLASSES[..]);
    let score = prop::option::of(0.0..1.0f64);
    (class, corners(width, height), score, shape).prop_map(|(class, corners, score, shape)| LabelledBox {
        label: ClassLabel::from_name(class),
        corners,
        score,
        shape,
        index: 0,
    })
}

fn annotations(largest: u32, shapes: bool) -> impl Strategy<Value = Annotations> {
    let sizes = prop::collection::vec((1..=largest, 1..=largest), 1..=NAMES.len());
    let images = sizes.prop_flat_map(move |sizes| {
        let images: Vec<_> = sizes
            .into_iter()
            .zip(NAMES)
            .map(|((width, height), id)| {
                let boxes = prop::collection::vec(labelled(width, height, shapes), 0..5);
                boxes.prop_map(move |boxes| ImageBoxes {
                    id: id.to_owned(),
                    width,
                    height,
                    boxes,
                })
            })
            .collect();
        images
    });
    images.prop_map(|images| {
        let mut annotations = Annotations::in_pixels([]).unwrap();
        annotations.images = images;
        annotations
    })
}

fn back(written: &Written, format: Format, options: &ReadOptions<'_>) -> ReadFiles {
    let mut files = written.files.clone();
    // A folder comes in any order.
    files.reverse();
    let detected = read(&files, None, options).unwrap();
    assert_eq!(
        read(&files, Some(format), options).unwrap().annotations,
        detected.annotations
    );
    detected
}

fn losses(written: &Written) -> BTreeMap<LossKind, u64> {
    written
        .losses
        .iter()
        .map(|loss| (loss.kind, loss.count))
        .collect()
}

type Plain = Vec<(
    String,
    u32,
    u32,
    Vec<(ClassLabel, DecimalBox, Option<f64>, Option<Shape>)>,
)>;

/// Images in order of name, with what a format keeps of each box.
fn plain(annotations: &Annotations, keep: impl Fn(&LabelledBox) -> (Option<f64>, Option<Shape>)) -> Plain {
    let images = annotations.images.iter().map(|image| {
        let boxes = image.boxes.iter().map(|labelled| {
            let (score, shape) = keep(labelled);
            (labelled.label.clone(), labelled.corners, score, shape)
        });
        (image.id.clone(), image.width, image.height, boxes.collect())
    });
    let mut images: Plain = images.collect();
    images.sort_by(|a, b| a.0.cmp(&b.0));
    images
}

fn count(annotations: &Annotations, of: impl Fn(&LabelledBox) -> bool) -> u64 {
    let boxes = annotations.images.iter().flat_map(|image| &image.boxes);
    boxes.filter(|labelled| of(labelled)).count() as u64
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn boxes_and_tables_keep_all_but_shapes(
        (given, to) in (annotations(3000, true), prop::sample::select(vec![None, Some(CoordinateSpace::Unit), Some(CoordinateSpace::Norm1000)])),
    ) {
        for format in [Format::Boxes, Format::Csv] {
            let options = WriteOptions { space: to, ..WriteOptions::default() };
            let written = write(&given, format, &options).unwrap();
            let read = back(&written, format, &ReadOptions::default());
            prop_assert_eq!(read.format, format);
            let told = losses(&written);
            let shapes = count(&given, |b| b.shape.is_some());
            prop_assert_eq!(told.get(&LossKind::Shapes).copied().unwrap_or(0), shapes);
            match to {
                None => {
                    prop_assert_eq!(plain(&read.annotations, |b| (b.score, None)), plain(&given, |b| (b.score, None)));
                    prop_assert!(told.keys().all(|kind| *kind == LossKind::Shapes));
                }
                Some(space) => {
                    prop_assert_eq!(read.annotations.space, space);
                    let lost = told.get(&LossKind::BoxesVanished).copied().unwrap_or(0);
                    prop_assert_eq!(count(&read.annotations, |_| true) + lost, count(&given, |_| true));
                    // Written once more in the same space, nothing moves.
                    let again = write(&read.annotations, format, &options).unwrap();
                    prop_assert_eq!(&again.files, &written.files);
                }
            }
        }
    }

    #[test]
    fn exhaustive_and_asked_stay_in_boxes_files_and_are_told_elsewhere(mut given in annotations(50, false)) {
        given.exhaustive = Some(BTreeSet::from([ClassLabel::from_name("irf"), ClassLabel::from_name("Optic disc")]));
        given.asked = Some(BTreeSet::from([(NAMES[0].to_owned(), ClassLabel::from_name("irf"))]));
        let written = write(&given, Format::Boxes, &WriteOptions::default()).unwrap();
        prop_assert!(written.losses.is_empty());
        let read = back(&written, Format::Boxes, &ReadOptions::default()).annotations;
        prop_assert_eq!((&read.exhaustive, &read.asked), (&given.exhaustive, &given.asked));
        for format in [Format::Coco, Format::Yolo, Format::Voc, Format::Csv, Format::Masks] {
            let told = losses(&write(&given, format, &WriteOptions::default()).unwrap());
            prop_assert_eq!((told[&LossKind::Exhaustive], told[&LossKind::Asked]), (2, 1));
        }
    }

    #[test]
    fn coco_keeps_everything(given in annotations(60, true)) {
        let written = write(&given, Format::Coco, &WriteOptions::default()).unwrap();
        prop_assert!(written.losses.is_empty());
        let read = back(&written, Format::Coco, &ReadOptions::default());
        prop_assert_eq!(read.format, Format::Coco);
        let all = |b: &LabelledBox| (b.score, b.shape.clone());
        prop_assert_eq!(plain(&read.annotations, all), plain(&given, all));
        prop_assert_eq!(read.annotations.exhaustive_classes(), given.exhaustive_classes());
    }

    #[test]
    fn yolo_keeps_the_millionths_of_a_pixel(given in annotations(10_000, false)) {
        let written = write(&given, Format::Yolo, &WriteOptions::default()).unwrap();
        prop_assert!(written.losses.is_empty());
        let read = back(&written, Format::Yolo, &ReadOptions::default());
        prop_assert_eq!(plain(&read.annotations, |b| (b.score, None)), plain(&given, |b| (b.score, None)));
        prop_assert_eq!(read.annotations.exhaustive_classes(), given.exhaustive_classes());
    }

    #[test]
    fn yolo_polygons_keep_the_pixels_of_shapes(given in annotations(60, true)) {
        let written = write(&given, Format::YoloPolygons, &WriteOptions::default()).unwrap();
        let read = back(&written, Format::YoloPolygons, &ReadOptions::default()).annotations;
        let told = losses(&written);
        let has_area = |b: &LabelledBox, image: &ImageBoxes| {
            b.shape.as_ref().is_some_and(|shape| !shape.to_mask(image.width, image.height).is_empty())
        };
        let mut moved = 0;
        for image in &given.images {
            let other = read.images.iter().find(|other| other.id == image.id).unwrap();
            let kept: Vec<_> = other.boxes.iter().collect();
            for labelled in &image.boxes {
                let found = kept.iter().filter(|found| {
                    found.label == labelled.label && found.score == labelled.score
                        && (!has_area(labelled, image)
                            || found.shape.as_ref().unwrap().to_mask(image.width, image.height)
                                == labelled.shape.as_ref().unwrap().to_mask(image.width, image.height))
                });
                let same = found.clone().any(|found| found.corners == labelled.corners);
                prop_assert!(same || labelled.shape.is_some(), "{labelled:?} in {kept:?}");
                prop_assert!(found.count() > 0 || !has_area(labelled, image), "{labelled:?} in {kept:?}");
                moved += u64::from(!same);
            }
        }
        prop_assert!(moved <= told.get(&LossKind::BoxesFollowShapes).copied().unwrap_or(0));
    }

    #[test]
    fn voc_keeps_boxes_under_either_convention(given in annotations(3000, true), inclusive in any::<bool>()) {
        let voc_pixels = if inclusive { VocPixels::Inclusive1 } else { VocPixels::Edges };
        let written = write(&given, Format::Voc, &WriteOptions { voc_pixels, ..WriteOptions::default() }).unwrap();
        let told = losses(&written);
        prop_assert_eq!(told.get(&LossKind::Scores).copied().unwrap_or(0), count(&given, |b| b.score.is_some()));
        prop_assert_eq!(told.get(&LossKind::Shapes).copied().unwrap_or(0), count(&given, |b| b.shape.is_some()));
        let options = ReadOptions { voc_pixels, ..ReadOptions::default() };
        let read = back(&written, Format::Voc, &options);
        prop_assert_eq!(plain(&read.annotations, |_| (None, None)), plain(&given, |_| (None, None)));
        prop_assert!(read.notes.iter().all(|(note, _)| note == groundscope_benchmarks::formats::Note::DuplicateBox));
    }

    #[test]
    fn mask_pictures_keep_their_pixels(given in annotations(40, true), min_area in 1u64..30, join in 0.0..10.0f64) {
        let rule = BoxRule { min_area, join_distance: join };
        let options = ReadOptions { rule: BoxRule { min_area: 1, ..rule }, ..ReadOptions::default() };
        let written = write(&given, Format::Masks, &WriteOptions::default()).unwrap();
        let told = losses(&written);
        let once = back(&written, Format::Masks, &options).annotations;
        for image in &given.images {
            let found = once.images.iter().find(|other| other.id == image.id).unwrap();
            prop_assert_eq!((found.width, found.height), (image.width, image.height));
            let of = |image: &ImageBoxes, label: &ClassLabel| {
                let mine = image.boxes.iter().filter(|b| b.label == *label);
                mine.fold(Mask::new(image.width, image.height), |mask, b| match &b.shape {
                    Some(shape) => mask.union(&shape.to_mask(image.width, image.height)),
                    None => {
                        let [x1, y1, x2, y2] = b.corners.to_f64();
                        let rectangle = [[x1, y1], [x2, y1], [x2, y2], [x1, y2]];
                        mask.union(&Mask::from_polygon(image.width, image.height, &rectangle))
                    }
                })
            };
            for class in CLASSES.map(ClassLabel::from_name) {
                let (before, after) = (of(image, &class), of(found, &class));
                prop_assert!(after.difference(&before).is_empty());
                if !told.contains_key(&LossKind::PixelsOverlap) {
                    prop_assert_eq!(after, before);
                }
            }
        }
        // Boxes that came from masks come back as they are.
        let options = ReadOptions { rule, ..ReadOptions::default() };
        let first = back(&written, Format::Masks, &options).annotations;
        let again = write(&first, Format::Masks, &WriteOptions::default()).unwrap();
        let second = back(&again, Format::Masks, &options).annotations;
        prop_assert_eq!(plain(&second, |b| (None, b.shape.clone())), plain(&first, |b| (None, b.shape.clone())));
    }
}

#[test]
fn numbers_of_yolo_classes_are_kept() {
    let file = |path: &str, text: &str| NamedBytes {
        path: path.to_owned(),
        bytes: text.as_bytes().to_vec(),
    };
    let files = [
        file("data.yaml", "names: {0: ped, 2: irf}"),
        file("images.csv", "image,width,height\na.png,100,100\n"),
        file("labels/a.txt", "2 0.5 0.5 0.25 0.25\n"),
    ];
    let read = read(&files, None, &ReadOptions::default()).unwrap().annotations;
    let written = write(&read, Format::Yolo, &WriteOptions::default()).unwrap();
    assert_eq!(written.files[2], files[2]);
    assert_eq!(
        String::from_utf8(written.files[0].bytes.clone()).unwrap(),
        "train: images\nval: images\nnames: [\"ped\", \"1\", \"irf\"]\n"
    );
}
