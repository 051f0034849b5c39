//! The command line. Each command has a file with its arguments and its `run`.

mod accesses;
mod banks;
mod bits;
mod check_certificate;
mod coalescing;
#[cfg(feature = "completions")]
mod completions;
mod descriptor;
mod diff;
mod digits;
mod drawing;
mod emit;
mod eval;
mod explain;
mod export;
mod fit;
mod fmt;
mod link;
mod lint;
#[cfg(feature = "docs")]
mod man;
#[cfg(not(all(feature = "docs", feature = "completions", feature = "serve", feature = "png")))]
mod missing;
mod plan_copy;
mod repl;
mod seconds;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod solve;
mod swizzle;
#[cfg(test)]
mod tests;
mod tma;
mod tv;

#[cfg(feature = "serve")]
pub use serve::page;

use std::ffi::OsString;
use std::io::Write;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::Failure;

/// Memory layouts on the command line.
#[derive(Debug, Parser)]
#[command(name = "layout", version, arg_required_else_help = true, after_help = AFTER)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// Parses a number of a list such as `32x16`.
fn extent(text: &str) -> Result<i64, String> {
    let found = text.parse::<i64>().ok().filter(|number| *number >= 0);
    found.ok_or_else(|| match text {
        "" => "a number is missing before or after an `x`, as in 32x16".to_owned(),
        _ => "a number is expected, such as the 32 of 32x16".to_owned(),
    })
}

/// The last lines of the help.
const AFTER: &str = "\
A layout in place of a command is drawn: layout '(4,8):(8,1)'
An expression has operations, too:       layout '(4,8):(8,1) / <2,4>'   (layout eval --list: all of them)";

/// The commands.
#[derive(Debug, Subcommand)]
enum Command {
    #[command(after_help = "Example: layout show '(8,(2,2)):(2,(1,16))' --by 'tile=<4,2>'")]
    Show(show::ShowArguments),
    #[command(after_help = "Example: layout eval '(6,2):(8,2) o (4,3):(3,1)'")]
    Eval(eval::EvalArguments),
    #[command(after_help = "Example: layout explain '(6,2):(8,2) o (4,3):(3,1)'")]
    Explain(explain::ExplainArguments),
    #[command(after_help = "Example: layout diff 'coalesce((2,(1,6)):(1,(6,2)))' '12:1'")]
    Diff(diff::DiffArguments),
    #[command(after_help = "Example: layout export --all '(6,4):(1,8)'")]
    Export(export::ExportArguments),
    Digits(digits::DigitsArguments),
    #[command(after_help = "Example: layout tv SM80_16x8x16_F16")]
    Tv(tv::TvArguments),
    #[command(
        after_help = "Example: layout banks '(8,8):(1,8)' '(8,64):(64,1)' --bytes 2 --width 16"
    )]
    Banks(banks::BanksArguments),
    #[command(after_help = "Example: layout coalescing '32:1' '(32,32):(32,1)'")]
    Coalescing(coalescing::CoalescingArguments),
    #[command(
        after_help = "Example: layout swizzle --find '(8,8):(1,8)' '(8,64):(64,1)' --bytes 2 --width 16"
    )]
    Swizzle(swizzle::SwizzleArguments),
    #[command(
        after_help = "Example: layout solve '32:32' '(32,32):(32,1)' --and '32:1' --padding 1 --orders"
    )]
    Solve(solve::SolveArguments),
    #[command(
        after_help = "Example: layout fit SM80_16x8x16_F16 --smem 'Sw<3,3,3> o (64,64):(64,1)' --warps 2,2"
    )]
    Fit(fit::FitArguments),
    CheckCertificate(check_certificate::CheckCertificateArguments),
    #[command(
        after_help = "Example: layout plan-copy '(128,8):(1,5120)' 'shared (128,8):(1,128)' --threads 256"
    )]
    PlanCopy(plan_copy::PlanCopyArguments),
    #[command(
        after_help = "Example: layout tma '(4096,512):(512,1)' --smem 'Sw<3,3,3> o (128,64):(64,1)' --type f16"
    )]
    Tma(tma::TmaArguments),
    #[command(
        after_help = "Example: layout descriptor wgmma 'Sw<3,3,3> o ((8,16),64):((64,512),1)' --type f16"
    )]
    Descriptor(descriptor::DescriptorArguments),
    #[command(after_help = "Example: layout emit cuda '((16,8),(n,4)):((1,16),(512,128))'")]
    Emit(emit::EmitArguments),
    #[command(after_help = "Example: layout lint kernel.mlir --sarif")]
    Lint(lint::LintArguments),
    #[command(after_help = "Example: layout bits 'Sw<2,0,3> o 0 o (8,8):(8,1)'")]
    Bits(bits::BitsArguments),
    Repl(repl::ReplArguments),
    Fmt(fmt::FmtArguments),
    #[cfg(feature = "serve")]
    #[command(after_help = "Example: layout serve '(4,8):(8,1)'")]
    Serve(serve::ServeArguments),
    #[cfg(feature = "completions")]
    #[command(
        after_help = "Example: layout completions bash > ~/.local/share/bash-completion/completions/layout"
    )]
    Completions(completions::CompletionsArguments),
    #[cfg(feature = "docs")]
    Man(man::ManArguments),
    #[cfg(not(feature = "serve"))]
    #[command(hide = true)]
    Serve(missing::MissingArguments),
    #[cfg(not(feature = "completions"))]
    #[command(hide = true)]
    Completions(missing::MissingArguments),
    #[cfg(not(feature = "docs"))]
    #[command(hide = true)]
    Man(missing::MissingArguments),
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
            Self::Export(arguments) => arguments.run(out),
            Self::Digits(arguments) => arguments.run(out),
            Self::Tv(arguments) => arguments.run(out),
            Self::Banks(arguments) => arguments.run(out),
            Self::Coalescing(arguments) => arguments.run(out),
            Self::Swizzle(arguments) => arguments.run(out),
            Self::Solve(arguments) => arguments.run(out),
            Self::Fit(arguments) => arguments.run(out),
            Self::CheckCertificate(arguments) => arguments.run(out),
            Self::PlanCopy(arguments) => arguments.run(out),
            Self::Tma(arguments) => arguments.run(out),
            Self::Descriptor(arguments) => arguments.run(out),
            Self::Emit(arguments) => arguments.run(out),
            Self::Lint(arguments) => arguments.run(out),
            Self::Bits(arguments) => arguments.run(out),
            Self::Repl(arguments) => arguments.run(out),
            Self::Fmt(arguments) => arguments.run(out),
            #[cfg(feature = "serve")]
            Self::Serve(arguments) => arguments.run(out),
            #[cfg(feature = "completions")]
            Self::Completions(arguments) => arguments.run(out),
            #[cfg(feature = "docs")]
            Self::Man(arguments) => arguments.run(out),
            #[cfg(not(feature = "serve"))]
            Self::Serve(arguments) => arguments.run("serve", "serve"),
            #[cfg(not(feature = "completions"))]
            Self::Completions(arguments) => arguments.run("completions", "completions"),
            #[cfg(not(feature = "docs"))]
            Self::Man(arguments) => arguments.run("man", "docs"),
        }
    }
}

/// Runs the command line `words`, the first of which is the program name, and returns the exit status.
///
/// A layout in place of a command is drawn. Output goes to standard output. An error goes to standard error and exits with code 2. Colours are stripped if the
/// output is not a terminal or if `NO_COLOR` is set.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    let words = with_command(words);
    let arguments = match Arguments::try_parse_from(&words) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Printing fails only on a closed pipe, which nothing reads.
            let _ = error.print();
            if error.use_stderr()
                && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            {
                let _ = writeln!(anstream::stderr(), "{}", example(words.get(1)));
            }
            return if error.use_stderr() { 2 } else { 0 };
        }
    };
    let mut out = String::new();
    let outcome = arguments.command.run(&mut out);
    match print(&out).and(outcome) {
        Ok(Outcome::Done) => 0,
        Ok(Outcome::No) => 1,
        Ok(Outcome::Refused) => 2,
        Err(failure) => {
            let _ = writeln!(anstream::stderr(), "{failure}");
            2
        }
    }
}

/// What the command line `words` prints, without colours. A command that says no prints too.
///
/// ```
/// let words = ["layout", "eval", "(4,8):row o 4:2"].map(Into::into);
/// assert_eq!(layout_cli::commands::output(words).unwrap(), "(2,2):(16,1)\n");
/// ```
///
/// # Errors
///
/// The message of a command line that does not parse, and of a command that fails.
pub fn output(words: impl IntoIterator<Item = OsString>) -> Result<String, String> {
    let arguments = match Arguments::try_parse_from(with_command(words)) {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => return Err(error.to_string()),
        Err(error) => return Ok(error.to_string()),
    };
    let mut out = String::new();
    match arguments.command.run(&mut out) {
        Ok(_) => Ok(anstream::adapter::strip_str(&out).to_string()),
        Err(failure) => Err(failure.to_string()),
    }
}

/// The words with `show` before a layout in place of a command.
fn with_command(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<_> = words.into_iter().collect();
    // No command begins with a digit or has a sign of the notation in its name.
    let is_layout = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit()) || word.contains(['(', '[', ':', '<'])
    };
    if words.get(1).and_then(|word| word.to_str()).is_some_and(is_layout) {
        words.insert(1, "show".into());
    }
    words
}

/// A line that runs: the example of the command `name`, or how a layout is drawn if no command is called so.
fn example(name: Option<&OsString>) -> String {
    let all = Arguments::command();
    let command = name.and_then(|name| all.find_subcommand(name));
    match command.and_then(clap::Command::get_after_help) {
        Some(example) => example.to_string(),
        None => "Example: layout '(4,8):(8,1)'".into(),
    }
}

/// Writes to standard output.
fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        // The reader of the pipe stopped early, as `head` does: no error.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}
