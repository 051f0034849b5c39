#!/usr/bin/env bash
# The reference as docs.rs builds it: with all features, each named at the items that it adds. Needs a nightly toolchain, in
# a folder of its own, because the pages of two compilers do not mix.
set -euo pipefail
cd "$(dirname "$0")/../.."
export CARGO_TARGET_DIR=target/docsrs
RUSTDOCFLAGS="-D warnings --cfg docsrs" cargo +nightly doc --no-deps --locked --all-features -p layout-core \
    -p static-layout -p static-layout-kernels -p static-layout-formats -p static-layout-dialects -p static-layout-emit

# Fails unless a page names a feature.
marked() {
    grep -qE "Available on[^.]*crate feature[^.]*>$2<" "target/docsrs/doc/$1" || {
        echo "$1 does not name the feature $2"
        exit 1
    }
}
# A method of a trait; a method in a module behind a feature; a type; functions.
marked static_layout/trait.Tensor.html rayon
marked static_layout/struct.View.html npy
marked static_layout/interop/struct.Npz.html npz
marked static_layout_kernels/fn.par_copy.html rayon
marked layout_core/struct.Layout.html svg
