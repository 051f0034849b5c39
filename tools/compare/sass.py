"""Counts the instructions of the kernels of examples/gpu in machine code, and those of the same kernels written with CuTe.

    sass.py TOOLS             compares them with the numbers of CuTe's below, of sm_80
    sass.py TOOLS CUTLASS     compiles CuTe's kernels (index_kernels.cu) too, for three processors, and prints a table

TOOLS is a folder with ptxas and nvdisasm somewhere in it, with CUTLASS also nvcc (Python packages nvidia-cuda-nvcc, nvidia-nvvm,
nvidia-cuda-crt, nvidia-cuda-runtime, nvidia-cuda-cccl, nvidia-cuda-nvdisasm); CUTLASS has its headers (package nvidia-cutlass:
cutlass_library/source/include). examples/gpu/build.sh must have written examples/gpu/target/kernels.ptx. The same ptxas
compiles both texts. Exits with 1 where ours has more index instructions in all, or in its loops more than CuTe's and `MORE`.

An index instruction is any but an access of memory, arithmetic of the elements, the zero of a register, a barrier, a wait, a branch or
padding. Most compute addresses and predicates. On both sides the count includes the rounding of `cvt.rna.tf32`, which machine code
has as FSETP, IMAD and LOP3. Those in the loop of a product are also counted alone.
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Index instructions of CuTe 4.2.0 by nvcc 13.5 for sm_80: in all, and in loops.
CUTE = {
    "copy": (59, 0), "copy_fours": (59, 0), "transpose": (110, 0), "sgemm": (355, 60), "sgemm_fours": (228, 33),
    "tf32gemm": (416, 107), "tf32gemm_fours": (318, 81),
}
# The index instructions that a loop may have in addition to those of CuTe's.
MORE = {("sm_80", "sgemm_fours"): 3, ("sm_90", "sgemm"): 11}
ACCESS = {"LDG", "STG", "LDS", "STS", "LD", "ST", "LDC", "ULDC", "LDCU", "LDGSTS"}
OTHERS = {"FFMA", "FADD", "FMUL", "HMMA", "BAR", "BRA", "EXIT", "NOP", "BSSY", "BSYNC", "BREAK", "WARPSYNC", "CALL", "RET"}
OTHERS |= {"LDGDEPBAR", "DEPBAR"}


def run(*command):
    done = subprocess.run([str(one) for one in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]} failed\n{done.stdout}\n{done.stderr[:4000]}")
    return done.stdout + done.stderr


def counts(cubin, nvdisasm, kernel):
    """How many instructions of each class a kernel has, and how many of them are in loops."""
    text = run(nvdisasm, cubin)
    body = re.search(rf"\.text\.{kernel}:(.*?)(?=\n\.text\.|\n//-+|\Z)", text, re.S).group(1)
    lines, labels, loops = [], {}, []
    for line in body.splitlines():
        if label := re.match(r"\s*(\.L_x_\d+):", line):
            labels[label.group(1)] = len(lines)
        if found := re.match(r"\s*/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_]*)([^;]*);", line):
            lines.append(found.groups())
    # Behind the last exit is padding.
    lines = lines[: 1 + max(at for at, (name, _) in enumerate(lines) if name == "EXIT")]
    for at, (name, rest) in enumerate(lines):
        target = re.search(r"`\((\.L_x_\d+)\)", rest)
        if name == "BRA" and target and labels[target.group(1)] < at:
            loops.append(range(labels[target.group(1)], at + 1))
    total, loop = collections.Counter(), collections.Counter()
    for at, (name, rest) in enumerate(lines):
        is_zero = name in ("CS2R", "HFMA2", "MOV", "IMAD") and re.fullmatch(r"[.\w]* R\d+(, -?S?RZ| -RZ|, 0)+ ?", rest)
        kind = "access" if name in ACCESS else "other" if name in OTHERS or is_zero else "index"
        total[kind] += 1
        loop[kind] += any(at in one for one in loops)
    assert total["access"] > 0 and total["index"] > 0, kernel
    return total, loop


def main():
    tools = pathlib.Path(sys.argv[1])
    ptxas, nvdisasm = (next(path for path in tools.rglob(name) if path.is_file()) for name in ("ptxas", "nvdisasm"))
    cutlass = sys.argv[2] if len(sys.argv) > 2 else None
    more = []
    if cutlass:
        print("| processor | kernel | index instructions | of them in loops | accesses | registers |\n|---|---|---|---|---|---|")
    for arch in ("sm_80", "sm_90", "sm_100") if cutlass else ("sm_80",):
        with tempfile.TemporaryDirectory() as folder:
            ours, theirs = pathlib.Path(folder, "ours.cubin"), pathlib.Path(folder, "theirs.cubin")
            said = [run(ptxas, "-v", f"-arch={arch}", "-o", ours, ROOT / "examples/gpu/target/kernels.ptx")]
            if cutlass:
                include = ptxas.parent.parent / "include"
                options = ["-O3", "-std=c++17", f"-arch={arch}", "-cubin", "-Xptxas=-v", "-w", "--expt-relaxed-constexpr"]
                said.append(run(ptxas.parent / "nvcc", *options, f"-I{cutlass}", f"-I{include}", "-o", theirs, ROOT / "tools/compare/index_kernels.cu"))
            for kernel, limits in CUTE.items():
                total, loop = counts(ours, nvdisasm, kernel)
                if cutlass:
                    their_total, their_loop = counts(theirs, nvdisasm, kernel)
                    limits = their_total["index"], their_loop["index"]
                    registers = [re.search(rf"entry function '{kernel}'.*?Used (\d+) registers", text, re.S).group(1) for text in said]
                    print(f"| {arch} | `{kernel}` | {total['index']}, CuTe {limits[0]} | {loop['index']}, {limits[1]} | {total['access']}, {their_total['access']} | {registers[0]}, {registers[1]} |")
                else:
                    print(f"{kernel}: {total['index']} index instructions, of them {loop['index']} in loops; CuTe {limits[0]}, {limits[1]}")
                if total["index"] > limits[0] or loop["index"] > limits[1] + MORE.get((arch, kernel), 0):
                    more.append(f"{arch} {kernel}")
    if more:
        sys.exit(f"more index instructions than CuTe's: {', '.join(more)}")


main()
