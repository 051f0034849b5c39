//! Lists the properties of a value.

use layout_cli::MaybeSwizzled;
use layout_cli::language::Value;
use layout_core::{Layout, SymbolicLayout};

/// The names and values of the properties, in the order of the page.
pub(crate) fn facts(value: &Value) -> Vec<(&'static str, String)> {
    match value {
        Value::Layout(layout) => of_layout(layout),
        Value::Swizzled(layout) => vec![
            ("size", layout.size().to_string()),
            ("cosize", layout.cosize().to_string()),
            ("rank", layout.rank().to_string()),
            ("injective", yes_or_no(layout.is_injective())),
        ]
        .into_iter()
        .chain(of_offsets(layout.size(), MaybeSwizzled::from(*layout).offsets()))
        .collect(),
        Value::Symbolic(layout) => of_names(layout),
        _ => Vec::new(),
    }
}

/// The known facts of a layout of names, and the integers of its picture.
fn of_names(layout: &SymbolicLayout) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Ok(size) = layout.size() {
        facts.push(("size", size.to_string()));
    }
    let conditions = layout.conditions();
    if !conditions.as_str().is_empty() {
        facts.push(("if", conditions.to_string()));
    }
    let known: Vec<_> = layout.facts().filter(|facts| !facts.is_none()).collect();
    if !known.is_empty() {
        let texts: Vec<_> = known.iter().map(|facts| format!("?{facts}")).collect();
        facts.push(("run-time leaves", texts.join(", ")));
    }
    if let Some((integers, example)) = layout.example() {
        facts.push(("drawn for", integers.to_string()));
        facts.push(("there", example.to_string()));
    }
    facts
}

fn of_layout(layout: &Layout) -> Vec<(&'static str, String)> {
    let mut facts = vec![("size", layout.size().to_string())];
    if layout.is_coordinate() {
        if let Ok(coshape) = layout.coshape() {
            facts.push(("coshape", coshape.to_string()));
        }
    } else {
        facts.push(("cosize", layout.cosize().to_string()));
    }
    facts.push(("rank", layout.rank().to_string()));
    facts.push(("depth", layout.depth().to_string()));
    facts.push(("injective", yes_or_no(layout.is_injective())));
    if let Ok(coalesced) = layout.coalesce()
        && coalesced != *layout
    {
        facts.push(("coalesced", coalesced.to_string()));
    }
    // The order of a permutation, of which few need to know, is the last fact.
    if !layout.is_coordinate() {
        facts.extend(of_offsets(layout.size(), MaybeSwizzled::from(*layout).offsets()));
    }
    facts
}

/// The most coordinates whose offsets are tested one by one.
const COUNTED: i64 = 1 << 16;

/// The facts in the offsets of a small layout: whether they are a permutation of 0, 1, .., and how many are left out or
/// shared.
fn of_offsets(size: i64, offsets: impl Iterator<Item = i64>) -> Vec<(&'static str, String)> {
    if !(1..=COUNTED).contains(&size) {
        return Vec::new();
    }
    let all: Vec<i64> = offsets.collect();
    let (Some(least), Some(most)) = (all.iter().min(), all.iter().max()) else { return Vec::new() };
    let Some(span) = usize::try_from(most - least).ok().filter(|span| *span <= 1 << 20) else {
        return Vec::new();
    };
    let mut many = vec![0_u32; span + 1];
    for offset in &all {
        if let Some(many) = usize::try_from(offset - least).ok().and_then(|k| many.get_mut(k)) {
            *many += 1;
        }
    }
    let holes = many.iter().filter(|many| **many == 0).count();
    let shared = many.iter().filter(|many| **many > 1).count();
    let mut facts = Vec::new();
    if holes > 0 || shared > 0 || *least != 0 {
        facts.push(("contiguous", yes_or_no::<()>(Ok(holes == 0))));
        if shared > 0 {
            let most = many.iter().max().copied().unwrap_or(0);
            facts.push(("shared", format!("{shared} offsets, by up to {most} coordinates")));
        }
        return facts;
    }
    let fixed = (0..).zip(&all).filter(|(k, offset)| k == *offset).count();
    if fixed == all.len() {
        return vec![("permutation", "the identity".to_owned())];
    }
    // The lengths of the cycles: their least common multiple is the order, and a cycle of even length is odd.
    let (mut order, mut odd) = (1_u64, false);
    let mut seen = vec![false; all.len()];
    for start in 0..all.len() {
        let (mut at, mut length) = (start, 0_u64);
        while let Some(seen) = seen.get_mut(at).filter(|seen| !**seen) {
            *seen = true;
            length += 1;
            at = usize::try_from(all[at]).unwrap_or(at);
        }
        if length > 0 {
            odd ^= length % 2 == 0;
            let (mut a, mut b) = (order, length);
            while b > 0 {
                (a, b) = (b, a % b);
            }
            order = order.saturating_mul(length / a.max(1));
        }
    }
    let parity = if odd { "odd" } else { "even" };
    let points = if fixed == 1 { "point" } else { "points" };
    vec![("permutation", format!("{parity}, of order {order}, {fixed} fixed {points}"))]
}

fn yes_or_no<E>(answer: Result<bool, E>) -> String {
    match answer {
        Ok(true) => "yes",
        Ok(false) => "no",
        Err(_) => "undecided",
    }
    .to_owned()
}
