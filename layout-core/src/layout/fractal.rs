//! Parts of layouts of fractals, as Ascend C slices its matrix formats.

use crate::error::{ArrayRule, LayoutError, Operand, Operation, Rule};
use crate::layout::builder::Builder;
use crate::number::{add, ceil_div, multiply, tri};
use crate::value::{IntTuple, Layout, Num, Profile, TreePosition};

impl Layout {
    /// The part of `extents` elements from the coordinate `from` on, in whole fractals, and the offset of its first
    /// element: Ascend C's `Slice`. A mode `(c, n)` is an axis of `n` fractals of `c` elements. An extent is clipped
    /// at the end of its axis, then rounded up to whole fractals. Strides do not change.
    ///
    /// ```text
    /// part(i, j) = a(from_0 + i, from_1 + j)     for i, j below the clipped extents
    /// ```
    ///
    /// A coordinate at or above the clipped extents may be no element of `a`.
    /// [`slice_axes`](Self::slice_axes) does not round up.
    ///
    /// ```
    /// use layout_core::Frame;
    /// let a = Frame::Nz.layout(128, 40, 16)?;
    /// let (part, offset) = a.slice_fractals(&"(0,32)".parse()?, &"(48,48)".parse()?)?;
    /// assert_eq!((part.to_string(), offset), ("((16,3),(16,1)):((16,256),(1,0))".into(), 4096));
    /// let refused = a.slice_fractals(&"(8,0)".parse()?, &"(16,16)".parse()?).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "cannot slice the axes of ((16,8),(16,3)):((16,256),(1,2048)): 16 elements from 8 on begin inside a \
    ///      fractal of 16 and end outside of it"
    /// );
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`ArrayRule::Fractals`] where a part begins inside a fractal and ends outside of it: no layout has these
    /// strides. [`ArrayRule::Index`] for a coordinate out of range, [`Rule::Count`] for an extent below
    /// 1, and [`Rule::Fit`] unless `from` and `extents` have an integer for each axis.
    pub const fn slice_fractals(
        &self,
        from: &IntTuple,
        extents: &IntTuple,
    ) -> Result<(Self, i64), LayoutError> {
        match self.sliced_fractals(from, extents) {
            Ok(part) => Ok(part),
            Err(rule) => Err(self.no_fractals(from, rule)),
        }
    }

    const fn no_fractals(&self, from: &IntTuple, rule: Rule) -> LayoutError {
        LayoutError::refused(
            Operation::SliceAxes,
            Operand::Layout(*self),
            Operand::Tuple(*from),
            rule,
        )
    }

    /// Checks the nesting of the operands of [`slice_fractals`](Self::slice_fractals), whatever their integers.
    ///
    /// # Errors
    /// [`Rule::Fit`].
    #[doc(hidden)]
    pub const fn fractals_fit(
        &self,
        from: &IntTuple,
        extents: &IntTuple,
    ) -> Result<(), LayoutError> {
        let fit = from.congruent(extents) && fits(self, Profile::ROOT, from, Profile::ROOT);
        if fit { Ok(()) } else { Err(self.no_fractals(from, Rule::Fit)) }
    }

    const fn sliced_fractals(
        &self,
        from: &IntTuple,
        extents: &IntTuple,
    ) -> Result<(Self, i64), Rule> {
        tri!(self.modes.integral(0, self.modes.len));
        if self.fractals_fit(from, extents).is_err() {
            return Err(Rule::Fit);
        }
        let mut slice =
            FractalSlice { layout: self, from, extents, out: Builder::EMPTY, offset: 0 };
        tri!(slice.mode(Profile::ROOT, Profile::ROOT));
        Ok((tri!(slice.out.checked()), slice.offset))
    }
}

/// Whether each leaf of the coordinate at `c` faces a leaf of the shape at `at`, or a pair of leaves.
const fn fits(layout: &Layout, at: TreePosition, from: &IntTuple, c: TreePosition) -> bool {
    let (shape, coordinate) = (&layout.profile, &from.profile);
    let (mut mode, rank) = (shape.first_mode(at), shape.rank(at.node));
    if coordinate.is_leaf(c.node) {
        return shape.is_leaf(at.node) || rank == 2 && shape.after(at).node == mode.node + 2;
    }
    if shape.is_leaf(at.node) || coordinate.rank(c.node) != rank {
        return false;
    }
    let (mut part, mut i) = (coordinate.first_mode(c), 0);
    while i < rank {
        if !fits(layout, mode, from, part) {
            return false;
        }
        (mode, part, i) = (shape.after(mode), coordinate.after(part), i + 1);
    }
    true
}

/// A slice by fractals under construction. Its operands [`fit`](fits).
struct FractalSlice<'a> {
    layout: &'a Layout,
    from: &'a IntTuple,
    extents: &'a IntTuple,
    out: Builder,
    offset: i64,
}

impl FractalSlice<'_> {
    /// Appends the part of the mode `at`. `c` is the position of its coordinate.
    const fn mode(&mut self, at: TreePosition, c: TreePosition) -> Result<(), Rule> {
        let (shape, coordinate) = (&self.layout.profile, &self.from.profile);
        let rank = shape.rank(at.node);
        if coordinate.is_leaf(c.node) {
            if shape.is_leaf(at.node) {
                return self.axis(at.leaf, c.leaf);
            }
            return self.fractals(at.leaf, c.leaf);
        }
        self.out.open(rank);
        let (mut at, mut c, mut i) = (shape.first_mode(at), coordinate.first_mode(c), 0);
        while i < rank {
            tri!(self.mode(at, c));
            (at, c, i) = (shape.after(at), coordinate.after(c), i + 1);
        }
        Ok(())
    }

    /// The extent that remains of an axis of `extent` elements.
    const fn clipped(&self, extent: Num, leaf: usize) -> Result<Num, Rule> {
        let (from, wanted) = (self.from.num(leaf), self.extents.num(leaf));
        if from.value < 0 || from.value >= extent.value {
            let (index, extent) = (from.value, extent.value);
            return Err(Rule::Array(ArrayRule::Index { index, axis: leaf, extent }));
        }
        if wanted.value < 1 {
            return Err(Rule::Count { count: wanted.value });
        }
        let left = extent.value - from.value;
        let value = if wanted.value < left { wanted.value } else { left };
        Ok(Num::plain(value, from.known && extent.known && wanted.known))
    }

    /// Appends a leaf of the layout with another extent.
    const fn leaf(&mut self, leaf: usize, extent: Num) {
        let stride = self.layout.modes.stride(leaf);
        self.out.leaf(extent, if extent.is(1) { Num::ZERO } else { stride });
    }

    const fn moved(&mut self, leaf: usize, steps: i64) -> Result<(), Rule> {
        let by = tri!(multiply(steps, self.layout.modes.strides[leaf]));
        self.offset = tri!(add(self.offset, by));
        Ok(())
    }

    const fn axis(&mut self, leaf: usize, c: usize) -> Result<(), Rule> {
        let extent = tri!(self.clipped(self.layout.modes.extent(leaf), c));
        self.leaf(leaf, extent);
        self.moved(leaf, self.from.value(c))
    }

    /// Appends the fractals of an axis with the leaves `leaf` and `leaf + 1`.
    const fn fractals(&mut self, leaf: usize, c: usize) -> Result<(), Rule> {
        let (fractal, count) = (self.layout.modes.extent(leaf), self.layout.modes.extent(leaf + 1));
        let extent = tri!(self.clipped(tri!(fractal.times(count)), c));
        let from = self.from.value(c);
        let inside = from % fractal.value;
        if inside != 0 && inside + extent.value > fractal.value {
            let (extent, fractal) = (extent.value, fractal.value);
            return Err(Rule::Array(ArrayRule::Fractals { from, extent, fractal }));
        }
        self.out.open(2);
        self.leaf(leaf, fractal);
        let whole = ceil_div(extent.value, fractal.value);
        self.leaf(leaf + 1, Num::plain(whole, extent.known && fractal.known));
        tri!(self.moved(leaf, inside));
        self.moved(leaf + 1, from / fractal.value)
    }
}
