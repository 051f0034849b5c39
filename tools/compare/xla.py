"""What XLA reads and prints: random texts of shapes, by way of jaxlib.

Needs Python 3.11 or newer, no accelerator:
    pip install jaxlib==0.10.2
    python tools/compare/xla.py 20000 7 > rows              # by number and seed
    ROWS=rows cargo test -p static-layout-dialects --test systems xla::drawn -- --ignored --nocapture

Every third text is broken in one place. A row has the text, and what XLA prints of the shape, or that it is refused.
`unchecked` says why XLA's own validation would refuse what its parser reads.
"""

import json
import random
import re
import sys

from jaxlib import xla_client

TYPES = "pred s4 s8 s16 s32 s64 u4 u8 u16 u32 u64 f16 bf16 f32 f64 c64 c128 f8e4m3fn f8e5m2".split()


def dimension(draw):
    size = str(draw.choice([0, 1, 1, 2, 3, 5, 8, 16, 100, 1024]))
    return draw.choice([size, size, size, size, size, "<=" + size])


def tile(draw):
    sizes = [draw.choice(["1", "2", "4", "8", "128", "8", "128", "*"]) for _ in range(draw.randint(1, 3))]
    sizes[-1] = "128" if sizes[-1] == "*" else sizes[-1]
    return "(" + ",".join(sizes) + ")"


def layout(draw, rank):
    order = list(range(rank))
    draw.shuffle(order)
    text, properties = ",".join(map(str, order)), ""
    if rank and draw.random() < 0.4:
        properties += "T" + "".join(tile(draw) for _ in range(draw.choice([1, 1, 2])))
    if draw.random() < 0.1:
        properties += f"L({draw.choice([2, 8, 128])})"
    if draw.random() < 0.1:
        properties += f"E({draw.choice([4, 8, 32])})"
    if draw.random() < 0.15:
        properties += f"S({draw.choice([1, 2, 5])})"
    return "{" + text + (":" + properties if properties else "") + "}"


def array(draw):
    rank = draw.choice([0, 1, 2, 2, 3, 3, 4, 5])
    text = draw.choice(TYPES) + "[" + ",".join(dimension(draw) for _ in range(rank)) + "]"
    return text + (layout(draw, rank) if rank and draw.random() < 0.8 else "")


def broken(draw, text):
    at = draw.randrange(len(text))
    return draw.choice([text[:at] + text[at + 1 :], text[:at] + draw.choice("{}[](),:019*T<") + text[at:]])


def unchecked(text, printed):
    """Why the shape is none, although the parser reads it."""
    if re.search(r"T\([^)]*\b0\b[^)]*\)", printed) or re.search(r"\b[SLE]\(0\)", text):
        return "a tile, an alignment, a width or a memory of 0"
    if text.count(")") < text.count("("):
        return "a parenthesis that is missing"
    if text.count("*") > printed.count("*"):
        return "a star that is dropped"
    found = re.match(r"\w+\[([^\]]*)\](?:\{([\d,]*))?", printed)
    rank = len(found[1].split(",")) if found and found[1] else 0
    order = [int(at) for at in found[2].split(",")] if found and found[2] else list(range(rank))
    if sorted(order) != list(range(rank)):
        return "an order that is no permutation"
    return None


def row(draw):
    text = array(draw)
    if draw.random() < 1 / 3:
        text = broken(draw, text)
    try:
        printed = str(xla_client.Shape(text))
    except Exception:
        return {"text": text, "error": True}
    return {"text": text, "out": printed, "unchecked": unchecked(text, printed)}


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source = random.Random(int(sys.argv[2]))
    for _ in range(int(sys.argv[1])):
        print(json.dumps(row(source), separators=(",", ":")))
