//! What the macros expand to.

pub use crate::num::{Conjure, conjure};
use crate::{AnyLayout, Complementable, IntTuple, Layout, Negative, ops};

/// A run-time leaf: a type error points at the user's expression.
#[inline(always)]
pub const fn usize(value: usize) -> usize {
    value
}

/// A run-time stride `-magnitude`.
#[inline(always)]
pub const fn negative(magnitude: usize) -> Negative {
    Negative::new(magnitude)
}

/// A layout with run-time leaves, whose nesting the macro has checked.
#[inline(always)]
#[track_caller]
pub fn layout<S: IntTuple, D: IntTuple>(shape: S, stride: D) -> Layout<S, D> {
    Layout::checked(shape, stride)
}

/// `~a`: the complement in the layout's own cosize.
#[inline(always)]
#[track_caller]
pub fn complement<A: AnyLayout>(a: A) -> ops::Complement<A, ops::Cosize<A>> {
    let cosize = crate::judge::cosize(a);
    Complementable::complement(a, cosize)
}
