//! The classes of OCT evidence, in the one order used everywhere.

use crate::Language;
use crate::german::{Form, german};

/// Where a biomarker sits, from the vitreous outwards; the page gives each group one hue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DepthGroup {
    /// The vitreous side of the inner limiting membrane.
    Vitreous,
    /// Inner retina, up to the outer plexiform layer.
    InnerRetina,
    /// Photoreceptors and the space below them, above the pigment epithelium.
    Photoreceptors,
    /// Retinal pigment epithelium and what lies below it.
    RpeAndBelow,
}

impl DepthGroup {
    /// The group's identifier in files and in the page.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Vitreous => "vitreous",
            Self::InnerRetina => "inner_retina",
            Self::Photoreceptors => "photoreceptors",
            Self::RpeAndBelow => "rpe_and_below",
        }
    }
}

macro_rules! classes {
    ($($variant:ident $id:literal $name:literal $short:literal $group:ident [$($synonym:literal),* $(,)?];)*) => {
        /// A class of evidence on OCT: the 13 biomarkers first, in the benchmark's order, then the extra classes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Class {
            $(#[doc = $name] $variant,)*
        }

        impl Class {
            /// Every class: the 13 biomarkers, then the extra classes.
            pub const ALL: &'static [Class] = &[$(Class::$variant,)*];

            /// The identifier used in every file.
            pub const fn id(self) -> &'static str {
                match self { $(Class::$variant => $id,)* }
            }

            /// The name in words, lower case, as it stands inside a sentence.
            pub const fn name(self) -> &'static str {
                match self { $(Class::$variant => $name,)* }
            }

            /// The short label drawn beside a box.
            pub const fn short(self) -> &'static str {
                match self { $(Class::$variant => $short,)* }
            }

            /// The depth group, which decides the hue.
            pub const fn group(self) -> DepthGroup {
                match self { $(Class::$variant => DepthGroup::$group,)* }
            }

            /// Accepted names beyond [`Class::name`], [`Class::short`] and [`Class::id`].
            pub const fn synonyms(self) -> &'static [&'static str] {
                match self { $(Class::$variant => &[$($synonym),*],)* }
            }

            /// The class with this identifier, exactly as written in files.
            pub fn from_id(id: &str) -> Option<Self> {
                match id { $($id => Some(Class::$variant),)* _ => None }
            }
        }
    };
}

classes! {
    Drusen "drusen" "drusen" "drusen" RpeAndBelow ["druse", "soft drusen", "hard drusen", "drusenoid deposit"];
    EzDisruption "ez_disruption" "ellipsoid zone disruption" "EZ" Photoreceptors
        ["EZ disruption", "EZ loss", "IS/OS disruption", "photoreceptor layer disruption"];
    Erm "erm" "epiretinal membrane" "ERM" Vitreous ["macular pucker"];
    Fibrosis "fibrosis" "fibrosis" "fibrosis" RpeAndBelow ["subretinal fibrosis", "fibrotic scar", "disciform scar"];
    HardExudates "hard_exudates" "hard exudates" "HE" InnerRetina ["exudate"];
    Hrf "hrf" "hyperreflective foci" "HRF" InnerRetina ["hyperreflective focus", "hyperreflective dots"];
    Irf "irf" "intraretinal fluid" "IRF" InnerRetina
        ["intraretinal cyst", "cyst", "cystoid fluid", "cystoid macular edema", "cystoid macular oedema", "intraretinal_fluid"];
    MacularHole "macular_hole" "macular hole" "MH" Vitreous ["full-thickness macular hole"];
    Ped "ped" "pigment epithelial detachment" "PED" RpeAndBelow [];
    RpeLoss "rpe_loss" "retinal pigment epithelium loss" "RPE loss" RpeAndBelow
        ["RPE atrophy", "geographic atrophy"];
    Sdd "sdd" "subretinal drusenoid deposits" "SDD" Photoreceptors ["reticular pseudodrusen", "RPD"];
    Srf "srf" "subretinal fluid" "SRF" Photoreceptors ["neurosensory detachment"];
    Vmt "vmt" "vitreomacular traction" "VMT" Vitreous [];
    LamellarHole "lamellar_hole" "lamellar hole" "LH" Vitreous ["lamellar macular hole"];
    Shrm "shrm" "subretinal hyperreflective material" "SHRM" Photoreceptors [];
    VitreousDetachment "vitreous_detachment" "vitreous detachment" "PVD" Vitreous
        ["posterior vitreous detachment"];
    Cnvm "cnvm" "choroidal neovascular membrane" "CNVM" RpeAndBelow
        ["choroidal neovascularisation", "choroidal neovascularization", "CNV"];
    Excavation "excavation" "focal choroidal excavation" "FCE" RpeAndBelow [];
}

impl Class {
    /// The 13 biomarkers of RetinaGroundBench, in its order.
    pub fn biomarkers() -> &'static [Class] {
        Self::ALL.split_at(13).0
    }

    /// The classes outside the benchmark.
    pub fn extras() -> &'static [Class] {
        Self::ALL.split_at(13).1
    }

    /// The name in a language, as it stands inside a sentence.
    ///
    /// ```
    /// use groundscope_ontology::{Class, Language};
    /// assert_eq!(Class::Srf.name_in(Language::De), "subretinale Flüssigkeit");
    /// ```
    pub const fn name_in(self, language: Language) -> &'static str {
        match language {
            Language::En => self.name(),
            Language::De => german(self).name,
        }
    }

    /// The short label in a language; most are the same in both.
    pub const fn short_in(self, language: Language) -> &'static str {
        match language {
            Language::En => self.short(),
            Language::De => german(self).short,
        }
    }

    /// Accepted German names beyond [`Class::name_in`] and [`Class::short_in`].
    pub const fn german_synonyms(self) -> &'static [&'static str] {
        german(self).synonyms
    }

    /// How its German name is used in a sentence.
    pub const fn german_form(self) -> Form {
        german(self).form
    }

    /// True for the 13 biomarkers of RetinaGroundBench.
    pub fn is_biomarker(self) -> bool {
        Self::biomarkers().contains(&self)
    }
}
