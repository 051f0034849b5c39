"""What newer layout systems answer, for the table in COMPARE.md.

Needs Python 3.10 or newer, no GPU:
    pip install nvidia-cutlass-dsl==4.8.1 tensor-layouts==0.3.2 triton==3.9.0 flydsl==0.5.0 apache-tvm==0.27.0
    python tools/compare/newer.py
and, in an environment of its own, since it has another version of TVM:
    pip install --no-deps tilelang==0.1.15; pip install "apache-tvm-ffi<0.1.13" "z3-solver<4.15.5"

Draws pairs of a layout and one mode from the universe of COMPARE.md ("Right, wrong, refused"), asks for their
composition, and compares each answer with the definition at every coordinate. A system that is not installed is
skipped, and the output says so.
"""

import ctypes
import importlib.util
import os
import random
import re
import subprocess
import sys
import types

EXTENTS, STRIDES = [2, 3, 4, 6], [1, 2, 3, 4, 6, 8, 12, 24]


def offset(shape, stride, index):
    """The offset of a linear index. The last mode continues past its extent."""
    total = 0
    for k, (extent, step) in enumerate(zip(shape, stride)):
        last = k == len(shape) - 1
        total += (index if last else index % extent) * step
        index //= extent
    return total


def product(numbers):
    total = 1
    for number in numbers:
        total *= number
    return total


def pairs(count):
    """In-bounds pairs, the same ones for every system."""
    draw, found = random.Random(1), []
    while len(found) < count:
        rank = draw.randint(1, 3)
        shape = [draw.choice(EXTENTS) for _ in range(rank)]
        stride = [draw.choice(STRIDES) for _ in range(rank)]
        n, step = draw.randint(2, 12), draw.randint(1, 12)
        if (n - 1) * step < product(shape):
            found.append((shape, stride, n, step))
    return found


def report(name, sample, answers):
    """Counts answers: texts `S:D`, None where the system refuses."""
    accepted = wrong = 0
    for (shape, stride, n, step), answer in zip(sample, answers):
        if answer is None:
            continue
        accepted += 1
        extents, steps = [[int(x) for x in re.findall(r"-?\d+", part)] for part in answer.split(":")]
        same = product(extents) == n and all(
            offset(extents, steps, i) == offset(shape, stride, i * step) for i in range(n)
        )
        wrong += not same
    print(f"{name}: of {len(sample)} pairs {accepted} accepted, {wrong} of these wrong")


def has(module, name):
    """Which operations of the algebra a module has, under CuTe's names."""
    names = "coalesce complement logical_divide zipped_divide logical_product blocked_product raked_product"
    wanted = names.split() + ["right_inverse", "left_inverse"]
    missing = [wanted_name for wanted_name in wanted if not hasattr(module, wanted_name)]
    print(f"{name}: {'all operations' if not missing else 'without ' + ', '.join(missing)}")


def cute_dsl(count):
    import cutlass.cute as cute

    sample, answers = pairs(count), []

    # The compiler of the DSL rewrites loops of the function that it traces, but not those of its callees.
    def ask():
        k = 0
        while k < len(sample):
            shape, stride, n, step = sample[k]
            try:
                layout = cute.make_layout(tuple(shape), stride=tuple(stride))
                answers.append(str(cute.composition(layout, cute.make_layout(n, stride=step))))
            except Exception:
                answers.append(None)
            k += 1

        layout = cute.make_layout((4, 3), stride=(1, 4))
        print("CuTe DSL: (4,3):(1,4) at (5,0) is", cute.crd2idx((5, 0), layout))
        nine, six = cute.make_layout(9, stride=1), cute.make_layout(6, stride=1)
        print("CuTe DSL: 9:1 divided by 6:1 is", cute.logical_divide(nine, six))

    @cute.jit
    def trace():
        ask()

    trace()
    report("CuTe DSL", sample, answers)
    has(cute, "CuTe DSL")


def tensor_layouts(count):
    import tensor_layouts
    from tensor_layouts import Layout, compose, logical_divide

    print("tensor-layouts: (4,3):(1,4) at (5,0) is", Layout((4, 3), (1, 4))(5, 0))
    print("tensor-layouts: 9:1 divided by 6:1 is", logical_divide(Layout(9, 1), Layout(6, 1)))
    has(tensor_layouts, "tensor-layouts")
    sample, answers = pairs(count), []
    for shape, stride, n, step in sample:
        try:
            answers.append(str(compose(Layout(tuple(shape), tuple(stride)), Layout(n, step))))
        except Exception:
            answers.append(None)
    report("tensor-layouts", sample, answers)


def fly_compositions(pairs):
    """Composes texts of layouts by the types of the dialect `fly`. Its front end in Python would need torch.

    An assertion of the package aborts the process, so a child answers; a next one begins after the pair that ended it.
    """
    from flydsl._mlir import ir
    from flydsl._mlir.dialects import fly

    def answer(rest):
        with ir.Context() as context, ir.Location.unknown():
            context.enable_multithreading(False)
            module = ir.Module.create()
            with ir.InsertionPoint(module.body):
                for pair in rest:
                    a, b = (fly.static(ir.Type.parse(f"!fly.layout<{layout}>")) for layout in pair)
                    yield str(fly.composition(a, b).type)[len("!fly.layout<"):-1]

    answers = []
    while len(answers) < len(pairs):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            # The message of each assertion would hide the report.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            for text in answer(pairs[len(answers):]):
                os.write(write, f"{text}\n".encode())
            os._exit(0)
        os.close(write)
        with open(read) as lines:
            answers += lines.read().split()
        if os.waitpid(child, 0)[1]:
            answers.append(None)
    return answers


def fly_dsl(count):
    from flydsl._mlir import ir
    from flydsl._mlir.dialects import fly

    with ir.Context(), ir.Location.unknown():
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            nine, six = (fly.static(ir.Type.parse(f"!fly.layout<{layout}>")) for layout in ("9:1", "6:1"))
            print("FlyDSL: 9:1 divided by 6:1 is", fly.logical_divide(nine, six).type)
            layout = fly.static(ir.Type.parse("!fly.layout<(4,3):(1,4)>"))
            coord = fly.static(ir.Type.parse("!fly.int_tuple<(5,0)>"))
            print("FlyDSL: (4,3):(1,4) at (5,0) is", fly.crd2idx(coord, layout).type)
    has(fly, "FlyDSL")
    sample = pairs(count)
    texts = [(":".join("(" + ",".join(map(str, part)) + ")" for part in (shape, stride)), f"{n}:{step}")
             for shape, stride, n, step in sample]
    report("FlyDSL", sample, fly_compositions(texts))


def tilelang_cute():
    """The layout algebra of TileLang, which needs its libraries, but not torch as the rest of the package does."""
    root = importlib.util.find_spec("tilelang")
    if root is None:
        raise ImportError("No module named 'tilelang'")
    root = root.submodule_search_locations[0]
    sys.path.insert(0, os.path.join(root, "3rdparty", "tvm", "python"))
    os.environ["TVM_LIBRARY_PATH"] = os.path.join(root, "lib")
    # Functions of other libraries, such as those of CUDA, are looked up when they are called: never.
    sys.setdlopenflags(os.RTLD_LAZY)
    load = ctypes.CDLL.__init__
    ctypes.CDLL.__init__ = lambda self, name, mode=ctypes.DEFAULT_MODE, *rest, **more: load(
        self, name, mode | os.RTLD_LAZY, *rest, **more)
    solver = importlib.util.find_spec("z3").submodule_search_locations[0]
    ctypes.CDLL(os.path.join(solver, "lib", "libz3.so"), mode=ctypes.RTLD_GLOBAL)
    import tvm  # noqa: F401

    ctypes.CDLL(os.path.join(root, "lib", "libtilelang.so"), mode=ctypes.RTLD_GLOBAL)
    for name, folder in (("tilelang", ""), ("tilelang.layout", "layout")):
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__path__ = [os.path.join(root, folder)]
    sys.modules["tilelang._typing"] = types.SimpleNamespace(BufferLikeType=object)
    from tilelang.layout import cute

    return cute


def tilelang_compositions(cute, pairs):
    answers = []
    for a, b in pairs:
        try:
            answers.append(str(cute.composition(cute.make_layout(*a), cute.make_layout(*b))))
        except Exception:
            answers.append(None)
    return answers


def tilelang(count):
    cute = tilelang_cute()
    print("TileLang: (4,3):(1,4) at (5,0) is", cute.make_layout((4, 3), (1, 4))((5, 0)))
    print("TileLang: 9:1 divided by 6:1 is", cute.logical_divide(cute.make_layout(9, 1), cute.make_layout(6, 1)))
    has(cute, "TileLang")
    sample = pairs(count)
    texts = [((tuple(shape), tuple(stride)), (n, step)) for shape, stride, n, step in sample]
    report("TileLang", sample, tilelang_compositions(cute, texts))


def tirx():
    import tvm
    from tvm.tirx.layout import S, TileLayout

    print(f"TIRx {tvm.__version__}: (4,3):(1,4) at (5,0) is", TileLayout(S[(4, 3) : (1, 4)]).apply(5, 0)["m"])
    print("TIRx: offers", ", ".join(name for name in dir(TileLayout) if not name.startswith("_")))


def triton():
    import triton

    make = "from triton._C.libtriton import linear_layout as l; print(l.LinearLayout.identity_1d({}, 'a', 'b').bases)"
    for size in (4, 3):
        run = subprocess.run([sys.executable, "-c", make.format(size)], capture_output=True, text=True)
        said = (run.stdout if run.returncode == 0 else run.stderr).strip().splitlines()
        print(f"Triton {triton.__version__}, identity of {size}: {said[-1] if said else run.returncode}")


def alone(name, run, *arguments):
    """Runs in a child process: the libraries of two systems in one process refuse each other."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        try:
            run(*arguments)
        except (ImportError, FileNotFoundError) as missing:
            print(f"{name}: skipped, {missing}")
        sys.stdout.flush()
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        print(f"{name}: the process ended")


if __name__ == "__main__":
    for name, run, *arguments in (
        ("CuTe DSL", cute_dsl, 4000),
        ("tensor-layouts", tensor_layouts, 20000),
        ("FlyDSL", fly_dsl, 4000),
        ("TileLang", tilelang, 4000),
        ("TIRx", tirx),
        ("Triton", triton),
    ):
        alone(name, run, *arguments)
