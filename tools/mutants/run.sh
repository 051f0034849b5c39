#!/usr/bin/env bash
# Every mutant of layout-core that cargo-mutants lists, in one build: `tools/mutants/run.sh [FOLDER [WORKERS [SAMPLE
# SEED]]]`, or SAMPLE of them drawn by SEED. Needs cargo-mutants and a nightly toolchain; writes FOLDER/report.txt. Where
# FOLDER holds the mutants of the same sources, only the tests are built anew.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=${1:-/tmp/mutants-in-one-build}
mkdir -p "$folder"
export CARGO_TARGET_DIR="$folder/target"
tool() {
    # The cargo that cargo-mutants left in the environment is not ours.
    RUSTFLAGS="-Awarnings" RUSTUP_TOOLCHAIN=nightly \
        cargo run --release --manifest-path "$here/Cargo.toml" --target-dir "$folder/tool" -- "$folder" "$@"
}
# What the tests read.
rm -rf "$folder/tests"
mkdir "$folder/tests"
cp -rp "$root/tests/golden" "$folder/tests/"
if [ -e "$folder/viable.txt" ] && diff -rq "$root/layout-core/src" "$folder/src" > "$folder/differs.txt"; then
    cp -rpu "$root/layout-core/tests" "$folder/layout-core/"
    tool "${@:2}"
    exit
fi
# The crate alone.
rm -rf "$folder/layout-core" "$folder/src" "$folder/viable.txt"
cp -rp "$root/layout-core" "$folder/"
# Its tests read texts of other systems.
mkdir -p "$folder/crates"
cp -rp "$root/crates/layout-dialects" "$folder/crates/"
cp -rp "$root/layout-core/src" "$folder/"
{
    echo '[workspace]'
    echo 'members = ["layout-core"]'
    echo 'resolver = "3"'
    sed -n '/^\[workspace.package\]/,/^\[package\]/p' "$root/Cargo.toml" | grep -v '^\[package\]'
    # Fast, and with every check of the tests.
    printf '[profile.dev]\nopt-level = 2\ndebug = false\ndebug-assertions = true\noverflow-checks = true\n'
} > "$folder/Cargo.toml"
(cd "$root" && cargo mutants -p layout-core --list --json) > "$folder/list.json"
# Which mutant is active: none while the compiler evaluates, at run time the one that is asked for.
sed -i 's/^#!\[no_std\]/#![feature(core_intrinsics, const_eval_select)]\n#![allow(warnings)]\n#![no_std]/' "$folder/layout-core/src/lib.rs"
cat >> "$folder/layout-core/src/lib.rs" <<'RUST'
extern crate std;
const fn inactive() -> usize {
    0
}
fn asked() -> usize {
    static ASKED: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *ASKED.get_or_init(|| std::env::var("MUTANT").map_or(0, |text| text.parse().unwrap()))
}
pub(crate) const fn active() -> usize {
    core::intrinsics::const_eval_select((), inactive, asked)
}
RUST
tool "${@:2}"
