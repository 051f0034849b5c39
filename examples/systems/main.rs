//! What users of five other systems know, in their words: `cargo run --example systems`. What it prints is in
//! `output.txt`, which a test compares.

mod arrays;
mod ascend;
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
    xla::show(&mut out)?;
    mojo::show(&mut out)?;
    moye::show(&mut out)?;
    ascend::show(&mut out)?;
    Ok(out)
}

/// `UPDATE=1 cargo test --example systems` writes the file anew.
#[test]
fn prints_what_is_committed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/systems/output.txt");
    let found = everything().unwrap();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(path).unwrap());
}
