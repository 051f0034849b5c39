//! Reads and writes source text: layouts as programs of other systems write them.

use layout_core::{IntTuple, SymbolicLayout};
use static_layout_dialects::CuteLayout;
use static_layout_dialects::source::{Language, Source, SourceError};

use crate::Failure;
use crate::dialect::foreign::without_facts;
use crate::dialect::{Aspect, Dialect, Element, Foreign, Lost};
use crate::language::Value;

/// Reads a text. NumPy's strides count the bytes of `element`, unless the text says what they count.
///
/// # Errors
///
/// As [`Source::read`].
pub(super) fn read(
    language: Language,
    text: &str,
    element: Option<&Element>,
) -> Result<Foreign, Failure> {
    let tensor = Source::tensor_type(language, text).ok().flatten();
    let read = match element.and_then(Element::bytes) {
        Some(bytes) => Source::read_with_itemsize(language, text, bytes),
        None => Source::read(language, text),
    };
    let source = read.map_err(|error| failure(&error, text))?;
    let is_extents = language == Language::Mdspan && matches!(source, Source::Tuple(_));
    let system = Dialect::of(language);
    let (value, offset) = match source {
        Source::Layout(layout, offset) => (layout.into(), offset),
        Source::Tuple(tuple) => (tuple.into(), 0),
        Source::Symbolic(layout, offset) => (Value::Symbolic(layout), offset),
        Source::Swizzled(layout) => (layout.into(), 0),
        Source::Swizzle(swizzle) => (swizzle.into(), 0),
        Source::Tiler(tiler) => (tiler.into(), 0),
        Source::Unknowns(text) => return Ok(Foreign::of_unknowns(system, &text)),
        Source::CoordTensor(origin, layout) => {
            return Foreign::from(Value::from(layout)).with_first(system, &origin);
        }
        _ => return Err(Failure::new("the value of this text has no notation")),
    };
    let mut said = Foreign::from(value).with_offset(IntTuple::leaf(offset));
    said.element = element.cloned();
    if let Some(tensor) = tensor {
        match tensor.mlir {
            Some(name) => said.element = Some(Element::mlir(name)),
            None if tensor.element.is_empty() => {}
            None => said = said.with_other(system, PARAMETER, tensor.element),
        }
        let others = [("memory space", tensor.memory_space), ("alignment", tensor.alignment)];
        for (name, text) in others {
            said = text.into_iter().fold(said, |said, text| said.with_other(system, name, text));
        }
    }
    if is_extents {
        said = said.with_other(system, EXTENTS, "");
    }
    Ok(said)
}

/// The name of the part that has the type of the elements where the text does not define it.
pub(crate) const PARAMETER: &str = "element type";

/// The name of the part that says that a tuple has no order of its axes.
pub(crate) const EXTENTS: &str = "extents";

/// The tensor of a text of any language that claims it, whose elements an expression has no place for.
pub(crate) fn guessed_tensor(text: &str) -> Option<Foreign> {
    let claiming = Language::ALL.into_iter().filter(|language| language.claims(text));
    let mut read = claiming.filter_map(|language| read(language, text, None).ok());
    read.next().filter(|said| said.element.is_some() || !said.others.is_empty())
}

fn failure(error: &SourceError, text: &str) -> Failure {
    let failure = Failure::new(error.message()).at(text, error.span());
    error.help_line().into_iter().fold(failure, |failure, line| failure.help(line))
}

/// The value of a text of any language that claims it, if all languages that read it agree.
///
/// # Errors
///
/// Texts that languages read differently, and `failure` where no language reads it.
pub(crate) fn guessed(text: &str, failure: Failure) -> Result<Value, Failure> {
    let claiming = Language::ALL.into_iter().filter(|language| language.claims(text));
    let mut found: Option<(Language, Value)> = None;
    for language in claiming {
        let Ok(said) = read(language, text, None) else { continue };
        let value = said.into_value();
        match &found {
            None => found = Some((language, value)),
            Some((first, other)) if other.to_string() != value.to_string() => {
                let message = format!(
                    "this is `{other}` in {} and `{value}` in {}",
                    first.name(),
                    language.name()
                );
                return Err(Failure::new(message).help("layout eval --from names the language"));
            }
            Some(_) => {}
        }
    }
    found.map(|(_, value)| value).ok_or(failure)
}

/// The first of the values that the language has a text for, with what each gave up to be one.
fn held(language: Language, said: &Foreign) -> Result<(String, Vec<(Aspect, String)>), Lack> {
    if let (Some(origin), Some(layout)) = (said.first_coordinate(), said.layout.as_layout())
        && language == Language::FlyDsl
        && !matches!(said.layout, Value::Tuple(_))
    {
        let source = Source::CoordTensor(origin, layout.set_known());
        let written = source.write(language).map_err(|error| lack(language, &error))?;
        return Ok((written, Vec::new()));
    }
    let offset = match (said.offset.depth(), said.offset.is_known(0)) {
        (0, true) => said.offset.value(0),
        (0, false) => return Err((Aspect::Offset, "an offset that only run time knows".into())),
        _ => return Err((Aspect::Offset, format!("the offset `{}`", said.written_offset()))),
    };
    if let Value::Symbolic(layout) = &said.layout {
        return held_with_names(language, layout, offset);
    }
    let source = match &said.layout {
        Value::Text(text) if said.is_unknowns() => Source::Unknowns(text.clone()),
        Value::Swizzled(layout) if layout.swizzle().bits() > 0 => Source::Swizzled(*layout),
        Value::Swizzle(swizzle) => Source::Swizzle(*swizzle),
        Value::Tiler(tiler) => Source::Tiler(*tiler),
        Value::Tuple(tuple) => Source::Tuple(*tuple),
        other => match said.plain() {
            Some((layout, sum)) if sum.depth() == 0 => {
                Source::Layout(layout.set_known(), sum.value(0))
            }
            _ => return Err((Aspect::Layout, other.kind().to_owned())),
        },
    };
    if offset != 0 && !matches!(source, Source::Layout(..)) {
        return Err((Aspect::Offset, format!("the offset `{offset}` of the first element")));
    }
    // A shape is the compact layout of that shape, where a language has no tuples. The extents of `std::mdspan` are none.
    let is_extents = said.other(Dialect::Mdspan, EXTENTS).is_some();
    let written = match (&source, source.write(language), said.layout.as_layout()) {
        (Source::Tuple(_), written, Some(layout))
            if !is_extents && (written.is_err() || language == Language::Mdspan) =>
        {
            Source::from(layout).write(language)
        }
        (_, written, _) => written,
    };
    written.map(|text| (text, Vec::new())).map_err(|error| lack(language, &error))
}

/// What a language has no word for.
type Lack = (Aspect, String);

fn lack(language: Language, error: &SourceError) -> Lack {
    let prefix = format!("{} has no word for ", language.name());
    let what = error.message().strip_prefix(&prefix).unwrap_or(error.message());
    let aspects = [
        ("swizzle", Aspect::Swizzle),
        ("coordinates", Aspect::Basis),
        ("nested", Aspect::Nesting),
        ("offset", Aspect::Offset),
        ("name", Aspect::Names),
    ];
    let aspect = aspects.into_iter().find(|(word, _)| what.contains(word));
    (aspect.map_or(Aspect::Layout, |(_, aspect)| aspect), what.to_owned())
}

/// A layout of names: as it is, without its facts, without its names.
fn held_with_names(
    language: Language,
    layout: &SymbolicLayout,
    offset: i64,
) -> Result<(String, Vec<(Aspect, String)>), Lack> {
    let write = |layout: SymbolicLayout| Source::Symbolic(layout.into(), offset).write(language);
    let mut first = match write(*layout) {
        Ok(text) => return Ok((text, Vec::new())),
        Err(error) => lack(language, &error),
    };
    let text = layout.to_string();
    let facts = || {
        let conditions = layout.conditions();
        let what = match conditions.as_str() {
            "" => format!("the facts of `{layout}`"),
            conditions => format!("the condition `{conditions}`"),
        };
        (Aspect::Facts, what)
    };
    match without_facts(&text).parse::<SymbolicLayout>().map(write) {
        Ok(Ok(text)) => return Ok((text, vec![facts()])),
        // The facts are not what it lacks: they would be left out.
        Ok(Err(error)) => first = lack(language, &error),
        Err(_) => {}
    }
    // The types of the CuTe DSL have `?` and divisors alone.
    if let Ok(unnamed) = CuteLayout::from(*layout).symbolic()
        && let Ok(text) = write(unnamed)
    {
        return Ok((text, vec![(Aspect::Names, format!("the names of `{layout}`"))]));
    }
    Err(first)
}

/// The text of what the language has words for.
pub(super) fn write(language: Language, said: &Foreign) -> Result<String, Failure> {
    held(language, said)
        .map(|(text, _)| text)
        .map_err(|(_, what)| Failure::new(format!("{} has no word for {what}", language.name())))
}

/// What the language has no word for.
pub(super) fn lost(system: Dialect, language: Language, said: &Foreign) -> Vec<Lost> {
    let lost = |aspect, is_essential, what| Lost { system, aspect, is_essential, what };
    match held(language, said) {
        Ok((_, mut given_up)) => {
            // Modes that continue each other are one axis of an array.
            let is_array = matches!(language, Language::Mdspan | Language::NumPy);
            if let Some((layout, _)) = said.plain()
                && is_array
                && layout.shape().depth() > 1
            {
                given_up.push((Aspect::Nesting, format!("the nesting of `{layout}`")));
            }
            given_up.into_iter().map(|(aspect, what)| lost(aspect, false, what)).collect()
        }
        Err((aspect, what)) => vec![lost(aspect, true, what)],
    }
}
