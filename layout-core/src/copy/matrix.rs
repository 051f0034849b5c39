//! NVIDIA's `ldmatrix` and `stmatrix`: eight lanes give the addresses of rows of 16 bytes, and all lanes hold the 4-byte parts.
//!
//! ```text
//! register of lane 4i + c = bytes 4c .. 4c + 4 of row i          LaneExchange::Matrix
//! halves of lane 4i + c   = half i of rows 2c and 2c + 1         LaneExchange::Transposed
//! ```
//!
//! Registers match if each of them, in each warp, has such rows in memory; the rows are those that lanes 0, 4, .. or 0, 1, 2, 3 hold the
//! beginning of. One instruction moves 1, 2 or 4 registers of each lane (PTX ISA, `ldmatrix`, `stmatrix`).

use crate::copy::cost::CopyCost;
use crate::copy::device::{CopyInstruction, Device, LaneExchange, MemorySpace};
use crate::memory::{Access, Instruction, Request};
use crate::value::{ComposedLayout, Coord, Layout};

/// The lanes of a matrix's registers, its rows, and the lanes of a row.
const LANES: i64 = 32;
const ROWS: i64 = 8;
const PARTS: i64 = 4;

/// A copy of all registers by matrix instructions.
#[derive(Clone, Copy)]
pub(crate) struct MatrixCopy<'a> {
    pub(crate) instruction: CopyInstruction<'a>,
    pub(crate) cost: CopyCost,
    /// The elements of a register that are neighbours in memory.
    pub(crate) vector: i64,
}

/// Registers, shared memory, and what lies between.
#[derive(Clone, Copy)]
struct MatrixFragment<'a> {
    held: &'a Layout,
    memory: &'a ComposedLayout,
    element: i64,
    threads: i64,
}

impl<'a> MatrixCopy<'a> {
    /// The copy of registers from shared memory, or to it, by the device's matrix instructions of at most `width` bytes of a lane.
    /// `None` where they do not match.
    pub(crate) const fn of(
        held: &Layout,
        memory: &ComposedLayout,
        is_store: bool,
        element: i64,
        threads: i64,
        width: i64,
        device: &Device<'a>,
    ) -> Option<Self> {
        let fragment = MatrixFragment { held, memory, element, threads };
        if !fragment.is_whole() {
            return None;
        }
        match fragment.copy(LaneExchange::Matrix, is_store, width, device) {
            Some(found) => Some(found),
            None => fragment.copy(LaneExchange::Transposed, is_store, width, device),
        }
    }
}

impl MatrixFragment<'_> {
    /// The elements of a register.
    const fn packed(&self) -> i64 {
        4 / self.element
    }

    /// Whether warps and registers are whole, and each element is held once.
    const fn is_whole(&self) -> bool {
        let mut k = 0;
        while k < self.held.leaf_count() {
            let (extent, stride) = self.held.leaf(k);
            if extent > 1 && stride == 0 {
                return false;
            }
            k += 1;
        }
        self.threads % LANES == 0
            && self.element <= 4
            && self.held.size() / self.threads % self.packed() == 0
    }

    const fn copy<'a>(
        &self,
        exchange: LaneExchange,
        is_store: bool,
        width: i64,
        device: &Device<'a>,
    ) -> Option<MatrixCopy<'a>> {
        let is_transposed = matches!(exchange, LaneExchange::Transposed);
        if is_transposed && self.element != 2 {
            return None;
        }
        let (from, to, instruction) = if is_store {
            (MemorySpace::Registers, MemorySpace::Shared, Instruction::StoreMatrix)
        } else {
            (MemorySpace::Shared, MemorySpace::Registers, Instruction::LoadMatrix)
        };
        let registers = self.held.size() / self.threads / self.packed();
        let mut count = 4;
        let instruction_of = loop {
            if count == 0 {
                return None;
            }
            if registers % count == 0
                && PARTS * count <= width
                && let Some(found) = device.find_by(from, to, PARTS * count, exchange)
            {
                break *found;
            }
            count /= 2;
        };
        let Ok(access) = Access::new(16, 16) else { return None };
        let access = access.with(instruction);
        let (mut cost, mut warp) = (CopyCost::NONE, 0);
        while warp < self.threads {
            let mut register = 0;
            while register < registers {
                let Some(rows) = self.rows(warp, register, is_transposed) else { return None };
                match Request::of(access, &rows) {
                    Ok(request) => match device.shared.cost(&request) {
                        Ok(found) => cost.wavefronts += found.wavefronts,
                        Err(_) => return None,
                    },
                    Err(_) => return None,
                }
                register += 1;
            }
            cost.instructions += registers / count;
            warp += LANES;
        }
        let vector = if is_transposed { 1 } else { self.packed() };
        Some(MatrixCopy { instruction: instruction_of, cost, vector })
    }

    /// The addresses of the rows of a register of a warp.
    const fn rows(
        &self,
        warp: i64,
        register: i64,
        is_transposed: bool,
    ) -> Option<[Option<i64>; 8]> {
        let (first, packed) = (register * self.packed(), self.packed());
        let (mut rows, mut row) = ([None; ROWS as usize], 0);
        while row < ROWS {
            let start = if is_transposed {
                self.offset(warp + row / 2, first + row % 2)
            } else {
                self.offset(warp + PARTS * row, first)
            };
            let Some(start) = start else { return None };
            let elements = 16 / self.element;
            let mut at = 0;
            while at < elements {
                let found = if is_transposed {
                    self.offset(warp + PARTS * at + row / 2, first + row % 2)
                } else {
                    self.offset(warp + PARTS * row + at / packed, first + at % packed)
                };
                match found {
                    Some(found) if found == start + at => {}
                    _ => return None,
                }
                at += 1;
            }
            rows[row as usize] = Some(start * self.element);
            row += 1;
        }
        Some(rows)
    }

    /// The offset of a value of a thread.
    const fn offset(&self, thread: i64, value: i64) -> Option<i64> {
        match self.held.index(&Coord::leaf(thread + self.threads * value)) {
            Ok(at) => match self.memory.index(&Coord::leaf(at)) {
                Ok(offset) => Some(offset),
                Err(_) => None,
            },
            Err(_) => None,
        }
    }
}
