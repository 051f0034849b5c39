"""Layouts and NumPy's arrays: each function beside its definition, and what is refused."""
import itertools
import random
import subprocess
import sys
import threading
import time

import pytest

numpy = pytest.importorskip("numpy")

from static_layout import ComposedLayout, E, Layout, LayoutError, Swizzle, SymbolicLayout, copy, matmul

FLOATS = ["float32", "float64"]


def layouts(extents, strides, ranks):
    """All flat layouts of these extents and strides."""
    for rank in ranks:
        for shape in itertools.product(extents, repeat=rank):
            for stride in itertools.product(strides, repeat=rank):
                yield Layout(shape, stride)


NESTED = [
    "((2,2),(2,(3,2))):((1,4),(2,(8,24)))",
    "(4,(2,3)):(0,(4,8))",
    "((3,2),1,(1,5)):((7,1),9,(3,-2))",
    "((2,2,2),(2,2,2),(2,2,2),(2,2)):((1,2,4),(8,16,32),(64,128,256),(512,1024))",
    "(2048,3):(1,4096)",
    "(3,2048):(1,3)",
    "(3,2049,2):(5000,2,1)",
    "(5000):(3)",
    "((2,5000),2):((7,3),1)",
]


def table(layout):
    """The definition of the offsets."""
    return [layout(i) for i in range(layout.size())]


# offsets, coords


def test_offsets_are_those_of_every_linear_index():
    count = 0
    for layout in layouts((0, 1, 2, 3), (-3, 0, 1, 4), (1, 2, 3)):
        assert layout.offsets().tolist() == table(layout), layout
        count += 1
    for text in NESTED:
        layout = Layout(text)
        assert layout.offsets().tolist() == table(layout), layout
    assert count == 16 + 16**2 + 16**3


def test_offsets_of_swizzles():
    for bits, base, shift in itertools.product((0, 1, 2), (0, 1, 3), (-3, -2, 2, 3)):
        swizzle = Swizzle(bits, base, shift)
        for plain, offset in (("(4,8):(8,1)", 0), ("(8,3):(-1,8)", 7), ("(3,2049):(2,7)", 5), ("0:1", 3)):
            layout = ComposedLayout(swizzle, offset, Layout(plain))
            found = layout.offsets()
            assert found.dtype == numpy.int64
            assert found.tolist() == table(layout), layout


def test_coords_are_the_digits_of_the_linear_index():
    for text in NESTED + ["(0,2):(1,1)", "4:1", "(2,1,3):(0,0,0)"]:
        layout = Layout(text)
        leaves = numpy.array(layout.flatten().shape).ravel().tolist()
        found = layout.coords()
        assert found.shape == (layout.size(), len(leaves))
        for i in range(0, layout.size(), 7):
            digits, rest = [], i
            for extent in leaves:
                digits.append(rest % extent)
                rest //= extent
            assert found[i].tolist() == digits
    swizzled = ComposedLayout(Swizzle(1, 0, 1), 0, Layout((2, 2)))
    assert swizzled.coords().tolist() == Layout((2, 2)).coords().tolist()


def test_offsets_refuse_what_has_none():
    with pytest.raises(LayoutError):
        Layout((2, 3), (E(0), E(1))).offsets()
    with pytest.raises((TypeError, LayoutError, AttributeError)):
        SymbolicLayout("(n,4):(4,1)").offsets()
    with pytest.raises((MemoryError, ValueError)):
        Layout(2**62, 0).offsets()


# view, of


def test_a_view_has_the_elements_of_the_layout():
    array = numpy.arange(40)
    for text in NESTED[:4] + ["(4,8):(8,1)", "8:-1", "(3,2):(-4,1)", "(2,0):(1,1)", "()"]:
        layout = Layout(text)
        least = layout.min_offset() if layout.size() else 0
        origin = max(0, -least)
        if layout.size() and origin + layout.max_offset() >= len(array):
            continue
        view = layout.view(array, origin)
        flat = layout.flatten().shape
        assert view.shape == (flat if isinstance(flat, tuple) else (flat,))
        assert view.ravel(order="F").tolist() == [origin + layout(i) for i in range(layout.size())]
        assert numpy.may_share_memory(view, array) or not layout.size()


def test_a_view_writes_the_array_unless_coordinates_share_elements():
    array = numpy.zeros(12)
    view = Layout((3, 4), (4, 1)).view(array)
    view[2, 1] = 7
    assert array[9] == 7 and view.flags.writeable
    for text in ("(4,3):(0,1)", "(3,3):(1,1)", "(2,3):(2,1)"):
        view = Layout(text).view(array)
        assert not view.flags.writeable, text
        with pytest.raises(ValueError):
            view[...] = 1
    array.flags.writeable = False
    assert not Layout(12).view(array).flags.writeable
    assert not Layout(4).view(b"abcd").flags.writeable
    memory = bytearray(b"abcd")
    Layout((2, 2), (2, 1)).view(memory)[1, 0] = ord("x")
    assert memory == b"abxd"


def test_a_view_of_other_arrays():
    array = numpy.arange(24).reshape(4, 6)
    assert Layout(3, 7).view(array).tolist() == [0, 7, 14]
    assert Layout(3, 5).view(array.T).tolist() == [0, 5, 10]
    assert Layout(3, 2).view(numpy.arange(20)[::-2]).tolist() == [19, 15, 11]
    assert Layout((2, 2), (1, 2)).to_flat().view(array).shape == (2, 2)
    assert Layout(((2, 2), 3), ((1, 2), 4)).view(array).shape == (2, 2, 3)
    assert Layout(((2, 2), 3), ((1, 2), 4)).to_flat().view(array).shape == (4, 3)
    with pytest.raises(LayoutError, match="has no stride of its own"):
        Layout(((2, 2), 3), ((1, 3), 6)).to_flat()
    with pytest.raises(ValueError, match="without gaps"):
        Layout(3).view(array[:, ::2])
    objects = numpy.array([{}, [], ()], dtype=object)
    view = Layout(2, 2).view(objects)
    assert view[0] is objects[0] and view[1] is objects[2]
    records = numpy.zeros(6, dtype="i4,f8")
    Layout(3, 2).view(records)["f1"] = 2
    assert records["f1"].tolist() == [2, 0, 2, 0, 2, 0]


def test_a_view_is_refused_with_the_reach():
    with pytest.raises(LayoutError) as refused:
        Layout(4, 3).view(numpy.zeros(8))
    assert str(refused.value).startswith(
        "cannot view a slice through 4:3: it reaches from 0 to 9 around element 0 of 8"
    )
    assert refused.value.rule == "Slice"
    assert refused.value.numbers["greatest"] == 9
    for layout, offset in ((Layout(4, -1), 2), (Layout(4, 1), 5), (Layout(1, 0), 8), (Layout(2, 2**60), 0)):
        with pytest.raises(LayoutError, match="cannot view"):
            layout.view(numpy.zeros(8), offset)
    assert Layout(0, 9).view(numpy.zeros(8), 100).shape == (0,)
    for offset in (-1, 2**64, 2**200, 1.5, "0", None):
        with pytest.raises((OverflowError, TypeError)):
            Layout(1).view(numpy.zeros(8), offset)
    with pytest.raises(TypeError, match="has a swizzle"):
        ComposedLayout(Swizzle(1, 0, 1), 0, Layout(4)).view(numpy.zeros(8))
    with pytest.raises(LayoutError):
        Layout((2, 2), (E(0), E(1))).view(numpy.zeros(8))


def test_the_layout_of_an_array():
    array = numpy.zeros((4, 6, 2), "f4")
    assert Layout.of(array) == Layout((4, 6, 2), (12, 2, 1))
    assert Layout.of(array.T) == Layout((2, 6, 4), (1, 2, 12))
    assert Layout.of(array[::-2, 1::3]) == Layout((2, 2, 2), (-24, 6, 1))
    assert Layout.of(numpy.broadcast_to(array, (3, 4, 6, 2))) == Layout((3, 4, 6, 2), (0, 12, 2, 1))
    assert Layout.of(numpy.array(5)).size() == 1
    assert Layout.of(bytearray(5)) == Layout((5,), (1,))
    assert Layout.of(memoryview(array)) == Layout.of(array)
    records = numpy.zeros(4, dtype=[("a", "u4"), ("b", "f8")])
    with pytest.raises(LayoutError, match="the stride of 12 bytes is not a multiple of the item size 8"):
        Layout.of(records["b"])
    with pytest.raises(LayoutError, match="13 axes"):
        Layout.of(numpy.zeros((1,) * 13))
    for value in (3, "4:1", [1, 2], None, object()):
        with pytest.raises(TypeError):
            Layout.of(value)


def test_view_and_of_are_inverse():
    array = numpy.arange(30)
    for layout in layouts((2, 3), (-3, 1, 2, 5), (1, 2)):
        origin = -layout.min_offset()
        if origin + layout.max_offset() < 30:
            assert Layout.of(layout.view(array, origin)) == layout


class Torch:
    """What the layout of a tensor of torch is read from."""

    def __init__(self, shape, strides):
        self.shape, self.strides = shape, strides

    def stride(self):
        return self.strides


class Exporter:
    """A tensor of another library: nothing but DLPack."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_dlpack():
    if not hasattr(numpy, "from_dlpack"):
        pytest.skip("NumPy before 1.23 has no from_dlpack")
    assert Layout.of(Torch((2, 3), (3, 1))) == Layout((2, 3), (3, 1))
    array = numpy.arange(12.0)
    tensor = Exporter(array)
    assert Layout.of(tensor) == Layout((12,), (1,))
    view = Layout((3, 4), (1, 3)).view(array)
    assert Layout.of(Exporter(view)) == Layout((3, 4), (1, 3))
    # A view exports its strides, and the memory is that of the array.
    there = numpy.from_dlpack(Exporter(view))
    assert there.strides == view.strides and numpy.shares_memory(there, array)
    assert Layout(3, 4).view(tensor).tolist() == [0, 4, 8]
    out = numpy.zeros(12)
    copy(tensor, out)
    assert out.tolist() == array.tolist()
    assert matmul(Exporter(array.reshape(3, 4)), Exporter(array.reshape(4, 3))).shape == (3, 3)


# copy


def expected_copy(src, dst, a, b):
    out = dst.copy()
    for i in range(a.size()):
        out[b(i)] = src[a(i)]
    return out


@pytest.mark.parametrize("dtype", ["u1", "<i2", "f4", "f8", "c16", "S3", "S5", "U3", "i4,u1", "M8[s]", "?", "V24"])
def test_copies_are_those_by_linear_index(dtype):
    rng = random.Random(7)
    some = numpy.frombuffer(rng.randbytes(200 * numpy.dtype(dtype).itemsize), "u1")
    src = (some % 2 if dtype == "?" else some).view(dtype)
    dst = numpy.zeros(200, dtype)
    pairs = [
        ("(4,6):(6,1)", "(4,6):(1,4)"),
        ("(4,6):(6,1)", "(6,4):(1,6)"),
        ("(8,3):(3,1)", "(6,4):(1,6)"),
        ("((2,2),6):((6,12),1)", "24:5"),
        ("24:0", "(2,3,4):(1,2,6)"),
        ("24:1", "24:7"),
        ("(4,6):(0,1)", "(4,6):(6,1)"),
        ("(16,8):(8,1)", "((4,4),(2,4)):((1,8),(4,32))"),
        ("1:0", "1:0"),
        ("0:1", "(3,0):(1,3)"),
    ]
    for a, b in pairs:
        a, b, out = Layout(a), Layout(b), dst.copy()
        copy(src, out, a, b)
        assert out.tobytes() == expected_copy(src, dst, a, b).tobytes(), (a, b)


def test_all_small_copies():
    src, count = numpy.arange(100, 120), 0
    sources = [a for a in layouts((1, 2, 3), (0, 1, 2, 4), (1, 2)) if a.max_offset() < 20]
    targets = [b for b in layouts((1, 2, 3), (0, 1, 2, 4), (1, 2)) if b.max_offset() < 20]
    for a, b in itertools.product(sources, targets):
        out = numpy.zeros(20, src.dtype)
        if a.size() != b.size():
            with pytest.raises(LayoutError, match=f"the sizes {a.size()} and {b.size()} differ"):
                copy(src, out, a, b)
        elif not b.is_injective():
            with pytest.raises(LayoutError, match="share the offset"):
                copy(src, out, a, b)
            assert not out.any()
        else:
            copy(src, out, a, b)
            assert out.tolist() == expected_copy(src, numpy.zeros(20, src.dtype), a, b).tolist(), (a, b)
            count += 1
    assert count > 1000


def test_copies_through_swizzles_and_modes_that_do_not_meet():
    src = numpy.arange(4096, dtype="f4")
    swizzled = ComposedLayout(Swizzle(3, 2, 3), 0, Layout((64, 64), (64, 1)))
    there, back = numpy.zeros_like(src), numpy.zeros_like(src)
    copy(src, there, Layout((64, 64)), swizzled)
    assert there[swizzled.offsets()].tolist() == src.tolist()
    copy(there, back, swizzled, Layout((64, 64)))
    assert back.tolist() == src.tolist()
    # The coordinates of neither are those of the other: 15 by 4 as 4 by 15.
    out = numpy.zeros(60)
    copy(numpy.arange(60.0), out, Layout((15, 4), (4, 1)), Layout((4, 15), (15, 1)))
    assert out.tolist() == expected_copy(
        numpy.arange(60.0), numpy.zeros(60), Layout((15, 4), (4, 1)), Layout((4, 15), (15, 1))
    ).tolist()


def test_large_copies_through_swizzles():
    src = numpy.random.default_rng(2).random(1 << 19)
    plain, line = Layout((512, 1024), (1024, 1)), Layout((512, 1024))
    swizzled = ComposedLayout(Swizzle(3, 2, 4), 0, plain)
    moved = ComposedLayout(Swizzle(3, 2, 4), 64, Layout((512, 1024), (1024, 1)))
    there, back = numpy.zeros_like(src), numpy.zeros_like(src)
    copy(src, there, line, swizzled)
    assert (there[swizzled.offsets()] == src).all()
    copy(there, back, swizzled, line)
    assert (back == src).all()
    copy(src, there, plain, swizzled)
    assert (there[swizzled.offsets()] == src[plain.offsets()]).all()
    copy(there, back, swizzled, ComposedLayout(Swizzle(2, 1, 5), 0, plain))
    assert (back[ComposedLayout(Swizzle(2, 1, 5), 0, plain).offsets()] == src[plain.offsets()]).all()
    wide = numpy.zeros(src.size + 1024)
    copy(src, wide, line, moved)
    assert (wide[moved.offsets()] == src).all()


def test_copies_of_arrays_are_those_of_numpy():
    rng = numpy.random.default_rng(5)
    for shape in ((3,), (4, 5), (2, 3, 4), (1, 7, 1), (0, 3), (), (2,) * 11, (2,) * 14):
        src = rng.integers(0, 99, shape)
        for order in "CF":
            dst = numpy.zeros(shape, src.dtype, order=order)
            copy(src, dst)
            assert (dst == src).all()
            copy(src[..., ::-1] if shape else src, dst)
            assert (dst == (src[..., ::-1] if shape else src)).all()


def test_arrays_that_share_memory_are_copied_as_if_apart():
    array = numpy.arange(20)
    copy(array, array, Layout(10, 1), ComposedLayout(Swizzle(0, 0, 1), 1, Layout(10)))
    assert array.tolist() == [0, *range(10), *range(11, 20)]
    array = numpy.arange(9).reshape(3, 3)
    copy(array.T, array)
    assert array.tolist() == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
    copy(array, array)
    assert array.tolist() == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]


def test_copies_are_refused():
    eight, sixteen = numpy.zeros(8), numpy.zeros(16)
    with pytest.raises(LayoutError, match="cannot copy 5:0 to 4:1: the sizes 5 and 4 differ"):
        copy(eight, sixteen, Layout(5, 0), Layout(4))
    with pytest.raises(LayoutError, match="it reaches from 0 to 15 around element 0 of 8"):
        copy(eight, sixteen, Layout(16), Layout(16))
    with pytest.raises(LayoutError, match="it reaches from 0 to 15 around element 0 of 8"):
        copy(sixteen, eight, Layout(16), Layout(16))
    with pytest.raises(LayoutError, match="it reaches from 0 to 10 around element 0 of 9"):
        copy(numpy.zeros(9), sixteen, ComposedLayout(Swizzle(2, 0, 2), 0, Layout(9)), Layout(9))
    with pytest.raises(LayoutError, match="share the offset"):
        copy(eight, sixteen, Layout(8), Layout(8, 0))
    with pytest.raises(LayoutError):
        copy(eight, numpy.lib.stride_tricks.as_strided(numpy.zeros(1), (8,), (0,)))
    locked = numpy.zeros(8)
    locked.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        copy(eight, locked)
    with pytest.raises(TypeError, match="converts nothing"):
        copy(eight, numpy.zeros(8, "f4"))
    with pytest.raises(TypeError, match="converts nothing"):
        copy(numpy.zeros(8, "i8"), numpy.zeros(8, "u8"))
    with pytest.raises(TypeError, match="hold references"):
        copy(numpy.zeros(8, object), numpy.zeros(8, object))
    with pytest.raises(TypeError, match="hold references"):
        copy(numpy.zeros(8, "i4,O"), numpy.zeros(8, "i4,O"))
    with pytest.raises(TypeError, match="byte order"):
        copy(numpy.zeros(8, ">f4"), numpy.zeros(8, ">f4"))
    shifted = numpy.frombuffer(bytearray(65), "u1")[1:].view("f8")
    assert not shifted.flags.aligned
    with pytest.raises(ValueError, match="not aligned"):
        copy(shifted, eight)
    with pytest.raises(ValueError, match="not aligned"):
        copy(eight, shifted)
    packed = numpy.zeros(8, numpy.dtype([("a", "u1"), ("b", "f8")]))
    with pytest.raises((ValueError, LayoutError)):
        copy(packed["b"], eight)


def test_destinations_whose_elements_overlap_are_refused():
    strided = numpy.lib.stride_tricks.as_strided
    still = strided(numpy.zeros(1), (8,), (0,))
    with pytest.raises(ValueError, match="8 bytes each, and lie 0 bytes apart"):
        copy(numpy.zeros(8), still, Layout(8), Layout(8))
    with pytest.raises(ValueError, match="lie 0 bytes apart"):
        matmul(numpy.zeros((2, 2)), numpy.zeros((2, 2)), still, out_layout=Layout((2, 2)))
    close = strided(numpy.zeros(9, "S4"), (8,), (3,))
    with pytest.raises(ValueError, match="4 bytes each, and lie 3 bytes apart"):
        copy(numpy.zeros(8, "S4"), close, Layout(8), Layout(8))
    # One element may lie anywhere, and sources may overlap.
    copy(numpy.ones(1), still, Layout(1), Layout(1))
    assert still[7] == 1
    out = numpy.zeros(8)
    copy(still, out, Layout(8), Layout(8))
    assert (out == 1).all()
    # Steps that are no multiple of an element.
    records = numpy.zeros(5, "i4,S8")
    copy(numpy.array([b"%d" % i for i in range(5)], "S8"), records["f1"], Layout(5), Layout(5))
    assert records["f1"].tolist() == [b"0", b"1", b"2", b"3", b"4"]


class bfloat(numpy.void):
    """A type of two bytes that NumPy calls bfloat16, and aligns to one."""


def test_a_dtype_that_has_the_name_of_another():
    dtype = numpy.dtype((bfloat, "V2"))
    memory = numpy.frombuffer(bytearray(b"\0\x80?" * 3), "u1")[1:9]
    array = memory.view(dtype).reshape(2, 2)
    try:
        matmul(array, array)
    except TypeError:
        pass


def strings():
    """Arrays of StringDType, whose elements refer to memory elsewhere."""
    if hasattr(numpy, "dtypes") and hasattr(numpy.dtypes, "StringDType"):
        yield numpy.array(["a" * 40] * 4, dtype=numpy.dtypes.StringDType())


def test_texts_elsewhere_are_refused():
    for array in strings():
        with pytest.raises(TypeError, match="hold references"):
            copy(array, array.copy())
        with pytest.raises(TypeError):
            Layout(2, 2).view(array)


# matmul


class Tagged(numpy.ndarray):
    """A subclass."""


def matrix(rng, shape, dtype):
    if numpy.dtype(dtype).kind in "iu":
        info = numpy.iinfo(dtype)
        return rng.integers(info.min, info.max, shape, endpoint=True).astype(dtype)
    return rng.integers(-4, 5, shape).astype(dtype)


@pytest.mark.parametrize("dtype", FLOATS + ["int32"])
def test_products_are_those_of_numpy(dtype):
    rng = numpy.random.default_rng(3)
    sizes = [(1, 1, 1), (2, 3, 4), (1, 9, 5), (7, 1, 3), (17, 33, 9), (64, 64, 64), (65, 130, 67), (3, 0, 2), (0, 2, 3)]
    for m, k, n in sizes:
        a, b = matrix(rng, (m, k), dtype), matrix(rng, (k, n), dtype)
        c = a @ b
        assert c.dtype == dtype
        assert (matmul(a, b) == c).all()
        assert (matmul(numpy.asfortranarray(a), numpy.asfortranarray(b)) == c).all()
        assert (matmul(a[::-1, ::-1], b) == a[::-1, ::-1] @ b).all()
        wide = numpy.zeros((2 * m, 3 * n), dtype)
        out = wide[::2, ::3]
        assert matmul(a, b, out) is out
        assert (out == c).all() and wide[1::2].sum() == 0
        turned = numpy.zeros((n, m), dtype)
        matmul(a, b, turned.T)
        assert (turned.T == c).all()
        tagged = numpy.zeros((m, n), dtype).view(Tagged)
        assert matmul(a, b, tagged) is tagged and (numpy.asarray(tagged) == c).all()


def test_products_through_layouts():
    rng = numpy.random.default_rng(4)
    a, b = matrix(rng, 96, "f4"), matrix(rng, 96, "f4")
    tiled = Layout("((4,2),(3,2)):((1,12),(4,24))")
    part = ComposedLayout(Swizzle(2, 1, 2), 0, Layout((6, 8), (8, 1)))
    left = numpy.array([[a[tiled(i, j)] for j in range(6)] for i in range(8)])
    right = numpy.array([[b[part(i, j)] for j in range(8)] for i in range(6)])
    assert (matmul(a, b, a_layout=tiled, b_layout=part) == left @ right).all()
    out = numpy.zeros(64, "f4")
    into = ComposedLayout(Swizzle(3, 0, 3), 0, Layout((8, 8), (8, 1)))
    assert matmul(a, b, out, tiled, part, into) is out
    for i, j in itertools.product(range(8), repeat=2):
        assert out[into(i, j)] == (left @ right)[i, j]


@pytest.mark.parametrize("right", ["int8", "uint8"])
@pytest.mark.parametrize("left", ["int8", "uint8"])
def test_products_of_bytes(left, right):
    rng = numpy.random.default_rng(6)
    for m, k, n in ((1, 1, 1), (5, 7, 3), (33, 70, 20), (4, 0, 4)):
        a, b = matrix(rng, (m, k), left), matrix(rng, (k, n), right)
        c = matmul(a, b)
        assert c.dtype == numpy.int32
        assert (c == a.astype("int32") @ b.astype("int32")).all()


def test_products_of_bfloat16():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    rng = numpy.random.default_rng(8)
    for m, k, n in ((1, 1, 1), (5, 7, 3), (64, 96, 64)):
        a, b = (matrix(rng, shape, "f4").astype(ml_dtypes.bfloat16) for shape in ((m, k), (k, n)))
        c = matmul(a, b)
        assert c.dtype == numpy.float32
        assert (c == a.astype("f4") @ b.astype("f4")).all()
    out = numpy.zeros((64, 64), ml_dtypes.bfloat16)
    copy(a[:, :64], out)
    assert (out == a[:, :64]).all()
    assert Layout.of(a) == Layout((64, 96), (96, 1))
    assert Layout(2, 3).view(a).tolist() == [a[0, 0], a[0, 3]]


def test_a_result_may_share_memory_with_operands():
    rng = numpy.random.default_rng(9)
    a, b = matrix(rng, (40, 40), "f8"), matrix(rng, (40, 40), "f8")
    c = a @ b
    assert (matmul(a.copy(), b, out=b) == c).all()
    square = c.copy()
    expected = square @ square
    matmul(square, square, out=square)
    assert (square == expected).all()


def test_products_are_refused():
    a, b = numpy.zeros((2, 3)), numpy.zeros((4, 2))
    with pytest.raises(ValueError, match="A has 3 columns and B has 4 rows"):
        matmul(a, b)
    with pytest.raises(ValueError, match="A has 2 rows and C has 3"):
        matmul(a, numpy.zeros((3, 2)), numpy.zeros((3, 2)))
    with pytest.raises(ValueError, match="of rank 1: a matrix has rank 2"):
        matmul(numpy.zeros(3), b)
    with pytest.raises(ValueError, match="of rank 3: a matrix has rank 2"):
        matmul(numpy.zeros((1, 2, 3)), b)
    with pytest.raises(TypeError, match="no product of float64 and float32"):
        matmul(a, numpy.zeros((3, 2), "f4"))
    for dtype in ("f2", "c8", "i8", "?", "S4", "M8[s]", "i4,i4"):
        with pytest.raises(TypeError, match="no product"):
            matmul(numpy.zeros((2, 2), dtype), numpy.zeros((2, 2), dtype))
    with pytest.raises(TypeError, match="the sums are float64"):
        matmul(a, numpy.zeros((3, 2)), numpy.zeros((2, 2), "f4"))
    with pytest.raises(TypeError, match="which is missing"):
        matmul(a, numpy.zeros((3, 2)), out_layout=Layout((2, 2)))
    with pytest.raises(LayoutError, match="share the offset"):
        matmul(a, numpy.zeros((3, 2)), numpy.zeros(4), out_layout=Layout((2, 2), (1, 0)))
    with pytest.raises(ValueError, match="read-only"):
        matmul(a, numpy.zeros((3, 2)), numpy.broadcast_to(numpy.zeros(2), (2, 2)))
    with pytest.raises(LayoutError, match="cannot view"):
        matmul(numpy.zeros(5), numpy.zeros((3, 2)), a_layout=Layout((2, 3)))
    shifted = numpy.frombuffer(bytearray(33), "u1")[1:].view("f8").reshape(2, 2)
    with pytest.raises(ValueError, match="not aligned"):
        matmul(shifted, shifted)


# hostile input


class Liar(numpy.ndarray):
    """A subclass that lies about its memory."""

    @property
    def __array_interface__(self):
        return {"data": (16, False), "shape": (10**6,), "strides": None, "typestr": "<f8", "version": 3}

    shape = property(lambda self: (10**6,))
    strides = property(lambda self: (8,))
    size = property(lambda self: 10**6)
    flags = property(lambda self: None)
    ndim = property(lambda self: 1)

    def __array__(self, *args, **kwargs):
        raise RuntimeError("asked")

    def __len__(self):
        return 10**6


class Interface:
    """Not an array: an address in a dictionary."""

    __array_interface__ = {"data": (16, False), "shape": (4,), "strides": None, "typestr": "<f8", "version": 3}


def test_a_subclass_that_lies_is_read_by_its_memory():
    liar = numpy.arange(4.0).view(Liar)
    out = numpy.zeros(4)
    copy(liar, out)
    assert out.tolist() == [0, 1, 2, 3]
    with pytest.raises(LayoutError, match="around element 0 of 4"):
        copy(liar, numpy.zeros(100), Layout(100), Layout(100))
    with pytest.raises(LayoutError, match="around element 0 of 4"):
        Layout(5).view(liar)
    copy(numpy.arange(4.0) * 2, liar)
    assert numpy.asarray(liar).tolist() == [0, 2, 4, 6]
    with pytest.raises(TypeError, match="an array was expected, not Interface"):
        copy(Interface(), out)
    masked = numpy.ma.array(numpy.arange(4.0), mask=[0, 1, 0, 1])
    copy(masked, out)
    assert out.tolist() == [0, 1, 2, 3]


def deep(levels):
    value = 1
    for _ in range(levels):
        value = (value,)
    return value


class Raises:
    def __getattr__(self, name):
        raise ZeroDivisionError(name)

    def __index__(self):
        raise ZeroDivisionError


def hostile_values():
    yield from (None, True, 1.5, "4:1", "x" * 10**5, b"", [], {}, object(), Raises(), Interface())
    yield from (2**63, -(2**63), 2**200, deep(10), deep(40), deep(5000), (1,) * 40, Layout(4), Layout(2**40, 2**20))
    yield from (Layout((2, 2), (E(0), E(1))), Swizzle(1, 0, 1), ComposedLayout(Swizzle(3, 0, 3), 2**50, Layout(8)))
    yield from (numpy.float64(1), numpy.zeros(()), numpy.zeros(0), numpy.zeros((0, 3)), numpy.zeros(4), numpy.zeros((2, 2)))
    yield from (numpy.zeros(4, object), numpy.zeros(4, ">f8"), numpy.zeros(4, "i4,O"), numpy.zeros(4, "V0"), numpy.zeros(4, "S0"))
    yield numpy.broadcast_to(numpy.zeros(1), (4,))
    yield numpy.frombuffer(bytearray(33), "u1")[1:].view("f8")
    yield numpy.lib.stride_tricks.as_strided(numpy.zeros(1), (2**40,), (0,))
    yield numpy.lib.stride_tricks.as_strided(numpy.zeros(8), (2, 2), (9, 3))
    yield numpy.zeros((1,) * 32)
    yield numpy.arange(4.0).view(Liar)
    yield numpy.ma.zeros(4)
    yield numpy.matrix([[1.0, 2.0]])
    yield from strings()


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_hostile_arguments_raise_exceptions():
    """Every function on every pair of values: a result or an exception, and the process lives."""
    values, outcomes = list(hostile_values()), {True: 0, False: 0}
    functions = [
        lambda x, y: copy(x, y),
        lambda x, y: copy(x, numpy.zeros(4), y, Layout(4)),
        lambda x, y: copy(numpy.zeros(4), x, Layout(4), y),
        lambda x, y: matmul(x, y),
        lambda x, y: matmul(numpy.zeros((2, 2)), numpy.zeros((2, 2)), x, out_layout=y),
        lambda x, y: matmul(x, numpy.zeros((2, 2)), a_layout=y),
        lambda x, y: Layout.view(x, y),
        lambda x, y: Layout(2).view(x, y),
        lambda x, y: Layout.of(x) and None,
        lambda x, y: Layout.offsets(x) if not isinstance(x, Layout) or x.size() < 2**20 else None,
        lambda x, y: Layout.coords(y) if not isinstance(y, Layout) or y.size() < 2**20 else None,
    ]
    for function in functions:
        for x, y in itertools.product(values, repeat=2):
            try:
                function(x, y)
                outcomes[True] += 1
            except Exception as error:
                assert type(error).__name__ != "PanicException", error
                outcomes[False] += 1
    assert outcomes[False] > 10000


def test_zero_sizes_and_zero_axes():
    empty, one = numpy.zeros((0, 3)), numpy.array(7.0)
    copy(empty, numpy.zeros((0, 3)))
    out = numpy.array(0.0)
    copy(one, out)
    assert out == 7
    with pytest.raises(LayoutError, match="the item size 0 is not positive"):
        copy(numpy.zeros(4, "V0"), numpy.zeros(4, "V0"))
    copy(numpy.zeros(4, "V0"), numpy.zeros(4, "V0"), Layout(4), Layout(4))
    copy(numpy.zeros(0), numpy.zeros(0), Layout(0), Layout((0, 5)))
    assert matmul(numpy.zeros((0, 3)), numpy.zeros((3, 0))).shape == (0, 0)
    assert (matmul(numpy.zeros((2, 0)), numpy.zeros((0, 2)), numpy.ones((2, 2))) == 0).all()
    assert Layout(0).offsets().shape == (0,)
    assert Layout("()").offsets().tolist() == [0]
    assert Layout("()").view(numpy.arange(3), 2) == 2


# threads, references, imports


def test_copies_run_without_the_lock_and_release_their_arrays():
    src, dst = numpy.ones((2000, 2000)), numpy.zeros((2000, 2000))
    before = sys.getrefcount(src), sys.getrefcount(dst)
    ticks, stop = [], threading.Event()

    def count():
        while not stop.is_set():
            ticks.append(1)
            time.sleep(0)

    switch = sys.getswitchinterval()
    thread = threading.Thread(target=count)
    thread.start()
    # From here on, a thread gets the lock only from one that gives it up.
    sys.setswitchinterval(1000)
    try:
        started = len(ticks)
        copy(src.T, dst)
        during = len(ticks) - started
    finally:
        sys.setswitchinterval(switch)
        stop.set()
        thread.join()
    assert during > 0 and (dst == 1).all()
    assert (sys.getrefcount(src), sys.getrefcount(dst)) == before


def test_threads_that_write_the_source_change_values_only():
    src, dst = numpy.zeros(1 << 16, "u8"), numpy.zeros(1 << 16, "u8")
    stop = threading.Event()

    def write():
        while not stop.is_set():
            src.fill(2**64 - 1)
            src.fill(0)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for _ in range(50):
            copy(src, dst, Layout((256, 256), (256, 1)), Layout((256, 256)))
    finally:
        stop.set()
        thread.join()
    assert set(numpy.unique(dst).tolist()) <= {0, 2**64 - 1}


def test_the_package_does_not_import_numpy():
    program = (
        "import sys, static_layout\n"
        "assert 'numpy' not in sys.modules\n"
        "sys.modules['numpy'] = None\n"
        "try:\n    static_layout.Layout(4).offsets()\n"
        "except ImportError:\n    print('refused')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "refused"


def test_bytes_around_a_destination_stay():
    for item in ("u1", "u2", "f4", "f8", "c16", "S3"):
        for shape in ((7, 9), (64, 64), (33, 5)):
            size = shape[0] * shape[1]
            whole = numpy.full((size + 64) * numpy.dtype(item).itemsize, 0xA5, "u1").view(item)
            inner = whole[32 : 32 + size]
            src = numpy.zeros(size, item)
            copy(src, inner, Layout(shape, (shape[1], 1)), Layout(shape))
            assert inner.tobytes() == src.tobytes()
            guard = whole[:32].tobytes() + whole[32 + size :].tobytes()
            assert guard == b"\xa5" * len(guard)
