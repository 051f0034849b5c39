//! Every name that `COMPARE.md` gives as one of this library is defined in its sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Names of Rust and of `typenum` that the table mentions.
const ELSEWHERE: [&str; 6] = ["typenum", "U4", "usize", "PartialEq", "4", "dynamic"];

fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

/// The names that items, methods and the macros of operations define.
fn defined() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    for folder in ["src", "layout-core/src", "layout-macros/src"] {
        sources(&root.join(folder), &mut text);
    }
    let mut names = BTreeSet::new();
    let word = |text: &str| -> String {
        text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    for line in text.lines().map(str::trim_start).filter(|line| !line.starts_with("//")) {
        for item in ["fn ", "struct ", "trait ", "type ", "const ", "enum "] {
            names.extend(line.split(item).skip(1).map(word));
        }
        // `method, try_method -> ..` of a family of operations.
        let name = word(line);
        if line[name.len()..].starts_with(&format!(", try_{name} ->")) {
            names.insert(format!("try_{name}"));
            names.insert(name);
        }
    }
    names
}

#[test]
fn every_name_of_the_comparison_is_defined() {
    let (names, mut unknown) = (defined(), BTreeSet::new());
    let mut rows = 0;
    for row in include_str!("../COMPARE.md").lines() {
        let cells: Vec<&str> = row.split('|').collect();
        // CuTe's name, the name here, the difference.
        let [_, _, here, _, _] = cells[..] else { continue };
        rows += 1;
        for span in here.split('`').skip(1).step_by(2) {
            let path = span.trim_end_matches('!').split("::");
            unknown.extend(path.filter(|name| !names.contains(*name) && !ELSEWHERE.contains(name)));
        }
    }
    assert!(rows > 60);
    assert!(unknown.is_empty(), "COMPARE.md names what is not defined: {unknown:?}");
}
