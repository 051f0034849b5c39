//! Reports in SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS, which code hosts show at the lines.

use serde_json::{Value, json};

use super::report::properties;
use super::{Checked, Finding, Rule};

/// The schema of the format.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The findings of files as one run.
pub fn sarif(files: &[Checked]) -> String {
    let rules: Vec<Value> = Rule::ALL
        .iter()
        .map(|rule| {
            json!({
                "id": rule.name(),
                "shortDescription": { "text": rule.about() },
                "defaultConfiguration": { "level": rule.level().name() },
            })
        })
        .collect();
    let results: Vec<Value> = files
        .iter()
        .flat_map(|file| file.findings.iter().map(|found| result(&file.path, found)))
        .collect();
    let driver = json!({
        "name": "layout",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    let run = json!({
        "tool": { "driver": driver },
        "columnKind": "unicodeCodePoints",
        "results": results,
    });
    format!("{}\n", json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] }))
}

fn result(path: &str, found: &Finding) -> Value {
    let index = Rule::ALL.iter().position(|rule| *rule == found.rule);
    let (line, column) = found.place;
    let text = match &found.fix {
        Some(fix) => format!("{}. Fix: {fix}", found.message),
        None => found.message.clone(),
    };
    let (layouts, numbers) = properties(found);
    json!({
        "ruleId": found.rule.name(),
        "ruleIndex": index,
        "level": found.rule.level().name(),
        "message": { "text": text },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(path) },
                "region": {
                    "startLine": line,
                    "startColumn": column,
                    "byteOffset": found.span.start,
                    "byteLength": found.span.len(),
                },
            },
        }],
        "properties": { "layouts": layouts, "numbers": numbers, "places": found.places },
    })
}

/// A path as a reference of RFC 3986.
fn uri(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,=@".contains(&byte);
    let mut out = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match is_plain(byte) {
            true => out.push(char::from(byte)),
            false => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
