//! Inverses, common layouts and predicates, compared with enumeration.

use std::collections::{BTreeSet, HashMap};

use layout_core::{Layout, LayoutError, Rule};
use proptest::prelude::*;

use crate::strategies::{any_layout, chain, compact, signed, walk};
use crate::support::{is_injective, layout};
use crate::universe::{is_layout, layouts};

fn at(a: &Layout, i: i64) -> i64 {
    a.index(&i.into()).unwrap()
}

fn image(a: &Layout) -> BTreeSet<i64> {
    a.iter().collect()
}

fn goes_down(a: &Layout) -> bool {
    (0..a.shape().leaf_count()).any(|k| a.shape().value(k) > 1 && a.stride().value(k) < 0)
}

/// The linear indices of the offsets 0, 1, .. up to the first that is not reached. Requires an injective `a`.
fn way_back(a: &Layout) -> Vec<i64> {
    let at: HashMap<i64, i64> = a.iter().zip(0..).collect();
    (0..).map_while(|offset| at.get(&offset).copied()).collect()
}

/// The longest prefix that is a layout.
fn longest(table: &[i64]) -> i64 {
    (1..=table.len()).rev().find(|&n| is_layout(&table[..n])).map_or(1, |n| n as i64)
}

/// The sorted strides of extents above 1, with their extents.
fn sorted(a: &Layout) -> Vec<(i64, i64)> {
    let mut modes: Vec<(i64, i64)> = (0..a.shape().leaf_count())
        .map(|k| (a.stride().value(k), a.shape().value(k)))
        .filter(|mode| mode.1 > 1)
        .collect();
    modes.sort_unstable();
    modes
}

fn check_right(a: &Layout) {
    match a.right_inverse() {
        Ok(r) => {
            assert!((0..r.size()).all(|k| at(a, at(&r, k)) == k), "{a}: {r}");
            assert!(r.cosize() <= a.size(), "{a}: {r}");
            if is_injective(a) {
                assert_eq!(r.size(), longest(&way_back(a)), "{a}: {r}");
            }
        }
        Err(error) => {
            assert!(matches!(error.rule(), Rule::Downward { .. }) && goes_down(a), "{error}");
        }
    }
}

fn check_left(a: &Layout) {
    match a.left_inverse() {
        Ok(l) => assert!((0..a.size()).all(|i| at(&l, at(a, i)) == i), "{a}: {l}"),
        Err(error) => {
            let modes = sorted(&a.coalesce().unwrap());
            let chain = modes.iter().all(|mode| mode.0 > 0)
                && modes.windows(2).all(|pair| {
                    let ((d, s), (e, _)) = (pair[0], pair[1]);
                    e % d == 0 && e >= d * s
                });
            assert!(!chain, "{error}");
        }
    }
}

fn check_inverse(a: &Layout) {
    let bijective = image(a).into_iter().eq(0..a.size());
    assert_eq!(a.is_bijective(), bijective, "{a}");
    match a.inverse() {
        Ok(inverse) => {
            assert!(bijective);
            assert_eq!(a.right_inverse(), Ok(inverse));
            assert_eq!(a.left_inverse(), Ok(inverse));
            assert!(inverse.inverse().unwrap().same_function(a));
        }
        Err(error) => assert!(!bijective, "{error}"),
    }
}

fn check_nullspace(a: &Layout) {
    let n = a.nullspace().unwrap();
    assert!(n.iter().all(|i| at(a, i) == 0), "{a}: {n}");
    assert!(is_injective(&n));
    if !goes_down(a) {
        assert_eq!(n.size(), a.iter().filter(|&offset| offset == 0).count() as i64);
    }
}

fn check_predicates(a: &Layout) {
    let (hit, injective) = (image(a), is_injective(a));
    assert_eq!(a.is_injective(), Ok(injective), "{a}");
    match a.collision().unwrap() {
        None => assert!(injective),
        Some((first, second)) => {
            assert_ne!(first, second);
            assert_eq!(a.try_index(&first.into()), a.try_index(&second.into()), "{a}");
            assert!(a.try_index(&first.into()).is_ok());
        }
    }
    let end = a.cosize() + 1;
    let ranges = (0..end).step_by(1 + end as usize / 50).chain([a.size(), end - 1, end]);
    for m in ranges {
        assert_eq!(a.covers(m), Ok((0..m).all(|offset| hit.contains(&offset))), "{a} in {m}");
        assert_eq!(a.is_surjective_onto(m), hit.iter().copied().eq(0..m), "{a} onto {m}");
    }
    assert_eq!(a.is_contiguous(), a.iter().eq(0..a.size()));
}

fn check_all(a: &Layout) {
    check_right(a);
    check_left(a);
    check_inverse(a);
    check_nullspace(a);
    check_predicates(a);
}

fn check_common(a: &Layout, b: &Layout) {
    let Ok(r) = a.max_common_layout(b) else {
        assert!(goes_down(a) || goes_down(b));
        return;
    };
    assert_eq!(a.max_common_vector(b), Ok(r.size()));
    assert_eq!(b.max_common_layout(a), Ok(r), "{a} and {b}");
    assert!(r.cosize() <= a.size().min(b.size()));
    assert!((0..r.size()).all(|i| at(a, at(&r, i)) == i && at(b, at(&r, i)) == i), "{a}, {b}: {r}");
    if is_injective(a) && is_injective(b) {
        let (there, here) = (way_back(a), way_back(b));
        let common = there.iter().zip(&here).take_while(|(i, j)| i == j).count();
        assert_eq!(r.size(), longest(&there[..common]), "{a} and {b}: {r}");
    }
}

/// Every layout of rank 1 to 3, with strides of 0, of both signs and of extents of 1.
#[test]
fn small_layouts() {
    let step = if cfg!(debug_assertions) { 7 } else { 1 };
    for rank in 1..=2 {
        layouts(rank, &[1, 2, 3, 4], &[-4, -2, -1, 0, 1, 2, 3, 4, 6, 8, 12])
            .iter()
            .for_each(check_all);
    }
    layouts(3, &[1, 2, 3], &[0, 1, 2, 3, 4, 6]).iter().step_by(step).for_each(check_all);
    layouts(3, &[2, 3], &[-3, -1, 1, 2, 4]).iter().step_by(step).for_each(check_all);
}

#[test]
fn what_small_layouts_have_in_common() {
    let all = layouts(2, &[1, 2, 4], &[-1, 0, 1, 2, 4, 8]);
    let step = if cfg!(debug_assertions) { 11 } else { 1 };
    for (k, a) in all.iter().enumerate() {
        all.iter().skip(k % step).step_by(step).for_each(|b| check_common(a, b));
    }
}

/// A bijection's sorted strides are the prefix products.
#[test]
fn bijections_are_compact() {
    for a in layouts(3, &[1, 2, 3], &[0, 1, 2, 3, 4, 6, 9]) {
        let mut covered = 1;
        let compact = sorted(&a).into_iter().all(|(stride, extent)| {
            let continues = stride == covered;
            covered *= extent;
            continues
        });
        assert_eq!(a.is_bijective(), compact, "{a}");
    }
}

#[test]
fn the_museum() {
    assert_eq!(layout("(2,2):(3,1)").left_inverse().unwrap(), layout("(3,2):(2,1)"));
    assert_eq!(layout("(2,3):(3,2)").is_injective(), Ok(true));
    assert_eq!(layout("(2,3):(2,1)").is_injective(), Ok(false));
    let both = layout("4:1").max_common_layout(&layout("8:1"));
    assert_eq!(both.unwrap(), layout("4:1"));
    assert_eq!(layout("4:-1").right_inverse().unwrap(), layout("1:0"));
    assert_eq!(layout("(4,2):(1,-7)").right_inverse().unwrap(), layout("4:1"));
    // Sums of both strides reach 0, 1, 2 and 3.
    assert!(layout("(2,3):(-1,2)").right_inverse().is_err());
}

fn text(result: Result<Layout, LayoutError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
fn refusals() {
    let left = |a: &str| text(layout(a).left_inverse());
    assert_eq!(
        left("(2,3):(3,2)"),
        "no left inverse of (2,3):(3,2): the stride 3 is not a multiple of the stride 2 below it; \
         a right inverse may exist: try right_inverse"
    );
    assert_eq!(
        left("(4,4):(1,2)"),
        "no left inverse of (4,4):(1,2): the stride 2 is below 4, where the mode below it ends: the \
         modes overlap; a right inverse may exist: try right_inverse"
    );
    assert_eq!(
        left("(2,4):(0,1)"),
        "no left inverse of (2,4):(0,1): the extent 2 at stride 0 repeats elements"
    );
    assert_eq!(left("4:-1"), "no left inverse of 4:-1: the stride -1 is negative");
    assert_eq!(
        text(layout("(4,2):(1,8)").inverse()),
        "no inverse of (4,2):(1,8): the stride 8 is above 4, where the modes below it end: the \
         offsets between are unused; left_inverse allows that"
    );
    assert_eq!(
        text(layout("(2,3):(-1,2)").right_inverse()),
        "no right inverse of (2,3):(-1,2): the stride -1 is negative, and positive ones do not \
         continue each other from 1 on"
    );
    let empty = layout("(4,0):(1,4)");
    let results = [
        empty.right_inverse(),
        empty.left_inverse(),
        empty.inverse(),
        empty.nullspace(),
        empty.max_common_layout(&layout("4:1")),
        layout("4:1").max_common_layout(&empty),
    ];
    for result in results {
        assert_eq!(result.unwrap_err().rule(), Rule::Empty);
    }
    assert_eq!((empty.is_injective(), empty.is_bijective()), (Ok(true), true));
    assert!(empty.is_contiguous() && empty.is_surjective_onto(0) && !empty.is_surjective_onto(1));
    assert_eq!((empty.covers(0), empty.covers(1)), (Ok(true), Ok(false)));
    let wide = layout("(2,2):(4611686018427387904,1)").left_inverse();
    assert!(matches!(wide.unwrap_err().rule(), Rule::Overflow { .. }));
}

/// Coordinates have no order of offsets.
#[test]
fn units() {
    let identity = layout("(2,3):(1@0,1@1)");
    assert_eq!(identity.is_injective(), Ok(true));
    assert_eq!(layout("(2,3):(1@0,1@0)").is_injective(), Ok(false));
    assert!(!identity.is_bijective() && !identity.is_contiguous());
    assert!(!identity.is_surjective_onto(6));
    for refused in
        [identity.covers(2).map(|_| identity), identity.right_inverse(), identity.inverse()]
    {
        assert!(matches!(refused.unwrap_err().rule(), Rule::Unit { .. }));
    }
    assert_eq!(layout("(4,2):(0,1@1)").nullspace().unwrap(), layout("4:1"));
    assert!(!identity.same_function(&layout("(2,3):(1,1)")) && identity.same_function(&identity));
}

/// Searches terminate.
#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
fn what_takes_too_long_is_refused() {
    // Strides that no rule separates, and too many sums for a search.
    let wide = "(8,8,8,8,8,8,8):(840114295877,896459479193,991724164512,837195672436,728557128277,789768684091,902349678838)";
    let error = layout(wide).is_injective().unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("cannot tell whether offsets repeat in {wide}: the search exceeds 65536 steps")
    );
    let far = layout("(3,20000):(-7,5)");
    let error = far.covers(9).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot tell whether every offset is hit by (3,20000):(-7,5) in 9: the search exceeds \
         16384 steps"
    );
}

#[test]
fn compositions_point_to_the_exact_fit() {
    let refused =
        layout("(2,2,2):(1,3,5)").compose(&"3:3".parse().unwrap()).unwrap_err().to_string();
    assert!(refused.ends_with(
        "; such a layout exists, but the static rule does not find it: use compose_exact of dynamic layouts"
    ));
    let exact =
        |a: &str, b: &str| layout(a).compose_exact(&b.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(
        exact("(6,2):(1,7)", "(3,2):(2,3)"),
        "no layout is (6,2):(1,7) after (3,2):(2,3): at the coordinate (2,1) the offset is 8, not 7"
    );
    assert_eq!(
        exact("(4,6):(1,5)", "(2,5):(0,1)"),
        "no layout is (4,6):(1,5) after (2,5):(0,1): at the coordinate (0,4) the offset is 5, not 4"
    );
    assert_eq!(
        exact("((2,2),2):((1,4),9)", "<3:1,2>"),
        "no layout is ((2,2),2):((1,4),9) after <3:1,2:1>: at the linear index 2 of its tile the offset is 4, not 2"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_layouts(a in any_layout(), b in compact(), c in signed(), d in chain()) {
        for a in [a, b, c, d] {
            if a.size() <= 1 << 12 && a.cosize() <= 1 << 12 {
                check_all(&a);
            }
        }
    }

    #[test]
    fn what_random_layouts_have_in_common(a in compact(), b in compact(), c in walk()) {
        check_common(&a, &a);
        check_common(&a, &b);
        check_common(&a, &c);
    }

    #[test]
    fn the_same_function(a in any_layout(), b in compact(), c in signed()) {
        for (a, b) in [(a, b), (b, c), (a, c)] {
            prop_assert_eq!(a.same_function(&b), a.iter().eq(b.iter()));
            prop_assert!(a.same_function(&a.coalesce().unwrap()) && a.same_function(&a.flatten().unwrap()));
        }
    }
}
