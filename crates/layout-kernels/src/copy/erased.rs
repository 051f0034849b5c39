//! Copies by run-time plans without a swizzle, which do not depend on the type of the elements.
//!
//! Rows are moved as bytes. Other steps depend on the size of an element, and on whether its bytes are initialized. The
//! functions here are not generic, so that they are compiled with this crate and not in each program that copies.

use super::few::{FewLeaves, Pair};
use super::known::RuntimeSteps;
use super::matrix::Matrix;
use super::plan::{CopyPlan, CopyStep};
use super::registers::Registers;
use super::rows::{ByteRows, PairRows};
use super::run::{Copying, RegisterCopy, RegisterTask};
use super::{dispatch, run_copy};
use crate::side::Side;
use crate::simd::{Machine, Portable};
use core::mem::MaybeUninit;
use static_layout::internal::{NoMap, OffsetMap};

/// A copy of elements of some size.
#[derive(Clone, Copy)]
struct Erased<'p> {
    plan: &'p CopyPlan,
    initialised: bool,
    from: Side<*const u8, NoMap>,
    to: Side<*mut u8, NoMap>,
}

impl Erased<'_> {
    /// The copy with elements of `SIZE` bytes, at any alignment.
    #[inline(always)]
    fn of_size<const SIZE: usize>(&self) -> Copying<'_, [MaybeUninit<u8>; SIZE], NoMap, NoMap> {
        let Self { plan, initialised, from, to } = *self;
        let (from, to) = (from.with_origin(from.origin.cast()), to.with_origin(to.origin.cast()));
        Copying { plan, initialised, from, to }
    }
}

/// A copy whose step is not `Run`, which [`rows`] moves.
struct OtherSteps<'p, T>(Copying<'p, T, NoMap, NoMap>);

impl<T: Copy> RegisterCopy for OtherSteps<'_, T> {
    #[inline(always)]
    unsafe fn on<R: Registers>(self, registers: R) {
        // SAFETY: the caller's requirements; `RuntimeSteps` has no plan.
        unsafe { self.0.known::<RuntimeSteps, R>(registers) }
    }
}

impl Matrix<u8> {
    /// The matrix with elements of `SIZE` bytes, at any alignment.
    #[inline(always)]
    fn of_size<const SIZE: usize>(self) -> Matrix<[MaybeUninit<u8>; SIZE]> {
        let Self { pair, initialised, from, to } = self;
        let (from, to) = (from.with_origin(from.origin.cast()), to.with_origin(to.origin.cast()));
        Matrix { pair, initialised, from, to }
    }
}

macro_rules! sizes {
    ($($name:ident: $size:literal,)*) => {
        $(
            #[inline(never)]
            fn $name(copying: Erased<'_>) {
                dispatch(OtherSteps(copying.of_size::<$size>()));
            }
        )*

        /// Moves elements of `bytes` bytes one by one in two loops.
        ///
        /// # Safety
        /// The requirements of [`Pair::run`]. [`has_size`] has found `bytes`.
        #[inline(always)]
        unsafe fn run_pair(
            pair: Pair,
            bytes: usize,
            from: Side<*const u8, NoMap>,
            to: Side<*mut u8, NoMap>,
        ) {
            match bytes {
                // SAFETY: the function called has the requirements of this one, which the caller guarantees.
                $($size => unsafe { pair.run::<$size>(from, to) },)*
                size => unreachable!("elements of {size} bytes"),
            }
        }

        /// Transposes a matrix of elements of `bytes` bytes.
        ///
        /// # Safety
        /// The two loops are coordinates of both sides, which do not overlap. [`has_size`] has found `bytes`.
        #[inline(always)]
        unsafe fn run_matrix(matrix: Matrix<u8>, bytes: usize) {
            match bytes {
                // The requirements of `RegisterCopy::on`, by the caller's guarantee.
                $($size => dispatch(matrix.of_size::<$size>()),)*
                size => unreachable!("elements of {size} bytes"),
            }
        }

        /// The function for elements of `size` bytes, if there is one.
        const fn of_size(size: usize) -> Option<fn(Erased<'_>)> {
            match size {
                $($size => Some($name),)*
                _ => None,
            }
        }
    };
}
sizes! {
    of_1: 1,
    of_2: 2,
    of_4: 4,
    of_8: 8,
    of_16: 16,
}

/// Whether elements of `size` bytes have a function of their own.
pub(super) const fn has_size(size: usize) -> bool {
    of_size(size).is_some()
}

/// Copies between two layouts of few leaves without the search of a plan, if they are two loops that need none. Returns
/// whether they are; otherwise nothing is copied.
///
/// # Safety
/// `from` and `to` are views of the layouts that `leaves` are of, and do not overlap. [`has_size`] has found `bytes`, the
/// size of an element. If `initialised` is set, each byte of the source is initialized.
#[inline(never)]
pub(super) unsafe fn run_few(
    leaves: [&FewLeaves; 2],
    bytes: usize,
    initialised: bool,
    from: Side<*const u8, NoMap>,
    to: Side<*mut u8, NoMap>,
) -> bool {
    let Some(pair) = Pair::of(leaves) else { return false };
    if pair.is_scattered() {
        // SAFETY: the caller guarantees the two views and the size.
        unsafe { run_pair(pair, bytes, from, to) };
        return true;
    }
    if let Some(pair) = pair.rows() {
        // The requirements of `RegisterCopy::on`, by the caller's guarantee.
        dispatch(PairRows { pair, bytes, initialised, from, to });
        return true;
    }
    if !pair.is_transposed() {
        return false;
    }
    // SAFETY: the caller guarantees the two views and the size.
    unsafe { run_matrix(Matrix { pair, initialised, from, to }, bytes) };
    true
}

/// Copies between two layouts of few leaves, whose extents are equal. Returns whether it did: not if a coordinate is missing,
/// or two coordinates may share an element of the destination.
///
/// # Safety
/// The requirements of [`run_few`].
#[inline(never)]
pub(super) unsafe fn run_leaves(
    leaves: [&FewLeaves; 2],
    bytes: usize,
    initialised: bool,
    from: Side<*const u8, NoMap>,
    to: Side<*mut u8, NoMap>,
) -> bool {
    // SAFETY: the caller's guarantee.
    if unsafe { run_few(leaves, bytes, initialised, from, to) } {
        return true;
    }
    let mut plan = CopyPlan::new();
    if !plan.found_of_leaves(leaves, bytes, None) {
        return false;
    }
    let erased = Erased { plan: &plan, initialised, from, to };
    // The requirements of `RegisterCopy::on`: the plan has the loops of the two layouts, which are views that do not overlap,
    // by the caller's guarantee.
    match of_size(bytes) {
        Some(run) if plan.step != CopyStep::Run => run(erased),
        _ => rows(erased, bytes),
    }
    true
}

/// Moves rows of elements of `bytes` bytes.
#[inline(never)]
fn rows(Erased { plan, initialised, from, to }: Erased<'_>, bytes: usize) {
    if plan.nest.size() > 0 {
        dispatch(ByteRows { plan, bytes, initialised, from, to });
    }
}

/// Runs a copy by a run-time plan. Its creator guarantees the requirements of
/// [`RegisterCopy::on`](super::run::RegisterCopy::on).
#[inline]
pub(super) fn run_any<T: Copy, A: OffsetMap, B: OffsetMap>(copying: Copying<'_, T, A, B>) {
    if const { !(A::IS_IDENTITY && B::IS_IDENTITY) } {
        return run_copy(copying);
    }
    let Copying { plan, initialised, from, to } = copying;
    let erased = Erased {
        plan,
        initialised,
        from: from.with_origin(from.origin.cast()),
        to: to.with_origin(to.origin.cast()),
    };
    if plan.step == CopyStep::Run {
        return rows(erased, size_of::<T>());
    }
    match const { of_size(size_of::<T>()) } {
        Some(run) => run(erased),
        // No register has elements of such a size, so that one machine is enough.
        None => Portable.run(RegisterTask { registers: Portable, copying }),
    }
}
