//! What becomes of the golden rows on the static side, by reason.

use std::collections::BTreeMap;

use super::golden::{self, Row};
use super::operations::{OPERATIONS, SLICE, is_refusable, parse, repeats};
use super::partition;

const SCALARS: [&str; 24] = [
    "identity",
    "coshape",
    "size",
    "cosize",
    "rank",
    "depth",
    "index",
    "compact_index",
    "compact_coord",
    "col_major",
    "row_major",
    "ordered",
    "congruent",
    "weakly_congruent",
    "compatible",
    "max_common_vector",
    "max_alignment",
    "ceil_div",
    "get_1d_coord",
    "get_flat_coord",
    "get_hier_coord",
    "crd2crd",
    "evenly_divides",
    "shape_div",
];

fn outcome(row: &Row) -> &'static str {
    if row.method == "shape_div" && row.out.is_none() {
        return "static: a compile error";
    }
    if SCALARS.contains(&row.method.as_str()) || partition::is_asked(row) {
        return "static: equal";
    }
    let mut operations = OPERATIONS.iter().chain([&SLICE]);
    let Some(operation) = operations.find(|operation| operation.method == row.method) else {
        return "operations on plain integers only";
    };
    let Some(call) = parse(operation, row) else {
        return "static: operands of another kind";
    };
    match call.answer() {
        Ok(_) if repeats(row, &call) => "static: equal",
        Ok(_) => "static: decided otherwise",
        Err(_) if is_refusable(operation) => "static: a compile error",
        Err(_) => "nesting that a bound on the method refuses",
    }
}

/// The number of rows for each outcome.
pub fn tally() -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for row in golden::all() {
        *counts.entry(row.as_ref().map_or_else(|reason| *reason, outcome)).or_default() += 1;
    }
    counts
}
