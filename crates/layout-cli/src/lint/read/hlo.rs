//! Operations of HLO: a bitcast moves no element, a transpose permutes the dimensions.

use static_layout_dialects::statement::{self, Statement};
use static_layout_dialects::xla::XlaShape;

use super::super::fact::Fact;
use super::super::{Checked, Rule};

/// The facts of a module.
pub(super) fn read(text: &str, facts: &mut Vec<Fact>, checked: &mut Checked) {
    for found in &statement::hlo(text).operations {
        if !matches!(found.name, "bitcast" | "transpose" | "copy" | "reshape") {
            continue;
        }
        let refused = match shapes(found) {
            Some((from, to)) => refusal(found, &from, &to),
            None => {
                checked.skipped += 1;
                continue;
            }
        };
        *checked.evaluated.entry(format!("hlo.{}", found.name)).or_default() += 1;
        let span = found.span.clone();
        facts.extend(refused.map(|message| Fact::Refused(Rule::WrongResult, span, message)));
    }
}

fn shapes(found: &Statement<'_>) -> Option<(XlaShape, XlaShape)> {
    let [from] = found.operands.as_slice() else { return None };
    Some((from.parse().ok()?, found.result?.parse().ok()?))
}

/// Why an operation has no such result.
fn refusal(found: &Statement<'_>, from: &XlaShape, to: &XlaShape) -> Option<String> {
    let bytes = |shape: &XlaShape| shape.allocation_size_in_bytes().ok();
    match found.name {
        "bitcast" => {
            let (a, b) = (bytes(from)?, bytes(to)?);
            (a != b).then(|| format!("a bitcast of {from} to {to} has {a} bytes and then {b}"))
        }
        "transpose" => {
            let list = found.attributes.split_once("dimensions={")?.1.split_once('}')?.0;
            let order: Vec<usize> =
                list.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>()?;
            let dimensions = from.dimensions();
            let exact: Option<Vec<i64>> =
                order.iter().map(|&k| dimensions.get(k).copied()).collect();
            let is_exact = exact.as_deref() == Some(to.dimensions());
            (!is_exact).then(|| format!("a transpose of {from} by {order:?} is no {to}"))
        }
        _ => {
            let (a, b) = (from.element_count().ok()?, to.element_count().ok()?);
            let is_same = found.name == "reshape" || from.dimensions() == to.dimensions();
            let wrong = a != b || !is_same;
            wrong
                .then(|| format!("a {} of {from}, of {a} elements, is no {to}, of {b}", found.name))
        }
    }
}
