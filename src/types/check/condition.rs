//! Conditions in `const`. One that does not hold stops the compiler.

use crate::types::layout::{AnyLayout, Form, PlainLayout};
use crate::types::num::Bool;
use crate::types::swizzle::OffsetMap;
use layout_core::{self as value, LayoutError};

/// Stops the compiler with the message `rule` unless `holds`.
#[track_caller]
pub const fn require(holds: bool, rule: &'static str) {
    if !holds {
        panic!("{}", rule)
    }
}

/// Stops the compiler with the message `rule` unless `holds`. The message names the layout unless it is swizzled. Silent for the
/// result of a refused operation.
#[track_caller]
pub const fn require_of<L: Form>(holds: bool, rule: &'static str) {
    if !holds {
        refused_of::<L>(rule)
    }
}

#[track_caller]
const fn refused_of<L: Form>(rule: &'static str) {
    // The result of a refused operation has an error already.
    if !L::FORM.are_integers() {
        return;
    }
    let text = if <L::Outer as OffsetMap>::IS_IDENTITY {
        value::Text::of("").then_layout(&L::FORM).then(": ").then(rule)
    } else {
        value::Text::of(rule)
    };
    stop(text.as_str())
}

/// Stops the compiler with this error. Silent where an operand is the result of a refused operation, which has an error of its
/// own.
#[track_caller]
pub const fn report(error: &LayoutError) {
    if error.is_of_integers() {
        panic!("{}", error.message().as_str())
    }
}

/// [`report`] of an error that does not depend on unknown leaves, which print as `?`.
#[track_caller]
pub const fn report_nesting(error: &LayoutError) {
    if error.is_of_integers() {
        panic!("{}", error.of_nesting().as_str())
    }
}

/// Stops the compiler with this message.
#[track_caller]
pub const fn stop(text: &str) -> ! {
    panic!("{}", text)
}

/// The value of a constant such as `IS_INJECTIVE`. Stops the compiler for an error, or a layout that is not static.
#[track_caller]
pub(crate) const fn holds<L: AnyLayout>(answer: Result<bool, LayoutError>) -> bool {
    require_of::<L>(
        <<L::Plain as AnyLayout>::IsStatic as Bool>::VALUE,
        "a constant needs a static layout: call the method of the same name",
    );
    match answer {
        Ok(holds) => holds,
        Err(error) => panic!("{}", error.message().as_str()),
    }
}

/// [`holds`] for a layout that is not swizzled. Stops the compiler for a swizzled one.
#[track_caller]
pub(crate) const fn holds_plain<L: AnyLayout>(answer: bool) -> bool {
    require(
        <L::OffsetMap as OffsetMap>::IS_IDENTITY,
        "the layout is swizzled: use the layout inside",
    );
    holds::<L>(Ok(answer))
}

/// [`holds`] for a static layout; `false` for another one.
#[track_caller]
pub(crate) const fn holds_if<L: PlainLayout>(answer: Result<bool, LayoutError>) -> bool {
    <L::IsStatic as Bool>::VALUE && holds::<L>(answer)
}
