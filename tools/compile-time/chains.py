#!/usr/bin/env python3
"""Random chains of operations on const layouts: does the compiler stand them?

    ./chains.py [SECONDS] [SEED]

Compiles programs of twenty chains of ten operations each, wrong ones among them, for a minute, and prints how many were compiled, how
many chains were refused, and each program on which the compiler failed: an internal error, a signal, or more than a minute. Keeps
these in `target/chains`. Needs a build of `crates/layout-const` (`cargo +nightly build`).
"""
import pathlib
import random
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "crates/layout-const"
NIGHTLY = "+nightly"


def shape(rng, depth=2):
    if depth and rng.random() < 0.35:
        return "(" + ",".join(shape(rng, depth - 1) for _ in range(rng.randint(1, 3))) + ")"
    return rng.choice(["1", "2", "3", "4", "6", "8", "12", "16", "64", "?", "n", "?{div=4}"])


def layout(rng):
    extents = "(" + ",".join(shape(rng) for _ in range(rng.randint(1, 4))) + ")"
    order = rng.choice(["row", "col"])
    text = f"layout!({extents}:{order})"
    for name in ("?{div=4}", "?"):
        text = text.replace(name, "n")
    return text


def operand(rng):
    return rng.choice([
        f"Tile::<\"<{rng.choice('12468')},{rng.choice('12468_')}>\">",
        f"Layout::<\"{rng.choice([2, 4, 8])}:{rng.choice([1, 2])}\">",
        "tile!(2, _)", "tile!(n, 2)",
    ])


def step(rng):
    one = rng.choice(["coalesce", "flatten", "filter", "filter_zeros", "squeeze", "transpose", "sort", "zip", "right_inverse",
                      "left_inverse", "like", "nullspace"])
    two = rng.choice(["zipped_divide", "logical_divide", "tiled_divide", "flat_divide", "compose", "logical_product",
                      "zipped_product", "tiled_product"])
    return rng.choice([
        f".{one}()", f".{two}({operand(rng)})", f".{two}({operand(rng)})",
        f".mode::<{rng.randint(0, 2)}>()", f".group::<0, {rng.randint(1, 3)}>()", f".take::<0, {rng.randint(1, 2)}>()",
        f".append({operand(rng)})", f".upcast::<{rng.choice([2, 4])}>()", f".slice(coord!(_, {rng.choice(['0', 'n'])})).0",
        ".at_build().coalesce()", f".at_build().zipped_divide({operand(rng)})",
    ])


def program(rng):
    chains = []
    for k in range(20):
        steps = "".join(step(rng) for _ in range(10))
        chains.append(f"pub fn chain_{k}(n: usize) -> usize {{ let _ = n; {layout(rng)}{steps}.index(n) }}")
    head = ("#![feature(adt_const_params, unsized_const_params)]\n#![allow(incomplete_features, unused)]\n"
            "use static_layout_const::*;\n")
    return head + "\n".join(chains) + "\n"


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    folder = PACKAGE / "target/chains"
    folder.mkdir(parents=True, exist_ok=True)
    deps = PACKAGE / "target/debug/deps"
    library = max(deps.glob("libstatic_layout_const-*.rlib"), key=lambda path: path.stat().st_mtime)
    compiled = refused = failures = 0
    end = time.time() + seconds
    while time.time() < end:
        source = folder / "chain.rs"
        source.write_text(program(rng))
        command = ["rustc", NIGHTLY, "--edition=2024", "--crate-type=lib", "-Znext-solver=globally", "--emit=llvm-ir",
                   "-o", str(folder / "chain.ll"), "-L", f"dependency={deps}", "--extern", f"static_layout_const={library}",
                   str(source)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            failed = "internal compiler error" in done.stderr or "panicked at" in done.stderr and "compiler/" in done.stderr
            failed |= done.returncode not in (0, 1)
            refused += done.stderr.count("\nerror[E") + done.stderr.startswith("error[E")
        except subprocess.TimeoutExpired:
            failed = True
        compiled += 1
        if failed:
            failures += 1
            kept = folder / f"failure_{failures}.rs"
            kept.write_text(source.read_text())
            print(f"the compiler failed on {kept}")
    print(f"{compiled} programs of 20 chains, {refused} refusals, {failures} failures of the compiler")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
