//! Axes joined, dropped and added.

use crate::error::{ArrayRule, LayoutError, Operand, Operation, Rule};
use crate::layout::Layout;
use crate::layout::builder::Builder;
use crate::layout::modes::{Modes, continues};
use crate::number::limit::MAX_RANK;
use crate::number::{Num, multiply, tri};
use crate::strided::axes::{flat, named};

impl Layout {
    /// Axes joined with their left neighbours wherever they continue each other in row-major order: axis
    /// `k` may join when bit `k` of `mask` is set. An extent of 1 joins either neighbour. No axes are
    /// `(1):(0)`. Refused where a mode has no stride of its own.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,5,3):(15,3,1)".parse()?;
    /// assert_eq!(a.merge_axes(u32::MAX)?.to_string(), "(60):(1)");
    /// assert_eq!(a.merge_axes(0b100)?.to_string(), "(4,15):(15,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn merge_axes(&self, mask: u32) -> Result<Self, LayoutError> {
        let result = match self.merged(mask) {
            Ok((merged, _)) => flat(&merged),
            Err(rule) => Err(rule),
        };
        self.unary(Operation::MergeAxes, result)
    }

    /// Bit `k` says that axis `k` joins its left neighbour in [`merge_axes`](Self::merge_axes). Layouts
    /// with the bits that all of them have are merged alike.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(4,5,3):(15,3,1)".parse()?;
    /// let b: Layout = "(4,5,3):(1,12,4)".parse()?;
    /// let both = a.mergeable_axes()? & b.mergeable_axes()?;
    /// assert_eq!(both, 0b100);
    /// assert_eq!(a.merge_axes(both)?.to_string(), "(4,15):(15,1)");
    /// assert_eq!(b.merge_axes(both)?.to_string(), "(4,15):(1,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn mergeable_axes(&self) -> Result<u32, LayoutError> {
        match self.merged(u32::MAX) {
            Ok((_, joined)) => Ok(joined),
            Err(rule) => {
                Err(LayoutError::unary(Operation::MergeAxes, Operand::Layout(*self), rule))
            }
        }
    }

    const fn merged(&self, mask: u32) -> Result<(Modes, u32), Rule> {
        let axes = tri!(self.axes());
        let (mut out, mut joined, mut k) = (Modes::EMPTY, 0_u32, 0);
        while k < axes.len {
            let (extent, stride) = (axes.extent(k), axes.stride(k));
            if out.len > 0 && mask >> k & 1 == 1 {
                let last = out.len - 1;
                let (left, slower) = (out.extent(last), out.stride(last));
                // What run-time integers happen to be decides no form.
                let goes_on = extent.known
                    && stride.known
                    && slower.known
                    && continues(extent.value, stride.value, slower.value);
                if left.is(1) || extent.is(1) || goes_on {
                    let size = tri!(multiply(left.value, extent.value));
                    let size = Num::plain(size, left.known && extent.known);
                    out.set(last, size, if extent.is(1) { slower } else { stride });
                    joined |= 1 << k;
                    k += 1;
                    continue;
                }
            }
            tri!(out.push(extent, stride));
            k += 1;
        }
        if out.len == 0 {
            tri!(out.push(Num::ONE, Num::ZERO));
        }
        Ok((out, joined))
    }

    /// Without the axes of one element, as far as it is known to the compiler that they have one; an empty
    /// layout is `(0):(0)`.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(1,5,1,3):(9,3,7,1)".parse()?;
    /// assert_eq!(a.squeeze()?.to_string(), "(5,3):(3,1)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn squeeze(&self) -> Result<Self, LayoutError> {
        self.unary(Operation::Squeeze, self.squeezed())
    }

    const fn squeezed(&self) -> Result<Self, Rule> {
        if tri!(self.modes.size(0, self.modes.len)).is(0) {
            let mut empty = Modes::EMPTY;
            tri!(empty.push(Num::ZERO, Num::ZERO));
            return flat(&empty);
        }
        let (sizes, tops) = (tri!(self.axis_sizes()), self.tops());
        let (mut out, mut rank, mut axis) = (Builder::EMPTY, 0, 0);
        out.open(0);
        while axis < self.rank() {
            if !sizes.extent(axis).is(1) {
                out.copy(self, tops[axis], tops[axis + 1]);
                rank += 1;
            }
            axis += 1;
        }
        out.set_rank(rank);
        out.checked()
    }

    /// Axes of one element added, so that they are those numbered `axes` in the result; a negative number
    /// counts from the end.
    ///
    /// ```
    /// use layout_core::Layout;
    /// let a: Layout = "(5,3):(3,1)".parse()?;
    /// assert_eq!(a.unsqueeze(&[0, -1])?.to_string(), "(1,5,3,1):(0,3,1,0)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn unsqueeze(&self, axes: &[i64]) -> Result<Self, LayoutError> {
        self.binary(Operation::Unsqueeze, Operand::None, self.unsqueezed(axes))
    }

    const fn unsqueezed(&self, axes: &[i64]) -> Result<Self, Rule> {
        let (rank, mut new, mut k) = (self.rank() + axes.len(), 0_u64, 0);
        if rank > MAX_RANK {
            return Err(Rule::Full { limit: crate::Limit::Rank });
        }
        while k < axes.len() {
            let axis = tri!(named(axes[k], rank));
            if new >> axis & 1 == 1 {
                return Err(Rule::Array(ArrayRule::AxisTwice { axis }));
            }
            new |= 1 << axis;
            k += 1;
        }
        let (tops, mut out, mut own, mut axis) = (self.tops(), Builder::EMPTY, 0, 0);
        out.open(rank);
        while axis < rank {
            if new >> axis & 1 == 1 {
                out.leaf(Num::ONE, Num::ZERO);
            } else {
                out.copy(self, tops[own], tops[own + 1]);
                own += 1;
            }
            axis += 1;
        }
        out.checked()
    }
}
