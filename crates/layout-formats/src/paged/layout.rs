//! [`Paged`]: the layout.

use super::{PageError, PagedCoord, Table, TableInt};
use static_layout::internal::{self, FirstIndexed, FirstRange, Form, OffsetMap};
use static_layout::{AnyLayout, Coordinate, LayoutOps};

/// The layout of a part of a pool `L` that lies in one page: mode 0 is the token, with a run-time extent.
pub type PageOf<L> = FirstRange<FirstIndexed<L>>;

/// A layout whose mode 0 goes through a table of pages: `paged(t, rest) = pool(table[t / page], t % page, rest)`.
///
/// The pool is a layout of at least two modes: the page, the coordinate inside the page, and the rest. The table is a slice
/// of any integers; `len` is the number of coordinates of the paged mode, and the last page may be partial.
///
/// ```text
/// pool (4,2):(2,1)    0 1 | 2 3 | 4 5 | 6 7      table 2 0 3, 5 coordinates      4 5 0 1 6
/// ```
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::paged::Paged;
/// let table = [2, 0, 3];
/// let paged = Paged::new(layout!((4, 2):(2, 1)), &table, 5)?;
/// let offsets: Vec<_> = (0..5).map(|t| paged.index(t).unwrap()).collect();
/// assert_eq!(offsets, [4, 5, 0, 1, 6]);
/// assert_eq!(paged.index(5), None);
/// # Ok::<(), static_layout_formats::paged::PageError>(())
/// ```
///
/// [`PagedView`](super::PagedView) and [`PagedViewMut`](super::PagedViewMut) read and write elements through it.
#[derive(Debug)]
pub struct Paged<'t, L, I = u32> {
    pool: L,
    table: Table<'t, I>,
}

impl<L: Copy, I> Clone for Paged<'_, L, I> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<L: Copy, I> Copy for Paged<'_, L, I> {}

/// Stops the compiler unless the pool has a mode for the page and one for the coordinate inside, without modes of its own.
#[track_caller]
pub(crate) const fn check_pool<L: Form>() {
    let shape = L::FORM.shape();
    internal::require(
        shape.depth() > 0 && shape.rank() >= 2,
        "the pool of a paged layout has a mode for the page, and one for the coordinate inside the page",
    );
    let (page, place) = (shape.mode(0), shape.mode(1));
    internal::require(
        matches!((page, place), (Ok(page), Ok(place)) if page.depth() == 0 && place.depth() == 0),
        "the first two modes of a pool, the page and the coordinate inside, are not nested: flatten them",
    );
}

/// The numbers of pages and of coordinates in a page.
#[inline(always)]
pub(crate) fn sizes<L: Form>(pool: L) -> (usize, usize) {
    let [pages, page] = pool.mode_sizes();
    (pages, page)
}

impl<'t, L: AnyLayout, I: TableInt> Paged<'t, L, I> {
    /// The layout of `len` coordinates in the pages that `table` lists. Only the entries in use are checked.
    ///
    /// # Errors
    /// * A table with fewer entries than `len` coordinates need.
    /// * An entry in use that is negative or not below the number of pages, with its index and value.
    /// * A pool whose pages have no coordinates, if `len` is not 0.
    ///
    /// # Compile errors
    /// A pool of fewer than two modes, or with a nested mode 0 or 1.
    #[track_caller]
    pub fn new(pool: L, table: &'t [I], len: usize) -> Result<Self, PageError> {
        const { check_pool::<L>() };
        let (pages, page) = sizes(pool);
        Ok(Paged { pool, table: Table::new(table, len, page, pages)? })
    }

    /// The layout of a table that has been checked with this pool.
    #[inline(always)]
    pub(crate) fn checked(pool: L, table: Table<'t, I>) -> Self {
        Paged { pool, table }
    }

    /// The pool and the table.
    #[inline(always)]
    pub(crate) fn into_parts(self) -> (L, Table<'t, I>) {
        (self.pool, self.table)
    }

    /// The layout of the pool.
    #[inline(always)]
    pub fn pool(&self) -> L {
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

    /// The number of coordinates in a page.
    #[inline(always)]
    pub fn page_len(&self) -> usize {
        sizes(self.pool).1
    }

    /// The entries of the table in use.
    #[inline(always)]
    pub fn table(&self) -> &'t [I] {
        self.table.entries
    }

    /// The page of a coordinate of the paged mode, and the coordinate inside the page; `None` past the end.
    ///
    /// ```
    /// use static_layout::prelude::*;
    /// use static_layout_formats::paged::Paged;
    /// let paged = Paged::new(layout!((4, 2):(2, 1)), &[2, 0, 3], 5)?;
    /// assert_eq!((paged.locate(3), paged.locate(5)), (Some((0, 1)), None));
    /// # Ok::<(), static_layout_formats::paged::PageError>(())
    /// ```
    #[inline(always)]
    pub fn locate(&self, t: usize) -> Option<(usize, usize)> {
        self.table.locate(t, self.page_len())
    }

    /// The offset of a coordinate in elements; `None` outside the shape.
    #[inline]
    pub fn index<C: PagedCoord<First = usize>>(&self, coord: C) -> Option<isize>
    where
        C::InPool<usize>: Coordinate,
    {
        let (page, place) = self.locate(coord.first())?;
        let offset = self.pool.find(coord.in_pool(page, place))?;
        Some(self.pool.outer().apply(offset) as isize)
    }

    /// The coordinates `from..to` of the paged mode.
    ///
    /// ```
    /// use static_layout::prelude::*;
    /// use static_layout_formats::paged::Paged;
    /// let paged = Paged::new(layout!((4, 2):(2, 1)), &[2, 0, 3], 5)?.range(1, 4)?;
    /// assert_eq!((0..3).map(|t| paged.index(t).unwrap()).collect::<Vec<_>>(), [5, 0, 1]);
    /// # Ok::<(), static_layout_formats::paged::PageError>(())
    /// ```
    ///
    /// # Errors
    /// A range that is not part of `0..len`.
    pub fn range(self, from: usize, to: usize) -> Result<Self, PageError> {
        let table = self.table.range(from, to, self.page_len())?;
        Ok(Paged { pool: self.pool, table })
    }

    /// The number of coordinates, of all modes; `None` past the end of `usize`.
    pub fn size(&self) -> Option<usize> {
        let (pages, page) = sizes(self.pool);
        match LayoutOps::size(self.pool).checked_div(pages.checked_mul(page)?) {
            Some(rest) => self.len().checked_mul(rest),
            None => Some(0),
        }
    }
}
