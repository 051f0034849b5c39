//! [`ScaleFormat`]: how the scales of a format lie, as numbers with their source.

use super::ScaleLayout;
use layout_core::{IntTuple, Layout};
use static_layout::LayoutError;

/// The type of a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScaleKind {
    /// A power of two of 8 bits, `E8M0` of OCP's MX formats.
    E8M0,
    /// A float of 8 bits, `E4M3` of OCP's OFP8 without a sign.
    E4M3,
    /// A float of 16 bits of IEEE 754.
    F16,
    /// A float of 16 bits with the exponent of `f32`.
    Bf16,
    /// A float of 32 bits.
    F32,
}

impl ScaleKind {
    /// The size in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            ScaleKind::E8M0 | ScaleKind::E4M3 => 1,
            ScaleKind::F16 | ScaleKind::Bf16 => 2,
            ScaleKind::F32 => 4,
        }
    }

    /// The bits that the scales of blocks past the edge must hold: a product with finite data adds nothing to a sum. They are
    /// zero in all formats; see the [module](super).
    ///
    /// ```
    /// use static_layout_formats::scale::ScaleKind;
    /// assert!([ScaleKind::E8M0, ScaleKind::E4M3, ScaleKind::F32].iter().all(|kind| kind.neutral() == 0));
    /// ```
    pub const fn neutral(self) -> u32 {
        0
    }

    /// Whether these bits are NaN.
    ///
    /// ```
    /// use static_layout_formats::scale::ScaleKind;
    /// assert!(ScaleKind::E8M0.is_nan(0xFF) && ScaleKind::E4M3.is_nan(0x7F));
    /// assert!(!ScaleKind::E4M3.is_nan(0x7E) && !ScaleKind::E8M0.is_nan(0x7F));
    /// ```
    pub const fn is_nan(self, bits: u32) -> bool {
        match self {
            ScaleKind::E8M0 => bits & 0xFF == 0xFF,
            ScaleKind::E4M3 => bits & 0x7F == 0x7F,
            ScaleKind::F16 => bits & 0x7FFF > 0x7C00,
            ScaleKind::Bf16 => bits & 0x7FFF > 0x7F80,
            ScaleKind::F32 => f32::from_bits(bits).is_nan(),
        }
    }
}

/// Which tiles of scales follow each other in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleOrder {
    /// Tiles along K, then along the rows: row-major.
    AlongK,
    /// Tiles along the rows, then along K.
    AlongRows,
}

/// How the scales of the blocks of a matrix `(rows, K)` lie in memory.
///
/// The atom is a layout from the *elements* of one tile to the offsets of their scales. Tiles follow each other in an order, and
/// the matrix is padded to multiples of `padded_to` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScaleFormat {
    name: &'static str,
    kind: ScaleKind,
    block: [usize; 2],
    atom: Layout,
    order: ScaleOrder,
    padded_to: [usize; 2],
}

/// The leaves of a mode, `extent:stride`, as a mode of an atom: a leaf alone, or a tuple.
const fn mode(leaves: &[(i64, i64)]) -> (IntTuple, IntTuple) {
    let (mut extents, mut strides) = ([IntTuple::leaf(1); 4], [IntTuple::leaf(0); 4]);
    let mut k = 0;
    while k < leaves.len() {
        extents[k] = IntTuple::leaf(leaves[k].0);
        strides[k] = IntTuple::leaf(leaves[k].1);
        k += 1;
    }
    if k == 1 {
        (extents[0], strides[0])
    } else {
        (tuple(extents.split_at(k).0), tuple(strides.split_at(k).0))
    }
}

const fn tuple(parts: &[IntTuple]) -> IntTuple {
    match IntTuple::tuple(parts) {
        Ok(tuple) => tuple,
        Err(_) => panic!("a mode of an atom has few leaves"),
    }
}

/// The atom with these leaves of its rows and of K.
const fn atom(rows: &[(i64, i64)], k: &[(i64, i64)]) -> Layout {
    let (rows, k) = (mode(rows), mode(k));
    match Layout::new(tuple(&[rows.0, k.0]), tuple(&[rows.1, k.1])) {
        Ok(layout) => layout,
        Err(_) => panic!("an atom is a layout"),
    }
}

/// OCP's MX formats: one E8M0 scale for 32 elements along K. The specification leaves the order of the scales open; this is
/// row-major, `[rows, K / 32]`, as quantisers write them. Source: OCP Microscaling Formats (MX) v1.0, 5.2.
pub const MX: ScaleFormat = ScaleFormat {
    name: "MX",
    kind: ScaleKind::E8M0,
    block: [1, 32],
    atom: atom(&[(1, 0)], &[(32, 0)]),
    order: ScaleOrder::AlongK,
    padded_to: [1, 32],
};

/// NVFP4 as cuBLAS and CUTLASS read it: one E4M3 scale for 16 elements along K, in tiles of 128 rows by 4 scales,
/// `((32,4),(16,4)):((16,4),(0,1))`. Source: cuBLAS, "1D Block Scaling Factors Layout"; CUTLASS,
/// `Sm1xxBlockScaledConfig`.
pub const NVFP4: ScaleFormat = ScaleFormat {
    name: "NVFP4",
    kind: ScaleKind::E4M3,
    block: [1, 16],
    atom: atom(&[(32, 16), (4, 4)], &[(16, 0), (4, 1)]),
    order: ScaleOrder::AlongK,
    padded_to: [128, 64],
};

/// MXFP8, and MXFP4 and MXFP6 of CUTLASS, as cuBLAS reads them: one E8M0 scale for 32 elements along K, in tiles of 128 rows by 4
/// scales, `((32,4),(32,4)):((16,4),(0,1))`. Source: cuBLAS, "1D Block Scaling Factors Layout".
pub const MXFP8: ScaleFormat = ScaleFormat {
    name: "MXFP8",
    kind: ScaleKind::E8M0,
    block: [1, 32],
    atom: atom(&[(32, 16), (4, 4)], &[(32, 0), (4, 1)]),
    order: ScaleOrder::AlongK,
    padded_to: [128, 128],
};

/// NVFP4 of few rows: tiles of 8 rows by 4 scales. Source: FlashInfer, `SfLayout.layout_8x4`.
pub const NVFP4_8X4: ScaleFormat = ScaleFormat {
    name: "NVFP4 8x4",
    kind: ScaleKind::E4M3,
    block: [1, 16],
    atom: atom(&[(8, 4)], &[(16, 0), (4, 1)]),
    order: ScaleOrder::AlongK,
    padded_to: [8, 64],
};

/// AMD's shuffled MX scales for gfx950 (CDNA4): one E8M0 scale for 32 elements along K, in tiles of 32 rows by 8 scales, padded to 256
/// rows. Source: ROCm, `mxDataGenerator/PreSwizzle.hpp`; AITER, `shuffle_scale`.
pub const AMD_MX: ScaleFormat = ScaleFormat {
    name: "AMD MX",
    kind: ScaleKind::E8M0,
    block: [1, 32],
    atom: atom(&[(16, 4), (2, 1)], &[(32, 0), (4, 64), (2, 2)]),
    order: ScaleOrder::AlongK,
    padded_to: [256, 256],
};

/// Ascend C's `ScaleAND` of a left operand and `ScaleBDN` of a right one: the scales of each row follow each other, two at
/// least. Source: Ascend C, matrix formats; [`Frame::ScaleAnd`](layout_core::Frame::ScaleAnd).
pub const ASCEND_ROWS: ScaleFormat = ScaleFormat {
    name: "Ascend rows",
    kind: ScaleKind::E8M0,
    block: [1, 32],
    atom: atom(&[(1, 0)], &[(32, 0), (2, 1)]),
    order: ScaleOrder::AlongK,
    padded_to: [1, 64],
};

/// Ascend C's `ScaleADN` of a left operand and `ScaleBND` of a right one: pairs of scales along K, the pairs of all rows one after
/// the other. Source: Ascend C, matrix formats; [`Frame::ScaleAdn`](layout_core::Frame::ScaleAdn).
pub const ASCEND_PAIRS: ScaleFormat = ScaleFormat {
    name: "Ascend pairs",
    kind: ScaleKind::E8M0,
    block: [1, 32],
    atom: atom(&[(1, 0)], &[(32, 0), (2, 1)]),
    order: ScaleOrder::AlongRows,
    padded_to: [1, 64],
};

/// DeepSeek-V3's weights: one `f32` for 128 by 128 elements, row-major. Source: DeepSeek-V3, `README_WEIGHTS.md`,
/// `weight_scale_inv`.
pub const DEEPSEEK_WEIGHT: ScaleFormat = ScaleFormat {
    name: "DeepSeek weight",
    kind: ScaleKind::F32,
    block: [128, 128],
    atom: atom(&[(128, 0)], &[(128, 0)]),
    order: ScaleOrder::AlongK,
    padded_to: [128, 128],
};

/// DeepSeek-V3's activations: one `f32` for 128 elements along K, row-major. Source: DeepSeek-V3, `inference/kernel.py`,
/// `act_quant`.
pub const DEEPSEEK_ACTIVATION: ScaleFormat = ScaleFormat {
    name: "DeepSeek activation",
    kind: ScaleKind::F32,
    block: [1, 128],
    atom: atom(&[(1, 0)], &[(128, 0)]),
    order: ScaleOrder::AlongK,
    padded_to: [1, 128],
};

impl ScaleFormat {
    /// All formats with names. [`per_group`](Self::per_group) and [`per_channel`](Self::per_channel) make others.
    pub const ALL: [ScaleFormat; 9] = [
        MX,
        NVFP4,
        MXFP8,
        NVFP4_8X4,
        AMD_MX,
        ASCEND_ROWS,
        ASCEND_PAIRS,
        DEEPSEEK_WEIGHT,
        DEEPSEEK_ACTIVATION,
    ];

    /// One scale for `group` elements along K, without padding but of the last group. GPTQ and AWQ have 128, and the scales of all
    /// rows (output channels) of a group one after the other, `[K / group, rows]`: [`ScaleOrder::AlongRows`]. Compressed-tensors
    /// has `[rows, K / group]`: [`ScaleOrder::AlongK`].
    ///
    /// ```
    /// use static_layout_formats::scale::{ScaleFormat, ScaleKind, ScaleOrder};
    /// let gptq = ScaleFormat::per_group(128, ScaleKind::F16, ScaleOrder::AlongRows)?.layout(4096, 1024)?;
    /// assert_eq!(gptq.offset(5, 300), Some(2 * 4096 + 5));
    /// assert!(ScaleFormat::per_group(0, ScaleKind::F16, ScaleOrder::AlongK).is_err());
    /// # Ok::<(), static_layout::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// A group that is 0 or past the integers of layouts.
    pub fn per_group(
        group: usize,
        kind: ScaleKind,
        order: ScaleOrder,
    ) -> Result<ScaleFormat, LayoutError> {
        let extent = IntTuple::natural(group as u64);
        let shape = IntTuple::tuple(&[IntTuple::leaf(1), extent])?;
        let atom = Layout::new(shape, IntTuple::tuple(&[IntTuple::leaf(0), IntTuple::leaf(0)])?)?;
        // Refuses a group of 0, in the words of the engine.
        atom.tile_to_shape(&shape)?;
        Ok(ScaleFormat {
            name: "per group",
            kind,
            block: [1, group],
            atom,
            order,
            padded_to: [1, group],
        })
    }

    /// One scale for each row of `k` elements: an output channel of weights, a token of activations.
    ///
    /// ```
    /// use static_layout_formats::scale::{ScaleFormat, ScaleKind};
    /// let scales = ScaleFormat::per_channel(1024, ScaleKind::F32)?.layout(64, 1024)?;
    /// assert_eq!((scales.count(), scales.offset(5, 1000)), (64, Some(5)));
    /// # Ok::<(), static_layout::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// If `k` is 0 or past the integers of layouts.
    pub fn per_channel(k: usize, kind: ScaleKind) -> Result<ScaleFormat, LayoutError> {
        let per_group = Self::per_group(k, kind, ScaleOrder::AlongK)?;
        Ok(ScaleFormat { name: "per channel", ..per_group })
    }

    /// The name.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The type of a scale.
    pub const fn kind(&self) -> ScaleKind {
        self.kind
    }

    /// The rows and columns of a block: the elements that have one scale.
    pub const fn block(&self) -> [usize; 2] {
        self.block
    }

    /// The layout from the elements of one tile to the offsets of their scales.
    pub const fn atom(&self) -> Layout {
        self.atom
    }

    /// The order of the tiles.
    pub const fn order(&self) -> ScaleOrder {
        self.order
    }

    /// The multiples that rows and columns are padded to, in elements.
    pub const fn padded_to(&self) -> [usize; 2] {
        self.padded_to
    }

    /// The layout of the scales of a matrix of `rows` rows and `k` columns.
    ///
    /// ```
    /// use static_layout_formats::scale::{AMD_MX, MXFP8};
    /// let cublas = MXFP8.layout(300, 700)?;
    /// assert_eq!((cublas.padded(), cublas.count()), ([384, 768], 384 * 768 / 32));
    /// let amd = AMD_MX.layout(300, 700)?;
    /// assert_eq!(
    ///     amd.layout().to_string(),
    ///     "(((16,2),16),((32,4,2),3)):(((4,1),768),((0,64,2),256))"
    /// );
    /// # Ok::<(), static_layout::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// A matrix without elements, and one whose padded size does not fit the integers of layouts.
    pub fn layout(&self, rows: usize, k: usize) -> Result<ScaleLayout, LayoutError> {
        ScaleLayout::new(self, rows, k)
    }
}
