//! Tiles and thread parts: their elements, and that no two share one.

use super::*;

/// Extents of a tile that divide the extents of the shape.
fn tiled() -> impl Strategy<Value = ((usize, usize), (usize, usize), (usize, usize))> {
    ((1_usize..4, 1_usize..4), (1_usize..4, 1_usize..4), (0_usize..16, 0_usize..16))
}

/// The indices of the elements of a part, found by their values.
fn held<'a>(elements: impl Iterator<Item = &'a usize>) -> Vec<usize> {
    elements.map(|x| (x - 1000) / 7).collect()
}

proptest! {
    #[test]
    fn tiles((tile, count, stride) in tiled()) {
        let shape = (tile.0 * count.0, tile.1 * count.1);
        let case = Case::of(Layout::new(shape, stride));
        let (view, tiler) = (case.view(), tile!({tile.0}, {tile.1}));
        let expected = |t: usize| -> Vec<usize> {
            let (row, column) = (t % count.0 * tile.0, t / count.0 * tile.1);
            let places = (0..tile.1).flat_map(|j| (0..tile.0).map(move |i| (row + i, column + j)));
            places.map(|c| stride.0 * c.0 + stride.1 * c.1).collect()
        };
        let tiles = view.tiles(tiler);
        prop_assert_eq!(tiles.len(), count.0 * count.1);
        for (t, tile) in tiles.enumerate() {
            prop_assert_eq!(held(tile.iter()), expected(t));
            prop_assert!(tile == view.tile(tiler, t));
            prop_assert!(tile == view.tile(tiler, (t % count.0, t / count.0)));
            let places = Coordinates::of_tensor(&view).tile(tiler, t);
            prop_assert!(tile.iter().zip(places.iter()).all(|(x, c)| x == view.at(c)));
        }
        let (first, last) = view.tiles(tiler).split_at(1);
        prop_assert!(first.chain(last).rev().map(|tile| held(tile.iter()))
            .eq((0..count.0 * count.1).rev().map(expected)));

        // Mutable parts exist exactly if no two coordinates share an element.
        let mut data = case.data.clone();
        let mut view = ViewMut::new(&mut data, case.layout).unwrap();
        let tiles = view.try_tiles_mut(tiler);
        prop_assert_eq!(tiles.is_ok(), case.is_injective());
        if let Ok(tiles) = tiles {
            let mut all: Vec<_> = tiles.collect();
            for (t, tile) in all.iter_mut().enumerate() {
                tile.fill(t);
            }
            for (t, tile) in all.iter().enumerate() {
                prop_assert!(tile.iter().all(|x| *x == t));
            }
        }
    }

    #[test]
    fn shares((threads, count, stride) in tiled(), by_row: bool) {
        let shape = (threads.0 * count.0, threads.1 * count.1);
        let case = Case::of(Layout::new(shape, stride));
        let (view, steps) = (case.view(), if by_row { (threads.1, 1) } else { (1, threads.0) });
        let threads_layout = Layout::new(threads, steps);
        let expected = |t: usize| -> Vec<usize> {
            let place = if by_row { (t / threads.1, t % threads.1) } else { (t % threads.0, t / threads.0) };
            let tiles = (0..count.1).flat_map(|j| (0..count.0).map(move |i| (i, j)));
            tiles.map(|(i, j)| {
                stride.0 * (i * threads.0 + place.0) + stride.1 * (j * threads.1 + place.1)
            }).collect()
        };
        for (t, share) in view.shares(threads_layout).enumerate() {
            prop_assert_eq!(held(share.iter()), expected(t));
            prop_assert!(share == view.partition(threads_layout, t));
            let places = Coordinates::of_tensor(&view).partition(threads_layout, t);
            prop_assert!(share.iter().zip(places.iter()).all(|(x, c)| x == view.at(c)));
        }
        let tile = tile!({threads.0}, {threads.1});
        for place in 0..threads.0 * threads.1 {
            let t = threads_layout.index(place);
            prop_assert_eq!(held(view.outer_partition(tile, place).iter()), expected(t));
        }
        let mut data = case.data.clone();
        let mut view = ViewMut::new(&mut data, case.layout).unwrap();
        let shares = view.try_partition_mut(threads_layout);
        prop_assert_eq!(shares.is_ok(), case.is_injective());
        if let Ok(shares) = shares {
            let mut all: Vec<_> = shares.collect();
            all.iter_mut().enumerate().for_each(|(t, share)| share.fill(t));
            prop_assert!(all.iter().enumerate().all(|(t, share)| share.iter().all(|x| *x == t)));
        }
    }
}

/// Checks that the static layout and one with run-time integers have equal elements.
#[test]
fn static_is_mixed() {
    let data: Vec<usize> = (0..64).map(|i| 7 * i + 1000).collect();
    let (n, d) = (4, 16);
    let (fixed, mixed) = (layout!((4, (2, 4)):(16, (8, 1))), layout!((n, (2, 4)):(d, (8, 1))));
    let (fixed, mixed) = (View::new(&data, fixed).unwrap(), View::new(&data, mixed).unwrap());
    assert!(fixed.tiles(tile!(2, 4)).zip(mixed.tiles(tile!(2, 4))).all(|(a, b)| a == b));
    // The forms of such tiles differ, because the compiler knows more about one than about the other.
    let pairs = fixed.tiles(layout!(4:2)).zip(mixed.tiles(layout!(4:2)));
    assert!(pairs.map(|(a, b)| a.iter().eq(b.iter())).eq([true; 8]));
    let threads = layout!((2, 2):(2, 1));
    assert!(fixed.shares(threads).zip(mixed.shares(threads)).all(|(a, b)| a == b));
    assert_eq!(fixed.tile(tile!(2, 4), coord!(1, 1)), mixed.tile(tile!(2, 4), coord!(1, 1)));
    let column = fixed.tile(tile!(2, 4), coord!(_, 1));
    assert_eq!(column.layout().to_string(), "(2,(2,2),2):(16,(8,1),32)");
    assert_eq!(column, mixed.tile(tile!(2, 4), coord!(_, 1)));
}

#[test]
fn swizzled_tiles_are_disjoint() {
    let layout = layout!(Sw<2,0,2> o 0 o (4, 4):(4, 1));
    let mut data = [0; 16];
    let mut view = ViewMut::new(&mut data, layout).unwrap();
    for (t, mut tile) in view.tiles_mut(tile!(2, 2)).enumerate() {
        tile.fill(t + 1);
    }
    for (linear, coord) in layout.coords().enumerate() {
        assert_eq!(view[coord], 1 + coord.0 / 2 + coord.1 / 2 * 2, "{linear}");
    }
    assert_eq!(view.view().tile(tile!(2, 2), (1, 0)).to_string(), "2 2\n2 2");
    for (t, mut share) in view.partition_mut(layout!((2, 2):(2, 1))).enumerate() {
        share.fill(t);
    }
    assert_eq!(view.to_string(), "0 1 0 1\n2 3 2 3\n0 1 0 1\n2 3 2 3");
}

#[test]
fn one_tile_to_be_written() {
    let (mut data, n) = ([0; 16], 4);
    let mut view = ViewMut::new(&mut data, layout!((n, 4):(4, 1))).unwrap();
    for t in 0..4 {
        view.tile_mut(tile!(2, 2), t).fill(t);
    }
    assert_eq!(view.to_string(), "0 0 2 2\n0 0 2 2\n1 1 3 3\n1 1 3 3");
    view.tile_mut(tile!(2, 2), coord!(_, 1))[(0, 0, 1)] = 9;
    assert_eq!(view.to_string(), "0 0 2 2\n0 0 2 2\n1 1 9 3\n1 1 3 3");
    // Overlapping windows, which `tiles_mut` refuses.
    let mut row = [0; 5];
    let mut windows = ViewMut::new(&mut row, layout!((2, 4):(1, 1))).unwrap();
    for k in 0..4 {
        windows.tile_mut(tile!(2, 1), (0, k)).update(|x| *x += k + 1);
    }
    assert_eq!(row, [1, 3, 5, 7, 4]);
    panics("4 does not divide 10", || {
        let n = 10;
        _ = ViewMut::new(&mut [0; 10], layout!(n:1)).unwrap().tile_mut(layout!(4:1), 0);
    });
    panics("is out of range", || {
        let n = 8;
        _ = ViewMut::new(&mut [0; 8], layout!(n:1)).unwrap().tile_mut(layout!(4:1), 2);
    });
}

/// The refusal names coordinates of the user's layout, not of the divided one.
#[test]
fn shared_elements_are_named() {
    let (mut data, d) = ([0; 10], 2);
    let expected = "cannot borrow for writing all elements of (4,4):(1,2): the coordinates (0,1) and (2,0) share \
                    the offset 2";
    let mut view = ViewMut::new(&mut data, layout!((4, 4):(1, d))).unwrap();
    assert_eq!(view.try_tiles_mut(tile!(2, 2)).unwrap_err().to_string(), expected);
    assert_eq!(view.try_tiles_padded_mut(tile!(3, 3)).unwrap_err().to_string(), expected);
    assert_eq!(view.try_partition_mut(layout!((2, 2))).unwrap_err().to_string(), expected);
}

#[test]
fn upside_down() {
    let mut data: Vec<usize> = (0..12).collect();
    let mut view = ViewMut::with_origin(&mut data, 11, layout!((3, 4):(-4, -1))).unwrap();
    for (t, mut tile) in view.tiles_mut(tile!(3, 2)).enumerate() {
        tile.update(|x| *x += 100 * (t + 1));
    }
    assert_eq!(data, [200, 201, 102, 103, 204, 205, 106, 107, 208, 209, 110, 111]);
}

proptest! {
    #[test]
    fn two_parts_of_a_mode(
        (rows, columns) in (0_usize..6, 0_usize..6), (d, e) in (0_usize..9, 0_usize..9), at in 0_usize..6,
    ) {
        let case = Case::of(Layout::new((rows, columns), (d, Negative::new(e))));
        let at = at.min(columns);
        prop_assume!(case.is_injective());
        let mut data = case.data.clone();
        let mut view = ViewMut::with_origin(&mut data, case.origin, case.layout).unwrap();
        let (mut first, mut second) = view.split_mut::<1>(at);
        prop_assert_eq!(first.layout().size(), rows * at);
        prop_assert_eq!(second.layout().size(), rows * (columns - at));
        second.fill(2);
        first.fill(1);
        for ((_, j), x) in view.entries() {
            prop_assert_eq!(*x, if j < at { 1 } else { 2 });
        }
        prop_assert_eq!(data.iter().filter(|x| **x < 3).count(), rows * columns);
    }
}

#[test]
fn halves() {
    let mut data = [0, 1, 2, 3, 4];
    let mut row = ViewMut::new(&mut data, layout!(5:1)).unwrap();
    let (mut first, mut second) = row.split_mut::<0>(2);
    std::mem::swap(first.at_mut(0), second.at_mut(0));
    assert_eq!((first.to_string(), second.to_string()), ("2 1".into(), "0 3 4".into()));
    let (all, none) = row.split_mut::<0>(5);
    assert_eq!((all.layout().size(), none.layout().size()), (5, 0));
    // The origin of an empty part is an element of the whole.
    assert_eq!(none.as_ptr(), all.as_ptr());
    let mut nothing = ViewMut::new(&mut [0; 0], layout!((0, 4):(1, 1))).unwrap();
    let (before, after) = nothing.split_mut::<1>(2);
    assert_eq!(before.as_ptr(), after.as_ptr());
    panics("cannot split 5:1 at 6 of mode 0: it has 5", || {
        _ = ViewMut::new(&mut [0; 5], layout!(5:1)).unwrap().split_mut::<0>(6);
    });
    panics("share the offset", || {
        let d = 0;
        _ = ViewMut::new(&mut [0; 5], layout!(5:d)).unwrap().split_mut::<0>(3);
    });
}

#[test]
fn tiles_that_do_not_fit() {
    let n = 10;
    let data = [0; 10];
    let view = View::new(&data, layout!(n:1)).unwrap();
    assert!(view.try_tiles(layout!(4:1)).unwrap_err().to_string().contains("4 does not divide 10"));
    panics("4 does not divide 10", || {
        let n = 10;
        _ = View::new(&[0; 10], layout!(n:1)).unwrap().tile(layout!(4:1), 0);
    });
    panics("is out of range", || {
        let n = 8;
        _ = View::new(&[0; 8], layout!(n:1)).unwrap().tile(layout!(4:1), 2);
    });
    panics("has no thread 4", || {
        let n = 8;
        _ = View::new(&[0; 8], layout!(n:1)).unwrap().partition(layout!(4:1), 4);
    });
}

/// Sends tiles to other threads and back, for the thread sanitizer.
#[test]
fn tiles_on_threads() {
    let mut matrix = Boxed::filled(layout!((64, 64):(64, 1)), 0_usize);
    for round in 1..4 {
        std::thread::scope(|scope| {
            for (t, mut tile) in matrix.tiles_mut(tile!(16, 32)).enumerate() {
                scope.spawn(move || tile.update(|x| *x += round * t));
            }
        });
        std::thread::scope(|scope| {
            for (t, share) in matrix.partition_mut(layout!((2, 2):(2, 1))).enumerate() {
                scope.spawn(move || {
                    let mut share = share;
                    share.update(|x| *x += 1000 * t)
                });
            }
        });
    }
    for ((i, j), x) in matrix.entries() {
        let (tile, thread) = (i / 16 + j / 32 * 4, i % 2 * 2 + j % 2);
        assert_eq!(*x, 6 * tile + 3000 * thread, "{i} {j}");
    }
}

#[cfg(feature = "rayon")]
#[test]
fn tiles_in_parallel() {
    use rayon::prelude::*;
    let rows = 96;
    let mut matrix = Boxed::from_coords(layout!((rows, 64):(64, 1)), |(i, j)| i + 1000 * j);
    let before = matrix.clone();
    let tiler = tile!(8, 16);
    matrix.par_tiles_mut(tiler).enumerate().for_each(|(t, mut tile)| {
        tile.update(|x| *x += 1_000_000 * t);
    });
    let sums: Vec<usize> = matrix.par_tiles(tiler).map(|tile| tile.iter().sum()).collect();
    for (t, (tile, old)) in matrix.tiles(tiler).zip(before.tiles(tiler)).enumerate() {
        tile.for_each_with(&old, |x, y| assert_eq!(*x, y + 1_000_000 * t));
        assert_eq!(sums[t], tile.iter().sum::<usize>());
    }
    let odd: Vec<usize> =
        matrix.par_tiles(tiler).enumerate().filter(|(t, _)| t % 2 == 1).map(|(t, _)| t).collect();
    assert_eq!(odd, (0..48).filter(|t| t % 2 == 1).collect::<Vec<_>>());
}

#[test]
fn a_tile_outside_the_grid_is_named_by_its_coordinate() {
    let data = [0; 64];
    let view = View::new(&data, layout!((8, 8))).unwrap();
    let outside = std::panic::catch_unwind(|| view.tile(tile!(4, 4), (1, 2)).size());
    let message = outside.unwrap_err().downcast::<String>().unwrap();
    assert_eq!(
        *message,
        "the grid of tiles: coordinate (1,2) is out of range for shape (2,2): 2 is not below 2"
    );
    let n = 4;
    panics("the grid of tiles: coordinate (3,0) is out of range for shape (3,3)", || {
        _ = view.tile_padded(tile!(3, 3), (n - 1, 0));
    });
    panics("the tile: coordinate (4,0) is out of range for shape (4,4): 4 is not below 4", || {
        _ = view.outer_partition(tile!(4, 4), (n, 0));
    });
    panics("the grid of tiles: coordinate (2,_) is out of range for shape (2,2)", || {
        _ = view.tile(tile!(4, 4), coord!({ n - 2 }, _));
    });
}
