//! Random layouts and texts, for the tests of all notations and languages.

use layout_core::{IntTuple, Layout};
use proptest::prelude::*;

/// A nested tuple, and another one with the same nesting.
#[derive(Clone, Debug)]
enum TupleTree {
    Leaf(i64, i64),
    Node(Vec<TupleTree>),
}

impl TupleTree {
    fn tuple(&self, side: fn(i64, i64) -> i64) -> IntTuple {
        match self {
            Self::Leaf(extent, stride) => IntTuple::from(side(*extent, *stride)),
            Self::Node(parts) => {
                let parts: Vec<IntTuple> = parts.iter().map(|part| part.tuple(side)).collect();
                IntTuple::tuple(&parts).unwrap()
            }
        }
    }
}

/// Nested layouts of these extents and strides, whose tuples have at least `least` modes.
pub fn layouts(
    extents: impl Strategy<Value = i64> + 'static,
    strides: impl Strategy<Value = i64> + 'static,
    least: usize,
) -> impl Strategy<Value = Layout> {
    let leaf = (extents, strides).prop_map(|(extent, stride)| TupleTree::Leaf(extent, stride));
    let tree = leaf.prop_recursive(3, 12, 4, move |inner| {
        prop::collection::vec(inner, least..4).prop_map(TupleTree::Node)
    });
    tree.prop_map(|tree| {
        Layout::new(tree.tuple(|extent, _| extent), tree.tuple(|_, stride| stride)).unwrap()
    })
}

/// Fewer than `most` of these pieces in a row.
pub fn texts(pieces: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    let piece = prop::sample::select(pieces);
    prop::collection::vec(piece, 0..most).prop_map(|pieces| pieces.concat())
}
