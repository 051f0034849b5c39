#!/usr/bin/env bash
# Fuzzes targets: `tools/fuzz/run.sh [TARGET..]`, by default all, each for SECONDS_EACH (600) seconds, JOBS (2) at a time.
# Starts from `tools/fuzz/corpus`; with MERGE=0 it leaves the inputs that it found as they are. Needs a nightly toolchain. The flags are those of cargo-fuzz
# (`cargo +nightly fuzz run TARGET` runs one target).
set -euo pipefail
cd "$(dirname "$0")"
target=$(rustc -vV | sed -n 's/^host: //p')
folder=${CARGO_TARGET_DIR:-target}
covered="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
covered="$covered -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
covered="$covered -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"
export RUSTFLAGS="$covered --cfg fuzzing -Zsanitizer=address -Ccodegen-units=1"
targets=("$@")
[ $# != 0 ] || targets=(notation macros dialects sharding language operations views npy files dlpack kernels packed products scaled emit zarr journal)
cargo +nightly build --workspace --release --target "$target" "${targets[@]/#/--bin=}"
fuzz() {
    limit=()
    case $1 in zarr | journal)
        # Files of a few hundred bytes never need more at once. Memory that no machine has is refused, as outside the sanitizer.
        limit=(-malloc_limit_mb=64)
        export ASAN_OPTIONS="allocator_may_return_null=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
        ;;
    esac
    mkdir -p "corpus/$1" "found/$1" "artifacts/$1"
    "$folder/$target/release/$1" -max_total_time="${SECONDS_EACH:-600}" -artifact_prefix="artifacts/$1/" \
        -max_len=512 -timeout=60 "${limit[@]}" -print_final_stats=1 "found/$1" "corpus/$1" > "found/$1.log" 2>&1 ||
        { tail -30 "found/$1.log"; return 1; }
    echo "$1: $(sed -n 's/stat::number_of_executed_units: *//p' "found/$1.log") runs"
    [ "${MERGE:-1}" = 1 ] || return 0
    # Keeps the inputs that reach new code, in the fewest and shortest files.
    rm -rf "found/$1.small"
    mkdir "found/$1.small"
    "$folder/$target/release/$1" -merge=1 -max_len=512 "found/$1.small" "corpus/$1" "found/$1" > /dev/null 2>&1
}
export -f fuzz
export folder target
printf '%s\n' "${targets[@]}" | xargs -P "${JOBS:-2}" -I{} bash -euc 'fuzz {}'
