//! The command line. Each command has a file with its arguments and its `run`.

mod accesses;
mod banks;
mod bits;
mod coalescing;
#[cfg(feature = "docs")]
mod completions;
mod diff;
mod digits;
mod drawing;
mod emit;
mod eval;
mod explain;
mod fmt;
#[cfg(feature = "docs")]
mod man;
mod repl;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod swizzle;
#[cfg(test)]
mod tests;
mod tv;

use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::Failure;

/// Memory layouts on the command line.
#[derive(Debug, Parser)]
#[command(name = "layout", version, arg_required_else_help = true, after_help = AFTER)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The last lines of the help.
const AFTER: &str = "\
A layout in place of a command is drawn: layout '(4,8):(8,1)'
An expression has operations, too:       layout '(4,8):(8,1) / <2,4>'   (layout eval --list: all of them)";

/// The commands.
#[derive(Debug, Subcommand)]
enum Command {
    Show(show::ShowArguments),
    Eval(eval::EvalArguments),
    Explain(explain::ExplainArguments),
    Diff(diff::DiffArguments),
    Digits(digits::DigitsArguments),
    Tv(tv::TvArguments),
    Banks(banks::BanksArguments),
    Coalescing(coalescing::CoalescingArguments),
    Swizzle(swizzle::SwizzleArguments),
    Emit(emit::EmitArguments),
    Bits(bits::BitsArguments),
    Repl(repl::ReplArguments),
    Fmt(fmt::FmtArguments),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArguments),
    #[cfg(feature = "docs")]
    Completions(completions::CompletionsArguments),
    #[cfg(feature = "docs")]
    Man(man::ManArguments),
}

/// The exit status of a command without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Success, or a positive result: exit code 0.
    Done,
    /// A negative result, such as two layouts that differ: exit code 1.
    No,
    /// A refusal that the output says: exit code 2.
    Refused,
}

impl Command {
    /// Runs the command and appends its output, with colours, to `out`.
    fn run(&self, out: &mut String) -> Result<Outcome, Failure> {
        match self {
            Self::Show(arguments) => arguments.run(out),
            Self::Eval(arguments) => arguments.run(out),
            Self::Explain(arguments) => arguments.run(out),
            Self::Diff(arguments) => arguments.run(out),
            Self::Digits(arguments) => arguments.run(out),
            Self::Tv(arguments) => arguments.run(out),
            Self::Banks(arguments) => arguments.run(out),
            Self::Coalescing(arguments) => arguments.run(out),
            Self::Swizzle(arguments) => arguments.run(out),
            Self::Emit(arguments) => arguments.run(out),
            Self::Bits(arguments) => arguments.run(out),
            Self::Repl(arguments) => arguments.run(out),
            Self::Fmt(arguments) => arguments.run(out),
            #[cfg(feature = "serve")]
            Self::Serve(arguments) => arguments.run(out),
            #[cfg(feature = "docs")]
            Self::Completions(arguments) => arguments.run(out),
            #[cfg(feature = "docs")]
            Self::Man(arguments) => arguments.run(out),
        }
    }
}

/// Runs the command line `words`, the first of which is the program name.
///
/// A layout in place of a command is drawn. Output goes to standard output. An error goes to standard error and exits with code 2. Colours are stripped if the
/// output is not a terminal or if `NO_COLOR` is set.
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut words: Vec<_> = words.into_iter().collect();
    // No command begins with a digit or has a sign of the notation in its name.
    let is_layout = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit()) || word.contains(['(', '[', ':', '<'])
    };
    if words.get(1).and_then(|word| word.to_str()).is_some_and(is_layout) {
        words.insert(1, "show".into());
    }
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Printing fails only on a closed pipe, which nothing reads.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let mut out = String::new();
    let outcome = arguments.command.run(&mut out);
    match print(&out).and(outcome) {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Ok(Outcome::Refused) => ExitCode::from(2),
        Err(failure) => {
            let _ = writeln!(anstream::stderr(), "{failure}");
            ExitCode::from(2)
        }
    }
}

/// Writes to standard output.
fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        // The reader of the pipe stopped early, as `head` does: no error.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}
