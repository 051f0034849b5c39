#!/usr/bin/env bash
# What is known of the dependencies: licences, sources and duplicates as `deny.toml` allows, and vulnerabilities. Needs
# cargo-deny and cargo-audit. The advisories are fetched, or read from the folder ADVISORIES, a clone of
# https://github.com/rustsec/advisory-db.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo deny --workspace --all-features --locked ${ADVISORIES:+--offline} check licenses bans sources
for lock in Cargo.lock tools/fuzz/Cargo.lock; do
    cargo audit --file "$lock" ${ADVISORIES:+--db "$ADVISORIES" --no-fetch --stale}
done
