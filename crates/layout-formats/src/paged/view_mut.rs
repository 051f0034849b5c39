//! [`PagedViewMut`]: elements in pages, to be written.

use super::layout::{PageOf, Paged, check_pool, sizes};
use super::view::refuse_token;
use super::{PageError, PagedCoord, PagedView, Table, TableInt};
use alloc::vec::Vec;
use core::ops::{Index, IndexMut};
use static_layout::internal::{self, Indexed, index_first_mut, range_first_mut};
use static_layout::ops::bounds::CoordinateFits;
use static_layout::{AnyLayout, Coordinate, Tensor, TensorMut, View, ViewMut};

/// Mutable elements in pages: `view[(t, rest)] = x` writes `pool[(table[t / page], t % page, rest)]`.
///
/// No two coordinates share an element: the pool is proven one to one, and two entries in use that name one page are refused.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::paged::{Paged, PagedViewMut};
/// let mut data = [0; 8];
/// let pool = layout!((4, 2):row);
/// let mut view = PagedViewMut::new(&mut data, Paged::new(pool, &[2, 0, 3], 5)?)?;
/// view[3] = 7;
/// view.for_each_page(|t, mut page| page.update(|x| *x += t as i32));
/// assert_eq!(data, [2, 9, 0, 0, 0, 0, 4, 0]);
///
/// let shared = PagedViewMut::new(&mut data, Paged::new(pool, &[2, 0, 2], 5)?).err().unwrap();
/// assert_eq!(
///     shared.to_string(),
///     "page 2 is entry 0 of sequence 0 and entry 2 of sequence 0, and could be written by both: copy it, or read"
/// );
/// # Ok::<(), static_layout_formats::paged::PageError>(())
/// ```
#[must_use = "a view does nothing by itself: write its elements, or pass it on"]
pub struct PagedViewMut<'a, T, L, I = u32> {
    pool: ViewMut<'a, T, L>,
    table: Table<'a, I>,
}

/// Checks that no two entries name one page, of entries `(page, (sequence, entry))`. A page that nobody writes may be shared.
///
/// # Errors
/// The first page, by its number, of which one entry is written and another one uses it.
pub(crate) fn check_unshared(
    mut entries: Vec<(usize, bool, (usize, usize))>,
) -> Result<(), PageError> {
    entries.sort_unstable_by_key(|&(page, is_written, place)| (page, !is_written, place));
    // Of one page, the entries that are written come first: with another entry after it, the page is shared.
    match entries.windows(2).find(|pair| pair[0].0 == pair[1].0 && pair[0].1) {
        Some(&[(page, _, a), (_, _, b)]) => {
            Err(PageError::Shared { page, entries: [a.min(b), a.max(b)] })
        }
        _ => Ok(()),
    }
}

impl<'a, T, L: AnyLayout, I: TableInt> PagedViewMut<'a, T, L, I> {
    /// The elements of `data` at the offsets of the layout.
    ///
    /// # Errors
    /// * When the pool of the layout reaches past `data`.
    /// * When two coordinates of the pool share an element.
    /// * When two entries of the table in use name one page. [`PagedView`] reads such a table.
    ///
    /// # Compile errors
    /// When two coordinates of a static pool share an element.
    #[track_caller]
    pub fn new(data: &'a mut [T], layout: Paged<'a, L, I>) -> Result<Self, PageError> {
        const { internal::disjoint::<L>() };
        let (pool, table) = layout.into_parts();
        Self::exclusive(ViewMut::new(data, pool)?, table)
    }

    /// `len` coordinates in the pages of a mutable view of the pool.
    ///
    /// # Errors
    /// The errors of [`Paged::new`] and of [`new`](Self::new).
    ///
    /// # Compile errors
    /// A pool of fewer than two modes, with a nested mode 0 or 1, or with two coordinates that share an element.
    #[track_caller]
    pub fn of_pool(pool: ViewMut<'a, T, L>, table: &'a [I], len: usize) -> Result<Self, PageError> {
        const {
            check_pool::<L>();
            internal::disjoint::<L>()
        };
        let (pages, page) = sizes(pool.layout());
        Self::exclusive(pool, Table::new(table, len, page, pages)?)
    }

    /// The elements, if each of them has one coordinate.
    fn exclusive(pool: ViewMut<'a, T, L>, table: Table<'a, I>) -> Result<Self, PageError> {
        internal::try_disjoint(pool.layout())?;
        let pages = table.entries.iter().enumerate();
        // Each entry is an index: the table is checked.
        check_unshared(pages.filter_map(|(k, p)| Some((p.index()?, true, (0, k)))).collect())?;
        Ok(PagedViewMut { pool, table })
    }

    /// The elements of a table that has been checked with this pool, and shares no page.
    #[inline(always)]
    pub(crate) fn checked(pool: ViewMut<'a, T, L>, table: Table<'a, I>) -> Self {
        PagedViewMut { pool, table }
    }

    /// The layout.
    #[inline(always)]
    pub fn layout(&self) -> Paged<'a, L, I> {
        Paged::checked(self.pool.layout(), self.table)
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

    /// A read-only view of the elements, while this view is borrowed.
    #[inline(always)]
    pub fn as_view(&self) -> PagedView<'_, T, L, I> {
        PagedView::checked(self.pool.as_view(), self.table)
    }

    /// The coordinates `from..to` of the paged mode.
    ///
    /// # Errors
    /// A range that is not part of `0..len`.
    pub fn range_mut(
        &mut self,
        from: usize,
        to: usize,
    ) -> Result<PagedViewMut<'_, T, L, I>, PageError> {
        let table = self.table.range(from, to, self.layout().page_len())?;
        Ok(PagedViewMut { pool: self.pool.reborrow(), table })
    }

    /// The element at a coordinate; `None` outside the shape.
    ///
    /// # Compile errors
    /// When the coordinate is nested differently from the modes of the pool after the page.
    #[inline(always)]
    pub fn get_mut<C: PagedCoord<First = usize>>(&mut self, coord: C) -> Option<&mut T>
    where
        C::InPool<usize>: Coordinate,
        <L as Indexed>::Fits<C::InPool<usize>>: CoordinateFits,
    {
        let (page, place) = self.layout().locate(coord.first())?;
        self.pool.get_mut(coord.in_pool(page, place))
    }

    /// Page `at` of the table: its first coordinate, and the view of its coordinates in use; `None` past the last page.
    #[inline]
    #[allow(clippy::type_complexity, reason = "the item of `PagedView::pages`")]
    pub fn page_mut(&mut self, at: usize) -> Option<(usize, ViewMut<'_, T, PageOf<L>>)> {
        let part = self.table.part(at, self.layout().page_len())?;
        let page = index_first_mut(self.pool.reborrow(), part.page)?;
        Some((part.first, range_first_mut(page, part.from, part.to)?))
    }

    /// Calls `f` with the first coordinate of each page and the view of its coordinates in use, in the order of the table.
    #[inline]
    pub fn for_each_page(&mut self, mut f: impl FnMut(usize, ViewMut<'_, T, PageOf<L>>)) {
        for at in 0..self.table.entries.len() {
            if let Some((first, page)) = self.page_mut(at) {
                f(first, page);
            }
        }
    }

    /// Calls `f` with each element, page by page. The order inside a page is not specified.
    #[inline]
    pub fn update(&mut self, mut f: impl FnMut(&mut T)) {
        self.for_each_page(|_, mut page| page.update(&mut f));
    }

    /// All pages of the pool, to be read.
    #[inline(always)]
    pub fn pool(&self) -> View<'_, T, L> {
        self.pool.as_view()
    }
}

impl<T, L: AnyLayout, I: TableInt, C: PagedCoord<First = usize>> Index<C>
    for PagedViewMut<'_, T, L, I>
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

impl<T, L: AnyLayout, I: TableInt, C: PagedCoord<First = usize>> IndexMut<C>
    for PagedViewMut<'_, T, L, I>
where
    C::InPool<usize>: Coordinate,
    <L as Indexed>::Fits<C::InPool<usize>>: CoordinateFits,
{
    /// The element at a coordinate, to be written.
    ///
    /// # Panics
    /// When the coordinate lies outside the shape.
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, coord: C) -> &mut T {
        match self.layout().locate(coord.first()) {
            Some((page, place)) => self.pool.at_mut(coord.in_pool(page, place)),
            None => refuse_token(coord.first(), self.len()),
        }
    }
}
