//! Names and their values, which persist from one evaluation to the next.

use std::collections::BTreeMap;

use crate::Failure;
use crate::dialect::{Foreign, recognised, source};
use crate::language::Value;
use crate::language::evaluate::{Evaluation, TraceStep};
use crate::language::parse::parse;

/// The values of names.
///
/// ```
/// use layout_cli::language::Scope;
/// let mut scope = Scope::default();
/// scope.evaluate("let a = (128,64):row")?;
/// assert_eq!(scope.evaluate("a / <16,8>")?.to_string(), "((16,8),(8,8)):((64,1024),(1,8))");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scope {
    names: BTreeMap<String, Value>,
}

impl Scope {
    /// Evaluates the statements of `text` to the value of the last.
    ///
    /// # Errors
    ///
    /// The first statement that fails. The statements before it keep their effect on names.
    pub fn evaluate(&mut self, text: &str) -> Result<Value, Failure> {
        self.trace(text).0
    }

    /// Evaluates the statements of `text`, and returns every operation in the order of evaluation. A rejected operation
    /// is the last.
    pub fn trace(&mut self, text: &str) -> (Result<Value, Failure>, Vec<TraceStep>) {
        // A text that only another system has is not an expression.
        if let Some(said) = recognised(text) {
            return (said.map(Foreign::into_value), Vec::new());
        }
        let mut last = Value::Nothing;
        let (done, steps) = self.run(text, |_, value| last = value);
        let answer = match done {
            Ok(()) => Ok(last),
            // Source text of another system is not an expression.
            Err(failure) if steps.is_empty() => source::guessed(text, failure),
            Err(failure) => Err(failure),
        };
        (answer, steps)
    }

    /// The value of an expression. Texts of other systems are refused.
    pub(crate) fn expression(text: &str) -> Result<Value, Failure> {
        let mut last = Value::Nothing;
        Self::default().run(text, |_, value| last = value).0.map(|()| last)
    }

    /// The values of the statements that give no name, in order.
    ///
    /// # Errors
    ///
    /// The first statement that fails.
    ///
    /// ```
    /// use layout_cli::language::Scope;
    /// let values = Scope::default().values("let a = (4,8):row; a; a o 4:2")?;
    /// assert_eq!(values.len(), 2);
    /// # Ok::<(), layout_cli::Failure>(())
    /// ```
    pub fn values(&mut self, text: &str) -> Result<Vec<Value>, Failure> {
        let mut values = Vec::new();
        let keep = |named: bool, value| values.extend((!named).then_some(value));
        self.run(text, keep).0.map(|()| values)
    }

    /// Evaluates the statements, and calls `each` with every value, and whether it has a name.
    fn run(
        &mut self,
        text: &str,
        mut each: impl FnMut(bool, Value),
    ) -> (Result<(), Failure>, Vec<TraceStep>) {
        let statements = match parse(text) {
            Ok(statements) => statements,
            Err(failure) => return (Err(failure), Vec::new()),
        };
        let mut steps = Vec::new();
        for statement in &statements {
            let mut evaluation = Evaluation { text, names: &self.names, steps };
            let value = evaluation.value(&statement.value);
            steps = evaluation.steps;
            let value = match value {
                Ok(value) => value,
                Err(failure) => return (Err(failure), steps),
            };
            if let Some(name) = &statement.name {
                self.names.insert(name.clone(), value.clone());
            }
            each(statement.name.is_some(), value);
        }
        (Ok(()), steps)
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.names.get(name)
    }

    /// Gives a name a value.
    pub fn set(&mut self, name: &str, value: Value) {
        self.names.insert(name.to_owned(), value);
    }

    /// The names and their values, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.names.iter().map(|(name, value)| (name.as_str(), value))
    }
}
