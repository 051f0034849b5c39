"""The systems that `shardings.py` and `sharding_texts.py` ask about shardings, and what both draw.

Needs Python 3.11 or newer, no accelerator, and for ScaLAPACK and MPI their libraries:
    pip install jax==0.10.2 jaxlib==0.10.2 torch==2.15.0
    apt-get install libopenmpi-dev openmpi-bin libscalapack-openmpi-dev
"""

import ctypes
import json
import os
import resource
import signal
import subprocess
import tempfile
from pathlib import Path

# Before the first import of jax.
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

STOPS = "stops the process"


def limit_memory():
    """Lets this process have 1 GiB more. XLA fills all memory with `{devices=[3,3,2]<=[3,0]T(1,0) last_tile_dims={unreduced, manual, unreduced}}`."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (1 << 30),) * 2)


def apart(questions):
    """The answers of a function to each question, in processes that it may stop: None for an exception, and `STOPS`, also for all memory."""
    answers = []
    while len(answers) < len(questions):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            limit_memory()
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            out = os.fdopen(write, "w")
            for ask, *question in questions[len(answers) :]:
                # A lock that another thread held at the fork stays locked.
                signal.alarm(5)
                try:
                    answer = ask(*question)
                except MemoryError:
                    answer = STOPS
                except Exception:
                    answer = None
                print(json.dumps(answer), file=out, flush=True)
            os._exit(0)
        os.close(write)
        lines = os.fdopen(read).read().splitlines()
        os.waitpid(child, 0)
        answers += [json.loads(line) for line in lines]
        if len(answers) < len(questions):
            answers.append(STOPS)
    return answers


def hlo_devices(draw, count, may_list=True):
    """The devices of a text of HLO: a list, or an iota."""
    if draw.random() < 0.4 and may_list:
        devices = list(range(count))
        draw.shuffle(devices)
        return ",".join(map(str, devices))
    shape = [count]
    for divisor in (2, 3, 2):
        if shape[0] % divisor == 0 and draw.random() < 0.6:
            shape[0] //= divisor
            shape.insert(draw.randint(0, len(shape)), divisor)
    order = list(range(len(shape)))
    draw.shuffle(order)
    text = "<=[" + ",".join(map(str, shape)) + "]"
    return text + "T(" + ",".join(map(str, order)) + ")" if len(order) > 1 else text


def torch_held(extent, cuts):
    """The indices of a dimension after cuts `(placement, parts, part)`, as PyTorch splits a tensor."""
    import torch

    held = torch.arange(extent)
    for placement, parts, part in cuts:
        line = type(placement)(0, **({"split_factor": placement.split_factor} if hasattr(placement, "split_factor") else {}))
        held = line._split_tensor(held, parts, with_padding=False, contiguous=True)[0][part]
    return held.tolist()


# What a process of the BLACS says of its grid, without a runtime of MPI.
GRID = """int grid[4];
void blacs_gridinfo_(int *context, int *rows, int *columns, int *row, int *column) {
    *rows = grid[0], *columns = grid[1], *row = grid[2], *column = grid[3];
}
void pxerbla_(int *context, char *name, int *info, long length) {}"""


class Scalapack:
    def __init__(self):
        built = Path(tempfile.mkdtemp()) / "grid.so"
        subprocess.run(["gcc", "-x", "c", "-shared", "-fPIC", "-o", built, "-"], input=GRID, text=True, check=True)
        # Before the library, whose functions of these names it stands for.
        self.grid = ctypes.CDLL(str(built), mode=ctypes.RTLD_GLOBAL)
        self.library = ctypes.CDLL(os.environ.get("SCALAPACK", "libscalapack-openmpi.so.2.2"), mode=ctypes.RTLD_GLOBAL)

    def call(self, name, *numbers):
        return getattr(self.library, name)(*[ctypes.byref(ctypes.c_int(number)) for number in numbers])

    def indices(self, extent, block, first, part, parts):
        """The indices of a dimension on a process, by NUMROC and INDXL2G."""
        count = self.call("numroc_", extent, block, part, first, parts)
        return [self.call("indxl2g_", k + 1, block, part, first, parts) - 1 for k in range(count)]

    def accepts(self, entries, grid, process):
        """Whether DESCINIT takes the entries on a process of a grid."""
        (ctypes.c_int * 4).in_dll(self.grid, "grid")[:] = [*grid, *process]
        made, info = (ctypes.c_int * 9)(), ctypes.c_int()
        _, context, rows, columns, *rest = entries
        numbers = [ctypes.byref(ctypes.c_int(number)) for number in (rows, columns, *rest[:4], context, rest[4])]
        self.library.descinit_(made, *numbers, ctypes.byref(info))
        return info.value == 0
