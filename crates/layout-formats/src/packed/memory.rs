//! Reads and writes of the bits of an element, and of eight at a time.
//!
//! Eight elements of `BITS` bits are `BITS` bytes, whatever the width is: they are read as one word, and each is a shift and a
//! mask of it, which become vector instructions.

use crate::element::PackedElement;
use core::ptr::NonNull;

/// The bytes of packed elements: a pointer to the byte whose low bit begins element 0.
#[derive(Clone, Copy)]
pub(super) struct Bytes(NonNull<u8>);

/// The elements that are read and written at a time.
pub(super) const CHUNK: usize = 8;

/// The number of elements that lie in whole bytes, without a rest: 8 of 1 bit, 4 of 2 and of 6, 2 of 4, and 1.
pub(super) const fn group<E: PackedElement>() -> usize {
    match E::BITS {
        6 => 4,
        bits => 8 / bits,
    }
}

/// The number of whole elements in `bytes` bytes.
pub(super) const fn room<E: PackedElement>(bytes: usize) -> usize {
    // No product exceeds `usize`: there are at most as many elements as offsets.
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

    /// The codes of eight adjacent elements. The lowest bit of the first one is bit `shift` of byte `byte`.
    ///
    /// # Safety
    /// The eight elements are elements of the view (P1).
    #[inline(always)]
    pub(super) unsafe fn codes<E: PackedElement>(self, byte: usize, shift: u32) -> [u32; CHUNK] {
        let mut codes = [0; CHUNK];
        // SAFETY: eight elements occupy `BITS` bytes, and one more where they begin within a byte.
        let word = unsafe {
            let from = self.at(byte);
            let after =
                if shift > 0 { u64::from(*from.add(E::BITS)) << (8 * E::BITS % 64) } else { 0 };
            let word = match E::BITS {
                1 => u64::from(*from),
                2 => u64::from(u16::from_le_bytes(*from.cast())),
                4 => u64::from(u32::from_le_bytes(*from.cast())),
                6 => {
                    let high = u16::from_le_bytes(*from.add(4).cast());
                    u64::from(u32::from_le_bytes(*from.cast())) | u64::from(high) << 32
                }
                _ => {
                    // An element of 8 bits begins a byte.
                    for (j, code) in codes.iter_mut().enumerate() {
                        *code = u32::from(*from.add(j));
                    }
                    return codes;
                }
            };
            (word | after) >> shift
        };
        // Two words of 32 bits: vectors have more lanes of them.
        let halves = [word as u32, (word >> (4 * E::BITS)) as u32];
        for (j, code) in codes.iter_mut().enumerate() {
            let (word, place) = if E::BITS == 6 { (halves[j / 4], j % 4) } else { (halves[0], j) };
            *code = word >> (E::BITS * place) & ((1 << E::BITS) - 1);
        }
        codes
    }

    /// Writes eight adjacent elements, whose codes these are, from the low bit of byte `byte` on.
    ///
    /// # Safety
    /// The eight elements are elements of the view (P1), and nothing else uses their bytes (P2).
    #[inline(always)]
    pub(super) unsafe fn put<E: PackedElement>(self, byte: usize, codes: [u32; CHUNK]) {
        let mut halves = [0_u32; 2];
        for (j, code) in codes.into_iter().enumerate() {
            if E::BITS <= 6 {
                halves[j / 4] |= code << (E::BITS * (j % 4));
            }
        }
        let word = u64::from(halves[0]) | u64::from(halves[1]) << (4 * E::BITS);
        // SAFETY: eight elements occupy `BITS` bytes, which nothing else uses.
        unsafe {
            let to = self.at(byte);
            match E::BITS {
                1 => *to = word as u8,
                2 => *to.cast() = (word as u16).to_le_bytes(),
                4 => *to.cast() = (word as u32).to_le_bytes(),
                6 => {
                    *to.cast() = (word as u32).to_le_bytes();
                    *to.add(4).cast() = ((word >> 32) as u16).to_le_bytes();
                }
                _ => {
                    for (j, code) in codes.into_iter().enumerate() {
                        *to.add(j) = code as u8;
                    }
                }
            }
        }
    }
}
