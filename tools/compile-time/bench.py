#!/usr/bin/env python3
"""Compile time and solver depth of the library on recorded layout operations.

    ./bench.py times [WHAT..]   user CPU of N operations, and milliseconds an operation: the library under two
                                trait solvers, layouts as constants, CuTe under g++; WHAT: any of stable next const g++ (all)
    ./bench.py table [OPERATION..]
                                each operation of rows.jsonl by itself, the library and CuTe: milliseconds an operation
    ./bench.py instructions [OPERATION..]
                                the same in instructions of both compilers under valgrind, of release and -O2 -c
    ./bench.py const [OPERATION..]
                                each operation of rows.jsonl with layouts as types and as constants: milliseconds, and
                                memory of one program with all
    ./bench.py linear           a mix of those operations at N, 2N and 4N
    ./bench.py depth [WHAT..]   the least recursion_limit that compiles a program of one operation, by bisection
    ./bench.py passes [WHAT..]  the compiler's own passes (-Ztime-passes) on all operations
    ./bench.py check [WHAT..]   every operation in a program of its own: which fail, with the compiler's text
"""
import os
import re
import sys

import programs
import workload
from compilers import PATIENCE, Failed, Gxx, Rustc

COUNTS = {"operations": (0, 34, 68, 136), "chains": (0, 12, 24, 48)}
ROUNDS = int(os.environ.get("ROUNDS", 3))
EACH = int(os.environ.get("EACH", 60))  # rows of a small operation of the table; others have a fifth
# Operations for which one row takes g++ less time than the spread of its runs over the headers alone.
SMALL = {"flatten", "group", "select", "permute", "coalesce", "coalesce_by", "filter", "nullspace", "upcast", "downcast",
         "recast_bits", "index", "index_static", "slice", "swizzled index", "slice_axes", "broadcast_to"}


def compilers(wanted):
    """Returns the wanted compilers that are installed. Prints a line for each."""
    made = {}
    for name, make in (("stable", Rustc), ("next", Rustc), ("const", Rustc), ("g++", lambda _: Gxx())):
        if name in wanted:
            try:
                made[name] = make(name)
                print(f"{name:8}{made[name].version()}")
            except Failed as failure:
                print(f"{name:8}left out: {failure}")
    return made


def subjects(made):
    """Yields what is timed: a label, and a function from cases to the user CPU of one program."""
    for name in ("stable", "next"):
        if name in made:
            rustc = made[name]
            for emit, variant in (("check", programs.alias), ("check", programs.value), ("check", programs.index),
                                  ("debug", programs.index), ("release", programs.value), ("release", programs.index),
                                  ("check", programs.literal), ("release", programs.literal)):
                yield (f"{name}, {emit}, {variant.__name__}",
                       lambda cases, r=rustc, v=variant, e=emit: r.compile(programs.rust_program(cases, v), e))
    if "const" in made:
        for emit in PAIRS:
            yield (f"const, {emit}, index",
                   lambda cases, e=emit: made["const"].compile(programs.const_program(cases, programs.const_index), e))
    if "g++" in made:
        for variant, flags in ((programs.cxx_type, ["-fsyntax-only"]), (programs.cxx_type, ["-O0", "-c"]),
                               (programs.cxx_index, ["-O2", "-c"])):
            yield (f"g++ {' '.join(flags)}, {variant.__name__[4:]}",
                   lambda cases, v=variant, f=flags: made["g++"].compile(programs.cxx_program(cases, v), *f))


def times(wanted):
    made = compilers(wanted)
    for what, counts in COUNTS.items():
        cases = workload.operations() if what == "operations" else workload.chains(max(counts))
        print(f"\n{what}: user CPU in seconds for N, best of {ROUNDS}; milliseconds each, overall and between the N\n"
              f"{'':26}" + "".join(f"{f'N={n}':>8}" for n in counts) + f"{'ms each':>10}{'':3}slopes")
        for label, run in subjects(made):
            try:
                rounds = [[run(cases[:n]) for n in counts] for _ in range(ROUNDS)]
            except Failed as failure:
                print(f"{label:26}fails: {failure}"[:600])
                continue
            best = [min(column) for column in zip(*rounds)]
            points = list(zip(counts, best))
            slopes = [slope(a, b) for a, b in zip(points, points[1:])]
            print(f"{label:26}" + "".join(f"{t:8.2f}" for t in best) + f"{slope(points[0], points[-1]):10.2f}   "
                  + "".join(f"{s:7.2f}" for s in slopes), flush=True)


def slope(a, b):
    """Returns the milliseconds of one more case."""
    return 1000 * (b[1] - a[1]) / (b[0] - a[0])


def depth(wanted):
    made = compilers([name for name in wanted if name in ("stable", "next")])
    for name, rustc in made.items():
        print(f"\n{name}: least recursion_limit, debug build, the result indexed at run time")
        for case in workload.extremes():
            print(f"{case.name:40}{least_limit(rustc, case)}", flush=True)
        for what, cases in (("operations", workload.operations()), ("chains", workload.chains(24))):
            print(f"the deepest five of {len(cases)} {what}")
            for limit, case in deepest(rustc, cases, 5):
                print(f"{limit:8}  {case.name}", flush=True)


def deepest(rustc, cases, count):
    """Returns the deepest cases. A case that compiles at the least limit so far needs no bisection."""
    found, refused = [], []
    for case in sorted(cases, key=lambda case: -len(programs.value(0, case))):
        if len(found) == count and compiles(rustc, case, found[-1][0]):
            continue
        limit = least_limit(rustc, case)
        if isinstance(limit, int):
            found = sorted([*found, (limit, case)], key=lambda pair: -pair[0])[:count]
        else:
            refused.append((limit, case))
    return refused + found


def least_limit(rustc, case, most=512):
    try:
        low, high = 8, 64
        while not compiles(rustc, case, high):
            low, high = high + 1, high * 2
            if high > most:
                rustc.compile(programs.rust_program([case], programs.index, most), "debug")
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if compiles(rustc, case, middle) else (middle + 1, high)
        return low
    except Failed as failure:
        return f"fails at {most}: {str(failure)[:400]}"


def compiles(rustc, case, limit):
    try:
        rustc.compile(programs.rust_program([case], programs.index, limit), "debug")
        return True
    except Failed:
        return False


def passes(wanted):
    cases = workload.operations()
    made = compilers([name for name in wanted if name in ("stable", "next")])
    os.environ["RUSTC_BOOTSTRAP"] = "1"  # the stable compiler has the table too
    for name, rustc in made.items():
        for emit, variant in (("check", programs.alias), ("release", programs.index)):
            print(f"\n{name}, {emit}, {variant.__name__}: wall seconds of each pass that takes 5 ms or more")
            table = rustc.passes(programs.rust_program(cases, variant), emit)
            for seconds, label in re.findall(r"time:\s+([\d.]+);.*\t(\S+)", table):
                if float(seconds) >= 0.005:
                    print(f"{float(seconds):8.3f}  {label}")


def check(wanted):
    for name, compiler in compilers(wanted).items():
        cases, wrong = workload.operations() + workload.chains(max(COUNTS["chains"])), 0
        if name != "g++":  # there, an integer is 32 bits
            cases += workload.extremes()
        for case in cases:
            try:
                if name == "g++":
                    compiler.compile(programs.cxx_program([case], programs.cxx_type), "-fsyntax-only")
                elif name == "const":
                    compiler.compile(programs.const_program([case], programs.const_index), "debug")
                else:
                    compiler.compile(programs.rust_program([case], programs.index), "debug")
            except Failed as failure:
                wrong += 1
                print(f"{name}: {case.name}\n{str(failure)[:800]}", flush=True)
        print(f"{name}: {len(cases)} cases, {wrong} fail")


# The pairs that the table compares: an emit of rustc, and the flags of g++ for the same work.
PAIRS = {"check": ("-fsyntax-only",), "debug": ("-O0", "-c"), "release": ("-O2", "-c")}


def sides():
    """Returns the columns of the table: labels, and functions from rows to the user CPU of one program."""
    rustc, gxx = Rustc("stable"), Gxx()
    print(f"{rustc.version()}; {gxx.version()}\n")
    ours = lambda emit: lambda rows: rustc.compile(programs.rust_program(rows, programs.rust_row), emit)
    theirs = lambda flags: lambda rows: gxx.compile(programs.cxx_program(rows, programs.cxx_row), *flags)
    return ({emit: ours(emit) for emit in PAIRS}
            | {f"g++ {' '.join(flags)}": theirs(flags) for flags in PAIRS.values()})


def table(wanted):
    """Prints the milliseconds of each operation. The compilers run in turns, each on the rows and on the empty program; the least
    of the rounds counts for both."""
    columns, rows = sides(), workload.rows()
    ratios = [f"{emit} of g++" for emit in PAIRS]
    print(f"| operation | {' | '.join([*columns, *ratios])} |\n|{'---|' * (len(columns) + len(ratios) + 1)}")
    found = {}
    for op in wanted or rows:
        asked = rows[op][:EACH if op in SMALL else max(EACH // 5, 10)]
        try:
            turns = [[(run(asked), run([])) for run in columns.values()] for _ in range(ROUNDS)]
        except Failed as failure:
            print(f"| {op} | fails | {str(failure)[:600]}", flush=True)
            continue
        least = [[min(times) for times in zip(*side)] for side in zip(*turns)]
        found[op] = [1000 * (full - empty) / len(asked) for full, empty in least]
        print_ratios(op, found[op])
    if not found:
        return
    print_ratios("all, one of each", [sum(column) for column in zip(*found.values())])
    print()
    for k, emit in enumerate(PAIRS):
        ratio = {op: each[k] / each[k + len(PAIRS)] for op, each in found.items()}
        most = sorted(ratio, key=ratio.get, reverse=True)[:3]
        slowest = max(found, key=lambda op: found[op][k])
        print(f"{emit}: most of g++ have " + ", ".join(f"`{op}` {ratio[op]:.2f}" for op in most)
              + f"; the slowest is `{slowest}`")


def print_ratios(op, each):
    """Prints a row: the milliseconds of the library, those of CuTe, and their ratios."""
    ratios = [f"{own / other:.2f}" for own, other in zip(each, each[len(PAIRS):])]
    print(f"| {op} | {' | '.join([*(f'{t:.1f}' for t in each), *ratios])} |", flush=True)


def const(wanted):
    """Prints the milliseconds of each operation with layouts as types (stable) and as constants, in turns; the least of the rounds
    counts. Then user CPU and memory of programs with twelve rows of each, and with six."""
    made = {"stable": (Rustc("stable"), programs.rust_program, programs.rust_row),
            "const": (Rustc("const"), programs.const_program, programs.const_row)}
    columns = {(emit, name): lambda rows, emit=emit, r=r, p=p, v=v: r.compile(p(rows, v), emit)
               for emit in PAIRS for name, (r, p, v) in made.items()}
    print("; ".join(rustc.version() for rustc, *_ in made.values()) + "\n")
    print(f"| operation | {' | '.join(f'{emit}, stable | const | ratio' for emit in PAIRS)} |\n|{'---|' * 10}")
    found, mix = {}, []
    for op, rows in workload.rows().items():
        if op not in (wanted or [op]):
            continue
        rows = rows[:EACH if op in SMALL else max(EACH // 5, 10)]
        try:
            turns = [[(run(rows), run([])) for run in columns.values()] for _ in range(ROUNDS)]
        except Failed as failure:
            print(f"| {op} | no such operation: {re.search('error.*', str(failure))[0][:100]} |", flush=True)
            continue
        least = [[min(times) for times in zip(*side)] for side in zip(*turns)]
        found[op] = [1000 * (full - empty) / len(rows) for full, empty in least]
        mix.append(rows[:12])
        print_pairs(op, found[op])
    print_pairs("all, one of each", [sum(column) for column in zip(*found.values())])
    for count in (0, 6, 12):
        cases = [row for rows in mix for row in rows[:count]]
        best = [min(times) for times in zip(*([run(cases) for run in columns.values()] for _ in range(ROUNDS)))]
        memory = [r.memory(p(cases, v), emit) for emit in PAIRS for r, p, v in made.values()]
        print(f"{len(cases)} rows: " + ", ".join(f"{emit} {name} {time:.2f} s, {mib} MiB"
                                                 for (emit, name), time, mib in zip(columns, best, memory)), flush=True)


def print_pairs(op, each):
    """Prints a row: for check, debug and release the milliseconds of types, those of constants, and their ratio."""
    pairs = zip(each[::2], each[1::2])
    print(f"| {op} | " + " | ".join(f"{types:.1f} | {text:.1f} | {text / types:.2f}" for types, text in pairs) + " |", flush=True)


def instructions(wanted):
    """Prints millions of instructions an operation, of 16 rows less 4. They repeat, also under other load."""
    rustc, gxx = Rustc("stable"), Gxx()
    ours = lambda rows: rustc.instructions(programs.rust_program(rows, programs.rust_row), "release")
    theirs = lambda rows: gxx.instructions(programs.cxx_program(rows, programs.cxx_row), "-O2", "-c")
    print("| operation | release | g++ -O2 -c | release of g++ |\n|---|---|---|---|")
    for op, rows in workload.rows().items():
        if op in (wanted or [op]):
            each = [(count(rows[:16]) - count(rows[:4])) / 12e6 for count in (ours, theirs)]
            print(f"| {op} | {each[0]:.1f} | {each[1]:.1f} | {each[0] / each[1]:.2f} |", flush=True)


def linear(_):
    """Prints the seconds of programs with one, two and four rows of each operation, and the milliseconds of one more."""
    columns, rows = sides(), workload.rows()
    mix = [row for turn in zip(*rows.values()) for row in turn]
    counts = [len(rows) * k for k in (0, 1, 2, 4)]
    print(f"{'':20}" + "".join(f"{f'N={n}':>9}" for n in counts) + f"{'':3}slopes")
    for label, run in columns.items():
        best = [min(column) for column in zip(*([run(mix[:n]) for n in counts] for _ in range(ROUNDS)))]
        points = list(zip(counts, best))
        slopes = "".join(f"{slope(a, b):7.2f}" for a, b in zip(points, points[1:]))
        print(f"{label:20}" + "".join(f"{t:9.2f}" for t in best) + "   " + slopes, flush=True)


COMMANDS = {f.__name__: f for f in (times, table, instructions, const, linear, depth, passes, check)}

if __name__ == "__main__":
    command, *wanted = sys.argv[1:] or [""]
    if command not in COMMANDS:
        sys.exit(__doc__)
    COMMANDS[command](wanted or ([] if command in ("table", "instructions", "const", "linear") else ["stable", "next", "const", "g++"]))
