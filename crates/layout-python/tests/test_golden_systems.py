"""The golden rows of other systems through the package: Mojo, MoYe, Ascend, XLA, cuda.core, the CuTe DSL, Triton.

`tests/golden/systems/README.md` says where the rows are from, and why some are decided otherwise. Each row is equal, refused by both, or
falls under a reason whose count is stated here.
"""
import collections
import itertools
import json
import re

import pytest

import static_layout as sl
from static_layout import BitLayout, Layout, LayoutError, Swizzle, Tiler
from test_golden import GOLDEN, NoSurface, flat, integers, is_same, read, table

NO_CALL = "no call in Python"


def by_mode(a):
    """Coalesced mode by mode."""
    return sl.coalesce(a, (1,) * len(a)) if isinstance(a.shape, tuple) else sl.coalesce(a)


def algebra(op, args):
    """The operations that Mojo and MoYe share."""
    a, b = read(args[0]), read(args[1]) if len(args) > 1 else None
    if op in ("row_major", "col_major", "make_ordered_layout", "shape_div", "congruent", "weakly_congruent", "compatible"):
        return getattr(sl, op)(*map(read, args))
    if op in ("size", "cosize", "rank") and not isinstance(a, Layout):
        return sl.product(a)
    if op == "complement":
        return sl.complement(a, b if b is not None else sl.cosize(a))
    if op == "coalesce_keep_rank":
        return by_mode(a)
    if op.endswith("_coalesce"):
        return by_mode(getattr(sl, op[: -len("_coalesce")])(a, b))
    if op == "transpose":
        return sl.permute(a, tuple(reversed(range(len(a)))))
    if op.endswith("_by_mode"):
        return getattr(sl, op[: -len("_by_mode")])(a, Tiler(*map(read, args[1:])))
    if op == "mode":
        return sl.mode(a, b)
    if op in ("logical_product", "zipped_product", "tiled_product", "logical_divide", "zipped_divide", "composition"):
        return getattr(sl, op)(a, b if isinstance(b, Layout) else Layout(b))
    return getattr(sl, op)(*map(read, args))


def padded(op, args):
    """The result of the operation that rounds up, or None."""
    a, name = read(args[0]), op.replace("_by_mode", "") + "_padded"
    try:
        if op == "complement":
            return sl.complement_padded(a, read(args[1]) if len(args) > 1 else sl.cosize(a))
        tiler = Tiler(*map(read, args[1:])) if "by_mode" in op else read(args[-1])
        return getattr(sl, name)(a, tiler).layout if hasattr(sl, name) else None
    except LayoutError:
        return None


def at(a, x):
    """The offset at a linear index, the last mode of the coalesced layout without an end."""
    a = sl.coalesce(a)
    return sl.crd2idx(x, a.shape, a.stride)


def satisfies(op, args, r):
    """Whether a result satisfies the equation of the operation; None where no equation is checked."""
    a = read(args[0])
    b = read(args[1]) if len(args) > 1 else None
    if not isinstance(r, Layout) or sl.size(r) > 1 << 16:
        return None
    if op == "composition":
        return sl.size(r) == sl.size(b) and table(r) == [at(a, x) for x in table(b)]
    if op == "composition_by_mode":
        return all(satisfies("composition", (a[k], args[k + 1]), r[k]) for k in range(len(args) - 1))
    if op == "complement":
        m = b if b is not None else sl.cosize(a)
        sums = [x + y for x in table(sl.filter(a)) for y in table(r)]
        return sorted(sums) == list(range(m))
    if op in ("logical_divide", "zipped_divide", "zipped_divide_by_mode", "logical_divide_by_mode"):
        same = collections.Counter(table(r)) == collections.Counter(table(a))
        return same and ("by_mode" in op or table(r[0]) == [at(a, x) for x in table(b)])
    if op == "logical_product":
        sums = table(r)
        return r[0] == a and sl.size(r[1]) == sl.size(b) and len(set(sums)) == len(sums)
    if op == "left_inverse":
        return [at(r, x) for x in table(a)] == list(range(sl.size(a)))
    if op == "right_inverse":
        return [at(a, x) for x in table(r)] == list(range(sl.size(r)))
    if op == "max_common_layout":
        return all([at(side, x) for x in table(r)] == list(range(sl.size(r))) for side in (a, b))
    if op in ("blocked_product", "raked_product"):
        return sl.size(r) == sl.size(a) * sl.size(b) and sl.is_injective(r)
    if op == "make_ordered_layout":
        return sl.is_bijective(r)
    if op == "tile_to_shape":
        return sl.size(r) == sl.product(b) and len(r) == len(b)
    return None


DECIDED = {
    "upcast": "an upcast that rounds: refused",
    "shape_div": "a division with a rest: refused",
    "logical_product_by_mode": "a product by mode that is no composition: refused",
}


def judged(row, op, args, got, out):
    """The outcome where answer and row differ. `got` is a LayoutError for a refusal, `out` None."""
    if op == "cosize" and "-" in args[0]:
        return "the cosize of negative strides"
    if op == "depth":
        return "the depth of tuples side by side adds up there"
    if op == "make_ordered_layout" and args[1] == "(10,2)":
        return "run-time orders are not looked at there"
    if op == "index_to_coord" and args[0] == "(1,4):(0,1)":
        return "an extent of 1 has the coordinate 1"
    is_refused = isinstance(got, LayoutError)
    broken = row.get("law") == "broken" or out is not None and satisfies(op, args, out) is False
    if is_refused and broken:
        return "wrong, refused"
    if is_refused and op in DECIDED:
        return DECIDED[op]
    if not is_refused and broken and satisfies(op, args, got):
        return "wrong, answered rightly"
    if not is_refused and out is None and satisfies(op, args, got):
        return "refused there, answered"
    assert not is_refused, (row, got)
    if isinstance(out, Layout) and sl.same_function(got, out):
        return "the same function, nested otherwise"
    if op == "composition_by_mode":
        kept = Tiler(*map(read, args[1:]), *[None] * (len(read(args[0])) + 1 - len(args)))
        assert sl.same_function(sl.compose(read(args[0]), kept), out), (row, got)
        return "modes without a tiler: `_` keeps them here"
    assert op in ("left_inverse", "right_inverse") and satisfies(op, args, got), (row, got)
    return f"a {op.replace('_', ' ')} that is right, too"


def compared(row, op, args, call):
    """The outcome of a call beside a row."""
    text = row.get("out")
    if op == "make_ordered_layout" and args[0] == "4":
        return "a stride (1) of an extent 4"
    try:
        got = call()
    except LayoutError as error:
        if text is None:
            return "refused by both"
        if op == "complement" and read(args[-1]) == -1:
            return "an unknown range"
        other = padded(op, args)
        return "padded" if other is not None and is_same(other, read(text)) else judged(row, op, args, error, read(text))
    if isinstance(got, (str, bool)):
        assert str(text).lower() == str(got).lower(), (row, got)
        return "equal"
    out = None if text is None else read(text)
    if out is not None and is_same(got, out):
        return "equal"
    return judged(row, op, args, got, out)


def mojo_part(op, args):
    """A part of a tensor: (layout, offset, layout of an element)."""
    a, op = read(args[0]), op.replace("tile_tensor", "tensor")
    one = Layout(1, 1)
    if op == "tensor_tile":
        return (*sl.tile(a, Tiler(*read(args[1])), read(args[2])), one)
    if op.startswith("tensor_vectorize"):
        divided = sl.zipped_divide(a, Tiler(*read(args[1])))
        if op == "tensor_vectorize":
            return divided[1], 0, divided[0]
        return (*mojo_part("tensor_distribute", [str(divided[1]), *args[2:]])[:2], divided[0])
    if op == "tensor_distribute":
        threads, number = sl.flatten(read(args[1])), read(args[2])
        place = tuple(number // max(d, 1) % n for n, d in zip(threads.shape, threads.stride))
        divided = sl.zipped_divide(a, Tiler(*threads.shape))
        return (*sl.slice(divided, (place, (None,) * len(place))), one)
    if op == "tensor_split":
        count, axis, piece = map(read, args[1:])
        tiles = [sl.size(mode) for mode in a]
        tiles[axis] //= count
        return (*sl.tile(a, Tiler(*tiles), tuple(piece if k == axis else 0 for k in range(len(a)))), one)
    if op == "tensor_slice":
        return (*sl.slice_axes(a, ", ".join(args[1:]).replace("..", ":")), one)
    return sl.permute(a, tuple(reversed(range(len(a))))), 0, one


def mojo(row):
    op, args = row["op"], row["args"]
    if op == "print_layout":
        raise NoSurface(f"Mojo's table of a layout: {NO_CALL}")
    if op.startswith(("tensor_", "tile_tensor")):
        try:
            part, offset, element = mojo_part(op, args)
        except LayoutError:
            assert "out" not in row, row
            return "refused by both"
        if "out" not in row:
            return "does not compile there, answered"
        assert is_same(part, read(row["out"])) and offset == row["offset"], row
        assert "element" not in row or sl.size(element) == 1 or is_same(element, read(row["element"])), row
        return "equal"
    calls = {
        "print": lambda: sl.to_text(read(args[0]), "mojo"),
        "swizzle": lambda: Swizzle(*map(int, args[:3]))(int(args[3])),
        "make_layout": lambda: sl.from_modes(*map(read, args)),
        "zip_modes": lambda: sl.from_modes(*(sl.concat(x, y) for x, y in zip(read(args[0]), read(args[1])))),
        "index": lambda: sl.crd2idx(read(args[1]), read(args[0]).shape, read(args[0]).stride),
        "idx2crd": lambda: sl.coord_of(read(args[0]), read(args[1])),
        "depth": lambda: sl.depth(read(args[0])),
    }
    if op == "expand_modes_alike":
        pair = " ".join(map(str, sl.expand_modes_alike(*map(read, args))))
        assert all(is_same(read(ours), read(theirs)) for ours, theirs in zip(pair.split(), row["out"].split())), (row, pair)
        return "equal"
    if op == "print":
        assert "out" not in row or sl.mojo(row["out"]) == read(args[0])
    try:
        return compared(row, op, args, calls.get(op, lambda: algebra(op, args)))
    except AssertionError:
        if op in ("zipped_divide", "zipped_divide_by_mode", "downcast"):
            raise NoSurface(f"an operation with Mojo's own meaning: {NO_CALL}") from None
        raise


def zero_based(text):
    """A coordinate of MoYe, which counts from 1."""
    def less(c):
        return tuple(map(less, c)) if isinstance(c, tuple) else c if c is None else c - 1

    return less(integers(text.replace(":", "_")))


def one_based(c):
    """A coordinate as MoYe counts."""
    return tuple(map(one_based, c)) if isinstance(c, tuple) else c + 1


def moye(row):
    op, args = row["op"], row["args"]
    a = read(args[0])
    calls = {
        "index": lambda: one_based(sl.crd2idx(zero_based(args[1]), a.shape, a.stride)),
        "index_to_coord": lambda: one_based(sl.coord_of(a, read(args[1]) - 1)),
        "coord_to_index": lambda: one_based(sl.crd2idx(zero_based(args[1]), a)),
        "linear_coord": lambda: one_based(sl.crd2idx(sl.coord_of(a, read(args[1]) - 1), a.shape)),
        "increment": lambda: one_based(sl.increment(zero_based(args[0]), read(args[1]))),
        "slice": lambda: sl.slice(a, zero_based(args[1])).layout,
        "dice": lambda: sl.dice(a, zero_based(args[1])),
        "mode": lambda: sl.mode(a, read(args[1]) - 1),
        "depth": lambda: sl.depth(a),
    }
    if "out" not in row and row["error"].startswith("MethodError"):
        try:
            algebra(op, args)
            return "run-time tilers raise a MethodError there, answered"
        except LayoutError:
            return "refused by both"
    try:
        return compared(row, op, args, calls.get(op, lambda: algebra(op, args)))
    except (AssertionError, LayoutError):
        if op in ("make_fragment_like", "tile_to_shape", "colex_less", "elem_less", "increment"):
            raise NoSurface(f"an operation with MoYe's own meaning: {NO_CALL}") from None
        raise


def ascend(row):
    op, args = row["op"], row["args"]
    if "frame" in op or op in ("slice", "infer_pattern", "remove_batch", "capacity"):
        raise NoSurface(f"Ascend's formats by their names: {NO_CALL}")

    def made(text):
        value = read(text)
        if isinstance(value, Layout):
            return value
        return sl.row_major(value) if sl.depth(value) == 1 else sl.level_by_level(value)

    def modes():
        return sl.select(read(args[0]), tuple(flat(integers(f"({args[1]})")))) if len(args) > 1 else read(args[0])

    calls = {
        "make_layout": lambda: made(args[0]), "squeeze": lambda: made(args[0]),
        "index": lambda: read(args[0])(read(args[1])),
        "select": modes, "get": lambda: sl.get(read(args[0]), tuple(flat(integers(f"({args[1]})")))),
        "rank": lambda: sl.rank(read(args[0])), "size": lambda: sl.size(modes()),
        "cosize": lambda: sl.cosize(modes()), "coshape": lambda: sl.cosize(modes()),
    }
    try:
        got = calls[op]()
    except LayoutError:
        assert "out" not in row, row
        return "refused by both"
    if "out" not in row:
        assert args[0] in ("8:1", "(0,4)"), row
        return "an empty layout, or one of depth 0"
    out = read(row["out"])
    if is_same(got, out):
        return "equal"
    assert isinstance(out, Layout) and sl.same_function(got, out), (row, got)
    return "a mode of one leaf is that leaf, one selected mode a tuple of one"


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


SYSTEMS = {
    "mojo": mojo, "moye": moye, "ascend": ascend, "xla": xla, "cuda_core": cuda_core, "cute_dsl": cute_dsl, "triton": triton,
    "triton_kinds": triton,
}
COUNTS = {
    "mojo": {
        "equal": 481,
        "the same function, nested otherwise": 32,
        "wrong, answered rightly": 19,
        "wrong, refused": 19,
        "padded": 9,
        "Mojo's table of a layout: no call in Python": 7,
        "an operation with Mojo's own meaning: no call in Python": 7,
        "refused there, answered": 3,
        "an upcast that rounds: refused": 3,
        "does not compile there, answered": 3,
        "an unknown range": 1,
        "modes without a tiler: `_` keeps them here": 1,
        "the cosize of negative strides": 1,
        "refused by both": 1,
        "the depth of tuples side by side adds up there": 1,
        "a product by mode that is no composition: refused": 1,
        "a stride (1) of an extent 4": 1,
    },
    "moye": {
        "equal": 213,
        "refused by both": 11,
        "an operation with MoYe's own meaning: no call in Python": 9,
        "run-time tilers raise a MethodError there, answered": 7,
        "refused there, answered": 7,
        "the same function, nested otherwise": 6,
        "wrong, answered rightly": 3,
        "padded": 3,
        "the cosize of negative strides": 2,
        "an extent of 1 has the coordinate 1": 2,
        "wrong, refused": 2,
        "a division with a rest: refused": 1,
        "a right inverse that is right, too": 1,
        "a left inverse that is right, too": 1,
        "run-time orders are not looked at there": 1,
    },
    "ascend": {
        "Ascend's formats by their names: no call in Python": 131,
        "equal": 73,
        "refused by both": 7,
        "a mode of one leaf is that leaf, one selected mode a tuple of one": 3,
        "an empty layout, or one of depth 0": 2,
    },
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


def outcomes(name):
    """The outcomes of the rows of a system."""
    found = collections.Counter()
    for line in (GOLDEN / "systems" / f"{name}.jsonl").read_text().splitlines():
        try:
            found[SYSTEMS[name](json.loads(line))] += 1
        except NoSurface as reason:
            found[str(reason)] += 1
    return found


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_row(name):
    found = outcomes(name)
    without = sum(count for reason, count in found.items() if reason.endswith(NO_CALL))
    print(f"{name}: {found['equal']} of {sum(found.values())} equal, {without} without a call in Python")
    assert dict(found) == COUNTS[name], dict(found.most_common())


def test_every_file():
    files = {path.stem for path in (GOLDEN / "systems").glob("*.jsonl")}
    assert files == {*SYSTEMS, "sharding"}, "shardings have no call in Python"
