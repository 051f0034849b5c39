//! Tuples as lists, which type functions recurse over: a Rust tuple has no type-level head and tail.
//!
//! | tuple | [`IntTuple::List`] |
//! |---|---|
//! | leaf `I` | [`Atom<I>`](Atom) |
//! | `()` | [`HNil`] |
//! | `(H, T..)` | [`HCons<H, T>`](HCons), the elements themselves not yet as lists |
//! | `_` | [`KeepView`](super::KeepView) |

use super::build::build;
use super::{
    IntTuple, IntoDigits, Keeps, Missing, MissingAll, Nesting, Pairing, Pick, Reduce, Structure,
};
use crate::types::num::int::Leaf;

/// The list of a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Atom<I>(pub I);
/// The list of the empty tuple.
#[derive(Clone, Copy, Debug)]
pub struct HNil;
/// The list of a tuple: its first element and the list of the others.
#[derive(Clone, Copy, Debug)]
pub struct HCons<H, T>(pub H, pub T);

/// A tuple as a list.
///
/// A function of two lists dispatches on the left one, then on the right one, so the compiler evaluates each once.
/// Every function of lists is a supertrait, for the reason that `num/branches.rs` gives: a function that knows only
/// that a type is a `List` must be able to call each of them.
pub trait List:
    Structure
    + Keeps
    + crate::types::layout::Walk
    + crate::types::algebra::AsTilers
    + crate::types::algebra::ByLeaf
    + crate::types::algebra::ByProfile
    + crate::types::algebra::Copying
    + crate::types::algebra::Compact
    + Pairing
    + IntoDigits
    + Reduce
    + Nesting
    + Pick
    + crate::types::algebra::Axes
    + crate::types::algebra::Reshaping
    + crate::types::algebra::Slicing
    + Copy
    + 'static
{
    /// The first element; `()` if there is none.
    type Head: IntTuple;
    /// The other elements.
    type Tail: List;
    /// The tuple whose list this is.
    type Tuple: IntTuple;
    /// The first element; refused if there is none.
    type Found: IntTuple;
    /// The first element of a tuple; `X` for a leaf, `()` and `_`.
    type HeadOr<X: IntTuple>: IntTuple;
    /// The other elements; refused if there is no first one.
    type After: List;
    /// The tuple; refused if there is no element.
    type Filled: IntTuple;
    /// `X`; refused unless this list of unused elements is empty.
    type Spent<X: IntTuple>: IntTuple;
    /// `L`; refused unless this list of unused elements is empty.
    type SpentEach<L: List>: List;
    build! { declared }
    /// The first element and the others.
    fn split_first(self) -> (Self::Head, Self::Tail);
}

impl<Leaf0: Leaf> List for Atom<Leaf0> {
    type Head = Leaf0;
    type Tail = HNil;
    type Tuple = Leaf0;
    type Found = Leaf0;
    type HeadOr<X: IntTuple> = X;
    type After = HNil;
    type Filled = Leaf0;
    type Spent<X: IntTuple> = Missing;
    type SpentEach<L: List> = MissingAll;
    build! { ended }
    #[inline(always)]
    fn split_first(self) -> (Leaf0, HNil) {
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
    build! { ended }
    #[inline(always)]
    fn split_first(self) -> ((), HNil) {
        ((), HNil)
    }
}
impl<X: IntTuple, Y: List> List for HCons<X, Y> {
    type Head = X;
    type Tail = Y;
    type Tuple = Y::Up1<X>;
    type Found = X;
    type HeadOr<Z: IntTuple> = X;
    type After = Y;
    type Filled = Y::Up1<X>;
    type Spent<Z: IntTuple> = Missing;
    type SpentEach<L: List> = MissingAll;
    build! { continued }
    #[inline(always)]
    fn split_first(self) -> (X, Y) {
        (self.0, self.1)
    }
}
