//! Layouts that map to coordinates.

use layout_core::{Coord, IntTuple, Layout, LayoutError, Rule, Tiler};
use proptest::prelude::*;

use crate::strategies::{any_layout, shape, walk};
use crate::support::without_unit_strides;

/// The bases of a coordinate.
const PATHS: [&[usize]; 4] = [&[0], &[1, 0], &[1, 1], &[2]];
/// An integer that encodes a coordinate, with weights that exclude carries.
const WEIGHTS: [i64; 4] = [1, 1 << 12, 1 << 24, 1 << 36];

/// The strides of `a`, each changed by `f`.
fn with_strides(a: &Layout, mut stride: impl FnMut(usize, i64) -> IntTuple) -> Layout {
    fn rebuild(
        tuple: &IntTuple,
        leaf: &mut usize,
        stride: &mut impl FnMut(usize, i64) -> IntTuple,
    ) -> IntTuple {
        if tuple.depth() == 0 {
            *leaf += 1;
            return stride(*leaf - 1, tuple.value(0));
        }
        let parts: Vec<IntTuple> =
            (0..tuple.rank()).map(|i| rebuild(&tuple.mode(i).unwrap(), leaf, stride)).collect();
        IntTuple::tuple(&parts).unwrap()
    }
    Layout::new(a.shape(), rebuild(&a.stride(), &mut 0, &mut stride)).unwrap()
}

/// The index of a path.
fn component(a: &Layout, leaf: usize) -> Option<usize> {
    let unit = |path: &[usize]| IntTuple::unit(1, path).unwrap().basis(0);
    PATHS.iter().position(|path| unit(path) == a.stride().basis(leaf))
}

/// The layout with encoded offsets instead of coordinates.
fn encoded(a: &Layout) -> Layout {
    with_strides(a, |leaf, scale| {
        IntTuple::leaf(component(a, leaf).map_or(0, |k| WEIGHTS[k] * scale))
    })
}

/// Random layouts whose strides have the bases `PATHS`.
fn coordinate() -> impl Strategy<Value = Layout> {
    (any_layout(), prop::collection::vec((0..4_usize, -2..5_i64), 16)).prop_map(|(a, units)| {
        with_strides(&a, |leaf, _| {
            let (path, scale) = units[leaf % units.len()];
            IntTuple::unit(scale, PATHS[path]).unwrap()
        })
    })
}

fn images(a: &Layout) -> Vec<IntTuple> {
    a.images().collect()
}

/// `c`, with 0 for the modes of `shape` that it lacks.
fn filled(c: &IntTuple, shape: &IntTuple) -> IntTuple {
    if c.depth() == 0 {
        return *c;
    }
    let part = |i: usize| match c.mode(i) {
        Ok(part) => filled(&part, &shape.mode(i).unwrap()),
        Err(_) => IntTuple::leaf(0),
    };
    IntTuple::tuple(&(0..shape.rank()).map(part).collect::<Vec<_>>()).unwrap()
}

/// `R(c) = A(B(c))`, with `B(c)` a coordinate.
fn is_composition_of_units(r: &Layout, a: &Layout, b: &Layout) -> bool {
    // Each mode continues past its end as without its extents of 1.
    let ones = IntTuple::tuple(&vec![IntTuple::leaf(1); a.rank()]).unwrap();
    let a = a.coalesce_by(&ones).unwrap();
    let at = |c: IntTuple| a.image(&filled(&c, &a.shape()).into()).unwrap();
    b.shape().compatible(&r.shape()) && images(r) == b.images().map(at).collect::<Vec<_>>()
}

type Unary = fn(&Layout) -> Result<Layout, LayoutError>;
type BinaryFunction = fn(&Layout, &Tiler) -> Result<Layout, LayoutError>;

const UNARY: [Unary; 7] = [
    Layout::coalesce,
    Layout::filter,
    Layout::flatten,
    |a| Ok(a.filter_zeros()),
    |a| a.mode(a.rank() - 1),
    |a| a.group(0, a.rank()),
    |a| a.coalesce_by(&"(1)".parse()?),
];

const BINARY: [BinaryFunction; 9] = [
    Layout::compose,
    Layout::logical_divide,
    Layout::zipped_divide,
    Layout::tiled_divide,
    Layout::flat_divide,
    |a, t| a.logical_divide_padded(t).map(|padded| padded.layout()),
    |a, t| a.zipped_divide_padded(t).map(|padded| padded.layout()),
    |a, t| a.tiled_divide_padded(t).map(|padded| padded.layout()),
    |a, t| a.flat_divide_padded(t).map(|padded| padded.layout()),
];

proptest! {
    #[test]
    fn units_collide_where_images_are_equal(a in coordinate()) {
        let all = images(&a);
        let injective = all.iter().enumerate().all(|(k, image)| !all[..k].contains(image));
        prop_assert_eq!(a.is_injective(), Ok(injective), "{}", a);
        if let Some((first, second)) = a.collision().unwrap() {
            prop_assert!(first != second && a.image(&first.into()) == a.image(&second.into()), "{}", a);
        }
    }

    #[test]
    #[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
    fn a_coordinate_is_its_components(a in coordinate()) {
        for (i, image) in images(&a).iter().enumerate() {
            let mut offset = 0;
            for (k, weight) in WEIGHTS.into_iter().enumerate() {
                let scale = |leaf, scale| {
                    IntTuple::leaf(if component(&a, leaf) == Some(k) { scale } else { 0 })
                };
                offset += weight * with_strides(&a, scale).index(&(i as i64).into()).unwrap();
            }
            prop_assert_eq!(encoded(&a).index(&(i as i64).into()), Ok(offset));
            let mut sum = 0;
            for (k, path) in PATHS.iter().enumerate() {
                let part = path.iter().try_fold(*image, |tuple, &i| match tuple.depth() {
                    0 => Err(()),
                    _ => tuple.mode(i).map_err(|_| ()),
                });
                // An element without a stride is absent.
                sum += part.map_or(0, |part| WEIGHTS[k] * if part.depth() == 0 { part.value(0) } else { 0 });
            }
            prop_assert_eq!(sum, offset);
        }
    }

    #[test]
    fn the_identity_maps_coordinates_to_themselves(shape in shape()) {
        let a = Layout::identity(shape).unwrap();
        for i in 0..a.size() {
            let c = a.coord(i).unwrap();
            prop_assert_eq!(a.image(&i.into()), Ok(c));
            prop_assert_eq!(a.image(&c.into()), Ok(c));
            prop_assert_eq!(a.image(&a.flat_coord(i).unwrap().into()), Ok(c));
        }
        prop_assert_eq!(a.coshape(), Ok(shape));
        prop_assert_eq!(a.cosize(), a.size());
    }

    #[test]
    fn images_stay_below_the_coshape(a in coordinate()) {
        let a = with_strides(&a, |leaf, scale| {
            let path = PATHS[component(&a, leaf).unwrap_or(0)];
            IntTuple::unit(scale.abs(), path).unwrap()
        });
        let (coshape, images) = (a.coshape().unwrap(), images(&a));
        for k in 0..coshape.leaf_count() {
            let most = images.iter().map(|image| image.value(k)).max().unwrap();
            prop_assert_eq!(most + 1, coshape.value(k));
        }
        prop_assert_eq!(coshape.size(), Ok(a.cosize()));
    }

    /// Bases scale and compare only: an operation gives the same result as on offsets that encode coordinates.
    #[test]
    #[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
    fn operations_see_units_as_strides_apart(a in coordinate(), t in walk(), n in 0..7_i64) {
        for operation in UNARY {
            let expected = operation(&encoded(&a)).map(|layout| without_unit_strides(&layout));
            let found = operation(&a).map(|layout| without_unit_strides(&encoded(&layout)));
            prop_assert_eq!(found.is_ok(), expected.is_ok(), "{}: {:?}, {:?}", a, found, expected);
            prop_assert!(found.is_err() || found == expected, "{}: {:?}, {:?}", a, found, expected);
        }
        for tiler in [Tiler::whole(t), format!("<{}>", n.max(1)).parse().unwrap()] {
            for operation in BINARY {
                let (found, expected) = (operation(&a, &tiler), operation(&encoded(&a), &tiler));
                let found = found.map(|layout| encoded(&layout));
                // Steps that do not divide add strides, and units of different elements have no sum.
                let adds = found.as_ref().is_err_and(|error| matches!(error.rule(), Rule::Divides { .. }));
                if adds && expected.is_ok() {
                    continue;
                }
                prop_assert_eq!(found.is_ok(), expected.is_ok(), "{} {}: {:?}, {:?}", a, t, found, expected);
                prop_assert!(found.is_err() || found == expected, "{} {}: {:?}, {:?}", a, t, found, expected);
            }
        }
    }

    #[test]
    #[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
    fn a_slice_and_its_start_make_up_the_layout(a in coordinate(), i in 0..64_i64) {
        prop_assume!(a.depth() > 0);
        let at = a.flat_coord(i % a.size()).unwrap();
        for kept in 0..a.rank() {
            let keep = |k| if k == kept { Coord::KEEP } else { Coord::leaf(at.value(k)) };
            let leaves: Vec<Coord> = (0..a.rank()).map(keep).collect();
            let c = Coord::tuple(&leaves).unwrap();
            let (part, start) = a.slice_image(&c).unwrap();
            let (expected, offset) = encoded(&a).slice(&c).unwrap();
            prop_assert_eq!(encoded(&part), expected);
            let mut zero = at;
            zero.set_value(kept, 0);
            prop_assert_eq!(a.image(&zero.into()), Ok(start));
            prop_assert_eq!(encoded(&a).index(&zero.into()), Ok(offset));
        }
    }

    #[test]
    fn a_layout_after_the_identity_is_itself(a in any_layout()) {
        let identity = Layout::identity(a.shape()).unwrap();
        prop_assert_eq!(a.compose(&Tiler::whole(identity)), Ok(without_unit_strides(&a)));
    }

    #[test]
    fn a_unit_composes_with_its_mode(a in any_layout(), s in 1..7_i64, r in 1..7_i64, k in 0..3_usize) {
        let k = k % a.rank();
        let unit: Layout = format!("{s}:{r}@{k}").parse().unwrap();
        let plain: Layout = format!("{s}:{r}").parse().unwrap();
        let found = a.compose(&Tiler::whole(unit));
        let expected = a.mode(k).unwrap().compose(&Tiler::whole(plain));
        prop_assert_eq!(found.is_ok(), expected.is_ok());
        prop_assert!(found.is_err() || found == expected);
    }

    #[test]
    fn units_on_the_right_walk_the_modes(a in any_layout(), b in walk(), paths in prop::collection::vec(0..3_usize, 8)) {
        prop_assume!(a.depth() > 0);
        let b = with_strides(&b, |leaf, scale| IntTuple::unit(scale, &[paths[leaf % 8] % a.rank()]).unwrap());
        if let Ok(r) = a.compose(&Tiler::whole(b)) {
            prop_assert!(is_composition_of_units(&r, &a, &b), "{} o {} = {}", a, b, r);
        }
    }

    #[test]
    fn what_is_printed_in_units_parses(a in coordinate()) {
        prop_assert_eq!(a.to_string().parse::<Layout>(), Ok(a));
        prop_assert_eq!(a.marked().as_str().parse::<Layout>(), Ok(a));
        prop_assert_eq!(a.stride().to_string().parse::<IntTuple>(), Ok(a.stride()));
    }

    #[test]
    fn what_needs_a_number_refuses_a_unit(a in coordinate(), b in walk()) {
        prop_assume!(a.is_coordinate());
        let unit = |result: Result<Layout, LayoutError>| match result {
            Ok(_) => false,
            Err(error) => matches!(error.rule(), Rule::Unit { .. }),
        };
        prop_assert!(unit(a.complement(a.cosize())) && unit(a.complement_padded(24)));
        for (l, t) in [(a, b), (b, a)] {
            let tiler = Tiler::whole(t);
            prop_assert!(unit(l.logical_product(&tiler)) && unit(l.flat_product(&tiler)));
            prop_assert!(unit(l.compose_exact(&tiler)));
            prop_assert!(l.blocked_product(&t).is_err() && l.raked_product(&t).is_err());
        }
        prop_assert!(unit(b.logical_divide(&Tiler::whole(a))));
        prop_assert!(unit(b.zipped_divide_padded(&Tiler::whole(a)).map(|padded| padded.layout())));
        prop_assert!(a.index(&0.into()).is_err() && a.try_index(&0.into()).is_err());
        prop_assert!(unit(Layout::new(a.stride(), a.stride())));
        prop_assert!(unit(Layout::col_major(a.stride())) && unit(Layout::row_major(a.stride())));
        prop_assert!(unit(Layout::ordered(a.shape(), a.stride())) && unit(Layout::identity(a.stride())));
        prop_assert!(a.stride().size().is_err() && b.index(&a.stride().into()).is_err());
    }
}

/// Two modes with bases on the right, exhaustively. If each mode composes, the pair is refused exactly where both
/// together would be wrong.
#[test]
fn compositions_with_two_units() {
    let (mut accepted, mut refused) = (0, 0);
    for strides in ["(1,4)", "(3,1)", "(1,5)", "((1,2),8)", "((1,3),7)", "(0,1)"] {
        let shape = if strides.len() > 5 { "((2,2),3)" } else { "(4,3)" };
        let a: Layout = format!("{shape}:{strides}").parse().unwrap();
        for code in 0..(3 * 4 * 2_i64).pow(2) {
            let leaf = |code: i64| (code % 3 + 1, code / 3 % 4, code / 12 % 2);
            let ((s, r, i), (t, q, j)) = (leaf(code % 24), leaf(code / 24));
            let b: Layout = format!("({s},{t}):({r}@{i},{q}@{j})").parse().unwrap();
            let mode = |k| a.compose(&Tiler::whole(b.mode(k).unwrap()));
            let pair = a.compose(&Tiler::whole(b));
            let (Ok(first), Ok(second)) = (mode(0), mode(1)) else {
                assert!(pair.is_err());
                continue;
            };
            let sides = first.concat(&second).unwrap();
            assert_eq!(
                pair.is_ok(),
                is_composition_of_units(&sides, &a, &b),
                "{a} o {b}: {pair:?}"
            );
            assert!(pair.is_err() || pair == Ok(sides));
            accepted += usize::from(pair.is_ok());
            refused += usize::from(pair.is_err());
        }
    }
    assert!(accepted > 1000 && refused > 0, "{accepted} {refused}");
}
