//! A shape and a stride that type functions build together.
//!
//! A function returns both as one [`Pair`], and the next function takes it by a method of `Pair`. Two aliases for the
//! shape and the stride of one result would make the compiler evaluate the result twice.

use super::{Layout, PlainLayout};
use crate::types::algebra::{Part, TileAndRest, TileSplit};
use crate::types::tuple::{HCons, HNil, IntTuple, List};

/// A shape and a stride as the result of a type function.
pub trait Pair {
    /// The layout of this shape and stride.
    type Layout: PlainLayout;
    /// The modes `L` with this mode in front.
    type Onto<L: Lists>: Lists;
    /// This mode divided: this mode is the tile, `R` the rest.
    type Cut<R: Pair>: TileSplit;
    /// The result of the function `W` of this part.
    type Part<W: Part>: Pair;
    /// The shape `S` with compact strides for these extents. The strides of this pair are their order.
    type LikeOf<S: IntTuple>: PlainLayout;
    /// `S:D` divided: `S:D` is the tile, this mode the rest.
    type CutAfter<S: IntTuple, D: IntTuple>: TileSplit;
}

/// The shape `S` and the stride `D`.
#[derive(Debug)]
pub struct Both<S, D>(core::marker::PhantomData<(S, D)>);
impl<S: IntTuple, D: IntTuple> Pair for Both<S, D> {
    type Layout = Layout<S, D>;
    type Onto<L: Lists> = L::Push<S, D>;
    type Cut<R: Pair> = R::CutAfter<S, D>;
    type Part<W: Part> = W::Of<S, D>;
    type LikeOf<S0: IntTuple> = Layout<S0, super::OrderedStride<S, D>>;
    type CutAfter<S0: IntTuple, D0: IntTuple> = TileAndRest<S0, D0, S, D>;
}

/// A list of modes, as a list of shapes and a list of strides.
pub trait Lists {
    /// The modes as a tuple of shapes and a tuple of strides.
    type Tuple: Pair;
    /// The first mode.
    type Only: Pair;
    /// These modes with `S:D` in front.
    type Push<S: IntTuple, D: IntTuple>: Lists;
    /// `((a_0, b_0), (a_1, b_1), ..)`, where `b_i` are these modes and `a_i` the modes of `AS:AD`. A missing mode is
    /// `1:0`.
    type Blocked<AS: List, AD: List>: Lists;
    /// `((b_0, a_0), (b_1, a_1), ..)`, as in [`Blocked`](Self::Blocked).
    type Raked<AS: List, AD: List>: Lists;
}
/// The modes with the shapes `S` and the strides `D`.
#[derive(Debug)]
pub struct BothLists<S, D>(core::marker::PhantomData<(S, D)>);
/// No modes.
pub type NoModes = BothLists<HNil, HNil>;
impl<S: List, D: List> Lists for BothLists<S, D> {
    type Tuple = Both<S::Tuple, D::Tuple>;
    type Only = Both<S::Head, D::Head>;
    type Push<S0: IntTuple, D0: IntTuple> = BothLists<HCons<S0, S>, HCons<D0, D>>;
    type Blocked<AS: List, AD: List> = S::Blocked<D, AS, AD>;
    type Raked<AS: List, AD: List> = S::Raked<D, AS, AD>;
}
