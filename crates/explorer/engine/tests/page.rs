//! The packed engine of the page has the results of the sources. After a change, `build.sh` packs it again.

use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

/// The inputs: values of all kinds, pictures in all colours, errors.
const QUESTIONS: &[&str] = &[
    r#"{"expression": "(8,(2,2)):(2,(1,16))", "by": "offset"}"#,
    r#"{"expression": "(8,12):(12,1)", "by": "tile=<4,3>"}"#,
    r#"{"expression": "zipped_divide((8,12):(12,1), <4,3>)", "by": "thread"}"#,
    r#"{"expression": "Sw<3,0,3> o 0 o (8,8):(8,1)", "by": "bank", "element": 4}"#,
    r#"{"expression": "(6,2):(8,2) o (4,3):(3,1)", "by": "offset"}"#,
    r#"{"expression": "(6,2):(8,2) o (4,3):(5,1)", "by": "offset"}"#,
    r#"{"expression": "(4,6):(1@0,1@1)", "by": "offset"}"#,
    r#"{"expression": "(2,3,4):(-12,4,1)", "by": "none"}"#,
    r#"{"expression": "complement((2,2):(1,6), 24)", "by": "offset"}"#,
    r#"{"expression": "(1024,1024):(1024,1)", "by": "offset"}"#,
    r#"{"expression": "(3000000000,4):(1,3000000000)", "by": "thread"}"#,
    r#"{"labels": 1, "panel": 0, "row": 0, "rows": 4, "column": 1, "columns": 2}"#,
    r#"{"labels": 7, "panel": 0, "row": 0, "rows": 4, "column": 1, "columns": 2}"#,
    r#"{"cell": 7, "linear": 9}"#,
    r#"{"offsets": "(2,2):(1,8)"}"#,
    r#"{"atoms": true}"#,
    r#"{"operations": true}"#,
    r#"{"expression": "foo(3)"}"#,
    r#"{"expression": "4x8"}"#,
    r#"{"expression": "layout!((4,8):(8,1)).zipped_divide(tile!(2,4))", "by": "thread"}"#,
    r#"{"threads": {"atom": "TDPBF16PS"}}"#,
    r#"{"threads": {"of": "(32,8):(8,1)", "values": "(4,1)"}}"#,
    r#"{"threads": {"held": "4:1", "tile": "2x2"}}"#,
    r#"{"access": {"threads": "(8,8):(1,8)", "memory": "(8,64):row", "bytes": 2, "width": 16, "swizzle": "Sw<3,3,3>"}}"#,
    r#"{"access": {"threads": "32:32 and 32:1 times 2", "memory": "(32,32):row", "solve": {"maps": "swizzles", "steps": 999, "certificate": true}}}"#,
    r#"{"access": {"threads": "32:32 and 32:1 width 3", "memory": "(32,32):row", "machine": "cdna4", "solve": {"maps": "linear", "steps": 99}}}"#,
    r#"{"access": {"threads": "(32,8):(1,32)", "memory": "(2,2,2,2,2,8):(1,2,4,8,16,32)", "bytes": 2, "width": 16, "solve": {"orders": true, "steps": 64}}}"#,
    r#"{"access": {"threads": "(32,8):(1,32)", "memory": "(2,2,2,2,2,8):(1,2,4,8,16,32)", "bytes": 2, "width": 16, "solve": {"orders": true, "steps": 999}}}"#,
    r#"{"machines": true}"#,
    r#"{"threads": {"atom": "SM80_16x8x16_F16", "tiled": "(2,2):(2,1)", "repeat": "1x2x1"}}"#,
    r#"{"bits": {"text": "Sw<2,0,3> o 0 o (8,8):(8,1)"}}"#,
    r#"{"bits": {"text": "(8,8):(8,1)", "to": "(8,8):(1,8)"}}"#,
    r#"{"bits": {"text": "(3,8)"}}"#,
    r#"{"expression": "(4,4):(4,1); (4,4)", "by": "layout=(4,4):(1,0)"}"#,
    r#"{"expression": "slice((4,8):(8,1), (1,_))", "by": "offset"}"#,
    r#"{"access": {"threads": "(", "memory": "", "bytes": 3}}"#,
    r#"{"expression": "(4,8):(1,4,2)"}"#,
    r#"{"expression": "size((4,8):(1,4))"}"#,
    "no question",
];

/// A JavaScript program that reads an input from each line, and writes the result in a line.
const SCRIPT: &str = r"
(async () => {
  const fs = require('fs');
  const scripts = ['engine.wasm.js', 'unpack.js'].map((name) => fs.readFileSync(name, 'utf8')).join('');
  const bytes = require('vm').runInThisContext(`${scripts} unlzma(bytesOf(ENGINE_WASM), ENGINE_LENGTH, ENGINE_CONTEXT)`);
  const { exports } = (await WebAssembly.instantiate(bytes, {})).instance;
  for (const line of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    const question = new TextEncoder().encode(line);
    const at = exports.reserve(question.length);
    new Uint8Array(exports.memory.buffer, at, question.length).set(question);
    const length = exports.answer();
    console.log(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answered(), length)));
  }
})();
";

#[test]
fn the_page_has_the_engine_of_these_sources() {
    let node = Command::new("node")
        .args(["--input-type=commonjs", "--eval", SCRIPT])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    if node.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        println!("no Node.js on this machine: the packed engine is not tested");
        return;
    }
    let mut node = node.unwrap();
    let questions = QUESTIONS.join("\n");
    node.stdin.take().unwrap().write_all(questions.as_bytes()).unwrap();
    let answers = String::from_utf8(node.wait_with_output().unwrap().stdout).unwrap();
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), QUESTIONS.len());
    for (question, answer) in QUESTIONS.iter().zip(answers) {
        assert_eq!(
            answer,
            explorer_engine::answer(question),
            "run crates/explorer/build.sh: {question}"
        );
    }
}

/// A search is not refused while candidates remain. The first layout that serves these accesses is the 601st.
#[test]
fn a_search_goes_on_without_a_layout() {
    let answer = |steps: i64, memory: &str| {
        let access = r#""threads": "(32,8):(1,32)", "bytes": 2, "width": 16"#;
        let question = format!(
            r#"{{"access": {{{access}, "memory": "{memory}", "solve": {{"orders": true, "steps": {steps}}}}}}}"#
        );
        serde_json::from_str::<serde_json::Value>(&explorer_engine::answer(&question)).unwrap()
    };
    let many = "(2,2,2,2,2,8):(1,2,4,8,16,32)";
    let none = answer(64, many);
    assert_eq!((&none["found"]["exhausted"], &none["refused"]), (&false.into(), &().into()));
    let result = none["found"]["result"].as_str().unwrap();
    assert!(result.contains("none of the 64 candidates seen so far"), "{result}");
    assert_eq!(none["memories"].as_array().unwrap().len(), 0);
    let found = answer(4096, many);
    assert_eq!(found["found"]["exhausted"], true);
    assert_eq!(found["memories"][0]["text"], "(2,2,2,2,2,8):(8,16,32,64,128,1)");
    // Two orders of halves serve no access of 16 bytes.
    let refused = answer(64, "(64,4):(1,64)");
    assert!(refused["refused"].as_str().unwrap().contains("moves neighbours"), "{refused}");
}

/// The cells of a window equal the cells that the algebra computes, for every window of a layout of four modes.
#[test]
fn windows_have_the_offsets_of_the_layout() {
    for text in ["(3,(2,2),2,2):(1,(3,40),6,-100)", "Sw<2,0,2> o 3 o (4,4,2):(4,1,16)", "5:7"] {
        let layout = layout_cli::MaybeSwizzled::read(text).unwrap();
        let answer =
            explorer_engine::answer(&format!("{{\"expression\": \"{text}\", \"by\": \"thread\"}}"));
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let number = |name: &str| answer["drawing"][name].as_i64().unwrap();
        let (rows, columns) = (number("rows"), number("columns"));
        let id = u32::try_from(number("id")).unwrap();
        let all: Vec<i64> = layout.offsets().collect();
        let single: Vec<i64> = (0..layout.size()).map(|i| layout.offset(i).unwrap()).collect();
        assert_eq!(all, single);
        for panel in 0..number("panels") {
            for (row, column) in
                (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
            {
                let window = explorer_engine::Window { panel, row, rows: 1, column, columns: 1 };
                let mut bytes = Vec::new();
                assert_eq!(explorer_engine::window(id, window, &mut bytes), 1);
                let offset = i64::from_le_bytes(bytes[..8].try_into().unwrap());
                let linear = row + rows * (column + columns * panel);
                assert_eq!(offset, all[usize::try_from(linear).unwrap()], "{text} {window:?}");
                assert_eq!(i64::from(bytes[8]), if text == "5:7" { column } else { row });
            }
        }
    }
}
