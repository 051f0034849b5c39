//! The compiler's assembly, function by function.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An optimized build of the packages in a folder of its own.
pub(crate) fn build(packages: &[&str]) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("codegen");
    run(Command::new(env!("CARGO"))
        // Newer nightlies leave the metadata out of an `.rlib`.
        .env("CARGO_UNSTABLE_EMBED_METADATA", "true")
        .args(["build", "--release", "--lib", "--no-default-features", "--features", "std"])
        .args(packages.iter().flat_map(|package| ["-p", package]))
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

/// The folders of the libraries that the packages use: one for all, or with newer compilers `build/PACKAGE/HASH/out` for each.
fn dependencies(library: &Path) -> Vec<PathBuf> {
    let folders = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let packages = folders(&library.join("build"));
    let built = packages.iter().flat_map(|package| folders(package)).map(|hash| hash.join("out"));
    std::iter::once(library.join("deps")).chain(built).collect()
}

pub(crate) struct Assembly(pub(crate) String);

impl Assembly {
    /// The assembly of `codegen/SOURCE.rs`, which uses the packages.
    pub(crate) fn of(source: &str, library: &Path, packages: &[&str]) -> Self {
        let input =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/codegen/{source}.rs"));
        let output = library.join(format!("{source}.s"));
        run(Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args(["--edition", "2024", "--crate-name", "loops", "--emit", "asm", "-O"])
            .args(["-C", "codegen-units=1", "-C", "panic=unwind", "-o"])
            .args([&output, &input])
            .args(
                dependencies(library)
                    .iter()
                    .flat_map(|folder| ["-L".into(), format!("dependency={}", folder.display())]),
            )
            .args(packages.iter().map(|package| {
                let name = package.replace('-', "_");
                format!("--extern={name}={}", library.join(format!("lib{name}.rlib")).display())
            })));
        Assembly(std::fs::read_to_string(output).expect("the compiler wrote the assembly"))
    }

    /// The instructions of a function and the data they refer to, with labels numbered in order.
    pub(crate) fn listing(&self, name: &str) -> String {
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

    pub(crate) fn body(&self, name: &str) -> impl Iterator<Item = &str> {
        let start = [format!("{name}:"), format!("_{name}:")];
        let mut lines = self.0.lines().map(str::trim);
        assert!(
            lines.any(|line| start.iter().any(|start| line.starts_with(start))),
            "`{name}` is not in the assembly"
        );
        lines.take_while(|line| !line.starts_with(".cfi_endproc") && !line.contains("func_end"))
    }

    /// The lines after a label, up to the next one.
    fn data(&self, label: &str) -> impl Iterator<Item = &str> {
        let start = format!("{label}:");
        let mut lines = self.0.lines().map(str::trim);
        lines.find(|line| line.starts_with(&start));
        lines.take_while(|line| !line.ends_with(':') && !line.starts_with(".section"))
    }

    /// The line with numbers instead of local labels. A new label of data is added to `data`.
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

/// Whether a label was made by the compiler: `.LBB0_1`, `.LCPI0_0`, `.Lanon.0`; without the dot on Apple systems.
pub(crate) fn is_local(name: &str) -> bool {
    let name = name.strip_prefix('.').unwrap_or(name);
    ["LBB", "LCPI", "lCPI", "Lanon", "Lalloc", "L__unnamed", "l_anon"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// Whether a line is an instruction or a label, not a directive, a comment or empty.
pub(crate) fn is_instruction(line: &str) -> bool {
    let is_label = line.ends_with(':') && is_local(line.trim_end_matches(':'));
    let is_noise = line.is_empty() || line.starts_with(['.', '#', ';', '/', '@']);
    is_label || !is_noise && !line.ends_with(':')
}
