"""Results of several values: named tuples."""
from collections import namedtuple

_NAMES = {
    ("layout", "offset"): "Slice",
    ("first", "other"): "Collision",
    ("a", "b"): "Pair",
}
_CLASSES = {}


class Slice(namedtuple("Slice", ("layout", "offset"))):
    """The modes of a layout that a coordinate keeps, and the offset of their first element.

    ``a(i, j) == s.offset + s.layout(j)`` for ``s = a[i, :]``.
    """

    __slots__ = ()


_CLASSES[("layout", "offset")] = Slice


def record(names, values):
    """The named tuple of these names with these values."""
    made = _CLASSES.get(names)
    if made is None:
        made = _CLASSES[names] = namedtuple(_NAMES.get(names, "Record"), names)
        made.__module__ = __name__
    return made(*values)


def basis(path, scale):
    """E(*path, scale=scale), for pickle."""
    from ._engine import E

    return E(*path, scale=scale)
