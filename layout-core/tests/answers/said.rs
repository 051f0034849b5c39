//! Results as text, and their digests.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use layout_core::{
    AxisList, ComposedLayout, Coord, IntTuple, Layout, LayoutError, Padded, Slice, StrideOrder,
    StridedLayout, Swizzle, Text, Tiler,
};

/// The text of an operand or a result. Known leaves have a mark.
pub(crate) trait Say {
    fn say(&self, text: &mut String);

    fn is_refused(&self) -> bool {
        false
    }
}

macro_rules! said_as {
    ($($of:ty: |$value:ident| $text:expr;)*) => {$(
        impl Say for $of {
            fn say(&self, text: &mut String) {
                let $value = self;
                write!(text, "{}", $text).unwrap();
            }
        }
    )*};
}

said_as! {
    bool: |value| value;
    i32: |value| value;
    i64: |value| value;
    u32: |value| value;
    u64: |value| value;
    usize: |value| value;
    str: |value| value;
    String: |value| value;
    Text: |value| value.as_str();
    Coord: |value| value;
    Tiler: |value| value;
    Swizzle: |value| value;
    IntTuple: |value| value.marked().as_str();
    Layout: |value| value.marked().as_str();
    ComposedLayout: |value| value.marked().as_str();
    StridedLayout: |value| format!("{value} from {}", value.offset());
    StrideOrder: |value| format!("{value:?}");
    AxisList: |value| value;
    Slice: |value| format!("{value:?}");
}

impl<T: Say + ?Sized> Say for &T {
    fn say(&self, text: &mut String) {
        (**self).say(text);
    }
}

impl<T: Say> Say for [T] {
    fn say(&self, text: &mut String) {
        for part in self {
            part.say(text);
            text.push(';');
        }
    }
}

impl<T: Say, const N: usize> Say for [T; N] {
    fn say(&self, text: &mut String) {
        self.as_slice().say(text);
    }
}

impl<T: Say> Say for Vec<T> {
    fn say(&self, text: &mut String) {
        self.as_slice().say(text);
    }
}

impl<A: Say, B: Say> Say for (A, B) {
    fn say(&self, text: &mut String) {
        self.0.say(text);
        text.push_str(" and ");
        self.1.say(text);
    }
}

impl<T: Say> Say for Option<T> {
    fn say(&self, text: &mut String) {
        match self {
            Some(value) => value.say(text),
            None => text.push_str("none"),
        }
    }
}

impl Say for () {
    fn say(&self, text: &mut String) {
        text.push_str("yes");
    }
}

impl Say for Padded {
    fn say(&self, text: &mut String) {
        self.layout().say(text);
        let size = self.layout().size().min(200);
        let inside = |i: i64| if self.guard().inside(i) { '+' } else { '-' };
        text.extend((0..size).map(inside));
    }
}

impl Say for Padded<ComposedLayout> {
    fn say(&self, text: &mut String) {
        self.layout().say(text);
        let size = self.layout().size().min(200);
        let inside = |i: i64| if self.guard().inside(i) { '+' } else { '-' };
        text.extend((0..size).map(inside));
    }
}

impl Say for LayoutError {
    fn say(&self, text: &mut String) {
        // Also the form in which unknown leaves print as `?`.
        write!(text, "{} | {}", self.message_with_help(), self.of_nesting()).unwrap();
    }
}

impl<T: Say> Say for Result<T, LayoutError> {
    fn say(&self, text: &mut String) {
        match self {
            Ok(value) => value.say(text),
            Err(error) => error.say(text),
        }
    }

    fn is_refused(&self) -> bool {
        self.is_err()
    }
}

#[derive(Clone, Copy)]
struct DigestLine {
    asked: u64,
    refused: u64,
    digest: u64,
}

/// The results of one family of operations.
pub(crate) struct Recorded {
    family: &'static str,
    lines: RefCell<BTreeMap<&'static str, DigestLine>>,
    /// The text of all results by operation, if the environment requests it.
    texts: Option<(PathBuf, RefCell<BTreeMap<&'static str, String>>)>,
}

impl Recorded {
    pub(crate) fn of(family: &'static str) -> Self {
        let texts = env::var_os("ANSWERS").map(|folder| (folder.into(), RefCell::default()));
        Self { family, lines: RefCell::default(), texts }
    }

    pub(crate) fn add(&self, operation: &'static str, operands: &[&dyn Say], answer: &dyn Say) {
        let mut text = String::new();
        answer.say(&mut text);
        let mut lines = self.lines.borrow_mut();
        let line = lines.entry(operation).or_insert(DigestLine {
            asked: 0,
            refused: 0,
            digest: 0xcbf29ce484222325,
        });
        line.asked += 1;
        line.refused += u64::from(answer.is_refused());
        // FNV-1a.
        for byte in text.bytes().chain(*b"\n") {
            line.digest = (line.digest ^ u64::from(byte)).wrapping_mul(0x100000001b3);
        }
        if let Some((_, texts)) = &self.texts {
            let mut texts = texts.borrow_mut();
            let all = texts.entry(operation).or_default();
            for operand in operands {
                operand.say(all);
                all.push_str("  ");
            }
            writeln!(all, "=> {text}").unwrap();
        }
    }

    /// Compares the lines of the family with the recorded ones.
    pub(crate) fn compare(self) {
        if let Some((folder, texts)) = &self.texts {
            fs::create_dir_all(folder).unwrap();
            for (operation, text) in texts.borrow().iter() {
                fs::write(folder.join(format!("{}.{operation}", self.family)), text).unwrap();
            }
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/answers/kept")
            .join(format!("{}.txt", self.family));
        let mut found = String::from("operation, asked, refused, digest\n");
        for (operation, DigestLine { asked, refused, digest }) in self.lines.borrow().iter() {
            writeln!(found, "{operation} {asked} {refused} {digest:016x}").unwrap();
        }
        if env::var_os("UPDATE").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            return fs::write(path, found).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap();
        let others: Vec<&str> =
            found.lines().filter(|line| !kept.lines().any(|kept| kept == *line)).collect();
        assert!(
            kept == found,
            "other answers than those of {}; if they are meant, UPDATE=1:\n{}",
            path.display(),
            others.join("\n")
        );
    }
}

/// Calls a method, or a function of a type, and records its result. Evaluates each argument once.
macro_rules! ask {
    ($answers:ident: $a:ident.$operation:ident($($argument:expr),*)) => {
        $crate::said::ask!(@ $answers, $operation, [&$a,], ($a.$operation), $($argument),*)
    };
    ($answers:ident: $of:ident::$operation:ident($($argument:expr),*)) => {
        $crate::said::ask!(@ $answers, $operation, [], ($of::$operation), $($argument),*)
    };
    (@ $answers:ident, $name:ident, [$($first:tt)*], ($($asked:tt)*), ) => {
        $answers.add(stringify!($name), &[$($first)*], &$($asked)*())
    };
    (@ $answers:ident, $name:ident, [$($first:tt)*], ($($asked:tt)*), $x:expr) => {{
        let x = $x;
        $answers.add(stringify!($name), &[$($first)* &x], &$($asked)*(x))
    }};
    (@ $answers:ident, $name:ident, [$($first:tt)*], ($($asked:tt)*), $x:expr, $y:expr) => {{
        let (x, y) = ($x, $y);
        $answers.add(stringify!($name), &[$($first)* &x, &y], &$($asked)*(x, y))
    }};
    (@ $answers:ident, $name:ident, [$($first:tt)*], ($($asked:tt)*), $x:expr, $y:expr, $z:expr) => {{
        let (x, y, z) = ($x, $y, $z);
        $answers.add(stringify!($name), &[$($first)* &x, &y, &z], &$($asked)*(x, y, z))
    }};
}
pub(crate) use ask;

/// Calls methods without arguments.
macro_rules! ask_each {
    ($answers:ident: $a:ident, $($operation:ident)*) => {
        $($crate::said::ask!($answers: $a.$operation());)*
    };
}
pub(crate) use ask_each;
