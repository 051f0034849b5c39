"""Results of several values: named tuples."""
from __future__ import annotations

from collections import namedtuple

# `typing` takes longer to import than the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Slice(namedtuple("Slice", ("layout", "offset"))):
    """The modes of a layout that a coordinate keeps, and the offset of their first element.

    ``a(i, j) == s.offset + s.layout(j)`` for ``s = a[i, :]``.
    """

    __slots__ = ()


class Collision(namedtuple("Collision", ("first", "other"))):
    """Two coordinates with one offset."""

    __slots__ = ()


class Pair(namedtuple("Pair", ("a", "b"))):
    """Two results."""

    __slots__ = ()


class FoundSwizzle(namedtuple("FoundSwizzle", ("swizzle", "in_bytes", "before", "after", "tried"))):
    """The smallest swizzle of offsets in elements and of addresses in bytes, and the wavefronts before and after."""

    __slots__ = ()


_CLASSES: dict[tuple[str, ...], Any] = {kind._fields: kind for kind in (Slice, Collision, Pair, FoundSwizzle)}


def record(names: tuple[str, ...], values: tuple[Any, ...]) -> Any:
    """The named tuple of these names with these values."""
    kind = _CLASSES.get(names)
    if kind is None:
        kind = _CLASSES[names] = namedtuple("Record", names)
        setattr(kind, "__reduce__", lambda self: (record, (names, tuple(self))))
    return kind(*values)


def basis(path: tuple[int, ...], scale: int) -> Any:
    """E(*path, scale=scale), for pickle."""
    from ._engine import E

    return E(*path, scale=scale)
