//! An image with the reference boxes and some models' boxes, AggIoU beside each reference.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::heading::{Heading, Sample};
use super::labels::{Label, Room, place};
use super::palette::{BLUE, TEXT, VERMILLION, WHITE};
use super::pen::{BODY, Drawn, Pen, Point, SMALL, WIDTH, left, precise};
use super::text_width::{cut, text_width};
use super::{Figure, Sheet};
use crate::data::{Gallery, GalleryPanel};
use crate::wording::percent;
use crate::{Evaluation, ReportError, Topic};

const GAP: i32 = 24;

pub(super) fn figures(evaluation: &Evaluation) -> Result<Vec<Figure>, ReportError> {
    let numbered = (1_usize..)
        .zip(&evaluation.galleries)
        .filter(|(_, gallery)| !gallery.panels.is_empty());
    numbered
        .map(|(number, gallery)| figure(evaluation, gallery, number))
        .collect()
}

fn figure(evaluation: &Evaluation, gallery: &Gallery, number: usize) -> Result<Figure, ReportError> {
    let id = format!("gallery_{number}");
    let class = evaluation.class_name(&gallery.class);
    let title = format!("{class}, {}", gallery.image);
    let entries = vec![
        (
            Sample::Dashed(VERMILLION, ""),
            "reference, with its AggIoU".to_owned(),
        ),
        (Sample::Dashed(BLUE, "10 6"), "the model's boxes".to_owned()),
    ];
    let heading = Heading::new(&title, entries);
    let columns = if gallery.panels.len() == 1 { 1 } else { 2 };
    let width = (WIDTH - GAP * (columns + 1)) / columns;
    let scale = f64::from(width) / f64::from(gallery.width);
    let height = ((f64::from(gallery.height) * scale).round() as i32).clamp(1, 4000);
    let start = heading.bottom() + 6;
    let step = height + 50;
    let rows = (gallery.panels.len() as i32 + columns - 1) / columns;
    let told: Vec<_> = gallery.panels.iter().map(told).collect();
    let sheet = Sheet {
        id: id.clone(),
        topic: Topic::Examples,
        caption: format!(
            "Boxes for {class} on {}: references solid, with the AggIoU that the model reached in %, the model's boxes dashed.",
            gallery.image
        ),
        description: format!("{title}. {}.", told.join("; ")),
        title,
        height: start + step * rows + 10,
    };
    sheet.draw(|pen| {
        heading.draw(pen)?;
        if let Some(png) = &gallery.png {
            pen.under(&format!(
                "<defs><image id=\"{id}-image\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
                 href=\"data:image/png;base64,{}\"/></defs>",
                STANDARD.encode(png)
            ));
        }
        for (panel, at) in gallery.panels.iter().zip(0_i32..) {
            let x = GAP + (width + GAP) * (at % columns);
            let y = start + step * (at / columns);
            pen.text(&cut(&panel.run, f64::from(BODY) * 1.1, f64::from(width)), (x, y + 20), left(BODY).bold())?;
            let top = y + 40;
            if gallery.png.is_some() {
                pen.under(&format!("<use href=\"#{id}-image\" x=\"{x}\" y=\"{top}\"/>"));
            }
            pen.outline((x, top), (x + width, top + height), TEXT, 1)?;
            boxes(pen, panel, (x, top), (width, height), scale)?;
        }
        Ok(())
    })
}

fn told(panel: &GalleryPanel) -> String {
    let reached: Vec<_> = panel
        .references
        .iter()
        .map(|of| format!("{} %", percent(of.agg_iou)))
        .collect();
    let boxes = panel.predictions.len();
    format!(
        "{}: {boxes} boxes, AggIoU of the references {}",
        panel.run,
        reached.join(", ")
    )
}

fn boxes(pen: &Pen, panel: &GalleryPanel, (x, y): Point, (width, height): Point, scale: f64) -> Drawn {
    // Boxes end at the image, whatever the data say.
    let to = |v: f64, size: i32| ((v * scale).round() as i32).clamp(0, size);
    let corners = |[x1, y1, x2, y2]: [f64; 4]| {
        let from = (x + to(x1, width), y + to(y1, height));
        [from, (x + to(x2, width), y + to(y2, height))]
    };
    for reference in &panel.references {
        let [from, to] = corners(reference.corners);
        pen.outline(from, to, WHITE, 6)?;
        pen.outline(from, to, VERMILLION, 3)?;
    }
    for prediction in &panel.predictions {
        let [(x0, y0), (x1, y1)] = corners(*prediction);
        let ring = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)];
        pen.line(&ring, WHITE, 5)?;
        pen.dashed_above(&ring, BLUE, 3)?;
    }
    let texts: Vec<_> = panel.references.iter().map(|of| percent(of.agg_iou)).collect();
    // Beside the upper right corner.
    let labels = panel.references.iter().zip(&texts).map(|(reference, text)| {
        let [(_, y0), (x1, _)] = corners(reference.corners);
        Label {
            at: precise((x1, y0 + 14)),
            radius: 2.0,
            size: (text_width(text, f64::from(SMALL)) + 10.0, 28.0),
        }
    });
    let bounds = [x, y, x + width, y + height].map(f64::from);
    let placed = place(&labels.collect::<Vec<_>>(), Room(bounds));
    for (text, placed) in texts.iter().zip(placed) {
        let [x0, y0, x1, y1] = placed.room.0.map(|v| v.round() as i32);
        if let Some(leader) = placed.leader {
            pen.line(
                &leader.map(|(x, y)| (x.round() as i32, y.round() as i32)),
                VERMILLION,
                2,
            )?;
        }
        pen.fill((x0, y0), (x1, y1), WHITE)?;
        pen.outline((x0, y0), (x1, y1), VERMILLION, 1)?;
        pen.text(text, (x0 + 5, (y0 + y1) / 2), left(SMALL))?;
    }
    Ok(())
}
