//! The instructions of NVIDIA's warps and of Intel's tile registers.
//!
//! The tests compare them with CUTLASS's traits (`tests/golden/atoms`), and compute them from the formulas of the manuals:
//! PTX ISA, "Matrix Fragments", and the description of TMUL in Intel's software developer's manual.

/// Instructions with the same layouts.
pub struct InstructionRow {
    /// The short name, then the names of CUTLASS.
    pub names: &'static [&'static str],
    /// The layout from a thread to its lane.
    pub threads: &'static str,
    /// What a thread and a value are, if not a thread of a warp and a register.
    pub note: &'static str,
    /// `A`, `B` and `C`; for a copy the row addresses and the fragment.
    pub operands: &'static [FragmentRow],
}

/// An operand: its name, the meaning of its modes, its tile and its thread-value layout.
pub type FragmentRow = (&'static str, &'static str, &'static str, &'static str);

pub const WARP: &str = "32:1";
const ONE_THREAD: &str = "1:0";
const QUAD_PAIR_LANES: &str = "(4,2):(1,16)";
const SPARSE: &str = "of each 4 neighbours of A along k 2 are held, of 8 in pairs of 4 bits 4";
const QUAD_PAIR: &str = "threads 0-3 are lanes 0-3 and threads 4-7 lanes 16-19 of a quad pair";
const TILE_REGISTER: &str =
    "threads are rows of a tile register, values their elements; B in pairs or fours of k";

const ROW_8X4: &str = "(8,4):(1,8)";
const COLUMN_8X4: &str = "((4,2),4):((8,4),1)";
const HALVES_8X8: &str = "(8,8):(1,8)";
const FLOATS_8X8: &str = "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))";
const WARP_8X4: &str = "((4,8),1):((8,1),0)";
pub const WARP_8X8: &str = "((4,8),2):((16,1),8)";
const WARP_8X16: &str = "((4,8),4):((32,1),8)";
pub const WARP_16X8: &str = "((4,8),(2,2)):((32,1),(16,8))";
const SINGLE_16X4: &str = "((4,8),2):((16,1),8)";
const SINGLE_16X8: &str = "((4,8),(2,2)):((16,1),(8,64))";
const SINGLE_8X8: &str = "((4,8),2):((8,1),32)";
pub const PAIRS_16X16: &str = "((4,8),(2,2,2)):((32,1),(16,8,128))";
const PAIRS_8X16: &str = "((4,8),(2,2)):((16,1),(8,64))";

pub const fn a(tile: &'static str, held: &'static str) -> FragmentRow {
    ("A", "(M,K)", tile, held)
}
pub const fn b(tile: &'static str, held: &'static str) -> FragmentRow {
    ("B", "(N,K)", tile, held)
}
pub const fn c(tile: &'static str, held: &'static str) -> FragmentRow {
    ("C", "(M,N)", tile, held)
}
/// The instructions of a warp or less, and Intel's.
pub const ROWS: &[InstructionRow] = &[
    InstructionRow {
        names: &["SM70_8x8x4_F32_TN", "SM70_8x8x4_F32F16F16F32_TN"],
        threads: QUAD_PAIR_LANES,
        note: QUAD_PAIR,
        operands: &[a("8x4", ROW_8X4), b("8x4", ROW_8X4), c("8x8", FLOATS_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F32_NT", "SM70_8x8x4_F32F16F16F32_NT"],
        threads: QUAD_PAIR_LANES,
        note: QUAD_PAIR,
        operands: &[a("8x4", COLUMN_8X4), b("8x4", COLUMN_8X4), c("8x8", FLOATS_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F32_NN", "SM70_8x8x4_F32F16F16F32_NN"],
        threads: QUAD_PAIR_LANES,
        note: QUAD_PAIR,
        operands: &[a("8x4", COLUMN_8X4), b("8x4", ROW_8X4), c("8x8", FLOATS_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F32_TT", "SM70_8x8x4_F32F16F16F32_TT"],
        threads: QUAD_PAIR_LANES,
        note: QUAD_PAIR,
        operands: &[a("8x4", ROW_8X4), b("8x4", COLUMN_8X4), c("8x8", FLOATS_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F16_TN", "SM70_8x8x4_F16F16F16F16_TN"],
        threads: QUAD_PAIR_LANES,
        note: QUAD_PAIR,
        operands: &[a("8x4", ROW_8X4), b("8x4", ROW_8X4), c("8x8", HALVES_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F16_NT", "SM70_8x8x4_F16F16F16F16_NT"],
        threads: QUAD_PAIR_LANES,
        note: QUAD_PAIR,
        operands: &[a("8x4", COLUMN_8X4), b("8x4", COLUMN_8X4), c("8x8", HALVES_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F16_NN", "SM70_8x8x4_F16F16F16F16_NN"],
        threads: QUAD_PAIR_LANES,
        note: QUAD_PAIR,
        operands: &[a("8x4", COLUMN_8X4), b("8x4", ROW_8X4), c("8x8", HALVES_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F16_TT", "SM70_8x8x4_F16F16F16F16_TT"],
        threads: QUAD_PAIR_LANES,
        note: QUAD_PAIR,
        operands: &[a("8x4", ROW_8X4), b("8x4", COLUMN_8X4), c("8x8", HALVES_8X8)],
    },
    InstructionRow {
        names: &[
            "SM75_16x8x8_F16",
            "SM75_16x8x8_F32F16F16F32_TN",
            "SM75_16x8x8_F16F16F16F16_TN",
            "SM80_16x8x8_F16",
            "SM80_16x8x8_F16F16F16F16_TN",
            "SM80_16x8x8_F32F16F16F32_TN",
            "SM80_16x8x8_BF16",
            "SM80_16x8x8_F32BF16BF16F32_TN",
        ],
        threads: WARP,
        note: "",
        operands: &[a("16x8", WARP_16X8), b("8x8", WARP_8X8), c("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &[
            "SM75_8x8x16_S8",
            "SM75_8x8x16_S32S8S8S32_TN",
            "SM80_8x8x16_S8",
            "SM80_8x8x16_S32S8S8S32_TN",
            "SM80_8x8x16_S32S8S8S32_TN_SATURATE",
            "SM80_8x8x16_S32S8U8S32_TN",
            "SM80_8x8x16_S32S8U8S32_TN_SATURATE",
            "SM80_8x8x16_S32U8S8S32_TN",
            "SM80_8x8x16_S32U8S8S32_TN_SATURATE",
            "SM80_8x8x16_S32U8U8S32_TN",
            "SM80_8x8x16_S32U8U8S32_TN_SATURATE",
        ],
        threads: WARP,
        note: "",
        operands: &[a("8x16", WARP_8X16), b("8x16", WARP_8X16), c("8x8", WARP_8X8)],
    },
    InstructionRow {
        names: &[
            "SM80_16x8x16_F16",
            "SM80_16x8x16_F16F16F16F16_TN",
            "SM80_16x8x16_F32F16F16F32_TN",
            "SM80_16x8x16_BF16",
            "SM80_16x8x16_F32BF16BF16F32_TN",
        ],
        threads: WARP,
        note: "",
        operands: &[a("16x16", PAIRS_16X16), b("8x16", PAIRS_8X16), c("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &[
            "SM80_16x8x4_TF32",
            "SM80_16x8x4_F32TF32TF32F32_TN",
            "SM90_16x8x4_C64C64C64C64_TN",
            "SM90_16x8x4_F64F64F64F64_TN",
        ],
        threads: WARP,
        note: "",
        operands: &[a("16x4", SINGLE_16X4), b("8x4", WARP_8X4), c("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &[
            "SM80_16x8x8_TF32",
            "SM80_16x8x8_F32TF32TF32F32_TN",
            "SM90_16x8x8_C64C64C64C64_TN",
            "SM90_16x8x8_F64F64F64F64_TN",
        ],
        threads: WARP,
        note: "",
        operands: &[a("16x8", SINGLE_16X8), b("8x8", SINGLE_8X8), c("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &[
            "SM80_8x8x4_F64",
            "SM80_8x8x4_F64F64F64F64_TN",
            "SM80_8x8x4_C64C64C64C64_TN",
            "SM80_8x8x4_GC64C64C64GC64_TN",
        ],
        threads: WARP,
        note: "",
        operands: &[a("8x4", WARP_8X4), b("8x4", WARP_8X4), c("8x8", WARP_8X8)],
    },
    InstructionRow {
        names: &[
            "SM80_16x8x16_S8",
            "SM80_16x8x16_S32S8S8S32_TN",
            "SM80_16x8x16_S32S8S8S32_TN_SATURATE",
            "SM80_16x8x16_S32S8U8S32_TN",
            "SM80_16x8x16_S32S8U8S32_TN_SATURATE",
            "SM80_16x8x16_S32U8S8S32_TN",
            "SM80_16x8x16_S32U8S8S32_TN_SATURATE",
            "SM80_16x8x16_S32U8U8S32_TN",
            "SM80_16x8x16_S32U8U8S32_TN_SATURATE",
        ],
        threads: WARP,
        note: "",
        operands: &[
            a("16x16", "((4,8),(4,2)):((64,1),(16,8))"),
            b("8x16", WARP_8X16),
            c("16x8", WARP_16X8),
        ],
    },
    InstructionRow {
        names: &[
            "SM80_16x8x32_S8",
            "SM80_16x8x32_S32S8S8S32_TN",
            "SM89_16x8x32_F8",
            "SM89_16x8x32_F32E4M3E4M3F32_TN",
            "SM89_16x8x32_F32E4M3E5M2F32_TN",
            "SM89_16x8x32_F32E5M2E4M3F32_TN",
            "SM89_16x8x32_F32E5M2E5M2F32_TN",
            "SM89_16x8x32_F16E4M3E4M3F16_TN",
            "SM89_16x8x32_F16E4M3E5M2F16_TN",
            "SM89_16x8x32_F16E5M2E4M3F16_TN",
            "SM89_16x8x32_F16E5M2E5M2F16_TN",
            "SM120_16x8x32_TN_VS",
            "SM120_16x8x32_TN",
            "SM80_16x8x32_S32S8S8S32_TN_SATURATE",
            "SM80_16x8x32_S32S8U8S32_TN",
            "SM80_16x8x32_S32S8U8S32_TN_SATURATE",
            "SM80_16x8x32_S32U8S8S32_TN",
            "SM80_16x8x32_S32U8S8S32_TN_SATURATE",
            "SM80_16x8x32_S32U8U8S32_TN",
            "SM80_16x8x32_S32U8U8S32_TN_SATURATE",
        ],
        threads: WARP,
        note: "",
        operands: &[
            a("16x32", "((4,8),(4,2,2)):((64,1),(16,8,256))"),
            b("8x32", "((4,8),(4,2)):((32,1),(8,128))"),
            c("16x8", WARP_16X8),
        ],
    },
    InstructionRow {
        names: &[
            "SM80_8x8x32_S4",
            "SM80_8x8x32_S32S4S4S32_TN",
            "SM80_8x8x32_S32S4S4S32_TN_SATURATE",
            "SM80_8x8x32_S32S4U4S32_TN",
            "SM80_8x8x32_S32S4U4S32_TN_SATURATE",
            "SM80_8x8x32_S32U4S4S32_TN",
            "SM80_8x8x32_S32U4S4S32_TN_SATURATE",
            "SM80_8x8x32_S32U4U4S32_TN",
            "SM80_8x8x32_S32U4U4S32_TN_SATURATE",
        ],
        threads: WARP,
        note: "",
        operands: &[
            a("8x32", "((4,8),8):((64,1),8)"),
            b("8x32", "((4,8),8):((64,1),8)"),
            c("8x8", WARP_8X8),
        ],
    },
    InstructionRow {
        names: &[
            "SM80_16x8x32_S4",
            "SM80_16x8x32_S32S4S4S32_TN",
            "SM80_16x8x32_S32S4S4S32_TN_SATURATE",
            "SM80_16x8x32_S32S4U4S32_TN",
            "SM80_16x8x32_S32S4U4S32_TN_SATURATE",
            "SM80_16x8x32_S32U4S4S32_TN",
            "SM80_16x8x32_S32U4S4S32_TN_SATURATE",
            "SM80_16x8x32_S32U4U4S32_TN",
            "SM80_16x8x32_S32U4U4S32_TN_SATURATE",
        ],
        threads: WARP,
        note: "",
        operands: &[
            a("16x32", "((4,8),(8,2)):((128,1),(16,8))"),
            b("8x32", "((4,8),8):((64,1),8)"),
            c("16x8", WARP_16X8),
        ],
    },
    InstructionRow {
        names: &[
            "SM80_16x8x64_S4",
            "SM80_16x8x64_S32S4S4S32_TN",
            "SM120_16x8x64_TN_VS",
            "SM80_16x8x64_S32S4S4S32_TN_SATURATE",
            "SM80_16x8x64_S32S4U4S32_TN",
            "SM80_16x8x64_S32S4U4S32_TN_SATURATE",
            "SM80_16x8x64_S32U4S4S32_TN",
            "SM80_16x8x64_S32U4S4S32_TN_SATURATE",
            "SM80_16x8x64_S32U4U4S32_TN",
            "SM80_16x8x64_S32U4U4S32_TN_SATURATE",
        ],
        threads: WARP,
        note: "",
        operands: &[
            a("16x64", "((4,8),(8,2,2)):((128,1),(16,8,512))"),
            b("8x64", "((4,8),(8,2)):((64,1),(8,256))"),
            c("16x8", WARP_16X8),
        ],
    },
    InstructionRow {
        names: &[
            "SM90_16x8x4_F64",
            "SM90_16x8x4_F64F64F64F64_TN",
            "SM80_16x8x4_F32TF32TF32F32_TN",
            "SM90_16x8x4_C64C64C64C64_TN",
        ],
        threads: WARP,
        note: "",
        operands: &[a("16x4", SINGLE_16X4), b("8x4", WARP_8X4), c("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &[
            "SM90_16x8x8_F64",
            "SM90_16x8x8_F64F64F64F64_TN",
            "SM80_16x8x8_F32TF32TF32F32_TN",
            "SM90_16x8x8_C64C64C64C64_TN",
        ],
        threads: WARP,
        note: "",
        operands: &[a("16x8", SINGLE_16X8), b("8x8", SINGLE_8X8), c("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &[
            "SM90_16x8x16_F64",
            "SM90_16x8x16_F64F64F64F64_TN",
            "SM90_16x8x16_C64C64C64C64_TN",
        ],
        threads: WARP,
        note: "",
        operands: &[
            a("16x16", "((4,8),(2,4)):((16,1),(8,64))"),
            b("8x16", "((4,8),4):((8,1),32)"),
            c("16x8", WARP_16X8),
        ],
    },
    InstructionRow {
        names: &["SM100_1x2x1_F32F32F32F32"],
        threads: ONE_THREAD,
        note: "",
        operands: &[a("1x1", "(1,1):(0,0)"), b("2x1", "(1,2):(0,1)"), c("1x2", "(1,2):(0,1)")],
    },
    InstructionRow {
        names: &["SM100_2x1x1_F32F32F32F32"],
        threads: ONE_THREAD,
        note: "",
        operands: &[a("2x1", "(1,2):(0,1)"), b("1x1", "(1,1):(0,0)"), c("2x1", "(1,2):(0,1)")],
    },
    InstructionRow {
        names: &["SM120_SPARSE_16x8x128_F4", "SM120_SPARSE_16x8x128_TN_VS"],
        threads: WARP,
        note: SPARSE,
        operands: &[
            a("16x128", "((4,8),(16,2,2)):((256,1),(16,8,1024))"),
            b("8x128", "((4,8),(8,4)):((64,1),(8,256))"),
            c("16x8", WARP_16X8),
        ],
    },
    InstructionRow {
        names: &[
            "SM120_SPARSE_16x8x64_F8",
            "SM120_SPARSE_16x8x64_TN_VS",
            "SM120_SPARSE_16x8x64_TN",
        ],
        threads: WARP,
        note: SPARSE,
        operands: &[
            a("16x64", "((4,8),(8,2,2)):((128,1),(16,8,512))"),
            b("8x64", "((4,8),(4,4)):((32,1),(8,128))"),
            c("16x8", WARP_16X8),
        ],
    },
    InstructionRow {
        names: &["SM61_DP2A"],
        threads: ONE_THREAD,
        note: "",
        operands: &[a("1x2", "(1,2):(0,1)"), b("1x2", "(1,2):(0,1)"), c("1x1", "(1,1):(0,0)")],
    },
    InstructionRow {
        names: &["SM61_DP4A"],
        threads: ONE_THREAD,
        note: "",
        operands: &[a("1x4", "(1,4):(0,1)"), b("1x4", "(1,4):(0,1)"), c("1x1", "(1,1):(0,0)")],
    },
    InstructionRow {
        names: &[
            "SM80_16x8x128_U1",
            "SM80_16x8x128_S32U1U1S32_TN_ANDPOPC",
            "SM80_16x8x128_S32U1U1S32_TN_XORPOPC",
        ],
        threads: WARP,
        note: "",
        operands: &[
            a("16x128", "((4,8),(32,2)):((512,1),(16,8))"),
            b("8x128", "((4,8),32):((256,1),8)"),
            c("16x8", WARP_16X8),
        ],
    },
    InstructionRow {
        names: &[
            "SM80_16x8x256_U1",
            "SM80_16x8x256_S32U1U1S32_TN_ANDPOPC",
            "SM80_16x8x256_S32U1U1S32_TN_XORPOPC",
        ],
        threads: WARP,
        note: "",
        operands: &[
            a("16x256", "((4,8),(32,2,2)):((512,1),(16,8,2048))"),
            b("8x256", "((4,8),(32,2)):((256,1),(8,1024))"),
            c("16x8", WARP_16X8),
        ],
    },
    InstructionRow {
        names: &[
            "SM80_8x8x128_U1",
            "SM80_8x8x128_S32U1U1S32_TN_ANDPOPC",
            "SM80_8x8x128_S32U1U1S32_TN_XORPOPC",
        ],
        threads: WARP,
        note: "",
        operands: &[
            a("8x128", "((4,8),32):((256,1),8)"),
            b("8x128", "((4,8),32):((256,1),8)"),
            c("8x8", WARP_8X8),
        ],
    },
    InstructionRow {
        names: &["UniversalFMA"],
        threads: ONE_THREAD,
        note: "",
        operands: &[a("1x1", "(1,1):(0,0)"), b("1x1", "(1,1):(0,0)"), c("1x1", "(1,1):(0,0)")],
    },
    InstructionRow {
        names: &["AMX_16x16x32_BF16", "TDPBF16PS", "AMX_16x16x32_F16", "TDPFP16PS"],
        threads: "16:1",
        note: TILE_REGISTER,
        operands: &[
            a("16x32", "(16,32):(1,16)"),
            b("16x32", "(16,(2,16)):(32,(16,1))"),
            c("16x16", "(16,16):(1,16)"),
        ],
    },
    InstructionRow {
        names: &["AMX_16x16x64_S8", "TDPBSSD", "TDPBSUD", "TDPBUSD", "TDPBUUD"],
        threads: "16:1",
        note: TILE_REGISTER,
        operands: &[
            a("16x64", "(16,64):(1,16)"),
            b("16x64", "(16,(4,16)):(64,(16,1))"),
            c("16x16", "(16,16):(1,16)"),
        ],
    },
];
