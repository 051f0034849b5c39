"""The layouts of shared memory that Triton chooses for conversions between register layouts.

Triton shows them nowhere, so a kernel with one conversion is compiled up to the text for the assembler, and its LLVM text is run on
all threads (`llvm_threads.py`) with the index of an element as its value: the addresses are those of the program, and each element
must arrive.
"""
import collections
import importlib.metadata
import itertools
import tempfile

import numpy as np

import llvm_threads
from triton_operands import operands
from warp_accesses import LANES, Skipped, stated, use

BLOCKED = "#ttg.blocked<{{sizePerThread = [{}], threadsPerWarp = [{}], warpsPerCTA = [{}], order = [{}]}}>"
MMA2 = "#ttg.nvidia_mma<{{versionMajor = 2, versionMinor = 0, warpsPerCTA = [{}], instrShape = [16, 8]}}>"
MMA3 = "#ttg.nvidia_mma<{{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, {}, 16]}}>"
MFMA = "#ttg.amd_mfma<{{version = {}, warpsPerCTA = [{}], instrShape = [{}], isTransposed = {}}}>"
DOT = "#ttg.dot_op<{{opIdx = {}, parent = {}, kWidth = {}}}>"
KERNEL = """
#src = {src}
#dst = {dst}
{shared}
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {warps} : i32, ttg.target = "{target}", "ttg.threads-per-warp" = {lanes} : i32}} {{
  tt.func public @kernel(%out: !tt.ptr<i{bits}> {{tt.divisibility = 16 : i32}}) {{
{source}
    %shift = arith.constant dense<{shift}> : tensor<{m}x{n}xi32, #src>
    %part = arith.shrui %src_index, %shift : tensor<{m}x{n}xi32, #src>
    {value}
    {convert}
{result}
    %base = tt.splat %out : !tt.ptr<i{bits}> -> tensor<{m}x{n}x!tt.ptr<i{bits}>, #dst>
    %at = tt.addptr %base, %dst_index : tensor<{m}x{n}x!tt.ptr<i{bits}>, #dst>, tensor<{m}x{n}xi32, #dst>
    tt.store %at, %moved : tensor<{m}x{n}x!tt.ptr<i{bits}>, #dst>
    tt.return
  }}
}}
"""
INDEX = """    %{p}_r = tt.make_range {{end = {m} : i32, start = 0 : i32}} : tensor<{m}xi32, #ttg.slice<{{dim = 1, parent = #{p}}}>>
    %{p}_c = tt.make_range {{end = {n} : i32, start = 0 : i32}} : tensor<{n}xi32, #ttg.slice<{{dim = 0, parent = #{p}}}>>
    %{p}_re = tt.expand_dims %{p}_r {{axis = 1 : i32}} : tensor<{m}xi32, #ttg.slice<{{dim = 1, parent = #{p}}}>> -> tensor<{m}x1xi32, #{p}>
    %{p}_ce = tt.expand_dims %{p}_c {{axis = 0 : i32}} : tensor<{n}xi32, #ttg.slice<{{dim = 0, parent = #{p}}}>> -> tensor<1x{n}xi32, #{p}>
    %{p}_k = arith.constant dense<{n}> : tensor<{m}x1xi32, #{p}>
    %{p}_rk = arith.muli %{p}_re, %{p}_k : tensor<{m}x1xi32, #{p}>
    %{p}_rb = tt.broadcast %{p}_rk : tensor<{m}x1xi32, #{p}> -> tensor<{m}x{n}xi32, #{p}>
    %{p}_cb = tt.broadcast %{p}_ce : tensor<1x{n}xi32, #{p}> -> tensor<{m}x{n}xi32, #{p}>
    %{p}_index = arith.addi %{p}_rb, %{p}_cb : tensor<{m}x{n}xi32, #{p}>"""


def kernel(src, dst, shape, size, shift, target, lanes, warps, shared=None):
    (m, n), bits = shape, 8 * size
    kind = lambda of: f"tensor<{m}x{n}xi{bits}, #{of}>"
    memory = f"!ttg.memdesc<{m}x{n}xi{bits}, #shared, #ttg.shared_memory>"
    cast = {4: "%value = arith.addi %part, %part0 : " + kind("src"), 8: f"%value = arith.extui %part : tensor<{m}x{n}xi32, #src> to {kind('src')}"}
    value = cast.get(size, f"%value = arith.trunci %part : tensor<{m}x{n}xi32, #src> to {kind('src')}")
    if size == 4:
        value = f"%part0 = arith.constant dense<0> : {kind('src')}\n    " + value
    convert = f"%moved = ttg.convert_layout %value : {kind('src')} -> {kind('dst')}"
    if shared:
        convert = (f"%held = ttg.local_alloc %value : ({kind('src')}) -> {memory}\n"
                   f"    %moved = ttg.local_load %held : {memory} -> {kind('dst')}")
    return KERNEL.format(
        src=src, dst=dst, shared=f"#shared = {shared}\n#smem = #ttg.shared_memory" if shared else "", warps=warps, target=target,
        lanes=lanes, bits=bits, m=m, n=n, shift=shift, value=value, convert=convert,
        source=INDEX.format(p="src", m=m, n=n), result=INDEX.format(p="dst", m=m, n=n))


def compiled(text, target):
    """The LLVM text of a kernel, and the text for the assembler: the stages of `triton.compile` up to it."""
    from triton._C.libtriton import ir
    from triton.compiler.compiler import IRSource, make_backend

    backend, context = make_backend(target), ir.context()
    with tempfile.NamedTemporaryFile("w", suffix=".ttgir") as file:
        file.write(text)
        file.flush()
        source = IRSource(file.name, context, backend)
        options, stages, found = backend.parse_options(source.parse_options()), {}, {}
        backend.add_stages(stages, options, source.language)
        module = source.make_ir(target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context)
    metadata = {"target": target, **options.__dict__}
    for name in ("llir", "ptx" if target.backend == "cuda" else "amdgcn"):
        module = found[name] = stages[name](module, metadata)
        module = module if isinstance(module, str) else str(module)
        found[name] = module
    return tuple(found.values())


def rounds(accesses):
    """The accesses between stores that follow loads."""
    out = [[]]
    for access in accesses:
        if access.kind.startswith("store") and out[-1] and out[-1][-1].kind.startswith("load"):
            out.append([])
        out[-1].append(access)
    return out


def traced(arguments, size, target, lanes, warps):
    """The accesses of a kernel, each with the elements of each thread: a row a thread, in the order of the bytes."""
    planes, accesses = [], None
    for shift in (0, 8) if size == 1 else (0,):
        text, assembly = compiled(kernel(*arguments[:3], size, shift, *arguments[3:]), target)
        block = llvm_threads.run(text, lanes * warps, lanes)
        for address, data, on in block.stored:
            address, data = address[on], data[on]
            index = address.astype(np.int64)[:, None] // size + np.arange(data.shape[1] // size)
            assert (elements(data, size) == (index >> shift) % (1 << min(8 * size, 62))).all(), "an element is lost"
        accesses = llvm_threads.merged(block.accesses, llvm_threads.instructions(assembly))
        planes.append([elements(access.data, size) << shift for access in accesses])
    for k, access in enumerate(accesses):
        access.elements = sum(plane[k] for plane in planes)
    return accesses


def elements(data, size):
    parts = data.reshape(data.shape[0], -1, size).astype(np.int64)
    return (parts << (8 * np.arange(size))).sum(axis=2)


def images(values, count):
    """The images of the bits of the index of `values`, which is linear over F2 up to its first value."""
    found = [int(values[1 << k] ^ values[0]) for k in range(count.bit_length() - 1)]
    for index in range(count):
        expected = int(values[0])
        for k, image in enumerate(found):
            expected ^= image if index >> k & 1 else 0
        if expected != int(values[index]):
            raise Skipped("not linear")
    return found


class Coordinates:
    """Coordinates of elements over F2: the bits of `basis`, in order, as far as they are independent."""

    def __init__(self, basis):
        self.reduced, self.count = [], 0
        for vector in basis:
            rest, mask = self.reduce(vector)
            if rest:
                self.reduced.append((rest, mask ^ 1 << self.count))
                self.count += 1

    def reduce(self, vector):
        mask = 0
        for value, combination in self.reduced:
            if vector & (value & -value):
                vector, mask = vector ^ value, mask ^ combination
        return vector, mask

    def of(self, vector):
        rest, mask = self.reduce(vector)
        if rest:
            raise Skipped("elements past those of the first accesses")
        return mask


def problem(accesses, size, lanes, warps):
    """The uses of the accesses of a block: one for each kind and width, of the first warp and instruction, with the addresses of each."""
    all_rounds = rounds(accesses)
    groups = collections.OrderedDict()
    for k, part in enumerate(all_rounds):
        for access in part:
            groups.setdefault((access.kind, access.width), []).append((k, access))
    if not {kind.split("-")[0] for kind, _ in groups} == {"store", "load"}:
        raise Skipped("no shared memory")
    widest = max((access for _, access in itertools.chain(*groups.values())), key=lambda access: access.width)
    vector = images(widest.elements[0], widest.elements.shape[1])
    found = []
    for (kind, width), members in groups.items():
        lane_images, each = None, set()
        for _, access in members:
            on = int((access.addresses[:lanes] >= 0).sum())
            if access.addresses.min() < 0 and not (access.addresses[:on] >= 0).all():
                raise Skipped("lanes that are off")
            of = images(access.elements[:on, 0], on)
            if lane_images not in (None, of):
                raise Skipped("instructions that differ")
            lane_images = of
            each |= {tuple(warp[:on]) for warp in access.addresses.reshape(-1, lanes).tolist()}
        if images(members[0][1].elements[0], width // size) != vector[:(width // size).bit_length() - 1]:
            raise Skipped("vectors that are not nested")
        found.append((kind, width, len(members) * warps, lane_images, members[0][1].addresses[:1 << len(lane_images)], each))
    first = [access.elements for access in all_rounds[0] if access.kind.startswith("store")]
    span = np.unique(np.concatenate([part.ravel() for part in first]))
    held = [int(value ^ span[0]) for value in span]
    units = [vector for vector in held if vector.bit_count() == 1]
    coordinates = Coordinates(vector + sorted(units) + held)
    if 1 << coordinates.count != len(span):
        raise Skipped("elements that are no subspace")
    uses = [use(kind, width, times, stated([coordinates.of(image) for image in of], width // size), addresses) | {"each": each}
            for kind, width, times, of, addresses, each in found]
    return f"{len(span)}:1", uses


def blocked(size, lanes, warps, order):
    return BLOCKED.format(*[", ".join(map(str, part)) for part in (size, lanes, warps, order)])


def conversions():
    """The name, the layouts, the shape, the bytes of an element, the machine, the target, and no attribute of a memory."""
    rows = blocked([1, 8], [4, 8], [4, 1], [1, 0])
    words = blocked([1, 1], [1, 32], [4, 1], [1, 0])
    columns = blocked([8, 1], [8, 4], [1, 4], [0, 1])
    single = blocked([1, 1], [32, 1], [1, 4], [0, 1])
    square = blocked([2, 2], [8, 4], [2, 2], [1, 0])
    mma = MMA2.format("2, 2")
    dots = [(f"operand {'AB'[k]} of mma", DOT.format(k, mma, 2)) for k in (0, 1)]
    named = [
        ("rows of 8", rows), ("rows of 1", words), ("columns of 8", columns), ("columns of 1", single), ("squares", square),
        ("mma", mma), ("wgmma", MMA3.format(64)), *dots,
    ]
    pairs = [pair for pair in itertools.permutations(named, 2) if not pair[0][0].startswith("operand")]
    for (a, src), (b, dst) in pairs:
        is_wgmma = "wgmma" in (a, b)
        for size in (1, 2, 4):
            if "operand" in b and size == 1:
                continue
            shape = (128, 64) if is_wgmma or size == 2 else (64, 64)
            yield f"{a} to {b}", src, dst, shape, size, "nvidia", ("cuda", 90 if is_wgmma else 80), None
    for machine, arch, version in (("cdna3", "gfx942", 3), ("cdna4", "gfx950", 4)):
        rows = blocked([1, 8], [8, 8], [4, 1], [1, 0])
        words = blocked([1, 1], [1, 64], [4, 1], [1, 0])
        columns = blocked([8, 1], [8, 8], [1, 4], [0, 1])
        single = blocked([1, 1], [64, 1], [1, 4], [0, 1])
        named = [("rows of 8", rows), ("rows of 1", words), ("columns of 8", columns), ("columns of 1", single)]
        for tile, turned in (("32, 32, 8", "false"), ("16, 16, 16", "true")):
            name = f"mfma {tile[:2]}" + (" turned" if turned == "true" else "")
            named.append((name, MFMA.format(version, "2, 2", tile, turned)))
        for (a, src), (b, dst) in itertools.permutations(named, 2):
            for size in (2, 4):
                yield f"{a} to {b}", src, dst, (128, 64) if size == 2 else (64, 64), size, machine, ("hip", arch), None


def triton_rows():
    from triton.backends.compiler import GPUTarget

    version = "triton " + importlib.metadata.version("triton")
    for name, src, dst, shape, size, machine, (backend, arch), shared in itertools.chain(conversions(), operands()):
        lanes, warps = LANES[machine], 4
        target = f"cuda:{arch}" if backend == "cuda" else f"hip:{arch}"
        title = f"{name}, {shape[0]} x {shape[1]}"
        try:
            arguments = (src, dst, shape, target, lanes, warps, shared)
            accesses = traced(arguments, size, GPUTarget(backend, arch, lanes), lanes, warps)
            memory, uses = problem(accesses, size, lanes, warps)
        except (Skipped, llvm_threads.Unread, RuntimeError) as reason:
            yield title, f"{type(reason).__name__}: {reason}"
            continue
        yield title, {"rival": version, "problem": title, "machine": machine, "bytes": size, "memory": memory, "maps": "linear",
                      "padding": 0, "uses": uses}
