//! Composition: the layout `R` with `R(c) = A(B(c))` for every coordinate `c` of `B`.
//!
//! `A` is coalesced first, so that as few places as possible remain at which its offsets bend. In the equation, `A` is the
//! coalesced layout, and the last mode of the coalesced layout has no upper bound. Within the size of `A` this is `A` itself.
//!
//! Coalescing drops extents of 1. So past the size of `A`, the mode before a last extent of 1 continues, and a layout of
//! extents of 1 alone has the offset 0 everywhere:
//!
//! ```text
//! A               coalesced, without an end     A o B
//! (2,1):(1,7)     2:1                           (2,1):(1,7) o 4:1 = 4:1, not (2,2):(1,7)
//! 1:3             1:0                           1:3 o 5:1 = 5:0, not 5:3
//! ```
//!
//! # Algorithm
//! A leaf `s:r` of `B` takes `s` steps of `r` linear indices of `A`. It walks the modes `m:d` of `A` from the fastest
//! on:
//!
//! ```text
//! for m:d in A, except the last:
//!     if r >= m:                        # every step passes the whole mode
//!         refuse unless m divides r
//!         r = r / m; continue
//!     n = ceil(m / r)                   # the steps that stay within this mode
//!     if s <= n: break
//!     refuse unless r divides m, and n divides s
//!     R.append(n : r * d)
//!     s = s / n; r = 1
//! R.append(s : r * d)                   # of the mode reached
//! ```
//!
//! A leaf that is refused here is composed by its digits, if it can be: `algebra::digits`.
//!
//! # Several leaves
//! The result is the sum of the walks. It is right only if no sum of digits carries from a mode into the next one.
//! `digits[i]` is the greatest sum in mode `i`. After all leaves, `no_carry` refuses a carry between two modes,
//! unless the next mode continues the one below: `d_next = m * d`.
//!
//! # Run-time integers
//! The form of `R` may use known integers only. So a mode with an unknown extent always gets a leaf, with the value 1
//! where the walk passes it. Modes can continue each other at run time alone; there `algebra::fit` fills the leaves
//! of the same form.

use crate::algebra::notes::{Notes, note, off};
use crate::error::{LayoutError, Operation, Rule};
use crate::layout::builder::Builder;
use crate::layout::modes::{push, stride};
use crate::number::{ceil_div, check, plain, times, tri};
use crate::value::limit::{Limit, MAX_LEAVES};
use crate::value::{Basis, LEAF, Layout, MOST, Modes, Num, Profile, Tiler, TreePosition, low_mask};

/// The integers of a stride, as bounds of a product.
const MOST_WIDE: i128 = MOST as i128;
const LEAST_WIDE: i128 = -MOST_WIDE;

/// A walk through coalesced modes, the last one without bound: `digits[i]` is the greatest digit in mode `i` that the
/// sum of all walks reaches.
pub(crate) struct ModeWalk<'n, const ROOM: usize> {
    pub(crate) modes: Modes,
    pub(crate) digits: [i128; MAX_LEAVES],
    /// Whether two walks may have taken steps in one mode. The digits of a single walk never reach the extent of a mode.
    pub(crate) meets: bool,
    pub(crate) notes: &'n mut Notes<ROOM>,
}

impl<'n, const ROOM: usize> ModeWalk<'n, ROOM> {
    /// A walk that has taken no step. Requires coalesced `modes`.
    pub(crate) const fn new(modes: Modes, notes: &'n mut Notes<ROOM>) -> Self {
        Self { modes, digits: [0; MAX_LEAVES], meets: false, notes }
    }

    /// Begins a walk of the coalesced leaves `from..to` of `a`, in place of the last one.
    #[inline(always)]
    pub(crate) const fn restart(&mut self, a: &Modes, from: usize, to: usize) -> Result<(), Rule> {
        let mut k = 0;
        while k < self.modes.len {
            self.digits[k] = 0;
            k += 1;
        }
        self.meets = false;
        if self.modes.bases.units != 0 {
            self.modes.truncate(0);
        }
        a.coalesce_into(from, to, &mut self.modes)
    }

    /// Composes the leaves of `b` between two positions, and appends the result to `out`.
    #[inline(always)]
    pub(crate) const fn subtree(
        &mut self,
        b: &Layout,
        at: TreePosition,
        end: TreePosition,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        check!(b.modes.nonempty(at.leaf, end.leaf));
        let (mut node, mut leaf) = (at.node, at.leaf);
        while node < end.node {
            if b.profile.nodes[node] == LEAF {
                check!(self.leaf(&b.modes, leaf, out));
                leaf += 1;
            } else {
                out.open(b.profile.nodes[node] as usize);
            }
            node += 1;
        }
        Ok(())
    }

    /// Composes the leaves of `b` between two positions whose strides have bases. A leaf walks the mode of `a`, below
    /// `root`, that its basis names. The modes of different bases do not carry into each other.
    #[cold]
    const fn units(
        a: &Layout,
        root: TreePosition,
        b: &Layout,
        at: TreePosition,
        end: TreePosition,
        out: &mut Builder,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        check!(b.modes.nonempty(at.leaf, end.leaf));
        let (mut node, mut leaf) = (at.node, at.leaf);
        while node < end.node {
            if b.profile.nodes[node] == LEAF {
                let basis = b.modes.bases.get(leaf);
                // Walks the earlier leaves of this basis again, for the digits that they reach. They have their notes.
                let off = off!();
                let mut earlier = ModeWalk::new(tri!(Self::mode_of(a, root, basis)), off);
                let (mut replayed, mut last, mut before) = (Builder::EMPTY, true, at.leaf);
                while before < end.leaf {
                    if b.modes.bases.get(before).equals(basis) {
                        if before < leaf {
                            check!(earlier.leaf(&b.modes, before, &mut replayed));
                        }
                        last &= before <= leaf;
                    }
                    before += 1;
                }
                let ModeWalk { modes, digits, meets, .. } = earlier;
                let mut walk = ModeWalk { modes, digits, meets, notes: &mut *notes };
                note!(walk.note_basis(&b.modes, leaf));
                check!(walk.leaf(&b.modes, leaf, out));
                if last {
                    check!(walk.no_detour());
                    check!(walk.no_carry());
                }
                leaf += 1;
            } else {
                out.open(b.profile.nodes[node] as usize);
            }
            node += 1;
        }
        Ok(())
    }

    /// The mode of `a`, below `root`, that a basis names, coalesced. Empty for no basis, whose stride is 0 here.
    const fn mode_of(a: &Layout, root: TreePosition, basis: Basis) -> Result<Modes, Rule> {
        if basis.is_none() {
            return Ok(Modes::EMPTY);
        }
        let (mut place, mut path) = (root, basis);
        // A basis such as `1@0` is a path: each index selects a mode of the tuple that the index before selected.
        while let Some((index, below)) = path.split() {
            let rank = a.profile.rank(place.node);
            if index >= rank {
                return Err(Rule::NoElement { basis, rank });
            }
            place = a.profile.mode(place, index);
            path = below;
        }
        a.modes.coalesced(place.leaf, a.profile.after(place).leaf)
    }

    /// Composes the modes of `b`, and appends the result to `out`, nested as by [`Modes::layout`].
    pub(crate) const fn modes(&mut self, b: &Modes, out: &mut Builder) -> Result<(), Rule> {
        if b.len == 0 {
            out.leaf(Num::ONE, Num::ZERO);
        } else if b.len > 1 {
            out.open(b.len);
        }
        let mut k = 0;
        while k < b.len {
            check!(self.leaf(b, k, out));
            k += 1;
        }
        Ok(())
    }

    /// Composes the leaf `k` of `b`. The caller has handled the basis of its stride.
    // The integers of a leaf are apart: a `Num` whose address a rare call takes lies in memory, and its read waits for its
    // writes.
    #[inline(always)]
    const fn leaf(&mut self, b: &Modes, k: usize, out: &mut Builder) -> Result<(), Rule> {
        let s = b.extents[k];
        let r = b.strides[k];
        let s_known = b.known_extents >> k & 1 == 1;
        let r_known = b.known_strides >> k & 1 == 1;
        // An extent of 1 takes no step, so its stride may have any sign.
        note!(self.note_leaf(s, r));
        if r < 0 && s > 1 {
            return Err(Rule::NegativeStride { stride: r });
        }
        // Only a known 1 becomes `1:0`: an unknown extent keeps its leaf in the form, whatever its value.
        match s {
            1 if s_known => {
                out.leaf(Num::ONE, Num::ZERO);
                return Ok(());
            }
            _ => {}
        }
        let len = self.modes.len;
        // No step moves, or `A` has a single element: every coordinate has the same offset.
        if r == 0 && r_known || len == 0 {
            out.leaf(plain!(s, s_known), Num::ZERO);
            return Ok(());
        }
        let first = out.layout.modes.len;
        let known = self.modes.known_extents & self.modes.known_strides;
        // With unknown integers the walk can refuse what the values allow, so it has a second chance.
        if s_known && r_known && known == low_mask!(len) {
            match self.known_mode_by_mode(s, r, out) {
                Ok(()) => {}
                // A step does not divide the mode: the digits of the steps may still not carry.
                Err(rule @ Rule::Divides { .. }) => {
                    self.undo(plain!(s, true), plain!(r, true), first, out);
                    self.meets = true;
                    check!(self.by_digits(s, r, rule, out));
                }
                Err(rule) => return Err(rule),
            }
        } else {
            self.meets = true;
            check!(self.mode_by_mode_or_merged(plain!(s, s_known), plain!(r, r_known), out));
        }
        note!(self.note_carry(s, r));
        out.close(first);
        Ok(())
    }

    /// Takes back what `mode_by_mode` did to the digits and to `out`, which had `first` leaves. A second walk finds the
    /// digits: to keep them for this rare case would cost each walk a copy of all.
    #[cold]
    const fn undo(&mut self, s: Num, r: Num, first: usize, out: &mut Builder) {
        out.layout.modes.truncate(first);
        let off = off!();
        let (mut again, mut k) = (ModeWalk::new(self.modes, off), 0);
        let _ = again.mode_by_mode(s, r, out);
        while k < self.modes.len {
            self.digits[k] -= again.digits[k];
            k += 1;
        }
        out.layout.modes.truncate(first);
    }

    /// Walks mode by mode. Where that is refused, walks the modes merged by their values: run-time integers can make
    /// modes continue each other, or have a single element.
    #[cold]
    const fn mode_by_mode_or_merged(
        &mut self,
        s: Num,
        r: Num,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let first = out.layout.modes.len;
        let walked = self.mode_by_mode(s, r, out);
        let rule = match walked {
            Err(rule) => rule,
            Ok(()) => match self.no_detour() {
                Ok(()) => return Ok(()),
                Err(rule) => rule,
            },
        };
        // Keeps the refused walk: if the merged modes are refused as well, its leaves may still be what a division needs.
        let (detour, modes) = (self.digits, out.layout.modes);
        self.undo(s, r, first, out);
        let digits = self.digits;
        // The values may merge modes that the form keeps apart: then the form is filled from the merged walk.
        let fitted = self.fit(s, r, rule, out);
        if fitted.is_err()
            && s.known
            && r.known
            && self.modes.bounds_known()
            && let Err(rule @ Rule::Divides { .. }) = walked
        {
            self.digits = digits;
            out.layout.modes.truncate(first);
            return self.by_digits(s.value, r.value, rule, out);
        }
        if fitted.is_err() && walked.is_ok() {
            // The operation decides whether a detour is an error. A division ignores it.
            self.digits = detour;
            out.layout.modes = modes;
            return Ok(());
        }
        fitted
    }

    /// [`ModeWalk::mode_by_mode`] where all integers are known, for 2 steps of 1 or more.
    #[inline(always)]
    const fn known_mode_by_mode(
        &mut self,
        mut s: i64,
        mut r: i64,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let last = self.modes.len - 1;
        let mut i = 0;
        loop {
            let mut n = s;
            if i < last {
                let m = self.modes.extents[i];
                if r >= m {
                    note!(self.note_pass(i, s, r));
                    if r % m != 0 {
                        return Err(Rule::Divides { divisor: m, dividend: r });
                    }
                    r /= m;
                    i += 1;
                    continue;
                }
                note!(self.note_step(i, s, r));
                // The whole steps that the mode has room for. The last one begins in it if steps do not divide it.
                let whole = match r {
                    1 => m,
                    _ => m / r,
                };
                if s > whole {
                    match m - whole * r {
                        0 => {
                            if s % whole != 0 {
                                return Err(Rule::Divides { divisor: whole, dividend: s });
                            }
                            n = whole;
                        }
                        _ if s == whole + 1 => {}
                        _ => return Err(Rule::Divides { divisor: r, dividend: m }),
                    }
                }
            }
            let is_last = n == s;
            if is_last {
                note!(self.note_last_step(i, s, r));
            }
            // The first of `n` steps is at 0, so the last one has the digit `(n - 1) * r`.
            let digit = &mut self.digits[i];
            match *digit {
                0 => {}
                _ => self.meets = true,
            }
            *digit += (n as i128 - 1) * r as i128;
            let d = self.modes.strides[i];
            let modes = &mut out.layout.modes;
            let k = modes.len;
            if k == MAX_LEAVES {
                return Err(Rule::Full { limit: Limit::Leaves });
            }
            match d as i128 * r as i128 {
                wide @ LEAST_WIDE..=MOST_WIDE => modes.strides[k] = wide as i64,
                _ => return Err(Rule::Overflow { a: r, operator: '*', b: d }),
            }
            modes.extents[k] = n;
            match self.modes.bases.units {
                0 => {}
                // A stride of 0 has no basis.
                _ if d == 0 => {}
                _ => modes.bases.set(k, self.modes.bases.get(i)),
            }
            let bit = 1 << k;
            modes.known_extents |= bit;
            modes.known_strides |= bit;
            modes.len += 1;
            if is_last {
                return Ok(());
            }
            s /= n;
            r = 1;
            i += 1;
        }
    }

    /// Walks the leaf `s:r` through one mode after another.
    const fn mode_by_mode(
        &mut self,
        mut s: Num,
        mut r: Num,
        out: &mut Builder,
    ) -> Result<(), Rule> {
        let (last, mut i) = (self.modes.len - 1, 0);
        while i < last {
            let m = self.modes.extents[i];
            let m_known = self.modes.known_extents >> i & 1 == 1;
            if r.known && m_known && r.value >= m {
                // A known step of at least the extent passes the mode without a leaf.
                note!(self.note_pass(i, s.value, r.value));
                if r.value % m != 0 && s.value > 1 {
                    return Err(Rule::Divides { divisor: m, dividend: r.value });
                }
                r.value /= m;
                i += 1;
                continue;
            }
            note!(self.note_step(i, s.value, r.value));
            // `step` refuses where the steps end inside the mode: the offsets would bend in the middle of a leaf.
            let (taken, next) = tri!(step(s.value, r.value, m));
            let known = s.known && r.known && m_known;
            if known && taken == s.value {
                break;
            }
            // The steps fill this mode evenly, or with unknown integers none may be left: the next mode starts at 0.
            check!(self.take(i, plain!(taken, known), r, out));
            s = plain!(s.value / taken, known);
            // After a step of 1 the next step is 1 whatever the extent is, so it stays known.
            r = plain!(next, r.known && (m_known || r.value == 1));
            i += 1;
        }
        note!(self.note_last_step(i, s.value, r.value));
        self.take(i, s, r, out)
    }

    /// Appends the leaf of `n` steps of `r` within mode `i`.
    const fn take(&mut self, i: usize, n: Num, r: Num, out: &mut Builder) -> Result<(), Rule> {
        // The first of `n` steps is at 0, so the last one has the digit `(n - 1) * r`.
        self.digits[i] += (n.value as i128 - 1) * r.value as i128;
        let stride = times!(r, stride!(self.modes, i));
        let modes = &mut out.layout.modes;
        push!(modes, n, stride)
    }

    /// Checks that the digits of all walks together carry into no mode, except into one that continues the mode
    /// below. Skips modes of a single element.
    ///
    /// # Errors
    /// `Carry`.
    #[inline(always)]
    pub(crate) const fn no_carry(&self) -> Result<(), Rule> {
        if !self.meets {
            return Ok(());
        }
        let modes = &self.modes;
        let (mut carry, mut before, mut i) = (0, MAX_LEAVES, 0);
        while i < modes.len {
            // A mode of one element holds no digit: the carry passes it.
            if modes.extents[i] != 1 {
                if before < MAX_LEAVES {
                    let extent = modes.extents[before];
                    carry += self.digits[before];
                    // A division of 128 bits is slow, and mostly no sum reaches the extent.
                    carry = if carry < extent as i128 { 0 } else { carry / extent as i128 };
                    if carry != 0 && !self.continues(before, i) {
                        return Err(Rule::Carry { extent });
                    }
                }
                before = i;
            }
            i += 1;
        }
        Ok(())
    }

    /// Checks that no walk passes the end of the layout by its last mode, where that is a run-time extent of 1 whose
    /// stride does not continue the mode below. The extent cannot bound the walk, but the stride is arbitrary.
    ///
    /// # Errors
    /// `Detour`.
    #[inline(always)]
    pub(crate) const fn no_detour(&self) -> Result<(), Rule> {
        let modes = &self.modes;
        if modes.len == 0 || modes.extents[modes.len - 1] != 1 {
            return Ok(());
        }
        let last = modes.len - 1;
        // No walk enters the last mode, so its arbitrary stride does not matter.
        if self.digits[last] == 0 {
            return Ok(());
        }
        let mut i = last;
        while i > 0 {
            i -= 1;
            // The nearest mode with more than one element decides: if the last mode continues it, its stride is right.
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
        self.modes.continues(i, next)
    }
}

/// How many of `s` steps of `r` an extent `m` contains, and the step in the next mode.
///
/// # Errors
/// `Divides` where the steps do not fit evenly.
pub(crate) const fn step(s: i64, r: i64, m: i64) -> Result<(i64, i64), Rule> {
    // A single element takes no step, so its step need not divide the mode: the step in the next mode is rounded up.
    if s == 1 {
        return Ok((1, if r > 0 { ceil_div(r, m) } else { 0 }));
    }
    // Steps of 0 never leave the mode.
    if r == 0 {
        return Ok((s, 0));
    }
    // Every step passes the whole mode, and must land at its start: otherwise the digit within the mode would change.
    if r >= m {
        if r % m != 0 {
            return Err(Rule::Divides { divisor: m, dividend: r });
        }
        return Ok((1, r / m));
    }
    // All steps stay within the mode, whether they divide it or not.
    if s <= ceil_div(m, r) {
        return Ok((s, 1));
    }
    // Steps continue in the next mode: the last one within this mode must reach its end exactly, and the steps that follow
    // must fill whole rounds of the mode.
    if m % r != 0 {
        return Err(Rule::Divides { divisor: r, dividend: m });
    }
    if s % (m / r) != 0 {
        return Err(Rule::Divides { divisor: m / r, dividend: s });
    }
    Ok((m / r, 1))
}

impl Layout {
    /// The layout `R` with `R(c) = A(B(c))` for every coordinate `c` of `B`, CuTe's `composition(A, B)`. Past the size of
    /// `A`, this layout, the equation holds for the coalesced `A`, whose last mode has no upper bound: the mode before a
    /// last extent of 1 continues. A by-mode tiler composes mode by mode, and drops the modes beyond it.
    ///
    /// Where `B` maps to coordinates, each of its leaves walks the mode that its basis names: `(s:1@1)` walks mode 1.
    ///
    /// ```
    /// use layout_core::{Layout, Tiler};
    /// let a: Layout = "(10,2):(16,4)".parse()?;
    /// assert_eq!(a.compose(&"(5,4):(1,5)".parse()?)?.to_string(), "(5,(2,2)):(16,(80,4))");
    /// let refused = a.compose(&"4:4".parse()?).unwrap_err();
    /// assert_eq!(refused.to_string(), "cannot compose (10,2):(16,4) with 4:4: 4 does not divide 10");
    /// let transposed = a.compose(&"(2,10):(1@1,1@0)".parse()?)?;
    /// assert_eq!(transposed.to_string(), "(2,10):(4,16)");
    /// let past_the_end = "(2,1):(1,7)".parse::<Layout>()?.compose(&"4:1".parse()?)?;
    /// assert_eq!(past_the_end.to_string(), "4:1");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Divides`] where a step through the modes does not divide and carries, [`Rule::Carry`] where the modes of `B`
    /// together pass a place at which this layout bends, [`Rule::Detour`], [`Rule::NegativeStride`] of `B`,
    /// [`Rule::Empty`], [`Rule::TooManyModes`] of a tiler, [`Rule::NoElement`] for a basis that names no mode, and
    /// [`Rule::Full`] and [`Rule::Overflow`] beyond a capacity or [`isize::MAX`].
    pub const fn compose(&self, b: &Tiler) -> Result<Self, LayoutError> {
        let mut out = Builder::EMPTY;
        match self.composed(b, &mut out, off!()) {
            Ok(()) => Ok(out.layout),
            Err(rule) => self.binary(Operation::Compose, b.operand(), Err(rule)),
        }
    }

    /// [`Layout::compose`], with the result in `out`.
    pub(crate) const fn composed<const ROOM: usize>(
        &self,
        b: &Tiler,
        out: &mut Builder,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        check!(self.modes.nonempty(0, self.modes.len));
        check!(self.compose_into(b, out, notes));
        out.check()
    }

    /// Appends the composition to `out`, whose size and cosize remain unchecked.
    pub(crate) const fn compose_into<const ROOM: usize>(
        &self,
        b: &Tiler,
        out: &mut Builder,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        if b.by_mode {
            self.compose_modes(b, false, out, notes)
        } else {
            self.compose_part(Profile::ROOT, &b.layout, Profile::ROOT, out, notes)
        }
    }

    /// Composes each mode with its tile: by the walk, or `exactly` by enumeration.
    pub(crate) const fn compose_modes<const ROOM: usize>(
        &self,
        b: &Tiler,
        exactly: bool,
        out: &mut Builder,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        let (modes, rank) = (b.layout.rank(), self.rank());
        if modes > rank {
            return Err(Rule::TooManyModes { modes, rank });
        }
        out.open(modes);
        let (mut place, mut tile) = (self.profile.first_mode(Profile::ROOT), b.first());
        let mut i = 0;
        while i < modes {
            note!(notes.mode("mode {}: {L} o {L}", i, (self, place), (b, tile)));
            if b.keeps(i) {
                out.subtree(self, place);
            } else if exactly {
                check!(self.fit_part(place, &b.layout, tile, out));
            } else {
                check!(self.compose_part(place, &b.layout, tile, out, notes));
            }
            place = self.profile.after(place);
            tile = b.layout.profile.after(tile);
            i += 1;
        }
        Ok(())
    }

    /// Composes the part at `at` with the part of `b` at `tile`, which maps to coordinates.
    const fn compose_units<const ROOM: usize>(
        &self,
        at: TreePosition,
        b: &Self,
        tile: TreePosition,
        out: &mut Builder,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        // A part of a tiler has not been validated by itself: its bases need not fit one space.
        tri!(b.part(tile).modes.one_codomain());
        ModeWalk::units(self, at, b, tile, b.profile.after(tile), out, notes)
    }

    /// Composes the part at `at` with the part of `b` at `tile`.
    #[inline(always)]
    const fn compose_part<const ROOM: usize>(
        &self,
        at: TreePosition,
        b: &Self,
        tile: TreePosition,
        out: &mut Builder,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        let (end, tile_end) = (self.profile.after(at), b.profile.after(tile));
        // A stride with a basis names the mode that its leaf walks, so there is not one walk for all leaves.
        if b.modes.bases.units != 0 && b.modes.integral(tile.leaf, tile_end.leaf).is_err() {
            return self.compose_units(at, b, tile, out, notes);
        }
        let digits = [0; MAX_LEAVES];
        let mut walk = ModeWalk { modes: Modes::EMPTY, digits, meets: false, notes };
        check!(self.modes.coalesce_into(at.leaf, end.leaf, &mut walk.modes));
        note!(walk.notes.coalesced(
            "  the modes, coalesced -> {L}",
            &walk.modes,
            end.leaf - at.leaf
        ));
        check!(walk.subtree(b, tile, tile_end, out));
        // Both hold for all leaves together, so the checks come after the last leaf.
        check!(walk.no_detour());
        walk.no_carry()
    }
}
