"""Times the functions on arrays beside NumPy's, interleaved in one process: `python measure_numpy.py [least seconds of a row]`.

A figure is the best of all runs of its side. Set OPENBLAS_NUM_THREADS=1 before, so that both products have one thread.
"""
import platform
import sys
import time

import numpy

from static_layout import ComposedLayout, Layout, Swizzle, copy, matmul


def best(sides, seconds):
    """The least time of each function, in turns."""
    least, end = [float("inf")] * len(sides), time.perf_counter() + seconds
    while time.perf_counter() < end:
        for k, side in enumerate(sides):
            begin = time.perf_counter()
            side()
            least[k] = min(least[k], time.perf_counter() - begin)
    return least


def row(name, ours, theirs, seconds, out=None):
    """Prints both times and their ratio, after a comparison of what both write to `out`."""
    if out is not None:
        out[...] = 0
        ours()
        found = out.copy()
        out[...] = 0
        theirs()
        assert (out == found).all(), name
    times = best([ours, theirs], seconds)
    print(f"{name:58} {times[0] * 1e6:11.1f} us {times[1] * 1e6:11.1f} us   {times[1] / times[0]:6.2f}", flush=True)


def definition(layout):
    """The offsets of a layout by NumPy: a sum of outer products of its leaves."""
    plain = getattr(layout, "layout", layout)
    total = numpy.zeros(1, numpy.int64)
    for extent, stride in zip(numpy.ravel(plain.flatten().shape).tolist(), numpy.ravel(plain.flatten().stride).tolist()):
        total = numpy.add.outer(numpy.arange(extent) * stride, total).ravel()
    if plain is not layout:
        swizzle = layout.swizzle
        mask = (2**swizzle.bits - 1) << (swizzle.base + swizzle.shift)
        total += layout.offset
        total ^= (total & mask) >> swizzle.shift
    return total


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    rng = numpy.random.default_rng(1)
    print(f"NumPy {numpy.__version__}, Python {platform.python_version()}")
    print(f"{'':58} {'static_layout':>14} {'NumPy':>14}   ratio")

    plain = Layout((2500, 4000), (4000, 1))
    tiled = Layout("((50,50),(40,100)):((40,200000),(1,2000))")
    swizzled = ComposedLayout(Swizzle(3, 3, 3), 0, Layout((2500, 4000), (4000, 1)))
    for name, layout in (("plain", plain), ("tiled", tiled), ("swizzled", swizzled), ("10^7:3", Layout(10**7, 3))):
        assert (layout.offsets() == definition(layout)).all()
        row(f"offsets of 10^7, {name}", layout.offsets, lambda: definition(layout), seconds)

    for dtype in ("u1", "f4", "f8", "c16"):
        for n in (64, 1000, 4096):
            src = rng.integers(0, 99, (n, n)).astype(dtype)
            dst = numpy.zeros((n, n), dtype)
            row(f"copy, transpose of {n} x {n} {dtype}", lambda: copy(src.T, dst), lambda: numpy.copyto(dst, src.T), seconds, dst)
    for n, tile in ((1024, 8), (4096, 64)):
        src, dst = rng.random((n, n)).astype("f4"), numpy.zeros((n, n), "f4")
        blocks = n // tile
        into = Layout(((tile, blocks), (tile, blocks)), ((tile, n * tile), (1, tile * tile)))
        rows = Layout(((tile, blocks), (tile, blocks)), ((n, n * tile), (1, tile)))
        there, here = into.view(dst), rows.view(src)
        row(
            f"copy, rows of {n} x {n} f4 to tiles of {tile} x {tile}",
            lambda: copy(src, dst, rows, into),
            lambda: numpy.copyto(there, here),
            seconds,
            dst,
        )
        columns = Layout((n, n))
        row(
            f"copy, columns of {n} x {n} f4 to tiles of {tile} x {tile}",
            lambda: copy(src, dst, columns, into),
            lambda: numpy.copyto(there, here.transpose(2, 3, 0, 1)),
            seconds,
            dst,
        )
    src, dst = rng.random(4096 * 4096).astype("f4"), numpy.zeros(4096 * 4096, "f4")
    into = ComposedLayout(Swizzle(3, 3, 3), 0, Layout((4096, 4096), (4096, 1)))
    line, table = Layout((4096, 4096)), into.offsets()

    def scatter():
        dst[table] = src

    row("copy, 4096 x 4096 f4 into a swizzle; dst[offsets] = src", lambda: copy(src, dst, line, into), scatter, seconds, dst)

    for dtype in ("f4", "f8"):
        for n in (8, 64, 256, 1024):
            a, b = rng.random((n, n)).astype(dtype), rng.random((n, n)).astype(dtype)
            c = numpy.zeros((n, n), dtype)
            row(f"matmul, {n} x {n} {dtype}", lambda: matmul(a, b, c), lambda: numpy.matmul(a, b, c), seconds)
    n = 512
    a, b = (rng.integers(-128, 128, (n, n)).astype("i1") for _ in range(2))
    row(f"matmul, {n} x {n} i1 into i4; NumPy i4", lambda: matmul(a, b), lambda: numpy.matmul(a, b, dtype="i4"), seconds)


main()
