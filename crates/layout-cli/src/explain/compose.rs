//! Derives a composition: the coordinates of the left layout that each mode of the right one takes.
//!
//! ```text
//! for each leaf s:r of b (s elements in steps of r), over the modes m:d of a from the left:
//!     r >= m            skip the mode: r /= m             (rejected unless m divides r)
//!     (s-1)*r < m       take s:r*d; the leaf is done
//!     otherwise         take (m/r):r*d; s /= m/r, r = 1   (rejected unless r divides m and m/r divides s)
//! the last mode has no end: it takes s:r*d
//! ```
//!
//! A leaf that is rejected there takes steps by their digits, as long as no digit carries.

use layout_core::{Basis, ComposedLayout, Coord, IntTuple, Layout, Mode, Tiler};

use super::coalesce::coalesced;
use super::notes::{FlatLayout, FlatMode, FoundModes, Notes, leaves};

/// Derives `a o b`, mode by mode for a tiler.
pub(super) fn compose(a: &Layout, b: &Tiler, notes: &mut Notes) -> FoundModes {
    let Some(modes) = modes_of(b) else {
        return whole(a, &whole_of(b), notes);
    };
    let mut out = Vec::new();
    for (i, mode) in modes.iter().enumerate() {
        let part = part(a, i, modes.len())?;
        out.extend(match mode {
            Mode::Keep => {
                notes.find(format!("mode {i}, {part}, is kept"), part);
                leaves(&part)
            }
            Mode::Layout(tile) => notes
                .under(format!("mode {i}: {part} o {tile}"), |notes| whole(&part, tile, notes))?,
        });
    }
    Ok(out)
}

/// Mode `i` of a layout that is composed with a tiler of `count` modes.
pub(super) fn part(a: &Layout, i: usize, count: usize) -> Result<Layout, String> {
    if count > a.rank() {
        return Err(format!("{count} modes are asked for, the layout has {}", a.rank()));
    }
    a.mode(i).map_err(|error| error.to_string())
}

fn whole(a: &Layout, b: &Layout, notes: &mut Notes) -> FoundModes {
    nonempty(a)?;
    if b.is_coordinate() {
        return units(a, b, notes);
    }
    let modes = coalesced(a, notes);
    let mut walk = ModeWalk::new(&modes);
    let found = walk.through(b, notes)?;
    walk.end(notes)?;
    Ok(found)
}

/// Derives `a o b` for a swizzled `b`: the composition of the plain layouts, and the image of each bit of the swizzle.
pub(super) fn swizzled(a: &Layout, b: &ComposedLayout, notes: &mut Notes) -> FoundModes {
    let plain = b.plain();
    let found = notes.under(format!("before the swizzle: {a} o {plain}"), |notes| {
        compose(a, &Tiler::whole(plain), notes)
    })?;
    let swizzle = b.swizzle();
    for (mask, what) in [(swizzle.from_mask(), "reads"), (swizzle.onto_mask(), "changes")] {
        for bit in (0..63).filter(|bit| mask >> bit & 1 == 1) {
            let from = 1_i64 << bit;
            let Ok(to) = a.index(&Coord::leaf(from)) else { continue };
            let carried = match to {
                1.. if to & (to - 1) == 0 => format!("bit {}", to.trailing_zeros()),
                _ => "no single bit".to_owned(),
            };
            notes.find(
                format!("{swizzle} {what} bit {bit}: {from}, which {a} maps to {to}"),
                carried,
            );
        }
    }
    Ok(found)
}

/// Derives `a o b` where the strides of `b` have a basis: each leaf takes elements of the mode that its basis names.
fn units(a: &Layout, b: &Layout, notes: &mut Notes) -> FoundModes {
    nonempty(b)?;
    let (strides, all) = (b.stride(), leaves(b));
    let mut found = vec![Vec::new(); all.len()];
    let mut walked: Vec<Basis> = Vec::new();
    // The algebra goes leaf by leaf, so the first leaf that is rejected has the reason.
    let mut rejected: Option<(usize, String)> = None;
    for k in 0..all.len() {
        let unit = strides.basis(k);
        if walked.contains(&unit) {
            continue;
        }
        walked.push(unit);
        let (mut path, mut below) = (Vec::new(), unit);
        while let Some((index, inside)) = below.split() {
            path.push(index);
            below = inside;
        }
        let modes = match a.get(&path) {
            // A stride of 0 has no basis.
            _ if unit.is_none() => Ok(Vec::new()),
            Ok(mode) => Ok(coalesced(&mode, notes)),
            Err(_) => Err((k, "there is no mode for the unit".to_owned())),
        };
        let outcome = modes.and_then(|modes| {
            let said = match &path[..] {
                [] => "leaves of stride 0".to_owned(),
                _ => format!("strides with the basis of mode {path:?}: {}", FlatLayout(&modes)),
            };
            notes.under(said, |notes| {
                let (mut walk, mut last) = (ModeWalk::new(&modes), k);
                for j in (k..all.len()).filter(|&j| strides.basis(j) == unit) {
                    found[j] = walk.leaf(all[j], notes).map_err(|reason| (j, reason))?;
                    last = j;
                }
                walk.end(notes).map_err(|reason| (last, reason))
            })
        });
        if let Err((leaf, reason)) = outcome
            && rejected.as_ref().is_none_or(|(first, _)| leaf < *first)
        {
            rejected = Some((leaf, reason));
        }
    }
    match rejected {
        Some((_, reason)) => Err(reason),
        None => Ok(found.concat()),
    }
}

pub(super) fn nonempty(a: &Layout) -> Result<(), String> {
    match leaves(a).iter().any(|leaf| leaf.extent == 0) {
        true => Err("an extent is 0: there is nothing to work on".to_owned()),
        false => Ok(()),
    }
}

/// The modes of the left layout, the last of which has no end, and the largest coordinate that the leaves so far reach
/// in each.
pub(super) struct ModeWalk<'a> {
    modes: &'a [FlatMode],
    digits: Vec<i128>,
}

impl<'a> ModeWalk<'a> {
    pub(super) fn new(modes: &'a [FlatMode]) -> Self {
        Self { modes, digits: vec![0; modes.len()] }
    }

    /// Derives the elements that each leaf of `b` takes.
    pub(super) fn through(&mut self, b: &Layout, notes: &mut Notes) -> FoundModes {
        nonempty(b)?;
        let mut out = Vec::new();
        for leaf in leaves(b) {
            out.extend(self.leaf(leaf, notes)?);
        }
        Ok(out)
    }

    fn leaf(&mut self, leaf: FlatMode, notes: &mut Notes) -> FoundModes {
        let FlatMode { extent: s, stride: r } = leaf;
        if s == 1 {
            notes.find(format!("{leaf} has a single coordinate, which is 0"), FlatMode::ONE);
            return Ok(vec![FlatMode::ONE]);
        }
        if r < 0 {
            notes.say(format!("{leaf} walks down"));
            return Err(format!("the stride {r} is negative"));
        }
        let Some((last, before)) = self.modes.split_last().filter(|_| r > 0) else {
            let taken = FlatMode { extent: s, stride: 0 };
            notes.find(format!("{leaf} repeats one element"), taken);
            return Ok(vec![taken]);
        };
        let digits = self.digits.clone();
        notes.under(format!("{leaf} takes {s} elements, {}", steps(r)), |notes| {
            let reason = match self.by_modes(leaf, (before, *last), notes) {
                Err(reason) if reason.contains("does not divide") => reason,
                found => return found,
            };
            self.digits = digits;
            self.by_digits(leaf, notes).ok_or(reason)
        })
    }

    /// Derives the elements of a leaf mode by mode.
    fn by_modes(
        &mut self,
        leaf: FlatMode,
        (before, last): (&[FlatMode], FlatMode),
        notes: &mut Notes,
    ) -> FoundModes {
        let FlatMode { extent: mut s, stride: mut r } = leaf;
        let mut out = Vec::new();
        for (i, &mode) in before.iter().enumerate() {
            let FlatMode { extent: m, stride: d } = mode;
            if r >= m {
                if r % m != 0 {
                    notes.say(format!("{mode}: a step of {r} ends inside a mode of {m}"));
                    return Err(format!("{m} does not divide {r}"));
                }
                notes.say(format!("{mode}: a step of {r} passes {} of these whole modes", r / m));
                r /= m;
                continue;
            }
            if s <= (m - 1) / r + 1 {
                let taken = made(s, r, d)?;
                let all = if r == 1 { format!("{s}") } else { format!("{s} in steps of {r}") };
                notes.find(format!("{mode}: {all} of its {m} coordinates, stride {r}*{d}"), taken);
                self.digits[i] += i128::from(s - 1) * i128::from(r);
                out.push(taken);
                return Ok(out);
            }
            if m % r != 0 {
                notes.say(format!("{mode}: steps of {r} do not end where the mode of {m} ends"));
                return Err(format!("{r} does not divide {m}"));
            }
            let n = m / r;
            if s % n != 0 {
                notes
                    .say(format!("{mode}: it holds {n} steps of {r}, {s} are no multiple of that"));
                return Err(format!("{n} does not divide {s}"));
            }
            let taken = made(n, r, d)?;
            notes.find(
                format!("{mode}: {m}/{r} = {n} of its coordinates, stride {r}*{d}; {s}/{n} = {} are left for the modes above", s / n),
                taken,
            );
            self.digits[i] += i128::from(n - 1) * i128::from(r);
            out.push(taken);
            (s, r) = (s / n, 1);
        }
        let taken = made(s, r, last.stride)?;
        notes.find(
            format!(
                "{last}, the last mode, continues without end: {s}, stride {r}*{}",
                last.stride
            ),
            taken,
        );
        self.digits[before.len()] += i128::from(s - 1) * i128::from(r);
        out.push(taken);
        Ok(out)
    }

    /// Derives the elements of a leaf by the digits of its steps. `None` where they carry.
    fn by_digits(&mut self, leaf: FlatMode, notes: &mut Notes) -> Option<Vec<FlatMode>> {
        let FlatMode { extent: mut s, stride: mut t } = leaf;
        let (mut out, mut greatest) = (Vec::new(), vec![0; self.modes.len()]);
        while s > 1 {
            let (mut n, mut below, mut rest, mut offset) = (s, 1, t, 0_i64);
            let mut digits = Vec::new();
            for (i, mode) in self.modes.iter().enumerate() {
                let last = i + 1 == self.modes.len();
                let digit = if last { rest } else { rest % mode.extent };
                offset = offset.checked_add(digit.checked_mul(mode.stride)?)?;
                digits.push(digit);
                rest /= mode.extent;
                if !last {
                    below *= mode.extent;
                    if t % below != 0 {
                        n = n.min((below - 1) / (t % below) + 1);
                    }
                }
            }
            if s % n != 0 {
                notes.say(format!("{n} steps of {t} carry nowhere, which does not divide {s}"));
                return None;
            }
            for (greatest, digit) in greatest.iter_mut().zip(&digits) {
                *greatest += i128::from(n - 1) * i128::from(*digit);
            }
            let taken = FlatMode { extent: n, stride: offset };
            notes.find(
                format!("a step of {t} is the coordinate {digits:?}, at offset {offset}; {n} steps carry nowhere"),
                taken,
            );
            out.push(taken);
            (s, t) = (s / n, t.checked_mul(n)?);
        }
        let bounded = self.modes.len() - 1;
        if self
            .modes
            .iter()
            .zip(&greatest)
            .take(bounded)
            .any(|(mode, most)| *most >= i128::from(mode.extent))
        {
            return None;
        }
        for (digit, most) in self.digits.iter_mut().zip(greatest) {
            *digit += most;
        }
        Some(out)
    }

    /// Rejects leaves whose coordinates add past the extent of a mode: the next mode does not continue it.
    pub(super) fn end(&self, notes: &mut Notes) -> Result<(), String> {
        let mut carry = 0;
        let bounded = self.modes.len().saturating_sub(1);
        for (mode, digit) in self.modes.iter().zip(&self.digits).take(bounded) {
            let most = digit + carry;
            carry = most / i128::from(mode.extent);
            if carry != 0 {
                let extent = mode.extent;
                notes.say(format!("together they reach coordinate {most} of {mode}, past its end"));
                return Err(format!("the modes add past the extent {extent}"));
            }
        }
        Ok(())
    }
}

/// The leaf `extent:step*stride`, if the product is an `i64`.
fn made(extent: i64, step: i64, stride: i64) -> Result<FlatMode, String> {
    match step.checked_mul(stride) {
        Some(stride) if stride != i64::MIN => Ok(FlatMode { extent, stride }),
        _ => Err(format!("{step} * {stride} is past {}", i64::MAX)),
    }
}

/// The modes of a tiler by mode. `None` if the tiler is a layout.
pub(super) fn modes_of(tiler: &Tiler) -> Option<Vec<Mode>> {
    if tiler.as_whole().is_some() {
        return None;
    }
    let text = tiler.to_string();
    let inside = text.strip_prefix('<')?.strip_suffix('>')?;
    let mut modes = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, sign) in inside.char_indices().chain([(inside.len(), ',')]) {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 && start < at => {
                let mode = &inside[start..at];
                start = at + 1;
                modes.push(match mode {
                    "_" => Mode::Keep,
                    _ => Mode::Layout(mode.parse().ok()?),
                });
            }
            _ => {}
        }
    }
    Some(modes)
}

/// The layout of a tiler that is a layout.
pub(super) fn whole_of(tiler: &Tiler) -> Layout {
    let one = IntTuple::leaf(1);
    tiler.as_whole().copied().unwrap_or_else(|| Layout::new(one, one).expect("one element"))
}

/// Steps of `r` in words: `every 3rd`.
fn steps(r: i64) -> String {
    let ending = match (r % 10, r % 100) {
        _ if r == 1 => return "one after the other".to_owned(),
        (1, to) if to != 11 => "st",
        (2, to) if to != 12 => "nd",
        (3, to) if to != 13 => "rd",
        _ => "th",
    };
    format!("every {r}{ending}")
}
