//! The groundscope command line.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]
#![recursion_limit = "256"]

mod arg_values;
mod args;
mod boxes;
mod convert;
mod describe;
mod evaluate;
mod eyevqa;
mod failure;
mod folder;
mod hints;
mod input;
mod make;
mod merge;
mod new_folder;
mod output;
mod overlay;
mod parse;
mod parse_args;
mod progress;
mod read;
mod read_outputs;
mod report_folder;
mod run_spec;
mod score;
mod score_presence;
mod table;
mod train;
mod train_args;
mod ultrag;
mod weights;
mod wordless;

use std::process::ExitCode;

use clap::Parser;

use args::{
    Cli, Command, MakeCommand, PairCommand, PromptsCommand, ReviewCommand, ScoreCommand, ValidateCommand,
};
use failure::Failure;

fn main() -> ExitCode {
    let words = match Cli::try_parse() {
        Ok(words) => words,
        Err(error) => refuse(&error),
    };
    let result = match words.command {
        Command::Read(args) => read::run(&args),
        Command::Score(ScoreCommand::Grounding(args)) => score::grounding(&args),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Score(ScoreCommand::Presence(args)) => score_presence::run(&args),
        Command::Score(ScoreCommand::Eyevqa(args)) => eyevqa::score(&args),
        Command::Score(ScoreCommand::Ultrag(args)) => ultrag::score(&args),
        Command::Score(ScoreCommand::UltragCase) => ultrag::cases(),
        Command::Describe(args) => describe::run(&args),
        Command::Validate(ValidateCommand::Ultrag(args)) => ultrag::validate(&args),
        Command::Review(ReviewCommand::Ultrag(args)) => ultrag::review(&args),
        Command::Parse(args) => parse::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Pair(PairCommand::Eyevqa(args)) => eyevqa::pair(&args),
        Command::Prompts(PromptsCommand::Eyevqa(args)) => eyevqa::prompts(&args),
        Command::Prompts(PromptsCommand::Ultrag(args)) => ultrag::prompts(&args),
        Command::Train(args) => train::run(&args),
        Command::Make(MakeCommand::Phantom(args)) => make::phantom(&args),
        Command::Make(MakeCommand::Eyevqa(args)) => eyevqa::make(&args),
        Command::Make(MakeCommand::Ultrag(args)) => ultrag::make(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failures) => {
            failures.iter().for_each(Failure::report);
            ExitCode::FAILURE
        }
    }
}

/// Tell what is wrong with the arguments, or print the help that they ask for.
fn refuse(error: &clap::Error) -> ! {
    let plain = error.render().to_string();
    if !error.use_stderr() || table::printable_lines(&plain) == plain {
        error.exit()
    }
    // Names among the arguments may be from anywhere, too.
    eprint!("{}", table::printable_lines(&plain));
    std::process::exit(error.exit_code())
}

/// What a command comes to: nothing, or everything that failed.
type Outcome = Result<(), Vec<Failure>>;

impl From<Failure> for Vec<Failure> {
    fn from(failure: Failure) -> Self {
        vec![failure]
    }
}

/// Print a value as JSON, with an escape for what would move the cursor, colour the terminal or turn its text around.
fn print_json<T: serde::Serialize>(value: &T) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(value).map_err(no_json)?;
    write_out(&format!("{}\n", table::escaped(&json)))
}

/// JSON on one line.
fn json_line<T: serde::Serialize>(value: &T) -> Result<String, Failure> {
    let json = serde_json::to_string(value).map_err(no_json)?;
    Ok(table::escaped(&json))
}

fn no_json(error: serde_json::Error) -> Failure {
    Failure::new(error, "Report this as a fault of the program.")
}

/// Print lines, in which no name from a file may do so either.
fn print(text: &str) -> Result<(), Failure> {
    write_out(&table::printable_lines(text))
}

/// Write to standard output; a reader that has gone away (`| head`) is no failure.
fn write_out(text: &str) -> Result<(), Failure> {
    use std::io::{ErrorKind, Write, stdout};
    match stdout()
        .write_all(text.as_bytes())
        .and_then(|()| stdout().flush())
    {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::new(
            format_args!("standard output cannot be written ({error})"),
            "Check where the output goes.",
        )),
        _ => Ok(()),
    }
}
