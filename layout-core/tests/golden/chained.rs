//! Golden rows about chains of layouts, `F o O o L`, which CuTe does not evaluate. The test reads the layout after an
//! offset as one after an empty swizzle, and composes `F` with the result.

use layout_core::{ComposedLayout, Layout, LayoutError};

use crate::GoldenRow;
use crate::composed;
use crate::operation::RowOutcome;

const IN_UNITS: &str = "layouts after layouts, in units";

/// `F`, and the layout before it.
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

/// The result of the row, or the reason to skip it.
pub(crate) fn evaluate(row: &GoldenRow) -> RowOutcome {
    let is_chain = |text: &String| text.contains(" o ");
    let Some(k) = row.operands.iter().position(is_chain) else {
        return RowOutcome::Elsewhere(IN_UNITS);
    };
    if row.attribute.as_ref().is_some_and(|path| path.starts_with('-')) {
        return RowOutcome::Elsewhere("mode numbers below 0");
    }
    let of_parts = ["cosize", "make_layout_like"].contains(&&*row.operation);
    if of_parts || row.operation.starts_with("composed_get") {
        return RowOutcome::Elsewhere("the parts of a layout after a layout");
    }
    let Some((after, before)) = parts(&row.operands[k]) else {
        return RowOutcome::Elsewhere(IN_UNITS);
    };
    let mut operands = row.operands.clone();
    operands[k] = match row.operation.as_str() {
        "layout_eval" => match after.compose_swizzled(&before) {
            Ok(layout) => layout.to_string(),
            Err(error) => return RowOutcome::Answer(Err(error)),
        },
        _ => before.to_string(),
    };
    let inner = GoldenRow {
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
        RowOutcome::Answer(Ok(answer)) if answer.contains(" o ") => {
            RowOutcome::Answer(composed_text(&after, &answer))
        }
        other => other,
    }
}

/// Whether two layouts are the same function on the same shape.
pub(crate) fn same(answer: &str, golden: &str) -> bool {
    let (Some((after, before)), Ok(a)) = (parts(golden), answer.parse::<ComposedLayout>()) else {
        return false;
    };
    let b = after.compose_swizzled(&before);
    b.is_ok_and(|b| a.size() == b.size() && a.rank() == b.rank() && a.iter().eq(b.iter()))
}
