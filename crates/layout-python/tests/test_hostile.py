"""Bad input raises an exception of Python: never an abort, never a panic, never minutes."""
import random
import time

import pytest

import static_layout as sl

HUGE = [2**31, 2**62, 2**63 - 1, -(2**63), 2**63, 10**40, -1, 0]


def deep(n):
    out = 1
    for _ in range(n):
        out = (out,)
    return out


class Liar:
    """Has what layouts of other libraries have, and lies."""

    def __init__(self, shape, stride):
        self.shape, self.stride = shape, stride

    def __index__(self):
        raise RuntimeError("no index")


class Raises:
    def __getattr__(self, name):
        raise RuntimeError(name)


class Endless:
    """An object whose shape and stride are itself."""

    shape = stride = property(lambda self: self)


def shared(levels, width):
    out = (1,)
    for _ in range(levels):
        out = (out,) * width
    return out


POOL = [
    Endless(),
    shared(28, 3),
    shared(31, 2),
    *HUGE,
    None,
    True,
    1.5,
    float("nan"),
    "",
    "(4,8",
    "(4,8):(8,1)",
    "\0",
    "(" * 10_000,
    "é:ö",
    "Sw<99,99,99>",
    b"(4,8)",
    [],
    (),
    ((),),
    [[[]]],
    (2**62, 2**62),
    tuple(range(1000)),
    deep(5),
    deep(40),
    deep(5000),
    slice(1, 2),
    slice(None),
    ...,
    {},
    object(),
    Liar((4,), (1, 2)),
    Liar("x", "y"),
    Liar(deep(50), deep(50)),
    Liar(lambda: 1, 2),
    Raises(),
    sl.Layout((4, 8), (8, 1)),
    sl.Layout((2**31, 2**31), (1, 2**31)),
    sl.Layout((2**40, 4), (0, -(2**50))),
    sl.Layout((0, 4), (1, 2)),
    sl.Layout((), ()),
    sl.Layout((4, 8), (sl.E(0), sl.E(1))),
    sl.Layout(tuple([2] * 12), tuple(2**k for k in range(12))),
    sl.Swizzle(3, 4, 3) @ sl.Layout((8, 64), (64, 1)),
    sl.Swizzle(2, 0, 2),
    sl.Tiler(2, None),
    sl.E(3),
    sl.Int("n", div=8),
    sl.SymbolicLayout("(n,m):(m,1)"),
    sl.zipped_divide_padded(sl.Layout((6, 4), (4, 1)), (4, 4)),
    sl.BitLayout("(4,8):(8,1)"),
]
ACCEPTED = (sl.LayoutError, TypeError, ValueError, OverflowError, IndexError, AttributeError, RuntimeError, OSError, RecursionError, MemoryError, AssertionError)
# What writes files, prints, runs for the seconds that it is given, or builds a server.
APART = {"command", "solve", "_main"}
FUNCTIONS = [name for name in dir(sl._engine) if callable(getattr(sl._engine, name)) and name not in APART and not name.startswith("__")]
CASES = 300


def quick(call, limit=10.0):
    begin = time.monotonic()
    try:
        call()
    except ACCEPTED:
        pass
    assert time.monotonic() - begin < limit


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    function = getattr(sl._engine, name)
    numbers = random.Random(name)
    for case in range(CASES):
        arguments = [numbers.choice(POOL) for _ in range(numbers.randrange(4))]
        quick(lambda: function(*arguments))


@pytest.mark.parametrize("value", [v for v in POOL if type(v).__module__.startswith("static_layout")], ids=repr)
def test_methods(value):
    numbers = random.Random(repr(value))
    names = [name for name in dir(value) if callable(getattr(value, name, None)) and name not in ("save", "__class__", "__init_subclass__", "__subclasshook__")]
    for name in names:
        for _ in range(8):
            arguments = [numbers.choice(POOL) for _ in range(numbers.randrange(3))]
            quick(lambda: getattr(value, name)(*arguments))


def test_solve_is_stopped():
    for _ in range(20):
        numbers = random.Random(_)
        arguments = [numbers.choice(POOL) for _ in range(1 + numbers.randrange(3))]
        quick(lambda: sl.solve(*arguments, seconds=0.1))


def test_solve_without_end():
    assert sl.solve(sl.Layout((2, 2)), "4:1", seconds=1e19).is_exhausted


def test_values_are_immutable():
    a = sl.Layout((4, 8), (8, 1))
    with pytest.raises((AttributeError, TypeError)):
        a.shape = 3
    with pytest.raises(AttributeError):
        a.anything = 3


def test_truth_values_and_floats_are_no_integers():
    a = sl.Layout((4, 8))
    for bad in (True, 2.0):
        for call in (lambda: sl.Layout((4, bad)), lambda: a(bad, 0), lambda: sl.Swizzle(bad, 4, 3), lambda: a[bad]):
            with pytest.raises(TypeError):
                call()


def test_integers_past_64_bits():
    with pytest.raises(OverflowError, match="past 9223372036854775807"):
        sl.Layout(2**63)
    with pytest.raises(OverflowError, match="below -9223372036854775807"):
        sl.Layout(2, -(2**63))
    with pytest.raises(sl.LayoutError, match="past"):
        sl.Layout((2**62, 4), (1, 2**62)).size()
