//! Data sets described: figures per biomarker, and each finding of the health check.

use groundscope_benchmarks::describe::{
    DataSet, Description, FileMatch, Fingerprint, Picture, Settings, describe, look_alikes, match_files,
};
use groundscope_benchmarks::{Annotations, read_references};
use proptest::prelude::*;
use serde_json::{Value, json};

type Boxes<'a> = &'a [(&'a str, [f64; 4])];

fn read(space: &str, extra: &Value, images: &[(&str, Boxes<'_>)]) -> Annotations {
    let images: Vec<Value> = images
        .iter()
        .map(|(id, boxes)| {
            let boxes: Vec<Value> = boxes
                .iter()
                .map(|(class, corners)| json!({"class": class, "box": corners}))
                .collect();
            json!({"id": id, "width": 200, "height": 100, "boxes": boxes})
        })
        .collect();
    let mut file = json!({"format": "groundscope-boxes/1", "space": space, "images": images});
    file.as_object_mut()
        .unwrap()
        .extend(extra.as_object().unwrap().clone());
    read_references(file.to_string().as_bytes()).unwrap()
}

fn set(name: &str, images: &[(&str, Boxes<'_>)]) -> DataSet {
    DataSet {
        name: name.to_owned(),
        annotations: read("pixel", &json!({}), images),
        pictures: None,
    }
}

fn described(sets: &[DataSet]) -> Description {
    describe(sets, &Settings::default())
}

#[test]
fn figures_are_per_class_and_in_total_for_each_set_and_for_all() {
    let train = set(
        "train",
        &[
            (
                "a.png",
                &[
                    ("irf", [0., 0., 10., 10.]),
                    ("irf", [50., 50., 60., 55.]),
                    ("srf", [0., 0., 200., 50.]),
                ],
            ),
            ("b.png", &[("IRF", [0., 0., 20., 10.])]),
            ("c.png", &[]),
        ],
    );
    let test = DataSet {
        name: "test".to_owned(),
        // 20 x 20 pixels of 200 x 100, and a box that is dropped.
        annotations: read(
            "norm1000",
            &json!({}),
            &[(
                "d.png",
                &[("irf", [0., 0., 100., 200.]), ("erm", [5., 5., 5., 9.])],
            )],
        ),
        pictures: None,
    };
    let report = described(&[train, test]);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(
        json["sets"][0]["per_class"],
        json!({
            "irf": {"images": 2, "boxes": 3, "mean_area_px": 116.666_667, "mean_area_percent": 0.583_333},
            "srf": {"images": 1, "boxes": 1, "mean_area_px": 10000.0, "mean_area_percent": 50.0},
        })
    );
    assert_eq!(
        (&json["sets"][0]["images"], &json["sets"][0]["boxes"]["images"]),
        (&json!(3), &json!(2))
    );
    assert_eq!(
        json["sets"][1]["boxes"],
        json!({"images": 1, "boxes": 1, "mean_area_px": 400.0, "mean_area_percent": 2.0})
    );
    assert_eq!(
        (&json["sets"][1]["space"], &json["sets"][1]["dropped"]["no_area"]),
        (&json!("norm1000"), &json!(1))
    );
    assert_eq!(
        json["all"]["per_class"]["irf"],
        json!({"images": 3, "boxes": 4, "mean_area_px": 187.5, "mean_area_percent": 0.9375})
    );
    assert_eq!(json["all"]["boxes"]["boxes"], 5);
    assert_eq!(json["all"]["dropped"]["no_area"], 1);
    assert_eq!(report.all.biomarkers_without_boxes.len(), 11);
    assert!(json["health"].get("pictures").is_none());
    let text = report.to_text();
    let row = text.lines().rfind(|line| line.starts_with("irf")).unwrap();
    assert_eq!(
        row.split_whitespace().collect::<Vec<_>>(),
        ["irf", "3", "4", "187.50", "0.9375"]
    );
    for words in [
        "train (pixel)\n",
        "3 images, 1 of them without boxes\nNo boxes of: drusen, ",
        "As read: 1 dropped, no area\n",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn boxes_given_twice_nearly_twice_tiny_and_huge_are_named() {
    let report = described(&[set(
        "s",
        &[(
            "a.png",
            &[
                ("irf", [0., 0., 100., 50.]),
                ("irf", [0., 0., 100., 50.]),
                ("srf", [0., 0., 100., 50.]),
                // IoU exactly 0.9 is not nearly the same, 0.91 is.
                ("irf", [0., 0., 90., 50.]),
                ("erm", [0., 0., 100., 50.]),
                ("erm", [0., 0., 91., 50.]),
                // 19.9 and 20 square pixels; 90 % of the image and a little more.
                ("hrf", [0., 0., 19.9, 1.]),
                ("hrf", [0., 2., 20., 3.]),
                ("ped", [0., 0., 180., 100.]),
                ("sdd", [0., 0., 180.1, 100.]),
                ("irf", [0., 0., 100., 50.]),
            ],
        )],
    )]);
    let health = serde_json::to_value(&report.health).unwrap();
    assert_eq!(
        health["duplicate_boxes"],
        json!({"count": 1, "found": [{"set": "s", "image": "a.png", "class": "irf", "box": [0, 0, 100, 50], "boxes": [0, 1, 10]}]})
    );
    assert_eq!(
        health["near_duplicate_boxes"],
        json!({"count": 1, "found": [{"set": "s", "image": "a.png", "class": "erm", "boxes": [4, 5], "iou": 0.91}]})
    );
    assert_eq!(
        health["tiny_boxes"],
        json!({"count": 1, "found": [{"set": "s", "image": "a.png", "class": "hrf", "box": [0, 0, 19.9, 1], "index": 6}]})
    );
    assert_eq!(
        (
            &health["huge_boxes"]["count"],
            &health["huge_boxes"]["found"][0]["class"]
        ),
        (&json!(1), &json!("sdd"))
    );
}

#[test]
fn tiny_is_in_pixels_of_the_original_whatever_the_space() {
    // 4 x 5 and 4 x 4.9 pixels of 200 x 100.
    for (space, [x, y]) in [
        ("pixel", [1.0, 1.0]),
        ("norm1000", [5.0, 10.0]),
        ("unit", [0.005, 0.01]),
    ] {
        let boxes = [
            ("irf", [0., 0., 4. * x, 5. * y]),
            ("irf", [0., 0., 4. * x, 4.9 * y]),
        ];
        let annotations = read(space, &json!({}), &[("a", &boxes)]);
        let report = described(&[DataSet {
            name: "s".into(),
            annotations,
            pictures: None,
        }]);
        let tiny: Vec<usize> = report.health.tiny_boxes.found.iter().map(|b| b.index).collect();
        assert_eq!(tiny, [1], "{space}");
        assert_eq!(report.all.boxes.mean_area_px, 19.8, "{space}");
        assert_eq!(report.all.boxes.mean_area_percent, 0.099, "{space}");
    }
}

#[test]
fn classes_and_image_names_are_checked_over_all_sets() {
    let one = [("Drusen2", [0., 0., 9., 9.])];
    let two = [("drusen2", [0., 0., 9., 9.]), ("fluid", [0., 0., 9., 9.])];
    let mut train = set("train", &[("x/a.png", &one), ("b.png", &[])]);
    let test = set("test", &[("a.tif", &two), ("y/a.png", &two)]);
    train.annotations = read(
        "pixel",
        &json!({"exhaustive": ["Optic disc"]}),
        &[("x/a.png", &one), ("b.png", &[])],
    );
    let health = serde_json::to_value(described(&[train, test]).health).unwrap();
    assert_eq!(
        health["unknown_classes"]["found"],
        json!([
            {"class": "Drusen2", "boxes": 1, "sets": ["train"], "meant": ["drusen"]},
            {"class": "Optic disc", "boxes": 0, "sets": ["train"], "meant": []},
            {"class": "drusen2", "boxes": 2, "sets": ["test"], "meant": ["drusen"]},
        ])
    );
    assert_eq!(
        health["class_variants"],
        json!({"count": 1, "found": [{"classes": ["Drusen2", "drusen2"]}]})
    );
    assert_eq!(
        health["images_without_boxes"],
        json!({"count": 1, "found": [{"set": "train", "image": "b.png"}]})
    );
    assert_eq!(
        health["repeated_names"],
        json!({"count": 1, "found": [{"stem": "a", "images": [
            {"set": "train", "image": "x/a.png"}, {"set": "test", "image": "a.tif"}, {"set": "test", "image": "y/a.png"}]}]})
    );
}

/// A scan of 200 x 100 pixels: a bright layer over darkness, with speckle from a small generator.
fn scan(seed: u64, gain: f32) -> Vec<f32> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    (0..200 * 100)
        .map(|i| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let (x, y) = ((i % 200) as f32, (i / 200) as f32);
            let surface = 50.0 + 20.0 * (x / 30.0 + seed as f32).sin();
            let tissue: f32 = if (surface..surface + 25.0).contains(&y) {
                0.7
            } else {
                0.1
            };
            ((tissue + (state % 1000) as f32 / 10_000.0) * gain).min(1.0)
        })
        .collect()
}

fn picture(grey: &[f32]) -> Picture {
    Picture::Read {
        width: 200,
        height: 100,
        fingerprint: Fingerprint::of(200, 100, grey).unwrap(),
    }
}

#[test]
fn pictures_that_are_missing_broken_of_another_size_or_alike_are_named() {
    let ids: [(&str, Boxes<'_>); 4] = [("a.png", &[]), ("b.png", &[]), ("c.png", &[]), ("d.png", &[])];
    let mut train = set("train", &ids);
    let mut test = set("test", &[("e.png", &[]), ("f.png", &[])]);
    let full = scan(1, 1.0);
    let mean = |i: usize| {
        let at = i / 100 * 2 * 200 + i % 100 * 2;
        (full[at] + full[at + 1] + full[at + 200] + full[at + 201]) / 4.0
    };
    let half: Vec<f32> = (0..100 * 50).map(mean).collect();
    let small = Fingerprint::of(100, 50, &half).unwrap();
    train.pictures = Some(vec![
        picture(&scan(1, 1.0)),
        Picture::Missing,
        Picture::Unreadable("no picture".to_owned()),
        picture(&scan(1, 0.98)),
    ]);
    test.pictures = Some(vec![
        Picture::Read {
            width: 100,
            height: 50,
            fingerprint: small,
        },
        picture(&scan(2, 1.0)),
    ]);
    let report = described(&[train, test]);
    let text = report.to_text();
    let pictures = report.health.pictures.unwrap();
    assert_eq!(
        (
            pictures.missing_files.found[0].image.as_str(),
            pictures.missing_files.count
        ),
        ("b.png", 1)
    );
    assert_eq!(pictures.unreadable_files.found[0].reason, "no picture");
    assert_eq!(
        (pictures.sizes.found[0].declared, pictures.sizes.found[0].picture),
        ([200, 100], [100, 50])
    );
    assert_eq!((pictures.sizes.count, pictures.ambiguous_files.count), (1, 0));
    let names = |pairs: &[groundscope_benchmarks::describe::LookAlike]| -> Vec<(String, String)> {
        pairs
            .iter()
            .map(|p| (p.first.image.clone(), p.second.image.clone()))
            .collect()
    };
    assert_eq!(
        names(&pictures.look_alikes_within.found),
        [("a.png".to_owned(), "d.png".to_owned())]
    );
    assert_eq!(
        names(&pictures.look_alikes_across.found),
        [
            ("a.png".to_owned(), "e.png".to_owned()),
            ("d.png".to_owned(), "e.png".to_owned())
        ]
    );
    for words in [
        "train: b.png",
        "declared 200x100, the file is 100x50",
        "train: a.png and test: e.png, ",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn files_are_found_by_name_file_name_and_stem() {
    let files = ["x/a.png", "b.tif", "y/c.png", "z/c.png"].map(str::to_owned);
    let annotations = read(
        "pixel",
        &json!({}),
        &[
            ("a.png", &[]),
            ("b.png", &[]),
            ("c.png", &[]),
            ("y/c.png", &[]),
            ("d", &[]),
        ],
    );
    assert_eq!(
        match_files(&annotations, &files),
        [
            FileMatch::File(0),
            FileMatch::File(1),
            FileMatch::Ambiguous,
            FileMatch::File(2),
            FileMatch::Missing
        ]
    );
}

#[test]
fn five_findings_are_named_and_the_others_counted() {
    let ids: Vec<String> = (0..8).map(|i| format!("scan-{i}.png")).collect();
    let images: Vec<(&str, Boxes<'_>)> = ids.iter().map(|id| (id.as_str(), [].as_slice())).collect();
    let text = described(&[set("mine", &images)]).to_text();
    for words in [
        "images without boxes: 8\n    mine: scan-0.png\n",
        "scan-4.png\n    and 3 more",
        "pictures: not looked at",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(
        !text.contains("scan-5.png") && !text.contains("together"),
        "{text}"
    );
}

proptest! {
    #[test]
    fn a_set_cut_in_two_adds_up_to_itself(
        boxes in prop::collection::vec((0usize..4, 0u32..180, 0u32..80, 1u32..20, 1u32..20), 0..30), cut in 0usize..31,
    ) {
        let classes = ["irf", "srf", "zebra", "erm"];
        let all: Vec<[(&str, [f64; 4]); 1]> = boxes.iter()
            .map(|(class, x, y, w, h)| [(classes[*class], [*x, *y, x + w, y + h].map(f64::from))])
            .collect();
        let ids: Vec<String> = (0..all.len()).map(|i| format!("{i}.png")).collect();
        let images: Vec<(&str, Boxes<'_>)> = ids.iter().zip(&all).map(|(id, one)| (id.as_str(), one.as_slice())).collect();
        let (left, right) = images.split_at(cut.min(images.len()));
        let whole = described(&[set("whole", &images)]);
        let parts = described(&[set("right", right), set("left", left)]);
        prop_assert_eq!(&whole.all, &parts.all);
        prop_assert_eq!(&whole.sets[0].table, &whole.all);
        let area: u32 = boxes.iter().map(|(_, _, _, w, h)| w * h).sum();
        let mean = if boxes.is_empty() { 0.0 } else { f64::from(area) / boxes.len() as f64 };
        prop_assert!((whole.all.boxes.mean_area_px - mean).abs() <= 0.5e-6);
        prop_assert_eq!(whole.health.tiny_boxes.count, boxes.iter().filter(|(_, _, _, w, h)| w * h < 20).count());
    }

    #[test]
    fn look_alikes_are_found_in_any_order(seeds in prop::collection::vec(0u64..4, 2..7)) {
        let prints: Vec<Fingerprint> = seeds.iter()
            .map(|seed| Fingerprint::of(200, 100, &scan(*seed, 1.0)).unwrap())
            .collect();
        let refs: Vec<&Fingerprint> = prints.iter().collect();
        let same = (0..seeds.len()).flat_map(|i| (i + 1..seeds.len()).map(move |j| (i, j)))
            .filter(|(i, j)| seeds[*i] == seeds[*j])
            .collect::<Vec<_>>();
        prop_assert_eq!(look_alikes(&refs, &Settings::default()), same);
    }
}
