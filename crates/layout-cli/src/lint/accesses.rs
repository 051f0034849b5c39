//! Accesses of threads: conflicts of banks, and sectors that are moved in vain.

use super::fact::ThreadAccess;
use super::{Checked, Finding, Rule};
use crate::memory::{Request, banks, coalescing, requests, search};

/// The requests of an access. None where the model refuses it: values that are not contiguous, more than it counts.
fn requested(access: &ThreadAccess) -> Option<Vec<Request>> {
    requests(&access.threads, &access.memory, access.access).ok()
}

/// Counts what an access costs.
pub(super) fn check(access: &ThreadAccess, checked: &mut Checked) -> Option<Finding> {
    let Some(requests) = requested(access) else {
        checked.skipped += 1;
        return None;
    };
    let name = if access.is_shared { "shared access" } else { "global access" };
    *checked.evaluated.entry(name.to_owned()).or_default() += 1;
    let ThreadAccess { threads, memory, .. } = access;
    let found = |rule, message| {
        Finding::new(rule, &access.span, message)
            .layout("threads", threads)
            .layout("memory", memory)
    };
    if access.is_shared {
        let cost = banks::total(&requests);
        if cost.is_free() {
            return None;
        }
        let message = format!("{threads} accesses {memory}: {cost}");
        let fix = search::find(&[*threads], memory, access.access).ok();
        let fix = fix.filter(|fix| fix.after.wavefronts < cost.wavefronts);
        let fix = fix.map(|fix| format!("swizzle it by {}: {}", fix.best.swizzle, fix.after));
        let found = found(Rule::BankConflict, message).number("wavefronts", cost.wavefronts);
        return Some(found.number("least", cost.least).number("ways", cost.ways).fix(fix));
    }
    let traffic = coalescing::total(&requests);
    if traffic.sectors <= traffic.least_sectors {
        return None;
    }
    let message = format!("{threads} accesses {memory}: {traffic}");
    let found = found(Rule::Uncoalesced, message).number("sectors", traffic.sectors);
    let fix = "let neighbouring threads take neighbouring elements";
    Some(found.number("least", traffic.least_sectors).fix(Some(fix)))
}
