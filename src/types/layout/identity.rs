//! The identity layout of a shape: its strides are the unit vectors of its coordinates.

use super::Layout;
use crate::types::algebra::{Compact, OneBranch};
use crate::types::num::Nat;
use crate::types::num::int::{Basis, Int, Leaf, One};
use crate::types::tuple::ListOf;
use core::marker::PhantomData;
use typenum::U1;

/// The position of a leaf in a coordinate.
pub trait UnitPath {
    /// The stride `V` that counts in the leaf at this position.
    type Of<V: Leaf>: Leaf;
    /// The unit stride of a leaf with the extent `S` at this position.
    type Unit<S: Int>: Leaf;
}
/// The position of a coordinate that is a leaf.
#[derive(Debug)]
pub struct UnitHere;
/// The position of element `I` of the coordinate at `P`.
#[derive(Debug)]
pub struct UnitInside<P, I>(PhantomData<(P, I)>);

impl UnitPath for UnitHere {
    type Of<V: Leaf> = V;
    type Unit<S: Int> = <<S::IsOne as OneBranch>::Unless<One> as Int>::Leaf;
}
impl<P: UnitPath, I: Nat> UnitPath for UnitInside<P, I> {
    type Of<V: Leaf> = P::Of<Basis<V, I>>;
    // A leaf of extent 1 keeps its unit, so the image is nested like the shape.
    type Unit<S: Int> = Self::Of<U1>;
}

/// The shape `S` with the unit strides of its coordinates: [`Layout::identity`].
pub type Identity<S> = Layout<S, <ListOf<S> as Compact>::Units<UnitHere>>;
