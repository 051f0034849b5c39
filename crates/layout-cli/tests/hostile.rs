//! Hostile values for the command: what it refuses, with which words, and nothing else. Texts of 10 kB end within
//! 256 MiB of memory, whichever command or parser reads them.

use std::collections::BTreeSet;
use std::process::{Command, Output, Stdio};

use layout_cli::dialect::Dialect;
use layout_cli::{dialogue::Dialogue, language};
use layout_core::sharding::{Mesh, Sharding};
use static_layout_dialects::sharding::{
    Darray, Descriptor, HloSharding, Placements, SdyMesh, SdySharding, Subarray,
};
use static_layout_dialects::xla::{XlaLayout, XlaShape, XlaTree};
use static_layout_dialects::{CuteLayout, MemRef, StridedAttr, TritonLayout};

/// The bytes of a long text.
const LONG: usize = 10_000;
/// KiB of addresses that the command may use: 256 MiB.
const MOST_KIB: &str = "262144";
/// Seconds of a processor after which a command counts as one that never ends.
const NEVER: &str = "120";

/// A program within the limits.
fn limited(program: &str) -> Command {
    let limits = format!("ulimit -v {MOST_KIB}; ulimit -t {NEVER}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    // An allocator with a pool for each thread would reserve addresses that it does not use.
    command.env("MALLOC_ARENA_MAX", "1").args(["-c", &limits, program]);
    command
}

/// Runs the command within the limits.
fn layout(words: &[&str], input: &str) -> Output {
    // Tests run at the same time, each on a thread of its own.
    let (process, thread) = (std::process::id(), std::thread::current().id());
    let path = std::env::temp_dir().join(format!("layout-hostile-{process}-{thread:?}.txt"));
    std::fs::write(&path, input).expect("a temporary file");
    limited(env!("CARGO_BIN_EXE_layout"))
        .args(words)
        .stdin(Stdio::from(std::fs::File::open(&path).expect("the file")))
        .output()
        .expect("a shell")
}

/// The command, the words of its refusal on standard error.
const ROWS: &[(&[&str], &str)] = &[
    (
        &["show", "(4294967296,4294967296):(1,1)"],
        "cannot make (4294967296,4294967296):(1,1): 4294967296 * 4294967296 is past 9223372036854775807",
    ),
    (
        &["show", "(1000,1000):(1,1000)"],
        "a picture has at most 131072 cells, and this one has 1000000",
    ),
    (&["show", "(4,-8):(1,4)"], "cannot make (4,-8):(1,4): the extent -8 is negative"),
    (
        &["show", "8:1", "--bytes", "0"],
        "error: invalid value '0' for '--bytes <N>': 0 is not in 1..=1024",
    ),
    (
        &["show", "8:1", "--by", "tile=<0>"],
        "cannot divide (8):(1) by <0:1>: an extent is 0: there is nothing to work on",
    ),
    (&["eval", "9223372036854775808:1"], "an integer is past 9223372036854775807"),
    (
        &["eval", "2:9223372036854775807"],
        "cannot make 2:9223372036854775807: 1 + 9223372036854775807 is past 9223372036854775807",
    ),
    (&["eval", "-1:1"], "cannot make -1:1: the extent -1 is negative"),
    (
        &["eval", "(4,8):(1,4) / <3,8>"],
        "cannot divide (4,8):(1,4) by <3:1,8:1>: 3 does not divide 4; the padded divide rounds up",
    ),
    (
        &["eval", "(2,4,2):(4,24,4) o (6,4):(1,2)"],
        "cannot compose (2,4,2):(4,24,4) with (6,4):(1,2): the modes add up past the extent 4",
    ),
    (&["eval", "8:1(9)"], "coordinate 9 is out of range for shape 8: 9 is not below 8"),
    (
        &["eval", "--from", "xla", "f32[9223372036854775807,2]{1,0}"],
        "in an XLA shape: 9223372036854775807 * 2 is past 9223372036854775807",
    ),
    (&["eval", "--from", "mlir", "memref<4x-1xf32>"], "expected an extent or the element type"),
    (
        &["eval", "--from", "numpy", "{'shape': (-1,), 'typestr': '<f4', 'version': 3}"],
        "cannot order (-1): the extent -1 is negative",
    ),
    (&["lint", "/"], "cannot read /: it is not a file"),
    (&["lint", "no such file"], "cannot read no such file: No such file or directory"),
    (&["eval", "--as", "nothing", "8:1"], "error: invalid value 'nothing' for '--as <SYSTEM>'"),
    (
        &["explain", "4:2.complement(-1)"],
        "no complement of 4:2 in -1: the range -1 is not positive",
    ),
    (&["explain", "undefined"], "`undefined` has no value"),
    (
        &["diff", "(4294967296,2):(1,1)", "(4294967296,2):(1,2)"],
        "no difference in the first 16777216 of 8589934592 elements; more are not compared",
    ),
    (&["emit", "wgsl", "(4,-8):(1,4)"], "expected an integer, a name or `?`"),
    (&["emit", "cuda", "4:1@0"], "4:1@0 maps to coordinates, which have no offset"),
    (
        &["emit", "cuda", "(n,4):(1,n)", "--fact", "n<=-1"],
        "expected `n<=8`, `ld>=m`, `ld>=2*m` or `n%8==0`, found `n<=-1`",
    ),
    (
        &["tv", "(4,4):(1,4)", "--tile", "9223372036854775807x2"],
        "a picture has at most 131072 cells, and this one has 9223372036854775807",
    ),
    (
        &["tv", "((4,8),(2,2)):((32,1),(16,8))", "--tile", "0x8"],
        "a tile is its rows and columns, such as 16x8",
    ),
    (&["tv", "--atom", "nothing"], "unknown atom nothing"),
    (
        &["tv", "--threads", "(32,8):(8,1)", "--values", "(0,1)"],
        "cannot multiply (32,8):(8,1) by (0,1):(1,0): an extent is 0: there is nothing to work on",
    ),
    (
        &["banks", "(32,4):(4,1)", "(128,1):(1,0)", "--bytes", "0"],
        "an element has 1, 2, 4, 8 or 16 bytes, not 0",
    ),
    (
        &["banks", "(32,1073741824):(1,32)", "(1073741824,32):(1,0)"],
        "34359738368 values are more than 262144",
    ),
    (
        &["coalescing", "(32,4):(4,1)", "(3,1):(1,0)"],
        "thread 1, value 0 is coordinate 4, and the memory has 3",
    ),
    (
        &["solve", "32:1", "(32,32):(32,1)", "--padding=-1"],
        "a search pads by 0 to 1048576 elements, not -1",
    ),
    (
        &["solve", "32:32", "(32,32):(32,1)", "--maps", "linear", "--most=-5"],
        "a memory has at least 1 byte, not -5",
    ),
    (
        &["solve", "32:1", "(32,32):(32,1)", "--times", "0"],
        "an access happens 1 to 2^20 times, not 0",
    ),
    (
        &["solve", "32:1", "(32,32):(32,1)", "--and", "32:1 width 3"],
        "an access has 1, 2, 4, 8, 12 or 16 bytes",
    ),
    (&["solve", "32:1", "(33,32):(32,1)", "--maps", "linear"], "is not linear over F2"),
    (
        &["solve", "32:1", "(32,32):(32,1)", "--maps", "linear", "--orders"],
        "knows no orders of the modes",
    ),
    (
        &["solve", "32:1", "(32,32):(64,1)", "--maps", "linear", "--most", "8191"],
        "reach each of 8192 bytes",
    ),
    (
        &["solve", "2:1", "(2,2):(1,4611686018427387904)", "--maps", "linear"],
        "elements are more than the 1152921504606846976",
    ),
    (
        &["plan-copy", "(8,4)", "shared (8,4)", "--threads", "0"],
        "a block has 1 to 1024 threads, not 0",
    ),
    (&["plan-copy", "(8,4)", "(8,5)"], "the sizes 32 and 40 differ"),
    (&["plan-copy", "(8,4)", "(8,4):(1,4)"], "share the offset"),
    (
        &["plan-copy", "(8,4)", "(8,4)", "--bytes", "3"],
        "an element has 1, 2, 4, 8 or 16 bytes, not 3",
    ),
    (
        &["plan-copy", "(8,4)", "registers (8,4):(4,1)", "--threads", "4"],
        "the registers are those of 8 threads, and 4 copy",
    ),
    (
        &["plan-copy", "(8,4)", "shared (8,4)", "--padding", "1"],
        "--padding has no effect: it is for a copy from global memory to global memory",
    ),
    (
        &["plan-copy", "memref<8x4xf16>", "memref<8x4xf32>"],
        "the elements have 2 bytes here and 4 bytes there",
    ),
    (&["tma", "(64,64):(1,64)", "--box", "8x8"], "the type of the elements is missing"),
    (
        &["tma", "(64,64):(64,1)", "--smem", "(64,64):(1,64)", "--type", "f16"],
        "64 apart in global memory: a box copies contiguous elements",
    ),
    (
        &["tma", "Sw<1,0,1> o (64,64):(64,1)", "--box", "8x8", "--type", "f16"],
        "global memory has no swizzle",
    ),
    (
        &["tma", "memref<64x64xf16>", "--box", "8x8", "--type", "f32"],
        "the elements of the text are f16, not f32",
    ),
    (&["tma", "(64,64):(64,1)", "--box", "8", "--type", "f16"], "the box has 1 extents"),
    (&["tma", "(64,64):(64,1)", "--box", "0x8", "--type", "f16"], "the tile has 0 elements"),
    (
        &["tma", "(64,64):(64,1)", "--box", "8x8", "--type", "f16", "--at", "1"],
        "a copy has 2 coordinates, not 1",
    ),
    (
        &["tma", "(64,64):(64,1)", "--box", "8x8", "--type", "f16", "--blocks", "3"],
        "3 blocks do not divide a box",
    ),
    (
        &["tma", "(64,128):(128,1)", "--box", "8x128", "--type", "b4x16"],
        "sm90 has no b4x16 in tensor maps",
    ),
    (
        &["descriptor", "wgmma", "(64,16):(16,1)", "--type", "f16"],
        "element (1,0) is at byte 32, and the canonical layout has it at 16",
    ),
    (
        &["descriptor", "wgmma", "0x4000", "--type", "f16", "--extent", "64", "--major", "k"],
        "these bits are not a descriptor of wgmma",
    ),
    (&["descriptor", "wgmma", "0xg", "--type", "f16"], "digits of base 16"),
    (&["solve", "32:1", "8:1"], "coordinate 8"),
    (&["solve", "32:1", "32:1", "--seconds", "nan"], "seconds are a number of at least 0"),
    (&["plan-copy", "(8,4)", "(8,4)", "--seconds=-1"], "seconds are a number of at least 0"),
    (&["plan-copy", "(8,4)", "(8,4)", "--padding=-1"], "the stride -1 is negative"),
    (
        &[
            "plan-copy",
            "registers (32,32):(32,1)",
            "registers (32,32):(1,32)",
            "--threads",
            "32",
            "--seconds",
            "0",
        ],
        "the search found no plan in 0 seconds",
    ),
    (
        &["fit", "SM80_16x8x16_F16", "--smem", "(64,60):row"],
        "the memory has 60 elements along K, not a multiple of 16, the extent of the tile",
    ),
    (
        &["fit", "SM80_16x8x16_F16", "--smem", "(64,64):row", "--repeat=-1"],
        "a tile repeats the instruction 1 to 16 times, not -1",
    ),
    (
        &["fit", "SM80_16x8x16_F16", "--smem", "(4096,4096):row"],
        "the copies of 16777216 elements and threads are not counted: 262144 are the most",
    ),
    (&["fit", "SM80_16x8x16_F16", "--smem", "(64,64):row", "--warps", "2,0"], "an extent is 0"),
    (
        &["fit", "SM80_16x8x16_F16", "--smem", "(64,64):row", "--operand", "C"],
        "the name SM80_16x8x16_F16 has no type of C",
    ),
    (
        &["fit", "SM80_16x8x16_F16", "--smem", "(64,64):row", "--bytes", "0"],
        "an element has 1, 2, 4, 8 or 16 bytes, not 0",
    ),
    (
        &["fit", "SM80_16x8x16_F16", "--smem", "(64,64):row", "--bytes=-2"],
        "an element has 1, 2, 4, 8 or 16 bytes, not -2",
    ),
    (
        &["fit", "SM80_16x8x16_F16", "--smem", "(64,64):row", "--bytes", "9223372036854775807"],
        "an element has 1, 2, 4, 8 or 16 bytes, not 9223372036854775807",
    ),
    (
        &["fit", "SM80_16x8x16_F16", "--smem", "(64,64):(-64,72057594037927936)", "--bytes", "16"],
        "the memory of A reaches offset 4539628424389459968, and 72057594037927935 is the most",
    ),
    (
        &["fit", "SM80_16x8x64_S32S4S4S32_TN", "--smem", "(64,64):row"],
        "the name SM80_16x8x64_S32S4S4S32_TN has no type of A",
    ),
    (
        &["fit", "SM80_16x8x256_S32U1U1S32_TN_XORPOPC", "--smem", "(256,256):row"],
        "the name SM80_16x8x256_S32U1U1S32_TN_XORPOPC has no type of A",
    ),
    (
        &["fit", "v_wmma_i32_16x16x16_iu4_w32", "--smem", "(64,64):row"],
        "the name v_wmma_i32_16x16x16_iu4_w32 has no type of A",
    ),
    (
        &["fit", "SM70_8x8x4_F32_TN", "--smem", "(64,64):row"],
        "the name SM70_8x8x4_F32_TN has no type of A",
    ),
    (&["fit", "LDMATRIX_X4", "--smem", "(64,64):row"], "operand Rows has the modes (row,matrix)"),
    (&["check-certificate", "no-such-file"], "cannot read no-such-file"),
    (
        &["swizzle", "(32,4):(4,1)", "(128,1):(1,0)"],
        "error: the following required arguments were not provided:",
    ),
    (&["swizzle", "--find", "(32,4):(4,1)", "nothing"], "`nothing` has no value"),
    (&["fmt", "(4,"], "expected a layout, a tuple, a tiler, a swizzle or a name, found the end"),
    (
        &["fmt", "--files", "/nothing/here.rs"],
        "cannot read /nothing/here.rs: No such file or directory (os error 2)",
    ),
    (&["repl", "nothing"], "error: unexpected argument 'nothing' found"),
    (
        &["bits", "3:1"],
        "no matrix of bits is 3:1: the extent 3 is not a power of 2, which bits require",
    ),
    (
        &["bits", "4:1@0"],
        "cannot make Sw<0,0,0> o 0 o 4:1@0: the stride 1@0 counts in units of a coordinate, not in offsets",
    ),
    (
        &["serve", "--port", "65536"],
        "invalid value '65536' for '--port <N>': 65536 is not in 0..=65535",
    ),
    #[cfg(feature = "completions")]
    (&["completions", "nothing"], "error: invalid value 'nothing' for '<SHELL>'"),
    #[cfg(feature = "docs")]
    (&["man", "nothing"], "unknown command `nothing`"),
    (
        &["digits", "/nothing/here.txt"],
        "cannot read /nothing/here.txt: No such file or directory (os error 2)",
    ),
    (&["export", "(4,8):(8,1)"], "error: the following required arguments were not provided"),
    (
        &["export", "(4,8):(8,1)", "--to", "nothing"],
        "error: invalid value 'nothing' for '--to <SYSTEMS>'",
    ),
    (
        &["export", "(4,8):(8,1)", "--to", "rust", "--element", "f32"],
        "--element has no effect: none of these texts names a type",
    ),
    (
        &["eval", "--from", "cute-cpp", "make_layout(make_shap(2, 4))"],
        "`make_shap` is not a name of CuTe's C++ that is read",
    ),
    (&["nothing"], "error: unrecognized subcommand 'nothing'"),
];

#[test]
fn hostile_words_are_refused() {
    let mut wrong = Vec::new();
    for (words, expected) in ROWS {
        let output = layout(words, "");
        // The explanation of a refused operation goes to standard output.
        let is_silent = output.stdout.is_empty() || words[0] == "explain";
        let said = [&output.stderr[..], &output.stdout[..]].concat();
        let said = String::from_utf8_lossy(&said);
        let is_refused = output.status.code() == Some(2) && is_silent;
        if !is_refused
            || !said.contains(expected)
            || said.contains("panicked")
            || expected.is_empty()
        {
            let head: String = said.lines().next().unwrap_or_default().chars().take(200).collect();
            wrong.push(format!("{words:?} => {:?} {} {head}", output.status, output.stdout.len()));
        }
    }
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    // Every command has a row.
    let help = String::from_utf8(layout(&["--help"], "").stdout).expect("UTF-8");
    let commands = help.lines().filter_map(|line| line.strip_prefix("  "));
    let commands: BTreeSet<&str> = commands
        .take_while(|line| !line.starts_with('-'))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| *word != "help" && word.chars().all(|c| c.is_ascii_lowercase()))
        .collect();
    assert!(commands.len() >= 12, "{commands:?}");
    for command in commands {
        assert!(ROWS.iter().any(|(words, _)| words[0] == command), "{command} has no row");
    }
}

/// Texts of 10 kB that are deep, wide, or much work for their length.
fn long_texts() -> Vec<String> {
    let mut texts = Vec::new();
    let mut add = |text: String| texts.push(text.chars().take(LONG).collect::<String>());
    for token in [
        "(",
        ")",
        "<",
        "1",
        "9",
        "-",
        "_",
        ",",
        ":",
        "o",
        "~",
        "'",
        "\"",
        "#",
        "{",
        "[",
        "\\",
        " ",
        "\n",
        "\u{e9}",
        "(1,",
        "((",
        "1,",
        "8:1 o ",
        "8:1 / ",
        "~",
        "~8:1 ",
        "Sw<3,3,3> o ",
        "let a = 8:1; ",
        "coalesce(",
        "a(",
        "1:1,",
        "f32[",
        "{1,0:T(8,128)",
        "memref<",
        "?x",
        "4x",
        "(f32[1], ",
        "T(8,128)",
        "StridedLayout(",
        "_2, ",
        "2:1 * ",
        "complement(",
        ".flatten()",
        "8:1.",
        "(2,2):(1,2) * ",
        "n*m*",
        "(n,",
        "?%2",
        "[[0,1],",
        "register = [[1,0],",
        "#ttg.linear<{register = [",
        "{devices=[2,",
        "[\"a\"=2, ",
        "[{\"a\"}, ",
        "Shard(dim=0), ",
        "?{div=8},",
        "?{=n div=8 <=4096}:",
        "?{<=",
        "n:1,",
        "n%m*",
        "n{div=8} ",
        "Layout<(UInt<UTerm, B1>, ",
        "UInt<",
    ] {
        add(token.repeat(LONG));
    }
    let nested = "(".repeat(LONG / 2) + &")".repeat(LONG / 2);
    add(nested);
    add("(".to_string() + &"2,".repeat(LONG / 2));
    add("8:1".to_string() + &" o 8:1".repeat(LONG / 6));
    add("2:1".to_string() + &" * 2:1".repeat(LONG / 6));
    add("8:1".to_string() + &".flatten()".repeat(LONG / 10));
    add("~".repeat(LONG - 3) + "4:2");
    add("let a = 8:1; ".repeat(LONG / 13 - 1) + "a");
    add("coalesce(".repeat(LONG / 10) + "8:1" + &")".repeat(LONG / 10));
    add("coalesce(".repeat(LONG / 10 - 1) + "8:1" + &")".repeat(LONG / 10));
    add("let a = 2; ".to_string()
        + &(0..).map(|_| "let a = (a,a); ").take(LONG / 15 - 1).collect::<String>()
        + "a");
    add("f32[".to_string() + &"1,".repeat(LONG / 2 - 4) + "1]");
    add("(".repeat(LONG / 8) + "f32[1]" + &")".repeat(LONG / 8));
    add("memref<".to_string() + &"1x".repeat(LONG / 2 - 8) + "f32>");
    add(format!("{{'shape': ({}), 'typestr': '<f4', 'version': 3}}", "1,".repeat(LONG / 2 - 30)));
    add(format!("StridedLayout(shape=({}), strides=None, itemsize=4)", "1,".repeat(LONG / 2 - 30)));
    add(format!("!cute.layout<\"({}):1\">", "1,".repeat(LONG / 2 - 20)));
    add(format!("#ttg.linear<{{register = [{}]}}>", "[0,1],".repeat(LONG / 6 - 10)));
    add(format!("{{devices=[{}]<=[1]}}", "1,".repeat(LONG / 2 - 20)));
    add(format!("{{devices=[{}]0}}", "1,".repeat(LONG / 2 - 20)));
    add(format!("[{}]", (0..LONG / 9).map(|k| format!("\"{k}\"=1,")).collect::<String>()));
    add(format!("#sdy.sharding<@mesh, [{}]>", "{\"a\"}, ".repeat(LONG / 7 - 10)));
    add("(".to_string() + &"?{div=8},".repeat(LONG / 9 - 1) + "1):1");
    add("(n,m):(1,".to_string() + &"n*".repeat(LONG / 2 - 8) + "m)");
    add("(n*".repeat(LONG / 5) + "n" + &")".repeat(LONG / 5) + ":1");
    add("n:n / ".repeat(LONG / 6 - 1) + "n:1");
    add("(n,m):(1,n) o ".repeat(LONG / 14 - 1) + "n:1");
    add("Layout<(".to_string() + &"UInt<".repeat(LONG / 5 - 3) + "UTerm");
    // Much to say about a short text.
    add("{devices=[1073741824]<=[1073741824]}".into());
    add("{devices=[32768,32768]<=[32768,32768]T(1,0)}".into());
    add("{devices=[16777216]<=[16777216]}".into());
    add("{devices=[2,16,524288]<=[524288,32]T(1,0) last_tile_dims={replicated, manual}}".into());
    // Groups of 4 in a mode of an odd extent: 2^22 devices as a list.
    add("{devices=[1048575,4]<=[1048575,4]T(1,0) last_tile_dim_replicate}".into());
    add("{mesh['a'=2147483648], [{'a'}]}".into());
    add("#sdy.mesh<[\"x\"=2147483648]>".into());
    for part in [
        "{devices=[16777216]<=[16777216]}",
        "{devices=[1024,1024]<=[1024,1024]T(1,0) last_tile_dim_replicate}",
        "{devices=[1,1024,1024]<=[1048576] last_tile_dims={replicated, manual}}",
        "{mesh['a'=1048576], device_ids=([1024,1024]T(1,0)), replicated}",
    ] {
        let parts = vec![part; (LONG - 10) / (part.len() + 2)];
        add(format!("{{{}}}", parts.join(", ")));
    }
    add("[\"a\"=4611686018427387904, \"b\"=1073741824]".into());
    add("(9223372036854775807):(1)".into());
    add("(3037000499,3037000499):(1,3037000499)".into());
    add("(2,2,2,2,2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128,256,512,1024,2048) o 4096:1".into());
    add("1073741824:3 o (32768,32768):(32768,1)".into());
    add("Sw<31,0,31> o 0 o 1073741824:1".into());
    add("compose_exact((1000003,1000033):(1,1000003), 1000003:999983)".into());
    add("inverse(1048576:1)".into());
    // The most values of a warp's accesses that the command reads.
    add("262144:1".into());
    add("4611686018427387904:1.complement(9223372036854775807)".into());
    texts
}

#[test]
fn long_texts_end_within_256_mib() {
    let texts = long_texts();
    for (k, text) in texts.iter().enumerate() {
        let head: String = text.chars().take(60).collect();
        for words in ["show", "eval", "explain", "fmt", "bits"] {
            ends(&[words, "--", text.as_str()], "", &head);
        }
        ends(&["diff", "--", text, "8:1"], "", &head);
        ends(&["emit", "cuda", "--", text], "", &head);
        ends(&["digits"], text, &head);
        // Those that a command reads with the same parser: the short ones, and one long one.
        if k == 0 || text.len() < 200 {
            ends(&["explain", "--json", "--", text], "", &head);
            ends(&["tv", "--tile", "8x8", "--", text], "", &head);
            ends(&["banks", "--", text, text], "", &head);
            ends(&["coalescing", "--", text, text], "", &head);
            ends(&["swizzle", "--find", "--", text, text], "", &head);
            ends(&["repl"], text, &head);
        }
        let dialects = ["cute-dsl", "mojo", "moye", "mlir", "xla", "cuda-core", "numpy"];
        ends(&["eval", "--from", dialects[k % dialects.len()], "--", text], "", &head);
    }
}

/// The command answers or refuses. Within the limits, since more memory aborts it.
fn ends(words: &[&str], input: &str, head: &str) {
    let output = layout(words, input);
    let said = String::from_utf8_lossy(&output.stderr);
    let is_fine = matches!(output.status.code(), Some(0..=2)) && !said.contains("panicked");
    let last: String = said.chars().take(300).collect();
    assert!(is_fine, "{} of {head:?}: {:?} {last}", words[0], output.status);
}

/// The parsers of the library and of the other systems, and the dialogue, in a process of their own.
#[test]
fn parsers_of_long_texts_return_within_256_mib() {
    let program = std::env::current_exe().expect("the path of the test");
    let output = limited(program.to_str().expect("a path in UTF-8"))
        .args(["--ignored", "--exact", "long_texts_of_parsers"])
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{:?} {said}", output.status);
}

#[test]
#[ignore = "`parsers_of_long_texts_return_within_256_mib` runs it"]
fn long_texts_of_parsers() {
    for text in long_texts() {
        for dialect in Dialect::ALL {
            let _ = dialect.read(&text);
        }
        let _ = (language::read(&text), Dialogue::new(true).answer(&text));
        let _ = (text.parse::<layout_core::Coord>(), text.parse::<layout_core::IntTuple>());
        let _ = (text.parse::<layout_core::Tiler>(), text.parse::<layout_core::Swizzle>());
        let _ = (text.parse::<layout_core::Slices>(), text.parse::<layout_core::Frame>());
        let _ = text.parse::<layout_core::StridedLayout>();
        let _ = (text.parse::<layout_core::BitLayout>(), text.parse::<layout_core::AxisList>());
        let _ = (text.parse::<layout_core::Facts>(), text.parse::<layout_core::SymbolicLayout>());
        let _ = (TritonLayout::parse(&text), MemRef::parse(&text));
        let _ = (text.parse::<StridedAttr>(), text.parse::<CuteLayout>());
        let _ = (text.parse::<XlaShape>(), text.parse::<XlaLayout>(), XlaTree::parse(&text));
        let _ = (text.parse::<Mesh>(), text.parse::<Sharding>());
        // What is read is written too: a short text may say much.
        let _ = text.parse::<SdyMesh>().map(|mesh| mesh.to_string());
        let _ = text.parse::<HloSharding>().map(|sharding| sharding.to_string());
        let _ = (text.parse::<SdySharding>(), text.parse::<Placements>());
        let _ = (text.parse::<Descriptor>(), text.parse::<Darray>(), text.parse::<Subarray>());
    }
}

/// A message names the file of a type, which may be any: one without an end is not read.
#[test]
#[cfg(unix)]
fn messages_that_name_other_files() {
    for path in ["/dev/zero", "/", "/nothing/here.txt"] {
        let message = format!("the full name for the type has been written to '{path}'\n");
        let output = layout(&["digits"], &message);
        assert_eq!(String::from_utf8_lossy(&output.stdout), message);
        assert!(output.status.success());
    }
}

/// Writes the long texts into the folder `TEXTS`, for `tools/ci/limits.py`.
#[test]
#[ignore = "a tool"]
fn write_long_texts() {
    let folder = std::path::PathBuf::from(std::env::var_os("TEXTS").expect("the folder TEXTS"));
    for (k, text) in long_texts().iter().enumerate() {
        std::fs::write(folder.join(format!("{k:03}.txt")), text).expect("a file");
    }
}
