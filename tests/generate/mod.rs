//! Writes the generated tests: rows of the golden vectors and rows that the algebra on plain
//! integers answers, for the types to repeat.
//!
//! `UPDATE=1 cargo test --test static_generated` writes the files anew; without `UPDATE` that test
//! checks that they are what is written here.

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

use std::path::PathBuf;

pub use tally::tally;

use golden::Golden;

/// A generated file.
pub struct File {
    /// Below the root of the repository.
    pub path: &'static str,
    pub text: String,
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All of them, and the golden rows, which know whether one has them.
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
