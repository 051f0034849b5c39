//! Integers of any size: every function returns a result or a one-line error, and none overflows.

use layout_core::{IntTuple, Layout, LayoutError, Mode, Tiler};
use proptest::prelude::*;

use crate::mixed::mixed;

const VALUES: [i64; 16] = [
    i64::MIN,
    -i64::MAX,
    -(1 << 40),
    -3,
    -1,
    0,
    1,
    2,
    3,
    4,
    12,
    1 << 21,
    1 << 31,
    (1 << 31) + 1,
    1 << 62,
    i64::MAX,
];

/// A nested tuple of such integers.
fn tuple() -> impl Strategy<Value = IntTuple> {
    let leaf = prop::sample::select(&VALUES[..]).prop_map(IntTuple::from);
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop::collection::vec(inner, 0..4).prop_map(|parts| IntTuple::tuple(&parts).unwrap())
    })
}

/// Two tuples, often congruent.
fn tuples() -> impl Strategy<Value = (IntTuple, IntTuple)> {
    let values = prop::collection::vec(prop::sample::select(&VALUES[..]), 32);
    (tuple(), tuple(), values, any::<bool>()).prop_map(|(a, b, values, alike)| {
        let mut like = a;
        (0..a.leaf_count()).for_each(|k| like.set_value(k, values[k]));
        (a, if alike { like } else { b })
    })
}

/// A layout of small extents with at most one large one, and strides of any size.
fn layout() -> impl Strategy<Value = Layout> {
    let mode = (prop::sample::select(&VALUES[5..]), prop::sample::select(&VALUES[..]));
    prop::collection::vec(mode, 1..4).prop_filter_map("too large", |modes| {
        let side = |part: fn(&(i64, i64)) -> i64| {
            let leaves: Vec<IntTuple> = modes.iter().map(|mode| part(mode).into()).collect();
            IntTuple::tuple(&leaves).unwrap()
        };
        Layout::new(side(|mode| mode.0), side(|mode| mode.1)).ok()
    })
}

fn said<T>(answer: Result<T, LayoutError>) {
    if let Err(error) = answer {
        let text = error.to_string();
        assert!(!text.is_empty() && text.lines().count() == 1, "{text:?}");
    }
}

/// Each operation on one layout, on two, and on a layout and a number.
fn ask(a: &Layout, b: &Layout, n: i64) {
    OF_LAYOUT.iter().for_each(|f| said(f(a)));
    said(a.upcast(n));
    said(a.downcast(n));
    for m in VALUES {
        said(a.recast_bits(n, m));
    }
    said(a.max_common_layout(b));
    said(a.tile_to_shape(&b.shape()));
    said(a.tile_to_shape_ordered(&b.shape(), &b.stride()));
    said(a.with_shape(&b.shape()));
    said(a.coord_of(n));
    said(a.covers(n));
    said(a.is_injective());
    said(a.collision());
    let divides = [Layout::logical_divide_padded, Layout::zipped_divide_padded];
    for tiler in [Tiler::whole(*b), Tiler::by_mode(&[Mode::Layout(*b)]).unwrap()] {
        for operation in [Layout::compose, Layout::logical_divide, Layout::logical_product] {
            said(operation(a, &tiler));
        }
        divides.iter().for_each(|divide| said(divide(a, &tiler)));
    }
    said(a.blocked_product(b));
    said(a.raked_product(b));
    let _ = (a.max_alignment(), a.is_surjective_onto(n), a.is_contiguous(), a.same_function(b));
}

type UnaryCall = fn(&IntTuple) -> Result<IntTuple, LayoutError>;
type BinaryCall = fn(&IntTuple, &IntTuple) -> Result<IntTuple, LayoutError>;

const UNARY: [UnaryCall; 8] = [
    |a| a.size().map(IntTuple::from),
    |a| a.sum().map(IntTuple::from),
    IntTuple::product_each,
    IntTuple::flatten,
    IntTuple::reverse,
    IntTuple::sort,
    |a| Layout::col_major(*a).map(|layout| layout.stride()),
    |a| Layout::row_major(*a).map(|layout| layout.stride()),
];

const BINARY: [BinaryCall; 23] = [
    IntTuple::elem_add,
    IntTuple::elem_sub,
    IntTuple::elem_min,
    IntTuple::elem_max,
    IntTuple::elem_scale,
    IntTuple::shape_div,
    IntTuple::shape_mod,
    IntTuple::ceil_div,
    IntTuple::ceil_div_by_mode,
    IntTuple::round_up,
    IntTuple::product_like,
    IntTuple::idx2crd,
    IntTuple::increment,
    IntTuple::unflatten,
    IntTuple::append,
    IntTuple::repeat_like,
    |a, b| a.inner_product(b).map(IntTuple::from),
    |a, b| a.crd2idx(b).map(IntTuple::from),
    |a, b| a.crd2crd(b, a),
    |a, b| a.elem_less(b).map(|less| (less as i64).into()),
    |a, b| a.colex_less(b).map(|less| (less as i64).into()),
    |a, b| Layout::ordered(*a, *b).map(|layout| layout.stride()),
    |a, b| Layout::distribute(a, b.size().unwrap_or(0)).map(|layout| layout.shape()),
];

type OfLayout = fn(&Layout) -> Result<Layout, LayoutError>;

const OF_LAYOUT: [OfLayout; 12] = [
    Layout::coalesce,
    Layout::filter,
    Layout::sort,
    Layout::like,
    Layout::fragment_like,
    Layout::right_inverse,
    Layout::left_inverse,
    Layout::inverse,
    Layout::nullspace,
    Layout::zip,
    |a| a.complement(a.cosize()),
    |a| a.complement_padded(i64::MAX),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn functions_of_tuples((a, b) in tuples()) {
        UNARY.iter().for_each(|f| said(f(&a)));
        BINARY.iter().for_each(|f| said(f(&a, &b)));
        let _ = (a.compatible(&b), a.weakly_compatible(&b), a.evenly_divides(&b));
    }

    #[test]
    fn operations_on_layouts(a in layout(), b in layout(), n in prop::sample::select(&VALUES[..])) {
        ask(&a, &b, n);
    }

    /// The numbers that a message puts into unknown leaves may be no valid layout.
    #[test]
    fn operations_on_what_is_supposed(
        a in layout(),
        b in layout(),
        bits in any::<[u16; 2]>(),
        n in prop::sample::select(&VALUES[..]),
    ) {
        for k in [0, 1] {
            let [a, b] = [(&a, bits[0]), (&b, bits[1])].map(|(a, bits)| mixed(a, bits.into()).with_unknown_leaves(k));
            ask(&a, &b, n);
        }
    }
}
