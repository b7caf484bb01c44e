//! A table as HTML: headings with their scope, the first cell of a row its heading.

use maud::{Markup, html};

use crate::{Cell, Column, Table};

impl Table {
    /// The table as HTML, its notes below it, everything escaped.
    pub fn to_html(&self) -> String {
        let page = html! {
            div.wide {
                table id={ "table-" (self.id) } {
                    caption { (self.caption) }
                    thead { tr {
                        @for column in &self.columns {
                            th scope="col" class=[class(column)] { (column.name) }
                        }
                    } }
                    tbody {
                        @for row in &self.rows {
                            tr {
                                @for (at, (cell, column)) in row.iter().zip(&self.columns).enumerate() {
                                    @if at == 0 {
                                        th scope="row" class=[class(column)] { (marked(cell)) }
                                    } @else {
                                        td class=[class(column)] { (marked(cell)) }
                                    }
                                }
                            }
                        }
                    }
                }
                @for note in &self.notes { p.note { (note) } }
            }
        };
        page.into_string()
    }
}

fn class(column: &Column) -> Option<&'static str> {
    column.figures.then_some("figure")
}

fn marked(cell: &Cell) -> Markup {
    html! {
        @if cell.best { strong { (cell.text) } }
        @else if cell.second { u { (cell.text) } }
        @else { (cell.text) }
    }
}
