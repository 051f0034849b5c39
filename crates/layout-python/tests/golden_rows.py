"""Golden rows: reading their texts, comparing values, and counting outcomes."""
import collections
import json
import pathlib
import re

import static_layout as sl
from static_layout import ComposedLayout, Layout, Tiler

NO_CALL = "no call in Python"
GOLDEN = pathlib.Path(__file__).resolve().parents[3] / "tests" / "golden"


def read(text):
    """The value of a golden text."""
    text = str(text).replace("[", "<").replace("]", ">").replace(";", ",")
    text = re.sub(r"^S<", "Sw<", text)
    if text.startswith("Sw<"):
        return ComposedLayout(text) if " o " in text else sl.evaluate(text)
    if "<" in text:
        return Tiler(text)
    if text in ("true", "false"):
        return text == "true"
    return Layout(text) if ":" in text else integers(text)


def integers(text):
    """The tuple of a text: `((4,_))` is a tuple of one tuple, with `None` for `_`."""
    stack = [[]]
    for token in re.findall(r"[(),]|_|-?\d+(?:@\d+)*", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
        elif token != ",":
            stack[-1].append(None if token == "_" else unit(token))
    return stack[0][0]


def unit(token):
    """An integer, or one in units of a coordinate: `3@1@0`."""
    scale, *path = map(int, token.split("@"))
    return sl.E(*path[::-1], scale=scale) if path else scale


def still(shape, stride):
    """Strides with 0 for those of extents of 1."""
    if isinstance(shape, tuple):
        return tuple(map(still, shape, stride))
    return 0 if shape == 1 else stride


def is_same(a, b):
    """Whether values are equal, strides of extents of 1 aside."""
    if isinstance(a, Layout) and isinstance(b, Layout):
        return a.shape == b.shape and still(a.shape, a.stride) == still(b.shape, b.stride)
    if isinstance(a, ComposedLayout) and isinstance(b, ComposedLayout):
        return (a.swizzle, a.offset) == (b.swizzle, b.offset) and is_same(a.layout, b.layout)
    return a == b


class NoSurface(Exception):
    """The row asks what has no call in Python, and why."""


def flat(tree):
    """The leaves of nested tuples."""
    return [leaf for part in tree for leaf in flat(part)] if isinstance(tree, tuple) else [tree]


def table(a):
    """All offsets."""
    return [a(i) for i in range(sl.size(a))]


def counted(path, outcome, change=lambda line: line):
    """The number of rows of a file for each outcome."""
    found = collections.Counter()
    for line in path.read_text().splitlines():
        try:
            found[outcome(json.loads(change(line)))] += 1
        except NoSurface as reason:
            found[str(reason)] += 1
    return found


def check_system(name, check, counts):
    """Check each row of a system, and count the rows by what came of them."""
    found = counted(GOLDEN / "systems" / f"{name}.jsonl", check)
    without = sum(count for reason, count in found.items() if reason.endswith(NO_CALL))
    print(f"{name}: {found['equal']} of {sum(found.values())} equal, {without} without a call in Python")
    assert dict(found) == counts, dict(found.most_common())
