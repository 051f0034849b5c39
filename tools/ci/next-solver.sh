#!/usr/bin/env bash
# Builds and runs tests under the next trait solver (`-Znext-solver=globally`, nightly), at the default recursion limit:
# `tools/ci/next-solver.sh [TEST..]`. Without names: the tests of layouts, and one binary of generated rows.
#
# Not among them: `shallow`, whose upcast nests 52 levels, two more than it allows; `memory`, whose hostile layouts nest 40 deep, more than 128 levels of this solver in a divide; `ui`, whose
# messages are those of the pinned compiler; and the feature `generic-array`, whose crate does not build with this solver.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(rustc -vV | sed -n 's/^host: //p')
tests=("$@")
if [ $# = 0 ]; then
    tests=(layouts static_algebra)
fi
# With `--target`, RUSTFLAGS does not apply to macros and build scripts.
export RUSTFLAGS="-Znext-solver=globally" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/next-solver"
cargo +nightly test --locked -p static-layout-tests -p static-layout-typed-tests --target "$target" "${tests[@]/#/--test=}"
