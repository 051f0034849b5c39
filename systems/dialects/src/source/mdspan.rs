//! The layouts of `std::mdspan`: extents, and mappings.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::algebra::{compact, with_stride};
use super::element;
use super::evaluate::{Call, Evaluator};
use super::leaf::{Leaf, Nest, unknown};
use super::names::{self, Form, Mapping};
use super::tree::{Bracket, Item, Kind, Node, Part};
use super::value::Value;
use super::{Language, SourceError};

const DYNAMIC: &str = "dynamic_extent";

/// The lists after a name: types, and values.
type Lists<'n, 'a> = (Option<&'n [Item<'a>]>, Option<&'n [Item<'a>]>);

impl Evaluator {
    /// `extents<std::size_t, 2, dynamic_extent>{n}`, `extents(2, n)`, `dextents<std::size_t, 2>{m, n}`.
    pub(super) fn extents(&self, form: Form, call: &Call<'_, '_>) -> Result<Nest, SourceError> {
        let (name, generics, span) = (call.name, call.generics, &call.span);
        let values = call.arguments.unwrap_or_default();
        let mut given = Vec::new();
        // `extents<..>{std::array{2, 4}}`.
        for value in self.tuple(values)? {
            match value {
                Value::Leaf(leaf) => given.push(leaf),
                Value::Tuple(parts) if values.len() == 1 => {
                    for part in parts {
                        given.push(self.extent(&part, span)?);
                    }
                }
                other => given.push(self.extent(&other, span)?),
            }
        }
        let Some(generics) = generics else {
            return Ok(Nest::Tuple(given.into_iter().map(Nest::Leaf).collect()));
        };
        let declared: Vec<Option<Leaf>> = match form {
            Form::Dextents => {
                // `dims<2>` has no type of index, or has it last.
                let count = match generics {
                    [count] if name == "dims" => self.integer(&count.node)?,
                    [count, of]
                        if name == "dims" && matches!(count.node.kind, Kind::Integer(_)) =>
                    {
                        index_type(&of.node)?;
                        self.integer(&count.node)?
                    }
                    [of, count] if name != "dims" => {
                        index_type(&of.node)?;
                        self.integer(&count.node)?
                    }
                    _ => {
                        let (takes, example) = match name {
                            "dims" => ("a rank", "std::dims<2>"),
                            _ => {
                                ("the type of an index and a rank", "std::dextents<std::size_t, 2>")
                            }
                        };
                        let message = format!("`{name}` takes {takes}");
                        let error = SourceError::new(message, span.clone());
                        return Err(error.help(format!("write `{example}`")));
                    }
                };
                (0..count.clamp(0, 64)).map(|_| None).collect()
            }
            _ => {
                let [of, extents @ ..] = generics else {
                    return Err(SourceError::new("`extents` takes a type", span.clone()));
                };
                index_type(&of.node)?;
                extents.iter().map(|item| self.declared(item)).collect::<Result<_, _>>()?
            }
        };
        let unknown_count = declared.iter().filter(|extent| extent.is_none()).count();
        let is_whole = given.len() == declared.len();
        if !given.is_empty() && !is_whole && given.len() != unknown_count {
            let message = format!(
                "extents with {unknown_count} of {} dynamic take as many values, and this has {}",
                declared.len(),
                given.len()
            );
            return Err(SourceError::new(message, span.clone()));
        }
        let mut next = given.iter();
        let mut out = Vec::new();
        for extent in declared {
            let value = if is_whole || extent.is_none() { next.next() } else { None };
            out.push(Nest::Leaf(match (extent, value) {
                (Some(extent), Some(value)) if extent.value() != value.value() => {
                    let message = format!(
                        "the extent {} has the value {}",
                        extent.notation(),
                        value.notation()
                    );
                    return Err(SourceError::new(message, span.clone()));
                }
                (Some(extent), _) => extent,
                (None, Some(value)) => Leaf { is_static: false, ..value.clone() },
                (None, None) => unknown(""),
            }));
        }
        Ok(Nest::Tuple(out))
    }

    fn extent(&self, value: &Value, span: &Range<usize>) -> Result<Leaf, SourceError> {
        match value {
            Value::Leaf(leaf) => Ok(leaf.clone()),
            _ => Err(SourceError::new("an extent is an integer", span.clone())),
        }
    }

    /// An extent of a type: an integer, or `None` for `std::dynamic_extent`.
    fn declared(&self, item: &Item<'_>) -> Result<Option<Leaf>, SourceError> {
        if let Kind::Name(parts) = &item.node.kind
            && parts.last().is_some_and(|part| part.name == DYNAMIC || part.name == "dyn")
        {
            return Ok(None);
        }
        match self.value(&item.node)? {
            Value::Leaf(leaf) => Ok(Some(Leaf { is_static: leaf.names.is_empty(), ..leaf })),
            _ => Err(SourceError::new("an extent is an integer", item.node.span.clone())),
        }
    }

    /// `layout_stride::mapping<..>{..}`.
    pub(super) fn mapping(
        &self,
        mapping: Mapping,
        parts: &[Part<'_>],
        span: &Range<usize>,
    ) -> Result<Value, SourceError> {
        let [layout, of] = parts else {
            let message = "a layout of mdspan is read with its mapping: `layout_left::mapping<..>`";
            return Err(SourceError::new(message, span.clone()));
        };
        if of.name != "mapping" {
            let message = format!("`{}` of a layout is not read", of.name);
            return Err(SourceError::new(message, of.span.clone()).help("`mapping` is"));
        }
        let padding = self.padding(mapping, layout)?;
        let (generics, values) = lists(of)?;
        let (mut extents, mut rest) = (None, values.unwrap_or_default());
        if let Some([only]) = generics {
            extents = Some(self.nest(&only.node)?);
        } else if generics.is_some() {
            return Err(SourceError::new("a mapping has one type of extents", of.span.clone()));
        }
        // `{}` is a value of extents that are all static.
        if let ([first, later @ ..], Some(declared)) = (rest, &extents)
            && matches!(&first.node.kind, Kind::List(Bracket::Curly, items) if items.is_empty())
            && declared.is_plain()
        {
            rest = later;
        } else if let [first, later @ ..] = rest {
            let given = self.nest(&first.node)?;
            // The value and the type must have equal extents.
            if let Some(declared) = &extents
                && !same_extents(declared, &given)
            {
                let message = format!(
                    "extents {} in a mapping of extents {}",
                    given.notation(),
                    declared.notation()
                );
                return Err(SourceError::new(message, first.node.span.clone()));
            }
            (extents, rest) = (Some(given), later);
        }
        let Some(extents) = extents else {
            return Err(SourceError::new("a mapping has extents", of.span.clone()));
        };
        self.mapped(mapping, padding, extents, rest, span)
    }

    /// The padding of `layout_left_padded<8>`. `None` where the mapping's arguments have it.
    fn padding(&self, mapping: Mapping, layout: &Part<'_>) -> Result<Option<Leaf>, SourceError> {
        let (generics, values) = lists(layout)?;
        let is_padded = matches!(mapping, Mapping::LeftPadded | Mapping::RightPadded);
        match generics {
            Some([]) if is_padded => Ok(None),
            Some([item]) if is_padded => self.declared(item),
            None if !is_padded && values.is_none() => Ok(None),
            _ if is_padded => {
                let message = "a padded layout has a padding: `layout_left_padded<8>`";
                Err(SourceError::new(message, layout.span.clone()))
            }
            _ => {
                let message = format!("`{}` takes no arguments", layout.name);
                Err(SourceError::new(message, layout.span.clone()))
            }
        }
    }

    fn mapped(
        &self,
        mapping: Mapping,
        padding: Option<Leaf>,
        extents: Nest,
        rest: &[Item<'_>],
        span: &Range<usize>,
    ) -> Result<Value, SourceError> {
        let (is_padded, is_left) = match mapping {
            Mapping::Left => (false, true),
            Mapping::Right => (false, false),
            Mapping::LeftPadded => (true, true),
            Mapping::RightPadded => (true, false),
            Mapping::Stride => {
                let [strides] = rest else {
                    let message = "a mapping of `layout_stride` has extents and strides";
                    return Err(SourceError::new(message, span.clone()));
                };
                let stride = self.nest(&strides.node)?;
                for leaf in stride.leaves() {
                    if leaf.value().is_some_and(|value| value < 1) {
                        let message = "strides of `layout_stride` are 1 or more";
                        return Err(SourceError::new(message, strides.node.span.clone()));
                    }
                }
                return with_stride(extents, stride, span, &strides.node.span);
            }
        };
        let padding = match (padding, rest) {
            (padding, []) => padding,
            (None, [item]) if is_padded => match self.value(&item.node)? {
                Value::Leaf(leaf) => Some(leaf),
                _ => {
                    return Err(SourceError::new(
                        "a padding is an integer",
                        item.node.span.clone(),
                    ));
                }
            },
            // A value next to a static padding must equal it.
            (Some(padding), [item]) if is_padded => match self.value(&item.node)? {
                Value::Leaf(leaf) if leaf.value() == padding.value() => Some(padding),
                _ => {
                    let message = "the padding of the value is not that of the type";
                    return Err(SourceError::new(message, item.node.span.clone()));
                }
            },
            (_, [item, ..]) => {
                let message = "this mapping takes its extents only";
                return Err(SourceError::new(message, item.node.span.clone()));
            }
        };
        let Value::Layout(pair, _) = compact(extents, is_left, false, span)? else {
            return Err(SourceError::new("a mapping has extents", span.clone()));
        };
        let Some(padding) = padding.filter(|_| is_padded) else {
            return Ok(Value::Layout(pair, 0));
        };
        padded(pair.shape, &padding, is_left, span)
    }

    /// `mdspan(p, 2, 4)`, `mdspan(p, mapping)`, `mdspan<float, extents<..>, layout_left>`.
    pub(super) fn mdspan(
        &self,
        generics: Option<&[Item<'_>]>,
        values: Option<&[Item<'_>]>,
        span: &Range<usize>,
    ) -> Result<Value, SourceError> {
        let (mut mapping, mut padding) = (Mapping::Right, None);
        let mut declared = None;
        if let Some(items) = generics {
            let [_, extents, rest @ ..] = items else {
                let message = "`mdspan` takes the type of an element, extents and a layout";
                return Err(SourceError::new(message, span.clone()));
            };
            declared = Some(self.nest(&extents.node)?);
            if let Some(layout) = rest.first() {
                (mapping, padding) = self.policy(&layout.node)?;
            }
            for (k, accessor) in rest.iter().enumerate().skip(1) {
                let is_plain = matches!(&accessor.node.kind, Kind::Name(parts) if parts
                    .last()
                    .is_some_and(|part| matches!(part.name, "default_accessor" | "aligned_accessor")));
                if k > 1 || !is_plain {
                    let message = "an accessor that is not `default_accessor` is not read";
                    return Err(SourceError::new(message, accessor.node.span.clone()));
                }
            }
        }
        let rest = values.and_then(|items| items.get(1..)).unwrap_or_default();
        let values = self.tuple(rest)?;
        let given = match values.as_slice() {
            [] => None,
            [Value::Layout(pair, 0)] => return Ok(Value::Layout(pair.clone(), 0)),
            [tuple @ Value::Tuple(_)] => tuple.nest(),
            _ => Value::Tuple(values).nest(),
        };
        let extents = match (declared, given) {
            (Some(declared), Some(given)) if !same_extents(&declared, &given) => {
                let dynamic =
                    declared.leaves().iter().filter(|leaf| leaf.value().is_none()).count();
                let mut given = given.leaves().into_iter().cloned();
                if dynamic != given.len() {
                    let message = "these extents are not those of the type";
                    return Err(SourceError::new(message, span.clone()));
                }
                let all: Vec<Leaf> = declared.leaves().into_iter().cloned().collect();
                let filled: Vec<Leaf> =
                    all.into_iter()
                        .map(|leaf| {
                            if leaf.value().is_none() { given.next().unwrap_or(leaf) } else { leaf }
                        })
                        .collect();
                declared.with(&mut filled.into_iter())
            }
            (_, Some(given)) => given,
            (Some(declared), None) => declared,
            (None, None) => {
                return Err(SourceError::new("`mdspan` has extents or a mapping", span.clone()));
            }
        };
        self.mapped(mapping, padding, extents, &[], span)
    }

    /// `std::layout_left` or `std::layout_left_padded<8>` as an argument, with the padding.
    fn policy(&self, node: &Node<'_>) -> Result<(Mapping, Option<Leaf>), SourceError> {
        let part = match &node.kind {
            Kind::Name(parts) => parts.last(),
            _ => None,
        };
        let form = part.and_then(|part| names::form(self.language, part.name));
        let (Some(part), Some(Form::Mapping(mapping))) = (part, form) else {
            return Err(SourceError::new("a layout is expected", node.span.clone()));
        };
        match (mapping, lists(part)?) {
            (Mapping::Left | Mapping::Right, (None, None)) => Ok((mapping, None)),
            (Mapping::LeftPadded | Mapping::RightPadded, (Some([padding]), None)) => {
                match self.declared(padding)? {
                    Some(padding) => Ok((mapping, Some(padding))),
                    None => {
                        let message = "this padding is known at run time only";
                        let error = SourceError::new(message, padding.node.span.clone());
                        Err(error.help("write the mapping: `layout_left_padded<8>::mapping<..>`"))
                    }
                }
            }
            _ => {
                let message = "an `mdspan` of this layout is read with its mapping";
                Err(SourceError::new(message, node.span.clone()))
            }
        }
    }
}

/// Checks that an argument may be the type of an index: a name, but not one of other numbers.
fn index_type(node: &Node<'_>) -> Result<(), SourceError> {
    let name = match &node.kind {
        Kind::Name(parts) => parts.last().map(|part| part.name),
        _ => None,
    };
    let is_other = |name: &str| {
        element::mlir(Language::Mdspan, name).is_some_and(|of| !of.contains('i') || of == "i1")
    };
    match name {
        Some(name) if name != DYNAMIC && !is_other(name) => Ok(()),
        _ => {
            let error = SourceError::new("the type of an index is expected", node.span.clone());
            Err(error.help("write `std::size_t` before the extents"))
        }
    }
}

/// Whether the extents of a value fit its type.
fn same_extents(declared: &Nest, given: &Nest) -> bool {
    let fits = |(a, b): (&&Leaf, &&Leaf)| a.value().is_none() || a.value() == b.value();
    declared.is_congruent(given) && declared.leaves().iter().zip(given.leaves().iter()).all(fits)
}

/// The lists after a name.
fn lists<'n, 'a>(part: &'n Part<'a>) -> Result<Lists<'n, 'a>, SourceError> {
    let mut found: Lists<'n, 'a> = (None, None);
    for (bracket, items) in &part.lists {
        let place = if *bracket == Bracket::Angle { &mut found.0 } else { &mut found.1 };
        if place.is_some() {
            let message = format!("a value of `{}` is not called here", part.name);
            return Err(SourceError::new(message, part.span.clone()));
        }
        *place = Some(items.as_slice());
    }
    Ok(found)
}

/// The compact layout whose fastest extent counts as the next multiple of the padding. Of rank 1 it has no padding.
fn padded(
    extents: Nest,
    padding: &Leaf,
    is_left: bool,
    span: &Range<usize>,
) -> Result<Value, SourceError> {
    let leaves: Vec<Leaf> = extents.leaves().into_iter().cloned().collect();
    let rank = leaves.len();
    if rank < 2 {
        return compact(extents, is_left, false, span);
    }
    let fail = |message: &str| SourceError::new(message, span.clone());
    let order: Vec<usize> = if is_left { (0..rank).collect() } else { (0..rank).rev().collect() };
    let first = &leaves[order[0]];
    let step = match (first.value(), padding.value()) {
        (_, Some(padding)) if padding < 1 => return Err(fail("a padding is 1 or more")),
        (Some(extent), Some(padding)) => {
            let up =
                extent.checked_add(padding - 1).ok_or_else(|| fail("the padding overflows"))?;
            Leaf::of(up / padding * padding, first.is_static)
        }
        (_, Some(1)) => first.clone(),
        _ => {
            let error = fail("a padding of an extent that is a name is not read");
            return Err(error.help("write the strides: `layout_stride::mapping`"));
        }
    };
    let mut strides = leaves.clone();
    let mut covered = step;
    strides[order[0]] = Leaf::of(1, true);
    for &k in &order[1..] {
        strides[k] = covered.clone();
        covered = covered.times(&leaves[k]).ok_or_else(|| fail("the padding overflows"))?;
    }
    let stride = extents.with(&mut strides.into_iter());
    with_stride(extents, stride, span, span)
}
