//! Builds programs that must not compile as one package, and reads the errors of the compiler.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::root;

/// An error of the compiler.
pub struct CompilerError {
    /// The program with the error.
    pub program: String,
    /// The number, such as `E0080`. Empty for the error of a macro.
    pub code: String,
    /// The text after the number.
    pub message: String,
    /// The whole message as the user sees it.
    pub rendered: String,
}

/// Builds the named files `programs` as a package in `folder` and returns their errors. Packages in one folder share
/// the built library.
pub fn errors(folder: &Path, programs: &[(String, PathBuf)]) -> Vec<CompilerError> {
    errors_with(folder, "", programs)
}

/// [`errors`] of programs that need more than the library and its kernels: `dependencies` are lines of their manifest.
pub fn errors_with(
    folder: &Path,
    dependencies: &str,
    programs: &[(String, PathBuf)],
) -> Vec<CompilerError> {
    let name = folder.file_name().expect("a folder of its own").to_string_lossy();
    let mut manifest = format!(
        "[package]
name = {name:?}
edition = \"2024\"

[dependencies]
static-layout = {{ path = {:?} }}
\
         static-layout-kernels = {{ path = {:?} }}
\
         {dependencies}

[workspace]
",
        root(),
        root().join("crates/layout-kernels"),
    );
    for (name, path) in programs {
        manifest += &format!("\n[[bin]]\nname = {name:?}\npath = {path:?}\n");
    }
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    // Built incrementally, the default for a library in a folder of the user: the messages show no lines of the
    // library.
    let output = Command::new(env!("CARGO"))
        .env("CARGO_INCREMENTAL", "1")
        .args(["build", "--quiet", "--keep-going", "--offline", "--message-format=json"])
        .arg("--manifest-path")
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(folder.with_file_name("programs"))
        .output()
        .unwrap();
    let errors = errors_of(&String::from_utf8(output.stdout).unwrap());
    assert!(!errors.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    errors
}

/// The errors among the messages of the compiler. The notes after an error are part of it.
fn errors_of(messages: &str) -> Vec<CompilerError> {
    let mut errors: Vec<CompilerError> = Vec::new();
    for line in messages.lines() {
        let json: Value = serde_json::from_str(line).unwrap();
        let message = &json["message"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let (program, rendered) = (text(&json["target"]["name"]), text(&message["rendered"]));
        match message["level"].as_str() {
            Some("error") => errors.push(CompilerError {
                program,
                code: text(&message["code"]["code"]),
                message: text(&message["message"]),
                rendered,
            }),
            Some("note") => {
                let last = errors.iter_mut().rfind(|error| error.program == program);
                last.expect("a note follows its error").rendered += &rendered;
            }
            _ => {}
        }
    }
    errors.retain(|error| !error.message.starts_with("aborting due to"));
    errors
}
