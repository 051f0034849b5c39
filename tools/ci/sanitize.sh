#!/usr/bin/env bash
# The tests that touch memory under sanitizers: `tools/ci/sanitize.sh address`, `thread` or `valgrind`; of the first and
# the last, the tests named, `tools/ci/sanitize.sh address tensor copy`, or all of them.
# The first two need a nightly toolchain, and the second its component rust-src; the last valgrind.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(rustc -vV | sed -n 's/^host: //p')
tests=("${@:2}")
[ $# -gt 1 ] || tests=(memory tensor hostile copy gemm kernels)
packages=(-p static-layout -p static-layout-kernels)
# Random tests draw the same numbers every time.
export PROPTEST_RNG_SEED=20260101
case "${1:-}" in
address)
    export RUSTFLAGS="-Zsanitizer=address -Copt-level=1" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/address"
    export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1
    cargo +nightly test "${packages[@]}" --target "$target" --features rayon,half,static-layout/bytemuck \
        "${tests[@]/#/--test=}"
    ;;
thread)
    cargo test --test sanitized -- --ignored
    # With a standard library that has the sanitizer, it sees what the threads of a pool wait for.
    export RUSTFLAGS="-Zsanitizer=thread -Copt-level=1" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/thread"
    cargo +nightly test -p static-layout-kernels -Zbuild-std --target "$target" --features rayon --test=kernels threads
    cargo +nightly test -p static-layout-kernels -Zbuild-std --target "$target" --features rayon --lib gemm::large
    ;;
valgrind)
    # It has no AVX-512, and says so: the machine that the programs see is AVX2.
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
