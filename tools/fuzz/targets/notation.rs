//! Parses any text by every parser of the notation. A result prints as text that parses to the same value; an error has
//! one line.

#![no_main]

use core::fmt::{Debug, Display};
use core::str::FromStr;

use layout_core::{ComposedLayout, Coord, IntTuple, Layout, LayoutError, Swizzle, Tiler};
use libfuzzer_sys::fuzz_target;
use static_layout_fuzz::{said::one_line, text};

fn read<T: FromStr<Err = LayoutError> + Display>(text: &str) -> bool {
    match text.parse::<T>() {
        Ok(value) => {
            let printed = value.to_string();
            let again = printed.parse::<T>().map(|value| value.to_string());
            assert_eq!(again.as_ref(), Ok(&printed), "{text:?}");
            true
        }
        Err(error) => {
            one_line(text, &error);
            false
        }
    }
}

fn same<T: FromStr<Err: Debug> + PartialEq + Display + Debug>(text: &str) {
    let value: T = text.parse().unwrap();
    assert_eq!(value.to_string().parse::<T>().unwrap(), value, "{text:?}");
}

/// The tokens of the notation.
const TOKENS: [&str; 29] = [
    "(",
    "(",
    ")",
    ")",
    ",",
    ",",
    ":",
    "1",
    "2",
    "3",
    "4",
    "8",
    "16",
    "0",
    "-",
    "_",
    "@",
    "<",
    ">",
    "Sw<",
    "S<",
    " o ",
    ":col",
    ":row",
    ":order(",
    "9223372036854775807",
    "9223372036854775808",
    "1@0",
    "?",
];

fn check(text: &str) {
    if read::<IntTuple>(text) {
        same::<IntTuple>(text);
    }
    if read::<Layout>(text) {
        same::<Layout>(text);
    }
    read::<Coord>(text);
    read::<Tiler>(text);
    if read::<Swizzle>(text) {
        same::<Swizzle>(text);
    }
    read::<ComposedLayout>(text);
}

fuzz_target!(|data: &[u8]| check(&text(data, &TOKENS)));
