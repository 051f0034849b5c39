//! Derives the value of an expression step by step in words and numbers. A rejected operation gets suggestions.

mod advice;
mod index;
mod lines;
#[cfg(test)]
mod tests;

use std::fmt;

use layout_core::{Coord, IntTuple, Layout, Operand};
use serde_json::{Value as Json, json};

use crate::Failure;
use crate::language::{Scope, TraceStep, Value};
use lines::Lines;

pub use advice::advice;
pub use lines::Line;

/// The derivation of one operation.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// The operation and its operands: `compose((10,2):(16,4), (5,4):(1,5))`.
    pub title: String,
    /// The operands.
    pub operands: Vec<Value>,
    /// The result of the operation in one line.
    pub about: &'static str,
    /// The steps.
    pub lines: Vec<Line>,
    /// The value that the algebra computes, or its error.
    pub answer: Result<Value, Failure>,
    /// Suggestions for a rejected operation.
    pub advice: Vec<String>,
    /// Two coordinates of an operand with one offset, if that may be why the operation is rejected.
    pub collision: Option<String>,
}

/// Derives each operation of an expression, in the order of evaluation. Empty if the expression does not parse.
///
/// ```
/// let explained = layout_cli::explain::explain("(10,2):(16,4) o (5,4):(1,5)");
/// assert_eq!(explained[0].answer.as_ref().unwrap().to_string(), "(5,(2,2)):(16,(80,4))");
/// assert!(explained[0].to_string().contains("10:16: 10/5 = 2 of its coordinates"));
/// ```
pub fn explain(text: &str) -> Vec<Derivation> {
    explain_in(&mut Scope::default(), text).0
}

/// Derives each operation of an expression with the names of a scope, and evaluates the expression.
pub fn explain_in(scope: &mut Scope, text: &str) -> (Vec<Derivation>, Result<Value, Failure>) {
    let (answer, steps) = scope.trace(text);
    (steps.into_iter().map(Derivation::of).collect(), answer)
}

/// Evaluates `text`. The error of a rejected operation has suggestions in its help.
///
/// # Errors
///
/// Text that does not parse, or an operation without a value.
///
/// ```
/// use layout_cli::{explain, language::Scope};
/// let refused = explain::evaluate(&mut Scope::default(), "10:1 / 4").unwrap_err();
/// let [nearest, padded, ..] = refused.help_lines() else { panic!("{refused}") };
/// assert_eq!(nearest, "the nearest extents that divide 10 are 2 and 5");
/// assert_eq!(padded, "logical_divide_padded rounds the number of tiles up: (4,3):(1,4)");
/// ```
pub fn evaluate(scope: &mut Scope, text: &str) -> Result<Value, Failure> {
    let (answer, steps) = scope.trace(text);
    answer.map_err(|failure| {
        let advice = steps.last().map(advice).unwrap_or_default();
        let collision = steps.last().and_then(collision);
        advice.into_iter().chain(collision).fold(failure, Failure::help)
    })
}

impl Derivation {
    fn of(step: TraceStep) -> Self {
        let texts: Vec<_> = step.operands.iter().map(Value::to_string).collect();
        let mut notes = Lines::default();
        derive(&step, &mut notes);
        if let Some(reason) = advice::no_layout(&step) {
            notes.say(reason);
        }
        Self {
            title: format!("{}({})", step.operation.name, texts.join(", ")),
            about: step.operation.help,
            lines: notes.lines,
            advice: advice(&step),
            collision: collision(&step),
            operands: step.operands,
            answer: step.answer,
        }
    }

    /// A JSON object with the title, the steps (`depth`, `text`, `found`), and either the `answer` or the `refusal` and
    /// its `advice`.
    pub fn to_json(&self) -> Json {
        let lines: Vec<_> = self
            .lines
            .iter()
            .map(|line| json!({"depth": line.depth, "text": line.text, "found": line.found}))
            .collect();
        let mut object = json!({"title": self.title, "about": self.about, "lines": lines});
        match &self.answer {
            Ok(value) => object["answer"] = value.to_string().into(),
            Err(failure) => {
                object["refusal"] = failure.message().into();
                object["advice"] =
                    failure.help_lines().iter().chain(&self.advice).cloned().collect();
                object["collision"] = self.collision.clone().into();
            }
        }
        object
    }
}

impl fmt::Display for Derivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  {}", self.title, self.about)?;
        for line in &self.lines {
            write!(f, "\n{:1$}{2}", "", 2 * line.depth + 2, line.text)?;
            if let Some(found) = &line.found {
                write!(f, " -> {found}")?;
            }
        }
        match &self.answer {
            Ok(value) => write!(f, "\n= {value}"),
            Err(failure) => {
                write!(f, "\nrefused: {}", failure.message())?;
                if let Some(collision) = &self.collision {
                    write!(f, "\ncollide: {collision}")?;
                }
                let advice: Vec<_> = failure.help_lines().iter().chain(&self.advice).collect();
                if advice.is_empty() {
                    return f.write_str("\naccepted: none");
                }
                advice.iter().try_for_each(|line| write!(f, "\naccepted: {line}"))
            }
        }
    }
}

/// The coordinates of an operand that collide, for a rejected operation that needs a one-to-one operand:
/// `(0,1) and (2,0) of (4,2):(1,2) both map to 2`.
fn collision(step: &TraceStep) -> Option<String> {
    let name = step.operation.name;
    let needs_one_to_one = ["complement", "inverse", "_divide", "_product"];
    if step.answer.is_ok()
        || name == "right_inverse"
        || !needs_one_to_one.iter().any(|part| name.contains(part))
    {
        return None;
    }
    step.operands.iter().filter_map(Value::as_layout).find_map(|layout| {
        let (first, second) = layout.collision().ok()??;
        let image = layout.image(&Coord::from(first)).ok()?;
        Some(format!("{first} and {second} of {layout} both map to {image}"))
    })
}

/// Writes the steps of an operation to `notes`: those that the algebra notes, and the sums of an offset. `None` if the
/// operation has no steps.
fn derive(step: &TraceStep, notes: &mut Lines) -> Option<()> {
    let name = step.operation.name;
    match (name, &step.operands[..]) {
        ("index", _) => offset(step, notes),
        ("slice", _) => slice(step, notes),
        ("apply", [Value::Swizzle(swizzle), Value::Tuple(x)]) => {
            index::swizzle(*swizzle, x.value(0), notes);
            Some(())
        }
        ("compose", [_, Value::Swizzled(b)]) => {
            let (a, plain) = (operand(step, 0)?, b.plain());
            notes.say(format!("before the swizzle: {a} o {plain}"));
            notes.depth += 1;
            notes.steps(name, &a, &Operand::Layout(plain));
            notes.depth -= 1;
            step.answer.as_ref().ok()?;
            index::images(&a, b.swizzle(), notes);
            Some(())
        }
        (_, [_, rest @ ..]) => {
            let b = match rest {
                [] => Operand::None,
                [Value::Tiler(tiler)] => Operand::Tiler(*tiler),
                [Value::Tuple(n)] if n.depth() == 0 && name != "compose" => match name {
                    "complement" | "complement_padded" | "upcast" => Operand::Integer(n.value(0)),
                    _ => Operand::Layout(rest[0].as_layout()?),
                },
                [value] => Operand::Layout(value.as_layout()?),
                _ => return None,
            };
            notes.steps(name, &operand(step, 0)?, &b);
            Some(())
        }
        _ => None,
    }
}

/// Operand `k` as a layout that maps to numbers; for a swizzled first operand the layout before the swizzle.
fn operand(step: &TraceStep, k: usize) -> Option<Layout> {
    let value = step.operands.get(k)?;
    let swizzled = value.as_swizzled().filter(|_| k == 0).map(|layout| layout.plain());
    value.as_layout().or(swizzled).filter(|layout| !layout.is_coordinate())
}

/// Derives an offset, and the swizzle of the offset.
fn offset(step: &TraceStep, notes: &mut Lines) -> Option<()> {
    let [value, Value::Tuple(c)] = &step.operands[..] else { return None };
    step.answer.as_ref().ok()?;
    let plain = index::index(&operand(step, 0)?, c, notes).ok()?;
    if let Some(swizzled) = value.as_swizzled() {
        let (offset, swizzle) = (swizzled.offset(), swizzled.swizzle());
        if offset != 0 {
            notes.find(format!("{offset} is added before the swizzle"), offset + plain);
        }
        index::swizzle(swizzle, offset + plain, notes);
    }
    Some(())
}

/// Derives the first offset of a slice, and the modes that it keeps.
fn slice(step: &TraceStep, notes: &mut Lines) -> Option<()> {
    let (a, Value::Coord(c)) = (operand(step, 0)?, step.operands.get(1)?) else { return None };
    let first = IntTuple::parse(&c.to_string().replace('_', "0")).ok()?;
    step.answer.as_ref().ok()?;
    notes.say(format!("the first element, 0 in the place of _: {first}"));
    notes.depth += 1;
    index::index(&a, &first, notes).ok()?;
    notes.depth -= 1;
    let (kept, _) = a.slice(c).ok()?;
    notes.find("the modes under _", kept);
    Some(())
}
