#!/usr/bin/env python3
"""Random operations here and in the Python packages of the field: right, wrong and refused results, and the time of an operation.

    pip install tensor-layouts==0.3.2
    pip install --no-deps nvidia-cutlass==4.2.0.0       # has `pycute`
    python compare.py [COUNT] [--seed SEED] [--pycute FOLDER] [--time CASES]

FOLDER is a checkout of NVlabs/CuTe, whose package is also called `pycute`. A package that is not installed is left out.

COUNT (100,000) operations are drawn by the seed: layouts of one to three modes, a third of them nested, of at most 4096 elements.
A result is judged by the equation of the operation at every coordinate, by `Judge`, which calls no package. `rounded up` is a result
past the end of the operand: 12 elements for 10 divided by 4. `generalized` is an L of a layout A with coinciding offsets, which has no
left inverse: A(L(A(i))) = A(i). `smaller` is a right inverse that is right, but smaller than that
of another package. `refused, another right` counts refusals of operations that another package answers rightly.
"""
import argparse
import collections
import importlib
import random
import statistics
import sys
import timeit

EXTENTS = [1, 2, 2, 3, 4, 4, 5, 6, 8, 8, 16, 32, 64]
MOST = 4096


def leaves(tree):
    """The integers of nested tuples."""
    return [leaf for part in tree for leaf in leaves(part)] if isinstance(tree, (tuple, list)) else [tree]


def product(integers):
    """The product of integers."""
    result = 1
    for integer in integers:
        result *= integer
    return result


class Plain:
    """A layout by its definition: lists of extents and strides of all leaves, and the number of leaves of each mode."""

    def __init__(self, shape, stride):
        self.extents, self.strides = leaves(shape), leaves(stride)
        self.size = product(self.extents)
        self.shape, self.stride = shape, stride

    def __call__(self, i):
        """The offset of a linear index; the last leaf has no end."""
        offset = 0
        for extent, stride in zip(self.extents[:-1], self.strides[:-1]):
            offset += i % extent * stride
            i //= extent
        return offset + i * self.strides[-1] if self.extents else 0

    def offsets(self):
        """The offsets of all linear indices."""
        table = [0]
        for extent, stride in zip(self.extents, self.strides):
            table = [base + i * stride for i in range(extent) for base in table]
        return table

    def mode(self, i):
        """Mode `i`."""
        if isinstance(self.shape, (tuple, list)):
            return Plain(self.shape[i], self.stride[i])
        return self

    def filtered(self):
        """The leaves that move."""
        kept = [(n, d) for n, d in zip(self.extents, self.strides) if n > 1 and d != 0]
        return Plain(*zip(*kept)) if kept else Plain(1, 0)


class Judge:
    """The equations. Each returns "right", "rounded up" or "wrong"."""

    @staticmethod
    def compose(r, a, b):
        return r.size == b.size and all(x == a(y) for x, y in zip(r.offsets(), b.offsets()))

    @staticmethod
    def coalesce(r, a):
        return r.offsets() == a.offsets()

    @staticmethod
    def complement(r, a, m):
        a = a.filtered()
        whole, end = a.size * r.size, max(d * n for n, d in zip(a.extents, a.strides)) or 1
        if whole != max(-(-m // end), 1) * end:
            return "wrong"
        if sorted(x + y for y in r.offsets() for x in a.offsets()) != list(range(whole)):
            return "wrong"
        return "right" if whole == m or m <= end else "rounded up"

    @staticmethod
    def logical_divide(r, a, b):
        return Judge._parts(r, a, Judge.compose(r.mode(0), a, b))

    @staticmethod
    def zipped_divide(r, a, *tiles):
        ours, modes = r.mode(0), [a.mode(k) for k in range(len(tiles))]
        table = [0]
        for mode, tile in zip(modes, tiles):
            offsets = [mode(x) for x in tile.offsets()]
            table = [base + x for x in offsets for base in table]
        return Judge._parts(r, a, ours.offsets() == table)

    @staticmethod
    def _parts(r, a, tile_is_right):
        if not tile_is_right:
            return "wrong"
        if r.size == a.size:
            return sorted(r.offsets()) == sorted(a.offsets())
        # Every element of the operand, and others past its end.
        missing = collections.Counter(a.offsets()) - collections.Counter(r.offsets())
        return "wrong" if missing or r.size < a.size else "rounded up"

    @staticmethod
    def logical_product(r, a, b):
        repeats = r.mode(1)
        if r.mode(0).offsets() != a.offsets() or repeats.size != b.size:
            return False
        order, steps = b.offsets(), repeats.offsets()
        ranks = {x: y for x, y in zip(order, steps)}
        rising = [y for _, y in sorted(ranks.items())]
        if any(ranks[x] != y for x, y in zip(order, steps)) or any(x >= y for x, y in zip(rising, rising[1:])):
            return False
        block = set(a.offsets())
        sums = [x + y for y in set(steps) for x in block]
        return len(set(sums)) == len(sums)

    @staticmethod
    def right_inverse(r, a):
        return all(a(x) == i for i, x in enumerate(r.offsets()))

    @staticmethod
    def left_inverse(r, a):
        offsets = a.offsets()
        if len(set(offsets)) == len(offsets):
            return all(r(x) == i for i, x in enumerate(offsets))
        return "generalized" if all(a(r(x)) == x for x in offsets) else "wrong"


OPERATIONS = [name for name in vars(Judge) if not name.startswith("_")]


def drawn_shape(draw, rank, most):
    """Extents with a product of at most `most`, a third of them nested."""
    while True:
        shape = tuple(
            tuple(draw.choice(EXTENTS) for _ in range(2)) if draw.random() < 0.2 else draw.choice(EXTENTS) for _ in range(rank)
        )
        if product(leaves(shape)) <= most:
            return shape if rank > 1 or draw.random() < 0.2 else shape[0]


def nested(flat, shape):
    """Integers from an iterator, nested as a shape."""
    return tuple(nested(flat, part) for part in shape) if isinstance(shape, tuple) else next(flat)


def drawn_layout(draw, most=MOST):
    """A layout: compact in a drawn order with gaps here and there, or of drawn strides."""
    shape = drawn_shape(draw, draw.choice([1, 2, 2, 3]), most)
    extents = leaves(shape)
    strides, step = [0] * len(extents), 1
    order = list(range(len(extents)))
    draw.shuffle(order)
    if draw.random() < 0.3:
        order.sort()
    for k in order:
        strides[k] = step
        step *= extents[k] * draw.choice([1, 1, 1, 1, 2, 3])
    kind = draw.random()
    if kind < 0.15:
        strides = [draw.choice([1, 2, 3, 4, 6, 8, 12, 16]) for _ in extents]
    elif kind < 0.25:
        strides[draw.randrange(len(strides))] = 0
    return shape, nested(iter(strides), shape)


def drawn(draw):
    """An operation and its operands: layouts `(shape, stride)`, and integers."""
    name = draw.choice(OPERATIONS)
    a = drawn_layout(draw)
    size = product(leaves(a[0]))
    if name == "compose":
        while True:
            b = drawn_layout(draw, size)
            if max(Plain(*b).offsets()) < size:
                return name, (a, b)
    if name == "complement":
        return name, (a, draw.choice([size, 2 * size, Plain(*a)(size - 1) + 1, draw.randint(1, MOST)]))
    if name == "logical_divide":
        while True:
            b = drawn_layout(draw, max(size // draw.choice([1, 2, 4]), 1))
            if min(leaves(b[1])) > 0 and max(Plain(*b).offsets()) < size:
                return name, (a, b)
    if name == "zipped_divide":
        modes = a[0] if isinstance(a[0], tuple) else (a[0],)
        a = a if isinstance(a[0], tuple) else (modes, (a[1],))
        tiles = []
        for mode in modes:
            extent = product(leaves(mode))
            exact = [n for n in range(1, extent + 1) if extent % n == 0]
            tiles.append((draw.choice(exact) if draw.random() < 0.8 else draw.randint(1, extent), 1))
        return name, (a, *tiles)
    if name == "logical_product":
        a = drawn_layout(draw, 64)
        return name, (a, drawn_layout(draw, 64))
    return name, (a,)


def peers(folder):
    """The packages: the name, and a function from the name of an operation to its function on layouts of the package."""
    found = []

    def add(title, module, names):
        found.append((title, module.Layout, lambda name: getattr(module, names.get(name, name))))

    add("static-layout", importlib.import_module("static_layout"), {"complement": "complement_padded"})
    add("static_layout.pycute", importlib.import_module("static_layout.pycute"), {"compose": "composition"})
    for title, name, path, names in [
        ("pycute (CUTLASS)", "pycute", None, {"compose": "composition"}),
        ("PyCuTe", "pycute", folder, {"compose": "composition"}),
        ("tensor-layouts", "tensor_layouts", None, {}),
    ]:
        if title == "PyCuTe" and not path:
            continue
        for loaded in [loaded for loaded in sys.modules if loaded.split(".")[0] == name]:
            del sys.modules[loaded]
        if path:
            sys.path.insert(0, path)
        try:
            add(title, importlib.import_module(name), names)
        except ImportError as error:
            print(f"{title} is left out: {error}")
        finally:
            if path:
                sys.path.remove(path)
    return found


def made(layout, operand):
    """An operand as an argument of a package."""
    return layout(*operand) if isinstance(operand, tuple) else operand


def arguments(name, layout, operands):
    """The arguments of an operation of a package: the tiles of a divide by mode are a tuple."""
    first, *others = (made(layout, operand) for operand in operands)
    return [first, tuple(others)] if name == "zipped_divide" else [first, *others]


def outcome(name, answer, operands):
    """The verdict about an answer of a package."""
    shape, stride = answer.shape, answer.stride
    r = Plain(shape() if callable(shape) else shape, stride() if callable(stride) else stride)
    if r.size > 1 << 20:
        return "wrong", r
    verdict = getattr(Judge, name)(r, *operands)
    return verdict if isinstance(verdict, str) else "right" if verdict else "wrong", r


KINDS = ["right", "smaller", "rounded up", "generalized", "wrong", "refused", "refused, another right"]


def judged(count, seed, packages, show):
    """Counts the outcomes of `count` operations for each package and operation; returns cases that all answer, for timing."""
    draw = random.Random(seed)
    counts = {title: {name: collections.Counter() for name in OPERATIONS} for title, *_ in packages}
    least, common = {}, {name: [] for name in OPERATIONS}
    for _ in range(count):
        name, operands = drawn(draw)
        plain = [Plain(*operand) if isinstance(operand, tuple) else operand for operand in operands]
        found = {}
        for title, layout, operation in packages:
            try:
                answer = operation(name)(*arguments(name, layout, operands))
            except (AssertionError, ValueError, ArithmeticError, NotImplementedError, TypeError, IndexError) as error:
                found[title] = ("refused", error)
                continue
            found[title] = outcome(name, answer, plain)
        right = {title: r for title, (kind, r) in found.items() if kind == "right"}
        largest = max((r.size for r in right.values()), default=0)
        for title, (kind, r) in found.items():
            if kind == "right" and name == "right_inverse" and r.size < largest:
                kind = "smaller"
            if kind == "refused" and right:
                kind = "refused, another right"
            counts[title][name][kind] += 1
            weight = sum(map(sum, [leaves(operand) for operand in operands]))
            key = title, name, kind
            if kind != "right" and (key not in least or weight < least[key][0]):
                least[key] = weight, operands, r
        if all(kind != "refused" for kind, _ in found.values()):
            common[name].append(operands)
    for title, of_title in counts.items():
        print(f"\n{title}\n\n| operation | " + " | ".join(KINDS) + " |\n|---" * 1 + "|---" * len(KINDS) + "|")
        total = collections.Counter()
        for name, row in of_title.items():
            total.update(row)
            print(f"| {name} | " + " | ".join(str(row[kind]) for kind in KINDS) + " |")
        print("| all | " + " | ".join(str(total[kind]) for kind in KINDS) + " |")
        for kind in show:
            for name in OPERATIONS:
                if (title, name, kind) in least:
                    _, operands, r = least[title, name, kind]
                    said = f"{r.shape}:{r.stride}" if isinstance(r, Plain) else f"{type(r).__name__}: {r}".splitlines()[0]
                    print(f"    {kind}: {name}({', '.join(map(text, operands))}) -> {said}")
    return common


def text(operand):
    """An operand in notation."""
    return ":".join(map(str, operand)).replace(" ", "") if isinstance(operand, tuple) else str(operand)


def timer(function, given):
    """A timer of a call."""
    names = {"f": function, **{f"x{k}": argument for k, argument in enumerate(given)}}
    return timeit.Timer(f"f({', '.join(list(names)[1:])})", globals=names)


def speed(cases, common, packages):
    """The median over cases of the least time of an operation, packages interleaved."""
    titles = [title for title, *_ in packages]
    print("\n| operation, median ns | " + " | ".join(titles) + " | fastest other / static-layout |\n|---" + "|---" * (len(titles) + 1) + "|")
    for name in OPERATIONS:
        best = {title: [] for title in titles}
        for operands in common[name][:cases]:
            timers = [(title, timer(operation(name), arguments(name, layout, operands))) for title, layout, operation in packages]
            least = dict.fromkeys(titles, float("inf"))
            for _ in range(7):
                for title, call in timers:
                    rounds = 50 if title.startswith("static") else 3
                    least[title] = min(least[title], call.timeit(rounds) / rounds * 1e9)
            for title in titles:
                best[title].append(least[title])
        if not best[titles[0]]:
            continue
        medians = {title: statistics.median(times) for title, times in best.items()}
        others = [median for title, median in medians.items() if not title.startswith("static")]
        ratio = f"{min(others) / medians[titles[0]]:.1f}" if others else "-"
        print(f"| {name} | " + " | ".join(f"{medians[title]:.0f}" for title in titles) + f" | {ratio} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--pycute", metavar="FOLDER")
    parser.add_argument("--time", type=int, default=300, metavar="CASES")
    options = parser.parse_args()
    packages = peers(options.pycute)
    common = judged(options.count, options.seed, packages, ["wrong", "refused, another right", "smaller"])
    speed(options.time, common, packages)


if __name__ == "__main__":
    main()
