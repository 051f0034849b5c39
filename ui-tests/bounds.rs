//! The words of bounds: each `on_unimplemented` of the library and its kernels is in the message of a program: a
//! program of the catalogue, or `bounds/program.rs`, whose messages have the words of `bounds/program.txt`.

use std::fs;
use std::path::Path;

use static_layout_tests::{compiler, root};

use super::{AREAS, programs};

/// The beginnings of words that no message shows: an implementation that the seals of `simd` refuse also lacks items,
/// which the compiler reports first; and a result of another type than the inferred one is a mismatch of types.
const UNSHOWN: [&str; 2] = ["only `static_layout_kernels::simd`", "the result is `"];

/// All files of a folder and of those inside with this extension.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(fs::read_to_string(&path).unwrap());
        }
    }
    found
}

/// The texts of an attribute, each as the parts between the names of types.
fn texts(attribute: &str) -> Vec<Vec<String>> {
    let lines = attribute.lines().filter_map(|line| line.trim().split_once(" = \""));
    let texts = lines.map(|(_, text)| text.trim_end_matches(',').trim_end_matches('"'));
    let texts =
        texts.map(|text| text.replace("\\\"", "\"").replace("{{", "\0").replace("}}", "\x01"));
    let parts = |text: String| {
        let parts = text.split('{').enumerate();
        let parts =
            parts.map(|(k, part)| if k == 0 { part } else { part.split_once('}').unwrap().1 });
        parts.map(|part| part.replace('\0', "{").replace('\x01', "}")).collect()
    };
    texts.map(parts).collect()
}

#[test]
fn each_text_is_in_a_message() {
    let messages = AREAS.iter().flat_map(|area| programs(area));
    let mut messages: Vec<String> =
        messages.map(|path| fs::read_to_string(path.with_extension("stderr")).unwrap()).collect();
    let folder = root().join("ui-tests/bounds");
    let words = fs::read_to_string(folder.join("program.txt")).unwrap();
    let programs = [("bounds_of_types".to_string(), folder.join("program.rs"))];
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bounds");
    let errors = compiler::errors(&built, &programs);
    for line in words.lines() {
        assert!(
            errors.iter().any(|error| error.rendered.contains(line)),
            "not in a message: {line}"
        );
    }
    messages.push(words);
    let mut attributes = 0;
    for folder in ["src", "crates/layout-kernels/src"] {
        for source in files(&root().join(folder)) {
            for attribute in source.split("#[diagnostic::on_unimplemented(").skip(1) {
                let (attribute, _) = attribute.split_once(")]").unwrap();
                let texts = texts(attribute);
                assert!(!texts.is_empty(), "{attribute}");
                if UNSHOWN.iter().any(|words| texts[0][0].starts_with(words)) {
                    continue;
                }
                let has =
                    |message: &String| texts.iter().flatten().all(|part| message.contains(part));
                assert!(messages.iter().any(has), "no program of ui-tests shows {texts:?}");
                attributes += 1;
            }
        }
    }
    assert!(attributes > 30, "{attributes}");
}
