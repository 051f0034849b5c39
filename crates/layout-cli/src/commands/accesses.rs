//! The arguments that `banks`, `coalescing` and `swizzle` share: threads, memory and bytes.

use crate::memory::{self, Access, Request, requests, variants};
use crate::{Failure, MaybeSwizzled};

/// A thread-value layout, the memory layout that it accesses, and the sizes in bytes.
#[derive(Debug, clap::Args)]
pub struct Accesses {
    /// A thread-value layout: it maps (thread,value) to the linear coordinate in the memory layout
    ///
    /// In a memory of 32 rows, `(32,32):(32,1)` has thread t in column t and step v in row v: each step is an access along a
    /// row. `(32,32):(1,32)` has thread t in row t and step v in column v: each step is an access down a column.
    threads: String,
    /// The layout of the memory; without it the thread-value layout maps to offsets
    memory: Option<String>,
    /// Bytes of an element [default: the size of the element type in the memory's text, or 4]
    #[arg(long, alias = "element", value_name = "N")]
    bytes: Option<i64>,
    /// Bytes that an instruction moves for each thread: 1, 2, 4, 8 or 16 [default: an element]
    #[arg(long, value_name = "N")]
    width: Option<i64>,
}

impl Accesses {
    /// The bytes of an element and of an access.
    pub fn access(&self) -> Result<Access, Failure> {
        let memory = self.memory.as_ref().unwrap_or(&self.threads);
        let bytes = memory::read(memory, self.bytes)?.1.unwrap_or(4);
        Access::new(bytes, self.width.unwrap_or(bytes))
    }

    /// The thread-value layout.
    pub fn threads(&self) -> Result<MaybeSwizzled, Failure> {
        MaybeSwizzled::read(&self.threads)
    }

    /// The memory layouts to compare: without its swizzle, with its swizzle, and with the swizzle of the option.
    pub fn memories(&self, swizzle: Option<&str>) -> Result<Vec<MaybeSwizzled>, Failure> {
        let memory = self.memory.as_deref().map(MaybeSwizzled::read).transpose()?;
        let swizzle = swizzle.map(|text| text.parse().map_err(|error| Failure::of(&error, text)));
        variants(&self.threads()?, memory, swizzle.transpose()?)
    }

    /// The requests of all warps to a memory layout.
    pub fn requests(&self, memory: &MaybeSwizzled) -> Result<Vec<Request>, Failure> {
        requests(&self.threads()?, memory, self.access()?)
    }

    /// Joins neighbouring requests of equal cost: a description of each run, and its cost.
    pub fn runs<T: PartialEq>(
        requests: &[Request],
        cost: impl Fn(&Request) -> T,
    ) -> Vec<(String, T)> {
        let runs = requests.chunk_by(|a, b| cost(a) == cost(b));
        runs.map(|run| {
            let name = match run.len() {
                1 => run[0].to_string(),
                count => format!("{} and the next {}", run[0], count - 1),
            };
            (name, cost(&run[0]))
        })
        .collect()
    }
}
