//! AggIoU of one reference box, drawn: fragments, their union, the fraction, and one-to-one matching beside it.

use super::heading::{Heading, Sample};
use super::palette::{BLUE, MUTED, SKY, VERMILLION};
use super::pen::{BODY, Drawn, Pen, Point, SMALL, left, middle};
use super::{Figure, Sheet};
use crate::data::Explained;
use crate::wording::{decimals, percent};
use crate::{Evaluation, ReportError, Topic};

const TITLE: &str = "AggIoU and one-to-one matching of the same boxes";
const PANEL: f64 = 520.0;
/// One pattern for every box: hatches of boxes that overlap coincide, so the union reads as one area.
const HATCH: &str = "<pattern id=\"agg_iou_explained-hatch\" width=\"14\" height=\"14\" patternUnits=\"userSpaceOnUse\">\
                     <path d=\"M-2,2 L2,-2 M0,14 L14,0 M12,16 L16,12\" stroke=\"#5F5F5F\" stroke-width=\"2\"/></pattern>";

pub(super) fn figure(evaluation: &Evaluation) -> Result<Option<Figure>, ReportError> {
    let Some(explained) = &evaluation.explained else {
        return Ok(None);
    };
    let entries = vec![
        (Sample::Dashed(VERMILLION, ""), "reference".to_owned()),
        (Sample::Dashed(BLUE, ""), "the model's boxes".to_owned()),
        (Sample::Bar(SKY, None), "covered".to_owned()),
    ];
    let heading = Heading::new(TITLE, entries);
    let start = heading.bottom() + 60;
    let scale = Scale::of(explained, start);
    let below = start + scale.height + 40;
    let sheet = Sheet {
        id: "agg_iou_explained".to_owned(),
        topic: Topic::Explained,
        title: TITLE.to_owned(),
        caption: "An invented example, not from the models of this report: a lesion marked in several boxes. AggIoU takes all boxes that overlap the reference enough and \
                  divides the covered area by the area of reference and boxes together. One-to-one matching takes the best \
                  box alone."
            .to_owned(),
        description: format!("{} {}", aggregated(explained).join(" "), one_to_one(explained).join(" ")),
        height: below + 36 * 3 + 10,
    };
    let figure = sheet.draw(|pen| {
        heading.draw(pen)?;
        pen.text(
            "AggIoU: all fragments together",
            (300, start - 30),
            middle(BODY).bold(),
        )?;
        pen.text(
            "one to one: the best fragment alone",
            (900, start - 30),
            middle(BODY).bold(),
        )?;
        pen.under(HATCH);
        panel(pen, &scale, 300, explained, &explained.fragments)?;
        let best = explained.fragments.get(explained.best_fragment);
        panel(
            pen,
            &scale,
            900,
            explained,
            &best.copied().into_iter().collect::<Vec<_>>(),
        )?;
        for (x, lines) in [(40, aggregated(explained)), (640, one_to_one(explained))] {
            for (line, y) in lines.iter().zip((below..).step_by(34)) {
                pen.text(line, (x, y), left(SMALL))?;
            }
        }
        pen.line(&[(600, start - 50), (600, below + 80)], MUTED, 1)
    });
    figure.map(Some)
}

fn aggregated(explained: &Explained) -> [String; 3] {
    let whole = |area| decimals(Some(area), 0);
    let verdict = if explained.agg_iou > explained.t2 {
        "detected"
    } else {
        "missed"
    };
    let (covered, all) = (explained.area_of_intersection, explained.area_of_union);
    [
        "covered (filled) / reference and boxes (hatched)".to_owned(),
        format!(
            "= {} / {} = {} %",
            whole(covered),
            whole(all),
            percent(explained.agg_iou)
        ),
        format!("t2 is {} %: {verdict}", percent(explained.t2)),
    ]
}

fn one_to_one(explained: &Explained) -> [String; 3] {
    let verdict = if explained.best_iou >= explained.one_to_one_threshold {
        "matched"
    } else {
        "missed"
    };
    [
        format!("the best of {} boxes, taken alone", explained.fragments.len()),
        format!("IoU = {} %", percent(explained.best_iou)),
        format!(
            "the threshold is {} %: {verdict}",
            percent(explained.one_to_one_threshold)
        ),
    ]
}

/// From pixels of the image to units of the figure, all boxes centred in a panel.
struct Scale {
    factor: f64,
    x: f64,
    y: f64,
    width: f64,
    top: i32,
    height: i32,
}

impl Scale {
    fn of(explained: &Explained, top: i32) -> Self {
        let all = || explained.fragments.iter().chain([&explained.reference]);
        let low = |at: fn(&[f64; 4]) -> f64| all().map(at).fold(f64::INFINITY, f64::min);
        let high = |at: fn(&[f64; 4]) -> f64| all().map(at).fold(f64::NEG_INFINITY, f64::max);
        let (x, y) = (low(|b| b[0]), low(|b| b[1]));
        let (width, height) = (high(|b| b[2]) - x, high(|b| b[3]) - y);
        let factor = (PANEL / width).min(420.0 / height);
        Self {
            factor,
            x,
            y,
            width: width * factor,
            top,
            height: (height * factor).ceil() as i32,
        }
    }

    fn corners(&self, center: i32, [x1, y1, x2, y2]: [f64; 4]) -> [Point; 2] {
        let x = |v: f64| (f64::from(center) - self.width / 2.0 + (v - self.x) * self.factor).round() as i32;
        let y = |v: f64| self.top + ((v - self.y) * self.factor).round() as i32;
        [(x(x1), y(y1)), (x(x2), y(y2))]
    }
}

/// Filled below, hatched above it, outlines on top.
fn panel(pen: &Pen, scale: &Scale, center: i32, explained: &Explained, boxes: &[[f64; 4]]) -> Drawn {
    let reference = explained.reference;
    let [rx1, ry1, rx2, ry2] = reference;
    for [x1, y1, x2, y2] in boxes {
        let inside = [x1.max(rx1), y1.max(ry1), x2.min(rx2), y2.min(ry2)];
        let [ix1, iy1, ix2, iy2] = inside;
        if ix1 < ix2 && iy1 < iy2 {
            raw_rect(
                pen,
                scale.corners(center, inside),
                &format!("#{:02X}{:02X}{:02X}", SKY.0, SKY.1, SKY.2),
            );
        }
    }
    for each in boxes.iter().chain([&reference]) {
        raw_rect(pen, scale.corners(center, *each), "url(#agg_iou_explained-hatch)");
    }
    for each in boxes {
        let [from, to] = scale.corners(center, *each);
        pen.outline(from, to, BLUE, 3)?;
    }
    let [from, to] = scale.corners(center, reference);
    pen.outline(from, to, VERMILLION, 6)
}

fn raw_rect(pen: &Pen, [(x0, y0), (x1, y1)]: [Point; 2], fill: &str) {
    let (width, height) = (x1 - x0, y1 - y0);
    pen.under(&format!(
        "<rect x=\"{x0}\" y=\"{y0}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
    ));
}
