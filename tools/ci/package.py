#!/usr/bin/env python3
"""Packs each publishable package and builds it from its archive: `tools/ci/package.py [--list]`.

A package must have a description, keywords, categories, a readme, a `rust-version` and a licence in its manifest, both
licence texts among its files, and a readme whose relative links lead to its own files, with version, Rust and licence below the
title. `--list` checks these alone.
Packages of the workspace take each other's archives as dependencies, so the build needs nothing from crates.io but the
dependencies of other authors; `CARGO_NET_OFFLINE=true` builds with those that are downloaded.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FIELDS = ["description", "keywords", "categories", "readme", "rust_version", "license"]
LICENCES = ["LICENSE-APACHE", "LICENSE-MIT"]


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def workspace():
    """The packages of the workspace, as `cargo metadata` describes them."""
    return json.loads(output("cargo", "metadata", "--no-deps", "--format-version=1", "--locked"))["packages"]


def is_published(package):
    return package["publish"] != []


def links(markdown):
    """The targets of `[text](target)` and `[label]: target` outside code."""
    prose = re.sub(r"^```.*?^```", "", markdown, flags=re.S | re.M)
    prose = re.sub(r"`[^`]*`", "", prose)
    return re.findall(r"\]\(([^)\s]+)\)", prose) + re.findall(r"^\[[^]]+\]: (\S+)", prose, re.M)


def is_within(target, files):
    """Whether a relative link leads to a file, or to a folder of files, of the package."""
    path = os.path.normpath(target.split("#")[0] or ".")
    return path == "." or path in files or any(file.startswith(path + "/") for file in files)


def problems(package):
    """One line for each requirement that a package does not meet."""
    for field in FIELDS:
        if not package[field]:
            yield f"Cargo.toml has no `{field}`"
    listed = output("cargo", "package", "--list", "--quiet", "--allow-dirty", "--locked", "-p", package["name"])
    files = set(listed.split())
    for licence in LICENCES:
        if licence not in files:
            yield f"{licence} is missing"
    if package["readme"]:
        with open(os.path.join(os.path.dirname(package["manifest_path"]), package["readme"])) as readme:
            text = readme.read()
        for target in links(text):
            if not re.match(r"https?:", target) and not is_within(target, files):
                yield f"{package['readme']} links to {target}, which is not in the package"
        badges = f"{package['version']} · Rust {package['rust_version']} · {package['license']}"
        if text.splitlines()[1:3] != ["", badges]:
            yield f"{package['readme']} does not have `{badges}` below its title"


def forget(packages, target):
    """Removes the results of earlier runs. Cargo would reuse archives and builds of the same version, though sources changed."""
    shutil.rmtree(target, ignore_errors=True)
    home = os.environ.get("CARGO_HOME", os.path.expanduser("~/.cargo"))
    for package in packages:
        for found in glob.glob(f"{home}/registry/*/-*/{package['name']}-{package['version']}*"):
            shutil.rmtree(found) if os.path.isdir(found) else os.remove(found)


def main():
    packages = workspace()
    published = [package for package in packages if is_published(package)]
    found = [f"{package['name']}: {problem}" for package in published for problem in problems(package)]
    if found:
        sys.exit("\n".join(found))
    print(", ".join(package["name"] for package in published), flush=True)
    if "--list" not in sys.argv:
        kept = [f"--exclude={package['name']}" for package in packages if not is_published(package)]
        target = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "package-check")
        forget(published, target)
        # `--allow-dirty`, so that a change is checked before it is committed.
        command = ["cargo", "package", "--workspace", *kept, "--allow-dirty", "--locked", "--target-dir", target]
        subprocess.run(command, cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
