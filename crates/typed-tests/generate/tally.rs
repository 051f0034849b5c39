//! The outcomes of the golden rows on static layouts, by reason.

use std::collections::BTreeMap;

use super::golden::{Golden, Row, RowFate};
use super::operations::{OPERATIONS, SLICE, parse};

const NESTING: &str = "nesting that a bound on the method refuses";

fn outcome(row: &Row) -> &'static str {
    match row.fate() {
        Some(RowFate::Equal) => return "static: equal",
        Some(RowFate::Refused) => return "static: a compile error",
        None => {}
    }
    if row.out.is_none() && matches!(row.method.as_str(), "index" | "ordered") {
        return NESTING;
    }
    let mut operations = OPERATIONS.iter().chain([&SLICE]);
    let Some(operation) = operations.find(|operation| operation.method == row.method) else {
        return "operations on plain integers only";
    };
    match parse(operation, row).map(|call| call.answer()) {
        None => "static: operands of another kind",
        Some(Ok(_)) => "static: decided otherwise",
        Some(Err(_)) => NESTING,
    }
}

/// The number of rows for each outcome, after all files are written.
pub fn tally(golden: &Golden) -> BTreeMap<&'static str, usize> {
    let has = |row: &Row, yes, no| if row.fate().is_some() { yes } else { no };
    let mixed =
        |row| has(row, "mixed rows: as types", "mixed rows: known integers alone forbid it");
    let swizzled = |row| has(row, "swizzled rows: equal", "swizzled rows: decided otherwise");
    let mut reasons: Vec<&str> = golden.rows.iter().map(outcome).collect();
    reasons.extend(golden.mixed.iter().map(mixed));
    reasons.extend(golden.swizzled.iter().map(swizzled));
    reasons.extend(&golden.others);
    let mut counts = BTreeMap::new();
    for reason in reasons {
        *counts.entry(reason).or_default() += 1;
    }
    counts
}
