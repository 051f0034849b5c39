//! Every `unsafe` has an argument why it is sound, and `docs/unsafe.md` counts them.
//!
//! `UPDATE=1 cargo test --test ledger` rewrites the numbers there; the words of a row are written by hand.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use static_layout_tests::root;

const PAGE: &str = "docs/unsafe.md";

/// The Rust files of a folder and its subfolders.
pub(crate) fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The text after each keyword `unsafe` that begins a place: a block, an `impl`, a function or a trait.
fn places(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap();
    let after = code.split("unsafe ").skip(1);
    after.filter(|rest| ["{", "fn", "impl", "trait"].iter().any(|word| rest.starts_with(word)))
}

/// The number of places of a text, and the blocks and `impl`s without an argument close above.
fn look(name: &str, text: &str) -> (usize, Vec<String>) {
    let lines: Vec<&str> = text.lines().collect();
    let (mut count, mut bare) = (0, Vec::new());
    for (number, line) in lines.iter().enumerate() {
        for rest in places(line) {
            count += 1;
            let above = &lines[number.saturating_sub(8)..=number];
            let argued = above.iter().any(|line| line.contains("SAFETY:"));
            if !argued && (rest.starts_with('{') || rest.starts_with("impl")) {
                bare.push(format!("{name}:{}", number + 1));
            }
        }
    }
    (count, bare)
}

#[test]
fn every_unsafe_is_argued_and_counted() {
    let mut files = Vec::new();
    let folders = [
        "src",
        "layout-core/src",
        "layout-macros/src",
        "crates/layout-formats/src",
        "crates/layout-kernels/src",
        "crates/layout-python/src",
        "systems/emit/src",
        "systems/gpu/src",
        "systems/mpi/src",
        "systems/zarr/src",
        "examples/gpu/src",
    ];
    for folder in folders {
        sources(&root().join(folder), &mut files);
    }
    let (mut found, mut bare) = (BTreeMap::new(), Vec::new());
    for file in files {
        let name = file.strip_prefix(root()).unwrap().to_str().unwrap().to_string();
        let (count, without) = look(&name, &fs::read_to_string(&file).unwrap());
        bare.extend(without);
        if count > 0 {
            found.insert(name, count);
        }
    }
    assert!(bare.is_empty(), "no `SAFETY:` above {bare:?}");

    let page = fs::read_to_string(root().join(PAGE)).unwrap();
    let total: usize = found.values().sum();
    let mut new = String::new();
    let mut listed = BTreeMap::new();
    for line in page.lines() {
        // Rows: | `file` | places | invariants | check |
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let file = cells.get(1).and_then(|cell| cell.strip_prefix('`')?.strip_suffix('`'));
        match file.filter(|file| file.ends_with(".rs")) {
            Some(file) => {
                let count = found.get(file).copied().unwrap_or(0);
                listed.insert(file.to_string(), cells[2].parse::<usize>().unwrap());
                assert!(cells[3].len() + cells[4].len() > 2, "{file}: on what it rests is missing");
                if count > 0 {
                    new += &format!("| `{file}` | {count} | {} | {} |\n", cells[3], cells[4]);
                }
            }
            None if line.starts_with("**Places: ") => new += &format!("**Places: {total}**\n"),
            None => new += &format!("{line}\n"),
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(root().join(PAGE), &new).unwrap();
        let missing: Vec<_> = found.keys().filter(|file| !listed.contains_key(*file)).collect();
        assert!(missing.is_empty(), "{PAGE} needs rows for {missing:?}");
        return;
    }
    assert_eq!(
        listed, found,
        "{PAGE} (left) and the sources (right): look at the rows, then UPDATE=1"
    );
    assert!(page.contains(&format!("**Places: {total}**")), "{PAGE}: {total} places in all");
}
