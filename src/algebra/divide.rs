//! `logical_divide` and its arrangements: `(A o T, A o T*|A|)`.

use super::Holes;
use crate::int::{Ceil, Quotient};
use crate::layout::{AnyLayout, Cut, Modes, Pair};

/// How a layout `T` cuts a layout `A` into a tile and the rest.
pub trait How {
    /// Tile and rest.
    type Cut<A: AnyLayout, T: AnyLayout>: Cut;
}

/// The tile must tile the layout.
#[derive(Debug)]
pub struct Divide;
/// The last tile may be partial.
#[derive(Debug)]
pub struct DividePadded;

impl How for Divide {
    type Cut<A: AnyLayout, T: AnyLayout> = T::Divides<A, Quotient>;
}
impl How for DividePadded {
    type Cut<A: AnyLayout, T: AnyLayout> = T::Divides<A, Ceil>;
}

/// `A o T` and `A o T*|A|`, the size of `A` being divided by `F`.
pub type Rest<T, A, F> = <<T as AnyLayout>::After<<A as AnyLayout>::Coalesced> as Pair>::Cut<
    <HolesOf<T, A, F> as Modes>::Onto<<A as AnyLayout>::Coalesced>,
>;
/// `T*|A|`, rounded by `F`.
type HolesOf<T, A, F> =
    <<T as AnyLayout>::Holes<Quotient> as Holes>::Close<F, <A as AnyLayout>::Size>;
