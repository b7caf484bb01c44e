//! The seven types of question and the six groups of disease (specification 1).

/// A type of question, in the order of every table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Single choice: one letter.
    Sc,
    /// Fixed multiple choice: two or more letters.
    Ms,
    /// Multiple response: one or more letters.
    Vs,
    /// Judgement: yes or no, true or false.
    Tf,
    /// Ranking: four letters in order.
    Rk,
    /// Localisation: a point.
    Pl,
    /// A bounding box.
    Bb,
}

impl Kind {
    /// Every type.
    pub const ALL: [Self; 7] = [
        Self::Sc,
        Self::Ms,
        Self::Vs,
        Self::Tf,
        Self::Rk,
        Self::Pl,
        Self::Bb,
    ];

    /// The short name in tables.
    pub const fn short(self) -> &'static str {
        match self {
            Self::Sc => "SC",
            Self::Ms => "MS",
            Self::Vs => "VS",
            Self::Tf => "TF",
            Self::Rk => "RK",
            Self::Pl => "PL",
            Self::Bb => "BB",
        }
    }

    /// The name in question files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Sc => "single_choice",
            Self::Ms => "fixed_multiple_choice",
            Self::Vs => "multiple_response",
            Self::Tf => "judgement",
            Self::Rk => "ranking",
            Self::Pl => "localization",
            Self::Bb => "bounding_box",
        }
    }

    pub(crate) fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }
}

/// A group of diseases, in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Diabetic retinopathy.
    Dr,
    /// Glaucoma.
    Gl,
    /// Pathological myopia.
    Pm,
    /// Macular disease.
    Md,
    /// Multiple diseases.
    Mu,
    /// Everything else.
    Ot,
}

impl Group {
    /// Every group.
    pub const ALL: [Self; 6] = [Self::Dr, Self::Gl, Self::Pm, Self::Md, Self::Mu, Self::Ot];

    /// The short name in tables.
    pub const fn short(self) -> &'static str {
        match self {
            Self::Dr => "DR",
            Self::Gl => "GL",
            Self::Pm => "PM",
            Self::Md => "MD",
            Self::Mu => "MU",
            Self::Ot => "OT",
        }
    }

    /// The group of a record's `disease_category`.
    pub fn of(category: &str) -> Self {
        match category.trim() {
            "diabetic_retinopathy" => Self::Dr,
            "glaucoma" => Self::Gl,
            "pathological_myopia" => Self::Pm,
            "macular_disease" => Self::Md,
            "multiple" => Self::Mu,
            _ => Self::Ot,
        }
    }
}
