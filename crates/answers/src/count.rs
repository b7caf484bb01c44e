//! How many regions of a class there are.

use groundscope_model::Finding;

use crate::Draft;

/// One sentence with the number of regions of a class that has some.
pub(crate) fn say(draft: &mut Draft, finding: &Finding) {
    let ids: Vec<&str> = finding.regions.iter().map(|r| r.id.as_str()).collect();
    draft.say(draft.words.count(finding, &ids));
    draft.rest_on(ids);
}
