//! A nested tuple: its nesting, its leaves; a coordinate, in which leaves may be `_`.

use crate::value::basis::Bases;
use crate::value::limit::{MAX_LEAVES, MAX_NODES};

/// The code of a node that is a leaf.
pub(crate) const LEAF: u8 = u8::MAX;

/// A tree in preorder: a node is the number of elements of a tuple, or [`LEAF`]. `(4,(2,3))` is `2 LEAF 2 LEAF LEAF`. The array
/// holds `LEAF` beyond its length: no tree shrinks.
#[derive(Clone, Copy)]
pub(crate) struct Profile {
    pub(crate) nodes: [u8; MAX_NODES],
    pub(crate) len: usize,
    pub(crate) leaves: usize,
}

/// The position of a subtree in preorder: the index of its first node and of its first leaf.
#[derive(Clone, Copy)]
pub(crate) struct TreePosition {
    pub(crate) node: usize,
    pub(crate) leaf: usize,
}

/// A nested tuple of integers, CuTe's `IntTuple`: `(2,(2,2))`. The depth of `8` is 0, the depth of `(8)` is 1.
///
/// The capacity is 32 leaves, 12 elements a level, and 64 leaves and tuples together.
///
/// ```
/// use layout_core::IntTuple;
/// let shape: IntTuple = "(2,(2,2))".parse()?;
/// assert_eq!((shape.rank(), shape.depth(), shape.size()?), (2, 2, 8));
/// assert_eq!(shape.to_string(), "(2,(2,2))");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct IntTuple {
    pub(crate) profile: Profile,
    pub(crate) values: [i64; MAX_LEAVES],
    /// The basis of each leaf. Only strides have any.
    pub(crate) bases: Bases,
    /// Bit `k` is set where leaf `k` is known: a type contains it.
    pub(crate) known: u32,
}

/// A coordinate such as `(1,(0,2))` or `(_,3)`. A slice keeps the modes that `_` faces.
///
/// ```
/// use layout_core::Coord;
/// let c: Coord = "(_,(1,2))".parse()?;
/// assert_eq!(c.to_string(), "(_,(1,2))");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Coord {
    pub(crate) tuple: IntTuple,
    /// Bit `k` is set where leaf `k` is `_`.
    pub(crate) kept: u32,
}
