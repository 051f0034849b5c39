//! Addresses of the explorer that show what a command draws.

use crate::Failure;

/// The variable of the environment that has the address of a hosted explorer.
const VARIABLE: &str = "LAYOUT_EXPLORER";

/// The address of a picture: `fields` are those that `link.js` of the explorer reads.
///
/// # Errors
///
/// No address, neither here nor in the environment; a text that is not one.
pub fn link(address: &str, fields: &[(&str, &str)]) -> Result<String, Failure> {
    let set = std::env::var(VARIABLE).unwrap_or_default();
    let address = if address.is_empty() { set.as_str() } else { address };
    if address.is_empty() {
        return Err(Failure::new("no address of a hosted explorer is known")
            .help(format!("--link=https://.., or {VARIABLE} in the environment"))
            .help("`layout serve --folder` writes the page for any host, `layout serve --page` as one file to send"));
    }
    if !address.contains("://") {
        return Err(Failure::new(format!("{address} is not an address: https://.. is one")));
    }
    Ok(format!("{}#{}", address.split('#').next().unwrap_or_default(), fragment(fields)))
}

/// The fields of an address, behind its `#`.
pub fn fragment(fields: &[(&str, &str)]) -> String {
    let one = |(name, value): &(&str, &str)| format!("{name}={}", encoded(value));
    fields.iter().map(one).collect::<Vec<_>>().join("&")
}

/// Percent-encodes all but letters and digits.
fn encoded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}
