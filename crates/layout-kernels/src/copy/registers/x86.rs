//! x86-64: registers of 16 bytes (SSE2, part of every processor), 32 bytes (AVX2) and 64 bytes (AVX-512).

use super::{MAX_LANES, Registers};
use crate::simd::{Avx2, Avx512, Machine, Portable, Task};
use core::arch::x86_64::*;

/// Implements [`Registers`] by the names of the instructions. Those that interleave are named by the size of an
/// element.
macro_rules! registers {
    (
        $machine:ty: $register:ty, $bytes:literal bytes, narrow $narrow:ty = $narrower:expr;
        zero $zero:ident, load $load:ident, store $store:ident, stream $stream:ident,
        load_lanes |$from:ident| $lanes:expr,
        $(interleave $size:literal $low:ident $high:ident,)*
        exchange_lanes |$square:ident| $exchange:expr
    ) => {
        impl Registers for $machine {
            type Register = $register;
            type Narrow = $narrow;
            const BYTES: usize = $bytes;

            #[inline(always)]
            fn narrow(self) -> $narrow {
                $narrower(self)
            }
            #[inline(always)]
            fn call<T: Task>(self, task: T) -> T::Output {
                self.run(task)
            }
            #[inline(always)]
            fn zero(self) -> $register {
                // SAFETY: `self` proves the instructions (rule I): `detect` found them, or every processor of the
                // target has them.
                unsafe { $zero() }
            }
            #[inline(always)]
            unsafe fn load(self, from: *const u8) -> $register {
                // SAFETY: `self` proves the instructions (rule I). The caller guarantees `BYTES` initialized bytes; an
                // unaligned load needs no alignment.
                unsafe { $load(from.cast()) }
            }
            #[inline(always)]
            unsafe fn load_lanes(self, $from: impl Fn(usize) -> *const u8) -> $register {
                // SAFETY: `self` proves the instructions (rule I). The caller guarantees 16 initialized bytes for each
                // lane.
                #[allow(unused_unsafe, reason = "one lane needs no instruction")]
                unsafe {
                    $lanes
                }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut u8, register: $register) {
                // SAFETY: `self` proves the instructions (rule I). The caller guarantees `BYTES` writable bytes; an
                // unaligned store needs no alignment.
                unsafe { $store(to.cast(), register) }
            }
            #[inline(always)]
            unsafe fn stream(self, to: *mut u8, register: $register) {
                // SAFETY: `self` proves the instructions (rule I). The caller guarantees `BYTES` writable, aligned
                // bytes, and calls `fence` before other threads can read them.
                unsafe { $stream(to.cast(), register) }
            }
            #[inline(always)]
            fn fence(self) {
                // SAFETY: an instruction of SSE, which every x86-64 processor has (rule I).
                unsafe { _mm_sfence() }
            }
            #[inline(always)]
            fn prefetch(self, from: *const u8) {
                // SAFETY: an instruction of SSE, which every x86-64 processor has (rule I). A prefetch faults at no
                // address.
                unsafe { _mm_prefetch::<_MM_HINT_T1>(from.cast()) }
            }
            #[inline(always)]
            fn low<const SIZE: usize>(self, x: $register, y: $register) -> $register {
                match SIZE {
                    // SAFETY: `self` proves the instructions (rule I).
                    $($size => unsafe { $low(x, y) },)*
                    _ => unreachable!("elements of {SIZE} bytes"),
                }
            }
            #[inline(always)]
            fn high<const SIZE: usize>(self, x: $register, y: $register) -> $register {
                match SIZE {
                    // SAFETY: `self` proves the instructions (rule I).
                    $($size => unsafe { $high(x, y) },)*
                    _ => unreachable!("elements of {SIZE} bytes"),
                }
            }
            #[inline(always)]
            fn exchange_lanes(
                self,
                $square: [$register; MAX_LANES],
            ) -> [$register; MAX_LANES] {
                // SAFETY: `self` proves the instructions (rule I).
                #[allow(unused_unsafe, reason = "one lane needs no instruction")]
                unsafe { $exchange }
            }
        }
    };
}

/// Reads 16 bytes, at any alignment.
///
/// # Safety
/// `from` must be valid for reads of 16 initialized bytes.
#[inline(always)]
unsafe fn lane(from: *const u8) -> __m128i {
    // SAFETY: an instruction of SSE2, which the target has (rule I); an unaligned load needs no alignment. The caller
    // guarantees 16 initialized bytes.
    unsafe { _mm_loadu_si128(from.cast()) }
}

registers! {
    Portable: __m128i, 16 bytes, narrow Portable = |machine| machine;
    zero _mm_setzero_si128, load _mm_loadu_si128, store _mm_storeu_si128, stream _mm_stream_si128,
    load_lanes |from| lane(from(0)),
    interleave 1 _mm_unpacklo_epi8 _mm_unpackhi_epi8,
    interleave 2 _mm_unpacklo_epi16 _mm_unpackhi_epi16,
    interleave 4 _mm_unpacklo_epi32 _mm_unpackhi_epi32,
    interleave 8 _mm_unpacklo_epi64 _mm_unpackhi_epi64,
    exchange_lanes |square| square
}

registers! {
    Avx2: __m256i, 32 bytes, narrow Portable = |_| Portable;
    zero _mm256_setzero_si256, load _mm256_loadu_si256, store _mm256_storeu_si256,
    stream _mm256_stream_si256,
    load_lanes |from| _mm256_inserti128_si256::<1>(
        _mm256_castsi128_si256(lane(from(0))),
        lane(from(1)),
    ),
    interleave 1 _mm256_unpacklo_epi8 _mm256_unpackhi_epi8,
    interleave 2 _mm256_unpacklo_epi16 _mm256_unpackhi_epi16,
    interleave 4 _mm256_unpacklo_epi32 _mm256_unpackhi_epi32,
    interleave 8 _mm256_unpacklo_epi64 _mm256_unpackhi_epi64,
    exchange_lanes |v| [
        _mm256_permute2x128_si256::<0x20>(v[0], v[1]),
        _mm256_permute2x128_si256::<0x31>(v[0], v[1]),
        v[2],
        v[3],
    ]
}

registers! {
    Avx512: __m512i, 64 bytes, narrow Avx2 = Avx2::from;
    zero _mm512_setzero_si512, load _mm512_loadu_si512, store _mm512_storeu_si512,
    stream _mm512_stream_si512,
    load_lanes |from| {
        let two = _mm512_inserti32x4::<1>(_mm512_castsi128_si512(lane(from(0))), lane(from(1)));
        _mm512_inserti32x4::<3>(_mm512_inserti32x4::<2>(two, lane(from(2))), lane(from(3)))
    },
    interleave 1 _mm512_unpacklo_epi8 _mm512_unpackhi_epi8,
    interleave 2 _mm512_unpacklo_epi16 _mm512_unpackhi_epi16,
    interleave 4 _mm512_unpacklo_epi32 _mm512_unpackhi_epi32,
    interleave 8 _mm512_unpacklo_epi64 _mm512_unpackhi_epi64,
    exchange_lanes |v| {
        let even = [
            _mm512_shuffle_i32x4::<0x88>(v[0], v[1]),
            _mm512_shuffle_i32x4::<0x88>(v[2], v[3]),
        ];
        let odd = [
            _mm512_shuffle_i32x4::<0xDD>(v[0], v[1]),
            _mm512_shuffle_i32x4::<0xDD>(v[2], v[3]),
        ];
        [
            _mm512_shuffle_i32x4::<0x88>(even[0], even[1]),
            _mm512_shuffle_i32x4::<0x88>(odd[0], odd[1]),
            _mm512_shuffle_i32x4::<0xDD>(even[0], even[1]),
            _mm512_shuffle_i32x4::<0xDD>(odd[0], odd[1]),
        ]
    }
}
