"""Objects of other libraries, where they are installed."""
import pytest

import static_layout as sl
from static_layout import BitLayout, Layout, LayoutError, Swizzle, bridges

LAYOUTS = [
    Layout((4, 8), (8, 1)),
    Layout(8, 3),
    Layout((2, (2, 3)), (1, (4, 8))),
    Layout((4, 1, 3), (0, 5, 1)),
    Swizzle(3, 4, 3) @ Layout((8, 64), (64, 1)),
    Swizzle(2, 1, 3),
]


def test_cute_dsl():
    cute = pytest.importorskip("cutlass.cute")
    found = []

    @cute.jit
    def make():
        for value in LAYOUTS:
            found.append(bridges.from_cute(bridges.to_cute(value)))
        tiled = cute.zipped_divide(bridges.to_cute(LAYOUTS[0]), (2, 4))
        found.append(bridges.from_cute(tiled))

    make()
    assert found == [*LAYOUTS, LAYOUTS[0].zipped_divide((2, 4))]


def test_torch():
    torch = pytest.importorskip("torch")
    whole = torch.arange(64)
    for value in (value for value in LAYOUTS if isinstance(value, Layout)):
        view = bridges.to_torch(value, whole)
        offsets = [value(i) for i in range(value.size())]
        order = list(reversed(range(view.dim())))
        assert view.permute(order).flatten().tolist() == offsets
        assert sl.same_function(bridges.from_torch(view), value.flatten())
    part = torch.zeros(4, 8)[:, ::2]
    assert bridges.from_torch(part) == Layout((4, 4), (8, 2))
    with pytest.raises(ValueError, match="reaches past the 64 elements"):
        bridges.to_torch(Layout(65), whole)
    with pytest.raises(ValueError, match="not contiguous"):
        bridges.to_torch(Layout(2), whole[::2])


def test_jax():
    jax = pytest.importorskip("jax")
    from jax.sharding import AbstractMesh, NamedSharding, PartitionSpec as P

    mesh = AbstractMesh((2, 4), ("x", "y"))
    for spec in (P("y", None), P(("x", "y"), None), P(None, ("y", "x")), P("x", "y"), P()):
        theirs = NamedSharding(mesh, spec)
        ours = bridges.from_jax(theirs, (64, 32))
        assert ours.local_shape(0) == theirs.shard_shape((64, 32))
        again = sl.Sharding(sl.Mesh({"x": 2, "y": 4}), (64, 32), [list(part) if isinstance(part, tuple) else part for part in spec])
        assert NamedSharding(mesh, bridges.to_jax(again)).is_equivalent_to(theirs, 2), spec
        assert again.to_text("hlo") == str(theirs._to_xla_hlo_sharding(2))
    with pytest.raises(LayoutError):
        bridges.to_jax(sl.Sharding("(64/x:2,32) on [x=2,y=4]"))


def test_gluon():
    gl = pytest.importorskip("triton.experimental.gluon.language")
    blocked = gl.BlockedLayout([1, 2], [4, 8], [2, 1], [1, 0])
    bits = bridges.from_triton(blocked, (16, 16))
    assert bits == BitLayout.of_triton("#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>", (16, 16))
    shared = bridges.to_gluon(Layout((4, 8), (8, 1)))
    assert isinstance(shared, gl.SharedLinearLayout)
    for swizzled in (gl.SwizzledSharedLayout(8, 1, 8, [1, 0]), gl.NVMMASharedLayout(128, 16, 2)):
        bits = bridges.from_triton(swizzled, (8, 64))
        assert sorted(bits(k) for k in range(512)) == [(i, j) for i in range(8) for j in range(64)]


def test_tilelang():
    tilelang_layout = pytest.importorskip("tilelang.layout")
    for layout in (Layout((4, 8), (8, 1)), Layout((4, 8, 2), (1, 8, 4))):
        index = lambda *c: sum(i * d for i, d in zip(c, layout.stride))  # noqa: E731
        names = {2: lambda i, j: index(i, j), 3: lambda i, j, k: index(i, j, k)}
        assert bridges.from_tilelang(tilelang_layout.Layout(list(layout.shape), names[len(layout)])) == layout
    for index in (lambda i, j: i * i + j, lambda i, j: i // 2 * 16 + i % 2 * 2 + j * 4):
        with pytest.raises((LayoutError, ValueError)):
            bridges.from_tilelang(tilelang_layout.Layout([4, 8], index))
