//! The kernels. Each computes the part of a block; `m`, `n` and `k` are run-time numbers, tiles are static.

mod copy;
pub mod fragments;
mod product;

pub use copy::{copy, transpose};
pub use product::{Fma, Inner, STAGED, TensorCores, product};

/// Threads of a block.
pub const THREADS: usize = 256;
/// Rows and columns of the tiles of a copy.
pub const TILE: u32 = 32;
/// Rows and columns of C that a block computes.
pub const BLOCK: u32 = 128;

/// The grid of blocks that covers `m` by `n` in tiles of `tile`.
pub const fn blocks(m: u32, n: u32, tile: u32) -> [u32; 2] {
    [m.div_ceil(tile), n.div_ceil(tile)]
}

/// A coordinate as the layouts take it.
#[inline(always)]
fn at(i: u32, j: u32) -> (usize, usize) {
    (i as usize, j as usize)
}

/// Calls `part` with 0 and 1, without a loop: an array whose indices the compiler knows lies in registers.
#[inline(always)]
fn two(mut part: impl FnMut(usize)) {
    part(0);
    part(1);
}

/// [`two`], with 0 to 3.
#[inline(always)]
fn four(mut part: impl FnMut(usize)) {
    part(0);
    part(1);
    part(2);
    part(3);
}
