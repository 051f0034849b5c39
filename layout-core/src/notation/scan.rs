//! Reads a text from left to right.

use crate::error::span::Span;
use crate::error::{LayoutError, Operation, Rule};

/// Reads a text to its end. A refusal says where in the text: the word at which something else was expected,
/// or, of what the text means, all of it.
pub fn read_whole<'a, T>(
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
pub struct Scanner<'a> {
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
    pub fn peek(&mut self) -> u8 {
        self.skip_spaces();
        self.byte()
    }

    /// Where the next token starts.
    pub fn position(&mut self) -> usize {
        self.skip_spaces();
        self.at
    }

    /// Reads the token if it is next.
    pub fn eat(&mut self, token: &str) -> bool {
        self.skip_spaces();
        let found = self.text.as_bytes()[self.at..].starts_with(token.as_bytes());
        if found {
            self.at += token.len();
        }
        found
    }

    /// Reads the token, or says what was expected.
    pub fn expect(&mut self, token: &str, expected: &'static str) -> Result<(), LayoutError> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(expected)) }
    }

    /// Reads letters, digits and `_`: the longest run of them, perhaps empty.
    pub fn word(&mut self) -> &'a str {
        let len = run(self.rest(), |byte| byte.is_ascii_alphanumeric() || byte == b'_');
        self.take(len)
    }

    /// The text after the spaces here.
    pub fn rest(&mut self) -> &'a str {
        self.skip_spaces();
        &self.text[self.at..]
    }

    /// Reads the next `len` bytes of [`rest`](Self::rest).
    ///
    /// # Panics
    /// If `len` bytes are not whole characters of the rest.
    pub fn take(&mut self, len: usize) -> &'a str {
        let taken = &self.rest()[..len];
        self.at += len;
        taken
    }

    /// An integer up to `2^63 - 1`, perhaps negative.
    pub fn integer(&mut self, expected: &'static str) -> Result<i64, LayoutError> {
        let start = self.position();
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
    pub fn natural(&mut self, expected: &'static str) -> Result<i64, LayoutError> {
        let start = self.position();
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
        let digits = &self.text[start..self.at];
        if digits.is_empty() {
            return Err(self.expected(expected));
        }
        digits.parse().map_err(|_| expected_at(start, "an integer of at most 9223372036854775807"))
    }

    /// The end of the text.
    fn end(&mut self) -> Result<(), LayoutError> {
        if self.position() == self.text.len() { Ok(()) } else { Err(self.expected("the end")) }
    }

    /// What was expected here.
    pub fn expected(&mut self, expected: &'static str) -> LayoutError {
        expected_at(self.position(), expected)
    }
}

/// What was expected at a byte.
pub fn expected_at(position: usize, expected: &'static str) -> LayoutError {
    LayoutError::alone(Operation::Parse, Rule::Syntax { position, expected })
}

/// The number of leading bytes that satisfy `inside`.
fn run(text: &str, inside: impl Fn(u8) -> bool) -> usize {
    text.bytes().take_while(|&byte| inside(byte)).count()
}
