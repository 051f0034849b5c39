//! [`Journal`]: which chunks of an unfinished array are written.

use crate::error::{ZarrError, tuple};
use crate::store::{make_folder, open, sync_names};
use crate::work::zeros;
use same_file::Handle;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The name of the file in the folder of the array. `zarrs` and other readers ignore it.
pub(crate) const NAME: &str = ".unfinished";

/// How many journals a writer opens that other writers remove before it has locked them.
const TRIES: usize = 8;

/// More bytes than a line has: the first one has the paths of two arrays.
const LONGEST: u64 = 1 << 20;

/// A file that identifies an unfinished array, and lists the number of each chunk on the disk. It is locked while a
/// process writes the array, and removed when the array is complete.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    /// The length of the whole lines.
    end: u64,
}

/// A chunk that no line names.
pub(crate) const MISSING: u8 = 0;
/// A chunk that a thread writes.
pub(crate) const CLAIMED: u8 = 1;
/// A chunk that is on the disk.
pub(crate) const WRITTEN: u8 = 2;
/// A chunk that a line has as its [half](number).
const HALF: u8 = 4;

/// The description in a journal, and the chunks that are written.
#[derive(Default)]
pub(crate) struct Entries {
    work: String,
    /// The number of chunks along each axis.
    counts: Vec<usize>,
    /// By the number of the chunk: [`MISSING`] or [`WRITTEN`]. The places end after as many chunks as the file can list.
    chunks: Vec<u8>,
    /// The number of written chunks without a place.
    beyond: usize,
    /// The length of the whole lines; 0 if no line is whole, because a kill came before the first line.
    end: u64,
}

impl Entries {
    /// The entries of a journal, in the list `chunks` of the caller if it has a place for each chunk. Else in a list of as
    /// many places as the file has lines at most: numbers of chunks come from files.
    ///
    /// # Errors
    /// When a whole line is not a line of a journal: nothing tells which chunks are written. [`ZarrError::Allocation`] when
    /// there is no memory for the list.
    fn read(file: &File, folder: &Path, chunks: Vec<u8>) -> Result<Self, ZarrError> {
        let path = folder.join(NAME);
        let about = file.metadata().map_err(|error| ZarrError::Io(path.clone(), error))?;
        if !about.is_file() {
            return Err(ZarrError::Array(path, "it is not a regular file".into()));
        }
        let len = about.len();
        // The metadata is written when all chunks are.
        let way_out = if has_metadata(folder)? {
            "remove this file if the array next to it is complete"
        } else {
            "remove the folder to begin anew"
        };
        let damaged = || {
            ZarrError::Array(
                path.clone(),
                format!("not a journal of an array, or damaged: {way_out}"),
            )
        };
        let mut reader = BufReader::new(file);
        let mut line = || {
            let mut bytes = Vec::new();
            let read = reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
            if read.map_err(|error| ZarrError::Io(path.clone(), error))? as u64 == LONGEST {
                return Err(damaged());
            }
            // A kill left a part of the last line.
            if bytes.pop() != Some(b'\n') {
                return Ok(None);
            }
            String::from_utf8(bytes).map(Some).map_err(|_| damaged())
        };
        let Some(first) = line()? else {
            return Ok(Self { counts: vec![0], chunks, ..Self::default() });
        };
        let mut entries = Self::of(&first).ok_or_else(damaged)?;
        let count = entries.count();
        entries.chunks = chunks;
        if entries.chunks.len() != count {
            // A line has two bytes or more. Freed first, so the lists are not in memory together.
            entries.chunks = Vec::new();
            entries.chunks = zeros(count.min((len / 2 + 1).try_into().unwrap_or(usize::MAX)))?;
        }
        // As `chunks`, of those without a place: a line has two at most.
        let mut beyond = BTreeMap::new();
        let mut mark = |number, mark| {
            let place = entries.chunks.get_mut(number);
            *place.unwrap_or_else(|| beyond.entry(number).or_default()) |= mark;
        };
        while let Some(line) = line()? {
            let (number, half) = number(&line).ok_or_else(damaged)?;
            if number >= count {
                return Err(damaged());
            }
            mark(number, WRITTEN);
            half.into_iter().for_each(|half| mark(half, HALF));
            entries.end += line.len() as u64 + 1;
        }
        // `101` is `1 1` with a flipped bit if chunk 1 has no other line, because each chunk is added once.
        if entries.chunks.iter().chain(beyond.values()).any(|chunk| *chunk == HALF) {
            return Err(damaged());
        }
        entries.beyond = beyond.len();
        entries.chunks.iter_mut().for_each(|chunk| *chunk &= WRITTEN);
        Ok(entries)
    }

    /// The entries of a first line.
    fn of(line: &str) -> Option<Self> {
        let (counts, work) = line.split_once(' ')?;
        let counts = counts.strip_prefix('(')?.strip_suffix(')')?.split(',');
        // An array of rank 0 has `()`.
        let counts = counts.filter(|count| !line.starts_with("()") || !count.is_empty());
        let counts = counts.map(|count| count.parse().ok()).collect::<Option<_>>()?;
        let end = line.len() as u64 + 1;
        Some(Self { work: work.into(), counts, end, ..Self::default() })
    }

    /// What was begun.
    pub(crate) fn work(&self) -> &str {
        &self.work
    }

    /// The number of chunks, or `usize::MAX` where it is larger.
    fn count(&self) -> usize {
        self.counts.iter().fold(1, |chunks, &count| chunks.saturating_mul(count))
    }

    /// The first chunk that is not written.
    fn missing(&self) -> Option<usize> {
        let first = self.chunks.iter().position(|chunk| *chunk != WRITTEN);
        Some(first.unwrap_or(self.chunks.len())).filter(|first| *first < self.count())
    }

    /// Whether no chunk is missing. With its metadata on the disk, the array is finished: only the journal is not removed.
    pub(crate) fn is_complete(&self) -> bool {
        self.missing().is_none()
    }

    /// The error of a reader.
    pub(crate) fn unfinished(&self, path: PathBuf) -> ZarrError {
        let first = self.missing().map_or(Vec::new(), |first| place(first, &self.counts));
        let written = self.chunks.iter().filter(|chunk| **chunk == WRITTEN).count() + self.beyond;
        ZarrError::Unfinished { path, written, chunks: self.count(), first }
    }
}

/// The number of a chunk in its line, `7 7`: twice, so one flipped bit does not make it another number. A line of
/// the form before has it once, `7`. One flipped bit of `7 7` makes such a line too: `707`, whose half `7` is returned.
fn number(line: &str) -> Option<(usize, Option<usize>)> {
    let (text, again) = line.split_once(' ').unwrap_or((line, line));
    let parse = |text: &str| text.parse::<usize>().ok().filter(|n| n.to_string() == text);
    let number = parse(text).filter(|_| text == again)?;
    let zeros = line.match_indices('0');
    let half = zeros
        .filter(|(at, _)| line[..*at] == line[at + 1..])
        .find_map(|(at, _)| parse(&line[..at]));
    Some((number, half))
}

/// What stands between a work and the fingerprints of the arrays that it reads.
pub(crate) const SEEN: &str = " seen as ";

/// A work without the fingerprints of its sources, if it has any.
fn unseen(work: &str) -> Option<&str> {
    work.rsplit_once(SEEN).map(|(work, _)| work)
}

/// The place of a chunk in a grid of `counts`, by its number in row-major order.
pub(crate) fn place(mut number: usize, counts: &[usize]) -> Vec<usize> {
    let mut place = counts.to_vec();
    for count in place.iter_mut().rev() {
        let extent = (*count).max(1);
        (*count, number) = (number % extent, number / extent);
    }
    place
}

/// Whether a folder has the metadata of an array, of version 3 or 2, which is written last.
pub(crate) fn has_metadata(folder: &Path) -> Result<bool, ZarrError> {
    for name in ["zarr.json", ".zarray"] {
        let path = folder.join(name);
        if path.try_exists().map_err(|error| ZarrError::Io(path, error))? {
            return Ok(true);
        }
    }
    Ok(false)
}

impl Journal {
    /// Begins the journal of `work`, or continues the journal of the same work. Returns `chunks`, a place of [`MISSING`]
    /// for each chunk, with the chunks that are written. A kill may leave a journal next to a finished array: the
    /// same work continues it, and any other work removes it.
    pub(crate) fn open(
        folder: &Path,
        work: &str,
        counts: &[usize],
        chunks: Vec<u8>,
    ) -> Result<(Self, Vec<u8>), ZarrError> {
        let io = |path: &Path, error| ZarrError::Io(path.to_path_buf(), error);
        let first = format!("{} {work}\n", tuple(counts));
        if first.len() as u64 >= LONGEST {
            let len = first.len();
            let words = format!(
                "the text of the work has {len} bytes, a journal takes fewer than {LONGEST}"
            );
            return Err(ZarrError::Shape(words));
        }
        make_folder(folder).map_err(|error| io(folder, error))?;
        let path = folder.join(NAME);
        let mut locked = None;
        for _ in 0..TRIES {
            locked = Self::lock(folder, &path)?;
            if locked.is_some() {
                break;
            }
        }
        let mut journal = locked.ok_or_else(|| ZarrError::Busy(folder.to_path_buf()))?;

        let entries = Entries::read(&journal.file, folder, chunks)?;
        let is_begun = entries.end > 0;
        let is_same = is_begun && entries.work == work && entries.counts == counts;
        // Under the lock: a writer that finished the array after an earlier look is seen.
        if has_metadata(folder)? && !(entries.is_complete() && is_same) {
            if entries.is_complete() {
                journal.remove()?;
            }
            return Err(ZarrError::Exists(folder.to_path_buf()));
        }
        if is_same {
            journal.end = entries.end;
            return Ok((journal, entries.chunks));
        }
        if is_begun {
            let is_operation = unseen(work).is_some() && unseen(&entries.work) == unseen(work);
            return Err(if is_operation && entries.counts == counts {
                ZarrError::SourceChanged(folder.to_path_buf())
            } else {
                ZarrError::OtherWork {
                    path: folder.to_path_buf(),
                    found: entries.work,
                    asked: work.into(),
                }
            });
        }
        journal.line(&first, File::sync_all).map_err(|error| io(&path, error))?;
        // Else another work may begin next to chunks of this one, and take them for its own.
        sync_names(folder).map_err(|error| io(folder, error))?;
        Ok((journal, entries.chunks))
    }

    /// Opens and locks the journal in a folder, or a new one, which a finished array does not get. Returns `None` when
    /// another writer removed it before the lock.
    fn lock(folder: &Path, path: &Path) -> Result<Option<Self>, ZarrError> {
        let io = |error| ZarrError::Io(path.to_path_buf(), error);
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        let file = match options.open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if has_metadata(folder)? {
                    return Err(ZarrError::Exists(folder.to_path_buf()));
                }
                reached("before it is made");
                options.create(true).truncate(false).open(path)
            }
            opened => opened,
        };
        let file = file.map_err(io)?;
        reached("before the lock");
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(ZarrError::Busy(folder.to_path_buf())),
            // A file system without locks: two processes are not told apart there.
            Err(TryLockError::Error(_)) | Ok(()) => (),
        }
        let locked = file.try_clone().and_then(Handle::from_file).map_err(io)?;
        match Handle::from_path(path) {
            Ok(there) if there == locked => Ok(Some(Self { file, path: path.into(), end: 0 })),
            Ok(_) => Ok(None),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(io(error)),
        }
    }

    /// Adds chunks whose files are on the disk.
    pub(crate) fn add(&mut self, numbers: &[usize]) -> Result<(), ZarrError> {
        if numbers.is_empty() {
            return Ok(());
        }
        let lines: String = numbers.iter().map(|number| format!("{number} {number}\n")).collect();
        self.line(&lines, File::sync_data).map_err(|error| ZarrError::Io(self.path.clone(), error))
    }

    /// Adds lines, after removing a partial line that a kill or a full disk left.
    fn line(&mut self, line: &str, sync: fn(&File) -> io::Result<()>) -> io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(line.as_bytes())?;
        sync(&self.file)?;
        self.end += line.len() as u64;
        Ok(())
    }

    /// Removes the journal of a complete array.
    pub(crate) fn remove(self) -> Result<(), ZarrError> {
        fs::remove_file(&self.path).map_err(|error| ZarrError::Io(self.path, error))
    }

    /// The entries of the journal in a folder, if there is one.
    ///
    /// # Errors
    /// When it cannot be read, or is damaged.
    pub(crate) fn read(folder: &Path) -> Result<Option<Entries>, ZarrError> {
        let path = folder.join(NAME);
        match open(&path) {
            Ok(file) => Entries::read(&file, folder, Vec::new()).map(Some),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(ZarrError::Io(path, error)),
        }
    }
}

/// Lets a test run another writer at a point.
#[cfg(not(test))]
fn reached(_: &str) {}
#[cfg(test)]
use tests::reached;

#[cfg(test)]
mod tests;
