//! Writes the notation `S:D`. The readers are in `parse.rs`, and texts with `?` for what a type leaves open in `pattern.rs`.

use crate::notation::open::Sources;
use crate::value::limit::{MAX_LEAVES, MAX_NODES};
use crate::value::text::printed;
use crate::value::{
    ComposedLayout, Coord, Facts, IntTuple, Layout, Swizzle, Text, Tiler, TreePosition, low_bits,
};

impl IntTuple {
    pub(crate) const fn write(&self, text: &mut Text, marked: bool) {
        self.write_leaves(text, 0, 0, if marked { self.known } else { 0 });
    }

    /// Prints the notation: `_` for a leaf in `kept`, `?` for one in `unknown`, and `_4` for one in `marked`. The
    /// arguments are masks with a bit a leaf.
    pub(crate) const fn write_leaves(&self, text: &mut Text, kept: u32, unknown: u32, marked: u32) {
        self.write_named(text, kept, unknown, marked, None);
    }

    /// Prints the notation with the names of unknown leaves, and `_` for a leaf in `kept`.
    pub(crate) const fn write_open(
        &self,
        text: &mut Text,
        kept: u32,
        names: &[u32; MAX_LEAVES],
        sources: Sources<'_>,
    ) {
        let unknown = low_bits(self.leaf_count()) & !self.known;
        self.write_named(text, kept, unknown, 0, Some((names, sources)));
    }

    const fn write_named(
        &self,
        text: &mut Text,
        kept: u32,
        unknown: u32,
        marked: u32,
        names: Option<(&[u32; MAX_LEAVES], Sources<'_>)>,
    ) {
        let (profile, values) = (&self.profile, &self.values);
        let mut left = [0_usize; MAX_NODES + 1];
        let (mut depth, mut node, mut leaf) = (0, 0, 0);
        while node < profile.nodes() {
            let rank = profile.rank(node);
            if profile.is_leaf(node) {
                if unknown >> leaf & 1 == 1 {
                    if let Some((names, sources)) = names {
                        if values[leaf] < 0 {
                            text.char('-');
                        }
                        sources.write(names[leaf], text);
                    } else {
                        text.char('?');
                    }
                    // The value of an unknown leaf of a type is its facts.
                    Facts::of_code(values[leaf]).write(text);
                } else {
                    if (kept | marked) >> leaf & 1 == 1 {
                        text.char('_');
                    }
                    if kept >> leaf & 1 == 0 {
                        text.integer(values[leaf]);
                    }
                }
                self.bases.get(leaf).write(text);
                leaf += 1;
            } else {
                text.char('(');
                if rank > 0 {
                    depth += 1;
                    left[depth] = rank;
                    node += 1;
                    continue;
                }
                text.char(')');
            }
            while depth > 0 {
                left[depth] -= 1;
                if left[depth] > 0 {
                    text.char(',');
                    break;
                }
                text.char(')');
                depth -= 1;
            }
            node += 1;
        }
    }

    /// The notation with `_` before each known leaf: `(_4,n)`.
    #[doc(hidden)]
    pub const fn marked(&self) -> Text {
        let mut text = Text::EMPTY;
        self.write(&mut text, true);
        text
    }
}

impl Layout {
    pub(crate) const fn write(&self, text: &mut Text, marked: bool) {
        self.shape().write(text, marked);
        text.char(':');
        self.stride().write(text, marked);
    }

    /// The notation with `_` before each known leaf: `(_4,n):(_1,_4)`.
    #[doc(hidden)]
    pub const fn marked(&self) -> Text {
        let mut text = Text::EMPTY;
        self.write(&mut text, true);
        text
    }

    pub(crate) const fn write_as(&self, text: &mut Text, pattern: bool) {
        if pattern { self.write_pattern(text) } else { self.write(text, false) }
    }
}

impl Tiler {
    pub(crate) const fn write(&self, text: &mut Text) {
        self.write_as(text, false);
    }

    /// Prints the notation. With `pattern`, unknown leaves print as `?`.
    pub(crate) const fn write_as(&self, text: &mut Text, pattern: bool) {
        if !self.by_mode {
            return self.layout.write_as(text, pattern);
        }
        text.char('<');
        let mut at = TreePosition { node: 1, leaf: 0 };
        let mut i = 0;
        while i < self.layout.rank() {
            if i > 0 {
                text.char(',');
            }
            if self.keeps(i) {
                text.char('_');
            } else {
                self.layout.part(at).write_as(text, pattern);
            }
            at = self.layout.profile.after(at);
            i += 1;
        }
        text.char('>');
    }
}

impl Coord {
    pub(crate) const fn write(&self, text: &mut Text) {
        self.tuple.write_leaves(text, self.kept, 0, 0);
    }
}

impl Swizzle {
    pub(crate) const fn write(&self, text: &mut Text) {
        text.str("Sw<");
        text.integer(self.bits as i64);
        text.char(',');
        text.integer(self.base as i64);
        text.char(',');
        text.integer(self.shift as i64);
        text.char('>');
    }
}

impl ComposedLayout {
    pub(crate) const fn write(&self, text: &mut Text, marked: bool) {
        self.swizzle.write(text);
        text.str(" o ");
        IntTuple::single(self.offset).write(text, marked);
        text.str(" o ");
        self.layout.write(text, marked);
    }

    /// The notation with `_` before each known leaf.
    #[doc(hidden)]
    pub const fn marked(&self) -> Text {
        let mut text = Text::EMPTY;
        self.write(&mut text, true);
        text
    }
}

// `Display` writes the value into a `Text` and prints it with the padding of the formatter (`value/text.rs`).
printed!(IntTuple, |value, text| value.write(text, false));
printed!(Layout, |value, text| value.write(text, false));
printed!(Tiler, |value, text| value.write(text));
printed!(Coord, |value, text| value.write(text));
printed!(Swizzle, |value, text| value.write(text));
printed!(ComposedLayout, |value, text| value.write(text, false));
