#!/usr/bin/env python3
"""Writes helps.json: what the compiler says of programs/ and of the programs in first_hour.txt whose .stderr has not the words.

Usage: record.py, from any folder. Needs the compiler of rust-toolchain.toml; builds in target/helps.
"""
import json, os, pathlib, re, shutil, subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
CRATE = ROOT / "target/helps"
FIRST_HOUR = ROOT / "ui-tests/first_hour"

rows = [line.split(": ", 1) for line in (HERE / "first_hour.txt").read_text().splitlines()]
unsaid = [name for name, words in rows if words not in (FIRST_HOUR / f"{name}.stderr").read_text()]
programs = [FIRST_HOUR / f"{name}.rs" for name in unsaid] + sorted((HERE / "programs").glob("*.rs"))

shutil.rmtree(CRATE / "src", ignore_errors=True)
(CRATE / "src/bin").mkdir(parents=True)
for program in programs:
    shutil.copy(program, CRATE / "src/bin")
shutil.copy(ROOT / "Cargo.lock", CRATE)
(CRATE / "Cargo.toml").write_text(f"""\
[package]
name = "helps"
edition = "2021"
[workspace]
[dependencies]
static-layout = {{ path = "{ROOT}", features = ["owned"] }}
static-layout-kernels = {{ path = "{ROOT}/crates/layout-kernels" }}
""")
wrapper = CRATE / "wrapper"
wrapper.write_text('#!/bin/sh\ncase "$2" in -vV) exec "$@";; *) exec "$@" --verbose;; esac\n')
wrapper.chmod(0o755)
cargo = ["cargo", "build", "--offline", "--keep-going", "--message-format=json-diagnostic-rendered-ansi"]
output = subprocess.run(cargo, cwd=CRATE, stdout=subprocess.PIPE, env={**os.environ, "RUSTC_WORKSPACE_WRAPPER": wrapper})

def without_places(part):
    """A part of a message without what neither the command nor a test reads."""
    if isinstance(part, dict):
        left = {key: without_places(value) for key, value in part.items() if value is not None}
        return {key: value for key, value in left.items() if not key.startswith(("byte_", "line_", "column_", "def_site", "explanation"))}
    return [without_places(value) for value in part] if isinstance(part, list) else part


messages = {}
for line in map(json.loads, output.stdout.splitlines()):
    message = line.get("message")
    if line["reason"] == "compiler-message" and message["level"] == "error" and message["spans"]:
        messages.setdefault(line["target"]["name"], []).append(message)
text = ""
for program in programs:
    for message in messages[program.stem]:
        text += json.dumps(without_places(message), separators=(",", ":"), ensure_ascii=False) + "\n"
text = text.replace(str(ROOT), "/library").replace("src/bin/", "")
text = re.sub(r'/[^" ]*/rustlib/src/rust/library/', "/rustc/library/", text)
(HERE / "helps.json").write_text(text)
