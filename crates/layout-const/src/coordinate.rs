//! Coordinates, and the offsets and elements that they name.

use crate::answer::{Accepts, Answer};
use crate::form::{NOT_REFUSED, SOURCES, Text};
use crate::layout::Layout;
use crate::methods::Slicing;
use crate::operand::sealed::Sealed;
use crate::operand::{IsTuple, Keeps, Tuple};
use layout_core::{Coord, IntTuple, LayoutError, MAX_LEAVES};

/// A coordinate of run-time integers: `usize`, a tuple of coordinates; or a static one, [`Tuple`].
#[diagnostic::on_unimplemented(
    message = "this is not a coordinate",
    label = "it is a `usize`, a tuple of coordinates, or `coord!(1, _)`; others convert: `i as usize`"
)]
pub trait Coordinate: Copy + Sealed {
    /// The nesting.
    #[doc(hidden)]
    const NESTING: IntTuple;
    /// The leaves that are `_`.
    #[doc(hidden)]
    const KEPT: u32 = 0;
    /// Why it is not a coordinate.
    #[doc(hidden)]
    const REFUSED: Option<&'static str> = None;
    /// Writes the integers from `at` on, and returns where they end.
    #[doc(hidden)]
    fn digits(self, out: &mut [usize; MAX_LEAVES], at: usize) -> usize;

    /// The coordinate as a value of the engine.
    #[doc(hidden)]
    fn value(self) -> IntTuple {
        let mut digits = [0; MAX_LEAVES];
        self.digits(&mut digits, 0);
        let mut tuple = Self::NESTING;
        for (k, &digit) in digits.iter().enumerate().take(tuple.leaf_count()) {
            tuple.set_value(k, i64::try_from(digit).unwrap_or(i64::MIN));
        }
        tuple
    }
}

impl Sealed for usize {}
#[diagnostic::do_not_recommend]
impl Coordinate for usize {
    const NESTING: IntTuple = IntTuple::leaf(0);
    #[inline(always)]
    fn digits(self, out: &mut [usize; MAX_LEAVES], at: usize) -> usize {
        out[at] = self;
        at + 1
    }
}

#[diagnostic::do_not_recommend]
impl<const T: &'static str> Coordinate for Tuple<T> {
    const NESTING: IntTuple = <Self as IsTuple>::DESC;
    const KEPT: u32 = <Self as Keeps>::KEPT;
    const REFUSED: Option<&'static str> = <Self as IsTuple>::REFUSED;
    #[inline(always)]
    fn digits(self, out: &mut [usize; MAX_LEAVES], at: usize) -> usize {
        let mut k = 0;
        while k < const { <Self as IsTuple>::DESC.leaf_count() } {
            out[at + k] = self.leaf(k);
            k += 1;
        }
        at + k
    }
}

macro_rules! tuples {
    ($(($($C:ident $c:ident)*))*) => {$(
        impl<$($C: Sealed),*> Sealed for ($($C,)*) {}
        #[diagnostic::do_not_recommend]
        impl<$($C: Coordinate),*> Coordinate for ($($C,)*) {
            const NESTING: IntTuple = match IntTuple::tuple(&[$($C::NESTING),*]) {
                Ok(nesting) => nesting,
                Err(_) => panic!("a coordinate has at most 32 integers"),
            };
            // In a tuple of Rust, `_` would need its place among the leaves: `coord!` makes such coordinates.
            const REFUSED: Option<&'static str> = {
                let mut refused = None;
                $(if $C::KEPT != 0 { refused = Some(KEPT_INSIDE) })*
                $(if let Some(sentence) = $C::REFUSED { refused = Some(sentence) })*
                refused
            };
            #[inline(always)]
            fn digits(self, out: &mut [usize; MAX_LEAVES], at: usize) -> usize {
                let ($($c,)*) = self;
                $(let at = $c.digits(out, at);)*
                at
            }
        }
    )*};
}
tuples! {
    (A a) (A a B b) (A a B b C c) (A a B b C c D d) (A a B b C c D d E e) (A a B b C c D d E e F f)
    (A a B b C c D d E e F f G g) (A a B b C c D d E e F f G g H h) (A a B b C c D d E e F f G g H h I i)
    (A a B b C c D d E e F f G g H h I i J j) (A a B b C c D d E e F f G g H h I i J j K k)
    (A a B b C c D d E e F f G g H h I i J j K k M m)
}

const KEPT_INSIDE: &str = "`_` is in a tuple of Rust: `coord!` writes the whole coordinate";
const KEPT: &str = "`_` keeps a mode: `slice` takes such a coordinate";

/// The leaves of a shape that each integer of a coordinate faces.
#[derive(Clone, Copy)]
struct Spans {
    count: usize,
    ends: [u8; MAX_LEAVES],
}

impl Spans {
    const NONE: Self = Spans { count: 0, ends: [0; MAX_LEAVES] };

    /// Appends the spans of a mode; `false` where the coordinate does not fit.
    const fn append(&mut self, shape: &IntTuple, coord: &IntTuple, from: usize) -> bool {
        if coord.depth() == 0 {
            self.ends[self.count] = (from + shape.leaf_count()) as u8;
            self.count += 1;
            return true;
        }
        if shape.depth() == 0 || shape.rank() != coord.rank() {
            return false;
        }
        let (mut at, mut i) = (from, 0);
        while i < shape.rank() {
            let (Ok(mode), Ok(part)) = (shape.mode(i), coord.mode(i)) else { return false };
            if !self.append(&mode, &part, at) {
                return false;
            }
            at += mode.leaf_count();
            i += 1;
        }
        true
    }
}

/// Extent and stride of each digit, and whether it is the last digit of its integer, which has no bound. Arrays of integers: the
/// compiler visits each element of an array of structs.
#[derive(Clone, Copy)]
struct Steps {
    count: usize,
    extents: [usize; SOURCES],
    strides: [usize; SOURCES],
    last: u64,
}

impl Steps {
    const NONE: Self = Steps { count: 0, extents: [1; SOURCES], strides: [0; SOURCES], last: 0 };
}

/// A coordinate `C` of the layout `L`.
struct At<const L: &'static str, C>(C);

impl<const L: &'static str, C: Coordinate> At<L, C> {
    const FOUND: (bool, Spans) = {
        let mut spans = Spans::NONE;
        (spans.append(&Text::<L>::LAYOUT.value.shape(), &C::NESTING, 0), spans)
    };
    /// The steps of the offset where all leaves are known: leaves that continue each other are one.
    const STEPS: Steps = {
        let (layout, spans) = (Text::<L>::LAYOUT.value.plain(), Self::FOUND.1);
        let (mut steps, mut leaf, mut k) = (Steps::NONE, 0, 0);
        while k < spans.count {
            let first = steps.count;
            while leaf < spans.ends[k] as usize {
                let (extent, stride) = layout.leaf(leaf);
                // No digit is reduced by an extent of 0.
                let extent = if extent == 0 { i64::MAX } else { extent };
                leaf += 1;
                if extent == 1 && leaf < spans.ends[k] as usize {
                    continue;
                }
                if steps.count > first {
                    let before = steps.count - 1;
                    let (size, by) = (steps.extents[before] as i64, steps.strides[before] as i64);
                    let is_small = size != i64::MAX && extent != i64::MAX;
                    if is_small && size.wrapping_mul(by) == stride {
                        steps.extents[before] = size.wrapping_mul(extent) as usize;
                        continue;
                    }
                }
                steps.extents[steps.count] = extent as usize;
                steps.strides[steps.count] = stride as usize;
                steps.count += 1;
            }
            if steps.count == first {
                steps.count += 1;
            }
            steps.last |= 1 << (steps.count - 1);
            k += 1;
        }
        steps
    };
    /// The steps, in tables as small as they are.
    const TABLE: [[usize; STEPS::<L, C>]; 2] = {
        let (mut table, mut k) = ([[0; STEPS::<L, C>]; 2], 0);
        while k < STEPS::<L, C> {
            (table[0][k], table[1][k]) = (Self::STEPS.extents[k], Self::STEPS.strides[k]);
            k += 1;
        }
        table
    };
    const ANSWER: Answer = if !Text::<L>::IS_LAYOUT {
        NOT_REFUSED
    } else if let Some(sentence) = C::REFUSED {
        Answer::refused(sentence)
    } else if C::KEPT != 0 {
        Answer::refused(KEPT)
    } else if Text::<L>::LAYOUT.value.plain().is_coordinate() {
        Answer::refused("the layout maps to coordinates: `image` gives these")
    } else if Self::FOUND.0 {
        NOT_REFUSED
    } else {
        // The engine refuses the nesting with its own sentence.
        match Text::<L>::LAYOUT.value.with_unknown_leaves(0).index(&Coord::from_tuple(C::NESTING)) {
            Err(error) => Answer::of_refusal(&error),
            Ok(_) => NOT_REFUSED,
        }
    };
}

const STEP_COUNT<const L: &'static str, C: Coordinate>: usize = At::<L, C>::STEPS.count;
/// The number of steps, as an argument of a type.
type const STEPS<const L: &'static str, C: Coordinate>: usize = STEP_COUNT::<L, C>;

const REASON<const L: &'static str, C: Coordinate>: &'static str = At::<L, C>::ANSWER.refusal();
/// Why a coordinate does not fit the shape of a layout.
pub type const MISFIT<const L: &'static str, C: Coordinate>: &'static str = REASON::<L, C>;

impl<const L: &'static str> Layout<L> {
    /// Calls `f` with each digit of a coordinate, and the extent and the stride of its leaf. The last digit of an integer has no
    /// bound.
    #[inline(always)]
    fn each_digit<C: Coordinate>(&self, coord: C, mut f: impl FnMut(usize, usize, usize)) {
        self.each_digit_of(
            coord,
            #[inline(always)]
            |_, digit, extent, stride| f(digit, extent, stride),
        );
    }

    /// [`each_digit`](Self::each_digit), with the number of the integer in the coordinate.
    #[inline(always)]
    fn each_digit_of<C: Coordinate>(
        &self,
        coord: C,
        mut f: impl FnMut(usize, usize, usize, usize),
    ) {
        let mut digits = [0; MAX_LEAVES];
        coord.digits(&mut digits, 0);
        let (mut leaf, mut k) = (0, 0);
        while k < const { At::<L, C>::FOUND.1.count } {
            let mut rest = digits[k];
            let end = const { At::<L, C>::FOUND.1.ends }[k] as usize;
            while leaf < end {
                let (extent, stride) = Text::<L>::leaf(&self.words, leaf);
                leaf += 1;
                if leaf < end && extent > 0 {
                    f(k, rest % extent, extent, stride);
                    rest /= extent;
                } else {
                    f(k, rest, extent, stride);
                }
            }
            k += 1;
        }
    }

    /// The offset of a coordinate in two's complement.
    #[inline(always)]
    pub(crate) fn offset_of<C: Coordinate>(&self, coord: C) -> usize {
        let mut offset = 0_usize;
        if Text::<L>::IS_STATIC {
            let mut digits = [0; MAX_LEAVES];
            coord.digits(&mut digits, 0);
            let (mut step, mut k) = (0, 0);
            while step < STEPS::<L, C> {
                let [extents, strides] = const { At::<L, C>::TABLE };
                let (extent, stride) = (extents[step], strides[step]);
                let is_last = const { At::<L, C>::STEPS.last } >> step & 1 == 1;
                let digit = if is_last { digits[k] } else { digits[k] % extent };
                offset = offset.wrapping_add(digit.wrapping_mul(stride));
                if is_last {
                    k += 1;
                } else {
                    digits[k] /= extent;
                }
                step += 1;
            }
        } else {
            self.each_digit(
                coord,
                #[inline(always)]
                |digit, _, stride| offset = offset.wrapping_add(digit.wrapping_mul(stride)),
            );
        }
        match const { Text::<L>::SWIZZLE } {
            None => offset,
            Some(swizzle) => swizzle.apply(self.offset().wrapping_add(offset) as i64) as usize,
        }
    }

    /// The offset of the leaves of a coordinate that are not `_`, in two's complement, before a swizzle.
    #[inline(always)]
    pub(crate) fn offset_of_kept<C: Slicing>(&self, coord: C) -> usize {
        let mut offset = 0_usize;
        self.each_digit_of(
            coord,
            #[inline(always)]
            |leaf, digit, _, stride| {
                if C::COORD.kept_mask() >> leaf & 1 == 0 {
                    offset = offset.wrapping_add(digit.wrapping_mul(stride));
                }
            },
        );
        offset
    }

    /// Whether the leaves of a coordinate that are not `_` lie in the shape.
    #[inline(always)]
    pub(crate) fn has_kept<C: Slicing>(&self, coord: C) -> bool {
        let mut lies = true;
        self.each_digit_of(
            coord,
            #[inline(always)]
            |leaf, digit, extent, _| {
                lies &= C::COORD.kept_mask() >> leaf & 1 == 1 || digit < extent;
            },
        );
        lies
    }

    /// Panics: a leaf of the coordinate is out of range.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) fn refuse_kept<C: Slicing>(&self, coord: C) -> ! {
        let mut tuple = coord.value();
        for k in 0..tuple.leaf_count() {
            // `_` is in range: 0 in its place asks about the others.
            if C::COORD.is_kept(k) {
                tuple.set_value(k, 0);
            }
        }
        match self.value().try_index(&Coord::from_tuple(tuple)) {
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("a coordinate is out of range for {self}"),
        }
    }

    /// Whether a coordinate lies in the shape.
    #[inline(always)]
    pub(crate) fn has<C: Coordinate>(&self, coord: C) -> bool {
        let mut lies = true;
        self.each_digit(
            coord,
            #[inline(always)]
            |digit, extent, _| lies &= digit < extent,
        );
        lies
    }

    /// The linear index of a coordinate of the shape.
    #[inline(always)]
    pub(crate) fn linear<C: Coordinate>(&self, coord: C) -> usize {
        let (mut linear, mut size) = (0_usize, 1_usize);
        self.each_digit(
            coord,
            #[inline(always)]
            |digit, extent, _| {
                linear = linear.wrapping_add(digit.wrapping_mul(size));
                size = size.wrapping_mul(extent);
            },
        );
        linear
    }

    /// The number of coordinates of mode `i`; 1 past the last mode.
    #[inline]
    pub(crate) fn size_of_mode(self, i: usize) -> usize {
        self.plain().mode(i).map_or(1, |mode| mode.size() as usize)
    }

    /// The number of coordinates.
    #[inline(always)]
    pub fn size(self) -> usize {
        let (mut size, mut k) = (1, 0);
        while k < Text::<L>::LEAVES {
            size *= Text::<L>::leaf(&self.words, k).0;
            k += 1;
        }
        size
    }
}

#[layout_macros::at_caller]
impl<const L: &'static str> Layout<L> {
    /// The offset of a coordinate. Of a coordinate outside the shape, the result of the equation, modulo `2^64`.
    #[inline(always)]
    pub fn index<C: Coordinate>(self, coord: C) -> usize
    where
        (): Accepts<{ MISFIT::<L, C> }>,
    {
        self.offset_of(coord)
    }

    /// The offset of a coordinate.
    ///
    /// # Errors
    /// A coordinate outside the shape.
    #[inline]
    pub fn try_index<C: Coordinate>(self, coord: C) -> Result<usize, LayoutError>
    where
        (): Accepts<{ MISFIT::<L, C> }>,
    {
        if self.has(coord) { Ok(self.offset_of(coord)) } else { Err(self.out_of_range(coord)) }
    }
}

impl<const L: &'static str> Layout<L> {
    #[cold]
    fn out_of_range<C: Coordinate>(&self, coord: C) -> LayoutError {
        let tuple = coord.value();
        match self.value().try_index(&Coord::from_tuple(tuple)) {
            Err(error) => error,
            Ok(_) => unreachable!("the coordinate lies outside the shape"),
        }
    }

    /// The offsets in the order of the linear index.
    pub fn offsets(self) -> impl ExactSizeIterator<Item = usize> {
        self.value().iter().map(|offset| offset as usize)
    }
}
