#!/usr/bin/env bash
# The public interface, compared with `docs/public-api`; UPDATE=1 writes it anew. Needs cargo-public-api and a
# nightly toolchain.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p docs/public-api
for package in static-layout layout-core layout-macros; do
    listed=docs/public-api/$package.txt
    # Without the impls that every type has, and those that are derived.
    found=$(cargo +nightly public-api -p "$package" --all-features -sss)
    if [ "${UPDATE:-}" = 1 ]; then
        printf '%s\n' "$found" > "$listed"
    elif ! diff -u "$listed" <(printf '%s\n' "$found"); then
        echo "the public interface of $package has changed: look at the lines above, then UPDATE=1 $0"
        exit 1
    fi
done
