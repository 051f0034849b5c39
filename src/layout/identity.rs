//! The identity of a shape: the strides are the units of its coordinates.

use super::{Layout, Strided};
use crate::num::int::{Basis, Int, Leaf, One};
use crate::num::octal::{Oct, Z};
use crate::num::{Nat, static_value};
use crate::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, View};
use crate::types::OneBranch;
use core::marker::PhantomData;
use typenum::U1;

/// Where in a coordinate a number stands.
pub trait Path {
    /// `V` units there.
    type Of<V: Leaf>: Leaf;
    /// The stride of an extent `S` there.
    type Unit<S: Int>: Leaf;
}
/// The number is the coordinate.
#[derive(Debug)]
pub struct Here;
/// Element `I` of what is at `P`.
#[derive(Debug)]
pub struct Inside<P, I>(PhantomData<(P, I)>);

impl Path for Here {
    type Of<V: Leaf> = V;
    type Unit<S: Int> = <<S::IsOne as OneBranch>::Unless<One> as Int>::Leaf;
}
impl<P: Path, I: Nat> Path for Inside<P, I> {
    type Of<V: Leaf> = P::Of<Basis<V, I>>;
    // An extent of 1 keeps its unit, so that the image is nested like the shape.
    type Unit<S: Int> = Self::Of<U1>;
}

/// Units for a shape.
pub trait Units {
    /// The strides at `P`.
    type Units<P: Path>: IntTuple;
    /// The strides of the elements from number `I` on of what is at `P`.
    type UnitsEach<P: Path, I: Oct>: List;
}
impl<S: Leaf> Units for Atom<S> {
    type Units<P: Path> = P::Unit<S::In>;
    type UnitsEach<P: Path, I: Oct> = HNil;
}
impl<H: IntTuple, T: List> Units for HCons<H, T> {
    type Units<P: Path> = <Self::UnitsEach<P, Z> as List>::Tuple;
    type UnitsEach<P: Path, I: Oct> =
        HCons<<View<H> as Units>::Units<Inside<P, I::Bin>>, T::UnitsEach<P, I::Inc>>;
}
macro_rules! ended {
    ($($t:ty),*) => {$(
        impl Units for $t {
            type Units<P: Path> = ();
            type UnitsEach<P: Path, I: Oct> = HNil;
        }
    )*};
}
ended! { HNil, KeepView }

/// `S` with the units of its coordinates as strides.
pub type Identity<S> = Layout<S, <View<S> as Units>::Units<Here>>;

#[layout_macros::at_caller]
impl Layout<(), ()> {
    /// The layout that maps each coordinate of `shape` to itself: the strides are the units of the
    /// coordinate, `1@i` for mode `i`, `1@j@i` for mode `j` of mode `i`. CuTe's `make_identity_layout`.
    ///
    /// ```text
    /// (2,3)     (0,0) (0,1) (0,2)
    ///           (1,0) (1,1) (1,2)     (2,3):(1@0,1@1)
    /// ```
    ///
    /// Divided and sliced along with a layout of data, it says which element each place holds. So the
    /// parts of tiles that reach past the edge can be told:
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
    /// The type of the result is [`ops::Identity`](crate::ops::Identity). A view needs offsets:
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
