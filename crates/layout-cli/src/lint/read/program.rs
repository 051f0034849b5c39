//! Programs of other languages, and of Rust: bindings, calls of operations, and the results that comments state.
//!
//! A program is read line by line. A name keeps the value of its last binding; an expression that is not read binds
//! nothing. `print(r)  // _8:_1` states the result of the operation that `r` was bound to.

use std::collections::BTreeMap;
use std::ops::Range;

use static_layout_dialects::source::{Language, Source};
use static_layout_dialects::statement;

use super::super::Checked;
use super::super::fact::{Claim, Fact, Memory};
use super::{notation, operation, source_value, takes_tiler, tiler};
use crate::language::Value;

/// The most bytes of a value that a name keeps.
const LONGEST: usize = 1 << 10;

/// What a name is bound to.
#[derive(Clone, Debug, Default)]
struct Bound {
    /// The value, as the language writes it.
    text: Option<String>,
    /// The operation, for a later line that prints its result.
    claim: Option<Claim>,
}

/// The facts of a program.
pub(super) fn read(language: Language, text: &str, facts: &mut Vec<Fact>, checked: &mut Checked) {
    let mut names: BTreeMap<&str, Bound> = BTreeMap::new();
    for line in statement::program(language, text) {
        let span = line.start..line.start + line.expression.len();
        let stated = line.stated.and_then(notation::layout);
        let (printed, within) = printed(line.expression);
        if let Some(bound) = names.get(printed).filter(|_| within) {
            if let (Some(claim), Some(_)) = (&bound.claim, &stated) {
                facts.push(Fact::Operation(Claim { span, stated, ..claim.clone() }));
            }
            continue;
        }
        let place = position(line.expression, printed);
        let span = line.start + place..line.start + place + printed.len();
        let expression = substituted(printed, &names);
        let claim = claim(language, &expression, &span);
        let value = Source::read(language, &expression).ok();
        if let Some(claim) = &claim {
            facts.push(Fact::Operation(Claim { stated: stated.clone(), ..claim.clone() }));
        } else if printed.contains('(')
            && statement::call(printed).is_some_and(|call| operation(call.name).is_some())
        {
            checked.skipped += 1;
        }
        if let Some(Source::Layout(layout, 0)) = &value {
            let (span, layout) = (span.clone(), layout.set_known().into());
            let is_narrow =
                matches!(language, Language::Cute | Language::CuteDsl | Language::FlyDsl);
            facts.push(Fact::Memory(Memory { span, layout, is_written: false, is_narrow }));
        }
        if !line.name.is_empty() {
            let text = value.and_then(|value| value.write(language).ok());
            let text = text.filter(|text| text.len() <= LONGEST);
            names.insert(line.name, Bound { text, claim });
        }
    }
}

/// The argument of a call that prints, and whether the expression is one.
fn printed(expression: &str) -> (&str, bool) {
    match statement::call(expression) {
        Some(call) if matches!(call.name, "print" | "print_layout" | "printf" | "pretty_str") => {
            (call.arguments.first().copied().unwrap_or(expression), true)
        }
        _ => (expression, false),
    }
}

fn position(text: &str, part: &str) -> usize {
    text.find(part).unwrap_or(0)
}

/// The expression with the value in the place of each name.
fn substituted(expression: &str, names: &BTreeMap<&str, Bound>) -> String {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = expression;
    while let Some(start) = rest.find(is_name) {
        let end = rest[start..].find(|c| !is_name(c)).map_or(rest.len(), |end| start + end);
        let (word, after) = (&rest[start..end], rest[end..].trim_start());
        let before = out.chars().last().or_else(|| rest[..start].chars().last());
        let before = rest[..start].chars().last().or(before);
        // `a.shape`, `stride=..` and `f(..)` are other names.
        let is_keyword = after.starts_with('=') && !after.starts_with("==");
        let is_part = matches!(before, Some('.' | ':')) || after.starts_with(['(', '<', '.']);
        out.push_str(&rest[..start]);
        match names.get(word).and_then(|bound| bound.text.as_ref()) {
            Some(text) if !is_keyword && !is_part => out.push_str(text),
            _ => out.push_str(word),
        }
        rest = &rest[end..];
    }
    out + rest
}

/// The claim of a call of an operation, without a result.
fn claim(language: Language, expression: &str, span: &Range<usize>) -> Option<Claim> {
    let call = statement::call(expression)?;
    let (operation, rounds) = operation(call.name)?;
    let counted = match operation {
        "recast_bits" | "select" | "group" | "mode" | "append_to" | "prepend_to" | "size"
        | "cosize" => return None,
        _ if call.arguments.iter().any(|argument| argument.contains('=')) => return None,
        "tile_to_shape" => 3,
        _ => 2,
    };
    if call.arguments.is_empty() || call.arguments.len() > counted {
        return None;
    }
    let values = call.arguments.iter().map(|text| source_value(Source::read(language, text).ok()?));
    let mut operands: Vec<Value> = values.collect::<Option<_>>()?;
    if !matches!(operands[0], Value::Layout(_) | Value::Swizzled(_)) {
        return None;
    }
    if takes_tiler(operation) {
        operands[1] = tiler(operands.get(1)?.clone())?;
    }
    Some(Claim { span: span.clone(), operation, operands, stated: None, rounds })
}

/// The facts of a program of Rust: chains such as `layout!(..).zipped_divide(tile!(..))`, with the layout that
/// `assert_eq!(.. .to_string(), "..")` or a comment states.
pub(super) fn read_rust(text: &str, facts: &mut Vec<Fact>, checked: &mut Checked) {
    for line in statement::program(Language::Rust, text) {
        let start = match line.expression.find("layout!(") {
            Some(start) => start,
            None => continue,
        };
        let chain = &line.expression[start..];
        let Some(expression) = expression(chain) else {
            checked.skipped += usize::from(chain.contains(")."));
            continue;
        };
        let stated = match chain.split_once(".to_string(), \"") {
            Some((_, rest)) => rest.split('"').next(),
            None => line.stated,
        };
        let begin = line.start + start;
        let span = begin..begin + chain.len();
        let Some(claim) = notation::claim(&expression, stated, span) else { continue };
        facts.push(Fact::Operation(Claim { rounds: false, ..claim }));
    }
}

/// A chain of Rust as an expression of the command: `layout!((4,8)).coalesce()` becomes `((4,8)).coalesce()`.
fn expression(chain: &str) -> Option<String> {
    let end =
        [".to_string()", ".unwrap()", ";", "?"].iter().filter_map(|end| chain.find(end)).min();
    let mut text = chain[..end.unwrap_or(chain.len())].to_owned();
    for name in ["layout!", "tile!"] {
        while let Some(at) = text.find(name) {
            let list = &text[at + name.len()..];
            let close = closing(list).filter(|_| list.starts_with('('))?;
            let inside = list[1..close].trim().to_owned();
            // In notation `((4,8))` is a shape in a tuple.
            let written = match (name, inside.contains(':')) {
                ("tile!", _) => format!("<{inside}>"),
                (_, true) => format!("({inside})"),
                (_, false) => format!("({inside}:col)"),
            };
            text.replace_range(at..at + name.len() + close + 1, &written);
        }
    }
    Some(text.replace('&', "").replace(".try_", ".").trim().to_owned())
}

/// The position of the parenthesis that closes the first.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (depth == 0).then_some(at)
    })
}
