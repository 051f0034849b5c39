#!/usr/bin/env bash
# The public interface with its signatures, compared with `docs/public-api/PACKAGE.txt`; UPDATE=1 writes it anew. What
# goes away, moves or takes other types breaks users. Needs cargo-public-api (`cargo install cargo-public-api --version
# 0.52.0 --locked`) and a nightly toolchain that it can read: both say so where they do not fit. Of this machine:
# other ones have other tokens in `simd`.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=docs/public-api
changed=0
mkdir -p "$folder"
for package in layout-core static-layout static-layout-kernels; do
    listed=$folder/$package.txt
    # Without the traits that every type has, by itself or by `derive`; sorted, since the blocks of `impl` and their
    # order are nothing that a user sees.
    found=$(cargo +nightly public-api -sss --all-features -p "$package" | LC_ALL=C sort -u)
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
