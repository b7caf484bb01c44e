//! One failure of a command: a line that says what happened and, unless it says so itself, a line that says what to do.

use std::fmt;
use std::path::Path;

use crate::table::printable;

/// What happened and what to do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    message: String,
    hint: String,
}

impl Failure {
    /// What happened, and what to do now: nothing where the message says it.
    pub fn new(message: impl fmt::Display, hint: impl fmt::Display) -> Self {
        Self {
            message: one_line(&message.to_string()),
            hint: one_line(&hint.to_string()),
        }
    }

    /// The same, about a file.
    pub fn of(path: &Path, message: impl fmt::Display, hint: impl fmt::Display) -> Self {
        Self::new(format_args!("{}: {message}", path.display()), hint)
    }

    /// The same, where the message says what to do.
    pub fn told(path: &Path, message: impl fmt::Display) -> Self {
        Self::of(path, message, "")
    }

    /// A file that could not be read.
    pub fn reading(path: &Path, error: &std::io::Error) -> Self {
        if path.is_dir() {
            return Self::of(path, "is a folder", "Name the files in it.");
        }
        Self::of(
            path,
            format_args!("cannot be read ({error})"),
            "Check the path and its permissions.",
        )
    }

    /// A file that could not be written.
    pub fn writing(path: &Path, error: &std::io::Error) -> Self {
        Self::of(
            path,
            format_args!("cannot be written ({error})"),
            "Check that the folder exists and may be written to.",
        )
    }

    /// Print what there is on standard error.
    pub fn report(&self) {
        eprintln!("error: {}", self.message);
        if !self.hint.is_empty() {
            eprintln!("hint: {}", self.hint);
        }
    }
}

fn one_line(text: &str) -> String {
    printable(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_and_names_the_file() {
        let failure = Failure::of(Path::new("scan.png"), "broken\n  in two", "Try again.");
        assert_eq!(failure.message, "scan.png: broken in two");
        assert_eq!(failure.hint, "Try again.");
    }
}
