//! Results of the padded divides.

use super::inside::{InsideCoords, Walk};
use super::{AnyLayout, PlainLayout};
use crate::check::fits_shape;
use crate::num::{Bool, StaticValue, static_value};
use crate::tuple::{Coordinate, IntTuple};
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

#[layout_macros::at_caller]
impl<L: AnyLayout, G: Inside> Padded<L, G> {
    #[inline(always)]
    pub(crate) fn new(layout: L, guard: G) -> Self {
        Padded { layout, guard }
    }

    /// The test of linear indices.
    #[inline(always)]
    pub(crate) fn guard(&self) -> G {
        self.guard
    }

    /// The divided layout. Offsets of coordinates that are not inside mean nothing.
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
    /// A coordinate past the divided layout is not inside. One with another nesting does not
    /// compile.
    #[inline]
    pub fn inside<C: Coordinate>(&self, coord: C) -> bool {
        const { fits_shape::<C, L::Shape>() };
        let shape = self.layout.shape();
        coord.lies_in(shape) && (G::ALL_WHOLE || self.guard.contains(coord.linear(shape)))
    }

    /// Every tile is whole, and the compiler knows it: nothing of the divided layout is outside, so
    /// that [`inside`](Self::inside) and [`is_whole`](Self::is_whole) cost no more than the test of the
    /// range.
    ///
    /// ```
    /// # use static_layout::*;
    /// fn is_known<L: AnyLayout, G: Inside>(_: &Padded<L, G>) -> bool {
    ///     Padded::<L, G>::ALL_WHOLE
    /// }
    /// let n = 12;
    /// assert!(is_known(&layout!(12:1).zipped_divide_padded(tile!(4))));
    /// assert!(!is_known(&layout!(10:1).zipped_divide_padded(tile!(4))));
    /// assert!(!is_known(&layout!(n:1).zipped_divide_padded(tile!(4)))); // `n` is
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

    /// Whether all that `_` keeps of `coord` is inside: with `_` for the tile and the coordinate of the
    /// tile among the rests, whether this tile is whole, so that a loop over it needs no test.
    ///
    /// ```
    /// # use static_layout::*;
    /// let rows = 10;
    /// let tiles = layout!((rows, 4):(4, 1)).zipped_divide_padded(tile!(8, 4));
    /// assert!(tiles.is_whole(coord!(_, (0, 0))));
    /// assert!(!tiles.is_whole(coord!(_, (1, 0)))); // rows 8 and 9 of 10
    /// ```
    ///
    /// A tile past the divided layout is not whole. A coordinate with another nesting does not compile.
    #[inline]
    pub fn is_whole<C: IntTuple>(&self, coord: C) -> bool {
        const { fits_shape::<C, L::Shape>() };
        let shape = self.layout.shape();
        let last = || coord.linear(shape).wrapping_add(Walk::of(coord, shape).last());
        coord.lies_in(shape) && (G::ALL_WHOLE || self.guard.contains(last()))
    }

    /// The natural coordinates inside that `_` keeps of `coord`, in the order of the linear index: with
    /// `_` for the tile and the coordinate of the tile among the rests, what there is of this tile;
    /// `Keep` alone gives all that is inside.
    ///
    /// ```
    /// # use static_layout::*;
    /// let tiles = layout!(10:1).zipped_divide_padded(layout!(4:1));
    /// assert!(tiles.coords(coord!(_, 2)).eq([(0, 2), (1, 2)])); // elements 8 and 9
    /// assert_eq!(tiles.coords(Keep).map(|c| tiles.layout().index(c)).sum::<usize>(), 45);
    /// ```
    ///
    /// A tile past the divided layout has none. A coordinate with another nesting does not compile.
    #[inline]
    pub fn coords<C: IntTuple>(&self, coord: C) -> InsideCoords<L::Shape, G> {
        const { fits_shape::<C, L::Shape>() };
        let shape = self.layout.shape();
        let walk = Walk::of(coord, shape);
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
    /// The divided layout.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.layout.fmt(f)
    }
}
impl<L: core::fmt::Display, G> core::fmt::Debug for Padded<L, G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Padded({})", self.layout)
    }
}

/// The test of a linear index of a padded layout.
pub trait Inside: Copy {
    /// The original layout is known to have every element.
    const ALL_WHOLE: bool;
    /// Whether the original layout has this element.
    fn contains(&self, linear: usize) -> bool;
    /// Whether the original layout has every element.
    fn is_everywhere(&self) -> bool;
    /// How many of `extent` coordinates of a leaf are inside, if the first one is: the linear index there, and
    /// what a step along the leaf adds to it.
    fn along(&self, linear: usize, step: usize, extent: usize) -> usize;
}

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

/// How tile and rest are arranged, as far as linear indices go.
pub trait Form: 'static {
    /// Mode by mode, as `logical_divide` has it; otherwise tiles before rests.
    const LOGICAL: bool;
}
impl Form for B0 {
    const LOGICAL: bool = false;
}
impl Form for B1 {
    const LOGICAL: bool = true;
}

/// The test for the static layout `A` and the static tiler `T`: no bytes, known in `const`.
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

impl<A: PlainLayout, T: Tiler, F: Form> Fixed<A, T, F> {
    const GUARD: value::Guard = {
        let answer = if F::LOGICAL {
            A::DESC.logical_divide_padded(&T::TILER)
        } else {
            A::DESC.zipped_divide_padded(&T::TILER)
        };
        match answer {
            Ok(padded) => padded.guard(),
            // The divide itself reports the error, at the user's line.
            Err(_) => value::Guard::NOTHING,
        }
    };
}
#[layout_macros::at_caller]
impl<A: PlainLayout, T: Tiler, F: Form> Inside for Fixed<A, T, F> {
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

/// The test for operands that are static, or not.
pub trait GuardOf {
    /// [`Fixed`], or the table itself.
    type Guard<A: PlainLayout, T: Tiler, F: Form>: Inside;
    /// The test, computed only when it is not static.
    fn guard<A: PlainLayout, T: Tiler, F: Form>(
        table: Option<value::Guard>,
    ) -> Self::Guard<A, T, F>;
}
impl GuardOf for B1 {
    type Guard<A: PlainLayout, T: Tiler, F: Form> = Fixed<A, T, F>;
    #[inline(always)]
    fn guard<A: PlainLayout, T: Tiler, F: Form>(_: Option<value::Guard>) -> Fixed<A, T, F> {
        static_value()
    }
}
impl GuardOf for B0 {
    type Guard<A: PlainLayout, T: Tiler, F: Form> = value::Guard;
    #[inline(always)]
    fn guard<A: PlainLayout, T: Tiler, F: Form>(table: Option<value::Guard>) -> value::Guard {
        table.expect("the divide of run-time integers makes the table")
    }
}

/// Both operands are static.
pub(crate) type BothStatic<A, T> =
    <<A as AnyLayout>::IsStatic as Bool>::And<<T as Tiler>::IsStaticTiler>;
/// The padded divide of `A` by `T`, arranged as `L`.
pub type FormOf<A, T, F, L> = Padded<L, <BothStatic<A, T> as GuardOf>::Guard<A, T, F>>;
