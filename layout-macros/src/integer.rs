//! Integer literals, and the typenum numerals of integers.

/// Reads a Rust integer literal without a suffix, up to 2^63-1.
pub(crate) fn read(text: &str) -> Result<i64, String> {
    if let Some((head, tail)) = text.split_once(['e', 'E']).filter(|_| !text.starts_with("0x")) {
        let digits = |s: &str| !s.is_empty() && s.bytes().all(|c| c.is_ascii_digit() || c == b'_');
        if digits(head) && digits(tail) {
            return Err(format!("`{text}` is a float: a basis stride is written `{head}@{tail}`"));
        }
    }
    let (radix, digits) = match text.get(..2) {
        Some("0x") => (16, &text[2..]),
        Some("0b") => (2, &text[2..]),
        Some("0o") => {
            return Err(format!(
                "`{text}` is an octal number: leave space around the operator `o`, or write the \
                 number in decimal"
            ));
        }
        _ => (10, text),
    };
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(format!("expected an integer, found `{text}`"));
    }
    let mut value: i64 = 0;
    for (i, c) in digits.char_indices() {
        if c == '_' {
            continue;
        }
        let Some(digit) = c.to_digit(radix) else {
            let suffix = &digits[i..];
            return Err(match suffix {
                "o" => format!("leave space around the operator `o`: `{} o`", &digits[..i]),
                _ if suffix.starts_with('.') => format!("`{text}` is a float: expected an integer"),
                _ => format!("`{text}` has the suffix `{suffix}`: integers here have none"),
            });
        };
        value = (value.checked_mul(radix.into()))
            .and_then(|value| value.checked_add(digit.into()))
            .ok_or_else(|| format!("{text} is past {} (2^63-1)", i64::MAX))?;
    }
    Ok(value)
}

/// The type of an integer: a name of typenum, or binary digits after such a name.
pub(crate) fn numeral(value: i64) -> String {
    let magnitude = unsigned(value.unsigned_abs());
    if value < 0 { format!("::static_layout::typenum::NInt<{magnitude}>") } else { magnitude }
}

fn unsigned(value: u64) -> String {
    // Finds the longest leading part with a name. The remaining digits follow one by one.
    let mut digits = 0;
    while !has_name(value >> digits) {
        digits += 1;
    }
    let mut text = "::static_layout::typenum::UInt<".repeat(digits);
    text += &format!("::static_layout::typenum::U{}", value >> digits);
    for digit in (0..digits).rev() {
        text += &format!(",::static_layout::typenum::B{}>", value >> digit & 1);
    }
    text
}

/// `impl Static for Extent<N>` of each number `N` with a numeral.
pub(crate) fn table() -> String {
    let powers = |base: u64| (0..).map_while(move |k| base.checked_pow(k));
    let mut numbers: Vec<u64> = (0..=1024)
        .chain((1024..=8192).step_by(8))
        .chain((8192..=65536).step_by(256))
        .chain(powers(2))
        .chain(powers(10))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let row = |number: &u64| {
        let target = if *number > u64::from(u32::MAX) {
            "#[cfg(target_pointer_width = \"64\")]"
        } else {
            ""
        };
        let numeral = unsigned(*number);
        format!(
            "{target} #[diagnostic::do_not_recommend] impl Static for Extent<{number}> {{ type Numeral = {numeral}; }}"
        )
    };
    numbers.iter().map(row).collect()
}

fn has_name(value: u64) -> bool {
    value <= 1024 || value.is_power_of_two()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read() {
        assert_eq!(read("0"), Ok(0));
        assert_eq!(read("1_000"), Ok(1000));
        assert_eq!(read("0xfe1"), Ok(0xfe1));
        assert_eq!(read("0b101"), Ok(5));
        assert_eq!(read("9223372036854775807"), Ok(i64::MAX));
    }

    #[test]
    fn mistakes_are_named() {
        let message = |text| read(text).unwrap_err();
        assert_eq!(
            message("9223372036854775808"),
            "9223372036854775808 is past 9223372036854775807 (2^63-1)"
        );
        assert_eq!(message("6e1"), "`6e1` is a float: a basis stride is written `6@1`");
        assert_eq!(message("6.5"), "`6.5` is a float: expected an integer");
        assert_eq!(message("4u32"), "`4u32` has the suffix `u32`: integers here have none");
        assert_eq!(message("4usize"), "`4usize` has the suffix `usize`: integers here have none");
        assert_eq!(message("8o"), "leave space around the operator `o`: `8 o`");
        assert_eq!(message("\"a\""), "expected an integer, found `\"a\"`");
        assert!(message("0o2").contains("leave space"));
    }

    #[test]
    fn numerals_have_the_value() {
        // `U<n>` is n, and `UInt<A, B1>` is 2A+1.
        fn value(text: &str) -> u64 {
            match text.strip_prefix("UInt<") {
                None => text[1..].parse().unwrap(),
                Some(inner) => {
                    let (head, bit) = inner.strip_suffix('>').unwrap().rsplit_once(",B").unwrap();
                    2 * value(head) + bit.parse::<u64>().unwrap()
                }
            }
        }
        for n in [0, 1, 1023, 1024, 1025, 2047, 2048, 3600, 12345, 1 << 62, i64::MAX] {
            let text = numeral(n).replace("::static_layout::typenum::", "");
            assert_eq!(value(&text), n as u64, "{text}");
        }
        assert_eq!(numeral(-4), "::static_layout::typenum::NInt<::static_layout::typenum::U4>");
    }
}
