#!/usr/bin/env bash
# Builds the wheel of the Python package, installs it in fresh environments of two Pythons, and runs its tests there:
# `tools/ci/python.sh`. The stub is checked by mypy, and compared with what `generate.py` writes. `tools/ci/python.sh peers` also tests
# the bridges, with the libraries that they lead to: gigabytes from PyPI.
#
# Needs `python3` and a second version of Python: the oldest and the newest of pyenv's, or PYTHONS="python3.9 python3.13".
set -euo pipefail
cd "$(dirname "$0")/../.."
package=$PWD/crates/layout-python
out=$PWD/target/python
rm -rf "$out"
mkdir -p "$out"

# The oldest and the newest Python from 3.9 on.
if [ -z "${PYTHONS:-}" ]; then
    found=$(for python in "$HOME"/.pyenv/versions/3.*/bin/python /usr/bin/python3.? /usr/bin/python3.?? /usr/local/bin/python3.? /usr/local/bin/python3.??; do
        [ ! -x "$python" ] || "$python" -c 'import sys; sys.version_info >= (3, 9) and print("%d %s" % (sys.version_info[1], sys.executable))' 2> /dev/null || true
    done | sort -n -u -k1,1)
    PYTHONS="$(echo "$found" | head -1 | cut -d' ' -f2) $(echo "$found" | tail -1 | cut -d' ' -f2)"
fi
[ "$(for python in $PYTHONS; do "$python" -c 'import sys; print(sys.version_info[:2])'; done | sort -u | wc -l)" -ge 2 ] ||
    { echo "two versions of Python are needed, found: $PYTHONS"; exit 1; }

python3 -m venv "$out/tools"
"$out/tools/bin/pip" install -q 'maturin>=1.16,<2' 'mypy>=1.18,<3'
"$out/tools/bin/maturin" build --locked --interpreter "$out/tools/bin/python" --out "$out/wheels" --manifest-path "$package/Cargo.toml"
wheel=$(ls "$out"/wheels/*.whl)
[ "$(stat -c %s "$wheel")" -le $((8 << 20)) ] || { echo "$wheel is larger than 8 MiB"; exit 1; }

# Tests that need PyPI fail without it, rather than be skipped.
export CI=1
for python in $PYTHONS; do
    version=$("$python" -c 'import platform; print(platform.python_version())')
    "$python" -m venv "$out/$version"
    "$out/$version/bin/pip" install -q "$wheel[numpy]" pytest
    echo "== Python $version"
    "$out/$version/bin/python" -m pytest -q -p no:cacheprovider "$package/tests"
    "$out/$version/bin/layout" eval '(4,8):row o 4:2' > /dev/null
done
newest=$out/$version/bin/python
"$newest" "$package/generate.py" --check
"$out/tools/bin/mypy" --strict --python-executable "$newest" "$package/python/static_layout"
# Outside of the package's folder, where mypy reads what is installed.
cp "$package/tests/typed_program.py" "$out"
(cd "$out" && tools/bin/mypy --strict --python-executable "$newest" typed_program.py)

if [ "${1:-}" = peers ]; then
    python3 -m venv "$out/peers"
    "$out/peers/bin/pip" install -q "$wheel[numpy]" pytest jax nvidia-cutlass-dsl torch triton tilelang
    skipped=$("$out/peers/bin/python" -m pytest -q -rs -p no:cacheprovider "$package/tests/test_bridges.py" | tee /dev/stderr | grep -c '^SKIPPED' || true)
    [ "$skipped" = 0 ] || { echo "a library of the bridges is not there"; exit 1; }
fi
