//! [`BitLayout`]: a matrix over F2 between named dimensions.

use crate::bits::dims::BitDims;
use crate::bits::matrix::{BitMatrix, low, refused};
use crate::error::{BitRule, LayoutError};
use crate::value::DimName;

/// A map from the bits of named input dimensions to those of named output dimensions, linear over F2: Triton's
/// `LinearLayout`.
///
/// ```text
/// f(x ^ y) = f(x) ^ f(y)
/// ```
///
/// Its text lists the image of each bit of each input, and the bits of each output. Bit 0 of `lane` is here the
/// element `(0,2)`, and lane 3 starts at `(0,6)`:
///
/// ```
/// use layout_core::BitLayout;
/// let a: BitLayout = "{register: (0,1), lane: (0,2) (0,4) (1,0)} -> {row: 1, column: 3}".parse()?;
/// assert_eq!(a.index(&[1, 3])?[..2], [0, 7]);
/// assert_eq!(a.inverse()?.index(&[0, 7])?[..2], [1, 3]);
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BitLayout {
    pub(crate) inputs: BitDims,
    pub(crate) outputs: BitDims,
    pub(crate) matrix: BitMatrix,
}

impl BitLayout {
    /// The layout with this matrix between these dimensions.
    ///
    /// # Errors
    /// [`BitRule::Sizes`] unless the matrix has as many columns and rows as the dimensions have bits.
    pub const fn new(
        inputs: BitDims,
        outputs: BitDims,
        matrix: BitMatrix,
    ) -> Result<Self, LayoutError> {
        if inputs.bits() != matrix.inputs() {
            return Err(refused(BitRule::Sizes { left: inputs.bits(), right: matrix.inputs() }));
        }
        if outputs.bits() != matrix.outputs() {
            return Err(refused(BitRule::Sizes { left: outputs.bits(), right: matrix.outputs() }));
        }
        Ok(Self { inputs, outputs, matrix })
    }

    /// The layout without dimensions: the neutral element of [`product`](Self::product).
    pub const EMPTY: Self =
        Self { inputs: BitDims::EMPTY, outputs: BitDims::EMPTY, matrix: BitMatrix::EMPTY };

    /// The values of `input` as the values of `output`.
    ///
    /// # Errors
    /// The errors of [`BitDims::new`].
    pub const fn identity(input: &str, output: &str, bits: u32) -> Result<Self, LayoutError> {
        match (BitDims::new(&[(input, bits)]), BitDims::new(&[(output, bits)])) {
            (Ok(inputs), Ok(outputs)) => {
                Ok(Self { inputs, outputs, matrix: BitMatrix::identity(bits) })
            }
            (Err(error), _) | (_, Err(error)) => Err(error),
        }
    }

    /// Every value of `input` at 0 of `output`: a broadcast.
    ///
    /// # Errors
    /// The errors of [`BitDims::new`].
    pub const fn zeros(input: &str, bits: u32, output: &str) -> Result<Self, LayoutError> {
        match (BitDims::new(&[(input, bits)]), BitDims::new(&[(output, 0)])) {
            (Ok(inputs), Ok(outputs)) => {
                Ok(Self { inputs, outputs, matrix: BitMatrix::zero(0, bits) })
            }
            (Err(error), _) | (_, Err(error)) => Err(error),
        }
    }

    /// The dimensions of a coordinate.
    pub const fn inputs(&self) -> &BitDims {
        &self.inputs
    }

    /// The dimensions of an image.
    pub const fn outputs(&self) -> &BitDims {
        &self.outputs
    }

    /// The map without names, on words that hold the first dimension in their lowest bits.
    pub const fn matrix(&self) -> &BitMatrix {
        &self.matrix
    }

    /// The image of a coordinate, by dimension; 0 past the last dimension.
    ///
    /// # Errors
    /// The errors of [`BitDims::join`].
    pub const fn index(&self, coord: &[u64]) -> Result<[u64; 8], LayoutError> {
        let image = match self.inputs.join(coord) {
            Ok(word) => self.matrix.apply(word),
            Err(error) => return Err(error),
        };
        let (mut out, mut i) = ([0; 8], 0);
        while i < self.outputs.rank() {
            out[i] = self.outputs.part(image, i);
            i += 1;
        }
        Ok(out)
    }

    /// The product: `self` on the low bits of each dimension, `outer` on the bits above. A dimension may be in one of
    /// both only. It tiles the outputs by `self`, as `outer` says.
    ///
    /// ```text
    /// f(x + 2^w y) = self(x) + 2^v outer(y)      w, v the bits of each dimension of self
    /// ```
    ///
    /// ```
    /// use layout_core::BitLayout;
    /// let vector = BitLayout::identity("register", "column", 1)?;
    /// let lanes = BitLayout::identity("lane", "column", 2)?;
    /// let both = vector.product(&lanes)?;
    /// assert_eq!(both.to_string(), "{register: (1), lane: (2) (4)} -> {column: 3}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitRule::Dims`] and [`BitRule::Width`] past the capacities.
    pub const fn product(&self, outer: &Self) -> Result<Self, LayoutError> {
        let (inputs, outputs) =
            match (joined(&self.inputs, &outer.inputs), joined(&self.outputs, &outer.outputs)) {
                (Ok(inputs), Ok(outputs)) => (inputs, outputs),
                (Err(error), _) | (_, Err(error)) => return Err(error),
            };
        let mut matrix = BitMatrix::zero(outputs.bits(), inputs.bits());
        let none = BitDims::EMPTY;
        let mut k = 0;
        while k < self.inputs.bits() {
            let to = self.inputs.place(1 << k, &inputs, &none).trailing_zeros();
            let image = self.matrix.columns()[k as usize];
            matrix.set(to, self.outputs.place(image, &outputs, &none));
            k += 1;
        }
        k = 0;
        while k < outer.inputs.bits() {
            let to = outer.inputs.place(1 << k, &inputs, &self.inputs).trailing_zeros();
            let image = outer.matrix.columns()[k as usize];
            matrix.set(to, outer.outputs.place(image, &outputs, &self.outputs));
            k += 1;
        }
        Ok(Self { inputs, outputs, matrix })
    }

    /// The composition `x -> self(first(x))`. The outputs of `first` are the inputs of `self`, by name, and may have
    /// fewer bits.
    ///
    /// # Errors
    /// [`BitRule::NoDim`] unless both have the same names there, [`BitRule::DimWidth`] for a dimension of `first` with
    /// more bits.
    pub const fn after(&self, first: &Self) -> Result<Self, LayoutError> {
        let aligned = match first.with_outputs(&self.inputs) {
            Ok(aligned) => aligned,
            Err(error) => return Err(error),
        };
        match self.matrix.after(&aligned) {
            Ok(matrix) => Ok(Self { inputs: first.inputs, outputs: self.outputs, matrix }),
            Err(error) => Err(error),
        }
    }

    /// The inverse.
    ///
    /// # Errors
    /// [`BitRule::Singular`] unless the layout is one to one, and reaches every output.
    pub const fn inverse(&self) -> Result<Self, LayoutError> {
        match self.matrix.inverse() {
            Ok(matrix) => Ok(Self { inputs: self.outputs, outputs: self.inputs, matrix }),
            Err(error) => Err(error),
        }
    }

    /// The conversion from this layout to `other`: where `other` keeps what this one has at a coordinate.
    ///
    /// ```text
    /// other(conversion(x)) = self(x)
    /// ```
    ///
    /// # Errors
    /// [`BitRule::NoDim`] and [`BitRule::DimWidth`] unless `self` has the outputs of `other`, by name, with no more
    /// bits; [`BitRule::NoSource`] where `other` lacks an element.
    pub const fn convert(&self, other: &Self) -> Result<Self, LayoutError> {
        let aligned = match self.with_outputs(&other.outputs) {
            Ok(aligned) => aligned,
            Err(error) => return Err(error),
        };
        match other.matrix.solve(&aligned) {
            Ok(matrix) => Ok(Self { inputs: self.inputs, outputs: other.inputs, matrix }),
            Err(error) => Err(error),
        }
    }

    /// The quotient by a tile: the layout with `tile.product(&quotient) == self`, the dimensions of `self` kept.
    ///
    /// ```
    /// use layout_core::BitLayout;
    /// let a: BitLayout = "{register: (1) (2), lane: (4) (8)} -> {column: 4}".parse()?;
    /// let tile = BitLayout::identity("register", "column", 1)?;
    /// let rest = a.divide(&tile)?;
    /// assert_eq!(rest.to_string(), "{register: (1), lane: (2) (4)} -> {column: 3}");
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitRule::NoDim`] and [`BitRule::DimWidth`] unless `self` has the dimensions of the tile, with as many bits or
    /// more; [`BitRule::NoQuotient`] where `self` differs from the tile, or mixes its bits with those above.
    pub const fn divide(&self, tile: &Self) -> Result<Self, LayoutError> {
        let (inputs, outputs) =
            match (rest(&self.inputs, &tile.inputs), rest(&self.outputs, &tile.outputs)) {
                (Ok(inputs), Ok(outputs)) => (inputs, outputs),
                (Err(error), _) | (_, Err(error)) => return Err(error),
            };
        let none = BitDims::EMPTY;
        let mut matrix = BitMatrix::zero(outputs.bits(), inputs.bits());
        let mut i = 0;
        while i < self.inputs.rank() {
            let name = self.inputs.name(i);
            let of_tile = match tile.inputs.find(name) {
                Some(k) => tile.inputs.width(k),
                None => 0,
            };
            let mut bit = 0;
            while bit < self.inputs.width(i) {
                let image = self.matrix.columns()[(self.inputs.start(i) + bit) as usize];
                if bit < of_tile {
                    let Some(k) = tile.inputs.find(name) else { break };
                    let expected = tile.matrix.columns()[(tile.inputs.start(k) + bit) as usize];
                    if tile.outputs.place(expected, &self.outputs, &none) != image {
                        return Err(refused(BitRule::NoQuotient { name, bit }));
                    }
                } else {
                    let Some(image) = self.above(image, &tile.outputs, &outputs) else {
                        return Err(refused(BitRule::NoQuotient { name, bit }));
                    };
                    matrix.set(inputs.start(i) + bit - of_tile, image);
                }
                bit += 1;
            }
            i += 1;
        }
        Ok(Self { inputs, outputs, matrix })
    }

    /// The image without its bits in `tile`, which must be 0.
    const fn above(&self, image: u64, tile: &BitDims, outputs: &BitDims) -> Option<u64> {
        let (mut out, mut i) = (0, 0);
        while i < self.outputs.rank() {
            let width = match tile.find(self.outputs.name(i)) {
                Some(k) => tile.width(k),
                None => 0,
            };
            let value = self.outputs.part(image, i);
            if value & low(width) != 0 {
                return None;
            }
            if outputs.width(i) > 0 {
                out |= (value >> width) << outputs.start(i);
            }
            i += 1;
        }
        Some(out)
    }

    /// The part with these inputs and outputs, in this order: other inputs are 0, other outputs are left out.
    ///
    /// # Errors
    /// [`BitRule::NoDim`] for a name that is not there, and the errors of [`BitDims::new`].
    pub const fn part(&self, inputs: &[&str], outputs: &[&str]) -> Result<Self, LayoutError> {
        let (ins, outs) = match (chosen(&self.inputs, inputs), chosen(&self.outputs, outputs)) {
            (Ok(ins), Ok(outs)) => (ins, outs),
            (Err(error), _) | (_, Err(error)) => return Err(error),
        };
        let mut matrix = BitMatrix::zero(outs.bits(), ins.bits());
        let (none, mut k) = (BitDims::EMPTY, 0);
        while k < ins.bits() {
            let from = ins.place(1 << k, &self.inputs, &none);
            matrix.set(k, self.outputs.place(self.matrix.apply(from), &outs, &none));
            k += 1;
        }
        Ok(Self { inputs: ins, outputs: outs, matrix })
    }

    /// The inputs as one dimension, the first one in the lowest bits.
    ///
    /// # Errors
    /// The errors of [`BitDims::new`].
    pub const fn flatten_inputs(&self, name: &str) -> Result<Self, LayoutError> {
        match BitDims::new(&[(name, self.inputs.bits())]) {
            Ok(inputs) => Ok(Self { inputs, ..*self }),
            Err(error) => Err(error),
        }
    }

    /// The outputs as one dimension, the first one in the lowest bits.
    ///
    /// # Errors
    /// The errors of [`BitDims::new`].
    pub const fn flatten_outputs(&self, name: &str) -> Result<Self, LayoutError> {
        match BitDims::new(&[(name, self.outputs.bits())]) {
            Ok(outputs) => Ok(Self { outputs, ..*self }),
            Err(error) => Err(error),
        }
    }

    /// The matrix with its rows in the order of `dims`.
    const fn with_outputs(&self, dims: &BitDims) -> Result<BitMatrix, LayoutError> {
        let mut i = 0;
        while i < dims.rank() {
            if let Err(error) = self.outputs.get(dims.name(i)) {
                return Err(error);
            }
            i += 1;
        }
        i = 0;
        while i < self.outputs.rank() {
            let name = self.outputs.name(i);
            let expected = match dims.get(name) {
                Ok(k) => dims.width(k),
                Err(error) => return Err(error),
            };
            let found = self.outputs.width(i);
            if found > expected {
                return Err(refused(BitRule::DimWidth { name, found, expected }));
            }
            i += 1;
        }
        let mut matrix = BitMatrix::zero(dims.bits(), self.inputs.bits());
        let mut k = 0;
        while k < self.inputs.bits() {
            let image = self.matrix.columns()[k as usize];
            matrix.set(k, self.outputs.place(image, dims, &BitDims::EMPTY));
            k += 1;
        }
        Ok(matrix)
    }
}

/// The dimensions of `a`, then those of `b` alone, each with the bits of both.
const fn joined(a: &BitDims, b: &BitDims) -> Result<BitDims, LayoutError> {
    let (mut out, mut i) = (BitDims::EMPTY, 0);
    while i < a.rank() + b.rank() {
        let (dims, k) = if i < a.rank() { (a, i) } else { (b, i - a.rank()) };
        let name = dims.name(k);
        let more = match b.find(name) {
            Some(k) if i < a.rank() => b.width(k),
            _ => 0,
        };
        if i < a.rank() || a.find(name).is_none() {
            out = match out.with(name, dims.width(k) + more) {
                Ok(out) => out,
                Err(error) => return Err(error),
            };
        }
        i += 1;
    }
    Ok(out)
}

/// The dimensions of `whole` without the bits of `tile`.
const fn rest(whole: &BitDims, tile: &BitDims) -> Result<BitDims, LayoutError> {
    let mut i = 0;
    while i < tile.rank() {
        if let Err(error) = whole.get(tile.name(i)) {
            return Err(error);
        }
        i += 1;
    }
    let mut out = BitDims::EMPTY;
    i = 0;
    while i < whole.rank() {
        let (name, found) = (whole.name(i), whole.width(i));
        let less = match tile.find(name) {
            Some(k) => tile.width(k),
            None => 0,
        };
        if less > found {
            return Err(refused(BitRule::DimWidth { name, found, expected: less }));
        }
        out = match out.with(name, found - less) {
            Ok(out) => out,
            Err(error) => return Err(error),
        };
        i += 1;
    }
    Ok(out)
}

/// The dimensions of `whole` with these names.
const fn chosen(whole: &BitDims, names: &[&str]) -> Result<BitDims, LayoutError> {
    let (mut out, mut i) = (BitDims::EMPTY, 0);
    while i < names.len() {
        let name = DimName::new(names[i]);
        if out.find(name).is_some() {
            return Err(refused(BitRule::DimTwice { name }));
        }
        out = match whole.get(name) {
            Ok(k) => match out.with(name, whole.width(k)) {
                Ok(out) => out,
                Err(error) => return Err(error),
            },
            Err(error) => return Err(error),
        };
        i += 1;
    }
    Ok(out)
}
