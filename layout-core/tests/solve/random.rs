//! Random problems, from a seed.

use crate::draw::Random;
use layout_core::memory::{Access, Instruction, SHARED, Served, SharedMemory};
use layout_core::solve::AccessUse;
use layout_core::{Layout, Swizzle};

/// Four banks and eight lanes, so that few addresses conflict: in order, and across.
const SMALL: [u64; 2] = [0b1111, 0b1111_0000];
const ACROSS: [u64; 2] = [0b1100_0011, 0b0011_1100];
const ODD: [u64; 3] = [0b111, 0b1_1000, 0b1110_0000];

const fn row(bytes: i64, banks: i64, phases: &'static [u64]) -> Served<'static> {
    joined(bytes, banks, phases, &[])
}

const fn joined(
    bytes: i64,
    banks: i64,
    phases: &'static [u64],
    joins: &'static [u32],
) -> Served<'static> {
    Served { instruction: Instruction::Load, bytes, banks, phases, joins, source: "a test" }
}

const fn stored(bytes: i64, banks: i64, phases: &'static [u64]) -> Served<'static> {
    Served { instruction: Instruction::Store, ..row(bytes, banks, phases) }
}

const MODELS: [SharedMemory<'static>; 5] = [
    SharedMemory {
        name: "small",
        lanes: 8,
        word: 4,
        served: &[row(4, 4, &SMALL), row(8, 4, &ACROSS), row(16, 8, &ACROSS)],
    },
    SharedMemory {
        name: "across",
        lanes: 8,
        word: 4,
        served: &[row(4, 8, &ACROSS), joined(8, 8, &SMALL, &[2, 4]), joined(16, 8, &SMALL, &[1])],
    },
    SharedMemory {
        name: "words of 8",
        lanes: 4,
        word: 8,
        served: &[row(8, 2, &[0b1111]), row(16, 4, &[0b101, 0b1010])],
    },
    SharedMemory {
        name: "stores",
        lanes: 8,
        word: 4,
        served: &[
            row(4, 8, &ACROSS),
            row(8, 4, &[0xff]),
            stored(4, 2, &SMALL),
            stored(8, 8, &ACROSS),
        ],
    },
    SharedMemory {
        name: "odd",
        lanes: 8,
        word: 4,
        served: &[row(4, 3, &ODD), joined(8, 6, &ODD, &[1]), row(12, 6, &SMALL)],
    },
];

/// The models of this crate, and small ones.
pub fn models() -> Vec<SharedMemory<'static>> {
    SHARED.into_iter().chain(MODELS).collect()
}

/// Loads from 8 banks and stores to 2.
const TWO_BANKS: SharedMemory<'static> = SharedMemory {
    name: "two",
    lanes: 8,
    word: 4,
    served: &[row(4, 8, &[0xff]), stored(4, 2, &[0xff])],
};

/// A problem of a model: the layout, and the accesses.
pub struct Case {
    pub layout: Layout,
    pub uses: Vec<AccessUse>,
    pub memory: SharedMemory<'static>,
}

impl Case {
    /// Accesses of `memory` in blocks of a matrix of `vector` by `rows` by `columns` elements, whose fastest mode has the vectors.
    pub fn new(random: &mut Random, memory: SharedMemory<'static>, linear: bool) -> Self {
        let served = random.of(memory.served);
        let element =
            random.of(&[1, 2, 4].map(|bytes: i64| bytes.min(served.bytes & -served.bytes)));
        let vector = served.bytes / element;
        let extents: &[i64] = if linear { &[2, 2, 4, 4, 8] } else { &[2, 3, 4, 5, 6, 8] };
        let (rows, columns) =
            (random.of(extents), random.of(if linear { &[2, 4] } else { extents }));
        let layout = format!("({vector},{rows},{columns}):(1,{vector},{})", vector * rows);
        let layout: Layout = layout.parse().unwrap();
        let uses = (0..1 + random.below(3)).map(|_| {
            // A thread takes a vector at (row, column); the threads walk both modes in some order, some of them twice.
            let (r, c) = (1 + random.below(rows), 1 + random.below(columns));
            let (r, c) = if linear { (floor(r), floor(c)) } else { (r, c) };
            let (at_r, at_c) = (vector, vector * rows);
            let (steps, extents) =
                if random.below(2) == 0 { ([at_r, at_c], [r, c]) } else { ([at_c, at_r], [c, r]) };
            let again = random.of(&[1, 1, 2]);
            let mut threads = format!(
                "(({},{again},{}),({vector})):(({},0,{}),(1))",
                extents[0], extents[1], steps[0], steps[1]
            );
            if linear && random.below(2) == 0 {
                // Each bit of a thread changes some bits of the vector's number, which no other one does.
                let mut masks = [0; 3];
                for bit in 0..(rows * columns).ilog2() {
                    masks[random.below(3) as usize] |= vector << bit;
                }
                masks.sort_by_key(|_| random.next());
                threads =
                    format!("((2,2,2),({vector})):(({},{},{}),(1))", masks[0], masks[1], masks[2]);
            }
            // Loads and stores of one size may see two numbers of banks.
            let other = memory.served.iter().filter(|row| row.bytes == served.bytes);
            let instruction = random.of(&other.map(|row| row.instruction).collect::<Vec<_>>());
            let access = Access::new(element, served.bytes).unwrap().with(instruction);
            AccessUse::new(&threads.parse().unwrap(), access, 1 + random.below(3)).unwrap()
        });
        Self { layout, uses: uses.collect(), memory }
    }

    /// Accesses of one element below a word: each bit of a thread changes some bits of an offset, which no other one does.
    pub fn below_a_word(random: &mut Random, memory: SharedMemory<'static>) -> Self {
        let element = random.of(&[1, 2]);
        let bits = (memory.word / element).ilog2() + random.of(&[2, 3, 3, 6]);
        let uses = (0..1 + random.below(3)).map(|_| {
            let mut masks = [0; 4];
            (0..bits).for_each(|bit| masks[random.below(4) as usize] |= 1 << bit);
            let [a, b, c, _] = masks;
            let threads = format!("((2,2,2),1):(({a},{b},{c}),0)");
            let access = Access::new(element, element).unwrap();
            AccessUse::new(&threads.parse().unwrap(), access, 1 + random.below(3)).unwrap()
        });
        let layout = format!("{}:1", 1 << bits).parse().unwrap();
        Self { layout, uses: uses.collect(), memory }
    }

    /// Loads and stores of 8 of 16 words: three bits of a thread are three of the four bits of an address, in some order, and a
    /// swizzle xors one of the four onto another.
    pub fn of_two_banks(random: &mut Random) -> Self {
        let uses = (0..5 + random.below(4)).map(|_| {
            let mut masks = [1, 2, 4, 8];
            masks.sort_by_key(|_| random.next());
            let threads = format!("((2,2,2),1):(({},{},{}),0)", masks[0], masks[1], masks[2]);
            let (base, shift) = random.of(&[(0, 1), (0, -1), (1, 2), (0, 3), (0, -2), (2, 1)]);
            let swizzle = Swizzle::new(1, base, shift).unwrap();
            let threads = threads.parse::<Layout>().unwrap().swizzled(swizzle).unwrap();
            let instruction =
                random.of(&[Instruction::Load, Instruction::Load, Instruction::Store]);
            let access = Access::new(4, 4).unwrap().with(instruction);
            AccessUse { threads, access, times: 1 + random.below(3) }
        });
        Self { layout: "16:1".parse().unwrap(), uses: uses.collect(), memory: TWO_BANKS }
    }
}

/// The power of two at or below `n`.
fn floor(n: i64) -> i64 {
    1 << n.ilog2()
}
