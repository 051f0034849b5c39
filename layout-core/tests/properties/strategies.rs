//! Random layouts, some with strides of 0 and extents of 1.

use layout_core::{IntTuple, Layout};
use proptest::prelude::*;

/// A nested tuple of `(extent, stride)`.
#[derive(Clone, Debug)]
enum ModeTree {
    Leaf(i64, i64),
    Node(Vec<ModeTree>),
}

impl ModeTree {
    fn tuple(&self, side: fn(i64, i64) -> i64) -> IntTuple {
        match self {
            Self::Leaf(extent, stride) => IntTuple::leaf(side(*extent, *stride)),
            Self::Node(parts) => {
                let parts: Vec<IntTuple> = parts.iter().map(|part| part.tuple(side)).collect();
                IntTuple::tuple(&parts).unwrap()
            }
        }
    }

    fn layout(&self) -> Layout {
        Layout::new(self.tuple(|extent, _| extent), self.tuple(|_, stride| stride)).unwrap()
    }
}

fn tree(extents: &'static [i64], strides: &'static [i64]) -> impl Strategy<Value = ModeTree> {
    let extent = prop::sample::select(extents);
    let stride = prop::sample::select(strides);
    let leaf = (extent, stride).prop_map(|(extent, stride)| ModeTree::Leaf(extent, stride));
    leaf.prop_recursive(3, 6, 3, |inner| {
        prop::collection::vec(inner, 1..4).prop_map(ModeTree::Node)
    })
}

/// Any layout, overlapping ones included.
pub(crate) fn any_layout() -> impl Strategy<Value = Layout> {
    tree(&[1, 2, 3, 4, 5, 6], &[0, 0, 1, 2, 3, 4, 6, 8, 12, 24, 30]).prop_map(|tree| tree.layout())
}

/// Any layout, negative strides included.
pub(crate) fn signed() -> impl Strategy<Value = Layout> {
    tree(&[1, 2, 3, 4], &[-7, -3, -1, 0, 1, 2, 5, 12]).prop_map(|tree| tree.layout())
}

/// Any nested tuple of extents.
pub(crate) fn shape() -> impl Strategy<Value = IntTuple> {
    tree(&[1, 2, 3, 4, 6], &[0]).prop_map(|tree| tree.tuple(|extent, _| extent))
}

/// Compact layouts in some order, sometimes with a mode that repeats.
pub(crate) fn compact() -> impl Strategy<Value = Layout> {
    (tree(&[1, 2, 3, 4, 6, 8], &[0, 1, 2, 3, 4, 5]), 0..8_usize).prop_map(|(tree, repeated)| {
        let (shape, order) = (tree.tuple(|extent, _| extent), tree.tuple(|_, stride| stride));
        let a = Layout::ordered(shape, order).unwrap();
        let mut stride = a.stride();
        if repeated < stride.leaf_count() && repeated < 2 {
            stride.set_value(repeated, 0);
        }
        Layout::new(shape, stride).unwrap()
    })
}

/// Injective layouts whose strides are a chain, with gaps.
pub(crate) fn chain() -> impl Strategy<Value = Layout> {
    let mode = (1..4_i64, prop::sample::select(&[2_i64, 3, 4, 6][..]));
    (prop::collection::vec(mode, 1..4), any_permutation()).prop_map(|(modes, permutation)| {
        let (mut covered, mut pairs) = (1, Vec::new());
        for (gap, extent) in modes {
            pairs.push((extent, covered * gap));
            covered *= gap * extent;
        }
        let rank = pairs.len();
        let order: Vec<usize> = permutation.into_iter().filter(|&k| k < rank).collect();
        let side = |side: fn(&(i64, i64)) -> i64| {
            let parts: Vec<IntTuple> =
                order.iter().map(|&k| IntTuple::leaf(side(&pairs[k]))).collect();
            IntTuple::tuple(&parts).unwrap()
        };
        Layout::new(side(|pair| pair.0), side(|pair| pair.1)).unwrap()
    })
}

fn any_permutation() -> impl Strategy<Value = Vec<usize>> {
    Just(vec![0_usize, 1, 2]).prop_shuffle()
}

/// A right operand: one mode or two.
pub(crate) fn walk() -> impl Strategy<Value = Layout> {
    tree(&[1, 2, 3, 4, 6, 8, 12], &[0, 1, 2, 3, 4, 6, 8, 12, 24]).prop_map(|tree| tree.layout())
}
