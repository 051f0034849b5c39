//! [`Indexed`]: layouts whose views are indexed and iterated, of any front end.

use super::walk::{OffsetWalk, Walk};
use crate::types::{AnyLayout, Bool, Coordinate, CoordinateFits, Form, ModeCoord, check};

/// A layout whose views have `view[coord]`, `get` and `iter`.
///
/// A front end implements it next to [`Form`], which finds the offsets:
///
/// ```
/// use static_layout::dynamic::{IntTuple, Layout};
/// use static_layout::internal::{Form, FormWalk, Indexed, NoMap};
/// use static_layout::{Coordinate, View};
///
/// /// `N:1`.
/// #[derive(Clone, Copy)]
/// struct Line<const N: usize>;
///
/// // SAFETY: `N:1` exists for the numbers of this program, and the words are its leaves.
/// unsafe impl<const N: usize> Form for Line<N> {
///     const FORM: Layout = match Layout::new(IntTuple::leaf(N as i64), IntTuple::leaf(1)) {
///         Ok(form) => form,
///         Err(_) => panic!("an extent"),
///     };
///     type Outer = NoMap;
///     fn outer(self) -> NoMap {
///         NoMap
///     }
///     fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
///         (extents[0], strides[0]) = (N, 1);
///     }
/// }
/// impl<const N: usize> Indexed for Line<N> {
///     type Fits<C: Coordinate> = static_layout::typenum::B1;
///     type Walk = FormWalk<Self>;
/// }
///
/// let view = View::new(&[1, 2, 3, 4], Line::<3>)?;
/// assert_eq!((view[2], view.get(3), view.iter().sum::<i32>()), (3, None, 6));
/// # Ok::<(), static_layout::LayoutError>(())
/// ```
#[layout_macros::at_caller]
pub trait Indexed: Form {
    /// Whether the coordinate `C` is nested like the shape, down to some level. `B1` where types do not say it: the form
    /// decides when the access is instantiated.
    type Fits<C: Coordinate>: Bool;
    /// The coordinates in linear order: [`FormWalk`](super::FormWalk), unless the layout is of this crate.
    type Walk: Walk<Layout = Self>;
}

#[doc(hidden)]
impl<L: AnyLayout> Indexed for L {
    type Fits<C: Coordinate> = C::Fits<L::Shape>;
    type Walk = OffsetWalk<L>;
}

/// A coordinate of an element in the brackets of a tensor with the layout `L`: a tuple, or an array by mode.
#[diagnostic::on_unimplemented(
    message = "this is not a coordinate",
    label = "it is a `usize`, a numeral, a tuple of these, or an array of 1 to 12 `usize`; others convert: `i as usize`",
    note = "a coordinate with `_` selects a part of a layout: see `slice`"
)]
pub trait ElementCoord<L> {
    /// The tuple.
    type Tuple: Coordinate;
    /// The places of an array, each a mode.
    const PLACES: Option<usize>;
    /// The coordinate as a tuple.
    fn tuple(self) -> Self::Tuple;
}

#[doc(hidden)]
impl<L: Indexed, C: Coordinate> ElementCoord<L> for C
where
    L::Fits<C>: CoordinateFits,
{
    type Tuple = C;
    const PLACES: Option<usize> = None;
    #[inline(always)]
    fn tuple(self) -> C {
        self
    }
}

#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<L: Indexed, const N: usize> ElementCoord<L> for [usize; N]
where
    [usize; N]: ModeCoord,
{
    type Tuple = <Self as ModeCoord>::Tuple;
    const PLACES: Option<usize> = Some(N);
    #[inline(always)]
    fn tuple(self) -> Self::Tuple {
        ModeCoord::tuple(self)
    }
}

/// Stops the compiler for a coordinate with another nesting than the shape, or a static one outside a static shape.
#[track_caller]
pub const fn check_element<L: Form, C: ElementCoord<L>>() {
    match C::PLACES {
        Some(places) => check::has_modes_of::<L>(places),
        None => {
            check::fits_form::<L, C::Tuple>();
            check::in_range::<L, C::Tuple>()
        }
    }
}
