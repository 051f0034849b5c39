//! `layout export`: a layout in the texts of all systems.

use std::fmt::Write;

use crate::Failure;
use crate::commands::Outcome;
use crate::commands::eval::{read, with_element};
use crate::dialect::{Aspect, Dialect, Element, Foreign};

/// Write a layout in the texts of several systems
///
/// A line for each system that has words for the layout, then a line for each of the others with what it lacks.
#[derive(Debug, clap::Args)]
pub struct ExportArguments {
    /// The layout, an expression, or the text of a system
    #[arg(allow_hyphen_values = true)]
    layout: String,
    /// Read the text of another system instead of an expression
    #[arg(long, value_name = "SYSTEM")]
    from: Option<Dialect>,
    /// The systems, such as mdspan,rust
    #[arg(long, value_name = "SYSTEMS", value_delimiter = ',', required_unless_present = "all")]
    to: Vec<Dialect>,
    /// All systems
    #[arg(long, conflicts_with = "to")]
    all: bool,
    /// The element type, where a text names one and the one that is read does not [default: f32]
    #[arg(long, value_name = "TYPE")]
    element: Option<String>,
}

impl ExportArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let element = self.element.as_deref().map(Element::named).transpose()?;
        let (said, is_of_use) = read(&self.layout, self.from, element.as_ref())?;
        let mut systems = if self.all { Dialect::ALL.to_vec() } else { Vec::new() };
        for &system in &self.to {
            if !systems.contains(&system) {
                systems.push(system);
            }
        }
        let is_written = systems.iter().any(|system| system.names_elements());
        if element.is_some() && !is_of_use && !is_written {
            let message = "--element has no effect: none of these texts names a type";
            return Err(Failure::new(message));
        }
        let name = |system: Dialect| {
            let value = clap::ValueEnum::to_possible_value(&system);
            value.map(|value| value.get_name().to_owned()).unwrap_or_default()
        };
        let width = systems.iter().map(|&system| name(system).len()).max().unwrap_or(0);
        let mut lacking = String::new();
        for &system in &systems {
            let name = name(system);
            match text(system, said.clone(), element.as_ref()) {
                Ok(text) => {
                    let _ = writeln!(out, "{name:width$}  {text}");
                }
                Err(failure) => {
                    let _ = writeln!(lacking, "{name:width$}  none: {}", failure.message());
                }
            }
        }
        let is_none = out.is_empty();
        out.push_str(&lacking);
        Ok(if is_none { Outcome::No } else { Outcome::Done })
    }
}

/// The text of a system, with what it has no word for in parentheses.
fn text(system: Dialect, mut said: Foreign, asked: Option<&Element>) -> Result<String, Failure> {
    let is_named = !with_element(&mut said, system, asked)?;
    let (mut text, lost) = system.write_part(&said)?;
    // The default element type is not lost: no text named it.
    for lost in lost.iter().filter(|lost| is_named || lost.aspect != Aspect::Element) {
        let _ = write!(text, "  (without {})", lost.what);
    }
    Ok(text)
}
