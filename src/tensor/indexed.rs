//! [`Indexed`]: layouts whose views are indexed and iterated, of any front end.

use super::walk::{OffsetWalk, Walk};
use crate::types::{AnyLayout, Bool, Coordinate, Form};

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
