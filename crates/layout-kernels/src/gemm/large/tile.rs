//! The micro-kernel: multiplies a panel of A by a panel of B, and updates a register tile of C.

use super::offsets::SubMatrix;
use crate::gemm::atom::{Atom, AtomPart, Broadcast, Part};
use crate::gemm::tile::{LastAtom, Sink, StepHook, Sums, tile};
use crate::gemm::update::{Blend, Decided, Update};
use crate::simd::{Element, MAX_LANES, Machine, Task, Vectors, prefetch};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use static_layout::internal::OffsetMap;

/// A tile of C in memory.
pub struct Target<'a, T, X> {
    pub to: *mut T,
    /// The rows as lanes and the columns as steps.
    pub block: SubMatrix<'a, X>,
    /// Whether the elements of a column are adjacent.
    pub runs: bool,
    pub update: Blend<T>,
}

/// The number of steps by which prefetching of A is ahead.
const AHEAD: usize = 16;

/// Packs a panel of A while the micro-kernel multiplies it in place.
#[derive(Clone, Copy)]
pub struct Packs<V, T> {
    pub v: V,
    /// The panel in place.
    pub a: Part<*const T>,
    /// The packed panel.
    pub to: *mut T,
}

impl<T: Element, V: Vectors<T>> StepHook<V::Vector> for Packs<V, T> {
    #[inline(always)]
    unsafe fn at(&self, k: usize, fragments: &[MaybeUninit<V::Vector>]) {
        let ahead = ((k + AHEAD) as isize).wrapping_mul(self.a.columns);
        let ahead = self.a.at.wrapping_offset(ahead);
        let to = self.to.wrapping_add(k * fragments.len() * V::LANES);
        for (i, fragment) in fragments.iter().enumerate() {
            prefetch(ahead.wrapping_add(i * V::LANES));
            // SAFETY: the packed panel has room for the vectors of each step, and the caller has loaded them.
            unsafe { self.v.store(to.wrapping_add(i * V::LANES), fragment.assume_init()) };
        }
    }
}

/// Prefetches a share of the packed panel of B that follows: each tile along the rows another share.
#[derive(Clone, Copy)]
pub struct Asks<T> {
    at: *const T,
    /// The distance from step to step.
    step: isize,
}

impl<T> Asks<T> {
    /// Prefetches what is there already, the first step of `b`.
    pub fn nothing(b: Part<*const T>) -> Self {
        Self { at: b.at, step: 0 }
    }

    /// Prefetches share `tile` of `tiles` of the panel after `b`, of `width` columns by `depth`, if it follows `b` in memory: packed, or
    /// in place in a matrix without gaps. The panel need not exist.
    pub fn after(b: Part<*const T>, [width, depth]: [usize; 2], [tile, tiles]: [usize; 2]) -> Self {
        if b.columns != 1 && b.columns != depth as isize {
            // Its columns may all fall on one set of the first cache and evict this panel: prefetches what is there already.
            return Self::nothing(b);
        }
        // A power of two, as the width is. Prefetching a line twice costs little.
        let share = width.div_ceil(tiles).next_power_of_two();
        let first = width + tile % (width / share) * share;
        Self { at: b.at.wrapping_add(first * depth), step: share as isize }
    }
}

impl<T, A> StepHook<A> for Asks<T> {
    #[inline(always)]
    unsafe fn at(&self, k: usize, _: &[MaybeUninit<A>]) {
        prefetch(self.at.wrapping_offset(self.step.wrapping_mul(k as isize)));
    }
}

/// Multiplies two panels, and updates the rows and columns of the tile that lie in C.
///
/// # Safety
/// A and B must be valid for reads of `depth` steps, of `MV` adjacent vectors and of `NR` elements. The elements of the
/// target must be valid for reads and writes, and be at most as many rows and columns as the tile has. `hook` must be
/// made for this tile.
#[inline(always)]
pub unsafe fn update<T, V, X, D, const MV: usize, const NR: usize>(
    v: V,
    depth: usize,
    (a, b): (Part<*const T>, Part<*const T>),
    hook: D,
    target: Target<'_, T, X>,
) where
    T: Element,
    V: Vectors<T>,
    X: OffsetMap,
    D: StepHook<V::Vector>,
{
    if target.runs {
        // C arrives while the product is computed.
        for j in 0..target.block.steps() {
            let column = target.to.wrapping_offset(target.block.at(0, j));
            for i in 0..MV {
                prefetch(column.wrapping_add(i * V::LANES));
            }
        }
    }
    let (atom, depth) = (Broadcast(v), (depth, 1));
    let inside = AtomPart { rows: V::LANES, depth: 1, is_static: true };
    let last = LastAtom { inside, widens: false };
    // SAFETY: the caller's contract covers the panels, the target and `hook`.
    unsafe { tile::<T, Broadcast<V>, MV, NR, 1, false>(atom, last, depth, a, b, hook, target) };
}

/// The fewest neighbours that are stored at once.
const LEAST_RUN: usize = 4;

impl<T: Element, X: OffsetMap> Target<'_, T, X> {
    /// The rows from `first` on, of one vector of `lanes` rows, that are neighbours in C, or all rows that remain if they are few.
    #[inline(always)]
    fn run(&self, first: usize, lanes: usize) -> Run {
        let rest = (lanes - first % lanes).min(self.block.lanes() - first);
        let len = if self.runs { rest } else { self.block.run(first, rest) };
        let is_run = len >= LEAST_RUN.min(rest);
        Run { first, len: if is_run { len } else { rest }, is_run }
    }

    /// Updates the rows of a run in column `j`.
    ///
    /// # Safety
    /// The rows and the column must be in the tile, and `sum` be the vector with the rows.
    #[inline(always)]
    unsafe fn put_run<V: Vectors<T>>(
        &self,
        atom: Broadcast<V>,
        Run { first, len, is_run }: Run,
        j: usize,
        mut sum: V::Vector,
    ) {
        let (v, lane) = (atom.0, first % V::LANES);
        let place = |i| self.to.wrapping_offset(self.block.at(first + i, j));
        let inside = AtomPart { rows: len, depth: 1, is_static: false };
        // SAFETY: the elements of the target are valid, and those of a run are neighbours; `sums` has the lanes of a vector.
        unsafe {
            if lane > 0 || !is_run {
                let mut sums = [T::ZERO; MAX_LANES];
                v.store(sums.as_mut_ptr(), sum);
                let sums = &sums[lane..][..len];
                if !is_run {
                    for (i, &sum) in sums.iter().enumerate() {
                        self.update.write_one(place(i), sum);
                    }
                    return;
                }
                sum = v.load_part(sums.as_ptr(), len);
            }
            let at = Part { at: place(0), rows: 1, columns: 0 };
            atom.store(at, sum, inside, self.update);
        }
    }
}

/// Rows of a tile, of one vector.
#[derive(Clone, Copy)]
struct Run {
    first: usize,
    len: usize,
    /// Whether they are neighbours in C.
    is_run: bool,
}

impl<T: Element, V: Vectors<T>, X: OffsetMap> Sink<Broadcast<V>, V::Vector> for Target<'_, T, X> {
    #[inline(always)]
    unsafe fn put(&self, atom: Broadcast<V>, (i, j): (usize, usize), _: bool, sum: V::Vector) {
        let mut first = i * V::LANES;
        let end = self.block.lanes().min(first + V::LANES);
        while first < end && j < self.block.steps() {
            let run = self.run(first, V::LANES);
            // SAFETY: the rows and the column are in the tile, and `sum` has the rows of the atom.
            unsafe { self.put_run(atom, run, j, sum) };
            first += run.len;
        }
    }
    // The tests above as code of each place of each tile would be most of the code of a product: only whole tiles are written in
    // their places, the others in a loop that all tiles share.
    #[inline(always)]
    unsafe fn put_all(&self, sums: impl Sums<Broadcast<V>, V::Vector>) {
        let [rows, columns] = tall_and_wide(&sums);
        if self.runs && self.block.lanes() == rows * V::LANES && self.block.steps() == columns {
            return self.update.decide(WholeTile { target: self, sums, vectors: PhantomData::<V> });
        }
        sums.copied(
            #[inline(always)]
            |atom, sums| atom.0.machine().run(EachRun { target: self, atom, sums, rows }),
        );
    }
}

/// The numbers of atoms of these sums along the rows and along the columns.
const fn tall_and_wide<X, C, S: Sums<X, C>>(_: &S) -> [usize; 2] {
    S::ATOMS
}

/// The argument of an update that is decided once for a whole tile of adjacent rows. [`Target::put_all`] makes it.
struct WholeTile<'t, 'b, T, X, V, S> {
    target: &'t Target<'b, T, X>,
    sums: S,
    vectors: PhantomData<V>,
}

impl<T, V, X, S> Decided<T> for WholeTile<'_, '_, T, X, V, S>
where
    T: Element,
    V: Vectors<T>,
    X: OffsetMap,
    S: Sums<Broadcast<V>, V::Vector>,
{
    #[inline(always)]
    fn run<U: Update<T>>(self, update: U) {
        let WholeTile { target, sums, .. } = self;
        // SAFETY: `put_all` makes this value for the sums of this tile.
        unsafe { sums.put(&WholeSink { target, update }) }
    }
}

/// A whole tile of adjacent rows with its update.
struct WholeSink<'t, 'b, T, X, U> {
    target: &'t Target<'b, T, X>,
    update: U,
}

impl<T, V, X, U> Sink<Broadcast<V>, V::Vector> for WholeSink<'_, '_, T, X, U>
where
    T: Element,
    V: Vectors<T>,
    X: OffsetMap,
    U: Update<T>,
{
    #[inline(always)]
    unsafe fn put(&self, atom: Broadcast<V>, (i, j): (usize, usize), _: bool, sum: V::Vector) {
        let Target { to, block, .. } = self.target;
        // SAFETY: the atom is in the tile, all of whose rows are adjacent and in C.
        unsafe { self.update.write(atom.0, to.offset(block.at(i * V::LANES, j)), sum) }
    }
}

/// The task to write sums run by run. [`Target::put_all`] makes it.
struct EachRun<'t, 'b, T, V: Vectors<T>, X>
where
    T: Element,
{
    target: &'t Target<'b, T, X>,
    atom: Broadcast<V>,
    /// Column by column.
    sums: &'t [V::Vector],
    /// The number of atoms of a column.
    rows: usize,
}

impl<T: Element, V: Vectors<T>, X: OffsetMap> Task for EachRun<'_, '_, T, V, X> {
    type Output = ();
    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        let Self { target, atom, sums, rows } = self;
        let mut first = 0;
        while first < target.block.lanes() {
            // Found once for all columns.
            let run = target.run(first, V::LANES);
            let columns = sums.chunks_exact(rows).take(target.block.steps());
            for (j, column) in columns.enumerate() {
                // SAFETY: `put_all` makes this value for the sums of this tile, whose vectors have the rows of the run.
                unsafe { target.put_run(atom, run, j, column[first / V::LANES]) };
            }
            first += run.len;
        }
    }
}
