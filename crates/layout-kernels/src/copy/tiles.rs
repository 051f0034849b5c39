//! The step `Transpose`: tiles transposed in registers, in blocks that the caches hold.
//!
//! ```text
//! if one axis has 2 or 3 elements, each axis is one loop, and nothing is swizzled:
//!     weave or part rows                            # `narrow`
//! else by the size of an element (1, 2, 4, 8 bytes; others are moved one by one):
//!     for each block of the two axes:               # `BLOCK` elements, `STREAMED` past the caches
//!         for each step of the outer loops:
//!             move the block in tiles               # `block`, between packed rows if lines collide (`packed`)
//! ```
//!
//! 1. A constant plan selects its function in `const`, so that the compiler builds no other one. A run-time plan
//!    selects it once a copy. Each function below therefore exists for constants (`transposing`, `of_axes`) and as a
//!    `match` (`any_transposed`, `blocks_of_any`).
//! 2. A run-time plan calls functions of their own for the blocks (`Called`), so that the loops around them are built
//!    once for all of them.
//! 3. An axis of one loop multiplies its stride; an axis of several loops looks up a table of offsets, a constant one
//!    if the loops are powers of two (`axis`).

use super::axis::{ConstAxis, LoopAxis, TileAxis, table};
use super::block::TileBlock;
use super::known::{AxisOffsets, PlanConst, RuntimePlan, may_pack};
use super::move_block::{Called, InTiles, MoveBlock, OneByOne};
use super::narrow::{NARROW, NarrowAxes, NarrowFn, move_narrow};
use super::order::TileOrder;
use super::packed::{Packed, packed_block};
use super::plan::{CopyPlan, MAX_AXIS};
use super::registers::Registers;
use super::run::{Copying, Piece, StepFn};
use crate::nest::Loop;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use static_layout::internal::OffsetMap;

/// The number of elements of a block along each axis.
pub(super) const BLOCK: [usize; 2] = [512; 2];

/// The number of elements of a block that is written past the caches: of neighbours in the destination, then of
/// neighbours in the source. Writes need whole lines only; long runs of reads are prefetched by the processor.
pub(super) const STREAMED: [usize; 2] = [64, 512];

/// The size in bytes of both sides up to which they fit the first-level cache. There, exchanges of lanes bound a
/// transposition, and shorter registers need fewer of them.
const NEAREST: usize = 32 << 10;

/// Whether both sides, of `size` elements of `bytes` bytes, fit the first-level cache.
pub(super) const fn is_near(size: usize, bytes: usize) -> bool {
    2 * size * bytes <= NEAREST
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

/// Two axes whose elements are transposed, at every step of the loops outside.
pub(super) trait Transposing<T: Copy, A: OffsetMap, B: OffsetMap>: Copy {
    /// The number of elements.
    fn size(&self) -> usize;
    /// Whether every byte of the elements is initialized.
    fn initialised(&self) -> bool;
    /// The order of tiles.
    fn order(&self) -> TileOrder;
    /// The axis of neighbours in the destination and the axis of neighbours in the source, if each is one loop.
    fn single(&self) -> Option<[Loop<2>; 2]>;
    /// Calls `f` with the two axes, one loop each, at every step of the loops outside.
    fn narrow(self, f: impl FnMut(NarrowAxes<T, A, B>));
    /// Moves all blocks, of at most `block` elements along the two axes, at every step of the loops outside.
    ///
    /// # Safety
    /// The requirements of [`any_transposed`](Self::any_transposed), and those of `each`, whose `block` gets coordinates of
    /// both sides.
    unsafe fn blocks<K: PlanConst, E: MoveBlock<T, A, B>>(self, block: [usize; 2], each: E);

    /// Transposes by any plan.
    ///
    /// # Safety
    /// The requirements of [`RegisterCopy::on`](super::run::RegisterCopy::on). The step of the plan is `Transpose`.
    #[inline(always)]
    unsafe fn any_transposed<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller's requirements. `move_narrow` gets an axis of `N` elements, of one loop, without a swizzle,
        // by the tests around it; `by_size` gets the size of `T`.
        unsafe {
            if const { A::IS_IDENTITY && B::IS_IDENTITY }
                && let Some([row, column]) = self.single()
            {
                let f: Option<NarrowFn<R, T, A, B>> = match (row.extent, column.extent) {
                    (2, NARROW..) => Some(move_narrow::<R, T, A, B, 2, true>),
                    (3, NARROW..) => Some(move_narrow::<R, T, A, B, 3, true>),
                    (NARROW.., 2) => Some(move_narrow::<R, T, A, B, 2, false>),
                    (NARROW.., 3) => Some(move_narrow::<R, T, A, B, 3, false>),
                    _ => None,
                };
                if let Some(f) = f {
                    return self.narrow(
                        #[inline(always)]
                        |axes| f(registers, &axes),
                    );
                }
            }
            (const { by_size::<Self, R, T, A, B>() })(self, registers, piece)
        }
    }

    /// Moves tiles, of shorter registers if both sides fit the first-level cache.
    ///
    /// # Safety
    /// The requirements of `any_transposed`. Elements have 4 bytes.
    #[inline(always)]
    unsafe fn near_or_far<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller's requirements; `SIZE` is the size of `T`.
        unsafe {
            if is_near(self.size(), size_of::<T>()) {
                self.narrower::<RuntimePlan, R, 4, 4>(registers, piece)
            } else {
                self.tiled::<RuntimePlan, R, 4, 4>(registers, piece)
            }
        }
    }

    /// Moves strips of bytes. Uses shorter registers if there are fewer rows than a strip has.
    ///
    /// # Safety
    /// The requirements of `any_transposed`. Elements have 1 byte.
    #[inline(always)]
    unsafe fn strips<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        let is_long = self.single().is_some_and(
            #[inline(always)]
            |[row, _]| row.extent >= R::BYTES,
        );
        // SAFETY: the caller's requirements; `SIZE` is the size of `T`.
        unsafe {
            if is_long {
                self.tiled::<RuntimePlan, R, 1, 16>(registers, piece)
            } else {
                self.narrower::<RuntimePlan, R, 1, 16>(registers, piece)
            }
        }
    }

    /// Moves tiles of shorter registers.
    ///
    /// # Safety
    /// The requirements of `tiled`.
    #[inline(always)]
    unsafe fn narrower<K: PlanConst, R: Registers, const SIZE: usize, const EACH: usize>(
        self,
        registers: R,
        piece: Piece<T, A, B>,
    ) {
        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
        unsafe {
            self.in_tiles::<K, R, R::Narrow, SIZE, EACH>(registers, registers.narrow(), piece)
        }
    }

    /// Moves tiles if the bytes of `T` are initialized, or elements one by one.
    ///
    /// # Safety
    /// The requirements of `any_transposed`. `SIZE` is the size of `T`, and `EACH * SIZE` is 16.
    #[inline(always)]
    unsafe fn tiled<K: PlanConst, R: Registers, const SIZE: usize, const EACH: usize>(
        self,
        registers: R,
        piece: Piece<T, A, B>,
    ) {
        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
        unsafe { self.in_tiles::<K, R, R, SIZE, EACH>(registers, registers, piece) }
    }

    /// Moves tiles of the registers `R`, in code compiled for `M`.
    ///
    /// # Safety
    /// The requirements of `tiled`.
    #[inline(always)]
    unsafe fn in_tiles<
        K: PlanConst,
        M: Registers,
        R: Registers,
        const SIZE: usize,
        const EACH: usize,
    >(
        self,
        machine: M,
        registers: R,
        piece: Piece<T, A, B>,
    ) {
        // SAFETY: the caller's requirements. An `InTiles` is made only for a `T` with initialized bytes.
        unsafe {
            if !self.initialised() {
                return self.one_by_one::<K, R>(registers, piece);
            }
            let streams = piece.streams[0];
            let plan = PhantomData;
            let each = InTiles::<M, R, K, SIZE, EACH> { machine, registers, streams, plan };
            if const { A::IS_IDENTITY && B::IS_IDENTITY && may_pack::<K>() }
                && let Some(axes) = self.single()
            {
                let mut packs = self.order().packs(axes, SIZE, streams);
                // Tiles of half a line have fewer lines than a set, and long panels complete them.
                if const { SIZE == 4 && R::BYTES == 32 }
                    && self.order().is_long()
                    && !is_near(self.size(), SIZE)
                {
                    packs = [false; 2];
                }
                if packs != [false; 2] {
                    let each = Called::<_, false>(InTiles { streams: false, ..each });
                    return self.in_packed_blocks::<K, M, _>(Packed { machine, packs, each });
                }
            }
            let inside = self.order().around_inside && !streams;
            let block = match inside {
                _ if streams => STREAMED,
                true => [each.side(); 2],
                false => BLOCK,
            };
            if const { K::PLAN.is_some() } {
                self.blocks::<K, _>(block, each)
            } else if inside {
                self.blocks::<K, _>(block, Called::<_, true>(each))
            } else {
                self.blocks::<K, _>(block, Called::<_, false>(each))
            }
        }
    }

    /// Moves blocks between packed rows. Not inlined: it only calls functions compiled for the registers, and the loops of small
    /// matrices keep theirs.
    ///
    /// # Safety
    /// The requirements of `in_tiles`. Each axis is one loop, and no side is swizzled.
    #[inline(never)]
    unsafe fn in_packed_blocks<K: PlanConst, M, E>(self, each: Packed<M, E>)
    where
        M: Registers,
        E: MoveBlock<T, A, B>,
    {
        let Some(block) = packed_block(each.packs, size_of::<T>()) else { return };
        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
        unsafe { self.blocks::<K, _>(block, each) }
    }

    /// Moves elements one by one, in blocks.
    ///
    /// # Safety
    /// The requirements of `any_transposed`.
    #[inline(always)]
    unsafe fn one_by_one<K: PlanConst, R>(self, _: R, _: Piece<T, A, B>) {
        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
        unsafe { self.blocks::<K, _>(BLOCK, OneByOne) }
    }
}

/// The function that transposes elements of the size of `T`.
const fn by_size<C, R, T, A, B>() -> StepFn<C, R, T, A, B>
where
    C: Transposing<T, A, B>,
    R: Registers,
    T: Copy,
    A: OffsetMap,
    B: OffsetMap,
{
    if R::BYTES == 0 {
        return C::one_by_one::<RuntimePlan, R>;
    }
    match size_of::<T>() {
        1 if R::BYTES == 64 => C::strips::<R>,
        1 => C::tiled::<RuntimePlan, R, 1, 16>,
        2 => C::tiled::<RuntimePlan, R, 2, 8>,
        4 if R::BYTES == 64 => C::near_or_far::<R>,
        4 => C::tiled::<RuntimePlan, R, 4, 4>,
        8 => C::tiled::<RuntimePlan, R, 8, 2>,
        _ => C::one_by_one::<RuntimePlan, R>,
    }
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Transposing<T, A, B> for Copying<'_, T, A, B> {
    #[inline(always)]
    fn size(&self) -> usize {
        self.plan.nest.size()
    }
    #[inline(always)]
    fn initialised(&self) -> bool {
        self.initialised
    }
    #[inline(always)]
    fn order(&self) -> TileOrder {
        self.plan.order
    }
    #[inline(always)]
    fn single(&self) -> Option<[Loop<2>; 2]> {
        is_single(self.plan).then(|| [self.plan.nest.get(0), self.plan.nest.get(1)])
    }
    #[inline(always)]
    fn narrow(self, mut f: impl FnMut(NarrowAxes<T, A, B>)) {
        let Self { plan, from, to, .. } = self;
        let (row, column) = (plan.nest.get(0), plan.nest.get(1));
        plan.nest.walk(
            2,
            #[inline(always)]
            |at| f(NarrowAxes { from, to, at, row, column }),
        );
    }
    #[inline(always)]
    unsafe fn blocks<K: PlanConst, E: MoveBlock<T, A, B>>(self, block: [usize; 2], each: E) {
        // SAFETY: the function called has the requirements of this one, which the caller guarantees.
        unsafe { (const { Self::of_axes::<K, E>() })(self, block, each) }
    }
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Copying<'_, T, A, B> {
    /// The function that transposes by a constant plan.
    pub(super) const fn transposing<K: PlanConst, R: Registers>() -> StepFn<Self, R, T, A, B> {
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
        let is_near = is_near(plan.nest.size(), size_of::<T>());
        let is_short = !is_single(plan) || plan.nest.get(0).extent < R::BYTES;
        match size_of::<T>() {
            1 if R::BYTES == 64 && is_short => Self::narrower::<K, R, 1, 16>,
            1 => Self::tiled::<K, R, 1, 16>,
            2 => Self::tiled::<K, R, 2, 8>,
            4 if R::BYTES == 64 && is_near => Self::narrower::<K, R, 4, 4>,
            4 => Self::tiled::<K, R, 4, 4>,
            8 => Self::tiled::<K, R, 8, 2>,
            _ => Self::one_by_one::<K, R>,
        }
    }

    /// Weaves `N` rows of the source into one of the destination.
    ///
    /// # Safety
    /// The requirements of `any_transposed`. Each axis is one loop; the axis of neighbours in the destination has `N`
    /// elements, and no side is swizzled.
    #[inline(always)]
    unsafe fn woven<R, const N: usize>(self, _: R, _: Piece<T, A, B>) {
        self.narrow(
            #[inline(always)]
            // SAFETY: the caller guarantees an axis of `N` neighbours in the destination, and no swizzle.
            |narrow| unsafe { narrow.weave::<N>() },
        )
    }

    /// Parts a row of the source into `N` rows of the destination.
    ///
    /// # Safety
    /// The requirements of `any_transposed`. Each axis is one loop; the axis of neighbours in the source has `N` elements,
    /// and no side is swizzled.
    #[inline(always)]
    unsafe fn parted<R, const N: usize>(self, _: R, _: Piece<T, A, B>) {
        self.narrow(
            #[inline(always)]
            // SAFETY: the caller guarantees an axis of `N` neighbours in the source, and no swizzle.
            |narrow| unsafe { narrow.part::<N>() },
        )
    }

    /// The function that moves blocks of the axes of the plan `K`.
    const fn of_axes<K: PlanConst, E: MoveBlock<T, A, B>>() -> unsafe fn(Self, [usize; 2], E) {
        match &K::PLAN {
            None => Self::blocks_of_any,
            Some(plan) if is_single(plan) => Self::blocks_of_single,
            _ if AxisOffsets::<K>::BOTH.is_some() => Self::blocks_of_fixed::<K, E>,
            _ => Self::blocks_of_several,
        }
    }

    /// [`blocks`](Self::blocks) of a run-time plan.
    ///
    /// # Safety
    /// The requirements of [`blocks`](Self::blocks).
    #[inline(always)]
    unsafe fn blocks_of_any<E: MoveBlock<T, A, B>>(self, block: [usize; 2], each: E) {
        // SAFETY: the caller's requirements; `blocks_of_single` needs axes of one loop.
        unsafe {
            if is_single(self.plan) {
                self.blocks_of_single(block, each)
            } else {
                self.blocks_of_several(block, each)
            }
        }
    }

    /// [`blocks`](Self::blocks) of axes of one loop each.
    ///
    /// # Safety
    /// The requirements of [`blocks`](Self::blocks). Each axis is one loop.
    #[inline(always)]
    unsafe fn blocks_of_single<E: MoveBlock<T, A, B>>(self, block: [usize; 2], each: E) {
        let (row, column) = (self.plan.nest.get(0), self.plan.nest.get(1));
        let rows = LoopAxis { first: 0, len: row.extent, stride: row.strides[0] };
        let columns = LoopAxis { first: 0, len: column.extent, stride: column.strides[1] };
        // SAFETY: the caller's requirements. The axes have the extents of the two inner loops, all of their elements.
        unsafe { self.parts(block, rows, columns, &each) }
    }

    /// [`blocks`](Self::blocks) of axes of several loops.
    ///
    /// # Safety
    /// The requirements of [`blocks`](Self::blocks).
    #[inline(always)]
    unsafe fn blocks_of_several<E: MoveBlock<T, A, B>>(self, block: [usize; 2], each: E) {
        let [rows, columns] = axes(self.plan);
        let mut room = [[MaybeUninit::uninit(); MAX_AXIS]; 2];
        let [room_for_rows, room_for_columns] = &mut room;
        let rows = table(room_for_rows, rows, 0);
        let columns = table(room_for_columns, columns, 1);
        // SAFETY: the caller's requirements. The tables have the offsets of all elements of the inner loops.
        unsafe { self.parts(self.wide(block), rows, columns, &each) }
    }

    /// [`blocks`](Self::blocks) of axes of several constant loops.
    ///
    /// # Safety
    /// The requirements of [`blocks`](Self::blocks). `K` has the plan of this copy.
    #[inline(always)]
    unsafe fn blocks_of_fixed<K: PlanConst, E: MoveBlock<T, A, B>>(
        self,
        block: [usize; 2],
        each: E,
    ) {
        let Some((offsets, lens)) = (const { &AxisOffsets::<K>::BOTH }) else { return };
        let [rows, columns] = [0, 1].map(
            #[inline(always)]
            |axis| ConstAxis::new(&offsets[axis], lens[axis]),
        );
        // SAFETY: the caller's requirements. The tables have the offsets of all elements of the inner loops of `K`.
        unsafe { self.parts(self.wide(block), rows, columns, &each) }
    }

    /// The size of a block whose axes are several loops: all of them, because such an axis is short, and its runs of
    /// writes are longest in one block. One tile if each tile is moved at every step of the outer loops.
    #[inline(always)]
    fn wide(&self, block: [usize; 2]) -> [usize; 2] {
        if self.plan.order.around_inside { block } else { [MAX_AXIS; 2] }
    }

    /// Cuts the two axes into blocks, and moves each at every step of the outer loops.
    ///
    /// # Safety
    /// The requirements of [`blocks`](Self::blocks). `rows` and `columns` have the offsets of the two axes of the plan.
    #[inline(always)]
    unsafe fn parts<X: TileAxis>(
        self,
        block: [usize; 2],
        rows: X,
        columns: X,
        each: &impl MoveBlock<T, A, B>,
    ) {
        let Self { plan, from, to, .. } = self;
        let (together, order) = (plan.together, plan.order);
        let inner = plan.axes[0] + plan.axes[1];
        let apart = to.origin.addr().wrapping_sub(from.origin.addr());
        let backwards = order.runs_backwards(&plan.nest, inner, size_of::<T>(), apart);
        parts_of(
            block,
            rows,
            columns,
            #[inline(always)]
            |[i, j], rows, columns| {
                plan.nest.walk_towards(
                    inner,
                    backwards,
                    #[inline(always)]
                    |[source, written]| {
                        let at = [source + j as isize, written + i as isize];
                        // SAFETY: the walk visits coordinates of both sides (rule K), and the block is a part of the
                        // inner loops at one of them, so that its elements are also coordinates. The sides do not
                        // overlap, by the caller's guarantee.
                        unsafe {
                            each.block(TileBlock { from, to, at, rows, columns, together, order })
                        }
                    },
                );
            },
        );
    }
}

/// Calls `f` with each part of two axes, of at most `block` elements: its first row and column, and its axes.
#[inline(always)]
pub(super) fn parts_of<X: TileAxis>(
    block: [usize; 2],
    rows: X,
    columns: X,
    mut f: impl FnMut([usize; 2], X, X),
) {
    let mut j = 0;
    while j < columns.len() {
        let mut i = 0;
        while i < rows.len() {
            let sides = [block[0].min(rows.len() - i), block[1].min(columns.len() - j)];
            // SAFETY: `i < rows.len()` and `j < columns.len()`; each part ends at the end of its axis.
            let (rows, columns) = unsafe { (rows.part(i, sides[0]), columns.part(j, sides[1])) };
            f([i, j], rows, columns);
            i += block[0];
        }
        j += block[1];
    }
}
