//! The form of a layout as types: its definition, its modes, and the traits that name results.

mod any;
mod codomain;
mod equal;
mod form;
mod identity;
mod inside;
mod mapping;
mod modes;
mod offset;
mod padded;
mod pair;
mod plain;
mod results;
mod rule;
mod unit;
mod walk;

pub use any::{AnyLayout, PlainOf, Wrapped};
pub use codomain::{Codomain, CodomainOf, ImageOf, StaticImageOf};
pub use form::{Form, is_static};
pub use identity::{Identity, UnitInside, UnitPath};
pub use inside::InsideCoords;
pub use mapping::Mapping;
pub use modes::{Modes, Nil, Snoc};
pub use offset::{Offset, OffsetBranch, OffsetIn};
pub use padded::{FormOf, GuardOf, Inside, IsPlanned, Padded};
pub use pair::{Both, BothLists, Lists, NoModes, Pair};
pub use plain::PlainLayout;
pub use results::{Coshape, Cosize, NarrowIndex, Size};
pub use rule::*;
pub use unit::{ModeBranch, UnitWalk};
pub use walk::Walk;

use super::algebra::Compact;
use super::bounds::IsNestedLike;
use super::check;
use super::num::int::One;
use super::num::octal::Z;
use super::num::{Bool, StaticValue};
use super::swizzle::NoMap;
use super::tuple::{IntTuple, ListOf};
use layout_core as value;

/// The shape of `Layout` without parameters, which is not a type.
#[doc(hidden)]
#[derive(Debug)]
pub enum NoShape {}

/// The default stride of a shape: none has one. A default that depends on a parameter is checked where it is used, so
/// `Layout` without parameters has this message.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the type of a layout has its shape and its strides",
    label = "write `Layout!((4, 8):(8, 1))`, with `?` for a run-time integer; a generic type is `L: AnyLayout`"
)]
pub trait WrittenShape {
    /// The stride.
    type Stride;
}

/// A layout: the shape `S`, a stride `D` nested like it, and the function `(c_0, c_1, ..) -> sum c_i * d_i` from
/// coordinates to offsets, in elements.
///
/// A layout of numerals has size 0; each `usize` leaf has eight bytes. The linear index `i` is the coordinate
/// `(i mod s_0, i / s_0 mod s_1, ..)`: the leftmost mode varies fastest. CuTe: `Layout<Shape, Stride>`.
///
/// ```
/// use static_layout::*;
/// let a = layout!((2, (2, 2)):(4, (1, 2)));
/// assert_eq!(size_of_val(&a), 0);
/// assert_eq!(a.index((1, 3)), 7);
/// assert_eq!(a.index((1, (1, 1))), 7);
/// assert_eq!(a.index(7), 7);
///
/// let n = 5;
/// let mixed = layout!((4, n):(n, 1));
/// assert_eq!(size_of_val(&mixed), 16);
/// assert_eq!(mixed.index((2, 3)), 13);
/// assert_eq!(format!("{mixed:#}"), "(_4,5):(5,_1)");
/// ```
#[derive(Hash)]
#[must_use = "a layout is a value: an operation gives another one, and leaves this one as it is"]
pub struct Layout<S = NoShape, D = <S as WrittenShape>::Stride> {
    shape: S,
    stride: D,
}

// Not derived: the compiler would prove `Copy` for each bit of each numeral.
impl<S: IntTuple, D: IntTuple> Copy for Layout<S, D> {}
impl<S: IntTuple, D: IntTuple> Clone for Layout<S, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

// SAFETY: `StaticValue` needs a value that never changes and that any thread may hold. Both fields are `IntTuple`s,
// which are `StaticValue`.
#[doc(hidden)]
unsafe impl<S: IntTuple, D: IntTuple> StaticValue for Layout<S, D> {}

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Default for Layout<S, D> {
    /// The only value of a static layout type. Run-time integers are 0.
    ///
    /// # Compile errors
    /// If the type is the result of a refused operation, its stride is not congruent with its shape, or its cosize does
    /// not fit `isize`.
    #[inline(always)]
    fn default() -> Self {
        const {
            check::exists_with_zeros::<S, D>();
            // SAFETY: both fields are `IntTuple`s. `StaticValue`, rule 4: bytes of 0 are a value of an `IntTuple`.
            unsafe { core::mem::zeroed() }
        }
    }
}

#[diagnostic::do_not_recommend]
impl<S: IntTuple, D: IntTuple> AnyLayout for Layout<S, D> {
    type Shape = S;
    type IsStatic = <S::IsStatic as Bool>::And<D::IsStatic>;
    type Plain = Self;
    #[inline(always)]
    fn shape(self) -> S {
        self.shape
    }
    #[inline(always)]
    fn parts(self) -> (NoMap, Self) {
        (NoMap, self)
    }
}

/// `S` with compact strides, leftmost fastest: [`Layout::col_major`].
pub type ColMajor<S> = Layout<S, <ListOf<S> as Compact>::Left<One>>;
/// `S` with compact strides, rightmost fastest: [`Layout::row_major`].
pub type RowMajor<S> = Layout<S, <ListOf<S> as Compact>::Right<One>>;
/// `S` with compact strides in the order `O`: [`Layout::ordered`].
pub type Ordered<S, O> = Layout<S, OrderedStride<S, O>>;
/// The compact strides of `S` in the order `O`.
pub type OrderedStride<S, O> =
    <ListOf<O> as Compact>::Ordered<ListOf<S>, <ListOf<O> as Compact>::Ranks<ListOf<S>, Nil, Z>, Z>;

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The layout `shape:stride`. CuTe: `make_layout(shape, stride)`.
    ///
    /// ```text
    /// (4,8):(1,4)                 (4,8):(8,1)                 (4,(2,4)):(2,(1,8))
    ///   0  4  8 12 16 20 24 28      0  1  2  3  4  5  6  7      0  1  8  9 16 17 24 25
    ///   1  5  9 13 17 21 25 29      8  9 10 11 12 13 14 15      2  3 10 11 18 19 26 27
    ///   2  6 10 14 18 22 26 30     16 17 18 19 20 21 22 23      4  5 12 13 20 21 28 29
    ///   3  7 11 15 19 23 27 31     24 25 26 27 28 29 30 31      6  7 14 15 22 23 30 31
    /// ```
    ///
    /// # Panics
    /// If the size or cosize of a run-time layout does not fit `isize`. [`try_new`](Self::try_new) returns the error
    /// instead.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = Layout::new((4, typenum::U8::new()), (typenum::U1::new(), 4));
    /// assert_eq!(a.to_string(), "(4,8):(1,4)");
    /// ```
    ///
    /// # Compile errors
    /// If the size or cosize of a static layout does not fit `isize`, or if the stride is not nested like the shape:
    /// ```compile_fail,E0277
    /// // shape and stride are not congruent
    /// static_layout::Layout::new((2, (2, 2)), (4, 1));
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn new(shape: S, stride: D) -> Self
    where
        IsNestedLike<S, D>: SameNesting,
    {
        const { check::exists_if_static::<Self>() };
        check::made_or_panic(Layout { shape, stride })
    }

    /// The layout `shape:stride`, without a check of its run-time leaves.
    ///
    /// # Safety
    /// `S:D` with these integers is a layout that [`Layout::new`] accepts.
    #[inline(always)]
    pub(crate) unsafe fn unchecked(shape: S, stride: D) -> Self {
        const { check::exists_if_static::<Self>() };
        Layout { shape, stride }
    }

    /// The layout `shape:stride`.
    ///
    /// # Errors
    /// If the size or cosize of a run-time layout does not fit `isize`.
    ///
    /// # Compile errors
    /// If the size or cosize of a static layout does not fit `isize`, or if the stride is not nested like the shape.
    ///
    /// ```
    /// use static_layout::*;
    /// let refused = Layout::try_new((4, 4), (1, usize::MAX / 4)).unwrap_err();
    /// assert!(refused.to_string().contains("4611686018427387903"));
    /// ```
    #[inline(always)]
    pub fn try_new(shape: S, stride: D) -> Result<Self, value::LayoutError>
    where
        IsNestedLike<S, D>: SameNesting,
    {
        const { check::exists_if_static::<Self>() };
        check::made(Layout { shape, stride })
    }

    /// The layout `shape:stride`, without a bound on the nesting, which the caller has checked.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn checked(shape: S, stride: D) -> Self {
        const { check::exists_if_static::<Self>() };
        check::made_or_panic(Layout { shape, stride })
    }

    /// The extents.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 5;
    /// let a = layout!((4, n):(n, 1));
    /// assert_eq!(a.shape().display().to_string(), "(4,5)");
    /// let _: (typenum::U4, usize) = a.shape();
    /// ```
    #[inline(always)]
    pub fn shape(self) -> S {
        self.shape
    }

    /// The strides in elements, nested like the shape.
    ///
    /// ```
    /// use static_layout::*;
    /// let _: (usize, typenum::U1) = layout!((4, 5):({5}, 1)).stride();
    /// ```
    #[inline(always)]
    pub fn stride(self) -> D {
        self.stride
    }
}
