#!/usr/bin/env bash
# Runs tests of memory under Miri: `tools/ci/miri.sh [quick]`. Each runs twice, with the default model of borrows and with
# Tree Borrows; `quick` runs the first part alone, with the default model. Products and copies run on the portable machine.
# Needs a nightly toolchain, whose components it installs where it may.
set -euo pipefail
cd "$(dirname "$0")/../.."
rustup component add miri rust-src --toolchain nightly > /dev/null 2>&1 || {
    echo "no Miri: the components miri and rust-src of the nightly toolchain are not there, and cannot be installed" >&2
    exit 1
}
export PROPTEST_CASES=2 PROPTEST_FAILURE_PERSISTENCE=off CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/miri"
run() {
    printf '\n== %s: %s\n' "$MIRIFLAGS" "$*"
    cargo +nightly miri test --locked -p static-layout-tests "$@"
}
models=("-Zmiri-strict-provenance" "-Zmiri-strict-provenance -Zmiri-tree-borrows")
[ "${1:-}" != quick ] || models=("${models[0]}")
for model in "${models[@]}"; do
    # The seed of hash maps and the clock come from the host.
    export MIRIFLAGS="$model -Zmiri-disable-isolation"
    # Copies, padding, functions of elements, products, tiles that edges cut, storage, arrays of other libraries.
    run --test memory each
    [ "${1:-}" != quick ] || continue
    run --test memory hostile::storage
    run --features arrays --test memory each
    run --features arrays --test interop owners
    run --features arrays --test interop strided
done
