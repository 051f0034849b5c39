//! `tile_to_shape`: a block and the number of copies that fill a shape.

use super::{How, Multiply, TileSplit};
use crate::types::layout::{Lists, NoModes, Pair, PlainLayout};
use crate::types::num::branch;
use crate::types::num::int::{Int, Leaf, Map, Quotient};
use crate::types::tuple::{
    Atom, Elements, HCons, HNil, HeadOr, IntTuple, KeepView, List, ListOf, SizeOf, Structure,
};
use typenum::U1;

/// The number of copies of a block in a shape, which is `Self`.
pub trait Copied {
    /// The number of copies in each mode, `A` being the shape of the block.
    type CopiesOf<A: List>: IntTuple;
    /// The number of copies in each of these modes, `A` being the modes of the block.
    type CopiesEach<A: List>: List;
}
impl<I: Leaf> Copied for Atom<I> {
    type CopiesOf<A: List> = <Map<Quotient, I::In, SizeOf<A>> as Int>::Leaf;
    type CopiesEach<A: List> = HNil;
}
impl<I: IntTuple, L: List> Copied for HCons<I, L> {
    type CopiesOf<A: List> = <Self::CopiesEach<<A as Structure>::Elements> as List>::Tuple;
    type CopiesEach<A: List> = HCons<
        // A mode that the block lacks counts as extent 1, so copies fill it.
        <Map<Quotient, SizeOf<ListOf<I>>, SizeOf<ListOf<HeadOr<A, U1>>>> as Int>::Leaf,
        L::CopiesEach<A::Tail>,
    >;
}
macro_rules! ended {
    ($($t:ty),*) => {$(
        impl Copied for $t {
            type CopiesOf<A: List> = ();
            type CopiesEach<A: List> = HNil;
        }
    )*};
}
ended! { HNil, KeepView }

/// The number of copies of a block of shape `A` in each mode of the shape `T`.
pub type CopiesIn<T, A> = <ListOf<T> as Copied>::CopiesOf<ListOf<A>>;
/// The block has no more modes than the shape.
pub type BlockFits<T, A> = <Elements<A> as crate::types::tuple::Regroup>::FitsIn<Elements<T>>;

branch! {
    /// Whether the block is a leaf and the copies are a tuple of one number.
    pub trait TileBranch for Bool {
        /// The copies `B` of the block `A`.
        type Tile<A: PlainLayout, B: PlainLayout>: PlainLayout {
            // Pairs block and copies as they are, so the copies keep the nesting of the shape.
            Yes => <<<<Multiply as How>::Cut<A, B> as TileSplit>::Onto<NoModes> as Lists>::Tuple as Pair>::Layout,
            No => B::BlockedBy<A>,
        }
        /// `A` if this is true, otherwise `B`.
        type Either<A: PlainLayout, B: PlainLayout>: PlainLayout {
            Yes => A,
            No => B,
        }
    }
}
