//! Products of matrices in arrays: the kernels' products, with run-time extents and strides.
//!
//! A matrix whose modes are one stride each is read and written in place. Any other one, swizzled or nested, is copied before or
//! after the product, and so is a result that shares memory with an operand.

use half::bf16;
use layout_cli::MaybeSwizzled;
use layout_core::{IntTuple, Layout, LayoutError};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use static_layout::internal::{view_mut_of_form, view_of_form};
use static_layout::{View, ViewMut};
use static_layout_kernels::{gemm_bf16, gemm_i8, matmul};
use std::ptr::NonNull;

use super::copy::{Buffer, may_overlap, move_elements};
use super::leaves::Leaves;
use super::numpy::{Array, new_array};
use super::side::Side;
use crate::convert::refused;

/// A matrix as extents and strides.
#[derive(Clone, Copy)]
struct Matrix {
    address: usize,
    extents: [i64; 2],
    /// In elements.
    strides: [i64; 2],
}

/// The two extents of a layout of matrices.
fn extents(name: char, side: &Side) -> PyResult<[i64; 2]> {
    let plain = side.layout.plain();
    match (plain.rank(), plain.mode(0), plain.mode(1)) {
        (2, Ok(rows), Ok(columns)) => Ok([rows.size(), columns.size()]),
        (rank, ..) => {
            let layout = side.layout;
            Err(PyValueError::new_err(format!(
                "{name} is {layout}, of rank {rank}: a matrix has rank 2"
            )))
        }
    }
}

/// The row-major layout of a matrix.
fn row_major(extents: [i64; 2]) -> Result<Layout, LayoutError> {
    Layout::row_major(IntTuple::tuple(&extents.map(IntTuple::leaf))?)
}

impl Matrix {
    /// The matrix of a side, if its modes are one stride each and a number of elements, and the elements are aligned to their size.
    fn of(side: &Side, extents: [i64; 2], item: i64) -> Option<Self> {
        let MaybeSwizzled::Plain(layout) = side.layout else { return None };
        if side.step % item != 0 || !side.address.is_multiple_of(item as usize) {
            return None;
        }
        let flat = layout.to_flat().ok()?;
        let strides = [0, 1].map(|k| flat.leaf(k).1 * (side.step / item));
        Some(Self { address: side.address, extents, strides })
    }

    fn leaves(&self) -> Leaves<2> {
        Leaves::of(&[0, 1].map(|k| (self.extents[k] as usize, self.strides[k] as isize)))
    }

    /// The address. Without elements it is any address but null.
    fn first<T>(&self) -> *mut T {
        match self.extents {
            [0, _] | [_, 0] => NonNull::dangling().as_ptr(),
            _ => std::ptr::with_exposed_provenance_mut(self.address),
        }
    }

    /// # Safety
    /// The elements are of type `T`, aligned, and valid for reads for `'a`.
    unsafe fn view<'a, T>(&self) -> View<'a, T, Leaves<2>> {
        // SAFETY: V1: the caller's guarantee; `first` is not null.
        unsafe { view_of_form(self.first::<T>().cast_const(), self.leaves()) }
    }

    /// # Safety
    /// The elements are of type `T`, aligned, valid for writes for `'a`, and reached through this view alone.
    unsafe fn view_mut<'a, T>(&self) -> ViewMut<'a, T, Leaves<2>> {
        // SAFETY: V1 and V2: the caller's guarantee; `first` is not null.
        unsafe { view_mut_of_form(self.first(), self.leaves()) }
    }
}

/// A function that multiplies matrices of known element types.
///
/// # Safety
/// The elements have the types of the row of [`product`]. A and B are valid for reads, C for writes. The extents agree, no two
/// coordinates of C share an element, and C shares none with A and B.
type Product = unsafe fn(Matrix, Matrix, Matrix);

/// The product for elements of A and B, and the elements of its sums.
fn product(a: &Array<'_>, b: &Array<'_>) -> PyResult<(Product, &'static str)> {
    macro_rules! rows {
        ($($left:literal, $right:literal => $sum:literal: $a:ty, $b:ty, $c:ty, $run:expr;)*) => {
            match (&*name_of(a)?, &*name_of(b)?) {
                $(($left, $right)
                    if (a.item, b.item) == (size_of::<$a>() as i64, size_of::<$b>() as i64) =>
                {
                    let run: Product = |a, b, c| {
                        // SAFETY: a requirement of `Product`, which the caller guarantees for this type.
                        let a = unsafe { a.view::<$a>() };
                        // SAFETY: as of A.
                        let b = unsafe { b.view::<$b>() };
                        // SAFETY: as of A; C shares no element with A and B.
                        let mut c = unsafe { c.view_mut::<$c>() };
                        let run: fn(View<'_, $a, _>, View<'_, $b, _>, &mut ViewMut<'_, $c, _>) = $run;
                        run(a, b, &mut c);
                    };
                    Ok((run, $sum))
                })*
                (left, right) => Err(PyTypeError::new_err(format!(
                    "no product of {left} and {right}: both are float32, float64, int32 or bfloat16, or each is int8 or uint8"
                ))),
            }
        };
    }
    rows! {
        "float32", "float32" => "float32": f32, f32, f32, |a, b, c| matmul(a, b, c);
        "float64", "float64" => "float64": f64, f64, f64, |a, b, c| matmul(a, b, c);
        "int32", "int32" => "int32": i32, i32, i32, |a, b, c| matmul(a, b, c);
        "bfloat16", "bfloat16" => "float32": bf16, bf16, f32, |a, b, c| gemm_bf16(1.0, a, b, 0.0, c);
        "int8", "int8" => "int32": i8, i8, i32, |a, b, c| gemm_i8(1, a, b, c);
        "int8", "uint8" => "int32": i8, u8, i32, |a, b, c| gemm_i8(1, a, b, c);
        "uint8", "int8" => "int32": u8, i8, i32, |a, b, c| gemm_i8(1, a, b, c);
        "uint8", "uint8" => "int32": u8, u8, i32, |a, b, c| gemm_i8(1, a, b, c);
    }
}

/// The name of a type of elements; of one without products, what NumPy prints.
fn name_of(array: &Array<'_>) -> PyResult<String> {
    let name = match (array.kind, array.item) {
        (b'f', 4) => "float32",
        (b'f', 8) => "float64",
        (b'i', 4) => "int32",
        (b'i', 1) => "int8",
        (b'u', 1) => "uint8",
        _ => return array.dtype.getattr("name")?.extract(),
    };
    Ok(name.to_owned())
}

/// Checks that the extents of A, B and C agree.
fn check_extents(sides: [&Side; 3], [a, b, c]: [[i64; 2]; 3]) -> PyResult<()> {
    let differ = |left: i64, right: i64, words: [&str; 3]| {
        let [x, y, z] = sides.map(|side| side.layout);
        let [one, two, end] = words;
        (left != right).then(|| {
            PyValueError::new_err(format!(
                "cannot multiply {x} by {y} into {z}: {one} {left} {two} {right}{end}"
            ))
        })
    };
    let first = differ(a[1], b[0], ["A has", "columns and B has", " rows"])
        .or_else(|| differ(a[0], c[0], ["A has", "rows and C has", ""]))
        .or_else(|| differ(b[1], c[1], ["B has", "columns and C has", ""]));
    first.map_or(Ok(()), Err)
}

/// `C = A B`, into `out` or a new array in row-major order.
#[pyfunction]
#[pyo3(signature = (a, b, out = None, a_layout = None, b_layout = None, out_layout = None))]
pub(super) fn _matmul<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    a_layout: Option<&Bound<'py, PyAny>>,
    b_layout: Option<&Bound<'py, PyAny>>,
    out_layout: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let (a, b) = (Array::of(a)?, Array::of(b)?);
    let (run, sum) = product(&a, &b)?;
    let (left, right) = (Side::of(&a, a_layout)?, Side::of(&b, b_layout)?);
    let (of_a, of_b) = (extents('A', &left)?, extents('B', &right)?);
    let c = match out {
        Some(out) => Array::of(out)?.writable()?,
        None if out_layout.is_some() => {
            return Err(PyTypeError::new_err(
                "`out_layout` is the layout of `out`, which is missing",
            ));
        }
        None => Array::of(&new_array(py, &[of_a[0], of_b[1]], sum)?)?,
    };
    if name_of(&c)? != sum {
        return Err(PyTypeError::new_err(format!(
            "the sums are {sum}, and `out` has {}",
            name_of(&c)?
        )));
    }
    let into = Side::of(&c, out_layout)?;
    let of_c = extents('C', &into)?;
    check_extents([&left, &right, &into], [of_a, of_b, of_c])?;
    into.check_disjoint(py, c.item)?;
    let result = out.unwrap_or(&c.object).clone();
    if of_c.contains(&0) {
        return Ok(result);
    }

    let mut buffers = Vec::new();
    let mut in_rows = |extents: [i64; 2], item| -> PyResult<Side> {
        let layout = row_major(extents).map_err(|error| refused(py, &error, []))?;
        let mut buffer = Buffer::new(layout.size(), item)?;
        let side = buffer.side(layout, item);
        buffers.push(buffer);
        Ok(side)
    };
    // A matrix in place, or as the copy that is its second part.
    let mut placed =
        |side: &Side, extents, item, must_copy: bool| -> PyResult<(Matrix, Option<Side>)> {
            if let Some(matrix) = Matrix::of(side, extents, item).filter(|_| !must_copy) {
                return Ok((matrix, None));
            }
            let copy = in_rows(extents, item)?;
            let strides = [extents[1], 1];
            Ok((Matrix { address: copy.address, extents, strides }, Some(copy)))
        };
    let (x, copy_of_a) = placed(&left, of_a, a.item, false)?;
    let (y, copy_of_b) = placed(&right, of_b, b.item, false)?;
    let shares = may_overlap(&a, &c) || may_overlap(&b, &c);
    let (z, copy_of_c) = placed(&into, of_c, c.item, shares)?;

    let (item_of_a, item_of_b, item_of_c) = (a.item, b.item, c.item);
    let done = py.detach(move || -> Result<(), LayoutError> {
        if let Some(copy) = copy_of_a {
            // SAFETY: `Side::of` found elements of A for all offsets; the buffer has room for them and shares none. `a` keeps A.
            unsafe { move_elements(&left, &copy, item_of_a) }?;
        }
        if let Some(copy) = copy_of_b {
            // SAFETY: as of A.
            unsafe { move_elements(&right, &copy, item_of_b) }?;
        }
        // SAFETY: `product` compared the types of the elements, and `check_extents` the extents. `Matrix::of` found the elements
        // aligned; a buffer is aligned.
        // `check_disjoint` passed, `writable` too unless C is new, and a C that may share memory with A or B is a buffer.
        unsafe { run(x, y, z) };
        match copy_of_c {
            // SAFETY: the buffer has as many elements as C, which the product has written; `c` keeps C.
            Some(copy) => unsafe { move_elements(&copy, &into, item_of_c) },
            None => Ok(()),
        }
    });
    done.map_err(|error| refused(py, &error, []))?;
    drop(buffers);
    Ok(result)
}
