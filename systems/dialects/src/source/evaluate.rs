//! The evaluator: a tree to a value, by the forms of a language's names.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use layout_core::SymbolicLayout;

use super::algebra::{
    arithmetic, compact, composed, joined, operation, ordered, swizzle, with_stride, without_ties,
};
use super::element;
use super::leaf::{Leaf, Nest, Pair, from_fly, unknown};
use super::names::{self, Form};
use super::tree::{self, Bracket, Item, Kind, Node, Part};
use super::value::{Evaluated, ITEMSIZE, Value, named, no_names, refused, tiler};
use super::{Language, Source, SourceError, TensorType};

/// The language, and what a text does not say.
#[derive(Clone, Copy)]
pub(super) struct Evaluator {
    pub(super) language: Language,
    /// The bytes of an element, for strides in bytes.
    pub(super) itemsize: Option<i64>,
    /// Whether the text is notation: `(8)` is a tuple.
    notation: bool,
    /// Whether plain integers are static.
    is_static: bool,
}

/// What the text of a tensor says in addition to its layout.
pub(super) fn tensor_type(language: Language, text: &str) -> Evaluated<Option<TensorType<'_>>> {
    let node = tree::read(language, text)?;
    Ok(element::tensor_type(language, text, &node))
}

/// Reads a text.
pub(super) fn read(language: Language, text: &str, itemsize: Option<i64>) -> Evaluated<Source> {
    let is_static = !matches!(language, Language::Cute | Language::MoYe | Language::Mdspan);
    let evaluator = Evaluator { language, itemsize, notation: false, is_static };
    let node = tree::read(language, text)?;
    if let Some(span) = element::inner(language, &node) {
        return Err(SourceError::new("a tensor with a type is read alone", span));
    }
    if let Kind::Name(parts) = &node.kind
        && language == Language::FlyDsl
        && !text[node.span.start..].starts_with(['!', '#'])
        && parts.iter().any(|part| part.lists.iter().any(|list| list.0 == Bracket::Angle))
    {
        let message = "a type of FlyDSL begins with `!fly.`";
        return Err(SourceError::new(message, node.span.clone()));
    }
    let value = evaluator.value(&node)?;
    if let Value::Tuple(_) = value
        && language == Language::Cute
        && has_keep(&value)
    {
        let message = "a coordinate with `_` is no layout";
        return Err(SourceError::new(message, node.span).help("`make_tile` makes a tiler"));
    }
    finished(value, &node)
}

/// Whether a tuple has `_`, which makes a coordinate of a slice of it.
fn has_keep(value: &Value) -> bool {
    match value {
        Value::Keep => true,
        Value::Tuple(parts) => parts.iter().any(has_keep),
        _ => false,
    }
}

/// Checks that what is said of each `?` of a tuple is a fact.
fn with_facts(nest: &Nest, span: &Range<usize>) -> Evaluated<()> {
    for leaf in nest.leaves() {
        if !leaf.names.is_empty() {
            let layout = format!("{}:1", leaf.notation());
            layout.parse::<SymbolicLayout>().map_err(|error| named(&error, span))?;
        }
    }
    Ok(())
}

fn finished(value: Value, node: &Node<'_>) -> Evaluated<Source> {
    let span = node.span.clone();
    Ok(match value {
        Value::Layout(pair, offset) if pair.is_plain() => {
            Source::Layout(pair.layout().map_err(|error| refused(&error, &span))?, offset)
        }
        Value::Layout(pair, offset) => {
            let layout = pair.symbolic().map_err(|error| named(&error, &span))?;
            Source::Symbolic(layout.into(), offset)
        }
        Value::Swizzle(swizzle) => Source::Swizzle(swizzle),
        Value::Swizzled(layout) => Source::Swizzled(*layout),
        Value::Tuple(_) if value.nest().is_none() => Source::Tiler(tiler(&value, &span)?),
        Value::Tiles(_) => Source::Tiler(tiler(&value, &span)?),
        Value::CoordTensor(tensor) => {
            let (origin, pair) = *tensor;
            with_facts(&origin, &span)?;
            let layout = match pair.is_plain() {
                true => pair.layout().map_err(|error| refused(&error, &span))?,
                false => {
                    let message = "a first coordinate of a layout of run time is not read";
                    return Err(SourceError::new(message, span));
                }
            };
            Source::CoordTensor(origin.notation(), layout)
        }
        Value::Leaf(_) | Value::Tuple(_) => match value.nest() {
            Some(nest) if nest.is_plain() => {
                Source::Tuple(nest.tuple().map_err(|error| refused(&error, &span))?)
            }
            Some(nest) if nest.leaves().iter().all(|leaf| leaf.is_unnamed()) => {
                with_facts(&nest, &span)?;
                Source::Unknowns(nest.notation())
            }
            _ => {
                let message = "a tuple of names is read as part of a layout only";
                return Err(SourceError::new(message, span.clone()));
            }
        },
        Value::Keep | Value::Order(_) | Value::Bits(_) => {
            let message = format!("a layout was expected, and this is {}", value.kind());
            return Err(SourceError::new(message, span));
        }
    })
}

/// What the lists after a name are.
pub(super) struct Call<'n, 'a> {
    pub(super) name: &'a str,
    pub(super) span: Range<usize>,
    /// `<..>`, or what the language writes in its place.
    pub(super) generics: Option<&'n [Item<'a>]>,
    /// `(..)` or `{..}`.
    pub(super) arguments: Option<&'n [Item<'a>]>,
    pub(super) is_macro: bool,
}

impl Evaluator {
    pub(super) fn value(&self, node: &Node<'_>) -> Evaluated {
        let span = &node.span;
        match &node.kind {
            Kind::Integer(value) => Ok(Value::Leaf(Leaf::of(*value, self.is_static))),
            Kind::Unknown(facts) if self.language == Language::FlyDsl => {
                Ok(Value::Leaf(unknown(&from_fly(facts))))
            }
            Kind::Unknown(facts) => Ok(Value::Leaf(unknown(facts))),
            Kind::Text(text) => {
                let message = format!("the string {text:?} is no part of a layout");
                Err(SourceError::new(message, span.clone()))
            }
            Kind::Negative(of) => {
                let Value::Leaf(mut leaf) = self.value(of)? else {
                    return Err(SourceError::new("`-` is read before integers only", span.clone()));
                };
                // The reader's integers have no sign, so this cannot overflow.
                leaf.factor = -leaf.factor;
                Ok(Value::Leaf(leaf))
            }
            Kind::List(bracket, items) => self.list(*bracket, items, span),
            Kind::Name(parts) => self.name(parts, span),
            Kind::Binary(':', left, right) => self.pair(left, right, span),
            Kind::Binary('=', left, right) => self.declared_value(left, right),
            Kind::Binary('o', left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                if self.language == Language::FlyDsl && matches!(left, Value::Layout(..)) {
                    let message = "a composed layout without a swizzle is not read";
                    return Err(SourceError::new(message, span.clone()));
                }
                composed(left, right, span)
            }
            Kind::Binary(operator @ ('@' | 'E'), left, right) => {
                let (Value::Leaf(mut leaf), Value::Leaf(index)) =
                    (self.value(left)?, self.value(right)?)
                else {
                    return Err(SourceError::new("`@` takes an integer and an axis", span.clone()));
                };
                if !leaf.names.is_empty() {
                    return Err(no_names(span));
                }
                let Some(index) = index.value() else {
                    return Err(SourceError::new("`@` takes an integer and an axis", span.clone()));
                };
                // `1@1@0` and `1E0E1` are `E<0,1>`.
                let at = if *operator == '@' { 0 } else { leaf.path.len() };
                leaf.path.insert(at, index);
                Ok(Value::Leaf(leaf))
            }
            Kind::Binary(operator, left, right) => {
                let (Value::Leaf(a), Value::Leaf(b)) = (self.value(left)?, self.value(right)?)
                else {
                    let sign = match operator {
                        '÷' if self.language != Language::MoYe => "//".into(),
                        operator => operator.to_string(),
                    };
                    let message = format!("`{sign}` is read between integers only");
                    return Err(SourceError::new(message, span.clone()));
                };
                arithmetic(*operator, &a, &b, span).map(Value::Leaf)
            }
        }
    }

    fn list(&self, bracket: Bracket, items: &[Item<'_>], span: &Range<usize>) -> Evaluated {
        if let Some(item) = items.iter().find(|item| item.keyword.is_some()) {
            let message = format!("a tuple has no keyword `{}`", item.keyword.unwrap_or_default());
            return Err(SourceError::new(message, item.node.span.clone()));
        }
        let is_group = bracket == Bracket::Round && !self.notation;
        if let [only] = items
            && (is_group && !only.has_comma || bracket == Bracket::Curly && self.notation)
        {
            return self.value(&only.node);
        }
        let python = [Language::CuteDsl, Language::PyCute, Language::NumPy, Language::Mojo];
        match bracket {
            Bracket::Square if !python.contains(&self.language) => {
                let message = format!("{} has no tuples in `[..]`", self.language.name());
                Err(SourceError::new(message, span.clone()))
            }
            _ => self.tuple(items).map(Value::Tuple),
        }
    }

    /// Whether the compact layouts of the language have the stride 0 at a static extent of 1, as CuTe's have.
    pub(super) fn zeros(&self) -> bool {
        !matches!(self.language, Language::PyCute | Language::Mojo | Language::Mdspan)
    }

    pub(super) fn tuple(&self, items: &[Item<'_>]) -> Evaluated<Vec<Value>> {
        items.iter().map(|item| self.value(&item.node)).collect()
    }

    /// `shape:stride`.
    fn pair(&self, left: &Node<'_>, right: &Node<'_>, span: &Range<usize>) -> Evaluated {
        let shape = self.nest(left)?;
        if let Kind::Name(parts) = &right.kind
            && let [part] = parts.as_slice()
        {
            let arguments = part.lists.first().map(|(_, items)| items.as_slice());
            match (part.name, arguments) {
                ("row", None) => return compact(shape, false, self.zeros(), span),
                ("col", None) => return compact(shape, true, self.zeros(), span),
                ("order", Some(items)) => {
                    let order = Value::Tuple(self.tuple(items)?);
                    return ordered(shape, &order, self.zeros(), span, &right.span);
                }
                _ => {}
            }
        }
        let stride = self.nest(right)?;
        with_stride(shape, stride, span, &right.span)
    }

    /// A tuple of integers.
    pub(super) fn nest(&self, node: &Node<'_>) -> Evaluated<Nest> {
        let value = self.value(node)?;
        value.nest().ok_or_else(|| {
            let what = match &value {
                Value::Tuple(_) | Value::Keep => "one that leaves out a mode",
                other => other.kind(),
            };
            let message = format!("a tuple of integers was expected, and this is {what}");
            SourceError::new(message, node.span.clone())
        })
    }

    /// An integer.
    pub(super) fn integer(&self, node: &Node<'_>) -> Evaluated<i64> {
        match self.value(node)? {
            Value::Leaf(leaf) if leaf.value().is_some() => Ok(leaf.factor),
            _ => Err(SourceError::new("an integer is expected here", node.span.clone())),
        }
    }

    fn name(&self, parts: &[Part<'_>], span: &Range<usize>) -> Evaluated {
        let mut rest = parts;
        let mut space = "";
        if self.language == Language::NumPy
            && let [array, last] = rest
            && last.name == "itemsize"
            && last.lists.is_empty()
            && array.lists.is_empty()
        {
            return Ok(Value::Leaf(Leaf::name(&format!("{}{ITEMSIZE}", array.name))));
        }
        if self.language == Language::NumPy {
            rest = Self::of_numpy(rest, span)?;
        }
        while let [first, later @ ..] = rest
            && !later.is_empty()
            && first.lists.is_empty()
            && names::is_space(self.language, first.name)
        {
            (space, rest) = (first.name, later);
        }
        let Some(first) = rest.first() else {
            return Err(SourceError::new("a name", span.clone()));
        };
        // `size` without arguments is a variable.
        let form = names::form(self.language, first.name)
            .filter(|form| !(matches!(form, Form::Measure(_)) && first.lists.is_empty()));
        let Some(form) = form else { return self.variable(rest) };
        if let Form::Mapping(mapping) = form {
            return self.mapping(mapping, rest, span);
        }
        if let [_, second, ..] = rest {
            let message = format!("`{}` of a value is not read", second.name);
            return Err(SourceError::new(message, second.span.clone()));
        }
        let call = self.call(first, span)?;
        self.form(form, &call, space)
    }

    /// A name that the language does not define: an integer.
    fn variable(&self, parts: &[Part<'_>]) -> Evaluated {
        let (first, later) = (&parts[0], &parts[1..]);
        // In notation `U4` is a variable.
        let is_type = self.language == Language::Rust && !self.notation;
        if is_type
            && let Some((sign, digits)) = first.name.split_at_checked(1)
            && let Some(value) = names::number(digits).filter(|value| *value >= 0)
            && matches!(sign, "U" | "N")
            && first.lists.is_empty()
        {
            return Ok(Value::Leaf(Leaf::of(if sign == "N" { -value } else { value }, true)));
        }
        if is_type && matches!(first.name, "usize" | "Negative") {
            return Ok(Value::Leaf(unknown("")));
        }
        // `BLK_M{}` of C++ is a value of a type.
        let has_braces = matches!(self.language, Language::Cute | Language::Mdspan);
        let is_empty = |part: &Part<'_>| {
            part.lists.iter().all(|(bracket, items)| {
                items.is_empty() && (*bracket == Bracket::Round || has_braces)
            })
        };
        if later.is_empty() && is_empty(first) && first.name.is_ascii() {
            if first.name == "_" && (self.notation || self.language == Language::CuteDsl) {
                return Ok(Value::Keep);
            }
            let has_none = matches!(self.language, Language::CuteDsl | Language::FlyDsl);
            if has_none && !self.notation && first.name == "None" {
                return Ok(Value::Keep);
            }
            if VALUES.contains(&first.name) {
                let message = format!("`{}` is no integer", first.name);
                return Err(SourceError::new(message, first.span.clone()));
            }
            if self.language == Language::FlyDsl && self.notation {
                let message = "an integer of run time is `?` in a type of FlyDSL";
                return Err(SourceError::new(message, first.span.clone()));
            }
            return Ok(Value::Leaf(Leaf::name(first.name)));
        }
        let unknown = later.last().unwrap_or(first);
        if !later.is_empty() && is_empty(unknown) && unknown.lists.is_empty() {
            let message = format!("`{}` of a value is not read", unknown.name);
            let error = SourceError::new(message, unknown.span.clone());
            return Err(error.help("write a name such as `n` in its place"));
        }
        let message =
            format!("`{}` is not a name of {} that is read", unknown.name, self.language.name());
        let accepted: Vec<_> = names::accepted(self.language).collect();
        let help = format!("names that are: {}", accepted.join(", "));
        Err(SourceError::new(message, unknown.span.clone()).help(help))
    }

    fn call<'n, 'a>(&self, part: &'n Part<'a>, span: &Range<usize>) -> Evaluated<Call<'n, 'a>> {
        let mut call = Call {
            name: part.name,
            span: span.clone(),
            generics: None,
            arguments: None,
            is_macro: false,
        };
        for (k, (bracket, items)) in part.lists.iter().enumerate() {
            let is_generic = match bracket {
                Bracket::Angle => true,
                Bracket::Square => self.language == Language::Mojo,
                // `Tuple{..}` of Julia; `Tuple{}` of C++ is a value.
                Bracket::Curly => self.language == Language::MoYe,
                Bracket::Round | Bracket::Bare => false,
            };
            let place = if is_generic { &mut call.generics } else { &mut call.arguments };
            if place.is_some() || is_generic && k > 0 {
                let message = format!("a value of `{}` is not called here", part.name);
                return Err(SourceError::new(message, span.clone()));
            }
            *place = Some(items);
            call.is_macro |= *bracket == Bracket::Bare;
        }
        Ok(call)
    }

    fn form(&self, form: Form, call: &Call<'_, '_>, space: &str) -> Evaluated {
        let span = &call.span;
        let fail = |message: String| Err(SourceError::new(message, span.clone()));
        // Types have no run-time integers, but for the names of their types.
        let types = Self { is_static: true, notation: self.language == Language::FlyDsl, ..*self };
        let is_keyed = matches!(
            form,
            Form::Layout
                | Form::Ordered
                | Form::Identity
                | Form::Swizzle
                | Form::Compose
                | Form::LayoutThenSwizzle
                | Form::TensorType
                | Form::Tensor
                | Form::MakeTensor
                | Form::Fragment
                | Form::Complement
                | Form::Measure(_)
                | Form::AsStrided
        );
        // By its place an argument with a keyword would be another one.
        let all = [call.generics, call.arguments];
        let mut items = all.into_iter().flatten().flatten();
        if let Some((item, word)) = items.find_map(|item| Some((item, item.keyword?)))
            && !is_keyed
            && !self.is_place(item)
        {
            let message = format!("`{word}` is no argument of `{}` that is read", call.name);
            return Err(SourceError::new(message, item.node.span.clone()));
        }
        match form {
            Form::Same => match (call.generics, call.arguments) {
                (Some([only]), None | Some([])) => types.value(&only.node),
                (None, Some([only])) if self.language == Language::MoYe => {
                    Self { is_static: true, ..*self }.value(&only.node)
                }
                (None, Some([only])) => self.value(&only.node),
                _ => fail(format!("`{}` takes one argument", call.name)),
            },
            Form::Tuple => self.tuple_form(call, &types),
            Form::Tile => match (call.generics, call.arguments) {
                (Some(items), None | Some([])) => types.tuple(items).map(Value::Tiles),
                (None, Some(items)) => self.tuple(items).map(Value::Tiles),
                _ => fail(format!("`{}` takes the tiles of the modes", call.name)),
            },
            Form::Static => {
                let digits = call.name.strip_prefix('_').and_then(names::number);
                let items = match (digits, call.generics, call.arguments) {
                    (Some(value), None, None | Some([])) => {
                        return Ok(Value::Leaf(Leaf::of(value, true)));
                    }
                    (None, Some(items), None | Some([])) => items,
                    // `Idx(n)` of Mojo is a run-time integer.
                    (None, None, Some([only])) => return self.runtime(only),
                    _ => return fail(format!("`{}` takes one integer", call.name)),
                };
                // `integral_constant<int, 4>` has the type before the integer.
                let count = if call.name.ends_with("constant") { 2 } else { 1 };
                let Some(last) = items.last().filter(|_| items.len() == count) else {
                    let numbers = if count == 1 { "one integer" } else { "a type and an integer" };
                    return fail(format!("`{}` takes {numbers}", call.name));
                };
                types.static_leaf(&last.node)
            }
            Form::Runtime => match call.arguments {
                Some([only]) => self.runtime(only),
                _ => fail(format!("`{}` takes one integer", call.name)),
            },
            Form::IntegerType => Ok(Value::Leaf(unknown(""))),
            Form::Basis | Form::ScaledBasis => {
                let items = call.generics.or(call.arguments).unwrap_or_default();
                let mut leaf = Leaf::of(1, true);
                let path = match (form, items) {
                    (Form::ScaledBasis, [factor, path @ ..]) => {
                        leaf = Leaf::of(types.integer(&factor.node)?, true);
                        path
                    }
                    (_, path) => path,
                };
                for item in path {
                    match &item.node.kind {
                        Kind::List(_, inner) => {
                            for item in inner {
                                leaf.path.push(types.integer(&item.node)?);
                            }
                        }
                        _ => leaf.path.push(types.integer(&item.node)?),
                    }
                }
                if leaf.path.iter().any(|index| *index < 0) {
                    return fail("an axis is 0 or more".into());
                }
                Ok(Value::Leaf(leaf))
            }
            Form::Keep => Ok(Value::Keep),
            Form::Layout => self.layout(call, &types),
            Form::Ordered => {
                let [shape, order] = self.arguments(call, ["shape", "order"])?;
                let (Some(shape), Some(order)) = (shape, order) else {
                    return fail(format!("`{}` takes a shape and an order", call.name));
                };
                // MoYe and Python compare run-time integers; in C++ only an order that is a type counts.
                let of = Self { is_static: self.language != Language::Cute, ..*self };
                let by = of.value(order)?;
                if self.language != Language::Mojo {
                    without_ties(&by, &order.span)?;
                }
                ordered(self.nest(shape)?, &by, self.zeros(), span, &order.span)
            }
            Form::Left | Form::Right => {
                let is_left = matches!(form, Form::Left);
                let items = match (call.generics, call.arguments) {
                    (None, None | Some([])) => return Ok(Value::Order(is_left)),
                    (Some([rank]), None | Some([])) if space == "Layout" => {
                        let rank = types.integer(&rank.node)?.clamp(0, 64);
                        let shape = (0..rank).map(|_| Nest::Leaf(unknown(""))).collect();
                        return compact(Nest::Tuple(shape), is_left, self.zeros(), span);
                    }
                    (Some(items), None | Some([])) => types.tuple(items)?,
                    (None, Some(items)) => self.tuple(items)?,
                    _ => return fail(format!("`{}` takes a shape", call.name)),
                };
                let shape = match items.as_slice() {
                    [tuple @ Value::Tuple(_)] => tuple.nest(),
                    // `Layout.row_major(8)` is `8:1`.
                    [only] if call.generics.is_none() => only.nest(),
                    _ => Value::Tuple(items).nest(),
                };
                let Some(shape) = shape else {
                    return fail(format!("`{}` takes a shape of integers", call.name));
                };
                compact(self.with_unknown(shape), is_left, self.zeros(), span)
            }
            Form::Identity => self.identity_of(call),
            Form::Complement => self.complement(call),
            Form::Measure(of) => self.measure(of, call),
            Form::MakeTensor => self.tensor(call),
            Form::Fragment => self.fragment(call),
            Form::FlyMemRef => types.fly_memref(call),
            Form::CoordTensor => types.coord_tensor(call),
            Form::FlyTile => types.fly_tile(call),
            Form::Swizzle => {
                let items = call.generics.or(call.arguments).unwrap_or_default();
                let words = match self.language {
                    Language::CuteDsl | Language::FlyDsl => ["b", "m", "s"],
                    _ => ["bits", "base", "shift"],
                };
                let nodes = match *self.keyed(call.name, items, &words)?.as_slice() {
                    [Some(bits), Some(base), Some(shift)] => [bits, base, shift],
                    // `Swizzle<3,4>` of C++ is `Swizzle<3,4,3>`.
                    [Some(bits), Some(base), None] if self.language == Language::Cute => {
                        [bits, base, bits]
                    }
                    _ => {
                        return fail(format!(
                            "`{}` takes three integers: bits, base, shift",
                            call.name
                        ));
                    }
                };
                let numbers = nodes.map(|node| types.integer(node));
                let [bits, base, shift] = numbers;
                // FlyDSL 0.4.2 evaluates it as a swizzle that moves nothing.
                if self.language == Language::FlyDsl && shift.as_ref().is_ok_and(|shift| *shift < 0)
                {
                    return fail("a swizzle of FlyDSL with a negative shift is not read".into());
                }
                swizzle([bits?, base?, shift?], span)
            }
            Form::ElementBits => match call.generics {
                None => Ok(Value::Bits(1)),
                Some([bits]) => types.integer(&bits.node).map(Value::Bits),
                Some(_) => fail(format!("`{}` takes the bits of an element", call.name)),
            },
            Form::Compose | Form::LayoutThenSwizzle => {
                let items = match (call.generics, call.arguments) {
                    (Some(items), None | Some([])) => items,
                    (None, Some(items)) => items,
                    _ => return fail(format!("`{}` takes two or three arguments", call.name)),
                };
                let of = if call.generics.is_some() { &types } else { self };
                let mut nodes = of.keyed(call.name, items, &["inner", "offset", "outer"])?;
                if items.iter().all(|item| item.keyword.is_none()) && items.len() == 2 {
                    nodes = [Some(&items[0].node), None, Some(&items[1].node)].into();
                }
                let [Some(inner), offset, Some(outer)] = nodes.as_slice() else {
                    return fail(format!("`{}` takes two or three arguments", call.name));
                };
                let (mut inner, mut outer) = (of.value(inner)?, of.value(outer)?);
                if matches!(form, Form::LayoutThenSwizzle) {
                    core::mem::swap(&mut inner, &mut outer);
                }
                let Some(offset) = offset else { return composed(inner, outer, span) };
                if matches!(inner, Value::Layout(..)) {
                    return fail("a composed layout without a swizzle is not read".into());
                }
                let offset = match of.value(offset)? {
                    Value::Leaf(leaf) if leaf.value().is_some() => Value::Leaf(leaf),
                    Value::Bits(bits) => Value::Bits(bits),
                    _ => {
                        let message = "the offset of a swizzled layout is an integer";
                        return Err(SourceError::new(message, offset.span.clone()));
                    }
                };
                composed(composed(inner, offset, span)?, outer, span)
            }
            Form::Counted => self.counted(call),
            Form::Tensor if call.generics.is_none() => match call.arguments {
                Some([_, layout]) => self.value(&layout.node),
                _ => fail(format!("`{}` takes storage and a layout", call.name)),
            },
            Form::Tensor | Form::TensorType => {
                let items = call.generics.unwrap_or_default();
                let mut places = items.iter().filter(|item| item.keyword.is_none());
                let (_, Some(layout)) = (places.next(), places.next()) else {
                    return fail(format!("`{}` takes an element type and a layout", call.name));
                };
                // These do not move the elements.
                let known = [
                    "mut",
                    "address_space",
                    "alignment",
                    "masked",
                    "layout_int_type",
                    "linear_idx_type",
                    "origin",
                ];
                let word =
                    |item: &Item<'_>| item.keyword.is_some_and(|word| !known.contains(&word));
                if let Some(item) = items.iter().find(|item| word(item)) {
                    let word = item.keyword.unwrap_or_default();
                    let message = format!("`{word}` of `{}` is not read", call.name);
                    return Err(SourceError::new(message, item.node.span.clone()));
                }
                self.value(&layout.node)
            }
            Form::Unary(_) | Form::ByTiler(_) | Form::ByLayout(_) => {
                let nodes = call.arguments.unwrap_or_default();
                let nodes: Vec<_> = nodes.iter().filter(|item| !self.is_place(item)).collect();
                let count = if matches!(form, Form::Unary(_)) { 1 } else { 2 };
                if nodes.len() != count {
                    let operands =
                        if count == 1 { "one layout" } else { "a layout and a second operand" };
                    return fail(format!("`{}` takes {operands}", call.name));
                }
                let spans: Vec<_> = nodes.iter().map(|item| item.node.span.clone()).collect();
                let values = nodes.iter().map(|item| self.value(&item.node));
                operation(form, &values.collect::<Result<Vec<_>, _>>()?, &spans, span)
            }
            Form::Extents | Form::Dextents => self.extents(form, call).map(Value::of),
            Form::Mdspan => self.mdspan(call.generics, call.arguments, span),
            Form::Mapping(_) => fail("a layout of mdspan has a mapping".into()),
            Form::AsStrided => self.as_strided(call),
            Form::Notation => {
                let inner = Self { notation: true, ..*self };
                match (call.generics, call.arguments) {
                    (Some([shape, stride]), None | Some([])) => {
                        let (shape, stride) = (&shape.node, &stride.node);
                        with_stride(types.nest(shape)?, types.nest(stride)?, span, &stride.span)
                    }
                    (None, Some([only])) => match inner.value(&only.node)? {
                        Value::Leaf(leaf) => compact(Nest::Leaf(leaf), true, true, span),
                        tuple @ Value::Tuple(_) => match tuple.nest() {
                            Some(shape) => compact(shape, true, self.zeros(), span),
                            None => Ok(tuple),
                        },
                        value => Ok(value),
                    },
                    _ => fail(format!("`{}` takes one layout", call.name)),
                }
            }
        }
    }

    fn static_leaf(&self, node: &Node<'_>) -> Evaluated {
        match self.value(node)? {
            Value::Leaf(leaf) => Ok(Value::Leaf(Leaf { is_static: leaf.names.is_empty(), ..leaf })),
            _ => Err(SourceError::new("an integer is expected here", node.span.clone())),
        }
    }

    fn runtime(&self, item: &Item<'_>) -> Evaluated {
        match self.value(&item.node)? {
            Value::Leaf(leaf) => Ok(Value::Leaf(Leaf { is_static: false, ..leaf })),
            _ => Err(SourceError::new("an integer is expected here", item.node.span.clone())),
        }
    }

    /// Mojo's -1 is an integer that only run time knows.
    fn with_unknown(&self, nest: Nest) -> Nest {
        if self.language != Language::Mojo {
            return nest;
        }
        let leaves: Vec<Leaf> = nest.leaves().into_iter().cloned().collect();
        let known = |leaf: Leaf| if leaf.is_integer(-1) { unknown("") } else { leaf };
        nest.with(&mut leaves.into_iter().map(known))
    }

    fn tuple_form(&self, call: &Call<'_, '_>, types: &Self) -> Evaluated {
        // `std::array<std::size_t, 2>{4, 1}` has the type and the number of its elements.
        if self.language == Language::Mdspan {
            let items = call.arguments.unwrap_or_default();
            if let Some([_, count]) = call.generics
                && types.integer(&count.node)? != items.len() as i64
            {
                let message = format!("this array has {} elements", items.len());
                return Err(SourceError::new(message, count.node.span.clone()));
            }
            return self.tuple(items).map(Value::Tuple);
        }
        let declared = call.generics.map(|items| types.tuple(items)).transpose()?;
        // A list of one in a call is also a tuple: `make_shape(8)`.
        let given = call.arguments.map(|items| self.tuple(items)).transpose()?;
        // `IntTuple(8)` of Mojo is an integer, and `IntTuple(IntTuple(8))` a tuple of one.
        if let (Some([only]), Some([leaf @ Value::Leaf(_)])) = (call.arguments, given.as_deref())
            && (call.name, self.language) == ("IntTuple", Language::Mojo)
            && !matches!(&only.node.kind, Kind::Name(parts) if parts.iter().any(|part| part.name == "IntTuple"))
        {
            return Ok(leaf.clone());
        }
        let tuple = match (declared.map(Value::Tuple), given) {
            (Some(declared), None) => declared,
            (Some(declared), Some(given)) if given.is_empty() => declared,
            (Some(declared), Some(given)) => joined(declared, Value::Tuple(given), &call.span)?,
            (None, given) => Value::Tuple(given.unwrap_or_default()),
        };
        Ok(match tuple.nest() {
            Some(nest) => Value::of(self.with_unknown(nest)),
            None => tuple,
        })
    }

    /// `Layout<..>`, `Layout(..)`, `make_layout(..)`.
    fn layout(&self, call: &Call<'_, '_>, types: &Self) -> Evaluated {
        let span = &call.span;
        let declared = match call.generics {
            None => None,
            // `Layout{2, Tuple{..}, Tuple{..}}` of MoYe has its rank first.
            Some([rank, shape, stride]) if self.language == Language::MoYe => {
                let (rank, shape_of) = (types.integer(&rank.node)?, types.nest(&shape.node)?);
                let found = match &shape_of {
                    Nest::Leaf(_) => 1,
                    Nest::Tuple(parts) => parts.len() as i64,
                };
                if rank != found {
                    let message = format!("a layout of {found} modes has not the rank {rank}");
                    return Err(SourceError::new(message, span.clone()));
                }
                let stride_span = &stride.node.span;
                Some(with_stride(shape_of, types.nest(&stride.node)?, span, stride_span)?)
            }
            Some([notation]) if self.language == Language::FlyDsl => {
                if !matches!(notation.node.kind, Kind::Binary(':', ..)) {
                    let message = "a layout of FlyDSL is `shape:stride`";
                    return Err(SourceError::new(message, notation.node.span.clone()));
                }
                Some(types.value(&notation.node)?)
            }
            Some(items) => Some(types.layout_of(call.name, items, span)?),
        };
        let of = Self { is_static: self.is_static || call.is_macro, ..*self };
        match (declared, call.arguments) {
            (Some(declared), None | Some([])) => Ok(declared),
            (None, items) => of.layout_of(call.name, items.unwrap_or_default(), span),
            (Some(Value::Layout(declared, _)), Some(items)) => {
                let given = of.layout_of(call.name, items, span)?;
                let Value::Layout(given, offset) = given else { return Ok(given) };
                let part = |declared: Nest, given: Nest| {
                    joined(Value::of(declared), Value::of(given), span).map(|value| value.nest())
                };
                match (part(declared.shape, given.shape)?, part(declared.stride, given.stride)?) {
                    (Some(shape), Some(stride)) => {
                        Ok(Value::Layout(Pair { shape, stride }, offset))
                    }
                    _ => Err(SourceError::new("a layout of integers is expected", span.clone())),
                }
            }
            (Some(_), Some(_)) => {
                Err(SourceError::new("a value of this type is not read", span.clone()))
            }
        }
    }

    /// The layout of these arguments: a shape, with a stride or an order; or its modes.
    pub(super) fn layout_of(
        &self,
        name: &str,
        items: &[Item<'_>],
        span: &Range<usize>,
    ) -> Evaluated {
        let values: Vec<Value> = items
            .iter()
            .filter(|item| !self.is_place(item) && !self.is_none(&item.node))
            .map(|item| self.value(&item.node))
            .collect::<Result<_, _>>()?;
        let is_modes = !values.is_empty() && self.language != Language::FlyDsl;
        if is_modes && values.iter().all(|value| matches!(value, Value::Layout(_, 0))) {
            let (mut shape, mut stride) = (Vec::new(), Vec::new());
            for value in values {
                if let Value::Layout(pair, _) = value {
                    shape.push(pair.shape);
                    stride.push(pair.stride);
                }
            }
            let (shape, stride) = (Nest::Tuple(shape), Nest::Tuple(stride));
            return Ok(Value::Layout(Pair { shape, stride }, 0));
        }
        let nodes = self.keyed(name, items, &["shape", "stride"])?;
        if self.language == Language::FlyDsl && nodes[1].is_none() {
            let error =
                SourceError::new(format!("`{name}` takes a shape and a stride"), span.clone());
            return Err(error.help("`make_ordered_layout` takes a shape and an order"));
        }
        let Some(shape) = nodes[0] else {
            let message = format!("`{name}` takes a shape, and a stride or an order");
            return Err(SourceError::new(message, span.clone()));
        };
        let shape = self.with_unknown(self.nest(shape)?);
        // A name alone may be a tuple, whose strides are others.
        let is_name =
            matches!(&shape, Nest::Leaf(leaf) if leaf.names.len() == 1 && leaf.factor == 1);
        let unsaid = || {
            let name = shape.notation();
            let span = nodes[0].map_or(span.clone(), |node| node.span.clone());
            let error = SourceError::new(format!("`{name}` may be an integer or a tuple"), span);
            error.help("write the tuple in its place, or the stride of an integer")
        };
        let Some(stride) = nodes[1].filter(|node| !self.is_none(node)) else {
            return if is_name { Err(unsaid()) } else { compact(shape, true, self.zeros(), span) };
        };
        match self.value(stride)? {
            Value::Order(_) if is_name => Err(unsaid()),
            Value::Order(is_left) => compact(shape, is_left, self.zeros(), span),
            value => match value.nest() {
                Some(Nest::Tuple(_)) if is_name => Err(unsaid()),
                Some(nest) => with_stride(shape, self.with_unknown(nest), span, &stride.span),
                None => {
                    let message =
                        format!("a stride or an order is expected, and this is {}", value.kind());
                    Err(SourceError::new(message, stride.span.clone()))
                }
            },
        }
    }

    pub(super) fn arguments<'n, 'a, const N: usize>(
        &self,
        call: &Call<'n, 'a>,
        keywords: [&str; N],
    ) -> Evaluated<[Option<&'n Node<'a>>; N]> {
        let found = self.keyed(call.name, call.arguments.unwrap_or_default(), &keywords)?;
        let mut out = [None; N];
        out.copy_from_slice(&found);
        Ok(out)
    }

    /// Whether an argument of PyCute is `None`, which stands for one that is not given.
    fn is_none(&self, node: &Node<'_>) -> bool {
        self.language == Language::PyCute
            && matches!(&node.kind, Kind::Name(parts)
                if matches!(parts.as_slice(), [part] if part.name == "None" && part.lists.is_empty()))
    }

    /// Whether an argument says where the program is, `loc=None` or `ip=None` of MLIR's Python.
    pub(super) fn is_place(&self, item: &Item<'_>) -> bool {
        let is_none = matches!(&item.node.kind, Kind::Name(parts)
            if matches!(parts.as_slice(), [part] if part.name == "None" && part.lists.is_empty()));
        matches!(self.language, Language::CuteDsl | Language::FlyDsl)
            && matches!(item.keyword, Some("loc" | "ip"))
            && is_none
    }

    /// The arguments by their place or their keyword.
    pub(super) fn keyed<'n, 'a>(
        &self,
        name: &str,
        items: &'n [Item<'a>],
        keywords: &[&str],
    ) -> Evaluated<Vec<Option<&'n Node<'a>>>> {
        let mut found: Vec<Option<&'n Node<'a>>> = keywords.iter().map(|_| None).collect();
        for (k, item) in items.iter().enumerate() {
            let at = match item.keyword {
                None => k,
                Some(_) if self.is_place(item) => continue,
                Some(word) => {
                    let word = match (self.language, word) {
                        (Language::PyCute, word) => word.strip_prefix('_').unwrap_or(word),
                        (Language::CuteDsl, "lhs") => "inner",
                        (Language::CuteDsl, "rhs") => "outer",
                        (_, word) => word,
                    };
                    keywords.iter().position(|key| *key == word).unwrap_or(keywords.len())
                }
            };
            let span = item.node.span.clone();
            let Some(place) = found.get_mut(at) else {
                let all = keywords.join(", ");
                let message = match item.keyword {
                    Some(word) => format!("`{word}` is no argument of `{name}` that is read"),
                    None => format!("`{name}` takes at most {} arguments", keywords.len()),
                };
                return Err(SourceError::new(message, span).help(format!("arguments: {all}")));
            };
            if place.is_some() {
                let message = format!("`{}` of `{name}` is given twice", keywords[at]);
                return Err(SourceError::new(message, span));
            }
            *place = Some(&item.node);
        }
        Ok(found)
    }
}

/// Whether a name in the place of an integer has another meaning in the language, such as `_4` in CuTe's C++.
pub(super) fn is_taken(language: Language, name: &str) -> bool {
    VALUES.contains(&name)
        || name == "_"
        || names::form(language, name).is_some_and(|form| !matches!(form, Form::Measure(_)))
        || names::is_space(language, name)
}

/// Words that name other values than integers.
const VALUES: &[&str] =
    &["None", "True", "False", "true", "false", "nothing", "nullptr", "true_type", "false_type"];

/// The reader of this library's notation.
const NOTATION: Evaluator =
    Evaluator { language: Language::Rust, itemsize: None, notation: true, is_static: true };

/// The leaves of a tuple in this library's notation.
pub(super) fn notation_of_tuple(text: &str) -> Evaluated<Nest> {
    NOTATION.nest(&tree::read(Language::Rust, text)?)
}

/// The leaves of a layout in this library's notation.
pub(super) fn notation(text: &str) -> Evaluated<Pair> {
    let node = tree::read(Language::Rust, text)?;
    match NOTATION.value(&node)? {
        Value::Layout(pair, 0) => Ok(pair),
        value => {
            let message = format!("a layout is expected, and this is {}", value.kind());
            Err(SourceError::new(message, node.span))
        }
    }
}
