//! [`TensorArray`]: arrays that a tensor is read into, and written from, as values.

use super::{TensorMut, View, ViewMut};
use crate::sealed::Sealed;
use crate::types::{AnyLayout, Bool, IntTuple, Mapping, check};
use layout_core::{self as value, Text};

/// Arrays of the elements of a tensor: `[T; N]` in linear order; `[[T; N]; M]`, the rows of a matrix of `M` by `N`;
/// `[[[T; N]; M]; K]`, of three modes. See [`Tensor::read_array`](crate::Tensor::read_array) and
/// [`TensorMut::write_array`](crate::TensorMut::write_array).
pub trait TensorArray<T>: Sized + Sealed {
    /// The extents.
    #[doc(hidden)]
    const EXTENTS: &'static [usize];
    /// The elements of a view of these extents.
    #[doc(hidden)]
    #[track_caller]
    fn read<L: AnyLayout>(view: View<'_, T, L>) -> Self
    where
        T: Clone;
    /// Writes the elements of a view of these extents.
    #[doc(hidden)]
    #[track_caller]
    fn write<L: AnyLayout>(self, view: ViewMut<'_, T, L>);
}

impl<T, const N: usize> Sealed for [T; N] {}

/// Implements the trait: the array whose element at the indices `$i` is at the coordinate `$coord`.
macro_rules! tensor_array {
    ($Array:ty, $($N:ident $i:ident $x:ident)*, $coord:expr) => {
        impl<T, $(const $N: usize),*> TensorArray<T> for $Array {
            const EXTENTS: &'static [usize] = &[$($N),*];
            #[inline(always)]
            #[track_caller]
            fn read<L: AnyLayout>(view: View<'_, T, L>) -> Self
            where
                T: Clone,
            {
                assert_extents(view.layout(), [$($N),*]);
                tensor_array!(@read view, $coord, $($i)*)
            }
            #[inline(always)]
            #[track_caller]
            fn write<L: AnyLayout>(self, mut view: ViewMut<'_, T, L>) {
                assert_extents(view.layout(), [$($N),*]);
                tensor_array!(@write view, $coord, self, $($i $x)*)
            }
        }
    };
    (@read $view:ident, $coord:expr,) => { $view.at($coord).clone() };
    (@read $view:ident, $coord:expr, $i:ident $($rest:ident)*) => {
        core::array::from_fn(|$i| tensor_array!(@read $view, $coord, $($rest)*))
    };
    (@write $view:ident, $coord:expr, $from:ident,) => { *$view.at_mut($coord) = $from };
    (@write $view:ident, $coord:expr, $from:ident, $i:ident $x:ident $($rest:ident)*) => {
        for ($i, $x) in $from.into_iter().enumerate() {
            tensor_array!(@write $view, $coord, $x, $($rest)*)
        }
    };
}
tensor_array! { [T; N], N i x, i }
tensor_array! { [[T; N]; M], M i row N j x, (i, j) }
tensor_array! { [[[T; N]; M]; K], K i plane M j row N k x, (i, j, k) }

/// Whether a mode of these extents has `size` coordinates, as far as static extents tell.
const fn may_have_size(mode: &value::IntTuple, size: usize) -> bool {
    !mode.all_known() || matches!(mode.size(), Ok(found) if found == size as i64)
}

/// Stops the compiler at an array with other static extents than the layout. An array of one extent takes any number of
/// modes.
#[track_caller]
pub(super) const fn check_array<L: AnyLayout, T, A: TensorArray<T>>() {
    let (shape, extents) = (L::Shape::DESC, A::EXTENTS);
    if !check::is_made::<L::Shape, ()>() {
        return;
    }
    let mut fits = if extents.len() == 1 {
        may_have_size(&shape, extents[0])
    } else {
        shape.rank() == extents.len()
    };
    let mut k = 0;
    while fits && extents.len() > 1 && k < extents.len() {
        fits = matches!(shape.mode(k), Ok(mode) if may_have_size(&mode, extents[k]));
        k += 1;
    }
    if !fits {
        let mut text =
            Text::of("the shape ").then_coord(&shape, 0).then(" is not the shape of an array of ");
        let mut k = 0;
        while k < extents.len() {
            text = text.then(if k > 0 { " by " } else { "" }).then_number(extents[k] as i64);
            k += 1;
        }
        check::stop(text.as_str())
    }
}

/// Compares the extents of an array with run-time extents. The caller has called [`check_array`].
///
/// # Panics
/// When they differ.
#[inline(always)]
#[track_caller]
pub(super) fn assert_extents<L: AnyLayout, const R: usize>(layout: L, extents: [usize; R]) {
    // `check_array` compared static extents, and a copy of a few elements has no time for more.
    if const { <<L::Shape as IntTuple>::IsStatic as Bool>::VALUE } {
        return;
    }
    let fits = if R == 1 {
        layout.shape().count() == extents[0]
    } else {
        check::sizes_of_modes::<L, R>(layout) == extents
    };
    if !fits {
        refuse_extents(layout.shape(), &extents)
    }
}

/// Panics with the shape and the extents of the array.
#[cold]
#[track_caller]
fn refuse_extents<S: IntTuple>(shape: S, extents: &[usize]) -> ! {
    panic!("the shape {} is not the shape of an array of {extents:?}", shape.display())
}
