#!/usr/bin/env bash
# Builds the wheels of a release of the Python package: `tools/ci/wheels.sh [TARGET..]`, by default for Linux (glibc and musl, x86-64
# and aarch64). One wheel serves Python 3.9 and later. They lie in target/wheels. For Windows and macOS build on a machine of
# theirs, `maturin build`: from here the linker of zig is given `PyInit_static_layout._engine` as the name to export for
# x86_64-pc-windows-gnu (maturin 1.16), which does not exist.
#
# Needs the targets' standard libraries (`rustup target add ..`). maturin, and zig as the linker of every machine, come from
# PyPI into a virtual environment. `tools/ci/python.sh` tests the wheel of this machine; the others are built and named, and
# run nowhere.
set -euo pipefail
cd "$(dirname "$0")/../.."
targets=("$@")
[ $# -gt 0 ] || targets=(
    x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-unknown-linux-musl aarch64-unknown-linux-musl
)
venv=target/wheel-tools
[ -x "$venv/bin/maturin" ] || { python3 -m venv "$venv"; "$venv/bin/pip" install -q 'maturin[zig]>=1.16,<2'; }
rm -rf target/wheels
mkdir -p target/wheels
for target in "${targets[@]}"; do
    case $target in
    *-linux-gnu) compatibility=manylinux2014 ;;
    *-linux-musl) compatibility=musllinux_1_2 ;;
    *) compatibility=pypi ;;
    esac
    rustup target add "$target" 2> /dev/null
    PATH="$PWD/$venv/bin:$PATH" "$venv/bin/maturin" build --locked --zig --target "$target" \
        --compatibility "$compatibility" --manifest-path crates/layout-python/Cargo.toml --out target/wheels
done
for wheel in target/wheels/*.whl; do
    size=$(stat -c %s "$wheel")
    echo "$((size / 1024)) kB $(basename "$wheel")"
    [ "$size" -le $((8 << 20)) ] || { echo "$wheel is larger than 8 MiB"; exit 1; }
done
