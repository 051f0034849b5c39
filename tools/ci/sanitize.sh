#!/usr/bin/env bash
# Runs the tests that touch memory under a sanitizer: `tools/ci/sanitize.sh address|thread|valgrind [TEST..]`. TEST selects
# tests for `address` and `valgrind`. `address` and `thread` need a nightly toolchain, `thread` also its component rust-src.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(rustc -vV | sed -n 's/^host: //p')
tests=("${@:2}")
[ $# -gt 1 ] || tests=(memory tensor copy gemm kernels machines)
packages=(-p static-layout-tests -p static-layout-kernels)
# Fixes the seed of random tests.
export PROPTEST_RNG_SEED=20260101
case "${1:-}" in
address)
    export RUSTFLAGS="-Zsanitizer=address -Copt-level=1" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/address"
    export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:allocator_may_return_null=1
    cargo +nightly test "${packages[@]}" --target "$target" --features rayon,half,bytemuck \
        "${tests[@]/#/--test=}"
    ;;
thread)
    cargo test -p static-layout-tests --test memory sanitized -- --ignored
    # The standard library is built with the sanitizer too, so that it sees the synchronization of the thread pool.
    export RUSTFLAGS="-Zsanitizer=thread -Copt-level=1" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/thread"
    cargo +nightly test -p static-layout-kernels -Zbuild-std --target "$target" --features rayon --test=kernels threads
    cargo +nightly test -p static-layout-kernels -Zbuild-std --target "$target" --features rayon --lib gemm::large
    ;;
valgrind)
    # valgrind reports a machine with AVX2 but without AVX-512, so the AVX2 kernels run.
    export CARGO_PROFILE_DEV_OPT_LEVEL=1
    programs=$(cargo test "${packages[@]}" --no-run --message-format=json "${tests[@]/#/--test=}" |
        sed -n 's/.*"executable":"\([^"]*\)".*/\1/p')
    for program in $programs; do
        echo "== $program"
        valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \
            "$program" --test-threads=1 ${VALGRIND_ARGS:-}
    done
    ;;
*)
    echo "$0 address | thread | valgrind"
    exit 2
    ;;
esac
