#!/usr/bin/env python3
"""Counts the instructions of products of fixed sizes on AArch64, under emulation: those of NEON kernels beside the peers in Rust.

    tools/bench/instructions.py [FILTER]        FILTER selects cases of `layout-bench gemm` (fixed/f32)

Prints a line for each case: the multiply-adds of vectors that it needs at least, then the instructions of a call by each contender.
Needs `rustup target add aarch64-unknown-linux-gnu` and Debian's gcc, gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user."""

import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TARGET = "aarch64-unknown-linux-gnu"
CONTENDERS = ["NEON", "by hand", "nano-gemm", "faer", "matrixmultiply", "nalgebra"]
CALLS = 100


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else "fixed/f32"
    folder = os.path.join(ROOT, "target")
    os.makedirs(folder, exist_ok=True)
    plugin = os.path.join(folder, "instructions.so")
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", f"{HERE}/instructions.c", "-o", plugin], check=True)
    environment = os.environ | {"CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER": "aarch64-linux-gnu-gcc",
                                "LAYOUT_BENCH_FOREIGN": "0", "CARGO_TARGET_DIR": folder}
    subprocess.run(["cargo", "build", "-q", "--release", "--locked", "--target", TARGET, "-p", "static-layout-bench"],
                   cwd=ROOT, env=environment, check=True)
    program = f"{folder}/{TARGET}/release/static-layout-bench"

    def run(case, contender, calls):
        """The cases that ran, and the instructions of the program."""
        ran = subprocess.run(["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "-plugin", plugin, program, "gemm", case,
                              "--calls", contender, str(calls)], capture_output=True, text=True, check=True)
        cases = [line.split("\t")[0] for line in ran.stdout.splitlines() if not line.startswith("#")]
        return cases, int(re.search(r"instructions (\d+)", ran.stderr).group(1))

    print("case", "vectors", *CONTENDERS, sep="\t")
    for case in run(wanted, "NEON", 0)[0]:
        _, element, shape, _ = case.split("/")
        extents = [int(extent) for extent in shape.split("x")]
        lanes = 16 // (int(element[1:]) // 8)
        counts = []
        for contender in CONTENDERS:
            (cases, before), (_, after) = (run(case, contender, calls) for calls in (0, CALLS))
            counts.append(round((after - before) / CALLS) if case in cases else "-")
        print(case, extents[0] * extents[1] * extents[2] // lanes, *counts, sep="\t", flush=True)


if __name__ == "__main__":
    main()
