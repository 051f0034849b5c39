"""Writes the golden rows of tiled instructions and tiled copies: tests/golden/atoms/tiled.jsonl and tiled_dsl.jsonl.

    tiled.py cutlass INCLUDE   CuTe's TiledMMA and TiledCopy, compiled by g++ and printed
    tiled.py dsl               those of CuTe's DSL (Python package nvidia-cutlass-dsl), which prints them while it compiles

INCLUDE is a list of folders between colons, as of atoms.py: the headers of CUTLASS and those of CUDA. A row of them takes g++ some
seconds, so that the DSL has most rows.

A row is of one kind:

* `mma`: an atom, the layout of atoms over warps, the permutation tiler; the layout of threads (V,M,N,K), the extents of the
  tile, the thread-value layouts of A, B and C, and what `thrfrg_A`, `_B` and `_C` make of a tensor.
* `copy`: `make_tiled_copy_A`, `_B` or `_C` of such a product and a copy atom of values of `bits`; the thread-value layouts of
  both sides, what `tidfrg_S` and `tidfrg_D` make of a tensor, and `retile` of a fragment.
* `again`: `make_tiled_copy_S` or `_D` of a tiled copy and another copy atom.
* `tv`: the DSL's `make_layout_tv` of a layout of threads and a layout of values.

Rows of the DSL have parts of one thread in place of `thrfrg` and `tidfrg`: the layout and the offset in the tensor. A copy that CuTe's
assertions refuse (more values or threads than there are) has no row.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "tests/golden/atoms"

PROGRAM = r"""
#include <cstdio>
#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>
using namespace cute;
using namespace cutlass;
#define TAB printf("\t")
template <class Mma, class A, class B, class C>
void mma(char const* atom, char const* warps, char const* tile, A a, B b, C c) {
    Mma m;
    printf("mma\t%s\t%s\t%s\t", atom, warps, tile);
    print(m.get_thr_layout_vmnk()); TAB;
    print(make_shape(size(m.template permutation_mnk<0>()), size(m.template permutation_mnk<1>()), size(m.template permutation_mnk<2>()))); TAB;
    print(m.get_layoutA_TV()); TAB; print(m.get_layoutB_TV()); TAB; print(m.get_layoutC_TV()); TAB;
    print(a); TAB; print(m.thrfrg_A(a)); TAB; print(b); TAB; print(m.thrfrg_B(b)); TAB;
    print(c); TAB; print(m.thrfrg_C(c)); printf("\n");
}
template <int I, class Mma, class Tensor> auto thrfrg(Mma m, Tensor t) {
    if constexpr (I == 0) { return m.thrfrg_A(t); } else if constexpr (I == 1) { return m.thrfrg_B(t); } else { return m.thrfrg_C(t); }
}
template <int I, class Atom, class Mma> auto tiled(Atom a, Mma m) {
    if constexpr (I == 0) { return make_tiled_copy_A(a, m); } else if constexpr (I == 1) { return make_tiled_copy_B(a, m); }
    else { return make_tiled_copy_C(a, m); }
}
template <int I, class Mma> auto tv_of(Mma m) {
    if constexpr (I == 0) { return m.get_layoutA_TV(); } else if constexpr (I == 1) { return m.get_layoutB_TV(); }
    else { return m.get_layoutC_TV(); }
}
template <int I, class Mma, class Atom, class Tensor>
void copy(char const* atom, char const* warps, char const* tile, char const* name, Tensor t) {
    Mma m;
    using TV = decltype(tv_of<I>(m));
    constexpr bool fits = size<0>(TV{}) % size<0>(typename Atom::ValLayoutRef{}) == 0 && size<1>(TV{}) % size<1>(typename Atom::ValLayoutRef{}) == 0;
    if constexpr (fits) {
        auto c = tiled<I>(Atom{}, m);
        using Copy = decltype(c);
        printf("copy\t%s\t%s\t%s\t%s\t%d\t%c\t", atom, warps, tile, name, int(cute::sizeof_bits<typename Atom::ValType>::value), "ABC"[I]);
        print(typename Copy::TiledLayout_TV{}); TAB; print(typename Copy::Tiler_MN{}); TAB;
        print(Copy::get_layoutS_TV()); TAB; print(Copy::get_layoutD_TV()); TAB;
        print(t); TAB; print(Copy::tidfrg_S(t)); TAB; print(Copy::tidfrg_D(t)); TAB;
        // The fragment of a thread, compact: (V,RestM,RestK).
        auto all = thrfrg<I>(m, t);
        auto fragment = make_layout(make_shape(size<1,0>(all), size<1,1,0>(all), size<1,1,1>(all)));
        print(fragment); TAB; print(Copy::retile(fragment)); printf("\n");
    }
}
template <int I, class Mma, class Atom, class Next>
void again(char const* atom, char const* warps, char const* tile, char const* name, char const* next) {
    Mma m;
    using TV = decltype(tv_of<I>(m));
    constexpr bool fits = size<0>(TV{}) % size<0>(typename Atom::ValLayoutRef{}) == 0 && size<1>(TV{}) % size<1>(typename Atom::ValLayoutRef{}) == 0;
    if constexpr (fits) {
        using Copy = decltype(tiled<I>(Atom{}, m));
        constexpr bool fits_too = size<1>(Copy::get_layoutS_TV()) % size<1>(typename Next::ValLayoutRef{}) == 0
            && size<1>(Copy::get_layoutD_TV()) % size<1>(typename Next::ValLayoutRef{}) == 0;
        if constexpr (fits_too) {
            auto s = make_tiled_copy_S(Next{}, Copy{}); auto d = make_tiled_copy_D(Next{}, Copy{});
            printf("again\t%s\t%s\t%s\t%s\t%d\t%c\t%s\t", atom, warps, tile, name, int(cute::sizeof_bits<typename Atom::ValType>::value), "ABC"[I], next);
            print(typename decltype(s)::TiledLayout_TV{}); TAB; print(decltype(s)::get_layoutS_TV()); TAB; print(decltype(s)::get_layoutD_TV()); TAB;
            print(typename decltype(d)::TiledLayout_TV{}); TAB; print(decltype(d)::get_layoutS_TV()); TAB; print(decltype(d)::get_layoutD_TV()); printf("\n");
        }
    }
}
"""

FIELDS = {
    "mma": "kind atom warps tile vmnk extents A B C tensor_A thrfrg_A tensor_B thrfrg_B tensor_C thrfrg_C",
    "copy": "kind atom warps tile copy bits operand tv tiler S D tensor tidfrg_S tidfrg_D fragment retile",
    "again": "kind atom warps tile copy bits operand next tv_S S_of_S D_of_S tv_D S_of_D D_of_D",
}

UNIVERSAL = {32: "UniversalCopy<uint32_t>", 64: "UniversalCopy<uint64_t>", 128: "UniversalCopy<uint128_t>", 16: "UniversalCopy<uint16_t>", 8: "UniversalCopy<uint8_t>"}
LOADS = ["SM75_U32x1_LDSM_N", "SM75_U32x2_LDSM_N", "SM75_U32x4_LDSM_N"]
TURNED = ["SM75_U16x2_LDSM_T", "SM75_U16x4_LDSM_T", "SM75_U16x8_LDSM_T"]
STORES = ["SM90_U32x1_STSM_N", "SM90_U32x2_STSM_N", "SM90_U32x4_STSM_N", "SM90_U16x2_STSM_T", "SM90_U16x4_STSM_T", "SM90_U16x8_STSM_T"]

# An atom, the bits of A and B, the bits of C, and its extents.
ATOMS = [
    ("SM80_16x8x16_F16F16F16F16_TN", 16, 16, (16, 8, 16)),
    ("SM70_8x8x4_F32F16F16F32_TN", 16, 32, (8, 8, 4)),
    ("SM80_16x8x32_S32S8S8S32_TN", 8, 32, (16, 8, 32)),
    ("SM80_8x8x4_F64F64F64F64_TN", 64, 64, (8, 8, 4)),
]
TYPES = {8: "uint8_t", 16: "half_t", 32: "float", 64: "double"}
WARPS = ["(1,1,1):(1,1,1)", "(2,2,1):(2,1,1)", "(1,4,1):(1,1,1)", "(1,2,2):(1,1,2)"]


def cute(text):
    """A layout of C++ with static integers."""
    shape, stride = text.split(":")
    tuples = [re.sub(r"\d+", r"_\g<0>{}", part).replace("(", f"make_{kind}(") for part, kind in ((shape, "shape"), (stride, "stride"))]
    return f"make_layout({', '.join(tuples)})"


def type_of(text):
    shape, stride = (re.sub(r"\d+", r"C<\g<0>>", part) for part in text.split(":"))
    return f"Layout<{shape.replace('(', 'Shape<').replace(')', '>').replace('C<', 'C<')}, {stride.replace('(', 'Stride<').replace(')', '>')}>"


def tile(parts):
    return "Tile<" + ", ".join("Underscore" if part == "_" else type_of(part) if ":" in part else f"C<{part}>" for part in parts) + ">"


def digits(extent):
    """(2,2,..):(..), whose second half of the bits comes first: the halves of the mode interleave."""
    return f"(2,{extent // 2}):({extent // 2},1)"


def tiles(extents, warps):
    m, n, k = (e * int(w) for e, w in zip(extents, re.findall(r"\d+", warps.split(":")[0])))
    return [
        ("_", "_", "_"),
        ("_", str(2 * n), "_"),
        ("_", "_", str(2 * k)),
        ("_", "_", f"({k // 2},2,2):(1,{k},{k // 2})"),
        ("_", f"(2,{n // 2},2):(1,4,2)", "_"),
        (f"({m},2):(2,1)", "_", "_"),
        ("_", digits(2 * n), f"(2,{k}):({k},1)"),
    ]


# The pairs of an arrangement of warps and a tile that have rows; the first three have copies, too.
PAIRS = [(0, 0), (1, 1), (0, 4), (1, 3), (2, 2), (0, 5), (3, 6)]


def values_of(copy, bits):
    """The values of a thread that one copy moves."""
    if wide := re.search(r"uint(\d+)_t", copy):
        return int(wide[1]) // bits
    width, count = re.search(r"U(\d+)x(\d)", copy).groups()
    return int(width) * int(count) // bits


def lines(number, atom, inputs, outputs, extents):
    for at, (w, t) in enumerate(PAIRS):
        warps = WARPS[w]
        counts = [int(one) for one in re.findall(r"\d+", warps.split(":")[0])]
        tile_of = tiles(extents, warps)[t]
        mma = f"TiledMMA<MMA_Atom<{atom}>, {type_of(warps)}, {tile(tile_of)}>"
        whole = [4 * e * x for e, x in zip(extents, counts)]
        tensors = [f"({whole[i]},{whole[j]}):" + stride for i, j, stride in ((0, 2, f"({whole[2]},1)"), (1, 2, f"(1,{whole[1]})"), (0, 1, f"({whole[1]},1)"))]
        head = f'"{atom}", "{warps}", "{" ".join(tile_of)}"'
        yield f"mma<{mma}>({head}, {', '.join(map(cute, tensors))});"
        if at > 2:
            continue
        # The extents of the tile: those of the atoms of all warps, or those of the permutation.
        size = [e * x if one == "_" else eval(one.split(":")[0].strip("()").replace(",", "*")) for e, x, one in zip(extents, counts, tile_of)]
        for operand, (i, j) in enumerate(((0, 2), (1, 2), (0, 1))):
            bits = outputs if operand == 2 else inputs
            threads = (8 if atom.startswith("SM70") else 32) * counts[i] * counts[j]
            copies = [UNIVERSAL[width] for width in UNIVERSAL if width >= bits]
            if not atom.startswith("SM70") and bits <= 32:
                copies = (STORES[:3] if operand == 2 else LOADS) + copies
                copies += [] if bits != 16 else STORES[3:] if operand == 2 else TURNED
            copies = [copy for copy in copies if size[i] * size[j] // threads % values_of(copy, bits) == 0]
            copy = copies[(number + at + operand) % len(copies)]
            yield f'copy<{operand}, {mma}, Copy_Atom<{copy}, {TYPES[bits]}>>({head}, "{copy}", {cute(tensors[operand])});'
            if at == 0 and operand == number % 3:
                next_ = UNIVERSAL[bits]
                yield f'again<{operand}, {mma}, Copy_Atom<{copy}, {TYPES[bits]}>, Copy_Atom<{next_}, {TYPES[bits]}>>({head}, "{copy}", "{next_}");'


def compiled(body, include):
    """Compiles and runs a program of these lines. Returns what it prints, in fields."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "a.cpp"), pathlib.Path(folder, "a")
        source.write_text(PROGRAM + "int main() {\n" + "\n".join(body) + "\n}\n")
        subprocess.run(["g++", "-std=c++17", "-O0", "-w", *include, str(source), "-o", str(program)], check=True)
        out = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
    return [line.split("\t") for line in out.splitlines()]


def write(name, rows):
    """Writes rows, without the underscores of static integers. Returns how many there are of each kind."""
    count = {}
    GOLDEN.mkdir(exist_ok=True)
    with open(GOLDEN / name, "w") as file:
        for row in rows:
            row = {key: re.sub(r"_(?=\d)", "", text) if key not in ("atom", "copy", "next") else text for key, text in row.items()}
            count[row["kind"]] = count.get(row["kind"], 0) + 1
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
            file.flush()
    return count


def cutlass(folders):
    include = [f"-I{folder}" for folder in folders.split(":")]
    root = next(path for folder in folders.split(":") if (path := pathlib.Path(folder, "cutlass/version.h")).exists())
    version = re.findall(r"define CUTLASS_(?:MAJOR|MINOR|PATCH) (\d+)", root.read_text())
    fields = (row for number, atom in enumerate(ATOMS) for row in compiled(list(lines(number, *atom)), include))
    count = write("tiled.jsonl", (dict(zip(FIELDS[row[0]].split(), row, strict=True)) for row in fields))
    print(f"CUTLASS {'.'.join(version)}: {count}")


TV = [
    ("(32,8):(1,32)", "(4,1):(1,1)"),
    ("(32,8):(8,1)", "(1,4):(1,1)"),
    ("(16,8):(8,1)", "(1,8):(1,1)"),
    ("(8,32):(32,1)", "(1,4):(4,1)"),
    ("(16,16):(16,1)", "(4,4):(4,1)"),
    ("(2,3):(3,1)", "(2,2):(2,1)"),
    ("(4,8):(1,4)", "(2,2):(1,2)"),
    ("(3,5):(5,1)", "(1,2):(2,1)"),
    ("(3,5):(1,3)", "(7,2):(2,1)"),
    ("(4,64):(64,1)", "(16,16):(16,1)"),
    ("((2,4),8):((1,16),2)", "(2,4):(4,1)"),
    ("128:1", "4:1"),
]
# The offset of a step along columns in a tensor of the DSL's rows, more than there are rows.
PITCH = 1000


def numbers(text):
    """A layout or an offset whose units are coordinates, with offsets in a tensor of that pitch."""
    text = re.sub(r"(\d+)@0", r"\1", str(text))
    return re.sub(r"(\d+)@1", lambda found: str(PITCH * int(found[1])), text)


def dsl_rows():
    import cutlass.cute as cute
    from cutlass import BFloat16, Float8E4M3FN, Float16, Float32, TFloat32
    from cutlass.cute.nvgpu import CopyUniversalOp, warp

    rows = []
    loads = {f"SM75_{name}": warp.LdMatrix8x8x16bOp(turned, count) for turned, names in (
        (False, "U32x1_LDSM_N U32x2_LDSM_N U32x4_LDSM_N"), (True, "U16x2_LDSM_T U16x4_LDSM_T U16x8_LDSM_T")) for count, name in zip((1, 2, 4), names.split())}
    stores = {f"SM90_{name}": warp.StMatrix8x8x16bOp(turned, count) for turned, names in (
        (False, "U32x1_STSM_N U32x2_STSM_N U32x4_STSM_N"), (True, "U16x2_STSM_T U16x4_STSM_T U16x8_STSM_T")) for count, name in zip((1, 2, 4), names.split())}
    atoms = [
        ("SM80_16x8x16_F16F16F16F16_TN", warp.MmaF16BF16Op(Float16, Float16, (16, 8, 16)), Float16, Float16),
        ("SM80_16x8x16_F32BF16BF16F32_TN", warp.MmaF16BF16Op(BFloat16, Float32, (16, 8, 16)), BFloat16, Float32),
        ("SM80_16x8x8_F32F16F16F32_TN", warp.MmaF16BF16Op(Float16, Float32, (16, 8, 8)), Float16, Float32),
        ("SM80_16x8x8_F32TF32TF32F32_TN", warp.MmaTF32Op((16, 8, 8)), TFloat32, Float32),
        ("SM80_16x8x4_F32TF32TF32F32_TN", warp.MmaTF32Op((16, 8, 4)), TFloat32, Float32),
        ("SM89_16x8x32_F32E4M3E4M3F32_TN", warp.MmaFP8Op(Float8E4M3FN, Float32, (16, 8, 32)), Float8E4M3FN, Float32),
    ]

    def layout(text):
        shape, stride = (eval(part) for part in text.split(":"))
        return cute.make_layout(shape, stride=stride)

    def part(name, row, tensor):
        row[name] = numbers(tensor.layout)
        # `tensor<(17,2) o ..>`
        row[f"{name}_at"] = str(sum(int(x) * step for x, step in zip(re.findall(r"\d+", str(tensor).split(" o ")[0]), (1, PITCH))))

    def product(number, atom, op, inputs, outputs):
        extents = [int(one) for one in atom.split("_")[1].split("x")]
        for w, warps in enumerate(WARPS):
            counts = eval(warps.split(":")[0])
            thread = (37 * (w + 1) + number) % (32 * counts[0] * counts[1] * counts[2])
            for t, tile_of in enumerate(tiles(extents, warps)):
                mma = cute.make_tiled_mma(op, layout(warps), permutation_mnk=tuple(
                    None if one == "_" else layout(one) if ":" in one else int(one) for one in tile_of))
                sizes = [mma.get_tile_size(mode) for mode in range(3)]
                head = {"atom": atom, "warps": warps, "tile": " ".join(tile_of), "thread": str(thread)}
                row = {"kind": "mma", **head, "vmnk": str(mma.thr_layout_vmnk), "extents": str(tuple(sizes)).replace(" ", "")}
                row |= {"A": str(mma.tv_layout_A_tiled), "B": str(mma.tv_layout_B_tiled), "C": str(mma.tv_layout_C_tiled)}
                fragments = {}
                for operand, (i, j) in (("A", (0, 2)), ("B", (1, 2)), ("C", (0, 1))):
                    shape = (2 * sizes[i], 2 * sizes[j])
                    row[f"tensor_{operand}"] = f"({shape[0]},{shape[1]}):(1,{PITCH})"
                    identity = cute.make_identity_tensor(shape)
                    fragments[operand] = getattr(mma.get_slice(thread), f"partition_{operand}")(identity)
                    part(f"part_{operand}", row, fragments[operand])
                rows.append(row)
                if (w, t) in PAIRS[:3] + PAIRS[4:5]:
                    for operand in "ABC":
                        of = outputs if operand == "C" else inputs
                        copies(head, mma, operand, of, fragments[operand], row[f"tensor_{operand}"], (w, t) == PAIRS[0])

    def copies(head, mma, operand, of, fragment, tensor, is_first):
        matrices = stores if operand == "C" else loads
        made = {name: cute.make_copy_atom(op, of) for name, op in matrices.items() if of.width == 16 or name.endswith("_N") and operand != "C"}
        made |= {UNIVERSAL[bits]: cute.make_copy_atom(CopyUniversalOp(), of, num_bits_per_copy=bits) for bits in sorted(UNIVERSAL) if bits >= of.width}
        for name, atom in made.items():
            values = cute.size(getattr(mma, f"tv_layout_{operand}_tiled"), mode=[1])
            if values % values_of(name, of.width):
                continue
            copy = getattr(cute, f"make_tiled_copy_{operand}")(atom, mma)
            shape = eval(tensor.split(":")[0])
            identity = cute.make_identity_tensor(shape)
            here = copy.get_slice(int(head["thread"]))
            row = {"kind": "copy", **head, "copy": name, "bits": str(of.width), "operand": operand, "tv": str(copy.layout_tv_tiled)}
            row |= {"S": str(copy.layout_src_tv_tiled), "D": str(copy.layout_dst_tv_tiled), "tensor": tensor}
            part("part_S", row, here.partition_S(identity))
            part("part_D", row, here.partition_D(identity))
            row |= {"fragment": numbers(fragment.layout), "retile": numbers(copy.retile(fragment).layout)}
            rows.append(row)
            if is_first:
                next_ = cute.make_copy_atom(CopyUniversalOp(), of, num_bits_per_copy=of.width)
                s, d = cute.make_tiled_copy_S(next_, copy), cute.make_tiled_copy_D(next_, copy)
                rows.append({"kind": "again", **head, "copy": name, "bits": str(of.width), "operand": operand, "next": UNIVERSAL[of.width],
                    "tv_S": str(s.layout_tv_tiled), "S_of_S": str(s.layout_src_tv_tiled), "D_of_S": str(s.layout_dst_tv_tiled),
                    "tv_D": str(d.layout_tv_tiled), "S_of_D": str(d.layout_src_tv_tiled), "D_of_D": str(d.layout_dst_tv_tiled)})

    @cute.jit
    def all_rows():
        for number, atom in enumerate(atoms):
            product(number, *atom)
        for threads, values in TV:
            tiler, tv = cute.make_layout_tv(layout(threads), layout(values))
            rows.append({"kind": "tv", "threads": threads, "values": values, "tiler": str(tiler).replace(" ", "").replace(",)", ")"), "tv": str(tv)})

    cute.compile(all_rows)
    return rows


def dsl():
    from importlib.metadata import version
    print(f"nvidia-cutlass-dsl {version('nvidia-cutlass-dsl')}: {write('tiled_dsl.jsonl', dsl_rows())}")


if __name__ == "__main__":
    cutlass(sys.argv[2]) if sys.argv[1] == "cutlass" else dsl()
