#!/usr/bin/env python3
"""Compares the table of counts in `docs/trust.md` with the tree: `tools/ci/trust.py`; `UPDATE=1` rewrites the table.

Each count is read from the files that the named command checks. Figures of runs that `.ci/run` does not repeat are in
another table of that page, which is written by hand.
"""
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = "docs/trust.md"
BEGIN, END = "<!-- counts -->\n", "<!-- end of counts -->\n"


def read(path):
    with open(os.path.join(ROOT, path)) as file:
        return file.read()


def files(pattern):
    """The files of a pattern, which must have some: a folder that moved is an error and not a count of 0."""
    found = sorted(glob.glob(os.path.join(ROOT, pattern)))
    if not found:
        sys.exit(f"no file is {pattern}")
    return [os.path.relpath(path, ROOT) for path in found]


def tracked(*endings):
    """The files of the repository with one of these endings, new ones among them."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *(f"*.{ending}" for ending in endings)]
    listed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    return [path for path in sorted(set(listed.split("\0"))) if path and os.path.exists(os.path.join(ROOT, path))]


def count(expression, paths):
    """How often an expression matches in files."""
    return sum(len(re.findall(expression, read(path), re.M)) for path in paths)


def lines(path):
    return count(r"^.+$", [path])


def number(value):
    return f"{value:,}"


def parts(counts):
    """`60: 40 a, 20 b`."""
    return f"{number(sum(counts.values()))}: {', '.join(f'{number(value)} {name}' for name, value in counts.items())}"


def name(path):
    return os.path.splitext(os.path.basename(path))[0]


def programs():
    areas = {}
    for path in files("ui-tests/*/*.rs"):
        if re.match(r"//! .+: .+\n", read(path)):
            area = os.path.basename(os.path.dirname(path))
            areas[area] = areas.get(area, 0) + 1
    # `bounds` has one program, whose errors `ui-tests/bounds.rs` searches for words.
    areas.pop("bounds", None)
    return parts(areas)


def examples():
    """Blocks of code that must not compile, in the folders that `ui-tests/examples.rs` reads. Programs below a comment
    `message` are those of `ui-tests`."""
    folders = ("src/", "layout-core/src/", "layout-macros/src/", "crates/layout-kernels/src/", "docs/book/")
    paths = [path for path in tracked("rs", "md") if path.startswith(folders)]
    blocks = count(r"^\s*(?://[/!] ?)?```(?:rust,)?compile_fail", paths)
    return number(blocks - count(r"^<!-- message ", paths))


def golden():
    systems = {"CuTe": sum(map(lines, files("tests/golden/*.jsonl")))}
    for path in files("tests/golden/systems/*.jsonl"):
        systems[f"`{name(path)}`"] = lines(path)
    return parts(systems)


def typed():
    """The rows that the README of the golden rows counts, which a test compares with the generated types."""
    section = read("tests/golden/README.md").split("## The static side")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| ([^|]+) \| (\d+) \|", section, re.M))
    names = {
        "static: equal": "equal",
        "static: a compile error": "that must not compile",
        "mixed rows: as types": "mixed",
        "swizzled rows: equal": "swizzled",
    }
    return parts({short: int(rows[long]) for long, short in names.items()})


def instructions():
    return parts({f"`{name(path)}`": lines(path) for path in files("tests/golden/atoms/*.jsonl")})


def properties():
    rows = re.findall(r"^\| \d+ \|.*$", read("tests/PROPERTIES.md"), re.M)
    tests = {test for row in rows for test in re.findall(r"`([\w/]+::\w+)`", row)}
    return f"{number(len(rows))}, by {number(len(tests))} tests"


def digests():
    rows = [line.split() for path in files("layout-core/tests/answers/kept/*.txt") for line in read(path).splitlines()[1:]]
    calls, refused = (sum(int(row[column]) for row in rows) for column in (1, 2))
    return f"{number(calls)} results of {number(len(rows))} operations; {number(refused)} are refusals"


def theorems():
    return number(count(r"^(?:Theorem|Corollary) \w+", files("proofs/theories/*.v")))


def places():
    """The number that the ledger compares with the sources."""
    page = read("docs/unsafe.md")
    [total] = re.findall(r"^\*\*Places: (\d+)\*\*$", page, re.M)
    return f"{number(int(total))} in {number(len(re.findall(r'^[|] `[^`]+[.]rs` [|]', page, re.M)))} files"


def targets():
    packages = ["tools/fuzz/Cargo.toml", *files("tools/fuzz/*/Cargo.toml")]
    found = [target for path in packages for target in re.findall(r'^\[\[bin\]\]\nname = "(\w+)"', read(path), re.M)]
    return f"{len(found)}: {', '.join(f'`{target}`' for target in sorted(found))}"


def calls():
    return number(count(r'^    "[^"]*", "[^"]*"\s*=>\s*"', files("tests/memory/hostile/table.rs")))


def commands():
    [rows] = re.findall(r"^const ROWS: [^=]*= &\[\n(.*?)^\];$", read("crates/layout-cli/tests/hostile.rs"), re.M | re.S)
    return number(len(re.findall(r"\(\s*&\[\"", rows)))


def interface():
    return parts({f"`{name(path)}`": lines(path) for path in files("docs/public-api/*.txt")})


# What is counted, the count, and the command that checks the things that are counted.
ROWS = [
    ("programs that must not compile, with the compiler's message", programs, "cargo test --test ui"),
    ("examples of the documentation that must not compile", examples, "cargo test --test ui"),
    ("golden rows of other systems", golden, "cargo test -p layout-core --test golden`, `cargo test -p static-layout-dialects"),
    ("golden rows as types", typed, "cargo test -p static-layout-typed-tests"),
    ("golden rows of matrix instructions", instructions, "cargo test -p static-layout-cli --test atoms"),
    ("[properties](../tests/PROPERTIES.md)", properties, "cargo test --test ledger"),
    ("results of `layout-core` on fixed operands, as digests", digests, "cargo test -p layout-core --test answers"),
    ("theorems about the rules of the algebra and of certificates, none with an axiom", theorems, "tools/ci/proofs.sh"),
    ("places with `unsafe`, each with an argument", places, "cargo test --test ledger"),
    ("fuzz targets", targets, "tools/fuzz/run.sh"),
    ("calls of public functions with a hostile value, each refused with its words", calls,
     "cargo test -p static-layout-tests --features arrays --test memory table"),
    ("commands with a hostile value, each refused with its words", commands, "cargo test -p static-layout-cli --test hostile"),
    ("lines of the public interface, kept", interface, "tools/ci/public-api.sh"),
]


def table():
    rows = ["| what | count | checked by |\n", "|---|---|---|\n"]
    rows += [f"| {what} | {counted()} | `{command}` |\n" for what, counted, command in ROWS]
    return "".join(rows)


def main():
    page = read(PAGE)
    before, rest = page.split(BEGIN)
    old, after = rest.split(END)
    new = table()
    if os.environ.get("UPDATE"):
        with open(os.path.join(ROOT, PAGE), "w") as file:
            file.write(before + BEGIN + new + END + after)
    elif old != new:
        wrong = [f"- {a}\n+ {b}" for a, b in zip(old.splitlines(), new.splitlines()) if a != b]
        sys.exit("\n".join([f"{PAGE} and the tree differ; UPDATE=1 tools/ci/trust.py rewrites the table:", *wrong]))
    else:
        print(f"{len(ROWS)} counts of {PAGE} are those of the tree")


if __name__ == "__main__":
    main()
