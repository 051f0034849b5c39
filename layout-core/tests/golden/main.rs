//! Every golden row that an operation here computes. `tests/golden/README.md` counts the others by reason.

#[path = "../support/mod.rs"]
mod support;

mod chained;
mod composed;
mod devices;
mod mixed;
mod operation;
mod partition;
mod swizzles;
mod tuples;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use operation::{RowOutcome, evaluate, padded};
use serde_json::Value;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/golden")
}

/// One line of a golden file.
pub(crate) struct GoldenRow {
    pub(crate) place: String,
    pub(crate) operation: String,
    pub(crate) operands: Vec<String>,
    pub(crate) attribute: Option<String>,
    pub(crate) kinds: Vec<String>,
    /// The result of the system. `None` for a refusal.
    pub(crate) out: Option<String>,
    pub(crate) offset: Option<String>,
    pub(crate) class: String,
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// The lines of a golden file.
fn values(name: &str) -> Vec<Value> {
    let file = fs::read_to_string(folder().join(name)).unwrap();
    file.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn rows(name: &str) -> Vec<GoldenRow> {
    let list = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(text).collect()
    };
    let file = fs::read_to_string(folder().join(name)).unwrap();
    let row = |(line, source): (usize, &str)| {
        let json: Value = serde_json::from_str(source).unwrap();
        GoldenRow {
            place: format!("{name}:{}: {source}", line + 1),
            operation: json["op"].as_str().unwrap().to_string(),
            operands: list(&json["args"]),
            attribute: text(&json["attr"]),
            kinds: list(&json["kinds"]),
            out: text(&json["out"]),
            offset: text(&json["offset"]),
            class: text(&json["class"]).unwrap_or_default(),
        }
    };
    file.lines().enumerate().map(row).collect()
}

fn files() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".jsonl"))
        .collect();
    names.sort();
    assert!(names.len() > 40, "the golden files are missing");
    names
}

/// The number of rows with each outcome.
#[derive(Default)]
struct RowTally {
    counts: BTreeMap<&'static str, usize>,
    failures: Vec<String>,
}

impl RowTally {
    fn count(&mut self, reason: &'static str) {
        *self.counts.entry(reason).or_default() += 1;
    }

    fn fail(&mut self, row: &GoldenRow, why: String) {
        self.failures.push(format!("{}\n    {why}", row.place));
    }

    fn check(&mut self, row: &GoldenRow) {
        let answer = match evaluate(row) {
            RowOutcome::Elsewhere(reason) => return self.count(reason),
            RowOutcome::Answer(answer) => answer,
        };
        match (&row.out, answer, row.class.as_str()) {
            (Some(_), Err(_), "wrong") => self.count("wrong, refused"),
            (Some(_), Ok(_), "wrong") if operation::satisfied(row) => {
                self.count("wrong, answered rightly");
            }
            (Some(out), Err(_), "padded") => match padded(row) {
                Some(Ok(layout)) if operation::same(&layout, out) => self.count("padded"),
                other => self.fail(row, format!("padded: {other:?}")),
            },
            (Some(out), Ok(answer), "exact" | "open" | "") if operation::same(&answer, out) => {
                self.count("equal");
            }
            (None, Err(_), _) => self.count("refused by both"),
            (_, answer, _) => match operation::decided(row, &answer) {
                Some(reason) => self.count(reason),
                None => self.fail(row, format!("{answer:?}")),
            },
        }
    }
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "integers past 2^31")]
fn every_row() {
    let mut tally = RowTally::default();
    for name in files() {
        for row in rows(&name) {
            let pattern = row.operands.iter().any(|text| text.contains('?'));
            let plain = row.operands.iter().all(|text| !text.contains(['@', 'o']));
            if pattern && plain {
                match mixed::check_pattern(&row) {
                    Ok(Some(reason)) => tally.count(reason),
                    Ok(None) => tally.check(&row),
                    Err(why) => tally.fail(&row, why),
                }
            } else if name == "mixed.jsonl" {
                match mixed::check(&row) {
                    Ok(reason) => tally.count(reason),
                    Err(why) => tally.fail(&row, why),
                }
            } else {
                tally.check(&row);
            }
        }
    }
    assert!(
        tally.failures.is_empty(),
        "{} rows:\n{}\n{:#?}",
        tally.failures.len(),
        tally.failures.join("\n"),
        tally.counts
    );
    let readme = fs::read_to_string(folder().join("README.md")).unwrap_or_default();
    let (readme, _) = readme.split_once("## The static side").unwrap();
    let row = |line: &str| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let (reason, count) = (cells.next()?, cells.next()?);
        count.parse::<usize>().ok().map(|count| (reason.to_string(), count))
    };
    let said: BTreeMap<String, usize> = readme.lines().filter_map(row).collect();
    let counts = tally.counts.iter().map(|(reason, &count)| (reason.to_string(), count));
    assert_eq!(said, counts.collect(), "tests/golden/README.md and what is counted");
}
