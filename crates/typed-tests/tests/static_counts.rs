//! Each golden row is counted, each test of `tests/PROPERTIES.md` is generated, and many more random rows agree.

#[path = "../generate/mod.rs"]
mod generate;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The output of `build.rs`.
const OUT: &str = env!("OUT_DIR");

#[test]
fn every_golden_row_is_counted() {
    let readme = fs::read_to_string(generate::root().join("tests/golden/README.md")).unwrap();
    let (_, section) = readme.split_once("## The static side").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let counts = fs::read_to_string(Path::new(OUT).join("counts.txt")).unwrap();
    let counts = counts.lines().filter_map(|line| line.split_once('|'));
    let counts = counts.map(|(reason, count)| (reason.to_string(), count.to_string()));
    assert_eq!(table(section), counts.collect(), "tests/golden/README.md and what is counted");
}

/// The tests named `typed/module::test` in the ledger of properties.
#[test]
fn every_test_of_a_property_is_written() {
    let ledger = fs::read_to_string(generate::root().join("tests/PROPERTIES.md")).unwrap();
    let tests = ledger.split('`').filter_map(|span| span.strip_prefix("typed/")?.split_once("::"));
    let named: Vec<(&str, &str)> = tests.collect();
    assert!(named.len() > 4, "{named:?}");
    for (module, name) in named {
        let written = fs::read_to_string(Path::new(OUT).join(format!("{module}.rs"))).unwrap();
        assert!(written.contains(&format!("#[test]\nfn {name}() {{")), "no test {module}::{name}");
    }
}

/// With `DIFFERENTIAL=20000`, compares the types with the algebra on plain integers for 20000 random rows, which depend
/// on `DIFFERENTIAL_SEED`. Writes them to the target folder, builds them as one package, and runs it. Without the
/// variable, nothing is built.
#[test]
fn random_rows_agree() {
    let wanted = std::env::var("DIFFERENTIAL").ok().map(|rows| rows.parse().unwrap());
    let seed = std::env::var("DIFFERENTIAL_SEED").unwrap_or_else(|_| "differential".to_string());
    let (rows, files) = generate::differential::files(wanted.unwrap_or(60), &seed);
    if wanted.is_some() {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("differential");
        generate::differential::run(&files, &folder);
        println!("{rows} rows in {} files agree", files.len());
    }
}

/// The first two columns of the tables.
fn table(section: &str) -> BTreeMap<String, String> {
    let row = |line: &str| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let (reason, count) = (cells.next()?, cells.next()?);
        count.parse::<usize>().ok().map(|_| (reason.to_string(), count.to_string()))
    };
    section.lines().filter_map(row).collect()
}
