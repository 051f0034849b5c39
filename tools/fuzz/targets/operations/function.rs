//! Checks inverses, predicates, and operations that keep the function of a layout.

use std::collections::BTreeSet;

use layout_core::{Layout, Tiler};

use crate::support::{is_injective, unbounded};
use crate::{MOST, accepted, at, small, sorted};

pub(crate) fn is_what_it_says(a: &Layout, b: &Layout, n: i64) {
    let answers = [accepted(a.right_inverse()), accepted(a.left_inverse()), accepted(a.inverse())];
    let (null, common) = (accepted(a.nullspace()), accepted(a.max_common_layout(b)));
    let (injective, collision) = (accepted(a.is_injective()), accepted(a.collision()).flatten());
    let covers = accepted(a.covers(n));
    let onto = a.is_surjective_onto(n);
    accepted(a.coord_of(n));
    accepted(a.max_common_vector(b));
    if !small(a) || !small(b) {
        return;
    }
    let [right, left, inverse] = answers;
    if let Some(r) = right {
        assert!((0..r.size()).all(|k| at(a, at(&r, k)) == k), "{a}: {r}");
    }
    if let Some(l) = left {
        assert!((0..a.size()).all(|i| at(&l, at(a, i)) == i), "{a}: {l}");
    }
    let one_to_one = is_injective(a);
    let image: BTreeSet<i64> = a.iter().collect();
    assert_eq!(inverse.is_some(), a.is_bijective() && a.size() > 0, "{a}");
    assert_eq!(a.is_bijective(), image.iter().copied().eq(0..a.size()), "{a}");
    assert!(injective.is_none_or(|found| found == one_to_one), "{a}");
    if let Some((first, second)) = collision {
        assert!(first != second && !one_to_one, "{a}");
        assert_eq!(
            a.try_index(&first.into()).unwrap(),
            a.try_index(&second.into()).unwrap(),
            "{a}"
        );
    }
    if (0..=MOST).contains(&n) {
        assert!(covers.is_none_or(|covers| covers == (0..n).all(|i| image.contains(&i))), "{a}");
        assert_eq!(onto, image.iter().copied().eq(0..n), "{a} onto {n}");
    }
    match a.coord_of(n) {
        Ok(coord) => assert_eq!(a.try_index(&coord.into()), Ok(n), "{a} at {n}"),
        // Some layouts are rejected for every offset.
        Err(error) => {
            let is_absent = error.to_string().contains("no element is at");
            assert!(!is_absent || !image.contains(&n), "{a} at {n}: {error}");
        }
    }
    if let Some(null) = null {
        assert!(null.iter().all(|i| at(a, i) == 0), "{a}: {null}");
    }
    if let Some(r) = common {
        let both = |i| at(a, at(&r, i)) == i && at(b, at(&r, i)) == i;
        assert!((0..r.size()).all(both), "{a} and {b}: {r}");
    }
    assert_eq!(a.same_function(b), a.iter().eq(b.iter()), "{a} and {b}");
    assert_eq!(a.is_contiguous(), a.iter().eq(0..a.size()), "{a}");
    for i in (0..a.size()).step_by(7) {
        let coord = a.coord(i).unwrap();
        assert_eq!(a.try_index(&coord.into()), Ok(at(a, i)), "{a} at {coord}");
        let by_mode = a.flat_coord(i).unwrap();
        assert_eq!(a.try_index(&by_mode.into()), Ok(at(a, i)), "{a} at {by_mode}");
    }
    assert!(a.try_index(&a.size().into()).is_err() && a.try_index(&(-1).into()).is_err());
}

pub(crate) fn rearranges(a: &Layout, b: &Layout, n: i64) {
    let shape = b.shape();
    let same = [
        accepted(a.coalesce()),
        accepted(a.flatten()),
        accepted(a.coalesce_by(&shape)),
        accepted(a.group(0, 1)),
        accepted(a.unflatten(&shape)),
    ];
    let reshaped = accepted(a.with_shape(&shape));
    let moved = [
        accepted(a.sort()),
        accepted(a.permute(&[1, 0])),
        accepted(a.select(&[1, 0])),
        accepted(a.zip()),
    ];
    let (up, down) = (accepted(a.upcast(n)), accepted(a.downcast(n)));
    let (tiled, whole) =
        (accepted(a.tile_to_shape(&shape)), accepted(a.logical_product(&Tiler::whole(*b))));
    accepted(a.tile_to_shape_ordered(&shape, &b.stride()));
    accepted(a.recast_bits(n, 8));
    accepted(a.filter_by(&shape));
    accepted(a.filter_zeros_by(&shape));
    for like in [accepted(a.like()), accepted(a.fragment_like())].into_iter().flatten() {
        assert_eq!(like.shape().flatten(), a.shape().flatten(), "{a}: {like}");
    }
    accepted(a.append(b));
    accepted(a.prepend(b));
    accepted(a.concat(b));
    accepted(a.replace(0, b));
    let _ = a.max_alignment();
    if !small(a) {
        return;
    }
    for r in same.into_iter().flatten() {
        assert!(r.iter().eq(a.iter()), "{a}: {r}");
    }
    if let Some(r) = reshaped.filter(|r| small(r) && a.size() > 0) {
        assert!(r.iter().eq((0..r.size()).map(unbounded(a))), "{a}: {r}");
    }
    for r in moved.into_iter().flatten().filter(|r| r.size() == a.size()) {
        assert_eq!(sorted(r.iter()), sorted(a.iter()), "{a}: {r}");
    }
    // `filter` removes modes of stride 0 from an empty layout too, so it may become nonempty.
    let filtered = accepted(a.filter()).filter(|_| a.size() > 0);
    if let Some(r) = filtered {
        let (ours, theirs): (BTreeSet<_>, BTreeSet<_>) = (r.iter().collect(), a.iter().collect());
        assert_eq!(ours, theirs, "{a}: {r}");
    }
    if let Some(up) = up {
        // The offsets are those of the groups of `n` elements, and every group occurs.
        let groups: BTreeSet<i64> = a.iter().map(|offset| offset.div_euclid(n)).collect();
        assert_eq!(groups, up.iter().collect(), "{a} up {n}: {up}");
    }
    if let Some(down) = down.filter(small) {
        let parts: Vec<i64> = a.iter().flat_map(|x| (0..n).map(move |part| x * n + part)).collect();
        assert_eq!(sorted(down.iter()), sorted(parts.into_iter()), "{a} down {n}: {down}");
    }
    let _ = (tiled, whole);
}
