#!/usr/bin/env bash
# Compiles the engine to WebAssembly and writes it into `engine.wasm.js`. Needs `rustup target add wasm32-unknown-unknown`.
set -euo pipefail
cd "$(dirname "$0")"
export CARGO_PROFILE_RELEASE_OPT_LEVEL=z CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1
export CARGO_PROFILE_RELEASE_PANIC=abort CARGO_PROFILE_RELEASE_STRIP=symbols CARGO_PROFILE_RELEASE_DEBUG=false
# Paths of the machine that builds do not belong into what everyone loads.
export RUSTFLAGS="--remap-path-prefix=$HOME=~ --remap-path-prefix=$(cd ../.. && pwd)=."
target=${CARGO_TARGET_DIR:-../../target}/explorer
cargo build --locked --release -p explorer-engine --target wasm32-unknown-unknown --target-dir "$target"
{
    echo "// Written by build.sh: the engine, packed."
    printf "'use strict';\nconst ENGINE_WASM = '%s';\n" \
        "$(gzip -9 -n < "$target/wasm32-unknown-unknown/release/explorer_engine.wasm" | base64 -w 0)"
} > engine.wasm.js
ls -l engine.wasm.js
