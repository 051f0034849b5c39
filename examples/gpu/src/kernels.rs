//! The kernels. Each computes the part of a block; `m`, `n` and `k` are run-time numbers, tiles are static.

use static_layout::{AnyLayout, LayoutOps, layout};

use crate::block::Block;
use crate::view::DeviceView;

/// Threads of a block.
pub const THREADS: usize = 256;
/// Rows and columns of the tiles of a copy.
pub const TILE: usize = 32;
/// Rows and columns of C of a block.
pub const BLOCK: usize = 64;
/// The step of a product along k.
pub const STEP: usize = 16;

/// The blocks that cover `m` by `n` in tiles of `tile`.
pub const fn blocks(m: usize, n: usize, tile: usize) -> usize {
    m.div_ceil(tile) * n.div_ceil(tile)
}

/// Copies one tile: `target = source`, both (m, n).
///
/// # Safety
/// Both views have `m` by `n` elements.
#[inline(always)]
pub unsafe fn copy<B: Block, S: AnyLayout, D: AnyLayout>(
    block: &mut B,
    source: DeviceView<S>,
    target: DeviceView<D>,
    m: usize,
    n: usize,
) {
    // Threads take columns of a tile: 32 rows at a time, 8 columns apart.
    let threads = layout!((32, 8):(1, 32));
    let across = m.div_ceil(TILE).max(1);
    let (i0, j0) = (block.index() % across * TILE, block.index() / across * TILE);
    let mut each = block.each(());
    block.run(&mut each, |_, thread, ()| {
        let (row, column) = (thread % 32, thread / 32);
        let first = threads.index((row, column));
        for v in 0..4 {
            let at = first + 256 * v;
            let (i, j) = (i0 + at % TILE, j0 + at / TILE);
            if i < m && j < n {
                // SAFETY: both coordinates are in the shape.
                unsafe { target.set((i, j), source.get((i, j))) };
            }
        }
    });
}

/// Transposes one tile through shared memory: `target(j, i) = source(i, j)`, of (m, n) and (n, m), both column-major. The
/// swizzle spreads rows and columns of the tile over the banks.
///
/// # Safety
/// `source` has `m` by `n` elements, `target` `n` by `m`.
#[inline(always)]
pub unsafe fn transpose<B: Block, S: AnyLayout, D: AnyLayout>(
    block: &mut B,
    source: DeviceView<S>,
    target: DeviceView<D>,
    m: usize,
    n: usize,
) {
    let tile = layout!(Sw<5,0,5> o 0 o (32, 32):(1, 32));
    let across = m.div_ceil(TILE).max(1);
    let (i0, j0) = (block.index() % across * TILE, block.index() / across * TILE);
    let mut each = block.each(());
    block.run(&mut each, |block, thread, ()| {
        let (row, first) = (thread % 32, thread / 32);
        for v in 0..4 {
            let column = first + 8 * v;
            if i0 + row < m && j0 + column < n {
                // SAFETY: the coordinate is in the shape.
                let value = unsafe { source.get((i0 + row, j0 + column)) };
                block.write(tile.index((row, column)), value);
            }
        }
    });
    block.run(&mut each, |block, thread, ()| {
        let (column, first) = (thread % 32, thread / 32);
        for v in 0..4 {
            let row = first + 8 * v;
            if i0 + row < m && j0 + column < n {
                let value = block.read(tile.index((row, column)));
                // SAFETY: the coordinate is in the shape.
                unsafe { target.set((j0 + column, i0 + row), value) };
            }
        }
    });
}

/// One block of `C = A B`, of (m, k), (k, n) and (m, n): 64 by 64 elements, 4 by 4 of each thread.
///
/// # Safety
/// The views have these elements.
#[inline(always)]
pub unsafe fn sgemm<B: Block, LA: AnyLayout, LB: AnyLayout, LC: AnyLayout>(
    block: &mut B,
    a: DeviceView<LA>,
    b: DeviceView<LB>,
    c: DeviceView<LC>,
    [m, n, k]: [usize; 3],
) {
    // The tiles of A and B, one behind the other. A row of B's tile is padded: its threads write columns.
    let tile_a = layout!((64, 16):(1, 64));
    let tile_b = layout!((16, 64):(65, 1));
    let after_a = tile_a.cosize();
    let across = m.div_ceil(BLOCK).max(1);
    let (i0, j0) = (block.index() % across * BLOCK, block.index() / across * BLOCK);
    let mut sums = block.each([[0.0_f32; 4]; 4]);
    let mut k0 = 0;
    while k0 < k {
        block.run(&mut sums, |block, thread, _| {
            for v in 0..4 {
                let (i, l) = (thread % 64, thread / 64 + 4 * v);
                let inside = i0 + i < m && k0 + l < k;
                // SAFETY: the coordinate is in the shape.
                let value = if inside { unsafe { a.get((i0 + i, k0 + l)) } } else { 0.0 };
                block.write(tile_a.index((i, l)), value);
                let (l, j) = (thread % 16, thread / 16 + 16 * v);
                let inside = k0 + l < k && j0 + j < n;
                // SAFETY: the coordinate is in the shape.
                let value = if inside { unsafe { b.get((k0 + l, j0 + j)) } } else { 0.0 };
                block.write(after_a + tile_b.index((l, j)), value);
            }
        });
        block.run(&mut sums, |block, thread, sums| {
            let (i, j) = (thread % 16, thread / 16);
            for l in 0..STEP {
                let left: [f32; 4] =
                    core::array::from_fn(|u| block.read(tile_a.index((i + 16 * u, l))));
                let right: [f32; 4] =
                    core::array::from_fn(|v| block.read(after_a + tile_b.index((l, j + 16 * v))));
                for u in 0..4 {
                    for v in 0..4 {
                        sums[u][v] = mul_add(left[u], right[v], sums[u][v]);
                    }
                }
            }
        });
        k0 += STEP;
    }
    block.run(&mut sums, |_, thread, sums| {
        let (i, j) = (thread % 16, thread / 16);
        for u in 0..4 {
            for v in 0..4 {
                let (i, j) = (i0 + i + 16 * u, j0 + j + 16 * v);
                if i < m && j < n {
                    // SAFETY: the coordinate is in the shape.
                    unsafe { c.set((i, j), sums[u][v]) };
                }
            }
        }
    });
}

/// `a * b + c`, rounded once.
#[inline(always)]
fn mul_add(a: f32, b: f32, c: f32) -> f32 {
    #[cfg(target_arch = "nvptx64")]
    return core::f32::math::mul_add(a, b, c);
    #[cfg(not(target_arch = "nvptx64"))]
    return a.mul_add(b, c);
}
