//! Devices as data: a memory of banks, a global memory, and the instructions that copy between them.

use crate::error::{LayoutError, MemoryRule};
use crate::memory::access::{Access, refused};
use crate::memory::{CDNA_GLOBAL, CDNA3, CDNA4, GlobalMemory, NVIDIA, NVIDIA_GLOBAL, SharedMemory};

/// Where an operand of a copy lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemorySpace {
    /// The memory of the device.
    Global,
    /// The memory of a block of threads: NVIDIA's shared memory, AMD's local data share.
    Shared,
    /// The registers of the threads.
    Registers,
}

impl MemorySpace {
    /// The name in texts, such as `shared`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Shared => "shared",
            Self::Registers => "registers",
        }
    }

    pub(crate) const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }
}

/// What lanes exchange while an instruction copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LaneExchange {
    /// Nothing: each lane moves its own bytes.
    None,
    /// Rows of 16 bytes, of which four lanes hold 4 bytes each: NVIDIA's `ldmatrix` and `stmatrix`.
    Matrix,
    /// Rows as of `Matrix`, of halves, and each lane holds halves of one column: `.trans`.
    Transposed,
}

/// An instruction that copies: CuTe's copy atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyInstruction<'a> {
    /// The name in assembly.
    pub name: &'a str,
    /// The name in CuTe. Empty where it has none.
    pub cute: &'a str,
    /// Where it reads.
    pub from: MemorySpace,
    /// Where it writes.
    pub to: MemorySpace,
    /// The bytes that it moves for each thread.
    pub bytes: i64,
    /// What lanes exchange.
    pub exchange: LaneExchange,
}

/// A device: what accesses cost on its memories, and the instructions that it has.
///
/// ```
/// use layout_core::copy::{CopyInstruction, MemorySpace, SM80};
/// let found = SM80.find(MemorySpace::Global, MemorySpace::Shared, 16).unwrap();
/// assert_eq!((found.name, found.cute), ("cp.async.ca.shared.global 16", "SM80_CP_ASYNC_CACHEALWAYS<uint128_t>"));
/// assert!(SM80.find(MemorySpace::Global, MemorySpace::Shared, 2).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device<'a> {
    /// The name, as texts have it.
    pub name: &'a str,
    /// The memory of banks.
    pub shared: SharedMemory<'a>,
    /// The memory of sectors.
    pub global: GlobalMemory<'a>,
    /// The instructions, in several lists. Of two that fit, the first one is taken.
    pub instructions: &'a [&'a [CopyInstruction<'a>]],
    /// Where the instructions are published.
    pub source: &'a str,
}

impl<'a> Device<'a> {
    /// The first instruction between these places of this many bytes, by which each lane moves its own.
    pub const fn find(
        &self,
        from: MemorySpace,
        to: MemorySpace,
        bytes: i64,
    ) -> Option<&CopyInstruction<'a>> {
        self.find_by(from, to, bytes, LaneExchange::None)
    }

    /// The first instruction between these places of this many bytes, with this exchange.
    pub const fn find_by(
        &self,
        from: MemorySpace,
        to: MemorySpace,
        bytes: i64,
        exchange: LaneExchange,
    ) -> Option<&CopyInstruction<'a>> {
        let mut list = 0;
        while list < self.instructions.len() {
            let mut k = 0;
            while k < self.instructions[list].len() {
                let one = &self.instructions[list][k];
                let is_alike = one.exchange as u8 == exchange as u8;
                if one.from.is(from) && one.to.is(to) && one.bytes == bytes && is_alike {
                    return Some(one);
                }
                k += 1;
            }
            list += 1;
        }
        None
    }

    /// Checks a device that is not one of this crate's: the memories as [`SharedMemory::check`], warps of one size, sectors and
    /// lines that are powers of 2, and instructions of a number of bytes that an [`Access`] has.
    ///
    /// # Errors
    /// The errors of [`SharedMemory::check`]; [`MemoryRule::Warps`], [`MemoryRule::Sector`] and [`MemoryRule::Bytes`] name the
    /// number that is wrong.
    pub const fn check(&self) -> Result<(), LayoutError> {
        if let Err(error) = self.shared.check() {
            return Err(error);
        }
        let (shared, global) = (self.shared.lanes, self.global.lanes);
        if shared != global {
            return Err(refused(MemoryRule::Warps { shared, global }));
        }
        let (sector, line) = (self.global.sector, self.global.line);
        if sector < 1 || line < sector || sector.count_ones() != 1 || line.count_ones() != 1 {
            return Err(refused(MemoryRule::Sector { sector, line }));
        }
        let mut list = 0;
        while list < self.instructions.len() {
            let mut k = 0;
            while k < self.instructions[list].len() {
                let bytes = self.instructions[list][k].bytes;
                if !Access::moves(bytes) {
                    return Err(refused(MemoryRule::Bytes { bytes }));
                }
                k += 1;
            }
            list += 1;
        }
        Ok(())
    }
}

const fn row(
    from: MemorySpace,
    to: MemorySpace,
    bytes: i64,
    name: &'static str,
    cute: &'static str,
) -> CopyInstruction<'static> {
    CopyInstruction { name, cute, from, to, bytes, exchange: LaneExchange::None }
}

const fn matrix(
    from: MemorySpace,
    bytes: i64,
    exchange: LaneExchange,
    name: &'static str,
    cute: &'static str,
) -> CopyInstruction<'static> {
    let to = if from.is(Shared) { Registers } else { Shared };
    CopyInstruction { exchange, ..row(from, to, bytes, name, cute) }
}

use MemorySpace::{Global, Registers, Shared};

/// Loads and stores of every NVIDIA GPU. CuTe has one name for all of them.
const PTX: &[CopyInstruction<'static>] = &[
    row(Global, Registers, 1, "ld.global.b8", "UniversalCopy<uint8_t>"),
    row(Global, Registers, 2, "ld.global.b16", "UniversalCopy<uint16_t>"),
    row(Global, Registers, 4, "ld.global.b32", "UniversalCopy<uint32_t>"),
    row(Global, Registers, 8, "ld.global.v2.b32", "UniversalCopy<uint64_t>"),
    row(Global, Registers, 16, "ld.global.v4.b32", "UniversalCopy<uint128_t>"),
    row(Registers, Global, 1, "st.global.b8", "UniversalCopy<uint8_t>"),
    row(Registers, Global, 2, "st.global.b16", "UniversalCopy<uint16_t>"),
    row(Registers, Global, 4, "st.global.b32", "UniversalCopy<uint32_t>"),
    row(Registers, Global, 8, "st.global.v2.b32", "UniversalCopy<uint64_t>"),
    row(Registers, Global, 16, "st.global.v4.b32", "UniversalCopy<uint128_t>"),
    row(Shared, Registers, 1, "ld.shared.b8", "UniversalCopy<uint8_t>"),
    row(Shared, Registers, 2, "ld.shared.b16", "UniversalCopy<uint16_t>"),
    row(Shared, Registers, 4, "ld.shared.b32", "UniversalCopy<uint32_t>"),
    row(Shared, Registers, 8, "ld.shared.v2.b32", "UniversalCopy<uint64_t>"),
    row(Shared, Registers, 16, "ld.shared.v4.b32", "UniversalCopy<uint128_t>"),
    row(Registers, Shared, 1, "st.shared.b8", "UniversalCopy<uint8_t>"),
    row(Registers, Shared, 2, "st.shared.b16", "UniversalCopy<uint16_t>"),
    row(Registers, Shared, 4, "st.shared.b32", "UniversalCopy<uint32_t>"),
    row(Registers, Shared, 8, "st.shared.v2.b32", "UniversalCopy<uint64_t>"),
    row(Registers, Shared, 16, "st.shared.v4.b32", "UniversalCopy<uint128_t>"),
];

const CP_ASYNC: &[CopyInstruction<'static>] = &[
    row(Global, Shared, 4, "cp.async.ca.shared.global 4", "SM80_CP_ASYNC_CACHEALWAYS<uint32_t>"),
    row(Global, Shared, 8, "cp.async.ca.shared.global 8", "SM80_CP_ASYNC_CACHEALWAYS<uint64_t>"),
    row(Global, Shared, 16, "cp.async.ca.shared.global 16", "SM80_CP_ASYNC_CACHEALWAYS<uint128_t>"),
    row(Global, Shared, 16, "cp.async.cg.shared.global 16", "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>"),
];

use LaneExchange::{Matrix, Transposed};

/// NVIDIA's loads of matrices, from compute capability 7.5 on.
const LDMATRIX: &[CopyInstruction<'static>] = &[
    matrix(Shared, 4, Matrix, "ldmatrix.m8n8.x1.b16", "SM75_U32x1_LDSM_N"),
    matrix(Shared, 8, Matrix, "ldmatrix.m8n8.x2.b16", "SM75_U32x2_LDSM_N"),
    matrix(Shared, 16, Matrix, "ldmatrix.m8n8.x4.b16", "SM75_U32x4_LDSM_N"),
    matrix(Shared, 4, Transposed, "ldmatrix.m8n8.x1.trans.b16", "SM75_U16x2_LDSM_T"),
    matrix(Shared, 8, Transposed, "ldmatrix.m8n8.x2.trans.b16", "SM75_U16x4_LDSM_T"),
    matrix(Shared, 16, Transposed, "ldmatrix.m8n8.x4.trans.b16", "SM75_U16x8_LDSM_T"),
];

/// NVIDIA's stores of matrices, from compute capability 9.0 on.
const STMATRIX: &[CopyInstruction<'static>] = &[
    matrix(Registers, 4, Matrix, "stmatrix.m8n8.x1.b16", "SM90_U32x1_STSM_N"),
    matrix(Registers, 8, Matrix, "stmatrix.m8n8.x2.b16", "SM90_U32x2_STSM_N"),
    matrix(Registers, 16, Matrix, "stmatrix.m8n8.x4.b16", "SM90_U32x4_STSM_N"),
    matrix(Registers, 4, Transposed, "stmatrix.m8n8.x1.trans.b16", "SM90_U16x2_STSM_T"),
    matrix(Registers, 8, Transposed, "stmatrix.m8n8.x2.trans.b16", "SM90_U16x4_STSM_T"),
    matrix(Registers, 16, Transposed, "stmatrix.m8n8.x4.trans.b16", "SM90_U16x8_STSM_T"),
];

/// Loads and stores of AMD's CDNA. LDS stands for [`MemorySpace::Shared`]; the direct loads to it, which need neighbouring lanes in
/// neighbouring words, are left out.
const CDNA: &[CopyInstruction<'static>] = &[
    row(Global, Registers, 1, "global_load_ubyte", ""),
    row(Global, Registers, 2, "global_load_ushort", ""),
    row(Global, Registers, 4, "global_load_dword", ""),
    row(Global, Registers, 8, "global_load_dwordx2", ""),
    row(Global, Registers, 12, "global_load_dwordx3", ""),
    row(Global, Registers, 16, "global_load_dwordx4", ""),
    row(Registers, Global, 1, "global_store_byte", ""),
    row(Registers, Global, 2, "global_store_short", ""),
    row(Registers, Global, 4, "global_store_dword", ""),
    row(Registers, Global, 8, "global_store_dwordx2", ""),
    row(Registers, Global, 12, "global_store_dwordx3", ""),
    row(Registers, Global, 16, "global_store_dwordx4", ""),
    row(Shared, Registers, 1, "ds_read_u8", ""),
    row(Shared, Registers, 2, "ds_read_u16", ""),
    row(Shared, Registers, 4, "ds_read_b32", ""),
    row(Shared, Registers, 8, "ds_read_b64", ""),
    row(Shared, Registers, 12, "ds_read_b96", ""),
    row(Shared, Registers, 16, "ds_read_b128", ""),
    row(Registers, Shared, 1, "ds_write_b8", ""),
    row(Registers, Shared, 2, "ds_write_b16", ""),
    row(Registers, Shared, 4, "ds_write_b32", ""),
    row(Registers, Shared, 8, "ds_write_b64", ""),
    row(Registers, Shared, 12, "ds_write_b96", ""),
    row(Registers, Shared, 16, "ds_write_b128", ""),
];

const PTX_ISA: &str = "PTX ISA, ld, st, cp.async, ldmatrix and stmatrix; CUTLASS, cute/arch/copy_sm75.hpp, copy_sm80.hpp and copy_sm90.hpp";

/// NVIDIA's GPUs before compute capability 7.5: loads and stores.
pub const SM70: Device<'static> = Device {
    name: "sm70",
    shared: NVIDIA,
    global: NVIDIA_GLOBAL,
    instructions: &[PTX],
    source: PTX_ISA,
};

/// NVIDIA's GPUs of compute capability 7.5, which load matrices.
pub const SM75: Device<'static> = Device { name: "sm75", instructions: &[PTX, LDMATRIX], ..SM70 };

/// NVIDIA's GPUs from compute capability 8.0 on, which copy from global to shared memory without registers.
pub const SM80: Device<'static> =
    Device { name: "sm80", instructions: &[CP_ASYNC, PTX, LDMATRIX], ..SM70 };

/// NVIDIA's GPUs from compute capability 9.0 on, which store matrices. Copies by the tensor memory accelerator (TMA), which one thread
/// starts, are left out.
pub const SM90: Device<'static> =
    Device { name: "sm90", instructions: &[CP_ASYNC, PTX, LDMATRIX, STMATRIX], ..SM70 };

/// AMD's CDNA3 (gfx942, MI300).
pub const GFX942: Device<'static> = Device {
    name: "gfx942",
    shared: CDNA3,
    global: CDNA_GLOBAL,
    instructions: &[CDNA],
    source: "AMD Instinct MI300 ISA, flat, global and LDS instructions",
};

/// AMD's CDNA4 (gfx950, MI350).
pub const GFX950: Device<'static> = Device {
    name: "gfx950",
    shared: CDNA4,
    source: "AMD CDNA4 ISA, flat, global and LDS instructions",
    ..GFX942
};

/// The devices of this crate. RDNA's are missing: the requests of its global memory are not published.
pub const DEVICES: [Device<'static>; 6] = [SM70, SM75, SM80, SM90, GFX942, GFX950];
