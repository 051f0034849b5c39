"""The golden rows of Mojo, MoYe, Ascend and of shardings through the package.

`tests/golden/systems/README.md` says where the rows are from, and why some are decided otherwise. Each row is equal, refused by both, or
falls under a reason whose count is stated here.
"""
import collections

import pytest

import static_layout as sl
from golden_rows import GOLDEN, NO_CALL, NoSurface, check_system, flat, integers, is_same, read, table
from static_layout import Layout, LayoutError, Mesh, Sharding, Swizzle, Tiler


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


def held(array, device):
    """The shape of what a device holds, and the index of its first element, None where it holds none."""
    shape = array.local_shape(device)
    return shape, tuple(array.global_index(device, (0,) * len(shape))) if 0 not in shape else None


def hlo(row):
    """A sharding of XLA: each tile of an array of odd extents is on the row's device."""
    dims = row.get("dims") or ([1] if "out" in row else [])
    last = sum(name in row["text"] for name in ("manual", "unreduced", "replicate")) if row.get("dims") else 0
    shape = [2 * n + 1 for n in dims[: len(dims) - last]]
    devices = row.get("devices", [0])
    try:
        array = Sharding.from_hlo(row["text"], shape, len(devices))
    except LayoutError as error:
        if "out" not in row:
            return "refused by both"
        if len(set(devices)) < len(devices) or "T(0,0)" in row["text"]:
            return "XLA: a device that is missing or there twice: refused"
        raise NoSurface(f"shardings of one device, by hand, or of tuples: {NO_CALL}") from error
    assert "out" in row, row
    if not row.get("dims"):
        return "equal"
    for k, device in enumerate(devices):
        tiles, rest = [], k
        for parts in reversed(dims):
            tiles.insert(0, rest % parts)
            rest //= parts
        # GSPMD: tiles of ceil(n / p), the rest is padding.
        sizes = [-(-n // p) for n, p in zip(shape, dims)]
        starts = [min(t * size, n) for t, size, n in zip(tiles, sizes, shape)]
        expected = tuple(min(a + size, n) - a for a, size, n in zip(starts, sizes, shape))
        found, first = held(array, device)
        assert found == expected and first in (None, tuple(starts)), (row, device, found, first)
    return "equal"


def dtensor(row):
    """A sharding of PyTorch: what each device holds."""
    mesh = Mesh(dict(zip("abc", row["mesh"])))
    try:
        array = Sharding.from_dtensor(row["text"], mesh, row["shape"])
    except LayoutError as error:
        assert "are not partial values of" in str(error), (row, error)
        return "PyTorch: two reductions of one tensor: refused"
    for device, stated in enumerate(row.get("held") or []):
        size, start = map(tuple, stated)
        found, first = held(array, device)
        assert found == size and first in (None, start), (row, device, found, first)
    return "equal"


def sharding(row):
    if row["op"] not in ("xla", "dtensor"):
        raise NoSurface(f"shardings of Shardy, ScaLAPACK and MPI: {NO_CALL}")
    return hlo(row) if row["op"] == "xla" else dtensor(row)


SYSTEMS = {"mojo": mojo, "moye": moye, "ascend": ascend, "sharding": sharding}
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
    "sharding": {
        "equal": 523,
        "shardings of Shardy, ScaLAPACK and MPI: no call in Python": 424,
        "shardings of one device, by hand, or of tuples: no call in Python": 18,
        "refused by both": 11,
        "XLA: a device that is missing or there twice: refused": 3,
        "PyTorch: two reductions of one tensor: refused": 3,
    },
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_row(name):
    check_system(name, SYSTEMS[name], COUNTS[name])
