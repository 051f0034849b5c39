//! Complement: the offsets that a layout leaves free, as a layout.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::layout::modes::Modes;
use crate::number::{Num, ceil_div, tri};
use crate::tuple::IntTuple;

/// Where the free offsets end.
#[derive(Clone, Copy)]
pub(crate) enum End {
    /// At the product of a range, exactly.
    At(Range),
    /// At the next multiple past the product of a range.
    Past(Range),
    /// Nowhere; gaps that divide nothing are allowed and stay unused.
    Never,
}

/// `[0, M)` with `M` as the product of what is known before the first unknown extent, and of the rest:
/// what is known of the shape that is filled stays known of what fills it.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    runs: Modes,
}

impl Range {
    /// `[0, m)`.
    pub(crate) const fn of(m: Num) -> Self {
        let mut runs = Modes::EMPTY;
        runs.set(0, m, Num::ZERO);
        runs.len = 1;
        Self { runs }
    }

    /// The size of coalesced modes.
    pub(crate) const fn size_of(modes: &Modes) -> Result<Self, Rule> {
        let (mut runs, mut k) = (Modes::EMPTY, 0);
        while k < modes.len {
            let (m, last) = (modes.extent(k), runs.len.saturating_sub(1));
            if runs.len > 0 && (m.known || !runs.extent(last).known) {
                runs.set(last, tri!(runs.extent(last).times(m)), Num::ZERO);
            } else {
                tri!(runs.push(m, Num::ZERO));
            }
            k += 1;
        }
        Ok(if runs.len == 0 { Self::of(Num::ONE) } else { Self { runs } })
    }

    pub(crate) const fn product(&self) -> Result<Num, Rule> {
        self.runs.size(0, self.runs.len)
    }

    /// Adds to `free` what is above `covered`: run by run, what is left of `covered` divides it or is
    /// divided by it. Rounding is for the last run.
    const fn close(&self, covered: Num, up: bool, free: &mut Modes) -> Result<(), Rule> {
        let whole = tri!(self.product());
        let runs = if covered.known { self.runs } else { Self::of(whole).runs };
        let refused = Rule::Rest { divisor: covered.value, dividend: whole.value };
        let (mut place, mut rest, mut below, mut k) = (covered, Num::ONE, covered, 0);
        while k < runs.len {
            let m = runs.extent(k);
            k += 1;
            let rounds = up && k == runs.len;
            let (taken, left) = if rounds {
                (ceil_div(m.value, below.value), 1)
            } else if m.value % below.value == 0 {
                (m.value / below.value, 1)
            } else if below.value % m.value == 0 {
                (1, below.value / m.value)
            } else {
                return Err(refused);
            };
            // What is left is one leaf as long as it is known, or is not.
            let known = m.known && below.known;
            let taken = Num::plain(taken, known);
            if taken.known == rest.known {
                rest = tri!(rest.times(taken));
            } else {
                tri!(free.append(rest, place));
                place = tri!(place.times(rest));
                rest = taken;
            }
            below = Num::plain(left, known || below.is(1));
        }
        tri!(free.append(rest, place));
        if below.value != 1 { Err(refused) } else { Ok(()) }
    }
}

impl Modes {
    /// The free offsets between the leaves `from..to`, and after them up to `end`.
    pub(crate) const fn free(&self, from: usize, to: usize, end: End) -> Result<Self, Rule> {
        tri!(self.nonempty(from, to));
        tri!(self.integral(from, to));
        let (sorted, ordered) = tri!(self.by_stride(from, to));
        let mut free = Self::EMPTY;
        // Where the modes below end; unknown when the order is.
        let mut covered = Num::plain(1, ordered);
        // The same without the modes that are single offsets.
        let mut filled = 1;
        let mut k = 0;
        while k < sorted.len {
            let (s, d) = (sorted.extent(k), sorted.stride(k));
            let gap_known = d.known && covered.known;
            // A mode that turns out to be a single offset leaves no gap; a known gap, however, is
            // part of the form.
            let single = s.value == 1 || d.value == 0;
            if single && !gap_known {
                tri!(free.push(Num::unknown(1), covered));
                covered = Num::unknown(covered.value);
                k += 1;
                continue;
            }
            if d.value < covered.value {
                return Err(Rule::Overlap { stride: d.value, covered: covered.value });
            }
            let exact = d.value % covered.value == 0;
            // Two gaps of the form have the places of the one that known integers leave.
            let same = covered.value / filled * (d.value / covered.value) == d.value / filled;
            if !exact && (single || !same || !matches!(end, End::Never)) {
                return Err(Rule::Holes { stride: d.value, covered: covered.value });
            }
            let gap = Num::plain(d.value / covered.value, gap_known);
            tri!(free.append(gap, covered));
            let next = tri!(s.times(d));
            covered = Num::plain(next.value, next.known && ordered);
            if !single {
                filled = covered.value;
            }
            k += 1;
        }
        match end {
            End::Never => tri!(free.push(Num::unknown(i64::MAX), covered)),
            End::At(range) => tri!(range.close(covered, false, &mut free)),
            End::Past(range) => {
                tri!(range.close(covered, true, &mut free));
                // A gap of the form must not round up further than the layout needs.
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
        Ok(free)
    }

    /// The leaves without known extents of 1 and known strides of 0, by rising stride; whether the
    /// order follows from known strides alone.
    const fn by_stride(&self, from: usize, to: usize) -> Result<(Self, bool), Rule> {
        let (mut sorted, mut all_known, mut k) = (Self::EMPTY, true, from);
        while k < to {
            let s = Num::plain(self.extents[k], self.known_extents >> k & 1 == 1);
            let d = Num::plain(self.strides[k], self.known_strides >> k & 1 == 1);
            k += 1;
            if s.known && s.value == 1 || d.known && d.value == 0 {
                continue;
            }
            if d.value < 0 && s.value > 1 {
                return Err(Rule::NegativeStride { stride: d.value });
            }
            all_known &= d.known;
            let mut j = sorted.len;
            tri!(sorted.push(s, d));
            if j == 0 || sorted.strides[j - 1] <= d.value {
                continue;
            }
            while j > 0 && sorted.strides[j - 1] > d.value {
                sorted.set(j, sorted.extent(j - 1), sorted.stride(j - 1));
                j -= 1;
            }
            sorted.set(j, s, d);
        }
        Ok((sorted, all_known || sorted.len <= 1))
    }
}

impl Layout {
    /// The layout of the offsets that this one leaves free in `[0, m)`: the pair maps one to one
    /// onto `[0, m)`. Strides of 0 and extents of 1 do not count.
    ///
    /// Refused when the modes, sorted by stride, are not a chain (each stride a multiple of the end
    /// of the mode below) or the last does not divide `m`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "4:2".parse()?;
    /// assert_eq!(a.complement(24)?.to_string(), "(2,3):(1,8)");
    /// let refused = a.complement(19).unwrap_err();
    /// assert!(refused.to_string().starts_with("no complement of 4:2 in 19: 8 does not divide 19"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn complement(&self, m: i64) -> Result<Self, LayoutError> {
        self.complement_at(End::At(Range::of(Num::known(m))))
    }

    /// The complement with its last extent rounded up: the pair covers `[0, m')` with `m'` the next
    /// multiple of what it must divide. It refuses a broken chain as [`Layout::complement`] does.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "4:2".parse()?;
    /// assert_eq!(a.complement_padded(19)?.to_string(), "(2,3):(1,8)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn complement_padded(&self, m: i64) -> Result<Self, LayoutError> {
        self.complement_at(End::Past(Range::of(Num::known(m))))
    }

    /// [`Layout::complement`] in the integer `m`, which may be unknown.
    #[doc(hidden)]
    pub const fn complement_in(&self, m: &IntTuple) -> Result<Self, LayoutError> {
        if let Err(rule) = m.integral(0, 1) {
            return self.binary(Operation::Complement, Operand::Tuple(*m), Err(rule));
        }
        self.complement_at(End::At(Range::of(m.num(0))))
    }

    /// [`Layout::complement_padded`] in the integer `m`, which may be unknown.
    #[doc(hidden)]
    pub const fn complement_padded_in(&self, m: &IntTuple) -> Result<Self, LayoutError> {
        if let Err(rule) = m.integral(0, 1) {
            return self.binary(Operation::Complement, Operand::Tuple(*m), Err(rule));
        }
        self.complement_at(End::Past(Range::of(m.num(0))))
    }

    const fn complement_at(&self, end: End) -> Result<Self, LayoutError> {
        let m = match end {
            End::At(range) | End::Past(range) => range.runs.extents[0],
            End::Never => 1,
        };
        let result = if m <= 0 {
            Err(if m == i64::MIN { Rule::Integer } else { Rule::Range { range: m } })
        } else {
            match self.modes.free(0, self.modes.len, end) {
                Ok(free) => free.layout(),
                Err(rule) => Err(rule),
            }
        };
        self.binary(Operation::Complement, Operand::Integer(m), result)
    }
}
