"""The types of integers, of tuples and of coordinates."""
from __future__ import annotations

from abc import ABC
from typing import Any

__all__ = ["Coord", "IntTuple", "Integer"]

# An integer, or a tuple of these.
IntTuple = Any
# An integer, None, or a tuple of these.
Coord = Any


class Integer(ABC):
    """A class of integers: `int` and its subclasses, but not `bool`."""

    @classmethod
    def __subclasshook__(cls, kind: type) -> bool:
        return issubclass(kind, int) and kind is not bool
