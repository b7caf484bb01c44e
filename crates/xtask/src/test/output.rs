//! Runs a command, keeps what it prints in `target/test-logs`, and shows it only when it fails.

use std::fs;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

/// How much of a failed command's output is shown; the log has all of it.
const LINES_SHOWN: usize = 400;

/// A finished command.
pub struct Finished {
    /// It exited with 0.
    pub success: bool,
    /// Standard output and standard error as they came.
    pub text: String,
}

/// Runs `command` to its end; `log` names its log file. Errors only when it cannot be started.
pub fn run(command: &mut Command, log: &str) -> Result<Finished, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{name} could not be started ({error}); is it installed and on PATH?"))?;
    let text = Arc::new(Mutex::new(String::new()));
    let readers = [
        child.stdout.take().map(|pipe| collect(pipe, Arc::clone(&text))),
        child.stderr.take().map(|pipe| collect(pipe, Arc::clone(&text))),
    ];
    let status = child
        .wait()
        .map_err(|error| format!("{name} was lost while running: {error}"))?;
    for reader in readers.into_iter().flatten() {
        let _ = reader.join();
    }
    if std::io::stdout().is_terminal() {
        print!("\r\x1b[K");
    }
    let text = text.lock().map(|text| text.clone()).unwrap_or_default();
    let path = keep(log, &text)?;
    if !status.success() {
        let lines: Vec<&str> = text.lines().collect();
        for line in lines.iter().skip(lines.len().saturating_sub(LINES_SHOWN)) {
            println!("   | {line}");
        }
        println!(
            "   {name} ended with {status}; all it printed is in {}",
            path.display()
        );
    }
    Ok(Finished {
        success: status.success(),
        text,
    })
}

/// The folder of logs and reports, made when missing.
pub fn logs() -> Result<PathBuf, String> {
    let folder = super::tools::target_dir().join("test-logs");
    fs::create_dir_all(&folder).map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
    Ok(folder)
}

fn keep(log: &str, text: &str) -> Result<PathBuf, String> {
    let path = logs()?.join(format!("{log}.log"));
    fs::write(&path, text).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    Ok(path)
}

/// Gathers lines in the background; on a terminal the newest one is shown in place, so that a long build is seen to move.
fn collect(pipe: impl Read + Send + 'static, text: Arc<Mutex<String>>) -> std::thread::JoinHandle<()> {
    let live = std::io::stdout().is_terminal();
    std::thread::spawn(move || {
        let mut reader = BufReader::new(pipe);
        let mut bytes = Vec::new();
        while reader.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
            let line = String::from_utf8_lossy(&bytes).into_owned();
            if live {
                print!(
                    "\r\x1b[K   {}",
                    line.trim_end().chars().take(100).collect::<String>()
                );
                let _ = std::io::stdout().flush();
            }
            if let Ok(mut text) = text.lock() {
                text.push_str(&line);
            }
            bytes.clear();
        }
    })
}
