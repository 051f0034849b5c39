"""The type of integers."""
from abc import ABC


class Integer(ABC):
    """A class of integers: `int` and its subclasses, but not `bool`."""

    @classmethod
    def __subclasshook__(cls, kind):
        return issubclass(kind, int) and kind is not bool
