//! The results of the padded divides.

use super::inside::{InsideCoords, KeptLeaves};
use super::{AnyLayout, PlainLayout};
use crate::types::algebra::Tiler;
use crate::types::check::{Unchecked, fits_shape};
use crate::types::num::{Bool, StaticValue, phantom, static_value};
use crate::types::tuple::{Coordinate, IntTuple, ListOf, Structure};
use core::marker::PhantomData;
use layout_core::{self as value, MAX_LEAVES};
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
#[doc(hidden)]
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
        coord.lies_in(shape) && (G::ALL_WHOLE || self.guard.has(coord, shape))
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

    /// Whether all coordinates that match `coord` are inside, where `_` matches any. With `_` for the tile and a
    /// coordinate of the rest: whether this tile is whole, so a loop over it needs no test.
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
        coord.lies_in(shape) && (G::ALL_WHOLE || self.guard.has_last(coord, shape))
    }

    /// The natural coordinates inside that match `coord`, where `_` matches any, in linear order. With `_` for the tile
    /// and a coordinate of the rest: the elements of this tile. `Keep` alone yields all coordinates inside.
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

/// The guard of a padded divide: a test of coordinates of the divided layout, each inside its shape.
pub trait Inside: StaticValue {
    /// Whether the original layout has every element, by the static integers alone.
    const ALL_WHOLE: bool;
    /// The rest of the original layout from the first coordinate of a tile on, or nothing.
    #[doc(hidden)]
    type Left: StaticValue;
    /// Whether the original layout has every element.
    fn is_everywhere(&self) -> bool;
    /// Whether the original layout has the element at this coordinate of the divided layout of the shape `shape`.
    fn has<C: IntTuple, S: IntTuple>(&self, coord: C, shape: S) -> bool;
    /// Whether the original layout has the element at the last coordinate that matches `coord`, where `_` matches any.
    fn has_last<C: IntTuple, S: IntTuple>(&self, coord: C, shape: S) -> bool;
    /// The rest of the original layout from this coordinate of a zipped divide on, the first coordinate of a tile.
    #[doc(hidden)]
    fn left<C: IntTuple, S: IntTuple>(&self, coord: C, shape: S) -> Self::Left;
    /// Whether the original layout has the element at this coordinate of a tile of the shape `tile`. The tile begins at
    /// the linear index `first` of the zipped divide, and `left` is the rest from there on.
    #[doc(hidden)]
    fn tile_has<C: IntTuple, S: IntTuple>(
        &self,
        first: usize,
        left: Self::Left,
        coord: C,
        tile: S,
    ) -> bool;
    /// The number of coordinates inside along the leaf number `leaf` of such a tile, from its first coordinate on, which is
    /// inside. `step` is the difference of the linear index for one step.
    #[doc(hidden)]
    fn tile_along(
        &self,
        first: usize,
        left: Self::Left,
        leaf: usize,
        step: usize,
        extent: usize,
    ) -> usize;
}

/// A guard by the engine, which tests linear indices: whether all tiles are whole by static integers, and the table.
macro_rules! by_table {
    ($([$($p:tt)*] $guard:ty, $all_whole:expr, |$this:ident| $table:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($p)*> Inside for $guard {
            const ALL_WHOLE: bool = $all_whole;
            type Left = ();
            #[inline]
            fn is_everywhere(&self) -> bool {
                let $this = self;
                $table.is_everywhere()
            }
            #[inline]
            fn has<C: IntTuple, S: IntTuple>(&self, coord: C, shape: S) -> bool {
                let $this = self;
                $table.inside(coord.linear(shape) as i64)
            }
            #[inline]
            fn has_last<C: IntTuple, S: IntTuple>(&self, coord: C, shape: S) -> bool {
                let $this = self;
                has_last($table, coord, shape)
            }
            #[inline(always)]
            fn left<C: IntTuple, S: IntTuple>(&self, _: C, _: S) {}
            #[inline]
            fn tile_has<C: IntTuple, S: IntTuple>(
                &self,
                first: usize,
                _: (),
                coord: C,
                tile: S,
            ) -> bool {
                let $this = self;
                $table.inside((first + coord.linear(tile)) as i64)
            }
            #[inline]
            fn tile_along(
                &self,
                first: usize,
                _: (),
                _: usize,
                step: usize,
                extent: usize,
            ) -> usize {
                let $this = self;
                $table.along(first as i64, step as i64, extent as i64) as usize
            }
        }
    )*};
}
by_table! {
    [] value::Guard, false, |table| table;
    [A: PlainLayout, T: Tiler, F: Bool] Fixed<A, T, F>, Self::GUARD.is_everywhere(),
        |_fixed| const { &Self::GUARD };
}

/// Whether the last coordinate that matches `coord` is inside, where `_` matches any.
#[inline]
fn has_last<C: IntTuple, S: IntTuple>(guard: &value::Guard, coord: C, shape: S) -> bool {
    guard.inside(coord.linear(shape).wrapping_add(KeptLeaves::of(coord, shape).last()) as i64)
}

// SAFETY: `StaticValue` needs a value that never changes and that any thread may hold. A guard is integers, of size above
// 0, which no method changes.
unsafe impl StaticValue for value::Guard {}
phantom! {
    /// The guard for the static layout `A` and the static tiler `T`: a constant, of size 0. `F`: tile and rest alternate mode
    /// by mode, as in `logical_divide`. Otherwise all tiles precede all rests.
    Fixed<A, T, F>;
}

impl<A: PlainLayout, T: Tiler, F: Bool> Fixed<A, T, F> {
    const GUARD: value::Guard = divided::<F>(&A::FORM, &T::TILER);
}

/// The guard of a padded divide by the engine.
const fn divided<F: Bool>(layout: &value::Layout, tiler: &value::Tiler) -> value::Guard {
    let answer = if F::VALUE {
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

/// The guard for a layout `A` whose modes are run-time leaves or static, and the static tiler `T`: the coordinate in `A` is a
/// sum of digits, which is compared with the extents.
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
impl<A: PlainLayout, T: Tiler, F: Bool> Planned<A, T, F> {
    const PLAN: Option<value::GuardPlan> = A::FORM.plan_guard(&T::TILER, F::VALUE);

    /// `f` of the plan and the extents of the layout, or of the engine's guard for types without a plan.
    #[inline(always)]
    fn by_plan<R>(
        &self,
        f: impl FnOnce(&value::GuardPlan, &[usize; MAX_LEAVES]) -> R,
        by_engine: impl FnOnce(&value::Guard) -> R,
    ) -> R {
        match const { &Self::PLAN } {
            Some(plan) => f(plan, &words(self.layout.shape())),
            None => by_engine(&self.by_engine()),
        }
    }

    /// The guard by the engine.
    #[cold]
    #[inline(never)]
    fn by_engine(&self) -> value::Guard {
        divided::<F>(&self.layout.plain(), &T::TILER)
    }
}

/// The leaves of a tuple.
#[inline(always)]
fn words<S: IntTuple>(tuple: S) -> [usize; MAX_LEAVES] {
    let mut words = [0; MAX_LEAVES];
    tuple.words(&mut words, 0);
    words
}

/// Writes the digits of a coordinate of the shape `shape` to `digits`.
#[inline(always)]
fn digits<C: IntTuple, S: IntTuple>(
    coord: C,
    shape: S,
    mut digits: [usize; MAX_LEAVES],
) -> [usize; MAX_LEAVES] {
    coord.digits_in(shape, &mut digits, 0);
    digits
}

const FIRST: [usize; MAX_LEAVES] = [0; MAX_LEAVES];

#[layout_macros::at_caller]
impl<A: PlainLayout, T: Tiler, F: Bool> Inside for Planned<A, T, F> {
    const ALL_WHOLE: bool = false;
    /// The extents of `A` from the coordinate on.
    type Left = <A::Shape as IntTuple>::Coord;
    #[inline]
    fn is_everywhere(&self) -> bool {
        self.by_plan(value::GuardPlan::is_everywhere, value::Guard::is_everywhere)
    }
    #[inline]
    fn has<C: IntTuple, S: IntTuple>(&self, coord: C, shape: S) -> bool {
        self.by_plan(
            #[inline(always)]
            |plan, extents| plan.is_below(&digits(coord, shape, FIRST), extents),
            |guard| guard.inside(coord.linear(shape) as i64),
        )
    }
    #[inline]
    fn has_last<C: IntTuple, S: IntTuple>(&self, coord: C, shape: S) -> bool {
        self.by_plan(
            #[inline(always)]
            |plan, extents| {
                let last = words(shape).map(|extent| extent.wrapping_sub(1));
                plan.is_below(&digits(coord, shape, last), extents)
            },
            |guard| has_last(guard, coord, shape),
        )
    }
    #[inline(always)]
    fn left<C: IntTuple, S: IntTuple>(&self, coord: C, shape: S) -> Self::Left {
        let Some(plan) = (const { &Self::PLAN }) else {
            return IntTuple::read(&|_| 0, 0);
        };
        let (digits, extents) = (digits(coord, shape, FIRST), words(self.layout.shape()));
        IntTuple::read(&|mode| plan.left(&digits, &extents, mode) as i64, 0)
    }
    #[inline]
    fn tile_has<C: IntTuple, S: IntTuple>(
        &self,
        first: usize,
        left: Self::Left,
        coord: C,
        tile: S,
    ) -> bool {
        self.by_plan(
            #[inline(always)]
            |plan, _| plan.is_below(&digits(coord, tile, FIRST), &words(left)),
            |guard| guard.inside((first + coord.linear(tile)) as i64),
        )
    }
    #[inline]
    fn tile_along(
        &self,
        first: usize,
        left: Self::Left,
        leaf: usize,
        step: usize,
        extent: usize,
    ) -> usize {
        self.by_plan(
            #[inline(always)]
            |plan, _| plan.along(leaf, extent, &words(left)),
            |guard| guard.along(first as i64, step as i64, extent as i64) as usize,
        )
    }
}

/// Selects the guard: by whether both operands are static, and otherwise by whether run-time extents determine it.
pub trait GuardOf {
    /// [`Fixed`] for static operands, otherwise the guard by [`IsPlanned`].
    type Guard<A: PlainLayout, T: Tiler, F: Bool>: Inside;
    /// [`Planned`], or a table of run-time integers.
    type Mixed<A: PlainLayout, T: Tiler, F: Bool>: Inside;
    /// The guard. Takes the table of run-time operands.
    fn guard<A: PlainLayout, T: Tiler, F: Bool>(
        layout: A,
        table: Option<value::Guard>,
        _: Unchecked,
    ) -> Self::Guard<A, T, F>;
    /// The guard of run-time operands. Takes the table unless the guard is planned.
    fn mixed<A: PlainLayout, T: Tiler, F: Bool>(
        layout: A,
        table: Option<value::Guard>,
        _: Unchecked,
    ) -> Self::Mixed<A, T, F>;
}
impl GuardOf for B1 {
    type Guard<A: PlainLayout, T: Tiler, F: Bool> = Fixed<A, T, F>;
    type Mixed<A: PlainLayout, T: Tiler, F: Bool> = Planned<A, T, F>;
    #[inline(always)]
    fn guard<A: PlainLayout, T: Tiler, F: Bool>(
        _: A,
        _: Option<value::Guard>,
        _: Unchecked,
    ) -> Fixed<A, T, F> {
        static_value()
    }
    #[inline(always)]
    fn mixed<A: PlainLayout, T: Tiler, F: Bool>(
        layout: A,
        _: Option<value::Guard>,
        _: Unchecked,
    ) -> Planned<A, T, F> {
        Planned { layout, operands: PhantomData }
    }
}
impl GuardOf for B0 {
    type Guard<A: PlainLayout, T: Tiler, F: Bool> = <IsPlanned<A, T> as GuardOf>::Mixed<A, T, F>;
    type Mixed<A: PlainLayout, T: Tiler, F: Bool> = value::Guard;
    #[inline(always)]
    fn guard<A: PlainLayout, T: Tiler, F: Bool>(
        layout: A,
        table: Option<value::Guard>,
        made: Unchecked,
    ) -> Self::Guard<A, T, F> {
        <IsPlanned<A, T> as GuardOf>::mixed(layout, table, made)
    }
    #[inline(always)]
    fn mixed<A: PlainLayout, T: Tiler, F: Bool>(
        _: A,
        table: Option<value::Guard>,
        _: Unchecked,
    ) -> value::Guard {
        table.expect("the divide of run-time integers makes the table")
    }
}

/// Whether the guard is [`Planned`]: the tiler is static, and each mode of the layout is a leaf or static.
pub type IsPlanned<A, T> = <<T as Tiler>::IsStaticTiler as Bool>::And<
    <ListOf<<A as AnyLayout>::Shape> as Structure>::IsFlat,
>;

/// Whether the layout `A` and the tiler `T` are static.
pub type BothStatic<A, T> = <<A as AnyLayout>::IsStatic as Bool>::And<<T as Tiler>::IsStaticTiler>;
/// The result of the padded divide of `A` by `T` in the form `F`, with the divided layout `L`.
pub type FormOf<A, T, F, L> = Padded<L, <A as PlainLayout>::Guard<T, F>>;
