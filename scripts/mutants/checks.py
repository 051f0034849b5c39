#!/usr/bin/env python3
"""Mutants of the checks on types, of which each is a build of the library: `scripts/mutants/checks.py SAMPLE [SEED]`.

A check works while the compiler evaluates, so that no mutant can be chosen at run time (`run.sh` does that for
layout-core). Here rustc builds the library alone, without cargo, and then what must notice:

1. one program of all mistakes that are refused in `const`: those of `ui-tests`, and of the examples of the
   documentation. Another set of messages, and the mutant is caught.
2. `tests/hostile.rs`, built and run.

What survives both may be caught by another test, which `--tests NAME..` adds to the second step. One line for each
mutant, of a copy in TMPDIR.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHECKS = ["src/judge.rs", "src/judge", "src/tensor/disjoint.rs", "src/tensor/parting.rs", "src/kernel/gemm/agree.rs"]
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


class Compiler:
    def __init__(self, folder):
        self.folder = folder
        self.deps, self.externs = self.dependencies()

    def dependencies(self):
        """The crates that cargo built, as it names them to rustc."""
        build = ["cargo", "build", "--offline", "-v", "--message-format=json"]
        target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
        os.utime(os.path.join(ROOT, "src/lib.rs"))
        words = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=True).stderr
        line = next(line for line in words.split("\n") if "--crate-name static_layout " in line)
        # Copies, which no other build replaces.
        externs = []
        for name, path in re.findall(r"--extern (\S+)=(\S+)", line.replace("`", "")):
            for copied in {path, path.replace(".rmeta", ".rlib")}:
                shutil.copy(copied, self.folder)
            externs.append(f"{name}={os.path.join(self.folder, os.path.basename(path))}")
        return os.path.join(target, "debug/deps"), externs

    def rustc(self, *arguments):
        return subprocess.run(
            ["rustc", "--edition=2024", "-Awarnings", "-Cdebuginfo=0", "-Ldependency=.", "-Ldependency=" + self.deps, *arguments],
            cwd=self.folder, capture_output=True, text=True)

    def library(self):
        externs = [part for extern in self.externs for part in ("--extern", extern)]
        features = [f'--cfg=feature="{name}"' for name in ("alloc", "default", "owned", "std")]
        return self.rustc("--crate-name=static_layout", "src/lib.rs", "--crate-type=lib", "--emit=metadata,link",
                          "--out-dir=.", *features, *externs)

    def with_library(self, path, *arguments):
        core = next(extern for extern in self.externs if extern.startswith("layout_core=")).replace(".rmeta", ".rlib")
        return self.rustc(path, "--extern", "static_layout=libstatic_layout.rlib", "--extern", core, *arguments)

    def refusals(self):
        programs = [f"refused/{when}.rs" for when in ("early", "late")]
        said = "".join(self.with_library(path, "--emit=obj", "-orefused.o").stderr for path in programs)
        # The second line of a message is its help, and the note says where.
        return sorted(line for line in said.split("\n") if line.startswith("error") and "aborting" not in line)

    def test(self, name):
        built = self.with_library(f"tests/{name}.rs", "--test", "-otest")
        if built.returncode:
            return "does not build"
        try:
            run = subprocess.run(["./test", "-q"], cwd=self.folder, capture_output=True, timeout=300)
        except subprocess.TimeoutExpired:
            return "runs too long"
        return "fails" if run.returncode else None


def programs(folder):
    """All mistakes that are refused in `const`, each a module. Where code is not generic they are found earlier, and hide
    the others."""
    bodies, ui = [], os.path.join(ROOT, "ui-tests")
    for name in sorted(os.listdir(ui)):
        if name.endswith(".stderr") and "E0080" in read(os.path.join(ui, name)):
            text = read(os.path.join(ui, name.replace(".stderr", ".rs")))
            bodies.append(re.sub(r"^//!.*\n", "", text, flags=re.M).replace("fn main()", "pub fn main()"))
    for place, _, files in os.walk(os.path.join(ROOT, "src")):
        for name in files:
            for block in re.findall(r"```compile_fail,E0080\n((?:\s*//[/!].*\n)*?)\s*//[/!] ```", read(os.path.join(place, name))):
                lines = [re.sub(r"^\s*//[/!] ?(# )?", "", line) for line in block.split("\n")]
                bodies.append("pub fn main() {\n" + "\n".join(lines) + "\n}\n")
    os.makedirs(os.path.join(folder, "refused"))
    mains = {"early": [], "late": []}
    for k, body in enumerate(bodies):
        write(os.path.join(folder, "refused", f"m{k}.rs"), body)
        mains["early" if "::IS_" in body else "late"].append(f"m{k}")
    for when, names in mains.items():
        calls = "".join(f"    {name}::main();\n" for name in names)
        modules = "".join(f"mod {name};\n" for name in names)
        write(os.path.join(folder, f"refused/{when}.rs"), modules + "fn main() {\n" + calls + "}\n")
    return len(bodies)


def read(path):
    with open(path) as file:
        return file.read()


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sample", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--tests", nargs="*", default=["hostile"])
    parser.add_argument("--list", action="store_true")
    wanted = parser.parse_args()
    listed = list(mutants())
    print(len(listed), "mutants", flush=True)
    chosen = sorted(random.Random(wanted.seed).sample(listed, min(wanted.sample, len(listed))))
    if wanted.list:
        for path, number, old, new in chosen:
            print(f"{path}:{number + 1}: {old.strip()}  ->  {new.strip()}")
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in ("src", "tests", "docs", "README.md"):
            path = os.path.join(ROOT, name)
            (shutil.copytree if os.path.isdir(path) else shutil.copy)(path, os.path.join(folder, name))
        print(programs(folder), "mistakes", flush=True)
        compiler = Compiler(folder)
        assert not compiler.library().returncode
        usual = compiler.refusals()
        print(len(usual), "refusals", flush=True)
        for name in wanted.tests:
            assert compiler.test(name) is None, name
        tally = {}
        for path, number, old, new in chosen:
            place = os.path.join(folder, path)
            text = read(place)
            lines = text.split("\n")
            lines[number] = new
            write(place, "\n".join(lines))
            found = verdict(compiler, usual, wanted.tests)
            write(place, text)
            tally[found] = tally.get(found, 0) + 1
            print(f"{found}: {path}:{number + 1}: {old.strip()}  ->  {new.strip()}", flush=True)
        print(tally)


def verdict(compiler, usual, tests):
    if compiler.library().returncode:
        return "not viable"
    if compiler.refusals() != usual:
        return "caught by a refusal"
    for name in tests:
        if compiler.test(name):
            return f"caught by {name}"
    return "SURVIVES"


main()
