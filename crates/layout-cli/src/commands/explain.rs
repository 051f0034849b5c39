//! `layout explain`: derives the value of an expression step by step.

use std::fmt::Write;

use crate::Failure;
use crate::commands::Outcome;
use crate::explain::{Derivation, explain_in};
use crate::language::{Scope, Value};

/// Derive the value of an expression step by step
///
/// Compositions, complements, divides, products, coalescing, inverses, upcasts, offsets and slices are derived in
/// words and numbers; other operations show their result. A rejected operation lists operands that are accepted.
#[derive(Debug, clap::Args)]
pub struct ExplainArguments {
    /// An expression, such as '(10,2):(16,4) o (5,4):(1,5)'
    #[arg(allow_hyphen_values = true)]
    expression: String,
    /// Write the derivations as a JSON array
    #[arg(long)]
    json: bool,
}

impl ExplainArguments {
    pub(super) fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        let (derivations, answer) = explain_in(&mut Scope::default(), &self.expression);
        if self.json {
            let all: Vec<_> = derivations.iter().map(|derivation| derivation.to_json()).collect();
            let _ = writeln!(out, "{}", serde_json::Value::from(all));
            return outcome(&derivations, answer);
        }
        for (k, derivation) in derivations.iter().enumerate() {
            let _ = writeln!(out, "{}{derivation}", if k > 0 { "\n" } else { "" });
        }
        if let (true, Ok(value)) = (derivations.is_empty(), &answer) {
            let _ = writeln!(out, "{value} is {}: the expression has no operation", value.kind());
        }
        outcome(&derivations, answer)
    }
}

/// A refusal that the last derivation says is not said again.
fn outcome(derivations: &[Derivation], answer: Result<Value, Failure>) -> Result<Outcome, Failure> {
    match answer {
        Err(_) if derivations.last().is_some_and(|last| last.answer.is_err()) => {
            Ok(Outcome::Refused)
        }
        answer => answer.map(|_| Outcome::Done),
    }
}
