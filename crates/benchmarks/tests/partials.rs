//! Every split of a benchmark merges to the same bits, and files read image by image score as files read whole.

use std::io::Cursor;

use groundscope_benchmarks::formats::Note;
use groundscope_benchmarks::stream::{self, Shard, SourceError, StreamError};
use groundscope_benchmarks::{
    FileError, MergeError, Partial, PartialError, Report, ScoreError, Settings, boxes_file, grounding,
};
use groundscope_metrics::bootstrap::Resampling;
use proptest::prelude::*;

const CLASSES: [&str; 6] = ["irf", "srf", "drusen", "fluid", "Optic disc", "erm"];

type Boxes = Vec<(usize, [u32; 4])>;
type Image = (Boxes, Option<Boxes>);

fn settings() -> Settings {
    Settings {
        resampling: Resampling {
            replicates: 20,
            seed: 9,
        },
        ..Settings::default()
    }
}

fn boxes() -> impl Strategy<Value = Boxes> {
    let corners = (0u32..80, 0u32..80, 1u32..20, 1u32..20).prop_map(|(x, y, w, h)| [x, y, x + w, y + h]);
    prop::collection::vec((0..CLASSES.len(), corners), 0..5)
}

fn images() -> impl Strategy<Value = Vec<Image>> {
    prop::collection::vec((boxes(), prop::option::of(boxes())), 1..7)
}

/// Two files about some of the images.
fn files(images: &[Image], of: impl Fn(usize) -> bool, head: &str) -> [String; 2] {
    let file = |boxes_of: &dyn Fn(&Image) -> Option<Boxes>| {
        let texts = images.iter().enumerate().filter(|(at, _)| of(*at));
        let texts: Vec<String> = texts
            .filter_map(|(at, image)| {
                let boxes: Vec<String> = boxes_of(image)?
                    .iter()
                    .map(|(class, corners)| {
                        format!(r#"{{"class": "{}", "box": {corners:?}}}"#, CLASSES[*class])
                    })
                    .collect();
                let boxes = boxes.join(", ");
                Some(format!(
                    r#"{{"id": "eye-{at}.png", "width": 100, "height": 100, "boxes": [{boxes}]}}"#
                ))
            })
            .collect();
        let texts = texts.join(",\n ");
        format!(r#"{{"format": "groundscope-boxes/1", "space": "pixel", {head} "images": [{texts}]}}"#)
    };
    [
        file(&|image| Some(image.0.clone())),
        file(&|image| image.1.clone()),
    ]
}

fn score([references, predictions]: &[String; 2], shard: Shard) -> Result<Partial, StreamError> {
    let [r, p] = [references, predictions].map(|text| Cursor::new(text.as_bytes().to_vec()));
    stream::score(r, p, &settings(), shard, |_, _| {}).map(|(partial, _)| partial)
}

fn in_memory([references, predictions]: &[String; 2]) -> Partial {
    let [r, p] = [references, predictions].map(|text| boxes_file::parse(text.as_bytes()).unwrap());
    grounding::partial(&r, &p, &settings()).unwrap()
}

/// The same partial result through a file.
fn filed(partial: &Partial) -> Partial {
    Partial::from_bytes(&partial.to_bytes().unwrap()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_split_gives_the_same_bits(images in images(), cuts in prop::collection::vec(0usize..4, 7), turn in 0usize..4) {
        let whole = in_memory(&files(&images, |_| true, ""));
        let mut parts: Vec<Partial> = (0..4)
            .filter(|part| images.iter().enumerate().any(|(at, _)| cuts[at] == *part))
            .map(|part| filed(&score(&files(&images, |at| cuts[at] == part, ""), Shard::WHOLE).unwrap()))
            .collect();
        let by = turn % parts.len();
        parts.rotate_left(by);
        let left = parts.iter().cloned().reduce(|a, b| a.merge(b).unwrap()).unwrap();
        let right = parts.iter().cloned().rev().reduce(|a, b| b.merge(a).unwrap()).unwrap();
        prop_assert_eq!(left.to_bytes().unwrap(), right.to_bytes().unwrap());
        prop_assert_eq!((left.boxes(), left.images()), (whole.boxes(), whole.images()));
        prop_assert_eq!(&left, &right);
        let json = |partial: &Partial| format!("{:?}", Report::of(partial));
        prop_assert_eq!(json(&left), json(&whole));
    }

    #[test]
    fn shards_of_one_pair_of_files_merge_to_the_whole(images in images(), of in 1u32..5) {
        let files = files(&images, |_| true, "");
        let parts = (1..=of).map(|index| score(&files, Shard::new(index, of).unwrap()).unwrap());
        let merged = parts.reduce(|a, b| a.merge(b).unwrap()).unwrap();
        let whole = in_memory(&files);
        prop_assert!(merged.missing().is_empty());
        prop_assert_eq!(Report::of(&merged), Report::of(&whole));
        prop_assert_eq!(merged.boxes(), whole.boxes());
    }

    #[test]
    fn image_by_image_is_as_whole(images in images(), head in prop_oneof![
        Just(""), Just(r#""exhaustive": ["irf", "fluid"],"#), Just(r#""asked": [["eye-0", "fluid"], ["eye-0.png", "erm"]],"#),
    ]) {
        let files = files(&images, |_| true, head);
        let streamed = score(&files, Shard::WHOLE).unwrap();
        prop_assert_eq!(&streamed, &in_memory(&files));
        prop_assert_eq!(Report::of(&streamed), {
            let [r, p] = files.each_ref().map(|text| boxes_file::parse(text.as_bytes()).unwrap());
            grounding::score(&r, &p, &settings()).unwrap()
        });
    }

    #[test]
    fn damaged_partial_results_are_refused(images in images(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let bytes = in_memory(&files(&images, |_| true, "")).to_bytes().unwrap();
        let mut damaged = bytes.clone();
        damaged[at.index(bytes.len())] = byte;
        // Nothing panics; what still reads is another result, or the same.
        let _ = Partial::from_bytes(&damaged);
        prop_assert!(Partial::from_bytes(&bytes[..at.index(bytes.len())]).is_err());
    }
}

fn some() -> Vec<Image> {
    let boxes = vec![(0, [0, 0, 10, 10])];
    vec![(boxes.clone(), Some(boxes)); 3]
}

#[test]
fn results_under_other_rules_do_not_merge() {
    let part = |of: usize, head| in_memory(&files(&some(), |at| at == of, head));
    assert_eq!(part(0, "").merge(part(0, "")), Err(MergeError::Repeated));
    let declared = part(1, r#""exhaustive": ["irf"],"#);
    assert_eq!(part(0, "").merge(declared), Err(MergeError::Exhaustive));
    let [r, p] = files(&some(), |at| at == 1, "").map(|text| boxes_file::parse(text.as_bytes()).unwrap());
    let other = grounding::partial(&r, &p, &Settings::default()).unwrap();
    let setting = "the number of replicates";
    assert_eq!(part(0, "").merge(other), Err(MergeError::Settings { setting }));
}

#[test]
fn a_class_drawn_in_one_shard_makes_predictions_in_another_false() {
    // "Optic disc" is no class of the ontology: only the file that draws it says that it was looked for.
    let drawn = (vec![(4, [0, 0, 10, 10])], Some(vec![]));
    let found = (vec![], Some(vec![(4, [0, 0, 10, 10])]));
    let images = vec![drawn, found];
    let part = |of: usize| in_memory(&files(&images, |at| at == of, ""));
    let alone = Report::of(&part(1));
    assert_eq!(
        (
            alone.class("Optic disc").unwrap().fp,
            alone.dropped.predictions_not_asked
        ),
        (0, 1)
    );
    let merged = Report::of(&part(1).merge(part(0)).unwrap());
    assert_eq!(
        (
            merged.class("Optic disc").unwrap().fp,
            merged.dropped.predictions_not_asked
        ),
        (1, 0)
    );
}

#[test]
fn errors_of_streamed_files_are_those_of_whole_ones() {
    let references = |images: &str| {
        format!(r#"{{"images": [{images}], "space": "pixel", "format": "groundscope-boxes/1"}}"#)
    };
    let image =
        |id: &str, size: u32| format!(r#"{{"id": "{id}", "width": {size}, "height": 9, "boxes": []}}"#);
    let run = |r: &str, p: &str| score(&[references(r), references(p)], Shard::WHOLE).unwrap_err();
    assert!(matches!(run("", ""), StreamError::Score(ScoreError::NoImages)));
    let (a, b) = (image("a", 9), image("b", 9));
    assert!(matches!(
        run(&a, &b),
        StreamError::Score(ScoreError::UnknownImage { .. })
    ));
    assert!(matches!(
        run(&a, &format!("{a}, {}", image("x/a", 9))),
        StreamError::Score(ScoreError::RepeatedImage { .. })
    ));
    assert!(matches!(
        run(&a, &image("a", 8)),
        StreamError::Score(ScoreError::SizeDiffers { .. })
    ));
    let twice = run(&format!("{a}, {b}, {a}"), "");
    assert_eq!(
        twice.to_string(),
        "images[2] names an image that the file has already; give each image once: a"
    );
    assert!(matches!(
        run("{\"id\": \"a\", \"width\": 0}", ""),
        StreamError::References(SourceError::File(FileError::WrongType { .. }))
    ));
    let [whole, none] = [references(&a), "no JSON".to_owned()];
    assert!(matches!(
        score(&[whole, none], Shard::WHOLE).unwrap_err(),
        StreamError::Predictions(SourceError::File(FileError::Json { .. }))
    ));
}

#[test]
fn a_file_that_was_cut_off_or_is_something_else_is_no_partial_result() {
    let bytes = in_memory(&files(&some(), |_| true, "")).to_bytes().unwrap();
    let cut = Partial::from_bytes(&bytes[..bytes.len() - 1]);
    assert_eq!(
        cut,
        Err(PartialError::Boxes {
            expected: 48,
            found: 47
        })
    );
    assert!(matches!(
        Partial::from_bytes(b"{}\n"),
        Err(PartialError::Header { .. })
    ));
    assert!(matches!(
        Partial::from_bytes(b""),
        Err(PartialError::Header { .. })
    ));
}

#[test]
fn parts_are_counted_whatever_they_hold() {
    // Nothing but false boxes: no reference box tells the parts apart.
    let images = vec![(vec![], Some(vec![(0, [0, 0, 10, 10])])); 4];
    let files = files(&images, |_| true, "");
    let part = |index| score(&files, Shard::new(index, 3).unwrap()).unwrap();
    let two = part(1).merge(part(3)).unwrap();
    assert_eq!(two.missing(), [(3, vec![2])]);
    assert_eq!(two.clone().merge(part(3)), Err(MergeError::Repeated));
    assert!(two.merge(part(2)).unwrap().missing().is_empty());
    // Parts of another model's files do not complete these.
    let mut others = images.clone();
    others[0].1 = Some(vec![(1, [0, 0, 10, 10])]);
    let other = score(&self::files(&others, |_| true, ""), Shard::new(2, 3).unwrap()).unwrap();
    let mixed = part(1).merge(part(3)).unwrap().merge(other).unwrap();
    assert_eq!(mixed.missing().len(), 2);
}

#[test]
fn forged_counts_are_refused() {
    let bytes = in_memory(&files(&some(), |_| true, "")).to_bytes().unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    for (honest, forged) in [
        (r#""images":3"#, r#""images":18446744073709551615"#),
        (r#""replicates":20"#, r#""replicates":4294967295"#),
        (r#""wrong_arity":0"#, r#""wrong_arity":18446744073709551615"#),
        (r#""listed":null"#, r#""listed":18446744073709551615"#),
        (r#""of":1"#, r#""of":0"#),
    ] {
        let end = bytes.iter().position(|b| *b == b'\n').unwrap();
        let header = text.split('\n').next().unwrap();
        assert!(header.contains(honest), "{honest}");
        let mut file = header.replacen(honest, forged, 1).into_bytes();
        file.extend(&bytes[end..]);
        assert!(
            matches!(Partial::from_bytes(&file), Err(PartialError::Header { .. })),
            "{forged}"
        );
    }
}

#[test]
fn a_key_with_escapes_is_refused_where_images_are_read_one_by_one() {
    let plain = r#"{"format":"groundscope-boxes/1","space":"pixel","images":[{"id":"a","width":9,"height":9,"boxes":[]}]}"#;
    let escaped = plain.replace("images", "im\\u0061ges");
    let sources = [plain, escaped.as_str()];
    for [references, predictions] in [[0, 1], [1, 0]] {
        let [r, p] =
            [references, predictions].map(|at| std::io::Cursor::new(sources[at].as_bytes().to_vec()));
        let error = stream::score(r, p, &settings(), Shard::WHOLE, |_, _| {}).unwrap_err();
        assert!(error.to_string().contains("without escapes"), "{error}");
    }
}

#[test]
fn no_part_is_one_of_more_than_can_be_merged() {
    assert!(Shard::new(1, Shard::MOST).is_some() && Shard::new(1, Shard::MOST + 1).is_none());
}

#[test]
fn notes_of_files_read_image_by_image_are_those_of_whole_files() {
    let text = "\u{feff}{\"format\":\"groundscope-boxes/1\",\"space\":\"pixel\",\"images\":[{\"id\":\"a\",\"width\":9,\"height\":9,\"boxes\":[
        {\"class\":\"irf\",\"box\":[1,1,5,5],\"score\":\"0.5\"}]}]}";
    let file = || std::io::Cursor::new(text.as_bytes().to_vec());
    let (_, [references, predictions]) =
        stream::score(file(), file(), &settings(), Shard::WHOLE, |_, _| {}).unwrap();
    assert_eq!(references.count(Note::ByteOrderMark), 1);
    assert_eq!(references.count(Note::ScoreLeftOut), 1);
    assert_eq!(references, predictions);
}
