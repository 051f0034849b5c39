//! Tiles that the edges of a tensor cut.
//!
//! A divide that rounds up names each coordinate of the layout once, and others that have no element. A tile of
//! it is a view through a [`PaddedTile`]: the layout of a whole tile, and the test of what there is of it.

use super::parting::{AtTile, InTile, KeepEach, Parting};
use crate::check;
use crate::layout::{AnyLayout, Inside, Layout, Mapping, Padded, PlainLayout, PlainOf, Wrapped};
use crate::num::static_value;
use crate::ops::{LayoutOps, Slice, ZippedDividePadded, fits, sliced, zipped_divide_padded};
use crate::swizzle::OffsetMap;
use crate::tuple::{Coordinate, IntTuple, List};
use crate::types::Tiler;
use layout_core::{LayoutError, MAX_LEAVES};

/// What a view sees its elements through: a layout, or that of a tile which an edge cuts, so that some coordinates
/// have no element.
///
/// # Safety
/// Any thread may have a copy. Where [`has`](Self::has) is true of the linear index of a coordinate, `whole`
/// leads from it to an element of the view.
#[diagnostic::on_unimplemented(
    message = "this is not a layout",
    label = "a layout has a shape and a stride: `layout!((4,8):(1,4))`"
)]
pub unsafe trait PartialLayout: Copy {
    /// The layout.
    type Whole: AnyLayout;
    /// The layout, of which some coordinates may have no element.
    fn whole(&self) -> Self::Whole;
    /// Whether the coordinate of a linear index below the size has an element.
    fn has(&self, linear: usize) -> bool;
    /// How many of the first coordinates of each leaf have an element, if these are all that have one.
    #[doc(hidden)]
    fn inside(&self) -> Option<[usize; MAX_LEAVES]>;
    /// Whether it is known that each coordinate has an element.
    #[doc(hidden)]
    fn is_all_there(&self) -> bool;
}

// SAFETY: a layout is integers, or none, and each coordinate of a view has an element.
unsafe impl<L: AnyLayout> PartialLayout for L {
    type Whole = L;
    #[inline(always)]
    fn whole(&self) -> L {
        *self
    }
    #[inline(always)]
    fn has(&self, _: usize) -> bool {
        true
    }
    #[inline]
    fn inside(&self) -> Option<[usize; MAX_LEAVES]> {
        let mut extents = [0; MAX_LEAVES];
        self.shape().words(&mut extents, 0);
        Some(extents)
    }
    #[inline(always)]
    fn is_all_there(&self) -> bool {
        true
    }
}

/// The layout of a tile of which an edge may have cut a part: `L` is that of a whole tile, `G` the test of what is
/// inside. Tiles of a view by [`tiles_padded`](crate::View::tiles_padded) are seen through it.
///
/// ```
/// use static_layout::*;
/// let data: [usize; 10] = std::array::from_fn(|i| i);
/// let last = View::new(&data, layout!(10:1))?.tile_padded(tile!(4), 2).padded_tile();
/// assert_eq!(last.layout().to_string(), "(4):(1)");
/// assert!(last.contains(1) && !last.contains(2)); // element 10 of 10
/// assert_eq!(last.extents(), Some((2,)));
/// # Ok::<(), LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PaddedTile<L, G> {
    layout: L,
    guard: G,
    /// The linear index of the tile's first element in the divided layout.
    first: usize,
    is_whole: bool,
}

// SAFETY: it is integers, or none; what is inside is an element of the layout that was divided.
unsafe impl<L: AnyLayout, G: Inside> PartialLayout for PaddedTile<L, G> {
    type Whole = L;
    #[inline(always)]
    fn whole(&self) -> L {
        self.layout
    }
    #[inline(always)]
    fn has(&self, linear: usize) -> bool {
        self.is_whole() || self.guard.contains(self.first + linear)
    }
    #[inline]
    fn inside(&self) -> Option<[usize; MAX_LEAVES]> {
        self.box_inside()
    }
    #[inline(always)]
    fn is_all_there(&self) -> bool {
        self.is_whole()
    }
}

/// The layout `L` with run-time extents: what is left of a tile that an edge cuts.
pub type Clipped<L> = Wrapped<
    L,
    Layout<
        <<PlainOf<L> as AnyLayout>::Shape as IntTuple>::Coord,
        <PlainOf<L> as PlainLayout>::Stride,
    >,
>;

#[layout_macros::at_caller]
impl<L: AnyLayout, G: Inside> PaddedTile<L, G> {
    /// The layout of a whole tile. Offsets of coordinates that are not inside mean nothing.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// Whether there is an element at this coordinate of the tile. One with another nesting does not compile.
    #[inline]
    pub fn contains<C: Coordinate>(&self, coord: C) -> bool {
        const { fits::<L, C>() };
        let shape = self.layout.shape();
        coord.lies_in(shape) && self.has(coord.linear(shape))
    }

    /// Whether nothing of the tile is cut.
    #[inline]
    pub fn is_whole(&self) -> bool {
        G::ALL_WHOLE || self.is_whole
    }

    /// Whether nothing of the tile is inside.
    #[inline]
    pub fn is_empty(&self) -> bool {
        !self.has(0)
    }

    /// The coordinates inside, in linear order.
    ///
    /// ```
    /// use static_layout::*;
    /// let view = View::new(&[0; 15], layout!((3, 5):(5, 1)))?;
    /// let corner = view.tile_padded(tile!(2, 4), (1, 1)).padded_tile();
    /// assert!(corner.coords().eq([(0, 0)]));
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    pub fn coords(self) -> impl Iterator<Item = <L::Shape as IntTuple>::Coord> {
        let coords = LayoutOps::coords(self.layout).enumerate();
        coords.filter(move |&(i, _)| self.has(i)).map(|(_, coord)| coord)
    }

    /// How many of the first coordinates of each leaf are inside, if that is what is inside: of a tile whose modes
    /// are leaves, as `tile!(8, 16)` makes them, it always is. A tile of several leaves along one mode may be cut
    /// in the middle of a row: `None`.
    ///
    /// ```
    /// use static_layout::*;
    /// let view = View::new(&[0; 15], layout!((3, 5):(5, 1)))?;
    /// assert_eq!(view.tile_padded(tile!(2, 4), (1, 0)).padded_tile().extents(), Some((1, 4)));
    /// // 3 rows of (2,2): one and a half columns
    /// let tile = view.tile_padded(tile!((2, 2):(1, 2), 5), (0, 0)).padded_tile();
    /// assert_eq!((tile.coords().count(), tile.extents()), (15, None));
    /// # Ok::<(), LayoutError>(())
    /// ```
    #[inline]
    pub fn extents(&self) -> Option<<L::Shape as IntTuple>::Coord> {
        self.box_inside().map(|extents| IntTuple::read(&|leaf| extents[leaf] as i64, 0))
    }

    /// [`extents`](Self::extents), leaf by leaf.
    #[inline]
    fn box_inside(&self) -> Option<[usize; MAX_LEAVES]> {
        let shape = self.layout.shape();
        let mut extents = [0; MAX_LEAVES];
        if !self.is_empty() {
            shape.words(&mut extents, 0);
        }
        if !self.is_whole() && !self.is_empty() {
            let (mut step, mut last) = (1, self.first);
            for extent in extents.iter_mut().take(L::Shape::LEAVES) {
                let next = step * *extent;
                *extent = self.guard.along(self.first, step, *extent);
                last += (*extent - 1) * step;
                step = next;
            }
            // What is inside of the box is, if its last corner is; outside of it, nothing.
            if !self.guard.contains(last) {
                return None;
            }
        }
        Some(extents)
    }

    /// What is inside as a layout of its own.
    #[inline]
    pub(super) fn clipped(&self) -> Option<Clipped<L>> {
        let (outer, plain) = self.layout.parts();
        let extents = self.box_inside()?;
        let extents = IntTuple::read(&|leaf| extents[leaf] as i64, 0);
        Some(outer.wrap(check::part_of_leaves::<PlainOf<L>>(extents, plain.stride())))
    }
}

/// The tiles of the layout `L` that a padded divide `P` makes, in linear order.
#[derive(Clone, Copy, Debug)]
pub struct InPaddedTiles<L, P> {
    whole: L,
    divided: P,
}

// SAFETY: the tile at index `i` is at the coordinate `i` of mode 1 of the divided layout, in which each coordinate
// of the whole is inside once; what is not inside it has not.
unsafe impl<L: AnyLayout, Z: AnyLayout, G: Inside> Parting for InPaddedTiles<L, Padded<Z, G>> {
    type Whole = L;
    type Part = PaddedTile<Slice<Z, AtTile<Z, usize>>, G>;
    #[inline(always)]
    fn whole(self) -> L {
        self.whole
    }
    #[inline(always)]
    fn count(self) -> usize {
        self.divided.layout().shape().list().split_first().1.split_first().0.count()
    }
    #[inline(always)]
    fn part(self, index: usize) -> (Self::Part, isize) {
        let each = static_value::<KeepEach<InTile<Z>>>();
        let (layout, offset) = sliced(self.divided.layout(), (each, index));
        let (guard, size) = (self.divided.guard(), layout.shape().count());
        let first = index * size;
        // The tests of all modes are of sums that grow with each coordinate.
        let is_whole = G::ALL_WHOLE || guard.contains(first + size - 1);
        let tile = PaddedTile { layout, guard, first, is_whole };
        // The origin of a tile without elements stays where it is: there is none to move to.
        (tile, if tile.is_empty() { 0 } else { offset as isize })
    }
}

/// The tiles that `K` cuts of `L`.
pub type PaddedTilesOf<L, K> = InPaddedTiles<L, ZippedDividePadded<L, K>>;
/// The layout of each of them.
pub type PaddedTileOf<L, K> = <PaddedTilesOf<L, K> as Parting>::Part;

/// There are such tiles; each method asks itself, so that the message shows its caller's line.
#[track_caller]
pub(super) const fn has_padded_tiles<L: AnyLayout, K: Tiler>() {
    zipped_divide_padded::check::<L, K>()
}

/// There is a tile at such a coordinate.
#[track_caller]
pub(super) const fn has_padded_tile<L: AnyLayout, K: Tiler, C: Coordinate>() {
    zipped_divide_padded::check::<L, K>();
    PaddedTilesOf::<L, K>::fits::<C>()
}

/// The tiles of a layout.
#[inline]
#[track_caller]
pub(super) fn in_padded_tiles<L: AnyLayout, K: Tiler>(
    whole: L,
    tiler: K,
) -> Result<PaddedTilesOf<L, K>, LayoutError> {
    Ok(InPaddedTiles { whole, divided: zipped_divide_padded::compute(whole, tiler)? })
}

impl<L: AnyLayout, Z: AnyLayout, G: Inside> InPaddedTiles<L, Padded<Z, G>> {
    #[track_caller]
    const fn fits<C: Coordinate>() {
        fits::<Z, AtTile<Z, C>>()
    }

    /// The tile at a coordinate among the tiles, and how far its origin is from that of the whole. Panics when
    /// the coordinate is out of range.
    #[inline]
    #[track_caller]
    pub(super) fn at<C: Coordinate>(self, coord: C) -> (<Self as Parting>::Part, isize) {
        let divided = self.divided.layout();
        let (shape, coord) = (divided.shape(), (static_value::<KeepEach<InTile<Z>>>(), coord));
        if !coord.lies_in(shape) {
            panic!("{}", check::out_of_range(divided.parts().1, coord))
        }
        self.part(coord.linear(shape) / (shape.count() / self.count()))
    }
}
