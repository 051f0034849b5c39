//! The binary: its output, its errors and its exit codes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn layout(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_layout"))
        .args(words)
        .stdin(Stdio::null())
        .output()
        .expect("the binary runs")
}

/// Strides that count elements.
const STRIDES: &str = "as_strided(x, shape=(2, 4), strides=(4*x.itemsize, x.itemsize))";

/// Exit code, standard output, standard error.
fn parts(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code().expect("no signal"), text(&output.stdout), text(&output.stderr))
}

#[track_caller]
fn answers(words: &[&str], code: i32, out: &str) {
    let output = layout(words);
    assert_eq!(parts(&output), (code, out.to_owned(), String::new()), "{words:?}");
}

#[test]
fn eval_answers_on_standard_output() {
    answers(
        &["eval", "(12,(4,8)):(59,(13,1)) / <3:4,8:1>"],
        0,
        "((3,4),((4,2),4)):((236,59),((13,1),2))\n",
    );
    answers(&["eval", "--as", "moye", "(2,(2,2)):(4,(1,2))"], 0, "(_2, (_2, _2)):(_4, (_1, _2))\n");
    answers(
        &["eval", "--from", "cuda-core", "StridedLayout(shape=(5, 4), strides=None, itemsize=2)"],
        0,
        "(5,4):(4,1)\n",
    );
    answers(&["eval", "--as", "xla", "--element", "bf16", "(2,3):row"], 0, "bf16[2,3]{1,0}\n");
    answers(
        &["eval", "--json", "(2,(2,2)):(4,(1,2))"],
        0,
        "{\"cosize\":8,\"kind\":\"layout\",\"shape\":[2,[2,2]],\"size\":8,\"stride\":[4,[1,2]],\"text\":\"(2,(2,2)):(4,(1,2))\"}\n",
    );
}

/// A layout in place of a command is drawn, and the options of `show` follow it.
#[test]
fn a_layout_alone_is_drawn() {
    for words in [
        &["(4,(2,2)):(2,(1,8))"][..],
        &["8:2 / 2"],
        &["8x8"],
        &["[4,8]:[8,1]"],
        &["<2,4>"],
        &["(4,8):row", "--json"],
    ] {
        let shown = layout(&[&["show"], words].concat());
        assert_eq!(parts(&layout(words)), parts(&shown), "{words:?}");
    }
    let (code, out, error) = parts(&layout(&["picture"]));
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(error.contains("unrecognized subcommand"), "{error}");
}

/// A command line that lacks something ends with one that runs.
#[test]
fn usage_errors_end_with_an_example() {
    let commands =
        ["show", "explain", "diff", "tv", "banks", "coalescing", "swizzle", "emit", "bits"];
    for command in commands {
        let (code, out, error) = parts(&layout(&[command]));
        assert_eq!((code, out.as_str()), (2, ""), "{command}");
        let last = error.lines().last().unwrap_or_default();
        let example = last.strip_prefix("Example: layout ").expect("an example");
        // The words of the example, without the quotes of a shell.
        let words: Vec<_> = example
            .split('\'')
            .enumerate()
            .flat_map(|(k, part)| match k % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            })
            .collect();
        assert_eq!((words[0], parts(&layout(&words)).0), (command, 0), "{words:?}");
    }
    for words in [&["emit", "(4,8):(8,1)"][..], &["banks", "--bogus"], &["pictures"]] {
        let (code, _, error) = parts(&layout(words));
        assert!(code == 2 && error.contains("\nExample: layout "), "{words:?}: {error}");
    }
}

/// `tv` takes the name of an instruction in place of a layout.
#[test]
fn tv_draws_an_instruction_by_its_name() {
    for name in ["SM80_16x8x16_F16", "SM80_16x8x16_F32F16F16F32_TN", "TDPBF16PS"] {
        let expected = parts(&layout(&["tv", "--atom", name]));
        assert_eq!((expected.0, parts(&layout(&["tv", name]))), (0, expected), "{name}");
    }
    let (code, _, error) = parts(&layout(&["tv", "SM80_16x8"]));
    assert!(code == 2 && error.contains("the nearest names are SM80_16x8x"), "{error}");
    let (code, _, error) = parts(&layout(&["tv", "(32,4):(1,32)"]));
    assert!(code == 2 && error.contains("--tile 16x8, rows by columns"), "{error}");
}

/// The types in a name, in CUTLASS's order or in AMD's, give the bytes of elements.
#[test]
fn fit_reads_the_types_of_a_name() {
    for (name, of, bytes) in [
        ("SM80_16x8x8_F32TF32TF32F32_TN", "A", 4),
        ("SM80_16x8x16_F32BF16BF16F32_TN", "C", 4),
        ("SM89_16x8x32_F16E4M3E5M2F16_TN", "B", 1),
        ("SM80_16x8x32_S32U8S8S32_TN_SATURATE", "A", 1),
        ("v_mfma_f32_16x16x16_f16", "A", 2),
        ("v_mfma_f32_16x16x16f16", "A", 2),
        ("v_mfma_f32_16x16x16bf16_1k", "B", 2),
        ("v_mfma_i32_16x16x32_i8", "A", 1),
        ("v_mfma_f32_16x16x8_xf32", "A", 4),
        ("v_mfma_f32_16x16x32_bf8_fp8", "B", 1),
        ("v_wmma_i32_16x16x16_iu8_w32", "A", 1),
        ("v_wmma_f16_16x16x16_f16_w32", "C", 2),
    ] {
        let words =
            ["fit", name, "--smem", "(64,64):row", "--operand", of, "--repeat", "0", "--json"];
        let (code, out, error) = parts(&layout(&words));
        assert_eq!((code, &error[..]), (0, ""), "{name}");
        let bytes = bytes.to_string();
        assert_eq!(out, parts(&layout(&[&words[..], &["--bytes", &bytes]].concat())).1, "{name}");
        let other = if bytes == "1" { "2" } else { "1" };
        assert_ne!(out, parts(&layout(&[&words[..], &["--bytes", other]].concat())).1, "{name}");
    }
}

/// Words that are more than the banks share some without a conflict: no two threads are named.
#[test]
fn fit_names_threads_of_conflicts_alone() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("three-banks.toml");
    let text = |banks: i64| {
        format!(
            "name = \"mine\"\nlanes = 32\nword = 4\n\n[[served]]\ninstruction = \"load\"\nbytes = 4\n\
             banks = {banks}\nphases = [\"0-31\"]\nsource = \"none\"\n"
        )
    };
    for (banks, memory, words, pair) in [
        (3, "(8,4):(4,1)", "no conflict, 11 wavefronts\n1 instruction", serde_json::Value::Null),
        (3, "(8,4):(3,24)", "32-way conflict, 32 wavefronts instead of 11\n", [0, 4].into()),
        (32, "(8,4):(32,1)", "8-way conflict, 8 wavefronts instead of 1\n", [0, 4].into()),
    ] {
        std::fs::write(&path, text(banks)).expect("a file");
        let words_of =
            ["fit", "SM80_8x8x4_F64", "--smem", memory, "--operand", "A", "--bytes", "4"];
        let file = ["--memory", path.to_str().unwrap(), "--repeat", "0"];
        let all = [&words_of[..], &file].concat();
        let (code, out, error) = parts(&layout(&all));
        assert_eq!((code, out.contains(words)), (0, true), "{out}{error}");
        assert_eq!(out.contains("collide"), !pair.is_null(), "{out}");
        let out = parts(&layout(&[&all[..], &["--json"]].concat())).1;
        let found: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(found["copies"][0]["collide"], pair);
    }
}

#[test]
fn fit_finds_the_copies_of_an_instruction() {
    let half = ["fit", "SM80_16x8x16_F16F16F16F16_TN", "--smem"];
    answers(
        &[&half[..], &["Sw<3,3,3> o (64,64):(64,1)", "--warps", "2,2"]].concat(),
        0,
        "SM80_16x8x16_F16F16F16F16_TN on (2,2,1):(1,2,0): 32x16x32 of <_,_,32:1>\n\
         A: ldmatrix.x4, 8 instructions of each warp: no conflict, 128 wavefronts\n\
         B: ldmatrix.x4, 8 instructions of each warp: no conflict, 128 wavefronts\n\
         64 instructions and 256 wavefronts of all warps on nvidia, instead of 96 instructions and 256 wavefronts without a permutation\n\
         no copies cost less: 16 bytes a thread, all banks in each wavefront\n",
    );
    answers(
        &[&half[..], &["(64,64):(64,1)", "--warps", "2", "--repeat", "0", "--operand", "A"]]
            .concat(),
        0,
        "SM80_16x8x16_F16F16F16F16_TN on (2,1,1):(1,0,0): 32x8x16 of <_,_,_>\n\
         A: ldmatrix.x4, 8 instructions of each warp: 8-way conflict, 512 wavefronts instead of 64\n   \
         threads 0 and 1 collide in bank 0\n\
         16 instructions and 512 wavefronts of all warps on nvidia\n\
         the least of 1 tile; no copies have fewer than 16 instructions and 64 wavefronts\n",
    );
    let words =
        [&half[..], &["(64,64):(1,64)", "--operand", "B,C", "--smem-b", "(64,64):row", "--json"]]
            .concat();
    let (code, out, _) = parts(&layout(&words));
    let found: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (code, &found["copies"][1]["copy"], &found["exhausted"]),
        (0, &"stmatrix.x4.trans".into(), &true.into())
    );
    // C counts in the tile that B has.
    let words = ["Sw<3,3,4> o 0 o (128,64):(1,128)", "--operand", "B,C"];
    let words = [&half[..], &words, &["--smem-b", "Sw<3,3,5> o (64,64):(64,1)", "--json"]].concat();
    let found: serde_json::Value = serde_json::from_str(&parts(&layout(&words)).1).expect("JSON");
    assert_eq!(
        (&found["cost"], &found["exhausted"]),
        (&serde_json::json!({ "instructions": 48, "wavefronts": 384 }), &true.into())
    );
    // Two panels: the holder of each element, and the thread that has its address.
    let words = [&half[..], &["(16,16):(16,1)", "--operand", "A", "--picture"]].concat();
    let (_, out, _) = parts(&layout(&words));
    assert!(
        out.contains("A 16x16, registers: ((4,8),((2,2,2),1)):((32,1),((16,8,128),0))"),
        "{out}"
    );
    assert!(out.contains("A 16x16, memory, ldmatrix.x4: ((16,2),(8,1)):((1,128),(16,0))"), "{out}");
    assert!(out.contains("T0V0  T0V1  T1V0"), "{out}");
    // Time that is over is said, and the code is 1.
    let words = [&half[..], &["(64,64):(64,1)", "--warps", "2,2", "--seconds", "0"]].concat();
    let (code, out, _) = parts(&layout(&words));
    assert!(code == 1 && out.contains("the best of 256 tiles in time"), "{out}");
    let words = [&half[..], &["(64,64):(64,1)", "--warps", "1,2", "--tile", "<_,24,_>"]].concat();
    let (code, _, error) = parts(&layout(&words));
    assert!(
        code == 2 && error.contains("the tile has 24 elements along N, not a multiple of 16"),
        "{error}"
    );
}

#[test]
fn digits_reads_messages_of_the_compiler() {
    let message =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../ui-tests/first_hour/other_layout.stderr");
    let (code, out, _) = parts(&layout(&["digits", message]));
    let lines = "expected struct `Layout!((4,8):(1,4))`\n             found struct `Layout!((4,8):(8,1))`\n";
    assert!(code == 0 && out.contains(lines), "{out}");
    // A type that the compiler shortens is in a file.
    let file = format!("{}/long-type.txt", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&file, "Layout<UInt<UTerm, B1>, UTerm>").expect("the file is written");
    let message = format!("{}/message.txt", env!("CARGO_TARGET_TMPDIR"));
    let note = format!("  = note: the full name for the type has been written to '{file}'\n");
    std::fs::write(&message, &note).expect("the file is written");
    answers(&["digits", &message], 0, &format!("{note}          in full: Layout!(1:0)\n"));
}

#[test]
fn bits_reads_layouts_matrices_and_attributes() {
    let linear = "#ttg.linear<{register = [], lane = [[1], [2]], warp = [], block = []}>";
    answers(&["bits", "{lane: (1) (2)} -> {x: 2}", "--triton"], 0, &format!("{linear}\n"));
    let matrix = "{register:, lane: (1) (2), warp:, block:} -> {dim0: 2}\n";
    let (code, out, _) = parts(&layout(&["bits", linear, "--shape", "4"]));
    assert_eq!((code, out.starts_with(matrix)), (0, true), "{out}");
    let (code, out, _) = parts(&layout(&["bits", "(2,2):(2,1)", "--to", "(2,2):(1,2)", "--svg"]));
    assert_eq!((code, out.matches("</g>").count()), (0, 4), "{out}");
    assert!(out.starts_with("<svg") && out.ends_with("</svg>\n"), "{out}");
    for wrong in [
        &["bits", "(6,2):(1,6)"][..],
        &["bits", linear],
        &["bits", linear, "--shape", "4x4"],
        &["bits", "{x: (1) (3) (2)} -> {y: 2}", "--inverse"],
        &["bits", "2:1", "--to", "{y: (1)} -> {z: 1}"],
        &["bits", "{x: (4)} -> {y: 2}"],
    ] {
        let (code, out, error) = parts(&layout(wrong));
        assert_eq!((code, out.as_str()), (2, ""), "{wrong:?}");
        assert!(!error.is_empty(), "{wrong:?}");
    }
}

#[test]
fn plan_copy_says_each_step() {
    // The tile of CUTLASS's sgemm_sm80.cu.
    let words = ["plan-copy", "(128,8):(1,5120)", "shared (128,8):(1,128)"];
    let out = "move vectors of elements of 4 bytes, 4 at a time\n\
               global to shared by cp.async.ca.shared.global 16, threads follow both operands\n\
               vector of 4: 1 in the source, 1 in the destination\n\
               threads of 32: 4 in the source, 4 in the destination\n\
               threads of 8: 5120 in the source, 128 in the destination\n\
               128 sectors in 32 lines, 32 wavefronts, 8 instructions\n\
               thread-value layout: ((32,8),4):((4,128),1)\n\
               no candidate costs less on sm80: 1 seen\n";
    answers(&words, 0, out);
    let words =
        ["plan-copy", "registers (32,2):(2,1)", "registers (32,2):(1,32)", "--threads", "32"];
    answers(&words, 0, "shuffle the lanes of each warp: 2 shuffles\n2 instructions\n");
    let (code, out, _) =
        parts(&layout(&["plan-copy", "(32,32):(1,64)", "(32,32):(64,1)", "--json"]));
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, json["route"].as_str()), (0, Some("staged")));
    assert_eq!(json["buffer"], "Sw<5,0,5> o 0 o (32,32):(32,1)");
    assert_eq!(json["cost"]["wavefronts"], 64);
    assert_eq!(json["passes"][0]["direction"], "the source");
    // Out of time: the best so far, and the gap.
    let (code, out, _) =
        parts(&layout(&["plan-copy", "(32,32):(1,64)", "(32,32):(64,1)", "--seconds", "0"]));
    assert!(code == 1 && out.contains("candidates in 0 seconds; none costs less than"), "{out}");
    // The bound is of buffers that the search did not see yet.
    let words = ["plan-copy", "(64,64):(64,1)", "(64,64):(1,64)", "--bytes", "1", "--seconds", "0"];
    let (code, out, _) = parts(&layout(&words));
    assert!(code == 1 && out.contains("none costs less than 256 sectors in 64 lines"), "{out}");
    // A search that leaves out buffers ends by itself, without the time.
    let (from, to) = (
        "(2,2,2,2,2,2,2,2,2):(256,128,64,32,16,8,4,2,1)",
        "(2,2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128,256)",
    );
    let words = ["plan-copy", from, to, "--bytes", "1", "--threads", "1"];
    let (code, out, _) = parts(&layout(&words));
    let end =
        "the best of 1 candidates, without some through a buffer; none costs less than 32 sectors";
    assert!(code == 1 && out.contains(end), "{out}");
    // Registers that repeat a loaded value are in the layout of the tile.
    let (from, to) = ("shared (64,4):(0,1)", "registers (32,8):(1,32)");
    let (code, out, _) = parts(&layout(&["plan-copy", from, to, "--threads", "32"]));
    assert!(code == 0 && out.contains("thread-value layout: (32,(4,2)):(1,(64,32))\n"), "{out}");
    // The widest matrix instruction within the width.
    let (from, to) = ("shared (16,16):(16,1)", "registers ((4,8),(2,2,2)):((32,1),(16,8,128))");
    let words = ["plan-copy", from, to, "--bytes", "2", "--threads", "32", "--width", "8"];
    let (code, out, _) = parts(&layout(&words));
    let both = ["ldmatrix.m8n8.x2.b16", "8 wavefronts, 2 instructions"];
    assert!(code == 0 && both.iter().all(|words| out.contains(words)), "{out}");
    let (code, out, _) = parts(&layout(&[
        "plan-copy",
        "(4,4):(1,8)",
        "shared (4,4)",
        "--threads",
        "4",
        "--picture",
    ]));
    assert!(code == 0 && out.contains("T3"), "{out}");
}

#[test]
fn tma_answers_or_names_the_rule() {
    let smem = "Sw<3,3,3> o ((8,16),(64,2)):((64,512),(1,8192))";
    let tensor = "(4096,512):(512,1)";
    let words = ["tma", tensor, "--smem", smem, "--type", "f16"];
    let out = "a tensor map of sm90 copies a tile by 2 copies of 16384 bytes\n\
               box 64x128 of 512x4096 f16, coordinate 0 first\n\
               strides of 1024 bytes\n\
               swizzle 128B\n\
               coordinates: (4096,512):(1@1,1@0)\n\
               copy 0: at the tile's + (0,0), to byte 0\n\
               copy 1: at the tile's + (64,0), to byte 16384\n";
    answers(&words, 0, out);
    // This tile by its extents, at an element, for two blocks.
    let words = ["tma", tensor, "--box", "128x128", "--swizzle", "128B", "--type", "f16"];
    let (code, by_box, _) =
        parts(&layout(&[&words[..], &["--at", "256,128", "--blocks", "2"]].concat()));
    assert_eq!(code, 0);
    for words in ["copy 1: at (192,256), to byte 16384", "block 1: + (0,64), + 8192 bytes"] {
        assert!(by_box.contains(words), "{by_box}");
    }
    let (_, json, _) = parts(&layout(&[&words[..], &["--json"]].concat()));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["box_dim"], serde_json::json!([64, 128]));
    assert_eq!(json["map"].as_str().map(str::len), Some(256));
    assert_eq!(json["copies"][1]["shared"], 16384);
    // The calls of the driver.
    for (language, call) in [
        ("cuda", "&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, address,"),
        ("rust", "sys::cuTensorMapEncodeTiled("),
    ] {
        let (code, out, _) = parts(&layout(&[&words[..], &["--code", language]].concat()));
        assert!(
            code == 0 && out.contains(call) && out.contains("CU_TENSOR_MAP_SWIZZLE_128B"),
            "{out}"
        );
    }
    let (_, out, _) =
        parts(&layout(&["tma", "4096:1", "--box", "64", "--type", "u8", "--svg", "-"]));
    assert!(out.contains("<svg"), "{out}");
    // The type of a text; the rule with its number.
    let (code, _, error) = parts(&layout(&["tma", "memref<512x1001xf16>", "--box", "64x64"]));
    let rule = "coordinate 1 has the stride 2002 bytes, not a multiple of 16: pad it to 2016";
    assert!(code == 2 && error.contains(rule), "{error}");
}

#[test]
fn descriptors_are_those_of_a_layout_and_back() {
    let words = ["descriptor", "wgmma", "Sw<3,3,3> o ((8,16),32):((64,512),1)", "--type", "f16"];
    let out = "wgmma reads 128 by 16 elements of 16 bits, K contiguous, swizzle 128B\n\
               leading byte offset 16, stride byte offset 1024, base offset 0\n\
               K block 0: 0x4000004000010000, from byte 0 on\n\
               K block 1: 0x4000004000010002, from byte 32 on\n";
    answers(&words, 0, out);
    let words = [
        "descriptor",
        "wgmma",
        "0x4000004000010002",
        "--extent",
        "128",
        "--major",
        "k",
        "--type",
        "f16",
    ];
    answers(&words, 0, "Sw<3,3,3> o 16 o ((8,16),16):((64,512),1)\n");
    let words = [
        "descriptor",
        "tcgen05",
        "Sw<2,3,2> o ((32,2),(4,2)):((1,1024),(32,128))",
        "--type",
        "tf32",
        "--json",
    ];
    let (code, out, _) = parts(&layout(&words));
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json[0]["leading"], &json[0]["stride"]), (0, &4096.into(), &512.into()));
}

#[test]
fn emit_writes_functions() {
    let text = "\
// ((16,8),(n2,4)):((1,16),(512,128))
// n2>=1
// The caller checks that sizes and offsets fit 32 bits.
fn layout_index(c0: u32, c1: u32, n2: u32) -> u32 {
    return c0 + (c1 << 9u) + ((c1 / n2) * (128u - (n2 << 9u)));
}
fn layout_inside(c0: u32, c1: u32, n2: u32) -> bool {
    return (c0 < 128u) && (c1 < (n2 << 2u));
}
fn layout_coord0(x: u32, n2: u32) -> u32 {
    return x & 127u;
}
fn layout_coord1(x: u32, n2: u32) -> u32 {
    return (((x & 384u) >> 7u) * n2) + (x >> 9u);
}
";
    answers(&["emit", "wgsl", "((16,8),(?,4)):((1,16),(512,128))"], 0, text);
    let text = "\
// (8,8):(-8,1)
pub const fn at_index(c0: u32, c1: u32) -> i32 {
    c1.wrapping_sub(c0 << 3) as i32
}
pub const fn at_inside(c0: u32, c1: u32) -> bool {
    (c0 < 8) && (c1 < 8)
}
pub const fn at_coord0(x: i32) -> u32 {
    7 - ((x as u32).wrapping_add(56) >> 3)
}
pub const fn at_coord1(x: i32) -> u32 {
    (x as u32).wrapping_add(56) & 7
}
";
    answers(&["emit", "rust", "(8,8):(-8,1)", "--name", "at"], 0, text);
    let text = parts(&layout(&["emit", "c", "(32,8):(1,33)", "--by", "linear"])).1;
    let head = "#include <stdbool.h>\n#include <stdint.h>\n\n// (32,8):(1,33)\n";
    let index =
        "static inline uint32_t layout_index(uint32_t c0) {\n    return c0 + (c0 >> 5);\n}\n";
    assert!(text.starts_with(&format!("{head}{index}")), "{text}");
    let wrong = parts(&layout(&["emit", "ptx", "(4,n):(1,(4))"]));
    let said = "\
expected strides with the nesting of the shape
  |
1 | (4,n):(1,(4))
  |       ^
";
    assert_eq!(wrong, (2, String::new(), said.to_owned()));
}

#[test]
fn failures_are_on_standard_error_with_code_2() {
    let output = layout(&["eval", "(128,60):(1,128) / <16,8>"]);
    let said = "\
cannot divide (128,60):(1,128) by <16:1,8:1>: 8 does not divide 60; the padded divide rounds up
  |
1 | (128,60):(1,128) / <16,8>
  | ^^^^^^^^^^^^^^^^^^^^^^^^^
help: the nearest extents that divide 60 are 6 and 10
help: logical_divide_padded rounds the number of tiles up: ((16,8),(8,8)):((1,16),(128,1024))
";
    assert_eq!(parts(&output), (2, String::new(), said.to_owned()));
    for words in [
        &["eval", "(4,"][..],
        &["eval"],
        &["eval", "--as", "cobol", "4:1"],
        &["eval", "--from", "xla", "4:1"],
        &["diff", "4:1"],
        &["diff", "4:1", "Sw<1,0,1>"],
        &["explain", "(10"],
        &["fmt", "(4"],
        &["fmt", "--files", "/nowhere"],
        &["digits", "/nowhere"],
        &["man", "nothing"],
        &["completions", "cobol"],
        &["nothing"],
        &["emit", "cobol", "4:1"],
        &["emit", "wgsl", "(65536,65537):(1,65536)"],
        &["emit", "cuda", "4:1", "--bits", "16"],
        &["emit", "cuda", "n:1", "--fact", "n=3"],
    ] {
        let (code, _, err) = parts(&layout(words));
        assert_eq!(code, 2, "{words:?}");
        assert!(!err.is_empty() && !err.contains("panicked"), "{words:?}: {err}");
    }
}

#[test]
fn explain_says_each_step() {
    let said = "\
compose((10,2):(16,4), (5,4):(1,5))
  a o b: the layout c -> a(b(c)); by mode for a tiler
  5:1 takes 5 elements, in steps of 1
    10:16: 5 of its 10 coordinates, stride 1*16 -> 5:16
  4:5 takes 4 elements, in steps of 5
    10:16: 10/5 = 2 of its coordinates, stride 5*16; 4/2 = 2 are left for the modes above -> 2:80
    2:4, the last mode, continues without end: 2, stride 1*4 -> 2:4
= (5,(2,2)):(16,(80,4))
";
    answers(&["explain", "(10,2):(16,4) o (5,4):(1,5)"], 0, said);
    let (code, out, _) = parts(&layout(&["explain", "4:2.complement(19)"]));
    assert_eq!(code, 2);
    assert!(out.ends_with("\naccepted: complement_padded rounds up: (2,3):(1,8)\n"), "{out}");
}

/// A refusal is said once, with what is accepted, and the coordinates that collide.
#[test]
fn explain_refuses_once() {
    for (expression, ends) in [
        ("(10,2):(16,4) o 4:4", "\naccepted: (10,2):(16,4) o 3:4 = 3:64\n"),
        (
            "complement((4,2):(1,2), 16)",
            "\ncollide: (0,1) and (2,0) of (4,2):(1,2) both map to 2\naccepted: none\n",
        ),
    ] {
        let (code, out, err) = parts(&layout(&["explain", expression]));
        assert_eq!((code, err.as_str()), (2, ""), "{expression}");
        assert_eq!(out.matches("refused: ").count(), 1, "{out}");
        assert!(out.ends_with(ends), "{out}");
    }
    // What does not parse has no derivation, and is said on standard error.
    let (code, out, err) = parts(&layout(&["explain", "(10"]));
    assert!(code == 2 && out.is_empty() && err.contains("expected"), "{out}{err}");
}

/// Slips that come from other languages have an answer that helps.
#[test]
fn slips_are_answered() {
    for (text, said) in [
        ("foo(", "`foo(` has no `)`\n  |\n1 | foo(\n  | ^^^\nhelp: no operation is called foo; "),
        (
            "compose(4:1",
            "`compose(` has no `)`\n  |\n1 | compose(4:1\n  | ^^^^^^^\nhelp: compose(a, b): ",
        ),
        (".compose", "help: an operation follows its layout: (4,8):row.coalesce()\n"),
        (":help", "help: directives such as :help are lines of `layout repl`; "),
        ("foo(3)", "help: `layout eval --list` lists all operations\n"),
        ("coalesc(4:1)", "help: coalesce(a"),
    ] {
        let (code, _, err) = parts(&layout(&["eval", text]));
        assert!(code == 2 && err.contains(said), "{text}: {err}");
    }
    let mut dialogue = layout_cli::dialogue::Dialogue::new(false);
    assert!(dialogue.answer(".coalesce()").unwrap_err().to_string().contains("there is none"));
    dialogue.answer("(2,4):(1,2)").unwrap();
    assert_eq!(dialogue.answer(".coalesce()").unwrap(), "8:1\n");
    assert_eq!(dialogue.answer(".size").unwrap(), "8\n");
    assert_eq!(dialogue.answer("it").unwrap(), "8\n");
    assert_eq!(dialogue.answer("help").unwrap(), dialogue.answer(":help").unwrap());
}

#[test]
fn diff_has_an_exit_code() {
    let said = "\
the same function
           (4,8):(1,4)  32:1
size       32           32
cosize     32           32
coalesced  32:1         32:1
";
    answers(&["diff", "(4,8):(1,4)", "32:1"], 0, said);
    let said = "\
not the same function: at (1,0) A is 1 and B is 2
           (2,2):(1,2)  (2,2):(2,1)
size       4            4
cosize     4            4
coalesced  4:1          (2,2):(2,1)
at         A            B
(0,0)      0            0
(1,0)      1            2 *
(0,1)      2            1 *
(1,1)      3            3
";
    answers(&["diff", "(2,2):(1,2)", "(2,2):(2,1)"], 1, said);
    assert_eq!(layout(&["diff", "4", "5"]).status.code(), Some(1));
    assert_eq!(layout(&["diff", "Sw<1,0,1> o 4:1", "Sw<1,0,1> o (2,2)"]).status.code(), Some(0));
}

#[test]
fn fmt_writes_one_style() {
    answers(&["fmt", "( 4 ,8) : (8, 1)o<2 , _>"], 0, "(4,8):(8,1) o <2,_>\n");
    let file = std::env::temp_dir().join(format!("layout-fmt-{}.rs", std::process::id()));
    let name = file.to_str().expect("UTF-8");
    let code = "let a = layout!( (4,n):({n+1},1) );\nlet b = tile!(2,_); // tile!(2,_)\nlet c = \"shape!(1,2)\";\n";
    std::fs::write(&file, code).expect("a temporary file");
    let found = format!("{name}:1:17: (4, n):({{n+1}}, 1)\n{name}:2:15: 2, _\n");
    answers(&["fmt", "--check", "--files", name], 1, &found);
    answers(&["fmt", "--files", name], 0, &found);
    answers(&["fmt", "--check", "--files", name], 0, "");
    let styled = std::fs::read_to_string(&file).expect("the file");
    assert!(
        styled.starts_with(
            "let a = layout!((4, n):({n+1}, 1));\nlet b = tile!(2, _); // tile!(2,_)\n"
        )
    );
    std::fs::remove_file(file).expect("the file");
}

#[test]
#[cfg(all(feature = "docs", feature = "completions"))]
fn man_and_completions_name_all_commands() {
    let page = parts(&layout(&["man"])).1;
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (code, script, _) = parts(&layout(&["completions", shell]));
        assert_eq!(code, 0);
        for command in ["eval", "explain", "show", "diff", "fmt", "repl"] {
            assert!(script.contains(command) && page.contains(command), "{shell}: {command}");
        }
    }
    assert!(page.contains("complement") && page.contains("max_common_vector"));
    assert_eq!(parts(&layout(&["man", "diff"])).0, 0);
}

/// Runs the command with this standard input.
fn fed(words: &[&str], lines: &str) -> (i32, String, String) {
    let mut running = Command::new(env!("CARGO_BIN_EXE_layout"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    running.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    parts(&running.wait_with_output().expect("it ends"))
}

#[test]
fn eval_answers_each_line() {
    let lines = "compose((10,2):(16,4), (5,4):(1,5))\n10:1 / 4\nlogical_divide_padded(10:1, 4).guard()\n\
                 description((2,2):(1,2))\n(4,";
    let out = "(5,(2,2)):(16,(80,4))\n\
               error: cannot divide 10:1 by 4:1: 4 does not divide 10; the padded divide rounds up\n111111111100\n\
               (2,2):(1,2)\\nprofile (0,0), rank 2, depth 1, size 4, cosize 4\\n  0  2\\n  1  3\n\
               error: expected a layout, a tuple, a tiler, a swizzle or a name, found the end\n";
    assert_eq!(fed(&["eval", "--lines"], lines), (0, out.to_owned(), String::new()));
}

#[test]
fn a_dialogue_keeps_names() {
    let lines = "let a = (4,8):row\na / <2,4>\n:diff a ; (4,8)\n:names\n:help complement_padded\na o\n4:1\n";
    let (code, out, err) = fed(&["repl", "--no-pictures"], lines);
    assert_eq!(code, 2);
    assert!(
        out.starts_with(
            "(4,8):(8,1)\n((2,2),(4,2)):((8,16),(1,4))\nnot the same function: at (1,0)"
        ),
        "{out}"
    );
    assert!(out.contains("\na = (4,8):(8,1)\ncomplement_padded(a, m): "), "{out}");
    assert!(err.starts_with("expected a layout, a tuple"), "{err}");
}

#[test]
fn colours_are_for_terminals() {
    let (_, out, _) = parts(&layout(&["show", "(4,4):(4,1)"]));
    assert!(!out.contains('\u{1b}'), "{out}");
    let forced = Command::new(env!("CARGO_BIN_EXE_layout"))
        .args(["show", "(4,4):(4,1)"])
        .env("CLICOLOR_FORCE", "1")
        .env_remove("NO_COLOR")
        .output()
        .expect("the binary runs");
    assert!(parts(&forced).1.contains('\u{1b}'));
    let refused = Command::new(env!("CARGO_BIN_EXE_layout"))
        .args(["show", "(4,4):(4,1)"])
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary runs");
    assert!(!parts(&refused).1.contains('\u{1b}'));
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_a_failure() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
    let output = Command::new(env!("CARGO_BIN_EXE_layout"))
        .args(["show", "(4,4):(4,1)"])
        .stdout(full)
        .output()
        .expect("the binary runs");
    let (code, _, err) = parts(&output);
    assert_eq!(code, 2);
    assert!(err.starts_with("cannot write to standard output: "), "{err}");
}

/// A server of the page, and its address.
#[cfg(feature = "serve")]
struct Server(std::process::Child, String);

#[cfg(feature = "serve")]
impl Server {
    /// Starts one at an expression, and returns the part of its address that opens the page there.
    fn start(expression: &str) -> (Self, String) {
        use std::io::{BufRead, BufReader};
        let mut server = Command::new(env!("CARGO_BIN_EXE_layout"))
            .args(["serve", "--port", "0", expression])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut line = String::new();
        BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap();
        let (address, fields) = address.split_once('/').unwrap();
        (Self(server, address.into()), fields.into())
    }

    fn connect(&self) -> std::net::TcpStream {
        let stream = std::net::TcpStream::connect(&self.1).unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
        stream
    }

    fn ask(&self, request: &str) -> String {
        use std::io::Read;
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

#[cfg(feature = "serve")]
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Clients that send a byte at a time, or nothing, or never read, delay no others, and end after a time.
#[test]
#[cfg(feature = "serve")]
fn serve_waits_for_no_slow_client() {
    use std::io::Read;
    use std::time::{Duration, Instant};

    let (server, _) = Server::start("4:1");
    let largest = static_layout_explorer::FILES.iter().max_by_key(|file| file.text.len()).unwrap();
    let slow: Vec<_> = (0..20)
        .map(|k| {
            let mut stream = server.connect();
            let deaf = format!("GET /{} HTTP/1.1\r\n\r\n", largest.name);
            std::thread::spawn(move || {
                if k % 3 == 2 {
                    stream.write_all(deaf.as_bytes()).unwrap();
                }
                let begin = Instant::now();
                // A byte of a header that never ends, until the server has closed the connection.
                while k % 3 == 0 && stream.write_all(b"G").is_ok() && begin.elapsed().as_secs() < 60
                {
                    std::thread::sleep(Duration::from_millis(100));
                }
                if k % 3 == 1 {
                    let _ = stream.read(&mut [0]);
                }
                begin.elapsed()
            })
        })
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    let begin = Instant::now();
    assert!(server.ask("GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 200"));
    assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
    for slow in slow {
        let time = slow.join().unwrap();
        assert!(time < Duration::from_secs(15), "{time:?}");
    }
    // More connections than the server has at a time: it answers again when they have ended.
    let many: Vec<_> = (0..200).map(|_| server.connect()).collect();
    let begin = Instant::now();
    let answer = || {
        let mut stream = server.connect();
        let mut answer = String::new();
        let asked = stream.write_all(b"GET / HTTP/1.1\r\n\r\n");
        asked.and_then(|()| stream.read_to_string(&mut answer)).is_ok_and(|count| count > 0)
    };
    while !answer() {
        assert!(begin.elapsed() < Duration::from_secs(30));
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(many);
    // A request of more than 16 KiB.
    let mut stream = server.connect();
    let asked =
        stream.write_all(format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(1 << 20)).as_bytes());
    let mut answer = Vec::new();
    let read = asked.and_then(|()| stream.read_to_end(&mut answer));
    assert!(read.is_err() || answer.starts_with(b"HTTP/1.1 431"), "{}", answer.len());
    let ask = |length: usize, end: &str| {
        server.ask(&format!("GET /{}{end}", "a".repeat(length - 5 - end.len())))
    };
    assert!(ask((16 << 10) + 1, "").starts_with("HTTP/1.1 431"));
    assert!(ask(16 << 10, " HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
    assert!(server.ask("GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 200"));
}

/// The page that the binary serves has every file of the explorer, and nothing else is answered.
#[test]
#[cfg(feature = "serve")]
fn serve_answers_the_files_of_the_page() {
    let (server, fields) = Server::start("(4,8):row");
    assert_eq!(fields, "#e=%284%2C8%29%3Arow");
    let ask = |request: &str| server.ask(request);
    for file in static_layout_explorer::FILES {
        let answer = ask(&format!("GET /{} HTTP/1.1\r\nHost: here\r\n\r\n", file.name));
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(
            head.starts_with("HTTP/1.1 200 OK\r\n") && head.contains(file.media_type),
            "{head}"
        );
        assert_eq!(body, file.text);
    }
    assert!(ask("GET / HTTP/1.1\r\n\r\n").contains("<title>Layout explorer</title>"));
    assert!(ask("GET /../Cargo.toml HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
    assert!(ask("POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
    assert!(ask("nonsense\r\n\r\n").starts_with("HTTP/1.1 405"));
}

/// `--folder` writes the page for a static host.
#[test]
#[cfg(feature = "serve")]
fn serve_writes_the_page_to_a_folder() {
    let folder = std::env::temp_dir().join(format!("layout-page-{}", std::process::id()));
    let output = layout(&["serve", "--folder", folder.to_str().unwrap()]);
    assert_eq!(parts(&output).1.trim(), folder.join("index.html").to_str().unwrap());
    for file in static_layout_explorer::FILES {
        assert_eq!(std::fs::read_to_string(folder.join(file.name)).unwrap(), file.text);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// The text gives the element type; a part that a system has no word for is named.
#[test]
fn conversions_say_what_the_text_says() {
    for (words, out, said) in [
        (
            &["--from", "xla", "--as", "mlir", "bf16[4,8]{1,0}"][..],
            "memref<4x8xbf16, strided<[8, 1]>>",
            "",
        ),
        (
            &["--from", "mlir", "--as", "numpy", "memref<4x8xi8>"],
            "{'shape': (4, 8), 'strides': (8, 1), 'typestr': '|i1', 'version': 3}",
            "",
        ),
        (
            &[
                "--from",
                "mlir",
                "--as",
                "cuda-core",
                "memref<2x2xf32, strided<[5, 1], offset: 13>>",
            ],
            "StridedLayout(shape=(2, 2), strides=(5, 1), itemsize=4, _slice_offset=13)",
            "note: cuda.core has no word for the element type `f32`",
        ),
        (
            &["--from", "mlir", "--as", "cute", "memref<4x8xf32, 3>"],
            "(4,8):(8,1)",
            "note: CuTe has no word for the element type `f32`\nnote: CuTe has no word for the memory space `3`",
        ),
        (
            &[
                "--from",
                "cuda-core",
                "--as",
                "mlir",
                "--element",
                "i16",
                "StridedLayout(shape=(4,), strides=(1,), itemsize=2)",
            ],
            "memref<4xi16, strided<[1]>>",
            "",
        ),
        (
            &["--as", "mlir", "8:1"],
            "memref<8xf32, strided<[1]>>",
            "note: the elements are f32, which --element changes",
        ),
        (&["--as", "mlir", "--element", "s8", "8:1"], "memref<8xi8, strided<[1]>>", ""),
        (&["--from", "mojo", "--as", "mojo", "((-1, 4):(4, 1))"], "((-1, 4):(4, 1))", ""),
        (
            &["--as", "mojo", "(n{div=8},4):(4,1)"],
            "((-1, 4):(4, 1))",
            "note: Mojo has no word for the names of `n{div=8}`\nnote: Mojo has no word for the facts of `n{div=8}`",
        ),
    ] {
        let words: Vec<_> = ["eval"].iter().chain(words).copied().collect();
        let said = if said.is_empty() { String::new() } else { format!("{said}\n") };
        assert_eq!(parts(&layout(&words)), (0, format!("{out}\n"), said), "{words:?}");
    }
    for (words, said) in [
        (
            &["eval", "--as", "mojo", "(4,6):(1@0,1@1)"][..],
            "Mojo has no word for the strides along coordinates `1@0`, `1@1`",
        ),
        (
            &["eval", "--as", "mlir", "Sw<2,0,3> o 0 o (8,8):(8,1)"],
            "MLIR has no word for the swizzle `Sw<2,0,3>`",
        ),
        (
            &["eval", "--from", "mlir", "--as", "xla", "memref<4xf32, strided<[1], offset: 2>>"],
            "XLA has no word for the offset `2` of the first element",
        ),
        (
            &["eval", "--from", "mlir", "--as", "xla", "memref<4xindex>"],
            "XLA has no word for the element type `index`",
        ),
        (
            &["eval", "--from", "xla", "--as", "mlir", "--element", "f32", "bf16[4]"],
            "the elements of the text are bf16, not f32",
        ),
        (
            &[
                "eval",
                "--from",
                "cuda-core",
                "--as",
                "mlir",
                "StridedLayout(shape=(4,), strides=(1,), itemsize=2)",
            ],
            "MLIR has no word for elements of 16 bits\nhelp: --element f32, or another",
        ),
        (&["eval", "--as", "mojo", "--element", "f32", "8:1"], "--element has no effect"),
        (
            &["bits", "#ttg.blocked<{}>", "--shape", "32x"],
            "a number is missing before or after an `x`",
        ),
        (&["bits", "#ttg.blocked<{}>", "--shape", "32y"], "a number is expected, such as the 32"),
        (
            &["tv", "SM80_16x8x16_F16", "--repeat", "x2"],
            "a number is missing before or after an `x`",
        ),
        (
            &["tv", "SM80_16x8x16_F16", "--tile", "4x4"],
            "--tile has no effect on a matrix instruction (an atom)",
        ),
        (
            &["tv", "--threads", "(32,8):(8,1)", "--values", "(4,1)", "--operand", "A"],
            "--operand has no effect on a tiled copy",
        ),
        (&["bits", "8:1", "--shape", "8"], "--shape has no effect"),
        (&["bits", "{lane: (1) (2)} -> {x: 2}", "--to", "4:1", "--triton"], "cannot be used with"),
        (&["bits", "8:1", "--triton"], "Triton has no word for the input"),
        (
            &["bits", "8:1", "--to", "4:1"],
            "no conversion from {mode0: (1) (2) (4)} -> {offset: 3} to {mode0: (1) (2)} -> {offset: 2}: offset has 3 bits, not 2",
        ),
        (&["tv", "A", "--atom", "B"], "[LAYOUT] `A` and --atom `B`: only one of them is drawn"),
        (&["show", "8:1", "--bytes", "2"], "--bytes has no effect"),
        // The type that the text names is the type of the elements.
        (
            &["eval", "--from", "numpy", "--element", "f16", "{'shape': (4,), 'typestr': '<f4'}"],
            "the elements of the text are <f4, not f16",
        ),
        (
            &["export", "--all", "--element", "f16", "memref<4xf32>"],
            "the elements of the text are f32, not f16",
        ),
        (
            &["eval", "--from", "as-strided", "--element", "f32", STRIDES],
            "--element has no effect: the text that is read counts no bytes",
        ),
        (
            &["eval", "--from", "as-strided", "--element", "f32", "--as", "cute", STRIDES],
            "--element has no effect: a text of CuTe names no type",
        ),
        (
            &["eval", "--from", "as-strided", "--element", "s4", "as_strided(x, (4,), (8,))"],
            "help: an element of `s4` is not a whole number of bytes",
        ),
        (
            &["banks", "8:1", "memref<8x64xf16>", "--bytes", "4"],
            "the elements of the text are f16, of 16 bits, not of 4 bytes",
        ),
        (
            &["coalescing", "8:1", "memref<8x64xi4>"],
            "the elements of the text are i4, of 4 bits, and banks and transactions count bytes",
        ),
        (
            &["banks", "8:1", "memref<8x64xindex>"],
            "the elements of the text are index, whose bytes are not known: --bytes says them",
        ),
        (
            &["show", "--by", "bank", "--bytes", "4", "smem_ptr[16b](unset) o (4,8):(8,1)"],
            "the elements of the text are 16 bits, of 16 bits, not of 4 bytes",
        ),
        // What is wrong with a text is not that it has several values.
        (
            &["show", "memref<4x8xf32, strided<[8, 1], offset: 3>>"],
            "a layout that begins at offset 0 was expected, and this begins at 3",
        ),
        (
            &["emit", "cuda", "memref<4x8xf32, strided<[8, 1], offset: ?>>"],
            "a layout that begins at offset 0 was expected, and this begins at ?",
        ),
        (&["emit", "cuda", "<4,8>"], "a layout was expected, and this is a tiler"),
        (&["emit", "cuda", "(n,64) / <16,8>"], "is the result only if 16 divides n"),
        (&["emit", "cuda", "(n{div=8},64):(64,1)"], "facts in braces are not read"),
        (
            &["eval", "--as", "cute-cpp", "(?{i32},64):(64,1)"],
            "CuTe's C++ has no word for a run-time integer without a name, `?`",
        ),
        (
            &["eval", "--as", "cuda-core", "memref<4x8xi4>"],
            "cuda.core has no word for the element type `i4`, whose 4 bits are not whole bytes",
        ),
        (
            &["eval", "--as", "mlir", "((2,n),8):((1,2),n)"],
            "MLIR has no word for the nested modes of `((2,n),8):((1,2),n)`",
        ),
    ] {
        let output = layout(words);
        let (code, out, found) = parts(&output);
        assert!(
            code == 2 && out.is_empty() && found.contains(said),
            "{words:?}: {code} {out} {found}"
        );
    }
    // No note of what a text would have said, where none is written.
    let (code, _, said) = parts(&layout(&["eval", "--as", "mlir", "<4,8>"]));
    assert_eq!((code, said.as_str()), (2, "MLIR has no word for a tiler\n"));
    // Bytes come of the type that a text names; only other texts have a default.
    for command in
        [&["banks"][..], &["coalescing"], &["swizzle", "--find"], &["show", "--by", "bank"]]
    {
        let of = |rest: &[&str]| parts(&layout(&[command, rest].concat()));
        let (threads, width) =
            ("(8,8):(1,8)", if command[0] == "show" { None } else { Some("--width=16") });
        let words = |memory, bytes: Option<&'static str>| {
            let threads = (command[0] != "show").then_some(threads);
            threads.into_iter().chain([memory]).chain(bytes).chain(width).collect::<Vec<_>>()
        };
        let named = of(&words("memref<8x64xf16>", None));
        assert_eq!(named.0, 0, "{command:?}");
        assert_eq!(named, of(&words("(8,64):(64,1)", Some("--bytes=2"))));
        assert_eq!(named, of(&words("memref<8x64xf16>", Some("--bytes=2"))));
        assert_eq!(of(&words("memref<8x64xf32>", None)), of(&words("(8,64):(64,1)", None)));
    }
    // A function is of any layout that a text says.
    let of = |text: &str| parts(&layout(&["emit", "cuda", text]));
    assert_eq!(of("memref<4x8xf32>"), of("(4,8):(8,1)"));
    assert_eq!(of("(12,8) o (6,4)"), of("(6,4):(1,6)"));
    assert_eq!(of("make_layout(make_shape(_4{}, n), make_stride(n, _1{}))"), of("(4,n):(n,1)"));
    assert_eq!(of("memref<?x8xf32>"), of("(?,8):(8,1)"));
    // A tensor of the CuTe DSL, not of Triton.
    let of = |text: &str| parts(&layout(&["bits", text]));
    assert_eq!(of("tensor<ptr<f32, gmem> o (4,8):(8,1)>"), of("(4,8):(8,1)"));
    // An alias of a dump before the attribute.
    let attribute = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>";
    let named = format!("#mma = {attribute}");
    let of = |text: &str| parts(&layout(&["bits", text, "--shape", "16x8"]));
    assert_eq!(of(attribute), of(&named));
    assert_eq!(of(attribute).0, 0);
    // What is printed of shared memory is a layout of shared memory.
    let shared = "#ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 2, order = [1, 0]}>";
    let (_, linear, _) = parts(&layout(&["bits", shared, "--shape", "4x4", "--triton"]));
    let again = parts(&layout(&["bits", linear.trim(), "--shape", "4x4"]));
    assert_eq!(again, parts(&layout(&["bits", shared, "--shape", "4x4"])));
}
