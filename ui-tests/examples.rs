//! The examples of the documentation that must not compile: each fails with the message in its first comment.
//!
//! An example is a code block marked `compile_fail`, in a doc comment or a chapter of the book. It has the number of
//! the error, unless a macro refuses. Its first comment is the message of the compiler.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use static_layout_tests::compiler::CompilerError;
use static_layout_tests::root;

use super::ERRORS;

struct Example {
    /// The file and the line of the block.
    place: String,
    /// The number, such as `E0080`. Empty for the error of a macro.
    code: String,
    words: String,
    lines: Vec<String>,
}

/// The kinds of errors, one program for each. The compiler reports no errors of types after errors of macros, and no
/// errors of constants after errors of types.
fn program_of(code: &str) -> &'static str {
    match code {
        "" => "macros",
        "E0080" => "consts",
        _ => "types",
    }
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "md") {
            files.push(path);
        }
    }
}

fn examples() -> Vec<Example> {
    let mut files = Vec::new();
    for folder in
        ["src", "layout-core/src", "layout-macros/src", "crates/layout-kernels/src", "docs/book"]
    {
        sources(&root().join(folder), &mut files);
    }
    files.iter().flat_map(|path| examples_of(path)).collect()
}

/// The text of a doc comment in a line of source.
fn documentation(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
    Some(line.strip_prefix(' ').unwrap_or(line))
}

fn examples_of(path: &Path) -> Vec<Example> {
    let text = fs::read_to_string(path).unwrap();
    let place = path.strip_prefix(root()).unwrap().display().to_string();
    let is_page = path.extension().is_some_and(|extension| extension == "md");
    let (mut found, mut open): (Vec<Example>, Option<Example>) = (Vec::new(), None);
    // A program below such a comment is one of these tests, and the command's tests compare its message.
    let mut is_program = false;
    for (number, line) in text.lines().enumerate() {
        is_program = match line {
            _ if line.starts_with("<!-- message ") => true,
            "<!-- end -->" => false,
            _ => is_program,
        };
        if is_program {
            continue;
        }
        let Some(line) = (if is_page { Some(line) } else { documentation(line) }) else {
            assert!(open.is_none(), "{place}:{}: an open block", number + 1);
            continue;
        };
        match &mut open {
            Some(_) if line.trim() == "```" => found.extend(open.take()),
            Some(example) => example.lines.push(line.strip_prefix("# ").unwrap_or(line).into()),
            None => {
                let fence = line.trim().strip_prefix("```");
                let marked = fence.map(|words| words.strip_prefix("rust,").unwrap_or(words));
                let marked = marked.and_then(|words| words.strip_prefix("compile_fail"));
                open = marked.map(|code| Example {
                    place: format!("{place}:{}", number + 1),
                    code: code.trim_start_matches(',').to_string(),
                    words: String::new(),
                    lines: Vec::new(),
                });
            }
        }
    }
    for example in &mut found {
        let comment = |line: &&String| line.trim_start().starts_with("// ");
        let quoted = example.lines.iter().skip_while(|line| !comment(line)).take_while(comment);
        let words: Vec<&str> =
            quoted.map(|line| line.trim_start().trim_start_matches("// ")).collect();
        example.words = words.join(" ");
    }
    found
}

/// Writes the programs: a module for each example, below `folder`.
pub fn programs(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut mains: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (k, example) in examples().iter().enumerate() {
        let program = program_of(&example.code);
        fs::create_dir_all(folder.join(program)).unwrap();
        let (path, body) = (file(program, k), example.lines.join("\n"));
        fs::write(folder.join(&path), format!("pub fn run() {{\n{body}\n}}\n")).unwrap();
        mains.entry(program).or_default().push(name(k));
    }
    let write = |(program, names): (&str, Vec<String>)| {
        let modules: String = names.iter().map(|name| format!("mod {name};\n")).collect();
        let calls: String = names.iter().map(|name| format!("    {name}::run();\n")).collect();
        let path = folder.join(program).join("main.rs");
        let allowed = "#![allow(unused, reason = \"examples\")]";
        fs::write(&path, format!("{allowed}\n{modules}\nfn main() {{\n{calls}}}\n")).unwrap();
        (program.to_string(), path)
    };
    mains.into_iter().map(write).collect()
}

fn name(k: usize) -> String {
    format!("example_{k}")
}

/// The module of an example, as the compiler's messages name it.
fn file(program: &str, k: usize) -> String {
    format!("{program}/{}.rs", name(k))
}

/// The mistake in an example, given the errors of its program and the file that they point to. The compiler reports
/// several errors of equal text once.
fn check(example: &Example, errors: &[&CompilerError], file: &str) -> Option<String> {
    let place = &example.place;
    if !errors.iter().any(|error| error.rendered.contains(file)) {
        return Some(format!("{place} compiles"));
    }
    if example.words.is_empty() {
        return Some(format!("{place} has no comment that says what the compiler says"));
    }
    let as_said = |error: &&CompilerError| {
        error.code == example.code && error.message.contains(&example.words)
    };
    let found = |error: &&CompilerError| format!("    {} {}", error.code, error.message);
    (!errors.iter().any(as_said)).then(|| {
        let here = errors.iter().filter(|error| error.rendered.contains(file));
        let found: Vec<String> = here.map(found).collect();
        format!(
            "{place} says {} {}, the compiler\n{}",
            example.code,
            example.words,
            found.join("\n")
        )
    })
}

#[test]
fn every_example_fails_in_the_words_beside_it() {
    let examples = examples();
    let mut wrong = Vec::new();
    for (k, example) in examples.iter().enumerate() {
        let program = program_of(&example.code);
        let mine: Vec<&CompilerError> =
            ERRORS.iter().filter(|error| error.program == program).collect();
        wrong.extend(check(example, &mine, &file(program, k)));
    }
    assert!(examples.len() > 80, "{} examples are found", examples.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
