//! Arrays in object stores: in memory, and in stores that lie.

use async_trait::async_trait;
use futures_util::stream::{self, BoxStream};
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, GetResultPayload, ListResult, MultipartUpload,
    ObjectMeta, ObjectStore, PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};
use serde_json::json;
use static_layout_zarr::{
    Chunks, NewArray, Reduction, Region, Work, ZarrArray, ZarrError, ZarrWriter, permute, reduce,
};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::tempdir;

/// What a store does to its replies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    /// Tells of so many bytes more, or fewer.
    Size(i64),
    /// Tells of so many bytes.
    Huge(u64),
    /// Sends a byte less.
    Short,
    /// Sends nothing.
    Nothing,
    /// Sends a byte more.
    Long,
    /// Sends bytes without an end.
    Endless,
    /// Tells of another range.
    Range,
    /// Sends the bytes of the whole object for each range.
    Whole,
    /// Ends in the middle with an error, as a connection that breaks.
    Broken,
    /// Refuses, as where redirections make a loop.
    Refused,
    Panic,
}

const LIES: [Lie; 13] = [
    Lie::Size(1),
    Lie::Size(-1),
    Lie::Size(1 << 40),
    Lie::Huge(u64::MAX),
    Lie::Short,
    Lie::Nothing,
    Lie::Long,
    Lie::Endless,
    Lie::Range,
    Lie::Whole,
    Lie::Broken,
    Lie::Refused,
    Lie::Panic,
];

/// A store that lies about objects whose names end so.
#[derive(Debug)]
struct Liar {
    store: Arc<InMemory>,
    lie: Lie,
    about: &'static str,
    /// The bytes that were taken of an endless reply.
    sent: Arc<AtomicUsize>,
    /// How many of the next writes it refuses.
    locked: AtomicUsize,
}

impl fmt::Display for Liar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("liar")
    }
}

fn error(words: &'static str) -> Error {
    Error::Generic { store: "liar", source: words.into() }
}

#[async_trait]
impl ObjectStore for Liar {
    async fn put_opts(&self, at: &Path, bytes: PutPayload, how: PutOptions) -> Result<PutResult> {
        let less = |count: usize| count.checked_sub(1);
        match self.locked.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less) {
            Ok(_) => Err(error("423 Locked")),
            Err(_) => self.store.put_opts(at, bytes, how).await,
        }
    }
    async fn put_multipart_opts(
        &self,
        at: &Path,
        how: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        self.store.put_multipart_opts(at, how).await
    }
    async fn get_opts(&self, at: &Path, options: GetOptions) -> Result<GetResult> {
        if !at.as_ref().ends_with(self.about) {
            return self.store.get_opts(at, options).await;
        }
        let is_head = options.head;
        let asked = options.range.is_some();
        let whole = self.store.get_opts(at, GetOptions::default()).await?.bytes().await?;
        let reply = self.store.get_opts(at, options).await?;
        let (mut meta, mut range, attributes) =
            (reply.meta.clone(), reply.range.clone(), reply.attributes.clone());
        let extensions = reply.extensions.clone();
        let bytes = if is_head { Default::default() } else { reply.bytes().await? };
        let mut parts = vec![Ok(bytes.clone())];
        match self.lie {
            Lie::Size(more) => {
                meta.size = meta.size.saturating_add_signed(more);
                if !asked {
                    range = 0..meta.size;
                }
            }
            Lie::Huge(size) => {
                meta.size = size;
                range = 0..size;
            }
            Lie::Short => parts = vec![Ok(bytes.slice(..bytes.len().saturating_sub(1)))],
            Lie::Nothing => parts.clear(),
            Lie::Long => parts.push(Ok(vec![7].into())),
            Lie::Range => range = range.start + 1..range.end + 1,
            Lie::Whole => parts = vec![Ok(whole)],
            Lie::Broken => {
                parts = vec![Ok(bytes.slice(..bytes.len() / 2)), Err(error("connection reset"))];
            }
            Lie::Refused => return Err(error("too many redirects")),
            Lie::Panic => panic!("in the store"),
            Lie::Endless => {}
        }
        let payload: BoxStream<'static, _> = if self.lie == Lie::Endless && !is_head {
            let sent = Arc::clone(&self.sent);
            Box::pin(stream::iter(std::iter::repeat_with(move || {
                sent.fetch_add(1 << 16, Ordering::Relaxed);
                Ok(vec![0; 1 << 16].into())
            })))
        } else {
            Box::pin(stream::iter(parts))
        };
        let payload = GetResultPayload::Stream(payload);
        Ok(GetResult { payload, meta, range, attributes, extensions })
    }
    fn delete_stream(
        &self,
        all: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        self.store.delete_stream(all)
    }
    fn list(&self, under: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.store.list(under)
    }
    async fn list_with_delimiter(&self, under: Option<&Path>) -> Result<ListResult> {
        self.store.list_with_delimiter(under).await
    }
    async fn copy_opts(&self, from: &Path, to: &Path, how: CopyOptions) -> Result<()> {
        self.store.copy_opts(from, to, how).await
    }
}

fn numbers(shape: &[usize]) -> Vec<f32> {
    (0..shape.iter().product()).map(|k| k as f32 + 1.0).collect()
}

fn whole(shape: &[usize]) -> Region {
    Region::new(&vec![0; shape.len()], shape)
}

const SHAPE: [usize; 2] = [6, 8];

/// Arrays of each way to store chunks: the last object of a chunk is `c/1/1`.
fn arrays() -> Vec<(&'static str, Chunks)> {
    let plain = Chunks::new(&[3, 4]);
    vec![
        ("plain", plain.clone()),
        ("crc32c", plain.clone().with_crc32c()),
        ("gzip", plain.clone().with_gzip(1)),
        ("shards", plain.clone().with_shards_of(&[3, 2])),
        ("shards of zstd", plain.with_shards_of(&[1, 2]).with_zstd(1).with_crc32c()),
    ]
}

fn write(store: &Arc<InMemory>, name: &str, chunks: &Chunks) -> ZarrArray<f32> {
    let new = NewArray::new(&SHAPE, chunks);
    let writer = ZarrWriter::create_in(store.clone(), name, &new).unwrap();
    writer.write_region(&whole(&SHAPE), &numbers(&SHAPE)).unwrap();
    writer.finish().unwrap()
}

/// All regions of an array, against the elements that were written.
#[test]
fn arrays_in_memory() {
    let store = Arc::new(InMemory::new());
    for (name, chunks) in arrays() {
        write(&store, name, &chunks);
        let a = ZarrArray::<f32>::open_in(store.clone(), name).unwrap();
        for corner in 0..48 {
            let [i, j] = [corner / 8, corner % 8];
            for size in 0..48 {
                let [m, n] = [size / 8 + 1, size % 8 + 1];
                if i + m > 6 || j + n > 8 {
                    continue;
                }
                let found = a.read(&Region::new(&[i, j], &[m, n])).unwrap();
                let expected: Vec<f32> =
                    (0..m * n).map(|k| ((i + k / n) * 8 + j + k % n) as f32 + 1.0).collect();
                assert_eq!(found.as_slice(), expected, "{name} {i},{j} {m},{n}");
            }
        }
    }
}

/// From a thread of a runtime, which may not wait for another.
#[test]
fn callers_in_a_runtime() {
    let store = Arc::new(InMemory::new());
    let runtime = tokio::runtime::Builder::new_multi_thread().build().unwrap();
    runtime.block_on(async {
        let a = write(&store, "a", &Chunks::new(&[3, 4]));
        assert_eq!(a.read(&whole(&SHAPE)).unwrap().as_slice(), numbers(&SHAPE));
    });
}

#[test]
fn what_writers_of_stores_promise() {
    let store = Arc::new(InMemory::new());
    let new = NewArray::new(&SHAPE, [3, 4]);
    let missing = ZarrArray::<f32>::open_in(store.clone(), "a").unwrap_err();
    assert!(missing.to_string().contains("it has no metadata"), "{missing}");
    // Killed in the middle: no array, and it begins anew.
    let writer = ZarrWriter::create_in(store.clone(), "a", &new).unwrap();
    writer.write_chunk(&[0, 0], &[9.0; 12]).unwrap();
    let again = writer.write_chunk(&[0, 0], &[9.0; 12]);
    assert!(matches!(again, Err(ZarrError::Twice(_))));
    assert!(matches!(writer.finish(), Err(ZarrError::Unfinished { written: 1, chunks: 4, .. })));
    assert!(ZarrArray::<f32>::open_in(store.clone(), "a").is_err());
    let [first, second] =
        [0, 1].map(|_| ZarrWriter::<f32>::create_in(store.clone(), "a", &new).unwrap());
    for writer in [&first, &second] {
        // Zeros replace what the killed one left.
        assert!(!writer.is_written(&[0, 0]));
        writer.write_region(&whole(&SHAPE), &[0.0; 48]).unwrap();
    }
    assert_eq!(first.finish().unwrap().read(&whole(&SHAPE)).unwrap().as_slice(), [0.0; 48]);
    // The second one finds the metadata of the first one.
    let error = second.finish().unwrap_err().to_string();
    assert!(error.contains("already exists"), "{error}");
    let error = ZarrWriter::<f32>::create_in(store, "a", &new).unwrap_err();
    assert!(matches!(error, ZarrError::Exists(_)), "{error}");
}

/// Operations read from stores, and refuse a source that changes.
#[test]
fn operations_read_stores() {
    let store = Arc::new(InMemory::new());
    let a = write(&store, "a", &Chunks::new(&[3, 4]).with_zstd(1));
    let folder = tempdir().unwrap();
    let work = Work::new(8 << 20);
    let b = permute(&a, folder.path().join("b"), &[1, 0], [5, 5], &work).unwrap();
    let expected: Vec<f32> = (0..48).map(|k| (k % 6 * 8 + k / 6) as f32 + 1.0).collect();
    assert_eq!(b.read(&whole(&[8, 6])).unwrap().as_slice(), expected);
    let sum =
        |work: &Work<'_>| reduce(&a, folder.path().join("c"), [], &[0, 1], Reduction::Sum, work);
    assert_eq!(sum(&work).unwrap().read(&whole(&[])).unwrap().as_slice(), [1176.0]);
    sum(&work).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let put = |name: &str, bytes: &'static [u8]| {
        let at = Path::from(name);
        let put = store.put_opts(&at, bytes.into(), PutOptions::default());
        runtime.block_on(put).unwrap();
    };
    put("a/c/1/1", b"other");
    assert!(matches!(sum(&work), Err(ZarrError::SourceChanged(_))));
}

/// Each lie about metadata, and about chunks: an error, or the elements that were written.
#[test]
fn stores_that_lie() {
    let memory = Arc::new(InMemory::new());
    let mut refused = 0;
    for (name, chunks) in arrays() {
        write(&memory, name, &chunks);
        for (lie, about) in LIES.into_iter().flat_map(|lie| [(lie, "zarr.json"), (lie, "c/1/1")]) {
            let sent = Arc::new(AtomicUsize::new(0));
            let liar =
                Liar { store: memory.clone(), lie, about, sent: sent.clone(), locked: 0.into() };
            let opened = ZarrArray::<f32>::open_in(Arc::new(liar), name);
            let a = match opened {
                Ok(a) => a,
                Err(error) => {
                    assert_eq!(about, "zarr.json", "{name} {lie:?}: {error}");
                    refused += 1;
                    continue;
                }
            };
            // `Whole` is no lie where the whole object is asked for.
            assert!(about == "c/1/1" || lie == Lie::Whole, "{name} {lie:?}");
            let parts = [[0, 0, 6, 8], [3, 4, 3, 4], [4, 5, 1, 2], [5, 7, 1, 1], [3, 6, 3, 2]];
            for [i, j, m, n] in parts {
                let read = a.read(&Region::new(&[i, j], &[m, n]));
                match read {
                    Ok(found) => {
                        let expected =
                            (0..m * n).map(|k| ((i + k / n) * 8 + j + k % n) as f32 + 1.0);
                        assert!(found.as_slice().iter().copied().eq(expected), "{name} {lie:?}");
                        let is_honest =
                            lie == Lie::Whole || matches!(lie, Lie::Size(_) | Lie::Huge(_));
                        assert!(is_honest, "{name} {lie:?} {i},{j} {m},{n}");
                    }
                    Err(error) => {
                        refused += 1;
                        let is_of_chunk =
                            matches!(&error, ZarrError::Chunk { chunk, .. } if *chunk == [1, 1]);
                        assert!(is_of_chunk, "{name} {lie:?}: {error}");
                    }
                }
            }
            let sent = sent.load(Ordering::Relaxed);
            assert!(sent < 4 << 20, "{name} {lie:?}: {sent} bytes were taken");
        }
    }
    assert!(refused > 300, "{refused} refused");
}

/// Three refusals of a chunk are waited for, and a fourth is an error; metadata is written once.
#[test]
fn writes_that_are_locked() {
    for (locked, metadata) in [(3, false), (4, false), (1, true)] {
        let (store, sent) = (Arc::new(InMemory::new()), Arc::default());
        let lie = Lie::Nothing;
        let store = Liar { store, lie, about: "none", sent, locked: AtomicUsize::new(0) };
        let store = Arc::new(store);
        let new = NewArray::new(&[1], [1]);
        let writer = ZarrWriter::<u8>::create_in(store.clone(), "a", &new).unwrap();
        store.locked.store(if metadata { 0 } else { locked }, Ordering::Relaxed);
        let written = writer.write_chunk(&[0], &[1]);
        assert_eq!(written.is_ok(), locked <= 3, "{locked}");
        if let Err(error) = written {
            assert!(error.to_string().contains("423 Locked"), "{error}");
            continue;
        }
        store.locked.store(usize::from(metadata), Ordering::Relaxed);
        assert_eq!(writer.finish().is_ok(), !metadata);
    }
}

/// Metadata past the limit, and names that lead elsewhere.
#[test]
fn large_metadata_and_other_names() {
    let store = Arc::new(InMemory::new());
    let attributes = json!({ "long": "x".repeat(17 << 20) });
    let attributes = attributes.as_object().unwrap().clone();
    let new = NewArray::new(&[1], [1]).with_attributes(attributes);
    let writer = ZarrWriter::<u8>::create_in(store.clone(), "a", &new).unwrap();
    writer.write_chunk(&[0], &[1]).unwrap();
    let error = writer.finish().unwrap_err().to_string();
    assert!(error.contains("metadata at most 16777216"), "{error}");
    for prefix in ["a/../b", "a//b", "."] {
        let error = ZarrArray::<u8>::open_in(store.clone(), prefix);
        assert!(error.is_err(), "{prefix}");
    }
    // At the root of the store.
    let new = NewArray::new(&[1], [1]);
    let writer = ZarrWriter::<u8>::create_in(store.clone(), "/", &new).unwrap();
    writer.write_chunk(&[0], &[1]).unwrap();
    writer.finish().unwrap();
    let a = ZarrArray::<u8>::open_in(store, "").unwrap();
    assert_eq!(a.read(&Region::new(&[0], &[1])).unwrap().as_slice(), [1]);
}
