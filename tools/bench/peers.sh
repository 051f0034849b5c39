#!/usr/bin/env bash
# Installs the peers of `layout-bench` that are Debian packages: Eigen, libxsmm, OpenBLAS, BLIS and oneDNN. A package that cannot be
# installed is named; `layout-bench` names the peers that were missing when it was built. The peers in Rust are crates.
set -uo pipefail
packages=(libeigen3-dev libxsmm-dev libopenblas-dev libblis-pthread-dev libdnnl-dev)
root=()
[ "$(id -u)" = 0 ] || root=(sudo)
"${root[@]}" apt-get update -qq
absent=()
for package in "${packages[@]}"; do
    "${root[@]}" apt-get install -y -qq "$package" > /dev/null || absent+=("$package")
done
[ ${#absent[@]} = 0 ] || { echo "not installed: ${absent[*]}" >&2; exit 1; }
