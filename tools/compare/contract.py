#!/usr/bin/env python3
"""contract.py: the contractions of `layout-bench contract` by NumPy's einsum(optimize=True) and PyTorch's einsum, on one thread.

    cargo build --release -p static-layout-bench
    tools/compare/contract.py [target/release/static-layout-bench] [FILTER]

The cases and extents are read from crates/layout-bench/src/contract.rs. For each case the two sides run in turns, three times; a
line has the best rate of each in GFLOP/s and their ratio. A missing module is left out. NumPy has a new result for each call, and
writes it to the memory of `out`, as ours does."""
import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import pathlib
import re
import subprocess
import sys
import time

import numpy as np

try:
    import torch

    torch.set_num_threads(1)
except (ImportError, OSError, ValueError):
    torch = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
TURNS, SECONDS = 3, 0.3


def cases():
    """Names such as `abc-bda-dc`, with the extent of each letter."""
    text = (ROOT / "crates/layout-bench/src/contract.rs").read_text()
    for name, extents in re.findall(r'"([a-z]+-[a-z]+-[a-z]+)": .*?\{(.*?)\}', text, re.S):
        yield name, {letter: int(extent) for letter, extent in re.findall(r"(\w): (\d+)", extents)}


def best(call):
    """The least seconds of a call."""
    call()
    least, end = float("inf"), time.thread_time() + SECONDS
    while time.thread_time() < end:
        start = time.thread_time()
        call()
        least = min(least, time.thread_time() - start)
    return least


def sides(name, extents):
    """The calls of NumPy and PyTorch. The first index is the fastest: arrays are in Fortran's order."""
    to, a, b = name.split("-")
    shape = lambda letters: tuple(extents[letter] for letter in letters)
    random = np.random.default_rng(1)
    arrays = [np.asfortranarray(random.random(shape(x), dtype=np.float32)) for x in (a, b)]
    result = np.zeros(shape(to), dtype=np.float32, order="F")
    text = f"{a},{b}->{to}"
    yield "NumPy", lambda: np.einsum(text, *arrays, out=result, optimize=True)
    if torch:
        tensors = [torch.from_numpy(array) for array in arrays]
        target = torch.from_numpy(result)
        yield "PyTorch", lambda: target.copy_(torch.einsum(text, *tensors))


def ours(program, name):
    """The rate of ours, of the widest vectors."""
    words = [program, "contract", name, "--seconds", str(SECONDS), "--clock", "thread"]
    lines = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split("\t") for line in lines if line.startswith(name)]
    return max(float(row[2]) for row in rows if row[1] == rows[0][1])


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/release/static-layout-bench")
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    print(f"# NumPy {np.__version__}", f"PyTorch {torch.__version__}" if torch else "no PyTorch", sep=", ")
    for name, extents in cases():
        if wanted not in name:
            continue
        work = 2.0
        for extent in extents.values():
            work *= extent
        rates = {}
        for _ in range(TURNS):
            rates["ours"] = max(rates.get("ours", 0), ours(program, name))
            for side, call in sides(name, extents):
                rates[side] = max(rates.get(side, 0), work / best(call) / 1e9)
        for side in list(rates)[1:]:
            print(f"{name}\t{rates['ours']:.2f}\t{side}\t{rates[side]:.2f}\t{rates['ours'] / rates[side]:.2f}", flush=True)


if __name__ == "__main__":
    main()
