//! [`BitMatrix`]: linear algebra over F2.

use crate::bits::dims::MAX_BITS;
use crate::error::{BitRule, LayoutError, Operation, Rule};
use crate::value::Swizzle;

/// A matrix over F2, of at most 64 columns and 64 rows: `x -> xor of the columns of the bits of x that are 1`.
///
/// ```
/// use layout_core::BitMatrix;
/// let a = BitMatrix::new(3, &[0b001, 0b110, 0b100])?;
/// assert_eq!(a.apply(0b011), 0b111);
/// assert_eq!(a.after(&a.inverse()?)?, BitMatrix::identity(3));
/// # Ok::<(), layout_core::LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BitMatrix {
    columns: [u64; MAX_BITS],
    inputs: u32,
    outputs: u32,
}

pub(crate) const fn refused(rule: BitRule) -> LayoutError {
    LayoutError::alone(Operation::BitMatrix, Rule::Linear(rule))
}

/// The lowest `width` bits.
pub(crate) const fn low(width: u32) -> u64 {
    if width >= u64::BITS { u64::MAX } else { (1 << width) - 1 }
}

impl BitMatrix {
    pub(crate) const EMPTY: Self = Self { columns: [0; MAX_BITS], inputs: 0, outputs: 0 };

    /// The matrix with these columns, of `outputs` rows.
    ///
    /// # Errors
    /// [`BitRule::Width`] for more than 64 rows or columns, [`BitRule::Outside`] for a column with a bit at or above
    /// `outputs`.
    pub const fn new(outputs: u32, columns: &[u64]) -> Result<Self, LayoutError> {
        if columns.len() > MAX_BITS || outputs as usize > MAX_BITS {
            let needed = if outputs as usize > MAX_BITS { outputs as usize } else { columns.len() };
            return Err(refused(BitRule::Width { needed, most: MAX_BITS }));
        }
        let mut out = Self::zero(outputs, columns.len() as u32);
        let mut k = 0;
        while k < columns.len() {
            if columns[k] & !low(outputs) != 0 {
                return Err(refused(BitRule::Outside { column: k as u32, outputs }));
            }
            out.columns[k] = columns[k];
            k += 1;
        }
        Ok(out)
    }

    pub(crate) const fn zero(outputs: u32, inputs: u32) -> Self {
        Self { columns: [0; MAX_BITS], inputs, outputs }
    }

    /// The matrix that changes nothing.
    ///
    /// # Panics
    /// If `bits` exceeds 64.
    pub const fn identity(bits: u32) -> Self {
        let mut out = Self::zero(bits, bits);
        let mut k = 0;
        while k < bits {
            out.columns[k as usize] = 1 << k;
            k += 1;
        }
        out
    }

    /// The matrix of a swizzle, on `bits` bits.
    ///
    /// ```
    /// use layout_core::{BitMatrix, Swizzle};
    /// let sw: Swizzle = "Sw<2,0,2>".parse()?;
    /// let matrix = BitMatrix::swizzle(sw, 4)?;
    /// assert!((0..16).all(|x| matrix.apply(x) == sw.apply(x as i64) as u64));
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitRule::Width`] if the swizzle moves a bit at or above `bits`, or for more than 64.
    pub const fn swizzle(swizzle: Swizzle, bits: u32) -> Result<Self, LayoutError> {
        let needed = swizzle.end();
        if needed > bits {
            return Err(refused(BitRule::Width { needed: needed as usize, most: bits as usize }));
        }
        if bits as usize > MAX_BITS {
            return Err(refused(BitRule::Width { needed: bits as usize, most: MAX_BITS }));
        }
        let mut out = Self::identity(bits);
        let mut k = 0;
        // A swizzle has offsets of 63 bits, and leaves the 64th alone.
        while k < bits && k < i64::BITS - 1 {
            out.columns[k as usize] = swizzle.apply(1 << k) as u64;
            k += 1;
        }
        Ok(out)
    }

    /// The number of columns.
    pub const fn inputs(&self) -> u32 {
        self.inputs
    }

    /// The number of rows.
    pub const fn outputs(&self) -> u32 {
        self.outputs
    }

    /// The images of the bits, from bit 0 on.
    pub const fn columns(&self) -> &[u64] {
        self.columns.split_at(self.inputs as usize).0
    }

    pub(crate) const fn set(&mut self, column: u32, image: u64) {
        self.columns[column as usize] = image;
    }

    /// The image of `x`. Bits at or above [`inputs`](Self::inputs) do not count.
    pub const fn apply(&self, x: u64) -> u64 {
        let (mut rest, mut image) = (x & low(self.inputs), 0);
        while rest != 0 {
            image ^= self.columns[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        image
    }

    /// The product `self first`: `x -> self(first(x))`.
    ///
    /// # Errors
    /// [`BitRule::Sizes`] unless `first` has as many rows as `self` has columns.
    pub const fn after(&self, first: &Self) -> Result<Self, LayoutError> {
        if first.outputs != self.inputs {
            return Err(refused(BitRule::Sizes { left: self.inputs, right: first.outputs }));
        }
        let mut out = Self::zero(self.outputs, first.inputs);
        let mut k = 0;
        while k < first.inputs as usize {
            out.columns[k] = self.apply(first.columns[k]);
            k += 1;
        }
        Ok(out)
    }

    /// The sum of two matrices: `x -> self(x) ^ other(x)`.
    ///
    /// # Errors
    /// [`BitRule::Sizes`] unless both have as many rows and as many columns.
    pub const fn plus(&self, other: &Self) -> Result<Self, LayoutError> {
        if self.inputs != other.inputs || self.outputs != other.outputs {
            let columns = self.inputs != other.inputs;
            let (left, right) =
                if columns { (self.inputs, other.inputs) } else { (self.outputs, other.outputs) };
            return Err(refused(BitRule::Sizes { left, right }));
        }
        let mut out = *self;
        let mut k = 0;
        while k < MAX_BITS {
            out.columns[k] ^= other.columns[k];
            k += 1;
        }
        Ok(out)
    }

    /// The rows as columns.
    pub const fn transpose(&self) -> Self {
        let mut out = Self::zero(self.inputs, self.outputs);
        let mut k = 0;
        while k < self.inputs {
            let mut rest = self.columns[k as usize];
            while rest != 0 {
                out.columns[rest.trailing_zeros() as usize] |= 1 << k;
                rest &= rest - 1;
            }
            k += 1;
        }
        out
    }

    /// The rows of the bits of `mask`, from the lowest on.
    pub const fn rows(&self, mask: u64) -> Self {
        let mask = mask & low(self.outputs);
        let mut out = Self::zero(mask.count_ones(), self.inputs);
        let mut k = 0;
        while k < self.inputs as usize {
            out.columns[k] = gather(self.columns[k], mask);
            k += 1;
        }
        out
    }

    /// The number of independent columns: the image has `2^rank` elements.
    pub const fn rank(&self) -> u32 {
        let echelon = Echelon::of(self);
        echelon.pivots.count_ones()
    }

    /// Whether no two inputs have one image.
    pub const fn is_injective(&self) -> bool {
        self.rank() == self.inputs
    }

    /// Whether every output is an image.
    pub const fn is_surjective(&self) -> bool {
        self.rank() == self.outputs
    }

    /// A basis of the inputs with image 0, as columns: two inputs have one image where their xor is a sum of these.
    ///
    /// ```
    /// use layout_core::BitMatrix;
    /// let a = BitMatrix::new(2, &[0b01, 0b10, 0b11])?;
    /// assert_eq!(a.kernel().columns(), [0b111]);
    /// # Ok::<(), layout_core::LayoutError>(())
    /// ```
    pub const fn kernel(&self) -> Self {
        let mut out = Self::zero(self.inputs, 0);
        let mut echelon = Echelon::EMPTY;
        let mut k = 0;
        while k < self.inputs {
            if let Some(sum) = echelon.add(self.columns[k as usize], 1 << k) {
                out.columns[out.inputs as usize] = sum;
                out.inputs += 1;
            }
            k += 1;
        }
        out
    }

    /// A basis of the images, as columns: the columns that are not a sum of columns before them.
    pub const fn image(&self) -> Self {
        let mut out = Self::zero(self.outputs, 0);
        let mut echelon = Echelon::EMPTY;
        let mut k = 0;
        while k < self.inputs as usize {
            if echelon.add(self.columns[k], 0).is_none() {
                out.columns[out.inputs as usize] = self.columns[k];
                out.inputs += 1;
            }
            k += 1;
        }
        out
    }

    /// A basis of the images that both matrices have, as columns.
    ///
    /// # Errors
    /// [`BitRule::Sizes`] unless both have as many rows, [`BitRule::Width`] for more than 64 columns together.
    pub const fn common_image(&self, other: &Self) -> Result<Self, LayoutError> {
        if self.outputs != other.outputs {
            return Err(refused(BitRule::Sizes { left: self.outputs, right: other.outputs }));
        }
        let (a, b) = (self.image(), other.image());
        let needed = (a.inputs + b.inputs) as usize;
        if needed > MAX_BITS {
            return Err(refused(BitRule::Width { needed, most: MAX_BITS }));
        }
        let (mut both, mut k) = (Self { inputs: a.inputs + b.inputs, ..a }, 0);
        while k < b.inputs as usize {
            both.columns[a.inputs as usize + k] = b.columns[k];
            k += 1;
        }
        // `a x = b y` for each `(x, y)` of the kernel, and no `x` is 0, since the columns of `b` are independent.
        let kernel = both.kernel();
        let mut out = Self::zero(self.outputs, kernel.inputs);
        k = 0;
        while k < kernel.inputs as usize {
            out.columns[k] = a.apply(kernel.columns[k]);
            k += 1;
        }
        Ok(out)
    }

    /// The matrix `x` with `self(x(y)) = right(y)`. Where there are several, `x` uses no column of `self` that is a sum
    /// of columns before it.
    ///
    /// # Errors
    /// [`BitRule::Sizes`] unless both have as many rows, [`BitRule::NoSource`] where a column of `right` is not an image.
    pub const fn solve(&self, right: &Self) -> Result<Self, LayoutError> {
        if self.outputs != right.outputs {
            return Err(refused(BitRule::Sizes { left: self.outputs, right: right.outputs }));
        }
        let echelon = Echelon::of(self);
        let mut out = Self::zero(self.inputs, right.inputs);
        let mut k = 0;
        while k < right.inputs as usize {
            let (rest, sum) = echelon.reduce(right.columns[k], 0);
            if rest != 0 {
                return Err(refused(BitRule::NoSource { column: k as u32 }));
            }
            out.columns[k] = sum;
            k += 1;
        }
        Ok(out)
    }

    /// The inverse: `self(inverse(y)) = y`.
    ///
    /// # Errors
    /// [`BitRule::Singular`] unless the matrix is square, and its columns are independent.
    pub const fn inverse(&self) -> Result<Self, LayoutError> {
        let rank = self.rank();
        if rank != self.inputs || rank != self.outputs {
            let (inputs, outputs) = (self.inputs, self.outputs);
            return Err(refused(BitRule::Singular { rank, inputs, outputs }));
        }
        self.solve(&Self::identity(self.outputs))
    }
}

/// The bits of `x` at `mask`, moved together: bit `i` of the result is that of the `i`-th one of `mask`.
pub(crate) const fn gather(x: u64, mask: u64) -> u64 {
    let (mut rest, mut at, mut out) = (mask, 0, 0);
    while rest != 0 {
        out |= (x >> rest.trailing_zeros() & 1) << at;
        rest &= rest - 1;
        at += 1;
    }
    out
}

/// Independent vectors, at most one for each leading bit, each with the inputs whose sum it is.
#[derive(Clone, Copy)]
pub(crate) struct Echelon {
    vectors: [u64; MAX_BITS],
    sums: [u64; MAX_BITS],
    /// The leading bits.
    pivots: u64,
}

impl Echelon {
    pub(crate) const EMPTY: Self = Self { vectors: [0; MAX_BITS], sums: [0; MAX_BITS], pivots: 0 };

    const fn of(matrix: &BitMatrix) -> Self {
        let mut out = Self::EMPTY;
        let mut k = 0;
        while k < matrix.inputs {
            out.add(matrix.columns[k as usize], 1 << k);
            k += 1;
        }
        out
    }

    /// `vector` without its part in the span, and `sum` with the inputs of that part.
    const fn reduce(&self, mut vector: u64, mut sum: u64) -> (u64, u64) {
        while vector != 0 {
            let top = u64::BITS - 1 - vector.leading_zeros();
            if self.pivots >> top & 1 == 0 {
                break;
            }
            vector ^= self.vectors[top as usize];
            sum ^= self.sums[top as usize];
        }
        (vector, sum)
    }

    /// Adds the image `vector` of the inputs `sum`. Returns inputs with image 0 if the vector is in the span.
    pub(crate) const fn add(&mut self, vector: u64, sum: u64) -> Option<u64> {
        let (vector, sum) = self.reduce(vector, sum);
        if vector == 0 {
            return Some(sum);
        }
        let top = u64::BITS - 1 - vector.leading_zeros();
        self.vectors[top as usize] = vector;
        self.sums[top as usize] = sum;
        self.pivots |= 1 << top;
        None
    }
}
