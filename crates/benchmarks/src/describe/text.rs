//! The description as plain text, for a terminal.

use std::fmt::{Display, Write as _};

use super::{BoxFigures, Description, Found, Table};
use crate::report_text::{count, describe};

/// Findings of one check that are named; the JSON has all of them.
const NAMED: usize = 5;

impl Description {
    /// A table for each set and for all together, then the health check; lines ended by `\n`.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut out);
        out
    }

    fn write_text(&self, out: &mut String) -> std::fmt::Result {
        for set in &self.sets {
            writeln!(out, "{} ({})", set.name, set.space)?;
            write_table(&set.table, out)?;
            writeln!(out)?;
        }
        if self.sets.len() > 1 {
            writeln!(out, "All {} together", self.sets.len())?;
            write_table(&self.all, out)?;
            writeln!(out)?;
        }
        self.write_health(out)?;
        let s = &self.settings;
        writeln!(
            out,
            "\nSettings: near-duplicate above IoU {}, tiny below {} px, huge above {} of the image.",
            s.near_duplicate_iou, s.tiny_px, s.huge_share
        )?;
        if self.health.pictures.is_some() {
            writeln!(
                out,
                "Pictures look alike within {} of 128 bits of their hashes and {} of 255 levels of their thumbnails.",
                s.look_alike_bits, s.look_alike_levels
            )?;
        }
        writeln!(out, "Areas are {}.", s.areas)
    }

    fn write_health(&self, out: &mut String) -> std::fmt::Result {
        let h = &self.health;
        writeln!(out, "Worth a look:")?;
        write_found("boxes given more than once", &h.duplicate_boxes, out)?;
        write_found("near-duplicate boxes", &h.near_duplicate_boxes, out)?;
        write_found("tiny boxes", &h.tiny_boxes, out)?;
        write_found("huge boxes", &h.huge_boxes, out)?;
        write_found("classes that are not in the ontology", &h.unknown_classes, out)?;
        write_found("classes spelled in several ways", &h.class_variants, out)?;
        write_found("images without boxes", &h.images_without_boxes, out)?;
        write_found("image names given more than once", &h.repeated_names, out)?;
        let Some(p) = &h.pictures else {
            return writeln!(out, "  pictures: not looked at");
        };
        write_found("images without a file", &p.missing_files, out)?;
        write_found("images that several files could be", &p.ambiguous_files, out)?;
        write_found("files that cannot be read", &p.unreadable_files, out)?;
        write_found("files of another size than declared", &p.sizes, out)?;
        write_found("look-alikes within a set", &p.look_alikes_within, out)?;
        write_found("look-alikes across sets", &p.look_alikes_across, out)
    }
}

fn write_table(table: &Table, out: &mut String) -> std::fmt::Result {
    let ids = table.per_class.iter().map(|(id, _)| id.chars().count());
    let width = ids.max().unwrap_or(0).max("all classes".len());
    writeln!(
        out,
        "{:width$}  {:>7} {:>7}  {:>14} {:>10}",
        "class", "images", "boxes", "mean area px\u{b2}", "% of image"
    )?;
    let rows = table.per_class.iter().map(|(id, figures)| (id.as_str(), figures));
    for (id, figures) in rows.chain([("all classes", &table.boxes)]) {
        let BoxFigures {
            images,
            boxes,
            mean_area_px,
            mean_area_percent,
        } = figures;
        writeln!(
            out,
            "{id:width$}  {images:>7} {boxes:>7}  {mean_area_px:>14.2} {mean_area_percent:>10.4}"
        )?;
    }
    let without = table.images - table.boxes.images;
    writeln!(
        out,
        "{}, {without} of them without boxes",
        count(table.images, "image", "images")
    )?;
    if !table.biomarkers_without_boxes.is_empty() {
        writeln!(out, "No boxes of: {}", table.biomarkers_without_boxes.join(", "))?;
    }
    writeln!(out, "As read: {}", describe(&table.dropped))
}

fn write_found<T: Display>(title: &str, found: &Found<T>, out: &mut String) -> std::fmt::Result {
    writeln!(out, "  {title}: {}", found.count)?;
    for one in found.found.iter().take(NAMED) {
        writeln!(out, "    {one}")?;
    }
    match found.count.saturating_sub(NAMED) {
        0 => Ok(()),
        more => writeln!(out, "    and {more} more"),
    }
}
