//! Compiles the texts of a thousand layouts with the compilers of their languages, runs them, and compares each
//! coordinate. Needs `clang-19`, `mlir-opt-19`, and NVIDIA's NVRTC and `ptxas`: `tools/ci/gpu_tools.sh` installs them.
//!
//! | language | compiled by | run |
//! |---|---|---|
//! | CUDA C | NVRTC and `ptxas`; clang, as C++ | yes, on the CPU |
//! | HIP | clang, for gfx90a, and as C++ | yes, on the CPU |
//! | SYCL | clang, as C++ with a header of `sycl::mul_hi` alone | yes, on the CPU |
//! | PTX | `ptxas` | by the interpreter of `functions.rs` |
//! | OpenCL C | clang, as OpenCL C 1.2 | yes, on the CPU |
//! | GLSL | `glslangValidator`, for Vulkan; clang, as C++ with GLSL's integers and products | yes, on the CPU |
//! | Triton | Python, with NumPy's integers; Triton for sm_90, where the Python of `TRITON_PYTHON` has it | yes, on the CPU |
//! | Metal | clang, as C++14 with Metal's names of integers: there is no compiler of Metal for Linux | yes, on the CPU |
//! | MLIR | `mlir-opt`, `mlir-translate`, clang | yes, on the CPU |
//! | C | clang, as C99 | yes, on the CPU |
//! | Rust | rustc, with warnings as errors | yes, on the CPU, with checks of overflow |

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use common::c::{Call, Passing, bytes_of, compare, run, rust_library};
use common::cases;
use static_layout_emit::{Domain, FastDivisor, IndexFunctions, Language, SymbolicLayout};

fn folder(language: Language) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("emit-{language}"));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// All cases, and those with fast division.
fn subjects() -> &'static [(IndexFunctions, Vec<Call>)] {
    static SUBJECTS: OnceLock<Vec<(IndexFunctions, Vec<Call>)>> = OnceLock::new();
    SUBJECTS.get_or_init(|| {
        let mut all: Vec<_> =
            cases().iter().map(|case| (case.functions.clone(), case.calls())).collect();
        let fast = cases().iter().map(|case| (case.functions.with_fast_division(), case));
        let fast = fast.filter(|(functions, case)| {
            functions.fast_divisors(&case.values).is_ok_and(|divisors| !divisors.is_empty())
        });
        all.extend(fast.map(|(functions, case)| (functions, case.calls())));
        assert!(all.len() > 1150, "{}", all.len());
        all
    })
}

/// The texts of all subjects that the language has, in one module, and the subjects.
fn module(language: Language) -> (String, Vec<(&'static IndexFunctions, Vec<Call>)>) {
    let mut text = language.header().to_owned();
    let is_narrow = language == Language::Glsl;
    let all = subjects().iter().filter(|one| !is_narrow || one.0.width() == 32);
    let all: Vec<_> = all.map(|(functions, calls)| (functions, calls.clone())).collect();
    for (k, (functions, _)) in all.iter().enumerate() {
        text.push_str(&functions.text(language, &format!("a{k}")).unwrap());
    }
    (text, all)
}

/// Compiles `before + texts + after` with clang, and compares.
fn through_clang(language: Language, extension: &str, options: &[&str], before: &str, after: &str) {
    let folder = folder(language);
    let (source, object) = (folder.join(format!("all.{extension}")), folder.join("all.o"));
    let text = module(language).0;
    // What a header brings is not `extern "C"`.
    let headers = text.lines().take_while(|line| line.starts_with('#') || line.is_empty());
    let headers: String = headers.map(|line| format!("{line}\n")).collect();
    let body = &text[headers.len()..];
    let headers = if language == Language::Glsl { "" } else { &headers };
    fs::write(&source, format!("{headers}{before}{body}{after}")).unwrap();
    run(Command::new("clang-19").args(options).args(["-O1", "-c", "-o"]).arg(&object).arg(&source));
    compare_all(language, &object);
}

/// Compares each call of the subjects.
fn compare_all(language: Language, object: &Path) {
    let passing = if language == Language::Mlir { Passing::Integers } else { Passing::Structure };
    let count = compare(&module(language).1, &folder(language), object, passing);
    assert!(count > 100_000, "{count}");
}

/// `__umul64hi` and the words of CUDA on the CPU.
const CUDA: &str = "#define __device__
#define __host__
#define __forceinline__
static unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return (unsigned long long)(((unsigned __int128)x * y) >> 64);
}
extern \"C\" {
";

/// GLSL's integers and products of two halves in C++.
const GLSL: &str = "typedef unsigned int uint;
static void umulExtended(uint x, uint y, uint &high, uint &low) {
    unsigned long long product = (unsigned long long)x * y;
    high = (uint)(product >> 32);
    low = (uint)product;
}
static uint uaddCarry(uint x, uint y, uint &carry) {
    carry = x + y < x;
    return x + y;
}
extern \"C\" {
";

#[test]
fn cuda_computes_the_offsets() {
    let options = ["-Wall", "-Werror", "-Wno-unused-function"];
    through_clang(Language::Cuda, "cpp", &options, CUDA, "}\n");
}

/// Headers of HIP and SYCL with what the texts need.
fn stand_in(language: Language) -> String {
    let folder = folder(language);
    for (name, text) in [
        ("hip/hip_runtime.h", ""),
        (
            "sycl/sycl.hpp",
            "namespace sycl {
static inline std::uint64_t mul_hi(std::uint64_t x, std::uint64_t y) {
    return (std::uint64_t)(((unsigned __int128)x * y) >> 64);
}
}\n",
        ),
    ] {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    format!("-I{}", folder.display())
}

#[test]
fn hip_computes_the_offsets() {
    let include = stand_in(Language::Hip);
    let options = ["-Wall", "-Werror", "-Wno-unused-function", &include];
    through_clang(Language::Hip, "cpp", &options, CUDA, "}\n");
    // AMD's back end. Its headers and its library of products are not in the package of Debian's clang.
    let source = folder(Language::Hip).join("all.hip");
    let before = "#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __forceinline__ inline __attribute__((used))
static __device__ unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return (unsigned long long)(((unsigned __int128)x * y) >> 64);
}\n";
    fs::write(&source, format!("{before}{}", module(Language::Hip).0)).unwrap();
    let target = ["-x", "hip", "--offload-device-only", "--offload-arch=gfx90a"];
    run(Command::new("clang-19")
        .args(target)
        .args(["-nogpuinc", "-nogpulib", "-O1", "-S", &include, "-o"])
        .arg(source.with_extension("s"))
        .arg(&source));
    let assembly = fs::read_to_string(source.with_extension("s")).unwrap();
    let count = assembly.matches(",@function").count();
    assert!(count > 3000, "{count} functions");
}

#[test]
fn sycl_computes_the_offsets() {
    let include = stand_in(Language::Sycl);
    let options = ["-std=c++17", "-Wall", "-Werror", "-Wno-unused-function", &include];
    // The harness calls the functions from another object.
    let before = "#define inline\nextern \"C\" {\n";
    through_clang(Language::Sycl, "cpp", &options, before, "}\n");
}

#[test]
fn glsl_computes_the_offsets() {
    let options = ["-std=c++14", "-Wall", "-Werror", "-Wno-unused-function"];
    through_clang(Language::Glsl, "cpp", &options, GLSL, "}\n");
    let source = folder(Language::Glsl).join("all.comp");
    fs::write(&source, module(Language::Glsl).0 + "void main() {}\n").unwrap();
    let binary = source.with_extension("spv");
    run(Command::new("glslangValidator").args(["-V", "-o"]).arg(&binary).arg(&source));
}

#[test]
fn triton_computes_the_offsets() {
    let (text, all) = module(Language::Triton);
    let folder = folder(Language::Triton);
    let (source, calls) = (folder.join("all.py"), folder.join("calls"));
    let names = text.lines().filter_map(|line| line.strip_prefix("def a")?.split_once('('));
    let suffixes = ["index", "inside", "coord"];
    let names = names.map(|(name, _)| format!("a{name}")).filter(|name| {
        suffixes
            .iter()
            .any(|suffix| name.split('_').nth(1).is_some_and(|one| one.starts_with(suffix)))
    });
    let names: Vec<String> = names.collect();
    fs::write(&source, &text).unwrap();
    fs::write(folder.join("names"), names.join("\n")).unwrap();
    let (bytes, count) = bytes_of(&all);
    fs::write(&calls, bytes).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run_triton.py");
    let python = nvidia().join("bin/python");
    let out = run(Command::new(python).arg(&script).arg(&folder));
    assert_eq!(out, format!("{count} calls\n"));
    // Compiled by Triton itself.
    if let Some(python) = std::env::var_os("TRITON_PYTHON") {
        let out = run(Command::new(python).arg(&script).arg(&folder).arg("compile"));
        println!("{out}");
        assert!(out.ends_with(" functions compiled\n"), "{out}");
    }
}

/// The function of the host computes the numbers of [`FastDivisor`].
#[test]
fn divisors_are_computed_on_the_host() {
    let layout: SymbolicLayout = "(m,n):(n,1)".parse().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emit-divisors");
    fs::create_dir_all(&folder).unwrap();
    for (width, language) in
        [32, 64].into_iter().flat_map(|width| Language::ALL.map(|language| (width, language)))
    {
        let functions = IndexFunctions::new(&layout, Domain::Linear, Some(width)).unwrap();
        let Ok(text) = functions.with_fast_division().text(language, "a") else { continue };
        let most = u64::MAX >> (64 - width);
        let mut divisors: Vec<u64> = (0..400).collect();
        divisors.extend((1..width).flat_map(|k| [(1 << k) - 1, 1 << k, (1 << k) + 1]));
        divisors.extend((0..400).map(|k| most - k * k * k));
        divisors.extend((1..400).map(|k| most / k));
        let list: Vec<String> = divisors.iter().map(u64::to_string).collect();
        let expected: String = divisors
            .iter()
            .map(|&divisor| FastDivisor::new(divisor, width))
            .map(|by| format!("{} {} {}\n", by.multiplier, by.addend, by.shift))
            .collect();
        let main = |before: &str, close: &str| {
            format!(
                "#include <stdio.h>\n#include <stdint.h>\n#include <stdbool.h>\n{before}{text}{close}
int main(void) {{
    static const unsigned long long all[] = {{{}ull}};
    for (unsigned k = 0; k < sizeof all / sizeof *all; k++) {{
        a_divisor by = a_divisor_of(all[k]);
        printf(\"%llu %llu %llu\\n\", (unsigned long long)by.multiplier, (unsigned long long)by.addend,
               (unsigned long long)by.shift);
    }}
}}\n",
                list.join("ull,")
            )
        };
        let words = "typedef unsigned int uint; typedef unsigned long ulong;
#define mul_hi(x, y) (ulong)(((unsigned __int128)(x) * (y)) >> 64)
#define mulhi mul_hi\n";
        let (extension, source) = match language {
            Language::C => ("c", main("", "")),
            Language::OpenCl => ("c", main(words, "")),
            Language::Cuda | Language::Hip => ("cpp", main(CUDA, "}")),
            Language::Glsl => ("cpp", main(GLSL, "}")),
            Language::Metal => ("cpp", main(words, "")),
            Language::Sycl => {
                let file = Path::new(&stand_in(Language::Sycl)[2..]).join("sycl/sycl.hpp");
                ("cpp", main(&format!("#include <cstdint>\n#include {file:?}\n"), ""))
            }
            Language::Rust => (
                "rs",
                format!(
                    "{text}\nfn main() {{\n    for d in [{}] {{\n        let by = a_divisor_of(d);
        println!(\"{{}} {{}} {{}}\", by.multiplier, by.addend, by.shift);\n    }}\n}}\n",
                    list.join(", ")
                ),
            ),
            Language::Triton => (
                "py",
                format!(
                    "class triton:\n    jit = staticmethod(lambda f: f)\n{text}\nfor d in [{}]:\n    print(*a_divisor_of(d))\n",
                    list.join(", ")
                ),
            ),
            _ => continue,
        };
        let file = folder.join(format!("{language}{width}.{extension}"));
        let program = file.with_extension("out");
        fs::write(&file, source).unwrap();
        let found = match extension {
            "py" => run(Command::new(nvidia().join("bin/python")).arg(&file)),
            "rs" => {
                let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
                let options = ["--edition=2024", "-Adead_code", "-Coverflow-checks=on", "-o"];
                run(Command::new(rustc).args(options).arg(&program).arg(&file));
                run(&mut Command::new(&program))
            }
            _ => {
                let options = ["-O1", "-fsanitize=undefined", "-fsanitize-trap=all", "-o"];
                run(Command::new("clang-19").args(options).arg(&program).arg(&file));
                run(&mut Command::new(&program))
            }
        };
        assert_eq!(found, expected, "{language} {width}");
    }
}

#[test]
fn opencl_computes_the_offsets() {
    let options =
        ["-x", "cl", "-cl-std=CL1.2", "--target=x86_64-unknown-linux-gnu", "-Wall", "-Werror"];
    through_clang(Language::OpenCl, "cl", &options, "", "");
}

#[test]
fn metal_computes_the_offsets() {
    let before = "#define inline\ntypedef unsigned int uint; typedef unsigned long ulong;
#define mulhi(x, y) (ulong)(((unsigned __int128)(x) * (y)) >> 64)\nextern \"C\" {\n";
    through_clang(Language::Metal, "cpp", &["-std=c++14", "-Wall", "-Werror"], before, "}\n");
}

#[test]
fn c_computes_the_offsets() {
    // The harness calls the functions from another object.
    let before = "#define static\n#define inline\n";
    let options = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"];
    through_clang(Language::C, "c", &options, before, "");
}

#[test]
fn rust_computes_the_offsets() {
    let folder = folder(Language::Rust);
    let text = module(Language::Rust).0;
    assert!(text.contains("wrapping_sub(") && text.contains(" as i32\n"));
    compare_all(Language::Rust, &rust_library(&text, &folder));
}

#[test]
fn mlir_computes_the_offsets() {
    let folder = folder(Language::Mlir);
    let (source, lowered) = (folder.join("all.mlir"), folder.join("lowered.mlir"));
    let (ir, object) = (folder.join("all.ll"), folder.join("all.o"));
    fs::write(&source, module(Language::Mlir).0).unwrap();
    let passes =
        ["--convert-arith-to-llvm", "--convert-func-to-llvm", "--reconcile-unrealized-casts"];
    run(Command::new("mlir-opt-19").args(passes).arg(&source).arg("-o").arg(&lowered));
    run(Command::new("mlir-translate-19").arg("--mlir-to-llvmir").arg(&lowered).arg("-o").arg(&ir));
    run(Command::new("clang-19").args(["-w", "-O1", "-c", "-o"]).arg(&object).arg(&ir));
    compare_all(Language::Mlir, &object);
}

/// Names that the notation accepts are names in every language.
#[test]
fn names_of_leaves_compile() {
    let names = "n m k ld batch heads rows cols size data offset stride out value flag result i j y k0 r0 p0 d1 a_index \
        threads kernel_size in_ main abs min max dot vec select metal_ std_ tile warp lane block grid e pi int5 f \
        mat mat5 dmat image texture2 images2D matrix sampler1 i2D u3D isub mat4 dmat2x3 isampler2DMS utexture2DArray usubpassInput";
    // Words of GLSL.
    let of_glsl = ["out", "mat4", "dmat2x3", "isampler2DMS", "utexture2DArray", "usubpassInput"];
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
            let name = functions.layout().parameters().next().unwrap();
            match functions.text(language, &format!("a{k}")) {
                Ok(written) => text.push_str(&written),
                Err(error) => {
                    assert!(language == Language::Glsl && of_glsl.contains(&name), "{error}")
                }
            }
        }
        fs::write(&file, text + after).unwrap();
        file
    };
    let clang = |options: &[&str], file: &Path| {
        run(Command::new("clang-19").args(options).args(["-fsyntax-only", "-Werror"]).arg(file));
    };
    let cuda = "#define __device__\n#define __forceinline__\n";
    clang(&["-x", "c++", "-std=gnu++20"], &write(Language::Cuda, cuda, ""));
    let [hip, sycl] = [Language::Hip, Language::Sycl].map(stand_in);
    clang(&["-x", "c++", &hip], &write(Language::Hip, cuda, ""));
    clang(&["-x", "c++", "-std=c++17", &sycl], &write(Language::Sycl, "", ""));
    let glsl = write(Language::Glsl, "", "void main() {}\n");
    run(Command::new("glslangValidator").args(["-V", "-S", "comp", "-o", "/dev/null"]).arg(glsl));
    let python = "import ast, sys; ast.parse(open(sys.argv[1]).read())";
    let triton = write(Language::Triton, "", "");
    run(Command::new(nvidia().join("bin/python")).args(["-c", python]).arg(triton));
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
    fs::write(&source, module(Language::Ptx).0).unwrap();
    ptxas(&source);
}

#[test]
fn nvrtc_accepts_the_texts() {
    let folder = folder(Language::Cuda);
    let (source, compiled) = (folder.join("all.cu"), folder.join("nvrtc.ptx"));
    fs::write(&source, module(Language::Cuda).0).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/nvrtc.py");
    run(Command::new(nvidia().join("bin/python")).arg(script).arg(&source).arg(&compiled));
    ptxas(&compiled);
    // Without inlining, each function is in the result.
    let functions = fs::read_to_string(&compiled).unwrap().matches(".func").count();
    assert!(functions > 3000, "{functions} functions");
}
