//! The identity layout of a shape: its strides are the unit vectors of its coordinates.

use super::Layout;
use crate::types::algebra::OneBranch;
use crate::types::num::Nat;
use crate::types::num::int::{Basis, Int, Leaf, One};
use crate::types::num::octal::{Oct, Z};
use crate::types::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf};
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

/// The unit strides of a shape.
pub trait UnitStrides {
    /// The strides of this shape at the position `P`.
    type Units<P: UnitPath>: IntTuple;
    /// The strides of this list of shapes: element `I` of the coordinate at `P`, and the elements after it.
    type UnitsEach<P: UnitPath, I: Oct>: List;
}
impl<S: Leaf> UnitStrides for Atom<S> {
    type Units<P: UnitPath> = P::Unit<S::In>;
    type UnitsEach<P: UnitPath, I: Oct> = HNil;
}
impl<H: IntTuple, T: List> UnitStrides for HCons<H, T> {
    type Units<P: UnitPath> = <Self::UnitsEach<P, Z> as List>::Tuple;
    type UnitsEach<P: UnitPath, I: Oct> =
        HCons<<ListOf<H> as UnitStrides>::Units<UnitInside<P, I::Bin>>, T::UnitsEach<P, I::Inc>>;
}
macro_rules! ended {
    ($($t:ty),*) => {$(
        impl UnitStrides for $t {
            type Units<P: UnitPath> = ();
            type UnitsEach<P: UnitPath, I: Oct> = HNil;
        }
    )*};
}
ended! { HNil, KeepView }

/// The shape `S` with the unit strides of its coordinates: [`Layout::identity`].
pub type Identity<S> = Layout<S, <ListOf<S> as UnitStrides>::Units<UnitHere>>;
