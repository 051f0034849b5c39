//! Counts the blocks that lanes access together, and the most of them in one class: words in banks, lines in cache sets.

use crate::memory::access::Request;
use crate::memory::machine::{MAX_LANES, MAX_WORDS};

/// The most blocks of a request.
const MAX_BLOCKS: usize = MAX_LANES * MAX_WORDS;
/// The number of chains.
const CHAINS: usize = 64;

/// Different blocks of memory, each with the lanes that access it.
///
/// Block `b` is of class `b % classes`. Each class has a chain of its blocks, so a block is looked up among those of its class
/// (classes 64 apart share a chain). A phase without conflicts has chains of one block, and is counted in one step a word.
#[derive(Clone, Copy)]
pub(crate) struct Blocks {
    len: usize,
    blocks: [i64; MAX_BLOCKS],
    lanes: [u64; MAX_BLOCKS],
    next: [u16; MAX_BLOCKS],
    chains: [u16; CHAINS],
    /// The most blocks of a class, and the first class with as many.
    pub(crate) ways: i64,
    class: i64,
}

/// The end of a chain.
const END: u16 = u16::MAX;

impl Blocks {
    pub(crate) const fn new() -> Self {
        Self {
            len: 0,
            blocks: [0; MAX_BLOCKS],
            lanes: [0; MAX_BLOCKS],
            next: [END; MAX_BLOCKS],
            chains: [END; CHAINS],
            ways: 0,
            class: 0,
        }
    }

    /// The number of different blocks.
    pub(crate) const fn len(&self) -> i64 {
        self.len as i64
    }

    /// The different blocks.
    pub(crate) const fn all(&self) -> &[i64] {
        self.blocks.split_at(self.len).0
    }

    /// Counts the blocks of `size` bytes that the lanes of `mask` access.
    pub(crate) const fn count(&mut self, request: &Request, mask: u64, size: i64, classes: i64) {
        // What earlier counts left in the other arrays is out of reach without the chains.
        self.len = 0;
        self.chains = [END; CHAINS];
        self.ways = 0;
        let mut rest = mask & request.active();
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let address = request.addresses[lane];
            let (mut block, last) =
                (address.div_euclid(size), (address + request.access.width() - 1).div_euclid(size));
            while block <= last {
                self.add(block, lane, classes);
                block += 1;
            }
        }
    }

    const fn add(&mut self, block: i64, lane: usize, classes: i64) {
        let class = block.rem_euclid(classes);
        let chain = class as usize % CHAINS;
        let (mut k, mut ways) = (self.chains[chain], 1);
        while k != END {
            let other = self.blocks[k as usize];
            if other == block {
                self.lanes[k as usize] |= 1 << lane;
                return;
            }
            ways += (other.rem_euclid(classes) == class) as i64;
            k = self.next[k as usize];
        }
        if ways > self.ways || (ways == self.ways && class < self.class) {
            (self.ways, self.class) = (ways, class);
        }
        self.blocks[self.len] = block;
        self.lanes[self.len] = 1 << lane;
        self.next[self.len] = self.chains[chain];
        self.chains[chain] = self.len as u16;
        self.len += 1;
    }

    /// The class with the most blocks: its blocks in ascending order, each with its lanes.
    pub(crate) const fn worst(&self, request: &Request, classes: i64) -> Conflict {
        let mut conflict = Conflict {
            warp: request.warp,
            value: request.value,
            first: request.first,
            bank: self.class,
            count: 0,
            words: [(0, 0); MAX_LANES],
        };
        let mut k = self.chains[self.class as usize % CHAINS];
        while k != END {
            let block = self.blocks[k as usize];
            if block.rem_euclid(classes) == self.class {
                let mut at = conflict.count;
                while at > 0 && conflict.words[at - 1].0 > block {
                    conflict.words[at] = conflict.words[at - 1];
                    at -= 1;
                }
                conflict.words[at] = (block, self.lanes[k as usize]);
                conflict.count += 1;
            }
            k = self.next[k as usize];
        }
        conflict
    }
}

/// The words of one bank that one phase accesses, each of which takes a wavefront.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    warp: i64,
    value: i64,
    first: i64,
    bank: i64,
    count: usize,
    words: [(i64, u64); MAX_LANES],
}

impl Conflict {
    /// The index of the warp.
    pub const fn warp(&self) -> i64 {
        self.warp
    }

    /// The first value that each thread of the request moves.
    pub const fn value(&self) -> i64 {
        self.value
    }

    /// The number of the bank, or of the set.
    pub const fn bank(&self) -> i64 {
        self.bank
    }

    /// The index of each word from the start of the memory, in ascending order, and the lanes that access it: bit `k` is lane
    /// `k`, which is thread `first_thread + k`.
    pub const fn words(&self) -> &[(i64, u64)] {
        self.words.split_at(self.count).0
    }

    /// The threads of a set of lanes.
    pub fn threads(&self, lanes: u64) -> impl Iterator<Item = i64> + use<> {
        let first = self.first;
        (0..MAX_LANES as i64)
            .filter(move |lane| lanes >> lane & 1 == 1)
            .map(move |lane| first + lane)
    }

    /// Two threads that collide: the first ones of the first two words.
    pub const fn pair(&self) -> Option<(i64, i64)> {
        if self.count < 2 {
            return None;
        }
        let (a, b) = (self.words[0].1.trailing_zeros(), self.words[1].1.trailing_zeros());
        Some((self.first + a as i64, self.first + b as i64))
    }
}
