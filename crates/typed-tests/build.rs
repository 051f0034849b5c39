//! Writes the rows of types, and the outcome of each golden row, to the output folder.

#[path = "generate/mod.rs"]
mod generate;

use std::path::Path;
use std::{env, fs};

fn main() {
    for input in ["build.rs", "generate", "../../tests/golden"] {
        println!("cargo::rerun-if-changed={input}");
    }
    println!("cargo::rerun-if-env-changed={}", generate::ALL);
    let out = env::var_os("OUT_DIR").expect("cargo names a folder");
    let (files, golden) = generate::files();
    for file in files {
        fs::write(Path::new(&out).join(format!("{}.rs", file.name)), file.text)
            .expect("a file of rows");
    }
    let counts = generate::tally(&golden);
    let counts: String =
        counts.iter().map(|(reason, count)| format!("{reason}|{count}\n")).collect();
    fs::write(Path::new(&out).join("counts.txt"), counts).expect("the counts");
}
