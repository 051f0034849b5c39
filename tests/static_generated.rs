//! The generated tests are what `tests/generate` writes.

#[path = "generate/mod.rs"]
mod generate;

use std::collections::BTreeMap;

#[test]
fn files_are_up_to_date_and_every_golden_row_is_counted() {
    let update = std::env::var_os("UPDATE").is_some();
    let (files, golden) = generate::files();
    for file in files {
        let path = generate::root().join(file.path);
        if update {
            std::fs::write(&path, &file.text).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == file.text, "{} is not what is generated: run with UPDATE=1", file.path);
    }
    let readme = std::fs::read_to_string(generate::root().join("tests/golden/README.md")).unwrap();
    let (_, section) = readme.split_once("## The static side").unwrap();
    let counts = generate::tally(&golden);
    let counts = counts.iter().map(|(reason, count)| (reason.to_string(), count.to_string()));
    assert_eq!(table(section), counts.collect(), "tests/golden/README.md and what is counted");
}

/// The types against the algebra on plain integers on `DIFFERENTIAL=20000` random rows, or as many as it says,
/// other ones for each `DIFFERENTIAL_SEED`: written to the target folder, built as one package, and run. Without the
/// variable nothing is built; the committed rows are the sample.
#[test]
fn random_rows_agree() {
    let wanted = std::env::var("DIFFERENTIAL").ok().map(|rows| rows.parse().unwrap());
    let seed = std::env::var("DIFFERENTIAL_SEED").unwrap_or_else(|_| "differential".to_string());
    let (rows, files) = generate::differential::files(wanted.unwrap_or(60), &seed);
    if wanted.is_some() {
        generate::differential::run(&files);
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
