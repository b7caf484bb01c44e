//! The page shows the manifest's figures, readers of the repository the card's: they must be the same.

use std::path::Path;

use groundscope_model::WeightsFile;
use groundscope_ontology::Class;

#[test]
fn card_and_manifest_give_the_same_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let weights = std::fs::read(root.join("weights/groundscope-oct-1.safetensors")).unwrap();
    let weights = WeightsFile::parse(&weights).unwrap();
    let card = std::fs::read_to_string(root.join("docs/model-card.md")).unwrap();
    let headings = ["## Real patients, cross-validated", "## Patients kept apart"];
    let (_, patients) = headings
        .iter()
        .find_map(|heading| card.split_once(heading))
        .unwrap();
    let (table, _) = patients.split_once("\n## ").unwrap();
    let mut compared = 0;
    for class in &weights.manifest().classes {
        let start = format!("| {} | ", Class::from_id(&class.id).unwrap().name());
        let Some(row) = table.lines().find(|line| line.starts_with(&start)) else {
            continue;
        };
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (f1, _interval) = cells[3].split_once(' ').unwrap_or((cells[3], ""));
        assert_eq!(f1, format!("{:.3}", class.figure.unwrap()), "{row}");
        compared += 1;
    }
    assert!(compared >= 7, "{compared} rows");
}
