//! Reports for people and for programs.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::{Checked, Finding, Level};

/// The findings of files, one after another, and a line of numbers.
pub fn text(files: &[Checked]) -> String {
    let mut out = String::new();
    let mut counts = [0; 3];
    for file in files {
        for found in &file.findings {
            let (line, column) = found.place;
            let level = found.rule.level();
            counts[level as usize] += 1;
            let name = found.rule.name();
            let _ = writeln!(
                out,
                "{}:{line}:{column}: {}: {} [{name}]",
                file.path,
                level.name(),
                found.message
            );
            if found.places > 1 {
                let _ = writeln!(out, "  the same at {} more places", found.places - 1);
            }
            if let Some(fix) = &found.fix {
                let _ = writeln!(out, "  fix: {fix}");
            }
        }
    }
    let evaluated: usize = files.iter().flat_map(|file| file.evaluated.values()).sum();
    let skipped: usize = files.iter().map(|file| file.skipped).sum();
    let counted = [Level::Error, Level::Warning, Level::Note].into_iter().filter_map(|level| {
        let count = counts[level as usize];
        let s = if count == 1 { "" } else { "s" };
        (count > 0).then(|| format!("{count} {}{s}", level.name()))
    });
    let counted: Vec<_> = counted.collect();
    let counted = if counted.is_empty() { "no findings".into() } else { counted.join(", ") };
    let left = if skipped > 0 { format!(", {skipped} not read") } else { String::new() };
    let _ = writeln!(out, "{counted}: {evaluated} operations evaluated{left}");
    out
}

/// The findings of files as JSON.
pub fn json(files: &[Checked]) -> String {
    let files: Vec<Value> = files
        .iter()
        .map(|file| {
            json!({
                "path": file.path,
                "evaluated": file.evaluated,
                "skipped": file.skipped,
                "findings": file.findings.iter().map(finding).collect::<Vec<_>>(),
            })
        })
        .collect();
    format!("{}\n", json!({ "files": files }))
}

fn finding(found: &Finding) -> Value {
    json!({
        "rule": found.rule.name(),
        "level": found.rule.level().name(),
        "line": found.place.0,
        "column": found.place.1,
        "places": found.places,
        "message": found.message,
        "layouts": properties(found).0,
        "numbers": properties(found).1,
        "fix": found.fix,
    })
}

/// The layouts and the numbers of a finding, by name.
pub(super) fn properties(found: &Finding) -> (Map<String, Value>, Map<String, Value>) {
    let layouts = found.layouts.iter().map(|(name, text)| ((*name).into(), json!(text)));
    let numbers = found.numbers.iter().map(|(name, number)| ((*name).into(), json!(number)));
    (layouts.collect(), numbers.collect())
}
