//! Derives a coalesce: which neighbouring modes merge, and why others do not.

use super::notes::{FlatLayout, FlatMode, FoundModes, Notes, append, leaves};
use layout_core::Layout;

/// Derives `coalesce(a)`, from the leftmost leaf to the rightmost.
pub(super) fn coalesce(a: &Layout, notes: &mut Notes) -> FoundModes {
    let mut out: Vec<FlatMode> = Vec::new();
    for leaf in leaves(a) {
        let (before, count) = (out.last().copied(), out.len());
        if leaf.extent == 0 {
            notes.find("an extent is 0: the layout has no element and becomes one mode", "0:0");
            return Ok(vec![FlatMode { extent: 0, stride: 0 }]);
        }
        append(&mut out, leaf);
        if leaf.extent == 1 {
            notes.say(format!("{leaf} has a single coordinate and is dropped"));
        } else if let (Some(before), Some(merged)) = (before, out.last())
            && out.len() == count
        {
            let FlatMode { extent, stride } = before;
            notes.find(
                format!("{leaf} continues {before}: {extent}*{stride} = {}", leaf.stride),
                merged,
            );
        } else if let Some(before) = before {
            let FlatMode { extent, stride } = before;
            notes.find(
                format!(
                    "{leaf} stays a mode: {before} ends at {extent}*{stride} = {}, not at {}",
                    before.end(),
                    leaf.stride
                ),
                leaf,
            );
        } else {
            notes.find(format!("{leaf} is the first mode"), leaf);
        }
    }
    if out.is_empty() {
        notes.find("no mode remains: a single element", FlatMode::ONE);
        out.push(FlatMode::ONE);
    }
    Ok(out)
}

/// The coalesced modes of `a`, with one note if coalescing changes them.
pub(super) fn coalesced(a: &Layout, notes: &mut Notes) -> Vec<FlatMode> {
    let all = leaves(a);
    let mut out = Vec::new();
    all.iter().for_each(|leaf| append(&mut out, *leaf));
    if out != all {
        notes.find(format!("the modes of {a}, coalesced"), FlatLayout(&out));
    }
    out
}
