//! What a text says: the form of a layout, and which leaf each run-time word is.

use crate::answer::Answer;
use layout_core::internal::{Names, Open, Sources, Words, unchecked_composed, unchecked_layout};
use layout_core::{
    ComposedLayout, Coord, IntTuple, Layout as EngineLayout, LayoutError, MAX_LEAVES, Plan,
    Tiler as EngineTiler,
};

/// A plain layout without names.
pub(crate) const fn plain_form(layout: &EngineLayout) -> Open<ComposedLayout> {
    Open::<ComposedLayout>::plain(*layout)
}

/// `1:0`.
pub(crate) const NOTHING: Open<ComposedLayout> =
    plain_form(&unchecked_layout(IntTuple::leaf(1), IntTuple::leaf(0)));

/// A layout behind the swizzle and the offset of another one.
///
/// # Errors
/// Offsets past `isize::MAX`.
pub(crate) const fn wrap(
    outer: &ComposedLayout,
    layout: EngineLayout,
) -> Result<ComposedLayout, LayoutError> {
    if is_plain(outer) {
        return Ok(plain_form(&layout).value);
    }
    if let Err(error) = ComposedLayout::new(outer.swizzle(), outer.offset(), layout) {
        return Err(error);
    }
    Ok(plain_form(&layout).behind(outer).value)
}

/// Whether there is no swizzle in front.
pub(crate) const fn is_plain(outer: &ComposedLayout) -> bool {
    outer.swizzle().is_identity() && outer.offset() == 0
}

/// The values of a text, each read at most once in a program.
#[derive(Debug)]
pub(crate) struct Text<const L: &'static str>;

impl<const L: &'static str> Text<L> {
    const READ: Result<Open<ComposedLayout>, LayoutError> = Open::<ComposedLayout>::parse(L);
    /// The layout; `1:0` for another text, which has been refused where a value was made.
    pub(crate) const LAYOUT: &'static Open<ComposedLayout> = match &Self::READ {
        Ok(open) => open,
        Err(_) => &NOTHING,
    };
    /// Whether the text is that of a layout. It is none of the result of a refused operation, whose error is the only one.
    pub(crate) const IS_LAYOUT: bool = Self::READ.is_ok();
    /// The layout and its words.
    pub(crate) const FORM: &'static Form = &Form { open: *Self::LAYOUT, words: Self::WORDS };
    const WORDS: Words = Self::LAYOUT.words(L);
    /// The number of leaves.
    pub(crate) const LEAVES: usize = Self::LAYOUT.value.plain().leaf_count();
    pub(crate) const IS_STATIC: bool = Self::LAYOUT.all_known();
    /// The offset, and its word where it is open.
    pub(crate) const OFFSET: (usize, Option<usize>) = {
        let offset = Self::LAYOUT.value.offset() as usize;
        if Self::LAYOUT.knows_offset() {
            (offset, None)
        } else {
            (0, Some(Self::WORDS.of[Words::OFFSET] as usize))
        }
    };
    /// The swizzle; `None` where the layout is plain.
    pub(crate) const SWIZZLE: Option<layout_core::Swizzle> =
        if Self::LAYOUT.is_plain() { None } else { Some(Self::LAYOUT.value.swizzle()) };
    /// Extents and strides, as small as they are: code that reads leaves one by one names these tables.
    const TABLE: [[usize; LEAVES::<L>]; 2] = {
        let (layout, mut table, mut k) = (Self::LAYOUT.value.plain(), [[0; LEAVES::<L>]; 2], 0);
        while k < LEAVES::<L> {
            let (extent, stride) = layout.leaf(k);
            (table[0][k], table[1][k]) = (extent as usize, stride as usize);
            k += 1;
        }
        table
    };
    pub(crate) const COUNT: usize = if Self::LAYOUT.all_known() { 0 } else { Self::WORDS.count };
    /// Why the text is not the notation of a layout, or not the only one.
    pub(crate) const LAYOUT_ANSWER: Answer = match &Self::READ {
        Ok(open) => is_canonical(L, open.text(Sources(L, "")).as_str()),
        Err(error) => Answer::of_refusal(error),
    };

    const READ_TILE: Result<Open<EngineTiler>, LayoutError> = Open::<EngineTiler>::parse(L);
    /// The tile.
    pub(crate) const TILE: &'static Open<EngineTiler> = match &Self::READ_TILE {
        Ok(open) => open,
        Err(_) => &NO_TILE,
    };
    /// Why the text is not the notation of a tile.
    pub(crate) const TILE_ANSWER: Answer = match &Self::READ_TILE {
        Ok(open) if open.value.as_whole().is_some() => Answer::refused(
            "a tile has a layout for each mode, `<2,2>`; a layout is a tiler itself",
        ),
        Ok(_) => NOT_REFUSED,
        Err(error) => Answer::of_refusal(error),
    };
    const TILE_LAYOUT: Open<ComposedLayout> = {
        let mut open = plain_form(&Self::TILE.value.layout());
        open.names = Self::TILE.names;
        open
    };
    /// The modes of the tile and its words.
    pub(crate) const TILE_FORM: &'static Form = &Form {
        open: Self::TILE_LAYOUT,
        words: if Self::TILE.value.as_whole().is_some() {
            Self::TILE_LAYOUT.words(L)
        } else {
            Self::TILE_LAYOUT.words_by_mode(L)
        },
    };
    pub(crate) const TILE_COUNT: usize =
        if Self::TILE.value.all_known() { 0 } else { Self::TILE_FORM.words.count };

    const READ_TUPLE: Result<Open<Coord>, LayoutError> = Open::<Coord>::parse(L);
    /// The tuple.
    pub(crate) const TUPLE: &'static Open<Coord> = match &Self::READ_TUPLE {
        Ok(open) => open,
        Err(_) => &NO_TUPLE,
    };
    /// Why the text is not a tuple.
    pub(crate) const TUPLE_ANSWER: Answer = match &Self::READ_TUPLE {
        Ok(_) => NOT_REFUSED,
        Err(error) => Answer::of_refusal(error),
    };
    pub(crate) const TUPLE_COUNT: usize =
        if Self::TUPLE.value.integers().all_known() { 0 } else { Self::TUPLE_WORDS.count };
    /// The words of the tuple.
    pub(crate) const TUPLE_WORDS: Words = {
        let open = Self::TUPLE;
        Words::of_tuple(&open.value.integers(), open.value.kept_mask(), &open.names, L)
    };
}

const LEAF_COUNT<const L: &'static str>: usize = Text::<L>::LEAVES;
/// The number of leaves of a text, as an argument of a type.
type const LEAVES<const L: &'static str>: usize = LEAF_COUNT::<L>;

impl<const L: &'static str> Text<L> {
    /// Extent and stride of leaf `k` of a value with these words, in two's complement.
    #[inline(always)]
    pub(crate) fn leaf(words: &[usize], k: usize) -> (usize, usize) {
        if Self::IS_STATIC {
            (const { Self::TABLE }[0][k], const { Self::TABLE }[1][k])
        } else {
            Self::FORM.leaf(words, k)
        }
    }
}

/// The answer that nothing is refused.
pub(crate) const NOT_REFUSED: Answer = Answer::of(Ok(NOTHING.value));
const NO_TILE: Open<EngineTiler> =
    Open { value: EngineTiler::whole(NOTHING.value.plain()), names: Names::NONE };
const NO_TUPLE: Open<Coord> = Open { value: Coord::leaf(0), names: Names::NONE };

/// The refusal of a text for which this library writes another one.
const fn is_canonical(text: &str, canonical: &str) -> Answer {
    let (a, b, mut k) = (text.as_bytes(), canonical.as_bytes(), 0);
    while k < a.len() && k < b.len() && a[k] == b[k] {
        k += 1;
    }
    if k == a.len() && k == b.len() {
        return NOT_REFUSED;
    }
    let sentence = layout_core::Text::of("a layout has one spelling as a type: write `")
        .then(canonical)
        .then("`");
    Answer::refused(sentence.as_str())
}

/// A layout with open leaves, and which leaf each word is.
#[derive(Clone, Copy)]
pub(crate) struct Form {
    pub(crate) open: Open<ComposedLayout>,
    pub(crate) words: Words,
}

/// The extents and the strides of two operands, the second from [`MAX_LEAVES`] on.
pub(crate) type Leaves = [usize; SOURCES];
/// The leaves of two operands.
pub(crate) const SOURCES: usize = 2 * MAX_LEAVES;

impl Form {
    /// The plain layout.
    pub(crate) const fn layout(&self) -> EngineLayout {
        self.open.value.plain()
    }

    /// Extent and stride of leaf `k` of a value with these words, in two's complement.
    #[inline(always)]
    pub(crate) const fn leaf(&self, words: &[usize], k: usize) -> (usize, usize) {
        let (extent, stride) = self.open.value.plain().leaf(k);
        let (at, by) = (self.words.of[k], self.words.of[MAX_LEAVES + k]);
        (
            if at == Words::KNOWN { extent as usize } else { words[at as usize] },
            if by == Words::KNOWN {
                stride as usize
            } else if stride < 0 {
                words[by as usize].wrapping_neg()
            } else {
                words[by as usize]
            },
        )
    }

    /// The word of the open stride `k`, for the stride in two's complement: `-?` is minus its word.
    #[inline(always)]
    const fn word_of_stride(&self, k: usize, stride: usize) -> usize {
        if self.open.value.plain().leaf(k).1 < 0 { stride.wrapping_neg() } else { stride }
    }

    /// The words of a result by a plan; `None` where it does not hold.
    #[inline(always)]
    pub(crate) fn by_plan<const W: usize>(
        &self,
        plan: &Plan,
        extents: &Leaves,
        strides: &Leaves,
        offset: usize,
    ) -> Option<[usize; W]> {
        if !plan.holds(extents) {
            return None;
        }
        let mut words = [0; W];
        let mut k = 0;
        while k < W {
            let leaf = self.words.leaves[k] as usize;
            words[k] = if leaf == Words::OFFSET {
                offset
            } else if leaf < MAX_LEAVES {
                plan.extent(leaf, extents) as usize
            } else {
                let k = leaf - MAX_LEAVES;
                self.word_of_stride(k, plan.stride(k, extents, strides)? as usize)
            };
            k += 1;
        }
        // The reach behind a swizzle depends on the offset: the engine checks it.
        (!plan.grows() || self.open.is_plain() && self.fits(&words)).then_some(words)
    }

    /// The words of a result whose leaf `k` is leaf `labels[k] - 1` of the operands; `None` where they might make no layout together.
    #[inline(always)]
    pub(crate) fn by_moves<const W: usize>(
        &self,
        labels: &EngineLayout,
        extents: &Leaves,
        strides: &Leaves,
        offset: usize,
    ) -> Option<[usize; W]> {
        let words = self.moved(labels, extents, strides, offset);
        let mut k = 0;
        while k < labels.leaf_count() {
            // With modes of a second layout the reach behind a swizzle grows: the engine checks it.
            if labels.leaf(k).1 as usize > MAX_LEAVES && !self.open.is_plain() {
                return None;
            }
            k += 1;
        }
        self.fits(&words).then_some(words)
    }

    /// [`by_moves`](Self::by_moves) of leaves that make a layout.
    #[inline(always)]
    pub(crate) fn moved<const W: usize>(
        &self,
        labels: &EngineLayout,
        extents: &Leaves,
        strides: &Leaves,
        offset: usize,
    ) -> [usize; W] {
        let mut words = [0; W];
        let mut k = 0;
        while k < W {
            let leaf = self.words.leaves[k] as usize;
            words[k] = if leaf == Words::OFFSET {
                offset
            } else if leaf < MAX_LEAVES {
                extents[labels.leaf(leaf).1 as usize - 1]
            } else {
                let k = leaf - MAX_LEAVES;
                self.word_of_stride(k, strides[labels.leaf(k).1 as usize - 1])
            };
            k += 1;
        }
        words
    }

    /// Whether extents are at least 1, and size and cosize of a value with these words surely fit `isize`.
    #[inline(always)]
    fn fits(&self, words: &[usize]) -> bool {
        let (mut size, mut span, mut k) = (1_isize, 1_isize, 0);
        while k < self.open.value.plain().leaf_count() {
            let (extent, stride) = self.leaf(words, k);
            let (extent, stride) = (extent as isize, stride as isize);
            let reach = extent.wrapping_sub(1).checked_mul(stride.wrapping_abs());
            let (Some(product), Some(sum)) =
                (size.checked_mul(extent), reach.and_then(|reach| span.checked_add(reach)))
            else {
                return false;
            };
            let is_negative = self.open.value.plain().leaf(k).1 < 0;
            if extent < 1 || stride == isize::MIN || stride != 0 && (stride < 0) != is_negative {
                return false;
            }
            (size, span) = (product, sum);
            k += 1;
        }
        true
    }

    /// The words, if there is a layout with these.
    ///
    /// # Errors
    /// Integers that make no layout, or that are not what the form says of them.
    #[cold]
    #[inline(never)]
    pub(crate) fn checked<const W: usize>(
        &self,
        words: [usize; W],
    ) -> Result<[usize; W], LayoutError> {
        self.exists(&self.composed(&words))?;
        Ok(words)
    }

    /// The words of a value.
    ///
    /// # Errors
    /// A value of another form.
    pub(crate) fn read<const W: usize>(
        &self,
        value: &ComposedLayout,
    ) -> Result<[usize; W], LayoutError> {
        self.exists(value)?;
        let layout = value.plain();
        let words = core::array::from_fn(|k| match self.words.leaves[k] as usize {
            Words::OFFSET => value.offset() as usize,
            leaf if leaf < MAX_LEAVES => layout.leaf(leaf).0 as usize,
            leaf => {
                let k = leaf - MAX_LEAVES;
                self.word_of_stride(k, layout.leaf(k).1 as usize)
            }
        });
        // Leaves of one name are one integer.
        let found = self.composed(&words);
        if found.plain().equals(&layout) && found.offset() == value.offset() {
            Ok(words)
        } else {
            layout.matches(&found.plain().set_known())?;
            value.matches(&known(&found))?;
            unreachable!("the integers of a name differ")
        }
    }

    /// Checks that a value exists, and is what the form says of it.
    ///
    /// # Errors
    /// A layout of other integers, an offset below 0, and offsets past `isize::MAX`.
    fn exists(&self, value: &ComposedLayout) -> Result<(), LayoutError> {
        self.open.check(&value.plain())?;
        if !self.open.is_plain() || !is_plain(value) {
            ComposedLayout::new(value.swizzle(), value.offset(), value.plain())?;
            value.matches(&self.open.value)?;
        }
        Ok(())
    }

    /// The plain layout of a value with these words. Its open leaves stay marked as unknown.
    pub(crate) const fn value(&self, words: &[usize]) -> EngineLayout {
        let layout = self.open.value.plain();
        let (mut shape, mut stride, mut k) = (layout.shape(), layout.stride(), 0);
        while k < layout.leaf_count() {
            let (extent, by) = self.leaf(words, k);
            shape.set_value(k, extent as i64);
            stride.set_value(k, by as isize as i64);
            k += 1;
        }
        unchecked_layout(shape, stride)
    }

    /// The value with these words.
    pub(crate) const fn composed(&self, words: &[usize]) -> ComposedLayout {
        let word = self.words.of[Words::OFFSET];
        let offset = if word == Words::KNOWN {
            IntTuple::leaf(self.open.value.offset())
        } else {
            IntTuple::unknown(words[word as usize] as isize as i64)
        };
        unchecked_composed(self.open.value.swizzle(), offset, self.value(words))
    }
}

/// The value with each integer marked as known.
fn known(value: &ComposedLayout) -> ComposedLayout {
    let offset = IntTuple::leaf(value.offset());
    unchecked_composed(value.swizzle(), offset, value.plain().set_known())
}

/// A layout nested like `layout` with the strides `from + 1, from + 2, ..` and extents of 1. 0 is of no leaf.
pub(crate) const fn labels(layout: &EngineLayout, from: usize) -> EngineLayout {
    let (mut shape, mut stride) = (layout.shape(), layout.shape());
    let mut k = 0;
    while k < shape.leaf_count() {
        shape.set_value(k, 1);
        stride.set_value(k, (from + k + 1) as i64);
        k += 1;
    }
    unchecked_layout(shape, stride)
}
