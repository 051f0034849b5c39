//! Copies between layouts.
//!
//! ```text
//! copy(from, to)
//!   plan       CopyPlan::find   the loops, their order, and the step of the innermost ones (`plan`): a constant for
//!                               static layouts (`StaticPlan`), found at each call for others
//!              Pair             two run-time loops that need no plan (`few`, `matrix`)
//!   in caller  CopyInCaller     small copies of static extents need no plan and no dispatch (`in_caller`)
//!   erasure    run_any          a run-time plan needs no type of elements, so that its code is compiled once (`erased`)
//!   dispatch   run_copy         selects the widest registers of this machine
//!   step       Run              rows of neighbours (`rows`), or chunks of them for a swizzled side (`chunks`)
//!              Transpose        tiles (`tiles`) of blocks (`move_block`, `block`) in panels (`cut`, `panel`), each in
//!                               registers (`registers`), in an order that keeps lines in the caches (`order`), from and
//!                               to rows on the stack if lines collide (`packed`); two or three neighbours without tiles
//!                               (`narrow`)
//!              Splat, Each      one element repeated; elements one by one (`run`)
//! ```
//!
//! [`copy_with`] requires a step of a certain kind and width (`atom`), [`TiledCopy`] divides the layouts among threads
//! (`tiled`), [`copy_if`] takes a predicate, `par_copy` cuts the plan into parts (`par`), and [`PlannedCopy`] keeps the
//! plan (`planned`). Products pack parts of matrices by the same plans (`part`).

mod atom;
mod axis;
mod block;
mod bytes;
pub(crate) use bytes::initialised;
mod chunks;
mod copy_if;
mod cut;
mod erased;
mod few;
mod in_caller;
mod known;
mod matrix;
mod move_block;
mod narrow;
mod order;
mod packed;
mod panel;
#[cfg(feature = "rayon")]
mod par;
mod part;
mod plan;
mod planned;
mod registers;
mod rows;
mod run;
mod same;
mod tiled;
mod tiles;

pub use atom::{CopyAtom, TileTranspose, VectorMove};
pub use copy_if::{copy_if, try_copy_if};
pub use plan::{CopyPlan, CopyStep};
pub use planned::PlannedCopy;
pub use same::CopyOf;
pub use tiled::TiledCopy;

use crate::crate_only::CrateOnly;
use crate::side::{Described, Side, operand_of};
use crate::simd::Portable;
use crate::views::{Readable, Writable};
pub(crate) use atom::AnyAtom;
use atom::{AtomChoice, NamedAtom};
use core::marker::PhantomData;
use few::{FewLeaves, has_few};
use in_caller::CopyInCaller;
pub use known::Copied;
use known::{PlanConst, StaticCopy, StaticPlan};
use layout_core::{LayoutError, Operation};
pub(crate) use part::{ModeLoops, copy_part};
use registers::Registers;
use run::{Copying, RegisterCopy, RegisterTask};
use static_layout::internal::{self, Form};
use static_layout::{View, ViewMut};

/// The size in bytes up to which a static copy is inlined into its caller. It uses the instructions that each machine
/// of the target has, because a dispatch would take longer than the copy.
const INLINE_UP_TO: usize = 256;

/// Writes the plan of two layouts to `room`.
///
/// # Errors
/// The refusal of the copy. The function `checked` finds it in a second pass, so that the first pass, which nearly
/// always succeeds, carries no errors.
#[inline]
fn plan_of<M: AtomChoice, T, A: Form, B: Form>(
    a: A,
    b: B,
    room: &mut CopyPlan,
) -> Result<(), LayoutError> {
    #[cold]
    fn checked<M: AtomChoice, T, A: Form, B: Form>(
        a: A,
        b: B,
        room: &mut CopyPlan,
    ) -> Result<(), LayoutError> {
        let sides = [&Described::of(a), &Described::of(b)];
        *room = plan::checked(sides, size_of::<T>(), M::ATOM, &b.with_words()).map_err(|rule| {
            LayoutError::refused(Operation::Copy, operand_of(a), operand_of(b), rule)
        })?;
        Ok(())
    }
    if const { has_few::<A>() && has_few::<B>() } {
        if room.found_of_leaves([&FewLeaves::of(a), &FewLeaves::of(b)], size_of::<T>(), M::ATOM) {
            return Ok(());
        }
        *room = CopyPlan::new();
    }
    if room.found([&Described::of(a), &Described::of(b)], size_of::<T>(), M::ATOM) {
        return Ok(());
    }
    checked::<M, T, A, B>(a, b, room)
}

/// Copies every element: `to(i) = from(i)` for all linear indices `i`.
///
/// Both layouts have the same number of coordinates. Their strides may have any order and sign, each may be swizzled,
/// and the source may map many coordinates to one element. The two layouts determine the loops, vectors and tiles, at
/// compile time if both are static; [`copy_plan`] returns them. CuTe: `copy`.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::copy;
/// let data: Vec<f32> = (0..6).map(|x| x as f32).collect();
/// let mut transposed = [0.0; 6];
/// copy(
///     View::new(&data, layout!((2, 3):(3, 1)))?,
///     &mut ViewMut::new(&mut transposed, layout!((2, 3):(1, 2)))?,
/// );
/// assert_eq!(transposed, [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]);
/// # Ok::<(), LayoutError>(())
/// ```
/// A stride of 0 repeats one element:
/// ```
/// # use static_layout::*;
/// # use static_layout_kernels::copy;
/// let mut row = [0; 4];
/// copy(View::new(&[7], layout!(4:0))?, &mut ViewMut::new(&mut row, layout!(4:1))?);
/// assert_eq!(row, [7; 4]);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If the copy is refused and a layout is not static: see [`try_copy`], which returns the error instead.
///
/// # Compile errors
/// If the copy is refused whatever the run-time integers are, as between static layouts:
/// ```compile_fail,E0080
/// # use static_layout::*;
/// # use static_layout_kernels::copy;
/// let mut row = [0; 4];
/// // cannot copy 5:0 to 4:1: the sizes 5 and 4 differ
/// copy(
///     View::new(&[7], layout!(5:0)).unwrap(),
///     &mut ViewMut::new(&mut row, layout!(4:1)).unwrap(),
/// );
/// ```
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn copy<T: Copy, U: CopyOf<T>, A: Readable<Element = T>, B: Writable<Element = U>>(
    from: A,
    to: &mut B,
) {
    let (from, to) = (from.readable(), &mut to.writable());
    // Evaluated here as well, so that the compiler points at the caller's line.
    let _ = const { &StaticPlan::<AnyAtom, T, A::Layout, B::Layout>::PLAN };
    internal::unwrap_or_panic(moved::<AnyAtom, _, _, _>(from, U::room(to, CrateOnly)))
}

/// [`copy`], which returns a refusal as an error.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::try_copy;
/// let (mut row, n) = ([0; 4], 5);
/// let refused = try_copy(
///     View::new(&[7], layout!(n:0))?,
///     &mut ViewMut::new(&mut row, layout!(4:1))?,
/// ).unwrap_err();
/// assert_eq!(refused.to_string(), "cannot copy 5:0 to 4:1: the sizes 5 and 4 differ");
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// * If the layouts have different sizes.
/// * If a mode of one layout ends within a mode of the other without dividing it.
/// * If the destination maps two coordinates to one element, or the search for such a pair ends undecided.
/// * If the two layouts have more than 32 common modes.
///
/// # Compile errors
/// If the copy is refused whatever the run-time integers are, as between static layouts.
#[inline(always)]
pub fn try_copy<T: Copy, U: CopyOf<T>, A: Readable<Element = T>, B: Writable<Element = U>>(
    from: A,
    to: &mut B,
) -> Result<(), LayoutError> {
    let (from, to) = (from.readable(), &mut to.writable());
    moved::<AnyAtom, _, _, _>(from, U::room(to, CrateOnly))
}

/// [`copy`] in steps of the given atom. It is refused if the plan has steps of another kind, or fewer neighbours than
/// the atom moves at once. CuTe: `copy(copy_atom, ..)`.
///
/// ```
/// use static_layout::typenum::U8;
/// use static_layout::*;
/// use static_layout_kernels::{VectorMove, copy_with};
/// let (data, mut tiles) = ([1_u16; 64], [0; 64]);
/// copy_with(
///     VectorMove::<U8>::new(),
///     View::new(&data, layout!((8, 8):(1, 8)))?,
///     &mut ViewMut::new(&mut tiles, layout!((8, (4, 2)):(1, (16, 8))))?,
/// );
/// assert_eq!(tiles, data);
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If the copy is refused and a layout is not static: see [`try_copy_with`], which returns the error instead.
///
/// # Compile errors
/// If the copy is refused whatever the run-time integers are, as between static layouts.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn copy_with<
    M: CopyAtom,
    T: Copy,
    U: CopyOf<T>,
    A: Readable<Element = T>,
    B: Writable<Element = U>,
>(
    _: M,
    from: A,
    to: &mut B,
) {
    let (from, to) = (from.readable(), &mut to.writable());
    // Evaluated here as well, so that the compiler points at the caller's line.
    let _ = const { &StaticPlan::<NamedAtom<M>, T, A::Layout, B::Layout>::PLAN };
    internal::unwrap_or_panic(moved::<NamedAtom<M>, _, _, _>(from, U::room(to, CrateOnly)))
}

/// [`copy_with`], which returns a refusal as an error.
///
/// ```
/// use static_layout::typenum::U4;
/// use static_layout::*;
/// use static_layout_kernels::{VectorMove, try_copy_with};
/// let (data, mut room, n) = ([1; 12], [0; 12], 3);
/// let refused = try_copy_with(
///     VectorMove::<U4>::new(),
///     View::new(&data, layout!((n, 2):(1, 6)))?,
///     &mut ViewMut::new(&mut room, layout!((n, 2):(1, 3)))?,
/// ).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "cannot copy (3,2):(1,6) to (3,2):(1,3): an atom needs 4 adjacent elements; at most 3 are adjacent"
/// );
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// The errors of [`try_copy`]. Also if the plan has steps of another kind than the atom, fewer neighbours than it moves, or,
/// for a [`VectorMove`], a number of neighbours that it does not divide.
///
/// # Compile errors
/// If the copy is refused whatever the run-time integers are, as between static layouts.
#[inline(always)]
pub fn try_copy_with<
    M: CopyAtom,
    T: Copy,
    U: CopyOf<T>,
    A: Readable<Element = T>,
    B: Writable<Element = U>,
>(
    _: M,
    from: A,
    to: &mut B,
) -> Result<(), LayoutError> {
    let (from, to) = (from.readable(), &mut to.writable());
    moved::<NamedAtom<M>, _, _, _>(from, U::room(to, CrateOnly))
}

/// Copies by an atom. Small copies of static extents are inlined.
#[layout_macros::at_caller]
#[inline(always)]
pub(crate) fn moved<M: AtomChoice, T: Copy, A: Form, B: Form>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
) -> Result<(), LayoutError> {
    if const {
        M::ATOM.is_none()
            && CopyInCaller::<T, A, B>::IS_SMALL
            && match &<StaticPlan<M, T, A, B> as PlanConst>::PLAN {
                Some(plan) => plan.cuts_tiles(),
                None => true,
            }
    } {
        let (a, b) = (from.layout(), to.layout());
        let (x, y) = (Side::new(from.as_ptr(), a), Side::new(to.as_mut_ptr(), b));
        let (x, y) = (x.with_origin(x.origin), y.with_origin(y.origin));
        // SAFETY: the two layouts are those of the views, which have an element for each coordinate (rule V1); nothing
        // else borrows the elements of a `ViewMut` (rule V2). The copy is small, as found above.
        let is_done = unsafe { CopyInCaller::<T, A, B>::run((x, a), (y, b)) };
        if const { CopyInCaller::<T, A, B>::IS_CERTAIN } || is_done {
            return Ok(());
        }
        return moved_out_of_line::<M, T, A, B>(from, to);
    }
    moved_by_plan::<M, T, A, B>(from, to)
}

/// [`moved_by_plan`] where the caller seldom needs it.
#[cold]
#[inline(never)]
fn moved_out_of_line<M: AtomChoice, T: Copy, A: Form, B: Form>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
) -> Result<(), LayoutError> {
    moved_by_plan::<M, T, A, B>(from, to)
}

/// Copies by an atom. A static plan compiles loops for itself; small ones are inlined.
#[layout_macros::at_caller]
#[inline(always)]
fn moved_by_plan<M: AtomChoice, T: Copy, A: Form, B: Form>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
) -> Result<(), LayoutError> {
    if const { <StaticPlan<M, T, A, B> as PlanConst>::PLAN.is_none() } {
        if const { M::ATOM.is_none() && has_few::<A>() && has_few::<B>() }
            && const { erased::has_size(size_of::<T>()) }
        {
            let (a, b) = (from.layout(), to.layout());
            let leaves = [&FewLeaves::of(a), &FewLeaves::of(b)];
            let (from, to) = (Side::new(from.as_ptr(), a), Side::new(to.as_mut_ptr(), b));
            let (from, to) =
                (from.with_origin(from.origin.cast()), to.with_origin(to.origin.cast()));
            // SAFETY: the two layouts are those of the views, which have an element for each coordinate (rule V1); nothing
            // else borrows the elements of a `ViewMut` (rule V2). `has_size` has found the size of `T`.
            let is_done =
                unsafe { erased::run_few(leaves, size_of::<T>(), initialised::<T>(), from, to) };
            if is_done {
                return Ok(());
            }
        }
        return planned::<M, T, A, B>(from, to, |copying| erased::run_any(copying));
    }
    planned::<M, T, A, B>(
        from,
        to,
        #[inline(always)]
        |Copying { from, to, .. }| {
            let fixed = StaticCopy::<M, T, A, B> { from, to, layouts: PhantomData };
            if const { is_small(&<StaticPlan<M, T, A, B> as PlanConst>::PLAN, size_of::<T>()) } {
                // SAFETY: `planned` calls this closure with the loops of the two layouts (rule K), the views have an
                // element for each coordinate (rule V1), and nothing else borrows the elements of a `ViewMut` (rule
                // V2).
                unsafe { fixed.on(Portable) }
            } else {
                run_copy(fixed);
            }
        },
    )
}

/// Calls `f` with the copy by an atom. The requirements of [`RegisterCopy::on`] hold for it: its loops are those of the
/// two layouts, the views have an element for each coordinate, and nothing else borrows the elements of a `ViewMut`.
#[layout_macros::at_caller]
#[inline(always)]
fn planned<M: AtomChoice, T: Copy, A: Form, B: Form>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
    f: impl FnOnce(Copying<'_, T, A::Outer, B::Outer>),
) -> Result<(), LayoutError> {
    let (a, b) = (from.layout(), to.layout());
    let mut room;
    let plan = match const { &StaticPlan::<M, T, A, B>::PLAN } {
        Some(plan) => plan,
        None => {
            room = CopyPlan::new();
            plan_of::<M, T, A, B>(a, b, &mut room)?;
            &room
        }
    };
    if const { size_of::<T>() == 0 } {
        // Nothing is moved, and there may be as many elements as offsets.
        return Ok(());
    }
    f(Copying {
        plan,
        initialised: initialised::<T>(),
        from: Side::new(from.as_ptr(), a),
        to: Side::new(to.as_mut_ptr(), b),
    });
    Ok(())
}

/// [`copy`] on all threads of the current rayon pool.
///
/// Takes the plan of `copy`, and halves the loop with the longest stride in the destination until the parts have some
/// hundred kilobytes. A small copy runs on the calling thread.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::par_copy;
/// let n = 600;
/// let data: Vec<f32> = (0..n * n).map(|x| x as f32).collect();
/// let mut transposed = vec![0.0; n * n];
/// par_copy(
///     View::new(&data, layout!((n, n):(n, 1)))?,
///     &mut ViewMut::new(&mut transposed, layout!((n, n):(1, n)))?,
/// );
/// assert_eq!((transposed[1], transposed[n]), (n as f32, 1.0));
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Panics
/// If the copy is refused and a layout is not static: see [`try_par_copy`], which returns the error instead.
///
/// # Compile errors
/// If the copy is refused whatever the run-time integers are, as between static layouts.
#[cfg(feature = "rayon")]
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn par_copy<
    T: Copy + Send + Sync,
    U: CopyOf<T>,
    A: Readable<Element = T>,
    B: Writable<Element = U>,
>(
    from: A,
    to: &mut B,
) {
    let (from, to) = (from.readable(), &mut to.writable());
    // Evaluated here as well, so that the compiler points at the caller's line.
    let _ = const { &StaticPlan::<AnyAtom, T, A::Layout, B::Layout>::PLAN };
    internal::unwrap_or_panic(spread(from, U::room(to, CrateOnly)))
}

/// [`par_copy`], which returns a refusal as an error.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::try_par_copy;
/// let (mut row, n) = ([0; 4], 5);
/// let from = View::new(&[7], layout!(n:0))?;
/// assert!(try_par_copy(from, &mut ViewMut::new(&mut row, layout!(4:1))?).is_err());
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// The errors of [`try_copy`].
///
/// # Compile errors
/// If the copy is refused whatever the run-time integers are, as between static layouts.
#[cfg(feature = "rayon")]
#[inline]
pub fn try_par_copy<
    T: Copy + Send + Sync,
    U: CopyOf<T>,
    A: Readable<Element = T>,
    B: Writable<Element = U>,
>(
    from: A,
    to: &mut B,
) -> Result<(), LayoutError> {
    let (from, to) = (from.readable(), &mut to.writable());
    spread(from, U::room(to, CrateOnly))
}

/// [`try_par_copy`] of views.
#[cfg(feature = "rayon")]
fn spread<T: Copy + Send + Sync, A: Form, B: Form>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
) -> Result<(), LayoutError> {
    // SAFETY: `planned` calls this closure with the loops of the two layouts (rule K), the views have an element for
    // each coordinate (rule V1), and nothing else borrows the elements of a `ViewMut` (rule V2).
    planned::<AnyAtom, T, A, B>(from, to, |copying| unsafe { par::spread(copying) })
}

/// Whether a static copy is inlined into its caller.
const fn is_small(plan: &Option<CopyPlan>, bytes: usize) -> bool {
    matches!(plan, Some(plan) if plan.nest.size() * bytes <= INLINE_UP_TO)
}

/// Runs a copy on the widest registers of this machine. Not inlined, so that all run-time layouts share one function.
#[inline(never)]
fn run_copy<C: RegisterCopy>(copying: C) {
    dispatch(copying)
}

/// Runs a copy on the widest registers of this machine.
#[inline(always)]
fn dispatch<C: RegisterCopy>(copying: C) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    {
        use crate::simd::{Avx2, Avx512};
        if let Some(registers) = Avx512::detect() {
            return run_on(registers, copying);
        }
        if let Some(registers) = Avx2::detect() {
            return run_on(registers, copying);
        }
    }
    run_on(Portable, copying)
}

/// Runs a copy on given registers, in a function compiled for them.
#[inline(always)]
fn run_on<R: Registers, C: RegisterCopy>(registers: R, copying: C) {
    if const { C::CALLS } {
        // SAFETY: `planned` makes copies with the loops of two layouts (rule K), the views have an element for each
        // coordinate (rule V1), and nothing else borrows the elements of a `ViewMut` (rule V2).
        unsafe { copying.on(registers) }
    } else {
        registers.call(RegisterTask { registers, copying })
    }
}

/// The plan by which [`copy`] moves elements of type `T` between two layouts: its loops, and the step of the innermost
/// ones.
///
/// ```
/// use static_layout::*;
/// use static_layout_kernels::{CopyStep, copy_plan};
/// let plan = copy_plan::<f32, _, _>(layout!((8, 4):(1, 8)), layout!((8, 4):(4, 1)))?;
/// assert_eq!(plan.step(), CopyStep::Transpose);
/// // A swizzle that keeps 4 neighbours together leaves vectors of 4.
/// let plan = copy_plan::<f32, _, _>(layout!(64:1), layout!(Sw<2,2,2> o 0 o 64:1))?;
/// assert_eq!((plan.step(), plan.vector()), (CopyStep::Run, 4));
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// The errors of [`try_copy`], also of static layouts.
///
/// # Compile errors
/// If the strides of a layout have a basis (`E<i>`), so that it has no offsets.
#[layout_macros::at_caller]
pub fn copy_plan<T, A: Form, B: Form>(from: A, to: B) -> Result<CopyPlan, LayoutError> {
    const {
        internal::offsets::<A>();
        internal::offsets::<B>()
    };
    let mut plan = CopyPlan::new();
    plan_of::<AnyAtom, T, A, B>(from, to, &mut plan)?;
    Ok(plan)
}
