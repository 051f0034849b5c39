//! [`ScaleLayout`]: the scales of one matrix.

use super::{ScaleFormat, ScaleOrder};
use layout_core::{Coord, IntTuple, Layout, Operand, Operation, Rule};
use static_layout::LayoutError;

/// The layout of [`NVFP4`](super::NVFP4) and [`MXFP8`](super::MXFP8), as a type: the tile is static but for the elements `?` of a
/// block.
///
/// ```
/// use static_layout_formats::scale::{NVFP4, Tile128x4};
/// let scales = Tile128x4::from_dynamic(&NVFP4.layout(200, 100)?.layout())?;
/// assert_eq!(scales.index((150, 70)), 1024 + 512 + 22 * 16);
/// # Ok::<(), static_layout::LayoutError>(())
/// ```
pub type Tile128x4 =
    static_layout::Layout!((((32, 4), ?), ((?, 4), ?)):(((16, 4), ?), ((0, 1), ?)));
/// The layout of [`AMD_MX`](super::AMD_MX) as a type.
pub type AmdScales =
    static_layout::Layout!((((16, 2), ?), ((32, 4, 2), ?)):(((4, 1), ?), ((0, 64, 2), ?)));
/// The layout of formats whose blocks follow each other without tiles, as a type: [`MX`](super::MX), groups, channels, blocks of
/// DeepSeek-V3.
pub type BlockScales = static_layout::Layout!(((?, ?), (?, ?)):((0, ?), (0, ?)));

/// The scales of a matrix `(rows, K)`: the layout from its elements to offsets of scales.
///
/// ```
/// use static_layout_formats::scale::{ScaleKind, MXFP8};
/// let scales = MXFP8.layout(130, 96)?;
/// assert_eq!((scales.count(), scales.bytes()), (256 * 4, 256 * 4));
/// let mut memory = vec![0xFF; scales.bytes()]; // NaN, as memory that nobody wrote may hold
/// scales.write_padding(&mut memory)?;
/// let (row, block) = (129, 2);
/// memory[scales.offset(row, 32 * block).unwrap()] = 130; // 2^3
/// assert_eq!(scales.first_nan(&memory)?, Some([0, 0])); // the other scales of the matrix
/// # Ok::<(), static_layout::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScaleLayout {
    format: ScaleFormat,
    layout: Layout,
    data: [usize; 2],
    padded: [usize; 2],
}

/// The tuple `(a, b)`.
fn pair(a: usize, b: usize) -> Result<IntTuple, LayoutError> {
    IntTuple::tuple(&[IntTuple::natural(a as u64), IntTuple::natural(b as u64)])
}

impl ScaleLayout {
    /// The scales of a matrix in a format.
    ///
    /// # Errors
    /// See [`ScaleFormat::layout`].
    pub(super) fn new(format: &ScaleFormat, rows: usize, k: usize) -> Result<Self, LayoutError> {
        let [by_rows, by_k] = format.padded_to();
        // Past the integers of layouts, the engine refuses the multiple.
        let round = |n: usize, by: usize| n.checked_next_multiple_of(by).unwrap_or(usize::MAX);
        let padded = [round(rows, by_rows), round(k, by_k)];
        let order = match format.order() {
            ScaleOrder::AlongK => pair(1, 0)?,
            ScaleOrder::AlongRows => pair(0, 1)?,
        };
        let layout = format.atom().tile_to_shape_ordered(&pair(padded[0], padded[1])?, &order)?;
        Ok(ScaleLayout { format: *format, layout, data: [rows, k], padded })
    }

    /// The layout from the elements of the padded matrix to the offsets of their scales, in scales. Modes inside a block have
    /// stride 0.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The format.
    pub fn format(&self) -> ScaleFormat {
        self.format
    }

    /// The rows and columns of the matrix.
    pub fn data(&self) -> [usize; 2] {
        self.data
    }

    /// The rows and columns of the padded matrix, in elements.
    pub fn padded(&self) -> [usize; 2] {
        self.padded
    }

    /// The number of scales to allocate, the padding included.
    pub fn count(&self) -> usize {
        self.layout.cosize() as usize
    }

    /// The number of bytes to allocate.
    pub fn bytes(&self) -> usize {
        self.count().saturating_mul(self.format.kind().bytes())
    }

    /// The offset of the scale of an element, in scales; `None` outside the padded matrix.
    pub fn offset(&self, row: usize, k: usize) -> Option<usize> {
        if row >= self.padded[0] || k >= self.padded[1] {
            return None;
        }
        let coord = Coord::from(pair(row, k).ok()?);
        // Offsets are not negative, because the strides of the atoms are not.
        self.layout.index(&coord).ok().map(|offset| offset as usize)
    }

    /// The numbers of blocks along the rows and along K, the padding included.
    fn blocks(&self) -> [usize; 2] {
        let [rows, k] = self.format.block();
        [self.padded[0] / rows, self.padded[1] / k]
    }

    /// Calls `f` with each block, whether it is one of the padding, and the bytes of its scale.
    ///
    /// # Errors
    /// When the memory is shorter than [`bytes`](Self::bytes): the error of a view of it.
    fn each_block(
        &self,
        len: usize,
        mut f: impl FnMut([usize; 2], bool, core::ops::Range<usize>),
    ) -> Result<(), LayoutError> {
        let size = self.format.kind().bytes();
        if len / size < self.count() {
            let greatest = self.layout.cosize() - 1;
            let rule = Rule::Slice { least: 0, greatest, origin: 0, len: len / size };
            let layout = Operand::Layout(self.layout);
            return Err(LayoutError::refused(Operation::View, layout, Operand::None, rule));
        }
        let ([rows, k], [row_blocks, k_blocks]) = (self.format.block(), self.blocks());
        for i in 0..row_blocks {
            for j in 0..k_blocks {
                let is_padding = i * rows >= self.data[0] || j * k >= self.data[1];
                if let Some(offset) = self.offset(i * rows, j * k) {
                    f([i, j], is_padding, size * offset..size * (offset + 1));
                }
            }
        }
        Ok(())
    }

    /// Writes the neutral value to the scales of the blocks that lie past the edge of the matrix. A block that the edge cuts has a
    /// scale of the matrix, which stays.
    ///
    /// # Errors
    /// When the memory is shorter than [`bytes`](Self::bytes).
    pub fn write_padding(&self, memory: &mut [u8]) -> Result<(), LayoutError> {
        let neutral = self.format.kind().neutral().to_le_bytes();
        self.each_block(memory.len(), |_, is_padding, bytes| {
            if is_padding {
                let size = bytes.len();
                memory[bytes].copy_from_slice(&neutral[..size]);
            }
        })
    }

    /// The first block, row by row, whose scale is NaN, also of the padding; `None` if there is none. The bytes of a scale are
    /// little-endian.
    ///
    /// # Errors
    /// When the memory is shorter than [`bytes`](Self::bytes).
    pub fn first_nan(&self, memory: &[u8]) -> Result<Option<[usize; 2]>, LayoutError> {
        let mut first = None;
        self.each_block(memory.len(), |block, _, bytes| {
            let mut bits = [0; 4];
            let size = bytes.len();
            bits[..size].copy_from_slice(&memory[bytes]);
            if self.format.kind().is_nan(u32::from_le_bytes(bits)) {
                first = first.or(Some(block));
            }
        })?;
        Ok(first)
    }
}
