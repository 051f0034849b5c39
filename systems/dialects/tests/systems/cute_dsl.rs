//! Golden rows of the CuTe DSL's layout types, whose `?` have widths and divisors.

use layout_core::{IntTuple, SymbolicError, SymbolicLayout, Tiler};
use serde_json::Value;
use static_layout_dialects::CuteLayout;

use crate::{EQUAL, REFUSED, RowVerdict, every_row};

#[test]
fn rows() {
    every_row("cute_dsl", check);
}

/// The layout of names of a type of the DSL.
fn symbolic(text: &Value) -> SymbolicLayout {
    let text = text.as_str().unwrap();
    let read: CuteLayout = text.parse().unwrap();
    assert_eq!(read.to_string(), text);
    let layout = read.symbolic().unwrap();
    assert_eq!(CuteLayout::from(layout), read, "{layout}");
    layout
}

fn answer(row: &Value) -> Result<SymbolicLayout, SymbolicError> {
    let a = symbolic(&row["args"][0]);
    let tiler = || row["args"][1].as_str().unwrap().parse::<Tiler>().unwrap();
    match row["op"].as_str().unwrap() {
        "logical_divide" => a.logical_divide(&tiler()),
        "zipped_divide" => a.zipped_divide(&tiler()),
        "tiled_divide" => a.tiled_divide(&tiler()),
        "flat_divide" => a.flat_divide(&tiler()),
        "logical_product" => a.logical_product(&symbolic(&row["args"][1])),
        "blocked_product" => a.blocked_product(&symbolic(&row["args"][1])),
        "coalesce" => a.coalesce(),
        "flatten" => a.flatten(),
        other => panic!("{other}"),
    }
}

fn check(row: &Value) -> RowVerdict {
    let ours = answer(row);
    if row["error"].is_string() {
        return if ours.is_err() { Ok(REFUSED) } else { Ok("refused there, answered") };
    }
    let theirs = symbolic(&row["out"]);
    let ours = match ours {
        Ok(ours) => ours,
        Err(error) if error.as_str().contains("depends on the integers") => {
            return Ok("the result depends on the integers: refused");
        }
        Err(error) if error.as_str().contains("does not divide") => {
            return Ok("a static extent that the tile does not divide: refused");
        }
        Err(error) => return Err(error.to_string()),
    };
    let written = CuteLayout::from(ours);
    if written.to_string() == row["out"].as_str().unwrap() {
        return Ok(EQUAL);
    }
    if row["op"] == "coalesce" && leaf_count(&ours) != leaf_count(&theirs) {
        // The DSL joins no mode to a run-time one; here `(64,n):(1,64)` is `64*n:1`.
        let joined = theirs.coalesce().map_err(|error| error.to_string())?;
        if CuteLayout::from(joined).to_string() == written.to_string() {
            return Ok("run-time modes that continue each other: one mode");
        }
    }
    let differs = form(&ours, &theirs).map_err(|leaf| format!("{written}: leaf {leaf} differs"))?;
    if let Some(reason) = differs {
        return Ok(reason);
    }
    let facts = || ours.facts().zip(theirs.facts());
    let is_wider = |bound: i64| bound > i64::from(i32::MAX);
    if !facts().all(|(ours, theirs)| ours.divisor() % theirs.divisor() == 0) {
        return Err(format!("{written} states less"));
    }
    if facts().any(|(ours, theirs)| ours.divisor() > theirs.divisor()) {
        return Ok("more divisors are known");
    }
    if facts().any(|(ours, theirs)| is_wider(ours.most()) && !is_wider(theirs.most())) {
        return Ok("a product that 32 bits need not hold has 64");
    }
    Ok("a bound makes 32 bits enough")
}

/// The number of leaves.
fn leaf_count(layout: &SymbolicLayout) -> usize {
    layout.parts().0.leaf_count()
}

/// Why two layouts that are the same function have different forms, or the number of a leaf that differs.
fn form(ours: &SymbolicLayout, theirs: &SymbolicLayout) -> Result<Option<&'static str>, usize> {
    let (found, expected) = (ours.parts(), theirs.parts());
    let leaf = |tuple: &IntTuple, k| tuple.is_known(k).then(|| tuple.value(k));
    let mut reason = None;
    for k in 0..found.0.leaf_count().max(expected.0.leaf_count()) {
        let extent = leaf(&found.0, k);
        if extent != leaf(&expected.0, k) {
            return Err(k);
        }
        if leaf(&found.1, k) != leaf(&expected.1, k) {
            if extent != Some(1) {
                return Err(k);
            }
            reason = Some("an extent of 1 has a run-time stride there, 0 here");
        }
    }
    if !found.0.congruent(&expected.0) {
        reason = reason.or(Some("nested otherwise"));
    }
    Ok(reason)
}
