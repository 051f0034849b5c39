#!/usr/bin/env python3
"""Counts which refusals of static integers `cargo check` shows: compiles the programs of ui-tests as it does.

    tools/ci/refusals_at_check.py            compares with refusals_at_check.txt beside this file
    UPDATE=1 tools/ci/refusals_at_check.py   writes it
    NEXT=1 tools/ci/refusals_at_check.py     runs the nightly compiler under the next trait solver

A program counts if `const` rejects it: its .stderr has E0080. `all`: one error, whose words and numbers are part of what
`cargo build` says. `part`: one other error. `several`: more than one. `build`: only `cargo build` rejects it.
"""
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_suffix(".txt")
NEXT = os.environ.get("NEXT") == "1"
TOOLCHAIN = ["+nightly"] if NEXT else []
FLAGS = ["-Znext-solver=globally"] if NEXT else []


def externs():
    """Checks the libraries. Returns the arguments of rustc for them."""
    target = ROOT / "target" / ("at-check-next" if NEXT else "at-check")
    environment = os.environ | {"RUSTFLAGS": " ".join(FLAGS), "CARGO_INCREMENTAL": "0", "CARGO_PROFILE_DEV_DEBUG": "0"}
    command = ["cargo", *TOOLCHAIN, "check", "--locked", "--package=static-layout-ui-tests", "--tests", "--quiet",
               "--target-dir", target, "--message-format=json"]
    run = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found, folders = {}, set()
    for line in run.stdout.splitlines():
        message = json.loads(line)
        if message["reason"] == "compiler-artifact":
            name = message["target"]["name"].replace("-", "_")
            for file in message["filenames"]:
                folders.add(os.path.dirname(file))
                if name in ("static_layout", "static_layout_kernels") and file.endswith(".rmeta"):
                    found[name] = file
    return [argument for name, file in found.items() for argument in ("--extern", f"{name}={file}")] + \
        [argument for folder in sorted(folders) for argument in ("-L", f"dependency={folder}")]


def errors(program, arguments, folder):
    """Returns the messages of the errors of one program."""
    command = ["rustc", *TOOLCHAIN, *FLAGS, "--edition=2024", "--emit=metadata", "--error-format=json",
               "--out-dir", folder, *arguments, program]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    found = (json.loads(line) for line in run.stderr.splitlines() if line.startswith("{"))
    return [m["message"] for m in found if m["level"] == "error" and not m["message"].startswith("aborting")]


def built(program):
    """Returns what the compiler says about the program: the messages of its errors."""
    said = re.findall(r"^error(?:\[E\d+\])?: (.*)", program.with_suffix(".stderr").read_text(), re.M)
    return [text.removeprefix("evaluation panicked: ") for text in said]


def kind(said, shown):
    """Compares what `cargo check` shows with what `const` says."""
    if not shown:
        return "build"
    if len(shown) > 1:
        return "several"
    return "all" if shown[0] in said[0] else "part"


def main():
    arguments = externs()
    programs = sorted(p for p in (ROOT / "ui-tests").glob("*/*.rs") if p.with_suffix(".stderr").exists())
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        shown = list(pool.map(lambda p: errors(p, arguments, folder), programs))
    counts, lines, wrong = {"all": 0, "part": 0, "several": 0, "build": 0}, [], []
    for program, found in zip(programs, shown):
        name, said = program.relative_to(ROOT / "ui-tests").with_suffix(""), built(program)
        if "E0080" not in program.with_suffix(".stderr").read_text():
            # A macro or a bound refuses: `cargo check` and `cargo build` say the same.
            if len(found) > max(len(said), 1) and not NEXT:
                wrong.append(f"{name}: {len(found)} errors at check, {len(said)} at build: {found}")
            continue
        what = kind(said, found)
        counts[what] += 1
        lines.append(f"{what:8}{name}{': ' if found else ''}{' | '.join(found)}\n")
    text = "".join(f"{count} {what}\n" for what, count in counts.items()) + "".join(lines)
    print("".join(text.splitlines(True)[:4]), end="")
    if os.environ.get("UPDATE") == "1":
        TABLE.write_text(text)
    if text != TABLE.read_text():
        before, after = TABLE.read_text().splitlines(True), text.splitlines(True)
        sys.stdout.writelines(difflib.unified_diff(before, after, "committed", "found", n=0))
        wrong.append("the table differs: UPDATE=1 accepts it")
    if wrong:
        sys.exit("\n".join(wrong))


main()
