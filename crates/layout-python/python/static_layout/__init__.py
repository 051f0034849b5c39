"""CuTe's layout algebra, exact: layouts, tilers and swizzles as immutable values.

>>> from static_layout import Layout
>>> a = Layout((4, 8), (8, 1))
>>> a(2, 3)
19
>>> a // (2, 4)
Layout(((2, 2), (4, 2)), ((8, 16), (1, 4)))
"""
from . import _engine
from ._engine import *  # noqa: F403
from ._engine import LayoutError, __version__
from ._records import Slice

__all__ = [name for name in dir(_engine) if not name.startswith("_")]
__all__ += ["Slice"]
