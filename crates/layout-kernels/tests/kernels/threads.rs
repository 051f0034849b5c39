//! Products, copies and tiles on the threads of a pool. `tools/ci/sanitize.sh thread` builds these tests and the standard
//! library for the thread sanitizer.

use std::fmt::Debug;

use rayon::prelude::*;
use static_layout::*;
use static_layout_kernels::simd::Element;
use static_layout_kernels::{copy, gemm, par_copy, par_gemm};

/// Runs a closure on a pool of four threads, on any machine.
fn on_threads<R: Send>(act: impl FnOnce() -> R + Send) -> R {
    pool(4).install(act)
}

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

/// Small integers, whose sums are exact.
fn numbers<T: From<u8>>(count: usize) -> Vec<T> {
    (0..count).map(|i| T::from((i % 7) as u8)).collect()
}

/// Blocks are packed by some threads and read by others; each tile of C is updated by one.
#[test]
fn products() {
    fn check<T: Element + From<u8> + PartialEq + Debug + Sync + Send>(
        a: impl AnyLayout,
        b: impl AnyLayout,
        c: impl AnyLayout,
    ) {
        let (x, y) = (numbers::<T>(a.cosize()), numbers::<T>(b.cosize()));
        let (mut alone, mut shared) = (numbers::<T>(c.cosize()), numbers::<T>(c.cosize()));
        let (x, y) = (View::new(&x, a).unwrap(), View::new(&y, b).unwrap());
        let (two, three) = (T::from(2), T::from(3));
        gemm(two, x, y, three, &mut ViewMut::new(&mut alone, c).unwrap());
        let mut c = ViewMut::new(&mut shared, c).unwrap();
        on_threads(|| par_gemm(two, x, y, three, &mut c));
        assert!(alone == shared);
    }
    let (m, n, k) = (407, 409, 411);
    let (rows, columns) = (layout!((m, k):(k, 1)), layout!((k, n):(1, k)));
    check::<f32>(rows, layout!((k, n):(n, 1)), layout!((m, n):(n, 1)));
    check::<f64>(rows, columns, layout!((m, n):(1, { m + 5 })));
}

/// Products in parts of whole tiles equal those of one thread bit by bit, for numbers whose sums are rounded, also if static
/// extents determine the tiles and leave a rest of rows and columns.
#[test]
fn parts_of_products() {
    fn check<T: Element + From<f32> + Debug>(
        pools: &[rayon::ThreadPool],
        a: impl AnyLayout,
        b: impl AnyLayout,
        c: impl AnyLayout,
    ) {
        let rounded = |seed: usize, count: usize| -> Vec<T> {
            let number = |i| ((i * 193 + seed) % 1009) as f32 * 0.37 - 150.1;
            (0..count).map(|i| T::from(number(i))).collect()
        };
        let (x, y, z) = (rounded(1, a.cosize()), rounded(2, b.cosize()), rounded(3, c.cosize()));
        let (x, y) = (View::new(&x, a).unwrap(), View::new(&y, b).unwrap());
        for beta in [T::ZERO, T::from(0.7)] {
            let alpha = T::from(1.3);
            let mut alone = z.clone();
            gemm(alpha, x, y, beta, &mut ViewMut::new(&mut alone, c).unwrap());
            for pool in pools {
                let mut shared = z.clone();
                let mut to = ViewMut::new(&mut shared, c).unwrap();
                pool.install(|| par_gemm(alpha, x, y, beta, &mut to));
                let threads = pool.current_num_threads();
                assert!(alone == shared, "{a} by {b} into {c}, {threads} threads");
            }
        }
    }
    let pools = [2, 3, 7].map(pool);
    // Sizes around the least one for several threads, then more tiles than parts, few rows, few columns, short depths.
    let sizes = [
        (90, 90, 90),
        (117, 115, 118),
        (96, 128, 160),
        (161, 129, 150),
        (3, 2000, 300),
        (2001, 5, 299),
        (500, 601, 9),
        (33, 31, 3000),
    ];
    for (m, n, k) in sizes {
        let (row, col) = (layout!((m, k):(k, 1)), layout!((m, k):(1, { m + 1 })));
        let (down, across) = (layout!((k, n):(1, k)), layout!((k, n):({ n + 2 }, 1)));
        let (to_row, to_col) = (layout!((m, n):({ n + 1 }, 1)), layout!((m, n):(1, m)));
        check::<f32>(&pools, col, down, to_col);
        check::<f32>(&pools, row, across, to_row);
        check::<f64>(&pools, row, down, to_col);
        check::<f64>(&pools, col, across, to_row);
        check::<f32>(&pools, row, down, layout!((m, n):(2, { 2 * m })));
        // All strides of types unknown: their values decide what is copied.
        let (one, two) = (std::hint::black_box(1), 2);
        let (col, across) = (layout!((m, k):(one, m)), layout!((k, n):(n, one)));
        check::<f32>(&pools, col, across, layout!((m, n):(one, m)));
        check::<f64>(&pools, col, across, layout!((m, n):(two, { 2 * m })));
    }
    // Of a matrix and a vector, which have loops of their own, on one thread.
    for (m, n, k) in [(1, 300, 500), (500, 1, 300), (1, 3, 2000), (3, 1, 2000)] {
        let (row, col) = (layout!((m, k):(k, 1)), layout!((m, k):(1, m)));
        let (down, across) = (layout!((k, n):(1, k)), layout!((k, n):(n, 1)));
        check::<f32>(&pools, row, down, layout!((m, n):(n, 1)));
        check::<f32>(&pools, col, across, layout!((m, n):(1, m)));
        check::<f64>(&pools, row, across, layout!((m, n):(1, m)));
    }
    // 101 and 103 leave a rest in tiles of any machine; narrow products are summed in several parts.
    check::<f32>(&pools, layout!((101, 199):col), layout!((199, 103):row), layout!((101, 103):col));
    check::<f64>(&pools, layout!((101, 199):row), layout!((199, 103):col), layout!((101, 103):row));
    check::<f32>(&pools, layout!((97, 160):col), layout!((160, 101):col), layout!((97, 101):row));
    let k = 130;
    check::<f64>(
        &pools,
        layout!((109, k):(1, 109)),
        layout!((k, 97):(1, k)),
        layout!((109, 97):col),
    );
    // Modes of several strides, and a swizzle.
    check::<f32>(
        &pools,
        layout!(((4, 25), (10, 10)):((1, 40), (4, 1000))),
        layout!(Sw<3,2,5> o 0 o (100, 128):(128, 1)),
        layout!(((10, 10), 128):((1, 1280), 10)),
    );
    check::<f64>(
        &pools,
        layout!(Sw<3,2,5> o 0 o (128, 100):(1, 128)),
        layout!((100, 128):col),
        layout!(Sw<3,2,5> o 0 o (128, 128):(128, 1)),
    );
}

/// Rows, tiles transposed in registers, and a swizzle.
#[test]
fn copies() {
    fn check(a: impl AnyLayout, b: impl AnyLayout) {
        let data: Vec<u16> = (0..1 << 20).map(|i| i as u16).collect();
        let (mut alone, mut shared) = (vec![7_u16; 1 << 20], vec![7_u16; 1 << 20]);
        let from = View::new(&data, a).unwrap();
        copy(from, &mut ViewMut::new(&mut alone, b).unwrap());
        let mut to = ViewMut::new(&mut shared, b).unwrap();
        on_threads(|| par_copy(from, &mut to));
        assert!(alone == shared, "{a} to {b}");
    }
    let (m, n) = (900, 1001);
    check(layout!((m, n):(n, 1)), layout!((m, n):({ n + 3 }, 1)));
    check(layout!((m, n):(n, 1)), layout!((m, n):(1, m)));
    check(layout!((4096, 128):(128, 1)), layout!(Sw<3,3,4> o 0 o (4096, 128):(128, 1)));
}

/// Each tile is written by one thread, and read by another one afterwards.
#[test]
fn tiles() {
    let (rows, tiler) = (61, tile!(16, 32));
    let mut matrix = Boxed::filled(layout!((rows, 45):(45, 1)), 0_usize);
    on_threads(|| {
        matrix.view_mut().par_tiles_padded_mut(tiler).enumerate().for_each(|(t, mut tile)| {
            tile.clip_mut().unwrap().fill(t);
        });
        let sums: usize = matrix
            .view()
            .par_tiles_padded(tiler)
            .map(|tile| tile.entries().map(|(_, x)| *x).sum::<usize>())
            .sum();
        assert_eq!(sums, 512 * (1 + 2) + 416 * 3 + 208 * (4 + 5 + 6) + 169 * 7);
    });
    let mut matrix = Boxed::filled(layout!(Sw<2,4,3> o 0 o (64, 64):(64, 1)), 0_usize);
    on_threads(|| {
        for _ in 0..10 {
            matrix.par_tiles_mut(tiler).for_each(|mut tile| tile.update(|x| *x += 1));
        }
        assert_eq!(
            matrix.par_tiles(tiler).map(|tile| tile.iter().sum::<usize>()).sum::<usize>(),
            40960
        );
    });
}
