//! [`PagedView`]: elements in pages, to be read.

use super::layout::{PageOf, Paged, check_pool, sizes};
use super::{PageError, PagedCoord, Table, TableInt};
use core::ops::Index;
use static_layout::internal::{FirstIndexed, Indexed, index_first, range_first};
use static_layout::ops::Slice;
use static_layout::ops::bounds::{CoordinateFits, IsCoordOf};
use static_layout::{AnyLayout, Coordinate, Keep, View};

/// Elements in pages: `view[(t, rest)] = pool[(table[t / page], t % page, rest)]`, read-only and `Copy`.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::paged::{Paged, PagedView};
/// let data: Vec<f32> = (0..24).map(|x| x as f32).collect();
/// // Four pages of two tokens, each a row of three.
/// let pool = layout!((4, 2, 3):row);
/// let view = PagedView::new(&data, Paged::new(pool, &[2, 0, 3], 5)?)?;
/// assert_eq!(view[(0, 1)], 13.0); // token 0 is row 0 of page 2
/// assert_eq!(view[(4, 0)], 18.0); // token 4 is row 0 of page 3
/// assert_eq!(view.get((5, 0)), None);
/// let firsts: Vec<_> = view.pages().map(|(t, page)| (t, page.size())).collect();
/// assert_eq!(firsts, [(0, 6), (2, 6), (4, 3)]);
/// # Ok::<(), static_layout_formats::paged::PageError>(())
/// ```
///
/// | to | call |
/// |---|---|
/// | read one element | `view[(t, rest..)]`, [`get`](Self::get) |
/// | visit the pages as ordinary views | [`pages`](Self::pages), [`whole_page`](Self::whole_page) |
/// | visit the elements | [`for_each`](Self::for_each) |
/// | keep some tokens | [`range`](Self::range), [`token`](Self::token), [`tile`](Self::tile) |
/// | keep some of the other modes | [`slice`](Self::slice) |
/// | copy them | [`gather`](super::gather) |
#[must_use = "a view does nothing by itself: read its elements, or pass it on"]
pub struct PagedView<'a, T, L, I = u32> {
    pool: View<'a, T, L>,
    table: Table<'a, I>,
}

impl<T, L: Copy, I> Clone for PagedView<'_, T, L, I> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, L: Copy, I> Copy for PagedView<'_, T, L, I> {}

impl<'a, T, L: AnyLayout, I: TableInt> PagedView<'a, T, L, I> {
    /// The elements of `data` at the offsets of the layout.
    ///
    /// # Errors
    /// When the pool of the layout reaches past `data`. All pages of the pool are in `data`, in use or not.
    pub fn new(data: &'a [T], layout: Paged<'a, L, I>) -> Result<Self, PageError> {
        let (pool, table) = layout.into_parts();
        Ok(PagedView { pool: View::new(data, pool)?, table })
    }

    /// `len` coordinates in the pages of a view of the pool: of a part of another view, or of a tensor.
    ///
    /// ```
    /// use static_layout::prelude::*;
    /// use static_layout_formats::paged::PagedView;
    /// let data: [u8; 24] = core::array::from_fn(|x| x as u8);
    /// let cache = View::new(&data, layout!((3, 2, 4):row))?; // pages, keys and values, tokens
    /// let values = PagedView::of_pool(cache.slice(coord!(_, 1, _)), &[2, 1], 6)?;
    /// assert_eq!((values[0], values[5]), (20, 13));
    /// # Ok::<(), static_layout_formats::paged::PageError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Paged::new`].
    ///
    /// # Compile errors
    /// A pool of fewer than two modes, or with a nested mode 0 or 1.
    #[track_caller]
    pub fn of_pool(pool: View<'a, T, L>, table: &'a [I], len: usize) -> Result<Self, PageError> {
        const { check_pool::<L>() };
        let (pages, page) = sizes(pool.layout());
        Ok(PagedView { pool, table: Table::new(table, len, page, pages)? })
    }

    /// The elements of a table that has been checked with this pool.
    #[inline(always)]
    pub(crate) fn checked(pool: View<'a, T, L>, table: Table<'a, I>) -> Self {
        PagedView { pool, table }
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(&self) -> Paged<'a, L, I> {
        Paged::checked(self.pool.layout(), self.table)
    }

    /// All pages of the pool.
    #[inline(always)]
    pub fn pool(&self) -> View<'a, T, L> {
        self.pool
    }

    /// The number of coordinates of the paged mode.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.table.len
    }

    /// Whether the paged mode has no coordinates.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at a coordinate; `None` outside the shape.
    ///
    /// # Compile errors
    /// When the coordinate is nested differently from the modes of the pool after the page.
    #[inline(always)]
    pub fn get<C: PagedCoord<First = usize>>(&self, coord: C) -> Option<&'a T>
    where
        C::InPool<usize>: Coordinate,
        <L as Indexed>::Fits<C::InPool<usize>>: CoordinateFits,
    {
        let (page, place) = self.layout().locate(coord.first())?;
        self.pool.get(coord.in_pool(page, place))
    }

    /// The coordinates `from..to` of the paged mode. A part of an array, `array[from..to]` in NumPy.
    ///
    /// ```
    /// use static_layout::prelude::*;
    /// use static_layout_formats::paged::{Paged, PagedView};
    /// let data: [u8; 8] = core::array::from_fn(|x| x as u8);
    /// let view = PagedView::new(&data, Paged::new(layout!((4, 2):row), &[2, 0, 3], 5)?)?;
    /// let part = view.range(1, 4)?;
    /// assert_eq!((part[0], part[1], part[2]), (5, 0, 1));
    /// assert_eq!(
    ///     view.range(4, 6).err().unwrap().to_string(),
    ///     "the range 4..6 is not part of 0..5, the coordinates of the paged mode"
    /// );
    /// # Ok::<(), static_layout_formats::paged::PageError>(())
    /// ```
    ///
    /// # Errors
    /// A range that is not part of `0..len`.
    pub fn range(&self, from: usize, to: usize) -> Result<Self, PageError> {
        let table = self.table.range(from, to, self.layout().page_len())?;
        Ok(PagedView { pool: self.pool, table })
    }

    /// Tile `at` of the tiles of `len` coordinates along the paged mode: an ordinary view if one page has it, otherwise a
    /// paged view. The last tile may be shorter.
    ///
    /// ```
    /// use static_layout::prelude::*;
    /// use static_layout_formats::paged::{Paged, PagedTile, PagedView};
    /// let data: [u8; 16] = core::array::from_fn(|x| x as u8);
    /// let view = PagedView::new(&data, Paged::new(layout!((4, 4):row), &[2, 0], 8)?)?;
    /// assert!(matches!(view.tile(2, 3)?, PagedTile::InPage(tile) if tile.iter().eq(&[2, 3])));
    /// assert!(matches!(view.tile(3, 1)?, PagedTile::Paged(tile) if tile[0] == 11 && tile[1] == 0));
    /// # Ok::<(), static_layout_formats::paged::PageError>(())
    /// ```
    ///
    /// # Errors
    /// A tile that begins at or after the last coordinate; tiles of 0 coordinates.
    pub fn tile(&self, len: usize, at: usize) -> Result<PagedTile<'a, T, L, I>, PageError> {
        let from = at.saturating_mul(len);
        let to = from.saturating_add(len);
        if len == 0 || from >= self.len() {
            return Err(PageError::Range { from, to, len: self.len() });
        }
        let part = self.range(from, to.min(self.len()))?;
        Ok(match part.pages().next() {
            Some((_, page)) if part.table.entries.len() == 1 => PagedTile::InPage(page),
            _ => PagedTile::Paged(part),
        })
    }

    /// The modes of the pool that `_` keeps, at the given coordinates of the others; the paged mode is kept.
    ///
    /// ```
    /// use static_layout::prelude::*;
    /// use static_layout_formats::paged::{Paged, PagedView};
    /// let data: Vec<usize> = (0..48).collect();
    /// let view = PagedView::new(&data, Paged::new(layout!((4, 2, 3, 2):row), &[2, 0, 3], 5)?)?;
    /// let head = view.slice(coord!(_, 1, _));
    /// assert_eq!(head[(4, 1)], view[(4, 1, 1)]);
    /// # Ok::<(), static_layout_formats::paged::PageError>(())
    /// ```
    ///
    /// # Panics
    /// When a coordinate lies outside its mode.
    ///
    /// # Compile errors
    /// When a static coordinate lies outside a static mode, or the coordinate is nested differently from the modes after the
    /// page.
    #[track_caller]
    #[allow(clippy::type_complexity, reason = "the layout of a slice is a projection")]
    pub fn slice<C: PagedCoord<First = Keep>>(
        &self,
        coord: C,
    ) -> PagedView<'a, T, Slice<L, C::InPool<Keep>>, I>
    where
        IsCoordOf<C::InPool<Keep>, L>: CoordinateFits,
    {
        PagedView { pool: self.pool.slice(coord.in_pool(Keep, Keep)), table: self.table }
    }

    /// The elements of one coordinate of the paged mode; `None` past the end.
    ///
    /// ```
    /// use static_layout::prelude::*;
    /// use static_layout_formats::paged::{Paged, PagedView};
    /// let data: Vec<usize> = (0..24).collect();
    /// let view = PagedView::new(&data, Paged::new(layout!((4, 2, 3):row), &[2, 0, 3], 5)?)?;
    /// assert!(view.token(4).unwrap().iter().eq(&[18, 19, 20]));
    /// # Ok::<(), static_layout_formats::paged::PageError>(())
    /// ```
    #[inline(always)]
    pub fn token(&self, t: usize) -> Option<View<'a, T, FirstIndexed<FirstIndexed<L>>>> {
        let (page, place) = self.layout().locate(t)?;
        index_first(index_first(self.pool, page)?, place)
    }

    /// The pages in the order of the table: the first coordinate of each, and the view of its coordinates in use.
    ///
    /// The views tile the paged view: mode 0 of the k-th is the coordinates `first..first + size`.
    #[inline(always)]
    pub fn pages(&self) -> Pages<'a, T, L, I> {
        Pages { view: *self, at: 0 }
    }

    /// Page `at` of the table with the static extent of the pool, if all its coordinates are in use.
    #[inline(always)]
    pub fn whole_page(&self, at: usize) -> Option<View<'a, T, FirstIndexed<L>>> {
        let page = self.layout().page_len();
        let part = self.table.part(at, page)?;
        if part.from == 0 && part.to == page { index_first(self.pool, part.page) } else { None }
    }

    /// Calls `f` with each element, page by page. The order inside a page is not specified.
    #[inline]
    pub fn for_each(&self, mut f: impl FnMut(&T)) {
        for (_, page) in self.pages() {
            page.iter().for_each(&mut f);
        }
    }
}

impl<T, L: AnyLayout, I: TableInt, C: PagedCoord<First = usize>> Index<C> for PagedView<'_, T, L, I>
where
    C::InPool<usize>: Coordinate,
    <L as Indexed>::Fits<C::InPool<usize>>: CoordinateFits,
{
    type Output = T;
    /// The element at a coordinate.
    ///
    /// # Panics
    /// When the coordinate lies outside the shape.
    #[inline(always)]
    #[track_caller]
    fn index(&self, coord: C) -> &T {
        match self.layout().locate(coord.first()) {
            Some((page, place)) => self.pool.at(coord.in_pool(page, place)),
            None => refuse_token(coord.first(), self.len()),
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn refuse_token(at: usize, len: usize) -> ! {
    panic!("coordinate {at} of the paged mode is out of range: {at} is not below {len}")
}

/// A tile along the paged mode.
pub enum PagedTile<'a, T, L: AnyLayout, I = u32> {
    /// The tile lies in one page.
    InPage(View<'a, T, PageOf<L>>),
    /// The tile crosses pages.
    Paged(PagedView<'a, T, L, I>),
}

/// The pages of a [`PagedView`]: the first coordinate of each and its view.
#[must_use = "iterators are lazy: call `next`, or use it in a loop"]
pub struct Pages<'a, T, L, I> {
    view: PagedView<'a, T, L, I>,
    at: usize,
}

impl<'a, T, L: AnyLayout, I: TableInt> Iterator for Pages<'a, T, L, I> {
    type Item = (usize, View<'a, T, PageOf<L>>);
    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let part = self.view.table.part(self.at, self.view.layout().page_len())?;
        self.at += 1;
        let page = index_first(self.view.pool, part.page)?;
        Some((part.first, range_first(page, part.from, part.to)?))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let rest = self.view.table.entries.len() - self.at;
        (rest, Some(rest))
    }
}
impl<T, L: AnyLayout, I: TableInt> ExactSizeIterator for Pages<'_, T, L, I> {}
