//! Storage with a layout: borrowed ([`View`], [`ViewMut`]), owned on the stack (`Owned`) and on the heap (`Boxed`).
//!
//! # Safety
//!
//! A view is a pointer and a layout. All `unsafe` of this folder is access to its elements, and rests
//! on one invariant:
//!
//! **For each coordinate `c` in the shape (inside, of a [`PaddedTile`]), `origin + layout(c)` is an element that is valid for reads as
//! long as the view lives, and `origin` lies in the same allocation, or one element past its end. The
//! elements of a [`ViewMut`] are borrowed by that view alone.**
//!
//! * It is established by [`origin_in`] where a view of a slice is made: the layout's reach, found with
//!   checked arithmetic (at compile time for a static layout), lies in the slice. `from_raw_parts` has it
//!   from its caller.
//! * It is kept by whatever makes a view of a view: a part of the layout has a part of its offsets.
//! * A view without coordinates has no element, and its pointer is never followed nor moved.
//! * Each access first finds that the coordinate lies in the shape; for a static coordinate the compiler
//!   does.
//!
//! A pointer, not a slice: the elements of a tile lie between those of its neighbours, so that two tiles
//! that may be written at the same time are no two slices.

/// `tensor[coord]`: the element of a coordinate in the shape; a static coordinate outside it does not
/// compile, another one panics.
macro_rules! indexed {
    (mut $Tensor:ty) => {
        #[layout_macros::at_caller]
        impl<T, L: AnyLayout, C: Coordinate> IndexMut<C> for $Tensor
        where
            C::Fits<L::Shape>: CoordinateFits,
        {
            #[inline(always)]
            #[track_caller]
            fn index_mut(&mut self, coord: C) -> &mut T {
                const { check::in_range::<L, C>() };
                let layout = self.layout;
                match self.get_mut(coord) {
                    Some(element) => element,
                    None => out_of_range(layout, coord),
                }
            }
        }
    };
    ($Tensor:ty) => {
        #[layout_macros::at_caller]
        impl<T, L: AnyLayout, C: Coordinate> Index<C> for $Tensor
        where
            C::Fits<L::Shape>: CoordinateFits,
        {
            type Output = T;
            #[inline(always)]
            #[track_caller]
            fn index(&self, coord: C) -> &T {
                const { check::in_range::<L, C>() };
                match self.get(coord) {
                    Some(element) => element,
                    None => out_of_range(self.layout, coord),
                }
            }
        }
    };
}

mod any;
mod any_mut;
#[cfg(feature = "owned")]
mod array;
mod axes;
mod bounds;
#[cfg(feature = "alloc")]
mod boxed;
#[cfg(feature = "alloc")]
mod collect;
mod coords;
mod disjoint;
mod dynamic;
mod elements;
pub(crate) mod interop;
#[cfg(feature = "owned")]
mod owned;
mod padded;
mod padded_tiles;
mod pair;
#[cfg(feature = "rayon")]
mod par;
pub(crate) mod parting;
mod parts;
#[cfg(feature = "bytemuck")]
mod recast;
mod show;
#[cfg(feature = "alloc")]
mod storage;
mod thread_values;
mod through;
mod tiles;
mod vectorize;
mod view;
mod view_mut;
mod walk;

pub use any::Tensor;
pub use any_mut::TensorMut;
#[cfg(feature = "alloc")]
pub use boxed::Boxed;
pub use coords::Coordinates;
pub use disjoint::SplitAt;
pub use elements::{Elements, ElementsMut, Entries, EntriesMut};
#[cfg(feature = "owned")]
pub use owned::Owned;
pub use padded::{Clipped, PaddedTile, PaddedTileOf, PartialLayout};
#[cfg(feature = "rayon")]
pub use par::ParParts;
pub use parts::{PaddedTiles, PaddedTilesMut, Parts, PartsMut, Shares, SharesMut, Tiles, TilesMut};
#[cfg(feature = "bytemuck")]
pub use recast::{ElementBits, Recast as RecastLayout, RecastError};
pub use thread_values::{
    ThreadPartLayout, ThreadParts, ThreadPartsMut, ThreadValueTile, ThreadValues, fill_a_tile,
    have_values, values_of_threads, values_of_threads_mut,
};
pub use view::View;
pub use view_mut::ViewMut;

use bounds::{Bounds, origin_in, position, sub};

use crate::check;
use crate::layout::AnyLayout;
use crate::tuple::{Congruence, Coordinate, IntTuple};

/// The coordinate `C` fits the layout `L`.
pub(crate) type Fits<C, L> =
    <<C as IntTuple>::List as Congruence>::Weakly<<<L as AnyLayout>::Shape as IntTuple>::List>;

/// The panic of an index outside the shape.
#[cold]
#[inline(never)]
#[track_caller]
fn out_of_range<L: AnyLayout, C: Coordinate>(layout: L, coord: C) -> ! {
    panic!("{}", check::out_of_range(layout.parts().1, coord))
}
