"""Swizzles, and layouts behind a function."""
from .. import _engine
from .layout import *  # noqa: F403
from .layout import LayoutBase, cosize, size


def shiftl(a, s):
    """`a` shifted to the left by `s` bits, to the right for a negative `s`."""
    return a << s if s >= 0 else a >> -s


def shiftr(a, s):
    """`a` shifted to the right by `s` bits, to the left for a negative `s`."""
    return a >> s if s >= 0 else a << -s


class Swizzle:
    """The function `x -> x ^ shiftr(x & yyy_msk, shift)`.

    `bits` bits of the number, from bit `base` on, are exclusive-ored with those `|shift|` bits above; below for a negative shift.
    """

    __slots__ = ("_swizzle",)

    def __init__(self, bits, base, shift):
        self._swizzle = _engine.Swizzle(bits, base, shift)

    bits = property(lambda self: self._swizzle.bits, doc="The number of bits that change.")
    base = property(lambda self: self._swizzle.base, doc="The lowest bit that is read or changes.")
    shift = property(lambda self: self._swizzle.shift, doc="The distance of the bits that are read.")
    yyy_msk = property(lambda self: _engine.from_mask(self._swizzle), doc="The bits that are read.")
    zzz_msk = property(lambda self: _engine.onto_mask(self._swizzle), doc="The bits that change.")

    def __call__(self, offset):
        return self._swizzle(offset)

    def size(self):
        """The number of offsets that are permuted among each other."""
        return 1 << (self.bits + self.base + abs(self.shift))

    def cosize(self):
        """The size: a swizzle permutes the offsets below it."""
        return self.size()

    def __eq__(self, other):
        return self._swizzle == other._swizzle if isinstance(other, Swizzle) else NotImplemented

    def __hash__(self):
        return hash(self._swizzle)

    def __str__(self):
        return f"SW_{self.bits}_{self.base}_{self.shift}"

    def __repr__(self):
        return f"Swizzle({self.bits},{self.base},{self.shift})"


class ComposedLayout(LayoutBase):
    """The function `c -> layoutB(offset + layoutA(c))`, not evaluated."""

    def __init__(self, layoutB, offset, layoutA):
        self.layoutB = layoutB
        self.offset = offset
        self.layoutA = layoutA

    def __eq__(self, other):
        return self._parts() == other._parts() if isinstance(other, ComposedLayout) else NotImplemented

    def __hash__(self):
        return hash(self._parts())

    def _parts(self):
        return self.layoutB, self.offset, self.layoutA

    def __len__(self):
        return len(self.layoutA)

    def __call__(self, *args):
        return self.layoutB(self.offset + self.layoutA(*args))

    def __getitem__(self, i):
        return ComposedLayout(self.layoutB, self.offset, self.layoutA[i])

    def size(self):
        """The number of coordinates."""
        return size(self.layoutA)

    def cosize(self):
        """The cosize of the outer function."""
        return cosize(self.layoutB)

    def __str__(self):
        return f"{self.layoutB} o {self.offset} o {self.layoutA}"

    def __repr__(self):
        return f"ComposedLayout({self.layoutB!r},{self.offset!r},{self.layoutA!r})"
