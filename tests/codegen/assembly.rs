//! The compiler's assembly, function by function.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files of an optimized build.
pub(crate) struct Library(Vec<PathBuf>);

/// The libraries of `cargo run --release --example sgemm`, which a build with other features would compile once more.
pub(crate) fn build() -> Library {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().find(|folder| folder.join("rust-toolchain.toml").exists());
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder of the build");
    let messages = run(Command::new(env!("CARGO"))
        // Newer nightlies leave the metadata out of an `.rlib`.
        .env("CARGO_UNSTABLE_EMBED_METADATA", "true")
        .args(["build", "--release", "--example", "sgemm", "--message-format=json", "--target-dir"])
        .arg(target)
        .current_dir(root.expect("the root has `rust-toolchain.toml`")));
    let is_file = |text: &&str| text.starts_with('/') && text.contains("/lib");
    Library(messages.split('"').filter(is_file).map(PathBuf::from).collect())
}

/// The output of a command that succeeds.
fn run(command: &mut Command) -> String {
    // Flags for the tests, such as coverage, would change the instructions.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    let output = command.output().expect("the compiler runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed:\n{said}");
    String::from_utf8(output.stdout).expect("text")
}

impl Library {
    /// The library of a package.
    fn of(&self, package: &str) -> &Path {
        let start = format!("lib{package}-");
        let is_it = |file: &&PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&start) && name.ends_with(".rlib")
        };
        self.0.iter().find(is_it).expect("the build has the package")
    }

    /// The folders of all libraries: one, or with newer compilers one for each.
    fn folders(&self) -> BTreeSet<&Path> {
        self.0.iter().filter_map(|file| file.parent()).collect()
    }
}

pub(crate) struct Assembly(pub(crate) String);

impl Assembly {
    /// The assembly of `codegen/SOURCE.rs`, which uses the packages.
    pub(crate) fn of(source: &str, library: &Library, packages: &[&str]) -> Self {
        let input =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/codegen/{source}.rs"));
        let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{source}.s"));
        let folders = library.folders().into_iter();
        run(Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args(["--edition", "2024", "--crate-name", "loops", "--emit", "asm", "-O"])
            .args(["-C", "codegen-units=1", "-C", "panic=unwind", "-o"])
            .args([&output, &input])
            .args(folders.map(|folder| format!("-Ldependency={}", folder.display())))
            .args(packages.iter().map(|package| {
                let name = package.replace('-', "_");
                format!("--extern={name}={}", library.of(&name).display())
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
