//! Recasts, and the same offsets with other shapes.

use layout_core::{Coord, IntTuple, Layout, LayoutError, Rule};
use proptest::prelude::*;

use crate::mixed::{agrees, mixed, same_form, vary};
use crate::strategies::{chain, shape};
use crate::support::{is_injective, layout, multiset, tuple, without_unit_strides};
use crate::universe::layouts;

/// The coordinates of a mode of stride `d` within one group of `n`.
fn gathers(d: i64, n: i64) -> i64 {
    if 0 < d && d < n { n / d } else { 1 }
}

fn leaves(a: &Layout) -> Vec<(i64, i64)> {
    (0..a.shape().leaf_count()).map(|k| (a.shape().value(k), a.stride().value(k))).collect()
}

/// Any layout of few elements: the tests enumerate every offset several times.
fn any_layout() -> impl Strategy<Value = Layout> {
    crate::strategies::any_layout().prop_filter("few elements", |a| a.size() <= 600)
}

fn compact() -> impl Strategy<Value = Layout> {
    crate::strategies::compact().prop_filter("few elements", |a| a.size() <= 600)
}

fn signed() -> impl Strategy<Value = Layout> {
    crate::strategies::signed().prop_filter("few elements", |a| a.size() <= 600)
}

fn flat(values: impl Iterator<Item = i64>) -> Coord {
    IntTuple::tuple(&values.map(IntTuple::leaf).collect::<Vec<_>>()).unwrap().into()
}

fn flat_coords(a: &Layout) -> impl Iterator<Item = Vec<i64>> + use<> {
    let extents: Vec<i64> = leaves(a).into_iter().map(|(s, _)| s).collect();
    (0..a.size()).map(move |i| {
        let mut rest = i;
        extents
            .iter()
            .map(|s| {
                let digit = rest % s;
                rest /= s;
                digit
            })
            .collect()
    })
}

/// `R(c_0/m_0, ..) = floor(A(c) / n)`, and every coordinate of `R` has this form.
fn is_upcast(r: &Layout, a: &Layout, n: i64) -> bool {
    let (r, a) = (r.flatten().unwrap(), a.flatten().unwrap());
    let gathered: Vec<i64> =
        leaves(&a).iter().map(|&(s, d)| if s == 1 { 1 } else { gathers(d, n) }).collect();
    let sizes = leaves(&a).into_iter().zip(&gathered).map(|((s, _), m)| (s + m - 1) / m);
    let r_at = |c: Vec<i64>| {
        if r.depth() == 0 { r.index(&c[0].into()) } else { r.index(&flat(c.into_iter())) }
    };
    leaves(&r).into_iter().map(|(s, _)| s).eq(sizes)
        && flat_coords(&a).zip(a.iter()).all(|(c, offset)| {
            let groups = c.iter().zip(&gathered).map(|(c, m)| c / m).collect();
            r_at(groups) == Ok(offset.div_euclid(n))
        })
}

/// The offsets are the `n` parts of each offset of `a`, in the order of `a`.
fn is_downcast(r: &Layout, a: &Layout, n: i64) -> bool {
    let mut parts: Vec<i64> =
        a.iter().flat_map(|offset| (0..n).map(move |t| n * offset + t)).collect();
    let mut found: Vec<i64> = r.iter().collect();
    parts.sort_unstable();
    found.sort_unstable();
    let grown: Vec<usize> =
        (0..leaves(a).len()).filter(|&k| leaves(a)[k].0 != leaves(r)[k].0).collect();
    let same = grown.len() == usize::from(n > 1);
    found == parts
        && same
        && flat_coords(r).zip(r.iter()).all(|(mut c, offset)| {
            let part = grown.first().map_or(0, |&k| {
                let part = c[k] % n;
                c[k] /= n;
                part
            });
            let a = a.flatten().unwrap();
            let c = if a.depth() == 0 { c[0].into() } else { flat(c.into_iter()) };
            a.index(&c) == Ok((offset - part) / n)
        })
}

/// On a small universe, an upcast is accepted exactly where the groups of each mode form the groups of all.
#[test]
fn upcasts_exhaustively() {
    let (mut accepted, mut straddling) = (0, 0);
    for rank in 1..=2 {
        for a in layouts(rank, &[1, 2, 3, 4, 6], &[0, 1, 2, 3, 4, 6, 8, -2, -4]) {
            for n in 1..=8 {
                match a.upcast(n) {
                    Ok(r) => {
                        accepted += 1;
                        assert!(is_upcast(&r, &a, n), "{a} by {n}: {r}");
                    }
                    Err(error) => match error.rule() {
                        Rule::Group { stride, count } => {
                            assert!(count == n && stride % n != 0 && n % stride != 0);
                        }
                        Rule::NegativeStride { stride } => assert!(stride < 0 && stride % n != 0),
                        Rule::Straddle { .. } => {
                            straddling += 1;
                            let side = |side: &dyn Fn(i64, i64) -> i64| {
                                let parts: Vec<_> = leaves(&a)
                                    .into_iter()
                                    .map(|(s, d)| IntTuple::leaf(side(s, d)))
                                    .collect();
                                IntTuple::tuple(&parts).unwrap()
                            };
                            let groups = |s, d| {
                                if s == 1 { 1 } else { (s + gathers(d, n) - 1) / gathers(d, n) }
                            };
                            let steps = |_, d: i64| if 0 < d && d < n { 1 } else { d / n };
                            let r = Layout::new(side(&groups), side(&steps)).unwrap();
                            assert!(!is_upcast(&r, &a, n), "{a} by {n}: {r}");
                        }
                        rule => panic!("{a} by {n}: {rule:?}"),
                    },
                }
            }
        }
    }
    assert!(accepted > 0 && straddling > 0);
}

/// A downcast is right. It is refused exactly where no leaf has stride 1 and none has extent 1.
#[test]
fn downcasts_exhaustively() {
    for rank in 1..=2 {
        for a in layouts(rank, &[1, 2, 3, 4], &[0, 1, 2, 3, 6, -1]) {
            for n in [1, 2, 3, 5] {
                let adjacent = leaves(&a).iter().any(|&(s, d)| s == 1 || d == 1);
                match a.downcast(n) {
                    Ok(r) => {
                        assert!((adjacent || n == 1) && is_downcast(&r, &a, n), "{a} by {n}: {r}")
                    }
                    Err(_) => assert!(!adjacent && n > 1, "{a} by {n}"),
                }
            }
        }
    }
}

#[test]
fn bits() {
    let recast = |text: &str, old, new| layout(text).recast_bits(old, new).map(|r| r.to_string());
    assert_eq!(recast("(128,64):(1,128)", 4, 32).unwrap(), "(16,64):(1,16)");
    assert_eq!(recast("16:1", 4, 6).unwrap(), "12:1");
    assert_eq!(recast("12:1", 6, 4).unwrap(), "18:1");
    assert_eq!(recast("(4,8,10):(1,4,32)", 6, 32).unwrap(), "(1,6,10):(0,1,6)");
    for (old, new, text) in [
        (0, 8, "cannot recast 4:1 from 0 to 8 bits: 0 is not positive"),
        (8, -4, "cannot recast 4:1 from 8 to -4 bits: -4 is not positive"),
    ] {
        assert_eq!(recast("4:1", old, new).unwrap_err().to_string(), text);
    }
    let text = "cannot recast 4:2 from 16 to 8 bits: no stride and no extent is known to be 1: \
        the parts of an element would not be adjacent";
    assert_eq!(recast("4:2", 16, 8).unwrap_err().to_string(), text);
    let text = "cannot upcast (2,4):(-2,4) by 4: the stride -2 is negative";
    assert_eq!(layout("(2,4):(-2,4)").upcast(4).unwrap_err().to_string(), text);
    let text = "cannot upcast (3,4):(1,2) by 4: the modes below 4 reach 4 together, past the end of a group";
    assert_eq!(layout("(3,4):(1,2)").upcast(4).unwrap_err().to_string(), text);
}

/// All leaves below `n` contain whole groups, and every group is reached.
fn divides(a: &Layout, n: i64) -> bool {
    leaves(a).iter().all(|&(s, d)| s == 1 || s % gathers(d, n) == 0) && a.max_alignment() % n == 0
}

/// Strides other than 0 leave no gaps.
fn is_compact(a: &Layout) -> bool {
    let moving = a.filter().unwrap();
    moving.size() == moving.cosize()
}

/// Every offset is in a group of `n`.
fn is_aligned(a: &Layout, n: i64) -> bool {
    let offsets: std::collections::HashSet<i64> = a.iter().collect();
    a.iter().all(|offset| (0..n).all(|t| offsets.contains(&(offset.div_euclid(n) * n + t))))
}

/// Distinct offsets from 0 on form whole groups of no greater number.
#[test]
fn alignments_exhaustively() {
    let mut greater = 0;
    for rank in 1..=2 {
        for a in layouts(rank, &[1, 2, 3, 4, 6], &[0, 1, 2, 3, 4, 6, 8, 12, -1, -4]) {
            let n = a.max_alignment();
            assert!(is_aligned(&a, n), "{a}: {n}");
            let longest = (n..=a.size()).rev().find(|&n| is_aligned(&a, n)).unwrap_or(n);
            if is_injective(&a) && a.iter().all(|offset| offset >= 0) {
                assert_eq!(n, longest, "{a}");
                greater += usize::from(n > 1);
            }
        }
    }
    assert!(greater > 100, "{greater}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn upcast_and_back(a in compact(), n in 1..9_i64, m in 1..5_i64) {
        if let Ok(r) = a.upcast(n) {
            prop_assert!(is_upcast(&r, &a, n));
            if divides(&a, n) {
                let back = r.downcast(n).unwrap();
                prop_assert!(is_downcast(&back, &r, n), "{} by {}: {}", r, n, back);
                prop_assert_eq!(multiset(&back), multiset(&a), "{} by {}: {}", a, n, back);
            }
            if let (Ok(twice), Ok(once)) = (r.upcast(m), a.upcast(m * n))
                && divides(&a, n) && divides(&r, m)
            {
                prop_assert_eq!(twice, once, "{} by {} and {}", a, n, m);
            }
        }
    }

    #[test]
    fn recasts(a in any_layout(), n in 1..9_i64) {
        if let Ok(r) = a.upcast(n) {
            prop_assert!(is_upcast(&r, &a, n), "{} by {}: {}", a, n, r);
        }
        if let Ok(r) = a.downcast(n) {
            prop_assert!(is_downcast(&r, &a, n), "{} by {}: {}", a, n, r);
            prop_assert_eq!(r.upcast(n).map(|back| multiset(&back)), Ok(multiset(&a)));
        }
        prop_assert_eq!(a.recast_bits(8, 8 * n).ok(), a.upcast(n).ok());
        prop_assert_eq!(a.recast_bits(8 * n, 8).ok(), a.downcast(n).ok());
    }

    #[test]
    fn alignment(a in any_layout(), b in compact()) {
        for a in [a, b] {
            let n = a.max_alignment();
            prop_assert!(n >= 1 && is_aligned(&a, n), "{}: {}", a, n);
            let moving = a.filter().unwrap().sort().unwrap().coalesce().unwrap();
            prop_assert!(!is_injective(&moving) || moving.upcast(n).is_ok(), "{}: {}", a, n);
        }
    }

    #[test]
    fn permutations_keep_the_offsets(a in signed(), seed in any::<u64>()) {
        let mut modes: Vec<usize> = (0..a.rank()).collect();
        for k in (1..modes.len()).rev() {
            modes.swap(k, (seed >> (4 * k)) as usize % (k + 1));
        }
        let r = a.permute(&modes).unwrap();
        prop_assert_eq!((r.cosize(), multiset(&r)), (a.cosize(), multiset(&a)));
        prop_assert_eq!(Ok(r), a.select(&modes));
        let twice = [&modes[..], &modes[..1]].concat();
        prop_assert!(a.permute(&twice).is_err() && a.permute(&modes[1..]).is_err());
    }

    #[test]
    fn sorted_strides_rise(a in any_layout(), c in chain()) {
        let r = a.sort().unwrap();
        prop_assert_eq!((r.cosize(), multiset(&r)), (a.cosize(), multiset(&a)));
        prop_assert!(leaves(&r).is_sorted_by_key(|&(_, d)| d) && r.sort() == Ok(r));
        let m = leaves(&c).iter().map(|(s, d)| s * d).max().unwrap();
        let twice = c.complement(m).unwrap().complement(m).unwrap();
        prop_assert_eq!(twice, c.sort().unwrap().coalesce().unwrap());
    }

    #[test]
    fn flatten_and_back(a in any_layout(), other in shape()) {
        let flat = a.flatten().unwrap();
        prop_assert_eq!(flat.unflatten(&a.shape()), Ok(a));
        if other.leaf_count() == a.rank() {
            let nested = a.unflatten(&other).unwrap();
            prop_assert!(other.weakly_congruent(&nested.shape()));
            prop_assert!(nested.iter().eq(a.iter()));
        } else {
            prop_assert!(a.unflatten(&other).is_err());
        }
    }

    #[test]
    fn splitting_a_mode_keeps_the_function(r in 1..7_i64, s in 1..7_i64, d in -9..10_i64) {
        let mode = layout(&format!("{}:{d}", r * s));
        let split = mode.with_shape(&tuple(&format!("({r},{s})"))).unwrap();
        let written = layout(&format!("({r},{s}):({d},{})", r * d));
        prop_assert_eq!(split, without_unit_strides(&written));
        prop_assert!(split.iter().eq(mode.iter()));
    }

    #[test]
    fn another_shape_is_the_same_walk(a in any_layout(), s in shape()) {
        if let Ok(r) = a.with_shape(&s) {
            prop_assert!(s.compatible(&r.shape()));
            let most = r.size().min(a.size()) as usize;
            prop_assert!(r.iter().take(most).eq(a.iter().take(most)));
        }
        prop_assert!(a.with_shape(&a.shape()).unwrap().iter().eq(a.iter()));
    }

    #[test]
    fn compact_in_the_order_of_a_layout(a in any_layout(), b in compact()) {
        let r = a.like().unwrap();
        prop_assert!(r.shape() == a.shape() && r.like() == Ok(r), "{} is like {}", r, a);
        let moving = r.filter().unwrap();
        prop_assert!(is_injective(&moving) && moving.cosize() == moving.size());
        let (before, after) = (leaves(&a), leaves(&r));
        for j in 0..before.len() {
            prop_assert_eq!(before[j].1 == 0 || before[j].0 == 1, after[j].1 == 0);
            for k in 0..j {
                if before[j].0 > 1 && before[k].0 > 1 {
                    let sorted = |l: &[(i64, i64)]| (l[k].1, k) < (l[j].1, j);
                    prop_assert!(after[j].1 == 0 || after[k].1 == 0 || sorted(&before) == sorted(&after));
                }
            }
        }
        prop_assert!(!is_compact(&b) || b.like() == Ok(b));
        let fragment = a.fragment_like().unwrap();
        prop_assert_eq!(fragment.size(), a.size());
        let moving = fragment.filter().unwrap();
        prop_assert!(is_injective(&moving) && moving.cosize() == moving.size());
        if a.rank() > 1 {
            // Mode 0 first, with the leftmost leaf fastest, then the other leaves by stride.
            let (first, whole) = (a.mode(0).unwrap(), leaves(&fragment));
            let (mut covered, held) = (1, leaves(&first).len());
            for (k, &(s, d)) in leaves(&first).iter().enumerate() {
                prop_assert_eq!(whole[k], (s, if s == 1 || d == 0 { 0 } else { covered }));
                covered *= if d == 0 { 1 } else { s };
            }
            let mut rest: Vec<usize> = (held..whole.len()).filter(|&k| whole[k].0 > 1).collect();
            rest.sort_by_key(|&k| (before[k].1, k));
            for k in rest {
                prop_assert_eq!(whole[k].1, covered, "{} of {}", fragment, a);
                covered *= whole[k].0;
            }
        }
    }

    #[test]
    fn filters_keep_the_set_of_offsets(a in any_layout()) {
        let set = |a: &Layout| a.iter().collect::<std::collections::BTreeSet<i64>>();
        let one = tuple("1");
        let whole = a.shape();
        for r in [Ok(a.filter_zeros()), a.filter(), a.filter_by(&one), a.filter_by(&whole), a.filter_zeros_by(&whole)] {
            prop_assert_eq!(set(&r.unwrap()), set(&a));
        }
        prop_assert_eq!(a.filter_zeros_by(&whole), Ok(a.filter_zeros()));
        prop_assert_eq!(a.filter_by(&one), a.filter());
        prop_assert!(a.filter_by(&whole).unwrap().shape().congruent(&whole));
    }

    #[test]
    fn a_block_fills_a_shape(a in compact(), times in prop::collection::vec(1..4_i64, 4), last in 0..2_usize) {
        prop_assume!(a.rank() <= 3 && a.depth() > 0 && is_compact(&a));
        let mut shape: Vec<i64> = (0..a.rank()).map(|k| a.mode(k).unwrap().size() * times[k]).collect();
        shape.extend(std::iter::repeat_n(times[3], last));
        let tuple = |values: &[i64]| {
            IntTuple::tuple(&values.iter().map(|&value| IntTuple::leaf(value)).collect::<Vec<_>>()).unwrap()
        };
        let target = tuple(&shape);
        let order = tuple(&(0..shape.len() as i64).rev().collect::<Vec<_>>());
        for r in [a.tile_to_shape(&target).unwrap(), a.tile_to_shape_ordered(&target, &order).unwrap()] {
            prop_assert!(target.compatible(&r.shape()), "{} to {}: {}", a, target, r);
            for k in 0..a.rank() {
                prop_assert_eq!(r.get(&[k, 0]), a.mode(k));
            }
            let filtered = a.filter().unwrap();
            let copies = r.size() / a.size();
            let r = r.filter().unwrap();
            prop_assert!(is_injective(&r) && r.size() == copies * filtered.size() && is_compact(&r));
        }
        shape[0] += 1;
        let extent = a.mode(0).unwrap().size();
        prop_assert_eq!(a.tile_to_shape(&tuple(&shape)).is_err(), extent > 1);
    }

    #[test]
    fn zip_is_its_own_inverse(a in any_layout(), b in any_layout()) {
        let pair = a.concat(&b).unwrap();
        match pair.zip() {
            Ok(zipped) => {
                prop_assert_eq!(multiset(&zipped), multiset(&pair));
                prop_assert!(a.depth() == 0 || b.depth() == 0 || zipped.zip() == Ok(pair));
            }
            Err(_) => prop_assert!(a.rank() != b.rank()),
        }
    }

    #[test]
    fn dice_is_what_slice_leaves(a in any_layout(), kept in any::<u16>()) {
        prop_assume!(a.depth() > 0);
        let part = |k| if kept >> k & 1 == 1 { Coord::KEEP } else { Coord::leaf(0) };
        let c = Coord::tuple(&(0..a.rank()).map(part).collect::<Vec<_>>()).unwrap();
        let (slice, dice) = (a.slice(&c).unwrap().0, a.dice(&c).unwrap());
        prop_assert_eq!(slice.rank() + dice.rank(), a.rank());
        prop_assert_eq!(multiset(&slice.concat(&dice).unwrap()), multiset(&a));
    }

    #[test]
    fn numbers_spread_over_shapes(s in shape(), n in 1..100_i64) {
        let r = Layout::distribute(&s, n).unwrap();
        let (mut left, mut below, mut offsets) = (n, 1, vec![0]);
        for k in 0..s.leaf_count() {
            let extent = s.value(k);
            let shared = (1..=extent).rev().find(|d| extent % d == 0 && left % d == 0).unwrap();
            let steps = (0..shared).flat_map(|i| offsets.iter().map(move |o| o + i * below));
            offsets = steps.collect();
            left /= shared;
            below *= extent;
        }
        prop_assert!(r.iter().eq(offsets), "{} over {}: {}", n, s, r);
        prop_assert!(n % r.size() == 0 && is_injective(&r) && r.cosize() <= s.size().unwrap());
    }
}

type ReshapeOperation = fn(&Layout) -> Result<Layout, LayoutError>;

const OPERATIONS: [ReshapeOperation; 13] = [
    Layout::like,
    Layout::fragment_like,
    Layout::sort,
    Layout::filter,
    |a| a.upcast(2),
    |a| a.upcast(6),
    |a| a.downcast(3),
    |a| a.recast_bits(6, 4),
    |a| a.with_shape(&tuple("(2,3,4)")),
    |a| a.tile_to_shape(&tuple("(12,12,12)")),
    |a| a.tile_to_shape(&tuple("(24)")),
    |a| a.tile_to_shape(&tuple("24")),
    |a| a.tile_to_shape_ordered(&tuple("(24,24)"), &tuple("(1,0)")),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_mixed_result_is_the_known_function(a in any_layout(), b in compact(), bits in any::<u32>()) {
        for a in [a, b] {
            let x = mixed(&a, bits);
            for (k, operation) in OPERATIONS.iter().enumerate() {
                if let Ok(r) = operation(&x) {
                    // A known extent beside a run-time stride of 0 remains, where the filter would drop it.
                    let stays = |k| {
                        a.stride().value(k) == 0 && !x.stride().is_known(k) && x.shape().is_known(k)
                    };
                    if k == 3 && (0..a.shape().leaf_count()).any(stays) {
                        continue;
                    }
                    let known = operation(&a).unwrap();
                    prop_assert!(agrees(&r, &known), "{}: {} of {} but {}", k, r.marked(), x.marked(), known);
                }
            }
        }
    }

    #[test]
    fn the_form_does_not_depend_on_unknown_values(
        a in compact(),
        bits in any::<u32>(),
        values in prop::collection::vec(prop::sample::select(&[1_i64, 2, 3, 4, 6, 8, 12, 24][..]), 9),
    ) {
        let x = mixed(&a, bits);
        let u = vary(&x, &values);
        for operation in OPERATIONS {
            let (r, s) = (operation(&x), operation(&u));
            prop_assert!(same_form(&r, &s), "{}: {:?}, {}: {:?}",
                x.marked(), r.map(|r| r.marked()), u.marked(), s.map(|s| s.marked()));
        }
    }
}
