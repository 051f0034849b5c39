//! Arrays on many devices, and what moves from one sharding to another.

use layout_core::sharding::{self, Mesh, Sharding, Split, Transfer};
use layout_core::{AxisList, LayoutError};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use static_layout_dialects::sharding::{HloSharding, Placements, SdySharding};

use crate::convert::{record_of, refused, to_python};
use crate::value::text_class;

fn accept<T>(py: Python<'_>, made: Result<T, LayoutError>) -> PyResult<T> {
    made.map_err(|error| refused(py, &error, []))
}

fn list<'py>(py: Python<'py>, list: &AxisList) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, list.iter().copied())
}

/// Devices in a grid with named axes.
///
///     Mesh({"x": 2, "y": 4})      eight devices, the last axis fastest
///     Mesh("[x=2,y=4]")
#[pyclass(frozen, module = "static_layout", name = "Mesh")]
pub(crate) struct PyMesh(Mesh);

text_class! {
    PyMesh, "Mesh"; {
        #[new]
        fn new(axes: &Bound<'_, PyAny>) -> PyResult<Self> {
            let py = axes.py();
            if let Ok(text) = axes.cast::<PyString>() {
                return accept(py, text.to_cow()?.parse()).map(Self);
            }
            let mut sizes = Vec::new();
            for (name, size) in axes.cast::<PyDict>()? {
                sizes.push((name.extract::<String>()?, size.extract::<usize>()?));
            }
            let sizes: Vec<_> = sizes.iter().map(|(name, size)| (name.as_str(), *size)).collect();
            accept(py, Mesh::new(&sizes)).map(Self)
        }

        /// The size of each axis by its name.
        #[getter]
        fn axes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let out = PyDict::new(py);
            for axis in 0..self.0.rank() {
                out.set_item(self.0.name(axis), self.0.size(axis))?;
            }
            Ok(out)
        }

        /// The number of devices.
        fn __len__(&self) -> usize {
            self.0.device_count()
        }
    }
}

/// An array whose axes are cut over the axes of a mesh.
///
///     Sharding(mesh, (64, 32), ("y", None))           as jax's PartitionSpec
///     Sharding(mesh, (64, 32), (("x", "y"), None))
///     Sharding("(64/y,32) on [x=2,y=4]")
#[pyclass(frozen, module = "static_layout", name = "Sharding")]
pub(crate) struct PySharding(Sharding);

text_class! {
    PySharding, "Sharding"; {
        #[new]
        #[pyo3(signature = (mesh, shape = None, cuts = None))]
        fn new(
            mesh: &Bound<'_, PyAny>,
            shape: Option<Vec<i64>>,
            cuts: Option<&Bound<'_, PyAny>>,
        ) -> PyResult<Self> {
            let py = mesh.py();
            if let Ok(text) = mesh.cast::<PyString>() {
                return accept(py, text.to_cow()?.parse()).map(Self);
            }
            let Some(shape) = shape else {
                return Err(PyTypeError::new_err("a sharding has a mesh and a shape"));
            };
            let cuts: Vec<Bound<'_, PyAny>> = match cuts {
                None => Vec::new(),
                Some(one) if one.is_instance_of::<PyString>() => {
                    let message = format!("cuts are a tuple, one for each axis: ({one:?}, None)");
                    return Err(PyTypeError::new_err(message));
                }
                Some(several) => several.extract()?,
            };
            if cuts.len() > shape.len() {
                let message = format!("{} cuts of an array with {} axes", cuts.len(), shape.len());
                return Err(PyValueError::new_err(message));
            }
            let mut made = accept(py, Sharding::replicated(&mesh.cast::<PyMesh>()?.get().0, &shape))?;
            for (axis, cut) in cuts.iter().enumerate() {
                let names: Vec<String> = match cut.cast::<PyString>() {
                    _ if cut.is_none() => continue,
                    Ok(name) => vec![name.to_cow()?.into_owned()],
                    Err(_) => cut.extract()?,
                };
                let names: Vec<_> = names.iter().map(String::as_str).collect();
                made = accept(py, made.split(axis, &names, Split::Block))?;
            }
            Ok(Self(made))
        }

        /// The mesh.
        #[getter]
        fn mesh(&self) -> PyMesh {
            PyMesh(self.0.mesh().clone())
        }

        /// The shape of the whole array.
        #[getter]
        fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            list(py, &self.0.shape())
        }

        /// The names of the mesh axes over which each axis is cut, the slowest first.
        #[getter]
        fn cuts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
            let axes = (0..self.0.rank()).map(|axis| {
                let cuts = self.0.cuts(axis);
                let names = cuts.iter().flat_map(|(taken, _)| taken).map(|&k| self.0.mesh().name(k));
                PyTuple::new(py, names.collect::<Vec<_>>())
            });
            PyTuple::new(py, axes.collect::<PyResult<Vec<_>>>()?)
        }

        /// The shape of what a device holds.
        fn local_shape<'py>(&self, py: Python<'py>, device: usize) -> PyResult<Bound<'py, PyTuple>> {
            list(py, &accept(py, self.0.local_shape(device))?)
        }

        /// The layout of the memory of a device.
        fn local_layout<'py>(&self, py: Python<'py>, device: usize) -> PyResult<Bound<'py, PyAny>> {
            to_python(py, accept(py, self.0.local_layout(device))?.into())
        }

        /// The index in the whole array of an index on a device.
        fn global_index<'py>(
            &self,
            py: Python<'py>,
            device: usize,
            local: Vec<i64>,
        ) -> PyResult<Bound<'py, PyTuple>> {
            list(py, &accept(py, self.0.global(device, &local))?)
        }

        /// The devices that hold an element, each with its index there.
        fn owners<'py>(
            &self,
            py: Python<'py>,
            index: Vec<i64>,
        ) -> PyResult<Vec<(usize, Bound<'py, PyTuple>)>> {
            let owners = accept(py, self.0.owners(&index))?;
            owners.map(|(device, local)| Ok((device, list(py, &local)?))).collect()
        }

        /// The bytes of a device for elements of `item` bytes.
        fn bytes(&self, py: Python<'_>, device: usize, item: i64) -> PyResult<i64> {
            accept(py, self.0.bytes(device, item))
        }

        /// The text of another system: 'hlo', 'sdy' or 'dtensor'. Raises LayoutError for what the system has no words for.
        fn to_text(&self, py: Python<'_>, system: &str) -> PyResult<String> {
            match system {
                "hlo" => accept(py, HloSharding::of(&self.0)).map(|text| text.to_string()),
                "sdy" => accept(py, SdySharding::of(&self.0, "mesh")).map(|text| text.to_string()),
                "dtensor" => accept(py, Placements::of(&self.0)).map(|text| text.to_string()),
                _ => Err(PyValueError::new_err("shardings have texts in hlo, sdy and dtensor")),
            }
        }

        /// The sharding of XLA's text, as `jax.sharding` prints it.
        #[staticmethod]
        fn from_hlo(py: Python<'_>, text: &str, shape: Vec<i64>, devices: usize) -> PyResult<Self> {
            let read = text.parse::<HloSharding>().and_then(|hlo| hlo.sharding(&shape, devices));
            accept(py, read).map(Self)
        }

        /// The sharding of DTensor's placements, `(Shard(dim=0), Replicate())`, on a mesh.
        #[staticmethod]
        fn from_dtensor(py: Python<'_>, text: &str, mesh: &PyMesh, shape: Vec<i64>) -> PyResult<Self> {
            let read = text.parse::<Placements>().and_then(|all| all.sharding(&mesh.0, &shape));
            accept(py, read).map(Self)
        }
    }
}

/// What moves between devices from one sharding to another.
#[pyclass(frozen, module = "static_layout", name = "Plan")]
pub(crate) struct PyPlan(sharding::Plan);

#[pymethods]
impl PyPlan {
    /// The elements that move, that stay, the messages, and the most elements that one device receives.
    fn totals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let totals = accept(py, py.detach(|| self.0.totals()))?;
        record_of(
            py,
            vec![
                ("moved", totals.moved.into_bound_py_any(py)?),
                ("kept", totals.kept.into_bound_py_any(py)?),
                ("messages", totals.messages.into_bound_py_any(py)?),
                ("most_received", totals.most_received.into_bound_py_any(py)?),
            ],
        )
    }

    /// What a device sends: for each target the source, the target, the elements, and the pairs of layouts of both memories.
    fn sends<'py>(&self, py: Python<'py>, device: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
        transfers(py, &accept(py, self.0.sends(device))?)
    }

    /// What a device receives, as `sends`.
    fn receives<'py>(&self, py: Python<'py>, device: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
        transfers(py, &accept(py, self.0.receives(device))?)
    }

    fn __repr__(&self) -> String {
        format!("<Plan from {} to {}>", self.0.from(), self.0.to())
    }
}

fn transfers<'py>(py: Python<'py>, all: &[Transfer]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let one = |transfer: &Transfer| {
        let pairs = accept(py, transfer.pairs())?.into_iter().map(|pair| {
            record_of(
                py,
                vec![
                    ("source_offset", pair.source_offset.into_bound_py_any(py)?),
                    ("source", to_python(py, pair.source.into())?),
                    ("target_offset", pair.target_offset.into_bound_py_any(py)?),
                    ("target", to_python(py, pair.target.into())?),
                ],
            )
        });
        record_of(
            py,
            vec![
                ("source", transfer.source().into_bound_py_any(py)?),
                ("target", transfer.target().into_bound_py_any(py)?),
                ("elements", transfer.elements().into_bound_py_any(py)?),
                ("pairs", pairs.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)?),
            ],
        )
    };
    all.iter().map(one).collect()
}

/// Plans what moves between devices from one sharding of an array to another.
#[pyfunction]
#[pyo3(signature = (from_, to))]
pub(crate) fn plan(py: Python<'_>, from_: &PySharding, to: &PySharding) -> PyResult<PyPlan> {
    accept(py, py.detach(|| sharding::plan(&from_.0, &to.0))).map(PyPlan)
}
