//! [`IndexFunctions`]: the index function of a layout, its inverse and its bounds test as expressions.

use crate::divisor::FastDivisor;
use crate::from_layout::{Context, Requirements, plain_bounds};
use crate::graph::{BinaryOp, Graph, Node, NodeId};
use crate::monomial::Monomial;
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
    /// The divisors with a multiplier, by their nodes: their numbers among those of all functions.
    pub(crate) fast: Vec<(NodeId, usize)>,
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
    /// Divisions by a run-time value with a multiplier.
    pub by_multiplier: usize,
}

impl IndexFunction {
    /// The name after the prefix: `index`, `inside`, `coord0`.
    pub fn suffix(&self) -> &str {
        &self.suffix
    }

    /// The bits of its integers, 32 or 64.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The numbers of the divisors that the function takes after the run-time leaves, `by0`, `by1`, .. of
    /// [`IndexFunctions::with_fast_division`].
    pub fn divisors(&self) -> Vec<usize> {
        let mut found: Vec<usize> = self.fast.iter().map(|one| one.1).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The number of the divisor at a node.
    pub(crate) fn divisor_at(&self, node: NodeId) -> usize {
        let found = self.fast.iter().find(|one| one.0 == node);
        found.expect("each divisor of a fast quotient has a number").1
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
                Node::Binary(BinaryOp::FastDiv, ..) => count.by_multiplier += 1,
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
    domain: Domain,
    /// The run-time divisors with a multiplier.
    pub(crate) divisors: Vec<Monomial>,
    index: IndexFunction,
    inside: IndexFunction,
    inverse: Result<Vec<IndexFunction>, EmitError>,
    pub(crate) is_proved: bool,
    requirements: Requirements,
}

impl IndexFunctions {
    /// The functions of `layout` on coordinates of `domain`.
    ///
    /// Integers have 32 bits if the extents, the strides and the known bounds of the run-time leaves prove that they
    /// suffice for each coordinate, each extent of a coordinate, each offset, each run-time leaf and each divisor of the
    /// functions; otherwise 64. `width` sets the bits instead, and the caller checks each layout with
    /// [`check_width`](Self::check_width). Other sums and products may be past the integers: they are exact modulo
    /// `2^width`.
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
    /// For a `width` other than 32 and 64, and where the layout needs more bits than `width`, or than 64, whatever its
    /// run-time leaves are, unless it has no elements.
    pub fn new(
        layout: &SymbolicLayout,
        domain: Domain,
        width: Option<u32>,
    ) -> Result<Self, EmitError> {
        let widths: &[u32] = match width {
            None => &[32, 64],
            Some(32) => &[32],
            Some(64) => &[64],
            Some(other) => {
                return Err(EmitError::new(format!("integers have 32 or 64 bits, not {other}")));
            }
        };
        let (widest, order) = (widths[widths.len() - 1], layout.ordered());
        for &width in widths {
            let functions = Self::of_width(layout, &order, domain, width, false);
            match functions.requirements.hold(layout) {
                Some(true) => return Ok(functions),
                None if width == widest => {
                    return Ok(Self { is_proved: false, ..functions });
                }
                _ => {}
            }
        }
        Err(EmitError::new(format!("{layout} needs more than {widest} bits")))
    }

    /// The functions of integers of `width` bits, whether or not these suffice.
    fn of_width(
        layout: &SymbolicLayout,
        order: &Result<Vec<usize>, EmitError>,
        domain: Domain,
        width: u32,
        is_fast: bool,
    ) -> Self {
        let groups: Vec<Vec<usize>> = match (domain, &layout.tree) {
            (Domain::Linear, tree) => vec![tree.leaves()],
            (Domain::Modes, LeafTree::Level(modes)) => modes.iter().map(LeafTree::leaves).collect(),
            (Domain::Modes, tree) => vec![tree.leaves()],
            (Domain::Leaves, tree) => tree.leaves().into_iter().map(|leaf| vec![leaf]).collect(),
        };
        let [(least, _), (_, most)] = plain_bounds(layout);
        let is_signed = least.is_none_or(|least| least < 0);
        let context = Context { layout, order, groups, width, is_signed, least, most, is_fast };
        let sizes = context.groups.iter().map(|leaves| context.size(leaves)).collect();
        let mut functions = Self {
            layout: layout.clone(),
            domain,
            divisors: Vec::new(),
            index: context.index(),
            inside: context.inside(),
            inverse: context.inverse(),
            is_proved: true,
            requirements: Requirements { width, is_signed, sizes, divisors: Vec::new() },
        };
        let Self { index, inside, inverse, divisors, requirements, .. } = &mut functions;
        for one in [index, inside].into_iter().chain(inverse.iter_mut().flatten()) {
            for (node, divisor) in one.graph.divisors(one.root) {
                requirements.divisors.push(divisor.clone());
                if is_fast && divisor.as_constant().is_none() {
                    let found = divisors.iter().position(|known| *known == divisor);
                    one.fast.push((node, found.unwrap_or(divisors.len())));
                    divisors.extend(found.is_none().then_some(divisor));
                }
            }
        }
        functions
    }

    /// The functions with a multiplier for each run-time divisor: a product and a shift take the place of the division. A
    /// function takes the [`FastDivisor`]s `by0`, `by1`, .. that it divides by after the run-time leaves. The text has the
    /// function that computes one on the host.
    ///
    /// ```
    /// use static_layout_emit::{Domain, IndexFunctions, Language};
    /// let a = IndexFunctions::new(&"(m,n):(n,1)".parse()?, Domain::Linear, Some(32))?;
    /// let text = a.with_fast_division().text(Language::Cuda, "a")?;
    /// assert!(text.contains("// by0 = a_divisor_of(m)\n"), "{text}");
    /// let index = "a_index(unsigned int c0, unsigned int m, unsigned int n, a_divisor by0) {
    ///     unsigned int t0 = a_quotient(c0, by0);
    ///     return t0 + ((c0 - (t0 * m)) * n);
    /// }";
    /// assert!(text.contains(index), "{text}");
    /// # Ok::<(), static_layout_emit::EmitError>(())
    /// ```
    pub fn with_fast_division(&self) -> Self {
        let (layout, order) = (&self.layout, self.layout.ordered());
        let functions = Self::of_width(layout, &order, self.domain, self.width(), true);
        let is_proved = functions.requirements.hold(&self.layout) == Some(true);
        Self { is_proved, ..functions }
    }

    /// The divisors `by0`, `by1`, .. for these values of the run-time leaves.
    ///
    /// # Errors
    /// As [`check_width`](Self::check_width).
    pub fn fast_divisors(&self, values: &[u64]) -> Result<Vec<FastDivisor>, EmitError> {
        self.check_width(values)?;
        let divisors = self.divisors.iter().map(|divisor| {
            // Without coordinates a divisor may be any number: no function needs one past the integers.
            let value = divisor.value(values).and_then(|value| u64::try_from(value).ok());
            let value = value.filter(|&value| value <= u64::MAX >> (64 - self.width()));
            FastDivisor::new(value.unwrap_or(0), self.width())
        });
        Ok(divisors.collect())
    }

    /// The layout.
    pub fn layout(&self) -> &SymbolicLayout {
        &self.layout
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
        self.requirements.width
    }

    /// Whether the facts of the run-time leaves prove that [`width`](Self::width) bits hold every coordinate, offset and
    /// divisor. Otherwise the caller checks each layout with [`check_width`](Self::check_width).
    ///
    /// ```
    /// use static_layout_emit::{Domain, IndexFunctions, SymbolicLayout};
    /// let a: SymbolicLayout = "(n):(2)".parse()?;
    /// let of = |a: &SymbolicLayout| IndexFunctions::new(a, Domain::Modes, None);
    /// assert!(!of(&a)?.is_width_proved());
    /// let bounded = a.with_fact("n<=9223372036854775808")?; // offsets up to 2^64 - 2
    /// assert!(of(&bounded)?.width() == 64 && of(&bounded)?.is_width_proved());
    /// # Ok::<(), static_layout_emit::EmitError>(())
    /// ```
    pub fn is_width_proved(&self) -> bool {
        self.is_proved
    }

    /// Checks that the layout with these run-time leaves fits the integers of the functions: its coordinates, its offsets
    /// and the divisors of the functions.
    ///
    /// ```
    /// use static_layout_emit::{Domain, IndexFunctions};
    /// let a = IndexFunctions::new(&"(65536,n):(1,65536)".parse()?, Domain::Modes, Some(32))?;
    /// assert!(a.check_width(&[65536]).is_ok());
    /// assert!(a.check_width(&[65537]).is_err());
    /// # Ok::<(), static_layout_emit::EmitError>(())
    /// ```
    ///
    /// # Errors
    /// For values that [`SymbolicLayout::with_values`] refuses, and for a number beyond the integers.
    pub fn check_width(&self, values: &[u64]) -> Result<(), EmitError> {
        self.layout.with_values(values)?;
        let mut bound = self.layout.clone();
        for (leaf, &value) in bound.parameters.iter_mut().zip(values) {
            (leaf.least, leaf.most) = (value, Some(value));
        }
        if self.requirements.hold(&bound) == Some(true) {
            return Ok(());
        }
        Err(EmitError::new(format!(
            "{} with {values:?}: a coordinate, an offset or a divisor needs more than {} bits",
            self.layout,
            self.width()
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
