//! The programs that must not compile, with another compiler than the pinned one: each is refused with the words of its
//! `.stderr`. Only the first lines of errors are compared, because compilers write the rest in different ways.

use std::fs;
use std::path::{Path, PathBuf};

use static_layout_tests::compiler::{self, CompilerError};

use super::AREAS;

/// Fails if a program compiles, or if the pinned compiler has none of its errors.
pub fn check() {
    let programs = programs();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("headlines");
    let formats = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/layout-formats");
    let formats = format!("static-layout-formats = {{ path = {formats:?} }}\n");
    let errors = compiler::errors_with(&folder, &formats, &programs);
    let mistakes: Vec<String> =
        programs.iter().filter_map(|(name, path)| mistake(name, path, &errors)).collect();
    let (wrong, all) = (mistakes.len(), programs.len());
    assert!(mistakes.is_empty(), "{wrong} of {all} programs:\n{}", mistakes.join("\n"));
}

/// The names and paths of all programs. Two areas can have programs of one name.
fn programs() -> Vec<(String, PathBuf)> {
    let named = |area: &str, path: PathBuf| {
        let name = format!("{area}-{}", path.file_stem().unwrap().to_string_lossy());
        (name, path)
    };
    let of_area =
        |area: &'static str| super::programs(area).into_iter().map(move |path| named(area, path));
    AREAS.into_iter().flat_map(of_area).collect()
}

fn mistake(name: &str, path: &Path, errors: &[CompilerError]) -> Option<String> {
    let expected = fs::read_to_string(path.with_extension("stderr")).unwrap();
    let expected: Vec<&str> = expected.lines().filter(|line| line.starts_with("error")).collect();
    let own = errors.iter().filter(|error| error.program == name);
    let said: Vec<&str> = own.filter_map(|error| error.rendered.lines().next()).collect();
    if said.is_empty() {
        return Some(format!("{name} compiles"));
    }
    // The compiler's own words change with the compiler, but the library's words do not.
    let is_own = |line: &&&str| line.starts_with("error[E0080]") || line.starts_with("error: ");
    let is_same = match expected.iter().find(is_own) {
        Some(line) => said.contains(line),
        None => said.iter().any(|line| code(line) == code(expected[0])),
    };
    (!is_same).then(|| {
        format!("{name} says\n  {}\ninstead of\n  {}", said.join("\n  "), expected.join("\n  "))
    })
}

/// The number of an error: `error[E0277]`.
fn code(line: &str) -> &str {
    line.split_once(':').map_or(line, |(code, _)| code)
}
