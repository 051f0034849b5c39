//! Operations of MLIR's `memref`: views whose type states the strides, and stores.
//!
//! | text | facts |
//! |---|---|
//! | `subview` with integers, `transpose` | the claim that the result type has the exact strides and offset |
//! | `collapse_shape`, `expand_shape` | the claim that the elements keep their row-major order |
//! | `store`, the second operand of `copy`, of `vector.store` and of `vector.transfer_write` | a layout that is written |

use layout_core::{IntTuple, Layout};
use static_layout_dialects::MemRef;
use static_layout_dialects::statement::Statement;

use super::super::Checked;
use super::super::fact::{Claim, Fact, Memory};
use crate::language::Value;

/// The facts of an operation.
pub(super) fn read(found: &Statement<'_>, facts: &mut Vec<Fact>, checked: &mut Checked) {
    let written = match found.name {
        "memref.store" => found.operands.first(),
        "memref.copy" => found.operands.get(1).or(found.result.as_ref()),
        "vector.store" | "vector.transfer_write" => found.operands.first(),
        _ => None,
    };
    let written = written.into_iter().chain(found.operands.get(1));
    if matches!(
        found.name,
        "memref.store" | "memref.copy" | "vector.store" | "vector.transfer_write"
    ) {
        let layout = written.filter_map(|of| parts(of)).next();
        if let Some((layout, _)) = layout {
            let (span, layout) = (found.span.clone(), layout.into());
            facts.push(Fact::Memory(Memory { span, layout, is_written: true, is_narrow: false }));
        }
        return;
    }
    let exact = match found.name {
        "memref.subview" => subview(found),
        "memref.transpose" => transpose(found),
        "memref.collapse_shape" | "memref.expand_shape" => {
            match reshape(found) {
                Some((exact, stated)) => facts.push(claim(found, "row-major view", exact, stated)),
                None => checked.skipped += 1,
            }
            return;
        }
        _ => return,
    };
    match exact.zip(found.result.and_then(parts)) {
        Some((exact, (stated, offset))) => {
            facts.push(claim(found, "view", exact.0, stated));
            if exact.1 != offset {
                facts.push(claim(found, "offset", exact.1, offset));
            }
        }
        None => checked.skipped += 1,
    }
}

/// The claim that a value is the one of the text.
fn claim(
    found: &Statement<'_>,
    operation: &'static str,
    exact: impl Into<Value>,
    stated: impl Into<Value>,
) -> Fact {
    let (span, operands) = (found.span.clone(), vec![exact.into()]);
    Fact::Operation(Claim { span, operation, operands, stated: Some(stated.into()), rounds: false })
}

/// The layout and the offset of a type whose integers are known.
fn parts(text: &str) -> Option<(Layout, i64)> {
    MemRef::parse(text).ok()?.fill(&[]).ok()
}

/// The integers of each list `[1, 2]` behind the first operand.
fn lists(text: &str) -> Option<Vec<Vec<i64>>> {
    let lists = text.split('[').skip(1).map(|list| {
        let inside = list.split(']').next().unwrap_or_default();
        inside.split(',').map(|number| number.trim().parse().ok()).collect::<Option<Vec<i64>>>()
    });
    lists.collect()
}

fn subview(found: &Statement<'_>) -> Option<(Layout, i64)> {
    let (layout, first) = parts(found.operands.first()?)?;
    let lists = lists(found.attributes)?;
    let [offsets, sizes, steps] = lists.as_slice() else { return None };
    let rank = layout.leaf_count();
    if [offsets, sizes, steps].iter().any(|list| list.len() != rank) {
        return None;
    }
    let (mut offset, mut extents, mut strides) = (first, Vec::new(), Vec::new());
    // A result of lower rank drops modes of extent 1.
    let dropped = rank.checked_sub(parts(found.result?)?.0.leaf_count())?;
    let mut left = dropped;
    for k in 0..rank {
        let stride = layout.leaf(k).1;
        offset = offset.checked_add(offsets[k].checked_mul(stride)?)?;
        if sizes[k] == 1 && left > 0 {
            left -= 1;
            continue;
        }
        extents.push(sizes[k]);
        strides.push(stride.checked_mul(steps[k])?);
    }
    Some((layout_of(&extents, &strides)?, offset))
}

/// `memref.transpose %0 (i, j) -> (j, i) : A to R`.
fn transpose(found: &Statement<'_>) -> Option<(Layout, i64)> {
    let (layout, offset) = parts(found.operands.first()?)?;
    let (from, to) = found.attributes.split_once("->")?;
    let names = |text: &str| -> Option<Vec<String>> {
        let inside = text.split_once('(')?.1.split_once(')')?.0;
        Some(inside.split(',').map(|name| name.trim().to_owned()).collect())
    };
    let (from, to) = (names(from)?, names(to)?);
    let modes = to.iter().map(|name| from.iter().position(|other| other == name));
    let modes: Vec<usize> = modes.collect::<Option<_>>()?;
    Some((layout.select(&modes).ok()?, offset))
}

/// The operand and the result of a reshape with their modes from right to left: it keeps the row-major order, so they
/// are the same function.
fn reshape(found: &Statement<'_>) -> Option<(Layout, Layout)> {
    let (layout, offset) = parts(found.operands.first()?)?;
    let (stated, other) = parts(found.result?)?;
    let reversed =
        |layout: &Layout| Layout::from_modes(&layout.modes().rev().collect::<Vec<_>>()).ok();
    Some((reversed(&layout)?, reversed(&stated)?)).filter(|_| offset == other)
}

fn layout_of(extents: &[i64], strides: &[i64]) -> Option<Layout> {
    let tuple = |numbers: &[i64]| {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        IntTuple::parse(&format!("({})", numbers.join(","))).ok()
    };
    Layout::new(tuple(extents)?, tuple(strides)?).ok()
}
