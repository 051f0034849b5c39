//! From an offset back to the coordinate.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::number::limit::MAX_LEAVES;
use crate::number::{Num, tri};
use crate::tuple::IntTuple;

impl Layout {
    /// The natural coordinate of the element at `offset`.
    ///
    /// CuTe's `get_hier_coord`, which is right for compact layouts only and asks nobody; its
    /// `get_1d_coord` is [`IntTuple::crd2idx`] of this, its `get_flat_coord` the
    /// [`flat_coord`](Self::flat_coord) of that. Refused when no element is at the offset, when a
    /// stride is negative, and when a mode starts before the end of those below it, where an offset
    /// need not have one coordinate.
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

    /// The leaves of more than one element by rising stride; each starts past the end of those
    /// before it.
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
            // The cosize, which is checked, bounds the sum.
            covered += (self.modes.extents[order[j]] - 1) * stride;
            j += 1;
        }
        Ok((order, len))
    }
}
