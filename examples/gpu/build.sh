#!/usr/bin/env bash
# Compiles the kernels to target/kernels.ptx, and to machine code with `ptxas -v`, which must report no spills and no local
# memory. For sm_80 it also counts the index instructions, of which there must be at most as many as in CuTe's kernels.
# Needs a nightly toolchain with rust-src, ptxas and nvdisasm (tools/ci/gpu_tools.sh).
set -euo pipefail
cd "$(dirname "$0")"
arch=${1:-sm_80}
tools=${GPU_TOOLS:-../../target/gpu-tools}
RUSTFLAGS="-C target-cpu=$arch" cargo +nightly rustc --release --lib --target nvptx64-nvidia-cuda \
    -Z build-std=core -- "--emit=asm=target/$arch.s"
cp "target/$arch.s" target/kernels.ptx
ptxas=$(command -v ptxas || find -L "$tools" -name ptxas -type f | head -1)
"$ptxas" -v -arch="$arch" -o target/kernels.cubin target/kernels.ptx 2>&1 | tee target/ptxas.txt
for kernel in copy transpose sgemm; do
    grep -q "entry function '$kernel'" target/ptxas.txt || { echo "no kernel $kernel"; exit 1; }
done
if grep -E "[1-9][0-9]* bytes (stack frame|spill)" target/ptxas.txt || grep -E "call.*panic|ld\.local|st\.local" target/kernels.ptx; then
    echo "a kernel spills registers, uses local memory, or may panic"
    exit 1
fi
if [ "$arch" = sm_80 ]; then
    python3 ../../tools/compare/sass.py "$tools"
fi
