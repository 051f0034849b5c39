#!/usr/bin/env bash
# Checks the proofs of `proofs`, and compares the rules extracted from them with `layout-core`, row by row:
# `tools/ci/proofs.sh [STEP]` takes every STEPth row of the universe. Without STEP it takes all rows, and checks the
# compiled proofs again with `coqchk`. The numbers of theorems and rows must be those of `proofs/counts`; UPDATE=1 rewrites
# that file. Needs Coq 8.16 and OCaml. Installs the Debian packages where one is missing, and fails where that fails.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
step=${1:-1}
build=$(realpath -m "${CARGO_TARGET_DIR:-target}/proofs")

if ! command -v coqc >/dev/null || ! command -v ocamlopt >/dev/null; then
    apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends coq ocaml >/dev/null ||
        { apt-get -o DPkg::Lock::Timeout=600 update >/dev/null && apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends coq ocaml >/dev/null; }
fi

# Proofs. Files that did not change are not checked again.
mkdir -p "$build/theories"
cp -u proofs/_CoqProject proofs/checker/*.ml "$build"
cp -u proofs/theories/*.v "$build/theories"
if grep -nE '\b(Admitted|admit|Axiom|Parameter|Conjecture|Unset (Guard|Positivity|Universe) Checking)\b' proofs/theories/*.v; then
    echo "a proof has a gap"
    exit 1
fi
if ! diff <(grep '^theories/' proofs/_CoqProject | sort) <(cd proofs && printf '%s\n' theories/*.v | sort); then
    echo "proofs/_CoqProject does not name the files of proofs/theories"
    exit 1
fi
cd "$build"
coq_makefile -f _CoqProject -o Makefile.coq >/dev/null
make --no-print-directory -s -f Makefile.coq

# The assumptions of each theorem: none.
mapfile -t files < <(sed -n 's|^theories/\(.*\)\.v$|\1|p' _CoqProject)
mapfile -t theorems < <(for file in "${files[@]}"; do
    sed -nE "s/^(Theorem|Corollary) (\w+).*/$file.\2/p" "theories/$file.v"
done)
{
    printf 'From Layouts Require %s.\n' "${files[@]}"
    printf 'Print Assumptions %s.\n' "${theorems[@]}"
} >audit.v
coqc -Q theories Layouts audit.v >audit.txt
closed=$(grep -c '^Closed under the global context$' audit.txt)
if [ "$closed" != "${#theorems[@]}" ] || [ "$(wc -l <audit.txt)" != "$closed" ]; then
    cat audit.txt
    exit 1
fi
if [ $# = 0 ]; then
    coqchk -silent -o -Q theories Layouts "${files[@]/#/Layouts.}" &>checked.txt
    grep -qx '\* Axioms: <none>' checked.txt
fi
echo "$closed theorems, none with an axiom"

# The counts: a theorem or a family of rows that vanishes fails.
ocamlopt -o checker rules.mli rules.ml notation.ml certificate.ml main.ml
(cd "$root" && PROVEN_ROWS=$build/linear.txt cargo test -q --locked -p layout-core --test solve proven >/dev/null)
{
    for file in "${files[@]}"; do
        number=$(grep -cE '^(Theorem|Corollary) ' "theories/$file.v" || true)
        [ "$number" = 0 ] || echo "theorems $file $number"
    done
    ./checker count | sed 's/^/rows /'
    echo "rows linear_maps $(wc -l <linear.txt)"
} >counts
[ "${UPDATE:-}" != 1 ] || cp counts "$root/proofs/counts"
if ! diff "$root/proofs/counts" counts; then
    echo "proofs/counts differs from the tree: < committed, > found; UPDATE=1 tools/ci/proofs.sh $step rewrites it"
    exit 1
fi

# The extracted rules beside layout-core.
./checker rows "$step" >rows.txt
rows=$(wc -l <rows.txt)
all=$(./checker count | awk '{ sum += $2 } END { print sum }')
if [ "$rows" != $(((all + step - 1) / step)) ]; then
    echo "$rows rows, which is not every $step. of $all"
    exit 1
fi
./checker answer <rows.txt >proven.txt
# A row is an operation and its operands, separated by tabs; the command evaluates `operation(operand, ..)`.
sed -E 's/^(\w+)_inside\t(.*)\t(.*)$/\1_padded(\2, \3).guard()/; t; s/\t/(/; s/\t/, /g; s/$/)/' rows.txt |
    (cd "$root" && cargo run -q --locked -p static-layout-cli -- eval --lines) >answers.txt
if grep -m1 -E '^error: (expected|unknown|.* has no value|.* does not take|.*, found |.* too many for a line)' answers.txt; then
    echo "layout-core did not understand a row"
    exit 1
fi
sed 's/^error: .*/refused/' answers.txt >engine.txt
if [ "$(wc -l <proven.txt)" != "$rows" ] || ! cmp proven.txt engine.txt; then
    echo "rows with different results: the row, as proven, layout-core"
    paste rows.txt proven.txt engine.txt | awk -F'\t' '$NF != $(NF-1)' | sed -n 1,10p
    exit 1
fi
refused=$(grep -c '^refused$' proven.txt)

# Certificates of linear maps and wavefronts, with the results of layout-core as their last words.
sed 's/\t[^\t]*$//' linear.txt | ./checker answer | paste linear.txt - >linear-proven.txt
if awk -F'\t' '$NF != $(NF - 1)' linear-proven.txt | grep -m10 .; then
    echo "the proven checker of linear maps has another result: the row, layout-core, as proven"
    exit 1
fi
linear=$(wc -l <linear-proven.txt)
rm rows.txt proven.txt answers.txt engine.txt linear.txt linear-proven.txt
echo "$rows rows agree with layout-core, $refused of them refused; $linear of linear maps"
