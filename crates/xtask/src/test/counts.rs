//! How many tests passed, failed and were skipped, read from what the test runners print.

use std::fmt;
use std::ops::AddAssign;

/// Tests by how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Ran and held.
    pub passed: u64,
    /// Ran and did not hold, or could not run.
    pub failed: u64,
    /// Left out, with a reason printed.
    pub skipped: u64,
}

impl Counts {
    /// One check that passed, such as a formatter without complaints.
    pub const ONE_PASSED: Self = Self {
        passed: 1,
        failed: 0,
        skipped: 0,
    };

    /// Passed and failed together.
    pub fn ran(self) -> u64 {
        self.passed + self.failed
    }

    /// Sums the closing lines of Rust's test harness (`test result: ok. 3 passed; 0 failed; 1 ignored; ...`),
    /// which `wasm-bindgen-test-runner` prints too. A runner that failed without a failing test (it did not
    /// build, or died) counts as one failure.
    pub fn of_harness(output: &str, success: bool) -> Self {
        let mut counts = Self::default();
        for line in output
            .lines()
            .filter_map(|line| line.trim().strip_prefix("test result: "))
        {
            for field in line.split([';', '.']) {
                match field.trim().split_once(' ') {
                    Some((number, "passed")) => counts.passed += number.parse::<u64>().unwrap_or(0),
                    Some((number, "failed")) => counts.failed += number.parse::<u64>().unwrap_or(0),
                    Some((number, "ignored")) => counts.skipped += number.parse::<u64>().unwrap_or(0),
                    _ => {}
                }
            }
        }
        if !success && counts.failed == 0 {
            counts.failed = 1;
        }
        counts
    }

    /// Reads the closing lines of Node's test runner (`# pass 12` as TAP, `ℹ pass 12` for people).
    pub fn of_node(output: &str, success: bool) -> Self {
        let mut counts = Self::default();
        for line in output.lines() {
            let fields = line
                .strip_prefix("# ")
                .or_else(|| line.strip_prefix("ℹ "))
                .and_then(|line| line.split_once(' '));
            match fields.map(|(word, number)| (word, number.trim().parse::<u64>())) {
                Some(("pass", Ok(number))) => counts.passed = number,
                Some(("fail" | "cancelled", Ok(number))) => counts.failed += number,
                Some(("skipped" | "todo", Ok(number))) => counts.skipped += number,
                _ => {}
            }
        }
        if !success && counts.failed == 0 {
            counts.failed = 1;
        }
        counts
    }

    /// Reads the JSON report of Playwright. None when it is no such report.
    pub fn of_playwright(json: &str) -> Option<Self> {
        let report: serde_json::Value = serde_json::from_str(json).ok()?;
        let number = |key: &str| report["stats"][key].as_u64();
        let broken = report["errors"]
            .as_array()
            .map_or(0, |errors| errors.len() as u64);
        Some(Self {
            passed: number("expected")?,
            failed: number("unexpected")? + number("flaky")? + broken,
            skipped: number("skipped")?,
        })
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(f, ", {} skipped", self.skipped)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harness_lines_are_summed() {
        let output = "running 2 tests\ntest a ... ok\n\
            test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s\n\
            test result: FAILED. 5 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.50s\n";
        assert_eq!(
            Counts::of_harness(output, false),
            Counts {
                passed: 7,
                failed: 3,
                skipped: 1
            }
        );
    }

    #[test]
    fn a_harness_that_never_ran_is_one_failure() {
        assert_eq!(
            Counts::of_harness("error: could not compile", false),
            Counts {
                failed: 1,
                ..Counts::default()
            }
        );
    }

    #[test]
    fn node_lines_are_read_in_both_forms() {
        let tap = "# tests 9\n# pass 7\n# fail 1\n# cancelled 0\n# skipped 1\n# todo 0\n";
        assert_eq!(
            Counts::of_node(tap, false),
            Counts {
                passed: 7,
                failed: 1,
                skipped: 1
            }
        );
        assert_eq!(
            Counts::of_node("ℹ pass 3\nℹ fail 0\n", true),
            Counts {
                passed: 3,
                failed: 0,
                skipped: 0
            }
        );
        assert_eq!(
            Counts::of_node("no such file", false),
            Counts {
                failed: 1,
                ..Counts::default()
            }
        );
    }

    #[test]
    fn a_playwright_report_counts_flaky_and_broken_files_as_failures() {
        let json =
            r#"{"errors":[{"message":"x"}],"stats":{"expected":4,"unexpected":1,"flaky":1,"skipped":2}}"#;
        assert_eq!(
            Counts::of_playwright(json),
            Some(Counts {
                passed: 4,
                failed: 3,
                skipped: 2
            })
        );
        assert_eq!(Counts::of_playwright("{}"), None);
    }

    #[test]
    fn the_closing_line_has_the_form_that_is_read() {
        assert_eq!(
            Counts {
                passed: 3,
                failed: 0,
                skipped: 0
            }
            .to_string(),
            "3 passed, 0 failed"
        );
        assert_eq!(
            Counts {
                passed: 3,
                failed: 1,
                skipped: 2
            }
            .to_string(),
            "3 passed, 1 failed, 2 skipped"
        );
    }
}
