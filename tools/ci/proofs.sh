#!/usr/bin/env bash
# Checks the proofs of `proofs`, and compares the rules extracted from them with `layout-core`, row by row:
# `tools/ci/proofs.sh [STEP]` takes every STEPth row of the universe. Without STEP it takes all rows, and checks the
# compiled proofs again with `coqchk`. Needs Coq 8.16 and OCaml. Installs the Debian packages where one is missing, and
# fails where that fails.
set -euo pipefail
cd "$(dirname "$0")/../.."
step=${1:-1}
build=$(realpath -m "${CARGO_TARGET_DIR:-target}/proofs")

if ! command -v coqc >/dev/null || ! command -v ocamlopt >/dev/null; then
    apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends coq ocaml >/dev/null ||
        { apt-get -o DPkg::Lock::Timeout=600 update >/dev/null && apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends coq ocaml >/dev/null; }
fi

# Proofs. Files that did not change are not checked again.
mkdir -p "$build/theories"
cp -u proofs/_CoqProject proofs/checker/main.ml "$build"
cp -u proofs/theories/*.v "$build/theories"
if grep -nE '\b(Admitted|admit|Axiom|Parameter|Conjecture|Unset (Guard|Positivity|Universe) Checking)\b' proofs/theories/*.v; then
    echo "a proof has a gap"
    exit 1
fi
cd "$build"
coq_makefile -f _CoqProject -o Makefile.coq >/dev/null
make --no-print-directory -s -f Makefile.coq

# The assumptions of each theorem: none.
mapfile -t theorems < <(grep -hoP '^(Theorem|Corollary) \K\w+' theories/*.v)
{
    sed -n 's|^theories/\(.*\)\.v$|From Layouts Require Import \1.|p' _CoqProject
    printf 'Print Assumptions %s.\n' "${theorems[@]}"
} >audit.v
coqc -Q theories Layouts audit.v >audit.txt
closed=$(grep -c '^Closed under the global context$' audit.txt)
if [ "$closed" != "${#theorems[@]}" ] || [ "$(wc -l <audit.txt)" != "$closed" ]; then
    cat audit.txt
    exit 1
fi
if [ $# = 0 ]; then
    coqchk -silent -o -Q theories Layouts Layouts.Nested Layouts.Accept &>checked.txt
    grep -qx '\* Axioms: <none>' checked.txt
fi
echo "$closed theorems, none with an axiom"

# The extracted rules beside layout-core.
ocamlopt -o checker rules.mli rules.ml main.ml
./checker rows "$step" >rows.txt
./checker answer <rows.txt >proven.txt
# A row is an operation and its operands, separated by tabs; the command evaluates `operation(operand, ..)`.
sed -E 's/^(\w+)_inside\t(.*)\t(.*)$/\1_padded(\2, \3).guard()/; t; s/\t/(/; s/\t/, /g; s/$/)/' rows.txt >expressions.txt
(cd "$OLDPWD" && cargo run -q --locked -p static-layout-cli -- eval --lines) <expressions.txt >answers.txt
if grep -m1 -E '^error: (expected|unknown|.* has no value|.* does not take|.*, found |.* coordinates are too many )' answers.txt; then
    echo "layout-core did not understand a row"
    exit 1
fi
sed 's/^error: .*/refused/' answers.txt >engine.txt
if ! cmp proven.txt engine.txt; then
    echo "rows with different results: the row, as proven, layout-core"
    paste rows.txt proven.txt engine.txt | awk -F'\t' '$NF != $(NF-1)' | sed -n 1,10p
    exit 1
fi
refused=$(grep -c '^refused$' proven.txt)
echo "$(wc -l <rows.txt) rows agree with layout-core, $refused of them refused"
