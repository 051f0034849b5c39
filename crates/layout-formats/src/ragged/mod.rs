//! Batches of sequences of different lengths: in one tensor of tokens ([`Ragged`]), or in pages ([`PagedBatch`]).
//!
//! ```text
//! indptr   0    3 3       7        sequence i = tokens indptr[i]..indptr[i + 1]
//! tokens   a b c d e f g           0: abc     1: none     2: defg
//! ```
//!
//! | numbers of | a batch is made by | numbers |
//! |---|---|---|
//! | FlashInfer, ragged | [`Ragged::new`] | `indptr` |
//! | vLLM, ragged | [`Ragged::new`] | `query_start_loc` |
//! | lengths | [`indptr_of_lengths`], then [`Ragged::new`] | one length for each sequence |
//! | FlashInfer, paged | [`PageTables::from_indptr`] | `kv_page_indptr`, `kv_page_indices`, `kv_last_page_len` |
//! | vLLM, paged | [`PageTables::from_block_table`] | `block_table`, `seq_lens` |
//!
//! All numbers are compared with each other and with the data once. A number that is refused is named with its index.

mod batch;
mod tables;

pub use batch::{PagedBatch, PagedBatchMut};
pub use tables::PageTables;

use crate::paged::{PageError, TableInt};
use static_layout::internal::{FirstRange, check_first_mode, range_first};
use static_layout::{AnyLayout, View};

/// The layout of one sequence of a tensor `L` of tokens: mode 0 has a run-time extent.
pub type SequenceOf<L> = FirstRange<L>;

/// Sequences of different lengths in one tensor whose mode 0 is the token: `sequence(i)[(t, rest)] = tokens[(indptr[i] + t, rest)]`.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::ragged::Ragged;
/// let data: Vec<i32> = (0..14).collect();
/// let tokens = View::new(&data, layout!((7, 2):row))?;
/// let batch = Ragged::new(tokens, &[0_i32, 3, 3, 7])?;
/// let sizes: Vec<_> = batch.sequences().map(|sequence| sequence.size()).collect();
/// assert_eq!(sizes, [6, 0, 8]);
/// assert_eq!(batch.sequence(2).unwrap()[(0, 1)], 7);
///
/// let refused = Ragged::new(tokens, &[0_i32, 3, 2, 7]).err().unwrap();
/// assert_eq!(
///     refused.to_string(),
///     "offset 2 of the sequences is 2, which is below 3: offsets never decrease"
/// );
/// # Ok::<(), static_layout_formats::paged::PageError>(())
/// ```
#[must_use = "a batch does nothing by itself: read its sequences"]
pub struct Ragged<'a, T, L, I = u32> {
    tokens: View<'a, T, L>,
    indptr: &'a [I],
}

impl<T, L: Copy, I> Clone for Ragged<'_, T, L, I> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, L: Copy, I> Copy for Ragged<'_, T, L, I> {}

/// The number of sequences of `indptr`, whose offsets rise to at most `len`.
///
/// # Errors
/// Without an offset; an offset that is negative, below the one before it or above `len`.
fn checked_indptr<I: TableInt>(
    of: &'static str,
    indptr: &[I],
    len: usize,
) -> Result<usize, PageError> {
    let Some(sequences) = indptr.len().checked_sub(1) else {
        return Err(PageError::Count { of, found: 0, needed: 1 });
    };
    let mut before = 0;
    for (index, &offset) in indptr.iter().enumerate() {
        let value = offset.value();
        before = match offset.index() {
            Some(at) if at < before => {
                return Err(PageError::Indptr { index, value, before: before as i128 });
            }
            Some(at) if at <= len => at,
            None if value < 0 => {
                return Err(PageError::Indptr { index, value, before: before as i128 });
            }
            _ => return Err(PageError::PastEnd { index, value, len }),
        };
    }
    Ok(sequences)
}

impl<'a, T, L: AnyLayout, I: TableInt> Ragged<'a, T, L, I> {
    /// The sequences between the offsets `indptr`, one more than there are sequences.
    ///
    /// # Errors
    /// * Offsets that decrease, a negative one, and one past the tokens, with its index and value.
    /// * No offset at all.
    ///
    /// # Compile errors
    /// When mode 0 of the tokens is nested.
    #[track_caller]
    pub fn new(tokens: View<'a, T, L>, indptr: &'a [I]) -> Result<Self, PageError> {
        const { check_first_mode::<L>(1) };
        let [len] = tokens.layout().mode_sizes();
        checked_indptr("indptr", indptr, len)?;
        Ok(Ragged { tokens, indptr })
    }

    /// The number of sequences.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.indptr.len() - 1
    }

    /// Whether the batch is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The tokens of all sequences.
    #[inline(always)]
    pub fn tokens(&self) -> View<'a, T, L> {
        self.tokens
    }

    /// Sequence `i`; `None` past the last one.
    #[inline]
    pub fn sequence(&self, i: usize) -> Option<View<'a, T, SequenceOf<L>>> {
        // The offsets are indices, in order: `new` has compared them.
        let &[from, to] = self.indptr.get(i..)?.first_chunk()?;
        range_first(self.tokens, from.index()?, to.index()?)
    }

    /// The sequences in order.
    pub fn sequences(&self) -> impl Iterator<Item = View<'a, T, SequenceOf<L>>> {
        let batch = *self;
        (0..self.len()).filter_map(move |i| batch.sequence(i))
    }
}

/// Writes the offsets of sequences of these lengths: `indptr[0] = 0`, `indptr[i + 1] = indptr[i] + lengths[i]`.
///
/// ```
/// use static_layout_formats::ragged::indptr_of_lengths;
/// let mut indptr = [0_u8; 4];
/// indptr_of_lengths(&[3, 0, 4], &mut indptr)?;
/// assert_eq!(indptr, [0, 3, 3, 7]);
/// let refused = indptr_of_lengths(&[200, 100], &mut indptr[..3]).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "the tokens up to the end of sequence 1 are more than the integers of the offsets hold: use wider integers"
/// );
/// # Ok::<(), static_layout_formats::paged::PageError>(())
/// ```
///
/// # Errors
/// * If `indptr` does not have one more entry than `lengths`.
/// * If a length is negative, or an offset does not fit its integer.
pub fn indptr_of_lengths<I: TableInt>(lengths: &[I], indptr: &mut [I]) -> Result<(), PageError> {
    if indptr.len() != lengths.len() + 1 {
        let (found, needed) = (indptr.len(), lengths.len() + 1);
        return Err(PageError::Count { of: "indptr", found, needed });
    }
    let mut end = 0_usize;
    // The first offset is 0, which every integer holds.
    indptr[0] = I::from_index(0).ok_or(PageError::Overflow { sequence: 0 })?;
    for (sequence, (length, offset)) in lengths.iter().zip(&mut indptr[1..]).enumerate() {
        let value = length.value();
        if value < 0 {
            let (of, least, most) = ("lengths", 0, usize::MAX);
            return Err(PageError::Sequence { of, sequence, value, least, most });
        }
        let next = length.index().and_then(|length| end.checked_add(length));
        end = next.ok_or(PageError::Overflow { sequence })?;
        *offset = I::from_index(end).ok_or(PageError::Overflow { sequence })?;
    }
    Ok(())
}
