#!/usr/bin/env python3
"""Runs the kernels of a PTX file on a CUDA device, compares them with NumPy and measures them beside the copy of the driver and
cuBLAS: `device.py target/sm_90.s [check]`. Needs CuPy."""
import sys

import cupy
import numpy


def launch(kernel, extents, tile, arrays):
    blocks = (-(-extents[0] // tile), -(-extents[1] // tile))
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


def say(what, work, unit, own, theirs, beside):
    ratios = sorted(b / a for a, b in zip(own, theirs))
    median = lambda seconds: work / sorted(seconds)[len(seconds) // 2]
    print(f"{what}: {median(own):.0f} {unit}, {beside} {median(theirs):.0f}; ratio {ratios[4]:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})")


def main():
    module = cupy.RawModule(path=sys.argv[1])
    copy, transpose, sgemm = (module.get_function(name) for name in ["copy", "transpose", "sgemm"])
    print(cupy.cuda.runtime.getDeviceProperties(0)["name"].decode())
    draw = numpy.random.default_rng(1)

    def matrix(m, n):
        return cupy.array(draw.integers(-7, 8, (m, n)).astype(numpy.float32), order="F")

    def empty(m, n):
        return cupy.full((m, n), numpy.nan, dtype=numpy.float32, order="F")

    for m, n, k in [(1, 1, 1), (32, 32, 16), (33, 5, 17), (64, 100, 0), (257, 129, 40), (1000, 777, 333)]:
        a, b, c, same, turned = matrix(m, k), matrix(k, n), empty(m, n), empty(m, n), empty(n, m)
        source = matrix(m, n)
        launch(copy, (m, n), 32, (source, same))
        launch(transpose, (m, n), 32, (source, turned))
        launch(sgemm, (m, n, k), 64, (a, b, c))
        assert (same == source).all() and (turned == source.T).all(), (m, n)
        assert (c.get() == a.get() @ b.get()).all(), (m, n, k)
    print("copies, transpositions and products equal those of NumPy")
    if "check" in sys.argv:
        return
    for n in [4096, 16384]:
        source, same, turned = matrix(n, n), empty(n, n), empty(n, n)
        driver = lambda: cupy.cuda.runtime.memcpyAsync(same.data.ptr, source.data.ptr, source.nbytes, 3, 0)
        for name, kernel, target in [("copy", copy, same), ("transpose", transpose, turned)]:
            own, theirs = turns(lambda: launch(kernel, (n, n), 32, (source, target)), driver)
            say(f"{name} f32 {n}", 8e-9 * n * n, "GB/s", own, theirs, "the driver's copy")
    for n in [1024, 4096]:
        a, b, c = matrix(n, n), matrix(n, n), empty(n, n)
        own, theirs = turns(lambda: launch(sgemm, (n, n, n), 64, (a, b, c)), lambda: cupy.dot(b.T, a.T, out=c.T))
        say(f"sgemm {n}", 2e-12 * n**3, "Tflop/s", own, theirs, "cuBLAS")


main()
