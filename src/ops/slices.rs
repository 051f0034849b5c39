//! Slices by coordinates and by ranges of axes.

use super::axes::kept;
use super::parts::*;
use crate::types::{
    AtCoord, AtSlices, Codomain, CodomainOf, Coordinate, Form, ImageOf, NoMap, Selection,
};

/// The result of [`Layout::slice`](crate::Layout::slice).
pub type Slice<A, C> =
    <<<A as Tiler>::OffsetMap as OffsetMap>::Moved<AtCoord<A, C>> as OffsetMap>::Wrap<
        <PlainOf<A> as PlainLayout>::Slice<C>,
    >;
/// The result of [`Layout::slice_axes`](crate::Layout::slice_axes).
pub type SliceAxes<A, C> =
    <<<A as Tiler>::OffsetMap as OffsetMap>::Moved<AtSlices<A, C>> as OffsetMap>::Wrap<
        <PlainOf<A> as PlainLayout>::SliceAxes<C>,
    >;
/// The layout of the result of [`Layout::slice_fractals`](crate::Layout::slice_fractals).
pub type SliceFractals<A, F, E> = <A as PlainLayout>::SliceFractals<F, E>;

#[layout_macros::at_caller]
impl<S: IntTuple, D: IntTuple> Layout<S, D> {
    /// The part of the layout that `_` keeps, and the offset of the coordinate's other leaves:
    /// `self(c' + c*) = offset + part(c*)`. CuTe's `slice_and_offset`.
    ///
    /// ```text
    /// (4,(2,3)):(6,(3,1))     at (2,_)                    at (_,(1,_))
    ///   0  3  1  4  2  5       .  .  .  .  .  .            .  3  .  4  .  5
    ///   6  9  7 10  8 11       .  .  .  .  .  .            .  9  . 10  . 11
    ///  12 15 13 16 14 17      12 15 13 16 14 17            . 15  . 16  . 17
    ///  18 21 19 22 20 23       .  .  .  .  .  .            . 21  . 22  . 23
    ///                         12 + ((2,3)):((3,1))         3 + (4,3):(6,1)
    /// ```
    ///
    /// The kept modes are side by side: the nesting of the coordinate does not count. `_` alone keeps the whole layout.
    /// The coordinate is not checked against the extents, as in [`index`](Self::index); a coordinate of another nesting
    /// does not compile. The part `R` is [`ops::Slice`](crate::ops::Slice).
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((4, (2, 3)):(6, (3, 1)));
    /// let (row, offset) = a.slice(coord!(2, _));
    /// assert_eq!((row.to_string(), offset), ("((2,3)):((3,1))".into(), 12));
    /// let j = 1;
    /// let (column, offset) = a.slice(coord!(_, (j, _)));
    /// assert_eq!((column.to_string(), offset), ("(4,3):(6,1)".into(), 3));
    /// ```
    /// ```compile_fail,E0277
    /// use static_layout::*;
    /// // the coordinate does not fit the shape
    /// layout!((4, (2, 3)):(6, (3, 1))).slice(coord!(2, (_, 1, 0)));
    /// ```
    ///
    /// # Compile errors
    /// A coordinate of another nesting, and one with a basis such as `1@0`.
    #[inline(always)]
    #[track_caller]
    pub fn slice<C: IntTuple, R: PlainLayout>(self, coord: C) -> (R, ImageOf<D>)
    where
        Slice<Self, C>: Is<R>,
        IsCoordOf<C, Self>: CoordinateFits,
    {
        const { check::sliced_by::<Self, C, R>() };
        let start = CodomainOf::<D>::image(NoMap, coord, self.shape(), self.stride());
        let part = <<Self as AnyLayout>::IsStatic as Bool>::static_value_or(|| {
            kept_modes(self, coord).it()
        });
        (part, start)
    }

    /// The part of each axis that `slices` take, and the offset of its first element, like NumPy's basic indexing; an
    /// axis without a slice is kept whole. [`slices!`](macro@crate::slices) writes them: an index, which removes the
    /// axis; `start..stop`; `start..stop; step`, also downwards; negative numbers count from the end.
    ///
    /// ```text
    /// (4,6):(6,1) at 1..-1, ..;-2     0  1  2  3  4  5
    ///                                 6  .  8  .  .  .
    /// ```
    ///
    /// Static numbers make a static part. A run-time index also removes its axis; a run-time bound makes a run-time
    /// extent and keeps a static stride. A range ends at the ends of its axis. All strides of an empty part are 0.
    ///
    /// Refused for an index outside its axis, a step of 0, more slices than axes, and a mode that has no stride of its
    /// own. [`slice`](Self::slice) also splits coordinates into nested modes, and costs nothing for run-time
    /// coordinates.
    ///
    /// The part `R` is [`ops::SliceAxes`](crate::ops::SliceAxes).
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((4, 6):row);
    /// let (part, offset) = a.slice_axes(slices!(1..-1, ..;-2));
    /// assert_eq!((part.to_string(), offset), ("(2,3):(6,-2)".into(), 11));
    /// let (i, n) = (2, 5);
    /// let (row, offset) = a.slice_axes(slices!(i, 1..n));
    /// assert_eq!((format!("{row:#}"), offset), ("(4):(_1)".into(), 13));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // the index 4 is out of range for axis 0, whose extent is 4
    /// layout!((4, 6):row).slice_axes(slices!(4));
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time integers are refused, with the text of the error of [`try_slice_axes`](Self::try_slice_axes).
    ///
    /// # Compile errors
    ///
    /// Static integers that are refused: the message has the rule and the operands.
    #[inline(always)]
    #[track_caller]
    pub fn slice_axes<C: IntTuple, R: AnyLayout>(self, slices: C) -> (R, isize)
    where
        SliceAxes<Self, C>: Is<R>,
    {
        let mut offset = const { slice_axes::check_as::<Self, C, PlainOf<R>>() };
        let call = slice_axes::Call(self, slices, &mut offset);
        let part = <slice_axes::IsStatic<Self, C> as Bool>::static_value_or_call::<R, _>(call);
        (part, offset)
    }

    /// [`slice_axes`](Self::slice_axes), with the refusal of run-time integers as an error.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 8;
    /// let (row, offset) = layout!((n, 4):(4, 1)).try_slice_axes(slices!(1, ..))?;
    /// assert_eq!((row.to_string(), offset), ("(4):(1)".into(), 4));
    /// assert!(layout!((n, 4):(4, 1)).try_slice_axes(slices!(9, ..)).is_err());
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The refusal of run-time integers, with the operands.
    ///
    /// # Compile errors
    ///
    /// The compile errors of [`slice_axes`](Self::slice_axes).
    #[inline(always)]
    pub fn try_slice_axes<C: IntTuple>(
        self,
        slices: C,
    ) -> Result<(SliceAxes<Self, C>, isize), LayoutError> {
        const { slice_axes::check::<Self, C>() };
        slice_axes::compute(self, slices)
    }

    /// The part of `extents` elements from the coordinate `from` on, in whole fractals, and the offset of its first
    /// element: Ascend C's `Slice`. A mode `(c, n)` is an axis of `n` fractals of `c` elements. An extent is clipped at
    /// the end of its axis, then rounded up to whole fractals; strides do not change.
    ///
    /// ```text
    /// part(i, j) = self(from_0 + i, from_1 + j)     for i, j below the clipped extents
    /// ```
    ///
    /// A coordinate past the clipped extents may lie outside this layout, so views have no such method. Refused for a
    /// part that begins inside a fractal and ends outside of it.
    ///
    /// ```
    /// use static_layout::*;
    /// let a = layout!((128, 40):NZ(16));
    /// let (part, offset) = a.slice_fractals(coord!(0, 32), shape!(48, 48));
    /// assert_eq!((part.to_string(), offset), ("((16,3),(16,1)):((16,256),(1,0))".into(), 4096));
    /// assert_eq!(size_of_val(&part), 0);
    /// let row = 16;
    /// let (part, offset) = a.slice_fractals(coord!(row, 0), shape!(32, 16));
    /// assert_eq!((format!("{part:#}"), offset), ("((_16,2),(_16,_1)):((_16,_256),(_1,_0))".into(), 256));
    /// ```
    /// ```compile_fail,E0080
    /// use static_layout::*;
    /// // 16 elements from 8 on begin inside a fractal of 16 and end outside of it
    /// layout!((128, 40):NZ(16)).slice_fractals(coord!(8, 0), shape!(16, 16));
    /// ```
    ///
    /// # Panics
    ///
    /// If run-time integers are refused, with the text of the error of
    /// [`try_slice_fractals`](Self::try_slice_fractals).
    ///
    /// # Compile errors
    ///
    /// Static integers that are refused, and tuples that do not fit the nesting of the shape.
    #[inline(always)]
    #[track_caller]
    pub fn slice_fractals<F: IntTuple, E: IntTuple>(
        self,
        from: F,
        extents: E,
    ) -> (SliceFractals<Self, F, E>, isize) {
        const { slice_fractals::check::<Self, F, E>() };
        check::unwrap_or_panic(slice_fractals::compute(self, from, extents))
    }

    /// [`slice_fractals`](Self::slice_fractals), with the refusal of run-time integers as an error.
    ///
    /// ```
    /// use static_layout::*;
    /// let n = 64;
    /// let (part, offset) = layout!((n, 32):NZ(16)).try_slice_fractals(coord!(16, 0), shape!(16, 16))?;
    /// assert_eq!((part.size(), offset), (256, 256));
    /// assert!(layout!((n, 32):NZ(16)).try_slice_fractals(coord!(n, 0), shape!(16, 16)).is_err());
    /// # Ok::<(), LayoutError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The refusal of run-time integers, with the operands.
    ///
    /// # Compile errors
    ///
    /// The compile errors of [`slice_fractals`](Self::slice_fractals).
    #[inline(always)]
    pub fn try_slice_fractals<F: IntTuple, E: IntTuple>(
        self,
        from: F,
        extents: E,
    ) -> Result<(SliceFractals<Self, F, E>, isize), LayoutError> {
        const { slice_fractals::check::<Self, F, E>() };
        slice_fractals::compute(self, from, extents)
    }
}

/// The modes of `layout` under `_`. The caller has called [`check::sliced_by`].
#[inline(always)]
fn kept_modes<A: PlainLayout, C: IntTuple>(layout: A, coord: C) -> A::Slice<C> {
    <A::IsStatic as Bool>::static_value_or(|| {
        if const { check::states_facts(&<A::Slice<C>>::FORM) } {
            return kept_facts::<A, C>(layout);
        }
        let mut kept = Selection::NONE;
        coord.list().keeps::<A::Shape>(&mut kept, 0);
        check::keep::<A, A::Slice<C>>(layout, &kept)
    })
}

/// [`kept_modes`] by a plan that proves the facts of the result. It is a separate function because the compiler makes
/// the plan only where this is called.
#[inline(always)]
fn kept_facts<A: PlainLayout, C: IntTuple>(layout: A) -> A::Slice<C> {
    let plan: &'static layout_core::Layout = const { &check::kept_plan::<A, C, A::Slice<C>>() };
    check::rearrange::<A, Layout<(), ()>, A::Slice<C>>(layout, Layout::default(), plan)
}

/// The part that a coordinate keeps, and the rest of its offset, which has not moved into the swizzle.
#[inline(always)]
#[track_caller]
pub(crate) fn sliced<L: AnyLayout, C: IntTuple>(layout: L, coord: C) -> (Slice<L, C>, usize) {
    sliced_like(layout, coord, coord)
}

/// [`sliced`] at `coord`, with the type of a slice at `like`, which keeps the same modes.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub(crate) fn sliced_like<L: AnyLayout, C: IntTuple, D: IntTuple>(
    layout: L,
    like: C,
    coord: D,
) -> (Slice<L, C>, usize) {
    const { check::sliced_by::<PlainOf<L>, C, <PlainOf<L> as PlainLayout>::Slice<C>>() };
    let (outer, plain) = layout.parts();
    let offset = coord.dot(plain.shape(), plain.stride());
    let (outer, offset) = outer.moved::<AtCoord<L, C>>(offset);
    (outer.wrap(kept_modes(plain, like)), offset)
}

/// Stops the compiler unless the coordinate is nested like the shape, down to some level.
#[track_caller]
pub(crate) const fn fits<L: AnyLayout, C: IntTuple>() {
    check::fits_shape::<C, L::Shape>()
}

/// Stops the compiler unless offsets are `usize`.
#[track_caller]
pub(super) const fn not_negative<L: AnyLayout>() {
    check::offsets::<L>();
    check::require_of::<L>(
        !<<<L::Plain as PlainLayout>::Stride as IntTuple>::IsSigned as Bool>::VALUE,
        "the layout has a negative stride: its offsets are `isize`, use `offset`",
    )
}

/// The offset of a coordinate, in two's complement.
#[inline(always)]
pub(super) fn word<L: AnyLayout, C: Coordinate>(layout: L, coord: C) -> usize {
    let (outer, plain) = layout.parts();
    outer.apply(coord.dot(plain.shape(), plain.stride()))
}

/// [`Layout::slice_axes`](crate::Layout::slice_axes): check and computation. It is not a row of the table because it
/// returns an offset and a layout.
pub(crate) mod slice_axes {
    use super::*;

    pub(crate) type IsStatic<A, C> =
        <<A as AnyLayout>::IsStatic as Bool>::And<<C as IntTuple>::IsStatic>;

    /// The operands, and the place of the offset.
    #[derive(Debug)]
    pub(super) struct Call<'a, A, C>(pub(super) A, pub(super) C, pub(super) &'a mut isize);
    impl<A: PlainLayout, C: IntTuple, R> crate::types::Call<R> for Call<'_, A, C>
    where
        A::SliceAxes<C>: Is<R>,
    {
        #[inline(always)]
        #[track_caller]
        fn call(self) -> R {
            let Self(layout, slices, offset) = self;
            let part: A::SliceAxes<C>;
            (part, *offset) = match check::cut(layout, slices) {
                Some(part) => part,
                None => by_engine_or_panic(layout, slices),
            };
            part.it()
        }
    }

    /// [`check_as`] for callers whose result type is not a parameter.
    #[track_caller]
    pub(crate) const fn check<L: AnyLayout, C: IntTuple>() {
        check_as::<L, C, <PlainOf<L> as PlainLayout>::SliceAxes<C>>();
    }

    /// The offset of the first element, or 0 if not all integers are static. Stops the compiler unless there is a result, as
    /// far as the integers are known. `R` is the plain part of the result.
    #[track_caller]
    pub(crate) const fn check_as<L: AnyLayout, C: IntTuple, R: PlainLayout>() -> isize {
        let layout = L::FORM;
        let is_static = <IsStatic<PlainOf<L>, C> as Bool>::VALUE;
        let (answer, offset) = match layout.slice_axes_by(&C::DESC, kept::<C>()) {
            Ok((part, offset)) => (Ok(part), offset as isize),
            Err(error) => (Err(error), 0),
        };
        let answer = match check::numbers(is_static) {
            None => answer,
            some => sliced::<L, C>(some),
        };
        if !check::passes::<R>(is_static, &answer) {
            refuse::<L, C>()
        }
        if is_static { offset } else { 0 }
    }

    /// The offset of the first element. 0 for a refused slice, whose type has no values.
    const fn first<A: PlainLayout, C: IntTuple>() -> isize {
        match A::FORM.slice_axes_by(&C::DESC, kept::<C>()) {
            Ok((_, offset)) => offset as isize,
            Err(_) => 0,
        }
    }

    #[track_caller]
    const fn refuse<L: AnyLayout, C: IntTuple>() {
        if !check::is_layout(&L::FORM) || !check::is_made::<C, ()>() {
            return;
        }
        check::require_numerals::<C>();
        check::report_refusal::<<PlainOf<L> as PlainLayout>::SliceAxes<C>>(
            <IsStatic<PlainOf<L>, C> as Bool>::VALUE,
            [&sliced::<L, C>(None), &sliced::<L, C>(Some(0)), &sliced::<L, C>(Some(1))],
        )
    }

    /// The part, with test number `k` in each run-time leaf.
    const fn sliced<L: AnyLayout, C: IntTuple>(
        k: Option<usize>,
    ) -> Result<layout_core::Layout, LayoutError> {
        let (layout, slices) = (L::FORM, C::DESC);
        match k {
            None => layout.sliced_by(&slices, kept::<C>()),
            Some(k) => {
                layout.with_unknown_leaves(k).sliced_by(&slices.with_unknown_leaves(k), kept::<C>())
            }
        }
    }

    /// The part, and the offset of its first element; for a swizzled layout, the rest that has not moved into the
    /// swizzle. The caller has called [`check`].
    ///
    /// # Errors
    /// When run-time integers are refused.
    #[inline(always)]
    pub(crate) fn compute<L: AnyLayout, C: IntTuple>(
        layout: L,
        slices: C,
    ) -> Result<(SliceAxes<L, C>, isize), LayoutError> {
        let (outer, plain) = layout.parts();
        let (part, first) = of_plain(plain, slices)?;
        Ok(within::<L, C>(outer, part, first))
    }

    /// [`compute`] that panics at the caller.
    ///
    /// # Panics
    /// When run-time integers are refused.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn compute_or_panic<L: AnyLayout, C: IntTuple>(
        layout: L,
        slices: C,
    ) -> (SliceAxes<L, C>, isize) {
        let (outer, plain) = layout.parts();
        let mut first = const { first::<L::Plain, C>() };
        let call = Call(plain, slices, &mut first);
        let part = <IsStatic<L::Plain, C> as Bool>::static_value_or_call::<
            <L::Plain as PlainLayout>::SliceAxes<C>,
            _,
        >(call);
        within::<L, C>(outer, part, first)
    }

    /// The part `part` with the offset map of `layout`, and the rest of the offset `first`, which has not moved into
    /// the map.
    #[inline(always)]
    fn within<L: AnyLayout, C: IntTuple>(
        outer: L::OffsetMap,
        part: <L::Plain as PlainLayout>::SliceAxes<C>,
        first: isize,
    ) -> (SliceAxes<L, C>, isize) {
        let (moved, offset) = outer.moved::<AtSlices<L, C>>(first as usize);
        if !<L::OffsetMap as OffsetMap>::IS_IDENTITY {
            check::moved_inside(moved, outer, first, part);
        }
        (moved.wrap(part), offset as isize)
    }

    #[inline(always)]
    fn of_plain<A: PlainLayout, C: IntTuple>(
        layout: A,
        slices: C,
    ) -> Result<(A::SliceAxes<C>, isize), LayoutError> {
        let mut offset = const { first::<A, C>() };
        let part = <IsStatic<A, C> as Bool>::try_static_value_or(|| {
            let (part, first) = at_run_time(layout, slices)?;
            offset = first;
            Ok(part)
        })?;
        Ok((part, offset))
    }

    #[inline(always)]
    fn at_run_time<A: PlainLayout, C: IntTuple, R: PlainLayout>(
        layout: A,
        slices: C,
    ) -> Result<(R, isize), LayoutError> {
        match check::cut(layout, slices) {
            Some(part) => Ok(part),
            None => by_engine(layout, slices),
        }
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn by_engine_or_panic<A: PlainLayout, C: IntTuple, R: PlainLayout>(
        layout: A,
        slices: C,
    ) -> (R, isize) {
        check::unwrap_or_panic(by_engine(layout, slices))
    }

    #[cold]
    #[inline(never)]
    fn by_engine<A: PlainLayout, C: IntTuple, R: PlainLayout>(
        layout: A,
        slices: C,
    ) -> Result<(R, isize), LayoutError> {
        let (part, offset) =
            PlainLayout::plain(layout).slice_axes_by(&slices.plain(), kept::<C>())?;
        let part =
            check::try_convert(&part).unwrap_or_else(|| check::disagreement(&part, &R::FORM));
        Ok((part, offset as isize))
    }
}

/// [`Layout::slice_fractals`](crate::Layout::slice_fractals): check and computation.
mod slice_fractals {
    use super::*;

    /// The static operands of `A.slice_fractals(F, E)`.
    struct Static<A, F, E>(core::marker::PhantomData<(A, F, E)>);
    #[layout_macros::at_caller]
    impl<A: PlainLayout, F: IntTuple, E: IntTuple> Static<A, F, E> {
        /// The offset of the first element; 0 for a refused slice, where it is not used.
        const OFFSET: isize = match A::FORM.slice_fractals(&F::DESC, &E::DESC) {
            Ok((_, offset)) => offset as isize,
            Err(_) => 0,
        };
    }

    type IsStatic<A, F, E> =
        <<<A as AnyLayout>::IsStatic as Bool>::And<<F as IntTuple>::IsStatic> as Bool>::And<
            <E as IntTuple>::IsStatic,
        >;

    /// Stops the compiler unless there is a result, as far as the integers are known.
    #[track_caller]
    pub(super) const fn check<A: PlainLayout, F: IntTuple, E: IntTuple>() {
        if let Err(error) = A::FORM.fractals_fit(&F::DESC, &E::DESC) {
            check::report(&error)
        }
        if !<IsStatic<A, F, E> as Bool>::VALUE {
            return;
        }
        match A::FORM.slice_fractals(&F::DESC, &E::DESC) {
            Ok((part, _)) => check::agree(Ok(part), &<A::SliceFractals<F, E>>::FORM),
            Err(error) if error.is_of_integers() => check::stop(error.message_with_help().as_str()),
            Err(_) => {}
        }
    }

    /// The part, and the offset of its first element. The caller has called [`check`].
    #[inline(always)]
    pub(super) fn compute<A: PlainLayout, F: IntTuple, E: IntTuple>(
        layout: A,
        from: F,
        extents: E,
    ) -> Result<(A::SliceFractals<F, E>, isize), LayoutError> {
        let mut offset = const { Static::<A, F, E>::OFFSET };
        let part = <IsStatic<A, F, E> as Bool>::try_static_value_or(|| {
            let plain = PlainLayout::plain(layout);
            let (part, first) = plain.slice_fractals(&from.plain(), &extents.plain())?;
            offset = first as isize;
            let found = check::try_convert(&part);
            Ok(found.unwrap_or_else(|| check::disagreement(&part, &<A::SliceFractals<F, E>>::FORM)))
        })?;
        Ok((part, offset))
    }
}
