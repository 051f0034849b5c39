//! Rows that must not compile: every refused operation is one compile error, with the message of the algebra on plain
//! integers.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::path::Path;

use static_layout::dynamic::{self, Layout, LayoutError, Padded, Tiler};
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
    (tuples $method:ident [$($a:tt)*] [$($b:tt)*]) => {
        tuple(stringify!($($a)*)).$method(&tuple(stringify!($($b)*))).text()
    };
    (extent $method:ident [$($a:tt)*] $m:literal) => {
        layout!($($a)*).to_dynamic().$method($m).text()
    };
}

/// The type of an operation's result, without its call.
struct TypeOf<R>(PhantomData<R>);
fn type_of<R>(_: &impl FnOnce() -> R) -> TypeOf<R> {
    TypeOf(PhantomData)
}
impl<R: AnyLayout> TypeOf<R> {
    fn is_refused(&self) -> bool {
        <R::Shape as IntTuple>::REFUSAL.is_some() || <ops::Cosize<R> as IntTuple>::REFUSAL.is_some()
    }
}
/// Results that are no layouts.
trait Another {
    fn is_refused(&self) -> bool {
        false
    }
}
impl<R> Another for TypeOf<R> {}

macro_rules! result {
    (tiler $method:ident [$($a:tt)*] [$($b:tt)*]) => { layout!($($a)*).$method(layout!($($b)*)) };
    (layout $method:ident [$($a:tt)*] [$($b:tt)*]) => { layout!($($a)*).$method(layout!($($b)*)) };
    (by_mode $method:ident [$($a:tt)*] {$($b:tt)*}) => { layout!($($a)*).$method(tile!($($b)*)) };
    (extent $method:ident [$($a:tt)*] $m:literal) => { layout!($($a)*).$method(shape!($m)) };
    (shape $method:ident [$($a:tt)*] $m:tt) => { layout!($($a)*).$method(shape!($m)) };
    (ordered $method:ident [$($a:tt)*] ($m:tt $o:tt)) => {
        layout!($($a)*).$method(shape!($m), shape!($o))
    };
    (count $method:ident [$($a:tt)*] $n:literal) => { layout!($($a)*).$method::<$n>() };
    (bits $method:ident [$($a:tt)*] ($m:literal, $n:literal)) => {
        layout!($($a)*).$method::<$m, $n>()
    };
    (inverse $method:ident [$($a:tt)*] _) => { layout!($($a)*).$method() };
    ($kind:ident $method:ident [$($a:tt)*] $b:tt) => { () };
}

macro_rules! rows {
    ($($kind:ident $method:ident [$($a:tt)*] $b:tt => $text:literal;)*) => {
        /// The errors of the program.
        const TEXTS: &[&str] = &[$($text),*];

        /// Each operation, and whether the type of its result is refused, too.
        fn types() -> Vec<(&'static str, bool)> {
            vec![$((
                stringify!($method),
                type_of(&|| result!($kind $method [$($a)*] $b)).is_refused(),
            )),*]
        }

        #[test]
        fn dynamic() {
            $(assert_eq!(refusal!($kind $method [$($a)*] $b), $text);)*
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/refused.rs"));

#[test]
fn compile_errors() {
    // The rows are in a file beside the program.
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

/// For each operation: the rows whose type is refused, too, and all rows; without operations whose types are never refused.
const TYPES: &[(&str, usize, usize)] = &[
    ("blocked_product", 5, 8),
    ("broadcast_to", 6, 6),
    ("complement", 58, 58),
    ("complement_padded", 17, 17),
    ("compose", 26, 32),
    ("downcast", 11, 11),
    ("flat_divide", 23, 30),
    ("flat_product", 5, 8),
    ("inverse", 6, 6),
    ("left_inverse", 38, 38),
    ("like", 1, 1),
    ("logical_divide", 25, 36),
    ("logical_product", 9, 20),
    ("raked_product", 7, 10),
    ("recast_bits", 10, 10),
    ("reshape", 6, 6),
    ("right_inverse", 13, 13),
    ("tile_to_shape", 10, 10),
    ("tile_to_shape_ordered", 7, 7),
    ("tiled_divide", 16, 27),
    ("tiled_product", 7, 8),
    ("upcast", 9, 9),
    ("with_shape", 6, 6),
    ("zipped_divide", 23, 37),
    ("zipped_product", 4, 9),
];

/// The type of a refused operation has no values where types decide about the rule. Others are refused by the algebra on
/// plain integers alone: the result of such an operation is a layout if it is named without a call.
#[test]
fn refused_types() {
    let mut found = BTreeMap::<&str, (usize, usize)>::new();
    for (method, is_refused) in types() {
        let (refused, all) = found.entry(method).or_default();
        (*refused, *all) = (*refused + usize::from(is_refused), *all + 1);
    }
    let found = found.into_iter().map(|(method, (refused, all))| (method, refused, all));
    let found: Vec<_> = found.filter(|&(_, refused, _)| refused > 0).collect();
    assert_eq!(found, TYPES);
}
