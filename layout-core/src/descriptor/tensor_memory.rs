//! Tensor memory: 128 lanes of 512 columns of 32 bits, what `tcgen05.mma` writes there, and what `tcgen05.ld` gives each thread.
//!
//! Layouts map to coordinates: `1@0` is a lane, `1@1` a column. An address has the lane in its upper half and the column in the lower
//! one, so a layout of addresses has the strides 65536 and 1: [`tensor_memory_address`].
//!
//! Sources: PTX ISA, "Data Path Layout Organization" and "Data Movement Shape" of tcgen05; CUTLASS's layouts of the same fragments
//! (`mma_traits_sm100_frag.hpp`, `copy_traits_sm100.hpp`), whose figures these are. No device was asked.

use crate::error::{DescriptorRule, LayoutError, Operation, Rule};
use crate::number::tri;
use crate::value::basis::Basis;
use crate::value::{IntTuple, Layout, Num};

/// The lanes of tensor memory.
pub const TENSOR_MEMORY_LANES: i64 = 128;
/// The columns of tensor memory, of 32 bits.
pub const TENSOR_MEMORY_COLUMNS: i64 = 512;

/// The address of a lane and a column.
///
/// # Errors
/// [`DescriptorRule::TensorMemoryAddress`] outside of the memory.
pub const fn tensor_memory_address(lane: i64, column: i64) -> Result<u32, LayoutError> {
    if lane < 0 || lane >= TENSOR_MEMORY_LANES || column < 0 || column >= TENSOR_MEMORY_COLUMNS {
        return Err(refused(DescriptorRule::TensorMemoryAddress { lane, column }));
    }
    Ok((lane as u32) << 16 | column as u32)
}

/// The accumulator of a `tcgen05.mma`: an element of 32 bits, or of 16, in each column.
///
/// ```
/// use layout_core::descriptor::Accumulator;
/// // Rows of 64 take every other half of the lanes of a warp.
/// let half = Accumulator { m: 64, n: 256, blocks: 1, stationary: false };
/// assert_eq!(half.layout()?.to_string(), "((16,4),256):((1@0,32@0),1@1)");
/// assert_eq!(Accumulator::of(&half.layout()?), Some(half));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator {
    /// The rows of D: of both blocks, where two multiply together.
    pub m: i64,
    /// The columns of D.
    pub n: i64,
    /// The blocks that multiply together, `.cta_group`: 1 or 2.
    pub blocks: i64,
    /// Whether the instruction is `.ws`, whose B stays.
    pub stationary: bool,
}

impl Accumulator {
    /// The layout of the rows and columns that one block has, to lanes and columns.
    ///
    /// Of two blocks, block `b` has the rows from `b * m / 2` on.
    ///
    /// # Errors
    /// [`DescriptorRule::TensorMemoryTile`] for shapes that the instruction does not have.
    pub const fn layout(&self) -> Result<Layout, LayoutError> {
        let (m, n, blocks) = (self.m, self.n, self.blocks);
        let parts = match (m, blocks, self.stationary) {
            (128, 1, _) | (256, 2, false) => 1,
            (128, 2, false) | (64, 1, true) => 2,
            (32, 1, true) => 4,
            (64, 1, false) => 0,
            _ => return Err(refused(DescriptorRule::TensorMemoryTile { m, n, blocks })),
        };
        let is_wide = self.stationary && !matches!(n, 64 | 128 | 256);
        if n < 8 || n > 256 || n % (8 * blocks) != 0 || is_wide {
            return Err(refused(DescriptorRule::TensorMemoryTile { m, n, blocks }));
        }
        let rows = m / blocks;
        let (lane, column) = (leaf(&[rows], &[(1, 0)]), leaf(&[n], &[(1, 1)]));
        let [mn, k] = match parts {
            0 => [leaf(&[16, 4], &[(1, 0), (32, 0)]), column],
            1 => [lane, column],
            // The parts of the columns lie in other lanes.
            _ => [lane, leaf(&[n / parts, parts], &[(1, 1), (rows, 0)])],
        };
        Layout::from_modes(&[tri!(mn), tri!(k)])
    }

    /// The accumulator of a layout. `None` if no instruction has it.
    pub const fn of(layout: &Layout) -> Option<Self> {
        let (mut found, mut k) = (None, 0);
        let kinds = [
            (64, 1, false),
            (128, 1, false),
            (128, 2, false),
            (256, 2, false),
            (32, 1, true),
            (64, 1, true),
        ];
        while k < kinds.len() {
            let (m, blocks, stationary) = kinds[k];
            let n = match layout.mode(1) {
                Ok(mode) => mode.size(),
                Err(_) => return None,
            };
            let one = Self { m, n, blocks, stationary };
            if found.is_none()
                && let Ok(own) = one.layout()
                && own.equals(layout)
            {
                found = Some(one);
            }
            k += 1;
        }
        found
    }
}

/// The shape of a `tcgen05.ld` or `tcgen05.st`: lanes by bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TensorMemoryShape {
    /// `.32x32b`: a thread has a lane.
    Lanes32Bits32,
    /// `.16x64b`.
    Lanes16Bits64,
    /// `.16x128b`.
    Lanes16Bits128,
    /// `.16x256b`: the rows of matrix fragments.
    Lanes16Bits256,
    /// `.16x32bx2`: two halves of the warp, a number of columns apart.
    Lanes16Bits32x2,
}

impl TensorMemoryShape {
    /// All shapes.
    pub const ALL: [Self; 5] = [
        Self::Lanes32Bits32,
        Self::Lanes16Bits64,
        Self::Lanes16Bits128,
        Self::Lanes16Bits256,
        Self::Lanes16Bits32x2,
    ];

    /// The name in PTX.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lanes32Bits32 => "32x32b",
            Self::Lanes16Bits64 => "16x64b",
            Self::Lanes16Bits128 => "16x128b",
            Self::Lanes16Bits256 => "16x256b",
            Self::Lanes16Bits32x2 => "16x32bx2",
        }
    }

    /// The most repetitions, `.num`.
    pub const fn most(self) -> i64 {
        match self {
            Self::Lanes16Bits128 => 64,
            Self::Lanes16Bits256 => 32,
            _ => 128,
        }
    }

    /// The registers of a thread with one repetition.
    pub const fn registers(self) -> i64 {
        match self {
            Self::Lanes16Bits128 => 2,
            Self::Lanes16Bits256 => 4,
            _ => 1,
        }
    }

    /// The thread-value layout of `.x<count>`: (thread, register) to lane and column. The halves of `16x32bx2` are `split` columns apart;
    /// other shapes have no such number.
    ///
    /// ```
    /// use layout_core::descriptor::TensorMemoryShape;
    /// let shape = TensorMemoryShape::Lanes16Bits256;
    /// let layout = shape.layout(2, 0)?;
    /// assert_eq!(layout.to_string(), "((4,8),(2,2,2)):((2@1,1@0),(1@1,8@0,8@1))");
    /// assert_eq!(TensorMemoryShape::of(&layout), Some((shape, 2, 0)));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`DescriptorRule::Repeat`] unless `count` is a power of 2 up to [`most`](Self::most), and
    /// [`DescriptorRule::TensorMemoryAddress`] for a split past the columns.
    pub const fn layout(self, count: i64, split: i64) -> Result<Layout, LayoutError> {
        let most = self.most();
        if count < 1 || count > most || count.count_ones() != 1 {
            return Err(refused(DescriptorRule::Repeat { what: self.name(), count, most }));
        }
        let is_split = matches!(self, Self::Lanes16Bits32x2);
        if split < 0 || split >= TENSOR_MEMORY_COLUMNS || !is_split && split != 0 {
            return Err(refused(DescriptorRule::TensorMemoryAddress { lane: 0, column: split }));
        }
        let [threads, values] = match self {
            Self::Lanes32Bits32 => [leaf(&[32], &[(1, 0)]), leaf(&[count], &[(1, 1)])],
            Self::Lanes16Bits64 => {
                [leaf(&[2, 2, 8], &[(8, 0), (1, 1), (1, 0)]), leaf(&[count], &[(2, 1)])]
            }
            Self::Lanes16Bits128 => {
                [leaf(&[4, 8], &[(1, 1), (1, 0)]), leaf(&[2, count], &[(8, 0), (4, 1)])]
            }
            Self::Lanes16Bits256 => {
                [leaf(&[4, 8], &[(2, 1), (1, 0)]), leaf(&[2, 2, count], &[(1, 1), (8, 0), (8, 1)])]
            }
            Self::Lanes16Bits32x2 => {
                [leaf(&[16, 2], &[(1, 0), (split, 1)]), leaf(&[count], &[(1, 1)])]
            }
        };
        Layout::from_modes(&[tri!(threads), tri!(values)])
    }

    /// The shape, repetitions and split of a thread-value layout. `None` if no instruction has it.
    pub const fn of(layout: &Layout) -> Option<(Self, i64, i64)> {
        let mut k = 0;
        while k < Self::ALL.len() {
            let shape = Self::ALL[k];
            let registers = match layout.mode(1) {
                Ok(mode) => mode.size(),
                Err(_) => return None,
            };
            // The split is the last stride of the threads.
            let split = match (shape, layout.mode(0)) {
                (Self::Lanes16Bits32x2, Ok(threads)) if threads.leaf_count() == 2 => {
                    threads.leaf(1).1
                }
                _ => 0,
            };
            let count = registers / shape.registers();
            if let Ok(own) = shape.layout(count, split)
                && own.equals(layout)
            {
                return Some((shape, count, split));
            }
            k += 1;
        }
        None
    }
}

/// The mode of these extents and strides, each with its coordinate.
const fn leaf(extents: &[i64], strides: &[(i64, usize)]) -> Result<Layout, LayoutError> {
    let (mut shape, mut stride, mut k) = ([IntTuple::leaf(1); 4], [IntTuple::leaf(0); 4], 0);
    while k < extents.len() {
        shape[k] = IntTuple::leaf(extents[k]);
        let (value, at) = strides[k];
        if value != 0
            && let Some(basis) = Basis::at(&[at])
        {
            stride[k] = IntTuple::single(Num { value, known: true, basis });
        }
        k += 1;
    }
    if extents.len() == 1 {
        return Layout::new(shape[0], stride[0]);
    }
    let shape = tri!(IntTuple::tuple(shape.split_at(extents.len()).0));
    Layout::new(shape, tri!(IntTuple::tuple(stride.split_at(extents.len()).0)))
}

const fn refused(rule: DescriptorRule) -> LayoutError {
    LayoutError::alone(Operation::TensorMemory, Rule::Descriptor(rule))
}
