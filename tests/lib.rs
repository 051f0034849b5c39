//! Functions that several test binaries share.

pub mod compiler;
pub mod names;

use std::path::Path;

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the folder of the tests is in the repository")
}
