"""The golden rows of CuTe through the package. `tests/golden/README.md` says where they are from, and why some are decided otherwise.

A row is equal, refused by both, or falls under a reason whose count is stated here. No other outcome exists.
"""
import collections
import json
import re

import static_layout as sl
from golden_rows import GOLDEN, NoSurface, counted, flat, integers, is_same, read, table
from static_layout import ComposedLayout, Layout, LayoutError, Tiler


def shape_of(value):
    """The shape of a layout, or the shape itself."""
    return value.shape if isinstance(value, (Layout, ComposedLayout)) else value


def tiler(row, a, b):
    """The second operand of a divide, product or composition: in MLIR a shape is a tiler by mode, in C++ a layout."""
    if not isinstance(b, (tuple, int)):
        return b
    is_shape = (row.get("kinds") or ["", ""])[1] == "shape" and isinstance(b, tuple)
    has_modes = len(a) > 1 if isinstance(a, ComposedLayout) else len(b if is_shape else ()) <= len(a) or row["op"] == "composition"
    return Tiler(*map(Layout, b)) if is_shape and has_modes else Layout(b)


def part(row, a):
    """The mode that the attribute of a row names."""
    path = path_of(row)
    if any(i < 0 for i in path):
        raise NoSurface("mode numbers below 0")
    for i in path:
        if not isinstance(shape_of(a), tuple):
            raise NoSurface("paths past a leaf")
        a = sl.mode(a, i)
    return a


def path_of(row):
    """The integers of the attribute of a row."""
    return [int(n) for n in re.findall(r"-?\d+", str(row.get("attr") or ""))]


def padded_coordinate(c, rank):
    """A coordinate with `None` for the modes past it."""
    c = c if isinstance(c, tuple) else (c,)
    return c + (None,) * (rank - len(c))


def outer(a, t, at):
    """The elements at one coordinate of all tiles."""
    divided = sl.zipped_divide(a, t)
    return sl.slice(divided, (padded_coordinate(at, len(divided[0])), (None,) * len(divided[1])))


def partition(op, a, t, at, step=None):
    """The part of a tensor: a zipped divide, then a slice."""
    if op == "local_partition":
        number = sl.inverse(t)(at)
        return outer(a, Tiler(*sl.product_each(t.shape)), sl.flat_coord(t, number))
    if op == "outer_partition":
        return outer(a, t, at)
    if step is not None:
        return sl.tile(a, t, at, tuple(i for i, kept in enumerate(step) if kept is not None))
    return sl.tile(a, t, padded_coordinate(at, len(sl.zipped_divide(a, t)[1])))




def answer(row):
    """The result of the package; an exception for a refusal."""
    op, texts = row["op"], [str(text) for text in row["args"]]
    if any("?" in text for text in texts):
        raise NoSurface("run-time integers without a value (`?`)")
    if any(" o " in text and not text.startswith(("S<", "Sw<")) for text in texts):
        raise NoSurface("a layout after a layout, which is not evaluated there")
    if any(max(text.count("["), text.count("<")) > 1 for text in texts):
        raise NoSurface("nested by-mode tilers")
    if op == "equal" or op == "elem_less" and "out" in row:
        raise NoSurface("a truth value that the row does not tell")
    args = [read(text) for text in texts]
    a = args[0]
    if op.startswith("get_"):
        natural = sl.coord_of(a, args[1])
        index = sl.crd2idx(natural, a.shape)
        if op == "get_hier_coord":
            return natural
        return index if op == "get_1d_coord" or len(a) == 1 else sl.flat_coord(a, index)
    if op in ("make_layout_left", "make_layout_right"):
        return (sl.col_major if op.endswith("left") else sl.row_major)(shape_of(a))
    if op in ("make_ordered_layout", "congruent", "weakly_congruent", "compatible"):
        return getattr(sl, op)(*map(shape_of, args))
    if op in ("local_tile", "inner_partition", "outer_partition", "local_partition"):
        return partition(op, *args)
    if op == "make_identity_layout":
        return sl.identity(shape_of(a))
    if op == "domain_distribute":
        return sl.distribute(shape_of(a), args[1])
    if op == "crd2idx":
        return sl.Layout(shape_of(args[1]))(a)
    if op == "idx2crd":
        compact = sl.Layout(shape_of(args[1]))
        return sl.coord(compact, compact(a))
    if op in ("index", "composed_index"):
        return image(a, args[1])
    if op == "layout_eval":
        return image(args[1], a)
    if op == "composed_table":
        return [a(i) for i in range(sl.size(a))]
    if op.startswith("composed_get_"):
        return getattr(a, {"inner": "swizzle", "offset": "offset", "outer": "layout"}[op.rsplit("_", 1)[1]])
    if op == "swizzle":
        return a(args[1])
    if op in ("size", "cosize", "rank", "depth"):
        return getattr(sl, op)(part(row, a))
    if op == "get":
        return part(row, a)
    if op == "select":
        modes = tuple(path_of(row)) if "attr" in row else args[1]
        if min(flat(modes), default=0) < 0:
            raise NoSurface("mode numbers below 0")
        return sl.select(a, modes)
    if op == "group_modes":
        begin, end = path_of(row)
        if min(begin, end) < 0:
            raise NoSurface("mode numbers below 0")
        return sl.group(a, begin, end)
    if op == "group":
        return sl.group(a, args[1], sl.rank(a) if args[2] == -1 else args[2])
    if op == "recast_layout":
        new, old = path_of(row)
        return sl.recast_bits(a, old, new)
    if op == "complement":
        return sl.complement(a, sl.size(shape_of(args[1])) if len(args) > 1 else sl.cosize(a))
    if op == "coalesce" and len(args) > 1:
        return sl.coalesce(a, shape_of(args[1]))
    if op in TILED:
        return getattr(sl, op)(a, tiler(row, a, args[1]))
    if op in TUPLES:
        return getattr(sl, TUPLES[op])(*args)
    if op in ("zip",):
        return sl.zip(sl.concat(a, args[1]))
    return getattr(sl, op)(*args)


TILED = {"composition", "logical_divide", "zipped_divide", "tiled_divide", "flat_divide", "logical_product", "zipped_product",
         "tiled_product", "flat_product", "blocked_product", "raked_product"}
TUPLES = {"ceil_div": "ceil_div_by_mode", "tuple_add": "elem_add", "tuple_sub": "elem_sub", "tuple_product": "product",
          "tuple_product_each": "product_each", "increment_coord": "increment"}


def image(a, c):
    """The offset of a coordinate that may be past the end, or the coordinate where strides are in units."""
    try:
        return a(c)
    except LayoutError:
        return sl.crd2idx(c, a.shape, a.stride)



def padded(row):
    """The result of the operation that rounds up."""
    a, b = read(row["args"][0]), read(row["args"][-1])
    if row["op"] == "complement":
        return sl.complement_padded(a, sl.size(shape_of(b)) if len(row["args"]) > 1 else sl.cosize(a))
    sibling = getattr(sl, row["op"] + "_padded", None)
    return sibling(a, tiler(row, a, b)).layout if sibling else None


def filled(c, i):
    """A coordinate with `i` for `None`."""
    return tuple(filled(part, i) for part in c) if isinstance(c, tuple) else i if c is None else c


REFUSED = {
    "Unit": "complements, products, tiles and inverses in units: refused",
    "Broadcast": "a tiler that repeats elements: refused",
    "TooManyModes": "a tiler by mode of higher rank: refused",
    "Leaves": "a swizzle that leads out of an inverse: refused",
    "Within": "a swizzle that moves parts of elements: refused",
    "Nesting": "sums and differences of tuples that are not nested alike: refused",
}


def refused(row, error):
    """The outcome of a refusal."""
    op, out = row["op"], row.get("out")
    if out is None:
        return "refused by both"
    if row.get("class") == "wrong":
        return "wrong, refused"
    if error.rule in REFUSED:
        return REFUSED[error.rule]
    if error.rule == "Rest" and op != "tile_to_shape" and is_same(padded(row), read(out)):
        return "padded"
    if op == "complement" and error.rule in ("Holes", "Overlap"):
        return "a complement that leaves holes: refused"
    if op == "tile_to_shape":
        return "MLIR tiles to a shape by rounding up or dropping modes: refused"
    if op == "logical_product" and error.rule in ("Divides", "Carry"):
        return "a product by mode that is no composition: refused"
    if "divide" in op and sl.size(read(out)) != sl.size(read(row["args"][0])):
        return "wrong by its size, refused"
    raise error


def answered(row, got):
    """The outcome of an answer to what the system refuses."""
    op = row["op"]
    if "divide" in op and "_" in row["args"][1]:
        return "`_` in a zipped, tiled or flat divide: all tile, rest 1:0"
    if op in ("blocked_product", "raked_product") and all(len(read(text)) == 1 for text in row["args"]):
        return "blocked and raked products of one mode: answered"
    if op == "composition":
        a, b = map(read, row["args"])
        assert table(got) == [a(x) for x in table(b)]
        return "a composition that CuTe refuses for a step that does not divide: answered"
    if op.startswith("max_common"):
        return "a common layout that CuTe refuses with a composition: answered"
    if op == "slice":
        a, c = map(read, row["args"])
        assert flat(c).count(None) == 1
        assert table(got.layout) == [a(filled(c, i)) - got.offset for i in range(sl.size(got.layout))]
        return "a slice that CuTe cannot keep static: answered"
    if op == "upcast":
        return "an upcast looks at no stride of an extent of 1: answered"
    if op.startswith("tuple_"):
        return "MLIR tells shapes from other tuples"
    assert op in ("make_layout_like", "make_identity_layout"), got
    return "tuples where MLIR takes layouts or shapes"


def otherwise(row, got, out):
    """The outcome of another answer than that of the system."""
    op, mlir = row["op"], "kinds" in row
    second = str(row["args"][1]) if len(row["args"]) > 1 else ""
    if row.get("class") == "wrong":
        a, b = map(read, row["args"])
        assert op == "composition" and isinstance(b, Layout), (row, got)
        a = sl.coalesce(a)
        assert table(got) == [sl.crd2idx(x, a.shape, a.stride) for x in table(b)], (row, got)
        return "wrong, answered rightly"
    if op == "layout_eval" and "_" in row["args"][0]:
        return "an index with `_`: a slice"
    if op in ("make_ordered_layout", "make_layout_like", "make_fragment_like"):
        moving = [d for n, d in zip(flat(out.shape), flat(out.stride)) if n > 1]
        assert len(set(moving)) < len(moving)
        return "equal order values: compact from left to right, not overlapping"
    if op in ("downcast", "recast"):
        assert sl.size(got) != sl.size(out)
        return "a downcast grows one mode, CuTe every one of stride 1"
    if "divide" in op and "_" in second:
        return "`_` in a zipped, tiled or flat divide: all tile, rest 1:0"
    if op == "local_tile":
        assert len(read(row["args"][0])) == 1 and table(got.layout) == table(out)
        return "the modes of a vector's tile are those of the result"
    if op == "raked_product" and mlir:
        return "MLIR pads no modes in a product of unequal ranks, C++ does"
    if op == "flat_divide" and mlir:
        assert sl.flatten(got) == sl.flatten(out)
        return "MLIR and C++ unpack other tuples of one mode in a flat divide"
    if op == "composition" and row.get("class") == "open":
        return "a trailing extent of 1 is not read past its end"
    if op == "make_layout_right":
        assert all((a - b) % 2**32 == 0 for a, b in zip(flat(got.stride), flat(out.stride)))
        return "32-bit overflow in the row"
    layout = got.layout if op == "slice" else got
    beside = int(row.get("offset") or 0) - (got.offset if op == "slice" else 0)
    assert isinstance(layout, ComposedLayout) and isinstance(out, Layout), (row, got)
    assert layout.shape == out.shape and table(layout) == [beside + x for x in table(out)], (row, got)
    return "a swizzle that swaps nothing stays"


def outcome(row):
    """The outcome of a row: `equal`, or a reason."""
    try:
        got = answer(row)
    except LayoutError as error:
        return refused(row, error)
    except TypeError:
        assert row["op"] in ("ceil_div", "flatten", "increment_coord", "select") and {"tile", "coord"} & set(row["kinds"]), row
        return "tilers, `_` and empty tuples as tuples"
    text = row.get("out")
    if text is None:
        return answered(row, got)
    if isinstance(got, list):
        assert got == json.loads(text), row
        return "equal"
    out = read(text)
    if hasattr(got, "layout") and hasattr(got, "offset") and not isinstance(got, ComposedLayout):
        if is_same(got.layout, out) and got.offset == integers(str(row["offset"])):
            return "equal"
    elif is_same(got, out) or (isinstance(out, sl.E) and is_same(Layout(2, out)(1), got)):
        return "equal"
    return otherwise(row, got, out)


def known(row):
    """The outcome of a row with run-time integers, which are known ones here."""
    try:
        return outcome(row)
    except (AssertionError, LayoutError):
        pass
    try:
        got, out = answer(row), read(row["out"]) if "out" in row else None
    except LayoutError:
        return "run-time integers: refused for these known ones"
    if isinstance(got, Layout) and isinstance(out, Layout) and sl.same_function(got, out):
        return "run-time integers: the same function in fewer modes"
    return "run-time integers: the form depends on what is known"


def outcomes():
    """The outcomes of each file."""
    found = {}
    for path in sorted(GOLDEN.glob("*.jsonl")):
        if path.name == "mixed.jsonl":
            found[path.name] = counted(path, known, lambda line: re.sub(r"_(?=-?\d)", "", line))
        else:
            found[path.name] = counted(path, outcome)
    return found


# Rows that ask what has no call in Python.
NO_CALL = [
    "run-time integers without a value (`?`)",
    "a layout after a layout, which is not evaluated there",
    "a truth value that the row does not tell",
    "tilers, `_` and empty tuples as tuples",
    "paths past a leaf",
    "mode numbers below 0",
    "nested by-mode tilers",
    "run-time integers: the form depends on what is known",
]
COUNTS = {
    "equal": 5281,
    "run-time integers without a value (`?`)": 400,
    "refused by both": 137,
    "padded": 70,
    "complements, products, tiles and inverses in units: refused": 53,
    "a tiler that repeats elements: refused": 42,
    "`_` in a zipped, tiled or flat divide: all tile, rest 1:0": 41,
    "wrong, refused": 41,
    "run-time integers: the same function in fewer modes": 41,
    "a layout after a layout, which is not evaluated there": 34,
    "a swizzle that swaps nothing stays": 31,
    "run-time integers: the form depends on what is known": 21,
    "a truth value that the row does not tell": 17,
    "wrong by its size, refused": 13,
    "equal order values: compact from left to right, not overlapping": 13,
    "sums and differences of tuples that are not nested alike: refused": 13,
    "paths past a leaf": 10,
    "blocked and raked products of one mode: answered": 9,
    "the modes of a vector's tile are those of the result": 9,
    "a common layout that CuTe refuses with a composition: answered": 9,
    "tilers, `_` and empty tuples as tuples": 8,
    "a slice that CuTe cannot keep static: answered": 7,
    "mode numbers below 0": 7,
    "a downcast grows one mode, CuTe every one of stride 1": 5,
    "a complement that leaves holes: refused": 4,
    "nested by-mode tilers": 4,
    "a tiler by mode of higher rank: refused": 4,
    "MLIR tiles to a shape by rounding up or dropping modes: refused": 4,
    "a composition that CuTe refuses for a step that does not divide: answered": 3,
    "wrong, answered rightly": 3,
    "an index with `_`: a slice": 3,
    "a product by mode that is no composition: refused": 2,
    "32-bit overflow in the row": 2,
    "run-time integers: refused for these known ones": 2,
    "a trailing extent of 1 is not read past its end": 2,
    "MLIR and C++ unpack other tuples of one mode in a flat divide": 2,
    "tuples where MLIR takes layouts or shapes": 2,
    "MLIR tells shapes from other tuples": 2,
    "a swizzle that leads out of an inverse: refused": 1,
    "an upcast looks at no stride of an extent of 1: answered": 1,
    "a swizzle that moves parts of elements: refused": 1,
    "MLIR pads no modes in a product of unequal ranks, C++ does": 1,
}


def test_every_row():
    found = outcomes()
    for name, counts in found.items():
        others = ", ".join(f"{count} {reason}" for reason, count in counts.most_common() if reason != "equal")
        print(f"{name}: {counts['equal']} of {sum(counts.values())} equal{'; ' if others else ''}{others}")
    total = sum(found.values(), collections.Counter())
    print(f"{sum(total.values())} rows, {total['equal']} equal, {sum(map(total.__getitem__, NO_CALL))} without a call in Python")
    assert len(found) > 80 and total == COUNTS, dict(total.most_common())
