//! Tensors, a layout over elements: borrowed ([`View`], [`ViewMut`]), on the stack (`Owned`), on the heap (`Boxed`).
//!
//! # Safety
//!
//! A view is a pointer (`origin`, the element at offset 0) and a layout. It holds a pointer instead of a slice, because
//! the elements of two tiles interleave in memory: two tiles that are written at the same time are not two slices.
//!
//! The `unsafe` of this folder rests on the rules V of `docs/unsafe.md`:
//!
//! * **V1, elements**: for each coordinate `c` in the shape (inside, for a [`PaddedTile`]), `origin + layout(c)` is an
//!   element that is valid for reads as long as the view lives. `origin` lies in the same allocation or one element
//!   past its end.
//! * **V2, exclusive**: nothing but the view reads or writes the elements of a [`ViewMut`] as long as it lives.
//! * **V3, parts**: each element of a view derived from a view is an element of that view, so V1 of the whole
//!   implies V1 of the part.
//! * **V4, no coordinates**: a view without coordinates has no element. Its origin is neither read nor moved.
//!
//! [`checked_origin`] establishes V1 for a slice: it finds the reach of the layout with checked arithmetic (at compile
//! time for a static layout) and compares it with the slice. `from_raw_parts` has V1 and V2 from its caller. Each
//! access first compares the coordinate with the shape; a static coordinate is compared at compile time.

/// Implements `tensor[coord]`, of `mut` tensors also to be written.
macro_rules! impl_index {
    (mut $Tensor:ident<$($arguments:tt)*) => {
        impl_index! { $Tensor<$($arguments)* }
        impl_index! { @$Tensor IndexMut [] (&mut self) index_mut, &mut T = self.view_mut().into_element, $($arguments)* }
    };
    ($Tensor:ident<$($arguments:tt)*) => {
        impl_index! { @$Tensor Index [type Output = T;] (&self) index, &T = self.view().element, $($arguments)* }
    };
    (@$Tensor:ident $Index:ident [$($Output:tt)*] ($($this:tt)*) $index:ident, $Item:ty = $self:ident.$view:ident().$element:ident, $($arguments:tt)*) => {
        #[layout_macros::at_caller($Tensor)]
        impl<T, L: AnyLayout, C: Coordinate> $Index<C> for $Tensor<$($arguments)*
        where
            C::Fits<L::Shape>: CoordinateFits,
        {
            $($Output)*
            /// The element at a coordinate.
            ///
            /// # Panics
            /// When a run-time coordinate lies outside the shape.
            ///
            /// # Compile errors
            /// When a static coordinate lies outside a static shape, or is nested unlike the shape.
            #[inline(always)]
            #[track_caller]
            fn $index($($this)*, coord: C) -> $Item {
                const { check::in_range::<L, C>() };
                $self.$view().$element(coord)
            }
        }
    };
}

/// Implements the traits of an error with a variant for a [`LayoutError`](crate::LayoutError).
#[allow(unused_macros, reason = "the features determine which errors exist")]
macro_rules! error_of_layouts {
    ($Error:ident) => {
        // `unwrap` and a `main` that returns the error print `Debug`.
        impl fmt::Debug for $Error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
        impl core::error::Error for $Error {}
        impl From<LayoutError> for $Error {
            fn from(error: LayoutError) -> Self {
                $Error::Layout(error)
            }
        }
    };
}

#[cfg(feature = "owned")]
mod array;
#[cfg(any(feature = "owned", feature = "alloc"))]
mod arrays;
mod axes;
mod borrowed;
mod bounds;
#[cfg(feature = "alloc")]
mod boxed;
#[cfg(feature = "alloc")]
mod collect;
mod composed_view;
mod coords;
mod disjoint;
mod display;
mod dynamic;
mod elements;
pub mod interop;
#[cfg(feature = "owned")]
mod owned;
mod padded;
mod padded_tiles;
mod pair;
#[cfg(feature = "rayon")]
mod par;
mod partial;
pub(crate) mod partition;
mod parts;
#[cfg(feature = "bytemuck")]
mod recast;
#[cfg(feature = "alloc")]
mod storage;
mod tensor_mut_trait;
mod tensor_trait;
mod thread_values;
mod tiles;
mod vectorize;
mod view;
mod view_mut;
mod walk;

#[cfg(feature = "alloc")]
pub use boxed::Boxed;
pub use coords::Coordinates;
pub use elements::{Elements, ElementsMut, Entries, EntriesMut};
#[cfg(feature = "owned")]
pub use owned::Owned;
pub use padded::{PaddedTile, PaddedTileOf, PartialLayout};
pub use pair::equal_extents;
#[cfg(feature = "rayon")]
pub use par::ParParts;
pub use partial::{PartialTensor, PartialTensorMut};
pub use parts::{PaddedTiles, PaddedTilesMut, Parts, PartsMut, Shares, SharesMut, Tiles, TilesMut};
pub use tensor_mut_trait::TensorMut;
pub use tensor_trait::Tensor;
pub use thread_values::{
    ThreadPartLayout, ThreadParts, ThreadPartsMut, ThreadValueTile, ThreadValues,
    check_thread_tile, check_thread_values, values_of_threads, values_of_threads_mut,
};
pub use view::View;
pub use view_mut::ViewMut;

use crate::types::{AnyLayout, Coordinate, IntTuple, check};
use layout_core::MAX_LEAVES;

/// Panics with the coordinate and the shape that it lies outside of.
///
/// The extents are passed as numbers: a pointer to the layout would keep it in memory, and loops would load it in each
/// step.
#[inline(always)]
#[track_caller]
fn out_of_range<L: AnyLayout, C: Coordinate>(layout: L, coord: C) -> ! {
    let mut extents = [0; MAX_LEAVES];
    layout.shape().words(&mut extents, 0);
    // Four extents go in registers; an array of more extents is passed by its address.
    if const { L::Shape::LEAVES <= 4 } {
        let [a, b, c, d, ..] = extents;
        out_of_four::<L::Shape, C>(a, b, c, d, coord)
    } else {
        out_of_extents::<L::Shape, C>(&extents, coord)
    }
}

/// [`out_of_range`] for a shape of at most four leaves.
#[cold]
#[inline(never)]
#[track_caller]
fn out_of_four<S: IntTuple, C: Coordinate>(a: usize, b: usize, c: usize, d: usize, coord: C) -> ! {
    panic!("{}", check::out_of_range::<S, C>(&[a, b, c, d], coord))
}

/// [`out_of_range`] for the shape with these extents.
#[cold]
#[inline(never)]
#[track_caller]
fn out_of_extents<S: IntTuple, C: Coordinate>(extents: &[usize], coord: C) -> ! {
    panic!("{}", check::out_of_range::<S, C>(extents, coord))
}
