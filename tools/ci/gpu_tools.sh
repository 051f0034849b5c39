#!/usr/bin/env bash
# Installs what compiles and runs the texts of systems/emit and the tensors of systems/gpu: clang, MLIR, glslang, a
# Vulkan device on the CPU (Debian packages), NVIDIA's NVRTC, ptxas and nvdisasm (Python packages, in $GPU_TOOLS).
set -euo pipefail
cd "$(dirname "$0")/../.."
packages=()
command -v clang-19 >/dev/null || packages+=(clang-19)
command -v mlir-opt-19 >/dev/null || packages+=(mlir-19-tools)
command -v glslangValidator >/dev/null || packages+=(glslang-tools)
[ -e /usr/share/vulkan/icd.d/lvp_icd.x86_64.json ] || packages+=(mesa-vulkan-drivers)
ldconfig -p | grep -q libvulkan.so.1 || packages+=(libvulkan1)
if [ ${#packages[@]} -gt 0 ]; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get -qq -o DPkg::Lock::Timeout=600 update
    $sudo apt-get -qq -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "${packages[@]}"
fi
folder=${GPU_TOOLS:-target/gpu-tools}
if [ -z "$(find "$folder" -name nvdisasm -type f 2>/dev/null)" ] || ! "$folder/bin/python" -c "import numpy" 2>/dev/null; then
    python3 -m venv "$folder"
    "$folder/bin/pip" -q install "nvidia-cuda-nvrtc-cu12==12.*" "nvidia-cuda-nvcc-cu12==12.*" "nvidia-cuda-nvdisasm==13.*" "numpy==2.*"
fi
