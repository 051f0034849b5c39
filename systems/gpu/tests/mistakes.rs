//! Mistakes are errors with numbers: sizes, tiles, layouts and expressions.

mod common;

use common::gpu;
use static_layout::*;
use static_layout_gpu::{Gpu, GpuErrorKind, Reduction, Tile};

#[test]
fn mistakes_are_errors_with_numbers() {
    let gpu = gpu();
    let short = gpu.upload(&[0_u32; 11], layout!((3, 4):(4, 1))).unwrap_err();
    assert_eq!(short.kind(), GpuErrorKind::Layout);
    assert_eq!(short.to_string(), "(3,4):(4,1) reaches 12 elements, and the slice has 11");
    let n = 1_usize << 61;
    let huge = gpu.zeros::<u32, _>(layout!(n:1)).unwrap_err();
    assert_eq!(huge.kind(), GpuErrorKind::Memory, "{huge}");
    let n = 1_usize << 40;
    let huge = gpu.zeros::<u32, _>(layout!(n:1)).unwrap_err();
    assert!(huge.to_string().contains("4398046511104 bytes"), "{huge}");
    let a = gpu.upload(&[1.0_f32; 6], layout!((2, 3):(1, 2))).unwrap();
    let b = gpu.upload(&[1.0_f32; 8], layout!((2, 4):(1, 2))).unwrap();
    let mut c = gpu.zeros::<f32, _>(layout!((2, 4):(1, 2))).unwrap();
    let unequal = gpu.matmul(&a, &b, &mut c).unwrap_err();
    assert_eq!(unequal.to_string(), "cannot multiply (2,3) by (2,4) into (2,4)");
    let unequal = gpu.copy(&a, &mut c).unwrap_err();
    assert_eq!(unequal.to_string(), "cannot copy 6 elements of (2,3):(1,2) to 8 of (2,4):(1,2)");
    let b = gpu.upload(&[1.0_f32; 12], layout!((3, 4):(1, 3))).unwrap();
    let large = Tile { m: 4096, n: 4096, k: 16, each: 4 };
    let refused = gpu.matmul_tiled(&a, &b, &mut c, large).unwrap_err();
    assert_eq!(refused.kind(), GpuErrorKind::Limit);
    assert!(refused.to_string().contains("1048576 threads"), "{refused}");
    for tile in [
        Tile { m: 0, n: 0, k: 0, each: 0 },
        Tile { m: 64, n: 64, k: 1 << 20, each: 4 },
        Tile { m: 60, n: 64, k: 16, each: 7 },
        Tile { m: u32::MAX, n: u32::MAX, k: u32::MAX, each: 1 },
    ] {
        let refused = gpu.matmul_tiled(&a, &b, &mut c, tile).unwrap_err();
        assert_eq!(refused.kind(), GpuErrorKind::Limit, "{refused}");
    }
    let refused = |tile: Tile| gpu.check_tile(tile).unwrap_err().to_string();
    let many = refused(Tile { m: 17, n: 17, k: 16, each: 17 });
    assert!(many.ends_with("each: 17 }: a thread has at most 16 by 16 elements"), "{many}");
    for none in [Tile { k: 0, ..Tile::ALL[0] }, Tile { each: 0, ..Tile::ALL[0] }] {
        let refused = gpu.matmul_tiled(&a, &b, &mut c, none).unwrap_err().to_string();
        assert!(refused.ends_with(": each number of a tile must be at least 1"), "{refused}");
    }
    let mut twice = gpu.zeros::<f32, _>(layout!((2, 3):(0, 1))).unwrap();
    let refused = gpu.copy(&a, &mut twice).unwrap_err();
    assert_eq!(refused.to_string(), "two coordinates of (2,3):(0,1) are one element");
    let mut six = gpu.zeros::<f32, _>(layout!((2, 3):(1, 2))).unwrap();
    let wrong = gpu.transform(&a, &mut six, "x +").unwrap_err();
    assert_eq!(wrong.kind(), GpuErrorKind::Shader, "{wrong}");
    for text in ["x; loop {}", "x; } fn g() { loop {} ", "f(x)", "x + y", "x > 0.0", ""] {
        let wrong = gpu.transform(&a, &mut six, text).unwrap_err();
        assert_eq!(wrong.kind(), GpuErrorKind::Shader, "{text}: {wrong}");
    }
    // A tensor of another device.
    let other = Gpu::new().unwrap();
    let far = other.upload(&[1.0_f32; 6], layout!((2, 3):(1, 2))).unwrap();
    let mut mine = gpu.zeros::<f32, _>(layout!((2, 2):(1, 2))).unwrap();
    let mut result = other.zeros::<f32, _>(layout!((2, 3):(1, 2))).unwrap();
    for refused in [
        gpu.copy(&far, &mut six).unwrap_err(),
        gpu.copy(&a, &mut result).unwrap_err(),
        gpu.transform(&far, &mut six, "x").unwrap_err(),
        gpu.reduce(&far, Reduction::Sum).unwrap_err(),
        gpu.matmul(&far, &a, &mut mine).unwrap_err(),
        gpu.download(&far).unwrap_err(),
    ] {
        assert_eq!(refused.kind(), GpuErrorKind::Foreign, "{refused}");
    }
    assert_eq!(other.download(&far).unwrap(), [1.0; 6]);
    // The device still works.
    gpu.transform(&a, &mut six, "x + 1.0").unwrap();
    assert_eq!(gpu.download(&six).unwrap(), [2.0; 6]);
}

#[test]
fn long_expressions_are_errors() {
    let gpu = gpu();
    let source = gpu.upload(&[1.0_f32; 4], layout!(4:1)).unwrap();
    let mut target = gpu.zeros::<f32, _>(layout!(4:1)).unwrap();
    let sums = |count: usize| vec!["x"; count].join("+");
    let nested = |count: usize, before: &str| before.repeat(count) + "x" + &")".repeat(count);
    let tokens = "an expression of more than 512 tokens, in ";
    let levels = "an expression of more than 64 nested parentheses, in ";
    for (text, limit) in [
        (sums(257), tokens),
        (sums(3000), tokens),
        ("-".repeat(512) + "x", tokens),
        ("!".repeat(100_000) + "x", tokens),
        (nested(65, "("), levels),
        (nested(20_000, "sin("), levels),
        (nested(65, "-("), levels),
        (format!("x{}", "[0".repeat(65)), levels),
    ] {
        let refused = gpu.transform(&source, &mut target, &text).unwrap_err();
        assert_eq!(refused.kind(), GpuErrorKind::Shader);
        assert_eq!(refused.to_string(), format!("{limit}{} bytes", text.len()));
    }
    gpu.transform(&source, &mut target, &sums(256)).unwrap();
    assert_eq!(gpu.download(&target).unwrap(), [256.0; 4]);
    gpu.transform(&source, &mut target, &nested(64, "-(")).unwrap();
    // Compilers accept or refuse these, and return.
    for text in [
        "-".repeat(511) + "x",
        "~".repeat(511) + "x",
        "*&".repeat(255) + "x",
        "x-".repeat(255) + "x",
        "x<".repeat(255) + "x",
        "x&&".repeat(170) + "x",
        "x.".repeat(255) + "x",
        "vec2<".repeat(255),
        "array<".repeat(255) + "f32",
        nested(64, "max(x,"),
        nested(64, "vec2<f32>("),
        nested(64, "-x-!("),
        "/*".repeat(255),
        "1".repeat(1 << 20),
    ] {
        if let Err(refused) = gpu.transform(&source, &mut target, &text) {
            assert_eq!(refused.kind(), GpuErrorKind::Shader, "{refused}");
        }
    }
}
