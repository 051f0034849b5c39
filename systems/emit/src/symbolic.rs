//! [`SymbolicLayout`], a layout whose run-time leaves have names.

use std::fmt;

use layout_core::{ComposedLayout, IntTuple, Layout, Swizzle};

use crate::EmitError;
use crate::facts::{Relation, RuntimeLeaf};
use crate::monomial::Monomial;

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
    /// Facts between leaves.
    pub(crate) relations: Vec<Relation>,
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
            relations: Vec::new(),
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
        self.check_facts(values)?;
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

    pub(crate) fn names(&self) -> Vec<&str> {
        self.parameters().collect()
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
