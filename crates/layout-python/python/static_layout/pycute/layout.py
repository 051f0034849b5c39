"""Layouts, and the functions that make layouts from layouts."""
from __future__ import annotations

from typing import Any, Callable, Iterator

from .. import _engine
from .int_tuple import *  # noqa: F403
from .int_tuple import crd2idx, has_none, is_int, is_tuple, prefix_product, product, slice_
from .typing import Coord, IntTuple


class LayoutBase:
    """A layout of any kind."""


def is_layout(x: object) -> bool:
    """Whether `x` is a layout."""
    return isinstance(x, LayoutBase)


class Layout(LayoutBase):
    """A layout `shape:stride`; without strides compact, the leftmost extent fastest. A value: it does not change."""

    __slots__ = ("_layout",)

    def __init__(self, _shape: IntTuple, _stride: IntTuple = None) -> None:
        self._layout = _engine.Layout(_shape, prefix_product(_shape) if _stride is None else _stride)

    @property
    def shape(self) -> IntTuple:
        """The extents."""
        return self._layout.shape

    @property
    def stride(self) -> IntTuple:
        """The strides, nested as the shape."""
        return self._layout.stride

    def __eq__(self, other: object) -> bool:
        return self._layout == other._layout if isinstance(other, Layout) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._layout)

    def __len__(self) -> int:
        return len(self._layout)

    def __call__(self, *args: Coord) -> Any:
        """The offset at a coordinate, or the layout of the modes that `None` keeps.

        A coordinate past the end continues the last mode, as in CuTe.
        """
        crd = args[0] if len(args) == 1 else args
        if has_none(crd):
            return Layout(slice_(crd, self.shape), slice_(crd, self.stride))
        try:
            return self._layout(crd)
        except _engine.LayoutError:
            return crd2idx(crd, self.shape, self.stride)

    def __getitem__(self, i: int) -> Layout:
        return _of(self._layout[i])

    def __iter__(self) -> Iterator[Layout]:
        return map(_of, self._layout)

    def size(self) -> int:
        """The number of coordinates."""
        return _engine.size(self._layout)

    def cosize(self) -> int:
        """One more than the offset of the last coordinate."""
        last: int = self(self.size() - 1)
        return last + 1

    def __reduce__(self) -> tuple[Any, ...]:
        return Layout, (self.shape, self.stride)

    def __str__(self) -> str:
        return f"{self.shape}:{self.stride}"

    def __repr__(self) -> str:
        return f"Layout({self.shape},{self.stride})"


def _of(layout: Any) -> Layout:
    """The engine's layout as one of this module."""
    made = Layout.__new__(Layout)
    made._layout = layout
    return made


def _engine_layout(a: Any) -> _engine.Layout:
    """The engine's layout of an argument: a layout, or an integer `n` for `n:1`."""
    if isinstance(a, Layout):
        return a._layout
    if is_int(a) or isinstance(a, _engine.Layout):
        return _engine.Layout(a)
    raise TypeError(f"a layout was expected, not {type(a).__name__}")


def make_layout(*layouts: Any) -> Layout:
    """The layout whose modes are these, given one by one or as one iterable."""
    if len(layouts) == 1 and not is_layout(layouts[0]):
        layouts = layouts[0]
    shapes, strides = zip(*((a.shape, a.stride) for a in layouts))
    return Layout(shapes, strides)


def size(layout: Any) -> int:
    """The number of coordinates of a layout, or the product of a shape."""
    return layout.size() if is_layout(layout) else product(layout)


def cosize(layout: Any) -> int:
    """The cosize of a layout."""
    return int(layout.cosize())


def shape(obj: Any) -> IntTuple:
    """The shape of a layout, or the shape itself."""
    return obj.shape if is_layout(obj) else obj


def stride(obj: Any) -> IntTuple:
    """The stride of a layout, or the stride itself."""
    return obj.stride if is_layout(obj) else obj


def rank(obj: Any) -> int:
    """The number of modes of a layout or a shape."""
    return _engine.rank(shape(obj)) if is_tuple(shape(obj)) else 1


def depth(obj: Any) -> int:
    """How deep a layout or a shape is nested: 0 for an integer."""
    return _engine.depth(shape(obj))


def coshape(layout: Layout) -> IntTuple:
    """The least shape of the codomain that has all offsets; an integer, or nested as coordinates are."""
    return _engine.coshape(_engine_layout(layout))


def congruent(a: Any, b: Any) -> bool:
    """Whether layouts or shapes are nested alike."""
    return _engine.congruent(shape(a), shape(b))


def weakly_congruent(a: Any, b: Any) -> bool:
    """Whether `b` is nested as `a`, or deeper."""
    return _engine.weakly_congruent(shape(a), shape(b))


def compatible(a: Any, b: Any) -> bool:
    """Whether each coordinate of `a` is one of `b`, and the sizes are equal."""
    return _engine.compatible(shape(a), shape(b))


def _by_mode(operation: Callable[[Layout, Any], Layout], layout: Layout, profile: tuple[Any, ...]) -> Layout:
    """Applies `operation` to each mode with an element of `profile`; the modes past it stay."""
    _enough_modes(layout, profile)
    modes = [operation(mode, part) for mode, part in zip(layout, profile)]
    return make_layout(modes + [layout[i] for i in range(len(profile), len(layout))])


def _enough_modes(layout: Layout, profile: tuple[Any, ...]) -> None:
    if len(profile) > len(layout):
        raise ValueError(f"{len(profile)} modes for {layout}, which has {len(layout)}")


def _tiler(layout: Layout, profile: tuple[Any, ...]) -> _engine.Tiler:
    """The engine's tiler of a tuple that is not nested, with `None` for the modes past it."""
    _enough_modes(layout, profile)
    parts = [part if part is None else _engine_layout(part) for part in profile]
    return _engine.Tiler(*parts, *[None] * (len(layout) - len(profile)))


def _is_nested(profile: tuple[Any, ...]) -> bool:
    return any(map(is_tuple, profile))


def coalesce(layout: Layout, profile: IntTuple = None) -> Layout:
    """The same function of linear indices in as few modes as possible; mode by mode for a tuple."""
    if is_tuple(profile):
        return _by_mode(coalesce, layout, profile)
    return _of(_engine.coalesce(_engine_layout(layout)))


def filter(layout: Layout, profile: IntTuple = None) -> Layout:
    """The coalesced layout without modes of stride 0; mode by mode for a tuple."""
    if is_tuple(profile):
        return _by_mode(filter, layout, profile)
    return _of(_engine.filter(_engine_layout(layout)))


def composition(layoutA: Layout, layoutB: Any) -> Layout:
    """The layout `c -> layoutA(layoutB(c))`; mode by mode for a tuple, `None` keeps a mode.

    Raises LayoutError where no layout is that function.
    """
    if layoutB is None:
        return layoutA
    if not is_tuple(layoutB):
        return _of(_engine.compose(_engine_layout(layoutA), _engine_layout(layoutB)))
    if _is_nested(layoutB):
        return _by_mode(composition, layoutA, layoutB)
    return _of(_engine.compose(_engine_layout(layoutA), _tiler(layoutA, layoutB)))


def complement(layout: Any, max_idx: int = 1) -> Layout:
    """The layout of the offsets below `max_idx` between those of the layout; `max_idx` is rounded up.

    Raises LayoutError where gaps or overlaps of the layout leave no such layout.
    """
    return _of(_engine.complement_padded(_engine_layout(layout), max_idx))


def right_inverse(layout: Any) -> Any:
    """The largest R with `layout(R(i)) == i`."""
    return None if layout is None else _of(_engine.right_inverse(_engine_layout(layout)))


def left_inverse(layout: Any) -> Any:
    """A layout L with `L(layout(c)) == c`, c a linear index.

    Raises LayoutError where offsets coincide, or no layout is that function.
    """
    if layout is None:
        return None
    layout = _of(_engine_layout(layout))
    try:
        # Where it exists, the complement decides which coordinates the offsets in gaps have.
        return right_inverse(make_layout(layout, complement(layout)))
    except _engine.LayoutError:
        return _of(_engine.left_inverse(_engine_layout(layout)))


def logical_divide(layoutA: Layout, layoutB: Any) -> Layout:
    """`composition(layoutA, (layoutB, complement of layoutB))`; mode by mode for a tuple, `None` keeps a mode.

    The number of tiles is rounded up: where it was, coordinates lie past the end of `layoutA`.
    """
    if layoutB is None:
        return layoutA
    if not is_tuple(layoutB):
        return _of(_engine.logical_divide_padded(_engine_layout(layoutA), _engine_layout(layoutB)).layout)
    if _is_nested(layoutB):
        return _by_mode(logical_divide, layoutA, layoutB)
    return _of(_engine.logical_divide_padded(_engine_layout(layoutA), _tiler(layoutA, layoutB)).layout)


def logical_product(layoutA: Layout, layoutB: Any) -> Layout:
    """`(layoutA, composition(complement of layoutA, layoutB))`; mode by mode for a tuple, `None` keeps a mode."""
    if layoutB is None:
        return layoutA
    if not is_tuple(layoutB):
        return _of(_engine.logical_product(_engine_layout(layoutA), _engine_layout(layoutB)))
    if _is_nested(layoutB):
        return _by_mode(logical_product, layoutA, layoutB)
    return _of(_engine.logical_product(_engine_layout(layoutA), _tiler(layoutA, layoutB)))


def blocked_product(layoutA: Layout, layoutB: Layout) -> Layout:
    """The logical product with the modes of both paired, blocks contiguous: `((a_0,b_0),(a_1,b_1),..)`."""
    return _of(_engine.blocked_product(_engine_layout(layoutA), _engine_layout(layoutB)))


def raked_product(layoutA: Layout, layoutB: Layout) -> Layout:
    """The logical product with the modes of both paired, blocks interleaved: `((b_0,a_0),(b_1,a_1),..)`."""
    return _of(_engine.raked_product(_engine_layout(layoutA), _engine_layout(layoutB)))


def nullspace(layout: Any) -> Any:
    """The layout of the linear indices of offset 0."""
    return None if layout is None else _of(_engine.nullspace(_engine_layout(layout)))


def hier_unzip(splitter: Callable[[Layout, Any], Layout], layoutA: Layout, layoutB: Any) -> Layout:
    """The two modes of `splitter` for each mode of a tuple, gathered: `((A,B,..),(a,b,..,rest))`."""
    if layoutB is None:
        return make_layout(Layout(1, 0), layoutA)
    if not is_tuple(layoutB):
        return splitter(layoutA, layoutB)
    _enough_modes(layoutA, layoutB)
    pairs = [hier_unzip(splitter, mode, part) for mode, part in zip(layoutA, layoutB)]
    kept = [layoutA[i] for i in range(len(layoutB), len(layoutA))]
    return make_layout(make_layout(a[0] for a in pairs), make_layout([a[1] for a in pairs] + kept))


def _is_whole(layout: Layout, profile: Any) -> bool:
    """Whether a tuple has a layout or an integer for each mode."""
    is_part = is_tuple(profile) and len(profile) == len(layout)
    return is_part and not any(part is None or is_tuple(part) for part in profile)


def _spread(zipped: Layout) -> Layout:
    """`(tile,(a,b,..))` as `(tile,a,b,..)`."""
    return make_layout([zipped[0], *zipped[1]])


def zipped_divide(layoutA: Layout, layoutB: Any) -> Layout:
    """The logical divide as `((tile,..),(rest,..))`."""
    if _is_whole(layoutA, layoutB):
        return _of(_engine.zipped_divide_padded(_engine_layout(layoutA), _tiler(layoutA, layoutB)).layout)
    return hier_unzip(logical_divide, layoutA, layoutB)


def tiled_divide(layoutA: Layout, layoutB: Any) -> Layout:
    """The logical divide as `((tile,..),rest,..)`."""
    return _spread(zipped_divide(layoutA, layoutB))


def zipped_product(layoutA: Layout, layoutB: Any) -> Layout:
    """The logical product as `((block,..),(repeat,..))`."""
    if _is_whole(layoutA, layoutB):
        return _of(_engine.zipped_product(_engine_layout(layoutA), _tiler(layoutA, layoutB)))
    return hier_unzip(logical_product, layoutA, layoutB)


def tiled_product(layoutA: Layout, layoutB: Any) -> Layout:
    """The logical product as `((block,..),repeat,..)`."""
    return _spread(zipped_product(layoutA, layoutB))


def slice_and_offset(crd: Coord, layout: Layout) -> tuple[Layout, int]:
    """The layout of the modes that `None` keeps, and the offset of its first element."""
    kept = Layout(slice_(crd, layout.shape), slice_(crd, layout.stride))
    return kept, crd2idx(crd, layout.shape, layout.stride)
