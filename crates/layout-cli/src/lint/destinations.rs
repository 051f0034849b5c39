//! Layouts that are written: no two coordinates may share an offset.

use super::fact::Memory;
use super::{Finding, Rule};
use crate::MaybeSwizzled;

/// Finds the first two coordinates of a written layout that share an offset.
pub(super) fn check(memory: &Memory) -> Option<Finding> {
    if !memory.is_written {
        return None;
    }
    let (a, b, offset) = collision(&memory.layout)?;
    let layout = &memory.layout;
    let message = format!("{layout} is written, and {a} and {b} share the offset {offset}");
    let fix = match layout.plain().filter_zeros().is_injective() {
        Ok(true) => "write the modes of stride 0 once".to_owned(),
        _ => "give each mode a stride past the offsets of the modes below".to_owned(),
    };
    let found = Finding::new(Rule::Overlap, &memory.span, message).layout("written", layout);
    Some(found.number("offset", offset).fix(Some(fix)))
}

/// Two coordinates that share an offset, and the offset. A swizzle moves offsets one to one, so the plain layout decides
/// about each swizzled one.
fn collision(layout: &MaybeSwizzled) -> Option<(String, String, i64)> {
    let plain = layout.plain();
    let (a, b) = plain.collision().ok()??;
    let offset = plain.index(&a.into()).ok()?;
    Some((a.to_string(), b.to_string(), offset))
}
