"""Writes the golden rows of matrix instructions: tests/golden/atoms/cutlass.jsonl, copies.jsonl and amd.jsonl.

    atoms.py cutlass INCLUDE   CUTLASS's MMA_Traits and Copy_Traits of ldmatrix and stmatrix, compiled by g++ and printed
    atoms.py amd CALCULATOR    AMD's matrix instruction calculator, called for each element of each operand

INCLUDE is a list of folders between colons: the headers of CUTLASS (Python package nvidia-cutlass, the folder
cutlass_library/source/include) and those of CUDA (nvidia-cuda-runtime-cu12, nvidia-cuda-nvcc-cu12, nvidia-cuda-cccl-cu12). CALCULATOR is the file
matrix_calculator.py of https://github.com/ROCm/amd_matrix_instruction_calculator, which needs the package tabulate.

Every specialization of MMA_Traits in the headers has a row: one of a template without a line in ARGUMENTS stops the program.
"""
import collections
import importlib.util
import itertools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "tests/golden/atoms"

K = "UMMA::Major::K"


def extents(name):
    """The extents M and N that the assertions of an instruction of SM100 allow."""
    name = name.split("::")[-1]
    rules = ASSERTIONS.get(name) or ASSERTIONS[name.replace("_SS", "_TS")]
    for m, n in itertools.product((64, 128, 256), range(8, 264, 8)):
        if "2x1SM" not in name and m == 256 or "2x1SM" in name and m == 64:
            continue
        if all(eval(rule, {"M": m, "N": n}) for rule in rules):
            yield m, n


def umma(types, tail):
    """The instances of a template of SM100: types, M, N, then `tail`."""
    return lambda name: [(f"{name}<{types}, {m}, {n}, {tail}>", "") for m, n in extents(name)]


def spread(types, tail):
    """The instances of traits whose arguments follow the name of the instruction, as types."""
    def instances(name):
        constants = ", ".join(f"cute::integral_constant<{kind}, {value}>" for kind, value in tail)
        values = ", ".join(value for _, value in tail)
        return [
            (f"{name}<{types}, {m}, {n}, {values}>", f"{name}, {types}, C<{m}>, C<{n}>, {constants}")
            for m, n in extents(name)
        ]
    return instances


def plain(*arguments):
    """One instance; the layouts depend on no argument."""
    return lambda name: [(f"{name}<{', '.join(arguments)}>", "")]


HALF, FLOAT, BYTE, FP8 = "half_t, half_t, float", "tfloat32_t, tfloat32_t, float", "int8_t, int8_t, int32_t", "float_e4m3_t, float_e4m3_t, float"
FP4 = "float_e2m1_t, float_e2m1_t, float, float_ue8m0_t"
MX8 = "float_e4m3_t, float_e4m3_t, float, float_ue8m0_t"
MAJORS = f"{K}, {K}"
SCALES = [("UMMA::Major", K), ("UMMA::Major", K), ("UMMA::ScaleIn", "UMMA::ScaleIn::One"), ("UMMA::ScaleIn", "UMMA::ScaleIn::One")]
WARP_GROUP = plain("SM90::GMMA::Major::K", "SM90::GMMA::Major::K")
INPUTS = "float_e4m3_t, float_e4m3_t, float"

# The arguments of each template by a pattern of its name.
ARGUMENTS = [
    (r"(SM90_|SM90::GMMA::SPARSE::GMMA_)64x.*(F16F16F16|F32F16F16|F32BF16BF16)_[RS]S", WARP_GROUP),
    (r"(SM90_|SM90::GMMA::SPARSE::GMMA_)64x.*", plain()),
    (r"SM100_MMA_TF32.*INTERLEAVED.*", umma("complex<tfloat32_t>, complex<tfloat32_t>, complex<float>", MAJORS)),
    (r"SM100_MMA_TF32(_2x1SM)?_[ST]S(_SCALED)?(_SPARSE)?", umma(FLOAT, MAJORS)),
    (r"SM100_MMA_F16BF16(_2x1SM)?_[ST]S_SCALED", umma(HALF, f"{MAJORS}, 0")),
    (r"SM100_MMA_F16BF16(_2x1SM)?_[ST]S(_SPARSE)?", umma(HALF, MAJORS)),
    (r"SM100_MMA_S8.*", umma(BYTE, MAJORS)),
    (r"SM100_MMA_F8F6F4(_2x1SM)?_SS", spread(FP8, SCALES)),
    (r"SM100_MMA_F8F6F4.*", umma(FP8, MAJORS)),
    (r"SM100_MMA_MXF8F6F4.*", umma(MX8, MAJORS)),
    (r"SM100_MMA_MXF4.*", umma(FP4, f"32, {MAJORS}")),
    (r"SM103::SM103_MXF4_ULTRA.*", umma(FP4, f"32, {MAJORS}")),
    (r"SM120_16x8x32_TN", plain(INPUTS)),
    (r"SM120::SPARSE::SM120_SPARSE_16x8x64_TN", plain(INPUTS)),
    (r"SM120::BLOCKSCALED::SM120_16x8x32_TN_VS", plain(MX8, "32")),
    (r"SM120::BLOCKSCALED::SM120_16x8x64_TN_VS", plain(FP4, "32")),
    (r"SM120::BLOCKSCALED::SPARSE::SM120_SPARSE_16x8x64_TN_VS", plain(MX8, "32")),
    (r"SM120::BLOCKSCALED::SPARSE::SM120_SPARSE_16x8x128_TN_VS", plain(FP4, "32")),
    (r"UniversalFMA", plain("float")),
]

PROGRAM = """
#include <cstdio>
#include <cute/tensor.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/copy_atom.hpp>
using namespace cute;
using namespace cutlass;
template <class Traits> void mma(char const* name) {
    using S = typename Traits::Shape_MNK;
    printf("%s\\t%d %d %d\\t", name, int(size<0>(S{})), int(size<1>(S{})), int(size<2>(S{})));
    print(typename Traits::ThrID{}); printf("\\t"); print(typename Traits::ALayout{}); printf("\\t");
    print(typename Traits::BLayout{}); printf("\\t"); print(typename Traits::CLayout{}); printf("\\n");
}
template <class Traits> void move(char const* name) {
    printf("%s\\t", name); print(typename Traits::ThrID{}); printf("\\t"); print(typename Traits::SrcLayout{});
    printf("\\t"); print(typename Traits::DstLayout{}); printf("\\n");
}
"""


def compiled(lines, include):
    """Compiles and runs a program of `lines`. Returns what it prints, in fields."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "a.cpp"), pathlib.Path(folder, "a")
        source.write_text(PROGRAM + "int main() {\n" + "\n".join(lines) + "\n}\n")
        subprocess.run(["g++", "-std=c++17", "-O0", "-w", "-DCUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED", *include, str(source), "-o", str(program)], check=True)
        out = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
    return [line.split("\t") for line in out.splitlines()]


def static(text):
    """The layout without the underscores of static integers."""
    return re.sub(r"_(?=\d)", "", text)


# The assertions about M and N of each instruction of SM100, as Python.
ASSERTIONS = {}


def read_assertions(header):
    text = re.sub(r"//[^\n]*", "", header.read_text())
    for name, body in re.findall(r"struct (SM10\w+)[^{;]*\{(.*?)\n\};", text, re.S):
        rules = re.findall(r"static_assert\(([^\"]*?),\s*\"", body, re.S)
        ASSERTIONS[name] = [
            " ".join(rule.replace("&&", " and ").replace("||", " or ").split())
            for rule in rules if re.search(r"\b[MN]\b", rule)
        ]


def cutlass(folders):
    include = [f"-I{folder}" for folder in folders.split(":")]
    root = next(path for folder in folders.split(":") if (path := pathlib.Path(folder, "cute/atom")).exists())
    version = re.findall(r"define CUTLASS_(?:MAJOR|MINOR|PATCH) (\d+)", (root / "../../cutlass/version.h").read_text())
    read_assertions(root / "../arch/mma_sm100_umma.hpp")
    found = set()
    for header in sorted(root.glob("mma_traits*.hpp")):
        for name, after in re.findall(r"struct MMA_Traits<\s*([\w:]+)\s*([<>,])", header.read_text()):
            found.add((name, after != ">"))
    lines = []
    for name, is_template in sorted(found):
        if not is_template:
            lines.append(f'mma<MMA_Traits<{name}>>("{name}");')
            continue
        instances = next((make for pattern, make in ARGUMENTS if re.fullmatch(pattern, name)), None)
        if instances is None:
            sys.exit(f"no arguments for the template {name}")
        for instance, rest in instances(name):
            # Arguments of a warp group do not change the layouts.
            shown = name if name.startswith("SM90") else instance
            traits = f"MMA_Traits<{rest or instance}>"
            lines.append(f'mma<{traits}>("{shown}");')
    groups = collections.OrderedDict()
    for name, shape, *layouts in compiled(lines, include):
        key = (tuple(map(int, shape.split())), *map(static, layouts))
        groups.setdefault(key, []).append(name)
    GOLDEN.mkdir(exist_ok=True)
    with open(GOLDEN / "cutlass.jsonl", "w") as file:
        for (shape, threads, a, b, c), names in groups.items():
            row = {"names": names, "shape": shape, "threads": threads, "A": a, "B": b, "C": c}
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
    copies = set()
    for header in sorted(root.glob("copy_traits*.hpp")):
        copies |= set(re.findall(r"struct Copy_Traits<(\w*(?:LDSM|STSM)\w*)>", header.read_text()))
    with open(GOLDEN / "copies.jsonl", "w") as file:
        for name, threads, source, target in compiled([f'move<Copy_Traits<{name}>>("{name}");' for name in sorted(copies)], include):
            row = {"name": name, "threads": static(threads), "source": static(source), "target": static(target)}
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
    print(f"CUTLASS {'.'.join(version)}: {sum(map(len, groups.values()))} instructions in {len(groups)} rows, {len(copies)} copies")


def layout_of(table):
    """The layout of a table `table[thread][value]`, whose extents are powers of two and which is linear in their bits."""
    threads, values = len(table), len(table[0])

    def mode(extent, at):
        steps = [at(1 << bit) for bit in range(extent.bit_length() - 1)]
        for x in range(extent):
            assert at(x) == sum(step for bit, step in enumerate(steps) if x >> bit & 1), "not linear"
        leaves = []
        for step in steps:
            if leaves and leaves[-1][0] * leaves[-1][1] == step:
                leaves[-1] = (leaves[-1][0] * 2, leaves[-1][1])
            else:
                leaves.append((2, step))
        leaves = leaves or [(1, 0)]
        if len(leaves) == 1:
            return tuple(map(str, leaves[0]))
        return tuple("(" + ",".join(str(leaf[k]) for leaf in leaves) + ")" for k in (0, 1))

    assert table[0][0] == 0
    left, right = mode(threads, lambda t: table[t][0]), mode(values, lambda v: table[0][v])
    for t, v in itertools.product(range(threads), range(values)):
        assert table[t][v] == table[t][0] + table[0][v], "not linear"
    return f"({left[0]},{right[0]}):({left[1]},{right[1]})"


def place(register):
    """The first bit of a name of a register: `v1.[31:16]` or `v[3:2]`."""
    bits = re.fullmatch(r"v(\d+)(?:\.\[(\d+):(\d+)\])?|v\[(\d+):(\d+)\]", register)
    if bits.group(5):
        return 32 * int(bits.group(5))
    return 32 * int(bits.group(1)) + int(bits.group(3) or 0)


def amd(path):
    spec = importlib.util.spec_from_file_location("matrix_calculator", path)
    calculator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(calculator)
    kinds = {"cdna": (calculator.InstCalcGfx9, [64]), "rdna3": (calculator.InstCalcGfx11, [32, 64]), "rdna4": (calculator.InstCalcGfx12, [32, 64])}
    groups, sparse = collections.OrderedDict(), []
    for arch, instructions in calculator.dict_insts.items():
        make, widths = kinds[arch if arch in kinds else "cdna"]
        for name, info in instructions.items():
            if info["sparse"]:
                sparse.append(name)
                continue
            m, n, k, blocks = (info[key] for key in ("m", "n", "k", "blocks"))
            for width in widths:
                calc, layouts = make(name, info, width), []
                for matrix, rows, columns in (("a", m, k), ("b", n, k), ("d", m, n)):
                    held = collections.defaultdict(dict)
                    for x, y, block in itertools.product(range(rows), range(columns), range(blocks)):
                        i, j, l = (x, 0, y) if matrix == "a" else (0, x, y) if matrix == "b" else (x, y, 0)
                        _, register, lanes = calc._get_reg_lanes(matrix, i, j, l, block, 0, 0, 0, 0)
                        for lane in lanes:
                            held[lane][place(register)] = x + rows * (y + columns * block)
                    # In some instructions the upper lanes hold nothing.
                    assert sorted(held) == list(range(len(held))), (name, matrix, sorted(held))
                    table = [[held[lane][at] for at in sorted(held[lane])] for lane in range(len(held))]
                    layouts.append(layout_of(table))
                family = {"cdna": "", "rdna3": f"_w{width}", "rdna4": f"_w{width}_gfx12"}[arch if arch in kinds else "cdna"]
                names = groups.setdefault(((m, n, k, blocks), f"{width}:1", *layouts), [])
                if name + family not in names:
                    names.append(name + family)
    with open(GOLDEN / "amd.jsonl", "w") as file:
        for (shape, threads, a, b, c), names in groups.items():
            row = {"names": names, "shape": shape, "threads": threads, "A": a, "B": b, "C": c}
            file.write(json.dumps(row, separators=(",", ":")) + "\n")
    print(f"{sum(map(len, groups.values()))} instructions in {len(groups)} rows; without those of sparse operands: {', '.join(sorted(set(sparse)))}")


if __name__ == "__main__":
    {"cutlass": cutlass, "amd": amd}[sys.argv[1]](sys.argv[2])
