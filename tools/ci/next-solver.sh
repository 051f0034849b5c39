#!/usr/bin/env bash
# Builds and runs the tests of static layouts under the next trait solver (`-Znext-solver=globally`, nightly), at the
# default recursion limit: `tools/ci/next-solver.sh [TEST..]`. The feature `owned` is off, since these tests do not use it.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(rustc -vV | sed -n 's/^host: //p')
tests=("$@")
if [ $# = 0 ]; then
    tests=(shallow layouts static_algebra)
fi
# With `--target`, RUSTFLAGS does not apply to macros and build scripts.
export RUSTFLAGS="-Znext-solver=globally" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/next-solver"
cargo +nightly test -p static-layout-tests -p static-layout-typed-tests --target "$target" --no-default-features \
    "${tests[@]/#/--test=}"
