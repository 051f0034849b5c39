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
