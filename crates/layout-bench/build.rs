//! Compiles the C++ peers that are installed, and records the missing ones in `LAYOUT_BENCH_ABSENT`.
//!
//! Sets `cfg(blis)`, `cfg(eigen)`, `cfg(onednn)`, `cfg(openblas)` and `cfg(xsmm)` for those found. The environment variable
//! `LAYOUT_BENCH_FOREIGN` names those to use, separated by spaces; `0` leaves out all of them.

use std::path::Path;
use std::{env, fs};

/// The directories of headers.
const INCLUDE: [&str; 3] = ["/usr/include", "/usr/local/include", "/usr/include/x86_64-linux-gnu"];

fn main() {
    println!("cargo::rerun-if-env-changed=LAYOUT_BENCH_FOREIGN");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=foreign");
    println!("cargo::rerun-if-changed=src/gemm/shapes.rs");
    println!("cargo::rustc-check-cfg=cfg(blis, eigen, onednn, openblas, xsmm)");
    let mut absent = Vec::new();
    let asked = env::var("LAYOUT_BENCH_FOREIGN");
    let mut found = |name: &'static str, header: &str| {
        let folder = INCLUDE.iter().find(|folder| Path::new(folder).join(header).exists());
        let is_asked = |names: &String| names.split(' ').any(|asked| asked == name);
        let folder = folder.filter(|_| asked.as_ref().map_or(true, is_asked));
        match folder {
            Some(_) => println!("cargo::rustc-cfg={name}"),
            None => absent.push(name),
        }
        folder
    };
    if let Some(folder) = found("eigen", "eigen3/Eigen/Core") {
        compiler()
            .file("foreign/eigen.cpp")
            .include(Path::new(folder).join("eigen3"))
            .define("SHAPES(ROW)", shapes().as_str())
            .compile("bench_eigen");
    }
    if found("xsmm", "libxsmm.h").is_some() {
        compiler().file("foreign/xsmm.cpp").compile("bench_xsmm");
        println!("cargo::rustc-link-lib=static=xsmm");
        println!("cargo::rustc-link-lib=static=xsmmnoblas");
        println!("cargo::rustc-link-search=/usr/lib");
    }
    if found("onednn", "dnnl.hpp").is_some() {
        compiler().file("foreign/onednn.cpp").flag("-fopenmp").compile("bench_onednn");
        println!("cargo::rustc-link-lib=dnnl");
        println!("cargo::rustc-link-lib=gomp");
    }
    if found("openblas", "cblas.h").is_some() {
        println!("cargo::rustc-link-lib=openblas");
    }
    // After OpenBLAS, which has functions of the same names: the linker takes the first.
    if found("blis", "blis.h").is_some() {
        compiler().file("foreign/blis.cpp").compile("bench_blis");
        println!("cargo::rustc-link-lib=blis");
    }
    println!("cargo::rustc-env=LAYOUT_BENCH_ABSENT={}", absent.join(" "));
}

/// A compiler with the flags that Eigen's manual recommends for speed.
fn compiler() -> cc::Build {
    let mut build = cc::Build::new();
    build.cpp(true).opt_level(3).flag("-march=native").flag("-DNDEBUG").warnings(false);
    build
}

/// The text `ROW(m, n, k)` for each shape of `src/gemm/shapes.rs`.
fn shapes() -> String {
    let source = fs::read_to_string("src/gemm/shapes.rs").expect("the shapes are beside the cases");
    let rows = source.lines().filter_map(|line| line.trim().strip_prefix('(')?.strip_suffix(')'));
    rows.map(|row| format!("ROW({row}) ")).collect()
}
