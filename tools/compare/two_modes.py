#!/usr/bin/env python3
"""Compositions with two modes on the right, here and in CuTe: how many are accepted, and how many of these are wrong.

Needs g++, Python 3.10 or newer and no GPU. CuTe's headers are those of nvidia-cutlass 4.2.0.0:
    pip install nvidia-cutlass-dsl==4.8.1 tensor-layouts==0.3.2 flydsl==0.5.0
    python tools/compare/two_modes.py [COUNT]
TileLang needs an environment of its own: see `newer.py`.

Draws COUNT (4000) pairs by a fixed seed: a layout A of one to three modes, and B of two modes whose offsets are below the
size of A. A result R is right where it has the size of B and `R(i) = A(B(i))` for each linear index i. CuTe's C++ runs
with run-time integers, and with static ones (500 pairs: a program that does not compile is a refusal). A system that is
not installed is skipped, and the output says so.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

from newer import EXTENTS, STRIDES, fly_compositions, offset, product, tilelang_compositions, tilelang_cute

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def pairs(count):
    """In-bounds pairs `(shape, stride), (shape, stride)`."""
    draw, found = random.Random(2), []
    while len(found) < count:
        rank = draw.randint(1, 3)
        a = [draw.choice(EXTENTS) for _ in range(rank)], [draw.choice(STRIDES) for _ in range(rank)]
        b = [draw.randint(2, 6) for _ in range(2)], [draw.randint(1, 12) for _ in range(2)]
        if sum((n - 1) * step for n, step in zip(*b)) < product(a[0]):
            found.append((a, b))
    return found


def is_right(a, b, answer):
    """Compares an answer `shape:stride`, of any nesting, with the definition."""
    extents, steps = ([int(x) for x in re.findall(r"-?\d+", part)] for part in answer.split(":"))
    size = product(b[0])
    return product(extents) == size and all(
        offset(extents, steps, i) == offset(*a, offset(*b, i)) for i in range(size))


def report(name, sample, answers):
    """Counts answers: texts `shape:stride`, None for a refusal."""
    accepted = [(pair, answer) for pair, answer in zip(sample, answers) if answer is not None]
    wrong = [(pair, answer) for pair, answer in accepted if not is_right(*pair, answer)]
    print(f"{name}: of {len(sample)} pairs {len(accepted)} accepted, {len(wrong)} of these wrong", flush=True)
    if wrong:
        (a, b), answer = wrong[0]
        print(f"    {text(a)} o {text(b)} is not {answer}")


def text(layout):
    return ":".join("(" + ",".join(map(str, part)) + ")" for part in layout)


def here(sample):
    """The command."""
    build = ["cargo", "build", "-q", "--locked", "-p", "static-layout-cli"]
    subprocess.run(build, cwd=ROOT, check=True)
    layout = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "debug", "layout")
    answers = []
    for a, b in sample:
        run = subprocess.run([layout, "eval", f"{text(a)} o {text(b)}"], capture_output=True, text=True)
        answers.append(run.stdout.strip() if run.returncode == 0 else None)
    report("here", sample, answers)


MAIN = "#include <cute/layout.hpp>\n#include <cstdio>\nusing namespace cute;\n"


def headers():
    """The include options of CuTe's headers, from the packages that `tools/compile-time/compilers.py` names."""
    sys.path.insert(0, os.path.join(ROOT, "tools", "compile-time"))
    import compilers

    try:
        return [f"-I{include}" for include in compilers.Gxx().includes]
    except compilers.Failed as missing:
        raise ImportError(str(missing)) from None


def cute(includes, code, folder, *options):
    path = os.path.join(folder, "cute.cpp")
    with open(path, "w") as file:
        file.write(code)
    return subprocess.run(["g++", "-std=c++17", "-O0", "-w", "-fmax-errors=0", *options, *includes, path, "-o",
                           os.path.join(folder, "cute")], capture_output=True, text=True)


def numbers(layout, form):
    """The two tuples of a layout as C++."""
    return ", ".join("make_tuple(" + ", ".join(form(x) for x in part) + ")" for part in layout)


def cute_cpp(sample):
    with tempfile.TemporaryDirectory() as folder:
        includes = headers()
        one = lambda a, b, form: f"print(composition(make_layout({numbers(a, form)}), make_layout({numbers(b, form)})));"
        # Run-time integers: a function for each rank, which reads all pairs.
        ranks = ""
        for rank in (1, 2, 3):
            read = [f"i[{k}]" for k in range(2 * rank + 4)]
            a, b = (read[:rank], read[rank:2 * rank]), (read[2 * rank:2 * rank + 2], read[2 * rank + 2:])
            ranks += f"  if (rank == {rank}) {{ {one(a, b, str)} }}\n"
        code = (MAIN + "int main() {\n  int rank, i[10];\n  while (scanf(\"%d\", &rank) == 1) {\n"
                "  for (int k = 0; k < 2 * rank + 4; ++k) if (scanf(\"%d\", i + k) != 1) return 1;\n"
                + ranks + "  printf(\"\\n\"); }\n}\n")
        built = cute(includes, code, folder)
        if built.returncode:
            raise ImportError(built.stderr[:600])
        lines = "\n".join(" ".join(map(str, [len(a[0]), *a[0], *a[1], *b[0], *b[1]])) for a, b in sample)
        run = subprocess.run([os.path.join(folder, "cute")], input=lines, capture_output=True, text=True, check=True)
        report("CuTe C++, run-time integers", sample, run.stdout.replace("_", "").split("\n")[:len(sample)])
        # Static integers: a line for each pair; those that a message names as the start of an instantiation are refused.
        sample, refused = sample[:500], set()
        while True:
            kept = [k for k in range(len(sample)) if k not in refused]
            body = [f"  {one(*sample[k], lambda x: f'Int<{x}>{{}}')} printf(\"\\n\");" for k in kept]
            built = cute(includes, MAIN + "int main() {\n" + "\n".join(body) + "\n}\n", folder)
            if not built.returncode:
                break
            lines = {int(line) for line in re.findall(r"cute\.cpp:(\d+):\d+:\s+(?:required from here|error)", built.stderr)}
            found = {kept[line - 5] for line in lines if 0 <= line - 5 < len(kept)}
            if not found:
                raise ImportError(built.stderr[:600])
            refused |= found
        run = subprocess.run([os.path.join(folder, "cute")], capture_output=True, text=True, check=True)
        answers = dict(zip(kept, run.stdout.replace("_", "").split("\n")))
        report("CuTe C++, static integers", sample, [answers.get(k) for k in range(len(sample))])


def cute_dsl(sample):
    import cutlass.cute as cute

    answers = []

    # The compiler of the DSL rewrites loops of the function that it traces, but not those of its callees.
    def ask():
        k = 0
        while k < len(sample):
            a, b = sample[k]
            try:
                left = cute.make_layout(tuple(a[0]), stride=tuple(a[1]))
                right = cute.make_layout(tuple(b[0]), stride=tuple(b[1]))
                answers.append(str(cute.composition(left, right)))
            except Exception:
                answers.append(None)
            k += 1

    @cute.jit
    def trace():
        ask()

    trace()
    report("CuTe DSL", sample, answers)


def tensor_layouts(sample):
    from tensor_layouts import Layout, compose

    answers = []
    for a, b in sample:
        try:
            answers.append(str(compose(Layout(tuple(a[0]), tuple(a[1])), Layout(tuple(b[0]), tuple(b[1])))))
        except Exception:
            answers.append(None)
    report("tensor-layouts", sample, answers)


def fly_dsl(sample):
    report("FlyDSL", sample, fly_compositions([(text(a), text(b)) for a, b in sample]))


def tilelang(sample):
    pairs = [tuple(tuple(map(tuple, layout)) for layout in pair) for pair in sample]
    report("TileLang", sample, tilelang_compositions(tilelang_cute(), pairs))


if __name__ == "__main__":
    drawn = pairs(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
    for name, run in (("here", here), ("CuTe C++", cute_cpp), ("CuTe DSL", cute_dsl), ("tensor-layouts", tensor_layouts),
                      ("FlyDSL", fly_dsl), ("TileLang", tilelang)):
        try:
            run(drawn)
        except (ImportError, FileNotFoundError) as missing:
            print(f"{name}: skipped, {missing}")
