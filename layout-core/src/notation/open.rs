//! Notations with open leaves: `(n,64):(64,1)`, `(?{div=8},4):(1,?)`. An open leaf is an unknown leaf of a value, whose integer
//! is its facts, or -1 for a stride below 0, `-?`. The names are beside the value.

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::notation::canonical;
use crate::notation::parse::LeafKind;
use crate::notation::reader::Reader;
use crate::number::facts::I32;
use crate::number::tri;
use crate::value::limit::MAX_LEAVES;
use crate::value::{ComposedLayout, Coord, Facts, IntTuple, Layout, Num, Swizzle, Text, Tiler};

/// The greatest number of bytes of a name.
const LONGEST: usize = 31;

/// The greatest start of a name: 15 bits of [`Names`], whose highest bit says which text has the name.
const LAST: usize = 0x7fff;

/// The leaf number of the offset of a swizzled layout.
pub(super) const OFFSET: usize = MAX_LEAVES;

/// Where a text has the names of open leaves: start and end of each in one integer; 0 for `?` and for known leaves.
#[derive(Clone, Copy)]
pub struct Names {
    /// Of the extents, or of the leaves of a tuple.
    pub extents: [u32; MAX_LEAVES],
    /// Of the strides.
    pub strides: [u32; MAX_LEAVES],
    /// Of the offset of a swizzled layout.
    pub offset: u32,
    /// The first leaf of the tile that is read.
    pub(super) first: usize,
}

impl Names {
    /// No names.
    pub const NONE: Self =
        Self { extents: [0; MAX_LEAVES], strides: [0; MAX_LEAVES], offset: 0, first: 0 };

    const fn set(&mut self, kind: LeafKind, leaf: usize, start: usize, end: usize) {
        let (place, leaf) = ((start << 16 | end) as u32, self.first + leaf);
        match kind {
            LeafKind::Integer => self.offset = place,
            _ if leaf >= MAX_LEAVES => {}
            LeafKind::Extent | LeafKind::Coordinate => self.extents[leaf] = place,
            LeafKind::Stride => self.strides[leaf] = place,
        }
    }
}

/// A value whose leaves may be open, and their names.
#[derive(Clone, Copy)]
pub struct Open<T> {
    /// The value.
    pub value: T,
    /// The names.
    pub names: Names,
}

impl Open<ComposedLayout> {
    /// Reads `S:D` or `Sw<B,M,S> o offset o S:D`. A plain layout has the swizzle `Sw<0,0,0>` and the offset 0.
    ///
    /// # Errors
    /// As [`Layout::parse`].
    pub const fn parse(text: &str) -> Result<Self, LayoutError> {
        if let Some(layout) = canonical::read(text) {
            let value = ComposedLayout { swizzle: Swizzle::IDENTITY, offset: Num::ZERO, layout };
            return Ok(Self { value, names: Names::NONE });
        }
        let mut reader = Reader::open(text);
        let value = if reader.peek() == b'S' && matches!(reader.byte(1), b'w' | b'<') {
            tri!(reader.composed())
        } else {
            ComposedLayout {
                swizzle: Swizzle::IDENTITY,
                offset: Num::ZERO,
                layout: tri!(reader.layout()),
            }
        };
        let names = reader.names_read();
        reader.finish(Ok(Self { value, names }), "the end of the layout")
    }
}

impl Open<Tiler> {
    /// Reads a tiler: a layout, or `<..>` by mode.
    ///
    /// # Errors
    /// As [`Tiler::parse`].
    pub const fn parse(text: &str) -> Result<Self, LayoutError> {
        if let Some(value) = canonical::read_tile(text) {
            return Ok(Self { value, names: Names::NONE });
        }
        let mut reader = Reader::open(text);
        let value = tri!(reader.tiler());
        let names = reader.names_read();
        reader.finish(Ok(Self { value, names }), "the end of the tiler")
    }
}

impl Open<Coord> {
    /// Reads a shape, a coordinate, an order, or another tuple.
    ///
    /// # Errors
    /// As [`Coord::parse`].
    pub const fn parse(text: &str) -> Result<Self, LayoutError> {
        let mut reader = Reader::open(text);
        let value = match reader.coord(LeafKind::Coordinate) {
            Ok(value) => value,
            Err(rule) => return Err(reader.refuse(rule)),
        };
        let names = reader.names_read();
        reader.finish(Ok(Self { value, names }), "the end of the tuple")
    }
}

impl<'a> Reader<'a> {
    const fn open(text: &'a str) -> Self {
        let mut reader = Self::new(text);
        reader.names = Some(Names::NONE);
        reader
    }

    const fn names_read(&self) -> Names {
        match &self.names {
            Some(names) => *names,
            None => Names::NONE,
        }
    }

    /// The leaf before which a tile begins.
    pub(super) const fn tile_from(&mut self, leaf: usize) {
        if let Some(names) = &mut self.names {
            names.first = leaf;
        }
    }

    /// Reads leaf `k` if it is open: its integer.
    pub(super) const fn open_leaf(
        &mut self,
        kind: LeafKind,
        k: usize,
    ) -> Result<Option<i64>, Rule> {
        if self.names.is_none() {
            return Ok(None);
        }
        let is_below_zero = matches!(kind, LeafKind::Stride)
            && self.peek() == b'-'
            && !matches!(self.byte(1), b'0'..=b'9' | b'_');
        if is_below_zero {
            self.at += 1;
        }
        let start = self.at;
        match self.peek() {
            b'?' => self.at += 1,
            b'a'..=b'z' | b'A'..=b'Z' => {
                while self.byte(0).is_ascii_alphanumeric() || self.byte(0) == b'_' {
                    self.at += 1;
                }
                if self.at - start > LONGEST || self.is_word(start) {
                    self.at = start;
                    return self.expected(
                        "a name of at most 31 letters, digits and `_`, and no word of the notation (`row`, `col`, `order`, `o`, `S`, `Sw`)",
                    );
                }
                if start > LAST {
                    self.at = start;
                    return self.expected("a name in the first 32768 bytes of the text");
                }
                if let Some(names) = &mut self.names {
                    names.set(kind, k, start, self.at);
                }
            }
            _ if is_below_zero => return self.expected("an integer, `?` or a name"),
            _ => return Ok(None),
        }
        let facts = tri!(self.facts());
        Ok(Some(if is_below_zero { -1 } else { facts.code() }))
    }

    /// Whether the text from `start` up to what has been read is a word of the notation. As a name it would read back as that word.
    const fn is_word(&self, start: usize) -> bool {
        matches!(
            self.text(start),
            b"row" | b"col" | b"order" | b"o" | b"S" | b"Sw" | b"i32" | b"div"
        )
    }

    /// Reads `{..}` if it is next.
    const fn facts(&mut self) -> Result<Facts, Rule> {
        let mut facts = Facts::NONE;
        if !self.eat(b'{') {
            return Ok(facts);
        }
        while !self.eat(b'}') {
            let start = self.at;
            let fact = if self.eat_word("i32") {
                Facts::new(1, I32)
            } else if self.eat_word("div") && self.eat(b'=') {
                self.peek();
                Facts::new(tri!(self.digits("the divisor")), i64::MAX)
            } else if self.eat_word("<=") {
                self.peek();
                Facts::new(1, tri!(self.digits("the bound")))
            } else {
                return self.expected("`div=8`, `i32`, `<=4096` or `}`");
            };
            facts = facts.and(&fact);
            let bound = facts.most();
            if facts.divisor() > Facts::MOST_DIVISOR
                || bound != i64::MAX && bound > Facts::MOST_BOUND
            {
                self.at = start;
                return self.expected("a divisor below 2^24 and a bound below 2^31");
            }
            self.eat(b',');
        }
        Ok(facts)
    }

    /// Reads the rest of a layout whose shape has open leaves.
    pub(super) const fn open_layout(
        &mut self,
        shape: IntTuple,
        start: usize,
    ) -> Result<Layout, LayoutError> {
        let known = shape.with_sample(Layout::TWOS);
        let mut last = start;
        let made = if !self.eat(b':') || self.eat_word("col") {
            Layout::col_major(known)
        } else if self.eat_word("row") {
            Layout::row_major(known)
        } else if self.eat_word("order") {
            last = self.at;
            match self.order(&shape) {
                Ok(order) => Layout::ordered(known, order),
                Err(rule) => return Err(self.refuse(rule)),
            }
        } else {
            last = self.at;
            match self.int_tuple(LeafKind::Stride) {
                Ok(stride) => return self.made(Layout::open(shape, stride), start, last),
                Err(rule) => return Err(self.refuse(rule)),
            }
        };
        match self.made(made, start, last) {
            Ok(layout) => Ok(layout.opened(&shape)),
            Err(error) => Err(error),
        }
    }
}

impl Layout {
    /// The layout `shape:stride` with open leaves, if it exists for some of their integers.
    ///
    /// # Errors
    /// As [`Layout::new`].
    pub(super) const fn open(shape: IntTuple, stride: IntTuple) -> Result<Self, LayoutError> {
        if !shape.profile.equals(&stride.profile) {
            let (left, right) = (Operand::TuplePattern(shape), Operand::TuplePattern(stride));
            return Err(LayoutError::refused(Operation::Make, left, right, Rule::Congruence));
        }
        let layout = Self::from_parts(shape, stride);
        match layout.with_unknown_leaves(0).exists() {
            Ok(()) => Ok(layout),
            Err(error) => Err(error),
        }
    }

    /// A compact layout of numbers for the open leaves of `shape`, with these leaves and strides of which nothing is known.
    #[doc(hidden)]
    #[must_use]
    pub const fn opened(mut self, shape: &IntTuple) -> Self {
        self.modes.extents = shape.values;
        let mut k = 0;
        while k < self.modes.len {
            if !self.known(k).1 {
                self.modes.strides[k] = 0;
            }
            k += 1;
        }
        self
    }
}

/// The texts of two operands, in which [`Names`] are; those of the second are at `1 << 31`.
#[derive(Clone, Copy)]
pub struct Sources<'a>(pub &'a str, pub &'a str);

impl Names {
    /// The name at `place`, one of the second text.
    pub const fn of_second(place: u32) -> u32 {
        if place == 0 { 0 } else { place | 1 << 31 }
    }
}

impl Sources<'_> {
    /// The bytes of the name at `place`: those from the first number up to the second one.
    const fn bytes(&self, place: u32) -> (&[u8], usize, usize) {
        let text = if place >> 31 == 0 { self.0 } else { self.1 };
        (text.as_bytes(), place as usize >> 16 & LAST, (place & 0xffff) as usize)
    }

    /// Whether two places have one name.
    pub(crate) const fn are_equal(&self, a: u32, b: u32) -> bool {
        let ((first, mut i, end), (second, mut j, stop)) = (self.bytes(a), self.bytes(b));
        if a == 0 || b == 0 || end - i != stop - j {
            return false;
        }
        while i < end {
            if first[i] != second[j] {
                return false;
            }
            i += 1;
            j += 1;
        }
        true
    }

    /// Writes the name at `place`, or `?`.
    pub(super) const fn write(&self, place: u32, text: &mut Text) {
        if place == 0 {
            return text.char('?');
        }
        let (bytes, mut k, end) = self.bytes(place);
        while k < end {
            text.char(bytes[k] as char);
            k += 1;
        }
    }
}

impl Open<ComposedLayout> {
    /// The notation. `sources` are the texts in which the names are.
    pub const fn text(&self, sources: Sources<'_>) -> Text {
        let mut text = Text::EMPTY;
        let value = &self.value;
        let is_plain = value.swizzle.is_identity() && value.offset.is(0);
        if is_plain && let Some(len) = canonical::write(&value.layout, &mut text.bytes) {
            text.len = len;
            return text;
        }
        if !is_plain {
            value.swizzle.write(&mut text);
            text.str(" o ");
            let places = [self.names.offset; MAX_LEAVES];
            IntTuple::single(value.offset).write_open(&mut text, 0, &places, sources);
            text.str(" o ");
        }
        value.layout.shape().write_open(&mut text, 0, &self.names.extents, sources);
        text.char(':');
        value.layout.stride().write_open(&mut text, 0, &self.names.strides, sources);
        text
    }
}

impl Open<Coord> {
    /// The notation. `sources` are the texts in which the names are.
    pub const fn text(&self, sources: Sources<'_>) -> Text {
        let mut text = Text::EMPTY;
        self.value.tuple.write_open(&mut text, self.value.kept, &self.names.extents, sources);
        text
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::{String, ToString};

    fn layout(text: &str) -> Result<String, String> {
        match Open::<ComposedLayout>::parse(text) {
            Ok(open) => Ok(open.text(Sources(text, "")).to_string()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn canonical_texts_read_back() {
        for text in [
            "(2,3):(1,2)",
            "8:1",
            "():()",
            "(n,64):(64,1)",
            "(?,?):(?,1)",
            "(?{div=8 <=4096},(m,2)):(-?,(n,1))",
            "(n,4):(1@0,n@1)",
            "(n,4):(-1,-ld)",
            "Sw<3,4,3> o 0 o (8,64):(64,1)",
            "Sw<3,4,3> o ? o (8,n{i32}):(64,1)",
            "Sw<3,4,3> o base o (8,Sn):(64,1)",
            "(rows,colour):(colour,1)",
            "(4,6):(1@0,1@1)",
        ] {
            assert_eq!(layout(text), Ok(text.to_string()));
        }
        for (text, canonical) in [
            ("( n , 64 )", "(n,64):(1,?)"),
            ("(n,64):row", "(n,64):(64,1)"),
            ("(64,n{div=8}):row", "(64,n{div=8}):(?,1)"),
            ("(n,m,2):order(1,0,2)", "(n,m,2):(?,1,?)"),
            ("(_4,n):(_1,_4)", "(4,n):(1,4)"),
            ("S<3,4,3> o 0 o 64", "Sw<3,4,3> o 0 o 64:1"),
        ] {
            assert_eq!(layout(text), Ok(canonical.to_string()));
        }
    }

    #[test]
    fn refusals_have_the_words_of_values() {
        for (text, words) in [
            ("(n,64):(64,1,1)", "stride (64,1,1) is not congruent with shape (?,64)"),
            ("(n,9223372036854775807):(1,2)", ""),
            ("(n,2", "at byte 4: expected `,` or `)`"),
            ("n{div=0x}", "at byte 7"),
            ("n{div=16777216}:1", "a divisor below 2^24"),
            ("(n,4):(1,row)", "no word of the notation"),
            ("(Sw,4):(9,1)", "no word of the notation"),
            ("-n:1", "an extent (an integer of 0 or more) or `(`"),
        ] {
            let found = layout(text).unwrap_err();
            assert!(found.contains(words), "{text}: {found}");
        }
    }

    #[test]
    fn names_stand_in_the_first_bytes() {
        for blanks in [32_000, 32_760, 32_761, 65_536, 1 << 17] {
            let text = std::format!("{}(n,m):(m,1)", " ".repeat(blanks));
            match layout(&text) {
                Ok(read) => assert!(read == "(n,m):(m,1)" && blanks <= 32_760, "{blanks}"),
                Err(error) => assert!(error.contains("a name in the first 32768 bytes"), "{error}"),
            }
        }
    }

    #[test]
    fn tiles_and_tuples() {
        let tile = Open::<Tiler>::parse("<n,_,8:2,(2,m)>").unwrap();
        let names = |names: &[u32; MAX_LEAVES]| {
            names.iter().map(|&name| (name != 0) as u8).collect::<std::vec::Vec<_>>()
        };
        assert_eq!(names(&tile.names.extents)[..6], [1, 0, 0, 0, 1, 0]);
        let text = "(n,(_,?{div=4}),3)";
        let tuple = Open::<Coord>::parse(text).unwrap();
        assert_eq!(tuple.text(Sources(text, "")).to_string(), text);
    }
}
