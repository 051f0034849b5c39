"""The layouts of shared memory that Triton chooses for the operands of a product: the tile that global memory fills, and the matrix
instruction reads. They are attributes in its text after `ttgir`; each is then traced as a conversion is (`triton_memory.py`)."""
import re

import triton
import triton.language as tl

TILES = [(128, 128, 64), (128, 128, 32), (64, 128, 64), (64, 128, 128), (128, 256, 32)]
TARGETS = [("nvidia", "cuda", 80), ("cdna3", "hip", "gfx942"), ("cdna4", "hip", "gfx950")]
COPIES = r"(?:async_copy_global_to_local|local_store) .* : tensor<([\dx]+)x[^,]*, (#\w+)> -> (?:!ttg.memdesc)?<[^,]*, (#\w+),"
LOADS = r"local_load .* -> tensor<[\dx]+xf\d+, #ttg\.dot_op<\{opIdx = (\d), parent = (#\w+), kWidth = (\d+)\}>>"


@triton.jit
def product(a_ptr, b_ptr, c_ptr, depth, a_row, b_row, c_row, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    a = a_ptr + m[:, None] * a_row + k[None, :]
    b = b_ptr + k[:, None] * b_row + n[None, :]
    sum = tl.zeros((M, N), dtype=tl.float32)
    for _ in range(0, depth, K):
        sum = tl.dot(tl.load(a), tl.load(b), sum)
        a += K
        b += K * b_row
    tl.store(c_ptr + m[:, None] * c_row + n[None, :], sum)


def lowered(kind, target, tile):
    """The text of a product after `ttgir`, with three stages of its loop in flight."""
    from triton._C.libtriton import ir
    from triton.compiler.compiler import ASTSource, make_backend

    names = product.arg_names
    kinds = [f"*{kind}", f"*{kind}", "*fp32"] + ["i32"] * 4 + ["constexpr"] * 3
    aligned = {(k,): [["tt.divisibility", 16]] for k in range(7)}
    source = ASTSource(product, dict(zip(names, kinds)), dict(zip(names[7:], tile)), aligned)
    backend, context, stages = make_backend(target), ir.context(), {}
    ir.load_dialects(context)
    backend.load_dialects(context)
    options = backend.parse_options({"num_stages": 3})
    backend.add_stages(stages, options, source.language)
    module = source.make_ir(target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context)
    metadata = {"target": target, **options.__dict__}
    for name in ("ttir", "ttgir"):
        module = stages[name](module, metadata)
    return str(module)


def operands():
    """As `triton_memory.conversions`, with the attribute of the memory."""
    from triton.backends.compiler import GPUTarget

    for machine, backend, arch in TARGETS:
        for kind, size in (("fp16", 2), ("fp32", 4)):
            for tile in TILES:
                text = lowered(kind, GPUTarget(backend, arch, 32 if backend == "cuda" else 64), tile)
                attributes = dict(re.findall(r"^(#\w+) = (#ttg\..*)$", text, re.M))
                shapes = {"x".join(map(str, shape)): k for k, shape in enumerate((tile[::2], (tile[2], tile[1])))}
                loads = {index: (parent, width) for index, parent, width in re.findall(LOADS, text)}
                for shape, src, shared in sorted(set(re.findall(COPIES, text))):
                    if shape not in shapes or str(shapes[shape]) not in loads:
                        continue
                    index = str(shapes[shape])
                    parent, width = loads[index]
                    parent = attributes[parent]
                    if backend == "hip":
                        # Warps that hold copies do not store them, and the compiler leaves their loads out.
                        parent = re.sub(r"warpsPerCTA = \[[^]]*\]", f"warpsPerCTA = {([4, 1], [1, 4])[int(index)]}", parent)
                    dst = f"#ttg.dot_op<{{opIdx = {index}, parent = {parent}, kWidth = {width}}}>"
                    name = f"operand {'AB'[int(index)]} of a product {' x '.join(map(str, tile))}"
                    extents = tuple(map(int, shape.split("x")))
                    yield name, attributes[src], dst, extents, size, machine, (backend, arch), attributes[shared]
