//! `tile_to_shape`: a block, and the copies of it that fill a shape.

use super::{SoundProduct, Verdict};
use crate::layout::{Cut, Lists, NoModes, Pair, PlainLayout};
use crate::num::branch;
use crate::num::int::{Int, Leaf, Map, Quotient};
use crate::tuple::{
    Atom, Elements, HCons, HNil, HeadOr, IntTuple, KeepView, List, SizeOf, Structure, View,
};
use typenum::U1;

/// How often a block goes into the shape of this view.
pub trait Copied {
    /// The number of copies in each mode, `A` being the shape of the block.
    type CopiesOf<A: List>: IntTuple;
    /// The same, `A` being its elements.
    type CopiesEach<A: List>: List;
}
impl<I: Leaf> Copied for Atom<I> {
    type CopiesOf<A: List> = <Map<Quotient, I::In, SizeOf<A>> as Int>::Leaf;
    type CopiesEach<A: List> = HNil;
}
impl<I: IntTuple, L: List> Copied for HCons<I, L> {
    type CopiesOf<A: List> = <Self::CopiesEach<<A as Structure>::Elements> as List>::Tuple;
    type CopiesEach<A: List> = HCons<
        <Map<Quotient, SizeOf<View<I>>, SizeOf<View<HeadOr<A, U1>>>> as Int>::Leaf,
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

/// The modes of the shape `T` that a block of the shape `A` is to fill.
pub type CopiesIn<T, A> = <View<T> as Copied>::CopiesOf<View<A>>;
/// The block has no more modes than the shape.
pub type BlockFits<T, A> = <Elements<A> as crate::tuple::Regroup>::FitsIn<Elements<T>>;

branch! {
    /// On a block that is a leaf, beside a tuple of one number of copies.
    pub trait TileBranch for Bool {
        /// The block `A` with the copies `B`.
        type Tile<A: PlainLayout, B: PlainLayout>: PlainLayout {
            // Paired as they are, the copies nested like the shape.
            Yes => <SoundProduct<A, B> as Verdict>::LayoutOr<
                <<<B::Multiplies<A> as Cut>::Onto<NoModes> as Lists>::Tuple as Pair>::Layout,
            >,
            No => B::SoundBlockedBy<A>,
        }
        /// `A` if this is true, otherwise `B`.
        type Either<A: PlainLayout, B: PlainLayout>: PlainLayout {
            Yes => A,
            No => B,
        }
    }
}
