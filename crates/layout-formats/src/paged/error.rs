//! [`PageError`]: why a table of pages, or a batch of sequences, is refused.

use core::fmt;
use static_layout::LayoutError;

/// Why a table of pages or a batch of sequences is refused, with the index of the entry and its value.
///
/// ```
/// use static_layout::prelude::*;
/// use static_layout_formats::paged::Paged;
/// let refused = Paged::new(layout!((3, 4):(4, 1)), &[2, 0, 7], 10).unwrap_err();
/// assert_eq!(refused.to_string(), "entry 2 of the table is 7, and the pool has 3 pages: 0..3");
/// let refused = Paged::new(layout!((3, 4):(4, 1)), &[2, 0], 10).unwrap_err();
/// assert_eq!(refused.to_string(), "10 coordinates in pages of 4 need 3 entries of the table, which has 2");
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageError {
    /// The pool does not fit its slice, or an operation on the layouts is refused.
    Layout(LayoutError),
    /// An entry of the table names no page.
    Entry {
        /// The sequence, if the table is one of a batch.
        sequence: Option<usize>,
        /// The index of the entry among the entries of its sequence.
        index: usize,
        /// Its value.
        value: i128,
        /// The number of pages in the pool.
        pages: usize,
    },
    /// The table has fewer entries than the coordinates need.
    TooFewEntries {
        /// The number of coordinates.
        len: usize,
        /// The number of coordinates in a page.
        page: usize,
        /// The number of entries that they need.
        needed: usize,
        /// The number of entries in the table.
        entries: usize,
    },
    /// The pages of the pool have room for no coordinate.
    NoRoom {
        /// The number of coordinates.
        len: usize,
    },
    /// A range of the paged mode ends before it begins or after the last coordinate.
    Range {
        /// The first coordinate.
        from: usize,
        /// The end of the range.
        to: usize,
        /// The number of coordinates.
        len: usize,
    },
    /// Two entries that could both be written name one page.
    Shared {
        /// The page.
        page: usize,
        /// The sequence and the entry of each.
        entries: [(usize, usize); 2],
    },
    /// The other tensor of a copy has another number of coordinates in mode 0.
    Length {
        /// The number of coordinates of the paged mode.
        paged: usize,
        /// The size of mode 0 of the other tensor.
        other: usize,
    },
    /// Offsets of sequences decrease, or one is negative.
    Indptr {
        /// The index of the offset.
        index: usize,
        /// Its value.
        value: i128,
        /// The offset before it; 0 for the first.
        before: i128,
    },
    /// The last offset of a sequence lies past the data.
    PastEnd {
        /// The index of the offset.
        index: usize,
        /// Its value.
        value: i128,
        /// The number of tokens, or of entries of the table.
        len: usize,
    },
    /// A slice that has a number for each sequence has another length.
    Count {
        /// The name of the slice.
        of: &'static str,
        /// Its length.
        found: usize,
        /// The length that it needs.
        needed: usize,
    },
    /// The length of a sequence, or of its last page, is negative or not one that its pages hold, or the start of what is
    /// written lies outside the sequence.
    Sequence {
        /// The name of the slice with the number.
        of: &'static str,
        /// The sequence.
        sequence: usize,
        /// The number.
        value: i128,
        /// The least one that is possible.
        least: usize,
        /// The greatest.
        most: usize,
    },
    /// The number of tokens does not fit the integer of the offsets.
    Overflow {
        /// The sequence at whose end it does not fit.
        sequence: usize,
    },
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PageError::Layout(ref error) => error.fmt(f),
            PageError::Entry { sequence, index, value, pages } => {
                write!(f, "entry {index} of the table")?;
                if let Some(sequence) = sequence {
                    write!(f, " of sequence {sequence}")?;
                }
                write!(f, " is {value}, and the pool has {pages} pages: 0..{pages}")
            }
            PageError::TooFewEntries { len, page, needed, entries } => write!(
                f,
                "{len} coordinates in pages of {page} need {needed} entries of the table, which has {entries}"
            ),
            PageError::NoRoom { len } => {
                write!(
                    f,
                    "the pages of the pool have room for 0 of {len} coordinates: the size of mode 1 is 0"
                )
            }
            PageError::Range { from, to, len } => {
                write!(
                    f,
                    "the range {from}..{to} is not part of 0..{len}, the coordinates of the paged mode"
                )
            }
            PageError::Shared { page, entries: [(s, i), (t, j)] } => write!(
                f,
                "page {page} is entry {i} of sequence {s} and entry {j} of sequence {t}, and could be written by both: copy it, or read"
            ),
            PageError::Length { paged, other } => write!(
                f,
                "the paged mode has {paged} coordinates, mode 0 of the other tensor has {other}: take a range of the longer one"
            ),
            PageError::Indptr { index, value, before } => {
                write!(
                    f,
                    "offset {index} of the sequences is {value}, which is below {before}: offsets never decrease"
                )
            }
            PageError::PastEnd { index, value, len } => {
                write!(
                    f,
                    "offset {index} of the sequences is {value}, past the end of {len} entries"
                )
            }
            PageError::Count { of, found, needed } => {
                write!(f, "`{of}` has {found} entries, the batch needs {needed}")
            }
            PageError::Sequence { of, sequence, value, least, most } => {
                write!(f, "`{of}` of sequence {sequence} is {value}, not one of {least}..={most}")
            }
            PageError::Overflow { sequence } => write!(
                f,
                "the tokens up to the end of sequence {sequence} are more than the integers of the offsets hold: use wider integers"
            ),
        }
    }
}

// `unwrap` and a `main` that returns the error print `Debug`.
impl fmt::Debug for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl core::error::Error for PageError {}

impl From<LayoutError> for PageError {
    fn from(error: LayoutError) -> Self {
        PageError::Layout(error)
    }
}
