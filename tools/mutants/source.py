#!/usr/bin/env python3
"""Tests random mutants of the typed library and its kernels, one build each: `tools/mutants/source.py FOLDER [--count 300]
[--seed 1] [--minutes 60] [--list]`.

Mutants change one line of `src/tensor`, `src/types`, `src/check` or `crates/layout-kernels/src`: the two lists of
`changes.py`, and for types the changes of TYPES. They are drawn by SEED from the four in turn, until COUNT of them pass
`cargo check`; the others are `not viable`. A mutant runs in a copy of the tree in FOLDER, first against the tests that
would see it first, then against all others, up to the first failure.

FOLDER/report.txt has a line for each mutant. A run that was interrupted resumes; --minutes ends it.
"""
import argparse
import os
import random
import subprocess
import time

import changes
from programs import read, write

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
AREAS = ["src/tensor", "src/types", "src/check", "crates/layout-kernels/src"]
# Changes of types: numbers, truth values, the two sides of a pair or a function.
TYPES = [
    (r"\bU0\b", "U1"), (r"\bU1\b", "U0"), (r"\bTrue\b", "False"), (r"\bFalse\b", "True"), (r"\bQuotient\b", "Ceil"),
    (r"\bCeil\b", "Quotient"), (r"::Head\b", "::Tail"), (r"::And<", "::Or<"), (r"::Or<", "::And<"),
    (r"<(\w+), (\w+)>(?=;| as)", r"<\2, \1>"), (r"\((\w+), (\w+)\)(?=[;>])", r"(\2, \1)"),
]
KERNELS = ["-p", "static-layout-kernels"]
TESTS = ["-p", "static-layout-tests"]
TENSOR, LAYOUTS = [*TESTS, "--test", "tensor"], [*TESTS, "--test", "layouts"]
MEMORY, UI = [*TESTS, "--test", "memory"], ["-p", "static-layout-ui-tests", "--test", "ui"]
# The tests that would see a mutant first, by the beginning of its file.
FIRST = [
    ("src/tensor", [TENSOR, MEMORY]),
    ("src/types", [["-p", "static-layout", "--lib"], LAYOUTS]),
    ("src/check", [["-p", "static-layout", "--lib"], LAYOUTS, MEMORY]),
    ("crates/layout-kernels/src/copy", [[*KERNELS, "--lib", "--test", "copy"]]),
    ("crates/layout-kernels/src/gemm", [[*KERNELS, "--lib", "--test", "gemm"]]),
    ("crates/layout-kernels/src/simd", [[*KERNELS, "--test", "kernels"], [*KERNELS, "--test", "gemm"]]),
    ("crates/layout-kernels/src", [[*KERNELS, "--lib", "--test", "kernels"]]),
]
# All others.
REST = [TENSOR, LAYOUTS, MEMORY, [*KERNELS], UI, ["-p", "static-layout-typed-tests"], ["-p", "static-layout"],
        [*TESTS, "--test", "ledger"]]


def sources(area):
    for place, _, names in sorted(os.walk(os.path.join(ROOT, area))):
        for name in sorted(names):
            if name.endswith(".rs") and "test" not in name and "/tests" not in place:
                yield os.path.relpath(os.path.join(place, name), ROOT)


def mutants(area):
    """Lists `(file, line number, line, mutated line)`."""
    found, lists = [], changes.CHANGES + changes.OTHERS + (TYPES if area == "src/types" else [])
    for path in sources(area):
        lines = read(os.path.join(ROOT, path)).split("#[cfg(test)]\nmod tests {")[0].split("\n")
        for number, line in enumerate(lines):
            code = line.lstrip()
            if code.startswith(("//", "use ", "#", "fn ", "impl", "unsafe ", "debug_assert", "pub ", "mod ", "trait ")) or (
                code.startswith("type ") and "=" not in code):
                continue
            for new in dict.fromkeys(changes.changed(line, lists)):
                if changes.is_whole(line, new):
                    found.append((path, number, line, new))
    return found


def drawn(count, seed):
    """Four times as many mutants as are wanted, since some do not compile, from the areas in turn."""
    draw = random.Random(seed)
    each = [draw.sample(mutants(area), count) for area in AREAS]
    return [mutant for turn in zip(*each) for mutant in turn]


def cargo(folder, words, seconds):
    """Runs cargo. Returns whether it succeeded; a command that takes too long did not."""
    environment = {**os.environ, "CARGO_PROFILE_DEV_DEBUG": "0", "CARGO_PROFILE_TEST_DEBUG": "0", "CARGO_INCREMENTAL": "0",
                   "PROPTEST_RNG_SEED": "20260101", "CARGO_TARGET_DIR": os.path.join(folder, "target"), "RUSTFLAGS": "-Awarnings"}
    try:
        run = subprocess.run(["cargo", *words], cwd=os.path.join(folder, "tree"), env=environment, timeout=seconds,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def tested(folder, path):
    """The name of the test that catches the mutant in the tree, `not viable` or `survives`."""
    package = "static-layout-kernels" if path.startswith("crates") else "static-layout"
    if not cargo(folder, ["check", "--locked", "-p", package], 1800):
        return "not viable"
    first = next(steps for begin, steps in FIRST if path.startswith(begin))
    for step in [*first, *(step for step in REST if step not in first)]:
        if not cargo(folder, ["test", "--locked", *step], 3600):
            return "caught by " + " ".join(step)
    return "survives"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--list", action="store_true")
    wanted = parser.parse_args()
    listed = drawn(wanted.count, wanted.seed)
    if wanted.list:
        for path, number, line, new in listed:
            print(f"{path}:{number + 1}: {line.strip()} => {new.strip()}")
        return
    folder, end = os.path.abspath(wanted.folder), time.monotonic() + 60 * wanted.minutes
    tree, report = os.path.join(folder, "tree"), os.path.join(folder, "report.txt")
    os.makedirs(tree, exist_ok=True)
    copy = f"git ls-files -z | tar --null -T - -cf - | tar xf - -C {tree}"
    subprocess.run(copy, shell=True, cwd=ROOT, check=True)
    done = read(report) if os.path.exists(report) else ""
    viable = sum(not line.startswith("not viable") for line in done.splitlines())
    for path, number, line, new in listed:
        name = f"{path}:{number + 1}: {line.strip()} => {new.strip()}"
        if f"\t{name}\n" in done:
            continue
        if viable == wanted.count or time.monotonic() > end:
            break
        text = read(os.path.join(ROOT, path))
        lines = text.split("\n")
        lines[number] = new
        write(os.path.join(tree, path), "\n".join(lines))
        try:
            found = tested(folder, path)
        finally:
            write(os.path.join(tree, path), text)
        with open(report, "a") as out:
            out.write(f"{found}\t{name}\n")
        viable += found != "not viable"
    kinds = [line.split("\t")[0] for line in read(report).split("\n") if line] if os.path.exists(report) else []
    viable = [kind for kind in kinds if kind != "not viable"]
    caught = [kind for kind in viable if kind != "survives"]
    print(f"{len(kinds)} drawn, {len(viable)} compile, {len(caught)} of these caught")


if __name__ == "__main__":
    main()
