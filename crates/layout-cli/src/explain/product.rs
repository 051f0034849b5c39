//! Derives a product: copies of a layout at offsets where they do not overlap.

use layout_core::{Layout, Mode, Tiler};

use super::complement::{RangeEnd, complement};
use super::compose::{ModeWalk, modes_of, nonempty, part, whole_of};
use super::divide::ResultForm;
use super::notes::{FlatLayout, FlatMode, FoundModes, Notes, leaves};

/// Derives `a * b`.
pub(super) fn product(a: &Layout, b: &Tiler, form: ResultForm, notes: &mut Notes) -> FoundModes {
    nonempty(a)?;
    let Some(modes) = modes_of(b) else {
        let repeats = repeat(a, &whole_of(b), notes)?;
        return Ok([leaves(a), repeats].concat());
    };
    if modes.len() > a.rank() {
        return Err(part(a, 0, modes.len()).err().unwrap_or_default());
    }
    let (mut out, mut repeats) = (Vec::new(), Vec::new());
    for i in 0..a.rank() {
        let mode = part(a, i, a.rank())?;
        let (block, repeat) = match modes.get(i) {
            Some(Mode::Layout(b)) => {
                let repeats = notes
                    .under(format!("mode {i}: {mode} * {b}"), |notes| repeat(&mode, b, notes))?;
                (leaves(&mode), repeats)
            }
            Some(Mode::Keep) => {
                notes.find(format!("mode {i} is not repeated"), mode);
                let once = if form == ResultForm::Logical { vec![] } else { vec![FlatMode::ONE] };
                (leaves(&mode), once)
            }
            None => {
                notes.find(format!("mode {i} is left as it is"), mode);
                (Vec::new(), leaves(&mode))
            }
        };
        out.extend(block);
        if form == ResultForm::Logical { out.extend(repeat) } else { repeats.extend(repeat) }
    }
    if form != ResultForm::Logical {
        notes.say("blocks first, then repeats");
    }
    out.extend(repeats);
    Ok(out)
}

/// Derives `A+ o b`, where `A+` is the complement of `a`: the offsets at which copies of `a` do not overlap.
fn repeat(a: &Layout, b: &Layout, notes: &mut Notes) -> FoundModes {
    repeats(a, b, std::slice::from_ref(b), notes).map(|modes| modes.concat())
}

/// Derives `A+ o m` for each mode `m` of `b`.
fn repeats(
    a: &Layout,
    b: &Layout,
    modes: &[Layout],
    notes: &mut Notes,
) -> Result<Vec<Vec<FlatMode>>, String> {
    let free = notes.under(format!("where copies of {a} have room"), |notes| {
        complement(a, RangeEnd::Never, notes)
    })?;
    notes.under(format!("the copies: {} o {b}", FlatLayout(&free)), |notes| {
        let mut walk = ModeWalk::new(&free);
        let found = modes.iter().map(|mode| walk.through(mode, notes)).collect::<Result<_, _>>()?;
        walk.end(notes)?;
        Ok(found)
    })
}

/// Derives a blocked or raked product: pairs of a mode of the block and a mode of the repeats.
pub(super) fn paired(a: &Layout, b: &Layout, raked: bool, notes: &mut Notes) -> FoundModes {
    nonempty(a)?;
    let modes = |layout: &Layout| -> Result<Vec<_>, String> {
        let mode = |i| layout.mode(i).map_err(|error| error.to_string());
        (0..layout.rank()).map(mode).collect()
    };
    let (blocks, repeats) = (modes(a)?, repeats(a, b, &modes(b)?, notes)?);
    let mut out = Vec::new();
    for i in 0..blocks.len().max(repeats.len()) {
        let block = blocks.get(i).map_or(vec![FlatMode::ONE], leaves);
        let repeat = repeats.get(i).cloned().unwrap_or(vec![FlatMode::ONE]);
        out.extend(if raked { [repeat, block].concat() } else { [block, repeat].concat() });
    }
    notes.say(match raked {
        true => "each mode of the repeats before the mode of the block: blocks interleave",
        false => "each mode of the block before the mode of the repeats: blocks stay whole",
    });
    Ok(out)
}
