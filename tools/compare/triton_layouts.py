#!/usr/bin/env python3
"""Writes what Triton answers on its layouts as linear layouts: tests/golden/systems/triton.jsonl. Needs no GPU.

    python3 -m venv /tmp/triton && /tmp/triton/bin/pip install triton==3.9.0
    /tmp/triton/bin/python tools/compare/triton_layouts.py

A row has the text of a layout attribute, the shape of a tensor, and the images of the bits of each input, as Triton
computes them; or an operation on two linear layouts with its result. `null` is a refusal.
"""
import json
import os
import random

from triton._C.libtriton import gluon_ir, ir, linear_layout
from triton.experimental.gluon.language import _layouts as layouts
from triton.experimental.gluon.language.amd._layouts import AMDMFMALayout

LinearLayout = linear_layout.LinearLayout
HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "../../tests/golden/systems/triton.jsonl")
rng = random.Random(20261123)
context = ir.context()
ir.load_dialects(context)
builder = gluon_ir.GluonOpBuilder(context)


def numbers(values):
    return "[" + ", ".join(map(str, values)) + "]"


def power(most, least=0):
    return 1 << rng.randint(least, most)


def order(rank):
    return rng.sample(range(rank), rank)


def blocked(rank):
    # A warp has 32 lanes.
    lanes, left = [], 5
    for i in range(rank):
        bits = left if i == rank - 1 else rng.randint(0, left)
        lanes.append(1 << bits)
        left -= bits
    values = [power(2) for _ in range(rank)], lanes, [power(2 if rank < 3 else 1) for _ in range(rank)], order(rank)
    text = "#ttg.blocked<{sizePerThread = %s, threadsPerWarp = %s, warpsPerCTA = %s, order = %s}>"
    return layouts.BlockedLayout(*values), text % tuple(map(numbers, values))


def mma():
    warps = [power(2), power(2)]
    if rng.random() < 0.6:
        version, shape = [2, 0], [16, 8]
    else:
        version, shape, warps = [3, 0], [16, power(8, 3), 16], [4 * power(1), power(1)]
    text = "#ttg.nvidia_mma<{versionMajor = %d, versionMinor = %d, warpsPerCTA = %s, instrShape = %s}>"
    made = layouts.NVMMADistributedLayout(version, warps, shape)
    return made, text % (*version, numbers(warps), numbers(shape))


def dot():
    parent, text = mma()
    index = rng.randint(0, 1) if parent.version[0] == 2 else 0
    width = power(3)
    made = layouts.DotOperandLayout(index, parent, width)
    return made, "#ttg.dot_op<{opIdx = %d, parent = %s, kWidth = %d}>" % (index, text, width)


def sliced():
    parent, text = blocked(2) if rng.random() < 0.7 else mma()
    dim = rng.randint(0, 1)
    return layouts.SliceLayout(dim, parent), "#ttg.slice<{dim = %d, parent = %s}>" % (dim, text)


def swizzled():
    values = power(4), power(3), power(4), order(2)
    text = "#ttg.swizzled_shared<{vec = %d, perPhase = %d, maxPhase = %d, order = %s}>"
    return layouts.SwizzledSharedLayout(*values), text % (*values[:3], numbers(values[3]))


def nvmma():
    width, bits = rng.choice([0, 32, 64, 128]), rng.choice([8, 16, 32])
    transposed = rng.random() < 0.3
    made = layouts.NVMMASharedLayout(width, bits, 2, transposed)
    text = "#ttg.nvmma_shared<{swizzlingByteWidth = %d, transposed = %s, elementBitWidth = %d}>"
    return made, text % (width, str(transposed).lower(), bits)


def images(answer):
    if isinstance(answer, layouts.SharedLinearLayout):
        return {"offset": answer.offset_bases}
    return {"register": answer.reg_bases, "lane": answer.lane_bases, "warp": answer.warp_bases}


def survives(run):
    """Whether LLVM does not end the process, as it does at what it does not expect."""
    child = os.fork()
    if child == 0:
        try:
            run()
        except Exception:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def row(make, rank):
    try:
        made, text = make()
        shape = [power(7, 3 if rank < 3 else 1) for _ in range(rank)]
        if not survives(lambda: builder.to_linear_layout(made._to_ir(builder), shape)):
            return None
        answer = builder.to_linear_layout(made._to_ir(builder), shape)
    except Exception:
        return None
    return {"op": "attribute", "text": text, "shape": shape, "images": images(answer)}


def random_linear(inputs, outputs, invertible=False):
    while True:
        bits = [rng.randint(0, 3) for _ in outputs]
        bases = [(name, [[rng.randrange(1 << b) for b in bits] for _ in range(rng.randint(0, 3))]) for name in inputs]
        made = LinearLayout.from_bases(bases, outputs, [1 << b for b in bits], False)
        if made.is_invertible() or not invertible:
            return made


def said(layout):
    outs = [[name, size.bit_length() - 1] for name, size in layout.out_dims]
    return {"inputs": [[name, bases] for name, bases in layout.bases], "outputs": outs}


def operation():
    kind = rng.choice(["product", "compose", "invert", "convert"])
    if kind == "product":
        a = random_linear(["register", "lane"], ["x", "y"])
        b = random_linear(rng.choice([["lane"], ["lane", "warp"]]), rng.choice([["y"], ["y", "z"]]))
        run = lambda: a * b
    elif kind == "compose":
        a = random_linear(["register", "lane"], ["x", "y"])
        while True:
            b = random_linear(["x", "y"], ["u", "v"])
            size = {name: 1 << len(bases) for name, bases in b.bases}
            if all(width <= size[name] for name, width in a.out_dims):
                break
        run = lambda: a.compose(b)
    elif kind == "invert":
        a = b = random_linear(["register", "lane"], ["x", "y"], invertible=True)
        run = lambda: a.invert()
    else:
        b = random_linear(["register", "lane"], ["x", "y"], invertible=True)
        sizes = [size for _, size in b.out_dims]
        bases = [("thread", [[rng.randrange(s) for s in sizes] for _ in range(rng.randint(0, 4))])]
        a = LinearLayout.from_bases(bases, ["x", "y"], sizes, False)
        run = lambda: a.invert_and_compose(b)
    if not survives(run):
        return None
    return {"op": kind, "a": said(a), "b": said(b), "result": said(run())}


rows = []
for make, rank, count in [
    (lambda: blocked(1), 1, 30), (lambda: blocked(2), 2, 120), (lambda: blocked(3), 3, 40), (mma, 2, 100), (dot, 2, 120),
    (sliced, 1, 80), (swizzled, 2, 100), (nvmma, 2, 120),
]:
    kept = 0
    while kept < count:
        made = row(make, rank)
        if made:
            rows.append(made)
            kept += 1
while len(rows) < 1010:
    made = operation()
    if made:
        rows.append(made)
for shape in [32, 32, 8], [16, 16, 16], [4, 64, 16], [64, 4, 16], [32, 32, 16], [16, 16, 32]:
    for transposed in True, False:
        for warps in [4, 1], [2, 2], [1, 4]:
            for extents in [128, 64], [16, 16], [64, 128]:
                values = numbers(warps), numbers(shape), str(transposed).lower()
                text = "#ttg.amd_mfma<{version = 3, warpsPerCTA = %s, instrShape = %s, isTransposed = %s}>" % values
                made = AMDMFMALayout(3, shape, transposed, warps)
                if survives(lambda: builder.to_linear_layout(made._to_ir(builder), extents)):
                    answer = builder.to_linear_layout(made._to_ir(builder), extents)
                    rows.append({"op": "attribute", "text": text, "shape": extents, "images": images(answer)})
with open(OUT, "w") as out:
    for made in rows:
        out.write(json.dumps(made, separators=(",", ":")) + "\n")
print(len(rows), "rows")
