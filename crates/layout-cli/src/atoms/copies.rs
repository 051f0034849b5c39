//! The copies of 8 by 8 matrices between shared memory and the registers of a warp: `ldmatrix` and `stmatrix`.
//!
//! A thread has the address of a row, and receives or gives a fragment, an element of 16 bits a value.

use super::table::{FragmentRow, InstructionRow, PAIRS_16X16, WARP, WARP_8X8, WARP_16X8};

const MATRICES: &str = "matrix k is at rows 8*(k mod 2), columns 8*(k div 2)";

/// The thread that supplies the address of each row.
const fn rows(tile: &'static str, held: &'static str) -> FragmentRow {
    ("Rows", "(row,matrix)", tile, held)
}
const fn fragment(tile: &'static str, held: &'static str) -> FragmentRow {
    ("Fragment", "(row,column)", tile, held)
}

/// The copies, each with the names of both directions.
pub const ROWS: &[InstructionRow] = &[
    InstructionRow {
        names: &["LDMATRIX_X1", "SM75_U32x1_LDSM_N", "STMATRIX_X1", "SM90_U32x1_STSM_N"],
        threads: WARP,
        note: "",
        operands: &[rows("8x1", "(8,1):(1,0)"), fragment("8x8", WARP_8X8)],
    },
    InstructionRow {
        names: &["LDMATRIX_X2", "SM75_U32x2_LDSM_N", "STMATRIX_X2", "SM90_U32x2_STSM_N"],
        threads: WARP,
        note: "",
        operands: &[rows("8x2", "(16,1):(1,0)"), fragment("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &["LDMATRIX_X4", "SM75_U32x4_LDSM_N", "STMATRIX_X4", "SM90_U32x4_STSM_N"],
        threads: WARP,
        note: MATRICES,
        operands: &[rows("8x4", "(32,1):(1,0)"), fragment("16x16", PAIRS_16X16)],
    },
    InstructionRow {
        names: &[
            "LDMATRIX_X1_TRANS",
            "SM75_U16x2_LDSM_T",
            "STMATRIX_X1_TRANS",
            "SM90_U16x2_STSM_T",
        ],
        threads: WARP,
        note: "",
        operands: &[rows("8x1", "(8,1):(1,0)"), fragment("8x8", "((4,8),2):((2,8),1)")],
    },
    InstructionRow {
        names: &[
            "LDMATRIX_X2_TRANS",
            "SM75_U16x4_LDSM_T",
            "STMATRIX_X2_TRANS",
            "SM90_U16x4_STSM_T",
        ],
        threads: WARP,
        note: "",
        operands: &[rows("8x2", "(16,1):(1,0)"), fragment("16x8", "((4,8),(2,2)):((2,16),(1,8))")],
    },
    InstructionRow {
        names: &[
            "LDMATRIX_X4_TRANS",
            "SM75_U16x8_LDSM_T",
            "STMATRIX_X4_TRANS",
            "SM90_U16x8_STSM_T",
        ],
        threads: WARP,
        note: MATRICES,
        operands: &[
            rows("8x4", "(32,1):(1,0)"),
            fragment("16x16", "((4,8),(2,2,2)):((2,16),(1,8,128))"),
        ],
    },
];
