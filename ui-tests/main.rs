//! Programs that must not compile, with the messages of the compiler.
//!
//! The messages come from the compiler in `rust-toolchain.toml`. With another compiler only their first lines are
//! compared (`headlines`). To accept new messages, run `TRYBUILD=overwrite cargo test --test ui`, and read the
//! difference.

mod bounds;
mod catalogue;
mod examples;
mod featured;
mod headlines;
mod names;
mod renamed;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use static_layout_tests::compiler::{self, CompilerError};
use static_layout_tests::names::{names, program};
use static_layout_tests::root;

const COMPILER: &str = "rustc 1.95.0 ";

/// The folders of programs, in the order of the catalogue.
const AREAS: [&str; 8] =
    ["first_hour", "literals", "algebra", "chains", "swizzle", "tensor", "kernels", "formats"];

/// The errors of the documentation's examples, and of the programs of the names in `COMPARE.md` and of the public interface.
static ERRORS: LazyLock<Vec<CompilerError>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples");
    let mut programs = examples::programs(&folder.join("src"));
    programs.push(program(&folder.join("src"), &names(false)));
    programs.push(featured::program(&folder.join("src")));
    compiler::errors(&folder, &programs)
});

/// The programs of an area.
fn programs(area: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(root().join("ui-tests").join(area)).unwrap();
    let mut programs: Vec<PathBuf> = files
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    programs.sort();
    programs
}

#[test]
fn refusals() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().expect("rustc runs").stdout;
    let version = String::from_utf8_lossy(&version);
    if !version.starts_with(COMPILER) {
        return headlines::check();
    }
    let programs = trybuild::TestCases::new();
    // With a program that passes, trybuild builds all programs instead of checking them, which shows the errors of
    // constants.
    programs.pass("pass/*.rs");
    for area in AREAS {
        programs.compile_fail(format!("{area}/*.rs"));
    }
}
