//! The CUDA kernels, run on the CPU and compared with plain loops: the text that NVRTC compiles, with each thread as a fiber
//! (`cuda_on_cpu.h`). Instructions of tensor cores read and write registers by CUTLASS's layouts, `tests/golden/atoms`.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use half::{bf16, f16};
use layout_core::{ComposedLayout, Coord, Layout};
use static_layout::{AnyLayout, LayoutOps, layout};
use static_layout_gpu::Reduction;
use static_layout_gpu::cuda::kernels;
use static_layout_gpu::cuda::{CudaElement, CudaNumber, Launch, TensorCoreElement, TensorCores};

const CUTLASS: &str = include_str!("../../../tests/golden/atoms/cutlass.jsonl");
const COPIES: &str = include_str!("../../../tests/golden/atoms/copies.jsonl");

/// The layout at `key` of the golden row with the name.
fn golden(rows: &str, name: &str, key: &str) -> Layout {
    let row = rows.lines().find(|row| row.contains(&format!("\"{name}\""))).expect(name);
    let (_, rest) = row.split_once(&format!("\"{key}\":\"")).unwrap();
    rest.split('"').next().unwrap().parse().unwrap()
}

fn offset(layout: &Layout, at: i64) -> i64 {
    layout.index(&Coord::leaf(at)).unwrap()
}

/// The tables of the instruction `name`, as C++.
fn tables(name: &str, depth: usize, is_float: bool, is_bfloat: bool) -> String {
    let mut out = format!(
        "#define DEPTH {depth}\n#define IS_FLOAT {}\n#define IS_BFLOAT {}\n",
        u8::from(is_float),
        u8::from(is_bfloat)
    );
    for (key, values) in [("A", depth / 2), ("B", depth / 4), ("C", 4)] {
        let layout = golden(CUTLASS, name, key);
        let _ = write!(out, "static const int AT_{key}[32][{values}] = {{");
        for lane in 0..32 {
            let held = (0..values).map(|v| offset(&layout, lane + 32 * v as i64).to_string());
            let _ = write!(out, "{{{}}},", held.collect::<Vec<_>>().join(","));
        }
        out.push_str("};\n");
    }
    let name = "SM75_U32x4_LDSM_N";
    let (memory, registers) = (golden(COPIES, name, "source"), golden(COPIES, name, "target"));
    out.push_str("static const int LOAD_FROM[32][4][2] = {");
    for lane in 0..32 {
        let from = (0..4).map(|k| {
            let bit = offset(&registers, lane + 32 * 32 * k);
            // The thread whose row begins at these 128 bits.
            let row = (0..32).find(|&t| offset(&memory, t) == bit / 128 * 128).unwrap();
            format!("{{{row},{}}}", bit % 128 / 8)
        });
        let _ = write!(out, "{{{}}},", from.collect::<Vec<_>>().join(","));
    }
    out.push_str("};\n");
    out
}

/// Runs a kernel on the buffers. Returns the last.
fn run<T: bytemuck::Pod>(
    name: &str,
    launch: &Launch,
    tables: &str,
    sources: &[&[u8]],
    target: usize,
) -> Vec<T> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emulated");
    fs::create_dir_all(&folder).unwrap();
    let [source, program, input, output] =
        ["cpp", "run", "in", "out"].map(|extension| folder.join(format!("{name}.{extension}")));
    let mut text = launch.text.clone();
    if let Some((before, rest)) = launch.text.split_once("// begin of intrinsics") {
        let (_, after) = rest.split_once("// end of intrinsics").unwrap();
        text = format!("{before}{after}");
    }
    assert!(!text.contains("asm"), "{name}: an instruction that is not emulated");
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuda_on_cpu.h");
    let whole = format!(
        "{tables}#include \"{}\"\n{text}\nint main(int, char **names) {{ return call(run, names[1], names[2]); }}\n",
        header.display()
    );
    fs::write(&source, whole).unwrap();
    let mut bytes: Vec<u8> = Vec::new();
    let word = |bytes: &mut Vec<u8>, x: u64| bytes.extend(x.to_ne_bytes());
    word(&mut bytes, launch.blocks);
    word(&mut bytes, launch.numbers.len() as u64);
    launch.numbers.iter().for_each(|&x| word(&mut bytes, x));
    word(&mut bytes, sources.len() as u64 + 1);
    for source in sources {
        word(&mut bytes, source.len() as u64);
        bytes.extend(*source);
    }
    let size = target * size_of::<T>();
    word(&mut bytes, size as u64);
    bytes.extend(vec![0xff; size]);
    fs::write(&input, bytes).unwrap();
    let compiled = Command::new("g++")
        .args(["-std=c++20", "-O1", "-w", "-o"])
        .args([&program, &source])
        .output()
        .expect("a C++ compiler");
    assert!(
        compiled.status.success(),
        "{name}: {}",
        &String::from_utf8_lossy(&compiled.stderr)[..]
    );
    let ran = Command::new(&program).args([&input, &output]).status().unwrap();
    assert!(ran.success(), "{name}: {ran}");
    bytemuck::pod_collect_to_vec(&fs::read(&output).unwrap())
}

/// Small integers without a period, whose sums of products are exact.
fn number(x: usize) -> f32 {
    ((x as u32).wrapping_mul(2654435761) >> 28) as f32 - 7.0
}

/// The places of the sums of a warpgroup, as C++.
fn warpgroup_tables(columns: usize, is_float: bool, is_bfloat: bool) -> String {
    let name = format!("SM90_64x{columns}x16_F32BF16BF16_SS");
    let layout = golden(CUTLASS, &name, "C");
    let sums = columns / 2;
    let mut out = format!(
        "#define COLUMNS {columns}\n#define IS_FLOAT {}\n#define IS_BFLOAT {}\nstatic const int SUM_AT[128][{sums}] = {{",
        u8::from(is_float),
        u8::from(is_bfloat)
    );
    for thread in 0..128 {
        let held = (0..sums).map(|v| offset(&layout, thread + 128 * v as i64).to_string());
        let _ = write!(out, "{{{}}},", held.collect::<Vec<_>>().join(","));
    }
    out.push_str("};\n");
    out
}

fn multiplies<T: TensorCoreElement + bytemuck::Pod>(
    name: &str,
    of: fn(f32) -> T,
    (cores, tables): (TensorCores, &str),
    (a, b, c): (impl AnyLayout, impl AnyLayout, impl AnyLayout),
    [m, n, k]: [usize; 3],
) {
    let left: Vec<f32> = (0..a.cosize()).map(number).collect();
    let right: Vec<f32> = (0..b.cosize()).map(|x| number(x + 5)).collect();
    let convert = |data: &[f32]| data.iter().map(|&x| of(x)).collect::<Vec<T>>();
    let (x, y) = (convert(&left), convert(&right));
    let launch = kernels::matmul::<T>(cores, a, b, c).unwrap().unwrap();
    if let Some((_, columns)) = tables.split_once("#define COLUMNS ") {
        let columns = &columns[..3];
        assert!(launch.text.contains(&format!("m64n{columns}")), "{name}: not {columns} columns");
    }
    let sources = [bytemuck::cast_slice(&x), bytemuck::cast_slice(&y)];
    let found: Vec<f32> = run(name, &launch, tables, &sources, c.cosize());
    for i in 0..m {
        for j in 0..n {
            let sum: f32 =
                (0..k).map(|l| left[a.index(i + m * l)] * right[b.index(l + k * j)]).sum();
            assert_eq!(found[c.index(i + m * j)], sum, "{name} ({i},{j}): {a} {b} {c}");
        }
    }
}

/// For each type: rows that arrive in chunks of 16 bytes, and any layouts, with edges of the blocks and of k.
fn products<T: TensorCoreElement + bytemuck::Pod>(name: &str, of: fn(f32) -> T, tables: &str) {
    let [m, n, k] = [130, 70, 40];
    let wide = (layout!((m, k):(k, 1)), layout!((k, n):(1, k)), layout!((m, n):(n, 1)));
    let warp = (TensorCores::Warp, tables);
    multiplies(&format!("{name}_wide"), of, warp, wide, [m, n, k]);
    let [m, n, k] = [65, 140, 77];
    let any = (layout!((m, k):(1, m)), layout!((k, n):(n, 1)), layout!((m, n):(1, {m + 3})));
    multiplies(&format!("{name}_any"), of, warp, any, [m, n, k]);
}

/// For each type on warpgroups: blocks of 128 columns, with more steps than stages and edges of all extents.
fn warpgroup_products<T: TensorCoreElement + bytemuck::Pod>(
    name: &str,
    of: fn(f32) -> T,
    [is_float, is_bfloat]: [bool; 2],
) {
    let tables = warpgroup_tables(128, is_float, is_bfloat);
    let group = (TensorCores::Warpgroup, &*tables);
    let [m, n, k] = [130, 70, 376];
    let wide = (layout!((m, k):(k, 1)), layout!((k, n):(1, k)), layout!((m, n):(n, 1)));
    multiplies(&format!("{name}_wide"), of, group, wide, [m, n, k]);
    let [m, n, k] = [65, 140, 77];
    let any = (layout!((m, k):(1, m)), layout!((k, n):(n, 1)), layout!((m, n):(1, {m + 3})));
    multiplies(&format!("{name}_any"), of, group, any, [m, n, k]);
}

#[test]
fn products_of_warpgroups() {
    warpgroup_products("group_bf16", bf16::from_f32, [false, true]);
    warpgroup_products("group_f16", f16::from_f32, [false, false]);
    warpgroup_products("group_tf32", |x| x, [true, false]);
}

/// Blocks of 256 columns, which a product takes that has enough of them.
#[test]
fn wide_blocks_of_warpgroups() {
    let tables = warpgroup_tables(256, false, true);
    let [m, n, k] = [128 * 12 + 1, 256 * 8 - 3, 24];
    let wide = (layout!((m, k):(k, 1)), layout!((k, n):(1, k)), layout!((m, n):(n, 1)));
    multiplies("group_256", bf16::from_f32, (TensorCores::Warpgroup, &tables), wide, [m, n, k]);
}

#[test]
fn products_of_bf16() {
    let tables = tables("SM80_16x8x16_F32BF16BF16F32_TN", 16, false, true);
    products("bf16", bf16::from_f32, &tables);
}

#[test]
fn products_of_f16() {
    let tables = tables("SM80_16x8x16_F32F16F16F32_TN", 16, false, false);
    products("f16", f16::from_f32, &tables);
}

#[test]
fn products_of_tf32() {
    let tables = tables("SM80_16x8x8_F32TF32TF32F32_TN", 8, true, false);
    products("tf32", |x| x, &tables);
}

/// Copies from one layout to the other, and compares all of the target's memory. `wide` is the unit that the kernel
/// reads and writes at once: elements of a pack, or whether source and target of a transposition are in pairs.
fn moves<T: CudaElement + bytemuck::Pod>(
    name: &str,
    (from, to): (impl AnyLayout, impl AnyLayout),
    of: fn(usize) -> T,
    wide: &[&str],
) {
    let data: Vec<T> = (0..from.cosize()).map(of).collect();
    let launch = kernels::copy::<T>(from, to).unwrap().unwrap();
    for part in wide {
        assert!(launch.text.contains(part), "{name}: no {part} in {}", launch.text);
    }
    let sources = [bytemuck::cast_slice(&data)];
    let found: Vec<T> = run(name, &launch, "", &sources, to.cosize());
    // `run` fills the target with these bytes.
    let untouched: T = bytemuck::pod_read_unaligned(&vec![0xff; size_of::<T>()]);
    let mut expected = vec![untouched; to.cosize()];
    (0..from.size()).for_each(|i| expected[to.index(i)] = data[from.index(i)]);
    let [found, expected] = [&found, &expected].map(|all| bytemuck::cast_slice::<T, u8>(all));
    let wrong = found.iter().zip(expected).position(|(found, expected)| found != expected);
    assert_eq!(wrong.map(|at| at / size_of::<T>()), None, "{name}: {from} to {to}");
}

#[test]
fn copies() {
    let word = |x: usize| (x as u32).wrapping_mul(2654435761);
    let half = |x: usize| f16::from_bits((x * 2521 % 31744) as u16);
    for (name, [m, n]) in [("odd", [71_usize, 45]), ("even", [70, 132]), ("tile", [64, 64])] {
        let (tall, wide) = (m + 2, n + 4);
        let [pack_4, pack_2] = if name == "odd" { ["v[1]"; 2] } else { ["v[4]", "v[2]"] };
        let rows = layout!((m, n):(n, 1));
        let named = |what: &str| format!("{what}_{name}");
        moves(&named("whole"), (rows, rows), word, &[if name == "odd" { "v[1]" } else { "v[4]" }]);
        moves(&named("rows"), (rows, layout!((m, n):(wide, 1))), word, &[pack_4]);
        moves(&named("rows_2"), (rows, layout!((m, n):({n + 2}, 1))), word, &[pack_2]);
        let columns = layout!((m, n):(1, tall));
        let pairs: &[&str] = match name {
            "odd" => &["x + e", "y + e"],
            _ => &["*(const Pack*)", "*(Pack*)"],
        };
        moves(&named("turned"), (rows, columns), word, pairs);
        moves(&named("turned_half"), (rows, columns), half, pairs);
        moves(&named("source_alone"), (rows, layout!((m, n):(1, {m | 1}))), half, &["y + e"]);
        let batch = (layout!((m, n, 2):(n, 1, {m * n})), layout!((m, n, 2):(1, {2 * tall}, tall)));
        moves(&named("batch"), batch, half, pairs);
    }
    let swizzled = layout!(Sw<3,3,3> o 0 o (64, 64):(64, 1));
    moves("swizzled", (layout!((64, 64):(64, 1)), swizzled), word, &["v[1]"]);
    moves("swizzled_turned", (swizzled, layout!((64, 64):(1, 64))), half, &["x + e", "*(Pack*)"]);
}

/// A warp that stores pairs of a row, element by element, and one that loads pairs of a column access 32 banks.
#[test]
fn tiles_have_no_bank_conflicts() {
    for bytes in [2, 4] {
        let tile: ComposedLayout = kernels::pairs_tile(bytes).parse().unwrap();
        let bank = |x: i64, y: i64| {
            let at = Coord::tuple(&[Coord::leaf(x), Coord::leaf(y)]).unwrap();
            tile.index(&at).unwrap() * bytes as i64 / 4 % 32
        };
        for (fixed, e) in (0..64).flat_map(|fixed| [(fixed, 0), (fixed, 1)]) {
            let mut stored: Vec<_> = (0..32).map(|lane| bank(2 * lane + e, fixed)).collect();
            let mut loaded: Vec<_> = (0..32).map(|lane| bank(fixed, 2 * lane + e)).collect();
            stored.sort_unstable();
            loaded.sort_unstable();
            assert!(
                stored.into_iter().eq(0..32) && loaded.into_iter().eq(0..32),
                "{bytes} {fixed}"
            );
        }
    }
}

fn reduces<T: CudaNumber + bytemuck::Pod + PartialEq + std::fmt::Debug>(
    name: &str,
    data: &[T],
    layout: impl AnyLayout,
    reduction: Reduction,
    expected: T,
) {
    let [many, one] = kernels::reduce::<T>(layout, reduction).unwrap();
    let sources = [bytemuck::cast_slice(data)];
    let parts: Vec<T> = run(&format!("{name}_many"), &many, "", &sources, many.blocks as usize);
    let sources = [bytemuck::cast_slice(&parts)];
    let found: Vec<T> = run(&format!("{name}_one"), &one, "", &sources, 1);
    assert_eq!(found, [expected], "{name}");
}

#[test]
fn reductions_and_transformations() {
    let [m, n] = [70_usize, 45];
    let data: Vec<i32> = (0..m * (n + 1)).map(|x| -3 - (x * 7919 % 1000) as i32).collect();
    let padded = layout!((m, n):({n + 1}, 1));
    let elements = || (0..m).flat_map(|i| (0..n).map(move |j| (i, j))).map(|at| padded.index(at));
    let sum = elements().map(|at| data[at]).sum();
    reduces("sum", &data, padded, Reduction::Sum, sum);
    let large = data.iter().map(|&x| x.wrapping_mul(0x7123_4567)).collect::<Vec<i32>>();
    let wrapped = elements().fold(0_i32, |sum, at| sum.wrapping_add(large[at]));
    reduces("wrapped", &large, padded, Reduction::Sum, wrapped);
    let most = elements().map(|at| data[at]).max().unwrap();
    reduces("max", &data, padded, Reduction::Max, most);
    let reals: Vec<f32> = data.iter().map(|&x| x as f32).collect();
    let least = elements().map(|at| reals[at]).fold(f32::MAX, f32::min);
    reduces("min", &reals, padded, Reduction::Min, least);
    // NumPy's `min` and `max`, and the sum of nothing.
    for (k, at) in [0, 1, 16, 3 * (n + 1), (m - 1) * (n + 1) + n - 1].into_iter().enumerate() {
        for (reduction, name) in [(Reduction::Min, "nan_min"), (Reduction::Max, "nan_max")] {
            let mut words: Vec<u32> = reals.iter().map(|x| x.to_bits()).collect();
            words[at] = f32::NAN.to_bits();
            let [many, one] = kernels::reduce::<f32>(padded, reduction).unwrap();
            let name = format!("{name}_{k}");
            let sources = [bytemuck::cast_slice(&words)];
            let parts: Vec<f32> = run(&name, &many, "", &sources, many.blocks as usize);
            let found: Vec<f32> = run(&name, &one, "", &[bytemuck::cast_slice(&parts)], 1);
            assert!(found[0].is_nan(), "{name} at {at}: {found:?}");
        }
    }
    reduces("sum_of_nothing", &[0.0_f32; 4], layout!((2, 0):(1, 2)), Reduction::Sum, 0.0);
    let refused = kernels::reduce::<f32>(layout!((2, 0):(1, 2)), Reduction::Max).unwrap_err();
    assert_eq!(refused.to_string(), "(2,0):(1,2) has no elements to reduce");
    let turned = layout!((m, n):(1, m));
    let launch = kernels::transform::<i32>(padded, turned, "x * 3 - 1").unwrap().unwrap();
    let found: Vec<i32> =
        run("transform", &launch, "", &[bytemuck::cast_slice(&data)], turned.cosize());
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        assert_eq!(found[turned.index((i, j))], 3 * data[padded.index((i, j))] - 1);
    }
    let refused = kernels::transform::<i32>(padded, layout!(7:1), "x").unwrap_err();
    assert!(refused.to_string().contains("3150 elements"), "{refused}");
    // Compilers are recursive.
    let long = vec!["x"; 3000].join("+");
    let refused = kernels::transform::<i32>(padded, turned, &long).unwrap_err();
    assert_eq!(refused.to_string(), "an expression of more than 512 tokens, in 5999 bytes");
    // An expression is a part of the kernel, which must not reach other memory.
    let refused = kernels::transform::<i32>(padded, turned, "x + *(int*)16").unwrap_err();
    assert_eq!(refused.to_string(), "`x + *(int*)16` is not arithmetic on `x`: `*` at byte 4");
}
