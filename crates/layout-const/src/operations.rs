//! The rows of the tables of operations of `static-layout`, on layouts whose type is their notation.

use crate::answer::{Accepts, built, unwrap};
use crate::layout::{AtBuild, Layout};
use crate::operand::{AnyLayout, IsTuple, Tiler};
use layout_core::LayoutError;

/// What the code of a row names.
pub(crate) mod rows {
    pub(crate) use crate::answer::{Answer, inside, layout_of, wrapped};
    pub(crate) use crate::form::{NOTHING, SOURCES, Text, is_plain, labels};
    pub(crate) use crate::layout::Layout;
    pub(crate) use crate::operand::{AnyLayout, IsTuple, Keeps, Tiler, kept};
    pub(crate) use layout_core::internal::{Names, Open, Sources};
    pub(crate) use layout_core::{
        ComposedLayout, Coord, Layout as EngineLayout, LayoutError, MAX_LEAVES, Plan,
    };

    /// A const parameter as an integer.
    pub(crate) struct Extent<const N: usize>;
    impl<const N: usize> Extent<N> {
        pub(crate) const VALUE: i64 = N as i64;
    }

    /// The sentence of an order that is not static.
    pub(crate) const STATIC_ORDER: &str =
        "the order is not static: it decides which strides are static";

    /// The origin of each leaf; nothing where the operation is refused.
    pub(crate) const fn moves(answer: Result<EngineLayout, LayoutError>) -> Option<EngineLayout> {
        match answer {
            Ok(labels) => Some(labels),
            Err(_) => None,
        }
    }
}

layout_macros::text_operations! {
    "../../src/ops"
    without tile_count logical_divide_padded zipped_divide_padded tiled_divide_padded flat_divide_padded
}
