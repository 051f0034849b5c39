//! [`SymbolicLayout`], a layout whose run-time leaves have names.

use std::fmt;

use layout_core::{ComposedLayout, IntTuple, Layout, Swizzle};

use crate::EmitError;
use crate::monomial::Monomial;

/// A run-time leaf: its name, and the known facts of its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuntimeLeaf {
    pub(crate) name: String,
    /// An extent may be 0 unless a fact states that it is more than 1: such a layout has no coordinates.
    pub(crate) is_extent: bool,
    pub(crate) least: u64,
    pub(crate) most: Option<u64>,
    pub(crate) multiple_of: u64,
}

/// The nesting of a shape. Leaves have their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LeafTree {
    Leaf(usize),
    Level(Vec<LeafTree>),
}

impl LeafTree {
    /// The indices of the leaves, from the left.
    pub(crate) fn leaves(&self) -> Vec<usize> {
        match self {
            Self::Leaf(leaf) => vec![*leaf],
            Self::Level(modes) => modes.iter().flat_map(Self::leaves).collect(),
        }
    }

    fn write(&self, leaves: &[Monomial], names: &[&str]) -> String {
        match self {
            Self::Leaf(leaf) => leaves[*leaf].write(names),
            Self::Level(modes) => {
                let modes: Vec<String> =
                    modes.iter().map(|mode| mode.write(leaves, names)).collect();
                format!("({})", modes.join(","))
            }
        }
    }

    fn tuple(&self, values: &[i64]) -> Result<IntTuple, EmitError> {
        match self {
            Self::Leaf(leaf) => Ok(IntTuple::leaf(values[*leaf])),
            Self::Level(modes) => {
                let modes: Result<Vec<_>, _> =
                    modes.iter().map(|mode| mode.tuple(values)).collect();
                Ok(IntTuple::tuple(&modes?)?)
            }
        }
    }

    fn of(tuple: &IntTuple, first: &mut usize) -> Result<Self, EmitError> {
        if tuple.depth() == 0 {
            *first += 1;
            return Ok(Self::Leaf(*first - 1));
        }
        let mut modes = Vec::new();
        for k in 0..tuple.rank() {
            modes.push(Self::of(&tuple.mode(k)?, first)?);
        }
        Ok(Self::Level(modes))
    }
}

/// A layout with integers and named run-time leaves, perhaps swizzled: `Sw o offset o S:D`.
///
/// A leaf is a product such as `8`, `n` or `-4*n`. `?` is a run-time leaf without a name: `n2` as the extent of leaf 2,
/// `d2` as its stride. A run-time extent is at least 1, a run-time stride at least 0; [`with_fact`](Self::with_fact)
/// adds other known facts.
///
/// ```
/// use static_layout_emit::SymbolicLayout;
/// let a: SymbolicLayout = "((16,8),(?,4)):((1,16),(512,128))".parse()?;
/// assert_eq!(a.to_string(), "((16,8),(n2,4)):((1,16),(512,128))");
/// // Strides that the notation leaves out, or names as `col` or `row`, are compact.
/// let b: SymbolicLayout = "(m,n):row".parse()?;
/// assert_eq!(b.to_string(), "(m,n):(n,1)");
/// assert_eq!(b.parameters().collect::<Vec<_>>(), ["m", "n"]);
/// assert_eq!(b.with_values(&[3, 5])?.0.to_string(), "(3,5):(5,1)");
/// # Ok::<(), static_layout_emit::EmitError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicLayout {
    pub(crate) tree: LeafTree,
    pub(crate) extents: Vec<Monomial>,
    pub(crate) strides: Vec<Monomial>,
    pub(crate) swizzle: Swizzle,
    pub(crate) offset: Monomial,
    pub(crate) parameters: Vec<RuntimeLeaf>,
}

/// The greatest common divisor; one of the two integers is not 0.
fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl SymbolicLayout {
    /// A plain layout. Its unknown leaves become run-time leaves.
    ///
    /// # Errors
    /// For strides with a basis (`1@0`): an offset is an integer.
    pub fn plain(layout: &Layout) -> Result<Self, EmitError> {
        if layout.is_coordinate() {
            return Err(EmitError::new(format!(
                "{layout} maps to coordinates, which have no offset"
            )));
        }
        let mut parameters = Vec::new();
        let mut leaf = |known: bool, value: i64, letter: char, k: usize| {
            if known {
                return Monomial::constant(i128::from(value));
            }
            // An unknown leaf has the sign of its type.
            let factor = if value < 0 { -1 } else { 1 };
            parameters.push(RuntimeLeaf::new(format!("{letter}{k}"), letter == 'n'));
            Monomial { factor, parameters: vec![parameters.len() - 1] }
        };
        let leaves = 0..layout.leaf_count();
        let extents =
            leaves.clone().map(|k| leaf(layout.known(k).0, layout.leaf(k).0, 'n', k)).collect();
        let strides = leaves.map(|k| leaf(layout.known(k).1, layout.leaf(k).1, 'd', k)).collect();
        Ok(Self {
            tree: LeafTree::of(&layout.shape(), &mut 0)?,
            extents,
            strides,
            swizzle: Swizzle::IDENTITY,
            offset: Monomial::constant(0),
            parameters,
        })
    }

    /// A swizzled layout. Its offset is an integer of the text.
    ///
    /// # Errors
    /// As [`SymbolicLayout::plain`].
    pub fn swizzled(layout: &ComposedLayout) -> Result<Self, EmitError> {
        let mut symbolic = Self::plain(&layout.plain())?;
        symbolic.swizzle = layout.swizzle();
        symbolic.offset = Monomial::constant(i128::from(layout.offset()));
        Ok(symbolic)
    }

    /// A layout of the library. Static leaves are integers of the text, run-time leaves are parameters.
    ///
    /// ```
    /// use static_layout::*;
    /// use static_layout_emit::SymbolicLayout;
    /// let n = 100;
    /// let a = SymbolicLayout::of(layout!((16, n):(1, 16)))?;
    /// assert_eq!(a.to_string(), "(16,n1):(1,16)");
    /// let b = SymbolicLayout::of(layout!(Sw<3,4,3> o 0 o (8, 64):(64, 1)))?;
    /// assert_eq!(b.to_string(), "Sw<3,4,3> o 0 o (8,64):(64,1)");
    /// # Ok::<(), static_layout_emit::EmitError>(())
    /// ```
    ///
    /// # Errors
    /// As [`SymbolicLayout::plain`].
    #[cfg(feature = "types")]
    pub fn of<L: static_layout::internal::Form>(layout: L) -> Result<Self, EmitError> {
        use static_layout::internal::OffsetMap;
        let mut symbolic = Self::plain(&layout.with_words())?;
        symbolic.swizzle = L::Outer::SWIZZLE;
        symbolic.offset = Monomial::constant(i128::from(layout.outer().offset()));
        Ok(symbolic)
    }

    /// The names of the run-time leaves, in the order of the functions' parameters.
    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        self.parameters.iter().map(|leaf| leaf.name.as_str())
    }

    /// Adds a fact about a run-time leaf: `n<=4096`, `ld>=16` or `n%8==0`.
    ///
    /// ```
    /// use static_layout_emit::SymbolicLayout;
    /// let a = "(16,n):(1,ld)".parse::<SymbolicLayout>()?.with_fact("ld>=16")?.with_fact("ld%4==0")?;
    /// assert!(a.with_values(&[8, 15]).is_err());
    /// assert_eq!(a.with_values(&[8, 20])?.0.to_string(), "(16,8):(1,20)");
    /// assert_eq!(a.with_fact("k<=3").unwrap_err().to_string(), "(16,n):(1,ld) has no run-time leaf k");
    /// # Ok::<(), static_layout_emit::EmitError>(())
    /// ```
    ///
    /// # Errors
    /// For another text, for a name that is not a run-time leaf, and for facts that no integer satisfies together.
    pub fn with_fact(mut self, fact: &str) -> Result<Self, EmitError> {
        let wrong =
            || EmitError::new(format!("expected `n<=8`, `n>=8` or `n%8==0`, found `{fact}`"));
        let kinds = ["<=", ">=", "%"];
        let kind = kinds.into_iter().find(|kind| fact.contains(kind)).ok_or_else(wrong)?;
        let (name, number) = fact.split_once(kind).ok_or_else(wrong)?;
        let number = match kind {
            "%" => number
                .trim()
                .strip_suffix('0')
                .map(str::trim_end)
                .and_then(|n| n.strip_suffix("==")),
            _ => Some(number),
        };
        let number: u64 = number.and_then(|number| number.trim().parse().ok()).ok_or_else(wrong)?;
        let text = self.to_string();
        let leaf = self.parameters.iter_mut().find(|leaf| leaf.name == name.trim());
        let leaf = leaf.ok_or_else(|| {
            EmitError::new(format!("{text} has no run-time leaf {}", name.trim()))
        })?;
        match kind {
            "<=" => leaf.most = Some(leaf.most.map_or(number, |most| most.min(number))),
            ">=" => leaf.least = leaf.least.max(number),
            _ if number == 0 => return Err(wrong()),
            // Both divisors are true: their least common multiple.
            _ => {
                let common = gcd(leaf.multiple_of, number);
                let multiple = (leaf.multiple_of / common).checked_mul(number);
                leaf.multiple_of = multiple.ok_or_else(|| {
                    let of = leaf.multiple_of;
                    EmitError::new(format!(
                        "no divisor of 64 bits is a multiple of {of} and {number}"
                    ))
                })?;
            }
        }
        let least = if leaf.may_be_zero() { 0 } else { leaf.least };
        let first = least.div_ceil(leaf.multiple_of).checked_mul(leaf.multiple_of);
        if first.is_none_or(|first| leaf.most.is_some_and(|most| first > most)) {
            return Err(EmitError::new(format!(
                "no integer is what is known of {}: {leaf}",
                leaf.name
            )));
        }
        Ok(self)
    }

    /// The layout with a value for each run-time leaf: the plain layout, and the swizzle with its offset if there is
    /// one.
    ///
    /// # Errors
    /// For another number of values, a value that a fact excludes, and integers that are not a layout.
    pub fn with_values(
        &self,
        values: &[u64],
    ) -> Result<(Layout, Option<ComposedLayout>), EmitError> {
        if values.len() != self.parameters.len() {
            return Err(EmitError::new(format!(
                "{self} has {} run-time leaves, not {}",
                self.parameters.len(),
                values.len()
            )));
        }
        for (leaf, &value) in self.parameters.iter().zip(values) {
            let above = value >= leaf.least || value == 0 && leaf.may_be_zero();
            if !above || leaf.most.is_some_and(|most| value > most) || value % leaf.multiple_of != 0
            {
                return Err(EmitError::new(format!(
                    "{} = {value} contradicts what is known: {leaf}",
                    leaf.name
                )));
            }
        }
        let number = |leaf: &Monomial| {
            leaf.value(values).and_then(|value| i64::try_from(value).ok()).ok_or_else(|| {
                EmitError::new(format!("{self}: a leaf is past 9223372036854775807 for {values:?}"))
            })
        };
        let numbers =
            |leaves: &[Monomial]| leaves.iter().map(number).collect::<Result<Vec<_>, _>>();
        let shape = self.tree.tuple(&numbers(&self.extents)?)?;
        let layout = Layout::new(shape, self.tree.tuple(&numbers(&self.strides)?)?)?;
        let offset = number(&self.offset)?;
        if self.swizzle.is_identity() && offset == 0 {
            return Ok((layout, None));
        }
        Ok((layout, Some(ComposedLayout::new(self.swizzle, offset, layout)?)))
    }

    /// The number of modes at the top level.
    pub fn rank(&self) -> usize {
        match &self.tree {
            LeafTree::Leaf(_) => 1,
            LeafTree::Level(modes) => modes.len(),
        }
    }

    /// The layout with the greatest integer of 64 bits as the bound of each run-time leaf that has none.
    pub(crate) fn with_bounds(&self) -> Self {
        let mut layout = self.clone();
        for leaf in &mut layout.parameters {
            leaf.most.get_or_insert(u64::MAX);
        }
        layout
    }

    /// The least and the greatest value of a leaf, if both are known.
    pub(crate) fn range(&self, leaf: &Monomial) -> (Option<i128>, Option<i128>) {
        let ends = |least: bool| {
            let leaves = leaf.parameters.iter().map(|&parameter| &self.parameters[parameter]);
            let mut ends = leaves.map(|leaf| if least { Some(leaf.least) } else { leaf.most });
            // Whatever the others are: their product may overflow.
            if ends.clone().any(|end| end == Some(0)) {
                return Some(0);
            }
            ends.try_fold(leaf.factor.abs(), |product, end| product.checked_mul(i128::from(end?)))
        };
        let (least, most) = (ends(true), ends(false));
        if leaf.factor < 0 {
            return (most.map(|x| -x), least.map(|x| -x));
        }
        (least, most)
    }

    /// Whether no coordinate of the leaf is above 0: its stride is no part of any offset.
    pub(crate) fn is_single(&self, extent: &Monomial) -> bool {
        self.range(extent).1.is_some_and(|most| most <= 1)
    }

    /// Whether `a >= b` for each value of the parameters, `b` being positive.
    pub(crate) fn is_at_least(&self, a: &Monomial, b: &Monomial) -> bool {
        if let Some(quotient) = a.exact_quotient(b) {
            return self.range(&quotient).0.is_some_and(|least| least >= 1);
        }
        match (self.range(a).0, self.range(b).1) {
            (Some(least), Some(most)) => least >= most,
            _ => false,
        }
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        self.parameters().collect()
    }
}

impl RuntimeLeaf {
    pub(crate) fn new(name: String, is_extent: bool) -> Self {
        Self { name, is_extent, least: u64::from(is_extent), most: None, multiple_of: 1 }
    }

    fn may_be_zero(&self) -> bool {
        self.least == 0 || self.is_extent && self.least == 1
    }
}

impl fmt::Display for RuntimeLeaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>={}", self.name, self.least)?;
        if let Some(most) = self.most {
            write!(f, ", {}<={most}", self.name)?;
        }
        if self.multiple_of != 1 {
            write!(f, ", {}%{}==0", self.name, self.multiple_of)?;
        }
        Ok(())
    }
}

impl fmt::Display for SymbolicLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.names();
        if !self.swizzle.is_identity() || self.offset != Monomial::constant(0) {
            write!(f, "{} o {} o ", self.swizzle, self.offset.write(&names))?;
        }
        write!(f, "{}:", self.tree.write(&self.extents, &names))?;
        f.write_str(&self.tree.write(&self.strides, &names))
    }
}
