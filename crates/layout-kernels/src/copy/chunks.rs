//! Rows in which a swizzle keeps short chunks adjacent.
//!
//! A swizzle is linear in the bits of an offset. It changes the bits `base..` by bits that are `shift` higher, so that
//! it keeps an offset below all bits that it reads:
//!
//! ```text
//! s(a ^ b) = s(a) ^ s(b),   s(d) = d for d < 2^(base + shift)
//! ```
//!
//! A *stretch* is `2^(base + shift)` elements that begin at a multiple of `2^(base + shift)`. Element `d` of it lies at
//! `s(start) ^ d`, so that the swizzle is computed once a stretch:
//!
//! ```text
//! for row in rows:
//!     for stretch in the stretches that the row touches:        # the first one may begin in its middle
//!         start = s(first plain offset of the stretch)
//!         for d in the row's part of the stretch, in steps of a chunk:
//!             move the chunk at start ^ d
//!     move the elements after the last whole chunk one by one
//! ```
//!
//! 1. If both sides are swizzled, the shorter stretch is used, as long as stretches of both sides begin at the same
//!    elements of the row. Otherwise each chunk computes its own offset.
//! 2. Offsets may be negative. A stretch is a power of two, so that the remainder of a wrapped offset is right.
//! 3. Without a swizzle there are no stretches (`None`): an atom may also cut rows into chunks there, at any offset.

use super::rows::moved;
use super::run::Piece;
use crate::side::Side;
use core::ops::Range;
use static_layout::internal::OffsetMap;

/// The number of elements of a stretch, a power of two. `None` without a swizzle.
const fn stretch<O: OffsetMap>() -> Option<usize> {
    if O::IS_IDENTITY {
        return None;
    }
    let shift = O::SWIZZLE.shift();
    Some(1 << (O::SWIZZLE.base() + if shift > 0 { shift as u32 } else { 0 }))
}

/// The number of elements of a stretch of both sides: the shorter of the two. `None` if no side is swizzled.
const fn common<A: OffsetMap, B: OffsetMap>() -> Option<usize> {
    match (stretch::<A>(), stretch::<B>()) {
        (Some(a), Some(b)) => Some(if a < b { a } else { b }),
        (Some(length), None) | (None, Some(length)) => Some(length),
        (None, None) => None,
    }
}

/// The position of plain offset `offset` in its stretch of `length` elements. `length` is a power of two, so that a
/// negative offset, which wraps around, has the right remainder.
#[inline(always)]
fn place<O: OffsetMap>(outer: O, offset: isize, length: usize) -> usize {
    (outer.offset() as usize).wrapping_add(offset as usize) % length
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Piece<T, A, B> {
    /// Moves rows in chunks of `together` neighbours, which have the size of `Bytes` unless that is 0.
    ///
    /// # Safety
    /// The two loops visit coordinates of both sides, which do not overlap, and every chunk of a row that begins at
    /// a multiple of `together` consists of neighbours on both sides.
    #[inline(always)]
    pub(super) unsafe fn chunks<Bytes>(self) {
        let chunk = if size_of::<Bytes>() > 0 {
            size_of::<Bytes>() / size_of::<T>()
        } else {
            self.together
        };
        let whole = self.inner.extent - self.inner.extent % chunk;
        for j in 0..self.outer.extent {
            let at = self.offsets(0, j);
            let Some((first, length)) = self.first_stretch(at) else {
                for i in (0..whole).step_by(chunk) {
                    let [from, to] = self.offsets(i, j);
                    // SAFETY: `i + chunk <= whole`, so that the chunk is a part of the row. It begins at a multiple of
                    // `together`, so that the caller guarantees neighbours on both sides.
                    unsafe { moved::<T, Bytes>(self.from.at(from), self.to.at(to), chunk) }
                }
                continue;
            };
            let mut current = Stretch {
                from: self.from,
                to: self.to,
                at: at.map(|at| at.wrapping_sub(first as isize)),
                chunk,
            };
            let mut left = whole;
            // SAFETY: the three calls move the first `whole` elements of the row in order, each in its stretch:
            // `first..` of the first one, whole stretches, then the beginning of the last one. A chunk divides a
            // stretch, or the row is shorter than `2^base` elements and lies in one stretch, so that no chunk crosses
            // its end.
            unsafe {
                if first > 0 {
                    let n = left.min(length - first);
                    current.move_chunks::<Bytes>(first..first + n);
                    current.advance(length);
                    left -= n;
                }
                while left >= length {
                    current.move_chunks::<Bytes>(0..length);
                    current.advance(length);
                    left -= length;
                }
                current.move_chunks::<Bytes>(0..left);
            }
        }
        // SAFETY: the elements after the last whole chunk are coordinates of both sides, by the caller's guarantee.
        unsafe { self.each((whole, self.inner.extent), (0, self.outer.extent)) }
    }

    /// The position in its first stretch of a row that begins at the plain offsets `at`, and the length of a stretch.
    /// `None` if each chunk computes its own offset: no side is swizzled, or the stretches of the two sides begin at
    /// different elements.
    #[inline(always)]
    fn first_stretch(&self, at: [isize; 2]) -> Option<(usize, usize)> {
        let length = const { common::<A, B>() }?;
        let (a, b) = (place(self.from.outer, at[0], length), place(self.to.outer, at[1], length));
        match (A::IS_IDENTITY, B::IS_IDENTITY) {
            (false, false) if a != b => None,
            (true, _) => Some((b, length)),
            _ => Some((a, length)),
        }
    }
}

/// One stretch of both sides, moved in chunks.
struct Stretch<T, A, B> {
    from: Side<*const T, A>,
    to: Side<*mut T, B>,
    /// The plain offsets of the first element of the stretch.
    at: [isize; 2],
    /// The number of elements of a chunk.
    chunk: usize,
}

impl<T, A: OffsetMap, B: OffsetMap> Stretch<T, A, B> {
    /// Moves the given elements of the stretch in chunks.
    ///
    /// # Safety
    /// `elements` is a whole number of chunks. Each chunk consists of coordinates of both sides, which do not overlap,
    /// and are neighbours on both sides.
    #[inline(always)]
    unsafe fn move_chunks<Bytes>(&self, elements: Range<usize>) {
        let starts =
            [self.from.outer.apply(self.at[0] as usize), self.to.outer.apply(self.at[1] as usize)];
        for k in elements.step_by(self.chunk) {
            // SAFETY: element `k` of the stretch lies at `start ^ k` (swizzled) or `start + k`, the offset of a
            // coordinate by the caller's guarantee, and `chunk` neighbours follow it on both sides.
            unsafe {
                let (from, to) = (within::<A>(starts[0], k), within::<B>(starts[1], k));
                self.from.assert_within(from, self.chunk);
                self.to.assert_within(to, self.chunk);
                let (from, to) = (self.from.origin.offset(from), self.to.origin.offset(to));
                moved::<T, Bytes>(from, to, self.chunk);
            }
        }
    }

    /// Continues with the next stretch.
    #[inline(always)]
    fn advance(&mut self, length: usize) {
        for at in &mut self.at {
            *at = at.wrapping_add(length as isize);
        }
    }
}

/// The offset of element `k` of a stretch whose first element lies at `start`.
#[inline(always)]
fn within<O: OffsetMap>(start: usize, k: usize) -> isize {
    (if O::IS_IDENTITY { start.wrapping_add(k) } else { start ^ k }) as isize
}
