//! `layout eval`: evaluates an expression.

use std::fmt::Write;
use std::io::BufRead;

use crate::Failure;
use crate::commands::Outcome;
use crate::dialect::source::{PARAMETER, guessed_tensor};
use crate::dialect::{Dialect, Element, Foreign, recognised};
use crate::dialogue::list;
use crate::explain::evaluate;
use crate::language::{self, Scope};

/// Evaluate an expression of layouts
///
/// Operators: a o b (composition), a / t (logical divide), a * b (logical product), ~a (complement).
/// Every other operation is a function or a method: coalesce(a), a.coalesce(). Names: let a = ..; a o b.
/// Offsets and slices: a(1,2), a(1,_). `layout eval --list` lists all operations. Source text of another system
/// is also an expression: make_layout(make_shape(_4{}, n), LayoutRight{}).
#[derive(Debug, clap::Args)]
pub struct EvalArguments {
    /// An expression, such as '(12,(4,8)):(59,(13,1)) / <3:4,8:1>'
    #[arg(required_unless_present_any = ["list", "lines"], allow_hyphen_values = true)]
    expression: Option<String>,
    /// Read the text of another system, what it prints or what its programs say. Texts such as memref<..> need no --from
    #[arg(long, value_name = "SYSTEM")]
    from: Option<Dialect>,
    /// Write the value in the text of another system
    #[arg(long = "as", value_name = "SYSTEM")]
    to: Option<Dialect>,
    /// The element type, where the text to write names one and the one that is read does not [default: f32], and
    /// where strides to read count bytes
    #[arg(long, value_name = "TYPE")]
    element: Option<String>,
    /// Write a JSON object with the kind of the value, its text and its parts
    #[arg(long, conflicts_with = "to")]
    json: bool,
    /// List all operations
    #[arg(long, conflicts_with_all = ["expression", "from", "to", "json", "element"])]
    list: bool,
    /// Evaluate each line of standard input: a line for each, the value, or `error: ` and the message
    #[arg(long, conflicts_with_all = ["expression", "json", "list", "element"])]
    lines: bool,
}

impl EvalArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        if let Some(text) = &self.expression {
            let asked = self.element.as_deref().map(Element::named).transpose()?;
            let answer = self.answer(text, asked.as_ref())?;
            let _ = writeln!(out, "{answer}");
        }
        if self.list {
            out.push_str(&list());
        }
        if self.lines {
            let failed = |error| Failure::new(format!("cannot evaluate standard input: {error}"));
            let answer = |text: &str| match (self.from, self.to) {
                (None, None) => language::evaluate(text).map(|value| value.to_string()),
                _ => self.answer(text, None),
            };
            lines(std::io::stdin().lock(), anstream::stdout().lock(), answer).map_err(failed)?;
        }
        Ok(Outcome::Done)
    }
}

impl EvalArguments {
    /// The text of the value of a text.
    fn answer(&self, text: &str, asked: Option<&Element>) -> Result<String, Failure> {
        let (said, is_of_use) = read(text, self.from, asked)?;
        if asked.is_some() && !is_of_use && !self.to.is_some_and(Dialect::names_elements) {
            return Err(self.without_effect());
        }
        match self.to {
            _ if self.json => Ok(json(said).to_string()),
            Some(dialect) => written(said, dialect, asked),
            None => Ok(said.into_value().to_string()),
        }
    }

    /// `--element`, where neither the text to read nor the text to write has a place for it.
    fn without_effect(&self) -> Failure {
        match self.to {
            Some(to) => {
                let name = to.name();
                Failure::new(format!("--element has no effect: a text of {name} names no type"))
            }
            None => Failure::new("--element has no effect: the text that is read counts no bytes")
                .help("--as writes a text that names a type"),
        }
    }
}

/// The text of a system. What it has no word for goes to standard error.
fn written(mut said: Foreign, to: Dialect, asked: Option<&Element>) -> Result<String, Failure> {
    let is_default = with_element(&mut said, to, asked)?;
    let (text, lost) = to.write_part(&said)?;
    if is_default {
        note(&"the elements are f32, which --element changes");
    }
    lost.iter().for_each(|lost| note(lost));
    Ok(text)
}

/// Reads a text of a system, or an expression. Returns whether the type of elements that was asked for was of use: NumPy's
/// strides count bytes.
pub(super) fn read(
    text: &str,
    from: Option<Dialect>,
    asked: Option<&Element>,
) -> Result<(Foreign, bool), Failure> {
    let Some(system) = from else {
        let said = evaluated(text)?;
        fits(&said, asked)?;
        return Ok((said, false));
    };
    let counts_bytes = matches!(system, Dialect::AsStrided | Dialect::Numpy);
    match (system.read(text), asked) {
        (Err(_), Some(asked)) if counts_bytes && asked.bytes().is_some() => {
            Ok((system.read_of(text, Some(asked))?, true))
        }
        (Err(failure), Some(asked)) if counts_bytes => {
            Err(failure.help(format!("an element of `{asked}` is not a whole number of bytes")))
        }
        (said, asked) => {
            let said = said?;
            fits(&said, asked)?;
            Ok((said, false))
        }
    }
}

/// Refuses a type of elements that contradicts the text.
fn fits(said: &Foreign, asked: Option<&Element>) -> Result<(), Failure> {
    let (Some(found), Some(asked)) = (&said.element, asked) else { return Ok(()) };
    let fits = if found.has_name() { asked == found } else { asked.bits() == found.bits() };
    if fits {
        return Ok(());
    }
    let message = format!("the elements of the text are {found}, not {asked}");
    Err(Failure::new(message).help("--element is for texts that do not name their elements"))
}

/// The value of an expression, or of the text of another system with what else it says.
fn evaluated(text: &str) -> Result<Foreign, Failure> {
    if let Some(said) = recognised(text) {
        return said;
    }
    match guessed_tensor(text) {
        Some(said) => Ok(said),
        None => evaluate(&mut Scope::default(), text).map(Foreign::from),
    }
}

/// If the text to be written names the element type and the value has none, takes the type asked for, or else f32. Returns
/// whether it took the default, f32.
pub(super) fn with_element(
    said: &mut Foreign,
    to: Dialect,
    asked: Option<&Element>,
) -> Result<bool, Failure> {
    if !to.names_elements() {
        return Ok(false);
    }
    let parameter = said.others.iter().find(|other| other.name == PARAMETER);
    let Some(asked) = asked else {
        return match (&said.element, parameter) {
            (None, Some(parameter)) => {
                let message = format!("the text does not say which type `{}` is", parameter.text);
                Err(Failure::new(message).help("--element f32"))
            }
            (None, None) => {
                said.element = Some(Element::named("f32")?);
                Ok(true)
            }
            (Some(_), _) => Ok(false),
        };
    };
    fits(said, Some(asked))?;
    if !said.element.as_ref().is_some_and(Element::has_name) {
        said.element = Some(asked.clone());
    }
    Ok(false)
}

/// Prints a note to standard error.
fn note(what: &dyn std::fmt::Display) {
    // Printing fails only on a closed pipe, which nothing reads.
    let _ = std::io::Write::write_fmt(&mut anstream::stderr(), format_args!("note: {what}\n"));
}

/// The object of a value, and of what else its text says.
fn json(said: Foreign) -> serde_json::Value {
    let element = said.element.as_ref().map(ToString::to_string);
    let others = said.others.clone();
    let mut object = said.into_value().to_json();
    if let Some(element) = element {
        object["element"] = element.into();
    }
    for other in others {
        object[other.name] = other.text.into();
    }
    object
}

/// Answers each line at once: the program that writes the lines may wait for it.
fn lines(
    mut input: impl BufRead,
    mut out: impl std::io::Write,
    answer: impl Fn(&str) -> Result<String, Failure>,
) -> std::io::Result<()> {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let answer = match answer(text) {
            Ok(text) => text.replace('\n', "\\n"),
            Err(failure) => format!("error: {}", failure.message()),
        };
        let written = writeln!(out, "{answer}").and_then(|()| out.flush());
        match written {
            // The reader of the pipe stopped early.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(()),
            result => result?,
        }
        line.clear();
    }
    Ok(())
}
