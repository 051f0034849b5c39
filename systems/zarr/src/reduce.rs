//! [`reduce`]: sums, means, and the least and the greatest elements along axes, in bounded memory.

use crate::array::ZarrArray;
use crate::element::{NamedElement, to_odd};
use crate::error::{ZarrError, tuple};
use crate::grid::{Grid, Region, boxes};
use crate::new::{Chunks, NewArray};
use crate::operation::Operation;
use crate::strided::{Strided, row_major};
use crate::tiles::{Axis, Costs, Held, Plan, plan_tiles, write_tiles};
use crate::work::Work;
use half::{bf16, f16};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::path::Path;

/// What a reduction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// The sum. Integers wrap around; 0 of no elements.
    Sum,
    /// The least element, or one that is not a number if there is one. NumPy: `min`.
    Min,
    /// The greatest element, or one that is not a number if there is one. NumPy: `max`.
    Max,
    /// The sum divided by the number of elements. Integers round toward zero; not a number of no elements.
    Mean,
}

/// Elements that are reduced: integers of 8 to 64 bits, and floating-point numbers of 16 to 64.
pub trait Number: NamedElement + PartialOrd {
    /// The type in which sums are computed: `f64`, or `i128`.
    #[doc(hidden)]
    type Sum: bytemuck::Pod + Send + Sync + std::ops::Add<Output = Self::Sum>;
    /// The least and the greatest value.
    #[doc(hidden)]
    const ENDS: [Self; 2];
    /// Whether the mean of no elements is a value.
    #[doc(hidden)]
    const HAS_NAN: bool;
    #[doc(hidden)]
    fn widen(self) -> Self::Sum;
    #[doc(hidden)]
    fn narrow(sum: Self::Sum) -> Self;
    #[doc(hidden)]
    fn divide(sum: Self::Sum, count: usize) -> Self::Sum;
    /// Whether it is not a number.
    #[doc(hidden)]
    fn is_nan(self) -> bool;
}

macro_rules! floats {
    ($($T:ident: $widen:expr, $narrow:expr;)*) => {$(
        impl Number for $T {
            type Sum = f64;
            const ENDS: [Self; 2] = [$T::NEG_INFINITY, $T::INFINITY];
            const HAS_NAN: bool = true;
            fn widen(self) -> f64 {
                $widen(self)
            }
            fn narrow(sum: f64) -> Self {
                $narrow(sum)
            }
            fn divide(sum: f64, count: usize) -> f64 {
                sum / count as f64
            }
            fn is_nan(self) -> bool {
                $T::is_nan(self)
            }
        }
    )*};
}
floats! {
    f16: f64::from, |sum| f16::from_f32(to_odd(sum));
    bf16: f64::from, |sum| bf16::from_f32(to_odd(sum));
    f32: f64::from, |sum| sum as f32;
    f64: f64::from, f64::from;
}

macro_rules! integers {
    ($($T:ident)*) => {$(
        impl Number for $T {
            type Sum = i128;
            const ENDS: [Self; 2] = [$T::MIN, $T::MAX];
            const HAS_NAN: bool = false;
            fn widen(self) -> i128 {
                self.into()
            }
            fn narrow(sum: i128) -> Self {
                sum as $T
            }
            fn divide(sum: i128, count: usize) -> i128 {
                sum / count as i128
            }
            fn is_nan(self) -> bool {
                false
            }
        }
    )*};
}
integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// Writes the sums, means, least or greatest elements of A along axes, which the result does not have: of all elements, an array of
/// rank 0. The result has the type and the attributes of A, and the names of the other axes.
///
/// Sums of floating-point numbers are computed in `f64` and rounded once, in this order: the elements of each chunk of A in row-major
/// order, then these sums in row-major order of the chunks. So the memory does not change a bit of the result. Sums of integers are
/// exact before they wrap around, and before they are divided for a mean.
///
/// Tiles, memory and kills are those of [`permute`](crate::permute).
///
/// ```
/// # use static_layout_zarr::{NewArray, Reduction, Region, Work, ZarrWriter, reduce};
/// # let folder = std::env::temp_dir().join(format!("static-layout-zarr-reduce-{}", std::process::id()));
/// let writer = ZarrWriter::create(folder.join("a"), &NewArray::new(&[2, 3], [1, 2]))?;
/// writer.write_region(&Region::new(&[0, 0], &[2, 3]), &[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let a = writer.finish()?;
/// let work = Work::new(4096);
/// let rows = reduce(&a, folder.join("rows"), &[2], &[1], Reduction::Sum, &work)?;
/// assert_eq!(rows.read(&Region::new(&[0], &[2]))?.as_slice(), [6.0, 15.0]);
/// let mean = reduce(&a, folder.join("mean"), &[], &[0, 1], Reduction::Mean, &work)?;
/// assert_eq!(mean.read(&Region::new(&[], &[]))?.as_slice(), [3.5]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ZarrError::Shape`] when `along` names an axis twice or one that is not there, or when there are no elements to reduce, which a
/// sum does not need; and those of [`permute`](crate::permute).
pub fn reduce<T: Number>(
    from: &ZarrArray<T>,
    to: impl AsRef<Path>,
    chunks: impl Into<Chunks>,
    along: &[usize],
    reduction: Reduction,
    work: &Work<'_>,
) -> Result<ZarrArray<T>, ZarrError> {
    let rank = from.shape().len();
    let is_reduced = |axis: &usize| along.contains(axis);
    let kept: Vec<usize> = (0..rank).filter(|axis| !is_reduced(axis)).collect();
    let reduced: Vec<usize> = (0..rank).filter(is_reduced).collect();
    let (shape, axes) = (tuple(from.shape()), tuple(along));
    if reduced.len() != along.len() {
        return Err(ZarrError::Shape(format!("{axes} are not axes of an array of {shape}")));
    }
    let count = reduced.iter().fold(1_usize, |n, axis| n.saturating_mul(from.shape()[*axis]));
    let needs = match reduction {
        Reduction::Sum => false,
        Reduction::Mean => !T::HAS_NAN,
        Reduction::Min | Reduction::Max => true,
    };
    if count == 0 && needs {
        let words = format!("an array of {shape} has no elements to reduce along {axes}");
        return Err(ZarrError::Shape(words));
    }
    let extents: Vec<usize> = kept.iter().map(|axis| from.shape()[*axis]).collect();
    let new = NewArray::new(&extents, chunks).described_by(from, &kept)?;
    let name = format!("{reduction:?} along {}", tuple(&reduced));
    let task = Task { from, kept, reduced, name, to: to.as_ref(), new };
    let [least, greatest] = T::ENDS;
    match reduction {
        Reduction::Sum | Reduction::Mean => {
            let end = |sum: T::Sum| match reduction {
                Reduction::Mean => T::narrow(T::divide(sum, count)),
                _ => T::narrow(sum),
            };
            let zero = bytemuck::Zeroable::zeroed();
            task.run(zero, |sum: T::Sum, x: T| sum + x.widen(), |a, b| a + b, end, work)
        }
        Reduction::Min => {
            // Nothing is less than NaN, so it stays.
            let min = |a: T, b: T| if b < a || b.is_nan() { b } else { a };
            task.run(greatest, min, min, |x| x, work)
        }
        Reduction::Max => {
            let max = |a: T, b: T| if b > a || b.is_nan() { b } else { a };
            task.run(least, max, max, |x| x, work)
        }
    }
}

/// A reduction of an array.
struct Task<'a, T> {
    from: &'a ZarrArray<T>,
    kept: Vec<usize>,
    reduced: Vec<usize>,
    name: String,
    to: &'a Path,
    new: NewArray,
}

impl<T: Number> Task<'_, T> {
    /// Runs the reduction: `add` takes one more element to a value that begins with `first`, `join` takes the value of one more
    /// chunk, and `end` makes an element of it.
    fn run<S: Copy + Send + Sync>(
        &self,
        first: S,
        add: impl Fn(S, T) -> S + Sync,
        join: impl Fn(S, S) -> S,
        end: impl Fn(S) -> T,
        work: &Work<'_>,
    ) -> Result<ZarrArray<T>, ZarrError> {
        let (from, chunk) = (self.from, self.from.grid().chunk());
        // The elements of a chunk of A that become one.
        let depth = self.reduced.iter().map(|axis| chunk[*axis].min(from.shape()[*axis]));
        let depth = depth.fold(1_usize, usize::saturating_mul);
        let plan = |grid: &Grid, held: Held| {
            let axis = |(k, axis): (usize, &usize)| Axis {
                extent: grid.shape()[k],
                to: grid.chunk()[k],
                from: vec![chunk[*axis]],
            };
            let axes: Vec<Axis> = self.kept.iter().enumerate().map(axis).collect();
            let of_part = depth.saturating_mul(size_of::<T>()).saturating_add(size_of::<S>());
            let costs = Costs {
                decoding: from.decoding(),
                element: size_of::<S>() + size_of::<T>(),
                element_of_thread: of_part,
            };
            plan_tiles(&axes, &[1], grid, held, costs, work.memory)
        };
        let operation = Operation::new(&self.name, vec![from])?;
        write_tiles(&operation, self.to, &self.new, work, plan, |tile, plan| {
            let values = self.tile(tile, plan, first, &add, &join)?;
            let elements = values.into_iter().map(&end).collect();
            Ok(Strided { elements, strides: row_major(tile.shape()) })
        })
    }

    /// The values of a tile of the result.
    fn tile<S: Copy + Send + Sync>(
        &self,
        tile: &Region,
        plan: &Plan,
        first: S,
        add: &(impl Fn(S, T) -> S + Sync),
        join: &impl Fn(S, S) -> S,
    ) -> Result<Vec<S>, ZarrError> {
        let grid = self.from.grid();
        let mut values = filled(tile.size(), first)?;
        let counts = grid.counts();
        let counts: Vec<usize> = self.reduced.iter().map(|axis| counts[*axis]).collect();
        let mut places = boxes(vec![0; counts.len()], counts);
        let part = |at: &Vec<usize>| {
            let mut region = [vec![0; grid.shape().len()], vec![0; grid.shape().len()]];
            for (k, &axis) in self.kept.iter().enumerate() {
                (region[0][axis], region[1][axis]) = (tile.start()[k], tile.shape()[k]);
            }
            for (k, &axis) in self.reduced.iter().enumerate() {
                let (start, n) = (at[k] * grid.chunk()[axis], grid.shape()[axis]);
                (region[0][axis], region[1][axis]) = (start, grid.chunk()[axis].min(n - start));
            }
            let read = self.from.read(&Region::new(&region[0], &region[1]))?;
            let mut part = filled(tile.size(), first)?;
            let mut strides = vec![0; region[1].len()];
            let inside = row_major(tile.shape());
            self.kept.iter().zip(inside).for_each(|(axis, stride)| strides[*axis] = stride);
            fold(read.as_slice(), &region[1], &strides, &mut part, add);
            Ok::<Vec<S>, ZarrError>(part)
        };
        loop {
            // As many chunks as threads, whose values are joined in the order of the chunks.
            let some: Vec<Vec<usize>> = places.by_ref().take(plan.coders.count()).collect();
            if some.is_empty() {
                return Ok(values);
            }
            let parts: Result<Vec<Vec<S>>, ZarrError> =
                plan.coders.run(|| some.into_par_iter().map(|at| part(&at)).collect());
            for part in parts? {
                values.iter_mut().zip(part).for_each(|(value, part)| *value = join(*value, part));
            }
        }
    }
}

/// `count` equal values.
fn filled<S: Copy>(count: usize, value: S) -> Result<Vec<S>, ZarrError> {
    let mut values = Vec::new();
    let bytes = count.saturating_mul(size_of::<S>());
    values.try_reserve_exact(count).map_err(|_| ZarrError::Allocation(bytes))?;
    values.resize(count, value);
    Ok(values)
}

/// Takes each element, in row-major order, to the value at its offset of `strides`: 0 along the axes that are reduced.
fn fold<S: Copy, T: Copy>(
    elements: &[T],
    shape: &[usize],
    strides: &[usize],
    values: &mut [S],
    add: &impl Fn(S, T) -> S,
) {
    if elements.is_empty() {
        return;
    }
    // Neighbours that are both reduced, or both kept, are one axis.
    let mut axes: Vec<(usize, usize)> = Vec::new();
    for (&n, &stride) in shape.iter().zip(strides).filter(|axis| *axis.0 > 1) {
        match axes.last_mut() {
            Some(last) if last.1 == n * stride => *last = (last.0 * n, stride),
            _ => axes.push((n, stride)),
        }
    }
    let (width, stride) = axes.pop().unwrap_or((1, 0));
    let mut at = vec![0; axes.len()];
    for row in elements.chunks_exact(width) {
        let offset: usize = axes.iter().zip(&at).map(|(axis, at)| axis.1 * at).sum();
        match stride {
            0 => values[offset] = row.iter().fold(values[offset], |value, x| add(value, *x)),
            _ => {
                let values = &mut values[offset..][..width];
                values.iter_mut().zip(row).for_each(|(value, x)| *value = add(*value, *x));
            }
        }
        for (axis, at) in axes.iter().zip(&mut at).rev() {
            *at += 1;
            if *at < axis.0 {
                break;
            }
            *at = 0;
        }
    }
}
