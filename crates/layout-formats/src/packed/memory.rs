//! Reads and writes of the bits of an element.

use crate::element::PackedElement;
use core::ptr::NonNull;

/// The bytes of packed elements: a pointer to the byte whose low bit begins element 0.
#[derive(Clone, Copy)]
pub(super) struct Bytes(NonNull<u8>);

/// The number of elements that lie in whole bytes, without a rest: 8 of 1 bit, 4 of 2 and of 6, 2 of 4, and 1.
pub(super) const fn group<E: PackedElement>() -> usize {
    match E::BITS {
        6 => 4,
        bits => 8 / bits,
    }
}

/// The number of whole elements in `bytes` bytes.
pub(super) const fn room<E: PackedElement>(bytes: usize) -> usize {
    // No product exceeds `usize`: the number of elements is limited to that of the offsets.
    let (per, size) = (group::<E>(), group::<E>() * E::BITS / 8);
    let (whole, rest) = (bytes / size, bytes % size * 8 / E::BITS);
    match whole.checked_mul(per) {
        Some(whole) if whole <= isize::MAX as usize - per => whole + rest,
        _ => isize::MAX as usize,
    }
}

/// The byte with the lowest bit of element `index`, and the number of bits below it there.
#[inline(always)]
pub(super) const fn place<E: PackedElement>(index: usize) -> (usize, u32) {
    let per = group::<E>();
    let bit = index % per * E::BITS;
    (index / per * (per * E::BITS / 8) + bit / 8, bit as u32 % 8)
}

/// The bytes from the first to the last with bits of element `index`.
pub(super) const fn bytes_of<E: PackedElement>(index: usize) -> [usize; 2] {
    let (byte, shift) = place::<E>(index);
    [byte, byte + (shift as usize + E::BITS > 8) as usize]
}

impl Bytes {
    /// The bytes of a slice.
    #[inline(always)]
    pub(super) fn new(first: NonNull<u8>) -> Self {
        Bytes(first)
    }

    /// The byte at an index.
    ///
    /// # Safety
    /// It lies in the slice that the bytes are of.
    #[inline(always)]
    pub(super) unsafe fn at(self, byte: usize) -> *mut u8 {
        // SAFETY: the caller guarantees a byte of the slice.
        unsafe { self.0.as_ptr().add(byte) }
    }

    /// The element at an index.
    ///
    /// # Safety
    /// Its bits lie in the slice that the bytes are of, which is valid for reads (P1).
    #[inline(always)]
    pub(super) unsafe fn read<E: PackedElement>(self, index: usize) -> E {
        let (byte, shift) = place::<E>(index);
        // SAFETY: the caller guarantees that the bits of the element, from `shift` of this byte on, lie in the slice.
        let mut bits = u32::from(unsafe { *self.at(byte) }) >> shift;
        if shift as usize + E::BITS > 8 {
            // SAFETY: bits of the element lie in the next byte.
            bits |= u32::from(unsafe { *self.at(byte + 1) }) << (8 - shift);
        }
        E::from_bits(bits as u8)
    }

    /// Writes the element at an index. Other elements of its bytes keep their bits.
    ///
    /// # Safety
    /// Its bits lie in the slice that the bytes are of (P1), and nothing else uses their bytes (P2).
    #[inline(always)]
    pub(super) unsafe fn write<E: PackedElement>(self, index: usize, value: E) {
        let (byte, shift) = place::<E>(index);
        let mask = (1_u32 << E::BITS) - 1;
        let put = |old: u8, mask: u32, bits: u32| (u32::from(old) & !mask | bits) as u8;
        let bits = u32::from(value.to_bits());
        // SAFETY: the caller guarantees that the bits of the element, from `shift` of this byte on, lie in the slice, and that
        // nothing else uses the byte.
        unsafe {
            let first = self.at(byte);
            *first = put(*first, mask << shift, bits << shift);
        }
        if shift as usize + E::BITS > 8 {
            // SAFETY: bits of the element lie in the next byte, which nothing else uses.
            unsafe {
                let second = self.at(byte + 1);
                *second = put(*second, mask >> (8 - shift), bits >> (8 - shift));
            }
        }
    }
}
