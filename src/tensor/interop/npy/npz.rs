//! [`Npz`]: archives of `.npy` files.

use crate::tensor::interop::ArrayError;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// An `.npz` archive, given by its bytes: `.npy` files by name. NumPy's `savez` and `load`.
///
/// ```
/// use static_layout::{interop::*, *};
/// let a = View::new(&[1_i8, 2, 3, 4], layout!((2, 2):(2, 1)))?.to_npy_copied()?;
/// let b = View::new(&[0.5_f32, 1.5], layout!((2,)))?.to_npy_copied()?;
/// let bytes = Npz::write([("a", a), ("b", b)])?;
///
/// let archive = Npz::new(&bytes)?;
/// assert_eq!(archive.names(), ["a", "b"]);
/// let view = View::<i8, Layout!((2, 2):(2, 1))>::from_npy(archive.npy("a")?)?;
/// assert_eq!(view[(1, 0)], 3);
/// # Ok::<(), ArrayError>(())
/// ```
pub struct Npz<'a> {
    bytes: &'a [u8],
    archive: Archive<'a>,
    /// The greatest size in bytes of a file that `npy_copied` extracts.
    most: u64,
}

/// The greatest size of a file that [`Npz::npy_copied`] extracts, unless [`Npz::at_most`] sets another: 1 GiB.
const MOST: u64 = 1 << 30;

impl<'a> Npz<'a> {
    /// Reads the directory of an archive.
    ///
    /// # Errors
    /// When the bytes are not an archive.
    pub fn new(bytes: &'a [u8]) -> Result<Self, ArrayError> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(archive_error)?;
        Ok(Npz { bytes, archive, most: MOST })
    }

    /// Limits the size in bytes of a file that [`npy_copied`](Self::npy_copied) extracts.
    ///
    /// Without it the limit is 1 GiB: a compressed file may be extracted to a thousand times its size. Set a lower one
    /// for an archive from a source that you do not trust, and a higher one for greater arrays.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let file = View::new(&[0_u8; 100], layout!((100,)))?.to_npy_copied()?;
    /// let bytes = Npz::write([("zeros", file)])?;
    /// assert_eq!(
    ///     Npz::new(&bytes)?.at_most(64).npy_copied("zeros").unwrap_err().to_string(),
    ///     "zeros takes 228 bytes, and at most 64 are taken out"
    /// );
    /// # Ok::<(), ArrayError>(())
    /// ```
    #[must_use]
    pub fn at_most(mut self, bytes: usize) -> Self {
        self.most = bytes as u64;
        self
    }

    /// The bytes of an uncompressed archive of `.npy` files with their names. NumPy's `savez`.
    ///
    /// Each file begins at a multiple of 64 bytes, so its elements are aligned if the archive is.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let file = View::new(&[1.0_f64, 2.0], layout!((2,)))?.to_npy_copied()?;
    /// assert!(Npz::write([("x", &file), ("x", &file)]).is_err());
    /// # Ok::<(), ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// When two arrays have the same name, or there is no memory for the archive.
    pub fn write<N: AsRef<str>, B: AsRef<[u8]>>(
        arrays: impl IntoIterator<Item = (N, B)>,
    ) -> Result<Vec<u8>, ArrayError> {
        let stored = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .with_alignment(64);
        let (mut out, mut bytes) = (Growing::default(), 0);
        let mut archive = ZipWriter::new(&mut out);
        for (name, file) in arrays {
            let file = file.as_ref();
            bytes += file.len();
            archive.start_file(file_name(name.as_ref()), stored).map_err(archive_error)?;
            archive.write_all(file).map_err(|error| ArrayError::Format(error.to_string()))?;
        }
        archive.finish().map_err(archive_error)?;
        if out.is_full { Err(ArrayError::Memory { bytes }) } else { Ok(out.bytes.into_inner()) }
    }

    /// The names of the arrays, without `.npy`. A file whose name has no `.npy` keeps its name, and where `a` and `a.npy`
    /// are there, both do: each name opens its file.
    ///
    /// ```
    /// use static_layout::{interop::*, *};
    /// let a = View::new(&[1_u8], layout!((1,)))?.to_npy_copied()?;
    /// let b = View::new(&[2_u8], layout!((1,)))?.to_npy_copied()?;
    /// let bytes = Npz::write([("x", &a), ("x.npy", &b)])?;
    /// let archive = Npz::new(&bytes)?;
    /// assert_eq!(archive.names(), ["x", "x.npy.npy"]);
    /// assert_eq!((archive.npy("x")?, archive.npy("x.npy.npy")?), (&a[..], &b[..]));
    /// # Ok::<(), ArrayError>(())
    /// ```
    pub fn names(&self) -> Vec<String> {
        let is_file = |name: &str| self.archive.index_for_name(name).is_some();
        let array = |name: &str| match name.strip_suffix(".npy") {
            Some(array) if !is_file(array) => array.to_string(),
            _ => name.to_string(),
        };
        self.archive.file_names().flatten().map(|name| array(&name)).collect()
    }

    /// The bytes of an array's `.npy` file in place, for [`View::from_npy`](crate::View::from_npy). They are read once, to
    /// compare the checksum.
    ///
    /// # Errors
    /// When the archive lacks the array, when name, checksum or size differ from the directory, or when the array is compressed.
    /// [`npy_copied`](Self::npy_copied) accepts compressed ones.
    pub fn npy(&self, name: &str) -> Result<&'a [u8], ArrayError> {
        let mut archive = self.archive.clone();
        let mut file = self.find(&mut archive, name)?;
        if file.compression() != CompressionMethod::Stored {
            let what = format!("{name} is compressed: `npy_copied` takes it out");
            return Err(ArrayError::Format(what));
        }
        let (start, len) = (file.data_start(), file.size());
        // The reader compares the checksum at its end, which the size of what is stored decides.
        let read = std::io::copy(&mut file, &mut std::io::sink());
        let read = read.map_err(|error| ArrayError::Format(error.to_string()))?;
        if read != len {
            return Err(other_size(name, len));
        }
        let range = start.and_then(|start| {
            let start = usize::try_from(start).ok()?;
            Some(start..start.checked_add(usize::try_from(len).ok()?)?)
        });
        let found = range.and_then(|range| self.bytes.get(range));
        found.ok_or_else(|| ArrayError::Format(format!("{name} lies outside of the archive")))
    }

    /// The extracted bytes of an array's `.npy` file, for [`Boxed::from_npy_copied`](crate::Boxed::from_npy_copied).
    ///
    /// # Errors
    /// When the archive lacks the array, when name, checksum or size differ from the directory, when the array is compressed
    /// by another method than deflate, when its size is greater than [`at_most`](Self::at_most), or when there is no memory for it.
    pub fn npy_copied(&self, name: &str) -> Result<Vec<u8>, ArrayError> {
        let mut archive = self.archive.clone();
        let file = self.find(&mut archive, name)?;
        let (size, most) = (file.size(), self.most);
        if size > most {
            let what = format!("{name} takes {size} bytes, and at most {most} are taken out");
            return Err(ArrayError::Format(what));
        }
        let mut out = Vec::new();
        // One byte more than the size, so the reader reaches the end, where it compares the checksum.
        let read = file.take(size.saturating_add(1)).read_to_end(&mut out);
        read.map_err(|error| match error.kind() {
            ErrorKind::OutOfMemory => ArrayError::Memory { bytes: size as usize },
            _ => ArrayError::Format(error.to_string()),
        })?;
        if out.len() as u64 != size {
            return Err(other_size(name, size));
        }
        Ok(out)
    }

    /// The file of an array.
    ///
    /// # Errors
    /// When there is none, or its name before its bytes is not its name in the directory, which no checksum covers.
    fn find<'b>(
        &self,
        archive: &'b mut Archive<'a>,
        name: &str,
    ) -> Result<File<'a, 'b>, ArrayError> {
        // Like NumPy, prefers a file of exactly this name to `name.npy`.
        let file_name = match archive.index_for_name(name) {
            Some(_) => name.to_string(),
            None => file_name(name),
        };
        let file = archive.by_name(&file_name).map_err(archive_error)?;
        // The header of a file has 30 bytes before the name. Bytes 26 and 27 are the length of the name.
        let own = usize::try_from(file.header_start()).ok().and_then(|start| {
            let (header, rest) = self.bytes.get(start..)?.split_at_checked(30)?;
            rest.get(..usize::from(u16::from_le_bytes([header[26], header[27]])))
        });
        if own != Some(file.name_raw()) {
            let what = format!("{name} has another name before its bytes than in the directory");
            return Err(ArrayError::Format(what));
        }
        Ok(file)
    }
}

/// Bytes that grow while there is memory. Afterwards nothing is written: `ZipWriter` tries again when it is dropped, and tells
/// the standard error of a failure.
#[derive(Default)]
struct Growing {
    bytes: Cursor<Vec<u8>>,
    is_full: bool,
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let end = self.bytes.position() as usize + bytes.len();
        let room = self.bytes.get_mut();
        if self.is_full || room.try_reserve(end.saturating_sub(room.len())).is_err() {
            self.is_full = true;
            return Ok(bytes.len());
        }
        self.bytes.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Growing {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;
type File<'a, 'b> = zip::read::ZipFile<'b, Cursor<&'a [u8]>>;

fn file_name(name: &str) -> String {
    format!("{name}.npy")
}

/// The error of a file whose size in the directory is another.
fn other_size(name: &str, size: u64) -> ArrayError {
    ArrayError::Format(format!("{name} does not take the {size} bytes it should"))
}

fn archive_error(error: zip::result::ZipError) -> ArrayError {
    ArrayError::Format(error.to_string())
}
