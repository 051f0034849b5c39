//! The same offsets in another order or another shape, and compact layouts in the order of another one.

use super::Asks;
use super::asking::{ask, asked, question};
use crate::check;
use crate::layout::{AnyLayout, Layout, PlainLayout, Reshaped};
use crate::num::Bool;
use crate::ops;
use crate::swizzle::OffsetMap;
use crate::tuple::IntTuple;
use layout_core::LayoutError;

type Alone<A> = <A as AnyLayout>::IsStatic;
type With<A, T> = <<A as AnyLayout>::IsStatic as Bool>::And<<T as IntTuple>::IsStatic>;

question! { Like[] (); Alone<A>; A::Like; |a| a.like() }
question! { FragmentLike[] (); Alone<A>; A::FragmentLike; |a| a.fragment_like() }
question! { Sort[] (); Alone<A>; A::Sort; |a| a.sort() }
question! { pub(super) WithShape[P: IntTuple] P; With<A, P>; A::WithShape<P>; |a, shape: P| a.with_shape(&shape) }

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// All leaves side by side by rising stride, equal ones from left to right: the same offsets, from
    /// the nearest to the farthest.
    ///
    /// ```text
    /// (4,(2,8)):(16,(1,2))     16 > 1 < 2     (2,8,4):(1,2,16)
    /// ```
    ///
    /// With a run-time stride among several leaves the order is known at run time only, and so is
    /// every integer of the result. Refused for negative strides.
    ///
    /// ```
    /// use static_layout::*;
    /// assert_eq!(layout!((4, (2, 8)):(16, (1, 2))).sort().to_string(), "(2,8,4):(1,2,16)");
    /// let n = 16;
    /// assert_eq!(layout!((4, 2):(n, 1)).sort().to_string(), "(2,4):(1,16)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot sort (4,2):(-1,4): the stride -1 is negative
    /// layout!((4, 2):(-1, 4)).sort();
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn sort(self) -> <Self as Reshaped>::Sort {
        ask!(@or_panic self, const { check::check::<Self, Sort, ()>() }, Alone<Self>, |a| a.sort())
    }

    /// [`sort`](Self::sort), with the refusal of run-time integers as an error.
    #[inline(always)]
    pub fn try_sort(self) -> Result<<Self as Reshaped>::Sort, LayoutError> {
        ask!(self, const { check::check::<Self, Sort, ()>() }, Alone<Self>, |a| a.sort())
    }

    /// The compact layout of the same shape whose strides are in the order of those of this one, equal
    /// ones from left to right; of negative ones the size counts, and a stride of 0 stays 0. CuTe's
    /// `make_layout_like`.
    ///
    /// ```text
    /// (3,(2,8),4):(40,(4,0),8)     4 < 8 < 40, and 0     (3,(2,8),4):(8,(1,0),2)
    /// ```
    ///
    /// In the form of the result run-time strides come after the static ones, from left to right;
    /// refused at run time when the integers say otherwise.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((3, (2, 8), 4):(40, (4, 0), 8));
    /// assert_eq!(a.like().to_string(), "(3,(2,8),4):(8,(1,0),2)");
    /// let n = 40;
    /// assert_eq!(format!("{:#}", layout!((3, 4):(n, 8)).like()), "(_3,_4):(_4,_1)");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn like(self) -> <Self as Reshaped>::Like {
        ask!(@or_panic self, const { check::check::<Self, Like, ()>() }, Alone<Self>, |a| a.like())
    }

    /// [`like`](Self::like), with the refusal of run-time integers as an error.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 4;
    /// let refused = layout!((3, 4):(n, 8)).try_like().unwrap_err();
    /// assert!(refused.to_string().contains("the run-time stride 4 is not above 8"), "{refused}");
    /// ```
    #[inline(always)]
    pub fn try_like(self) -> Result<<Self as Reshaped>::Like, LayoutError> {
        ask!(self, const { check::check::<Self, Like, ()>() }, Alone<Self>, |a| a.like())
    }

    /// The layout of a fragment, a part that is held in registers: mode 0 comes first, leftmost fastest
    /// and with its strides of 0, then the other modes in the order of the strides of this layout. A
    /// layout of one mode becomes the column-major one of its shape; the second of two modes becomes a
    /// tuple of one. CuTe's `make_fragment_like`.
    ///
    /// ```text
    /// ((2,2),3,4):((1,100),8,2)     (2,2) first, then 4:2, then 3:8     ((2,2),3,4):((1,2),16,4)
    /// ```
    ///
    /// Run-time strides are as in [`like`](Self::like).
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!(((2, 2), 3, 4):((1, 100), 8, 2));
    /// assert_eq!(a.fragment_like().to_string(), "((2,2),3,4):((1,2),16,4)");
    /// assert_eq!(layout!((2, 3):(3, 1)).fragment_like().to_string(), "(2,(3)):(1,(2))");
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn fragment_like(self) -> <Self as Reshaped>::FragmentLike {
        ask!(@or_panic self,
            const { check::check::<Self, FragmentLike, ()>() },
            Alone<Self>,
            |a| a.fragment_like()
        )
    }

    /// [`fragment_like`](Self::fragment_like), with the refusal of run-time integers as an error.
    #[inline(always)]
    pub fn try_fragment_like(self) -> Result<<Self as Reshaped>::FragmentLike, LayoutError> {
        ask!(self, const { check::check::<Self, FragmentLike, ()>() }, Alone<Self>, |a| a
            .fragment_like())
    }

    /// The same offsets under another shape: this layout after the compact column-major layout of
    /// `shape`. A smaller shape takes the first elements; a larger one goes on in the last mode, as
    /// [`compose`](Self::compose) does. CuTe's `with_shape`.
    ///
    /// ```text
    /// (4,6):(1,8) with (2,2,2,3)     4:1 -> (2,2):(1,2),  6:8 -> (2,3):(8,16)
    /// ```
    ///
    /// Refused where the shape cuts a mode that it does not divide.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((4, 6):(1, 8)).with_shape(shape!(2, 2, 2, 3));
    /// assert_eq!(a.to_string(), "(2,2,2,3):(1,2,8,16)");
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // cannot read (4,6):(1,8) with the shape (3,8): 3 does not divide 4
    /// layout!((4, 6):(1, 8)).with_shape(shape!(3, 8));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn with_shape<P: IntTuple>(self, shape: P) -> <Self as Reshaped>::WithShape<P> {
        ask!(@or_panic self, const { check::check::<Self, WithShape, P>() }, With<Self, P>, |a| a.with_shape(&shape.plain()))
    }

    /// [`with_shape`](Self::with_shape), with the refusal of run-time integers as an error.
    #[inline(always)]
    pub fn try_with_shape<P: IntTuple>(
        self,
        shape: P,
    ) -> Result<<Self as Reshaped>::WithShape<P>, LayoutError> {
        ask!(self, const { check::check::<Self, WithShape, P>() }, With<Self, P>, |a| a.with_shape(&shape.plain()))
    }
}

/// Other forms of the same offsets, for every layout.
///
/// ```
/// use static_layout::*;
/// fn columns<L: AnyLayout>(l: L, rows: usize) -> ops::WithShape<L, (usize, usize)> {
///     l.with_shape((rows, l.size() / rows))
/// }
/// assert_eq!(columns(layout!(12:2), 4).to_string(), "(4,3):(2,8)");
/// ```
#[layout_macros::at_caller]
pub trait Reshape: AnyLayout {
    /// See [`Layout::sort`].
    #[inline(always)]
    #[track_caller]
    fn sort(self) -> ops::Sort<Self> {
        check::unwrap_or_panic(asked!(
            self,
            const { check::check_any::<Self, Sort, ()>() },
            Alone<Self::Plain>,
            |a| a.sort()
        ))
    }
    /// See [`Layout::try_sort`].
    #[inline(always)]
    #[track_caller]
    fn try_sort(self) -> Result<ops::Sort<Self>, LayoutError> {
        asked!(self, const { check::check_any::<Self, Sort, ()>() }, Alone<Self::Plain>, |a| a
            .sort())
    }
    /// See [`Layout::like`]. Of a swizzled layout the layout inside counts.
    #[inline(always)]
    #[track_caller]
    fn like(self) -> ops::Like<Self> {
        check::unwrap_or_panic(
            asked!(@plain self, const { check::check_any::<Self, Like, ()>() }, Alone<Self::Plain>, |a| a.like()),
        )
    }
    /// See [`Layout::try_like`].
    #[inline(always)]
    #[track_caller]
    fn try_like(self) -> Result<ops::Like<Self>, LayoutError> {
        asked!(@plain self, const { check::check_any::<Self, Like, ()>() }, Alone<Self::Plain>, |a| a.like())
    }
    /// See [`Layout::fragment_like`]. Of a swizzled layout the layout inside counts.
    #[inline(always)]
    #[track_caller]
    fn fragment_like(self) -> ops::FragmentLike<Self> {
        check::unwrap_or_panic(
            asked!(@plain self, const { check::check_any::<Self, FragmentLike, ()>() }, Alone<Self::Plain>, |a| a.fragment_like()),
        )
    }
    /// See [`Layout::try_fragment_like`].
    #[inline(always)]
    #[track_caller]
    fn try_fragment_like(self) -> Result<ops::FragmentLike<Self>, LayoutError> {
        asked!(@plain self, const { check::check_any::<Self, FragmentLike, ()>() }, Alone<Self::Plain>, |a| a.fragment_like())
    }
    /// See [`Layout::with_shape`].
    #[inline(always)]
    #[track_caller]
    fn with_shape<P: IntTuple>(self, shape: P) -> ops::WithShape<Self, P> {
        check::unwrap_or_panic(
            asked!(self, const { check::check_any::<Self, WithShape, P>() }, With<Self::Plain, P>, |a| a.with_shape(&shape.plain())),
        )
    }
    /// See [`Layout::try_with_shape`].
    #[inline(always)]
    #[track_caller]
    fn try_with_shape<P: IntTuple>(self, shape: P) -> Result<ops::WithShape<Self, P>, LayoutError> {
        asked!(self, const { check::check_any::<Self, WithShape, P>() }, With<Self::Plain, P>, |a| a.with_shape(&shape.plain()))
    }
}
impl<L: AnyLayout> Reshape for L {}
