//! Checks compositions, divides, products and complements.

use layout_core::{Layout, Tiler};

use crate::support::{is_complement, is_composition, is_division, is_injective, is_product};
use crate::{MOST, accepted, small, sorted};

pub(crate) fn composes(a: &Layout, t: &Tiler) {
    let answers = [accepted(a.compose(t)), accepted(a.compose_exact(t))];
    // `compose_exact` compares all elements, up to a bound.
    if answers[0].is_some_and(|r| r.size() <= MOST) {
        assert!(answers[1].is_some(), "{a} o {t}");
    }
    let Some(b) = t.as_whole() else { return };
    for r in answers.into_iter().flatten() {
        if small(b) {
            assert!(is_composition(&r, a, b), "{a} o {t} = {r}");
        }
    }
}

pub(crate) fn divides(a: &Layout, t: &Tiler) {
    let strict =
        [Layout::logical_divide, Layout::zipped_divide, Layout::tiled_divide, Layout::flat_divide];
    for (k, divide) in strict.into_iter().enumerate() {
        let Some(r) = accepted(divide(a, t)) else { continue };
        if !small(a) {
            continue;
        }
        match t.as_whole() {
            Some(whole) if k == 0 => assert!(is_division(&r, a, whole), "{a} by {t}: {r}"),
            _ => assert_eq!(sorted(r.iter()), sorted(a.iter()), "{a} by {t}: {r}"),
        }
    }
    let padded = [
        Layout::logical_divide_padded,
        Layout::zipped_divide_padded,
        Layout::tiled_divide_padded,
        Layout::flat_divide_padded,
    ];
    for divide in padded {
        let Some(padded) = accepted(divide(a, t)) else { continue };
        let r = padded.layout();
        if r.size() > MOST {
            continue;
        }
        let inside = |i: &i64| padded.inside(&(*i).into()).unwrap();
        let found = (0..r.size()).filter(inside).map(|i| r.index(&i.into()).unwrap());
        assert_eq!(sorted(found), sorted(a.iter()), "{a} by {t}: {r}");
    }
}

pub(crate) fn multiplies(a: &Layout, b: &Layout, t: &Tiler) {
    let by_tiler = [
        Layout::logical_product,
        Layout::zipped_product,
        Layout::tiled_product,
        Layout::flat_product,
    ];
    for (k, product) in by_tiler.into_iter().enumerate() {
        let Some(r) = accepted(product(a, t)) else { continue };
        let Some(b) = t.as_whole().filter(|b| small(b) && small(a) && small(&r)) else { continue };
        assert_eq!(r.size(), a.size() * b.size(), "{a} times {t}: {r}");
        if k == 0 {
            assert!(is_product(&r, a, b), "{a} times {t}: {r}");
        }
        disjoint(&r, a, b);
    }
    for product in [Layout::blocked_product, Layout::raked_product] {
        let Some(r) = accepted(product(a, b)) else { continue };
        if small(a) && small(b) && small(&r) {
            assert_eq!(r.size(), a.size() * b.size(), "{a} times {b}: {r}");
            disjoint(&r, a, b);
        }
    }
}

/// Checks that copies of an injective layout at injective offsets do not overlap.
fn disjoint(r: &Layout, a: &Layout, b: &Layout) {
    if is_injective(a) && is_injective(b) {
        assert!(is_injective(r), "{a} times {b}: {r}");
    }
}

pub(crate) fn complements(a: &Layout, n: i64) {
    for m in [n, a.cosize(), 2 * a.cosize().min(MOST), 48] {
        if let Some(r) = accepted(a.complement(m)) {
            if small(a) && m <= MOST {
                assert!(is_complement(&r, a, m), "{a} in {m}: {r}");
            }
            assert_eq!(accepted(a.complement_padded(m)), Some(r), "{a} in {m}");
        } else if let Some(r) = accepted(a.complement_padded(m))
            && small(a)
            && r.size() <= MOST
        {
            let pair = a.filter().unwrap().concat(&r).unwrap();
            assert!(pair.size() >= m && is_complement(&r, a, pair.size()), "{a} in {m}: {r}");
        }
    }
}
