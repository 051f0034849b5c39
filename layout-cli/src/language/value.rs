//! What an expression may be.

use std::fmt;

use layout_core::{ComposedLayout, Coord, IntTuple, Layout, Swizzle, Tiler};

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// `true` or `false`.
    Truth(bool),
    /// An integer, or a tuple of integers.
    Tuple(IntTuple),
    /// A coordinate that keeps modes, `(1,_)`.
    Coord(Coord),
    /// A layout.
    Layout(Layout),
    /// A swizzle after a layout.
    Swizzled(ComposedLayout),
    /// A swizzle alone.
    Swizzle(Swizzle),
    /// A tiler by mode, `<4,8>`.
    Tiler(Tiler),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(value) => value.fmt(f),
            Self::Tuple(value) => value.fmt(f),
            Self::Coord(value) => value.fmt(f),
            Self::Layout(value) => value.fmt(f),
            Self::Swizzled(value) => value.fmt(f),
            Self::Swizzle(value) => value.fmt(f),
            Self::Tiler(value) => value.fmt(f),
        }
    }
}
