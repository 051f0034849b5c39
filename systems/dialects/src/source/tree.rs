//! The reader of expressions: source text of any of the languages to a tree of names, lists, integers and operators.
//!
//! ```text
//! text     := [ word { word } [ ":" layout ] "=" ] layout [ NAME ( list | ";" ) ] [ ";" ]
//! layout   := pair { ("o" | "∘") pair }
//! pair     := sum [ ":" [ sum ] ]
//! sum      := product { ("+" | "-") product }
//! product  := term { ("*" | "/" | "//" | "÷" | "@") term }
//! term     := "-" term | INTEGER | "?" [ "{" .. "}" ] | "(" list ")" | "[" list "]" | "{" list "}" | "@" NAME { term }
//!           | ["!" | "#"] NAME { "::" NAME | "." NAME | "<" list ">" | "(" list ")" | "[" list "]" | "{" list "}" | "!" }
//! list     := { [ NAME "=" ] layout "," }
//! ```
//!
//! No language compares in such text, so `<` always opens arguments, and `>>` closes two lists.
//!
//! Each language has its own comments, integers, quotients, `?` and `1@0`: `//` divides in Python, and `010` is 8 in C++.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Language, SourceError};

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

/// What the text of a language is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lexicon {
    Cpp,
    /// Python, and Mojo.
    Python,
    Julia,
    Rust,
    /// Types of MLIR.
    Mlir,
}

impl Lexicon {
    fn of(language: Language, text: &str) -> Self {
        match language {
            Language::Cute | Language::Mdspan => Self::Cpp,
            Language::CuteDsl | Language::PyCute | Language::Mojo | Language::NumPy => Self::Python,
            Language::MoYe => Self::Julia,
            Language::Rust => Self::Rust,
            Language::FlyDsl if text.contains("!fly") || text.contains("#fly") => Self::Mlir,
            Language::FlyDsl => Self::Python,
        }
    }

    /// The prefixes of integers that are not decimal.
    fn radixes(self) -> &'static [(&'static str, u32)] {
        match self {
            Self::Cpp => &[("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2)],
            Self::Python => &[("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8), ("0O", 8)],
            Self::Julia | Self::Rust => &[("0x", 16), ("0b", 2), ("0o", 8)],
            Self::Mlir => &[("0x", 16)],
        }
    }

    fn suffixes(self) -> &'static [&'static str] {
        match self {
            Self::Cpp => {
                &["u", "U", "l", "L", "ul", "UL", "ll", "LL", "ull", "ULL", "z", "uz", "zu", "UZ"]
            }
            Self::Rust => &["i32", "i64", "u32", "u64", "usize", "isize"],
            Self::Python | Self::Julia | Self::Mlir => &[],
        }
    }
}

/// Reads a whole text.
pub(super) fn read(language: Language, text: &str) -> Result<Node<'_>, SourceError> {
    if text.len() > LONGEST {
        let message =
            format!("a text of at most {LONGEST} bytes is read, and this has {}", text.len());
        return Err(SourceError::new(message, 0..0));
    }
    let lexicon = Lexicon::of(language, text);
    let mut reader = Reader { text, lexicon, at: 0, depth: 0, unended: None };
    let declared = reader.skip_binding()?;
    let mut node = reader.layout()?;
    if let Some(declared) = declared {
        node = binary('=', declared, node)?;
    }
    reader.declaration(&mut node)?;
    while reader.eat(";") {}
    reader.skip();
    if let Some(at) = reader.unended {
        return Err(SourceError::new("this comment has no end", at..at + 2));
    }
    if reader.at < text.len() {
        return Err(reader.expected("the end of the text"));
    }
    Ok(node)
}

struct Reader<'a> {
    text: &'a str,
    lexicon: Lexicon,
    /// Where a comment begins that has no end.
    unended: Option<usize>,
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
            let block = match self.lexicon {
                Lexicon::Cpp | Lexicon::Rust => ["//", "/*", "*/"],
                Lexicon::Julia => ["#", "#=", "=#"],
                Lexicon::Python => ["#", "", ""],
                Lexicon::Mlir => ["//", "", ""],
            };
            let [line, open, close] = block;
            let comment = if !open.is_empty() && trimmed.starts_with(open) {
                let end = trimmed[open.len()..].find(close);
                if end.is_none() {
                    self.unended = Some(self.at);
                }
                end.map_or(trimmed.len(), |end| open.len() + end + close.len())
            } else if trimmed.starts_with(line) {
                trimmed.find('\n').unwrap_or(trimmed.len())
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

    /// Skips `using L =`, `constexpr auto l =`, `const auto& l =`, `let l =`, `layout =`, `return`. Of Rust's
    /// `const L: Layout!(..) =` it returns the type.
    fn skip_binding(&mut self) -> Result<Option<Node<'a>>, SourceError> {
        let start = self.at;
        let mut words = 0;
        while let Some(word) = self.word() {
            words += 1;
            if word == "return" && words == 1 {
                return Ok(None);
            }
        }
        self.skip();
        let has_type = self.rest().starts_with(':') && !self.rest().starts_with("::");
        if words > 1 && has_type && self.lexicon == Lexicon::Rust {
            self.at += 1;
            let declared = self.layout()?;
            return match self.eat("=") {
                true => Ok(Some(declared)),
                false => Err(self.expected("`=` and the value")),
            };
        }
        let is_reference = self.lexicon == Lexicon::Cpp && self.eat("&");
        let is_named = words > 0 && (!is_reference || self.word().is_some());
        if !is_named || !self.eat("=") || self.rest().starts_with('=') {
            self.at = start;
        }
        Ok(None)
    }

    /// The variable of a declaration of C++, `Type name(..);`: the value has the arguments, and the name says nothing.
    fn declaration(&mut self, node: &mut Node<'a>) -> Result<(), SourceError> {
        let Kind::Name(parts) = &mut node.kind else { return Ok(()) };
        let (start, Some(part)) = (self.at, parts.last_mut()) else { return Ok(()) };
        if self.word().is_none() {
            return Ok(());
        }
        match self.peek() {
            Some('(') => part.lists.push((Bracket::Round, self.list("(", ")")?)),
            Some('{') => part.lists.push((Bracket::Curly, self.list("{", "}")?)),
            Some(';') => {}
            _ => self.at = start,
        }
        node.span.end = self.at.max(node.span.end);
        Ok(())
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
            let operator = match (self.peek(), self.lexicon) {
                (Some('*'), _) => '*',
                (Some('/'), Lexicon::Python) if self.rest().starts_with("//") => '÷',
                (Some('/'), Lexicon::Cpp | Lexicon::Rust) => '/',
                (Some('/'), _) => {
                    let error = self.expected("an operator of integers: `/` divides floats");
                    return Err(match self.lexicon {
                        Lexicon::Python => error.help("`//` divides integers"),
                        Lexicon::Julia => error.help("`÷` divides integers"),
                        _ => error,
                    });
                }
                (Some('÷'), Lexicon::Julia) => '÷',
                (Some('@'), Lexicon::Rust) => '@',
                // `1E0`, a basis vector of FlyDSL: an integer ends before it.
                (Some('E'), Lexicon::Mlir)
                    if self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) =>
                {
                    'E'
                }
                _ => return Ok(left),
            };
            let is_long = operator == '÷' && self.lexicon == Lexicon::Python;
            self.at += if is_long { 2 } else { operator.len_utf8() };
            let right = self.term()?;
            left = binary(operator, left, right)?;
        }
    }

    fn term(&mut self) -> Result<Node<'a>, SourceError> {
        const TERM: &str = "an integer, a name or a tuple";
        while self.lexicon == Lexicon::Cpp {
            let before = self.at;
            let is_qualifier = matches!(self.word(), Some("const" | "volatile" | "typename"));
            if !(is_qualifier && self.peek().is_some_and(is_name_start)) {
                self.at = before;
                break;
            }
        }
        let next = self.peek();
        let start = self.at;
        let kind = match next {
            Some('-') => {
                self.at += 1;
                if self.lexicon == Lexicon::Mlir
                    && !self.rest().starts_with(|c: char| c.is_ascii_digit())
                {
                    return Err(self.expected("an integer after its sign"));
                }
                let of = self.nested(Self::term)?;
                Kind::Negative(Box::new(of))
            }
            Some('?') if matches!(self.lexicon, Lexicon::Rust | Lexicon::Mlir) => {
                self.at += 1;
                let rest = self.rest();
                let facts = match rest.find('}') {
                    Some(end) if rest.starts_with('{') => &rest[..=end],
                    _ => "",
                };
                self.at += facts.len();
                Kind::Unknown(facts)
            }
            // A mode that a type of FlyDSL leaves out.
            Some('*') if self.lexicon == Lexicon::Mlir => {
                self.at += 1;
                let (name, span) = (&self.text[start..self.at], start..self.at);
                Kind::Name([Part { name, span, lists: Vec::new() }].into())
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
            Some(c)
                if is_name_start(c) || matches!(c, '!' | '#') && self.lexicon == Lexicon::Mlir =>
            {
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
                let is_tile = self.lexicon == Lexicon::Mlir && open == "[";
                let between = if is_tile { "|" } else { "," };
                return Err(self.expected(&format!("`{between}` or `{close}`")));
            }
            let before = self.at;
            let mut keyword = self.word();
            if keyword.is_some() && (!self.eat("=") || self.rest().starts_with('=')) {
                (keyword, self.at) = (None, before);
            }
            let node = self.layout()?;
            // The tiles of FlyDSL: `[4|8]`.
            let is_tile = self.lexicon == Lexicon::Mlir && open == "[";
            let has_comma = self.eat(if is_tile { "|" } else { "," });
            if is_tile && has_comma && self.peek() == Some(']') {
                return Err(self.expected("a tile"));
            }
            items.push(Item { keyword, node, has_comma });
        }
        Ok(items)
    }

    /// An integer with the prefixes, separators and suffixes of the language: `64`, `64u`, `1'024`, `0x40`, `0o100`.
    fn integer(&mut self) -> Result<i64, SourceError> {
        let (start, rest) = (self.at, self.rest());
        let prefixed =
            self.lexicon.radixes().iter().find_map(|&(prefix, radix)| {
                rest.strip_prefix(prefix).map(|digits| (digits, radix))
            });
        // C++ counts by 8 after a zero.
        let is_octal = self.lexicon == Lexicon::Cpp && rest.starts_with('0');
        let (digits, radix) = prefixed.unwrap_or((rest, if is_octal { 8 } else { 10 }));
        let separator = match self.lexicon {
            Lexicon::Cpp => Some('\''),
            Lexicon::Mlir => None,
            _ => Some('_'),
        };
        let mut value: Option<i64> = Some(0);
        let (mut len, mut count) = (0, 0);
        for (k, c) in digits.char_indices() {
            let separates =
                Some(c) == separator && digits[k + 1..].starts_with(|c: char| c.is_digit(radix));
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
        let basis = self.lexicon == Lexicon::Mlir
            && after
                .strip_prefix('E')
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if basis && count > 0 {
            return value.ok_or_else(|| too_large(start..self.at));
        }
        let name = &after[..suffix];
        let is_padded = self.lexicon == Lexicon::Python
            && prefixed.is_none()
            && rest.starts_with('0')
            && value != Some(0);
        if is_padded {
            self.at = start;
            let error = self.expected("an integer that does not begin with 0");
            return Err(error.help("`0o10` counts by 8"));
        }
        if count == 0 || !(name.is_empty() || self.lexicon.suffixes().contains(&name)) {
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
