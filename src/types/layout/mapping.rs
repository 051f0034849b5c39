//! The offset of a coordinate, and loops over the coordinates of a shape in linear order, on values.
//!
//! Recursion over Rust tuples, which the compiler unrolls: for a static layout only the arithmetic remains, and the bounds of
//! the loops are constants. Offsets are sums of strides, so no coordinate of a loop needs a division. The tuples passed as
//! arguments are split element by element through their views (`list().split_first()`).

use crate::types::num::int::Leaf;
use crate::types::tuple::{EachMode, IntTuple, Keep, List};

/// Functions of the value of a shape or a coordinate, with the stride or the shape as arguments, and loops over a shape.
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
    /// `sum = f(sum, x + c . d)` for each coordinate `c` of the shape `self`, in linear order: the leftmost mode is the
    /// innermost loop. `c . d` is the offset of `c` for the strides `d`.
    fn fold<D: IntTuple, A>(self, d: D, x: usize, sum: A, f: &mut impl FnMut(A, usize) -> A) -> A;
    /// `f(x + c . d, y + c . e)` for each coordinate `c` of the shape `self`, in linear order.
    fn each_pair<D: IntTuple, E: IntTuple>(
        self,
        d: D,
        e: E,
        x: usize,
        y: usize,
        f: &mut impl FnMut(usize, usize),
    );
    /// Advances the coordinate `self` of `s:d`, and its offset, to the next coordinate in linear order. The last
    /// coordinate wraps around to the first; then this returns true. If [`advance`](Self::advance) has moved the first
    /// leaf to its extent, the leaf is past its last step, and counts as at its last step.
    fn step<S: IntTuple, D: IntTuple>(&mut self, s: S, d: D, offset: &mut usize) -> bool;
    /// Adds 1 to the first leaf of the coordinate `self`.
    fn advance(&mut self);
    /// The first leaf of `self`, or `none` if its first element has no leaf.
    fn first_word(self, none: usize) -> usize;
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
    #[inline(always)]
    fn fold<D: IntTuple, A>(self, d: D, x: usize, sum: A, f: &mut impl FnMut(A, usize) -> A) -> A {
        let (stride, mut sum) = (d.count(), sum);
        for i in 0..self.word() {
            sum = f(sum, x.wrapping_add(i.wrapping_mul(stride)));
        }
        sum
    }
    #[inline(always)]
    fn each_pair<D: IntTuple, E: IntTuple>(
        self,
        d: D,
        e: E,
        x: usize,
        y: usize,
        f: &mut impl FnMut(usize, usize),
    ) {
        let (d, e) = (d.count(), e.count());
        for i in 0..self.word() {
            f(x.wrapping_add(i.wrapping_mul(d)), y.wrapping_add(i.wrapping_mul(e)));
        }
    }
    #[inline(always)]
    fn step<S: IntTuple, D: IntTuple>(&mut self, s: S, d: D, offset: &mut usize) -> bool {
        let (at, stride) = (self.word(), d.count());
        let is_last = at.wrapping_add(1) >= s.count();
        if is_last {
            *offset = offset.wrapping_sub(at.wrapping_mul(stride));
            *self = I::from_value(0);
        } else {
            *offset = offset.wrapping_add(stride);
            *self = I::from_value(at as i64 + 1);
        }
        is_last
    }
    #[inline(always)]
    fn advance(&mut self) {
        *self = I::from_value(self.word() as i64 + 1);
    }
    #[inline(always)]
    fn first_word(self, _: usize) -> usize {
        self.word()
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
            #[inline(always)]
            fn fold<D: IntTuple, A>(
                self,
                _: D,
                x: usize,
                sum: A,
                f: &mut impl FnMut(A, usize) -> A,
            ) -> A {
                f(sum, x)
            }
            #[inline(always)]
            fn each_pair<D: IntTuple, E: IntTuple>(
                self,
                _: D,
                _: E,
                x: usize,
                y: usize,
                f: &mut impl FnMut(usize, usize),
            ) {
                f(x, y)
            }
            #[inline(always)]
            fn step<S: IntTuple, D: IntTuple>(&mut self, _: S, _: D, _: &mut usize) -> bool {
                true
            }
            #[inline(always)]
            fn advance(&mut self) {}
            #[inline(always)]
            fn first_word(self, none: usize) -> usize {
                none
            }
        }
    )*};
}
nothing! { (), Keep, EachMode }

#[inline(always)]
fn leaves<S: IntTuple>(_: S) -> usize {
    S::LEAVES
}

/// The loops over the elements of a tuple around `$f`, the first element innermost.
macro_rules! nest {
    ($sum:ident $x:ident $f:ident; $v:ident $d:ident $($rest:ident)*) => {
        nest!(@ $sum $x; $v.fold($d, $x, $sum, $f); $($rest)*)
    };
    (@ $sum:ident $x:ident; $body:expr;) => { $body };
    (@ $sum:ident $x:ident; $body:expr; $v:ident $d:ident $($rest:ident)*) => {
        nest!(@ $sum $x; $v.fold($d, $x, $sum, &mut |$sum, $x| $body); $($rest)*)
    };
}
macro_rules! nest_pairs {
    ($x:ident $y:ident $f:ident; $v:ident $d:ident $e:ident $($rest:ident)*) => {
        nest_pairs!(@ $x $y; $v.each_pair($d, $e, $x, $y, $f); $($rest)*)
    };
    (@ $x:ident $y:ident; $body:expr;) => { $body };
    (@ $x:ident $y:ident; $body:expr; $v:ident $d:ident $e:ident $($rest:ident)*) => {
        nest_pairs!(@ $x $y; $v.each_pair($d, $e, $x, $y, &mut |$x, $y| $body); $($rest)*)
    };
}

/// Implements [`Mapping`] for tuples. `$p $v` are the types and values of the elements before the last one, `$last $l` of the
/// last one; `$d` and `$e` their strides.
macro_rules! tuples {
    ($(($($p:ident $v:ident $d:ident $e:ident)* ; $last:ident $l:ident $dl:ident $el:ident))*) => {$(
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
            #[inline(always)]
            fn fold<D: IntTuple, Y>(
                self,
                d: D,
                x: usize,
                sum: Y,
                f: &mut impl FnMut(Y, usize) -> Y,
            ) -> Y {
                let ($($v,)* $l,) = self;
                let d = d.list();
                $(let ($d, d) = d.split_first();)*
                let $dl = d.split_first().0;
                nest!(sum x f; $($v $d)* $l $dl)
            }
            #[inline(always)]
            fn each_pair<D: IntTuple, Z: IntTuple>(
                self,
                d: D,
                e: Z,
                x: usize,
                y: usize,
                f: &mut impl FnMut(usize, usize),
            ) {
                let ($($v,)* $l,) = self;
                let (d, e) = (d.list(), e.list());
                $(let (($d, d), ($e, e)) = (d.split_first(), e.split_first());)*
                let ($dl, $el) = (d.split_first().0, e.split_first().0);
                nest_pairs!(x y f; $($v $d $e)* $l $dl $el)
            }
            #[inline(always)]
            fn step<S: IntTuple, D: IntTuple>(&mut self, s: S, d: D, offset: &mut usize) -> bool {
                let ($($v,)* $l,) = self;
                let (s, d, is_last) = (s.list(), d.list(), true);
                $(
                    let ((extent, s), (stride, d)) = (s.split_first(), d.split_first());
                    let is_last = is_last && $v.step(extent, stride, offset);
                )*
                is_last && $l.step(s.split_first().0, d.split_first().0, offset)
            }
            #[inline(always)]
            fn advance(&mut self) {
                self.0.advance()
            }
            #[inline(always)]
            fn first_word(self, none: usize) -> usize {
                self.0.first_word(none)
            }
        }
    )*};
}
tuples! {
    (; A a d0 e0)
    (A a d0 e0; B b d1 e1)
    (A a d0 e0 B b d1 e1; C c d2 e2)
    (A a d0 e0 B b d1 e1 C c d2 e2; X u d3 e3)
    (A a d0 e0 B b d1 e1 C c d2 e2 X u d3 e3; E v d4 e4)
    (A a d0 e0 B b d1 e1 C c d2 e2 X u d3 e3 E v d4 e4; F w d5 e5)
    (A a d0 e0 B b d1 e1 C c d2 e2 X u d3 e3 E v d4 e4 F w d5 e5; G g d6 e6)
    (A a d0 e0 B b d1 e1 C c d2 e2 X u d3 e3 E v d4 e4 F w d5 e5 G g d6 e6; H h d7 e7)
    (A a d0 e0 B b d1 e1 C c d2 e2 X u d3 e3 E v d4 e4 F w d5 e5 G g d6 e6 H h d7 e7; I i d8 e8)
    (A a d0 e0 B b d1 e1 C c d2 e2 X u d3 e3 E v d4 e4 F w d5 e5 G g d6 e6 H h d7 e7 I i d8 e8; J j d9 e9)
    (A a d0 e0 B b d1 e1 C c d2 e2 X u d3 e3 E v d4 e4 F w d5 e5 G g d6 e6 H h d7 e7 I i d8 e8 J j d9 e9; K k d10 e10)
    (A a d0 e0 B b d1 e1 C c d2 e2 X u d3 e3 E v d4 e4 F w d5 e5 G g d6 e6 H h d7 e7 I i d8 e8 J j d9 e9 K k d10 e10; L l d11 e11)
}
