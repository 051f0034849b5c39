//! [`FittedCopy`]: a copy between shared memory and the registers of an instruction, with its cost.

use crate::error::LayoutError;
use crate::memory::cost::Counter;
use crate::memory::{
    Access, Conflict, Cost, Instruction, MAX_LANES, Request, Served, SharedMemory,
};
use crate::mma::atom::MmaOperand;
use crate::mma::copy_atom::CopyAtom;
use crate::mma::tiled::{TiledMma, extents};
use crate::mma::tiled_copy::TiledCopy;
use crate::number::tri;
use crate::value::limit::MAX_RANK;
use crate::value::{ComposedLayout, Coord, IntTuple, Layout, Tiler};

/// An operand in shared memory: its layout, of modes (M,K), (N,K) or (M,N), and the bytes of an element.
#[derive(Clone, Copy, Debug)]
pub struct FitOperand {
    /// Which operand. C is stored, A and B are loaded.
    pub operand: MmaOperand,
    /// The layout of the memory, whose first byte is aligned to all copies.
    pub memory: ComposedLayout,
    /// The bytes of an element.
    pub element: i64,
}

/// Instructions of all warps, and wavefronts: fewer instructions are better, then fewer wavefronts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FitCost {
    /// The instructions of all warps.
    pub instructions: i64,
    /// The wavefronts of all instructions.
    pub wavefronts: i64,
}

impl FitCost {
    /// The cost of nothing.
    pub(crate) const NONE: Self = Self { instructions: 0, wavefronts: 0 };
    /// More than any copy costs.
    pub(crate) const MOST: Self = Self { instructions: 1 << 60, wavefronts: 1 << 60 };

    pub(crate) const fn is_below(self, other: Self) -> bool {
        self.instructions < other.instructions
            || self.instructions == other.instructions && self.wavefronts < other.wavefronts
    }

    pub(crate) const fn plus(self, other: Self) -> Self {
        Self {
            instructions: self.instructions + other.instructions,
            wavefronts: self.wavefronts + other.wavefronts,
        }
    }

    pub(crate) const fn minus(self, other: Self) -> Self {
        Self {
            instructions: self.instructions - other.instructions,
            wavefronts: self.wavefronts - other.wavefronts,
        }
    }
}

/// A copy that feeds an operand, or stores it.
#[derive(Clone, Copy, Debug)]
pub struct FittedCopy {
    operand: MmaOperand,
    copy: TiledCopy,
    registers: Option<Layout>,
    cost: Cost,
    instructions: i64,
    warps: i64,
    conflict: Option<Conflict>,
}

impl FittedCopy {
    /// The operand.
    pub const fn operand(&self) -> MmaOperand {
        self.operand
    }

    /// The tiled copy.
    pub const fn copy(&self) -> &TiledCopy {
        &self.copy
    }

    /// The order of the fragment's values in the copy, if it is not the instruction's: value `v` of a thread of the copy is
    /// value `registers(v)` of [`TiledMma::layout_tv`].
    pub const fn registers(&self) -> Option<&Layout> {
        self.registers.as_ref()
    }

    /// The instructions of a warp for the whole memory.
    pub const fn instructions(&self) -> i64 {
        self.instructions / self.warps
    }

    /// The wavefronts of all warps.
    pub const fn cost(&self) -> Cost {
        self.cost
    }

    /// The first bank with the most words in a phase. `None` if no phase accesses two words of a bank.
    pub const fn conflict(&self) -> Option<&Conflict> {
        self.conflict.as_ref()
    }

    /// The instructions and wavefronts of all warps.
    pub const fn total(&self) -> FitCost {
        FitCost { instructions: self.instructions, wavefronts: self.cost.wavefronts }
    }
}

impl FitOperand {
    /// The order of the values of a tile in which neighbours in the memory follow each other. `None` if it is that of the
    /// instruction, or splits a register of 4 bytes.
    pub(crate) const fn neighbours(
        &self,
        mma: &TiledMma,
        tv: &Layout,
    ) -> Result<Option<Layout>, LayoutError> {
        let [i, j] = self.operand.modes();
        let tile = tri!(extents(mma.extents()[i], mma.extents()[j]));
        let tile = tri!(tri!(self.memory.plain().zipped_divide(&tile)).mode(0));
        // Each leaf has an extent and a stride in the memory; in the order of values, so that their products are steps of values.
        let held = tri!(tri!(tile.compose(&Tiler::whole(tri!(tv.mode(1))))).flatten());
        let whole = tri!(Layout::col_major(held.shape()));
        let (mut order, mut used, mut next, mut count) = ([0; MAX_RANK], 0_u64, 1, 0);
        if held.leaf_count() > MAX_RANK {
            return Ok(None);
        }
        let mut k = 0;
        while k < held.leaf_count() {
            let (extent, stride) = held.leaf(k);
            if used >> k & 1 == 0 && extent > 1 && stride == next {
                (order[count], used, next) = (k, used | 1 << k, next * extent);
                count += 1;
                // Leaves with the next stride may stand before this one.
                k = 0;
            } else {
                k += 1;
            }
        }
        k = 0;
        while k < held.leaf_count() {
            if used >> k & 1 == 0 {
                order[count] = k;
                count += 1;
            }
            k += 1;
        }
        let order = tri!(tri!(whole.select(order.split_at(count).0)).coalesce());
        // Values of one register stay where they are.
        let (mut v, each) = (0, (4 + self.element - 1) / self.element);
        while v < each && v < order.size() {
            if tri!(order.index(&Coord::leaf(v))) != v {
                return Ok(None);
            }
            v += 1;
        }
        Ok(if order.leaf_count() > 1 { Some(order) } else { None })
    }

    /// The copy by this atom of what `tv` maps to a tile, its values in the order of `registers`. `None` if its accesses are not
    /// neighbours in the memory or not aligned, if the machine has no such instruction, or if it takes more than `limit` instructions.
    ///
    /// # Errors
    /// The errors of [`TiledCopy::new`], and of the divisions of the memory.
    pub(crate) const fn copied(
        &self,
        atom: &CopyAtom,
        tile: (&Layout, IntTuple),
        registers: Option<Layout>,
        machine: &SharedMemory<'_>,
        limit: i64,
    ) -> Result<Option<FittedCopy>, LayoutError> {
        let (tv, extents) = tile;
        let [_, fragment] = tri!(atom.values(8 * self.element));
        let (threads, values) = (tri!(tv.mode(0)), tri!(tv.mode(1)));
        let lanes = machine.lanes as i64;
        let warps = (threads.size() + lanes - 1) / lanes;
        // A tile takes as many instructions as its values have fragments of the atom.
        let tiles = self.memory.size() / tri!(extents.size());
        let instructions = warps * (values.size() / tri!(fragment.mode(1)).size()) * tiles;
        if instructions > limit {
            return Ok(None);
        }
        let tv = match &registers {
            Some(order) => tri!(threads.concat(&tri!(values.compose(&Tiler::whole(*order))))),
            None => *tv,
        };
        let copy = tri!(TiledCopy::new(atom, 8 * self.element, tv, extents));
        let held = tri!(copy.tidfrg_memory(&self.memory.plain()));
        let (threads, values) = (tri!(held.mode(0)), tri!(held.mode(1)));
        // The elements from one address on; the instructions of a tile; the tiles.
        let (run, each, tiles) = (tri!(values.mode(0)), tri!(values.mode(1)), tri!(held.mode(2)));
        if !is_run(&run) {
            return Ok(None);
        }
        let access = tri!(Access::new(self.element, run.size() * self.element));
        let access = access.with(atom.instruction);
        let served = tri!(machine.served(&access));
        let group = tri!(atom.threads());
        let (mut counter, mut cost, mut warp) = (Counter::new(), Cost::NONE, 0);
        while warp < warps {
            let first = warp * lanes;
            let rest = threads.size() - first;
            let mut lane = 0;
            let mut request = Lanes { count: 0, starts: [None; MAX_LANES] };
            while lane < lanes && lane < rest {
                if lane % group < atom.addresses as i64 {
                    let start = tri!(threads.index(&Coord::leaf(first + lane)));
                    request.starts[lane as usize] = Some(start);
                }
                request.count += 1;
                lane += 1;
            }
            let (mut one, mut k) = (Cost::NONE, 0);
            while k < each.size() * tiles.size() {
                let at = tri!(each.index(&Coord::leaf(k % each.size())))
                    + tri!(tiles.index(&Coord::leaf(k / each.size())));
                // The first instruction of a warp is at 0, and those that only move its banks cost the same.
                if k == 0 || !self.moves_banks(&request, at, run.size(), machine.word, served) {
                    let Some(mut found) = self.request(&request, at, access, run.size()) else {
                        return Ok(None);
                    };
                    (found.warp, found.value, found.first) = (warp, k * run.size(), first);
                    let found = counter.count(served, machine.word, &found);
                    cost = cost.plus(found);
                    if k == 0 {
                        one = found;
                    }
                } else {
                    cost = cost.plus(one);
                }
                k += 1;
            }
            warp += 1;
        }
        let (operand, conflict) = (self.operand, counter.worst);
        Ok(Some(FittedCopy { operand, copy, registers, cost, instructions, warps, conflict }))
    }

    /// The request of lanes from `at` on. `None` unless all addresses are aligned, with neighbours.
    const fn request(&self, lanes: &Lanes, at: i64, access: Access, run: i64) -> Option<Request> {
        let (mut addresses, mut lane) = ([None; MAX_LANES], 0);
        while lane < lanes.count {
            if let Some(start) = lanes.starts[lane] {
                match self.address(start + at, run) {
                    Some(address) => addresses[lane] = Some(address),
                    None => return None,
                }
            }
            lane += 1;
        }
        match Request::of(access, addresses.split_at(lanes.count).0) {
            Ok(request) => Some(request),
            Err(_) => None,
        }
    }

    /// Whether the request at `at` costs what the one at 0 costs, and is aligned and has neighbours as that one has.
    ///
    /// ```text
    /// sw(start + at) = sw(start) + at       without a swizzle: each word moves by as many banks
    /// sw(start + at) = sw(start) ^ sw(at)   where no bit of `at` meets one of a start, for 2^n banks
    /// ```
    const fn moves_banks(
        &self,
        lanes: &Lanes,
        at: i64,
        run: i64,
        word: i64,
        served: &Served<'_>,
    ) -> bool {
        let (swizzle, unit) = (self.memory.swizzle(), run * self.element);
        let unit = if unit < word { word } else { unit };
        if at < 0 || unit.count_ones() != 1 {
            return false;
        }
        if swizzle.is_identity() {
            return at * self.element % unit == 0;
        }
        let moved = swizzle.apply(at) * self.element;
        if self.memory.offset() != 0 || served.banks.count_ones() != 1 || moved % unit != 0 {
            return false;
        }
        let (mut bits, mut lane) = (run - 1, 0);
        while lane < lanes.count {
            if let Some(start) = lanes.starts[lane] {
                // The elements from a start on have its bits and those of a run.
                bits |= if start % run == 0 { start } else { -1 };
            }
            lane += 1;
        }
        bits >= 0 && bits & at == 0
    }

    /// The byte of the element at an offset before the swizzle, if `count` elements from there on stay neighbours.
    const fn address(&self, start: i64, count: i64) -> Option<i64> {
        let (swizzle, start) = (self.memory.swizzle(), self.memory.offset() + start);
        let (first, mut k) = (swizzle.apply(start), 1);
        while k < count {
            if swizzle.apply(start + k) != first + k {
                return None;
            }
            k += 1;
        }
        first.checked_mul(self.element)
    }

    /// Costs that no copy is below: 16 bytes of each thread an instruction, and a wavefront of all banks for the bytes of each atom.
    pub(crate) const fn bound(
        &self,
        mma: &TiledMma,
        machine: &SharedMemory<'_>,
    ) -> Result<FitCost, LayoutError> {
        let [i, j] = self.operand.modes();
        let held = tri!(mma.atom().layout(self.operand));
        let (lanes, atom) = (machine.lanes as i64, mma.atom().shape());
        let warps = (tri!(tri!(mma.layout_tv(self.operand)).mode(0)).size() + lanes - 1) / lanes;
        let atoms = self.memory.size() / (atom[i] * atom[j]);
        let groups =
            tri!(mma.threads().mode(i + 1)).size() * tri!(mma.threads().mode(j + 1)).size();
        let bytes = tri!(held.mode(1)).size() * (atoms / groups) * self.element;
        let instructions = warps * ((bytes + 15) / 16);
        let (mut most, mut k) = (1, 0);
        while k < machine.served.len() {
            let row = machine.served[k].banks.saturating_mul(machine.word);
            most = if row > most { row } else { most };
            k += 1;
        }
        let moved =
            self.memory.size() * self.element * (mma.size() / mma.atom().threads().size() / groups);
        let wavefronts = (moved - 1) / most + 1;
        let wavefronts = if wavefronts > instructions { wavefronts } else { instructions };
        Ok(FitCost { instructions, wavefronts })
    }
}

/// The lanes of a warp, and the offset where each begins that has an address.
struct Lanes {
    count: usize,
    starts: [Option<i64>; MAX_LANES],
}

/// Whether element `k` is at offset `k`.
const fn is_run(run: &Layout) -> bool {
    let mut k = 0;
    while k < run.size() {
        match run.index(&Coord::leaf(k)) {
            Ok(offset) if offset == k => k += 1,
            _ => return false,
        }
    }
    true
}

/// The bits of plain loads and stores, the widest first.
pub(crate) const WIDTHS: [i64; 5] = [128, 64, 32, 16, 8];

/// The number of atoms of a direction.
pub(crate) const ATOMS: usize = CopyAtom::MATRICES.len() / 2 + WIDTHS.len();

/// Atom `k` of a direction: copies of matrices, the widest first, then copies of each thread by itself.
pub(crate) const fn atom(k: usize, is_store: bool) -> Result<CopyAtom, LayoutError> {
    let matrices = CopyAtom::MATRICES.len() / 2;
    if k < matrices {
        return Ok(CopyAtom::MATRICES[if is_store { matrices + k } else { k }]);
    }
    let instruction = if is_store { Instruction::Store } else { Instruction::Load };
    CopyAtom::universal(instruction, WIDTHS[k - matrices])
}
