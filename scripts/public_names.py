#!/usr/bin/env python3
"""The names of the public interface, one a line, compared with `docs/public-names/PACKAGE.txt`; UPDATE=1 writes it
anew. A name that goes away or moves breaks users. Signatures are not compared. Needs a nightly toolchain (rustdoc's
JSON)."""
import difflib
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "docs/public-names")
PACKAGES = ["static-layout", "layout-core"]


class Names:
    def __init__(self, document):
        self.index, self.found = document["index"], set()
        self.module(document["root"], self.item(document["root"])["name"], set())

    def item(self, number):
        return self.index.get(str(number))

    def add(self, kind, path):
        self.found.add(f"{kind} {path}")

    def module(self, number, path, above):
        if number in above:
            return
        for child in self.item(number)["inner"]["module"]["items"]:
            self.child(child, path, above | {number})

    def child(self, number, path, above):
        item = self.item(number)
        if item is None or item["visibility"] not in ("public", "default"):
            return
        kind, inner = next(iter(item["inner"].items()))
        if kind == "use":
            target = inner["id"]
            if target is None or self.item(target) is None:
                self.add("use", f"{path}::{inner['name']}")
            elif inner["is_glob"]:
                self.module(target, path, above)
            else:
                self.named(target, f"{path}::{inner['name']}", above)
        elif item["name"]:
            self.named(number, f"{path}::{item['name']}", above)

    def named(self, number, path, above):
        kind, inner = next(iter(self.item(number)["inner"].items()))
        self.add(kind, path)
        if kind == "module":
            self.module(number, path, above)
        for part in ("items", "variants"):
            if kind in ("trait", "enum") and part in inner:
                for member in inner[part]:
                    self.member(member, path)
        for block in inner.get("impls", []) if isinstance(inner, dict) else []:
            block = self.item(block)
            # What a type has of its own; traits are named where they are declared.
            if block and block["inner"]["impl"]["trait"] is None:
                for member in block["inner"]["impl"]["items"]:
                    if self.item(member)["visibility"] == "public":
                        self.member(member, path)

    def member(self, number, path):
        item = self.item(number)
        if item:
            self.add(next(iter(item["inner"])), f"{path}::{item['name']}")


def main():
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    changed = False
    os.makedirs(FOLDER, exist_ok=True)
    for package in PACKAGES:
        command = ["cargo", "+nightly", "rustdoc", "-q", "-p", package, "--lib", "--all-features", "--",
                   "-Zunstable-options", "--output-format=json"]
        subprocess.run(command, cwd=ROOT, check=True)
        with open(os.path.join(target, "doc", package.replace("-", "_") + ".json")) as file:
            names = sorted(Names(json.load(file)).found)
        listed = os.path.join(FOLDER, package + ".txt")
        if os.environ.get("UPDATE") == "1":
            with open(listed, "w") as file:
                file.write("\n".join(names) + "\n")
            continue
        with open(listed) as file:
            before = file.read().splitlines()
        for line in difflib.unified_diff(before, names, listed, "the sources", lineterm="", n=0):
            print(line)
            changed = True
    if changed:
        sys.exit("the public interface has changed: look at the lines above, then UPDATE=1")


main()
