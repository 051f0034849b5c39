//! Every pair of numerals with a given number of bits, in a package that is built in the target folder.

use std::path::Path;
use std::process::Command;

use static_layout_tests::root;

/// The number of left operands in one program.
const LEFT: u32 = 16;

/// Writes only missing files, so an interrupted run continues with the programs that are not built yet.
fn keep(path: &Path, text: &str) {
    if std::fs::read_to_string(path).is_ok_and(|there| there == text) {
        return;
    }
    std::fs::write(path, text).unwrap();
}

/// Builds and runs the programs.
pub fn run(bits: u32) {
    assert!(bits <= 10, "typenum names numerals up to 1024");
    let root = root();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("numerals");
    std::fs::create_dir_all(folder.join("src/bin")).unwrap();
    let manifest = format!(
        "[package]\nname = \"numerals\"\nedition = \"2024\"\n\n[dependencies]\nstatic-layout = {{ path = {root:?} }}\n\n\
         [profile.dev]\ndebug = 0\nincremental = false\n\n[workspace]\n"
    );
    keep(&folder.join("Cargo.toml"), &manifest);
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let all: Vec<String> = (0..1 << bits).map(|n| format!("typenum::U{n}")).collect();
    let each = |form: &dyn Fn(&String) -> String, of: &[String]| -> String {
        of.iter().map(form).collect::<Vec<_>>().join("\n        ")
    };
    let pairs = each(&|b| format!("Pair::<L, {b}>::WRONG, Factors::<L, {b}>::WRONG,"), &all);
    let programs: Vec<&[String]> = all.chunks(LEFT as usize).collect();
    for (k, left) in programs.iter().enumerate() {
        let rows = each(&|a| format!("assert_eq!(const {{ Row::<{a}>::WRONG }}, None);"), left);
        let program = format!(
            "#![recursion_limit = \"256\"]\n#[path = {:?}]\nmod functions;\n\n\
             use functions::{{Factors, Pair, Single, Wrong, first}};\nuse static_layout::{{Nat, typenum}};\n\n\
             struct Row<L>(L);\n\nimpl<L: Nat> Row<L> {{\n    const WRONG: Wrong = first(&[\n        \
             Single::<L>::WRONG,\n        {pairs}\n    ]);\n}}\n\nfn main() {{\n        {rows}\n}}\n",
            root.join("tests/layouts/num/functions.rs"),
        );
        keep(&folder.join(format!("src/bin/left_{k}.rs")), &program);
    }
    let cargo = |what: &str, more: &[&str]| {
        let status = Command::new(env!("CARGO"))
            .args([what, "--quiet", "--offline", "--manifest-path"])
            .arg(folder.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(folder.join("target"))
            .args(more)
            .status()
            .unwrap();
        assert!(status.success(), "the programs are in {}", folder.display());
    };
    cargo("build", &[]);
    for k in 0..programs.len() {
        cargo("run", &["--bin", &format!("left_{k}")]);
    }
    println!("{} pairs of numerals agree", all.len() * all.len());
    std::fs::remove_dir_all(folder).unwrap();
}
