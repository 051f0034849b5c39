//! [`Store`]: a folder whose files are whole or not there.

#[cfg(feature = "object_store")]
use crate::objects::Objects;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zarrs::storage::byte_range::{ByteRange, ByteRangeIterator};
use zarrs::storage::{
    Bytes, MaybeBytesIterator, OffsetBytesIterator, ReadableStorageTraits, StorageError, StoreKey,
    StorePrefix, WritableStorageTraits,
};

/// The place of an array.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    Folder(PathBuf),
    #[cfg(feature = "object_store")]
    Objects(Objects),
}

impl Place {
    /// Whether it is a folder, which may have a journal.
    pub(crate) fn is_folder(&self) -> bool {
        matches!(self, Self::Folder(_))
    }

    /// The folder, or what errors call the objects.
    pub(crate) fn path(&self) -> PathBuf {
        match self {
            Self::Folder(path) => path.clone(),
            #[cfg(feature = "object_store")]
            Self::Objects(objects) => objects.path(),
        }
    }
}

/// The files of an array, which are replaced at once.
///
/// The store of `zarrs` writes into a file itself, so a killed program leaves a part of a chunk, and takes memory for a
/// range before it looks at the file.
#[derive(Debug)]
pub(crate) struct Store {
    place: Place,
    /// What its files are, for errors.
    of: &'static str,
    /// The lengths that a file may have.
    lengths: RangeInclusive<u64>,
}

/// The most bytes of metadata: 16 MiB.
pub(crate) const LONGEST: u64 = 16 << 20;

/// Opens a file to be read. A pipe would wait for a writer, and a device may have no end.
///
/// # Errors
/// Also when it is not a regular file.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        return File::open(path);
    }
    Err(io::Error::new(ErrorKind::InvalidInput, "it is not a regular file"))
}

impl Store {
    /// The files in a place, of any length.
    pub(crate) fn new(place: Place) -> Self {
        Self { place, of: "a chunk", lengths: 0..=u64::MAX }
    }

    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// The files of a store: one of another length is refused.
    pub(crate) fn with_lengths(self, of: &'static str, lengths: RangeInclusive<u64>) -> Self {
        Self { of, lengths, ..self }
    }

    /// The file of a key.
    pub(crate) fn file(&self, key: &StoreKey) -> PathBuf {
        self.place.path().join(key.as_str())
    }
}

#[cfg(feature = "object_store")]
impl Store {
    fn get_objects(
        &self,
        objects: &Objects,
        key: &StoreKey,
        ranges: Vec<ByteRange>,
    ) -> Result<MaybeBytesIterator<'static>, StorageError> {
        let parts = if ranges == [ByteRange::FromStart(0, None)] {
            let whole = objects.get(key, self.of, self.lengths.clone());
            whole.map_err(StorageError::Other)?.map(|whole| vec![Ok(whole)])
        } else {
            let Some(about) = objects.about(key).map_err(StorageError::Other)? else {
                return Ok(None);
            };
            check_length(self.of, &self.lengths, about.size).map_err(StorageError::Other)?;
            let part = |range| objects.get_range(&about, range).map_err(StorageError::Other);
            Some(ranges.into_iter().map(part).collect())
        };
        Ok(parts.map(|parts: Vec<_>| Box::new(parts.into_iter()) as _))
    }
}

/// Writes a file under another name in its folder, and renames it when its bytes are on the disk.
fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&part, path)
}

/// Waits until the names in a folder are on the disk, where the system can.
pub(crate) fn sync_names(folder: &Path) -> io::Result<()> {
    // Other systems do not open folders as files.
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // A file system that synchronizes files only, or a folder above the array that lists its names to others only.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::PermissionDenied
            ) =>
        {
            Ok(())
        }
        synchronized => synchronized,
    }
}

/// [`sync_names`] of the folder `c` of an array with these numbers of chunks, and of the folders of chunks in it: one for each
/// index of each axis but the last. Where all chunks are of the fill value, there is no folder.
pub(crate) fn sync_folders(folder: &Path, counts: &[usize]) -> io::Result<()> {
    if !folder.try_exists()? {
        return Ok(());
    }
    if let [count, inner @ ..] = counts
        && !inner.is_empty()
    {
        (0..*count).try_for_each(|k| sync_folders(&folder.join(k.to_string()), inner))?;
    }
    sync_names(folder)
}

/// Makes a folder and those above it, whose names are on the disk then.
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    let is_new = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let new: Vec<&Path> = folder.ancestors().take_while(is_new).collect();
    fs::create_dir_all(folder)?;
    new.iter().try_for_each(|folder| sync_names(&folder.join("..")))
}

/// The first byte of a range of a file, and the number of its bytes.
///
/// # Errors
/// When the file ends before it.
pub(crate) fn inside(len: u64, range: ByteRange) -> Result<(u64, u64), String> {
    let (start, count) = match range {
        ByteRange::FromStart(start, None) => (Some(start), len.checked_sub(start)),
        ByteRange::FromStart(start, count) => (Some(start), count),
        ByteRange::Suffix(count) => (len.checked_sub(count), Some(count)),
    };
    start
        .zip(count)
        .filter(|(start, count)| start.checked_add(*count).is_some_and(|end| end <= len))
        .ok_or_else(|| format!("the file ends at byte {len}, before bytes that are needed"))
}

/// Refuses a file of another length.
pub(crate) fn check_length(
    of: &str,
    lengths: &RangeInclusive<u64>,
    len: u64,
) -> Result<(), String> {
    let (least, most) = (lengths.start(), lengths.end());
    match len {
        _ if lengths.contains(&len) => Ok(()),
        _ if len < *least => {
            Err(format!("the file ends at byte {len}, before the {least} bytes of {of}"))
        }
        _ => Err(format!("the file has {len} bytes, {of} at most {most}")),
    }
}

/// The bytes of a range. The index of a shard may name any range, so it is compared with the length of the file before
/// memory is taken.
fn read(file: &mut File, len: u64, range: ByteRange) -> Result<Bytes, StorageError> {
    let (start, count) = inside(len, range).map_err(StorageError::Other)?;
    let mut bytes = Vec::new();
    let reserved = usize::try_from(count).map(|count| bytes.try_reserve_exact(count));
    if !matches!(reserved, Ok(Ok(()))) {
        return Err(StorageError::Other(format!("cannot allocate {count} bytes")));
    }
    let mut filled = || -> io::Result<()> {
        file.seek(SeekFrom::Start(start))?;
        file.take(count).read_to_end(&mut bytes)?;
        Ok(())
    };
    filled().map_err(Arc::new)?;
    // The file was cut off meanwhile.
    if bytes.len() as u64 != count {
        return Err(Arc::new(io::Error::from(ErrorKind::UnexpectedEof)).into());
    }
    Ok(Bytes::from(bytes))
}

impl WritableStorageTraits for Store {
    fn set(&self, key: &StoreKey, value: Bytes) -> Result<(), StorageError> {
        match &self.place {
            Place::Folder(_) => write_whole(&self.file(key), &value)
                .map_err(|error| StorageError::from(Arc::new(error))),
            #[cfg(feature = "object_store")]
            Place::Objects(objects) => {
                // The metadata ends an array, which another writer may have ended meanwhile.
                let is_new = key.as_str() == "zarr.json";
                objects.put(key, value, is_new).map_err(StorageError::Other)
            }
        }
    }

    fn set_partial_many(&self, _: &StoreKey, _: OffsetBytesIterator) -> Result<(), StorageError> {
        Err(StorageError::ReadOnly)
    }

    fn erase(&self, key: &StoreKey) -> Result<(), StorageError> {
        #[cfg(feature = "object_store")]
        if let Place::Objects(objects) = &self.place {
            return objects.remove(key).map_err(StorageError::Other);
        }
        match fs::remove_file(self.file(key)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Arc::new(error).into()),
            _ => Ok(()),
        }
    }

    fn erase_prefix(&self, prefix: &StorePrefix) -> Result<(), StorageError> {
        Err(StorageError::Unsupported(format!("folders stay: {}", prefix.as_str())))
    }

    fn supports_set_partial(&self) -> bool {
        false
    }
}

impl ReadableStorageTraits for Store {
    fn get_partial_many<'a>(
        &'a self,
        key: &StoreKey,
        ranges: ByteRangeIterator<'a>,
    ) -> Result<MaybeBytesIterator<'a>, StorageError> {
        #[cfg(feature = "object_store")]
        if let Place::Objects(objects) = &self.place {
            return self.get_objects(objects, key, ranges.collect());
        }
        let mut file = match open(&self.file(key)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(Arc::new)?,
        };
        let len = file.metadata().map_err(Arc::new)?.len();
        check_length(self.of, &self.lengths, len).map_err(StorageError::Other)?;
        Ok(Some(Box::new(ranges.map(move |range| read(&mut file, len, range)))))
    }

    fn size_key(&self, key: &StoreKey) -> Result<Option<u64>, StorageError> {
        #[cfg(feature = "object_store")]
        if let Place::Objects(objects) = &self.place {
            let about = objects.about(key).map_err(StorageError::Other)?;
            return Ok(about.map(|about| about.size));
        }
        match fs::metadata(self.file(key)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            about => Ok(Some(about.map_err(Arc::new)?.len())),
        }
    }

    fn supports_get_partial(&self) -> bool {
        true
    }
}
