//! Derives a complement: the offsets that a layout does not reach.

use layout_core::Layout;

use super::compose::nonempty;
use super::notes::{FlatMode, FoundModes, Notes, append, leaves};

/// The upper end of a complement.
#[derive(Clone, Copy)]
pub(super) enum RangeEnd {
    /// This range, which the covered part must divide.
    At(i64),
    /// This range, rounded up to a multiple of the covered part.
    Past(i64),
    /// No end.
    Never,
}

/// Derives the complement of `a` up to `end`: the gaps between its modes, and what follows them.
pub(super) fn complement(a: &Layout, end: RangeEnd, notes: &mut Notes) -> FoundModes {
    if let RangeEnd::At(m) | RangeEnd::Past(m) = end
        && m <= 0
    {
        return Err(format!("the range {m} is not positive"));
    }
    nonempty(a)?;
    let mut sorted: Vec<_> =
        leaves(a).into_iter().filter(|leaf| leaf.extent != 1 && leaf.stride != 0).collect();
    if let Some(down) = sorted.iter().find(|leaf| leaf.stride < 0) {
        return Err(format!("the stride {} is negative", down.stride));
    }
    sorted.sort_by_key(|leaf| leaf.stride);
    let (mut free, mut covered) = (Vec::new(), 1_i64);
    for leaf in sorted {
        let gap = leaf.stride / covered;
        if leaf.stride < covered {
            notes.say(format!("{leaf} begins below {covered}, where the mode below it ends"));
            return Err(format!(
                "the stride {} is below {covered}, where the mode below it ends: the modes overlap",
                leaf.stride
            ));
        }
        if leaf.stride % covered != 0 && !matches!(end, RangeEnd::Never) {
            notes.say(format!("{leaf}: below its stride no whole number of {covered} fits"));
            return Err(format!(
                "the stride {} is no multiple of {covered}, where the mode below it ends: gaps would remain",
                leaf.stride
            ));
        }
        let next = leaf.fitting_end()?;
        let begins = format!("{leaf} begins at {}", leaf.stride);
        if gap > 1 {
            let between = FlatMode { extent: gap, stride: covered };
            notes.find(
                format!("{begins}: {}/{covered} = {gap} steps of {covered} are free below it, and both cover what is below {next}", leaf.stride),
                between,
            );
        } else {
            notes.say(format!(
                "{begins}: nothing is free below it, and it covers what is below {next}"
            ));
        }
        append(&mut free, FlatMode { extent: gap, stride: covered });
        covered = next;
    }
    let rest = match end {
        RangeEnd::Never => {
            let rest = FlatMode { extent: FlatMode::ENDLESS, stride: covered };
            notes.find(format!("from {covered} on everything is free"), rest);
            free.push(rest);
            return Ok(free);
        }
        RangeEnd::At(m) if m % covered != 0 => {
            notes.say(format!("{m}/{covered} is no whole number of steps of {covered}"));
            return Err(format!("{covered} does not divide {m}"));
        }
        RangeEnd::At(m) => {
            notes.find(
                format!("up to {m}: {m}/{covered} = {} steps of {covered}", m / covered),
                FlatMode { extent: m / covered, stride: covered },
            );
            m / covered
        }
        RangeEnd::Past(m) => {
            let up = (m - 1) / covered + 1;
            let leaf = FlatMode { extent: up, stride: covered };
            notes.find(format!("up to {m}, rounded up: {up} steps of {covered}"), leaf);
            up
        }
    };
    append(&mut free, FlatMode { extent: rest, stride: covered });
    if free.is_empty() {
        free.push(FlatMode::ONE);
    }
    Ok(free)
}
