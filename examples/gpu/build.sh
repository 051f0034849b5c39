#!/usr/bin/env bash
# Compiles the kernels to target/kernels.ptx, and to machine code with `ptxas -v`, which must report no spills and no local
# memory. For sm_80 it also counts the index instructions. There must be at most as many as in CuTe's kernels. The loops may
# have those of CuTe's and `MORE` of tools/compare/sass.py.
# Needs a nightly toolchain with rust-src, ptxas and nvdisasm (tools/ci/gpu_tools.sh), and says which of these is missing.
set -euo pipefail
cd "$(dirname "$0")"
arch=${1:-sm_80}
tools=${GPU_TOOLS:-../../target/gpu-tools}

missing() { echo "build.sh: there is no $1: $2" >&2; exit 1; }
command -v rustup >/dev/null || missing rustup 'install it from https://rustup.rs'
rustc +nightly --version >/dev/null 2>&1 || missing 'nightly toolchain' 'rustup toolchain install nightly --profile minimal'
[ -d "$(rustc +nightly --print sysroot)/lib/rustlib/src/rust/library" ] ||
    missing 'source of the nightly standard library' 'rustup component add rust-src --toolchain nightly'
found() { command -v "$1" || find -L "$tools" -name "$1" -type f 2>/dev/null | head -1; }
ptxas=$(found ptxas || true)
[ -n "$ptxas" ] || missing ptxas 'run tools/ci/gpu_tools.sh, or set GPU_TOOLS to a folder that has it'
[ "$arch" != sm_80 ] || [ -n "$(find -L "$tools" -name nvdisasm -type f 2>/dev/null | head -1 || true)" ] ||
    missing "nvdisasm in $tools" 'run tools/ci/gpu_tools.sh, or set GPU_TOOLS to a folder that has it'

RUSTFLAGS="-C target-cpu=$arch" cargo +nightly rustc --release --lib --target nvptx64-nvidia-cuda \
    -Z build-std=core -- "--emit=asm=target/$arch.s"
cp "target/$arch.s" target/kernels.ptx
"$ptxas" -v -arch="$arch" -o target/kernels.cubin target/kernels.ptx 2>&1 | tee target/ptxas.txt
for kernel in copy copy_fours transpose sgemm sgemm_fours tf32gemm tf32gemm_fours; do
    grep -q "entry function '$kernel'" target/ptxas.txt || { echo "no kernel $kernel"; exit 1; }
done
if grep -E "[1-9][0-9]* bytes (stack frame|spill)" target/ptxas.txt || grep -E "call.*panic|ld\.local|st\.local" target/kernels.ptx; then
    echo "a kernel spills registers, uses local memory, or may panic"
    exit 1
fi
# What a kernel promises to use.
for instruction in ld.global.nc.v4.f32 st.global.v4.f32 cp.async.cg.shared.global ld.shared.v4.f32 mma.sync.aligned.m16n8k8; do
    grep -qF "$instruction" target/kernels.ptx || { echo "no instruction $instruction"; exit 1; }
done
if [ "$arch" = sm_80 ]; then
    python3 ../../tools/compare/sass.py "$tools"
fi
