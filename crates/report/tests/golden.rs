//! A few small figures and tables, byte for byte.
//!
//! After they have changed on purpose: `GROUNDSCOPE_BLESS=1 cargo test -p groundscope-report --test golden`.

#[allow(dead_code, reason = "each test uses a part of it")]
mod invented;

use std::fs;
use std::path::Path;

use groundscope_report::write;

const KEPT: [&str; 8] = [
    "figures/ablation.svg",
    "figures/agg_iou_explained.svg",
    "figures/sweep_ranking.svg",
    "tables/table3_presence.md",
    "tables/table3_presence.csv",
    "tables/significance.tex",
    "tables/inter_observer_ranking.md",
    "tables/ablation.json",
];

#[test]
fn small_figures_and_tables_are_as_kept() {
    let files = write(&invented::evaluation(None)).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for name in KEPT {
        let (_, bytes) = files
            .iter()
            .find(|(path, _)| path == name)
            .unwrap_or_else(|| panic!("no {name}"));
        let kept = folder.join(name.replace('/', "-"));
        if std::env::var_os("GROUNDSCOPE_BLESS").is_some() {
            fs::write(&kept, bytes).unwrap();
        }
        let kept = fs::read(&kept).unwrap_or_default();
        assert!(
            kept == *bytes,
            "{name} differs; run with GROUNDSCOPE_BLESS=1 if that was meant"
        );
    }
}
