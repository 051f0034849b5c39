//! Reads and prints symbolic layouts: the notation `S:D`, with products of names as leaves.
//!
//! ```text
//! layout  := tuple [ ":" ( "row" | "col" | tuple ) ]
//! tuple   := product | INTEGER "@" INTEGER { "@" INTEGER } | "(" tuple { "," tuple } ")"
//! product := factor { "*" factor | "/" INTEGER }
//! factor  := [ "_" ] INTEGER | NAME [ facts ] | "?" [ facts ] | "ceil(" factor { "*" factor } "/" INTEGER ")"
//! facts   := "{" { "div=" INTEGER | "i32" | "<=" INTEGER } "}"
//! ```

use core::fmt;
use core::str::FromStr;

use crate::error::{LayoutError, Operand, Operation, Rule};
use crate::notation::scan::{Scanner, expected_at, read_whole};
use crate::symbolic::product::{Meaning, Product};
use crate::symbolic::{SymbolicError, SymbolicLayout};
use crate::value::limit::{Limit, MAX_LEAVES, MAX_RANK};
use crate::value::{DimName, Facts, IntTuple, Layout, Text};

/// The greatest nesting that is read, which bounds the recursion.
const DEEPEST: usize = 24;

/// The greatest number of bytes of a name.
const LONGEST: usize = 15;

/// The leaves of one tuple.
struct Leaves {
    products: [Product; MAX_LEAVES],
    len: usize,
}

impl SymbolicLayout {
    /// Reads a symbolic layout. `constants` has the integers of names that are known.
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// let constant = |name: &str| (name == "k").then_some(64);
    /// let a = SymbolicLayout::parse("(n,k):row", constant)?;
    /// assert_eq!(a.to_string(), "(n,64):(64,1)");
    /// let a: SymbolicLayout = "(n,m{div=8},4):row".parse()?;
    /// assert_eq!(a.to_string(), "(n,m{div=8},4):(4*m,4,1)");
    /// # Ok::<(), layout_core::SymbolicError>(())
    /// ```
    ///
    /// # Errors
    /// A text that is not a symbolic layout, with the byte; more names than 12.
    pub fn parse(
        text: &str,
        constants: impl Fn(&str) -> Option<i64>,
    ) -> Result<Self, SymbolicError> {
        let mut out = Self::UNIT;
        let read = |scanner: &mut Scanner<'_>| out.read(scanner, &constants);
        read_whole(text, read)?;
        Ok(out)
    }

    fn read(
        &mut self,
        scanner: &mut Scanner<'_>,
        constants: &dyn Fn(&str) -> Option<i64>,
    ) -> Result<(), LayoutError> {
        let mut extents = Leaves { products: [Product::ONE; MAX_LEAVES], len: 0 };
        let shape = self.read_tuple(scanner, constants, &mut extents, 0)?;
        let place = scanner.position();
        if extents.products[..extents.len].iter().any(|extent| extent.factor < 0) {
            return Err(expected_at(place, "a shape before it whose extents have no sign"));
        }
        if (0..shape.leaf_count()).any(|k| !shape.basis(k).is_none()) {
            return Err(expected_at(place, "a shape before it of extents, without `@`"));
        }
        self.extents = extents.products;
        if !scanner.eat(":") || scanner.eat("col") {
            return self.compact(&shape, 0..extents.len);
        }
        if scanner.eat("row") {
            return self.compact(&shape, (0..extents.len).rev());
        }
        let mut strides = Leaves { products: [Product::ONE; MAX_LEAVES], len: 0 };
        let stride = self.read_tuple(scanner, constants, &mut strides, 0)?;
        self.strides = strides.products;
        if !shape.congruent(&stride) {
            let (left, right) = (Operand::TuplePattern(shape), Operand::TuplePattern(stride));
            return Err(LayoutError::refused(Operation::Make, left, right, Rule::Congruence));
        }
        self.layout = Layout::from_parts(shape, stride);
        if (0..stride.leaf_count()).any(|k| !stride.basis(k).is_none()) {
            // Steps along coordinates and offsets do not add up.
            if let Err(error) = Layout::new(shape, stride) {
                let (left, right) = (Operand::TuplePattern(shape), Operand::TuplePattern(stride));
                return Err(LayoutError::refused(Operation::Make, left, right, error.rule));
            }
        }
        Ok(())
    }

    /// Completes the shape by compact strides. `order` has the leaves from the fastest on.
    pub(super) fn compact(
        &mut self,
        shape: &IntTuple,
        order: impl Iterator<Item = usize>,
    ) -> Result<(), LayoutError> {
        let (mut stride, mut covered) = (*shape, Product::ONE);
        let overflow = Rule::Overflow { a: i64::MAX, operator: '*', b: 2 };
        for k in order {
            let is_one = self.extents[k].as_constant() == Some(1);
            self.strides[k] = if is_one { Product::constant(0) } else { covered };
            stride.set_num(k, self.strides[k].num());
            let more = covered.times(&self.extents[k]);
            covered = more.ok_or(LayoutError::alone(Operation::Make, overflow))?;
        }
        self.layout = Layout::from_parts(*shape, stride);
        Ok(())
    }

    fn read_tuple(
        &mut self,
        scanner: &mut Scanner<'_>,
        constants: &dyn Fn(&str) -> Option<i64>,
        leaves: &mut Leaves,
        depth: usize,
    ) -> Result<IntTuple, LayoutError> {
        let full = |limit| LayoutError::alone(Operation::Parse, Rule::Full { limit });
        if !scanner.eat("(") {
            let before = scanner.rest();
            let product = self.read_product(scanner, constants, false)?;
            let place = scanner.position();
            let mut has_basis = false;
            while scanner.eat("@") {
                has_basis = true;
                scanner.natural("the number of a coordinate")?;
            }
            *leaves.products.get_mut(leaves.len).ok_or(full(Limit::Leaves))? = product;
            leaves.len += 1;
            if has_basis {
                let step = before[..before.len() - scanner.rest().len()].trim_end();
                let known = product.as_constant().and_then(|_| IntTuple::parse(step).ok());
                return known
                    .ok_or(expected_at(place, "a known integer before `@`, and numbers up to 11"));
            }
            return Ok(match product.as_constant() {
                Some(value) => IntTuple::leaf(value),
                None => IntTuple::unknown(0),
            });
        }
        if depth == DEEPEST {
            return Err(full(Limit::Nodes));
        }
        let (mut parts, mut rank) = ([IntTuple::leaf(0); MAX_RANK], 0);
        while !scanner.eat(")") {
            let part = self.read_tuple(scanner, constants, leaves, depth + 1)?;
            *parts.get_mut(rank).ok_or(full(Limit::Rank))? = part;
            rank += 1;
            if !scanner.eat(",") && scanner.peek() != b')' {
                return Err(scanner.expected("`,` or `)`"));
            }
        }
        IntTuple::tuple(&parts[..rank])
    }

    fn read_product(
        &mut self,
        scanner: &mut Scanner<'_>,
        constants: &dyn Fn(&str) -> Option<i64>,
        in_ceil: bool,
    ) -> Result<Product, LayoutError> {
        let place = scanner.position();
        let mut product = self.read_factor(scanner, constants)?;
        loop {
            let next = if scanner.eat("*") {
                product.times(&self.read_factor(scanner, constants)?)
            } else if !in_ceil && scanner.eat("/") {
                match scanner.natural("the divisor")? {
                    0 => return Err(expected_at(place, "a divisor of 1 or more")),
                    by => self.require_divisor(by, &product).and_then(|()| product.over(by)),
                }
            } else {
                return Ok(product);
            };
            let expected = "a product within the capacity, whose constant the divisor divides";
            product = next.ok_or(expected_at(place, expected))?;
        }
    }

    fn read_factor(
        &mut self,
        scanner: &mut Scanner<'_>,
        constants: &dyn Fn(&str) -> Option<i64>,
    ) -> Result<Product, LayoutError> {
        let place = scanner.position();
        // `_4` and `_-4` are integers, as in layouts without names.
        let is_static = scanner.rest().starts_with('_')
            && scanner.rest()[1..].starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if is_static {
            scanner.take(1);
        }
        if is_static || matches!(scanner.peek(), b'-' | b'0'..=b'9') {
            return scanner.integer("an integer or a name").map(Product::constant);
        }
        let (meaning, facts) = if scanner.eat("?") {
            (Meaning::Unnamed, Facts::read(scanner)?)
        } else {
            let name = scanner.word();
            if name.is_empty() || name.as_bytes()[0].is_ascii_digit() || name == "_" {
                return Err(expected_at(place, "an integer, a name, `?` or `(`"));
            }
            if name == "ceil" && scanner.eat("(") {
                let dividend = self.read_product(scanner, constants, true)?;
                scanner.expect("/", "`/` and the divisor")?;
                let by = match scanner.natural("the divisor")? {
                    0 => return Err(expected_at(place, "a divisor of 1 or more")),
                    by => by,
                };
                scanner.expect(")", "`)`")?;
                (Meaning::Ceil(dividend, by), Facts::NONE)
            } else if name.len() > LONGEST {
                return Err(expected_at(place, "a name of at most 15 bytes"));
            } else if let Some(value) = constants(name) {
                return Ok(Product::constant(value));
            } else if is_negative_of_cute(name) {
                return Err(expected_at(
                    place,
                    "an integer such as -1: `_m1` is CuTe's name of it",
                ));
            } else {
                (Meaning::Name(DimName::new(name)), Facts::read(scanner)?)
            }
        };
        let symbol = self.symbols.add(meaning, facts);
        symbol.map(Product::symbol).ok_or(expected_at(place, "at most 12 names"))
    }
}

/// Whether a name is one of CuTe's for a negative integer, such as `_m1` for -1.
fn is_negative_of_cute(name: &str) -> bool {
    name.strip_prefix("_m").is_some_and(|digits| digits.parse::<u64>().is_ok())
}

impl FromStr for SymbolicLayout {
    type Err = SymbolicError;

    fn from_str(text: &str) -> Result<Self, SymbolicError> {
        Self::parse(text, |_| None)
    }
}

impl fmt::Display for SymbolicLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::EMPTY;
        self.write_sides(&mut text, false);
        text.fmt(f)
    }
}

crate::value::text::debug_as_display!(SymbolicLayout);

impl SymbolicLayout {
    /// The text with the facts of every name, also of those that appear in products alone. It reads back as this layout where there
    /// are no [`conditions`](Self::conditions).
    ///
    /// ```
    /// use layout_core::SymbolicLayout;
    /// let a: SymbolicLayout = "(n{div=8},64):(64,1)".parse()?;
    /// let tiles = a.logical_divide(&"<8,16>".parse()?)?;
    /// assert_eq!(tiles.to_string(), "((8,n/8),(16,4)):((64,512),(1,16))");
    /// assert_eq!(tiles.notation().to_string(), "((8,n{div=8}/8),(16,4)):((64,512),(1,16))");
    /// assert_eq!(tiles.notation().as_str().parse::<SymbolicLayout>()?.conditions().as_str(), "");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn notation(&self) -> Text {
        let mut text = Text::EMPTY;
        self.write_sides(&mut text, true);
        text
    }

    /// Prints both sides. `everywhere` is whether facts follow a name within a product too.
    fn write_sides(&self, text: &mut Text, everywhere: bool) {
        let (shape, stride) = self.parts();
        let sides = [(&shape, &self.extents), (&stride, &self.strides)];
        // Names that appear alone have their facts there.
        let mut declared = 0_u16;
        for (side, products) in sides {
            for product in products.iter().take(side.leaf_count()) {
                declared |= product.as_symbol().filter(|_| everywhere).map_or(0, |k| 1 << k);
            }
        }
        let (mut alone, mut within) = (0, if everywhere { declared } else { u16::MAX });
        for (k, (side, products)) in sides.into_iter().enumerate() {
            text.str(if k > 0 { ":" } else { "" });
            self.write_side(side, products, [&mut alone, &mut within], text);
        }
    }

    /// Prints one side. The facts of a name follow its first appearance alone, and its first one within a product; the masks are
    /// of the names whose facts are printed.
    fn write_side(
        &self,
        side: &IntTuple,
        products: &[Product; MAX_LEAVES],
        [declared, within]: [&mut u16; 2],
        text: &mut Text,
    ) {
        write_part(side, &mut 0, text, &mut |leaf, text| {
            let product = &products[leaf];
            self.symbols.write_with(product, text, &mut |k, text| {
                if *within >> k & 1 == 0 {
                    *within |= 1 << k;
                    self.symbols.get(k).declared.write(text);
                }
            });
            let (mut path, mut rest, mut len) = ([0; MAX_RANK], side.basis(leaf), 0);
            while let Some((index, inner)) = rest.split() {
                (path[len], rest, len) = (index, inner, len + 1);
            }
            for &index in path[..len].iter().rev() {
                text.char('@');
                text.integer(index as i64);
            }
            if let Some(k) = product.as_symbol()
                && matches!(self.symbols.get(k).meaning, Meaning::Name(_))
                && *declared >> k & 1 == 0
            {
                *declared |= 1 << k;
                self.symbols.get(k).declared.write(text);
            }
        });
    }
}

/// Prints parentheses and commas. `next` is the number of the first leaf of the part, and `leaf` prints one.
fn write_part(
    part: &IntTuple,
    next: &mut usize,
    text: &mut Text,
    leaf: &mut impl FnMut(usize, &mut Text),
) {
    if part.depth() == 0 {
        *next += 1;
        return leaf(*next - 1, text);
    }
    text.char('(');
    for (i, mode) in (0..part.rank()).map_while(|i| Some((i, part.mode(i).ok()?))) {
        text.str(if i > 0 { "," } else { "" });
        write_part(&mode, next, text, leaf);
    }
    text.char(')');
}
