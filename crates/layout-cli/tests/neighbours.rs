//! Texts near those that a system has: what the system reads is read as the same, and what it refuses is refused. The rows
//! were run in the systems themselves: MLIR of jaxlib 0.10.2, the CuTe DSL 4.8.1, CuTe C++ 4.2, NumPy 2, cuda.core 1.2.

use std::process::Command;

use layout_cli::Failure;
use layout_cli::dialect::{Dialect, Element, Foreign};
use layout_cli::language::evaluate;

fn read(system: Dialect, text: &str) -> Foreign {
    system.read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(system: Dialect, text: &str) -> Failure {
    let read = system.read(text).map(|said| said.layout.to_string());
    read.err().unwrap_or_else(|| panic!("{text} is read"))
}

/// The part of the text that the caret of a failure is under.
fn caret<'a>(failure: &Failure, text: &'a str) -> &'a str {
    let span = failure.span().unwrap_or_else(|| panic!("{text}: no caret, {failure}"));
    &text[span]
}

#[test]
fn a_static_integer_of_cute_is_an_integer_beside_names() {
    for name in ["n", "?", "n{div=8}", "?{div=8}"] {
        for value in ["4", "64", "0", "1", "-4", "-64"] {
            for (shape, stride) in
                [("(N,_V)", "(V,1)"), ("(N,8)", "(_V,N)"), ("((N,2),_8)", "((_V,_0),_1)")]
            {
                let text = format!("{shape}:{stride}").replace('N', name).replace('V', value);
                if shape.contains('V') && value.starts_with('-') {
                    assert!(evaluate(&text).is_err(), "{text}");
                    continue;
                }
                let plain = text.replace('_', "");
                let found = evaluate(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(found.to_string(), evaluate(&plain).unwrap().to_string(), "{text}");
                assert_eq!(read(Dialect::Cute, &text).layout.to_string(), found.to_string());
            }
        }
    }
    for text in ["(2,4):(-4,1)", "(4,6):(1@0,-2@1)", "(2,(3,4)):(-1,(-2,-3))"] {
        let printed =
            text.replace('(', "(_").replace("(_(", "((").replace(',', ",_").replace(",_(", ",(");
        assert_eq!(
            read(Dialect::Cute, &printed).layout.to_string(),
            evaluate(text).unwrap().to_string(),
            "{printed}"
        );
    }
    for name in ["_m1", "_m64", "_4x", "_4{div=2}"] {
        assert!(evaluate(&format!("(n,8):({name},1)")).is_err(), "{name}");
    }
    // Names of programs keep their sign.
    assert_eq!(evaluate("(_n,_m):(_m,1)").unwrap().to_string(), "(_n,_m):(_m,1)");
}

#[test]
fn an_attribute_of_a_dialect_is_a_memory_space_if_its_name_says_so() {
    let spaces = [
        "#gpu.address_space<workgroup>",
        "#tpu.memory_space<vmem>",
        "#ttg.shared_memory",
        "#ptr.generic_space",
        "#hal.descriptor_type<storage_buffer>",
        "#spirv.storage_class<StorageBuffer>",
        "0x1",
        "-1",
        "-0x1 : i8",
        "true",
        "1 : index",
        "1 : si8",
        "\"a\"",
        "\"a\" : !x.y",
        "{a = 1}",
    ];
    for space in spaces {
        let said = read(Dialect::Mlir, &format!("memref<4x8xf32, {space}>"));
        assert_eq!(said.others[0].text, space);
    }
    let layouts = [
        "#tpu.tiled<(8,128),[1,1]>",
        "#x.blocked<[4,4]>",
        "#nvgpu.swizzle<128>",
        "#space.tiled<1>",
        "#x.memory_layout<1>",
        "#x.address_space_map<1>",
        "#x.y",
        "#x<\"y\">",
        "#map",
        "@x",
        "[]",
        "[1]",
        "unit",
        "f32",
        "dense<1>",
        "dense<1> : tensor<1xi8>",
        "array<i8: 1>",
        "1.5",
        "2 : f32",
        "1 : !x.y",
        "0xg",
        "loc(unknown)",
    ];
    for space in layouts {
        let text = format!("memref<4x8xf32, {space}>");
        let failure = refused(Dialect::Mlir, &text);
        assert!(failure.span().is_some_and(|span| span.start >= 16), "{text}: {failure}");
    }
}

#[test]
fn an_affine_map_is_read_as_mlir_prints_it() {
    let read_as = [
        ("(d0, d1) -> (d0 * -8 + d1 + 24)", "strided<[-8, 1], offset: 24>"),
        ("(d0, d1) -> (d0 + d1 * -1)", "strided<[1, -1]>"),
        ("(d0, d1) -> (d0 - d1)", "strided<[1, -1]>"),
        ("(d0, d1) -> (-d0 + d1)", "strided<[-1, 1]>"),
        ("(d0, d1) -> (--d0 + d1)", "strided<[1, 1]>"),
        ("(d0, d1) -> (d0 * -(-2) + d1)", "strided<[2, 1]>"),
        ("(d0, d1) -> (d0 - -2 + d1)", "strided<[1, 1], offset: 2>"),
        ("(d0, d1) -> (d0 * (-8) + d1)", "strided<[-8, 1]>"),
        ("(d0, d1) -> (-(d0 * 2) + d1)", "strided<[-2, 1]>"),
        ("(d0, d1) -> (d0 * -8 - d1 * 2 - 3)", "strided<[-8, -2], offset: -3>"),
        ("(d0, d1) -> (-3 * d0 - -4 * -d1)", "strided<[-3, -4]>"),
        ("(x, mod) -> (mod * 2 + x)", "strided<[1, 2]>"),
        ("(d0, d1)[] -> (d0 * 4 + d1)", "strided<[4, 1]>"),
    ];
    for (map, strided) in read_as {
        let said = read(Dialect::Mlir, &format!("memref<4x8xf32, affine_map<{map}>>"));
        let written = Dialect::Mlir.write(&said).unwrap();
        assert_eq!(written, format!("memref<4x8xf32, {strided}>"), "{map}");
    }
    let refused_maps = [
        "(d0, d0) -> (d0 * 8)",
        "(0, 1) -> (0)",
        "(d0, 1) -> (d0)",
        "(d0, d1)[d0] -> (d0)",
        "(d0, d1)[s0, s0] -> (d0 * 4 + d1)",
        "(d0, d1) -> (d0 +)",
        "(d0, d1) -> (d0 * -)",
        "(d0, d1) -> (d0 d1)",
    ];
    for map in refused_maps {
        refused(Dialect::Mlir, &format!("memref<4x8xf32, affine_map<{map}>>"));
    }
}

#[test]
fn the_cute_dsl_has_no_extent_of_0() {
    for layout in
        ["(4,0):(1,4)", "0:1", "((2,0),4):((1,2),2)", "Sw<2,0,3> o 0 o (0,4):(4,1)", "(n,0):(1,n)"]
    {
        let said = Foreign::from(evaluate(layout).unwrap());
        let failure = Dialect::CuteDsl.write(&said).unwrap_err();
        assert!(failure.message().contains("an extent of 0"), "{layout}: {failure}");
        assert!(Dialect::CuteDsl.write_part(&said).is_err(), "{layout}");
        assert!(Dialect::Cute.write(&said).is_ok(), "{layout}");
    }
    // Integers that other systems know at run time only.
    for system in [Dialect::MoYe, Dialect::CuteCpp, Dialect::MoYeSource, Dialect::Mdspan] {
        let said = system.read("0:5").unwrap();
        assert!(Dialect::CuteDsl.write_part(&said).is_err(), "{system:?}");
    }
    for text in [
        "!cute.layout<\"(4,0):(1,4)\">",
        "!cute.layout<\"(4,-1):(1,4)\">",
        "!cute.layout<\"0:1\">",
        "!cute.composed_layout<\"S<3,4,3> o 0 o (8,0):(1,0)\">",
        "!cute.memref<f32, gmem, \"(4,0):(1,4)\">",
        "!cute.coord_tensor<\"(0,0)\", \"(4,0):(1@0,1@1)\">",
    ] {
        let failure = refused(Dialect::CuteDsl, text);
        assert!(failure.message().contains("extents of 1 or more"), "{text}: {failure}");
    }
    // A coordinate has zeros.
    for text in ["!cute.int_tuple<\"(4,0)\">", "!cute.shape<\"(4,0)\">"] {
        assert_eq!(read(Dialect::CuteDsl, text).layout.to_string(), "(4,0)");
    }
}

#[test]
fn what_python_prints_of_the_cute_dsl_is_its_type() {
    for layout in
        ["(4,8):(8,1)", "((2,2),4):((1,2),4)", "(?,8):(8,1)", "(?{div=4},8):(?{i64},1)", "4:1"]
    {
        let rows = [
            (layout.to_owned(), format!("!cute.layout<\"{layout}\">")),
            (
                format!("tensor<ptr<f32, rmem, align<32>> o {layout}>"),
                format!("!cute.memref<f32, rmem, align<32>, \"{layout}\">"),
            ),
            (
                format!("tensor<ptr<f16, gmem> o {layout}>"),
                format!("!cute.memref<f16, gmem, \"{layout}\">"),
            ),
        ];
        for (printed, of) in rows {
            let (printed, of) = (read(Dialect::CuteDsl, &printed), read(Dialect::CuteDsl, &of));
            assert_eq!(format!("{printed:?}"), format!("{of:?}"));
        }
    }
    for (printed, of) in [
        ("S<3,4,3>", "!cute.swizzle<\"S<3,4,3>\">"),
        ("S<3,4,3> o 0 o (8,64):(64,1)", "!cute.composed_layout<\"S<3,4,3> o 0 o (8,64):(64,1)\">"),
        ("tensor<(0,0) o (4,8):(1@0,1@1)>", "!cute.coord_tensor<\"(0,0)\", \"(4,8):(1@0,1@1)\">"),
        ("tensor<(1,2) o (4,8):(1@0,1@1)>", "!cute.coord_tensor<\"(1,2)\", \"(4,8):(1@0,1@1)\">"),
        (
            "tensor<ptr<f16, smem, align<128>, S<3,4,3>> o (8,64):(64,1)>",
            "!cute.memref<f16, smem, align<128>, S<3,4,3>, \"(8,64):(64,1)\">",
        ),
        ("(4, (2, 8))", "!cute.int_tuple<\"(4,(2,8))\">"),
        ("(4,(2,?))", "!cute.int_tuple<\"(4,(2,?))\">"),
        ("?{div=8}", "!cute.int_tuple<\"?{div=8}\">"),
        ("tensor<(?,0) o (4,8):(1@0,1@1)>", "!cute.coord_tensor<\"(?,0)\", \"(4,8):(1@0,1@1)\">"),
    ] {
        let (printed, of) = (read(Dialect::CuteDsl, printed), read(Dialect::CuteDsl, of));
        assert_eq!(format!("{printed:?}"), format!("{of:?}"));
    }
    for (text, at) in [
        ("tensor<ptr<f99, gmem> o (4,8):(8,1)>", "f99"),
        ("tensor<ptr<f32, xmem> o (4,8):(8,1)>", "xmem"),
        ("tensor<ptr<f32, gmem> (4,8):(8,1)>", "("),
        ("tensor<(0,0) o (4,8):(1@0,1@1)", ""),
        ("!cute.layout<\"(4,6):(?{div=4}@0,1@1)\">", "@"),
        ("!cute.composed_layout<\"S<3,4,3> o ?{div=8} o (8,64):(64,1)\">", "?"),
        ("!cute.coord<\"(?,_)\">", "("),
        ("!cute.coord<\"(0,_1)\">", "("),
        ("!cute.tile<\"[4:1;(2,?):(1,2)]\">", "("),
        ("!cute.tile<\"[4:1,8:1]\">", ","),
        ("x(4,8):(8,1)", "x"),
    ] {
        let failure = refused(Dialect::CuteDsl, text);
        assert!(caret(&failure, text).starts_with(at), "{text}: {failure}");
        assert!(!failure.message().contains("`?` or"), "{text}: {failure}");
    }
}

#[test]
fn pointers_are_read_as_cute_prints_them() {
    for (pointer, bits) in [
        ("ptr[16b](0x10)", Some(16)),
        ("gmem_ptr[8b](0x10)", Some(8)),
        ("smem_sparse<2>_ptr[16b](unset)", None),
        ("sparse<2>_ptr[8b](0x10)", None),
        ("gmem_sparse<4>_ptr[8b](0x10)", None),
        ("trans_ptr[32b](0x10)", None),
        ("trans_gmem_ptr[32b](0x10)", None),
    ] {
        let text = format!("{pointer} o (_2,_4):(_-4,_1)");
        let said = read(Dialect::Cute, &text);
        assert_eq!(said.layout.to_string(), "(2,4):(-4,1)");
        assert_eq!(said.element, bits.map(Element::of_bits), "{text}");
        let written = Dialect::Cute.write(&said).unwrap();
        assert_eq!(written, format!("{pointer} o (2,4):(-4,1)"));
    }
    for text in [
        "sparse_ptr[8b](0x10) o 4:1",
        "sparse<>_ptr[8b](0x10) o 4:1",
        "sparse<x>_ptr[8b](0x10) o 4:1",
        "Sw<3,4,3> o smem_sparse<2>_ptr[16b](unset) o (8,64):(64,1)",
        "smem_Sw<3,4,3>_sparse<2>_ptr[16b](0x10) o (8,64):(64,1)",
        "layout layout (2,2):(5,1), offset 1, offset 2",
        "layout counting_iter(5) o 4:1, offset 2",
        "layout ArithTuple(0,64) o (4,6):(1@0,1@1), offset 2",
    ] {
        refused(Dialect::Cute, text);
    }
}

/// The entries of an array, with `data` and `offset` in every order.
#[test]
fn an_offset_beside_an_address_is_refused() {
    let base = ["'shape': (4, 8)", "'typestr': '<f4'"];
    for (data, has_address) in [
        ("'data': (1, False)", true),
        ("'data': (94033, True)", true),
        ("'data': b'abc, {'", false),
        ("'data': <memory at 0x7f>", false),
        ("'data': None", false),
    ] {
        for offset in ["8", "0", "None"] {
            let offset_entry = format!("'offset': {offset}");
            for order in [[data, &offset_entry], [&offset_entry, data]] {
                let text = format!("{{{}, {}}}", base.join(", "), order.join(", "));
                if has_address && offset == "8" {
                    let failure = refused(Dialect::Numpy, &text);
                    assert_eq!(caret(&failure, &text), "8", "{failure}");
                } else {
                    let found = if offset == "8" { "2" } else { "0" };
                    assert_eq!(read(Dialect::Numpy, &text).offset.to_string(), found, "{text}");
                }
            }
        }
    }
}

#[test]
fn an_entry_without_a_comma_is_refused() {
    let entries = [
        "'shape': (4, 8)",
        "'typestr': '<f4'",
        "'strides': (4, 16)",
        "'descr': [('', '<f4')]",
        "'data': (1, False)",
        "'version': 3",
        "'mask': None",
    ];
    let whole = format!("{{{}}}", entries.join(", "));
    assert_eq!(read(Dialect::Numpy, &whole).layout.to_string(), "(4,8):(1,4)");
    assert_eq!(read(Dialect::Numpy, &whole.replace('}', ",}")).layout.to_string(), "(4,8):(1,4)");
    for start in 0..entries.len() {
        let mut turned = entries;
        turned.rotate_left(start);
        for k in 1..turned.len() {
            for between in [" ", "", "; ", ",, ", " x, "] {
                let text =
                    format!("{{{}{between}{}}}", turned[..k].join(", "), turned[k..].join(", "));
                let failure = refused(Dialect::Numpy, &text);
                assert!(failure.message().starts_with("expected"), "{text}: {failure}");
                assert!(failure.span().unwrap().len() <= 1, "{text}: {failure}");
            }
        }
    }
    for between in ["", " ", "; ", " x, "] {
        let fields = format!("[('a', '<i2'){between}('b', '<i2')]");
        refused(Dialect::Numpy, &format!("{{'shape': (4,), 'typestr': '|V4', 'descr': {fields}}}"));
    }
    for value in ["(4, 8", "'<f4", "[(4, 8)", "(4, 8]", "", "4 8", "<x"] {
        refused(Dialect::Numpy, &format!("{{'typestr': '<f4', 'shape': {value}}}"));
    }
}

#[test]
fn names_of_numpy_are_types() {
    for (name, typestr) in [
        ("float32", "<f4"),
        ("float16", "<f2"),
        ("int64", "<i8"),
        ("uint8", "|u1"),
        ("bool", "|b1"),
        ("complex64", "<c8"),
        ("|O", "|O8"),
        ("object", "|O8"),
    ] {
        let text = |name: &str| format!("{{'shape': (4, 8), 'typestr': '{name}', 'version': 3}}");
        let said = read(Dialect::Numpy, &text(name));
        let written = Dialect::Numpy.write(&said).unwrap();
        assert!(written.contains(&format!("'typestr': '{typestr}'")), "{written}");
    }
}

#[test]
fn the_sign_of_an_element_of_mlir_is_not_lost_without_a_word() {
    for bits in [8, 16, 32, 64] {
        let said = read(Dialect::Mlir, &format!("memref<4xsi{bits}>"));
        for to in [Dialect::Numpy, Dialect::Xla] {
            let (_, lost) = to.write_part(&said).unwrap();
            assert_eq!(lost.len(), 1, "si{bits}");
            assert_eq!(
                lost[0].to_string(),
                format!("{} has no word for the element type `si{bits}`", to.name())
            );
        }
        assert_eq!(
            Dialect::Mlir.write(&said).unwrap(),
            format!("memref<4xsi{bits}, strided<[1]>>")
        );
        for name in [format!("i{bits}"), format!("ui{bits}")] {
            let said = read(Dialect::Mlir, &format!("memref<4x{name}>"));
            assert!(Dialect::Numpy.lost(&said).is_empty(), "{name}");
        }
    }
}

/// The output of the command, and whether it succeeded.
fn run(words: &[&str]) -> (bool, String) {
    let found = Command::new(env!("CARGO_BIN_EXE_layout")).args(words).output().unwrap();
    let text = [found.stdout, found.stderr].map(|text| String::from_utf8(text).unwrap());
    (found.status.success(), text.concat())
}

#[test]
fn two_formats_do_not_both_go_to_standard_output() {
    let commands: [&[&str]; 4] = [
        &["show", "(4,8):(8,1)"],
        &["tv", "SM80_16x8x16_F16"],
        &["bits", "(4,8):(8,1)"],
        &["bits", "(4,8):(8,1)", "--to", "(8,4):(1,8)"],
    ];
    let formats = ["--svg", "--html", "--latex", "--json"];
    for command in commands {
        for (k, first) in formats.iter().enumerate() {
            for second in &formats[k + 1..] {
                for pair in [[*first, *second], [*second, *first]] {
                    let (is_done, text) = run(&[command, &pair[..]].concat());
                    assert!(
                        !is_done && text.contains("standard output"),
                        "{command:?} {pair:?}: {text}"
                    );
                }
            }
            assert!(run(&[command, &[*first][..]].concat()).0);
        }
    }
}

#[test]
fn a_tensor_of_triton_has_its_shape() {
    let blocked = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>";
    let shared = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>";
    let linear = "#ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>";
    for (shape, attribute) in
        [("32x16", blocked), ("64x64", shared), ("2x2", linear), ("32x64", blocked)]
    {
        let (is_done, expected) = run(&["bits", attribute, "--shape", shape]);
        assert!(is_done, "{expected}");
        for element in ["f32", "index", "!tt.ptr<f16>"] {
            let tensor = format!("tensor<{shape}x{element}, {attribute}>");
            let memory = format!(
                "!ttg.memdesc<{shape}x{element}, {attribute}, #ttg.shared_memory, mutable>"
            );
            for text in [&tensor, &memory] {
                // As Triton: registers are not a memory.
                if attribute == blocked && *text == memory {
                    let (is_done, message) = run(&["bits", text]);
                    assert!(!is_done && message.contains("a layout of registers"), "{message}");
                    continue;
                }
                assert_eq!(run(&["bits", text]), (true, expected.clone()), "{text}");
                let (is_done, message) = run(&["bits", text, "--shape", shape]);
                assert!(!is_done && message.contains("--shape has no effect"), "{message}");
            }
        }
        let text = format!("#layout = {attribute}");
        assert_eq!(run(&["bits", &text, "--shape", shape]), (true, expected));
    }
    for (text, words) in [
        ("tensor<32x16xf32, #blocked>", "alias"),
        (
            "tensor<33x16xf32, #ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>>",
            "33",
        ),
    ] {
        let (is_done, message) = run(&["bits", text]);
        assert!(!is_done && message.contains(words) && message.contains('^'), "{message}");
    }
    // The text is what is not read, whatever the shape.
    for text in ["blocked<{}>", "BlockedLayout([1, 4])", "tensor<32x16xf32>"] {
        let (is_done, message) = run(&["bits", text, "--shape", "32x16"]);
        assert!(!is_done && !message.contains("no effect"), "{message}");
    }
}

#[test]
fn a_linear_layout_that_triton_refuses_is_not_written() {
    for text in [
        "{register: (1) (2)} -> {x: 2}",
        "{lane: (1) (0)} -> {x: 1}",
        "{offset: (1) (3)} -> {x: 2}",
    ] {
        let (is_done, written) = run(&["bits", "--triton", text]);
        assert!(is_done && written.contains("linear<"), "{written}");
    }
    for text in [
        "{register: (1) (3)} -> {x: 2}",
        "{lane: (1) (1)} -> {x: 1}",
        "{offset: (1) (1)} -> {x: 1}",
    ] {
        let (is_done, message) = run(&["bits", "--triton", text]);
        assert!(!is_done && message.contains("bit"), "{text}: {message}");
    }
}

/// Rows of cuda.core 1.2.2, `_slice_offset` apart, which its `repr` alone has.
#[test]
fn arguments_of_cuda_core_have_any_order() {
    let read_as = |text: &str| {
        Dialect::CudaCore.read(text).map(|said| Dialect::CudaCore.write(&said).unwrap())
    };
    let expected = "StridedLayout(shape=(4, 8), strides=(8, 1), itemsize=2)";
    for arguments in [
        "shape=(4, 8), strides=(8, 1), itemsize=2",
        "(4, 8), (8, 1), 2",
        "(4, 8), (8, 1), 2, False",
        "(4, 8), (16, 2), 2, True",
        "(4, 8), None, 2",
        "(4, 8), None, itemsize=2",
        "itemsize=2, shape=(4, 8), strides=(8, 1)",
        "(4, 8), itemsize=2, strides=(8, 1)",
        "(4, 8), strides=(16, 2), itemsize=2, divide_strides=True",
        "shape=(4, 8), strides=(8, 1), itemsize=2,",
        "shape=(4, 8), strides=(8, 1), itemsize=2, _slice_offset=0",
    ] {
        for name in ["StridedLayout", "_StridedLayout"] {
            let text = format!("{name}({arguments})");
            let found = read_as(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(found, expected, "{text}");
        }
    }
    let sliced = "StridedLayout(shape=(3, 8), strides=(8, 1), itemsize=2, _slice_offset=8)";
    assert_eq!(read_as(&format!("_{sliced}")).unwrap(), sliced);
    for arguments in [
        "",
        "(4, 8)",
        "(4, 8), (8, 1)",
        "shape=(4, 8), itemsize=2",
        "shape=(4), strides=(1), itemsize=2",
        "4, 1, 2",
        "[4, 8], [8, 1], 2",
        "(4, 8), (8, 1), 2, True",
        "(4, 8), (8, 1), 2, False, 3",
        "(4, 8), (8, 1), 0",
        "(4, 8), (8, 1), 2, shape=(4, 8)",
        "(4, 8), shape=(4, 8), itemsize=2",
        "shape=(4, 8), (8, 1), 2",
        "(4, 8), (8, 1), 2, order=\"C\"",
        "(4, 8), (8, 1), 2 _slice_offset=3",
        ", (4, 8), (8, 1), 2",
        "(4, 8), (8, 1), 2,,",
    ] {
        let failure = refused(Dialect::CudaCore, &format!("_StridedLayout({arguments})"));
        assert!(failure.span().is_some(), "{arguments}");
    }
}

/// Rows of MLIR, a type of the LLVM dialect apart, which jaxlib does not have.
#[test]
fn elements_of_a_memref_are_those_of_mlir() {
    let is_read = "f32 bf16 tf32 f4E2M1FN f8E4M3FN index i0 i1 ui1 si8 i08 i16777215 complex<f32> complex<i8> vector<4xf32> \
                   vector<4xi8> vector<2x3xindex> vector<[4]xf32> vector<2x[4]x3xf32> vector<f32> memref<4xf32> memref<*xf32> \
                   !llvm.ptr !llvm.struct<(i32)>";
    let is_refused = "f33 f8 f8E99M7 f8E4M3FNX none tuple<i32> tensor<4xf32> complex<index> complex<f33> complex<vector<4xf32>> \
                      vector<4> vector<?xf32> vector<0xf32> vector<4xmemref<4xf32>> vector<4xcomplex<f32>> vector<4xf33> \
                      vector<4xvector<4xf32>> memref<4xf33> memref<*xf33> i16777216 i 8 float F32 complex vector<> f32<4>";
    for element in is_read.split_whitespace() {
        for extents in ["", "4x", "4x?x"] {
            let said = read(Dialect::Mlir, &format!("memref<{extents}{element}>"));
            assert!(said.element.is_some_and(|found| found.to_string() == element), "{element}");
        }
        let dsl = format!("!cute.memref<{element}, gmem, \"4:1\">");
        assert!(Dialect::CuteDsl.read(&dsl).is_ok(), "{element}");
    }
    for element in is_refused.split_whitespace() {
        for extents in ["", "4x", "4x?x"] {
            let failure = refused(Dialect::Mlir, &format!("memref<{extents}{element}>"));
            assert!(failure.message().contains("element type"), "{element}: {failure}");
        }
    }
}

#[test]
fn a_text_of_one_system_needs_no_name_of_it() {
    let texts = [
        ("mlir", "memref<4x8xbf16, strided<[8, 1], offset: ?>, 3>"),
        ("mlir", "memref<?x8xf32>"),
        ("cute-dsl", "!cute.layout<\"(4,8):(8,1)\">"),
        ("cute-dsl", "!cute.memref<f16, smem, align<128>, S<3,4,3>, \"(8,64):(64,1)\">"),
        ("cute-dsl", "tensor<ptr<f32, rmem, align<32>> o (4,8):(1,4)>"),
        ("cute-dsl", "tensor<(0,0) o (4,8):(1@0,1@1)>"),
        ("xla", "bf16[4,8]{1,0:T(8,128)(2,1)}"),
        ("xla", "s4[3,<=5]{0,1}"),
        ("cuda-core", "StridedLayout(shape=(4, 8), strides=(8, 1), itemsize=2)"),
        ("cuda-core", "_StridedLayout(shape=(4, 8), strides=None, itemsize=4, _slice_offset=2)"),
        ("numpy", "{'shape': (4, 8), 'strides': (16, 2), 'typestr': '<i2', 'version': 3}"),
        ("numpy", "{\"shape\": (4, 8), \"typestr\": \"<f8\", \"version\": 3}"),
        ("cute", "gmem_ptr[16b](0x10) o (_4,_8):(_8,_1)"),
        ("cute", "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)"),
        ("cute", "tmem_[32b](0x0000.0000) o (_4,_8):(_8,_1)"),
        ("cute", "ArithTuple(_0,_2) o (_4,_6):(_1@0,_1@1)"),
        (
            "triton",
            "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>",
        ),
        (
            "triton",
            "#blocked1 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
        ),
        ("triton", "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"),
        (
            "triton",
            "tensor<16x8xf32, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>>",
        ),
        (
            "triton",
            "!ttg.memdesc<8x64xf16, #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #ttg.shared_memory>",
        ),
        (
            "gluon",
            "gl.BlockedLayout(size_per_thread=[1, 4], threads_per_warp=[8, 4], warps_per_cta=[4, 1], order=[1, 0])",
        ),
        (
            "triton",
            "!triton_gpu.memdesc<8x64xf16, #triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>, #triton_gpu.shared_memory>",
        ),
        (
            "gluon",
            "BlockedLayout(size_per_thread=[1, 4], threads_per_warp=[8, 4], warps_per_cta=[4, 1], order=[1, 0])",
        ),
    ];
    for (from, text) in texts {
        for text in [text.to_owned(), format!(" {text} ")] {
            for to in
                [&[][..], &["--json"], &["--as", "cute"], &["--as", "mlir"], &["--as", "numpy"]]
            {
                let with = run(&[&["eval", "--from", from, &text], to].concat());
                let without = run(&[&["eval", &text], to].concat());
                // The help names the system that was guessed.
                let same = with.0 == without.0 && without.1.starts_with(with.1.trim_end());
                assert!(same, "{text} {to:?}\n{}\n{}", with.1, without.1);
            }
        }
    }
    for text in [
        "memref<4x8xf32>",
        "StridedLayout(shape=(4, 8), strides=(8, 1), itemsize=2)",
        "f32[4,8]{0,1}",
    ] {
        let layout = run(&["eval", text]).1;
        for command in
            [&["show"][..], &["show", "--json"], &["explain"], &["bits"], &["tv", "--tile", "4x8"]]
        {
            let (found, expected) =
                (run(&[command, &[text]].concat()), run(&[command, &[layout.trim()]].concat()));
            assert_eq!(found, expected, "{command:?} {text}");
        }
    }
    for (text, system, at) in [
        ("memref<4x8xf33>", "MLIR", "f33"),
        ("!cute.layout<\"(4,0):(1,4)\">", "the CuTe DSL", "(4,0)"),
        ("f32[4,8]{1,1}", "XLA", ""),
        ("StridedLayout(shape=(4, 8))", "cuda.core", ""),
    ] {
        let (is_done, message) = run(&["show", text]);
        assert!(!is_done && message.contains(&format!("a text of {system}")), "{message}");
        assert!(message.contains(at) && message.contains('^'), "{message}");
    }
    // Operations, names and comments are as they were.
    for text in [
        "coalesce((4,8):(1,4))",
        "let memref = 4:1; memref",
        "let f32 = 4:1; f32 # f32[4]",
        "(ptr,4):(4,1)",
    ] {
        assert!(run(&["eval", text]).0, "{text}");
    }
}

#[test]
fn an_atom_has_no_layout() {
    let (is_done, message) = run(&["tv", "(4,8):(8,1)", "--atom", "SM80_16x8x16_F16"]);
    assert!(!is_done && message.matches("[LAYOUT]").count() == 1, "{message}");
}

#[test]
fn a_failure_has_a_place_and_names_the_limit() {
    for rank in [13, 20, 64] {
        for (extent, stride) in [("2", "1"), ("?", "1"), ("2", "?"), ("?", "?")] {
            let extents = format!("{extent}x").repeat(rank);
            let strides = vec![stride; rank].join(", ");
            for text in [
                format!("memref<{extents}f32>"),
                format!("memref<{extents}f32, strided<[{strides}]>>"),
            ] {
                let failure = refused(Dialect::Mlir, &text);
                assert!(failure.message().contains("12"), "{text}: {failure}");
                assert!(failure.message().contains("modes"), "{text}: {failure}");
                caret(&failure, &text);
            }
        }
    }
    for text in ["f32[?,8]", "f32[8,?]{0,1}"] {
        caret(&refused(Dialect::Xla, text), text);
    }
    let parents = [
        "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
        "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>",
        "#ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>",
    ];
    for parent in parents {
        let text = format!("#ttg.slice<{{dim = 1, parent = {parent}}}>");
        let (is_done, message) = run(&["bits", &text, "--shape", "32"]);
        assert!(!is_done && message.contains("a layout of registers as the parent"), "{message}");
    }
}
