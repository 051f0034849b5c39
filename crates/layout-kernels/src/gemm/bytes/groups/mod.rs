//! Products of bytes with AVX-512 VNNI: `vpdpbusd` adds four products in each lane.
//!
//! ```text
//! for each part of the depth
//!     for each block of rows of A             packed
//!         for each panel of columns of B      packed
//!             for each tile of the panel      sum[i][j] = 0, then
//!                                             sum[i][j] += a[i] * b[j]    four depths at once
//! ```
//!
//! The instruction multiplies numbers without a sign by numbers with one. If A and B are of the same type, B is packed as the other
//! type: `i8` with 128 added to each number, `u8` with 128 subtracted. As a byte, the sum differs from the number in the highest
//! bit. What the 128 adds to a sum of C is the same for a whole row, so sums start with its opposite:
//!
//! ```text
//! i8 by i8        sum[i][j] = -128 * (a[i][0] + a[i][1] + ..)
//! u8 by u8        sum[i][j] =  128 * (a[i][0] + a[i][1] + ..)
//! ```
//!
//! Four depths of a row of A, or of a column of B, are a group of 32 bits. A panel has the groups of 16 rows or columns, those of
//! one depth side by side. What the depth lacks in its last group is 0 in A.
//!
//! C holds sums of `i32` until the last part of the depth is added.

mod pack;
#[cfg(test)]
mod tests;
mod tile;

use super::{ByteProblem, ByteUpdate, Scale, few};
use crate::gemm::large::Buffer;
use crate::gemm::strided::Open;
use crate::simd::{Avx512, Machine};
use core::mem::MaybeUninit;
use pack::{pack, start_of_sums};
use tile::{ROWS, Tile, VECTORS};

/// The lanes of a vector of `i32`, which are the rows or columns of a panel.
const LANES: usize = 16;
/// The numbers of a group.
const FOUR: usize = 4;
/// The columns of a tile.
const COLUMNS: usize = VECTORS * LANES;
/// The depth of a part, for which the panels of a tile stay in the first cache.
const DEPTH: usize = 512;
/// The rows of a block of A, which stays in the second cache.
const BLOCK: usize = 1024;
/// The groups that are packed on the stack.
const ON_STACK: usize = 4096;

/// Proof of AVX-512 VNNI.
#[derive(Clone, Copy)]
pub struct Vnni(());

impl Vnni {
    /// A proof if `M` is the token of AVX-512, and the processor has VNNI.
    #[inline(always)]
    pub fn of<M: Machine>() -> Option<Self> {
        (typeid::of::<M>() == typeid::of::<Avx512>()).then(Self::found).flatten()
    }
    /// The proof of [`of`](Self::of), unless reading the matrices in place costs less than packing groups.
    #[inline(always)]
    pub fn for_product<M: Machine>(problem: &ByteProblem) -> Option<Self> {
        Self::of::<M>().filter(|_| !few::is_in_place(problem))
    }
    /// A proof if kernels may use AVX-512, and the processor has VNNI.
    #[inline(always)]
    pub fn detect() -> Option<Self> {
        Avx512::detect().and_then(|_| Self::found())
    }
    #[inline(always)]
    fn found() -> Option<Self> {
        #[cfg(feature = "std")]
        let has_vnni = std::is_x86_feature_detected!("avx512vnni");
        #[cfg(not(feature = "std"))]
        let has_vnni = cfg!(target_feature = "avx512vnni");
        has_vnni.then_some(Self(()))
    }
}

/// Computes a product whose C has elements.
///
/// # Safety
/// The requirements of [`multiply`](super::multiply).
#[inline(never)]
pub unsafe fn multiply(vnni: Vnni, problem: &ByteProblem) {
    let problem = oriented(*problem);
    let ([m, depth], n) = (problem.a.extents, problem.b.extents[1]);
    let parts = depth.div_ceil(DEPTH).max(1);
    let deep = depth.div_ceil(parts).next_multiple_of(FOUR);
    let tall = m.min(BLOCK).next_multiple_of(LANES);
    let wide = n.min(COLUMNS).next_multiple_of(LANES);
    let len = (tall + wide) * deep / FOUR + tall;
    if len <= ON_STACK {
        let mut room = MaybeUninit::<[i32; ON_STACK]>::uninit();
        // SAFETY: the buffer has `len` elements. The rest is the guarantee of the caller.
        unsafe { in_parts(vnni, &problem, [tall, deep], room.as_mut_ptr().cast()) }
    } else {
        let mut room = Buffer::<i32>::new(len);
        // SAFETY: the buffer has `len` elements. The rest is the guarantee of the caller.
        unsafe { in_parts(vnni, &problem, [tall, deep], room.as_mut_ptr()) }
    }
}

/// The problem, transposed if vectors should run along the rows of C: along neighbours, unless they are fewer than a vector and
/// the others are many.
fn oriented(problem: ByteProblem) -> ByteProblem {
    let ([m, n], [down, across]) = (problem.c.extents, problem.c.strides);
    let suits = |stride: isize, lanes: usize, others: usize| {
        stride == 1 && (lanes >= LANES || others <= COLUMNS)
    };
    if !suits(across, n, m) && (suits(down, m, n) || m > n) { problem.swapped() } else { problem }
}

/// Computes a product in blocks of at most `tall` rows, and parts of the depth of at most `deep`.
///
/// # Safety
/// The requirements of [`multiply`](super::multiply). `room` must be valid for writes of the groups and the first sums of `tall`
/// rows, and of the groups of the columns of a tile.
unsafe fn in_parts(vnni: Vnni, problem: &ByteProblem, [tall, deep]: [usize; 2], room: *mut i32) {
    let ByteProblem { a, b, c, update: ByteUpdate { are_signed, scale } } = *problem;
    let ([m, depth], n) = (a.extents, b.extents[1]);
    // What turns B into the other type.
    let sign = if are_signed[0] == are_signed[1] { i8::MIN } else { 0 };
    let mut k = 0;
    loop {
        let len = deep.min(depth - k);
        let groups = len.div_ceil(FOUR);
        // Sums are scaled with the last part of the depth alone.
        let scale = if k + len == depth { scale } else { Scale::Integer(1) };
        let (sums, of_a) = (room, room.wrapping_add(tall));
        let of_b = of_a.wrapping_add(tall * groups);
        for i in (0..m).step_by(tall) {
            let rows = tall.min(m - i);
            // SAFETY: rows and depths of A, whose groups and sums have room.
            unsafe {
                for row in (0..rows).step_by(COLUMNS) {
                    let lanes = COLUMNS.min(rows - row);
                    let from = a.part([i + row, k], [lanes, len]);
                    pack(vnni, from, 0, of_a.add(row * groups));
                }
                for row in (0..rows).step_by(LANES) {
                    let of_a = of_a.add(row * groups);
                    start_of_sums(vnni, are_signed, groups, of_a, sums.add(row));
                }
            }
            for j in (0..n).step_by(COLUMNS) {
                let columns = COLUMNS.min(n - j);
                let from = b.part([k, j], [len, columns]).transposed();
                // SAFETY: columns and depths of B, whose groups have room.
                unsafe { pack(vnni, from, sign, of_b) };
                for row in (0..rows).step_by(LANES) {
                    let in_panel = LANES.min(rows - row);
                    // Tiles of about equal height.
                    let high = in_panel.div_ceil(in_panel.div_ceil(ROWS));
                    for first in (0..in_panel).step_by(high) {
                        let inside = [high.min(in_panel - first), columns];
                        let tile = Tile {
                            groups,
                            a: of_a.wrapping_add(row * groups + first),
                            b: of_b,
                            start: sums.wrapping_add(row + first),
                            is_signed: are_signed[0],
                            adds: k > 0,
                            scale,
                        };
                        // SAFETY: packed panels of these rows and columns, which are in C.
                        unsafe {
                            tile.multiply(vnni, c.part([i + row + first, j], inside));
                        }
                    }
                }
            }
        }
        k += len;
        if k == depth {
            return;
        }
    }
}
