//! What the rows of every family name.

pub(super) use super::bounds::*;
pub(super) use crate::check;
pub(super) use crate::layout::{
    AnyLayout, Arrays, FormOf, GuardOf, Inside, IsPlanned, Layout, Mapping, Padded, PlainLayout,
    PlainOf, Wrapped,
};
pub(super) use crate::num::int::Leaf;
pub(super) use crate::num::{Bool, Extent, Planned, Static};
pub(super) use crate::swizzle::OffsetMap;
pub(super) use crate::tuple::{IntTuple, Keeps, Position};
pub(super) use crate::types::Tiler;
pub(super) use layout_core::{LayoutError, MAX_LEAVES};

/// The const parameter `I` as a place.
pub(super) type At<const I: usize> = <Extent<I> as Position>::At;
