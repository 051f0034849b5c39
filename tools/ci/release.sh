#!/usr/bin/env bash
# Builds the commands `layout` and `cargo layout` for three machines, and runs what this one can run:
# `tools/ci/release.sh [TARGET..]`. WebAssembly runs no other program, so it has `layout` alone.
#
# Binaries lie in target/release-binaries. Needs the targets' standard libraries (`rustup target add ..`); for Windows a
# linker, Debian's gcc-mingw-w64-x86-64, and wine64, which runs the program; and Node.js, which runs the WebAssembly binary.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=target/release-binaries
targets=("$@")
[ $# -gt 0 ] || targets=(x86_64-unknown-linux-musl x86_64-pc-windows-gnu wasm32-wasip1)
mkdir -p "$out"
export CARGO_PROFILE_RELEASE_STRIP=symbols CARGO_PROFILE_RELEASE_CODEGEN_UNITS=4
# Debian's package wine64 has no `wine` on the path.
wine=$(command -v wine || command -v wine64 || ls /usr/lib/wine/wine64 2> /dev/null || true)
export WINEDEBUG=-all

# Runs a binary, `check TARGET COMMAND..`: a value, a picture, and a refusal with its exit code.
check() {
    local target=$1 text code=0
    shift
    text=$("$@" eval '(8,(2,2)):(2,(1,16)) o 8:2' | tr -d '\r')
    [ "$text" = '(4,2):(4,1)' ] || { echo "$target prints $text instead of (4,2):(4,1)"; exit 1; }
    text=$("$@" '(4,(2,2)):(2,(1,8))' | tr -d '\r' | tail -1)
    [ "$text" = '3       6     7    14    15' ] || { echo "$target draws $text"; exit 1; }
    text=$("$@" eval '(100,64):row / <16,16>' 2>&1 > /dev/null | tr -d '\r') || code=$?
    [ "$code" = 2 ] || { echo "$target ends with $code instead of 2"; exit 1; }
    [[ $text == *'16 does not divide 100'* ]] || { echo "$target refuses by $text"; exit 1; }
    echo "$target: runs"
}

# Runs the subcommand of cargo, `check_cargo TARGET COMMAND..`: a setting, and a cargo that is not there.
check_cargo() {
    local target=$1 text code=0
    shift
    text=$("$@" layout editor vscode | tr -d '\r' | head -2 | tail -1)
    [ "$text" = '    "rust-analyzer.check.overrideCommand": [' ] || { echo "cargo layout of $target prints $text"; exit 1; }
    text=$(CARGO=none "$@" layout check 2>&1 > /dev/null | tr -d '\r') || code=$?
    [ "$code" = 2 ] || { echo "cargo layout of $target ends with $code instead of 2"; exit 1; }
    [[ $text == 'cannot run none: '* ]] || { echo "cargo layout of $target refuses by $text"; exit 1; }
    echo "$target: cargo layout runs"
}

for target in "${targets[@]}"; do
    features=full
    # WASI has neither sockets nor an editor of lines.
    case $target in wasm*) features=docs ;; esac
    cargo build --locked --release -p static-layout-cli --no-default-features --features "$features" --target "$target"
    built=target/$target/release/layout
    cargo=target/$target/release/cargo-layout
    case $target in
    *musl)
        cp "$built" "$out/layout-$target"
        cp "$cargo" "$out/cargo-layout-$target"
        check "$target" "$out/layout-$target"
        check_cargo "$target" "$out/cargo-layout-$target"
        # A static binary names no interpreter.
        for file in "$out/layout-$target" "$out/cargo-layout-$target"; do
            if readelf -l "$file" | grep -q INTERP; then echo "$file is not static"; exit 1; fi
        done
        ;;
    *windows*)
        cp "$built.exe" "$out/layout-$target.exe"
        cp "$cargo.exe" "$out/cargo-layout-$target.exe"
        [ "$(head -c 2 "$out/layout-$target.exe")" = MZ ] || { echo "$target is no program"; exit 1; }
        if [ -n "$wine" ]; then
            # The library of random numbers of Windows 10, which Wine 8 lacks, beside a copy of the program.
            folder=$(mktemp -d)
            trap 'rm -rf "$folder"' EXIT
            export WINEPREFIX=$folder/wine
            echo '#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, size); }' \
                | x86_64-w64-mingw32-gcc -shared -x c - -o "$folder/bcryptprimitives.dll" -ladvapi32
            cp "$out/layout-$target.exe" "$folder/layout.exe"
            check "$target" "$wine" "$folder/layout.exe"
            cp "$out/cargo-layout-$target.exe" "$folder/cargo-layout.exe"
            check_cargo "$target" "$wine" "$folder/cargo-layout.exe"
        else
            echo "$target: built; without wine it is not run"
        fi
        ;;
    wasm*)
        cp "$built.wasm" "$out/layout-$target.wasm"
        check "$target" node --no-warnings tools/ci/wasi.mjs "$out/layout-$target.wasm"
        ;;
    esac
done
(cd "$out" && sha256sum -- *layout-* > SHA256SUMS && ls -l)
