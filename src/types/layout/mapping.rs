//! The offset of a coordinate, on values.
//!
//! Recursion over Rust tuples, which the compiler unrolls: for a static layout only the arithmetic remains. The tuples
//! passed as arguments are split element by element through their views (`list().split_first()`).

use crate::types::num::int::Leaf;
use crate::types::tuple::{EachMode, IntTuple, Keep, List};

/// Functions of the value of a shape or a coordinate, with the stride or the shape as arguments.
pub trait Mapping: Copy {
    /// The offset of the coordinate `self` in `s:d`, in two's complement.
    fn dot<S: IntTuple, D: IntTuple>(self, s: S, d: D) -> usize;
    /// Whether the coordinate `self` lies in the shape `s`.
    fn lies_in<S: IntTuple>(self, s: S) -> bool;
    /// The linear index of the coordinate `self` in the shape `s`.
    fn linear<S: IntTuple>(self, s: S) -> usize;
    /// Writes the digits of the coordinate `self`, one for each leaf of the shape `s`, from `at` on. Leaves that `_`
    /// keeps are unchanged.
    fn digits_in<S: IntTuple>(self, s: S, out: &mut [usize], at: usize);
    /// The number of coordinates of the shape `self`.
    fn count(self) -> usize;
    /// `sum (s_i - 1) * |d_i|`. `self` is a shape without an extent of 0.
    fn span<D: IntTuple>(self, d: D) -> usize;
    /// `sum (s_i - 1) * |d_i|` over the negative strides. `self` is a shape without an extent of 0.
    fn below<D: IntTuple>(self, d: D) -> usize;
    /// The offset of the linear index `rest` modulo the size of the shape `self`. Divides `rest` by the size.
    fn offset<D: IntTuple>(self, d: D, rest: &mut usize) -> usize;
    /// The offset of the linear index `rest` in the shape `self`, whose last digit has no bound.
    fn last_offset<D: IntTuple>(self, d: D, rest: usize) -> usize;
}

impl<I: Leaf> Mapping for I {
    #[inline(always)]
    fn dot<S: IntTuple, D: IntTuple>(self, s: S, d: D) -> usize {
        s.last_offset(d, self.word())
    }
    #[inline(always)]
    fn lies_in<S: IntTuple>(self, s: S) -> bool {
        self.word() < s.count()
    }
    #[inline(always)]
    fn linear<S: IntTuple>(self, _: S) -> usize {
        self.word()
    }
    #[inline(always)]
    fn digits_in<S: IntTuple>(self, s: S, out: &mut [usize], at: usize) {
        s.last_digits(self.word()).words(out, at)
    }
    #[inline(always)]
    fn count(self) -> usize {
        self.word()
    }
    #[inline(always)]
    fn span<D: IntTuple>(self, d: D) -> usize {
        (self.word() - 1).wrapping_mul((d.count() as isize).unsigned_abs())
    }
    #[inline(always)]
    fn below<D: IntTuple>(self, d: D) -> usize {
        let stride = d.count() as isize;
        if stride < 0 { (self.word() - 1).wrapping_mul(stride.unsigned_abs()) } else { 0 }
    }
    #[inline(always)]
    fn offset<D: IntTuple>(self, d: D, rest: &mut usize) -> usize {
        // An extent of 0 has no coordinates, but a division by it would panic.
        let extent = self.word().max(1);
        let digit = *rest % extent;
        *rest /= extent;
        digit.wrapping_mul(d.count())
    }
    #[inline(always)]
    fn last_offset<D: IntTuple>(self, d: D, rest: usize) -> usize {
        rest.wrapping_mul(d.count())
    }
}

macro_rules! nothing {
    ($($t:ty),*) => {$(
        impl Mapping for $t {
            #[inline(always)]
            fn dot<S: IntTuple, D: IntTuple>(self, _: S, _: D) -> usize {
                0
            }
            #[inline(always)]
            fn lies_in<S: IntTuple>(self, _: S) -> bool {
                true
            }
            #[inline(always)]
            fn linear<S: IntTuple>(self, _: S) -> usize {
                0
            }
            #[inline(always)]
            fn digits_in<S: IntTuple>(self, _: S, _: &mut [usize], _: usize) {}
            #[inline(always)]
            fn count(self) -> usize {
                1
            }
            #[inline(always)]
            fn span<D: IntTuple>(self, _: D) -> usize {
                0
            }
            #[inline(always)]
            fn below<D: IntTuple>(self, _: D) -> usize {
                0
            }
            #[inline(always)]
            fn offset<D: IntTuple>(self, _: D, _: &mut usize) -> usize {
                0
            }
            #[inline(always)]
            fn last_offset<D: IntTuple>(self, _: D, _: usize) -> usize {
                0
            }
        }
    )*};
}
nothing! { (), Keep, EachMode }

#[inline(always)]
fn leaves<S: IntTuple>(_: S) -> usize {
    S::LEAVES
}

/// Implements [`Mapping`] for tuples. `$p $v` are the types and values of the elements before the last one, `$last $l`.
macro_rules! tuples {
    ($(($($p:ident $v:ident)* ; $last:ident $l:ident))*) => {$(
        impl<$($p: IntTuple,)* $last: IntTuple> Mapping for ($($p,)* $last,) {
            #[inline(always)]
            fn dot<S: IntTuple, D: IntTuple>(self, s: S, d: D) -> usize {
                let ($($v,)* $l,) = self;
                let (s, d, sum) = (s.list(), d.list(), 0_usize);
                $(
                    let ((extent, s), (stride, d)) = (s.split_first(), d.split_first());
                    let sum = sum.wrapping_add($v.dot(extent, stride));
                )*
                sum.wrapping_add($l.dot(s.split_first().0, d.split_first().0))
            }
            #[inline(always)]
            fn lies_in<S: IntTuple>(self, s: S) -> bool {
                let ($($v,)* $l,) = self;
                let (s, inside) = (s.list(), true);
                $(
                    let (extent, s) = s.split_first();
                    let inside = inside & $v.lies_in(extent);
                )*
                inside & $l.lies_in(s.split_first().0)
            }
            #[inline(always)]
            fn linear<S: IntTuple>(self, s: S) -> usize {
                let ($($v,)* $l,) = self;
                let (s, sum, size) = (s.list(), 0_usize, 1_usize);
                $(
                    let (extent, s) = s.split_first();
                    let sum = sum.wrapping_add($v.linear(extent).wrapping_mul(size));
                    let size = size.wrapping_mul(extent.count());
                )*
                sum.wrapping_add($l.linear(s.split_first().0).wrapping_mul(size))
            }
            #[inline(always)]
            fn digits_in<S: IntTuple>(self, s: S, out: &mut [usize], at: usize) {
                let ($($v,)* $l,) = self;
                let s = s.list();
                $(
                    let (extent, s) = s.split_first();
                    $v.digits_in(extent, out, at);
                    let at = at + leaves(extent);
                )*
                $l.digits_in(s.split_first().0, out, at)
            }
            #[inline(always)]
            fn count(self) -> usize {
                let ($($v,)* $l,) = self;
                $l.count()$(.wrapping_mul($v.count()))*
            }
            #[inline(always)]
            fn span<D: IntTuple>(self, d: D) -> usize {
                let ($($v,)* $l,) = self;
                let (d, sum) = (d.list(), 0_usize);
                $(
                    let (stride, d) = d.split_first();
                    let sum = sum.wrapping_add($v.span(stride));
                )*
                sum.wrapping_add($l.span(d.split_first().0))
            }
            #[inline(always)]
            fn below<D: IntTuple>(self, d: D) -> usize {
                let ($($v,)* $l,) = self;
                let (d, sum) = (d.list(), 0_usize);
                $(
                    let (stride, d) = d.split_first();
                    let sum = sum.wrapping_add($v.below(stride));
                )*
                sum.wrapping_add($l.below(d.split_first().0))
            }
            #[inline(always)]
            fn offset<D: IntTuple>(self, d: D, rest: &mut usize) -> usize {
                let ($($v,)* $l,) = self;
                let (d, sum) = (d.list(), 0_usize);
                $(
                    let (stride, d) = d.split_first();
                    let sum = sum.wrapping_add($v.offset(stride, rest));
                )*
                sum.wrapping_add($l.offset(d.split_first().0, rest))
            }
            #[inline(always)]
            fn last_offset<D: IntTuple>(self, d: D, rest: usize) -> usize {
                let ($($v,)* $l,) = self;
                let (d, sum) = (d.list(), 0_usize);
                #[allow(unused_mut, reason = "a tuple of one has no mode before the last")]
                let mut rest = rest;
                $(
                    let (stride, d) = d.split_first();
                    let sum = sum.wrapping_add($v.offset(stride, &mut rest));
                )*
                sum.wrapping_add($l.last_offset(d.split_first().0, rest))
            }
        }
    )*};
}
tuples! {
    (; A a)
    (A a; B b)
    (A a B b; C c)
    (A a B b C c; X x)
    (A a B b C c X x; E e)
    (A a B b C c X x E e; F f)
    (A a B b C c X x E e F f; G g)
    (A a B b C c X x E e F f G g; H h)
    (A a B b C c X x E e F f G g H h; I i)
    (A a B b C c X x E e F f G g H h I i; J j)
    (A a B b C c X x E e F f G g H h I i J j; K k)
    (A a B b C c X x E e F f G g H h I i J j K k; L l)
}
