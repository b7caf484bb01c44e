//! `groundscope review ultrag`: the queue of records, and decisions on them.

use groundscope_ultrag::record::{Record, write_records};
use groundscope_ultrag::review::{Signature, decide, queue};

use super::args::{ReviewUltragArgs, VerdictArg};
use super::records;
use crate::failure::Failure;
use crate::{Outcome, input, output, print, print_json};

/// List the queue, or write a decision into a record's history.
pub fn review(args: &ReviewUltragArgs) -> Outcome {
    let mut records = records(&args.records)?;
    let (Some(id), Some(verdict), Some(out)) = (&args.record, args.verdict, &args.out) else {
        return list(args, &records);
    };
    let edited =
        match (&args.edited, verdict) {
            (Some(path), VerdictArg::Edit) => {
                let edited = serde_json::from_slice::<Record>(&input::bytes(path)?);
                Some(edited.map_err(|error| {
                    Failure::of(path, error, "Give the whole record with its tasks changed.")
                })?)
            }
            (Some(path), _) => {
                return Err(Failure::of(
                    path,
                    "only --verdict edit takes an edited record",
                    "Leave it out, or edit.",
                )
                .into());
            }
            (None, _) => None,
        };
    let by = Signature {
        reviewer: args.reviewer.as_deref().unwrap_or_default(),
        reason: args.reason.as_deref().unwrap_or_default(),
        date: args.date.as_deref(),
    };
    let score = decide(&mut records, id, verdict.into(), &by, edited);
    let score = score.map_err(|error| Failure::told(&args.records, error))?;
    let text =
        write_records(&records).map_err(|error| Failure::new(error, "Check the numbers of the records."))?;
    output::write(out, text.as_bytes())?;
    Ok(print(&format!(
        "{id}: decided, score {score}; written {}\n",
        out.display()
    ))?)
}

fn list(args: &ReviewUltragArgs, records: &[Record]) -> Outcome {
    let waiting = queue(records, args.mode.into(), args.include_empty, args.all);
    if args.json {
        return Ok(print_json(&waiting)?);
    }
    let mut text = format!(
        "{} of {} records wait for a decision, the worst first\n",
        waiting.iter().filter(|one| one.decided.is_none()).count(),
        records.len()
    );
    for one in &waiting {
        let worst = one
            .worst
            .map_or("none", groundscope_ultrag::validate::Severity::id);
        let decided = one.decided.map_or_else(String::new, |verdict| {
            format!("  decided: {verdict:?}").to_lowercase()
        });
        text.push_str(&format!(
            "{:>3}  {:8}  {} issues  {}{decided}\n",
            one.score, worst, one.issues, one.sample_id
        ));
    }
    Ok(print(&text)?)
}
