//! Writes rows of types for the tests of this package: golden rows, and random rows with results of the algebra on
//! plain integers.
#![allow(dead_code, reason = "the tests use a part of what the build script does")]

mod axes;
mod call;
pub mod differential;
mod golden;
mod mixed;
mod operations;
mod partition;
mod refused;
mod rows;
mod sample;
mod scalars;
mod swizzled;
mod tally;
mod text;
mod tuple_modes;
mod tuples;

use std::path::{Path, PathBuf};

#[allow(unused_imports, reason = "of the build script")]
pub use tally::tally;

use golden::Golden;

/// The environment variable that requests the names of results for all rows instead of a sample.
pub const ALL: &str = "ALL_ALIASES";

/// A generated module.
pub struct File {
    pub name: &'static str,
    pub text: String,
}

pub fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let has_rows = |folder: &&Path| folder.join("tests/golden").is_dir();
    package.ancestors().find(has_rows).expect("the repository").to_owned()
}

/// All modules, and the golden rows with their outcomes.
pub fn files() -> (Vec<File>, Golden) {
    let golden = golden::all();
    let rows = &golden.rows;
    let tables = operations::tables(rows);
    let mut files = rows::files(&tables);
    files.push(scalars::file(rows));
    files.push(swizzled::file(&golden.swizzled));
    files.push(partition::file(rows));
    files.push(tuples::file(rows));
    files.push(mixed::golden_file(&golden.mixed));
    files.extend(mixed::generated_files(&tables));
    files.extend(refused::files(rows));
    (files, golden)
}
