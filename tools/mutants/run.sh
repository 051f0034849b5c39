#!/usr/bin/env bash
# Builds all mutants of layout-core that cargo-mutants lists at once, and runs its tests against each:
# `tools/mutants/run.sh [FOLDER [WORKERS [SAMPLE SEED]]]`. SAMPLE mutants are drawn by SEED, by default all. Needs
# cargo-mutants and a nightly toolchain. Writes FOLDER/report.txt. If FOLDER holds the mutants of the same sources, only
# the tests are built again.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=${1:-/tmp/mutants-in-one-build}
mkdir -p "$folder"
export CARGO_TARGET_DIR="$folder/target"
tool() {
    # The environment of cargo-mutants may name another toolchain.
    RUSTFLAGS="-Awarnings" RUSTUP_TOOLCHAIN=nightly \
        cargo run --release --manifest-path "$here/Cargo.toml" --target-dir "$folder/tool" -- "$folder" "$@"
}
# The data of the tests.
rm -rf "$folder/tests"
mkdir "$folder/tests"
cp -rp "$root/tests/golden" "$folder/tests/"
if [ -e "$folder/viable.txt" ] && diff -rq "$root/layout-core/src" "$folder/src" > "$folder/differs.txt"; then
    cp -rpu "$root/layout-core/tests" "$folder/layout-core/"
    tool "${@:2}"
    exit
fi
# A workspace of the crate alone.
rm -rf "$folder/layout-core" "$folder/src" "$folder/viable.txt"
cp -rp "$root/layout-core" "$folder/"
cp -rp "$root/layout-core/src" "$folder/"
{
    echo '[workspace]'
    echo 'members = ["layout-core"]'
    echo 'resolver = "3"'
    sed -n '/^\[workspace.package\]/,/^\[package\]/p' "$root/Cargo.toml" | grep -v '^\[package\]'
    # Optimized, with all assertions.
    printf '[profile.dev]\nopt-level = 2\ndebug = false\ndebug-assertions = true\noverflow-checks = true\n'
} > "$folder/Cargo.toml"
(cd "$root" && cargo mutants -p layout-core --list --json) > "$folder/list.json"
# `active` is the number of the mutant: 0 in constant evaluation, the environment variable MUTANT at run time.
sed -i 's/^#!\[no_std\]/#![feature(core_intrinsics, const_eval_select)]\n#![allow(warnings)]\n#![no_std]/' "$folder/layout-core/src/lib.rs"
cat >> "$folder/layout-core/src/lib.rs" <<'RUST'
extern crate std;
const fn inactive() -> usize {
    0
}
fn chosen() -> usize {
    static CHOSEN: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("MUTANT").map_or(0, |text| text.parse().unwrap()))
}
pub(crate) const fn active() -> usize {
    core::intrinsics::const_eval_select((), inactive, chosen)
}
RUST
tool "${@:2}"
