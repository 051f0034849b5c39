//! What a layout is as a function: one to one, onto, in order.

use crate::algebra::moving::Moving;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::number::limit::MAX_LEAVES;
use crate::number::{Num, tri};
use crate::tuple::IntTuple;
use crate::tuple::coord::Coord;

impl Layout {
    /// Whether different coordinates have different offsets.
    ///
    /// Exact: modes whose digits follow from the offset are removed, and of what is left sums that
    /// cancel are searched for. Refused where that takes more than `2^16` steps.
    ///
    /// ```
    /// use layout_core::Layout;
    /// assert!("(2,3):(3,2)".parse::<Layout>()?.is_injective()?);
    /// assert!(!"(2,3):(2,1)".parse::<Layout>()?.is_injective()?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn is_injective(&self) -> Result<bool, LayoutError> {
        match self.differences() {
            Ok(found) => Ok(found.is_none()),
            Err(error) => Err(error),
        }
    }

    /// Two coordinates with the same offset, if there are such: the natural coordinates of the first
    /// pair that a search finds. Refused as [`Layout::is_injective`] is.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let (a, b) = "(2,3):(2,1)".parse::<Layout>()?.collision()?.unwrap();
    /// assert_eq!((a.to_string(), b.to_string()), ("(1,0)".to_string(), "(0,2)".to_string()));
    /// assert!("(2,3):(3,1)".parse::<Layout>()?.collision()?.is_none());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn collision(&self) -> Result<Option<(IntTuple, IntTuple)>, LayoutError> {
        let difference = match self.differences() {
            Ok(Some(difference)) => difference,
            Ok(None) => return Ok(None),
            Err(error) => return Err(error),
        };
        let (mut a, mut b) = (self.shape(), self.shape());
        let mut k = 0;
        while k < self.modes.len {
            let d = difference[k];
            a.set_num(k, Num::known(if d > 0 { d } else { 0 }));
            b.set_num(k, Num::known(if d < 0 { -d } else { 0 }));
            k += 1;
        }
        Ok(Some((a, b)))
    }

    /// That the elements may be written at the same time: different coordinates have different offsets. The
    /// error names two that share one; or the question is refused as [`Layout::is_injective`] is.
    ///
    /// ```
    /// use layout_core::Layout;
    /// assert!("(2,3):(3,1)".parse::<Layout>()?.disjoint().is_ok());
    /// assert_eq!(
    ///     "(2,3):(2,1)".parse::<Layout>()?.disjoint().unwrap_err().to_string(),
    ///     "cannot borrow for writing all elements of (2,3):(2,1): the coordinates (1,0) and (0,2) share the \
    ///      offset 2"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn disjoint(&self) -> Result<(), LayoutError> {
        let (left, operation) = (Operand::Layout(*self), Operation::Disjoint);
        match self.collision() {
            Ok(None) => Ok(()),
            Ok(Some((first, other))) => {
                // The coordinates are in range, so that they have an index and an offset.
                let offset = tri!(self.index(&Coord::from_tuple(first)));
                let other = tri!(other.crd2idx(&self.shape()));
                let rule = Rule::Shared { other, offset };
                Err(LayoutError::refused(operation, left, Operand::Tuple(first), rule))
            }
            Err(error) => Err(LayoutError::unary(operation, left, error.rule)),
        }
    }

    /// What the digits of two coordinates of one offset differ by, leaf by leaf.
    const fn differences(&self) -> Result<Option<[i64; MAX_LEAVES]>, LayoutError> {
        if self.modes.nonempty(0, self.modes.len).is_err() {
            return Ok(None);
        }
        let mut moving = Moving::of(&self.modes);
        let found = match moving.as_numbers(&self.modes) {
            Ok(()) => {
                moving.peel();
                moving.cancel()
            }
            Err(rule) => Err(rule),
        };
        match found {
            Ok(None) => Ok(None),
            Ok(Some(found)) => {
                let (mut out, mut k) = ([0; MAX_LEAVES], 0);
                while k < moving.len {
                    let leaf = moving.leaves[k];
                    out[leaf] = if self.modes.strides[leaf] < 0 { -found[k] } else { found[k] };
                    k += 1;
                }
                Ok(Some(out))
            }
            Err(rule) => {
                Err(LayoutError::unary(Operation::Injective, Operand::Layout(*self), rule))
            }
        }
    }

    /// Whether the offsets are those of `[0, m)`, each of them at least once.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,3):(1,1)".parse()?;
    /// assert!(a.is_surjective_onto(4) && !a.is_surjective_onto(3));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn is_surjective_onto(&self, m: i64) -> bool {
        if self.size() == 0 {
            return m == 0;
        }
        if self.moves_down() || self.counts_in_units() {
            return false;
        }
        let moving = Moving::of(&self.modes);
        m == moving.reach(0) + 1 && m == moving.covered()
    }

    /// Whether the offsets are those of `[0, size)`, each of them once.
    ///
    /// ```
    /// use layout_core::Layout;
    /// assert!("(2,3):(3,1)".parse::<Layout>()?.is_bijective());
    /// assert!(!"(2,3):(4,1)".parse::<Layout>()?.is_bijective());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn is_bijective(&self) -> bool {
        // As many offsets as coordinates are one each.
        self.is_surjective_onto(self.size())
    }

    /// Whether the offset of every linear index is that index: the elements lie side by side in the
    /// order of the coordinates, leftmost fastest. [`Layout::is_bijective`] allows every order.
    ///
    /// ```
    /// use layout_core::Layout;
    /// assert!("(2,(1,6)):(1,(7,2))".parse::<Layout>()?.is_contiguous());
    /// assert!(!"(2,3):(3,1)".parse::<Layout>()?.is_contiguous());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn is_contiguous(&self) -> bool {
        if self.size() == 0 || self.counts_in_units() {
            return self.size() == 0;
        }
        let (mut next, mut k) = (1, 0);
        while k < self.modes.len {
            if self.modes.extents[k] != 1 {
                if self.modes.strides[k] != next {
                    return false;
                }
                next *= self.modes.extents[k];
            }
            k += 1;
        }
        true
    }

    /// Whether every offset of `[0, m)` is hit, by any number of coordinates; others may be hit, too.
    ///
    /// Exact. Where a stride is negative the offsets are looked at one by one: refused when they reach
    /// over more than `2^14`. Refused for strides in units.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2,3):(1,2,8)".parse()?;
    /// assert!(a.covers(4)? && !a.covers(5)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn covers(&self, m: i64) -> Result<bool, LayoutError> {
        if m <= 0 || self.size() == 0 {
            return Ok(m <= 0);
        }
        let moving = Moving::of(&self.modes);
        if !self.moves_down() && !self.counts_in_units() {
            return Ok(m <= moving.covered());
        }
        let (mut down, mut k) = (0_i64, 0);
        while k < self.modes.len {
            if self.modes.strides[k] < 0 {
                down += (self.modes.extents[k] - 1) * -self.modes.strides[k];
            }
            k += 1;
        }
        // Taken without signs, the sums are the offsets from the least one on.
        let result = match (self.modes.integral(0, self.modes.len), down.checked_add(m)) {
            (Err(rule), _) => Err(rule),
            (_, None) => Ok(false),
            (_, Some(to)) if to <= moving.covered() => Ok(true),
            (_, Some(to)) => moving.hits(down, to),
        };
        match result {
            Ok(covers) => Ok(covers),
            Err(rule) => Err(LayoutError::refused(
                Operation::Covers,
                Operand::Layout(*self),
                Operand::Integer(m),
                rule,
            )),
        }
    }

    /// A stride of an extent above 1 is negative.
    const fn moves_down(&self) -> bool {
        let mut k = 0;
        while k < self.modes.len {
            if self.modes.extents[k] != 1 && self.modes.strides[k] < 0 {
                return true;
            }
            k += 1;
        }
        false
    }

    const fn counts_in_units(&self) -> bool {
        self.modes.integral(0, self.modes.len).is_err()
    }

    /// Whether two layouts have the same size and the same offset at every linear index: whether they
    /// coalesce to the same layout.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let (a, b): (Layout, Layout) = ("(2,(1,6)):(1,(6,2))".parse()?, "(3,4):(1,3)".parse()?);
    /// assert!(a.same_function(&b));
    /// assert!(!a.same_function(&"(4,3):(3,1)".parse()?));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn same_function(&self, other: &Self) -> bool {
        match (self.same_modes(other), self.size() == other.size()) {
            (Ok(same), true) => same,
            _ => false,
        }
    }

    /// The first linear index at which two layouts of one size differ, if there is one and they coalesce.
    pub(crate) const fn first_difference(&self, other: &Self) -> Option<i64> {
        let (a, b) = (self.set_known().modes, other.set_known().modes);
        let (Ok(a), Ok(b)) = (a.coalesced(0, a.len), b.coalesced(0, b.len)) else { return None };
        let (mut index, mut k) = (1, 0);
        while k < a.len && k < b.len {
            let (d, e) = (a.stride(k), b.stride(k));
            if d.value != e.value || !d.basis.equals(e.basis) {
                return Some(index);
            }
            // Past the shorter of two modes the next one, which does not continue it, goes elsewhere.
            if a.extents[k] != b.extents[k] {
                let shorter = if a.extents[k] < b.extents[k] { a.extents[k] } else { b.extents[k] };
                return Some(index * shorter);
            }
            index *= a.extents[k];
            k += 1;
        }
        None
    }

    const fn same_modes(&self, other: &Self) -> Result<bool, Rule> {
        let (a, b) = (self.set_known().modes, other.set_known().modes);
        let (a, b) = (tri!(a.coalesced(0, a.len)), tri!(b.coalesced(0, b.len)));
        let mut k = 0;
        while k < a.len && k < b.len {
            let (d, e) = (a.stride(k), b.stride(k));
            if a.extents[k] != b.extents[k] || d.value != e.value || !d.basis.equals(e.basis) {
                return Ok(false);
            }
            k += 1;
        }
        Ok(a.len == b.len)
    }
}
