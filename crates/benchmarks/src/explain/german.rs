//! The verdicts of an explanation in German.

use groundscope_metrics::Threshold;
use groundscope_ontology::Language;

use super::words::{Difference, Lost, PredictionVerdict, Verdict};

fn decimals(value: &f64) -> String {
    Language::De.number(format!("{value:.3}"))
}

fn threshold(threshold: &Threshold) -> String {
    Language::De.number(threshold)
}

pub(super) fn verdict(verdict: &Verdict) -> String {
    let reach = |boxes: &usize| match boxes {
        1 => "eine vorhergesagte Box erreicht".to_owned(),
        n => format!("{n} vorhergesagte Boxen erreichen zusammen"),
    };
    match verdict {
        Verdict::NothingGathered { t1 } => {
            format!(
                "Verfehlt: Keine vorhergesagte Box hat mit ihr mehr als {t1} der kleineren von beiden gemeinsam."
            )
        }
        Verdict::Hit { boxes, value, t2 } => format!(
            "Treffer: {} AggIoU {}, mehr als {}.",
            reach(boxes),
            decimals(value),
            threshold(t2)
        ),
        Verdict::Missed {
            boxes,
            value,
            t2,
            lost,
        } => {
            let missed = format!(
                "Verfehlt: {} nur AggIoU {}, nicht mehr als {}",
                reach(boxes),
                decimals(value),
                threshold(t2)
            );
            match lost {
                Lost::Stray(without) => format!(
                    "{missed}. Eine abwegige Box verdirbt den Treffer: Ohne sie wäre AggIoU {}.",
                    decimals(without)
                ),
                Lost::Beyond => format!("{missed}: Das meiste davon liegt außerhalb der Referenz."),
                Lost::Uncovered => format!("{missed}: Das meiste davon ist nicht bedeckte Referenz."),
            }
        }
    }
}

pub(super) fn difference(difference: &Difference, name: &str) -> String {
    let at = format!(
        "Die Eins-zu-eins-Zuordnung ab IoU {}",
        threshold(&Threshold::DEFAULT_IOU)
    );
    match difference {
        Difference::NothingThere => format!("{at} verfehlt sie auch: Keine Box ihrer Klasse überlappt sie."),
        Difference::Agrees { iou, boxes: ..=1 } => {
            format!(
                "{at} sagt dasselbe: Sie ordnet dieser Box {name} zu, IoU {}.",
                decimals(iou)
            )
        }
        Difference::Agrees { iou, boxes } => format!(
            "{at} sagt dasselbe: Sie ordnet dieser Box nur {name} zu, IoU {}. AggIoU zählt alle {boxes} gesammelten Boxen \
             zusammen.",
            decimals(iou)
        ),
        Difference::MissesToo { iou, taken: true } => format!(
            "{at} verfehlt sie auch: Ihre beste Box, {name} (IoU {}), geht an eine andere Expertenbox.",
            decimals(iou)
        ),
        Difference::MissesToo { iou, .. } => {
            format!(
                "{at} verfehlt sie auch: Ihre beste Box, {name}, erreicht IoU {}.",
                decimals(iou)
            )
        }
        Difference::Taken { iou } => format!(
            "{at} gibt ihre beste Box, {name} (IoU {}), einer anderen Expertenbox: verfehlt. Bei AggIoU darf eine Box für \
             mehrere zählen: Treffer.",
            decimals(iou)
        ),
        Difference::Joined { iou, boxes, covered } => format!(
            "{at} sieht eine Box nach der anderen, und die beste, {name}, erreicht IoU {}: verfehlt. AggIoU sammelt {boxes} Boxen, \
             die {} von ihr bedecken: Treffer.",
            decimals(iou),
            Language::De.percent((covered * 100.0).round())
        ),
        Difference::AsksLess { iou, t2 } => format!(
            "{at} verfehlt sie: {name} erreicht IoU {}. AggIoU verlangt nur mehr als {}: Treffer.",
            decimals(iou),
            threshold(t2)
        ),
        Difference::NotGathered { iou, t1 } => format!(
            "{at} ordnet dieser Box {name} zu, IoU {}: Treffer. AggIoU sammelt {name} nicht: Sie haben nicht mehr als {t1} der \
             kleineren von beiden gemeinsam.",
            decimals(iou)
        ),
        Difference::Spoiled { iou, boxes, value } => format!(
            "{at} ordnet dieser Box nur {name} zu, IoU {}: Treffer. AggIoU vereinigt alle {boxes} gesammelten Boxen, und zusammen \
             erreichen sie nur {}: verfehlt.",
            decimals(iou),
            decimals(value)
        ),
        Difference::AsksMore { iou, t2 } => format!(
            "{at} ordnet dieser Box {name} zu, IoU {}: Treffer. AggIoU verlangt mehr als {}: verfehlt.",
            decimals(iou),
            threshold(t2)
        ),
    }
}

pub(super) const fn prediction(verdict: PredictionVerdict) -> &'static str {
    match verdict {
        PredictionVerdict::NotAsked => {
            "Nicht gezählt: Die Referenzen sagen nicht, ob dieses Bild mehr von dieser Klasse enthält."
        }
        PredictionVerdict::NotGathered => "Falsch: Keine Referenzbox sammelt sie.",
        PredictionVerdict::OfMissed => "Falsch: Die Referenz, die sie überlappt, ist verfehlt.",
        PredictionVerdict::Forgiven => {
            "Nach der Einstellung nicht falsch: Eine Referenz sammelt sie, auch wenn diese verfehlt ist."
        }
        PredictionVerdict::ServesOne => "Treffer: Sie zählt für eine Referenzbox.",
        PredictionVerdict::ServesSeveral => "Treffer: Sie zählt für mehrere Referenzboxen.",
    }
}
