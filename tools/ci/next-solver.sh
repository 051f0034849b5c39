#!/usr/bin/env bash
# The next trait solver (`-Znext-solver=globally`, nightly) at the default recursion limit: builds the library and
# the tests of the algebra on types, and runs them. `tools/ci/next-solver.sh [TEST..]`. Without `owned`:
# these tests have no use for it.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(rustc -vV | sed -n 's/^host: //p')
tests=("$@")
if [ $# = 0 ]; then
    tests=(shallow chains static_compose static_divide)
fi
# With a target named, the flags do not reach what is built for the host: macros and build scripts.
export RUSTFLAGS="-Znext-solver=globally" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/next-solver"
cargo +nightly test -p static-layout --target "$target" --no-default-features --features std "${tests[@]/#/--test=}"
