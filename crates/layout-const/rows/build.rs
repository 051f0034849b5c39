//! Writes the rows of `typed-tests` to the output folder.

#[path = "../../typed-tests/generate/mod.rs"]
mod generate;

use std::path::Path;
use std::{env, fs};

fn main() {
    for input in ["build.rs", "../../typed-tests/generate", "../../../tests/golden"] {
        println!("cargo::rerun-if-changed={input}");
    }
    println!("cargo::rerun-if-env-changed={}", generate::ALL);
    let out = env::var_os("OUT_DIR").expect("cargo names a folder");
    for file in generate::files().0 {
        fs::write(Path::new(&out).join(format!("{}.rs", file.name)), file.text)
            .expect("a file of rows");
    }
}
