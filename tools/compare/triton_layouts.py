#!/usr/bin/env python3
"""Triton's layouts beside `TritonLayout` and the command, and the golden rows of them. Needs no GPU.

    python3 -m venv /tmp/triton && /tmp/triton/bin/pip install triton==3.9.0
    /tmp/triton/bin/python tools/compare/triton_layouts.py compare [ROWS] [SEED]
    /tmp/triton/bin/python tools/compare/triton_layouts.py golden

`compare` draws ROWS attributes (10000) of all kinds that Triton takes, each with the shape of a tensor, and ROWS damaged
ones. Triton parses the text, computes the linear layout, and prints the layout as Gluon makes it. `tools/compare/reader`,
built first (`cargo build` there; READER names another program), reads the attribute, the type and the text of Gluon. All
images of bits are equal, and a damaged text is refused by both, or falls under a row of REASONS. `golden` writes
tests/golden/systems/triton.jsonl and triton_kinds.jsonl.

A row of these files has the text of an attribute, the shape of a tensor, and the images of the bits of each input, as
Triton computes them; or an operation on two linear layouts with its result.
"""
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter

from triton._C.libtriton import gluon_ir, ir, linear_layout
from triton.experimental.gluon.language import _layouts as layouts
from triton.experimental.gluon.language.amd._layouts import AMDMFMALayout

LinearLayout = linear_layout.LinearLayout
HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "../../tests/golden/systems")
READER = os.environ.get("READER", os.path.join(HERE, "reader/target/debug/reader"))
ODD = int(os.environ.get("ODD", 20))
SHARED, TENSOR = "#ttg.shared_memory", "#ttng.tensor_memory"
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


# ---------------------------------------------------------------------------------------------------------------------
# Attributes of all kinds: the text and the shape of a tensor. Triton refuses some, which are drawn again.


def attribute(name, keys, dialect="ttg"):
    """The keys in any order."""
    keys = list(keys.items())
    if rng.random() < 0.3:
        rng.shuffle(keys)
    body = ", ".join(f"{key} = {text_of(value)}" for key, value in keys)
    return f"#{dialect}.{name}<{{{body}}}>" if dialect == "ttg" else f"#{dialect}.{name}<{body}>"


def text_of(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {text_of(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(text_of, value)) + "]"
    return str(value)


def bases(rank, bits):
    """Images of `bits` bits, each along one dimension from the lowest bit on, in any order."""
    next_bit, out = [1] * rank, []
    for _ in range(bits):
        image, dim = [0] * rank, rng.randrange(rank)
        if rng.random() < 0.8:
            image[dim] = next_bit[dim]
            next_bit[dim] *= 2
        out.append(image)
    if rng.random() < 0.4:
        rng.shuffle(out)
    return out


def blocks(rank):
    """Nothing, or the images of blocks of threads."""
    return {"CGALayout": bases(rank, rng.randint(0, 3))} if rng.random() < 0.3 else {}


def split(rank, bits):
    out = [1] * rank
    for _ in range(bits):
        out[rng.randrange(rank)] *= 2
    return out


def shape(rank, most=8, least=0):
    return [power(most if rank < 3 else min(most, 6), least if rank < 3 else 0) for _ in range(rank)]


def a_blocked(rank=None):
    rank = rank or rng.choice([1, 2, 2, 2, 3, 4, 5])
    keys = {
        "sizePerThread": [power(2) for _ in range(rank)], "threadsPerWarp": split(rank, rng.choice([5, 5, 5, 6])),
        "warpsPerCTA": split(rank, rng.randint(0, 3)), "order": order(rank),
    }
    return attribute("blocked", keys | blocks(rank)), shape(rank)


def a_mma(versions=(2, 2, 3)):
    version, rank = rng.choice(versions), rng.choice([2, 2, 2, 3])
    if version == 3:
        rank, tile = 2, [16, power(8, 3), 16]
    else:
        tile = [1] * (rank - 2) + rng.choice([[16, 8], [16, 8], [16, 8], [8, 8], [16, 16]])
    keys = {"versionMajor": version, "versionMinor": rng.choice([0, 0, 1]), "warpsPerCTA": split(rank, rng.randint(0, 3))}
    return attribute("nvidia_mma", keys | blocks(rank) | {"instrShape": tile}), shape(rank)


def a_mfma():
    rank, tile = rng.choice([2, 2, 2, 3]), rng.choice([[32, 32, 8], [16, 16, 16], [4, 64, 4], [64, 4, 4]])
    keys = {
        "version": rng.randint(1, 4), "warpsPerCTA": split(rank, rng.randint(0, 3)), "instrShape": tile,
        "isTransposed": tile[:2] == [64, 4] or rng.random() < 0.5,
    }
    if rng.random() < 0.3:
        keys["tilesPerWarp"] = [1] * (rank - 2) + [power(2), power(2)]
    if rng.random() < 0.2:
        keys["elementBitWidth"] = 64
    return attribute("amd_mfma", keys | blocks(rank)), shape(rank)


def a_wmma():
    rank, version = rng.choice([2, 2, 2, 3]), rng.randint(1, 3)
    tile = {1: [[16, 16, 16]], 2: [[16, 16, 16], [16, 16, 32]],
            3: [[16, 16, 4], [16, 16, 32], [16, 16, 64], [16, 16, 128], [32, 16, 64], [32, 16, 128]]}[version]
    all_bits = bases(rank, rng.randint(0, 4))
    cut = rng.randint(0, len(all_bits)) if rng.random() < 0.4 else 0
    held = [image for image in all_bits[:cut] if any(image)]
    cta = ({"register": held} if held else {}) | {"warp": all_bits[cut:]}
    keys = {"version": version, "isTranspose": rng.random() < 0.5, "ctaLayout": cta} | blocks(rank)
    tile = rng.choice(tile)
    if tile != [16, 16, 16]:
        keys["instrShape"] = tile
    if rank == 3:
        keys["rank"] = 3
    return attribute("amd_wmma", keys), shape(rank)


def a_dot():
    kind = rng.choice(["mma", "mma", "blocked", "mfma", "wmma", "wmma"])
    index, width = rng.randint(0, 1), power(3)
    if kind == "blocked":
        parent, extents = a_blocked(rng.choice([2, 3]))
        return attribute("dot_op", {"opIdx": index, "parent": parent}), extents
    parent, extents = {"mma": a_mma, "mfma": a_mfma, "wmma": a_wmma}[kind]()
    if "versionMajor = 3" in parent:
        index = 0
    if kind == "wmma":
        width = {"1": [8, 16], "2": [4, 8, 16]}.get(re.search(r"version = (\d)", parent)[1], [1, 2, 4, 8, 16])
        width = rng.choice(width)
    return attribute("dot_op", {"opIdx": index, "parent": parent, "kWidth": width}), extents


def a_slice():
    parent, extents = rng.choice([lambda: a_blocked(rng.choice([2, 3])), a_mma, a_mfma, a_wmma, a_dot, a_linear])()
    if rng.random() < 0.2 and len(extents) > 2:
        dim = rng.randrange(len(extents))
        extents.pop(dim)
        parent = attribute("slice", {"dim": dim, "parent": parent})
    if len(extents) < 2:
        return a_slice()
    dim = rng.randrange(len(extents))
    extents.pop(dim)
    return attribute("slice", {"dim": dim, "parent": parent}), extents


def a_linear():
    rank = rng.choice([1, 2, 2, 3])
    all_bits = bases(rank, rng.randint(1, 9))
    cuts = sorted(rng.randint(0, len(all_bits)) for _ in range(3))
    if rng.random() < 0.7:
        cuts[2] = len(all_bits)
    parts = [all_bits[a:b] for a, b in zip([0, *cuts], [*cuts, len(all_bits)])]
    keys = dict(zip(["register", "lane", "warp", "block"], parts))
    own = [1 << max((image[k] for image in all_bits), default=0).bit_length() for k in range(rank)]
    return attribute("linear", keys), own if rng.random() < 0.5 else shape(rank)


def a_swizzled():
    rank = rng.choice([1, 2, 2, 2, 3, 4])
    keys = {"vec": power(4), "perPhase": power(3), "maxPhase": power(4), "order": order(rank)} | blocks(rank)
    return attribute("swizzled_shared", keys), shape(rank)


def a_nvmma():
    rank = rng.choice([1, 2, 2, 2, 3, 4])
    bits = rng.choice([8, 16, 32, 64])
    keys = {"swizzlingByteWidth": rng.choice([0, 32, 64, 128]) if rank > 1 else 0,
            "transposed": rank > 1 and rng.random() < 0.4, "elementBitWidth": bits}
    if rng.random() < 0.15:
        keys |= {"swizzlingByteWidth": 128, "elementBitWidth": 8, "fp4Padded": True}
    keys |= blocks(rank)
    if rank != 2:
        keys["rank"] = rank
    return attribute("nvmma_shared", keys), shape(rank, 9, 2)


def a_shared_linear():
    rank = rng.choice([1, 2, 2, 3])
    images = bases(rank, rng.randint(1, 9))
    while rng.random() < 0.6:
        # A column more is another basis.
        a, b = rng.randrange(len(images)), rng.randrange(len(images))
        if a != b and any(images[a]) and any(images[b]):
            images[a] = [x ^ y for x, y in zip(images[a], images[b])]
    own = [1 << max((image[k] for image in images), default=0).bit_length() for k in range(rank)]
    cut = len(images) if rng.random() < 0.7 else rng.randint(0, len(images))
    keys = {"offset": images[:cut]} | ({"block": images[cut:]} if cut < len(images) or rng.random() < 0.2 else {})
    return attribute("shared_linear", keys)[:-1] + f", alignment = {power(10)}>", own


def a_padded():
    rank = rng.choice([1, 2, 2, 3])
    gaps = "[%s]" % ", ".join(f"{run}:+{power(6)}" for run in rng.sample([1 << k for k in range(10)], rng.randint(1, 3)))
    if rng.random() < 0.5:
        own = shape(rank, 6)
        return attribute("padded_shared", {"order": order(rank), "shape": own}).replace("<{", f"<{gaps} {{"), own
    images = [image for image in bases(rank, rng.randint(1, 9)) if any(image)]
    rng.shuffle(images)
    cut = len(images) if rng.random() < 0.8 else rng.randint(0, len(images))
    own = [1 << max((image[k] for image in images), default=0).bit_length() for k in range(rank)]
    keys = {"offset": images[:cut], "block": images[cut:]}
    return attribute("padded_shared", keys).replace("<{", f"<{gaps} {{"), own


def a_partitioned():
    parent, extents = rng.choice([a_swizzled, a_swizzled, a_nvmma, a_shared_linear])()
    dim, partitions, groups = rng.randrange(len(extents)), power(2, 1), power(2)
    extents[dim] *= partitions * groups
    keys = {"numPartitions": partitions, "numGroups": groups, "partitionDim": dim, "partitionLayout": parent}
    return attribute("partitioned_shared", keys), extents


def a_tensor_memory():
    if rng.random() < 0.25:
        return attribute("tensor_memory_scales_encoding", blocks(2), "ttng"), shape(2, 9, 2)
    keys = {"blockM": rng.choice([64, 128]), "blockN": power(9, 1), "colStride": power(2)} | blocks(2)
    if rng.random() < 0.3:
        keys |= {"twoCTAs": True, "CGALayout": [[1, 0], *([[0, 1]] if rng.random() < 0.5 else [])]}
    if rng.random() < 0.2:
        keys |= {"fp4Padded": True, "colStride": 1}
    return attribute("tensor_memory_encoding", keys, "ttng"), [power(9, 6), power(9)]


KINDS = [a_blocked, a_mma, a_mfma, a_wmma, a_dot, a_dot, a_slice, a_linear, a_swizzled, a_nvmma, a_shared_linear,
         a_padded, a_partitioned, a_tensor_memory]


def memory_of(text):
    if text.startswith("#ttng."):
        return TENSOR
    return SHARED if re.match(r"#\w+\.\w*shared", text) else None


def type_of(text, extents):
    of = "x".join(map(str, extents))
    memory = memory_of(text)
    return f"!ttg.memdesc<{of}xi8, {text}, {memory}>" if memory else f"tensor<{of}xi8, {text}>"


# ---------------------------------------------------------------------------------------------------------------------
# What Triton says. It ends the process at much that it does not expect, so a child answers, and another one goes on.


def parse(text):
    path = os.path.join(SCRATCH, "text.ttgir")
    with open(path, "w") as out:
        out.write(text)
    return ir.parse_mlir_module(path, context)


def theirs(text, extents):
    """What Triton makes of a text: the text of Gluon and the images; or the refusal."""
    try:
        parse("module attributes {a.b = %s} {}" % text)
    except Exception:
        return {"refused": "attribute"}
    try:
        module = parse("module {\n tt.func @f(%%a: %s) {tt.return}\n}" % type_of(text, extents))
    except Exception:
        return {"refused": "type"}
    value = module.get_function("f").args(0)
    of_memory = memory_of(text) is not None
    try:
        made = (builder.get_gluon_layout_from_memdesc if of_memory else builder.get_gluon_layout_from_tensor)(value)
    except Exception:
        return {"refused": "no class of Gluon"}
    found = {"gluon": repr(made)}
    if type(made).__name__ == "PaddedSharedLayout":
        return found | {"padded": [made.interval_padding_pairs, made.offset_bases, made.cga_layout]}
    answer = builder.to_linear_layout(made._to_ir(builder), extents)
    return found | {"images": images(answer)}


def images(answer):
    kind = type(answer).__name__
    if kind == "SharedLinearLayout":
        return {"offset": answer.offset_bases, "block": answer.block_bases}
    if kind == "_TensorMemoryLinearLayout":
        return {"row": answer.rows, "col": answer.cols}
    return {"register": answer.reg_bases, "lane": answer.lane_bases, "warp": answer.warp_bases, "block": answer.block_bases}


def ask_triton(jobs):
    """The answers to texts with shapes, each in a child that may die of it."""
    answers, errors = [], os.path.join(SCRATCH, "errors")
    while len(answers) < len(jobs):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            out, error = os.fdopen(write, "w"), os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(error, 1)
            os.dup2(error, 2)
            for text, extents in jobs[len(answers):]:
                # It loops on some numbers.
                signal.alarm(20)
                os.ftruncate(error, 0)
                os.lseek(error, 0, 0)
                try:
                    answer = theirs(text, extents)
                except BaseException as exception:
                    answer = {"refused": "exception", "why": str(exception)}
                if "refused" in answer:
                    with open(errors, errors="replace") as said:
                        answer["why"] = answer.get("why", "") + said.read(2000)
                out.write(json.dumps(answer) + "\n")
                out.flush()
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as lines:
            answers += [json.loads(line) for line in lines]
        if os.waitpid(child, 0)[1] and len(answers) < len(jobs):
            with open(errors, errors="replace") as said:
                answers.append({"refused": "died", "why": said.read(2000)})
    return answers


# ---------------------------------------------------------------------------------------------------------------------
# What this library says.


def ask_reader(questions):
    run = subprocess.run([READER], input="\n".join(questions) + "\n", stdout=subprocess.PIPE, text=True)
    lines = run.stdout.split("\n")[:-1]
    assert len(lines) == len(questions), f"no answer to {questions[len(lines)]}"
    return lines


def ours(line):
    """The images of a printed matrix, or None for a refusal."""
    if line.startswith("refused: "):
        return None
    inputs, _ = line.rsplit(" -> ", 1)
    found = {}
    for name, rest in re.findall(r"(\w+):((?: \([\d,]*\))*)", inputs):
        found[name] = [[int(n) for n in image.split(",") if n] for image in re.findall(r"\(([\d,]*)\)", rest)]
    return found


def same(expected, found):
    """The images of all inputs that Triton says. It leaves out blocks of tensor memories, and partitions."""
    return found is not None and all(found.get(name, []) == bits for name, bits in expected.items())


def dense(gaps, offset_bases, extents):
    """The address of each bit of each coordinate of a padded layout."""
    steps = {}
    for k, image in enumerate(offset_bases):
        dim = next(i for i, value in enumerate(image) if value)
        address = (1 << k) + sum(((1 << k) // run) * gap for run, gap in gaps)
        steps[dim, image[dim]] = address
    return [[steps[dim, 1 << bit] for bit in range(extent.bit_length() - 1)] for dim, extent in enumerate(extents)]


def strides(line):
    """The same, of a printed layout `Sw<0,0,0> o 0 o (16,(32,2)):(72,(1,36))`."""
    of, by = (eval(part.replace("(", "[").replace(")", "]")) for part in line.split(" o ")[-1].split(":"))
    flat = lambda part: [leaf for inner in part for leaf in flat(inner)] if isinstance(part, list) else [part]
    modes = list(zip(of, by)) if isinstance(of, list) else [(of, by)]
    return [[step << bit for extent, step in zip(flat(s), flat(d)) for bit in range(extent.bit_length() - 1)] for s, d in modes]


# ---------------------------------------------------------------------------------------------------------------------


def written(extents):
    return "x".join(map(str, extents))


def valid(count):
    """Attributes that Triton takes, with its answers, and how many of each kind were drawn."""
    kept, drawn = [], Counter()
    while len(kept) < count:
        jobs = [rng.choice(KINDS)() for _ in range(min(2000, 2 * (count - len(kept)) + 10))]
        for (text, extents), answer in zip(jobs, ask_triton(jobs)):
            drawn[text.split("<")[0]] += 1
            if "refused" not in answer and len(kept) < count:
                kept.append((text, extents, answer))
    return kept, drawn


def compare_valid(rows):
    questions = []
    for text, extents, answer in rows:
        of = written(extents)
        questions += [f"triton {of} {text}", f"triton - {type_of(text, extents)}", f"triton {of} {answer['gluon']}",
                      f"offsets {of} {text}"]
    lines = iter(ask_reader(questions))
    equal, wrong = Counter(), []
    for text, extents, answer in rows:
        by_attribute, by_type, by_gluon, offsets = (next(lines) for _ in range(4))
        name = text.split("<")[0]
        if "padded" in answer:
            gaps, offset_bases, cga = answer["padded"]
            if cga:
                is_right = offsets.startswith("refused: ") and "block" in offsets
            else:
                is_right = not offsets.startswith("refused: ") and strides(offsets) == dense(gaps, offset_bases, extents)
            is_right = is_right and all("a gap of" in line for line in (by_attribute, by_type, by_gluon))
        else:
            is_right = all(same(answer["images"], ours(line)) for line in (by_attribute, by_type, by_gluon))
        if is_right:
            equal[name] += 1
        else:
            wrong.append((text, extents, answer, by_attribute, by_type, by_gluon, offsets))
    return equal, wrong


def damage(text):
    """A text with a mistake."""
    kind = rng.choice(["drop", "twice", "rename", "number", "number", "number", "cut", "letter", "comma"])
    keys = list(re.finditer(r"(\w+) = (\[\[.*?\]\]|\[[^\[\]]*\]|[\w]+)", text))
    if kind == "drop" and keys:
        key = rng.choice(keys)
        start, end = key.span()
        end += 2 if text[end:end + 2] == ", " else 0
        return kind, text[:start] + text[end:]
    if kind == "twice" and keys:
        key = rng.choice(keys)
        return kind, text[:key.start()] + key[0] + ", " + text[key.start():]
    if kind == "rename" and keys:
        key, other = rng.choice(keys), rng.choice(["foo", "order", "block", "rank", "CTAsPerCGA", "perphase"])
        return kind, text[:key.start(1)] + other + text[key.end(1):]
    every = list(re.finditer(r"\d+", text))
    if kind == "number" and every:
        number = rng.choice(every)
        other = rng.choice(["0", "1", "2", "3", "5", "7", "8", "16", "64", "100", "-1", "4294967296", "x"])
        return kind, text[:number.start()] + other + text[number.end():]
    if kind == "cut":
        start, end = rng.randrange(len(text)), len(text) if rng.random() < 0.5 else 0
        return kind, text[:start] + text[max(end, start + rng.randint(1, 8)):]
    if kind == "letter":
        start = rng.randrange(len(text))
        return kind, text[:start] + rng.choice("[]{}<>,=:#x 0") + text[start + rng.randint(0, 1):]
    if kind == "comma" and "}" in text:
        return kind, text.replace("}", ",}", 1)
    return damage(text)


# Why one side reads a damaged text that the other one refuses: the side that reads, a part of the message of the other one
# (of Triton's as a regular expression), and the reason.
REASONS = [
    ("Triton", "expected the keys of (nvidia_mma|amd_mfma|amd_wmma|slice|dot_op|linear|generic_linear):|register or warp",
     "it ignores a key that it does not know, and has a value for a missing one"),
    ("Triton", "expected the keys of (swizzled_shared|nvmma_shared|partitioned_shared):|expected the keys of blocked:",
     "it has a value for a missing key"),
    ("Triton", "CTAsPerCGA = ", "it no longer reads CTAsPerCGA"),
    ("Triton", "expected a number below 2", "it cuts a number to 32 bits"),
    ("Triton", "expected a power of 2  ", "it takes any vec, perPhase and maxPhase"),
    ("Triton", "expected an instrShape of", "it takes tiles that no instruction has"),
    ("Triton", "expected powers of 2|expected a power of 2 for each dimension", "it takes 0 warps or tiles as one"),
    ("Triton", "expected each dimension once in the order", "it takes an order of no dimension"),
    ("Triton", "is below .*amd_wmma|amd_wmma.*is below", "it cuts xored warps one by one"),
    ("here", "Serialized rank and rank deduced", "it prints an amd_wmma of rank 3 without its rank, and cannot read that"),
    ("here", "requires a permutation matrix layout", "its answer cannot say that warps are xored"),
    ("here", "^no class of Gluon", "the class of Gluon refuses an attribute that the compiler takes"),
]


def compare_damaged(rows):
    jobs = []
    while len(jobs) < len(rows):
        text, extents, _ = rows[len(jobs)]
        kind, other = damage(text)
        if other != text and "\n" not in other:
            jobs.append((kind, other, extents))
    answers = ask_triton([(text, extents) for _, text, extents in jobs])
    lines = ask_reader([line for _, text, extents in jobs
                        for line in (f"triton {written(extents)} {text}", f"offsets {written(extents)} {text}")])
    counts, wrong = Counter(), []
    for (kind, text, extents), answer, line, offsets in zip(jobs, answers, lines[::2], lines[1::2]):
        found = ours(line)
        if "padded" in answer:
            gaps, offset_bases, cga = answer["padded"]
            is_read = not offsets.startswith("refused: ")
            if is_read and not cga and strides(offsets) == dense(gaps, offset_bases, extents):
                counts["read alike"] += 1
                continue
            answer = {"refused": "padded"} if cga and not is_read else answer
        is_padded = found is None and "a gap of" in line
        if "refused" in answer and found is None and not (is_padded and not offsets.startswith("refused: ")):
            counts["refused by both"] += 1
        elif "images" in answer and same(answer["images"], found):
            counts["read alike"] += 1
        else:
            reads = "here" if "refused" in answer else "Triton"
            said = answer["refused"] + ": " + answer["why"] if reads == "here" else line
            reason = next((why for side, pattern, why in REASONS if side == reads and re.search(pattern, said)), None)
            if reason is None or ("refused" not in answer and found is not None):
                wrong.append((kind, text, extents, answer, line))
            else:
                counts[f"read by {reads}: {reason}"] += 1
    return counts, wrong


def compare(count, seed):
    rng.seed(seed)
    rows, drawn = valid(count)
    equal, wrong = compare_valid(rows)
    print(f"{len(rows)} attributes that Triton takes, of {sum(drawn.values())} drawn: {sum(equal.values())} equal")
    for name, number in sorted(equal.items()):
        print(f"  {name:42} {number}")
    for row in wrong[:20]:
        print("WRONG", *row, sep="\n    ")
    counts, odd = compare_damaged(rows)
    print(f"{len(rows)} damaged ones")
    for name, number in counts.most_common():
        print(f"  {number:6}  {name}")
    for row in odd[:ODD]:
        print("UNEXPLAINED", *row, sep="\n    ")
    print(f"{len(wrong)} wrong, {len(odd)} unexplained")
    return not wrong and not odd


def kinds():
    """The rows of triton_kinds.jsonl."""
    rng.seed(20261129)
    with open(os.path.join(GOLDEN, "triton_kinds.jsonl"), "w") as out:
        rows, _ = valid(700)
        for text, extents, answer in rows:
            row = {"op": "attribute", "text": text, "shape": extents, "gluon": answer["gluon"]}
            if "padded" in answer:
                gaps, offset_bases, cga = answer["padded"]
                row["op"] = "padded"
                row["steps"] = None if cga else dense(gaps, offset_bases, extents)
            else:
                row["images"] = answer["images"]
            out.write(json.dumps(row, separators=(",", ":")) + "\n")
    print(len(rows), "rows of all kinds")


# ---------------------------------------------------------------------------------------------------------------------
# The rows of triton.jsonl.

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


def without_blocks(answer):
    return {name: bits for name, bits in images(answer).items() if name != "block"}


def row(make, rank):
    try:
        made, text = make()
        shape = [power(7, 3 if rank < 3 else 1) for _ in range(rank)]
        if not survives(lambda: builder.to_linear_layout(made._to_ir(builder), shape)):
            return None
        answer = builder.to_linear_layout(made._to_ir(builder), shape)
    except Exception:
        return None
    return {"op": "attribute", "text": text, "shape": shape, "images": without_blocks(answer)}


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


def golden():
    rng.seed(20261123)
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
                        rows.append({"op": "attribute", "text": text, "shape": extents, "images": without_blocks(answer)})
    with open(os.path.join(GOLDEN, "triton.jsonl"), "w") as out:
        for made in rows:
            out.write(json.dumps(made, separators=(",", ":")) + "\n")
    print(len(rows), "rows")


if __name__ == "__main__":
    mode = sys.argv[1] if len(sys.argv) > 1 else "compare"
    with tempfile.TemporaryDirectory() as SCRATCH:
        if mode == "golden":
            golden()
            kinds()
        else:
            count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
            is_right = compare(count, int(sys.argv[3]) if len(sys.argv) > 3 else 1)
            sys.stdout.flush()
            # Triton's module complains at the end of what it has leaked.
            os._exit(not is_right)
