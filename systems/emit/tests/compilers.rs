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
//! | C | clang, as C99 | yes, on the CPU |
//! | Rust | rustc, with warnings as errors | yes, on the CPU, with checks of overflow |

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::c::{compare, run, rust_library};
use common::{Case, cases};
use static_layout_emit::{Domain, IndexFunctions, Language, SymbolicLayout};

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

/// Compiles `before + texts + after` with clang, and compares.
fn through_clang(language: Language, extension: &str, options: &[&str], before: &str, after: &str) {
    let cases = cases();
    let folder = folder(language);
    let (source, object) = (folder.join(format!("all.{extension}")), folder.join("all.o"));
    fs::write(&source, format!("{before}{}{after}", module(cases, language))).unwrap();
    run(Command::new("clang-19").args(options).args(["-O1", "-c", "-o"]).arg(&object).arg(&source));
    compare_all(cases, language, &object);
}

/// Compares each call of the cases.
fn compare_all(cases: &[Case], language: Language, object: &Path) {
    let subjects: Vec<_> = cases.iter().map(|case| (&case.functions, case.calls())).collect();
    let count = compare(&subjects, &folder(language), object);
    assert!(count > 100_000, "{count}");
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
fn c_computes_the_offsets() {
    // The harness calls the functions from another object.
    let before = "#include <stdbool.h>\n#include <stdint.h>\n#define static\n#define inline\n";
    let options = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"];
    through_clang(Language::C, "c", &options, before, "");
}

#[test]
fn rust_computes_the_offsets() {
    let cases = cases();
    let folder = folder(Language::Rust);
    let text = module(cases, Language::Rust);
    assert!(text.contains("wrapping_sub(") && text.contains(" as i32\n"));
    compare_all(cases, Language::Rust, &rust_library(&text, &folder));
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
    compare_all(cases, Language::Mlir, &object);
}

/// Names that the notation accepts are names in every language.
#[test]
fn names_of_leaves_compile() {
    let names = "n m k ld batch heads rows cols size data offset stride out value flag result i j y k0 r0 p0 d1 a_index \
        threads kernel_size in_ main abs min max dot vec select metal_ std_ tile warp lane block grid e pi int5 f";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emit-names");
    fs::create_dir_all(&folder).unwrap();
    let all: Vec<_> = names
        .split_whitespace()
        .map(|name| format!("({name},4):(4,-1)").parse::<SymbolicLayout>().unwrap())
        .map(|layout| IndexFunctions::new(&layout, Domain::Modes, Some(32)).unwrap())
        .collect();
    let write = |language: Language, before: &str, after: &str| {
        let file = folder.join(language.name());
        let mut text = format!("{}{before}", language.header());
        for (k, functions) in all.iter().enumerate() {
            text.push_str(&functions.text(language, &format!("a{k}")).unwrap());
        }
        fs::write(&file, text + after).unwrap();
        file
    };
    let clang = |options: &[&str], file: &Path| {
        run(Command::new("clang-19").args(options).args(["-fsyntax-only", "-Werror"]).arg(file));
    };
    let cuda = write(Language::Cuda, "#define __device__\n#define __forceinline__\n", "");
    clang(&["-x", "c++", "-std=gnu++20"], &cuda);
    let metal = "typedef unsigned int uint; typedef unsigned long ulong;\n";
    clang(&["-x", "c++", "-std=c++14"], &write(Language::Metal, metal, ""));
    clang(&["-x", "cl", "-cl-std=CL3.0"], &write(Language::OpenCl, "", ""));
    clang(&["-x", "c", "-std=c99"], &write(Language::C, "", ""));
    let capital: SymbolicLayout = "(New,4):(4,1)".parse().unwrap();
    let capital = IndexFunctions::new(&capital, Domain::Modes, Some(32)).unwrap();
    let capital = capital.text(Language::Rust, "Tile").unwrap();
    rust_library(&fs::read_to_string(write(Language::Rust, "", &capital)).unwrap(), &folder);
    run(Command::new("mlir-opt-19").arg(write(Language::Mlir, "", "")));
    ptxas(&write(Language::Ptx, "", ""));
    let wgsl = fs::read_to_string(write(Language::Wgsl, "", "")).unwrap();
    let module = naga::front::wgsl::parse_str(&wgsl);
    module.unwrap_or_else(|error| panic!("{}", error.emit_to_string(&wgsl)));
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
