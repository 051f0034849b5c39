//! Complement: the offsets that a layout leaves free, as a layout.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::modes::Modes;
use crate::number::{Num, ceil_div, tri};
use crate::tuple::IntTuple;

/// Where the free offsets end.
#[derive(Clone, Copy)]
pub(crate) enum End {
    /// At `M`, exactly.
    At(Num),
    /// At the next multiple past `M`.
    Past(Num),
    /// Nowhere; gaps that divide nothing are allowed and stay unused.
    Never,
}

impl Modes {
    /// The free offsets between the leaves `from..to`, and after them up to `end`.
    pub(crate) const fn free(&self, from: usize, to: usize, end: End) -> Result<Self, Rule> {
        tri!(self.nonempty(from, to));
        let (sorted, ordered) = tri!(self.by_stride(from, to));
        let mut free = Self::EMPTY;
        // Where the modes below end; unknown when the order is.
        let mut covered = Num { value: 1, known: ordered };
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
            if d.value % covered.value != 0 && (single || !matches!(end, End::Never)) {
                return Err(Rule::Holes { stride: d.value, covered: covered.value });
            }
            let gap = Num { value: d.value / covered.value, known: gap_known };
            tri!(free.append(gap, covered));
            let next = tri!(s.times(d));
            covered = Num { value: next.value, known: next.known && ordered };
            k += 1;
        }
        match end {
            End::Never => tri!(free.push(Num::unknown(i64::MAX), covered)),
            End::At(m) => {
                if m.value % covered.value != 0 {
                    return Err(Rule::Rest { divisor: covered.value, dividend: m.value });
                }
                let rest = Num::from_both(m.value / covered.value, m, covered);
                tri!(free.append(rest, covered));
            }
            End::Past(m) => {
                let rest = Num::from_both(ceil_div(m.value, covered.value), m, covered);
                tri!(free.append(rest, covered));
            }
        }
        Ok(free)
    }

    /// The leaves without known extents of 1 and known strides of 0, by rising stride; whether the
    /// order follows from known strides alone.
    const fn by_stride(&self, from: usize, to: usize) -> Result<(Self, bool), Rule> {
        let (mut sorted, mut all_known, mut k) = (Self::EMPTY, true, from);
        while k < to {
            let s = Num { value: self.extents[k], known: self.known_extents >> k & 1 == 1 };
            let d = Num { value: self.strides[k], known: self.known_strides >> k & 1 == 1 };
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
        self.complement_at(End::At(Num::known(m)))
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
        self.complement_at(End::Past(Num::known(m)))
    }

    /// [`Layout::complement`] in the integer `m`, which may be unknown.
    #[doc(hidden)]
    pub const fn complement_in(&self, m: &IntTuple) -> Result<Self, LayoutError> {
        self.complement_at(End::At(m.num(0)))
    }

    /// [`Layout::complement_padded`] in the integer `m`, which may be unknown.
    #[doc(hidden)]
    pub const fn complement_padded_in(&self, m: &IntTuple) -> Result<Self, LayoutError> {
        self.complement_at(End::Past(m.num(0)))
    }

    const fn complement_at(&self, end: End) -> Result<Self, LayoutError> {
        let m = match end {
            End::At(m) | End::Past(m) => m.value,
            End::Never => 1,
        };
        let result = if m <= 0 {
            Err(Rule::Range { range: m })
        } else {
            match self.modes.free(0, self.modes.len, end) {
                Ok(free) => free.layout(),
                Err(rule) => Err(rule),
            }
        };
        self.binary(Operation::Complement, Operand::Integer(m), result)
    }
}
