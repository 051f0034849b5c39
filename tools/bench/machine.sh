#!/usr/bin/env bash
# Measures this machine in about ten minutes and writes one page of figures, in Markdown: the processor, the load, and a small
# selection of each area of `layout-bench`, compared with the peers that are installed.
#
#     tools/bench/machine.sh [PAGE] [SECONDS]        the page (machine.md), the seconds of each case (0.1)
#
# Needs a Rust toolchain. `peers.sh` installs the peers in C and C++ where Debian packages exist; `PEERS=rust` also builds those of
# products in Rust, which takes minutes. Close other programs first.
set -euo pipefail
page=$(realpath -m "${1:-machine.md}") seconds=${2:-0.1}
cd "$(dirname "$0")/../.."
begun=$SECONDS

features=array-peers
[ "${PEERS:-}" != rust ] || features=peers
# Eigen takes minutes to build.
export LAYOUT_BENCH_FOREIGN="${LAYOUT_BENCH_FOREIGN-xsmm openblas blis onednn}"
echo "building .." >&2
cargo build --quiet --release -p static-layout-bench --no-default-features --features "$features"
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
bench=$target/release/static-layout-bench

# The cases of each area: parts of their names.
selection=(
    "gemm|fixed/f32/4x4x4/|fixed/f32/8x8x8/|fixed/f32/17x17x17/|fixed/f32/64x64x64/|fixed/f64/12x12x12/|large/f32/300/|large/f32/1000/|large/f64/1000/"
    "threads|1000x64x1000|512x512x512|copy/f32/1024|transpose/f32/1024|transform/f32/1024"
    "copy|"
    "elements|"
    "convolve|"
    "index|"
    "loops|"
)

# Lines of the bench as rows of a table: the case, the token, the figures, the ratios.
rows() {
    awk -F '\t' 'NF == 8 { printf "| %s | %s | %s | %s | %s | %s | %s to %s |\n", $1, $2, $3, $4, $5, $7, $6, $8 }'
}

field() { sed -n "s/^# $1: //p" <<< "$2" | head -n 1; }

load() { cut -d ' ' -f 1 /proc/loadavg 2> /dev/null || uptime | sed 's/.*: //'; }

{
    about=$("$bench" index no-such-case --seconds 0)
    echo "# Figures of one machine"
    echo
    echo "* Processor: $(field processor "$about")"
    if command -v lscpu > /dev/null; then
        lscpu | sed -n -E 's/^(CPU family|Model|CPU\(s\)|Thread\(s\) per core|L1d cache|L2 cache|L3 cache): +/* \1: /p'
    fi
    echo "* Machine token: $(field 'machine token' "$about")"
    echo "* Peers missing: $(field 'peers that were missing at build time' "$about")"
    echo "* Compiler: $(rustc --version)"
    echo "* Revision: $(git describe --always --dirty 2> /dev/null || echo unknown)"
    echo "* Load before: $(load); $seconds seconds a case"
    for line in "${selection[@]}"; do
        IFS='|' read -r -a words <<< "$line"
        area=${words[0]} filters=("${words[@]:1}")
        [ ${#filters[@]} -gt 0 ] || filters=("")
        echo
        echo "## $area"
        echo
        echo "| case | machine | ours | peer | theirs | median ratio | least to largest |"
        echo "|---|---|---|---|---|---|---|"
        for filter in "${filters[@]}"; do
            echo "$area $filter" >&2
            "$bench" "$area" ${filter:+"$filter"} --seconds "$seconds" | rows
        done
    done
    echo
    echo "Load after: $(load); $((SECONDS - begun)) seconds in all. Figures are of the fastest turn, in the units of"
    echo "\`crates/layout-bench/README.md\`; a ratio above 1 says that this library is faster."
} > "$page"
echo "wrote $page in $((SECONDS - begun)) seconds" >&2
