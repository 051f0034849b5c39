//! Where the elements along an axis of transposed tiles are: an axis is a loop, or several.

use super::plan::{FAR, MAX_AXIS};
use crate::nest::{Loop, Nest};
use core::mem::MaybeUninit;

/// Where the elements along an axis of a block are on the side where they are no neighbours.
pub(super) trait Axis: Copy {
    /// How many they are.
    fn len(self) -> usize;
    /// The offset that all others are counted from.
    fn start(self) -> isize;
    /// How far element `i` is from there.
    fn step(self, i: usize) -> isize;
    /// The offset of element `i`.
    #[inline(always)]
    fn offset(self, i: usize) -> isize {
        self.start() + self.step(i)
    }
    /// `len` elements from `first` on.
    ///
    /// # Safety
    /// There must be so many.
    unsafe fn part(self, first: usize, len: usize) -> Self;
}

/// The elements of one loop.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    /// The offset of the first.
    pub(super) first: isize,
    pub(super) len: usize,
    pub(super) stride: isize,
}

impl Axis for Steps {
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
}

/// The elements of several loops, the first one fastest.
impl Axis for &[i32] {
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
        // SAFETY: the caller's promise. A check would be one for each tile.
        unsafe { self.get_unchecked(first..first + len) }
    }
}

/// The elements of several loops that are constants. The compiler knows how far the elements of a tile are from its
/// first one, which alone is looked up: where all loops run a power of two times,
///
/// ```text
/// offset(first + i) = offset(first) + offset(i),   first a multiple of a power of two that is greater than i
/// ```
#[derive(Clone, Copy)]
pub(super) struct Fixed {
    offsets: &'static [i32; MAX_AXIS],
    first: usize,
    len: usize,
}

impl Fixed {
    /// The first `len` of these, at most all.
    #[inline(always)]
    pub(super) const fn new(offsets: &'static [i32; MAX_AXIS], len: usize) -> Self {
        assert!(len <= MAX_AXIS);
        Self { offsets, first: 0, len }
    }
}

impl Axis for Fixed {
    #[inline(always)]
    fn len(self) -> usize {
        self.len
    }
    #[inline(always)]
    fn start(self) -> isize {
        // SAFETY: `part` was promised that there are so many.
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

/// The offsets of all elements of the loops on side `side`, if they run a power of two times each, and there are not
/// more than an axis of several loops has.
pub(super) const fn fixed(
    nest: &Nest<2>,
    [first, until]: [usize; 2],
    side: usize,
) -> Option<([i32; MAX_AXIS], usize)> {
    let (mut offsets, mut done, mut k) = ([0; MAX_AXIS], 1, first);
    while k < until {
        let Loop { extent, strides } = nest.get(k);
        // A plan with such a stride leaves the axis as it is; this is asked all the same.
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

/// The offsets of all elements of the loops on side `side`.
pub(super) fn table<'r>(
    room: &'r mut [MaybeUninit<i32>; MAX_AXIS],
    loops: &[Loop<2>],
    side: usize,
) -> &'r [i32] {
    room[0].write(0);
    let mut done = 1;
    for each in loops {
        for i in done..done * each.extent {
            // SAFETY: written in an earlier round, or before this one.
            let before = unsafe { room[i - done].assume_init() };
            // The digit of this loop is one more, or still 0 in the first copy.
            room[i].write(before + each.strides[side] as i32);
        }
        done *= each.extent;
    }
    // SAFETY: so many are written.
    unsafe { room[..done].assume_init_ref() }
}
