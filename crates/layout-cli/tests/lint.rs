//! `layout lint`: it finds what is wrong, and nothing else.
//!
//! * Each file of `tests/museum` has the findings of the table there.
//! * Correct operations of every dialect have none; of damaged ones each is found.
//! * Golden rows of other systems: a right one has no finding, a wrong one has.
//! * Damaged files end in findings or in a refusal, within a second.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use layout_cli::language::{Value, evaluate};
use layout_cli::lint::{self, Checked, Level, Rule};
use layout_core::Layout;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::Value as Json;

fn museum() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/museum")
}

/// The names of the rules that a text has findings of.
fn rules(checked: &Checked) -> BTreeSet<&'static str> {
    checked.findings.iter().map(|found| found.rule.name()).collect()
}

/// The rows of the table in the README of the museum: the file, and the findings that it names.
fn table() -> Vec<(String, BTreeSet<String>)> {
    let text = std::fs::read_to_string(museum().join("README.md")).expect("the table");
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let found = cells[3].split(", ").filter(|name| *name != "none").map(str::to_owned);
        (cells[1].trim_matches('`').to_owned(), found.collect())
    })
    .collect()
}

#[test]
fn each_file_of_the_museum_has_its_findings() {
    let rows = table();
    let files: BTreeSet<String> = std::fs::read_dir(museum())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .filter(|name| name != "README.md")
        .collect();
    assert_eq!(files, rows.iter().map(|(file, _)| file.clone()).collect());
    for (file, expected) in rows {
        let path = museum().join(&file);
        let checked = lint::check_file(path.to_str().expect("UTF-8")).expect("a text");
        let found: BTreeSet<String> = rules(&checked).into_iter().map(str::to_owned).collect();
        assert_eq!(found, expected, "{file}: {:?}", checked.findings);
        assert_eq!(checked.skipped, 0, "{file}");
    }
}

#[test]
fn findings_name_the_first_coordinate_and_both_values() {
    let rows = [
        ("cutlass-2955.cu", (4, 10), "at (2,1) it is 7, and the exact value is 8"),
        ("cutlass-3177.cu", (2, 10), "at (0,1) it is 3, and the exact value is 7"),
        (
            "cutlass-3513.cu",
            (3, 10),
            "it leaves out the element of (12,(4,8)):(7,(1,30)) at (9,(0,0))",
        ),
        (
            "cutlass-2545.cu",
            (4, 10),
            "at ((0,0),11) it is outside its 352 coordinates, and the exact value is 352",
        ),
        ("cutlass-2083.txt", (2, 1), "at ((0),1) it is 44, and the exact value is 1"),
        ("cutlass-2132.txt", (2, 1), "at (1) it is 0, and the exact value is 1"),
        ("cutlass-3514.txt", (2, 1), "at ((0,0),(1,0)) it is 14, and the exact value is 30"),
        ("cutlass-1353.txt", (2, 1), "at (1,0) it is 2, and the exact value is 3"),
        ("cutlass-3478.py", (6, 5), "at ((0,1),2) it is 5, and the exact value is 10"),
        ("cutlass-3604.mlir", (2, 8), "the offset 2147483651, past the 2147483647 of 32 bits"),
        ("conflict.mlir", (3, 6), "8-way conflict, 32 wavefronts instead of 4"),
    ];
    for (file, place, words) in rows {
        let checked =
            lint::check_file(museum().join(file).to_str().expect("UTF-8")).expect("a text");
        let found = checked.findings.iter().find(|found| found.message.contains(words));
        let found = found.unwrap_or_else(|| panic!("{file}: {:?}", checked.findings));
        assert_eq!(found.place, place, "{file}");
    }
}

/// A stated result is compared with the last operation of its expression alone.
#[test]
fn a_refusal_inside_an_expression_has_no_result() {
    let checked = lint::check("a.txt", "coalesce((6,2):(1,7) o (3,2):(2,3)) = (3,2):(2,3)");
    let messages: Vec<_> = checked.findings.iter().map(|found| found.message.as_str()).collect();
    let refused = "cannot compose (6,2):(1,7) with (3,2):(2,3): the modes add up past the extent 6";
    assert_eq!(messages, [refused]);
}

/// Random layouts of up to three modes.
fn layouts() -> impl Strategy<Value = Layout> {
    let extents =
        proptest::collection::vec(proptest::sample::select(vec![1_i64, 2, 3, 4, 6, 8]), 1..4);
    let strides = proptest::collection::vec(
        proptest::sample::select(vec![0_i64, 1, 2, 3, 4, 6, 8, 12, 24, 48]),
        3,
    );
    let compact = proptest::bool::ANY;
    (extents, strides, compact).prop_filter_map("a layout", |(extents, strides, compact)| {
        let tuple = |numbers: &[i64]| {
            let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
            format!("({})", numbers.join(","))
        };
        let strides = &strides[..extents.len()];
        let text = match compact {
            true => format!("{}:col", tuple(&extents)),
            false => format!("{}:{}", tuple(&extents), tuple(strides)),
        };
        evaluate(&text).ok().and_then(|value| value.as_layout())
    })
}

/// An operation with an exact result: the name in CuTe, the operands, the result.
struct Row {
    name: &'static str,
    operands: Vec<Layout>,
    result: Layout,
}

const OPERATIONS: [&str; 10] = [
    "composition",
    "logical_divide",
    "zipped_divide",
    "tiled_divide",
    "flat_divide",
    "logical_product",
    "raked_product",
    "coalesce",
    "right_inverse",
    "left_inverse",
];

/// `count` operations that have a result.
fn rows(count: usize) -> Vec<Row> {
    let mut runner = TestRunner::deterministic();
    let mut rows = Vec::new();
    let mut turn = 0;
    while rows.len() < count {
        let (a, b) = (layouts(), layouts()).new_tree(&mut runner).expect("a value").current();
        let name = OPERATIONS[turn % OPERATIONS.len()];
        turn += 1;
        let operands = if turn % OPERATIONS.len() > 7 || turn % OPERATIONS.len() == 0 {
            vec![a]
        } else {
            vec![a, b]
        };
        let words: Vec<_> = operands.iter().map(ToString::to_string).collect();
        let Ok(Value::Layout(result)) = evaluate(&format!("{name}({})", words.join(", "))) else {
            continue;
        };
        rows.push(Row { name, operands, result });
    }
    rows
}

impl Row {
    /// The operation as a text of CuTe's MLIR, of FlyDSL's, and as a printed result.
    fn texts(&self, result: &Layout) -> [(&'static str, String); 3] {
        let types = |begin: &str, end: &str| {
            let types: Vec<_> =
                self.operands.iter().map(|of| format!("{begin}{of}{end}")).collect();
            let (result, types) = (format!("{begin}{result}{end}"), types.join(", "));
            format!("({types}) -> {result}")
        };
        let operands: Vec<_> = self.operands.iter().map(ToString::to_string).collect();
        [
            (
                "a.mlir",
                format!("%r = cute.{}(%a) : {}", self.name, types("!cute.layout<\"", "\">")),
            ),
            ("a.mlir", format!("%r = fly.{}(%a) : {}", self.name, types("!fly.layout<", ">"))),
            ("a.txt", format!("{}({}) = {result}", self.name, operands.join(", "))),
        ]
    }
}

#[test]
fn correct_operations_have_no_findings_and_damaged_ones_have() {
    let mut damaged_rows = 0;
    for row in rows(2_000) {
        for (path, text) in row.texts(&row.result) {
            let checked = lint::check(path, &text);
            assert!(checked.findings.is_empty(), "{text}: {:?}", checked.findings);
            assert_eq!(checked.evaluated.values().sum::<usize>(), 1, "{text}");
        }
        // Several layouts are inverses of one that is not a bijection, and a last mode of extent 1 may be read past it.
        let has_unit = |of: &Layout| (0..of.leaf_count()).any(|k| of.leaf(k).0 == 1);
        if row.name.ends_with("_inverse") || row.operands.iter().any(has_unit) {
            continue;
        }
        // One stride more by 1: another function, unless its extent is 1.
        let of = row.result;
        let Some(k) = (0..of.leaf_count()).find(|&k| of.leaf(k).0 > 1) else { continue };
        let strides: Vec<_> =
            (0..of.leaf_count()).map(|j| of.leaf(j).1 + i64::from(j == k)).collect();
        let mut next = strides.iter();
        let stride: String = of.stride().to_string().split_inclusive([',', '(', ')']).fold(
            String::new(),
            |out, part| {
                let digits = part.trim_end_matches([',', '(', ')']);
                match digits.is_empty() {
                    true => out + part,
                    false => {
                        out + &next.next().expect("a stride").to_string() + &part[digits.len()..]
                    }
                }
            },
        );
        let damaged: Layout = format!("{}:{stride}", of.shape()).parse().expect("a layout");
        damaged_rows += 1;
        for (path, text) in row.texts(&damaged) {
            let found = rules(&lint::check(path, &text));
            assert_eq!(found, BTreeSet::from(["wrong-result"]), "{text}");
        }
    }
    assert!(damaged_rows > 500, "{damaged_rows}");
}

/// Rows that other systems computed: exact ones have no finding, wrong ones have one.
#[test]
fn golden_rows_are_judged_by_their_class() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
    let (mut exact, mut wrong) = (0, 0);
    for name in [
        "composition",
        "complement",
        "logical_divide",
        "zipped_divide",
        "tiled_divide",
        "flat_divide",
        "right_inverse",
        "left_inverse",
        "logical_product",
        "raked_product",
        "blocked_product",
        "coalesce",
    ] {
        let text = std::fs::read_to_string(folder.join(format!("{name}.jsonl"))).expect("rows");
        for row in text.lines() {
            let row: Json = serde_json::from_str(row).expect("JSON");
            let words = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
            let arguments: Vec<_> = row["args"]
                .as_array()
                .expect("operands")
                .iter()
                .map(|of| of.as_str().unwrap_or_default())
                .collect();
            let stated = words("out");
            if stated.is_empty() || row["args"].as_array().is_some_and(|args| args.len() > 2) {
                continue;
            }
            let line = format!("{name}({}) = {stated}", arguments.join(", "));
            let checked = lint::check("a.txt", &line);
            let found: BTreeSet<_> =
                checked.findings.iter().map(|found| found.rule.level()).collect();
            match words("class").as_str() {
                "exact" => {
                    assert!(found.is_empty(), "{line}: {:?}", checked.findings);
                    exact += checked.evaluated.values().sum::<usize>();
                }
                "padded" => assert!(
                    found.iter().all(|level| *level == Level::Note),
                    "{line}: {:?}",
                    checked.findings
                ),
                "wrong" if !checked.evaluated.is_empty() => {
                    assert!(found.contains(&Level::Error), "{line}: {:?}", checked.findings);
                    wrong += 1;
                }
                _ => {}
            }
        }
    }
    assert!(exact > 500 && wrong > 20, "{exact} exact, {wrong} wrong");
}

/// Damaged files of the museum: bytes deleted, doubled, exchanged and set.
#[test]
fn damaged_files_end_without_a_panic() {
    let mut runner = TestRunner::deterministic();
    let indices = proptest::collection::vec(proptest::num::usize::ANY, 4);
    for (file, _) in table() {
        let path = museum().join(&file);
        let whole = std::fs::read(&path).expect("a file");
        for _ in 0..200 {
            let mut bytes = whole.clone();
            let at = indices.new_tree(&mut runner).expect("numbers").current();
            let place = at[1] % bytes.len();
            match at[0] % 5 {
                0 => bytes.truncate(place),
                1 => drop(bytes.drain(place..(place + at[2] % 8).min(bytes.len()))),
                2 => bytes[place] = b"()<>[]{}\":,-0123456789?_%#!=\n"[at[2] % 29],
                3 => {
                    let part = bytes[place..(place + at[2] % 64).min(bytes.len())].to_vec();
                    bytes.splice(place..place, part);
                }
                _ => bytes
                    .splice(place..place, b"99999999999999999999".iter().copied())
                    .for_each(drop),
            }
            let Ok(text) = String::from_utf8(bytes) else { continue };
            lint::check(&file, &text);
        }
    }
}

/// Names that stand for each other, brackets without an end, operators without an end, and very long lines.
#[test]
fn hostile_texts_take_bounded_time() {
    let texts = [
        ("a.mlir", "!a = !b\n!b = !a\n%r = cute.coalesce(%x) : (!a) -> !b\n".to_owned()),
        ("a.mlir", format!("%r = cute.coalesce(%x) : {}", "(".repeat(1 << 20))),
        ("a.mlir", "%r = cute.coalesce(%x) : (!cute.layout<\"(4,8):(1,4)\n".repeat(1 << 14)),
        ("a.mlir", format!("%r = cute.coalesce(%x) : (!cute.layout<\"{}8{}:1\">) -> !cute.layout<\"8:1\">", "(".repeat(1 << 16), ")".repeat(1 << 16))),
        ("a.cu", format!("auto a = make_layout({}", "make_shape(".repeat(1 << 12))),
        ("a.cu", "auto a = make_layout(_4{});\n".to_owned() + &"auto a = make_layout(a, a);\n".repeat(1 << 10)),
        ("a.py", "a = a\n".repeat(1 << 16)),
        ("a.txt", "coalesce(".repeat(1 << 18)),
        ("a.txt", format!("{} = 4:1", "4:1 o ".repeat(1 << 9))),
        ("a.txt", "(1048576,1048576):(1,1048577) o (1048576,1048576):(1,1048576) = (1048576,1048576):(1,1048577)\n".repeat(200)),
        ("a.txt", "(4096,4096):(1,4096) o (4096,4096):(1,4096) = (4096,4096):(1,4097)\n".repeat(200)),
        ("a.hlo", format!("HloModule m\n%a = f32[{}]{{0}} bitcast(%a)\n", "9".repeat(1 << 16))),
        ("a.rs", "layout!(".repeat(1 << 16)),
        ("a.rs", "let a = layout!(4).f(tile!(\n".repeat(1 << 12)),
    ];
    for (path, text) in texts {
        let start = Instant::now();
        lint::check(path, &text);
        let taken = start.elapsed();
        assert!(taken < Duration::from_secs(30), "{path}, {} bytes: {taken:?}", text.len());
    }
}

/// Runs the binary: the exit code, the output, the errors.
fn layout(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_layout"))
        .arg("lint")
        .args(words)
        .current_dir(museum())
        .output();
    let output = output.expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

#[test]
fn exit_codes_tell_findings_from_files_that_are_not_read() {
    let found = "\
cutlass-1353.txt:2:1: error: compose((2,3):(1,2), (2,3):(3,1)) is (2,2):(2,1) here: at (1,0) it is 2, and the exact value is 3 [wrong-result]
  fix: write (2,3):(3,1)
1 error: 1 operations evaluated
";
    assert_eq!(layout(&["cutlass-1353.txt"]), (1, found.into(), String::new()));
    let clean = "no findings: 1 operations evaluated\n".to_owned();
    assert_eq!(layout(&["cutlass-2113.txt"]), (0, clean.clone(), String::new()));
    // A note is reported where notes are asked for.
    assert_eq!(layout(&["cutlass-1230.txt"]), (0, clean.clone(), String::new()));
    assert_eq!(layout(&["cutlass-1230.txt", "--level", "note"]).0, 1);
    assert_eq!(layout(&["cutlass-1230.txt", "--rule", "rounded"]).0, 1);
    assert_eq!(layout(&["cutlass-1353.txt", "--allow", "wrong-result"]), (0, clean, String::new()));
    for (words, error) in [
        (&["nothing.mlir"][..], "cannot read nothing.mlir: No such file"),
        (&["."], "cannot read .: it is not a file"),
        (&[], "required arguments were not provided"),
        (&["cutlass-1353.txt", "--rule", "other"], "invalid value 'other' for '--rule <RULE>'"),
    ] {
        let (code, out, found) = layout(words);
        assert_eq!((code, out.as_str()), (2, ""), "{words:?}");
        assert!(found.contains(error), "{found}");
    }
    let path = std::env::temp_dir().join(format!("layout-lint-{}.txt", std::process::id()));
    std::fs::write(&path, b"4:1 o \xff").expect("a file");
    let (code, _, found) = layout(&[path.to_str().expect("UTF-8")]);
    assert!(code == 2 && found.contains("byte 6 is not UTF-8"), "{found}");
    std::fs::File::create(&path)
        .and_then(|file| file.set_len(lint::MOST_BYTES + 1))
        .expect("a file");
    let (code, _, found) = layout(&[path.to_str().expect("UTF-8")]);
    assert!(code == 2 && found.contains("33554433 bytes are more than 33554432"), "{found}");
    std::fs::remove_file(&path).expect("the file");
}

/// The properties that SARIF 2.1.0 requires, and the values that it allows.
#[test]
fn reports_for_programs_have_the_findings() {
    let files: Vec<String> = table().into_iter().map(|(file, _)| file).collect();
    let mut words: Vec<&str> = files.iter().map(String::as_str).collect();
    words.extend(["--level", "note"]);
    let (code, out, _) = layout(&[&words[..], &["--json"]].concat());
    let json: Json = serde_json::from_str(&out).expect("JSON");
    let all = json["files"].as_array().expect("files").iter();
    let findings: Vec<&Json> =
        all.flat_map(|file| file["findings"].as_array().expect("findings")).collect();
    let (also, out, _) = layout(&[&words[..], &["--sarif"]].concat());
    assert_eq!((code, also), (1, 1));
    let sarif: Json = serde_json::from_str(&out).expect("JSON");
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    assert_eq!(rules.len(), Rule::ALL.len());
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), findings.len());
    for (result, found) in results.iter().zip(findings) {
        assert_eq!(result["ruleId"], found["rule"]);
        assert_eq!(
            rules[usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small")]
                ["id"],
            found["rule"]
        );
        assert!(["note", "warning", "error"].contains(&result["level"].as_str().expect("a level")));
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert_eq!(
            (&region["startLine"], &region["startColumn"]),
            (&found["line"], &found["column"])
        );
        assert!(result["message"]["text"].as_str().is_some_and(|text| text.starts_with(found["message"].as_str().expect("a message"))));
    }
    let first = results.iter().find(|result| result["ruleId"] == "wrong-result").expect("a result");
    assert!(first["properties"]["layouts"].as_object().is_some());
}
