# mypy: disable-error-code="import-not-found, import-untyped"
"""Layouts of other libraries as values of this one, and back. A function imports its library when it is called.

=====================  ====================================================================================
CuTe DSL               ``from_cute``, ``to_cute`` (within ``cute.jit``)
Triton and Gluon       ``from_triton``, ``to_gluon``
JAX                    ``from_jax``, ``to_jax``
PyTorch                ``from_torch``, ``to_torch``
TileLang               ``from_tilelang``
=====================  ====================================================================================

A conversion that would lose something is refused.
"""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Sequence

from ._engine import (
    BitLayout,
    ComposedLayout,
    Layout,
    Sharding,
    Swizzle,
    evaluate,
    flatten,
    from_text,
    to_text,
)

if TYPE_CHECKING:
    from ._engine import LayoutLike

__all__ = [
    "from_cute",
    "from_jax",
    "from_tilelang",
    "from_torch",
    "from_triton",
    "to_cute",
    "to_gluon",
    "to_jax",
    "to_torch",
]


def from_cute(value: Any) -> Any:
    """A layout, composed layout, swizzle, shape or stride of the CuTe DSL.

    Integers that only run time knows are ``?`` and stay open: the result is a SymbolicLayout.
    """
    text = str(value)
    return evaluate(re.sub(r"\bS<", "Sw<", text))


def to_cute(value: LayoutLike | Swizzle) -> Any:
    """The layout of the CuTe DSL with these integers, to be called within ``cute.jit``."""
    import cutlass.cute as cute

    made = evaluate(value) if isinstance(value, str) else value
    if isinstance(made, Swizzle):
        return cute.make_swizzle(made.bits, made.base, made.shift)
    if isinstance(made, ComposedLayout):
        return cute.make_composed_layout(to_cute(made.swizzle), made.offset, to_cute(made.layout))
    if not isinstance(made, Layout):
        raise TypeError(f"the CuTe DSL has no value for {made!r}")
    return cute.make_layout(made.shape, stride=made.stride)


def from_triton(encoding: Any, shape: Sequence[int]) -> BitLayout:
    """The linear layout of an encoding for a tensor of this shape.

    ``encoding`` is an object of ``triton.experimental.gluon.language``, or a text such as ``#ttg.blocked<{..}>``.
    """
    return BitLayout.of_triton(encoding if isinstance(encoding, str) else repr(encoding), shape)


def to_gluon(value: LayoutLike) -> Any:
    """The shared layout of Gluon with the offsets of a layout."""
    import triton.experimental.gluon.language as gl

    return eval(to_text(value, "gluon"), {"gl": gl})


def from_jax(sharding: Any, shape: Sequence[int]) -> Sharding:
    """What ``jax.sharding`` says of an array of this shape. Devices have the numbers of XLA."""
    text = str(sharding._to_xla_hlo_sharding(len(shape)))
    mesh = getattr(sharding, "mesh", None)
    devices = mesh.size if mesh is not None else sharding.num_devices
    return Sharding.from_hlo(text, list(shape), devices)


def to_jax(sharding: Sharding) -> Any:
    """The ``PartitionSpec`` of a sharding, for a mesh with the names and the sizes of its own."""
    from jax.sharding import PartitionSpec

    # XLA has no cyclic cuts, and a PartitionSpec no partial values.
    if "unreduced" in sharding.to_text("hlo"):
        raise ValueError(f"a PartitionSpec has no partial values: {sharding}")
    cuts = sharding.cuts
    return PartitionSpec(*(cut[0] if len(cut) == 1 else cut or None for cut in cuts))


def from_torch(tensor: Any) -> Layout:
    """The layout of a tensor's storage, in elements from ``tensor.storage_offset()`` on."""
    return Layout(tuple(tensor.shape), tuple(tensor.stride()))


def to_torch(layout: LayoutLike, tensor: Any) -> Any:
    """A view of a contiguous tensor through a layout, an axis for each leaf."""
    import torch

    made = evaluate(layout) if isinstance(layout, str) else layout
    if not isinstance(made, Layout):
        raise TypeError(f"a tensor has no swizzle: {made}")
    if not tensor.is_contiguous():
        raise ValueError("the tensor is not contiguous")
    if made.size() and (made.min_offset() < 0 or made.max_offset() >= tensor.numel()):
        raise ValueError(f"{made} reaches past the {tensor.numel()} elements of the tensor")
    flat = flatten(made)
    extents = flat.shape if isinstance(flat.shape, tuple) else (flat.shape,)
    strides = flat.stride if isinstance(flat.stride, tuple) else (flat.stride,)
    return torch.as_strided(tensor, extents, strides, tensor.storage_offset())


def from_tilelang(layout: Any) -> Any:
    """A layout of TileLang whose index is a sum of coordinates times integers; quotients and exclusive ors are refused."""
    found = re.fullmatch(r"Layout\((.*) -> .*, transform: \((.*)\) -> \((.*?),?\)\)", repr(layout))
    if found is None:
        raise ValueError(f"{layout!r} is not a layout with one offset")
    extents = "x".join(part for part in found[1].strip("()").replace(" ", "").split(",") if part)
    names = [name for name in found[2].replace(" ", "").split(",") if name]
    affine = f"memref<{extents}xi8, affine_map<({', '.join(names)}) -> ({found[3]})>>"
    return from_text(affine, "mlir")
