"""Swizzles, and layouts behind a function."""
from __future__ import annotations

from typing import Any

from .. import _engine
from .layout import *  # noqa: F403
from .layout import LayoutBase, cosize, size
from .typing import Coord


def shiftl(a: int, s: int) -> int:
    """`a` shifted to the left by `s` bits, to the right for a negative `s`."""
    return a << s if s >= 0 else a >> -s


def shiftr(a: int, s: int) -> int:
    """`a` shifted to the right by `s` bits, to the left for a negative `s`."""
    return a >> s if s >= 0 else a << -s


class Swizzle:
    """The function `x -> x ^ shiftr(x & yyy_msk, shift)`.

    `bits` bits of the number, from bit `base` on, are exclusive-ored with those `|shift|` bits above; below for a negative shift.
    """

    __slots__ = ("_swizzle",)

    def __init__(self, bits: int, base: int, shift: int) -> None:
        self._swizzle = _engine.Swizzle(bits, base, shift)

    @property
    def bits(self) -> int:
        """The number of bits that change."""
        return self._swizzle.bits

    @property
    def base(self) -> int:
        """The lowest bit that is read or changes."""
        return self._swizzle.base

    @property
    def shift(self) -> int:
        """The distance of the bits that are read."""
        return self._swizzle.shift

    @property
    def yyy_msk(self) -> int:
        """The bits that are read."""
        return _engine.from_mask(self._swizzle)

    @property
    def zzz_msk(self) -> int:
        """The bits that change."""
        return _engine.onto_mask(self._swizzle)

    def __call__(self, offset: int) -> int:
        return self._swizzle(offset)

    def size(self) -> int:
        """The number of offsets that are permuted among each other."""
        return 1 << (self.bits + self.base + abs(self.shift))

    def cosize(self) -> int:
        """The size: a swizzle permutes the offsets below it."""
        return self.size()

    def __eq__(self, other: object) -> bool:
        return self._swizzle == other._swizzle if isinstance(other, Swizzle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._swizzle)

    def __str__(self) -> str:
        return f"SW_{self.bits}_{self.base}_{self.shift}"

    def __repr__(self) -> str:
        return f"Swizzle({self.bits},{self.base},{self.shift})"


class ComposedLayout(LayoutBase):
    """The function `c -> layoutB(offset + layoutA(c))`, not evaluated."""

    def __init__(self, layoutB: Any, offset: int, layoutA: Any) -> None:
        self.layoutB = layoutB
        self.offset = offset
        self.layoutA = layoutA

    def __eq__(self, other: object) -> bool:
        return self._parts() == other._parts() if isinstance(other, ComposedLayout) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(self) -> tuple[Any, int, Any]:
        return self.layoutB, self.offset, self.layoutA

    def __len__(self) -> int:
        return len(self.layoutA)

    def __call__(self, *args: Coord) -> Any:
        return self.layoutB(self.offset + self.layoutA(*args))

    def __getitem__(self, i: int) -> ComposedLayout:
        return ComposedLayout(self.layoutB, self.offset, self.layoutA[i])

    def size(self) -> int:
        """The number of coordinates."""
        return size(self.layoutA)

    def cosize(self) -> int:
        """The cosize of the outer function."""
        return cosize(self.layoutB)

    def __str__(self) -> str:
        return f"{self.layoutB} o {self.offset} o {self.layoutA}"

    def __repr__(self) -> str:
        return f"ComposedLayout({self.layoutB!r},{self.offset!r},{self.layoutA!r})"
