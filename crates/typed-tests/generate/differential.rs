//! Writes and runs a package with many more rows than a build has.

use std::path::Path;
use std::process::Command;

use super::operations::{OPERATIONS, random_tables};
use super::root;
use super::rows::{head, tests};

/// The minimum number of rows in a file.
const FILE: usize = 1000;

/// The sources of integration tests with `wanted` random rows in all, and the number of rows.
pub fn files(wanted: usize, seed: &str) -> (usize, Vec<String>) {
    let tables = random_tables(wanted.div_ceil(OPERATIONS.len() + 1), seed);
    let rows = |text: &str| text.matches(" => ").count();
    let check = root().join("crates/typed-tests/check/mod.rs");
    let open = || {
        let tables = "#[allow(unused_imports, reason = \"each file has its own tables\")]";
        format!(
            "{}#[macro_use]\n#[path = {check:?}]\nmod check;\n{tables}\nuse static_layout::*;\n#[allow(unused_imports, reason = \"only rows of tuples need it\")]\nuse static_layout::ops::TupleOps;\n{tables}\nuse std::marker::PhantomData;\n",
            head("Random rows.")
        )
    };
    let (mut files, mut all) = (vec![open()], 0);
    for table in &tables {
        let text = tests(table);
        all += rows(&text);
        let last = files.last_mut().unwrap();
        if rows(last) >= FILE {
            files.push(open() + &text);
        } else {
            *last += &text;
        }
    }
    assert!(all >= wanted, "{all} rows");
    (all, files)
}

/// Tests with at least `wanted` random rows in all, for the macros of another front end.
#[allow(dead_code, reason = "one of two packages runs rows in a folder of their own")]
pub fn rows(wanted: usize, seed: &str) -> String {
    let tables = random_tables(wanted.div_ceil(OPERATIONS.len() + 1), seed);
    tables.iter().map(tests).collect()
}

/// Builds and runs the tests in their own folder.
pub fn run(files: &[String], folder: &Path) {
    std::fs::create_dir_all(folder.join("src")).unwrap();
    // Line numbers are enough to find a row.
    let mut manifest = format!(
        "[package]\nname = \"differential\"\nedition = \"2024\"\n\n[dependencies]\nstatic-layout = {{ path = {:?} }}\n\n\
         [profile.dev]\ndebug = 0\nincremental = false\n\n[workspace]\n",
        root(),
    );
    std::fs::write(folder.join("src/lib.rs"), "").unwrap();
    for (k, text) in files.iter().enumerate() {
        std::fs::write(folder.join(format!("rows_{k}.rs")), text).unwrap();
        manifest += &format!("\n[[test]]\nname = \"rows_{k}\"\npath = \"rows_{k}.rs\"\n");
    }
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let status = Command::new(env!("CARGO"))
        .args(["test", "--quiet", "--offline", "--no-fail-fast", "--tests"])
        .arg("--manifest-path")
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(folder.join("target"))
        .status()
        .unwrap();
    assert!(status.success(), "the rows are in {}", folder.display());
    std::fs::remove_dir_all(folder).unwrap();
}
