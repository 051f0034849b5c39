//! What the threads of a pool do together: products, copies, tiles. `scripts/sanitize.sh thread` builds it, and the
//! standard library with it, for the thread sanitizer.

use std::fmt::Debug;

use rayon::prelude::*;
use static_layout::simd::Element;
use static_layout::*;

/// Asks on a pool of four threads, whatever the processors.
fn on_threads<R: Send>(act: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap().install(act)
}

/// Small integers, of which every sum is exact.
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

/// Rows, tiles turned in registers, and offsets through a swizzle.
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
