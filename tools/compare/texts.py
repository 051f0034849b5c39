#!/usr/bin/env python3
"""Compares the readers of other systems' texts with the systems themselves: the CuTe DSL, NumPy, MLIR, cuda.core, FlyDSL
and Triton. Needs no GPU.

    python3 -m venv /tmp/texts
    /tmp/texts/bin/pip install nvidia-cutlass-dsl==4.8.1 jaxlib==0.10.2 cuda-core==1.2.2 flydsl==0.5.0 triton==3.9.0 numpy==2.4.6
    /tmp/texts/bin/python tools/compare/texts.py [COUNT [SYSTEM..]]

Of each system it makes COUNT random texts, which the system and the command must read as equal, and COUNT damaged ones. A
damaged text that one of them refuses and the other reads must be of a kind that `explain` names. LAYOUT names the command,
or it is built.

Found with these versions, of 10,000 valid texts and 10,000 damaged ones each: valid texts are read as equal by both.

| system | damaged: equal | refused by both | explained | other |
|---|---|---|---|---|
| CuTe DSL 4.8.1 | 1,011 | 6,523 | 2,466 | 0 |
| NumPy 2.4.6 | 1,034 | 6,554 | 2,412 | 0 |
| MLIR of jaxlib 0.10.2 | 1,615 | 8,113 | 271 | 1 |
| cuda.core 1.2.2 | 899 | 9,011 | 90 | 0 |

FlyDSL 0.5.0, which takes a process for each text, was run with 1,500 of each. Valid: 1,500 equal. Damaged: 153 equal, 1,315
refused by both, 22 explained, 10 other: the command reads a comma at an end (3), `?{{i64}` (3), `8-4` and `?{div=2,}`, and
refuses `16o` for `16 o` (2).
Triton was not run with this count.
"""
import ast
import collections
import itertools
import math
import os
import random
import re
import sys
import tempfile

from command import Reader, build, run, without_torch

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
rng = random.Random(20261129)


def damaged(text):
    """One slip of the hand: a sign lost, doubled, exchanged or put in."""
    at = rng.randrange(len(text))
    kind = rng.randrange(4)
    if kind == 0:
        return text[:at] + text[at + 1 :]
    if kind == 1:
        return text[:at] + text[at] + text[at:]
    if kind == 2:
        other = rng.randrange(len(text))
        return text[:at] + text[other] + text[at + 1 :]
    return text[:at] + rng.choice("()[]{}<>,:;=?@-_ 0123489osSxaif'\"#!.") + text[at:]


class Tally:
    """What was found of a system."""

    def __init__(self, name):
        self.name, self.equal, self.refused, self.explained, self.wrong = name, 0, 0, collections.Counter(), []

    def note(self, text, theirs, ours, explain):
        if theirs is None and ours is None:
            self.refused += 1
        elif theirs == ours:
            self.equal += 1
        else:
            why = explain(text, theirs, ours)
            if why:
                self.explained[why] += 1
            else:
                self.wrong.append((text, theirs, ours))

    def say(self):
        print(f"{self.name}: {self.equal} equal, {self.refused} refused by both, {len(self.wrong)} wrong")
        for why, count in self.explained.most_common():
            print(f"    {count}: {why}")
        for text, theirs, ours in self.wrong[:20]:
            print("  WRONG", text, "\n    theirs", theirs, "\n    ours  ", ours)
        sys.stdout.flush()
        return len(self.wrong)


def tally(name, make, theirs, ours, explain):
    """COUNT texts that `make` makes, and as many damaged ones."""
    found = [Tally(f"{name}, valid"), Tally(f"{name}, damaged")]
    for k in range(2 * COUNT):
        text = make() if k < COUNT else damaged(make())
        found[k // COUNT].note(text, theirs(text), ours(text), explain)
    return sum(part.say() for part in found)


# The CuTe DSL.


def tuple_of(leaf, depth=0):
    if depth == 2 or rng.random() < (0.2 if depth == 0 else 0.7):
        return leaf()
    return "(" + ",".join(tuple_of(leaf, depth + 1) for _ in range(rng.randint(1, 3))) + ")"


def like(shape, leaf):
    return re.sub(r"[^(),]+", lambda _: leaf(), shape)


def unknown():
    return rng.choice(["?", "?{div=8}", "?{i64}", "?{i64 div=4}", "?{div=2}"])


def cute_layout(has_unknown=True, has_basis=True):
    number = lambda: str(rng.choice([1, 2, 3, 4, 8, 16, 64, 128]))
    extent = lambda: unknown() if has_unknown and rng.random() < 0.2 else number()
    shape = tuple_of(extent)
    if has_basis and rng.random() < 0.15:
        axes = iter(range(12))
        return f"{shape}:{like(shape, lambda: f'{rng.choice([1, 2, 8])}@{next(axes)}')}"
    step = lambda: rng.choice(["0", "-4", number(), number(), number()])
    stride = lambda: unknown() if has_unknown and rng.random() < 0.2 else step()
    return f"{shape}:{like(shape, stride)}"


def cute_text():
    swizzle = "S<%d,%d,%d>" % (rng.randint(1, 3), rng.randint(0, 5), rng.choice([3, 4, 5, -3]))
    kind = rng.randrange(10)
    if kind < 5:
        return f'!cute.layout<"{cute_layout()}">'
    if kind < 7:
        inside = cute_layout(False, False)
        return f'!cute.composed_layout<"{swizzle} o {rng.choice([0, 0, 16, 64])} o {inside}">'
    if kind < 8:
        return f'!cute.swizzle<"{swizzle}">'
    if kind < 9:
        return f'!cute.int_tuple<"{tuple_of(lambda: str(rng.randint(-9, 99)))}">'
    element = rng.choice(["f16", "f32", "i8", "bf16", "f8E4M3FN"])
    space = rng.choice(["gmem", "smem", "rmem"])
    pointer = "S<3,4,3>, " if space == "smem" and rng.random() < 0.5 else ""
    inside = cute_layout(not pointer, False)
    return f'!cute.memref<{element}, {space}, align<{rng.choice([16, 128, 1024])}>, {pointer}"{inside}">'


def cute_dsl():
    import cutlass  # noqa: F401, registers the dialect
    from cutlass._mlir import ir
    import cutlass._mlir.dialects.cute  # noqa: F401

    context = ir.Context()

    def theirs(text):
        try:
            with context, ir.Location.unknown():
                return str(ir.Type.parse(text, context))
        except Exception:
            return None

    def explain(text, theirs, ours):
        if theirs is None:
            if re.search(r"(?<![0-9])0[0-9]|(?<![0-9@])0[,):]", text):
                return "an extent of 0, or a number with leading zeros, which the DSL refuses"
            if re.search(r"^\s|!cute\.\s|\w <", text):
                return "a blank before or within a name"
            if "()" in text or ",)" in text:
                return "an empty tuple or a comma at its end, which the DSL refuses"
        elif ours is None:
            if '"()' in theirs or ":()" in theirs:
                return "the DSL reads what it does not understand as the empty tuple"
            if "S<0,4,3>" in theirs:
                return "the DSL reads a swizzle that it does not understand as none"
            if re.search(r"@\d\d", text):
                return "the library has coordinates of at most 12 numbers at a level"
            if "div=-" in text:
                return "a divisor with a sign"
            if len(theirs) < len(text):
                return "the DSL leaves out what it does not understand"
            if "@" in theirs and re.search(r"[(,:]-?[1-9][0-9]*[,)]", theirs.partition(":")[2]):
                return "the library has no layout of integers and of steps along coordinates"
        elif re.sub(r"align<\d+>, ", "", ours) == theirs:
            return "the DSL leaves out an alignment that is that of the element"
        return None

    ours = Reader("--from", "cute-dsl", "--as", "cute-dsl")
    return tally("the CuTe DSL", cute_text, theirs, ours, explain)


# NumPy.


def numpy_text():
    rank = rng.randint(0, 3)
    typestr = rng.choice(["<f4", "|i1", "|b1", "<i2", ">f8", "<c8", "|V8", "<M8[ns]", "|S3", "<U2", "|u1", "<f2"])
    size = int(re.search("[0-9]+", typestr)[0]) * (4 if "U" in typestr else 1)
    python = lambda list: "(" + ", ".join(map(str, list)) + ("," if len(list) == 1 else "") + ")"
    shape = [rng.choice([0, 1, 2, 3, 5]) for _ in range(rank)]
    steps = [size * rng.choice([0, 1, 2, 4, 8]) for _ in range(rank)]
    parts = [f"'shape': {python(shape)}", f"'typestr': '{typestr}'", "'version': 3"]
    parts.append("'strides': " + ("None" if rng.random() < 0.3 else python(steps)))
    if rng.random() < 0.5:
        parts.append(f"'descr': [('', '{typestr}')]")
    if rng.random() < 0.3:
        parts.append("'mask': None")
    rng.shuffle(parts)
    return "{" + ", ".join(parts) + "}"


def numpy():
    import numpy

    memory = numpy.zeros(1 << 16, "u1")

    read = Reader("--from", "numpy", "--as", "numpy")

    def array_of(found):
        class Holder:
            __array_interface__ = found | {"data": (memory.ctypes.data + (1 << 15), False)}

        return numpy.asarray(Holder())

    def said(array):
        steps = [step if extent > 1 and array.size else 0 for extent, step in zip(array.shape, array.strides)]
        return str((array.shape, steps, array.dtype.str))

    def theirs(text):
        try:
            return said(array_of(ast.literal_eval(text)))
        except Exception:
            return None

    def ours(text):
        found = read(text)
        try:
            return found and said(array_of(ast.literal_eval(found)))
        except Exception as error:
            return f"{found}: {error}"

    def explain(text, theirs, ours):
        keys = re.findall(r"['\"](\w*)['\"] *:", text)
        known = {"shape", "strides", "typestr", "descr", "mask", "version", "offset", "data", "stream"}
        if ours is None and set(keys) - known:
            return "a key that NumPy ignores is refused by name"
        if ours is None and len(keys) != len(set(keys)):
            return "of a key that is there twice, Python keeps the last"
        if ours is None and not re.search(r"'version': 3(?![0-9.])", text):
            return "a version other than 3, which NumPy does not look at"
        if ours is None and "None" not in text.partition("'mask':")[2][:6] and "'mask'" in text:
            return "a mask, which NumPy does not look at"
        if ours is None:
            if re.search(r"\d_\d|#|0[xob]", text):
                return "numbers and comments in Python's other spellings"
            if re.search(r"'strides': \(", text) and theirs:
                return "strides that are no whole elements, or a tuple of no integers"
            if re.search(r"'[a-zA-Z]\w*|[?a-zA-Z]'", text):
                return "other names of types, such as `f4` and `float`"
        if theirs is None:
            if re.search(r"'descr': ", text):
                return "the fields are kept as they are written"
            if re.search(r"\b0\d", text):
                return "a number with leading zeros"
        return None

    return tally("NumPy", numpy_text, theirs, ours, explain)


# Triton.


def triton_text():
    numbers = lambda values: "[" + ", ".join(map(str, values)) + "]"
    power = lambda most, least=0: 1 << rng.randint(least, most)
    order = rng.sample(range(2), 2)
    kind = rng.randrange(7)
    lanes = rng.randint(0, 5)
    blocked = (
        f"#ttg.blocked<{{sizePerThread = {numbers([power(2), power(2)])}, threadsPerWarp = {numbers([1 << lanes, 32 >> lanes])}, "
        f"warpsPerCTA = {numbers([4, 1])}, order = {numbers(order)}}}>"
    )
    version = rng.choice([2, 2, 3])
    shape = [16, 8] if version == 2 else [16, power(6, 3), 16]
    mma = (
        f"#ttg.nvidia_mma<{{versionMajor = {version}, versionMinor = {rng.randint(0, 1)}, "
        f"warpsPerCTA = {numbers([4, 1])}, instrShape = {numbers(shape)}}}>"
    )
    if kind == 0:
        return blocked
    if kind == 1:
        return mma
    if kind == 2:
        index = rng.randint(0, 1) if version == 2 else 0
        return f"#ttg.dot_op<{{opIdx = {index}, parent = {mma}, kWidth = {power(3)}}}>"
    if kind == 3:
        return f"#ttg.slice<{{dim = {rng.randint(0, 1)}, parent = {rng.choice([blocked, mma])}}}>"
    if kind == 4:
        values = power(3), power(2), power(3)
        return "#ttg.swizzled_shared<{vec = %d, perPhase = %d, maxPhase = %d, order = %s}>" % (*values, numbers(order))
    if kind == 5:
        transposed = rng.choice(["", "transposed = true, ", "transposed = false, "])
        width = rng.choice([0, 32, 64, 128])
        return f"#ttg.nvmma_shared<{{swizzlingByteWidth = {width}, {transposed}elementBitWidth = 16}}>"
    return "#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [64, 64]}>"


def triton():
    from triton._C.libtriton import ir

    folder = tempfile.mkdtemp()

    def accepts(text):
        """Whether Triton reads it: in a process of its own, because LLVM ends one that it is not content with."""
        tensor = "tensor<64xf16, %s>" if ".slice" in text else "tensor<64x64xf16, %s>"
        of = "!ttg.memdesc<64x64xf16, %s, #ttg.shared_memory>" if "_shared" in text else tensor
        path = os.path.join(folder, "of.mlir")
        with open(path, "w") as out:
            out.write('module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, "ttg.num-ctas" = 1 : i32}')
            out.write(" {\n  tt.func @f(%%a: %s) { tt.return }\n}\n" % (of % text))
        child = os.fork()
        if child == 0:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            try:
                context = ir.context()
                ir.load_dialects(context)
                ir.parse_mlir_module(path, context)
            except BaseException:
                os._exit(1)
            os._exit(0)
        return "read" if os.waitpid(child, 0)[1] == 0 else None

    def ours(text):
        shape = "64" if ".slice" in text else "64x64"
        return run("bits", text, "--shape", shape) and "read"

    def explain(text, theirs, ours):
        if ours is None:
            if "padded_shared" in text:
                return "padded layouts are no matrices of bits"
            numbers = [int(number) for number in re.findall(r"[0-9]+", text)]
            if any(number & (number - 1) for number in numbers) or 0 in numbers:
                return "numbers that are no powers of 2: no matrix of bits, though Triton does not look"
            if "nvidia_mma" in text:
                return "Triton passes over keys of nvidia_mma that it does not know"
            return None
        if re.search(r"warpsPerCTA|threadsPerWarp", text):
            return "other numbers of lanes or warps than those of the module"
        if ",}" in text or ", }" in text:
            return "a comma before the end"
        return None

    return tally("Triton", triton_text, accepts, ours, explain)


# MLIR's memrefs, by jaxlib.


def mlir_text():
    rank = rng.randint(0, 3)
    extents = [rng.choice([0, 1, 2, 3, 4, 8, "?"]) for _ in range(rank)]
    element = rng.choice(["f32", "f16", "bf16", "i8", "si16", "ui32", "i1", "index", "f8E4M3FN", "vector<4xf32>", "complex<f32>", "i4"])
    integer = lambda: rng.choice([-8, -1, 0, 1, 2, 4, 5, 8, 64, "?"])
    parts = ["".join(f"{extent}x" for extent in extents) + element]
    kind, dims = rng.randrange(4), [f"d{k}" for k in range(rank)]
    if kind == 0:
        offset = rng.choice(["", ", offset: 3", ", offset: ?", ", offset: 0"])
        parts.append(f"strided<[{', '.join(str(integer()) for _ in range(rank))}]{offset}>")
    elif kind == 1 and rank and "?" not in extents and 0 not in extents:
        if rng.random() < 0.5:
            parts.append(f"affine_map<({', '.join(dims)}) -> ({', '.join(rng.sample(dims, rank))})>")
        else:
            terms = [f"{dim} * {rng.choice([-8, -1, 1, 2, 4, 5, 64])}" for dim in dims] + rng.choice([[], ["7"]])
            parts.append(f"affine_map<({', '.join(dims)}) -> ({' + '.join(terms)})>")
    space = rng.choice(["", "", "1", "3 : i32", '"shared"', "{a = 1 : i64}"])
    return f"memref<{', '.join(parts + [space] if space else parts)}>"


def mlir():
    from jaxlib.mlir import ir

    context = ir.Context()

    read = Reader("--from", "mlir", "--as", "mlir")

    def said(text):
        """The shape, the strides of extents above 1, the offset, the element type and the memory space."""
        of = ir.MemRefType(ir.Type.parse(text, context))
        shape = list(of.shape)
        try:
            strides, offset = of.get_strides_and_offset()
        except Exception:
            # A map is strides where it is so at all coordinates of the shape.
            _, names, results = re.fullmatch(r"(affine_map<)?\((.*)\) -> \((.*)\)>?", str(of.affine_map)).groups()
            names, results = names.split(", "), results.split(", ")
            at = lambda point: [eval(result, dict(zip(names, point))) for result in results]
            sizes = [1 + max(values) for values in zip(*map(at, itertools.product(*map(range, shape))))]

            def index(point):
                total = 0
                for value, size in zip(at(point), sizes if len(results) > 1 else [0]):
                    total = total * size + value
                return total

            offset = index([0] * len(shape))
            strides = [index([int(i == k) for i in range(len(shape))]) - offset for k in range(len(shape))]
        strides = [step if extent != 1 and 0 not in shape else 0 for extent, step in zip(shape, strides)]
        return str((shape, strides, offset, str(of.element_type), str(of.memory_space)))

    def theirs(text):
        try:
            return said(text)
        except Exception:
            return None

    def ours(text):
        found = read(text)
        return found and (theirs(found) or f"{found}: not read there")

    def explain(text, theirs, ours):
        if ours is None:
            if re.search(r"affine_map<.*(mod|floordiv|ceildiv|s0|\[)", text):
                return "maps that are no strides"
            if re.search(r"\d{5,}|[1-9]\d{3,}x", text):
                return "a number past the limit of one of them"
            if "//" in text:
                return "a comment"
            if re.search(r"affine_map", text):
                return "an affine map that is not one of strides, or in another spelling"
            if re.search(r"(vector|complex)<[^>]* ", text):
                return "a blank in the type of a vector or of a complex number"
        if theirs is None and text.startswith(" "):
            return "a blank before a type"
        if theirs is None and "!" in text:
            return "the name of a type that the text does not define"
        if theirs is None and "{" in text:
            return "the entries of a memory space are kept as they are written"
        return None

    return tally("MLIR", mlir_text, theirs, ours, explain)


# cuda.core.


def cuda_text():
    rank = rng.randint(0, 3)
    size = rng.choice([1, 2, 4, 8, 16])
    python = lambda list: "(" + ", ".join(map(str, list)) + ("," if len(list) == 1 else "") + ")"
    shape = python([rng.choice([0, 1, 2, 3, 5]) for _ in range(rank)])
    in_bytes = rng.random() < 0.3
    steps = python([rng.choice([-8, -1, 0, 1, 2, 4, 8, 40]) * (size if in_bytes else 1) for _ in range(rank)])
    strides = "None" if rng.random() < 0.3 else steps
    if rng.random() < 0.4:
        return f"_StridedLayout({shape}, {strides}, {size}{', True' if in_bytes else ''})"
    parts = [f"shape={shape}", f"strides={strides}", f"itemsize={size}"] + ["divide_strides=True"] * in_bytes
    rng.shuffle(parts)
    return f"_StridedLayout({', '.join(parts)})"


def cuda():
    from cuda.core._layout import _StridedLayout

    read = Reader("--from", "cuda-core", "--as", "cuda-core")

    def said(text):
        of = eval(text, {"__builtins__": {}, "_StridedLayout": _StridedLayout})
        is_empty, strides = 0 in of.shape, of.strides_in_bytes
        if strides is None:
            strides = [of.itemsize * math.prod(of.shape[k + 1 :]) for k in range(len(of.shape))]
        strides = [step if extent > 1 and not is_empty else 0 for extent, step in zip(of.shape, strides)]
        return str((of.shape, strides, of.itemsize))

    def theirs(text):
        try:
            return said(text)
        except BaseException:
            return None

    def ours(text):
        found = read(text)
        return found and (theirs(f"_{found}") or f"{found}: not read there")

    def explain(text, theirs, ours):
        if ours is None:
            if re.search(r"itemsize=(?!(1|2|4|8|16)\b)|, 0x|\d_\d|#|[*/%+^&|~<>=!]=?[-0-9(]|\bor\b|\band\b", text):
                return "expressions, comments and numbers in Python's other spellings"
            if re.search(r"\[|\{|\(\(|\d\.|\bTrue\b|'|\"", text):
                return "another sequence than a tuple, or another number than an integer"
            if re.search(r"-\s|--|\(\d+\)", text):
                return "a sign apart from its number, or an integer in parentheses"
        if theirs is None and re.search(r"[( ,=-]0\d", text):
            return "a number with leading zeros"
        if theirs is None and not text.startswith("_Strided"):
            return "the name of the class before cuda.core 1.2, or a blank in it"
        if theirs is None and "_slice_offset" in text:
            return "`_slice_offset` is an argument of its `repr` alone"
        return None

    return tally("cuda.core", cuda_text, theirs, ours, explain)


# FlyDSL.


def fly_text():
    # In the other spelling: an unknown integer of FlyDSL has 32 bits, and a basis follows `E`, the outermost first.
    basis = lambda text: re.sub(r"(\d+)@(\d+)", r"\1E\2", text)
    layout = lambda has_unknown=True: basis(cute_layout(has_unknown))
    known = lambda: cute_layout(False, False)
    kind = rng.randrange(10)
    if kind < 4:
        return f"!fly.layout<{layout()}>"
    if kind < 6:
        swizzle = "S<%d,%d,%d>" % (rng.randint(1, 3), rng.randint(0, 5), rng.choice([3, 4, 5]))
        return f"!fly.composed_layout<{swizzle} o {rng.choice([0, 0, 16, 64])} o {known()}>"
    if kind < 7:
        return f"!fly.int_tuple<{tuple_of(lambda: rng.choice([str(rng.randint(-9, 99)), unknown()]))}>"
    if kind < 8:
        tile = lambda: rng.choice([str(rng.choice([2, 4, 8])), "*", known()])
        return f"!fly.tile<[{'|'.join(tile() for _ in range(rng.randint(1, 3)))}]>"
    if kind < 9:
        shape = tuple_of(lambda: str(rng.choice([1, 2, 4])))
        axes = itertools.count()
        stride = like(shape, lambda: f"{rng.choice([1, 2])}E{next(axes)}")
        origin = tuple_of(lambda: rng.choice(["0", "3", unknown()]))
        return f"!fly.coord_tensor<{origin}, {shape}:{stride}>"
    align = rng.choice(["", ", align<16>"])
    return f"!fly.memref<{rng.choice(['f32', 'f16', 'i8'])}, {rng.choice(['global', 'shared', 'register'])}, {layout()}{align}>"


def flydsl():
    without_torch()
    from flydsl._mlir import ir
    from flydsl._mlir.dialects import fly  # noqa: F401, registers the dialect

    read = Reader("--from", "flydsl", "--as", "flydsl")

    def parse(text):
        with ir.Context(), ir.Location.unknown():
            return str(ir.Type.parse(text))

    def theirs(text):
        """In a process of its own: the parser ends one with some texts."""
        ours, theirs = os.pipe()
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            try:
                os.write(theirs, parse(text).encode())
            except BaseException:
                os._exit(1)
            os._exit(0)
        os.close(theirs)
        with os.fdopen(ours) as pipe:
            said = pipe.read()
        return canonical(said) if os.waitpid(child, 0)[1] == 0 else None

    def canonical(text):
        """A tensor is its layout, and the tile of an integer that of the stride 1."""
        found = re.fullmatch(r"!fly\.memref<[^,]*, \w+, (.*?)(, align<\d+>)?>", text)
        if found:
            kind = "composed_layout" if " o " in found[1] else "layout"
            text = f"!fly.{kind}<{found[1]}>"
        found = re.fullmatch(r"!fly\.coord_tensor<([^:]*?), (.*)>", text)
        if found and not re.search("[1-9?]", found[1]):
            text = f"!fly.layout<{found[2]}>"
        if text.startswith("!fly.tile<"):
            tiles = text[len("!fly.tile<["):-2].split("|") if "[" in text else [text[len("!fly.tile<"):-1]]
            text = "|".join(tile if tile == "*" or ":" in tile else f"{tile}:{int(tile != '1')}" for tile in tiles)
        return text

    def ours(text):
        found = read(text)
        return found and canonical(found)

    def explain(text, theirs, ours):
        if ours is None:
            if "*" in text:
                return "a mode that is left out of a layout or a tuple"
            if re.search(r"\?(\{[^}]*\})?E", text) or re.search(r"E\d", text) and "?" in text:
                return "the library has no layout of run-time integers and of steps along coordinates"
            if re.search(r"[:(,]-?[1-9]\d*[,)>].*E|E.*[,(]-?[1-9]\d*[,)>]", text.partition(":")[2]):
                return "the library has no layout of integers and of steps along coordinates"
            if re.search(r"S<.*\?", text):
                return "a swizzled layout has known integers"
            if re.search(r"S<\d*\d\d|S<\d+,\d\d|S<\d+,\d+,\d\d|S<\d+,\d+,-", text):
                return "a swizzle past 64 bits, or of a negative shift, which moves nothing there"
            if re.search(r"\?{[^}]*div=0", text):
                return "a divisor of 0"
            profile = lambda side: re.sub(r"[^(),]+", "", re.sub(r"{.*?}", "", side))
            shape, _, stride = theirs.partition(":")
            shape, stride = shape.split(" ")[-1].split("<")[-1], stride.split(">")[0].split(", align")[0]
            if ":" in theirs and profile(shape) != profile(stride):
                return "a stride that is not congruent with its shape"
            if re.search(r"[(,<]-\d", text.partition(":")[0]):
                return "a negative extent"
        if theirs is None and text.startswith(" "):
            return "a blank before a type"
        if theirs is None and "align<" in text:
            return "an alignment below that of an element, or with a blank in it"
        return None

    return tally("FlyDSL", fly_text, theirs, ours, explain)


systems = {"cute_dsl": cute_dsl, "numpy": numpy, "triton": triton, "mlir": mlir, "cuda": cuda, "flydsl": flydsl}
if __name__ == "__main__":
    build()
    wrong = 0
    for name in sys.argv[2:] or systems:
        try:
            wrong += systems[name]()
        except ImportError as error:
            print(f"{name}: skipped, {error}")
    sys.exit(wrong > 0)
