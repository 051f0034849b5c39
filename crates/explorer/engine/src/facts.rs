//! Lists the properties of a value.

use layout_cli::language::Value;
use layout_core::Layout;

/// The names and values of the properties, in the order of the page.
pub(crate) fn facts(value: &Value) -> Vec<(&'static str, String)> {
    match value {
        Value::Layout(layout) => of_layout(layout),
        Value::Swizzled(layout) => vec![
            ("size", layout.size().to_string()),
            ("cosize", layout.cosize().to_string()),
            ("rank", layout.rank().to_string()),
            ("injective", yes_or_no(layout.is_injective())),
        ],
        _ => Vec::new(),
    }
}

fn of_layout(layout: &Layout) -> Vec<(&'static str, String)> {
    let mut facts = vec![("size", layout.size().to_string())];
    if layout.is_coordinate() {
        if let Ok(coshape) = layout.coshape() {
            facts.push(("coshape", coshape.to_string()));
        }
    } else {
        facts.push(("cosize", layout.cosize().to_string()));
    }
    facts.push(("rank", layout.rank().to_string()));
    facts.push(("depth", layout.depth().to_string()));
    facts.push(("injective", yes_or_no(layout.is_injective())));
    if let Ok(coalesced) = layout.coalesce()
        && coalesced != *layout
    {
        facts.push(("coalesced", coalesced.to_string()));
    }
    facts
}

fn yes_or_no<E>(answer: Result<bool, E>) -> String {
    match answer {
        Ok(true) => "yes",
        Ok(false) => "no",
        Err(_) => "undecided",
    }
    .to_owned()
}
