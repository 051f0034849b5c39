"""`static_layout.pycute` by the definitions: each equation on every layout of a small universe, and each row of the table of its module."""
import itertools
import pickle

import pytest

from static_layout import LayoutError
from static_layout.pycute import *
from static_layout.pycute import filter as filter_layout

EXTENTS = (1, 2, 3, 4)
STRIDES = (0, 1, 2, 3, 4, 6)


def offset(layout, i):
    """The definition: digits of the linear index, the last one without an end."""
    extents, strides = flatten(layout.shape), flatten(layout.stride)
    total = 0
    for extent, stride_ in zip(extents[:-1], strides[:-1]):
        total += i % extent * stride_
        i //= extent
    return total + i * strides[-1]


def offsets(layout):
    return [offset(layout, i) for i in range(product(layout.shape))]


def universe():
    """Every layout of one and two modes, and nested ones."""
    for n, d in itertools.product(EXTENTS, STRIDES):
        yield Layout(n, d)
    for n, m, d, e in itertools.product(EXTENTS, EXTENTS, STRIDES, STRIDES):
        yield Layout((n, m), (d, e))
    for d, e, f in itertools.permutations(STRIDES, 3):
        yield Layout((2, (3, 2)), (d, (e, f)))


def is_strided(layout):
    """Whether strides other than 0 are a chain: sorted, each is a multiple of the end of the one before it."""
    end = 1
    for d, n in sorted(zip(flatten(layout.stride), flatten(layout.shape))):
        if d == 0 or n == 1:
            continue
        if d % end:
            return False
        end = d * n
    return True


def test_layout():
    for layout in universe():
        table = offsets(layout)
        assert [layout(i) for i in range(2 * size(layout))] == [offset(layout, i) for i in range(2 * size(layout))]
        assert size(layout) == layout.size() == len(table)
        assert cosize(layout) == layout.cosize() == table[-1] + 1
        coordinates = [idx2crd(i, layout.shape) for i in range(len(table))]
        assert len(set(coordinates)) == len(table)
        assert [layout(c) for c in coordinates] == [crd2idx(c, layout.shape, layout.stride) for c in coordinates] == table
        assert make_layout(layout[i] for i in range(len(layout))) == (layout if is_tuple(layout.shape) else make_layout(layout))
        assert eval(repr(layout)) == layout == pickle.loads(pickle.dumps(layout))
        assert str(layout) == f"{layout.shape}:{layout.stride}" and hash(layout) == hash(eval(repr(layout)))


def test_coalesce():
    for layout in universe():
        result = coalesce(layout)
        assert offsets(result) == offsets(layout) and depth(result) <= 1
        if is_tuple(layout.shape):
            by_mode = coalesce(layout, (1,) * len(layout))
            assert len(by_mode) == len(layout) and offsets(by_mode) == offsets(layout)
            assert coalesce(layout, (1,))[1] == layout[1]


def test_filter():
    for layout in universe():
        result = filter_layout(layout)
        assert 0 not in flatten(result.stride) or size(result) == 1
        assert size(result) <= size(layout) and set(offsets(result)) == set(offsets(layout))


def exists(a, b):
    """Whether a layout with the modes of `b` has the offsets `a(b(i))`: for each mode one, and their sums."""
    modes = list(b) if is_tuple(b.shape) else [b]
    tables = [[offset(a, x) for x in offsets(mode)] for mode in modes]
    sums = [sum(parts[::-1]) for parts in itertools.product(*tables[::-1])]
    return sums == [offset(a, x) for x in offsets(b)] and all(map(is_table, tables))


def is_table(table):
    """Whether a layout has these offsets: its first extent ends where they stop to be multiples of the first step."""
    while len(table) > 1:
        step = table[1] - table[0]
        extent = next((i for i, x in enumerate(table) if x - table[0] != i * step), len(table))
        starts = table[::extent]
        if len(table) % extent or any(x != starts[i // extent] + i % extent * step for i, x in enumerate(table)):
            return False
        table = starts
    return True


def test_composition():
    answered = refused = 0
    layouts = list(universe())
    for a, b in itertools.product(layouts[::7], layouts[::5]):
        if max(offsets(b)) >= size(a):
            continue
        try:
            result = composition(a, b)
        except LayoutError:
            refused += exists(a, b)
            continue
        answered += 1
        assert compatible(b, result) and offsets(result) == [offset(a, x) for x in offsets(b)]
    assert answered > 4000 and refused < answered // 100, (answered, refused)


def test_complement():
    for layout in universe():
        if not is_strided(layout):
            with pytest.raises(LayoutError):
                complement(layout, 24)
            continue
        for most in (1, 12, 24):
            result = complement(layout, most)
            pairs = [x + y for x in offsets(filter_layout(layout)) for y in offsets(result)]
            assert sorted(pairs) == list(range(max(len(pairs), most))), (layout, most)


def test_right_inverse():
    for layout in universe():
        result = right_inverse(layout)
        assert [offset(layout, x) for x in offsets(result)] == list(range(size(result)))
    assert right_inverse(None) is None and right_inverse(4) == Layout(4)


def test_left_inverse():
    answered = 0
    for layout in universe():
        table = offsets(layout)
        try:
            result = left_inverse(layout)
        except LayoutError:
            continue
        if len(set(table)) == len(table):
            answered += 1
            assert [offset(result, x) for x in table] == list(range(len(table))), layout
        else:
            assert [offset(layout, offset(result, x)) for x in table] == table, layout
    assert answered > 150
    assert left_inverse(None) is None and left_inverse(4) == Layout(4)


def test_divides():
    for layout in universe():
        for tile in (Layout(2), Layout(3), Layout(2, 2), Layout((2, 2), (1, 2))):
            try:
                result = logical_divide(layout, tile)
            except LayoutError:
                continue
            if max(offsets(tile)) < size(layout):
                assert offsets(result[0]) == [offset(layout, x) for x in offsets(tile)]
            assert size(result) >= size(layout) and set(offsets(layout)) <= set(offsets(result))
    a = Layout((4, (2, 4)), (8, (1, 32)))
    halves = logical_divide(a, (2, 2))
    assert halves == make_layout(logical_divide(a[0], 2), logical_divide(a[1], 2))
    assert logical_divide(a, (2,)) == make_layout(logical_divide(a[0], 2), a[1]) == logical_divide(a, (2, None))
    assert zipped_divide(a, (2, 2)) == make_layout(
        make_layout(halves[0][0], halves[1][0]), make_layout(halves[0][1], halves[1][1]))
    assert tiled_divide(a, (2, 2)) == make_layout(zipped_divide(a, (2, 2))[0], halves[0][1], halves[1][1])
    assert zipped_divide(a, (2, None))[0] == make_layout(halves[0][0], Layout(1, 0))
    assert zipped_divide(a, (2, (2, 2))) == hier_unzip(logical_divide, a, (2, (2, 2)))
    assert logical_divide(a, (2, (2, 2)))[1] == logical_divide(a[1], (2, 2))


def test_products():
    for layout in universe():
        if not is_strided(layout):
            continue
        for tile in (Layout(1), Layout(2), Layout((2, 3), (3, 1))):
            try:
                result = logical_product(layout, tile)
            except LayoutError:
                continue
            assert result[0] == layout and size(result[1]) == size(tile)
            block = set(offsets(layout))
            sums = [x + y for x in block for y in offsets(result[1])]
            assert len(set(sums)) == len(sums)
            order = sorted(range(size(tile)), key=tile)
            assert order == sorted(range(size(tile)), key=result[1])
    a, b = Layout((2, 5), (5, 1)), Layout((3, 4))
    product_ = logical_product(a, b)
    assert zipped_product(a, b) == product_ and tiled_product(a, b) == make_layout(product_[0], *product_[1])
    assert blocked_product(a, b) == Layout(((2, 3), (5, 4)), ((5, 10), (1, 30)))
    assert raked_product(a, b) == Layout(((3, 2), (4, 5)), ((10, 5), (30, 1)))
    assert zipped_product(a, (2, 3)) == hier_unzip(logical_product, a, (2, 3))
    assert logical_product(a, (None, 3)) == make_layout(a[0], logical_product(a[1], 3))


def test_nullspace():
    for layout in universe():
        result = nullspace(layout)
        still = [n for n, d in zip(flatten(layout.shape), flatten(layout.stride)) if d == 0]
        assert size(result) == product(tuple(still)) == len(set(offsets(result)))
        assert all(offset(layout, x) == 0 for x in offsets(result))


def test_slice():
    a = Layout((4, (2, 3)), (6, (1, 2)))
    assert a(1, (None, 2)) == Layout((2,), (1,)) and a(None) == Layout(((4, (2, 3)),), ((6, (1, 2)),))
    kept, first = slice_and_offset((None, 2), a)
    assert [first + kept(i) for i in range(4)] == [a(i, 2) for i in range(4)]
    assert slice_((None, (None, 1)), (4, (2, 3))) == (4, 2) and slice_(1, 4) == ()
    assert has_none((1, (None, 2))) and not has_none((1, (3, 2)))
    for bad in (lambda: slice_((None, 1), 4), lambda: slice_((None,), (4, 8))):
        with pytest.raises(ValueError):
            bad()


def test_int_tuple():
    assert flatten(((2, (3,)), (), 4)) == (2, 3, 4) and flatten(4) == (4,) and flatten(()) == ()
    assert [signum(x) for x in (-7, 0, 7)] == [-1, 0, 1] and tuple_max(((2, 9), 4)) == 9
    assert product(((2, 3), 4)) == 24 and product(()) == 1 and product_each(((2, 3), 4)) == (6, 4)
    assert inner_product(((2, 3), 4), ((2, 1), 2)) == 15 and elem_scale((2, 3), (3, (4, 5))) == (6, 60)
    assert prefix_product(((2, 3), (2, 1, 2))) == ((1, 2), (6, 12, 12)) and prefix_product((3, 2), 5) == (5, 15)
    assert prefix_product((3, (2, 2)), (1, 4)) == (1, (4, 8))
    assert shape_div(((3, 4), 6), 36) == ((1, 1), 2) and shape_div((6, (3, 4)), (2, 6)) == (3, (1, 2))
    for i in range(24):
        assert crd2idx(idx2crd(i, (2, (3, 4))), (2, (3, 4))) == i == crd2crd(idx2crd(i, (4, 6)), 24, (4, 6))
        assert crd2crd(i, (4, 6)) == idx2crd(i, (4, 6))
    assert idx2crd(5, (2, 3), (3, 1)) == (1, 2) and idx2crd((1, 5), (2, (3, 2))) == (1, (2, 1)) and idx2crd(30, (2, 3)) == (0, 0)
    assert crd2idx((1, None), (2, 3)) == 1 and crd2idx(None, (2, 3)) == 0 and crd2idx((1, 9), (2, 3)) == 19
    for bad in (
        lambda: elem_scale((2, 3), 4), lambda: inner_product((1, 2), (1, 2, 3)), lambda: shape_div(7, 2),
        lambda: prefix_product(3, (1, 2)), lambda: idx2crd((1, 2), 3), lambda: crd2crd((1, 2), 6), lambda: crd2crd(6, 6),
        lambda: crd2idx((1, 2), 3), lambda: crd2idx((1, 2, 3), (4, 5)), lambda: idx2crd((1, 2, 3), (4, 5)),
    ):
        with pytest.raises(ValueError):
            bad()


def test_typing():
    for kind, value, holds in ((int, 1, True), (float, 1.0, False), (str, "1", False), (bool, True, False)):
        assert issubclass(kind, Integer) == isinstance(value, Integer) == is_int(value) == holds


def test_swizzle():
    for bits, base, shift in itertools.product(range(4), range(3), range(-4, 5)):
        if abs(shift) < bits:
            with pytest.raises(LayoutError):
                Swizzle(bits, base, shift)
            continue
        swizzle = Swizzle(bits, base, shift)
        mask = ((1 << bits) - 1) << base
        assert swizzle.yyy_msk == mask << max(shift, 0) and swizzle.zzz_msk == mask << max(-shift, 0)
        table = [swizzle(x) for x in range(swizzle.size())]
        assert table == [x ^ shiftr(x & swizzle.yyy_msk, shift) for x in range(swizzle.size())]
        assert sorted(table) == list(range(swizzle.cosize()))
        assert eval(repr(swizzle)) == swizzle and str(swizzle) == f"SW_{bits}_{base}_{shift}"
    assert [shiftl(6, 1), shiftl(6, -1), shiftr(6, 1), shiftr(6, -1)] == [12, 3, 3, 12]


def test_composed_layout():
    a = ComposedLayout(Swizzle(2, 0, 2), 1, Layout((4, 4), (4, 1)))
    assert is_layout(a) and len(a) == 2 and size(a) == 16 and cosize(a) == 16 and a[1].layoutA == Layout(4, 1)
    assert [a(i, j) for i in range(3) for j in range(4)] == [Swizzle(2, 0, 2)(1 + 4 * i + j) for i in range(3) for j in range(4)]
    assert eval(repr(a)) == a and hash(eval(repr(a))) == hash(a)


def test_shapes():
    a = Layout((4, (2, 3)), (6, (1, 2)))
    assert (shape(a), stride(a), rank(a), depth(a), coshape(a)) == (a.shape, a.stride, 2, 2, 24)
    assert (shape(4), rank(4), depth(4), rank((4, 2)), depth((4, (2,)))) == (4, 1, 0, 2, 2)
    assert congruent(a, (1, (2, 3))) and weakly_congruent((24, 1), a) and compatible((4, 6), a) and not compatible((6, 4), a)


ROWS = [
    ("composition(Layout((4,3),(3,1)), Layout(6))", None),
    ("composition(Layout((2,5),(5,1)), Layout(4,3))", "Layout((2,2),(6,3))"),
    ("logical_divide(Layout(16), Layout((4,2),(1,3)))", None),
    ("logical_product(Layout(3,3), Layout(8))", None),
    ("logical_product(Layout(4), 2)", "Layout((4,2),(1,4))"),
    ("complement(Layout((4,6),(1,6)))", None),
    ("complement(4, 8)", "Layout(2,4)"),
    ("complement(Layout((2,2),(4,3)), 8)", None),
    ("left_inverse(Layout((4,8),(1,5)))", "Layout((5,8),(1,4))"),
    ("left_inverse(Layout((3,4),(3,3)))", None),
    ("idx2crd((1,5), (2,(3,2)))", "(1,(2,1))"),
    ("Swizzle(0, 0, 0)(5)", "5"),
    ("right_inverse(Layout((3,2),(1,0)))", "Layout(3,1)"),
]


@pytest.mark.parametrize("call, answer", ROWS)
def test_differences(call, answer):
    if answer is None:
        with pytest.raises(LayoutError):
            eval(call)
    else:
        assert eval(call) == eval(answer)


def test_every_difference_is_listed():
    import static_layout.pycute

    listed = [line.split("`")[1] for line in static_layout.pycute.__doc__.splitlines() if line.startswith("| `")]
    assert listed == [call for call, _ in ROWS]


def test_other_values_are_refused():
    for bad in (
        lambda: composition("4:1", 4), lambda: complement((4, 8)), lambda: coalesce(None), lambda: Layout(4.0), lambda: Layout(True),
        lambda: Layout((4, 8), 1), lambda: Layout(2**70), lambda: composition(Layout(4), (2, 2)), lambda: zipped_divide(Layout(4), (2, 2)),
        lambda: Layout((4, 8))((1, 2, 3)), lambda: Layout((4, 8))[2], lambda: logical_divide(Layout(4), "x"),
    ):
        with pytest.raises((ValueError, TypeError, IndexError, OverflowError)):
            bad()
