//! Compares the kernels, with a block as a loop, to plain loops.

use gpu_kernels::block::LoopBlock;
use gpu_kernels::kernels::{BLOCK, THREADS, TILE, blocks, copy, sgemm, transpose};
use gpu_kernels::view::DeviceView;
use static_layout::layout;

/// 16 KiB, as on the device.
const SHARED: usize = 4096;

type Block = LoopBlock<THREADS, SHARED>;

/// Small integers without a period: rows and columns of a tile differ.
fn numbers(count: usize) -> Vec<f32> {
    (0..count as u32).map(|x| (x.wrapping_mul(2654435761) >> 26) as f32 - 31.0).collect()
}

/// The coordinates of a grid.
fn grid([x, y]: [u32; 2]) -> impl Iterator<Item = [u32; 2]> {
    (0..y).flat_map(move |j| (0..x).map(move |i| [i, j]))
}

#[test]
fn copies_and_transposes() {
    for (m, n) in [(1, 1), (32, 32), (33, 5), (64, 100), (7, 65)] {
        let mut source = numbers(m * n);
        let (mut copied, mut turned) = (vec![0.0; m * n], vec![0.0; m * n]);
        for index in grid(blocks(m as u32, n as u32, TILE)) {
            // SAFETY: all three have `m * n` elements, and blocks write different ones.
            unsafe {
                let view = DeviceView::new(source.as_mut_ptr(), layout!((m, n):(1, m)));
                let target = DeviceView::new(copied.as_mut_ptr(), layout!((m, n):(1, m)));
                copy(&mut Block::new(index), view, target, m as u32, n as u32);
                let target = DeviceView::new(turned.as_mut_ptr(), layout!((n, m):(1, n)));
                transpose(&mut Block::new(index), view, target, m as u32, n as u32);
            }
        }
        assert_eq!(copied, source);
        for i in 0..m {
            for j in 0..n {
                assert_eq!(turned[j + n * i], source[i + m * j], "({i},{j}) of ({m},{n})");
            }
        }
    }
}

#[test]
fn multiplies() {
    for [m, n, k] in [[1, 1, 1], [64, 64, 16], [65, 63, 17], [5, 130, 40], [100, 3, 0]] {
        let (mut a, mut b, mut c) = (numbers(m * k), numbers(k * n), vec![f32::NAN; m * n]);
        for index in grid(blocks(m as u32, n as u32, BLOCK)) {
            // SAFETY: the vectors have these elements, and blocks write different ones.
            unsafe {
                let a = DeviceView::new(a.as_mut_ptr(), layout!((m, k):(1, m)));
                let b = DeviceView::new(b.as_mut_ptr(), layout!((k, n):(1, k)));
                let c = DeviceView::new(c.as_mut_ptr(), layout!((m, n):(1, m)));
                sgemm(&mut Block::new(index), a, b, c, [m, n, k].map(|x| x as u32));
            }
        }
        for i in 0..m {
            for j in 0..n {
                let sum: f32 = (0..k).map(|l| a[i + m * l] * b[l + k * j]).sum();
                assert_eq!(c[i + m * j], sum, "({i},{j}) of {m} {n} {k}");
            }
        }
    }
}
