//! Iteration over the coordinates of a layout.

use static_layout::*;

/// The iterator yields `coord` of every linear index, forwards and backwards, at the offsets of `iter`.
fn check<L: AnyLayout>(layout: L)
where
    <L::Shape as IntTuple>::Coord: PartialEq + std::fmt::Debug,
{
    let all: Vec<_> = (0..layout.size()).map(|i| layout.coord(i)).collect();
    assert_eq!(layout.coords().collect::<Vec<_>>(), all);
    assert!(layout.coords().rev().eq(all.into_iter().rev()));
    assert!(layout.coords().map(|c| layout.index(c)).eq(layout.iter()));

    let mut walk = layout.coords();
    assert_eq!(walk.len(), layout.size());
    if let (Some(_), true) = (walk.next(), layout.size() > 1) {
        walk.next_back().unwrap();
        assert_eq!(walk.len(), layout.size() - 2);
    }
    assert_eq!(walk.by_ref().count(), layout.size().saturating_sub(2));
    assert!(walk.next().is_none() && walk.next_back().is_none());
}

#[test]
fn natural_coordinates_in_linear_order() {
    let (m, n, none) = (4, 3, 0);
    check(layout!((2, (2, 3)):(6, (3, 1))));
    check(layout!((m, (2, n)):(1, (m, 8))));
    check(layout!(Sw<2,0,2> o 0 o (4, m):(1, 4)));
    check(layout!((2, 3):(0, 1)));
    check(layout!(7:2));
    check(layout!(1:0));
    check(layout!((n, none):(1, 1)));
    check(layout!((2, 0):(1, 1)));
}

#[test]
fn of_layouts_that_map_to_coordinates_and_of_negative_strides() {
    assert!(
        Layout::identity(shape!(2, 3))
            .coords()
            .all(|c| Layout::identity(shape!(2, 3)).index(c) == c)
    );
    assert!(
        layout!((2, 2):(1, -2))
            .coords()
            .map(|c| layout!((2, 2):(1, -2)).index(c))
            .eq([0, 1, -2, -1])
    );
}

/// After `front` coordinates from the front and `back` from the back, each consumer has the coordinates between.
fn check_parts<L: AnyLayout>(layout: L)
where
    <L::Shape as IntTuple>::Coord: PartialEq + std::fmt::Debug,
{
    let all: Vec<_> = (0..layout.size()).map(|i| layout.coord(i)).collect();
    for (front, back) in (0..=all.len()).flat_map(|x| (0..=all.len() - x).map(move |y| (x, y))) {
        let left = &all[front..all.len() - back];
        let part = || {
            let mut walk = layout.coords();
            assert!((&mut walk).take(front).eq(all[..front].iter().copied()));
            assert!(walk.by_ref().rev().take(back).eq(all.iter().rev().take(back).copied()));
            assert_eq!(walk.len(), left.len());
            walk
        };
        let mut folded = Vec::new();
        part().for_each(|coord| folded.push(coord));
        assert_eq!(folded, left, "{layout}: {front} and {back}");
        let mut one_by_one = Vec::new();
        for coord in part() {
            one_by_one.push(coord);
        }
        assert_eq!(one_by_one, left, "{layout}: {front} and {back}");
        assert!(part().rev().eq(left.iter().rev().copied()));
        for k in 0..=left.len() {
            let mut walk = part();
            assert_eq!(walk.nth(k), left.get(k).copied());
            assert!(walk.eq(left.iter().skip(k + 1).copied()));
            let mut walk = part();
            assert_eq!(walk.nth_back(k), left.iter().rev().nth(k).copied());
            let kept = left.len().saturating_sub(k + 1);
            assert_eq!(
                walk.fold(0, |sum, coord| sum + usize::from(left[..kept].contains(&coord))),
                kept
            );
        }
    }
}

#[test]
fn consumed_from_both_ends_and_then_folded() {
    for (m, n) in (0..16).map(|i| (i % 4, i / 4)) {
        check_parts(layout!(m));
        check_parts(layout!((m,)));
        check_parts(layout!((m, n)));
        check_parts(layout!((m, n, 2)));
        check_parts(layout!((m, (n, 2))));
        check_parts(layout!(((m, n), (1, m))));
        check_parts(layout!((m, 2)));
        check_parts(layout!((3, m)));
        check_parts(layout!(((2, m), n)));
        check_parts(layout!((m, (3, n), 1)));
        check_parts(layout!(((), m, n)));
    }
    check_parts(layout!(()));
    check_parts(layout!(5));
    check_parts(layout!(0));
    check_parts(layout!(1));
    check_parts(layout!((3, 4)));
    check_parts(layout!((4, 1, 2)));
    check_parts(layout!(((2, 3), (1, 2))));
    check_parts(layout!(((2, 0), 3)));
    check_parts(layout!((3, (2, 0))));
}

#[test]
fn of_long_loops_without_a_coordinate() {
    let (none, long) = (0, usize::MAX >> 4);
    assert_eq!(layout!((none, long):(0, 0)).coords().fold(0, |n, _| n + 1), 0);
    assert_eq!(layout!((0, 1000000000000000000):(0, 0)).coords().fold(0, |n, _| n + 1), 0);
}
