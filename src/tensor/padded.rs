//! [`PaddedTile`]: the layout of a tile that the edges of a tensor may cut.
//!
//! A padded divide rounds the number of tiles up. It has each coordinate of the layout in one tile, once, and further
//! coordinates that are outside and have no element. A padded tile is the layout of a whole tile and a guard that tells
//! which of its coordinates are inside.

use super::partition::{AtTile, GridOf, Part, Partitioning, fits_grid, grid_of, refuse_in_mode};
use crate::ops::Clipped;
use crate::ops::{LayoutOps, Slice, ZippedDividePadded, fits, sliced_like, zipped_divide_padded};
use crate::types::{
    AnyLayout, Coordinate, EachMode, Form, Inside, IntTuple, List, Mapping, OffsetMap, Padded,
    PlainLayout, PlainOf, Tiler, check,
};
use layout_core::{LayoutError, MAX_LEAVES};

/// What stands for a layout in a view.
///
/// # Safety
/// Any thread may hold and share a copy.
pub unsafe trait AnyThread: Copy {}

// SAFETY: any thread may hold and share a layout (rule 4 of `Form`).
unsafe impl<L: Form> AnyThread for L {}
// SAFETY: layout, guard and indices are integers, or nothing.
unsafe impl<L: AnyLayout, G: Inside> AnyThread for PaddedTile<L, G> {}
// SAFETY: the layout is integers.
unsafe impl AnyThread for layout_core::Layout {}

/// A layout that may lack an element at some coordinates: a layout, where every coordinate has one, or a
/// [`PaddedTile`].
///
/// # Safety
/// If [`has`](Self::has) is true for the linear index of a coordinate, `whole` maps it to an element of the view.
pub unsafe trait PartialLayout: AnyThread {
    /// The layout of all coordinates, including coordinates without an element.
    type Whole: AnyLayout;
    /// The layout of all coordinates, including coordinates without an element.
    fn whole(&self) -> Self::Whole;
    /// Whether the coordinate of a linear index below the size has an element.
    fn has(&self, linear: usize) -> bool;
    /// The extents of the box of coordinates with an element, leaf by leaf; `None` if they do not form a box.
    #[doc(hidden)]
    fn inside(&self) -> Option<[usize; MAX_LEAVES]>;
    /// Whether each coordinate is known to have an element.
    #[doc(hidden)]
    fn is_all_there(&self) -> bool;
    /// Whether the type says that each coordinate has an element.
    #[doc(hidden)]
    const IS_WHOLE: bool;
    /// Checks that no two coordinates with an element share it; a static layout has been checked in `const`.
    #[doc(hidden)]
    fn try_disjoint(&self) -> Result<(), LayoutError>;
}

// SAFETY: each coordinate of a view has an element (V1).
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
    const IS_WHOLE: bool = true;
    #[inline(always)]
    fn try_disjoint(&self) -> Result<(), LayoutError> {
        check::try_disjoint(*self)
    }
}

/// The layout of a tile that the edges may cut: `L` is the layout of a whole tile, `G` the guard that tells which
/// coordinates are inside. The tiles of [`tiles_padded`](crate::View::tiles_padded) have it.
///
/// ```text
/// 10:1 by <4>       0 1 2 3 | 4 5 6 7 | 8 9 . .        tile 2: layout 4:1, the coordinates 0 and 1 are inside
/// ```
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
#[derive(Clone, Copy)]
pub struct PaddedTile<L, G: Inside> {
    layout: L,
    guard: G,
    /// The linear index of the first coordinate of the tile in the divided layout.
    first: usize,
    /// The rest of the layout that was divided, from this coordinate on.
    left: G::Left,
    /// Whether each coordinate is inside.
    is_whole: bool,
}

impl<L: core::fmt::Debug, G: Inside> core::fmt::Debug for PaddedTile<L, G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("PaddedTile").field(&self.layout).finish_non_exhaustive()
    }
}

// SAFETY: the guard tells whether a coordinate of the divided layout is a coordinate of the original layout, which has an element.
unsafe impl<L: AnyLayout, G: Inside> PartialLayout for PaddedTile<L, G> {
    type Whole = L;
    #[inline(always)]
    fn whole(&self) -> L {
        self.layout
    }
    #[inline(always)]
    fn has(&self, linear: usize) -> bool {
        self.has_at(linear)
    }
    #[inline]
    fn inside(&self) -> Option<[usize; MAX_LEAVES]> {
        self.extents_inside()
    }
    #[inline(always)]
    fn is_all_there(&self) -> bool {
        self.is_whole()
    }
    const IS_WHOLE: bool = false;
    #[inline]
    fn try_disjoint(&self) -> Result<(), LayoutError> {
        match self.clipped() {
            Some(clipped) => check::try_disjoint(clipped),
            // The coordinates do not form a box: all coordinates of the tile are checked.
            None => self.layout.parts().1.plain().disjoint(),
        }
    }
}

#[layout_macros::at_caller]
impl<L: AnyLayout, G: Inside> PaddedTile<L, G> {
    /// The layout of a whole tile. The offsets of coordinates outside have no meaning.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// Whether a coordinate of the tile is inside.
    ///
    /// # Compile errors
    /// When the coordinate is nested differently from the tile.
    #[inline]
    pub fn contains<C: Coordinate>(&self, coord: C) -> bool {
        const { fits::<L, C>() };
        let shape = self.layout.shape();
        coord.lies_in(shape) && self.has_at(coord)
    }

    /// Whether a coordinate in the shape of the tile is inside.
    #[inline(always)]
    fn has_at<C: IntTuple>(&self, coord: C) -> bool {
        let Self { layout, guard, first, left, .. } = *self;
        self.is_whole() || guard.tile_has(first, left, coord, layout.shape())
    }

    /// Whether each coordinate of the tile is inside.
    #[inline]
    pub fn is_whole(&self) -> bool {
        G::ALL_WHOLE || self.is_whole
    }

    /// Whether no coordinate of the tile is inside.
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

    /// The extents of the box of coordinates that are inside.
    ///
    /// `None` when these do not form a box: a mode of several leaves may be cut in the middle of a leaf. The modes of a
    /// tile by `tile!(8, 16)` are leaves, so there is always a box.
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
        self.extents_inside().map(|extents| IntTuple::read(&|leaf| extents[leaf] as i64, 0))
    }

    /// [`extents`](Self::extents) as an array of leaves.
    ///
    /// Each extent is the number of coordinates inside along its leaf, from the first coordinate of the tile on. They
    /// are a box if its last corner is inside, because the guard is monotonic in each coordinate.
    #[inline]
    fn extents_inside(&self) -> Option<[usize; MAX_LEAVES]> {
        let shape = self.layout.shape();
        let mut extents = [0; MAX_LEAVES];
        if !self.is_empty() {
            shape.words(&mut extents, 0);
        }
        if !self.is_whole() && !self.is_empty() {
            let (mut step, mut last) = (1, 0);
            for (leaf, extent) in extents.iter_mut().enumerate().take(L::Shape::LEAVES) {
                let next = step * *extent;
                *extent = self.guard.tile_along(self.first, self.left, leaf, step, *extent);
                last += (*extent - 1) * step;
                step = next;
            }
            if !self.has_at(last) {
                return None;
            }
        }
        Some(extents)
    }

    /// The layout of the coordinates that are inside, if they form a box.
    #[inline]
    pub(super) fn clipped(&self) -> Option<Clipped<L>> {
        let (outer, plain) = self.layout.parts();
        let extents = self.extents_inside()?;
        let extents = IntTuple::read(&|leaf| extents[leaf] as i64, 0);
        Some(outer.wrap(check::part_of_leaves::<PlainOf<L>>(extents, plain.stride())))
    }
}

/// The tiles of the layout `L` by the padded divide `P`, in linear order.
#[derive(Clone, Copy, Debug)]
pub struct PaddedTilePartitioning<L, P> {
    pub(super) whole: L,
    /// The padded divide of `whole`.
    pub(super) divided: P,
}

// SAFETY: part `i` is the slice at coordinate `i` of mode 1 of the padded divide, which has each coordinate of the
// whole once inside. So two parts have different coordinates inside. The offset is the offset of the slice, or 0 if
// nothing of it is inside. Layouts and guards are integers, or nothing.
unsafe impl<L: AnyLayout, Z: AnyLayout, G: Inside> Partitioning
    for PaddedTilePartitioning<L, Padded<Z, G>>
{
    type Whole = L;
    type Part = PaddedTile<Slice<Z, AtTile<usize>>, G>;
    type Grid = GridOf<Z>;
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
        self.part_at(index)
    }
    #[inline(always)]
    fn grid(self) -> GridOf<Z> {
        grid_of(self.divided.layout())
    }
}

/// The padded tiles of the layout `L` by the tiler `K`.
pub type PaddedTilesOf<L, K> = PaddedTilePartitioning<L, ZippedDividePadded<L, K>>;
/// The layout of one padded tile of the layout `L` by the tiler `K`.
pub type PaddedTileOf<L, K> = <PaddedTilesOf<L, K> as Partitioning>::Part;

/// Stops the compiler unless `K` divides `L`, rounded up, and `C` is nested as the grid of tiles.
#[track_caller]
pub(super) const fn check_padded_tile<L: AnyLayout, K: Tiler, C: Coordinate>() {
    zipped_divide_padded::check::<L, K>();
    PaddedTilesOf::<L, K>::fits::<C>()
}

impl<L: AnyLayout, Z: AnyLayout, G: Inside> PaddedTilePartitioning<L, Padded<Z, G>> {
    /// Stops the compiler unless `C` is nested as the grid of tiles.
    #[track_caller]
    const fn fits<C: Coordinate>() {
        fits_grid::<Z, C>()
    }

    /// The tile at a coordinate of the grid of tiles, and the offset of its coordinate 0 in the whole, in elements.
    ///
    /// # Panics
    /// When the coordinate lies outside the grid of tiles.
    #[inline(always)]
    #[track_caller]
    pub(super) fn at<C: Coordinate>(self, coord: C) -> (<Self as Partitioning>::Part, isize) {
        let divided = self.divided.layout();
        let (shape, at) = (divided.shape(), (EachMode, coord));
        if !at.lies_in(shape) {
            refuse_in_mode(divided, coord, Part::Tile)
        }
        self.part_at(coord)
    }

    /// The tile at a coordinate inside the grid of tiles, and the offset of its coordinate 0 in the whole, in elements.
    #[inline(always)]
    fn part_at<C: Coordinate>(self, coord: C) -> (<Self as Partitioning>::Part, isize) {
        let (divided, guard, at) = (self.divided.layout(), self.divided.guard(), (EachMode, coord));
        let (layout, offset) = sliced_like(divided, (EachMode, 0), at);
        let (shape, tile) = (divided.shape(), layout.shape());
        let (first, left) = (at.linear(shape), guard.left(at, shape));
        // The guard is monotonic in each coordinate: the tile is whole if its last coordinate is inside.
        let is_whole = G::ALL_WHOLE || guard.tile_has(first, left, tile.count() - 1, tile);
        let tile = PaddedTile { layout, guard, first, left, is_whole };
        // V4: the origin of a part without elements does not move.
        (tile, if tile.is_empty() { 0 } else { offset as isize })
    }
}
