//! Rows that must not compile: every refused operation is one compile error, with the message of the algebra on plain
//! integers.

use std::path::Path;

use static_layout::dynamic::{self, ComposedLayout, Layout, LayoutError, Padded, Tiler};
use static_layout::*;
use static_layout_tests::compiler;

trait StaticRefusal {
    fn text(self) -> String;
}
impl StaticRefusal for Result<Layout, LayoutError> {
    fn text(self) -> String {
        self.unwrap_err().to_string()
    }
}
impl StaticRefusal for Result<ComposedLayout, LayoutError> {
    fn text(self) -> String {
        self.unwrap_err().to_string()
    }
}
impl StaticRefusal for Result<Padded, LayoutError> {
    fn text(self) -> String {
        self.map(|padded| padded.layout()).unwrap_err().to_string()
    }
}

impl StaticRefusal for Result<dynamic::IntTuple, LayoutError> {
    fn text(self) -> String {
        self.unwrap_err().to_string()
    }
}

fn tuple(text: &str) -> dynamic::IntTuple {
    text.replace([' ', '\n'], "").parse().unwrap()
}

fn tiler(text: &str) -> Tiler {
    text.replace([' ', '\n'], "").parse().unwrap()
}

macro_rules! refusal {
    (tiler $method:ident [$($a:tt)*] [$($b:tt)*]) => {
        layout!($($a)*).to_dynamic().$method(&Tiler::whole(layout!($($b)*).to_dynamic())).text()
    };
    (layout $method:ident [$($a:tt)*] [$($b:tt)*]) => {
        layout!($($a)*).to_dynamic().$method(&layout!($($b)*).to_dynamic()).text()
    };
    (by_mode $method:ident [$($a:tt)*] {$($b:tt)*}) => {
        layout!($($a)*).to_dynamic().$method(&tiler(concat!("<", stringify!($($b)*), ">"))).text()
    };
    (shape $method:ident [$($a:tt)*] $m:tt) => {
        layout!($($a)*).to_dynamic().$method(&tuple(stringify!($m))).text()
    };
    (ordered $method:ident [$($a:tt)*] ($m:tt $o:tt)) => {
        layout!($($a)*)
            .to_dynamic()
            .$method(&tuple(stringify!($m)), &tuple(stringify!($o)))
            .text()
    };
    (count $method:ident [$($a:tt)*] $n:literal) => {
        layout!($($a)*).to_dynamic().$method($n).text()
    };
    (bits $method:ident [$($a:tt)*] ($old:literal, $new:literal)) => {
        layout!($($a)*).to_dynamic().$method($old, $new).text()
    };
    (inverse $method:ident [$($a:tt)*] _) => {
        layout!($($a)*).to_dynamic().$method().text()
    };
    (misfit $method:ident [$($a:tt)*] {$($b:tt)*}) => {
        refusal!(by_mode $method [$($a)*] {$($b)*})
    };
    (swizzled $method:ident [$($a:tt)*] [$($b:tt)*]) => {
        layout!($($a)*).to_dynamic().$method(&layout!($($b)*).to_dynamic()).text()
    };
    (tuples $method:ident [$($a:tt)*] [$($b:tt)*]) => {
        tuple(stringify!($($a)*)).$method(&tuple(stringify!($($b)*))).text()
    };
    (extent $method:ident [$($a:tt)*] $m:literal) => {
        layout!($($a)*).to_dynamic().$method($m).text()
    };
}

macro_rules! rows {
    ($($kind:ident $method:ident [$($a:tt)*] $b:tt => $text:literal;)*) => {
        /// The errors of the program.
        const TEXTS: &[&str] = &[$($text),*];

        #[test]
        fn dynamic() {
            // A function each, because all rows in one function need a large frame.
            let rows: &[fn()] = &[$(|| assert_eq!(refusal!($kind $method [$($a)*] $b), $text)),*];
            rows.iter().for_each(|row| row());
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/refused.rs"));

#[test]
fn compile_errors() {
    // The rows are in a file next to the program.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused");
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("refused.rs");
    std::fs::write(&program, include_str!("../refused.rs")).unwrap();
    std::fs::write(folder.join("rows.rs"), include_str!(concat!(env!("OUT_DIR"), "/refused.rs")))
        .unwrap();
    let errors = compiler::errors(&folder, &[("rows".to_string(), program)]);

    let mut found: Vec<&str> = Vec::new();
    for error in &errors {
        let refusal = error.message.strip_prefix("evaluation panicked: ");
        assert!(error.code == "E0080" && refusal.is_some(), "{}", error.rendered);
        // Lines of help may follow the refusal.
        found.extend(refusal.and_then(|text| text.lines().next()));
    }
    let mut expected = TEXTS.to_vec();
    expected.sort_unstable();
    expected.dedup();
    found.sort_unstable();
    found.dedup();
    let missing: Vec<_> = expected.iter().filter(|text| !found.contains(text)).collect();
    let others: Vec<_> = found.iter().filter(|text| !expected.contains(text)).collect();
    assert!(
        missing.is_empty() && others.is_empty(),
        "not refused: {missing:#?}\nelse: {others:#?}"
    );
}

/// Each method of a tensor that refuses a static layout has an error in the line of its call, and no other line has one.
#[test]
fn refused_views() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("refused_views.rs");
    let text = std::fs::read_to_string(&program).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused_views");
    let errors = compiler::errors(&folder, &[("views".to_string(), program)]);
    let shows = |line: usize| {
        let place = format!("refused_views.rs:{line}:");
        errors.iter().any(|error| error.code == "E0080" && error.rendered.contains(&place))
    };
    for (number, line) in text.lines().enumerate() {
        assert_eq!(shows(number + 1), line.ends_with("// refused"), "{line}");
    }
}
