//! Products of packed groups: for instructions that add the products of several depths in each lane, such as `vpdpbusd`.
//!
//! ```text
//! for each part of the depth
//!     for each block of rows of A             packed
//!         for each panel of columns of B      packed
//!             for each tile of the panel      sum[i][j] = start[i], then
//!                                             sum[i][j] += a[i] * b[j]    the depths of a group at once
//! ```
//!
//! The neighbouring depths of a row of A, or of a column of B, that fill 32 bits are a group. A panel has the groups of as many
//! rows or columns as a vector has lanes; the groups of one depth are adjacent. The numbers that the depth lacks in its last group
//! are 0 in A. Kernels of tiles (`tiled`) have other panels of A.
//!
//! C holds sums until the last part of the depth is added.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
pub mod portable;
mod tile;
#[cfg(target_arch = "x86_64")]
pub mod tiled;

use super::large::Buffer;
use super::problem::Problem;
use super::strided::Open;
use core::mem::MaybeUninit;
pub(in crate::gemm) use tile::tiles;
pub use tile::{Part, Tile, TileFn, compute};

/// The groups that are packed on the stack.
const ON_STACK: usize = 4096;

/// Memory for packed groups, aligned to a vector.
#[repr(align(64))]
struct Room([i32; ON_STACK]);

/// Instructions that multiply groups, how numbers are packed for them, and how sums update C. A value proves that the processor
/// has these instructions.
pub trait Groups: Copy {
    /// A number of A or B, of which a group has several.
    type Number: Copy;
    /// An element of C, of 32 bits.
    type Sum: Copy + Default;
    /// The lanes of a vector, which are the rows or columns of a panel.
    const LANES: usize;
    /// The most rows of a tile, and the vectors of its columns.
    const ROWS: usize;
    const VECTORS: usize;
    /// The number of groups of a panel is a multiple of this number.
    const MULTIPLE: usize = 1;
    /// The most groups of a part of the depth. The panels of a tile then stay in the first cache.
    const GROUPS: usize = 128;
    /// The most rows of a block of A, which stays in the second cache.
    const BLOCK: usize = 1024;

    /// The function that computes tiles of at least so many rows, and of so many vectors of columns.
    fn tile(rows: usize, vectors: usize) -> TileFn<Self>;

    /// Packs panels of `groups` groups, one after the other: of rows of A, or of columns of B. The lanes that the last panel lacks are
    /// any numbers.
    ///
    /// # Safety
    /// There must be 1 to `LANES * VECTORS` rows valid for reads, no longer than `groups` groups, and `to` for writes of the groups of
    /// whole panels.
    unsafe fn pack(self, from: Open<Self::Number>, groups: usize, side: Side, to: *mut i32);

    /// Writes where the sums of the rows of a panel of A start.
    ///
    /// # Safety
    /// `panel` must have the groups of the lanes, and `to` be valid for writes of as many sums.
    #[inline(always)]
    unsafe fn start_of_sums(self, _groups: usize, _panel: *const i32, _to: *mut i32) {}

    /// Whether C is read.
    fn reads(self, part: Part) -> bool;
}

/// Instructions that add the products of groups in the lanes of a vector.
pub trait Lanes: Groups {
    /// A vector of sums, or of groups.
    type Vector: Copy;

    /// The vector in which the sums of a row start, which `start_of_sums` has written.
    ///
    /// # Safety
    /// `at` must be valid for reads if `start_of_sums` writes.
    unsafe fn start(self, at: *const i32) -> Self::Vector;

    /// Loads the groups of one depth of a panel.
    ///
    /// # Safety
    /// `from` must be valid for reads of `LANES` groups.
    unsafe fn load(self, from: *const i32) -> Self::Vector;

    /// A group in all lanes.
    fn splat(self, group: i32) -> Self::Vector;

    /// Adds the products of a group of A, in all lanes, by groups of B.
    fn dot(self, sum: Self::Vector, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Whether the sums are the elements of C.
    fn sets(self, part: Part) -> bool;

    /// Writes sums to C.
    ///
    /// # Safety
    /// `to` must be valid for writes of `LANES` elements.
    unsafe fn store(self, to: *mut Self::Sum, sum: Self::Vector);

    /// Updates `lanes` neighbours of C.
    ///
    /// # Safety
    /// `to` must be valid for reads and writes of 1 to `LANES` elements, of which there are `lanes`.
    unsafe fn write(self, part: Part, to: *mut Self::Sum, lanes: usize, sum: Self::Vector);
}

/// The matrix that is packed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    A,
    B,
}

/// The numbers of a group.
pub const fn numbers_of_group<N>() -> usize {
    size_of::<i32>() / size_of::<N>()
}

/// The groups of a part of the depth.
const fn groups_of<K: Groups>(depth: usize) -> usize {
    depth.div_ceil(numbers_of_group::<K::Number>()).next_multiple_of(K::MULTIPLE)
}

/// A product of groups. Its `update` is that of C, with the instructions.
pub type GroupProblem<K> =
    Problem<Open<<K as Groups>::Number>, Open<<K as Groups>::Number>, Open<<K as Groups>::Sum>, K>;

/// Computes a product whose C has elements. Vectors run along the rows of C.
///
/// # Safety
/// The elements of A and B must be valid for reads and those of C for reads and writes. No element of C may overlap one of A or B.
/// The extents must agree.
#[inline(always)]
pub unsafe fn multiply<K: Groups>(problem: &GroupProblem<K>) {
    let ([m, depth], n) = (problem.a.extents, problem.b.extents[1]);
    let four = numbers_of_group::<K::Number>();
    let parts = depth.div_ceil(K::GROUPS * four).max(1);
    let deep = depth.div_ceil(parts).next_multiple_of(four * K::MULTIPLE);
    let tall = m.min(K::BLOCK).next_multiple_of(K::LANES);
    let wide = n.min(K::LANES * K::VECTORS).next_multiple_of(K::LANES);
    let len = (tall + wide) * groups_of::<K>(deep) + tall;
    if len <= ON_STACK {
        let mut room = MaybeUninit::<Room>::uninit();
        // SAFETY: the buffer has `len` elements. The rest is the guarantee of the caller.
        unsafe { in_parts(problem, [tall, deep], (&raw mut (*room.as_mut_ptr()).0).cast()) }
    } else {
        let mut room = Buffer::<i32>::new(len);
        // SAFETY: the buffer has `len` elements. The rest is the guarantee of the caller.
        unsafe { in_parts(problem, [tall, deep], room.as_mut_ptr()) }
    }
}

/// Whether the transposed problem has vectors along the rows of C: along neighbours, unless they are fewer than a vector and
/// the others are many.
#[inline(always)]
pub fn is_turned<K: Groups>(c: Open<K::Sum>) -> bool {
    let ([m, n], [down, across]) = (c.extents, c.strides);
    let suits = |stride: isize, lanes: usize, others: usize| {
        stride == 1 && (lanes >= K::LANES || others <= K::LANES * K::VECTORS)
    };
    !suits(across, n, m) && (suits(down, m, n) || m > n)
}

/// Computes a product in blocks of at most `tall` rows, and parts of the depth of at most `deep`.
///
/// # Safety
/// The requirements of [`multiply`]. `room` must be valid for writes of the groups and the first sums of `tall` rows, and of the
/// groups of the columns of a tile.
#[inline(never)]
unsafe fn in_parts<K: Groups>(problem: &GroupProblem<K>, [tall, deep]: [usize; 2], room: *mut i32) {
    let Problem { a, b, c, update: kernel } = *problem;
    let ([m, depth], n) = (a.extents, b.extents[1]);
    let wide = K::LANES * K::VECTORS;
    let mut k = 0;
    loop {
        let len = deep.min(depth - k);
        let groups = groups_of::<K>(len);
        let part = Part { is_first: k == 0, is_last: k + len == depth };
        let (sums, of_a) = (room, room.wrapping_add(tall));
        let of_b = of_a.wrapping_add(tall * groups);
        for i in (0..m).step_by(tall) {
            let rows = tall.min(m - i);
            // SAFETY: rows and depths of A, whose groups and sums have room.
            unsafe {
                for row in (0..rows).step_by(wide) {
                    let from = a.part([i + row, k], [wide.min(rows - row), len]);
                    kernel.pack(from, groups, Side::A, of_a.add(row * groups));
                }
                for row in (0..rows).step_by(K::LANES) {
                    kernel.start_of_sums(groups, of_a.add(row * groups), sums.add(row));
                }
            }
            for j in (0..n).step_by(wide) {
                let columns = wide.min(n - j);
                let from = b.part([k, j], [len, columns]).transposed();
                // SAFETY: columns and depths of B, whose groups have room.
                unsafe { kernel.pack(from, groups, Side::B, of_b) };
                for row in (0..rows).step_by(K::LANES) {
                    let in_panel = K::LANES.min(rows - row);
                    // Tiles of about equal height.
                    let high = in_panel.div_ceil(in_panel.div_ceil(K::ROWS));
                    for first in (0..in_panel).step_by(high) {
                        let inside = [high.min(in_panel - first), columns];
                        let tile = Tile {
                            groups,
                            a: of_a.wrapping_add(row * groups + first),
                            b: of_b,
                            start: sums.wrapping_add(row + first),
                            part,
                            kernel,
                        };
                        // SAFETY: packed panels of these rows and columns, which are in C.
                        unsafe { tile.multiply(c.part([i + row + first, j], inside)) };
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
