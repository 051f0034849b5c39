//! Answers questions of the page in JSON.

use layout_cli::explain::{self, Derivation};
use layout_cli::language::operations::FAMILIES;
use layout_cli::language::{Scope, Value};
use layout_cli::picture::ColourBy;
use layout_cli::{Failure, MaybeSwizzled};
use layout_core::memory::SHARED;
use layout_core::{ComposedLayout, Swizzle};
use serde_json::{Value as Json, json};

use crate::access::access;
use crate::bits::bits;
use crate::drawing::{cell, draw, labels};
use crate::facts::facts;
use crate::threads::{atoms, threads};

/// Answers a question about something other than an expression.
type Answerer = fn(&Json) -> Json;

/// The most offsets that a step lights.
const LIT: i64 = 1 << 16;

/// Answers a question in JSON.
///
/// The question is `{"expression": TEXT, "by": COLOURS, "element": BYTES}`. The answer has `text`, the value in
/// notation; `facts`, pairs of name and value; `drawing`, the picture of a layout; `operands`, the layouts that the last
/// operation had, or the layout before a swizzle; `beside`, the values of the statements before; `swizzled`, the layout before a swizzle; and `steps`, the derivation, each with `depth`, `text` and the `found`
/// notation; `made` says that the tiles of its operation colour it, as the colours `tile=` are. An expression without a
/// value has `refused`: the message with a caret below the text.
///
/// Other questions have another first field: `labels` and `cell` ask about a drawing, `offsets` about the offsets of a
/// layout, `threads` and `atoms` about thread-value layouts, `access` about the cost of accesses, `machines` about the
/// names of their machines, `bits` about the
/// matrix of a layout, `operations` about the table of operations.
///
/// ```
/// let answer = explorer_engine::answer(r#"{"expression": "(2,2):(1,3)", "by": "offset"}"#);
/// assert!(answer.contains(r#""text":"(2,2):(1,3)""#));
/// assert!(explorer_engine::answer(r#"{"expression": "(2,2):(1"}"#).contains("refused"));
/// ```
pub fn answer(question: &str) -> String {
    let question: Json = serde_json::from_str(question).unwrap_or_default();
    let others: [(&str, Answerer); 9] = [
        ("operations", |_| table()),
        ("labels", labels),
        ("cell", cell),
        ("offsets", |question| offsets(question["offsets"].as_str().unwrap_or_default())),
        ("atoms", |_| atoms()),
        ("threads", |question| threads(&question["threads"])),
        ("machines", |_| json!({ "machines": SHARED.map(|memory| memory.name) })),
        ("access", |question| access(&question["access"])),
        ("bits", |question| bits(&question["bits"])),
    ];
    if let Some((_, answer)) = others.iter().find(|(name, _)| question.get(name).is_some()) {
        return answer(&question).to_string();
    }
    let text = |name: &str| question[name].as_str().unwrap_or_default();
    let expression = text("expression");
    let by = |mapping: &MaybeSwizzled| match text("by") {
        "tile=" => match ColourBy::made_tiles(expression, mapping) {
            Some(made) => Ok(made),
            None if mapping.plain().rank() < 2 => ColourBy::read("tile=4", 4),
            None => ColourBy::read("tile=<4,4>", 4),
        },
        by => ColourBy::read(by, question["element"].as_i64().unwrap_or(4)),
    };
    let value = explain::evaluate(&mut Scope::default(), expression);
    let mut answer = match &value {
        Ok(value) => of(value, by),
        Err(failure) => refused(failure),
    };
    if let Ok(Value::Swizzled(whole)) = &value {
        answer["swizzled"] = whole.plain().to_string().into();
    }
    let derivations = explain::explain(expression);
    answer["operands"] = operands(value.as_ref().ok(), derivations.last()).into();
    if expression.contains([';', '\n'])
        && let Ok(mut values) = Scope::default().values(expression)
    {
        values.pop();
        let texts: Vec<_> = values.iter().filter(is_layout).map(Value::to_string).collect();
        answer["beside"] = texts.into();
    }
    let steps: Vec<Json> = derivations.iter().flat_map(steps).collect();
    if !steps.is_empty() {
        answer["steps"] = steps.into();
    }
    answer.to_string()
}

/// The refusal of a text, in words of the page: it has its own list of operations, and no options.
pub(crate) fn refused(failure: &Failure) -> Json {
    json!({ "refused": without_options(failure) })
}

/// A message without the parts that name an option of the command.
pub(crate) fn without_options(failure: &Failure) -> String {
    let text = failure
        .to_string()
        .replace("`layout eval --list` lists", "\"Notation and operations\" lists");
    let lines = text.lines().enumerate().filter_map(|(k, line)| {
        if k > 0 && !line.starts_with("help: ") || !line.contains("--") {
            return Some(line.to_owned());
        }
        let parts: Vec<_> = line.split("; ").filter(|part| !part.contains("--")).collect();
        if parts.is_empty() && k > 0 { None } else { Some(parts.join("; ")) }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The layouts among the operands of the last operation; without an operation, the layout before a swizzle.
fn operands(value: Option<&Value>, last: Option<&Derivation>) -> Vec<String> {
    let found = |last: &&Derivation| match (&last.answer, value) {
        (Ok(answer), Some(value)) => answer.to_string() == value.to_string(),
        _ => true,
    };
    match (last.filter(found), value) {
        (Some(last), _) => last.operands.iter().filter(is_layout).map(Value::to_string).collect(),
        (None, Some(Value::Swizzled(whole))) => vec![whole.plain().to_string()],
        _ => Vec::new(),
    }
}

/// The operations by family: the title, then the signature and the meaning of each.
fn table() -> Json {
    let families = FAMILIES.iter().map(|family| {
        let rows = family.operations.iter().map(|row| json!([row.signature(), row.help]));
        json!({ "title": family.title, "rows": rows.collect::<Vec<_>>() })
    });
    families.collect()
}

fn is_layout(value: &&Value) -> bool {
    matches!(value, Value::Layout(_) | Value::Swizzled(_) | Value::Symbolic(_))
}

/// The offsets of a layout, or of the modes that a step finds.
fn offsets(text: &str) -> Json {
    match MaybeSwizzled::read(text) {
        Ok(layout) if layout.size() <= LIT => layout.offsets().collect(),
        _ => Json::Array(Vec::new()),
    }
}

/// The operation, followed by the lines of its derivation.
fn steps(derivation: &Derivation) -> Vec<Json> {
    let found = derivation.answer.as_ref().ok().map(Value::to_string);
    let whole = json!({ "depth": 0, "text": derivation.title, "found": found });
    let lines = derivation
        .lines
        .iter()
        .map(|line| json!({ "depth": line.depth + 1, "text": line.text, "found": line.found }));
    [whole].into_iter().chain(lines).collect()
}

fn of(value: &Value, by: impl Fn(&MaybeSwizzled) -> Result<ColourBy, Failure>) -> Json {
    let mut answer = json!({ "text": value.to_string(), "facts": facts(value) });
    let mut draw = |mapping: MaybeSwizzled| {
        let by = by(&mapping);
        answer["made"] = matches!(by, Ok(ColourBy::MadeTiles(_))).into();
        draw(&mut answer, &mapping, by);
    };
    match value {
        Value::Layout(layout) => draw((*layout).into()),
        Value::Swizzled(layout) => draw((*layout).into()),
        // Integers for the names: the picture is of one layout of this form.
        Value::Symbolic(layout) => {
            if let Some((_, example)) = layout.example() {
                draw(example.into());
            }
        }
        // A slice: its layout, from the offset of its first element on.
        Value::Record(parts) => {
            if let [(_, Value::Layout(layout)), (_, Value::Tuple(offset)), ..] = &parts[..]
                && offset.depth() == 0
                && let Ok(slice) = ComposedLayout::new(Swizzle::IDENTITY, offset.value(0), *layout)
            {
                draw(slice.into());
            }
        }
        _ => {}
    }
    answer
}
