//! CUDA C of the kernels.

pub(crate) mod expression;
pub(crate) mod product;

use std::fmt::Write;

use static_layout_emit::{Domain, IndexFunctions, Language, SymbolicLayout};

use crate::plan::OperandPlan;
use crate::shader::{RunLeaf, text_of};
use crate::{GpuError, Reduction};

/// How many numbers the table of a kernel has.
pub(crate) const TABLE: usize = 128;

/// A source that grows by its operands, and the table of its run-time numbers.
pub(crate) struct Source {
    functions: String,
    pub(crate) numbers: Vec<u64>,
}

/// The index function of an operand.
pub(crate) struct SourceFunction {
    name: String,
    arguments: String,
    origin: usize,
}

impl SourceFunction {
    /// The index of the element at the coordinates `at`.
    pub(crate) fn call(&self, at: &str) -> String {
        format!(
            "((long long){}({at}{}) + (long long)p.v[{}])",
            self.name, self.arguments, self.origin
        )
    }
}

impl Source {
    pub(crate) fn new() -> Self {
        let functions = format!("struct Table {{ unsigned long long v[{TABLE}]; }};\n");
        Self { functions, numbers: Vec::new() }
    }

    /// Adds a run-time number. Returns its expression, of 32 bits.
    pub(crate) fn number(&mut self, value: u64) -> Result<String, GpuError> {
        if self.numbers.len() == TABLE {
            return Err(GpuError::layout(format!("a kernel has at most {TABLE} run-time numbers")));
        }
        self.numbers.push(value);
        Ok(format!("(unsigned int)p.v[{}]", self.numbers.len() - 1))
    }

    /// Adds the index function of an operand whose modes are `groups` of leaves, with 32 bits where they suffice.
    pub(crate) fn operand(
        &mut self,
        name: &str,
        plan: &OperandPlan,
        groups: &[Vec<RunLeaf>],
    ) -> Result<SourceFunction, GpuError> {
        let (text, values) = text_of(plan, groups);
        let symbolic: SymbolicLayout = text.parse()?;
        let narrow = IndexFunctions::new(&symbolic, Domain::Modes, Some(32));
        let functions = match narrow {
            Ok(functions) if functions.check_width(&values).is_ok() => functions,
            _ => IndexFunctions::new(&symbolic, Domain::Modes, Some(64))?,
        };
        functions.check_width(&values)?;
        self.functions.push_str(&functions.text(Language::Cuda, name)?);
        let origin = self.numbers.len();
        self.number(plan.origin)?;
        let mut arguments = String::new();
        for value in values {
            self.number(value)?;
            let _ = write!(arguments, ", p.v[{}]", self.numbers.len() - 1);
        }
        Ok(SourceFunction { name: format!("{name}_index"), arguments, origin })
    }

    /// Adds the index function of a static layout.
    pub(crate) fn fixed(
        &mut self,
        name: &str,
        layout: &str,
        domain: Domain,
    ) -> Result<(), GpuError> {
        let functions = IndexFunctions::new(&layout.parse()?, domain, Some(32))?;
        self.functions.push_str(&functions.text(Language::Cuda, name)?);
        Ok(())
    }

    /// The text, with the text of the kernel `run`.
    pub(crate) fn finish(&self, kernel: &str) -> String {
        format!("{}{kernel}", self.functions)
    }
}

/// Elements of `bytes` bytes as an unsigned integer of CUDA C.
pub(crate) const fn word(bytes: usize) -> &'static str {
    match bytes {
        1 => "unsigned char",
        2 => "unsigned short",
        4 => "unsigned int",
        _ => "unsigned long long",
    }
}

/// A function of elements: the type in CUDA C, its bytes, and an expression of `x`.
#[derive(Clone, Copy)]
pub(crate) struct Function<'a> {
    pub(crate) element: &'a str,
    pub(crate) bytes: usize,
    pub(crate) text: &'a str,
}

impl Function<'_> {
    /// `Pack`, aligned neighbours that a thread moves at once, and the function of each of them.
    fn of_packs(&self, count: u64) -> String {
        format!(
            "struct __align__({bytes}) Pack {{ {T} v[{count}]; }};
__device__ __forceinline__ {T} f({T} x) {{
    return {f};
}}
",
            bytes = self.bytes as u64 * count,
            T = self.element,
            f = self.text,
        )
    }
}

/// Maps elements in the order of the target: 256 threads, 4 packs each. The leaves and origins count packs.
pub(crate) fn map_linear(
    from: (&OperandPlan, &[Vec<RunLeaf>]),
    to: (&OperandPlan, &[Vec<RunLeaf>]),
    count: u64,
    pack: u64,
    function: Function<'_>,
) -> Result<(String, Vec<u64>), GpuError> {
    let mut source = Source::new();
    let a = source.operand("source", from.0, from.1)?;
    let b = source.operand("target", to.0, to.1)?;
    source.number(count)?;
    let count = source.numbers.len() - 1;
    let kernel = format!(
        "{packs}extern \"C\" __global__ void __launch_bounds__(256)
run(const Pack* __restrict__ from, Pack* __restrict__ to, const __grid_constant__ Table p) {{
    unsigned long long first = (unsigned long long)blockIdx.x * 1024 + threadIdx.x;
    Pack values[4];
    #pragma unroll
    for (int k = 0; k < 4; k++) {{
        unsigned long long i = first + k * 256;
        if (i < p.v[{count}]) values[k] = from[{a}];
    }}
    #pragma unroll
    for (int k = 0; k < 4; k++) {{
        unsigned long long i = first + k * 256;
        #pragma unroll
        for (int e = 0; e < {pack}; e++) values[k].v[e] = f(values[k].v[e]);
        if (i < p.v[{count}]) to[{b}] = values[k];
    }}
}}
",
        packs = function.of_packs(pack),
        a = a.call("i"),
        b = b.call("i"),
    );
    Ok((source.finish(&kernel), source.numbers))
}

/// The tile of a transposition in shared memory, of 64 by 64 elements: a warp that stores pairs of a row, and one that loads
/// pairs of a column, access different banks. Elements of 2 bytes lie in pairs of a row in a bank.
pub const fn pairs_tile(bytes: usize) -> &'static str {
    if bytes == 2 {
        "Sw<5,1,6> o 0 o ((2,32),(2,32)):((1,2),(64,128))"
    } else {
        "Sw<5,0,7> o 0 o ((2,32),(2,32)):((32,1),(64,128))"
    }
}

/// Transposes tiles of 64 by 64 elements: coordinates are the mode of the source's neighbours, of the target's, the
/// rest. A thread has 8 pairs, which it reads or writes at once if `wide` is set for source and target.
pub(crate) fn map_tiles(
    from: (&OperandPlan, &[Vec<RunLeaf>]),
    to: (&OperandPlan, &[Vec<RunLeaf>]),
    [width, height]: [u64; 2],
    wide: [bool; 2],
    function: Function<'_>,
) -> Result<(String, Vec<u64>), GpuError> {
    let mut source = Source::new();
    let a = source.operand("source", from.0, from.1)?;
    let b = source.operand("target", to.0, to.1)?;
    source.fixed("tile", pairs_tile(function.bytes), Domain::Modes)?;
    let (w, h) = (source.number(width)?, source.number(height)?);
    let (across, down) = (source.number(width.div_ceil(64))?, source.number(height.div_ceil(64))?);
    let load = if wide[0] {
        format!("if (x < {w} && y < {h}) values[v] = *(const Pack*)(from + {});", a.call("x, y, z"))
    } else {
        format!(
            "#pragma unroll
        for (unsigned int e = 0; e < 2; e++)
            if (x + e < {w} && y < {h}) values[v].v[e] = from[{}];",
            a.call("x + e, y, z")
        )
    };
    let store = if wide[1] {
        format!("if (x < {w} && y < {h}) *(Pack*)(to + {}) = value;", b.call("x, y, z"))
    } else {
        format!(
            "#pragma unroll
        for (unsigned int e = 0; e < 2; e++)
            if (x < {w} && y + e < {h}) to[{}] = value.v[e];",
            b.call("x, y + e, z")
        )
    };
    let kernel = format!(
        "{packs}extern \"C\" __global__ void __launch_bounds__(256)
run(const {T}* __restrict__ from, {T}* __restrict__ to, const __grid_constant__ Table p) {{
    __shared__ {T} shared_[4096];
    unsigned int pair = (threadIdx.x & 31u) * 2u, row = threadIdx.x >> 5;
    unsigned int x0 = (blockIdx.x % ({across})) * 64u;
    unsigned int y0 = (blockIdx.x / ({across}) % ({down})) * 64u;
    unsigned int z = blockIdx.x / ({across}) / ({down});
    Pack values[8];
    #pragma unroll
    for (unsigned int v = 0; v < 8; v++) {{
        unsigned int x = x0 + pair, y = y0 + row + 8u * v;
        {load}
    }}
    #pragma unroll
    for (unsigned int v = 0; v < 8; v++)
        #pragma unroll
        for (unsigned int e = 0; e < 2; e++) shared_[tile_index(pair + e, row + 8u * v)] = f(values[v].v[e]);
    __syncthreads();
    #pragma unroll
    for (unsigned int v = 0; v < 8; v++) {{
        unsigned int x = x0 + row + 8u * v, y = y0 + pair;
        Pack value = {{shared_[tile_index(row + 8u * v, pair)], shared_[tile_index(row + 8u * v, pair + 1u)]}};
        {store}
    }}
}}
",
        packs = function.of_packs(2),
        T = function.element,
    );
    Ok((source.finish(&kernel), source.numbers))
}

/// Reduces in a block of 256 threads: each thread its packs, then the threads in pairs. For the least and the greatest
/// element a thread starts from element 0, because a second copy of it changes nothing. The leaves and the origin count
/// packs.
pub(crate) fn reduce(
    from: Option<(&OperandPlan, &[Vec<RunLeaf>])>,
    count: u64,
    pack: u64,
    element: Function<'_>,
    reduction: Reduction,
) -> Result<(String, Vec<u64>), GpuError> {
    let mut source = Source::new();
    let at = match from {
        Some((plan, groups)) => {
            let function = source.operand("source", plan, groups)?;
            [function.call("i"), function.call("0")]
        }
        None => ["i".to_owned(), "0".to_owned()],
    };
    source.number(count)?;
    let count = source.numbers.len() - 1;
    let first = format!("from[{}].v[0]", at[1]);
    let (start, both) = match reduction {
        // A sum of `int` that overflows is undefined in C.
        Reduction::Sum if element.element == "int" => {
            ("0", "(int)((unsigned int)a + (unsigned int)b)")
        }
        Reduction::Sum => ("0", "a + b"),
        // A `b` that is not a number is taken, and such an `a` is kept.
        Reduction::Min => (&*first, "b < a || b != b ? b : a"),
        Reduction::Max => (&*first, "a < b || b != b ? b : a"),
    };
    let kernel = format!(
        "{packs}__device__ __forceinline__ {T} both({T} a, {T} b) {{
    return {both};
}}
extern \"C\" __global__ void __launch_bounds__(256)
run(const Pack* __restrict__ from, {T}* __restrict__ to, const __grid_constant__ Table p) {{
    __shared__ {T} shared_[256];
    const {T} start = {start};
    {T} sums[4] = {{start, start, start, start}};
    unsigned long long step = (unsigned long long)gridDim.x * 256;
    for (unsigned long long first = (unsigned long long)blockIdx.x * 256 + threadIdx.x; first < p.v[{count}]; first += 4 * step) {{
        Pack values[4];
        #pragma unroll
        for (int k = 0; k < 4; k++) {{
            unsigned long long i = first + k * step;
            #pragma unroll
            for (int e = 0; e < {pack}; e++) values[k].v[e] = start;
            if (i < p.v[{count}]) values[k] = from[{at}];
        }}
        #pragma unroll
        for (int k = 0; k < 4; k++)
            #pragma unroll
            for (int e = 0; e < {pack}; e++) sums[k] = both(sums[k], f(values[k].v[e]));
    }}
    shared_[threadIdx.x] = both(both(sums[0], sums[1]), both(sums[2], sums[3]));
    __syncthreads();
    for (unsigned int half = 128; half > 0; half /= 2) {{
        if (threadIdx.x < half)
            shared_[threadIdx.x] = both(shared_[threadIdx.x], shared_[threadIdx.x + half]);
        __syncthreads();
    }}
    if (threadIdx.x == 0) to[blockIdx.x] = shared_[0];
}}
",
        packs = element.of_packs(pack),
        T = element.element,
        at = at[0],
    );
    Ok((source.finish(&kernel), source.numbers))
}
