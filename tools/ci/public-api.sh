#!/usr/bin/env bash
# Compares the public interface and its signatures with `docs/public-api/PACKAGE.txt`; UPDATE=1 rewrites it. An item that
# is removed, moved or retyped breaks users. Needs cargo-public-api (`cargo install cargo-public-api --version 0.52.0
# --locked`) and a nightly toolchain that fits it. The listing is that of x86-64: other targets have other tokens in `simd`.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=docs/public-api
changed=0
mkdir -p "$folder"
for package in layout-core static-layout static-layout-kernels static-layout-formats static-layout-dialects static-layout-xla; do
    listed=$folder/$package.txt
    # Leaves out blanket, auto and derived traits (`-sss`), and the rows of the table of numerals. Sorted, since the order
    # of `impl` blocks does not matter.
    found=$(cargo +nightly public-api -sss --all-features -p "$package" | grep -Ev 'Extent<[0-9]+>' | LC_ALL=C sort -u)
    if [ "${UPDATE:-}" = 1 ]; then
        printf '%s\n' "$found" >"$listed"
    else
        diff -U0 --label "$listed" --label "the sources" "$listed" - <<<"$found" || changed=1
    fi
done
if [ $changed = 1 ]; then
    echo "the public interface has changed: look at the lines above, then UPDATE=1"
    exit 1
fi
