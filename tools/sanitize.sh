#!/usr/bin/env bash
# The tests that touch memory under sanitizers: `tools/sanitize.sh address`, `thread` or `valgrind`; of the first and
# the last, the tests named, `tools/sanitize.sh address tensor copy`, or all of them.
# The first two need a nightly toolchain, and the second its component rust-src; the last valgrind.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(rustc -vV | sed -n 's/^host: //p')
tests=("${@:2}")
[ $# -gt 1 ] || tests=(memory tensor copy algorithms gemm simd)
# Random tests draw the same numbers every time.
export PROPTEST_RNG_SEED=20260101
# Reports name lines.
export CARGO_PROFILE_DEV_DEBUG=line-tables-only
case "${1:-}" in
address)
    export RUSTFLAGS="-Zsanitizer=address -Copt-level=1" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/address"
    export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1
    [ $# -gt 1 ] || tests+=(threads)
    cargo +nightly test -p static-layout-tests --target "$target" --features rayon,bytemuck,half "${tests[@]/#/--test=}"
    ;;
thread)
    cargo test --test memory sanitized -- --ignored
    # With a standard library that has the sanitizer, it sees what the threads of a pool wait for.
    export RUSTFLAGS="-Zsanitizer=thread -Copt-level=1" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/thread"
    cargo +nightly test -Zbuild-std --target "$target" -p static-layout-tests --features rayon --test=threads
    cargo +nightly test -Zbuild-std --target "$target" --features rayon --lib kernel::gemm::large
    ;;
valgrind)
    # It has no AVX-512, and says so: the machine that the programs see is AVX2.
    export CARGO_PROFILE_DEV_OPT_LEVEL=1
    programs=$(cargo test --no-run --message-format=json "${tests[@]/#/--test=}" |
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
