#!/usr/bin/env python3
"""Tests the mutants of the compile-time checks: `tools/mutants/checks.py FOLDER [--only 9,12]`, or `--list`.

`guards.py` puts all mutants into one copy of the library in FOLDER; those that do not compile are removed. Each mutant is run
against the following, until one of them catches it:

1. the tests inside the library, the tests of NAMES, and the valid examples of the documentation. They are built once, and the
   environment variable MUTANT selects the mutant;
2. the four programs of `programs.py`: all programs that `const` rejects, and the valid examples. They are compiled for each
   mutant with a copy of the library in which its number is overwritten. The mutant is caught if the messages differ.

Exceeding a limit of CPU time counts as caught. FOLDER/report.txt has a line for each mutant. If FOLDER holds the mutants of
the same sources, the run resumes.
"""
import argparse
import hashlib
import json
import os
import queue
import random
import re
import resource
import shutil
import signal
import subprocess
import threading
import time

import changes
import guards
import programs
from programs import read, write

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NAMES = ["hostile", "tensor", "memory", "padded", "coords", "static_negative"]
LIBRARIES = ["src/lib.rs", "crates/layout-kernels/src/lib.rs"]
# It finds the library by the hash in its metadata, which stays where the number of a mutant is overwritten.
KERNELS = "--extern=static_layout_kernels=libstatic_layout_kernels.rlib"
FEATURES = [f'--cfg=feature="{name}"' for name in ("alloc", "default", "owned", "std")]


def limited(seconds):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))

    return limit


class Compiler:
    """Runs rustc in FOLDER, with the crates that cargo built."""

    def __init__(self, folder, built=None):
        self.folder = folder
        if built:
            self.deps, self.externs = built
            return
        build = ["cargo", "test", "--offline", "-v", "--no-run", "--lib", "-p", "static-layout", "-p", "static-layout-kernels"]
        target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
        for library in LIBRARIES:
            os.utime(os.path.join(ROOT, library))
        words = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=True).stderr
        lines = [line for line in words.split("\n") if re.search("--crate-name static_layout(_kernels)? ", line) and "--test " in line]
        self.deps = os.path.join(target, "debug/deps")
        externs = set(re.findall(r"--extern (?!static_layout(?:_kernels)?=)(\S+=[^\s`]+)", " ".join(lines)))
        self.externs = [f"--extern={extern}" for extern in sorted(externs)]

    def rustc(self, *arguments, seconds=900, **options):
        command = ["rustc", "--edition=2024", "--cap-lints=allow", "-Awarnings", "-Cdebuginfo=0", "-Ldependency=" + self.deps]
        return subprocess.run([*command, *self.externs, *arguments], cwd=self.folder, capture_output=True, text=True,
                              preexec_fn=limited(seconds), **options)

    def library(self, *arguments):
        return self.rustc("--crate-name=static_layout", "src/lib.rs", "--error-format=json", "--json=diagnostic-short",
                          *FEATURES, *arguments, env={**os.environ, "RUSTC_BOOTSTRAP": "1"})

    def kernels(self):
        """The kernels, over the library with its mutants."""
        return self.rustc("--crate-name=static_layout_kernels", LIBRARIES[1], "--error-format=json", "--json=diagnostic-short",
                          "--extern=static_layout=libstatic_layout.rlib", *FEATURES, "--crate-type=lib",
                          "--emit=metadata,link", "--out-dir=.")

    def binary(self, path, out, *arguments):
        """Builds a program with the library. MUTANT selects the mutant at run time."""
        return self.rustc(path, "--extern=static_layout=libstatic_layout.rlib", "-Cdebug-assertions=on", "-o", out,
                          *arguments, env={**os.environ, "CARGO": "cargo", "CARGO_MANIFEST_DIR": os.path.join(ROOT, "tests"),
                                         "CARGO_TARGET_TMPDIR": self.folder})

    def messages(self, name, place, seconds, library="libstatic_layout.rlib"):
        """Compiles the program `name` with the library in `place`. Returns the messages and their modules."""
        built = self.rustc(f"programs/{name}.rs", f"--extern=static_layout={place}/{library}", "--emit=obj",
                           f"-o{place}/x.o", seconds=seconds)
        if built.returncode not in (0, 1) or "internal compiler error" in built.stderr:
            return None
        found = []
        for block in re.split(r"\n\n(?=error)", built.stderr):
            if block.startswith("error") and "aborting" not in block:
                words = re.match(r"(?:(?!note:|\s*-->)\S.*\n?| .*[^-]> .*\n?)*", block).group(0)
                module = re.search(r"--> programs/\w+/(\w+)\.rs", block)
                found.append((words, module.group(1) if module else ""))
        return sorted(found)


def put_library(compiler, listed):
    """Writes and builds the copy, until all its mutants compile. Returns their numbers."""
    for name in ("src", "docs", "README.md", "tests", "rust-toolchain.toml"):
        path = os.path.join(ROOT, name)
        if os.path.isdir(path):
            shutil.copytree(path, os.path.join(compiler.folder, name), dirs_exist_ok=True)
        else:
            shutil.copy(path, compiler.folder)
    lib = read(os.path.join(ROOT, "src/lib.rs"))
    write(os.path.join(compiler.folder, "src/lib.rs"), guards.HEAD + lib + guards.TAIL)
    kernels = read(os.path.join(ROOT, LIBRARIES[1]))
    write(os.path.join(compiler.folder, LIBRARIES[1]), kernels + guards.TAIL_OF_KERNELS)
    viable = set(range(1, len(listed) + 1))
    while True:
        places = {}
        for path in changes.sources(ROOT):
            found = [(k, number, new) for k, (at, number, _, new) in enumerate(listed, 1) if at == path and k in viable]
            text, ranges = guards.rewritten(read(os.path.join(ROOT, path)), found)
            write(os.path.join(compiler.folder, path), text)
            places.update({k: (path, lines) for k, lines in ranges.items()})
        built = compiler.library("--crate-type=lib", "--emit=metadata,link", "--out-dir=.")
        if not built.returncode:
            built = compiler.kernels()
        if not built.returncode:
            return sorted(viable)
        said = [json.loads(line) for line in built.stderr.split("\n") if line.startswith("{")]
        spans = [span for words in said if words.get("level") == "error" for span in words["spans"]]
        wrong = {k for k, (path, lines) in places.items()
                 for span in spans if span["file_name"] == path and span["line_start"] in lines}
        if not wrong:
            raise SystemExit("".join(words.get("rendered") or "" for words in said))
        viable -= wrong


class Run:
    """The library with all mutants and the steps that test them: `steps` has `(seconds, name)`, sorted by time; `usual` has the
    messages of each program without a mutant."""

    def __init__(self, compiler, wanted):
        self.compiler, self.workers, self.lock = compiler, wanted.workers, threading.Lock()
        self.without = wanted.without
        with open(os.path.join(compiler.folder, "libstatic_layout.rlib"), "rb") as file:
            self.library = file.read()
        assert guards.MARK + b"0000" in self.library
        self.usual, self.steps = {}, []

    def each(self, work, things):
        """Calls `work(thing, place)` for all things on several threads. Each thread has a folder `place`."""
        waiting = queue.Queue()
        for thing in things:
            waiting.put(thing)

        def worker(place):
            os.makedirs(os.path.join(self.compiler.folder, place), exist_ok=True)
            while not failed:
                try:
                    work(waiting.get_nowait(), place)
                except queue.Empty:
                    return
                except BaseException as error:
                    failed.append(error)

        failed = []
        threads = [threading.Thread(target=worker, args=(f"worker{k}",)) for k in range(self.workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failed:
            raise failed[0]

    def choose(self, k, place):
        with open(os.path.join(self.compiler.folder, place, "libstatic_layout.rlib"), "wb") as file:
            file.write(self.library.replace(guards.MARK + b"0000", guards.MARK + b"%04d" % k))

    def near(self, place):
        """Prepares the programs about the files of `programs.NEAR`."""
        bodies = {module: body for group in programs.groups(ROOT).values() for module, body in group.items()}
        for name, pattern in programs.NEAR.values():
            if name not in (*self.usual, *self.without):
                self.usually(name, {module: body for module, body in bodies.items()
                                    if module.startswith("m_") and re.search(pattern, body)}, place)

    def usually(self, name, bodies, place):
        """Stores the messages of a program without a mutant. Removes examples that need another feature."""
        os.makedirs(os.path.join(self.compiler.folder, place), exist_ok=True)
        self.choose(0, place)
        while True:
            programs.put(self.compiler.folder, name, bodies)
            begin = time.monotonic()
            found = self.compiler.messages(name, place, 900)
            wrong = {module for _, module in found if module.startswith("v_")}
            if not wrong:
                break
            bodies = {module: body for module, body in bodies.items() if module not in wrong}
        self.usual[name] = found
        self.took(name, begin, f"{len(bodies)} modules, {len(found)} messages")
        right = {module: body for module, body in bodies.items() if module.startswith("v_")}
        if right and f"right_{name}" not in self.without:
            programs.put(self.compiler.folder, f"right_{name}", right, last=False)
            self.build(f"right_{name}", f"programs/right_{name}.rs")

    def build(self, name, path, *arguments):
        built = self.compiler.binary(path, name, *arguments)
        begin = time.monotonic()
        if built.returncode or self.fails(name, 0):
            raise SystemExit(f"{name}: {built.stderr}")
        self.took(name, begin, "tests")

    def took(self, name, begin, what):
        seconds = time.monotonic() - begin
        self.steps.append((seconds, name))
        print(f"{name}: {what}, {seconds:.1f} s", flush=True)

    def fails(self, name, k, seconds=900):
        # Runs all tests of a program; of the library those of the module `check`.
        words = [] if name.startswith("right") else ["-q", "--test-threads=1", *(["check"] if name == "library" else [])]
        run = subprocess.run(["./" + name, *words],
                             cwd=self.compiler.folder, env={**os.environ, "MUTANT": str(k), "RUST_BACKTRACE": "0"},
                             capture_output=True, preexec_fn=limited(seconds))
        return run.returncode

    def notices(self, name, seconds, k, place):
        """Returns how a step catches a mutant, or a false value."""
        limit = int(10 + 5 * seconds)
        if name not in self.usual:
            failed = self.fails(name, k, limit)
            return failed and (f"{name}, which runs too long" if failed == -signal.SIGXCPU else name)
        self.choose(k, place)
        found, usual = self.compiler.messages(name, place, limit), self.usual[name]
        if found is None:
            return f"{name}: the compiler stops"
        new, gone = [one for one in found if one not in usual], [one for one in usual if one not in found]
        such = f", such as {(gone + new)[0][1]}" if gone + new else ""
        return found != usual and f"{name}: {len(gone)} messages gone, {len(new)} new{such}"

    def result(self, k, place, first):
        """Returns the step that catches a mutant. Fast steps run first, then those in `first`, then the others."""
        steps = [step for step in self.steps if step[1] in first or not step[1].startswith("near")]
        steps.sort(key=lambda step: (step[0] > 2, first.index(step[1]) if step[1] in first else len(first), step[0]))
        found = (self.notices(name, seconds, k, place) for seconds, name in steps)
        return next((f"caught by {words}" for words in found if words), "SURVIVES")


def tree(listed):
    """Returns a digest of the mutants, the sources and the tests."""
    digest = hashlib.sha256(repr(listed).encode())
    for name in ("src", "crates/layout-kernels/src", "layout-core/src", "layout-macros/src", "tests", "ui-tests"):
        for place, folders, files in os.walk(os.path.join(ROOT, name)):
            folders.sort()
            for file in sorted(files):
                with open(os.path.join(place, file), "rb") as text:
                    digest.update(text.read())
    return digest.hexdigest()


def prepared(folder, listed, wanted):
    """Returns the run, with the results of an earlier one if there are any, and the mutants that compile."""
    at = os.path.join(folder, "prepared.json")
    if os.path.exists(at):
        with open(at) as file:
            said = json.load(file)
        run = Run(Compiler(folder, said["built"]), wanted)
        run.steps = [tuple(step) for step in said["steps"]]
        run.usual = {name: [tuple(words) for words in found] for name, found in said["usual"].items()}
        return run, said["viable"]
    compiler = Compiler(folder)
    viable = put_library(compiler, listed)
    print(len(listed), "mutants,", len(viable), "compile", flush=True)
    run = Run(compiler, wanted)
    groups = programs.groups(ROOT)

    def prepare(name, place):
        if name == "library":
            built = compiler.library("--test", "-o", "library", "-Cdebug-assertions=on")
            begin = time.monotonic()
            assert not built.returncode and not run.fails("library", 0), built.stderr
            run.took(name, begin, "tests")
        elif name in NAMES:
            run.build(name, f"tests/{name}/main.rs", "--test")
        else:
            run.usually(name, groups[name], place)

    run.each(prepare, [name for name in ["library", *reversed(groups), *NAMES] if name not in wanted.without])
    run.steps.sort()
    built = compiler.deps, compiler.externs
    write(at, json.dumps({"built": built, "viable": viable, "steps": run.steps, "usual": run.usual}))
    return run, viable


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--others", action="store_true", help="use the second list, which no test was written for")
    parser.add_argument("--sample", type=int, nargs=2, metavar=("NUMBER", "SEED"), help="test a random sample of those that compile")
    parser.add_argument("--only", type=lambda text: [int(k) for k in text.split(",")])
    parser.add_argument("--without", nargs="*", default=[], help="tests and programs to skip; `library` has the tests inside the library")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--list", action="store_true")
    wanted = parser.parse_args()
    listed = list((changes.others if wanted.others else changes.mutants)(ROOT))
    words = [f"{path}:{number + 1}: {old.strip()}  ->  {new.strip()}" for path, number, old, new in listed]
    if wanted.list or not wanted.folder:
        print(*(f"{k} {line}" for k, line in enumerate(words, 1)), sep="\n")
        return
    folder, digest = os.path.abspath(wanted.folder), tree(listed)
    if not os.path.exists(folder):
        write(os.path.join(folder, "tree.txt"), digest)
    elif not os.path.exists(os.path.join(folder, "tree.txt")) or read(os.path.join(folder, "tree.txt")) != digest:
        raise SystemExit(f"{folder} does not hold the mutants of these sources: choose another folder")
    run, viable = prepared(folder, listed, wanted)
    run.steps = [(seconds, name) for seconds, name in run.steps if name not in wanted.without]
    chosen = random.Random(wanted.sample[1]).sample(viable, wanted.sample[0]) if wanted.sample else viable
    chosen = [k for k in viable if k in chosen and (not wanted.only or k in wanted.only)]
    # The results of an interrupted run.
    progress, lines = os.path.join(folder, "progress.txt"), {}
    if os.path.exists(progress):
        lines = {int(line.split("\t")[0]): line for line in read(progress).split("\n")[:-1]}

    run.near("worker0")
    # For each file the slow step that caught its last mutant, which is tried first.
    lately, slow = {}, {name for seconds, name in run.steps if seconds > 2}

    def test(k, place):
        path = listed[k - 1][0]
        near = next((name for end, (name, _) in programs.NEAR.items() if path.endswith(end)), "")
        said = run.result(k, place, [near, lately.get(path)])
        lately.update({path: name for name in slow if re.match(f"caught by {name}\\b", said)})
        lines[k] = f"{k}\t{said}\t{words[k - 1]}"
        with run.lock, open(progress, "a") as file:
            file.write(lines[k] + "\n")

    run.each(test, [k for k in chosen if k not in lines])
    survivors = sum("\tSURVIVES\t" in lines[k] for k in chosen)
    end = f"{len(listed)} mutants, {len(viable)} compile, {len(chosen)} tested, {len(chosen) - survivors} caught"
    write(os.path.join(folder, "report.txt"), "\n".join([*(lines[k] for k in chosen), end, ""]))
    print(end)


if __name__ == "__main__":
    main()
