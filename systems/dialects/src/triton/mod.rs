//! Triton's layouts, as its compiler prints them: `#ttg.blocked<{sizePerThread = [1, 4], ..}>`.
//!
//! | part | what becomes of it |
//! |---|---|
//! | `blocked`, `nvidia_mma` of versions 2 and 3, `dot_op` of them, `amd_mfma`, `slice`, `linear`, `swizzled_shared`, `nvmma_shared`, `shared_linear` | read |
//! | `mma`, `shared`, `#triton_gpu.`: names before Triton 3 and 3.3 | read as the names of today |
//! | other layouts, such as `amd_wmma` and `padded_shared`; an alias as a parent | refused by name |
//! | `CTAsPerCGA`, `CTASplitNum` of ones, `CTAOrder`, `CGALayout = []`, `block = []` | ignored: one block of threads |
//! | `tilesPerWarp` of ones, `elementBitWidth = 32` of `amd_mfma` | ignored; others are refused |
//! | several blocks of threads, `hasLeadingOffset = true`, `fp4Padded = true`, a `rank` other than 2 | refused |
//! | `versionMinor` | kept, and ignored: Triton's layouts do not depend on it |
//! | images of `linear` that are not the bits of the coordinates, each once, or 0 | refused, as Triton does |
//! | `alignment` of `shared_linear` | kept, and ignored: a layout has no address |
//! | any other key, a key twice, a missing key | refused with the keys of the layout |

mod bits;
mod text;

use core::fmt;

use layout_core::scan::read_whole;
use layout_core::{BitLayout, BitRule, LayoutError, Operation, Rule};

use self::text::{Linear, attribute};
use crate::list::ArrayVec;

/// The numbers of a list, at most one for each dimension of a tensor.
type Numbers = ArrayVec<i64, 4>;

const REGISTER: &str = "register";
const LANE: &str = "lane";
const WARP: &str = "warp";
const BLOCK: &str = "block";
const OFFSET: &str = "offset";
const DIMS: [&str; 4] = ["dim0", "dim1", "dim2", "dim3"];

/// A layout attribute of Triton's `ttg` dialect: the layout of a tensor in registers or in shared memory, in a compiled
/// kernel.
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
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind<'a> {
    Blocked { registers: Numbers, lanes: Numbers, warps: Numbers, order: Numbers },
    Mma { version: i64, minor: i64, warps: Numbers, shape: Numbers },
    Mfma { version: i64, warps: Numbers, shape: Numbers, transposed: bool },
    Dot { operand: i64, parent: &'a str, width: i64 },
    Slice { dim: i64, parent: &'a str },
    Swizzled { vector: i64, per_phase: i64, max_phase: i64, order: Numbers },
    NvMma { width: i64, transposed: bool, bits: i64 },
    Linear { inputs: [(&'static str, &'a str); 4] },
    SharedLinear { offset: &'a str, alignment: i64 },
}

impl<'a> TritonLayout<'a> {
    /// Reads an attribute. A parent stands in it in full, not as an alias.
    ///
    /// # Errors
    /// [`Rule::Syntax`] for another text.
    pub fn parse(text: &'a str) -> Result<Self, LayoutError> {
        read_whole(text, attribute)
    }

    /// The layout of a tensor of this shape. In registers it maps `register`, `lane` and `warp` to the coordinates
    /// `dim0`, `dim1`, ..; in shared memory `offset` to them. A tensor that the attribute does not fill repeats it
    /// along the registers or offsets; a smaller one is held several times.
    ///
    /// # Errors
    /// [`BitRule::NotPower`] for an extent that is not a power of 2, [`BitRule::Rank`] for another number of
    /// dimensions, and [`BitRule::Dims`] for more than 4.
    pub fn bits(&self, shape: &[i64]) -> Result<BitLayout, LayoutError> {
        self.kind.bits(shape)
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
