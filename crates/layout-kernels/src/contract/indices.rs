//! The indices of a contraction: which index, or which sum of indices, each mode of each tensor has.

use layout_core::{self as value, Text};

/// The most different indices of a contraction: as many as two tensors have modes.
pub const MAX_INDICES: usize = 24;

/// An index of a mode, by its number among the names, and its factor: `(1, 2)` is `2 * r` for the names `["p", "r"]`.
pub type Term = (usize, i64);

/// The indices of `c[..] = a[..] * b[..]`. [`contract!`](macro@crate::contract) writes them.
///
/// ```text
/// c[m,n] += a[m,k] * b[k,n]     names   m n k
///                               inputs  [[m],[k]] and [[k],[n]]
///                               output  [m, n]
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Indices<'a> {
    /// The different indices.
    pub names: &'a [&'a str],
    /// For each mode of A and of B, the indices whose sum it has. A scalar has no modes.
    pub inputs: [&'a [&'a [Term]]; 2],
    /// The index of each mode of C: all different, and each of them an index of A or B.
    pub output: &'a [usize],
}

impl Indices<'_> {
    /// The number of modes of tensor `t`: A, B, C.
    pub(crate) const fn modes(&self, t: usize) -> usize {
        if t < 2 { self.inputs[t].len() } else { self.output.len() }
    }

    /// The terms of mode `k` of tensor `t`, one after the other; `None` after the last one.
    pub(crate) const fn term(&self, t: usize, k: usize, j: usize) -> Option<Term> {
        if t == 2 {
            return if j == 0 { Some((self.output[k], 1)) } else { None };
        }
        if j < self.inputs[t][k].len() { Some(self.inputs[t][k][j]) } else { None }
    }

    /// The index that mode `k` of tensor `t` has alone; `None` for a sum.
    pub(crate) const fn alone(&self, t: usize, k: usize) -> Option<usize> {
        match (self.term(t, k, 0), self.term(t, k, 1)) {
            (Some((index, 1)), None) => Some(index),
            _ => None,
        }
    }

    /// Whether tensor `t` has an index.
    pub(crate) const fn has(&self, t: usize, index: usize) -> bool {
        let mut k = 0;
        while k < self.modes(t) {
            let mut j = 0;
            while let Some((other, _)) = self.term(t, k, j) {
                if other == index {
                    return true;
                }
                j += 1;
            }
            k += 1;
        }
        false
    }

    /// `text`, then the tensor with its indices: `(8,6):(6,1)[m,2*p+r]`.
    pub(crate) const fn written(&self, mut text: Text, t: usize, layout: &value::Layout) -> Text {
        text = text.then_layout(layout).then("[");
        let mut k = 0;
        while k < self.modes(t) {
            text = self.written_mode(if k == 0 { text } else { text.then(",") }, t, k);
            k += 1;
        }
        text.then("]")
    }

    /// `text`, then the indices of a mode: `2*p+r`.
    pub(crate) const fn written_mode(&self, mut text: Text, t: usize, k: usize) -> Text {
        let mut j = 0;
        while let Some((index, factor)) = self.term(t, k, j) {
            if j > 0 {
                text = text.then("+");
            }
            if factor != 1 {
                text = text.then_number(factor).then("*");
            }
            text = text.then(self.names[index]);
            j += 1;
        }
        text
    }
}
