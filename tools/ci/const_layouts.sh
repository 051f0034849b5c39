#!/usr/bin/env bash
# Formats, lints, builds and tests `crates/layout-const`, whose types are constants of text, on the nightly that it is
# written for: `tools/ci/const_layouts.sh`. Newer compilers read its braces in another way (docs/const-values.md). The
# toolchain `nightly` serves if it is that one; otherwise rustup installs it by its date, and the script fails where it cannot.
set -euo pipefail
cd "$(dirname "$0")/../../crates/layout-const"
dated=nightly-2026-05-20
toolchain=$dated
if rustc +nightly --version | grep -q '2026-05-19)'; then
    toolchain=nightly
else
    rustc "+$dated" --version || rustup toolchain install "$dated" --profile minimal
fi
rustup component add --toolchain "$toolchain" rustfmt clippy
cargo "+$toolchain" fmt --all --check
cargo "+$toolchain" clippy --locked -p static-layout-const --all-targets -- -D warnings
cargo "+$toolchain" test --locked --workspace
for example in examples/*.rs; do
    cargo "+$toolchain" run --locked --quiet --example "$(basename "$example" .rs)" >/dev/null
done
