//! Splits an expression into tokens: names, integers, quoted strings and signs.

use std::ops::Range;

use crate::Failure;

/// A token and its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedToken {
    /// The token.
    pub kind: TokenKind,
    /// The byte range.
    pub span: Range<usize>,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Digits, with an optional `_` in front: `4`, `_4`. Of `_-4` the `_` is left out.
    Integer(i64),
    /// Letters, digits and `_`, the first not a digit, or `?`; with the facts that follow in braces, `n{div=8}`. Of the
    /// library's macros `tile!` is a name, and the others are left out.
    Name(String),
    /// The contents of a quoted string, without escapes.
    Text(String),
    /// Any other character of the language.
    Sign(char),
    /// The end of the text.
    End,
}

/// The macros of the library whose argument is itself notation, so that `layout!((4,8):(8,1))` of a program is read.
const MACROS: [&str; 5] = ["layout!", "Layout!", "shape!", "Shape!", "coord!"];

/// The characters that are tokens by themselves.
const SIGNS: &str = "()<>,:;.=~*/@_-";

/// Splits `text` into tokens. The last is the end token.
///
/// # Errors
///
/// A character that is not part of the language, an integer past `i64::MAX`, a string without a closing quote.
pub fn tokens(text: &str) -> Result<Vec<SpannedToken>, Failure> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (len, kind) = match first {
            _ if first.is_whitespace() => (first.len_utf8(), None),
            '#' => (rest.find('\n').unwrap_or(rest.len()), None),
            '0'..='9' => integer(text, at, 0)?,
            '_' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => integer(text, at, 1)?,
            // CuTe prints the integer -4 as `_-4`.
            '_' if rest[1..].starts_with('-')
                && rest[2..].starts_with(|c: char| c.is_ascii_digit()) =>
            {
                (1, None)
            }
            '_' if !rest[1..].starts_with(is_inside_name) => (1, Some(TokenKind::Sign('_'))),
            '\u{2218}' => (first.len_utf8(), Some(TokenKind::Name("o".to_owned()))),
            '"' => quoted(text, at)?,
            '?' => {
                let len = 1 + facts(&rest[1..]);
                (len, Some(TokenKind::Name(rest[..len].to_owned())))
            }
            _ if MACROS.iter().any(|name| rest.starts_with(name)) => (macro_name(rest), None),
            _ if rest.starts_with("tile!") => (5, Some(TokenKind::Name("tile!".to_owned()))),
            _ if is_inside_name(first) => {
                let word = rest.find(|c| !is_inside_name(c)).unwrap_or(rest.len());
                let len = word + facts(&rest[word..]);
                (len, Some(TokenKind::Name(rest[..len].to_owned())))
            }
            _ if SIGNS.contains(first) => (1, Some(TokenKind::Sign(first))),
            _ => {
                let message = format!("unexpected character `{first}`");
                let failure = Failure::new(message).at(text, at..at + first.len_utf8());
                return Err(match first {
                    '\'' => failure.help("cmd.exe takes double quotes: \"(4,8):(8,1)\""),
                    '[' if !tokens.is_empty() => {
                        failure.help("an offset is a(1,2), a slice a(1,_)")
                    }
                    _ => failure,
                });
            }
        };
        tokens.extend(kind.map(|kind| SpannedToken { kind, span: at..at + len }));
        at += len;
    }
    tokens.push(SpannedToken { kind: TokenKind::End, span: at..at });
    Ok(tokens)
}

/// The length of the name of a macro with its `!`.
fn macro_name(text: &str) -> usize {
    text.find('!').map_or(0, |end| end + 1)
}

/// The length of the facts in braces that the text begins with.
fn facts(text: &str) -> usize {
    if text.starts_with('{') { text.find('}').map_or(0, |end| end + 1) } else { 0 }
}

fn is_inside_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Reads the digits from `at + skip` on.
fn integer(text: &str, at: usize, skip: usize) -> Result<(usize, Option<TokenKind>), Failure> {
    let digits = &text[at + skip..];
    let len = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    match digits[..len].parse() {
        Ok(value) => Ok((skip + len, Some(TokenKind::Integer(value)))),
        Err(_) => {
            Err(Failure::new(format!("an integer is past {}", i64::MAX))
                .at(text, at..at + skip + len))
        }
    }
}

/// Reads a string from the quotation mark at `at`. The escapes are `\"` and `\\`.
fn quoted(text: &str, at: usize) -> Result<(usize, Option<TokenKind>), Failure> {
    let mut out = String::new();
    let mut signs = text[at + 1..].char_indices();
    while let Some((k, sign)) = signs.next() {
        match sign {
            '"' => return Ok((k + 2, Some(TokenKind::Text(out)))),
            '\\' => out.extend(signs.next().map(|(_, next)| next)),
            _ => out.push(sign),
        }
    }
    Err(Failure::new("this string has no closing `\"`").at(text, at..at + 1))
}
