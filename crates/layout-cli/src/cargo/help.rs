//! Helps that the compiler cannot give: what to write where types of layouts differ, or an integer of a type meets a number.

use serde_json::Value;

use super::diagnostic::{children, compared, layouts, spans};

const BOTH: &str = "`to_dynamic()` gives both layouts one type, `dynamic::Layout`";
const PARAMETER: &str = "a parameter of type `impl AnyLayout` takes either layout; `to_dynamic()` gives both one type, `dynamic::Layout`";
const VIEW: &str = "`impl AnyLayout` in the place of the parameter's layout takes either view";
const SIZES: &str =
    "`sizes()` of a layout or a view gives its extents as `usize`: `let [m, n] = a.sizes();`";
const RUN_TIME: &str =
    "a run-time integer is `?` in the type of a layout, as in `Layout!((?,8):(8,1))`";

/// The help for `message`, whose types are not yet rewritten.
pub(super) fn of(message: &Value) -> Option<String> {
    let help = match message["code"]["code"].as_str()? {
        "E0308" => mismatch(message)?,
        "E0277" => arithmetic(message)?,
        _ => return None,
    };
    Some(help.to_owned())
}

/// Two types that should be one.
fn mismatch(message: &Value) -> Option<&'static str> {
    let [expected, found] = compared(message)?;
    let is_layout = |text: &str| {
        let text = text.trim_start_matches('&');
        layouts(text).first().is_some_and(|layout| *layout == text)
    };
    if is_layout(&expected) && is_layout(&found) {
        return several_layouts(message);
    }
    // Views that differ in their layouts alone.
    let is_view = |text: &str| {
        ["View<", "ViewMut<"]
            .iter()
            .any(|name| text.trim_start_matches("static_layout::").starts_with(name))
    };
    let without_layouts = |text: &str| {
        layouts(text).iter().fold(text.to_owned(), |text, layout| text.replace(layout, "_"))
    };
    if is_view(&expected) && without_layouts(&expected) == without_layouts(&found) {
        return has_layout_parameter(message).then_some(VIEW);
    }
    let is_number = |text: &str| text.starts_with("typenum::U");
    let [_, within] = primary(message)?;
    if is_number(&found) && is_integer(&expected) {
        // A stride is not among the sizes.
        return (!within.contains("stride")).then_some(SIZES);
    }
    if is_number(&expected) && is_integer(&found) && has_label(message, "expected because this is")
    {
        let is_stride =
            spans(message).filter_map(text).any(|[_, within]| within.contains("stride"));
        return (!is_stride).then_some(SIZES);
    }
    (is_number(&expected) && found == "usize" && within.starts_with("layout!")).then_some(RUN_TIME)
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
    let [before, _] = primary(message)?;
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
            && text(span).is_some_and(|[_, parameter]| parameter.contains("Layout!("))
    };
    let mut definitions = children(message).filter(|child| {
        child["message"].as_str().is_some_and(|text| text.ends_with("defined here"))
    });
    definitions.any(|child| spans(child).any(is_parameter))
}

/// The first line of the user's code that a message points at: its text before the place, and the text of the place.
fn primary(message: &Value) -> Option<[&str; 2]> {
    text(spans(message).find(|span| span["is_primary"] == true)?)
}

/// The text of the first line of a span before it, and within it. Of a span in a macro, its call.
fn text(mut span: &Value) -> Option<[&str; 2]> {
    while span["expansion"].is_object() {
        span = &span["expansion"]["span"];
    }
    let line = &span["text"][0];
    let text = line["text"].as_str()?;
    let byte = |place: &str| {
        let place = usize::try_from(line[place].as_u64()?).ok()?.checked_sub(1)?;
        Some(text.char_indices().nth(place).map_or(text.len(), |(at, _)| at))
    };
    let (start, end) = (byte("highlight_start")?, byte("highlight_end")?);
    Some([text.get(..start)?, text.get(start..end)?])
}

/// A number and an integer of a type that meet in an operator or an index.
fn arithmetic(message: &Value) -> Option<&'static str> {
    let title = message["message"].as_str()?;
    let is_operator =
        ["cannot add ", "cannot subtract ", "cannot multiply ", "cannot divide ", "can't compare "];
    let is_index = title.starts_with("the type `[") && title.contains("cannot be indexed by");
    let types: Vec<_> = title.split('`').skip(1).step_by(2).collect();
    let is_numeral = |part: &&str| part.starts_with("UInt<") && layouts(part).is_empty();
    let meets =
        types.iter().any(is_numeral) && (is_index || types.iter().any(|part| is_integer(part)));
    let is_stride = primary(message)?[1].contains("stride");
    ((is_index || is_operator.iter().any(|words| title.starts_with(words))) && meets && !is_stride)
        .then_some(SIZES)
}
