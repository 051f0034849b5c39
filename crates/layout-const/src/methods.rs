//! The methods of [`Layout`] that are in no table: sizes, slices, values of the engine.

use crate::answer::{Accepts, Answer, unwrap};
use crate::coordinate::Coordinate;
use crate::form::{NOTHING, SOURCES, Text, labels, plain_form};
use crate::layout::{Layout, PLAIN_ONLY, REFUSAL};
use crate::operand::{IsTuple, Keeps, Tuple, kept};
use layout_core::internal::{Open, Sources};
use layout_core::{
    ComposedLayout, Coord, IntTuple as EngineTuple, Layout as EngineLayout, LayoutError, Table,
};

impl<const L: &'static str> Layout<L> {
    /// The number of modes at the top level.
    pub const fn rank(self) -> usize {
        const { Text::<L>::LAYOUT.value.rank() }
    }

    /// The number of nested levels: 0 for `8:1`.
    pub const fn depth(self) -> usize {
        const { Text::<L>::LAYOUT.value.depth() }
    }

    /// One more than the greatest offset of the plain layout, counted from the least one.
    #[inline]
    pub fn cosize(self) -> usize {
        if Text::<L>::IS_STATIC {
            const { Text::<L>::LAYOUT.value.cosize() as usize }
        } else {
            self.value().cosize() as usize
        }
    }

    /// The greatest number of elements that divides each offset, as a vector needs it.
    #[inline]
    pub fn max_alignment(self) -> usize {
        if Text::<L>::SWIZZLE.is_none() {
            self.plain().max_alignment() as usize
        } else {
            self.value().max_alignment() as usize
        }
    }

    /// The layout on plain integers, `S:D`, without its swizzle.
    pub fn to_dynamic(self) -> EngineLayout {
        self.plain()
    }

    /// The layout on plain integers, with its swizzle.
    pub fn to_composed(self) -> ComposedLayout {
        self.value()
    }

    /// The offsets as a table.
    pub fn table(self) -> Table {
        self.plain().table()
    }

    /// Whether both are the same layout, also of different types.
    #[inline]
    pub fn equals<const M: &'static str>(self, other: Layout<M>) -> bool {
        if Text::<L>::IS_STATIC && Text::<M>::IS_STATIC {
            const { Text::<L>::LAYOUT.value.equals(&Text::<M>::LAYOUT.value) }
        } else {
            self.value().equals(&other.value())
        }
    }
}

impl<const L: &'static str, const M: &'static str> PartialEq<Layout<M>> for Layout<L> {
    fn eq(&self, other: &Layout<M>) -> bool {
        self.equals(*other)
    }
}
impl<const L: &'static str> Eq for Layout<L> {}

#[layout_macros::at_caller]
impl<const L: &'static str> Layout<L> {
    /// A layout on plain integers as this type.
    ///
    /// # Errors
    /// A layout of another nesting, and other integers than those of the notation.
    pub fn from_dynamic(layout: &EngineLayout) -> Result<Self, LayoutError>
    where
        (): Accepts<{ REFUSAL::<L> }>,
        (): Accepts<{ PLAIN_ONLY::<L> }>,
    {
        Text::<L>::FORM.read(&crate::form::plain_form(layout).value).map(Layout::of_words)
    }

    /// The layout as another type, which may say less of it, more, or give its leaves other names: `"(?,64):(64,1)"` of
    /// `"(n,64):(64,1)"`.
    ///
    /// # Errors
    /// A type of another nesting, and other integers than those of its notation.
    pub fn as_type<const M: &'static str>(self) -> Result<Layout<M>, LayoutError>
    where
        (): Accepts<{ REFUSAL::<M> }>,
    {
        Text::<M>::FORM.read(&self.value()).map(Layout::of_words)
    }

    /// The greatest offset.
    ///
    /// # Errors
    /// A layout that maps to coordinates.
    pub fn max_offset(self) -> Result<i64, LayoutError>
    where
        (): Accepts<{ PLAIN_ONLY::<L> }>,
    {
        self.plain().max_offset()
    }

    /// The least offset.
    ///
    /// # Errors
    /// A layout that maps to coordinates.
    pub fn min_offset(self) -> Result<i64, LayoutError>
    where
        (): Accepts<{ PLAIN_ONLY::<L> }>,
    {
        self.plain().min_offset()
    }

    /// The part that `_` keeps, and the offset of the other leaves of the coordinate; with a swizzle, the offset is in the part.
    ///
    /// # Compile errors
    /// A coordinate of another nesting.
    #[inline(always)]
    #[track_caller]
    pub fn slice<C: Slicing>(self, coord: C) -> (Layout<{ SLICE::<L, C> }>, usize)
    where
        (): Accepts<{ NO_SLICE::<L, C> }>,
    {
        let (mut extents, mut strides) = ([0; SOURCES], [0; SOURCES]);
        self.write(&mut extents, &mut strides);
        let moved = self.offset_of_kept(coord);
        let inside = self.offset().wrapping_add(moved);
        let part = if Part::<L, C>::IS_EMPTY {
            Layout::of_zeros()
        } else {
            let labels = const { &Part::<L, C>::LABELS };
            let form = Text::<{ SLICE::<L, C> }>::FORM;
            // A part of a layout exists.
            Layout::of_words(form.moved(labels, &extents, &strides, inside))
        };
        (part, if Text::<L>::SWIZZLE.is_some() { 0 } else { moved })
    }
}

#[layout_macros::at_caller]
impl<const L: &'static str> Layout<L> {
    /// The part of each axis that slices take, and the offset of its first element, NumPy's basic indexing:
    /// `a.slice_axes(slices!(1..-1, ..;-2))`.
    ///
    /// # Compile errors
    /// An index outside its axis, a step of 0, more slices than axes, a mode without a stride of its own.
    ///
    /// # Panics
    /// If run-time integers are refused, or make a part of another form.
    #[inline]
    #[track_caller]
    pub fn slice_axes<C: IsTuple>(self, slices: C) -> (Layout<{ AXES::<L, C> }>, isize)
    where
        (): Accepts<{ NO_AXES::<L, C> }>,
        (): Accepts<{ PLAIN_ONLY::<L> }>,
    {
        if Axes::<L, C>::IS_STATIC {
            (Layout::of_zeros(), const { Axes::<L, C>::START })
        } else {
            unwrap(self.axes(slices))
        }
    }

    /// [`slice_axes`](Self::slice_axes) by run-time integers that may be refused.
    ///
    /// # Errors
    /// The refusal of run-time integers, and a part of another form.
    #[inline]
    pub fn try_slice_axes<C: IsTuple>(
        self,
        slices: C,
    ) -> Result<(Layout<{ AXES::<L, C> }>, isize), LayoutError>
    where
        (): Accepts<{ NO_AXES::<L, C> }>,
        (): Accepts<{ PLAIN_ONLY::<L> }>,
    {
        self.axes(slices)
    }

    /// The coordinate to which a layout with strides in units maps a coordinate.
    ///
    /// # Errors
    /// A coordinate outside the shape.
    pub fn image<C: Coordinate>(self, coord: C) -> Result<EngineTuple, LayoutError> {
        self.plain().try_image(&Coord::from_tuple(coord.value()))
    }
}

impl<const L: &'static str> Layout<L> {
    fn axes<C: IsTuple>(self, slices: C) -> Result<(Layout<{ AXES::<L, C> }>, isize), LayoutError> {
        let (part, start) = self.plain().slice_axes_by(&slices.value(), kept::<C>())?;
        let value = plain_form(&part).value;
        Ok((Layout::of_words(Text::<{ AXES::<L, C> }>::FORM.read(&value)?), start as isize))
    }

    /// The natural coordinate of a linear index.
    ///
    /// # Panics
    /// If the index is past the size.
    #[track_caller]
    pub fn coord(self, linear: usize) -> EngineTuple {
        unwrap(self.plain().coord(i64::try_from(linear).unwrap_or(i64::MAX)))
    }

    /// The coordinate of a linear index, with one integer for each mode.
    ///
    /// # Panics
    /// If the index is past the size.
    #[track_caller]
    pub fn flat_coord(self, linear: usize) -> EngineTuple {
        unwrap(self.plain().flat_coord(i64::try_from(linear).unwrap_or(i64::MAX)))
    }
}

/// Slices of the axes of the layout `L`.
struct Axes<const L: &'static str, C>(C);

impl<const L: &'static str, C: IsTuple> Axes<L, C> {
    const FIRST: &'static Open<ComposedLayout> = Text::<L>::LAYOUT;
    const IS_STATIC: bool = Self::FIRST.all_known() && C::DESC.all_known();
    const fn tried(k: usize) -> Result<(EngineLayout, i64), LayoutError> {
        let layout = Self::FIRST.value.plain().with_unknown_leaves(k);
        layout.slice_axes_by(&C::DESC.with_unknown_leaves(k), kept::<C>())
    }
    const ANSWER: Answer = if !Text::<L>::IS_LAYOUT {
        Answer::NOTHING
    } else if let Some(sentence) = C::REFUSED {
        Answer::refused(sentence)
    } else if Self::IS_STATIC {
        Answer::of(part_of(Self::tried(0)))
    } else {
        Answer::compared(
            Self::FIRST,
            Sources(L, C::TEXT),
            &part_of(Self::tried(0)),
            &part_of(Self::tried(1)),
        )
    };
    const START: isize = match Self::tried(0) {
        Ok((_, start)) => start as isize,
        Err(_) => 0,
    };
}

const fn part_of(
    answer: Result<(EngineLayout, i64), LayoutError>,
) -> Result<ComposedLayout, LayoutError> {
    match answer {
        Ok((part, _)) => Ok(plain_form(&part).value),
        Err(error) => Err(error),
    }
}

const TEXT_OF_AXES<const L: &'static str, C: IsTuple>: &'static str = Axes::<L, C>::ANSWER.text();
const REASON_OF_AXES<const L: &'static str, C: IsTuple>: &'static str =
    Axes::<L, C>::ANSWER.refusal();
/// The notation of the part that slices take.
pub type const AXES<const L: &'static str, C: IsTuple>: &'static str = TEXT_OF_AXES::<L, C>;
/// Why slices take no part.
pub type const NO_AXES<const L: &'static str, C: IsTuple>: &'static str = REASON_OF_AXES::<L, C>;

/// A coordinate in which `_` keeps modes.
pub trait Slicing: Coordinate {
    /// The nesting, with the leaves that are `_`.
    #[doc(hidden)]
    const COORD: Coord;
}

impl<const T: &'static str> Slicing for Tuple<T> {
    const COORD: Coord = Coord::keeping(<Self as IsTuple>::DESC, <Self as Keeps>::KEPT);
}

/// A slice of the layout `L`.
struct Part<const L: &'static str, C>(C);

impl<const L: &'static str, C: Slicing> Part<L, C> {
    const FIRST: &'static Open<ComposedLayout> = Text::<L>::LAYOUT;
    const FOUND: Result<(EngineLayout, i64), LayoutError> = {
        let layout = Self::FIRST.value.plain().with_unknown_leaves(0);
        layout.slice(&Coord::keeping(
            C::COORD.integers().with_unknown_leaves(0),
            C::COORD.kept_mask(),
        ))
    };
    /// The origin of each leaf.
    const LABELS: EngineLayout = {
        let (mut zeros, mut k) = (C::COORD.integers(), 0);
        while k < zeros.leaf_count() {
            zeros.set_value(k, 0);
            k += 1;
        }
        let coord = Coord::keeping(zeros, C::COORD.kept_mask());
        match labels(&Self::FIRST.value.plain(), 0).slice(&coord) {
            Ok((labels, _)) => labels,
            Err(_) => NOTHING.value.plain(),
        }
    };
    const ANSWER: Answer = match &Self::FOUND {
        _ if !Text::<L>::IS_LAYOUT => Answer::NOTHING,
        _ if let Some(sentence) = C::REFUSED => Answer::refused(sentence),
        Err(error) => Answer::of_refusal(error),
        Ok(_) if Self::FIRST.value.plain().is_coordinate() => {
            Answer::refused("the layout maps to coordinates: `image` gives these, `dice` the part")
        }
        Ok((_, moved)) => {
            let mut part = Self::FIRST.moved(&NOTHING, &Self::LABELS, Sources(L, ""));
            if !Self::FIRST.is_plain() {
                let is_known = Self::FIRST.all_known() && C::COORD.integers().all_known();
                let offset =
                    if is_known { Some(Self::FIRST.value.offset() + *moved) } else { None };
                part = part.with_offset(offset);
            }
            Answer::form(&part, Sources(L, ""))
        }
    };
    const IS_EMPTY: bool = Text::<{ SLICE::<L, C> }>::COUNT == 0;
}

const PART<const L: &'static str, C: Slicing>: &'static str = Part::<L, C>::ANSWER.text();
const REASON<const L: &'static str, C: Slicing>: &'static str = Part::<L, C>::ANSWER.refusal();
/// The notation of a slice.
pub type const SLICE<const L: &'static str, C: Slicing>: &'static str = PART::<L, C>;
/// Why there is no slice.
pub type const NO_SLICE<const L: &'static str, C: Slicing>: &'static str = REASON::<L, C>;
