#!/usr/bin/env python3
"""Measures what calls of kernels cost the compiler: user seconds of rustc for a program with one call of each kind, and for
each further one of other types. With `eigen`, six products of fixed sizes beside Eigen's under `g++ -O2 -march=native`.

    cargo build [--release] -p static-layout-kernels        # first; then
    tools/compile-time/kernels.py debug|release|eigen [TURNS]

The least of TURNS (3) turns, in which the programs alternate. Needs the packages built with their default features."""

import glob
import os
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEAD = """#![allow(unused)]
use static_layout::*;
use static_layout_kernels::*;
fn size() -> usize { std::env::args().count() * 40 }
"""
CALL = {
    "copy": "copy(View::new(&x, layout!((n, n):(n, 1))).unwrap(), &mut ViewMut::new(&mut y, layout!((n, n):({t}n, {u}))).unwrap());",
    "transpose": "copy(View::new(&x, layout!((n, n):(n, 1))).unwrap(), &mut ViewMut::new(&mut y, layout!((n, n):({u}, {t}n))).unwrap());",
    "axpby": "axpby({one}, View::new(&x, layout!((n, n):(n, 1))).unwrap(), {one}, &mut ViewMut::new(&mut y, layout!((n, n):({t}n, {u}))).unwrap());",
    "sum": "sum(View::new(&x, layout!((n, n):({t}n, {u}))).unwrap());",
    "matmul": "matmul(View::new(&x, layout!((n, n):(n, 1))).unwrap(), View::new(&x, layout!((n, n):(n, 1))).unwrap(), &mut ViewMut::new(&mut y, layout!((n, n):({t}n, {u}))).unwrap());",
}
# Element, its 1, and the strides of the destination: each row has other types than the ones before.
TYPES = [("f32", "1.0", "", "1"), ("f64", "1.0", "", "1"), ("f32", "1.0", "", "{m}"), ("i32", "1", "", "1"), ("f64", "1.0", "", "{m}")]


def program(kind, calls):
    text = HEAD
    for k, (element, one, t, u) in enumerate(TYPES[:calls]):
        call = CALL[kind].replace("{t}", t).replace("{u}", "m" if u == "{m}" else u).replace("{one}", one)
        text += f"fn call_{k}() {{\n    let (n, m) = (size(), size() / 40);\n"
        text += f"    let (x, mut y) = (vec![{one} as {element}; n * n * m], vec![{one} as {element}; n * n * m]);\n"
        text += f"    {call}\n    std::hint::black_box(&y);\n}}\n"
    return text + "fn main() {\n" + "".join(f"    call_{k}();\n" for k in range(calls)) + "}\n"


def products():
    sizes = [(4, 4, 4), (8, 8, 8), (16, 16, 16), (24, 24, 24), (32, 16, 8), (12, 12, 12)]
    ours, eigen = HEAD, "#include <Eigen/Dense>\n"
    for k, (m, n, p) in enumerate(sizes):
        ours += f"#[unsafe(no_mangle)] pub fn product_{k}(a: &[f32; {m * p}], b: &[f32; {p * n}], c: &mut [f32; {m * n}]) {{\n"
        ours += f"    matmul(View::new(a, layout!(({m}, {p}):col)).unwrap(), View::new(b, layout!(({p}, {n}):col)).unwrap(), &mut ViewMut::new(c, layout!(({m}, {n}):col)).unwrap());\n}}\n"
        eigen += f"void product_{k}(const Eigen::Matrix<float,{m},{p}>& a, const Eigen::Matrix<float,{p},{n}>& b, Eigen::Matrix<float,{m},{n}>& c) {{ c.noalias() = a * b; }}\n"
    return ours, eigen


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, done


def libraries(folder):
    """The two libraries that fit together."""
    found = {name: sorted(glob.glob(f"{folder}/lib{name}-*.rlib"), key=os.path.getmtime, reverse=True)
             for name in ("static_layout", "static_layout_kernels")}
    return [(a, b) for b in found["static_layout_kernels"] for a in found["static_layout"]]


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else sys.exit(__doc__)
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    profile = "debug" if mode == "debug" else "release"
    folder = f"{ROOT}/target/{profile}/deps"
    flags = ["-Copt-level=3"] if profile == "release" else ["-Copt-level=0", "-Cdebuginfo=2"]
    work = tempfile.mkdtemp()

    def rustc(source, pair, kind="bin"):
        a, b = pair
        return ["rustc", "--edition=2024", f"--crate-type={kind}", *flags, "-Ccodegen-units=16",
                "--emit=obj", f"--out-dir={work}", "-L", f"dependency={folder}", "--extern", f"static_layout={a}",
                "--extern", f"static_layout_kernels={b}", source]

    def write(name, text):
        path = f"{work}/{name}"
        with open(path, "w") as file:
            file.write(text)
        return path

    nothing = write("nothing.rs", HEAD + "fn main() {}\n")
    pair = next((pair for pair in libraries(folder) if seconds(rustc(nothing, pair))[1].returncode == 0), None)
    if pair is None:
        sys.exit(f"no libraries that fit together in {folder}: build static-layout-kernels first")
    if mode == "eigen":
        ours, eigen = products()
        ours, eigen = write("ours.rs", ours), write("eigen.cpp", eigen)
        include = "/usr/include/eigen3"
        rows = {"ours": rustc(ours, pair, "lib"), "nothing": rustc(nothing, pair),
                "eigen": ["g++", "-O2", "-march=native", "-DNDEBUG", "-I", include, "-c", eigen, "-o", f"{work}/eigen.o"]}
    else:
        rows = {"nothing": rustc(nothing, pair)}
        for kind in CALL:
            for calls in (1, len(TYPES)):
                rows[f"{kind} {calls}"] = rustc(write(f"{kind}_{calls}.rs", program(kind, calls)), pair)
    least = {}
    for _ in range(turns):
        for name, command in rows.items():
            spent, done = seconds(command)
            if done.returncode:
                sys.exit(done.stderr)
            least[name] = min(spent, least.get(name, spent))
    if mode == "eigen":
        print(f"six products: {least['ours']:.2f} s, nothing {least['nothing']:.2f}, Eigen {least['eigen']:.2f}")
        return
    print(f"a program without calls: {least['nothing']:.2f} s of {profile}")
    for kind in CALL:
        one, all_ = least[f"{kind} 1"], least[f"{kind} {len(TYPES)}"]
        print(f"{kind}: first {one - least['nothing']:.2f} s, each further {(all_ - one) / (len(TYPES) - 1):.2f} s")


if __name__ == "__main__":
    main()
