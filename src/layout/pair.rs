//! A shape and a stride under construction. They are combined by functions and not by naming the
//! halves: a projection that appears twice in an alias is evaluated twice.

use super::{Layout, PlainLayout};
use crate::tuple::{HCons, HNil, IntTuple, List, Structure, View};
use crate::types::Part;

/// A shape and a stride.
pub trait Pair {
    /// The layout.
    type Layout: PlainLayout;
    /// As the first mode before the modes `L`.
    type Onto<L: Lists>: Lists;
    /// This as the tile, `R` as the rest.
    type Cut<R: Pair>: Cut;
    /// This, `W` being done to all of it.
    type Part<W: Part>: Pair;
    /// `S` with compact strides for these extents, in the order of these strides.
    type LikeOf<S: IntTuple>: PlainLayout;
    /// `S:D` as the tile, this as the rest.
    type CutAfter<S: IntTuple, D: IntTuple>: Cut;
}

/// The shape `S` and the stride `D`.
#[derive(Debug)]
pub struct Both<S, D>(core::marker::PhantomData<(S, D)>);
impl<S: IntTuple, D: IntTuple> Pair for Both<S, D> {
    type Layout = Layout<S, D>;
    type Onto<L: Lists> = L::Push<S, D>;
    type Cut<R: Pair> = R::CutAfter<S, D>;
    type Part<W: Part> = W::Of<View<S>, View<D>>;
    type LikeOf<S0: IntTuple> = Layout<S0, super::OrderedStride<S, D>>;
    type CutAfter<S0: IntTuple, D0: IntTuple> = TileAndRest<S0, D0, S, D>;
}

/// A list of shapes and a list of strides.
pub trait Lists {
    /// As two tuples.
    type Tuple: Pair;
    /// The first mode.
    type Only: Pair;
    /// `S:D`, then these.
    type Push<S: IntTuple, D: IntTuple>: Lists;
    /// Mode by mode `((a, b), ..)`, `A` being `AS:AD`; a missing mode is `1:0`.
    type Blocked<AS: List, AD: List>: Lists;
    /// Mode by mode `((b, a), ..)`.
    type Raked<AS: List, AD: List>: Lists;
}
/// The shapes `S` and the strides `D`.
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

/// A tile and what is left over, before they are arranged.
pub trait Cut {
    /// `(tile, rest)`.
    type Logical: PlainLayout;
    /// `(tile, rest_0, rest_1, ..)`; a rest of one mode stays as it is.
    type Tiled: PlainLayout;
    /// `(tile_0, .., rest_0, ..)`; a tile of one mode stays as it is, too.
    type Flat: PlainLayout;
    /// `(tile, rest)` as the first mode before `L`.
    type Onto<L: Lists>: Lists;
    /// Tile before the tiles of `C`, rest before its rests.
    type Zip<C: Cuts>: Cuts;
}

/// The tile `TS:TD` and the rest `RS:RD`.
#[derive(Debug)]
pub struct TileAndRest<TS, TD, RS, RD>(core::marker::PhantomData<(TS, TD, RS, RD)>);
impl<TS: IntTuple, TD: IntTuple, RS: IntTuple, RD: IntTuple> Cut for TileAndRest<TS, TD, RS, RD> {
    type Logical = Layout<(TS, RS), (TD, RD)>;
    type Tiled = Layout<Spread1<TS, View<RS>>, Spread1<TD, View<RD>>>;
    type Flat = Layout<Spread2<View<TS>, View<RS>>, Spread2<View<TD>, View<RD>>>;
    type Onto<L: Lists> = L::Push<(TS, RS), (TD, RD)>;
    type Zip<C: Cuts> = C::Push<TS, TD, RS, RD>;
}

type Spread1<T, R> = <HCons<T, <R as Structure>::Parts> as List>::Tuple;
type Spread2<T, R> =
    <<<T as Structure>::Parts as Structure>::Concat<<R as Structure>::Parts> as List>::Tuple;

/// A mode that a by-mode tiler keeps: uncut in the logical form, all tile in the others.
#[derive(Debug)]
pub struct Kept<S, D>(core::marker::PhantomData<(S, D)>);
impl<S: IntTuple, D: IntTuple> Cut for Kept<S, D> {
    type Logical = Layout<S, D>;
    type Tiled = Layout<S, D>;
    type Flat = Layout<S, D>;
    type Onto<L: Lists> = L::Push<S, D>;
    type Zip<C: Cuts> = C::Push<S, D, typenum::U1, typenum::U0>;
}

/// The tiles and the rests of several modes.
pub trait Cuts {
    /// A tile and its rest before these.
    type Push<TS: IntTuple, TD: IntTuple, RS: IntTuple, RD: IntTuple>: Cuts;
    /// `((tiles), (rests))`.
    type Zipped: PlainLayout;
    /// `((tiles), rest_0, ..)`.
    type Tiled: PlainLayout;
    /// `(tile_0, .., rest_0, ..)`.
    type Flat: PlainLayout;
}
/// The tiles `TS:TD` and the rests `RS:RD`.
#[derive(Debug)]
pub struct TilesAndRests<TS, TD, RS, RD>(core::marker::PhantomData<(TS, TD, RS, RD)>);
impl<TS: List, TD: List, RS: List, RD: List> Cuts for TilesAndRests<TS, TD, RS, RD> {
    type Push<TS0: IntTuple, TD0: IntTuple, RS0: IntTuple, RD0: IntTuple> =
        TilesAndRests<HCons<TS0, TS>, HCons<TD0, TD>, HCons<RS0, RS>, HCons<RD0, RD>>;
    type Zipped = Layout<(TS::Tuple, RS::Tuple), (TD::Tuple, RD::Tuple)>;
    type Tiled = Layout<Spread1<TS::Tuple, RS>, Spread1<TD::Tuple, RD>>;
    type Flat = Layout<Spread2<TS, RS>, Spread2<TD, RD>>;
}
