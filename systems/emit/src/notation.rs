//! Reads [`SymbolicLayout`] from text.

use std::str::FromStr;

use layout_core::{ComposedLayout, Layout, MAX_LEAVES, MAX_NODES, Swizzle};

use crate::EmitError;
use crate::facts::RuntimeLeaf;
use crate::monomial::Monomial;
use crate::reserved::is_reserved;
use crate::symbolic::{LeafTree, SymbolicLayout};

struct Reader<'a> {
    text: &'a str,
    at: usize,
    parameters: Vec<RuntimeLeaf>,
    /// Open parentheses.
    levels: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> u8 {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        bytes.get(self.at).copied().unwrap_or(0)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    fn expected<T>(&self, expected: impl Into<String>) -> Result<T, EmitError> {
        Err(EmitError::syntax(self.at, expected))
    }

    fn word(&mut self) -> &str {
        let start = self.at;
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// The parameter `name`.
    fn parameter(&mut self, name: String, is_extent: bool) -> Monomial {
        let found = self.parameters.iter().position(|leaf| leaf.name == name);
        let index = found.unwrap_or_else(|| {
            self.parameters.push(RuntimeLeaf::new(name, is_extent));
            self.parameters.len() - 1
        });
        // A stride that is also an extent is at least 1.
        let leaf = &mut self.parameters[index];
        leaf.is_extent |= is_extent;
        leaf.raise(u64::from(is_extent));
        Monomial::parameter(index)
    }

    /// A product of integers and names.
    fn leaf(&mut self, leaf: usize, is_extent: bool) -> Result<Monomial, EmitError> {
        let mut product = Monomial::ONE;
        if !is_extent && self.eat(b'-') {
            product = product.negated();
        }
        loop {
            let byte = self.peek();
            let start = self.at;
            let factor = if byte == b'?' {
                self.at += 1;
                let name = format!("{}{leaf}", if is_extent { 'n' } else { 'd' });
                if self.parameters.iter().any(|found| found.name == name) {
                    self.at = start;
                    return self.expected(format!("another name: {name} is a leaf already"));
                }
                self.parameter(name, is_extent)
            } else if byte.is_ascii_digit() {
                let word = self.word();
                // As products are printed: `2*4611686018427387904*n` is `9223372036854775808*n`.
                match word.parse::<i128>() {
                    Ok(value) => Monomial::constant(value),
                    Err(_) => {
                        return Err(EmitError::syntax(start, "an integer of at most 127 bits"));
                    }
                }
            } else if byte.is_ascii_alphabetic() {
                let name = self.word().to_owned();
                if is_reserved(&name) {
                    return Err(EmitError::syntax(
                        start,
                        format!("another name: {name} is reserved"),
                    ));
                }
                self.parameter(name, is_extent)
            } else {
                return self.expected("an integer, a name or `?`");
            };
            if product.parameters.len() + factor.parameters.len() > MAX_LEAVES {
                // Not a limit of layouts: functions of it are texts as long as the product, many times.
                return Err(EmitError::syntax(
                    start,
                    format!("a product of at most {MAX_LEAVES} names"),
                ));
            }
            product = match product.checked_times(&factor) {
                Some(product) => product,
                None => return Err(EmitError::syntax(start, "a product of at most 127 bits")),
            };
            if !self.eat(b'*') {
                return Ok(product);
            }
        }
    }

    /// A leaf, or modes in parentheses. Appends the leaves to `leaves`.
    fn tree(&mut self, leaves: &mut Vec<Monomial>, is_extent: bool) -> Result<LeafTree, EmitError> {
        if !self.eat(b'(') {
            if leaves.len() == MAX_LEAVES {
                return self.expected(format!("at most {MAX_LEAVES} leaves"));
            }
            let leaf = self.leaf(leaves.len(), is_extent)?;
            leaves.push(leaf);
            return Ok(LeafTree::Leaf(leaves.len() - 1));
        }
        // No layout has more, and each level is a call.
        if self.levels == MAX_NODES {
            return self.expected(format!("at most {MAX_NODES} levels"));
        }
        self.levels += 1;
        let mut modes = Vec::new();
        loop {
            if modes.is_empty() && self.eat(b')') {
                self.levels -= 1;
                return Ok(LeafTree::Level(modes));
            }
            modes.push(self.tree(leaves, is_extent)?);
            if self.eat(b')') {
                self.levels -= 1;
                return Ok(LeafTree::Level(modes));
            }
            if !self.eat(b',') {
                return self.expected("`,` or `)`");
            }
        }
    }

    /// The layout `S:D`, `S:col`, `S:row` or `S`.
    fn layout(&mut self) -> Result<SymbolicLayout, EmitError> {
        let mut extents = Vec::new();
        let tree = self.tree(&mut extents, true)?;
        let mut strides = Vec::new();
        let mut order: Vec<usize> = (0..extents.len()).collect();
        let mut is_compact = true;
        if self.eat(b':') {
            self.peek();
            let start = self.at;
            match self.word() {
                "col" => {}
                "row" => order.reverse(),
                _ => {
                    self.at = start;
                    if self.tree(&mut strides, false)? != tree {
                        return Err(EmitError::syntax(
                            start,
                            "strides with the nesting of the shape",
                        ));
                    }
                    is_compact = false;
                }
            }
        }
        if is_compact {
            strides = vec![Monomial::ONE; extents.len()];
            let mut product = Monomial::ONE;
            for k in order {
                strides[k] = product.clone();
                product = match product.checked_times(&extents[k]) {
                    Some(product) => product,
                    None => return self.expected("a size of at most 127 bits"),
                };
            }
        }
        if self.peek() != 0 {
            return self.expected("the end");
        }
        Ok(SymbolicLayout {
            tree,
            extents,
            strides,
            swizzle: Swizzle::IDENTITY,
            offset: Monomial::constant(0),
            parameters: std::mem::take(&mut self.parameters),
            relations: Vec::new(),
        })
    }
}

impl FromStr for SymbolicLayout {
    type Err = EmitError;

    /// Reads `S:D`, `S:col`, `S:row`, `S` or `Sw<b,m,s> o offset o S:D`. A text without run-time leaves is read as
    /// [`Layout`] or [`ComposedLayout`].
    fn from_str(text: &str) -> Result<Self, EmitError> {
        if let Ok(layout) = text.parse::<Layout>() {
            return Self::plain(&layout);
        }
        if let Ok(layout) = text.parse::<ComposedLayout>() {
            return Self::swizzled(&layout);
        }
        let mut reader = Reader { text, at: 0, parameters: Vec::new(), levels: 0 };
        if !text.trim_start().starts_with("Sw") {
            let layout = reader.layout()?;
            // Without run-time leaves the algebra has the rules, and their words.
            if layout.parameters.is_empty() {
                return Err(text.parse::<Layout>().map_or_else(EmitError::from, |layout| {
                    EmitError::new(format!("{layout} has no function"))
                }));
            }
            return Ok(layout);
        }
        let Some((swizzle, rest)) = text.split_once('>') else {
            return Err(EmitError::syntax(text.len(), "`>`"));
        };
        let swizzle: Swizzle = format!("{swizzle}>").parse()?;
        reader.at = text.len() - rest.len();
        let pass_o = |reader: &mut Reader<'_>| {
            let found = reader.eat(b'o');
            if found { Ok(()) } else { reader.expected("` o `") }
        };
        pass_o(&mut reader)?;
        reader.peek();
        // `Sw<..> o S:D` has no offset.
        let start = reader.at;
        let mut offset = Monomial::constant(0);
        let is_offset = {
            let rest = &text[start..];
            rest.split_once('o').is_some_and(|(number, _)| {
                let number = number.trim();
                !number.is_empty()
                    && number.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit())
            })
        };
        if is_offset {
            offset = reader.leaf(0, false)?;
            pass_o(&mut reader)?;
        }
        let mut layout = reader.layout()?;
        (layout.swizzle, layout.offset) = (swizzle, offset);
        Ok(layout)
    }
}
