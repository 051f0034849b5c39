//! The kernels. Each computes the part of a block; `m`, `n` and `k` are run-time numbers, tiles are static.

use static_layout::{AnyLayout, LayoutOps, layout};

use crate::block::Block;
use crate::view::DeviceView;

/// Threads of a block.
pub const THREADS: usize = 256;
/// Rows and columns of the tiles of a copy.
pub const TILE: u32 = 32;
/// Rows and columns of C that a block computes.
pub const BLOCK: u32 = 64;
/// The step of a product along k.
pub const STEP: u32 = 16;

/// The grid of blocks that covers `m` by `n` in tiles of `tile`.
pub const fn blocks(m: u32, n: u32, tile: u32) -> [u32; 2] {
    [m.div_ceil(tile), n.div_ceil(tile)]
}

/// A coordinate as the layouts take it.
#[inline(always)]
fn at(i: u32, j: u32) -> (usize, usize) {
    (i as usize, j as usize)
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
    m: u32,
    n: u32,
) {
    // Threads take columns of a tile: 32 rows at a time, 8 columns apart.
    let threads = layout!((32, 8):(1, 32));
    let [i0, j0] = block.index().map(|b| b * TILE);
    let mut each = block.each(());
    block.run(&mut each, |_, thread, ()| {
        let (row, column) = (thread % 32, thread / 32);
        let first = threads.index(at(row, column)) as u32;
        for v in 0..4 {
            let element = first + 256 * v;
            let (i, j) = (i0 + element % TILE, j0 + element / TILE);
            if i < m && j < n {
                // SAFETY: both coordinates are in the shape.
                unsafe { target.set(at(i, j), source.get(at(i, j))) };
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
    m: u32,
    n: u32,
) {
    let tile = layout!(Sw<5,0,5> o 0 o (32, 32):(1, 32));
    let [i0, j0] = block.index().map(|b| b * TILE);
    let mut each = block.each(());
    block.run(&mut each, |block, thread, ()| {
        let (row, first) = (thread % 32, thread / 32);
        for v in 0..4 {
            let column = first + 8 * v;
            if i0 + row < m && j0 + column < n {
                // SAFETY: the coordinate is in the shape.
                let value = unsafe { source.get(at(i0 + row, j0 + column)) };
                block.write(tile.index(at(row, column)), value);
            }
        }
    });
    block.run(&mut each, |block, thread, ()| {
        let (column, first) = (thread % 32, thread / 32);
        for v in 0..4 {
            let row = first + 8 * v;
            if i0 + row < m && j0 + column < n {
                let value = block.read(tile.index(at(row, column)));
                // SAFETY: the coordinate is in the shape.
                unsafe { target.set(at(j0 + column, i0 + row), value) };
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
    [m, n, k]: [u32; 3],
) {
    // The tiles of A and B, one behind the other. A row of B's tile is padded: its threads write columns.
    let tile_a = layout!((64, 16):(1, 64));
    let tile_b = layout!((16, 64):(65, 1));
    let after_a = tile_a.cosize();
    let [i0, j0] = block.index().map(|b| b * BLOCK);
    let mut sums = block.each([[0.0_f32; 4]; 4]);
    let mut k0 = 0;
    while k0 < k {
        block.run(&mut sums, |block, thread, _| {
            for v in 0..4 {
                let (i, l) = (thread % 64, thread / 64 + 4 * v);
                let inside = i0 + i < m && k0 + l < k;
                // SAFETY: the coordinate is in the shape.
                let value = if inside { unsafe { a.get(at(i0 + i, k0 + l)) } } else { 0.0 };
                block.write(tile_a.index(at(i, l)), value);
                let (l, j) = (thread % 16, thread / 16 + 16 * v);
                let inside = k0 + l < k && j0 + j < n;
                // SAFETY: the coordinate is in the shape.
                let value = if inside { unsafe { b.get(at(k0 + l, j0 + j)) } } else { 0.0 };
                block.write(after_a + tile_b.index(at(l, j)), value);
            }
        });
        block.run(&mut sums, |block, thread, sums| {
            let (i, j) = (thread % 16, thread / 16);
            for l in 0..STEP {
                let left: [f32; 4] =
                    core::array::from_fn(|u| block.read(tile_a.index(at(i + 16 * u as u32, l))));
                let right: [f32; 4] = core::array::from_fn(|v| {
                    block.read(after_a + tile_b.index(at(l, j + 16 * v as u32)))
                });
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
                let (i, j) = (i0 + i + 16 * u as u32, j0 + j + 16 * v as u32);
                if i < m && j < n {
                    // SAFETY: the coordinate is in the shape.
                    unsafe { c.set(at(i, j), sums[u][v]) };
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
