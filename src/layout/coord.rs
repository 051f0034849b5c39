//! Sizes, and from a linear index to a coordinate.

use super::{AnyLayout, Layout, Offset, SignOf};
use crate::num::Bool;
use crate::tuple::IntTuple;

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

    /// The width of the range of offsets, `1 + sum (s_i - 1) * |d_i|`: the number of elements that
    /// storage needs. 0 if there is no coordinate.
    ///
    /// ```
    /// # use static_layout::*;
    /// assert_eq!(layout!((4, 2):(1, 8)).cosize(), 12);
    /// assert_eq!(layout!((0, 2):(1, 8)).cosize(), 0);
    /// ```
    #[inline(always)]
    pub fn cosize(self) -> usize {
        const {
            if <<Self as AnyLayout>::IsStatic as Bool>::VALUE {
                crate::judge::agree(
                    layout_core::Layout::new(S::DESC, D::DESC),
                    &<Self as AnyLayout>::DESC,
                )
            }
        };
        let (shape, stride) = (self.shape(), self.stride());
        if shape.count() == 0 { 0 } else { 1 + shape.span(stride) }
    }

    /// The number of modes at the top; a leaf has one.
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

    /// The natural coordinate of a linear index: a digit for every leaf of the shape, the last one
    /// unbounded.
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

    /// The coordinate by mode of a linear index: a digit for every mode at the top.
    #[inline(always)]
    pub fn flat_coord(self, linear: usize) -> S::FlatCoord {
        self.shape().mode_digits(linear)
    }

    /// The offsets in linear order.
    ///
    /// ```
    /// # use static_layout::*;
    /// assert!(layout!((2, 3):(3, 1)).iter().eq([0, 3, 1, 4, 2, 5]));
    /// ```
    #[inline]
    pub fn iter(self) -> Offsets<S, D> {
        Offsets { layout: self, next: 0, end: self.size() }
    }
}

/// The offsets of a layout in linear order.
#[derive(Clone, Debug)]
pub struct Offsets<S: IntTuple, D: IntTuple> {
    layout: Layout<S, D>,
    next: usize,
    end: usize,
}

impl<S: IntTuple, D: IntTuple> Offsets<S, D> {
    #[inline(always)]
    fn offset(&self, linear: usize) -> <D::IsSigned as SignOf>::Offset {
        Offset::from_word(self.layout.shape().last_offset(self.layout.stride(), linear))
    }
}

impl<S: IntTuple, D: IntTuple> Iterator for Offsets<S, D> {
    type Item = <D::IsSigned as SignOf>::Offset;
    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let at = self.next;
        (at < self.end).then(|| {
            self.next += 1;
            self.offset(at)
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
            self.offset(self.end)
        })
    }
}
impl<S: IntTuple, D: IntTuple> ExactSizeIterator for Offsets<S, D> {}
impl<S: IntTuple, D: IntTuple> core::iter::FusedIterator for Offsets<S, D> {}

impl<S: IntTuple, D: IntTuple> IntoIterator for Layout<S, D> {
    type Item = <D::IsSigned as SignOf>::Offset;
    type IntoIter = Offsets<S, D>;
    #[inline]
    fn into_iter(self) -> Offsets<S, D> {
        self.iter()
    }
}
