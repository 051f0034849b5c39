#!/usr/bin/env bash
# Checks and measures all kernels, in some minutes: on CUDA copies, transpositions, reductions and transformations beside the
# copy of the driver, and products of bf16, f16 and TF32 beside cuBLAS; through Vulkan the same kernels, functions of two tensors,
# sums along axes, reductions with and without subgroups, a kernel of the caller, and products of f32 and f16.
# `examples/gpu/device.py` measures the kernels in Rust.
# What the machine lacks is named. Without a Rust toolchain there, the programs come from `cargo build --release` elsewhere.
set -uo pipefail
cd "$(dirname "$0")/../../.."
nvidia-smi || true
if command -v cargo > /dev/null; then
    cargo build --release --locked -p static-layout-gpu --features cublas --example cuda_bench --example bench || exit
fi
failed=0
for program in cuda_bench bench; do
    target/release/examples/$program || { echo "not measured: $program"; failed=1; }
done
exit $failed
