//! Reads a text from left to right.

use crate::dialect::few::List;
use crate::notation::error::{LayoutError, Operation, Rule};
use crate::notation::span::Span;
use crate::tuple::IntTuple;

/// Reads a text to its end. A refusal says where in the text: the word at which something else was expected,
/// or, of what the text means, all of it.
pub(crate) fn whole<'a, T>(
    text: &'a str,
    read: impl FnOnce(&mut Scanner<'a>) -> Result<T, LayoutError>,
) -> Result<T, LayoutError> {
    let mut scanner = Scanner::new(text);
    let value = read(&mut scanner);
    let value = value.and_then(|value| scanner.end().map(|()| value));
    value.map_err(|error| match (error.span(), error.rule()) {
        (Some(_), _) => error,
        (None, Rule::Syntax { position, .. }) => {
            error.at(Span { start: position, end: position + word(&text[position..]) })
        }
        (None, _) => error.at(Span { start: 0, end: text.len() }),
    })
}

/// The bytes of the word, or of the sign, that a text starts with.
fn word(text: &str) -> usize {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match text.chars().next() {
        Some(first) if inside(first) => text.find(|c| !inside(c)).unwrap_or(text.len()),
        Some(first) => first.len_utf8(),
        None => 0,
    }
}

/// A text and how far it has been read. Spaces between tokens are skipped.
#[derive(Clone)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn skip_spaces(&mut self) {
        while self.byte().is_ascii_whitespace() {
            self.at += 1;
        }
    }

    /// The byte here; 0 at the end.
    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// The next byte that is no space; 0 at the end.
    pub(crate) fn peek(&mut self) -> u8 {
        self.skip_spaces();
        self.byte()
    }

    /// Where the next token starts.
    pub(crate) fn place(&mut self) -> usize {
        self.skip_spaces();
        self.at
    }

    /// Reads the token if it is next.
    pub(crate) fn eat(&mut self, token: &str) -> bool {
        self.skip_spaces();
        let found = self.text.as_bytes()[self.at..].starts_with(token.as_bytes());
        if found {
            self.at += token.len();
        }
        found
    }

    /// Reads the token, or says what was expected.
    pub(crate) fn need(&mut self, token: &str, expected: &'static str) -> Result<(), LayoutError> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(expected)) }
    }

    /// Letters, digits and `_`.
    pub(crate) fn word(&mut self) -> &'a str {
        self.skip_spaces();
        let start = self.at;
        while self.byte().is_ascii_alphanumeric() || self.byte() == b'_' {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// A name of MLIR: perhaps `!` or `#`, words with dots between, and what follows in angle brackets, one within
    /// another. Brackets that are not closed do not belong to it.
    pub(crate) fn mlir_name(&mut self) -> &'a str {
        let start = self.place();
        self.at += usize::from(matches!(self.byte(), b'!' | b'#'));
        let first = self.at;
        while matches!(self.byte(), b'.' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z') {
            self.at += 1;
        }
        if self.at == first {
            self.at = start;
        } else if self.byte() == b'<' {
            self.at += self.angle_brackets();
        }
        &self.text[start..self.at]
    }

    /// The bytes from this `<` to the `>` that closes it.
    fn angle_brackets(&self) -> usize {
        let mut open = 0_usize;
        for (k, byte) in self.text.as_bytes()[self.at..].iter().enumerate() {
            match byte {
                b'<' => open += 1,
                b'>' if open == 1 => return k + 1,
                b'>' => open -= 1,
                _ => {}
            }
        }
        0
    }

    /// An integer up to `2^63 - 1`, perhaps negative.
    pub(crate) fn integer(&mut self, expected: &'static str) -> Result<i64, LayoutError> {
        let start = self.place();
        let negative = self.eat("-");
        match self.natural(expected) {
            Ok(value) => Ok(if negative { -value } else { value }),
            Err(error) => {
                if negative && self.at == start + 1 {
                    self.at = start;
                }
                Err(error)
            }
        }
    }

    /// An integer of 0 or more, up to `2^63 - 1`.
    pub(crate) fn natural(&mut self, expected: &'static str) -> Result<i64, LayoutError> {
        let start = self.place();
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
        let digits = &self.text[start..self.at];
        if digits.is_empty() {
            return Err(self.expected(expected));
        }
        digits.parse().map_err(|_| at(start, "an integer of at most 9223372036854775807"))
    }

    /// The end of the text.
    fn end(&mut self) -> Result<(), LayoutError> {
        if self.place() == self.text.len() { Ok(()) } else { Err(self.expected("the end")) }
    }

    /// What was expected here.
    pub(crate) fn expected(&mut self, expected: &'static str) -> LayoutError {
        at(self.place(), expected)
    }

    /// `(a, b)` in Python's spelling, integers only; `(a,)` is one of them and `()` none.
    pub(crate) fn python_tuple(&mut self) -> Result<IntTuple, LayoutError> {
        self.need("(", "`(` and a tuple of integers")?;
        let (mut values, mut rank, mut comma) = (List::EMPTY, 0, true);
        while !self.eat(")") {
            if rank > 0 && !comma {
                return Err(self.expected("`,` or `)`"));
            }
            let value = self.integer("an integer or `)`")?;
            values.push(value)?;
            comma = self.eat(",");
            rank += 1;
            if rank == 1 && !comma {
                return Err(self.expected("`,`: a Python tuple of one element has a comma"));
            }
        }
        values.tuple()
    }
}

/// What was expected at a byte.
pub(crate) fn at(position: usize, expected: &'static str) -> LayoutError {
    LayoutError::alone(Operation::Parse, Rule::Syntax { position, expected })
}
