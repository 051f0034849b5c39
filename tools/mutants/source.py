#!/usr/bin/env python3
"""Tests random mutants of the typed library and its kernels: `tools/mutants/source.py FOLDER [--count 300] [--seed 1] [--skip 0]
[--minutes 60] [--list] [--only run|programs|cargo] [--area src/types/algebra].. [--part 0 2]`.

Mutants change one line of `src/tensor`, `src/types/algebra`, `src/types/check` or `crates/layout-kernels/src`: the two lists of
`changes.py`, and for types the changes of TYPES. SEED puts those of each of the four into an order; of each a quarter of COUNT is
tested, the first from SKIP on that compile and that `equal.txt` does not name. They run in copies of the tree in FOLDER:

run: mutants of code that runs are in one build (`schema.py`), and the variable MUTANT selects one. The test programs of
    BINARIES run up to the first failure.
programs: all others, and the survivors of the run, which constants may evaluate, are a change of the sources each. A mutant
    that the library does not compile with is not viable. The programs of STEPS, compiled up to their constants, must have the
    messages of today.
cargo: the survivors of `programs` run against the tests and packages of STEPS.

A program that takes ten seconds more than five times its usual time of a processor fails. FOLDER/report.txt has a line for
each mutant. A run that was interrupted resumes; --minutes ends it. `--part 0 2` and `--part 1 2` run beside each other.
"""
import argparse
import glob
import functools
import itertools
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import changes
import checks
import guards
import programs
import schema
from programs import read, write

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
AREAS = ["src/tensor", "src/types/algebra", "src/types/check", "crates/layout-kernels/src"]
# The libraries with mutants, and what compiles them.
LIBRARIES = {"static_layout": "src", "static_layout_kernels": "crates/layout-kernels/src"}
ARRAYS_OF_OTHERS = "npz,safetensors,ndarray,nalgebra,mdarray,generic-array,image,arrow,dlpack,bytemuck"
BUILDS = [["check", "-p", "static-layout-kernels", "--features",
           "rayon,half," + ",".join("static-layout/" + name for name in ARRAYS_OF_OTHERS.split(","))]]
# Changes of types: numbers, truth values, the two sides of a pair or a function.
TYPES = [
    (r"\bU0\b", "U1"), (r"\bU1\b", "U0"), (r"\bTrue\b", "False"), (r"\bFalse\b", "True"), (r"\bQuotient\b", "Ceil"),
    (r"\bCeil\b", "Quotient"), (r"::Head\b", "::Tail"), (r"::And<", "::Or<"), (r"::Or<", "::And<"),
    (r"<(\w+), (\w+)>(?=;| as)", r"<\2, \1>"), (r"\((\w+), (\w+)\)(?=[;>])", r"(\2, \1)"),
]
# What step 1 builds: groups of test programs, the folders whose mutants they reach, and the options of cargo.
ARRAYS = "arrays,rayon,half"
KERNELS = ["-p", "static-layout-kernels", "--features", "rayon,half"]
# The folders that products do not reach, and those that they do.
COPIES = tuple(f"crates/layout-kernels/src/{place}" for place in ("copy", "nest", "simd", "side", "stage", "transform", "transpose", "reduce", "lib"))
PRODUCTS = tuple(f"crates/layout-kernels/src/{place}" for place in ("gemm", "nest", "simd", "side", "stage"))
BINARIES = [
    ("library", ("src",), ["-p", "static-layout", "--lib"]),
    ("layouts", ("src",), ["-p", "static-layout-tests", "--features", ARRAYS, "--test", "layouts"]),
    ("tensor", ("src",), ["-p", "static-layout-tests", "--features", ARRAYS, "--test", "tensor"]),
    ("interop", ("src/tensor",), ["-p", "static-layout-tests", "--features", ARRAYS, "--test", "interop"]),
    ("memory", ("src",), ["-p", "static-layout-tests", "--features", ARRAYS, "--test", "memory"]),
    ("copies", COPIES, [*KERNELS, "--test", "copy"]),
    ("products", PRODUCTS, [*KERNELS, "--test", "gemm"]),
    ("kernels", ("crates",), [*KERNELS, "--test", "kernels"]),
    ("inside", PRODUCTS, [*KERNELS, "--lib"]),
    ("machines", ("crates",), [*KERNELS, "--test", "machines"]),
]
# Whether only what runs counts, so that mutants without a place in the build are not drawn.
RUN_ALONE = False
# Tests that read the sources.
OF_SOURCES = ["every_function_has_a_row", "every_name_of_the_comparison_is_there"]
# Mutants of each area in the build of step 1: more than are wanted, since some do not compile and some have no effect.
CANDIDATES = 120
CASES = [16, 256]  # random cases of a property: few first, then as many as usual for those that these do not catch.


def sources(area):
    for place, _, names in sorted(os.walk(os.path.join(ROOT, area))):
        for name in sorted(names):
            # NEON is not compiled here.
            if name.endswith(".rs") and "test" not in name and "/tests" not in place and name != "neon.rs":
                yield os.path.relpath(os.path.join(place, name), ROOT)


def mutants(area):
    """Lists `(file, line number, line, mutated line)`."""
    found, lists = [], changes.CHANGES + changes.OTHERS + (TYPES if area == "src/types/algebra" else [])
    for path in sources(area):
        lines = re.split(r"#\[cfg\(.*test\b.*\)\]\nmod tests \{", read(os.path.join(ROOT, path)))[0].split("\n")
        for number, line in enumerate(lines):
            code = line.lstrip()
            if code.startswith(("//", "use ", "#", "fn ", "impl", "unsafe ", "debug_assert", "pub ", "mod ", "trait ")) or (
                code.startswith("type ") and "=" not in code):
                continue
            for new in dict.fromkeys(changes.changed(line, lists)):
                if changes.is_whole(line, new):
                    found.append((path, number, line, new))
    return found


def drawn(seed):
    """All mutants of each area in a random order, with their names."""
    draw, found = random.Random(seed), {}
    for area in AREAS:
        listed = [one for one in mutants(area) if not RUN_ALONE or has_place(one)]
        found[area] = draw.sample(listed, len(listed))
    return found


@functools.cache
def lines_of(path):
    return read(os.path.join(ROOT, path)).split("\n")


def has_place(mutant):
    path, number, _, new = mutant
    return schema.place(lines_of(path), number, new) is not None


def name(mutant):
    path, number, line, new = mutant
    return f"{path}:{number + 1}: {line.strip()} => {new.strip()}"


@functools.cache
def is_item(mutant):
    """Whether the mutant omits an item, or the type after its `=`, so that it does not compile."""
    path, number, line, new = mutant
    if not new.lstrip().startswith("//"):
        return False
    before = read(os.path.join(ROOT, path)).split("\n")[number - 1]
    return re.match(r"(?:pub\S* )?(?:type|struct|const|enum|use|mod) ", line.lstrip()) or re.match(r"\s*(?:pub\S* )?type .*=$", before)


@functools.cache
def equal():
    """The mutants without an effect that a program can observe: the file, the line and its change, and the reason."""
    with open(os.path.join(os.path.dirname(__file__), "equal.txt")) as file:
        lines = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return {(path, change): reason for path, change, reason in lines}


@functools.cache
def is_equal(mutant):
    """Whether `equal.txt` names the mutant, by its change, or by the line before and its change where others have the change."""
    change, lines = name(mutant).split(": ", 1)[1], read(os.path.join(ROOT, mutant[0])).split("\n")
    return (mutant[0], change) in equal() or (mutant[0], f"{lines[mutant[1] - 1].strip()} / {change}") in equal()


def copied(tree):
    os.makedirs(tree, exist_ok=True)
    copy = f"git ls-files -z | tar --null -T - -cf - | tar xf - -C {tree}"
    subprocess.run(copy, shell=True, cwd=ROOT, check=True)


def environment(folder, **more):
    """Of all builds and runs. Functions with many bodies have large frames without optimizations."""
    return {**os.environ, "CARGO_PROFILE_DEV_DEBUG": "0", "CARGO_PROFILE_TEST_DEBUG": "0", "CARGO_INCREMENTAL": "0",
            "PROPTEST_RNG_SEED": "20260101", "CARGO_TARGET_DIR": os.path.join(folder, "target"),
            "RUSTFLAGS": "--cap-lints=allow", "RUST_MIN_STACK": str(64 << 20), **more}


def messages(folder, words):
    """The messages of a build of step 1."""
    env = environment(folder, RUSTC_BOOTSTRAP=",".join(LIBRARIES))
    run = subprocess.run(["cargo", *words, "--locked", "--message-format=json"], cwd=os.path.join(folder, "tree"), env=env,
                         stdout=subprocess.PIPE, text=True)
    return run.returncode, [json.loads(line) for line in run.stdout.split("\n") if line.startswith("{")]


def inserted(tree, candidates, kinds):
    """Writes the mutants that are in the build. Returns the file and the lines of each, and of each function with its mutants."""
    arms, functions = {}, []
    for path in {mutant[0] for mutant in candidates.values()}:
        found = [(k, number, new) for k, (at_path, number, _, new) in candidates.items() if at_path == path and kinds[k] == "run"]
        text, places, bodies = schema.rewritten(read(os.path.join(ROOT, path)), found)
        if not os.path.exists(os.path.join(tree, path)) or read(os.path.join(tree, path)) != text:
            write(os.path.join(tree, path), text)
        arms.update({k: (path, *place) for k, place in places.items()})
        functions += [(path, lines, ks) for lines, ks in bodies]
    return arms, functions


def prepared(folder, candidates):
    """Builds step 1. Returns the programs `(seconds, name, path, folder)`, and what became of the candidates: `run`, `build`
    (it has no place in the schema) or `not viable` (the changed line itself does not compile)."""
    at = os.path.join(folder, "prepared.json")
    if os.path.exists(at):
        with open(at) as file:
            said = json.load(file)
        return said["programs"], {int(k): kind for k, kind in said["kinds"].items()}
    tree = os.path.join(folder, "tree")
    copied(tree)
    for place in LIBRARIES.values():
        text = read(os.path.join(ROOT, place, "lib.rs"))
        write(os.path.join(tree, place, "lib.rs"), guards.HEAD + text + guards.TAIL)
    kinds = {k: "run" if has_place(mutant) else "build" for k, mutant in candidates.items()}
    while True:
        arms, functions = inserted(tree, candidates, kinds)
        for words in BUILDS:
            code, said = messages(folder, words)
            if code:
                break
        else:
            break
        errors = [one["message"] for one in said if one.get("reason") == "compiler-message" and one["message"]["level"] == "error"]
        wrong = {}
        for error in errors:
            for span in error["spans"]:
                # The place of a call of a macro, too.
                while span:
                    file, line = os.path.relpath(os.path.join(tree, span["file_name"]), tree), span["line_start"]
                    for k, (path, lines, changed) in arms.items():
                        if path == file and line in lines:
                            wrong[k] = "not viable" if line == changed and span["is_primary"] else wrong.get(k, "build")
                    if not any(path == file and line in lines for path, lines, _ in arms.values()):
                        for path, lines, ks in functions:
                            if path == file and line in lines and span["is_primary"]:
                                wrong.update({k: wrong.get(k, "build") for k in ks})
                    span = (span.get("expansion") or {}).get("span")
        if not wrong:
            # An error without a place in a mutant: none of the file is in the build.
            files = {os.path.relpath(os.path.join(tree, span["file_name"]), tree) for error in errors for span in error["spans"]}
            wrong = {k: "build" for k, (path, *_) in arms.items() if path in files}
        if not wrong:
            raise SystemExit("".join(error["rendered"] or "" for error in errors)[:20000])
        print(f"{len(errors)} errors, {len(wrong)} mutants fewer in the build", flush=True)
        kinds.update(wrong)
    write(at, json.dumps({"programs": {}, "kinds": kinds}))
    return {}, kinds


def programs_of(folder, group, words, candidates, kinds):
    """Builds a group of programs of step 1, and runs each without a mutant."""
    at = os.path.join(folder, "prepared.json")
    with open(at) as file:
        said = json.load(file)
    if group not in said["programs"]:
        # The examples of the documentation are built and run at once.
        examples = [(group, ["cargo", "test", "--locked", *words], os.path.join(folder, "tree"))] if "--doc" in words else []
        code, lines = (0, []) if examples else messages(folder, ["test", "--no-run", *words])
        tree = os.path.join(folder, "tree")
        while code:
            # Mutants of which the programs have a constant that does not compile get a build of their own.
            arms, text = inserted(tree, candidates, kinds)[0], "".join((one.get("message") or {}).get("rendered") or "" for one in lines)
            places = {(os.path.relpath(file, tree) if file.startswith("/") else file, int(line))
                      for file, line in re.findall(r"--> (\S+\.rs):(\d+):", text)}
            wrong = {k for k, (path, of, _) in arms.items() for file, line in places if path == file and line in of}
            if not wrong:
                break
            kinds.update({k: "build" for k in wrong})
            said["kinds"] = kinds
            write(at, json.dumps(said))
            inserted(tree, candidates, kinds)
            code, lines = messages(folder, ["test", "--no-run", *words])
        if code:
            raise SystemExit("".join((one.get("message") or {}).get("rendered") or "" for one in lines)[:20000])
        found = []
        for program in examples + [
                (" ".join([*one["target"]["kind"], one["target"]["name"]]), one["executable"], os.path.dirname(one["manifest_path"]))
                for one in lines if one.get("reason") == "compiler-artifact" and one.get("executable") and one["profile"]["test"]]:
            seconds = []
            for cases in CASES:
                begin, start = cpu(), time.monotonic()
                if failed := fails(folder, program[1], program[2], 0, 3600, cases):
                    raise SystemExit(f"{program[0]} fails without a mutant: {failed}")
                seconds.append(max(cpu() - begin, time.monotonic() - start))
            found.append((seconds, *program))
            print(found[-1], flush=True)
        said["programs"][group] = sorted(found)
        write(at, json.dumps(said))
    return said["programs"][group]


def cpu():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def limited(seconds):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))

    return limit


def fails(folder, program, place, k, seconds, cases):
    """Runs a test program up to the first test that fails: the name of that test, `time`, `crash` or an empty text."""
    env = environment(folder, MUTANT=str(k), RUST_BACKTRACE="0", CARGO_MANIFEST_DIR=place, RAYON_NUM_THREADS="2",
                      CARGO_TARGET_TMPDIR=folder, PROPTEST_CASES=str(cases), RUSTC_BOOTSTRAP=",".join(LIBRARIES))
    # Functions with mutants look otherwise.
    arguments = ["--test-threads=1", *(word for name in OF_SOURCES for word in ("--skip", name))]
    command = program if isinstance(program, list) else [program, *arguments]
    run = subprocess.Popen(command, cwd=place, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                           text=True, errors="replace", preexec_fn=limited(seconds), start_new_session=True)
    # Threads and processes that wait for each other take no time of a processor.
    late = threading.Timer(seconds, os.killpg, (run.pid, signal.SIGKILL))
    late.start()
    found = last = ""
    for line in run.stdout:
        said = re.match(r"test (.+?)(?: - should panic)? \.\.\.", line)
        last = said[1] if said else last
        if line.rstrip().endswith("FAILED") and last:
            found = last
            os.killpg(run.pid, signal.SIGKILL)
            break
    run.stdout.close()
    code = run.wait()
    late.cancel()
    return found or (f"time, {last}" if code in (-24, -9) else code and f"crash, {last}") or ""


# What is compiled for a mutant of the sources, by the beginning of its file: programs of `programs.py` and test programs, the
# likeliest first, then packages and targets of `cargo test`. `few_` and `all_` are rows of `crates/typed-tests`, and `refused`,
# `refused_views` and `refused_types` the parts of its `static_refused`.
TESTS = ["-p", "static-layout-tests", "--test"]
TENSOR = ["--features", f"{ARRAYS},bytemuck", *TESTS, "tensor"]
UI, INTEROP = ["-p", "static-layout-ui-tests", "--test", "ui"], ["--features", "static-layout-tests/arrays", *TESTS]
STEPS = [
    ("src/tensor/interop", [], [[*INTEROP, "interop"], [*INTEROP, "memory"], UI]),
    *((f"src/tensor/{name}", [], [[*TENSOR]]) for name in ("recast.rs", "par.rs")),
    ("src/tensor", ["views", "refused_views", "bounds", "layouts", "kernels"], ["of_kernels", "tensor", "library", "tests", [*INTEROP, "memory"], [*KERNELS, "--test", "kernels"]]),
    ("src/types/check", ["layouts", "views", "refused_views", "kernels", "bounds"], ["refused", "refused_types", "named", "library", "tests", "tensor", "of_kernels", "few", "all", UI]),
    ("src", ["near few", "bounds", "layouts", "views", "kernels"], ["refused", "refused_types", "named", "near all", "library", "tests", "tensor", "refused_views", "few", "all", UI]),
    ("crates/layout-kernels/src/copy", ["of_kernels"], [[*KERNELS, "--test", name] for name in ("copy", "kernels", "machines")] + [[*KERNELS, "--lib"], UI]),
    ("crates/layout-kernels/src/gemm", ["of_kernels"], [[*KERNELS, "--lib"]] + [[*KERNELS, "--test", name] for name in ("gemm", "machines", "kernels")] + [UI]),
    ("crates/layout-kernels/src", ["of_kernels"], [[*KERNELS, "--test", name] for name in ("kernels", "machines", "gemm", "copy")] + [[*KERNELS, "--lib"], UI]),
]
SOURCES = {"named": "tests/layouts/refused_by_name.rs", "refused_types": "programs/refused_types.rs", "tests": "tests/layouts/main.rs", "tensor": "tests/tensor/main.rs", "library": "src/lib.rs"}
# The rows that are near a file of types: the modules of `crates/typed-tests`.
NEAR = {
    "coalesce": ["coalesce", "agree"], "compose": ["compose", "divide"], "carry": ["compose", "mixed", "swizzled", "agree"],
    "sound": ["compose", "divide", "agree", "mixed"], "exact": ["agree", "compose"], "range": ["compose", "divide"], "complement": ["compose", "product", "divide"],
    "divide": ["divide", "divide_padded"], "tiler": ["divide", "divide_padded", "reshape"], "tile": ["product", "reshape"],
    "product": ["product"], "inverse": ["inverse"], "recast": ["recast", "reshape_agree"], "slicing": ["index", "partition", "axes"],
    "axes": ["axes"], "order": ["structure", "reshape"], "like": ["structure", "reshape"], "leaves": ["coalesce", "structure", "mixed"],
    "extents": ["axes", "reshape"], "refine": ["structure", "reshape"], "fractals": ["reshape"], "inferring": ["axes", "reshape"],
}
# The crates that these need, beside the library.
DEPENDENCIES = ["layout_core", "layout_macros", "typenum", "typeid", "proptest", "serde_json", "static_assertions", "static_layout_tests"]


def compiler(folder, place):
    """The compiler in a copy of the tree, with the crates that step 1 built."""
    deps = os.path.join(folder, "target/debug/deps")
    paths = {name: glob.glob(f"{deps}/lib{name}-*.rlib") + glob.glob(f"{deps}/lib{name}-*.so") for name in DEPENDENCIES}
    externs = [f"--extern={name}={max(found, key=os.path.getmtime)}" for name, found in paths.items()]
    return checks.Compiler(os.path.join(folder, place), (deps, externs))


class Compiled:
    """The programs that are compiled with a changed library, without code. Their messages in a copy of the tree without a change
    are in FOLDER/messages.json."""

    def __init__(self, folder, copy):
        self.folder, self.place, self.of = folder, os.path.join(folder, copy), compiler(folder, copy)
        groups = programs.groups(ROOT)
        if not os.path.exists(os.path.join(folder, "rows.txt")):
            code, said = messages(folder, ["build", "-p", "static-layout-typed-tests"])
            assert not code
            write(os.path.join(folder, "rows.txt"), next(one["out_dir"] for one in said if "typed-tests" in one.get("package_id", "")
                                                         and one["reason"] == "build-script-executed"))
        out = read(os.path.join(folder, "rows.txt"))
        self.rows = programs.rows(ROOT, out)
        for name, text in self.rows.items():
            write(os.path.join(self.place, "programs", f"{name}.rs"), text)
        write(os.path.join(self.place, "programs/refused.rs"), read(os.path.join(ROOT, "crates/typed-tests/refused.rs")))
        write(os.path.join(self.place, "programs/rows.rs"), read(os.path.join(out, "refused.rs")))
        views = read(os.path.join(ROOT, "crates/typed-tests/refused_views.rs"))
        write(os.path.join(self.place, "programs/refused_views.rs"), "\n".join(line for line in views.split("\n") if "TiledCopy" not in line))
        # The rows whose types are refused, without the tests that compile programs.
        test = read(os.path.join(ROOT, "crates/typed-tests/tests/static_refused.rs"))
        for other in ("compile_errors", "refused_views"):
            test = re.sub(r"#\[test\]\nfn " + other + r"\(\) \{\n.*?\n\}\n", "", test, flags=re.S)
        write(os.path.join(self.place, "programs/refused_types.rs"), test.replace("use static_layout_tests::compiler;", "").replace("use std::path::Path;", ""))
        os.environ["OUT_DIR"] = out
        at = os.path.join(folder, "messages.json")
        self.at, self.usual = at, json.loads(read(at)) if os.path.exists(at) else {}
        self.groups = {**groups, "bounds": programs.bounds(ROOT), "of_kernels": programs.mistakes(ROOT, of_kernels=True)}
        for name, bodies in self.groups.items():
            off = self.usual[name][2] if name in self.usual else []
            programs.put(self.place, name, {module: body for module, body in bodies.items() if module not in off})

    def library(self):
        return self.of.library("--crate-type=lib", "--emit=metadata", "-Zalways-encode-mir", "-Cincremental=increments", "--out-dir=.")

    def kernels(self):
        return self.of.rustc("--crate-name=static_layout_kernels", "crates/layout-kernels/src/lib.rs", "--extern=static_layout=libstatic_layout.rmeta",
                             *checks.FEATURES, "--crate-type=lib", "--emit=metadata", "-Zalways-encode-mir", "-Cincremental=increments",
                             "--out-dir=.", env={**os.environ, "RUSTC_BOOTSTRAP": "1"})

    def said(self, name, seconds):
        """The messages of the compiler: their first lines, but of `bounds` whole."""
        words = ["--test"] if name in self.rows else []
        if name == "of_kernels":
            words = ["--extern=static_layout_kernels=libstatic_layout_kernels.rmeta"]
        built = self.of.rustc(f"programs/{name}.rs", "--extern=static_layout=libstatic_layout.rmeta", "--emit=obj", f"-o{name}.o", *words,
                              seconds=seconds)
        if built.returncode not in (0, 1) or "internal compiler error" in built.stderr:
            return ["the compiler stops"]
        blocks = [re.sub(r"long-type-\d+", "long-type", block) for block in re.split(r"\n\n(?=error)", built.stderr) if block.startswith("error")]
        return sorted(block if name == "bounds" else "\n".join(re.findall(r"^error.*|--> programs/.*", block, re.M)[:2]) for block in blocks)

    def names(self, step, path):
        """The programs of a step for a mutant of this file: themselves, or rows."""
        near = NEAR.get(os.path.basename(path)[:-3], [])
        if step in ("near few", "near all"):
            return [f"{step[5:]}_{module}" for module in near]
        if step in ("few", "all"):
            return [name for name in self.rows if name.startswith(step + "_") and name[4:] not in near]
        return [step]

    def usually(self, name):
        """The messages of the library without a change, which is compiled if necessary: to be called without one."""
        if name not in self.usual:
            begin = cpu()
            said, bodies, off = self.said(name, 900), self.groups.get(name, {}), set()
            # Without the examples of features that are off.
            while wrong := set(re.findall(r"--> programs/\w+/(v_\w+)\.rs", "\n".join(said))):
                off |= wrong
                programs.put(self.place, name, {module: body for module, body in bodies.items() if module not in off})
                begin, said = cpu(), self.said(name, 900)
            self.usual[name] = [cpu() - begin, said, sorted(off)]
            print(f"{name}: {len(said)} messages, {cpu() - begin:.1f} s", flush=True)
            write(self.at, json.dumps(self.usual))

    def prepare(self):
        for built in (self.library, self.kernels):
            failed = built()
            assert not failed.returncode, failed.stderr
        for name in ["refused", "refused_views", *self.groups, *self.rows]:
            self.usually(name)

    def notices(self, name):
        seconds, usual, _ = self.usual[name]
        said = self.said(name, int(10 + 5 * seconds))
        if said == usual:
            return ""
        other = [one for one in said if one not in usual and "aborting" not in one] + ["fewer messages"]
        return f"caught by {name}: " + other[0].strip().split("\n")[0][:150]


def cargo(folder, copy, words, seconds):
    """Runs cargo on a changed copy of the tree: whether it succeeds in time, and its words."""
    target = os.path.join(folder, copy, "target")
    if not os.path.exists(target):
        # The crates that other builds have.
        shutil.copytree(os.path.join(folder, "target"), target)
    env = {**environment(folder), "CARGO_INCREMENTAL": "1", "CARGO_TARGET_DIR": target, "PROPTEST_CASES": str(CASES[0])}
    with tempfile.TemporaryFile("w+") as said:
        run = subprocess.Popen(["cargo", *words, "--locked"], cwd=os.path.join(folder, copy), env=env,
                               stdout=subprocess.DEVNULL, stderr=said, start_new_session=True)
        try:
            code = run.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, 9)
            code = run.wait()
        said.seek(0)
        return code == 0, said.read()


def tried(folder, copy, compiled, path, step):
    """How a step catches the mutant of the file `path` that is in the copy of the tree, or an empty text."""
    of, place = compiled.of, os.path.join(folder, copy)
    if isinstance(step, list):
        passes, said = cargo(folder, copy, ["test", *step], 3600)
        if passes:
            return ""
        if f"could not compile `static-layout{'-kernels' if path.startswith('crates') else ''}` (lib)" in said:
            return "not viable"
        error = next((line for line in said.split("\n") if re.match(r"error|test .*FAILED", line)), "")
        return f"caught by cargo test {' '.join(step)}: {error[:150]}"
    if step not in (*SOURCES, "library"):
        if step == "of_kernels" and path.startswith("src") and compiled.kernels().returncode:
            return "caught by the build of kernels"
        return next(filter(None, (compiled.notices(name) for name in compiled.names(step, path))), "")
    program = f"{step}.program"  # `tests` is a folder
    if step == "library":
        failed = of.library("--test", "-Cdebug-assertions=on", "-Cincremental=increments", "-o", program)
    else:
        if not os.path.exists(os.path.join(place, "libstatic_layout.rlib")):
            of.library("--crate-type=lib", "--emit=metadata,link", "-Zalways-encode-mir", "-Cincremental=increments", "--out-dir=.")
        failed = of.binary(SOURCES[step], program, "--test", '--cfg=feature="owned"', "-Cincremental=increments")
    if failed.returncode:
        error = next((line for line in failed.stderr.split("\n") if line.startswith("error")), "")
        return f"caught by the build of {step}: {error[:150]}"
    failed = fails(folder, os.path.join(place, program), os.path.join(place, "tests"), 0, 300, CASES[0])
    return failed and f"caught by {step}: {failed}"


def built(folder, copy, compiled, mutant, most):
    """Tests a mutant in the copy `copy` of the tree, up to the step `most`."""
    path, number, _, new = mutant
    text, changed = read(os.path.join(ROOT, path)), os.path.join(folder, copy, path)
    lines = text.split("\n")
    lines[number] = new
    write(changed, "\n".join(lines))
    _, own, packages = next(step for step in STEPS if path.startswith(step[0]))
    of, place = compiled.of, os.path.join(folder, copy)
    try:
        if path.startswith("crates"):
            if not os.path.exists(os.path.join(place, "libstatic_layout.rmeta")):
                assert not compiled.library().returncode
            if compiled.kernels().returncode:
                return "not viable"
        elif own and compiled.library().returncode:
            return "not viable"
        # The text of a message of a bound is in no other program.
        if re.match(r"\s*(?:message|label|note) = \"", new):
            own, packages = (["bounds"], [UI])
        for step in own if most == "programs" else packages:
            said = tried(folder, copy, compiled, path, step)
            if said:
                return said
    finally:
        write(changed, text)
        for name in ("libstatic_layout.rlib", "libstatic_layout.rmeta") if path.startswith("src") else ():
            if os.path.exists(os.path.join(place, name)):
                os.remove(os.path.join(place, name))
    return "survives" if most == "cargo" else "survives programs"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--skip", type=int, default=0, help="the first mutants of each area, for another sample of one order")
    parser.add_argument("--only", choices=["run", "programs", "cargo"], help="one of the steps")
    parser.add_argument("--area", choices=AREAS, action="append", help="of all four")
    parser.add_argument("--part", type=int, nargs=2, default=(0, 1), metavar=("K", "N"), help="each N-th mutant from K on, beside other parts")
    parser.add_argument("--control", action="store_true", help="a line without a change in each area, which must survive")
    parser.add_argument("--list", action="store_true")
    wanted = parser.parse_args(arguments)
    each, of = wanted.count // len(AREAS), drawn(wanted.seed)
    if wanted.list:
        print(*(name(mutant) for area in AREAS for mutant in of[area][:CANDIDATES]), sep="\n")
        return
    folder, end = os.path.abspath(wanted.folder), time.monotonic() + 60 * wanted.minutes
    os.makedirs(folder, exist_ok=True)
    # The numbers do not depend on `equal.txt`, so that a run resumes with more rows there.
    listed = [mutant for area in AREAS for mutant in itertools.islice((one for one in of[area] if not is_item(one)), CANDIDATES)]
    candidates = dict(enumerate(listed, 1))
    numbers, report = {name(mutant): k for k, mutant in candidates.items()}, os.path.join(folder, "report.txt")
    kinds = prepared(folder, candidates)[1]
    found, passed = {}, set()

    def refresh():
        """Reads what the other parts found, too."""
        for line in read(report).split("\n")[:-1] if os.path.exists(report) else []:
            verdict, what = line.split("\t", 1)
            if verdict.startswith("passes "):
                passed.add((verdict, what))
            else:
                found[what] = verdict

    refresh()

    place = {name(mutant): k for area in AREAS for k, mutant in enumerate(of[area])}

    def record(mutant, verdict):
        found[name(mutant)] = verdict
        with open(report, "a") as out:
            out.write(f"{verdict}\t{name(mutant)}\n")

    def sample(area):
        """The mutants of an area that count: in order, without those that do not compile, as far as is known, and `equal`."""
        kept = [mutant for mutant in of[area] if not is_item(mutant) and not is_equal(mutant)
                and found.get(name(mutant)) != "not viable" and not (RUN_ALONE and kinds.get(numbers.get(name(mutant))) == "build")
                and kinds.get(numbers.get(name(mutant))) != "not viable"]
        return kept[wanted.skip : wanted.skip + each]

    def turns():
        """One of each area after the other."""
        refresh()
        samples = [sample(area) for area in wanted.area or AREAS]
        return [mutant for k in range(each) for kept in samples for mutant in kept[k : k + 1]
                if place[name(mutant)] % wanted.part[1] == wanted.part[0]]

    def waited(group, words):
        """The programs of a group, which the part 0 builds."""
        at = os.path.join(folder, "prepared.json")
        while wanted.part[0] and group not in json.loads(read(at))["programs"]:
            time.sleep(2)
        said = programs_of(folder, group, words, candidates, kinds)
        kinds.update({int(k): kind for k, kind in json.loads(read(at))["kinds"].items()})
        return said

    # The programs of a group, on all mutants that no program before caught.
    for cases, (group, folders, words) in itertools.product(range(len(CASES)), BINARIES if wanted.only in (None, "run") else []):
        if not any(area.startswith(folders) or any(folder.startswith(area) for folder in folders) for area in wanted.area or AREAS):
            continue
        for seconds, program, executable, at in waited(group, words):
            # Without random cases, more of them change nothing.
            while time.monotonic() < end and (not cases or seconds[1] > 1.2 * seconds[0]):
                verdict = f"passes {program}, {CASES[cases]} cases"
                todo = [mutant for mutant in turns()
                        if name(mutant) not in found and kinds.get(numbers.get(name(mutant))) == "run"
                        and (verdict, name(mutant)) not in passed and mutant[0].startswith(folders)]
                if not todo:
                    break
                caught = fails(folder, executable, at, numbers[name(todo[0])], 10 + 5 * seconds[cases], CASES[cases])
                if caught:
                    record(todo[0], f"caught by {program}: {caught}")
                else:
                    passed.add((verdict, name(todo[0])))
                    with open(report, "a") as out:
                        out.write(f"{verdict}\t{name(todo[0])}\n")
    if wanted.only in (None, "run") and time.monotonic() < end:
        for mutant in turns():
            if name(mutant) not in found and kinds.get(numbers.get(name(mutant))) == "run":
                record(mutant, "survives the run")
    # The end of `built` restores the sources.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    copy = f"changed{wanted.part[0]}"
    if not os.path.exists(os.path.join(folder, copy)):
        copied(os.path.join(folder, copy))
    own = Compiled(folder, copy) if wanted.only != "run" else None
    if wanted.only in (None, "programs"):
        own.prepare()
    if wanted.control:
        for step in ("programs", "cargo"):
            for area in wanted.area or AREAS:
                path, number, line, _ = sample(area)[0]
                print("control", area, step, built(folder, copy, own, (path, number, line, line + " "), step), flush=True)
        return
    for step, after in (("programs", (None, "survives the run")), ("cargo", ("survives programs",))):
        while wanted.only in (None, step) and time.monotonic() < end:
            todo = [mutant for mutant in turns() if found.get(name(mutant)) in after
                    and (found.get(name(mutant)) or kinds.get(numbers.get(name(mutant))) != "run")]
            if not todo:
                break
            record(todo[0], built(folder, copy, own, todo[0], step))
    for area in wanted.area or AREAS:
        verdicts = [found.get(name(mutant), "not run") for mutant in sample(area)]
        caught = sum(verdict.startswith("caught") for verdict in verdicts)
        rest = {verdict: verdicts.count(verdict) for verdict in dict.fromkeys(verdicts) if not verdict.startswith("caught")}
        print(f"{area}: {caught} caught", *(f"{number} {verdict}" for verdict, number in rest.items()), sep=", ")


if __name__ == "__main__":
    main()
