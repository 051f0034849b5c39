//! `cargo layout`: messages that the compiler printed, and a workspace that cargo compiles.
#![cfg(all(unix, feature = "command"))]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_cargo-layout");

/// An empty folder for the test `name`.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cargo").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A program in place of cargo or the compiler.
fn script(path: &Path, text: &str) {
    write(path, &format!("#!/bin/sh\n{text}\n"));
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// `cargo layout` with `words`, without the variables of the cargo that runs this test.
fn command(words: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("layout").args(words).stdin(Stdio::null());
    for name in [
        "CARGO",
        "CARGO_LAYOUT_WRAPS",
        "CARGO_TARGET_DIR",
        "RUSTC_WORKSPACE_WRAPPER",
        "RUSTFLAGS",
        "NO_COLOR",
    ] {
        command.env_remove(name);
    }
    command
}

/// Exit code, standard output, standard error.
fn parts(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code().expect("no signal"), text(&output.stdout), text(&output.stderr))
}

/// The recorded messages, as the compiler writes them.
const RECORDED: &str = include_str!("messages/recorded.json");

/// What `cargo-layout` makes of the messages `text` of a program with layouts.
fn rewritten(name: &str, text: &str) -> Vec<Value> {
    let messages = forwarded(name, text.as_bytes(), "--extern=a=/deps/libstatic_layout-1f.rmeta");
    messages.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// What `cargo-layout` prints where the compiler, called with `word`, prints `text`.
fn forwarded(name: &str, text: &[u8], word: &str) -> String {
    let folder = folder(name);
    fs::write(folder.join("messages"), text).unwrap();
    let rustc = folder.join("rustc");
    script(
        &rustc,
        &format!(
            "test \"$*\" = '--error-format=json {word} --verbose' || exit 7\n\
            cat \"${{0%rustc}}messages\" >&2; exit 3"
        ),
    );
    let mut command = Command::new(PROGRAM);
    let output = command
        .env("CARGO_LAYOUT_WRAPS", "")
        .arg(rustc)
        .args(["--error-format=json", word])
        .output()
        .unwrap();
    let (code, out, messages) = parts(&output);
    assert_eq!((code, out.as_str()), (3, ""), "{messages}");
    messages
}

/// `UPDATE=1` writes `messages/rewritten.txt`, without the colours.
#[test]
fn recorded_messages_are_rewritten() {
    let messages = rewritten("recorded", RECORDED);
    assert_eq!(messages.len(), RECORDED.lines().count());
    let text: String =
        messages.iter().map(|message| plain(message["rendered"].as_str().unwrap())).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/messages/rewritten.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, &text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(path).unwrap());
    for message in &messages {
        let mut words = vec![&message["message"]];
        for part in message["children"].as_array().unwrap().iter().chain([message]) {
            words.extend([&part["message"], &part["rendered"]]);
            words.extend(part["spans"].as_array().unwrap().iter().map(|span| &span["label"]));
        }
        for words in words.into_iter().filter_map(Value::as_str).flat_map(str::lines) {
            let lists_impls = words.trim_start().starts_with("`UInt<U");
            assert!(lists_impls || !words.contains("UInt<"), "{words}");
        }
    }
}

fn plain(text: &str) -> String {
    let mut out = String::new();
    for (number, part) in text.split("\x1b[").enumerate() {
        out.push_str(if number == 0 { part } else { part.split_once('m').unwrap().1 });
    }
    out
}

/// A help is a line of the text, in its colours, and a part of the message.
#[test]
fn a_help_is_part_of_a_message() {
    let help = "`to_dynamic()` gives both layouts one type, `dynamic::Layout`";
    let messages = rewritten("help", RECORDED);
    let message = messages
        .iter()
        .find(|message| message["message"].as_str().unwrap().starts_with("`if`"))
        .unwrap();
    let last = message["children"].as_array().unwrap().last().unwrap();
    assert_eq!((last["level"].as_str(), last["message"].as_str()), (Some("help"), Some(help)));
    let line = format!("\x1b[1m\x1b[94m= \x1b[0m\x1b[1mhelp\x1b[0m: {help}\n");
    let rendered = message["rendered"].as_str().unwrap();
    assert!(rendered.contains(&line), "{rendered}");
    let label = message["spans"][0]["label"].as_str().unwrap();
    assert_eq!(label, "expected `Layout!((16,128):(1,16))`, found `Layout!((16,128):(128,1))`");
}

/// What the compiler says of `messages/programs` and of the programs of a first hour: `messages/record.py` writes it.
const HELPS: &str = include_str!("messages/helps.json");

/// The programs of `ui-tests/first_hour`, each with words of its fix.
const FIRST_HOUR: &str = include_str!("messages/first_hour.txt");

fn messages() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/messages"))
}

fn first_hour() -> PathBuf {
    messages().join("../../../../ui-tests/first_hour")
}

/// Each recorded message has the help of `messages/helps.txt`, or none. `UPDATE=1` writes it.
#[test]
fn mistakes_have_helps() {
    let read = |file: &str| {
        let folders = [messages().join("programs"), first_hour()];
        folders.iter().find_map(|folder| fs::read_to_string(folder.join(file)).ok()).unwrap()
    };
    let mut text = String::new();
    for (message, recorded) in rewritten("helps", HELPS).iter().zip(HELPS.lines()) {
        let recorded: Value = serde_json::from_str(recorded).unwrap();
        let rendered = plain(message["rendered"].as_str().unwrap());
        let place = rendered.lines().nth(1).unwrap().trim().trim_start_matches("--> ");
        let parts: Vec<_> = place.split(':').collect();
        let source = read(parts[0]);
        let line = source.lines().nth(parts[1].parse::<usize>().unwrap() - 1).unwrap();
        let code = message["code"]["code"].as_str().unwrap_or("error");
        text += &format!("{place} {code}: {}\n", line.trim());
        let children = message["children"].as_array().unwrap();
        for help in &children[recorded["children"].as_array().unwrap().len()..] {
            let line = format!(" = help: {}\n", help["message"].as_str().unwrap());
            assert!(rendered.contains(&line), "{rendered}");
            text += &format!("   {line}");
        }
    }
    let path = messages().join("helps.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(path).unwrap());
}

/// The message of each program of a first hour says the fix: the compiler's, or the one that `cargo layout` prints.
#[test]
fn a_first_hour_is_said() {
    let rows: Vec<_> = FIRST_HOUR.lines().map(|row| row.split_once(": ").unwrap()).collect();
    let mut programs: Vec<_> = fs::read_dir(first_hour())
        .unwrap()
        .filter_map(|file| {
            Some(file.unwrap().file_name().to_str()?.strip_suffix(".rs")?.to_owned())
        })
        .collect();
    programs.sort();
    assert!(programs.iter().eq(rows.iter().map(|(program, _)| program)), "{programs:?}");
    let helped: Vec<_> = rewritten("first_hour", HELPS)
        .iter()
        .map(|message| plain(message["rendered"].as_str().unwrap()))
        .collect();
    let is_said = |(program, words): &&(&str, &str)| {
        let file = first_hour().join(program).with_extension("stderr");
        let place = format!("--> {program}.rs:");
        fs::read_to_string(file).unwrap().contains(words)
            || helped.iter().any(|text| text.contains(&place) && text.contains(words))
    };
    let unsaid: Vec<_> = rows.iter().filter(|row| !is_said(row)).collect();
    assert!(unsaid.is_empty(), "{} of {}: {unsaid:?}", unsaid.len(), rows.len());
}

/// A help without other notes stands below the code, before the compiler's own helps.
#[test]
fn a_help_stands_below_the_code() {
    let messages = rewritten("below", HELPS);
    let text = |place: &str| {
        let texts = messages.iter().map(|message| plain(message["rendered"].as_str().unwrap()));
        texts.into_iter().find(|text| text.contains(place)).unwrap()
    };
    assert_eq!(
        text("two_brackets.rs"),
        "error[E0608]: cannot index into a value of type `f32`\n --> two_brackets.rs:8:17\n  |\n\
        8 |     let _ = a[1][2];\n  |                 ^^^\n  |\n  = help: for a tensor, an element has one pair of brackets: `a[(1, 2)]`\n\n"
    );
    let capitals = text("variable_in_capitals.rs");
    assert!(
        capitals.contains("non-constant value\n  |\n  = help: a name in capitals is a constant: "),
        "{capitals}"
    );
    assert!(capitals.contains("in braces, `{N}`\nhelp: consider using `const`"), "{capitals}");
}

/// A refusal of numbers has no place of its own: it gets the place of the note behind it, where an editor shows it.
#[test]
fn a_refusal_has_the_place_of_its_call() {
    let error = |text: &str| {
        let span = json!({"file_name": "src/main.rs", "line_start": 1, "is_primary": true, "label": "x", "text": []});
        json!({"$message_type": "diagnostic", "message": text, "code": {"code": "E0080"}, "spans": [span],
            "children": [], "rendered": text})
    };
    let place = json!([{"file_name": "src/main.rs", "line_start": 4, "is_primary": true, "label": null,
        "text": [{"text": "f();", "highlight_start": 1, "highlight_end": 4}]}]);
    let note = json!({"$message_type": "diagnostic", "code": null, "spans": place, "children": [], "rendered": "note",
        "message": "the above error was encountered while instantiating `fn f`"});
    let other = json!({"$message_type": "diagnostic", "code": null, "spans": [], "children": [], "message": "other"});
    let all = [error("a"), error("b"), note, error("c"), other, error("d")];
    let text: String = all.iter().map(|message| format!("{message}\n")).collect();
    let messages = rewritten("place", &text);
    let titles: Vec<_> =
        messages.iter().map(|message| message["message"].as_str().unwrap()).collect();
    assert_eq!([&titles[..2], &titles[3..]].concat(), ["a", "b", "c", "other", "d"]);
    let lines: Vec<_> =
        messages.iter().map(|message| message["spans"][0]["line_start"].as_i64()).collect();
    assert_eq!(lines, [Some(4), Some(4), Some(4), Some(1), None, Some(1)]);
    assert_eq!(messages[0]["spans"], place);
}

/// What is not a message passes as it is, and long types and lists that `--verbose` adds are cut.
#[test]
fn other_lines_pass() {
    let artifact = r#"{"$message_type":"artifact","artifact":"UInt<UTerm, B1>","emit":"link"}"#;
    let list: String = (0..30).map(|n| format!("\n  T{n}")).collect();
    let long = format!("{}u8{}", "Vec<".repeat(300), ">".repeat(300));
    let message = json!({
        "$message_type": "diagnostic", "message": format!("no `{long}`"), "code": {"code": "E0277"}, "spans": [],
        "children": [{"message": format!("the following other types implement trait `X`:{list}"), "spans": []}],
        "rendered": format!("error: no `{long}`\n  = help: the following other types implement trait `X`:{}\n",
            list.replace("  T", "            T")),
    });
    let messages = rewritten("other", &format!("{artifact}\n{message}\n"));
    assert_eq!(messages[0], serde_json::from_str::<Value>(artifact).unwrap());
    assert!(messages[1]["message"].as_str().unwrap().len() < 300);
    let rendered = messages[1]["rendered"].as_str().unwrap();
    assert!(rendered.ends_with("            T7\n          and 22 others\n"), "{rendered}");
    assert!(
        messages[1]["children"][0]["message"].as_str().unwrap().ends_with("\n  T7\nand 22 others")
    );
}

/// A program without the library gets no helps: the same errors have other fixes there.
#[test]
fn a_program_without_layouts_has_no_helps() {
    let helps = |word: &str| {
        let text = forwarded("without", HELPS.as_bytes(), word);
        let count = |messages: &str| {
            let messages =
                messages.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            messages.map(|message| message["children"].as_array().unwrap().len()).sum::<usize>()
        };
        count(&text) - count(HELPS)
    };
    assert_eq!(helps("--extern=layout=/static_layout/deps/liblayout-1f.rmeta"), 0);
    assert!(helps("--extern=layout=/deps/libstatic_layout_kernels-1f.rmeta") > 70);
    // Cargo passes many arguments in a file.
    let file = folder("arguments").join("file");
    write(&file, "--extern\nstatic_layout=C:\\deps\\libstatic_layout-1f.rlib\n");
    assert!(helps(&format!("@{}", file.display())) > 70);
}

/// Lines that no compiler writes: they pass, or are rewritten where they have the parts of a message.
#[test]
fn hostile_lines_end() {
    let deep = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
    let passing = ["", "warning: text", "{", "3", "null", "\"$message_type\"", "[1]", &deep];
    let text = passing.map(|line| format!("{line}\n")).concat();
    assert_eq!(forwarded("passing", text.as_bytes(), "a=libstatic_layout"), text);
    assert_eq!(forwarded("bytes", b"\xff\r\nlast", "a=libstatic_layout"), "\u{fffd}\r\nlast\n");

    // Parts of other kinds, and texts that do not have the code.
    let types = json!({"message": "expected struct `Layout!(1:0)`\n found struct `Layout!(1:1)`", "spans": [null]});
    let span = json!({"is_primary": true, "label": "expected due to this value", "text": [{"text": "é[", "highlight_start": 2, "highlight_end": 99}]});
    for rendered in
        [json!(null), json!(7), json!(""), json!("\n |\n"), json!(" |\n= note: expected ")]
    {
        for (children, spans) in [
            (json!([types]), json!([span])),
            (json!([1, null, types, {"spans": 3}]), json!([2, {"label": 1}, span])),
            (json!("x"), json!({})),
        ] {
            let message = json!({"$message_type": "diagnostic", "message": "found `,`", "code": {"code": "E0308"},
                "children": children, "spans": spans, "rendered": rendered});
            assert_eq!(rewritten("kinds", &format!("{message}\n")).len(), 1, "{message}");
        }
    }

    // Long texts: no stack overflows, and the time is linear.
    for long in [
        "Layout!(".repeat(10_000),
        "`".repeat(10_000),
        "Basis<Layout<".repeat(10_000),
        "\u{1b}[1m`a`".repeat(10_000),
        "\n |\n".repeat(10_000),
    ] {
        let note = format!("expected `{long}`\n found `{long}`");
        let message = json!({"$message_type": "diagnostic", "message": long, "code": {"code": "E0618"}, "spans": [span],
            "children": [{"message": note, "spans": []}], "rendered": long});
        let mut mismatch = message.clone();
        mismatch["code"]["code"] = json!("E0308");
        assert_eq!(rewritten("long", &format!("{message}\n{mismatch}\n")).len(), 2);
    }
}

/// Calls that compile nothing, and another wrapper of the user.
#[test]
fn other_calls_reach_the_compiler() {
    let folder = folder("calls");
    script(&folder.join("rustc"), "echo \"rustc $*\"");
    script(&folder.join("wrapper"), "echo \"wrapper $*\"");
    let rustc = folder.join("rustc").display().to_string();
    let call = |wraps: &str, words: &[&str]| {
        let mut command = Command::new(PROGRAM);
        parts(&command.env("CARGO_LAYOUT_WRAPS", wraps).arg(&rustc).args(words).output().unwrap()).1
    };
    assert_eq!(call("", &["-vV"]), "rustc -vV\n");
    let wrapper = folder.join("wrapper").display().to_string();
    assert_eq!(call(&wrapper, &["-vV"]), format!("wrapper {rustc} -vV\n"));
    assert_eq!(
        call(&wrapper, &["--error-format=json", "x.rs"]),
        format!("wrapper {rustc} --error-format=json x.rs --verbose\n")
    );
    assert_eq!(call("", &["@file"]), "rustc @file --verbose\n");
    assert_eq!(call("", &["--error-format=json", "-v"]), "rustc --error-format=json -v\n");
}

/// What cargo is called with: `check` builds, also behind aliases.
#[test]
fn cargo_is_called() {
    let folder = folder("called");
    let cargo = folder.join("cargo");
    script(
        &cargo,
        "if [ \"$1\" = --list ]; then\n\
            echo '    b        alias: build'; echo '    lint     alias: verify --tests'; echo '    verify   alias: -q check'\n\
            echo '    me       alias: me'; echo '    nextest  '\n\
        else echo \"$CARGO_LAYOUT_WRAPS|$RUSTC_WORKSPACE_WRAPPER|$*\"; exit 5; fi",
    );
    let program = fs::canonicalize(PROGRAM).unwrap();
    let wrapper = format!("--config build.rustc-workspace-wrapper=\"{}\"", program.display());
    for (words, called) in [
        (
            &["check", "-p", "x", "--config", "a=1"][..],
            format!("|build {wrapper} -p x --config a=1"),
        ),
        (&["--color", "always", "c"], format!("|--color always build {wrapper}")),
        (
            &["-q", "--config", "a=1", "--config=b=2", "-v", "b"],
            format!("|-q -v b {wrapper} --config a=1 --config=b=2"),
        ),
        (&["lint", "-v"], format!("|-q build {wrapper} --tests -v")),
        (&["test", "check"], format!("|test {wrapper} check")),
        (&["nextest", "run"], format!("{}|nextest run", program.display())),
        (&["me"], format!("{}|me", program.display())),
    ] {
        let mut command = command(words);
        command.env("CARGO", &cargo).env("RUSTC_WORKSPACE_WRAPPER", "/mine");
        let (code, out, _) = parts(&command.output().unwrap());
        assert_eq!((code, out), (5, format!("/mine|{called}\n")), "{words:?}");
    }
}

#[test]
fn mistakes_are_said() {
    let (code, _, error) =
        parts(&command(&["check"]).env("CARGO", "/none/cargo").output().unwrap());
    assert_eq!(code, 2);
    assert!(
        error.starts_with("cannot run /none/cargo: ") && error.contains("rustup.rs"),
        "{error}"
    );
    let (code, _, error) = parts(&command(&["clippy"]).output().unwrap());
    assert_eq!(code, 2);
    assert!(error.contains("cargo clippy 2>&1 | layout digits"), "{error}");
    let (code, _, error) = parts(&command(&["editor", "ed"]).output().unwrap());
    assert_eq!(code, 2);
    assert!(
        error.starts_with(
            "no setting of the editor `ed`\nhelp: the editors are vscode, helix and neovim"
        ),
        "{error}"
    );
    let (code, _, error) = parts(&Command::new(PROGRAM).arg("/none/check").output().unwrap());
    assert_eq!(code, 2);
    assert!(
        error.starts_with("cannot run /none/check: ")
            && error.contains("\nhelp: cargo layout check"),
        "{error}"
    );
    for words in [&[][..], &["--help"], &["help"], &["check", "--help"]] {
        let (code, out, error) = parts(&command(words).output().unwrap());
        assert_eq!((code, error.as_str()), (0, ""), "{words:?}");
        assert!(words.len() == 2 || out.contains("Usage: cargo layout check"), "{out}");
    }
}

/// The settings of all editors run one command.
#[test]
fn editors_check_alike() {
    let [vscode, helix, neovim] = ["vscode", "helix", "neovim"].map(|editor| {
        let (code, out, _) = parts(&command(&["editor", editor]).output().unwrap());
        assert_eq!(code, 0);
        out
    });
    let json: Value = serde_json::from_str(&vscode).unwrap();
    let words: Vec<_> = json["rust-analyzer.check.overrideCommand"]
        .as_array()
        .unwrap()
        .iter()
        .map(|word| word.as_str().unwrap())
        .collect();
    assert_eq!(words[..3], ["cargo", "layout", "check"]);
    assert!(words.contains(&"--message-format=json"));
    let list = format!("\"{}\"", words.join("\",\""));
    for other in [helix, neovim] {
        let one_line: String = other.split_whitespace().collect();
        assert!(one_line.contains(&list), "{other}");
    }
}

/// A package outside the workspace, with numerals as the library has them and a check of numbers.
const LIBRARY: &str = "
pub struct UTerm;
pub struct B0;
pub struct B1;
pub struct UInt<U, B>(U, B);
pub struct Layout<S, D>(std::marker::PhantomData<(S, D)>);
impl<S, D> Layout<S, D> {
    pub fn new() -> Self { Layout(std::marker::PhantomData) }
}
pub fn divide<const A: usize, const B: usize>() {
    const { assert!(A % B == 0, \"the tile does not divide\") }
}
";

/// Cargo itself compiles a workspace: the messages in digits, refusals of numbers, and what cargo does as ever.
#[test]
fn a_workspace_compiles() {
    let folder = folder("workspace");
    let package = |name: &str, more: &str| {
        format!("[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2021\"\n{more}")
    };
    write(&folder.join("library/Cargo.toml"), &package("library", "[workspace]\n"));
    write(&folder.join("library/src/lib.rs"), LIBRARY);
    let workspace = folder.join("work space");
    write(
        &workspace.join("Cargo.toml"),
        "[workspace]\nmembers = [\"app\", \"part\"]\nresolver = \"2\"\n[profile.dev]\ndebug = 0\nincremental = false\n",
    );
    write(
        &workspace.join(".cargo/config.toml"),
        "[alias]\nverify = [\"check\", \"--workspace\"]\nlayouts = \"layout check\"\n",
    );
    let depends = "[dependencies]\nlibrary = { path = \"../../library\" }\n";
    write(
        &workspace.join("app/Cargo.toml"),
        &package("app", &format!("{depends}part = {{ path = \"../part\" }}\n")),
    );
    write(&workspace.join("part/Cargo.toml"), &package("part", depends));
    let part = "pub type Two = library::UInt<library::UInt<library::UTerm, library::B1>, library::B0>;\n\
        pub type Tile = library::Layout<(Two, usize), (library::UTerm, Two)>;\n";
    write(&workspace.join("part/src/lib.rs"), part);
    write(
        &workspace.join("app/src/main.rs"),
        "fn main() { println!(\"out {:?}\", std::env::var_os(\"RUSTC_WORKSPACE_WRAPPER\")); std::process::exit(3); }\n",
    );

    let cargo = |words: &[&str]| {
        let mut command = command(words);
        let output = command
            .current_dir(&workspace)
            .env("CARGO_TARGET_DIR", folder.join("built"))
            .env("CARGO_NET_OFFLINE", "true");
        parts(&output.output().unwrap())
    };
    // What a program prints and returns is cargo's. A package outside the workspace compiles as ever.
    let plain = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--workspace"])
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .env("CARGO_TARGET_DIR", folder.join("built"))
        .current_dir(&workspace)
        .output()
        .unwrap();
    assert!(plain.status.success(), "{}", parts(&plain).2);
    let (code, out, error) = cargo(&["run"]);
    assert_eq!((code, out.as_str()), (3, "out None\n"), "{error}");
    assert!(error.contains("Compiling part") && !error.contains("Compiling library"), "{error}");

    // A refusal of numbers: `check` shows it.
    let app = workspace.join("app/src/main.rs");
    write(&app, "fn main() { library::divide::<6, 4>(); }\n");
    for words in [&["check"][..], &["verify"], &["check", "-p", "app"]] {
        let (code, out, error) = cargo(words);
        assert_eq!((code, out.as_str()), (101, ""), "{words:?}: {error}");
        assert!(error.contains("the tile does not divide"), "{words:?}: {error}");
    }

    // Two types, whose common parts the compiler would leave out, in each format of cargo.
    write(
        &app,
        "fn main() { let _: part::Tile = library::Layout::<(part::Two, part::Two), (library::UTerm, part::Two)>::new(); }\n",
    );
    let types = "expected struct `Layout!((2,?):(0,2))`\n             found struct `Layout!((2,2):(0,2))`\n";
    let (code, _, error) = cargo(&["build", "--config", "profile.dev.debug=0"]);
    assert!(code == 101 && error.contains(types) && !error.contains("UInt<"), "{error}");
    let (code, _, error) = cargo(&["check", "--color", "always"]);
    assert!(code == 101 && error.contains("\x1b[0m"), "{error}");
    assert!(self::plain(&error.replace("\x1b[K", "")).contains(types), "{error}");
    let (code, out, error) = cargo(&["check", "--quiet", "--message-format=json"]);
    assert!(code == 101 && !error.contains("mismatched"), "{error}");
    let messages: Vec<Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let found = messages.iter().find(|message| message["reason"] == "compiler-message").unwrap();
    let rendered = found["message"]["rendered"].as_str().unwrap();
    assert!(rendered.contains(types) && !rendered.contains('\x1b'), "{rendered}");
    assert!(!out.contains("`UInt<"), "{out}");

    // An alias of the user, through cargo.
    let path = Path::new(PROGRAM).parent().unwrap().display().to_string();
    let path = format!("{path}:{}", std::env::var("PATH").unwrap());
    let output = Command::new("cargo")
        .arg("layouts")
        .current_dir(&workspace)
        .env("PATH", path)
        .env("CARGO_TARGET_DIR", folder.join("built"))
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .output()
        .unwrap();
    let (code, _, error) = parts(&output);
    assert!(code == 101 && error.contains(types), "{error}");
}
