//! Complement: the offsets of a range that a layout does not reach, as a layout.
//!
//! # Algorithm
//! Sort the modes `s:d` by stride. Each mode starts at its stride `d` and ends at `s * d`. The gap before a mode is a
//! mode of the complement.
//!
//! ```text
//! free = (); covered = 1                # the modes below fill [0, covered)
//! for s:d by ascending d:
//!     refuse unless covered <= d        # Overlap
//!     refuse unless covered divides d   # Holes
//!     free.append(d / covered : covered)
//!     covered = s * d
//! refuse unless covered divides m       # Rest; a padded complement rounds up
//! free.append(m / covered : covered)
//! ```
//!
//! So the pair `(filter A, complement)` maps one to one onto `[0, m)`, as CuTe's definition requires.
//!
//! # Run-time integers
//! The form of the result may use known integers only. A run-time extent can be 1, and a run-time stride 0: then the
//! mode is a single offset, leaves no gap, and `filled` continues from the mode below. The form still contains its
//! gap, as `1:covered`. The result is refused where the gaps of the form are not those of the integers.

use crate::algebra::notes::{Notes, note, off};
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::modes::LeafOrder;
use crate::layout::modes::extent;
use crate::number::{ceil_div, check, multiply, plain, times, tri};
use crate::value::{IntTuple, Layout, MOST, Modes, Num, low_mask};

/// Where the complement ends.
#[derive(Clone, Copy)]
pub(crate) enum ComplementEnd {
    /// At the product of a range, which must divide evenly.
    At(ProductRange),
    /// At the next multiple at or above the product of a range.
    Past(ProductRange),
    /// Nowhere. Gaps that the modes below do not divide are allowed, and remain unused.
    Never,
}

/// The range `[0, M)`. `M` is a product of one or two factors: known factors before the first unknown one remain known
/// in the complement.
#[derive(Clone, Copy)]
pub(crate) struct ProductRange {
    factors: [Num; 2],
    len: usize,
}

impl ProductRange {
    /// The range `[0, m)`.
    pub(crate) const fn of(m: Num) -> Self {
        Self { factors: [m, Num::ONE], len: 1 }
    }

    /// The range of the size of coalesced modes that are not empty.
    pub(crate) const fn size_of(modes: &Modes) -> Result<Self, Rule> {
        let (mut range, mut k) = (Self::of(Num::ONE), 0);
        while k < modes.len {
            let (m, last) = (extent!(modes, k), range.len - 1);
            if k == 0 {
                range.factors[0] = m;
            } else if m.known || !range.factors[last].known {
                range.factors[last] = times!(range.factors[last], m);
            } else {
                // The product of an unknown factor is unknown, so that there is no third one.
                range.factors[1] = m;
                range.len = 2;
            }
            k += 1;
        }
        Ok(range)
    }

    #[inline]
    pub(crate) const fn product(&self) -> Result<Num, Rule> {
        let Num { value, known, .. } = self.factors[0];
        // One factor is multiplied with nothing, so its own bound is checked here.
        if value as i128 > MOST as i128 || (value as i128) < -(MOST as i128) {
            return Err(Rule::Overflow { a: 1, operator: '*', b: value });
        }
        if self.len == 1 {
            Ok(plain!(value, known))
        } else {
            plain!(value, known).times(self.factors[1])
        }
    }

    /// Appends the modes from `covered` to the end of the range. Each factor of the range is divided by what remains
    /// of `covered`, or divides it. With `up`, the last one rounds up.
    #[inline]
    const fn close(&self, covered: Num, up: bool, free: &mut Modes) -> Result<(), Rule> {
        let whole = tri!(self.product());
        let refused = Rule::Rest { divisor: covered.value, dividend: whole.value };
        if self.len == 1 && covered.known {
            let rest = if up {
                ceil_div(whole.value, covered.value)
            } else if whole.value % covered.value == 0 {
                whole.value / covered.value
            } else {
                return Err(refused);
            };
            // It does not continue a gap below: the mode between has two elements or more.
            return match rest {
                1 if whole.known => Ok(()),
                _ => free.push(plain!(rest, whole.known), covered),
            };
        }
        let range = if covered.known { *self } else { Self::of(whole) };
        let (mut place, mut rest, mut below, mut k) = (covered, Num::ONE, covered, 0);
        while k < range.len {
            let m = range.factors[k];
            k += 1;
            let rounds = up && k == range.len;
            // What is covered uses up the factors from the first one on: a factor is divided, or used up whole.
            let (taken, left) = if rounds {
                (ceil_div(m.value, below.value), 1)
            } else if m.value % below.value == 0 {
                (m.value / below.value, 1)
            } else if below.value % m.value == 0 {
                (1, below.value / m.value)
            } else if whole.value % covered.value == 0 {
                // The numbers divide, but a form may use this factor only where both divide it.
                return Err(Rule::Divides { divisor: below.value, dividend: m.value });
            } else {
                return Err(refused);
            };
            // Consecutive factors that are all known, or all unknown, become one leaf.
            let known = m.known && below.known;
            let taken = plain!(taken, known);
            if taken.known == rest.known {
                rest = times!(rest, taken);
            } else {
                check!(free.append(rest, place));
                place = times!(place, rest);
                rest = taken;
            }
            below = plain!(left, known || below.is(1));
        }
        check!(free.append(rest, place));
        // What is left of `covered` after all factors reaches past the range.
        if below.value != 1 { Err(refused) } else { Ok(()) }
    }
}

impl Modes {
    /// The modes of the offsets between the leaves `from..to`, and after them up to `end`.
    pub(crate) const fn free(
        &self,
        from: usize,
        to: usize,
        end: ComplementEnd,
    ) -> Result<Self, Rule> {
        let mut free = Self::EMPTY;
        check!(self.free_into(from, to, end, &mut free, off!()));
        Ok(free)
    }

    /// [`Modes::free`] in place of what `free` has.
    #[inline]
    pub(crate) const fn free_into<const ROOM: usize>(
        &self,
        from: usize,
        to: usize,
        end: ComplementEnd,
        free: &mut Self,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        check!(self.nonempty(from, to));
        check!(self.integral(from, to));
        let mut order = LeafOrder::EMPTY;
        check!(self.by_stride(from, to, &mut order));
        free.clear();
        let known = self.known_extents & self.known_strides;
        let leaves = low_mask!(to) & !low_mask!(from);
        if known & leaves == leaves {
            return self.known_free_into(&order, end, free, notes);
        }
        let ordered = order.strides_known || order.len <= 1;
        // Where the modes below end. Unknown where the order of the strides is.
        let mut covered = plain!(1, ordered);
        // `covered` without the modes that are single offsets.
        let mut filled = 1;
        let mut k = 0;
        while k < order.len {
            let leaf = order.leaves[k] as usize;
            let s = extent!(self, leaf);
            let d = plain!(self.strides[leaf], self.known_strides >> leaf & 1 == 1);
            let gap_known = d.known && covered.known;
            // A single offset leaves no gap. A known gap is still part of the form.
            let single = s.value == 1 || d.value == 0;
            // The form needs a leaf here before the values are known; a single offset leaves it empty.
            if single && !gap_known {
                check!(free.push(Num::unknown(1), covered));
                covered = Num::unknown(covered.value);
                k += 1;
                continue;
            }
            note!(self.note_gap(&order, k, covered.value, end, notes));
            if d.value < covered.value {
                return Err(Rule::Overlap { stride: d.value, covered: covered.value });
            }
            // Without an end, a gap that is not a whole number of steps is allowed: copies just leave offsets unused.
            let exact = d.value % covered.value == 0;
            // Two gaps of the form must cover the offsets of the one gap that the integers have.
            let same = covered.value / filled * (d.value / covered.value) == d.value / filled;
            if !exact && (single || !same || !matches!(end, ComplementEnd::Never)) {
                return Err(Rule::Holes { stride: d.value, covered: covered.value });
            }
            let gap = plain!(d.value / covered.value, gap_known);
            check!(free.append(gap, covered));
            let next = times!(s, d);
            covered = plain!(next.value, next.known && ordered);
            // The offsets below `covered` that are really filled: a single offset fills none.
            if !single {
                filled = covered.value;
            }
            k += 1;
        }
        note!(end.note(covered.value, notes));
        match end {
            // The last mode has no bound. A walk treats the last mode so, whatever its extent is.
            ComplementEnd::Never => tri!(free.push(Num::unknown(i64::MAX), covered)),
            ComplementEnd::At(range) => tri!(range.close(covered, false, free)),
            ComplementEnd::Past(range) => {
                check!(range.close(covered, true, free));
                // The gap of the form must not round up further than the integers do.
                if filled < covered.value {
                    let m = tri!(range.product()).value as i128;
                    let (covered, filled) = (covered.value as i128, filled as i128);
                    let past = (m + covered - 1) / covered * covered;
                    if past != (m + filled - 1) / filled * filled {
                        let (stride, covered) = (covered as i64, filled as i64);
                        return Err(Rule::Holes { stride, covered });
                    }
                }
            }
        }
        Ok(())
    }

    /// [`Modes::free_into`] where the integers of the leaves in `order` are known: no mode is a single offset.
    const fn known_free_into<const ROOM: usize>(
        &self,
        order: &LeafOrder,
        end: ComplementEnd,
        free: &mut Self,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        let mut covered = 1;
        let mut gaps = 0;
        let mut k = 0;
        while k < order.len {
            let leaf = order.leaves[k] as usize;
            let stride = self.strides[leaf];
            note!(self.note_gap(order, k, covered, end, notes));
            if stride < covered {
                return Err(Rule::Overlap { stride, covered });
            }
            let gap = stride / covered;
            // Without an end, a gap that is not a whole number of steps is allowed: copies just leave offsets unused.
            if gap * covered != stride && !matches!(end, ComplementEnd::Never) {
                return Err(Rule::Holes { stride, covered });
            }
            // A gap does not continue the last one: the mode between has two elements or more.
            if gap != 1 {
                free.extents[gaps] = gap;
                free.strides[gaps] = covered;
                gaps += 1;
            }
            covered = tri!(multiply(self.extents[leaf], stride));
            k += 1;
        }
        free.len = gaps;
        free.known_extents = low_mask!(gaps);
        free.known_strides = free.known_extents;
        note!(end.note(covered, notes));
        match end {
            ComplementEnd::Never => free.push(Num::unknown(i64::MAX), plain!(covered, true)),
            ComplementEnd::At(range) => range.close(plain!(covered, true), false, free),
            ComplementEnd::Past(range) => range.close(plain!(covered, true), true, free),
        }
    }

    /// Appends the leaves by ascending stride to `order`, without known extents of 1 and known strides of 0.
    #[inline]
    const fn by_stride(&self, from: usize, to: usize, order: &mut LeafOrder) -> Result<(), Rule> {
        let mut k = from;
        while k < to {
            let (s, d) = (self.extents[k], self.strides[k]);
            let is_one = s == 1 && self.known_extents >> k & 1 == 1;
            // A mode that stays at one offset covers nothing and leaves no gap.
            if !is_one && (d != 0 || self.known_strides >> k & 1 == 0) {
                // An extent of 1 takes no step, so the sign of its stride has no effect.
                if d < 0 && s > 1 {
                    return Err(Rule::NegativeStride { stride: d });
                }
                order.insert(self, k);
            }
            k += 1;
        }
        Ok(())
    }
}

impl Layout {
    /// The layout of the offsets of `[0, m)` that this layout does not reach, CuTe's `complement(layout, m)`. The
    /// pair of both maps one to one onto `[0, m)`. Ignores strides of 0 and extents of 1.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "4:2".parse()?;
    /// assert_eq!(a.complement(24)?.to_string(), "(2,3):(1,8)");
    /// let refused = a.complement(19).unwrap_err();
    /// assert!(refused.to_string().starts_with("no complement of 4:2 in 19: 8 does not divide 19"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Overlap`] and [`Rule::Holes`] unless each stride is a multiple of the end of the mode below,
    /// [`Rule::Rest`] unless the end of the last mode divides `m`, [`Rule::NegativeStride`], [`Rule::Range`] unless
    /// `m` is positive, [`Rule::Empty`], and [`Rule::Unit`] where a stride has a basis.
    pub const fn complement(&self, m: i64) -> Result<Self, LayoutError> {
        self.complement_at(Num::known(m), false, off!())
    }

    /// [`Layout::complement`] with its last extent rounded up. The pair maps one to one onto `[0, m')`, where `m'` is
    /// the least multiple of the last mode's end that is at least `m`. CuTe's `complement` rounds up without notice.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "4:2".parse()?;
    /// assert_eq!(a.complement_padded(19)?.to_string(), "(2,3):(1,8)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`complement`](Self::complement), without [`Rule::Rest`].
    pub const fn complement_padded(&self, m: i64) -> Result<Self, LayoutError> {
        self.complement_at(Num::known(m), true, off!())
    }

    /// [`Layout::complement`] in an integer that may be unknown.
    #[doc(hidden)]
    pub const fn complement_in(&self, m: &IntTuple) -> Result<Self, LayoutError> {
        if let Err(rule) = m.integral(0, 1) {
            return self.binary(Operation::Complement, Operand::Tuple(*m), Err(rule));
        }
        self.complement_at(m.num(0), false, off!())
    }

    /// [`Layout::complement_padded`] in an integer that may be unknown.
    #[doc(hidden)]
    pub const fn complement_padded_in(&self, m: &IntTuple) -> Result<Self, LayoutError> {
        if let Err(rule) = m.integral(0, 1) {
            return self.binary(Operation::Complement, Operand::Tuple(*m), Err(rule));
        }
        self.complement_at(m.num(0), true, off!())
    }

    /// The complement in `[0, m)`. With `up`, the end is rounded up.
    pub(crate) const fn complement_at<const ROOM: usize>(
        &self,
        m: Num,
        up: bool,
        notes: &mut Notes<ROOM>,
    ) -> Result<Self, LayoutError> {
        let (mut out, range) = (Self::EMPTY, m.value);
        let result = if range <= 0 {
            Err(if range == i64::MIN { Rule::Integer } else { Rule::Range { range } })
        } else {
            let m = ProductRange::of(m);
            let end = if up { ComplementEnd::Past(m) } else { ComplementEnd::At(m) };
            match self.modes.free_into(0, self.modes.len, end, &mut out.modes, notes) {
                Ok(()) => out.set_flat(),
                Err(rule) => Err(rule),
            }
        };
        match result {
            Ok(()) => Ok(out),
            Err(rule) => self.binary(Operation::Complement, Operand::Integer(range), Err(rule)),
        }
    }
}
