//! [`TiledMma`]: an instruction on the tile of many warps, and the parts of a tensor that threads hold.

use crate::error::{LayoutError, MmaRule, Operand, Operation, Rule};
use crate::layout::tiler::Mode;
use crate::mma::atom::{MODES, MmaAtom, MmaOperand};
use crate::number::tri;
use crate::value::{Coord, IntTuple, Layout, Tiler};

/// A matrix instruction over the warps of a block, CuTe's `TiledMMA`.
///
/// `warps` lays atoms over M, N and K: it maps the coordinate of an atom to the number of its group of threads. A tile along M, N
/// or K permutes the elements before atoms divide them: element `i` of the instructions is element `tile(i)` of the tensor. A mode
/// that is kept has the extent of the atoms of all warps.
///
/// ```
/// use layout_core::mma::{MmaAtom, MmaOperand, TiledMma};
/// let atom = MmaAtom::find("SM80_16x8x16_F16F16F16F16_TN")?;
/// let mma = TiledMma::of(&atom, &"(2,2,1):(1,2,4)".parse()?)?;
/// assert_eq!(mma.extents(), [32, 16, 16]);
/// let c = mma.layout_tv(MmaOperand::C)?;
/// assert_eq!(c.to_string(), "((4,8,2,2),((2,2),(1,1))):((64,1,16,256),((32,8),(0,0)))");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TiledMma {
    atom: MmaAtom,
    warps: Layout,
    threads: Layout,
    tiles: [Mode; 3],
    /// The tile of each mode, also where it is kept.
    tile: [Layout; 3],
}

impl TiledMma {
    /// The instruction over `warps` without permutations.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub const fn of(atom: &MmaAtom, warps: &Layout) -> Result<Self, LayoutError> {
        Self::new(atom, warps, &[Mode::Keep; 3])
    }

    /// CuTe's `make_tiled_mma`.
    ///
    /// # Errors
    /// [`MmaRule::Warps`] and [`MmaRule::Numbers`] for a layout of atoms that does not number them in M, N and K,
    /// [`MmaRule::Permuted`] for a tile that the atoms do not fill, [`MmaRule::Permutation`] for one that is not one to one, and
    /// [`Rule::Overflow`] for extents past the integers.
    #[doc(alias = "make_tiled_mma")]
    pub const fn new(
        atom: &MmaAtom,
        warps: &Layout,
        tiles: &[Mode; 3],
    ) -> Result<Self, LayoutError> {
        if warps.rank() != 3 {
            return Err(refused(warps, MmaRule::Warps { rank: warps.rank() }));
        }
        if !warps.is_bijective() {
            let (atoms, end) = (warps.size(), warps.cosize() - 1);
            return Err(refused(warps, MmaRule::Numbers { atoms, end }));
        }
        let threads = tri!(atom.threads().tiled_product(&Tiler::whole(*warps)));
        let mut tile = [threads; 3];
        let mut k = 0;
        while k < 3 {
            let (a, b) = (atom.shape()[k], tri!(warps.mode(k)).size());
            let Some(step) = a.checked_mul(b) else {
                let (operand, rule) =
                    (Operand::Layout(*warps), Rule::Overflow { a, operator: '*', b });
                return Err(LayoutError::unary(Operation::TiledMma, operand, rule));
            };
            tile[k] = match tiles[k] {
                Mode::Keep => tri!(Layout::col_major(IntTuple::leaf(step))),
                Mode::Layout(layout) => layout,
            };
            let (mode, size) = (MODES[k], tile[k].size());
            if size == 0 || size % step != 0 {
                return Err(refused(warps, MmaRule::Permuted { mode, size, step }));
            }
            if !tile[k].is_bijective() {
                return Err(refused(&tile[k], MmaRule::Permutation { mode, size }));
            }
            k += 1;
        }
        Ok(Self { atom: *atom, warps: *warps, threads, tiles: *tiles, tile })
    }

    /// The instruction over the same warps with another tile along M, N or K: 0, 1 or 2.
    ///
    /// # Errors
    /// [`MmaRule::NoMode`] for another mode, and the errors of [`new`](Self::new).
    pub const fn with_tile(&self, mode: usize, tile: Layout) -> Result<Self, LayoutError> {
        if mode >= MODES.len() {
            return Err(refused(&self.warps, MmaRule::NoMode { mode }));
        }
        let mut tiles = self.tiles;
        tiles[mode] = Mode::Layout(tile);
        Self::new(&self.atom, &self.warps, &tiles)
    }

    /// The layout of atoms over M, N and K.
    pub const fn warps(&self) -> &Layout {
        &self.warps
    }

    /// The instruction.
    pub const fn atom(&self) -> &MmaAtom {
        &self.atom
    }

    /// The layout of threads, (V,M,N,K) to the index in the block: CuTe's `get_thr_layout_vmnk`.
    #[doc(alias = "get_thr_layout_vmnk")]
    pub const fn threads(&self) -> &Layout {
        &self.threads
    }

    /// The tiles along M, N and K, as they were given.
    pub const fn tiles(&self) -> &[Mode; 3] {
        &self.tiles
    }

    /// The extents of the tile in M, N and K: CuTe's `tile_size_mnk`.
    #[doc(alias = "tile_size_mnk")]
    pub const fn extents(&self) -> [i64; 3] {
        [self.tile[0].size(), self.tile[1].size(), self.tile[2].size()]
    }

    /// The number of threads.
    pub const fn size(&self) -> i64 {
        self.threads.size()
    }

    /// A tensor of the modes of an operand, and perhaps more, as the threads hold it: CuTe's `thrfrg_A`, `thrfrg_B` and `thrfrg_C`.
    ///
    /// ```text
    /// (M,K,..) -> ((ThrV,(ThrM,ThrK)),(FrgV,(RestM,RestK,..)))
    /// ```
    ///
    /// # Errors
    /// [`MmaRule::Operand`], and the errors of [`Layout::logical_divide`] where the tile does not divide the tensor.
    #[doc(alias("thrfrg_A", "thrfrg_B", "thrfrg_C"))]
    pub const fn thrfrg(
        &self,
        operand: MmaOperand,
        tensor: &Layout,
    ) -> Result<Layout, LayoutError> {
        let [i, j] = operand.modes();
        let (held, shape) = (tri!(self.atom.layout(operand)), self.atom.shape());
        let permuted =
            tri!(Tiler::by_mode(&[Mode::Layout(self.tile[i]), Mode::Layout(self.tile[j])]));
        let permuted = tri!(tensor.logical_divide(&permuted));
        // ((AtomM,AtomK),(RestM,RestK,..))
        let atoms = tri!(permuted.zipped_divide(&tri!(extents(shape[i], shape[j]))));
        // (ThrV,FrgV)
        let held = tri!(tri!(atoms.mode(0)).compose(&Tiler::whole(held)));
        let warps = tri!(extents(
            tri!(self.threads.mode(i + 1)).size(),
            tri!(self.threads.mode(j + 1)).size(),
        ));
        // ((ThrM,ThrK),(RestM,RestK,..))
        let rest = tri!(tri!(atoms.mode(1)).zipped_divide(&warps));
        tri!(held.concat(&rest)).zip()
    }

    /// The thread-value layout of the tile of an operand: CuTe's `get_layoutA_TV`, `get_layoutB_TV` and `get_layoutC_TV`.
    ///
    /// ```text
    /// (thread, value) -> row + rows * column       in the tile, column-major
    /// ```
    ///
    /// Warps that differ along the third mode hold the same elements: of C, parts of their sums. CuTe's layout of C then leaves the tile.
    ///
    /// # Errors
    /// As [`thrfrg`](Self::thrfrg).
    #[doc(alias("get_layoutA_TV", "get_layoutB_TV", "get_layoutC_TV"))]
    pub const fn layout_tv(&self, operand: MmaOperand) -> Result<Layout, LayoutError> {
        let [i, j] = operand.modes();
        let reference = tri!(column_major(self.tile[i].size(), self.tile[j].size()));
        let held = tri!(self.thrfrg(operand, &reference));
        let threads = tri!(self.all_threads(operand, &tri!(held.mode(0))));
        threads.concat(&tri!(held.mode(1)))
    }

    /// A mode of threads (V,(M,K)) as a mode of the index in the block: threads that differ in the third mode hold the same.
    const fn all_threads(&self, operand: MmaOperand, held: &Layout) -> Result<Layout, LayoutError> {
        let (lanes, warps) = (tri!(held.mode(0)), tri!(held.mode(1)));
        let [m, n] = [tri!(self.threads.mode(1)).size(), tri!(self.threads.mode(2)).size()];
        let depth = tri!(self.threads.mode(3)).size();
        let warps = match operand {
            MmaOperand::C if depth == 1 => warps,
            MmaOperand::C => {
                tri!(warps.append(&tri!(Layout::new(IntTuple::leaf(depth), IntTuple::leaf(0)))))
            }
            _ => {
                let stride = if matches!(operand, MmaOperand::A) { [1, 0] } else { [0, 1] };
                let first = tri!(strided([m, n], stride));
                let first = tri!(tri!(warps.mode(0)).compose(&Tiler::whole(first)));
                tri!(first.concat(&tri!(warps.mode(1))))
            }
        };
        tri!(lanes.concat(&warps)).compose(&Tiler::whole(tri!(self.thread_numbers())))
    }

    /// The index in the block to the linear index in (V,M,N,K).
    const fn thread_numbers(&self) -> Result<Layout, LayoutError> {
        let gaps = tri!(self.threads.complement_padded(self.threads.cosize()));
        let all = tri!(self.threads.concat(&gaps));
        let inverse = tri!(all.right_inverse());
        // Indices between threads, as of quad pairs, have the number of a thread before them.
        let each = self.threads.size();
        tri!(strided([each, inverse.size() / each], [1, 0])).compose(&Tiler::whole(inverse))
    }

    /// What one thread holds of a tensor, and its offset: CuTe's `partition_A`, `partition_B` and `partition_C` of a thread's slice.
    ///
    /// ```text
    /// (M,K,..) -> (FrgV,RestM,RestK,..)
    /// ```
    ///
    /// ```
    /// use layout_core::mma::{MmaAtom, MmaOperand, TiledMma};
    /// let atom = MmaAtom::find("SM80_16x8x16_F16F16F16F16_TN")?;
    /// let mma = TiledMma::of(&atom, &"(2,2,1):(1,2,4)".parse()?)?;
    /// let (part, offset) = mma.partition(MmaOperand::A, 37, &"(64,64):(64,1)".parse()?)?;
    /// assert_eq!((part.to_string(), offset), ("((2,2,2),2,4):((1,512,8),2048,16)".into(), 17 * 64 + 2));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`MmaRule::NoThread`], and the errors of [`thrfrg`](Self::thrfrg).
    #[doc(alias("partition_A", "partition_B", "partition_C", "get_slice"))]
    pub const fn partition(
        &self,
        operand: MmaOperand,
        thread: i64,
        tensor: &Layout,
    ) -> Result<(Layout, i64), LayoutError> {
        let [i, j] = operand.modes();
        let numbers = tri!(self.thread_numbers());
        let threads = numbers.size();
        if thread < 0 || thread >= threads {
            return Err(refused(&self.threads, MmaRule::NoThread { thread, threads }));
        }
        let number = tri!(numbers.index(&Coord::leaf(thread)));
        let held = tri!(self.thrfrg(operand, tensor));
        // The coordinate in (V,M,N,K) of the thread.
        let (mut rest, mut at, mut k) = (number, [0; 4], 0);
        while k < 4 {
            let extent = tri!(self.threads.mode(k)).size();
            (at[k], rest) = (rest % extent, rest / extent);
            k += 1;
        }
        let all = Coord::keeping(IntTuple::leaf(0), 1);
        let warps = tri!(Coord::tuple(&[Coord::leaf(at[i + 1]), Coord::leaf(at[j + 1])]));
        let thread = tri!(Coord::tuple(&[Coord::leaf(at[0]), warps]));
        let rank = tri!(tri!(held.mode(1)).mode(1)).rank();
        let rests = tri!(Coord::tuple(([all; crate::MAX_RANK]).split_at(rank).0));
        let values = tri!(Coord::tuple(&[all, rests]));
        held.slice(&tri!(Coord::tuple(&[thread, values])))
    }
}

/// `<rows:1,columns:1>`.
pub(crate) const fn extents(rows: i64, columns: i64) -> Result<Tiler, LayoutError> {
    let rows = tri!(Layout::col_major(IntTuple::leaf(rows)));
    let columns = tri!(Layout::col_major(IntTuple::leaf(columns)));
    Tiler::by_mode(&[Mode::Layout(rows), Mode::Layout(columns)])
}

/// `(rows,columns):(1,rows)`.
pub(crate) const fn column_major(rows: i64, columns: i64) -> Result<Layout, LayoutError> {
    Layout::col_major(tri!(IntTuple::tuple(&[IntTuple::leaf(rows), IntTuple::leaf(columns)])))
}

const fn strided(shape: [i64; 2], stride: [i64; 2]) -> Result<Layout, LayoutError> {
    let shape = tri!(IntTuple::tuple(&[IntTuple::leaf(shape[0]), IntTuple::leaf(shape[1])]));
    let stride = tri!(IntTuple::tuple(&[IntTuple::leaf(stride[0]), IntTuple::leaf(stride[1])]));
    Layout::new(shape, stride)
}

const fn refused(layout: &Layout, rule: MmaRule) -> LayoutError {
    LayoutError::unary(Operation::TiledMma, Operand::Layout(*layout), Rule::Mma(rule))
}
