#!/usr/bin/env python3
"""Compares the readers of other systems' texts with the systems themselves: the CuTe DSL, Triton and NumPy. Needs no GPU.

    python3 -m venv /tmp/texts && /tmp/texts/bin/pip install nvidia-cutlass-dsl==4.8.1 triton==3.9.0 numpy
    cargo build -p static-layout-cli && /tmp/texts/bin/python tools/compare/texts.py target/debug/layout [COUNT [SYSTEM..]]

Of each system it makes COUNT random texts, which the system and the command must read as equal, and COUNT damaged ones. A
damaged text that one of them refuses and the other reads must be of a kind that `explain` names.
"""
import collections
import os
import random
import re
import subprocess
import sys
import tempfile

LAYOUT = sys.argv[1]
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
rng = random.Random(20261129)


def run(*words):
    found = subprocess.run([LAYOUT, *words], capture_output=True, text=True)
    return found.stdout.strip() if found.returncode == 0 else None


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
        return len(self.wrong)


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

    tally = Tally("the CuTe DSL")
    for k in range(2 * COUNT):
        text = cute_text()
        if k >= COUNT:
            text = damaged(text)
        tally.note(text, theirs(text), run("eval", "--from", "cute-dsl", "--as", "cute-dsl", "--", text), explain)
    return tally.say()


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
    import ast

    import numpy

    memory = numpy.zeros(1 << 16, "u1")

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
        found = run("eval", "--from", "numpy", "--as", "numpy", "--", text)
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

    tally = Tally("NumPy")
    for k in range(2 * COUNT):
        text = numpy_text()
        if k >= COUNT:
            text = damaged(text)
        tally.note(text, theirs(text), ours(text), explain)
    return tally.say()


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

    tally = Tally("Triton")
    for k in range(2 * COUNT):
        text = triton_text()
        if k >= COUNT:
            text = damaged(text)
        tally.note(text, accepts(text), ours(text), explain)
    return tally.say()


systems = {"cute_dsl": cute_dsl, "numpy": numpy, "triton": triton}
if __name__ == "__main__":
    asked = sys.argv[3:] or list(systems)
    sys.exit(sum(systems[name]() for name in asked) > 0)
