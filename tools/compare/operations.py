"""Operations on layouts, beside the Python package tensor-layouts, on the same rows.

    pip install tensor-layouts==0.3.2
    python tools/compare/operations.py [ROWS]

Draws ROWS (100000) operations: compositions, logical divides by one mode, coalesced layouts and right inverses. An answer
is right where it satisfies the equation of the operation at each coordinate:

    compose     R(i) = A(B(i)), with the size of B
    divide      R(i) = A(T(i)) in the tile, and R has each offset of A as often as A
    coalesce    R(i) = A(i), with the size of A
    inverse     A(R(i)) = i, for each i below the size of R
"""

import random
import subprocess
import sys
import time

from tensor_layouts import Layout, coalesce, compose, logical_divide, right_inverse

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
EXTENTS, STRIDES = [1, 2, 3, 4, 6, 8], [1, 2, 3, 4, 6, 8, 12, 16, 24]


def product(numbers):
    total = 1
    for number in numbers:
        total *= number
    return total


def draw_layout(draw):
    shape = [draw.choice(EXTENTS) for _ in range(draw.randrange(1, 4))]
    stride = [draw.choice(STRIDES) for _ in shape]
    if draw.random() < 0.5:
        compact = 1
        for k in draw.sample(range(len(shape)), len(shape)):
            stride[k], compact = compact, compact * shape[k]
    return shape, stride


def draw_row(draw):
    name = draw.choice(["compose", "divide", "coalesce", "inverse"])
    shape, stride = draw_layout(draw)
    if name in ("coalesce", "inverse"):
        return name, shape, stride, None
    size = product(shape)
    while True:
        extent, step = draw.choice(EXTENTS), draw.randrange(1, 13)
        if (extent - 1) * step < size:
            return name, shape, stride, (extent, step)


def flat(tree):
    return [leaf for part in tree for leaf in flat(part)] if isinstance(tree, (tuple, list)) else [tree]


def offsets(shape, stride):
    """The offset of each coordinate, the first mode fastest."""
    found = [0]
    for extent, step in zip(flat(shape), flat(stride)):
        found = [start + k * step for k in range(extent) for start in found]
    return found


def is_right(row, shape, stride):
    name, a_shape, a_stride, right = row
    a, found = offsets(a_shape, a_stride), offsets(shape, stride)
    if name == "compose":
        return found == [a[k * right[1]] for k in range(right[0])]
    if name == "divide":
        tile = [a[k * right[1]] for k in range(right[0])]
        return found[: right[0]] == tile and sorted(found) == sorted(a)
    if name == "coalesce":
        return found == a
    return all(offset < len(a) and a[offset] == k for k, offset in enumerate(found))


def theirs(row):
    name, shape, stride, right = row
    a = Layout(tuple(shape), tuple(stride))
    if right is None:
        return coalesce(a) if name == "coalesce" else right_inverse(a)
    return (compose if name == "compose" else logical_divide)(a, Layout(right[0], right[1]))


def text(numbers):
    return "(" + ",".join(map(str, numbers)) + ")"


def main():
    draw = random.Random(3)
    rows = [draw_row(draw) for _ in range(ROWS)]
    lines = [f"{n} {text(s)}:{text(d)}" + (f" {r[0]}:{r[1]}" if r else "") for n, s, d, r in rows]
    command = ["cargo", "run", "-q", "--release", "-p", "layout-core", "--example", "operations"]
    ran = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    start, others = time.perf_counter(), []
    for row in rows:
        try:
            others.append(theirs(row))
        except Exception:
            others.append(None)
    taken = time.perf_counter() - start
    counts = {}
    for row, line, other in zip(rows, ran.stdout.splitlines(), others):
        ours = None
        if line != "refused":
            ours = [eval(side.replace(")", ",)").replace("(,)", "()").replace(",,", ",")) for side in line.split(":")]
        for side, answer in [("here", ours), ("tensor-layouts", other and [other.shape, other.stride])]:
            count = counts.setdefault((row[0], side), {"right": 0, "wrong": 0, "refused": 0})
            kind = "refused" if answer is None else "right" if is_right(row, *answer) else "wrong"
            count[kind] += 1
            if kind == "wrong" and count["wrong"] < 3:
                print("wrong:", side, row, answer)
    for (name, side), count in sorted(counts.items()):
        print(f"{name:9} {side:15}", count)
    print(f"here: {ran.stderr.strip()}; tensor-layouts: {taken:.2f} s")


if __name__ == "__main__":
    main()
