//! Tiles that the edges cut: their elements, and that no two tiles share one.

use super::*;

/// Checks that each element is in one tile, that all ways to read a tile agree, and that the elements inside form a box
/// exactly if `extents` is some.
fn agrees<L: AnyLayout, K: Tiler>(data: &[usize], layout: L, tiler: K) {
    let view = View::new(data, layout).unwrap();
    let mut seen: Vec<usize> = Vec::new();
    // Tilers are refused if they leave gaps that no number of tiles fills.
    let Ok(tiles) = view.try_tiles_padded(tiler) else { return };
    for (t, tile) in tiles.enumerate() {
        let form = tile.padded_tile();
        let inside: Vec<usize> = tile.entries().map(|(_, x)| *x).collect();
        assert!(form.coords().map(|c| *tile.get(c).unwrap()).eq(inside.iter().copied()));
        let size = LayoutOps::size(form.layout());
        assert!(
            (0..size + 2).filter_map(|i| tile.get(i)).eq(&inside),
            "tile {t} of {layout} by linear indices"
        );
        assert_eq!(form.is_empty(), inside.is_empty());
        assert_eq!(tile.whole().is_some(), inside.len() == size);
        if let Some(whole) = tile.whole() {
            assert!(whole.iter().eq(&inside));
        }
        match tile.clip() {
            Some(clipped) => assert!(clipped.iter().eq(&inside), "tile {t} of {layout}"),
            None => assert!(form.extents().is_none() && inside.len() > 1),
        }
        let same = view.tile_padded(tiler, t);
        assert!(same.entries().map(|(_, x)| *x).eq(inside.iter().copied()));
        seen.extend(inside);
    }
    let (mut all, mut seen) = (view.iter().copied().collect::<Vec<_>>(), seen);
    all.sort_unstable();
    seen.sort_unstable();
    assert_eq!(all, seen, "{layout}");

    // Mutable tiles exist exactly if no two coordinates share an element.
    let mut room = vec![0; data.len()];
    let mut view = ViewMut::new(&mut room, layout).unwrap();
    let is_injective = all.windows(2).all(|pair| pair[0] != pair[1]);
    let tiles = view.try_tiles_padded_mut(tiler);
    assert_eq!(tiles.is_ok(), is_injective, "{layout}");
    if let Ok(tiles) = tiles {
        let mut tiles: Vec<_> = tiles.collect();
        for (t, tile) in tiles.iter_mut().enumerate() {
            if let Some(mut whole) = tile.whole_mut() {
                whole.fill(t);
            } else if let Some(mut clipped) = tile.clip_mut() {
                clipped.fill(t);
            } else {
                tile.update_entries(|_, x| *x = t);
            }
        }
        for (t, tile) in tiles.iter_mut().enumerate() {
            assert!(tile.to_view().entries().all(|(_, x)| *x == t));
            tile.update_entries(|_, x| *x += 1000);
        }
        assert_eq!(room.iter().filter(|x| **x >= 1000).count(), all.len());
        assert!(room.iter().all(|x| *x < 2000), "no element is written twice");
    }
}

proptest! {
    #[test]
    fn tiles_of_any_extent(
        shape in (1_usize..9, 1_usize..9), tile in (1_usize..6, 1_usize..6),
        stride in (0_usize..12, 0_usize..12),
    ) {
        let case = Case::of(Layout::new(shape, stride));
        let (view, tiler) = (case.view(), tile!({tile.0}, {tile.1}));
        let count = (shape.0.div_ceil(tile.0), shape.1.div_ceil(tile.1));
        let tiles = view.tiles_padded(tiler);
        prop_assert_eq!(tiles.len(), count.0 * count.1);
        for (t, part) in tiles.enumerate() {
            let (row, column) = (t % count.0 * tile.0, t / count.0 * tile.1);
            let left = (tile.0.min(shape.0 - row), tile.1.min(shape.1 - column));
            let form = part.padded_tile();
            prop_assert_eq!(form.extents(), Some(left));
            prop_assert_eq!(form.is_whole(), left == tile);
            let places = (0..left.1).flat_map(|j| (0..left.0).map(move |i| (i, j)));
            for ((c, x), place) in part.entries().zip(places.clone()) {
                prop_assert_eq!(c, place);
                prop_assert!(std::ptr::eq(x, &view[(row + c.0, column + c.1)]));
            }
            prop_assert_eq!(part.entries().count(), places.count());
            prop_assert_eq!(part.get((left.0, 0)), None);
            prop_assert_eq!(part.get((0, left.1)), None);
        }
        agrees(&case.data, case.layout, tiler);
    }

    /// Tiles with gaps, or of several leaves. Some have no element, and the elements of some do not form a box.
    #[test]
    fn tiles_of_any_tiler(n in 1_usize..40, m in 1_usize..6, of in (1_usize..4, 1_usize..4), gap in 1_usize..4) {
        let data: Vec<usize> = (0..n * m).map(|i| 7 * i + 1000).collect();
        let rows = Layout::new((n, m), (m, 1));
        agrees(&data, rows, tile!({of.0}:{gap}, {of.1}));
        let pair = Layout::new(of, (1, of.0 * gap));
        agrees(&data, rows, Tile::new((pair, layout!(2:1))));
        agrees(&data, Layout::new(n * m, 1), pair);
    }
}

/// Run-time extents by static tiles: tiles at the edges have the remaining elements, whether the tile is found by its
/// index or by a coordinate.
#[test]
fn run_time_extents_by_static_tiles() -> Result<(), LayoutError> {
    let data: Vec<usize> = (0..1500).map(|i| 7 * i + 1000).collect();
    for (n, m) in (1..20).flat_map(|n| (1..8).map(move |m| (n, m))) {
        agrees(&data, layout!((n, m):(m, 1)), tile!(4, 2));
        agrees(&data, layout!((n, m):(1, n)), tile!(8, 3));
        agrees(&data, layout!((n, m):(m, 1)), tile!(_, 3));
        agrees(&data, layout!((n, m):(m, 1)), tile!(5));
        agrees(&data, layout!((n, m):(m, 1)), tile!(1, 1));
        agrees(&data, layout!((n, m):(m, 1)), tile!((2, 3):(1, 2), 2));
        agrees(&data, layout!((n, m):(m, 1)), tile!((2, 2):(6, 1), 2:3));
        agrees(&data, layout!((n, m):(m, 1)), tile!(4:2, (2, 2):(1, 4)));
        agrees(&data, layout!((n, 1):(3, 1)), tile!(4, 1));
        agrees(&data, layout!((n, m, 3):(m, 1, {n * m})), tile!(4, 3, 2));
        agrees(&data, layout!((6, n, m):({n * m}, m, 1)), tile!(4, 3, _));
        agrees(&data, layout!(n:m), layout!((2, 2):(1, 4)));
        agrees(&data, layout!((n):(m)), tile!(4));
        agrees(&data, layout!((4, n):(1, 4)), layout!(8:1));
        agrees(&data, layout!(Sw<2, 0, 2> o 0 o (n, 4):(4, 1)), tile!(8, 3));

        let view = View::new(&data, layout!((n, m, 2):(m, 1, {n * m})))?;
        let rows = n.div_ceil(4);
        for (i, j, k) in (0..2 * rows * m.div_ceil(3))
            .map(|t| (t % rows, t / rows % m.div_ceil(3), t / rows / m.div_ceil(3)))
        {
            let tile = view.tile_padded(tile!(4, 3, 1), (i, j, k));
            let same = view.tile_padded(tile!(4, 3, 1), i + rows * (j + m.div_ceil(3) * k));
            assert_eq!(tile.padded_tile().extents(), Some((4.min(n - 4 * i), 3.min(m - 3 * j), 1)));
            assert!(tile.entries().eq(same.entries()));
            assert!(tile.entries().all(|((a, b, _), x)| *x == view[(4 * i + a, 3 * j + b, k)]));
            assert_eq!(tile.get((n - 4 * i, 0, 0)), None);
            assert_eq!(tile.get((0, m - 3 * j, 0)), None);
        }
    }
    Ok(())
}

#[test]
fn static_and_swizzled() {
    let data: Vec<usize> = (0..64).map(|i| 7 * i + 1000).collect();
    let (n, m) = (7, 5);
    agrees(&data, layout!((7, 5):(5, 1)), tile!(4, 2));
    agrees(&data, layout!((n, m):(m, 1)), tile!(4, 2));
    agrees(&data, layout!((n, 5):(5, 1)), tile!(4, _));
    agrees(&data, layout!((8, 5):(5, 1)), tile!(4, 5));
    agrees(&data, layout!(9:1), layout!(4:2));
    agrees(&data, layout!(11:1), layout!((2, 2):(1, 4)));
    agrees(&data, layout!(Sw<2,0,2> o 0 o (10, 4):(4, 1)), tile!(8, 3));
    agrees(&data, layout!(((3, 2), 5):((1, 3), 6)), tile!(3, 2));
}

#[test]
fn upside_down_and_refused() {
    let mut data: Vec<usize> = (0..12).collect();
    let mut view = ViewMut::with_origin(&mut data, 11, layout!((3, 4):(-4, -1))).unwrap();
    for (t, mut tile) in view.tiles_padded_mut(tile!(2, 3)).enumerate() {
        tile.clip_mut().unwrap().update(|x| *x += 100 * (t + 1));
    }
    assert_eq!(data, [400, 201, 202, 203, 304, 105, 106, 107, 308, 109, 110, 111]);

    let step = 0;
    let view = View::new(&data, layout!(12:1)).unwrap();
    assert!(view.try_tiles_padded(Layout::new(4, step)).is_err());
    let refused = std::panic::catch_unwind(|| view.tile_padded(tile!(5), 3).is_whole());
    assert!(refused.is_err());
}

/// Sends tiles to other threads and back, for the thread sanitizer.
#[test]
fn cut_tiles_on_threads() {
    let mut matrix = Boxed::filled(layout!((61, 45):(45, 1)), 0_usize);
    let mut view = matrix.view_mut();
    std::thread::scope(|scope| {
        for (t, mut tile) in view.tiles_padded_mut(tile!(16, 32)).enumerate() {
            scope.spawn(move || tile.update_entries(|(i, j), x| *x += 10_000 * t + 100 * i + j));
        }
    });
    for ((i, j), x) in matrix.entries() {
        assert_eq!(*x, 10_000 * (i / 16 + j / 32 * 4) + 100 * (i % 16) + j % 32);
    }
}

#[cfg(feature = "rayon")]
#[test]
fn cut_tiles_in_parallel() {
    use rayon::prelude::*;
    let rows = 61;
    let mut matrix = Boxed::filled(layout!((rows, 45):(45, 1)), 0_usize);
    let mut view = matrix.view_mut();
    view.par_tiles_padded_mut(tile!(16, 32)).enumerate().for_each(|(t, mut tile)| {
        tile.clip_mut().unwrap().fill(t);
    });
    let view = matrix.view();
    let sizes: Vec<usize> =
        view.par_tiles_padded(tile!(16, 32)).map(|tile| tile.entries().count()).collect();
    assert_eq!(sizes, [512, 512, 512, 416, 208, 208, 208, 169]);
    assert!(matrix.entries().all(|((i, j), t)| *t == i / 16 + j / 32 * 4));
}
