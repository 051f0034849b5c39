//! What the rows of every family name.

pub(super) use super::bounds::*;
pub(super) use crate::types::{
    AnyLayout, Bool, Extent, FormOf, Inside, IntTuple, IsPlanned, Keeps, Layout, Leaf, Mapping,
    OffsetMap, Padded, PlainLayout, PlainOf, Planned, Position, Static, Tiler, Wrapped, check,
};
pub(super) use layout_core::{LayoutError, MAX_LEAVES};
