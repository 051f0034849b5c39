//! Messages of the compiler, rewritten.

use serde_json::{Value, json};

use super::{help, shorten};
use crate::digits::{self, Quoted};

/// The messages of one run of the compiler, line by line.
pub(super) struct Messages {
    /// Whether the program uses the library: another one gets no helps.
    has_helps: bool,
    /// Refusals of numbers that wait for the note behind them, which has the user's line.
    refusals: Vec<Value>,
}

impl Messages {
    pub(super) const fn new(has_helps: bool) -> Self {
        Self { has_helps, refusals: Vec::new() }
    }

    /// The lines that are now complete: `line` rewritten, after the messages that waited for it. A line that is not a message
    /// passes unchanged. A refusal of numbers waits, and the result is empty.
    pub(super) fn rewrite(&mut self, line: &str) -> Vec<String> {
        let message = serde_json::from_str(line).ok();
        let Some(mut message) =
            message.filter(|message: &Value| message["$message_type"] == "diagnostic")
        else {
            let mut lines = self.finish();
            lines.push(line.trim_end_matches('\n').to_owned());
            return lines;
        };
        let help = self.has_helps.then(|| help::of(&message)).flatten();
        rewrite_message(&mut message);
        if let Some(help) = help {
            add_help(&mut message, &help);
        }
        if is_without_place(&message) {
            self.refusals.push(message);
            return Vec::new();
        }
        let title = message["message"].as_str().unwrap_or_default();
        if title.starts_with("the above error was encountered while instantiating") {
            for refusal in &mut self.refusals {
                refusal["spans"] = message["spans"].clone();
            }
        }
        let mut lines = self.finish();
        lines.push(message.to_string());
        lines
    }

    /// The messages that wait, as they are.
    pub(super) fn finish(&mut self) -> Vec<String> {
        self.refusals.drain(..).map(|message| message.to_string()).collect()
    }
}

/// Whether an error of a constant has no place: the library hides its own lines. An editor shows such an error on the first
/// line of a file.
fn is_without_place(message: &Value) -> bool {
    message["code"]["code"] == "E0080"
        && spans(message).all(|span| span["text"].as_array().is_none_or(Vec::is_empty))
}

/// The two types of an error that compares types: the expected one and the one that was found.
pub(super) fn compared(message: &Value) -> Option<[String; 2]> {
    let note =
        children(message).find_map(|child| child["message"].as_str()?.strip_prefix("expected "))?;
    let (expected, found) = note.split_once('\n')?;
    let found = found.trim_start().strip_prefix("found ")?;
    let quoted = |text: &str| {
        let (_, rest) = text.split_once('`')?;
        Some(in_digits(rest.split_once('`')?.0))
    };
    Some([quoted(expected)?, quoted(found)?])
}

/// A type that a message quotes, rewritten.
pub(super) fn in_digits(quoted: &str) -> String {
    digits::replace(&format!("`{quoted}`"), types).trim_matches('`').to_owned()
}

pub(super) fn children(message: &Value) -> impl Iterator<Item = &Value> {
    message["children"].as_array().into_iter().flatten()
}

pub(super) fn spans(message: &Value) -> impl Iterator<Item = &Value> {
    message["spans"].as_array().into_iter().flatten()
}

fn types(text: &str) -> Vec<digits::Replacement> {
    digits::types(text, Quoted::Type)
}

fn rewrite_message(message: &mut Value) {
    // A label quotes the parts in which two types differ, cut. It says the whole types instead.
    let compared = compared(message);
    let mut labels = Vec::new();
    for label in
        spans(message).filter_map(|span| span["label"].as_str()).filter(|label| has_bits(label))
    {
        labels.push((label.to_owned(), whole_label(label, compared.as_ref())));
    }
    let text = |text: &str| {
        // The labels are taken out: their bits are not numbers.
        let mut text = text.to_owned();
        for (number, (label, _)) in labels.iter().enumerate() {
            text = text.replace(label, &format!("\u{1}{number}\u{2}"));
        }
        for rewrite in [types, shorten::long_types] {
            let lines = text.split_inclusive('\n');
            let line = |line: &str| {
                if is_source(&plain(line)) {
                    line.to_owned()
                } else {
                    digits::replace(line, rewrite)
                }
            };
            text = lines.map(line).collect();
        }
        for (number, (label, whole)) in labels.iter().enumerate() {
            text = text.replace(&format!("\u{1}{number}\u{2}"), whole.as_deref().unwrap_or(label));
        }
        text
    };
    // The lists of types are cut in each text, by the number of types that their message has.
    let counts: Vec<_> = children(message)
        .filter_map(|child| child["message"].as_str())
        .filter(|text| shorten::is_list(text.lines().next().unwrap_or_default()))
        .map(|text| text.lines().count() - 1)
        .collect();
    let labels_of = |part: &mut Value| {
        array(part, "spans").for_each(|span| rewrite_text(span, "label", text));
    };
    for name in ["message", "rendered"] {
        rewrite_text(message, name, |rendered| {
            let cut = counts.first().map(|count| shorten::long_list(rendered, *count));
            text(cut.as_deref().unwrap_or(rendered))
        });
    }
    labels_of(message);
    for child in array(message, "children") {
        rewrite_text(child, "message", |message| match message.lines().count() {
            lines if shorten::is_list(message.lines().next().unwrap_or_default()) => {
                text(&shorten::long_list(message, lines - 1))
            }
            _ => text(message),
        });
        labels_of(child);
    }
}

/// The elements of the array `name` of a part, if it has one.
fn array<'a>(part: &'a mut Value, name: &str) -> impl Iterator<Item = &'a mut Value> {
    part.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten()
}

fn rewrite_text(part: &mut Value, name: &str, rewrite: impl Fn(&str) -> String) {
    if let Some(Value::String(text)) = part.get_mut(name) {
        *text = rewrite(text);
    }
}

/// Whether a label quotes parts of types with numerals, which the compiler cuts.
fn has_bits(label: &str) -> bool {
    let quoted = |part: &str| {
        ["UTerm", "B0", "B1"].contains(&part)
            || ["UInt<", "Layout<"].iter().any(|name| part.contains(name))
    };
    label.starts_with("expected ")
        && label.contains(", found ")
        && label.split('`').skip(1).step_by(2).any(quoted)
}

/// Whether a line of a message shows the user's code: a number of a line, and a sign.
fn is_source(line: &str) -> bool {
    let rest = line.trim_start().trim_start_matches(|sign: char| sign.is_ascii_digit());
    rest.len() < line.trim_start().len()
        && [" |", " +", " ~", " -"].iter().any(|sign| rest.starts_with(sign))
}

/// The bytes of a type that fit a label.
const LABEL: usize = 80;

/// A label ``expected `A`, found `B` `` with what is compared: of two types with as many layouts the first two that differ,
/// and short types whole.
fn whole_label(label: &str, compared: Option<&[String; 2]>) -> Option<String> {
    let [expected, found] = compared?;
    let (left, right) = (layouts(expected), layouts(found));
    let differ =
        left.iter().zip(&right).find(|(a, b)| a != b).filter(|_| left.len() == right.len());
    let (expected, found) = match differ {
        Some((a, b)) => (*a, *b),
        None if expected.len().max(found.len()) <= LABEL => (expected.as_str(), found.as_str()),
        None => return None,
    };
    let (before, after) = label.strip_prefix("expected ")?.split_once(", found ")?;
    let side = |part: &str, whole: &str| match part.starts_with('`') {
        true => format!("`{whole}`"),
        false => part.to_owned(),
    };
    Some(format!("expected {}, found {}", side(before, expected), side(after, found)))
}

/// The layouts in a rewritten type.
pub(super) fn layouts(text: &str) -> Vec<&str> {
    let mut rest = text;
    let parts = std::iter::from_fn(|| {
        let layout = &rest[rest.find("Layout!(")?..];
        let mut depth = 0;
        let end = layout.find(|sign| {
            depth += i32::from(sign == '(') - i32::from(sign == ')');
            sign == ')' && depth == 0
        })?;
        let (layout, after) = layout.split_at(end + 1);
        rest = after;
        Some(layout)
    });
    parts.collect()
}

/// Adds a help to the parts of a message and to its text: below the note of the two types, above the first note, or below the
/// code.
fn add_help(message: &mut Value, help: &str) {
    if let Some(Value::Array(children)) = message.get_mut("children") {
        let parts = json!({"children": [], "code": null, "level": "help", "message": help, "rendered": null, "spans": []});
        children.push(parts);
    }
    rewrite_text(message, "rendered", |text| {
        let lines: Vec<_> = text.split_inclusive('\n').collect();
        let words: Vec<_> = lines.iter().map(|line| plain(line)).collect();
        let starts = |start| words.iter().position(|line| line.trim_start().starts_with(start));
        // Below the code, the next part of the message or an empty line.
        let is_end =
            |line: &String| ["note:", "help:", "\n"].iter().any(|start| line.starts_with(start));
        let end = words.iter().position(is_end).unwrap_or(lines.len());
        let note = starts("= note: expected ").map(|line| lines.len().min(line + 2));
        let place = note.or(starts("= ").filter(|line| *line < end)).unwrap_or(end);
        let Some(bar) = words.iter().position(|line| line.trim() == "|") else {
            return text.to_owned();
        };
        let mark = lines[bar].trim_end_matches('\n').replacen('|', "= ", 1);
        let word = if mark.contains('\x1b') { "\x1b[1mhelp\x1b[0m" } else { "help" };
        let is_below_code =
            note.is_none() && place == end && end > 0 && words[end - 1].trim() != "|";
        let space = if is_below_code { lines[bar] } else { "" };
        [&lines[..place].concat(), space, &mark, word, ": ", help, "\n", &lines[place..].concat()]
            .concat()
    });
}

/// `text` without colours.
fn plain(text: &str) -> String {
    let mut out = String::new();
    digits::replace(text, |plain| {
        out.push_str(plain);
        Vec::new()
    });
    out
}
