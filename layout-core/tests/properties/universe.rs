//! Every layout of small universes.

use std::collections::HashMap;

use layout_core::{IntTuple, Layout, Tiler};

use crate::support::{
    is_complement, is_composition, is_division, is_injective, is_product, unbounded,
    without_unit_strides,
};

/// Every layout of a rank with the given extents and strides.
pub(crate) fn layouts(rank: usize, extents: &[i64], strides: &[i64]) -> Vec<Layout> {
    let modes = extents.len() * strides.len();
    let tuple = |parts: Vec<i64>| {
        IntTuple::tuple(&parts.into_iter().map(IntTuple::leaf).collect::<Vec<_>>()).unwrap()
    };
    (0..modes.pow(rank as u32))
        .map(|number| {
            let digits = (0..rank).map(|k| number / modes.pow(k as u32) % modes);
            let shape = digits.clone().map(|d| extents[d % extents.len()]).collect();
            let stride = digits.map(|d| strides[d / extents.len()]).collect();
            Layout::new(tuple(shape), tuple(stride)).unwrap()
        })
        .collect()
}

/// Every pair of a layout of rank 1 to 3 and a single mode within its bounds. Accepted compositions are right, their
/// number is that of the rule, and the exact composition finds every one that exists. Without optimization, a part of
/// the universe runs.
#[test]
fn compositions_with_one_mode() {
    let step = if cfg!(debug_assertions) { 41 } else { 1 };
    let (mut pairs, mut accepted, mut exact) = (0, 0, 0);
    for rank in 1..=3 {
        let all = layouts(rank, &[2, 3, 4, 6], &[1, 2, 3, 4, 6, 8, 12, 24]);
        for a in all.into_iter().step_by(if rank == 3 { step } else { 1 }) {
            for n in 2..=12 {
                for r in (1..=12).take_while(|r| (n - 1) * r < a.size()) {
                    pairs += 1;
                    let mode = Layout::new(IntTuple::leaf(n), IntTuple::leaf(r)).unwrap();
                    let answers = [Layout::compose, Layout::compose_exact]
                        .map(|compose| compose(&a, &Tiler::whole(mode)));
                    accepted += usize::from(answers[0].is_ok());
                    exact += usize::from(answers[1].is_ok());
                    for found in answers.into_iter().flatten() {
                        assert!(is_composition(&found, &a, &mode), "{a} o {mode} = {found}");
                    }
                    assert!(answers[0].is_err() || answers[1].is_ok());
                    if answers[1].is_err() {
                        let table: Vec<i64> = mode.iter().map(unbounded(&a)).collect();
                        assert!(!is_layout(&table), "{a} o {mode}");
                    }
                }
            }
        }
    }
    println!("{pairs} pairs: compose accepts {accepted}, compose_exact {exact}, none wrong");
    if step == 1 {
        assert_eq!((pairs, accepted, exact), (2_669_976, 1_031_398, 1_032_710));
    }
}

/// Two modes on the right, with zeros and ones on both sides. If each mode composes, the pair is refused exactly
/// where both together would be wrong.
#[test]
fn compositions_with_two_modes() {
    let step = if cfg!(debug_assertions) { 29 } else { 1 };
    let right = layouts(2, &[1, 2, 3, 4], &[0, 1, 2, 3, 5]);
    let left = layouts(2, &[1, 2, 3, 4, 6], &[0, 1, 2, 3, 7]);
    let mut accepted = 0;
    for (k, a) in left.iter().enumerate() {
        for b in right.iter().skip(k % step).step_by(step) {
            let mode = |i| a.compose(&Tiler::whole(b.mode(i).unwrap()));
            let pair = a.compose(&Tiler::whole(*b));
            if let (Ok(first), Ok(second)) = (mode(0), mode(1)) {
                let sides = first.concat(&second).unwrap();
                assert_eq!(pair.is_ok(), is_composition(&sides, a, b), "{a} o {b}: {pair:?}");
                accepted += usize::from(pair.is_ok());
                assert!(pair.is_err() || pair == Ok(sides));
            } else {
                assert!(pair.is_err());
            }
        }
    }
    assert!(accepted > 0);
}

/// Compositions with an identity, with a repeating mode, with the coalesced layout on the left, and of two single
/// modes.
#[test]
fn compositions_with_simple_layouts() {
    let single = layouts(1, &[1, 2, 3, 4, 6], &[0, 1, 2, 3, 4, 6, 8]);
    let left = layouts(2, &[1, 2, 3, 4], &[-3, -1, 0, 1, 2, 3, 4, 6, 8]);
    let compose = |a: &Layout, b: &Layout| a.compose(&Tiler::whole(*b)).ok();
    let mode = |n: i64, d: i64| Layout::new(IntTuple::leaf(n), IntTuple::leaf(d)).unwrap();
    for a in &left {
        let whole = compose(a, &mode(a.size(), 1)).unwrap();
        assert!(whole.iter().eq(a.iter()), "{a} o {}:1", a.size());
        for b in &single {
            assert_eq!(compose(a, b), compose(&a.coalesce().unwrap(), b), "{a} o {b}");
        }
        for n in 2..9 {
            assert_eq!(compose(a, &mode(n, 0)), Some(mode(n, 0)));
        }
        if a.stride().value(0) >= 0 && a.stride().value(1) >= 0 {
            let wide = mode(a.cosize().max(2), 1);
            assert_eq!(compose(&wide, a), Some(without_unit_strides(a)), "{wide} o {a}");
        }
    }
    for (s, d, n, r) in (2..7)
        .flat_map(|s| (-4..5).map(move |d| (s, d)))
        .flat_map(|(s, d)| (2..7).flat_map(move |n| (1..9).map(move |r| (s, d, n, r))))
    {
        assert_eq!(compose(&mode(s, d), &mode(n, r)), Some(mode(n, r * d)));
    }
}

/// Composition is associative where images lie in domains and all results exist. After a bijection, a bijection is
/// one.
#[test]
fn compositions_of_three() {
    let step = if cfg!(debug_assertions) { 37 } else { 1 };
    let a_s = layouts(2, &[2, 3, 4, 6], &[0, 1, 2, 3, 4, 6]);
    let b_s = layouts(2, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6]);
    let c_s = layouts(1, &[2, 3, 4], &[1, 2, 3, 4]);
    let compose = |a: &Layout, b: &Layout| a.compose(&Tiler::whole(*b)).ok();
    let bijective = |a: &Layout| a.cosize() == a.size() && is_injective(a);
    let (mut triples, mut bijections) = (0, 0);
    for (k, a) in a_s.iter().enumerate() {
        for b in b_s.iter().skip(k % step).step_by(step).filter(|b| b.cosize() <= a.size()) {
            let Some(ab) = compose(a, b) else { continue };
            if bijective(a) && bijective(b) && a.size() == b.size() {
                bijections += 1;
                assert!(bijective(&ab), "{a} o {b} = {ab}");
            }
            for c in c_s.iter().filter(|c| c.cosize() <= b.size()) {
                let right = compose(b, c).and_then(|bc| compose(a, &bc));
                if let (Some(left), Some(right)) = (compose(&ab, c), right) {
                    triples += 1;
                    assert!(left.iter().eq(right.iter()), "{a} o {b} o {c}: {left}, {right}");
                }
            }
        }
    }
    assert!(triples > 0 && (bijections > 0 || step > 1));
}

/// Divisions are right, padded divisions report what is inside, and products of injective layouts are injective.
#[test]
fn divides_and_products() {
    let step = if cfg!(debug_assertions) { 83 } else { 1 };
    let right = layouts(2, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6]);
    let left = layouts(2, &[1, 2, 3, 4, 6], &[0, 1, 2, 3, 4, 8]);
    let (mut divided, mut multiplied) = (0, 0);
    for (k, a) in left.iter().enumerate() {
        for t in right.iter().skip(k % step).step_by(step) {
            let tiler = Tiler::whole(*t);
            if let Ok(r) = a.logical_divide(&tiler) {
                divided += 1;
                assert!(is_division(&r, a, t), "{a} by {t}: {r}");
            }
            if let Ok(padded) = a.logical_divide_padded(&tiler) {
                let r = padded.layout();
                let inside = |i: &i64| padded.inside(&(*i).into()).unwrap();
                let mut found: Vec<i64> =
                    (0..r.size()).filter(inside).map(|i| r.index(&i.into()).unwrap()).collect();
                let mut elements: Vec<i64> = a.iter().collect();
                found.sort_unstable();
                elements.sort_unstable();
                assert_eq!(found, elements, "{a} by {t}: {r}");
            }
            if let Ok(r) = a.logical_product(&tiler) {
                multiplied += 1;
                assert!(is_product(&r, a, t), "{a} times {t}: {r}");
            }
        }
    }
    assert!(divided > 0 && multiplied > 0);
}

/// A complement is right, and refused only where none exists. Its offsets rise, and the order of modes does not
/// change it.
#[test]
fn complements() {
    let pairs = layouts(2, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6, 8]);
    for a in pairs.into_iter().chain(layouts(3, &[1, 2, 3], &[0, 1, 2, 4, 6])) {
        let turned = a.select(&[1, 0, 2][..a.rank()]).unwrap();
        for m in [1, 2, 3, 4, 6, 8, 9, 12, 16, 24] {
            match a.complement(m) {
                Ok(c) => {
                    assert!(is_complement(&c, &a, m), "{a} in {m}: {c}");
                    assert!(c.iter().is_sorted(), "{a} in {m}: {c}");
                    assert_eq!(turned.complement(m), Ok(c));
                }
                Err(_) => assert!(!has_complement(&a, m), "{a} in {m}"),
            }
        }
    }
}

/// Whether copies of `filter a` tile `[0, m)`. Places each copy at the first free offset.
fn has_complement(a: &Layout, m: i64) -> bool {
    let a = a.filter().unwrap();
    if !is_injective(&a) {
        return false;
    }
    let mut free = vec![true; m as usize];
    let mut starts = Vec::new();
    for start in 0..m {
        if free[start as usize] {
            for offset in a.iter() {
                match free.get_mut((start + offset) as usize) {
                    Some(place) if *place => *place = false,
                    _ => return false,
                }
            }
            starts.push(start);
        }
    }
    is_layout(&starts)
}

/// Whether a table of offsets that starts at 0 is a layout.
pub(crate) fn is_layout(table: &[i64]) -> bool {
    let s = table.len();
    if s == 1 {
        return true;
    }
    let run = (0..s).take_while(|&x| table[x] == x as i64 * table[1]).count();
    if !s.is_multiple_of(run) {
        return false;
    }
    let starts: Vec<i64> = table.iter().step_by(run).copied().collect();
    let repeats = (0..s).all(|x| table[x] == starts[x / run] + table[x % run]);
    run == s || repeats && is_layout(&starts)
}

/// Two layouts are the same function exactly when they coalesce to the same layout.
#[test]
fn coalesce_is_a_complete_invariant() {
    let (extents, strides) = ([1, 2, 3, 4], [-2, 0, 1, 2, 3, 4, 6]);
    let mut by_function: HashMap<Vec<i64>, Layout> = HashMap::new();
    for rank in 1..=2 {
        for a in layouts(rank, &extents, &strides) {
            let normal = a.coalesce().unwrap();
            assert!(a.iter().eq(normal.iter()));
            let first = by_function.entry(a.iter().collect()).or_insert(normal);
            assert_eq!(*first, normal, "{a}");
        }
    }
    let normal: std::collections::HashSet<String> =
        by_function.values().map(Layout::to_string).collect();
    assert_eq!(normal.len(), by_function.len());
}
