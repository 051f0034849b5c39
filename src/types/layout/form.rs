//! A layout as a constant form and the words that the form leaves open.
//!
//! Kernels, devices and writers of index functions read only this, never the lists of types. Another front end, such as layouts
//! that are constants in generic arguments, implements [`Form`] for its own types.

use super::{Codomain, CodomainOf, Layout, Mapping};
use crate::types::check;
use crate::types::num::Bool;
use crate::types::swizzle::{NoMap, OffsetMap};
use crate::types::tuple::{Coordinate, IntTuple, List};
use layout_core::{self as value, MAX_LEAVES};

/// A layout as a constant form, and the words that the form leaves open: what kernels and views read of any front end.
///
/// ```text
/// type     Layout<(U8, usize), (usize, U1)>
/// form     (8,?):(?,1)                                FORM
/// words    [8, n] and [ld, 1]                         write_words, of a value
/// ```
///
/// # Safety
/// Kernels reach elements by these integers. Views do the same, and compare a slice with the reach of the layout.
/// 1. For each value, the leaves that [`write_words`](Self::write_words) writes are those of a layout that exists, with the
///    nesting and the known leaves of [`FORM`](Self::FORM). They never change.
/// 2. A function that an implementation redefines returns what the provided one returns, and
///    [`refuse_coord`](Self::refuse_coord) panics with the same message.
/// 3. If the form and [`Outer`](Self::Outer) leave nothing open, the size of the type is 0, and only then.
/// 4. Any thread may hold and share a value.
#[diagnostic::on_unimplemented(
    message = "this is not a layout",
    label = "a layout is `layout!((4,8):(1,4))`, of a tensor `tensor.layout()`",
    note = "the elements come first: `View::new(&data, layout)`",
    note = "a `dynamic::Layout` goes to `View::dynamic(&data, 0, layout)`, or to a type by `from_dynamic`"
)]
pub unsafe trait Form: Copy + 'static {
    /// The messages of an extent and of a stride that no layout has: of results of refused operations alone.
    #[doc(hidden)]
    const REFUSALS: [Option<&'static str>; 2] = [None; 2];
    /// The plain layout `S:D`. Run-time leaves are unknown.
    const FORM: value::Layout;
    /// The function applied to the offsets of the plain layout: none, or a swizzle.
    type Outer: OffsetMap;
    /// The function applied to the offsets of the plain layout.
    fn outer(self) -> Self::Outer;
    /// Writes extents and strides of all leaves from the left, in two's complement. The slices have room for them.
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]);

    /// The form with the words in place of its unknown leaves, which stay marked as unknown.
    fn with_words(self) -> value::Layout {
        let (mut extents, mut strides) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
        self.write_words(&mut extents, &mut strides);
        let (mut shape, mut stride) = (Self::FORM.shape(), Self::FORM.stride());
        for k in 0..Self::FORM.leaf_count() {
            shape.set_value(k, extents[k] as i64);
            stride.set_value(k, strides[k] as isize as i64);
        }
        value::internal::unchecked_layout(shape, stride)
    }
    /// The numbers of coordinates of the first `N` modes, at most 4; 1 past the last mode.
    #[inline]
    fn mode_sizes<const N: usize>(self) -> [usize; N] {
        let plain = self.with_words();
        core::array::from_fn(|i| plain.mode(i).map_or(1, |mode| mode.size() as usize))
    }
    /// The offset of a coordinate of `N` modes, 1 to 4, in the plain layout, in two's complement.
    #[inline]
    fn plain_offset<const N: usize>(self, coord: [usize; N]) -> usize {
        let plain = self.with_words();
        (0..N).fold(0, |sum: usize, i| {
            let coord = value::Coord::from(value::IntTuple::leaf(coord[i] as i64));
            let offset = plain.mode(i).and_then(|mode| mode.index(&coord));
            sum.wrapping_add(offset.unwrap_or(0) as usize)
        })
    }
    /// The number of coordinates.
    #[inline]
    fn count(self) -> usize {
        let (extents, _) = words(self);
        extents[..const { Self::FORM.leaf_count() }].iter().product()
    }
    /// The reach of the plain layout in elements: the distance from offset 0 down to the least offset, and the number of
    /// elements from the least offset to the greatest. Both are 0 without coordinates. `None` when the size or the reach
    /// does not fit `isize`.
    #[inline]
    fn reach(self) -> Option<(usize, usize)> {
        // Of a static layout, a constant.
        if let Some(reach) = const { known_reach(&Self::FORM) } {
            return Some(reach);
        }
        let (extents, strides) = words(self);
        let leaves = const { Self::FORM.leaf_count() };
        reach_of(&extents[..leaves], &strides[..leaves])
    }
    /// The offset of a coordinate in the plain layout, in two's complement; `None` outside the shape, and for a coordinate
    /// that is nested differently from the shape.
    ///
    /// ```text
    /// (2,(2,3)):(6,(3,1))     (1,3)     mode 1: 3 is (1,1) in (2,3)     1*6 + 1*3 + 1*1 = 10
    /// ```
    #[inline]
    fn find<C: Coordinate>(self, coord: C) -> Option<usize> {
        let ends = const { faced_leaves(&Self::FORM.shape(), &C::DESC) }?;
        let (extents, strides) = words(self);
        let mut indices = [0; MAX_LEAVES];
        coord.words(&mut indices, 0);
        let (mut offset, mut k) = (0_usize, 0);
        for (&index, &end) in indices.iter().zip(&ends).take(C::LEAVES) {
            // The digits of the index in the leaves that it faces: what is left after the last one is outside.
            let mut rest = index;
            while k < end {
                let digit = rest.checked_rem(extents[k])?;
                rest /= extents[k];
                offset = offset.wrapping_add(digit.wrapping_mul(strides[k]));
                k += 1;
            }
            if rest > 0 {
                return None;
            }
        }
        Some(offset)
    }
    /// Panics with a coordinate and the shape that it lies outside of.
    ///
    /// # Panics
    /// Always.
    #[cold]
    #[track_caller]
    fn refuse_coord<C: Coordinate>(self, coord: C) -> ! {
        panic!("{}", check::out_of_shape(self.with_words().shape(), coord))
    }
}

/// Extents and strides of all leaves, in two's complement.
#[inline(always)]
fn words<L: Form>(layout: L) -> ([usize; MAX_LEAVES], [usize; MAX_LEAVES]) {
    let (mut extents, mut strides) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
    layout.write_words(&mut extents, &mut strides);
    (extents, strides)
}

/// [`Form::reach`] of a form without unknown leaves that maps to offsets; `None` for another one.
const fn known_reach(form: &value::Layout) -> Option<(usize, usize)> {
    if !form.all_known() || form.exists().is_err() {
        return None;
    }
    match form.min_offset() {
        Ok(least) => Some((least.unsigned_abs() as usize, form.cosize() as usize)),
        Err(_) => None,
    }
}

/// [`Form::reach`] of these leaves.
///
/// ```text
/// below  = sum over leaves of (extent - 1) * -stride, stride < 0
/// cosize = 1 + sum over leaves of (extent - 1) * |stride|
/// ```
#[inline(always)]
fn reach_of(extents: &[usize], strides: &[usize]) -> Option<(usize, usize)> {
    if extents.contains(&0) {
        return Some((0, 0));
    }
    let (mut size, mut below, mut span) = (1_usize, 0, 0_usize);
    for (&extent, &stride) in extents.iter().zip(strides) {
        let stride = stride as isize;
        let reach = (extent - 1).checked_mul(stride.unsigned_abs())?;
        size = size.checked_mul(extent)?;
        span = span.checked_add(reach)?;
        // Cannot overflow: `below` is at most `span`.
        below += if stride < 0 { reach } else { 0 };
    }
    let cosize = span.checked_add(1)?;
    (isize::try_from(size).is_ok() && isize::try_from(cosize).is_ok()).then_some((below, cosize))
}

/// The number of leaves of `shape` before and including those that each leaf of `coord` faces; `None` if `coord` is nested
/// unlike `shape`.
const fn faced_leaves(
    shape: &value::IntTuple,
    coord: &value::IntTuple,
) -> Option<[usize; MAX_LEAVES]> {
    /// Writes the ends of the leaves of `coord` from `at` on, with `end` leaves of the whole shape before `shape`.
    const fn write(
        shape: &value::IntTuple,
        coord: &value::IntTuple,
        ends: &mut [usize; MAX_LEAVES],
        at: usize,
        end: usize,
    ) {
        if coord.depth() == 0 {
            ends[at] = end + shape.leaf_count();
            return;
        }
        let (mut k, mut at, mut end) = (0, at, end);
        while k < coord.rank() {
            // `coord` is nested like `shape`, so both have a mode `k`.
            if let (Ok(shape), Ok(coord)) = (shape.mode(k), coord.mode(k)) {
                write(&shape, &coord, ends, at, end);
                at += coord.leaf_count();
                end += shape.leaf_count();
            }
            k += 1;
        }
    }
    if !coord.weakly_congruent(shape) {
        return None;
    }
    let mut ends = [0; MAX_LEAVES];
    write(shape, coord, &mut ends, 0, 0);
    Some(ends)
}

/// Whether the type says everything of its one value.
pub const fn is_static<L: Form>() -> bool {
    size_of::<L>() == 0
}

// SAFETY: `words` of shape and stride writes the leaves of a value, whose known ones are those of the type. `count`, `dot`,
// `span`, `below` and `lies_in` are the size, an offset, the reach and the bounds of these integers. An `IntTuple` has
// size 0 if all its leaves are static, and only then.
#[diagnostic::do_not_recommend]
unsafe impl<S: IntTuple, D: IntTuple> Form for Layout<S, D> {
    const REFUSALS: [Option<&'static str>; 2] =
        [check::refusal_of::<S>(), check::refusal_of::<D>()];
    const FORM: value::Layout = value::internal::unchecked_layout(S::DESC, D::DESC);
    type Outer = NoMap;
    #[inline(always)]
    fn outer(self) -> NoMap {
        NoMap
    }
    #[inline(always)]
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        self.shape.words(extents, 0);
        self.stride.words(strides, 0);
    }
    #[inline]
    fn with_words(self) -> value::Layout {
        value::internal::unchecked_layout(self.shape.plain(), self.stride.plain())
    }
    #[inline(always)]
    fn mode_sizes<const N: usize>(self) -> [usize; N] {
        const { assert!(N <= 4, "kernels ask for at most four modes") };
        let (a, rest) = self.shape.list().split_first();
        let (b, rest) = rest.split_first();
        let (c, rest) = rest.split_first();
        let sizes = [a.count(), b.count(), c.count(), rest.split_first().0.count()];
        core::array::from_fn(|i| sizes[i])
    }
    #[inline(always)]
    fn plain_offset<const N: usize>(self, c: [usize; N]) -> usize {
        let (s, d) = (self.shape, self.stride);
        match N {
            1 => (c[0],).dot(s, d),
            2 => (c[0], c[1]).dot(s, d),
            3 => (c[0], c[1], c[2]).dot(s, d),
            4 => (c[0], c[1], c[2], c[3]).dot(s, d),
            _ => unreachable!("kernels ask for at most four modes"),
        }
    }
    #[inline(always)]
    fn count(self) -> usize {
        self.shape.count()
    }
    #[inline(always)]
    fn reach(self) -> Option<(usize, usize)> {
        // Each constructor of a tensor has called `check::holds_elements` in `const`, at the user's line.
        assert!(CodomainOf::<D>::IS_NUMBER);
        let (shape, stride) = (self.shape, self.stride);
        if <S::IsStatic as Bool>::VALUE && <D::IsStatic as Bool>::VALUE {
            // A static layout whose reach does not fit stops the compiler, so nothing overflows here.
            let is_empty = shape.count() == 0;
            let cosize = if is_empty { 0 } else { 1 + shape.span(stride) };
            let below = if is_empty { 0 } else { shape.below(stride) };
            return Some((below, cosize));
        }
        let (extents, strides) = words(self);
        reach_of(&extents[..S::LEAVES], &strides[..S::LEAVES])
    }
    #[inline(always)]
    fn find<C: Coordinate>(self, coord: C) -> Option<usize> {
        coord.lies_in(self.shape).then(|| coord.dot(self.shape, self.stride))
    }
    #[inline(always)]
    fn refuse_coord<C: Coordinate>(self, coord: C) -> ! {
        check::refuse_coord(self.shape, coord)
    }
}
