//! Size, rank and depth, and the coordinates of linear indices and offsets.

use crate::types::{
    AnyLayout, Bool, Codomain, CodomainOf, Form, ImageOf, IntTuple, Layout, Mapping,
};
use layout_core::LayoutError;

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The number of coordinates: the product of the extents.
    ///
    /// ```
    /// # use static_layout::*;
    /// assert_eq!(layout!((2, (3, 4)):(1, (2, 6))).size(), 24);
    /// ```
    #[inline(always)]
    pub fn size(self) -> usize {
        self.shape().count()
    }

    /// The number of elements that storage needs: `1 + sum (s_i - 1) * |d_i|`, or 0 if the layout has no coordinates.
    ///
    /// ```text
    /// (4,2):(1,8)     offsets 0 1 2 3 . . . . 8 9 10 11     size 8, cosize 12
    /// ```
    ///
    /// ```
    /// # use static_layout::*;
    /// assert_eq!(layout!((4, 2):(1, 8)).cosize(), 12);
    /// assert_eq!(layout!((0, 2):(1, 8)).cosize(), 0);
    /// ```
    ///
    /// # Compile errors
    /// A static layout whose size or cosize does not fit `isize`.
    #[inline(always)]
    pub fn cosize(self) -> usize {
        // The size and cosize of a static layout are checked here, because its type may come from no constructor.
        const {
            if <<Self as AnyLayout>::IsStatic as Bool>::VALUE {
                crate::types::check::agree(layout_core::Layout::new(S::DESC, D::DESC), &Self::FORM)
            }
        };
        crate::types::check::cosize_of(self)
    }

    /// The least offset: `sum (s_i - 1) * d_i` over the negative strides, or 0 if the layout has no coordinates.
    ///
    /// ```
    /// # use static_layout::*;
    /// let a = layout!((2, 3):(-3, 1));
    /// assert_eq!((a.min_offset(), a.max_offset(), a.cosize()), (-3, 2, 6));
    /// ```
    ///
    /// # Compile errors
    /// For a layout that maps to coordinates, which have no order.
    ///
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // no bounds of the offsets of (4,6):(1@0,1@1): the stride 1@0 is a unit
    /// let _ = layout!((4, 6):(1@0, 1@1)).min_offset();
    /// ```
    #[inline(always)]
    pub fn min_offset(self) -> isize {
        const { crate::types::check::has_ends::<Self>() };
        crate::types::check::ends_of(self).0
    }

    /// The greatest offset: `sum (s_i - 1) * d_i` over the positive strides, or -1 if the layout has no coordinates. So
    /// `cosize = max_offset - min_offset + 1`.
    ///
    /// ```
    /// # use static_layout::*;
    /// assert_eq!(layout!((4, 2):(1, 8)).max_offset(), 11);
    /// ```
    ///
    /// # Compile errors
    /// For a layout that maps to coordinates.
    #[inline(always)]
    pub fn max_offset(self) -> isize {
        const { crate::types::check::has_ends::<Self>() };
        crate::types::check::ends_of(self).1
    }

    /// The number of modes at the top; a leaf has one.
    ///
    /// ```
    /// # use static_layout::*;
    /// assert_eq!((layout!((2, (3, 4))).rank(), layout!(24).rank()), (2, 1));
    /// ```
    #[inline(always)]
    pub fn rank(self) -> usize {
        const { S::DESC.rank() }
    }

    /// The depth of the nesting; a leaf has 0.
    ///
    /// ```
    /// # use static_layout::*;
    /// let a = layout!((2, (3, 4)):(1, (2, 6)));
    /// assert_eq!((a.rank(), a.depth()), (2, 2));
    /// ```
    #[inline(always)]
    pub fn depth(self) -> usize {
        const { S::DESC.depth() }
    }

    /// The natural coordinate of a linear index: one digit for each leaf of the shape. The last digit has no bound.
    /// CuTe's `idx2crd`. For an offset, see [`coord_of`](Self::coord_of).
    ///
    /// ```text
    /// (2,(2,2))   linear  0          1          2          3          4          5
    ///             coord   (0,(0,0))  (1,(0,0))  (0,(1,0))  (1,(1,0))  (0,(0,1))  (1,(0,1))
    /// ```
    ///
    /// ```
    /// # use static_layout::*;
    /// let a = layout!((2, (2, 2)):(4, (1, 2)));
    /// assert_eq!(a.coord(5), (1, (0, 1)));
    /// assert_eq!(a.flat_coord(5), (1, 2));
    /// ```
    #[inline(always)]
    pub fn coord(self, linear: usize) -> S::Coord {
        self.shape().last_digits(linear)
    }

    /// The coordinate by mode of a linear index: one digit for each top-level mode. The last digit has no bound.
    ///
    /// ```
    /// # use static_layout::*;
    /// assert_eq!(layout!((2, (2, 2)):(4, (1, 2))).flat_coord(6), (0, 3));
    /// ```
    #[inline(always)]
    pub fn flat_coord(self, linear: usize) -> S::FlatCoord {
        self.shape().mode_digits(linear)
    }

    /// The smallest shape that holds every image of a layout that maps to coordinates: for each element of the
    /// coordinate, 1 plus the reach of its strides. For a layout that maps to offsets, the cosize.
    ///
    /// ```text
    /// ((8,3),9):((1@1,3@0),2@1)     element 0: 1 + 2*3 = 7     element 1: 1 + 7*1 + 8*2 = 24
    /// ```
    ///
    /// ```
    /// # use static_layout::*;
    /// let a = layout!(((8, 3), 9):((1@1, 3@0), 2@1));
    /// assert_eq!(a.coshape().display().to_string(), "(7,24)");
    /// ```
    ///
    /// # Panics
    /// If a number of the coshape does not fit `isize`.
    #[inline]
    pub fn coshape(self) -> crate::types::Coshape<Self> {
        crate::types::check::coshape(self)
    }

    /// The natural coordinate of the element at `offset`. CuTe's `get_hier_coord`, which is right for
    /// compact layouts only and does not check that.
    ///
    /// # Errors
    /// If no element is at the offset, or a stride has a basis. If a stride is negative, or a mode starts before the
    /// modes below it end, because an offset can then have several coordinates.
    ///
    /// ```text
    /// (4,(2,3)):(6,(3,1))     17 = 2*6 + 1*3 + 2*1     (2,(1,2))
    /// ```
    ///
    /// ```
    /// # use static_layout::*;
    /// let a = layout!((4, (2, 3)):(6, (3, 1)));
    /// assert_eq!(a.coord_of(17), Ok((2, (1, 2))));
    /// assert_eq!(a.index((2, (1, 2))), 17);
    ///
    /// let n = 4;
    /// assert_eq!(
    ///     layout!((n, 2):(1, 8)).coord_of(5).unwrap_err().to_string(),
    ///     "no coordinate of (4,2):(1,8) for the offset 5: no element is at 5"
    /// );
    /// ```
    pub fn coord_of(self, offset: usize) -> Result<S::Coord, LayoutError> {
        let layout = self.to_dynamic();
        // The cosize fits `isize`, so a greater offset is outside every layout.
        let offset = i64::try_from(offset).unwrap_or(i64::MAX);
        let index = layout.coord_of(offset)?.crd2idx(&layout.shape())?;
        Ok(self.coord(index as usize))
    }

    /// The offsets in linear order. A layout that maps to coordinates yields coordinates. For the arguments, see
    /// [`coords`](Self::coords).
    ///
    /// ```
    /// # use static_layout::*;
    /// assert!(layout!((2, 3):(3, 1)).iter().eq([0, 3, 1, 4, 2, 5]));
    /// ```
    #[inline]
    pub fn iter(self) -> Offsets<S, D> {
        Offsets { layout: self, next: 0, end: self.size() }
    }

    /// The natural coordinates in linear order, the leftmost leaf fastest: [`coord`](Self::coord) of
    /// 0, 1, 2, .. below the size. CuTe's `make_coord_iterator`.
    ///
    /// ```
    /// # use static_layout::*;
    /// let a = layout!((2, 3):(3, 1));
    /// assert!(a.coords().eq([(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]));
    /// assert!(a.coords().map(|c| a.index(c)).eq(a.iter()));
    /// ```
    #[inline]
    pub fn coords(self) -> Coords<S> {
        Coords::of(self.shape())
    }
}

/// The natural coordinates of a shape in linear order; see [`Layout::coords`].
///
/// `fold`, `for_each` and `sum` compile to nested loops over all coordinates. A `for` loop divides a linear index by static
/// extents, and counts leaf by leaf if an extent is a run-time integer.
#[derive(Clone)]
pub struct Coords<S: IntTuple> {
    shape: S,
    /// The coordinate of the linear index `next`, unless the shape is static or no coordinate remains.
    coord: S::Coord,
    /// The linear indices `next..end` of the remaining coordinates.
    next: usize,
    end: usize,
}

impl<S: IntTuple> core::fmt::Debug for Coords<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "coordinates {} to {} of {}", self.next, self.end, self.shape.display())
    }
}

impl<S: IntTuple> Coords<S> {
    #[inline]
    pub(crate) fn of(shape: S) -> Self {
        Coords { shape, coord: shape.last_digits(0), next: 0, end: shape.count() }
    }

    /// Removes the first `count` remaining coordinates.
    #[inline]
    fn skip_first(&mut self, count: usize) {
        self.next = self.end.min(self.next.saturating_add(count));
        if !S::IsStatic::VALUE && self.next < self.end {
            self.coord = self.shape.last_digits(self.next);
        }
    }
}

impl<S: IntTuple> Iterator for Coords<S> {
    type Item = S::Coord;
    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let at = self.next;
        (at < self.end).then(|| {
            self.next += 1;
            // The divisions by static extents are shifts and multiplications, and the compiler vectorizes them.
            if S::IsStatic::VALUE {
                return self.shape.last_digits(at);
            }
            let here = self.coord;
            self.coord.step(self.shape, self.shape, &mut 0);
            here
        })
    }
    #[inline]
    fn nth(&mut self, count: usize) -> Option<Self::Item> {
        self.skip_first(count);
        self.next()
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end - self.next;
        (left, Some(left))
    }
    #[inline]
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, start: A, mut f: F) -> A {
        let mut sum = start;
        // Without a coordinate, the outer loops of a shape such as (0,10^18) would still run.
        if self.next == self.end {
            return sum;
        }
        // All coordinates remain: nested loops need no division and no test for the end.
        if self.next == 0 && self.end == self.shape.count() {
            return self.shape.fold_coords(sum, &mut f);
        }
        for coord in self {
            sum = f(sum, coord);
        }
        sum
    }
}
impl<S: IntTuple> DoubleEndedIterator for Coords<S> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        (self.next < self.end).then(|| {
            self.end -= 1;
            self.shape.last_digits(self.end)
        })
    }
}
impl<S: IntTuple> ExactSizeIterator for Coords<S> {}
impl<S: IntTuple> core::iter::FusedIterator for Coords<S> {}

/// The offsets of a layout in linear order.
#[derive(Clone, Debug)]
pub struct Offsets<S: IntTuple, D: IntTuple> {
    layout: Layout<S, D>,
    next: usize,
    end: usize,
}

impl<S: IntTuple, D: IntTuple> Offsets<S, D> {
    #[inline(always)]
    fn image(&self, linear: usize) -> ImageOf<D> {
        CodomainOf::<D>::last_image(self.layout.shape(), self.layout.stride(), linear)
    }
}

impl<S: IntTuple, D: IntTuple> Iterator for Offsets<S, D> {
    type Item = ImageOf<D>;
    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let at = self.next;
        (at < self.end).then(|| {
            self.next += 1;
            self.image(at)
        })
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end - self.next;
        (left, Some(left))
    }
}
impl<S: IntTuple, D: IntTuple> DoubleEndedIterator for Offsets<S, D> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        (self.next < self.end).then(|| {
            self.end -= 1;
            self.image(self.end)
        })
    }
}
impl<S: IntTuple, D: IntTuple> ExactSizeIterator for Offsets<S, D> {}
impl<S: IntTuple, D: IntTuple> core::iter::FusedIterator for Offsets<S, D> {}

impl<S: IntTuple, D: IntTuple> IntoIterator for Layout<S, D> {
    type Item = ImageOf<D>;
    type IntoIter = Offsets<S, D>;
    #[inline]
    fn into_iter(self) -> Offsets<S, D> {
        self.iter()
    }
}
