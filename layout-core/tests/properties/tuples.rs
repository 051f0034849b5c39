//! Tuples of integers: coordinates, division, comparison and structure, on every small shape and on random ones.

use layout_core::{IntTuple, Layout};
use proptest::prelude::*;

use crate::strategies::{any_layout, shape};
use crate::support::tuple;

/// Every shape of some nestings with the given extents.
fn shapes(extents: &[i64]) -> Vec<IntTuple> {
    let nestings =
        ["a", "(a)", "(a,a)", "((a),a)", "(a,(a,a))", "((a,a),a)", "(a,((a)),a)", "((a,a),(a,a))"];
    let mut all = vec![tuple("()")];
    for nesting in nestings {
        let leaves = nesting.matches('a').count();
        for number in 0..extents.len().pow(leaves as u32) {
            let mut shape = tuple(&nesting.replace('a', "0"));
            (0..leaves).for_each(|k| {
                let digit = number / extents.len().pow(k as u32) % extents.len();
                shape.set_value(k, extents[digit]);
            });
            all.push(shape);
        }
    }
    all
}

fn size(t: &IntTuple) -> i64 {
    t.size().unwrap()
}

/// The number of uses of each tile of `b` elements that `a` needs, by counting.
fn tiles(a: i64, b: i64) -> i64 {
    (0..).find(|tiles| tiles * b >= a).unwrap()
}

#[test]
fn a_linear_index_and_its_coordinate_are_inverse() {
    for s in shapes(&[1, 2, 3, 4]) {
        let compact = Layout::col_major(s).unwrap();
        // The empty tuple has one coordinate, and no digit.
        for i in (0..size(&s)).filter(|_| s.leaf_count() > 0) {
            let c = IntTuple::from(i).idx2crd(&s).unwrap();
            assert_eq!(c.crd2idx(&s), Ok(i), "{i} in {s}");
            assert_eq!(Ok(c), compact.coord(i));
            assert_eq!(c.idx2crd(&s), Ok(c));
            assert_eq!(c.elem_less(&s), Ok(true));
            assert_eq!(compact.coord_of(i), Ok(c));
            if i + 1 < size(&s) {
                let next = IntTuple::from(i + 1).idx2crd(&s).unwrap();
                assert_eq!(c.increment(&s), Ok(next), "{c} in {s}");
                assert_eq!(c.colex_less(&next), Ok(true));
            }
        }
        let past = IntTuple::from(size(&s)).idx2crd(&s);
        assert!(past.is_err() || past.unwrap().elem_less(&s) == Ok(false), "{s}");
    }
}

#[test]
fn a_coordinate_goes_to_the_element_of_the_same_index() {
    let all = shapes(&[1, 2, 4]);
    for s in all.iter().filter(|s| s.leaf_count() > 0) {
        for d in all.iter().filter(|d| d.leaf_count() > 0 && size(d) == size(s)) {
            for i in 0..size(s) {
                let c = IntTuple::from(i).idx2crd(s).unwrap();
                let moved = c.crd2crd(s, d).unwrap();
                assert_eq!(moved.crd2idx(d), Ok(i), "{c} of {s} in {d}");
                assert_eq!(moved.crd2crd(d, s), Ok(c));
            }
        }
    }
}

#[test]
fn structure_keeps_the_leaves() {
    for s in shapes(&[1, 3]) {
        let flat = s.flatten().unwrap();
        assert_eq!((size(&flat), flat.depth() <= 1), (size(&s), true));
        if s.depth() > 0 {
            assert_eq!(flat.unflatten(&s), Ok(s));
            assert_eq!(s.reverse().unwrap().reverse(), Ok(s));
            assert!(s.unflatten(&s).is_err() == (s.rank() != s.leaf_count()));
        }
        if s.leaf_count() > 0 {
            assert_eq!(size(&s.group(0, s.rank()).unwrap()), size(&s));
            assert_eq!(size(&s.product_each().unwrap()), size(&s));
            assert_eq!(s.product_like(&s), Ok(s));
            assert_eq!(s.repeat(1).unwrap().unwrap(), s.unwrap());
            assert_eq!(s.wrap().unwrap(), s.unwrap());
            assert_eq!(s.insert(0, &flat).unwrap().remove(0), Ok(s.wrap()));
            let last = s.rank() - 1;
            assert_eq!(s.replace(last, &flat).unwrap().get(&[last]), Ok(flat));
            assert!(s.remove(s.rank()).is_err() && s.insert(s.rank() + 1, &flat).is_err());
        }
        let one = IntTuple::from(1);
        assert_eq!(s.repeat_like(&one).unwrap().sum(), Ok(s.leaf_count() as i64));
        assert_eq!(s.inner_product(&s.repeat_like(&one).unwrap()), s.sum());
    }
}

/// Where every step divides, the quotient and the remainder make up the shape. Otherwise refused.
#[test]
fn quotients_of_integers_by_integers() {
    for (a, b) in (1..=24).flat_map(|a| (1..=24).map(move |b| (a, b))) {
        let (x, y) = (IntTuple::from(a), IntTuple::from(b));
        let (quotient, taken) = (x.shape_div(&y), x.shape_mod(&y));
        assert_eq!(quotient.is_ok(), a % b == 0 || b % a == 0);
        assert_eq!(taken.is_ok(), quotient.is_ok());
        if let (Ok(quotient), Ok(taken)) = (quotient, taken) {
            assert_eq!(size(&quotient) * size(&taken), a);
            assert_eq!(size(&taken), a.min(b));
        }
        assert_eq!(x.ceil_div(&y).unwrap(), tiles(a, b).into());
        assert_eq!(x.round_up(&y).unwrap(), (tiles(a, b) * b).into());
    }
    let (zero, four, minus) = (IntTuple::from(0), IntTuple::from(4), IntTuple::from(-4));
    assert_eq!(zero.ceil_div(&four), Ok(zero));
    assert_eq!(zero.round_up(&four), Ok(zero));
    for f in [IntTuple::ceil_div, IntTuple::shape_div, IntTuple::round_up, IntTuple::shape_mod] {
        assert!(f(&four, &zero).is_err() && f(&four, &minus).is_err() && f(&minus, &four).is_err());
    }
}

#[test]
fn quotients_of_shapes() {
    let (mut accepted, mut refused) = (0, 0);
    for s in shapes(&[1, 2, 3, 4]).into_iter().filter(|s| s.leaf_count() > 0) {
        for b in 1..=24 {
            let tile = IntTuple::from(b);
            let (Ok(quotient), Ok(taken)) = (s.shape_div(&tile), s.shape_mod(&tile)) else {
                assert_eq!(s.shape_div(&tile).is_ok(), s.shape_mod(&tile).is_ok());
                refused += 1;
                continue;
            };
            accepted += 1;
            assert!(quotient.congruent(&s) && taken.congruent(&s));
            assert_eq!(size(&quotient) * size(&taken), size(&s), "{s} by {b}");
            // The remainder consists of the first elements: their indices are below its size.
            if size(&s) % b == 0 {
                assert_eq!(size(&taken), b, "{s} by {b}");
                for i in 0..b {
                    let c = IntTuple::from(i).idx2crd(&s).unwrap();
                    assert_eq!(c.elem_less(&taken), Ok(true), "{c} of {s} by {b}");
                }
            }
            assert_eq!(s.ceil_div(&tile), Ok(tiles(size(&s), b).into()));
            if s.evenly_divides(&tile) {
                assert_eq!(s.ceil_div(&tile).unwrap(), (size(&s) / b).into());
            }
        }
    }
    assert!(accepted > 1000 && refused > 1000, "{accepted} {refused}");
}

/// A by-mode tiler covers each mode with the least number of tiles.
#[test]
fn tiles_by_mode_cover() {
    let all = shapes(&[1, 2, 3]);
    let mut even = 0;
    for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        let (Ok(count), Ok(covered)) = (a.ceil_div(b), a.round_up(b)) else {
            assert!(a.ceil_div(b).is_err() && a.round_up(b).is_err());
            assert!(a.ceil_div_by_mode(b).is_err() && !a.evenly_divides(b), "{a} by {b}");
            continue;
        };
        assert!(count.congruent(&covered) && count.weakly_congruent(a), "{a} by {b}");
        let exact = a.product_like(&count).unwrap();
        assert_eq!(exact.elem_leq(&covered), Ok(true), "{a} by {b}");
        let enough = covered.elem_sub(&count).unwrap();
        assert!(size(&exact) == 0 || enough.elem_leq(&covered) == Ok(true));
        // By CuTe's definition, a tiler with a deeper nesting divides nothing evenly.
        if b.weakly_congruent(a) {
            assert_eq!(a.evenly_divides(b), exact == covered, "{a} by {b}");
            assert_eq!(a.evenly_divides(b), b.weakly_compatible(a));
            even += usize::from(exact == covered);
        }
    }
    assert!(even > 500, "{even}");
}

#[test]
fn comparisons_of_shapes_are_orders() {
    let all = shapes(&[1, 2, 4]);
    for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        let both = |order: fn(&IntTuple, &IntTuple) -> bool| order(a, b) && order(b, a);
        assert_eq!(both(IntTuple::weakly_congruent), a.congruent(b), "{a} {b}");
        assert_eq!(both(IntTuple::compatible), a == b);
        assert_eq!(both(IntTuple::weakly_compatible), a == b);
        assert!(!a.compatible(b) || a.weakly_compatible(b) && a.weakly_congruent(b));
        let orders = [IntTuple::lex_less, IntTuple::colex_less];
        for less in orders {
            assert_eq!(less(a, b).is_ok(), a.congruent(b));
            if let (Ok(x), Ok(y)) = (less(a, b), less(b, a)) {
                assert_eq!(x as u8 + y as u8 + (a == b) as u8, 1, "{a} {b}");
            }
        }
        if a.congruent(b) {
            let [less, leq, gtr, geq] =
                [IntTuple::elem_less, IntTuple::elem_leq, IntTuple::elem_gtr, IntTuple::elem_geq]
                    .map(|f| f(a, b).unwrap());
            assert!(!less || leq && (!gtr || a.leaf_count() == 0));
            assert_eq!((leq, geq), (b.elem_geq(a).unwrap(), b.elem_leq(a).unwrap()));
            assert_eq!(leq && geq, a == b);
            assert_eq!(a.elem_min(b).unwrap() == *a, leq);
            assert_eq!(a.elem_max(b).unwrap() == *a, geq);
        }
    }
    // Transitive, on all triples of one size.
    let small: Vec<&IntTuple> = all.iter().filter(|s| s.size() == Ok(4)).collect();
    for (a, b) in small.iter().flat_map(|a| small.iter().map(move |b| (a, b))) {
        for c in &small {
            assert!(!(a.compatible(b) && b.compatible(c)) || a.compatible(c));
        }
    }
}

proptest! {
    #[test]
    fn a_coordinate_of_a_coarser_shape_is_one_of_a_finer(a in any_layout(), i in 0..10_000_i64) {
        let flat = a.shape().flatten().unwrap();
        let coarse = a.shape().product_each().unwrap();
        prop_assert!(a.depth() == 0 || coarse.compatible(&a.shape()));
        let i = i % a.size();
        for s in [flat, coarse] {
            let c = IntTuple::from(i).idx2crd(&s).unwrap();
            let natural = c.crd2crd(&s, &a.shape()).unwrap();
            prop_assert_eq!(a.index(&natural.into()), a.index(&i.into()));
        }
        if a.depth() > 0 {
            let c = IntTuple::from(i).idx2crd(&coarse).unwrap();
            prop_assert_eq!(a.index(&c.idx2crd(&a.shape()).unwrap().into()), a.index(&c.into()));
        }
    }

    #[test]
    fn an_offset_has_the_coordinate_that_is_found(a in any_layout()) {
        let mut offsets: Vec<i64> = a.iter().collect();
        for (i, &offset) in offsets.iter().enumerate() {
            if let Ok(c) = a.coord_of(offset) {
                prop_assert_eq!(c.crd2idx(&a.shape()), Ok(i as i64));
            }
        }
        offsets.sort_unstable();
        for offset in -1..a.cosize() + 1 {
            if let Ok(c) = a.coord_of(offset) {
                prop_assert_eq!(a.index(&c.into()), Ok(offset));
                let there = offsets.iter().filter(|&&other| other == offset).count();
                prop_assert_eq!(there, 1);
            }
        }
    }

    #[test]
    fn random_quotients(a in shape(), b in shape()) {
        if let (Ok(quotient), Ok(taken)) = (a.shape_div(&b), a.shape_mod(&b)) {
            prop_assert_eq!(size(&quotient) * size(&taken), size(&a));
        }
        if let Ok(count) = a.ceil_div(&b) {
            prop_assert!(count.weakly_congruent(&a));
            let covered = a.round_up(&b).unwrap();
            prop_assert!(size(&covered) >= size(&a));
            prop_assert!(count.elem_leq(&covered) == Ok(true));
        }
        prop_assert_eq!(a.elem_scale(&b).is_ok(), a.weakly_congruent(&b));
        if let Ok(scaled) = a.elem_scale(&b) {
            prop_assert_eq!(size(&scaled), size(&a) * size(&b));
            prop_assert!(a.weakly_compatible(&scaled));
        }
    }
}

/// `tuple` copies the leaves and the nodes of its parts to their places. The parser appends them one by one.
#[test]
fn a_tuple_of_parts_reads_as_its_text() {
    let part = |text: &str| text.parse::<IntTuple>().unwrap();
    let join = |parts: &[String]| format!("({})", parts.join(","));
    for before in 0..32 {
        // The parts before the last one have `before` leaves.
        let mut texts: Vec<_> = (0..before / 4)
            .map(|k| format!("({},({},{}),{})", 4 * k + 1, 4 * k + 2, 4 * k + 3, 4 * k + 4))
            .collect();
        texts.extend((0..before % 4).map(|k| format!("{}", 100 + k)));
        for last in ["7", "(8)", "(8,9)", "((8),(9,(10)))", "()", "(8,9,10,11)"] {
            let mut texts = texts.clone();
            texts.push(last.into());
            let parts: Vec<_> = texts.iter().map(|text| part(text)).collect();
            let leaves: usize = parts.iter().map(|part| part.leaf_count()).sum();
            match IntTuple::tuple(&parts) {
                Ok(tuple) => {
                    assert_eq!(tuple.to_string(), join(&texts));
                    assert_eq!((tuple, tuple.all_known()), (part(&join(&texts)), true));
                    assert!(tuple.congruent(&part(&join(&texts))));
                }
                Err(error) => {
                    assert!(leaves > 32 && join(&texts).parse::<IntTuple>().is_err(), "{error}")
                }
            }
        }
    }
}

/// A static layout that is simple exists: its check in `const` asks no more.
#[test]
fn a_simple_layout_exists() {
    const NUMBERS: [i64; 10] = [0, 1, 2, 3, 1 << 31, 1 << 32, 1 << 62, i64::MAX, -1, i64::MIN];
    let pair = |a, b| IntTuple::tuple(&[IntTuple::leaf(a), IntTuple::leaf(b)]).unwrap();
    let (mut simple, mut exist) = (0, 0);
    for (a, b, c, d) in NUMBERS.iter().flat_map(|&a| {
        NUMBERS.iter().flat_map(move |&b| {
            NUMBERS.iter().flat_map(move |&c| NUMBERS.iter().map(move |&d| (a, b, c, d)))
        })
    }) {
        let (shape, stride) = (pair(a, b), pair(c, d));
        let exists = Layout::new(shape, stride).is_ok();
        let is_simple = Layout::is_simple(&shape, &stride);
        assert!(!is_simple || exists, "{shape}:{stride}");
        // The sum of `extent * stride` is larger than the cosize, so that a few layouts take the longer way.
        let small = [a, b, c, d].iter().all(|n| (0..4).contains(n)) && a * b > 0;
        assert!(!small || is_simple, "{shape}:{stride}");
        simple += is_simple as usize;
        exist += exists as usize;
    }
    assert!(simple > 0 && simple < exist);
    assert!(!Layout::is_simple(&pair(2, 2), &IntTuple::leaf(1)));
    let nested = IntTuple::tuple(&[pair(2, 2)]).unwrap();
    assert!(!Layout::is_simple(&pair(2, 2), &nested) && Layout::is_simple(&nested, &nested));
    assert!(!Layout::is_simple(&pair(2, 2).set_unknown(), &pair(1, 2)));
}
