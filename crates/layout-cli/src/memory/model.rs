//! The memory that accesses are counted for: one of the library's by name, or a user's from a TOML file.
//!
//! ```toml
//! name = "mine"
//! lanes = 32
//! word = 4                    # bytes
//!
//! [[served]]
//! instruction = "load"        # load, store, load-matrix, store-matrix or load-transposed
//! bytes = 16                  # of each lane
//! banks = 32
//! phases = ["0-7", "8-15", "16-23", "24-31"]
//! joins = [1, 2]              # where phases join; without the key, nowhere
//! source = "measured"
//! ```
//!
//! A key that is not listed here, a second one and a missing one are refused, and so is a model in which a lane is in no phase, or
//! in two.

use layout_core::memory::{Instruction, MAX_LANES, NVIDIA, Served, SharedMemory};
use serde::Deserialize;

use crate::Failure;
use crate::memory::named;

/// Reads a memory from the text of a TOML file. The texts of the result live as long as the program.
///
/// ```
/// let text = "name = \"two\"\nlanes = 4\nword = 4\n[[served]]\ninstruction = \"load\"\nbytes = 4\nbanks = 2\n\
///     phases = [\"0-1\", \"2,3\"]\nsource = \"an example\"\n";
/// let memory = layout_cli::memory::model(text)?;
/// assert_eq!((memory.lanes, memory.served[0].phases), (4, &[0b11, 0b1100][..]));
/// let refused = layout_cli::memory::model(&text.replace("2,3", "2")).unwrap_err();
/// assert_eq!(refused.message(), "no count of memory accesses: lane 3 is in no phase of load, 4 bytes");
/// # Ok::<(), layout_cli::Failure>(())
/// ```
///
/// # Errors
///
/// Text that is not TOML, a key that is unknown, missing or there twice, a value of another type, and the errors of
/// [`SharedMemory::check`].
pub fn model(text: &str) -> Result<SharedMemory<'static>, Failure> {
    let found: Memory = toml::from_str(text).map_err(|error| {
        let failure = Failure::new(error.message().trim_end());
        error.span().map_or(failure.clone(), |span| failure.at(text, span))
    })?;
    // A model is read once for a run of the command, and its texts have the type of the library's own.
    let served = found.served.into_iter().map(Row::leaked).collect::<Result<Vec<_>, _>>()?.leak();
    let memory =
        SharedMemory { name: found.name.leak(), lanes: found.lanes, word: found.word, served };
    memory.check()?;
    Ok(memory)
}

/// The memory of the text of a file, else of a name, else NVIDIA's.
///
/// # Errors
///
/// The errors of [`named`] and [`model`].
pub fn chosen(name: Option<&str>, text: Option<&str>) -> Result<SharedMemory<'static>, Failure> {
    match (text, name) {
        (Some(text), _) => model(text),
        (None, Some(name)) => named(name),
        (None, None) => Ok(NVIDIA),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Memory {
    name: String,
    lanes: u32,
    word: i64,
    served: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    instruction: String,
    bytes: i64,
    banks: i64,
    phases: Vec<String>,
    #[serde(default)]
    joins: Vec<u32>,
    source: String,
}

impl Row {
    fn leaked(self) -> Result<Served<'static>, Failure> {
        let Self { instruction: name, bytes, banks, .. } = self;
        let found = Instruction::ALL.into_iter().find(|other| other.name() == name);
        let instruction = found.ok_or_else(|| {
            let names = Instruction::ALL.map(Instruction::name).join(", ");
            Failure::new(format!("no instruction is called {name:?}"))
                .help(format!("they are {names}"))
        })?;
        let set = |text: &String| {
            let failure =
                || Failure::new(format!("{text:?} is no list of lanes below {MAX_LANES}"));
            lane_set(text).ok_or_else(|| failure().help("write \"0-7\" or \"0-3,20-23\""))
        };
        let phases = self.phases.iter().map(set).collect::<Result<Vec<_>, _>>()?.leak();
        let (joins, source) = (self.joins.leak(), self.source.leak());
        Ok(Served { instruction, bytes, banks, phases, joins, source })
    }
}

/// The lanes of a text such as `0-3,20-23`.
fn lane_set(text: &str) -> Option<u64> {
    text.split(',').try_fold(0_u64, |all, part| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let lane = |text: &str| text.trim().parse::<usize>().ok().filter(|lane| *lane < MAX_LANES);
        let (first, last) = (lane(first)?, lane(last)?);
        (first <= last).then_some(())?;
        Some((first..=last).fold(all, |all, lane| all | 1 << lane))
    })
}
