//! Conversions between registers: within each thread, within each warp, or through shared memory.
//!
//! An element that a thread is to hold is looked up where the source has it: first in the registers of the same thread, then in
//! those of the lanes of its warp. If each element is in the same thread, registers are renamed. If each is in the same warp, and no
//! lane takes from or gives to more lanes than the space allows, lanes shuffle. Otherwise the elements go through shared memory.
//!
//! Triton decides so for layouts whose extents are powers of 2, with two lanes at most: one bit of the number of a register becomes a
//! bit of the number of a lane (`lib/Analysis/Utility.cpp`: `cvtReordersRegisters`; `cvtNeedsWarpShuffle`, fewer than two mixed
//! transpositions; `cvtNeedsSharedMemory`).

use crate::bits::dims::BitDims;
use crate::bits::layout::BitLayout;
use crate::bits::matrix::BitMatrix;
use crate::bits::shuffle::Shuffle;
use crate::copy::CopyOperand;
use crate::copy::held::HeldTile;
use crate::copy::modes::{joined, leaf};
use crate::copy::plan::CopyRoute;
use crate::error::{LayoutError, Rule};
use crate::memory::MAX_LANES;
use crate::number::{check, tri};
use crate::value::Layout;
use crate::value::limit::MAX_LEAVES;

/// How registers of one layout become registers of another one.
#[derive(Clone, Copy)]
pub(crate) struct Conversion {
    pub(crate) route: CopyRoute,
    /// The fewest shuffles of a warp, where both layouts are linear over F2 and hold each element once.
    pub(crate) rounds: Option<u64>,
    /// The values of a thread in the destination, each of which takes a shuffle at most.
    values: i64,
    /// The orders of a buffer of the tile: of the tile, and by the values of each thread of the source and of the destination.
    pub(crate) orders: [Layout; 3],
}

impl Conversion {
    pub(crate) const fn between(
        source: &CopyOperand,
        destination: &CopyOperand,
        threads: i64,
        lanes: u32,
        most: i64,
    ) -> Result<Self, Rule> {
        let from = tri!(HeldTile::of(source, threads));
        let to = tri!(HeldTile::of(destination, threads));
        let size = to.elements();
        check!(to.covers(size));
        check!(from.covers(size));
        let orders = match (leaf(size, 1), from.by_values(threads), to.by_values(threads)) {
            (Ok(tile), Ok(from), Ok(to)) => [tile, from, to],
            (Err(error), ..) | (_, Err(error), _) | (.., Err(error)) => return Err(error.rule()),
        };
        let values = to.layout.size() / threads;
        let mut out = Self { route: CopyRoute::Renamed, rounds: None, values, orders };
        let (mut thread, lanes) = (0, lanes as i64);
        while thread < threads {
            let (own, mut value) = (from.first_of(threads, thread), 0);
            while value < values {
                let source = from.thread_of(threads, to.at(thread + threads * value));
                if source != own {
                    out.route = CopyRoute::Shuffled;
                    if !from.is_in_warp(thread / lanes * lanes, lanes, threads, source) {
                        out.route = CopyRoute::Staged;
                        return Ok(out);
                    }
                }
                value += 1;
            }
            thread += 1;
        }
        let is_shuffled = matches!(out.route, CopyRoute::Shuffled);
        if is_shuffled
            && (to.has_more_sources(&from, threads, most)
                || from.has_more_sources(&to, threads, most))
        {
            out.route = CopyRoute::Staged;
        }
        if matches!(out.route, CopyRoute::Shuffled) {
            out.rounds = rounds(&from.layout, &to.layout, threads, lanes);
        }
        Ok(out)
    }

    /// The shuffles of all warps, each of 4 bytes of a lane.
    pub(crate) const fn instructions(&self, threads: i64, lanes: u32, element: i64) -> i64 {
        let warps = (threads + lanes as i64 - 1) / lanes as i64 * ((element + 3) / 4);
        match (self.route, self.rounds) {
            (CopyRoute::Shuffled, Some(rounds)) => rounds as i64 * warps,
            (CopyRoute::Shuffled, None) => self.values * warps,
            _ => 0,
        }
    }
}

impl HeldTile {
    /// The number of elements, each held once or more.
    const fn elements(&self) -> i64 {
        let (mut size, mut k) = (1, 0);
        while k < self.layout.leaf_count() {
            let (extent, stride) = self.layout.leaf(k);
            size *= if stride == 0 { 1 } else { extent };
            k += 1;
        }
        size
    }

    /// The element at an index.
    const fn at(&self, mut index: i64) -> i64 {
        let (mut at, mut k) = (0, 0);
        while k < self.layout.leaf_count() {
            let (extent, stride) = self.layout.leaf(k);
            at += index % extent * stride;
            index /= extent;
            k += 1;
        }
        at
    }

    /// Whether a thread has its elements from more than `most` threads of `from`.
    const fn has_more_sources(&self, from: &Self, threads: i64, most: i64) -> bool {
        let mut thread = 0;
        // All elements are in one warp.
        while thread < threads && most < MAX_LANES as i64 {
            let (mut sources, mut found, mut index) = ([0; MAX_LANES], 0, thread);
            while index < self.layout.size() {
                let (source, mut k) = (from.thread_of(threads, self.at(index)), 0);
                while k < found && sources[k] != source {
                    k += 1;
                }
                if k == found {
                    if found as i64 >= most {
                        return true;
                    }
                    sources[found] = source;
                    found += 1;
                }
                index += threads;
            }
            thread += 1;
        }
        false
    }

    /// Whether a lane of the warp from thread `first` on holds what the thread `source` does.
    const fn is_in_warp(&self, first: i64, lanes: i64, threads: i64, source: i64) -> bool {
        let mut thread = first;
        while thread < first + lanes && thread < threads {
            if self.first_of(threads, thread) == source {
                return true;
            }
            thread += 1;
        }
        false
    }

    /// The layout of the tile in which the values of each thread are neighbours, and the threads follow each other.
    const fn by_values(&self, threads: i64) -> Result<Layout, LayoutError> {
        let (mut modes, mut len, mut covered) = ([Layout::EMPTY; MAX_LEAVES], 0, 1);
        loop {
            // The leaf that continues those so far.
            let (mut index, mut k, mut found) = (1, 0, None);
            let (mut by_thread, mut by_value) = (1, 1);
            while k < self.layout.leaf_count() {
                let (extent, stride) = self.layout.leaf(k);
                let by = if index < threads { &mut by_thread } else { &mut by_value };
                if stride == covered && extent > 1 {
                    found = Some((extent, index < threads, *by));
                }
                *by *= if stride == 0 { 1 } else { extent };
                index *= extent;
                k += 1;
            }
            let Some((extent, is_thread, weight)) = found else { break };
            let step = if is_thread { weight * by_value } else { weight };
            modes[len] = tri!(leaf(extent, step));
            (len, covered) = (len + 1, covered * extent);
        }
        joined(modes.split_at(len).0)
    }
}

/// The fewest shuffles, of layouts whose extents are powers of 2 and which hold each element once.
const fn rounds(from: &Layout, to: &Layout, threads: i64, lanes: i64) -> Option<u64> {
    let lanes = if threads < lanes { threads } else { lanes };
    match (bits(from, threads, lanes), bits(to, threads, lanes)) {
        (Some(from), Some(to)) => match Shuffle::between(&from, &to) {
            Ok(shuffle) => Some(shuffle.rounds()),
            Err(_) => None,
        },
        _ => None,
    }
}

/// The matrix of registers, lanes and warps.
const fn bits(held: &Layout, threads: i64, lanes: i64) -> Option<BitLayout> {
    let (size, values) = (held.size(), held.size() / threads);
    if size.count_ones() != 1 || threads.count_ones() != 1 || lanes.count_ones() != 1 {
        return None;
    }
    let (register, lane) = (values.trailing_zeros(), lanes.trailing_zeros());
    let warp = threads.trailing_zeros() - lane;
    let (mut columns, mut bit, mut k) = ([0_u64; 32], 0, 0);
    let all = size.trailing_zeros();
    while k < held.leaf_count() {
        let (extent, stride) = held.leaf(k);
        let mut power = 0;
        while power < extent.trailing_zeros() && bit < 32 {
            // Threads come first in the layout, registers in the matrix.
            let thread = lane + warp;
            let to = if bit < thread { bit + register } else { bit - thread };
            columns[to as usize] = (stride as u64) << power;
            (bit, power) = (bit + 1, power + 1);
        }
        k += 1;
    }
    let matrix = match BitMatrix::new(all, columns.split_at(all as usize).0) {
        Ok(matrix) => matrix,
        Err(_) => return None,
    };
    let inputs = BitDims::new(&[("register", register), ("lane", lane), ("warp", warp)]);
    match (inputs, BitDims::new(&[("x", all)])) {
        (Ok(inputs), Ok(outputs)) => match BitLayout::new(inputs, outputs, matrix) {
            Ok(layout) => Some(layout),
            Err(_) => None,
        },
        _ => None,
    }
}
