//! Inverses, and what two layouts have in common.
//!
//! All of them walk the coalesced modes by rising stride. A mode `s:d` that starts at the linear
//! index `p` (the product of the extents before it) is a leaf `s:p` of the way back from offsets to
//! linear indices.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::layout::modes::Modes;
use crate::number::limit::MAX_LEAVES;
use crate::number::{Num, tri};

/// Modes `s:d` by rising stride, with the linear indices at which they start.
struct Sorted {
    modes: Modes,
    starts: [Num; MAX_LEAVES],
    /// The order follows from known strides alone.
    ordered: bool,
}

impl Sorted {
    /// The coalesced `modes`; those of a known stride of 0 or less are left out, and those of an
    /// unknown stride where `known` is asked for.
    const fn of(modes: &Modes, known: bool) -> Result<Self, Rule> {
        let mut out = Self { modes: Modes::EMPTY, starts: [Num::ZERO; MAX_LEAVES], ordered: true };
        let (mut start, mut k) = (Num::ONE, 0);
        while k < modes.len {
            let (s, d) = (modes.extent(k), modes.stride(k));
            let left_out = if d.known { d.value <= 0 } else { known };
            if !left_out {
                out.ordered &= d.known;
                tri!(out.insert(s, d, start));
            }
            start = tri!(start.times(s));
            k += 1;
        }
        out.ordered |= out.modes.len <= 1;
        Ok(out)
    }

    const fn insert(&mut self, s: Num, d: Num, start: Num) -> Result<(), Rule> {
        let mut j = self.modes.len;
        tri!(self.modes.push(s, d));
        while j > 0 && self.modes.strides[j - 1] > d.value {
            self.modes.set(j, self.modes.extent(j - 1), self.modes.stride(j - 1));
            self.starts[j] = self.starts[j - 1];
            j -= 1;
        }
        self.modes.set(j, s, d);
        self.starts[j] = start;
        Ok(())
    }

    /// Whether the mode number `k` has one element, as its values are.
    const fn is_single(&self, k: usize) -> bool {
        self.modes.extents[k] == 1
    }
}

impl Modes {
    /// The extents and starts of the modes whose known strides continue each other from 1 on: a chain
    /// ends behind an unknown extent. These are coalesced modes.
    const fn chain(&self) -> Result<Self, Rule> {
        let sorted = tri!(Sorted::of(self, true));
        let (mut out, mut covered, mut k) = (Self::EMPTY, Num::ONE, 0);
        let mut loose = self.moving_up();
        while k < sorted.modes.len {
            let (s, d) = (sorted.modes.extent(k), sorted.modes.stride(k));
            if covered.is(d.value) {
                tri!(out.append(s, sorted.starts[k]));
                covered = match s.value.checked_mul(d.value) {
                    Some(next) => Num::plain(next, s.known),
                    // No stride is as large.
                    None => Num::unknown(i64::MAX),
                };
                loose -= !sorted.is_single(k) as usize;
            }
            k += 1;
        }
        let stride = self.least_stride();
        if stride < 0 && loose > 0 { Err(Rule::Downward { stride }) } else { Ok(out) }
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

    /// How many positive strides belong to extents above 1.
    const fn moving_up(&self) -> usize {
        let (mut count, mut k) = (0, 0);
        while k < self.len {
            count += (self.extents[k] != 1 && self.strides[k] > 0) as usize;
            k += 1;
        }
        count
    }

    /// Refuses what no inverse from the left gets along with: strides of 0 or less.
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

    /// The digits of an offset in the radix of the sorted strides, each back at its start.
    const fn digits(&self) -> Result<Self, Rule> {
        tri!(self.moves_up());
        let sorted = tri!(Sorted::of(self, false));
        let mut out = Self::EMPTY;
        let (mut below, mut covered, mut place, mut k) = (Num::ONE, 1, Num::ZERO, 0);
        while k < sorted.modes.len {
            let (s, mut d) = (sorted.modes.extent(k), sorted.modes.stride(k));
            if sorted.is_single(k) && !d.known {
                // The mode has no stride that matters.
                d.value = below.value;
            }
            if d.value % below.value != 0 {
                return Err(Rule::Uneven { stride: d.value, below: below.value });
            }
            if d.value < covered {
                return Err(Rule::Overlap { stride: d.value, covered });
            }
            let radix = Num::plain(d.value / below.value, d.known && below.known);
            tri!(out.grow(radix, place, sorted.ordered));
            covered = tri!(s.times(d)).value;
            (below, place) = (d, sorted.starts[k]);
            if k + 1 == sorted.modes.len {
                tri!(out.grow(s, place, sorted.ordered));
            }
            k += 1;
        }
        Ok(out)
    }

    /// The modes of a bijection onto `[0, size)`, each back at its start.
    const fn undone(&self) -> Result<Self, Rule> {
        tri!(self.moves_up());
        let sorted = tri!(Sorted::of(self, false));
        let (mut out, mut covered, mut k) = (Self::EMPTY, 1, 0);
        while k < sorted.modes.len {
            let (s, d) = (sorted.modes.extent(k), sorted.modes.stride(k));
            if !sorted.is_single(k) {
                if d.value < covered {
                    return Err(Rule::Overlap { stride: d.value, covered });
                }
                if d.value > covered {
                    return Err(Rule::Gap { stride: d.value, covered });
                }
                covered = tri!(s.times(d)).value;
            }
            tri!(out.grow(s, sorted.starts[k], sorted.ordered));
            k += 1;
        }
        Ok(out)
    }

    /// Adds a leaf of the inverse: unknown where its place among the others is.
    const fn grow(&mut self, extent: Num, stride: Num, ordered: bool) -> Result<(), Rule> {
        if ordered {
            self.append(extent, stride)
        } else {
            self.push(Num::unknown(extent.value), Num::unknown(stride.value))
        }
    }

    /// The first modes of two chains as far as both know them and have them in common.
    const fn common(&self, other: &Self) -> Result<Self, Rule> {
        let (mut out, mut k) = (Self::EMPTY, 0);
        while k < self.len && k < other.len {
            let (s, t) = (self.extent(k), other.extent(k));
            let (p, q) = (self.stride(k), other.stride(k));
            if !(s.known && t.known && p.known && q.known) || p.value != q.value {
                break;
            }
            tri!(out.append(if s.value < t.value { s } else { t }, p));
            if s.value != t.value {
                break;
            }
            k += 1;
        }
        Ok(out)
    }
}

impl Layout {
    /// The layout `R` with `A(R(k)) = k` for every `k` below its size: the modes whose strides continue
    /// each other from 1 on. It is the largest one for a layout without equal offsets; of modes that
    /// overlap, the one whose stride continues is taken, of equal strides the first.
    ///
    /// ```text
    /// (2,3):(3,1)   i     0 1 2 3 4 5        (3,2):(2,1)   k     0 1 2 3 4 5
    ///               A(i)  0 3 1 4 2 5                      R(k)  0 2 4 1 3 5
    /// ```
    ///
    /// Refused for an extent of 0, and where a stride is negative while a positive one is outside the
    /// chain: a sum of the two could go on where the chain ends.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let right = |text: &str| text.parse::<Layout>()?.right_inverse();
    /// assert_eq!(right("(2,3):(3,1)")?.to_string(), "(3,2):(2,1)");
    /// assert_eq!(right("(4,2):(1,8)")?.to_string(), "4:1");
    /// assert_eq!(right("4:2")?.to_string(), "1:0");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn right_inverse(&self) -> Result<Self, LayoutError> {
        let result = match self.chain() {
            Ok(modes) => modes.layout(),
            Err(rule) => Err(rule),
        };
        self.unary(Operation::RightInverse, result)
    }

    /// The layout `L` with `L(A(i)) = i` for every `i` below the size of `A`: an offset is read in the
    /// radix of the strides, and each digit put where its mode starts. What it says of offsets that no
    /// element has is of no meaning.
    ///
    /// Refused unless the sorted strides are multiples of each other and no mode reaches into the
    /// next: for strides of 0, for negative ones, and for an extent of 0.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2):(3,1)".parse()?;
    /// assert_eq!(a.left_inverse()?.to_string(), "(3,2):(2,1)");
    /// assert_eq!("10:3".parse::<Layout>()?.left_inverse()?.to_string(), "(3,10):(0,1)");
    /// let refused = "(2,3):(3,2)".parse::<Layout>()?.left_inverse().unwrap_err();
    /// assert!(refused.to_string().contains("the stride 3 is no multiple of the stride 2 below it"));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn left_inverse(&self) -> Result<Self, LayoutError> {
        let result = match self.coalesced_for_inverse() {
            Ok(modes) => match modes.digits() {
                Ok(modes) => modes.valid_layout(),
                Err(rule) => Err(rule),
            },
            Err(rule) => Err(rule),
        };
        self.unary(Operation::LeftInverse, result)
    }

    /// The inverse of a bijection onto `[0, size)`, from both sides.
    ///
    /// Refused for every other layout, with the first stride that is not where the modes below it
    /// end.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(3,1)".parse()?;
    /// assert_eq!(a.inverse()?.to_string(), "(3,2):(2,1)");
    /// let refused = "(4,2):(1,8)".parse::<Layout>()?.inverse().unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "no inverse of (4,2):(1,8): the stride 8 is above 4, where the modes below it end: \
    ///      offsets stay free; left_inverse allows that"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn inverse(&self) -> Result<Self, LayoutError> {
        let result = match self.coalesced_for_inverse() {
            Ok(modes) => match modes.undone() {
                Ok(modes) => modes.valid_layout(),
                Err(rule) => Err(rule),
            },
            Err(rule) => Err(rule),
        };
        self.unary(Operation::Inverse, result)
    }

    /// The layout `N` with `A(N(i)) = 0` for every `i`: the modes of stride 0, each where it starts. It
    /// is not coalesced.
    ///
    /// Strides of both signs can add up to 0 at other coordinates, too; these are not in it. Refused
    /// for an extent of 0.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,(3,2)):(0,(1,0))".parse()?;
    /// assert_eq!(a.nullspace()?.to_string(), "(4,2):(1,12)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn nullspace(&self) -> Result<Self, LayoutError> {
        let result = match self.modes.zeros() {
            Ok(modes) => modes.layout(),
            Err(rule) => Err(rule),
        };
        self.unary(Operation::Nullspace, result)
    }

    /// The layout `R` with `A(R(i)) = B(R(i)) = i` for every `i` below its size: what the right inverses
    /// of both begin with. The elements at its indices lie side by side in both.
    ///
    /// Refused where a right inverse is.
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
    pub const fn max_common_layout(&self, b: &Self) -> Result<Self, LayoutError> {
        let result = match (self.chain(), b.chain()) {
            (Ok(a), Ok(b)) => match a.common(&b) {
                Ok(modes) => modes.layout(),
                Err(rule) => Err(rule),
            },
            (Err(rule), _) | (_, Err(rule)) => Err(rule),
        };
        self.binary(Operation::MaxCommon, Operand::Layout(*b), result)
    }

    /// How many elements lie side by side in both layouts, at the same coordinates: the size of
    /// [`Layout::max_common_layout`].
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(8,16):(16,1)".parse()?;
    /// assert_eq!(a.max_common_vector(&"(8,16):(24,1)".parse()?)?.to_string(), "16");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn max_common_vector(&self, b: &Self) -> Result<i64, LayoutError> {
        match self.max_common_layout(b) {
            Ok(common) => Ok(common.size()),
            Err(error) => Err(error),
        }
    }

    const fn chain(&self) -> Result<Modes, Rule> {
        tri!(self.coalesced_for_inverse()).chain()
    }

    const fn coalesced_for_inverse(&self) -> Result<Modes, Rule> {
        tri!(self.modes.nonempty(0, self.modes.len));
        tri!(self.modes.integral(0, self.modes.len));
        self.modes.coalesced(0, self.modes.len)
    }
}

impl Modes {
    /// The modes of known stride 0, each at its start.
    const fn zeros(&self) -> Result<Self, Rule> {
        tri!(self.nonempty(0, self.len));
        let (mut out, mut start, mut k) = (Self::EMPTY, Num::ONE, 0);
        while k < self.len {
            let s = self.extent(k);
            if self.stride(k).is(0) {
                let stride = if s.is(1) { Num::ZERO } else { start };
                tri!(out.push(s, stride));
            }
            start = tri!(start.times(s));
            k += 1;
        }
        Ok(out)
    }

    /// As a layout whose size and cosize fit `isize`.
    const fn valid_layout(&self) -> Result<Layout, Rule> {
        let layout = tri!(self.layout());
        tri!(layout.validate());
        Ok(layout)
    }
}
