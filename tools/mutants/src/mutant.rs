//! Mutants and their results.

use std::path::Path;

use serde_json::Value;

/// A line and a column, both from 1.
pub type SourcePosition = (usize, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Not run yet.
    Waiting,
    /// No expression contains it, or only the compiler evaluates it.
    NotTried,
    /// It does not compile.
    Unviable,
    Caught,
    /// The tests run much longer.
    Timeout,
    Survived,
}

pub struct Mutant {
    pub file: String,
    pub name: String,
    pub from: SourcePosition,
    pub to: SourcePosition,
    /// The replacement of `from..to`.
    pub replacement: String,
    pub is_body: bool,
    pub fate: Fate,
}

pub fn read(list: &Path) -> Vec<Mutant> {
    let text = std::fs::read_to_string(list).expect("list.json");
    let list: Value = serde_json::from_str(&text).expect("what cargo mutants lists");
    let place = |span: &Value, end: &str| {
        let number = |key: &str| span[end][key].as_u64().expect("a place") as usize;
        (number("line"), number("column"))
    };
    let mutant = |value: &Value| Mutant {
        file: value["file"].as_str().expect("a file").into(),
        name: value["name"].as_str().expect("a name").into(),
        from: place(&value["span"], "start"),
        to: place(&value["span"], "end"),
        replacement: value["replacement"].as_str().expect("text").into(),
        is_body: value["genre"] == "FnValue",
        fate: Fate::Waiting,
    };
    list.as_array().expect("a list").iter().map(mutant).collect()
}
