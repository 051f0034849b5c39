//! Printed results: `A o B = R` in this library's notation, which is CuTe's.

use static_layout_dialects::statement;

use super::super::fact::{Claim, Fact};
use crate::language::{Scope, Value};

/// The most bytes of an operation that is evaluated.
const LONGEST: usize = 1 << 12;

/// The claims of the lines `operation = layout`.
pub(super) fn read(text: &str, facts: &mut Vec<Fact>) {
    for found in statement::printed(text) {
        let Some(result) = found.result.filter(|_| found.name.len() <= LONGEST) else { continue };
        facts.extend(claim(found.name, Some(result), found.span).map(Fact::Operation));
    }
}

/// The claim that the last operation of an expression has this result.
pub(super) fn claim(
    expression: &str,
    result: Option<&str>,
    span: std::ops::Range<usize>,
) -> Option<Claim> {
    let (_, mut steps) = Scope::default().trace(expression);
    let last = steps.pop()?;
    // The result belongs to the whole expression; an operation inside that is refused has none.
    let result = result.filter(|_| last.answer.is_ok() || operations(expression) == 1);
    let stated = match result {
        Some(result) => Some(layout(result)?),
        None => None,
    };
    let rounds = last.operation.name.ends_with("_divide") || last.operation.name == "complement";
    let operation = last.operation.name;
    Some(Claim { span, operation, operands: last.operands, stated, rounds })
}

/// The number of operators and calls of an expression.
fn operations(expression: &str) -> usize {
    let infix = [" o ", "/", "*", "~"].iter().map(|sign| expression.matches(sign).count());
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let calls =
        expression.match_indices('(').filter(|(at, _)| expression[..*at].ends_with(is_name));
    infix.sum::<usize>() + calls.count()
}

/// A printed layout. A tensor is its layout.
pub(super) fn layout(text: &str) -> Option<Value> {
    let (_, text) = match text.rsplit_once(") o ") {
        Some((pointer, layout)) if pointer.contains("ptr") => ("", layout),
        _ => ("", text),
    };
    let value = Scope::default().evaluate(text).ok()?;
    matches!(value, Value::Layout(_) | Value::Swizzled(_)).then_some(value)
}
