//! Accesses of threads: conflicts of banks, and sectors that are moved in vain.
//!
//! The models of memory are called here alone.

use std::ops::Range;

use super::fact::ThreadAccess;
use super::{Checked, Finding, Rule};
use crate::MaybeSwizzled;
use crate::memory::{Access, Request, banks, coalescing, requests, search};

/// The access of a thread-value layout to memory. None where the model refuses it: values that are not contiguous, more
/// of them than it counts.
pub(super) fn access(
    span: Range<usize>,
    threads: MaybeSwizzled,
    memory: MaybeSwizzled,
    access: Access,
    is_shared: bool,
) -> Option<ThreadAccess> {
    let requests = requests(&threads, &memory, access).ok()?;
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
    let cost = banks::total(&access.requests);
    if cost.is_free() {
        return None;
    }
    let better = |(threads, memory, access): &(MaybeSwizzled, MaybeSwizzled, Access)| {
        search::find(&[*threads], memory, *access).ok()
    };
    let fix = access.layouts.as_ref().and_then(better);
    let fix = fix.filter(|fix| fix.after.wavefronts < cost.wavefronts);
    let fix = fix.map(|fix| format!("swizzle it by {}: {}", fix.best.swizzle, fix.after));
    let found = finding(access, Rule::BankConflict, &cost.to_string()).fix(fix);
    let found = found.number("wavefronts", cost.wavefronts).number("least", cost.least);
    Some(found.number("ways", cost.ways))
}

fn sectors(access: &ThreadAccess) -> Option<Finding> {
    let traffic = coalescing::total(&access.requests);
    if traffic.sectors <= traffic.least_sectors {
        return None;
    }
    let found = finding(access, Rule::Uncoalesced, &traffic.to_string());
    let found = found.number("sectors", traffic.sectors).number("least", traffic.least_sectors);
    Some(found.fix(Some("let neighbouring threads take neighbouring elements")))
}

/// One instruction of a warp: the address of each lane in bytes.
pub(super) fn request(access: Access, addresses: impl Iterator<Item = i64>) -> Request {
    let lanes = addresses.zip(0..).map(|(address, thread)| crate::memory::Lane { thread, address });
    Request { warp: 0, value: 0, access, lanes: lanes.collect() }
}
