//! Copies that exchange neighbours: tiles transposed in registers, in blocks that the caches hold.

use super::axis::{Axis, Steps, table};
use super::bytes::initialised;
use super::narrow::{NARROW, Narrow};
use super::plan::{CopyPlan, MAX_AXIS};
use super::registers::{Registers, Rows, transpose};
use super::run::Copying;
use crate::kernel::nest::Loop;
use crate::kernel::side::Side;
use crate::swizzle::Outer;
use core::mem::MaybeUninit;

/// Elements of a block along the neighbours in the destination, and along those in the source: what is written
/// runs long.
const BLOCK: [usize; 2] = [512, 64];

/// The same of a destination that is written past the caches: it needs whole lines only, and what is read runs
/// long.
const STREAMED: [usize; 2] = [64, 512];

/// Bytes up to which both sides are in the nearest cache, and shorter registers are faster: what bounds a
/// transposition there are the exchanges of lanes, of which these need fewer.
const NEAREST: usize = 32 << 10;

/// A part of the two axes, at a place of the loops around it.
#[derive(Clone, Copy)]
struct Block<T, A, B, X> {
    from: Side<*const T, A>,
    to: Side<*mut T, B>,
    /// Where it starts on both sides.
    at: [isize; 2],
    /// Neighbours in the destination: where they are in the source.
    rows: X,
    /// Neighbours in the source: where they are in the destination.
    columns: X,
    together: usize,
}

/// What is done with every block.
trait Each<T, A, B> {
    /// # Safety
    /// The elements of the block must be coordinates of both sides, which do not overlap.
    unsafe fn block<X: Axis>(&self, block: Block<T, A, B, X>);
}

/// Tiles of elements of `SIZE` bytes, all initialised, in the registers of a machine.
struct Tiled<R, const SIZE: usize, const EACH: usize> {
    registers: R,
    /// Written past the caches.
    streams: bool,
}

impl<T: Copy, A: Outer, B: Outer, R: Registers, const SIZE: usize, const EACH: usize> Each<T, A, B>
    for Tiled<R, SIZE, EACH>
{
    #[inline(always)]
    unsafe fn block<X: Axis>(&self, block: Block<T, A, B, X>) {
        let (rows, columns) = (block.rows.len(), block.columns.len());
        let side = R::BYTES / SIZE;
        let mut first = 0;
        // SAFETY: all of the block. It is streamed where `can_stream` found that rows of the destination begin at
        // multiples of a register; what does not, the last tiles, is not.
        unsafe {
            if A::IS_IDENTITY && self.streams && rows >= side && columns >= side {
                let whole = rows - rows % side;
                block.streamed::<R, SIZE, EACH>(self.registers, whole);
                first = if whole < rows { rows - side } else { rows };
            }
            if first < rows {
                block.tiles::<R, SIZE, EACH>(self.registers, (first, rows), (0, columns));
            }
        }
    }
}

/// One by one.
struct OneByOne;

impl<T: Copy, A: Outer, B: Outer> Each<T, A, B> for OneByOne {
    #[inline(always)]
    unsafe fn block<X: Axis>(&self, block: Block<T, A, B, X>) {
        /// Parts of which both sides stay in the nearest cache.
        const SIDE: usize = 32;
        let (rows, columns) = (block.rows.len(), block.columns.len());
        for j in (0..columns).step_by(SIDE) {
            for i in (0..rows).step_by(SIDE) {
                // SAFETY: all of the block.
                unsafe { block.each((i, rows.min(i + SIDE)), (j, columns.min(j + SIDE))) };
            }
        }
    }
}

/// The loops of both axes.
fn axes(plan: &CopyPlan) -> [&[Loop<2>]; 2] {
    let (inner, rest) = plan.nest.loops().split_at(plan.axes[0]);
    [inner, &rest[..plan.axes[1]]]
}

impl<T: Copy, A: Outer, B: Outer> Copying<'_, T, A, B> {
    /// # Safety
    /// As for `run`, of a plan that transposes tiles.
    #[inline(always)]
    pub(super) unsafe fn transposes<R: Registers>(self, registers: R, streams: bool) {
        // SAFETY: a narrow axis where it is asked for. Then elements of this size, whose bytes are
        // initialised where they go through registers.
        unsafe {
            if A::IS_IDENTITY && B::IS_IDENTITY && self.plan.axes == [1, 1] {
                match (self.plan.nest.get(0).extent, self.plan.nest.get(1).extent) {
                    (2, NARROW..) => {
                        return self.narrow(
                            #[inline(always)]
                            |narrow| narrow.weave::<2>(),
                        );
                    }
                    (3, NARROW..) => {
                        return self.narrow(
                            #[inline(always)]
                            |narrow| narrow.weave::<3>(),
                        );
                    }
                    (NARROW.., 2) => {
                        return self.narrow(
                            #[inline(always)]
                            |narrow| narrow.part::<2>(),
                        );
                    }
                    (NARROW.., 3) => {
                        return self.narrow(
                            #[inline(always)]
                            |narrow| narrow.part::<3>(),
                        );
                    }
                    _ => {}
                }
            }
            if R::BYTES == 0 || !initialised::<T>() {
                return self.blocks(BLOCK, OneByOne);
            }
            macro_rules! tiled {
                ($size:literal, $registers:expr) => {{
                    const EACH: usize = 16 / $size;
                    let each = Tiled::<_, $size, EACH> { registers: $registers, streams };
                    self.blocks(if streams { STREAMED } else { BLOCK }, each)
                }};
            }
            let is_near = 2 * self.plan.nest.size() * size_of::<T>() <= NEAREST;
            match size_of::<T>() {
                // A tile of registers of 64 bytes would be 64 registers.
                1 if R::BYTES == 64 => tiled!(1, registers.narrow()),
                1 => tiled!(1, registers),
                2 => tiled!(2, registers),
                4 if R::BYTES == 64 && is_near => tiled!(4, registers.narrow()),
                4 => tiled!(4, registers),
                8 => tiled!(8, registers),
                _ => self.blocks(BLOCK, OneByOne),
            }
        }
    }

    /// Calls `f` with two axes, of which one is narrow, at every place of the loops around them.
    #[inline(always)]
    fn narrow(self, mut f: impl FnMut(Narrow<T, A, B>)) {
        let Self { plan, from, to } = self;
        let (row, column) = (plan.nest.get(0), plan.nest.get(1));
        plan.nest.walk(
            2,
            #[inline(always)]
            |at| f(Narrow { from, to, at, row, column }),
        );
    }

    /// Every block of so many elements at every place of the loops around it.
    #[inline(always)]
    unsafe fn blocks(self, block: [usize; 2], each: impl Each<T, A, B>) {
        if self.plan.axes == [1, 1] {
            let (row, column) = (self.plan.nest.get(0), self.plan.nest.get(1));
            let rows = Steps { first: 0, len: row.extent, stride: row.strides[0] };
            let columns = Steps { first: 0, len: column.extent, stride: column.strides[1] };
            // SAFETY: all of the inner loops.
            return unsafe { self.parts(block, rows, columns, &each) };
        }
        let [rows, columns] = axes(self.plan);
        let mut room = [[MaybeUninit::uninit(); MAX_AXIS]; 2];
        let [room_for_rows, room_for_columns] = &mut room;
        let rows = table(room_for_rows, rows, 0);
        let columns = table(room_for_columns, columns, 1);
        // The loops of an axis are short, and those around it near: what is written runs longest in one block.
        // SAFETY: all of the inner loops.
        unsafe { self.parts([MAX_AXIS; 2], rows, columns, &each) }
    }

    /// Parts of two axes of so many elements, at every place of the loops around them.
    #[inline(always)]
    unsafe fn parts<X: Axis>(
        self,
        block: [usize; 2],
        rows: X,
        columns: X,
        each: &impl Each<T, A, B>,
    ) {
        let Self { plan, from, to } = self;
        let together = plan.together;
        for j in (0..columns.len()).step_by(block[1]) {
            for i in (0..rows.len()).step_by(block[0]) {
                // SAFETY: both are cut at their ends.
                let (rows, columns) = unsafe {
                    (
                        rows.part(i, block[0].min(rows.len() - i)),
                        columns.part(j, block[1].min(columns.len() - j)),
                    )
                };
                plan.nest.walk(
                    plan.axes[0] + plan.axes[1],
                    #[inline(always)]
                    |[source, written]| {
                        let at = [source + j as isize, written + i as isize];
                        // SAFETY: a part of the inner loops at the place that the others have come to.
                        unsafe { each.block(Block { from, to, at, rows, columns, together }) }
                    },
                );
            }
        }
    }
}

impl<T: Copy, A: Outer, B: Outer, X: Axis> Block<T, A, B, X> {
    /// The elements of some rows and columns, one by one.
    #[inline(always)]
    unsafe fn each(&self, (i0, i1): (usize, usize), (j0, j1): (usize, usize)) {
        for j in j0..j1 {
            for i in i0..i1 {
                // SAFETY: a coordinate of both sides. `MaybeUninit`: whatever the bytes are.
                unsafe {
                    let from = self.from.at(self.at[0] + self.rows.offset(i) + j as isize);
                    let to = self.to.at(self.at[1] + self.columns.offset(j) + i as isize);
                    *to.cast() = *from.cast::<MaybeUninit<T>>();
                }
            }
        }
    }

    /// The first rows, whole tiles of them, past the caches.
    #[inline(always)]
    unsafe fn streamed<R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        rows: usize,
    ) {
        let (side, columns) = (R::BYTES / SIZE, self.columns.len());
        for j in (0..columns).step_by(side) {
            let j = j.min(columns - side);
            for i in (0..rows).step_by(side) {
                // SAFETY: a whole tile of elements, the last one moved back to the end of the columns: the elements it
                // shares with the one before are written twice, and are the same.
                unsafe {
                    self.expect(registers, side, i + side, j);
                    self.tile::<R, SIZE, EACH, true>(registers, i, j);
                }
            }
        }
    }

    /// The elements of some rows and columns in square tiles; what is narrower than a tile in narrower ones,
    /// and one by one in the end.
    #[inline(always)]
    unsafe fn tiles<R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        (i0, i1): (usize, usize),
        (j0, j1): (usize, usize),
    ) {
        let side = R::BYTES / SIZE;
        if side > self.together || i1 - i0 < side || j1 - j0 < side {
            // SAFETY: the same elements.
            return unsafe {
                if R::BYTES > 16 {
                    self.tiles::<R::Narrow, SIZE, EACH>(registers.narrow(), (i0, i1), (j0, j1))
                } else {
                    self.each((i0, i1), (j0, j1))
                }
            };
        }
        // Chunks beside a swizzle are those of its multiples: the last tile cannot reach back.
        let reaches_back = A::IS_IDENTITY && B::IS_IDENTITY;
        let (i_end, j_end) =
            if reaches_back { (i1, j1) } else { (i1 - (i1 - i0) % side, j1 - (j1 - j0) % side) };
        for j in (j0..j_end).step_by(side) {
            for i in (i0..i_end).step_by(side) {
                let (i, j) = (i.min(i_end - side), j.min(j_end - side));
                // SAFETY: as in `streamed`.
                unsafe { self.tile::<R, SIZE, EACH, false>(registers, i, j) };
            }
        }
        // SAFETY: what no tile has.
        unsafe {
            self.each((i_end, i1), (j0, j1));
            self.each((i0, i_end), (j_end, j1));
        }
    }

    /// Asks for what the tile at `i` and `j` reads, or the one after it where the rows end: the strides of large
    /// arrays are too long for the processor to see.
    ///
    /// # Safety
    /// The block has the rows of a tile.
    #[inline(always)]
    unsafe fn expect<R: Registers>(&self, registers: R, side: usize, i: usize, j: usize) {
        let (i, j) = if i + side > self.rows.len() { (0, j + side) } else { (i, j) };
        // SAFETY: the rows of a tile after this one, or those of the first.
        let rows = unsafe { self.rows.part(i, side) };
        for k in 0..side {
            let at = self.at[0].wrapping_add(rows.offset(k)).wrapping_add(j as isize);
            registers.prefetch(self.from.origin.wrapping_offset(at).cast());
        }
    }

    #[inline(always)]
    unsafe fn tile<R: Registers, const SIZE: usize, const EACH: usize, const STREAM: bool>(
        &self,
        registers: R,
        i: usize,
        j: usize,
    ) {
        let side = R::BYTES / SIZE;
        let [source, written] = self.at;
        // SAFETY: the caller's tile is one of the block.
        let (rows, columns) = unsafe { (self.rows.part(i, side), self.columns.part(j, side)) };
        let from = Lines { side: self.from, at: source + j as isize, axis: rows };
        let to = Lines { side: self.to, at: written + i as isize, axis: columns };
        // SAFETY: a tile of elements of both sides, of a type whose bytes are initialised.
        unsafe { transpose::<R, SIZE, EACH, STREAM>(registers, &from, &to) }
    }
}

/// The rows of a tile of one side: elements of an axis.
struct Lines<S, X> {
    side: S,
    at: isize,
    axis: X,
}

impl<T, O: Outer, X: Axis> Rows for Lines<Side<*const T, O>, X> {
    type Pointer = *const u8;
    #[inline(always)]
    unsafe fn row(&self, i: usize) -> *const u8 {
        // SAFETY: the caller's row is one of coordinates.
        unsafe { self.side.at(self.at + self.axis.offset(i)) }.cast()
    }
}

impl<T, O: Outer, X: Axis> Rows for Lines<Side<*mut T, O>, X> {
    type Pointer = *mut u8;
    #[inline(always)]
    unsafe fn row(&self, i: usize) -> *mut u8 {
        // SAFETY: the caller's row is one of coordinates.
        unsafe { self.side.at(self.at + self.axis.offset(i)) }.cast()
    }
}
