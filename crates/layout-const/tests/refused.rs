//! Programs that must not compile: `refused/*.rs`, with the messages of the compiler. The first line of a program says whether
//! `cargo check` refuses it or only the build. `UPDATE=1` writes the messages.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The newest build of a library next to this test.
fn library(folder: &Path, name: &str) -> PathBuf {
    let start = format!("lib{name}-");
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let file = path.file_name().unwrap().to_str().unwrap();
            file.starts_with(&start) && file.ends_with(".rlib")
        })
        .max_by_key(|path| fs::metadata(path).unwrap().modified().unwrap())
        .unwrap_or_else(|| panic!("no {name} in {}", folder.display()))
}

/// The messages of the compiler about a program, without warnings; nothing if it compiles.
fn messages(programs: &Path, name: &str, emit: &str) -> String {
    let test = env::current_exe().unwrap();
    let libraries = test.parent().unwrap();
    let output = Command::new("rustc")
        .current_dir(programs)
        .args(["--edition=2024", "-Znext-solver=globally", "-Awarnings", "--diagnostic-width=140"])
        .arg(format!("--emit={emit}"))
        .arg("--out-dir")
        .arg(env!("CARGO_TARGET_TMPDIR"))
        .arg("-L")
        .arg(format!("dependency={}", libraries.display()))
        .arg("--extern")
        .arg(format!("static_layout_const={}", library(libraries, "static_layout_const").display()))
        .arg(name)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.success(), text.is_empty(), "{name}: {text}");
    // What follows the errors: their number, and where to read of their kind.
    let end = text.find("error: aborting").unwrap_or(text.len());
    let lines = text[..end].trim_end().lines().map(|line| match line.find("--> src/") {
        // Lines of the library move.
        Some(_) => line.split_once(".rs:").unwrap().0.to_owned() + ".rs\n",
        None if line.contains(".long-type-") => String::new(),
        None => line.to_owned() + "\n",
    });
    lines.collect()
}

#[test]
fn refused() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused");
    let mut names: Vec<_> = fs::read_dir(&programs)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".rs"))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    let mut wrong = Vec::new();
    for name in names {
        let program = fs::read_to_string(programs.join(&name)).unwrap();
        let at_check = messages(&programs, &name, "metadata");
        let found = if program.starts_with("//! at check: ") {
            at_check
        } else {
            assert!(
                program.starts_with("//! at build: "),
                "{name} does not say when it is refused"
            );
            assert_eq!(at_check, "", "{name} is refused at check");
            messages(&programs, &name, "obj")
        };
        let file = programs.join(&name).with_extension("stderr");
        if env::var_os("UPDATE").is_some() {
            fs::write(&file, &found).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        if found.is_empty() || found != expected {
            wrong.push(format!("{name}: expected\n{expected}found\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
