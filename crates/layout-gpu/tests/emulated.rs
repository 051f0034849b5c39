//! The CUDA kernels, run on the CPU and compared with plain loops: the text that NVRTC compiles, with each thread as a fiber
//! (`cuda_on_cpu.h`). Instructions of tensor cores read and write registers by CUTLASS's layouts, `tests/golden/atoms`.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use half::{bf16, f16};
use layout_core::{Coord, Layout};
use static_layout::{AnyLayout, LayoutOps, layout};
use static_layout_gpu::Reduction;
use static_layout_gpu::cuda::kernels;
use static_layout_gpu::cuda::{CudaNumber, Launch, TensorCoreElement};

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

fn multiplies<T: TensorCoreElement + bytemuck::Pod>(
    name: &str,
    of: fn(f32) -> T,
    tables: &str,
    (a, b, c): (impl AnyLayout, impl AnyLayout, impl AnyLayout),
    [m, n, k]: [usize; 3],
) {
    let left: Vec<f32> = (0..a.cosize()).map(number).collect();
    let right: Vec<f32> = (0..b.cosize()).map(|x| number(x + 5)).collect();
    let convert = |data: &[f32]| data.iter().map(|&x| of(x)).collect::<Vec<T>>();
    let (x, y) = (convert(&left), convert(&right));
    let launch = kernels::matmul::<T>(a, b, c).unwrap().unwrap();
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

/// Of each type: rows that arrive in chunks of 16 bytes, and any layouts, with edges of the blocks and of k.
fn products<T: TensorCoreElement + bytemuck::Pod>(name: &str, of: fn(f32) -> T, tables: &str) {
    let [m, n, k] = [130, 70, 40];
    let wide = (layout!((m, k):(k, 1)), layout!((k, n):(1, k)), layout!((m, n):(n, 1)));
    multiplies(&format!("{name}_wide"), of, tables, wide, [m, n, k]);
    let [m, n, k] = [65, 140, 77];
    let any = (layout!((m, k):(1, m)), layout!((k, n):(n, 1)), layout!((m, n):(1, {m + 3})));
    multiplies(&format!("{name}_any"), of, tables, any, [m, n, k]);
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

#[test]
fn copies() {
    let [m, n] = [70_usize, 45];
    let data: Vec<u32> = (0..4000).map(|x: u32| x.wrapping_mul(2654435761)).collect();
    let (rows, columns) = (layout!((m, n):(n, 1)), layout!((m, n):(1, {m + 2})));
    let wide = layout!((m, n):({n + 5}, 1));
    for (name, launch, is_transposed) in [
        ("copy_tiles", kernels::copy::<u32>(rows, columns), true),
        ("copy_linear", kernels::copy::<u32>(rows, wide), false),
    ] {
        let launch = launch.unwrap().unwrap();
        assert_eq!(launch.text.contains("__syncthreads"), is_transposed, "{name}");
        let sources = [bytemuck::cast_slice(&data[..m * n])];
        let found: Vec<u32> = run(name, &launch, "", &sources, data.len());
        for i in 0..m {
            for j in 0..n {
                let at = if is_transposed { columns.index((i, j)) } else { wide.index((i, j)) };
                assert_eq!(found[at], data[i * n + j], "{name} ({i},{j})");
            }
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
    let turned = layout!((m, n):(1, m));
    let launch = kernels::transform::<i32>(padded, turned, "x * 3 - 1").unwrap().unwrap();
    let found: Vec<i32> =
        run("transform", &launch, "", &[bytemuck::cast_slice(&data)], turned.cosize());
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        assert_eq!(found[turned.index((i, j))], 3 * data[padded.index((i, j))] - 1);
    }
    let refused = kernels::transform::<i32>(padded, layout!(7:1), "x").unwrap_err();
    assert!(refused.to_string().contains("3150 elements"), "{refused}");
    // An expression is a part of the kernel, which must not reach other memory.
    let refused = kernels::transform::<i32>(padded, turned, "x + *(int*)16").unwrap_err();
    assert_eq!(refused.to_string(), "`x + *(int*)16` is no arithmetic on `x`: `*` at byte 4");
}
