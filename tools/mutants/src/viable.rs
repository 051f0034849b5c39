//! Removes the mutants that do not compile.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::mutant::{Fate, Mutant};
use crate::rewrite::Sources;

pub fn remove_invalid(folder: &Path, sources: &Sources, mutants: &mut [Mutant]) {
    loop {
        sources.write(folder, mutants);
        let wrong = errors(folder);
        if wrong.is_empty() {
            return;
        }
        println!("{} mutants do not compile", wrong.len());
        for k in wrong {
            mutants[k - 1].fate = Fate::Unviable;
        }
    }
}

/// Stores the numbers of the mutants that compile.
pub fn keep(folder: &Path, mutants: &[Mutant]) {
    let waiting = mutants.iter().enumerate().filter(|(_, mutant)| mutant.fate == Fate::Waiting);
    let numbers: String = waiting.map(|(k, _)| format!("{}\n", k + 1)).collect();
    std::fs::write(folder.join("viable.txt"), numbers).expect("written");
}

/// Reads the numbers that `keep` stored, if there are any.
pub fn recall(folder: &Path, mutants: &mut [Mutant]) -> bool {
    let Ok(text) = std::fs::read_to_string(folder.join("viable.txt")) else { return false };
    let numbers: BTreeSet<usize> =
        text.lines().map(|line| line.parse().expect("a number")).collect();
    for (k, mutant) in mutants.iter_mut().enumerate() {
        if !numbers.contains(&(k + 1)) {
            mutant.fate = Fate::Unviable;
        }
    }
    true
}

/// The mutants in which the compiler reports errors.
fn errors(folder: &Path) -> BTreeSet<usize> {
    let output = Command::new("cargo")
        .args(["+nightly", "check", "--lib", "--message-format=json"])
        .current_dir(folder)
        .output()
        .expect("cargo runs");
    let mut wrong = BTreeSet::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: Value = serde_json::from_str(line).expect("a message of cargo");
        if message["message"]["level"] == "error" {
            let found = in_spans(folder, &message["message"]);
            let rendered = message["message"]["rendered"].as_str().unwrap_or_default();
            assert!(!found.is_empty() || rendered.starts_with("error: aborting"), "{rendered}");
            wrong.extend(found);
        }
    }
    assert!(
        output.status.success() || !wrong.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    wrong
}

fn in_spans(folder: &Path, message: &Value) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut spans: Vec<&Value> = message["spans"].as_array().into_iter().flatten().collect();
    // The primary span locates the error. If it is outside the mutants, the other spans do.
    spans.sort_by_key(|span| span["is_primary"] != true);
    for span in spans {
        let file = span["file_name"].as_str().expect("a file");
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else { continue };
        let at = span["byte_start"].as_u64().expect("a byte") as usize;
        // The innermost mutant around the position.
        let Some((_, rest)) = text[..at].rsplit_once("/*<") else { continue };
        let Some((number, _)) = rest.split_once(">*/") else { continue };
        if let Ok(number) = number.parse::<usize>()
            && !rest.contains("/*</")
        {
            found.insert(number);
            break;
        }
    }
    found
}
