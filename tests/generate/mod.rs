//! Writes the generated tests: rows of the golden vectors and rows that the algebra on plain
//! integers answers, for the types to repeat.
//!
//! `UPDATE=1 cargo test --test static_generated` writes the files anew; without `UPDATE` that test
//! checks that they are what is written here.

mod call;
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
mod tuples;

use std::path::PathBuf;

pub use tally::tally;

/// A generated file.
pub struct File {
    /// Below the root of the repository.
    pub path: &'static str,
    pub text: String,
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All of them.
pub fn files() -> Vec<File> {
    let golden: Vec<golden::Row> = golden::all().into_iter().flatten().collect();
    let tables = operations::tables(&golden);
    let mut files = rows::files(&tables);
    files.push(scalars::file(&golden));
    files.push(swizzled::file());
    files.push(partition::file(&golden));
    files.push(tuples::file(&golden));
    files.push(mixed::golden_file());
    files.extend(mixed::generated_files(&tables));
    files.extend(refused::files(&golden));
    files
}
