//! Layouts as constants in generic arguments: the notation is the type.
#![feature(
    adt_const_params,
    unsized_const_params,
    min_generic_const_args,
    generic_const_args,
    generic_const_items
)]
#![allow(incomplete_features, reason = "the front end rests on them")]
#![no_std]

mod answer;
mod at_caller;
mod compact;
mod coordinate;
mod form;
mod kernels;
mod layout;
mod methods;
mod operand;
mod operations;
mod views;

pub use answer::Accepts;
pub use compact::{By, Columns, Rows, Units};
pub use coordinate::Coordinate;
pub use layout::{AtBuild, Layout};
pub use layout_core::LayoutError;
pub use methods::{AXES, NO_AXES, NO_SLICE, SLICE, Slicing};
pub use operand::{AnyLayout, IsTuple, Tile, Tiler, Tuple};
pub use operations::*;
pub use views::{Parts, slice, tile_of};

#[doc(hidden)]
pub use layout_macros as __macros;
