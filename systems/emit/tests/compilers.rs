//! Compiles the texts of a thousand layouts with the compilers of their languages, runs them, and compares each
//! coordinate. Needs `clang-19`, `mlir-opt-19`, and NVIDIA's NVRTC and `ptxas`: `tools/ci/gpu_tools.sh` installs them.
//!
//! | language | compiled by | run |
//! |---|---|---|
//! | CUDA C | NVRTC and `ptxas`; clang, as C++ | yes, on the CPU |
//! | PTX | `ptxas` | by the interpreter of `functions.rs` |
//! | OpenCL C | clang, as OpenCL C 1.2 | yes, on the CPU |
//! | Metal | clang, as C++14 with Metal's names of integers: there is no compiler of Metal for Linux | yes, on the CPU |
//! | MLIR | `mlir-opt`, `mlir-translate`, clang | yes, on the CPU |

mod common;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Case, cases};
use static_layout_emit::Language;

/// Runs a command, which must succeed. Returns what it prints.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?}: {error}. tools/ci/gpu_tools.sh installs the compilers")
    });
    let (out, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{out}\n{}", &error[..error.len().min(4000)]);
    out.into_owned()
}

fn folder(language: Language) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("emit-{language}"));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The texts of all cases in one module.
fn module(cases: &[Case], language: Language) -> String {
    let mut text = language.header().to_owned();
    for (k, case) in cases.iter().enumerate() {
        text.push_str(&case.functions.text(language, &format!("a{k}")).unwrap());
    }
    text
}

/// A C program that calls each function with the inputs of a file, and compares the results.
fn harness(cases: &[Case]) -> String {
    let mut c = String::from(
        "#include <stdio.h>\ntypedef unsigned int uint; typedef unsigned long long ulong;\ntypedef long long i64;\n",
    );
    let mut table = String::new();
    for (k, case) in cases.iter().enumerate() {
        let text = case.functions.text(Language::OpenCl, &format!("a{k}")).unwrap();
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
int main(int n, char **names) {{
    FILE *file = fopen(names[1], \"rb\");
    i64 head[3], inputs[80], count = 0, wrong = 0;
    while (fread(head, 8, 3, file) == 3) {{
        if (fread(inputs, 8, head[1], file) != (size_t)head[1]) return 2;
        i64 found = all[head[0]](inputs);
        count++;
        if (found != head[2] && wrong++ < 10)
            printf(\"function %lld: %lld, not %lld\\n\", head[0], found, head[2]);
    }}
    printf(\"%lld calls\\n\", count);
    return wrong != 0;
}}\n"
    );
    c
}

/// Links the object file `object` of `language` with the harness, and runs it.
fn compare(cases: &[Case], language: Language, object: &Path) {
    let folder = folder(language);
    let (source, program, calls) =
        (folder.join("main.c"), folder.join("main"), folder.join("calls"));
    fs::write(&source, harness(cases)).unwrap();
    let mut bytes: Vec<u8> = Vec::new();
    let (mut first, mut count) = (0, 0);
    for case in cases {
        for (function, inputs, expected) in case.calls() {
            let head = [(first + function) as i64, inputs.len() as i64, expected];
            head.iter().chain(&inputs).for_each(|number| bytes.extend(number.to_ne_bytes()));
            count += 1;
        }
        first += 2 + case.functions.inverse().map_or(0, <[_]>::len);
    }
    fs::write(&calls, bytes).unwrap();
    run(Command::new("clang-19").args(["-O1", "-w", "-o"]).arg(&program).arg(&source).arg(object));
    let out = run(Command::new(&program).arg(&calls));
    assert_eq!(out, format!("{count} calls\n"));
    assert!(count > 100_000, "{count}");
}

/// Compiles `before + texts + after` with clang, and compares.
fn through_clang(language: Language, extension: &str, options: &[&str], before: &str, after: &str) {
    let cases = cases();
    let folder = folder(language);
    let (source, object) = (folder.join(format!("all.{extension}")), folder.join("all.o"));
    fs::write(&source, format!("{before}{}{after}", module(cases, language))).unwrap();
    run(Command::new("clang-19").args(options).args(["-O1", "-c", "-o"]).arg(&object).arg(&source));
    compare(cases, language, &object);
}

#[test]
fn cuda_computes_the_offsets() {
    let before = "#define __device__\n#define __forceinline__\nextern \"C\" {\n";
    through_clang(Language::Cuda, "cpp", &["-Wall", "-Werror"], before, "}\n");
}

#[test]
fn opencl_computes_the_offsets() {
    let options =
        ["-x", "cl", "-cl-std=CL1.2", "--target=x86_64-unknown-linux-gnu", "-Wall", "-Werror"];
    through_clang(Language::OpenCl, "cl", &options, "", "");
}

#[test]
fn metal_computes_the_offsets() {
    let before =
        "#define inline\ntypedef unsigned int uint; typedef unsigned long ulong;\nextern \"C\" {\n";
    through_clang(Language::Metal, "cpp", &["-std=c++14", "-Wall", "-Werror"], before, "}\n");
}

#[test]
fn mlir_computes_the_offsets() {
    let cases = cases();
    let folder = folder(Language::Mlir);
    let (source, lowered) = (folder.join("all.mlir"), folder.join("lowered.mlir"));
    let (ir, object) = (folder.join("all.ll"), folder.join("all.o"));
    fs::write(&source, module(cases, Language::Mlir)).unwrap();
    let passes =
        ["--convert-arith-to-llvm", "--convert-func-to-llvm", "--reconcile-unrealized-casts"];
    run(Command::new("mlir-opt-19").args(passes).arg(&source).arg("-o").arg(&lowered));
    run(Command::new("mlir-translate-19").arg("--mlir-to-llvmir").arg(&lowered).arg("-o").arg(&ir));
    run(Command::new("clang-19").args(["-w", "-O1", "-c", "-o"]).arg(&object).arg(&ir));
    compare(cases, Language::Mlir, &object);
}

/// The folder of NVIDIA's compilers: a virtual environment of Python.
fn nvidia() -> PathBuf {
    let folder = std::env::var_os("GPU_TOOLS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/gpu-tools"),
        PathBuf::from,
    );
    assert!(folder.exists(), "no folder {}: tools/ci/gpu_tools.sh makes it", folder.display());
    folder
}

fn ptxas(source: &Path) {
    let found = run(Command::new("find").arg(nvidia()).args(["-name", "ptxas", "-type", "f"]));
    let program = found.lines().next().expect("a program `ptxas`");
    let object = source.with_extension("cubin");
    run(Command::new(program).args(["-arch=sm_90", "-c", "-o"]).arg(object).arg(source));
}

#[test]
fn ptxas_accepts_the_texts() {
    let source = folder(Language::Ptx).join("all.ptx");
    fs::write(&source, module(cases(), Language::Ptx)).unwrap();
    ptxas(&source);
}

#[test]
fn nvrtc_accepts_the_texts() {
    let folder = folder(Language::Cuda);
    let (source, compiled) = (folder.join("all.cu"), folder.join("nvrtc.ptx"));
    fs::write(&source, module(cases(), Language::Cuda)).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/nvrtc.py");
    run(Command::new(nvidia().join("bin/python")).arg(script).arg(&source).arg(&compiled));
    ptxas(&compiled);
    // Without inlining, each function is in the result.
    let functions = fs::read_to_string(&compiled).unwrap().matches(".func").count();
    assert!(functions > 3000, "{functions} functions");
}
