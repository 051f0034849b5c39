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
//! The operands of an error are printed by the room `message`, which fills the places.
//!
//! A lower-case place is a field of the row. An upper-case place is a part of the error: `{LEFT}` and `{RIGHT}` are
//! the operands, `{SHAPE}` the shape of the left one, `{PLACE}` the coordinates that the rule names, `{UNIT}` the
//! number whose multiples a swizzle commutes with. `{MOST}`, `{WIDTH}` and `{MAX_..}` are constants. The compiler
//! checks every place of every template.

use crate::error::Rule;
use crate::value::{Basis, DimName, Swizzle};

/// The value of a place.
#[derive(Clone, Copy)]
pub(crate) enum FieldValue {
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

/// What a rule says: a template, and the values of the fields that it can name.
pub(crate) struct Sentence {
    pub(crate) template: &'static str,
    pub(crate) fields: [(&'static str, FieldValue); MAX_FIELDS],
}

/// The greatest number of fields of a rule.
const MAX_FIELDS: usize = 5;

impl Sentence {
    pub(super) const fn new(template: &'static str, fields: &[(&'static str, FieldValue)]) -> Self {
        let (mut out, mut k) = ([("", FieldValue::Hidden); MAX_FIELDS], 0);
        while k < fields.len() {
            out[k] = fields[k];
            k += 1;
        }
        Self { template, fields: out }
    }
}

impl Rule {
    /// The numbers of the rule with their names, in the order of its fields.
    ///
    /// ```
    /// use layout_core::{Layout, Tiler};
    /// let a: Layout = "(6,4):(4,1)".parse()?;
    /// let refused = a.logical_divide(&"4:1".parse()?).unwrap_err();
    /// let numbers: Vec<_> = refused.rule().numbers().collect();
    /// assert_eq!(numbers, [("divisor", 4), ("dividend", 6)]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub fn numbers(self) -> impl Iterator<Item = (&'static str, i64)> {
        self.sentence().fields.into_iter().filter_map(|(name, value)| match value {
            FieldValue::Number(number) => Some((name, number)),
            FieldValue::Count(count) => i64::try_from(count).ok().map(|count| (name, count)),
            _ => None,
        })
    }
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

/// Defines an enum of rules, and its method `sentence`.
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
            /// The sentence of the rule.
            pub(crate) const fn sentence(self) -> $crate::error::words::Sentence {
                match self {
                    $(Self::$name $({ $($field),* })? $(($inner))? => $crate::error::words::sentence!(
                        [$($inner)?]
                        $crate::error::words::first!($($template $(if $condition)?),+),
                        &[$($((stringify!($field), $crate::error::words::part!($type, $field))),*)?]
                    ),)*
                }
            }
        }
    };
}

/// The sentence of a row, or of the rule inside, such as [`Rule::Array`](crate::Rule::Array) has.
macro_rules! sentence {
    ([$inner:ident] $template:expr, $fields:expr) => {
        $inner.sentence()
    };
    ([] $template:expr, $fields:expr) => {
        $crate::error::words::Sentence::new($template, $fields)
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
pub(super) use {first, part, rules, sentence};

/// The words before the first place of a template, the name of the place, and the text after it.
pub(crate) const fn split(template: &str) -> Option<(&str, &str, &str)> {
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
    assert!(fields.len() <= MAX_FIELDS, "more fields than a sentence has");
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
pub(crate) const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let (mut same, mut k) = (a.len() == b.len(), 0);
    while same && k < a.len() {
        same = a[k] == b[k];
        k += 1;
    }
    same
}
