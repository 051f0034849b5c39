//! Types in the messages of the compiler, as notation.
//!
//! The compiler and rust-analyzer print a numeral bit by bit. [`of`] replaces each layout in a text by `Layout!(S:D)`, and
//! each other numeral by its digits.

use std::ops::Range;

/// `text` with the types of layouts and numerals in digits.
///
/// A numeral that is all of a quotation stays: the compiler quotes the bits in which two numerals differ, which are not the
/// numbers. Colours of a terminal within a type become the colour of its notation.
///
/// ```
/// use layout_cli::digits;
/// let message = "found `Layout<(UInt<UTerm, B1>, usize), (UTerm, UInt<UInt<UTerm, B1>, B0>)>`";
/// assert_eq!(digits::of(message), "found `Layout!((1,?):(0,2))`");
/// assert_eq!(digits::of("View<'_, f32, Tile<UInt<UTerm, B1>>>"), "View<'_, f32, Tile<1>>");
/// ```
pub fn of(text: &str) -> String {
    replace(text, |plain| types(plain, Quoted::Bits))
}

/// What a numeral is that is all of a quotation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quoted {
    /// The bits in which two numerals differ.
    Bits,
    /// A type, written as its name in `typenum`.
    Type,
}

/// The bytes of a text that become another text.
pub(crate) type Replacement = (Range<usize>, String);

/// The layouts and numerals of a text without colours, with their notation.
pub(crate) fn types(text: &str, quoted: Quoted) -> Vec<Replacement> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(sign) = text[at..].chars().next() {
        let rest = &text[at..];
        let len = path(rest);
        if len == 0 {
            at += sign.len_utf8();
            continue;
        }
        // `usize` is a leaf within a layout alone.
        let read =
            layout(rest).or_else(|| leaf(rest, LEVELS)).filter(|(notation, _)| notation != "?");
        let Some((mut notation, after)) = read else {
            at += len;
            continue;
        };
        let end = text.len() - after.len();
        let is_whole =
            text[..at].ends_with('`') && after.starts_with('`') && !notation.starts_with('L');
        if is_whole && quoted == Quoted::Type && notation.parse::<u64>().is_ok() {
            notation = format!("typenum::U{notation}");
        }
        if !is_whole || quoted == Quoted::Type {
            found.push((at..end, notation));
        }
        at = end;
    }
    found
}

/// `text` with the replacements that `find` names in it. `find` reads the text without colours; a replacement has the first
/// colour that begins within its bytes.
pub(crate) fn replace(text: &str, find: impl FnOnce(&str) -> Vec<Replacement>) -> String {
    // Each colour is written `ESC [ .. m`. Its place is the number of bytes of plain text before it.
    let (mut plain, mut colours) = (String::with_capacity(text.len()), Vec::new());
    let mut rest = text;
    while let Some(start) = rest.find("\x1b[") {
        let end = rest[start..].find('m').map_or(rest.len(), |end| start + end + 1);
        plain.push_str(&rest[..start]);
        colours.push((plain.len(), &rest[start..end]));
        rest = &rest[end..];
    }
    plain.push_str(rest);

    let mut out = String::with_capacity(text.len());
    let mut colours = colours.into_iter().peekable();
    let mut at = 0;
    for (range, notation) in find(&plain) {
        while let Some((place, colour)) = colours.next_if(|(place, _)| *place <= range.start) {
            out.push_str(&plain[at..place]);
            out.push_str(colour);
            at = place;
        }
        out.push_str(&plain[at..range.start]);
        let within: Vec<_> =
            std::iter::from_fn(|| colours.next_if(|(place, _)| *place < range.end)).collect();
        // The colours of one place are one change, of the first and of the last place.
        let of_place = |place: usize| {
            within.iter().filter(move |(at, _)| *at == place).map(|(_, colour)| *colour)
        };
        out.extend(within.first().into_iter().flat_map(|(place, _)| of_place(*place)));
        out.push_str(&notation);
        out.extend(within.last().into_iter().flat_map(|(place, _)| of_place(*place)));
        at = range.end;
    }
    for (place, colour) in colours {
        out.push_str(&plain[at..place]);
        out.push_str(colour);
        at = place;
    }
    out.push_str(&plain[at..]);
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
    let Some(mut rest) = text.strip_prefix('(') else { return leaf(text, LEVELS) };
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

/// The most levels of a basis vector in the notation: `1@1@0` has two.
const LEVELS: usize = 8;

/// An integer of a shape or a stride, whose basis vector has at most `levels`.
fn leaf(text: &str, levels: usize) -> Read<'_> {
    if let Some((number, rest)) = number(text) {
        return Some((number.to_string(), rest));
    }
    if let Some(inner) = arguments(text, "NInt") {
        let (number, rest) = number(inner)?;
        return Some((format!("-{number}"), rest.strip_prefix('>')?));
    }
    if let Some(inner) = arguments(text, "Basis") {
        let (units, rest) = leaf(inner, levels.checked_sub(1)?)?;
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
        let nested =
            "Layout<UInt<UTerm, B1>, Basis<Basis<UInt<UTerm, B1>, UInt<UTerm, B1>>, UTerm>>";
        assert_eq!(of(nested), "Layout!(1:1@1@0)");
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

    /// The compiler colours the parts in which two types differ.
    #[test]
    fn colours_stay() {
        let text = "\x1b[1m= \x1b[0mfound `Layout<UInt<\x1b[1m\x1b[35mUTerm\x1b[0m, \x1b[1m\x1b[35mB1\x1b[0m>, UTerm>`\x1b[0m\n";
        let coloured = "\x1b[1m= \x1b[0mfound `\x1b[1m\x1b[35mLayout!(1:0)\x1b[0m`\x1b[0m\n";
        assert_eq!(of(text), coloured);
        let whole = "`\x1b[35mLayout<UInt<UTerm, B1>, UTerm>\x1b[0m` é \x1b[1";
        assert_eq!(of(whole), "`\x1b[35mLayout!(1:0)\x1b[0m` é \x1b[1");
    }

    #[test]
    fn long_texts_end() {
        let text = |bits| format!("{}UTerm{}", "UInt<".repeat(bits), ", B1>".repeat(bits));
        assert_eq!(of(&text(64)), u64::MAX.to_string());
        assert_eq!(of(&text(65)), format!("UInt<{}, B1>", u64::MAX));
        assert!(of(&text(10_000)).starts_with("UInt<UInt<"));
        for text in [format!("Layout<{}", "(".repeat(100_000)), "Basis<".repeat(100_000)] {
            assert_eq!(of(&text), text);
        }
    }
}
