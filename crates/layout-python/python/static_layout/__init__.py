"""CuTe's layout algebra, exact: layouts, tilers and swizzles as immutable values.

>>> from static_layout import Layout
>>> a = Layout((4, 8), (8, 1))
>>> a(2, 3)
19
>>> a // (2, 4)
Layout(((2, 2), (4, 2)), ((8, 16), (1, 4)))

``evaluate`` reads the notation, ``explain`` shows the steps of an operation, ``draw`` a picture. Each operation is a
function and a method. Operations with the names of Python's own functions (``filter``, ``zip``, ``slice``, ..) are
``static_layout.filter``, and not part of ``from static_layout import *``, as those with the names of packages (``numpy``). Nor are ``copy`` and ``matmul`` of arrays.
"""
import builtins as _builtins

from . import _engine
from ._engine import *  # noqa: F403
from ._engine import __version__
from ._array import copy as copy, matmul as matmul
from ._records import Slice

# Readers of texts with the names of packages; `from_text` reads them all.
_PACKAGES = {"cute_dsl", "cuda_core", "mlir", "mojo", "moye", "numpy", "triton", "xla"}

__all__ = [
    name
    for name in dir(_engine)
    if not (name.startswith("_") or name in _PACKAGES or hasattr(_builtins, name))
]
__all__.append("Slice")
