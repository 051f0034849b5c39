//! The rows of the tables of operations of `static-layout`, on layouts whose type is their notation.

use crate::answer::{Accepts, built};
use crate::coordinate::{Coordinate, MISFIT};
use crate::layout::{AtBuild, Layout, PLAIN_ONLY};
use crate::operand::{AnyLayout, IsTuple, Tiler};
use layout_core::{ComposedLayout, Guard, LayoutError};
use rows::Collision;

/// What the code of a row names.
pub(crate) mod rows {
    pub(crate) use super::Padding;
    pub(crate) use crate::answer::{Answer, inside, layout_of, unwrap, wrapped};
    pub(crate) use crate::form::{NOTHING, SOURCES, Text, is_plain, labels};
    pub(crate) use crate::layout::Layout;
    pub(crate) use crate::operand::{AnyLayout, IsTuple, Keeps, Tiler, kept};
    pub(crate) use layout_core::internal::{Names, Open, Sources};
    pub(crate) use layout_core::{
        ComposedLayout, Coord, Guard, IntTuple, Layout as EngineLayout, LayoutError, MAX_LEAVES,
        Padded as EnginePadded, Plan,
    };

    /// The shape of one coordinate.
    pub(crate) const UNIT: IntTuple = IntTuple::leaf(1);

    /// A const parameter as an integer.
    pub(crate) struct Extent<const N: usize>;
    impl<const N: usize> Extent<N> {
        pub(crate) const VALUE: i64 = N as i64;
    }

    /// Two coordinates with one offset.
    pub type Collision = Option<(IntTuple, IntTuple)>;

    /// A layout of the engine, which is plain already.
    pub(crate) struct PlainLayout;
    impl PlainLayout {
        pub(crate) const fn plain(a: EngineLayout) -> EngineLayout {
            a
        }
    }

    /// What the rows of values call.
    pub(crate) mod check {
        pub(crate) use crate::answer::unwrap as unwrap_or_panic;
    }
    pub(crate) const fn injective(a: EngineLayout) -> Result<bool, LayoutError> {
        a.is_injective()
    }
    pub(crate) fn covers(a: EngineLayout, m: usize) -> Result<bool, LayoutError> {
        i64::try_from(m).map_or(Ok(false), |m| a.covers(m))
    }
    pub(crate) const fn guard_of(answer: Result<EnginePadded, LayoutError>) -> Option<Guard> {
        match answer {
            Ok(padded) => Some(padded.guard()),
            Err(_) => None,
        }
    }

    /// The sentence of an order that is not static.
    pub(crate) const STATIC_ORDER: &str =
        "the order is not static: it decides which strides are static";

    /// The sentence of a profile, a path or a list with an integer of run time.
    pub(crate) const STATIC_PROFILE: &str =
        "an integer of the operand is known at run time: it decides the form of the result";
    /// The sentence of `_` in a shape.
    pub(crate) const KEPT_IN_SHAPE: &str = "`_` has no meaning here: write an integer";

    /// The origin of each leaf; nothing where the operation is refused.
    pub(crate) const fn moves(answer: Result<EngineLayout, LayoutError>) -> Option<EngineLayout> {
        match answer {
            Ok(labels) => Some(labels),
            Err(_) => None,
        }
    }
}

layout_macros::text_operations! { "../../src/ops" without tile_count }

#[layout_macros::at_caller]
impl<const L: &'static str> Layout<L> {
    /// The number of tiles: the size of the second mode of [`zipped_divide`](Self::zipped_divide).
    ///
    /// # Compile errors
    /// Those of [`zipped_divide`](Self::zipped_divide).
    ///
    /// # Panics
    /// If run-time integers are refused.
    #[inline]
    #[track_caller]
    pub fn tile_count<T: Tiler>(self, t: T) -> usize
    where
        (): Accepts<{ zipped_divide::REFUSAL::<L, T> }>,
    {
        self.zipped_divide(t).size_of_mode(1)
    }
}

/// A padded divide of one layout by one tile.
pub trait Padding {
    /// The tile.
    type Tile: Tiler;
    /// Which coordinates are inside; `None` where a leaf is open.
    #[doc(hidden)]
    const GUARD: Option<Guard>;
    /// Which coordinates are inside, for a value.
    #[doc(hidden)]
    fn guard(whole: &ComposedLayout, tile: Self::Tile) -> Option<Guard>;
}

const GUARD_COUNT<Q: Padding>: usize = if Q::GUARD.is_some() { 0 } else { 1 };
/// How many guards a value keeps.
#[doc(hidden)]
pub type const GUARDS<Q: Padding>: usize = GUARD_COUNT::<Q>;

/// The result of a padded divide: a layout, and which of its coordinates are inside the layout that was divided.
pub struct Padded<const R: &'static str, Q: Padding> {
    layout: Layout<R>,
    guard: [Option<Guard>; GUARDS::<Q>],
}

impl<const R: &'static str, Q: Padding> Clone for Padded<R, Q> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<const R: &'static str, Q: Padding> Copy for Padded<R, Q> {}

impl<const R: &'static str, Q: Padding> Padded<R, Q> {
    #[inline]
    fn new(layout: Layout<R>, whole: &ComposedLayout, tile: Q::Tile) -> Self {
        Padded { layout, guard: core::array::from_fn(|_| Q::guard(whole, tile)) }
    }

    /// The layout of all coordinates. Those outside have an offset, but no element.
    pub const fn layout(self) -> Layout<R> {
        self.layout
    }

    /// Whether a coordinate is inside the layout that was divided.
    #[inline]
    pub fn inside<C: Coordinate>(self, coord: C) -> bool
    where
        (): Accepts<{ MISFIT::<R, C> }>,
    {
        let guard = match const { &Q::GUARD } {
            Some(guard) => Some(guard),
            None => self.guard.first().and_then(Option::as_ref),
        };
        self.layout.has(coord)
            && guard.is_some_and(|guard| guard.inside(self.layout.linear(coord) as i64))
    }
}
