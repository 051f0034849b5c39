//! What accesses to memory cost, and the layouts that cost least.

use std::time::{Duration, Instant};

use layout_cli::memory::solve::{self, Question};
use layout_cli::memory::{named, pattern, search};
use layout_cli::picture::{ColourBy, Picture, svg};
use layout_cli::{Failure, MaybeSwizzled};
use layout_core::certificate;
use layout_core::memory::{Access, Cost, Instruction, SharedMemory};
use layout_core::solve::{AccessUse, Search, Solution, Space};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::bits::PyBitLayout;
use crate::convert::{either_layout, failed, record_of, refused, to_python};

/// What the accesses of threads to a memory of banks cost.
///
/// wavefronts   the requests that the memory serves one after the other
/// least        how many would do without conflicts
/// ways         the most addresses of one bank in a request
#[pyclass(frozen, module = "static_layout")]
pub(crate) struct BankConflicts {
    cost: Cost,
    memory: MaybeSwizzled,
    element: i64,
    worst: Option<String>,
}

#[pymethods]
impl BankConflicts {
    /// The requests that the memory serves one after the other.
    #[getter]
    fn wavefronts(&self) -> i64 {
        self.cost.wavefronts
    }

    /// The requests without conflicts.
    #[getter]
    fn least(&self) -> i64 {
        self.cost.least
    }

    /// The most addresses of one bank in a request.
    #[getter]
    fn ways(&self) -> i64 {
        self.cost.ways
    }

    /// Whether no access has a conflict.
    #[getter]
    fn is_free(&self) -> bool {
        self.cost.is_free()
    }

    /// The threads and the words of the worst conflict, as lines; None without conflicts.
    #[getter]
    fn worst(&self) -> Option<&str> {
        self.worst.as_deref()
    }

    fn __str__(&self) -> String {
        format!("{}: {}", self.memory, self.cost)
    }

    fn __repr__(&self) -> String {
        format!("<BankConflicts {}>", self.__str__())
    }

    /// The memory, coloured by bank.
    fn _repr_svg_(&self) -> Option<String> {
        let by = ColourBy::Bank { element: self.element };
        Picture::of_layout(&self.memory, &by).ok().map(|picture| svg::write(&picture))
    }
}

/// An access as the arguments have it.
fn access(element: i64, width: Option<i64>, instruction: &str) -> Result<Access, Failure> {
    let found = Instruction::ALL.into_iter().find(|other| other.name() == instruction);
    let Some(found) = found else {
        let names = Instruction::ALL.map(Instruction::name).join(", ");
        return Err(Failure::new(format!(
            "`{instruction}` is not an instruction: they are {names}"
        )));
    };
    Ok(Access::new(element, width.unwrap_or(element))?.with(found))
}

/// Counts the bank conflicts of accesses to shared memory.
///
/// threads      a thread-value layout: it maps (thread, value) to the linear coordinate in the memory
/// memory       the layout of the memory
/// element      the bytes of an element
/// width        the bytes that an instruction moves for each thread; an element by default
/// machine      nvidia, cdna3, cdna4, rdna3 or rdna4
/// instruction  load, store, load-matrix, store-matrix or load-transposed
#[pyfunction]
#[pyo3(signature = (threads, memory, *, element = 4, width = None, machine = "nvidia", instruction = "load"))]
pub(crate) fn bank_conflicts(
    threads: &Bound<'_, PyAny>,
    memory: &Bound<'_, PyAny>,
    element: i64,
    width: Option<i64>,
    machine: &str,
    instruction: &str,
) -> PyResult<BankConflicts> {
    let py = threads.py();
    let (threads, memory) = (either_layout(threads)?, either_layout(memory)?);
    let count = || {
        let machine = named(machine)?;
        let pattern = pattern(&threads, &memory, access(element, width, instruction)?)?;
        let worst = pattern.conflict(&machine)?.map(|worst| worst.to_string());
        Ok(BankConflicts { cost: pattern.cost(&machine)?, memory, element, worst })
    };
    count().map_err(|failure: Failure| failed(py, &failure))
}

/// Finds the smallest swizzle with which all accesses to a memory are free of bank conflicts.
///
/// `threads` is a thread-value layout, or a list of them. The result has the swizzle of offsets in elements (`swizzle`), of
/// addresses in bytes (`in_bytes`), and the wavefronts before and after.
#[pyfunction]
#[pyo3(signature = (threads, memory, *, element = 4, width = None, machine = "nvidia", instruction = "load"))]
pub(crate) fn find_swizzle<'py>(
    threads: &Bound<'py, PyAny>,
    memory: &Bound<'py, PyAny>,
    element: i64,
    width: Option<i64>,
    machine: &str,
    instruction: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let py = threads.py();
    let held = match threads.cast::<PyList>() {
        Ok(list) => list.iter().map(|one| either_layout(&one)).collect::<PyResult<Vec<_>>>()?,
        Err(_) => vec![either_layout(threads)?],
    };
    let memory = either_layout(memory)?;
    let found = py.detach(|| {
        let access = access(element, width, instruction)?;
        search::find(&held, &memory, access, &named(machine)?)
    });
    let found = found.map_err(|failure| failed(py, &failure))?;
    record_of(
        py,
        vec![
            ("swizzle", to_python(py, found.best.swizzle.into())?),
            ("in_bytes", to_python(py, found.best.in_bytes.into())?),
            ("before", to_python(py, found.before.wavefronts.into())?),
            ("after", to_python(py, found.after.wavefronts.into())?),
            ("tried", to_python(py, found.tried.into())?),
        ],
    )
}

/// The layout of a memory that costs its accesses least, and what is proven of it.
#[pyclass(frozen, module = "static_layout", name = "Solution")]
pub(crate) struct PySolution {
    question: Question,
    found: Solution,
    text: String,
}

#[pymethods]
impl PySolution {
    /// The layout; a BitLayout where a linear map has no swizzle.
    #[getter]
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mapped = solve::mapped_layout(self.found.layout(), self.found.map());
        match mapped.map_err(|failure| failed(py, &failure))? {
            (Some(MaybeSwizzled::Plain(layout)), _) => to_python(py, layout.into()),
            (Some(MaybeSwizzled::Swizzled(layout)), _) => to_python(py, layout.into()),
            (None, text) => Ok(Bound::new(py, PyBitLayout::parse(py, &text)?)?.into_any()),
        }
    }

    /// The weighted wavefronts of its accesses.
    #[getter]
    fn cost(&self) -> i64 {
        self.found.cost()
    }

    /// No candidate costs less than this.
    #[getter]
    fn bound(&self) -> i64 {
        self.found.bound()
    }

    /// The cost of the memory as it was, or None where it could not be accessed.
    #[getter]
    fn before(&self) -> Option<i64> {
        Some(self.found.before()).filter(|before| *before < i64::MAX)
    }

    /// The number of candidates that were seen.
    #[getter]
    fn seen(&self) -> i64 {
        self.found.seen()
    }

    /// Whether all candidates are decided.
    #[getter]
    fn is_exhausted(&self) -> bool {
        self.found.is_exhausted()
    }

    /// The proof as a text, which `check_certificate` checks without a search.
    fn certificate(&self, py: Python<'_>) -> PyResult<String> {
        let write = || solve::certificate(&self.question.problem()?, &self.found, usize::MAX);
        write().map_err(|failure| failed(py, &failure))
    }

    fn __str__(&self) -> &str {
        self.text.trim_end()
    }

    fn __repr__(&self) -> String {
        format!("<Solution {}>", self.text.lines().next().unwrap_or_default())
    }
}

/// Finds the layout of a memory that costs its accesses the fewest wavefronts, with a proof that none costs less.
///
/// memory     the layout of the memory
/// accesses   thread-value layouts, or texts such as '32:1 times 2 store'; one after the other or as a list
/// padding    the most elements of padding after a mode
/// orders     whether the modes may be stored in any order
/// maps       the maps of offsets: 'identity', 'swizzles', 'tma' or 'linear'
/// most       the most bytes of the memory
/// seconds    the most seconds of the search; after them the result is the best so far, with its bound
#[pyfunction]
#[pyo3(name = "solve", signature = (
    memory, *accesses, element = 4, width = None, machine = "nvidia", instruction = "load",
    padding = 0, orders = false, maps = "swizzles", most = None, seconds = 10.0
))]
#[expect(clippy::too_many_arguments, reason = "they are the options of the command")]
pub(crate) fn solve_layout(
    memory: &Bound<'_, PyAny>,
    accesses: &Bound<'_, PyTuple>,
    element: i64,
    width: Option<i64>,
    machine: &str,
    instruction: &str,
    padding: i64,
    orders: bool,
    maps: &str,
    most: Option<i64>,
    seconds: f64,
) -> PyResult<PySolution> {
    let py = memory.py();
    let fail = |failure: Failure| failed(py, &failure);
    let limit = Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err("seconds are a number that is not negative"))?;
    let memory = either_layout(memory)?;
    let first = access(element, width, instruction).map_err(fail)?;
    let machine: SharedMemory<'static> = named(machine).map_err(fail)?;
    let mut uses: Vec<AccessUse> = Vec::new();
    let accesses = match accesses.get_item(0) {
        Ok(only) if accesses.len() == 1 && only.is_instance_of::<PyList>() => only,
        _ => accesses.clone().into_any(),
    };
    for one in accesses.try_iter()? {
        let one = one?;
        let text = match one.extract::<String>() {
            Ok(text) => text,
            Err(_) => either_layout(&one)?.to_string(),
        };
        uses.push(solve::access_use(&text, first).map_err(fail)?);
    }
    let space = Space { padding, orders, maps: solve::maps(maps).map_err(fail)?, bytes: most };
    let question = Question::new(&memory, uses, machine, space).map_err(fail)?;
    let problem = question.problem().map_err(fail)?;
    let mut search = Search::new(&problem).map_err(|error| refused(py, &error, []))?;
    // No limit where the clock has no such time.
    let end = Instant::now().checked_add(limit);
    while !py.detach(|| search.advance(8)) && end.is_none_or(|end| Instant::now() < end) {
        py.check_signals()?;
    }
    let found = search.solution().map_err(|error| refused(py, &error, []))?;
    let text = question.describe(&found, &format!(" in {seconds} seconds")).map_err(fail)?;
    Ok(PySolution { question, found, text })
}

/// Checks a certificate of `solve`, without a search. Returns what it proves; raises LayoutError where it does not.
#[pyfunction]
pub(crate) fn check_certificate(py: Python<'_>, text: &str) -> PyResult<String> {
    match certificate::check(text) {
        Ok(claim) => {
            let mapped = solve::mapped_layout(&claim.layout, claim.map);
            let (_, answer) = mapped.map_err(|failure| failed(py, &failure))?;
            Ok(format!(
                "no candidate costs less than {}, and {} lines refuse the others\nanswer {answer}\n{}",
                claim.cost, claim.refused, claim.problem
            ))
        }
        Err(unproven) => Err(failed(py, &Failure::new(format!("not proven: {unproven}")))),
    }
}
