"""Layouts as matrices over F2, beside the Python package tensor-layouts, on the same rows.

    pip install tensor-layouts==0.3.2
    python tools/compare/bits.py [ROWS]

Draws ROWS layouts (100000), half of them with a swizzle, and converts them to matrices; then draws matrices, and converts
them to layouts. Each answer is compared with the function itself: a matrix with the offset of every coordinate, a layout
with every image of the matrix. A right answer of one side where the other one refuses is counted, too.
"""

import random
import subprocess
import sys
import time

from tensor_layouts import Layout, Swizzle, compose
from tensor_layouts.analysis import from_F2_matrix, to_F2_matrix

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000


def draw_layout(draw):
    """The shape, the strides and the swizzle, or None, of a layout of at most 2^9 coordinates. Shifts are positive."""
    shape = [2 ** draw.randrange(4) for _ in range(draw.randrange(1, 4))]
    strides = [draw.choice([0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 64, 128]) for _ in shape]
    if draw.random() < 0.5:
        compact = 1
        for k in draw.sample(range(len(shape)), len(shape)):
            strides[k], compact = compact, compact * shape[k]
    swizzle = None
    if draw.random() < 0.5:
        bits = draw.randrange(1, 4)
        swizzle = (bits, draw.randrange(4), draw.randrange(bits, 5))
    return shape, strides, swizzle


def offsets(shape, strides, swizzle):
    """The offset of each coordinate, the first mode fastest."""
    found, total = [], 1
    for extent in shape:
        total *= extent
    for index in range(total):
        rest, offset = index, 0
        for extent, step in zip(shape, strides):
            offset, rest = offset + rest % extent * step, rest // extent
        if swizzle:
            bits, base, shift = swizzle
            mask = (1 << bits) - 1
            offset ^= (offset >> (base + shift) & mask) << base
        found.append(offset)
    return found


def is_linear(images):
    """The images of the bits, if the function is their xor at every coordinate."""
    bits = len(images).bit_length() - 1
    columns = [images[1 << k] for k in range(bits)]
    for index, image in enumerate(images):
        found = 0
        for k in range(bits):
            if index >> k & 1:
                found ^= columns[k]
        if found != image:
            return None
    return columns


def theirs(call):
    """The answer of a call, or None where it raises."""
    try:
        return call()
    except Exception:
        return None


def columns_of(matrix):
    return [sum(row[k] << r for r, row in enumerate(matrix)) for k in range(len(matrix[0]))] if matrix else []


def ours(requests):
    """The answers of `layout-core`, and the line with its time."""
    command = ["cargo", "run", "--release", "-q", "-p", "layout-core", "--example", "bits"]
    run = subprocess.run(command, input="\n".join(requests), capture_output=True, text=True, check=True)
    return run.stdout.split("\n"), run.stderr.strip().split("\n")[-1]


def tuple_text(numbers):
    return "(" + ",".join(map(str, numbers)) + ")"


def count(title, rows):
    """Prints how many answers are right, wrong and refused. A row: the truth (None: there is no answer), both answers."""
    print(f"{title}: {len(rows)} rows")
    for name, k in (("layout-core", 1), ("tensor-layouts", 2)):
        right = sum(row[k] is not None and row[k] == row[0] for row in rows)
        wrong = [row for row in rows if row[k] is not None and row[k] != row[0]]
        lost = sum(row[k] is None and row[0] is not None for row in rows)
        refused = sum(row[k] is None and row[0] is None for row in rows)
        print(f"  {name:15} right {right:6}  wrong {len(wrong):6}  refused, none exists {refused:6}  refused, one exists {lost:6}")
        for row in wrong[:3]:
            print(f"      wrong: {row[3]}")


def to_matrices(draw):
    rows = [draw_layout(draw) for _ in range(ROWS)]
    texts = []
    for shape, strides, swizzle in rows:
        text = f"{tuple_text(shape)}:{tuple_text(strides)}"
        texts.append(f"Sw<{swizzle[0]},{swizzle[1]},{swizzle[2]}> o 0 o {text}" if swizzle else text)
    answers, line = ours(["of " + text for text in texts])
    made = [
        theirs(lambda: compose(Swizzle(*swizzle), Layout(tuple(shape), tuple(strides))) if swizzle
               else Layout(tuple(shape), tuple(strides)))
        for shape, strides, swizzle in rows
    ]
    start = time.perf_counter()
    found = [theirs(lambda: to_F2_matrix(layout)) for layout in made]
    spent = time.perf_counter() - start
    table = []
    for row, answer, matrix, text in zip(rows, answers, found, texts):
        truth = is_linear(offsets(*row))
        columns = columns_of(matrix) if matrix is not None else None
        table.append((truth, None if answer == "refused" else list(map(int, answer.split())), columns, text))
    count("layouts to matrices", table)
    print(f"  layout-core: {line}; tensor-layouts: {spent:.2f} s")


def to_layouts(draw):
    rows = []
    for _ in range(ROWS // 10):
        widths = [draw.randrange(1, 4) for _ in range(draw.randrange(1, 3))]
        bits = sum(widths)
        columns = [1 << k for k in draw.sample(range(bits), bits)]
        for _ in range(draw.randrange(4)):
            source, target = draw.randrange(bits), draw.randrange(bits)
            if source != target:
                columns = [c ^ ((c >> source & 1) << target) for c in columns]
        rows.append((widths, columns))
    requests = [f"to {','.join(map(str, w))} {sum(w)} {' '.join(map(str, c))}" for w, c in rows]
    answers, line = ours(requests)
    matrices = [[[c >> r & 1 for c in columns] for r in range(sum(widths))] for widths, columns in rows]
    start = time.perf_counter()
    found = [
        theirs(lambda: from_F2_matrix(matrix, tuple(1 << w for w in widths)))
        for matrix, (widths, _) in zip(matrices, rows)
    ]
    spent = time.perf_counter() - start
    # An answer is read back as a matrix by the filter, and by calls of the layout.
    back = [a if a != "refused" else "1:0" for a in answers[: len(rows)]]
    images, _ = ours(["of " + text for text in back])
    table = []
    for (widths, columns), answer, image, layout in zip(rows, answers, images, found):
        mine = None if answer == "refused" else list(map(int, image.split()))
        other = None
        if layout is not None:
            total = 1 << sum(widths)
            values = [layout(k) for k in range(total)]
            other = is_linear(values) or values
        # Whether a layout exists is known only where one side has it.
        truth = columns if mine == columns or other == columns else None
        table.append((truth, mine, other, f"{widths} bits to {columns}"))
    count("matrices to layouts", table)
    print(f"  layout-core: {line}; tensor-layouts: {spent:.2f} s")


if __name__ == "__main__":
    draw = random.Random(1)
    to_matrices(draw)
    to_layouts(draw)
