//! Evaluates any text in the language of the command. The command, the dialogue and the explorer agree, and a layout
//! prints as text that evaluates to the same layout.

#![no_main]

use std::sync::LazyLock;

use layout_cli::dialogue::Dialogue;
use layout_cli::language::{evaluate, operations::operations, read};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value as Json, json};
use static_layout_fuzz::{said::one_line, text};

/// Signs and operands. The names of the operations are added to them.
const TOKENS: &[&str] = &[
    "(",
    "(",
    ")",
    ")",
    ",",
    ",",
    ":",
    "<",
    ">",
    ";",
    "=",
    ".",
    ".",
    " o ",
    "/",
    "*",
    "~",
    "@",
    "_",
    "-",
    "\n",
    "#",
    "\"",
    "let a = ",
    "a",
    "b",
    "0",
    "1",
    "2",
    "3",
    "4",
    "8",
    "12",
    "9223372036854775807",
    ":row",
    ":col",
    ":order(",
    "Sw<2,0,3>",
    "(4,8):(8,1)",
    "((2,3),4):((1,8),2)",
    "(4,8)",
    "<2,4>",
    "(1,_)",
    "\"f32[4,8]{1,0:T(2,4)}\"",
    ":show ",
    ":explain ",
    ":diff ",
    "é",
];

static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let names = operations().flat_map(|operation| [operation.name, "("]);
    TOKENS.iter().copied().chain(names).collect()
});

fuzz_target!(|data: &[u8]| {
    let (colour, data) = data.split_first().map_or((0, data), |(&first, rest)| (first, rest));
    let text = text(data, &WORDS);
    let value = evaluate(&text);
    match &value {
        Ok(value) => {
            assert!(read(&text).is_ok(), "{text:?}");
            if value.as_layout().is_some() {
                let printed = value.to_string();
                let again = evaluate(&printed).map(|value| value.to_string());
                assert_eq!(again.as_ref(), Ok(&printed), "{text:?}");
            }
        }
        Err(failure) => {
            let message = one_line(&text, &failure.message());
            assert!(failure.to_string().starts_with(&message));
        }
    }
    let by = ["offset", "thread", "bank", "line", "?"][usize::from(colour) % 5];
    let question = json!({ "expression": text, "by": by, "element": i64::from(colour) - 3 });
    let answer: Json =
        serde_json::from_str(&explorer_engine::answer(&question.to_string())).unwrap();
    assert_eq!(answer["refused"].is_string(), value.is_err(), "{text:?}: {answer}");
    let mut dialogue = Dialogue::new(colour % 2 == 0);
    for line in text.lines() {
        let _ = dialogue.answer(line);
        let _ = dialogue.complete(line, line.len());
    }
});
