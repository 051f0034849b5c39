//! Matrix instructions.

use layout_cli::atoms::{Instruction, InstructionOperand};
use layout_cli::picture::svg;
use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;

use crate::convert::{failed, maybe_swizzled, plain_layout, record_of};
use crate::picture::PyPicture;
use crate::value::{equal, hash_of};

/// The most repetitions of an instruction, beyond any tile of a machine.
const MOST_REPEATED: i64 = 1 << 16;

/// A matrix instruction: the threads and the values that hold each operand.
///
/// `atom("SM80_16x8x16_F16").A.layout` maps (thread, value) to the column-major index in the tile of A.
#[pyclass(frozen, module = "static_layout")]
pub(crate) struct Atom(Instruction);

#[pymethods]
impl Atom {
    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The layout from a thread to its lane (CuTe's ThrID).
    #[getter]
    fn threads<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        maybe_swizzled(py, self.0.threads)
    }

    /// The names of the operands that threads hold.
    #[getter]
    fn operands(&self) -> Vec<&'static str> {
        self.0.operands.iter().map(|one| one.name).collect()
    }

    /// An operand by its name: `layout`, `tile` in (rows, columns), and `modes`, their meaning.
    fn __getattr__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        match self.0.operands.iter().find(|one| one.name == name) {
            Some(operand) => operand_record(py, operand),
            None => {
                Err(PyAttributeError::new_err(format!("{} has no operand {name}", self.0.name)))
            }
        }
    }

    /// The instruction on a larger tile (CuTe's make_tiled_mma): `atoms` arranges groups of threads in M and N, and each thread
    /// repeats the instruction in M, N and K.
    #[pyo3(signature = (atoms, repeat = (1, 1, 1)))]
    fn tiled(&self, atoms: &Bound<'_, PyAny>, repeat: (i64, i64, i64)) -> PyResult<Self> {
        let (m, n, k) = repeat;
        if [m, n, k].iter().any(|times| !(1..=MOST_REPEATED).contains(times)) {
            let message =
                format!("an instruction is repeated 1 to {MOST_REPEATED} times in a direction");
            return Err(PyValueError::new_err(message));
        }
        let tiled = self.0.tiled(&plain_layout(atoms)?, [m, n, k]);
        tiled.map(Self).map_err(|failure| failed(atoms.py(), &failure))
    }

    /// The picture of all operands, or of one.
    #[pyo3(signature = (operand = None))]
    fn picture(&self, py: Python<'_>, operand: Option<&str>) -> PyResult<PyPicture> {
        self.0.picture(operand).map(PyPicture).map_err(|failure| failed(py, &failure))
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.0.picture(None).ok().map(|picture| svg::write(&picture))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        equal(other, |other: &Bound<'_, Self>| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        hash_of(&format!("{:?}", self.0))
    }

    fn __repr__(&self) -> String {
        match Instruction::find(&self.0.name) {
            Ok(plain) if plain == self.0 => format!("atom('{}')", self.0.name),
            _ => format!("<Atom {}>", self.0.name),
        }
    }
}

fn operand_record<'py>(
    py: Python<'py>,
    operand: &InstructionOperand,
) -> PyResult<Bound<'py, PyAny>> {
    let tile = (operand.tile.rows, operand.tile.columns).into_pyobject(py)?.into_any();
    let modes = operand.modes.into_pyobject(py)?.into_any();
    record_of(
        py,
        vec![("layout", maybe_swizzled(py, operand.held)?), ("tile", tile), ("modes", modes)],
    )
}

/// The matrix instruction of a name: CUTLASS's, AMD's, or short as 'SM80_16x8x16_F16'.
#[pyfunction]
pub(crate) fn atom(py: Python<'_>, name: &str) -> PyResult<Atom> {
    Instruction::find(name).map(Atom).map_err(|failure| failed(py, &failure))
}

/// The short names of all matrix instructions; of a family with extents in their names, some.
#[pyfunction]
pub(crate) fn atom_names() -> Vec<String> {
    Instruction::all_names().filter_map(|names| names.into_iter().next()).collect()
}
