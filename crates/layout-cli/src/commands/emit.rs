//! `layout emit`: writes the index function of a layout in another language.

use std::fmt::Write;

use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use static_layout_emit::{Domain, EmitError, IndexFunctions, Language, SymbolicLayout};

use crate::Failure;
use crate::commands::Outcome;

/// Write the index function, the bounds test and the inverse of a layout in another language
///
/// A leaf is an integer, a name, a product such as 4*n, or `?`. Run-time leaves are parameters of the functions.
#[derive(Debug, clap::Args)]
pub struct EmitArguments {
    /// The language of the functions
    #[arg(value_parser = PossibleValuesParser::new(Language::ALL.map(Language::name)))]
    language: String,
    /// A layout, such as '((16,8),(n,4)):((1,16),(512,128))'
    #[arg(allow_hyphen_values = true)]
    layout: String,
    /// What a coordinate is
    #[arg(long, default_value = "modes", value_name = "COORDINATE")]
    by: CoordinateKind,
    /// A fact about a run-time leaf, such as 'n<=4096', 'ld>=16' or 'n%8==0'
    #[arg(long, value_name = "FACT")]
    fact: Vec<String>,
    /// The bits of the integers, 32 or 64. 32 where they are proved to suffice, and in WGSL
    #[arg(long)]
    bits: Option<u32>,
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
        let failure = |error: EmitError| {
            let failure = Failure::new(match error.position() {
                // The span shows the position.
                Some(_) => {
                    error.to_string().split_once(": ").map_or(String::new(), |x| x.1.to_owned())
                }
                None => error.to_string(),
            });
            match error.position() {
                Some(at) => failure.at(&self.layout, at..(at + 1).min(self.layout.len())),
                None => failure,
            }
        };
        let language: Language =
            self.language.parse().map_err(|error: EmitError| Failure::new(error.to_string()))?;
        let mut layout: SymbolicLayout = self.layout.parse().map_err(failure)?;
        for fact in &self.fact {
            layout = layout.with_fact(fact).map_err(failure)?;
        }
        let domain = match self.by {
            CoordinateKind::Linear => Domain::Linear,
            CoordinateKind::Modes => Domain::Modes,
            CoordinateKind::Leaves => Domain::Leaves,
        };
        let mut functions = IndexFunctions::new(&layout, domain, self.bits).map_err(failure)?;
        if language == Language::Wgsl && self.bits.is_none() && functions.width() != 32 {
            functions = IndexFunctions::new(&layout, domain, Some(32)).map_err(failure)?;
        }
        let text = functions.text(language, &self.name).map_err(failure)?;
        let _ = write!(out, "{}{text}", language.header());
        if self.count {
            let counts = functions.index().operations();
            let _ = writeln!(
                out,
                "// index: {} operations, {} divisions by constants, {} by run-time leaves",
                counts.simple, counts.by_constant, counts.by_runtime
            );
        }
        Ok(Outcome::Done)
    }
}
