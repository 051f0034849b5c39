//! [`PagedCoord`]: coordinates of a paged layout, and the same with the page in front.

use static_layout::{IntTuple, Keep};

/// A coordinate `(t, rest..)` of a paged layout: `t` alone, a tuple, or an array by mode.
///
/// With the page in front it is a coordinate of the pool, `(page, t % page_len, rest..)`. As a coordinate of a slice, the
/// paged mode is `_`: `coord!(_, head, _)`.
pub trait PagedCoord {
    /// The coordinate of the paged mode: `usize`, or [`Keep`] in a slice.
    type First;
    /// The coordinate of the pool, where `P` is the type of the page and of the place inside it.
    type InPool<P: IntTuple>: IntTuple;
    /// The coordinate of the paged mode.
    fn first(&self) -> Self::First;
    /// The coordinate of the pool.
    fn in_pool<P: IntTuple>(self, page: P, place: P) -> Self::InPool<P>;
}

impl PagedCoord for usize {
    type First = usize;
    type InPool<P: IntTuple> = (P, P);
    #[inline(always)]
    fn first(&self) -> usize {
        *self
    }
    #[inline(always)]
    fn in_pool<P: IntTuple>(self, page: P, place: P) -> (P, P) {
        (page, place)
    }
}

/// The tuples and the arrays of each number of modes. `$Rest` are the types of the modes after the paged one.
macro_rules! coords {
    ($($n:literal: $($Rest:ident $rest:ident)*;)*) => {$(
        coords! { @tuple usize $($Rest $rest)* }
        coords! { @tuple Keep $($Rest $rest)* }
        impl PagedCoord for [usize; $n] {
            type First = usize;
            type InPool<P: IntTuple> = (P, P, $(coords!(@usize $Rest),)*);
            #[inline(always)]
            fn first(&self) -> usize {
                self[0]
            }
            #[inline(always)]
            fn in_pool<P: IntTuple>(self, page: P, place: P) -> Self::InPool<P> {
                let [_, $($rest,)*] = self;
                (page, place, $($rest,)*)
            }
        }
    )*};
    (@tuple $First:ident $($Rest:ident $rest:ident)*) => {
        impl<$($Rest: IntTuple),*> PagedCoord for ($First, $($Rest,)*) {
            type First = $First;
            type InPool<P: IntTuple> = (P, P, $($Rest,)*);
            #[inline(always)]
            fn first(&self) -> $First {
                self.0
            }
            #[inline(always)]
            fn in_pool<P: IntTuple>(self, page: P, place: P) -> Self::InPool<P> {
                let (_, $($rest,)*) = self;
                (page, place, $($rest,)*)
            }
        }
    };
    (@usize $Rest:ident) => { usize };
}
coords! {
    1: ;
    2: A a;
    3: A a B b;
    4: A a B b C c;
    5: A a B b C c D d;
    6: A a B b C c D d E e;
    7: A a B b C c D d E e G g;
    8: A a B b C c D d E e G g H h;
}
