"""The golden rows of XLA, cuda.core, the CuTe DSL and Triton through the package.

`tests/golden/systems/README.md` says where the rows are from, and why some are decided otherwise. Each row is equal, refused by both, or
falls under a reason whose count is stated here.
"""
import itertools
import re

import pytest

import static_layout as sl
from golden_rows import GOLDEN, NO_CALL, NoSurface, check_system, is_same
from static_layout import BitLayout, Layout, LayoutError, Tiler


def xla(row):
    op, args = row["op"], row["args"]

    def untiled(text):
        return sl.xla(re.sub(r":T[()\d,*]*", "", text))

    def indices():
        extents = re.search(r"\[([^]]*)\]", args["shape"])[1]
        return list(itertools.product(*(range(int(n)) for n in extents.split(",") if n)))

    calls = {
        "physical_offset": lambda: sl.xla(args["shape"])(tuple(args["index"])),
        "linear_index_tiled": lambda: sl.xla(args["shape"])(tuple(args["index"])),
        "multi_to_linear": lambda: untiled(args["shape"])(tuple(args["index"])),
        "linear_to_multi": lambda: list(sl.coord_of(untiled(args["shape"]), args["linear"])),
        "offsets": lambda: list(map(sl.xla(args["shape"]), indices())),
        "elements_in": lambda: sl.size(untiled(args["shape"])),
        "is_zero_element_array": lambda: sl.size(untiled(args["shape"])) == 0,
        "dimension_strides": lambda: list(untiled(args["shape"]).stride),
        "memory": lambda: sorted(range(len(indices())), key=list(map(untiled(args["shape"]), indices())).__getitem__),
        "padded_offset": lambda: Layout(tuple(args["padded_dimensions"]), strides(args))(tuple(args["index"])),
    }

    def strides(args):
        found, step = [0] * len(args["padded_dimensions"]), 1
        for axis in args["minor_to_major"]:
            found[axis] = step
            step *= args["padded_dimensions"][axis]
        return tuple(found)

    if op == "parse_shape" and "out" in row and "layout" in row["out"]:
        try:
            a = sl.xla(args["text"])
        except LayoutError as error:
            raise NoSurface(f"a text of XLA that is no layout of strides: {NO_CALL}") from error
        # A tile that does not divide an extent adds elements.
        assert all(sl.product(ours) >= theirs for ours, theirs in zip(a.shape, row["out"]["dimensions"])), row
        return "equal"
    if op not in calls:
        raise NoSurface(f"XLA's shapes and bitcasts: {NO_CALL}")
    try:
        got = calls[op]()
    except LayoutError as error:
        if "out" not in row:
            return "refused by both"
        raise NoSurface(f"a text of XLA that is no layout of strides: {NO_CALL}") from error
    if op == "dimension_strides" and got != row["out"]:
        assert all(ours in (theirs, 0) for ours, theirs in zip(got, row["out"])), (row, got)
        return "an extent of 1 has the stride 0"
    assert got == row.get("exact", row.get("out")), (row, got)
    return "equal" if "exact" not in row else "wrong, answered rightly"


def properties(a, stated, is_exact):
    """The properties that a layout has."""
    least, greatest = stated["offset_bounds"]
    found = {
        "ndim": len(a), "shape": list(a.shape), "volume": sl.size(a), "stride_order": list(sl.stride_order(a)),
        "is_unique": sl.is_injective(a), "is_contiguous_c": sl.is_contiguous_c(a), "is_contiguous_f": sl.is_contiguous_f(a),
        "is_contiguous_any": sl.is_contiguous_any(a),
    }
    if sl.size(a):
        offset = stated["slice_offset"]
        assert (sl.min_offset(a) + offset, sl.max_offset(a) + offset) == (least, greatest), (a, stated)
    differs = {name for name, value in found.items() if stated[name] != value}
    if differs:
        assert 1 in a.shape or not sl.size(a), (a, stated, found)
        return "extents of 1 hold nothing up"
    return "wrong, answered rightly" if is_exact else "equal"


def elements(a):
    """All offsets in row-major order of the modes."""
    return [a(c) for c in itertools.product(*(range(sl.size(mode)) for mode in a))]


def cuda_core(row):
    op, args = row["op"], row["args"]
    if op in ("repacked", "max_compatible_itemsize", "required_size_in_bytes", "strides_in_bytes", "repr", "eq", "new",
              "flattened_axis_mask"):
        raise NoSurface(f"cuda.core's sizes in bytes, orders and masks: {NO_CALL}")

    def array(json_):
        shape = tuple(json_["shape"])
        strides = json_["strides"]
        return sl.row_major(shape) if strides is None else Layout(shape, tuple(strides))

    def part(text):
        if isinstance(text, int):
            return str(text)
        start, stop, step = ("" if text.get(name) is None else text[name] for name in ("start", "stop", "step"))
        return f"{start}:{stop}:{step}"

    if max([len(args.get("layout", args)["shape"]), len(args.get("shape", ())), len((row.get("out") or {}).get("shape", ()))
            if isinstance(row.get("out"), dict) else 0]) > 12:
        raise NoSurface(f"more axes than a layout has modes: {NO_CALL}")
    try:
        offset = args.get("layout", {}).get("slice_offset", 0)
        a = array(args["layout"]) if "layout" in args else None
        if op == "properties":
            return properties(a, {**row["out"], **row.get("exact", {})}, "exact" in row)
        if op in ("dense", "dense_like", "to_dense"):
            order = args["stride_order"]
            if order not in ("C", "F"):
                raise NoSurface(f"cuda.core's sizes in bytes, orders and masks: {NO_CALL}")
            got = {"C": sl.row_major, "F": sl.col_major}[order](args["shape"] if a is None else a.shape)
            offset = 0
        elif op == "volume":
            assert sl.size(a) == row["out"], row
            return "equal"
        elif op == "permuted":
            got = sl.permute(a, tuple(args["axis_order"]))
        elif op == "reshaped":
            got = sl.reshape(a, tuple(args["shape"]))
        elif op == "broadcast_to":
            got = sl.broadcast_to(a, tuple(args["shape"]))
        elif op == "squeezed":
            got = sl.squeeze(a)
        elif op == "unsqueezed":
            got = sl.unsqueeze(a, tuple(args["axis"]) if isinstance(args["axis"], list) else args["axis"])
        elif op == "sliced":
            slices = args["slices"] if isinstance(args["slices"], list) else [args["slices"]]
            if isinstance(args["slices"], str):
                raise NoSurface(f"cuda.core's sizes in bytes, orders and masks: {NO_CALL}")
            got, moved = sl.slice_axes(a, ", ".join(map(part, slices))) if slices else (a, 0)
            offset += moved
        else:
            begin, end = args["start_axis"], args["end_axis"]
            if args["mask"] is not None or begin or end != -1:
                raise NoSurface(f"cuda.core's sizes in bytes, orders and masks: {NO_CALL}")
            got = sl.merge_axes(a, 0, len(a))
    except (LayoutError, TypeError, OverflowError):
        if "out" not in row or "error" in row.get("exact", {}):
            return "refused by both"
        assert op == "flattened" and not a.shape or op == "permuted" and min(args["axis_order"]) < 0, row
        raise NoSurface(f"axes counted from the end, and a scalar as an axis: {NO_CALL}") from None
    stated = row.get("exact", row.get("out"))
    if stated is None:
        assert op == "reshaped" and sl.depth(got) > 1 and elements(got) == elements(a), (row, got)
        return "refused there, nested modes here"
    out = array(stated)
    if is_same(got, out) and offset == stated["slice_offset"]:
        return "equal" if "exact" not in row else "wrong, answered rightly"
    assert sl.size(got) == 0 and got.shape == out.shape or 1 in a.shape and len(got) <= len(out) and sl.reshape(out, got.shape) == got, (row, got)
    return "extents of 1 hold nothing up" if sl.size(got) else "an empty array has no strides"


def facts(text):
    """The leaves of a type of the DSL: the width and the divisor of `?{i64 div=8}`, or the integer."""
    def fact(leaf):
        if not leaf.startswith("?"):
            return leaf
        divisor = re.search(r"div=(\d+)", leaf)
        return ("i64" in leaf, int(divisor[1]) if divisor else 1)

    shape, stride = text.split('"')[1].split(":")
    leaf = r"\?(?:\{[^}]*\})?|-?\d+"
    return [[fact(found) for found in re.findall(leaf, part)] for part in (shape, stride)]


def dsl_text(value):
    """The DSL's text, or ours where the DSL has no word for a bound."""
    try:
        return sl.to_text(value, "cute-dsl")
    except LayoutError:
        return f'"{value}"'


def cute_dsl(row):
    op = row["op"]
    try:
        args = [sl.cute_dsl(text) if text.startswith("!") else Tiler(text) for text in row["args"]]
        got = getattr(sl, op)(*args)
    except LayoutError as error:
        if "out" not in row:
            return "refused by both"
        assert "depends on the integers" in str(error) or "does not divide" in str(error), (row, error)
        return "depends on the integers, or an extent that the tile does not divide: refused"
    assert "out" in row, row
    ours = dsl_text(got)
    if ours == row["out"]:
        return "equal"
    (shape, stride), (their_shape, their_stride) = facts(ours), facts(row["out"])
    if len(shape) != len(their_shape):
        assert op == "coalesce" and dsl_text(sl.coalesce(sl.cute_dsl(row["out"]))) == ours, row
        return "run-time modes that continue each other: one mode"
    for mine, theirs, extent in zip(shape + stride, their_shape + their_stride, shape + shape):
        assert isinstance(mine, str) == isinstance(theirs, str) or extent == "1", (row, ours)
        if isinstance(mine, str) or isinstance(theirs, str):
            assert mine == theirs or extent == "1", (row, ours)
        else:
            assert mine[1] % theirs[1] == 0, (row, ours)
    return "the same, with more known, or nested otherwise"


def bits(layout):
    """The text of a linear layout of a row."""
    def bases(rows):
        return " ".join("(" + ",".join(map(str, row)) + ")" for row in rows)

    inputs = ", ".join(f"{name}: {bases(rows)}".strip() for name, rows in layout["inputs"])
    outputs = ", ".join(f"{name}: {width}" for name, width in layout["outputs"])
    return BitLayout(f"{{{inputs}}} -> {{{outputs}}}")


def attribute(row):
    """An encoding as a layout: from (thread, value, block) to coordinates, or from coordinates to offsets."""
    images, rank = row["images"], len(row["shape"])
    try:
        a = sl.triton(f"tensor<{'x'.join(map(str, row['shape']))}xf32, {row['text']}>")
    except LayoutError as error:
        assert re.search("a part of the tensor each|tensor memory has rows|no layout has these bits", str(error)), (row, error)
        return "several memories, tensor memory, or bits that no layout has: refused"
    if "offset" in images:
        assert all(a(tuple(image)) == 1 << k for k, image in enumerate(images["offset"]) if any(image)), (row, a)
        return "equal"
    for mode, bases in enumerate((images["lane"] + images["warp"], images["register"], images.get("block", []))[: len(a)]):
        for k, image in enumerate(bases):
            found = a(tuple(1 << k if i == mode else 0 for i in range(len(a))))
            found = found if isinstance(found, tuple) else (found,)
            assert found + (0,) * (rank - len(found)) == tuple(image), (row, a)
    return "equal"


def triton(row):
    op = row["op"]
    if op == "attribute":
        return attribute(row)
    if op == "padded":
        raise NoSurface(f"paddings of shared memory: {NO_CALL}")
    a, b = bits(row["a"]), bits(row["b"])
    got = {"compose": lambda: b @ a, "product": lambda: a * b, "convert": lambda: a.convert(b), "invert": a.inverse}[op]()
    assert got == bits(row["result"]), (row, got)
    return "equal"


SYSTEMS = {"xla": xla, "cuda_core": cuda_core, "cute_dsl": cute_dsl, "triton": triton, "triton_kinds": triton}
COUNTS = {
    "xla": {
        "XLA's shapes and bitcasts: no call in Python": 365,
        "equal": 209,
        "a text of XLA that is no layout of strides: no call in Python": 17,
        "an extent of 1 has the stride 0": 3,
        "refused by both": 2,
        "wrong, answered rightly": 1,
    },
    "cuda_core": {
        "equal": 333,
        "cuda.core's sizes in bytes, orders and masks: no call in Python": 271,
        "more axes than a layout has modes: no call in Python": 102,
        "refused by both": 60,
        "refused there, nested modes here": 14,
        "wrong, answered rightly": 6,
        "extents of 1 hold nothing up": 5,
        "axes counted from the end, and a scalar as an axis: no call in Python": 4,
        "an empty array has no strides": 1,
    },
    "cute_dsl": {
        "the same, with more known, or nested otherwise": 318,
        "equal": 234,
        "depends on the integers, or an extent that the tile does not divide: refused": 43,
        "run-time modes that continue each other: one mode": 5,
    },
    "triton": {
        "equal": 1109,
    },
    "triton_kinds": {
        "equal": 520,
        "several memories, tensor memory, or bits that no layout has: refused": 138,
        "paddings of shared memory: no call in Python": 42,
    },
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_row(name):
    check_system(name, SYSTEMS[name], COUNTS[name])


def test_every_file():
    files = {path.stem for path in (GOLDEN / "systems").glob("*.jsonl")}
    assert files == {*SYSTEMS, "mojo", "moye", "ascend", "sharding"}
