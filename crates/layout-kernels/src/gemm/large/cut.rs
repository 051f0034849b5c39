//! How a product is cut into blocks, and the layouts of packed blocks.

use super::blocks::{Blocks, Tile};
use super::parts::Parts;
use super::{may_pay, pays};
use crate::gemm::operand::{Matrix, Operand};
use crate::gemm::plan::Problem;
use crate::gemm::task::agrees;
use crate::gemm::{Set, agree};
use crate::simd::{Element, Machine, Task, dispatch};
use core::fmt;
use core::ptr::null_mut;
use static_layout::{AnyLayout, Layout};
use typenum::U1;

/// `((width,panels),depth):((1,width*depth),width)`: a packed block of `width * panels` rows of A, or columns
/// of B.
///
/// What a tile of C reads in a step lies side by side, in the order of the steps; panels follow each other. The
/// matrix divided by the width, `((width,panels),depth)` with whatever strides, is copied to these.
pub type Packed = Layout<((usize, usize), usize), ((U1, usize), usize)>;

/// The packed block with room for so many lanes.
pub(super) fn packed(width: usize, lanes: usize, depth: usize) -> Packed {
    Layout::new(((width, lanes.div_ceil(width)), depth), ((U1::new(), width * depth), width))
}

/// The extents of a product in parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub tile: Tile,
    pub rows: Parts,
    pub columns: Parts,
    pub depth: Parts,
}

impl Cut {
    /// In nearly equal blocks for the caches of a machine.
    pub fn of<T: Element, M: Machine>([m, n, k]: [usize; 3]) -> Self {
        let tile = Tile::of::<T, M>();
        let blocks = Blocks::of::<T>(tile, k);
        Self {
            tile,
            rows: Parts::even(m, blocks.rows, tile.rows),
            columns: Parts::even(n, blocks.columns, tile.columns),
            depth: Parts::even(k, blocks.depth, 1),
        }
    }
    /// The largest packed block of A.
    pub fn packed_a(&self) -> Packed {
        packed(self.tile.rows, self.rows.len, self.depth.len)
    }
    /// The largest packed block of B.
    pub fn packed_b(&self) -> Packed {
        packed(self.tile.columns, self.columns.len, self.depth.len)
    }
}

/// The blocks that [`gemm`](fn@crate::gemm) goes through on this machine: see [`gemm_blocks`].
#[derive(Clone, Copy, Debug)]
pub struct GemmBlocks {
    machine: &'static str,
    is_transposed: bool,
    cut: Cut,
}

impl GemmBlocks {
    /// The vector instructions.
    pub fn machine(&self) -> &'static str {
        self.machine
    }
    /// Whether `C^T = B^T * A^T` is computed, because the rows of C have elements side by side and its columns
    /// have not. Then A and rows below are B and columns.
    pub fn is_transposed(&self) -> bool {
        self.is_transposed
    }
    /// The rows and columns of C that stay in registers.
    pub fn tile(&self) -> [usize; 2] {
        [self.cut.tile.rows, self.cut.tile.columns]
    }
    /// The largest block of A, in the second cache, as it is packed.
    pub fn packed_a(&self) -> Packed {
        self.cut.packed_a()
    }
    /// The largest block of B, in the third cache; its panels are in the first one. Where the rows of B lie side by
    /// side, and A has few blocks of rows, whole panels are read in place.
    pub fn packed_b(&self) -> Packed {
        self.cut.packed_b()
    }
}

impl fmt::Display for GemmBlocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let product = if self.is_transposed { "C^T = B^T A^T" } else { "C = A B" };
        let [rows, columns] = self.tile();
        write!(f, "{product} by {}, {rows} by {columns} of it in registers", self.machine)?;
        let [first, second] = if self.is_transposed { ["B^T", "A^T"] } else { ["A", "B"] };
        let ([packed_a, packed_b], parts) = ([self.packed_a(), self.packed_b()], self.cut);
        let [a, b] = [parts.rows, parts.columns].map(|part| part.count() * parts.depth.count());
        write!(f, "\n{first} in blocks: {a} of {packed_a}")?;
        write!(f, "\n{second} in blocks: {b} of {packed_b}")
    }
}

/// The packed blocks that [`gemm`](fn@crate::gemm) of matrices of these layouts goes through; nothing if it reads
/// them where they are, because they fit in the second cache or one of their extents is short.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::gemm::gemm_blocks;
/// let n = 1000;
/// let (row, col) = (layout!((n, n):(n, 1)), layout!((n, n):(1, n)));
/// let blocks = gemm_blocks::<f32, _, _, _>(row, row, col).unwrap();
/// let [rows, columns] = blocks.tile();
/// assert!(blocks.packed_a().to_string().starts_with(&format!("(({rows},")));
/// assert!(blocks.packed_b().to_string().starts_with(&format!("(({columns},")));
/// assert!(!blocks.is_transposed());
/// assert!(gemm_blocks::<f32, _, _, _>(row, row, row).unwrap().is_transposed());
/// // Few rows: nothing to be gained.
/// let (m, few) = (8, layout!((8, n):(n, 1)));
/// assert!(gemm_blocks::<f32, _, _, _>(few, row, layout!((m, n):(n, 1))).is_none());
/// ```
///
/// # Panics
/// As [`gemm`](fn@crate::gemm).
#[track_caller]
pub fn gemm_blocks<T: Element, A: AnyLayout, B: AnyLayout, C: AnyLayout>(
    a: A,
    b: B,
    c: C,
) -> Option<GemmBlocks> {
    const { agree::check::<A, B, C>(2) };
    let problem = Problem {
        a: Matrix::new(null_mut::<T>(), a),
        b: Matrix::new(null_mut::<T>(), b),
        c: Matrix::new(null_mut::<T>(), c),
        update: Set,
    };
    if !agrees(&problem) {
        agree::refuse(a, b, c);
    }
    let is_cut = may_pay::<Matrix<T, A>, Matrix<T, C>>() && pays(&problem);
    is_cut.then(|| {
        let ([m, k], [_, n]) = (problem.a.extents(), problem.b.extents());
        dispatch(Describe { extents: [m, n, k], c: problem.c })
    })
}

/// Says what the machine does that it runs on.
struct Describe<T, C> {
    extents: [usize; 3],
    c: Matrix<T, C>,
}

impl<T: Element, C: AnyLayout> Task for Describe<T, C> {
    type Output = GemmBlocks;
    #[inline(always)]
    fn run<M: Machine>(self, _: M) -> GemmBlocks {
        let is_transposed = !self.c.runs(0) && self.c.runs(1);
        let [m, n, k] = self.extents;
        let extents = if is_transposed { [n, m, k] } else { [m, n, k] };
        GemmBlocks { machine: M::NAME, is_transposed, cut: Cut::of::<T, M>(extents) }
    }
}
