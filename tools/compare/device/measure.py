#!/usr/bin/env python3
"""Asks an NVIDIA device for each row of `tests/golden/devices` anew, and prints the rows that it answers otherwise.

Needs nvcc, Nsight Compute (`ncu`) for the rows of memory, and compute capability 9.0 for tensor maps and descriptors."""
import csv
import json
import os
import struct
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = os.path.join(HERE, "../../../tests/golden/devices")
KINDS = ["ld.shared", "st.shared", "ldmatrix", "ldmatrix.trans", "stmatrix", "ld.global", "st.global"]
COUNTERS = [
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
]


def read(name):
    with open(os.path.join(ROWS, name + ".jsonl")) as file:
        return [json.loads(line) for line in file]


def padded(numbers, length):
    return [*numbers, *[0] * (length - len(numbers))]


def build(name, folder):
    target = os.path.join(folder, name)
    arch = "-gencode=arch=compute_90a,code=sm_90a"
    subprocess.run(["nvcc", "-std=c++17", "-O2", arch, "-o", target, f"{HERE}/{name}.cu"], check=True)
    return target


def lines(name, folder, packed):
    path = os.path.join(folder, name + ".bin")
    with open(path, "wb") as file:
        file.writelines(packed)
    run = subprocess.run([build(name, folder), path], capture_output=True, text=True)
    return [line.split() for line in run.stdout.splitlines() if line[:1].isdigit()]


def memory(folder):
    rows = read("memory")
    path = os.path.join(folder, "memory.bin")
    with open(path, "wb") as file:
        for row in rows:
            width, at = row["args"]
            at = [at[lane % len(at)] for lane in range(32)]
            file.write(struct.pack("<34i", KINDS.index(row["op"]), width, *at))
    profile = ["ncu", "--clock-control", "none", "--cache-control", "none", "--csv", "--page", "raw", "--metrics"]
    run = subprocess.run([*profile, ",".join(COUNTERS), build("memory", folder), path], capture_output=True, text=True)
    table = run.stdout[run.stdout.index('"ID"'):].splitlines()
    for row, found in zip(rows, list(csv.DictReader(table))[1:], strict=True):
        counter = 2 * ("global" in row["op"]) + row["op"].startswith("st")
        yield row, int(found[COUNTERS[counter]].replace(",", ""))


def tensor_maps(folder):
    rows = read("tensor_maps")
    packed = []
    for row in rows:
        a = row["args"]
        rank = [padded(a[name], 6) for name in ("extents", "box", "steps")]
        numbers = [a["type"], a["rank"], a["address"], *rank[0], *padded(a["strides"], 5), *rank[1], *rank[2]]
        numbers += [a["interleave"], a["swizzle"], a["l2"], a["fill"], "at" in a, *padded(a.get("at", []), 5)]
        packed.append(struct.pack("<36q", *numbers))
    for found in lines("tensor_maps", folder, packed):
        row = rows[int(found[0])]
        out = {}
        if found[1] != "0":
            out["refused"] = True
        else:
            out["map"] = found[2].rstrip("0")
            if "stop" in found:
                out["stops"] = " ".join(found[found.index("illegal"):found.index("illegal") + 2])
            elif len(found) > 3:
                out["arrived"], out["hash"] = found[3] == "1", found[4]
        if "map" not in row["out"]:
            out.pop("map", None)
        yield row, out


def descriptors(folder):
    rows = read("descriptors")
    for found in lines("descriptors", folder, [struct.pack("<6i", *row["args"].values()) for row in rows]):
        yield rows[int(found[0])], found[1]


for ask in (memory, tensor_maps, descriptors):
    with tempfile.TemporaryDirectory() as folder:
        asked = other = 0
        for row, found in ask(folder):
            asked += 1
            if found != row["out"]:
                other += 1
                print(f"{json.dumps(row)}: {found}") if other <= 5 else None
        print(f"{ask.__name__}: {asked} rows, {other} answered otherwise")
