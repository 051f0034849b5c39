//! The grammar of the notation, as functions of [`Reader`]. They are `const fn`, so that macros, constants and
//! programs read the same texts.
//!
//! ```text
//! layout  = tuple [":" (tuple | "col" | "row" | "order" tuple)]
//! tuple   = leaf | "(" [tuple {"," tuple} [","]] ")"
//! leaf    = ["_"] integer {"@" index}      only strides have "@"
//!         | ("?" | name) [facts] {"@" index}   a leaf that is known at run time, where the text may have these (`open.rs`)
//! coord   = tuple with "_" as a leaf
//! tiler   = layout | "<" [(layout | "_") {"," (layout | "_")}] ">"
//! swizzle = ("Sw" | "S") "<" integer "," integer "," integer ">"
//! composed = swizzle "o" integer "o" layout
//! ```

use crate::error::{LayoutError, Rule};
use crate::layout::builder::Builder;
use crate::notation::open::OFFSET;
use crate::notation::reader::Reader;
use crate::number::tri;
use crate::value::limit::{Limit, MAX_RANK};
use crate::value::{Basis, ComposedLayout, Coord, IntTuple, Layout, Num, Swizzle, Tiler};

/// The kind of the leaves of a tuple.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LeafKind {
    Extent,
    Integer,
    Stride,
    Coordinate,
}

impl LeafKind {
    const fn expected(self) -> &'static str {
        match self {
            Self::Extent => "an extent (an integer of 0 or more) or `(`",
            Self::Integer | Self::Stride => "an integer or `(`",
            Self::Coordinate => "an integer, `_` or `(`",
        }
    }
}

impl Reader<'_> {
    /// Locates the error of a constructor: a layout read from `start` on, whose last part was read from `last` on.
    pub(super) const fn made<T: Copy>(
        &self,
        made: Result<T, LayoutError>,
        start: usize,
        last: usize,
    ) -> Result<T, LayoutError> {
        match made {
            Ok(made) => Ok(made),
            Err(error) => Err(match error.rule {
                Rule::Congruence | Rule::OrderFit | Rule::Mixture { .. } => {
                    error.at(self.since(last))
                }
                _ => error.at(self.since(start)),
            }),
        }
    }

    /// Reads a leaf: its integer, and whether it is `_`.
    const fn leaf(&mut self, kind: LeafKind) -> Result<(i64, bool), Rule> {
        let expected = kind.expected();
        match self.peek() {
            b'S' => self.expected("an integer or `(`, not a swizzle"),
            b'?' => self.expected("an integer: `?` names a type, not a value"),
            b'-' if matches!(kind, LeafKind::Extent) => self.expected(expected),
            b'-' => {
                self.at += 1;
                if self.byte(0) == b'_' {
                    self.at += 1;
                }
                Ok((-tri!(self.digits(expected)), false))
            }
            b'_' if self.byte(1).is_ascii_digit() || self.byte(1) == b'-' => {
                self.at += 1;
                self.leaf(kind)
            }
            b'_' if matches!(kind, LeafKind::Coordinate) => {
                self.at += 1;
                Ok((0, true))
            }
            _ => Ok((tri!(self.digits(expected)), false)),
        }
    }

    /// Reads the basis of a stride: `@1@0`, innermost index first.
    const fn basis(&mut self) -> Result<Basis, Rule> {
        let mut basis = Basis::NONE;
        while self.eat(b'@') {
            self.peek();
            let start = self.at;
            let index = tri!(self.digits("the index of an element"));
            basis = match basis.inside(index as usize) {
                Some(basis) => basis,
                None => {
                    self.whole = Some(start);
                    return Err(Rule::Full { limit: Limit::Path });
                }
            };
        }
        Ok(basis)
    }

    /// Reads a tuple, and appends it to `out`.
    const fn tuple(&mut self, kind: LeafKind, out: &mut Coord) -> Result<(), Rule> {
        if !self.eat(b'(') {
            let start = self.at;
            let k = out.tuple.profile.leaves();
            self.peek();
            let open = tri!(self.open_leaf(kind, k));
            let (value, kept) = match open {
                Some(facts) => (facts, false),
                None => tri!(self.leaf(kind)),
            };
            if let Err(limit) = out.tuple.profile.push_leaf() {
                self.whole = Some(start);
                return Err(Rule::Full { limit });
            }
            let basis =
                if matches!(kind, LeafKind::Stride) { tri!(self.basis()) } else { Basis::NONE };
            let known = open.is_none();
            let basis = if known && value == 0 { Basis::NONE } else { basis };
            out.tuple.set_num(k, Num { value, known, basis });
            out.kept |= (kept as u32) << k;
            return Ok(());
        }
        let node = out.tuple.profile.nodes();
        if let Err(limit) = out.tuple.profile.push_tuple(0) {
            self.at -= 1;
            return Err(Rule::Full { limit });
        }
        let mut rank = 0;
        while !self.eat(b')') {
            if rank > 0 && self.peek() == b'@' {
                return self.expected("`,` or `)`: only strides count in units (`1@0`)");
            }
            if rank > 0 && !self.eat(b',') {
                return self.expected("`,` or `)`");
            }
            if rank > 0 && self.eat(b')') {
                break;
            }
            if rank == MAX_RANK {
                return Err(Rule::Full { limit: Limit::Rank });
            }
            tri!(self.tuple(kind, out));
            rank += 1;
        }
        match out.tuple.profile.set_rank(node, rank) {
            Ok(()) => Ok(()),
            Err(limit) => Err(Rule::Full { limit }),
        }
    }

    pub(super) const fn coord(&mut self, kind: LeafKind) -> Result<Coord, Rule> {
        let mut out = Coord { tuple: IntTuple::EMPTY, kept: 0 };
        tri!(self.tuple(kind, &mut out));
        Ok(out)
    }

    pub(super) const fn int_tuple(&mut self, kind: LeafKind) -> Result<IntTuple, Rule> {
        let coord = tri!(self.coord(kind));
        Ok(coord.tuple)
    }

    /// Reads a layout. The errors of its constructors name the operands.
    pub(super) const fn layout(&mut self) -> Result<Layout, LayoutError> {
        self.peek();
        let start = self.at;
        let shape = match self.int_tuple(LeafKind::Extent) {
            Ok(shape) => shape,
            Err(rule) => return Err(self.refuse(rule)),
        };
        if !shape.all_known() {
            return self.open_layout(shape, start);
        }
        if !self.eat(b':') || self.eat_word("col") {
            return self.made(Layout::col_major(shape), start, start);
        }
        if self.eat_word("row") {
            return self.made(Layout::row_major(shape), start, start);
        }
        let last = self.at;
        let made = if self.eat_word("order") {
            match self.order(&shape) {
                Ok(order) => Layout::ordered(shape, order),
                Err(rule) => return Err(self.refuse(rule)),
            }
        } else {
            match self.int_tuple(LeafKind::Stride) {
                Ok(stride) if !stride.all_known() => Layout::open(shape, stride),
                Ok(stride) => Layout::new(shape, stride),
                Err(rule) => return Err(self.refuse(rule)),
            }
        };
        self.made(made, start, last)
    }

    /// Reads the argument of `order(..)`. A tuple of one integer orders an integer shape.
    pub(super) const fn order(&mut self, shape: &IntTuple) -> Result<IntTuple, Rule> {
        if self.peek() != b'(' {
            return self.expected("`(` and the order of the modes");
        }
        let order = tri!(self.int_tuple(LeafKind::Integer));
        if shape.profile.is_leaf(0) && order.profile.rank(0) == 1 && order.leaf_count() == 1 {
            return Ok(IntTuple::single(order.num(0)));
        }
        Ok(order)
    }

    /// Reads one of the three integers of a swizzle, and the character after it.
    const fn part(&mut self, end: u8, expected: &'static str) -> Result<i64, Rule> {
        self.peek();
        let (value, _) = tri!(self.leaf(LeafKind::Integer));
        if !self.eat(end) {
            return self.expected(expected);
        }
        Ok(value)
    }

    /// Reads `Sw<B,M,S>`, or `S<B,M,S>`.
    pub(super) const fn swizzle(&mut self) -> Result<Swizzle, Rule> {
        self.peek();
        let start = self.at;
        if !self.eat_word("Sw") && !self.eat_word("S") {
            return self.expected("a swizzle such as `Sw<3,4,3>`");
        }
        if !self.eat(b'<') {
            return self.expected("`<` and the three numbers of the swizzle");
        }
        let bits = tri!(self.part(b',', "`,` and the base of the swizzle"));
        let base = tri!(self.part(b',', "`,` and the shift of the swizzle"));
        let shift = tri!(self.part(b'>', "`>` after the three numbers of the swizzle"));
        let swizzle = Swizzle::checked(bits, base, shift);
        if swizzle.is_err() {
            self.whole = Some(start);
        }
        swizzle
    }

    /// Reads `Sw<B,M,S> o offset o `.
    const fn head(&mut self) -> Result<(Swizzle, Num), Rule> {
        let swizzle = tri!(self.swizzle());
        if !self.eat(b'o') {
            return self.expected("` o ` and the offset");
        }
        self.peek();
        let offset = match tri!(self.open_leaf(LeafKind::Integer, OFFSET)) {
            Some(facts) => Num::unknown(facts),
            None => Num::known(tri!(self.leaf(LeafKind::Integer)).0),
        };
        if !self.eat(b'o') {
            return self.expected("` o ` and the layout");
        }
        Ok((swizzle, offset))
    }

    pub(super) const fn composed(&mut self) -> Result<ComposedLayout, LayoutError> {
        self.peek();
        let start = self.at;
        let (swizzle, offset) = match self.head() {
            Ok(head) => head,
            Err(rule) => return Err(self.refuse(rule)),
        };
        match self.layout() {
            Ok(layout) if !offset.known || !layout.all_known() => {
                Ok(ComposedLayout { swizzle, offset, layout })
            }
            Ok(layout) => {
                self.made(ComposedLayout::new(swizzle, offset.value, layout), start, start)
            }
            Err(error) => Err(error),
        }
    }

    pub(super) const fn tiler(&mut self) -> Result<Tiler, LayoutError> {
        self.peek();
        let start = self.at;
        if !self.eat(b'<') {
            return match self.layout() {
                Ok(layout) => Ok(Tiler::whole(layout)),
                Err(error) => Err(error),
            };
        }
        let (mut out, mut kept, mut rank) = (Builder::EMPTY, 0, 0);
        out.open(0);
        while !self.eat(b'>') {
            if rank > 0 && !self.eat(b',') {
                let rule = Rule::Syntax { position: self.at, expected: "`,` or `>`" };
                return Err(self.refuse(rule));
            }
            if rank > 0 && self.eat(b'>') {
                break;
            }
            if rank == MAX_RANK {
                return Err(self.refuse(Rule::Full { limit: Limit::Rank }));
            }
            if self.peek() == b'_' && !self.byte(1).is_ascii_digit() {
                self.at += 1;
                kept |= 1 << rank;
                out.leaf(Num::ONE, Num::ZERO);
            } else {
                self.tile_from(out.layout.modes.len);
                match self.layout() {
                    Ok(layout) => out.whole(&layout),
                    Err(error) => return Err(error),
                }
            }
            rank += 1;
        }
        out.set_rank(rank);
        match out.finish() {
            Ok(layout) => Ok(Tiler { layout, by_mode: true, kept }),
            Err(rule) => {
                self.whole = Some(start);
                Err(self.refuse(rule))
            }
        }
    }
}
