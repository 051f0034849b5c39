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

/// Elements of a stretch; as many as one likes where nothing is swizzled.
const fn stretch<O: OffsetMap>() -> usize {
    if O::IS_IDENTITY {
        return usize::MAX;
    }
    let shift = O::SWIZZLE.shift();
    1 << (O::SWIZZLE.base() + if shift > 0 { shift as u32 } else { 0 })
}

/// Elements of a stretch of both sides.
const fn common<A: OffsetMap, B: OffsetMap>() -> usize {
    let (a, b) = (stretch::<A>(), stretch::<B>());
    if a < b { a } else { b }
}

/// Where plain offset `offset` is in its stretch of `length` elements.
#[inline(always)]
fn place<O: OffsetMap>(outer: O, offset: isize, length: usize) -> usize {
    (outer.offset() as usize).wrapping_add(offset as usize) % length
}

impl<T: Copy, A: OffsetMap, B: OffsetMap> Piece<T, A, B> {
    /// Rows in chunks of `together` neighbours, of as many bytes as `Bytes` has, or of any number if it has
    /// none.
    ///
    /// # Safety
    /// The two loops visit coordinates of both sides, which do not overlap, and so many neighbours stay together
    /// from every multiple of that number on. One side is swizzled.
    #[inline(always)]
    pub(super) unsafe fn chunks<Bytes>(self) {
        let length = const { common::<A, B>() };
        let chunk = if size_of::<Bytes>() > 0 {
            size_of::<Bytes>() / size_of::<T>()
        } else {
            self.together
        };
        let whole = self.inner.extent - self.inner.extent % chunk;
        for j in 0..self.outer.extent {
            let at = self.offsets(0, j);
            let (a, b) =
                (place(self.from.outer, at[0], length), place(self.to.outer, at[1], length));
            if !A::IS_IDENTITY && !B::IS_IDENTITY && a != b {
                // Stretches of the two sides begin at different places: each chunk is asked for.
                for i in (0..whole).step_by(chunk) {
                    let [from, to] = self.offsets(i, j);
                    // SAFETY: a chunk of coordinates of both sides.
                    unsafe { moved::<T, Bytes>(self.from.at(from), self.to.at(to), chunk) }
                }
                continue;
            }
            let first = if A::IS_IDENTITY { b } else { a };
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
