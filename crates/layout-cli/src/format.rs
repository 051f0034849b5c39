//! Formats notation: expressions, and literals such as `layout!(..)` in Rust code.

use std::ops::Range;

use crate::Failure;
use crate::language;

/// The macros whose arguments are notation.
const MACROS: [&str; 6] = ["layout", "Layout", "shape", "Shape", "coord", "tile"];

/// Formats an expression: blanks around operators, none elsewhere.
///
/// # Errors
///
/// Text that is not an expression.
///
/// ```
/// use layout_cli::format::expression;
/// assert_eq!(expression("( 4 ,8 ) : (8, 1)o<2 , _>")?, "(4,8):(8,1) o <2,_>");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
pub fn expression(text: &str) -> Result<String, Failure> {
    language::read(text)?;
    // Comments, line breaks and quoted texts keep their form.
    if text.contains(['#', '\n', '"']) {
        return Ok(text.to_owned());
    }
    Ok(styled(text, ","))
}

/// A literal in Rust code whose formatted text differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The bytes of its argument.
    pub span: Range<usize>,
    /// The formatted argument.
    pub styled: String,
}

/// Finds the literals in `code` that formatting would change.
///
/// The style has a blank after each comma and around operators. Arguments of several lines, comments, string literals
/// and `{..}` are left out.
///
/// ```
/// let code = "let a = layout!( (4,8):( 8,1) ); // layout!(4,8)";
/// let found = layout_cli::format::literals(code);
/// assert_eq!(&code[found[0].span.clone()], " (4,8):( 8,1) ");
/// assert_eq!(found[0].styled, "(4, 8):(8, 1)");
/// assert_eq!(found.len(), 1);
/// ```
pub fn literals(code: &str) -> Vec<Literal> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let rest = &code[at..];
        let name = word(rest);
        if name > 0 {
            at += name;
            if ["r", "br"].contains(&&rest[..name]) && code[at..].starts_with('"') {
                at += 1 + code[at + 1..].find('"').map_or(code.len() - at - 1, |end| end + 1);
                continue;
            }
            let is_macro = MACROS.contains(&&rest[..name]) && code[at..].starts_with("!(");
            if let Some(len) = is_macro.then(|| argument(&code[at + 2..])).flatten() {
                let span = at + 2..at + 2 + len;
                let styled = styled(&code[span.clone()], ", ");
                at = span.end;
                if styled != code[span.clone()] {
                    found.push(Literal { span, styled });
                }
            }
        } else {
            at += skipped(rest);
        }
    }
    found
}

/// Formats all literals in `code`.
pub fn code(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut at = 0;
    for literal in literals(code) {
        out.push_str(&code[at..literal.span.start]);
        out.push_str(&literal.styled);
        at = literal.span.end;
    }
    out + &code[at..]
}

/// The length in bytes of the name or number at the start of `text`.
fn word(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// The length in bytes of the comment, string or character literal at the start of `rest`, or of one character.
fn skipped(rest: &str) -> usize {
    let to = |end: &str, from: usize| {
        rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len())
    };
    if rest.starts_with("//") {
        return to("\n", 2);
    }
    if rest.starts_with("/*") {
        return to("*/", 2);
    }
    // A raw string. Its `r` was read as a word.
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    if hashes > 0 && rest[hashes..].starts_with('"') {
        return to(&format!("\"{}", "#".repeat(hashes)), hashes + 1);
    }
    if rest.starts_with('"') {
        let mut signs = rest.char_indices().skip(1);
        while let Some((at, sign)) = signs.next() {
            match sign {
                '\\' => drop(signs.next()),
                '"' => return at + 1,
                _ => {}
            }
        }
        return rest.len();
    }
    if let Some(quoted) = rest.strip_prefix('\'') {
        // A character literal, or a lifetime, which has no closing quote.
        let len = match quoted.strip_prefix('\\') {
            Some(escaped) => {
                escaped.char_indices().skip(1).find(|&(_, c)| c == '\'').map(|(at, _)| at + 1)
            }
            None => {
                let len = quoted.chars().next().map(char::len_utf8);
                len.filter(|&len| quoted[len..].starts_with('\''))
            }
        };
        return len.map_or(1, |len| len + 2);
    }
    rest.chars().next().map_or(1, char::len_utf8)
}

/// The length in bytes up to the parenthesis that closes the argument. `None` if the argument has several lines, a
/// comment or a string.
fn argument(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' | '{' | '[' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' | '}' | ']' => depth -= 1,
            '\n' | '"' | '\'' => return None,
            '/' if text[at + 1..].starts_with(['/', '*']) => return None,
            _ => {}
        }
    }
    None
}

/// Formats notation with `comma` between elements and blanks around operators.
fn styled(text: &str, comma: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    // `after_word`: a blank must separate the next word. `swizzle`: between `Sw<` and `>`, where commas have no blank.
    let (mut after_word, mut swizzle) = (false, false);
    while at < text.len() {
        let rest = &text[at..];
        let len = match word(rest) {
            0 if rest.starts_with('{') => braces(rest),
            0 => rest.chars().next().map_or(1, char::len_utf8),
            len => len,
        };
        let part = &rest[..len];
        at += len;
        if part.trim().is_empty() {
            continue;
        }
        let is_word = word(part) > 0;
        swizzle = match part {
            "<" => out.ends_with("Sw") || out.ends_with('S'),
            ">" => false,
            _ => swizzle,
        };
        match part {
            "," if swizzle => out.push(','),
            "," if closes(&text[at..]) => out.push(','),
            "," => out.push_str(comma),
            ";" => out.push_str("; "),
            "o" | "*" | "/" | "=" | "\u{2218}" | "+" => {
                out.truncate(out.trim_end().len());
                out.push(' ');
                out.push_str(if part == "\u{2218}" { "o" } else { part });
                out.push(' ');
            }
            _ => {
                if is_word && after_word && !out.ends_with(' ') {
                    out.push(' ');
                }
                out.push_str(part);
            }
        }
        after_word = is_word;
    }
    out.trim().to_owned()
}

/// Whether the next character closes a tuple or a tiler.
fn closes(rest: &str) -> bool {
    rest.trim_start().starts_with([')', '>'])
}

/// The length in bytes of `{..}`, nested braces included.
fn braces(text: &str) -> usize {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        depth += i32::from(sign == '{') - i32::from(sign == '}');
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}
