//! `groundscope prompts eyevqa`: what to send to a model, a JSON object a question.

use groundscope_eyevqa::prompts::Prompts;
use serde_json::json;

use super::args::PromptsEyeVqaArgs;
use super::questions;
use crate::{Outcome, json_line, write_out};

/// Print a prompt a line.
pub fn prompts(args: &PromptsEyeVqaArgs) -> Outcome {
    let questions = questions(&args.questions)?;
    let prompts = Prompts::current();
    for question in &questions.all {
        let record = &question.record;
        let line = json!({
            "question_id": record.question_id,
            "image": record.image,
            "system": prompts.system,
            "prompt": prompts.of(question),
            "version": prompts.version,
        });
        write_out(&format!("{}\n", json_line(&line)?))?;
    }
    Ok(())
}
