//! Complement: the offsets that a layout leaves free.

use layout_core::Layout;

use super::compose::nonempty;
use super::notes::{Found, Leaf, Notes, append, leaves};

/// Where the free offsets end.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// Below this, exactly.
    At(i64),
    /// At the next multiple past this.
    Past(i64),
    /// Nowhere.
    Never,
}

/// The free offsets between the modes of `a` and up to `end`.
pub(super) fn complement(a: &Layout, end: End, notes: &mut Notes) -> Found {
    if let End::At(m) | End::Past(m) = end
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
        if leaf.stride % covered != 0 && !matches!(end, End::Never) {
            notes.say(format!("{leaf}: below its stride no whole number of {covered} fits"));
            return Err(format!(
                "the stride {} is no multiple of {covered}, where the mode below it ends: gaps would remain",
                leaf.stride
            ));
        }
        let next = leaf.fitting_end()?;
        let begins = format!("{leaf} begins at {}", leaf.stride);
        if gap > 1 {
            let between = Leaf { extent: gap, stride: covered };
            notes.find(
                format!("{begins}: {}/{covered} = {gap} steps of {covered} are free below it, and both cover what is below {next}", leaf.stride),
                between,
            );
        } else {
            notes.say(format!(
                "{begins}: nothing is free below it, and it covers what is below {next}"
            ));
        }
        append(&mut free, Leaf { extent: gap, stride: covered });
        covered = next;
    }
    let rest = match end {
        End::Never => {
            let rest = Leaf { extent: Leaf::ENDLESS, stride: covered };
            notes.find(format!("from {covered} on everything is free"), rest);
            free.push(rest);
            return Ok(free);
        }
        End::At(m) if m % covered != 0 => {
            notes.say(format!("{m}/{covered} is no whole number of steps of {covered}"));
            return Err(format!("{covered} does not divide {m}"));
        }
        End::At(m) => {
            notes.find(
                format!("up to {m}: {m}/{covered} = {} steps of {covered}", m / covered),
                Leaf { extent: m / covered, stride: covered },
            );
            m / covered
        }
        End::Past(m) => {
            let up = (m - 1) / covered + 1;
            let leaf = Leaf { extent: up, stride: covered };
            notes.find(format!("up to {m}, rounded up: {up} steps of {covered}"), leaf);
            up
        }
    };
    append(&mut free, Leaf { extent: rest, stride: covered });
    if free.is_empty() {
        free.push(Leaf::ONE);
    }
    Ok(free)
}
