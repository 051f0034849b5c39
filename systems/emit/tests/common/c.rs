//! Calls compiled functions from a C program, and compares their results.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use static_layout_emit::{IndexFunctions, Language};

/// The index of a function in its text, its inputs and its result.
pub type Call = (usize, Vec<i64>, i64);

/// Functions whose text has the prefix `a<k>`, `k` the index of the subject, and their calls.
pub type Subject<'a> = (&'a IndexFunctions, Vec<Call>);

/// Runs a command, which must succeed. Returns what it prints.
pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?}: {error}. tools/ci/gpu_tools.sh installs the compilers")
    });
    let (out, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{out}\n{}", &error[..error.len().min(4000)]);
    out.into_owned()
}

/// Compiles Rust's functions as a library that C calls, with checks of overflow, and with warnings as errors.
pub fn rust_library(text: &str, folder: &Path) -> PathBuf {
    let (source, library) = (folder.join("all.rs"), folder.join("all.so"));
    let exported = text.replace("pub const fn", "#[unsafe(no_mangle)]\npub extern \"C\" fn");
    fs::write(&source, exported).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let options = ["--edition=2024", "--crate-type=cdylib", "-Dwarnings", "-Copt-level=1"];
    let checks = ["-Coverflow-checks=on", "-Cpanic=abort", "-o"];
    run(Command::new(rustc).args(options).args(checks).arg(&library).arg(&source));
    library
}

/// A C program that calls each function with the inputs of a file, and compares the results.
fn harness(subjects: &[Subject]) -> String {
    let mut c = String::from(
        "#include <signal.h>\n#include <stdio.h>\n#include <unistd.h>\ntypedef unsigned int uint; typedef unsigned long long ulong;\ntypedef long long i64;\n",
    );
    let mut table = String::new();
    for (k, (functions, _)) in subjects.iter().enumerate() {
        let text = functions.text(Language::OpenCl, &format!("a{k}")).unwrap();
        for line in text.lines().filter(|line| line.ends_with('{')) {
            // `uint a0_index(uint c0, uint n1) {`
            let (returned, rest) = line.split_once(' ').unwrap();
            let (name, inputs) = rest.trim_end_matches(" {").split_once('(').unwrap();
            let inputs =
                inputs.trim_end_matches(')').replace("long", "i64").replace("ui64", "ulong");
            let is_truth = name.ends_with("_inside");
            let returned = match returned {
                _ if is_truth => "unsigned char",
                "long" => "i64",
                other => other,
            };
            let arguments: Vec<String> = inputs
                .split(", ")
                .enumerate()
                .map(|(at, input)| format!("({})a[{at}]", input.split(' ').next().unwrap()))
                .collect();
            let arguments = if inputs == "void" { String::new() } else { arguments.join(", ") };
            let mask = if is_truth { " & 1" } else { "" };
            let _ = writeln!(c, "{returned} {name}({inputs});");
            let _ = writeln!(
                c,
                "static i64 w{name}(const i64 *a) {{ return (i64){name}({arguments}){mask}; }}"
            );
            let _ = writeln!(table, "w{name},");
        }
    }
    let _ = write!(
        c,
        "static i64 (*const all[])(const i64 *) = {{\n{table}}};\n
static i64 head[3], count = 0;
static void trapped(int signal) {{
    fprintf(stderr, \"function %lld traps in call %lld\\n\", head[0], count);
    _exit(3);
}}
int main(int n, char **names) {{
    FILE *file = fopen(names[1], \"rb\");
    i64 inputs[80], wrong = 0;
    signal(SIGILL, trapped);
    signal(SIGFPE, trapped);
    while (fread(head, 8, 3, file) == 3) {{
        if (fread(inputs, 8, head[1], file) != (size_t)head[1]) return 2;
        i64 found = all[head[0]](inputs);
        count++;
        if (found != head[2] && wrong++ < 10)
            printf(\"function %lld in call %lld: %lld, not %lld\\n\", head[0], count - 1, found, head[2]);
    }}
    printf(\"%lld calls\\n\", count);
    return wrong != 0;
}}\n"
    );
    c
}

/// Links the object file of the functions with the harness, and runs it. Returns the number of calls.
pub fn compare(subjects: &[Subject], folder: &Path, object: &Path) -> usize {
    let (source, program, calls) =
        (folder.join("main.c"), folder.join("main"), folder.join("calls"));
    fs::write(&source, harness(subjects)).unwrap();
    let mut bytes: Vec<u8> = Vec::new();
    let (mut first, mut count) = (0, 0);
    for (functions, calls) in subjects {
        for (function, inputs, expected) in calls {
            let head = [(first + function) as i64, inputs.len() as i64, *expected];
            head.iter().chain(inputs).for_each(|number| bytes.extend(number.to_ne_bytes()));
            count += 1;
        }
        first += 2 + functions.inverse().map_or(0, <[_]>::len);
    }
    fs::write(&calls, bytes).unwrap();
    run(Command::new("clang-19").args(["-O1", "-w", "-o"]).arg(&program).arg(&source).arg(object));
    let out = run(Command::new(&program).arg(&calls));
    assert_eq!(out, format!("{count} calls\n"));
    count
}
