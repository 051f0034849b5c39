#!/usr/bin/env python3
"""Mutants of the checks on types: `scripts/mutants/checks.py FOLDER [--only 9,12]`, or `--list`.

All mutants stand in one copy of the library, in FOLDER, as `guards.py` says, and what does not compile is left out by the
compiler's errors. Then each meets, until one of them notices it,

1. the tests inside the library, the tests of NAMES and the right examples of the documentation: built once, and told by
   the environment variable MUTANT;
2. all mistakes that are refused in `const`, and the right examples again, in the four programs of `programs.py`. They
   are compiled for each mutant with a copy of the library in which the number of the mutant is overwritten. Another set
   of messages, and the mutant is caught.

FOLDER/report.txt has a line for each. What runs longer, in time of a processor, than it may is caught.
"""
import argparse
import json
import os
import queue
import re
import resource
import shutil
import subprocess
import threading

import guards
import programs
from programs import read, write

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHECKS = ["src/judge.rs", "src/judge", "src/tensor/disjoint.rs", "src/tensor/parting.rs", "src/kernel/gemm/agree.rs"]
NAMES = ["hostile", "tensor", "memory", "padded", "coords", "static_negative"]
FEATURES = [f'--cfg=feature="{name}"' for name in ("alloc", "default", "owned", "std")]
# What is replaced, and by what.
CHANGES = [
    (r" && ", " || "), (r" \|\| ", " && "), (r" == ", " != "), (r" != ", " == "), (r" < (?=\S)", " <= "),
    (r" <= ", " < "), (r" > (?=\S)", " >= "), (r" >= ", " > "), (r" - (?=\S)", " + "), (r" \+ (?=\S)", " - "),
    (r"(?<=[ (])!(?=[a-z<(])", ""), (r"\b1(?=[;,) ])", "0"),
    (r"^(\s*)if (?!let)(.*[^\s]) \{$", r"\1if true || \2 {"), (r"^(\s*)if (?!let)(.*[^\s]) \{$", r"\1if false && \2 {"),
    # A question that is not asked.
    (r"^(\s*)((?:judge::)?(?:require|offsets|exists|possible|adds_up|agree|disjoint|divides|fits|inverts|not_refused|"
     r"exists_if_static|divides_padded|try_disjoint)\b.*[^(])$", r"\1// \2"),
]


def sources():
    for place in CHECKS:
        path = os.path.join(ROOT, place)
        if os.path.isdir(path):
            yield from (f"{place}/{name}" for name in sorted(os.listdir(path)) if name != "tests.rs")
        else:
            yield place


def mutants():
    for path in sources():
        for number, line in enumerate(read(os.path.join(ROOT, path)).split("#[cfg(test)]\nmod tests {")[0].split("\n")):
            if line.lstrip().startswith(("//", "use ", "#", "fn ", "pub ", "pub(", "const fn", "impl", "type ")):
                continue
            for old, new in CHANGES:
                for found in re.finditer(old, line):
                    yield path, number, line, line[: found.start()] + found.expand(new) + line[found.end() :]


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (180, 180))
    resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))


class Compiler:
    """rustc in FOLDER, with the crates that cargo built."""

    def __init__(self, folder):
        self.folder = folder
        build = ["cargo", "test", "--offline", "-v", "--no-run", "--lib"]
        target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
        os.utime(os.path.join(ROOT, "src/lib.rs"))
        words = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=True).stderr
        line = next(line for line in words.split("\n") if "--crate-name static_layout " in line and "--test " in line)
        self.deps = os.path.join(target, "debug/deps")
        self.externs = [f"--extern={extern}" for extern in re.findall(r"--extern (\S+=[^\s`]+)", line)]

    def rustc(self, *arguments, **options):
        command = ["rustc", "--edition=2024", "--cap-lints=allow", "-Awarnings", "-Cdebuginfo=0", "-Ldependency=" + self.deps]
        return subprocess.run([*command, *self.externs, *arguments], cwd=self.folder, capture_output=True, text=True,
                              preexec_fn=limited, **options)

    def library(self, *arguments):
        return self.rustc("--crate-name=static_layout", "src/lib.rs", "--error-format=json", "--json=diagnostic-short",
                          *FEATURES, *arguments, env={**os.environ, "RUSTC_BOOTSTRAP": "1"})

    def binary(self, path, out, *arguments):
        """A program of the library without a mutant, which MUTANT tells."""
        return self.rustc(path, "--extern=static_layout=libstatic_layout.rlib", "-Cdebug-assertions=on", "-o", out,
                          *arguments, env={**os.environ, "CARGO_MANIFEST_DIR": ROOT})

    def messages(self, name, place):
        """What the program `name` is told with the library in `place`: messages, and the module of each."""
        built = self.rustc(f"programs/{name}.rs", f"--extern=static_layout={place}/libstatic_layout.rlib", "--emit=obj",
                           f"-o{place}/x.o")
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
    """Writes the copy with its mutants and builds it, as often as one does not compile; the numbers of those that do."""
    for name in ("src", "docs", "README.md", "tests", "rust-toolchain.toml"):
        path = os.path.join(ROOT, name)
        (shutil.copytree if os.path.isdir(path) else shutil.copy)(path, os.path.join(compiler.folder, name))
    lib = read(os.path.join(ROOT, "src/lib.rs"))
    write(os.path.join(compiler.folder, "src/lib.rs"), guards.HEAD + lib + guards.TAIL)
    viable = set(range(1, len(listed) + 1))
    while True:
        places = {}
        for path in sources():
            found = [(k, number, new) for k, (at, number, _, new) in enumerate(listed, 1) if at == path and k in viable]
            text, ranges = guards.rewritten(read(os.path.join(ROOT, path)), found)
            write(os.path.join(compiler.folder, path), text)
            places.update({k: (path, lines) for k, lines in ranges.items()})
        built = compiler.library("--crate-type=lib", "--emit=metadata,link", "--out-dir=.")
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
    def __init__(self, compiler, workers):
        self.compiler, self.workers, self.lock = compiler, workers, threading.Lock()
        with open(os.path.join(compiler.folder, "libstatic_layout.rlib"), "rb") as file:
            self.library = file.read()
        assert guards.MARK + b"0000" in self.library
        self.usual, self.binaries = {}, []

    def each(self, work, things):
        """`work(thing, place)` for each, in as many folders as there are workers."""
        waiting = queue.Queue()
        for thing in things:
            waiting.put(thing)

        def worker(place):
            os.makedirs(os.path.join(self.compiler.folder, place), exist_ok=True)
            while True:
                try:
                    thing = waiting.get_nowait()
                except queue.Empty:
                    return
                try:
                    work(thing, place)
                except BaseException as error:
                    failed.append(error)
                    return

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

    def usually(self, name, bodies, place):
        """What the program of these modules is told without a mutant. Examples that another feature makes right go."""
        self.choose(0, place)
        while True:
            programs.put(self.compiler.folder, name, bodies)
            found = self.compiler.messages(name, place)
            wrong = {module for _, module in found if module.startswith("v_")}
            if not wrong:
                break
            bodies = {module: body for module, body in bodies.items() if module not in wrong}
        self.usual[name] = found
        print(name, len(bodies), "modules,", len(found), "messages", flush=True)
        right = {module: body for module, body in bodies.items() if module.startswith("v_")}
        if right:
            programs.put(self.compiler.folder, f"right_{name}", right, last=False)
            self.build(f"right_{name}", f"programs/right_{name}.rs")

    def build(self, name, path, *arguments):
        built = self.compiler.binary(path, name, *arguments)
        if built.returncode or self.fails(name, 0):
            raise SystemExit(f"{name}: {built.stderr}")
        self.binaries.append(name)

    def fails(self, name, k):
        # The tests of a program, or of the judge alone.
        words = [] if name.startswith("right") else ["-q", "--test-threads=1", *(["judge"] if name == "library" else [])]
        run = subprocess.run(["./" + name, *words],
                             cwd=self.compiler.folder, env={**os.environ, "MUTANT": str(k), "RUST_BACKTRACE": "0"},
                             capture_output=True, preexec_fn=limited)
        return run.returncode

    def verdict(self, k, place):
        for name in self.binaries:
            if self.fails(name, k):
                return f"caught by {name}"
        self.choose(k, place)
        for name, usual in self.usual.items():
            found = self.compiler.messages(name, place)
            if found is None:
                return f"caught by {name}: the compiler stops"
            if found != usual:
                new, gone = [one for one in found if one not in usual], [one for one in usual if one not in found]
                return f"caught by {name}: {len(gone)} messages gone, {len(new)} new, such as {(gone + new)[0][1]}"
        return "SURVIVES"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--only", type=lambda text: [int(k) for k in text.split(",")])
    parser.add_argument("--without", nargs="*", default=[], help="tests that are not asked: `library` are those inside it")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--list", action="store_true")
    wanted = parser.parse_args()
    listed = list(mutants())
    if wanted.list:
        for k, (path, number, old, new) in enumerate(listed, 1):
            print(f"{k} {path}:{number + 1}: {old.strip()}  ->  {new.strip()}")
        return
    folder = os.path.abspath(wanted.folder)
    os.makedirs(folder)
    compiler = Compiler(folder)
    viable = put_library(compiler, listed)
    print(len(listed), "mutants,", len(viable), "compile", flush=True)
    run = Run(compiler, wanted.workers)
    tests = [name for name in ["library", *NAMES] if name not in wanted.without]

    def prepare(name, place):
        if name == "library":
            built = compiler.library("--test", "-o", "library", "-Cdebug-assertions=on")
            assert not built.returncode and not run.fails("library", 0), built.stderr
            run.binaries.append(name)
        elif name in NAMES:
            run.build(name, f"tests/{name}.rs", "--test")
        else:
            run.usually(name, groups[name], place)

    groups = programs.groups(ROOT)
    run.each(prepare, [*reversed(groups), *tests])
    # The cheap ones first.
    run.usual = {name: run.usual[name] for name in groups}
    run.binaries.sort(key=lambda name: (name != "library", name.startswith("right"), name))
    lines = {}

    def ask(k, place):
        path, number, old, new = listed[k - 1]
        lines[k] = f"{k}\t{run.verdict(k, place)}\t{path}:{number + 1}: {old.strip()}  ->  {new.strip()}"
        with run.lock, open(os.path.join(folder, "progress.txt"), "a") as file:
            print(lines[k], file=file)

    asked = [k for k in viable if not wanted.only or k in wanted.only]
    run.each(ask, asked)
    survivors = sum("\tSURVIVES\t" in line for line in lines.values())
    end = f"{len(listed)} mutants, {len(viable)} compile, {len(asked)} asked, {len(asked) - survivors} caught"
    write(os.path.join(folder, "report.txt"), "\n".join([*(lines[k] for k in asked), end, ""]))
    print(end)


if __name__ == "__main__":
    main()
