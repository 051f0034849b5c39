//! Derives a divide: the composition with the tile, and with the complement of the tile.

use layout_core::{Layout, Mode, Tiler};

use super::coalesce::coalesced;
use super::complement::{RangeEnd, complement};
use super::compose::{ModeWalk, modes_of, nonempty, part, whole_of};
use super::notes::{FlatLayout, FlatMode, FoundModes, Notes, leaves};

/// The order of tiles and rests in the result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ResultForm {
    /// Each rest beside its tile.
    Logical,
    /// All tiles, then all rests; the picture of the result.
    Regrouped(&'static str),
}

impl ResultForm {
    /// The form of the operation `name`.
    pub(super) fn of(name: &str) -> Self {
        match name.split('_').next() {
            Some("zipped") => Self::Regrouped("((tile,..),(rest,..))"),
            Some("tiled") => Self::Regrouped("((tile,..),rest,..)"),
            Some("flat") => Self::Regrouped("(tile,..,rest,..)"),
            _ => Self::Logical,
        }
    }
}

/// Derives `a / t`. With `padded`, the number of tiles is rounded up.
pub(super) fn divide(
    a: &Layout,
    t: &Tiler,
    form: ResultForm,
    padded: bool,
    notes: &mut Notes,
) -> FoundModes {
    nonempty(a)?;
    let Some(modes) = modes_of(t) else {
        let (tile, rest) = cut(a, &whole_of(t), padded, notes)?;
        return Ok([tile, rest].concat());
    };
    if modes.len() > a.rank() {
        return Err(part(a, 0, modes.len()).err().unwrap_or_default());
    }
    let (mut out, mut rests) = (Vec::new(), Vec::new());
    for i in 0..a.rank() {
        let mode = part(a, i, a.rank())?;
        let (tile, rest) = match modes.get(i) {
            Some(Mode::Layout(t)) => notes
                .under(format!("mode {i}: {mode} / {t}"), |notes| cut(&mode, t, padded, notes))?,
            Some(Mode::Keep) => {
                notes.find(format!("mode {i} is one tile"), mode);
                let rest = if form == ResultForm::Logical { vec![] } else { vec![FlatMode::ONE] };
                (leaves(&mode), rest)
            }
            None => {
                notes.find(format!("mode {i} is not divided"), mode);
                (Vec::new(), leaves(&mode))
            }
        };
        out.extend(tile);
        if form == ResultForm::Logical { out.extend(rest) } else { rests.extend(rest) }
    }
    if let ResultForm::Regrouped(picture) = form {
        notes.say(format!("tiles first, then rests: {picture}"));
    }
    out.extend(rests);
    Ok(out)
}

/// Derives the tile and the rest of one mode.
fn cut(
    a: &Layout,
    t: &Layout,
    padded: bool,
    notes: &mut Notes,
) -> Result<(Vec<FlatMode>, Vec<FlatMode>), String> {
    if let Some(leaf) = leaves(t).iter().find(|leaf| leaf.stride == 0 && leaf.extent > 1) {
        return Err(format!(
            "a tiler must not repeat elements, but has extent {} at stride 0",
            leaf.extent
        ));
    }
    let modes = coalesced(a, notes);
    let mut walk = ModeWalk::new(&modes);
    let tile = notes
        .under(format!("the tile: {} o {t}", FlatLayout(&modes)), |notes| walk.through(t, notes))?;
    let size = a.size();
    let end = if padded { RangeEnd::Past(size) } else { RangeEnd::At(size) };
    let free = notes.under(format!("what {t} leaves free in {size}"), |notes| {
        let free = complement(t, end, notes)?;
        notes.find("the complement of the tile", FlatLayout(&free));
        Ok::<_, String>(free)
    })?;
    let rest =
        FlatLayout(&free).to_string().parse::<Layout>().map_err(|error| error.to_string())?;
    let rest = notes.under(format!("the rest: {} o {rest}", FlatLayout(&modes)), |notes| {
        let rest = walk.through(&rest, notes)?;
        walk.end(notes)?;
        Ok::<_, String>(rest)
    })?;
    Ok((tile, rest))
}
