//! The notation of the macros: run-time leaves are in braces.

use layout_core::{IntTuple, Layout};

/// `(_4,(5,_1))` as `(4,({5},1))`.
pub fn source(marked: &str) -> String {
    let mut out = String::new();
    let mut characters = marked.chars().peekable();
    let mut known = false;
    while let Some(c) = characters.next() {
        match c {
            '_' if characters.peek().is_some_and(|next| next.is_ascii_digit() || *next == '-') => {
                known = true;
            }
            '@' => {
                out.push('@');
                while let Some(digit) = characters.next_if(char::is_ascii_digit) {
                    out.push(digit);
                }
            }
            '-' | '0'..='9' => {
                let sign = if c == '-' { "-" } else { "" };
                let mut digits = if c == '-' { String::new() } else { String::from(c) };
                while let Some(digit) = characters.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                }
                out += sign;
                out += &if known { digits } else { format!("{{{digits}}}") };
                known = false;
            }
            other => out.push(other),
        }
    }
    out
}

/// A layout for `layout!`.
pub fn layout(layout: &Layout) -> String {
    source(layout.marked().as_str())
}

/// A tuple for `shape!`.
pub fn tuple(tuple: &IntTuple) -> String {
    source(tuple.marked().as_str())
}

/// The parts of a list, split at its outermost commas.
pub fn parts(text: &str) -> Vec<String> {
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in text.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().unwrap().push(c);
        }
    }
    parts
}

/// `text` with every `_4` written `4`.
pub fn unmarked(text: &str) -> String {
    let mut out = String::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if c != '_' || !characters.peek().is_some_and(|next| next.is_ascii_digit() || *next == '-')
        {
            out.push(c);
        }
    }
    out
}

/// A tuple whose leaves without `_` are unknown.
pub fn marked_tuple(text: &str) -> IntTuple {
    let mut tuple: IntTuple = unmarked(text).parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    let known: Vec<bool> = text
        .split(['(', ')', ','])
        .filter(|leaf| !leaf.is_empty())
        .map(|leaf| leaf.starts_with('_'))
        .collect();
    tuple = with_unknown(&tuple, &mut known.into_iter().map(|known| !known));
    tuple
}

/// Parses a layout. An integer or a shape is column-major.
pub fn marked_layout(text: &str) -> Layout {
    match text.split_once(':') {
        Some((shape, stride)) => {
            layout_core::internal::unchecked_layout(marked_tuple(shape), marked_tuple(stride))
        }
        None => Layout::col_major(marked_tuple(text)).unwrap(),
    }
}

/// The tuple with the leaves unknown that `unknown` selects.
pub fn with_unknown(tuple: &IntTuple, unknown: &mut impl Iterator<Item = bool>) -> IntTuple {
    if tuple.depth() == 0 {
        return if unknown.next().unwrap() { tuple.set_unknown() } else { *tuple };
    }
    let parts: Vec<IntTuple> =
        (0..tuple.rank()).map(|i| with_unknown(&tuple.mode(i).unwrap(), unknown)).collect();
    IntTuple::tuple(&parts).unwrap()
}
