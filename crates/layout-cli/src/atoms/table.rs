//! The table of instructions.
//!
//! The layouts are those of CuTe's atoms. The tests compute them again from the formulas in the manuals: PTX ISA,
//! "Matrix Fragments", and the description of TMUL in Intel's software developer's manual.

/// Instructions with the same layouts.
pub struct InstructionRow {
    /// The short name, then the names of CUTLASS.
    pub names: &'static [&'static str],
    /// What a thread and a value are, if not a thread of a warp and a register.
    pub note: &'static str,
    /// `A`, `B` and `C`; for a copy the row addresses and the fragment.
    pub operands: &'static [FragmentRow],
}

/// An operand: its name, the meaning of its modes, its tile and its thread-value layout.
type FragmentRow = (&'static str, &'static str, &'static str, &'static str);

/// The note of instructions of a warp group.
pub const WARP_GROUP: &str =
    "128 threads of a warp group; A from registers, B is read from shared memory";

const QUAD_PAIR: &str = "threads 0-3 are lanes 0-3 and threads 4-7 lanes 16-19 of a quad pair";
const MATRICES: &str = "matrix k is at rows 8*(k mod 2), columns 8*(k div 2)";
const TILE_REGISTER: &str =
    "threads are rows of a tile register, values their elements; B in pairs or fours of k";

const ROW_8X4: &str = "(8,4):(1,8)";
const COLUMN_8X4: &str = "((4,2),4):((8,4),1)";
const HALVES_8X8: &str = "(8,8):(1,8)";
const FLOATS_8X8: &str = "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))";
const WARP_8X4: &str = "((4,8),1):((8,1),0)";
const WARP_8X8: &str = "((4,8),2):((16,1),8)";
const WARP_8X16: &str = "((4,8),4):((32,1),8)";
const WARP_16X8: &str = "((4,8),(2,2)):((32,1),(16,8))";
const SINGLE_16X4: &str = "((4,8),2):((16,1),8)";
const SINGLE_16X8: &str = "((4,8),(2,2)):((16,1),(8,64))";
const SINGLE_8X8: &str = "((4,8),2):((8,1),32)";
const PAIRS_16X16: &str = "((4,8),(2,2,2)):((32,1),(16,8,128))";
const PAIRS_8X16: &str = "((4,8),(2,2)):((16,1),(8,64))";

const fn a(tile: &'static str, held: &'static str) -> FragmentRow {
    ("A", "(M,K)", tile, held)
}
const fn b(tile: &'static str, held: &'static str) -> FragmentRow {
    ("B", "(N,K)", tile, held)
}
const fn c(tile: &'static str, held: &'static str) -> FragmentRow {
    ("C", "(M,N)", tile, held)
}
/// The thread that supplies the address of each row.
const fn rows(tile: &'static str, held: &'static str) -> FragmentRow {
    ("Rows", "(row,matrix)", tile, held)
}
const fn fragment(tile: &'static str, held: &'static str) -> FragmentRow {
    ("Fragment", "(row,column)", tile, held)
}

/// All instructions but those of warp groups.
pub const ROWS: &[InstructionRow] = &[
    InstructionRow {
        names: &["SM70_8x8x4_F32_TN", "SM70_8x8x4_F32F16F16F32_TN"],
        note: QUAD_PAIR,
        operands: &[a("8x4", ROW_8X4), b("8x4", ROW_8X4), c("8x8", FLOATS_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F32_NT", "SM70_8x8x4_F32F16F16F32_NT"],
        note: QUAD_PAIR,
        operands: &[a("8x4", COLUMN_8X4), b("8x4", COLUMN_8X4), c("8x8", FLOATS_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F32_NN", "SM70_8x8x4_F32F16F16F32_NN"],
        note: QUAD_PAIR,
        operands: &[a("8x4", COLUMN_8X4), b("8x4", ROW_8X4), c("8x8", FLOATS_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F32_TT", "SM70_8x8x4_F32F16F16F32_TT"],
        note: QUAD_PAIR,
        operands: &[a("8x4", ROW_8X4), b("8x4", COLUMN_8X4), c("8x8", FLOATS_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F16_TN", "SM70_8x8x4_F16F16F16F16_TN"],
        note: QUAD_PAIR,
        operands: &[a("8x4", ROW_8X4), b("8x4", ROW_8X4), c("8x8", HALVES_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F16_NT", "SM70_8x8x4_F16F16F16F16_NT"],
        note: QUAD_PAIR,
        operands: &[a("8x4", COLUMN_8X4), b("8x4", COLUMN_8X4), c("8x8", HALVES_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F16_NN", "SM70_8x8x4_F16F16F16F16_NN"],
        note: QUAD_PAIR,
        operands: &[a("8x4", COLUMN_8X4), b("8x4", ROW_8X4), c("8x8", HALVES_8X8)],
    },
    InstructionRow {
        names: &["SM70_8x8x4_F16_TT", "SM70_8x8x4_F16F16F16F16_TT"],
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
        note: "",
        operands: &[a("16x8", WARP_16X8), b("8x8", WARP_8X8), c("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &[
            "SM75_8x8x16_S8",
            "SM75_8x8x16_S32S8S8S32_TN",
            "SM80_8x8x16_S8",
            "SM80_8x8x16_S32S8S8S32_TN",
        ],
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
        note: "",
        operands: &[a("16x16", PAIRS_16X16), b("8x16", PAIRS_8X16), c("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &["SM80_16x8x4_TF32", "SM80_16x8x4_F32TF32TF32F32_TN"],
        note: "",
        operands: &[a("16x4", SINGLE_16X4), b("8x4", WARP_8X4), c("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &["SM80_16x8x8_TF32", "SM80_16x8x8_F32TF32TF32F32_TN"],
        note: "",
        operands: &[a("16x8", SINGLE_16X8), b("8x8", SINGLE_8X8), c("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &["SM80_8x8x4_F64", "SM80_8x8x4_F64F64F64F64_TN"],
        note: "",
        operands: &[a("8x4", WARP_8X4), b("8x4", WARP_8X4), c("8x8", WARP_8X8)],
    },
    InstructionRow {
        names: &["SM80_16x8x16_S8", "SM80_16x8x16_S32S8S8S32_TN"],
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
        ],
        note: "",
        operands: &[
            a("16x32", "((4,8),(4,2,2)):((64,1),(16,8,256))"),
            b("8x32", "((4,8),(4,2)):((32,1),(8,128))"),
            c("16x8", WARP_16X8),
        ],
    },
    InstructionRow {
        names: &["SM80_8x8x32_S4", "SM80_8x8x32_S32S4S4S32_TN"],
        note: "",
        operands: &[
            a("8x32", "((4,8),8):((64,1),8)"),
            b("8x32", "((4,8),8):((64,1),8)"),
            c("8x8", WARP_8X8),
        ],
    },
    InstructionRow {
        names: &["SM80_16x8x32_S4", "SM80_16x8x32_S32S4S4S32_TN"],
        note: "",
        operands: &[
            a("16x32", "((4,8),(8,2)):((128,1),(16,8))"),
            b("8x32", "((4,8),8):((64,1),8)"),
            c("16x8", WARP_16X8),
        ],
    },
    InstructionRow {
        names: &["SM80_16x8x64_S4", "SM80_16x8x64_S32S4S4S32_TN"],
        note: "",
        operands: &[
            a("16x64", "((4,8),(8,2,2)):((128,1),(16,8,512))"),
            b("8x64", "((4,8),(8,2)):((64,1),(8,256))"),
            c("16x8", WARP_16X8),
        ],
    },
    InstructionRow {
        names: &["SM90_16x8x4_F64", "SM90_16x8x4_F64F64F64F64_TN"],
        note: "",
        operands: &[a("16x4", SINGLE_16X4), b("8x4", WARP_8X4), c("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &["SM90_16x8x8_F64", "SM90_16x8x8_F64F64F64F64_TN"],
        note: "",
        operands: &[a("16x8", SINGLE_16X8), b("8x8", SINGLE_8X8), c("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &["SM90_16x8x16_F64", "SM90_16x8x16_F64F64F64F64_TN"],
        note: "",
        operands: &[
            a("16x16", "((4,8),(2,4)):((16,1),(8,64))"),
            b("8x16", "((4,8),4):((8,1),32)"),
            c("16x8", WARP_16X8),
        ],
    },
    InstructionRow {
        names: &["LDMATRIX_X1", "SM75_U32x1_LDSM_N"],
        note: "",
        operands: &[rows("8x1", "(8,1):(1,0)"), fragment("8x8", WARP_8X8)],
    },
    InstructionRow {
        names: &["LDMATRIX_X2", "SM75_U32x2_LDSM_N"],
        note: "",
        operands: &[rows("8x2", "(16,1):(1,0)"), fragment("16x8", WARP_16X8)],
    },
    InstructionRow {
        names: &["LDMATRIX_X4", "SM75_U32x4_LDSM_N"],
        note: MATRICES,
        operands: &[rows("8x4", "(32,1):(1,0)"), fragment("16x16", PAIRS_16X16)],
    },
    InstructionRow {
        names: &["LDMATRIX_X1_TRANS", "SM75_U16x2_LDSM_T"],
        note: "",
        operands: &[rows("8x1", "(8,1):(1,0)"), fragment("8x8", "((4,8),2):((2,8),1)")],
    },
    InstructionRow {
        names: &["LDMATRIX_X2_TRANS", "SM75_U16x4_LDSM_T"],
        note: "",
        operands: &[rows("8x2", "(16,1):(1,0)"), fragment("16x8", "((4,8),(2,2)):((2,16),(1,8))")],
    },
    InstructionRow {
        names: &["LDMATRIX_X4_TRANS", "SM75_U16x8_LDSM_T"],
        note: MATRICES,
        operands: &[
            rows("8x4", "(32,1):(1,0)"),
            fragment("16x16", "((4,8),(2,2,2)):((2,16),(1,8,128))"),
        ],
    },
    InstructionRow {
        names: &["AMX_16x16x32_BF16", "TDPBF16PS", "AMX_16x16x32_F16", "TDPFP16PS"],
        note: TILE_REGISTER,
        operands: &[
            a("16x32", "(16,32):(1,16)"),
            b("16x32", "(16,(2,16)):(32,(16,1))"),
            c("16x16", "(16,16):(1,16)"),
        ],
    },
    InstructionRow {
        names: &["AMX_16x16x64_S8", "TDPBSSD", "TDPBSUD", "TDPBUSD", "TDPBUUD"],
        note: TILE_REGISTER,
        operands: &[
            a("16x64", "(16,64):(1,16)"),
            b("16x64", "(16,(4,16)):(64,(16,1))"),
            c("16x16", "(16,16):(1,16)"),
        ],
    },
];

/// Operands whose tile and layout depend on N: name, modes, tile and thread-value layout.
type OwnedFragmentRows = Vec<(&'static str, &'static str, String, String)>;

/// Parses `SM90_64xNxK`, or CUTLASS's `SM90_64xNxK_F32F16F16_RS`, to the name and the operands that a warp group holds: A,
/// unless it comes from shared memory (`_SS`), and C. They are the same for all element types of one K.
pub fn warp_group(name: &str) -> Option<(String, OwnedFragmentRows)> {
    let rest = name.strip_prefix("SM90_64X")?;
    let (extents, types) = rest.split_once('_').map_or((rest, None), |(e, t)| (e, Some(t)));
    let (columns, depth) = extents.split_once('X')?;
    let (n, k): (i64, i64) = (columns.parse().ok()?, depth.parse().ok()?);
    if n % 8 != 0 || !(8..=256).contains(&n) {
        return None;
    }
    let (a, inputs): (_, &[&str]) = match k {
        8 => ("((4,8,4),(2,2)):((64,1,16),(8,256))", &["TF32"]),
        16 => ("((4,8,4),(2,2,2)):((128,1,16),(64,8,512))", &["F16", "BF16"]),
        32 => ("((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))", &["S8", "U8", "E4M3", "E5M2"]),
        _ => return None,
    };
    let mut in_registers = true;
    if let Some(types) = types {
        let types = types.strip_suffix("_TN").unwrap_or(types);
        let (elements, source) = types.split_once('_')?;
        in_registers = match source {
            "RS" => true,
            "SS" => false,
            _ => return None,
        };
        if !inputs.iter().any(|input| elements.ends_with(input)) {
            return None;
        }
    }
    let c = format!("((4,8,4),(2,2,{})):((128,1,16),(64,8,512))", n / 8);
    let a = in_registers.then(|| ("A", "(M,K)", format!("64x{k}"), a.to_owned()));
    let operands = a.into_iter().chain([("C", "(M,N)", format!("64x{n}"), c)]).collect();
    let types = types.map(|types| format!("_{types}")).unwrap_or_default();
    Some((format!("SM90_64x{n}x{k}{types}"), operands))
}
