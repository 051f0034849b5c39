//! The golden rows as calls of this library's methods.

use std::cell::Cell;
use std::fs;

use serde_json::Value;

use super::root;

/// One line of a golden file.
pub struct Row {
    /// The method's name.
    pub method: String,
    pub operands: Vec<String>,
    /// The result of the system. `None` for a refusal.
    pub out: Option<String>,
    pub class: String,
    /// The outcome of the row in a generated table.
    fate: Cell<Option<RowFate>>,
}

/// The outcome of a row in a table.
#[derive(Clone, Copy)]
pub enum RowFate {
    /// The static result equals the result of the row.
    Equal,
    /// The row is refused at compile time.
    Refused,
}

impl Row {
    /// A row that no table has: another operation with the operands of a golden row.
    pub fn derived(method: &str, operands: Vec<String>) -> Self {
        let class = String::new();
        Row { method: method.to_string(), operands, out: None, class, fate: Cell::new(None) }
    }

    /// Records that a table has the row.
    pub fn asked(&self, fate: RowFate) {
        self.fate.set(Some(fate));
    }

    pub fn fate(&self) -> Option<RowFate> {
        self.fate.get()
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// Converts a by-mode tiler of the MLIR dialect, `[4:1;_]`, to this notation.
fn notation(text: &str) -> String {
    text.replace('[', "<").replace(']', ">").replace(';', ",")
}

fn method(operation: &str) -> &str {
    match operation {
        "composition" => "compose",
        "make_layout_left" => "col_major",
        "make_layout_right" => "row_major",
        "make_ordered_layout" => "ordered",
        "make_identity_layout" => "identity",
        "make_layout_like" => "like",
        "make_fragment_like" => "fragment_like",
        "recast" => "recast_bits",
        "idx2crd" => "compact_coord",
        "crd2idx" => "compact_index",
        other => other,
    }
}

fn lines(name: &str) -> Vec<String> {
    let path = root().join("tests/golden").join(name);
    let file = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    file.lines().map(String::from).collect()
}

/// A row, or the reason why static layouts do not have it.
fn row(line: &str) -> Result<Row, &'static str> {
    let json: Value = serde_json::from_str(line).unwrap();
    let attributed = json.get("attr").is_some();
    let kinds = json["kinds"].as_array();
    let foreign = |kind: &Value| !matches!(kind.as_str(), Some("layout" | "tile"));
    if attributed || kinds.is_some_and(|kinds| kinds.iter().any(foreign)) {
        return Err("attributes and tuples of MLIR's dialect");
    }
    let row = of(&json);
    if row.operands.iter().any(|operand| is_foreign(operand)) {
        return Err("swizzles, `?`, nested tilers, empty tuples");
    }
    Ok(row)
}

fn of(json: &Value) -> Row {
    let operands = json["args"].as_array().unwrap().iter().filter_map(text);
    let operands: Vec<String> = operands.map(|operand| notation(&operand)).collect();
    let operation = json["op"].as_str().unwrap();
    let method = match (operation, operands.len()) {
        ("append", 3) => "append_to",
        ("prepend", 3) => "prepend_to",
        ("tile_to_shape", 3) => "tile_to_shape_ordered",
        _ => method(operation),
    };
    Row {
        method: method.to_string(),
        operands,
        out: text(&json["out"]),
        class: text(&json["class"]).unwrap_or_default(),
        fate: Cell::new(None),
    }
}

fn is_foreign(operand: &str) -> bool {
    ["?", " o ", "Sw<", "S<"].iter().any(|part| operand.contains(part))
        || operand.matches(['<', '[']).count() > 1
        || operand.contains("()")
}

/// The rows of all files.
pub struct Golden {
    /// Rows of static layouts and tuples.
    pub rows: Vec<Row>,
    /// Rows with run-time integers.
    pub mixed: Vec<Row>,
    /// Rows of swizzled layouts.
    pub swizzled: Vec<Row>,
    /// The reasons for all other rows.
    pub others: Vec<&'static str>,
}

pub fn all() -> Golden {
    let mut names: Vec<String> = fs::read_dir(root().join("tests/golden"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".jsonl"))
        .collect();
    names.sort();
    let (mut rows, mut mixed) = (Vec::new(), Vec::new());
    let (mut swizzled, mut others) = (Vec::new(), Vec::new());
    for name in names {
        for line in lines(&name) {
            match row(&line) {
                _ if name.starts_with("composed_") => {
                    swizzled.push(of(&serde_json::from_str(&line).unwrap()));
                }
                Ok(row) if name == "mixed.jsonl" => mixed.push(row),
                Ok(row) => rows.push(row),
                Err(reason) => others.push(reason),
            }
        }
    }
    Golden { rows, mixed, swizzled, others }
}
