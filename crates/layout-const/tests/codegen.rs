//! The instructions of `examples/instructions.rs`: functions on layouts whose type is their notation have those of the same functions
//! on layouts that are lists of types.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The number of instructions of each function.
fn instructions() -> BTreeMap<String, usize> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("codegen");
    let status = Command::new(env!("CARGO"))
        .args(["rustc", "--quiet", "--release", "--example", "instructions"])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .arg("--target-dir")
        .arg(&target)
        .args(["--", "--emit", "asm", "-Ccodegen-units=1"])
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the example does not compile");
    let folder = target.join("release/examples");
    let text = std::fs::read_dir(&folder)
        .expect("cargo writes a folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|end| end == "s"))
        .max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok())
        .map(|path| std::fs::read_to_string(path).expect("assembly is text"))
        .expect("the compiler writes assembly");
    let (mut counts, mut open) = (BTreeMap::new(), None);
    for line in text.lines() {
        match line.strip_suffix(':') {
            Some(name) if name.ends_with("_types") || name.ends_with("_texts") => {
                open = Some(name.to_owned());
            }
            _ if line.starts_with(".Lfunc_end") => open = None,
            _ => {}
        }
        let is_instruction = line.starts_with('\t') && !line.trim_start().starts_with('.');
        if let (Some(name), true) = (&open, is_instruction) {
            *counts.entry(name.clone()).or_insert(0) += 1;
        }
    }
    counts
}

#[test]
fn texts_have_the_instructions_of_types() {
    let counts = instructions();
    let pairs: Vec<_> = counts
        .iter()
        .filter_map(|(name, &types)| {
            let pair = name.strip_suffix("_types")?;
            Some((pair, types, counts[&format!("{pair}_texts")]))
        })
        .collect();
    assert_eq!(pairs.len(), 8, "{counts:?}");
    for (name, types, texts) in pairs {
        // A run-time divide has a test more.
        let most = if name == "mixed" { types + types / 8 } else { types };
        assert!(texts <= most, "{name}: {texts} instructions, {types} with types");
    }
}
