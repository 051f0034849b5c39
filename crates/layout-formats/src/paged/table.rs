//! [`Table`]: the entries of a table of pages that are in use, and where a coordinate of the paged mode lies.

use super::PageError;
use core::fmt::Debug;

mod sealed {
    pub trait Sealed {}
}

/// An integer of a table: of a table of pages, of offsets of sequences, of lengths.
pub trait TableInt: Copy + Debug + sealed::Sealed + 'static {
    /// The integer as an index; `None` if it is negative or past the end of `usize`.
    fn index(self) -> Option<usize>;
    /// The integer, for messages.
    fn value(self) -> i128;
    /// An index as such an integer; `None` if it does not fit.
    fn from_index(index: usize) -> Option<Self>;
}
macro_rules! table_ints {
    ($($Int:ty)*) => {$(
        impl sealed::Sealed for $Int {}
        impl TableInt for $Int {
            #[inline(always)]
            fn index(self) -> Option<usize> {
                usize::try_from(self).ok()
            }
            fn value(self) -> i128 {
                self as i128
            }
            #[inline]
            fn from_index(index: usize) -> Option<Self> {
                Self::try_from(index).ok()
            }
        }
    )*};
}
table_ints! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize }

/// The part of a table that is in use, `entries`, for the coordinates `start..start + len` counted from its first entry.
///
/// Each entry names a page of the pool, `start` is less than the size of a page, and `start + len` is at most
/// `entries.len() * page`. Nobody else can write the entries, because they are borrowed.
#[derive(Debug)]
pub(crate) struct Table<'t, I> {
    pub entries: &'t [I],
    pub start: usize,
    pub len: usize,
}

impl<I> Clone for Table<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<I> Copy for Table<'_, I> {}

/// The entries of `table` that `len` coordinates use, in pages of `page`, each of which names one of `pages` pages.
///
/// # Errors
/// A table that is too short; an entry that names no page; pages without coordinates.
pub(crate) fn checked_entries<I: TableInt>(
    table: &[I],
    len: usize,
    page: usize,
    pages: usize,
) -> Result<&[I], PageError> {
    if len == 0 {
        return Ok(&table[..0]);
    }
    if page == 0 {
        return Err(PageError::NoRoom { len });
    }
    let needed = len.div_ceil(page);
    let Some(entries) = table.get(..needed) else {
        return Err(PageError::TooFewEntries { len, page, needed, entries: table.len() });
    };
    match entries.iter().position(|entry| entry.index().is_none_or(|at| at >= pages)) {
        Some(index) => {
            Err(PageError::Entry { sequence: None, index, value: entries[index].value(), pages })
        }
        None => Ok(entries),
    }
}

impl<'t, I: TableInt> Table<'t, I> {
    /// The table for `len` coordinates in pages of `page`, of which there are `pages`.
    ///
    /// # Errors
    /// As [`checked_entries`].
    pub fn new(entries: &'t [I], len: usize, page: usize, pages: usize) -> Result<Self, PageError> {
        Ok(Table { entries: checked_entries(entries, len, page, pages)?, start: 0, len })
    }

    /// The page of a coordinate, and the coordinate inside it; `None` past the end.
    #[inline(always)]
    pub fn locate(self, at: usize, page: usize) -> Option<(usize, usize)> {
        // `page` is not 0 if there is a coordinate; `checked_div` costs nothing where the compiler knows the size.
        if at >= self.len || page == 0 {
            return None;
        }
        let from_first = self.start + at;
        let entry = *self.entries.get(from_first / page)?;
        Some((entry.index()?, from_first % page))
    }

    /// The coordinates `from..to`.
    ///
    /// # Errors
    /// A range that ends before it begins, or after the last coordinate.
    pub fn range(self, from: usize, to: usize, page: usize) -> Result<Self, PageError> {
        if from > to || to > self.len {
            return Err(PageError::Range { from, to, len: self.len });
        }
        if from == to {
            return Ok(Table { entries: &self.entries[..0], start: 0, len: 0 });
        }
        // There is a coordinate, so `page` is not 0.
        let (first, last) = (self.start + from, self.start + to - 1);
        let entries = &self.entries[first / page..=last / page];
        Ok(Table { entries, start: first % page, len: to - from })
    }

    /// The coordinates in the page of entry `k`: the page, its first coordinate in use, the end of those in use, and the
    /// coordinate of the first one in the whole. `None` past the last entry.
    #[inline]
    pub fn part(self, k: usize, page: usize) -> Option<PagePart> {
        let at = self.entries.get(k)?.index()?;
        let (begin, end) = (k * page, self.start + self.len);
        let from = if k == 0 { self.start } else { 0 };
        Some(PagePart {
            page: at,
            from,
            to: page.min(end - begin),
            first: begin + from - self.start,
        })
    }
}

/// The coordinates of a paged mode that lie in one page.
pub(crate) struct PagePart {
    /// The page.
    pub page: usize,
    /// The coordinates inside the page, `from..to`.
    pub from: usize,
    pub to: usize,
    /// The coordinate of `from` in the paged mode.
    pub first: usize,
}
