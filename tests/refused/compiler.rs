//! Programs that must not compile, built as one package, and what the compiler says of them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

use super::{examples, names};

/// An error of the compiler.
pub struct Error {
    /// The program that it is in.
    pub program: String,
    /// `E0080`; nothing where a macro refuses.
    pub code: String,
    pub message: String,
    /// As the user sees it.
    pub rendered: String,
}

/// The errors of all programs.
pub static ERRORS: LazyLock<Vec<Error>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused");
    let rows = root().join("tests/generate/refused/main.rs");
    let mut programs = vec![("rows".to_string(), rows)];
    programs.extend(examples::programs(&folder.join("src")));
    programs.push(names::program(&folder.join("src")));
    build(&folder, &programs)
});

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn build(folder: &Path, programs: &[(String, PathBuf)]) -> Vec<Error> {
    let mut manifest = format!(
        "[package]\nname = \"refused\"\nedition = \"2024\"\n\n[dependencies]\nstatic-layout = {{ path = {:?} }}\n\
         static-layout-kernels = {{ path = {:?} }}\n\
         static-layout-dialects = {{ path = {:?} }}\n\n[workspace]\n",
        root(),
        root().join("crates/layout-kernels"),
        root().join("crates/layout-dialects"),
    );
    for (name, path) in programs {
        manifest += &format!("\n[[bin]]\nname = {name:?}\npath = {path:?}\n");
    }
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    // As users build the library: the messages show their lines only.
    let output = Command::new(env!("CARGO"))
        .env("CARGO_INCREMENTAL", "0")
        .args(["build", "--quiet", "--keep-going", "--offline", "--message-format=json"])
        .arg("--manifest-path")
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(folder.join("target"))
        .output()
        .unwrap();
    let errors = errors(&String::from_utf8(output.stdout).unwrap());
    assert!(!errors.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    errors
}

/// The errors among the compiler's messages; the notes that follow one are part of it.
fn errors(messages: &str) -> Vec<Error> {
    let mut errors: Vec<Error> = Vec::new();
    for line in messages.lines() {
        let json: Value = serde_json::from_str(line).unwrap();
        let message = &json["message"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let (program, rendered) = (text(&json["target"]["name"]), text(&message["rendered"]));
        match message["level"].as_str() {
            Some("error") => errors.push(Error {
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
