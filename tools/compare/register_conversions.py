#!/usr/bin/env python3
"""How Triton converts registers of one layout to another: the golden rows of `plan_copy`. Needs no GPU.

    python3 -m venv /tmp/triton && /tmp/triton/bin/pip install triton==3.9.0
    /tmp/triton/bin/python tools/compare/register_conversions.py [ROWS] [SEED]

Draws pairs of linear layouts of a tensor with one axis, whose bases are powers of 2, or 0 where an element is held several times,
compiles a `ttg.convert_layout` between them for a device of compute capability 8.0, and counts in the PTX what moves the values:
shuffles, or stores to shared memory. Writes tests/golden/devices/conversions.jsonl; a row has both thread-value layouts.
"""
import json
import os
import pathlib
import random
import re
import sys
import tempfile

os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
import triton
from triton.backends.compiler import GPUTarget

OUT = pathlib.Path(__file__).resolve().parents[2] / "tests/golden/devices/conversions.jsonl"
ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 240
draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 20261130)
TEXT = """#a = #ttg.linear<{%s}>
#b = #ttg.linear<{%s}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = %d : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%%p: !tt.ptr<%s> {tt.divisibility = 16 : i32}, %%q: !tt.ptr<%s> {tt.divisibility = 16 : i32}) {
    %%r = tt.make_range {start = 0 : i32, end = %d : i32} : tensor<%dxi32, #a>
    %%s = tt.splat %%p : !tt.ptr<%s> -> tensor<%dx!tt.ptr<%s>, #a>
    %%t = tt.addptr %%s, %%r : tensor<%dx!tt.ptr<%s>, #a>, tensor<%dxi32, #a>
    %%v = tt.load %%t : tensor<%dx!tt.ptr<%s>, #a>
    %%w = ttg.convert_layout %%v : tensor<%dx%s, #a> -> tensor<%dx%s, #b>
    %%r2 = tt.make_range {start = 0 : i32, end = %d : i32} : tensor<%dxi32, #b>
    %%s2 = tt.splat %%q : !tt.ptr<%s> -> tensor<%dx!tt.ptr<%s>, #b>
    %%t2 = tt.addptr %%s2, %%r2 : tensor<%dx!tt.ptr<%s>, #b>, tensor<%dxi32, #b>
    tt.store %%t2, %%w : tensor<%dx!tt.ptr<%s>, #b>
    tt.return
  }
}
"""


def program(a, b, size, kind):
    """The conversion. Layouts have bases of registers, lanes and warps."""
    def bases(parts):
        names = ("register", "lane", "warp")
        lists = (", ".join(f"[{basis}]" for basis in part) for part in parts)
        return ", ".join(f"{name} = [{one}]" for name, one in zip(names, lists)) + ", block = []"
    fields = iter(re.findall(r"%[ds]", TEXT.replace("%%", "")))
    values = [bases(a), bases(b), 1 << len(a[2]), *[kind if field == "%s" else size for field in list(fields)[3:]]]
    return TEXT % tuple(values)


def moved(a, b, size, kind):
    """The shuffles, and the stores to shared memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "k.ttgir"
        path.write_text(program(a, b, size, kind))
        ptx = triton.compile(str(path), target=GPUTarget("cuda", 80, 32)).asm["ptx"]
    return len(re.findall(r"\bshfl\.sync", ptx)), len(re.findall(r"\bst\.shared|\bstmatrix", ptx))


def layout(bits, warps, registers, zeros):
    """The bits of the index divided among registers, lanes and warps, with some bases of 0."""
    all_bases = [1 << bit for bit in range(bits)]
    draw.shuffle(all_bases)
    places = [None] * (registers + 5 + warps)
    free = draw.sample(range(len(places)), zeros)
    for place in range(len(places)):
        places[place] = 0 if place in free else all_bases.pop()
    return places[:registers], places[registers:registers + 5], places[registers + 5:]


def near(parts, kind):
    """The same layout with some bases exchanged: of registers alone, or of registers and lanes."""
    registers, lanes, warps = (list(part) for part in parts)
    pool = registers + (lanes if kind == "lanes" else [])
    draw.shuffle(pool)
    return pool[:len(registers)], pool[len(registers):] if kind == "lanes" else lanes, warps


def text(parts):
    """`((threads),(values))`, a mode of 2 for each basis."""
    registers, lanes, warps = parts
    def mode(bases):
        shape, stride = ",".join("2" for _ in bases), ",".join(map(str, bases))
        return (f"({shape})", f"({stride})") if bases else ("1", "0")
    (a, b), (c, d) = mode(lanes + warps), mode(registers)
    return f"({a},{c}):({b},{d})"


def main():
    rows = []
    while len(rows) < ROWS:
        warps, registers = draw.choice([0, 1, 2]), draw.randint(1, 4)
        zeros = draw.choice([0, 0, 0, 1])
        bits = registers + 5 + warps - zeros
        a = layout(bits, warps, registers, zeros)
        kind = draw.choice(["any", "registers", "lanes", "lanes"])
        b = layout(bits, warps, registers, zeros) if kind == "any" else near(a, kind)
        element = draw.choice(["f32", "f32", "f16", "i8", "f64"])
        shuffles, stores = moved(a, b, 1 << bits, element)
        way = "shared" if stores else "shuffles" if shuffles else "registers"
        rows.append({"op": "convert_layout", "args": [text(a), text(b), 1 << len(a[2]) + 5, element],
                     "out": {"way": way, "shuffles": shuffles}})
    with open(OUT, "w") as file:
        for row in rows:
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
    counts = {way: sum(row["out"]["way"] == way for row in rows) for way in ("registers", "shuffles", "shared")}
    print(f"triton {triton.__version__}: {counts}")


main()
