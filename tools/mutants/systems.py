#!/usr/bin/env python3
"""Tests random mutants of the packages of `systems/`, of shardings and of the tokens of machines, as `source.py` does:
`GPU_TOOLS=.. tools/mutants/systems.py FOLDER [--count 200] [--seed 1] ..`.

Only mutants of code that runs are drawn, the part `run` of `source.py`: no constant, no type. The programs are those that
`.ci/systems` and `.ci/run` test.
"""
import sys

import source

EMIT, DIALECTS, MPI = ["-p", "static-layout-emit", "--features", "types,compilers"], ["-p", "static-layout-dialects", "--all-features"], ["-p", "static-layout-mpi"]
ZARR, OVER_MPI = ["-p", "static-layout-zarr"], [*MPI, "--features", "mpi", "--lib"]
CORE = ["-p", "layout-core", "--features", "sharding"]
SIMD, SHARDING = "crates/layout-kernels/src/simd", "layout-core/src/sharding"
source.AREAS = [SIMD, "systems/emit/src", "systems/dialects/src", SHARDING, "systems/mpi/src", "systems/zarr/src"]
source.LIBRARIES = {
    "static_layout_kernels": "crates/layout-kernels/src", "layout_core": "layout-core/src",
    **{f"static_layout_{name}": f"systems/{name}/src" for name in ("emit", "dialects", "mpi", "zarr")},
}
source.BUILDS = [["build", *words] for words in (CORE, source.KERNELS, EMIT, DIALECTS, OVER_MPI, ZARR)]
source.RUN_ALONE, source.CANDIDATES = True, 60
source.BINARIES = [
    *((f"examples of {words[1]}", (area,), ["--doc", *words]) for area, words in [(SHARDING, CORE), ("systems/emit", EMIT), ("systems/dialects", DIALECTS), ("systems/mpi", OVER_MPI[:-1]), ("systems/zarr", ZARR)]),
    ("sharding", (SHARDING,), [*CORE, "--test", "sharding"]),
    ("dialects", ("systems/dialects", SHARDING), [*DIALECTS, "--lib", "--tests", "--examples"]),
    ("emit", ("systems/emit",), [*EMIT, "--lib", "--tests"]),
    ("zarr", ("systems/zarr",), [*ZARR, "--lib", "--tests"]),
    ("threads", ("systems/mpi", SHARDING), [*MPI, "--lib", "--tests", "--examples"]),
    ("processes", ("systems/mpi", SHARDING), [*OVER_MPI, "--test", "mpi"]),
    ("inside", (SIMD,), [*source.KERNELS, "--lib"]),
    ("kernels", (SIMD,), [*source.KERNELS, "--test", "kernels"]),
    ("copies", (SIMD,), [*source.KERNELS, "--test", "copy"]),
    ("products", (SIMD,), [*source.KERNELS, "--test", "gemm"]),
    ("machines", (SIMD,), [*source.KERNELS, "--test", "machines"]),
]

if __name__ == "__main__":
    source.main(["--count", "200", "--only", "run", *sys.argv[1:]])
