"""Layouts and the arrays of NumPy, without a dependency on NumPy: the first call imports it.

An array is a ``numpy.ndarray``, a tensor with ``__dlpack__`` on the CPU (torch, JAX), or a buffer (``bytearray``,
``memoryview``). Anything else is refused, because NumPy would copy it. Where a function takes a layout for an array,
offsets count the elements of an array with one axis, or those of a contiguous array in the order of their addresses.
"""
from __future__ import annotations

from . import _engine
from ._engine import ComposedLayout, Layout

# As in `typing`, whose import takes longer than that of this package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._engine import LayoutLike


def view(self: Layout, array: Any, offset: int = 0) -> Any:
    """The elements of an array through the layout, without a copy: ``v[c] is array[offset + layout(c)]``.

    The view has an axis for each leaf of the shape, the leftmost first. For an axis for each mode, take
    ``layout.to_flat().view(array)``, which is refused where a mode is more than one stride. Negative strides need an
    ``offset``. A view in which two coordinates share an element is read-only, and so is one of a read-only array.

    >>> Layout((2, 3), (1, 2)).view(numpy.arange(6))
    array([[0, 2, 4],
           [1, 3, 5]])

    Raises LayoutError where the layout reaches past the array (``cannot view a slice through 4:3: it reaches from 0 to 9
    around element 0 of 8``), and TypeError for a swizzled layout, which has no strides.
    """
    from numpy.lib.stride_tricks import as_strided

    line = _engine._line(array)
    shape, strides, injective = _engine._axes(self, len(line), offset)
    (step,) = line.strides
    return as_strided(line[offset:], shape, [stride * step for stride in strides], writeable=injective)


def of(array: Any) -> Layout:
    """The layout of an array: its shape, and its strides in elements, a mode for each axis.

    Takes what has ``shape``, ``strides`` in bytes and ``itemsize`` (NumPy, CuPy), ``shape`` and ``stride()`` (torch,
    also on a GPU), or ``__dlpack__`` on the CPU.

    >>> Layout.of(numpy.zeros((4, 8)).T)
    Layout((8, 4), (1, 8))

    Raises LayoutError for a stride that is not a multiple of the element, and for more than 12 axes.
    """
    if callable(getattr(array, "stride", None)):
        return Layout(tuple(array.shape), tuple(array.stride()))
    if not all(hasattr(array, name) for name in ("shape", "strides", "itemsize")):
        array = _engine._exact(array)
    return _engine._of_strides(array.shape, array.strides, array.itemsize)


def offsets(self: LayoutLike) -> Any:
    """All offsets as an array of int64: ``layout.offsets()[i] == layout(i)`` for each linear index ``i``.

    >>> Layout((2, 3), (3, 1)).offsets()
    array([0, 3, 1, 4, 2, 5])
    """
    return _engine._offsets(self)


def coords(self: LayoutLike) -> Any:
    """All coordinates as an array of int64: row ``i`` has the digits of the linear index ``i``, one for each leaf.

    >>> Layout((2, 2), (2, 1)).coords()
    array([[0, 0],
           [1, 0],
           [0, 1],
           [1, 1]])
    """
    return _engine._coords(self).T


def copy(src: Any, dst: Any, src_layout: LayoutLike | None = None, dst_layout: LayoutLike | None = None) -> None:
    """Copies every element: ``dst(i) = src(i)`` for all linear indices ``i``, the leftmost mode fastest.

    Without a layout, an array has its own, ``Layout.of(array)``, so arrays of one shape are copied as by
    ``numpy.copyto``. Layouts may be swizzled. Elements have one dtype, of any size; nothing is converted. If the arrays
    share memory, the result is as if the source had been copied before. Runs without the GIL. A large copy between a
    swizzle and another order takes a buffer of its size.

    >>> a = numpy.arange(6)
    >>> b = numpy.empty(6, a.dtype)
    >>> copy(a, b, Layout((2, 3), (3, 1)), Layout((2, 3)))
    >>> b
    array([0, 3, 1, 4, 2, 5])

    Raises LayoutError for different sizes (``cannot copy 5:0 to 4:1: the sizes 5 and 4 differ``), for a layout that
    reaches past its array, and for a destination in which two coordinates share an element. Raises ValueError for a
    read-only destination and for elements that are not aligned, TypeError for dtypes that differ, objects, and elements
    of the other byte order.
    """
    _engine._copy(src, dst, src_layout, dst_layout)


def matmul(
    a: Any,
    b: Any,
    out: Any = None,
    a_layout: LayoutLike | None = None,
    b_layout: LayoutLike | None = None,
    out_layout: LayoutLike | None = None,
) -> Any:
    """The product of two matrices: ``out(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + ...``

    Matrices are arrays of two axes, or arrays with a layout of rank 2, of any nesting and swizzle. Returns ``out``, or a
    new row-major array. Runs without the GIL, on one thread. If ``out`` shares memory with an operand, the result is as
    if it did not.

    a, b                     sums
    float32                  float32
    float64                  float64
    int32                    int32, which wrap around
    int8 or uint8 each       int32
    bfloat16 (ml_dtypes)     float32

    Raises ValueError for extents that do not agree, LayoutError for an ``out`` in which two coordinates share an element,
    and the errors of ``copy``.
    """
    return _engine._matmul(a, b, out, a_layout, b_layout, out_layout)


setattr(Layout, "of", staticmethod(of))
for _layouts in (Layout, ComposedLayout):
    for _method in (view, offsets, coords):
        setattr(_layouts, _method.__name__, _method)
