//! Whether a list of positions is a permutation: each position crosses off its element, which must still be there.

use super::Place;
use crate::types::num::Bool;
use core::marker::PhantomData;
use typenum::{B0, B1};

/// The elements of a tuple, some of them crossed off.
pub trait Crossed {
    /// Crosses off the first element.
    type First: Crossed;
    /// Crosses off element `P + 1`.
    type Behind<P: Place>: Crossed;
    /// Every element was crossed off once, and nothing else.
    type IsAll: Bool;
}

/// The end of the elements.
#[derive(Debug)]
pub struct NoneLeft;
/// An element that is not crossed off, then the elements `R`.
#[derive(Debug)]
pub struct Left<R>(PhantomData<R>);
/// An element that is crossed off, then the elements `R`.
#[derive(Debug)]
pub struct Gone<R>(PhantomData<R>);
/// The positions are not a permutation: one was crossed off twice, or does not exist.
#[derive(Debug)]
pub struct Astray;

impl Crossed for NoneLeft {
    type First = Astray;
    type Behind<P: Place> = Astray;
    type IsAll = B1;
}
impl<R: Crossed> Crossed for Left<R> {
    type First = Gone<R>;
    type Behind<P: Place> = Left<P::Cross<R>>;
    type IsAll = B0;
}
impl<R: Crossed> Crossed for Gone<R> {
    type First = Astray;
    type Behind<P: Place> = Gone<P::Cross<R>>;
    type IsAll = R::IsAll;
}
impl Crossed for Astray {
    type First = Astray;
    type Behind<P: Place> = Astray;
    type IsAll = B0;
}

#[cfg(test)]
mod tests {
    use crate::types::layout::{Layout, PlainLayout};
    use crate::types::num::Bool;
    use crate::types::tuple::IntTuple;
    use typenum::*;

    /// Whether `I` permutes the modes of the shape `S`: by types, and by the layout on plain integers.
    fn both<S: IntTuple, I: IntTuple>() -> (bool, bool) {
        let typed = <Layout<S, S> as PlainLayout>::IsPermutation::<I>::VALUE;
        let layout = layout_core::Layout::new(S::DESC, S::DESC).unwrap();
        (typed, layout.permute(I::DESC.path().list()).is_ok())
    }

    macro_rules! permutations {
        ($shape:ty; $($list:ty)*) => {
            [$(both::<$shape, $list>()),*]
        };
    }

    #[test]
    fn permutations() {
        let three = permutations! { (U2, (U3, U5), U7);
            (U0, U1, U2) (U0, U2, U1) (U1, U0, U2) (U1, U2, U0) (U2, U0, U1) (U2, U1, U0)
        };
        assert_eq!(three, [(true, true); 6]);
        let none = permutations! { (U2, (U3, U5), U7);
            () (U0,) (U0, U1) (U0, U0, U1) (U2, U2, U2) (U1, U2, U3) (U0, U1, U9) (U0, U1, U2, U2)
            (U0, U1, U2, U3) (U3, U2, U1)
        };
        assert_eq!(none, [(false, false); 10]);
        let ten = permutations! { (U1, U1, U1, U1, U1, U1, U1, U1, U1, U1);
            (U9, U8, U7, U6, U5, U4, U3, U2, U1, U0) (U9, U8, U7, U6, U5, U4, U3, U2, U1, U1)
        };
        assert_eq!(ten, [(true, true), (false, false)]);
    }
}
