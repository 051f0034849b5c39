//! The order in which axes lie in memory.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::number::tri;
use crate::strided::axes::flat;
use crate::tuple::IntTuple;

impl Layout {
    /// The axes from the slowest to the fastest: by falling `|stride|`, equal ones by falling extent, then
    /// from left to right. Refused where a mode has no stride of its own.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(7,5,3):(1,21,7)".parse()?;
    /// assert_eq!(a.stride_order()?.to_string(), "(1,2,0)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn stride_order(&self) -> Result<IntTuple, LayoutError> {
        match self.slowest_first() {
            Ok(order) => Ok(order),
            Err(rule) => {
                Err(LayoutError::unary(Operation::StrideOrder, Operand::Layout(*self), rule))
            }
        }
    }

    const fn slowest_first(&self) -> Result<IntTuple, Rule> {
        let axes = tri!(self.axes());
        let mut order = tri!(flat(&axes)).shape();
        let mut k = 0;
        while k < axes.len {
            let (reach, extent) = (axes.strides[k].unsigned_abs(), axes.extents[k]);
            let mut j = k;
            while j > 0 {
                let before = order.values[j - 1] as usize;
                let other = axes.strides[before].unsigned_abs();
                if other > reach || other == reach && axes.extents[before] >= extent {
                    break;
                }
                order.values[j] = before as i64;
                j -= 1;
            }
            order.values[j] = k as i64;
            k += 1;
        }
        Ok(order)
    }

    /// Whether the elements lie side by side in the order of the coordinates, the *rightmost* axis
    /// fastest; within an axis the leftmost mode is fastest. Extents of 1 do not count, and an empty
    /// layout is contiguous in every order.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,1,3):(3,7,1)".parse()?;
    /// assert!(a.is_contiguous_c() && !a.is_contiguous_f());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn is_contiguous_c(&self) -> bool {
        match self.reversed_axes() {
            Ok(reversed) => reversed.is_contiguous(),
            Err(_) => false,
        }
    }

    /// Whether the elements lie side by side, the *leftmost* axis fastest: what
    /// [`is_contiguous`](Self::is_contiguous) says, in the words of strided arrays.
    ///
    /// ```
    /// use layout_core::Layout;
    /// assert!(Layout::parse("(2,3):(1,2)")?.is_contiguous_f());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn is_contiguous_f(&self) -> bool {
        self.is_contiguous()
    }

    /// Whether the elements lie side by side in some order of the axes: [`is_bijective`](Self::is_bijective).
    ///
    /// ```
    /// use layout_core::Layout;
    /// assert!(Layout::parse("(5,3,7):(3,1,15)")?.is_contiguous_any());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn is_contiguous_any(&self) -> bool {
        self.is_bijective()
    }

    /// The axes in reverse, NumPy's `.T`: its linear index counts the axes from the right. What is nested in
    /// an axis keeps its order.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(2,(3,5)):(1,(2,6))".parse()?;
    /// assert_eq!(a.transpose()?.to_string(), "((3,5),2):((2,6),1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn transpose(&self) -> Result<Self, LayoutError> {
        self.reversed_axes()
    }

    /// The axes in reverse.
    pub(crate) const fn reversed_axes(&self) -> Result<Self, LayoutError> {
        let rank = self.rank();
        if self.profile.is_leaf(0) || rank < 2 {
            return Ok(*self);
        }
        let (mut order, mut k) = ([0; crate::MAX_RANK], 0);
        while k < rank {
            order[k] = rank - 1 - k;
            k += 1;
        }
        self.select(order.split_at(rank).0)
    }
}
