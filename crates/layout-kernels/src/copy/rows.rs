//! The step `Run`: moves rows of neighbours without reordering them.
//!
//! A row of 8 to 128 bytes with a length known to the compiler is a few moves of registers. A longer or odd one is a
//! `memcpy`. A destination larger than the caches is written past them, in rows of whole registers.

use super::few::Pair;
use super::known::PlanConst;
use super::plan::{CopyPlan, STREAM_FROM};
use super::registers::Registers;
use super::run::{
    Copying, InnerFn, InnerLoops, InnerStep, Piece, RegisterCopy, StepFn, can_stream, run_inner,
};
use crate::nest::Loop;
use crate::side::Side;
use core::marker::PhantomData;
use core::ptr;
use static_layout::internal::{NoMap, OffsetMap};

/// The size in bytes of a row above which `memcpy` is at least as fast as a loop of registers.
const LONG_ROW: usize = 4096;

/// The expression of the macro `$with` for arrays of `$bytes` bytes, or of 0 bytes for lengths without a loop of their own.
macro_rules! by_bytes {
    ($bytes:expr, [$($length:literal)*], $with:ident) => {
        match $bytes {
            $($length => $with!([u8; $length]),)*
            _ => $with!([u8; 0]),
        }
    };
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Copying<'_, T, A, B> {
    /// The function that moves rows of a constant length.
    pub(super) const fn row_way<K: PlanConst, R: Registers>() -> StepFn<Self, R, T, A, B> {
        let Some(plan) = &K::PLAN else { return Self::any_rows };
        let (extent, size) = (plan.nest.get(0).extent, size_of::<T>());
        macro_rules! chunks {
            ($bytes:ty) => {
                Self::inlined::<R, Chunks<$bytes>>
            };
        }
        macro_rules! rows {
            ($bytes:ty) => {
                Self::inlined::<R, Rows<$bytes>>
            };
        }
        if plan.together < extent {
            return by_bytes!(plan.together * size, [8 16 32 64], chunks);
        }
        if plan.streams {
            return Self::long_rows;
        }
        by_bytes!(extent * size, [8 16 32 64 128], rows)
    }

    /// Moves rows of any length. Selects the loop by the length once, not for each row.
    ///
    /// # Safety
    /// The requirements of [`RegisterCopy::on`](super::run::RegisterCopy::on) hold for `piece` at each step of the
    /// outer loops, and the step of the plan is `Run`.
    #[inline(always)]
    pub(super) unsafe fn any_rows<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller guarantees that the rows are whole, initialized and aligned registers. `by_bytes` passes the size of the chunks that it compared, and `loop_for`
        // passes the size of the rows.
        unsafe {
            if const { A::IS_IDENTITY && B::IS_IDENTITY } || piece.together >= piece.inner.extent {
                return self.called(registers, piece, loop_for(&piece, size_of::<T>()));
            }
            macro_rules! chunks {
                ($bytes:ty) => {
                    run_inner::<R, Chunks<$bytes>, T, A, B>
                };
            }
            let chunks: InnerFn<R, T, A, B> =
                by_bytes!(piece.together * size_of::<T>(), [8 16 32 64], chunks);
            self.called(registers, piece, chunks)
        }
    }

    /// Writes rows past the caches if they are whole registers.
    ///
    /// # Safety
    /// The requirements of `any_rows`.
    #[inline(always)]
    unsafe fn long_rows<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller guarantees that the rows are whole, initialized and aligned registers. `loop_for` returns a loop for these rows.
        unsafe { self.called(registers, piece, loop_for(&piece, size_of::<T>())) }
    }
}

/// Copies rows by a run-time plan. The type of the elements does not matter: a row is a number of bytes.
pub(super) struct ByteRows<'p> {
    pub(super) plan: &'p CopyPlan,
    /// The size of an element.
    pub(super) bytes: usize,
    pub(super) initialised: bool,
    pub(super) from: Side<*const u8, NoMap>,
    pub(super) to: Side<*mut u8, NoMap>,
}

impl RegisterCopy for ByteRows<'_> {
    const CALLS: bool = true;
    #[inline(always)]
    unsafe fn on<R: Registers>(self, registers: R) {
        let Self { plan, bytes, initialised, from, to } = self;
        let streams = |register: usize| {
            plan.streams && initialised && can_stream(plan, to.origin.addr(), bytes, register)
        };
        let streams = [streams(R::BYTES), streams(R::Narrow::BYTES)];
        let [outer, third] = [1, 2].map(
            #[inline(always)]
            |k| in_bytes(plan.nest.get(k), bytes),
        );
        let piece = row_piece(from, to, plan.nest.get(0).extent * bytes, outer, streams);
        let inner = InnerLoops::new(piece, third);
        let f = loop_for::<R, u8, NoMap, NoMap>(&piece, 1);
        plan.nest.walk(
            3,
            #[inline(always)]
            // SAFETY: the walk visits coordinates of both sides (rule K), which do not overlap, by the caller's
            // guarantee. A coordinate has `bytes` bytes from `bytes` times its offset on. `loop_for` returns a loop for
            // these rows.
            |at| unsafe { f(registers, &inner, at.map(|at| at * bytes as isize)) },
        );
        if streams[1] {
            registers.fence();
        }
    }
}

/// Copies the rows of two loops, which need no plan.
pub(super) struct PairRows {
    /// The loop over neighbours on both sides, and the one over rows.
    pub(super) pair: Pair,
    /// The size of an element.
    pub(super) bytes: usize,
    pub(super) initialised: bool,
    pub(super) from: Side<*const u8, NoMap>,
    pub(super) to: Side<*mut u8, NoMap>,
}

impl RegisterCopy for PairRows {
    const CALLS: bool = true;
    #[inline(always)]
    unsafe fn on<R: Registers>(self, registers: R) {
        let Self { pair, bytes, initialised, from, to } = self;
        let Pair([row, outer]) = pair;
        let is_large = initialised && row.extent * outer.extent * bytes >= STREAM_FROM;
        let outer = in_bytes(outer, bytes);
        let bits = to.origin.addr() | outer.strides[1] as usize;
        let streams = [R::BYTES, R::Narrow::BYTES].map(
            #[inline(always)]
            |register| is_large && register > 0 && bits.is_multiple_of(register),
        );
        let piece = row_piece(from, to, row.extent * bytes, outer, streams);
        let inner = InnerLoops::new(piece, Loop::ONCE);
        let f = loop_for::<R, u8, NoMap, NoMap>(&piece, 1);
        // SAFETY: the two loops visit coordinates of both sides, which do not overlap, by the caller's guarantee.
        // `Pair::rows` has found rows of neighbours, for which `loop_for` returns a loop.
        unsafe { f(registers, &inner, [0; 2]) };
        if streams[1] {
            registers.fence();
        }
    }
}

/// A loop over elements of `bytes` bytes, with strides in bytes.
#[inline(always)]
fn in_bytes(each: Loop<2>, bytes: usize) -> Loop<2> {
    Loop { strides: each.strides.map(|stride| stride * bytes as isize), ..each }
}

/// Rows of `bytes` bytes at each step of `outer`, whose strides are in bytes.
#[inline(always)]
fn row_piece(
    from: Side<*const u8, NoMap>,
    to: Side<*mut u8, NoMap>,
    bytes: usize,
    outer: Loop<2>,
    streams: [bool; 2],
) -> Piece<u8, NoMap, NoMap> {
    let inner = Loop { extent: bytes, strides: [1; 2] };
    Piece { from, to, at: [0; 2], inner, outer, together: bytes, streams }
}

/// The function that moves the rows of `piece`, of elements of `size` bytes, by their length.
#[inline(always)]
fn loop_for<R: Registers, T: Copy, A: OffsetMap, B: OffsetMap>(
    piece: &Piece<T, A, B>,
    size: usize,
) -> InnerFn<R, T, A, B> {
    let bytes = piece.inner.extent * size;
    if const { R::BYTES > 0 }
        && piece.streams[0]
        && bytes <= LONG_ROW
        && bytes.is_multiple_of(R::BYTES)
    {
        return run_inner::<R, StreamedRows, T, A, B>;
    }
    if const { R::Narrow::BYTES > 0 }
        && piece.streams[1]
        && bytes <= LONG_ROW
        && bytes.is_multiple_of(R::Narrow::BYTES)
    {
        return run_inner::<R, NarrowStreamedRows, T, A, B>;
    }
    macro_rules! rows {
        ($bytes:ty) => {
            run_inner::<R, Rows<$bytes>, T, A, B>
        };
    }
    by_bytes!(bytes, [8 16 32 64 128], rows)
}

/// Moves rows of `size_of::<Bytes>()` bytes, or of any length if that is 0. The inner loop has stride 1 on both sides.
struct Rows<Bytes>(PhantomData<Bytes>);
impl<Bytes, T: Copy, A: OffsetMap, B: OffsetMap> InnerStep<T, A, B> for Rows<Bytes> {
    #[inline(always)]
    unsafe fn run<R: Registers>(_: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller's requirements: the rows have the size of `Bytes`, if it has one.
        unsafe { piece.rows::<Bytes>() }
    }
}

/// Moves chunks of `together` neighbours, which have `size_of::<Bytes>()` bytes, or any number if that is 0.
struct Chunks<Bytes>(PhantomData<Bytes>);
impl<Bytes, T: Copy, A: OffsetMap, B: OffsetMap> InnerStep<T, A, B> for Chunks<Bytes> {
    #[inline(always)]
    unsafe fn run<R: Registers>(_: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller's requirements: the chunks have the size of `Bytes`, if it has one.
        unsafe { piece.chunks::<Bytes>() }
    }
}

/// Moves rows past the caches. They are whole registers, initialized and aligned.
struct StreamedRows;
impl<T: Copy, A: OffsetMap, B: OffsetMap> InnerStep<T, A, B> for StreamedRows {
    #[inline(always)]
    unsafe fn run<R: Registers>(registers: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller guarantees that the rows are whole, initialized and aligned registers.
        unsafe { piece.streamed_rows(registers) }
    }
}

/// [`StreamedRows`] in narrow registers.
struct NarrowStreamedRows;
impl<T: Copy, A: OffsetMap, B: OffsetMap> InnerStep<T, A, B> for NarrowStreamedRows {
    #[inline(always)]
    unsafe fn run<R: Registers>(registers: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller's requirements, for the narrow registers.
        unsafe { piece.streamed_rows(registers.narrow()) }
    }
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Piece<T, A, B> {
    /// Moves rows of `size_of::<Bytes>()` bytes, or of any length if that is 0.
    ///
    /// # Safety
    /// The two loops visit coordinates of both sides, which do not overlap. The inner loop has stride 1 on both sides,
    /// no swizzle separates its elements, and its size is the size of `Bytes`, unless that is 0.
    #[inline(always)]
    unsafe fn rows<Bytes>(self) {
        for j in 0..self.outer.extent {
            let [from, to] = self.offsets(0, j);
            // SAFETY: the caller guarantees that the row consists of neighbours on both sides, as long as `Bytes`.
            unsafe { moved::<T, Bytes>(self.from.at(from), self.to.at(to), self.inner.extent) };
        }
    }

    /// Moves rows past the caches, in registers.
    ///
    /// # Safety
    /// The requirements of `rows`. Each row is a multiple of `R::BYTES`, of initialized bytes, and aligned to
    /// `R::BYTES` in the destination.
    #[inline(always)]
    unsafe fn streamed_rows<R: Registers>(self, registers: R) {
        let bytes = self.inner.extent * size_of::<T>();
        for j in 0..self.outer.extent {
            let [from, to] = self.offsets(0, j);
            // SAFETY: the row has `bytes` bytes on both sides, a multiple of `R::BYTES`, so that each register lies in
            // it. The caller guarantees that they are initialized and aligned.
            unsafe {
                let (from, to) = (self.from.at(from).cast::<u8>(), self.to.at(to).cast::<u8>());
                let mut at = 0;
                while at < bytes {
                    registers.stream(to.add(at), registers.load(from.add(at)));
                    at += R::BYTES;
                }
            }
        }
    }
}

/// Moves `size_of::<Bytes>()` bytes, or `n` elements if that is 0.
///
/// # Safety
/// Both pointers are valid for this number of bytes or elements, which do not overlap.
#[inline(always)]
pub(super) unsafe fn moved<T, Bytes>(from: *const T, to: *mut T, n: usize) {
    // SAFETY: the caller guarantees valid pointers without overlap. `copy_nonoverlapping` copies uninitialized bytes,
    // such as padding, as they are.
    unsafe {
        if size_of::<Bytes>() > 0 {
            ptr::copy_nonoverlapping(from.cast::<u8>(), to.cast::<u8>(), size_of::<Bytes>());
        } else {
            ptr::copy_nonoverlapping(from, to, n);
        }
    }
}
