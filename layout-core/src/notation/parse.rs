//! The notation, read in `const`.

use crate::error::{LayoutError, Rule};
use crate::layout::Layout;
use crate::layout::builder::Builder;
use crate::layout::tiler::Tiler;
use crate::notation::reader::Reader;
use crate::number::basis::Basis;
use crate::number::limit::{Limit, MAX_RANK};
use crate::number::{Num, tri};
use crate::swizzle::bits::Swizzle;
use crate::swizzle::composed::ComposedLayout;
use crate::tuple::IntTuple;
use crate::tuple::coord::Coord;

/// What a leaf may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaf {
    Extent,
    Integer,
    Stride,
    Coordinate,
}

impl Leaf {
    const fn expected(self) -> &'static str {
        match self {
            Self::Extent => "an extent (an integer of 0 or more) or `(`",
            Self::Integer | Self::Stride => "an integer or `(`",
            Self::Coordinate => "an integer, `_` or `(`",
        }
    }
}

impl Reader<'_> {
    /// A layout that was read from `start` on, its last part from `last` on.
    const fn made<T: Copy>(
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

    /// A leaf: its integer, and whether it is `_`.
    const fn leaf(&mut self, kind: Leaf) -> Result<(i64, bool), Rule> {
        let expected = kind.expected();
        match self.peek() {
            b'S' => self.expected("an integer or `(`, not a swizzle"),
            b'?' => self.expected("an integer: `?` names a type, not a value"),
            b'-' if matches!(kind, Leaf::Extent) => self.expected(expected),
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
            b'_' if matches!(kind, Leaf::Coordinate) => {
                self.at += 1;
                Ok((0, true))
            }
            _ => Ok((tri!(self.digits(expected)), false)),
        }
    }

    /// What a stride counts in: `@1@0`, innermost first.
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

    /// A tuple, added to `out`.
    const fn tuple(&mut self, kind: Leaf, out: &mut Coord) -> Result<(), Rule> {
        if !self.eat(b'(') {
            let start = self.at;
            let (value, kept) = tri!(self.leaf(kind));
            let k = out.tuple.profile.leaves();
            if let Err(limit) = out.tuple.profile.push_leaf() {
                self.whole = Some(start);
                return Err(Rule::Full { limit });
            }
            let basis = if matches!(kind, Leaf::Stride) { tri!(self.basis()) } else { Basis::NONE };
            let basis = if value == 0 { Basis::NONE } else { basis };
            out.tuple.set_num(k, Num { value, known: true, basis });
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

    pub(super) const fn coord(&mut self, kind: Leaf) -> Result<Coord, Rule> {
        let mut out = Coord { tuple: IntTuple::EMPTY, kept: 0 };
        tri!(self.tuple(kind, &mut out));
        Ok(out)
    }

    pub(super) const fn int_tuple(&mut self, kind: Leaf) -> Result<IntTuple, Rule> {
        let coord = tri!(self.coord(kind));
        Ok(coord.tuple)
    }

    /// A layout; its own refusals name their operands.
    pub(super) const fn layout(&mut self) -> Result<Layout, LayoutError> {
        self.peek();
        let start = self.at;
        let shape = match self.int_tuple(Leaf::Extent) {
            Ok(shape) => shape,
            Err(rule) => return Err(self.refuse(rule)),
        };
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
            match self.int_tuple(Leaf::Stride) {
                Ok(stride) => Layout::new(shape, stride),
                Err(rule) => return Err(self.refuse(rule)),
            }
        };
        self.made(made, start, last)
    }

    /// The arguments of `order(..)`; one of them may order an integer shape.
    const fn order(&mut self, shape: &IntTuple) -> Result<IntTuple, Rule> {
        if self.peek() != b'(' {
            return self.expected("`(` and the order of the modes");
        }
        let order = tri!(self.int_tuple(Leaf::Integer));
        if shape.profile.is_leaf(0) && order.profile.rank(0) == 1 && order.leaf_count() == 1 {
            return Ok(IntTuple::single(order.num(0)));
        }
        Ok(order)
    }

    /// One of the three integers of a swizzle, and what comes after it.
    const fn part(&mut self, end: u8, expected: &'static str) -> Result<i64, Rule> {
        self.peek();
        let (value, _) = tri!(self.leaf(Leaf::Integer));
        if !self.eat(end) {
            return self.expected(expected);
        }
        Ok(value)
    }

    /// `Sw<B,M,S>`, or `S<B,M,S>`.
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

    /// `Sw<B,M,S> o offset o `.
    const fn head(&mut self) -> Result<(Swizzle, i64), Rule> {
        let swizzle = tri!(self.swizzle());
        if !self.eat(b'o') {
            return self.expected("` o ` and the offset");
        }
        let (offset, _) = tri!(self.leaf(Leaf::Integer));
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
            Ok(layout) => self.made(ComposedLayout::new(swizzle, offset, layout), start, start),
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
