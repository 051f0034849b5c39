#!/usr/bin/env python3
"""How long refusals are: the snapshots of `ui-tests`, and the same mistakes in CuTe's C++.

    tools/compile-time/messages.py          lines and bytes of our messages: median and longest
    tools/compile-time/messages.py --cute   beside g++'s on CuTe's headers (downloaded by `tools/compile-time`), one row a mistake
"""
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
UI = os.path.join(ROOT, "ui-tests")

# A program of ours, and the same call in CuTe.
SAME = {
    "compose_divide": "composition(make_layout(make_shape(_3{}, _8{}), make_stride(_8{}, _1{})), make_layout(_8{}, _2{}))",
    "divide": "logical_divide(make_layout(make_shape(_6{}, _4{}), make_stride(_4{}, _1{})), make_layout(_4{}, _1{}))",
    "coordinate_nesting": "make_layout(make_shape(_2{}, make_shape(_2{}, _2{})), "
    "make_stride(_4{}, make_stride(_1{}, _2{})))(1, 1, 1)",
    "mode_range": "take<1, 4>(make_layout(make_shape(_2{}, _3{}, _4{}), make_stride(_1{}, _2{}, _6{})))",
    "reshape_upcast": "upcast<4>(make_layout(make_shape(_4{}, _5{}), make_stride(_1{}, _6{})))",
    "complement_holes": "complement(make_layout(make_shape(_2{}, _2{}), make_stride(_1{}, _3{})), Int<24>{})",
    "new_not_congruent": "make_layout(make_shape(_4{}, make_shape(_2{}, _4{})), make_stride(_1{}, _4{}))",
    "product_overlap": "logical_product(make_layout(make_shape(_4{}, _2{}), make_stride(_1{}, _2{})), make_layout(_3{}, _1{}))",
}
HEAD = "#include <cute/layout.hpp>\nusing namespace cute;\nint main() {\n  auto result = %s;\n}\n"


def size(text):
    return len(text.splitlines()), len(text.encode())


def ours():
    found = {}
    for name in sorted(os.listdir(UI)):
        if name.endswith(".stderr"):
            with open(os.path.join(UI, name)) as file:
                found[name[: -len(".stderr")]] = size(file.read())
    return found


def cute(includes, call):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.cpp")
        with open(path, "w") as file:
            file.write(HEAD % call)
        command = ["g++", "-std=c++17", "-fsyntax-only", *(f"-I{path}" for path in includes), path]
        run = subprocess.run(command, capture_output=True, text=True)
        return None if run.returncode == 0 else size(run.stderr)


def main():
    messages = ours()
    for unit, part in (("lines", 0), ("bytes", 1)):
        sizes = [size[part] for size in messages.values()]
        longest = max(messages, key=lambda name: messages[name][part])
        print(f"{len(sizes)} messages, {unit}: median {statistics.median_high(sizes)}, longest {max(sizes)} ({longest})")
    if "--cute" in sys.argv:
        from compilers import Gxx

        compiler = Gxx()
        print(compiler.version())
        for name, call in SAME.items():
            theirs = cute(compiler.includes, call)
            theirs = "compiles" if theirs is None else "%d lines, %d bytes" % theirs
            print("| `%s` | %d lines, %d bytes | %s |" % (name, *messages[name], theirs))


main()
