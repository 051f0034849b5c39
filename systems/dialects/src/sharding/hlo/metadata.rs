//! Passes over the metadata of a sharding: where in a program it comes from. Its keys are checked.

use alloc::vec::Vec;

use crate::sharding::list;
use layout_core::LayoutError;
use layout_core::scan::Scanner;

/// Reads `{op_name="x" source_line=3}`, or a list of such, `{{..}, {..}}`.
pub(super) fn skip_metadata(scanner: &mut Scanner<'_>) -> Result<(), LayoutError> {
    scanner.expect("{", "`{` and metadata")?;
    if scanner.peek() != b'{' {
        return skip_attributes(scanner);
    }
    loop {
        scanner.expect("{", "`{` and metadata")?;
        skip_attributes(scanner)?;
        if scanner.eat("}") {
            return Ok(());
        }
        scanner.expect(",", "`,` or `}`")?;
    }
}

/// Reads `op_name="x" source_line=3}`: each key at most once, with commas between or without.
fn skip_attributes(scanner: &mut Scanner<'_>) -> Result<(), LayoutError> {
    const TEXTS: [&str; 6] = [
        "op_type",
        "op_name",
        "source_file",
        "deduplicated_name",
        "metadata_payload",
        "scheduling_name",
    ];
    const NUMBERS: [&str; 5] =
        ["source_line", "source_end_line", "source_column", "source_end_column", "stack_frame_id"];
    let mut seen = Vec::new();
    while !scanner.eat("}") {
        if !seen.is_empty() {
            scanner.eat(",");
        }
        let start = scanner.clone();
        let key = scanner.word();
        if seen.contains(&key) {
            return Err(start.clone().expected("each key of the metadata once"));
        }
        seen.push(key);
        let known = TEXTS.contains(&key) || NUMBERS.contains(&key) || key == "profile_type";
        if !known {
            return Err(start.clone().expected("a key of metadata, such as `op_name`, or `}`"));
        }
        scanner.expect("=", "`=` and a value")?;
        if TEXTS.contains(&key) {
            skip_string(scanner)?;
        } else if NUMBERS.contains(&key) {
            scanner.integer("an integer")?;
        } else {
            scanner.expect("{", "`{` and integers")?;
            list(scanner, "}", "`,` or `}`", |scanner| scanner.integer("an integer"))?;
        }
    }
    Ok(())
}

/// Reads a text in quotes, in which a backslash precedes a quote.
fn skip_string(scanner: &mut Scanner<'_>) -> Result<(), LayoutError> {
    const EXPECTED: &str = "a text in quotes";
    let rest = scanner.rest().as_bytes();
    let quote = rest.first().copied().filter(|byte| matches!(byte, b'"' | b'\''));
    let Some(quote) = quote else { return Err(scanner.expected(EXPECTED)) };
    let mut is_escaped = false;
    for (at, &byte) in rest.iter().enumerate().skip(1) {
        if byte == quote && !is_escaped {
            scanner.take(at + 1);
            return Ok(());
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    Err(scanner.expected(EXPECTED))
}
