//! A shape and its stride, side by side: flattening, and the way from a coordinate to an offset.

use super::modes::{Collapsing, Modes, Nil, Snoc};
use crate::int::{Leaf, Map, Sum};
use crate::num::octal::Z;
use crate::tuple::{Atom, HCons, HNil, IntTuple, KeepView, List, View};

/// Functions of the view of a shape, a stride or a coordinate with its companions.
pub trait Walk {
    /// `Tail`, then the modes of the shape `Self` with the stride `D`.
    type Zip<D: List, Tail: Modes>: Modes;
    /// The same for a shape that is the leaf `S`, `Self` being the stride.
    type ZipAtom<S: Leaf, Tail: Modes>: Modes;
    /// The same for the shape `(H, T..)`.
    type ZipCons<H: IntTuple, T: List, Tail: Modes>: Modes;
    /// The offset of the static coordinate `Self` in `S:D`.
    type Dot<S: List, D: List>: crate::int::Int;
    /// The same for the coordinate `(H, T..)`, `Self` being the shape.
    type DotShape<H: IntTuple, T: List, D: List>: crate::int::Int;
    /// The same for the shape `(SH, ST..)`, `Self` being the stride.
    type DotStride<H: IntTuple, T: List, SH: IntTuple, ST: List>: crate::int::Int;

    /// The offset of the coordinate `self` in `s:d`, in two's complement.
    fn dot<S: List, D: List>(self, s: S, d: D) -> usize;
    /// Whether the coordinate `self` lies in the shape `s`.
    fn lies_in<S: List>(self, s: S) -> bool;
    /// The number of coordinates of the shape `self`.
    fn count(self) -> usize;
    /// The sum of `(extent - 1) * |stride|`, `self` being a shape without an extent of 0.
    fn span<D: List>(self, d: D) -> usize;
    /// The same sum over the negative strides.
    fn below<D: List>(self, d: D) -> usize;
    /// The linear index of the coordinate `self` in the shape `s`.
    fn linear<S: List>(self, s: S) -> usize;
    /// The offset of the first digits of the linear index `rest`, `self` being the shape.
    fn offset<D: List>(self, d: D, rest: &mut usize) -> usize;
    /// The same when no mode comes after: the last digit has no bound.
    fn last_offset<D: List>(self, d: D, rest: usize) -> usize;
    /// The same, `h:d` being the mode before `self`.
    fn last_after<H: IntTuple, D: IntTuple, T: List>(self, h: H, d: D, t: T, rest: usize) -> usize;
}

impl<I: Leaf> Walk for Atom<I> {
    type Zip<D: List, Tail: Modes> = D::ZipAtom<I, Tail>;
    type ZipAtom<S: Leaf, Tail: Modes> = Snoc<Tail, S::In, I::In>;
    type ZipCons<H: IntTuple, T: List, Tail: Modes> = Tail;
    type Dot<S: List, D: List> = <S::Zip<D, Nil> as Collapsing>::Offset<I::In>;
    type DotShape<H: IntTuple, T: List, D: List> = Z;
    type DotStride<H: IntTuple, T: List, SH: IntTuple, ST: List> = Z;

    #[inline(always)]
    fn dot<S: List, D: List>(self, s: S, d: D) -> usize {
        s.last_offset(d, self.0.word())
    }
    #[inline(always)]
    fn lies_in<S: List>(self, s: S) -> bool {
        self.0.word() < s.count()
    }
    #[inline(always)]
    fn count(self) -> usize {
        self.0.word()
    }
    #[inline(always)]
    fn span<D: List>(self, d: D) -> usize {
        (self.0.word() - 1).wrapping_mul((d.count() as isize).unsigned_abs())
    }
    #[inline(always)]
    fn below<D: List>(self, d: D) -> usize {
        let stride = d.count() as isize;
        if stride < 0 { (self.0.word() - 1).wrapping_mul(stride.unsigned_abs()) } else { 0 }
    }
    #[inline(always)]
    fn linear<S: List>(self, _: S) -> usize {
        self.0.word()
    }
    #[inline(always)]
    fn offset<D: List>(self, d: D, rest: &mut usize) -> usize {
        // An extent of 0 has no coordinates; dividing by it would be a panic.
        let extent = self.0.word().max(1);
        let digit = *rest % extent;
        *rest /= extent;
        digit.wrapping_mul(d.count())
    }
    #[inline(always)]
    fn last_offset<D: List>(self, d: D, rest: usize) -> usize {
        rest.wrapping_mul(d.count())
    }
    #[inline(always)]
    fn last_after<H: IntTuple, D: IntTuple, T: List>(self, _: H, _: D, _: T, _: usize) -> usize {
        0
    }
}

macro_rules! ended {
    ($($t:ty),*) => {$(
        impl Walk for $t {
            type Zip<D: List, Tail: Modes> = Tail;
            type ZipAtom<S: Leaf, Tail: Modes> = Tail;
            type ZipCons<H: IntTuple, T: List, Tail: Modes> = Tail;
            type Dot<S: List, D: List> = Z;
            type DotShape<H: IntTuple, T: List, D: List> = Z;
            type DotStride<H: IntTuple, T: List, SH: IntTuple, ST: List> = Z;

            #[inline(always)]
            fn dot<S: List, D: List>(self, _: S, _: D) -> usize {
                0
            }
            #[inline(always)]
            fn lies_in<S: List>(self, _: S) -> bool {
                true
            }
            #[inline(always)]
            fn count(self) -> usize {
                1
            }
            #[inline(always)]
            fn span<D: List>(self, _: D) -> usize {
                0
            }
            #[inline(always)]
            fn below<D: List>(self, _: D) -> usize {
                0
            }
            #[inline(always)]
            fn linear<S: List>(self, _: S) -> usize {
                0
            }
            #[inline(always)]
            fn offset<D: List>(self, _: D, _: &mut usize) -> usize {
                0
            }
            #[inline(always)]
            fn last_offset<D: List>(self, _: D, _: usize) -> usize {
                0
            }
            #[inline(always)]
            fn last_after<H: IntTuple, D: IntTuple, T: List>(self, h: H, d: D, _: T, rest: usize) -> usize {
                h.list().last_offset(d.list(), rest)
            }
        }
    )*};
}
ended! { HNil, KeepView }

impl<I: IntTuple, R: List> Walk for HCons<I, R> {
    type Zip<D: List, Tail: Modes> = D::ZipCons<I, R, Tail>;
    type ZipAtom<S: Leaf, Tail: Modes> = Tail;
    type ZipCons<H: IntTuple, T: List, Tail: Modes> =
        T::Zip<R, <View<H> as Walk>::Zip<View<I>, Tail>>;
    type Dot<S: List, D: List> = S::DotShape<I, R, D>;
    type DotShape<H: IntTuple, T: List, D: List> = D::DotStride<H, T, I, R>;
    type DotStride<H: IntTuple, T: List, SH: IntTuple, ST: List> =
        Map<Sum, <View<H> as Walk>::Dot<View<SH>, View<I>>, T::Dot<ST, R>>;

    #[inline(always)]
    fn dot<S: List, D: List>(self, s: S, d: D) -> usize {
        let first = self.0.list().dot(s.head().list(), d.head().list());
        first.wrapping_add(self.1.dot(s.tail(), d.tail()))
    }
    #[inline(always)]
    fn lies_in<S: List>(self, s: S) -> bool {
        self.0.list().lies_in(s.head().list()) & self.1.lies_in(s.tail())
    }
    #[inline(always)]
    fn count(self) -> usize {
        self.0.list().count().wrapping_mul(self.1.count())
    }
    #[inline(always)]
    fn span<D: List>(self, d: D) -> usize {
        self.0.list().span(d.head().list()).wrapping_add(self.1.span(d.tail()))
    }
    #[inline(always)]
    fn below<D: List>(self, d: D) -> usize {
        self.0.list().below(d.head().list()).wrapping_add(self.1.below(d.tail()))
    }
    #[inline(always)]
    fn linear<S: List>(self, s: S) -> usize {
        let rest = self.1.linear(s.tail()).wrapping_mul(s.head().list().count());
        self.0.list().linear(s.head().list()).wrapping_add(rest)
    }
    #[inline(always)]
    fn offset<D: List>(self, d: D, rest: &mut usize) -> usize {
        let first = self.0.list().offset(d.head().list(), rest);
        first.wrapping_add(self.1.offset(d.tail(), rest))
    }
    #[inline(always)]
    fn last_offset<D: List>(self, d: D, rest: usize) -> usize {
        self.1.last_after(self.0, d.head(), d.tail(), rest)
    }
    #[inline(always)]
    fn last_after<H: IntTuple, D: IntTuple, T: List>(
        self,
        h: H,
        d: D,
        t: T,
        mut rest: usize,
    ) -> usize {
        let first = h.list().offset(d.list(), &mut rest);
        first.wrapping_add(self.last_offset(t, rest))
    }
}
