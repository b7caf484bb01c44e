//! DBSCAN against scikit-learn, against geo, and against its definition.

use geo::{Dbscan as _, Point};
use groundscope_geometry::{Dbscan, DbscanError, dbscan};
use proptest::prelude::*;

use crate::{cases, exact, numbers};

#[test]
fn labels_and_core_points_are_those_of_scikit_learn() {
    let (mut noise, mut border) = (0, 0);
    for (n, case) in cases("geometry/dbscan.jsonl").iter().enumerate() {
        let list = case["points"].as_array().unwrap().iter();
        let points: Vec<[f64; 2]> = list
            .map(|p| [0, 1].map(|axis| p[axis].as_f64().unwrap()))
            .collect();
        let samples = case["min_samples"].as_u64().unwrap() as usize;
        let found = dbscan(&points, exact(&case["eps"]), samples).unwrap();
        let labels: Vec<i64> = found.labels.iter().map(|l| l.map_or(-1, i64::from)).collect();
        let expected = case["labels"].as_array().unwrap().iter();
        assert_eq!(
            labels,
            expected.map(|l| l.as_i64().unwrap()).collect::<Vec<_>>(),
            "line {}",
            n + 1
        );
        let core = (0..).zip(&found.core).filter(|(_, core)| **core);
        assert_eq!(
            core.map(|(i, _)| i).collect::<Vec<u64>>(),
            numbers(&case["core"]),
            "line {}",
            n + 1
        );
        noise += labels.iter().filter(|l| **l < 0).count();
        let flags = found.labels.iter().zip(&found.core);
        border += flags.filter(|(label, core)| label.is_some() && !**core).count();
    }
    assert!(noise > 1000 && border > 1000, "{noise} noise, {border} border");
}

#[test]
fn what_cannot_be_clustered_is_refused() {
    let points = [[0.0, 0.0], [1.0, f64::NAN]];
    assert_eq!(dbscan(&points, 1.0, 1), Err(DbscanError::NotFinite { index: 1 }));
    assert_eq!(dbscan(&points[..1], 1.0, 0), Err(DbscanError::NoSamples));
    for eps in [0.0, -1.0, f64::INFINITY] {
        assert_eq!(dbscan(&points[..1], eps, 1), Err(DbscanError::Eps { eps }));
    }
    assert!(matches!(
        dbscan(&points[..1], f64::NAN, 1),
        Err(DbscanError::Eps { .. })
    ));
    assert_eq!(dbscan(&[], 1.0, 1).unwrap().labels, []);
}

/// The definition, all pairs of points compared.
fn by_definition(points: &[[f64; 2]], eps: f64, min_samples: usize) -> Dbscan {
    let near = |i: usize, j: usize| {
        let ([ax, ay], [bx, by]) = (points[i], points[j]);
        (ax - bx) * (ax - bx) + (ay - by) * (ay - by) <= eps * eps
    };
    let all = 0..points.len();
    let core: Vec<bool> = all
        .clone()
        .map(|i| all.clone().filter(|j| near(i, *j)).count() >= min_samples)
        .collect();
    let mut labels = vec![None; points.len()];
    let mut clusters = 0;
    for i in all.clone() {
        if !core[i] || labels[i].is_some() {
            continue;
        }
        let mut reached = vec![i];
        while let Some(at) = reached.pop() {
            labels[at] = Some(clusters);
            if core[at] {
                reached.extend(all.clone().filter(|j| labels[*j].is_none() && near(at, *j)));
            }
        }
        clusters += 1;
    }
    Dbscan { labels, core }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn clusters_are_those_of_the_definition_and_of_geo(
        places in prop::collection::vec((0u32..30, 0u32..30), 1..60),
        eps in prop_oneof![Just(1.0), Just(2.0f64.sqrt()), Just(5.0), Just(2.9), Just(13.0f64.sqrt()), Just(0.1), Just(40.0)],
        min_samples in 1usize..7,
        // Grids far from the origin, of tenths, and at the ends of what numbers can hold.
        (scale, offset) in prop_oneof![
            Just((1.0, 0.0)), Just((0.1, 0.0)), Just((0.1, 1e9)), Just((1.0, -1e15)), Just((1e150, 0.0)), Just((1e-130, 0.0)),
            Just((1e-160, 0.0)), Just((3e306, -1.5e308)),
        ],
        stray in prop_oneof![Just(0.0), Just(1e13), Just(1e300), Just(f64::MAX)],
    ) {
        let mut points: Vec<[f64; 2]> = places
            .iter()
            .map(|(x, y)| [f64::from(*x) * scale + offset, f64::from(*y) * scale + offset])
            .collect();
        // A point far away from the rest makes the cells of the search coarse.
        points.push([stray, -stray]);
        for eps in [eps, eps * scale] {
            let found = dbscan(&points, eps, min_samples).unwrap();
            prop_assert_eq!(&found, &by_definition(&points, eps, min_samples));
            // geo's tree computes with sums of coordinates that overflow.
            if scale < 1e100 && scale > 1e-100 && stray < 1e100 {
                let theirs = points.iter().map(|[x, y]| Point::new(*x, *y)).collect::<Vec<_>>().dbscan(eps, min_samples);
                let ours: Vec<_> = found.labels.iter().map(|l| l.map(|l| l as usize)).collect();
                prop_assert_eq!(ours, theirs);
            }
        }
    }
}

/// The order of its speed, with limits that a slow machine keeps; `--release ... -- --nocapture` prints the times.
#[test]
fn a_hundred_thousand_points_take_well_under_a_second() {
    let mut state = 1u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1u64 << 24) as f64
    };
    let spread: Vec<[f64; 2]> = (0..100_000).map(|_| [next() * 1000.0, next() * 1000.0]).collect();
    let dense: Vec<[f64; 2]> = spread.iter().map(|p| p.map(|v| v / 300.0)).collect();
    let same = vec![[1.0, 2.0]; 100_000];
    for (name, points, eps) in [
        ("spread", &spread, 3.0),
        ("dense", &dense, 1.0),
        ("one place", &same, 1.0),
    ] {
        let start = std::time::Instant::now();
        let found = dbscan(points, eps, 4).unwrap();
        let time = start.elapsed();
        let clusters = found.labels.iter().flatten().max().map_or(0, |last| last + 1);
        println!("100,000 points, {name}: {time:?}, {clusters} clusters");
        assert!(time.as_secs() < 4, "{name}: {time:?}");
    }
}
