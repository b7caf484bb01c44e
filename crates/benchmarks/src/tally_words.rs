//! What happened to the boxes of a file, in words: one wording for every report.

use crate::BoxTally;

impl BoxTally {
    /// Each reason with how many boxes it holds for, those that occur, dropped ones first.
    pub fn reasons(&self) -> Vec<(u64, &'static str)> {
        // Taken apart, so that a new reason is not forgotten here.
        let Self {
            wrong_arity,
            not_finite,
            no_area,
            outside_image,
            crowd,
            clipped,
            rounded,
        } = *self;
        let mut reasons = vec![
            (wrong_arity, "dropped, not four numbers"),
            (not_finite, "dropped, not finite"),
            (no_area, "dropped, no area"),
            (outside_image, "dropped, outside the image"),
            (crowd, "dropped, crowd region"),
            (clipped, "clipped to the image"),
            (rounded, "rounded to 6 decimals"),
        ];
        reasons.retain(|(count, _)| *count > 0);
        reasons
    }

    /// Boxes that were drawn and cannot be used. A crowd region is dropped on purpose, and what was clipped or rounded is there.
    pub const fn lost(&self) -> u64 {
        self.wrong_arity + self.not_finite + self.no_area + self.outside_image
    }

    /// All reasons in one line; `None` where every box was used as given.
    pub fn in_words(&self) -> Option<String> {
        let told: Vec<String> = self
            .reasons()
            .iter()
            .map(|(count, reason)| format!("{count} {reason}"))
            .collect();
        (!told.is_empty()).then(|| told.join("; "))
    }
}
