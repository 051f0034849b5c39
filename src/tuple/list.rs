//! Views of tuples as lists: what type functions recurse over.

use super::{
    Build, Congruence, IntTuple, IntoDigits, Keeps, Missing, MissingAll, Nesting, Pairing, Pick,
    Reduce, Regroup, Structure,
};
use crate::num::int::Leaf;

/// The view of a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Atom<I>(pub I);
/// The view of the empty tuple.
#[derive(Clone, Copy, Debug)]
pub struct HNil;
/// The view of a tuple: its first element and the rest.
#[derive(Clone, Copy, Debug)]
pub struct HCons<H, T>(pub H, pub T);

/// A view. Binary functions dispatch on the left view, then on the right one, so that each is
/// evaluated once.
pub trait List:
    Build
    + Congruence
    + Structure
    + Keeps
    + crate::layout::Walk
    + crate::layout::Units
    + crate::types::AsTilers
    + crate::types::ByLeaf
    + crate::types::ByProfile
    + crate::types::ZipPad
    + crate::types::Compact
    + Pairing
    + IntoDigits
    + Reduce
    + Nesting
    + Pick
    + Regroup
    + crate::types::EachLeaf
    + crate::types::Copied
    + crate::types::Fragmented
    + crate::types::Axes
    + crate::types::Slicing
    + crate::types::Inferring
    + Copy
    + 'static
{
    /// The first element; `()` if there is none.
    type Head: IntTuple;
    /// The rest.
    type Tail: List;
    /// The tuple that this is the view of.
    type Tuple: IntTuple;
    /// The first element, which there must be.
    type Found: IntTuple;
    /// The first element, `X` if there is none.
    type HeadOr<X: IntTuple>: IntTuple;
    /// What comes after the first element, which there must be.
    type After: List;
    /// The tuple of the elements, of which there must be one.
    type Filled: IntTuple;
    /// `X`, this being what is left over, which must be nothing.
    type Spent<X: IntTuple>: IntTuple;
    /// `L`, this being what is left over, which must be nothing.
    type SpentEach<L: List>: List;
    /// The first element and the rest.
    fn split_first(self) -> (Self::Head, Self::Tail);
}

impl<I: Leaf> List for Atom<I> {
    type Head = I;
    type Tail = HNil;
    type Tuple = I;
    type Found = I;
    type HeadOr<X: IntTuple> = X;
    type After = HNil;
    type Filled = I;
    type Spent<X: IntTuple> = Missing;
    type SpentEach<L: List> = MissingAll;
    #[inline(always)]
    fn split_first(self) -> (I, HNil) {
        (self.0, HNil)
    }
}
impl List for HNil {
    type Head = ();
    type Tail = HNil;
    type Tuple = ();
    type Found = Missing;
    type HeadOr<X: IntTuple> = X;
    type After = MissingAll;
    type Filled = Missing;
    type Spent<X: IntTuple> = X;
    type SpentEach<L: List> = L;
    #[inline(always)]
    fn split_first(self) -> ((), HNil) {
        ((), HNil)
    }
}
impl<H: IntTuple, T: List> List for HCons<H, T> {
    type Head = H;
    type Tail = T;
    type Tuple = T::Up1<H>;
    type Found = H;
    type HeadOr<X: IntTuple> = H;
    type After = T;
    type Filled = T::Up1<H>;
    type Spent<X: IntTuple> = Missing;
    type SpentEach<L: List> = MissingAll;
    #[inline(always)]
    fn split_first(self) -> (H, T) {
        (self.0, self.1)
    }
}
