//! `logical_divide` and its arrangements: `(A o T, A o T*|A|)`.

use super::{RangeBranch, Sound};
use crate::int::{Ceil, Quotient};
use crate::layout::{AnyLayout, Cut, Modes, Pair};
use crate::num::Bool;

/// How a layout `T` cuts a layout `A` into a tile and the rest.
pub trait How {
    /// Tile and rest.
    type Cut<A: AnyLayout, T: AnyLayout>: Cut;
    /// Whether there is a result, besides what its leaves show.
    type IsSound<A: AnyLayout, T: AnyLayout>: Bool;
}

/// The tile must tile the layout.
#[derive(Debug)]
pub struct Divide;
/// The last tile may be partial.
#[derive(Debug)]
pub struct DividePadded;

impl How for Divide {
    type Cut<A: AnyLayout, T: AnyLayout> = T::Divides<A, Quotient>;
    // Tilings never carry: the tile and its complement are one to one.
    type IsSound<A: AnyLayout, T: AnyLayout> =
        <<T::Modes as Sound>::Tiles as Bool>::And<<A::Modes as Sound>::NotEmpty>;
}
impl How for DividePadded {
    type Cut<A: AnyLayout, T: AnyLayout> = T::Divides<A, Ceil>;
    // Tilings never carry: the tile and its complement are one to one.
    type IsSound<A: AnyLayout, T: AnyLayout> =
        <<T::Modes as Sound>::Tiles as Bool>::And<<A::Modes as Sound>::NotEmpty>;
}

/// `A o T` and `A o T*|A|`, the size of `A` being divided by `F`.
pub type Rest<T, A, F> = <<T as AnyLayout>::After<<A as AnyLayout>::Coalesced> as Pair>::Cut<
    <HolesOf<T, A, F> as Modes>::Onto<<A as AnyLayout>::Coalesced>,
>;
/// `T*|A|`, rounded by `F`.
type HolesOf<T, A, F> =
    <<A as AnyLayout>::IsStatic as RangeBranch>::Close<F, <T as AnyLayout>::Holes<Quotient>, A>;
