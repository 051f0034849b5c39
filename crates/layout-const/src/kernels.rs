//! Const layouts as layouts of views and kernels, through [`Form`]: a constant form and its words.

use crate::form::Text;
use crate::layout::Layout;
use layout_core::{ComposedLayout, IntTuple, Layout as EngineLayout, MAX_RANK, Swizzle};
use static_layout::internal::{Form, FormWalk, Indexed, Int, OffsetMap, Start, StaticValue};
use static_layout::typenum::{B0, B1, U0};
use static_layout::{Coordinate, PlainLayout};

/// The leaves before the end of each mode.
struct Modes<const L: &'static str>;

impl<const L: &'static str> Modes<L> {
    const COUNT: usize = Text::<L>::LAYOUT.value.rank();
    const ENDS: [usize; MAX_RANK] = {
        let (layout, mut ends, mut at, mut i) =
            (Text::<L>::LAYOUT.value.plain(), [0; MAX_RANK], 0, 0);
        while i < Self::COUNT {
            at += match layout.mode(i) {
                Ok(mode) => mode.leaf_count(),
                Err(_) => 0,
            };
            ends[i] = at;
            i += 1;
        }
        ends
    };
}

// SAFETY: 1. Every constructor of a `Layout` has checked that the integers are those of a layout, with the known leaves, facts and
// signs of the text (`Form::checked`, `Form::read`), or has them from such layouts by a plan that the engine made and a check of
// the size (`Form::by_plan`, `Form::by_moves`); the words are private and never change. `FORM` is the layout of the text, and
// `write` reads the same text. 2. `mode_sizes` and `plain_offset` compute on these integers what the provided functions do; the
// test `form_of_const_layouts` compares them. 3. A layout has one word for each open leaf, so that its size is 0 if there is none,
// and only then; `Outer` has a word for the offset if that is open, and none otherwise. 4. A value is an array of integers.
unsafe impl<const L: &'static str> Form for Layout<L> {
    const FORM: EngineLayout = Text::<L>::LAYOUT.value.plain();
    type Outer = Outer<L>;
    #[inline(always)]
    fn outer(self) -> Outer<L> {
        Outer { offset: [self.offset(); OFFSET_WORDS::<L>] }
    }
    #[inline(always)]
    fn write_words(self, extents: &mut [usize], strides: &mut [usize]) {
        self.write(extents, strides);
    }
    #[inline]
    fn with_words(self) -> EngineLayout {
        Text::<L>::FORM.value(&self.words)
    }
    #[inline(always)]
    fn mode_sizes<const N: usize>(self) -> [usize; N] {
        let (mut sizes, mut leaf, mut i) = ([1; N], 0, 0);
        while i < N && i < Modes::<L>::COUNT {
            while leaf < const { Modes::<L>::ENDS }[i] {
                sizes[i] *= Text::<L>::leaf(&self.words, leaf).0;
                leaf += 1;
            }
            i += 1;
        }
        sizes
    }
    #[inline(always)]
    fn plain_offset<const N: usize>(self, coord: [usize; N]) -> usize {
        let (mut offset, mut leaf, mut i) = (0_usize, 0, 0);
        while i < N && i < Modes::<L>::COUNT {
            let (mut rest, end) = (coord[i], const { Modes::<L>::ENDS }[i]);
            while leaf < end {
                let (extent, stride) = Text::<L>::leaf(&self.words, leaf);
                leaf += 1;
                let digit = if leaf < end && extent > 0 { rest % extent } else { rest };
                rest = rest.checked_div(extent).unwrap_or(0);
                offset = offset.wrapping_add(digit.wrapping_mul(stride));
            }
            i += 1;
        }
        offset
    }
}

impl<const L: &'static str> Indexed for Layout<L> {
    type Fits<C: Coordinate> = B1;
    type Walk = FormWalk<Self>;
}

const OFFSET_COUNT<const L: &'static str>: usize =
    if Text::<L>::LAYOUT.knows_offset() { 0 } else { 1 };
/// The number of words of the offset.
type const OFFSET_WORDS<const L: &'static str>: usize = OFFSET_COUNT::<L>;

/// The function applied to the offsets of the plain layout in `L`: the identity, or a swizzle after an offset.
#[derive(Clone, Copy)]
pub struct Outer<const L: &'static str> {
    offset: [usize; OFFSET_WORDS::<L>],
}

// SAFETY: the value is an integer, or nothing: it exists, any code may make the one of size 0, it never changes, and any thread
// may hold it.
unsafe impl<const L: &'static str> StaticValue for Outer<L> {}

/// Type functions are for layouts that are lists of types.
const NO_TYPE: &str = "a const layout has no list of types";

impl<const L: &'static str> OffsetMap for Outer<L> {
    type IsStatic = B0;
    const IS_IDENTITY: bool = Text::<L>::SWIZZLE.is_none();
    const SWIZZLE: Swizzle = Text::<L>::LAYOUT.value.swizzle();
    const FOUND: Option<Swizzle> = Some(Self::SWIZZLE);
    const OFFSET: IntTuple = if Text::<L>::LAYOUT.knows_offset() {
        IntTuple::leaf(Text::<L>::LAYOUT.value.offset())
    } else {
        IntTuple::unknown(0)
    };
    const REFUSAL: Option<&'static str> = None;
    type Wrap<P: PlainLayout> = P;
    type Moved<O: Start> = Self;
    type Recast<G: Int, H: Int> = Self;
    type Inverse<R: PlainLayout> = Self;
    type Index<P: PlainLayout, C: static_layout::IntTuple> = U0;

    fn wrap<P: PlainLayout>(self, _: P) -> P {
        unreachable!("{NO_TYPE}")
    }
    #[inline(always)]
    fn apply(self, offset: usize) -> usize {
        match const { Text::<L>::SWIZZLE } {
            None => offset,
            Some(swizzle) => {
                swizzle.apply((self.offset() as usize).wrapping_add(offset) as i64) as usize
            }
        }
    }
    fn moved<O: Start>(self, _: usize) -> (Self, usize) {
        unreachable!("{NO_TYPE}")
    }
    #[inline(always)]
    fn offset(self) -> i64 {
        match self.offset.first() {
            Some(&offset) => offset as i64,
            None => const { Text::<L>::LAYOUT.value.offset() },
        }
    }
    fn with_offset(_: i64) -> Self {
        unreachable!("{NO_TYPE}")
    }
    fn composed(self, plain: EngineLayout) -> Option<ComposedLayout> {
        let offset = IntTuple::leaf(self.offset());
        let swizzle = (const { Text::<L>::SWIZZLE })?;
        Some(layout_core::internal::unchecked_composed(swizzle, offset, plain))
    }
}
