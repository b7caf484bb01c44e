//! The files of a report, as bytes: whoever has a file system writes them.

#[cfg(feature = "png")]
use crate::Figure;
use crate::{Evaluation, ReportError, figures, page, tables};

/// Every file of a report, as path (with `/`) and bytes: `report.html`, `evaluation.json`, `tables/*` as Markdown,
/// CSV, LaTeX and JSON, and `figures/*.svg`. The feature `png` adds `pictures`, and changes nothing here.
///
/// The same evaluation gives the same bytes.
///
/// # Errors
/// [`ReportError::Data`] where the evaluation contradicts itself; the others if a library fails.
pub fn write(evaluation: &Evaluation) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    evaluation.check()?;
    let tables = tables(evaluation)?;
    let figures = figures(evaluation)?;
    let json = serde_json::to_string_pretty(evaluation).map_err(|error| ReportError::Json {
        part: "evaluation.json".to_owned(),
        what: error.to_string(),
    })?;
    let mut files = vec![
        (
            "report.html".to_owned(),
            page(evaluation, &tables, &figures).into_bytes(),
        ),
        ("evaluation.json".to_owned(), (json + "\n").into_bytes()),
    ];
    for table in &tables {
        let path = |extension| format!("tables/{}.{extension}", table.id);
        files.push((path("md"), table.to_markdown().into_bytes()));
        files.push((path("csv"), table.to_csv()?.into_bytes()));
        files.push((path("tex"), table.to_latex().into_bytes()));
        files.push((path("json"), table.to_json()?.into_bytes()));
    }
    for figure in &figures {
        files.push((
            format!("figures/{}.svg", figure.id),
            figure.svg.clone().into_bytes(),
        ));
    }
    Ok(files)
}

/// Every figure as `figures/*.png`, to stand beside the files of [`write`].
///
/// # Errors
/// As [`write`].
#[cfg(feature = "png")]
pub fn pictures(evaluation: &Evaluation) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    evaluation.check()?;
    let renderer = crate::Renderer::default();
    let picture = |figure: &Figure| Ok((format!("figures/{}.png", figure.id), renderer.png(figure)?));
    figures(evaluation)?.iter().map(picture).collect()
}
