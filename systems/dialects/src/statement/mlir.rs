//! Programs of MLIR: `%r = cute.composition(%a, %b) : (A, B) -> R`.
//!
//! A type that an operation does not print is the type of its result where another operation uses it.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::brackets::{closing, is_balanced, outside, position, split_commas};
use super::{Program, Statement};

/// The dialects whose operations are found.
const DIALECTS: [&str; 7] = ["cute.", "fly.", "memref.", "ttg.", "tt.", "vector.", "linalg."];
/// What stands between the types of operands and of results.
const ARROWS: [&str; 3] = ["->", " to ", " into "];
/// What begins a region in which names are new.
const FUNCTIONS: [&str; 6] =
    ["module", "gpu.module", "func.func", "cuda.kernel", "gpu.func", "tt.func"];
/// The most lines of an operation.
const MOST_LINES: usize = 32;

/// The operations of a program of MLIR. Lines that are none are left out.
pub fn mlir(text: &str) -> Program<'_> {
    let mut program = Program::default();
    let mut lines = text.lines();
    // The operations whose result has no type yet, by the name of the result.
    let mut untyped: BTreeMap<&str, usize> = BTreeMap::new();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if trimmed.starts_with(['!', '#']) {
            if let Some((name, meaning)) = trimmed.split_once(" = ") {
                program.aliases.insert(name.trim(), meaning.trim());
            }
            continue;
        }
        if FUNCTIONS.iter().any(|function| trimmed.starts_with(function)) {
            untyped.clear();
        }
        let Some((results, start)) = head(trimmed) else { continue };
        let name = name(start);
        if name.is_empty() {
            continue;
        }
        // An operation continues while a bracket is open, and where its types begin a line.
        let begin = position(text, start);
        let mut end = position(text, trimmed) + trimmed.len();
        let mut ahead = lines.clone();
        for _ in 0..MOST_LINES {
            let Some(next) = ahead.next() else { break };
            let continues = next.trim_start().starts_with([':', '-']);
            if !continues && is_balanced(&text[begin..end]) {
                break;
            }
            end = position(text, next) + next.trim_end().len();
            lines = ahead.clone();
        }
        let mut found = operation(&text[begin..end], name);
        found.span = begin..end;
        // A text may have several modules, each with aliases of its own.
        found.result = found.result.map(|result| program.resolve(result));
        for of in &mut found.operands {
            *of = program.resolve(of);
        }
        let names = operand_names(found.attributes);
        let makes = name.rsplit('.').next().is_some_and(|name| {
            name.starts_with("make_") || matches!(name, "static" | "alloca" | "alloc")
        });
        if found.result.is_none() && makes {
            found.result = found.operands.first().copied();
            found.operands.clear();
        }
        if names.len() == found.operands.len() {
            for (name, of) in names.iter().zip(&found.operands) {
                if let Some(at) = untyped.remove(name) {
                    program.operations[at].result = Some(of);
                }
            }
        }
        let results = split_commas(results);
        for name in &results {
            untyped.remove(name);
        }
        if let ([only], None) = (results.as_slice(), found.result) {
            untyped.insert(only, program.operations.len());
        }
        program.operations.push(found);
    }
    program
}

/// The results of a line, and the text from the name of the operation on.
fn head(line: &str) -> Option<(&str, &str)> {
    match line.starts_with('%') {
        true => line.split_once(" = ").map(|(results, rest)| (results, rest.trim_start())),
        false => Some(("", line)),
    }
}

/// The name of an operation of one of the dialects, without the quotes of the generic form. Empty for any other text.
fn name(text: &str) -> &str {
    let text = text.strip_prefix('"').unwrap_or(text);
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let name = &text[..text.find(|c| !is_name(c)).unwrap_or(text.len())];
    if DIALECTS.iter().any(|dialect| name.starts_with(dialect)) { name } else { "" }
}

/// The names of the operands of an operation: `%a`, `%a#1`.
fn operand_names(text: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '#' | '-' | '$');
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let after = &rest[at + 1..];
        let end = after.find(|c| !is_name(c)).unwrap_or(after.len());
        names.push(&rest[at..at + 1 + end]);
        rest = &after[end..];
    }
    names
}

/// Reads the parts of an operation.
fn operation<'a>(text: &'a str, name: &'a str) -> Statement<'a> {
    let colon = outside(text, |_, rest| rest.starts_with(':') && !rest.starts_with("::"));
    let (attributes, types) = match colon {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, ""),
    };
    let arrow = |rest: &str| ARROWS.iter().find(|arrow| rest.starts_with(**arrow));
    let (operands, result) = match outside(types, |_, rest| arrow(rest).is_some()) {
        Some(at) => (&types[..at], Some(&types[at + arrow(&types[at..]).map_or(0, |a| a.len())..])),
        None => (types, None),
    };
    let first = result.and_then(|result| split_types(result).first().copied());
    Statement { name, operands: split_types(operands), attributes, result: first, span: 0..0 }
}

/// The types of a list, with or without parentheses. Attributes behind a type are cut.
fn split_types(text: &str) -> Vec<&str> {
    let text = text.trim();
    let inside = match closing(text) {
        Some(end) if text.starts_with('(') && text[end + 1..].trim().is_empty() => &text[1..end],
        _ => text,
    };
    let whole = |text| -> &str {
        let end = outside(text, |_, rest| {
            [" {", " loc(", " attributes"].iter().any(|t| rest.starts_with(t))
        });
        text[..end.unwrap_or(text.len())].trim()
    };
    split_commas(inside).into_iter().map(whole).filter(|text| !text.is_empty()).collect()
}
