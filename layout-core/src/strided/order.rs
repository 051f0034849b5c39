//! The order in which axes lie in memory.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::number::tri;
use crate::strided::axes::flat;
use crate::value::{IntTuple, Layout};

impl Layout {
    /// The axes from the slowest to the fastest: by descending `|stride|`, then by descending extent, then from left
    /// to right.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(7,5,3):(1,21,7)".parse()?;
    /// assert_eq!(a.stride_order()?.to_string(), "(1,2,0)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::NoFlatStride`](crate::ArrayRule::NoFlatStride) where a mode has no stride of its own.
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
        sort_slowest_first(&axes.extents, &axes.strides, order.values.split_at_mut(axes.len).0);
        Ok(order)
    }

    /// Whether the elements are contiguous with the *rightmost* axis fastest, NumPy's `C_CONTIGUOUS`. Within an axis,
    /// the leftmost mode is the fastest. Extents of 1 do not matter. An empty layout is contiguous in every order.
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

    /// Whether the elements are contiguous with the *leftmost* axis fastest, NumPy's `F_CONTIGUOUS`:
    /// [`is_contiguous`](Self::is_contiguous).
    ///
    /// ```
    /// use layout_core::Layout;
    /// assert!(Layout::parse("(2,3):(1,2)")?.is_contiguous_f());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn is_contiguous_f(&self) -> bool {
        self.is_contiguous()
    }

    /// Whether the elements are contiguous in some order of the axes: [`is_bijective`](Self::is_bijective).
    ///
    /// ```
    /// use layout_core::Layout;
    /// assert!(Layout::parse("(5,3,7):(3,1,15)")?.is_contiguous_any());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn is_contiguous_any(&self) -> bool {
        self.is_bijective()
    }

    /// The axes in reverse order, NumPy's `.T`. The nesting within an axis remains. Never fails: the result has as
    /// many leaves as the layout.
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

    /// The axes in reverse order.
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

/// Fills `order` with the axes from the slowest to the fastest.
pub(super) const fn sort_slowest_first(extents: &[i64], strides: &[i64], order: &mut [i64]) {
    let mut k = 0;
    while k < order.len() {
        let (reach, extent) = (strides[k].unsigned_abs(), extents[k]);
        let mut j = k;
        while j > 0 {
            let before = order[j - 1] as usize;
            let other = strides[before].unsigned_abs();
            if other > reach || other == reach && extents[before] >= extent {
                break;
            }
            order[j] = before as i64;
            j -= 1;
        }
        order[j] = k as i64;
        k += 1;
    }
}
