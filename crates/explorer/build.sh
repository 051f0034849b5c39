#!/usr/bin/env bash
# Compiles the engine to WebAssembly and writes it into `engine.wasm.js`. Needs `rustup target add wasm32-unknown-unknown`.
set -euo pipefail
target=$(realpath -m "${CARGO_TARGET_DIR:-$(dirname "$0")/../../target}")/explorer
cd "$(dirname "$0")"
export CARGO_PROFILE_RELEASE_OPT_LEVEL=z CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1
# `Cargo.toml` compiles the command with other levels, which the profile alone does not change.
command='profile.release.package.static-layout-cli.opt-level="z"'
export CARGO_PROFILE_RELEASE_PANIC=abort CARGO_PROFILE_RELEASE_STRIP=symbols CARGO_PROFILE_RELEASE_DEBUG=false
# The flags compute layouts of a machine of 64 bits, and keep paths of the building machine out of the file.
# Of two prefixes that fit, the later one counts. The standard library's files have the path of the toolchain, or of its commit.
sources=$(rustc --print sysroot)/lib/rustlib/src/rust/library/
commit=/rustc/$(rustc -vV | sed -n 's/^commit-hash: //p')/library/
export RUSTFLAGS="--cfg layout_core_64 --remap-path-prefix=$HOME=~ --remap-path-prefix=$(cd ../.. && pwd)=.
 --remap-path-prefix=$sources= --remap-path-prefix=$commit="
# The linker leaves five bytes for each address otherwise.
cargo rustc --locked --release --config "$command" -p explorer-engine --target wasm32-unknown-unknown --target-dir "$target" -- -C link-arg=--compress-relocations
python3 -c '
import lzma, sys
wasm = open(sys.argv[1], "rb").read()
def packed(context):
    filters = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": context, "lp": 0, "pb": 0}]
    # Without the header of 13 bytes, whose values `unlzma` takes as arguments.
    return lzma.compress(wasm, format=lzma.FORMAT_ALONE, filters=filters)[13:]
data, context = min(((packed(context), context) for context in range(5)), key=lambda row: len(row[0]))
# Seven bits a letter. The letters that a JavaScript string cannot hold share one of two bytes with the seven bits that follow.
digits = format(int.from_bytes(data, "big"), "b").zfill(8 * len(data)) + "0" * 14
groups = iter([int(digits[k:k + 7], 2) for k in range(0, len(digits) - 7, 7)])
banned = [0, 10, 13, 39, 92]
text = "".join(chr(1024 + 128 * banned.index(group) + next(groups, 0)) if group in banned else chr(group) for group in groups)
sys.stdout.reconfigure(encoding="utf-8", newline="\n")
print("// Written by build.sh: the engine, packed.")
print(f"\x27use strict\x27;\nconst ENGINE_LENGTH = {len(wasm)};\nconst ENGINE_CONTEXT = {context};\nconst ENGINE_WASM = \x27{text}\x27;")
' "$target/wasm32-unknown-unknown/release/explorer_engine.wasm" > engine.wasm.js
ls -l engine.wasm.js
