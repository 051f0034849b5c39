//! Loops over layouts are the loops one writes by hand: the same instructions.
//!
//! `codegen/layout.rs` and `codegen/by_hand.rs` have functions of the same names, the ones over
//! layouts, the others with the constants written out. Both are compiled with optimizations, apart
//! from one another, so that equal functions are not merged, and compared instruction by
//! instruction, with the constants that they load.
//!
//! `codegen/kernels.rs` has kernels over static layouts, which are searched for what they shall not have.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const FUNCTIONS: [&str; 16] = [
    "sum_linear",
    "sum_by_mode",
    "sum_nested",
    "element",
    "offset",
    "sum_tiles",
    "sum_whole_tiles",
    "transpose",
    "row_major",
    "swizzled",
    "swizzled_element",
    "swizzled_row",
    "in_bounds",
    "reversed",
    "predicate",
    "sum_elements",
];

#[test]
fn loops_are_the_ones_written_by_hand() {
    let library = build();
    let layout = Assembly::of("layout", &library);
    let by_hand = Assembly::of("by_hand", &library);
    for name in FUNCTIONS {
        let (layout, by_hand) = (layout.listing(name), by_hand.listing(name));
        assert_eq!(layout, by_hand, "`{name}`: the instructions over a layout and by hand");
    }
    // What the comparison would not miss.
    assert_ne!(layout.listing("sum_linear"), by_hand.listing("sum_nested"));
    assert_ne!(layout.listing("sum_by_mode"), by_hand.listing("sum_nested"));
}

/// The innermost loops of kernels over static layouts, on the vectors of this architecture, neither divide nor
/// look at a bound: what a kernel plans is done before.
#[cfg(target_arch = "x86_64")]
#[test]
fn inner_loops_of_static_kernels_neither_divide_nor_check() {
    let kernels = Assembly::of("kernels", &build());
    let mut loops = 0;
    for function in kernels.functions() {
        for (first, last) in innermost_loops(&function) {
            // What is not on wide vectors counts how far the loops outside are, or is the way of other
            // machines.
            let is_wide = |line: &&str| line.contains("%zmm") || line.contains("%ymm");
            if !function[first..=last].iter().any(is_wide) {
                continue;
            }
            loops += 1;
            for line in &function[first..=last] {
                let divides = line.starts_with("div") || line.starts_with("idiv");
                assert!(!divides, "`{line}` in the loop\n{}", function[first..=last].join("\n"));
                let target = jump(line).and_then(|label| position(&function, label));
                let panics = target.is_some_and(|at| panics_at(&function, at));
                assert!(!panics, "`{line}` in the loop\n{}", function[first..=last].join("\n"));
            }
        }
    }
    // The file has the kernels, and in them what is worth having.
    assert!(loops > 10, "{loops} loops");
    for name in ["product", "transposed", "tiled", "total", "scaled"] {
        assert!(kernels.body(name).any(is_instruction), "`{name}`");
    }
    assert!(kernels.0.contains("vfmadd") && kernels.0.contains("zmm"));
}

#[cfg(target_arch = "x86_64")]
/// The label that a line jumps to.
fn jump(line: &str) -> Option<&str> {
    let (instruction, target) = line.split_once('\t')?;
    (instruction.starts_with('j') && is_local(target)).then_some(target)
}

#[cfg(target_arch = "x86_64")]
/// Where a label stands.
fn position(function: &[&str], label: &str) -> Option<usize> {
    function.iter().position(|line| line.strip_suffix(':') == Some(label))
}

/// From the label to the jump back, of each loop without another label: nothing branches inside.
#[cfg(target_arch = "x86_64")]
fn innermost_loops(function: &[&str]) -> Vec<(usize, usize)> {
    let back = |(last, line): (usize, &&str)| {
        let first = position(function, jump(line)?)?;
        let is_plain = first < last && !function[first + 1..last].iter().any(|l| l.ends_with(':'));
        is_plain.then_some((first, last))
    };
    function.iter().enumerate().filter_map(back).collect()
}

#[cfg(target_arch = "x86_64")]
/// Whether a panic is all that comes from here on.
fn panics_at(function: &[&str], at: usize) -> bool {
    let ends = |line: &&&str| line.starts_with("ret") || line.starts_with("jmp") || **line == "ud2";
    let block = function[at..].iter().take_while(|line| !ends(line));
    block.take(20).any(|line| line.starts_with("call") && line.contains("panic"))
}

/// An optimized build of the library, apart from everything else.
fn build() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("codegen");
    run(Command::new(env!("CARGO"))
        .args(["build", "--release", "--lib", "--no-default-features", "--features", "std"])
        .arg("--target-dir")
        .arg(&target)
        .current_dir(env!("CARGO_MANIFEST_DIR")));
    target.join("release")
}

fn run(command: &mut Command) {
    // Flags for the tests, such as coverage, would change the instructions.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    let output = command.output().expect("the compiler runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed:\n{said}");
}

struct Assembly(String);

impl Assembly {
    fn of(source: &str, library: &Path) -> Self {
        let input =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/codegen/{source}.rs"));
        let output = library.join(format!("{source}.s"));
        run(Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args(["--edition", "2024", "--crate-name", "loops", "--emit", "asm", "-O"])
            .args(["-C", "codegen-units=1", "-C", "panic=unwind", "-o"])
            .args([&output, &input])
            .arg("-L")
            .arg(format!("dependency={}", library.join("deps").display()))
            .arg("--extern")
            .arg(format!("static_layout={}", library.join("libstatic_layout.rlib").display())));
        Assembly(std::fs::read_to_string(output).expect("the compiler wrote the assembly"))
    }

    /// The instructions of a function and the data they refer to, with labels numbered in order.
    fn listing(&self, name: &str) -> String {
        let mut labels = HashMap::new();
        let mut lines = self.body(name).filter(|line| is_instruction(line)).peekable();
        assert!(lines.peek().is_some(), "`{name}` has no instructions");
        let mut listing = String::new();
        let mut data = Vec::new();
        for line in lines {
            listing += &self.renamed(line, &mut labels, &mut data);
        }
        let mut next = 0;
        while next < data.len() {
            let label = data[next].clone();
            for line in self.data(&label) {
                listing += &self.renamed(line, &mut labels, &mut data);
            }
            next += 1;
        }
        listing
    }

    fn body(&self, name: &str) -> impl Iterator<Item = &str> {
        let start = [format!("{name}:"), format!("_{name}:")];
        let mut lines = self.0.lines().map(str::trim);
        assert!(
            lines.any(|line| start.iter().any(|start| line.starts_with(start))),
            "`{name}` is not in the assembly"
        );
        lines.take_while(|line| !line.starts_with(".cfi_endproc") && !line.contains("func_end"))
    }

    /// The instructions and local labels of each function.
    #[cfg(target_arch = "x86_64")]
    fn functions(&self) -> impl Iterator<Item = Vec<&str>> {
        let functions = self.0.split(".cfi_startproc").skip(1);
        functions
            .map(|text| text.lines().map(str::trim).filter(|line| is_instruction(line)).collect())
    }

    /// What stands behind a label, up to the next one.
    fn data(&self, label: &str) -> impl Iterator<Item = &str> {
        let start = format!("{label}:");
        let mut lines = self.0.lines().map(str::trim);
        lines.find(|line| line.starts_with(&start));
        lines.take_while(|line| !line.ends_with(':') && !line.starts_with(".section"))
    }

    /// The line with its local labels replaced by their numbers. Labels met for the first time that
    /// are not lines of code are added to `data`.
    fn renamed(
        &self,
        line: &str,
        labels: &mut HashMap<String, String>,
        data: &mut Vec<String>,
    ) -> String {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "._$".contains(c);
        let mut out = String::new();
        let mut rest = line;
        while let Some(start) = rest.find(is_name) {
            let (before, name) = rest.split_at(start);
            let end = name.find(|c| !is_name(c)).unwrap_or(name.len());
            let (name, after) = name.split_at(end);
            out += before;
            if is_local(name) {
                let number = labels.len();
                out += labels.entry(name.into()).or_insert_with(|| {
                    if !name.contains("BB") {
                        data.push(name.into());
                    }
                    format!("L{number}")
                });
            } else {
                out += name;
            }
            rest = after;
        }
        out + rest + "\n"
    }
}

/// A label of the compiler's: `.LBB0_1`, `.LCPI0_0`, `.Lanon.0`; without the dot on Apple systems.
fn is_local(name: &str) -> bool {
    let name = name.strip_prefix('.').unwrap_or(name);
    ["LBB", "LCPI", "lCPI", "Lanon", "Lalloc", "L__unnamed", "l_anon"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// Not a directive, a comment or an empty line. Labels of jumps stay.
fn is_instruction(line: &str) -> bool {
    let is_label = line.ends_with(':') && is_local(line.trim_end_matches(':'));
    let is_noise = line.is_empty() || line.starts_with(['.', '#', ';', '/', '@']);
    is_label || !is_noise && !line.ends_with(':')
}
