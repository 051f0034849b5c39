#!/usr/bin/env bash
# Compiles the engine to WebAssembly and writes it into `engine.wasm.js`. Needs `rustup target add wasm32-unknown-unknown`.
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_PROFILE_RELEASE_OPT_LEVEL=z CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1
export CARGO_PROFILE_RELEASE_PANIC=abort CARGO_PROFILE_RELEASE_STRIP=symbols CARGO_PROFILE_RELEASE_DEBUG=false
# The flags compute layouts of a machine of 64 bits, and keep paths of the building machine out of the file.
export RUSTFLAGS="--cfg layout_core_64 --remap-path-prefix=$HOME=~ --remap-path-prefix=$(cd ../.. && pwd)=."
target=${CARGO_TARGET_DIR:-../../target}/explorer
cargo build --locked --release -p explorer-engine --target wasm32-unknown-unknown --target-dir "$target"
# Debian's `zopfli` packs 5 % smaller than `gzip`.
pack=(gzip -9 -n -c)
if command -v zopfli > /dev/null; then pack=(zopfli --i15 -c); fi
"${pack[@]}" "$target/wasm32-unknown-unknown/release/explorer_engine.wasm" | python3 -c '
import base64, sys
packed = sys.stdin.buffer.read()
text = base64.b85encode(packed, pad=True).decode()
print("// Written by build.sh: the engine, packed.")
print(f"\x27use strict\x27;\nconst ENGINE_BYTES = {len(packed)};\nconst ENGINE_WASM = \x27{text}\x27;")
' > engine.wasm.js
ls -l engine.wasm.js
