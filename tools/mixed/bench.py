#!/usr/bin/env python3
"""Times operations on layouts with run-time leaves beside CuTe's, in one program.

    tools/mixed/bench.py        prints nanoseconds a call, and the ratio of ours to CuTe's over interleaved turns

CuTe's headers come from the Python packages that `tools/compile-time/compilers.py` names; g++ compiles them with `-O2`.
"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tools", "compile-time"))

import compilers  # noqa: E402


def main():
    target = os.path.join(ROOT, "target", "mixed")
    os.makedirs(target, exist_ok=True)
    try:
        includes = [f"-I{include}" for include in compilers.Gxx().includes]
    except compilers.Failed as error:
        sys.exit(f"CuTe is missing: {error}")
    cute = os.path.join(target, "cute.o")
    subprocess.run(["g++", "-O2", "-std=c++17", "-w", *includes, "-c", f"{HERE}/cute.cpp", "-o", cute], check=True)
    subprocess.run(["cargo", "build", "-q", "--release", "--lib", "--locked", "--no-default-features", "--features", "std",
                    "-p", "static-layout", "--target-dir", target], cwd=ROOT, check=True)
    built, program = os.path.join(target, "release"), os.path.join(target, "bench")
    subprocess.run(["rustc", "--edition=2024", "-O", "-C", "codegen-units=1", f"{HERE}/bench.rs", "-o", program,
                    "--extern", f"static_layout={built}/libstatic_layout.rlib", "-L", f"dependency={built}/deps",
                    "-C", f"link-arg={cute}", "-C", "link-arg=-lstdc++"], cwd=ROOT, check=True)
    if "--build" not in sys.argv:
        subprocess.run([program], check=True)


if __name__ == "__main__":
    main()
