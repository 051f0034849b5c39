//! Elements chosen out of a Rust tuple by their numbers: of a tiler, whose elements are layouts, and of a coordinate, whose
//! elements are integers and `_`.

use typenum::{U0, U1, U2, U3, U4, U5, U6, U7, U8, U9, U10, U11};

/// A tuple with an element number `I`, a numeral.
#[diagnostic::on_unimplemented(
    message = "the tiler or the coordinate has no such mode",
    label = "`modes!(0, 2)` takes the modes 0 and 2 of a tiler and a coordinate that have at least 3"
)]
pub trait HasElement<I>: Copy {
    /// The type of the element.
    type Element;
    /// The element.
    fn element(self) -> Self::Element;
}

/// A tuple from which the modes `I` can be taken: [`modes!`](macro@crate::modes). Of a [`Tile`](struct@crate::Tile), the tuple of
/// its elements; of a coordinate, the coordinate itself.
#[diagnostic::on_unimplemented(
    message = "the tiler or the coordinate has no such mode",
    label = "`modes!(0, 2)` takes the modes 0 and 2 of a tiler and a coordinate that have at least 3"
)]
pub trait Project<I>: Copy {
    /// The tuple of the elements that `I` numbers, in that order.
    type Projected;
    /// Takes the elements.
    fn project(self) -> Self::Projected;
}

/// The tuple of the elements of `T` that `I` numbers.
pub type Projected<T, I> = <T as Project<I>>::Projected;

/// `impl HasElement` for tuples of each length, one for each element. `$after` has the elements after the one in turn.
macro_rules! elements_of {
    (($($p:ident)*) ($($before:ident)*)) => {};
    (($($p:ident)*) ($($before:ident)*) $at:ident $n:ident $($after:ident $m:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($p: Copy),*> HasElement<$n> for ($($p,)*) {
            type Element = $at;
            #[inline(always)]
            #[allow(non_snake_case, reason = "a variable has the name of its type")]
            fn element(self) -> $at {
                let ($($p,)*) = self;
                let _ = ($($before,)* $($after,)*);
                $at
            }
        }
        elements_of! { ($($p)*) ($($before)* $at) $($after $m)* }
    };
}
/// `impl Project` for lists of each length, and the elements of tuples of that length.
macro_rules! projections {
    ($([$($p:ident $n:ident)*])*) => {$(
        elements_of! { ($($p)*) () $($p $n)* }
        #[diagnostic::do_not_recommend]
        impl<X: $(HasElement<$p> +)* Copy, $($p),*> Project<($($p,)*)> for X {
            type Projected = ($(<X as HasElement<$p>>::Element,)*);
            #[inline(always)]
            fn project(self) -> Self::Projected {
                ($(<X as HasElement<$p>>::element(self),)*)
            }
        }
    )*};
}
projections! {
    [A U0]
    [A U0 B U1]
    [A U0 B U1 C U2]
    [A U0 B U1 C U2 D U3]
    [A U0 B U1 C U2 D U3 E U4]
    [A U0 B U1 C U2 D U3 E U4 F U5]
    [A U0 B U1 C U2 D U3 E U4 F U5 G U6]
    [A U0 B U1 C U2 D U3 E U4 F U5 G U6 H U7]
    [A U0 B U1 C U2 D U3 E U4 F U5 G U6 H U7 I U8]
    [A U0 B U1 C U2 D U3 E U4 F U5 G U6 H U7 I U8 J U9]
    [A U0 B U1 C U2 D U3 E U4 F U5 G U6 H U7 I U8 J U9 K U10]
    [A U0 B U1 C U2 D U3 E U4 F U5 G U6 H U7 I U8 J U9 K U10 L U11]
}
