//! The commands in the book and the README print what the text shows, and draw its pictures. `UPDATE=1` writes both.
//!
//! The text above an example that must not compile says so, and no chapter counts cycles. The versions of other crates are
//! the versions in `Cargo.toml`.
//!
//! A program and its message between `<!-- message FILE -->` and `<!-- end -->` come from `ui-tests`, where the compiler
//! compares them.
//!
//! A line `$ layout ..` is run, and its output compared with the lines below. A block after `<!-- file NAME -->` is a file that
//! commands read. A picture is an image after a comment
//! with its command, `<!-- layout show --svg pictures/NAME.svg '(8,8):(8,1)' -->`. `src/book/pictures.md` has the
//! pictures as data for the pages of the reference, which have no folder of pictures.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

const SHELL: &str = "```console\n";
const FENCE: &str = "```";
const PICTURE: &str = "<!-- layout ";

fn root() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../.."].iter().collect()
}

fn updates() -> bool {
    std::env::var_os("UPDATE").is_some()
}

fn chapters() -> Vec<PathBuf> {
    let files = fs::read_dir(root().join("docs/book")).unwrap();
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    files.push(root().join("README.md"));
    files.sort();
    files
}

/// Splits a command line into words. Single quotes keep words together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (k, part) in line.split('\'').enumerate() {
        match k % 2 {
            0 => words.extend(part.split_whitespace().map(String::from)),
            _ => words.push(part.to_string()),
        }
    }
    words
}

/// The folder in which commands run. It has the files that the chapters show and `tests/museum`.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
        let museum = folder.join("tests/museum");
        fs::create_dir_all(&museum).unwrap();
        for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/museum")).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), museum.join(file.file_name())).unwrap();
        }
        for path in chapters() {
            for shown in fs::read_to_string(path).unwrap().split("<!-- file ").skip(1) {
                let (name, rest) = shown.split_once(" -->\n").expect("a closed comment");
                let (_, text) = rest.split_once('\n').expect("a block");
                let (text, _) = text.split_once(&format!("\n{FENCE}")).expect("a closed block");
                fs::write(folder.join(name), format!("{text}\n")).unwrap();
            }
        }
        folder
    })
}

fn run(arguments: &[String]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
    command.args(arguments).env("NO_COLOR", "1").current_dir(folder()).output().unwrap()
}

/// The output of a command, without spaces at the ends of lines.
fn printed(line: &str) -> String {
    let arguments = words(line);
    assert_eq!(arguments[0], "layout", "{line}");
    let output = run(&arguments[1..]);
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    let lines = text.iter().flat_map(|text| text.lines());
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The chapter with the current output of its commands, and the number of commands.
fn shown(text: &str) -> (String, usize) {
    let mut parts = text.split(SHELL);
    let mut shown = parts.next().unwrap().to_string();
    let mut count = 0;
    for part in parts {
        let (block, rest) = part.split_once(&format!("\n{FENCE}")).expect("a closed block");
        let line = block.lines().next().unwrap().strip_prefix("$ ").expect("a command");
        shown += &format!("{SHELL}$ {line}\n{}{FENCE}{rest}", printed(line));
        count += 1;
    }
    (shown, count)
}

/// Both kinds of generated text, in one test because both rewrite the chapters.
#[test]
fn commands_and_the_compiler_print_what_the_book_shows() {
    let (mut count, mut messages) = (0, 0);
    for path in chapters() {
        let text = fs::read_to_string(&path).unwrap();
        let (now, commands) = shown(&text);
        let (now, shown) = with_messages(&now);
        count += commands;
        messages += shown;
        if updates() {
            fs::write(&path, now).unwrap();
        } else {
            assert_eq!(text, now, "{}", path.display());
        }
    }
    assert!(count > 10 && messages >= 5, "{count} commands and {messages} messages are found");
}

/// The message of a program of `ui-tests`, with generic arguments of the function that is instantiated as `..`.
fn message(file: &str) -> String {
    let text = fs::read_to_string(root().join(format!("ui-tests/{file}.stderr"))).unwrap();
    let lines = text.lines().map(|line| {
        let Some((before, function)) = line.split_once("instantiating `") else {
            return line.into();
        };
        let (mut depth, mut short) = (0, String::new());
        for letter in function.chars() {
            match letter {
                '<' => {
                    depth += 1;
                    short += if depth == 1 { "<.." } else { "" };
                }
                '>' => {
                    depth -= 1;
                    short += if depth == 0 { ">" } else { "" };
                }
                _ if depth == 0 => short.push(letter),
                _ => {}
            }
        }
        format!("{before}instantiating `{short}")
    });
    lines.map(|line| format!("{line}\n")).collect()
}

/// The chapter with the current programs and messages, and their number.
fn with_messages(text: &str) -> (String, usize) {
    const START: &str = "<!-- message ";
    let mut parts = text.split(START);
    let mut shown = parts.next().unwrap().to_string();
    let mut count = 0;
    for part in parts {
        let (file, rest) = part.split_once(" -->\n").expect("a closed comment");
        let (_, after) = rest.split_once("<!-- end -->").expect("an end");
        let program = fs::read_to_string(root().join(format!("ui-tests/{file}.rs"))).unwrap();
        let program: String = program
            .lines()
            .filter(|line| !line.starts_with("//!"))
            .map(|line| format!("{line}\n"))
            .collect();
        let message = message(file);
        shown += &format!(
            "{START}{file} -->\n{FENCE}rust,compile_fail\n{program}{FENCE}\n\n{FENCE}text\n{message}{FENCE}\n<!-- end -->{after}"
        );
        count += 1;
    }
    (shown, count)
}

/// Each chapter has a picture, and questions whose answers the compiler checks.
#[test]
fn chapters_have_pictures_and_questions_with_answers() {
    for path in chapters() {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        if ["README", "SUMMARY", "glossary"].contains(&name.as_str()) {
            continue;
        }
        assert!(text.contains(PICTURE), "{name} has no picture");
        let (_, questions) = text
            .split_once("\n## Questions\n")
            .unwrap_or_else(|| panic!("{name} has no questions"));
        for answer in questions.split("<summary>Answer</summary>").skip(1) {
            let code = answer.split("</details>").next().unwrap();
            assert!(code.contains("```rust\n") && code.contains("assert"), "{name}: {code}");
        }
    }
}

/// The names of the pictures of a chapter, and the commands that draw them to standard output.
fn pictures(text: &str) -> Vec<(String, Vec<String>)> {
    let comments = text.split(PICTURE).skip(1).map(|rest| rest.split_once(" -->").unwrap().0);
    let picture = |line| {
        let mut words = words(line);
        let place = words.iter().position(|word| word == "--svg").expect("--svg") + 1;
        let file = std::mem::replace(&mut words[place], "-".to_string());
        let name = file.strip_prefix("pictures/").and_then(|name| name.strip_suffix(".svg"));
        (name.expect("pictures/NAME.svg").to_string(), words)
    };
    comments.map(picture).collect()
}

/// Encodes bytes in base 64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |chunk: &[u8]| {
        let byte = |k: usize| u32::from(*chunk.get(k).unwrap_or(&0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digit = move |k: usize| match k <= chunk.len() {
            true => char::from(DIGITS[(bits >> (18 - 6 * k)) as usize & 63]),
            false => '=',
        };
        [digit(0), digit(1), digit(2), digit(3)]
    };
    bytes.chunks(3).flat_map(group).collect()
}

#[test]
fn pictures_are_drawn_from_the_text_beside_them() {
    let folder = root().join("docs/book/pictures");
    let (mut names, mut images) = (BTreeSet::new(), String::new());
    for path in chapters() {
        let text = fs::read_to_string(&path).unwrap();
        for (name, command) in pictures(&text) {
            let output = run(&command);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let label = format!("[picture-{name}]");
            assert!(text.contains(&format!("]{label}\n")), "{}: no image {label}", path.display());
            images += &format!("{label}: data:image/svg+xml;base64,{}\n", base64(&output.stdout));
            let file = folder.join(format!("{name}.svg"));
            if updates() {
                fs::write(&file, &output.stdout).unwrap();
            } else {
                let drawn = String::from_utf8(output.stdout).unwrap();
                assert_eq!(fs::read_to_string(&file).unwrap(), drawn, "{}", file.display());
            }
            assert!(names.insert(format!("{name}.svg")), "{name} appears twice");
        }
    }
    let list = root().join("src/book/pictures.md");
    if updates() {
        fs::write(&list, &images).unwrap();
    }
    assert!(fs::read_to_string(&list).unwrap() == images, "{}", list.display());
    let files = fs::read_dir(&folder).unwrap();
    let files = files.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names, files, "the pictures of the chapters and the files");
}

/// The paragraph that stands above each block of code that the compiler rejects.
fn above_wrong_examples(text: &str) -> Vec<&str> {
    let ends = text.match_indices("```rust,compile_fail").map(|(end, _)| text[..end].trim_end());
    ends.map(|text| text.rsplit("\n\n").next().unwrap()).collect()
}

#[test]
fn the_text_above_a_wrong_example_says_so() {
    let mut count = 0;
    for path in chapters() {
        let text = fs::read_to_string(&path).unwrap();
        for paragraph in above_wrong_examples(&text) {
            let words = paragraph.replace('\n', " ");
            assert!(words.contains("not compile"), "{}: {words}", path.display());
            count += 1;
        }
    }
    assert!(count > 10, "{count} wrong examples are found");
}

#[test]
fn the_chapters_count_no_cycles() {
    for path in chapters() {
        let text = fs::read_to_string(&path).unwrap();
        let line = text.lines().find(|line| line.contains(" cycle"));
        assert_eq!(line, None, "{}: figures belong to the bench's README", path.display());
    }
}

#[test]
fn base64_is_that_of_the_standard() {
    let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
    let coded = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
    assert_eq!(texts.map(|text| base64(text.as_bytes())), coded);
}

#[test]
fn versions_are_those_of_the_manifest() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let mut found = 0;
    for chapter in chapters() {
        let text = fs::read_to_string(&chapter).unwrap();
        for added in text.split("cargo add ").skip(1) {
            let Some((name, version)) = added.split('`').next().unwrap().split_once('@') else {
                continue;
            };
            let line = manifest.lines().find(|line| line.starts_with(&format!("{name} = ")));
            let line = line.unwrap_or_else(|| panic!("{name} is not a dependency"));
            assert!(line.contains(&format!("\"{version}\"")), "{name}@{version}: {line}");
            found += 1;
        }
    }
    assert_eq!(found, 9);
}
