//! `logical_divide` and its arrangements: `(A o T, A o T*|A|)`.

use super::RangeBranch;
use crate::layout::{AnyLayout, Layout, Modes, Pair, PlainLayout, TileSplit};
use crate::num::int::{Ceil, Quotient, Refused, rule};

/// An operation of a layout `A` and a tiler `T` whose result has two parts, tile and rest.
pub trait How {
    /// Tile and rest.
    type Cut<A: PlainLayout, T: PlainLayout>: TileSplit;
    /// The plain part of the logical form for a swizzled `T` with the layout `L` inside.
    type Swizzled<A: PlainLayout, L: PlainLayout>: PlainLayout;
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
    type Swizzled<A: PlainLayout, L: PlainLayout> = NoTiler;
}
impl How for DividePadded {
    type Cut<A: PlainLayout, T: PlainLayout> = T::Divides<A, Ceil>;
    type Swizzled<A: PlainLayout, L: PlainLayout> = NoTiler;
}

/// `A o T` and `A o T*|A|`, the size of `A` being divided by `F`.
pub type Rest<T, A, F> = <<T as PlainLayout>::After<<A as PlainLayout>::Coalesced> as Pair>::Cut<
    <HolesOf<T, A, F> as Modes>::Onto<<A as PlainLayout>::Coalesced>,
>;
/// `T*|A|`, rounded by `F`.
type HolesOf<T, A, F> =
    <<A as AnyLayout>::IsStatic as RangeBranch>::Close<F, <T as PlainLayout>::Holes<Quotient>, A>;
