//! The bytes of a view as a slice.

use super::memory::{bytes_of, group};
use super::view::PackedView;
use crate::element::PackedElement;
use static_layout::internal::{Form, OffsetMap};

impl<'a, E: PackedElement, L: Form> PackedView<'a, E, L> {
    /// The bytes from the first to the last element, and the index of the element at offset 0 in them; `None` without elements,
    /// for offsets before that element, and through a swizzle.
    ///
    /// The slice begins at a byte in which an element begins.
    pub(crate) fn span(&self) -> Option<(&'a [u8], usize)> {
        let (below, cosize) = self.layout().reach()?;
        if cosize == 0 || below != 0 || !L::Outer::IS_IDENTITY {
            return None;
        }
        let (bytes, origin) = self.start();
        let first = origin - origin % group::<E>();
        let [begin, _] = bytes_of::<E>(first);
        let [_, end] = bytes_of::<E>(origin + cosize - 1);
        // SAFETY: P1: the elements of the least and of the greatest offset have their bits in the slice that this view borrows
        // for `'a`, so the bytes between them are of that slice; `begin` is at most the byte of the least one, and not below the
        // first byte, because `first` is an index of the slice.
        let bytes = unsafe { core::slice::from_raw_parts(bytes.at(begin), end + 1 - begin) };
        Some((bytes, origin - first))
    }
}
