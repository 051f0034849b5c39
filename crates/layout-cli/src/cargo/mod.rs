//! `cargo layout`: runs cargo, and writes the types of layouts in its messages as notation.
//!
//! ```text
//! cargo layout build  ──>  cargo build  ──>  cargo-layout rustc ..  ──>  rustc .. --verbose
//!   build.rustc-workspace-wrapper            each message rewritten <──  JSON messages
//! ```
//!
//! Cargo runs this program in place of the compiler for each package of the workspace (`wrapper`). It compiles with
//! `--verbose`, without which types are cut, and rewrites each message (`diagnostic`) before cargo reads it. So cargo
//! prints, colours, counts and repeats messages as ever, in each of its formats, and its exit code and standard output are
//! its own. The wrapper is an argument of cargo and not a variable, which the programs would inherit that cargo runs: a test
//! that runs cargo itself reads messages as they are.

mod diagnostic;
mod help;
mod shorten;
mod wrapper;

use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, ExitCode, ExitStatus, Stdio};

use crate::Failure;

/// The settings of editors that check with `cargo layout check`, by the names of the editors.
const EDITORS: [(&str, &str); 3] = [
    ("vscode", include_str!("../../editors/vscode.json")),
    ("helix", include_str!("../../editors/helix.toml")),
    ("neovim", include_str!("../../editors/neovim.lua")),
];

const HELP: &str = "\
Runs cargo, and writes the types of layouts in its messages as Layout!(S:D)

Usage: cargo layout check|build|run|test|.. [ARGUMENTS OF CARGO]
       cargo layout editor vscode|helix|neovim

  check     cargo build: it shows refusals of numbers, which cargo check does not
  build ..  the command of cargo with this name, or an alias of yours
  editor    prints the setting of an editor that checks with `cargo layout check`

Packages outside the workspace compile as ever; the packages of the workspace are compiled once more than by cargo alone.";

/// Runs `cargo layout`, or the compiler in the place of cargo. `words` are the arguments after the name of the program.
pub fn run(mut words: Vec<OsString>) -> ExitCode {
    // Cargo names its subcommand first, and the compiler that it would run in its place.
    let is_subcommand = words
        .first()
        .is_none_or(|word| word == "layout" || word.as_encoded_bytes().starts_with(b"-"));
    let done = match words.first().is_some_and(|word| word == "layout") {
        true => subcommand(words.split_off(1)),
        false if is_subcommand => subcommand(words),
        false => wrapper::run(&words),
    };
    done.unwrap_or_else(|failure| {
        let _ = writeln!(anstream::stderr(), "{failure}");
        ExitCode::from(2)
    })
}

fn subcommand(mut words: Vec<OsString>) -> Result<ExitCode, Failure> {
    let at = position(&words);
    match words.get(at).and_then(|word| word.to_str()) {
        None | Some("help") => print(HELP),
        Some("editor") => {
            let name = words.get(at + 1).and_then(|word| word.to_str()).unwrap_or_default();
            let found = EDITORS.iter().find(|(editor, _)| *editor == name);
            let (_, setting) = found.ok_or_else(|| {
                Failure::new(format!("no setting of the editor `{name}`"))
                    .help("the editors are vscode, helix and neovim; another one runs")
                    .help("cargo layout check --message-format=json as rust-analyzer's check.overrideCommand")
            })?;
            print(setting)
        }
        Some(_) if words[..=at].iter().any(|word| word == "--help" || word == "-h") => print(HELP),
        // These put a program of their own in the place of the compiler.
        Some(name @ ("clippy" | "fix")) => {
            Err(Failure::new(format!("cargo {name} runs a compiler of its own"))
                .help(format!("cargo {name} 2>&1 | layout digits rewrites its messages")))
        }
        Some(_) => {
            build_for_check(&mut words)?;
            cargo(words)
        }
    }
}

/// The place of cargo's command among `words`: behind options with their values.
fn position(words: &[OsString]) -> usize {
    let mut at = 0;
    while let Some(word) = words.get(at).filter(|word| word.as_encoded_bytes().starts_with(b"-")) {
        let has_value = ["--color", "--config", "-C", "-Z"].iter().any(|option| word == option);
        at += 1 + usize::from(has_value);
    }
    at
}

/// The commands of cargo that compile.
const COMMANDS: [&str; 11] =
    ["b", "bench", "build", "d", "doc", "r", "run", "rustc", "rustdoc", "t", "test"];

/// Replaces `check` by `build`, also in an alias: the compiler checks numbers when it builds code.
fn build_for_check(words: &mut Vec<OsString>) -> Result<(), Failure> {
    // An alias that names itself is an error of cargo.
    for _ in 0..8 {
        // An expansion may begin with options.
        let at = position(words);
        let Some(word) = words.get(at).and_then(|word| word.to_str()).map(str::to_owned) else {
            return Ok(());
        };
        if word == "check" || word == "c" {
            words[at] = "build".into();
            return Ok(());
        }
        if COMMANDS.contains(&word.as_str()) {
            return Ok(());
        }
        let mut list = Command::new(program());
        let list = list.arg("--list").stderr(Stdio::inherit()).output().map_err(no_cargo)?;
        match alias(&String::from_utf8_lossy(&list.stdout), &word) {
            Some(expansion) => {
                words.splice(at..=at, expansion.split_whitespace().map(OsString::from));
            }
            None => return Ok(()),
        }
    }
    Ok(())
}

/// What the alias `name` stands for in the list of `cargo --list`.
fn alias<'a>(list: &'a str, name: &str) -> Option<&'a str> {
    list.lines().find_map(|line| {
        let (word, what) = line.trim().split_once(' ')?;
        let expansion = what.trim_start().strip_prefix("alias: ")?;
        (word == name && !expansion.trim().is_empty()).then_some(expansion)
    })
}

/// Runs cargo with this program as the compiler of the workspace.
fn cargo(words: Vec<OsString>) -> Result<ExitCode, Failure> {
    let this = std::env::current_exe()
        .map_err(|error| Failure::new(format!("cannot find the program cargo-layout: {error}")))?;
    let path = this.to_str().ok_or_else(|| {
        Failure::new(format!("{} is not UTF-8, as cargo needs it", this.display()))
    })?;
    let path = path.replace('\\', "\\\\").replace('"', "\\\"");
    let mut command = Command::new(program());
    let inner = std::env::var_os(WRAPPER).filter(|inner| **inner != *this);
    if words.get(position(&words)).is_some_and(|word| COMMANDS.iter().any(|name| word == name)) {
        command
            .args(with_config(words, format!("build.rustc-workspace-wrapper=\"{path}\"").into()));
        // The user's variable would go before the argument.
        command.env_remove(WRAPPER);
    } else {
        // A program of its own, such as `cargo nextest`, has other arguments. It runs cargo with the variable.
        command.args(words).env(WRAPPER, &this);
    }
    if let Some(inner) = inner {
        command.env(wrapper::WRAPPED, inner);
    }
    become_command(command).map_err(no_cargo)
}

/// `words` with the setting `--config config` behind the command. Cargo forgets those before a command if one is behind it, so
/// all move there.
fn with_config(mut words: Vec<OsString>, config: OsString) -> Vec<OsString> {
    let mut settings = vec!["--config".into(), config];
    let mut at = 0;
    while at < position(&words) {
        match words[at].as_encoded_bytes() {
            b"--config" => settings.extend(words.drain(at..=at + 1)),
            word if word.starts_with(b"--config=") => settings.push(words.remove(at)),
            b"--color" | b"-C" | b"-Z" => at += 2,
            _ => at += 1,
        }
    }
    words.splice(at + 1..at + 1, settings);
    words
}

/// Cargo's variable for a program in the place of the compiler.
const WRAPPER: &str = "RUSTC_WORKSPACE_WRAPPER";

/// The cargo that runs this subcommand, or the one on the path.
fn program() -> OsString {
    std::env::var_os("CARGO").filter(|path| !path.is_empty()).unwrap_or_else(|| "cargo".into())
}

fn no_cargo(error: std::io::Error) -> Failure {
    let program = program();
    Failure::new(format!("cannot run {}: {error}", program.display())).help(
        "Rust comes with cargo: https://rustup.rs; the variable CARGO names another path of it",
    )
}

/// Runs `command` in the place of this process where the system can, and otherwise ends as it does.
fn become_command(mut command: Command) -> std::io::Result<ExitCode> {
    #[cfg(unix)]
    return Err(std::os::unix::process::CommandExt::exec(&mut command));
    #[cfg(not(unix))]
    command.status().map(code)
}

/// The exit code of a process; of one that a signal ended, the code that a shell returns.
fn code(status: ExitStatus) -> ExitCode {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return ExitCode::from(128u8.wrapping_add(signal as u8));
    }
    status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from)
}

fn print(text: &str) -> Result<ExitCode, Failure> {
    // The reader may stop early, as `head` does.
    let _ = writeln!(std::io::stdout(), "{}", text.trim_end());
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_follows_options_with_their_values() {
        let at = |line: &str| position(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(at("check -p x"), 0);
        assert_eq!(at("--color always --locked -Z x check"), 5);
        assert_eq!(at("--config=a.b=1 check"), 1);
        assert_eq!(at("--help"), 1);
    }

    #[test]
    fn an_alias_is_read_from_the_list() {
        let list = "Installed Commands:\n    add                  Add dependencies\n    b                    \
            alias: build\n    lint                 alias: check --tests\n    none                 alias: \n";
        assert_eq!(alias(list, "lint"), Some("check --tests"));
        assert_eq!(alias(list, "b"), Some("build"));
        assert_eq!([alias(list, "add"), alias(list, "none"), alias(list, "lin")], [None; 3]);
    }

    #[test]
    fn check_builds() {
        for (line, built) in
            [("check", "build"), ("-q c -p x", "-q build -p x"), ("test check", "test check")]
        {
            let mut words: Vec<_> = line.split(' ').map(OsString::from).collect();
            build_for_check(&mut words).unwrap();
            assert_eq!(words.join(std::ffi::OsStr::new(" ")), built);
        }
    }
}
