#!/usr/bin/env python3
"""Compositions with two modes on the right, here and in other systems: right, wrong, and refused although one exists.

Needs g++, Python 3.10 or newer and no GPU. CuTe's headers are those of nvidia-cutlass 4.2.0.0:
    pip install nvidia-cutlass-dsl==4.8.1 tensor-layouts==0.3.2 flydsl==0.5.0 mojo==1.2.0 max-mojo-libs==26.7.0
    pip install --no-deps nvidia-cutlass==4.2.0.0
    python tools/compare/two_modes.py [COUNT]
TileLang needs an environment of its own: see `newer.py`. A line of a system that is not installed says so. MOJO names the
program of Mojo where it is not next to Python's.

Draws COUNT (4000) pairs by a fixed seed: a layout A of one to three modes, and B of two modes whose offsets are below the
size of A. A result R is right where it has the size of B and `R(i) = A(B(i))` for each linear index i. Whether a layout
with the modes of B is one is computed from these offsets alone. CuTe's C++ runs with run-time integers, and with static ones (500
pairs: a program that does not compile is a refusal). Of each kind of difference the least pair is printed.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

from newer import EXTENTS, STRIDES, alone, fly_compositions, offset, product, tilelang_compositions, tilelang_cute

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


def is_layout(table):
    """Whether a layout has these offsets. Its first mode ends where they stop to be multiples of the first step."""
    while len(table) > 1:
        step = table[1] - table[0]
        extent = next((i for i, x in enumerate(table) if x - table[0] != i * step), len(table))
        starts = table[::extent]
        if len(table) % extent or any(x - starts[i // extent] != i % extent * step for i, x in enumerate(table)):
            return False
        table = starts
    return True


def exists(a, b):
    """Whether a layout with the modes of B has the offsets `A(B(i))`."""
    (rows, columns), size = b[0], product(b[0])
    table = [offset(*a, offset(*b, i)) for i in range(size)]
    first, second = table[:rows], table[::rows]
    is_sum = all(x == first[i % rows] + second[i // rows] for i, x in enumerate(table))
    return is_sum and is_layout(first) and is_layout(second)


# The answers of this library to all pairs, with which others are compared.
OURS = []


def report(name, sample, answers):
    """Counts answers: texts `shape:stride`, None for a refusal."""
    kinds = {"right": [], "wrong": [], "refused, one exists": [], "refused, none exists": []}
    for k, (pair, answer) in enumerate(zip(sample, answers)):
        if answer is None:
            kind = "refused, one exists" if exists(*pair) else "refused, none exists"
        else:
            kind = "right" if is_right(*pair, answer) else "wrong"
        kinds[kind].append((k, pair, answer))
    print(f"{name}: of {len(sample)} pairs " + ", ".join(f"{len(found)} {kind}" for kind, found in kinds.items()), flush=True)
    if not OURS:
        OURS.extend(answers)
        differ = kinds
    else:
        differ = {"wrong": kinds["wrong"],
                  "refused, and answered here": [row for row in kinds["refused, one exists"] if OURS[row[0]] is not None],
                  "right, and refused here": [row for row in kinds["right"] if OURS[row[0]] is None]}
    for kind in ("wrong", "refused, one exists", "refused, and answered here", "right, and refused here"):
        if differ.get(kind):
            _, (a, b), answer = min(differ[kind], key=lambda row: (sum(map(sum, row[1][0] + row[1][1])), row[0]))
            said = "" if answer is None else f": {answer}"
            print(f"    {len(differ[kind])} {kind}, the least {text(a)} o {text(b)}{said}", flush=True)


def text(layout):
    return ":".join("(" + ",".join(map(str, part)) + ")" for part in layout)


def here(sample):
    """The command: `compose`, and the search among all layouts, `compose_exact`."""
    build = ["cargo", "build", "-q", "--locked", "-p", "static-layout-cli"]
    subprocess.run(build, cwd=ROOT, check=True)
    layout = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "debug", "layout")
    for name, form in (("compose", "{} o {}"), ("compose_exact", "compose_exact({}, {})")):
        lines = "".join(form.format(text(a), text(b)) + "\n" for a, b in sample)
        run = subprocess.run([layout, "eval", "--lines"], input=lines, capture_output=True, text=True, check=True)
        report(f"here, {name}", sample, [None if line.startswith("error") else line for line in run.stdout.splitlines()])


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


def pycute(sample):
    import pycute as of

    if hasattr(of, "layout_add"):
        raise ImportError("this is PyCuTe, not the pycute of CUTLASS")
    answers = []
    for a, b in sample:
        try:
            left, right = (of.Layout(tuple(shape), tuple(stride)) for shape, stride in (a, b))
            answers.append(str(of.composition(left, right)))
        except Exception:
            answers.append(None)
    report("pycute", sample, answers)


MOJO = """
from layout import Layout, IntTuple
from layout.layout import composition

def tuple(numbers: List[Int], first: Int, count: Int) -> IntTuple:
    var of = IntTuple()
    for k in range(count):
        of.append(IntTuple(numbers[first + k]))
    return of

def main() raises:
    var lines: String
    with open("PATH", "r") as file:
        lines = file.read()
    for line in lines.split("\\n"):
        if line.byte_length() == 0:
            break
        var numbers = List[Int]()
        for part in line.split(" "):
            numbers.append(Int(String(part)))
        var r = numbers[0]
        var a = Layout(tuple(numbers, 1, r), tuple(numbers, 1 + r, r))
        var b = Layout(tuple(numbers, 1 + 2 * r, 2), tuple(numbers, 3 + 2 * r, 2))
        print(composition(a^, b^), flush=True)
"""


def mojo(sample):
    """A pair that ends the process is refused, and a next process begins after it."""
    program = os.environ.get("MOJO", os.path.join(os.path.dirname(sys.executable), "mojo"))
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.mojo")
        with open(path, "w") as file:
            file.write(MOJO.replace("PATH", os.path.join(folder, "pairs")))
        built = subprocess.run([program, "build", path, "-o", os.path.join(folder, "a")], capture_output=True, text=True)
        if built.returncode:
            raise ImportError(built.stderr[-600:])
        while len(answers) < len(sample):
            rest = sample[len(answers):]
            with open(os.path.join(folder, "pairs"), "w") as file:
                file.writelines(" ".join(map(str, [len(a[0]), *a[0], *a[1], *b[0], *b[1]])) + "\n" for a, b in rest)
            run = subprocess.run([os.path.join(folder, "a")], capture_output=True, text=True)
            answers += [line.replace(" ", "")[1:-1] for line in run.stdout.splitlines() if ":" in line]
            if run.returncode and len(answers) < len(sample):
                answers.append(None)
    report("Mojo", sample, answers)


def fly_dsl(sample):
    report("FlyDSL", sample, fly_compositions([(text(a), text(b)) for a, b in sample]))


def tilelang(sample):
    pairs = [tuple(tuple(map(tuple, layout)) for layout in pair) for pair in sample]
    report("TileLang", sample, tilelang_compositions(tilelang_cute(), pairs))


if __name__ == "__main__":
    drawn = pairs(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
    print(f"{sum(exists(*pair) for pair in drawn)} of {len(drawn)} pairs have a composition")
    here(drawn)
    for name, run in (("CuTe C++", cute_cpp), ("CuTe DSL", cute_dsl), ("pycute", pycute), ("tensor-layouts", tensor_layouts),
                      ("FlyDSL", fly_dsl), ("TileLang", tilelang), ("Mojo", mojo)):
        alone(name, run, drawn)
