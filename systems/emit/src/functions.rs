//! [`IndexFunctions`]: the index function of a layout, its inverse and its bounds test as expressions.

use crate::from_layout::{Context, fits, plain_bounds};
use crate::graph::{BinaryOp, Graph, Node, NodeId};
use crate::symbolic::{LeafTree, SymbolicLayout};
use crate::{EmitError, Language};

/// The coordinates that the functions take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Domain {
    /// One linear index, the leftmost leaf fastest.
    Linear,
    /// A linear index for each mode of the top level: `a(i, j)`.
    #[default]
    Modes,
    /// An index for each leaf.
    Leaves,
}

/// What a function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Returned {
    Offset,
    Coordinate,
    Truth,
}

/// A function of the text: `index`, `inside`, or a coordinate of the inverse.
#[derive(Clone, Debug)]
pub struct IndexFunction {
    pub(crate) suffix: String,
    pub(crate) inputs: Vec<String>,
    /// Input 0 is a signed offset.
    pub(crate) takes_signed: bool,
    /// Offsets may be negative.
    pub(crate) returns_signed: bool,
    pub(crate) returned: Returned,
    pub(crate) graph: Graph,
    pub(crate) root: NodeId,
    pub(crate) width: u32,
}

/// How many operations a function has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OperationCount {
    /// Additions, multiplications, shifts, masks and comparisons.
    pub simple: usize,
    /// Divisions and remainders by a constant, which compilers turn into a product and a shift.
    pub by_constant: usize,
    /// Divisions and remainders by a run-time value.
    pub by_runtime: usize,
}

impl IndexFunction {
    /// The name behind the prefix: `index`, `inside`, `coord0`.
    pub fn suffix(&self) -> &str {
        &self.suffix
    }

    /// The bits of its integers, 32 or 64.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The value for these inputs: coordinates or the offset, then the run-time leaves. A truth value is 0 or 1.
    ///
    /// ```
    /// use static_layout_emit::{Domain, IndexFunctions};
    /// let a = IndexFunctions::new(&"(4,8):(8,1)".parse()?, Domain::Modes, None)?;
    /// assert_eq!(a.index().evaluate(&[1, 2]), 10);
    /// # Ok::<(), static_layout_emit::EmitError>(())
    /// ```
    ///
    /// # Panics
    /// For fewer inputs than the function has.
    pub fn evaluate(&self, inputs: &[i64]) -> i64 {
        let inputs: Vec<u64> = inputs.iter().map(|&input| input as u64).collect();
        let value = self.graph.evaluate(self.root, &inputs);
        if !self.returns_signed {
            value as i64
        } else if self.width == 32 {
            i64::from(value as u32 as i32)
        } else {
            value as i64
        }
    }

    /// Whether the function returns a signed integer. Offsets may be negative.
    pub fn returns_signed(&self) -> bool {
        self.returns_signed
    }

    /// Counts the operations.
    ///
    /// ```
    /// use static_layout_emit::{Domain, IndexFunctions};
    /// // `(i & 7) * 65 + (i >> 3)`
    /// let a = IndexFunctions::new(&"(8,8):(65,1)".parse()?, Domain::Linear, None)?;
    /// assert_eq!(a.index().operations().simple, 4);
    /// # Ok::<(), static_layout_emit::EmitError>(())
    /// ```
    pub fn operations(&self) -> OperationCount {
        let mut count = OperationCount::default();
        for id in self.graph.order(self.root) {
            match self.graph.node(id) {
                Node::Binary(BinaryOp::Div | BinaryOp::Rem, _, by) => {
                    if self.graph.as_constant(by).is_some() {
                        count.by_constant += 1;
                    } else {
                        count.by_runtime += 1;
                    }
                }
                _ => count.simple += 1,
            }
        }
        count
    }
}

/// The functions of a layout.
#[derive(Clone, Debug)]
pub struct IndexFunctions {
    pub(crate) layout: SymbolicLayout,
    index: IndexFunction,
    inside: IndexFunction,
    inverse: Result<Vec<IndexFunction>, EmitError>,
    pub(crate) is_proved: bool,
    width: u32,
}

impl IndexFunctions {
    /// The functions of `layout` on coordinates of `domain`.
    ///
    /// Integers have 32 bits if the extents, the cosize and the known bounds of the run-time leaves prove that no
    /// coordinate and no offset needs more; otherwise 64. `width` sets the bits instead, and the caller checks each
    /// layout with [`check_width`](Self::check_width).
    ///
    /// ```
    /// use static_layout_emit::{Domain, IndexFunctions, SymbolicLayout};
    /// let a: SymbolicLayout = "(16,n):(1,16)".parse()?;
    /// assert_eq!(IndexFunctions::new(&a, Domain::Modes, None)?.width(), 64);
    /// let bounded = a.with_fact("n<=4096")?;
    /// assert_eq!(IndexFunctions::new(&bounded, Domain::Modes, None)?.width(), 32);
    /// # Ok::<(), static_layout_emit::EmitError>(())
    /// ```
    ///
    /// # Errors
    /// For a `width` other than 32 and 64, and where static leaves alone need more bits than `width`.
    pub fn new(
        layout: &SymbolicLayout,
        domain: Domain,
        width: Option<u32>,
    ) -> Result<Self, EmitError> {
        if width.is_some_and(|width| width != 32 && width != 64) {
            return Err(EmitError::new(format!(
                "integers have 32 or 64 bits, not {}",
                width.unwrap_or(0)
            )));
        }
        let groups = match (domain, &layout.tree) {
            (Domain::Linear, tree) => vec![tree.leaves()],
            (Domain::Modes, LeafTree::Level(modes)) => modes.iter().map(LeafTree::leaves).collect(),
            (Domain::Modes, tree) => vec![tree.leaves()],
            (Domain::Leaves, tree) => tree.leaves().into_iter().map(|leaf| vec![leaf]).collect(),
        };
        let (least, most) = plain_bounds(layout);
        let is_signed = least.is_none_or(|least| least < 0);
        let proved = fits(layout, least, most, 32);
        if width == Some(32) && proved == Some(false) {
            return Err(EmitError::new(format!("{layout} needs more than 32 bits")));
        }
        let bits = width.unwrap_or(if proved == Some(true) { 32 } else { 64 });
        let context = Context { layout, groups, width: bits, is_signed, least, most };
        Ok(Self {
            layout: layout.clone(),
            index: context.index(),
            inside: context.inside(),
            inverse: context.inverse(),
            is_proved: bits == 64 || proved == Some(true),
            width: bits,
        })
    }

    /// The index function: coordinate to offset.
    pub fn index(&self) -> &IndexFunction {
        &self.index
    }

    /// The bounds test: whether a coordinate lies in the shape.
    pub fn inside(&self) -> &IndexFunction {
        &self.inside
    }

    /// The inverse: for each coordinate of the domain, a function of the offset. `index` of the coordinates is the
    /// offset again. A leaf of stride 0 has coordinate 0.
    ///
    /// # Errors
    /// If nothing proves that each stride is at least the sum of the strides below it, each times its extent less 1. A
    /// fact may prove it: `ld>=16`.
    pub fn inverse(&self) -> Result<&[IndexFunction], EmitError> {
        self.inverse.as_deref().map_err(Clone::clone)
    }

    /// The bits of the integers, 32 or 64.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Whether 32 bits hold for each value of the run-time leaves. Otherwise the caller checks each layout with
    /// [`check_width`](Self::check_width).
    pub fn is_width_proved(&self) -> bool {
        self.is_proved
    }

    /// Checks that coordinates and offsets of the layout with these run-time leaves fit the integers of the functions.
    ///
    /// ```
    /// use static_layout_emit::{Domain, IndexFunctions};
    /// let a = IndexFunctions::new(&"(65536,n):(1,65536)".parse()?, Domain::Modes, Some(32))?;
    /// assert!(a.check_width(&[65535]).is_ok());
    /// assert!(a.check_width(&[65536]).is_err());
    /// # Ok::<(), static_layout_emit::EmitError>(())
    /// ```
    ///
    /// # Errors
    /// For values that [`SymbolicLayout::with_values`] refuses, and for a size or an offset beyond the integers.
    pub fn check_width(&self, values: &[u64]) -> Result<(), EmitError> {
        self.layout.with_values(values)?;
        let mut bound = self.layout.clone();
        for (leaf, &value) in bound.parameters.iter_mut().zip(values) {
            (leaf.least, leaf.most) = (value, Some(value));
        }
        let (least, most) = plain_bounds(&bound);
        // A layout of type `32 bits unsigned` may have no negative offset, whatever its values.
        if fits(&bound, least, most, self.width) == Some(true) {
            return Ok(());
        }
        Err(EmitError::new(format!(
            "{} with {values:?}: a coordinate or an offset needs more than {} bits",
            self.layout, self.width
        )))
    }

    /// All functions in order.
    pub(crate) fn all(&self) -> Vec<&IndexFunction> {
        let mut all = vec![&self.index, &self.inside];
        all.extend(self.inverse.iter().flatten());
        all
    }

    /// The functions as text. Their names are `prefix_index`, `prefix_inside` and, for coordinate `k` of the inverse,
    /// `prefix_coord<k>`. Each takes coordinates or the offset, then the run-time leaves.
    ///
    /// ```
    /// use static_layout_emit::{Domain, IndexFunctions, Language};
    /// let a = IndexFunctions::new(&"((16,8),4):((1,64),16)".parse()?, Domain::Modes, None)?;
    /// let text = a.text(Language::Cuda, "tile")?;
    /// assert!(text.contains("tile_index(unsigned int c0, unsigned int c1)"), "{text}");
    /// assert!(text.contains("return c0 + (c1 << 4) + ((c0 >> 4) * 48u);"), "{text}");
    /// # Ok::<(), static_layout_emit::EmitError>(())
    /// ```
    ///
    /// # Errors
    /// For a prefix that is not an identifier, and for 64 bits in WGSL, which has none.
    pub fn text(&self, language: Language, prefix: &str) -> Result<String, EmitError> {
        crate::write::text(self, language, prefix)
    }
}
