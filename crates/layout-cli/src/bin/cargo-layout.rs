//! The command `cargo layout`.

use std::process::ExitCode;

fn main() -> ExitCode {
    layout_cli::cargo::run(std::env::args_os().skip(1).collect())
}
