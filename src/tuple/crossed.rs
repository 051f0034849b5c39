//! Whether positions name each element of a tuple once: each crosses its element off.

use super::Place;
use crate::num::Bool;
use core::marker::PhantomData;
use typenum::{B0, B1};

/// The elements while they are crossed off.
pub trait Crossed {
    /// The first one is crossed off.
    type First: Crossed;
    /// The one at `P` behind the first is crossed off.
    type Behind<P: Place>: Crossed;
    /// Every element was crossed off, and nothing else.
    type IsAll: Bool;
}

/// No element.
#[derive(Debug)]
pub struct NoneLeft;
/// An element that is there, and the others.
#[derive(Debug)]
pub struct Left<R>(PhantomData<R>);
/// An element that was crossed off, and the others.
#[derive(Debug)]
pub struct Gone<R>(PhantomData<R>);
/// An element was crossed off twice, or one that is not there.
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
    use crate::layout::{Layout, Reshaped};
    use crate::num::Bool;
    use crate::tuple::IntTuple;
    use typenum::*;

    /// Whether the layout of this shape is asked for all its modes, each once: what the type says, and
    /// what the plain layout does.
    fn both<S: IntTuple, I: IntTuple>() -> (bool, bool) {
        let says = <Layout<S, S> as Reshaped>::IsPermutation::<I>::VALUE;
        let layout = layout_core::Layout::new(S::DESC, S::DESC).unwrap();
        (says, layout.permute(I::DESC.path().list()).is_ok())
    }

    macro_rules! asked {
        ($shape:ty; $($list:ty)*) => {
            [$(both::<$shape, $list>()),*]
        };
    }

    #[test]
    fn permutations() {
        let three = asked! { (U2, (U3, U5), U7);
            (U0, U1, U2) (U0, U2, U1) (U1, U0, U2) (U1, U2, U0) (U2, U0, U1) (U2, U1, U0)
        };
        assert_eq!(three, [(true, true); 6]);
        let none = asked! { (U2, (U3, U5), U7);
            () (U0,) (U0, U1) (U0, U0, U1) (U2, U2, U2) (U1, U2, U3) (U0, U1, U9) (U0, U1, U2, U2)
            (U0, U1, U2, U3) (U3, U2, U1)
        };
        assert_eq!(none, [(false, false); 10]);
        let ten = asked! { (U1, U1, U1, U1, U1, U1, U1, U1, U1, U1);
            (U9, U8, U7, U6, U5, U4, U3, U2, U1, U0) (U9, U8, U7, U6, U5, U4, U3, U2, U1, U1)
        };
        assert_eq!(ten, [(true, true), (false, false)]);
    }
}
