//! Rows about layouts after layouts, `F o O o L`, which CuTe does not evaluate: the layout after an offset is read
//! as behind a swizzle of no bits, and `F` is composed with the answer.

use layout_core::{ComposedLayout, Layout, LayoutError};

use crate::Row;
use crate::composed;
use crate::operation::Outcome;

const IN_UNITS: &str = "layouts after layouts, in units";

/// `F`, and what comes before it.
fn parts(text: &str) -> Option<(Layout, ComposedLayout)> {
    let (after, before) = text.split_once(" o ")?;
    let after: Layout = after.parse().ok()?;
    let before: ComposedLayout = format!("Sw<0,0,0> o {before}").parse().ok()?;
    (!after.is_coordinate()).then_some((after, before))
}

fn composed_text(after: &Layout, before: &str) -> Result<String, LayoutError> {
    let before: ComposedLayout = before.parse()?;
    after.compose_swizzled(&before).map(|layout| layout.to_string())
}

/// The answer of the row, or why it is not asked.
pub(crate) fn evaluate(row: &Row) -> Outcome {
    let is_chain = |text: &String| text.contains(" o ");
    let Some(k) = row.operands.iter().position(is_chain) else {
        return Outcome::Elsewhere(IN_UNITS);
    };
    if row.attribute.as_ref().is_some_and(|path| path.starts_with('-')) {
        return Outcome::Elsewhere("mode numbers below 0");
    }
    let of_parts = ["cosize", "make_layout_like"].contains(&&*row.operation);
    if of_parts || row.operation.starts_with("composed_get") {
        return Outcome::Elsewhere("the parts of a layout after a layout");
    }
    let Some((after, before)) = parts(&row.operands[k]) else {
        return Outcome::Elsewhere(IN_UNITS);
    };
    let mut operands = row.operands.clone();
    operands[k] = match row.operation.as_str() {
        "layout_eval" => match after.compose_swizzled(&before) {
            Ok(layout) => layout.to_string(),
            Err(error) => return Outcome::Answer(Err(error)),
        },
        _ => before.to_string(),
    };
    let inner = Row {
        place: row.place.clone(),
        operation: row.operation.clone(),
        operands,
        attribute: row.attribute.clone(),
        kinds: row.kinds.clone(),
        out: row.out.clone(),
        offset: row.offset.clone(),
        class: row.class.clone(),
    };
    match composed::evaluate(&inner) {
        Outcome::Answer(Ok(answer)) if answer.contains(" o ") => {
            Outcome::Answer(composed_text(&after, &answer))
        }
        other => other,
    }
}

/// The same function over the same shape.
pub(crate) fn same(answer: &str, golden: &str) -> bool {
    let (Some((after, before)), Ok(a)) = (parts(golden), answer.parse::<ComposedLayout>()) else {
        return false;
    };
    let b = after.compose_swizzled(&before);
    b.is_ok_and(|b| a.size() == b.size() && a.rank() == b.rank() && a.iter().eq(b.iter()))
}
