//! Atoms repeated over threads and values.

use static_layout::*;
use static_layout_kernels::{
    Convolution, CopyAtom, PlannedCopy, TiledCopy, VectorMove, convolve2d_with,
};

/// The elements of each thread by definition: the thread and the value of each place of a tile.
fn tiled<L: AnyLayout, R: AnyLayout, V: AnyLayout, M: CopyAtom>(
    atom: M,
    (threads, values): (R, V),
    layout: L,
    [count_r, count_v]: [(usize, usize); 2],
) {
    let tiled = TiledCopy::new(atom, threads, values);
    let data: Vec<u32> = (0..4096).map(|i| i * 3 + 1).collect();
    let from = View::new(&data, layout).unwrap();
    let (rows, columns) = (count_r.0 * count_v.0, count_r.1 * count_v.1);
    let parts: Vec<_> = tiled.try_partitions(from).unwrap().collect();
    assert_eq!(parts.len(), tiled.threads());
    let (size, mut seen) = (LayoutOps::size(layout), 0);
    for (t, part) in parts.iter().enumerate() {
        assert!(part == &tiled.partition(from, t));
        seen += part.iter().count();
    }
    assert_eq!(seen, size);
    let tiles = from.tiles(tiled.tile());
    for (k, tile) in tiles.enumerate() {
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            let t = threads.index((i / count_v.0, j / count_v.1));
            let v = values.index((i % count_v.0, j % count_v.1));
            assert_eq!(parts[t].at((v, k)), tile.at((i, j)), "{layout}: tile {k}, ({i},{j})");
        }
    }
    let mut written = vec![0; data.len()];
    let mut to = ViewMut::new(&mut written, layout).unwrap();
    tiled.copy(from, &mut to);
    assert!(to.iter().eq(from.iter()));
    to.fill(0);
    tiled.try_copy(from, &mut to).unwrap();
    assert!(to.iter().eq(from.iter()));
    for (t, mut part) in tiled.partitions_mut(&mut to).enumerate() {
        part.update(|x| *x = t as u32);
    }
    for (t, part) in tiled.try_partitions(to.as_view()).unwrap().enumerate() {
        assert!(part.iter().all(|x| *x == t as u32));
    }
}

#[test]
fn threads_and_values() {
    let one = VectorMove::<typenum::U1>::new();
    let four = VectorMove::<typenum::U4>::new();
    let (m, n) = (16, 32);
    let vectors = (layout!((4, 2):(2, 1)), layout!((1, 4):row));
    tiled(four, vectors, layout!((16, 32):row), [(4, 2), (1, 4)]);
    tiled(four, vectors, layout!((m, 32):(32, 1)), [(4, 2), (1, 4)]);
    tiled(four, vectors, layout!(Sw<2,2,3> o 0 o (8, 32):row), [(4, 2), (1, 4)]);
    tiled(one, vectors, layout!((m, n):(1, m)), [(4, 2), (1, 4)]);
    let columns = (layout!((2, 4):col), layout!((4, 2):col));
    tiled(four, columns, layout!((16, 24):col), [(2, 4), (4, 2)]);
    tiled(one, columns, layout!((16, 24):(25, 1)), [(2, 4), (4, 2)]);
    let by_row = (layout!((2, 4):row), layout!((2, 2):row));
    tiled(one, by_row, layout!(((2, 8), (4, 4)):((1, 16), (4, 128))), [(2, 4), (2, 2)]);
}

#[test]
fn tiles_of_threads_that_do_not_fit() {
    let tiled = TiledCopy::new(VectorMove::<typenum::U4>::new(), layout!(2:1), layout!(4:1));
    let (data, mut room, n, step) = ([1; 24], [0; 24], 20, 2);
    let from = View::new(&data, layout!(n:1)).unwrap();
    assert!(tiled.try_partitions(from).is_err());
    let from = View::new(&data, layout!(8:{step})).unwrap();
    let mut to = ViewMut::new(&mut room, layout!(8:1)).unwrap();
    let refused = tiled.try_copy(from, &mut to).unwrap_err().to_string();
    assert!(
        refused.ends_with("an atom needs 4 adjacent elements; at most 1 are adjacent"),
        "{refused}"
    );
    let mut to = ViewMut::new(&mut room, layout!(8:{step - 2})).unwrap();
    assert!(tiled.try_partitions_mut(&mut to).is_err());
    let view = View::new(&data, layout!(8:1)).unwrap();
    assert!(std::panic::catch_unwind(|| tiled.partition(view, 2).layout()).is_err());
}

/// Kernels with a plan, a tile or windows take arrays that own their elements.
#[test]
fn arrays_that_own_their_elements() {
    let a = Boxed::from_offsets(layout!((4, 4):row), |i| i as f32);
    let mut b = Owned::filled(layout!((4, 4):col), 0.0_f32);
    PlannedCopy::new(a.layout(), b.layout()).unwrap().run(&a, &mut b);
    assert!(b.view().iter().eq(a.view().iter()));

    let tiled = TiledCopy::new(VectorMove::<typenum::U1>::new(), layout!((2, 2)), layout!((2, 1)));
    let mut c = Owned::filled(layout!((4, 4):row), 0.0_f32);
    tiled.copy(b, &mut c);
    assert_eq!(c.as_slice(), a.as_slice());
    tiled.try_copy(&a, &mut b).unwrap();

    let image = Boxed::from_slice(layout!((4, 4, 1):(4, 1, 0)), a.as_slice()).unwrap();
    let filter = Owned::filled(layout!((2, 2, 1, 1):(2, 1, 0, 0)), 1.0_f32);
    let mut sums = Owned::filled(layout!((2, 2, 1):(2, 1, 0)), 0.0_f32);
    convolve2d_with(Convolution { stride: [2, 2], padding: [0, 0] }, &image, filter, &mut sums);
    assert_eq!(sums.as_slice(), [10.0, 18.0, 42.0, 50.0]);
}
