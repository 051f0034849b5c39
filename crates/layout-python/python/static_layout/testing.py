"""Assertions for tests of kernels: ``from static_layout.testing import assert_conflict_free``."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._engine import LayoutError, bank_conflicts, collision, difference, find_swizzle, is_injective

if TYPE_CHECKING:
    from ._engine import KnownLayout, LayoutLike

__all__ = ["assert_conflict_free", "assert_injective", "assert_same_function"]


def assert_conflict_free(threads: KnownLayout, memory: KnownLayout, **access: Any) -> None:
    """Fail unless the accesses of a thread-value layout to shared memory have no bank conflict.

    The keywords are those of ``bank_conflicts``: element, width, machine, instruction. The message has the threads and
    the words of the worst conflict, and a swizzle that removes it where there is one.
    """
    found = bank_conflicts(threads, memory, **access)
    if found.is_free:
        return
    lines = [str(found), found.worst or ""]
    try:
        better = find_swizzle(threads, memory, **access)
    except LayoutError:
        better = None
    if better is not None and better.after < better.before:
        lines.append(f"help: {better.swizzle} o {memory} takes {better.after} wavefronts")
    raise AssertionError("\n".join(lines))


def assert_same_function(a: LayoutLike, b: LayoutLike) -> None:
    """Fail unless two layouts have one offset at each linear index."""
    found = difference(a, b)
    if found is not None:
        raise AssertionError(f"{a} and {b} differ: {found}")


def assert_injective(a: LayoutLike) -> None:
    """Fail where two coordinates of a layout share an offset: threads that write through it race."""
    if is_injective(a):
        return
    try:
        found = collision(a)
    except (LayoutError, TypeError):
        found = None
    places = f": {found.first} and {found.other}" if found else ""
    raise AssertionError(f"two coordinates of {a} share an offset{places}")
