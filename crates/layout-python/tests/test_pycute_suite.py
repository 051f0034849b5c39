"""`static_layout.pycute` beside the package `pycute` of PyPI's nvidia-cutlass: equal answers wherever `pycute` is right.

The package is downloaded by pip; without a network the tests are skipped, and fail where the environment has CI. CUTLASS names a
checkout of NVIDIA/cutlass, whose own tests of `pycute` then run with the names of this package.
"""
import collections
import importlib
import os
import pathlib
import random
import subprocess
import sys
import unittest
import zipfile

import pytest

import static_layout.pycute
from static_layout import LayoutError

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import compare  # noqa: E402

PACKAGE = "nvidia-cutlass==4.2.0.0"
MODULES = ["", ".int_tuple", ".layout", ".swizzle", ".typing"]
CALLS = {"compose": ["composition"], "coalesce": ["coalesce", "filter"], "logical_product": ["logical_product", "zipped_product"],
         "zipped_divide": ["zipped_divide", "tiled_divide", "logical_divide", "composition"]}


@pytest.fixture(scope="module")
def pycute(tmp_path_factory):
    """The module of the downloaded package."""
    folder = tmp_path_factory.mktemp("pycute")
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d", str(folder), PACKAGE]
    done = subprocess.run(pip, capture_output=True, text=True)
    if done.returncode:
        why = f"pip cannot download {PACKAGE}: {done.stderr.strip()[-200:]}"
        pytest.fail(why) if os.environ.get("CI") else pytest.skip(why)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder, [name for name in files.namelist() if name.startswith("pycute/")])
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module("pycute")
    finally:
        sys.path.remove(str(folder))
        for name in MODULES:
            sys.modules.pop("pycute" + name, None)


def still(shape, stride):
    """A layout with strides of 0 for extents of 1."""
    if isinstance(shape, tuple):
        return tuple(map(still, shape, stride))
    return shape, 0 if shape == 1 else stride


def answer(module, name, call, operands):
    """The answer of a package, or its refusal."""
    try:
        return getattr(module, call)(*compare.arguments(name, module.Layout, operands))
    except (AssertionError, LayoutError, ArithmeticError) as error:
        return error


def is_right(name, call, answer, operands):
    """Whether an answer of `pycute` satisfies the equation, where `Judge` has one for the call; else None."""
    if call not in (name, "composition") or name == "zipped_divide" and call != name:
        return None
    verdict, _ = compare.outcome(name, answer, [compare.Plain(*o) if isinstance(o, tuple) else o for o in operands])
    return verdict in ("right", "rounded up")


def test_equal_answers(pycute):
    draw, counts = random.Random(5), collections.Counter()
    for _ in range(6000):
        name, operands = compare.drawn(draw)
        call = draw.choice(CALLS.get(name, [name]))
        theirs, ours = answer(pycute, name, call, operands), answer(static_layout.pycute, name, call, operands)
        if isinstance(theirs, Exception):
            counts["refused by both" if isinstance(ours, Exception) else "answered here alone"] += 1
            continue
        if not isinstance(ours, Exception) and still(ours.shape, ours.stride) == still(theirs.shape, theirs.stride):
            counts["equal"] += 1
            continue
        right = is_right(name, call, theirs, operands)
        if name == "right_inverse":
            assert right and ours.size() > theirs.size()
            counts["a larger right inverse here"] += 1
        elif right and name == "logical_product":
            # `pycute` looks at no overlap inside of the block, which is refused here.
            assert "the modes overlap" in str(ours), (call, operands, theirs, ours)
            counts["a product of a block that overlaps itself, refused"] += 1
        else:
            assert not right, (call, operands, theirs, ours)
            if right is None:
                # By mode a refusal, where `pycute` drops elements.
                assert isinstance(ours, Exception) and "does not divide" in str(ours), (call, operands, theirs, ours)
            counts["wrong there"] += 1
    print(dict(counts.most_common()))
    assert counts["equal"] > 4500 and counts["answered here alone"] > 0, counts


def test_tuples(pycute):
    """The functions of tuples agree on every small tuple."""
    shapes = [(2, 3), (4, (2, 3)), ((2, 2), 3), (1, 4), 6]
    calls = [(name, (shape,)) for shape in shapes for name in ("flatten", "product", "tuple_max", "prefix_product", "has_none", "is_tuple")]
    calls += [(name, (i, shape)) for shape in shapes for i in range(1, 30) for name in ("idx2crd", "crd2idx", "shape_div")]
    calls += [("crd2idx", (c, s)) for c, s in (((1, 2), (2, 3)), ((1, None), (2, 3)), ((1, (1, 2)), (4, (2, 3))), ((1, 5), (4, (2, 3))))]
    calls += [("crd2crd", (i, shape)) for shape in shapes[:4] for i in range(30)] + [("crd2crd", ((1, 2), 6, (2, 3)))]
    calls += [("slice_", (c, t)) for c, t in (((None, 1), (2, 3)), ((None, (None, 1)), (2, (3, 4))), (None, 4), (1, 4), ((1, 1), (2, 3)))]
    calls += [(name, (a, a)) for a in shapes for name in ("inner_product", "elem_scale")]
    for name, arguments in calls:
        results = []
        for module in (pycute, static_layout.pycute):
            try:
                results.append(getattr(module, name)(*arguments))
            except (AssertionError, ValueError):
                results.append("refused")
        assert results[0] == results[1], (name, arguments, results)


def test_swizzles(pycute):
    for bits, base, shift in ((1, 0, 1), (2, 0, 2), (3, 4, 3), (1, 2, -3), (2, 1, -2)):
        ours, theirs = (module.Swizzle(bits, base, shift) for module in (static_layout.pycute, pycute))
        assert [ours(x) for x in range(1 << 10)] == [theirs(x) for x in range(1 << 10)]
        assert (str(ours), repr(ours), ours.size(), ours.yyy_msk, ours.zzz_msk) == (
            str(theirs), repr(theirs), theirs.size(), theirs.yyy_msk, theirs.zzz_msk)


def test_every_name(pycute):
    """Each name that `pycute` defines is here, in the same module."""
    for name in MODULES:
        theirs, ours = importlib.import_module("pycute" + name), importlib.import_module("static_layout.pycute" + name)
        defined = {key for key, value in vars(theirs).items() if getattr(value, "__module__", "").startswith("pycute")}
        assert defined and defined <= {*vars(ours)}, defined - {*vars(ours)}


@pytest.mark.skipif("CUTLASS" not in os.environ, reason="CUTLASS names a checkout of NVIDIA/cutlass")
def test_their_suite(monkeypatch):
    for name in MODULES:
        monkeypatch.setitem(sys.modules, "pycute" + name, importlib.import_module("static_layout.pycute" + name))
    tests = unittest.TestLoader().discover(os.path.join(os.environ["CUTLASS"], "test", "python", "pycute"), "test_*.py")
    result = unittest.TestResult()
    tests.run(result)
    # Two of its eleven complements leave gaps.
    (failed,) = result.errors
    assert not result.failures and result.testsRun == 10
    assert "test_complement" in str(failed[0]) and "gaps would remain" in failed[1]
