//! The generated tests are what `tests/generate` writes.

#[path = "generate/mod.rs"]
mod generate;

#[test]
fn files_are_up_to_date() {
    let update = std::env::var_os("UPDATE").is_some();
    for file in generate::files() {
        let path = generate::root().join(file.path);
        if update {
            std::fs::write(&path, &file.text).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == file.text, "{} is not what is generated: run with UPDATE=1", file.path);
    }
}

#[test]
fn every_golden_row_is_counted() {
    let readme = std::fs::read_to_string(generate::root().join("tests/golden/README.md")).unwrap();
    let counts = generate::tally();
    for (outcome, count) in &counts {
        let line = format!("| {outcome} | {count} |");
        assert!(readme.contains(&line), "tests/golden/README.md lacks\n{counts:#?}");
    }
}
