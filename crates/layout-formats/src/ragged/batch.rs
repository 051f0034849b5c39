//! [`PagedBatch`] and [`PagedBatchMut`]: sequences in the pages of one pool.

use super::PageTables;
use crate::paged::{
    PageError, PagedView, PagedViewMut, Table, TableInt, check_pool, check_unshared, sizes,
};
use alloc::vec::Vec;
use static_layout::{AnyLayout, View, ViewMut, internal};

/// A batch of sequences in pages, to be read. Sequences may share pages: a common prefix.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::ragged::{PageTables, PagedBatch};
/// let data: Vec<i32> = (0..16).collect();
/// let pool = View::new(&data, layout!((8, 2):row))?; // 8 pages of 2 tokens
/// // Both sequences begin with page 5.
/// let tables = PageTables::from_indptr(&[0, 2, 5], &[5, 1, 5, 0, 7], &[1, 2]);
/// let batch = PagedBatch::new(pool, tables)?;
/// let lens: Vec<_> = batch.sequences().map(|sequence| sequence.len()).collect();
/// assert_eq!(lens, [3, 6]);
/// assert_eq!(batch.sequence(1).unwrap()[5], 15);
///
/// // vLLM's numbers of this batch; what a row has after its pages is not read.
/// let tables = PageTables::from_block_table(&[5, 1, -1, 5, 0, 7], 3, &[3, 6]);
/// assert_eq!(PagedBatch::new(pool, tables)?.sequence(1).unwrap()[5], 15);
///
/// let tables = PageTables::from_block_table(&[5, -1, -1, 5, 0, 7], 3, &[3, 6]);
/// let refused = PagedBatch::new(pool, tables).err().unwrap();
/// assert_eq!(
///     refused.to_string(),
///     "entry 1 of the table of sequence 0 is -1, and the pool has 8 pages: 0..8"
/// );
/// # Ok::<(), static_layout_formats::paged::PageError>(())
/// ```
#[must_use = "a batch does nothing by itself: read its sequences"]
pub struct PagedBatch<'a, T, L, I = u32> {
    pool: View<'a, T, L>,
    tables: PageTables<'a, I>,
}

impl<T, L: Copy, I> Clone for PagedBatch<'_, T, L, I> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, L: Copy, I> Copy for PagedBatch<'_, T, L, I> {}

impl<'a, T, L: AnyLayout, I: TableInt> PagedBatch<'a, T, L, I> {
    /// The sequences of the tables in the pages of a pool.
    ///
    /// # Errors
    /// * Offsets of sequences that decrease or lie past the entries, with the index and the value.
    /// * Slices of lengths that disagree.
    /// * A length that is negative, or that the pages of its sequence do not hold.
    /// * An entry in use that names no page, with its sequence, index and value.
    ///
    /// # Compile errors
    /// A pool of fewer than two modes, or with a nested mode 0 or 1.
    #[track_caller]
    pub fn new(pool: View<'a, T, L>, tables: PageTables<'a, I>) -> Result<Self, PageError> {
        const { check_pool::<L>() };
        let (pages, page) = sizes(pool.layout());
        tables.check(page, pages)?;
        Ok(PagedBatch { pool, tables })
    }

    /// The number of sequences.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sequence `i`; `None` past the last one.
    #[inline]
    pub fn sequence(&self, i: usize) -> Option<PagedView<'a, T, L, I>> {
        let (_, page) = sizes(self.pool.layout());
        Some(PagedView::checked(self.pool, self.tables.table(i, page)?))
    }

    /// The sequences in order.
    pub fn sequences(&self) -> impl Iterator<Item = PagedView<'a, T, L, I>> {
        let batch = *self;
        (0..self.len()).filter_map(move |i| batch.sequence(i))
    }
}

/// A batch of sequences in pages, to be written: of each sequence the coordinates from a start on.
///
/// A page that has such coordinates belongs to one entry of one sequence alone. Pages before the starts are only read, and may be
/// shared: a common prefix, to which each sequence appends tokens of its own.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::ragged::{PageTables, PagedBatchMut};
/// let mut data = [0; 16];
/// let pool = layout!((8, 2):row);
/// let tables = PageTables::from_indptr(&[0, 2, 5], &[5, 1, 5, 0, 7], &[1, 2]);
/// let mut batch = PagedBatchMut::new(ViewMut::new(&mut data, pool)?, tables, &[2, 4])?;
/// batch.sequence_mut(0).unwrap()[0] = 7; // token 2, the first of page 1
/// batch.sequence_mut(1).unwrap()[1] = 8; // token 5, the second of page 7
/// assert_eq!((data[2], data[15]), (7, 8));
///
/// let refused = PagedBatchMut::new(ViewMut::new(&mut data, pool)?, tables, &[0, 4]).err().unwrap();
/// assert_eq!(
///     refused.to_string(),
///     "page 5 is entry 0 of sequence 0 and entry 0 of sequence 1, and could be written by both: copy it, or read"
/// );
/// # Ok::<(), static_layout_formats::paged::PageError>(())
/// ```
#[must_use = "a batch does nothing by itself: write its sequences"]
pub struct PagedBatchMut<'a, T, L, I = u32> {
    pool: ViewMut<'a, T, L>,
    tables: PageTables<'a, I>,
    starts: &'a [I],
}

impl<'a, T, L: AnyLayout, I: TableInt> PagedBatchMut<'a, T, L, I> {
    /// The sequences of the tables in the pages of a pool, to be written from coordinate `starts[i]` on.
    ///
    /// # Errors
    /// * The errors of [`PagedBatch::new`].
    /// * A start that is negative or after the end of its sequence.
    /// * A page that one entry writes and another entry, of any sequence, has too.
    /// * When two coordinates of the pool share an element.
    ///
    /// # Compile errors
    /// A pool of fewer than two modes, with a nested mode 0 or 1, or with two coordinates that share an element.
    #[track_caller]
    pub fn new(
        pool: ViewMut<'a, T, L>,
        tables: PageTables<'a, I>,
        starts: &'a [I],
    ) -> Result<Self, PageError> {
        const {
            check_pool::<L>();
            internal::disjoint::<L>()
        };
        internal::try_disjoint(pool.layout())?;
        let (pages, page) = sizes(pool.layout());
        tables.check(page, pages)?;
        let (found, needed) = (starts.len(), tables.len());
        if found != needed {
            return Err(PageError::Count { of: "starts", found, needed });
        }
        let mut entries = Vec::new();
        for (sequence, start) in starts.iter().enumerate() {
            let table = tables.table(sequence, page);
            let most = table.map_or(0, |table| table.len);
            let Some(first) = start.index().filter(|&first| first <= most) else {
                let (value, least) = (start.value(), 0);
                return Err(PageError::Sequence { of: "starts", sequence, value, least, most });
            };
            for (k, entry) in table.iter().flat_map(|table| table.entries).enumerate() {
                // Written unless all coordinates of the page come before the start.
                let is_written = first < most && (k + 1).saturating_mul(page) > first;
                entries.extend(entry.index().map(|at| (at, is_written, (sequence, k))));
            }
        }
        check_unshared(entries)?;
        Ok(PagedBatchMut { pool, tables, starts })
    }

    /// The number of sequences.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The whole of sequence `i`, to be read; `None` past the last one.
    #[inline]
    pub fn sequence(&self, i: usize) -> Option<PagedView<'_, T, L, I>> {
        let (_, page) = sizes(self.pool.layout());
        Some(PagedView::checked(self.pool.as_view(), self.tables.table(i, page)?))
    }

    /// Sequence `i` from its start on; `None` past the last one. Coordinate 0 is the coordinate `starts[i]` of the sequence.
    #[inline]
    pub fn sequence_mut(&mut self, i: usize) -> Option<PagedViewMut<'_, T, L, I>> {
        let (_, page) = sizes(self.pool.layout());
        let table: Table<'_, I> = self.tables.table(i, page)?;
        let table = table.range(self.starts.get(i)?.index()?, table.len, page).ok()?;
        Some(PagedViewMut::checked(self.pool.reborrow(), table))
    }
}
