//! Parts of views with const layouts: slices and tiles.

use crate::answer::Accepts;
use crate::coordinate::Coordinate;
use crate::layout::Layout;
use crate::methods::{NO_SLICE, SLICE, Slicing};
use crate::operand::Tiler;
use crate::operand::sealed::Sealed;
use crate::operations::{mode, zipped_divide};
use layout_core::{Coord, IntTuple, MAX_LEAVES};
use static_layout::internal::view_of_form;
use static_layout::{View, ViewMut};

/// Parts of a view whose layout is a constant.
pub trait Parts<const L: &'static str>: Sized + Sealed {
    /// The view with another layout.
    #[doc(hidden)]
    type Of<const M: &'static str>;
    /// The layout.
    #[doc(hidden)]
    fn whole(&self) -> Layout<L>;
    /// The view of `layout` that starts `offset` elements after the origin.
    ///
    /// # Safety
    /// Each offset of `layout` plus `offset` is an offset of this view. `offset` is also an offset of it, or 0 if there is no coordinate.
    #[doc(hidden)]
    unsafe fn part<const M: &'static str>(self, offset: isize, layout: Layout<M>) -> Self::Of<M>;
}

impl<T, const L: &'static str> Sealed for View<'_, T, Layout<L>> {}
impl<T, const L: &'static str> Sealed for ViewMut<'_, T, Layout<L>> {}

impl<'a, T, const L: &'static str> Parts<L> for View<'a, T, Layout<L>> {
    type Of<const M: &'static str> = View<'a, T, Layout<M>>;
    fn whole(&self) -> Layout<L> {
        self.layout()
    }
    #[inline(always)]
    unsafe fn part<const M: &'static str>(
        self,
        offset: isize,
        layout: Layout<M>,
    ) -> View<'a, T, Layout<M>> {
        // SAFETY: the caller promises that the part has only offsets of this view, which is valid for `'a`, and that the moved
        // origin is an element of it or its origin.
        unsafe { view_of_form(self.as_ptr().offset(offset), layout) }
    }
}

impl<'a, T, const L: &'static str> Parts<L> for ViewMut<'a, T, Layout<L>> {
    type Of<const M: &'static str> = ViewMut<'a, T, Layout<M>>;
    fn whole(&self) -> Layout<L> {
        self.layout()
    }
    #[inline(always)]
    unsafe fn part<const M: &'static str>(
        mut self,
        offset: isize,
        layout: Layout<M>,
    ) -> ViewMut<'a, T, Layout<M>> {
        // SAFETY: the caller promises that the part has only offsets of this view, which is valid for `'a` and ends here, so that
        // nothing else uses its elements, and that the moved origin is an element of it or its origin.
        unsafe {
            static_layout::internal::view_mut_of_form(self.as_mut_ptr().offset(offset), layout)
        }
    }
}

/// The parts of `view` that `_` keeps.
///
/// ```
/// use static_layout::View;
/// use static_layout_const::*;
/// let data = [0, 1, 2, 3, 4, 5];
/// let view = View::new(&data, Layout::<"(2,3):(3,1)">)?;
/// assert!(slice(view, coord!(1, _)).iter().eq(&[3, 4, 5]));
/// # Ok::<(), static_layout::LayoutError>(())
/// ```
///
/// # Panics
/// If an integer of the coordinate is out of range.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn slice<V: Parts<L>, C: Slicing, const L: &'static str>(
    view: V,
    coord: C,
) -> V::Of<{ SLICE::<L, C> }>
where
    (): Accepts<{ NO_SLICE::<L, C> }>,
{
    let whole = view.whole();
    if !whole.has_kept(coord) {
        whole.refuse_kept(coord)
    }
    let (part, offset) = whole.slice(coord);
    // A part without coordinates keeps the origin.
    let offset = if part.size() == 0 { 0 } else { offset as isize };
    // SAFETY: the integers of the coordinate lie in the shape, so that each coordinate of the part, beside them, is one of the
    // view, and its offset in the part plus `offset` is its offset in the view. With a swizzle, `offset` is 0.
    unsafe { view.part(offset, part) }
}

/// The coordinate `(_, c)`, which keeps mode 0.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Grid<C>(C);

impl<C: Sealed> Sealed for Grid<C> {}
#[diagnostic::do_not_recommend]
impl<C: Coordinate> Coordinate for Grid<C> {
    const NESTING: IntTuple = match IntTuple::tuple(&[IntTuple::leaf(0), C::NESTING]) {
        Ok(nesting) => nesting,
        Err(_) => panic!("a coordinate has at most 32 integers"),
    };
    const KEPT: u32 = 1;
    const REFUSED: Option<&'static str> = match C::REFUSED {
        None if C::KEPT != 0 => {
            Some("`_` in the place of a tile: a tile has a number in each mode")
        }
        refused => refused,
    };
    #[inline(always)]
    fn digits(self, out: &mut [usize; MAX_LEAVES], at: usize) -> usize {
        out[at] = 0;
        self.0.digits(out, at + 1)
    }
}

impl<C: Coordinate> Slicing for Grid<C> {
    const COORD: Coord = Coord::keeping(Self::NESTING, 1);
}

/// The tile number `at` of `view`: mode 0 of the zipped divide, at a coordinate of the grid of tiles.
///
/// ```
/// use static_layout::View;
/// use static_layout_const::*;
/// let data: Vec<i32> = (0..12).collect();
/// let view = View::new(&data, Layout::<"(3,4):(4,1)">)?;
/// assert!(tile_of(view, tile!(3, 2), (0, 1)).iter().eq(&[2, 6, 10, 3, 7, 11]));
/// # Ok::<(), static_layout::LayoutError>(())
/// ```
///
/// # Panics
/// If run-time integers are refused, or the tile is outside the grid.
#[layout_macros::at_caller]
#[inline(always)]
#[track_caller]
pub fn tile_of<V: Parts<L>, T: Tiler, C: Coordinate, const L: &'static str>(
    view: V,
    tile: T,
    at: C,
) -> V::Of<{ mode::RESULT::<{ SLICE::<{ zipped_divide::RESULT::<L, T> }, Grid<C>> }, 0> }>
where
    (): Accepts<{ zipped_divide::REFUSAL::<L, T> }>,
    (): Accepts<{ NO_SLICE::<{ zipped_divide::RESULT::<L, T> }, Grid<C>> }>,
    (): Accepts<{ mode::REFUSAL::<{ SLICE::<{ zipped_divide::RESULT::<L, T> }, Grid<C>> }, 0> }>,
{
    let divided = view.whole().zipped_divide(tile);
    let at = Grid(at);
    if !divided.has_kept(at) {
        divided.refuse_kept(at)
    }
    let (part, offset) = divided.slice(at);
    let offset = if part.size() == 0 { 0 } else { offset as isize };
    // SAFETY: an exact divide has the coordinates of the view in another order, with their offsets, and `at` lies in its shape; mode
    // 0 of the part, its only mode, is the part without a level of nesting.
    unsafe { view.part(offset, part.mode::<0>()) }
}
