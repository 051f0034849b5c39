//! [`Journal`]: which chunks of an unfinished array are written.

use crate::error::{ZarrError, tuple};
use same_file::Handle;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The name of the file in the folder of the array. `zarrs` and other readers ignore it.
pub(crate) const NAME: &str = ".unfinished";

/// How many journals a writer opens that other writers remove before it has locked them.
const TRIES: usize = 8;

/// A file that identifies an unfinished array, and lists the number of each chunk on the disk. It is locked while a
/// process writes the array, and removed when the array is complete.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    /// The length of the whole lines.
    end: u64,
}

/// The description in a journal, and the numbers of the chunks that are written.
pub(crate) struct Entries {
    work: String,
    /// The number of chunks along each axis.
    counts: Vec<usize>,
    written: Vec<usize>,
    /// The length of the whole lines.
    end: usize,
}

impl Entries {
    /// The entries of a journal; without chunks if no line is whole, because a kill came before the first line.
    fn parse(text: &str) -> Option<Self> {
        let Some(end) = text.rfind('\n').map(|at| at + 1) else {
            return Some(Self {
                work: String::new(),
                counts: vec![0],
                written: Vec::new(),
                end: 0,
            });
        };
        let mut lines = text[..end].lines();
        let (counts, work) = lines.next()?.split_once(' ')?;
        let counts = counts.strip_prefix('(')?.strip_suffix(')')?.split(',');
        let counts = counts.map(|count| count.parse().ok()).collect::<Option<_>>()?;
        // Each number stands twice, so a flipped bit is no other chunk.
        let number = |line: &str| {
            let (number, again) = line.split_once(' ')?;
            number.parse().ok().filter(|_| number == again)
        };
        let mut written = lines.map(number).collect::<Option<Vec<_>>>()?;
        written.sort_unstable();
        written.dedup();
        Some(Self { work: work.into(), counts, written, end })
    }

    /// The number of chunks, or `usize::MAX` where it is larger.
    fn chunks(&self) -> usize {
        self.counts.iter().fold(1, |chunks, &count| chunks.saturating_mul(count))
    }

    /// The first chunk that is not written.
    fn missing(&self) -> Option<usize> {
        let gap = self.written.iter().enumerate().position(|(k, &number)| k != number);
        Some(gap.unwrap_or(self.written.len())).filter(|first| *first < self.chunks())
    }

    /// Whether no chunk is missing. With its metadata on the disk, the array is finished: only the journal is not removed.
    pub(crate) fn is_complete(&self) -> bool {
        self.missing().is_none()
    }

    /// The error of a reader.
    pub(crate) fn unfinished(&self, path: PathBuf) -> ZarrError {
        let chunks = self.chunks();
        let written = self.written.iter().filter(|number| **number < chunks).count();
        let first = self.missing().map_or(Vec::new(), |first| place(first, &self.counts));
        ZarrError::Unfinished { path, written, chunks, first }
    }
}

/// What stands between a work and the fingerprints of the arrays that it reads.
pub(crate) const SEEN: &str = " seen as ";

/// A work without the fingerprints of its sources.
fn unseen(work: &str) -> &str {
    work.rsplit_once(SEEN).map_or(work, |(work, _)| work)
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

/// Whether a folder has the metadata of an array, which is written last.
pub(crate) fn has_metadata(folder: &Path) -> Result<bool, ZarrError> {
    let path = folder.join("zarr.json");
    path.try_exists().map_err(|error| ZarrError::Io(path, error))
}

impl Journal {
    /// Begins the journal of `work`, or continues the journal of the same work, with the chunks that are written. A
    /// journal that a kill left next to a finished array is continued by the same work, and removed for others.
    pub(crate) fn open(
        folder: &Path,
        work: &str,
        counts: &[usize],
    ) -> Result<(Self, Vec<usize>), ZarrError> {
        let io = |path: &Path, error| ZarrError::Io(path.to_path_buf(), error);
        fs::create_dir_all(folder).map_err(|error| io(folder, error))?;
        let path = folder.join(NAME);
        let mut locked = None;
        for _ in 0..TRIES {
            locked = Self::lock(folder, &path)?;
            if locked.is_some() {
                break;
            }
        }
        let mut journal = locked.ok_or_else(|| ZarrError::Busy(folder.to_path_buf()))?;

        let mut text = String::new();
        journal.file.read_to_string(&mut text).map_err(|error| io(&path, error))?;
        let entries = Entries::parse(&text);
        let is_complete = entries.as_ref().is_some_and(Entries::is_complete);
        let entries = entries.filter(|entries| entries.end > 0);
        let is_same =
            entries.as_ref().is_some_and(|found| found.work == work && found.counts == counts);
        // Under the lock: a writer that finished the array after an earlier look is seen.
        if has_metadata(folder)? && !(is_complete && is_same) {
            if is_complete {
                journal.remove()?;
            }
            return Err(ZarrError::Exists(folder.to_path_buf()));
        }
        match entries {
            Some(entries) if is_same => {
                journal.end = entries.end as u64;
                Ok((journal, entries.written))
            }
            Some(entries) if unseen(&entries.work) == unseen(work) && entries.counts == counts => {
                Err(ZarrError::SourceChanged(folder.to_path_buf()))
            }
            Some(entries) => Err(ZarrError::OtherWork {
                path: folder.to_path_buf(),
                found: entries.work,
                asked: work.into(),
            }),
            // Killed before the first line was whole: no chunk is written.
            None => {
                let line = format!("{} {work}\n", tuple(counts));
                journal.line(&line, File::sync_all).map_err(|error| io(&path, error))?;
                Ok((journal, Vec::new()))
            }
        }
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

    /// Adds a chunk whose file is on the disk.
    pub(crate) fn add(&mut self, number: usize) -> Result<(), ZarrError> {
        self.line(&format!("{number} {number}\n"), File::sync_data)
            .map_err(|error| ZarrError::Io(self.path.clone(), error))
    }

    /// Adds a line, after removing a partial line that a kill or a full disk left.
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
    /// When it cannot be read.
    pub(crate) fn read(folder: &Path) -> Result<Option<Entries>, ZarrError> {
        let path = folder.join(NAME);
        match fs::read_to_string(&path) {
            Ok(text) => Entries::parse(&text).map(Some).ok_or_else(|| {
                ZarrError::Array(
                    path,
                    "no journal of an array: remove the folder to begin anew".into(),
                )
            }),
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
