//! The command `layout`.

use std::process::ExitCode;

fn main() -> ExitCode {
    layout_cli::commands::run(std::env::args_os()).into()
}
