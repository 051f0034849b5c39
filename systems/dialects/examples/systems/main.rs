//! What users of NumPy and of five other systems know, in their words: `cargo run -p static-layout-dialects
//! --features types --example systems`. What it prints is in `output.txt`, which a test compares.
//!
//! `//>` begins a line of the other system. What follows it, up to the next one, is that line here. `PROGRAMS.md`
//! has both side by side, in tables that a test compares with these files.

mod arrays;
mod ascend;
mod cuda_core;
mod mojo;
mod moye;
mod xla;

use std::error::Error;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    print!("{}", everything()?);
    Ok(())
}

fn everything() -> Result<String> {
    let mut out = String::new();
    arrays::show(&mut out)?;
    cuda_core::show(&mut out)?;
    xla::show(&mut out)?;
    mojo::show(&mut out)?;
    moye::show(&mut out)?;
    ascend::show(&mut out)?;
    Ok(out)
}

/// The text of a file that a test compares, or writes anew with `UPDATE=1`.
#[cfg(test)]
fn compare(path: &str, found: &str) {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    assert!(found == std::fs::read_to_string(&path).unwrap(), "{path}: UPDATE=1 writes it anew");
}

/// `UPDATE=1 cargo test -p static-layout-dialects --features types --example systems` writes the file anew.
#[test]
fn prints_what_is_committed() {
    compare("examples/systems/output.txt", &everything().unwrap());
}

/// A table of the lines of a program: lines of the other system, and lines with this library.
#[cfg(test)]
fn table(system: &str, source: &str) -> String {
    let code = |lines: &[&str]| {
        let text = lines.iter().map(|line| format!("`{}`", line.replace('|', "\\|")));
        text.collect::<Vec<_>>().join("<br>")
    };
    let mut out = format!("| {system} | here |\n|---|---|\n");
    let mut lines = source.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        let Some(theirs) = line.strip_prefix("//> ") else { continue };
        let mut here = Vec::new();
        while let Some(next) = lines.next_if(|next| !next.is_empty() && !next.starts_with("//")) {
            // A line that only ends a block shows nothing new next to another line.
            here.extend((next != "}").then_some(next));
        }
        assert!(!here.is_empty(), "{system}: nothing is here for {theirs}");
        out += &format!("| {} | {} |\n", code(&[theirs.trim()]), code(&here));
    }
    out
}

/// The page has these programs line by line.
#[test]
fn the_page_has_every_line() {
    let programs = [
        ("cuda.core", include_str!("cuda_core.rs")),
        ("XLA", include_str!("xla.rs")),
        ("Mojo", include_str!("mojo.rs")),
        ("MoYe", include_str!("moye.rs")),
        ("Ascend C", include_str!("ascend.rs")),
    ];
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/PROGRAMS.md");
    let mut page = std::fs::read_to_string(path).unwrap();
    for (system, source) in programs {
        assert!(source.lines().filter(|line| line.contains("//> ")).count() >= 17, "{system}");
        let from = page.find(&format!("| {system} | here |")).unwrap();
        let to = page[from..].find("\n\n").map_or(page.len(), |end| from + end + 1);
        page.replace_range(from..to, &table(system, source));
    }
    compare("PROGRAMS.md", &page);
}
