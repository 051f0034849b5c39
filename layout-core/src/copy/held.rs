//! [`HeldTile`]: what registers hold.

use crate::copy::CopyOperand;
use crate::copy::modes::{CopyMode, insert};
use crate::error::{MemoryRule, Rule};
use crate::value::Layout;
use crate::value::limit::MAX_LEAVES;

/// What registers hold: a thread-value layout of each element of a tile.
#[derive(Clone, Copy)]
pub(crate) struct HeldTile {
    pub(crate) layout: Layout,
}

impl HeldTile {
    /// The layout of registers, with the modes (threads, values).
    pub(crate) const fn of(operand: &CopyOperand, threads: i64) -> Result<Self, Rule> {
        let plain = operand.layout.plain();
        if !operand.layout.swizzle().is_identity() || operand.layout.offset() != 0 {
            return Err(Rule::Memory(MemoryRule::HeldSwizzled));
        }
        let found = match plain.rank() {
            0 | 1 => plain.size(),
            2 => match plain.mode(0) {
                Ok(mode) => mode.size(),
                Err(error) => return Err(error.rule()),
            },
            rank => return Err(Rule::Memory(MemoryRule::Modes { rank })),
        };
        if found != threads {
            return Err(Rule::Memory(MemoryRule::HeldThreads { found, threads }));
        }
        Ok(Self { layout: plain })
    }

    /// Checks that each of `size` elements is held, and by several threads or values only along strides of 0.
    pub(crate) const fn covers(&self, size: i64) -> Result<(), Rule> {
        let (mut covered, mut k) = (1, 0);
        // Without strides of 0, the leaves by stride count the elements as digits do.
        let mut sorted = [(CopyMode::NONE, (1, 0)); MAX_LEAVES];
        let mut len = 0;
        while k < self.layout.leaf_count() {
            let (extent, stride) = self.layout.leaf(k);
            if stride < 0 {
                return Err(Rule::NegativeStride { stride });
            }
            if extent > 1 && stride != 0 {
                let mode = CopyMode { extent, steps: [0, stride], ..CopyMode::NONE };
                insert(&mut sorted, len, (mode, (1, 0)), 1);
                len += 1;
            }
            k += 1;
        }
        k = 0;
        while k < len {
            let (CopyMode { extent, steps: [_, stride], .. }, _) = sorted[k];
            if stride < covered {
                return Err(Rule::Overlap { stride, covered });
            }
            if stride > covered {
                return Err(Rule::Gap { stride, covered });
            }
            covered *= extent;
            k += 1;
        }
        if covered == size { Ok(()) } else { Err(Rule::Sizes { left: covered, right: size }) }
    }

    /// The first thread that holds element `x` of those that [`covers`](Self::covers) accepts.
    pub(crate) const fn thread_of(&self, threads: i64, x: i64) -> i64 {
        let (mut thread, mut index, mut k) = (0, 1, 0);
        while k < self.layout.leaf_count() && index < threads {
            let (extent, stride) = self.layout.leaf(k);
            if stride != 0 {
                thread += x / stride % extent * index;
            }
            index *= extent;
            k += 1;
        }
        thread
    }

    /// The first thread that holds what `thread` does.
    pub(crate) const fn first_of(&self, threads: i64, thread: i64) -> i64 {
        let (mut first, mut index, mut k) = (0, 1, 0);
        while k < self.layout.leaf_count() && index < threads {
            let (extent, stride) = self.layout.leaf(k);
            if stride != 0 {
                first += thread / index % extent * index;
            }
            index *= extent;
            k += 1;
        }
        first
    }
}
