//! Runs a plan: the outer loops, and the steps `Splat` and `Each`.
//!
//! ```text
//! for each step of loops 3.. :                 # Nest::walk
//!     for each part of loop 1:                 # all of it, or TURN steps if loop 2 is nearer in the source
//!         for each step of loop 2:
//!             f(piece of loops 0 and 1)        # rows, chunks, splats or elements
//! ```
//!
//! Transposed tiles need the two axes as a whole, and have their own loops (`tiles`).
//!
//! A constant plan inlines `f`. A run-time plan would build these loops for every `f` that it may need, which costs the
//! compiler seconds. So it selects a function ([`InnerFn`]) that runs loops 0 to 2 on the registers of the machine, and
//! the loops outside are built once.

use super::known::{PlanConst, RuntimePlan};
use super::plan::{CopyPlan, CopyStep};
use super::registers::Registers;
use super::tiles::Transposing;
use crate::nest::{Loop, step};
use crate::side::Side;
use crate::simd::{Machine, Task};
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use static_layout::internal::OffsetMap;

/// The number of steps of a loop that is near in the destination, before the loop outside, near in the source, takes a
/// step: both sides stay in the first-level cache.
const TURN: usize = 16;

/// A copy of the elements of `from` to those of `to`.
#[derive(Clone, Copy)]
pub(crate) struct Copying<'p, T, A, B> {
    pub(crate) plan: &'p CopyPlan,
    /// Whether every byte of the elements is initialized, so that registers may hold them.
    pub(crate) initialised: bool,
    pub(crate) from: Side<*const T, A>,
    pub(crate) to: Side<*mut T, B>,
}

/// A copy that runs on the registers of a machine.
pub(crate) trait RegisterCopy {
    /// Whether [`on`](Self::on) only calls functions that are compiled for the registers.
    const CALLS: bool = false;
    /// Runs the copy.
    ///
    /// # Safety
    /// The loops of the plan must visit coordinates of both sides only; no element of the destination may be one of
    /// the source.
    unsafe fn on<R: Registers>(self, registers: R);
}

/// The task to run a copy on the registers of a machine. Its creator guarantees the requirements of
/// [`RegisterCopy::on`].
pub(crate) struct RegisterTask<R, C> {
    pub(crate) registers: R,
    pub(crate) copying: C,
}

impl<R: Registers, C: RegisterCopy> Task for RegisterTask<R, C> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        // SAFETY: the creator of this `RegisterTask` guarantees the requirements of `on`.
        unsafe { self.copying.on(self.registers) }
    }
}

/// One step of the outer loops of a copy: its start, and the two inner loops.
#[derive(Clone, Copy)]
pub(super) struct Piece<T, A, B> {
    pub(super) from: Side<*const T, A>,
    pub(super) to: Side<*mut T, B>,
    pub(super) at: [isize; 2],
    /// The loop over neighbours in the destination, unless the step is `Each`.
    pub(super) inner: Loop<2>,
    pub(super) outer: Loop<2>,
    pub(super) together: usize,
    /// Whether rows are written past the caches in registers, and in narrow registers.
    pub(super) streams: [bool; 2],
}

/// A function that runs the two inner loops of a copy. A pointer that `const` code selects, because the compiler would
/// build the code of every branch of a `match`, also of those that a constant plan never takes.
pub(super) type StepFn<C, R, T, A, B> = unsafe fn(C, R, Piece<T, A, B>);

impl<T: Copy, A: OffsetMap, B: OffsetMap> RegisterCopy for Copying<'_, T, A, B> {
    #[inline(always)]
    unsafe fn on<R: Registers>(self, registers: R) {
        // SAFETY: the caller's requirements; `RuntimePlan` has no plan.
        unsafe { self.known::<RuntimePlan, R>(registers) }
    }
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Copying<'_, T, A, B> {
    /// [`RegisterCopy::on`] with the plan as a constant, if there is one.
    ///
    /// # Safety
    /// The requirements of [`RegisterCopy::on`]. `K` has the plan of this copy, or none.
    #[inline(always)]
    pub(crate) unsafe fn known<K: PlanConst, R: Registers>(self, registers: R) {
        let Self { plan, from, to, initialised } = self;
        if plan.nest.size() == 0 {
            return;
        }
        let streams = |register: usize| {
            plan.streams
                && initialised
                && B::IS_IDENTITY
                && can_stream(plan, to.origin.addr(), size_of::<T>(), register)
        };
        let streams = [streams(R::BYTES), streams(R::Narrow::BYTES)];
        let piece = Piece {
            from,
            to,
            at: plan.nest.starts,
            inner: plan.nest.get(0),
            outer: plan.nest.get(1),
            together: plan.together,
            streams,
        };
        // SAFETY: the caller's requirements. The piece has the two inner loops of the plan, and `streams` what
        // `can_stream` found.
        unsafe { (const { Self::way::<K, R>() })(self, registers, piece) }
        if streams[1] {
            registers.fence();
        }
    }

    /// The function for the step of a constant plan, or the one that reads the step of a run-time plan.
    const fn way<K: PlanConst, R: Registers>() -> StepFn<Self, R, T, A, B> {
        match &K::PLAN {
            None => Self::any::<K, R>,
            Some(plan) => match plan.step {
                CopyStep::Run => Self::row_way::<K, R>(),
                CopyStep::Transpose => Self::transposing::<K, R>(),
                CopyStep::Splat => Self::splats,
                _ => Self::every,
            },
        }
    }

    /// Runs the step of a run-time plan.
    ///
    /// # Safety
    /// The requirements of [`RegisterCopy::on`]. `piece` is of this plan.
    #[inline(always)]
    unsafe fn any<K: PlanConst, R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller's requirements; each function gets a plan of its step.
        unsafe {
            match self.plan.step {
                CopyStep::Run if const { K::MAY_RUN } => self.any_rows(registers, piece),
                CopyStep::Run => unreachable!("rows are moved as bytes"),
                CopyStep::Transpose => self.any_transposed(registers, piece),
                step => {
                    let f: InnerFn<R, T, A, B> = match step {
                        CopyStep::Splat => run_inner::<R, Splats, T, A, B>,
                        _ => run_inner::<R, Every, T, A, B>,
                    };
                    self.called(registers, piece, f)
                }
            }
        }
    }

    /// Repeats elements of the source.
    ///
    /// # Safety
    /// The requirements of `any`, of a plan with the step `Splat`.
    #[inline(always)]
    unsafe fn splats<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller's requirements. The step `Splat` has an inner loop of stride 1 in the destination and 0 in
        // the source.
        unsafe { self.inlined::<R, Splats>(registers, piece) }
    }

    /// Moves elements one by one.
    ///
    /// # Safety
    /// The requirements of `any`.
    #[inline(always)]
    unsafe fn every<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller's requirements; `Every` has no others.
        unsafe { self.inlined::<R, Every>(registers, piece) }
    }

    /// Runs `S` inside the loops of the plan.
    ///
    /// # Safety
    /// The requirements of [`RegisterCopy::on`], and those of `S` for the pieces of this plan.
    #[inline(always)]
    pub(super) unsafe fn inlined<R: Registers, S: InnerStep<T, A, B>>(
        self,
        registers: R,
        piece: Piece<T, A, B>,
    ) {
        self.pieces(
            piece,
            #[inline(always)]
            // SAFETY: `pieces` visits coordinates of both sides (rule K), which do not overlap. The caller guarantees
            // the requirements of `S`.
            |piece| unsafe { S::run(registers, piece) },
        )
    }

    /// Calls `f` at every step of the loops outside the three inner ones.
    ///
    /// # Safety
    /// The requirements of [`RegisterCopy::on`], and those of the step of `f` for the pieces of this plan.
    #[inline(always)]
    pub(super) unsafe fn called<R>(
        self,
        registers: R,
        piece: Piece<T, A, B>,
        f: InnerFn<R, T, A, B>,
    ) where
        R: Registers,
    {
        let inner = InnerLoops::of(self.plan, piece);
        self.plan.nest.walk(
            3,
            #[inline(always)]
            // SAFETY: the walk visits coordinates of both sides (rule K), which do not overlap.
            |at| unsafe { f(registers, &inner, at) },
        )
    }

    /// Calls `f` for the two inner loops at every step of the outer ones. If the third loop has a shorter stride in the
    /// source than the second one, it runs after each [`TURN`] steps of the second one, so that the lines of both sides
    /// are used while they are in the cache.
    #[allow(
        clippy::redundant_closure,
        reason = "`&mut f` would be called, not inlined, and a constant plan lost"
    )]
    #[inline(always)]
    pub(super) fn pieces(self, piece: Piece<T, A, B>, mut f: impl FnMut(Piece<T, A, B>)) {
        let inner = InnerLoops::of(self.plan, piece);
        self.plan.nest.walk(
            3,
            #[inline(always)]
            |at| {
                inner.pieces(
                    at,
                    #[inline(always)]
                    |piece| f(piece),
                )
            },
        );
    }
}

/// The three inner loops of a copy.
#[derive(Clone, Copy)]
pub(super) struct InnerLoops<T, A, B> {
    /// A piece at the first step of all loops.
    pub(super) piece: Piece<T, A, B>,
    pub(super) third: Loop<2>,
    /// The number of steps of the second loop before the third one takes a step.
    pub(super) block: usize,
}

/// A function that runs the three inner loops at one step of the loops outside.
///
/// # Safety
/// The three loops at the given offsets visit coordinates of both sides, which do not overlap, and the step of the
/// function has its requirements.
pub(super) type InnerFn<R, T, A, B> = unsafe fn(R, &InnerLoops<T, A, B>, [isize; 2]);

/// What a copy does with a piece.
pub(super) trait InnerStep<T, A, B> {
    /// Moves the elements of a piece.
    ///
    /// # Safety
    /// The two loops visit coordinates of both sides, which do not overlap, and have the form that the implementation
    /// names.
    unsafe fn run<R: Registers>(registers: R, piece: Piece<T, A, B>);
}

/// The [`InnerFn`] of the step `S`: a function of its own, compiled for the registers.
///
/// # Safety
/// The requirements of [`InnerFn`].
pub(super) unsafe fn run_inner<R, S, T, A, B>(
    registers: R,
    inner: &InnerLoops<T, A, B>,
    at: [isize; 2],
) where
    R: Registers,
    S: InnerStep<T, A, B>,
    T: Copy,
    A: OffsetMap,
    B: OffsetMap,
{
    registers.call(InnerTask { registers, inner, at, step: PhantomData::<S> })
}

/// The task of [`run_inner`], whose caller guarantees the requirements of [`InnerFn`].
struct InnerTask<'i, R, S, T, A, B> {
    registers: R,
    inner: &'i InnerLoops<T, A, B>,
    at: [isize; 2],
    step: PhantomData<S>,
}

impl<R, S, T, A, B> Task for InnerTask<'_, R, S, T, A, B>
where
    R: Registers,
    S: InnerStep<T, A, B>,
    T: Copy,
    A: OffsetMap,
    B: OffsetMap,
{
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        self.inner.pieces(
            self.at,
            #[inline(always)]
            // SAFETY: `pieces` visits coordinates of both sides, and the step has its requirements, by the guarantee of
            // the creator of this `InnerTask`.
            |piece| unsafe { S::run(self.registers, piece) },
        )
    }
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> InnerLoops<T, A, B> {
    /// The three inner loops of `plan`, whose first two are those of `piece`.
    #[inline(always)]
    fn of(plan: &CopyPlan, piece: Piece<T, A, B>) -> Self {
        Self::new(piece, plan.nest.get(2))
    }

    /// The loops of `piece`, and a third one.
    #[inline(always)]
    pub(super) fn new(piece: Piece<T, A, B>, third: Loop<2>) -> Self {
        let second = piece.outer;
        let crosses = third.extent > 1 && third.strides[0].abs() < second.strides[0].abs();
        let block = if crosses { TURN } else { second.extent.max(1) };
        Self { piece, third, block }
    }

    /// Calls `f` with each piece, from the offsets `start` on.
    #[inline(always)]
    fn pieces(&self, start: [isize; 2], mut f: impl FnMut(Piece<T, A, B>)) {
        let Self { piece, third, block } = *self;
        let second = piece.outer;
        #[cfg(debug_assertions)]
        let mut moved = 0;
        let mut done = 0;
        while done < second.extent {
            let outer = Loop { extent: block.min(second.extent - done), ..second };
            let [x, y] = second.strides;
            let mut at = [start[0] + done as isize * x, start[1] + done as isize * y];
            for _ in 0..third.extent {
                #[cfg(debug_assertions)]
                {
                    moved += outer.extent;
                }
                f(Piece { at, outer, ..piece });
                step(&mut at, third.strides);
            }
            done += block;
        }
        #[cfg(debug_assertions)]
        assert_eq!(moved, second.extent * third.extent, "the pieces have each coordinate once");
    }
}

/// Whether each row of the destination at `address`, of elements of `bytes` bytes, is aligned to a register of
/// `register` bytes.
#[inline(always)]
pub(super) fn can_stream(plan: &CopyPlan, address: usize, bytes: usize, register: usize) -> bool {
    if register == 0 {
        return false;
    }
    let mut bits = address | bytes.wrapping_mul(plan.nest.starts[1] as usize);
    for each in plan.nest.loops() {
        if each.strides[1] != 1 {
            bits |= bytes.wrapping_mul(each.strides[1] as usize);
        }
    }
    bits.is_multiple_of(register)
}

/// Repeats elements of the source. The inner loop has stride 1 in the destination and 0 in the source.
struct Splats;
impl<T: Copy, A: OffsetMap, B: OffsetMap> InnerStep<T, A, B> for Splats {
    #[inline(always)]
    unsafe fn run<R: Registers>(_: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller guarantees the elements of the piece, and the strides 1 and 0 of its inner loop.
        unsafe { piece.splats() }
    }
}

/// Moves elements one by one.
struct Every;
impl<T: Copy, A: OffsetMap, B: OffsetMap> InnerStep<T, A, B> for Every {
    #[inline(always)]
    unsafe fn run<R: Registers>(_: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller guarantees that the piece has an element on both sides for each coordinate.
        unsafe { piece.every() }
    }
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Piece<T, A, B> {
    /// The offsets of step `i` of the inner and step `j` of the outer loop.
    #[inline(always)]
    pub(super) fn offsets(&self, i: usize, j: usize) -> [isize; 2] {
        let ([a, b], [c, d]) = (self.inner.strides, self.outer.strides);
        let (i, j) = (i as isize, j as isize);
        [self.at[0] + i * a + j * c, self.at[1] + i * b + j * d]
    }

    /// Moves the elements of a range of steps of the inner loop, and of the outer loop, one by one.
    ///
    /// # Safety
    /// The loops visit coordinates of both sides, which do not overlap, and both ranges lie within their extents.
    #[inline(always)]
    pub(super) unsafe fn each(self, (i0, i1): (usize, usize), (j0, j1): (usize, usize)) {
        for j in j0..j1 {
            for i in i0..i1 {
                let [from, to] = self.offsets(i, j);
                // SAFETY: steps `i` and `j` are a coordinate of both sides, by the caller's guarantee. `MaybeUninit`
                // permits padding.
                unsafe {
                    let element = *self.from.at(from).cast::<MaybeUninit<T>>();
                    *self.to.at(to).cast() = element;
                }
            }
        }
    }

    /// Fills each row of the destination with one element of the source, in parts that a swizzle keeps adjacent.
    ///
    /// # Safety
    /// The loops visit coordinates of both sides, which do not overlap. The inner loop has stride 1 in the destination.
    #[inline(always)]
    unsafe fn splats(self) {
        for j in 0..self.outer.extent {
            let [from, _] = self.offsets(0, j);
            // SAFETY: step `j` of the outer loop is a coordinate of the source, by the caller's guarantee.
            let element = unsafe { *self.from.at(from).cast::<MaybeUninit<T>>() };
            let mut i = 0;
            while i < self.inner.extent {
                let n = self.together.min(self.inner.extent - i);
                let [_, to] = self.offsets(i, j);
                // SAFETY: step `i` is a coordinate of the destination, by the caller's guarantee.
                let row = unsafe { self.to.at(to) }.cast::<MaybeUninit<T>>();
                for k in 0..n {
                    // SAFETY: `k < together`, and `i` is a multiple of it: the swizzle keeps the neighbours from step
                    // `i` on adjacent. `i + k < inner.extent`, so that they are coordinates.
                    unsafe { row.add(k).write(element) };
                }
                i += n;
            }
        }
    }

    /// Moves all elements of the two loops one by one.
    ///
    /// # Safety
    /// The loops visit coordinates of both sides, which do not overlap.
    #[inline(always)]
    unsafe fn every(self) {
        // SAFETY: the caller's requirements; the ranges are the extents.
        unsafe {
            if const { A::IS_IDENTITY && B::IS_IDENTITY } && self.inner.strides == [-1, 1] {
                return self.reversed();
            }
            self.each((0, self.inner.extent), (0, self.outer.extent))
        }
    }

    /// Moves rows of neighbours whose order the source reverses. All reads of a chunk come before its writes, so that the
    /// compiler reverses it in registers although it does not know that the sides do not overlap.
    ///
    /// # Safety
    /// The loops visit coordinates of both sides, which do not overlap. The inner loop has the strides -1 and 1, and no side
    /// is swizzled.
    #[inline(always)]
    unsafe fn reversed(self) {
        /// The number of elements of a chunk.
        const CHUNK: usize = 32;
        for j in 0..self.outer.extent {
            let mut i = 0;
            while i + CHUNK <= self.inner.extent {
                let [from, to] = self.offsets(i, j);
                let mut chunk = [MaybeUninit::<T>::uninit(); CHUNK];
                for (k, element) in chunk.iter_mut().enumerate() {
                    // SAFETY: `i + k < inner.extent`: a coordinate of the source, by the caller's guarantee. `MaybeUninit`
                    // permits padding.
                    *element = unsafe { *self.from.at(from - k as isize).cast() };
                }
                // SAFETY: `i + CHUNK <= inner.extent`: coordinates of the destination, which are neighbours, by the caller's
                // guarantee.
                unsafe {
                    self.to
                        .at(to)
                        .cast::<MaybeUninit<T>>()
                        .copy_from_nonoverlapping(chunk.as_ptr(), CHUNK)
                };
                i += CHUNK;
            }
            // SAFETY: the rest of row `j`.
            unsafe { self.each((i, self.inner.extent), (j, j + 1)) };
        }
    }
}
