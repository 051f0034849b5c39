#!/usr/bin/env python3
"""Measures products on one thread and on all, with each library alone in its process.

    tools/bench/alone.py [FILTER] [ROUNDS] [SECONDS]     part of the names of cases (f32), 3 rounds, 0.2 seconds a case

OpenBLAS's threads wait for work in a loop, so that in turns in one process they take the cores from the next library. Here the
processes run in turns. Needs `cargo build --release -p static-layout-bench` with the peers. Each row is one case: for each library
the GFLOP/s of the fastest turn on all threads, and the gain, its ratio to that on one thread, of the best rounds.
"""

import json
import subprocess
import sys

LIBRARIES = ["ours", "faer", "gemm", "OpenBLAS", "BLIS"]


def main():
    arguments = dict(enumerate(sys.argv[1:]))
    chosen = arguments.get(0, "f32")
    rounds, seconds = int(arguments.get(1, 3)), arguments.get(2, "0.2")
    metadata = subprocess.check_output(["cargo", "metadata", "--format-version", "1", "--no-deps"])
    bench = json.loads(metadata)["target_directory"] + "/release/static-layout-bench"
    token = subprocess.check_output([bench, "index", "no-such-case", "--seconds", "0"], text=True)
    token = next(line.split(": ")[1].split(",")[0] for line in token.splitlines() if "token" in line)
    best, names = {}, []
    for _ in range(rounds):
        for threads in ["one", "all"]:
            for library in LIBRARIES:
                name = token if library == "ours" else library
                command = [bench, "gemm", f"large/*{chosen}*/{threads}", "--alone", name, "--seconds", seconds]
                for line in subprocess.check_output(command, text=True).splitlines():
                    if line.startswith("#"):
                        continue
                    case, _, figure, _ = line.split("\t")
                    case = case.removeprefix("large/").rsplit("/", 1)[0]
                    if case not in names:
                        names.append(case)
                    key = case, threads, library
                    best[key] = max(best.get(key, 0), float(figure))
    print("| case | " + " | ".join(LIBRARIES) + " |")
    print("|---" * (len(LIBRARIES) + 1) + "|")
    for case in names:
        cells = []
        for library in LIBRARIES:
            one, both = best.get((case, "one", library)), best.get((case, "all", library))
            cells.append(f"{both:.0f}, {both / one:.2f}" if one and both else "-")
        print(f"| {case} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
