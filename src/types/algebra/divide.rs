//! Divides: a layout `A` as its tile `A o T` and the rest `A o T*`, where `T*` is the complement of `T` in `|A|`.
//!
//! ```text
//! tiler   a layout, or one for each mode                    Tiler, ModeTiler          (tiler.rs)
//! split   A o T and A o T*, as one type                     Divided
//!           A o T                                           PlainLayout::After: IntTuple::Compose of each leaf of T (tuple/leaf.rs)
//!                                                           is Walked::Leaf (compose.rs)
//!           T*                                              PlainLayout::Holes, of the sorted modes (complement.rs); Modes::Onto
//!                                                           composes A with each of its modes
//!           both in one type                                Pair::Cut
//!           T* up to |A|                                    Holes::Close of a static |A| (complement.rs), otherwise
//!                                                           RangeBranch::CloseRuns    (range.rs)
//! form    logical (tile, rest), zipped ((tiles), (rests)),  TileSplit, TileSplits
//!         tiled ((tiles), rest, ..), flat (tile, .., rest, ..)
//! ```

use super::RangeBranch;
use crate::types::layout::{AnyLayout, Layout, Lists, Modes, Pair, PlainLayout};
use crate::types::num::int::{Ceil, Quotient};
use crate::types::tuple::{HCons, IntTuple, List, ListOf, Structure};
use typenum::{U0, U1};

/// An operation of a layout `A` and a tiler `T` whose result has two parts, tile and rest.
pub trait How {
    /// Tile and rest.
    type Cut<A: PlainLayout, T: PlainLayout>: TileSplit;
}

/// The divide by a tile that divides the layout.
#[derive(Debug)]
pub struct Divide;
/// The divide whose last tile may be partial.
#[derive(Debug)]
pub struct DividePadded;

impl How for Divide {
    type Cut<A: PlainLayout, T: PlainLayout> = Divided<A, T, Quotient>;
}
impl How for DividePadded {
    type Cut<A: PlainLayout, T: PlainLayout> = Divided<A, T, Ceil>;
}

/// The tile `A o T` and the rest `A o T*`. `F` divides `|A|` by what the tile covers.
// Tile and rest both index the coalesced `A`, which is evaluated once.
type Divided<A, T, F> = <<T as PlainLayout>::After<<A as PlainLayout>::Coalesced> as Pair>::Cut<
    <ComplementIn<A, T, F> as Modes>::Onto<<A as PlainLayout>::Coalesced>,
>;
/// `T*`, the complement of `T` in `|A|`.
// The gaps inside the tile must divide exactly; `F` rounds only the number of tiles.
type ComplementIn<A, T, F> =
    <<<A as AnyLayout>::Shape as IntTuple>::IsStatic as RangeBranch>::Close<
        F,
        <T as PlainLayout>::Holes<Quotient>,
        A,
    >;

/// A divided mode: a tile and the rest, before a form of the divide arranges them.
pub trait TileSplit {
    /// `(tile, rest)`.
    type Logical: PlainLayout;
    /// `(tile, rest_0, rest_1, ..)`. A rest that is a leaf is one mode.
    type Tiled: PlainLayout;
    /// `(tile_0, .., rest_0, ..)`. A tile or a rest that is a leaf is one mode.
    type Flat: PlainLayout;
    /// The modes `L` with `(tile, rest)` in front.
    type Onto<L: Lists>: Lists;
    /// The divided modes `C` with this one in front.
    type Zip<C: TileSplits>: TileSplits;
}

/// The tile `TS:TD` and the rest `RS:RD`.
#[derive(Debug)]
pub struct TileAndRest<TS, TD, RS, RD>(core::marker::PhantomData<(TS, TD, RS, RD)>);
impl<TS: IntTuple, TD: IntTuple, RS: IntTuple, RD: IntTuple> TileSplit
    for TileAndRest<TS, TD, RS, RD>
{
    type Logical = Layout<(TS, RS), (TD, RD)>;
    type Tiled = Layout<Spread1<TS, ListOf<RS>>, Spread1<TD, ListOf<RD>>>;
    type Flat = Layout<Spread2<ListOf<TS>, ListOf<RS>>, Spread2<ListOf<TD>, ListOf<RD>>>;
    type Onto<L: Lists> = L::Push<(TS, RS), (TD, RD)>;
    type Zip<C: TileSplits> = C::Push<TS, TD, RS, RD>;
}

type Spread1<T, R> = <HCons<T, <R as Structure>::Parts> as List>::Tuple;
type Spread2<T, R> =
    <<<T as Structure>::Parts as Structure>::Concat<<R as Structure>::Parts> as List>::Tuple;

/// A mode that a by-mode tiler keeps: one mode in the logical form, a tile with the rest `1:0` in the others.
#[derive(Debug)]
pub struct Kept<S, D>(core::marker::PhantomData<(S, D)>);
impl<S: IntTuple, D: IntTuple> TileSplit for Kept<S, D> {
    type Logical = Layout<S, D>;
    type Tiled = Layout<S, D>;
    type Flat = Layout<S, D>;
    type Onto<L: Lists> = L::Push<S, D>;
    // The kept mode is all tile: its rest has one coordinate.
    type Zip<C: TileSplits> = C::Push<S, D, U1, U0>;
}

/// Several divided modes: their tiles and their rests.
pub trait TileSplits {
    /// These modes with the tile `TS:TD` and the rest `RS:RD` in front.
    type Push<TS: IntTuple, TD: IntTuple, RS: IntTuple, RD: IntTuple>: TileSplits;
    /// `((tiles), (rests))`.
    type Zipped: PlainLayout;
    /// `((tiles), rest_0, ..)`.
    type Tiled: PlainLayout;
    /// `(tile_0, .., rest_0, ..)`.
    type Flat: PlainLayout;
}
/// The divided modes with the tiles `TS:TD` and the rests `RS:RD`.
#[derive(Debug)]
pub struct TilesAndRests<TS, TD, RS, RD>(core::marker::PhantomData<(TS, TD, RS, RD)>);
impl<TS: List, TD: List, RS: List, RD: List> TileSplits for TilesAndRests<TS, TD, RS, RD> {
    type Push<TS0: IntTuple, TD0: IntTuple, RS0: IntTuple, RD0: IntTuple> =
        TilesAndRests<HCons<TS0, TS>, HCons<TD0, TD>, HCons<RS0, RS>, HCons<RD0, RD>>;
    type Zipped = Layout<(TS::Tuple, RS::Tuple), (TD::Tuple, RD::Tuple)>;
    type Tiled = Layout<Spread1<TS::Tuple, RS>, Spread1<TD::Tuple, RD>>;
    type Flat = Layout<Spread2<TS, RS>, Spread2<TD, RD>>;
}
