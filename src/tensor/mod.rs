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

/// Implements `tensor[coord]` for layouts with the given trait, of `mut` tensors also to be written.
macro_rules! impl_index {
    (mut $Layout:ident $Tensor:ident<$($arguments:tt)*) => {
        impl_index! { $Layout $Tensor<$($arguments)* }
        impl_index! { @$Layout $Tensor IndexMut [] (&mut self) index_mut, &mut T = self.viewed_mut().into_element, $($arguments)* }
    };
    ($Layout:ident $Tensor:ident<$($arguments:tt)*) => {
        impl_index! { @$Layout $Tensor Index [type Output = T;] (&self) index, &T = self.viewed().element, $($arguments)* }
    };
    (@$Layout:ident $Tensor:ident $Index:ident [$($Output:tt)*] ($($this:tt)*) $index:ident, $Item:ty = $self:ident.$view:ident().$element:ident, $($arguments:tt)*) => {
        #[layout_macros::at_caller($Tensor)]
        impl<T, L: $Layout, C: super::ElementCoord<L>> $Index<C> for $Tensor<$($arguments)* {
            $($Output)*
            /// The element at a coordinate: a tuple nested like the shape, or an array by mode, `[i, j]`, which code that is
            /// generic over the layout also has.
            ///
            /// # Panics
            /// When a run-time coordinate lies outside the shape. A number in a plain tuple is one: `coord!` makes it
            /// static.
            ///
            /// # Compile errors
            /// When a static coordinate, [`coord!(4, 0)`](macro@crate::coord), lies outside a static shape, or a coordinate
            /// is nested differently from the shape, or an array has more or fewer places than the layout has modes.
            #[inline(always)]
            #[track_caller]
            fn $index($($this)*, coord: C) -> $Item {
                const { super::indexed::check_element::<L, C>() };
                $self.$view().$element(coord.tuple())
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
pub mod derived;
mod disjoint;
mod display;
mod dynamic;
mod elements;
mod featured;
mod first_mode;
mod indexed;
pub mod interop;
mod misuse;
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
mod tensor_array;
mod tensor_mut_trait;
mod tensor_trait;
mod thread_values;
mod tiles;
mod vectorize;
mod view;
mod view_mut;
mod viewed;
mod walk;
mod window;

#[cfg(feature = "alloc")]
pub use boxed::Boxed;
pub use coords::Coordinates;
pub use elements::{Elements, ElementsMut, Entries, EntriesMut};
pub use first_mode::{
    FirstIndexed, FirstRange, check_first_mode, index_first, index_first_mut, range_first,
    range_first_mut,
};
pub use indexed::{ElementCoord, Indexed};
#[cfg(feature = "owned")]
pub use owned::Owned;
pub use padded::{AnyThread, PaddedTile, PaddedTileOf, PartialLayout};
pub use padded_tiles::WholeOrClipped;
pub use pair::equal_extents;
#[cfg(feature = "rayon")]
pub use par::ParParts;
pub use partial::{PartialTensor, PartialTensorMut};
pub use parts::{PaddedTiles, PaddedTilesMut, Parts, PartsMut, Shares, SharesMut, Tiles, TilesMut};
pub use tensor_array::TensorArray;
pub use tensor_mut_trait::TensorMut;
pub use tensor_trait::Tensor;
pub use thread_values::{
    ThreadPartLayout, ThreadParts, ThreadPartsMut, ThreadValueTile, ThreadValues,
    check_thread_tile, check_thread_values, values_of_threads, values_of_threads_mut,
};
pub use view::View;
pub use view_mut::ViewMut;
pub use viewed::{Viewed, ViewedMut};
pub use walk::FormWalk;
