#!/usr/bin/env bash
# Checks the dependencies: licences, sources and duplicates by `deny.toml`, and known vulnerabilities. Needs cargo-deny and
# cargo-audit. Advisories are downloaded, or read from the folder ADVISORIES, a clone of
# https://github.com/rustsec/advisory-db.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo deny --workspace --all-features --locked ${ADVISORIES:+--offline} check licenses bans sources
for lock in Cargo.lock tools/fuzz/Cargo.lock; do
    cargo audit --file "$lock" ${ADVISORIES:+--db "$ADVISORIES" --no-fetch --stale}
done
