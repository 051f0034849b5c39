#!/usr/bin/env python3
"""Whether each dependency, of all features and tests, is licensed as `deny.toml` allows and comes from crates.io or
from here. Works offline. The same file is read by cargo-deny, which also knows about vulnerabilities:
`cargo deny --all-features check`."""
import json
import os
import re
import subprocess
import sys
import tomllib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def allowed(expression, allow):
    """`A OR B`, `A AND B`, parentheses; `A/B` of old is `A OR B`."""
    words = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))
    terms = []
    skip = False
    for word in words:
        if word == "WITH":
            # An exception only adds to what a licence permits.
            skip = True
        elif skip:
            skip = False
        elif word in ("(", ")"):
            terms.append(word)
        elif word in ("OR", "AND"):
            terms.append(word.lower())
        else:
            terms.append(str(word in allow))
    return eval(" ".join(terms))  # only parentheses, `or`, `and`, `True` and `False` are left


def main():
    with open(os.path.join(ROOT, "deny.toml"), "rb") as file:
        allow = set(tomllib.load(file)["licenses"]["allow"])
    command = ["cargo", "metadata", "--format-version=1", "--all-features", "--locked", "--offline"]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    needed, wrong = set(), []
    for package in metadata["packages"]:
        name, licence, source = package["name"], package["license"] or "", package["source"]
        if source and not source.startswith("registry+https://github.com/rust-lang/crates.io-index"):
            wrong.append(f"{name} comes from {source}")
        if not licence or not allowed(licence, allow):
            wrong.append(f"{name} is licensed `{licence}`")
        needed.add(licence)
    print(f"{len(metadata['packages'])} packages, {len(needed)} different licence expressions")
    if wrong:
        sys.exit("\n".join(wrong))


main()
