"""Measures other chunks and other orders of axes of a Zarr array: this library, `zarrs_reencode` of zarrs_tools, and dask with
zarr-python, in turns, each a process of its own. Prints the best time and the peak memory of each as a row of Markdown.

    pip install dask==2026.8.0 zarr==3.1.6
    cargo install zarrs_tools --root TOOLS
    cargo build --release -p static-layout-zarr --example reorder
    python tools/bench/zarr_peers.py target/release/examples/reorder TOOLS/bin FOLDER [EXTENT [MEMORY [TURNS]]]

The arrays are of `f32`, EXTENT (8192) along both axes, or a cube of as many elements, not compressed. This library may use MEMORY
(64) MB. `zarrs_reencode` has no order of axes, and makes other chunks only as shards of one chunk. It and dask do not wait for the
disk; this library does, for each chunk. Results are compared with the source, element by element. Files are dropped from
the cache before each turn where the system allows it.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import zarr

DASK = """
import sys, dask, dask.array as da, zarr
dask.config.set(scheduler="threads")
source, target, chunk, order = sys.argv[1:5]
a = da.from_zarr(source)
if order:
    a = a.transpose([int(k) for k in order.split(",")])
chunk = tuple(int(n) for n in chunk.split(","))
store = zarr.create_array(target, shape=a.shape, chunks=chunk, dtype="f4", compressors=None, fill_value=0)
da.store(a.rechunk(chunk), store, lock=False)
"""


def drop_cache():
    os.sync()
    try:
        pathlib.Path("/proc/sys/vm/drop_caches").write_text("1")
    except OSError:
        pass


def measure(command, target):
    shutil.rmtree(target, ignore_errors=True)
    drop_cache()
    run = subprocess.run(["/usr/bin/time", "-v", *command], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    if run.returncode:
        sys.exit(f"{command}: {run.stderr}")
    wall = re.search(r"Elapsed.*: (?:(\d+):)?(\d+):([\d.]+)", run.stderr)
    hours, minutes, seconds = (float(part or 0) for part in wall.groups())
    return 3600 * hours + 60 * minutes + seconds, int(re.search(r"Maximum resident.*: (\d+)", run.stderr)[1]) / 1024


def compare(source, target, order):
    a, b = zarr.open_array(source), zarr.open_array(target)
    order = order or tuple(range(a.ndim))
    step = max(1, b.shape[0] // 8)
    for start in range(0, b.shape[0], step):
        part = [slice(None)] * a.ndim
        part[order[0]] = slice(start, start + step)
        np.testing.assert_array_equal(b[start : start + step], a[tuple(part)].transpose(order))


def main():
    ours, tools, folder, *rest = sys.argv[1:]
    extent, memory, turns = [int(n) for n in rest] + [8192, 64, 3][len(rest) :]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    side = max(64, round((extent * extent) ** (1 / 3)) // 64 * 64)
    cases = [
        ("rows to squares", (extent, extent), (64, extent), (512, 512), None),
        ("rows to columns", (extent, extent), (64, extent), (extent, 64), None),
        ("transposition", (extent, extent), (512, 512), (512, 512), (1, 0)),
        ("axes 2, 0, 1", (side,) * 3, (64, 64, 64), (64, 64, 64), (2, 0, 1)),
    ]
    with open("/proc/cpuinfo") as text:
        model = re.search(r"model name\s*: (.*)", text.read())[1]
    print(f"{model}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {memory} MB; best of {turns}")
    print("| case | static-layout-zarr | zarrs_reencode | dask |\n|---|---|---|---|")
    for name, shape, chunk, to, order in cases:
        source, target = folder / "source.zarr", folder / "target.zarr"
        shutil.rmtree(source, ignore_errors=True)
        a = zarr.create_array(source, shape=shape, chunks=chunk, dtype="f4", compressors=None, fill_value=0)
        random = np.random.default_rng(1)
        for start in range(0, shape[0], chunk[0]):
            a[start : start + chunk[0]] = random.random((min(chunk[0], shape[0] - start), *shape[1:]), dtype="f4")
        text = ",".join(map(str, to))
        axes = ",".join(map(str, order)) if order else ""
        programs = {
            "ours": [ours, source, target, text, str(memory), *([axes] if axes else [])],
            "zarrs": None if order else [f"{tools}/zarrs_reencode", "-c", text, "-s", text, source, target],
            "dask": [sys.executable, "-c", DASK, source, target, text, axes],
        }
        best = {}
        for turn in range(turns):
            for program, command in programs.items():
                if command is None:
                    continue
                seconds, peak = measure([str(word) for word in command], target)
                least = best.get(program, (float("inf"), 0))
                best[program] = (min(seconds, least[0]), max(peak, least[1]))
                if turn == 0:
                    compare(source, target, order)
        cell = lambda program: "%.1f s, %.0f MB" % best[program] if program in best else "none"
        print(f"| {name} | {cell('ours')} | {cell('zarrs')} | {cell('dask')} |", flush=True)
    for array in ("source.zarr", "target.zarr"):
        shutil.rmtree(folder / array, ignore_errors=True)


main()
