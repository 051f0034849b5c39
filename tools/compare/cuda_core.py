"""What cuda.core's StridedLayout answers: the rows of tests/golden/systems/cuda_core.jsonl.

Needs Python 3.10 or newer, no GPU:
    pip install cuda-core==1.2.2 cuda-bindings==13.5.0
    python tools/compare/cuda_core.py again                 # calls every stored row anew and compares the answers
    python tools/compare/cuda_core.py draw 20000 7 > rows   # random rows, by number and seed
    python tools/compare/cuda_core.py wide 150 64           # random rows of 13 to 64 axes: the last ones stored
    ROWS=rows cargo test -p static-layout-dialects --test systems cuda_core::drawn -- --ignored --nocapture

A row is `op` and `args`, and `out` or `error`, as in the README beside the rows. Where the definition refutes an answer,
`exact` has the true one, found by enumeration of the elements: unique elements, and reshapes that exist.
"""

import itertools
import json
import pathlib
import random
import sys

from cuda.core._layout import _StridedLayout as StridedLayout
from newer import product

ROWS = pathlib.Path(__file__).parents[2] / "tests/golden/systems/cuda_core.jsonl"
MOST_ELEMENTS = 1 << 12


def made(fields):
    """The layout of these fields. An offset comes from the index 1 of one more axis, which the offset strides."""
    shape, strides, offset = fields["shape"], fields["strides"], fields.get("slice_offset") or 0
    if strides is None or not offset:
        return StridedLayout(tuple(shape), None if strides is None else tuple(strides), fields["itemsize"])
    return StridedLayout((2, *shape), (offset, *strides), fields["itemsize"])[1]


def listed(value):
    return list(value) if isinstance(value, tuple) else value


def fields(layout):
    names = ("shape", "strides", "itemsize", "slice_offset")
    return {name: listed(getattr(layout, name)) for name in names}


def properties(layout):
    names = """ndim shape strides strides_in_bytes volume itemsize slice_offset slice_offset_in_bytes stride_order
        is_unique is_contiguous_c is_contiguous_f is_contiguous_any is_dense offset_bounds min_offset max_offset"""
    found = {name: listed(getattr(layout, name)) for name in names.split()}
    found["flattened_axis_mask"] = layout.flattened_axis_mask()
    try:
        found["required_size_in_bytes"] = layout.required_size_in_bytes()
    except ValueError:
        found["required_size_in_bytes"] = None
    return found


def tupled(value):
    return tuple(value) if isinstance(value, list) else value


def sliced(slices):
    def one(part):
        return slice(part["start"], part["stop"], part["step"]) if isinstance(part, dict) else part

    return tuple(map(one, slices)) if isinstance(slices, list) else one(slices)


def call(op, args):
    """The answer of cuda.core to a row."""
    if op == "new":
        return fields(StridedLayout(tuple(args["shape"]), tupled(args["strides"]), args["itemsize"], args["divide_strides"]))
    if op == "dense":
        return fields(StridedLayout.dense(tuple(args["shape"]), args["itemsize"], tupled(args["stride_order"])))
    a = made(args["layout"])
    if op == "properties":
        return properties(a)
    if op == "volume":
        return a.volume
    if op == "strides_in_bytes":
        return listed(a.strides_in_bytes)
    if op == "eq":
        return a == made(args["other"])
    if op == "repr":
        return repr(a).removeprefix("_")
    if op == "flattened_axis_mask":
        return a.flattened_axis_mask()
    if op == "required_size_in_bytes":
        return a.required_size_in_bytes()
    if op == "max_compatible_itemsize":
        return a.max_compatible_itemsize(args["max_itemsize"], args["data_ptr"], args["axis"])
    if op == "dense_like":
        return fields(StridedLayout.dense_like(a, tupled(args["stride_order"])))
    if op == "sliced":
        return fields(a.sliced(sliced(args["slices"])))
    operands = {
        "to_dense": ["stride_order"],
        "permuted": ["axis_order"],
        "flattened": ["start_axis", "end_axis", "mask"],
        "squeezed": [],
        "unsqueezed": ["axis"],
        "broadcast_to": ["shape"],
        "reshaped": ["shape"],
        "repacked": ["itemsize", "data_ptr", "axis", "keep_dim"],
    }[op]
    return fields(getattr(a, op)(*(tupled(args[name]) for name in operands)))


def answer(op, args):
    try:
        return {"out": call(op, args)}
    except Exception as refused:
        return {"error": f"{type(refused).__name__}: {refused}"}


def offsets(layout):
    """The offsets of the elements, with the last axis fastest."""
    shape, strides = layout["shape"], layout["strides"]
    if strides is None:
        strides = [product(shape[k + 1 :]) for k in range(len(shape))]
    start = layout.get("slice_offset") or 0
    ranges = [[i * step for i in range(extent)] for extent, step in zip(shape, strides)]
    return [start + sum(index) for index in itertools.product(*ranges)]


def reshape_by_definition(layout, shape):
    """Strides that give the elements in unchanged order another shape, or None where there are none."""
    volume, shape = product(layout["shape"]), list(shape)
    if shape.count(-1) == 1:
        rest = product(extent for extent in shape if extent != -1)
        if rest <= 0 or volume % rest:
            return None
        shape[shape.index(-1)] = volume // rest
    if min(shape, default=1) < 0 or product(shape) != volume or volume == 0:
        return None
    all_offsets, step, strides = offsets(layout), 1, [0] * len(shape)
    for axis in reversed(range(len(shape))):
        if shape[axis] > 1:
            strides[axis] = all_offsets[step] - all_offsets[0]
        step *= shape[axis]
    found = {"shape": shape, "strides": strides, "slice_offset": layout.get("slice_offset") or 0}
    return found if offsets(found) == all_offsets else None


def corrected(row):
    """The row with the true answer beside one that the definition refutes."""
    op, args = row["op"], row["args"]
    layout = args.get("layout")
    if layout is None or product(layout["shape"]) > MOST_ELEMENTS:
        return row
    if op == "properties" and "out" in row:
        found = offsets(layout)
        if row["out"]["is_unique"] != (len(set(found)) == len(found)):
            row["exact"] = {"is_unique": not row["out"]["is_unique"]}
    if op == "reshaped":
        exists = reshape_by_definition(layout, args["shape"])
        if "error" in row and exists:
            row["exact"] = exists
        if "out" in row and product(layout["shape"]) and offsets(row["out"]) != offsets(layout):
            row["exact"] = exists or {"error": "no strides give these elements that shape"}
    if op == "repacked" and "out" in row and args["itemsize"] % layout["itemsize"] and layout["itemsize"] % args["itemsize"]:
        row["exact"] = {"error": "one itemsize must divide the other"}
    return row


def again():
    """Calls every stored row anew. Prints the rows whose answers differ, and how many there are."""
    rows = [json.loads(line) for line in ROWS.read_text().splitlines()]
    different = 0
    for number, row in enumerate(rows, 1):
        found = answer(row["op"], row["args"])
        if found != {name: row[name] for name in ("out", "error") if name in row}:
            different += 1
            print(f"{ROWS.name}:{number}: {row['op']} {row['args']}\n    {found}")
    print(f"{different} of {len(rows)} rows are answered otherwise")
    return different


class Drawer:
    """Random calls, some with up to 64 axes, some that cuda.core refuses."""

    def __init__(self, seed, wide):
        self.draw, self.wide = random.Random(seed), 1.0 if wide else 0.2

    def shape(self):
        choose = self.draw.choice
        if self.draw.random() < self.wide:
            return [choose([1, 1, 1, 2]) if k % 6 == 0 else 1 for k in range(self.draw.randint(13, 64))]
        return [choose([0, 1, 1, 2, 2, 3, 4, 5, 6, 8, 12]) for _ in range(self.draw.randint(0, 5))]

    def layout(self):
        choose, shape = self.draw.choice, self.shape()
        if self.draw.random() < 0.1:
            return {"shape": shape, "strides": None, "itemsize": choose([1, 2, 4, 8, 16]), "slice_offset": 0}
        axes, strides, step = list(range(len(shape))), [0] * len(shape), choose([1, 1, 1, 2, 3])
        if self.draw.random() < 0.4:
            self.draw.shuffle(axes)
        for axis in reversed(axes):
            strides[axis] = step if self.draw.random() < 0.85 else choose([0, 1, -1, 2, 3, 7, -12, 40])
            if self.draw.random() < 0.1:
                strides[axis] = -strides[axis]
            step *= max(shape[axis], 1)
        offset = 0 if self.draw.random() < 0.5 or len(shape) > 63 else self.draw.randint(-3, 200)
        return {"shape": shape, "strides": strides, "itemsize": choose([1, 2, 4, 8, 16]), "slice_offset": offset}

    def slice(self):
        bound = lambda: self.draw.choice([None, None, 0, 1, 2, 3, -1, -2, -9, 9])
        if self.draw.random() < 0.25:
            return self.draw.choice([0, 0, 1, 2, -1, -2, 5])
        return {"start": bound(), "stop": bound(), "step": self.draw.choice([None, 1, 1, 2, 3, -1, -2, 0])}

    def order(self, rank):
        axes = list(range(rank))
        self.draw.shuffle(axes)
        if axes and self.draw.random() < 0.1:
            axes[0] = self.draw.choice([-1, 0, 9, 64])
        return axes

    def other_shape(self, layout):
        """A factorization of the volume, sometimes with an extent to infer, or any shape."""
        if self.draw.random() < 0.1:
            return self.shape()
        left, shape = product(layout["shape"]), []
        for _ in range(self.draw.choice([0, 1, 2, 3, 40])):
            extent = self.draw.choice([1, 1, 2, 3, 4, 6])
            if left and left % extent == 0:
                shape.append(extent)
                left //= extent
        shape.insert(self.draw.randint(0, len(shape)), left)
        if self.draw.random() < 0.2:
            shape[self.draw.randrange(len(shape))] = -1
        return shape

    def row(self):
        choose = self.draw.choice
        op = choose(
            """new dense properties properties permuted sliced sliced dense_like to_dense flattened flattened
            flattened_axis_mask squeezed unsqueezed broadcast_to reshaped reshaped reshaped repacked repacked
            max_compatible_itemsize repr eq required_size_in_bytes strides_in_bytes volume""".split()
        )
        layout = self.layout()
        shape, rank = layout["shape"], len(layout["shape"])
        args = {"layout": layout}
        if op == "new":
            divide = choose([False, True])
            strides, size = layout["strides"], layout["itemsize"]
            if divide and strides:
                strides = [step * size + choose([0, 0, 0, 0, 0, 0, 0, 1]) for step in strides]
            args = {"shape": shape, "strides": strides, "itemsize": choose([size, size, size, 0, -1]), "divide_strides": divide}
        elif op == "dense":
            args = {"shape": shape, "itemsize": layout["itemsize"], "stride_order": choose(["C", "F", self.order(rank)])}
        elif op in ("dense_like", "to_dense"):
            args["stride_order"] = choose(["K", "C", "F", self.order(rank)])
        elif op == "permuted":
            args["axis_order"] = self.order(choose([rank, rank, rank, rank, rank + 1]))
        elif op == "sliced":
            args["slices"] = [self.slice() for _ in range(self.draw.randint(0, rank + (self.draw.random() < 0.1)))]
        elif op == "flattened":
            mask = choose([None, None, self.draw.getrandbits(max(rank, 1)), self.draw.getrandbits(4)])
            args |= {"start_axis": choose([0, 0, 1, -2, 70]), "end_axis": choose([-1, -1, 1, 2, 40, -90]), "mask": mask}
        elif op == "unsqueezed":
            axes = [self.draw.randint(-3, rank + 2) for _ in range(choose([0, 1, 2, 3]))]
            args["axis"] = choose([axes, self.draw.randint(0, rank), self.draw.randint(-rank - 2, rank + 2)])
        elif op == "broadcast_to":
            wider = [choose([1, 2, 3]) for _ in range(choose([0, 0, 1, 2, 60]))]
            args["shape"] = wider + [choose([e, e, e, 2]) if e == 1 or self.draw.random() < 0.05 else e for e in shape]
        elif op == "reshaped":
            args["shape"] = self.other_shape(layout)
        elif op == "repacked":
            args |= {
                "itemsize": choose([1, 2, 4, 8, 16, 32, 3, 0]),
                "data_ptr": choose([0, 0, 0, 16, 4, 6]),
                "axis": choose([-1, -1, -1, 0, 1, rank]),
                "keep_dim": choose([True, False]),
            }
        elif op == "max_compatible_itemsize":
            args |= {"max_itemsize": choose([16, 16, 4, 32, 0]), "data_ptr": choose([0, 0, 16, 4, 6]), "axis": choose([-1, -1, 0, 1, rank])}
        elif op == "eq":
            args["other"] = choose([layout, self.layout()])
        return corrected({"sys": "cuda.core", "op": op, "args": args} | answer(op, args) | {"src": "drawn"})


if __name__ == "__main__":
    if sys.argv[1:2] == ["again"]:
        sys.exit(again() > 0)
    if sys.argv[1:2] not in (["draw"], ["wide"]) or len(sys.argv) != 4:
        sys.exit(__doc__)
    drawer = Drawer(int(sys.argv[3]), sys.argv[1] == "wide")
    for _ in range(int(sys.argv[2])):
        print(json.dumps(drawer.row(), separators=(",", ":")))
