//! Every test that `tests/PROPERTIES.md` names exists, and every property names one.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use static_layout_tests::root;

mod floors;
mod links;
mod machine_code;
mod unsafe_places;
mod words;

const PROPERTIES: u32 = 76;

/// The file of a module's tests.
fn file(module: &str) -> PathBuf {
    let root = root();
    let places = [
        root.join(format!("layout-core/tests/properties/{module}.rs")),
        root.join(format!("layout-core/tests/{module}/main.rs")),
        root.join(format!("layout-core/tests/{module}.rs")),
        root.join(format!("systems/dialects/tests/systems/{module}.rs")),
        root.join(format!("tests/{module}.rs")),
        root.join(format!("tests/layouts/{module}.rs")),
        root.join(format!("tests/tensor/{module}.rs")),
        root.join(format!("crates/typed-tests/tests/{module}.rs")),
    ];
    let found = places.into_iter().find(|place| place.exists());
    found.unwrap_or_else(|| panic!("no file for the tests of `{module}`"))
}

/// Whether there is a test function of this name.
fn is_test(text: &str, name: &str) -> bool {
    let function = format!("fn {name}(");
    let Some((before, _)) = text.split_once(&function) else { return false };
    let attributes = before.lines().rev().map(str::trim).skip_while(|line| line.is_empty());
    attributes.take_while(|line| line.starts_with(['#', '/'])).any(|line| line == "#[test]")
}

#[test]
fn every_property_has_its_tests() {
    let ledger = include_str!("../PROPERTIES.md");
    let mut seen = BTreeSet::new();
    for row in ledger.lines() {
        // The bars inside cells are escaped.
        let escaped = row.replace("\\|", "");
        let cells: Vec<&str> = escaped.split('|').map(str::trim).collect();
        let Some(number) = cells.get(1).and_then(|cell| cell.parse::<u32>().ok()) else { continue };
        assert!(seen.insert(number), "property {number} has two rows");
        let tests: Vec<&str> = cells[3].split('`').skip(1).step_by(2).collect();
        assert!(!tests.is_empty(), "property {number} names no test");
        for test in tests {
            let (module, name) = test.split_once("::").expect("`module::test`");
            // Generated tests are not in the sources: `static_counts` looks for them.
            if module.starts_with("typed/") {
                continue;
            }
            let text = fs::read_to_string(file(module)).unwrap();
            assert!(is_test(&text, name), "property {number}: no test {test}");
        }
    }
    let missing: Vec<u32> = (1..=PROPERTIES).filter(|number| !seen.contains(number)).collect();
    assert!(missing.is_empty(), "properties without a row: {missing:?}");
}
