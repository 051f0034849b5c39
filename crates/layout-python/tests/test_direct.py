"""Operations on plain layouts skip the table: results and refusals are those of the table, by which `evaluate` computes."""
import pathlib
import random
import sys

import pytest

import static_layout as sl
from static_layout import Layout, LayoutError, Tiler

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import compare  # noqa: E402

ONE = ["coalesce", "filter", "flatten", "right_inverse", "left_inverse", "inverse", "nullspace", "size", "cosize"]
TWO = ["concat", "blocked_product", "raked_product", "max_common_layout"]
TILED = ["compose", "logical_divide", "zipped_divide", "tiled_divide", "flat_divide", "logical_product", "zipped_product",
         "tiled_product", "flat_product"]
BOUNDED = ["complement", "complement_padded"]


def outcome(call):
    """A result, or what a refusal says."""
    try:
        return call()
    except LayoutError as error:
        return error.rule, error.numbers, error.message, error.operands


def drawn(count):
    draw = random.Random(9)
    for _ in range(count):
        shape, stride = compare.drawn_layout(draw, 256)
        yield draw, Layout(shape, stride), Layout(*compare.drawn_layout(draw, 64))


@pytest.mark.parametrize("name", ONE + TWO + TILED + BOUNDED)
def test_same_as_the_table(name):
    function, kinds = getattr(sl, name), set()
    for draw, a, b in drawn(150):
        if name in ONE:
            arguments = [[a]]
        elif name in BOUNDED:
            arguments = [[a, draw.randint(1, 512)]]
        elif name in TWO:
            arguments = [[a, b]]
        else:
            modes = tuple(draw.choice([1, 2, 3, None, b]) for _ in range(len(a)))
            arguments = [[a, b], [a, modes], [a, Tiler(*modes)]]
        for given in arguments:
            names = dict(zip("ab", [Tiler(*x) if isinstance(x, tuple) else x for x in given]))
            expected = outcome(lambda: sl.evaluate(f"{name}({', '.join(names)})", **names))
            if isinstance(expected, tuple):
                # `evaluate` raises for the text; the call for its operands.
                expected = expected[2].splitlines()[0]
            found = outcome(lambda: function(*given))
            kinds.add(type(found))
            found = found[2].splitlines()[0] if isinstance(found, tuple) else found
            assert found == expected, (name, given)
            assert outcome(lambda: getattr(given[0], name)(*given[1:])) == outcome(lambda: function(*given))
    assert kinds & {Layout, int}


def test_operators():
    for _, a, b in drawn(200):
        for operator, name in ((lambda: a @ b, "compose"), (lambda: a // b, "logical_divide"), (lambda: a * b, "logical_product")):
            assert outcome(operator) == outcome(lambda: getattr(sl, name)(a, b))


def test_offsets_and_modes():
    for _, a, _ in drawn(200):
        plain = compare.Plain(a.shape, a.stride)
        assert [a(i) for i in range(sl.size(a))] == plain.offsets()
        assert [a(sl.coord(a, i)) for i in range(sl.size(a))] == plain.offsets()
        assert [a[i] for i in range(len(a))] == list(a) == [sl.mode(a, i) for i in range(len(a))] == [a[i - len(a)] for i in range(len(a))]
        for bad in (-1, sl.size(a), (0,) * (len(a) + 1)):
            with pytest.raises(LayoutError):
                a(bad)
        for bad in (len(a), -len(a) - 1, 1 << 70):
            with pytest.raises((IndexError, OverflowError)):
                a[bad]
