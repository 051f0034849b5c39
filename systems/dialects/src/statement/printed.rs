//! Printed results: `(6,2):(8,2) o (4,3):(3,1) = ((2,2),3):((24,2),8)`.

use alloc::vec::Vec;

use super::Statement;
use super::brackets::{outside, position};

/// The signs between an operation and its result.
const SIGNS: [(&str, usize); 7] =
    [(" == ", 4), (" = ", 3), (" => ", 4), (" -> ", 4), (" # ", 3), (" // ", 4), (" yields ", 8)];
/// What a line may begin with, before the operation.
const MARKS: [&str; 7] = [">>> ", "// ", "# ", "* ", "- ", "| ", "$ "];

/// The lines `operation = layout` of a text, where the right side has the form of a layout. `name` is the operation,
/// a text of the notation.
///
/// ```
/// use static_layout_dialects::statement::printed;
/// let found = printed("A o B: see below\n  4:1 o 2:2 = 2:2\n");
/// assert_eq!((found.len(), found[0].name, found[0].result), (1, "4:1 o 2:2", Some("2:2")));
/// ```
pub fn printed(text: &str) -> Vec<Statement<'_>> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut rest = line.trim();
        while let Some(less) = MARKS.iter().find_map(|mark| rest.strip_prefix(mark)) {
            rest = less.trim_start();
        }
        let mut len = 0;
        let sign = outside(rest, |_, rest| {
            let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
            len = sign.map_or(0, |(_, len)| *len);
            sign.is_some()
        });
        let Some(at) = sign else { continue };
        let (left, right) = (rest[..at].trim(), rest[at + len..].trim());
        let right = right.trim_end_matches(['.', ',', ';', '|', ' ']);
        if !is_layout(right) || !left.contains([' ', '(', '~']) {
            continue;
        }
        let begin = position(text, left);
        found.push(Statement {
            name: left,
            operands: Vec::new(),
            attributes: "",
            result: Some(right),
            span: begin..begin + left.len(),
        });
    }
    found
}

/// Whether a text may be a printed layout: integers, brackets, `:`, a swizzle before it.
pub(super) fn is_layout(text: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_digit() || "():,_ o<>@-?Sw".contains(c);
    text.contains(':') && text.chars().all(is_sign)
}
