//! Applies every operation to any layouts. A result satisfies its equation on every coordinate, if there are few enough
//! to enumerate; an error has one line.

#![no_main]

use layout_core::{Layout, LayoutError};
use libfuzzer_sys::arbitrary::{Result as Given, Unstructured};
use libfuzzer_sys::fuzz_target;
use static_layout_fuzz::{NumberSource, compact, layout, said::one_line, tiler};

#[path = "../../../../layout-core/tests/support/mod.rs"]
mod support;

mod cut;
mod function;
mod strided;
mod swizzled;

/// The most elements that are enumerated.
const MOST: i64 = 1 << 11;

/// The result, if there is one. Checks that an error has one line.
fn accepted<T>(answer: Result<T, LayoutError>) -> Option<T> {
    answer.map_err(|error| one_line(&error, &error)).ok()
}

fn small(a: &Layout) -> bool {
    a.size() <= MOST && a.cosize() <= 1 << 40
}

/// The offset at a linear index.
fn at(a: &Layout, i: i64) -> i64 {
    a.index(&i.into()).unwrap()
}

fn sorted(offsets: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut offsets: Vec<i64> = offsets.collect();
    offsets.sort_unstable();
    offsets
}

fn operations(u: &mut Unstructured) -> Given<()> {
    let numbers = NumberSource { least: if u.ratio(1, 4)? { -9 } else { 0 }, any: u.ratio(1, 3)? };
    let one = |u: &mut Unstructured| if u.ratio(1, 3)? { compact(u) } else { layout(u, numbers) };
    let (Some(a), Some(b)) = (one(u)?, one(u)?) else { return Ok(()) };
    let Some(t) = tiler(u, NumberSource { least: 0, ..numbers })? else { return Ok(()) };
    let n = if u.ratio(1, 8)? { u.arbitrary()? } else { u.int_in_range(-2..=200)? };
    match u.int_in_range(0..=7)? {
        0 => cut::composes(&a, &t),
        1 => cut::divides(&a, &t),
        2 => cut::multiplies(&a, &b, &t),
        3 => cut::complements(&a, n),
        4 => function::is_what_it_says(&a, &b, n),
        5 => function::rearranges(&a, &b, n),
        6 => strided::is_an_array(u, &a, &b, n)?,
        _ => swizzled::goes_through(u, &a, &t)?,
    }
    Ok(())
}

fuzz_target!(|data: &[u8]| {
    // An error means too few bytes for an input.
    let _ = operations(&mut Unstructured::new(data));
});
