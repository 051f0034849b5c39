"""Functions of tuples of integers, which hold integers and tuples."""
from __future__ import annotations

from typing import Any

from .. import _engine
from .typing import Coord, Integer, IntTuple


def is_int(x: object) -> bool:
    """Whether `x` is an integer."""
    return isinstance(x, Integer)


def is_tuple(x: object) -> bool:
    """Whether `x` is a tuple."""
    return isinstance(x, tuple)


def has_none(a: Coord) -> bool:
    """Whether `None` is a leaf of a tuple."""
    return any(map(has_none, a)) if is_tuple(a) else a is None


def flatten(t: IntTuple) -> tuple[Any, ...]:
    """The leaves: `flatten(((2, 3), 4)) == (2, 3, 4)`, `flatten(4) == (4,)`."""
    if not is_tuple(t):
        return (t,)
    return tuple(leaf for part in t for leaf in flatten(part))


def signum(a: int) -> int:
    """The sign: -1, 0 or 1."""
    return (a > 0) - (a < 0)


def product(a: IntTuple) -> int:
    """The product of the leaves: `product(((2, 3), 4)) == 24`."""
    return _engine.product(a)


def product_each(a: IntTuple) -> IntTuple:
    """The product of each element: `product_each(((2, 3), 4)) == (6, 4)`."""
    return _engine.product_each(a)


def inner_product(a: IntTuple, b: IntTuple) -> int:
    """The sum of the products of leaves at the same position."""
    return _engine.inner_product(a, b)


def tuple_max(a: IntTuple) -> int:
    """The greatest leaf."""
    greatest: int = max(flatten(a))
    return greatest


def elem_scale(a: IntTuple, b: IntTuple) -> IntTuple:
    """The products of leaves at the same position; a leaf of `a` scales by the product of a tuple of `b`."""
    return _engine.elem_scale(a, b)


def shape_div(a: IntTuple, b: IntTuple) -> IntTuple:
    """The extents that remain when a shape is divided by another one, or by an integer from the first extent on.

    Raises LayoutError where an extent does not divide.
    """
    return _engine.shape_div(a, b)


def prefix_product(a: IntTuple, init: IntTuple = 1) -> IntTuple:
    """The product of `init` and all leaves before each leaf: `prefix_product((3, 2, 4)) == (1, 3, 6)`."""
    if not is_tuple(a):
        if is_tuple(init):
            raise ValueError(f"the extent {a} takes one first stride, not {init}")
        return init
    if is_tuple(init):
        _same_length(a, init)
        return tuple(map(prefix_product, a, init))
    result = []
    for part in a:
        result.append(prefix_product(part, init))
        init *= product(part)
    return tuple(result)


def idx2crd(idx: IntTuple, shape: IntTuple, stride: IntTuple = None) -> IntTuple:
    """The coordinate of a linear index, or of the offset of a compact layout with these strides.

    The coordinate of a coordinate is nested as the shape. A linear index past the end of the shape wraps round.
    """
    if stride is None:
        if is_tuple(idx):
            _same_length(idx, shape)
            return tuple(map(idx2crd, idx, shape))
        stride = prefix_product(shape)
    if is_tuple(shape):
        _same_length(shape, stride)
        if not is_tuple(idx):
            idx = (idx,) * len(shape)
        _same_length(idx, shape)
        return tuple(map(idx2crd, idx, shape, stride))
    if is_tuple(idx):
        raise ValueError(f"the coordinate {idx} is nested deeper than the shape {shape}")
    return idx // stride % shape


def crd2idx(crd: Coord, shape: IntTuple, stride: IntTuple = None) -> int:
    """The offset of a coordinate; without strides the linear index. `None` counts as 0, and the last mode has no end."""
    if has_none(crd):
        crd = _without_none(crd)
    if stride is None:
        stride = prefix_product(shape)
    return _engine.crd2idx(crd, shape, stride)


def crd2crd(crd: IntTuple, dst_shape: IntTuple, src_shape: IntTuple = None) -> IntTuple:
    """The coordinate of another shape with the same linear index."""
    if is_tuple(crd):
        if is_tuple(dst_shape):
            _same_length(crd, dst_shape)
            return tuple(map(crd2crd, crd, dst_shape))
        if src_shape is None:
            raise ValueError(f"the linear index of {crd} depends on the shape of its source")
        return crd2idx(crd, src_shape)
    if is_tuple(dst_shape):
        return idx2crd(crd, dst_shape)
    if crd >= dst_shape:
        raise ValueError(f"the coordinate {crd} is not below {dst_shape}")
    return crd


def slice_(crd: Coord, trg: IntTuple) -> tuple[Any, ...]:
    """The elements of `trg` at the `None` of a coordinate: `slice_((None, 1), (4, 8)) == (4,)`."""
    if is_tuple(crd):
        if not is_tuple(trg):
            raise ValueError(f"the coordinate {crd} is nested deeper than {trg}")
        _same_length(crd, trg)
        return tuple(kept for part in map(slice_, crd, trg) for kept in part)
    return (trg,) if crd is None else ()


def _without_none(crd: Coord) -> IntTuple:
    if is_tuple(crd):
        return tuple(map(_without_none, crd))
    return 0 if crd is None else crd


def _same_length(a: IntTuple, b: IntTuple) -> None:
    if not is_tuple(b) or len(a) != len(b):
        raise ValueError(f"{a} and {b} have different numbers of elements")
