//! Derives inverses.
//!
//! The modes are sorted by stride. The inverse of a mode `s:d` that starts at the linear index `i` is `s:i`.

use layout_core::Layout;

use super::coalesce::coalesced;
use super::compose::nonempty;
use super::notes::{FlatMode, FoundModes, Notes, append};

/// A mode, and the linear index at which it starts: the product of the extents before it.
#[derive(Clone, Copy)]
struct PlacedMode {
    leaf: FlatMode,
    start: i64,
}

impl PlacedMode {
    /// The inverse of the mode: as many steps, by its start.
    fn inverted(self) -> FlatMode {
        FlatMode { extent: self.leaf.extent, stride: self.start }
    }
}

/// The coalesced modes of positive stride, sorted by stride.
fn sorted(modes: &[FlatMode], notes: &mut Notes) -> Vec<PlacedMode> {
    let mut start = 1;
    let mut out = Vec::new();
    for &leaf in modes {
        if leaf.stride > 0 {
            out.push(PlacedMode { leaf, start });
        }
        start *= leaf.extent;
    }
    out.sort_by_key(|mode| mode.leaf.stride);
    for PlacedMode { leaf, start } in &out {
        notes.say(format!("{leaf} starts at the linear index {start}"));
    }
    out
}

/// Derives the right inverse: the modes whose strides continue each other from 1 on.
pub(super) fn right(a: &Layout, notes: &mut Notes) -> FoundModes {
    nonempty(a)?;
    let modes = coalesced(a, notes);
    let (mut out, mut covered, mut left) = (Vec::new(), 1, false);
    for mode in sorted(&modes, notes) {
        let FlatMode { extent, stride } = mode.leaf;
        if stride == covered {
            covered = extent.saturating_mul(stride);
            notes.find(
                format!("{}: its stride is {stride}, where the offsets so far end", mode.leaf),
                mode.inverted(),
            );
            append(&mut out, mode.inverted());
        } else {
            left = true;
            notes.say(format!(
                "{}: the offsets so far end at {covered}; the mode is left out",
                mode.leaf
            ));
        }
    }
    match modes.iter().map(|leaf| leaf.stride).min() {
        Some(stride) if stride < 0 && left => Err(format!(
            "the stride {stride} is negative, and positive ones do not continue each other from 1 on"
        )),
        _ => Ok(or_one(out)),
    }
}

/// Derives the left inverse: the digits of an offset in the mixed radix of the strides, each times the start of its
/// mode.
pub(super) fn left(a: &Layout, notes: &mut Notes) -> FoundModes {
    let (modes, mut out) = (upward(a, notes)?, Vec::new());
    let (mut below, mut covered, mut place) = (1, 1, 0);
    for mode in &modes {
        let stride = mode.leaf.stride;
        if stride % below != 0 {
            return Err(format!(
                "the stride {stride} is no multiple of the stride {below} below it"
            ));
        }
        overlap(stride, covered)?;
        let digit = FlatMode { extent: stride / below, stride: place };
        if digit.extent > 1 {
            notes.find(format!("below {stride} an offset has {stride}/{below} digits"), digit);
        }
        append(&mut out, digit);
        covered = mode.leaf.fitting_end()?;
        (below, place) = (stride, mode.start);
    }
    if let Some(last) = modes.last() {
        notes.find(format!("the last digit, in steps of {below}"), last.inverted());
        append(&mut out, last.inverted());
    }
    Ok(or_one(out))
}

/// Derives the inverse of a bijection.
pub(super) fn both(a: &Layout, notes: &mut Notes) -> FoundModes {
    let (modes, mut out, mut covered) = (upward(a, notes)?, Vec::new(), 1);
    for mode in &modes {
        let stride = mode.leaf.stride;
        overlap(stride, covered)?;
        if stride > covered {
            return Err(format!(
                "the stride {stride} is above {covered}, where the modes below it end: offsets stay free"
            ));
        }
        covered = mode.leaf.fitting_end()?;
        notes.find(
            format!("{}: every offset below {covered} occurs once", mode.leaf),
            mode.inverted(),
        );
        append(&mut out, mode.inverted());
    }
    Ok(or_one(out))
}

/// The modes sorted by stride; rejects strides that are not positive.
fn upward(a: &Layout, notes: &mut Notes) -> Result<Vec<PlacedMode>, String> {
    nonempty(a)?;
    let modes = coalesced(a, notes);
    match modes.iter().find(|leaf| leaf.stride <= 0) {
        Some(FlatMode { extent, stride: 0 }) => {
            Err(format!("the extent {extent} at stride 0 repeats elements"))
        }
        Some(FlatMode { stride, .. }) => Err(format!("the stride {stride} is negative")),
        None => Ok(sorted(&modes, notes)),
    }
}

fn overlap(stride: i64, covered: i64) -> Result<(), String> {
    if stride >= covered {
        return Ok(());
    }
    Err(format!(
        "the stride {stride} is below {covered}, where the mode below it ends: the modes overlap"
    ))
}

fn or_one(leaves: Vec<FlatMode>) -> Vec<FlatMode> {
    if leaves.is_empty() { vec![FlatMode::ONE] } else { leaves }
}
