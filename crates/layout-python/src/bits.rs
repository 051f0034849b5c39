//! Layouts as matrices over F2: Triton's linear layouts.

use layout_cli::bits;
use layout_cli::dialect::triton_bits;
use layout_cli::picture::{Picture, svg};
use layout_core::{BitDims, BitLayout, LayoutError};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::convert::{either_layout, failed, refused, to_python};
use crate::value::text_class;

/// A linear map over bits, Triton's linear layout: the image of a sum (exclusive or) is the sum of the images.
///
///     BitLayout("{lane: (1) (2)} -> {x: 2}")      the image of each bit of each input
///     BitLayout(Layout((4, 8), (8, 1)))           of a layout whose extents and strides are powers of 2
#[pyclass(frozen, module = "static_layout", name = "BitLayout")]
pub(crate) struct PyBitLayout(BitLayout);

impl PyBitLayout {
    pub(crate) fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
        bits::read(text).map(Self).map_err(|failure| failed(py, &failure))
    }
}

fn made(py: Python<'_>, made: Result<BitLayout, LayoutError>) -> PyResult<PyBitLayout> {
    made.map(PyBitLayout).map_err(|error| refused(py, &error, []))
}

fn dims<'py>(py: Python<'py>, dims: &BitDims) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    for k in 0..dims.rank() {
        out.set_item(dims.name(k).as_str(), dims.width(k))?;
    }
    Ok(out)
}

text_class! {
    PyBitLayout, "BitLayout"; {
        #[new]
        fn new(of: &Bound<'_, PyAny>) -> PyResult<Self> {
            let py = of.py();
            if let Ok(text) = of.cast::<PyString>() {
                return Self::parse(py, &text.to_cow()?);
            }
            Self::parse(py, &either_layout(of)?.to_string())
        }

        /// The linear layout of an encoding of Triton or of Gluon for a tensor of this shape.
        #[staticmethod]
        fn of_triton(py: Python<'_>, text: &str, shape: Vec<i64>) -> PyResult<Self> {
            triton_bits(text, &shape).map(Self).map_err(|failure| failed(py, &failure))
        }

        /// The bits of each input by its name.
        #[getter]
        fn inputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            dims(py, self.0.inputs())
        }

        /// The bits of each output by its name.
        #[getter]
        fn outputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            dims(py, self.0.outputs())
        }

        /// The images of the bits of all inputs, the outputs one after the other.
        #[getter]
        fn columns(&self) -> Vec<u64> {
            self.0.matrix().columns().to_vec()
        }

        /// The outputs at a coordinate, one integer for each input.
        #[pyo3(signature = (*coordinate))]
        fn __call__(&self, py: Python<'_>, coordinate: Vec<u64>) -> PyResult<Py<PyAny>> {
            let image = self.0.index(&coordinate).map_err(|error| refused(py, &error, []))?;
            let image = &image[..self.0.outputs().rank()];
            match image {
                [only] => Ok(only.into_pyobject(py)?.into_any().unbind()),
                several => Ok(pyo3::types::PyTuple::new(py, several)?.into_any().unbind()),
            }
        }

        /// `a @ b` is `a` after `b`.
        fn __matmul__(&self, py: Python<'_>, first: &Self) -> PyResult<Self> {
            made(py, self.0.after(&first.0))
        }

        /// `a * b` is the product: `b` in the bits above `a`.
        fn __mul__(&self, py: Python<'_>, outer: &Self) -> PyResult<Self> {
            made(py, self.0.product(&outer.0))
        }

        /// `a // b` is the outer factor `c` of `a = b * c`.
        fn __floordiv__(&self, py: Python<'_>, tile: &Self) -> PyResult<Self> {
            made(py, self.0.divide(&tile.0))
        }

        /// The inverse.
        fn inverse(&self, py: Python<'_>) -> PyResult<Self> {
            made(py, self.0.inverse())
        }

        /// The map from where this layout has an element to where another has it.
        fn convert(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
            made(py, self.0.convert(&other.0))
        }

        /// The layout `shape:stride`, with a swizzle where one is needed.
        fn to_layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            let made = self.0.to_layout().map_err(|error| refused(py, &error, []))?;
            if made.swizzle().is_identity() && made.offset() == 0 {
                return to_python(py, made.plain().into());
            }
            to_python(py, made.into())
        }

        fn _repr_svg_(&self) -> String {
            svg::write(&Picture::of_bits(&self.0))
        }

        fn __bool__(&self) -> PyResult<bool> {
            Err(PyTypeError::new_err("a linear layout is not a truth value"))
        }
    }
}
