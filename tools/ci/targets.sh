#!/usr/bin/env bash
# Runs tests on another target: `tools/ci/targets.sh aarch64|i686 [TEST..]` (NEON, emulated; or 32 bits).
# Both need the target's standard library (`rustup target add ..-unknown-linux-gnu`); the first a linker and an emulator
# (Debian's gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user), the second a C library of 32 bits (gcc-12-multilib).
set -euo pipefail
cd "$(dirname "$0")/../.."
target=${1:-}-unknown-linux-gnu
tests=("${@:2}")
[ $# -gt 1 ] || tests=(kernels machines gemm copy memory)
# Fixes the seed of random tests.
export PROPTEST_RNG_SEED=20260101
case "${1:-}" in
aarch64)
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"
    ;;
i686) ;;
*)
    echo "$0 aarch64 | i686 [TEST..]"
    exit 2
    ;;
esac
cargo test -p static-layout-tests -p static-layout-kernels --target "$target" "${tests[@]/#/--test=}"
# The kernels of NEON that tests of the library compare with their definitions.
[ "$1" != aarch64 ] ||
    cargo test -p static-layout-kernels --features half --target "$target" --lib --test machines -- \
        gemm::bytes gemm::bf16 the_token
