//! Layouts and the arrays of NumPy: tables of offsets, views, copies and products.
//!
//! NumPy is optional. Nothing here imports it before the first call.
//!
//! ```text
//! numpy     an array as an address, extents and strides: what NumPy says of its own memory
//! side      the elements that a layout reaches in an array
//! table     the offsets of a layout in the order of the linear index
//! leaves    the loops of a side as a layout of the kernels
//! copy      elements from one side to another
//! matmul    products of matrices
//! view      the axes of a view, and the layout of an array
//! ```
//!
//! # Memory and threads
//! Copies and products run without the GIL. They hold a reference to each array, so that no other thread frees its memory; NumPy
//! refuses to resize an array that has other references, unless it is called with `refcheck=False`. If another thread writes the
//! elements meanwhile, the result has old and new ones, as with NumPy's own loops: no loop here branches on an element or uses one
//! as an address, so a race changes no access.

mod copy;
mod leaves;
mod matmul;
mod numpy;
mod side;
mod table;
mod view;

use pyo3::prelude::*;

/// Adds the functions that `_array.py` documents.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(table::_offsets, module)?)?;
    module.add_function(wrap_pyfunction!(table::_coords, module)?)?;
    module.add_function(wrap_pyfunction!(view::_axes, module)?)?;
    module.add_function(wrap_pyfunction!(view::_line, module)?)?;
    module.add_function(wrap_pyfunction!(view::_exact, module)?)?;
    module.add_function(wrap_pyfunction!(view::_of_strides, module)?)?;
    module.add_function(wrap_pyfunction!(copy::_copy, module)?)?;
    module.add_function(wrap_pyfunction!(matmul::_matmul, module)?)
}
