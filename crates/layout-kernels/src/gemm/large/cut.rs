//! The blocks of a product, and the layouts of packed blocks.

use super::blocks::{Blocks, RegisterTile};
use crate::gemm::agree;
use crate::gemm::operand::Matrix;
use crate::gemm::plan::gemm_plan;
use crate::parts::Parts;
use crate::simd::{Element, Machine};
use core::fmt;
use static_layout::Layout;
use static_layout::internal::Form;
use typenum::U1;

/// The layout of a packed block of `width * panels` rows of A, or columns of B:
/// `((width,panels),depth):((1,width*depth),width)`.
///
/// The elements that a register tile reads in one step are adjacent, steps follow each other, and panels follow each
/// other. Packing is a copy of the matrix divided by the width, `((width,panels),depth)` with any strides, to this
/// layout.
pub type Packed = Layout<((usize, usize), usize), ((U1, usize), usize)>;

/// Returns the packed block for `lanes` rows of A or columns of B.
pub(super) fn packed(width: usize, lanes: usize, depth: usize) -> Packed {
    Layout::new(((width, lanes.div_ceil(width)), depth), ((U1::new(), width * depth), width))
}

/// The register tile of a product, and its extents in parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockCut {
    pub tile: RegisterTile,
    pub rows: Parts,
    pub columns: Parts,
    pub depth: Parts,
}

impl BlockCut {
    /// Cuts a product into nearly equal blocks for the caches of a machine.
    pub fn of<T: Element, M: Machine>([m, n, k]: [usize; 3]) -> Self {
        let tile = RegisterTile::of::<T, M>();
        let blocks = Blocks::of::<T>(tile, m, k);
        Self {
            tile,
            rows: Parts::even(m, blocks.rows, tile.rows),
            columns: Parts::even(n, blocks.columns, tile.columns),
            depth: Parts::even(k, blocks.depth, 1),
        }
    }
    /// Returns the layout of the largest packed block of A.
    pub fn packed_a(&self) -> Packed {
        packed(self.tile.rows, self.rows.len, self.depth.len)
    }
    /// Returns the layout of the largest packed block of B.
    pub fn packed_b(&self) -> Packed {
        packed(self.tile.columns, self.columns.len, self.depth.len)
    }
}

/// The blocks in which [`gemm`](fn@crate::gemm) computes a product on this machine: see [`gemm_blocks`].
#[derive(Clone, Copy, Debug)]
pub struct GemmBlocks {
    machine: &'static str,
    is_transposed: bool,
    cut: BlockCut,
}

impl GemmBlocks {
    /// The blocks of a product of `m` rows, `n` columns and depth `k` on a machine.
    pub(crate) fn of<T: Element, M: Machine, C: Form>(
        [m, n, k]: [usize; 3],
        c: Matrix<T, C>,
    ) -> Self {
        let is_transposed = !c.runs(0) && c.runs(1);
        let extents = if is_transposed { [n, m, k] } else { [m, n, k] };
        Self { machine: M::NAME, is_transposed, cut: BlockCut::of::<T, M>(extents) }
    }
    /// Returns the name of the machine token.
    pub fn machine(&self) -> &'static str {
        self.machine
    }
    /// Whether `C^T = B^T * A^T` is computed, because the elements of a row of C are adjacent and those of a column are
    /// not. A and rows then stand for B and columns in the other methods.
    pub fn is_transposed(&self) -> bool {
        self.is_transposed
    }
    /// Returns the rows and columns of a register tile. BLIS: MR and NR.
    pub fn tile(&self) -> [usize; 2] {
        [self.cut.tile.rows, self.cut.tile.columns]
    }
    /// Returns the layout of the largest packed block of A, which stays in the second cache.
    pub fn packed_a(&self) -> Packed {
        self.cut.packed_a()
    }
    /// Returns the layout of the largest packed block of B, which stays in the third cache, and its panels in the first.
    ///
    /// If the elements of a column of B are adjacent and A has few blocks of rows, full panels are read in place.
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

/// Returns the packed blocks in which [`gemm`](fn@crate::gemm) multiplies matrices of these layouts on this machine.
///
/// `None` if it reads the matrices in place, because they fit in the second cache or one of their extents is short.
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
/// // Few rows: packing does not pay.
/// let (m, few) = (8, layout!((8, n):(n, 1)));
/// assert!(gemm_blocks::<f32, _, _, _>(few, row, layout!((m, n):(n, 1))).is_none());
/// ```
///
/// # Panics
/// If run-time extents disagree.
///
/// # Compile errors
/// If static extents disagree, if a layout does not have two modes, or if a static layout of C maps two coordinates to
/// one element.
#[track_caller]
pub fn gemm_blocks<T: Element, A: Form, B: Form, C: Form>(a: A, b: B, c: C) -> Option<GemmBlocks> {
    const { agree::check::<A, B, C>(2) };
    gemm_plan::<T, A, B, C>(a, b, c).blocks()
}
