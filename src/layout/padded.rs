//! The results of the padded divides.

use super::inside::{InsideCoords, KeptLeaves};
use super::{AnyLayout, PlainLayout};
use crate::check::fits_shape;
use crate::num::{Bool, StaticValue, static_value};
use crate::tuple::{Congruence, Coordinate, IntTuple, ListOf};
use crate::types::Tiler;
use core::marker::PhantomData;
use layout_core as value;
use typenum::{B0, B1};

/// A divided layout `L` with tiles that may be partial. It covers at least the original layout.
/// [`inside`](Self::inside) returns whether a coordinate belongs to the original.
///
/// ```
/// use static_layout::*;
/// let rows = 10;
/// let a = layout!((rows, 4):(4, 1));
/// let tiles = a.zipped_divide_padded(tile!(8, 4));
/// assert_eq!(tiles.layout().to_string(), "((8,4),(2,1)):((4,1),(32,0))");
/// assert!(tiles.inside(((1, 3), (1, 0))));
/// assert!(!tiles.inside(((2, 0), (1, 0)))); // row 8 * 1 + 2 of 10
/// ```
#[derive(Clone, Copy)]
pub struct Padded<L, G> {
    layout: L,
    guard: G,
}
// SAFETY: `StaticValue` needs a value that never changes and that any thread may hold. Both fields are `StaticValue`,
// and nothing changes them.
unsafe impl<L: StaticValue, G: StaticValue> StaticValue for Padded<L, G> {}

#[layout_macros::at_caller]
impl<L: AnyLayout, G: Inside> Padded<L, G> {
    #[inline(always)]
    pub(crate) fn new(layout: L, guard: G) -> Self {
        Padded { layout, guard }
    }

    /// The guard: a test of linear indices.
    #[inline(always)]
    pub(crate) fn guard(&self) -> G {
        self.guard
    }

    /// The divided layout. The offset of a coordinate that is not inside has no meaning.
    ///
    /// ```
    /// # use static_layout::*;
    /// let tiles = layout!(10:1).zipped_divide_padded(tile!(4));
    /// assert_eq!(tiles.layout().to_string(), "((4),(3)):((1),(4))");
    /// ```
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// Whether the original layout has the element at this coordinate of the divided one.
    ///
    /// ```
    /// # use static_layout::*;
    /// let tiles = layout!(10:1).logical_divide_padded(layout!(4:1));
    /// assert_eq!([7, 8, 9, 10, 11].map(|i| tiles.inside(i)), [true, true, true, false, false]);
    /// ```
    ///
    /// A coordinate past the divided layout is not inside.
    ///
    /// # Compile errors
    /// If the coordinate does not fit the nesting of the divided layout.
    #[inline]
    pub fn inside<C: Coordinate>(&self, coord: C) -> bool {
        const { fits_shape::<C, L::Shape>() };
        let shape = self.layout.shape();
        coord.lies_in(shape) && (G::ALL_WHOLE || self.guard.contains(coord.linear(shape)))
    }

    /// Whether every tile is whole by the static integers alone. Then [`inside`](Self::inside) and
    /// [`is_whole`](Self::is_whole) test the range of the coordinate and nothing else.
    ///
    /// ```
    /// # use static_layout::*;
    /// fn is_known<L: AnyLayout, G: Inside>(_: &Padded<L, G>) -> bool {
    ///     Padded::<L, G>::ALL_WHOLE
    /// }
    /// let n = 12;
    /// assert!(is_known(&layout!(12:1).zipped_divide_padded(tile!(4))));
    /// assert!(!is_known(&layout!(10:1).zipped_divide_padded(tile!(4))));
    /// assert!(!is_known(&layout!(n:1).zipped_divide_padded(tile!(4)))); // not known from the type
    /// assert!(layout!(n:1).zipped_divide_padded(tile!(4)).all_whole());
    /// ```
    pub const ALL_WHOLE: bool = G::ALL_WHOLE;

    /// Whether every tile is whole.
    ///
    /// ```
    /// # use static_layout::*;
    /// assert!(layout!(12:1).zipped_divide_padded(tile!(4)).all_whole());
    /// assert!(!layout!(10:1).zipped_divide_padded(tile!(4)).all_whole());
    /// ```
    #[inline]
    pub fn all_whole(&self) -> bool {
        G::ALL_WHOLE || self.guard.is_everywhere()
    }

    /// Whether all coordinates that `_` in `coord` stands for are inside. With `_` for the tile and a coordinate of the
    /// rest: whether this tile is whole, so that a loop over it needs no test.
    ///
    /// ```
    /// # use static_layout::*;
    /// let rows = 10;
    /// let tiles = layout!((rows, 4):(4, 1)).zipped_divide_padded(tile!(8, 4));
    /// assert!(tiles.is_whole(coord!(_, (0, 0))));
    /// assert!(!tiles.is_whole(coord!(_, (1, 0)))); // rows 8 and 9 of 10
    /// ```
    ///
    /// A tile past the divided layout is not whole.
    ///
    /// # Compile errors
    /// If the coordinate does not fit the nesting of the divided layout.
    #[inline]
    pub fn is_whole<C: IntTuple>(&self, coord: C) -> bool {
        const { fits_shape::<C, L::Shape>() };
        let shape = self.layout.shape();
        let last = || coord.linear(shape).wrapping_add(KeptLeaves::of(coord, shape).last());
        coord.lies_in(shape) && (G::ALL_WHOLE || self.guard.contains(last()))
    }

    /// The natural coordinates inside that `_` in `coord` stands for, in linear order. With `_` for the tile and a
    /// coordinate of the rest: the elements of this tile. `Keep` alone yields all coordinates inside.
    ///
    /// ```
    /// # use static_layout::*;
    /// let tiles = layout!(10:1).zipped_divide_padded(layout!(4:1));
    /// assert!(tiles.coords(coord!(_, 2)).eq([(0, 2), (1, 2)])); // elements 8 and 9
    /// assert_eq!(tiles.coords(Keep).map(|c| tiles.layout().index(c)).sum::<usize>(), 45);
    /// ```
    ///
    /// A tile past the divided layout has none.
    ///
    /// # Compile errors
    /// If the coordinate does not fit the nesting of the divided layout.
    #[inline]
    pub fn coords<C: IntTuple>(&self, coord: C) -> InsideCoords<L::Shape, G> {
        const { fits_shape::<C, L::Shape>() };
        let shape = self.layout.shape();
        let walk = KeptLeaves::of(coord, shape);
        InsideCoords {
            shape,
            guard: self.guard,
            linear: coord.linear(shape),
            left: if coord.lies_in(shape) { walk.count() } else { 0 },
            is_whole: self.is_whole(coord),
            walk,
        }
    }
}

impl<L: core::fmt::Display, G> core::fmt::Display for Padded<L, G> {
    /// Writes the divided layout.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.layout.fmt(f)
    }
}
impl<L: core::fmt::Display, G> core::fmt::Debug for Padded<L, G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Padded({})", self.layout)
    }
}

/// The guard of a padded divide: a test of linear indices of the divided layout.
pub trait Inside: StaticValue {
    /// Whether the original layout has every element, by the static integers alone.
    const ALL_WHOLE: bool;
    /// Whether the original layout has the element at this linear index.
    fn contains(&self, linear: usize) -> bool;
    /// Whether the original layout has every element.
    fn is_everywhere(&self) -> bool;
    /// The number of coordinates inside, among `extent` steps along a leaf. `linear` is the linear index of the first
    /// one, which is inside, and `step` the difference for one step.
    fn along(&self, linear: usize, step: usize, extent: usize) -> usize;
}

// SAFETY: `StaticValue` needs a value that never changes and that any thread may hold. A guard is integers, of size above
// 0, which no method changes.
unsafe impl StaticValue for value::Guard {}
impl Inside for value::Guard {
    const ALL_WHOLE: bool = false;
    #[inline]
    fn is_everywhere(&self) -> bool {
        value::Guard::is_everywhere(self)
    }
    #[inline]
    fn contains(&self, linear: usize) -> bool {
        self.inside(linear as i64)
    }
    #[inline]
    fn along(&self, linear: usize, step: usize, extent: usize) -> usize {
        value::Guard::along(self, linear as i64, step as i64, extent as i64) as usize
    }
}

/// The order of linear indices in a form of the divide.
pub trait PaddedForm: 'static {
    /// Whether tile and rest alternate mode by mode, as in `logical_divide`. Otherwise all tiles precede all rests.
    const LOGICAL: bool;
}
impl PaddedForm for B0 {
    const LOGICAL: bool = false;
}
impl PaddedForm for B1 {
    const LOGICAL: bool = true;
}

/// The guard for the static layout `A` and the static tiler `T`: a constant, of size 0.
#[derive(Debug)]
pub struct Fixed<A, T, F>(PhantomData<(A, T, F)>);
impl<A, T, F> Clone for Fixed<A, T, F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<A, T, F> Copy for Fixed<A, T, F> {}
// SAFETY: `StaticValue` needs a value that never changes and that any thread may hold. The only field is `PhantomData`.
unsafe impl<A: 'static, T: 'static, F: 'static> StaticValue for Fixed<A, T, F> {}

impl<A: PlainLayout, T: Tiler, F: PaddedForm> Fixed<A, T, F> {
    const GUARD: value::Guard = divided::<F>(&A::DESC, &T::TILER);
}

/// The guard of a padded divide by the engine.
const fn divided<F: PaddedForm>(layout: &value::Layout, tiler: &value::Tiler) -> value::Guard {
    let answer = if F::LOGICAL {
        layout.logical_divide_padded(tiler)
    } else {
        layout.zipped_divide_padded(tiler)
    };
    match answer {
        Ok(padded) => padded.guard(),
        // The divide itself reports the error, at the user's line.
        Err(_) => value::Guard::NOTHING,
    }
}
#[layout_macros::at_caller]
impl<A: PlainLayout, T: Tiler, F: PaddedForm> Inside for Fixed<A, T, F> {
    const ALL_WHOLE: bool = Self::GUARD.is_everywhere();
    #[inline]
    fn is_everywhere(&self) -> bool {
        Self::ALL_WHOLE
    }
    #[inline]
    fn contains(&self, linear: usize) -> bool {
        const { &Self::GUARD }.inside(linear as i64)
    }
    #[inline]
    fn along(&self, linear: usize, step: usize, extent: usize) -> usize {
        Inside::along(const { &Self::GUARD }, linear, step, extent)
    }
}

/// The guard for a layout `A` whose modes are run-time leaves or static, and the static tiler `T`: digits and bounds are
/// terms of the extents.
pub struct Planned<A, T, F> {
    layout: A,
    operands: PhantomData<(T, F)>,
}
impl<A: Copy, T, F> Clone for Planned<A, T, F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<A: Copy, T, F> Copy for Planned<A, T, F> {}
// SAFETY: `StaticValue` needs a value that never changes and that any thread may hold. The layout is `StaticValue`, the
// other field `PhantomData`, and nothing changes them.
unsafe impl<A: StaticValue, T: 'static, F: 'static> StaticValue for Planned<A, T, F> {}
impl<A: core::fmt::Debug, T, F> core::fmt::Debug for Planned<A, T, F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Planned").field(&self.layout).finish()
    }
}

#[layout_macros::at_caller]
impl<A: PlainLayout, T: Tiler, F: PaddedForm> Planned<A, T, F> {
    const PLAN: Option<value::GuardPlan> = A::DESC.plan_guard(&T::TILER, F::LOGICAL);

    /// Calls `f` with the plan and the extents of the layout, or returns `None` without a plan.
    #[inline(always)]
    fn by_plan<R>(
        &self,
        f: impl FnOnce(&value::GuardPlan, &[usize; value::MAX_LEAVES]) -> R,
    ) -> Option<R> {
        let plan = const { &Self::PLAN }.as_ref()?;
        let mut extents = [0; value::MAX_LEAVES];
        self.layout.shape().words(&mut extents, 0);
        Some(f(plan, &extents))
    }

    /// The guard by the engine, for types without a plan.
    #[cold]
    #[inline(never)]
    fn by_engine(&self) -> value::Guard {
        divided::<F>(&self.layout.plain(), &T::TILER)
    }

    #[inline(always)]
    fn guard(&self) -> value::Guard {
        self.by_plan(|plan, extents| plan.guard(extents)).unwrap_or_else(|| self.by_engine())
    }
}
#[layout_macros::at_caller]
impl<A: PlainLayout, T: Tiler, F: PaddedForm> Inside for Planned<A, T, F> {
    const ALL_WHOLE: bool = false;
    #[inline]
    fn is_everywhere(&self) -> bool {
        self.by_plan(|plan, extents| plan.is_everywhere(extents))
            .unwrap_or_else(|| self.by_engine().is_everywhere())
    }
    #[inline]
    fn contains(&self, linear: usize) -> bool {
        self.guard().inside(linear as i64)
    }
    #[inline]
    fn along(&self, linear: usize, step: usize, extent: usize) -> usize {
        Inside::along(&self.guard(), linear, step, extent)
    }
}

/// The guard by whether both operands are static, and of others by whether run-time extents determine it.
pub trait GuardOf {
    /// [`Fixed`] of static operands, else the guard by [`IsPlanned`].
    type Guard<A: PlainLayout, T: Tiler, F: PaddedForm>: Inside;
    /// [`Planned`], or a table of run-time integers.
    type Mixed<A: PlainLayout, T: Tiler, F: PaddedForm>: Inside;
    /// The guard. Takes the table of run-time operands.
    fn guard<A: PlainLayout, T: Tiler, F: PaddedForm>(
        layout: A,
        table: Option<value::Guard>,
    ) -> Self::Guard<A, T, F>;
    /// The guard of run-time operands. Takes the table unless the guard is planned.
    fn mixed<A: PlainLayout, T: Tiler, F: PaddedForm>(
        layout: A,
        table: Option<value::Guard>,
    ) -> Self::Mixed<A, T, F>;
}
impl GuardOf for B1 {
    type Guard<A: PlainLayout, T: Tiler, F: PaddedForm> = Fixed<A, T, F>;
    type Mixed<A: PlainLayout, T: Tiler, F: PaddedForm> = Planned<A, T, F>;
    #[inline(always)]
    fn guard<A: PlainLayout, T: Tiler, F: PaddedForm>(
        _: A,
        _: Option<value::Guard>,
    ) -> Fixed<A, T, F> {
        static_value()
    }
    #[inline(always)]
    fn mixed<A: PlainLayout, T: Tiler, F: PaddedForm>(
        layout: A,
        _: Option<value::Guard>,
    ) -> Planned<A, T, F> {
        Planned { layout, operands: PhantomData }
    }
}
impl GuardOf for B0 {
    type Guard<A: PlainLayout, T: Tiler, F: PaddedForm> =
        <IsPlanned<A, T> as GuardOf>::Mixed<A, T, F>;
    type Mixed<A: PlainLayout, T: Tiler, F: PaddedForm> = value::Guard;
    #[inline(always)]
    fn guard<A: PlainLayout, T: Tiler, F: PaddedForm>(
        layout: A,
        table: Option<value::Guard>,
    ) -> Self::Guard<A, T, F> {
        <IsPlanned<A, T> as GuardOf>::mixed(layout, table)
    }
    #[inline(always)]
    fn mixed<A: PlainLayout, T: Tiler, F: PaddedForm>(
        _: A,
        table: Option<value::Guard>,
    ) -> value::Guard {
        table.expect("the divide of run-time integers makes the table")
    }
}

/// Whether the guard is [`Planned`]: the tiler is static, and each mode of the layout is a leaf or static.
pub(crate) type IsPlanned<A, T> = <<T as Tiler>::IsStaticTiler as Bool>::And<
    <ListOf<<A as AnyLayout>::Shape> as Congruence>::IsFlat,
>;

/// Whether the layout `A` and the tiler `T` are static.
pub(crate) type BothStatic<A, T> =
    <<A as AnyLayout>::IsStatic as Bool>::And<<T as Tiler>::IsStaticTiler>;
/// The result of the padded divide of `A` by `T` in the form `F`, with the divided layout `L`.
pub type FormOf<A, T, F, L> = Padded<L, <BothStatic<A, T> as GuardOf>::Guard<A, T, F>>;
