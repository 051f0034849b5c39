//! The characters of a text in `const`, and the span of an error.

use crate::error::span::Span;
use crate::error::{LayoutError, Operation, Rule};
use crate::notation::open::Names;

/// A text and how far it is read. An error underlines the token at the current byte, or all text from `whole` on.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    pub(super) at: usize,
    /// Where an error that concerns more than a token begins.
    pub(super) whole: Option<usize>,
    /// The names of open leaves, where the text may have these.
    pub(super) names: Option<Names>,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), at: 0, whole: None, names: None }
    }

    /// The next byte that is not a space. 0 at the end.
    pub(super) const fn peek(&mut self) -> u8 {
        while self.at < self.bytes.len() && self.bytes[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        self.byte(0)
    }

    /// The bytes from `start` up to what has been read.
    pub(super) const fn text(&self, start: usize) -> &[u8] {
        self.bytes.split_at(self.at).0.split_at(start).1
    }

    pub(super) const fn byte(&self, ahead: usize) -> u8 {
        if self.at + ahead < self.bytes.len() { self.bytes[self.at + ahead] } else { 0 }
    }

    pub(super) const fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        if found {
            self.at += 1;
        }
        found
    }

    pub(super) const fn eat_word(&mut self, word: &str) -> bool {
        self.peek();
        let word = word.as_bytes();
        let mut k = 0;
        while k < word.len() {
            if self.byte(k) != word[k] {
                return false;
            }
            k += 1;
        }
        // A name of an open leaf can begin like a word.
        if self.names.is_some()
            && word[0].is_ascii_alphabetic()
            && self.byte(k).is_ascii_alphanumeric()
        {
            return false;
        }
        self.at += word.len();
        true
    }

    /// The next token: digits and letters, another character, or nothing.
    const fn token(&self) -> Span {
        let (start, mut end) = (self.at, self.at);
        while end < self.bytes.len() && self.bytes[end].is_ascii_alphanumeric() {
            end += 1;
        }
        if end == start && end < self.bytes.len() {
            end += 1;
            // Takes all bytes of a character that is not ASCII.
            while end < self.bytes.len() && self.bytes[end] & 0xC0 == 0x80 {
                end += 1;
            }
        }
        Span { start, end }
    }

    /// The text from `start` up to what has been read.
    pub(super) const fn since(&self, start: usize) -> Span {
        let mut end = self.at;
        while end > start && self.bytes[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        Span { start, end }
    }

    /// A rule as the error of this text.
    pub(super) const fn refuse(&self, rule: Rule) -> LayoutError {
        let span = match self.whole {
            Some(start) => self.since(start),
            None => self.token(),
        };
        LayoutError::alone(Operation::Parse, rule).at(span)
    }

    /// The value that is read, if the text ends there.
    pub(super) const fn finish<T: Copy>(
        mut self,
        read: Result<T, Rule>,
        expected: &'static str,
    ) -> Result<T, LayoutError> {
        let rule = match read {
            Ok(value) => match self.end(expected) {
                Ok(()) => return Ok(value),
                Err(rule) => rule,
            },
            Err(rule) => rule,
        };
        Err(self.refuse(rule))
    }

    pub(super) const fn expected<T>(&self, expected: &'static str) -> Result<T, Rule>
    where
        T: Copy,
    {
        Err(Rule::Syntax { position: self.at, expected })
    }

    pub(super) const fn end(&mut self, expected: &'static str) -> Result<(), Rule> {
        match self.peek() {
            0 if self.at == self.bytes.len() => Ok(()),
            b'@' => self.expected("the end: only strides count in units (`1@0`)"),
            _ => self.expected(expected),
        }
    }

    /// Reads digits: an integer up to `2^63 - 1`.
    pub(super) const fn digits(&mut self, expected: &'static str) -> Result<i64, Rule> {
        if !self.byte(0).is_ascii_digit() {
            return self.expected(expected);
        }
        let (start, mut value) = (self.at, 0_i64);
        while self.byte(0).is_ascii_digit() {
            let digit = (self.byte(0) - b'0') as i64;
            value = match value.checked_mul(10) {
                Some(tens) => match tens.checked_add(digit) {
                    Some(value) => value,
                    None => i64::MIN,
                },
                None => i64::MIN,
            };
            if value < 0 {
                self.at = start;
                return self.expected("an integer of at most 9223372036854775807");
            }
            self.at += 1;
        }
        Ok(value)
    }
}
