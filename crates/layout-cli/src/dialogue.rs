//! The read-evaluate-print loop: expressions whose names persist, and directives that begin with a colon.

use std::fmt::Write;

use crate::comparison::Comparison;
use crate::explain::{evaluate, explain_in};
use crate::language::operations::{FAMILIES, named, operations};
use crate::language::{Scope, Value};
use crate::picture::{ColourBy, Picture, text};
use crate::{Failure, MaybeSwizzled};

/// The most coordinates of a layout that is drawn below its notation.
const DRAWN: i64 = 128;

/// The name of the last value.
const LAST: &str = "it";

/// The state of a dialogue: the values of names, and whether layouts are drawn.
///
/// ```
/// use layout_cli::dialogue::Dialogue;
/// let mut dialogue = Dialogue::new(false);
/// dialogue.answer("let a = (4,8):row")?;
/// assert_eq!(dialogue.answer("a / <2,4>")?, "((2,2),(4,2)):((8,16),(1,4))\n");
/// assert_eq!(dialogue.complete("a.complem", 9), (2, vec!["complement".into(), "complement_padded".into()]));
/// # Ok::<(), layout_cli::Failure>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Dialogue {
    scope: Scope,
    pictures: bool,
    /// The characters of a line.
    width: usize,
}

/// A command that begins with a colon.
struct Directive {
    name: &'static str,
    operands: &'static str,
    help: &'static str,
    run: fn(&mut Dialogue, &str) -> Result<String, Failure>,
}

const DIRECTIVES: &[Directive] = &[
    Directive {
        name: ":help",
        operands: "[operation]",
        help: "this list, or the parameters of an operation",
        run: |_, name| help(name),
    },
    Directive {
        name: ":explain",
        operands: "expression",
        help: "derive its value step by step",
        run: Dialogue::explain,
    },
    Directive {
        name: ":show",
        operands: "expression",
        help: "draw a layout",
        run: |dialogue, text| dialogue.layout(text).and_then(|layout| dialogue.picture(&layout)),
    },
    Directive {
        name: ":diff",
        operands: "a ; b",
        help: "whether two layouts are the same function",
        run: Dialogue::diff,
    },
    Directive {
        name: ":names",
        operands: "",
        help: "list the names and their values",
        run: |dialogue, _| Ok(dialogue.names()),
    },
    Directive {
        name: ":pictures",
        operands: "",
        help: "turn the drawing of small layouts on or off",
        run: |dialogue, _| {
            dialogue.pictures = !dialogue.pictures;
            let state = if dialogue.pictures { "drawn" } else { "not drawn" };
            Ok(format!("small layouts are {state}\n"))
        },
    },
    Directive {
        name: ":operations",
        operands: "",
        help: "list all operations",
        run: |_, _| Ok(list()),
    },
];

/// Lists all operations, one family after the other.
pub fn list() -> String {
    let mut out = String::new();
    for family in FAMILIES {
        let _ = writeln!(out, "{}", family.title);
        for row in family.operations {
            let _ = writeln!(out, "  {:<36} {}", row.signature(), row.help);
        }
    }
    out
}

impl Dialogue {
    /// A dialogue without names. With `pictures`, layouts of up to 128 coordinates are drawn.
    pub fn new(pictures: bool) -> Self {
        Self { scope: Scope::default(), pictures, width: usize::MAX }
    }

    /// Cuts pictures to lines of `width` characters.
    #[must_use]
    pub fn within(self, width: usize) -> Self {
        Self { width, ..self }
    }

    /// Evaluates a line: an expression, a statement or a directive. The output ends with a newline; an empty line has
    /// none.
    ///
    /// # Errors
    ///
    /// An unknown directive, or an expression without a value.
    pub fn answer(&mut self, line: &str) -> Result<String, Failure> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(String::new());
        }
        if line.starts_with(':') {
            let (name, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let named = |directive: &&Directive| directive.name.starts_with(name) && name.len() > 1;
            return match DIRECTIVES.iter().find(named) {
                Some(directive) => (directive.run)(self, operands.trim()),
                None => Err(Failure::new(format!("unknown directive `{name}`"))
                    .at(line, 0..name.len())
                    .help(":help lists them")),
            };
        }
        if ["help", "?"].contains(&line) {
            return help("");
        }
        // A line that begins with a method continues the last value.
        let continued = line.strip_prefix('.').filter(|rest| rest.starts_with(char::is_alphabetic));
        let value = match continued {
            Some(_) if self.scope.get(LAST).is_none() => {
                return Err(Failure::new(format!(
                    "`{line}` continues the last value, and there is none"
                ))
                .help("write the value first: (4,8):row.coalesce()"));
            }
            Some(rest) => evaluate(&mut self.scope, &format!("{LAST}.{rest}"))?,
            None => evaluate(&mut self.scope, line)?,
        };
        self.scope.set(LAST, value.clone());
        let out = format!("{value}\n");
        if let (true, Value::Layout(_) | Value::Swizzled(_)) = (self.pictures, &value)
            && let Some(layout) = MaybeSwizzled::of(&value)
            && (1..=DRAWN).contains(&layout.size())
        {
            // The title of the picture is the notation.
            return self.picture(&layout);
        }
        Ok(out)
    }

    /// The byte position of the word that ends at `at`, and the names, operations and directives that start with it.
    pub fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        let before = line.get(..at).unwrap_or(line);
        let inside = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
        let start = before
            .rfind(|c| !inside(c))
            .map_or(0, |last| last + before[last..].chars().next().map_or(1, char::len_utf8));
        // A colon inside a word separates: `4:row` is a shape and an order. One at the start is part of a directive.
        let start = match before[start..].rfind(':') {
            Some(colon) if start + colon > 0 => start + colon + 1,
            _ => start,
        };
        let word = &before[start..];
        if word.is_empty() {
            return (start, Vec::new());
        }
        let after_dot = before[..start].ends_with('.');
        let names = self.scope.names().map(|(name, _)| name).filter(|_| !after_dot);
        let directives = DIRECTIVES.iter().map(|directive| directive.name);
        let mut found: Vec<_> = operations()
            .map(|row| row.name)
            .chain(names)
            .chain(directives)
            .filter(|name| name.starts_with(word))
            .map(str::to_owned)
            .collect();
        found.sort();
        found.dedup();
        (start, found)
    }

    fn layout(&mut self, text: &str) -> Result<MaybeSwizzled, Failure> {
        let value = evaluate(&mut self.scope, text)?;
        MaybeSwizzled::of(&value).ok_or_else(|| {
            let message = format!("a layout was expected, and this is {}", value.kind());
            Failure::new(message).at(text, 0..text.len())
        })
    }

    fn explain(&mut self, text: &str) -> Result<String, Failure> {
        let (derivations, answer) = explain_in(&mut self.scope, text);
        if derivations.is_empty() {
            return answer.map(|value| format!("{value} is {}\n", value.kind()));
        }
        let texts: Vec<_> =
            derivations.iter().map(|derivation| format!("{derivation}\n")).collect();
        Ok(texts.join("\n"))
    }

    fn diff(&mut self, text: &str) -> Result<String, Failure> {
        let Some((a, b)) = text.split_once(';') else {
            return Err(Failure::new("two layouts with `;` between them were expected")
                .at(text, text.len()..text.len()));
        };
        Ok(Comparison::of(self.layout(a.trim())?, self.layout(b.trim())?)?.to_string())
    }

    fn picture(&self, layout: &MaybeSwizzled) -> Result<String, Failure> {
        let by = if layout.plain().is_coordinate() { ColourBy::Nothing } else { ColourBy::Offset };
        Picture::of_layout(layout, &by).map(|picture| text::write_within(&picture, self.width))
    }

    fn names(&self) -> String {
        self.scope
            .names()
            .filter(|(name, _)| *name != LAST)
            .map(|(name, value)| format!("{name} = {value}\n"))
            .collect()
    }
}

fn help(name: &str) -> Result<String, Failure> {
    let mut out = String::new();
    if name.is_empty() {
        for Directive { name, operands, help, .. } in DIRECTIVES {
            let _ = writeln!(out, "{:<24} {help}", format!("{name} {operands}"));
        }
        out.push_str("a o b, a / t, a * b, ~a      composition, divide, product, complement\n");
        out.push_str("let a = (4,8):row            a name\n");
        out.push_str("a(1,2), a(1,_)               an offset, a slice\n");
        out.push_str("it, .coalesce()              the last value, an operation of it\n");
        out.push_str(":quit                        leave, as the end of the input does\n");
        return Ok(out);
    }
    let rows = named(name);
    if rows.is_empty() {
        return Err(Failure::new(format!("unknown operation `{name}`"))
            .help(":operations lists all of them"));
    }
    for row in rows {
        let _ = writeln!(out, "{}: {}", row.signature(), row.help);
        for parameter in row.parameters {
            let optional = if parameter.optional { ", may be left out" } else { "" };
            let _ = writeln!(out, "  {}: {}{optional}", parameter.name, parameter.kind);
        }
        if !row.aliases.is_empty() {
            let _ = writeln!(out, "  also called {}", row.aliases.join(", "));
        }
    }
    Ok(out)
}
