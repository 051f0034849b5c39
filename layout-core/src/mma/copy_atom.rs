//! [`CopyAtom`]: one copy instruction, and the bits that its threads hold on both sides.

use crate::error::{LayoutError, MmaRule, Operation, Rule};
use crate::memory::Instruction;
use crate::number::tri;
use crate::value::{IntTuple, Layout};

/// A copy instruction, CuTe's `Copy_Atom`: the thread-value layouts of both sides, in bits.
///
/// ```text
/// memory(thread, bit), registers(thread, bit) -> bit of all that the instruction moves
/// ```
///
/// A thread of the memory side has the address of its first bit. A thread with the bits of an earlier thread has no address.
///
/// ```
/// use layout_core::mma::CopyAtom;
/// let [memory, registers] = CopyAtom::LDMATRIX_X4.values(16)?;
/// assert_eq!(memory.to_string(), "(32,8):(8,1)");
/// assert_eq!(registers.to_string(), "(32,(2,4)):(2,(1,64))");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CopyAtom {
    /// The name.
    pub name: &'static str,
    /// What the instruction does.
    pub instruction: Instruction,
    /// The threads with an address.
    pub addresses: u32,
    memory: Layout,
    registers: Layout,
}

/// A layout of the table below.
const fn bits(text: &str) -> Layout {
    match Layout::parse(text) {
        Ok(layout) => layout,
        Err(_) => panic!("a layout"),
    }
}

const fn matrix(
    name: &'static str,
    instruction: Instruction,
    addresses: u32,
    memory: &str,
    registers: &str,
) -> CopyAtom {
    CopyAtom { name, instruction, addresses, memory: bits(memory), registers: bits(registers) }
}

const ROWS_8: &str = "((8,4),128):((128,0),1)";
const ROWS_16: &str = "((16,2),128):((128,0),1)";
const ROWS_32: &str = "(32,128):(128,1)";
const WORDS_1: &str = "(32,32):(32,1)";
const WORDS_2: &str = "(32,(32,2)):(32,(1,1024))";
const WORDS_4: &str = "(32,(32,4)):(32,(1,1024))";
const TURNED_1: &str = "((4,8),(16,2)):((256,16),(1,128))";
const TURNED_2: &str = "((4,8),(16,2,2)):((256,16),(1,128,1024))";
const TURNED_4: &str = "((4,8),(16,2,4)):((256,16),(1,128,1024))";

impl CopyAtom {
    /// `ldmatrix.x1`, CUTLASS's `SM75_U32x1_LDSM_N`.
    pub const LDMATRIX_X1: Self =
        matrix("ldmatrix.x1", Instruction::LoadMatrix, 8, ROWS_8, WORDS_1);
    /// `ldmatrix.x2`, CUTLASS's `SM75_U32x2_LDSM_N`.
    pub const LDMATRIX_X2: Self =
        matrix("ldmatrix.x2", Instruction::LoadMatrix, 16, ROWS_16, WORDS_2);
    /// `ldmatrix.x4`, CUTLASS's `SM75_U32x4_LDSM_N`.
    pub const LDMATRIX_X4: Self =
        matrix("ldmatrix.x4", Instruction::LoadMatrix, 32, ROWS_32, WORDS_4);
    /// `ldmatrix.x1.trans`, CUTLASS's `SM75_U16x2_LDSM_T`.
    pub const LDMATRIX_X1_TRANS: Self =
        matrix("ldmatrix.x1.trans", Instruction::LoadMatrix, 8, ROWS_8, TURNED_1);
    /// `ldmatrix.x2.trans`, CUTLASS's `SM75_U16x4_LDSM_T`.
    pub const LDMATRIX_X2_TRANS: Self =
        matrix("ldmatrix.x2.trans", Instruction::LoadMatrix, 16, ROWS_16, TURNED_2);
    /// `ldmatrix.x4.trans`, CUTLASS's `SM75_U16x8_LDSM_T`.
    pub const LDMATRIX_X4_TRANS: Self =
        matrix("ldmatrix.x4.trans", Instruction::LoadMatrix, 32, ROWS_32, TURNED_4);
    /// `stmatrix.x1`, CUTLASS's `SM90_U32x1_STSM_N`.
    pub const STMATRIX_X1: Self =
        matrix("stmatrix.x1", Instruction::StoreMatrix, 8, ROWS_8, WORDS_1);
    /// `stmatrix.x2`, CUTLASS's `SM90_U32x2_STSM_N`.
    pub const STMATRIX_X2: Self =
        matrix("stmatrix.x2", Instruction::StoreMatrix, 16, ROWS_16, WORDS_2);
    /// `stmatrix.x4`, CUTLASS's `SM90_U32x4_STSM_N`.
    pub const STMATRIX_X4: Self =
        matrix("stmatrix.x4", Instruction::StoreMatrix, 32, ROWS_32, WORDS_4);
    /// `stmatrix.x1.trans`, CUTLASS's `SM90_U16x2_STSM_T`.
    pub const STMATRIX_X1_TRANS: Self =
        matrix("stmatrix.x1.trans", Instruction::StoreMatrix, 8, ROWS_8, TURNED_1);
    /// `stmatrix.x2.trans`, CUTLASS's `SM90_U16x4_STSM_T`.
    pub const STMATRIX_X2_TRANS: Self =
        matrix("stmatrix.x2.trans", Instruction::StoreMatrix, 16, ROWS_16, TURNED_2);
    /// `stmatrix.x4.trans`, CUTLASS's `SM90_U16x8_STSM_T`.
    pub const STMATRIX_X4_TRANS: Self =
        matrix("stmatrix.x4.trans", Instruction::StoreMatrix, 32, ROWS_32, TURNED_4);

    /// The copies of matrices.
    pub const MATRICES: [Self; 12] = [
        Self::LDMATRIX_X4,
        Self::LDMATRIX_X4_TRANS,
        Self::LDMATRIX_X2,
        Self::LDMATRIX_X2_TRANS,
        Self::LDMATRIX_X1,
        Self::LDMATRIX_X1_TRANS,
        Self::STMATRIX_X4,
        Self::STMATRIX_X4_TRANS,
        Self::STMATRIX_X2,
        Self::STMATRIX_X2_TRANS,
        Self::STMATRIX_X1,
        Self::STMATRIX_X1_TRANS,
    ];

    /// A load or a store of this many bits of each thread, CuTe's `UniversalCopy<uint32_t>` and its like.
    ///
    /// # Errors
    /// [`MmaRule::CopyBits`] unless the bits are 8, 16, 32, 64 or 128.
    pub const fn universal(instruction: Instruction, bits: i64) -> Result<Self, LayoutError> {
        let name = match (instruction, bits) {
            (Instruction::Store, 8) => "store of 1 byte",
            (Instruction::Store, 16) => "store of 2 bytes",
            (Instruction::Store, 32) => "store of 4 bytes",
            (Instruction::Store, 64) => "store of 8 bytes",
            (Instruction::Store, 128) => "store of 16 bytes",
            (_, 8) => "load of 1 byte",
            (_, 16) => "load of 2 bytes",
            (_, 32) => "load of 4 bytes",
            (_, 64) => "load of 8 bytes",
            (_, 128) => "load of 16 bytes",
            _ => return Err(refused(MmaRule::CopyBits { bits, value: 8 })),
        };
        let held =
            tri!(tri!(Layout::parse("1:0")).concat(&tri!(Layout::col_major(IntTuple::leaf(bits)))));
        Ok(Self { name, instruction, addresses: 1, memory: held, registers: held })
    }

    /// The thread-value layouts of memory and registers, in values of `bits` bits.
    ///
    /// # Errors
    /// [`MmaRule::CopyBits`] where a thread receives a part of a value: `.trans` keeps 16 bits together, the others 32.
    pub const fn values(&self, bits: i64) -> Result<[Layout; 2], LayoutError> {
        if bits < 1 {
            return Err(refused(MmaRule::CopyBits { bits: 1, value: bits }));
        }
        let run = self.run();
        if run % bits != 0 {
            return Err(refused(MmaRule::CopyBits { bits: run, value: bits }));
        }
        Ok([tri!(self.memory.recast_bits(1, bits)), tri!(self.registers.recast_bits(1, bits))])
    }

    /// The neighbouring bits of the first leaf of the registers: the least that the copy keeps together.
    const fn run(&self) -> i64 {
        match self.registers.mode(1) {
            Ok(values) => values.leaf(0).0,
            Err(_) => 1,
        }
    }

    /// The threads of the instruction: 1 of a load or a store of each thread by itself.
    pub(crate) const fn threads(&self) -> Result<i64, LayoutError> {
        Ok(tri!(self.registers.mode(0)).size())
    }

    /// Whether the registers are the source: a store.
    pub const fn is_store(&self) -> bool {
        matches!(self.instruction, Instruction::Store | Instruction::StoreMatrix)
    }

    /// The layouts of the source and of the destination, CuTe's `ValLayoutSrc` and `ValLayoutDst`.
    ///
    /// # Errors
    /// As [`values`](Self::values).
    pub const fn sides(&self, bits: i64) -> Result<[Layout; 2], LayoutError> {
        let [memory, registers] = tri!(self.values(bits));
        Ok(if self.is_store() { [registers, memory] } else { [memory, registers] })
    }
}

const fn refused(rule: MmaRule) -> LayoutError {
    LayoutError::alone(Operation::TiledCopy, Rule::Mma(rule))
}
