//! Types in the messages of the compiler, as notation.
//!
//! The compiler and rust-analyzer print a numeral bit by bit. [`of`] replaces each layout in a text by `Layout!(S:D)`, and
//! each other numeral by its digits.

/// `text` with the types of layouts and numerals in digits.
///
/// A numeral that is all of a quotation stays: the compiler quotes the bits in which two numerals differ, which are not the
/// numbers.
///
/// ```
/// use layout_cli::digits;
/// let message = "found `Layout<(UInt<UTerm, B1>, usize), (UTerm, UInt<UInt<UTerm, B1>, B0>)>`";
/// assert_eq!(digits::of(message), "found `Layout!((1,?):(0,2))`");
/// assert_eq!(digits::of("View<'_, f32, Tile<UInt<UTerm, B1>>>"), "View<'_, f32, Tile<1>>");
/// ```
pub fn of(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let len = path(rest);
        if len == 0 {
            out.push(sign);
            rest = &rest[sign.len_utf8()..];
            continue;
        }
        let found = layout(rest).or_else(|| leaf(rest));
        let (notation, after) = match found {
            // `usize` is a leaf within a layout alone.
            Some((notation, after)) if notation != "?" => (notation, after),
            _ => (rest[..len].to_owned(), &rest[len..]),
        };
        let is_quoted = out.ends_with('`') && after.starts_with('`');
        if is_quoted && !notation.starts_with('L') {
            out.push_str(&rest[..rest.len() - after.len()]);
        } else {
            out.push_str(&notation);
        }
        rest = after;
    }
    out
}

/// The notation of what a text begins with, and the text after it.
type Read<'a> = Option<(String, &'a str)>;

/// The length of the path at the beginning of `text`: `static_layout::Layout`.
fn path(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(text.len())
}

/// The arguments of the type `name` at the beginning of `text`, with or without its path.
fn arguments<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at(path(text));
    (head.rsplit(':').next() == Some(name)).then(|| rest.strip_prefix('<')).flatten()
}

/// A layout of two tuples.
fn layout(text: &str) -> Read<'_> {
    let (shape, rest) = tuple(arguments(text, "Layout")?, DEPTH)?;
    let (stride, rest) = tuple(rest.strip_prefix(", ")?, DEPTH)?;
    Some((format!("Layout!({shape}:{stride})"), rest.strip_prefix('>')?))
}

/// The most levels of a layout.
const DEPTH: usize = 32;

/// A leaf, or a tuple of these with `depth` levels.
fn tuple(text: &str, depth: usize) -> Read<'_> {
    let Some(mut rest) = text.strip_prefix('(') else { return leaf(text) };
    if depth == 0 {
        return None;
    }
    let mut elements = Vec::new();
    while !rest.starts_with(')') {
        let (element, after) = tuple(rest, depth - 1)?;
        elements.push(element);
        rest = after.strip_prefix(',').unwrap_or(after).trim_start_matches(' ');
    }
    Some((format!("({})", elements.join(",")), &rest[1..]))
}

/// An integer of a shape or a stride.
fn leaf(text: &str) -> Read<'_> {
    if let Some((number, rest)) = number(text) {
        return Some((number.to_string(), rest));
    }
    if let Some(inner) = arguments(text, "NInt") {
        let (number, rest) = number(inner)?;
        return Some((format!("-{number}"), rest.strip_prefix('>')?));
    }
    if let Some(inner) = arguments(text, "Basis") {
        let (units, rest) = leaf(inner)?;
        let (mode, rest) = number(rest.strip_prefix(", ")?)?;
        return Some((format!("{units}@{mode}"), rest.strip_prefix('>')?));
    }
    if let Some(inner) = arguments(text, "Multiple") {
        let (divisor, rest) = number(inner)?;
        let (bound, rest) = match rest.strip_prefix(", ") {
            Some(rest) => number(rest)?,
            None => (0, rest),
        };
        let mut facts = Vec::new();
        facts.extend((divisor != 1).then(|| format!("div={divisor}")));
        facts.extend((bound != 0).then(|| format!("<={bound}")));
        return Some((format!("?{{{}}}", facts.join(" ")), rest.strip_prefix('>')?));
    }
    let (head, rest) = text.split_at(path(text));
    match head.rsplit(':').next()? {
        "usize" => Some(("?".to_owned(), rest)),
        "Negative" => Some(("-?".to_owned(), rest)),
        _ => None,
    }
}

/// A numeral of `typenum`: `UTerm`, or `UInt<N, B0>` for `2 N`.
fn number(text: &str) -> Option<(u64, &str)> {
    let (head, rest) = text.split_at(path(text));
    if head.rsplit(':').next()? == "UTerm" {
        return Some((0, rest));
    }
    let (mut inner, mut bits) = (text, 0);
    while let Some(next) = arguments(inner, "UInt") {
        (inner, bits) = (next, bits + 1);
        // No leaf has more, and a long text must not be read again at each of them.
        if bits > 64 {
            return None;
        }
    }
    let (head, mut rest) = inner.split_at(path(inner));
    if head.rsplit(':').next()? != "UTerm" || bits == 0 {
        return None;
    }
    let mut number = 0;
    for _ in 0..bits {
        let bit = rest.strip_prefix(", ")?;
        let (head, after) = bit.split_at(path(bit));
        let bit = match head.rsplit(':').next()? {
            "B0" => 0,
            "B1" => 1,
            _ => return None,
        };
        number = 2 * number + bit;
        rest = after.strip_prefix('>')?;
    }
    Some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn every_leaf() {
        let paths = "static_layout::Layout<(typenum::UInt<typenum::UTerm, typenum::B1>, (Negative,)), \
            (NInt<UInt<UInt<UTerm, B1>, B1>>, (static_layout::int::Basis<UInt<UTerm, B1>, UTerm>,))>";
        assert_eq!(of(paths), "Layout!((1,(-?)):(-3,(1@0)))");
        let facts = "Layout<Multiple<UInt<UInt<UTerm, B1>, B0>, UTerm>, Multiple<UInt<UTerm, B1>, UInt<UInt<UTerm, B1>, B1>>>";
        assert_eq!(of(facts), "Layout!(?{div=2}:?{<=3})");
    }

    #[test]
    fn what_is_no_layout_stays() {
        for text in [
            "expected `UInt<UInt<UTerm, B1>, B0>`, found `UTerm`",
            "the type `usize`, and a path std::vec::Vec<usize>",
            "Layout<(..., ...), ...>",
            "UInt<..., B1>",
            "UInt<",
            "Layout<(UIntX, (",
            "é `λ::UInt<B1>`",
        ] {
            assert_eq!(of(text), text);
        }
        assert_eq!(of("Layout<..., UInt<UTerm, B1>>"), "Layout<..., 1>");
    }

    #[test]
    fn long_texts_end() {
        let text = |bits| format!("{}UTerm{}", "UInt<".repeat(bits), ", B1>".repeat(bits));
        assert_eq!(of(&text(64)), u64::MAX.to_string());
        assert_eq!(of(&text(65)), format!("UInt<{}, B1>", u64::MAX));
        assert!(of(&text(10_000)).starts_with("UInt<UInt<"));
        let text = format!("Layout<{}", "(".repeat(100_000));
        assert_eq!(of(&text), text);
    }
}
