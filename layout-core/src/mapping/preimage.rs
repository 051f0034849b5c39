//! The coordinate of an offset.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::tri;
use crate::value::limit::MAX_LEAVES;
use crate::value::{IntTuple, Layout, Num};

impl Layout {
    /// The natural coordinate of the element at `offset`.
    ///
    /// CuTe's `get_hier_coord` gives it for compact layouts only, and does not check that. [`IntTuple::crd2idx`] of
    /// the result is CuTe's `get_1d_coord`, and [`flat_coord`](Self::flat_coord) of that `get_flat_coord`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,(2,3)):(6,(3,1))".parse()?;
    /// let c = a.coord_of(17)?;
    /// assert_eq!(c.to_string(), "(2,(1,2))");
    /// assert_eq!(a.index(&c.into())?, 17);
    /// assert_eq!(c.crd2idx(&a.shape())?, 22);
    ///
    /// let gaps: Layout = "(4,2):(1,8)".parse()?;
    /// assert_eq!(
    ///     gaps.coord_of(5).unwrap_err().to_string(),
    ///     "no coordinate of (4,2):(1,8) for the offset 5: no element is at 5"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Unreached`] where no element is at the offset. [`Rule::NegativeStride`] and [`Rule::Overlap`] where a
    /// stride is negative, or a mode starts before those below it end: then an offset can have several coordinates.
    /// [`Rule::Unit`] where a stride has a basis.
    pub const fn coord_of(&self, offset: i64) -> Result<IntTuple, LayoutError> {
        match self.preimage(offset) {
            Ok(coord) => Ok(coord),
            Err(rule) => Err(LayoutError::refused(
                Operation::CoordOf,
                Operand::Layout(*self),
                Operand::Integer(offset),
                rule,
            )),
        }
    }

    const fn preimage(&self, offset: i64) -> Result<IntTuple, Rule> {
        let (order, len) = tri!(self.rising());
        let (mut rest, mut k) = (offset, len);
        let mut coord = self.shape();
        while k > 0 {
            k -= 1;
            let leaf = order[k];
            let stride = self.modes.strides[leaf];
            let digit = if offset < 0 { 0 } else { rest / stride };
            if digit >= self.modes.extents[leaf] {
                return Err(Rule::Unreached { offset });
            }
            coord.set_num(leaf, Num::known(digit));
            rest -= digit * stride;
        }
        if rest != 0 || self.size() == 0 {
            return Err(Rule::Unreached { offset });
        }
        k = 0;
        while k < self.modes.len {
            if self.modes.extents[k] == 1 {
                coord.set_num(k, Num::ZERO);
            }
            k += 1;
        }
        Ok(coord)
    }

    /// The leaves of an extent above 1, by ascending stride.
    ///
    /// # Errors
    /// `Overlap` unless each starts past the end of those below it.
    const fn rising(&self) -> Result<([usize; MAX_LEAVES], usize), Rule> {
        tri!(self.modes.integral(0, self.modes.len));
        let (mut order, mut len, mut k) = ([0; MAX_LEAVES], 0, 0);
        while k < self.modes.len {
            let stride = self.modes.strides[k];
            if self.modes.extents[k] > 1 {
                if stride < 0 {
                    return Err(Rule::NegativeStride { stride });
                }
                let mut j = len;
                while j > 0 && self.modes.strides[order[j - 1]] > stride {
                    order[j] = order[j - 1];
                    j -= 1;
                }
                order[j] = k;
                len += 1;
            }
            k += 1;
        }
        let (mut covered, mut j) = (1, 0);
        while j < len {
            let stride = self.modes.strides[order[j]];
            if stride < covered {
                return Err(Rule::Overlap { stride, covered });
            }
            // Cannot overflow: `validate` bounds the cosize.
            covered += (self.modes.extents[order[j]] - 1) * stride;
            j += 1;
        }
        Ok((order, len))
    }
}
