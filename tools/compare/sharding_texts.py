"""Random texts of shardings, valid and damaged, read by jaxlib and torch and by this library.

    pip install jax==0.10.2 jaxlib==0.10.2 torch==2.15.0
    cargo build --manifest-path tools/compare/reader/Cargo.toml
    python tools/compare/sharding_texts.py path/to/reader 10000 7       # texts of each kind, seed

HLO's texts are compared as they are printed again, Shardy's too, and DTensor's by the elements of each device. Prints a count for
each outcome. A text that is read here and refused there, or read with another meaning, fails.
"""

import itertools
import json
import math
import os
import random
import re
import sys
from collections import Counter

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
from array_files import Reader


def hlo_text(draw):
    if draw.random() < 0.1:
        return draw.choice(["{replicated}", "{manual}", "{unknown}", "{unreduced}", "{maximal device=%d}" % draw.randrange(9)])
    if draw.random() < 0.1:
        return "{" + ", ".join(hlo_text(draw) for _ in range(draw.randint(1, 3))) + "}" if draw.random() < 0.9 else "{}"
    if draw.random() < 0.2:
        return named_text(draw)
    dims = [draw.choice([1, 2, 2, 3, 4]) for _ in range(draw.randint(1, 4))]
    count = math.prod(dims)
    if draw.random() < 0.4 and count > 1:
        devices = list(range(count))
        draw.shuffle(devices)
        text = ",".join(map(str, devices))
    else:
        shape = [count]
        for divisor in (2, 3, 2):
            if shape[0] % divisor == 0 and draw.random() < 0.6:
                shape[0] //= divisor
                shape.insert(draw.randint(0, len(shape)), divisor)
        order = list(range(len(shape)))
        draw.shuffle(order)
        text = "<=[" + ",".join(map(str, shape)) + "]"
        if len(order) > 1:
            text += "T(" + ",".join(map(str, order)) + ")"
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
        devices = list(range(math.prod(sizes)))
        draw.shuffle(devices)
        ids = ", device_ids=(" + ",".join(map(str, devices)) + ")"
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


def sdy_text(draw):
    if draw.random() < 0.2:
        sizes = [draw.randint(1, 4) for _ in range(draw.randint(0, 3))]
        ids = ""
        if draw.random() < 0.5 and math.prod(sizes) > 1:
            devices = list(range(math.prod(sizes)))
            draw.shuffle(devices)
            ids = ", device_ids=[" + ", ".join(map(str, devices)) + "]"
        return "#sdy.mesh<[" + ", ".join(f'"{name}"={size}' for name, size in zip("abc", sizes)) + "]" + ids + ">"
    free = [f'"{name}"' + draw.choice(["", "", ":(1)2", ":(2)4"]) for name in "abcde"]
    draw.shuffle(free)
    dims = []
    for _ in range(draw.randint(0, 3)):
        axes = [free.pop() for _ in range(draw.choice([0, 1, 1, 2])) if free]
        axes += ["?"] if draw.random() < 0.3 else []
        dims.append("{" + ", ".join(axes) + "}" + draw.choice(["", "", "p0", "p12"]))
    rest = ""
    for key in ("replicated", "unreduced"):
        if free and draw.random() < 0.3:
            rest += f", {key}={{{free.pop()}}}"
    mesh = draw.choice(["@mesh", "@m_0", '@"my mesh"', 'mesh<["a"=2, "b"=4]>'])
    return f"#sdy.sharding<{mesh}, [{', '.join(dims)}]{rest}>"


def damaged(text, draw):
    for _ in range(draw.choice([1, 1, 2])):
        at = draw.randrange(len(text))
        new = draw.choice("0123456789[](){},<=:-?\"'Tx p")
        text = draw.choice([text[:at] + text[at + 1 :], text[:at] + new + text[at:], text[:at] + new + text[at + 1 :]])
        if not text:
            return "{"
    return text


def apart(questions):
    """The answers of a function to each question, in processes that it may stop: None there, and for an exception."""
    answers = []
    while len(answers) < len(questions):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            out = os.fdopen(write, "w")
            for ask, text in questions[len(answers) :]:
                try:
                    answer = ask(text)
                except Exception:
                    answer = None
                print(json.dumps(answer), file=out, flush=True)
            os._exit(0)
        os.close(write)
        lines = os.fdopen(read).read().splitlines()
        os.waitpid(child, 0)
        answers += [json.loads(line) for line in lines]
        if len(answers) < len(questions):
            answers.append("stops the process")
    return answers


def hlo_reads():
    from jaxlib import xla_client

    return lambda text: str(xla_client.HloSharding.from_string(text))


def sdy_reads():
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import sdy

    context = ir.Context()
    sdy.register_dialect(context)
    return lambda text: str(ir.Attribute.parse(text, context))


# Why a text that is read there is refused here.
STRICT = [
    ("a key or kind twice, which XLA overwrites", r"once|one kind|no last|where there are last"),
    ("a device that is negative, missing or there twice", r"appears twice|a device|devices for|an integer|a number"),
    ("another order of the transposition, which XLA does not check", r"each dimension once|T\(|a dimension"),
    ("a name of a mesh axis, or a mesh, that is none here", r"mesh axis|the mesh|name"),
    ("a size of 0, or as many devices as sizes", r"size|as many|greater|at least one"),
    ("last dimensions that are not there", r"last dimensions"),
    ("a comma that lacks", r"expected `,`"),
    ("a tuple in a tuple", r"the sharding of an array"),
]


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


def texts(name, reader, count, draw, ask, text):
    outcomes, failures = Counter(), []
    for kind in ("valid", "damaged"):
        drawn = [text(draw) for _ in range(count)]
        if kind == "damaged":
            drawn = [damaged(one, draw) for one in drawn]
        for one, theirs in zip(drawn, apart([(ask, one) for one in drawn])):
            question = f"hlo 7,5 8 {one}" if name == "hlo" else f"sdy {one}"
            ours = reader.ask(question)
            printed = ours.partition("|")[0] if name == "hlo" else ours
            if theirs == "stops the process":
                outcomes[f"{kind}: stops XLA's process, " + ("refused here" if ours.startswith("refused: ") else "read here")] += 1
            elif ours.startswith("refused: "):
                reason = next((reason for reason, words in STRICT if re.search(words, ours)), None)
                if theirs is None:
                    outcomes[f"{kind}: refused by both"] += 1
                elif kind == "damaged" and reason:
                    outcomes[f"{kind}: read there, refused here: {reason}"] += 1
                else:
                    failures.append((one, ours, theirs))
            elif printed == theirs or expanded(printed) == expanded(theirs or ""):
                outcomes[f"{kind}: equal"] += 1
            else:
                failures.append((one, printed, theirs))
    return outcomes, failures


def dtensor(reader, count, draw):
    import torch
    from torch.distributed.tensor import Partial, Replicate, Shard
    from torch.distributed.tensor.placement_types import _StridedShard

    outcomes, failures = Counter(), []
    for _ in range(count):
        extent = draw.randint(0, 64)
        sizes = [draw.randint(1, 4) for _ in range(draw.randint(1, 3))]
        placements = []
        for k in range(len(sizes)):
            later = math.prod(sizes[k + 1 :])
            factor = draw.choice([1, 1, later, later, *sizes[k + 1 :], 2, 3, 4])
            choice = draw.random()
            if choice < 0.85:
                placements.append(_StridedShard(0, split_factor=factor) if factor > 1 else Shard(0))
            else:
                placements.append(Replicate() if choice < 0.95 else Partial(draw.choice(["sum", "avg", "max"])))
        form = draw.choice([repr, str])
        text = "(" + ", ".join(map(form, placements)) + ",)"
        if form is str and draw.random() < 0.5:
            text = "".join(map(str, placements))
        kinds = {placement.reduce_op for placement in placements if isinstance(placement, Partial)}
        held = []
        for coordinate in itertools.product(*map(range, sizes)):
            part = torch.arange(extent)
            for placement, parts, k in zip(placements, sizes, coordinate):
                if isinstance(placement, (Shard, _StridedShard)):
                    part = placement._split_tensor(part, parts, with_padding=False, contiguous=True)[0][k]
            held.append(",".join(map(str, part.tolist())))
        ours = reader.ask(f"dtensor {extent} {','.join(map(str, sizes))} {text}")
        if ours == repr(tuple(placements)).replace(",)", ",)") + "|" + "|".join(held):
            outcomes["equal"] += 1
        elif "unequal parts" in ours or "several periods" in ours or "split factor ends" in ours:
            outcomes[ours] += 1
        elif len(kinds) > 1 and "are not partial values of" in ours:
            outcomes["refused: two reductions"] += 1
        else:
            failures.append((text, extent, sizes, ours, "|".join(held)))
    return outcomes, failures


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    reader, count, failed = Reader(sys.argv[1]), int(sys.argv[2]), False
    seed = int(sys.argv[3])
    answers = {
        "hlo": lambda: texts("hlo", reader, count, random.Random(seed), hlo_reads(), hlo_text),
        "sdy": lambda: texts("sdy", reader, count, random.Random(seed), sdy_reads(), sdy_text),
        "dtensor": lambda: dtensor(reader, count, random.Random(seed)),
    }
    for name, ask in answers.items():
        if name in sys.argv[4:] or len(sys.argv) == 4:
            outcomes, failures = ask()
            for outcome, number in sorted(outcomes.items()):
                print(f"{name} | {outcome} | {number}")
            for failure in failures[:20]:
                print(f"{name} FAIL", *failure, sep=" | ")
            print(f"{name} | {len(failures)} fail")
            failed |= bool(failures)
    sys.exit(failed)
