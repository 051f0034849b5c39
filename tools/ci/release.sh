#!/usr/bin/env bash
# Builds the command `layout` for three machines, and runs what this one can run: `tools/ci/release.sh [TARGET..]`.
#
# Binaries lie in target/release-binaries. Needs the targets' standard libraries (`rustup target add ..`); for Windows a
# linker, Debian's gcc-mingw-w64-x86-64; and Node.js, which runs the WebAssembly binary.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=target/release-binaries
targets=("$@")
[ $# -gt 0 ] || targets=(x86_64-unknown-linux-musl x86_64-pc-windows-gnu wasm32-wasip1)
mkdir -p "$out"
export CARGO_PROFILE_RELEASE_STRIP=symbols CARGO_PROFILE_RELEASE_CODEGEN_UNITS=4
# The shape and the offset of a coordinate, which every binary must print.
question=(eval '(8,(2,2)):(2,(1,16)) o 8:2')
expected='(4,2):(4,1)'

check() {
    [ "$2" = "$expected" ] || { echo "$1 prints $2 instead of $expected"; exit 1; }
    echo "$1: $2"
}

for target in "${targets[@]}"; do
    features=full
    # WASI has neither sockets nor an editor of lines.
    case $target in wasm*) features=docs ;; esac
    cargo build --locked --release -p static-layout-cli --no-default-features --features "$features" --target "$target"
    built=target/$target/release/layout
    case $target in
    *musl)
        cp "$built" "$out/layout-$target"
        check "$target" "$("$out/layout-$target" "${question[@]}")"
        # A static binary names no interpreter.
        if readelf -l "$out/layout-$target" | grep -q INTERP; then echo "$target is not static"; exit 1; fi
        ;;
    *windows*)
        cp "$built.exe" "$out/layout-$target.exe"
        [ "$(head -c 2 "$out/layout-$target.exe")" = MZ ] || { echo "$target is no program"; exit 1; }
        if command -v wine > /dev/null; then
            check "$target" "$(wine "$out/layout-$target.exe" "${question[@]}" | tr -d '\r')"
        else
            echo "$target: built; without wine it is not run"
        fi
        ;;
    wasm*)
        cp "$built.wasm" "$out/layout-$target.wasm"
        check "$target" "$(node --no-warnings tools/ci/wasi.mjs "$out/layout-$target.wasm" "${question[@]}")"
        ;;
    esac
done
(cd "$out" && sha256sum layout-* > SHA256SUMS && ls -l)
