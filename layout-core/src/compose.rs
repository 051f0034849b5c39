//! Composition `R(c) = A^(B(c))`.
//!
//! Each leaf `s:r` of `B` walks the coalesced modes of `A`; the walks of several leaves may be added
//! where no carry crosses a place at which `A` bends.

use crate::builder::Builder;
use crate::error::{LayoutError, Operation, Rule};
use crate::layout::Layout;
use crate::modes::{Modes, continues};
use crate::number::{Num, ceil_div, tri};
use crate::profile::{MAX_LEAVES, Place, Profile};
use crate::tiler::Tiler;

/// The modes that are walked, the last one unbounded, and the greatest digit that all walks
/// together reach in each.
pub(crate) struct Walk<'a> {
    modes: &'a Modes,
    digits: [i128; MAX_LEAVES],
}

impl<'a> Walk<'a> {
    /// `modes` are coalesced.
    pub(crate) const fn new(modes: &'a Modes) -> Self {
        Self { modes, digits: [0; MAX_LEAVES] }
    }

    /// Composes the subtree of `b` at `at` and adds it to `out`.
    pub(crate) const fn subtree(
        &mut self,
        b: &Layout,
        at: Place,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let end = b.profile.after(at);
        tri!(b.modes.nonempty(at.leaf, end.leaf));
        let mut at = at;
        while at.node < end.node {
            if b.profile.is_leaf(at.node) {
                tri!(self.leaf(b.modes.extent(at.leaf), b.modes.stride(at.leaf), out));
                at.leaf += 1;
            } else {
                out.open(b.profile.rank(at.node));
            }
            at.node += 1;
        }
        Ok(())
    }

    /// Composes a leaf `s:r`.
    const fn leaf(&mut self, mut s: Num, mut r: Num, out: &mut Builder) -> Result<(), Rule> {
        if r.value < 0 && s.value > 1 {
            return Err(Rule::NegativeStride { stride: r.value });
        }
        let modes = self.modes;
        if s.is(1) {
            out.leaf(Num::ONE, Num::ZERO);
            return Ok(());
        }
        if r.is(0) || modes.len == 0 {
            out.leaf(s, Num::ZERO);
            return Ok(());
        }
        let last = modes.len - 1;
        let (mut piece, mut i) = (Modes::EMPTY, 0);
        while i < last {
            let (m, d) = (modes.extent(i), modes.stride(i));
            if r.known && m.known && r.value >= m.value {
                // A known step passes over the whole mode.
                if r.value % m.value != 0 && s.value > 1 {
                    return Err(Rule::Divides { divisor: m.value, dividend: r.value });
                }
                r = Num::known(r.value / m.value);
                i += 1;
                continue;
            }
            let (taken, next) = tri!(step(s.value, r.value, m.value));
            if s.known && r.known && m.known {
                if taken == s.value {
                    break;
                }
                tri!(self.take(&mut piece, i, Num::known(taken), r, d));
                s = Num::known(s.value / taken);
                r = Num::ONE;
            } else {
                tri!(self.take(&mut piece, i, Num::unknown(taken), r, d));
                s = Num::unknown(s.value / taken);
                r = if r.is(1) { r } else { Num::unknown(next) };
            }
            i += 1;
        }
        tri!(self.take(&mut piece, i, s, r, modes.stride(i)));
        out.modes(&piece);
        Ok(())
    }

    /// Takes `n` values of mode `i` in steps of `r`.
    const fn take(
        &mut self,
        piece: &mut Modes,
        i: usize,
        n: Num,
        r: Num,
        d: Num,
    ) -> Result<(), Rule> {
        self.digits[i] += (n.value as i128 - 1) * r.value as i128;
        piece.push(n, tri!(r.times(d)))
    }

    /// Refuses a carry across a place where the modes do not continue each other. Modes that turn
    /// out to have a single element are no such place.
    pub(crate) const fn no_carry(&self) -> Result<(), Rule> {
        let modes = self.modes;
        let (mut carry, mut last, mut i) = (0, None, 0);
        while i < modes.len {
            if modes.extents[i] != 1 {
                if let Some(before) = last {
                    carry = (self.digits[before] + carry) / modes.extents[before] as i128;
                    if carry != 0 && !self.continues(before, i) {
                        return Err(Rule::Carry { extent: modes.extents[before] });
                    }
                }
                last = Some(i);
            }
            i += 1;
        }
        Ok(())
    }

    /// Refuses to go past the end of the layout through a run-time extent of 1, unless its stride is
    /// the one by which the layout goes on without that mode.
    pub(crate) const fn no_detour(&self) -> Result<(), Rule> {
        let modes = self.modes;
        if modes.len == 0 || modes.extents[modes.len - 1] != 1 {
            return Ok(());
        }
        let last = modes.len - 1;
        if self.digits[last] == 0 {
            return Ok(());
        }
        let mut i = last;
        while i > 0 {
            i -= 1;
            if modes.extents[i] != 1 {
                if self.continues(i, last) {
                    return Ok(());
                }
                return Err(Rule::Detour { stride: modes.strides[last] });
            }
        }
        if modes.strides[last] == 0 {
            return Ok(());
        }
        Err(Rule::Detour { stride: modes.strides[last] })
    }

    const fn continues(&self, i: usize, next: usize) -> bool {
        continues(self.modes.extents[i], self.modes.strides[i], self.modes.strides[next])
    }
}

/// How many of `s` values in steps of `r` an extent `m` holds, and the step in the next mode.
const fn step(s: i64, r: i64, m: i64) -> Result<(i64, i64), Rule> {
    if s == 1 {
        return Ok((1, if r > 0 { ceil_div(r, m) } else { 0 }));
    }
    if r == 0 {
        return Ok((s, 0));
    }
    if r >= m {
        if r % m != 0 {
            return Err(Rule::Divides { divisor: m, dividend: r });
        }
        return Ok((1, r / m));
    }
    if s <= ceil_div(m, r) {
        return Ok((s, 1));
    }
    if m % r != 0 {
        return Err(Rule::Divides { divisor: r, dividend: m });
    }
    if s % (m / r) != 0 {
        return Err(Rule::Divides { divisor: m / r, dividend: s });
    }
    Ok((m / r, 1))
}

impl Layout {
    /// `R(c) = A^(B(c))` for every coordinate `c` of `B`, where `A^` is this layout with its last
    /// mode unbounded. A by-mode tiler composes mode by mode; the modes past it are dropped.
    ///
    /// Refused when a step through the modes does not divide, when the modes of `B` add past a place
    /// where this layout bends, and for extents of 0 and negative strides in `B`.
    ///
    /// ```
    /// use layout_core::{Layout, Tiler};
    /// let a: Layout = "(10,2):(16,4)".parse()?;
    /// assert_eq!(a.compose(&"(5,4):(1,5)".parse()?)?.to_string(), "(5,(2,2)):(16,(80,4))");
    /// let refused = a.compose(&"4:4".parse()?).unwrap_err();
    /// assert_eq!(refused.to_string(), "cannot compose (10,2):(16,4) with 4:4: 4 does not divide 10");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn compose(&self, b: &Tiler) -> Result<Self, LayoutError> {
        let result = match self.modes.nonempty(0, self.modes.len) {
            Err(rule) => Err(rule),
            Ok(()) if b.by_mode => self.compose_modes(b),
            Ok(()) => self.after(&b.layout),
        };
        self.binary(Operation::Compose, b.operand(), result)
    }

    const fn after(&self, b: &Self) -> Result<Self, Rule> {
        let mut out = Builder::EMPTY;
        tri!(self.compose_part(Profile::ROOT, b, Profile::ROOT, &mut out));
        out.checked()
    }

    const fn compose_modes(&self, b: &Tiler) -> Result<Self, Rule> {
        let (modes, rank) = (b.layout.rank(), self.rank());
        if modes > rank {
            return Err(Rule::TooManyModes { modes, rank });
        }
        let mut out = Builder::EMPTY;
        out.open(modes);
        let (mut place, mut tile) = (self.profile.first_mode(Profile::ROOT), b.first());
        let mut i = 0;
        while i < modes {
            if b.keeps(i) {
                out.subtree(self, place);
            } else {
                tri!(self.compose_part(place, &b.layout, tile, &mut out));
            }
            place = self.profile.after(place);
            tile = b.layout.profile.after(tile);
            i += 1;
        }
        out.checked()
    }

    /// Composes the part at `at` with the part of `b` at `tile`.
    const fn compose_part(
        &self,
        at: Place,
        b: &Self,
        tile: Place,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let end = self.profile.after(at);
        let modes = tri!(self.modes.coalesced(at.leaf, end.leaf));
        let mut walk = Walk::new(&modes);
        tri!(walk.subtree(b, tile, out));
        tri!(walk.no_detour());
        walk.no_carry()
    }
}
