"""Random texts of shardings, valid and damaged, read by jaxlib, torch and ScaLAPACK and by this library.

What it needs is in `sharding_systems.py`.
    cargo build --manifest-path tools/compare/reader/Cargo.toml
    python tools/compare/sharding_texts.py path/to/reader 10000 7       # texts of each kind, seed

Compares each text as it is printed again, and the indices of each device. A valid text is equal. A damaged one is equal, refused by
both, or has a reason in `STRICT` or `LENIENT`. Prints a count for each outcome, and fails for any other.

The indices are those of XLA's arrays of devices, to which it converts named axes, and Shardy's as named axes; of PyTorch's
`_split_tensor`; and of NUMROC and INDXL2G.
"""

import importlib
import itertools
import json
import math
import random
import re
import subprocess
import sys
from collections import Counter

from sharding_systems import STOPS, Scalapack, apart, hlo_devices, torch_held


def held_text(held):
    """`|device:count:start-end,..;..` of the indices of each device along each axis, as the reader prints it."""

    def axis(indices):
        ranges = []
        for index in indices:
            if ranges and ranges[-1][1] == index:
                ranges[-1][1] += 1
            else:
                ranges.append([index, index + 1])
        return f"{len(indices)}:" + ",".join(f"{start}-{end}" for start, end in ranges)

    return "".join(f"|{device}:" + ";".join(map(axis, axes)) for device, axes in sorted(held.items()))


def shuffled(count, draw):
    """The numbers below `count`, which is 2 or more, in another order: XLA has no list of devices in order."""
    devices = list(range(count))
    while devices == sorted(devices):
        draw.shuffle(devices)
    return devices


def hlo_text(draw, is_part=False):
    if draw.random() < 0.1:
        return draw.choice(["{replicated}", "{manual}", "{unknown}", "{unreduced}", "{maximal device=%d}" % draw.randrange(9)])
    if draw.random() < 0.1 and not is_part:
        return "{" + ", ".join(hlo_text(draw, True) for _ in range(draw.randint(1, 3))) + "}" if draw.random() < 0.9 else "{}"
    if draw.random() < 0.2:
        return named_text(draw)
    dims = [draw.choice([1, 2, 2, 3, 4]) for _ in range(draw.randint(1, 4))]
    count = math.prod(dims)
    text = hlo_devices(draw, count, count > 1)
    keys = ["devices=[" + ",".join(map(str, dims)) + "]" + text]
    last = draw.randint(0, min(3, len(dims)))
    if last == 1 and draw.random() < 0.5:
        keys.append("last_tile_dim_replicate")
    elif last:
        kinds = [draw.choice(["manual", "replicated", "unreduced"]) for _ in range(last)]
        keys.append("last_tile_dims={" + ", ".join(kinds) + "}")
    if draw.random() < 0.3:
        keys.append("metadata=" + draw.choice(['{op_name="a}{"}', "{}", '{{op_name="x" source_line=3}, {op_type="y"}}']))
    if draw.random() < 0.2:
        keys.append(draw.choice(["shard_as ", "shard_like "]) + str(draw.randrange(4)))
    if draw.random() < 0.3:
        draw.shuffle(keys)
    return "{" + " ".join(keys) + "}"


def named_text(draw):
    sizes = [draw.choice([2, 2, 3, 4]) for _ in range(draw.randint(1, 3))]
    names = "abc"[: len(sizes)]
    mesh = ",".join(f"'{name}'={size}" for name, size in zip(names, sizes))
    ids = ""
    if draw.random() < 0.4:
        ids = ", device_ids=(" + ",".join(map(str, shuffled(math.prod(sizes), draw))) + ")"
    free = [f"'{name}'" for name in names]
    draw.shuffle(free)
    dims = []
    for _ in range(draw.randint(1, 3)):
        axes = [free.pop() for _ in range(draw.choice([0, 1, 1, 2])) if free]
        axes += ["?"] if draw.random() < 0.2 else []
        dims.append("{" + ", ".join(axes) + "}")
    rest = ""
    for key in ("replicated", "unreduced", "manual"):
        if free and draw.random() < 0.3:
            rest += f", {key}={{{free.pop()}}}"
    return "{mesh[" + mesh + "]" + ids + ", [" + ", ".join(dims) + "]" + rest + "}"


def expanded(text):
    """An iota as the list of devices that it is: XLA prints some as lists. One device of no axes is a copy."""

    def listed(found):
        shape = list(map(int, found[1].split(",")))
        order = list(map(int, found[2].split(","))) if found[2] else range(len(shape))
        step = [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
        return ",".join(
            str(sum(i * step[axis] for i, axis in zip(at, order)))
            for at in itertools.product(*(range(shape[axis]) for axis in order))
        )

    text = text.replace("{devices=[]<=[1]", "{replicated")
    text = re.sub(r"device_ids=\(\[", "device_ids=(<=[", text)
    return re.sub(r"<=\[([\d,]+)\](?:T\(([\d,]+)\))?", listed, text)


def hlo_question(draw):
    text = hlo_text(draw)
    # As many axes and devices as the text has.
    if found := re.match(r"\{(?:\w+ )?.*devices=\[([\d,]+)\]", text):
        dims = list(map(int, found[1].split(",")))
        last = re.search(r"last_tile_dims=\{([^}]*)\}", text)
        rank = len(dims) - (last[1].count(",") + 1 if last else text.count("last_tile_dim_replicate"))
        devices = math.prod(dims)
    elif found := re.match(r"\{mesh\[([^]]*)\].*?, \[(.*?)\]", text):
        rank, devices = found[2].count("{"), math.prod(map(int, re.findall(r"=(\d+)", found[1])))
    else:
        rank, devices = 2, 8
    return [draw.choice([0, 1, 2, 3, 5, 7, 8, 12, 24]) for _ in range(rank)], devices, text


def hlo_held(sharding, shape, devices):
    """The indices of each device, or None where the text says none of this shape and number of devices."""
    import numpy
    from jaxlib import xla_client

    kinds = xla_client.OpSharding.Type
    whole = {device: [range(extent) for extent in shape] for device in range(devices)}
    if str(sharding).startswith("{mesh["):
        sharding = sharding.v3_to_v2_sharding()
    if str(sharding).startswith(("{replicated", "{unreduced")):
        return whole
    if found := re.match(r"\{maximal device=(\d+)", str(sharding)):
        return {device: axes for device, axes in whole.items() if device == int(found[1])} or None
    if not str(sharding).startswith("{devices="):
        return None
    dims, last = sharding.tile_assignment_dimensions(), sharding.subgroup_types()
    rank = len(dims) - len(last) - sharding.replicate_on_last_tile_dim()
    if rank != len(shape) or math.prod(dims) != devices or kinds.MANUAL in last:
        return None
    tile = sharding.tile(xla_client.Shape.array_shape(numpy.dtype("float32"), shape)).dimensions()
    held = {}
    for at, device in zip(itertools.product(*map(range, dims)), sharding.tile_assignment_devices()):
        held[device] = [range(min(k * size, extent), min((k + 1) * size, extent)) for k, size, extent in zip(at, tile, shape)]
    return held


def hlo_reads(shape, devices, text):
    from jaxlib import xla_client

    sharding = xla_client.HloSharding.from_string(text)
    printed = str(sharding)
    # Terms on all devices are an array of devices until the text is read again. Some texts of one device cannot be.
    try:
        printed = str(xla_client.HloSharding.from_string(printed))
    except Exception:
        pass
    # Tuples have no indices, and some questions about them stop the process.
    held = None if printed.startswith(("{{", "{}")) else hlo_held(sharding, shape, devices)
    return printed, held and held_text(held)


def sdy_question(draw):
    if draw.random() < 0.2:
        sizes = [draw.randint(1, 4) for _ in range(draw.randint(0, 3))]
        ids = ""
        if draw.random() < 0.5 and math.prod(sizes) > 1:
            ids = ", device_ids=[" + ", ".join(map(str, shuffled(math.prod(sizes), draw))) + "]"
        return [], "[]", "#sdy.mesh<[" + ", ".join(f'"{name}"={size}' for name, size in zip("abc", sizes)) + "]" + ids + ">"
    axes = [(name, draw.choice([1, 2, 2, 3, 4, 6, 8])) for name in "abc"[: draw.randint(1, 3)]]
    count = math.prod(size for _, size in axes)
    mesh = "[" + ",".join(f"{name}={size}" for name, size in axes) + "]"
    inline = ", ".join(f'"{name}"={size}' for name, size in axes)
    if draw.random() < 0.4 and count > 1:
        devices = shuffled(count, draw)
        mesh += "{" + ",".join(map(str, devices)) + "}"
        inline = f"[{inline}], device_ids=[{', '.join(map(str, devices))}]"
    else:
        inline = f"[{inline}]"
    free = []
    for name, size in axes:
        # A whole axis, or parts of it, two of which never follow each other in one list.
        parts = [divisor for divisor in (2, 3, 4) if size % divisor == 0 and divisor < size]
        if parts and draw.random() < 0.5:
            before = draw.choice(parts)
            free.append(draw.choice([f'"{name}":(1){before}', f'"{name}":({before}){size // before}']))
        else:
            free.append(f'"{name}"')
    draw.shuffle(free)
    dims = []
    for _ in range(draw.randint(0, 3)):
        cuts = [free.pop() for _ in range(draw.choice([0, 1, 1, 2])) if free]
        cuts += ["?"] if draw.random() < 0.3 else []
        dims.append("{" + ", ".join(cuts) + "}" + draw.choice(["", "", "p0", "p12"]))
    rest = ""
    for key in ("replicated", "unreduced"):
        if free and draw.random() < 0.3:
            rest += f", {key}={{{free.pop()}}}"
    named = draw.choice(["@mesh", "@m_0", '@"my mesh"', f"mesh<{inline}>"])
    text = f"#sdy.sharding<{named}, [{', '.join(dims)}]{rest}>"
    return [draw.choice([0, 1, 2, 3, 5, 8, 12, 24]) for _ in dims], mesh, text


CONTEXT = []


def sdy_reads(shape, mesh, text):
    from jaxlib import xla_client
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import sdy

    if not CONTEXT:
        CONTEXT.append(ir.Context())
        sdy.register_dialect(CONTEXT[0])
    read = ir.Attribute.parse(text, CONTEXT[0])
    if sdy.MeshAttr.isinstance(read):
        return str(read), None
    # Other attributes of MLIR, such as `6`, are refused here.
    if not sdy.TensorShardingAttr.isinstance(read):
        raise ValueError
    sharding = sdy.TensorShardingAttr(read)

    def names(axes):
        def name(axis):
            axis = sdy.AxisRefAttr(axis)
            part = axis.sub_axis_info and sdy.SubAxisInfoAttr(axis.sub_axis_info)
            return f"'{axis.name}'" + (f":({part.pre_size}){part.size}" if part else "")

        return "{" + ", ".join(map(name, axes)) + "}"

    axes, ids = re.fullmatch(r"\[(.*?)\](?:\{(.*)\})?", mesh).groups()
    sizes = dict(axis.split("=") for axis in axes.split(","))
    own = sharding.mesh_or_ref
    if sdy.MeshAttr.isinstance(own):
        own = sdy.MeshAttr(own)
        found = {axis.name: str(axis.size) for axis in map(sdy.MeshAxisAttr, own.axes)}
        if found != sizes or len(own.device_ids) and ",".join(map(str, own.device_ids)) != (ids or ",".join(map(str, range(len(own.device_ids))))):
            return str(read), None
    used = [dim for dim in map(sdy.DimensionShardingAttr, sharding.dimension_shardings)]
    if len(used) != len(shape):
        return str(read), None
    # As XLA's named axes.
    text = "{mesh[" + ",".join(f"'{name}'={size}" for name, size in sizes.items()) + "]"
    text += f", device_ids=({ids})" if ids else ""
    text += ", [" + ", ".join(names(dim.axes) for dim in used) + "]"
    for key in ("replicated", "unreduced"):
        if len(list := getattr(sharding, key + "_axes")):
            text += f", {key}={names(list)}"
    devices = math.prod(map(int, sizes.values()))
    held = hlo_held(xla_client.HloSharding.from_string(text + "}"), shape, devices)
    return str(read), held and held_text(held)


def dtensor_question(draw):
    from torch.distributed.tensor import Partial, Replicate, Shard
    from torch.distributed.tensor.placement_types import _StridedShard

    shape = [draw.choice([draw.randint(0, 8), draw.randint(0, 64)]) for _ in range(draw.randint(1, 3))]
    sizes = [draw.randint(1, 4) for _ in range(draw.randint(1, 3))]
    reduce = draw.choice(["sum", "avg", "max", "min", "product"])
    placements = []
    for k in range(len(sizes)):
        later = math.prod(sizes[k + 1 :])
        factor = draw.choice([1, 1, later, later, *sizes[k + 1 :], 2, 3, 4, draw.randint(1, 70)])
        choice, dim = draw.random(), draw.choice([0, 0, draw.randrange(len(shape))])
        dim -= len(shape) * (draw.random() < 0.1)
        if choice < 0.85:
            placements.append(_StridedShard(dim, split_factor=factor) if factor > 1 else Shard(dim))
        else:
            placements.append(Replicate() if choice < 0.95 else Partial(reduce if draw.random() < 0.8 else "sum"))
    form = draw.choice([repr, str])
    parts = [form(placement) for placement in placements]
    # The order of cuts, as a message of PyTorch has it.
    if all(isinstance(placement, Shard) for placement in placements) and draw.random() < 0.5:
        cuts = list(range(len(parts)))
        draw.shuffle(cuts)
        parts = [f"S(0)[{k}]" for k in cuts]
        return shape, sizes, "".join(parts)
    if form is str and draw.random() < 0.5:
        return shape, sizes, "".join(parts)
    if draw.random() < 0.2:
        return shape, sizes, "[" + ", ".join(parts) + "]"
    return shape, sizes, "(" + ", ".join(parts) + ("," if len(parts) == 1 else "") + ")"


def dtensor_reads(shape, sizes, text):
    """The text as Python, or as parts that follow each other as in a message of PyTorch."""
    import torch
    from torch.distributed.tensor import Partial, Replicate, Shard
    from torch.distributed.tensor.placement_types import _StridedShard

    def strided(dim, *short, **named):
        # Two names and a place of the factor in what is printed, and one in the constructor.
        if len(short) + len(named) != 1 or not set(named) <= {"sf", "split_factor"}:
            raise TypeError
        return _StridedShard(dim, split_factor=[*short, *named.values()][0])

    class Turn:
        """`S(0)`, which may have the number of a cut after it."""

        def __init__(self, dim):
            self.shard, self.turn = Shard(dim), None

        def __getitem__(self, turn):
            self.turn = turn
            return self

    words = {"Shard": Shard, "S": Turn, "_StridedShard": strided, "_S": strided, "Replicate": Replicate, "R": Replicate()}
    words |= {"Partial": Partial, "P": Partial, "__builtins__": {}}
    words |= {name: name for name in ("sum", "avg", "max", "min", "product")}
    if not text.lstrip().startswith(("(", "[")):
        text = re.sub(r"(?<=[\])R])\s*(?=[_SRP])", ", ", text) + ","
    # Numbers with an exponent, powers and repeated texts can take all memory.
    if re.search(r"\*|<<|\d{20}|\de|lambda|for", text):
        raise ValueError
    found = eval(text, words)
    found = list(found) if isinstance(found, (tuple, list)) else [found]
    turns = [placement.turn if isinstance(placement, Turn) else None for placement in found]
    found = [placement.shard if isinstance(placement, Turn) else placement for placement in found]
    kinds = (Shard, _StridedShard, Replicate, Partial)
    if len(found) != len(sizes) or not all(isinstance(placement, kinds) for placement in found):
        raise ValueError
    if any(isinstance(placement, Partial) and placement.reduce_op not in words for placement in found):
        raise ValueError
    cuts = [[] for _ in shape]
    for axis, placement in enumerate(found):
        if isinstance(placement, (Shard, _StridedShard)):
            if not -len(shape) <= placement.dim < len(shape):
                raise ValueError
            cuts[placement.dim].append((turns[axis], axis))
    for dim in cuts:
        numbers = [turn for turn, _ in dim]
        if any(number is not None for number in numbers):
            if sorted(-1 if number is None else number for number in numbers) != list(range(len(dim))):
                raise ValueError
            dim.sort()
    printed = [repr(p) if turn is None else f"S({p.dim})[{turn}]" for p, turn in zip(found, turns)]
    # PyTorch makes a list of as many parts as the factor says. More than elements are the same as 128.
    few = lambda p: _StridedShard(p.dim, split_factor=128) if isinstance(p, _StridedShard) and p.split_factor > 128 else p
    found = [few(placement) for placement in found]
    held = {}
    for device, at in enumerate(itertools.product(*map(range, sizes))):
        of = lambda extent, dim: torch_held(extent, [(found[axis], sizes[axis], at[axis]) for _, axis in dim])
        held[device] = [of(extent, dim) for extent, dim in zip(shape, cuts)]
    return "(" + ", ".join(printed) + ("," if len(found) == 1 else "") + ")", held_text(held)


def scalapack_question(draw):
    grid = [draw.randint(1, 4), draw.randint(1, 4)]
    shape, blocks = [draw.randint(0, 40), draw.randint(0, 40)], [draw.randint(1, 9), draw.randint(1, 9)]
    first = [draw.randrange(parts) for parts in grid]
    # As many as any process has, or as few as the one with the fewest rows.
    rows = [len(SCALAPACK.indices(shape[0], blocks[0], first[0], part, grid[0])) for part in range(grid[0])]
    leading = max(1, draw.choice([max(rows), min(rows), max(rows) + 3]))
    entries = [1, draw.randrange(3), *shape, *blocks, *first, leading]
    return grid, "[" + draw.choice([",", ", "]).join(map(str, entries)) + "]"


def scalapack_reads(grid, text):
    entries = json.loads(text)
    if not isinstance(entries, list) or len(entries) != 9 or any(type(entry) is not int or abs(entry) >= 1 << 31 for entry in entries):
        raise ValueError
    if entries[0] != 1 or not any(SCALAPACK.accepts(entries, grid, at) for at in itertools.product(*map(range, grid))):
        raise ValueError
    shape, blocks, first = entries[2:4], entries[4:6], entries[6:8]
    if max(shape) > 1 << 16:
        return str(entries), None
    axes = [[SCALAPACK.indices(shape[k], blocks[k], first[k], part, grid[k]) for part in range(grid[k])] for k in range(2)]
    held = {k: list(parts) for k, parts in enumerate(itertools.product(*axes))}
    return str(entries), held_text(held)


def damaged(text, draw):
    """A text with one or two of its characters, numbers or keys changed, missing, or there twice."""
    for _ in range(draw.choice([1, 1, 2])):
        at = draw.randrange(len(text))
        new = draw.choice("0123456789[](){},<=:-?\"'Tx p")
        numbers, keys = list(re.finditer(r"\d+", text)), list(re.finditer(r"[\w'\"]+(=[\w'\"]+|=[\[{(][^\]})]*[\]})])?", text))
        match draw.choice(["delete", "insert", "replace", "cut", "swap", "case", "number", "key"]):
            case "delete":
                text = text[:at] + text[at + 1 :]
            case "insert":
                text = text[:at] + new + text[at:]
            case "replace":
                text = text[:at] + new + text[at + 1 :]
            case "cut":
                text = draw.choice([text[:at], text[at:], text[:at] + text[at + draw.randint(1, 8) :]])
            case "swap":
                text = text[:at] + text[at + 1 : at + 2] + text[at] + text[at + 2 :]
            case "case":
                text = text[:at] + text[at].swapcase() + text[at + 1 :]
            case "number" if numbers:
                found = draw.choice(numbers)
                value = int(found[0]) + draw.choice([-1, 1])
                value = draw.choice([value, 0, -1, 2, 7, 1000003, 4294967296, 18446744073709551616])
                text = text[: found.start()] + str(value) + text[found.end() :]
            case "key" if keys:
                found = draw.choice(keys)
                text = text[: found.end()] + draw.choice([",", ", ", " "]) + found[0] + text[found.end() :]
        if not text:
            return "{"
    return text


# Why a valid text is refused here, by the message.
UNANSWERED = {"dtensor": [("two reductions of one tensor: a sharding has one", r"are not partial values of")]}

# Why a damaged text that is read there is refused here, by the message.
STRICT = UNANSWERED | {
    "hlo": [
        ("a key or kind twice, which XLA overwrites", r"once|one kind|no last|where there are last"),
        ("a device that is negative, missing or there twice", r"appears twice|a device|devices for|an integer|a number"),
        ("another order of the transposition, which XLA does not check", r"each dimension once|T\(|a dimension"),
        ("a mesh of more than 2^31 devices", r"a mesh has at most"),
        ("a name of a mesh axis, or a mesh, that is none here", r"mesh axis|the mesh|name"),
        ("a size of 0, or as many devices as sizes", r"size|as many|greater|at least one"),
        ("last dimensions that are not there", r"last dimensions"),
        ("a comma that lacks, or one too many", r"expected `,`|expected `\["),
        ("a tuple in a tuple", r"the sharding of an array"),
        ("a negative number of a group", r"the number of a group"),
    ],
    "sdy": [
        ("a mesh of more than 2^31 devices", r"a mesh has at most"),
        ("a name of a mesh axis, or a mesh, that is none here", r"mesh axis|the mesh|name"),
    ],
}
STRICT["dtensor"] = STRICT["dtensor"] + [
    ("Python that no placement prints: `--1`, parentheses in parentheses, or a comma after the last argument", r"an integer|an argument of|the end$|expected `\)`|the number of a cut"),
]

# Why a damaged text that is refused there is read here, by the text.
LENIENT = {
    "hlo": [("an iota of several sizes that is not transposed", r"<=\[\d+( *, *\d+)+\](?!T)")],
    "sdy": [("a sharding as an operation has it, without `#sdy.sharding`", r"^\s*(<|mesh|sdy\.)")],
    "dtensor": [
        ("a number with a zero before it, which Python does not have", r"\b0\d"),
        ("the short form in parentheses, without commas", r"^\s*[(\[].*[)\]R]\s*[_SRP]"),
    ],
    "scalapack": [
        ("a number with a zero before it, which JSON does not have", r"\b0\d"),
        ("a number past 32 bits, which BLACS does not have", r"\d{10}"),
    ],
}


def why(table, name, text):
    return next((reason for reason, words in table.get(name, []) if re.search(words, text)), None)


def same(name, ours, theirs):
    return ours == theirs or name == "hlo" and expanded(ours) == expanded(theirs)


SPACE = r" +(?=[=<@\d:?p])|(?<=[@=p.]) +"


def compare(name, program, count, draw, question, reads, modules):
    # Before the processes that a text may stop, each of which would load them again.
    for module in modules:
        importlib.import_module(module)
    outcomes, failures = Counter(), []
    for kind in ("valid", "damaged"):
        asked = [question(draw) for _ in range(count)]
        if kind == "damaged":
            asked = [(*context, damaged(text, draw)) for *context, text in asked]
        theirs = apart([(reads, *one) for one in asked])
        lists = lambda part: ",".join(map(str, part)) if isinstance(part, list) else str(part)
        lines = "\n".join("\t".join([name, *map(lists, one)]) for one in asked)
        run = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
        for one, their, ours in zip(asked, theirs, run.stdout.splitlines(), strict=True):
            outcome = verdict(name, kind, one[-1], ours, their)
            if outcome is None and their is None and kind == "damaged":
                *context, text = one
                again = apart([(reads, *context, re.sub(SPACE, "", text.strip()))])[0]
                if again and verdict(name, kind, text, ours, again) in ("equal", "equal, of no indices"):
                    outcome = "a space where there is none in the other's text: read here"
            if outcome is None:
                failures.append((kind, *one, ours, their))
            else:
                outcomes[f"{kind}: {outcome}"] += 1
    return outcomes, failures


def verdict(name, kind, text, ours, theirs):
    """The outcome of a text, or None for two answers that differ without a reason."""
    printed, bar, held = ours.partition("|")
    if kind == "damaged" and theirs and theirs != STOPS and "last_tile_dims={unreduced}" in printed:
        listed = re.sub(r"{devices=[^{}]* last_tile_dims={unreduced}", "{unreduced", printed)
        if same(name, listed, theirs[0]):
            return "terms on devices past their count, which XLA does not print"
    # Read, and of no shape.
    refused = re.match("refused: .*", ours) or re.match("refused: .*", held)
    if theirs == STOPS:
        return f"{theirs} there, " + ("refused here" if refused else "read here")
    if theirs is None or theirs[1] is None:
        their_printed = theirs and theirs[0]
        if theirs is None and refused:
            return "refused by both"
        if theirs and not ours.startswith("refused: ") and same(name, printed, their_printed):
            return "equal, of no indices" if refused or not bar else None
        if theirs is None and kind == "damaged" and (reason := why(LENIENT, name, text)):
            return f"refused there, read here: {reason}"
    elif not refused:
        return "equal" if same(name, printed, theirs[0]) and bar + held == theirs[1] else None
    if refused and (reason := why(STRICT if kind == "damaged" else UNANSWERED, name, refused[0])):
        return f"read there, refused here: {reason}"
    return None


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    program, count, failed = sys.argv[1], int(sys.argv[2]), False
    asks = {
        "hlo": (hlo_question, hlo_reads, ["numpy", "jaxlib.xla_client"]),
        "sdy": (sdy_question, sdy_reads, ["numpy", "jaxlib.xla_client", "jaxlib.mlir.dialects.sdy"]),
        "dtensor": (dtensor_question, dtensor_reads, ["torch.distributed.tensor"]),
        "scalapack": (scalapack_question, scalapack_reads, []),
    }
    for name, ask in asks.items():
        if name in sys.argv[4:] or len(sys.argv) == 4:
            if name == "scalapack":
                SCALAPACK = Scalapack()
            outcomes, failures = compare(name, program, count, random.Random(int(sys.argv[3])), *ask)
            for outcome, number in sorted(outcomes.items()):
                print(f"{name} | {outcome} | {number}")
            for failure in failures[:20]:
                print(f"{name} FAIL", *failure, sep=" | ")
            print(f"{name} | {len(failures)} fail", flush=True)
            failed |= bool(failures)
    sys.exit(failed)
