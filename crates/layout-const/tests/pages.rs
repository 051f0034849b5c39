//! The pages about const layouts show lines of files: each block of code or of messages below a comment `from FILE` has lines of
//! this file of the repository, in their order. `[..]` stands for any text.

use std::fs;
use std::path::Path;

/// Whether the text has the parts of a pattern in their order, from its beginning to its end.
fn matches(pattern: &str, text: &str) -> bool {
    let parts: Vec<_> = pattern.split("[..]").collect();
    let [first, between @ .., last] = &parts[..] else { return pattern == text };
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    for part in between {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[test]
fn blocks_are_lines_of_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for page in ["docs/const-values.md", "docs/book/const_values.md"] {
        let text = fs::read_to_string(root.join(page)).unwrap();
        let mut lines = text.lines();
        let (mut file, mut blocks) = (None, 0);
        while let Some(line) = lines.next() {
            if let Some(name) = line.strip_prefix("<!-- from ") {
                file = Some(name.strip_suffix(" -->").unwrap());
            } else if line.starts_with("```") {
                let block: Vec<_> = lines.by_ref().take_while(|&line| line != "```").collect();
                // What stable Rust compiles is tested where the documentation is.
                let Some(name) = file.take() else {
                    assert!(
                        !line.starts_with("```rust,ignore"),
                        "{page}: a block is of no file: {block:?}"
                    );
                    continue;
                };
                let source = fs::read_to_string(root.join(name)).unwrap();
                let mut source = source.lines().map(str::trim);
                for line in block.into_iter().map(str::trim).filter(|line| !line.is_empty()) {
                    assert!(
                        source.any(|of_file| matches(line, of_file)),
                        "{page}: {name} has no line {line:?} there"
                    );
                }
                blocks += 1;
            }
        }
        assert!(blocks > 0, "{page} shows no file");
    }
}
