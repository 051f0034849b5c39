"""Writes tests/golden/systems/cute_dsl.jsonl: what the types of the CuTe DSL state of run-time integers after an operation.

Needs Python 3.10 or newer, no GPU:
    pip install nvidia-cutlass-dsl==4.8.1
    python tools/compare/facts.py > tests/golden/systems/cute_dsl.jsonl

A row has an operation, its operands as types of the DSL and the type of the result, or its refusal.
"""

import json
import random
import sys

import cutlass.cute as cute
from cutlass import Int32, Int64

COUNT = 600


def leaf(draw, numbers, static):
    """A static integer, or a run-time one of 32 or 64 bits with or without a divisor."""
    kind = draw.randrange(4)
    if kind == 0:
        return draw.choice(static)
    number = numbers[draw.randrange(len(numbers))]
    divisor = draw.choice([1, 2, 4, 6, 8, 16, 24, 32, 64, 128])
    return number if divisor == 1 else cute.assume(number, divby=divisor)


def layout(draw, numbers):
    """A layout of up to three modes. The strides are compact for one in three."""
    rank = draw.randrange(1, 4)
    shape = tuple(leaf(draw, numbers, [1, 2, 3, 4, 8, 64]) for _ in range(rank))
    if draw.randrange(3) == 0:
        return cute.make_layout(shape)
    stride = tuple(leaf(draw, numbers, [1, 2, 4, 8, 64, 512]) for _ in range(rank))
    return cute.make_layout(shape, stride=stride)


def tile(draw, rank):
    return tuple(draw.choice([1, 2, 3, 4, 8, 16, 64]) for _ in range(rank))


def text(tiler):
    return "<" + ",".join(map(str, tiler)) + ">"


def row(draw, numbers):
    a = layout(draw, numbers)
    name = draw.choice(
        "logical_divide zipped_divide tiled_divide flat_divide coalesce logical_product blocked_product flatten".split()
    )
    operands = [str(a.type)]
    if "divide" in name:
        second = tile(draw, draw.randrange(1, cute.rank(a) + 1))
        operands.append(text(second))
        run = lambda: getattr(cute, name)(a, second)
    elif "product" in name:
        block = cute.make_layout(tile(draw, cute.rank(a)))
        operands = [str(block.type), str(a.type)]
        run = lambda: getattr(cute, name)(block, a)
    else:
        run = lambda: getattr(cute, name)(a)
    try:
        return {"op": name, "args": operands, "out": str(run().type)}
    except Exception:
        return {"op": name, "args": operands, "error": "refused"}


@cute.jit
def rows(a: Int32, b: Int32, c: Int64, d: Int64):
    write(a, b, c, d)


# The compiler of the DSL rewrites loops of the function that it traces, but not those of its callees.
def write(*numbers):
    draw, seen = random.Random(7), set()
    while len(seen) < COUNT:
        line = json.dumps(row(draw, numbers))
        if line not in seen:
            seen.add(line)
            sys.__stdout__.write(line + "\n")


if __name__ == "__main__":
    rows(Int32(64), Int32(64), Int64(64), Int64(64))
