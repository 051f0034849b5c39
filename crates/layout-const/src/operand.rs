//! What operations take beside a layout: tiles, shapes, coordinates and other tuples.

use crate::answer::{Accepts, Answer, unwrap};
use crate::form::{Leaves, Text};
use crate::layout::Layout;
use core::fmt;
use layout_core::internal::Open;
use layout_core::{
    ComposedLayout, Coord, IntTuple, Layout as EngineLayout, MAX_LEAVES, Tiler as EngineTiler,
};

/// What the crate alone implements: views trust what these traits say.
pub(crate) mod sealed {
    /// A type of this crate, or a coordinate of such types.
    pub trait Sealed {}
}
use sealed::Sealed;

/// A right operand of divides, products and compositions: a layout, or a tile by mode.
#[diagnostic::on_unimplemented(
    message = "this is not a tile",
    label = "a tile is `tile!(16, 8)`, or a layout of this crate"
)]
pub trait Tiler: Copy + Sealed {
    /// The notation.
    const TEXT: &'static str;
    /// The tile.
    #[doc(hidden)]
    const OPEN: &'static Open<EngineTiler>;
    /// Why it is not a tile.
    #[doc(hidden)]
    const REFUSED: Option<&'static str>;
    /// Writes the leaves from `MAX_LEAVES` on.
    #[doc(hidden)]
    fn write(&self, extents: &mut Leaves, strides: &mut Leaves);
    /// The value of the engine.
    #[doc(hidden)]
    fn tiler(&self) -> EngineTiler;
}

/// A layout as an operand.
pub trait AnyLayout: Tiler {
    /// The layout.
    #[doc(hidden)]
    const OPEN: &'static Open<ComposedLayout>;
    /// The value of the engine.
    #[doc(hidden)]
    fn plain(&self) -> EngineLayout;
}

/// A shape, an order, a coordinate, or an integer.
#[diagnostic::on_unimplemented(
    message = "this is not a tuple of this crate",
    label = "a shape is `shape!(4, 8)`, a coordinate `coord!(1, _)`"
)]
pub trait IsTuple: Copy + Sealed {
    /// The notation.
    const TEXT: &'static str;
    /// The tuple.
    #[doc(hidden)]
    const OPEN: &'static Open<Coord>;
    /// The integers of the tuple.
    #[doc(hidden)]
    const DESC: IntTuple;
    /// Why it is not a tuple.
    #[doc(hidden)]
    const REFUSED: Option<&'static str>;
    /// This type, which says which leaves are `_`.
    #[doc(hidden)]
    type List: Keeps;
    /// Writes the leaves from `MAX_LEAVES` on.
    #[doc(hidden)]
    fn write(&self, extents: &mut Leaves, strides: &mut Leaves);
    /// The value of the engine.
    #[doc(hidden)]
    fn value(&self) -> IntTuple;
}

/// Which leaves of a tuple are `_`.
#[doc(hidden)]
pub trait Keeps {
    /// A bit for each.
    const KEPT: u32;
}

const fn refused(answer: &'static Answer) -> Option<&'static str> {
    let sentence = answer.refusal();
    if sentence.is_empty() { None } else { Some(sentence) }
}

/// Why a text does not say everything of a value with `count` words.
pub(crate) const fn refusal_of_static(answer: &'static Answer, count: usize) -> &'static str {
    match refused(answer) {
        Some(sentence) => sentence,
        None if count > 0 => "a leaf is known at run time: `with([..])` gives it",
        None => "",
    }
}

/// A sentence of a right operand.
pub(crate) const SWIZZLED: &str = "the right operand is swizzled: take the layout inside";

impl<const L: &'static str> Sealed for Layout<L> {}
impl<const T: &'static str> Sealed for Tile<T> {}
impl<const T: &'static str> Sealed for Tuple<T> {}

#[diagnostic::do_not_recommend]
impl<const L: &'static str> Tiler for Layout<L> {
    const TEXT: &'static str = L;
    const OPEN: &'static Open<EngineTiler> = &Open {
        value: EngineTiler::whole(Text::<L>::LAYOUT.value.plain()),
        names: Text::<L>::LAYOUT.names,
    };
    const REFUSED: Option<&'static str> =
        if Text::<L>::LAYOUT.is_plain() { None } else { Some(SWIZZLED) };
    #[inline(always)]
    fn write(&self, extents: &mut Leaves, strides: &mut Leaves) {
        let (_, extents) = extents.split_at_mut(MAX_LEAVES);
        let (_, strides) = strides.split_at_mut(MAX_LEAVES);
        Layout::write(self, extents, strides);
    }
    fn tiler(&self) -> EngineTiler {
        EngineTiler::whole(self.plain())
    }
}

impl<const L: &'static str> AnyLayout for Layout<L> {
    const OPEN: &'static Open<ComposedLayout> = Text::<L>::LAYOUT;
    fn plain(&self) -> EngineLayout {
        Layout::plain(self)
    }
}

const COUNT_OF_TILE<const T: &'static str>: usize = Text::<T>::TILE_COUNT;
const REASON_OF_TILE<const T: &'static str>: &'static str =
    refusal_of_static(&Text::<T>::TILE_ANSWER, COUNT_OF_TILE::<T>);
/// Why a text is not a tile, or does not say everything of one.
pub type const TILE_REFUSAL<const T: &'static str>: &'static str = REASON_OF_TILE::<T>;
/// The number of words that the text of a tile leaves open, as an argument of a type.
pub type const TILE_WORDS<const T: &'static str>: usize = COUNT_OF_TILE::<T>;

/// A tile by mode, `<16,8>`: `_` keeps a mode.
pub struct Tile<const T: &'static str> {
    words: [usize; TILE_WORDS::<T>],
}

/// The only value of a tile of known integers: `Tile::<"<16,8>">`.
#[layout_macros::at_caller]
#[allow(non_upper_case_globals, reason = "it is the value of the type of this name")]
pub const Tile<const T: &'static str>: Tile<T> = Tile { words: [0; TILE_WORDS::<T>] }
where
    (): Accepts<{ TILE_REFUSAL::<T> }>;

impl<const T: &'static str> Clone for Tile<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<const T: &'static str> Copy for Tile<T> {}

const REASON_OF_TILE_TEXT<const T: &'static str>: &'static str = Text::<T>::TILE_ANSWER.refusal();
/// Why a text is not a tile.
#[doc(hidden)]
pub type const NO_TILE<const T: &'static str>: &'static str = REASON_OF_TILE_TEXT::<T>;

#[layout_macros::at_caller]
impl<const T: &'static str> Tile<T> {
    /// The tile with these integers in its open leaves.
    ///
    /// # Panics
    /// If they are not what the text says of them.
    #[inline]
    #[track_caller]
    pub fn with(words: [usize; TILE_WORDS::<T>]) -> Self
    where
        (): Accepts<{ NO_TILE::<T> }>,
    {
        let form = Text::<T>::TILE_FORM;
        unwrap(form.value(&words).matches(&form.layout()));
        Tile { words }
    }
}

#[diagnostic::do_not_recommend]
impl<const T: &'static str> Tiler for Tile<T> {
    const TEXT: &'static str = T;
    const OPEN: &'static Open<EngineTiler> = Text::<T>::TILE;
    const REFUSED: Option<&'static str> = refused(&Text::<T>::TILE_ANSWER);
    #[inline(always)]
    fn write(&self, extents: &mut Leaves, strides: &mut Leaves) {
        let form = const { Text::<T>::TILE_FORM };
        let mut k = 0;
        while k < const { Text::<T>::TILE_FORM.open.value.plain().leaf_count() } {
            (extents[MAX_LEAVES + k], strides[MAX_LEAVES + k]) = form.leaf(&self.words, k);
            k += 1;
        }
    }
    fn tiler(&self) -> EngineTiler {
        Text::<T>::TILE.value.with_layout(Text::<T>::TILE_FORM.value(&self.words))
    }
}

const COUNT_OF_TUPLE<const T: &'static str>: usize = Text::<T>::TUPLE_COUNT;
const REASON_OF_TUPLE<const T: &'static str>: &'static str =
    refusal_of_static(&Text::<T>::TUPLE_ANSWER, COUNT_OF_TUPLE::<T>);
/// Why a text is not a tuple, or does not say everything of one.
pub type const TUPLE_REFUSAL<const T: &'static str>: &'static str = REASON_OF_TUPLE::<T>;
/// The number of words that the text of a tuple leaves open, as an argument of a type.
pub type const TUPLE_WORDS<const T: &'static str>: usize = COUNT_OF_TUPLE::<T>;

/// A tuple: a shape, an order, a coordinate `(2,_)`.
pub struct Tuple<const T: &'static str> {
    words: [usize; TUPLE_WORDS::<T>],
}

/// The only value of a tuple of known integers: `Tuple::<"(2,0)">`.
#[layout_macros::at_caller]
#[allow(non_upper_case_globals, reason = "it is the value of the type of this name")]
pub const Tuple<const T: &'static str>: Tuple<T> = Tuple { words: [0; TUPLE_WORDS::<T>] }
where
    (): Accepts<{ TUPLE_REFUSAL::<T> }>;

impl<const T: &'static str> Clone for Tuple<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<const T: &'static str> Copy for Tuple<T> {}

const REASON_OF_TUPLE_TEXT<const T: &'static str>: &'static str = Text::<T>::TUPLE_ANSWER.refusal();
/// Why a text is not a tuple.
#[doc(hidden)]
pub type const NO_TUPLE<const T: &'static str>: &'static str = REASON_OF_TUPLE_TEXT::<T>;

#[layout_macros::at_caller]
impl<const T: &'static str> Tuple<T> {
    /// The tuple with these integers in its open leaves.
    ///
    /// # Panics
    /// If they are not what the text says of them.
    #[inline]
    #[track_caller]
    pub fn with(words: [usize; TUPLE_WORDS::<T>]) -> Self
    where
        (): Accepts<{ NO_TUPLE::<T> }>,
    {
        let tuple = Tuple { words };
        unwrap(IsTuple::value(&tuple).matches(&Self::DESC));
        tuple
    }
}

impl<const T: &'static str> Tuple<T> {
    /// The integer of leaf `k`.
    #[inline(always)]
    pub(crate) const fn leaf(&self, k: usize) -> usize {
        if const { Text::<T>::TUPLE_COUNT == 0 } {
            return Self::DESC.value(k) as usize;
        }
        let word = Text::<T>::TUPLE_WORDS.of[k];
        if word == layout_core::internal::Words::KNOWN {
            Self::DESC.value(k) as usize
        } else {
            self.words[word as usize]
        }
    }
    const DESC: IntTuple = Text::<T>::TUPLE.value.integers();
}

impl<const T: &'static str> Keeps for Tuple<T> {
    const KEPT: u32 = Text::<T>::TUPLE.value.kept_mask();
}

impl<const T: &'static str> IsTuple for Tuple<T> {
    const TEXT: &'static str = T;
    const OPEN: &'static Open<Coord> = Text::<T>::TUPLE;
    const DESC: IntTuple = Text::<T>::TUPLE.value.integers();
    const REFUSED: Option<&'static str> = refused(&Text::<T>::TUPLE_ANSWER);
    type List = Self;
    #[inline(always)]
    fn write(&self, extents: &mut Leaves, _: &mut Leaves) {
        let mut k = 0;
        while k < const { <Self as IsTuple>::DESC.leaf_count() } {
            extents[MAX_LEAVES + k] = self.leaf(k);
            k += 1;
        }
    }
    fn value(&self) -> IntTuple {
        let mut tuple = <Self as IsTuple>::DESC;
        for k in 0..tuple.leaf_count() {
            tuple.set_value(k, self.leaf(k) as i64);
        }
        tuple
    }
}

/// Which leaves are `_`, as a row of the table asks.
pub(crate) const fn kept<T: IsTuple>() -> u32 {
    <T::List as Keeps>::KEPT
}

impl<const T: &'static str> Default for Tuple<T>
where
    (): Accepts<{ TUPLE_REFUSAL::<T> }>,
{
    fn default() -> Self {
        Tuple { words: [0; TUPLE_WORDS::<T>] }
    }
}

macro_rules! shown {
    ($($Name:ident: $value:ident;)*) => {$(
        impl<const T: &'static str> fmt::Display for $Name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.$value().fmt(f)
            }
        }
        impl<const T: &'static str> fmt::Debug for $Name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )*};
}
shown! { Tile: tiler; Tuple: value; }
