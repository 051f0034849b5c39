//! What the rows of every family name.

pub(super) use super::bounds::*;
pub(super) use crate::types::check;
pub(super) use crate::types::layout::{AnyLayout, Arrays, FormOf, GuardOf, Inside, IsPlanned, Layout, Mapping, Padded, PlainLayout, PlainOf, Wrapped};
pub(super) use crate::types::num::int::Leaf;
pub(super) use crate::types::num::{Bool, Extent, Planned, Static};
pub(super) use crate::types::swizzle::OffsetMap;
pub(super) use crate::types::tuple::{IntTuple, Keeps, Position};
pub(super) use crate::types::algebra::Tiler;
pub(super) use layout_core::{LayoutError, MAX_LEAVES};

/// The result `L` of an operation whose operand `B` must not be swizzled: of a swizzled one, the refusal.
pub(super) type OfPlain<B, L> = <<B as Tiler>::OffsetMap as OffsetMap>::AsOperand<L>;
