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
