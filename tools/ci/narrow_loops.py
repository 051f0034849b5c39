#!/usr/bin/env python3
"""Searches a release program for vector loops that lost the instructions of their token: `tools/ci/narrow_loops.py PROGRAM..`.

A function that runs for AVX2 or AVX-512 (`<Avx512 as Machine>::run`) inlines what it calls, so that it has the same
instructions. A closure or a function that is not inlined is compiled for the target alone: SSE2. This prints each
such function that a token reaches by calls or pointers, with a loop over registers of 16 bytes and none over longer ones. Fails if there
is one that is not in KNOWN. Needs objdump.
"""

import re
import subprocess
import sys

# Functions that move few elements, or whose loops are not over elements.
KNOWN = [
    r"copy::block::TileBlock<.*>::rest$",  # one or two rows, one by one
    r"copy::tiles::Transposing::in_packed_blocks$",  # tables of offsets
    r"copy::axis::table$",
    r"copy::plan::",
    r"copy::matrix::Matrix<.*>::each$",  # elements of sizes that no register has
    r"nest::Nest<.*>::",
    r"gemm::large::offsets::OffsetTables<.*>::of$",
    r"gemm::large::workers::|^rayon_core::",  # what starts the threads
]
TOKEN = re.compile(r"(Avx2|Avx512) as .*Machine>::run")
OTHER = re.compile(r"^(core|std|alloc|<?(core|std|alloc))\b|panic|Portable as|drop_in_place")


def functions(program):
    """The instructions of each function: address, name, operands."""
    text = subprocess.run(
        ["objdump", "-d", "-C", "--no-show-raw-insn", program], check=True, capture_output=True, text=True
    ).stdout
    found, here = {}, None
    for line in text.splitlines():
        if head := re.match(r"^([0-9a-f]+) <(.*)>:$", line):
            here = found.setdefault(int(head[1], 16), (head[2], []))[1]
        elif (row := re.match(r"^\s+([0-9a-f]+):\s+(\S+)\s*(.*)$", line)) and here is not None:
            here.append((int(row[1], 16), row[2], row[3]))
    return found


def narrow_loops(body):
    """The number of loops with registers of 16 bytes and no longer ones."""
    places, loops = {at: i for i, (at, _, _) in enumerate(body)}, 0
    for i, (_, name, operands) in enumerate(body):
        target = re.match(r"([0-9a-f]+)", operands) if name.startswith("j") else None
        first = places.get(int(target[1], 16)) if target else None
        if first is not None and first < i:
            text = " ".join(operands for _, _, operands in body[first : i + 1])
            loops += text.count("%xmm") >= 4 and "%ymm" not in text and "%zmm" not in text
    return loops


def main():
    failures = 0
    for program in sys.argv[1:]:
        all_functions = functions(program)
        todo = [at for at, (name, _) in all_functions.items() if TOKEN.search(name)]
        if not todo:
            sys.exit(f"{program}: no function of a token, or no symbols")
        tokens, seen = len(todo), set(todo)
        while todo:
            for _, name, operands in all_functions[todo.pop()][1]:
                # A pointer to a function counts as a call of it.
                pattern = r"([0-9a-f]+)" if name.startswith(("call", "j")) else r".*# ([0-9a-f]+) <"
                target = re.match(pattern, operands)
                at = int(target[1], 16) if target else None
                if at in all_functions and at not in seen and not OTHER.search(all_functions[at][0]):
                    seen.add(at)
                    todo.append(at)
        for at in sorted(seen):
            name, body = all_functions[at]
            if TOKEN.search(name) or not (loops := narrow_loops(body)):
                continue
            known = any(re.search(pattern, name) for pattern in KNOWN)
            failures += not known
            print(f"{'known' if known else 'NARROW'}: {loops} loops in {name} at {at:x}")
        print(f"{program}: {tokens} functions of tokens reach {len(seen) - tokens} others")
    sys.exit(1 if failures else 0)


main()
