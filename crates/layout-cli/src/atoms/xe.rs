//! The products of Intel's GPUs, `dpas`: a subgroup of 16 work items multiplies M rows of A by 16 columns of B.
//!
//! A register of 64 bytes has 4 bytes of each work item. Rows of A follow each other in registers, 32 bytes each; a work item has
//! a column of B and of C. CUTLASS has these names and layouts in `mma_traits_xe_legacy.hpp` of its version for SYCL.

use super::table::{InstructionRow, a, b, c};

const SUBGROUP: &str = "16 work items of a subgroup";

/// The products of 16 and 8 bits, each of 8, 4, 2 and 1 rows, and of 32 bits without the one of 1 row, in which 8 work items have
/// no element of A.
pub const ROWS: &[InstructionRow] = &[
    InstructionRow {
        names: &[
            "XE_8x16x16_F16",
            "XE_8x16x16_F32F16F16F32_TT",
            "XE_8x16x16_F32BF16BF16F32_TT",
            "XE_8x16x16_BF16BF16BF16BF16_TT",
        ],
        threads: "16:1",
        note: SUBGROUP,
        operands: &[
            a("8x16", "(16,8):(8,1)"),
            b("16x16", "(16,16):(1,16)"),
            c("8x16", "(16,8):(8,1)"),
        ],
    },
    InstructionRow {
        names: &["XE_8x16x32_S8", "XE_8x16x32_S32S8S8S32_TT", "XE_8x16x32_S32U8U8S32_TT"],
        threads: "16:1",
        note: SUBGROUP,
        operands: &[
            a("8x32", "(16,(2,8)):(16,(8,1))"),
            b("16x32", "(16,32):(1,16)"),
            c("8x16", "(16,8):(8,1)"),
        ],
    },
    InstructionRow {
        names: &["XE_8x16x8_TF32", "XE_8x16x8_F32TF32TF32F32_TT"],
        threads: "16:1",
        note: SUBGROUP,
        operands: &[
            a("8x8", "((8,2),4):((8,1),2)"),
            b("16x8", "(16,8):(1,16)"),
            c("8x16", "(16,8):(8,1)"),
        ],
    },
    InstructionRow {
        names: &[
            "XE_4x16x16_F16",
            "XE_4x16x16_F32F16F16F32_TT",
            "XE_4x16x16_F32BF16BF16F32_TT",
            "XE_4x16x16_BF16BF16BF16BF16_TT",
        ],
        threads: "16:1",
        note: SUBGROUP,
        operands: &[
            a("4x16", "(16,4):(4,1)"),
            b("16x16", "(16,16):(1,16)"),
            c("4x16", "(16,4):(4,1)"),
        ],
    },
    InstructionRow {
        names: &["XE_4x16x32_S8", "XE_4x16x32_S32S8S8S32_TT", "XE_4x16x32_S32U8U8S32_TT"],
        threads: "16:1",
        note: SUBGROUP,
        operands: &[
            a("4x32", "(16,(2,4)):(8,(4,1))"),
            b("16x32", "(16,32):(1,16)"),
            c("4x16", "(16,4):(4,1)"),
        ],
    },
    InstructionRow {
        names: &["XE_4x16x8_TF32", "XE_4x16x8_F32TF32TF32F32_TT"],
        threads: "16:1",
        note: SUBGROUP,
        operands: &[
            a("4x8", "((8,2),2):((4,1),2)"),
            b("16x8", "(16,8):(1,16)"),
            c("4x16", "(16,4):(4,1)"),
        ],
    },
    InstructionRow {
        names: &[
            "XE_2x16x16_F16",
            "XE_2x16x16_F32F16F16F32_TT",
            "XE_2x16x16_F32BF16BF16F32_TT",
            "XE_2x16x16_BF16BF16BF16BF16_TT",
        ],
        threads: "16:1",
        note: SUBGROUP,
        operands: &[
            a("2x16", "(16,2):(2,1)"),
            b("16x16", "(16,16):(1,16)"),
            c("2x16", "(16,2):(2,1)"),
        ],
    },
    InstructionRow {
        names: &["XE_2x16x32_S8", "XE_2x16x32_S32S8S8S32_TT", "XE_2x16x32_S32U8U8S32_TT"],
        threads: "16:1",
        note: SUBGROUP,
        operands: &[
            a("2x32", "(16,(2,2)):(4,(2,1))"),
            b("16x32", "(16,32):(1,16)"),
            c("2x16", "(16,2):(2,1)"),
        ],
    },
    InstructionRow {
        names: &["XE_2x16x8_TF32", "XE_2x16x8_F32TF32TF32F32_TT"],
        threads: "16:1",
        note: SUBGROUP,
        operands: &[
            a("2x8", "((8,2),1):((2,1),0)"),
            b("16x8", "(16,8):(1,16)"),
            c("2x16", "(16,2):(2,1)"),
        ],
    },
    InstructionRow {
        names: &[
            "XE_1x16x16_F16",
            "XE_1x16x16_F32F16F16F32_TT",
            "XE_1x16x16_F32BF16BF16F32_TT",
            "XE_1x16x16_BF16BF16BF16BF16_TT",
        ],
        threads: "16:1",
        note: SUBGROUP,
        operands: &[
            a("1x16", "(16,1):(1,0)"),
            b("16x16", "(16,16):(1,16)"),
            c("1x16", "(16,1):(1,0)"),
        ],
    },
    InstructionRow {
        names: &["XE_1x16x32_S8", "XE_1x16x32_S32S8S8S32_TT", "XE_1x16x32_S32U8U8S32_TT"],
        threads: "16:1",
        note: SUBGROUP,
        operands: &[
            a("1x32", "(16,(2,1)):(2,(1,0))"),
            b("16x32", "(16,32):(1,16)"),
            c("1x16", "(16,1):(1,0)"),
        ],
    },
];
