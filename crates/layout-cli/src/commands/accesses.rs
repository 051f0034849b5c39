//! The arguments that `banks`, `coalescing` and `swizzle` share: threads, memory and bytes.

use layout_core::memory::{Access, AccessPattern, Instruction, Request, SharedMemory};

use crate::memory::{self, variants};
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
    /// Bytes that an instruction moves for each thread: 1, 2, 4, 8, 12 or 16 [default: an element]
    #[arg(long, value_name = "N")]
    width: Option<i64>,
}

/// A memory of banks.
#[derive(Debug, clap::Args)]
pub struct Memory {
    /// The memory: nvidia, cdna3, cdna4, rdna3 or rdna4 [default: nvidia]
    #[arg(long, value_name = "NAME")]
    machine: Option<String>,
    /// A TOML file with the memory: its banks, and the lanes that it serves together
    #[arg(long = "memory", value_name = "FILE", conflicts_with = "machine")]
    file: Option<std::path::PathBuf>,
}

impl Memory {
    /// The memory.
    pub fn chosen(&self) -> Result<SharedMemory<'static>, Failure> {
        let text = self.file.as_ref().map(|path| {
            std::fs::read_to_string(path)
                .map_err(|error| Failure::new(format!("cannot read {}: {error}", path.display())))
        });
        memory::chosen(self.machine.as_deref(), text.transpose()?.as_deref())
    }
}

/// The memory of banks that accesses are counted for, and what accesses it.
#[derive(Debug, clap::Args)]
pub struct Machine {
    #[command(flatten)]
    chosen: Memory,
    /// What each instruction does: load, store, load-matrix, store-matrix or load-transposed
    #[arg(long, value_name = "NAME", default_value = "load", value_parser = instruction)]
    instruction: Instruction,
}

fn instruction(text: &str) -> Result<Instruction, String> {
    let found = Instruction::ALL.into_iter().find(|instruction| instruction.name() == text);
    found.ok_or_else(|| {
        let names = Instruction::ALL.map(Instruction::name).join(", ");
        format!("the instructions are {names}")
    })
}

impl Machine {
    /// The memory.
    pub fn memory(&self) -> Result<SharedMemory<'static>, Failure> {
        self.chosen.chosen()
    }

    /// The words ` on cdna3`, if the memory is not NVIDIA's by default.
    pub fn on(&self, memory: &SharedMemory<'_>) -> String {
        let is_said = self.chosen.machine.is_some() || self.chosen.file.is_some();
        if is_said { format!(" on {}", memory.name) } else { String::new() }
    }

    /// The access by the instruction of the option.
    pub fn access(&self, access: Access) -> Access {
        access.with(self.instruction)
    }
}

impl Accesses {
    /// The bytes of an element and of an access.
    pub fn access(&self) -> Result<Access, Failure> {
        let memory = self.memory.as_ref().unwrap_or(&self.threads);
        let bytes = memory::read(memory, self.bytes)?.1.unwrap_or(4);
        Ok(Access::new(bytes, self.width.unwrap_or(bytes))?)
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

    /// What the threads access of a memory layout.
    pub fn pattern(
        &self,
        memory: &MaybeSwizzled,
        access: Access,
    ) -> Result<AccessPattern, Failure> {
        memory::pattern(&self.threads()?, memory, access)
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
