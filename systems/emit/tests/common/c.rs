//! Calls compiled functions from a C program, and compares their results.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use static_layout_emit::{IndexFunctions, Language};

/// The index of a function in its text, its inputs and its result.
pub type Call = (usize, Vec<i64>, i64);

/// How a divisor is passed.
#[derive(Clone, Copy, PartialEq)]
pub enum Passing {
    Structure,
    Integers,
}

/// The inputs of a call with the numbers of the divisors that the function takes.
pub fn with_divisors(functions: &IndexFunctions, function: usize, inputs: &[i64]) -> Vec<i64> {
    let mut all = inputs.to_vec();
    let taken = match function {
        0 => functions.index().divisors(),
        1 => functions.inside().divisors(),
        k => functions.inverse().unwrap()[k - 2].divisors(),
    };
    if taken.is_empty() {
        return all;
    }
    let first = inputs.len() - functions.layout().parameters().count();
    let values: Vec<u64> = inputs[first..].iter().map(|&value| value as u64).collect();
    let divisors = functions.fast_divisors(&values).unwrap();
    for by in taken.into_iter().map(|k| divisors[k]) {
        all.extend([by.multiplier as i64, by.addend as i64, i64::from(by.shift)]);
    }
    all
}

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
fn harness(subjects: &[Subject], passing: Passing) -> String {
    let mut c = String::from(
        "#include <signal.h>\n#include <stdio.h>\n#include <unistd.h>\ntypedef unsigned int uint; typedef unsigned long long ulong;\ntypedef long long i64;
// OpenCL's `mul_hi(ulong, ulong)`, which is a function of the device.
unsigned long high_half(unsigned long x, unsigned long y) __asm__(\"_Z6mul_himm\");
unsigned long high_half(unsigned long x, unsigned long y) {
    return (unsigned long)(((unsigned __int128)x * y) >> 64);
}\n",
    );
    let mut table = String::new();
    for (k, (functions, _)) in subjects.iter().enumerate() {
        let text = functions.text(Language::OpenCl, &format!("a{k}")).unwrap();
        let integer = if functions.width() == 32 { "uint" } else { "ulong" };
        let _ =
            writeln!(c, "typedef struct {{ {integer} multiplier, addend, shift; }} a{k}_divisor;");
        for line in text.lines().filter(|line| line.ends_with('{')) {
            // `uint a0_index(uint c0, uint n1, a0_divisor by0) {`
            let Some((returned, rest)) = line.split_once(' ') else { continue };
            let Some((name, inputs)) = rest.trim_end_matches(" {").split_once('(') else {
                continue;
            };
            let suffix = name.split('_').next_back().unwrap();
            if !matches!(suffix, "index" | "inside") && !suffix.starts_with("coord") {
                continue;
            }
            let mut inputs =
                inputs.trim_end_matches(')').replace("long", "i64").replace("ui64", "ulong");
            let divisor = format!("a{k}_divisor");
            if passing == Passing::Integers {
                inputs =
                    inputs.replace(&divisor, &format!("{integer} by_a, {integer} by_b, {integer}"));
                let divisors = inputs.matches("by_a").count();
                for at in 0..divisors {
                    inputs = inputs.replacen("by_a", &format!("m{at}"), 1);
                    inputs = inputs.replacen("by_b", &format!("s{at}"), 1);
                }
            }
            let is_truth = name.ends_with("_inside");
            let returned = match returned {
                _ if is_truth => "unsigned char",
                "long" => "i64",
                other => other,
            };
            let mut at = 0;
            let mut next = |word: &str| {
                at += 1;
                format!("({word})a[{}]", at - 1)
            };
            let arguments: Vec<String> = inputs
                .split(", ")
                .map(|input| match input.split(' ').next().unwrap() {
                    word if word == divisor => {
                        let fields = [(); 3].map(|()| next(integer)).join(", ");
                        format!("(a{k}_divisor){{{fields}}}")
                    }
                    word => next(word),
                })
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
pub fn compare(subjects: &[Subject], folder: &Path, object: &Path, passing: Passing) -> usize {
    let (source, program, calls) =
        (folder.join("main.c"), folder.join("main"), folder.join("calls"));
    fs::write(&source, harness(subjects, passing)).unwrap();
    let (bytes, count) = bytes_of(subjects);
    fs::write(&calls, bytes).unwrap();
    run(Command::new("clang-19").args(["-O1", "-w", "-o"]).arg(&program).arg(&source).arg(object));
    let out = run(Command::new(&program).arg(&calls));
    assert_eq!(out, format!("{count} calls\n"));
    count
}

/// All calls as integers of 64 bits: the function, the number of inputs, the result and the inputs. And how many there are.
pub fn bytes_of(subjects: &[Subject]) -> (Vec<u8>, usize) {
    let mut bytes: Vec<u8> = Vec::new();
    let (mut first, mut count) = (0, 0);
    for (functions, calls) in subjects {
        for (function, inputs, expected) in calls {
            let inputs = with_divisors(functions, *function, inputs);
            let head = [(first + function) as i64, inputs.len() as i64, *expected];
            head.iter().chain(&inputs).for_each(|number| bytes.extend(number.to_ne_bytes()));
            count += 1;
        }
        first += 2 + functions.inverse().map_or(0, <[_]>::len);
    }
    (bytes, count)
}
