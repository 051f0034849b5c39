//! Mistakes as users see them: programs that must not compile, with the compiler's words.
//!
//! The words are those of one compiler, the one in `rust-toolchain.toml`. With another one the test
//! says so and checks nothing. To accept new words: `TRYBUILD=overwrite cargo test --test ui`, then
//! read them.

#[path = "ui/catalogue.rs"]
mod catalogue;

use std::process::Command;

const COMPILER: &str = "rustc 1.95.0 ";

#[test]
fn refusals() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().expect("rustc runs").stdout;
    let version = String::from_utf8_lossy(&version);
    if !version.starts_with(COMPILER) {
        println!("skipped: the messages are those of {COMPILER}, this is {version}");
        return;
    }
    let programs = trybuild::TestCases::new();
    // A program that passes makes trybuild build all of them: what `const` refuses shows only then.
    programs.pass("ui-tests/pass/*.rs");
    programs.compile_fail("ui-tests/*.rs");
}
