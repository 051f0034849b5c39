#!/usr/bin/env bash
# Runs tests of memory under Miri: `tools/ci/miri.sh [short]`. Products and copies run on the portable machine.
#
#   short   the tests of `memory each`: copies, padding, functions of elements, small products, tiles that an edge cuts,
#           parts, iterators, closures that panic
#   all     these, storage, DLPack, arrow, `image`; `ndarray`, `mdarray` and `nalgebra`
#
# Each runs with the default model of borrows and with Tree Borrows, the last three with Tree Borrows alone. Prints the
# seconds of each part. Installs the components of the nightly toolchain, and fails where it cannot.
set -euo pipefail
cd "$(dirname "$0")/../.."
rustup component add miri rust-src --toolchain nightly
export PROPTEST_CASES=2 PROPTEST_FAILURE_PERSISTENCE=off CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/miri"
output=$(mktemp)
# The seed of hash maps and the clock come from the host.
usual="-Zmiri-strict-provenance -Zmiri-disable-isolation"
run() {
    printf '\n== Miri, %s: %s\n' "$model" "$*"
    SECONDS=0
    MIRIFLAGS="$usual $model" cargo +nightly miri test --locked -p static-layout-tests "$@" 2>&1 | tee "$output"
    grep -q '^test result: ok\. [1-9]' "$output" || { echo "no test has this name: $*"; exit 1; }
    echo "$SECONDS s"
}
for model in "" -Zmiri-tree-borrows; do
    if [ "${1:-}" = short ]; then
        run --test memory each
        continue
    fi
    run --features arrays --test memory each
    # The two that are left out take more than half an hour under the interpreter.
    run --features arrays --test memory hostile::storage -- --skip arrays_of_digits --skip elements_of_any_width
    run --features arrays --test interop owners
    # `mdarray` 0.8.1 itself is refused by the default model: its `&Slice` has no bytes, and it reads through it.
    [ -z "$model" ] || run --features arrays --test interop strided
done
