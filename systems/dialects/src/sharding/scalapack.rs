//! ScaLAPACK's descriptors of block-cyclic matrices.
//!
//! | entry | what becomes of it |
//! |---|---|
//! | `DTYPE_` | 1, a dense matrix; others are refused |
//! | `CTXT_` | kept: it names the grid, whose shape is not in the descriptor |
//! | `M_`, `N_`, `MB_`, `NB_`, `RSRC_`, `CSRC_` | read |
//! | `LLD_` | read: the leading dimension of one process, at least its own local rows |

use core::fmt;
use core::str::FromStr;

use super::{Joined, cyclic_cuts, integers, ranks, unread, unwritten};
use layout_core::LayoutError;
use layout_core::scan::read_whole;
use layout_core::sharding::{Mesh, Order, Sharding, Split};

/// A descriptor of a dense matrix, the nine integers of `DESCINIT`:
/// `[DTYPE_, CTXT_, M_, N_, MB_, NB_, RSRC_, CSRC_, LLD_]`.
///
/// ```
/// use layout_core::sharding::Mesh;
/// use static_layout_dialects::sharding::Descriptor;
/// let a: Descriptor = "[1, 0, 9, 7, 2, 3, 0, 1, 5]".parse()?;
/// let grid = Mesh::new(&[("p", 2), ("q", 2)])?;
/// let sharding = a.sharding(&grid)?;
/// assert_eq!(sharding.to_string(), "(9/p:2,7/q:3+1) column-major on [p=2,q=2]");
/// // NUMROC of both axes, on process (0,1).
/// assert_eq!(sharding.local_shape(1)?.to_string(), "(5,4)");
/// assert_eq!(Descriptor::of(&sharding)?, a);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// The context of the BLACS, which names the grid.
    pub context: i64,
    /// The rows and columns of the matrix.
    pub shape: [i64; 2],
    /// The rows and columns of a block.
    pub blocks: [i64; 2],
    /// The row and the column of the grid with the first block.
    pub first: [i64; 2],
    /// The leading dimension of the local memory of one process. Each has its own.
    pub leading: i64,
}

impl Descriptor {
    /// The descriptor with these nine integers.
    ///
    /// # Errors
    /// [`Inexpressible`](layout_core::ShardRule::Inexpressible) for another type than 1, the dense one.
    pub fn new(entries: [i64; 9]) -> Result<Self, LayoutError> {
        let [kind, context, rows, columns, row_block, column_block, row, column, leading] = entries;
        if kind != 1 {
            return Err(unread("the type of a dense matrix is 1"));
        }
        Ok(Self {
            context,
            shape: [rows, columns],
            blocks: [row_block, column_block],
            first: [row, column],
            leading,
        })
    }

    /// The nine integers.
    pub const fn entries(&self) -> [i64; 9] {
        let Self { context, shape, blocks, first, leading } = *self;
        [1, context, shape[0], shape[1], blocks[0], blocks[1], first[0], first[1], leading]
    }

    /// The sharding over a grid: a mesh of two axes, rows and columns. The leading dimension belongs to the local memory of the
    /// process that has the descriptor: see [`strides_on`](Self::strides_on).
    ///
    /// # Errors
    /// [`Ranks`](layout_core::ShardRule::Ranks) for another mesh, [`Inexpressible`](layout_core::ShardRule::Inexpressible)
    /// for a leading dimension below the local rows of every process, and as [`Sharding::split`].
    pub fn sharding(&self, grid: &Mesh) -> Result<Sharding, LayoutError> {
        ranks(grid.rank(), 2)?;
        let mut array = Sharding::replicated(grid, &self.shape)?.with_order(Order::ColumnMajor);
        for axis in 0..2 {
            let first = usize::try_from(self.first[axis])
                .map_err(|_| unread("the first block is on a process of no negative number"))?;
            let split = Split::Cyclic { block: self.blocks[axis], first };
            array = array.split(axis, &[grid.name(axis)], split)?;
        }
        // The process is not known here: one with the fewest rows may have this leading dimension.
        if self.leading < self.fewest_rows(&array)?.max(1) {
            return Err(unread("the leading dimension is below the local rows of every process"));
        }
        Ok(array)
    }

    /// The least number of local rows of a process. The row of the grid before the first one is dealt its blocks last.
    fn fewest_rows(&self, array: &Sharding) -> Result<i64, LayoutError> {
        let (mesh, first) = (array.mesh(), self.first[0] as usize);
        let row = (first + mesh.size(0) - 1) % mesh.size(0);
        Ok(array.local_shape(mesh.device(row * mesh.size(1)))?[0])
    }

    /// The strides of the local memory of a process of the grid, whose descriptor this is, for
    /// [`Transfer::pairs_with`](layout_core::sharding::Transfer::pairs_with).
    ///
    /// ```
    /// use layout_core::sharding::Mesh;
    /// use static_layout_dialects::sharding::Descriptor;
    /// // Rows 0 to 5 and row 6: LLD_ of process row 1 is 1.
    /// let a: Descriptor = "[1, 0, 7, 7, 6, 6, 0, 0, 1]".parse()?;
    /// let grid = Mesh::new(&[("p", 2), ("q", 2)])?;
    /// assert_eq!(a.strides_on(&grid, 2)?, [1, 1]);
    /// assert!(a.strides_on(&grid, 0).is_err());
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`sharding`](Self::sharding), [`NoDevice`](layout_core::ShardRule::NoDevice), and
    /// [`Inexpressible`](layout_core::ShardRule::Inexpressible) for a leading dimension below the rows of the process.
    pub fn strides_on(&self, grid: &Mesh, process: usize) -> Result<[i64; 2], LayoutError> {
        if self.leading < self.sharding(grid)?.local_shape(process)?[0].max(1) {
            return Err(unread("the leading dimension is below the local rows of the process"));
        }
        Ok([1, self.leading])
    }

    /// The descriptor of a sharding of a matrix, with context 0. Its leading dimension is the least that every process can have.
    ///
    /// # Errors
    /// [`Inexpressible`](layout_core::ShardRule::Inexpressible) for another rank, row-major local memory, copies and partial
    /// values, strided cuts of unlike blocks, and a mesh whose two axes do not cut the rows and the columns, each once.
    pub fn of(array: &Sharding) -> Result<Self, LayoutError> {
        if array.rank() != 2 || array.mesh().rank() != 2 {
            return Err(unwritten("ScaLAPACK has matrices on grids of two axes"));
        }
        if array.order() == Order::RowMajor {
            return Err(unwritten("ScaLAPACK's local memory is column-major"));
        }
        let (mut blocks, mut first) = ([1; 2], [0; 2]);
        for axis in 0..2 {
            let cuts = cyclic_cuts(array, axis);
            (blocks[axis], first[axis]) = match &cuts[..] {
                [(axes, Split::Cyclic { block, first })] if *axes == [axis] => {
                    (*block, *first as i64)
                }
                [(axes, Split::Block)] if *axes == [axis] => (array.shard_shape()[axis].max(1), 0),
                [(axes, Split::Strided(_))] if *axes == [axis] => {
                    return Err(unwritten("ScaLAPACK's blocks have one size"));
                }
                [] if array.mesh().size(axis) == 1 => (array.shape()[axis].max(1), 0),
                _ => {
                    return Err(unwritten(
                        "ScaLAPACK cuts rows over the grid's rows, and columns over its columns",
                    ));
                }
            };
        }
        let shape = [array.shape()[0], array.shape()[1]];
        let leading = array.shard_shape()[0].max(1);
        let written = Self { context: 0, shape, blocks, first, leading };
        if !array.holds_like(&written.sharding(array.mesh())?)? {
            return Err(unwritten("ScaLAPACK has no copies and no partial values"));
        }
        Ok(written)
    }
}

impl fmt::Display for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", Joined(&self.entries(), ", "))
    }
}

impl FromStr for Descriptor {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        let entries = read_whole(text, integers)?;
        let entries = <[i64; 9]>::try_from(entries);
        Self::new(entries.map_err(|_| unread("a descriptor has nine integers"))?)
    }
}
