#!/usr/bin/env bash
# Checks the packages with the oldest Rust that `rust-version` declares, and runs tests with Debian's: `tools/ci/compilers.sh
# [oldest|debian [all|TEST..]]`. The oldest one is fetched by rustup. Debian's is that of the packages `rustc-web` and `cargo-web`; where
# they are not installed, they are unpacked into the target folder, with the libraries that they need.
set -euo pipefail
cd "$(dirname "$0")/../.."
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/compilers"
packages=(-p layout-core -p static-layout -p static-layout-kernels -p static-layout-formats)

oldest() {
    local version
    version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml | tail -1)
    rustc "+$version" --version 2>/dev/null || rustup toolchain install "$version" --profile minimal
    cargo "+$version" check --locked "${packages[@]}"
}

# Unpacks the packages that an installation would add.
unpack() {
    local missing package
    missing=$(apt-get -s install --no-install-recommends rustc-web cargo-web | sed -n 's/^Inst \([^ ]*\).*/\1/p')
    mkdir -p "$1"
    (
        cd "$1"
        # shellcheck disable=SC2086
        apt-get -qq download $missing
        for package in *.deb; do
            dpkg -x "$package" .
        done
        rm ./*.deb
    )
}

debian() {
    local root=
    if ! dpkg -s rustc-web cargo-web > /dev/null 2>&1; then
        mkdir -p "$CARGO_TARGET_DIR"
        root=$(realpath "$CARGO_TARGET_DIR")/debian
        [ -x "$root/usr/bin/cargo" ] || unpack "$root"
        LD_LIBRARY_PATH=$(find "$root/usr/lib" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
        export LD_LIBRARY_PATH
    fi
    export RUSTC=$root/usr/bin/rustc RUSTDOC=$root/usr/bin/rustdoc
    "$RUSTC" --version
    "$root/usr/bin/cargo" check --locked "${packages[@]}"
    # The tests of static layouts and views, those that are named, or all that `cargo test` runs.
    local tests=("$@")
    [ $# -gt 0 ] || tests=(shallow layouts tensor)
    if [ "${*}" = all ]; then
        "$root/usr/bin/cargo" test --locked --no-fail-fast
    else
        "$root/usr/bin/cargo" test --locked -p static-layout-tests "${tests[@]/#/--test=}"
    fi
}

case "${1:-oldest}" in
    oldest) oldest ;;
    debian) debian "${@:2}" ;;
    *) sed -n '2,4s/^# //p' "$0" >&2; exit 2 ;;
esac
