//! What can be wrong with an evaluation, and what to do about it.

/// Why a report could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// The data contradict themselves.
    #[error("{at}: {what}; correct it and make the report again")]
    Data {
        /// Where, as a path through the evaluation: `runs[2].params`.
        at: String,
        /// What is wrong there.
        what: String,
    },
    /// A figure could not be drawn.
    #[error("the figure {figure} could not be drawn ({what}); report this with the evaluation's JSON")]
    Figure {
        /// The figure's file stem.
        figure: String,
        /// What the drawing library said.
        what: String,
    },
    /// A picture could not be made of a figure.
    #[error("the figure {figure} could not be made a PNG ({what}); use its SVG")]
    Png {
        /// The figure's file stem.
        figure: String,
        /// What the renderer said.
        what: String,
    },
    /// The table could not be written as CSV.
    #[error("the table {table} could not be written as CSV ({what}); use its JSON")]
    Csv {
        /// The table's file stem.
        table: String,
        /// What the CSV writer said.
        what: String,
    },
    /// A part could not be written as JSON.
    #[error("{part} could not be written as JSON ({what}); every figure must be a finite number")]
    Json {
        /// Which part.
        part: String,
        /// What the writer said.
        what: String,
    },
    /// The published figures that this crate carries are damaged.
    #[error(
        "the published figures of this build cannot be read ({what}); build again from unchanged sources"
    )]
    Published {
        /// What the parser met.
        what: String,
    },
}
