//! Copies that exchange neighbours: tiles transposed in registers, in blocks that the caches hold.

use super::axis::{Axis, Fixed, Steps, table};
use super::block::{Block, Each, OneByOne, Tiled};
use super::bytes::initialised;
use super::known::{Known, Offsets, Unknown};
use super::narrow::{NARROW, Narrow};
use super::order::TileOrder;
use super::plan::{CopyPlan, MAX_AXIS};
use super::registers::Registers;
use super::run::{Copying, Piece, Way};
use crate::nest::Loop;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use static_layout::internal::OffsetMap;

/// Elements of a block along the neighbours in the destination, and along those in the source, where the
/// destination is written past the caches: it needs whole lines only, and what is read runs long.
const STREAMED: [usize; 2] = [64, 512];

/// Bytes up to which both sides are in the nearest cache, and shorter registers are faster: what bounds a
/// transposition there are the exchanges of lanes, of which these need fewer.
const NEAREST: usize = 32 << 10;

/// Whether both sides are in the nearest cache.
const fn is_near(plan: &CopyPlan, bytes: usize) -> bool {
    2 * plan.nest.size() * bytes <= NEAREST
}

/// Whether each axis is one loop.
const fn is_single(plan: &CopyPlan) -> bool {
    plan.axes[0] == 1 && plan.axes[1] == 1
}

/// The loops of both axes.
fn axes(plan: &CopyPlan) -> [&[Loop<2>]; 2] {
    let (inner, rest) = plan.nest.loops().split_at(plan.axes[0]);
    [inner, &rest[..plan.axes[1]]]
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Copying<'_, T, A, B> {
    /// How a plan that is known transposes.
    pub(super) const fn transposing<K: Known, R: Registers>() -> Way<Self, R, T, A, B> {
        let Some(plan) = &K::PLAN else { return Self::any_transposed };
        if A::IS_IDENTITY && B::IS_IDENTITY && plan.axes[0] == 1 && plan.axes[1] == 1 {
            match (plan.nest.get(0).extent, plan.nest.get(1).extent) {
                (2, NARROW..) => return Self::woven::<R, 2>,
                (3, NARROW..) => return Self::woven::<R, 3>,
                (NARROW.., 2) => return Self::parted::<R, 2>,
                (NARROW.., 3) => return Self::parted::<R, 3>,
                _ => {}
            }
        }
        if R::BYTES == 0 {
            return Self::one_by_one::<K, R>;
        }
        let is_near = is_near(plan, size_of::<T>());
        match size_of::<T>() {
            1 if R::BYTES == 64 => Self::narrower::<K, R, 1, 16>,
            1 => Self::tiled::<K, R, 1, 16>,
            2 => Self::tiled::<K, R, 2, 8>,
            4 if R::BYTES == 64 && is_near => Self::narrower::<K, R, 4, 4>,
            4 => Self::tiled::<K, R, 4, 4>,
            8 => Self::tiled::<K, R, 8, 2>,
            _ => Self::one_by_one::<K, R>,
        }
    }

    /// As the plan says.
    ///
    /// # Safety
    /// As for `on`, of a plan that transposes tiles.
    #[inline(always)]
    pub(super) unsafe fn any_transposed<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        // SAFETY: a narrow axis where it is asked for. Then elements of this size.
        unsafe {
            if const { A::IS_IDENTITY && B::IS_IDENTITY } && self.plan.axes == [1, 1] {
                match (self.plan.nest.get(0).extent, self.plan.nest.get(1).extent) {
                    (2, NARROW..) => return self.woven::<R, 2>(registers, piece),
                    (3, NARROW..) => return self.woven::<R, 3>(registers, piece),
                    (NARROW.., 2) => return self.parted::<R, 2>(registers, piece),
                    (NARROW.., 3) => return self.parted::<R, 3>(registers, piece),
                    _ => {}
                }
            }
            (const { Self::by_size::<R>() })(self, registers, piece)
        }
    }

    /// Tiles of elements of a size that registers have.
    const fn by_size<R: Registers>() -> Way<Self, R, T, A, B> {
        if R::BYTES == 0 {
            return Self::one_by_one::<Unknown, R>;
        }
        match size_of::<T>() {
            // A tile of registers of 64 bytes would be 64 registers.
            1 if R::BYTES == 64 => Self::narrower::<Unknown, R, 1, 16>,
            1 => Self::tiled::<Unknown, R, 1, 16>,
            2 => Self::tiled::<Unknown, R, 2, 8>,
            4 if R::BYTES == 64 => Self::near_or_far::<R>,
            4 => Self::tiled::<Unknown, R, 4, 4>,
            8 => Self::tiled::<Unknown, R, 8, 2>,
            _ => Self::one_by_one::<Unknown, R>,
        }
    }

    #[inline(always)]
    unsafe fn near_or_far<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller's promise.
        unsafe {
            if is_near(self.plan, size_of::<T>()) {
                self.narrower::<Unknown, R, 4, 4>(registers, piece)
            } else {
                self.tiled::<Unknown, R, 4, 4>(registers, piece)
            }
        }
    }

    /// Tiles of shorter registers.
    #[inline(always)]
    unsafe fn narrower<K: Known, R: Registers, const SIZE: usize, const EACH: usize>(
        self,
        registers: R,
        piece: Piece<T, A, B>,
    ) {
        // SAFETY: the caller's promise.
        unsafe { self.tiled::<K, R::Narrow, SIZE, EACH>(registers.narrow(), piece) }
    }

    /// Tiles, where the bytes of elements are initialised.
    #[inline(always)]
    unsafe fn tiled<K: Known, R: Registers, const SIZE: usize, const EACH: usize>(
        self,
        registers: R,
        piece: Piece<T, A, B>,
    ) {
        // SAFETY: the caller's promise.
        unsafe {
            if !initialised::<T>() {
                return self.one_by_one::<K, R>(registers, piece);
            }
            let streams = piece.streams[0];
            let each = Tiled::<R, K, SIZE, EACH> { registers, streams, plan: PhantomData };
            let block = match self.plan.order {
                _ if streams => STREAMED,
                order if order.around_inside => [each.side(); 2],
                order => order.block(),
            };
            self.blocks::<K, _>(block, each)
        }
    }

    #[inline(always)]
    unsafe fn one_by_one<K: Known, R>(self, _: R, _: Piece<T, A, B>) {
        // SAFETY: the caller's promise.
        unsafe { self.blocks::<K, _>(self.plan.order.block(), OneByOne) }
    }

    /// A narrow axis in the destination.
    #[inline(always)]
    unsafe fn woven<R, const N: usize>(self, _: R, _: Piece<T, A, B>) {
        self.narrow(
            #[inline(always)]
            // SAFETY: `N` neighbours in the destination.
            |narrow| unsafe { narrow.weave::<N>() },
        )
    }

    /// A narrow axis in the source.
    #[inline(always)]
    unsafe fn parted<R, const N: usize>(self, _: R, _: Piece<T, A, B>) {
        self.narrow(
            #[inline(always)]
            // SAFETY: `N` neighbours in the source.
            |narrow| unsafe { narrow.part::<N>() },
        )
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
    unsafe fn blocks<K: Known, E: Each<T, A, B>>(self, block: [usize; 2], each: E) {
        // SAFETY: the caller's promise.
        unsafe { (const { Self::of_axes::<K, E>() })(self, block, each) }
    }

    /// [`blocks`](Self::blocks) of such axes.
    const fn of_axes<K: Known, E: Each<T, A, B>>() -> unsafe fn(Self, [usize; 2], E) {
        match &K::PLAN {
            None => Self::blocks_of_any,
            Some(plan) if is_single(plan) => Self::blocks_of_single,
            _ if Offsets::<K>::BOTH.is_some() => Self::blocks_of_fixed::<K, E>,
            _ => Self::blocks_of_several,
        }
    }

    #[inline(always)]
    unsafe fn blocks_of_any<E: Each<T, A, B>>(self, block: [usize; 2], each: E) {
        // SAFETY: the caller's promise.
        unsafe {
            if is_single(self.plan) {
                self.blocks_of_single(block, each)
            } else {
                self.blocks_of_several(block, each)
            }
        }
    }

    /// Each axis is one loop.
    #[inline(always)]
    unsafe fn blocks_of_single<E: Each<T, A, B>>(self, block: [usize; 2], each: E) {
        let (row, column) = (self.plan.nest.get(0), self.plan.nest.get(1));
        let rows = Steps { first: 0, len: row.extent, stride: row.strides[0] };
        let columns = Steps { first: 0, len: column.extent, stride: column.strides[1] };
        // SAFETY: all of the inner loops.
        unsafe { self.parts(block, rows, columns, &each) }
    }

    /// An axis is several loops.
    #[inline(always)]
    unsafe fn blocks_of_several<E: Each<T, A, B>>(self, block: [usize; 2], each: E) {
        let [rows, columns] = axes(self.plan);
        let mut room = [[MaybeUninit::uninit(); MAX_AXIS]; 2];
        let [room_for_rows, room_for_columns] = &mut room;
        let rows = table(room_for_rows, rows, 0);
        let columns = table(room_for_columns, columns, 1);
        // SAFETY: all of the inner loops.
        unsafe { self.parts(self.wide(block), rows, columns, &each) }
    }

    /// The same, of loops that are constants.
    #[inline(always)]
    unsafe fn blocks_of_fixed<K: Known, E: Each<T, A, B>>(self, block: [usize; 2], each: E) {
        let Some((offsets, lens)) = (const { &Offsets::<K>::BOTH }) else { return };
        let [rows, columns] = [0, 1].map(
            #[inline(always)]
            |axis| Fixed::new(&offsets[axis], lens[axis]),
        );
        // SAFETY: all of the inner loops.
        unsafe { self.parts(self.wide(block), rows, columns, &each) }
    }

    /// The loops of an axis are short, and those around it near: what is written runs longest in one block.
    #[inline(always)]
    fn wide(&self, block: [usize; 2]) -> [usize; 2] {
        if self.plan.order.around_inside { block } else { [MAX_AXIS; 2] }
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
        let inner = plan.axes[0] + plan.axes[1];
        let apart = to.origin.addr().wrapping_sub(from.origin.addr());
        let backwards = order.runs_backwards(&plan.nest, inner, size_of::<T>(), apart);
        TileOrder::FIRST.visit(
            blocks,
            |_| false,
            #[inline(always)]
            |i, j, _| {
                let (i, j) = (i * block[0], j * block[1]);
                // SAFETY: both are cut at their ends.
                let (rows, columns) = unsafe {
                    (
                        rows.part(i, block[0].min(rows.len() - i)),
                        columns.part(j, block[1].min(columns.len() - j)),
                    )
                };
                plan.nest.walk_towards(
                    inner,
                    backwards,
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
