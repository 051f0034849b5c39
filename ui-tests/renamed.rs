//! A dependency under another name, and a dependency that another crate re-exports: the macros find the library.

use std::fs;
use std::path::Path;
use std::process::Command;

use static_layout_tests::root;

/// A program that uses the macros of the library `$library`.
const BODY: &str = "
const T: usize = 4;
type Rows = Layout!((8, T):row);
fn main() {
    let n = std::env::args().count() + 7;
    let a = layout!((n, 8):(8, 1));
    let b: Rows = layout!((8, T):(4, 1));
    assert_layout!(b, (8, 4):(4, 1));
    let c = layout!(b o 4:1);
    let d = layout!(~(c * 2:1));
    let tile = a.zipped_divide(tile!(T, 2));
    let data: [usize; 64] = std::array::from_fn(|i| i);
    let view = View::new(&data, a).unwrap();
    let part = view.tile(<Tile!(4, 2)>::default(), coord!(1, _));
    println!(\"{c} {d} {tile} {}\", part.layout());
}
";
const PRINTED: &str = "4:4 2:2 ((4,2),(2,4)):((8,1),(32,2)) (4,2,4):(8,1,2)\n";

/// Writes a package with one dependency line and one source file.
fn package(folder: &Path, dependency: &str, file: &str, source: &str) {
    let name = folder.file_name().unwrap().to_str().unwrap();
    let manifest = format!(
        "[package]\nname = {name:?}\nedition = \"2024\"\n\n[dependencies]\n{dependency}\n\n[workspace]\n"
    );
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src").join(file), source).unwrap();
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
}

/// Runs the program of a package, and returns its output.
fn printed(folder: &Path) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(folder.with_file_name("programs"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn macros_find_the_crate() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let library = format!("{{ package = \"static-layout\", path = {:?} }}", root());
    let renamed = folder.join("renamed");
    package(&renamed, &format!("cute = {library}"), "main.rs", &format!("use cute::*;{BODY}"));
    assert_eq!(printed(&renamed), PRINTED);

    let facade = folder.join("facade");
    package(&facade, &format!("inner = {library}"), "lib.rs", "pub use inner as layouts;\n");
    let user = folder.join("user");
    let source = format!("use facade::layouts::*;{BODY}");
    package(&user, &format!("facade = {{ path = {facade:?} }}"), "main.rs", &source);
    assert_eq!(printed(&user), PRINTED);
}
