//! Products on tensor cores.

use super::{Source, SourceFunction, word};
use crate::GpuError;
use crate::plan::OperandPlan;
use crate::shader::RunLeaf;
use static_layout_emit::Domain;

/// Copies to shared memory.
const COPIES: &str = "__device__ __forceinline__ void copy_async(unsigned int place, const void* address, unsigned int bytes) {
    asm volatile(\"cp.async.cg.shared.global [%0], [%1], 16, %2;\" :: \"r\"(place), \"l\"(address), \"r\"(bytes) : \"memory\");
}
__device__ __forceinline__ void store_chunk(unsigned int place, uint4 chunk) {
    asm volatile(\"st.shared.v4.b32 [%0], {%1, %2, %3, %4};\" :: \"r\"(place), \"r\"(chunk.x), \"r\"(chunk.y), \"r\"(chunk.z), \"r\"(chunk.w) : \"memory\");
}
__device__ __forceinline__ void commit() {
    asm volatile(\"cp.async.commit_group;\" ::: \"memory\");
}
__device__ __forceinline__ void wait_for_all_but_one() {
    asm volatile(\"cp.async.wait_group 1;\" ::: \"memory\");
}
";

/// The instructions of a warp. `INSTRUCTION` is the instruction of the product.
const WARP: &str =
    "__device__ __forceinline__ void ldmatrix(unsigned int* r, unsigned int address) {
    asm volatile(\"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\"
        : \"=r\"(r[0]), \"=r\"(r[1]), \"=r\"(r[2]), \"=r\"(r[3]) : \"r\"(address) : \"memory\");
}
__device__ __forceinline__ void mma(float* d, const unsigned int* a, const unsigned int* b) {
    asm volatile(\"INSTRUCTION {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\"
        : \"+f\"(d[0]), \"+f\"(d[1]), \"+f\"(d[2]), \"+f\"(d[3])
        : \"r\"(a[0]), \"r\"(a[1]), \"r\"(a[2]), \"r\"(a[3]), \"r\"(b[0]), \"r\"(b[1]));
}
";

/// The instructions of a kernel, which tests on a CPU replace.
fn intrinsics(products: &str) -> String {
    format!("// begin of intrinsics\n{COPIES}{products}// end of intrinsics\n")
}

/// An operand of a product: its plan, the leaves of its modes, and whether 16 bytes along k are read at once.
pub(crate) struct Factor<'a> {
    pub(crate) plan: &'a OperandPlan,
    pub(crate) modes: [Vec<RunLeaf>; 2],
    pub(crate) is_wide: bool,
}

/// The part of a kernel that loads a step of a factor by 256 threads: `rows` rows of `parts` chunks of 16 bytes along k, at the
/// places of `tile_index`.
struct Load<'a> {
    name: &'a str,
    at: &'a SourceFunction,
    is_wide: bool,
    /// The rows that there are, and the extent of k.
    extents: [&'a str; 2],
    rows: u32,
    parts: u32,
    bytes: usize,
}

impl Load<'_> {
    fn text(&self) -> String {
        let Self { name, at, is_wide, extents: [extent, pk], rows, parts, bytes } = self;
        let (element, each) = (word(*bytes), 16 / bytes);
        let turns = rows * parts / 256;
        let (begin, load) = if *is_wide {
            // The elements are neighbours along k: the start of a row of chunks is computed once.
            let begin = format!(
                "bool is_row = first + row < {extent};
        starts[v] = is_row ? from + {index} : from;
        inside |= is_row ? 1u << v : 0u;",
                index = at.call(&format!("first + row, part * {each}u"))
            );
            let load = format!(
                "bool is_inside = (inside >> v & 1u) && k0 + part * {each}u < {pk};
        copy_async(place, starts[v] + (is_inside ? k0 : 0u), is_inside ? 16u : 0u);"
            );
            (begin, load)
        } else {
            let begin = "starts[v] = from;".to_owned();
            let load = format!(
                "union {{ {element} parts[{each}]; uint4 whole; }} chunk;
        #pragma unroll
        for (unsigned int e = 0; e < {each}; e++) {{
            unsigned int at_k = k0 + part * {each}u + e;
            bool is_inside = first + row < {extent} && at_k < {pk};
            chunk.parts[e] = is_inside ? starts[v][{index}] : ({element})0;
        }}
        store_chunk(place, chunk.whole);",
                index = at.call("first + row, at_k"),
            );
            (begin, load)
        };
        format!(
            "struct Load_{name} {{
    const {element}* starts[{turns}];
    unsigned int first, inside;
    __device__ __forceinline__ Load_{name}(const {element}* __restrict__ from, const Table& p, unsigned int first) : first(first), inside(0) {{
        #pragma unroll
        for (unsigned int v = 0; v < {turns}; v++) {{
            unsigned int at = threadIdx.x + 256u * v;
            unsigned int row = at / {parts}u, part = at % {parts}u;
            {begin}
        }}
    }}
    __device__ __forceinline__ void step(const Table& p, unsigned int memory, unsigned int k0) {{
        #pragma unroll
        for (unsigned int v = 0; v < {turns}; v++) {{
            unsigned int at = threadIdx.x + 256u * v;
            unsigned int row = at / {parts}u, part = at % {parts}u;
            unsigned int place = memory + tile_index(row, part) * 16u;
            {load}
        }}
    }}
}};
"
        )
    }
}

/// The start of the block of C, of 128 rows, and its number of steps along k.
fn block_of([across, down, pk]: [&str; 3], columns: u32, step: usize) -> String {
    format!(
        "// Blocks that run together share rows and columns: 8 rows of blocks at a time.
    unsigned int group = blockIdx.x / (8u * ({across}));
    unsigned int rows = min(8u, {down} - group * 8u);
    unsigned int within = blockIdx.x - group * 8u * ({across});
    unsigned int m0 = (group * 8u + within % rows) * 128u, n0 = within / rows * {columns}u;
    unsigned int steps = ({pk} + {step}u - 1u) / {step}u;"
    )
}

/// `C = A B` with `mma.sync`. A block of 256 threads has 128 by 128 elements of C, a warp 64 by 32. Three stages of tiles of
/// 64 bytes along k arrive by `cp.async`; the swizzle of a tile makes `ldmatrix` free of bank conflicts. `b` has its modes
/// in the order (n, k).
pub(crate) fn matmul_warp(
    instruction: &str,
    bytes: usize,
    a: &Factor<'_>,
    b: &Factor<'_>,
    c: (&OperandPlan, &[Vec<RunLeaf>; 2]),
    [m, n, k]: [u64; 3],
) -> Result<(String, Vec<u64>), GpuError> {
    let mut source = Source::new();
    let at_a = source.operand("factor_a", a.plan, &a.modes)?;
    let at_b = source.operand("factor_b", b.plan, &b.modes)?;
    let at_c = source.operand("product", c.0, c.1)?;
    // Chunks of 16 bytes: a row of 64 bytes has four, and eight rows are read at a time.
    source.fixed("tile", "Sw<2,0,3> o 0 o (128,4):(4,1)", Domain::Modes)?;
    // The accumulators of `SM80_16x8`: (thread, value) to row + 16 * column.
    source.fixed("atom", "((4,8),(2,2)):((32,1),(16,8))", Domain::Modes)?;
    let (pm, pn, pk) = (source.number(m)?, source.number(n)?, source.number(k)?);
    let down = source.number(m.div_ceil(128))?;
    let across = source.number(n.div_ceil(128))?;
    let load = |name, at, extent, is_wide| {
        Load { name, at, is_wide, extents: [extent, &pk], rows: 128, parts: 4, bytes }.text()
    };
    let kernel = format!(
        "{intrinsics}{load_a}{load_b}extern \"C\" __global__ void __launch_bounds__(256, 2)
run(const {T}* __restrict__ a, const {T}* __restrict__ b, float* __restrict__ c, const __grid_constant__ Table p) {{
    __shared__ __align__(128) unsigned char memory[3 * 2 * 8192];
    unsigned int base = (unsigned int)__cvta_generic_to_shared(memory);
    unsigned int lane = threadIdx.x & 31u, warp = threadIdx.x >> 5;
    unsigned int warp_m = (warp & 1u) * 64u, warp_n = (warp >> 1) * 32u;
    {begin}
    float sums[4][4][4] = {{}};
    Load_a rows_a(a, p, m0);
    Load_b rows_b(b, p, n0);
    #pragma unroll
    for (unsigned int s = 0; s < 2; s++) {{
        if (s < steps) {{
            rows_a.step(p, base + s * 16384u, s * {step}u);
            rows_b.step(p, base + s * 16384u + 8192u, s * {step}u);
        }}
        commit();
    }}
    unsigned int stage = 0, next = 2;
    for (unsigned int s = 0; s < steps; s++) {{
        wait_for_all_but_one();
        __syncthreads();
        if (s + 2 < steps) {{
            rows_a.step(p, base + next * 16384u, (s + 2) * {step}u);
            rows_b.step(p, base + next * 16384u + 8192u, (s + 2) * {step}u);
        }}
        commit();
        unsigned int left = base + stage * 16384u, right = left + 8192u;
        #pragma unroll
        for (unsigned int h = 0; h < 2; h++) {{
            unsigned int fa[4][4], fb[2][4];
            #pragma unroll
            for (unsigned int i = 0; i < 4; i++)
                ldmatrix(fa[i], left + tile_index(warp_m + i * 16u + (lane & 15u), h * 2u + (lane >> 4)) * 16u);
            #pragma unroll
            for (unsigned int j = 0; j < 2; j++)
                ldmatrix(fb[j], right + tile_index(warp_n + j * 16u + (lane & 7u) + ((lane >> 4) << 3), h * 2u + ((lane >> 3) & 1u)) * 16u);
            #pragma unroll
            for (unsigned int i = 0; i < 4; i++) {{
                #pragma unroll
                for (unsigned int j = 0; j < 4; j++)
                    mma(sums[i][j], fa[i], fb[j >> 1] + (j & 1) * 2);
            }}
        }}
        stage = stage == 2 ? 0 : stage + 1;
        next = next == 2 ? 0 : next + 1;
    }}
    #pragma unroll
    for (unsigned int i = 0; i < 4; i++) {{
        #pragma unroll
        for (unsigned int j = 0; j < 4; j++) {{
            #pragma unroll
            for (unsigned int v = 0; v < 4; v++) {{
                unsigned int at = atom_index(lane, v);
                unsigned int row = m0 + warp_m + i * 16u + (at & 15u), column = n0 + warp_n + j * 8u + (at >> 4);
                if (row < {pm} && column < {pn}) c[{at_c}] = sums[i][j][v];
            }}
        }}
    }}
}}
",
        T = word(bytes),
        begin = block_of([&across, &down, &pk], 128, 64 / bytes),
        step = 64 / bytes,
        intrinsics = intrinsics(&WARP.replace("INSTRUCTION", instruction)),
        load_a = load("a", &at_a, &pm, a.is_wide),
        load_b = load("b", &at_b, &pn, b.is_wide),
        at_c = at_c.call("row, column"),
    );
    Ok((source.finish(&kernel), source.numbers))
}

/// The instructions of a warpgroup. The tiles are in rows of 128 bytes along k, swizzled by the hardware's 128 bytes, whose
/// eight rows are 1024 bytes.
const WARPGROUP: &str = "__device__ __forceinline__ void wait_for_products_but_one() {
    asm volatile(\"wgmma.wait_group.sync.aligned 1;\" ::: \"memory\");
}
__device__ __forceinline__ unsigned int shared_memory() {
    extern __shared__ __align__(1024) unsigned char memory[];
    return ((unsigned int)__cvta_generic_to_shared(memory) + 1023u) & ~1023u;
}
__device__ __forceinline__ void show_to_tensor_cores() {
    asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");
}
__device__ __forceinline__ void begin_products() {
    asm volatile(\"wgmma.fence.sync.aligned;\" ::: \"memory\");
}
__device__ __forceinline__ void end_products() {
    asm volatile(\"wgmma.commit_group.sync.aligned;\" ::: \"memory\");
}
__device__ __forceinline__ void wait_for_products() {
    asm volatile(\"wgmma.wait_group.sync.aligned 0;\" ::: \"memory\");
}
";

/// The product of a warpgroup, of 64 rows and `columns` columns, into `columns / 2` sums of a thread.
fn warpgroup_product(instruction: &str, columns: u32) -> String {
    let (types, immediates) = match instruction {
        name if name.contains("bf16") => ("k16.f32.bf16.bf16", ", 0, 0"),
        name if name.contains("f16") => ("k16.f32.f16.f16", ", 0, 0"),
        _ => ("k8.f32.tf32.tf32", ""),
    };
    let sums = columns / 2;
    let list = |one: &dyn Fn(u32) -> String| (0..sums).map(one).collect::<Vec<_>>().join(", ");
    let names = list(&|k| format!("%{k}"));
    let operands = list(&|k| format!("\"+f\"(d[{k}])"));
    format!(
        "__device__ __forceinline__ void multiply(float* d, unsigned long long a, unsigned long long b) {{
    asm volatile(\"wgmma.mma_async.sync.aligned.m64n{columns}{types} {{{names}}}, %{sums}, %{next}, 1, 1, 1{immediates};\"
        : {operands} : \"l\"(a), \"l\"(b) : \"memory\");
}}
",
        next = sums + 1,
    )
}

/// The bytes of shared memory of [`matmul_warpgroup`]: four stages of both tiles, and the bytes that their alignment
/// may skip.
pub(crate) const fn warpgroup_bytes(columns: u32) -> u32 {
    4 * 128 * (128 + columns) + 1024
}

/// `C = A B` with `wgmma`. A block of two warpgroups has 128 rows of C and 128 or 256 columns, and each warpgroup has
/// 64 of the rows. Four stages of tiles of 128 bytes along k arrive by `cp.async`. A step is multiplied while the next
/// two arrive, and while the step before it is still multiplied. `b` has its modes in the order (n, k).
pub(crate) fn matmul_warpgroup(
    instruction: &str,
    bytes: usize,
    columns: u32,
    a: &Factor<'_>,
    b: &Factor<'_>,
    c: (&OperandPlan, &[Vec<RunLeaf>; 2]),
    [m, n, k]: [u64; 3],
) -> Result<(String, Vec<u64>), GpuError> {
    let mut source = Source::new();
    let at_a = source.operand("factor_a", a.plan, &a.modes)?;
    let at_b = source.operand("factor_b", b.plan, &b.modes)?;
    let at_c = source.operand("product", c.0, c.1)?;
    // Chunks of 16 bytes, eight to a row of 128 bytes: the swizzle that the hardware expects.
    source.fixed("tile", &format!("Sw<3,0,3> o 0 o ({columns},8):(8,1)"), Domain::Modes)?;
    // The accumulators of `SM90_64xN`: (thread, value) to row + 64 * column.
    let atom = format!("((4,8,4),(2,2,{})):((128,1,16),(64,8,512))", columns / 8);
    source.fixed("atom", &atom, Domain::Modes)?;
    let (pm, pn, pk) = (source.number(m)?, source.number(n)?, source.number(k)?);
    let down = source.number(m.div_ceil(128))?;
    let across = source.number(n.div_ceil(u64::from(columns)))?;
    let load = |name, at, extent, is_wide, rows| {
        Load { name, at, is_wide, extents: [extent, &pk], rows, parts: 8, bytes }.text()
    };
    let group = format!("{WARPGROUP}{}", warpgroup_product(instruction, columns));
    let kernel = format!(
        "{intrinsics}{load_a}{load_b}// Where a tile of rows of 128 bytes begins, for the tensor cores: 1024 bytes from eight rows to the next, swizzled.
__device__ __forceinline__ unsigned long long described(unsigned int place) {{
    return (unsigned long long)((place & 0x3ffffu) >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;
}}
extern \"C\" __global__ void __launch_bounds__(256, 1)
run(const {T}* __restrict__ a, const {T}* __restrict__ b, float* __restrict__ c, const __grid_constant__ Table p) {{
    unsigned int base = shared_memory();
    unsigned int half = threadIdx.x >> 7;
    {begin}
    float sums[{sums}] = {{}};
    Load_a rows_a(a, p, m0);
    Load_b rows_b(b, p, n0);
    #pragma unroll
    for (unsigned int s = 0; s < 2; s++) {{
        if (s < steps) {{
            rows_a.step(p, base + s * {stage}u, s * {step}u);
            rows_b.step(p, base + s * {stage}u + 16384u, s * {step}u);
        }}
        commit();
    }}
    for (unsigned int s = 0; s < steps; s++) {{
        wait_for_all_but_one();
        show_to_tensor_cores();
        __syncthreads();
        unsigned int left = base + (s & 3u) * {stage}u + half * 8192u, right = base + (s & 3u) * {stage}u + 16384u;
        begin_products();
        #pragma unroll
        for (unsigned int h = 0; h < 4; h++) multiply(sums, described(left + h * 32u), described(right + h * 32u));
        end_products();
        // Step s + 2 uses the stage of step s - 2: each thread waited for its products before the barrier.
        if (s + 2 < steps) {{
            unsigned int next = base + (s + 2u & 3u) * {stage}u;
            rows_a.step(p, next, (s + 2) * {step}u);
            rows_b.step(p, next + 16384u, (s + 2) * {step}u);
        }}
        commit();
        wait_for_products_but_one();
    }}
    wait_for_products();
    #pragma unroll
    for (unsigned int v = 0; v < {sums}; v++) {{
        unsigned int at = atom_index(threadIdx.x & 127u, v);
        unsigned int row = m0 + half * 64u + (at & 63u), column = n0 + (at >> 6);
        if (row < {pm} && column < {pn}) c[{at_c}] = sums[v];
    }}
}}
",
        T = word(bytes),
        begin = block_of([&across, &down, &pk], columns, 128 / bytes),
        step = 128 / bytes,
        stage = 128 * (128 + columns),
        sums = columns / 2,
        intrinsics = intrinsics(&group),
        load_a = load("a", &at_a, &pm, a.is_wide, 128),
        load_b = load("b", &at_b, &pn, b.is_wide, columns),
        at_c = at_c.call("row, column"),
    );
    Ok((source.finish(&kernel), source.numbers))
}
