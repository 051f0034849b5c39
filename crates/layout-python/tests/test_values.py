"""Values: construction, text, equality, pickle, operators."""
import copy
import itertools
import pickle
from unittest import mock

import pytest

import static_layout as sl
from static_layout import ComposedLayout, E, Int, Layout, LayoutError, Swizzle, SymbolicLayout, Tiler
from static_layout import *  # noqa: F403

VALUES = [
    Layout((4, 8), (8, 1)),
    Layout(8),
    Layout((8,), (1,)),
    Layout((), ()),
    Layout((2, (2, 2)), (4, (1, 2))),
    Layout((4, 8), (E(0), E(1))),
    Layout((4, 8), (E(0, 1, scale=3), E(1))),
    Swizzle(3, 4, 3),
    Swizzle(2, 1, -3),
    Swizzle(2, 0, 2) @ Layout((4, 4), (4, 1)),
    ComposedLayout(Swizzle(2, 0, 2), 5, Layout((4, 4), (4, 1))),
    Tiler(4, None, Layout(8, 2)),
    Tiler(1, Layout((2, 2), (1, 2))),
    Tiler.whole(Layout((2, 2), (1, 2))),
    E(0),
    E(1, 2, scale=-3),
    SymbolicLayout("(n,64):(64,1)"),
    SymbolicLayout((Int("n", div=8), Int("m")), (Int("m"), 1)),
    sl.BitLayout("(4,8):(8,1)"),
    sl.Mesh({"x": 2, "y": 4}),
    sl.Sharding("(64/y,32) on [x=2,y=4]"),
]


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_a_value_is_its_repr_its_pickle_and_its_copy(value):
    again = [eval(repr(value), vars(sl)), pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)]
    for other in again:
        assert other == value and hash(other) == hash(value) and str(other) == str(value)
    others = [other for other in VALUES if other is not value]
    assert value not in others and value != 3 and value != str(value)
    assert value == mock.ANY and mock.ANY == value
    assert {value: 1}[again[0]] == 1


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_the_text_of_a_value_reads_back(value):
    if isinstance(value, (sl.BitLayout, sl.Mesh, sl.Sharding, E)) or value == Layout((), ()):
        return
    read = sl.evaluate(str(value))
    assert read == value or str(read) == str(value)


def test_constructors():
    a = Layout((4, 8), (8, 1))
    assert a == Layout("(4,8):(8,1)") == Layout("(4,8):row") == Layout(a) == sl.evaluate("(4,8):row")
    assert a == Layout([4, 8], [8, 1]) == sl.make_layout((4, 8), (8, 1)) == sl.layout((4, 8), (8, 1))
    assert Layout((4, 8)) == Layout((4, 8), (1, 4)) == sl.col_major((4, 8))
    assert (a.shape, a.stride) == ((4, 8), (8, 1))
    assert sl.ordered((2, 3, 4), (1, 2, 0)) == Layout("(2,3,4):order(1,2,0)")

    class Theirs:
        shape, stride = (4, (2, 2)), (1, (4, 8))

    assert sl.size(Theirs()) == 16
    with pytest.raises(TypeError, match="a layout was expected"):
        Layout("<4,8>")
    with pytest.raises(LayoutError, match="not congruent"):
        Layout((4, 8), (1, 4, 2))


def test_a_layout_is_a_function():
    a = Layout((4, (2, 3)), (6, (3, 1)))
    coordinates = itertools.product(range(4), range(2), range(3))
    for i, j, k in coordinates:
        assert a(i, (j, k)) == a((i, (j, k))) == a[i, (j, k)] == 6 * i + 3 * j + k
        assert a(i + 4 * (j + 2 * k)) == a(i, j + 2 * k) == a(i, (j, k))
    part = a[1, :]
    assert part == a(1, None) == (Layout(((2, 3),), ((3, 1),)), 6)
    assert all(a(1, j) == part.offset + part.layout(j) for j in range(6))
    with pytest.raises(LayoutError, match="out of range"):
        a(4, 0)
    with pytest.raises(TypeError, match="slice_axes"):
        a[1:2, 0]


def test_modes():
    a = Layout((4, (2, 3)), (6, (3, 1)))
    assert len(a) == 2 and list(a) == [a[0], a[1]] == [Layout(4, 6), Layout((2, 3), (3, 1))]
    assert a[-1] == a[1] and a.mode((1, 0)) == Layout(2, 3)
    for bad in (2, -3):
        with pytest.raises(IndexError):
            a[bad]


def test_operators():
    a = Layout((6, 4), (4, 1))
    assert a @ (3, 2) == a @ Tiler(3, 2) == sl.compose(a, Tiler(3, 2)) == a.composition((3, 2))
    assert a @ Layout(6, 2) == a @ "6:2" == sl.compose(a, Layout(6, 2))
    assert a // (3, 2) == a.logical_divide((3, 2)) == Layout(((3, 2), (2, 2)), ((4, 12), (1, 2)))
    assert Layout((2, 2)) * Layout(3) == sl.logical_product(Layout((2, 2)), Layout(3))
    assert ~Layout(4, 2) == sl.complement(Layout(4, 2))
    swizzle = Swizzle(2, 0, 2)
    assert Swizzle("Sw<2,0,2>") == swizzle and 0 * E(1) == 0 and 2 * E(1) == E(1, scale=2)
    with pytest.raises(TypeError, match="a swizzle, an offset and a layout"):
        ComposedLayout(swizzle, Layout(8))
    assert (swizzle @ Layout((4, 4), (4, 1)))(3, 3) == swizzle(15) == 12
    assert swizzle @ swizzle == Swizzle(0, 0, 2) or (swizzle @ swizzle)(7) == 7


def test_a_tuple_is_a_tiler_by_mode_where_one_is_taken():
    a = Layout((8, 8), (8, 1))
    assert a.zipped_divide((2, 4)) == a.zipped_divide(Tiler(2, 4)) == a.zipped_divide("<2,4>")
    assert a.zipped_divide((2, None)) == a.zipped_divide("<2,_>")
    assert a.zipped_divide((Layout(2, 4), 4)) == a.zipped_divide("<2:4,4>")
    # An integer and a layout tile the whole domain.
    assert a.logical_divide(4) == a.logical_divide(Layout(4)) != a.logical_divide((4,))
    with pytest.raises(TypeError, match="the modes of a tiler"):
        a.zipped_divide(((2, 2), 4))


def test_match():
    match_ = sl.evaluate("Sw<2,0,2> o (4,4):(4,1)")
    assert ComposedLayout.__match_args__ == ("swizzle", "offset", "layout")
    assert (match_.swizzle, match_.offset, match_.layout) == (Swizzle(2, 0, 2), 0, Layout((4, 4), (4, 1)))


def test_names():
    n, m = Int("n", div=8), Int("m")
    a = SymbolicLayout((n, m), (m, 1))
    tiles = a.zipped_divide((8, 1))
    assert isinstance(tiles, SymbolicLayout)
    assert tiles.with_values(n=16, m=5) == a.with_values(n=16, m=5).zipped_divide((8, 1))
    with pytest.raises(LayoutError, match="12 is not a multiple of 8"):
        a.with_values(n=12, m=5)
    assert str(a.shape[0]) == "n{div=8}" and a.stride == (Int("m"), 1)
    conditional = SymbolicLayout("(n,64):(64,1)") // (8, 16)
    assert conditional.conditions == "8 divides n"
    for leaf in (*a.shape, *conditional.shape[0], *conditional.stride[0], n * m, 3 * n):
        assert not isinstance(leaf, Int) or eval(repr(leaf), vars(sl)) == leaf
    for bad in ("n m", "", "4", "é", "n,m", "n)", "(n)", "n:4", "o", "let", "_", "size"):
        with pytest.raises(TypeError):
            Int(bad)


def test_products_of_names_keep_conditions():
    n, eighth = Int("n"), Int("n/8")
    for product in (2 * eighth, eighth * 2, Int("m") * eighth):
        a = SymbolicLayout((4, 1), (product, 1))
        assert a.conditions == "8 divides n"
        with pytest.raises(LayoutError, match="12 is not a multiple of 8|8 does not divide|divides n"):
            a.with_values(n=12, m=3) if "m" in str(product) else a.with_values(n=12)
    with pytest.raises(TypeError, match="quotients"):
        eighth * eighth
    tiles = SymbolicLayout("(n{div=8},64):(64,1)") // (8, 16)
    for again in (eval(repr(tiles), vars(sl)), pickle.loads(pickle.dumps(tiles)), SymbolicLayout(tiles.shape, tiles.stride)):
        assert again == tiles and again.conditions == ""
    assert tiles.size() == 64 * n or str(tiles.size()) in ("64*n", "n*64")
    assert sl.size(SymbolicLayout((4, 64), (Int("ld"), 1))) == 256
    with pytest.raises(TypeError, match="has no name q"):
        tiles.with_values(n=16, q=3)
    assert pickle.loads(pickle.dumps(eighth)) == copy.deepcopy(eighth) == eighth


def test_padded():
    a = Layout((6, 4), (4, 1)).zipped_divide_padded((4, 4))
    inside = [a.inside((i, j)) for j in range(2) for i in range(16)]
    assert sum(inside) == 24 and a.shape == ((4, 4), (2, 1)) and len(a) == 2
    assert a == Layout((6, 4), (4, 1)).zipped_divide_padded((4, 4)) != Layout((7, 4), (4, 1)).zipped_divide_padded((4, 4))


def test_star_import_hides_nothing_of_python():
    import builtins

    assert not set(sl.__all__) & set(dir(builtins))
    assert not set(sl.__all__) & {"numpy", "jax", "torch", "triton", "mojo", "xla"} and sl.numpy
    assert callable(sl.filter) and sl.filter(Layout((2, 2), (0, 1))) == Layout(2, 1)
