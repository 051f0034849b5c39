//! `layout explain`: how an answer comes about.

use std::fmt::Write;

use crate::Failure;
use crate::commands::Outcome;
use crate::explain::explain_in;
use crate::language::Scope;

/// How the answer of an expression comes about, step by step
///
/// Compositions, complements, divides, products, coalescing, inverses, upcasts, offsets and slices are derived in
/// words and numbers; of other operations there is the answer. What is refused is followed by what would be accepted.
#[derive(Debug, clap::Args)]
pub struct ExplainArguments {
    /// Such as '(10,2):(16,4) o (5,4):(1,5)'
    #[arg(allow_hyphen_values = true)]
    expression: String,
    /// Write an array of the derivations as JSON
    #[arg(long)]
    json: bool,
}

impl ExplainArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let (derivations, answer) = explain_in(&mut Scope::default(), &self.expression);
        if self.json {
            let all: Vec<_> = derivations.iter().map(|derivation| derivation.to_json()).collect();
            let _ = writeln!(out, "{}", serde_json::Value::from(all));
            return answer.map(|_| Outcome::Done);
        }
        for (k, derivation) in derivations.iter().enumerate() {
            let _ = writeln!(out, "{}{derivation}", if k > 0 { "\n" } else { "" });
        }
        let value = answer?;
        if derivations.is_empty() {
            let _ = writeln!(out, "{value} is {}: no operation is asked for", value.kind());
        }
        Ok(Outcome::Done)
    }
}
