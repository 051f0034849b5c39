//! Products, copies and tiles on the threads of a pool. `tools/ci/sanitize.sh thread` builds these tests and the standard
//! library for the thread sanitizer.

use std::fmt::Debug;

use rayon::prelude::*;
use static_layout::*;
use static_layout_kernels::simd::Element;
use static_layout_kernels::*;

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

/// Large products in thin shapes: few rows of C, few columns, one block of rows with many of columns, and the other way round.
#[test]
fn thin_products() {
    let pools = [2, 5].map(pool);
    for (m, n, k) in [(1300, 33, 1700), (40, 1100, 1600), (700, 200, 600), (2100, 40, 1000)] {
        let numbers = |count: usize| -> Vec<f32> {
            (0..count).map(|i| ((i * 193) % 1009) as f32 * 0.37 - 150.1).collect()
        };
        let (x, y, z) = (numbers(m * k), numbers(k * n), numbers(m * n));
        for columns in [false, true] {
            let layout =
                |m: usize, n: usize| Layout::new((m, n), if columns { (1, m) } else { (n, 1) });
            let (x, y) =
                (View::new(&x, layout(m, k)).unwrap(), View::new(&y, layout(k, n)).unwrap());
            let mut alone = z.clone();
            gemm(1.3, x, y, 0.7, &mut ViewMut::new(&mut alone, layout(m, n)).unwrap());
            for pool in &pools {
                let mut shared = z.clone();
                let mut to = ViewMut::new(&mut shared, layout(m, n)).unwrap();
                pool.install(|| par_gemm(1.3, x, y, 0.7, &mut to));
                assert!(alone == shared, "{m} {n} {k} {columns}");
            }
        }
    }
}

/// Functions of elements equal those of one thread: loops that merge into one, gaps, reversed rows, transposed sides, a stride of 0, a
/// swizzle, static layouts, few elements and none.
#[test]
fn elements() {
    fn check<A: AnyLayout, B: AnyLayout>(a: A, b: B) {
        let x: Vec<f32> = (0..a.cosize()).map(|i| (i % 1009) as f32 * 0.37).collect();
        let (mut alone, mut shared) = (vec![7.0; b.cosize()], vec![7.0; b.cosize()]);
        let from = View::new(&x, a).unwrap();
        macro_rules! same {
            ($serial:expr, $shared:expr) => {
                $serial(&mut ViewMut::new(&mut alone, b).unwrap());
                let mut to = ViewMut::new(&mut shared, b).unwrap();
                on_threads(|| $shared(&mut to));
                assert!(alone == shared, "{a} to {b}");
            };
        }
        same!(|to: &mut _| transform(from, to, f32::sqrt), |to: &mut _| par_transform(
            from,
            to,
            f32::sqrt
        ));
        let f = |x, y| x * 0.3 + y;
        same!(|to: &mut _| combine(from, from, to, f), |to: &mut _| par_combine(from, from, to, f));
        let g = |(x, y, z)| x * y - z;
        same!(|to: &mut _| combine_all((from, from, from), to, g), |to: &mut _| par_combine_all(
            (from, from, from),
            to,
            g
        ));
        same!(|to: &mut _| fill(to, 0.5), |to: &mut _| par_fill(to, 0.5));
    }
    for (m, n) in [(900, 1001), (3, 100_000), (100_000, 3), (5, 7), (0, 9), (1, 1)] {
        let (row, col) = (layout!((m, n):(n, 1)), layout!((m, n):(1, m)));
        check(row, row);
        check(row, col);
        check(col, layout!((m, n):({ n + 3 }, 1)));
        check(layout!((m, n):(0, 1)), col);
        check(layout!((m, n):(n, 1)), layout!((m, n):(2, { 2 * m })));
    }
    check(layout!((300, 400):row), layout!((300, 400):col));
    check(layout!((512, 256):row), layout!(Sw<3,3,4> o 0 o (512, 256):(256, 1)));
    check(layout!((300, 400):(400, 1)), layout!((300, 400):(401, 1)));
}

/// A refusal of the serial function is one of the parallel function, before anything is written.
#[test]
fn refusals_of_elements() {
    let (x, n) = (vec![1; 100_000], 99_999);
    let mut to = vec![0; 100_000];
    let a = View::new(&x, layout!(n:1)).unwrap();
    let mut b = ViewMut::new(&mut to, layout!({ n + 1 }:1)).unwrap();
    let expected = try_transform(a, &mut b, |x| x).unwrap_err().to_string();
    assert_eq!(try_par_transform(a, &mut b, |x| x).unwrap_err().to_string(), expected);
    assert_eq!(try_par_combine(a, a, &mut b, |x, _| x).unwrap_err().to_string(), expected);
    assert_eq!(try_par_combine_all((a, a), &mut b, |x| x.0).unwrap_err().to_string(), expected);
    // Two coordinates of a run-time destination share an element.
    let (same, half) = (0, 50_000);
    let a = View::new(&x, layout!((half, 2):(1, half))).unwrap();
    let mut b = ViewMut::new(&mut to, layout!((half, 2):(1, same))).unwrap();
    let expected = try_transform(a, &mut b, |x| x).unwrap_err().to_string();
    assert_eq!(try_par_transform(a, &mut b, |x| x).unwrap_err().to_string(), expected);
    assert!(to.iter().all(|x| *x == 0));
}

/// The caller does not wait for threads that are busy with other work.
#[test]
fn a_busy_pool_keeps_no_caller_waiting() {
    use std::sync::mpsc::channel;
    let n = 300;
    let (x, mut y) = (numbers::<f32>(n * n), vec![0.0; n * n]);
    let square = layout!((n, n):(n, 1));
    pool(3).install(|| {
        let ((begun, is_begun), ends): (_, Vec<_>) =
            (channel(), (0..2).map(|_| channel::<()>()).collect());
        let ends: Vec<_> = ends
            .into_iter()
            .map(|(end, ended)| {
                let begun = begun.clone();
                rayon::spawn(move || {
                    begun.send(()).unwrap();
                    // Until `end` is dropped.
                    let _ = ended.recv();
                });
                end
            })
            .collect();
        (0..2).for_each(|_| is_begun.recv().unwrap());
        for _ in 0..20 {
            let x = View::new(&x, square).unwrap();
            par_gemm(1.0, x, x, 0.0, &mut ViewMut::new(&mut y, square).unwrap());
            par_transform(x, &mut ViewMut::new(&mut y, square).unwrap(), |x| x + 1.0);
        }
        assert!(x.iter().zip(&y).all(|(x, y)| x + 1.0 == *y));
        drop(ends);
    });
}

/// A panic of the caller's function reaches the caller when no thread is at work any more; then all threads work again.
#[test]
fn panics_reach_the_caller() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};
    let (x, mut y) = ((0..200_000).collect::<Vec<i32>>(), vec![0; 200_000]);
    on_threads(|| {
        let from = View::new(&x, layout!(200000:1)).unwrap();
        for panics_at in [0, 100_000, 199_999] {
            let at_work = AtomicUsize::new(0);
            let f = |x: i32| {
                at_work.fetch_add(1, Ordering::Relaxed);
                assert!(x != panics_at, "on purpose");
                at_work.fetch_sub(1, Ordering::Relaxed);
                x
            };
            let mut to = ViewMut::new(&mut y, layout!(200000:1)).unwrap();
            let panic = catch_unwind(AssertUnwindSafe(|| par_transform(from, &mut to, f)));
            assert_eq!(panic.unwrap_err().downcast_ref::<&str>(), Some(&"on purpose"));
            assert_eq!(at_work.load(Ordering::Relaxed), 1);
            par_transform(from, &mut to, |x| x + 1);
        }
    });
    assert!(x.iter().zip(&y).all(|(x, y)| x + 1 == *y));
}

/// A function of elements may call a parallel function.
#[test]
fn tasks_within_tasks() {
    let (x, mut y) = ((0..40_000).collect::<Vec<i32>>(), vec![0; 40_000]);
    let inner = vec![1; 40_000];
    let from = View::new(&x, layout!(40000:1)).unwrap();
    let f = |x: i32| {
        if x % 10_000 != 0 {
            return x;
        }
        let mut copied = vec![0; 40_000];
        let layout = layout!((200, 200):(200, 1));
        let (one, to) =
            (View::new(&inner, layout).unwrap(), &mut ViewMut::new(&mut copied, layout).unwrap());
        par_transform(one, to, |one| one + x);
        copied[39_999] - 1
    };
    on_threads(|| par_transform(from, &mut ViewMut::new(&mut y, layout!(40000:1)).unwrap(), f));
    assert!(x == y);
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

/// Threads compute different rows of the result, with the edges of the whole image.
#[test]
fn convolutions() {
    for (n, stride, padding, window, channels, results) in [
        (61, [1, 1], [1, 1], 3, 16, 24),
        (40, [2, 1], [2, 0], 5, 9, 33),
        (3, [1, 1], [0, 0], 3, 8, 8),
        (130, [3, 2], [1, 3], 4, 16, 16),
        (30, [1, 1], [40, 1], 2, 16, 64),
    ] {
        let how = Convolution { stride, padding };
        let [p, q] = how.windows([n, n], [window, window]);
        let (x, f) =
            (numbers::<f32>(n * n * channels), numbers(window * window * channels * results));
        let x = View::new(&x, layout!((n, n, channels):row)).unwrap();
        let f = View::new(&f, layout!((window, window, channels, results):row)).unwrap();
        for to in [[q * results, results, 1], [1, p, p * q]] {
            let [i, j, l] = to;
            let to = layout!((p, q, results):(i, j, l));
            let (mut alone, mut shared) = (vec![0.5; to.cosize()], vec![0.5; to.cosize()]);
            convolve2d_with(how, x, f, &mut ViewMut::new(&mut alone, to).unwrap());
            let mut to = ViewMut::new(&mut shared, to).unwrap();
            on_threads(|| par_convolve2d_with(how, x, f, &mut to));
            assert!(alone == shared, "{how:?} of {n}");
        }
    }
}
