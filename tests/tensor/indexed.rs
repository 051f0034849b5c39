//! Coordinates by mode as arrays, in brackets and loops, compared with tuples; static coordinates at edges.

use super::*;

/// Writes `100 i + j` at `[i, j]` of each tile, tile by tile.
fn number_tiles<const M: usize, const N: usize>(
    matrix: &mut ViewMut<'_, usize, Layout!((?, ?):row)>,
) where
    Extent<M>: Static,
    Extent<N>: Static,
{
    for mut tile in matrix.tiles_mut(tile!(M, N)) {
        tile.update_indexed(|[i, j], x| *x = 100 * i + j);
        tile[[M - 1, N - 1]] += 1000;
        assert_eq!(tile[[0, 0]], 0);
        assert!(tile.view().indexed().all(|([i, j], x)| *x % 1000 == 100 * i + j));
    }
}

#[test]
fn tiles_by_const_parameters() {
    let mut matrix = Boxed::filled(layout!(({ 4 }, { 6 }):row), 0);
    number_tiles::<2, 3>(&mut matrix.view_mut());
    for ((i, j), x) in matrix.entries() {
        let (i, j) = (i % 2, j % 3);
        let mark = if (i, j) == (1, 2) { 1000 } else { 0 };
        assert_eq!(*x, 100 * i + j + mark);
    }
}

/// An array in brackets and in a loop is the coordinate by mode, also of nested modes.
fn agrees<L: AnyLayout, const N: usize>(layout: L, tuple: impl Fn([usize; N]) -> usize) {
    let data: Vec<usize> = (0..512).collect();
    let view = View::new(&data, layout).unwrap();
    let linear: Vec<usize> = view.iter().copied().collect();
    let sizes: [usize; N] = view.sizes();
    let mut seen = 0;
    for (coord, x) in view.indexed::<N>() {
        let number = coord.iter().zip(sizes).rev().fold(0, |sum, (c, size)| sum * size + c);
        assert_eq!((number, *x), (seen, linear[number]), "{coord:?} of {layout}");
        assert_eq!(tuple(coord), *x, "{coord:?} of {layout}");
        seen += 1;
    }
    assert_eq!(seen, linear.len());
}

#[test]
fn arrays_are_coordinates_by_mode() {
    let n = std::hint::black_box(4);
    agrees::<_, 1>(layout!(12:2), |[i]| 2 * i);
    agrees::<_, 2>(layout!((4, 8):(8, 1)), |[i, j]| 8 * i + j);
    agrees::<_, 2>(layout!((n, n):(1, n)), |[i, j]| i + 4 * j);
    let nested = layout!((n, (2, 3)):(6, (3, 1)));
    agrees::<_, 2>(nested, |c| nested.index((c[0], c[1])));
    let deep = layout!(((2, (2, n)), 3):((1, (6, 24)), 2));
    agrees::<_, 2>(deep, |c| deep.index((c[0], c[1])));
    let swizzled = layout!(Sw<2,0,2> o 0 o (4,4,n):(4,1,16));
    agrees::<_, 3>(swizzled, |c| swizzled.index((c[0], c[1], c[2])));
}

#[test]
fn brackets_take_arrays() {
    let layout = layout!((3, (2, 2)):(4, (2, 1)));
    let mut boxed = Boxed::from_offsets(layout, |i| i);
    let mut owned = Owned::from_offsets(layout!((3, (2, 2)):(4, (2, 1))), |i| i);
    for i in 0..3 {
        for j in 0..4 {
            assert_eq!(
                (boxed[[i, j]], owned[[i, j]]),
                (layout.index((i, j)), layout.index((i, j)))
            );
            boxed[[i, j]] += 100;
            owned.view_mut()[[i, j]] += 100;
        }
    }
    assert_eq!(boxed, owned);
    assert!(boxed.iter().all(|x| *x >= 100));
    let panics = |f: &dyn Fn() -> usize| std::panic::catch_unwind(std::panic::AssertUnwindSafe(f));
    assert!(panics(&|| boxed[[3, 0]]).is_err());
    assert!(panics(&|| boxed[[0, 4]]).is_err());
    assert!(panics(&|| boxed.view()[[usize::MAX, 0]]).is_err());
}

#[test]
fn padded_tiles_by_arrays() {
    let mut matrix = Boxed::filled(layout!((5, 7):row), 0);
    for mut tile in matrix.tiles_padded_mut(tile!(2, 4)) {
        tile.update_indexed(|[i, j], x| *x = 10 * i + j);
        assert!(tile.to_view().indexed().all(|([i, j], x)| *x == 10 * i + j));
    }
    assert!(matrix.entries().all(|((i, j), x)| *x == 10 * (i % 2) + j % 4));
}

/// A static coordinate at the last place compiles; one past it is a program of `ui-tests`.
#[test]
fn last_static_coordinates() {
    let matrix = Boxed::from_offsets(layout!((4, 8):row), |i| i);
    assert_eq!(matrix[coord!(3, 7)], 31);
    assert_eq!(matrix.tile(tile!(2, 4), coord!(1, 1))[(1, 3)], 31);
    assert_eq!(matrix.tile(tile!(2, 4), coord!(1, _)).size(), 16);
    assert_eq!(*matrix.tile_padded(tile!(3, 4), coord!(1, 1)).get((0, 3)).unwrap(), 31);
    assert_eq!(matrix.outer_partition(tile!(2, 4), coord!(1, 3))[(1, 1)], 31);
    assert_eq!(matrix.slice(coord!(3, _))[7], 31);
    // A run-time extent decides when the program runs.
    let n = std::hint::black_box(2);
    let mixed = Boxed::from_offsets(layout!((n, 8):row), |i| i);
    let slice = std::panic::AssertUnwindSafe(|| mixed.slice(coord!(3, _)).size());
    assert!(std::panic::catch_unwind(slice).is_err());
}
