//! Rows of neighbours, moved as they are.

use super::known::Known;
use super::registers::Registers;
use super::run::{Copying, Piece, Way};
use core::ptr;
use static_layout::internal::OffsetMap;

/// Bytes of a row above which the copies of the standard library know best.
const LONG_ROW: usize = 4096;

impl<T: Copy, A: OffsetMap, B: OffsetMap> Copying<'_, T, A, B> {
    /// How rows of a known length are moved.
    pub(super) const fn row_way<K: Known, R: Registers>() -> Way<Self, R, T, A, B> {
        let Some(plan) = &K::PLAN else { return Self::any_rows };
        let (extent, size) = (plan.nest.get(0).extent, size_of::<T>());
        if plan.together < extent {
            return match plan.together * size {
                8 => Self::chunks::<R, [u8; 8]>,
                16 => Self::chunks::<R, [u8; 16]>,
                32 => Self::chunks::<R, [u8; 32]>,
                64 => Self::chunks::<R, [u8; 64]>,
                _ => Self::chunks::<R, [u8; 0]>,
            };
        }
        if plan.streams {
            return Self::long_rows;
        }
        match extent * size {
            8 => Self::rows::<R, [u8; 8]>,
            16 => Self::rows::<R, [u8; 16]>,
            32 => Self::rows::<R, [u8; 32]>,
            64 => Self::rows::<R, [u8; 64]>,
            128 => Self::rows::<R, [u8; 128]>,
            _ => Self::rows::<R, [u8; 0]>,
        }
    }

    /// Rows as they are, by their length: what is decided here is not asked again for each of them.
    #[inline(always)]
    pub(super) unsafe fn any_rows<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        let size = size_of::<T>();
        // SAFETY: the caller's promise, of rows and chunks as long as they were asked for.
        unsafe {
            if piece.together < piece.inner.extent {
                return match piece.together * size {
                    8 => self.chunks::<R, [u8; 8]>(registers, piece),
                    16 => self.chunks::<R, [u8; 16]>(registers, piece),
                    32 => self.chunks::<R, [u8; 32]>(registers, piece),
                    64 => self.chunks::<R, [u8; 64]>(registers, piece),
                    _ => self.chunks::<R, [u8; 0]>(registers, piece),
                };
            }
            if piece.streams[1] {
                return self.long_rows(registers, piece);
            }
            self.rows_by_length(registers, piece)
        }
    }

    /// Rows by their length.
    #[inline(always)]
    unsafe fn rows_by_length<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller's promise, of rows as long as they were asked for.
        unsafe {
            match piece.inner.extent * size_of::<T>() {
                8 => self.rows::<R, [u8; 8]>(registers, piece),
                16 => self.rows::<R, [u8; 16]>(registers, piece),
                32 => self.rows::<R, [u8; 32]>(registers, piece),
                64 => self.rows::<R, [u8; 64]>(registers, piece),
                128 => self.rows::<R, [u8; 128]>(registers, piece),
                _ => self.rows::<R, [u8; 0]>(registers, piece),
            }
        }
    }

    /// Rows past the caches, where registers reach their ends.
    #[inline(always)]
    unsafe fn long_rows<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        let bytes = piece.inner.extent * size_of::<T>();
        // SAFETY: the caller's promise; streamed are rows that `can_stream` found to be initialised and aligned.
        unsafe {
            if bytes <= LONG_ROW {
                if piece.streams[0] && bytes.is_multiple_of(R::BYTES) {
                    return self.streamed(registers, piece);
                }
                if piece.streams[1] && bytes.is_multiple_of(R::Narrow::BYTES) {
                    return self.streamed(registers.narrow(), piece);
                }
            }
            self.rows_by_length(registers, piece)
        }
    }

    #[inline(always)]
    unsafe fn rows<R, Bytes>(self, _: R, piece: Piece<T, A, B>) {
        self.pieces(
            piece,
            #[inline(always)]
            // SAFETY: rows of so many bytes.
            |piece| unsafe { piece.rows::<Bytes>() },
        )
    }

    #[inline(always)]
    unsafe fn chunks<R, Bytes>(self, _: R, piece: Piece<T, A, B>) {
        self.pieces(
            piece,
            #[inline(always)]
            // SAFETY: rows of chunks of so many bytes.
            |piece| unsafe { piece.chunks::<Bytes>() },
        )
    }

    #[inline(always)]
    unsafe fn streamed<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        self.pieces(
            piece,
            #[inline(always)]
            // SAFETY: rows of whole registers, initialised and aligned.
            |piece| unsafe { piece.streamed_rows(registers) },
        )
    }
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Piece<T, A, B> {
    /// Rows of as many bytes as `Bytes` has, or of any length if it has none.
    #[inline(always)]
    unsafe fn rows<Bytes>(self) {
        for j in 0..self.outer.extent {
            let [from, to] = self.offsets(0, j);
            // SAFETY: a row of neighbours on both sides.
            unsafe { moved::<T, Bytes>(self.from.at(from), self.to.at(to), self.inner.extent) };
        }
    }

    #[inline(always)]
    unsafe fn streamed_rows<R: Registers>(self, registers: R) {
        let bytes = self.inner.extent * size_of::<T>();
        for j in 0..self.outer.extent {
            let [from, to] = self.offsets(0, j);
            // SAFETY: a row of so many bytes on both sides, which `can_stream` found to be initialised and
            // aligned.
            unsafe {
                let (from, to) = (self.from.at(from).cast::<u8>(), self.to.at(to).cast::<u8>());
                let mut at = 0;
                while at < bytes {
                    registers.stream(to.add(at), registers.load(from.add(at)));
                    at += R::BYTES;
                }
            }
        }
    }
}

/// Moves as many bytes as a `Bytes` has, or `n` elements if it has none.
#[inline(always)]
pub(super) unsafe fn moved<T, Bytes>(from: *const T, to: *mut T, n: usize) {
    // SAFETY: the caller's elements, which do not overlap; copies of memory keep what is not initialised.
    unsafe {
        if size_of::<Bytes>() > 0 {
            ptr::copy_nonoverlapping(from.cast::<u8>(), to.cast::<u8>(), size_of::<Bytes>());
        } else {
            ptr::copy_nonoverlapping(from, to, n);
        }
    }
}
