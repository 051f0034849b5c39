//! The compiler in the place of cargo: runs it with whole types, and rewrites its messages line by line.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio};

use super::{become_command, code, diagnostic};
use crate::Failure;

/// The variable with the wrapper of the user's own variable `RUSTC_WORKSPACE_WRAPPER`, which then runs the compiler.
pub(super) const WRAPPED: &str = "CARGO_LAYOUT_WRAPS";

/// Runs the compiler `words`.
pub(super) fn run(words: &[OsString]) -> Result<ExitCode, Failure> {
    let wrapped = std::env::var_os(WRAPPED).filter(|path| !path.is_empty());
    let mut all = wrapped.iter().chain(words);
    let Some(program) = all.next() else { return Ok(ExitCode::FAILURE) };
    let failed = |error| {
        Failure::new(format!("cannot run {}: {error}", program.display()))
            .help("cargo layout check runs cargo; without `layout`, this program runs a compiler")
    };
    let mut command = Command::new(program);
    command.args(all);
    // Cargo asks for messages in JSON when it compiles, and passes many arguments in a file `@..`. Other calls ask for the
    // version and the like.
    let compiles = |word: &OsString| {
        word == "--error-format=json" || word.as_encoded_bytes().starts_with(b"@")
    };
    if !words.iter().any(compiles) {
        return become_command(command).map_err(failed);
    }
    // The compiler takes the flag once.
    if !words.iter().any(|word| word == "--verbose" || word == "-v") {
        command.arg("--verbose");
    }
    let mut compiler = command.stderr(Stdio::piped()).spawn().map_err(failed)?;
    if let Some(messages) = compiler.stderr.take() {
        forward(BufReader::new(messages), uses_layouts(words)).map_err(failed)?;
    }
    compiler.wait().map(code).map_err(failed)
}

/// Whether the compiler is given a file of this library, by whatever name the program calls it.
fn uses_layouts(words: &[OsString]) -> bool {
    let names = |bytes: &[u8]| bytes.windows(LIBRARY.len()).any(|part| part == LIBRARY);
    words.iter().any(|word| match word.to_str().and_then(|word| word.strip_prefix('@')) {
        Some(file) => std::fs::read(file).is_ok_and(|arguments| names(&arguments)),
        None => names(word.as_encoded_bytes()),
    })
}

/// How the names of the library's files begin, and of the kernels'.
const LIBRARY: &[u8] = b"libstatic_layout";

/// Writes each line to standard error, a message rewritten.
fn forward(mut output: impl BufRead, has_helps: bool) -> std::io::Result<()> {
    let mut messages = diagnostic::Messages::new(has_helps);
    let mut line = Vec::new();
    while output.read_until(b'\n', &mut line)? > 0 {
        // The compiler writes UTF-8, whatever else writes to its standard error.
        write(&messages.rewrite(&String::from_utf8_lossy(&line)))?;
        line.clear();
    }
    write(&messages.finish())
}

/// Writes whole lines at once: other processes write to the same standard error.
fn write(lines: &[String]) -> std::io::Result<()> {
    let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    std::io::stderr().write_all(text.as_bytes())
}
