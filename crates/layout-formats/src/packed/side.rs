//! One operand of a kernel over packed elements: elements by the offsets that a nest of loops adds up.

use super::memory::{Bytes, CHUNK, group, place};
use super::view::Packed;
use crate::element::PackedElement;
use core::marker::PhantomData;
use static_layout::internal::{Form, OffsetMap};

/// The elements of a view: its bytes, the element at offset 0, and the map of offsets.
pub(super) struct Side<E, O> {
    bytes: Bytes,
    origin: usize,
    outer: O,
    kind: PhantomData<fn() -> E>,
}

impl<E, O: Copy> Clone for Side<E, O> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<E, O: Copy> Copy for Side<E, O> {}

impl<E: PackedElement, O: OffsetMap> Side<E, O> {
    #[inline(always)]
    pub(super) fn of<R, L: Form<Outer = O>>(view: &Packed<R, E, L>) -> Self {
        let (bytes, origin) = view.start();
        Side { bytes, origin, outer: view.layout().outer(), kind: PhantomData }
    }

    /// The index of the element at a plain offset.
    #[inline(always)]
    fn index(self, offset: isize) -> usize {
        self.origin.wrapping_add(self.outer.apply(offset as usize))
    }

    /// The code of the element at a plain offset.
    ///
    /// # Safety
    /// It is the offset of a coordinate of the view (P1).
    #[inline(always)]
    pub(super) unsafe fn code(self, offset: isize) -> u32 {
        // SAFETY: the caller guarantees an element.
        u32::from(unsafe { self.bytes.read::<E>(self.index(offset)) }.to_bits())
    }

    /// Writes the code of the element at a plain offset.
    ///
    /// # Safety
    /// It is the offset of a coordinate of the view (P1), which is mutable (P2).
    #[inline(always)]
    pub(super) unsafe fn set(self, offset: isize, code: u32) {
        // SAFETY: the caller guarantees an element that nothing else uses.
        unsafe { self.bytes.write(self.index(offset), E::from_bits(code as u8)) }
    }

    /// Whether steps of `stride` are adjacent elements.
    #[inline(always)]
    pub(super) fn is_adjacent(stride: isize) -> bool {
        O::IS_IDENTITY && stride == 1
    }

    /// How many of `n` adjacent elements lie before the first that begins a byte.
    #[inline(always)]
    pub(super) fn before_a_byte(self, offset: isize, n: usize) -> usize {
        let size = group::<E>();
        ((size - self.index(offset) % size) % size).min(n)
    }

    /// The place of a run of adjacent elements: the byte and the bit of the first one.
    #[inline(always)]
    pub(super) fn run(self, offset: isize) -> Run<E> {
        let (byte, shift) = place::<E>(self.index(offset));
        Run { bytes: self.bytes, byte, shift, kind: PhantomData }
    }
}

/// Adjacent elements, eight at a time.
pub(super) struct Run<E> {
    bytes: Bytes,
    byte: usize,
    shift: u32,
    kind: PhantomData<fn() -> E>,
}

impl<E: PackedElement> Run<E> {
    /// Whether the first element begins a byte.
    #[inline(always)]
    pub(super) fn begins_a_byte(&self) -> bool {
        self.shift == 0
    }

    /// The codes of chunk `k` of a run; `BEGINS` is whether the first element begins a byte.
    ///
    /// # Safety
    /// The elements `8 k .. 8 k + 8` of the run are elements of the view (P1), and `BEGINS` is
    /// [`begins_a_byte`](Self::begins_a_byte).
    #[inline(always)]
    pub(super) unsafe fn codes<const BEGINS: bool>(&self, k: usize) -> [u32; CHUNK] {
        let shift = if BEGINS { 0 } else { self.shift };
        // SAFETY: the caller guarantees eight elements. A chunk has `BITS` bytes, so each begins at the same bit.
        unsafe { self.bytes.codes::<E>(self.byte + k * E::BITS, shift) }
    }

    /// Byte `k` of the run.
    ///
    /// # Safety
    /// It has bits of an element of the view.
    #[inline(always)]
    pub(super) unsafe fn byte(&self, k: usize) -> *mut u8 {
        // SAFETY: the caller guarantees a byte of the slice.
        unsafe { self.bytes.at(self.byte + k) }
    }

    /// Writes the codes of chunk `k`.
    ///
    /// # Safety
    /// The elements `8 k .. 8 k + 8` of the run are elements of a mutable view (P1, P2), and the first one begins a byte.
    #[inline(always)]
    pub(super) unsafe fn put(&self, k: usize, codes: [u32; CHUNK]) {
        // SAFETY: the caller guarantees eight elements that begin a byte.
        unsafe { self.bytes.put::<E>(self.byte + k * E::BITS, codes) }
    }

    /// Copies the first `count` chunks of another run of elements of this width, which begins a byte if `BEGINS` is true.
    ///
    /// # Safety
    /// They are elements of a view, and elements of this mutable one (P1, P2), and this run begins a byte.
    #[inline(always)]
    pub(super) unsafe fn copy<F, const BEGINS: bool>(&self, from: &Run<F>, count: usize) {
        // SAFETY: the bytes of `8 count` elements of both views, and one more of the source if they begin within a byte. They
        // do not overlap: nothing else uses the bytes of this one.
        unsafe {
            let (source, to) = (from.bytes.at(from.byte), self.bytes.at(self.byte));
            if BEGINS {
                return core::ptr::copy_nonoverlapping(source, to, count * E::BITS);
            }
            for k in 0..count * E::BITS {
                *to.add(k) = *source.add(k) >> from.shift | *source.add(k + 1) << (8 - from.shift);
            }
        }
    }
}
