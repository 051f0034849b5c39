//! [`text`], a text from the bytes of the fuzzer.

/// A text: either a token for each byte, so that most inputs are nearly valid, or the bytes themselves.
pub fn text(data: &[u8], tokens: &[&str]) -> String {
    match data.split_first() {
        Some((0..128, rest)) => {
            rest.iter().map(|&byte| tokens[usize::from(byte) % tokens.len()]).collect()
        }
        Some((_, rest)) => String::from_utf8_lossy(rest).into_owned(),
        None => String::new(),
    }
}
