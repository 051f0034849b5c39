//! [`Journal`]: which chunks of an unfinished array are written.

use crate::error::{ZarrError, tuple};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The name of the file in the folder of the array. `zarrs` and other readers ignore it.
const NAME: &str = ".unfinished";

/// A file that says what an unfinished array is, and the number of each chunk that is on the disk. It is locked while a
/// process writes the array, and goes when the array is complete.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
}

/// The description in a journal, and the numbers of the chunks that are written.
pub(crate) struct Entries {
    pub(crate) work: String,
    /// The number of chunks along each axis.
    pub(crate) counts: Vec<usize>,
    pub(crate) written: Vec<usize>,
}

impl Entries {
    /// The error of a reader.
    pub(crate) fn unfinished(&self, path: PathBuf) -> ZarrError {
        let chunks = self.counts.iter().product();
        let mut is_written = vec![false; chunks];
        for &number in &self.written {
            if let Some(entry) = is_written.get_mut(number) {
                *entry = true;
            }
        }
        let written = is_written.iter().filter(|is_written| **is_written).count();
        let first = is_written.iter().position(|is_written| !is_written).unwrap_or(0);
        ZarrError::Unfinished { path, written, chunks, first: place(first, &self.counts) }
    }
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

impl Journal {
    /// Begins the journal of `work`, or continues that of the same work.
    pub(crate) fn open(
        folder: &Path,
        work: &str,
        counts: &[usize],
    ) -> Result<(Self, Vec<usize>), ZarrError> {
        let path = folder.join(NAME);
        let io = |error| ZarrError::Io(path.clone(), error);
        fs::create_dir_all(folder).map_err(|error| ZarrError::Io(folder.to_path_buf(), error))?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(io)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(ZarrError::Busy(folder.to_path_buf())),
            // A file system without locks: two processes are not told apart there.
            Err(TryLockError::Error(_)) | Ok(()) => (),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(io)?;
        let (written, end) = match parse(&text) {
            Some((entries, end)) if entries.work == work && entries.counts == counts => {
                (entries.written, end)
            }
            Some((entries, _)) => {
                return Err(ZarrError::OtherWork {
                    path: folder.to_path_buf(),
                    found: entries.work,
                    asked: work.into(),
                });
            }
            // Killed before the first line was whole: no chunk is written.
            None => {
                file.set_len(0).map_err(io)?;
                file.seek(SeekFrom::Start(0)).map_err(io)?;
                writeln!(file, "{} {work}", tuple(counts))
                    .and_then(|()| file.sync_all())
                    .map_err(io)?;
                return Ok((Self { file, path }, Vec::new()));
            }
        };
        // Cut a line that a kill left incomplete.
        file.set_len(end as u64).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        Ok((Self { file, path }, written))
    }

    /// Adds a chunk whose file is on the disk.
    pub(crate) fn add(&mut self, number: usize) -> Result<(), ZarrError> {
        writeln!(self.file, "{number}")
            .and_then(|()| self.file.sync_data())
            .map_err(|error| ZarrError::Io(self.path.clone(), error))
    }

    /// Removes the journal of a complete array.
    pub(crate) fn remove(self) -> Result<(), ZarrError> {
        fs::remove_file(&self.path).map_err(|error| ZarrError::Io(self.path, error))
    }

    /// The entries of the journal in a folder, if there is one.
    pub(crate) fn read(folder: &Path) -> Option<Entries> {
        let text = fs::read_to_string(folder.join(NAME)).ok()?;
        let nothing = Entries { work: String::new(), counts: Vec::new(), written: Vec::new() };
        Some(parse(&text).map_or(nothing, |(entries, _)| entries))
    }
}

/// The entries of a journal, and the length of its whole lines.
fn parse(text: &str) -> Option<(Entries, usize)> {
    let end = text.rfind('\n')? + 1;
    let mut lines = text[..end].lines();
    let (counts, work) = lines.next()?.split_once(' ')?;
    let counts = counts.strip_prefix('(')?.strip_suffix(')')?.split(',');
    let counts = counts.map(|count| count.parse().ok()).collect::<Option<_>>()?;
    let written = lines.map(|line| line.parse().ok()).collect::<Option<_>>()?;
    Some((Entries { work: work.into(), counts, written }, end))
}
