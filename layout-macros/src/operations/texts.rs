//! The rows of the tables for a front end whose types are texts.

use super::row::{Reader, Row};
use super::template::{Holes, Template};
use proc_macro::{Delimiter, TokenStream, TokenTree};
use std::path::PathBuf;

/// `"FOLDER" without NAME ..`: what the rows of all tables in the files of a folder become, but for the rows with these names.
/// The folder is relative to the package that calls the macro.
pub(crate) fn operations(input: TokenStream) -> TokenStream {
    let mut words = input.into_iter().map(|token| token.to_string());
    let folder = words.next().expect("the folder of the tables");
    let without: Vec<String> = words.skip(1).collect();
    let package = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the package");
    let folder = PathBuf::from(package).join(folder.trim_matches('"'));
    let template = Template::parse(include_str!("template/texts.rs"));
    let mut items = TokenStream::new();
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a folder is read").path())
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a table is text");
        let Some(mut table) = rows(&text) else { continue };
        // Builds again when the table changes.
        let watched = format!("const _: &str = include_str!({:?});", file.display().to_string());
        items.extend(watched.parse::<TokenStream>().expect("an item"));
        table.name();
        table.expect(":");
        while !table.is_empty() {
            let mut row = table.row(&template);
            let name = row.holes.fill("name").to_string();
            if !without.contains(&name) {
                row.holes.set("docs", first_paragraph(row.holes.fill("docs")));
                items.extend(complete(&template, row).fill("items"));
            }
        }
    }
    items
}

/// The rows of `operations! { .. }` in a file.
fn rows(text: &str) -> Option<Reader> {
    // A file without a table may have tokens of its own, such as those of `macro_rules!`.
    let begin = text.find("\noperations! {")?;
    let mut tokens = text[begin..].parse::<TokenStream>().ok()?.into_iter().skip(2);
    match tokens.next() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
            Some(Reader::new(group.stream()))
        }
        _ => None,
    }
}

/// The documentation up to the first empty line. The examples are of the other front end.
fn first_paragraph(docs: TokenStream) -> Vec<TokenTree> {
    let mut kept = Vec::new();
    let mut docs = docs.into_iter();
    while let (Some(hash), Some(line)) = (docs.next(), docs.next()) {
        let text = line.to_string();
        let is_empty = text.split('"').nth(1).is_none_or(|text| text.trim().is_empty());
        if is_empty || text.contains("```") {
            break;
        }
        kept.extend([hash, line]);
    }
    kept
}

/// The holes of a row with its layers and the code of its operands.
fn complete<'t>(template: &'t Template, row: Row<'t>) -> Holes<'t> {
    let Row { words, operands, mut holes } = row;
    for word in words {
        assert!(template.has(&word), "`{word}` is not a kind or a clause of a row");
        holes.layers(&[&word]);
    }
    if holes.has("try_name") {
        holes.layers(&["tried"]);
    }
    let mut code: Vec<_> = template.pieces("operand").map(|name| (name, Vec::new())).collect();
    // Whether `_` has a meaning in the operands of the row.
    let engine = holes.fill("engine").to_string();
    let keeps = engine.contains("kept") || engine.contains("KEPT");
    for (form, mut operand) in operands {
        operand.set("keeps", format!("{keeps}").parse::<TokenStream>().expect("a word"));
        assert!(template.has(&form), "`{form}` is not a form of operand");
        operand.layers(&[&form, "operand"]);
        for (piece, code) in &mut code {
            code.extend(operand.fill(piece));
        }
    }
    for (piece, code) in code {
        holes.set(piece, code);
    }
    holes.layers(&["every"]);
    holes
}
