//! Writes and reads arrays in the stores of servers: S3, WebDAV, and a server of files that ignores ranges.
//!
//!     static-layout-stores S3 WEBDAV FILES FOLDER      three URLs, and the folder that the server of files shows

use object_store::aws::AmazonS3Builder;
use object_store::http::HttpBuilder;
use object_store::path::Path;
use object_store::{ClientOptions, ObjectStore, ObjectStoreExt, RetryConfig};
use static_layout_zarr::{
    Chunks, NewArray, Reduction, Region, Work, ZarrArray, ZarrError, ZarrWriter, permute, reduce,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

const SHAPE: [usize; 2] = [6, 8];

type Store = Arc<dyn ObjectStore>;

/// Arrays of each way to store chunks.
fn arrays() -> [(&'static str, Chunks); 5] {
    let plain = Chunks::new(&[3, 4]);
    [
        ("plain", plain.clone()),
        ("crc32c", plain.clone().with_crc32c()),
        ("gzip", plain.clone().with_gzip(1)),
        ("shards", plain.clone().with_shards_of(&[3, 2])),
        ("shards of zstd", plain.with_shards_of(&[1, 2]).with_zstd(1).with_crc32c()),
    ]
}

/// The element at `(i, j)`.
fn element(i: usize, j: usize) -> f32 {
    (8 * i + j) as f32 + 1.0
}

fn elements() -> Vec<f32> {
    (0..48).map(|k| element(k / 8, k % 8)).collect()
}

fn whole() -> Region {
    Region::new(&[0, 0], &SHAPE)
}

fn write(writer: ZarrWriter<f32>) -> Result<ZarrArray<f32>, ZarrError> {
    writer.write_region(&whole(), &elements())?;
    writer.finish()
}

/// The regions of an array, one by one, with their corner and extents.
fn regions() -> impl Iterator<Item = [usize; 4]> {
    (0..48 * 48).filter_map(|k| {
        let ([i, j], [m, n]) = ([k % 48 / 8, k % 8], [k / 48 / 8 + 1, k / 48 % 8 + 1]);
        // A few hundred of them: a request takes a millisecond.
        (i + m <= 6 && j + n <= 8 && k % 3 == 0).then_some([i, j, m, n])
    })
}

/// Compares all regions with the elements that were written. Returns the number of refused ones.
fn read_regions(a: &ZarrArray<f32>, name: &str, refusal: Option<&str>) -> usize {
    let mut refused = 0;
    for [i, j, m, n] in regions() {
        match (a.read(&Region::new(&[i, j], &[m, n])), refusal) {
            (Ok(found), _) => {
                let expected = (0..m * n).map(|k| element(i + k / n, j + k % n));
                assert!(found.as_slice().iter().copied().eq(expected), "{name} {i},{j} {m},{n}");
            }
            (Err(error), Some(words)) => {
                assert!(error.to_string().contains(words), "{name} {i},{j} {m},{n}: {error}");
                refused += 1;
            }
            (Err(error), None) => panic!("{name} {i},{j} {m},{n}: {error}"),
        }
    }
    refused
}

/// Arrays that are written and read, a writer that comes second, and an object that is replaced.
fn write_and_read(store: &Store, name: &str, creates_on_condition: bool) {
    let put = |key: &str, bytes: Vec<u8>| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(store.put(&Path::from(key), bytes.into())).unwrap();
    };
    let missing = ZarrArray::<f32>::open_in(store.clone(), "missing").unwrap_err().to_string();
    assert!(missing.contains("it has no metadata"), "{missing}");
    for (kind, chunks) in arrays() {
        let new = NewArray::new(&SHAPE, &chunks);
        let [first, second] =
            [0, 1].map(|_| ZarrWriter::create_in(store.clone(), kind, &new).unwrap());
        write(first).unwrap();
        if creates_on_condition {
            let error = write(second).unwrap_err().to_string();
            assert!(error.contains("already exists"), "{error}");
        }
        let error = ZarrWriter::<f32>::create_in(store.clone(), kind, &new).unwrap_err();
        assert!(matches!(error, ZarrError::Exists(_)), "{error}");
        let a = ZarrArray::<f32>::open_in(store.clone(), kind).unwrap();
        read_regions(&a, &format!("{name} {kind}"), None);
    }
    let a = ZarrArray::<f32>::open_in(store.clone(), "shards of zstd").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let work = Work::new(8 << 20);
    let b = permute(&a, folder.path().join("b"), &[1, 0], [5, 5], &work).unwrap();
    let found = b.read(&Region::new(&[0, 0], &[8, 6])).unwrap();
    assert!(found.as_slice().iter().copied().eq((0..48).map(|k| element(k % 6, k / 6))));
    let sum = || reduce(&a, folder.path().join("c"), [], &[0, 1], Reduction::Sum, &work);
    assert_eq!(sum().unwrap().read(&Region::new(&[], &[])).unwrap().as_slice(), [1176.0]);
    put("shards of zstd/c/1/1", vec![7; 30]);
    assert!(matches!(sum(), Err(ZarrError::SourceChanged(_))), "{name}");
    let error = a.read(&Region::new(&[4, 5], &[1, 1])).unwrap_err();
    assert!(matches!(error, ZarrError::Chunk { .. }), "{name}: {error}");
    println!("{name}: {} regions of {} arrays", regions().count(), arrays().len());
}

/// A server that sends whole files for each range: parts are refused, and whole chunks are read.
fn ignored_ranges(url: &str, folder: &str) {
    let store: Store = Arc::new(
        HttpBuilder::new()
            .with_url(url)
            .with_retry(retry())
            .with_client_options(plain())
            .build()
            .unwrap(),
    );
    let mut refused = 0;
    for (kind, chunks) in arrays() {
        let path = std::path::Path::new(folder).join(kind);
        write(ZarrWriter::create(path, &NewArray::new(&SHAPE, &chunks)).unwrap()).unwrap();
        let a = ZarrArray::<f32>::open_in(store.clone(), kind).unwrap();
        refused += read_regions(&a, &format!("files {kind}"), Some("Range request not supported"));
    }
    assert!(refused > 0, "the server knows ranges");
    println!(
        "files: {refused} of {} reads refused, none wrong",
        arrays().len() * regions().count()
    );
}

/// Nobody answers: an error within the time of the client, which names the chunk.
fn no_server() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let store = HttpBuilder::new()
        .with_url(url)
        .with_retry(retry())
        .with_client_options(plain())
        .build()
        .unwrap();
    let start = Instant::now();
    let error = ZarrArray::<f32>::open_in(Arc::new(store), "plain").unwrap_err().to_string();
    assert!(start.elapsed() < Duration::from_secs(30), "{error}");
    println!("no server: {error}");
}

fn retry() -> RetryConfig {
    RetryConfig { max_retries: 2, retry_timeout: Duration::from_secs(5), ..RetryConfig::default() }
}

fn plain() -> ClientOptions {
    ClientOptions::new().with_allow_http(true)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [s3, webdav, files, folder] = &arguments[..] else {
        panic!("static-layout-stores S3 WEBDAV FILES FOLDER")
    };
    let bucket = |name: &str, key: &str| {
        AmazonS3Builder::new()
            .with_endpoint(s3)
            .with_allow_http(true)
            .with_bucket_name(name)
            .with_region("us-east-1")
            .with_access_key_id(key)
            .with_secret_access_key("secret")
            .with_retry(retry())
            .build()
            .unwrap()
    };
    write_and_read(&(Arc::new(bucket("arrays", "key")) as Store), "S3", true);
    let error = ZarrArray::<f32>::open_in(Arc::new(bucket("other", "key")), "plain").unwrap_err();
    println!("no bucket: {error}");
    let store =
        HttpBuilder::new().with_url(webdav).with_retry(retry()).with_client_options(plain());
    write_and_read(&(Arc::new(store.build().unwrap()) as Store), "WebDAV", false);
    ignored_ranges(files, folder);
    no_server();
}
