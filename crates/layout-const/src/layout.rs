//! [`Layout`], whose type is its notation.

use crate::answer::{Accepts, unwrap};
use crate::form::Text;
use core::fmt;
use layout_core::{ComposedLayout, Layout as EngineLayout, LayoutError};

const COUNT<const L: &'static str>: usize = Text::<L>::COUNT;
/// The number of words that a text leaves open, as an argument of a type.
pub type const WORDS<const L: &'static str>: usize = COUNT::<L>;

const REASON<const L: &'static str>: &'static str = Text::<L>::LAYOUT_ANSWER.refusal();
/// Why a text is not a layout, or not the one spelling of it.
pub type const REFUSAL<const L: &'static str>: &'static str = REASON::<L>;

const REASON_OF_STATIC<const L: &'static str>: &'static str =
    crate::operand::refusal_of_static(&Text::<L>::LAYOUT_ANSWER, COUNT::<L>);
/// Why a text does not say everything of a layout.
pub type const REFUSAL_OF_STATIC<const L: &'static str>: &'static str = REASON_OF_STATIC::<L>;

const REASON_OF_SWIZZLED<const L: &'static str>: &'static str = if Text::<L>::SWIZZLE.is_some() {
    "the layout is swizzled, and so its offsets may be out of order and have gaps: use the layout inside"
} else {
    ""
};
/// Why a layout is not plain.
pub type const PLAIN_ONLY<const L: &'static str>: &'static str = REASON_OF_SWIZZLED::<L>;

/// A layout: its notation is its type.
///
/// A value has the integers that the notation leaves open, `?` and names: a word for each, and none where all are known.
pub struct Layout<const L: &'static str> {
    pub(crate) words: [usize; WORDS::<L>],
}

/// The only value of a layout of known integers: `Layout::<"(4,8):(1,4)">`.
#[layout_macros::at_caller]
#[allow(non_upper_case_globals, reason = "it is the value of the type of this name")]
pub const Layout<const L: &'static str>: Layout<L> = Layout { words: [0; WORDS::<L>] }
where
    (): Accepts<{ REFUSAL_OF_STATIC::<L> }>;

/// A layout whose next operation is refused when the program is built, not when it is checked: a function of const parameters then
/// needs no bound. The result is a [`Layout`]: each step of a chain begins with `at_build()`.
#[derive(Clone, Copy)]
pub struct AtBuild<const L: &'static str>(pub(crate) Layout<L>);

impl<const L: &'static str> Clone for Layout<L> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<const L: &'static str> Copy for Layout<L> {}

impl<const L: &'static str> Layout<L> {
    /// The notation.
    pub const TEXT: &'static str = L;

    /// A layout without words.
    pub(crate) const fn of_zeros() -> Self {
        Layout { words: [0; WORDS::<L>] }
    }

    pub(crate) const fn of_words(words: [usize; WORDS::<L>]) -> Self {
        Layout { words }
    }

    /// Writes extents and strides of all leaves from the left, in two's complement, and returns the offset.
    #[inline(always)]
    pub(crate) fn write(&self, extents: &mut [usize], strides: &mut [usize]) -> usize {
        let mut k = 0;
        while k < Text::<L>::LEAVES {
            (extents[k], strides[k]) = Text::<L>::leaf(&self.words, k);
            k += 1;
        }
        self.offset()
    }

    /// The offset before the swizzle.
    #[inline(always)]
    pub(crate) fn offset(&self) -> usize {
        match const { Text::<L>::OFFSET } {
            (offset, None) => offset,
            (_, Some(word)) => self.words[word],
        }
    }

    /// The value of the engine.
    pub(crate) fn value(&self) -> ComposedLayout {
        Text::<L>::FORM.composed(&self.words)
    }

    /// The plain layout of the engine.
    pub(crate) fn plain(&self) -> EngineLayout {
        self.value().plain()
    }

    /// This layout with operations that are refused when the program is built.
    pub const fn at_build(self) -> AtBuild<L> {
        AtBuild(self)
    }

    /// The words that the notation leaves open, in the order of the text. A name counts once.
    pub fn words(&self) -> &[usize] {
        &self.words
    }
}

#[layout_macros::at_caller]
impl<const L: &'static str> Layout<L> {
    /// The layout with these integers in the open leaves.
    ///
    /// # Panics
    /// If they make no layout, or are not what the notation says of them.
    #[inline]
    #[track_caller]
    pub fn with(words: [usize; WORDS::<L>]) -> Self
    where
        (): Accepts<{ REFUSAL::<L> }>,
    {
        unwrap(Self::try_with(words))
    }

    /// The layout with these integers in the open leaves.
    ///
    /// # Errors
    /// Integers that make no layout, or are not what the notation says of them.
    #[inline]
    pub fn try_with(words: [usize; WORDS::<L>]) -> Result<Self, LayoutError>
    where
        (): Accepts<{ REFUSAL::<L> }>,
    {
        Ok(Layout { words: Text::<L>::FORM.checked(words)? })
    }
}

impl<const L: &'static str> Default for Layout<L>
where
    (): Accepts<{ REFUSAL_OF_STATIC::<L> }>,
{
    fn default() -> Self {
        Self::of_zeros()
    }
}

/// The notation of the value; `{:#}` marks the integers that the type says with `_`.
impl<const L: &'static str> fmt::Display for Layout<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value();
        match (Text::<L>::LAYOUT.is_plain(), f.alternate()) {
            (true, false) => value.plain().fmt(f),
            (true, true) => value.plain().marked().fmt(f),
            (false, false) => value.fmt(f),
            (false, true) => value.marked().fmt(f),
        }
    }
}

impl<const L: &'static str> fmt::Debug for Layout<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
