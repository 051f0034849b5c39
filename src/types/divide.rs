//! `logical_divide` and its arrangements: `(A o T, A o T*|A|)`.

use super::{RangeBranch, Sound};
use crate::layout::{AnyLayout, Layout, Modes, Pair, PlainLayout, TileSplit};
use crate::num::Bool;
use crate::num::int::{Ceil, Quotient, Refused, rule};
use crate::tuple::IntTuple;

/// An operation of a layout `A` and a tiler `T` whose result has two parts, tile and rest.
pub trait How {
    /// Tile and rest.
    type Cut<A: PlainLayout, T: PlainLayout>: TileSplit;
    /// Whether there is a result, besides what its leaves show.
    type IsSound<A: PlainLayout, T: PlainLayout>: Bool;
    /// The plain part of the logical form for a swizzled `T` with the layout `L` inside.
    type Swizzled<A: PlainLayout, L: PlainLayout>: PlainLayout;
    /// [`Swizzled`](Self::Swizzled), or the refusal.
    type SoundSwizzled<A: PlainLayout, L: PlainLayout>: PlainLayout;
}

/// The refusal of a swizzled tiler.
pub type NoTiler = Layout<Refused<rule::Swizzled>, Refused<rule::Swizzled>>;

/// The divide by a tile that divides the layout.
#[derive(Debug)]
pub struct Divide;
/// The divide whose last tile may be partial.
#[derive(Debug)]
pub struct DividePadded;

impl How for Divide {
    type Cut<A: PlainLayout, T: PlainLayout> = T::Divides<A, Quotient>;
    type IsSound<A: PlainLayout, T: PlainLayout> = IsTiling<T, A, Quotient>;
    type Swizzled<A: PlainLayout, L: PlainLayout> = NoTiler;
    type SoundSwizzled<A: PlainLayout, L: PlainLayout> = NoTiler;
}
impl How for DividePadded {
    type Cut<A: PlainLayout, T: PlainLayout> = T::Divides<A, Ceil>;
    type IsSound<A: PlainLayout, T: PlainLayout> = IsTiling<T, A, Ceil>;
    type Swizzled<A: PlainLayout, L: PlainLayout> = NoTiler;
    type SoundSwizzled<A: PlainLayout, L: PlainLayout> = NoTiler;
}

/// Whether `T` tiles something, `A` has elements, and the steps of tile and rest together carry in no mode of `A`.
type IsTiling<T, A, F> = <<<<T as PlainLayout>::Modes as Sound>::Tiles as Bool>::And<
    <<A as PlainLayout>::Modes as Sound>::NotEmpty,
> as Bool>::And<<<A as PlainLayout>::Coalesced as Sound>::Holds<TileAndRest<T, A, F>>>;
/// The leaves of `T` and of `T*|A|`, in any order.
type TileAndRest<T, A, F> =
    <<T as AnyLayout>::Shape as IntTuple>::ModesAfter<HolesOf<T, A, F>, <T as PlainLayout>::Stride>;

/// `A o T` and `A o T*|A|`, the size of `A` being divided by `F`.
pub type Rest<T, A, F> = <<T as PlainLayout>::After<<A as PlainLayout>::Coalesced> as Pair>::Cut<
    <HolesOf<T, A, F> as Modes>::Onto<<A as PlainLayout>::Coalesced>,
>;
/// `T*|A|`, rounded by `F`.
type HolesOf<T, A, F> =
    <<A as AnyLayout>::IsStatic as RangeBranch>::Close<F, <T as PlainLayout>::Holes<Quotient>, A>;
