//! Source text: bindings `auto r = composition(a, b);`, and the results that comments state.

use alloc::vec::Vec;

use super::brackets::{closing, is_balanced, position, split_commas};
use super::printed::is_layout;
use crate::source::Language;

/// An expression of source text that is bound to a name, or printed.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// The name that is bound. Empty for an expression.
    pub name: &'a str,
    /// The expression, without the semicolon.
    pub expression: &'a str,
    /// The layout that the comment behind it states.
    pub stated: Option<&'a str>,
    /// The byte of the expression.
    pub start: usize,
}

/// A call of a function or an operation: `cute::composition(a, b)`.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// The name without what says where it is defined: `composition`.
    pub name: &'a str,
    /// The texts of the arguments.
    pub arguments: Vec<&'a str>,
}

/// The most bytes of an expression.
const LONGEST: usize = 1 << 12;
/// The most lines of an expression.
const MOST_LINES: usize = 16;

/// The bindings and calls of a program, which begin on lines of their own.
///
/// ```
/// use static_layout_dialects::source::Language;
/// use static_layout_dialects::statement::program;
/// let lines = program(Language::Cute, "auto r = coalesce(a);  // _8:_1\nfoo();\nprint(r); // _8:_1");
/// assert_eq!((lines[0].name, lines[0].expression, lines[0].stated), ("r", "coalesce(a)", Some("_8:_1")));
/// assert_eq!((lines[1].name, lines[1].expression), ("", "foo()"));
/// ```
pub fn program(language: Language, text: &str) -> Vec<Line<'_>> {
    let comment = match language {
        Language::Cute | Language::Mdspan | Language::Rust => "//",
        _ => "#",
    };
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let (code, mut said) = parts(line, comment);
        let typed = code.strip_prefix(">>> ");
        let (is_typed, code) = (typed.is_some(), typed.unwrap_or(code));
        let begin = position(text, code);
        let mut end = begin + code.len();
        // An expression continues while a bracket is open.
        for _ in 0..MOST_LINES {
            if is_balanced(&text[begin..end]) || end - begin > LONGEST {
                break;
            }
            let Some(next) = lines.next() else { break };
            let (code, behind) = parts(next, comment);
            (said, end) = (behind, position(text, code) + code.len());
        }
        let code = text[begin..end].trim_end_matches([';', ' ']);
        if code.is_empty() || code.len() > LONGEST {
            continue;
        }
        let (name, expression) = binding(code);
        let said = said.trim_start_matches(['=', '>', '-', ':', ' ']).trim_end_matches(['.', ' ']);
        // A dialogue prints the value on the line below.
        let printed = lines.clone().next().filter(|_| is_typed).map(str::trim);
        let stated =
            Some(said).filter(|said| is_layout(said)).or(printed.filter(|said| is_layout(said)));
        found.push(Line { name, expression, stated, start: position(text, expression) });
    }
    found
}

/// The code of a line, and its comment.
fn parts<'a>(line: &'a str, comment: &str) -> (&'a str, &'a str) {
    match line.split_once(comment) {
        Some((code, said)) => (code.trim(), said.trim()),
        None => (line.trim(), ""),
    }
}

/// The name and the value of a binding: `const auto& a = ..`, `let a = ..`, `a = ..`.
fn binding(code: &str) -> (&str, &str) {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let Some((left, right)) = code.split_once('=') else { return ("", code) };
    let left = left.trim_end();
    let is_binding = !right.starts_with('=')
        && left.chars().all(|c| is_name(c) || matches!(c, ' ' | '&' | ':' | '<' | '>'));
    let name = left.rsplit(|c| !is_name(c)).next().unwrap_or_default();
    match is_binding && name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        true => (name, right.trim()),
        false => ("", code),
    }
}

/// The call that an expression is, if it is one.
///
/// ```
/// use static_layout_dialects::statement::call;
/// let found = call("cute::composition(a, make_layout(4))").expect("a call");
/// assert_eq!((found.name, found.arguments), ("composition", vec!["a", "make_layout(4)"]));
/// assert!(call("a + b").is_none());
/// ```
pub fn call(expression: &str) -> Option<Call<'_>> {
    let open = expression.find('(')?;
    let (name, list) = expression.split_at(open);
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '.');
    let close = closing(list)?;
    let is_call =
        !name.is_empty() && name.chars().all(is_path) && close + 1 == list.trim_end().len();
    let last = name.rsplit([':', '.']).next().unwrap_or_default();
    is_call.then(|| Call { name: last, arguments: split_commas(&list[1..close]) })
}
