//! The causes of errors, in the order in which they are looked for.

/// Why a reference was not detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReferenceCause {
    /// It gathered nothing, and the predictions of one other class would have detected it.
    WrongClass,
    /// It gathered nothing, and no other class would have detected it.
    Missed,
    /// Without one of the predictions it gathered, it would be detected.
    Stray,
    /// The union's area outside the reference is larger than the reference's uncovered area.
    Overshoot,
    /// One prediction covers too little of it.
    Undershoot,
    /// Several predictions together cover too little of it.
    Fragment,
}

impl ReferenceCause {
    /// All causes, in the order in which they are looked for.
    pub const ALL: [Self; 6] = [
        Self::WrongClass,
        Self::Missed,
        Self::Stray,
        Self::Overshoot,
        Self::Undershoot,
        Self::Fragment,
    ];

    /// The name used in files and reports.
    pub const fn id(self) -> &'static str {
        match self {
            Self::WrongClass => "wrong_class",
            Self::Missed => "missed",
            Self::Stray => "stray",
            Self::Overshoot => "overshoot",
            Self::Undershoot => "undershoot",
            Self::Fragment => "fragment",
        }
    }
}

/// Why a prediction is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PredictionCause {
    /// An undetected reference of its class gathered it; that reference's cause.
    Spoils(ReferenceCause),
    /// No reference of its class gathers it, but one of another class does.
    WrongClass,
    /// No reference of any class gathers it.
    Background,
}

impl PredictionCause {
    /// The name used in files and reports; what is spoilt stands apart.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Spoils(_) => "spoils",
            Self::WrongClass => "wrong_class",
            Self::Background => "background",
        }
    }
}
