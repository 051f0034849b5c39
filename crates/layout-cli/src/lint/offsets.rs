//! Offsets of systems that count in 32 bits.

use super::fact::Memory;
use super::{Finding, Rule};

/// Finds an offset past 32 bits.
pub(super) fn check(memory: &Memory) -> Option<Finding> {
    let (least, most) = memory.layout.bounds().filter(|_| memory.is_narrow)?;
    let offset = match (i32::try_from(least), i32::try_from(most)) {
        (Ok(_), Ok(_)) => return None,
        (Err(_), _) => least,
        _ => most,
    };
    let layout = &memory.layout;
    let message = format!(
        "{layout} has the offset {offset}, past the {} of 32 bits",
        if offset < 0 { i32::MIN } else { i32::MAX }
    );
    let found = Finding::new(Rule::Overflow, &memory.span, message).layout("memory", layout);
    Some(found.number("offset", offset).fix(Some("count in 64 bits: an extent or a stride of i64")))
}
