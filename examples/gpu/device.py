#!/usr/bin/env python3
"""Runs the kernels of a PTX file on a CUDA device, compares them with NumPy and measures them and the copy of the driver or
cuBLAS in turns: `device.py target/sm_90.s [check]`. Needs CuPy."""
import sys

import cupy
import numpy


KERNELS = ["copy", "copy_fours", "transpose", "sgemm", "sgemm_fours", "tf32gemm", "tf32gemm_fours"]


def launch(kernel, extents, tile, arrays):
    """A grid of tiles of `tile`, rows by columns."""
    blocks = tuple(-(-extent // each) for extent, each in zip(extents, tile))
    kernel(blocks, (256,), (*arrays, *(numpy.uint32(extent) for extent in extents)))


def turns(*runs):
    """Seconds of a run of each, in nine turns of ten."""
    found = [[] for _ in runs]
    for turn in range(10):
        for run, seconds in zip(runs, found):
            begin, end = cupy.cuda.Event(), cupy.cuda.Event()
            begin.record()
            for _ in range(10):
                run()
            end.record()
            end.synchronize()
            if turn:
                seconds.append(cupy.cuda.get_elapsed_time(begin, end) / 1e4)
    return found


def say(what, work, unit, own, theirs, other):
    ratios = sorted(b / a for a, b in zip(own, theirs))
    median = lambda seconds: work / sorted(seconds)[len(seconds) // 2]
    print(f"{what}: {median(own):.0f} {unit}, {other} {median(theirs):.0f}; ratio {ratios[4]:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})")


def main():
    module = cupy.RawModule(path=sys.argv[1])
    kernel = {name: module.get_function(name) for name in KERNELS}
    print(cupy.cuda.runtime.getDeviceProperties(0)["name"].decode())
    draw = numpy.random.default_rng(1)

    def matrix(m, n):
        return cupy.array(draw.integers(-7, 8, (m, n)).astype(numpy.float32), order="F")

    def empty(m, n):
        return cupy.full((m, n), numpy.nan, dtype=numpy.float32, order="F")

    tiles = {"copy": (32, 32), "copy_fours": (128, 32), "transpose": (32, 32)}

    def run(name, extents, *arrays):
        launch(kernel[name], extents, tiles.get(name, (128, 128)), arrays)

    for m, n, k in [(1, 1, 1), (32, 32, 16), (33, 5, 17), (64, 100, 0), (257, 129, 40), (1000, 777, 332), (128, 128, 8), (132, 4, 20)]:
        a, b, source = matrix(m, k), matrix(k, n), matrix(m, n)
        for name in KERNELS:
            if name.endswith("_fours") and (m % 4 or k % 4):
                continue
            if name == "transpose":
                turned = empty(n, m)
                run(name, (m, n), source, turned)
                assert (turned == source.T).all(), (name, m, n)
            elif name.startswith("copy"):
                same = empty(m, n)
                run(name, (m, n), source, same)
                assert (same == source).all(), (name, m, n)
            else:
                # Small integers are exact in TF32, too.
                c = empty(m, n)
                run(name, (m, n, k), a, b, c)
                assert (c.get() == a.get() @ b.get()).all(), (name, m, n, k)
    print("copies, transpositions and products equal those of NumPy")
    if "check" in sys.argv:
        return
    for n in [4096, 16384]:
        source, target = matrix(n, n), empty(n, n)
        driver = lambda: cupy.cuda.runtime.memcpyAsync(target.data.ptr, source.data.ptr, source.nbytes, 3, 0)
        for name in ["copy", "copy_fours", "transpose"]:
            own, theirs = turns(lambda: run(name, (n, n), source, target), driver)
            say(f"{name} f32 {n}", 8e-9 * n * n, "GB/s", own, theirs, "the driver's copy")
    for n in [1024, 4096, 8192]:
        a, b, c = matrix(n, n), matrix(n, n), empty(n, n)
        for name in KERNELS[3:]:
            # cuBLAS computes in TF32 where the kernel does.
            mode = "CUBLAS_TF32_TENSOR_OP_MATH" if name.startswith("tf32") else "CUBLAS_PEDANTIC_MATH"
            cupy.cuda.cublas.setMathMode(cupy.cuda.device.get_cublas_handle(), getattr(cupy.cuda.cublas, mode))
            own, theirs = turns(lambda: run(name, (n, n, n), a, b, c), lambda: cupy.dot(b.T, a.T, out=c.T))
            say(f"{name} {n}", 2e-12 * n**3, "Tflop/s", own, theirs, "cuBLAS")


main()
