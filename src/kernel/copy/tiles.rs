//! Copies that exchange neighbours: tiles transposed in registers, in blocks that the caches hold.

use super::axis::{Axis, Steps, table};
use super::block::Block;
use super::bytes::initialised;
use super::known::{
    Known, may_be_around_inside, may_have_axis_of, may_have_single_axes, may_stream,
};
use super::narrow::{NARROW, Narrow};
use super::order::TileOrder;
use super::plan::{CopyPlan, MAX_AXIS};
use super::registers::Registers;
use super::run::Copying;
use crate::kernel::nest::Loop;
use crate::swizzle::Outer;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// Elements of a block along the neighbours in the destination, and along those in the source, where the
/// destination is written past the caches: it needs whole lines only, and what is read runs long.
const STREAMED: [usize; 2] = [64, 512];

/// Bytes up to which both sides are in the nearest cache, and shorter registers are faster: what bounds a
/// transposition there are the exchanges of lanes, of which these need fewer.
const NEAREST: usize = 32 << 10;

/// What is done with every block.
trait Each<T, A, B> {
    /// # Safety
    /// The elements of the block must be coordinates of both sides, which do not overlap.
    unsafe fn block<X: Axis>(&self, block: Block<T, A, B, X>);
}

/// Tiles of elements of `SIZE` bytes, all initialised, in the registers of a machine.
struct Tiled<R, K, const SIZE: usize, const EACH: usize> {
    registers: R,
    /// Written past the caches.
    streams: bool,
    plan: PhantomData<K>,
}

impl<R: Registers, K, const SIZE: usize, const EACH: usize> Tiled<R, K, SIZE, EACH> {
    /// Elements of a side of a tile.
    const fn side(&self) -> usize {
        R::BYTES / SIZE
    }
}

impl<T: Copy, A: Outer, B: Outer, R: Registers, K: Known, const SIZE: usize, const EACH: usize>
    Each<T, A, B> for Tiled<R, K, SIZE, EACH>
{
    #[inline(always)]
    unsafe fn block<X: Axis>(&self, block: Block<T, A, B, X>) {
        let (rows, columns) = (block.rows.len(), block.columns.len());
        let side = self.side();
        if const { may_be_around_inside::<K>() }
            && block.order.around_inside
            && [rows, columns] == [side; 2]
            && side <= block.together
        {
            // SAFETY: one tile, which is all of the block. What `tiles` decides would be asked for each of them.
            return unsafe { block.tile::<R, SIZE, EACH, false>(self.registers, 0, 0) };
        }
        let mut first = 0;
        // SAFETY: all of the block. It is streamed where `can_stream` found that rows of the destination begin at
        // multiples of a register; what does not, the last tiles, is not.
        unsafe {
            if const { A::IS_IDENTITY && may_stream::<K>() }
                && self.streams
                && rows >= side
                && columns >= side
            {
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
    /// As for `on`, of a plan that transposes tiles.
    #[inline(always)]
    pub(super) unsafe fn transposes<K: Known, R: Registers>(self, registers: R, streams: bool) {
        // SAFETY: a narrow axis where it is asked for. Then elements of this size, whose bytes are
        // initialised where they go through registers.
        unsafe {
            if const { A::IS_IDENTITY && B::IS_IDENTITY && may_have_single_axes::<K>(true) }
                && self.plan.axes == [1, 1]
            {
                match (self.plan.nest.get(0).extent, self.plan.nest.get(1).extent) {
                    (2, NARROW..) if const { may_have_axis_of::<K>(2) } => {
                        return self.narrow(
                            #[inline(always)]
                            |narrow| narrow.weave::<2>(),
                        );
                    }
                    (3, NARROW..) if const { may_have_axis_of::<K>(3) } => {
                        return self.narrow(
                            #[inline(always)]
                            |narrow| narrow.weave::<3>(),
                        );
                    }
                    (NARROW.., 2) if const { may_have_axis_of::<K>(2) } => {
                        return self.narrow(
                            #[inline(always)]
                            |narrow| narrow.part::<2>(),
                        );
                    }
                    (NARROW.., 3) if const { may_have_axis_of::<K>(3) } => {
                        return self.narrow(
                            #[inline(always)]
                            |narrow| narrow.part::<3>(),
                        );
                    }
                    _ => {}
                }
            }
            if R::BYTES == 0 || !initialised::<T>() {
                return self.blocks::<K>(self.plan.order.block(), OneByOne);
            }
            macro_rules! tiled {
                ($size:literal, $registers:expr) => {{
                    const EACH: usize = 16 / $size;
                    let streams = const { may_stream::<K>() } && streams;
                    let each = Tiled::<_, K, $size, EACH> {
                        registers: $registers,
                        streams,
                        plan: PhantomData,
                    };
                    let block = match self.plan.order {
                        _ if streams => STREAMED,
                        order if order.around_inside => [each.side(); 2],
                        order => order.block(),
                    };
                    self.blocks::<K>(block, each)
                }};
            }
            let is_near = 2 * self.plan.nest.size() * size_of::<T>() <= NEAREST;
            match const { size_of::<T>() } {
                // A tile of registers of 64 bytes would be 64 registers.
                1 if const { R::BYTES == 64 } => tiled!(1, registers.narrow()),
                1 => tiled!(1, registers),
                2 => tiled!(2, registers),
                4 if const { R::BYTES == 64 } && is_near => tiled!(4, registers.narrow()),
                4 => tiled!(4, registers),
                8 => tiled!(8, registers),
                _ => self.blocks::<K>(self.plan.order.block(), OneByOne),
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
    unsafe fn blocks<K: Known>(self, block: [usize; 2], each: impl Each<T, A, B>) {
        if const { may_have_single_axes::<K>(true) } && self.plan.axes == [1, 1] {
            let (row, column) = (self.plan.nest.get(0), self.plan.nest.get(1));
            let rows = Steps { first: 0, len: row.extent, stride: row.strides[0] };
            let columns = Steps { first: 0, len: column.extent, stride: column.strides[1] };
            // SAFETY: all of the inner loops.
            return unsafe { self.parts(block, rows, columns, &each) };
        }
        if const { !may_have_single_axes::<K>(false) } {
            return;
        }
        let [rows, columns] = axes(self.plan);
        let mut room = [[MaybeUninit::uninit(); MAX_AXIS]; 2];
        let [room_for_rows, room_for_columns] = &mut room;
        let rows = table(room_for_rows, rows, 0);
        let columns = table(room_for_columns, columns, 1);
        // The loops of an axis are short, and those around it near: what is written runs longest in one block.
        let block = if self.plan.order.around_inside { block } else { [MAX_AXIS; 2] };
        // SAFETY: all of the inner loops.
        unsafe { self.parts(block, rows, columns, &each) }
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
        let (together, order) = (plan.together, plan.order);
        let blocks = [rows.len().div_ceil(block[0]), columns.len().div_ceil(block[1])];
        let among = if order.around_inside { order } else { TileOrder::FIRST };
        among.visit(
            blocks,
            #[inline(always)]
            |i, j| {
                let (i, j) = (i * block[0], j * block[1]);
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
                        unsafe {
                            each.block(Block { from, to, at, rows, columns, together, order })
                        }
                    },
                );
            },
        );
    }
}
