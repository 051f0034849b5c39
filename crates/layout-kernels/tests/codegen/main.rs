//! The innermost loops of kernels, on the vectors of x86-64.
//!
//! `kernels.rs` has kernels over static layouts. The tests search their innermost loops for divisions and checks of
//! bounds, and compare them with the recorded ones in `loops`.
#![cfg(target_arch = "x86_64")]

#[path = "../../../../tests/codegen/assembly.rs"]
#[allow(dead_code, reason = "its listings are for the test of layouts")]
mod assembly;

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use assembly::{Assembly, build, is_instruction, is_local};

/// The functions of `kernels.rs`.
const KERNELS: [&str; 11] = [
    "product",
    "square",
    "rectangle",
    "large",
    "transposed",
    "tiled",
    "total",
    "total_contiguous",
    "contiguous",
    "reversed",
    "scaled",
];

/// The kernels with recorded loops. A register, an instruction and the least number of its uses tell the loops of a kernel
/// from those around it. A copy of adjacent elements is one call instead of a loop. A sum may use vectors, because `reduce`
/// documents its order, of 32 accumulators.
const COMMITTED: [(&str, &str, &str, usize); 10] = [
    ("product", "%ymm", "vfmadd", 12),
    ("square", "%zmm", "vfmadd", 16),
    ("rectangle", "%ymm", "vfmadd", 12),
    ("large", "%zmm", "vfmadd", 24),
    ("transposed", "%ymm", "vperm2", 4),
    ("tiled", "%ymm", "vmovups", 32),
    ("total_contiguous", "%zmm", "vaddps", 2),
    ("contiguous", "%edx", "memcpy", 1),
    ("reversed", "%zmm", "vperm", 2),
    ("scaled", "%zmm", "vmulps", 1),
];

/// The assembly of the kernels, built once.
fn kernels() -> &'static Assembly {
    static KERNELS: OnceLock<Assembly> = OnceLock::new();
    let packages = ["static-layout", "static-layout-kernels"];
    KERNELS.get_or_init(|| Assembly::of("kernels", &build(), &packages))
}

/// The instructions and local labels of each function, by its name.
fn functions(assembly: &Assembly) -> HashMap<&str, Vec<&str>> {
    /// The last label before the beginning of a function.
    fn name(before: &str) -> Option<&str> {
        let labels = before.lines().map(str::trim).filter_map(|line| line.split_once(':'));
        labels.map(|(label, _)| label).rfind(|label| !label.starts_with('.'))
    }
    fn instructions(text: &str) -> Vec<&str> {
        text.lines().map(str::trim).filter(|line| is_instruction(line)).collect()
    }
    let parts: Vec<&str> = assembly.0.split(".cfi_startproc").collect();
    let functions = parts.windows(2).map(|pair| (name(pair[0]), instructions(pair[1])));
    functions.filter_map(|(name, body)| Some((name?, body))).collect()
}

/// The loops neither divide nor check a bound: a kernel plans before its loops.
#[test]
fn inner_loops_of_static_kernels_neither_divide_nor_check() {
    let kernels = kernels();
    let mut loops = 0;
    for function in functions(kernels).values() {
        for (first, last) in innermost_loops(function) {
            // A loop without wide vectors advances the outer loops, or is the code for other machines.
            let is_wide = |line: &&str| line.contains("%zmm") || line.contains("%ymm");
            if !function[first..=last].iter().any(is_wide) {
                continue;
            }
            loops += 1;
            for line in &function[first..=last] {
                let divides = line.starts_with("div") || line.starts_with("idiv");
                assert!(!divides, "`{line}` in the loop\n{}", function[first..=last].join("\n"));
                let target = jump(line).and_then(|label| position(function, label));
                let panics = target.is_some_and(|at| panics_at(function, at));
                assert!(!panics, "`{line}` in the loop\n{}", function[first..=last].join("\n"));
            }
        }
    }
    // The test sees the kernels, and their wide instructions.
    assert!(loops > 10, "{loops} loops");
    for name in KERNELS {
        assert!(kernels.body(name).any(is_instruction), "`{name}`");
    }
    assert!(kernels.0.contains("vfmadd") && kernels.0.contains("zmm"));
}

/// The loops of these kernels are the recorded ones, so that a change is noticed. `UPDATE=1` records them. Skipped for a
/// compiler other than that of `rust-toolchain.toml`, which chooses other instructions.
#[test]
fn inner_loops_are_those_committed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .arg("--version")
        .output()
        .expect("the compiler runs");
    let version = String::from_utf8_lossy(&rustc.stdout).into_owned();
    let pinned =
        std::fs::read_to_string(root.join("../../rust-toolchain.toml")).expect("a toolchain");
    let number = version.split(' ').nth(1).expect("`rustc 1.2.3 (..)`");
    if !pinned.contains(&format!("\"{number}\"")) || cfg!(not(target_os = "linux")) {
        eprintln!("not compared: {version} is not the compiler of rust-toolchain.toml on Linux");
        return;
    }
    let kernels = kernels();
    let functions = functions(kernels);
    for (kernel, vector, instruction, least) in COMMITTED {
        let mut loops = BTreeSet::new();
        for name in reached(kernel, &functions) {
            for lines in pieces(&functions[name]) {
                let count = |what: &str| lines.iter().filter(|line| line.contains(what)).count();
                if count(vector) > 0 && count(instruction) >= least {
                    loops.insert(normal(&lines));
                }
            }
        }
        assert!(!loops.is_empty(), "`{kernel}` has no loop with {instruction}");
        let found = loops.into_iter().collect::<Vec<_>>().join("\n");
        // A spilled sum makes the loop of a register tile half as fast. In packed blocks a pointer may be on the stack.
        let keeps_sums = instruction == "vfmadd" && kernel != "large";
        assert!(!keeps_sums || !found.contains("rsp"), "a loop of `{kernel}` spills:\n{found}");
        let path = root.join(format!("tests/codegen/loops/{kernel}.s"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, found).expect("the folder is there");
            continue;
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == committed,
            "the loops of `{kernel}` are not those of {}; if they should not be, UPDATE=1 writes them:\n{found}",
            path.display()
        );
    }
}

/// The kernel and all functions that it calls, directly or not.
fn reached<'a>(kernel: &'a str, functions: &HashMap<&'a str, Vec<&'a str>>) -> Vec<&'a str> {
    let mut reached = vec![kernel];
    let mut next = 0;
    while next < reached.len() {
        for line in &functions[reached[next]] {
            let is_name = |c: char| c.is_ascii_alphanumeric() || "._$".contains(c);
            for word in line.split(|c| !is_name(c)) {
                if let Some((&name, _)) = functions.get_key_value(word)
                    && !reached.contains(&name)
                {
                    reached.push(name);
                }
            }
        }
        next += 1;
    }
    reached
}

/// The innermost loops of a function, each from its label on. A function without a label counts as one loop.
fn pieces<'a>(function: &[&'a str]) -> Vec<Vec<&'a str>> {
    if !function.iter().any(|line| line.ends_with(':')) {
        return vec![["all:"].iter().chain(function).copied().collect()];
    }
    let loops = innermost_loops(function).into_iter();
    loops.map(|(first, last)| function[first..=last].to_vec()).collect()
}

/// The lines of a loop without the free choices of the compiler: registers are numbered in the order of their use, and
/// labels and places on the stack have no names.
fn normal(lines: &[&str]) -> String {
    let mut registers = HashMap::new();
    let top = lines[0].trim_end_matches(':');
    let mut out = String::from(if is_local(top) { "loop:\n" } else { "all:\n" });
    for line in &lines[1..] {
        let (instruction, operands) = line.split_once('\t').unwrap_or((line, ""));
        out += "\t";
        out += instruction;
        out += " ";
        let mut rest = operands;
        while let Some(at) = rest.find(['%', '.']) {
            let (before, word) = rest.split_at(at);
            let is_name = |c: char| c.is_ascii_alphanumeric() || "%._".contains(c);
            let (word, after) = word.split_at(word.find(|c| !is_name(c)).unwrap_or(word.len()));
            rest = after;
            if let Some(name) = word.strip_prefix('%') {
                let on_stack = after.starts_with(')') && name == "rsp";
                out += if on_stack { before.trim_end_matches(|c: char| c != ' ') } else { before };
                out += &register(name, &mut registers);
            } else {
                out += before;
                out += if word == top { "loop" } else { "constant" };
            }
        }
        out += rest;
        out += "\n";
    }
    out
}

/// The register, numbered by its first use among those of its kind. The names of its parts have the same number.
fn register(name: &str, seen: &mut HashMap<String, usize>) -> String {
    let (kind, number) = match name.split_at(name.len().min(3)) {
        (kind @ ("zmm" | "ymm" | "xmm"), number) => (kind, format!("v{number}")),
        _ if matches!(name, "rip" | "rsp") => return name.into(),
        _ if name.len() == 2 && name.starts_with('k') => ("k", name.into()),
        // `eax` is a part of `rax`, and `r8d` of `r8`.
        _ => ("r", format!("r{}", name.trim_start_matches(['r', 'e']).trim_end_matches('d'))),
    };
    let family = number.chars().next().expect("a letter, and what it is");
    let next = seen.keys().filter(|known| known.starts_with(family)).count();
    format!("{kind}{}", seen.entry(number).or_insert(next))
}

/// The label that a line jumps to.
fn jump(line: &str) -> Option<&str> {
    let (instruction, target) = line.split_once('\t')?;
    (instruction.starts_with('j') && is_local(target)).then_some(target)
}

/// The position of a label.
fn position(function: &[&str], label: &str) -> Option<usize> {
    function.iter().position(|line| line.strip_suffix(':') == Some(label))
}

/// The lines from the label to the jump back, for each loop without another label, in which nothing branches.
fn innermost_loops(function: &[&str]) -> Vec<(usize, usize)> {
    let back = |(last, line): (usize, &&str)| {
        let first = position(function, jump(line)?)?;
        let is_plain = first < last && !function[first + 1..last].iter().any(|l| l.ends_with(':'));
        is_plain.then_some((first, last))
    };
    function.iter().enumerate().filter_map(back).collect()
}

/// Whether the code from here on only panics.
fn panics_at(function: &[&str], at: usize) -> bool {
    let ends = |line: &&&str| line.starts_with("ret") || line.starts_with("jmp") || **line == "ud2";
    let block = function[at..].iter().take_while(|line| !ends(line));
    block.take(20).any(|line| line.starts_with("call") && line.contains("panic"))
}

/// A frame of many pages is probed in a loop with `r11`, whose value is lost. So it is reserved before any branch.
#[test]
fn large_frames_are_reserved_first() {
    let products = Assembly::of("frames", &build(), &["static-layout", "static-layout-kernels"]);
    let mut count = 0;
    for (name, lines) in functions(&products) {
        let Some(probe) = lines.iter().position(|line| line.contains("%r11, %rsp")) else {
            continue;
        };
        let branch = lines[..probe].iter().find(|line| line.trim_start().starts_with('j'));
        assert_eq!(branch, None, "{name} branches before it has its frame");
        count += 1;
    }
    // Several functions of `frames.rs`, for each machine.
    assert!(count > 8, "{count} products have a large frame");
}
