#!/usr/bin/env python3
"""Writes the tensor maps and matrix descriptors of CuTe: cute_maps.txt and cute_matrices.txt of layout-core/tests/descriptor. Needs no GPU.

    descriptors.py INCLUDE   CuTe's host code, compiled by g++ with a driver that prints its arguments

INCLUDE is a list of folders between colons: the headers of CUTLASS, of the CUDA runtime, of its compiler (`crt`), and CCCL's.

A row of a map has the type, the layout of the tensor, the layout of the tile in shared memory (with its swizzle in elements), the extents,
strides, box and swizzle of the map, and the layout of its coordinates. A row of a matrix has the type, the contiguous mode, the layout, and
the descriptors of the first instruction along K, of wgmma and of tcgen05."""
import pathlib
import re
import subprocess
import sys
import tempfile

TARGET = pathlib.Path(__file__).resolve().parents[2] / "layout-core/tests/descriptor"
PROGRAM = r"""
#include <cstdio>
#include <cuda.h>
#include <cute/tensor.hpp>
#include <cute/atom/copy_traits_sm90_tma.hpp>
#include <cute/atom/mma_traits_sm90_gmma.hpp>
#include <cute/arch/mma_sm100_desc.hpp>
using namespace cute;
static void list(unsigned count, auto const* numbers) {
    for (unsigned k = 0; k < count; k++) { printf("%s%llu", k ? "," : "", (unsigned long long)numbers[k]); }
    printf(" | ");
}
extern "C" CUresult cuTensorMapEncodeTiled(CUtensorMap*, CUtensorMapDataType, cuuint32_t rank, void*, const cuuint64_t* dims,
    const cuuint64_t* strides, const cuuint32_t* box, const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle swizzle,
    CUtensorMapL2promotion, CUtensorMapFloatOOBfill) {
    list(rank, dims); list(rank - 1, strides); list(rank, box); printf("%d | ", int(swizzle));
    return CUDA_SUCCESS;
}
template <class T, class G, class S> void row(char const* type, G const& g, S const& s) {
    printf("%s | ", type); print(g); printf(" | "); print(s); printf(" | ");
    auto tma = make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr(reinterpret_cast<T*>(0x10000)), g), s);
    print(tma.get_tma_tensor(shape(g)).layout()); printf("\n");
}
template <class T, template <class> class Atom, int M, int K, class G> void atom(char const* type, G const& g) {
    row<T>(type, g, tile_to_shape(Atom<T>{}, Shape<Int<M>, Int<K>>{}));
}
template <class T, int Mn, template <class> class Atom, int M, int K> void matrix(char const* type) {
    auto layout = tile_to_shape(Atom<T>{}, Shape<Int<M>, Int<K>>{});
    auto tile = make_tensor(make_smem_ptr(static_cast<T*>(nullptr)), layout);
    auto first = local_tile(tile, make_shape(Int<M>{}, Int<32 / sizeof(T)>{}), make_coord(0, 0));
    uint64_t wgmma = SM90::GMMA::make_gmma_desc<Mn ? SM90::GMMA::Major::MN : SM90::GMMA::Major::K>(first).desc_;
    uint64_t tcgen05 = UMMA::make_umma_desc<Mn ? UMMA::Major::MN : UMMA::Major::K>(first).desc_;
    printf("matrix | %s | %s | ", type, Mn ? "mn" : "k"); print(layout);
    printf(" | %016llx | %016llx\n", (unsigned long long)wgmma, (unsigned long long)tcgen05);
}
int main() {
    auto rows = make_layout(make_shape(4096, 512), make_stride(512, _1{}));
    auto columns = make_layout(make_shape(4096, 512), make_stride(_1{}, 4096));
    ROWS
}
"""
LONG = {"f16": "half_t", "bf16": "bfloat16_t", "f32": "float", "u8": "uint8_t", "f64": "double"}


def rows():
    """The calls: atoms of GMMA on tensors of both orders, plain tiles, batches, nested modes."""
    for kind in ["f16", "u8", "f32"]:
        wide = {"f16": 64, "u8": 128, "f32": 32}[kind]
        for name, share in [("SW128", 1), ("SW64", 2), ("SW32", 4), ("INTER", wide * {"f16": 2, "u8": 1, "f32": 4}[kind] // 16)]:
            k = wide // share
            for more in [1, 2]:
                yield f'atom<{LONG[kind]}, GMMA::Layout_K_{name}_Atom, 128, {k * more}>("{kind}", rows);'
                yield f'atom<{LONG[kind]}, GMMA::Layout_MN_{name}_Atom, {k * more}, 64>("{kind}", columns);'
            for m in [64, 128]:
                yield f'matrix<{LONG[kind]}, 0, GMMA::Layout_K_{name}_Atom, {m}, {max(k, 32 * wide // 128)}>("{kind}");'
                yield f'matrix<{LONG[kind]}, 1, GMMA::Layout_MN_{name}_Atom, {max(k, m)}, 64>("{kind}");'
    for kind, shape, stride in [
        ("f16", "_64,_32", "_32,_1"), ("f16", "_32,_128", "_128,_1"), ("bf16", "_8,_64", "_64,_1"), ("f64", "_16,_16", "_16,_1"), ("u8", "_64,_16", "_16,_1"),
    ]:
        yield f'row<{LONG[kind]}>("{kind}", rows, Layout<Shape<{shape}>, Stride<{stride}>>{{}});'
    for kind, shape, stride in [("f32", "_64,_32", "_1,_64"), ("bf16", "_256,_4", "_1,_256")]:
        yield f'row<{LONG[kind]}>("{kind}", columns, Layout<Shape<{shape}>, Stride<{stride}>>{{}});'
    tensors = [
        ("make_shape(4096, 512, 7)", "make_stride(512, _1{}, 2097152)", "_64,_32,_1", "_32,_1,_0"),
        ("make_shape(56, 56, 64, 8)", "make_stride(64, 3584, _1{}, 200704)", "_8,_4,_32,_1", "_32,_256,_1,_0"),
        ("make_shape(make_shape(_32{}, _16{}), _64{})", "make_stride(make_stride(_64{}, Int<4096>{}), _1{})", "_32,_64", "_64,_1"),
        ("make_shape(make_shape(_32{}, _16{}), _64{})", "make_stride(make_stride(_64{}, Int<4096>{}), _1{})", "_16,_64", "_64,_1"),
        ("make_shape(make_shape(_32{}, _16{}), _64{})", "make_stride(make_stride(_64{}, Int<4096>{}), _1{})", "_64,_64", "_64,_1"),
        ("make_shape(100, 72)", "make_stride(72, _1{})", "_16,_64", "_64,_1"),
        ("make_shape(3, 5, 7, 9, 64)", "make_stride(40320, 8064, 1152, 128, _1{})", "_1,_1,_2,_4,_32", "_0,_0,_128,_32,_1"),
    ]
    for shape, stride, tile, order in tensors:
        yield f'row<half_t>("f16", make_layout({shape}, {stride}), Layout<Shape<{tile}>, Stride<{order}>>{{}});'


def text(layout):
    """A layout in our notation: static integers without `_`, a swizzle of bytes as one of elements."""
    layout = layout.replace("_", "")
    found = re.fullmatch(r"Sw<(\d+),(\d+),(\d+)> o smemptr\[(\d+)b\]\(unset\) o (.*)", layout)
    if not found:
        return layout
    bits, base, shift, size, plain = found.groups()
    return f"Sw<{bits},{int(base) - (int(size) // 8).bit_length() + 1},{shift}> o 0 o {plain}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "a.cpp"), pathlib.Path(folder, "a")
        source.write_text(PROGRAM.replace("ROWS", "\n    ".join(rows())))
        # CuTe has tensor maps where the compiler is nvcc 12 or later; a direct call of the driver is one of the function above.
        flags = ["-D__CUDACC_VER_MAJOR__=12", "-D__CUDACC_VER_MINOR__=9", "-DCUTLASS_ENABLE_DIRECT_CUDA_DRIVER_CALL=1"]
        include = [f"-I{path}" for path in sys.argv[1].split(":")]
        subprocess.run(["g++", "-std=c++20", "-O0", "-w", *flags, *include, str(source), "-o", str(program)], check=True)
        lines = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout.splitlines()
    maps, matrices = [], []
    for line in lines:
        parts = [part.strip() for part in line.split(" | ")]
        if parts[0] == "matrix":
            kind, major, layout, *bits = parts[1:]
            matrices.append(" | ".join([kind, major, text(layout), *bits]))
        # Shared memory has no address on a host, which CuTe says, and takes 0.
        elif "not supported" not in line:
            kind, tensor, tile, *numbers, coordinates = parts
            maps.append(" | ".join([kind, text(tensor), text(tile), *numbers, text(coordinates)]))
    for name, rows_of in [("cute_maps.txt", maps), ("cute_matrices.txt", matrices)]:
        (TARGET / name).write_text("\n".join(rows_of) + "\n")
        print(name, len(rows_of), "rows")


if __name__ == "__main__":
    main()
