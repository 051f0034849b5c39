#!/usr/bin/env bash
# Checks the packages with the oldest Rust that `rust-version` declares, and runs tests with Debian's: `tools/ci/compilers.sh
# [oldest|debian]`. The oldest one is fetched by rustup. Debian's is that of the packages `rustc-web` and `cargo-web`.
set -euo pipefail
cd "$(dirname "$0")/../.."
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/compilers"
packages=(-p layout-core -p static-layout -p static-layout-kernels)

oldest() {
    local version
    version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml | tail -1)
    rustc "+$version" --version 2>/dev/null || rustup toolchain install "$version" --profile minimal
    cargo "+$version" check --locked "${packages[@]}"
}

debian() {
    export RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc
    "$RUSTC" --version
    /usr/bin/cargo check --locked "${packages[@]}"
    # The tests of static layouts, views and kernels.
    /usr/bin/cargo test --locked -p static-layout-tests --test shallow --test layouts --test tensor
}

case "${1:-oldest}" in
    oldest | debian) "${1:-oldest}" ;;
    *) sed -n '2,3s/^# //p' "$0" >&2; exit 2 ;;
esac
