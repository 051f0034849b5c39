//! Copies between layouts.

mod atom;
mod axis;
mod block;
mod bytes;
mod chunks;
mod copy_if;
mod few;
mod known;
mod narrow;
mod order;
#[cfg(feature = "rayon")]
mod par;
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

use crate::ours::Ours;
use crate::side::{Described, Side, operand_of, operand_of_type};
use crate::simd::{Machine, Portable};
use atom::{Any, Choice, Only};
use core::marker::PhantomData;
use few::{Leaves, has_few};
use known::{Fixed, Known};
use layout_core::{LayoutError, Operation, Rule};
use run::{Carried, Copying, On};
use static_layout::internal::{self, Bool};
use static_layout::{AnyLayout, PlainLayout, View, ViewMut};

/// Bytes up to which a static copy is inlined where it stands, with what all machines have.
const INLINE_UP_TO: usize = 256;

/// The plan of a copy by the atom `M` as a constant, where both layouts are static.
struct Planned<M, T, A, B>(PhantomData<(M, T, A, B)>);

#[layout_macros::at_caller]
impl<M: Choice, T, A: AnyLayout, B: AnyLayout> Planned<M, T, A, B> {
    const PLAN: Option<CopyPlan> = match Self::found() {
        Some(Ok(plan)) => Some(plan),
        Some(Err(rule)) => {
            let (from, to) = (operand_of_type::<A>(), operand_of_type::<B>());
            let error = LayoutError::refused(Operation::Copy, from, to, rule);
            internal::stop(error.message().as_str())
        }
        None => None,
    };

    /// The plan, or why there is none, of static layouts.
    const fn found() -> Option<Result<CopyPlan, Rule>> {
        if !(<A::IsStatic as Bool>::VALUE && <B::IsStatic as Bool>::VALUE) {
            return None;
        }
        let sides = [&Described::of_type::<A>(), &Described::of_type::<B>()];
        let written = <B::Plain as PlainLayout>::DESC;
        Some(plan::checked(sides, size_of::<T>(), M::ATOM, &written))
    }
}

/// What is refused is refused once, by the constant that `copy` asks for.
impl<M: Choice, T, A: AnyLayout, B: AnyLayout> Known for Planned<M, T, A, B> {
    const PLAN: Option<CopyPlan> = match Self::found() {
        Some(Ok(plan)) => Some(plan),
        _ => None,
    };
}

/// The plan, found at run time in `room`.
#[inline]
fn plan_of<M: Choice, T, A: AnyLayout, B: AnyLayout>(
    a: A,
    b: B,
    room: &mut CopyPlan,
) -> Result<(), LayoutError> {
    #[cold]
    fn again<M: Choice, T, A: AnyLayout, B: AnyLayout>(
        a: A,
        b: B,
        room: &mut CopyPlan,
    ) -> Result<(), LayoutError> {
        let sides = [&Described::of(a), &Described::of(b)];
        *room = plan::checked(sides, size_of::<T>(), M::ATOM, &b.parts().1.plain()).map_err(
            |rule| LayoutError::refused(Operation::Copy, operand_of(a), operand_of(b), rule),
        )?;
        Ok(())
    }
    if const { has_few::<A>() && has_few::<B>() } {
        if room.found_of_leaves([&Leaves::of(a), &Leaves::of(b)], size_of::<T>(), M::ATOM) {
            return Ok(());
        }
        *room = CopyPlan::EMPTY;
    }
    if room.found([&Described::of(a), &Described::of(b)], size_of::<T>(), M::ATOM) {
        return Ok(());
    }
    again::<M, T, A, B>(a, b, room)
}

/// Copies every element: `to(i) = from(i)` for all linear indices `i`.
///
/// The layouts may differ in everything but the number of coordinates: strides of any order and sign, a
/// swizzle, elements of the source that are named many times. Loops, vectors and tiles follow from the two
/// layouts, at compile time if both are static; [`copy_plan`] shows them.
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
/// One element for all, by a stride of 0:
/// ```
/// # use static_layout::*;
/// # use static_layout_kernels::copy;
/// let mut row = [0; 4];
/// copy(View::new(&[7], layout!(4:0))?, &mut ViewMut::new(&mut row, layout!(4:1))?);
/// assert_eq!(row, [7; 4]);
/// # Ok::<(), LayoutError>(())
/// ```
/// Sizes that differ, modes that do not divide each other, and a destination that has one element for two
/// coordinates, are refused; of static layouts by the compiler:
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
///
/// # Panics
/// When the copy is refused and a layout is not static. [`try_copy`] returns the error instead.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn copy<'a, T: Copy + 'a, U: CopyOf<T>, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'a, U, B>,
) {
    // Asked here, too, so that the compiler points at the caller's line.
    let _ = const { &Planned::<Any, T, A, B>::PLAN };
    internal::unwrap_or_panic(try_copy(from, to))
}

/// [`copy`], with a refusal as an error.
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
/// When the sizes differ, when the modes of the two do not divide each other, and when the destination has
/// one element for two coordinates.
#[inline(always)]
pub fn try_copy<'a, T: Copy + 'a, U: CopyOf<T>, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'a, U, B>,
) -> Result<(), LayoutError> {
    moved::<Any, T, A, B>(from, U::room(to, Ours))
}

/// [`copy`] in steps of an atom that the caller names: refused where the plan has none of its kind, or fewer
/// neighbours than it takes.
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
/// As [`copy`]. [`try_copy_with`] returns the error instead.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn copy_with<'a, M: CopyAtom, T: Copy + 'a, U: CopyOf<T>, A: AnyLayout, B: AnyLayout>(
    atom: M,
    from: View<'_, T, A>,
    to: &mut ViewMut<'a, U, B>,
) {
    // As in `copy`.
    let _ = const { &Planned::<Only<M>, T, A, B>::PLAN };
    internal::unwrap_or_panic(try_copy_with(atom, from, to))
}

/// [`copy_with`], with a refusal as an error.
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
///     "cannot copy (3,2):(1,6) to (3,2):(1,3): an atom of 4 neighbours does not fit, 3 stay together"
/// );
/// # Ok::<(), LayoutError>(())
/// ```
///
/// # Errors
/// As [`try_copy`], and when the atom does not fit.
#[inline(always)]
pub fn try_copy_with<'a, M: CopyAtom, T: Copy + 'a, U: CopyOf<T>, A: AnyLayout, B: AnyLayout>(
    _: M,
    from: View<'_, T, A>,
    to: &mut ViewMut<'a, U, B>,
) -> Result<(), LayoutError> {
    moved::<Only<M>, T, A, B>(from, U::room(to, Ours))
}

/// A copy by an atom.
#[layout_macros::at_caller]
#[inline(always)]
fn moved<M: Choice, T: Copy, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
) -> Result<(), LayoutError> {
    if const { <Planned<M, T, A, B> as Known>::PLAN.is_none() } {
        return planned::<M, T, A, B>(from, to, |copying| carry_out(copying));
    }
    planned::<M, T, A, B>(
        from,
        to,
        #[inline(always)]
        |Copying { from, to, .. }| {
            let fixed = Fixed::<M, T, A, B> { from, to, layouts: PhantomData };
            if const { is_small(&<Planned<M, T, A, B> as Known>::PLAN, size_of::<T>()) } {
                // SAFETY: as `planned` says.
                unsafe { fixed.on(Portable) }
            } else {
                carry_out(fixed);
            }
        },
    )
}

/// Calls `f` with the copy by an atom. Its loops are those of the two layouts. The views have an element for each
/// of their coordinates, and those of a `ViewMut` are borrowed by nobody else: it may be run.
#[layout_macros::at_caller]
#[inline(always)]
fn planned<M: Choice, T: Copy, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'_, T, B>,
    f: impl FnOnce(Copying<'_, T, A::OffsetMap, B::OffsetMap>),
) -> Result<(), LayoutError> {
    let (a, b) = (from.layout(), to.layout());
    let mut room;
    let plan = match const { &Planned::<M, T, A, B>::PLAN } {
        Some(plan) => plan,
        None => {
            room = CopyPlan::EMPTY;
            plan_of::<M, T, A, B>(a, b, &mut room)?;
            &room
        }
    };
    f(Copying {
        plan,
        from: Side { origin: from.as_ptr(), outer: a.parts().0 },
        to: Side { origin: to.as_mut_ptr(), outer: b.parts().0 },
    });
    Ok(())
}

/// [`copy`] on all threads of the pool that rayon uses where it is called.
///
/// The plan is that of `copy`; its loop with the longest steps in the destination is cut in two, and each half
/// again, down to pieces of some hundred kilobytes. Small copies stay on this thread.
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
/// As [`copy`], whose refusals of static layouts are the compiler's here, too. [`try_par_copy`] returns the error
/// instead.
#[cfg(feature = "rayon")]
#[layout_macros::at_caller]
#[inline]
#[track_caller]
pub fn par_copy<'a, T: Copy + Send + Sync + 'a, U: CopyOf<T>, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'a, U, B>,
) {
    // As in `copy`.
    let _ = const { &Planned::<Any, T, A, B>::PLAN };
    internal::unwrap_or_panic(try_par_copy(from, to))
}

/// [`par_copy`], with a refusal as an error.
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
/// As [`try_copy`].
#[cfg(feature = "rayon")]
#[inline]
pub fn try_par_copy<'a, T: Copy + Send + Sync + 'a, U: CopyOf<T>, A: AnyLayout, B: AnyLayout>(
    from: View<'_, T, A>,
    to: &mut ViewMut<'a, U, B>,
) -> Result<(), LayoutError> {
    // SAFETY: as `planned` says.
    planned::<Any, T, A, B>(from, U::room(to, Ours), |copying| unsafe { par::spread(copying) })
}

const fn is_small(plan: &Option<CopyPlan>, bytes: usize) -> bool {
    matches!(plan, Some(plan) if plan.nest.size() * bytes <= INLINE_UP_TO)
}

/// Runs it on the widest registers there are. Not inlined: one for all layouts that are known at run time.
#[inline(never)]
fn carry_out<C: Carried>(copying: C) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    {
        use crate::simd::{Avx2, Avx512};
        if let Some(registers) = Avx512::detect() {
            return registers.run(On { registers, copying });
        }
        if let Some(registers) = Avx2::detect() {
            return registers.run(On { registers, copying });
        }
    }
    Portable.run(On { registers: Portable, copying })
}

/// How [`copy`] goes about elements of type `T` between two layouts: its loops and what the innermost ones do.
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
/// As [`try_copy`].
#[layout_macros::at_caller]
pub fn copy_plan<T, A: AnyLayout, B: AnyLayout>(from: A, to: B) -> Result<CopyPlan, LayoutError> {
    const {
        internal::holds_elements::<A>();
        internal::holds_elements::<B>()
    };
    let mut plan = CopyPlan::EMPTY;
    plan_of::<Any, T, A, B>(from, to, &mut plan)?;
    Ok(plan)
}
