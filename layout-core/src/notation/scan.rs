//! A scanner for notations of layouts, with located errors. Crates that read other notations use it, such as
//! `static-layout-dialects`.
//!
//! ```
//! use layout_core::scan::{Scanner, read_whole};
//!
//! let pair = |scanner: &mut Scanner<'_>| {
//!     let rows = scanner.natural("the rows")?;
//!     scanner.expect("x", "`x` and the columns")?;
//!     Ok((rows, scanner.natural("the columns")?))
//! };
//! assert_eq!(read_whole("4 x 6", pair)?, (4, 6));
//! let error = read_whole("4 by 6", pair).unwrap_err();
//! assert_eq!(error.to_string(), "at byte 2: expected `x` and the columns");
//! assert_eq!(error.span(), Some(2..4));
//! # Ok::<(), layout_core::LayoutError>(())
//! ```

use crate::error::span::Span;
use crate::error::{LayoutError, Operation, Rule};

/// Reads a text with `read`, which must reach the end.
///
/// # Errors
/// Those of `read`, and [`Rule::Syntax`] where text remains. The [span](LayoutError::span) of a syntax error is the
/// unexpected word. The span of any other error is the whole text, unless `read` has set one.
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

/// The length of the word, or of the character, that a text starts with.
fn word(text: &str) -> usize {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match text.chars().next() {
        Some(first) if inside(first) => text.find(|c| !inside(c)).unwrap_or(text.len()),
        Some(first) => first.len_utf8(),
        None => 0,
    }
}

/// A text and how far it is read. Every function skips spaces before a token.
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

    /// The current byte. 0 at the end.
    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// The next byte that is not a space. 0 at the end.
    pub fn peek(&mut self) -> u8 {
        self.skip_spaces();
        self.byte()
    }

    /// The byte at which the next token starts.
    pub fn position(&mut self) -> usize {
        self.skip_spaces();
        self.at
    }

    /// Reads the token if it is next. Returns whether it was.
    pub fn eat(&mut self, token: &str) -> bool {
        self.skip_spaces();
        let found = self.text.as_bytes()[self.at..].starts_with(token.as_bytes());
        if found {
            self.at += token.len();
        }
        found
    }

    /// Reads the token.
    ///
    /// # Errors
    /// [`Rule::Syntax`] with `expected` where another token is next.
    pub fn expect(&mut self, token: &str, expected: &'static str) -> Result<(), LayoutError> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(expected)) }
    }

    /// Reads a list up to `end`: `element` reads each element, and a comma is between two.
    ///
    /// # Errors
    /// Those of `element`, and [`Rule::Syntax`] with `expected` where neither a comma nor the end follows an element.
    pub fn list(
        &mut self,
        end: &str,
        expected: &'static str,
        mut element: impl FnMut(&mut Self) -> Result<(), LayoutError>,
    ) -> Result<(), LayoutError> {
        let mut is_first = true;
        while !self.eat(end) {
            if !is_first {
                self.expect(",", expected)?;
            }
            is_first = false;
            element(self)?;
        }
        Ok(())
    }

    /// Reads letters, digits and `_`: the longest run of them, perhaps empty.
    pub fn word(&mut self) -> &'a str {
        let len = run(self.rest(), |byte| byte.is_ascii_alphanumeric() || byte == b'_');
        self.take(len)
    }

    /// The text from the next token on.
    pub fn rest(&mut self) -> &'a str {
        self.skip_spaces();
        &self.text[self.at..]
    }

    /// Reads the next `len` bytes of [`rest`](Self::rest).
    ///
    /// # Panics
    /// If `len` exceeds the rest, or splits a character.
    pub fn take(&mut self, len: usize) -> &'a str {
        let taken = &self.rest()[..len];
        self.at += len;
        taken
    }

    /// Reads an integer of absolute value up to `2^63 - 1`.
    ///
    /// # Errors
    /// [`Rule::Syntax`] with `expected` where none is next, and for a greater one.
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

    /// Reads an integer from 0 to `2^63 - 1`.
    ///
    /// # Errors
    /// [`Rule::Syntax`] with `expected` where none is next, and for a greater one.
    pub fn natural(&mut self, expected: &'static str) -> Result<i64, LayoutError> {
        let (start, digits) = self.digits(expected)?;
        digits.parse().map_err(|_| expected_at(start, "an integer of at most 9223372036854775807"))
    }

    /// Reads a word of 64 bits as an integer without a sign.
    ///
    /// # Errors
    /// As [`natural`](Self::natural).
    pub fn word_of_bits(&mut self, expected: &'static str) -> Result<u64, LayoutError> {
        let (start, digits) = self.digits(expected)?;
        digits.parse().map_err(|_| expected_at(start, "an integer of at most 18446744073709551615"))
    }

    /// The digits that are next, and where they begin.
    fn digits(&mut self, expected: &'static str) -> Result<(usize, &'a str), LayoutError> {
        let start = self.position();
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
        let digits = &self.text[start..self.at];
        if digits.is_empty() { Err(self.expected(expected)) } else { Ok((start, digits)) }
    }

    /// Checks that no token remains.
    fn end(&mut self) -> Result<(), LayoutError> {
        if self.position() == self.text.len() { Ok(()) } else { Err(self.expected("the end")) }
    }

    /// The error that `expected` was expected here.
    pub fn expected(&mut self, expected: &'static str) -> LayoutError {
        expected_at(self.position(), expected)
    }
}

/// The error that `expected` was expected at a byte.
pub fn expected_at(position: usize, expected: &'static str) -> LayoutError {
    LayoutError::alone(Operation::Parse, Rule::Syntax { position, expected })
}

/// The number of leading bytes that satisfy `inside`.
fn run(text: &str, inside: impl Fn(u8) -> bool) -> usize {
    text.bytes().take_while(|&byte| inside(byte)).count()
}
