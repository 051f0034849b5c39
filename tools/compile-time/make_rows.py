#!/usr/bin/env python3
"""Writes rows.jsonl: for each operation of the table, random operands that the library and CuTe both accept, and
the result of CuTe. Layouts have rank 4, depth 3 and extents up to 4096.

    ./make_rows.py [OPERATION..]    replaces the rows of these operations; by default of all

Each candidate is evaluated by `layout eval --lines`, and by CuTe's headers under g++. It is kept if both return
the same layout, except for strides of extents of 1: `out` is CuTe's result, `own` the library's if the text differs.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

from compilers import ROOT, Failed, Gxx, measured
from families import FAMILIES
from notation import Swizzled, normal, parse, split
from programs import CXX_HEAD, cxx_call
from workload import ROWS, row_case

COUNT = 60
SEED = 20260

# One mode of each rank: `None` is a leaf.
LEAF, PAIR, NEST, DEEP = None, (None, None), (None, (None, None)), ((None, None), None)


def profile(rng):
    """Draws four modes, one of them nested twice, of five to eight leaves."""
    modes = [rng.choice([NEST, DEEP]), rng.choice([LEAF, PAIR]), LEAF, rng.choice([LEAF, LEAF, PAIR])]
    rng.shuffle(modes)
    return tuple(modes)


def leaves(tree):
    return 1 if tree is None else sum(map(leaves, tree))


def fill(tree, values):
    return next(values) if tree is None else tuple(fill(part, values) for part in tree)


def show(tree):
    return str(tree) if not isinstance(tree, tuple) else "(" + ",".join(map(show, tree)) + ")"


def layout(tree, extents, strides):
    return f"{show(fill(tree, iter(extents)))}:{show(fill(tree, iter(strides)))}"


def extents(rng, count, bits, ones=True):
    """Draws `count` extents with a product below `2^bits`, one of them large, sometimes one of 1."""
    while True:
        found = [rng.choice([2, 3, 4, 5, 6, 8, 12, 16]) for _ in range(count)]
        found[rng.randrange(count)] = rng.choice([32, 48, 64, 96, 128, 256, 512, 768, 1024, 2048, 4096])
        if ones and rng.random() < 0.2:
            found[rng.randrange(count)] = 1
        if product(found) < 1 << bits:
            return found


def product(numbers):
    result = 1
    for n in numbers:
        result *= n
    return result


def packed(rng, shape, gaps=0.0, order=None):
    """Draws strides in some order, each a multiple of the end of the mode before. Returns them and the end of the last."""
    order = order or rng.sample(range(len(shape)), len(shape))
    strides, low = [0] * len(shape), 1
    for k in order:
        if rng.random() < gaps:
            low *= rng.choice([2, 3, 4])
        strides[k], low = low, low * shape[k]
    return strides, low


def any_layout(rng, bits=20, gaps=0.0, zeros=0.0, order=None, ones=True):
    """Draws a layout. Returns its notation, its extents in order, and its span."""
    tree = profile(rng)
    shape = extents(rng, leaves(tree), bits, ones)
    strides, span = packed(rng, shape, gaps, order and order(len(shape)))
    if rng.random() < zeros:
        strides[rng.randrange(len(shape))] = 0
    return layout(tree, shape, strides), shape, span


def nest(rng, count):
    """A nesting of so many leaves: rank at most 4, depth at most 3."""
    if count == 1:
        return rng.choice([LEAF, (LEAF,)])
    if count == 2:
        return PAIR
    if count == 3:
        return rng.choice([NEST, DEEP, (None, None, None)])
    return rng.choice([(None, None, None, None), (NEST, None), (None, (PAIR, None)), (PAIR, PAIR)]) \
        if count == 4 else (NEST, PAIR)


def walk(rng, shape, most=4, rank=None):
    """Draws modes of disjoint ranges of the digits of a mixed radix, in some order. They compose with it, and divide it."""
    digits = [n for extent in shape for n in factors(rng, extent)]
    count = min(rng.randint(1, most), max(len(digits) // 2, 1))
    cuts = sorted(rng.sample(range(len(digits) + 1), 2 * count))
    modes = [(product(digits[a:b]), product(digits[:a])) for a, b in zip(cuts[::2], cuts[1::2])]
    rng.shuffle(modes)
    tree = nest(rng, len(modes))
    return layout(tree, [m[0] for m in modes], [m[1] for m in modes])


def factors(rng, extent):
    """Splits an extent into one, two or three factors in some order."""
    parts = []
    for p in (2, 3, 5, 7, 11, 13):
        while extent % p == 0:
            parts.append(p)
            extent //= p
    rng.shuffle(parts)
    while len(parts) > 3:
        parts.append(parts.pop(0) * parts.pop(0))
    return [n for n in [*parts, extent] if n > 1]


def modes_of(text):
    """Returns the extents of the leaves of each mode."""
    shape, _ = parse(text)
    flat = lambda tree: [n for part in tree for n in flat(part)] if isinstance(tree, tuple) else [tree]
    return [flat(mode) for mode in shape]


def tiler(rng, a):
    """Draws a tile for each mode: an integer or a layout."""
    tiles = []
    for mode in modes_of(a):
        size = product(mode)
        divisors = [n for n in (1, 2, 3, 4, 8, 16, 32, 64) if mode[0] % n == 0]
        tiles.append(str(rng.choice(divisors)) if rng.random() < 0.6 or size == 1 else walk(rng, mode, 2))
    return "<" + ",".join(tiles) + ">"


def loose_tiler(rng, a):
    """Draws integer tiles that may not divide their modes."""
    return "<" + ",".join(str(rng.choice([2, 3, 4, 7, 8, 16])) for _ in modes_of(a)) + ">"


def compact(rng, bits):
    tree = nest(rng, rng.choice([3, 4, 5]))
    while True:
        shape = [rng.choice([1, 2, 2, 3, 4, 4, 5, 8]) for _ in range(leaves(tree))]
        if product(shape) < 1 << bits:
            return layout(tree, shape, packed(rng, shape)[0])


def operands_of_product(rng):
    """Draws a layout with gaps, and a layout of positions in or after the gaps."""
    a, shape, span = any_layout(rng, 14, gaps=rng.choice([0, 0.4]))
    used = product(shape)
    return a, compact(rng, 8) if span == used else walk(rng, gaps_of(a) + [2, 4, 3, 4], 3)


def gaps_of(text):
    """Returns the gaps between the modes, sorted by stride."""
    shape, stride = parse(text)
    pairs = sorted((d, s) for s, d in zip(flat(shape), flat(stride)) if s > 1)
    low, found = 1, []
    for d, s in pairs:
        found.append(d // low)
        low = d * s
    return [n for n in found if n > 1]


def flat(tree):
    return [n for part in tree for n in flat(part)] if isinstance(tree, tuple) else [tree]


def coordinate(rng, a, keep):
    """Draws a nested or by-mode coordinate inside `a`. With `keep`, some modes are `_`."""
    shape, _ = parse(a.split(" o ")[-1])

    def place(extent, depth):
        if keep and rng.random() < 0.4:
            return "_"
        if isinstance(extent, tuple) and (depth < 1 or rng.random() < 0.7):
            return tuple(place(part, depth + 1) for part in extent)
        size = product(flat(extent)) if isinstance(extent, tuple) else extent
        return rng.randrange(size)

    coord = place(shape, 0)
    while coord == "_" or keep and "_" not in show(coord):
        coord = place(shape, 0)
    return show(coord)


def reached(rng, shape):
    """Draws a shape that the block divides mode by mode."""
    return show(tuple(product(mode) * rng.choice([1, 2, 3, 4, 8]) for mode in shape))


def powers(rng):
    """Draws a compact layout of powers of two in some order, one of them large. Returns it and its extents."""
    tree = profile(rng)
    while True:
        shape = [1 << rng.choice([1, 1, 2, 2, 3, 4]) for _ in range(leaves(tree))]
        shape[rng.randrange(len(shape))] = 1 << rng.randint(5, 12)
        if product(shape) < 1 << 20:
            return layout(tree, shape, packed(rng, shape)[0]), shape


def swizzled(rng):
    """Draws a swizzled layout of powers of two, whose bits the swizzle moves."""
    inner, shape = powers(rng)
    bits = rng.randint(1, 3)
    return f"Sw<{bits},{rng.randint(0, 4)},{rng.randint(bits, 4)}> o 0 o {inner}", shape


def upcastable(rng):
    """Draws a layout whose mode of stride 1 has at least 16 elements."""
    tree = profile(rng)
    shape = extents(rng, leaves(tree), 18, ones=False)
    first = rng.randrange(len(shape))
    shape[first] = rng.choice([16, 32, 64, 128])
    rest = [k for k in range(len(shape)) if k != first]
    rng.shuffle(rest)
    return layout(tree, shape, packed(rng, shape, order=[first, *rest])[0])


def candidate(rng, op):
    """Draws the operands of a row. Most are accepted."""
    if op.startswith("swizzled"):
        a, shape = swizzled(rng)
        return {"swizzled compose": lambda: [a, walk(rng, shape)],
                "swizzled logical_divide": lambda: [a, walk(rng, shape)],
                "swizzled slice": lambda: [a, coordinate(rng, a, True)],
                "swizzled index": lambda: [a]}[op]()
    a, shape, span = any_layout(rng, gaps=0.2 if op in ("compose", "coalesce", "slice", "flatten") else 0.0,
                                ones=op != "identity compose",
                                zeros=0.5 if op in ("filter", "nullspace") else 0.05)
    if op in ("flatten", "filter", "nullspace", "index"):
        return [a]
    if op == "right_inverse":
        return [any_layout(rng, gaps=rng.choice([0, 0, 0.2]))[0]]
    if op == "left_inverse":
        return [any_layout(rng, gaps=0.3)[0]]
    if op == "max_common_layout":
        return [powers(rng)[0], powers(rng)[0]]
    if op == "coalesce":
        return [any_layout(rng, gaps=0.1, order=lambda n: list(range(n)))[0] if rng.random() < 0.6 else a]
    if op == "coalesce_by":
        return [any_layout(rng, gaps=0.1, order=lambda n: list(range(n)))[0], "(1,1,1,1)"]
    if op == "group":
        begin, end = sorted(rng.sample(range(5), 2))
        return [a, str(begin), str(end)]
    if op == "select":
        return [a, show(tuple(rng.sample(range(4), rng.randint(2, 3))))]
    if op == "permute":
        return [a, show(tuple(rng.sample(range(4), 4)))]
    if op == "complement":
        a, shape, span = any_layout(rng, gaps=0.5)
        return [a, str(span * rng.choice([1, 1, 2, 3, 8]))]
    if op == "tile_to_shape":
        a, shape, span = any_layout(rng, 14, ones=False)
        return [a, reached(rng, modes_of(a))]
    if op in ("upcast", "downcast"):
        return [upcastable(rng), rng.choice(["2", "4", "8"])]
    if op == "recast_bits":
        return [upcastable(rng), *rng.sample(["8", "16", "32", "64"], 2)]
    if op in ("index_static", "slice"):
        return [a, coordinate(rng, a, op == "slice")]
    if op == "identity compose":
        a = a.split(":")[0]
        return [a, walk(rng, shape)]
    if op in ("blocked_product", "raked_product"):
        return [any_layout(rng, 14)[0], any_layout(rng, 9)[0]]
    if op.endswith("_product"):
        return list(operands_of_product(rng))
    if op.endswith("by mode") or op in ("zipped_divide", "tiled_divide", "flat_divide"):
        return [a, tiler(rng, a)]
    if op.endswith("_padded"):
        return [a, loose_tiler(rng, a)]
    return [a, walk(rng, shape)]


def library(rows):
    """Returns the results of `layout eval`. `None` if it cannot evaluate a row in one request."""
    if rows[0]["op"] == "identity compose":
        return [None] * len(rows)
    lines = []
    for row in rows:
        args = row["args"]
        if row["op"].endswith("index"):
            args = [args[0], args[1] if len(args) > 1 else "0"]
        lines.append(f"{FAMILIES[row['op']].method}({', '.join(args)})")
    command = ["cargo", "run", "-q", "--release", "-p", "static-layout-cli", "--", "eval", "--lines"]
    run = subprocess.run(command, cwd=ROOT, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    # A slice is a layout and an offset.
    return [answer.removeprefix("layout ").split(", offset ")[0] for answer in run.stdout.splitlines()]


def cute(gxx, rows):
    """Returns what CuTe prints, or `None` if the program does not compile."""
    body = "".join(f'static void f{k}() {{ print({cxx_call(row_case(row))}); print("\\n"); }}\n'
                   for k, row in enumerate(rows))
    calls = "".join(f"f{k}();" for k in range(len(rows)))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.cpp")
        with open(path, "w") as file:
            file.write(f"{CXX_HEAD}{body}int main() {{ {calls} }}\n")
        try:
            measured(["g++", "-std=c++17", "-O0", *(f"-I{i}" for i in gxx.includes), path, "-o", path + ".out"], folder)
        except Failed:
            if len(rows) == 1:
                return [None]
            half = len(rows) // 2
            return cute(gxx, rows[:half]) + cute(gxx, rows[half:])
        run = subprocess.run([path + ".out"], capture_output=True, text=True, check=True)
    return [line.replace("_", "") for line in run.stdout.splitlines()]


def same(op, ours, theirs):
    """Whether both are the same layout. CuTe writes a slice of a swizzled layout in another form, so any form passes."""
    if ours is None or op == "swizzled slice":
        return True
    if ours.startswith("error") or ":" not in theirs:
        return ours == theirs
    return normal(parse(ours)) == normal(parse(theirs))


def results(op, ours, theirs):
    """Returns the asserted results: CuTe's, and the library's if its text differs."""
    if op == "swizzled slice":
        return {"own": ours}
    return {"out": theirs} | ({"own": ours} if ours and ours != theirs else {})


def axes_row(rng, op):
    """Draws a row of an operation on axes, with its result. CuTe's reshape is in Fortran order: it has another result."""
    powers = [rng.randint(1, 3) for _ in range(8)]
    merged = lambda cuts: [1 << sum(powers[a:b]) for a, b in zip([0, *cuts], [*cuts, 8])]
    shape = merged([2, 4, 6])
    row_major = lambda shape: packed(rng, shape, order=range(len(shape))[::-1])[0]
    written = lambda shape, strides: f"{show(tuple(shape))}:{show(tuple(strides))}"
    a, strides = written(shape, row_major(shape)), row_major(shape)
    if op == "reshape":
        other = merged(sorted(rng.sample(range(1, 8), 3)))
        return {"op": op, "args": [a, show(tuple(other))], "own": written(other, row_major(other))}
    if op == "broadcast_to":
        times = rng.choice([2, 3, 8, 100])
        wide = [times, *shape]
        return {"op": op, "args": [a, show(tuple(wide)), f"{times}:0"], "out": written(wide, [0, *strides])}
    shape[0] = rng.choice([64, 100, 4096])
    begin, step, count = rng.randrange(8), rng.choice([1, 2, 4]), rng.choice([2, 3, 8])
    a = written(shape, strides)
    cut = written([count, *shape[1:]], [step * strides[0], *strides[1:]])
    end = begin + step * (count - 1) + 1
    return {"op": op, "args": [a, str(begin), str(end), str(step), f"{count}:{step}"], "out": cut}


def rows_of(gxx, op):
    if op in ("reshape", "slice_axes", "broadcast_to"):
        rng = random.Random(f"{SEED} {op}")
        return [axes_row(rng, op) for _ in range(COUNT)]
    rng, kept, asked = random.Random(f"{SEED} {op}"), [], 0
    while len(kept) < COUNT:
        rows = [{"op": op, "args": candidate(rng, op)} for _ in range(COUNT // 2)]
        asked += len(rows)
        if op.endswith("index"):  # called with a run-time coordinate: no result to compare
            kept += rows
            continue
        ours = library(rows)
        rows = [(row, answer) for row, answer in zip(rows, ours) if not (answer or "").startswith("error")]
        if rows:
            theirs = cute(gxx, [row for row, _ in rows])
            kept += [row | results(op, answer, out) for (row, answer), out in zip(rows, theirs)
                     if out is not None and "-" not in out and same(op, answer, out)]
        if asked > 40 * COUNT:
            raise Failed(f"{op}: {len(kept)} of {asked} candidates accepted by both")
    print(f"{op}: {asked} candidates", flush=True)
    return kept[:COUNT]


def main():
    wanted, gxx = sys.argv[1:] or list(FAMILIES), Gxx()
    found = {}
    if os.path.exists(ROWS):
        with open(ROWS) as file:
            for line in file:
                row = json.loads(line)
                found.setdefault(row["op"], []).append(row)
    for op in wanted:
        try:
            found[op] = rows_of(gxx, op)
        except Failed as failure:
            print(str(failure)[:2000], flush=True)
        with open(ROWS, "w") as file:
            for row in (row for known in FAMILIES for row in found.get(known, [])):
                file.write(json.dumps(row, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
