//! [`Operation`]: what an array is made from, so that another run continues it from the same arrays only.

use crate::array::ZarrArray;
use crate::element::Element;
use crate::error::{ZarrError, tuple};
use crate::journal;
use crate::store::{LONGEST, open};
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::time::UNIX_EPOCH;

/// An array that an operation reads.
pub(crate) trait Source: Sync {
    /// Its path and extents.
    fn text(&self) -> String;
    /// Compares its metadata with the metadata of the handle, which would decode the files by the old one.
    fn check_metadata(&self) -> Result<(), ZarrError>;
    /// A number that is another one when its files are others.
    fn fingerprint(&self) -> Result<u128, ZarrError>;
}

impl<T: Element> Source for ZarrArray<T> {
    fn text(&self) -> String {
        format!("{} {}", self.path().display(), tuple(self.shape()))
    }

    fn check_metadata(&self) -> Result<(), ZarrError> {
        ZarrArray::check_metadata(self)
    }

    fn fingerprint(&self) -> Result<u128, ZarrError> {
        #[cfg(feature = "object_store")]
        if let Some(found) = self.objects_fingerprint() {
            return found.map_err(|error| ZarrError::Array(self.path().to_path_buf(), error));
        }
        let found = fingerprint(self.path(), self.path(), self.shape().len() + 1);
        found.map_err(|error| ZarrError::Io(self.path().to_path_buf(), error))
    }
}

/// An operation on arrays.
pub(crate) struct Operation<'a> {
    /// Its name, with the paths and extents of its sources.
    pub(crate) text: String,
    /// What the files of the sources were when it began: [`fingerprint`].
    pub(crate) seen: String,
    sources: Vec<&'a dyn Source>,
}

impl<'a> Operation<'a> {
    /// The operation of a name on arrays as they are now.
    ///
    /// # Errors
    /// When an array has other metadata than the handle, which would decode the files by the old one.
    pub(crate) fn new(name: &str, sources: Vec<&'a dyn Source>) -> Result<Self, ZarrError> {
        let text = sources.iter().map(|source| source.text()).collect::<Vec<_>>().join(" and ");
        let mut operation =
            Self { text: format!("{name} of {text}"), seen: String::new(), sources };
        // First, so a change after the comparison is seen at the end.
        operation.seen = operation.look()?;
        for source in &operation.sources {
            source.check_metadata()?;
        }
        Ok(operation)
    }

    fn look(&self) -> Result<String, ZarrError> {
        let one = |source: &&dyn Source| Ok(format!("{:032x}", source.fingerprint()?));
        Ok(self.sources.iter().map(one).collect::<Result<Vec<_>, ZarrError>>()?.join("+"))
    }

    /// Compares the sources with those at the beginning: a source that changed meanwhile gave a mixture.
    pub(crate) fn check(&self, to: &Path) -> Result<(), ZarrError> {
        if self.look()? == self.seen {
            Ok(())
        } else {
            Err(ZarrError::SourceChanged(to.to_path_buf()))
        }
    }
}

/// The hash FNV-1a of 128 bits, continued.
pub(crate) fn hash(state: u128, bytes: &[u8]) -> u128 {
    bytes.iter().fold(state, |state, byte| {
        (state ^ u128::from(*byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013B)
    })
}

/// The state of [`hash`] before the first byte.
pub(crate) const EMPTY: u128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D;

/// The sum of the hashes of an array's files: of the name, length, time of modification and inode of each, and of the
/// bytes of its metadata. A sum needs no list of the files.
///
/// Files that are written, and other arrays in the folder, do not count.
fn fingerprint(root: &Path, folder: &Path, levels: usize) -> io::Result<u128> {
    let mut sum = 0_u128;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        if name == journal::NAME || path.extension().is_some_and(|end| end == "part") {
            continue;
        }
        // Follows links: a chunk may be stored elsewhere.
        let about = match fs::metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            about => about?,
        };
        if about.is_dir() {
            let is_array = ["zarr.json", ".zarray", journal::NAME].map(|file| path.join(file));
            // Folders of chunks are nested as deep as the array has axes. A link may point to a folder above.
            if levels > 0 && !is_array.iter().any(|file| file.exists()) {
                sum = sum.wrapping_add(fingerprint(root, &path, levels - 1)?);
            }
            continue;
        }
        let time = about.modified()?.duration_since(UNIX_EPOCH);
        let time = time.unwrap_or_else(|before| before.duration()).as_nanos();
        #[cfg(unix)]
        let inode = std::os::unix::fs::MetadataExt::ino(&about);
        #[cfg(not(unix))]
        let inode = 0_u64;
        let relative = path.strip_prefix(root).unwrap_or(&path).as_os_str();
        let mut state = hash(EMPTY, relative.as_encoded_bytes());
        state = hash(state, format!("/{}/{time}/{inode}/", about.len()).as_bytes());
        if name == "zarr.json" || name == ".zarray" {
            let mut text = Vec::new();
            open(&path)?.take(LONGEST + 1).read_to_end(&mut text)?;
            state = hash(state, &text);
        }
        sum = sum.wrapping_add(state);
    }
    Ok(sum)
}
