//! The copy and the transposition.

use static_layout::{AnyLayout, LayoutOps, layout};

use super::{TILE, at};
use crate::block::Block;
use crate::element::Element;
use crate::view::{DeviceView, Source, Target};

/// Copies one tile: `target = source`, both (m, n).
///
/// # Safety
/// Both views have `m` by `n` elements.
#[inline(always)]
pub unsafe fn copy<B: Block, T: Element, S: AnyLayout + LayoutOps, D: AnyLayout + LayoutOps>(
    block: &mut B,
    source: DeviceView<Source, T, S>,
    target: DeviceView<Target, T, D>,
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
pub unsafe fn transpose<B: Block, S: AnyLayout + LayoutOps, D: AnyLayout + LayoutOps>(
    block: &mut B,
    source: DeviceView<Source, f32, S>,
    target: DeviceView<Target, f32, D>,
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
    block.sync();
    block.run(&mut each, |block, thread, ()| {
        let (column, first) = (thread % 32, thread / 32);
        for v in 0..4 {
            let row = first + 8 * v;
            if i0 + row < m && j0 + column < n {
                let value: f32 = block.read(tile.index(at(row, column)));
                // SAFETY: the coordinate is in the shape.
                unsafe { target.set(at(j0 + column, i0 + row), value) };
            }
        }
    });
}
