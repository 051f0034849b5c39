//! Rows of which a swizzle leaves short chunks together.
//!
//! A swizzle is linear in the bits of offsets, and leaves those below the highest ones that it reads alone:
//!
//! ```text
//! s(a ^ b) = s(a) ^ s(b),   s(d) = d for d < 2^(base + shift)
//! ```
//!
//! So in a stretch of `2^(base + shift)` elements that begins at a multiple of as many, element `d` lies at
//! `s(start) ^ d`: the swizzle is asked once a stretch.

use super::rows::moved;
use super::run::Piece;
use crate::side::Side;
use core::ops::Range;
use static_layout::internal::OffsetMap;

/// Elements of a stretch: a power of two. `None` without a swizzle, where there are no stretches.
const fn stretch<O: OffsetMap>() -> Option<usize> {
    if O::IS_IDENTITY {
        return None;
    }
    let shift = O::SWIZZLE.shift();
    Some(1 << (O::SWIZZLE.base() + if shift > 0 { shift as u32 } else { 0 }))
}

/// Elements of a stretch that is one on both sides: the shorter of the two. `None` without any swizzle.
const fn common<A: OffsetMap, B: OffsetMap>() -> Option<usize> {
    match (stretch::<A>(), stretch::<B>()) {
        (Some(a), Some(b)) => Some(if a < b { a } else { b }),
        (Some(length), None) | (None, Some(length)) => Some(length),
        (None, None) => None,
    }
}

/// The place of plain offset `offset` in its stretch of `length` elements. `length` is a power of two, so that the
/// remainder of an offset below 0, which wraps around, is its place, too.
#[inline(always)]
fn place<O: OffsetMap>(outer: O, offset: isize, length: usize) -> usize {
    (outer.offset() as usize).wrapping_add(offset as usize) % length
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Piece<T, A, B> {
    /// Moves rows in chunks of `together` neighbours: of the bytes of `Bytes`, or of any number if it has none.
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
                    // SAFETY: `i + chunk <= whole`: a chunk of coordinates of both sides.
                    unsafe { moved::<T, Bytes>(self.from.at(from), self.to.at(to), chunk) }
                }
                continue;
            };
            let mut steps = Steps {
                from: self.from,
                to: self.to,
                at: at.map(|at| at.wrapping_sub(first as isize)),
                chunk,
            };
            let mut left = whole;
            // SAFETY: elements of the row in the stretch that they are in, one after the other.
            unsafe {
                if first > 0 {
                    let n = left.min(length - first);
                    steps.carry_out::<Bytes>(first..first + n);
                    steps.go_on(length);
                    left -= n;
                }
                while left >= length {
                    steps.carry_out::<Bytes>(0..length);
                    steps.go_on(length);
                    left -= length;
                }
                steps.carry_out::<Bytes>(0..left);
            }
        }
        // SAFETY: what no chunk has.
        unsafe { self.each((whole, self.inner.extent), (0, self.outer.extent)) }
    }

    /// Where a row that begins at the plain offsets `at` begins in its first stretch, and the length of a stretch.
    /// `None` if each chunk finds its own place: nothing is swizzled, or the stretches of the two sides do not
    /// begin together.
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

/// Chunks of neighbours in a stretch of both sides.
struct Steps<T, A, B> {
    from: Side<*const T, A>,
    to: Side<*mut T, B>,
    /// The plain offsets where the stretch starts.
    at: [isize; 2],
    /// Elements of a chunk.
    chunk: usize,
}

impl<T, A: OffsetMap, B: OffsetMap> Steps<T, A, B> {
    /// # Safety
    /// These elements of the stretch are coordinates of both sides, which do not overlap.
    #[inline(always)]
    unsafe fn carry_out<Bytes>(&self, elements: Range<usize>) {
        let starts =
            [self.from.outer.apply(self.at[0] as usize), self.to.outer.apply(self.at[1] as usize)];
        for k in elements.step_by(self.chunk) {
            // SAFETY: a chunk of neighbours on both sides.
            unsafe {
                let from = self.from.origin.offset(within::<A>(starts[0], k));
                let to = self.to.origin.offset(within::<B>(starts[1], k));
                moved::<T, Bytes>(from, to, self.chunk);
            }
        }
    }

    /// To the next stretch.
    #[inline(always)]
    fn go_on(&mut self, length: usize) {
        for at in &mut self.at {
            *at = at.wrapping_add(length as isize);
        }
    }
}

/// Where element `k` of a stretch lies that starts at `start`.
#[inline(always)]
fn within<O: OffsetMap>(start: usize, k: usize) -> isize {
    (if O::IS_IDENTITY { start.wrapping_add(k) } else { start ^ k }) as isize
}
