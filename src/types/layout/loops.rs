//! Loops over the coordinates of a shape in linear order, on values.
//!
//! Recursion over Rust tuples, which the compiler unrolls into nested loops. For a static shape, their bounds are
//! constants. Offsets are sums of strides, so no coordinate needs a division.

use crate::types::num::int::Leaf;
use crate::types::tuple::{EachMode, IntTuple, Keep, List};

/// Loops over a shape, and steps of a coordinate.
pub trait Loops: Copy {
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

impl<I: Leaf> Loops for I {
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

macro_rules! one_coordinate {
    ($($t:ty),*) => {$(
        impl Loops for $t {
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
one_coordinate! { (), Keep, EachMode }

/// The loops over the elements of a tuple around `$body`, the first element innermost.
macro_rules! nest {
    ($sum:ident $x:ident; $body:expr;) => { $body };
    ($sum:ident $x:ident; $body:expr; $v:ident $d:ident $($rest:ident)*) => {
        nest!($sum $x; $v.fold($d, $x, $sum, &mut |$sum, $x| $body); $($rest)*)
    };
}
macro_rules! nest_pairs {
    ($x:ident $y:ident; $body:expr;) => { $body };
    ($x:ident $y:ident; $body:expr; $v:ident $d:ident $e:ident $($rest:ident)*) => {
        nest_pairs!($x $y; $v.each_pair($d, $e, $x, $y, &mut |$x, $y| $body); $($rest)*)
    };
}

/// Implements [`Loops`] for tuples. `$p` are the types of the elements, `$v` their values, `$d` and `$e` their strides.
macro_rules! tuples {
    ($(($p0:ident $v0:ident $d0:ident $e0:ident $($p:ident $v:ident $d:ident $e:ident)*))*) => {$(
        impl<$p0: IntTuple, $($p: IntTuple),*> Loops for ($p0, $($p,)*) {
            #[inline(always)]
            fn fold<Z: IntTuple, Y>(
                self,
                d: Z,
                x: usize,
                sum: Y,
                f: &mut impl FnMut(Y, usize) -> Y,
            ) -> Y {
                let ($v0, $($v,)*) = self;
                let ($d0, d) = d.list().split_first();
                $(let ($d, d) = d.split_first();)*
                let _ = d;
                nest!(sum x; $v0.fold($d0, x, sum, f); $($v $d)*)
            }
            #[inline(always)]
            fn each_pair<Y: IntTuple, Z: IntTuple>(
                self,
                d: Y,
                e: Z,
                x: usize,
                y: usize,
                f: &mut impl FnMut(usize, usize),
            ) {
                let ($v0, $($v,)*) = self;
                let (($d0, d), ($e0, e)) = (d.list().split_first(), e.list().split_first());
                $(let (($d, d), ($e, e)) = (d.split_first(), e.split_first());)*
                let _ = (d, e);
                nest_pairs!(x y; $v0.each_pair($d0, $e0, x, y, f); $($v $d $e)*)
            }
            #[inline(always)]
            fn step<Y: IntTuple, Z: IntTuple>(
                &mut self,
                s: Y,
                d: Z,
                offset: &mut usize,
            ) -> bool {
                let ($v0, $($v,)*) = self;
                let (($e0, s), ($d0, d)) = (s.list().split_first(), d.list().split_first());
                let is_last = $v0.step($e0, $d0, offset);
                $(
                    let (($e, s), ($d, d)) = (s.split_first(), d.split_first());
                    let is_last = is_last && $v.step($e, $d, offset);
                )*
                let _ = (s, d);
                is_last
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
    (A a d0 e0)
    (A a d0 e0 B b d1 e1)
    (A a d0 e0 B b d1 e1 C c d2 e2)
    (A a d0 e0 B b d1 e1 C c d2 e2 D u d3 e3)
    (A a d0 e0 B b d1 e1 C c d2 e2 D u d3 e3 E v d4 e4)
    (A a d0 e0 B b d1 e1 C c d2 e2 D u d3 e3 E v d4 e4 F w d5 e5)
    (A a d0 e0 B b d1 e1 C c d2 e2 D u d3 e3 E v d4 e4 F w d5 e5 G g d6 e6)
    (A a d0 e0 B b d1 e1 C c d2 e2 D u d3 e3 E v d4 e4 F w d5 e5 G g d6 e6 H h d7 e7)
    (A a d0 e0 B b d1 e1 C c d2 e2 D u d3 e3 E v d4 e4 F w d5 e5 G g d6 e6 H h d7 e7 I i d8 e8)
    (A a d0 e0 B b d1 e1 C c d2 e2 D u d3 e3 E v d4 e4 F w d5 e5 G g d6 e6 H h d7 e7 I i d8 e8
        J j d9 e9)
    (A a d0 e0 B b d1 e1 C c d2 e2 D u d3 e3 E v d4 e4 F w d5 e5 G g d6 e6 H h d7 e7 I i d8 e8
        J j d9 e9 K k d10 e10)
    (A a d0 e0 B b d1 e1 C c d2 e2 D u d3 e3 E v d4 e4 F w d5 e5 G g d6 e6 H h d7 e7 I i d8 e8
        J j d9 e9 K k d10 e10 L l d11 e11)
}
