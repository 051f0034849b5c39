//! [`OffsetWalk`]: the coordinates and offsets of a layout in linear order, without a division.
//!
//! ```text
//! next:  for each leaf from the left:
//!            if coord[leaf] + 1 < extent:   coord[leaf] += 1;  offset += stride;  stop
//!            else:                          offset -= coord[leaf] * stride;  coord[leaf] = 0
//! ```
//!
//! If the first leaf has a run-time extent, the walk counts the steps left in it (a run), so a step within a run adds a
//! stride and tests one number. A short static leaf is tested like the others.
//!
//! `fold` over all coordinates is a nest of loops instead, one for each leaf, which the compiler unrolls and
//! vectorizes.
//!
//! [`FormWalk`] does the same for a layout of another front end, without runs and nests.

use crate::sealed::Sealed;
use crate::types::{AnyLayout, Form, IntTuple, Mapping, OffsetMap, PlainLayout};
use layout_core::MAX_LEAVES;

/// A natural coordinate of the layout `L`: integers nested as its shape.
pub(crate) type NaturalCoord<L> = <<L as AnyLayout>::Shape as IntTuple>::Coord;

/// The remaining coordinates of a layout in linear order, each once, with their offsets. A walk is a layout and integers.
#[expect(clippy::len_without_is_empty, reason = "iterators ask for the length alone")]
pub trait Walk: Copy + core::fmt::Debug + Sealed {
    /// The layout.
    type Layout: Form;
    /// A natural coordinate, or nothing.
    type Coord;
    /// All coordinates of a layout.
    fn of(layout: Self::Layout) -> Self;
    /// The number of remaining coordinates.
    fn len(&self) -> usize;
    /// The first remaining coordinate and its offset.
    fn next(&mut self) -> Option<(Self::Coord, isize)>;
    /// The last remaining coordinate and its offset.
    fn next_back(&mut self) -> Option<(Self::Coord, isize)>;
    /// Removes the first `count` remaining coordinates.
    fn skip(&mut self, count: usize);
    /// `sum = f(sum, offset)` for each remaining offset.
    #[inline]
    fn fold<A>(mut self, sum: A, mut f: impl FnMut(A, isize) -> A) -> A {
        let mut sum = sum;
        while let Some((_, offset)) = self.next() {
            sum = f(sum, offset);
        }
        sum
    }
}

/// The remaining coordinates of a layout, with their offsets.
///
/// The front is a coordinate that counts leaf by leaf. The back is computed from its linear index by division.
#[derive(Clone, Copy)]
pub struct OffsetWalk<L: AnyLayout> {
    layout: L,
    /// The first remaining coordinate.
    coord: NaturalCoord<L>,
    /// The offset of `coord` in the unswizzled layout, before a swizzle.
    offset: usize,
    /// The number of remaining coordinates of the current run: all coordinates if there are no runs. After the last
    /// coordinate of a run, the first leaf of `coord` is its extent, and `offset` one stride after the run.
    run: usize,
    /// The number of remaining coordinates of the later runs.
    rest: usize,
    /// The linear index after the last remaining coordinate.
    end: usize,
}

impl<L: AnyLayout> core::fmt::Debug for OffsetWalk<L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} from {} to {}", self.layout, self.end - self.len(), self.end)
    }
}

impl<L: AnyLayout> OffsetWalk<L> {
    /// Whether the walk counts the steps left in the first leaf.
    const HAS_RUNS: bool = {
        let layout = L::FORM;
        layout.leaf_count() > 0 && !layout.known(0).0
    };

    /// The number of coordinates of a run if `left` remain from its start on.
    #[inline(always)]
    fn run_of(layout: L, left: usize) -> usize {
        if const { Self::HAS_RUNS } { layout.shape().first_word(1).min(left) } else { left }
    }

    /// The coordinate of a linear index, and its offset in the layout before a swizzle.
    #[inline(always)]
    fn find(&self, linear: usize) -> (NaturalCoord<L>, usize) {
        let (_, plain) = self.layout.parts();
        let shape = plain.shape();
        (self.layout.shape().last_digits(linear), shape.last_offset(plain.stride(), linear))
    }
}

impl<L: AnyLayout> Sealed for OffsetWalk<L> {}

impl<L: AnyLayout> Walk for OffsetWalk<L> {
    type Layout = L;
    type Coord = NaturalCoord<L>;

    #[inline]
    fn of(layout: L) -> Self {
        let shape = layout.shape();
        let size = shape.count();
        let run = Self::run_of(layout, size);
        OffsetWalk {
            layout,
            coord: shape.last_digits(0),
            offset: 0,
            run,
            rest: size - run,
            end: size,
        }
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.run + self.rest
    }

    #[inline(always)]
    fn next(&mut self) -> Option<(NaturalCoord<L>, isize)> {
        let (outer, plain) = self.layout.parts();
        // A run has ended, and the first leaf of `coord` is its extent: `step` carries it into the next leaf.
        while self.run == 0 {
            if const { !Self::HAS_RUNS } || self.rest == 0 {
                return None;
            }
            self.coord.step(plain.shape(), plain.stride(), &mut self.offset);
            self.run = Self::run_of(self.layout, self.rest);
            self.rest -= self.run;
        }
        let here = (self.coord, outer.apply(self.offset) as isize);
        self.run -= 1;
        // Inside a run only the first leaf moves, so no other leaf is tested.
        if const { Self::HAS_RUNS } {
            self.coord.advance();
            self.offset = self.offset.wrapping_add(plain.stride().first_word(0));
        } else {
            self.coord.step(plain.shape(), plain.stride(), &mut self.offset);
        }
        Some(here)
    }

    #[inline(always)]
    fn next_back(&mut self) -> Option<(NaturalCoord<L>, isize)> {
        // The last coordinate belongs to the later runs, unless only the current run is left.
        if self.rest > 0 {
            self.rest -= 1;
        } else if self.run > 0 {
            self.run -= 1;
        } else {
            return None;
        }
        self.end -= 1;
        let (outer, _) = self.layout.parts();
        // The back has no coordinate of its own: a division finds it.
        let (coord, offset) = self.find(self.end);
        Some((coord, outer.apply(offset) as isize))
    }

    #[inline]
    fn skip(&mut self, count: usize) {
        if count < self.len() {
            let left = self.len() - count;
            // Jumps by a division, then counts what is left of the run that it lands in.
            (self.coord, self.offset) = self.find(self.end - left);
            let passed = if const { Self::HAS_RUNS } { self.coord.first_word(0) } else { 0 };
            self.run = (Self::run_of(self.layout, usize::MAX) - passed).min(left);
            self.rest = left - self.run;
        } else {
            (self.run, self.rest) = (0, 0);
        }
    }

    /// Nested loops if all coordinates remain.
    #[inline(always)]
    fn fold<A>(mut self, sum: A, mut f: impl FnMut(A, isize) -> A) -> A {
        let (outer, plain) = self.layout.parts();
        let (shape, mut sum) = (plain.shape(), sum);
        // Without a coordinate, the outer loops of a shape such as (0,10^18) would still run.
        if self.len() == 0 {
            return sum;
        }
        // All coordinates remain: nested loops compute offsets without testing for the end of each run.
        if self.len() == shape.count() {
            return shape.fold(plain.stride(), 0, sum, &mut |sum, offset| {
                f(sum, outer.apply(offset) as isize)
            });
        }
        while let Some((_, offset)) = self.next() {
            sum = f(sum, offset);
        }
        sum
    }
}

/// The remaining coordinates of a layout of another front end, as their offsets.
#[derive(Clone, Copy)]
pub struct FormWalk<L: Form> {
    layout: L,
    /// The digits of the first remaining coordinate, one for each leaf.
    digits: [usize; MAX_LEAVES],
    /// The offset of `digits` before a swizzle.
    offset: usize,
    /// The linear indices `start..end` of the remaining coordinates.
    start: usize,
    end: usize,
}

impl<L: Form> core::fmt::Debug for FormWalk<L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} from {} to {}", self.layout.with_words(), self.start, self.end)
    }
}

impl<L: Form> FormWalk<L> {
    const LEAVES: usize = L::FORM.leaf_count();

    /// Extents and strides of the leaves.
    #[inline(always)]
    fn words(&self) -> ([usize; MAX_LEAVES], [usize; MAX_LEAVES]) {
        let (mut extents, mut strides) = ([0; MAX_LEAVES], [0; MAX_LEAVES]);
        self.layout.write_words(&mut extents, &mut strides);
        (extents, strides)
    }

    /// The digits of a linear index below the size, and their offset before a swizzle.
    #[inline]
    fn at(&self, linear: usize) -> ([usize; MAX_LEAVES], usize) {
        let (extents, strides) = self.words();
        let (mut digits, mut offset, mut rest) = ([0; MAX_LEAVES], 0_usize, linear);
        // No extent is 0: a coordinate exists.
        for k in 0..Self::LEAVES {
            (digits[k], rest) = (rest % extents[k], rest / extents[k]);
            offset = offset.wrapping_add(digits[k].wrapping_mul(strides[k]));
        }
        (digits, offset)
    }
}

impl<L: Form> Sealed for FormWalk<L> {}

impl<L: Form> Walk for FormWalk<L> {
    type Layout = L;
    type Coord = ();

    #[inline]
    fn of(layout: L) -> Self {
        FormWalk { layout, digits: [0; MAX_LEAVES], offset: 0, start: 0, end: layout.count() }
    }
    #[inline(always)]
    fn len(&self) -> usize {
        self.end - self.start
    }
    #[inline(always)]
    fn next(&mut self) -> Option<((), isize)> {
        if self.start == self.end {
            return None;
        }
        let here = self.layout.outer().apply(self.offset) as isize;
        let (extents, strides) = self.words();
        self.start += 1;
        for k in 0..Self::LEAVES {
            self.digits[k] += 1;
            self.offset = self.offset.wrapping_add(strides[k]);
            if self.digits[k] < extents[k] {
                break;
            }
            // The digit starts again at 0, and the next leaf counts.
            self.offset = self.offset.wrapping_sub(extents[k].wrapping_mul(strides[k]));
            self.digits[k] = 0;
        }
        Some(((), here))
    }
    #[inline]
    fn next_back(&mut self) -> Option<((), isize)> {
        if self.start == self.end {
            return None;
        }
        self.end -= 1;
        let (_, offset) = self.at(self.end);
        Some(((), self.layout.outer().apply(offset) as isize))
    }
    #[inline]
    fn skip(&mut self, count: usize) {
        self.start = self.end.min(self.start.saturating_add(count));
        if self.start < self.end {
            (self.digits, self.offset) = self.at(self.start);
        }
    }
}

/// Implements the iterator traits by `self.walk`; `$item` makes an item of a coordinate and its offset.
macro_rules! offset_iterator {
    ($Iter:ident<$a:lifetime> of $Layout:ident -> $Item:ty, |$this:ident, $coord:ident, $offset:ident| $item:expr) => {
        impl<$a, T, L: $Layout> Iterator for $Iter<$a, T, L> {
            type Item = $Item;
            #[inline(always)]
            fn next(&mut self) -> Option<Self::Item> {
                let ($coord, $offset) = self.walk.next()?;
                let $this = &*self;
                Some($item)
            }
            #[inline]
            fn nth(&mut self, count: usize) -> Option<Self::Item> {
                self.walk.skip(count);
                self.next()
            }
            #[inline(always)]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.walk.len(), Some(self.walk.len()))
            }
            offset_iterator! { @fold $Iter, |$this, $coord, $offset| $item }
        }
        impl<$a, T, L: $Layout> DoubleEndedIterator for $Iter<$a, T, L> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                let ($coord, $offset) = self.walk.next_back()?;
                let $this = &*self;
                Some($item)
            }
        }
        impl<T, L: $Layout> ExactSizeIterator for $Iter<'_, T, L> {}
        impl<T, L: $Layout> core::iter::FusedIterator for $Iter<'_, T, L> {}
    };
    // Nested loops yield no coordinates: only items without a coordinate get this `fold`.
    (@fold $Iter:ident, |$this:ident, _coord, $offset:ident| $item:expr) => {
        #[inline(always)]
        fn fold<A, F: FnMut(A, Self::Item) -> A>(self, start: A, mut f: F) -> A {
            let $this = &self;
            $this.walk.fold(start, |sum, $offset| f(sum, $item))
        }
    };
    (@fold $Iter:ident, |$this:ident, coord, $offset:ident| $item:expr) => {};
}
pub(super) use offset_iterator;
