//! The memories of known machines, with the source of each row.
//!
//! A row that no source has is missing, and an access of it is refused: AMD's transposing reads (`ds_read_b64_tr_b16`) have no
//! published phases, nor do stores of 8 and 16 bytes on RDNA.
//!
//! # Where sources disagree
//! * **CDNA4, 4 bytes.** amd-shark-ai measured one phase of 64 lanes on an MI350X, where rocRoller's model has two of 32. The row
//!   follows the latter, which counts no fewer wavefronts.
//! * **CDNA4, banks.** rocRoller's model and the measurements of HipKittens have 64 banks for reads of 8 and 16 bytes, and 32 for
//!   everything else; HIP's guide has 64 for the machine. The rows follow the first two.
//! * **CDNA3, the lanes of a phase.** The measurements and an early version of rocRoller's model have 32, 16 and 8 lanes for 4, 8
//!   and 16 bytes; a later version halves them, since two pairs of SIMDs share the memory. Conflicts follow the measured
//!   phases.
//! * **RDNA3, banks.** The ISA has 64 banks in two sets of 32, each next to one pair of SIMDs; a wave of 32 lanes sees one set.
//!   HIP's guide has 64. amd-shark-ai measured 32 on a W7900 and on an RX 9070 XT.
//!
//! # Sources that were not at hand
//! NVIDIA's guides, the ISA of RDNA3 and Arm's reference manual are cited for numbers that are widely known. A device confirms NVIDIA's
//! (`tests/golden/devices`), others measured the banks of RDNA, and nothing confirms the sets of Neoverse V2.

use crate::memory::access::Instruction::{self, Load, LoadMatrix, Store, StoreMatrix};
use crate::memory::machine::{Cache, GlobalMemory, Served, SharedMemory};

/// Phases of 32 lanes of a warp of 32.
const WARP: &[u64] = &[0xffff_ffff];
const HALVES: &[u64] = &[0xffff, 0xffff_0000];
const QUARTERS: &[u64] = &[0xff, 0xff00, 0xff_0000, 0xff00_0000];
/// Phases of a wave of 64 lanes, in order: 32, 16 and 8 lanes.
const BY_32: &[u64] = &[0xffff_ffff, 0xffff_ffff << 32];
const BY_16: &[u64] = &[0xffff, 0xffff << 16, 0xffff << 32, 0xffff << 48];
const BY_8: &[u64] =
    &[0xff, 0xff << 8, 0xff << 16, 0xff << 24, 0xff << 32, 0xff << 40, 0xff << 48, 0xff << 56];
/// Lanes 0 to 3 with 20 to 23, 4 to 7 with 16 to 19, and so on: 8 lanes that agree in bits 2 xor 4, 3 and 5.
const ACROSS_8: &[u64] = &[
    0x00f0_000f,
    0x000f_00f0,
    0xf000_0f00,
    0x0f00_f000,
    0x00f0_000f << 32,
    0x000f_00f0 << 32,
    0xf000_0f00 << 32,
    0x0f00_f000 << 32,
];
/// As `ACROSS_8`, of 32 lanes.
const ACROSS_QUARTERS: &[u64] = &[0x00f0_000f, 0x000f_00f0, 0xf000_0f00, 0x0f00_f000];
/// Lanes 0 to 3, 12 to 15, 20 to 27, then 4 to 11, 16 to 19, 28 to 31: 16 lanes that agree in bits 2 xor 3 xor 4, and 5.
const ACROSS_16: &[u64] = &[0x0ff0_f00f, 0x0ff0_f00f << 32, 0xf00f_0ff0, 0xf00f_0ff0 << 32];

const fn row(
    instruction: Instruction,
    bytes: i64,
    banks: i64,
    phases: &'static [u64],
    source: &'static str,
) -> Served<'static> {
    Served { instruction, bytes, banks, phases, joins: &[], source }
}

/// A load whose phases join where lanes read in pairs.
const fn joining(bytes: i64, phases: &'static [u64]) -> Served<'static> {
    Served { joins: &[1, 2], ..row(Load, bytes, 32, phases, CUDA_JOINED) }
}

const CUDA: &str = "CUDA C++ Programming Guide, shared memory of compute capability 5.x and later";
const CUDA_WIDE: &str = "NVIDIA's developers' forum: 8 bytes in two requests of half a warp, 16 bytes in four; measured on compute capability 9.0";
const CUDA_JOINED: &str = "NVIDIA's developers' forum, 77228: pairs of lanes t and t^1, or t and t^2, that read the same halve the requests on 7.0 and 7.5; measured on 9.0";
const PTX: &str = "PTX ISA, ldmatrix and stmatrix: 8 lanes give the rows of 16 bytes of a matrix";

/// Shared memory of NVIDIA's GPUs, compute capability 5.0 and later: 32 banks of 4 bytes.
///
/// Phases of a load of 8 or 16 bytes join where each lane `t` reads what lane `t ^ 1` reads, or each what lane `t ^ 2` reads. An H200
/// takes as many wavefronts as this model in each of 1,826 accesses (`tests/golden/devices`).
pub const NVIDIA: SharedMemory<'static> = SharedMemory {
    name: "nvidia",
    lanes: 32,
    word: 4,
    served: &[
        row(Load, 4, 32, WARP, CUDA),
        joining(8, HALVES),
        joining(16, QUARTERS),
        row(Store, 4, 32, WARP, CUDA),
        row(Store, 8, 32, HALVES, CUDA_WIDE),
        row(Store, 16, 32, QUARTERS, CUDA_WIDE),
        row(LoadMatrix, 16, 32, QUARTERS, PTX),
        row(StoreMatrix, 16, 32, QUARTERS, PTX),
    ],
};

const SHARK: &str = "amd-shark-ai, docs/empirical-lds: measured phases and banks";
const ROCROLLER: &str = "rocm-libraries, rocroller, LDSBankModel";
const BLOG: &str = "ROCm blog, avoiding LDS bank conflicts with CK-Tile; triton#11365";
const CK: &str = "Composable Kernel's documentation, LDS bank conflicts: ds_write_b128";
const HIPKITTENS: &str = "HipKittens, measured phases and banks; rocroller, LDSBankModel";
const GFX950: &str = "triton#11365, MI350; HipKittens, measured banks";

/// Local data share of AMD's CDNA3 (gfx942, MI300): 32 banks of 4 bytes, waves of 64 lanes.
pub const CDNA3: SharedMemory<'static> = SharedMemory {
    name: "cdna3",
    lanes: 64,
    word: 4,
    served: &[
        row(Load, 4, 32, BY_32, SHARK),
        row(Load, 8, 32, BY_16, SHARK),
        row(Load, 16, 32, ACROSS_8, BLOG),
        row(Store, 4, 32, BY_32, ROCROLLER),
        row(Store, 8, 32, BY_16, ROCROLLER),
        row(Store, 16, 32, BY_8, CK),
    ],
};

/// Local data share of AMD's CDNA4 (gfx950, MI350): 64 banks for reads of 8 and 16 bytes, 32 otherwise, waves of 64 lanes.
pub const CDNA4: SharedMemory<'static> = SharedMemory {
    name: "cdna4",
    lanes: 64,
    word: 4,
    served: &[
        row(Load, 4, 32, BY_32, ROCROLLER),
        row(Load, 8, 64, BY_32, HIPKITTENS),
        row(Load, 12, 32, ACROSS_8, HIPKITTENS),
        row(Load, 16, 64, ACROSS_16, GFX950),
        row(Store, 4, 32, BY_32, ROCROLLER),
        row(Store, 8, 32, BY_16, HIPKITTENS),
        row(Store, 16, 32, BY_8, CK),
    ],
};

const RDNA3_ISA: &str = "RDNA3 ISA, 12.1: two sets of 32 banks";

/// Local data share of AMD's RDNA3 (gfx11), waves of 32 lanes. Reads of 12 bytes are not published.
pub const RDNA3: SharedMemory<'static> = SharedMemory {
    name: "rdna3",
    lanes: 32,
    word: 4,
    served: &[
        row(Load, 4, 32, WARP, SHARK),
        row(Load, 8, 32, HALVES, SHARK),
        row(Load, 16, 32, ACROSS_QUARTERS, SHARK),
        row(Store, 4, 32, WARP, RDNA3_ISA),
    ],
};

const GFX12: &str = "triton#11365: GFX12 reads 12 and 16 bytes of 8 lanes in turn";

/// Local data share of AMD's RDNA4 (gfx12), waves of 32 lanes.
pub const RDNA4: SharedMemory<'static> = SharedMemory {
    name: "rdna4",
    lanes: 32,
    word: 4,
    served: &[
        row(Load, 4, 32, WARP, SHARK),
        row(Load, 8, 32, HALVES, SHARK),
        row(Load, 12, 32, QUARTERS, GFX12),
        row(Load, 16, 32, QUARTERS, SHARK),
        row(Store, 4, 32, WARP, RDNA3_ISA),
    ],
};

/// The memories of banks of this crate.
pub const SHARED: [SharedMemory<'static>; 5] = [NVIDIA, CDNA3, CDNA4, RDNA3, RDNA4];

/// Global memory of NVIDIA's GPUs: sectors of 32 bytes, lines of 128 in L1 and L2.
pub const NVIDIA_GLOBAL: GlobalMemory<'static> = GlobalMemory {
    name: "nvidia",
    lanes: 32,
    sector: 32,
    line: 128,
    source: "CUDA C++ Best Practices Guide, coalesced access to global memory; Nsight Compute, memory tables",
};

/// Global memory of AMD's CDNA3 and CDNA4: requests of 64 bytes, lines of 128.
pub const CDNA_GLOBAL: GlobalMemory<'static> = GlobalMemory {
    name: "cdna",
    lanes: 64,
    sector: 64,
    line: 128,
    source: "ROCm Compute Profiler, vector L1 cache and L2 of MI300: lines of 128 bytes, requests of 64",
};

/// The global memories of this crate.
pub const GLOBAL: [GlobalMemory<'static>; 2] = [NVIDIA_GLOBAL, CDNA_GLOBAL];

const fn l1(name: &'static str, ways: i64, sets: i64, source: &'static str) -> Cache<'static> {
    Cache { name, sets, ways, line: 64, source }
}

/// The first data caches of processors, with lines of 64 bytes.
pub const CACHES: [Cache<'static>; 4] = [
    l1("golden cove", 12, 64, "CPUID leaf 4 of an Intel Xeon with AMX: 48 KiB, 12 ways"),
    l1("skylake", 8, 64, "CPUID leaf 4 of a Core i5-6400T, InstLatx64: 32 KiB, 8 ways"),
    l1("zen 4", 8, 64, "CPUID leaf 8000001D of a Ryzen 5 7600X, InstLatx64: 32 KiB, 8 ways"),
    l1("neoverse v2", 4, 256, "Arm's reference manual of Neoverse V2: 64 KiB, 4 ways"),
];

#[cfg(test)]
mod tests {
    use super::{CDNA3, CDNA4, RDNA3, SHARED};
    use crate::memory::access::{Access, Instruction};

    #[test]
    fn each_lane_is_in_one_phase() {
        for memory in SHARED {
            memory.check().unwrap();
            assert!(memory.served.iter().all(|row| !row.source.is_empty()));
        }
    }

    /// The lists of lanes as the sources print them.
    #[test]
    fn phases_of_reads_of_16_bytes() {
        let set = |lanes: &[u32]| lanes.iter().fold(0_u64, |all, lane| all | 1 << lane);
        let access = Access::new(2, 16).unwrap().with(Instruction::Load);
        let cdna3 = CDNA3.served(&access).unwrap();
        for (phase, lanes) in [
            (0, [0, 1, 2, 3, 20, 21, 22, 23]),
            (1, [4, 5, 6, 7, 16, 17, 18, 19]),
            (2, [8, 9, 10, 11, 28, 29, 30, 31]),
            (3, [12, 13, 14, 15, 24, 25, 26, 27]),
            (4, [32, 33, 34, 35, 52, 53, 54, 55]),
            (7, [44, 45, 46, 47, 56, 57, 58, 59]),
        ] {
            assert_eq!(cdna3.phases[phase], set(&lanes));
        }
        let rdna3 = RDNA3.served(&access).unwrap();
        assert_eq!(rdna3.phases, &cdna3.phases[..4]);
        let cdna4 = CDNA4.served(&access).unwrap();
        let first = [0, 1, 2, 3, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 27];
        let third = [4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 28, 29, 30, 31];
        assert_eq!((cdna4.phases[0], cdna4.phases[2]), (set(&first), set(&third)));
    }
}
