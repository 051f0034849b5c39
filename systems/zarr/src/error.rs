//! [`ZarrError`].

use static_layout::LayoutError;
use std::fmt;
use std::path::PathBuf;

/// Why an array was not read or written.
#[non_exhaustive]
pub enum ZarrError {
    /// A file was not read or written.
    Io(PathBuf, std::io::Error),
    /// `zarrs` refuses the array: its metadata, its codecs or its files.
    Array(PathBuf, String),
    /// The bytes are not a chunk: truncated, or not of this codec.
    Chunk {
        /// The place of the chunk in the grid.
        chunk: Vec<usize>,
        /// Its file.
        file: PathBuf,
        /// The message of `zarrs`.
        reason: String,
    },
    /// The elements of the array are of another type.
    Element {
        /// The array.
        path: PathBuf,
        /// The type that was asked for.
        asked: &'static str,
        /// The type of the array.
        found: String,
    },
    /// A region is not inside the array.
    Outside {
        /// The region.
        region: String,
        /// The extents of the array.
        shape: Vec<usize>,
    },
    /// A shape or a grid that no array has, or shapes that do not fit.
    Shape(String),
    /// A region to be written begins or ends inside a chunk.
    Unaligned {
        /// The region.
        region: String,
        /// The extents of a chunk.
        chunk: Vec<usize>,
    },
    /// A chunk is written a second time.
    Twice(Vec<usize>),
    /// The array is not complete.
    Unfinished {
        /// The array.
        path: PathBuf,
        /// The number of chunks that are written.
        written: usize,
        /// The number of all chunks.
        chunks: usize,
        /// The first chunk that is missing. Empty when only the metadata is, and of rank 0.
        first: Vec<usize>,
    },
    /// A complete array is there already.
    Exists(PathBuf),
    /// Another work was begun in this folder.
    OtherWork {
        /// The folder.
        path: PathBuf,
        /// What was begun.
        found: String,
        /// What was asked for.
        asked: String,
    },
    /// Another process writes this array.
    Busy(PathBuf),
    /// The memory does not suffice for one tile.
    Memory {
        /// The bytes that the smallest tiles need.
        needed: usize,
        /// The bytes that are allowed.
        allowed: usize,
    },
    /// The system does not give this many bytes.
    Allocation(usize),
    /// The arrays that an operation reads are not those of its first call. The folder holds its result.
    SourceChanged(PathBuf),
    /// So many threads were not started.
    Threads(usize, String),
    /// A layout was refused.
    Layout(LayoutError),
}

/// `(2,4)`.
pub(crate) fn tuple(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("({})", numbers.join(","))
}

impl fmt::Display for ZarrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Array(path, reason) => write!(f, "{}: {reason}", path.display()),
            Self::Chunk { chunk, file, reason } => {
                write!(f, "chunk {} in {} cannot be read: {reason}", tuple(chunk), file.display())
            }
            Self::Element { path, asked, found } => {
                write!(f, "{} has elements of {found}, not of {asked}", path.display())
            }
            Self::Outside { region, shape } => {
                write!(f, "the region {region} is not inside the array of {}", tuple(shape))
            }
            Self::Shape(reason) => f.write_str(reason),
            Self::Unaligned { region, chunk } => write!(
                f,
                "the region {region} begins or ends inside a chunk of {}: write whole chunks, or up to the end of the array",
                tuple(chunk)
            ),
            Self::Twice(chunk) => write!(f, "chunk {} is written already", tuple(chunk)),
            Self::Unfinished { path, written, chunks, .. } if written == chunks => write!(
                f,
                "{} is not complete: {written} of {chunks} chunks are written, its metadata is missing; write it again to finish it",
                path.display()
            ),
            Self::Unfinished { path, written, chunks, first } => write!(
                f,
                "{} is not complete: {written} of {chunks} chunks are written, the first missing is {}",
                path.display(),
                tuple(first)
            ),
            Self::Exists(path) => write!(f, "{} is there already: remove it first", path.display()),
            Self::OtherWork { path, found, asked } => write!(
                f,
                "{} holds an unfinished array of another kind: {found}; asked for: {asked}; remove the folder to begin anew",
                path.display()
            ),
            Self::Busy(path) => write!(f, "another process writes {}", path.display()),
            Self::Memory { needed, allowed } => {
                write!(f, "the smallest tiles need {needed} bytes, {allowed} are allowed")
            }
            Self::Allocation(bytes) => write!(f, "cannot allocate {bytes} bytes"),
            Self::SourceChanged(path) => write!(
                f,
                "the arrays that {} is made from changed since it was begun: remove the folder to begin anew",
                path.display()
            ),
            Self::Threads(count, reason) => write!(f, "{count} threads cannot start: {reason}"),
            Self::Layout(error) => error.fmt(f),
        }
    }
}

// `unwrap` and `main() -> Result<(), ZarrError>` print `Debug`.
impl fmt::Debug for ZarrError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ZarrError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(_, error) => Some(error),
            Self::Layout(error) => Some(error),
            _ => None,
        }
    }
}

impl From<LayoutError> for ZarrError {
    fn from(error: LayoutError) -> Self {
        Self::Layout(error)
    }
}
