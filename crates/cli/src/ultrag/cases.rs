//! `groundscope score ultrag-case`: single cases of UltraG-Bench from standard input, one a line.

use std::io::{BufRead, stdin};

use groundscope_ultrag::score_case;

use crate::failure::Failure;
use crate::{Outcome, json_line, write_out};

/// Score each case and print it at once; the first that is none ends the command.
pub fn cases() -> Outcome {
    for (number, line) in (1..).zip(stdin().lock().lines()) {
        let line = line.map_err(|error| {
            Failure::new(
                format_args!("standard input cannot be read ({error})"),
                "Give cases as UTF-8 text.",
            )
        })?;
        if line.trim().is_empty() {
            continue;
        }
        let scored = score_case(line.trim_start_matches('\u{feff}'))
            .map_err(|error| Failure::new(format_args!("line {number}: {error}"), ""))?;
        write_out(&format!("{}\n", json_line(&scored)?))?;
    }
    Ok(())
}
