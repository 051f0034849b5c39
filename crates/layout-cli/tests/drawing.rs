//! The commands that draw pictures and count accesses.

use std::process::{Command, Output};

fn layout(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
    command.args(words).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").output().unwrap()
}

#[track_caller]
fn answer(words: &[&str]) -> String {
    let output = layout(words);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refusal(words: &[&str]) -> String {
    let output = layout(words);
    assert_eq!(output.status.code(), Some(2), "{words:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn names_of_dimensions_are_above_each_panel() {
    let panels = answer(&["show", "(2,2,2):(2,1,4)", "--names", "y,x,z"]);
    let expected = "(2,2,2):(2,1,4)\ny down, x right, z = 0\n    0 1\n0   0 1\n1   2 3\n\n\
                    y down, x right, z = 1\n    0 1\n0   4 5\n1   6 7\n";
    assert_eq!(panels, expected);
    let line = answer(&["show", "3:2", "--names", "x"]);
    assert!(line.starts_with("3:2\nx right\n"), "{line}");
    let svg = answer(&["show", "(2,(2,2))", "--names", "rows,a<b", "--svg", "-"]);
    assert!(svg.contains(">rows down, a&lt;b right</text>"), "{svg}");
    for (names, said) in [
        ("y", "1 names for 2 modes, each needs one"),
        ("y,x,z", "3 names for 2 modes, each needs one"),
        ("y,", "the name of mode 1 is empty"),
        ("y,y", "two modes have the name `y`"),
    ] {
        let refused = refusal(&["show", "(2,2):row", "--names", names]);
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn show_prints_or_writes() {
    let grid = "(2,2):(2,1)\n    0 1\n0   0 1\n1   2 3\n";
    assert_eq!(answer(&["show", "(2,2):row"]), grid);
    let folder = std::env::temp_dir().join(format!("layout-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |form: &str| folder.join(form).to_string_lossy().into_owned();
    let forms = ["svg", "html", "latex", "json"];
    let names: Vec<String> = forms.map(file).into();
    let options = forms.map(|form| format!("--{form}"));
    let mut words = vec!["show", "(2,2):row", "--by", "tile=<1,2>"];
    for (option, name) in options.iter().zip(&names) {
        words.extend([option.as_str(), name]);
    }
    assert_eq!(answer(&words), "");
    for (option, name) in options.iter().zip(&names) {
        let written = std::fs::read_to_string(name).unwrap();
        let to_output = ["show", "(2,2):row", "--by", "tile=<1,2>", option, "-"];
        assert_eq!(answer(&to_output), written);
        assert_eq!(answer(&to_output[..5]), written);
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(refusal(&["show", "4", "--svg", &file("svg")]).starts_with("cannot write"));
}

#[test]
fn colours_are_asked_for() {
    let coloured = |words: &[&str], force: &str, refuse: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
        command.args(words).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
        for name in [force, refuse].iter().filter(|name| !name.is_empty()) {
            command.env(name, "1");
        }
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let words = ["show", "(2,2):row", "--by", "tile=<1,2>"];
    assert!(coloured(&words, "CLICOLOR_FORCE", "").contains("\u{1b}[38;5;16m\u{1b}[48;5;"));
    assert!(!coloured(&words, "", "").contains('\u{1b}'));
    assert!(!coloured(&words, "", "NO_COLOR").contains('\u{1b}'));
}

#[test]
fn tv_of_layouts_copies_and_atoms() {
    let tile = answer(&["tv", "((2,2),2):((4,1),2)", "--tile", "4x2"]);
    assert_eq!(
        tile,
        "((2,2),2):((4,1),2)\n       0    1\n0   T0V0 T1V0\n1   T2V0 T3V0\n2   T0V1 T1V1\n3   T2V1 T3V1\n"
    );
    let copy = answer(&["tv", "--threads", "(2,2):(2,1)", "--values", "(2,1)"]);
    assert_eq!(copy.lines().nth(3), Some("1   T0V1 T1V1"));
    let atom = answer(&["tv", "--atom", "sm80_8x8x4_f64", "--operand", "c"]);
    assert!(atom.contains("C (M,N) 8x8: ((4,8),2):((16,1),8)") && !atom.contains("A (M,K)"));
    assert!(answer(&["tv", "--atoms"]).lines().count() > 20);
    // Every name that is listed can be typed back.
    for name in answer(&["tv", "--atoms"]).split_whitespace() {
        assert!(layout_cli::atoms::Instruction::find(name).is_ok(), "{name}");
    }
    let unknown = refusal(&["tv", "--atom", "SM80_16x8x16_F1"]);
    assert!(unknown.contains("help: the nearest names are SM80_16x8x16_F16, "), "{unknown}");
    // CUTLASS's names of warp groups: A is an operand only if it comes from registers.
    for (name, operands) in [
        ("SM90_64x128x16_F32F16F16_RS", 2),
        ("SM90_64x128x16_F32BF16BF16_SS", 1),
        ("SM90_64x24x32_S32S8S8_SS_TN", 1),
        ("SM90_64x256x8_F32TF32TF32_RS_TN", 2),
    ] {
        let atom = layout_cli::atoms::Instruction::find(name).unwrap();
        assert_eq!((atom.name.as_str(), atom.operands.len()), (name, operands));
    }
    for name in ["SM90_64x128x16_F32TF32TF32_RS", "SM90_64x128x16_F32F16F16_XS", "SM90_64x12x16"] {
        assert!(layout_cli::atoms::Instruction::find(name).is_err(), "{name}");
    }
    assert!(
        refusal(&["tv", "--atom", "TDPBSSD", "--operand", "D"]).contains("operands are A, B, C")
    );
    assert!(refusal(&["tv", "8:1", "--tile", "4by2"]).contains("1 | 4by2\n  | ^^^^"));
    assert!(refusal(&["tv", "(4,2)"]).contains("--tile"));
}

#[test]
fn banks_before_and_after() {
    let words = ["banks", "(8,8):(1,8)", "(8,64):(64,1)", "--bytes", "2", "--width", "16"];
    let conflict = answer(&words);
    assert!(conflict.starts_with(
        "(8,64):(64,1): 8-way conflict, 8 wavefronts instead of 1\n  bank 0: word 0 of thread 0\n          word 32 of thread 1\n"
    ));
    let both = answer(&[&words[..], &["--swizzle", "Sw<3,3,3>"]].concat());
    assert!(both.starts_with(&conflict));
    assert!(both.ends_with("\nSw<3,3,3> o 0 o (8,64):(64,1): no conflict, 1 wavefront\n"));
    let swizzled = answer(&[
        "banks",
        "(8,8):(1,8)",
        "Sw<3,3,3> o (8,64):(64,1)",
        "--bytes",
        "2",
        "--width",
        "16",
    ]);
    assert_eq!(swizzled, both);
    assert_eq!(answer(&["banks", "32:1"]), "32:1: no conflict, 1 wavefront\n");
    let all = answer(&["banks", "32:32"]);
    assert!(
        all.ends_with("\n          word 224 of thread 7\n          and 24 more words\n"),
        "{all}"
    );
    let shared = answer(&["banks", "((16,2),1):((0,32),0)"]);
    assert!(shared.ends_with("\n  bank 0: word 0 of threads 0, 1, 2, 3, 4, 5, 6, 7, ..\n          word 32 of threads 16, 17, 18, 19, 20, 21, 22, 23, ..\n"), "{shared}");
    // Offsets 0, 1 and 3: a swizzle reaches past the cosize of its layout.
    assert_eq!(answer(&["banks", "Sw<1,0,1> o 3"]), "4:1: no conflict, 1 wavefront\n");
    let refused = refusal(&[&words[..], &["--swizzle", "Sw<3,3,1>"]].concat());
    assert!(refused.contains("Sw<3,3,1>") && refused.contains('^'), "{refused}");
}

#[test]
fn coalescing_of_rows_and_columns() {
    assert_eq!(
        answer(&["coalescing", "32:1"]),
        "32:1: 4 sectors, 1 line: 100% of the bytes moved are used\n"
    );
    assert_eq!(
        answer(&["coalescing", "32:1", "(32,32):row"]),
        "(32,32):(32,1): 32 sectors instead of 4, 32 lines instead of 1: 12% of the bytes moved are used\n"
    );
    assert!(refusal(&["coalescing", "32:1", "--bytes", "5"]).contains("not 5"));
}

#[test]
fn swizzles_are_found() {
    let found = answer(&[
        "swizzle",
        "--find",
        "(8,8):(1,8)",
        "(8,32):row",
        "--bytes",
        "2",
        "--width",
        "16",
    ]);
    assert!(found.starts_with(
        "Sw<2,3,3> of offsets in elements of 2 bytes, Sw<2,4,3> of addresses in bytes\n"
    ));
    assert!(found.ends_with("\nSw<2,3,3> o 0 o (8,32):(32,1)\n"));
    assert!(found.contains("each of the 23 smaller ones leaves a conflict"), "{found}");
    let hopeless = layout(&["swizzle", "--find", "((4,8),1):((32,4096),0)", "32768"]);
    assert_eq!(hopeless.status.code(), Some(1));
    assert!(String::from_utf8(hopeless.stdout).unwrap().contains("none removes every conflict"));
    let longer = answer(&["swizzle", "--find", "((4,2),1):((32,1),0)", "100"]);
    assert!(longer.contains("offsets reach"), "{longer}");
}

#[test]
fn nothing_stops_the_commands() {
    let layouts = [
        "",
        "(",
        "0",
        "(0,1000000000000)",
        "(0,100000,100000)",
        "(1000000000000,0):(0,1)",
        "(4611686018427387904,1)",
        "(2,2):(4611686018427387903,1)",
        "(2,2):(-4611686018427387903,4611686018427387902)",
        "2:9223372036854775806",
        "Sw<3,4,3> o (2,2):(4611686018427387903,1)",
        "Sw<5,20,30> o 1024",
        "(2,2):(1@0,1@1)",
        "((((1))))",
        "():()",
        "<4,2>",
        "(1,_)",
        "(1,1,1,1,1,1,1,1,1,1,1,1)",
    ];
    for a in layouts {
        let mut commands =
            vec![vec!["tv", a, "--tile", "4611686018427387904x4"], vec!["tv", a, "--tile", "2x2"]];
        commands.extend(
            ["offset", "thread", "bank", "tile=<2,2>", "tile=3:5"]
                .map(|by| vec!["show", a, "--by", by, "--svg", "-"]),
        );
        commands.push(vec!["tv", "--threads", a, "--values", a]);
        for b in layouts {
            commands.push(vec!["banks", a, b]);
            commands.push(vec!["coalescing", a, b, "--bytes", "2", "--width", "8"]);
            commands.push(vec!["swizzle", "--find", a, b]);
        }
        for words in commands {
            let output = layout(&words);
            assert!(
                matches!(output.status.code(), Some(0..=2)),
                "{words:?}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            assert!(output.stdout.len() < 1 << 20, "{words:?}");
        }
    }
}

/// Each line `$ layout ..` of the README prints the lines below it.
#[test]
fn the_page_shows_what_is_answered() {
    let page = include_str!("../README.md");
    let mut asked = 0;
    for block in page.split("```").skip(1).step_by(2) {
        for question in block.split("\n$ layout ").skip(1) {
            let (words, expected) = question.split_once('\n').unwrap();
            // Words in single quotation marks contain blanks.
            let words: Vec<&str> =
                words
                    .split('\'')
                    .enumerate()
                    .flat_map(|(i, part)| {
                        if i % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }
                    })
                    .collect();
            // A file with findings ends with 1.
            let said = match words[0] {
                "lint" => String::from_utf8(layout(&words).stdout).unwrap(),
                _ => answer(&words),
            };
            assert_eq!(said.trim_end(), expected.trim_end(), "{words:?}");
            asked += 1;
        }
    }
    assert!(asked >= 3);
}

#[test]
fn pictures_are_cut_to_the_width() {
    let drawn = |columns: &str, words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
        String::from_utf8(command.args(words).env("COLUMNS", columns).output().unwrap().stdout)
            .unwrap()
    };
    let whole = answer(&["show", "(2,20):row"]);
    assert!(
        whole.lines().all(|line| !line.starts_with('+'))
            && whole.lines().any(|line| line.len() > 60)
    );
    let cut = drawn("30", &["show", "(2,20):row"]);
    assert!(cut.ends_with("+11 columns; --svg\n"), "{cut}");
    assert!(cut.lines().skip(1).all(|line| line.len() <= 30), "{cut}");
    assert_eq!(drawn("200", &["show", "(2,20):row"]), whole);
    // One column is the least, and each panel says what it leaves out.
    let narrow = drawn("1", &["show", "(2,3,2):(1,2,6)"]);
    assert_eq!(narrow.matches("+2 columns; --svg").count(), 2, "{narrow}");
    let atom = drawn("40", &["tv", "--atom", "SM80_16x8x16_F16"]);
    assert!(atom.contains("columns; --svg"), "{atom}");
}

#[test]
fn conflicts_can_fail_a_check() {
    let code = |more: &[&str]| {
        let words =
            [&["banks", "(8,8):(1,8)", "(8,64):row", "--bytes", "2", "--width", "16"], more]
                .concat();
        layout(&words).status.code()
    };
    assert_eq!(code(&[]), Some(0));
    assert_eq!(code(&["--fail-on-conflict"]), Some(1));
    assert_eq!(code(&["--fail-on-conflict", "--swizzle", "Sw<3,3,3>"]), Some(0));
}

#[test]
fn a_search_says_when_nothing_needs_doing() {
    let found = answer(&["swizzle", "--find", "32:1", "(32,33):(33,1)"]);
    assert_eq!(found, "no swizzle is needed: (32,33):(33,1) has no conflict, 1 wavefront\n");
}
