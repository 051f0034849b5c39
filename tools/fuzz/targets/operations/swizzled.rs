//! Checks swizzled layouts: each result is the swizzle of the result for the plain layout.

use layout_core::{ComposedLayout, Layout, Swizzle, Tiler};
use libfuzzer_sys::arbitrary::{Result, Unstructured};

use crate::{accepted, at, small, sorted};

pub(crate) fn goes_through(u: &mut Unstructured, a: &Layout, t: &Tiler) -> Result<()> {
    let (bits, base) = (u.int_in_range(0..=4)?, u.int_in_range(0..=6)?);
    let shift = bits + u.int_in_range(-1..=4)?;
    let shift = if u.arbitrary()? { shift } else { -shift };
    let offset = if u.ratio(1, 8)? { u.arbitrary()? } else { u.int_in_range(0..=64)? };
    let Some(sw) = accepted(Swizzle::new(bits, base, shift)) else { return Ok(()) };
    let composed = accepted(ComposedLayout::new(sw, offset, *a));
    let carried = t.as_whole().and_then(|b| {
        let inside = accepted(b.swizzled(sw))?;
        Some((b, accepted(a.compose_swizzled(&inside))?))
    });
    if let Some((b, r)) = carried
        && small(a)
        && small(b)
    {
        let a = a.coalesce().unwrap();
        assert!(r.iter().eq(b.iter().map(|x| at(&a, sw.apply(x)))), "{a} o {sw} o {b}: {r}");
    }
    let Some(x) = composed.filter(|_| small(a)) else { return Ok(()) };
    let direct = |i: i64| sw.apply(offset + at(a, i));
    assert!(x.iter().eq((0..a.size()).map(direct)), "{x}");
    let (least, greatest) = x.bounds();
    assert!(x.iter().all(|offset| least <= offset && offset <= greatest), "{x}");
    if let Some(r) = accepted(x.compose(t))
        && let Some(plain) = accepted(a.compose(t))
        && small(&plain)
    {
        assert!(r.iter().eq(plain.iter().map(|y| sw.apply(offset + y))), "{x} o {t}: {r}");
    }
    for divide in [ComposedLayout::logical_divide, ComposedLayout::zipped_divide] {
        if let Some(r) = accepted(divide(&x, t)) {
            assert_eq!(sorted(r.iter()), sorted(x.iter()), "{x} by {t}: {r}");
        }
    }
    for inverse in [accepted(x.left_inverse()), accepted(x.inverse())].into_iter().flatten() {
        let back = |i: i64| inverse.index(&x.index(&i.into()).unwrap().into()).unwrap();
        assert!((0..x.size()).all(|i| back(i) == i), "{x}: {inverse}");
    }
    if let Some(r) = accepted(x.right_inverse()) {
        let there = |k: i64| x.index(&r.index(&k.into()).unwrap().into()).unwrap();
        assert!((0..r.size()).all(|k| there(k) == k), "{x}: {r}");
    }
    for n in [2, 4, 3] {
        accepted(x.upcast(n));
        accepted(x.downcast(n));
    }
    Ok(())
}
