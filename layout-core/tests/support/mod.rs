//! The defining equations, checked by enumeration.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::collections::HashMap;

use layout_core::{IntTuple, Layout};

pub(crate) fn layout(text: &str) -> Layout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn tuple(text: &str) -> IntTuple {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The offset of a linear index, the last mode of the coalesced layout without bound.
pub(crate) fn unbounded(a: &Layout) -> impl Fn(i64) -> i64 + use<> {
    let a = a.coalesce().unwrap();
    move |x| a.index(&x.into()).unwrap()
}

/// `R(c) = A(B(c))` for every `c`, and the profile of `R` refines that of `B`.
pub(crate) fn is_composition(r: &Layout, a: &Layout, b: &Layout) -> bool {
    let at = unbounded(a);
    b.shape().compatible(&r.shape()) && r.iter().eq(b.iter().map(at))
}

pub(crate) fn multiset(a: &Layout) -> HashMap<i64, usize> {
    let mut counts = HashMap::new();
    for offset in a.iter() {
        *counts.entry(offset).or_insert(0) += 1;
    }
    counts
}

pub(crate) fn is_injective(a: &Layout) -> bool {
    multiset(a).values().all(|&count| count == 1)
}

/// The pair of `filter A` and its complement maps one to one onto `[0, m)`.
pub(crate) fn is_complement(r: &Layout, a: &Layout, m: i64) -> bool {
    let pair = a.filter().unwrap().concat(r).unwrap();
    pair.size() == m && pair.cosize() == m && is_injective(&pair)
}

/// Whether the multisets of offsets and the sizes are equal, and mode 0 is `A o T`.
pub(crate) fn is_division(r: &Layout, a: &Layout, t: &Layout) -> bool {
    r.size() == a.size() && multiset(r) == multiset(a) && is_composition(&r.mode(0).unwrap(), a, t)
}

/// Mode 0 is `A`, mode 1 has the size of `B`, and copies of an injective layout are disjoint.
pub(crate) fn is_product(r: &Layout, a: &Layout, b: &Layout) -> bool {
    let (block, repeats) = (r.mode(0).unwrap(), r.mode(1).unwrap());
    block == *a
        && repeats.size() == b.size()
        && (!is_injective(a) || !is_injective(b) || is_injective(r))
}

/// The layout with stride 0 for every extent of 1.
pub(crate) fn without_unit_strides(a: &Layout) -> Layout {
    let (shape, mut stride) = (a.shape(), a.stride());
    for k in 0..shape.leaf_count() {
        if shape.value(k) == 1 {
            stride.set_value(k, 0);
        }
    }
    layout_core::internal::unchecked_layout(shape, stride)
}
