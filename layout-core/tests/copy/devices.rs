//! Small devices, whose memories conflict soon, beside those of the crate.

use layout_core::copy::{CopyInstruction, DEVICES, Device, LaneExchange, MemorySpace};
use layout_core::memory::{GlobalMemory, Instruction, Served, SharedMemory};

/// Two phases of four lanes: in order, and across.
const SMALL: [u64; 2] = [0b1111, 0b1111_0000];
const ACROSS: [u64; 2] = [0b1100_0011, 0b0011_1100];
const ODD: [u64; 3] = [0b111, 0b1_1000, 0b1110_0000];

const fn row(
    instruction: Instruction,
    bytes: i64,
    banks: i64,
    phases: &'static [u64],
    joins: &'static [u32],
) -> Served<'static> {
    Served { instruction, bytes, banks, phases, joins, source: "a test" }
}

use Instruction::{Load, Store};

const IN_ORDER: SharedMemory<'static> = SharedMemory {
    name: "in order",
    lanes: 8,
    word: 4,
    served: &[
        row(Load, 4, 4, &SMALL, &[]),
        row(Load, 8, 4, &ACROSS, &[]),
        row(Load, 16, 8, &ACROSS, &[]),
        row(Store, 4, 8, &ACROSS, &[]),
        row(Store, 8, 4, &SMALL, &[1, 4]),
        row(Store, 16, 8, &SMALL, &[2]),
    ],
};

/// Banks that are no power of 2, and no accesses of 16 bytes.
const UNEVEN: SharedMemory<'static> = SharedMemory {
    name: "uneven",
    lanes: 8,
    word: 4,
    served: &[
        row(Load, 4, 3, &ODD, &[]),
        row(Load, 8, 6, &ODD, &[1]),
        row(Load, 12, 6, &SMALL, &[]),
        row(Store, 4, 5, &SMALL, &[]),
        row(Store, 8, 6, &ODD, &[]),
        row(Store, 12, 3, &ACROSS, &[]),
    ],
};

const SECTORS: GlobalMemory<'static> =
    GlobalMemory { name: "small", lanes: 8, sector: 8, line: 16, source: "a test" };

const fn through(from: MemorySpace, to: MemorySpace, bytes: i64) -> CopyInstruction<'static> {
    CopyInstruction { name: "a test", cute: "", from, to, bytes, exchange: LaneExchange::None }
}

use MemorySpace::{Global, Registers, Shared};

const fn all(from: MemorySpace, to: MemorySpace) -> [CopyInstruction<'static>; 6] {
    [
        through(from, to, 1),
        through(from, to, 2),
        through(from, to, 4),
        through(from, to, 8),
        through(from, to, 12),
        through(from, to, 16),
    ]
}

const PLAIN: &[&[CopyInstruction<'static>]] = &[
    &all(Global, Registers),
    &all(Shared, Registers),
    &all(Registers, Global),
    &all(Registers, Shared),
];
const DIRECT: &[&[CopyInstruction<'static>]] = &[
    &[through(Global, Shared, 4), through(Global, Shared, 8)],
    &all(Global, Registers),
    &all(Shared, Registers),
    &all(Registers, Global),
    &all(Registers, Shared),
];

const SMALL_DEVICES: [Device<'static>; 2] = [
    Device {
        name: "in order",
        shared: IN_ORDER,
        global: SECTORS,
        instructions: DIRECT,
        source: "a test",
    },
    Device {
        name: "uneven",
        shared: UNEVEN,
        global: SECTORS,
        instructions: PLAIN,
        source: "a test",
    },
];

/// The devices of the crate, and small ones.
pub fn devices() -> Vec<Device<'static>> {
    DEVICES.into_iter().filter(|device| device.name != "sm75").chain(SMALL_DEVICES).collect()
}
