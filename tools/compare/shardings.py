"""What XLA, Shardy, PyTorch, ScaLAPACK and MPI say of sharded arrays, as rows of `tests/golden/systems/sharding.jsonl`.

What it needs is in `sharding_systems.py`.
    python tools/compare/shardings.py 7 > tests/golden/systems/sharding.jsonl      # by seed

A text of XLA that stops the process is a row with `crash`.
"""

import itertools
import json
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from sharding_systems import STOPS, Scalapack, apart, hlo_devices, torch_held


def show(row):
    print(json.dumps(row, separators=(",", ":")), flush=True)


XLA = """{replicated}
{maximal device=3}
{manual}
{unknown}
{unreduced}
{devices=[2,2]<=[5]}
{devices=[2,2]0,1,2}
{devices=[2,2]0,0,1,2}
{devices=[2,2]1,2,3,4}
{devices=[2,2]<=[4] }
{ devices=[2,2]<=[4]}
{devices=[2,2] <=[4]}
{devices=[0]<=[0]}
{devices=[]0}
{maximal}
{devices=[1,1]<=[1]}
{devices=[1,1,4]<=[4] last_tile_dim_replicate}
{devices=[2,1,2]<=[4] last_tile_dims={unreduced}}
{devices=[2,1,2]<=[4] last_tile_dims={replicated}}
{devices=[2,2,2]<=[8] last_tile_dims={replicated, manual}}
{devices=[2,2,2]<=[8] last_tile_dims={unreduced, replicated}}
{devices=[2,2,2]<=[8] last_tile_dims={replicated, unreduced}}
{devices=[8]<=[2,1,4]T(1,2,0)}
{devices=[4]<=[2,2]T(0,0)}
{devices=[4]<=[2,2]T(1)}
{devices=[2,2]<=[4] metadata={op_name="x"}}
{{replicated},{maximal device=0}}
{devices=[2,2]<=[4]""".split("\n")


def xla(draw):
    from jaxlib import xla_client

    def drawn():
        dims = [draw.choice([1, 2, 2, 3, 4]) for _ in range(draw.randint(1, 3))]
        count = math.prod(dims)
        replicate = draw.random() < 0.4 and len(dims) > 1
        text = hlo_devices(draw, count)
        end = " last_tile_dim_replicate" if replicate else ""
        return "{devices=[" + ",".join(map(str, dims)) + "]" + text + end + "}"

    def answer(text):
        sharding = xla_client.HloSharding.from_string(text)
        row = {"out": str(sharding)}
        # Asks for tiles of a tuple stop the process.
        if not text.startswith("{{") and sharding.is_tiled():
            row["dims"] = list(sharding.tile_assignment_dimensions())
            row["devices"] = list(sharding.tile_assignment_devices())
        return row

    for text in XLA + [drawn() for _ in range(200)]:
        [row] = apart([(answer, text)])
        show({"op": "xla", "text": text} | ({"crash": True} if row == STOPS else row or {"error": True}))


SHARDY = """#sdy.sharding<@mesh, [{"x"}, {"y", ?}], replicated={"z"}>
#sdy.sharding<@mesh,[{"x":(1)2}p1,{}], unreduced={"y"}>
#sdy.sharding<@mesh, [{?}]>
#sdy.sharding<@mesh, []>
#sdy.sharding<@mesh, [{"x","y"}p0, {"z",?}p2], replicated={"w"}, unreduced={"v"}>
#sdy.sharding<mesh<["x"=2]>, [{"x"}]>
#sdy.sharding<@mesh, [{"x"]>
#sdy.sharding<@mesh, [{x}]>
#sdy.mesh<["x"=2, "y"=4]>
#sdy.mesh<["x"=2,"y"=2], device_ids=[0,2,1,3]>
#sdy.mesh<[], device_ids=[3]>
#sdy.mesh<["x"=2,"y"=2], device_ids=[0,2,1]>
#sdy.mesh<["x"=2,"x"=2]>
#sdy.mesh<["x"=0]>""".split("\n")


def shardy(draw):
    import jax
    import numpy
    from jax.sharding import Mesh, NamedSharding, PartitionSpec
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import sdy

    with ir.Context() as context:
        sdy.register_dialect(context)
        for text in SHARDY:
            try:
                show({"op": "shardy", "text": text, "out": str(ir.Attribute.parse(text))})
            except Exception:
                show({"op": "shardy", "text": text, "error": True})
        for _ in range(60):
            sizes = draw.choice([[8], [2, 4], [4, 2], [2, 2, 2]])
            names = ["x", "y", "z"][: len(sizes)]
            devices = list(range(8))
            if draw.random() < 0.5:
                draw.shuffle(devices)
            placed = numpy.array([jax.devices()[k] for k in devices]).reshape(sizes)
            free = names[:]
            draw.shuffle(free)
            spec = []
            for _ in range(draw.randint(1, 3)):
                taken = [free.pop() for _ in range(draw.choice([0, 1, 1, 2])) if free]
                spec.append(tuple(taken) or None)
            shape = [math.prod([8, draw.randint(1, 2)]) for _ in spec]
            sharding = NamedSharding(Mesh(placed, tuple(names)), PartitionSpec(*spec))
            held = {
                device.id: [[part.start or 0, extent if part.stop is None else part.stop] for part, extent in zip(index, shape)]
                for device, index in sharding.devices_indices_map(tuple(shape)).items()
            }
            mesh = ", ".join(f'"{name}"={size}' for name, size in zip(names, sizes))
            ids = f", device_ids={devices}" if devices != sorted(devices) else ""
            text = str(sharding._to_sdy_sharding(len(shape)).build({}))
            row = {"op": "shardy", "mesh": f"#sdy.mesh<[{mesh}]{ids}>", "text": text, "out": text}
            show(row | {"shape": shape, "held": [held[k] for k in range(8)]})


def dtensor(draw):
    from torch.distributed.tensor import Partial, Replicate, Shard
    from torch.distributed.tensor._utils import _compute_local_shape_and_global_offset as held
    from torch.distributed.tensor.placement_types import _StridedShard

    for _ in range(250):
        shape = [draw.choice([1, 2, 5, 7, 8, 10, 12, 16, 24]) for _ in range(draw.randint(1, 3))]
        mesh = [draw.randint(1, 4) for _ in range(draw.randint(1, 3))]
        placements = []
        for _ in mesh:
            choice = draw.random()
            dim = draw.randrange(len(shape))
            if choice < 0.65:
                placements.append(Shard(dim))
            elif choice < 0.85:
                placements.append(Replicate())
            else:
                placements.append(Partial(draw.choice(["sum", "sum", "max", "min", "product", "avg"])))
        rows = []
        for coordinate in itertools.product(*map(range, mesh)):
            size, offset = held(tuple(shape), tuple(mesh), list(coordinate), placements)
            rows.append([list(size), list(offset)])
        text = str(tuple(placements))
        show({"op": "dtensor", "shape": shape, "mesh": mesh, "text": text, "held": rows})
    for _ in range(80):
        size, mesh = draw.randint(1, 48), [draw.randint(1, 3) for _ in range(draw.randint(1, 3))]
        placements, rows = [], []
        for k in range(len(mesh)):
            factor = draw.choice([1, *mesh[k + 1 :], math.prod(mesh[k + 1 :])])
            placements.append(_StridedShard(0, split_factor=factor) if factor > 1 else Shard(0))
        for coordinate in itertools.product(*map(range, mesh)):
            rows.append(torch_held(size, zip(placements, mesh, coordinate)))
        show({"op": "dtensor", "shape": [size], "mesh": mesh, "text": str(tuple(placements)), "elements": rows})


def scalapack(draw):
    library = Scalapack()
    for _ in range(200):
        rows, columns = draw.randint(1, 40), draw.randint(1, 40)
        grid = [draw.randint(1, 4), draw.randint(1, 4)]
        blocks = [draw.randint(1, 9), draw.randint(1, 9)]
        first = [draw.randrange(grid[0]), draw.randrange(grid[1])]
        held = []
        for extent, block, start, parts in zip((rows, columns), blocks, first, grid):
            held.append([library.indices(extent, block, start, part, parts) for part in range(parts)])
        descriptor = [1, 0, rows, columns, *blocks, *first, max(1, max(map(len, held[0])))]
        show({"op": "scalapack", "desc": descriptor, "grid": grid, "held": held})


def mpi(draw):
    folder = Path(tempfile.mkdtemp())
    subprocess.run(["mpicc", "-O1", "-o", folder / "darray", Path(__file__).with_name("darray.c")], check=True)
    questions, lines = [], []
    for _ in range(150):
        rank = draw.randint(1, 3)
        sizes = [draw.randint(1, 9) for _ in range(rank)]
        order = draw.choice("CF")
        if draw.random() < 0.2:
            parts = [draw.randint(1, size) for size in sizes]
            starts = [draw.randint(0, size - part) for size, part in zip(sizes, parts)]
            questions.append({"op": "subarray", "order": order, "sizes": sizes, "parts": parts, "starts": starts})
            lines.append(["s", rank, order, *sizes, *parts, *starts])
            continue
        kinds = [draw.choice([0, 0, 1, 1, 2]) for _ in range(rank)]
        grid = [1 if kind == 2 else draw.randint(1, 3) for kind in kinds]
        arguments = []
        for size, kind, parts in zip(sizes, kinds, grid):
            least = -(-size // parts)
            choices = {0: [-1, least, least + 1], 1: [-1, 1, 2, 3], 2: [-1]}[kind]
            arguments.append(draw.choice(choices))
        questions.append({"op": "darray", "order": order, "sizes": sizes, "kinds": kinds, "arguments": arguments, "grid": grid})
        count = math.prod(grid)
        lines += [["d", count, k, rank, order, *sizes, *kinds, *arguments, *grid] for k in range(count)]
    text = "\n".join(" ".join(map(str, line)) for line in lines)
    # Alone, without a runtime beside it.
    run = subprocess.run([folder / "darray"], input=text, capture_output=True, text=True, check=True)
    answers = iter([None if line.startswith("refused") else list(map(int, line.split())) for line in run.stdout.splitlines()])
    for question in questions:
        count = math.prod(question["grid"]) if "grid" in question else 1
        show(question | {"held": [next(answers) for _ in range(count)]})


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    systems = {"xla": xla, "shardy": shardy, "dtensor": dtensor, "scalapack": scalapack, "mpi": mpi}
    for name, ask in systems.items():
        if name in sys.argv[2:] or len(sys.argv) == 2:
            ask(random.Random(int(sys.argv[1])))
