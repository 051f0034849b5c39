//! Checks the layouts that files state: `layout lint`.
//!
//! ```text
//! text ─> read ─> Fact ─> rules (results, destinations, accesses, offsets) ─> Finding ─> report, sarif
//! ```
//!
//! A reader turns each operation of a text into facts: the operands, the result that the text states, the layouts that
//! are written, the accesses of threads. Each family of rules compares facts with the engine. A text that the readers do
//! not know is left out, and counted.
//!
//! ```
//! use layout_cli::lint;
//! let checked = lint::check("a.mlir", "%r = cute.composition(%a, %b) : \
//!     (!cute.layout<\"(6,2):(1,7)\">, !cute.layout<\"(3,2):(2,3)\">) -> !cute.layout<\"(3,2):(2,3)\">");
//! let found = &checked.findings[0];
//! assert_eq!(found.rule.name(), "wrong-result");
//! assert!(found.message.contains("at (2,1) it is 7, and the exact value is 8"), "{}", found.message);
//! ```

mod accesses;
mod destinations;
mod fact;
mod offsets;
mod read;
mod report;
mod results;
mod rule;
mod sarif;

use std::collections::BTreeMap;
use std::ops::Range;

use self::fact::Fact;
pub use self::report::{json, text};
pub use self::rule::{Level, Rule};
pub use self::sarif::sarif;
use crate::Failure;

/// The most bytes of a file.
pub const MOST_BYTES: u64 = 32 << 20;

/// What a rule found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// One line: what is wrong, with the numbers.
    pub message: String,
    /// The layouts by their part in the operation: `a`, `b`, `stated`, `exact`.
    pub layouts: Vec<(&'static str, String)>,
    /// The numbers by name.
    pub numbers: Vec<(&'static str, i64)>,
    /// What to write instead.
    pub fix: Option<String>,
    /// The bytes of the text.
    pub span: Range<usize>,
    /// The line and the column of the first byte, from 1 on. Columns count characters.
    pub place: (usize, usize),
    /// The number of places with the same finding; this is the first.
    pub places: usize,
}

impl Finding {
    fn new(rule: Rule, span: &Range<usize>, message: String) -> Self {
        let (layouts, numbers) = (Vec::new(), Vec::new());
        let span = span.clone();
        Self { rule, message, layouts, numbers, fix: None, span, place: (0, 0), places: 1 }
    }

    fn layout(mut self, name: &'static str, layout: impl ToString) -> Self {
        self.layouts.push((name, layout.to_string()));
        self
    }

    fn number(mut self, name: &'static str, number: i64) -> Self {
        self.numbers.push((name, number));
        self
    }

    fn fix(mut self, fix: Option<impl Into<String>>) -> Self {
        self.fix = fix.map(Into::into);
        self
    }
}

/// What was checked in a text.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The path, for reports.
    pub path: String,
    /// The findings, in the order of the text.
    pub findings: Vec<Finding>,
    /// The number of operations and accesses that were evaluated, by name.
    pub evaluated: BTreeMap<String, usize>,
    /// The number of operations that were not: integers of run time, forms that are not read.
    pub skipped: usize,
}

/// Reads and checks a file.
///
/// # Errors
///
/// A file that cannot be read, has more than [`MOST_BYTES`], or is not UTF-8.
pub fn check_file(path: &str) -> Result<Checked, Failure> {
    let failed =
        |error: &dyn std::fmt::Display| Failure::new(format!("cannot read {path}: {error}"));
    let about = std::fs::metadata(path).map_err(|error| failed(&error))?;
    if about.len() > MOST_BYTES {
        let message = format!("{} bytes are more than {MOST_BYTES}", about.len());
        return Err(failed(&message));
    }
    if !about.is_file() {
        return Err(failed(&"it is not a file"));
    }
    let bytes = std::fs::read(path).map_err(|error| failed(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        failed(&format!("byte {} is not UTF-8", error.utf8_error().valid_up_to()))
    })?;
    Ok(check(path, &text))
}

/// Checks a text. The extension of `path` names the language of source text.
pub fn check(path: &str, text: &str) -> Checked {
    let mut checked = Checked { path: path.into(), ..Checked::default() };
    let facts = read::facts(path, text, &mut checked);
    let mut budget = results::Budget::default();
    let mut found: Vec<Finding> = Vec::new();
    for fact in &facts {
        match fact {
            Fact::Operation(claim) => {
                found.extend(results::check(claim, &mut budget, &mut checked))
            }
            Fact::Memory(memory) => {
                found.extend(destinations::check(memory));
                found.extend(offsets::check(memory));
            }
            Fact::Access(access) => found.extend(accesses::check(access, &mut checked)),
            Fact::Refused(rule, span, message) => {
                found.push(Finding::new(*rule, span, message.clone()));
            }
        }
    }
    checked.findings = placed(text, found);
    checked
}

/// The findings with their places, each message once, in the order of the text.
fn placed(text: &str, mut found: Vec<Finding>) -> Vec<Finding> {
    found.sort_by_key(|finding| finding.span.start);
    let mut first: BTreeMap<(Rule, String), usize> = BTreeMap::new();
    let mut all: Vec<Finding> = Vec::new();
    let (mut line, mut begin, mut at) = (1, 0, 0);
    for mut finding in found {
        let key = (finding.rule, finding.message.clone());
        if let Some(k) = first.get(&key) {
            all[*k].places += 1;
            continue;
        }
        let start = finding.span.start.min(text.len());
        for (k, _) in text[at..start].match_indices('\n') {
            (line, begin) = (line + 1, at + k + 1);
        }
        at = start;
        finding.place = (line, text[begin..start].chars().count() + 1);
        first.insert(key, all.len());
        all.push(finding);
    }
    all
}
