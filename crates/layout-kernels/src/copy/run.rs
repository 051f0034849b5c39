//! A plan carried out.

use super::bytes::initialised;
use super::known::{Known, Unknown};
use super::plan::{CopyPlan, CopyStep};
use super::registers::Registers;
use crate::nest::{Loop, step};
use crate::side::Side;
use crate::simd::{Machine, Task};
use core::mem::MaybeUninit;
use static_layout::internal::OffsetMap;

/// Steps of a loop that is near in the destination before one that is near in the source.
const TURN: usize = 16;

/// A copy of the elements of `from` to those of `to`.
#[derive(Clone, Copy)]
pub(crate) struct Copying<'p, T, A, B> {
    pub(crate) plan: &'p CopyPlan,
    pub(crate) from: Side<*const T, A>,
    pub(crate) to: Side<*mut T, B>,
}

/// A copy that the registers of a machine carry out.
pub(crate) trait Carried {
    /// # Safety
    /// The loops of the plan must visit coordinates of both sides only; no element of the destination may be one of
    /// the source.
    unsafe fn on<R: Registers>(self, registers: R);
}

/// A copy on the registers of a machine.
pub(crate) struct On<R, C> {
    pub(crate) registers: R,
    pub(crate) copying: C,
}

impl<R: Registers, C: Carried> Task for On<R, C> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self, _: M) {
        // SAFETY: the creator of this `On` promised the requirements of `on`.
        unsafe { self.copying.on(self.registers) }
    }
}

/// One innermost piece of a copy: where it starts, and the two loops it consists of.
#[derive(Clone, Copy)]
pub(super) struct Piece<T, A, B> {
    pub(super) from: Side<*const T, A>,
    pub(super) to: Side<*mut T, B>,
    at: [isize; 2],
    /// Neighbours in the destination, unless they are moved one by one.
    pub(super) inner: Loop<2>,
    pub(super) outer: Loop<2>,
    pub(super) together: usize,
    /// Written past the caches: in registers, and in narrow ones.
    pub(super) streams: [bool; 2],
}

/// How a copy is carried out. The compiler looks at no other way than the one that is called: a branch that is
/// never taken would cost it as much as this one.
pub(super) type Way<C, R, T, A, B> = unsafe fn(C, R, Piece<T, A, B>);

impl<T: Copy, A: OffsetMap, B: OffsetMap> Carried for Copying<'_, T, A, B> {
    #[inline(always)]
    unsafe fn on<R: Registers>(self, registers: R) {
        // SAFETY: the caller's promise.
        unsafe { self.known::<Unknown, R>(registers) }
    }
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Copying<'_, T, A, B> {
    /// [`Carried::on`] of a plan of which something is known.
    ///
    /// # Safety
    /// The requirements of [`Carried::on`] hold. `K` has the plan of this copy, or none.
    #[inline(always)]
    pub(crate) unsafe fn known<K: Known, R: Registers>(self, registers: R) {
        let Self { plan, from, to } = self;
        if plan.nest.size() == 0 {
            return;
        }
        let streams = |register: usize| plan.streams && can_stream::<T, B>(plan, to, register);
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
        // SAFETY: the two inner loops, at every place that the others come to.
        unsafe { (const { Self::way::<K, R>() })(self, registers, piece) }
        if streams[1] {
            registers.fence();
        }
    }

    /// The way of a plan that is known; one that looks at the plan otherwise.
    const fn way<K: Known, R: Registers>() -> Way<Self, R, T, A, B> {
        match &K::PLAN {
            None => Self::any,
            Some(plan) => match plan.step {
                CopyStep::Run => Self::row_way::<K, R>(),
                CopyStep::Transpose => Self::transposing::<K, R>(),
                CopyStep::Splat => Self::splats,
                CopyStep::Each => Self::every,
            },
        }
    }

    /// As the plan says.
    #[inline(always)]
    unsafe fn any<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller's promise.
        unsafe {
            match self.plan.step {
                CopyStep::Run => self.any_rows(registers, piece),
                CopyStep::Transpose => self.any_transposed(registers, piece),
                CopyStep::Splat => self.splats(registers, piece),
                CopyStep::Each => self.every(registers, piece),
            }
        }
    }

    #[inline(always)]
    unsafe fn splats<R>(self, _: R, piece: Piece<T, A, B>) {
        self.pieces(
            piece,
            #[inline(always)]
            // SAFETY: rows that repeat an element of the source.
            |piece| unsafe { piece.splats() },
        )
    }

    #[inline(always)]
    unsafe fn every<R>(self, _: R, piece: Piece<T, A, B>) {
        self.pieces(
            piece,
            #[inline(always)]
            // SAFETY: coordinates of both sides.
            |piece| unsafe { piece.every() },
        )
    }

    /// Calls `f` at every place that the outer loops come to. Where the second loop is near in the destination
    /// and the third one in the source, a few steps of the one take turns with all of the other.
    #[inline(always)]
    pub(super) fn pieces(self, piece: Piece<T, A, B>, mut f: impl FnMut(Piece<T, A, B>)) {
        let (second, third) = (self.plan.nest.get(1), self.plan.nest.get(2));
        let crosses = third.extent > 1 && third.strides[0].abs() < second.strides[0].abs();
        let block = if crosses { TURN } else { second.extent.max(1) };
        self.plan.nest.walk(
            3,
            #[inline(always)]
            |start| {
                for done in (0..second.extent).step_by(block) {
                    let outer = Loop { extent: block.min(second.extent - done), ..second };
                    let mut at = start;
                    for (at, stride) in at.iter_mut().zip(second.strides) {
                        *at += done as isize * stride;
                    }
                    for _ in 0..third.extent {
                        f(Piece { at, outer, ..piece });
                        step(&mut at, third.strides);
                    }
                }
            },
        );
    }
}

/// Whether every register that is written begins at a multiple of its length.
#[inline(always)]
fn can_stream<T, B: OffsetMap>(plan: &CopyPlan, to: Side<*mut T, B>, register: usize) -> bool {
    if !B::IS_IDENTITY || !initialised::<T>() || register == 0 {
        return false;
    }
    let mut bits = to.origin.addr() | size_of::<T>().wrapping_mul(plan.nest.starts[1] as usize);
    for each in plan.nest.loops() {
        if each.strides[1] != 1 {
            bits |= size_of::<T>().wrapping_mul(each.strides[1] as usize);
        }
    }
    bits.is_multiple_of(register)
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Piece<T, A, B> {
    /// The offsets of step `i` of the inner and step `j` of the outer loop.
    #[inline(always)]
    pub(super) fn offsets(&self, i: usize, j: usize) -> [isize; 2] {
        let mut at = self.at;
        for (s, at) in at.iter_mut().enumerate() {
            *at += i as isize * self.inner.strides[s] + j as isize * self.outer.strides[s];
        }
        at
    }

    /// One by one.
    #[inline(always)]
    pub(super) unsafe fn each(self, (i0, i1): (usize, usize), (j0, j1): (usize, usize)) {
        for j in j0..j1 {
            for i in i0..i1 {
                let [from, to] = self.offsets(i, j);
                // SAFETY: a coordinate of both sides. `MaybeUninit`: whatever the bytes are.
                unsafe {
                    let element = *self.from.at(from).cast::<MaybeUninit<T>>();
                    *self.to.at(to).cast() = element;
                }
            }
        }
    }

    /// Each row is one element again and again.
    #[inline(always)]
    unsafe fn splats(self) {
        for j in 0..self.outer.extent {
            let [from, _] = self.offsets(0, j);
            // SAFETY: a coordinate of the source.
            let element = unsafe { *self.from.at(from).cast::<MaybeUninit<T>>() };
            let mut i = 0;
            while i < self.inner.extent {
                let n = self.together.min(self.inner.extent - i);
                let [_, to] = self.offsets(i, j);
                // SAFETY: so many neighbours stay together, coordinates of the destination.
                let row = unsafe { self.to.at(to) }.cast::<MaybeUninit<T>>();
                for k in 0..n {
                    // SAFETY: as above.
                    unsafe { row.add(k).write(element) };
                }
                i += n;
            }
        }
    }

    /// One by one.
    #[inline(always)]
    unsafe fn every(self) {
        // SAFETY: as this function.
        unsafe { self.each((0, self.inner.extent), (0, self.outer.extent)) }
    }
}
