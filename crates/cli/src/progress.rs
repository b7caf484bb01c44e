//! A progress bar on standard error, where that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over images, shown once it takes longer than a moment.
pub fn images() -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:32} {pos} of {len} images, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Move the bar on.
pub fn show(bar: &ProgressBar, done: u64, all: u64) {
    // Told once in a while: a bar costs more than an image does.
    if done.is_multiple_of(256) || done == all {
        bar.set_length(all);
        bar.set_position(done);
    }
}
