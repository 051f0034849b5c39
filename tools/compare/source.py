#!/usr/bin/env python3
"""Source text of other systems, both ways: every offset of random layouts, here and in the system.

Needs g++, Python 3.10 or newer and no GPU:
    pip install numpy nvidia-cutlass-dsl==4.8.1 flydsl==0.4.2 mojo==1.2.0 max-mojo-libs==26.7.0 triton==3.9.0
    pip install --no-deps nvidia-cutlass==4.2.0.0
    git clone https://github.com/kokkos/mdspan
    MDSPAN=mdspan/include python tools/compare/source.py [COUNT]

Written: COUNT (300) layouts by a fixed seed, nested, strided, swizzled and with names, as `layout export` writes them. Each
system evaluates its text, and each offset is compared with the definition. Read: COUNT texts of each system from a generator
of its forms, which the system evaluates and `layout eval --from` reads. CuTe's C++ headers are found as
tools/compile-time/compilers.py finds them, or in CUTE, a list of folders with `:` between them. A system that is not
installed is skipped, and the output says so.

Found of 1,000 written and 1,000 read by PyCute of nvidia-cutlass 4.2.0.0 and NumPy 2.4.6 (654 layouts of arrays are written),
of 300 by the CuTe DSL 4.8.1, and of 129 written by FlyDSL 0.5.0: none wrong, none refused.
"""
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

from command import ROOT, build, command, without_torch

NAMES = {"n": 5, "m": 3, "ld": 40}
SYSTEMS = ["cute-cpp", "cute-python", "pycute", "mojo-source", "flydsl", "mdspan", "as-strided", "gluon"]


# Layouts as Python values: a shape and a stride, nested alike.
def leaves(nest):
    return [x for part in nest for x in leaves(part)] if isinstance(nest, tuple) else [nest]


def rebuilt(nest, values):
    return tuple(rebuilt(part, values) for part in nest) if isinstance(nest, tuple) else next(values)


def value(leaf):
    return eval(str(leaf), {}, NAMES)


def swizzled(swizzle, x):
    bits, base, shift = swizzle
    mask = ((1 << bits) - 1) << base
    return x ^ (x & mask << shift) >> shift if shift >= 0 else x ^ (x & mask) << -shift


def offsets(shape, stride, swizzle=None, first=0):
    """In the order of the linear index, the leftmost extent fastest."""
    extents, steps = [value(x) for x in leaves(shape)], [value(x) for x in leaves(stride)]
    out = []
    for point in itertools.product(*(range(n) for n in reversed(extents))):
        x = first + sum(c * step for c, step in zip(reversed(point), steps))
        out.append(swizzled(swizzle, x) if swizzle else x)
    return out


def notation(nest):
    return "(" + ",".join(map(notation, nest)) + ")" if isinstance(nest, tuple) else str(nest)


def parsed(text):
    """The offsets of the command's notation."""
    found = re.fullmatch(r"layout (.*), offset (-?\d+)", text)
    text, first = (found[1], int(found[2])) if found else (text, 0)
    swizzle = None
    found = re.fullmatch(r"Sw<(\d+),(\d+),(-?\d+)> o (-?\d+) o (.*)", text)
    if found:
        swizzle, first, text = tuple(map(int, found.groups()[:3])), int(found[4]), found[5]
    sides = [re.findall(r"[-\w*]+", side) for side in text.split(":")]
    return offsets(*map(tuple, sides), swizzle, first)


# Random layouts.
def tree(draw, depth, leaf):
    if depth == 0 or draw.random() < 0.4:
        return leaf()
    return tuple(tree(draw, depth - 1, leaf) for _ in range(draw.randint(1, 3)))


def shapes(draw, names):
    while True:
        shape = tree(draw, 3, lambda: draw.choice([1, 2, 3, 4, 5, 6, 8, 16] + names))
        size = 1
        for x in leaves(shape):
            size *= value(x)
        if len(leaves(shape)) <= 6 and size <= 600:
            return shape


def strides(draw, shape, names):
    flat, kind = leaves(shape), draw.randrange(4)
    if kind == 0:
        steps = [draw.choice([0, 1, 2, 3, 4, 7, 8, 64, 100] + names) for _ in flat]
    elif kind == 1:
        steps = [draw.choice([-3, -1, 1, 2, 8, 12]) for _ in flat]
    else:
        steps, covered, order = [0] * len(flat), 1, list(range(len(flat)))
        draw.shuffle(order) if kind == 2 else order.reverse()
        for k in order:
            steps[k] = covered
            covered *= value(flat[k])
            covered += covered * draw.choice([0, 0, 0, 1, 2])
    return rebuilt(shape, iter(steps))


def layouts(count):
    """Pairs of a text of the command and the offsets."""
    draw = random.Random(50)
    for k in range(count):
        names = ["n", "m"] if k % 5 == 0 else []
        shape = shapes(draw, names)
        stride = strides(draw, shape, ["ld"] if names else [])
        text = f"{notation(shape)}:{notation(stride)}"
        # A swizzled layout has no names.
        if k % 4 == 1 and not names:
            bits, base = draw.randrange(1, 4), draw.randrange(3)
            swizzle, first = (bits, base, draw.choice([-1, 1]) * (bits + draw.randrange(3))), draw.choice([0, 0, 5, 16])
            # The engine's offsets are not negative.
            if min(offsets(shape, stride)) + first < 0:
                first -= min(offsets(shape, stride))
            yield "Sw<%d,%d,%d> o %d o %s" % (*swizzle, first, text), offsets(shape, stride, swizzle, first)
        else:
            yield text, offsets(shape, stride)


# Texts of each system.
class Forms:
    def __init__(self, seed):
        self.draw = random.Random(seed)

    def of(self, *forms):
        return self.draw.choice(forms)()

    def shape(self, names=("n", "m")):
        return shapes(self.draw, list(names) if self.draw.random() < 0.3 else [])


class Cute(Forms):
    def leaf(self, x):
        return x if isinstance(x, str) else self.draw.choice([f"Int<{x}>{{}}", f"C<{x}>{{}}", str(x)])

    def tuple(self, name, nest, leaf):
        if not isinstance(nest, tuple):
            return leaf(nest)
        return name + ", ".join(self.tuple(name, part, leaf) for part in nest) + (">" if name.endswith("<") else ")")

    def type(self, name, nest):
        return self.tuple(name + "<", nest, lambda x: f"Int<{x}>")

    def plain(self):
        shape = self.shape()
        stride = strides(self.draw, shape, [])
        made = self.tuple("make_shape(", shape, self.leaf)
        order = self.draw.choice(["", ", LayoutLeft{}", ", LayoutRight{}", ", GenColMajor{}", ", GenRowMajor{}"])
        if self.draw.random() < 0.4:
            return f"make_layout({made}{order})"
        return f"make_layout({made}, {self.tuple('make_stride(', stride, self.leaf)})"

    def static(self):
        shape = self.shape(())
        if self.draw.random() < 0.3:
            return f"Layout<{self.type('Shape', shape)}>{{}}"
        stride = strides(self.draw, shape, [])
        return f"cute::Layout<{self.type('Shape', shape)}, {self.type('Stride', stride)}>{{}}"

    def ordered(self):
        flat = [self.draw.choice([2, 3, 4, 5]) for _ in range(self.draw.randint(1, 4))]
        order = list(range(len(flat)))
        self.draw.shuffle(order)
        return f"make_ordered_layout({self.type('Shape', tuple(flat))}{{}}, {self.type('Step', tuple(order))}{{}})"

    def joined(self):
        return f"make_layout({self.plain()}, {self.static()})"

    def composed(self):
        swizzle = "Swizzle<2,%d,%d>" % (self.draw.randrange(4), self.draw.randint(2, 4))
        shape = self.shape(())
        layout = f"Layout<{self.type('Shape', shape)}>{{}}"
        return self.draw.choice([
            f"composition({swizzle}{{}}, {layout})",
            f"make_composed_layout({swizzle}{{}}, _8{{}}, {layout})",
            f"ComposedLayout<{swizzle}, Int<4>, {layout[:-2]}>{{}}",
        ])

    def divided(self):
        name = self.draw.choice(["logical", "zipped", "tiled", "flat"])
        extents = [self.draw.choice([4, 8, 12]) for _ in range(2)]
        layout = f"make_layout({self.type('Shape', tuple(extents))}{{}}, LayoutRight{{}})"
        return f"{name}_divide({layout}, make_tile(_2{{}}, Layout<_4,_1>{{}}))"

    def text(self):
        return self.of(self.plain, self.plain, self.static, self.ordered, self.joined, self.composed, self.divided)


class Mdspan(Forms):
    def text(self):
        rank = self.draw.randint(1, 4)
        extents = [self.draw.choice([1, 2, 3, 4, 6]) for _ in range(rank)]
        given = [self.draw.choice(["", "n", str(x)]) for x in extents]
        types = ", ".join("std::dynamic_extent" if g else str(x) for x, g in zip(extents, given))
        values = ", ".join(g for g in given if g)
        of = f"std::extents<{self.draw.choice(['int', 'std::size_t'])}, {types}>"
        extent = f"{of}{{{values}}}"
        argument = extent if values else self.draw.choice(["", extent])
        kind = self.draw.randrange(5)
        if kind < 2:
            return f"std::layout_{['left', 'right'][kind]}::mapping<{of}>{{{argument}}}"
        if kind == 2:
            sizes = [NAMES["n"] if g == "n" else x for x, g in zip(extents, given)]
            steps, covered, order = [0] * rank, 1, list(range(rank))
            self.draw.shuffle(order)
            for k in order:
                steps[k], covered = covered, covered * sizes[k] + self.draw.randrange(3)
            steps = ", ".join(map(str, steps))
            array = self.draw.choice([f"std::array<int, {rank}>{{{steps}}}", f"std::array{{{steps}}}"])
            return f"std::layout_stride::mapping<{of}>{{{extent}, {array}}}"
        # A padding of an extent that is a name is refused here.
        side, first = (("left", 0), ("right", rank - 1))[kind - 3]
        if given[first] == "n" and rank > 1:
            return f"std::layout_{side}::mapping<{of}>{{{argument}}}"
        padding = self.draw.choice([1, 2, 4, 5, 8])
        if self.draw.random() < 0.3:
            return f"std::layout_{side}_padded<std::dynamic_extent>::mapping<{of}>{{{extent}, {padding}}}"
        return f"std::layout_{side}_padded<{padding}>::mapping<{of}>{{{argument}}}"


class Python(Forms):
    """The CuTe DSL, and PyCute."""
    def __init__(self, seed, prefix):
        super().__init__(seed)
        self.prefix = prefix

    def tuple(self, nest):
        if not isinstance(nest, tuple):
            return str(nest)
        return "(" + ", ".join(map(self.tuple, nest)) + ("," if len(nest) == 1 else "") + ")"

    def make(self, shape, stride=None):
        if self.prefix:
            stride = f", stride={self.tuple(stride)}" if stride is not None else ""
            return f"cute.make_layout({self.tuple(shape)}{stride})"
        return f"Layout({self.tuple(shape)}{', ' + self.tuple(stride) if stride is not None else ''})"

    def plain(self):
        shape = self.shape()
        return self.make(shape, strides(self.draw, shape, []))

    def compact(self):
        return self.make(self.shape(()))

    def ordered(self):
        flat = tuple(self.draw.choice([2, 3, 4, 5]) for _ in range(self.draw.randint(2, 4)))
        order = list(range(len(flat)))
        self.draw.shuffle(order)
        return f"cute.make_ordered_layout({self.tuple(flat)}, order={self.tuple(tuple(order))})"

    def joined(self):
        return f"make_layout({self.make(self.shape(()))}, {self.plain()})"

    def composed(self):
        swizzle = "(2, %d, %d)" % (self.draw.randrange(4), self.draw.randint(2, 4))
        layout = self.compact()
        if self.prefix:
            return f"cute.make_composed_layout(cute.make_swizzle{swizzle}, {self.draw.choice([0, 8])}, {layout})"
        return f"ComposedLayout(Swizzle{swizzle}, {self.draw.choice([0, 8])}, {layout})"

    def divided(self):
        name = self.draw.choice(["logical_divide", "zipped_divide", "tiled_divide"])
        extents = tuple(self.draw.choice([4, 8, 12]) for _ in range(2))
        prefix = "cute." if self.prefix else ""
        return f"{prefix}{name}({self.make(extents)}, (2, 4))"

    def text(self):
        other = self.ordered if self.prefix else self.joined
        return self.of(self.plain, self.plain, self.compact, other, self.composed, self.divided)


class NumPy(Forms):
    def text(self):
        rank = self.draw.randint(1, 4)
        size = "x.itemsize"
        shape = ", ".join(str(self.draw.choice([1, 2, 3, "n"])) for _ in range(rank))
        steps = [self.draw.choice(["0", size, f"3*{size}", f"{size}*4", f"n*{size}"]) for _ in range(rank)]
        array = self.draw.choice(["x", "x[7:]"])
        comma = "," if rank == 1 else ""
        name = self.draw.choice(["as_strided", "np.lib.stride_tricks.as_strided"])
        keys = self.draw.choice([("shape=", "strides="), ("", "")])
        return f"{name}({array}, {keys[0]}({shape}{comma}), {keys[1]}({', '.join(steps)}{comma}))"


class Mojo(Python):
    def __init__(self, seed):
        super().__init__(seed, "")

    def nest(self, nest):
        if not isinstance(nest, tuple):
            return str(nest)
        if len(nest) == 1 and not isinstance(nest[0], tuple):
            return f"IntTuple(IntTuple({nest[0]}))"
        return "IntTuple(" + ", ".join(map(self.nest, nest)) + ")"

    def text(self):
        shape = self.shape(())
        shape = shape if isinstance(shape, tuple) else (shape, 2)
        stride = rebuilt(shape, (abs(x) for x in leaves(strides(self.draw, shape, []))))
        flat = ", ".join(map(str, leaves(shape)))
        return self.draw.choice([
            f"Layout({self.nest(shape)}, {self.nest(stride)})",
            f"Layout({self.nest(shape)})",
            f"Layout.row_major({flat})",
            f"Layout.col_major({flat})",
        ])


# What a system says of texts: a list of offsets for each.
BEGIN = "".join(f"static int {name} = {number};\n" for name, number in NAMES.items())


def run_cpp(texts, head, flags, chunk=40):
    """Compiles and runs `show(text)` for each text. A text that does not compile is None."""
    if len(texts) > chunk:
        return [x for k in range(0, len(texts), chunk) for x in run_cpp(texts[k:k + chunk], head, flags, chunk)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.cpp")
        with open(path, "w") as file:
            file.write(head + BEGIN + "int main() {\n" + "".join(f"  show({text});\n" for text in texts) + "}\n")
        out = os.path.join(folder, "a.out")
        built = subprocess.run(["g++", "-O0", "-w", *flags, path, "-o", out], capture_output=True, text=True)
        if built.returncode:
            if len(texts) == 1:
                print("    does not compile:", texts[0], *[x for x in built.stderr.splitlines() if "error" in x][:1])
                return [None]
            half = len(texts) // 2
            return run_cpp(texts[:half], head, flags, chunk) + run_cpp(texts[half:], head, flags, chunk)
        run = subprocess.run([out], capture_output=True, text=True, check=True)
        return [list(map(int, line.split())) for line in run.stdout.splitlines()]


CUTE = """#include <cute/layout.hpp>
#include <cute/layout_composed.hpp>
#include <cute/swizzle_layout.hpp>
#include <cstdio>
using namespace cute;
template <class L> void show(L const& a) {
  for (int i = 0; i < int(size(a)); ++i) std::printf("%d ", int(a(i)));
  std::puts("");
}
"""

MDSPAN = """#include <experimental/mdspan>
#include <array>
#include <cstdio>
namespace std { using experimental::layout_left_padded; using experimental::layout_right_padded; }
template <class M> void show(M const& a) {
  constexpr std::size_t rank = M::extents_type::rank();
  std::size_t size = 1;
  for (std::size_t k = 0; k < rank; ++k) size *= a.extents().extent(k);
  for (std::size_t i = 0; i < size; ++i) {
    std::array<std::size_t, rank> c{};
    for (std::size_t k = 0, rest = i; k < rank; ++k) {
      c[k] = rest % a.extents().extent(k);
      rest /= a.extents().extent(k);
    }
    std::printf("%zu ", std::size_t(std::apply(a, c)));
  }
  std::puts("");
}
"""


def cute_cpp(texts):
    folders = os.environ.get("CUTE", "").split(":") if "CUTE" in os.environ else None
    if folders is None:
        sys.path.insert(0, os.path.join(ROOT, "tools", "compile-time"))
        import compilers
        folders = compilers.Gxx().includes
    return run_cpp(texts, CUTE, ["-std=c++17", *(f"-I{folder}" for folder in folders)])


def mdspan(texts):
    folder = os.environ.get("MDSPAN")
    if not folder or not os.path.exists(os.path.join(folder, "experimental", "mdspan")):
        raise ImportError("MDSPAN names no folder with experimental/mdspan")
    return run_cpp(texts, MDSPAN, ["-std=c++20", f"-I{folder}"], 100)


def of_python(texts, names, size, at):
    out = []
    for text in texts:
        try:
            layout = eval(text, dict(NAMES, **names))
            out.append([at(layout, i) for i in range(size(layout))])
        except Exception as error:
            print("    not evaluated:", text, repr(error)[:100])
            out.append(None)
    return out


def pycute(texts):
    import pycute as of
    names = {name: getattr(of, name) for name in dir(of) if not name.startswith("__")}
    size = lambda layout: layout.size()
    return of_python(texts, names, size, lambda layout, i: layout(i))


def cute_python(texts):
    import cutlass.cute as cute
    out = []

    # The compiler of the DSL rewrites loops of the function that it traces, but not those of its callees.
    def ask():
        out.extend(of_python(texts, {"cute": cute}, cute.size, lambda layout, i: int(layout(i))))

    @cute.jit
    def trace():
        ask()

    trace()
    return out


def as_strided(texts):
    import numpy as np
    from numpy.lib.stride_tricks import as_strided as of
    x = np.arange(100000, dtype=np.int32)
    out = []
    for text in texts:
        # A layout with negative offsets begins in the middle.
        shift = 50000 if "x[" not in text else 0
        array = eval(text, dict(NAMES, np=np, as_strided=of, x=x[shift:]))
        out.append([int(v) - shift for v in array.flatten(order="F")])
    return out


def mojo_source(texts):
    mojo = os.path.join(os.path.dirname(sys.executable), "mojo")
    mojo = os.environ.get("MOJO", mojo)
    if not os.path.exists(mojo):
        raise ImportError("no mojo; MOJO names its program")
    lines = []
    for k, text in enumerate(texts):
        if "Coord" in text:
            # The new family, whose integers are types.
            at, text = f"Int(a{k}(Coord(i)))", text.replace("Layout(", "TileLayout(")
        else:
            at = f"a{k}(i)"
        lines += [f"    var a{k} = {text}", f"    for i in range(a{k}.size()):", f"        print({at}, end=\" \")", "    print()"]
    lines = [f"    var {name} = {number}" for name, number in NAMES.items()] + lines
    program = ("from layout import Layout, IntTuple, Coord, Idx\nfrom layout.swizzle import ComposedLayout, Swizzle\n"
               "from layout.tile_layout import Layout as TileLayout\n\ndef main() raises:\n" + "\n".join(lines) + "\n")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.mojo")
        with open(path, "w") as file:
            file.write(program)
        run = subprocess.run([mojo, "run", path], capture_output=True, text=True)
        if run.returncode:
            raise ImportError(run.stderr.strip()[-600:])
    return [list(map(int, line.split())) for line in run.stdout.splitlines()]


def flydsl(texts):
    """Evaluated by the compiler's inference of types."""
    without_torch()
    from flydsl._mlir import ir
    from flydsl._mlir.dialects import fly
    out = []
    with ir.Context(), ir.Location.unknown():
        static = lambda text: fly.static(ir.Type.parse(text))
        with ir.InsertionPoint(ir.Module.create().body):
            for text in texts:
                layout, extents = static(text), re.findall(r"\d+", re.sub(r"S<.*?> o \d+ o ", "", text).split(":")[0])
                size = 1
                for extent in extents:
                    size *= int(extent)
                said = [fly.crd2idx(static(f"!fly.int_tuple<{i}>"), layout).type for i in range(size)]
                out.append([int(re.search(r"<(-?\d+)>", str(type))[1]) for type in said])
    return out


EVALUATE = {"cute-cpp": cute_cpp, "cute-python": cute_python, "pycute": pycute, "mojo-source": mojo_source,
            "flydsl": flydsl, "mdspan": mdspan, "as-strided": as_strided}
FORMS = {"cute-cpp": Cute(1), "cute-python": Python(2, "cute."), "pycute": Python(3, ""), "mdspan": Mdspan(4),
         "as-strided": NumPy(5), "mojo-source": Mojo(6)}


def gluon(count):
    """Layouts of threads and values, and of memory: the images of all bits, here and in Triton."""
    from triton._C.libtriton import gluon_ir, ir
    from triton.experimental.gluon import language as gl
    context = ir.context()
    ir.load_dialects(context)
    builder = gluon_ir.GluonOpBuilder(context)
    draw, wrong, kinds = random.Random(7), 0, {}
    for k in range(count):
        rank = draw.randint(1, 3)
        bits = [(dim, 1 << bit) for dim in range(rank) for bit in range(draw.randint(2, 4))]
        while len(bits) < 6:
            bits.append((0, 2 * max(step for dim, step in bits if dim == 0)))
        shape = [2 ** sum(of == dim for of, _ in bits) for dim in range(rank)]
        if k % 2 == 0:
            # Threads in order of a blocked layout, or in any order.
            order = draw.sample(range(rank), rank)
            bits.sort(key=lambda bit: (order.index(bit[0]), bit[1]))
            if k % 4 == 0:
                draw.shuffle(bits)
            values = draw.randint(0, len(bits) - 5)
            parts = bits[values:], bits[:values]
            tuples = lambda part, leaf: "(" + ",".join(map(leaf, part)) + ")"
            text = "({},{}):({},{})".format(*(tuples(part, lambda bit: "2") for part in parts),
                                           *(tuples(part, lambda bit: f"{bit[1]}@{bit[0]}") for part in parts))
            right = {"register": parts[1], "lane": parts[0][:5], "warp": parts[0][5:]}
            right = {name: [[step if of == dim else 0 for dim in range(rank)] for of, step in part]
                     for name, part in right.items()}
        else:
            draw.shuffle(bits)
            place = {bit: 1 << i for i, bit in enumerate(bits)}
            modes = [[place[dim, 1 << i] for i in range(shape[dim].bit_length() - 1)] for dim in range(rank)]
            side = lambda leaf: "(" + ",".join("(" + ",".join(map(leaf, mode)) + ")" for mode in modes) + ")"
            text = f"{side(lambda step: '2')}:{side(str)}"
            right = {"offset": [[step if of == dim else 0 for dim in range(rank)] for of, step in bits]}
        run = command("eval", "--as", "gluon", text)
        assert run.returncode == 0, (text, run.stderr)
        made = eval(run.stdout, {"gl": gl})
        kinds[type(made).__name__] = kinds.get(type(made).__name__, 0) + 1
        said = builder.to_linear_layout(made._to_ir(builder), shape)
        if "offset" in right:
            found = {"offset": said.offset_bases}
        else:
            found = {"register": said.reg_bases, "lane": said.lane_bases, "warp": said.warp_bases}
        same = all(found.get(name, []) == images for name, images in right.items())
        read = command("eval", "--from", "gluon", run.stdout.strip())
        again = command("eval", "--as", "gluon", read.stdout.strip())
        same = same and again.stdout == run.stdout
        if not same:
            wrong += 1
            print(f"    {text}\n      {run.stdout.strip()}\n      {found}\n      {again.stdout}{read.stderr}")
    print(f"gluon: {count} layouts ({kinds}), {wrong} wrong", flush=True)
    return wrong


def compare(label, texts, expected, found):
    wrong = skipped = 0
    for text, right, said in zip(texts, expected, found, strict=True):
        if said is None:
            skipped += 1
        elif right != said:
            wrong += 1
            if wrong <= 3:
                print(f"    {text}\n      here {right and right[:12]}\n      there {said[:12]}")
    print(f"{label}: {len(texts)} texts, {skipped} not evaluated there, {wrong} wrong", flush=True)
    return wrong


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    only = sys.argv[2:] or SYSTEMS
    build()
    sample = list(layouts(count))
    texts = [system for system in only if system in EVALUATE]
    written = {system: [] for system in texts}
    for text, right in sample if texts else []:
        run = command("export", "--to", ",".join(texts), text)
        assert run.returncode in (0, 1), run.stderr
        for line in run.stdout.splitlines():
            system, said = line.split(None, 1)
            if not said.startswith("none: "):
                written[system].append((said.split("  (without")[0], right))
    wrong = 0
    for system in only:
        try:
            if system == "gluon":
                wrong += gluon(count)
                continue
            texts, expected = zip(*((text, right) for text, right in written[system] if "?" not in text))
            wrong += compare(f"{system}, written", texts, expected, EVALUATE[system](texts))
            if system not in FORMS:
                continue
            texts = [FORMS[system].text() for _ in range(count)]
            answers = EVALUATE[system](texts)
            mine = []
            for text in texts:
                run = command("eval", "--from", system, text)
                if run.returncode:
                    print("    refused here:", text, run.stderr.splitlines()[0])
                mine.append(parsed(run.stdout.strip()) if run.returncode == 0 else None)
            refused = sum(answer is None and said is not None for answer, said in zip(mine, answers))
            wrong += compare(f"{system}, read ({refused} refused here)", texts, mine, answers)
        except ImportError as error:
            print(f"{system}: skipped, {error}")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
