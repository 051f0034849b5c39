//! Cuts what the compiler prints in full with `--verbose` and a reader does not need.

use crate::digits::Replacement;

/// The bytes of a quoted type that stay as they are.
const MOST: usize = 240;

/// The types that `--verbose` lists, as without it.
const LISTED: usize = 8;

/// The quotations of a line that are longer than [`MOST`], each with the parameters of its innermost types as `..`.
pub(super) fn long_types(line: &str) -> Vec<Replacement> {
    let mut found = Vec::new();
    let mut at = 0;
    for (number, part) in line.split('`').enumerate() {
        let range = at..at + part.len();
        at = range.end + 1;
        if number % 2 == 1 && part.len() > MOST {
            let fits =
                (1..).map(|depth| to_depth(part, depth)).take_while(|short| short.len() <= MOST);
            found.extend(fits.last().map(|short| (range, short)));
        }
    }
    found
}

/// The parameters of `text` down to a depth of nested `<`, those below as `..`.
fn to_depth(text: &str, depth: usize) -> String {
    let (mut out, mut level, mut last) = (String::new(), 0, ' ');
    for sign in text.chars() {
        // The `>` of an arrow closes nothing.
        let closes = sign == '>' && last != '-' && last != '=';
        last = sign;
        if closes && level > 0 {
            level -= 1;
        }
        if level < depth {
            out.push(sign);
        }
        if sign == '<' {
            level += 1;
            if level == depth {
                out.push_str("..");
            }
        }
    }
    out
}

/// `lines` with the first of `count` types in the list below the line that says so.
pub(super) fn long_list(text: &str, count: usize) -> String {
    let mut lines = text.split_inclusive('\n');
    let mut out = String::new();
    for line in lines.by_ref() {
        out.push_str(line);
        if is_list(line) {
            break;
        }
    }
    let types: Vec<_> = lines.by_ref().take(count).collect();
    // The compiler lists one more in place of "1 other".
    let shown = if count > LISTED + 1 { LISTED } else { count };
    types.iter().take(shown).for_each(|line| out.push_str(line));
    if let Some(left) = types.get(shown) {
        let indent = left.len() - left.trim_start().len();
        out.push_str(&format!(
            "{}and {} others\n",
            " ".repeat(indent.saturating_sub(2)),
            count - shown
        ));
        if !types[count.min(types.len()) - 1].ends_with('\n') {
            out.pop();
        }
    }
    out.extend(lines);
    out
}

/// Whether a list of types follows `line`.
pub(super) fn is_list(line: &str) -> bool {
    line.contains("types implement trait `")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digits::replace;

    #[test]
    fn the_innermost_parameters_are_cut() {
        let long = format!("`{}u8{}` and `Vec<u8>`", "Vec<".repeat(200), ">".repeat(200));
        let short = format!("`{}..{}` and `Vec<u8>`", "Vec<".repeat(47), ">".repeat(47));
        assert_eq!(replace(&long, long_types), short);
        assert_eq!(to_depth("fn(A<B>) -> C<D, E>", 1), "fn(A<..>) -> C<..>");
        let number = format!("`{}`", "9".repeat(500));
        assert_eq!(replace(&number, long_types), number, "no parameters");
    }

    #[test]
    fn a_list_has_eight_types() {
        let list = |count: usize| (1..=count).map(|n| format!("\n    T{n}")).collect::<String>();
        let text = |middle: &str| {
            format!("help: the following other types implement trait `X`:{middle}\nnote: more")
        };
        assert_eq!(long_list(&text(&list(9)), 9), text(&list(9)));
        assert_eq!(
            long_list(&text(&list(1020)), 1020),
            text(&format!("{}\n  and 1012 others", list(8)))
        );
        let end = format!("types implement trait `X`:{}", list(10));
        assert!(long_list(&end, 10).ends_with("T8\n  and 2 others"), "{}", long_list(&end, 10));
    }
}
