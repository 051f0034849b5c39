//! [`Foreign`], what a text of a system says, and [`Lost`], what another system has no word for.

use std::fmt;

use layout_core::{IntTuple, Layout, StridedLayout, Swizzle, SymbolicLayout};

use static_layout_dialects::CuteType;

use crate::Failure;
use crate::dialect::{Dialect, Element, array_interface, source, triton, xla};
use crate::language::Value;
use crate::language::value::is_plain;

/// What a text of a system says.
///
/// ```
/// use layout_cli::dialect::Dialect;
/// let said = Dialect::Mlir.read("memref<2x2xf16, strided<[5, 1], offset: 13>, 3>")?;
/// assert_eq!(said.layout.to_string(), "(2,2):(5,1)");
/// assert_eq!(said.offset.to_string(), "13");
/// assert_eq!(said.element.as_ref().map(ToString::to_string).as_deref(), Some("f16"));
/// assert_eq!(said.others[0].text, "3");
/// let refused = Dialect::Xla.write(&said).unwrap_err();
/// assert_eq!(refused.message(), "XLA has no word for the offset `13` of the first element");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The layout: plain, swizzled or of names; or the tuple, the swizzle, or any other value.
    pub layout: Value,
    /// The offset of the first element: an integer, `?` where only run time knows it, or a coordinate.
    pub offset: IntTuple,
    /// The type of an element.
    pub element: Option<Element>,
    /// What else the text says.
    pub others: Vec<Other>,
}

/// A part of a text that only its own system has a word for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// The system.
    pub system: Dialect,
    /// What the part is called, such as `memory space`.
    pub name: &'static str,
    /// The part, as written.
    pub text: String,
}

/// The name of the part that has the whole text of a shape of XLA, of which the layout is a consequence.
pub(super) const SHAPE: &str = "shape";

/// The name of the part with the first coordinate of a tensor and the facts of its integers.
pub(super) const FIRST: &str = "first coordinate";

/// The name of the part that marks a text as a tuple with integers that only run time knows.
const UNKNOWNS: &str = "tuple";

/// The text without facts in braces: `(n{div=8},4)` becomes `(n,4)`.
pub(super) fn without_facts(text: &str) -> String {
    let (mut bare, mut rest) = (String::new(), text);
    while let Some((before, facts)) = rest.split_once('{')
        && let Some((_, after)) = facts.split_once('}')
    {
        bare.push_str(before);
        rest = after;
    }
    bare + rest
}

/// A tuple in which `?` is an unknown integer.
pub(super) fn pattern(text: &str) -> Result<IntTuple, Failure> {
    let (mut zeros, mut marks) = (String::new(), Vec::new());
    for part in text.split_inclusive(['(', ')', ',']) {
        let leaf = part.trim_end_matches(['(', ')', ',']).trim();
        // The `?` of `4?` stays, which refuses it.
        zeros += &if leaf == "?" { part.replace('?', "0") } else { part.to_owned() };
        marks.extend((!leaf.is_empty()).then_some(leaf == "?"));
    }
    let zeros = IntTuple::parse(&zeros).map_err(|error| Failure::found(&error, text))?;
    Ok(with_unknown(&zeros, &mut marks.into_iter()))
}

/// The tuple with the marked leaves unknown.
fn with_unknown(tuple: &IntTuple, marks: &mut impl Iterator<Item = bool>) -> IntTuple {
    if tuple.depth() == 0 {
        return if marks.next() == Some(true) { IntTuple::unknown(0) } else { *tuple };
    }
    let modes = (0..tuple.rank()).filter_map(|i| tuple.mode(i).ok());
    let modes: Vec<_> = modes.map(|mode| with_unknown(&mode, marks)).collect();
    IntTuple::tuple(&modes).unwrap_or(*tuple)
}

/// The text of a tuple, `?` for unknown leaves.
fn marked(tuple: &IntTuple) -> String {
    fn write(part: &IntTuple, whole: &IntTuple, next: &mut usize) -> String {
        if part.depth() == 0 {
            *next += 1;
            let is_known = whole.is_known(*next - 1);
            return if is_known { part.to_string() } else { "?".into() };
        }
        let modes = (0..part.rank()).filter_map(|i| part.mode(i).ok());
        let modes: Vec<_> = modes.map(|mode| write(&mode, whole, next)).collect();
        format!("({})", modes.join(","))
    }
    write(tuple, tuple, &mut 0)
}

/// Whether a pointer's text gives the bits of an element. The text of a sparse or transformed pointer does not.
pub(super) fn has_bits(pointer: &str) -> bool {
    !pointer.contains("sparse<") && !pointer.contains("trans_")
}

impl Foreign {
    /// The part of this name.
    pub fn other(&self, system: Dialect, name: &str) -> Option<&str> {
        let mut parts = self.others.iter();
        parts.find(|part| part.system == system && part.name == name).map(|part| &*part.text)
    }

    pub(super) fn with_other(mut self, system: Dialect, name: &'static str, text: &str) -> Self {
        self.others.push(Other { system, name, text: text.to_owned() });
        self
    }

    pub(super) fn with_element(mut self, element: Element) -> Self {
        self.element = Some(element);
        self
    }

    pub(super) fn with_offset(mut self, offset: IntTuple) -> Self {
        self.offset = offset;
        if self.is_first() {
            self.offset = IntTuple::leaf(0);
        }
        self
    }

    /// A tuple with integers that only run time knows, such as `(4,?{div=8})`.
    pub(super) fn of_unknowns(system: Dialect, text: &str) -> Self {
        Self::from(Value::Text(text.to_owned())).with_other(system, UNKNOWNS, "")
    }

    /// Whether the value is a tuple with integers that only run time knows.
    pub(super) fn is_unknowns(&self) -> bool {
        self.others.iter().any(|other| other.name == UNKNOWNS)
    }

    /// This tensor with the first coordinate of a text, such as `(?{div=4},0)`.
    ///
    /// # Errors
    ///
    /// A text that is not a tuple.
    pub(super) fn with_first(self, system: Dialect, text: &str) -> Result<Self, Failure> {
        let said = self.with_offset(pattern(&without_facts(text))?);
        Ok(if text.contains('{') { said.with_other(system, FIRST, text) } else { said })
    }

    /// The first coordinate with the facts of its integers. `None` if the offset is an integer.
    pub(super) fn first_coordinate(&self) -> Option<String> {
        let is_coordinate =
            !self.is_first() && (self.offset.depth() > 0 || self.is_of_coordinates());
        let written = self.others.iter().find(|other| other.name == FIRST);
        let text = || written.map_or_else(|| marked(&self.offset), |other| other.text.clone());
        is_coordinate.then(text)
    }

    /// Whether the layout maps to coordinates.
    fn is_of_coordinates(&self) -> bool {
        self.layout.as_layout().is_some_and(|layout| layout.is_coordinate())
    }

    /// The offset in words: `?` for integers that only run time knows.
    pub(super) fn written_offset(&self) -> String {
        marked(&self.offset)
    }

    /// Whether the value is a layout without a swizzle.
    fn is_layout(&self) -> bool {
        matches!(self.layout, Value::Layout(_) | Value::Padded(_) | Value::Symbolic(_))
    }

    /// Whether the layout has an extent of 0.
    fn has_no_elements(&self) -> bool {
        let shape = match &self.layout {
            Value::Symbolic(layout) => Some(layout.parts().0),
            other => {
                let swizzled = || other.as_swizzled().map(|layout| layout.plain().shape());
                other.as_layout().map(|layout| layout.shape()).or_else(swizzled)
            }
        };
        let is_tuple = matches!(self.layout, Value::Tuple(_));
        // The value of a name is its number; all other integers have theirs, known before run time or not.
        let has_names = matches!(self.layout, Value::Symbolic(_));
        shape.filter(|_| !is_tuple).is_some_and(|shape| {
            (0..shape.leaf_count())
                .any(|k| shape.value(k) == 0 && (shape.is_known(k) || !has_names))
        })
    }

    /// Whether the layout begins at the first element.
    pub(super) fn is_first(&self) -> bool {
        let offset = &self.offset;
        (0..offset.leaf_count()).all(|k| offset.is_known(k) && offset.value(k) == 0)
    }

    /// Whether CuTe prints a pointer before the layout, of elements of these bits and at this offset.
    pub(super) fn is_pointed(&self) -> bool {
        let pointer = self.other(Dialect::Cute, "pointer");
        let bits = pointer.filter(|pointer| has_bits(pointer));
        let bits = bits.and_then(|pointer| pointer.split_once('['));
        let bits = bits.and_then(|(_, rest)| rest.split_once("b]")?.0.parse().ok());
        pointer.is_some() && self.element == bits.map(Element::of_bits)
    }

    /// The swizzle of bytes of a pointer of the CuTe DSL, or none, where the layout is one of a memory with elements that
    /// have a name.
    pub(super) fn dsl_swizzle(&self) -> Option<Option<Swizzle>> {
        self.other(Dialect::CuteDsl, "memory space")?;
        let element = self.element.as_ref()?;
        element.name_in(Dialect::CuteDsl)?;
        match &self.layout {
            _ if !self.is_first() => None,
            _ if self.is_layout() => Some(None),
            other => {
                let layout = other.as_swizzled().filter(|layout| layout.offset() == 0)?;
                let bits = element.bits().filter(|bits| bits.count_ones() == 1)?;
                let of = layout.swizzle();
                let base = i64::from(of.base()) + i64::from(bits.trailing_zeros()) - 3;
                Swizzle::new(i64::from(of.bits()), base, i64::from(of.shift()))
                    .ok()
                    .filter(|swizzle| CuteType::has_swizzle(*swizzle))
                    .map(Some)
            }
        }
    }

    /// The value without what an expression has no place for. A layout that does not begin at offset 0 is a record of the
    /// layout and the offset.
    pub fn into_value(self) -> Value {
        // Operations may depend on every integer that is written.
        let layout = match self.layout {
            Value::Layout(ref layout) => Value::Layout(layout.set_known()),
            Value::Tuple(tuple) => Value::Tuple(known(&tuple)),
            ref other => other.clone(),
        };
        let offset = match self.is_first() {
            true => return layout,
            false if marked(&self.offset).contains('?') => Value::Text(marked(&self.offset)),
            false => self.offset.into(),
        };
        Value::Record(vec![("layout", layout), ("offset", offset)])
    }

    /// The layout and the offset as integers, for systems of arrays: a swizzle that moves nothing adds its offset, and a
    /// tuple is the compact layout of that shape.
    pub(super) fn plain(&self) -> Option<(Layout, IntTuple)> {
        let unswizzled = match &self.layout {
            Value::Swizzled(layout) if layout.swizzle().bits() == 0 => *layout,
            Value::PaddedSwizzled(padded) if padded.layout().swizzle().bits() == 0 => {
                padded.layout()
            }
            other => return other.as_layout().map(|layout| (layout, self.offset)),
        };
        let sum = match self.offset.depth() == 0 && self.offset.is_known(0) {
            true => IntTuple::leaf(self.offset.value(0).checked_add(unswizzled.offset())?),
            false => self.offset,
        };
        Some((unswizzled.plain(), sum))
    }
}

/// A record of a layout and an offset is both; any other value is the layout.
impl From<Value> for Foreign {
    fn from(value: Value) -> Self {
        let (mut layout, mut offset) = (value, IntTuple::leaf(0));
        if let Value::Record(parts) = &layout
            && let [("layout", of), ("offset", at)] = &parts[..]
        {
            let found = match at {
                Value::Tuple(at) => Some(*at),
                Value::Text(text) => pattern(text).ok(),
                _ => None,
            };
            if let Some(found) = found {
                (layout, offset) = (of.clone(), found);
            }
        }
        Self { layout, offset, element: None, others: Vec::new() }
    }
}

/// Marks all integers of the tuple as known: results may depend on them.
fn known(tuple: &IntTuple) -> IntTuple {
    IntTuple::parse(&tuple.to_string()).unwrap_or(*tuple)
}

/// What a part of a text is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    /// The layout itself, or a value that is none.
    Layout,
    /// The nesting of modes that continue each other.
    Nesting,
    /// The swizzle.
    Swizzle,
    /// Strides along coordinates.
    Basis,
    /// The offset of the first element.
    Offset,
    /// The type of an element.
    Element,
    /// The names of run-time integers.
    Names,
    /// What is known of run-time integers.
    Facts,
    /// The bounds of a padded layout.
    Bounds,
    /// What only one system has a word for, such as a memory space.
    Other,
}

/// A part of a [`Foreign`] that a system has no word for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The system.
    pub system: Dialect,
    /// What the part is about.
    pub aspect: Aspect,
    /// Whether a text without it is of another array: other offsets, or other elements.
    pub is_essential: bool,
    /// The part, in words.
    pub what: String,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no word for {}", self.system.name(), self.what)
    }
}

impl From<&Lost> for Failure {
    fn from(lost: &Lost) -> Self {
        let failure = Self::new(lost.to_string());
        match lost.aspect {
            Aspect::Element if lost.what.starts_with("elements of") => {
                failure.help("--element f32, or another type of this size, names their type")
            }
            _ => failure,
        }
    }
}

impl Dialect {
    /// Whether each text of the system names a type of elements, or its size.
    pub const fn names_elements(self) -> bool {
        matches!(self, Self::Mlir | Self::Xla | Self::CudaCore | Self::Numpy | Self::Triton)
    }

    /// What the system has no word for, in the order of [`Aspect`].
    pub fn lost(self, said: &Foreign) -> Vec<Lost> {
        let is_triton = matches!(self, Self::Triton | Self::Gluon);
        let is_source = is_triton || self.language().is_some();
        let mut lost = match self.language() {
            Some(language) => source::lost(self, language, said),
            None if is_triton => triton::lost(self, said),
            None => Vec::new(),
        };
        let mut add = |aspect, is_essential, what: String| {
            lost.push(Lost { system: self, aspect, is_essential, what });
        };
        if self.is_of_arrays()
            && self != Self::Mdspan
            && said.other(Self::Mdspan, source::EXTENTS).is_some()
        {
            add(Aspect::Layout, true, "extents, whose axes have no order".into());
        }
        let is_cute = matches!(self, Self::Cute | Self::CuteDsl);
        let plain = said.plain();
        if self == Self::CuteDsl && said.has_no_elements() {
            add(Aspect::Layout, true, "an extent of 0".into());
        }
        let has_unknowns = matches!(self, Self::CuteDsl | Self::FlyDsl);
        match &said.layout {
            Value::Text(text) if said.is_unknowns() && !has_unknowns && !is_source => {
                add(Aspect::Layout, true, format!("the tuple `{text}` with integers of run time"));
            }
            Value::Text(_) if said.is_unknowns() => {}
            Value::Coord(_) | Value::Tiler(_) if self == Self::CuteDsl => {}
            _ if self == Self::Cute || is_source => {}
            Value::Tuple(tuple) if !is_plain(tuple) => {
                if self != Self::CuteDsl {
                    add(Aspect::Basis, true, basis(&[*tuple]));
                }
            }
            Value::Tuple(_) if is_cute || matches!(self, Self::Mojo | Self::MoYe) => {}
            Value::Swizzle(_) if self == Self::Mojo => {}
            Value::Swizzle(swizzle) if is_cute && CuteType::has_swizzle(*swizzle) => {}
            Value::Swizzle(swizzle) => {
                add(Aspect::Swizzle, true, format!("the swizzle `{swizzle}`"))
            }
            Value::Swizzled(_) | Value::PaddedSwizzled(_) if plain.is_none() => {
                if !is_cute {
                    let swizzle =
                        said.layout.as_swizzled().map_or(Swizzle::IDENTITY, |a| a.swizzle());
                    add(Aspect::Swizzle, true, format!("the swizzle `{swizzle}`"));
                }
            }
            Value::Symbolic(layout) if self != Self::CuteDsl && !is_plain(&layout.parts().1) => {
                add(Aspect::Basis, true, basis(&[layout.parts().1]));
            }
            Value::Symbolic(layout) => match self {
                Self::CuteDsl | Self::Mojo => {}
                Self::Mlir if layout.parts().0.depth() <= 1 => {}
                Self::Mlir => add(Aspect::Layout, true, format!("the nested modes of `{layout}`")),
                _ => add(Aspect::Layout, true, format!("the run-time integers of `{layout}`")),
            },
            other => match &plain {
                None => add(Aspect::Layout, true, other.kind().to_owned()),
                Some((layout, _)) if layout.is_coordinate() && !is_cute => {
                    add(Aspect::Basis, true, basis(&[layout.stride()]));
                }
                Some((layout, _)) if self == Self::Xla && xla::whole(said, layout).is_some() => {}
                Some((layout, _)) if self.is_of_arrays() => {
                    let flat = StridedLayout::new(&layout.set_known(), 1).and_then(|a| a.layout());
                    let is_flat = layout.shape().depth() <= 1;
                    if flat.is_ok() && !is_flat {
                        add(Aspect::Nesting, false, format!("the nesting of `{layout}`"));
                    }
                }
                Some(_) => {}
            },
        }
        let offset = match plain {
            Some((_, offset)) if !is_cute => offset,
            _ => said.offset,
        };
        let is_first = (0..offset.leaf_count()).all(|k| offset.is_known(k) && offset.value(k) == 0);
        let is_word = match self {
            Self::Cute => true,
            Self::Mlir => offset.depth() == 0,
            Self::CudaCore | Self::Numpy => offset.depth() == 0 && offset.is_known(0),
            Self::CuteDsl => said.first_coordinate().is_some() && said.is_layout(),
            Self::Mojo | Self::MoYe | Self::Xla => false,
            // Its words are above.
            _ => true,
        };
        if !is_first && !is_word {
            let what = match offset.depth() == 0 && !offset.is_known(0) {
                true => "an offset of the first element that only run time knows".into(),
                false => format!("the offset `{}` of the first element", marked(&offset)),
            };
            add(Aspect::Offset, true, what);
        }
        let is_pointed = match self {
            Self::Cute => said.is_pointed(),
            Self::CuteDsl => said.dsl_swizzle().is_some(),
            _ => true,
        };
        if let Some(element) = &said.element {
            let is_pointed = is_pointed && is_cute;
            let named = if self == Self::Triton { Self::Mlir } else { self };
            let has_name = self.names_elements() && element.name_in(named).is_some();
            let what = || match element.has_name() {
                true => format!("the element type `{element}`"),
                false => format!("elements of {element}"),
            };
            match self {
                Self::CudaCore if element.bytes().is_none() => {
                    let why = match element.bits() {
                        Some(bits) => format!("whose {bits} bits are not whole bytes"),
                        None => "whose bytes are not known".to_owned(),
                    };
                    add(Aspect::Element, true, format!("{}, {why}", what()));
                }
                Self::CudaCore if element.has_name() => add(Aspect::Element, false, what()),
                Self::CudaCore => {}
                _ if has_name && element.loses_sign(self) => add(Aspect::Element, false, what()),
                _ if has_name || is_pointed => {}
                _ => add(Aspect::Element, self.names_elements(), what()),
            }
        }
        if let (Value::Symbolic(layout), false) = (&said.layout, self == Self::Cute || is_source) {
            let (names, facts) = stated(layout, self == Self::CuteDsl);
            if !names.is_empty() {
                add(Aspect::Names, false, format!("the names of `{names}`"));
            }
            if !facts.is_empty() {
                add(Aspect::Facts, false, format!("the facts of `{facts}`"));
            }
            let conditions = layout.conditions();
            if !conditions.as_str().is_empty() {
                add(Aspect::Facts, false, format!("the condition `{}`", conditions.as_str()));
            }
        }
        let bounded = match &said.layout {
            Value::Padded(padded) => !padded.all_whole(),
            Value::PaddedSwizzled(_) => true,
            _ => false,
        };
        if bounded {
            add(Aspect::Bounds, false, "the bounds of a padded layout".into());
        }
        // The whole text of a padded shape of XLA gives its dimensions.
        let has_shape =
            said.layout.as_layout().is_some_and(|layout| xla::whole(said, &layout).is_some());
        let has_word = |other: &&Other| match other.name {
            SHAPE | source::EXTENTS | UNKNOWNS => true,
            FIRST => matches!(self, Self::CuteDsl | Self::FlyDsl),
            source::PARAMETER => self.names_elements() && said.element.is_some(),
            "dimensions" => other.system == self && has_shape,
            "fields" => {
                let element = said.element.as_ref();
                other.system == self && array_interface::are_fields(&other.text, element)
            }
            _ => other.system == self && is_pointed && self.language().is_none(),
        };
        for other in said.others.iter().filter(|other| !has_word(other)) {
            add(Aspect::Other, false, format!("the {} `{}`", other.name, other.text));
        }
        lost
    }

    /// Whether the texts of the system are of arrays: each axis has a stride, and an axis of one element any.
    pub const fn is_of_arrays(self) -> bool {
        matches!(
            self,
            Self::Mlir
                | Self::Xla
                | Self::CudaCore
                | Self::Numpy
                | Self::Mdspan
                | Self::AsStrided
                | Self::Triton
                | Self::Gluon
        )
    }
}

/// The strides along coordinates, in words.
fn basis(tuples: &[IntTuple]) -> String {
    let mut found = Vec::new();
    for tuple in tuples {
        let text = tuple.to_string();
        let leaves = text.split(['(', ')', ',']).filter(|leaf| leaf.contains('@'));
        found.extend(leaves.map(str::to_owned));
    }
    format!("the strides along coordinates `{}`", found.join("`, `"))
}

/// The leaves of names, and the leaves with facts that a system cannot state. The CuTe DSL states divisors and 32 bits.
fn stated(layout: &SymbolicLayout, is_dsl: bool) -> (String, String) {
    let text = layout.to_string();
    let (mut names, mut facts) = (Vec::new(), Vec::new());
    let is_kept = |fact: &str| is_dsl && (fact == "i32" || fact.starts_with("div="));
    let (mut depth, mut from) = (0_usize, 0);
    let ends: Vec<_> = text
        .char_indices()
        .filter(|(_, letter)| {
            depth += usize::from(*letter == '{');
            depth -= usize::from(*letter == '}');
            depth == 0 && matches!(letter, '(' | ')' | ',' | ':')
        })
        .map(|(at, _)| at)
        .chain([text.len()])
        .collect();
    for end in ends {
        let leaf = &text[from..end];
        from = (end + 1).min(text.len());
        let bare = without_facts(leaf);
        let is_integer = bare.split('@').all(|part| part.parse::<i64>().is_ok());
        if !matches!(&*bare, "" | "?" | "ceil") && !is_integer && !names.contains(&leaf) {
            names.push(leaf);
        }
        let said = leaf.split('{').skip(1).filter_map(|part| part.split_once('}'));
        if said.flat_map(|(facts, _)| facts.split(' ')).any(|fact| !is_kept(fact))
            && !facts.contains(&leaf)
        {
            facts.push(leaf);
        }
    }
    (names.join(", "), facts.join(", "))
}
