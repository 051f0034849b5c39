//! The forms of a picture that are not texts, links to the explorer, and what a build says of a feature that it lacks.

use std::path::PathBuf;
use std::process::Command;

/// The exit code, the output and the errors of the command, in an environment with the address of an explorer if there is one.
fn layout(words: &[&str], explorer: Option<&str>) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_layout"));
    command.args(words).env("NO_COLOR", "1").env_remove("COLUMNS").env_remove("LAYOUT_EXPLORER");
    if let Some(address) = explorer {
        command.env("LAYOUT_EXPLORER", address);
    }
    let output = command.output().expect("the binary runs");
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code().unwrap(), out, err)
}

/// A file that no other test writes.
fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("layout-forms-{}-{name}", std::process::id()))
}

/// The names and values of an address.
type Fields<'a> = &'a [(&'a str, &'a str)];

/// The fields of an address behind `#`, without percent-encoding.
fn fields(link: &str) -> Vec<(String, String)> {
    let decoded = |text: &str| {
        let mut parts = text.split('%');
        let mut out = parts.next().unwrap().to_owned();
        for part in parts {
            out.push(char::from(u8::from_str_radix(&part[..2], 16).unwrap()));
            out.push_str(&part[2..]);
        }
        out
    };
    let part = link.trim().split_once('#').unwrap().1;
    let pairs = part.split('&').map(|pair| pair.split_once('=').unwrap());
    pairs.map(|(name, value)| (name.to_owned(), decoded(value))).collect()
}

#[test]
fn a_link_shows_the_picture_in_the_explorer() {
    let expected: [(&[&str], Fields); 7] = [
        (&["show", "(4,8):(8,1)"], &[("e", "(4,8):(8,1)"), ("by", "offset")]),
        (&["show", "(4,8)/<2,4>", "--by", "tile"], &[("e", "(4,8)/<2,4>"), ("by", "tile=")]),
        (&["show", "8:1", "--by", "bank", "--bytes", "2"], &[("e", "8:1"), ("by", "bank=2")]),
        (&["show", "(4,8)", "--by", "tile=<2,2>"], &[("e", "(4,8)"), ("by", "tile=<2,2>")]),
        (
            &["tv", "SM80_16x8x16_F16", "--tiled", "(2,2)", "--repeat", "1x2x1"],
            &[
                ("view", "threads"),
                ("kind", "atom"),
                ("atom", "SM80_16x8x16_F16"),
                ("tiled", "(2,2)"),
                ("repeat", "1x2x1"),
            ],
        ),
        (
            &["tv", "--threads", "(32,8):(8,1)", "--values", "(4,1)"],
            &[("view", "threads"), ("kind", "copy"), ("of", "(32,8):(8,1)"), ("values", "(4,1)")],
        ),
        (
            &["tv", "(4,2):(1,4)", "--tile", "4x2"],
            &[("view", "threads"), ("kind", "tile"), ("held", "(4,2):(1,4)"), ("tile", "4x2")],
        ),
    ];
    for (words, pairs) in expected {
        let words = [words, &["--link"]].concat();
        let (code, out, err) = layout(&words, Some("https://layouts.example/page/"));
        assert_eq!((code, err.as_str()), (0, ""), "{words:?}");
        assert!(out.starts_with("https://layouts.example/page/#"), "{out}");
        let found = fields(&out);
        let found: Vec<_> = found.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(found, pairs, "{words:?}");
    }
    // The option before the environment; a fragment of an address is replaced.
    let words = ["show", "(4,8)", "--link=https://other.example/#e=4"];
    let (_, out, _) = layout(&words, Some("https://layouts.example/"));
    assert_eq!(out, "https://other.example/#e=%284%2C8%29&by=offset\n");
    let (code, out, err) = layout(&["show", "(4,8)", "--link"], None);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("LAYOUT_EXPLORER") && err.contains("layout serve --page"), "{err}");
    let (code, _, err) = layout(&["show", "(4,8)", "--link=here"], None);
    assert_eq!((code, err.contains("here is not an address")), (2, true), "{err}");
}

/// A picture that no terminal holds is followed by a word about the page.
#[test]
fn a_large_picture_names_the_page_that_zooms() {
    let last = |layout_text: &str| {
        let (code, out, _) = layout(&["show", layout_text], None);
        assert_eq!(code, 0);
        out.lines().last().unwrap().to_owned()
    };
    assert_eq!(last("(128,128):(128,1)"), "128 rows of 128: --html FILE writes a page that zooms");
    assert!(last("(64,64):(64,1)").starts_with("63"), "{}", last("(64,64):(64,1)"));
}

#[test]
fn by_tile_needs_an_operation_that_makes_tiles() {
    let (code, _, err) = layout(&["show", "(4,8):(8,1)", "--by", "tile"], None);
    assert_eq!(code, 2);
    assert!(err.contains("--by 'tile=<4,2>'"), "{err}");
    let svg = |by: &str| layout(&["show", "(8,12):(12,1) / <4,6>", "--by", by, "--svg"], None).1;
    assert!(svg("tile").contains("class=\"edge\"") && !svg("thread").contains("class=\"edge\""));
}

#[test]
#[cfg(feature = "png")]
fn png_goes_to_a_file() {
    let file = file("picture.png");
    let (code, out, err) =
        layout(&["tv", "SM80_16x8x16_F16", "--png", file.to_str().unwrap()], None);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""));
    assert!(std::fs::read(&file).unwrap().starts_with(b"\x89PNG"));
    std::fs::remove_file(&file).unwrap();
    let (code, _, err) = layout(&["show", "(512,256)", "--png", file.to_str().unwrap()], None);
    assert!(code == 2 && err.contains("--svg and --html"), "{err}");
    assert!(!file.exists());
    let (code, _, err) = layout(&["show", "(4,8)", "--png", "-"], None);
    assert!(code == 2 && err.starts_with("a PNG goes to a file"), "{err}");
}

#[test]
#[cfg(not(feature = "png"))]
fn png_names_its_feature() {
    let file = file("picture.png");
    let (code, _, err) = layout(&["show", "(4,8)", "--png", file.to_str().unwrap()], None);
    assert!(code == 2 && err.contains("the feature `png`"), "{err}");
    assert!(!file.exists());
}

/// The scripts that complete commands are in the default build; a command that a build lacks names its feature.
#[test]
fn a_command_that_is_missing_names_its_feature() {
    for (words, is_there, feature) in [
        (&["completions", "bash"][..], cfg!(feature = "completions"), "completions"),
        (&["man"], cfg!(feature = "docs"), "docs"),
        (&["serve", "--page", "-"], cfg!(feature = "serve"), "serve"),
    ] {
        if is_there {
            continue;
        }
        let (code, out, err) = layout(words, None);
        assert_eq!((code, out.as_str()), (2, ""), "{words:?}");
        assert!(err.contains(&format!("the feature `{feature}`")), "{err}");
        assert!(err.contains("--features full") && !err.contains("similar"), "{err}");
    }
    if cfg!(feature = "completions") {
        assert!(layout(&["completions", "bash"], None).1.contains("swizzle"));
    }
}

/// `--page` writes the explorer as one file: every file of the page is in it, and it asks for no other.
#[test]
#[cfg(feature = "serve")]
fn the_page_is_one_file() {
    let file = file("page.html");
    let words = [
        "serve",
        "--page",
        file.to_str().unwrap(),
        "(4,8) / <2,4>",
        "--address",
        "https://a.example/\"&",
    ];
    let (code, out, err) = layout(&words, None);
    assert_eq!((code, out.trim(), err.as_str()), (0, file.to_str().unwrap(), ""));
    let page = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(!page.contains("src=\"") && !page.contains("href=\"style.css\""));
    assert!(page.contains("name=\"hosted\" content=\"https://a.example/&quot;&amp;\""));
    assert!(page.contains("location.hash ||= '#e=%284%2C8%29%20%2F%20%3C2%2C4%3E'"));
    for part in &static_layout_explorer::FILES[1..] {
        assert!(page.contains(part.text), "{}", part.name);
        // These would end the element, or change how its end is found.
        for end in ["</script", "<!--", "</style"] {
            assert!(!part.text.to_lowercase().contains(end), "{} has {end}", part.name);
        }
    }
    let (code, _, err) = layout(&["serve", "--address", "https://a.example/"], None);
    assert!(code == 2 && err.contains("--page"), "{err}");
}

/// The puzzle of two public articles: a tile is written row by row and read column by column in pairs.
#[test]
fn the_puzzle_of_the_swizzle_is_answered() {
    let words = [
        "swizzle",
        "--find",
        "(32,16):(16,1)",
        "(16,32):(32,1)",
        "--bytes",
        "4",
        "--and",
        "((16,2),16):((1,16),32)",
    ];
    let out = "\
Sw<4,1,4> of offsets in elements of 4 bytes, Sw<4,3,4> of addresses in bytes
without: 16-way conflict, 272 wavefronts instead of 32
with:    no conflict, 32 wavefronts
tried 140 swizzles in order of size: each of the 139 smaller ones leaves a conflict
Sw<4,1,4> o 0 o (16,32):(32,1)
";
    assert_eq!(layout(&words, None), (0, out.to_owned(), String::new()));
}
