#!/usr/bin/env python3
"""The layouts of shared memory that Triton, TileLang and tensor-layouts choose, next to `layout solve`. Needs no GPU.

    python3 -m venv target/rivals && target/rivals/bin/pip install triton==3.9.0 tensor-layouts==0.3.2
    target/rivals/bin/pip install --no-deps tilelang==0.1.15
    target/rivals/bin/pip install numpy ml-dtypes cloudpickle psutil tqdm typing-extensions apache-tvm-ffi==0.1.12 z3-solver==4.15.4.0
    (cd tools/compare/reader && cargo build)
    target/rivals/bin/python tools/compare/swizzles.py record
    target/rivals/bin/python tools/compare/swizzles.py table

`record` asks each rival for its layout, and writes tests/golden/swizzles/rows.jsonl. A row has the accesses of one warp as
`layout solve` takes them, where the rival puts each lane (`addresses`, in bytes), and both costs in wavefronts: the rival's, which
`tools/compare/reader` counts by the same model of the machine, and the least of the space.

* Triton shows the layout of a conversion nowhere, so its program is run on all threads (`triton_memory.py`). The accesses are
  Triton's own.
* TileLang's `Layout` maps each index to an offset.
* tensor-layouts has no search, but counts: its swizzle here is the first of least `bank_conflicts`, over all of 5 bits.

`table` prints the tables of tests/golden/swizzles/README.md.
"""
import collections
import importlib
import importlib.metadata
import json
import os
import subprocess
import sys

import numpy as np

from command import build, command
from triton_memory import triton_rows
from warp_accesses import LANES, Skipped, folded, use

HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = os.path.join(HERE, "../../tests/golden/swizzles/rows.jsonl")
READER = os.environ.get("READER", os.path.join(HERE, "reader/target/debug/reader"))


class Counter:
    """The wavefronts of accesses by the models of this library."""

    def __init__(self):
        self.process = subprocess.Popen([READER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, machine, kind, width, addresses):
        numbers = ",".join(map(str, addresses))
        self.process.stdin.write(f"wavefronts {machine} {kind} {width} {numbers}\n")
        self.process.stdin.flush()
        said = self.process.stdout.readline().strip()
        if said.startswith("refused"):
            raise Skipped(said)
        return int(said)


def solved(row):
    """Our answer: the least cost of the row's space, its map, and whether the space was exhausted."""
    first, *rest = row["uses"]
    words = ["solve", first["threads"], row["memory"], "--bytes", str(row["bytes"]), "--width", str(first["width"]), "--times",
             str(first["times"]), "--instruction", first["instruction"], "--machine", row["machine"], "--maps", row["maps"], "--json"]
    if row["padding"]:
        words += ["--padding", str(row["padding"])]
    for other in rest:
        words += ["--and", f"{other['threads']} width {other['width']} times {other['times']} {other['instruction']}"]
    found = command(*words)
    if found.returncode:
        raise Skipped(found.stderr.strip() or found.stdout.strip())
    answer = json.loads(found.stdout)
    assert answer["exhausted"], row
    return answer


# ---------------------------------------------------------------------------------------------------------------------
# TileLang.


def tilelang_layouts():
    from newer import tilelang_cute

    tilelang_cute()
    typing = sys.modules["tilelang._typing"]
    typing.BufferLikeTypeTuple = type(None)
    return importlib.import_module("tilelang.layout.swizzle")


def offsets_of(layout, shape):
    """The offset of each element of a layout of TileLang, its index as an expression evaluated for all at once."""
    from tilelang import _ffi_api as ffi

    rows, columns = np.meshgrid(np.arange(shape[0]), np.arange(shape[1]), indexing="ij")
    place = {str(name): value for name, value in zip(ffi.Layout_forward_vars(layout), (rows, columns))}

    def value(node):
        kind = type(node).__name__
        if kind == "IntImm":
            return int(node)
        if kind == "Var":
            return place[str(node)]
        a, b = (value(node.a), value(node.b)) if hasattr(node, "a") else (None, None)
        if kind in ("Add", "Sub", "Mul"):
            return {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply}[kind](a, b)
        if kind in ("FloorDiv", "Div"):
            return a // b
        if kind in ("FloorMod", "Mod"):
            return a % b
        if kind == "Call" and "xor" in str(node.op):
            return value(node.args[0]) ^ value(node.args[1])
        raise Skipped(f"expression {kind} {node}")

    total = 0
    for extent, index in zip(ffi.Layout_output_shape(layout), ffi.Layout_index(layout)):
        total = total * int(extent) + value(index)
    assert len(np.unique(total)) == shape[0] * shape[1]
    return total


def tilelang_problems():
    """The shape, the type, the bytes of an element, the machine, and the loads.

    A load is its instruction, its bytes, the rows of the lanes, and the bytes between the groups of such lanes.
    """
    for machine, loads in (("nvidia", ("load-matrix", 16, 16, 16)), ("cdna3", ("load", 8, 16, 8)), ("cdna3", ("load", 16, 16, 16)),
                           ("cdna4", ("load", 16, 16, 16)), ("cdna4", ("load", 16, 32, 16))):
        for kind, size in (("float8_e4m3", 1), ("float16", 2), ("float32", 4)):
            for columns in (16, 32, 48, 64, 96, 128, 160, 256):
                reach = LANES[machine] // loads[2] * loads[3]
                if columns * size % reach == 0 and columns * size >= 32 and (size == 2 or columns & (columns - 1) == 0):
                    yield (64, columns), kind, size, machine, loads


def tilelang_rows():
    swizzles = tilelang_layouts()
    from tvm import tirx

    version = "tilelang " + importlib.metadata.version("tilelang")
    for shape, kind, size, machine, loads in tilelang_problems():
        reads = "matrices" if machine == "nvidia" else f"{loads[1]} bytes of {loads[2]} rows"
        title = f"16 bytes of rows, {reads} of {shape[0]} x {shape[1]}"
        layout = swizzles.make_swizzled_layout(tirx.decl_buffer(shape, kind, scope="shared.dyn"))
        try:
            addresses = offsets_of(layout, shape).ravel() * size
            yield title, tile(version, title, shape, size, machine, loads, addresses)
        except Skipped as reason:
            yield title, str(reason)


def tile(version, title, shape, size, machine, loads, addresses):
    """The row of a tile whose rows are neighbours, stored by 16 bytes along rows. Its elements have these addresses, row by row.

    One warp stands for all where the map is linear over F2; otherwise all warps are there.
    """
    lanes, (rows, columns) = LANES[machine], shape
    is_linear = columns & (columns - 1) == 0
    kind, width, tall, apart = loads
    across, uses = lanes // tall, []
    chunk, reach = lanes * 16 // size, across * apart // size
    stores = [(lanes, 16 // size)] + [(rows * columns // chunk, chunk)] * (not is_linear)
    reads = [(tall, columns), (across, apart // size)] + [(rows // tall, columns * tall), (columns // reach, reach)] * (not is_linear)
    for kind, width, modes in (("store", 16, stores), (kind, width, reads)):
        starts = np.zeros(1, dtype=np.int64)
        for extent, stride in modes:
            starts = (starts[None, :] + stride * np.arange(extent)[:, None]).ravel()
        places = addresses[starts[:, None] + np.arange(width // size)]
        assert (places == places[:, :1] + size * np.arange(width // size)).all(), title
        times = rows * columns * size // (width * lanes) if is_linear else 1
        extents, strides = folded(*zip(*modes))
        uses.append(use(kind, width, times, f"({extents},{width // size}):({strides},1)", places[:, 0]))
    memory = f"{rows * columns}:1" if is_linear else f"({columns},{rows}):(1,{columns})"
    return {"rival": version, "problem": title, "machine": machine, "bytes": size, "memory": memory,
            "maps": "linear" if is_linear else "swizzles", "padding": 0 if is_linear else 32 // size, "uses": uses}


# ---------------------------------------------------------------------------------------------------------------------
# tensor-layouts.

# The name, the machine, the bytes of an element, the memory, and the accesses: width, times, and the layout of lanes.
WORDS = [
    ("rows and columns of 32 x 32 words", "nvidia", 4, "(32,32):(32,1)", [(4, 1, (32, 32)), (4, 1, (32, 1))]),
    ("the puzzle: rows, and two columns at once, of 16 x 32 words", "nvidia", 4, "(16,32):(32,1)", [(4, 1, (32, 16)), (4, 1, (32, 1))]),
    ("rows and columns of 32 x 32 of 8 bytes", "nvidia", 8, "(32,32):(32,1)", [(8, 1, (32, 32)), (8, 1, (32, 1))]),
    ("16 bytes of rows, words of columns of 64 x 32", "nvidia", 4, "(32,64):(1,32)", [(16, 1, (32, 4)), (4, 4, (32, 32))]),
    ("16 bytes of rows, rows of matrices of 64 x 64 halves", "nvidia", 2, "(64,64):(1,64)",
     [(16, 1, (32, 8)), (16, 1, ((16, 2), (64, 8)))]),
    ("16 bytes of rows, fragments of 64 x 64 halves", "nvidia", 2, "(64,64):(1,64)",
     [(16, 1, (32, 8)), (4, 4, ((4, 8), (2, 64)))]),
    ("rows and columns of 64 x 64 words, 64 lanes", "cdna3", 4, "(64,64):(64,1)", [(4, 1, (64, 64)), (4, 1, (64, 1))]),
    ("16 bytes of rows, words of columns of 64 x 64, 64 lanes", "cdna3", 4, "(64,64):(1,64)", [(16, 1, (64, 4)), (4, 4, (64, 64))]),
    ("16 bytes of rows, 16 bytes of 16 rows of 64 x 64 halves, 64 lanes", "cdna4", 2, "(64,64):(1,64)",
     [(16, 1, (64, 8)), (16, 1, ((16, 4), (64, 8)))]),
]


def flat(part):
    return [part] if isinstance(part, int) else list(part)


def tensor_layouts_rows():
    from tensor_layouts import Layout, Swizzle, compose
    from tensor_layouts.analysis import bank_conflicts

    version = "tensor-layouts " + importlib.metadata.version("tensor-layouts")
    for title, machine, size, memory, accesses in WORDS:
        of_memory = Layout(*[tuple(map(int, part.strip("()").split(","))) for part in memory.split(":")])
        best = None
        shifts = [(0, 0, 1)] + [(bits, base, shift) for bits in range(1, 6) for base in range(0, 8) for shift in range(bits, 8)]
        for candidate in shifts:
            layout = compose(Swizzle(*candidate), of_memory) if candidate[0] else of_memory
            ways, found = 0, []
            for width, times, (extents, strides) in accesses:
                vector = width // size
                lanes = Layout((extents, vector), (strides, 1 if memory.split(":")[1][1] == "1" or vector == 1 else None))
                offsets = [layout(lanes(k)) for k in range(LANES[machine] * vector)]
                starts = offsets[:LANES[machine]]
                if any(offsets[t + v * LANES[machine]] != starts[t] + v for t in range(LANES[machine]) for v in range(vector)):
                    break
                if any(start * size % width for start in starts):
                    break
                ways += times * bank_conflicts(compose(layout, lanes), element_bytes=size, group_size=LANES[machine])["max_ways"]
                mode = [",".join(map(str, flat(part))) for part in (extents, strides)]
                mode = [part if "," not in part else f"({part})" for part in mode]
                found.append(use("load" if found else "store", width, times, f"({mode[0]},{vector}):({mode[1]},1)",
                                 [start * size for start in starts]))
            else:
                if best is None or ways < best[0]:
                    best = ways, found
        yield title, {"rival": version, "problem": title, "machine": machine, "bytes": size, "memory": memory, "maps": "swizzles",
                      "padding": 0, "uses": best[1]}


# ---------------------------------------------------------------------------------------------------------------------


def table():
    """The tables of the README: a line for each rival and machine, and one for each problem in which the rival costs more."""
    with open(ROWS) as file:
        rows = [json.loads(line) for line in file]
    groups = collections.defaultdict(list)
    for row in rows:
        groups[row["rival"], row["machine"]].append(row)
    for (rival, machine), group in sorted(groups.items()):
        theirs, ours = (sum(row[side] for row in group) for side in ("theirs", "ours"))
        dearer = sum(row["theirs"] > row["ours"] for row in group)
        worst = max(row["theirs"] / row["ours"] for row in group)
        print(f"| {rival} | {machine} | {len(group)} | {len(group) - dearer} | {dearer} | {theirs} | {ours} | {worst:.2f} |")
    print()
    for row in rows:
        if row["theirs"] > row["ours"]:
            found = row["map"] if isinstance(row["map"], str) else "linear"
            print(f"| {row['rival'].split()[0]} | {row['machine']} | {row['bytes']} | {row['problem']} | {row['theirs']} | {row['ours']} | {found} |")


def main():
    build()
    if sys.argv[1:] == ["table"]:
        return table()
    count, rows, skipped = Counter(), [], collections.Counter()
    for rival in (tensor_layouts_rows, tilelang_rows, triton_rows):
        for title, row in rival():
            if isinstance(row, str):
                skipped[row] += 1
                continue
            row["theirs"], is_one = 0, True
            for of in row["uses"]:
                cost = lambda addresses: count(row["machine"], of["instruction"], of["width"], addresses)
                first = cost(of["addresses"])
                is_one &= all(cost(addresses) == first for addresses in of.pop("each", ()))
                row["theirs"] += of["times"] * first
            if not is_one:
                skipped["instructions of different costs"] += 1
                continue
            answer = solved(row)
            row |= {"ours": answer["cost"], "map": answer["swizzle"] or answer["matrix"]}
            if row["ours"] > row["theirs"]:
                print("costs less than ours:", title, row["bytes"], row["machine"], row["theirs"], row["ours"], flush=True)
            rows.append(row)
    print(len(rows), "rows; not compared:", dict(skipped))
    with open(ROWS, "w") as file:
        for row in rows:
            file.write(json.dumps(row, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
