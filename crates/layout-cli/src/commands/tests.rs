//! Random command lines and dialogues return output or an error; none panics.

use std::ffi::OsString;

use clap::{Command, CommandFactory, Parser};
use proptest::prelude::*;
use proptest::sample::Index;

use super::Arguments;
use crate::dialogue::Dialogue;
use crate::language::operations::operations;

/// Fragments that are joined to expressions, valid or not.
const PIECES: &[&str] = &[
    "(",
    ")",
    "<",
    ">",
    ",",
    ":",
    ";",
    ".",
    "=",
    "~",
    "*",
    "/",
    "@",
    "_",
    "-",
    " o ",
    " ",
    "let a = ",
    "a",
    "0",
    "1",
    "2",
    "3",
    "4",
    "8",
    "32",
    "9223372036854775807",
    "Sw<2,0,3>",
    "Sw<",
    "row",
    "col",
    "order",
    "(4,8)",
    "(2,(2,2)):(4,(1,2))",
    "(8,8):(8,1)",
    "<2,4>",
    "(1,_)",
    "\"",
    "mojo",
    "xla(\"f32[2,3]{1,0}\")",
    "#",
    "\n",
    "\u{2218}",
    "é",
    "{",
    "?",
    "layout!(",
    "coalesce",
    "1@0",
];

/// Layouts and values that most commands accept.
const EXPRESSIONS: &[&str] = &[
    "(4,8):(8,1)",
    "8:1",
    "(2,(2,2)):(4,(1,2))",
    "Sw<2,0,3> o 0 o (8,8):(8,1)",
    "(4,6):(1@0,1@1)",
    "(0,4)",
    "()",
    "_",
    "4",
    "(4,8)",
    "<2,4>",
    "true",
    "(3,-1)",
    "((4,8),(2,2)):((32,1),(16,8))",
    "(4,8):(0,-3)",
    "(3037000500,3037000500)",
    "10:1 / 4",
    "zipped_divide_padded(10:1, 4)",
    "\"text\"",
    "collision(4)",
    "16x8",
    "2",
    "16",
    "-1",
];

fn expression() -> impl Strategy<Value = String> {
    let name = any::<Index>().prop_map(|at| {
        let names: Vec<_> = operations().map(|row| row.name).collect();
        format!("{}(", at.get(&names))
    });
    let piece = prop_oneof![
        6 => prop::sample::select(PIECES).prop_map(str::to_owned),
        1 => name,
        2 => prop::sample::select(EXPRESSIONS).prop_map(str::to_owned),
    ];
    prop_oneof![
        2 => prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat()),
        1 => prop::sample::select(EXPRESSIONS).prop_map(str::to_owned),
    ]
}

/// A command line for `command`: `choices` selects the arguments, `texts` supplies their values in turn.
fn words(command: &Command, texts: &[String], choices: &[Index]) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["layout".into(), command.get_name().into()];
    let (mut texts, mut choices) = (texts.iter().cycle(), choices.iter().cycle());
    let mut choose = |count: usize| choices.next().map_or(0, |choice| choice.index(count));
    for argument in command.get_arguments() {
        // No file is read or written, nor standard input.
        if ["files", "lines"].contains(&argument.get_id().as_str())
            || (!argument.is_positional() && choose(3) > 0)
        {
            continue;
        }
        if let Some(long) = argument.get_long() {
            words.push(format!("--{long}").into());
        }
        let possible = argument.get_possible_values();
        let is_file = argument.get_value_names().is_some_and(|names| names[0] == "FILE");
        if argument.get_action().takes_values() {
            words.push(match () {
                () if is_file => "-".into(),
                () if !possible.is_empty() => possible[choose(possible.len())].get_name().into(),
                () => texts.next().cloned().unwrap_or_default().into(),
            });
        }
    }
    words
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_command_panics(
        which in any::<Index>(),
        texts in prop::collection::vec(expression(), 1..4),
        choices in prop::collection::vec(any::<Index>(), 8),
    ) {
        let whole = Arguments::command();
        let commands: Vec<_> =
            whole.get_subcommands().filter(|one| !["repl", "serve"].contains(&one.get_name())).collect();
        let words = words(commands[which.index(commands.len())], &texts, &choices);
        if let Ok(arguments) = Arguments::try_parse_from(words) {
            let mut out = String::new();
            if let Err(failure) = arguments.command.run(&mut out) {
                prop_assert!(!failure.to_string().is_empty());
            }
        }
    }

    #[test]
    fn no_line_of_a_dialogue_panics(
        lines in prop::collection::vec((any::<Option<Index>>(), expression()), 1..6),
        at in 0..40_usize,
    ) {
        let directives = [":help", ":explain", ":show", ":diff", ":names", ":pictures", ":operations", ":e", ":"];
        let mut dialogue = Dialogue::new(true);
        for (directive, text) in lines {
            let line = match directive {
                Some(which) => format!("{} {text}", which.get(&directives)),
                None => text,
            };
            let _ = dialogue.answer(&line);
            let (start, _) = dialogue.complete(&line, at);
            prop_assert!(line.is_char_boundary(start));
        }
    }
}

/// The definitions of all commands satisfy the assertions of clap.
#[test]
fn the_command_line_is_well_formed() {
    Arguments::command().debug_assert();
}

/// Command lines that succeed: each way in which a command is used.
const USES: &[&[&str]] = &[
    &["show", "(4,8):(8,1)"],
    &["show", "(4,64):(64,1)", "--by", "bank"],
    &["eval", "(4,8):(8,1)"],
    &["eval", "(4,8):(8,1)", "--as", "mlir"],
    &["eval", "(4,8):(8,1)", "--as", "mojo"],
    &["eval", "memref<4x8xf16>", "--from", "mlir"],
    &["eval", "memref<4x8xf16>", "--from", "mlir", "--as", "numpy"],
    &["eval", "--list"],
    &["explain", "(6,2):(8,2) o (4,3):(3,1)"],
    &["diff", "(4,8):(8,1)", "(4,8):(1,4)"],
    &["eval", "as_strided(x, (2, 4), (16, 4))", "--from", "as-strided", "--element", "f32"],
    &["export", "(4,8):(8,1)", "--all"],
    &["export", "(4,8):(8,1)", "--to", "mdspan,rust"],
    &["export", "memref<4x8xf16>", "--from", "mlir", "--to", "numpy"],
    &["digits", "Cargo.toml"],
    &["tv", "SM80_16x8x16_F16"],
    &["tv", "--atom", "SM80_16x8x16_F16"],
    &["tv", "--atoms"],
    &["tv", "--threads", "(32,8):(8,1)", "--values", "(4,1)"],
    &["tv", "((4,8),(2,2)):((32,1),(16,8))", "--tile", "16x8"],
    &["banks", "(8,8):(1,8)", "(8,64):(64,1)"],
    &["coalescing", "32:1", "(32,32):(32,1)"],
    &["swizzle", "--find", "(8,8):(1,8)", "(8,64):(64,1)", "--bytes", "2", "--width", "16"],
    &["solve", "(8,8):(1,8)", "(8,64):(64,1)", "--bytes", "2", "--and", "(8,8):(8,1)"],
    &["fit", "SM80_16x8x8_TF32", "--smem", "(64,32):(1,64)"],
    &["check-certificate", "tests/certificate.txt"],
    &[
        "plan-copy",
        "(16,16):(1,64)",
        "(16,16):(64,1)",
        "--threads",
        "64",
        "--width",
        "8",
        "--no-swizzle",
    ],
    &[
        "plan-copy",
        "registers (32,4):(4,1)",
        "registers (32,4):(1,32)",
        "--threads",
        "32",
        "--width",
        "8",
    ],
    &["tma", "(64,64):(64,1)", "--smem", "(8,64):(64,1)", "--type", "f16"],
    &["tma", "(64,64):(64,1)", "--box", "8x64", "--type", "f16"],
    &["descriptor", "wgmma", "Sw<2,3,3> o ((8,2),32):((32,256),1)", "--type", "f16"],
    &["emit", "cuda", "((16,8),(n,4)):((1,16),(512,128))"],
    &["bits", "Sw<2,0,3> o 0 o (8,8):(8,1)"],
    &["bits", "(8,8):(8,1)", "--to", "(8,8):(1,8)"],
    &["bits", "{lane: (1) (2)} -> {x: 2}"],
    &[
        "bits",
        "#ttg.linear<{register = [], lane = [[1], [2]], warp = [], block = []}>",
        "--shape",
        "4",
    ],
    &["bits", "(8,8):(8,1)", "--inverse"],
    &["fmt", "( 4,8 )"],
    &["lint", "tests/museum/conflict.mlir"],
];

/// A value of each option that takes one, which no use has.
const OPTION_VALUES: &[(&str, &str)] = &[
    ("by", "thread"),
    ("bytes", "8"),
    ("from", "numpy"),
    ("as", "moye"),
    ("element", "bf16"),
    ("tile", "8x16"),
    ("threads", "(8,8):(8,1)"),
    ("values", "(2,1)"),
    ("atom", "SM70_8x8x4_F16"),
    ("operand", "C"),
    ("tiled", "(2,1)"),
    ("repeat", "1x2x1"),
    ("swizzle", "Sw<3,3,3>"),
    ("width", "16"),
    ("and", "(8,8):(8,1)"),
    ("machine", "cdna4"),
    ("times", "2"),
    ("padding", "2"),
    ("box", "16x64"),
    ("type", "bf16"),
    ("at", "8,0"),
    ("blocks", "2"),
    ("promotion", "128B"),
    ("fill", "nan"),
    ("code", "rust"),
    ("major", "mn"),
    ("origin", "128"),
    ("extent", "8"),
    ("repeats", "adjacent"),
    ("shuffled", "4"),
    ("warps", "2,2"),
    ("smem", "(32,32):(32,1)"),
    ("smem-b", "(32,32):(32,1)"),
    ("maps", "linear"),
    ("most", "1"),
    ("seconds", "0"),
    ("instruction", "load-transposed"),
    ("fact", "n<=16"),
    ("bits", "32"),
    ("name", "offset"),
    ("shape", "8"),
    ("to", "(8,8):(1,8)"),
    ("names", "y,x"),
    ("link", "https://layouts.example/"),
    ("level", "error"),
    ("rule", "overlap"),
    ("allow", "bank-conflict"),
];

/// Each option of each command has an effect, or is an error, in every use of the command.
#[test]
fn no_option_is_ignored() {
    let whole = Arguments::command();
    let run = |words: &[&str]| {
        let words = ["layout"].iter().chain(words);
        let arguments = Arguments::try_parse_from(words).ok()?;
        let mut out = String::new();
        let outcome = arguments.command.run(&mut out).ok()?;
        Some((out, outcome))
    };
    for command in whole.get_subcommands() {
        let name = command.get_name();
        // They wait for a line or a request, or are of a shell.
        let waits = ["repl", "serve", "completions", "man"].contains(&name);
        let uses: Vec<_> = USES.iter().filter(|words| words[0] == name).collect();
        assert!(waits || !uses.is_empty(), "a use of {name}");
        for words in uses {
            let plain = run(words).unwrap_or_else(|| panic!("{words:?} is refused"));
            for option in command.get_arguments().filter(|option| !option.is_positional()) {
                let long = option.get_long().expect("a long name");
                // Files and standard input are not read; a use may have the option.
                let flag = format!("--{long}");
                if ["files", "lines", "help"].contains(&long) || words.contains(&&*flag) {
                    continue;
                }
                let is_file = option.get_value_names().is_some_and(|names| names[0] == "FILE");
                let value = OPTION_VALUES.iter().find(|row| row.0 == long).map(|row| row.1);
                let takes = option.get_action().takes_values() && !is_file;
                assert!(value.is_some() || !takes, "a value of {flag}");
                let mut with = words.to_vec();
                let joined = format!("{flag}={}", value.unwrap_or_default());
                if option.is_require_equals_set() {
                    with.push(&joined);
                } else {
                    with.push(&flag);
                    with.extend(value.filter(|_| takes));
                }
                let found = run(&with);
                assert!(found.as_ref() != Some(&plain), "{with:?}: {flag} has no effect");
            }
        }
    }
}
