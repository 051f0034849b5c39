//! Helps that the compiler cannot give: what to write where types of layouts differ, an integer of a type meets a number, or
//! a tensor is used as an array of arrays, a function or an iterator.

use serde_json::Value;

use super::diagnostic::{children, compared, in_digits, layouts, spans};

const BOTH: &str = "`to_dynamic()` gives both layouts one type, `dynamic::Layout`";
const PARAMETER: &str = "a parameter of type `impl AnyLayout` takes either layout; `to_dynamic()` gives both one type, `dynamic::Layout`";
const VIEW: &str = "`impl AnyLayout` in the place of the parameter's layout takes either view";
const SIZES: &str =
    "`sizes()` of a layout or a view gives its extents as `usize`: `let [m, n] = a.sizes();`";
const ARRAY: &str = "`sizes()` gives an array, and a pattern its length: `let [m, n] = a.sizes();`";
const PARTS: &str =
    "for a tensor, a row is `slice(coord!(1, _))` and a column is `slice(coord!(_, 1))`";
const RUN_TIME: &str =
    "a run-time integer is `?` in the type of a layout, as in `Layout!((?,8):(8,1))`";
const UNWRAP: &str =
    "`?` or `.unwrap()` takes the tensor out of the `Result`, as in `View::new(&data, layout)?`";
const ITER: &str = "`iter()` gives the elements of a tensor, in linear order";
const WRITE: &str = "a `View` only reads: a `ViewMut` writes, from `ViewMut::new` or `view_mut()`";
const BOUND: &str = "the bound of a layout is `L: AnyLayout`";

/// The parts of a message that the table compares.
struct Mistake<'a> {
    message: &'a Value,
    title: &'a str,
    /// What the title quotes, in digits.
    quoted: Vec<String>,
    /// The first line of the user's code that the message points at: its text before the place, in it, and behind it.
    line: [&'a str; 3],
}

impl Mistake<'_> {
    fn quoted(&self, number: usize) -> &str {
        self.quoted.get(number).map_or("", String::as_str)
    }
}

/// The numbers of errors, a part of their titles, what else must hold, and the help.
type Help = (&'static str, &'static str, fn(&Mistake) -> bool, &'static str);

/// The helps, by number. The message gets the first row that holds.
#[rustfmt::skip]
const HELPS: &[Help] = &[
    ("", "found `,`", |m| is_open_index(m.line[0]) && (m.line[0].ends_with("..") || m.line[2].trim_start().starts_with([':', '.'])), PARTS),
    ("", "expected expression, found `:`", |m| is_open_index(m.line[0]), PARTS),
    ("", "found `,`", |m| is_open_index(m.line[0]), "for a tensor, a coordinate is a tuple: `a[(1, 2)]`"),
    ("E0038", " is not dyn compatible", |m| LAYOUTS.contains(&m.quoted(0)),
        "`dynamic::Layout` is one type for all layouts without a swizzle: `to_dynamic()` of each"),
    ("E0277", "", is_arithmetic, SIZES),
    ("E0277", " is not an iterator", |m| m.quoted(0).starts_with('(') && m.line[1].ends_with(".shape()"), SIZES),
    ("E0277", "cannot be indexed by", |m| m.quoted(0).starts_with('(') && m.line[0].ends_with(".shape()["), SIZES),
    ("E0277", "`usize: From<UInt<", is_extent, SIZES),
    ("E0277", "`usize: TryFrom<UInt<", is_extent, SIZES),
    ("E0277", "this is not a tensor", |m| has_child(m, "Result<static_layout::"), UNWRAP),
    ("E0277", "this is not a coordinate", |m| has_child(m, "the trait `Coordinate` is not implemented for `") && has_child(m, "Range"),
        "a range selects a part by `slice_axes(slices!(0..2, ..))`"),
    ("E0277", "", is_of_tuples, "a generic layout is a parameter `L: AnyLayout`, or `impl AnyLayout`, not `Layout<S, D>`"),
    ("E0284", "type annotations needed", |m| has_label(m.message, "declared on the method `sizes`") || m.line[2].contains(".sizes()"), ARRAY),
    ("E0382 E0507", "", |m| has_label(m.message, "has type `static_layout::ViewMut<") && !has_label(m.message, "into closure"),
        "`reborrow()` lends a `ViewMut` instead of moving it"),
    ("E0435", "", |m| is_capital(m.line[1]) && open_macro(m.line[0]).is_some_and(|name| name.starts_with(char::is_lowercase)),
        "a name in capitals is a constant: write a variable in small letters or in braces, `{N}`"),
    ("E0435", "", |m| open_macro(m.line[0]) == Some("Layout") && !m.line[0].contains("Owned"), RUN_TIME),
    ("E0499", "", |m| borrows(m, &[".tile_mut(", ".slice_mut(coord!"]),
        "`tiles_mut(..)` gives parts that are written at the same time, as do `split_mut` and `quadrants_mut`"),
    ("E0502", "", |m| borrows(m, &[".tile_mut(", ".slice_mut(coord!", ".tile(", ".slice(coord!"]),
        "`split_mut` and `quadrants_mut` give parts of which some are read and others written at the same time"),
    ("E0521 E0597", "", is_spawned, "threads of `std::thread::scope` may borrow: `scope.spawn(move || ..)`"),
    ("E0529", "expected an array or slice", |m| m.quoted(0).starts_with('(') && m.line[2].contains(".shape()"), SIZES),
    ("E0594 E0596", "data in an index of ", |m| m.quoted(0).starts_with("static_layout::View<"), WRITE),
    ("E0599", " is not an iterator", |m| tensor(m.quoted(0)).is_some(), ITER),
    ("E0599", " found for struct `static_layout::View<", |m| m.quoted(0).ends_with("_mut") || WRITERS.contains(&m.quoted(0)), WRITE),
    ("E0599", " found for type parameter ", suggests_tensor, "the bound of a layout is `L: AnyLayout`, of a tensor `A: Tensor`"),
    ("E0599", " found for type parameter ", suggests_layout, BOUND),
    ("E0599", "its trait bounds were not satisfied", suggests_layout, BOUND),
    ("E0600", "unary operator `-`", |m| tensor(m.quoted(1)).is_some(),
        "write the results to a tensor: `transform(&a, &mut c, |x| -x)`, of the crate `static_layout_kernels`"),
    ("E0605", "non-primitive cast: `UInt<", is_extent, SIZES),
    ("E0608", "cannot index into ", |m| m.quoted(0).strip_prefix("Result<").is_some_and(|ok| tensor(ok).is_some()), UNWRAP),
    ("E0608", "cannot index into ", is_two_brackets, "for a tensor, an element has one pair of brackets: `a[(1, 2)]`"),
    ("E0618", "", |m| tensor(m.quoted(0)).is_some(), "an element of a tensor is `a[(0, 1)]`"),
    ("E0618", "", |m| is_layout(m.quoted(0)), "the offset of a coordinate is `l.index((0, 1))`"),
];

/// Traits of layouts.
const LAYOUTS: [&str; 3] =
    ["static_layout::AnyLayout", "static_layout::LayoutOps", "static_layout::PlainLayout"];

/// Methods that write elements, apart from `.._mut`.
const WRITERS: [&str; 5] = ["fill", "update", "update_entries", "update_indexed", "update_with"];

/// The help for `message`, whose types are not yet rewritten.
pub(super) fn of(message: &Value) -> Option<String> {
    let code = message["code"]["code"].as_str().unwrap_or_default();
    if code == "E0308" {
        return mismatch(message).map(str::to_owned);
    }
    let title = message["message"].as_str()?;
    let quoted = title.split('`').skip(1).step_by(2).map(in_digits).collect();
    let mistake = Mistake { message, title, quoted, line: primary(message)? };
    let row = HELPS.iter().find(|(number, part, holds, _)| {
        number.split(' ').any(|number| number == code) && title.contains(part) && holds(&mistake)
    });
    row.map(|row| row.3.to_owned()).or_else(|| other_letter(&mistake))
}

/// A macro of notation in the place of a type, or of a value.
fn other_letter(m: &Mistake) -> Option<String> {
    let (name, _) = m.line[1].split_once('!')?;
    let (first, rest) = name.split_at_checked(1)?;
    let is_value = ["layout", "shape", "tile"].contains(&name);
    if is_value && m.title.starts_with("expected type, found `") {
        let upper = first.to_uppercase();
        Some(format!("the type is `{upper}{rest}!(..)`, with `?` for a run-time integer"))
    } else if m.title.contains("::a_type_has_a_capital_letter::") {
        Some(format!("the type is `{}{rest}!(..)`", first.to_uppercase()))
    } else if m.title.contains("::a_value_has_a_small_letter::") {
        Some(format!("the value is `{}{rest}!(..)`", first.to_lowercase()))
    } else {
        None
    }
}

/// Two types that should be one.
fn mismatch(message: &Value) -> Option<&'static str> {
    let [expected, found] = compared(message)?;
    if is_layout(&expected) && is_layout(&found) {
        return several_layouts(message);
    }
    let has_more_leaves = found.contains('?') && !expected.contains('?');
    // Views that differ in their layouts alone.
    let without_layouts = |text: &str| {
        layouts(text).iter().fold(text.to_owned(), |text, layout| text.replace(layout, "_"))
    };
    let is_view = ["static_layout::View<", "static_layout::ViewMut<"]
        .iter()
        .any(|name| expected.starts_with(name));
    if is_view && without_layouts(&expected) == without_layouts(&found) {
        return match has_layout_parameter(message) {
            true => Some(VIEW),
            false => has_more_leaves.then_some(RUN_TIME),
        };
    }
    let is_number = |text: &str| text.starts_with("typenum::U");
    let [before, within, after] = primary(message)?;
    let is_shape = found.starts_with('(') && within.ends_with(".shape()");
    if is_shape && (is_integer(&expected) || expected.contains("usize")) {
        return Some(SIZES);
    }
    if expected.starts_with("[usize; ") && within.starts_with('(') && after.contains(".sizes()") {
        return Some(ARRAY);
    }
    if is_number(&found) && is_integer(&expected) {
        // A stride is not among the sizes.
        return (!within.contains("stride")).then_some(SIZES);
    }
    if is_number(&expected) && is_integer(&found) && has_label(message, "expected because this is")
    {
        let is_stride =
            spans(message).filter_map(text).any(|[_, within, _]| within.contains("stride"));
        return (!is_stride).then_some(SIZES);
    }
    // An `Owned` has no run-time integers.
    let is_run_time =
        found == "usize" && within.starts_with("layout!") && !before.contains("Owned");
    (is_number(&expected) && is_run_time).then_some(RUN_TIME)
}

fn is_integer(name: &str) -> bool {
    ["{integer}", "usize", "isize", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"]
        .contains(&name)
}

/// Layouts of two types where one type is needed. The type that a user wrote for a variable, a result or a field decides, and
/// its layout is what the message shows.
fn several_layouts(message: &Value) -> Option<&'static str> {
    let title = message["message"].as_str()?;
    if title.ends_with("have incompatible types") {
        return Some(BOTH);
    }
    if has_label(message, "arguments to this") {
        // An earlier argument has determined the type, as of the elements of a `Vec`.
        if has_label(message, "to have type") {
            return Some(BOTH);
        }
        return has_layout_parameter(message).then_some(PARAMETER);
    }
    if has_label(message, "expected due to this value") {
        return Some(BOTH);
    }
    // An element of an array or a `vec!`.
    let [before, _, _] = primary(message)?;
    let opens = |sign| before.matches(sign).count();
    let is_element =
        opens('[') > opens(']') && opens('(') == opens(')') && opens('{') == opens('}');
    (is_element && spans(message).count() == 1).then_some(BOTH)
}

fn has_label(message: &Value, part: &str) -> bool {
    spans(message).any(|span| span["label"].as_str().is_some_and(|label| label.contains(part)))
}

/// Whether the message shows the definition of a function with a parameter `Layout!(..)`.
fn has_layout_parameter(message: &Value) -> bool {
    let is_parameter = |span: &Value| {
        span["is_primary"] == false
            && text(span).is_some_and(|[_, parameter, _]| parameter.contains("Layout!("))
    };
    let mut definitions = children(message).filter(|child| {
        child["message"].as_str().is_some_and(|text| text.ends_with("defined here"))
    });
    definitions.any(|child| spans(child).any(is_parameter))
}

/// The first line of the user's code that a message points at.
fn primary(message: &Value) -> Option<[&str; 3]> {
    text(spans(message).find(|span| span["is_primary"] == true)?)
}

/// The text of the first line of a span before it, within it and behind it. Of a span in a macro, its call.
fn text(mut span: &Value) -> Option<[&str; 3]> {
    let is_macro = |name: &str| !name.starts_with("desugaring");
    while span["expansion"]["macro_decl_name"].as_str().is_some_and(is_macro) {
        span = &span["expansion"]["span"];
    }
    let line = &span["text"][0];
    let text = line["text"].as_str()?;
    let byte = |place: &str| {
        let place = usize::try_from(line[place].as_u64()?).ok()?.checked_sub(1)?;
        Some(text.char_indices().nth(place).map_or(text.len(), |(at, _)| at))
    };
    let (start, end) = (byte("highlight_start")?, byte("highlight_end")?);
    Some([text.get(..start)?, text.get(start..end)?, text.get(end..)?])
}

/// A number and an integer of a type that meet in an operator or an index.
fn is_arithmetic(m: &Mistake) -> bool {
    let is_operator =
        ["cannot add ", "cannot subtract ", "cannot multiply ", "cannot divide ", "can't compare "];
    let is_index = m.title.starts_with("the type `[");
    let is_numeral = |part: &String| part.starts_with("typenum::U");
    let meets = m.quoted.iter().any(is_numeral)
        && (is_index || m.quoted.iter().any(|part| is_integer(part)));
    (is_index || is_operator.iter().any(|words| m.title.starts_with(words)))
        && meets
        && is_extent(m)
}

/// Whether an integer of a type is not a stride, which is not among the sizes.
fn is_extent(m: &Mistake) -> bool {
    !m.line.iter().any(|part| part.contains("stride"))
}

/// Whether `text` ends in the brackets of an index.
fn is_open_index(text: &str) -> bool {
    text.rsplit_once('[').is_some_and(|(value, index)| {
        value.ends_with(|sign: char| sign.is_alphanumeric() || "_)]".contains(sign))
            && !index.contains(']')
    })
}

/// What follows the name of a tensor's type: its arguments.
fn tensor(name: &str) -> Option<&str> {
    let name = name.trim_start_matches('&').trim_start_matches("mut ");
    let name = name.strip_prefix("static_layout::")?;
    ["View<", "ViewMut<", "Owned<", "Boxed<"].iter().find_map(|start| name.strip_prefix(start))
}

fn is_layout(name: &str) -> bool {
    let name = name.trim_start_matches('&');
    layouts(name).first() == Some(&name)
}

fn has_child(m: &Mistake, part: &str) -> bool {
    children(m.message)
        .any(|child| child["message"].as_str().is_some_and(|text| text.contains(part)))
}

/// The code that the compiler proposes, each with the line that it changes.
fn suggestions<'a>(m: &Mistake<'a>) -> impl Iterator<Item = [&'a str; 2]> {
    children(m.message).flat_map(spans).filter_map(|span| {
        Some([span["suggested_replacement"].as_str()?, span["text"][0]["text"].as_str()?])
    })
}

fn suggests_layout(m: &Mistake) -> bool {
    suggestions(m).any(|[code, _]| code.contains("LayoutOps") || code.contains("AnyLayout"))
}

fn suggests_tensor(m: &Mistake) -> bool {
    suggests_layout(m) && suggestions(m).any(|[code, _]| code.ends_with("static_layout::Tensor"))
}

/// Whether the compiler would restrict the shape `S` of a parameter `Layout<S, D>`.
fn is_of_tuples(m: &Mistake) -> bool {
    suggestions(m).any(|[code, line]| {
        let shape = code.split_once(" as static_layout::IntTuple>");
        let shape = shape.and_then(|(before, _)| before.rsplit_once('<'));
        shape.is_some_and(|(_, shape)| line.contains(&format!("Layout<{shape},")))
    })
}

/// Whether all borrows that meet are calls of `methods`.
fn borrows(m: &Mistake, methods: &[&str]) -> bool {
    let is_borrow = |span: &&Value| {
        let label = span["label"].as_str().unwrap_or_default();
        label.contains("borrow occurs here") || label.contains("mutably borrowed here")
    };
    // The place is the value, or the whole call.
    let is_value = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '.';
    let calls = |span| {
        let Some([_, within, after]) = text(span) else { return false };
        let call = format!("{within}{after}");
        let value = methods.iter().find_map(|name| Some(call.split_once(name)?.0));
        value.is_some_and(|value| value.chars().all(is_value))
    };
    spans(m.message).filter(is_borrow).all(calls)
}

/// Whether a thread borrows a tensor: the message shows notation, or names a type of the library.
fn is_spawned(m: &Mistake) -> bool {
    let notation = ["layout!(", "Layout!(", "tile!(", "coord!("];
    let is_tensor = has_label(m.message, "static_layout::")
        || notation.iter().any(|name| m.line.concat().contains(name));
    let mut calls = spans(m.message)
        .filter(|span| {
            span["label"].as_str().is_some_and(|label| label.contains("argument requires"))
        })
        .filter_map(text);
    is_tensor && calls.any(|[_, within, _]| within.contains("thread::spawn("))
}

/// Whether `a[i][j]` asks a number for an element.
fn is_two_brackets(m: &Mistake) -> bool {
    let [before, within, after] = m.line;
    let first = before.strip_suffix(']').and_then(|before| before.rsplit_once('['));
    let is_one = |index: &str| !index.contains([',', '(', '[', ']']) && !index.contains("..");
    let is_number = is_integer(m.quoted(0)) || ["f32", "f64", "f16"].contains(&m.quoted(0));
    let pair = first.is_some_and(|(a, index)| is_one(index) && !a.ends_with(']'))
        && is_one(within.trim_matches(['[', ']']));
    is_number && pair && !after.starts_with('[')
}

fn is_capital(name: &str) -> bool {
    name.chars().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit() || sign == '_')
}

/// The macro of notation whose call `text` ends in.
fn open_macro(text: &str) -> Option<&'static str> {
    let is_open = |rest: &str| {
        let mut depth = 0;
        rest.chars().all(|sign| {
            depth += i32::from(sign == '(') - i32::from(sign == ')');
            depth > 0
        })
    };
    ["layout", "shape", "tile", "coord", "Layout", "Shape", "Tile"].into_iter().find(|name| {
        text.rsplit_once(&format!("{name}!")).is_some_and(|(before, rest)| {
            !before.ends_with(|sign: char| sign.is_alphanumeric() || sign == '_') && is_open(rest)
        })
    })
}
