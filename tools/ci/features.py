#!/usr/bin/env python3
"""Checks the packages with their features on and off: `tools/ci/features.py [N] [PACKAGE..]`.

There are too many combinations to build all. A failure usually depends on few features, such as two that are on and one that
is off, so the builds are chosen such that any N (3) features occur on and off in every combination. The first builds are
those without features, and with each feature alone.
"""
import itertools
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def features_of(package):
    """Returns the features without `default`, each with the features that it turns on."""
    command = ["cargo", "metadata", "--no-deps", "--format-version=1", "--locked"]
    document = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    found = next(p for p in document["packages"] if p["name"] == package)["features"]
    return {name: [other for other in more if other in found] for name, more in found.items() if name != "default"}


def closed(chosen, features):
    """Adds the features that the chosen ones turn on."""
    found, left = set(), list(chosen)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += features[name]
    return frozenset(found)


def settings(build, names, n):
    """Returns the on-off combinations of each `n` features in a build."""
    return {tuple((name, name in build) for name in some) for some in itertools.combinations(names, n)}


def builds(features, n):
    names = sorted(features)
    n = min(n, len(names))
    chosen = [closed(some, features) for some in [[], *([name] for name in names), names]]
    chosen = list(dict.fromkeys(chosen))
    covered = set().union(*(settings(build, names, n) for build in chosen))
    # The combinations that a build can have: a feature cannot be off beside one that turns it on.
    possible = set()
    for some in itertools.combinations(names, n):
        for on in itertools.product([False, True], repeat=n):
            build = closed([name for name, is_on in zip(some, on) if is_on], features)
            if all((name in build) == is_on for name, is_on in zip(some, on)):
                possible.add(tuple(zip(some, on)))
    left = possible - covered
    while left:
        best = closed([name for name, is_on in min(left) if is_on], features)
        # Turns on each feature that covers more missing combinations.
        for name in sorted(names, key=lambda name: -sum((name, True) in row for row in left)):
            with_it = closed([*best, name], features)
            best = max(best, with_it, key=lambda build: len(settings(build, names, n) & left))
        chosen.append(best)
        left -= settings(best, names, n)
    return chosen


def version(file, key):
    with open(os.path.join(ROOT, file)) as text:
        return re.search(rf'^{key} = "(.*)"', text.read(), re.M)[1]


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    for package in sys.argv[2:] or ["layout-core", "static-layout", "static-layout-kernels", "static-layout-formats"]:
        features = features_of(package)
        chosen = builds(features, n)
        for k, build in enumerate(chosen):
            print(f"{package} {k + 1}/{len(chosen)}: {','.join(sorted(build)) or 'none'}", flush=True)
            command = ["cargo", "check", "--quiet", "-p", package, "--lib", "--locked", "--no-default-features",
                       "--features", ",".join(build)]
            # Code that a build without a feature does not use is a warning there alone.
            if subprocess.run(command, cwd=ROOT, env={**os.environ, "RUSTFLAGS": "-D warnings"}).returncode:
                sys.exit(" ".join(command))
    declared = version("Cargo.toml", "rust-version")
    # The pinned version builds everything, so it is the least version that is tested.
    pinned = version("rust-toolchain.toml", "channel")
    if not pinned.startswith(declared + "."):
        sys.exit(f"Cargo.toml declares {declared}, rust-toolchain.toml {pinned}")


main()
