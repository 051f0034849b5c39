//! The snippets of the book's chapter on GPUs, run on a device. A test compares them with the chapter.

use std::error::Error;

type Done = Result<(), Box<dyn Error>>;

#[test]
fn index_functions_as_text() -> Done {
    use static_layout::*;
    use static_layout_emit::{Domain, IndexFunctions, Language, SymbolicLayout};

    let tile = SymbolicLayout::of(layout!(Sw<3,0,3> o 0 o (8, 8):(8, 1)))?;
    let functions = IndexFunctions::new(&tile, Domain::Modes, None)?;
    let text = functions.text(Language::Cuda, "tile")?;
    assert!(
        text.contains("unsigned int t0 = c1 + (c0 << 3);\n    return t0 ^ (t0 >> 3);"),
        "{text}"
    );
    Ok(())
}

#[test]
fn tensors_on_a_device() -> Done {
    use static_layout::*;
    use static_layout_gpu::Gpu;

    let gpu = Gpu::new()?;
    let (m, n) = (100, 60);
    let data: Vec<f32> = (0..m * n).map(|x| x as f32).collect();
    let rows = gpu.upload(&data, layout!((m, n):(n, 1)))?;
    let mut columns = gpu.zeros::<f32, _>(layout!((m, n):(1, m)))?;
    gpu.copy(&rows, &mut columns)?;
    let moved = gpu.download(&columns)?;
    assert_eq!(moved[3 + m * 5], data[3 * n + 5]);
    Ok(())
}

#[test]
fn a_product() -> Done {
    use static_layout::*;
    use static_layout_gpu::{Gpu, Reduction};

    let gpu = Gpu::new()?;
    let (m, n, k) = (70, 50, 30);
    let ones = vec![1.0_f32; m * k];
    let a = gpu.upload(&ones, layout!((m, k):(1, m)))?;
    let twos = vec![2.0_f32; k * n];
    let b = gpu.upload(&twos, layout!((k, n):(n, 1)))?;
    let mut c = gpu.zeros::<f32, _>(layout!((m, n):(n, 1)))?;
    gpu.matmul(&a, &b, &mut c)?;
    assert_eq!(gpu.reduce(&c, Reduction::Min)?, 60.0);
    assert_eq!(gpu.reduce(&c, Reduction::Max)?, 60.0);
    Ok(())
}

#[test]
fn mistakes() -> Done {
    use static_layout::*;
    use static_layout_gpu::{Gpu, Tile};

    let gpu = Gpu::new()?;
    let a = gpu.upload(&[0.0_f32; 6], layout!((2, 3):(1, 2)))?;
    let b = gpu.upload(&[0.0_f32; 8], layout!((2, 4):(1, 2)))?;
    let mut c = gpu.zeros::<f32, _>(layout!((2, 4):(1, 2)))?;
    let refused = gpu.matmul(&a, &b, &mut c).unwrap_err();
    assert_eq!(refused.to_string(), "cannot multiply (2,3) by (2,4) into (2,4)");
    let large = Tile { m: 4096, n: 4096, k: 16, each: 4 };
    assert!(gpu.check_tile(large).is_err());
    Ok(())
}

#[test]
fn functions_of_elements() -> Done {
    use static_layout::*;
    use static_layout_gpu::Gpu;

    let gpu = Gpu::new()?;
    let a = gpu.upload(&[-1.0_f32, 2.0], layout!(2:1))?;
    let mut b = gpu.zeros::<f32, _>(layout!(2:1))?;
    gpu.transform(&a, &mut b, "max(x, 0.0) * 3.0")?;
    assert_eq!(gpu.download(&b)?, [0.0, 6.0]);
    let refused = gpu.transform(&a, &mut b, "x; loop {}").unwrap_err();
    assert_eq!(refused.to_string(), "`;` is not part of an expression of x: x; loop {}");
    Ok(())
}

#[test]
fn a_kernel_of_your_own() -> Done {
    use static_layout::*;
    use static_layout_gpu::Gpu;

    let gpu = Gpu::new()?;
    let (m, n) = (3, 4);
    let data: Vec<f32> = (0..m * n).map(|x| x as f32).collect();
    let a = gpu.upload(&data, layout!((m, n):(n, 1)))?;
    let mut b = gpu.zeros::<f32, _>(layout!((n,):(1,)))?;
    let text = "
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    b_store(at.x, scale() * (row_load(at.x) + row_load(at.x + 1u)));
}";
    let row = a.view().slice(coord!(1, _));
    gpu.kernel(text)
        .read("row", &row)
        .write("b", &mut b)
        .number("scale", 10.0_f32)
        .run([1, 1, 1])?;
    // Outside of the row `row_load` is 0.
    assert_eq!(gpu.download(&b)?, [90.0, 110.0, 130.0, 70.0]);
    Ok(())
}

/// The text without white space.
fn dense(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn the_chapter_has_these_snippets() {
    let chapter = include_str!("../../../docs/book/gpu.md");
    let here = dense(include_str!("book.rs"));
    let snippets: Vec<&str> = chapter.split("```rust,ignore\n").skip(1).collect();
    assert_eq!(snippets.len(), 6);
    for snippet in snippets {
        let code = snippet.split("```").next().unwrap();
        assert!(here.contains(&dense(code)), "no test has this snippet:\n{code}");
    }
}
