//! [`fit`]: the copies that feed a matrix instruction, and the permutation of its tile that makes them wide.

use crate::error::{LayoutError, MmaRule, Operand, Operation, Rule};
use crate::layout::tiler::Mode;
use crate::memory::{Access, SharedMemory};
use crate::mma::atom::{MODES, MmaOperand};
use crate::mma::measure::{ATOMS, FitCost, FitOperand, FittedCopy, WIDTHS, atom};
use crate::mma::tiled::TiledMma;
use crate::mma::tiles::Tiles;
use crate::number::tri;
use crate::value::IntTuple;

/// The most instructions of a thread in a permuted tile.
const MOST_REPEAT: i64 = 16;
/// The most elements of a memory, and the most threads.
const MOST: i64 = 1 << 18;

/// The tiles that a search tries in addition to the given tile.
///
/// A mode M, N or K without a tile is permuted: all compact layouts of the prime digits of `r` instructions, for each `r` up to
/// `repeat`, of at most 7 digits. The atoms of different warps stay apart, each in a block of its own. The space has
///
/// 1. the given tile;
/// 2. the tiles of K, for A and B at once, if threads hold both;
/// 3. with C, the tiles of M, and the tiles of N;
/// 4. the tile of M that is best for A, with the tile of N that is best for B.
///
/// Each is compared by the cost of all operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FitSpace {
    /// The most instructions of a thread along the permuted mode. With 0 nothing is permuted.
    pub repeat: i64,
    /// Whether loads and stores of each thread may order the registers of a fragment as the memory does. The compiler of a kernel
    /// may need moves between registers for that. The elements of one register of 4 bytes stay together.
    pub registers: bool,
    /// The most tiles that are tried.
    pub tiles: i64,
}

impl FitSpace {
    /// Only the tiles that are given, and the instruction's order of registers.
    pub const GIVEN: Self = Self { repeat: 0, registers: false, tiles: 1 };
    /// Tiles of up to four instructions, and any order of registers.
    pub const PERMUTED: Self = Self { repeat: 4, registers: true, tiles: i64::MAX };
}

/// The best copies of a search.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    mma: TiledMma,
    copies: [Option<FittedCopy>; 3],
    kept: FitCost,
    bound: FitCost,
    seen: i64,
    is_exhausted: bool,
}

impl Fit {
    /// The tiled instruction, with the permutations that were found.
    pub const fn mma(&self) -> &TiledMma {
        &self.mma
    }

    /// The copy of an operand.
    pub const fn copy(&self, operand: MmaOperand) -> Option<&FittedCopy> {
        self.copies[operand as usize].as_ref()
    }

    /// The cost of all copies.
    pub const fn cost(&self) -> FitCost {
        let (mut cost, mut k) = (FitCost::NONE, 0);
        while k < 3 {
            if let Some(copy) = &self.copies[k] {
                cost = cost.plus(copy.total());
            }
            k += 1;
        }
        cost
    }

    /// The cost without permutations; `None` where no copy moves a fragment.
    pub const fn kept(&self) -> Option<FitCost> {
        if self.kept.is_below(FitCost::MOST) { Some(self.kept) } else { None }
    }

    /// A cost that no copies are below: 16 bytes of each thread an instruction, and all banks in each wavefront.
    pub const fn bound(&self) -> FitCost {
        self.bound
    }

    /// The number of tiles that were tried.
    pub const fn seen(&self) -> i64 {
        self.seen
    }

    /// Whether nothing in the space costs less: each tile was tried, or ruled out by the bound.
    pub const fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }
}

/// The copies between registers and shared memory of least cost, and the tile of the instruction that allows them.
///
/// The copies of the space are `ldmatrix` and `stmatrix` of 1, 2 and 4 matrices, also transposed, and loads and stores of 1 to 16
/// bytes, as far as the machine has them. A copy is a [`TiledCopy`](super::TiledCopy) of the operand. Fewest instructions are best,
/// then fewest wavefronts, then no permutation, then K, then M and N, each with fewer instructions in the tile and an order of its
/// digits that comes first; then matrices before loads of each thread, and the instruction's order of registers.
///
/// ```
/// use layout_core::memory::NVIDIA;
/// use layout_core::mma::{FitOperand, FitSpace, MmaAtom, MmaOperand, TiledMma, fit};
/// let atom = MmaAtom::find("SM80_16x8x8_F32TF32TF32F32_TN")?;
/// let mma = TiledMma::of(&atom, &"(2,2,1)".parse()?)?;
/// // Elements of 4 bytes whose rows of K are apart: no ldmatrix turns them.
/// let memory = "Sw<0,0,0> o 0 o (64,32):(1,64)".parse()?;
/// let operand = FitOperand { operand: MmaOperand::A, memory, element: 4 };
/// let fit = fit(&mma, &[operand], &NVIDIA, FitSpace::PERMUTED)?;
/// let copy = fit.copy(MmaOperand::A).unwrap();
/// assert_eq!(copy.copy().atom().name, "load of 16 bytes");
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
///
/// # Errors
/// [`MmaRule::Fitted`], [`MmaRule::Repeat`], [`MmaRule::MemoryRank`], [`MmaRule::Memory`] and [`MmaRule::Depth`] for operands that do
/// not meet in tiles, [`MmaRule::Large`] for a memory past 2^18 elements, [`MmaRule::Far`] for addresses past the integers,
/// [`MemoryRule::Element`](crate::MemoryRule::Element) for bytes that no element has, [`MmaRule::NoCopy`] where no copy moves a
/// fragment, and the errors of [`SharedMemory::check`].
pub const fn fit(
    mma: &TiledMma,
    operands: &[FitOperand],
    machine: &SharedMemory<'_>,
    space: FitSpace,
) -> Result<Fit, LayoutError> {
    let mut search = tri!(Search::new(mma, operands, machine, space));
    tri!(search.run());
    search.finish()
}

struct Search<'a> {
    mma: TiledMma,
    operands: [Option<FitOperand>; 3],
    machine: &'a SharedMemory<'a>,
    space: FitSpace,
    /// What no copy of each operand is below.
    bounds: [FitCost; 3],
    /// The best cost of each operand without permutations.
    kept: [FitCost; 3],
    /// The best tile so far, and what all operands cost under it.
    best: TiledMma,
    least: FitCost,
    seen: i64,
    is_exhausted: bool,
}

impl<'a> Search<'a> {
    const fn new(
        mma: &TiledMma,
        list: &[FitOperand],
        machine: &'a SharedMemory<'a>,
        space: FitSpace,
    ) -> Result<Self, LayoutError> {
        tri!(machine.check());
        if list.is_empty() || list.len() > 3 {
            return Err(refused(mma, MmaRule::Fitted { count: list.len() }));
        }
        if space.repeat < 0 || space.repeat > MOST_REPEAT {
            let (repeat, most) = (space.repeat, MOST_REPEAT);
            return Err(refused(mma, MmaRule::Repeat { repeat, most }));
        }
        let (mut operands, mut bounds) = ([None; 3], [FitCost::NONE; 3]);
        let (mut extents, mut k) = ([0; 3], 0);
        while k < list.len() {
            let (one, at) = (&list[k], list[k].operand as usize);
            if operands[at].is_some() {
                return Err(refused(mma, MmaRule::Fitted { count: list.len() }));
            }
            let rank = one.memory.rank();
            if rank != 2 {
                return Err(refused(mma, MmaRule::MemoryRank { rank }));
            }
            let size = if one.memory.size() > mma.size() { one.memory.size() } else { mma.size() };
            if size > MOST || one.memory.size() == 0 {
                return Err(refused(mma, MmaRule::Large { size, most: MOST }));
            }
            tri!(Access::new(one.element, one.element));
            // Below this the sum of two offsets, swizzled and in bytes, is an integer.
            let ((first, last), most) = (one.memory.bounds(), i64::MAX / 8 / one.element);
            let offset = if last > most { last } else { first };
            if first < -most || last > most {
                let operand = one.operand.name();
                return Err(refused(mma, MmaRule::Far { operand, offset, most }));
            }
            let mut j = 0;
            while j < 2 {
                let mode = one.operand.modes()[j];
                let extent = tri!(one.memory.plain().mode(j)).size();
                let (name, tile) = (MODES[mode], mma.extents()[mode]);
                if extent % tile != 0 {
                    return Err(refused(mma, MmaRule::Memory { mode: name, extent, tile }));
                }
                if extents[mode] != 0 && extents[mode] != extent {
                    let (first, other) = (extents[mode], extent);
                    return Err(refused(mma, MmaRule::Depth { mode: name, first, other }));
                }
                extents[mode] = extent;
                j += 1;
            }
            operands[at] = Some(*one);
            bounds[at] = tri!(one.bound(mma, machine));
            k += 1;
        }
        let kept = [FitCost::NONE; 3];
        Ok(Self {
            mma: *mma,
            operands,
            machine,
            space,
            bounds,
            kept,
            best: *mma,
            least: FitCost::MOST,
            seen: 1,
            is_exhausted: true,
        })
    }

    /// The best copy of an operand under a tiled instruction, of at most so many instructions.
    const fn best_copy(&self, mma: &TiledMma, at: usize, limit: i64) -> Option<FittedCopy> {
        let Some(one) = &self.operands[at] else { return None };
        let (mut best, mut most, mut k) = (None::<FittedCopy>, limit, 0);
        let Ok(tv) = mma.layout_tv(one.operand) else { return None };
        let [i, j] = one.operand.modes();
        let extents = [IntTuple::leaf(mma.extents()[i]), IntTuple::leaf(mma.extents()[j])];
        let Ok(extents) = IntTuple::tuple(&extents) else { return None };
        let order = match one.neighbours(mma, &tv) {
            Ok(order) if self.space.registers => order,
            _ => None,
        };
        let is_store = matches!(one.operand, MmaOperand::C);
        // After all atoms in the instruction's order of registers, plain ones in the order of the memory.
        while k < ATOMS + if order.is_some() { WIDTHS.len() } else { 0 } {
            let (number, order) = if k < ATOMS { (k, None) } else { (k - WIDTHS.len(), order) };
            // A refusal is of this atom: too many values, or an instruction that the machine lacks.
            if let Ok(atom) = atom(number, is_store)
                && let Ok(Some(found)) =
                    one.copied(&atom, (&tv, extents), order, self.machine, most)
            {
                let is_better = match &best {
                    Some(best) => found.total().is_below(best.total()),
                    None => true,
                };
                if is_better {
                    most = found.total().instructions;
                    best = Some(found);
                }
            }
            k += 1;
        }
        best
    }

    /// The cost of the best copy of an operand; nothing for an operand that is not there.
    const fn cost(&self, mma: &TiledMma, at: usize, limit: i64) -> FitCost {
        match (&self.operands[at], self.best_copy(mma, at, limit)) {
            (None, _) => FitCost::NONE,
            (_, Some(copy)) => copy.total(),
            _ => FitCost::MOST,
        }
    }

    const fn run(&mut self) -> Result<(), LayoutError> {
        let (mma, [a, b, c]) = (self.mma, [0, 1, 2]);
        let mut k = 0;
        while k < 3 {
            self.kept[k] = self.cost(&mma, k, i64::MAX);
            k += 1;
        }
        let [first, second, third] = self.kept;
        let kept = first.plus(second).plus(third);
        self.least = kept;
        if self.space.repeat == 0 {
            return Ok(());
        }
        // Along K both factors at once, which leaves C as it is. A factor in memory would keep its order.
        let atom = mma.atom();
        if atom.layout(MmaOperand::A).is_ok() && atom.layout(MmaOperand::B).is_ok() {
            tri!(self.permute(&mma, 2, &[a, b], third));
        }
        if self.operands[c].is_some() {
            tri!(self.permute(&mma, 0, &[a, c], second));
            tri!(self.permute(&mma, 1, &[b, c], first));
            if self.operands[a].is_none() || self.operands[b].is_none() {
                return Ok(());
            }
            if self.seen >= self.space.tiles {
                self.is_exhausted = false;
                return Ok(());
            }
        }
        self.permute_both(&mma)
    }

    /// Permutes M as is best for A, and N as is best for B, unless all operands cost less under the best tile so far.
    const fn permute_both(&mut self, mma: &TiledMma) -> Result<(), LayoutError> {
        let ([a, b, c], [first, second, _]) = ([0, 1, 2], self.kept);
        let (best, least, seen) = (self.best, self.least, self.seen);
        (self.best, self.least) = (*mma, first);
        tri!(self.permute(mma, 0, &[a], FitCost::NONE));
        let (tiled, first) = (self.best, self.least);
        self.least = second;
        tri!(self.permute(&tiled, 1, &[b], FitCost::NONE));
        if self.operands[c].is_some() {
            // Each tile of one mode has been seen with C: both together are one more.
            self.seen = seen + 1;
        }
        self.least = first.plus(self.least).plus(self.cost(&self.best, c, i64::MAX));
        if !self.least.is_below(least) {
            (self.best, self.least) = (best, least);
        }
        Ok(())
    }

    /// Permutes a mode as is best for the operands `of`; the others cost `rest`. Nothing changes unless all of them cost less.
    const fn permute(
        &mut self,
        mma: &TiledMma,
        mode: usize,
        of: &[usize],
        rest: FitCost,
    ) -> Result<(), LayoutError> {
        let (mut bound, mut k) = (rest, 0);
        while k < of.len() {
            bound = bound.plus(self.bounds[of[k]]);
            k += 1;
        }
        let mut tiles = self.tiles(mma, mode);
        while bound.is_below(self.least)
            && let Some(tiled) = tri!(tiles.next())
        {
            if self.seen >= self.space.tiles {
                self.is_exhausted = false;
                return Ok(());
            }
            // The cost of each operand takes the place of its bound.
            let (mut found, mut k) = (bound, 0);
            while k < of.len() && found.is_below(self.least) {
                let others = found.minus(self.bounds[of[k]]);
                let limit = self.least.instructions - others.instructions;
                found = others.plus(self.cost(&tiled, of[k], limit));
                k += 1;
            }
            self.seen += 1;
            if found.is_below(self.least) {
                (self.best, self.least) = (tiled, found);
            }
        }
        Ok(())
    }

    /// The tiles of a mode: none if it has one that is given.
    const fn tiles(&self, mma: &TiledMma, mode: usize) -> Tiles {
        let (mut repeats, mut repeat) = (0, 1);
        while matches!(mma.tiles()[mode], Mode::Keep) && repeat <= self.space.repeat {
            repeats |= (self.divides(mma, mode, repeat) as u32) << repeat;
            repeat += 1;
        }
        Tiles::new(mma, mode, repeats)
    }

    /// Whether tiles of so many instructions fill the memories.
    const fn divides(&self, mma: &TiledMma, mode: usize, repeat: i64) -> bool {
        let mut k = 0;
        while k < 3 {
            if let Some(one) = &self.operands[k] {
                let [i, j] = one.operand.modes();
                let at = if i == mode { 0 } else { 1 };
                if (i == mode || j == mode)
                    && let Ok(extent) = one.memory.plain().mode(at)
                    && extent.size() % (mma.extents()[mode] * repeat) != 0
                {
                    return false;
                }
            }
            k += 1;
        }
        true
    }

    const fn finish(&self) -> Result<Fit, LayoutError> {
        let (mut copies, mut kept, mut bound) = ([None; 3], FitCost::NONE, FitCost::NONE);
        let mut k = 0;
        while k < 3 {
            copies[k] = self.best_copy(&self.best, k, i64::MAX);
            if let (Some(one), None) = (&self.operands[k], &copies[k]) {
                let (operand, element) = (one.operand.name(), one.element);
                return Err(refused(&self.mma, MmaRule::NoCopy { operand, element }));
            }
            kept = match kept.is_below(FitCost::MOST) {
                true if self.kept[k].is_below(FitCost::MOST) => kept.plus(self.kept[k]),
                _ => FitCost::MOST,
            };
            bound = bound.plus(self.bounds[k]);
            k += 1;
        }
        let (seen, is_exhausted) = (self.seen, self.is_exhausted);
        Ok(Fit { mma: self.best, copies, kept, bound, seen, is_exhausted })
    }
}

const fn refused(mma: &TiledMma, rule: MmaRule) -> LayoutError {
    LayoutError::unary(Operation::Fit, Operand::Layout(*mma.threads()), Rule::Mma(rule))
}
