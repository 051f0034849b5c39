//! Comments and pages use plain words: no word of the list below, and no doc line that begins with "The same".

use std::fs;

use static_layout_tests::root;

use crate::links::{pages, prose};
use crate::unsafe_places::sources;

/// Words and pairs of words that do not occur outside of code.
const FORBIDDEN: [&str; 8] =
    ["judge", "conjure", "settle", "who", "whoever", "stand in", "leads back", "goes on"];

/// The folders with sources of the repository.
const SOURCES: [&str; 8] =
    ["benches", "crates", "examples", "layout-core", "layout-macros", "src", "systems", "tests"];

/// The text without parts between backquotes, in lower case.
fn plain(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The forbidden words of a text.
fn forbidden(text: &str) -> Vec<&'static str> {
    let text = plain(text);
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_in = |phrase: &&&str| {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        words.windows(phrase.len()).any(|window| window == phrase)
    };
    FORBIDDEN.iter().filter(is_in).copied().collect()
}

/// The text of the comment in a line of source, if it has one.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let text = ["///", "//!", "//"].iter().find_map(|marks| line.strip_prefix(marks))?;
    Some(text.trim())
}

#[test]
fn words_are_found() {
    assert_eq!(forbidden("It goes on, and `who` is code."), ["goes on"]);
    assert_eq!(forbidden("Whoever goes once"), ["whoever"]);
    assert_eq!(comment("    /// The same."), Some("The same."));
    assert_eq!(comment("let x = 1; // no line of its own"), None);
}

#[test]
fn comments_and_pages_use_plain_words() {
    let mut wrong = Vec::new();
    let mut files = Vec::new();
    SOURCES.iter().for_each(|folder| sources(&root().join(folder), &mut files));
    assert!(files.len() > 500, "{} sources", files.len());
    // The list and the examples above.
    files.retain(|file| !file.ends_with("ledger/words.rs"));
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        for (number, line) in text.lines().enumerate() {
            let Some(text) = comment(line) else { continue };
            let place = format!("{}:{}", file.display(), number + 1);
            wrong.extend(forbidden(text).iter().map(|word| format!("{place}: {word}")));
            if text.starts_with("The same ") {
                wrong.push(format!("{place}: begins with \"The same\""));
            }
        }
    }
    let mut documents = Vec::new();
    pages(root(), &mut documents);
    for file in &documents {
        let words = forbidden(&prose(&fs::read_to_string(file).unwrap()));
        wrong.extend(words.iter().map(|word| format!("{}: {word}", file.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
