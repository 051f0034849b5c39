"""The accesses of one warp, as `layout solve` takes them: a thread-value layout, and where another system puts each lane."""

LANES = {"nvidia": 32, "cdna3": 64, "cdna4": 64, "rdna3": 32, "rdna4": 32}


class Skipped(Exception):
    """There is nothing to compare: no shared memory, or accesses that no layout states."""


def folded(extents, strides):
    """The modes with neighbours joined that continue each other."""
    out = []
    for extent, stride in zip(extents, strides):
        if out and (stride == out[-1][0] * out[-1][1] or stride == out[-1][1] == 0):
            out[-1][0] *= extent
        elif extent > 1:
            out.append([extent, stride])
    out = out or [[1, 0]]
    texts = [",".join(str(mode[k]) for mode in out) for k in (0, 1)]
    return [text if len(out) == 1 else f"({text})" for text in texts]


def stated(images, values):
    """The text of the layout that maps bit `k` of a lane to `images[k]`, and each value to its neighbour."""
    extents, strides = folded([2] * len(images), images)
    return f"({extents},{values}):({strides},1)"


def use(kind, width, times, threads, addresses):
    return {"threads": threads, "width": width, "instruction": kind, "times": times, "addresses": [int(at) for at in addresses]}
