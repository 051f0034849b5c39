#!/usr/bin/env bash
# Builds and runs tests under the next trait solver (`-Znext-solver=globally`, nightly), at the default recursion limit:
# `tools/ci/next-solver.sh [TEST..]`; `all` is every package of `cargo test`. The messages of `ui` are those of the pinned
# compiler; here their first lines are compared. Without names: layouts, views, memory, depths, and two binaries of
# generated rows.
#
# The solver of 2026-09-09 (1.100) passes all of them. That of 2026-05-19 (1.97) does not: `layouts` stops at an error of
# the compiler ("polymorphic constant", `tests/layouts/num.rs`), 4 operations of `shallow` nest 51 to 58 levels in its
# count, and `memory` and `static_mixed` stop. With an older nightly the script fetches the newer one by rustup, and fails
# where it cannot.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(rustc -vV | sed -n 's/^host: //p')
tests=("$@")
if [ $# = 0 ]; then
    tests=(layouts tensor memory shallow static_algebra static_mixed)
fi
newer=nightly-2026-09-10
toolchain=nightly
minor=$(rustc +nightly --version | sed 's/^rustc 1[.]\([0-9]*\).*/\1/')
if [ "$minor" -lt 100 ]; then
    toolchain=$newer
    rustc "+$newer" --version || rustup toolchain install "$newer" --profile minimal
fi
# With `--target`, RUSTFLAGS does not apply to macros and build scripts.
export RUSTFLAGS="-Znext-solver=globally" RUSTDOCFLAGS="-Znext-solver=globally"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/next-solver"
packages=(-p static-layout-tests -p static-layout-typed-tests -p static-layout-ui-tests)
names=("${tests[@]/#/--test=}")
if [ "${tests[*]}" = all ]; then
    packages+=(-p layout-core -p layout-macros -p static-layout -p static-layout-kernels)
    names=(--no-fail-fast)
fi
cargo "+$toolchain" test --locked --target "$target" "${packages[@]}" "${names[@]}"
