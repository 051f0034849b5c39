//! Copies that exchange neighbours: tiles transposed in registers, in blocks that the caches hold.

use super::bytes::initialised;
use super::narrow::{NARROW, Narrow};
use super::plan::{CopyPlan, MAX_AXIS};
use super::registers::{Registers, Rows, Write, transpose};
use super::run::Copying;
use crate::kernel::nest::Loop;
use crate::kernel::side::Side;
use crate::swizzle::Outer;
use core::mem::MaybeUninit;

/// Elements of a block along the neighbours in the destination, and along those in the source.
const BLOCK: [usize; 2] = [512, 64];

/// Where the elements along an axis of a block are on the side where they are no neighbours.
trait Axis: Copy {
    /// How many they are.
    fn len(self) -> usize;
    /// The offset of element `i`.
    fn offset(self, i: usize) -> isize;
}

/// The elements of one loop.
#[derive(Clone, Copy)]
struct Steps {
    len: usize,
    stride: isize,
}

impl Axis for Steps {
    #[inline(always)]
    fn len(self) -> usize {
        self.len
    }
    #[inline(always)]
    fn offset(self, i: usize) -> isize {
        i as isize * self.stride
    }
}

/// The elements of several loops, the first one fastest.
impl Axis for &[i32] {
    #[inline(always)]
    fn len(self) -> usize {
        <[i32]>::len(self)
    }
    #[inline(always)]
    fn offset(self, i: usize) -> isize {
        self[i] as isize
    }
}

/// The offsets of all elements of the loops on side `side`.
fn table<'r>(
    room: &'r mut [MaybeUninit<i32>; MAX_AXIS],
    loops: &[Loop<2>],
    side: usize,
) -> &'r [i32] {
    room[0].write(0);
    let mut done = 1;
    for each in loops {
        for i in done..done * each.extent {
            // SAFETY: written in an earlier round, or before this one.
            let before = unsafe { room[i - done].assume_init() };
            // The digit of this loop is one more, or still 0 in the first copy.
            room[i].write(before + each.strides[side] as i32);
        }
        done *= each.extent;
    }
    // SAFETY: so many are written.
    unsafe { room[..done].assume_init_ref() }
}

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
    write: Write,
}

/// What is done with every block.
trait Each<T, A, B> {
    /// # Safety
    /// The elements of the block must be coordinates of both sides, which do not overlap.
    unsafe fn block<X: Axis>(&self, block: Block<T, A, B, X>);
}

/// Tiles of elements of `SIZE` bytes, all initialised, in the registers of a machine.
struct Tiled<R, const SIZE: usize, const EACH: usize>(R);

impl<T: Copy, A: Outer, B: Outer, R: Registers, const SIZE: usize, const EACH: usize> Each<T, A, B>
    for Tiled<R, SIZE, EACH>
{
    #[inline(always)]
    unsafe fn block<X: Axis>(&self, block: Block<T, A, B, X>) {
        let all = ((0, block.rows.len()), (0, block.columns.len()));
        // SAFETY: all of the block.
        unsafe { block.tiles::<R, SIZE, EACH>(self.0, all.0, all.1) }
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
    pub(super) unsafe fn transposes<R: Registers>(self, registers: R, write: Write) {
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
                return self.blocks(write, OneByOne);
            }
            match size_of::<T>() {
                // A tile of registers of 64 bytes would be 64 registers.
                1 if R::BYTES == 64 => self.blocks(write, Tiled::<_, 1, 16>(registers.narrow())),
                1 => self.blocks(write, Tiled::<_, 1, 16>(registers)),
                2 => self.blocks(write, Tiled::<_, 2, 8>(registers)),
                4 => self.blocks(write, Tiled::<_, 4, 4>(registers)),
                8 => self.blocks(write, Tiled::<_, 8, 2>(registers)),
                _ => self.blocks(write, OneByOne),
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

    /// Every block at every place of the loops around it.
    #[inline(always)]
    unsafe fn blocks(self, write: Write, each: impl Each<T, A, B>) {
        if self.plan.axes == [1, 1] {
            let (row, column) = (self.plan.nest.get(0), self.plan.nest.get(1));
            for j in (0..column.extent).step_by(BLOCK[1]) {
                let n = BLOCK[1].min(column.extent - j);
                for i in (0..row.extent).step_by(BLOCK[0]) {
                    let m = BLOCK[0].min(row.extent - i);
                    let first = [
                        i as isize * row.strides[0] + j as isize,
                        i as isize + j as isize * column.strides[1],
                    ];
                    let rows = Steps { len: m, stride: row.strides[0] };
                    let columns = Steps { len: n, stride: column.strides[1] };
                    // SAFETY: a part of the two inner loops.
                    unsafe { self.places(first, rows, columns, write, &each) };
                }
            }
            return;
        }
        let [rows, columns] = axes(self.plan);
        let mut room = [[MaybeUninit::uninit(); MAX_AXIS]; 2];
        let [room_for_rows, room_for_columns] = &mut room;
        let rows = table(room_for_rows, rows, 0);
        let columns = table(room_for_columns, columns, 1);
        // SAFETY: all of the inner loops.
        unsafe { self.places([0, 0], rows, columns, write, &each) };
    }

    /// One block at every place of the loops around it.
    #[inline(always)]
    unsafe fn places<X: Axis>(
        self,
        first: [isize; 2],
        rows: X,
        columns: X,
        write: Write,
        each: &impl Each<T, A, B>,
    ) {
        let Self { plan, from, to } = self;
        plan.nest.walk(
            plan.axes[0] + plan.axes[1],
            #[inline(always)]
            |[source, written]| {
                let at = [source + first[0], written + first[1]];
                let together = plan.together;
                // SAFETY: the inner loops at the place that the others have come to.
                unsafe { each.block(Block { from, to, at, rows, columns, together, write }) }
            },
        );
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
                // SAFETY: a whole tile of elements, the last one moved back to its end: the elements it shares
                // with the one before are written twice, and are the same.
                unsafe { self.tile::<R, SIZE, EACH>(registers, i, j) };
            }
        }
        // SAFETY: what no tile has.
        unsafe {
            self.each((i_end, i1), (j0, j1));
            self.each((i0, i_end), (j_end, j1));
        }
    }

    #[inline(always)]
    unsafe fn tile<R: Registers, const SIZE: usize, const EACH: usize>(
        &self,
        registers: R,
        i: usize,
        j: usize,
    ) {
        let side = R::BYTES / SIZE;
        let [source, written] = self.at;
        let from = Lines { side: self.from, at: source + j as isize, axis: self.rows, first: i };
        let to = Lines { side: self.to, at: written + i as isize, axis: self.columns, first: j };
        // Only the last tile of a row does not start at a multiple of its length.
        let write = if i.is_multiple_of(side) { self.write } else { Write::Store };
        if write == Write::Stream {
            // Rows of the next tile: the strides of large arrays are too long for the processor to see.
            for k in i + side..self.rows.len().min(i + 2 * side) {
                let ahead = from.at.wrapping_add(self.rows.offset(k));
                registers.prefetch(self.from.origin.wrapping_offset(ahead).cast());
            }
        }
        // SAFETY: a tile of elements of both sides, of a type whose bytes are initialised.
        unsafe { transpose::<R, SIZE, EACH>(registers, &from, &to, write) }
    }
}

/// The rows of a tile of one side: elements `first` and on of an axis.
struct Lines<S, X> {
    side: S,
    at: isize,
    axis: X,
    first: usize,
}

impl<T, O: Outer, X: Axis> Rows for Lines<Side<*const T, O>, X> {
    type Pointer = *const u8;
    #[inline(always)]
    unsafe fn row(&self, i: usize) -> *const u8 {
        // SAFETY: the caller's row is one of coordinates.
        unsafe { self.side.at(self.at + self.axis.offset(self.first + i)) }.cast()
    }
}

impl<T, O: Outer, X: Axis> Rows for Lines<Side<*mut T, O>, X> {
    type Pointer = *mut u8;
    #[inline(always)]
    unsafe fn row(&self, i: usize) -> *mut u8 {
        // SAFETY: the caller's row is one of coordinates.
        unsafe { self.side.at(self.at + self.axis.offset(self.first + i)) }.cast()
    }
}
