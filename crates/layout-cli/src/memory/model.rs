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
//! source = "measured"
//! ```
//!
//! Every key is checked: a key that is not listed here, a second one and a missing one are refused, and so is a model in which a
//! lane is in no phase, or in two. A value stands on the line of its key.

use std::collections::BTreeMap;
use std::ops::Range;

use layout_core::memory::{Instruction, MAX_LANES, NVIDIA, SHARED, Served, SharedMemory};

use crate::Failure;

/// The memory of this name.
///
/// # Errors
///
/// An unknown name.
pub fn named(name: &str) -> Result<SharedMemory<'static>, Failure> {
    SHARED.into_iter().find(|memory| memory.name == name).ok_or_else(|| {
        let names = SHARED.map(|memory| memory.name).join(", ");
        Failure::new(format!("no memory is called {name}")).help(format!("they are {names}"))
    })
}

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
/// A line that is not understood, a key that is unknown, missing or there twice, a value of another type, and the errors of
/// [`SharedMemory::check`].
pub fn model(text: &str) -> Result<SharedMemory<'static>, Failure> {
    let mut tables = vec![Table::new(text, 0)];
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let here = start..start + line.trim_end().len();
        start += line.len();
        let words = uncommented(line).trim();
        if words == "[[served]]" {
            tables.push(Table::new(text, here.start));
        } else if !words.is_empty() {
            let found = words.split_once('=').filter(|_| !words.starts_with('['));
            let Some((key, value)) = found else {
                let message = "a line is `key = value`, `[[served]]` or a comment";
                return Err(Failure::new(message).at(text, here));
            };
            let table = tables.last_mut().expect("the first table is there from the start");
            table.insert(key.trim(), value.trim(), here)?;
        }
    }
    let mut tables = tables.into_iter();
    let mut head = tables.next().expect("the first table is there from the start");
    let (name, lanes, word) = (head.text("name")?, head.integer("lanes")?, head.integer("word")?);
    head.finish()?;
    let served = tables.map(Table::served).collect::<Result<Vec<_>, _>>()?;
    // A model is read once for a run of the command, and its texts have the type of the library's own.
    let served = Vec::leak(served);
    let lanes = u32::try_from(lanes).unwrap_or(u32::MAX);
    let memory = SharedMemory { name: String::leak(name), lanes, word, served };
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

/// The line before a `#` that is not in a string.
fn uncommented(line: &str) -> &str {
    let mut quoted = false;
    let end = line.find(|c: char| {
        quoted ^= c == '"';
        c == '#' && !quoted
    });
    &line[..end.unwrap_or(line.len())]
}

/// The keys of a table that are not taken yet, each with its value and the bytes of its line.
struct Table<'a> {
    text: &'a str,
    start: usize,
    values: BTreeMap<&'a str, (&'a str, Range<usize>)>,
}

impl<'a> Table<'a> {
    fn new(text: &'a str, start: usize) -> Self {
        Self { text, start, values: BTreeMap::new() }
    }

    fn insert(&mut self, key: &'a str, value: &'a str, line: Range<usize>) -> Result<(), Failure> {
        match self.values.insert(key, (value, line.clone())) {
            Some(_) => {
                Err(Failure::new(format!("the key {key} is there twice")).at(self.text, line))
            }
            None => Ok(()),
        }
    }

    /// Takes the value of a key, which `read` understands.
    fn take<T>(
        &mut self,
        key: &str,
        what: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Failure> {
        let Some((value, line)) = self.values.remove(key) else {
            let failure = Failure::new(format!("the key {key} is missing"));
            return Err(failure.at(self.text, self.start..self.start));
        };
        read(value).ok_or_else(|| Failure::new(format!("{key} is {what}")).at(self.text, line))
    }

    fn text(&mut self, key: &str) -> Result<String, Failure> {
        self.take(key, "a text in quotes", |value| string(value).map(str::to_owned))
    }

    fn integer(&mut self, key: &str) -> Result<i64, Failure> {
        self.take(key, "an integer", |value| value.parse().ok())
    }

    /// Refuses keys that nothing took.
    fn finish(self) -> Result<(), Failure> {
        match self.values.into_iter().next() {
            Some((key, (_, line))) => {
                Err(Failure::new(format!("the key {key} is unknown")).at(self.text, line))
            }
            None => Ok(()),
        }
    }

    fn served(mut self) -> Result<Served<'static>, Failure> {
        let names = Instruction::ALL.map(Instruction::name).join(", ");
        let instruction = self.take("instruction", &format!("one of {names}"), |value| {
            let name = string(value)?;
            Instruction::ALL.into_iter().find(|other| other.name() == name)
        })?;
        let what =
            "a list of texts on one line, such as [\"0-7\", \"8-11,20-23\"], of lanes below 64";
        let phases = self.take("phases", what, |value| {
            let list = value.strip_prefix('[')?.strip_suffix(']')?;
            // A comma also separates lanes, within quotes: every other part is quoted.
            let parts: Vec<&str> = list.split('"').collect();
            let between = parts.iter().step_by(2).map(|part| part.trim());
            let last = parts.len() / 2;
            let joined = between.enumerate().all(|(k, part)| {
                part == if k == 0 || k == last { "" } else { "," } || k == last && part == ","
            });
            (parts.len() % 2 == 1 && joined).then_some(())?;
            parts.iter().skip(1).step_by(2).map(|lanes| lane_set(lanes)).collect::<Option<Vec<_>>>()
        })?;
        let (bytes, banks) = (self.integer("bytes")?, self.integer("banks")?);
        let source = self.text("source")?;
        self.finish()?;
        let (phases, source) = (Vec::leak(phases), String::leak(source));
        Ok(Served { instruction, bytes, banks, phases, source })
    }
}

fn string(value: &str) -> Option<&str> {
    let inner = value.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains(['"', '\\'])).then_some(inner)
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
