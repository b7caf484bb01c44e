//! How many regions of a class there are.

use groundscope_model::Finding;

use crate::{Draft, grammar};

/// One sentence with the number of regions of a class that has some.
pub(crate) fn say(draft: &mut Draft, finding: &Finding) {
    let ids: Vec<&str> = finding.regions.iter().map(|r| r.id.as_str()).collect();
    let verb = if ids.len() == 1 { "is" } else { "are" };
    draft.say(format!(
        "There {verb} {} of {} ({}, {}): {}; lesions that lie close together count as one.",
        grammar::regions(ids.len()),
        finding.class.name(),
        finding.verdict(),
        grammar::confidence(finding),
        grammar::list(&ids)
    ));
    draft.rest_on(ids);
}
