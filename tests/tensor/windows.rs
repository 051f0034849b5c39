//! Windows at any origin, tiles with their coordinates, quadrants, and arrays: compared with loops over coordinates.

use super::*;

#[test]
fn a_window_has_the_elements_inside() {
    for (m, n) in [(0, 3), (1, 1), (3, 5), (4, 4)] {
        let data: Vec<usize> = (100..200).collect();
        for (s, t) in [(7, 1), (1, 9)] {
            let layout = layout!((m, n):(s, t));
            let view = View::new(&data, layout).unwrap();
            let places = (-4..6_isize).flat_map(|i| (-4..6_isize).map(move |j| (i, j)));
            for ((i, j), (rows, columns)) in
                places.flat_map(|at| [(at, (2, 3)), (at, (0, 2)), (at, (9, 9))])
            {
                let cells = (0..columns).flat_map(|y| (0..rows).map(move |x| (x, y)));
                let at = |(x, y): (usize, usize)| {
                    let place = (usize::try_from(i + x as isize), usize::try_from(j + y as isize));
                    let (Ok(x), Ok(y)) = place else { return None };
                    view.get((x, y)).copied()
                };
                let window = view.window([i, j], [rows, columns]);
                assert!(
                    window.iter().copied().eq(cells.clone().filter_map(at)),
                    "{layout} at ({i},{j})"
                );
                let padded = Boxed::window(layout!((rows, columns):row), view, [i, j], 7);
                assert!(padded.iter().copied().eq(cells.map(|cell| at(cell).unwrap_or(7))));
            }
        }
    }
    let far = [isize::MIN, isize::MAX];
    let one = View::new(&[1], layout!((1, 1):row)).unwrap();
    assert_eq!(one.window(far, [usize::MAX, 2]).size(), 0);
    let reversed = View::with_origin(&[1, 2, 3, 4], 3, layout!(4:-1)).unwrap();
    assert!(reversed.window([-1], [3]).iter().eq(&[4, 3]));
    assert!(reversed.window([2], [3]).iter().eq(&[2, 1]));
}

#[test]
fn tiles_have_their_coordinates() {
    let (m, n) = (4, 6);
    let mut matrix = Boxed::from_coords(layout!((m, n):row), |(i, j)| (i, j));
    fn origin(tile: View<'_, (usize, usize), impl AnyLayout>) -> (usize, usize) {
        tile[[0, 0]]
    }
    let tiles = || matrix.tiles(tile!(2, 3));
    let all: Vec<_> = tiles().with_coords().map(|(at, tile)| (at, origin(tile))).collect();
    assert_eq!(all, [([0, 0], (0, 0)), ([1, 0], (2, 0)), ([0, 1], (0, 3)), ([1, 1], (2, 3))]);
    let backwards = tiles().with_coords().rev().map(|(at, tile)| (at, origin(tile)));
    assert!(backwards.eq(all.iter().rev().copied()));
    let mut some = tiles().with_coords();
    assert_eq!((some.nth(2).unwrap().0, some.len(), some.next().unwrap().0), ([0, 1], 1, [1, 1]));
    assert!(some.next().is_none() && some.nth(1).is_none());
    for ([i, j], mut tile) in matrix.tiles_padded_mut(tile!(3, 4)).with_coords() {
        tile.update_entries(|(k, l), x| assert_eq!(*x, (3 * i + k, 4 * j + l)));
    }
    let mut shares = matrix.view_mut();
    let threads = shares.partition_mut(layout!((2, 3):row)).with_coords();
    assert!(
        threads
            .map(|(thread, share)| (thread, share[(0, 0)]))
            .eq((0..6).map(|t| ([t], (t / 3, t % 3))))
    );
}

#[cfg(feature = "rayon")]
#[test]
fn parallel_tiles_have_their_coordinates() {
    use rayon::prelude::*;
    let (m, n) = (40, 60);
    let mut matrix = Boxed::from_coords(layout!((m, n):row), |(i, j)| (i, j));
    let read = matrix.par_tiles(tile!(2, 3)).with_coords();
    assert!(read.all(|([i, j], tile)| tile[(1, 2)] == (2 * i + 1, 3 * j + 2)));
    let tiles = matrix.par_tiles_padded_mut(tile!(7, 7)).with_coords();
    assert_eq!(tiles.len(), 6 * 9);
    tiles.for_each(|([i, j], mut tile)| {
        tile.update_entries(|(k, l), x| assert_eq!(*x, (7 * i + k, 7 * j + l)));
    });
}

#[test]
fn quadrants_have_each_element_once() {
    for (i, j) in (0..=3).flat_map(|i| (0..=4).map(move |j| (i, j))) {
        let mut data = [0; 18];
        let mut view = ViewMut::new(&mut data, layout!((3, 4):(6, 1))).unwrap();
        let quadrants = view.quadrants_mut(i, j);
        for (k, half) in quadrants.into_iter().enumerate() {
            for (l, mut quadrant) in half.into_iter().enumerate() {
                assert_eq!(quadrant.sizes(), [[i, 3 - i][k], [j, 4 - j][l]]);
                quadrant.update(|x| *x += 1 + 2 * k + l);
            }
        }
        for (coord, x) in view.entries() {
            assert_eq!(*x, 1 + 2 * (coord.0 >= i) as usize + (coord.1 >= j) as usize);
        }
    }
}

#[test]
fn whole_and_clipped_tiles_run_one_body() {
    let (m, n) = (5, 7);
    let mut matrix = Boxed::filled(layout!((m, n):row), 0_usize);
    for mut tile in matrix.tiles_padded_mut(tile!(2, 3)) {
        let is_whole = tile.is_whole();
        let size = whole_or_clip!(tile, |mut tile| {
            tile.update(|x| *x += 1);
            tile.size()
        });
        assert_eq!(is_whole, size == 6);
    }
    assert!(matrix.iter().all(|x| *x == 1));
    let find = |wanted: usize| -> Option<usize> {
        for (k, tile) in matrix.tiles_padded(tile!(2, 3)).enumerate() {
            whole_or_clip!(tile, |tile| if tile.size() == wanted {
                return Some(k);
            });
        }
        None
    };
    assert_eq!((find(6), find(3), find(1), find(5)), (Some(0), Some(2), Some(8), None));
    // 3 rows of (2,2): one column and a half.
    let view = View::new(&[0; 15], layout!((3, 5):(5, 1))).unwrap();
    let tile = view.tile_padded(tile!((2, 2):(1, 2), 5), (0, 0));
    let refused = std::panic::catch_unwind(|| tile.whole_or_clip()).unwrap_err();
    assert!(refused.downcast::<String>().unwrap().contains("has several leaves"));
}

#[test]
fn arrays_have_the_elements_of_a_tensor() {
    let (m, n) = (2, 3);
    let mut data: Vec<usize> = (0..40).collect();
    let mut view = ViewMut::new(&mut data, layout!((m, n):(5, 2))).unwrap();
    assert_eq!(view.read_array::<[[usize; 3]; 2]>(), [[0, 2, 4], [5, 7, 9]]);
    assert_eq!(view.read_array::<[usize; 6]>(), [0, 5, 2, 7, 4, 9]);
    view.write_array([[1, 2, 3], [4, 5, 6]]);
    assert!(view.iter().eq(&[1, 4, 2, 5, 3, 6]));
    let refused = std::panic::catch_unwind(|| view.read_array::<[[usize; 2]; 3]>()).unwrap_err();
    assert_eq!(
        *refused.downcast::<String>().unwrap(),
        "the shape (2,3) is not the shape of an array of [3, 2]"
    );
    let mut cube = Owned::from_offsets(layout!((2, (2, 2), 2):(1, (2, 8), 4)), |i| i);
    let read: [[[usize; 2]; 4]; 2] = cube.read_array();
    for (i, j, k) in (0..16).map(|x| (x % 2, x / 2 % 4, x / 8)) {
        assert_eq!(read[i][j][k], cube[(i, j, k)]);
    }
    cube.write_array(read.map(|plane| plane.map(|row| row.map(|x| x + 1))));
    assert!(cube.as_slice().iter().copied().eq(1..17));
}
