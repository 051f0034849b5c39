"""Runs the functions of Triton's text: `run_triton.py FOLDER [compile]`.

With NumPy's integers in the place of Triton's, each function is called with all its inputs, and the results are compared. With
`compile`, Triton compiles some of them for sm_90.
"""
import collections
import pathlib
import sys
import types

folder = pathlib.Path(sys.argv[1])
names = (folder / "names").read_text().split("\n")


def compiled():
    import importlib.util

    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    text = (folder / "all.py").read_text()
    # Each 30th layout, and a kernel for each of its functions.
    kept = [name for name in names if int(name[1:].split("_")[0]) % 30 == 0]
    kernels = []
    for name in kept:
        inputs = text.split(f"def {name}(")[1].split(")")[0]
        head = f"out, {inputs}" if inputs else "out"
        kernels.append(f"@triton.jit\ndef kernel_{name}({head}):\n    tl.store(out, tl.cast({name}({inputs}), tl.int64))\n")
    path = folder / "kernels.py"
    path.write_text(text + "\n".join(kernels))
    spec = importlib.util.spec_from_file_location("kernels", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in kept:
        kernel = getattr(module, f"kernel_{name}")
        signature = {one: "i64" for one in kernel.arg_names}
        signature["out"] = "*i64"
        triton.compile(ASTSource(fn=kernel, signature=signature), target=GPUTarget("cuda", 90, 32))
    print(f"{len(kept)} functions compiled")


def compared():
    import numpy as np

    class Stub(types.ModuleType):
        uint32, uint64, int32, int64 = np.uint32, np.uint64, np.int32, np.int64

        @staticmethod
        def cast(x, kind):
            return np.asarray(x).astype(kind)

        @staticmethod
        def umulhi(x, y):
            if x.dtype == np.uint32:
                return (x.astype(np.uint64) * y >> np.uint64(32)).astype(np.uint32)
            return np.array([int(a) * int(b) >> 64 for a, b in zip(x, y)], np.uint64)

    triton = types.ModuleType("triton")
    triton.jit = lambda function: function
    triton.language = Stub("triton.language")
    sys.modules["triton"], sys.modules["triton.language"] = triton, triton.language
    module = {}
    exec(compile((folder / "all.py").read_text(), "all.py", "exec"), module)
    numbers = np.fromfile(folder / "calls", np.int64)
    calls, at, count = collections.defaultdict(list), 0, 0
    while at < len(numbers):
        function, inputs, result = numbers[at : at + 3]
        calls[function].append(numbers[at + 2 : at + 3 + inputs])
        at += 3 + inputs
    for function, rows in calls.items():
        rows = np.array(rows).T
        found = np.asarray(module[names[function]](*rows[1:]))
        found = np.broadcast_to(found, rows[0].shape).astype(np.int64)
        wrong = np.flatnonzero(found != rows[0])
        if wrong.size:
            sys.exit(f"{names[function]}({rows[1:, wrong[0]]}) is {found[wrong[0]]}, not {rows[0, wrong[0]]}")
        count += rows.shape[1]
    print(f"{count} calls")


compiled() if sys.argv[2:] == ["compile"] else compared()
