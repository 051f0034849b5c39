//! The sentence of a rule: a template, and the numbers that fill its places.
//!
//! [`rules!`] defines an enum of rules together with their sentences, so that a rule is one row:
//!
//! ```text
//! /// A step through the modes does not divide.
//! Divides { divisor: i64, dividend: i64 }:
//!     "the divisor is 0, and must be 1 or more" if divisor == 0,
//!     "{divisor} does not divide {dividend}";
//! ```
//!
//! A row has several templates where the sentence depends on the numbers. The first one whose condition holds is
//! printed.
//!
//! A lower-case place is a field of the row. An upper-case place is a part of the error: `{LEFT}` and `{RIGHT}` are
//! the operands, `{SHAPE}` the shape of the left one, `{PLACE}` the coordinates that the rule names, `{UNIT}` the
//! number whose multiples a swizzle commutes with. `{MOST}`, `{WIDTH}` and `{MAX_..}` are constants. The compiler
//! checks every place of every template.

use crate::bits::dims::DimName;
use crate::error::LayoutError;
use crate::error::text::Text;
use crate::number::MOST;
use crate::number::basis::Basis;
use crate::number::limit::{MAX_AXES, MAX_LEAVES, MAX_NODES, MAX_RANK};
use crate::swizzle::bits::{Swizzle, WIDTH};

/// The value of a place.
#[derive(Clone, Copy)]
pub(super) enum FieldValue {
    /// A field that no template prints.
    Hidden,
    Number(i64),
    Count(usize),
    Sign(char),
    Words(&'static str),
    /// Prints as `@1@0`. Empty for a plain integer.
    Basis(Basis),
    Swizzle(Swizzle),
    Name(DimName),
}

/// The value of a field, by its type.
macro_rules! part {
    (i64, $value:expr) => {
        $crate::error::words::FieldValue::Number($value)
    };
    (usize, $value:expr) => {
        $crate::error::words::FieldValue::Count($value)
    };
    (u32, $value:expr) => {
        $crate::error::words::FieldValue::Count($value as usize)
    };
    (char, $value:expr) => {
        $crate::error::words::FieldValue::Sign($value)
    };
    (str, $value:expr) => {
        $crate::error::words::FieldValue::Words($value)
    };
    (Basis, $value:expr) => {
        $crate::error::words::FieldValue::Basis($value)
    };
    (Swizzle, $value:expr) => {
        $crate::error::words::FieldValue::Swizzle($value)
    };
    (DimName, $value:expr) => {
        $crate::error::words::FieldValue::Name($value)
    };
    ($hidden:ident, $value:expr) => {{
        let _ = $value;
        $crate::error::words::FieldValue::Hidden
    }};
}

/// Defines an enum of rules, and its method `write`.
macro_rules! rules {
    (
        $(#[$attribute:meta])*
        pub enum $enum:ident {
            $(
                $(#[$doc:meta])*
                $name:ident $({ $($field:ident: $(& $life:lifetime)? $type:ident),* })?
                $(($inner:ident: $rules:ident))?:
                $($template:literal $(if $condition:expr)?),+;
            )*
        }
    ) => {
        $(#[$attribute])*
        pub enum $enum {
            $(
                $(#[$doc])*
                $name $({ $($field: $(& $life)? $type),* })? $(($rules))?,
            )*
        }

        $(const _: () = $crate::error::words::check(
            &[$($template),+],
            &[$($(stringify!($field)),*)?],
        );)*

        impl $enum {
            /// Prints the sentence of the rule. `error` has the operands.
            pub(super) const fn write(self, error: &LayoutError, text: &mut Text) {
                match self {
                    $(Self::$name $({ $($field),* })? $(($inner))? => {
                        let parts = [$($((
                            stringify!($field),
                            $crate::error::words::part!($type, $field),
                        )),*)?];
                        let template = $crate::error::words::first!($($template $(if $condition)?),+);
                        $crate::error::words::fill(template, &parts, error, text);
                        $($inner.write(error, text);)?
                    })*
                }
            }
        }
    };
}

/// The first template whose condition holds.
macro_rules! first {
    ($template:literal $(,)?) => { $template };
    ($template:literal if $condition:expr $(, $($rest:tt)*)?) => {
        if $condition { $template } else { $crate::error::words::first!($($($rest)*)?) }
    };
    () => { "" };
}
pub(super) use {first, part, rules};

/// Prints a template with the values of its places.
pub(super) const fn fill(
    template: &str,
    parts: &[(&str, FieldValue)],
    error: &LayoutError,
    text: &mut Text,
) {
    let mut rest = template;
    while let Some((words, name, after)) = split(rest) {
        text.str(words);
        write_part(name, parts, error, text);
        rest = after;
    }
    text.str(rest);
}

/// The words before the first place of a template, the name of the place, and the text after it.
const fn split(template: &str) -> Option<(&str, &str, &str)> {
    let Some(start) = find(template, b'{') else { return None };
    let (words, place) = template.split_at(start);
    let (_, place) = place.split_at(1);
    let Some(end) = find(place, b'}') else { return None };
    let (name, after) = place.split_at(end);
    let (_, after) = after.split_at(1);
    Some((words, name, after))
}

/// Stops compilation at a template with an unknown place.
pub(super) const fn check(templates: &[&str], fields: &[&str]) {
    let mut k = 0;
    while k < templates.len() {
        let mut rest = templates[k];
        while let Some((_, name, after)) = split(rest) {
            assert!(among(name, fields) || among(name, &CONSTANTS), "a place without a value");
            rest = after;
        }
        k += 1;
    }
}

const fn among(name: &str, names: &[&str]) -> bool {
    let mut k = 0;
    while k < names.len() {
        if same(name, names[k]) {
            return true;
        }
        k += 1;
    }
    false
}

/// The places of every template.
const CONSTANTS: [&str; 11] = [
    "LEFT",
    "RIGHT",
    "SHAPE",
    "PLACE",
    "UNIT",
    "MOST",
    "WIDTH",
    "MAX_LEAVES",
    "MAX_RANK",
    "MAX_NODES",
    "MAX_AXES",
];

/// The index of the first `byte` of a text.
const fn find(text: &str, byte: u8) -> Option<usize> {
    let (bytes, mut k) = (text.as_bytes(), 0);
    while k < bytes.len() {
        if bytes[k] == byte {
            return Some(k);
        }
        k += 1;
    }
    None
}

/// `==` for `const fn`.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let (mut same, mut k) = (a.len() == b.len(), 0);
    while same && k < a.len() {
        same = a[k] == b[k];
        k += 1;
    }
    same
}

const fn write_part(
    name: &str,
    parts: &[(&str, FieldValue)],
    error: &LayoutError,
    text: &mut Text,
) {
    let mut k = 0;
    while k < parts.len() {
        if same(parts[k].0, name) {
            return match parts[k].1 {
                FieldValue::Hidden => {}
                FieldValue::Number(number) => text.integer(number),
                FieldValue::Count(count) => text.natural(count as u64),
                FieldValue::Sign(sign) => text.char(sign),
                FieldValue::Words(words) => text.str(words),
                FieldValue::Basis(basis) => basis.write(text),
                FieldValue::Swizzle(swizzle) => swizzle.write(text),
                FieldValue::Name(name) => text.str(name.as_str()),
            };
        }
        k += 1;
    }
    write_constant(name, error, text);
}

/// Prints a place that is not a field: an operand of the error, or a constant.
const fn write_constant(name: &str, error: &LayoutError, text: &mut Text) {
    match name.as_bytes() {
        b"LEFT" => error.left.write(text),
        b"RIGHT" => error.right.write(text),
        b"SHAPE" => error.left.write_shape(text),
        b"PLACE" => error.write_place(text),
        b"UNIT" => error.write_unit(text),
        b"MOST" => text.integer(MOST),
        b"WIDTH" => text.integer(WIDTH),
        b"MAX_LEAVES" => text.natural(MAX_LEAVES as u64),
        b"MAX_RANK" => text.natural(MAX_RANK as u64),
        b"MAX_NODES" => text.natural(MAX_NODES as u64),
        b"MAX_AXES" => text.natural(MAX_AXES as u64),
        // Unreachable: `check` refuses every other name.
        _ => {}
    }
}
