//! [`PageTables`]: the tables of pages of a batch, in the forms of FlashInfer and of vLLM.

use super::checked_indptr;
use crate::paged::{PageError, Table, TableInt, checked_entries};

/// The tables of pages of a batch of sequences, as integers of the program. A batch compares them with its pool.
#[derive(Debug)]
pub struct PageTables<'t, I = u32>(Kind<'t, I>);

#[derive(Debug)]
enum Kind<'t, I> {
    /// The entries of all sequences one after the other, and the coordinates in the last page of each.
    Indptr { indptr: &'t [I], indices: &'t [I], last_page_len: &'t [I] },
    /// A row of `width` entries for each sequence, and the number of its coordinates.
    Rows { table: &'t [I], width: usize, lens: &'t [I] },
}

impl<I> Clone for PageTables<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<I> Copy for PageTables<'_, I> {}
impl<I> Clone for Kind<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<I> Copy for Kind<'_, I> {}

impl<'t, I: TableInt> PageTables<'t, I> {
    /// FlashInfer's `kv_page_indptr`, `kv_page_indices` and `kv_last_page_len`: sequence `i` has the pages
    /// `indices[indptr[i]..indptr[i + 1]]`, all full but the last, which has `last_page_len[i]` tokens. The last length of a
    /// sequence without pages is not read. Source: FlashInfer, "KV-Cache Layout in FlashInfer", "Page Table Layout".
    pub fn from_indptr(indptr: &'t [I], indices: &'t [I], last_page_len: &'t [I]) -> Self {
        PageTables(Kind::Indptr { indptr, indices, last_page_len })
    }

    /// vLLM's `block_table`, a matrix of rows of `width` entries in row-major order, and `seq_lens`: sequence `i` has the
    /// first `seq_lens[i]` tokens of the pages in row `i`. Entries after the last page in use are not read.
    pub fn from_block_table(block_table: &'t [I], width: usize, seq_lens: &'t [I]) -> Self {
        PageTables(Kind::Rows { table: block_table, width, lens: seq_lens })
    }

    /// The number of sequences.
    pub fn len(&self) -> usize {
        match self.0 {
            Kind::Indptr { indptr, .. } => indptr.len().saturating_sub(1),
            Kind::Rows { lens, .. } => lens.len(),
        }
    }

    /// Whether the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Checks the numbers of all sequences, in pages of `page` coordinates, of which there are `pages`.
    ///
    /// # Errors
    /// See [`PagedBatch::new`](super::PagedBatch::new).
    pub(super) fn check(&self, page: usize, pages: usize) -> Result<(), PageError> {
        match self.0 {
            Kind::Indptr { indptr, indices, last_page_len } => {
                let needed = checked_indptr("kv_page_indptr", indptr, indices.len())?;
                let found = last_page_len.len();
                if found != needed {
                    return Err(PageError::Count { of: "kv_last_page_len", found, needed });
                }
            }
            Kind::Rows { table, width, lens } => {
                let needed = width.saturating_mul(lens.len());
                if table.len() != needed {
                    let found = table.len();
                    return Err(PageError::Count { of: "block_table", found, needed });
                }
            }
        }
        for sequence in 0..self.len() {
            let (entries, len) = self.of_sequence(sequence, page)?;
            checked_entries(entries, len, page, pages).map_err(|error| match error {
                PageError::Entry { index, value, pages, .. } => {
                    PageError::Entry { sequence: Some(sequence), index, value, pages }
                }
                error => error,
            })?;
        }
        Ok(())
    }

    /// The entries of a sequence, and the number of its coordinates.
    ///
    /// # Errors
    /// A length that the pages of the sequence do not hold.
    fn of_sequence(&self, sequence: usize, page: usize) -> Result<(&'t [I], usize), PageError> {
        match self.0 {
            Kind::Indptr { indptr, indices, last_page_len } => {
                let end = |at: usize| indptr.get(at).and_then(|end| end.index()).unwrap_or(0);
                let entries = indices.get(end(sequence)..end(sequence + 1)).unwrap_or(&[]);
                let Some(whole) = entries.len().checked_sub(1) else { return Ok((entries, 0)) };
                let last = last_page_len[sequence];
                let in_page = last.index().filter(|last| (1..=page).contains(last));
                let in_page = in_page.ok_or(PageError::Sequence {
                    of: "kv_last_page_len",
                    sequence,
                    value: last.value(),
                    least: 1,
                    most: page,
                })?;
                let len = whole.checked_mul(page).and_then(|len| len.checked_add(in_page));
                Ok((entries, len.ok_or(PageError::Overflow { sequence })?))
            }
            Kind::Rows { table, width, lens } => {
                let entries = &table[sequence * width..(sequence + 1) * width];
                let most = width.saturating_mul(page);
                let len = lens[sequence].index().filter(|&len| len <= most);
                let value = lens[sequence].value();
                let refused =
                    PageError::Sequence { of: "seq_lens", sequence, value, least: 0, most };
                Ok((entries, len.ok_or(refused)?))
            }
        }
    }

    /// The table of a sequence; `None` past the last one. The caller has called [`check`](Self::check) with this `page`.
    #[inline]
    pub(super) fn table(&self, sequence: usize, page: usize) -> Option<Table<'t, I>> {
        if sequence >= self.len() {
            return None;
        }
        let (entries, len) = self.of_sequence(sequence, page).ok()?;
        let in_use = len.checked_div(page).map_or(0, |whole| whole + usize::from(len % page > 0));
        Some(Table { entries: entries.get(..in_use)?, start: 0, len })
    }
}
