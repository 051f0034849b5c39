#!/usr/bin/env bash
# Every combination of features compiles, on the declared least Rust version; or those of at most N: `scripts/features.sh
# [N]`. Needs cargo-hack.
set -euo pipefail
cd "$(dirname "$0")/.."
for package in layout-core static-layout; do
    cargo hack check -p "$package" --feature-powerset ${1:+--depth "$1"} --lib --locked
done
# The declared version is the one that rust-toolchain.toml pins.
declared=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
pinned=$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)
case "$pinned" in "$declared".*) ;; *) echo "Cargo.toml declares $declared, rust-toolchain.toml $pinned"; exit 1 ;; esac
