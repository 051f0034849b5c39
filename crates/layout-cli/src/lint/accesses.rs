//! Accesses of threads: conflicts of banks, and sectors that are moved in vain.
//!
//! The models of memory are called here alone.

use std::ops::Range;

use layout_core::memory::{Access, Cost, NVIDIA, NVIDIA_GLOBAL, Traffic};

use super::fact::ThreadAccess;
use super::{Checked, Finding, Rule};
use crate::MaybeSwizzled;
use crate::memory::{pattern, requests, search};

/// The access of a thread-value layout to memory. None where the model refuses it: values that are not contiguous, more
/// of them than it counts.
pub(super) fn access(
    span: Range<usize>,
    threads: MaybeSwizzled,
    memory: MaybeSwizzled,
    access: Access,
    is_shared: bool,
) -> Option<ThreadAccess> {
    let requests = requests(&pattern(&threads, &memory, access).ok()?, NVIDIA.lanes).ok()?;
    let layouts = Some((threads, memory, access));
    let (threads, memory) = (threads.to_string(), memory.to_string());
    Some(ThreadAccess { span, threads, memory, requests, layouts, is_shared })
}

/// Counts what an access costs.
pub(super) fn check(access: &ThreadAccess, checked: &mut Checked) -> Option<Finding> {
    let name = if access.is_shared { "shared access" } else { "global access" };
    *checked.evaluated.entry(name.to_owned()).or_default() += 1;
    if access.is_shared { conflicts(access) } else { sectors(access) }
}

fn finding(access: &ThreadAccess, rule: Rule, cost: &str) -> Finding {
    let ThreadAccess { threads, memory, span, .. } = access;
    let message = format!("{threads} accesses {memory}: {cost}");
    Finding::new(rule, span, message).layout("threads", threads).layout("memory", memory)
}

fn conflicts(access: &ThreadAccess) -> Option<Finding> {
    let cost = access
        .requests
        .iter()
        .try_fold(Cost::NONE, |sum, request| NVIDIA.cost(request).map(|cost| sum.plus(cost)));
    let cost = cost.ok().filter(|cost| !cost.is_free())?;
    let better = |(threads, memory, access): &(MaybeSwizzled, MaybeSwizzled, Access)| {
        search::find(&[*threads], memory, *access, &NVIDIA).ok()
    };
    let fix = access.layouts.as_ref().and_then(better);
    let fix = fix.filter(|fix| fix.after.wavefronts < cost.wavefronts);
    let fix = fix.map(|fix| format!("swizzle it by {}: {}", fix.best.swizzle, fix.after));
    let found = finding(access, Rule::BankConflict, &cost.to_string()).fix(fix);
    let found = found.number("wavefronts", cost.wavefronts).number("least", cost.least);
    Some(found.number("ways", cost.ways))
}

fn sectors(access: &ThreadAccess) -> Option<Finding> {
    let requests = access.requests.iter().map(|request| NVIDIA_GLOBAL.traffic(request));
    let traffic = requests.fold(Traffic::NONE, Traffic::plus);
    if traffic.is_coalesced() {
        return None;
    }
    let found = finding(access, Rule::Uncoalesced, &traffic.to_string());
    let found = found.number("sectors", traffic.sectors).number("least", traffic.least_sectors);
    Some(found.fix(Some("let neighbouring threads take neighbouring elements")))
}
