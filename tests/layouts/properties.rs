//! Compares mixed layouts with the algebra on equal plain integers: equal functions, equal refusals.

use std::fmt::Display;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use static_layout::*;

/// Run-time extents and strides, chosen so that many divide each other.
fn extent() -> impl Strategy<Value = usize> {
    prop::sample::select(&[1, 2, 2, 3, 4, 4, 6, 8, 12][..])
}
fn stride() -> impl Strategy<Value = usize> {
    prop::sample::select(&[0, 1, 1, 2, 3, 4, 6, 8, 12, 16, 24, 48][..])
}

type PropertyOutcome = Result<(), TestCaseError>;

/// Checks that the mixed result and the plain one are equal functions. The mixed one alone may be refused only if
/// `merges`, or if steps that do not divide an extent need other leaves than the mixed form has.
fn agrees<R: AnyLayout + Display>(
    mixed: Result<R, LayoutError>,
    plain: Result<dynamic::Layout, LayoutError>,
    merges: bool,
) -> PropertyOutcome {
    match (mixed, plain) {
        (Ok(mixed), Ok(plain)) => {
            let size = mixed.size();
            prop_assert_eq!(size as i64, plain.size(), "{} {}", mixed, plain);
            for i in 0..size.min(512) {
                let expected = plain.index(&(i as i64).into()).unwrap();
                prop_assert_eq!(mixed.offset(i) as i64, expected, "{} {} at {}", mixed, plain, i);
            }
        }
        (Err(_), Err(_)) => {}
        (Ok(mixed), Err(refusal)) => prop_assert!(false, "{mixed} but {refusal}"),
        (Err(refusal), Ok(plain)) => {
            let divides = refusal.to_string().contains(" does not divide ");
            prop_assert!(merges || divides, "{refusal}, but {plain}");
        }
    }
    Ok(())
}

/// The integers of a layout that is not swizzled.
fn plain<A: AnyLayout>(a: A) -> dynamic::Layout {
    PlainLayout::to_dynamic(a.parts().1)
}

/// Whether plain integers merge or drop modes that run-time integers keep. Then some results do not fit the mixed form.
fn merges<A: AnyLayout>(a: A) -> bool {
    let x = plain(a);
    let (shape, merged) = (x.shape(), x.coalesce().unwrap().shape());
    let mixed = plain(LayoutOps::coalesce(a)).shape();
    let unit = |k: usize| shape.value(k) == 1;
    mixed.leaf_count() > merged.leaf_count() || (0..shape.leaf_count()).any(unit)
}

/// Every operation that takes a layout.
fn pair<A: AnyLayout + Display, B: AnyLayout + Tiler + Display>(a: A, b: B) -> PropertyOutcome {
    let (x, y) = (plain(a), plain(b));
    let t = dynamic::Tiler::whole(y);
    let merges = merges(a) || merges(b);
    agrees(LayoutOps::try_compose(a, b), x.compose(&t), merges)?;
    agrees(LayoutOps::try_logical_divide(a, b), x.logical_divide(&t), merges)?;
    agrees(LayoutOps::try_zipped_divide(a, b), x.zipped_divide(&t), merges)?;
    agrees(LayoutOps::try_logical_product(a, b), x.logical_product(&t), merges)?;
    agrees(LayoutOps::try_blocked_product(a, b), x.blocked_product(&y), merges)?;
    agrees(LayoutOps::try_raked_product(a, b), x.raked_product(&y), merges)
}

/// The inverses of a layout satisfy their equations, and are refused where plain integers are.
fn inverses<A: AnyLayout + Display>(a: A) -> PropertyOutcome {
    let (x, merges) = (plain(a), merges(a));
    let size = a.size().min(256);
    for (mixed, plain) in [
        (LayoutOps::try_left_inverse(a).map(plain), x.left_inverse()),
        (LayoutOps::try_inverse(a).map(plain), x.inverse()),
    ] {
        prop_assert!(mixed.is_err() || plain.is_ok());
        prop_assert!(merges || mixed.is_ok() || plain.is_err(), "{} {:?}", x, mixed);
        if let Ok(back) = mixed {
            for i in 0..size {
                let offset = a.offset(i) as i64;
                prop_assert_eq!(back.index(&offset.into()), Ok(i as i64), "{} {}", x, back);
            }
        }
    }
    let (mixed, known) = (LayoutOps::try_right_inverse(a).map(plain), x.right_inverse());
    prop_assert_eq!(mixed.is_ok(), known.is_ok());
    if let Ok(back) = mixed {
        for (i, k) in back.iter().zip(0..256) {
            prop_assert_eq!(a.offset(i as usize) as i64, k, "{} {}", x, back);
        }
    }
    if let Ok(zeros) = LayoutOps::try_nullspace(a).map(plain) {
        prop_assert!(zeros.iter().take(256).all(|i| a.offset(i as usize) == 0), "{} {}", x, zeros);
    }
    prop_assert_eq!(LayoutOps::try_is_injective(a), x.is_injective());
    prop_assert_eq!(LayoutOps::is_bijective(a), x.inverse().is_ok() || x.size() == 0);
    prop_assert_eq!(LayoutOps::is_contiguous(a), x.iter().eq(0..x.size()));
    Ok(())
}

/// Checks the operations without another layout, in the range `m`.
fn alone<A: AnyLayout + Display>(a: A, m: usize) -> PropertyOutcome {
    let x = plain(a);
    agrees(Ok(LayoutOps::coalesce(a)), x.coalesce(), false)?;
    agrees(Ok(LayoutOps::flatten(a)), x.flatten(), false)?;
    // A mode with a run-time extent or stride remains, also if its value is 1 or 0.
    let counts = |x: &dynamic::Layout| x.filter().unwrap().shape().leaf_count();
    let apart = plain(LayoutOps::coalesce(a)).shape().leaf_count() > counts(&x);
    agrees(LayoutOps::try_complement(a, m), x.complement(m as i64), apart)?;
    agrees(LayoutOps::try_complement_padded(a, m), x.complement_padded(m as i64), apart)?;
    for i in 0..a.size().min(256) {
        let expected = x.index(&(i as i64).into()).unwrap();
        prop_assert_eq!(a.offset(i) as i64, expected);
    }
    inverses(a)?;
    prop_assert_eq!((a.size() as i64, a.cosize() as i64), (x.size(), x.cosize()));
    let (least, greatest) = (x.min_offset().unwrap(), x.max_offset().unwrap());
    prop_assert_eq!(greatest - least + 1, x.cosize());
    prop_assert_eq!(x.to_string().parse::<dynamic::Layout>().unwrap(), x);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn operations_on_leaves(m in extent(), s in stride(), n in extent(), t in stride()) {
        pair(layout!(m:s), layout!(n:t))?;
        pair(layout!(m:s), layout!(n:2))?;
        pair(layout!(12:s), layout!(n:t))?;
        pair(layout!((6, 2):(s, 24)), layout!(n:1))?;
    }

    #[test]
    fn operations_on_pairs(e in [extent(), extent(), extent()], d in [stride(), stride(), stride()]) {
        let ([m, n, k], [s, t, u]) = (e, d);
        let compact = m;
        pair(layout!((m, n):(s, t)), layout!(k:u))?;
        pair(layout!((m, n):(1, compact)), layout!((k, 2):(u, 1)))?;
        pair(layout!((m, 8):(8, 1)), layout!(4:u))?;
        pair(layout!((4, n):(1, 4)), layout!((2, k):(1, u)))?;
        pair(layout!((12, (4, 8)):(s, (1, 4))), layout!(k:u))?;
    }

    #[test]
    fn operations_on_triples(e in [extent(), extent(), extent()], d in [stride(), stride(), stride()]) {
        let ([m, n, k], [s, t, u]) = (e, d);
        let (step, next) = (m, m * n);
        pair(layout!((m, n, k):(1, step, next)), layout!((4, 2):(1, s)))?;
        pair(layout!((m, (n, 2)):(s, (t, 1))), layout!(k:u))?;
        pair(layout!((2, 3, k):(1, 2, 6)), layout!((n, m):(t, s)))?;
    }

    #[test]
    fn single_layouts(e in [extent(), extent(), extent()], d in [stride(), stride(), stride()], q in 1..5_usize) {
        let ([m, n, k], [s, t, u]) = (e, d);
        let next = m * n;
        let whole = m * n * k * q;
        alone(layout!((m, n, k):(1, m, next)), whole)?;
        alone(layout!((m, n, k):(s, t, u)), whole)?;
        alone(layout!((4, (n, k)):(n, (1, s))), 4 * whole)?;
        alone(layout!((m, 2, 3):(6, 3, 1)), 6 * m * q)?;
        alone(layout!((m, 1, k):(1, 0, m)), whole)?;
    }

    #[test]
    fn by_mode(e in [extent(), extent(), extent(), extent()], d in [stride(), stride()]) {
        let ([m, n, i, j], [s, t]) = (e, d);
        let a = layout!((m, n):(s, t));
        let (x, tiles, unit) = (plain(a), tile!(i, 2), merges(a));
        let plain: dynamic::Tiler = format!("<{i}:1,2:1>").parse().unwrap();
        agrees(a.try_compose(tiles), x.compose(&plain), unit)?;
        agrees(a.try_logical_divide(tiles), x.logical_divide(&plain), unit)?;
        agrees(a.try_zipped_divide(tiles), x.zipped_divide(&plain), unit)?;
        agrees(a.try_tiled_divide(tiles), x.tiled_divide(&plain), unit)?;
        agrees(a.try_flat_divide(tiles), x.flat_divide(&plain), unit)?;
        let (kept, plain) = (tile!(_, j), format!("<_,{j}:1>").parse::<dynamic::Tiler>().unwrap());
        agrees(a.try_zipped_divide(kept), x.zipped_divide(&plain), unit)?;
    }

    /// A coordinate of a padded divide is inside exactly when the original has the element: the offsets inside are the
    /// offsets of the original.
    #[test]
    fn padded(m in 1..40_usize, n in 1..20_usize, i in 1..9_usize, j in 1..9_usize) {
        let a = layout!((m, n):(n, 1));
        let offsets = |inside: &dyn Fn(usize) -> bool, offset: &dyn Fn(usize) -> usize, size| {
            let mut found: Vec<usize> = (0..size).filter(|&k| inside(k)).map(offset).collect();
            found.sort_unstable();
            found
        };
        let all: Vec<usize> = (0..m * n).collect();
        let by_mode = a.zipped_divide_padded(tile!(i, j));
        let r = by_mode.layout();
        prop_assert!(r.size() >= m * n);
        prop_assert_eq!(r.size() == m * n, m % i == 0 && n % j == 0);
        prop_assert_eq!(&offsets(&|k| by_mode.inside(k), &|k| r.index(k), r.size()), &all);
        let fixed = a.flat_divide_padded(tile!(4, 8));
        let r = fixed.layout();
        prop_assert_eq!(&offsets(&|k| fixed.inside(k), &|k| r.index(k), r.size()), &all);
        let vector = layout!(m:3).logical_divide_padded(layout!(i:1));
        let (r, threes) = (vector.layout(), (0..m).map(|k| 3 * k).collect::<Vec<_>>());
        prop_assert_eq!(offsets(&|k| vector.inside(k), &|k| r.index(k), r.size()), threes);
    }

    #[test]
    fn indices(e in [extent(), extent(), extent()], d in [stride(), stride(), stride()], at in any::<u32>()) {
        let ([m, n, k], [s, t, u]) = (e, d);
        let a = layout!((m, (n, 4), k):(s, (t, 1), u));
        let (x, at) = (plain(a), at as usize % (8 * a.size()));
        let plain = |text: String| x.index(&text.parse().unwrap()).unwrap() as usize;
        prop_assert_eq!(a.index(at), plain(at.to_string()));
        prop_assert_eq!(a.try_index(at).ok(), (at < a.size()).then(|| a.index(at)));
        let (natural, by_mode) = (a.coord(at), a.flat_coord(at));
        let (i, (j, l), o) = natural;
        prop_assert_eq!(x.coord(at as i64).unwrap().to_string(), format!("({i},({j},{l}),{o})"));
        prop_assert_eq!(a.index(natural), a.index(at));
        prop_assert_eq!(a.index(by_mode), a.index(at));
        prop_assert_eq!(a.index((i, j + n * l, o)), plain(format!("({i},({j},{l}),{o})")));
        prop_assert_eq!(a.iter().nth(at), (at < a.size()).then(|| a.index(at)));
    }

    /// `A(c' + c*) = A(c') + slice(c*)`.
    #[test]
    fn slices(e in [extent(), extent(), extent()], d in [stride(), stride(), stride()], at in any::<u32>()) {
        let ([m, n, k], [s, t, u]) = (e, d);
        let a = layout!((m, (n, 4), k):(s, (t, 1), u));
        let x = plain(a);
        let (i, (j, l), o) = a.coord(at as usize % a.size());
        let (part, offset) = a.slice(coord!(i, (_, l), _));
        let (plain, plain_offset) = x.slice(&format!("({i},(_,{l}),_)").parse().unwrap()).unwrap();
        prop_assert_eq!((part.to_dynamic(), offset as i64), (plain, plain_offset));
        prop_assert_eq!(offset + part.index((j, o)), a.index((i, (j, l), o)));
        let (part, offset) = a.slice(coord!(_, (j, 3), o));
        prop_assert_eq!(offset + part.index((i,)), a.index((i, (j, 3), o)));
        prop_assert_eq!(part.to_string(), format!("({m}):({s})"));
        let (rows, none) = a.slice(coord!(_, _, 0));
        prop_assert_eq!(rows.to_string(), format!("({m},({n},4)):({s},({t},1))"));
        prop_assert_eq!(none, 0);
    }

    #[test]
    fn reversed(m in extent(), n in extent(), s in stride(), at in any::<u32>()) {
        let a = layout!((m, n):(-s, 5));
        let x = plain(a);
        let at = at as usize % a.size();
        let offset: isize = a.index(at);
        prop_assert_eq!(offset as i64, x.index(&(at as i64).into()).unwrap());
        agrees(a.try_compose(layout!(n:1)), x.compose(&format!("{n}:1").parse().unwrap()), merges(a))?;
    }
}
