//! A table of the layouts that the reader knows, with the keys of each.

use super::{BLOCK, LANE, OFFSET, REGISTER, WARP};

/// The names of a layout and of its keys.
pub(super) struct LayoutKeys {
    pub(super) names: &'static [&'static str],
    pub(super) needed: &'static [&'static str],
    pub(super) optional: &'static [&'static str],
    /// Whether `CGALayout`, or the older keys, say what each block of threads has.
    pub(super) has_blocks: bool,
    /// What is expected in the place of another key.
    pub(super) expected: &'static str,
}

/// The key of blocks of threads, and the three that Triton had before 3.6.
pub(super) const BLOCKS: &str = "CGALayout";
pub(super) const OLD_BLOCKS: [&str; 3] = ["CTAsPerCGA", "CTASplitNum", "CTAOrder"];

impl LayoutKeys {
    pub(super) fn has(&self, key: &str) -> bool {
        let has_blocks = self.has_blocks && (key == BLOCKS || OLD_BLOCKS.contains(&key));
        has_blocks || self.needed.contains(&key) || self.optional.contains(&key)
    }

    /// Whether the layout is of the dialect `ttng`, whose attributes have no braces.
    pub(super) fn is_of_tensor_memory(&self) -> bool {
        self.names[0].starts_with("tensor_memory")
    }
}

/// All layouts that the reader knows.
pub(super) const LAYOUTS: &[LayoutKeys] = &[
    LayoutKeys {
        names: &["blocked"],
        needed: &["sizePerThread", "threadsPerWarp", "warpsPerCTA", "order"],
        optional: &[],
        has_blocks: true,
        expected: "the keys of blocked: sizePerThread, threadsPerWarp, warpsPerCTA and order, each once",
    },
    LayoutKeys {
        // `mma` before Triton 3.
        names: &["nvidia_mma", "mma"],
        needed: &["versionMajor", "warpsPerCTA", "instrShape"],
        optional: &["versionMinor"],
        has_blocks: true,
        expected: "the keys of nvidia_mma: versionMajor, versionMinor, warpsPerCTA and instrShape, each once",
    },
    LayoutKeys {
        names: &["amd_mfma"],
        needed: &["warpsPerCTA", "instrShape", "isTransposed"],
        // Before Triton 3.5 the version had two numbers.
        optional: &["version", "versionMajor", "versionMinor", "tilesPerWarp", "elementBitWidth"],
        has_blocks: true,
        expected: "the keys of amd_mfma: version, warpsPerCTA, instrShape and isTransposed, each once",
    },
    LayoutKeys {
        names: &["amd_wmma"],
        needed: &["version"],
        optional: &[
            "isTranspose",
            "ctaLayout",
            "warpsPerCTA",
            "tilesPerWarp",
            "instrShape",
            "rank",
        ],
        has_blocks: true,
        expected: "the keys of amd_wmma: version, isTranspose and ctaLayout, each once",
    },
    LayoutKeys {
        names: &["dot_op"],
        needed: &["opIdx", "parent"],
        optional: &["kWidth"],
        has_blocks: false,
        expected: "the keys of dot_op: opIdx, parent and kWidth, each once",
    },
    LayoutKeys {
        names: &["slice"],
        needed: &["dim", "parent"],
        optional: &[],
        has_blocks: false,
        expected: "the keys of slice: dim and parent, each once",
    },
    LayoutKeys {
        names: &["linear"],
        needed: &[REGISTER, LANE, WARP, BLOCK],
        optional: &[],
        has_blocks: false,
        expected: "the keys of linear: register, lane, warp and block, each once",
    },
    LayoutKeys {
        names: &["generic_linear"],
        needed: &[REGISTER, LANE, WARP, BLOCK],
        optional: &[],
        has_blocks: false,
        expected: "the keys of generic_linear: register, lane, warp and block, each once",
    },
    LayoutKeys {
        // `shared` before Triton 3.3.
        names: &["swizzled_shared", "shared"],
        needed: &["vec", "perPhase", "maxPhase", "order"],
        optional: &["hasLeadingOffset"],
        has_blocks: true,
        expected: "the keys of swizzled_shared: vec, perPhase, maxPhase and order, each once",
    },
    LayoutKeys {
        names: &["amd_rotating_shared"],
        needed: &["vec", "perPhase", "maxPhase", "order"],
        optional: &[],
        has_blocks: true,
        expected: "the keys of amd_rotating_shared: vec, perPhase, maxPhase and order, each once",
    },
    LayoutKeys {
        names: &["nvmma_shared"],
        needed: &["swizzlingByteWidth", "elementBitWidth"],
        optional: &["transposed", "fp4Padded", "rank"],
        has_blocks: true,
        expected: "the keys of nvmma_shared: swizzlingByteWidth, transposed and elementBitWidth, each once",
    },
    LayoutKeys {
        names: &["shared_linear"],
        needed: &[OFFSET],
        optional: &[BLOCK],
        has_blocks: false,
        expected: "the keys of shared_linear: offset and block, each once",
    },
    LayoutKeys {
        names: &["padded_shared"],
        needed: &[],
        optional: &["order", "shape", OFFSET, BLOCK],
        has_blocks: false,
        expected: "the keys of padded_shared: order and shape, or offset and block, each once",
    },
    LayoutKeys {
        names: &["partitioned_shared"],
        needed: &["numPartitions", "numGroups", "partitionDim", "partitionLayout"],
        optional: &[],
        has_blocks: false,
        expected: "the keys of partitioned_shared: numPartitions, numGroups, partitionDim and partitionLayout, each once",
    },
    LayoutKeys {
        names: &["tensor_memory_encoding"],
        needed: &["blockM", "blockN", "colStride"],
        optional: &["twoCTAs", "fp4Padded", BLOCKS],
        has_blocks: false,
        expected: "the keys of tensor_memory_encoding: blockM, blockN, colStride, CGALayout, twoCTAs and fp4Padded, each once",
    },
    LayoutKeys {
        names: &["tensor_memory_scales_encoding"],
        needed: &[],
        optional: &["blockRepOrder", BLOCKS],
        has_blocks: false,
        expected: "the keys of tensor_memory_scales_encoding: CGALayout and blockRepOrder, each once",
    },
];
