//! The integers of a text, some of which are names: [`Leaf`]; nested tuples of them: [`Nest`].

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use layout_core::{IntTuple, Layout, LayoutError, SymbolicError, SymbolicLayout};

/// An integer, a product of names, or `?`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Leaf {
    /// The constant of the product.
    pub(super) factor: i64,
    /// The names of the product. `?` with its facts is a name that equals no other.
    pub(super) names: Vec<String>,
    /// Whether the language knows the integer when it compiles.
    pub(super) is_static: bool,
    /// The path of a basis vector, the outermost index first. Empty for an offset.
    pub(super) path: Vec<i64>,
}

impl Leaf {
    pub(super) fn of(factor: i64, is_static: bool) -> Self {
        Self { factor, names: Vec::new(), is_static, path: Vec::new() }
    }

    pub(super) fn name(name: &str) -> Self {
        Self { names: [name.to_owned()].into(), ..Self::of(1, false) }
    }

    /// The integer, if the leaf is one.
    pub(super) fn value(&self) -> Option<i64> {
        (self.names.is_empty() && self.path.is_empty()).then_some(self.factor)
    }

    /// Whether the leaf is an integer, or one `?` with its facts.
    pub(super) fn is_unnamed(&self) -> bool {
        let is_unknown = |name: &String| name.starts_with('?');
        self.names.is_empty() || self.names.len() == 1 && self.names.iter().all(is_unknown)
    }

    pub(super) fn is_integer(&self, value: i64) -> bool {
        self.value() == Some(value)
    }

    /// The product. `None` past 64 bits, and for two basis vectors.
    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        let mut names = self.names.clone();
        names.extend(other.names.iter().cloned());
        names.sort_unstable();
        if !self.path.is_empty() && !other.path.is_empty() {
            return None;
        }
        let path = if self.path.is_empty() { &other.path } else { &self.path };
        Some(Self {
            factor: self.factor.checked_mul(other.factor)?,
            names,
            is_static: self.is_static && other.is_static,
            path: path.clone(),
        })
    }

    /// Notation of this library: `8*n`, `4@0`, `?{div=8}`. A product of `?` is `?`.
    pub(super) fn notation(&self) -> String {
        let mut text = String::new();
        if let Some(unknown) = self.names.iter().find(|name| name.starts_with('?')) {
            return if self.names.len() == 1 && self.factor == 1 {
                unknown.clone()
            } else {
                "?".into()
            };
        }
        if self.factor != 1 || self.names.is_empty() {
            let _ = write!(text, "{}", self.factor);
        }
        for name in &self.names {
            text.push_str(if text.is_empty() { "" } else { "*" });
            text.push_str(name);
        }
        for index in self.path.iter().rev() {
            let _ = write!(text, "@{index}");
        }
        text
    }
}

/// A nested tuple.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Nest {
    Leaf(Leaf),
    Tuple(Vec<Nest>),
}

impl Nest {
    /// The leaves from left to right.
    pub(super) fn leaves(&self) -> Vec<&Leaf> {
        match self {
            Self::Leaf(leaf) => [leaf].into(),
            Self::Tuple(parts) => parts.iter().flat_map(Self::leaves).collect(),
        }
    }

    pub(super) fn is_congruent(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Leaf(_), Self::Leaf(_)) => true,
            (Self::Tuple(a), Self::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_congruent(b))
            }
            _ => false,
        }
    }

    /// The tuple of the same nesting with the leaves of `leaves`.
    pub(super) fn with(&self, leaves: &mut impl Iterator<Item = Leaf>) -> Self {
        match self {
            Self::Leaf(old) => Self::Leaf(leaves.next().unwrap_or_else(|| old.clone())),
            Self::Tuple(parts) => Self::Tuple(parts.iter().map(|part| part.with(leaves)).collect()),
        }
    }

    pub(super) fn notation(&self) -> String {
        match self {
            Self::Leaf(leaf) => leaf.notation(),
            Self::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(Self::notation).collect();
                alloc::format!("({})", parts.join(","))
            }
        }
    }

    /// Whether every leaf is an integer or a basis vector.
    pub(super) fn is_plain(&self) -> bool {
        self.leaves().iter().all(|leaf| leaf.names.is_empty())
    }

    /// The tuple of integers. A leaf that is not static is a run-time integer.
    ///
    /// # Errors
    /// Past the capacities of a tuple.
    pub(super) fn tuple(&self) -> Result<IntTuple, LayoutError> {
        match self {
            Self::Leaf(leaf) if !leaf.path.is_empty() => leaf.notation().parse(),
            Self::Leaf(leaf) if leaf.is_static => Ok(IntTuple::leaf(leaf.factor)),
            Self::Leaf(leaf) => Ok(IntTuple::unknown(leaf.factor)),
            Self::Tuple(parts) => {
                let parts = parts.iter().map(Self::tuple).collect::<Result<Vec<_>, _>>()?;
                IntTuple::tuple(&parts)
            }
        }
    }

    /// The tuple as a tuple of leaves.
    pub(super) fn of(tuple: &IntTuple) -> Result<Self, LayoutError> {
        let mut next = 0;
        Self::from_leaf(tuple, tuple, &mut next)
    }

    /// Reads the part that begins at leaf `next` of `whole`.
    fn from_leaf(part: &IntTuple, whole: &IntTuple, next: &mut usize) -> Result<Self, LayoutError> {
        if part.depth() > 0 {
            let modes = (0..part.rank()).map(|i| Self::from_leaf(&part.mode(i)?, whole, next));
            return modes.collect::<Result<_, _>>().map(Self::Tuple);
        }
        let k = *next;
        *next += 1;
        let mut leaf = Leaf::of(whole.value(k), whole.is_known(k));
        let mut basis = whole.basis(k);
        while let Some((index, inner)) = basis.split() {
            leaf.path.push(index as i64);
            basis = inner;
        }
        Ok(Self::Leaf(leaf))
    }
}

/// A layout of leaves.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pair {
    pub(super) shape: Nest,
    pub(super) stride: Nest,
}

impl Pair {
    pub(super) fn is_plain(&self) -> bool {
        self.shape.is_plain() && self.stride.is_plain()
    }

    /// The layout of integers.
    ///
    /// # Errors
    /// Those of [`Layout::new`].
    pub(super) fn layout(&self) -> Result<Layout, LayoutError> {
        Layout::new(self.shape.tuple()?, self.stride.tuple()?)
    }

    /// The layout of names.
    ///
    /// # Errors
    /// Those of [`SymbolicLayout::parse`].
    pub(super) fn symbolic(&self) -> Result<SymbolicLayout, SymbolicError> {
        alloc::format!("{}:{}", self.shape.notation(), self.stride.notation()).parse()
    }

    pub(super) fn of(layout: &Layout) -> Result<Self, LayoutError> {
        Ok(Self { shape: Nest::of(&layout.shape())?, stride: Nest::of(&layout.stride())? })
    }

    /// The compact layout of a shape, whose leaf `order[0]` is the fastest. `None` past 64 bits.
    ///
    /// With `zeros` a static extent of 1 has the stride 0.
    pub(super) fn compact(
        shape: Nest,
        order: impl Iterator<Item = usize>,
        zeros: bool,
    ) -> Option<Self> {
        let leaves: Vec<Leaf> = shape.leaves().into_iter().cloned().collect();
        let mut strides = leaves.clone();
        let mut covered = Leaf::of(1, true);
        for k in order {
            let is_one = zeros && leaves[k].is_static && leaves[k].is_integer(1);
            strides[k] = if is_one { Leaf::of(0, true) } else { covered.clone() };
            covered = covered.times(&leaves[k])?;
        }
        let stride = shape.with(&mut strides.into_iter());
        Some(Self { shape, stride })
    }
}

/// The name of a leaf that equals no other.
pub(super) fn unknown(facts: &str) -> Leaf {
    let mut name = "?".to_string();
    // Run-time integers of 64 bits are the default here.
    if facts != "{i64}" {
        name.push_str(&facts.replace("i64", ""));
    }
    Leaf::name(&name)
}

/// Converts the facts of a `?` of FlyDSL, which has 32 bits by default. The default here is 64.
pub(super) fn from_fly(facts: &str) -> String {
    let inside = facts.trim_start_matches('{').trim_end_matches('}').trim();
    match inside.strip_prefix("i64").map(str::trim_start) {
        Some("") => String::new(),
        Some(rest) => alloc::format!("{{{rest}}}"),
        None if inside.is_empty() || inside == "i32" => "{i32}".to_owned(),
        None if inside.starts_with("i32") => facts.to_owned(),
        None => alloc::format!("{{i32 {inside}}}"),
    }
}

/// A `?` of this library as one of FlyDSL.
pub(super) fn to_fly(text: &str) -> String {
    let inside = text.trim_start_matches('?').trim_start_matches('{').trim_end_matches('}');
    match inside.strip_prefix("i32").map(str::trim_start) {
        Some("") => "?".to_owned(),
        Some(rest) => alloc::format!("?{{{rest}}}"),
        None if inside.is_empty() => "?{i64}".to_owned(),
        None => alloc::format!("?{{i64 {inside}}}"),
    }
}
