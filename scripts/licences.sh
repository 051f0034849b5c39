#!/usr/bin/env bash
# Licences, sources and doubled versions of all dependencies, as deny.toml allows them. Needs cargo-deny; with
# ADVISORIES=1 also known vulnerabilities, which takes the advisory database from the network.
set -euo pipefail
cd "$(dirname "$0")/.."
what=(licenses sources bans)
if [ "${ADVISORIES:-}" = 1 ]; then what+=(advisories); fi
cargo deny --all-features check "${what[@]}"
