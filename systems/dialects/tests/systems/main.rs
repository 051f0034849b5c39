//! Every row of `tests/golden/systems`: results of cuda.core, the CuTe DSL, XLA, Mojo, MoYe, Ascend C and Triton,
//! compared with results of this library. The README next to the rows counts the outcomes by reason; the counts are
//! also compared.

#[path = "../../../../layout-core/tests/support/mod.rs"]
mod support;

mod algebra;
mod ascend;
mod cuda_core;
mod cute_dsl;
mod mojo;
mod moye;
#[cfg(feature = "sharding")]
mod sharding;
#[cfg(feature = "sharding")]
mod sharding_texts;
mod strided;
mod texts;
mod tiled;
mod tokens;
mod triton;
#[path = "../tuples/mod.rs"]
mod tuples;
mod xla;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

/// The outcome of a row: a reason that the README counts, or a failure.
pub(crate) type RowVerdict = Result<&'static str, String>;

pub(crate) const EQUAL: &str = "equal";
pub(crate) const REFUSED: &str = "refused by both";

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/systems")
}

/// The counts of the README's section about a system.
fn stated(system: &str) -> BTreeMap<String, usize> {
    let readme = fs::read_to_string(folder().join("README.md")).unwrap();
    let section = readme.split("\n## ").find(|section| section.starts_with(system));
    let row = |line: &str| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let (reason, count) = (cells.next()?, cells.next()?);
        count.parse::<usize>().ok().map(|count| (reason.to_string(), count))
    };
    section.unwrap_or_default().lines().filter_map(row).collect()
}

/// The number of rows for each reason, and the failures.
pub(crate) fn outcomes(
    name: &str,
    rows: &str,
    check: impl Fn(&Value) -> RowVerdict,
) -> (BTreeMap<String, usize>, Vec<String>) {
    let (mut counts, mut failures) = (BTreeMap::new(), Vec::new());
    for (line, source) in rows.lines().enumerate() {
        match check(&serde_json::from_str(source).unwrap()) {
            Ok(reason) => *counts.entry(reason.to_string()).or_insert(0) += 1,
            Err(why) => failures.push(format!("{name}:{}: {source}\n    {why}", line + 1)),
        }
    }
    (counts, failures)
}

pub(crate) fn every_row(system: &str, check: impl Fn(&Value) -> RowVerdict) {
    let file = fs::read_to_string(folder().join(system).with_extension("jsonl")).unwrap();
    let (counts, failures) = outcomes(system, &file, check);
    assert!(failures.is_empty(), "{} rows:\n{}\n{counts:#?}", failures.len(), failures.join("\n"));
    let table: Vec<String> = counts.iter().map(|(why, n)| format!("| {why} | {n} | |")).collect();
    assert!(
        stated(system) == counts,
        "tests/golden/systems/README.md does not say what is counted:\n{}",
        table.join("\n")
    );
}

/// The integers of a JSON list.
pub(crate) fn integers(list: &Value) -> Vec<i64> {
    list.as_array().into_iter().flatten().map(|value| value.as_i64().unwrap()).collect()
}

/// Whether texts are equal, or layouts that differ in strides of extents of 1 only.
pub(crate) fn same_layout(ours: &str, theirs: &str) -> bool {
    let plain = |text: &str| {
        let layout = text.parse::<layout_core::Layout>().ok()?;
        text.contains(':').then(|| support::without_unit_strides(&layout))
    };
    ours == theirs || plain(ours).is_some_and(|ours| Some(ours) == plain(theirs))
}
