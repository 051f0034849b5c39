#!/usr/bin/env python3
"""Runs `layout lint` on the operations of CUTLASS's own examples, as its Python package dumps them. Needs no GPU.

    python3 -m venv /tmp/cute && /tmp/cute/bin/pip install nvidia-cutlass-dsl==4.8.1
    git clone --depth 1 https://github.com/NVIDIA/cutlass /tmp/cutlass
    cargo build -p static-layout-cli
    /tmp/cute/bin/python tools/compare/lint.py /tmp/cutlass [FOLDER]

Each example is compiled with tensors that have no memory, once with extents of the text and once with extents of run time,
and its MLIR goes to FOLDER. No dump may have a finding. Then one stride of a result is changed, in each dump at up to DAMAGED
places (50), one at a time: `layout lint` finds each, unless the function is the same. LAYOUT names the command.
"""
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import types

HERE = os.path.dirname(os.path.abspath(__file__))
LAYOUT = os.environ.get("LAYOUT", os.path.join(HERE, "../../target/debug/layout"))
DAMAGED = int(os.environ.get("DAMAGED", 50))
SM80, SM90, SM100, SM120 = "sm_80", "sm_90a", "sm_100a", "sm_120a"
# The file, the class or function, its arguments, what follows the tensors, the kind of tensors, the architecture.
GEMM = "blackwell/kernel/dense_gemm/"
TUTORIAL = "blackwell/tutorial/tutorial_gemm/fp16_gemm_"
EXAMPLES = {
    "ampere-tensorop": ("ampere/kernel/dense_gemm/tensorop_gemm.py", "TensorOpGemm", "f16 f16 f32 (2,2,1)", "", "mnkl", SM80),
    "ampere-sgemm": ("ampere/kernel/dense_gemm/sgemm.py", "SGemm", "", "", "mnk", SM80),
    "ampere-add": ("ampere/kernel/elementwise/elementwise_add.py", "elementwise_add", None, None, "three", SM80),
    "ampere-apply": ("ampere/kernel/elementwise/elementwise_apply.py", "elementwise_apply", None, "", "apply", SM80),
    "ampere-attention": ("ampere/kernel/attention/flash_attention_v2.py", "FlashAttentionForwardAmpere", "128", "", "attention", SM80),
    "ampere-attention-causal": ("ampere/kernel/attention/flash_attention_v2.py", "FlashAttentionForwardAmpere", "64 64 64 128 True", "", "attention", SM80),
    "hopper-gemm": ("hopper/kernel/dense_gemm/dense_gemm.py", "HopperWgmmaGemmKernel", "f32 (128,128) (1,1)", "", "mnkl", SM90),
    "hopper-gemm-cluster": ("hopper/kernel/dense_gemm/dense_gemm.py", "HopperWgmmaGemmKernel", "f32 (64,256) (1,2)", "", "mnkl", SM90),
    "hopper-persistent": ("hopper/kernel/dense_gemm/dense_gemm_persistent.py", "HopperWgmmaGemmPersistentKernel", "f32 (128,256) (2,1) 1 True", "132", "mnkl", SM90),
    "hopper-norm": ("hopper/kernel/cta_norm/cta_norm.py", "CtaNorm", "4096 'rms'", None, "norm", SM90),
    "blackwell-gemm": (GEMM + "dense_gemm.py", "DenseGemmKernel", "f32 True (256,128) (2,1) True", "", "mnkl", SM100),
    "blackwell-pipeline": (GEMM + "dense_gemm_software_pipeline.py", "DenseGemmKernel", "f32 False (128,128) (1,1) True", "", "mnkl", SM100),
    "blackwell-persistent": (GEMM + "dense_gemm_persistent.py", "PersistentDenseGemmKernel", "f32 True (256,128) (2,1) True", "148", "mnkl", SM100),
    "blackwell-prefetch": (GEMM + "dense_gemm_persistent_prefetch.py", "PersistentDenseGemmKernel", "f32 True (256,128) (2,1) True", "148", "mnkl", SM100),
    "geforce-gemm": ("blackwell_geforce/kernel/dense_gemm/dense_gemm.py", "Sm120GemmKernel", "f32 (128,128,64)", "148", "mnkl", SM120),
    "tutorial-0": (TUTORIAL + "0.py", "host_function", None, None, "mnk", SM100),
    "tutorial-1": (TUTORIAL + "1.py", "host_function", None, None, "mnk", SM100),
    "tutorial-2": (TUTORIAL + "2.py", "host_function", None, None, "mnk", SM100),
    "tutorial-3": (TUTORIAL + "3.py", "host_function", None, "148", "mnk", SM100),
    "tutorial-3-1": (TUTORIAL + "3_1.py", "host_function", None, "148", "mnk", SM100),
    "tutorial-5": (TUTORIAL + "5.py", "host_function", None, "148", "mnk", SM100),
}


class Anything:
    """A value of the package torch, which the examples import and these calls do not use."""

    def __init__(self, *_, **__):
        pass

    def __call__(self, *_, **__):
        return Anything()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __or__(self, _):
        return object

    __ror__ = __or__


def stand_in_for_torch():
    torch = types.ModuleType("torch")
    torch.__getattr__ = lambda name: Anything() if not name.startswith("__") else (_ for _ in ()).throw(AttributeError(name))
    torch.Tensor, torch.dtype, torch.device = (type(name, (), {}) for name in ("Tensor", "dtype", "device"))
    torch.__spec__ = importlib.util.spec_from_loader("torch", None)
    sys.modules["torch"] = torch


def compile_example(root, name, is_static):
    """Compiles an example; the package prints its MLIR."""
    path, member, arguments, behind, kind, _ = EXAMPLES[name]
    stand_in_for_torch()
    folder = os.path.join(root, "examples/python/CuTeDSL/cute")
    sys.path[:0] = [folder, os.path.dirname(os.path.join(folder, path))]
    import cutlass
    import cutlass.cute as cute
    from cutlass.cute.runtime import make_fake_compact_tensor, make_fake_stream

    spec = importlib.util.spec_from_file_location("example", os.path.join(folder, path))
    module = importlib.util.module_from_spec(spec)
    sys.modules["example"] = module
    spec.loader.exec_module(module)
    known = {"f16": cutlass.Float16, "f32": cutlass.Float32}
    value = lambda text: eval(text, dict(known))

    def extent(of, divisor=8):
        return of if is_static else cute.sym_int(divisibility=divisor)

    def tensor(shape, order, of=cutlass.Float16):
        return make_fake_compact_tensor(of, shape, stride_order=order, assumed_align=16)

    of = getattr(module, member)
    if arguments is not None:
        of = of(*map(value, arguments.split()))
    tile = 256 if "tutorial" in name else 8
    m, n, k, batch = extent(1024, tile), extent(512, tile), extent(256, min(tile, 64)), extent(2, 1)
    f32 = cutlass.Float32
    if kind == "mnkl":
        tensors = [tensor(shape, (1, 0, 2)) for shape in ((m, k, batch), (n, k, batch), (m, n, batch))]
    elif kind == "mnk" and member == "SGemm":
        tensors = [tensor(shape, (0, 1), f32) for shape in ((m, k), (n, k), (m, n))]
    elif kind == "mnk":
        tensors = [tensor(shape, (1, 0)) for shape in ((m, k), (n, k), (m, n))]
    elif kind == "three":
        tensors = [tensor((m, n), (1, 0), f32) for _ in range(3)]
    elif kind == "apply":
        import operator
        tensors = [operator.add, [tensor((m, n), (1, 0), f32) for _ in range(2)], tensor((m, n), (1, 0), f32)]
    elif kind == "attention":
        shape = (batch, extent(512, 1), extent(8, 1), int(arguments.split()[0]))
        tensors = [tensor(shape, (3, 2, 1, 0)) for _ in range(4)] + [f32(1.0)]
    else:
        weights = tensor((4096,), (0,))
        tensors = [tensor((m, 4096), (1, 0)), tensor((m, 4096), (1, 0)), weights, weights, f32(1e-6)]
    more = [] if behind is None else [value(text) for text in behind.split()]
    if behind is not None and "tutorial" not in name:
        if member == "SGemm":
            cute.compile(of, *tensors, stream=make_fake_stream())
            return
        more.append(make_fake_stream())
    cute.compile(of, *tensors, *more)


def lint(path):
    done = subprocess.run([LAYOUT, "lint", "--json", path], capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(done.stderr)
    return json.loads(done.stdout)["files"][0]


RESULT = re.compile(r'cute\.(composition|logical_divide|zipped_divide|raked_product|logical_product|tile_to_shape|coalesce)\b.*-> !cute\.(?:composed_)?layout<"([^"?]*)">$')


def damaged(text, rng):
    """Texts with one stride of a result greater by 1, of an extent greater than 1."""
    lines = text.split("\n")
    places = [k for k, line in enumerate(lines) if RESULT.search(line)]
    for k in rng.sample(places, min(DAMAGED, len(places))):
        begin, end = RESULT.search(lines[k]).span(2)
        shape, stride = lines[k][begin:end].rsplit(":", 1)
        extents = re.findall(r"\d+", shape.rsplit("o ", 1)[-1])
        strides = list(re.finditer(r"\d+", stride))
        if "@" in stride or len(strides) != len(extents):
            continue
        for extent, found in zip(extents, strides):
            if int(extent) > 1:
                other = stride[: found.start()] + str(int(found.group()) + 1) + stride[found.end() :]
                line = lines[k][:begin] + shape + ":" + other + lines[k][end:]
                yield k + 1, "\n".join(lines[:k] + [line] + lines[k + 1 :])
                break


def main():
    if sys.argv[1] == "compile":
        return compile_example(sys.argv[2], sys.argv[3], sys.argv[4] == "static")
    root, folder = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    rng, evaluated, failed, found, tried = random.Random(1), 0, [], 0, 0
    for name, (*_, arch) in EXAMPLES.items():
        for kind in ("static", "dynamic"):
            path = os.path.join(folder, f"{name}-{kind}.mlir")
            if not os.path.exists(path):
                environment = {**os.environ, "CUTE_DSL_PRINT_IR": "1", "CUTE_DSL_ARCH": arch}
                command = [sys.executable, os.path.abspath(__file__), "compile", os.path.abspath(root), name, kind]
                done = subprocess.run(command, capture_output=True, text=True, env=environment)
                if "module attributes" not in done.stdout:
                    failed.append(f"{name}-{kind}: {done.stderr.strip().splitlines()[-1:]}")
                    continue
                with open(path, "w") as out:
                    out.write(done.stdout)
            report = lint(path)
            count = sum(report["evaluated"].values())
            evaluated += count
            print(f"{name}-{kind}: {count} operations, {report['skipped']} not read, {len(report['findings'])} findings")
            failed += [f"{path}: {finding['message']}" for finding in report["findings"]]
            with open(path) as text:
                for line, other in damaged(text.read(), rng):
                    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as out:
                        out.write(other)
                        out.flush()
                        tried += 1
                        is_found = any(finding["line"] == line for finding in lint(out.name)["findings"])
                        found += is_found
                        if not is_found:
                            failed.append(f"{path}:{line}: damaged, and not found")
    print(f"{evaluated} operations, {found} of {tried} damaged results found")
    print("\n".join(failed))
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
