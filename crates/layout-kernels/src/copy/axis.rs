//! The offsets along an axis of transposed tiles. An axis is one loop, or several.

use super::plan::{FAR, MAX_AXIS};
use crate::nest::{Loop, Nest};
use core::mem::MaybeUninit;

/// The offsets of the elements of an axis, on the side where they are not neighbours.
pub(super) trait TileAxis: Copy {
    /// Whether the axis is one loop: [`step`](Self::step) multiplies its stride.
    const IS_ONE_LOOP: bool = false;
    /// The number of elements.
    fn len(self) -> usize;
    /// The offset that [`step`](Self::step) is relative to.
    fn start(self) -> isize;
    /// The distance of element `i` from [`start`](Self::start).
    fn step(self, i: usize) -> isize;
    /// The offset of element `i`.
    #[inline(always)]
    fn offset(self, i: usize) -> isize {
        self.start() + self.step(i)
    }
    /// The part of `len` elements from element `first` on.
    ///
    /// # Safety
    /// `first + len` must be at most [`len`](Self::len).
    unsafe fn part(self, first: usize, len: usize) -> Self;
    /// The pointer to element `i`, from the one to [`start`](Self::start).
    #[inline(always)]
    fn pointer<T>(self, start: *const T, i: usize) -> *const T {
        start.wrapping_offset(self.step(i))
    }
    /// As many elements, `stride` apart from offset 0 on. Only of an axis of one loop.
    #[inline(always)]
    fn packed(self, _stride: usize) -> Self {
        unreachable!("an axis of several loops is not packed")
    }
}

/// A power of two that is at least half of the rows of a tile.
const MAX_SIDE: usize = 32;

/// An axis of one loop.
#[derive(Clone, Copy)]
pub(super) struct LoopAxis {
    /// The offset of the first element.
    pub(super) first: isize,
    pub(super) len: usize,
    pub(super) stride: isize,
}

impl TileAxis for LoopAxis {
    const IS_ONE_LOOP: bool = true;
    #[inline(always)]
    fn len(self) -> usize {
        self.len
    }
    #[inline(always)]
    fn start(self) -> isize {
        self.first
    }
    #[inline(always)]
    fn step(self, i: usize) -> isize {
        i as isize * self.stride
    }
    #[inline(always)]
    unsafe fn part(self, first: usize, len: usize) -> Self {
        Self { first: self.offset(first), len, ..self }
    }
    #[inline(always)]
    fn packed(self, stride: usize) -> Self {
        Self { first: 0, stride: stride as isize, ..self }
    }
    /// Adds a power of two of strides for each bit of `i`, the highest first. x86-64 adds up to eight of them while it
    /// computes an address. The compiler would keep each multiple of the stride, more than there are registers, and read
    /// it from the stack again for each tile.
    #[inline(always)]
    fn pointer<T>(self, start: *const T, i: usize) -> *const T {
        let (mut pointer, mut bit) = (start, MAX_SIDE);
        while bit > 0 {
            if i & bit != 0 {
                pointer = pointer.wrapping_offset(self.step(bit));
            }
            bit /= 2;
        }
        pointer
    }
}

/// An axis of several loops as a table of offsets, the first loop fastest.
impl TileAxis for &[i32] {
    #[inline(always)]
    fn len(self) -> usize {
        <[i32]>::len(self)
    }
    #[inline(always)]
    fn start(self) -> isize {
        0
    }
    #[inline(always)]
    fn step(self, i: usize) -> isize {
        self[i] as isize
    }
    #[inline(always)]
    unsafe fn part(self, first: usize, len: usize) -> Self {
        // SAFETY: the caller guarantees `first + len <= self.len()`. A check would cost a branch for each tile.
        unsafe { self.get_unchecked(first..first + len) }
    }
}

/// An axis of several constant loops, each of a power of two steps. A tile begins at a multiple of its length, so that
/// no digit carries:
///
/// ```text
/// offset(first + i) = offset(first) + offset(i),   first a multiple of a power of two that is greater than i
/// ```
///
/// Therefore `offset(i)` is a constant for the compiler, and a tile looks up `offset(first)` alone.
#[derive(Clone, Copy)]
pub(super) struct ConstAxis {
    offsets: &'static [i32; MAX_AXIS],
    first: usize,
    len: usize,
}

impl ConstAxis {
    /// The first `len` offsets. Panics if `len` exceeds the table.
    #[inline(always)]
    pub(super) const fn new(offsets: &'static [i32; MAX_AXIS], len: usize) -> Self {
        assert!(len <= MAX_AXIS);
        Self { offsets, first: 0, len }
    }
}

impl TileAxis for ConstAxis {
    #[inline(always)]
    fn len(self) -> usize {
        self.len
    }
    #[inline(always)]
    fn start(self) -> isize {
        // SAFETY: `first < MAX_AXIS`: `new` checks `len <= MAX_AXIS`, and the callers of `part` guarantee that a part
        // lies within its axis.
        unsafe { *self.offsets.get_unchecked(self.first) as isize }
    }
    #[inline(always)]
    fn step(self, i: usize) -> isize {
        let step = self.offsets[i] as isize;
        debug_assert_eq!(self.start() + step, self.offsets[self.first + i] as isize);
        step
    }
    #[inline(always)]
    unsafe fn part(self, first: usize, len: usize) -> Self {
        Self { first: self.first + first, len, ..self }
    }
}

/// The table of offsets on side `side` of the loops `first..until`, and their number. `None` unless each loop has a
/// power of two steps, and all together fit the table.
pub(super) const fn fixed(
    nest: &Nest<2>,
    [first, until]: [usize; 2],
    side: usize,
) -> Option<([i32; MAX_AXIS], usize)> {
    let (mut offsets, mut done, mut k) = ([0; MAX_AXIS], 1, first);
    while k < until {
        let Loop { extent, strides } = nest.get(k);
        // `axes` of the plan forms no axis with a longer reach. Checked again, because the cast below relies on it.
        let far = strides[side].unsigned_abs().saturating_mul(extent);
        if !extent.is_power_of_two() || extent > MAX_AXIS / done || far > FAR {
            return None;
        }
        let mut i = done;
        while i < done * extent {
            offsets[i] = offsets[i - done] + strides[side] as i32;
            i += 1;
        }
        done *= extent;
        k += 1;
    }
    Some((offsets, done))
}

/// Writes the offsets of the elements of `loops` on side `side` to `room`, and returns them.
pub(super) fn table<'r>(
    room: &'r mut [MaybeUninit<i32>; MAX_AXIS],
    loops: &[Loop<2>],
    side: usize,
) -> &'r [i32] {
    room[0].write(0);
    let mut done = 1;
    for each in loops {
        for i in done..done * each.extent {
            // SAFETY: `i - done < i`, and the places below `i` are written: 0 before the loop, the others in order.
            // The index itself is checked.
            let before = unsafe { room[i - done].assume_init() };
            // One more step of this loop, with equal digits of the loops inside it.
            room[i].write(before + each.strides[side] as i32);
        }
        done *= each.extent;
    }
    // SAFETY: the loop wrote each place below `done` through an index that was checked, so that they are initialized and
    // inside `room`, which this borrows. `MaybeUninit<i32>` has the layout of `i32`. (`assume_init_ref` of a slice needs
    // Rust 1.93.)
    unsafe { core::slice::from_raw_parts(room.as_ptr().cast(), done) }
}
