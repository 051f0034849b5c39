//! The reader of expressions: source text of any of the languages to a tree of names, lists, integers and operators.
//!
//! ```text
//! text     := [ word { word } "=" ] layout [ ";" ]
//! layout   := pair { ("o" | "∘") pair }
//! pair     := sum [ ":" [ sum ] ]
//! sum      := product { ("+" | "-") product }
//! product  := term { ("*" | "/" | "@") term }
//! term     := "-" term | INTEGER | "?" [ "{" .. "}" ] | "(" list ")" | "[" list "]" | "{" list "}" | "@" NAME { term }
//!           | ["!" | "#"] NAME { "::" NAME | "." NAME | "<" list ">" | "(" list ")" | "[" list "]" | "{" list "}" | "!" }
//! list     := { [ NAME "=" ] layout "," }
//! ```
//!
//! No language compares in such text, so `<` always opens arguments, and `>>` closes two lists.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::SourceError;

/// The greatest number of bytes of a text.
const LONGEST: usize = 1 << 14;
/// The greatest nesting of brackets and operators, which bounds the recursion of the reader and of the evaluator.
const DEEPEST: usize = 24;

/// A part of the text.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) span: Range<usize>,
    /// The number of operators above each other.
    chain: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Kind<'a> {
    Integer(i64),
    /// `?`, with its facts: `{div=8}`, or nothing.
    Unknown(&'a str),
    /// A string, without its quotes.
    Text(&'a str),
    List(Bracket, Vec<Item<'a>>),
    /// A name with its parts: `cute::Layout<..>{..}`.
    Name(Vec<Part<'a>>),
    Binary(char, Box<Node<'a>>, Box<Node<'a>>),
    Negative(Box<Node<'a>>),
}

/// The bracket of a list. `Bare` is the list after a macro of Julia, which has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
    Angle,
    Bare,
}

/// A name, and the lists after it.
#[derive(Clone, Debug)]
pub(super) struct Part<'a> {
    pub(super) name: &'a str,
    pub(super) span: Range<usize>,
    pub(super) lists: Vec<(Bracket, Vec<Item<'a>>)>,
}

/// An element of a list, perhaps with a keyword.
#[derive(Clone, Debug)]
pub(super) struct Item<'a> {
    pub(super) keyword: Option<&'a str>,
    pub(super) node: Node<'a>,
    /// Whether a comma follows.
    pub(super) has_comma: bool,
}

/// Reads a whole text.
pub(super) fn read(text: &str) -> Result<Node<'_>, SourceError> {
    if text.len() > LONGEST {
        let message =
            format!("a text of at most {LONGEST} bytes is read, and this has {}", text.len());
        return Err(SourceError::new(message, 0..0));
    }
    let mut reader = Reader { text, at: 0, depth: 0 };
    reader.skip_binding();
    let node = reader.layout()?;
    while reader.eat(";") {}
    reader.skip();
    if reader.at < text.len() {
        return Err(reader.expected("the end of the text"));
    }
    Ok(node)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips spaces and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let comment = if trimmed.starts_with("//") || trimmed.starts_with("# ") {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
            } else {
                return;
            };
            self.at += comment;
        }
    }

    fn peek(&mut self) -> Option<char> {
        self.skip();
        self.rest().chars().next()
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip();
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    /// The error that something else was expected at the next token, which is underlined.
    fn expected(&mut self, what: &str) -> SourceError {
        self.skip();
        let rest = self.rest();
        let len = match rest.chars().next() {
            Some(c) if is_name(c) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            Some(c) => c.len_utf8(),
            None => 0,
        };
        SourceError::new(format!("expected {what}"), self.at..self.at + len)
    }

    /// The name that is next, or nothing.
    fn word(&mut self) -> Option<&'a str> {
        self.skip();
        let rest = self.rest();
        if !rest.starts_with(is_name_start) {
            return None;
        }
        let word = &rest[..rest.find(|c| !is_name(c)).unwrap_or(rest.len())];
        self.at += word.len();
        Some(word)
    }

    /// Skips `using L =`, `constexpr auto l =`, `let l =`, `layout =`.
    fn skip_binding(&mut self) {
        let start = self.at;
        let mut words = 0;
        while self.word().is_some() {
            words += 1;
        }
        if words == 0 || !self.eat("=") || self.rest().starts_with('=') {
            self.at = start;
        }
    }

    /// Pairs `shape:stride` with `o` between them.
    fn layout(&mut self) -> Result<Node<'a>, SourceError> {
        self.nested(|reader| {
            let mut left = reader.pair()?;
            loop {
                reader.skip();
                let rest = reader.rest();
                let Some(sign) = rest.chars().next().filter(|c| matches!(c, '∘' | 'o')) else {
                    return Ok(left);
                };
                if rest[sign.len_utf8()..].starts_with(is_name) {
                    return Ok(left);
                }
                reader.at += sign.len_utf8();
                let right = reader.pair()?;
                left = binary('o', left, right)?;
            }
        })
    }

    /// A sum, or `shape:stride`.
    fn pair(&mut self) -> Result<Node<'a>, SourceError> {
        let left = self.sum()?;
        self.skip();
        if self.rest().starts_with("::") || !self.eat(":") {
            return Ok(left);
        }
        // `x[3:]` of Python has nothing after the colon.
        if self.peek() == Some(']') {
            let right = Node { kind: Kind::Unknown(""), span: self.at..self.at, chain: 0 };
            return binary(':', left, right);
        }
        let right = self.sum()?;
        binary(':', left, right)
    }

    /// Runs `read` a level deeper.
    fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, SourceError>,
    ) -> Result<T, SourceError> {
        if self.depth == DEEPEST {
            let message = format!("at most {DEEPEST} levels of brackets are read");
            return Err(SourceError::new(message, self.at..self.at));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn sum(&mut self) -> Result<Node<'a>, SourceError> {
        let mut left = self.product()?;
        while let Some(operator @ ('+' | '-')) = self.peek() {
            self.at += 1;
            let right = self.product()?;
            left = binary(operator, left, right)?;
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Node<'a>, SourceError> {
        let mut left = self.term()?;
        loop {
            let operator = match self.peek() {
                Some(c @ ('*' | '/' | '@')) => c,
                // `1E0`, a basis vector of FlyDSL: an integer ends before it.
                Some('E') if self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) => 'E',
                _ => return Ok(left),
            };
            self.at += 1;
            let right = self.term()?;
            left = binary(operator, left, right)?;
        }
    }

    fn term(&mut self) -> Result<Node<'a>, SourceError> {
        const TERM: &str = "an integer, a name or a tuple";
        let next = self.peek();
        let start = self.at;
        let kind = match next {
            Some('-') => {
                self.at += 1;
                let of = self.nested(Self::term)?;
                Kind::Negative(Box::new(of))
            }
            Some('?') => {
                self.at += 1;
                let rest = self.rest();
                let facts = match rest.find('}') {
                    Some(end) if rest.starts_with('{') => &rest[..=end],
                    _ => "",
                };
                self.at += facts.len();
                Kind::Unknown(facts)
            }
            Some('0'..='9') => Kind::Integer(self.integer()?),
            Some(quote @ ('"' | '\'')) => {
                let inside = &self.rest()[1..];
                let end = inside.find(quote).ok_or_else(|| self.expected("a string that ends"))?;
                self.at += end + 2;
                Kind::Text(&inside[..end])
            }
            Some('(') => Kind::List(Bracket::Round, self.list("(", ")")?),
            Some('[') => Kind::List(Bracket::Square, self.list("[", "]")?),
            Some('{') => Kind::List(Bracket::Curly, self.list("{", "}")?),
            Some('@') => self.julia_macro()?,
            Some(c) if is_name_start(c) || matches!(c, '!' | '#') => {
                self.at += usize::from(!is_name_start(c));
                Kind::Name(self.parts()?)
            }
            _ => return Err(self.expected(TERM)),
        };
        Ok(Node { kind, span: start..self.at, chain: 0 })
    }

    /// `@Layout (2, 4) (4, 1)`: a name and terms that nothing separates, or a call.
    fn julia_macro(&mut self) -> Result<Kind<'a>, SourceError> {
        self.at += 1;
        let start = self.at;
        let Some(name) = self.word() else { return Err(self.expected("the name of a macro")) };
        let span = start..self.at;
        if self.rest().starts_with('(') {
            let list = self.list("(", ")")?;
            return Ok(Kind::Name(
                [Part { name, span, lists: [(Bracket::Bare, list)].into() }].into(),
            ));
        }
        let mut list = Vec::new();
        while let Some(c) = self.peek()
            && (is_name(c) || matches!(c, '(' | '-'))
        {
            let node = self.nested(Self::term)?;
            list.push(Item { keyword: None, node, has_comma: false });
        }
        Ok(Kind::Name([Part { name, span, lists: [(Bracket::Bare, list)].into() }].into()))
    }

    /// A name with its parts.
    fn parts(&mut self) -> Result<Vec<Part<'a>>, SourceError> {
        let mut parts = Vec::new();
        loop {
            self.skip();
            let start = self.at;
            let Some(name) = self.word() else { return Err(self.expected("a name")) };
            let mut part = Part { name, span: start..self.at, lists: Vec::new() };
            loop {
                // `layout!(..)`, `layout![..]`.
                if self.rest().starts_with("!(") || self.rest().starts_with("![") {
                    self.at += 1;
                }
                let list = match self.peek() {
                    Some('<') => (Bracket::Angle, self.list("<", ">")?),
                    Some('(') => (Bracket::Round, self.list("(", ")")?),
                    Some('[') => (Bracket::Square, self.list("[", "]")?),
                    Some('{') => (Bracket::Curly, self.list("{", "}")?),
                    _ => break,
                };
                part.lists.push(list);
            }
            parts.push(part);
            if self.eat("::") {
                // `a::<..>` of Rust.
                if self.peek() == Some('<') {
                    let list = (Bracket::Angle, self.list("<", ">")?);
                    if let Some(part) = parts.last_mut() {
                        part.lists.push(list);
                    }
                    return Ok(parts);
                }
            } else if !self.eat(".") {
                return Ok(parts);
            }
        }
    }

    fn list(&mut self, open: &str, close: &str) -> Result<Vec<Item<'a>>, SourceError> {
        let start = self.at;
        self.eat(open);
        let mut items: Vec<Item<'a>> = Vec::new();
        while !self.eat(close) {
            if self.peek().is_none() {
                let message = format!("expected `{close}`, which closes this bracket");
                return Err(SourceError::new(message, start..start + open.len()));
            }
            if items.last().is_some_and(|item| !item.has_comma) {
                return Err(self.expected(&format!("`,` or `{close}`")));
            }
            let before = self.at;
            let mut keyword = self.word();
            if keyword.is_some() && (!self.eat("=") || self.rest().starts_with('=')) {
                (keyword, self.at) = (None, before);
            }
            let node = self.layout()?;
            let has_comma = self.eat(",");
            items.push(Item { keyword, node, has_comma });
        }
        Ok(items)
    }

    /// An integer with the suffixes and separators of any of the languages: `64`, `64u`, `1'024`, `0x40`.
    fn integer(&mut self) -> Result<i64, SourceError> {
        let (start, rest) = (self.at, self.rest());
        let (digits, radix) = match rest.strip_prefix("0x") {
            Some(digits) => (digits, 16),
            None => (rest, 10),
        };
        let mut value: Option<i64> = Some(0);
        let (mut len, mut count) = (0, 0);
        for (k, c) in digits.char_indices() {
            let separates =
                matches!(c, '_' | '\'') && digits[k + 1..].starts_with(|c: char| c.is_digit(radix));
            match c.to_digit(radix) {
                Some(digit) => {
                    count += 1;
                    value = value
                        .and_then(|value| value.checked_mul(i64::from(radix)))
                        .and_then(|value| value.checked_add(i64::from(digit)));
                }
                None if separates => {}
                None => break,
            }
            len = k + c.len_utf8();
        }
        let after = &digits[len..];
        let suffix = after.find(|c| !is_name(c)).unwrap_or(after.len());
        self.at = start + (rest.len() - digits.len()) + len;
        let basis = after
            .strip_prefix('E')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if basis && count > 0 {
            return value.ok_or_else(|| too_large(start..self.at));
        }
        let known =
            ["u", "U", "l", "L", "ul", "UL", "ll", "LL", "ull", "ULL", "z", "uz", "zu", "UZ"];
        let rust = ["i32", "i64", "u32", "u64", "usize", "isize"];
        let name = &after[..suffix];
        if count == 0 || !(name.is_empty() || known.contains(&name) || rust.contains(&name)) {
            self.at = start;
            return Err(self.expected("an integer"));
        }
        self.at += suffix;
        value.ok_or_else(|| too_large(start..self.at))
    }
}

fn too_large(span: Range<usize>) -> SourceError {
    SourceError::new("an integer is past 9223372036854775807", span)
}

/// An operator between two operands. A chain of them is a tree that is as deep as the chain is long.
fn binary<'a>(operator: char, left: Node<'a>, right: Node<'a>) -> Result<Node<'a>, SourceError> {
    let span = left.span.start..right.span.end;
    let chain = left.chain.max(right.chain) + 1;
    if chain > DEEPEST {
        let message = format!("at most {DEEPEST} operators in a row are read");
        return Err(SourceError::new(message, span));
    }
    let kind = Kind::Binary(operator, Box::new(left), Box::new(right));
    Ok(Node { kind, span, chain })
}
