//! Triton's layouts, as its compiler prints them: `#ttg.blocked<{sizePerThread = [1, 4], ..}>`.
//!
//! | part | what becomes of it |
//! |---|---|
//! | `blocked`, `nvidia_mma` of versions 2 and 3, `amd_mfma`, `amd_wmma`, `dot_op` of these, `slice`, `linear`, `generic_linear` | read: layouts in registers |
//! | `swizzled_shared`, `amd_rotating_shared`, `nvmma_shared`, `shared_linear`, `partitioned_shared` | read: layouts in shared memory |
//! | `padded_shared` | read: its gaps are added, so it has strides and no matrix |
//! | `#ttng.tensor_memory_encoding`, `#ttng.tensor_memory_scales_encoding` | read: layouts in tensor memory |
//! | `mma`, `shared`, `#triton_gpu.`, `#triton_nvidia_gpu.`: names before Triton 3 and 3.3 | read as the names of today |
//! | other layouts; an alias as a parent; `nvidia_mma` of other versions | refused by name |
//! | `CGALayout`, `block` | read: blocks of threads |
//! | `CTAsPerCGA`, `CTASplitNum`, `CTAOrder`: keys before Triton 3.6 | read as a `CGALayout`; refused together with one, and if one of the three is missing for several blocks |
//! | `warpsPerCTA` and `tilesPerWarp` of `amd_wmma`, before Triton 3.6 | read as a `ctaLayout`; refused together with one |
//! | `hasLeadingOffset = true` | refused: another layout, today's `nvmma_shared` |
//! | several blocks of `amd_rotating_shared` | refused: Triton swizzles all rows for the part of one block |
//! | `versionMinor`; the last number of an `instrShape` of three, but for `dot_op` of `amd_wmma` | kept, and ignored: Triton's layouts do not depend on it |
//! | images of `linear` that are not the bits of the coordinates, each once, or 0 | refused, as Triton does |
//! | `alignment` of `shared_linear` | kept, and ignored: a layout has no address |
//! | any other key, a key twice, a missing key | refused with the keys of the layout |

mod bits;
mod keys;
mod memory;
mod read;
mod write;

use core::fmt;

use layout_core::scan::read_whole;
use layout_core::{BitLayout, BitRule, ComposedLayout, IntTuple, LayoutError, Operation, Rule};

use self::read::attribute;
use self::write::Linear;
use crate::list::ArrayVec;

/// The greatest number of dimensions of a tensor.
const RANK: usize = 8;

/// The numbers of a list, at most one for each dimension of a tensor.
type Numbers = ArrayVec<i64, RANK>;

/// The images of the bits of an input, each with a number for each dimension of a tensor.
type Images = ArrayVec<[i64; RANK], 8>;

const REGISTER: &str = "register";
const LANE: &str = "lane";
const WARP: &str = "warp";
const BLOCK: &str = "block";
const OFFSET: &str = "offset";
const PARTITION: &str = "partition";
const ROW: &str = "row";
const COLUMN: &str = "col";
const INPUTS: [&str; 8] = [REGISTER, LANE, WARP, OFFSET, ROW, COLUMN, BLOCK, PARTITION];
const DIMS: [&str; RANK] = ["dim0", "dim1", "dim2", "dim3", "dim4", "dim5", "dim6", "dim7"];

/// A layout attribute of Triton's dialects `ttg` and `ttng`: the layout of a tensor in registers, in shared memory or in
/// tensor memory, in a compiled kernel.
///
/// ```
/// use static_layout_dialects::TritonLayout;
/// let text = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>";
/// let a = TritonLayout::parse(text)?;
/// assert_eq!(a.to_string(), text);
/// let bits = a.bits(&[32, 16])?;
/// assert_eq!(
///     bits.to_string(),
///     "{register: (0,1) (0,2), lane: (0,4) (0,8) (1,0) (2,0) (4,0), warp: (8,0) (16,0)} -> {dim0: 5, dim1: 4}"
/// );
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TritonLayout<'a> {
    kind: Kind<'a>,
    /// The number of dimensions of a tensor.
    rank: usize,
    /// The images of the bits of the number of a block of threads. None for one block.
    blocks: Images,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind<'a> {
    Blocked {
        registers: Numbers,
        lanes: Numbers,
        warps: Numbers,
        order: Numbers,
    },
    Mma {
        version: i64,
        minor: i64,
        warps: Numbers,
        shape: Numbers,
    },
    Mfma {
        version: i64,
        warps: Numbers,
        shape: Numbers,
        transposed: bool,
        tiles: Numbers,
        bits: i64,
    },
    Wmma {
        version: i64,
        transposed: bool,
        registers: Images,
        warps: Images,
        shape: Numbers,
    },
    Dot {
        operand: i64,
        parent: &'a str,
        width: i64,
    },
    Slice {
        dim: i64,
        parent: &'a str,
    },
    Linear {
        is_generic: bool,
        inputs: [(&'static str, &'a str); 4],
    },
    Swizzled {
        vector: i64,
        per_phase: i64,
        max_phase: i64,
        order: Numbers,
        rotates: bool,
    },
    NvMma {
        width: i64,
        transposed: bool,
        bits: i64,
        padded: bool,
    },
    SharedLinear {
        inputs: [(&'static str, &'a str); 2],
        alignment: i64,
    },
    Padded {
        gaps: Gaps,
        offsets: Offsets<'a>,
    },
    Partitioned {
        partitions: i64,
        groups: i64,
        dim: i64,
        parent: &'a str,
    },
    TensorMemory {
        rows: i64,
        columns: i64,
        step: i64,
        is_of_two: bool,
        padded: bool,
    },
    Scales {
        depth_first: bool,
    },
}

/// Runs of offsets, each with the number of elements of the gap after each.
type Gaps = ArrayVec<(i64, i64), 8>;

/// The offsets of a padded layout before it is padded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Offsets<'a> {
    /// A tensor of this shape in this order.
    Ordered {
        order: Numbers,
        shape: Numbers,
    },
    Images([(&'static str, &'a str); 2]),
}

impl<'a> TritonLayout<'a> {
    /// Reads an attribute. Its parent must be written out, not as an alias.
    ///
    /// # Errors
    /// [`Rule::Syntax`] for another text.
    pub fn parse(text: &'a str) -> Result<Self, LayoutError> {
        read_whole(text, |scanner| attribute(scanner, 0))
    }

    /// The number of dimensions of a tensor of this layout.
    pub const fn rank(&self) -> usize {
        self.rank
    }

    /// The layout of a tensor of this shape. In registers it maps `register`, `lane` and `warp` to the coordinates
    /// `dim0`, `dim1`, ..; in shared memory `offset`; in tensor memory `row` and `col`. Several blocks of threads are
    /// the input `block`, several shared memories the input `partition`. A tensor that the attribute does not fill
    /// repeats it along the registers, offsets or columns; a smaller one is held several times.
    ///
    /// # Errors
    /// [`BitRule::NotPower`] for an extent that is not a power of 2, [`BitRule::Rank`] for another number of
    /// dimensions, [`BitRule::Dims`] for more than 8, [`BitRule::Narrow`] for an extent below that of a tile,
    /// [`BitRule::Gaps`] for `padded_shared`.
    pub fn bits(&self, shape: &[i64]) -> Result<BitLayout, LayoutError> {
        self.all_bits(shape)
    }

    /// The layout of a tensor in shared memory, from its coordinates to offsets. This is the inverse of
    /// [`bits`](Self::bits) if there is one. An element that has several offsets is at the lowest. If the shape has one
    /// dimension more than the layout, the first counts buffers, which follow each other.
    ///
    /// ```
    /// use static_layout_dialects::TritonLayout;
    /// let a = TritonLayout::parse("#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 64]}>")?;
    /// assert_eq!(a.offsets(&[16, 64])?.to_string(), "Sw<0,0,0> o 0 o (16,(32,2)):(72,(1,36))");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// As [`bits`](Self::bits), [`BitLayout::to_layout`] and [`Layout::compose`](layout_core::Layout::compose);
    /// [`BitRule::NoDim`] for a layout of registers or of tensor memory, [`BitRule::DimWidth`] for several blocks or
    /// several memories, [`BitRule::Width`] for more than 62 bits of offsets.
    pub fn offsets(&self, shape: &[i64]) -> Result<ComposedLayout, LayoutError> {
        self.all_offsets(shape)
    }

    /// The shape of the tensor that the attribute fills once. `blocked`, `nvidia_mma`, `amd_mfma`, `amd_wmma`, `linear`,
    /// `generic_linear`, `shared_linear` and `padded_shared` have one, unless an extent is past the integers.
    ///
    /// ```
    /// use static_layout_dialects::TritonLayout;
    /// let a = TritonLayout::parse("#ttg.shared_linear<{offset = [[0, 1], [0, 2], [1, 0]]}, alignment = 16>")?;
    /// assert_eq!(a.shape().unwrap().to_string(), "(2,4)");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn shape(&self) -> Option<IntTuple> {
        self.filled()
    }

    /// The text of any layout of registers, lanes, warps and blocks: `#ttg.linear<{register = [[0, 1]], ..}>`. A missing
    /// input has no bits, and inputs of other names are left out. A layout of `offset` alone is one of shared memory:
    /// `#ttg.shared_linear<{offset = [[0, 1]]}, alignment = 16>`.
    ///
    /// ```
    /// use layout_core::BitLayout;
    /// use static_layout_dialects::TritonLayout;
    /// let a: BitLayout = "{register: (0,1), lane: (0,2) (1,0)} -> {dim0: 1, dim1: 2}".parse()?;
    /// let text = TritonLayout::linear(&a).to_string();
    /// assert_eq!(
    ///     text,
    ///     "#ttg.linear<{register = [[0, 1]], lane = [[0, 2], [1, 0]], warp = [], block = []}>"
    /// );
    /// assert_eq!(TritonLayout::parse(&text)?.bits(&[2, 4])?.part(&["register", "lane"], &["dim0", "dim1"])?, a);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn linear(bits: &BitLayout) -> impl fmt::Display + '_ {
        Linear(bits)
    }
}

fn refused(rule: BitRule) -> LayoutError {
    LayoutError::alone(Operation::BitMatrix, Rule::Linear(rule))
}
