//! Positions of a text outside brackets and strings.

use alloc::vec::Vec;

/// The positions of `text` at which `is_end` holds outside brackets and strings. `->` is no bracket.
///
/// A closing bracket without an opening one counts as the end of the text.
pub(super) fn outside(text: &str, mut visit: impl FnMut(usize, &str) -> bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0_usize, 0);
    while at < bytes.len() {
        if depth == 0 && text.is_char_boundary(at) && visit(at, &text[at..]) {
            return Some(at);
        }
        match bytes[at] {
            b'"' => at = string_end(bytes, at),
            b'-' | b'=' if bytes.get(at + 1) == Some(&b'>') => at += 1,
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return None,
            },
            _ => {}
        }
        at += 1;
    }
    None
}

/// The last byte of the string that begins at `at`.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while end < bytes.len() && bytes[end] != b'"' {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    end
}

/// The position of the bracket that closes the one at the start of `text`.
pub(super) fn closing(text: &str) -> Option<usize> {
    let inside = text.get(1..)?;
    let mut end = None;
    let mut rest = 0;
    // The scan stops at the first bracket that nothing inside opened.
    outside(inside, |at, _| {
        rest = at;
        false
    });
    if inside[rest..].starts_with([')', ']', '}', '>']) {
        end = Some(rest + 1);
    }
    end
}

/// Whether each bracket of `text` is closed in it, but for braces, which open regions.
pub(super) fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i64;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = string_end(bytes, at),
            b'-' | b'=' if bytes.get(at + 1) == Some(&b'>') => at += 1,
            b'(' | b'[' | b'<' => depth += 1,
            b')' | b']' | b'>' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    depth <= 0
}

/// The parts of `text` between commas outside brackets, trimmed. Empty for a text of spaces.
pub(super) fn split_commas(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = outside(rest, |_, rest| rest.starts_with(',')) {
        parts.push(rest[..at].trim());
        rest = &rest[at + 1..];
    }
    if !(parts.is_empty() && rest.trim().is_empty()) {
        parts.push(rest.trim());
    }
    parts
}

/// The byte of `part`, a slice of `text`, in `text`.
pub(super) fn position(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}
