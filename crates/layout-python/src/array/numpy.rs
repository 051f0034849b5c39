//! An array of NumPy as an address, extents and strides.
//!
//! Only `numpy.ndarray` itself is read, through `__array_struct__`, the C side of NumPy's array interface: no subclass or foreign
//! object can replace what NumPy says of its own memory there. A subclass becomes an `ndarray` of the same memory by
//! `numpy.asarray`, which reads the memory and not the attributes.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCapsule, PyDict, PyString, PyTuple, PyType};
use std::ffi::{c_char, c_int, c_void};
use std::ops::Range;
use std::slice;

/// Kinds of elements whose bytes are their value: no references, and no text stored elsewhere.
const PLAIN_KINDS: &[u8] = b"biufcmMSUV";

/// `PyArrayInterface` of NumPy's reference, "The array interface protocol", in the version whose first field is 2.
#[repr(C)]
struct Interface {
    two: c_int,
    axes: c_int,
    kind: c_char,
    item: c_int,
    flags: c_int,
    shape: *const isize,
    strides: *const isize,
    data: *mut c_void,
    description: *mut c_void,
}

/// An array, and what NumPy says of its memory.
pub(super) struct Array<'py> {
    pub(super) object: Bound<'py, PyAny>,
    pub(super) dtype: Bound<'py, PyAny>,
    /// The address of the element `(0, 0, ..)`.
    pub(super) address: usize,
    pub(super) shape: Vec<i64>,
    /// Strides in bytes.
    pub(super) strides: Vec<i64>,
    /// The size of an element in bytes, and its kind: `f` of a float.
    pub(super) item: i64,
    pub(super) kind: u8,
    /// `array.flags`. NumPy's `__array_struct__` has 0 in their place for structured elements.
    flags: Bound<'py, PyAny>,
}

/// Declares functions of `numpy` that are imported once.
macro_rules! functions {
    ($($name:ident)*) => {$(
        fn $name<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyAny>> {
            static FUNCTION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
            FUNCTION.import(py, "numpy", stringify!($name))
        }
    )*};
}
functions! { asarray from_dlpack zeros }

/// A new array of zeros in C order.
pub(super) fn new_array<'py>(
    py: Python<'py>,
    shape: &[i64],
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    zeros(py)?.call1((PyTuple::new(py, shape)?, dtype))
}

/// An `ndarray` of the same memory: of an `ndarray` or a subclass, of what `numpy.from_dlpack` takes, or of a buffer.
///
/// # Errors
/// `TypeError` for other objects: `numpy.asarray` would copy a list, and nobody would see what is written to the copy.
pub(super) fn exact<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    static NDARRAY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static MEMORYVIEW: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = object.py();
    let ndarray = NDARRAY.import(py, "numpy", "ndarray")?;
    if object.get_type().is(ndarray) {
        return Ok(object.clone());
    }
    let made = if object.is_instance(ndarray)? {
        asarray(py)?.call1((object,))?
    } else if object.hasattr("__dlpack__")? {
        from_dlpack(py)?.call1((object,))?
    } else if let Ok(buffer) = MEMORYVIEW.import(py, "builtins", "memoryview")?.call1((object,)) {
        asarray(py)?.call1((buffer,))?
    } else {
        let kind = object.get_type().qualname()?;
        return Err(PyTypeError::new_err(format!(
            "an array was expected, not {kind}: a numpy.ndarray, a tensor with `__dlpack__` on the CPU, or a buffer"
        )));
    };
    if made.get_type().is(ndarray) {
        return Ok(made);
    }
    let kind = made.get_type().qualname()?;
    Err(PyTypeError::new_err(format!("NumPy made {kind} instead of an ndarray")))
}

/// The elements in a line: an array of one axis, or the elements of a contiguous one in the order of their addresses.
///
/// # Errors
/// `ValueError` for several axes with gaps; `TypeError` for what is not an array.
pub(super) fn line<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let array = exact(object)?;
    if array.getattr("ndim")?.extract::<usize>()? == 1 {
        return Ok(array);
    }
    let flags = array.getattr("flags")?;
    let order = if flags.getattr("c_contiguous")?.is_truthy()? {
        "C"
    } else if flags.getattr("f_contiguous")?.is_truthy()? {
        "F"
    } else {
        return Err(PyValueError::new_err(format!(
            "a layout indexes an array of one axis or without gaps; this one has the shape {} and the strides {} in bytes",
            array.getattr("shape")?,
            array.getattr("strides")?
        )));
    };
    let names = PyDict::new(array.py());
    names.set_item("order", order)?;
    array.call_method("reshape", (-1,), Some(&names))
}

impl<'py> Array<'py> {
    /// Reads an array whose elements are bytes without references.
    ///
    /// # Errors
    /// `TypeError` for what is not an array, and for elements that are objects or have the other byte order; `ValueError` for
    /// elements that are not aligned.
    pub(super) fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let (py, object) = (object.py(), exact(object)?);
        let dtype = object.getattr(intern!(py, "dtype"))?;
        let capsule = object.getattr(intern!(py, "__array_struct__"))?.cast_into::<PyCapsule>()?;
        let interface = capsule.pointer_checked(None)?.cast::<Interface>();
        // SAFETY: the getter is NumPy's, because `exact` found the type `numpy.ndarray`, and it returns a capsule without a name
        // whose pointer is a `PyArrayInterface`. The capsule keeps it until the end of this function.
        let interface = unsafe { interface.as_ref() };
        if interface.two != 2 {
            return Err(PyTypeError::new_err("this NumPy has another array interface than 2"));
        }
        let list = |values: *const isize| -> Vec<i64> {
            let axes = usize::try_from(interface.axes).unwrap_or(0);
            if axes == 0 || values.is_null() {
                return Vec::new();
            }
            // SAFETY: an interface has as many extents and strides as axes; the pointer is not null.
            let values = unsafe { slice::from_raw_parts(values, axes) };
            values.iter().map(|value| *value as i64).collect()
        };
        let array = Self {
            address: interface.data.expose_provenance(),
            shape: list(interface.shape),
            strides: list(interface.strides),
            item: interface.item.into(),
            kind: interface.kind as u8,
            flags: object.getattr(intern!(py, "flags"))?,
            dtype,
            object,
        };
        array.check_elements()?;
        Ok(array)
    }

    fn check_elements(&self) -> PyResult<()> {
        let (py, dtype) = (self.object.py(), &self.dtype);
        if dtype.getattr(intern!(py, "hasobject"))?.is_truthy()?
            || !PLAIN_KINDS.contains(&self.kind)
        {
            return Err(PyTypeError::new_err(format!(
                "elements of {dtype} hold references, which a copy of bytes would not count"
            )));
        }
        if !dtype.getattr(intern!(py, "isnative"))?.is_truthy()? {
            return Err(PyTypeError::new_err(format!(
                "elements of {} have the other byte order: use `array.astype(array.dtype.newbyteorder('='))`",
                dtype.getattr("str")?
            )));
        }
        if !self.has(intern!(py, "aligned"))? {
            return Err(PyValueError::new_err(format!(
                "the elements of {dtype} are not aligned: use `array.copy()`"
            )));
        }
        Ok(())
    }

    /// Whether a flag is set.
    fn has(&self, flag: &Bound<'py, PyString>) -> PyResult<bool> {
        self.flags.getattr(flag)?.is_truthy()
    }

    /// Refuses an array that may not be written.
    pub(super) fn writable(self) -> PyResult<Self> {
        if self.has(intern!(self.object.py(), "writeable"))? {
            return Ok(self);
        }
        Err(PyValueError::new_err("the destination is read-only"))
    }

    /// The number of elements.
    pub(super) fn size(&self) -> i64 {
        // Saturates next to an extent of 0 and for elements without bytes alone.
        let product = self.shape.iter().fold(1_i64, |size, extent| size.saturating_mul(*extent));
        if self.shape.contains(&0) { 0 } else { product }
    }

    /// The number of elements, and the bytes from one to the next in the order of [`line`].
    ///
    /// # Errors
    /// As [`line`].
    pub(super) fn in_line(&self) -> PyResult<(i64, i64)> {
        match (&self.shape[..], &self.strides[..]) {
            ([extent], [stride]) => Ok((*extent, *stride)),
            _ if self.has(intern!(self.object.py(), "forc"))? => Ok((self.size(), self.item)),
            _ => line(&self.object).map(|_| (0, self.item)),
        }
    }

    /// The addresses of the bytes of the elements, from the lowest to past the highest. Empty without elements.
    pub(super) fn span(&self) -> Range<usize> {
        if self.size() == 0 {
            return 0..0;
        }
        // The reach of an array in memory fits `isize`.
        let each =
            || self.shape.iter().zip(&self.strides).map(|(extent, stride)| (extent - 1) * stride);
        let (below, above) =
            (each().map(|d| d.min(0)).sum::<i64>(), each().map(|d| d.max(0)).sum::<i64>());
        self.address.wrapping_add_signed(below as isize)
            ..self.address.wrapping_add_signed((above + self.item) as isize)
    }
}
