//! The identity layout of a shape: its strides are the unit vectors of its coordinates.

use super::{Layout, Strided};
use crate::num::int::{Basis, Int, Leaf, One};
use crate::num::octal::{Oct, Z};
use crate::num::{Nat, static_value};
use crate::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, ListOf};
use crate::types::OneBranch;
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
    // A leaf of extent 1 keeps its unit, so that the image is nested like the shape.
    type Unit<S: Int> = Self::Of<U1>;
}

/// The unit strides of a shape.
pub trait UnitStrides {
    /// The strides of this shape at the position `P`.
    type Units<P: UnitPath>: IntTuple;
    /// The strides of this list of shapes: element `I` of the coordinate at `P`, and those after it.
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

#[layout_macros::at_caller]
impl Layout<(), ()> {
    /// The layout `I(c) = c`, which maps each coordinate of `shape` to itself. Its strides are unit vectors: `1@i` for
    /// mode `i`, `1@j@i` for mode `j` of mode `i`. CuTe: `make_identity_layout`.
    ///
    /// ```text
    /// (2,3)     (0,0) (0,1) (0,2)
    ///           (1,0) (1,1) (1,2)     (2,3):(1@0,1@1)
    /// ```
    ///
    /// Divided and sliced like a layout of data, it maps each place of a tile to the coordinate of its element. So it
    /// tells which places of a tile lie past the edge:
    ///
    /// ```
    /// use static_layout::{ops::TupleOps, *};
    /// // 10 by 6 elements in tiles of 4 by 4: the last ones are partial.
    /// let elements = Layout::identity(shape!(10, 6));
    /// let tiles = elements.zipped_divide_padded(tile!(4, 4)).layout();
    /// let (tile, start) = tiles.slice(coord!(_, (2, 1)));
    /// assert_eq!(start, (8, 4));
    /// let inside = |c| {
    ///     let (i, j) = tile.index(c);
    ///     (start.0 + i, start.1 + j).elem_less(shape!(10, 6))
    /// };
    /// assert_eq!((0..tile.size()).filter(|&c| inside(c)).count(), 2 * 2);
    /// ```
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 3;
    /// let a = Layout::identity(shape!(4, (2, n)));
    /// assert_eq!(a.to_string(), "(4,(2,3)):(1@0,(1@0@1,1@1@1))");
    /// assert_eq!(a.index(13), (1, (1, 1)));
    /// // The linear index of an integer is its coordinate.
    /// assert_eq!(Layout::identity(n).to_string(), "3:1");
    /// ```
    /// The type of the result is [`ops::Identity`](crate::ops::Identity).
    ///
    /// # Panics
    /// If the size of a run-time shape does not fit `isize`.
    ///
    /// # Compile errors
    /// If the size of a static shape does not fit `isize`. A view needs offsets:
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// let data = [0; 24];
    /// // the layout maps to coordinates, not to offsets: `image` gives the coordinate
    /// View::new(&data, Layout::identity(shape!(4, 6)));
    /// ```
    #[inline]
    #[track_caller]
    pub fn identity<S: Strided<Units = D>, D: IntTuple>(shape: S) -> Layout<S, D> {
        Layout::checked(shape, static_value())
    }
}
