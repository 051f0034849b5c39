//! The step `Run`: moves rows of neighbours without reordering them.
//!
//! A row of 8 to 128 bytes with a length known to the compiler is a few moves of registers. A longer or odd one is a
//! `memcpy`. A destination larger than the caches is written past them, in rows of whole registers.

use super::known::PlanConst;
use super::registers::Registers;
use super::run::{Copying, Piece, StepFn};
use core::ptr;
use static_layout::internal::OffsetMap;

/// The size in bytes of a row above which `memcpy` is at least as fast as a loop of registers.
const LONG_ROW: usize = 4096;

impl<T: Copy, A: OffsetMap, B: OffsetMap> Copying<'_, T, A, B> {
    /// The function that moves rows of a constant length.
    pub(super) const fn row_way<K: PlanConst, R: Registers>() -> StepFn<Self, R, T, A, B> {
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

    /// Moves rows of any length. Selects the loop by the length once, not for each row.
    ///
    /// # Safety
    /// The requirements of [`RegisterCopy::on`](super::run::RegisterCopy::on) hold for `piece` at each step of the
    /// outer loops, and the step of the plan is `Run`.
    #[inline(always)]
    pub(super) unsafe fn any_rows<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        let size = size_of::<T>();
        // SAFETY: the caller's requirements. The `match` passes the size of the rows or chunks that it compared.
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

    /// Moves rows, by their length.
    ///
    /// # Safety
    /// The requirements of `any_rows`.
    #[inline(always)]
    unsafe fn rows_by_length<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        // SAFETY: the caller's requirements. The `match` passes the size of the rows that it compared.
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

    /// Writes rows past the caches if they are whole registers.
    ///
    /// # Safety
    /// The requirements of `any_rows`.
    #[inline(always)]
    unsafe fn long_rows<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        let bytes = piece.inner.extent * size_of::<T>();
        // SAFETY: the caller's requirements. `piece.streams` is set only if `can_stream` found that the bytes of `T`
        // are initialized and that each row of the destination is aligned to the register.
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
            // SAFETY: `pieces` visits coordinates of both sides (rule K), and the rows have the size of `Bytes`, if it
            // has one: `row_way` and `any_rows` compare the two.
            |piece| unsafe { piece.rows::<Bytes>() },
        )
    }

    #[inline(always)]
    unsafe fn chunks<R, Bytes>(self, _: R, piece: Piece<T, A, B>) {
        self.pieces(
            piece,
            #[inline(always)]
            // SAFETY: `pieces` visits coordinates of both sides (rule K), and `together` elements have the size of
            // `Bytes`, if it has one: `row_way` and `any_rows` compare the two.
            |piece| unsafe { piece.chunks::<Bytes>() },
        )
    }

    #[inline(always)]
    unsafe fn streamed<R: Registers>(self, registers: R, piece: Piece<T, A, B>) {
        self.pieces(
            piece,
            #[inline(always)]
            // SAFETY: `pieces` visits coordinates of both sides (rule K), and `long_rows` found that rows are whole
            // registers, initialized and aligned.
            |piece| unsafe { piece.streamed_rows(registers) },
        )
    }
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Piece<T, A, B> {
    /// Moves rows of `size_of::<Bytes>()` bytes, or of any length if that is 0.
    ///
    /// # Safety
    /// The two loops visit coordinates of both sides, which do not overlap. The inner loop has stride 1 on both sides,
    /// no swizzle separates its elements, and its size is that of `Bytes`, unless that is 0.
    #[inline(always)]
    unsafe fn rows<Bytes>(self) {
        for j in 0..self.outer.extent {
            let [from, to] = self.offsets(0, j);
            // SAFETY: the caller guarantees that the row consists of neighbours on both sides, as long as `Bytes`.
            unsafe { moved::<T, Bytes>(self.from.at(from), self.to.at(to), self.inner.extent) };
        }
    }

    /// Moves rows past the caches, in registers.
    ///
    /// # Safety
    /// The requirements of `rows`. Each row is a multiple of `R::BYTES`, of initialized bytes, and aligned to
    /// `R::BYTES` in the destination.
    #[inline(always)]
    unsafe fn streamed_rows<R: Registers>(self, registers: R) {
        let bytes = self.inner.extent * size_of::<T>();
        for j in 0..self.outer.extent {
            let [from, to] = self.offsets(0, j);
            // SAFETY: the row has `bytes` bytes on both sides, a multiple of `R::BYTES`, so that each register lies in
            // it. The caller guarantees that they are initialized and aligned.
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

/// Moves `size_of::<Bytes>()` bytes, or `n` elements if that is 0.
///
/// # Safety
/// Both pointers are valid for so many bytes or elements, which do not overlap.
#[inline(always)]
pub(super) unsafe fn moved<T, Bytes>(from: *const T, to: *mut T, n: usize) {
    // SAFETY: the caller guarantees valid pointers without overlap. `copy_nonoverlapping` copies uninitialized bytes,
    // such as padding, as they are.
    unsafe {
        if size_of::<Bytes>() > 0 {
            ptr::copy_nonoverlapping(from.cast::<u8>(), to.cast::<u8>(), size_of::<Bytes>());
        } else {
            ptr::copy_nonoverlapping(from, to, n);
        }
    }
}
