#!/usr/bin/env bash
# Checks and measures all kernels on a CUDA device, in some minutes: copies, transpositions, reductions and transformations
# beside the driver's copy, products of bf16, f16 and TF32 beside cuBLAS where PyTorch is installed. Without a Rust toolchain
# on the device's machine, the program comes from `cargo build --release` elsewhere.
set -euo pipefail
cd "$(dirname "$0")/../../.."
nvidia-smi || true
program=target/release/examples/cuda_bench
if command -v cargo > /dev/null; then
    cargo build --release --locked -p static-layout-gpu --features cuda --example cuda_bench
fi
"$program"
if python3 -c 'import torch' 2> /dev/null; then
    python3 crates/layout-gpu/examples/cublas.py
else
    echo "not measured: cuBLAS, PyTorch is not installed"
fi
