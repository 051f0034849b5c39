//! Kernels of the caller: the index functions of their tensors, coordinates outside of the shape, errors at the caller's lines.

mod common;

use common::{gpu, numbers};
use static_layout::*;
use static_layout_gpu::{DeviceTensor, Gpu, GpuErrorKind, f16};

/// Calls each function of the tensor `a` on each coordinate of a grid that is larger than the shape.
#[track_caller]
fn visits<L: AnyLayout>(layout: L, [m, n]: [usize; 2]) {
    let gpu = gpu();
    let data = numbers(layout.cosize());
    let a = gpu.upload(&data, layout).unwrap();
    let (rows, columns) = (m + 3, n + 2);
    let mut found = gpu.zeros::<u32, _>(layout!((3, rows, columns):(1, 3, {3 * rows}))).unwrap();
    let text = "
@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    found_store(0u, at.x, at.y, a_load(at.x, at.y));
    found_store(1u, at.x, at.y, select(0u, 1u, a_inside(at.x, at.y)));
    if (a_inside(at.x, at.y)) {
        found_store(2u, at.x, at.y, a[a_index(at.x, at.y)] + a_extent0() * 1000u + a_extent1());
    }
}";
    let groups = [rows.div_ceil(8) as u32, columns.div_ceil(8) as u32, 1];
    gpu.kernel(text).read("a", &a).write("found", &mut found).run(groups).unwrap();
    let found = gpu.download(&found).unwrap();
    for i in 0..rows {
        for j in 0..columns {
            let here = &found[3 * (i + rows * j)..][..3];
            let expected = if i < m && j < n {
                let element = data[layout.index(i + m * j)];
                [element, 1, element + (m * 1000 + n) as u32]
            } else {
                [0, 0, 0]
            };
            assert_eq!(here, expected, "({i},{j}) of {layout}");
        }
    }
}

#[test]
fn index_functions_are_those_of_the_layouts() {
    for (m, n) in [(1, 1), (3, 5), (16, 16), (33, 7)] {
        visits(layout!((m, n):(n, 1)), [m, n]);
        visits(layout!((m, n):(1, {m + 5})), [m, n]);
        visits(layout!((m, (n, 2)):({2 * n}, (1, n))), [m, 2 * n]);
    }
    visits(layout!((8, 12):(12, 1)), [8, 12]);
    visits(layout!(((2, 4), (3, 4)):((1, 24), (2, 6))), [8, 12]);
    visits(layout!(Sw<3,0,3> o 0 o (8, 8):(8, 1)), [8, 8]);
}

#[test]
fn views_are_operands_of_kernels() {
    let gpu = gpu();
    let data = numbers(60);
    let a = gpu.upload(&data, layout!((6, 10):(10, 1))).unwrap();
    let mut b = gpu.zeros::<u32, _>(layout!((6, 10):(10, 1))).unwrap();
    let text = "@compute @workgroup_size(16)
fn main(@builtin(local_invocation_id) at: vec3<u32>) { b_store(at.x, a_load(at.x) + by()); }";
    // A row backwards into a column: the rest of the column's tensor does not change.
    let row = a.view().slice_axes(slices!(2, ..;-1));
    let mut column = b.view_mut().slice(coord!(_, 3));
    gpu.kernel(text)
        .read("a", &row)
        .write("b", &mut column)
        .number("by", 5_u32)
        .run([1, 1, 1])
        .unwrap();
    let found = gpu.download(&b).unwrap();
    for (at, &x) in found.iter().enumerate() {
        let expected = if at % 10 == 3 { data[20 + 9 - at / 10] + 5 } else { 0 };
        assert_eq!(x, expected, "{at}");
    }
}

#[test]
fn stores_outside_of_a_shape_write_nothing() {
    let gpu = gpu();
    let mut a = gpu.zeros::<u32, _>(layout!((4, 4):(8, 1))).unwrap();
    let text = "@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_id) at: vec3<u32>) {
    let far = array(0u, 1u, 3u, 4u, 5u, 0x7fffffffu, 0x80000000u, 0xffffffffu);
    let i = far[at.x];
    let j = far[at.y];
    a_store(i, j, 1u + a_load(i, j));
}";
    gpu.kernel(text).write("a", &mut a).run([1, 1, 1]).unwrap();
    let found = gpu.download(&a).unwrap();
    for (at, &x) in found.iter().enumerate() {
        let [i, j] = [at / 8, at % 8];
        assert_eq!(x, u32::from([i, j].iter().all(|c| [0, 1, 3].contains(c))), "({i},{j})");
    }
}

#[test]
fn numbers_keep_their_bits() {
    let gpu = gpu();
    let mut out = gpu.zeros::<u32, _>(layout!((3,):(1,))).unwrap();
    let text = "@compute @workgroup_size(1)
fn main() {
    out_store(0u, bitcast<u32>(x()));
    out_store(1u, bitcast<u32>(i()));
    out_store(2u, u());
}";
    for (x, i, u) in [(1.5_f32, -7_i32, 9_u32), (-0.0, i32::MIN, u32::MAX)] {
        let call = gpu.kernel(text).write("out", &mut out);
        call.number("x", x).number("i", i).number("u", u).run([1, 1, 1]).unwrap();
        assert_eq!(gpu.download(&out).unwrap(), [x.to_bits(), i.cast_unsigned(), u]);
    }
}

#[test]
fn kernels_join_the_work_of_an_encoder() {
    let (device, queue) = common::host();
    let gpu = Gpu::from_device(device.clone(), queue.clone()).unwrap();
    let mut a = gpu.upload(&[1_u32, 2, 3], layout!((3,):(1,))).unwrap();
    let text = "@compute @workgroup_size(4)
fn main(@builtin(local_invocation_id) at: vec3<u32>) { a_store(at.x, a_load(at.x) * 2u); }";
    let mut encoder = device.create_command_encoder(&Default::default());
    for _ in 0..3 {
        gpu.kernel(text).write("a", &mut a).encode(&mut encoder, [1, 1, 1]).unwrap();
    }
    assert_eq!(gpu.download(&a).unwrap(), [1, 2, 3], "nothing is submitted");
    queue.submit([encoder.finish()]);
    assert_eq!(gpu.download(&a).unwrap(), [8, 16, 24]);
}

/// The error of a kernel with a tensor `a` of 4 by 4, and a number `n`.
fn refused(text: &str) -> (GpuErrorKind, String) {
    let gpu = gpu();
    let mut a = gpu.zeros::<f32, _>(layout!((4, 4):(4, 1))).unwrap();
    let error = gpu.kernel(text).write("a", &mut a).number("n", 1_u32).run([1, 1, 1]).unwrap_err();
    (error.kind(), error.to_string())
}

#[test]
fn errors_have_the_lines_of_the_caller() {
    for (line, statement, message) in [
        (3, "let x = a_load(0u, 0u) +;", "expected"),
        (3, "let x = y;", "y"),
        (3, "let x: u32 = a_load(0u, 0u);", "f32"),
        (3, "a_store(0u, 1.0);", "a_store"),
        (3, "a_load(0u);", ""),
        (3, "let x = 1u + 1i;", ""),
    ] {
        let text = format!("@compute @workgroup_size(1)\nfn main() {{\n    {statement}\n}}");
        let (kind, found) = refused(&text);
        assert_eq!(kind, GpuErrorKind::Shader, "{found}");
        assert!(found.contains(&format!(":{line}:")), "{statement}: {found}");
        assert!(found.contains(statement.trim_end()) && found.contains(message), "{found}");
        assert!(!found.contains("declared after"), "{found}");
    }
    let main = "@compute @workgroup_size(1)\nfn main() {";
    let (_, found) = refused(&format!("{main}\n    if (true) {{\n}}"));
    assert_eq!(found, "line 2 of the kernel: `{` is not closed");
    for text in ["fn a_load() {}", "fn n() {}", "var<private> a: u32;"] {
        let (kind, found) = refused(&format!("{text}\n{main}}}"));
        assert_eq!(kind, GpuErrorKind::Shader);
        assert!(found.contains("wgsl:1:") || found.contains("does not fit"), "{text}: {found}");
    }
    for text in ["", "fn f() {}", "@compute @workgroup_size(0)\nfn main() {}"] {
        assert_eq!(refused(text).0, GpuErrorKind::Shader, "{text}");
    }
    assert_eq!(refused("@compute @workgroup_size(1000000)\nfn main() {}").0, GpuErrorKind::Shader);
}

#[test]
fn names_are_identifiers_of_their_own() {
    let gpu = gpu();
    let mut a: DeviceTensor<f32, _> = gpu.zeros(layout!((4, 4):(4, 1))).unwrap();
    let b: DeviceTensor<f32, _> = gpu.zeros(layout!((4, 4):(4, 1))).unwrap();
    let text = "@compute @workgroup_size(1)\nfn main() {}";
    for (name, other, message) in [
        ("a", "a", "`a` is declared twice in a kernel"),
        ("a", "a_load", "`a_load` is declared twice in a kernel"),
        ("a", "a_extent0", "`a_extent0` is declared twice in a kernel"),
        ("a b", "c", "`layout_a b` is not an identifier"),
        ("", "c", ""),
        ("1", "c", ""),
        ("a; fn g() {}", "c", ""),
        ("ä", "c", ""),
        ("fn", "c", "does not fit"),
        ("a", "var", "does not fit"),
        ("numbers_", "c", ""),
    ] {
        let call = gpu.kernel(text).read(name, &b).write(other, &mut a);
        let error = call.run([1, 1, 1]).unwrap_err();
        assert!(error.to_string().contains(message), "{name}: {error}");
    }
    let error = gpu.kernel(text).number("n", 1_u32).number("n", 1_f32).run([1, 1, 1]).unwrap_err();
    assert_eq!(error.to_string(), "`n` is declared twice in a kernel");
    let error = gpu.kernel(text).number("n()", 1_u32).run([1, 1, 1]).unwrap_err();
    assert_eq!(error.to_string(), "`n()` is not an identifier of WGSL");
    let one = gpu.zeros::<f32, _>(layout!(():())).unwrap();
    let error = gpu.kernel(text).read("one", &one).run([1, 1, 1]).unwrap_err().to_string();
    let no_modes =
        "`one` has no modes: a tensor of a kernel has a coordinate for each mode, at least one";
    assert_eq!(error, no_modes);
    let other = Gpu::new().unwrap();
    let foreign: DeviceTensor<f32, _> = other.zeros(layout!((4, 4):(4, 1))).unwrap();
    let error = gpu.kernel(text).read("a", &foreign).run([1, 1, 1]).unwrap_err();
    assert_eq!(error.kind(), GpuErrorKind::Foreign);
}

/// What ends a process without the limits: the compiler calls itself for each operand.
#[test]
fn deep_kernels_are_compiled_or_refused() {
    let gpu = gpu();
    let mut a = gpu.zeros::<f32, _>(layout!((1,):(1,))).unwrap();
    let main = |f: &str| format!("@compute @workgroup_size(1)\nfn main() {{ a_store(0u, {f}); }}");
    let sum = main(&vec!["a_load(0u)"; 1000].join(" + "));
    gpu.kernel(&sum).write("a", &mut a).run([1, 1, 1]).unwrap();
    let else_if = format!(
        "@compute @workgroup_size(1)\nfn main() {{ let x = a_load(0u);\n{} {{ a_store(0u, 1.0); }} }}",
        "if (x > 9.0) { } else ".repeat(500)
    );
    gpu.kernel(&else_if).write("a", &mut a).run([1, 1, 1]).unwrap();
    assert_eq!(gpu.download(&a).unwrap(), [1.0]);
    let nested = |count: usize| main(&("(".repeat(count) + "1.0" + &")".repeat(count)));
    for text in [
        main(&vec!["1.0"; 4000].join(" + ")),
        main(&format!("{}1.0", "-".repeat(4000))),
        main(&format!("{}1.0", "-".repeat(100_000))),
        main(&vec!["a_load(0u)"; 100_000].join(" + ")),
        nested(200),
        nested(20_000),
        "vec2<".repeat(3000),
        "vec2<".repeat(30_000),
        "/*".repeat(100_000),
        "{".repeat(100_000),
        "if (x) {} else ".repeat(100_000),
        // A line break that ends a comment, and a blank of WGSL that Rust has not.
        main(&format!("1.0); //\r{} {{ }} a_store(0u, 1.0", "if (true) { } else ".repeat(400_000))),
        main(&format!(
            "1.0); {} {{ }} a_store(0u, 1.0",
            "if (true) { }\u{200e}else ".repeat(400_000)
        )),
    ] {
        if let Err(error) = gpu.kernel(&text).write("a", &mut a).run([1, 1, 1]) {
            assert_eq!(error.kind(), GpuErrorKind::Shader);
        }
    }
}

#[test]
fn halves_are_enabled_by_the_kernel() {
    let gpu = gpu();
    let Ok(mut a) = gpu.upload(&[1.5, 2.5, -3.0].map(f16::from_f32), layout!((3,):(1,))) else {
        println!("not compared: {} has no f16", gpu.name());
        return;
    };
    let text = "@compute @workgroup_size(4)
fn main(@builtin(local_invocation_id) at: vec3<u32>) { a_store(at.x, a_load(at.x) * 2.0h); }";
    let error = gpu.kernel(text).write("a", &mut a).run([1, 1, 1]).unwrap_err();
    let message = "the elements of `a` are f16: begin the kernel with `enable f16;`";
    assert_eq!(error.to_string(), message);
    for (enabled, expected) in
        [("enable f16;", [3.0, 5.0, -6.0]), ("// f16\nenable  f16 ;", [6.0, 10.0, -12.0])]
    {
        let text = format!("{enabled}\n{text}");
        gpu.kernel(&text).write("a", &mut a).run([1, 1, 1]).unwrap();
        assert_eq!(gpu.download(&a).unwrap(), expected.map(f16::from_f32));
    }
}
