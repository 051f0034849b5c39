//! Source text in the command: what is written reads back, what is pasted is read, and what is lost is named.

use layout_cli::dialect::{Dialect, Element, Foreign};
use layout_cli::language::{Value, evaluate};
use layout_core::{ComposedLayout, Layout, Swizzle, SymbolicLayout};
use proptest::prelude::*;

/// Texts that the systems read and print in another form.
const PASTED: &[(Dialect, &str, &str)] = &[
    (Dialect::Cute, "Layout<Shape<_2,_4>,Stride<_4,_1>>{}", "(2,4):(4,1)"),
    (Dialect::Cute, "(_2,_4):(_4,_1)", "(2,4):(4,1)"),
    (Dialect::CuteDsl, "cute.make_layout((2, 4), stride=(4, 1))", "(2,4):(4,1)"),
    (Dialect::CuteDsl, "!cute.layout<\"(2,4):(4,1)\">", "(2,4):(4,1)"),
    (Dialect::Mojo, "Layout(IntTuple(2, 4), IntTuple(4, 1))", "(2,4):(4,1)"),
    (Dialect::Mojo, "((2, 4):(4, 1))", "(2,4):(4,1)"),
    (Dialect::MoYe, "@Layout (2, 4) (4, 1)", "(2,4):(4,1)"),
    (Dialect::MoYe, "(_2, _4):(_4, _1)", "(2,4):(4,1)"),
    (
        Dialect::Numpy,
        "as_strided(x[3:], (2, n), (n*x.itemsize, x.itemsize))",
        "layout (2,n):(n,1), offset 3",
    ),
    (
        Dialect::Triton,
        "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>",
        "((4,32),4):((4@1,1@0),1@1)",
    ),
    (
        Dialect::Triton,
        "!ttg.memdesc<8x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #ttg.shared_memory, mutable>",
        "Sw<3,3,3> o 0 o (8,64):(64,1)",
    ),
    // A line of a dump, with two blocks of threads along the rows.
    (
        Dialect::Triton,
        "#blocked1 = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>",
        "((4,32),4,2):((4@1,1@0),1@1,32@0)",
    ),
    (
        Dialect::Triton,
        "tensor<128x64xf32, #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>>",
        "((32,2,4),(4,8)):((1@0,4@1,32@0),(1@1,8@1))",
    ),
    // Gaps of 4 elements after each 32.
    (
        Dialect::Triton,
        "#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 64]}>",
        "(16,(32,2)):(72,(1,36))",
    ),
    (
        Dialect::Triton,
        "!ttg.memdesc<3x16x64xf16, #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 64]}>, #ttg.shared_memory, mutable>",
        "(3,16,(32,2)):(1152,72,(1,36))",
    ),
    // Three buffers; then a part of each of them.
    (
        Dialect::Triton,
        "!ttg.memdesc<3x64x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory, mutable>",
        "Sw<3,3,3> o 0 o (3,64,64):(4096,64,1)",
    ),
    (
        Dialect::Triton,
        "!ttg.memdesc<64x32xf16, #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]]}, alignment = 16>, #ttg.shared_memory, mutable, 3x64x64>",
        "(64,32):(64,1)",
    ),
    // An offset without an element is not one.
    (
        Dialect::Triton,
        "#ttg.shared_linear<{offset = [[0, 1], [0, 0], [1, 0]]}, alignment = 16>",
        "(2,2):(4,1)",
    ),
    (
        Dialect::Gluon,
        "gl.BlockedLayout(size_per_thread=[1, 4], threads_per_warp=[8, 4], warps_per_cta=[4, 1], order=[1, 0], cga_layout=[])",
        "((4,32),4):((4@1,1@0),1@1)",
    ),
    (
        Dialect::Gluon,
        "layout: gl.constexpr = gl.BlockedLayout([1, 4], [8, 4], [4, 1], order=[1, 0])",
        "((4,32),4):((4@1,1@0),1@1)",
    ),
    (
        Dialect::Gluon,
        "gl.NVMMADistributedLayout([3, 0], warps_per_cta=[4, 1], instr_shape=[16, 64, 16])",
        "((4,8,4),(2,2,8)):((2@1,1@0,16@0),(1@1,8@0,8@1))",
    ),
    (
        Dialect::Gluon,
        "gl.PaddedSharedLayout([[32, 4]], [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 0]], [], [2, 64])",
        "(2,(32,2)):(72,(1,36))",
    ),
];

#[test]
fn pasted_texts_are_read() {
    for &(dialect, text, expected) in PASTED {
        let read = dialect.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.into_value().to_string(), expected, "{text}");
    }
}

#[test]
fn the_closest_encoding_is_written() {
    for (text, expected) in [
        (
            "((4,8,4,2),(2,2,8)):((2@1,1@0,16@0,64@1),(1@1,8@0,8@1))",
            "tensor<64x128xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 2], instrShape = [16, 64, 16]}>>",
        ),
        (
            "((4,8),(2,2,2)):((2@1,1@0),(1@1,8@0,8@1))",
            "tensor<16x16xf32, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>>",
        ),
        (
            "((4,32),4,2):((4@1,1@0),1@1,32@0)",
            "tensor<64x16xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>>",
        ),
        (
            "(8,(32,2)):(72,(1,36))",
            "!ttg.memdesc<8x64xf32, #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [8, 64]}>, #ttg.shared_memory>",
        ),
    ] {
        let said = with_element(Dialect::Triton, evaluate(text).unwrap().into());
        assert_eq!(Dialect::Triton.write(&said).unwrap(), expected, "{text}");
    }
}

/// The layout of Gluon is the attribute that Triton prints it as.
#[test]
fn layouts_of_gluon_are_the_attributes_of_triton() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/systems/triton_kinds.jsonl");
    let rows = std::fs::read_to_string(path).unwrap();
    for row in rows.lines() {
        let field = |name: &str| {
            let (_, rest) = row.split_once(&format!("\"{name}\":\"")).unwrap();
            rest.split('"').next().unwrap()
        };
        let shape = row.split_once("\"shape\":[").unwrap().1.split(']').next().unwrap();
        let shape: Vec<i64> = shape.split(',').map(|extent| extent.parse().unwrap()).collect();
        let bits = |text| layout_cli::dialect::triton_bits(text, &shape);
        match (bits(field("text")), bits(field("gluon"))) {
            (Ok(a), Ok(b)) => assert_eq!(a, b, "{row}"),
            // A padded layout has strides, and no bits.
            (Err(a), Err(b)) if row.contains("\"op\":\"padded\"") => {
                assert_eq!(a.message(), b.message(), "{row}");
                let read = |system: Dialect, name| {
                    let said = system.read(field(name)).map(|said| said.layout.to_string());
                    said.map_err(|failure| failure.message().to_owned())
                };
                assert_eq!(read(Dialect::Triton, "text"), read(Dialect::Gluon, "gluon"), "{row}");
            }
            (a, b) => panic!("{row}: {a:?}, {b:?}"),
        }
    }
}

/// An expression may be source text whose value is the same in every language that reads it.
#[test]
fn expressions_may_be_source_text() {
    for (text, expected) in [
        ("Layout<Shape<_2,_4>,Stride<_4,_1>>{}", "(2,4):(4,1)"),
        ("std::layout_left_padded<8>::mapping<std::extents<int, 6, 4>>", "(6,4):(1,8)"),
        ("make_layout(make_shape(_4{}, n), make_stride(n, _1{}))", "(4,n):(n,1)"),
        ("@Layout (2, 4) (4, 1)", "(2,4):(4,1)"),
        ("Layout((2, 4), (4, 1))", "(2,4):(4,1)"),
        ("layout!((2, 4):(4, 1))", "(2,4):(4,1)"),
    ] {
        assert_eq!(evaluate(text).unwrap().to_string(), expected, "{text}");
    }
    // -1 is a stride in PyCute, and unknown in Mojo.
    assert!(evaluate("Layout((2, 4), (-1, 1))").is_err());
    let failure = evaluate("Layout((2, 1, 4))").unwrap_err();
    let message =
        "this is `(2,1,4):(1,2,2)` in CuTe's C++ and `(2,1,4):(1,0,2)` in the CuTe DSL's Python";
    assert_eq!(failure.message(), message);
}

#[test]
fn refusals_of_encodings_name_their_cause() {
    for (dialect, text, message) in [
        (
            Dialect::Triton,
            "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
            "this encoding does not say the shape of its tensor",
        ),
        (
            Dialect::Triton,
            "tensor<16xf32>",
            "expected the shape, the type of an element, and an encoding",
        ),
        (
            Dialect::Triton,
            "#ttg.linear<{register = [[0, 1], [1, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>",
            "expected each bit of a coordinate as one image, or 0",
        ),
        (
            Dialect::Triton,
            "!ttg.memdesc<8x8xf32, #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>, #ttg.shared_memory>",
            "a layout of registers is not one of a memory",
        ),
        (
            Dialect::Triton,
            "!ttg.memdesc<8x8xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable, 8x4>",
            "a part is not greater than its allocation",
        ),
        (
            Dialect::Triton,
            "!ttg.memdesc<128x8xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 8, colStride = 1>, #ttng.tensor_memory>",
            "a tensor memory has rows and columns, and no offsets",
        ),
        (
            Dialect::Triton,
            "!ttg.memdesc<4x2xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = [[1, 0]]}>, #ttg.shared_memory>",
            "several blocks or memories have a part of the tensor each",
        ),
        (Dialect::Gluon, "gl.AutoLayout()", "`AutoLayout` is not a layout of Gluon that is read"),
        (Dialect::Gluon, "gl.BlockedLayout([1, 4])", "`BlockedLayout` needs `threads_per_warp`"),
        (
            Dialect::Gluon,
            "gl.SharedLinearLayout([[1]], [], 16, 2)",
            "`SharedLinearLayout` has 3 arguments",
        ),
        (Dialect::Gluon, "gl.SharedLinearLayout([[1]", "expected `,` or `]`"),
        (
            Dialect::Gluon,
            "gl.PaddedSharedLayout([[32, 4]], [], [], [2, 64])",
            "expected an image, which tells the number of dimensions, found `[`",
        ),
        (
            Dialect::Gluon,
            "gl.PaddedSharedLayout.with_identity_for([[32, 4]], [2, 64], [1, 0])",
            "expected a layout of Gluon, such as `BlockedLayout(..)`",
        ),
        (
            Dialect::Gluon,
            "gl.BlockedLayout(order=[0], warps=[4])",
            "`warps` is not an argument of `BlockedLayout` that is read",
        ),
    ] {
        let failure = dialect.read(text).unwrap_err();
        assert_eq!(failure.message(), message, "{text}");
        assert!(failure.span().is_some(), "{text}");
    }
    for (dialect, text, message) in [
        (
            Dialect::Triton,
            "(6,64):(64,1)",
            "Triton has no word for `(6,64):(64,1)`: the extent 6 is not a power of 2, which bits require",
        ),
        (
            Dialect::Triton,
            "(8,2):(1@0,1@1)",
            "Triton has no word for fewer than the 32 threads of a warp",
        ),
        (
            Dialect::Triton,
            "(32,2):(1@0,64@0)",
            "Triton has no word for elements of the tensor that no thread holds",
        ),
        (
            Dialect::Triton,
            "(32,2):(1@0,1@0)",
            "Triton has no word for steps that add with a carry: it is not linear over bits",
        ),
        (Dialect::Gluon, "(n,64):(64,1)", "Gluon has no word for a layout of names"),
        (Dialect::Mdspan, "(2,4):(0,1)", "std::mdspan has no word for a stride below 1"),
        (
            Dialect::FlyDsl,
            "Sw<3,1,-3> o 0 o 8:1",
            "FlyDSL has no word for a swizzle of a negative shift, which moves nothing there",
        ),
    ] {
        let said = with_element(dialect, evaluate(text).unwrap().into());
        assert_eq!(dialect.write(&said).unwrap_err().message(), message, "{text}");
    }
}

/// What is lost without a change of the layout is said, and the rest is written.
#[test]
fn losses_are_named() {
    for (dialect, text, written, lost) in [
        (
            Dialect::Rust,
            "(n{div=8},64):(64,1)",
            "layout!((n, 64):(64, 1))",
            "Rust has no word for the facts of `(n{div=8},64):(64,1)`",
        ),
        (
            Dialect::FlyDsl,
            "(n{div=8},64):(64,1)",
            "!fly.layout<(?{i64 div=8},64):(64,1)>",
            "FlyDSL has no word for the names of `(n{div=8},64):(64,1)`",
        ),
        (
            Dialect::Mdspan,
            "((2,2),4):((1,2),4)",
            "std::layout_left::mapping<std::extents<std::size_t, 4, 4>>{}",
            "std::mdspan has no word for the nesting of `((2,2),4):((1,2),4)`",
        ),
    ] {
        let said = Foreign::from(evaluate(text).unwrap());
        let (found, losses) = dialect.write_part(&said).unwrap();
        let losses: Vec<_> = losses.iter().map(ToString::to_string).collect();
        assert_eq!((found.as_str(), losses), (written, vec![lost.to_owned()]), "{text}");
    }
}

fn with_element(dialect: Dialect, mut said: Foreign) -> Foreign {
    said.element = dialect.names_elements().then(|| Element::named("f32").unwrap());
    said
}

/// Checks that all systems that write a value without a loss read it as equal.
fn comes_back(value: &Value) -> Result<(), TestCaseError> {
    for dialect in Dialect::ALL {
        let said = with_element(dialect, value.clone().into());
        let Ok(text) = dialect.write(&said) else { continue };
        let read = dialect.read(&text);
        prop_assert!(read.is_ok(), "{text}: {:?}", read.err());
        let read = read.unwrap().into_value();
        let same = match (value, &read) {
            (Value::Layout(a), Value::Layout(b)) if !a.is_coordinate() => a.iter().eq(b.iter()),
            // Several swizzles move the offsets of a small tensor alike.
            (Value::Swizzled(a), Value::Swizzled(b)) => a.iter().eq(b.iter()),
            (a, b) => a.to_string() == b.to_string(),
        };
        prop_assert!(same, "{text}: {read}, not {value}");
    }
    Ok(())
}

/// The bits of a tensor in any order, as threads and values: `((2,2,..),(2,..)):((1@0,..),(4@1,..))`.
fn distributed() -> impl Strategy<Value = Layout> {
    let bits: Vec<(usize, u32)> =
        (0..2).flat_map(|dim| (0..4).map(move |bit| (dim, bit))).collect();
    (Just(bits).prop_shuffle(), 5..8_usize).prop_map(|(bits, threads)| {
        let side = |leaf: &dyn Fn(&(usize, u32)) -> String| {
            let (threads, values) = bits.split_at(threads);
            let tuple = |part: &[(usize, u32)]| part.iter().map(leaf).collect::<Vec<_>>().join(",");
            format!("(({}),({}))", tuple(threads), tuple(values))
        };
        let stride = |&(dim, bit): &(usize, u32)| format!("{}@{dim}", 1_u32 << bit);
        format!("{}:{}", side(&|_| "2".into()), side(&stride)).parse().unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every order of the bits is an encoding of Triton, and what is read of it has the same offsets.
    #[test]
    fn encodings_come_back(a in distributed()) {
        for dialect in [Dialect::Triton, Dialect::Gluon] {
            let text = dialect.write(&with_element(dialect, Value::from(a).into())).unwrap();
            let read = dialect.read(&text).unwrap().into_value();
            let Value::Layout(read) = read else { panic!("{text}: {read}") };
            let image = |layout: &Layout, i: i64| layout.image(&i.into()).unwrap().to_string();
            for i in 0..a.size() {
                prop_assert_eq!(image(&a, i), image(&read, i), "{} {}", a, text);
            }
        }
    }

    #[test]
    fn swizzled_tensors_come_back(bits in 1..4_i64, base in 0..4_i64, row in 4..8_i64, is_row in any::<bool>()) {
        let (rows, columns) = (16, 1 << row);
        let order = if is_row { "row" } else { "col" };
        let plain = evaluate(&format!("({rows},{columns}):{order}")).unwrap().as_layout().unwrap();
        let swizzle = Swizzle::new(bits, base, 3 + i64::from(bits > 3)).unwrap();
        let composed = ComposedLayout::new(swizzle, 0, plain).unwrap();
        comes_back(&Value::Swizzled(composed))?;
        for dialect in [Dialect::Triton, Dialect::Gluon] {
            let said = with_element(dialect, Value::Swizzled(composed).into());
            // A swizzle that leaves the tensor is none of its offsets.
            if let Ok(text) = dialect.write(&said) {
                let read = dialect.read(&text).unwrap().into_value();
                let read = read.as_swizzled().map_or_else(
                    || read.as_layout().unwrap().iter().collect::<Vec<_>>(),
                    |read| read.iter().collect(),
                );
                prop_assert!(composed.iter().eq(read), "{composed}: {text}");
            }
        }
    }

    #[test]
    fn names_come_back(m in "[a-d]", n in "[e-h]", factor in 1..9_i64) {
        let text = format!("({m},{n},4):({factor}*{n},4,1)");
        let layout: SymbolicLayout = text.parse().unwrap();
        comes_back(&Value::Symbolic(layout.into()))?;
    }
}

/// Writers name the type of the elements that the text names, or none at all.
#[test]
fn elements_of_tensors_are_kept() {
    for (name, typestr) in [
        ("double", "<f8"),
        ("float", "<f4"),
        ("std::int8_t", "|i1"),
        ("std::uint16_t", "<u2"),
        ("__half", "<f2"),
        ("bool", "|b1"),
        ("T", ""),
        ("long", ""),
    ] {
        for text in [
            format!("std::mdspan<{name}, std::extents<int, 2, 4>>"),
            format!("std::mdspan<{name}, std::dextents<int, 2>, std::layout_left>(p, 2, 4)"),
        ] {
            let said = Dialect::Mdspan.read(&text).unwrap();
            let written = Dialect::Numpy.write(&said);
            match typestr {
                "" => assert!(written.is_err(), "{text}"),
                _ => {
                    assert!(written.unwrap().contains(&format!("'typestr': '{typestr}'")), "{text}")
                }
            }
        }
    }
    for (name, element) in [
        ("DType.bfloat16", "bf16"),
        ("DType.int64", "i64"),
        ("DType.float8_e5m2", "f8E5M2"),
        ("dtype", ""),
    ] {
        let text = format!(
            "LayoutTensor[mut=True, {name}, Layout.row_major(2, 4), address_space=AddressSpace.SHARED]"
        );
        for reader in [Dialect::Mojo, Dialect::MojoSource] {
            let said = reader.read(&text).unwrap();
            assert_eq!(said.others.last().unwrap().text, "AddressSpace.SHARED");
            assert!(Dialect::Mlir.write(&said).is_err(), "a memory space is lost");
            match (element, Dialect::Mlir.write_part(&said)) {
                ("", written) => assert!(written.is_err()),
                (_, written) => {
                    assert!(written.unwrap().0.starts_with(&format!("memref<2x4x{element},")));
                }
            }
        }
    }
}

/// Extents have no order, so no array is written of them.
#[test]
fn extents_are_no_arrays() {
    for text in ["std::extents<int, 2, 4>", "std::extents<int, 7>{}", "std::dims<2>{2, 4}"] {
        let said = Dialect::Mdspan.read(text).unwrap();
        for system in Dialect::ALL.into_iter().filter(|system| system.is_of_arrays()) {
            let written = system.write(&with_element(system, said.clone()));
            match system {
                Dialect::Mdspan => assert!(written.unwrap().starts_with("std::extents<"), "{text}"),
                _ => assert!(written.is_err(), "{system:?} {text}: {written:?}"),
            }
        }
        assert!(Dialect::Cute.write(&said).is_ok());
    }
}
