#!/usr/bin/env python3
"""Counts how layouts whose types are constants refuse the programs of `ui-tests`: `tools/ci/const_refusals.py [--verbose]`.

Each program is compiled with `crates/layout-const` in place of the library, as `cargo check` does and then as a build does, on the
toolchain that `TOOLCHAIN` names (`nightly`). `check`: refused at check, with the lines of the first error. `build`: refused by the
build alone. `accepted`: compiles. `other`: names what this front end does not have.
"""
import collections
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLCHAIN = "+" + os.environ.get("TOOLCHAIN", "nightly")
CRATES = ("static_layout_const", "static_layout", "static_layout_kernels")
USE = "use static_layout::*;"
# Views and arrays are the library's.
USES = "#[allow(unused_imports)] use static_layout::{Boxed, View, ViewMut}; use static_layout_const::*;"
# Names, methods, macros, parameters and implementations that do not exist.
FOREIGN = {"E0046", "E0053", "E0061", "E0107", "E0220", "E0282", "E0283", "E0404", "E0405", "E0407", "E0412", "E0422", "E0423",
           "E0425", "E0432", "E0433", "E0437", "E0576", "E0599", "E0603", "E0609", "E0614", "E0618", "E0747", "E0770"}


def externs():
    """Builds the crate. Returns the arguments of rustc for its libraries."""
    command = ["cargo", TOOLCHAIN, "test", "--locked", "--quiet", "--no-run", "--message-format=json"]
    run = subprocess.run(command, cwd=ROOT / "crates/layout-const", stdout=subprocess.PIPE, text=True, check=True,
                         env=os.environ | {"CARGO_INCREMENTAL": "0"})
    found, folder = {}, None
    for line in run.stdout.splitlines():
        message = json.loads(line)
        if message["reason"] == "compiler-artifact":
            for file in message["filenames"]:
                name = re.match(r"lib(\w+)-\w+\.rlib", os.path.basename(file))
                if name and name[1] in CRATES:
                    found[name[1]], folder = file, os.path.dirname(file)
    return ["-L", f"dependency={folder}"] + [word for pair in found.items() for word in ("--extern", "=".join(pair))]


def first_error(program, arguments, folder, emit):
    """Compiles a program. Returns its first error, or None."""
    command = ["rustc", TOOLCHAIN, "-Znext-solver=globally", "--edition=2024", "-Awarnings", f"--emit={emit}",
               "--error-format=json", "--out-dir", folder, *arguments, program]
    run = subprocess.run(command, capture_output=True, text=True)
    found = [json.loads(line) for line in run.stderr.splitlines() if line.startswith("{")]
    found = [message for message in found if message["level"].startswith("error")]
    if run.returncode and not found:
        sys.exit(f"{program}: {run.stderr}")
    return found[0] if found else None


def outcome(path, arguments, folder):
    """Returns what happens to a program, and the first error."""
    text = path.read_text()
    if USE not in text:
        return "other", None
    program = os.path.join(folder, "_".join(path.relative_to(ROOT / "ui-tests").parts))
    Path(program).write_text(text.replace(USE, USES, 1))
    error = first_error(program, arguments, folder, "metadata")
    if error:
        code = (error["code"] or {}).get("code")
        is_foreign = code in FOREIGN or error["message"].startswith("cannot find macro")
        return ("other" if is_foreign else "check"), error
    error = first_error(program, arguments, folder, "obj")
    return ("build" if error else "accepted"), error


def main():
    arguments = externs()
    programs = sorted(p for p in (ROOT / "ui-tests").glob("*/*.rs") if p.with_suffix(".stderr").exists())
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(lambda p: outcome(p, arguments, folder), programs))
    if "--verbose" in sys.argv:
        for path, (what, error) in zip(programs, outcomes):
            said = f"{(error['code'] or {}).get('code')} {error['message']}" if error else ""
            print(f"{what:9}{path.relative_to(ROOT / 'ui-tests').with_suffix('')}: {said}")
    counts = collections.Counter(what for what, _ in outcomes)
    lines = sorted(len(error["rendered"].strip().splitlines()) for what, error in outcomes if what == "check")
    print(f"{len(programs)} programs: " + ", ".join(f"{counts[what]} {what}" for what in ("check", "build", "accepted", "other")))
    print(f"lines of the first error at check: {lines[0]} to {lines[-1]}, median {statistics.median_low(lines)}, "
          f"{sum(count <= 6 for count in lines)} of at most 6, {sum(count <= 9 for count in lines)} of at most 9")


main()
