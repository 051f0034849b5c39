//! The instructions of AMD's matrix cores: `v_mfma` of CDNA and `v_wmma` of RDNA.
//!
//! The tests compare them with AMD's matrix instruction calculator (`tests/golden/atoms`). Names of `v_wmma` end with the
//! width of the wave and, for RDNA 4, `_gfx12`, as those of the compiler's functions `__builtin_amdgcn_wmma_..`, since the
//! layouts differ.

use super::table::{FragmentRow, InstructionRow, a, b, c};

const WAVE: &str =
    "64 threads of a wave; a value is an element in the order of the registers' bits";
const HALF_WAVE: &str =
    "32 threads of a wave; a value is an element in the order of the registers' bits";
const BLOCKS: &str = "64 threads of a wave; the blocks of a product lie next to each other";

const fn a_blocks(tile: &'static str, held: &'static str) -> FragmentRow {
    ("A", "(M,(K,block))", tile, held)
}
const fn b_blocks(tile: &'static str, held: &'static str) -> FragmentRow {
    ("B", "(N,(K,block))", tile, held)
}
const fn c_blocks(tile: &'static str, held: &'static str) -> FragmentRow {
    ("C", "(M,(N,block))", tile, held)
}

/// All instructions but those with a sparse A.
pub const ROWS: &[InstructionRow] = &[
    InstructionRow {
        names: &["v_mfma_f32_32x32x1f32", "v_mfma_f32_32x32x1_2b_f32"],
        threads: "64:1",
        note: BLOCKS,
        operands: &[
            a_blocks("32x2", "(64,1):(1,0)"),
            b_blocks("32x2", "(64,1):(1,0)"),
            c_blocks("32x64", "((32,2),(4,4,2)):((32,4),(1,8,1024))"),
        ],
    },
    InstructionRow {
        names: &["v_mfma_f32_16x16x1f32", "v_mfma_f32_16x16x1_4b_f32"],
        threads: "64:1",
        note: BLOCKS,
        operands: &[
            a_blocks("16x4", "(64,1):(1,0)"),
            b_blocks("16x4", "(64,1):(1,0)"),
            c_blocks("16x64", "((16,4),(4,4)):((16,4),(1,256))"),
        ],
    },
    InstructionRow {
        names: &["v_mfma_f32_4x4x1f32", "v_mfma_f32_4x4x1_16b_f32"],
        threads: "64:1",
        note: BLOCKS,
        operands: &[
            a_blocks("4x16", "(64,1):(1,0)"),
            b_blocks("4x16", "(64,1):(1,0)"),
            c_blocks("4x64", "(64,4):(4,1)"),
        ],
    },
    InstructionRow {
        names: &["v_mfma_f32_32x32x2f32", "v_mfma_f32_32x32x2_f32"],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("32x2", "(64,1):(1,0)"),
            b("32x2", "(64,1):(1,0)"),
            c("32x32", "((32,2),(4,4)):((32,4),(1,8))"),
        ],
    },
    InstructionRow {
        names: &["v_mfma_f32_16x16x4f32", "v_mfma_f32_16x16x4_f32"],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("16x4", "(64,1):(1,0)"),
            b("16x4", "(64,1):(1,0)"),
            c("16x16", "((16,4),4):((16,4),1)"),
        ],
    },
    InstructionRow {
        names: &[
            "v_mfma_f32_32x32x4f16",
            "v_mfma_i32_32x32x4i8",
            "v_mfma_f32_32x32x4bf16_1k",
            "v_mfma_f32_32x32x4_2b_f16",
            "v_mfma_i32_32x32x4_2b_i8",
            "v_mfma_f32_32x32x4_2b_bf16",
        ],
        threads: "64:1",
        note: BLOCKS,
        operands: &[
            a_blocks("32x8", "((32,2),4):((1,128),32)"),
            b_blocks("32x8", "((32,2),4):((1,128),32)"),
            c_blocks("32x64", "((32,2),(4,4,2)):((32,4),(1,8,1024))"),
        ],
    },
    InstructionRow {
        names: &[
            "v_mfma_f32_16x16x4f16",
            "v_mfma_i32_16x16x4i8",
            "v_mfma_f32_16x16x4bf16_1k",
            "v_mfma_f32_16x16x4_4b_f16",
            "v_mfma_i32_16x16x4_4b_i8",
            "v_mfma_f32_16x16x4_4b_bf16",
        ],
        threads: "64:1",
        note: BLOCKS,
        operands: &[
            a_blocks("16x16", "((16,4),4):((1,64),16)"),
            b_blocks("16x16", "((16,4),4):((1,64),16)"),
            c_blocks("16x64", "((16,4),(4,4)):((16,4),(1,256))"),
        ],
    },
    InstructionRow {
        names: &[
            "v_mfma_f32_4x4x4f16",
            "v_mfma_i32_4x4x4i8",
            "v_mfma_f32_4x4x4bf16_1k",
            "v_mfma_f32_4x4x4_16b_f16",
            "v_mfma_i32_4x4x4_16b_i8",
            "v_mfma_f32_4x4x4_16b_bf16",
        ],
        threads: "64:1",
        note: BLOCKS,
        operands: &[
            a_blocks("4x64", "((4,16),4):((1,16),4)"),
            b_blocks("4x64", "((4,16),4):((1,16),4)"),
            c_blocks("4x64", "(64,4):(4,1)"),
        ],
    },
    InstructionRow {
        names: &[
            "v_mfma_f32_32x32x8f16",
            "v_mfma_i32_32x32x8i8",
            "v_mfma_f32_32x32x8bf16_1k",
            "v_mfma_f32_32x32x8_f16",
            "v_mfma_f32_32x32x8_bf16",
        ],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("32x8", "((32,2),4):((1,128),32)"),
            b("32x8", "((32,2),4):((1,128),32)"),
            c("32x32", "((32,2),(4,4)):((32,4),(1,8))"),
        ],
    },
    InstructionRow {
        names: &[
            "v_mfma_f32_16x16x16f16",
            "v_mfma_i32_16x16x16i8",
            "v_mfma_f32_16x16x16bf16_1k",
            "v_mfma_f32_16x16x16_f16",
            "v_mfma_f32_16x16x16_bf16",
        ],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("16x16", "((16,4),4):((1,64),16)"),
            b("16x16", "((16,4),4):((1,64),16)"),
            c("16x16", "((16,4),4):((16,4),1)"),
        ],
    },
    InstructionRow {
        names: &["v_mfma_f32_32x32x2bf16"],
        threads: "64:1",
        note: BLOCKS,
        operands: &[
            a_blocks("32x4", "((32,2),2):((1,64),32)"),
            b_blocks("32x4", "((32,2),2):((1,64),32)"),
            c_blocks("32x64", "((32,2),(4,4,2)):((32,4),(1,8,1024))"),
        ],
    },
    InstructionRow {
        names: &["v_mfma_f32_16x16x2bf16"],
        threads: "64:1",
        note: BLOCKS,
        operands: &[
            a_blocks("16x8", "((16,4),2):((1,32),16)"),
            b_blocks("16x8", "((16,4),2):((1,32),16)"),
            c_blocks("16x64", "((16,4),(4,4)):((16,4),(1,256))"),
        ],
    },
    InstructionRow {
        names: &["v_mfma_f32_4x4x2bf16"],
        threads: "64:1",
        note: BLOCKS,
        operands: &[
            a_blocks("4x32", "((4,16),2):((1,8),4)"),
            b_blocks("4x32", "((4,16),2):((1,8),4)"),
            c_blocks("4x64", "(64,4):(4,1)"),
        ],
    },
    InstructionRow {
        names: &["v_mfma_f32_32x32x4bf16", "v_mfma_f32_32x32x4_xf32"],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("32x4", "((32,2),2):((1,64),32)"),
            b("32x4", "((32,2),2):((1,64),32)"),
            c("32x32", "((32,2),(4,4)):((32,4),(1,8))"),
        ],
    },
    InstructionRow {
        names: &["v_mfma_f32_16x16x8bf16", "v_mfma_f32_16x16x8_xf32"],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("16x8", "((16,4),2):((1,32),16)"),
            b("16x8", "((16,4),2):((1,32),16)"),
            c("16x16", "((16,4),4):((16,4),1)"),
        ],
    },
    InstructionRow {
        names: &["v_mfma_f64_16x16x4f64", "v_mfma_f64_16x16x4_f64"],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("16x4", "(64,1):(1,0)"),
            b("16x4", "(64,1):(1,0)"),
            c("16x16", "((16,4),4):((16,1),4)"),
        ],
    },
    InstructionRow {
        names: &["v_mfma_f64_4x4x4f64", "v_mfma_f64_4x4x4_4b_f64"],
        threads: "64:1",
        note: BLOCKS,
        operands: &[
            a_blocks("4x16", "((4,4,4),1):((1,16,4),0)"),
            b_blocks("4x16", "((4,4,4),1):((1,16,4),0)"),
            c_blocks("4x16", "((16,4),1):((4,1),0)"),
        ],
    },
    InstructionRow {
        names: &[
            "v_mfma_i32_32x32x16_i8",
            "v_mfma_f32_32x32x16_bf8_bf8",
            "v_mfma_f32_32x32x16_bf8_fp8",
            "v_mfma_f32_32x32x16_fp8_bf8",
            "v_mfma_f32_32x32x16_fp8_fp8",
        ],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("32x16", "((32,2),8):((1,256),32)"),
            b("32x16", "((32,2),8):((1,256),32)"),
            c("32x32", "((32,2),(4,4)):((32,4),(1,8))"),
        ],
    },
    InstructionRow {
        names: &[
            "v_mfma_i32_16x16x32_i8",
            "v_mfma_f32_16x16x32_bf8_bf8",
            "v_mfma_f32_16x16x32_bf8_fp8",
            "v_mfma_f32_16x16x32_fp8_bf8",
            "v_mfma_f32_16x16x32_fp8_fp8",
        ],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("16x32", "((16,4),8):((1,128),16)"),
            b("16x32", "((16,4),8):((1,128),16)"),
            c("16x16", "((16,4),4):((16,4),1)"),
        ],
    },
    InstructionRow {
        names: &[
            "v_wmma_f32_16x16x16_f16_w32",
            "v_wmma_f32_16x16x16_bf16_w32",
            "v_wmma_f16_16x16x16_f16_w32",
            "v_wmma_bf16_16x16x16_bf16_w32",
            "v_wmma_i32_16x16x16_iu8_w32",
            "v_wmma_i32_16x16x16_iu4_w32",
        ],
        threads: "32:1",
        note: HALF_WAVE,
        operands: &[
            a("16x16", "((16,2),16):((1,0),16)"),
            b("16x16", "((16,2),16):((1,0),16)"),
            c("16x16", "((16,2),8):((16,1),2)"),
        ],
    },
    InstructionRow {
        names: &[
            "v_wmma_f32_16x16x16_f16_w64",
            "v_wmma_f32_16x16x16_bf16_w64",
            "v_wmma_f16_16x16x16_f16_w64",
            "v_wmma_bf16_16x16x16_bf16_w64",
            "v_wmma_i32_16x16x16_iu8_w64",
            "v_wmma_i32_16x16x16_iu4_w64",
        ],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("16x16", "((16,4),16):((1,0),16)"),
            b("16x16", "((16,4),16):((1,0),16)"),
            c("16x16", "((16,4),4):((16,1),4)"),
        ],
    },
    InstructionRow {
        names: &[
            "v_wmma_f32_16x16x16_f16_w32_gfx12",
            "v_wmma_f32_16x16x16_bf16_w32_gfx12",
            "v_wmma_f16_16x16x16_f16_w32_gfx12",
            "v_wmma_bf16_16x16x16_bf16_w32_gfx12",
        ],
        threads: "32:1",
        note: HALF_WAVE,
        operands: &[
            a("16x16", "((16,2),(4,2)):((1,64),(16,128))"),
            b("16x16", "((16,2),(4,2)):((1,64),(16,128))"),
            c("16x16", "((16,2),8):((16,8),1)"),
        ],
    },
    InstructionRow {
        names: &[
            "v_wmma_f32_16x16x16_f16_w64_gfx12",
            "v_wmma_f32_16x16x16_bf16_w64_gfx12",
            "v_wmma_f16_16x16x16_f16_w64_gfx12",
            "v_wmma_bf16_16x16x16_bf16_w64_gfx12",
        ],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("16x16", "((16,4),4):((1,64),16)"),
            b("16x16", "((16,4),4):((1,64),16)"),
            c("16x16", "((16,2,2),4):((16,8,4),1)"),
        ],
    },
    InstructionRow {
        names: &[
            "v_wmma_i32_16x16x16_iu8_w32_gfx12",
            "v_wmma_i32_16x16x16_iu4_w32_gfx12",
            "v_wmma_f32_16x16x16_fp8_fp8_w32_gfx12",
            "v_wmma_f32_16x16x16_fp8_bf8_w32_gfx12",
            "v_wmma_f32_16x16x16_bf8_fp8_w32_gfx12",
            "v_wmma_f32_16x16x16_bf8_bf8_w32_gfx12",
        ],
        threads: "32:1",
        note: HALF_WAVE,
        operands: &[
            a("16x16", "((16,2),8):((1,128),16)"),
            b("16x16", "((16,2),8):((1,128),16)"),
            c("16x16", "((16,2),8):((16,8),1)"),
        ],
    },
    InstructionRow {
        names: &[
            "v_wmma_i32_16x16x16_iu8_w64_gfx12",
            "v_wmma_f32_16x16x16_fp8_fp8_w64_gfx12",
            "v_wmma_f32_16x16x16_fp8_bf8_w64_gfx12",
            "v_wmma_f32_16x16x16_bf8_fp8_w64_gfx12",
            "v_wmma_f32_16x16x16_bf8_bf8_w64_gfx12",
        ],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("16x16", "((16,2,2),4):((1,128,64),16)"),
            b("16x16", "((16,2,2),4):((1,128,64),16)"),
            c("16x16", "((16,2,2),4):((16,8,4),1)"),
        ],
    },
    InstructionRow {
        names: &["v_wmma_i32_16x16x16_iu4_w64_gfx12"],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("16x16", "((16,2),8):((1,128),16)"),
            b("16x16", "((16,2),8):((1,128),16)"),
            c("16x16", "((16,2,2),4):((16,8,4),1)"),
        ],
    },
    InstructionRow {
        names: &["v_wmma_i32_16x16x32_iu4_w32_gfx12"],
        threads: "32:1",
        note: HALF_WAVE,
        operands: &[
            a("16x32", "((16,2),16):((1,256),16)"),
            b("16x32", "((16,2),16):((1,256),16)"),
            c("16x16", "((16,2),8):((16,8),1)"),
        ],
    },
    InstructionRow {
        names: &["v_wmma_i32_16x16x32_iu4_w64_gfx12"],
        threads: "64:1",
        note: WAVE,
        operands: &[
            a("16x32", "((16,2,2),8):((1,256,128),16)"),
            b("16x32", "((16,2,2),8):((1,256,128),16)"),
            c("16x16", "((16,2,2),4):((16,8,4),1)"),
        ],
    },
];
