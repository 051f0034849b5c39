#!/usr/bin/env python3
"""Measures the command on hostile texts of 10 kB: the seconds of a processor and the memory of each call.

`tools/ci/limits.py [COUNT]` builds the command without optimizations, writes the texts of `crates/layout-cli/tests/hostile.rs`, runs
each command on each, and prints the COUNT (5) slowest and largest calls. Fails where one takes more than a second or 256 MiB.
The test of that file bounds the memory in every run, without a clock.
"""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
DIALECTS = ["cute-dsl", "mojo", "moye", "mlir", "xla", "cuda-core", "numpy"]
SECONDS, KIB = 1.0, 256 << 10


def calls(text):
    """The words of each call on a text, and its input."""
    for command in ["show", "eval", "explain", "fmt", "bits"]:
        yield [command, "--", text], ""
    yield ["explain", "--json", "--", text], ""
    yield ["diff", "--", text, "8:1"], ""
    for language in ["wgsl", "cuda", "ptx", "opencl", "metal", "mlir"]:
        yield ["emit", language, "--", text], ""
    yield ["tv", "--tile", "8x8", "--", text], ""
    for command in [["banks"], ["coalescing"], ["swizzle", "--find"]]:
        yield [*command, "--", text, text], ""
    for dialect in DIALECTS:
        yield ["eval", "--from", dialect, "--", text], ""
    yield ["repl"], text
    yield ["digits"], text


def measured(words, text):
    """The exit status of a call, the seconds of a processor and the KiB that it used."""
    with tempfile.TemporaryFile() as given:
        given.write(text.encode())
        given.seek(0)
        run = subprocess.Popen(words, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    return run.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    build = ["cargo", "build", "-q", "--locked", "-p", "static-layout-cli", "--features", "full"]
    subprocess.run(build, cwd=ROOT, check=True)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        write = ["cargo", "test", "-q", "--locked", "-p", "static-layout-cli", "--features", "full", "--test", "hostile", "--",
                 "--ignored", "--exact", "write_long_texts"]
        subprocess.run(write, cwd=ROOT, check=True, env={**os.environ, "TEXTS": folder}, stdout=subprocess.DEVNULL)
        names = sorted(os.listdir(folder))
        for name in names:
            with open(os.path.join(folder, name)) as file:
                text = file.read()
            for words, given in calls(text):
                status, seconds, kib = measured([os.path.join(TARGET, "debug", "layout"), *words], given)
                shown = " ".join(word if len(word) < 40 else word[:40] + ".." for word in words)
                found.append((seconds, kib, status, f"{name}: {shown!r}"))
    print(f"{len(names)} texts, {len(found)} calls, {sum(one[0] for one in found):.1f} s of a processor")
    for title, key in (("slowest", 0), ("largest", 1)):
        for seconds, kib, status, call in sorted(found, key=lambda one: -one[key])[:count]:
            print(f"{title}: {seconds:.2f} s, {kib >> 10} MiB, exit {status}: {call}")
    wrong = [one for one in found if one[0] > SECONDS or one[1] > KIB or one[2] not in (0, 1, 2)]
    if wrong:
        sys.exit(f"{len(wrong)} calls are past the limits: {wrong[:3]}")


if __name__ == "__main__":
    main()
