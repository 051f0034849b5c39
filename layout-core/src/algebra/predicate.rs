//! Properties of a layout as a function: injective, surjective, contiguous, equal to another.

use crate::algebra::disjoint::MovingModes;
use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::tri;
use crate::value::limit::MAX_LEAVES;
use crate::value::{Coord, IntTuple, Layout, Num};

impl Layout {
    /// Whether different coordinates have different offsets. The answer is exact.
    ///
    /// ```
    /// use layout_core::Layout;
    /// assert!("(2,3):(3,2)".parse::<Layout>()?.is_injective()?);
    /// assert!(!"(2,3):(2,1)".parse::<Layout>()?.is_injective()?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Undecided`] where the search takes more than `2^16` steps, and [`Rule::Overflow`] for strides with
    /// bases whose weights exceed [`isize::MAX`].
    pub const fn is_injective(&self) -> Result<bool, LayoutError> {
        match self.differences() {
            Ok(found) => Ok(found.is_none()),
            Err(error) => Err(error),
        }
    }

    /// Two natural coordinates with the same offset, where such exist.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let (a, b) = "(2,3):(2,1)".parse::<Layout>()?.collision()?.unwrap();
    /// assert_eq!((a.to_string(), b.to_string()), ("(1,0)".to_string(), "(0,2)".to_string()));
    /// assert!("(2,3):(3,1)".parse::<Layout>()?.collision()?.is_none());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`is_injective`](Self::is_injective).
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

    /// Checks that different coordinates have different offsets, so that all elements may be written at the same
    /// time.
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
    ///
    /// # Errors
    /// [`Rule::Shared`] with two coordinates that share an offset. Otherwise as [`is_injective`](Self::is_injective).
    pub const fn disjoint(&self) -> Result<(), LayoutError> {
        let (left, operation) = (Operand::Layout(*self), Operation::Disjoint);
        match self.collision() {
            Ok(None) => Ok(()),
            Ok(Some((first, other))) => {
                // Cannot fail: the coordinates are in range.
                let offset = tri!(self.index(&Coord::from_tuple(first)));
                let other = tri!(other.crd2idx(&self.shape()));
                let rule = Rule::Shared { other, offset };
                Err(LayoutError::refused(operation, left, Operand::Tuple(first), rule))
            }
            Err(error) => Err(LayoutError::unary(operation, left, error.rule)),
        }
    }

    /// For two coordinates that share an offset, the difference of their digits, leaf by leaf.
    const fn differences(&self) -> Result<Option<[i64; MAX_LEAVES]>, LayoutError> {
        if self.modes.nonempty(0, self.modes.len).is_err() {
            return Ok(None);
        }
        let mut moving = MovingModes::of(&self.modes);
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

    /// Whether the set of offsets is `[0, m)`.
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
        let moving = MovingModes::of(&self.modes);
        m == moving.reach(0) + 1 && m == moving.covered()
    }

    /// Whether the layout is a bijection onto `[0, size)`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// assert!("(2,3):(3,1)".parse::<Layout>()?.is_bijective());
    /// assert!(!"(2,3):(4,1)".parse::<Layout>()?.is_bijective());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn is_bijective(&self) -> bool {
        // `size` coordinates that reach `size` offsets reach each once.
        self.is_surjective_onto(self.size())
    }

    /// Whether the offset of every linear index is that index: contiguous elements, with the leftmost coordinate
    /// fastest. [`Layout::is_bijective`] allows every order.
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

    /// Whether the layout reaches every offset of `[0, m)`. It may also reach others. The answer is exact.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,2,3):(1,2,8)".parse()?;
    /// assert!(a.covers(4)? && !a.covers(5)?);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// Where a stride is negative, enumerates the offsets: [`Rule::Undecided`] for a range above `2^14`.
    /// [`Rule::Unit`] where a stride has a basis.
    pub const fn covers(&self, m: i64) -> Result<bool, LayoutError> {
        if m <= 0 || self.size() == 0 {
            return Ok(m <= 0);
        }
        let moving = MovingModes::of(&self.modes);
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
        // The sums of absolute strides are the offsets, relative to the least one.
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

    /// Whether a stride of an extent above 1 is negative.
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

    /// Whether two layouts have the same size, and the same offset at every linear index: whether they coalesce to
    /// the same layout.
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

    /// The first linear index at which two layouts of one size differ. `None` where they are the same function, or do
    /// not coalesce.
    pub(crate) const fn first_difference(&self, other: &Self) -> Option<i64> {
        let (a, b) = (self.set_known().modes, other.set_known().modes);
        let (Ok(a), Ok(b)) = (a.coalesced(0, a.len), b.coalesced(0, b.len)) else { return None };
        let (mut index, mut k) = (1, 0);
        while k < a.len && k < b.len {
            let (d, e) = (a.stride(k), b.stride(k));
            if d.value != e.value || !d.basis.equals(e.basis) {
                return Some(index);
            }
            // Past the shorter of two modes, the next mode does not continue it: coalescing would have joined them.
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
