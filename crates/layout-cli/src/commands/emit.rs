//! `layout emit`: writes the index function of a layout in another language.

use std::fmt::Write;

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use static_layout_emit::{Domain, EmitError, IndexFunctions, Language, SymbolicLayout};

use crate::Failure;
use crate::commands::Outcome;
use crate::commands::eval::read;
use crate::language::Value;
use crate::maybe_swizzled::no_layout;

/// Write the index function, the bounds test and the inverse of a layout in another language
///
/// A leaf is an integer, a name, a product such as 4*n, or `?`. Run-time leaves are parameters of the functions.
#[derive(Debug, clap::Args)]
pub struct EmitArguments {
    /// The language of the functions
    #[arg(value_parser = PossibleValuesParser::new(Language::ALL.map(Language::name)))]
    language: String,
    /// A layout, such as '((16,8),(n,4)):((1,16),(512,128))', an expression, or the text of another system
    #[arg(allow_hyphen_values = true)]
    layout: String,
    /// What a coordinate is
    #[arg(long, default_value = "modes", value_name = "COORDINATE")]
    by: CoordinateKind,
    /// A fact about run-time leaves, such as 'n<=4096', 'ld>=m' or 'n%8==0'
    #[arg(long, value_name = "FACT")]
    fact: Vec<String>,
    /// The bits of the integers, 32 or 64. 32 where they are proved to suffice, and in WGSL and GLSL
    #[arg(long)]
    bits: Option<u32>,
    /// Divide by run-time leaves with a multiplier and a shift: the functions take the divisors as parameters
    #[arg(long)]
    fast_division: bool,
    /// What the names of the functions begin with
    #[arg(long, default_value = "layout")]
    name: String,
    /// Write the number of operations below the text
    #[arg(long)]
    count: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CoordinateKind {
    /// One linear index
    Linear,
    /// A linear index for each mode
    Modes,
    /// An index for each leaf
    Leaves,
}

impl EmitArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let failure = |error: EmitError| failure(&error, &self.layout);
        let language: Language =
            self.language.parse().map_err(|error: EmitError| Failure::new(error.to_string()))?;
        let mut layout = layout_of(&self.layout)?;
        for fact in &self.fact {
            layout = layout.with_fact(fact).map_err(failure)?;
        }
        let domain = match self.by {
            CoordinateKind::Linear => Domain::Linear,
            CoordinateKind::Modes => Domain::Modes,
            CoordinateKind::Leaves => Domain::Leaves,
        };
        let mut functions = IndexFunctions::new(&layout, domain, self.bits).map_err(failure)?;
        if language.is_narrow() && self.bits.is_none() && functions.width() != 32 {
            functions = IndexFunctions::new(&layout, domain, Some(32)).map_err(failure)?;
        }
        if self.fast_division {
            functions = functions.with_fast_division();
        }
        let text = functions.text(language, &self.name).map_err(failure)?;
        let _ = write!(out, "{}{text}", language.header());
        if self.count {
            let counts = functions.index().operations();
            let _ = writeln!(
                out,
                "{} index: {} operations, {} divisions by constants, {} by run-time leaves{}",
                language.comment(),
                counts.simple,
                counts.by_constant,
                counts.by_runtime,
                match counts.by_multiplier {
                    0 => String::new(),
                    count => format!(", {count} with multipliers"),
                }
            );
        }
        Ok(Outcome::Done)
    }
}

fn failure(error: &EmitError, text: &str) -> Failure {
    let failure = Failure::new(match error.position() {
        // The span shows the position.
        Some(_) => error.to_string().split_once(": ").map_or(String::new(), |x| x.1.to_owned()),
        None => error.to_string(),
    });
    match error.position() {
        Some(at) => failure.at(text, at..(at + 1).min(text.len())),
        None => failure,
    }
}

/// Reads notation, or else an expression or the text of another system.
fn layout_of(text: &str) -> Result<SymbolicLayout, Failure> {
    let error = match text.parse() {
        Ok(layout) => return Ok(layout),
        Err(error) => failure(&error, text),
    };
    // The notation of this command says where a text that nothing reads is wrong.
    let Ok((said, _)) = read(text, None, None) else { return Err(error) };
    let value = said.into_value();
    let notation = match &value {
        Value::Layout(_) | Value::Swizzled(_) => value.to_string(),
        Value::Symbolic(layout) => layout.to_string(),
        other => return Err(no_layout(other).at(text, 0..text.len())),
    };
    let refused = |message: String| Failure::new(message).at(text, 0..text.len());
    let help = "--fact 'n%8==0' says what is known of a run-time leaf";
    if let Value::Symbolic(layout) = &value
        && let conditions = layout.conditions()
        && !conditions.as_str().is_empty()
    {
        let message = format!("{layout} is the result only if {}", conditions.as_str());
        return Err(refused(message).help(help));
    }
    if notation.contains('{') {
        return Err(refused(format!("facts in braces are not read: {notation}")).help(help));
    }
    notation.parse().map_err(|error| failure(&error, &notation))
}
