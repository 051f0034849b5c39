//! Inverses, the nullspace, and the common layout of two layouts.
//!
//! All of them sort the coalesced modes by stride. A mode `s:d` starts at the linear index `p`, the product of the
//! extents before it. The inverse maps offset `d` back to linear index `p`, so it has a leaf of stride `p`.
//!
//! ```text
//! right_inverse     covered = 1                    # A(R(k)) = k
//!                   for s:d by ascending d:
//!                       if d == covered: R.append(s : p); covered = s * d
//!
//! left_inverse      below = 1; place = 0           # L(A(i)) = i
//!                   for s:d by ascending d:        # read the offset in the radix of the strides
//!                       refuse unless below divides d, and the mode below ends at or before d
//!                       L.append(d / below : place)
//!                       below = d; place = p
//!                   L.append(s of the last : place)
//!
//! inverse           both: every d equals covered, and nothing is left out
//! ```
//!
//! # Run-time integers
//! The order of run-time strides is unknown, so their leaves are unknown. The right inverse leaves them out; the
//! others mark every leaf unknown where the order depends on a run-time stride.

use crate::algebra::notes::{Notes, note, off};
use crate::error::{LayoutError, Operation, Rule};
use crate::layout::modes::LeafOrder;
use crate::layout::modes::{extent, stride};
use crate::number::{check, plain, times, tri};
use crate::value::limit::MAX_LEAVES;
use crate::value::{Layout, MOST, Modes, Num};

/// Modes `s:d` by ascending stride, and the linear index at which each starts.
struct Sorted {
    order: LeafOrder,
    /// The starts by leaf.
    starts: [i64; MAX_LEAVES],
    known_starts: u32,
}

impl Sorted {
    /// Sorts coalesced modes. Skips modes of a known stride of 0 or less, and with `known` those of an unknown
    /// stride.
    const fn of(modes: &Modes, known: bool) -> Result<Self, Rule> {
        let mut out = Self { order: LeafOrder::EMPTY, starts: [0; MAX_LEAVES], known_starts: 0 };
        let (mut start, mut k) = (Num::ONE, 0);
        while k < modes.len {
            let d = modes.strides[k];
            // Unknown strides have no known place in the order, so the right inverse cannot use them.
            let left_out = if modes.known_strides >> k & 1 == 1 { d <= 0 } else { known };
            if !left_out {
                out.order.insert(modes, k);
                out.starts[k] = start.value;
                out.known_starts |= (start.known as u32) << k;
            }
            start = times!(start, extent!(modes, k));
            k += 1;
        }
        Ok(out)
    }

    const fn start(&self, leaf: usize) -> Num {
        Num::plain(self.starts[leaf], self.known_starts >> leaf & 1 == 1)
    }
}

impl Modes {
    /// Appends extents and starts of the modes whose known strides continue each other from 1 on. The chain ends after an
    /// unknown extent. The result is coalesced.
    ///
    /// # Errors
    /// `Downward` where a negative stride exists and a positive one is not in the chain.
    const fn chain<const ROOM: usize>(
        &self,
        out: &mut Self,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        let sorted = tri!(Sorted::of(self, true));
        note!(self.note_starts(&sorted.order, &sorted.starts, notes));
        let (mut covered, mut k) = (Num::ONE, 0);
        let mut loose = self.moving_up();
        while k < sorted.order.len {
            let leaf = sorted.order.leaves[k] as usize;
            let s = extent!(self, leaf);
            let d = stride!(self, leaf);
            note!(notes.link(self, leaf, covered.value, sorted.starts[leaf]));
            // Only the mode whose stride is exactly where the offsets end continues them.
            if covered.is(d.value) {
                check!(out.append(s, sorted.start(leaf)));
                covered = match s.value.checked_mul(d.value) {
                    Some(next) => Num::plain(next, s.known),
                    // No stride is as large, so the chain ends.
                    None => Num::unknown(i64::MAX),
                };
                loose -= (s.value != 1) as usize;
            }
            k += 1;
        }
        // The sum of a negative stride and a positive one outside the chain could continue the chain.
        let stride = self.least_stride();
        if stride < 0 && loose > 0 { Err(Rule::Downward { stride }) } else { Ok(()) }
    }

    /// The least stride of an extent above 1, or 0.
    const fn least_stride(&self) -> i64 {
        let (mut least, mut k) = (0, 0);
        while k < self.len {
            if self.extents[k] != 1 && self.strides[k] < least {
                least = self.strides[k];
            }
            k += 1;
        }
        least
    }

    /// The number of positive strides of extents above 1.
    const fn moving_up(&self) -> usize {
        let (mut count, mut k) = (0, 0);
        while k < self.len {
            count += (self.extents[k] != 1 && self.strides[k] > 0) as usize;
            k += 1;
        }
        count
    }

    /// Checks that no extent above 1 has a stride of 0 or less.
    const fn moves_up(&self) -> Result<(), Rule> {
        let mut k = 0;
        while k < self.len {
            let (extent, stride) = (self.extents[k], self.strides[k]);
            if extent != 1 && stride == 0 {
                return Err(Rule::Repeats { extent });
            }
            if extent != 1 && stride < 0 {
                return Err(Rule::NegativeStride { stride });
            }
            k += 1;
        }
        Ok(())
    }

    /// Appends the left inverse: the digits of an offset in the radix of the sorted strides, each with its start as
    /// stride.
    const fn digits<const ROOM: usize>(
        &self,
        out: &mut Self,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        check!(self.moves_up());
        let sorted = tri!(Sorted::of(self, false));
        note!(self.note_starts(&sorted.order, &sorted.starts, notes));
        let (mut below, mut covered, mut place, mut k) = (Num::ONE, 1, Num::ZERO, 0);
        while k < sorted.order.len {
            let leaf = sorted.order.leaves[k] as usize;
            let s = extent!(self, leaf);
            let mut d = stride!(self, leaf);
            if s.value == 1 && !d.known {
                // The stride of a single element has no effect.
                d.value = below.value;
            }
            note!(notes.digit(self, leaf, below.value, covered, place.value));
            // The strides must be a mixed radix: only then is each digit of an offset a quotient.
            if d.value % below.value != 0 {
                return Err(Rule::Uneven { stride: d.value, below: below.value });
            }
            if d.value < covered {
                return Err(Rule::Overlap { stride: d.value, covered });
            }
            // The digit between the two strides belongs to the mode below, whose start is its stride in the inverse.
            let radix = Num::plain(d.value / below.value, d.known && below.known);
            check!(out.grow(radix, place, sorted.order.is_known()));
            covered = times!(s, d).value;
            (below, place) = (d, sorted.start(leaf));
            if k + 1 == sorted.order.len {
                note!(notes.last_digit(d.value, s.value, place.value));
                check!(out.grow(s, place, sorted.order.is_known()));
            }
            k += 1;
        }
        Ok(())
    }

    /// Appends the inverse of a bijection onto `[0, size)`: its modes with their starts as strides.
    const fn undone<const ROOM: usize>(
        &self,
        out: &mut Self,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        check!(self.moves_up());
        let sorted = tri!(Sorted::of(self, false));
        note!(self.note_starts(&sorted.order, &sorted.starts, notes));
        let (mut covered, mut k) = (1, 0);
        while k < sorted.order.len {
            let leaf = sorted.order.leaves[k] as usize;
            let s = extent!(self, leaf);
            let d = stride!(self, leaf);
            if s.value != 1 {
                note!(notes.undone(self, leaf, covered, sorted.starts[leaf]));
                if d.value < covered {
                    return Err(Rule::Overlap { stride: d.value, covered });
                }
                // An offset between `covered` and `d` has no coordinate, so it has no inverse either.
                if d.value > covered {
                    return Err(Rule::Gap { stride: d.value, covered });
                }
                covered = times!(s, d).value;
            }
            check!(out.grow(s, sorted.start(leaf), sorted.order.is_known()));
            k += 1;
        }
        Ok(())
    }

    /// Appends a leaf of an inverse. Unknown unless known strides determine the order.
    const fn grow(&mut self, extent: Num, stride: Num, ordered: bool) -> Result<(), Rule> {
        if ordered {
            self.append(extent, stride)
        } else {
            self.push(Num::unknown(extent.value), Num::unknown(stride.value))
        }
    }

    /// Appends the leading modes of two chains that are known and equal.
    const fn common(&self, other: &Self, out: &mut Self) -> Result<(), Rule> {
        let mut k = 0;
        while k < self.len && k < other.len {
            let (s, t) = (extent!(self, k), extent!(other, k));
            let (p, q) = (stride!(self, k), stride!(other, k));
            // Beyond the first difference, contiguous elements of one layout are not contiguous in the other.
            if !(s.known && t.known && p.known && q.known) || p.value != q.value {
                break;
            }
            check!(out.append(if s.value < t.value { s } else { t }, p));
            if s.value != t.value {
                break;
            }
            k += 1;
        }
        Ok(())
    }
}

impl Layout {
    /// The layout `R` with `A(R(k)) = k` for every `k` below its size, CuTe's `right_inverse`. It consists of the
    /// modes whose strides continue each other from 1 on.
    ///
    /// If all offsets of the layout differ, no larger `R` exists. If modes overlap, it takes the mode whose stride
    /// continues, and the first of several modes with this stride.
    ///
    /// ```text
    /// (2,3):(3,1)   i     0 1 2 3 4 5        (3,2):(2,1)   k     0 1 2 3 4 5
    ///               A(i)  0 3 1 4 2 5                      R(k)  0 2 4 1 3 5
    /// ```
    ///
    /// ```
    /// use layout_core::Layout;
    /// let right = |text: &str| text.parse::<Layout>()?.right_inverse();
    /// assert_eq!(right("(2,3):(3,1)")?.to_string(), "(3,2):(2,1)");
    /// assert_eq!(right("(4,2):(1,8)")?.to_string(), "4:1");
    /// assert_eq!(right("4:2")?.to_string(), "1:0");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Downward`] where a stride is negative and a positive one is outside the chain: their sum could
    /// continue it, [`Rule::Empty`], [`Rule::Unit`] where a stride has a basis, and [`Rule::Full`] for more than 12
    /// modes.
    pub const fn right_inverse(&self) -> Result<Self, LayoutError> {
        let mut out = Self::EMPTY;
        let done = match self.chain(&mut out.modes, off!()) {
            Ok(()) => out.set_flat(),
            Err(rule) => Err(rule),
        };
        self.written(Operation::RightInverse, done, &out)
    }

    /// The layout `L` with `L(A(i)) = i` for every `i` below the size of `A`, CuTe's `left_inverse`. It reads an
    /// offset in the radix of the strides, and moves each digit to where its mode starts. Its value at an offset that
    /// `A` does not reach has no meaning.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2):(3,1)".parse()?;
    /// assert_eq!(a.left_inverse()?.to_string(), "(3,2):(2,1)");
    /// assert_eq!("10:3".parse::<Layout>()?.left_inverse()?.to_string(), "(3,10):(0,1)");
    /// let refused = "(2,3):(3,2)".parse::<Layout>()?.left_inverse().unwrap_err();
    /// assert!(refused.to_string().contains("the stride 3 is not a multiple of the stride 2 below it"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Uneven`] and [`Rule::Overlap`] unless each stride is a multiple of the next smaller one, and at or
    /// above the end of its mode. [`Rule::Repeats`] for a stride of 0, [`Rule::NegativeStride`], [`Rule::Empty`], and
    /// [`Rule::Unit`] where a stride has a basis.
    pub const fn left_inverse(&self) -> Result<Self, LayoutError> {
        let mut out = Self::EMPTY;
        let done = self.inverted(false, &mut out, off!());
        self.written(Operation::LeftInverse, done, &out)
    }

    /// The inverse of a bijection onto `[0, size)`: `A(I(k)) = k` and `I(A(i)) = i`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(3,1)".parse()?;
    /// assert_eq!(a.inverse()?.to_string(), "(3,2):(2,1)");
    /// let refused = "(4,2):(1,8)".parse::<Layout>()?.inverse().unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "no inverse of (4,2):(1,8): the stride 8 is above 4, where the modes below it end: \
    ///      the offsets between are unused; left_inverse allows that"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Overlap`] and [`Rule::Gap`] with the first stride that is not the end of the modes below it.
    /// [`Rule::Repeats`], [`Rule::NegativeStride`], [`Rule::Empty`], and [`Rule::Unit`] where a stride has a basis.
    pub const fn inverse(&self) -> Result<Self, LayoutError> {
        let mut out = Self::EMPTY;
        let done = self.inverted(true, &mut out, off!());
        self.written(Operation::Inverse, done, &out)
    }

    /// The layout `N` with `A(N(i)) = 0` for every `i`, CuTe's `nullspace`: the modes of stride 0, each with its
    /// start as stride. It is not coalesced.
    ///
    /// With strides of both signs, other coordinates can also map to 0. The nullspace does not contain them.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,(3,2)):(0,(1,0))".parse()?;
    /// assert_eq!(a.nullspace()?.to_string(), "(4,2):(1,12)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Empty`].
    pub const fn nullspace(&self) -> Result<Self, LayoutError> {
        let mut out = Self::EMPTY;
        let done = match self.modes.zeros(&mut out.modes) {
            Ok(()) => out.set_flat(),
            Err(rule) => Err(rule),
        };
        self.written(Operation::Nullspace, done, &out)
    }

    /// The layout `R` with `A(R(i)) = B(R(i)) = i` for every `i` below its size, CuTe's `max_common_layout`: the
    /// leading modes that both right inverses share. Its elements are contiguous in both layouts.
    ///
    /// The modes end before the first that has a run-time leaf in either, because no type has a form that depends on values of
    /// run time: of `n:1` and `256:1` it is `1:0`, also where `n` is 256. All leaves of a parsed layout are known.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let (a, b): (Layout, Layout) = ("(8,16):(16,1)".parse()?, "(8,16):(24,1)".parse()?);
    /// assert_eq!(a.max_common_layout(&b)?.to_string(), "16:8");
    /// assert_eq!(a.max_common_vector(&b)?, 16);
    /// let (a, b): (Layout, Layout) = ("4:1".parse()?, "8:1".parse()?);
    /// assert_eq!(a.max_common_layout(&b)?.to_string(), "4:1");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`right_inverse`](Self::right_inverse) of either layout.
    pub const fn max_common_layout(&self, b: &Self) -> Result<Self, LayoutError> {
        let mut out = Self::EMPTY;
        let done = self.common(b, &mut out);
        self.written_with(Operation::MaxCommon, b, done, &out)
    }

    /// The number of elements that are contiguous in both layouts at the same coordinates, CuTe's
    /// `max_common_vector`: the size of [`Layout::max_common_layout`].
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(8,16):(16,1)".parse()?;
    /// assert_eq!(a.max_common_vector(&"(8,16):(24,1)".parse()?)?.to_string(), "16");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`max_common_layout`](Self::max_common_layout).
    pub const fn max_common_vector(&self, b: &Self) -> Result<i64, LayoutError> {
        match self.max_common_layout(b) {
            Ok(common) => Ok(common.size()),
            Err(error) => Err(error),
        }
    }

    /// Writes the left inverse, or the one of a bijection.
    pub(crate) const fn inverted<const ROOM: usize>(
        &self,
        bijection: bool,
        out: &mut Self,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        let mut modes = Modes::EMPTY;
        check!(self.coalesce_for_inverse(&mut modes));
        note!(notes.coalesced("the modes, coalesced -> {L}", &modes, self.modes.len));
        check!(if bijection {
            modes.undone(&mut out.modes, notes)
        } else {
            modes.digits(&mut out.modes, notes)
        });
        check!(out.set_flat());
        out.validate()
    }

    /// Writes the leading modes that the chains of both layouts have.
    const fn common(&self, b: &Self, out: &mut Self) -> Result<(), Rule> {
        let (mut left, mut right) = (Modes::EMPTY, Modes::EMPTY);
        check!(self.chain(&mut left, off!()));
        check!(b.chain(&mut right, off!()));
        check!(left.common(&right, &mut out.modes));
        out.set_flat()
    }

    pub(crate) const fn chain<const ROOM: usize>(
        &self,
        out: &mut Modes,
        notes: &mut Notes<ROOM>,
    ) -> Result<(), Rule> {
        let mut modes = Modes::EMPTY;
        check!(self.coalesce_for_inverse(&mut modes));
        note!(notes.coalesced("the modes, coalesced -> {L}", &modes, self.modes.len));
        modes.chain(out, notes)
    }

    const fn coalesce_for_inverse(&self, out: &mut Modes) -> Result<(), Rule> {
        check!(self.modes.nonempty(0, self.modes.len));
        check!(self.modes.integral(0, self.modes.len));
        self.modes.coalesce_into(0, self.modes.len, out)
    }
}

impl Modes {
    /// The modes of known stride 0, each with its start as stride.
    const fn zeros(&self, out: &mut Self) -> Result<(), Rule> {
        check!(self.nonempty(0, self.len));
        let (mut start, mut k) = (Num::ONE, 0);
        while k < self.len {
            let s = extent!(self, k);
            if stride!(self, k).is(0) {
                let stride = if s.is(1) { Num::ZERO } else { start };
                check!(out.push(s, stride));
            }
            start = times!(start, s);
            k += 1;
        }
        Ok(())
    }
}
