//! Composition, complement, division and product.

use layout_core::{Coord, Layout, Padded, Tiler};
use proptest::prelude::*;

use crate::strategies::{any_layout, chain, compact, shape, signed, walk};
use crate::support::{
    is_complement, is_composition, is_division, is_injective, is_product, multiset, unbounded,
    without_unit_strides,
};

fn one(s: i64, d: i64) -> Layout {
    format!("{s}:{d}").parse().unwrap()
}

fn compose(a: &Layout, b: &Layout) -> Option<Layout> {
    a.compose(&Tiler::whole(*b)).ok()
}

fn same_function(a: &Layout, b: &Layout) -> bool {
    a.size() == b.size() && a.iter().eq(b.iter())
}

/// All layouts in the image of `b` are coordinates of `a`.
fn within(b: &Layout, a: &Layout) -> bool {
    b.cosize() <= a.size()
}

fn broadcasts(t: &Layout) -> bool {
    (0..t.shape().leaf_count()).any(|k| t.shape().value(k) > 1 && t.stride().value(k) == 0)
}

/// By-mode tilers of a layout: a divisor for each of the first modes.
fn by_mode(a: &Layout, pick: &[i64]) -> Tiler {
    let parts: Vec<String> =
        (0..a.rank())
            .zip(pick)
            .map(|(k, &n)| {
                if n == 0 { "_".to_string() } else { gcd(a.mode(k).unwrap().size(), n).to_string() }
            })
            .collect();
    format!("<{}>", parts.join(",")).parse().unwrap()
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

type DivisionFn = fn(&Layout, &Tiler) -> Result<Layout, layout_core::LayoutError>;
type PaddedDivision = fn(&Layout, &Tiler) -> Result<Padded, layout_core::LayoutError>;

const DIVIDES: [(DivisionFn, PaddedDivision); 4] = [
    (Layout::logical_divide, Layout::logical_divide_padded),
    (Layout::zipped_divide, Layout::zipped_divide_padded),
    (Layout::tiled_divide, Layout::tiled_divide_padded),
    (Layout::flat_divide, Layout::flat_divide_padded),
];

/// The padded division of the identity of `a` maps each coordinate to a linear index of `a`.
fn check_padding(a: &Layout, t: &Tiler, divide: PaddedDivision) {
    let Ok(padded) = divide(a, t) else { return };
    let r = padded.layout();
    assert!(r.size() >= a.size(), "{a} by {t}: {r}");
    let inside: Vec<i64> = (0..r.size())
        .filter(|&i| padded.inside(&i.into()).unwrap())
        .map(|i| r.index(&i.into()).unwrap())
        .collect();
    let mut elements: Vec<i64> = a.iter().collect();
    let mut found = inside.clone();
    elements.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, elements, "{a} by {t}: {r}");
    assert!(!padded.inside(&r.size().into()).unwrap());
    for i in (0..r.size()).step_by(5) {
        let natural = padded.inside(&r.coord(i).unwrap().into()).unwrap();
        assert_eq!(natural, padded.inside(&i.into()).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_composition_satisfies_its_equation(a in any_layout(), b in walk()) {
        if let Some(r) = compose(&a, &b) {
            prop_assert!(is_composition(&r, &a, &b), "{} o {} = {}", a, b, r);
            let simple = compose(&a.coalesce().unwrap(), &b);
            prop_assert_eq!(simple, Some(r));
        }
    }

    #[test]
    fn a_composition_of_compact_layouts_satisfies_its_equation(a in compact(), b in walk()) {
        if let Some(r) = compose(&a, &b) {
            prop_assert!(is_composition(&r, &a, &b), "{} o {} = {}", a, b, r);
        }
    }

    #[test]
    fn negative_strides_compose_on_the_left(a in signed(), b in walk()) {
        if let Some(r) = compose(&a, &b) {
            prop_assert!(is_composition(&r, &a, &b), "{} o {} = {}", a, b, r);
        }
        prop_assert!(compose(&b, &one(3, -1)).is_none());
    }

    #[test]
    fn the_exact_fit_finds_what_the_rule_finds(a in any_layout(), b in walk()) {
        let exact = a.compose_exact(&Tiler::whole(b));
        if let Ok(r) = exact {
            prop_assert!(is_composition(&r, &a, &b), "{} o {} = {}", a, b, r);
        }
        // The exact composition enumerates, so it has a limit.
        if let (Some(r), true) = (compose(&a, &b), b.size() <= 1 << 20) {
            prop_assert!(same_function(&exact.unwrap(), &r));
        }
    }

    #[test]
    fn identities_compose(a in any_layout(), b in walk()) {
        let identity = one(a.size(), 1);
        prop_assert!(same_function(&compose(&a, &identity).unwrap(), &a));
        let wide = one(b.cosize().max(2), 1);
        prop_assert_eq!(compose(&wide, &b).unwrap(), without_unit_strides(&b));
    }

    #[test]
    fn composition_is_associative(a in compact(), b in walk(), c in walk()) {
        let left = compose(&a, &b).and_then(|ab| compose(&ab, &c));
        let right = compose(&b, &c).and_then(|bc| compose(&a, &bc));
        if let (Some(left), Some(right), true) = (left, right, within(&c, &b) && within(&b, &a)) {
            prop_assert!(same_function(&left, &right));
        }
    }

    #[test]
    #[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
    fn composition_distributes_over_modes(a in compact(), b in walk(), c in walk()) {
        if let Some(r) = compose(&a, &b.concat(&c).unwrap()) {
            prop_assert_eq!(r.mode(0).ok(), compose(&a, &b));
            prop_assert_eq!(r.mode(1).ok(), compose(&a, &c));
        }
        let by: Tiler = format!("<{b},{c}>").parse().unwrap();
        let pair = a.concat(&a).unwrap();
        let modes = pair.compose(&by).ok();
        prop_assert_eq!(modes.is_some(), compose(&a, &b).is_some() && compose(&a, &c).is_some());
        if let Some(modes) = modes {
            prop_assert_eq!(modes.mode(0).ok(), compose(&a, &b));
            prop_assert_eq!(modes.mode(1).ok(), compose(&a, &c));
        }
    }

    #[test]
    fn single_modes_compose(s in 2..9_i64, d in 0..9_i64, n in 2..9_i64, r in 1..9_i64, a in any_layout()) {
        prop_assert_eq!(compose(&one(s, d), &one(n, r)), Some(one(n, r * d)));
        prop_assert_eq!(compose(&a, &one(n, 0)), Some(one(n, 0)));
    }

    #[test]
    fn a_bijection_after_a_bijection_is_one(a in compact(), order in shape()) {
        let a = Layout::row_major(a.shape()).unwrap();
        let leaves = a.flatten().unwrap().shape();
        let mut order = Layout::col_major(order).unwrap().flatten().unwrap().stride();
        (0..order.leaf_count()).for_each(|k| order.set_value(k, k as i64 * 5 % 7));
        let b = if order.congruent(&leaves) {
            Layout::ordered(leaves, order).unwrap()
        } else {
            Layout::row_major(leaves).unwrap()
        };
        if let Some(r) = compose(&a, &b) {
            prop_assert!(is_injective(&r) && r.cosize() == r.size());
        }
    }

    #[test]
    fn a_complement_satisfies_its_equations(a in chain(), k in 1..5_i64) {
        let m = k * (0..a.rank()).map(|i| a.shape().value(i) * a.stride().value(i)).max().unwrap();
        let c = a.complement(m).unwrap();
        prop_assert_eq!(c.size(), m / a.size());
        prop_assert_eq!(a.cosize() + c.cosize(), m + 1);
        prop_assert!(is_complement(&c, &a, m), "{} in {}: {}", a, m, c);
        let offsets: Vec<i64> = c.iter().collect();
        prop_assert!(offsets.windows(2).all(|pair| pair[0] < pair[1]));
        let mut order: Vec<usize> = (0..a.rank()).collect();
        order.sort_by_key(|&i| a.stride().value(i));
        let sorted = a.select(&order).unwrap();
        prop_assert_eq!(c.complement(m).unwrap(), sorted.coalesce().unwrap());
        prop_assert_eq!(sorted.complement(m).unwrap(), c);
    }

    #[test]
    fn the_order_of_modes_does_not_change_a_complement(a in chain(), turn in 0..3_usize, k in 1..5_i64) {
        let m = k * (0..a.rank()).map(|i| a.shape().value(i) * a.stride().value(i)).max().unwrap();
        let order: Vec<usize> = (0..a.rank()).map(|i| (i + turn) % a.rank()).collect();
        let turned = a.select(&order).unwrap();
        prop_assert_eq!(turned.complement(m), a.complement(m));
        prop_assert_eq!(turned.complement_padded(m + 1), a.complement_padded(m + 1));
    }

    #[test]
    fn complements_of_any_layout(a in any_layout(), m in 1..200_i64) {
        if let Ok(c) = a.complement(m) {
            prop_assert!(is_complement(&c, &a, m), "{} in {}: {}", a, m, c);
            prop_assert_eq!(a.complement_padded(m), Ok(c));
        } else if let Ok(c) = a.complement_padded(m) {
            let covered = c.size() * a.filter().unwrap().size();
            prop_assert!(covered > m && is_complement(&c, &a, covered));
        }
    }

    #[test]
    fn a_divide_satisfies_its_equations(a in compact(), t in walk()) {
        let tiler = Tiler::whole(t);
        if let Ok(r) = a.logical_divide(&tiler) {
            prop_assert!(!broadcasts(&t));
            prop_assert!(is_division(&r, &a, &t), "{} by {}: {}", a, t, r);
            prop_assert_eq!(a.logical_divide_padded(&tiler).unwrap().layout(), r);
        }
        for (_, padded) in DIVIDES {
            check_padding(&a, &tiler, padded);
        }
    }

    /// `A / T` is `A` composed with the same division of its linear indices, which only permutes them.
    #[test]
    fn a_divide_is_a_permutation_of_the_layout(a in any_layout(), t in walk()) {
        let (tiler, linear) = (Tiler::whole(t), one(a.size(), 1));
        for (divide, _) in DIVIDES {
            if let Ok(r) = divide(&a, &tiler) {
                let order = divide(&linear, &tiler).unwrap();
                prop_assert!(is_injective(&order) && order.cosize() == a.size());
                let at = unbounded(&a);
                prop_assert!(r.iter().eq(order.iter().map(at)), "{} by {}: {}", a, t, r);
            }
        }
    }

    /// By mode: `((t0, t1), (r0, r1))`, `((t0, t1), r0, r1)` and `(t0, t1, r0, r1)` have the modes of
    /// `((t0, r0), (t1, r1))`.
    #[test]
    #[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
    fn divides_by_mode_regroup(
        a in any_layout(),
        b in any_layout(),
        third in any::<bool>(),
        pick in prop::collection::vec(0..9_i64, 2),
    ) {
        let pair = a.concat(&b).unwrap();
        let a = if third { pair.append(&a).unwrap() } else { pair };
        let by = by_mode(&a, &pick);
        let Ok(logical) = a.logical_divide(&by) else { return Ok(()) };
        let (zipped, tiled, flat) =
            (a.zipped_divide(&by).unwrap(), a.tiled_divide(&by).unwrap(), a.flat_divide(&by).unwrap());
        prop_assert_eq!((zipped.rank(), tiled.mode(0)), (2, zipped.mode(0)));
        let (tiles, rests) = (zipped.mode(0).unwrap(), zipped.mode(1).unwrap());
        for k in 0..pick.len() {
            let (tile, rest) = (tiles.mode(k).unwrap(), rests.mode(k).unwrap());
            if pick[k] > 0 {
                prop_assert_eq!(logical.mode(k).unwrap(), tile.concat(&rest).unwrap());
            }
            prop_assert_eq!(tiled.mode(1 + k).unwrap(), rest);
            prop_assert_eq!(flat.mode(k).unwrap(), tile);
            prop_assert_eq!(flat.mode(pick.len() + k).unwrap(), rest);
        }
        for k in pick.len()..a.rank() {
            prop_assert_eq!(rests.mode(k).unwrap(), logical.mode(k).unwrap());
        }
    }

    /// The parts at each tile, and those at each position within a tile, are disjoint and together the whole image.
    #[test]
    fn the_parts_of_a_divide_partition_the_image(a in compact(), t in walk(), pick in prop::collection::vec(0..9_i64, 1..3)) {
        for tiler in [Tiler::whole(t), by_mode(&a, &pick)] {
            let Ok(r) = a.zipped_divide(&tiler) else { continue };
            for kept in 0..2 {
                let mut found = std::collections::HashMap::new();
                for at in 0..r.mode(1 - kept).unwrap().size() {
                    let mut coord = [Coord::leaf(at); 2];
                    coord[kept] = Coord::KEEP;
                    let (part, start) = r.slice(&Coord::tuple(&coord).unwrap()).unwrap();
                    part.iter().for_each(|offset| *found.entry(start + offset).or_insert(0) += 1);
                }
                // No offset twice, unless the layout has it twice.
                prop_assert_eq!(found, multiset(&a), "{} by {}: {}", a, tiler, r);
            }
        }
    }

    #[test]
    fn integers_divide(a in compact(), pick in prop::collection::vec(0..7_i64, 1..3)) {
        prop_assume!(a.size() <= 1 << 12);
        let n = gcd(a.size(), pick[0].max(1) * 12);
        let tiler = Tiler::whole(one(n, 1));
        if let Ok(r) = a.logical_divide(&tiler) {
            prop_assert!(is_division(&r, &a, &one(n, 1)));
            prop_assert_eq!(a.zipped_divide(&tiler), Ok(r));
            for (divide, padded) in DIVIDES {
                let r = divide(&a, &tiler).unwrap();
                prop_assert!(same_function(&r, &a.logical_divide(&tiler).unwrap()));
                prop_assert_eq!(padded(&a, &tiler).unwrap().layout(), r);
            }
        }
        let by = by_mode(&a, &pick);
        let mut regroupings = Vec::new();
        for (divide, padded) in DIVIDES {
            check_padding(&a, &by, padded);
            if let Ok(r) = divide(&a, &by) {
                prop_assert_eq!(multiset(&r), multiset(&a));
                regroupings.push(r);
            }
        }
        for r in regroupings.iter().skip(2) {
            prop_assert!(same_function(r, &regroupings[1]));
        }
    }

    #[test]
    fn padded_divides_by_mode(a in any_layout(), pick in prop::collection::vec(0..9_i64, 1..3)) {
        let modes: Vec<String> = pick
            .iter()
            .take(a.rank())
            .map(|&n| if n == 0 { "_".to_string() } else { n.to_string() })
            .collect();
        let by: Tiler = format!("<{}>", modes.join(",")).parse().unwrap();
        for (_, padded) in DIVIDES {
            check_padding(&a, &by, padded);
        }
    }

    #[test]
    fn a_product_satisfies_its_equations(a in chain(), b in walk()) {
        let tiler = Tiler::whole(b);
        if let Ok(r) = a.logical_product(&tiler) {
            prop_assert!(is_product(&r, &a, &b), "{} by {}: {}", a, b, r);
            if let Ok(tiles) = r.logical_divide(&Tiler::whole(one(a.size(), 1))) {
                prop_assert!(same_function(&tiles.mode(0).unwrap(), &a));
            }
            for regroup in [Layout::zipped_product, Layout::tiled_product, Layout::flat_product] {
                prop_assert!(same_function(&regroup(&a, &tiler).unwrap(), &r));
            }
        }
        let (blocked, raked) = (a.blocked_product(&b), a.raked_product(&b));
        prop_assert_eq!(blocked.is_ok(), raked.is_ok());
        if let (Ok(blocked), Ok(raked)) = (blocked, raked) {
            prop_assert!(!is_injective(&b) || is_injective(&blocked));
            for k in 0..blocked.rank() {
                let swapped = blocked.mode(k).unwrap().select(&[1, 0]).unwrap();
                prop_assert_eq!(raked.mode(k).unwrap(), swapped);
            }
        }
    }

    /// The repeats have the offsets that a product with an interval numbers.
    #[test]
    fn repeats_are_in_the_order_of_the_right_operand(a in chain(), b in walk()) {
        if let Ok(r) = a.logical_product(&Tiler::whole(b)) {
            let interval = a.logical_product(&Tiler::whole(one(b.cosize(), 1)));
            let Ok(places) = interval.and_then(|r| r.mode(1)) else { return Ok(()) };
            let at = unbounded(&places);
            prop_assert!(r.mode(1).unwrap().iter().eq(b.iter().map(at)), "{} by {}: {}", a, b, r);
        }
    }

    #[test]
    fn products_of_padded_pitches(a in any_layout(), b in walk()) {
        if let Ok(r) = a.logical_product(&Tiler::whole(b)) {
            prop_assert!(is_product(&r, &a, &b), "{} by {}: {}", a, b, r);
        }
    }
}
