//! Checksums: one flipped bit at each byte of a chunk, under every read that uses the chunk.

use static_layout_zarr::{Region, Work, ZarrArray, ZarrError, matmul, transpose};
use std::fs;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::{TempDir, tempdir};
use zarrs::array::codec::api::BytesToBytesCodecTraits;
use zarrs::array::codec::{
    Crc32cCodec, GzipCodec, ShardingCodecBuilder, TransposeCodec, TransposeOrder,
};
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::filesystem::FilesystemStore;

const SIZE: usize = 6;

fn element(i: usize, j: usize) -> f32 {
    ((i * 7 + j * 3) % 11) as f32 - 5.0
}

fn whole() -> Vec<f32> {
    (0..SIZE * SIZE).map(|k| element(k / SIZE, k % SIZE)).collect()
}

fn crc() -> Arc<dyn BytesToBytesCodecTraits> {
    Arc::new(Crc32cCodec::new())
}

fn gzip() -> Arc<dyn BytesToBytesCodecTraits> {
    Arc::new(GzipCodec::new(1).unwrap())
}

fn builder() -> ArrayBuilder {
    ArrayBuilder::new(vec![SIZE as u64; 2], vec![4; 2], data_type::float32(), 0.0_f32)
}

/// The array of 6 by 6 in chunks of 4 by 4, written by `zarrs`.
fn array(builder: &ArrayBuilder) -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("a");
    let store = Arc::new(FilesystemStore::new(&path).unwrap());
    let array = builder.build(store, "/").unwrap();
    array.store_metadata().unwrap();
    array.store_array_subset(&array.subset_all(), whole()).unwrap();
    (folder, path)
}

/// Regions: each element, each chunk of a shard, rows, columns, parts of one chunk and of more.
fn regions() -> Vec<Region> {
    let mut regions: Vec<Region> =
        (0..SIZE * SIZE).map(|k| Region::new(&[k / SIZE, k % SIZE], &[1, 1])).collect();
    regions.extend((0..9).map(|k| Region::new(&[k / 3 * 2, k % 3 * 2], &[2, 2])));
    for k in 0..SIZE {
        regions.push(Region::new(&[k, 0], &[1, SIZE]));
        regions.push(Region::new(&[0, k], &[SIZE, 1]));
    }
    for (start, shape) in [([0, 0], [4, 4]), ([1, 1], [4, 4]), ([0, 2], [3, 3]), ([0, 0], [6, 6])] {
        regions.push(Region::new(&start, &shape));
    }
    regions
}

fn overlaps(region: &Region, other: &Region) -> bool {
    (0..2).all(|axis| {
        let end = |region: &Region| region.start()[axis] + region.shape()[axis];
        region.start()[axis] < end(other) && other.start()[axis] < end(region)
    })
}

fn is_right(region: &Region, elements: &[f32]) -> bool {
    let width = region.shape()[1];
    let [i, j] = region.start().try_into().unwrap();
    elements.iter().enumerate().all(|(k, x)| *x == element(i + k / width, j + k % width))
}

/// A transposition or a product with itself: which, the chunks of the result, and the memory, the least that suffices.
struct Operation {
    is_product: bool,
    chunk: [usize; 2],
    memory: usize,
}

impl Operation {
    /// Operations that read parts of chunks, then whole ones.
    fn all(a: &ZarrArray<f32>) -> Vec<Self> {
        let of = |(is_product, chunk)| {
            let mut operation = Self { is_product, chunk, memory: 0 };
            match operation.run(a) {
                Err(ZarrError::Memory { needed, .. }) => operation.memory = needed,
                other => panic!("{other:?}"),
            }
            operation
        };
        [(false, [1, 5]), (true, [3, 2]), (false, [4, 4]), (true, [4, 4])].map(of).into()
    }

    fn run(&self, a: &ZarrArray<f32>) -> Result<Vec<f32>, ZarrError> {
        let folder = tempdir().unwrap();
        let (to, work) = (folder.path().join("b"), Work::new(self.memory));
        let b = match self.is_product {
            true => matmul(a, a, to, self.chunk, &work)?,
            false => transpose(a, to, self.chunk, &work)?,
        };
        Ok(b.read(&Region::new(&[0, 0], &[SIZE, SIZE]))?.into_vec())
    }

    fn expected(&self, i: usize, j: usize) -> f32 {
        match self.is_product {
            true => (0..SIZE).map(|p| element(i, p) * element(p, j)).sum(),
            false => element(j, i),
        }
    }
}

/// What checksums of the file of chunk (0,0) cover, and where.
struct Covered {
    /// The extent of the blocks that are covered one by one.
    block: usize,
    /// The first byte that is covered.
    from: usize,
}

/// Reads an array as it is, then with one bit flipped at each byte of the file of a chunk: no read that uses the byte
/// succeeds, and all others are right.
fn flip(name: &str, path: &Path, file: &str, covered: Covered) {
    let a = ZarrArray::<f32>::open(path).unwrap();
    for region in regions() {
        assert!(is_right(&region, a.read(&region).unwrap().as_slice()), "{name}: {region}");
    }
    let operations = Operation::all(&a);
    for operation in &operations {
        let found = operation.run(&a).unwrap();
        for (k, x) in found.iter().enumerate() {
            assert_eq!(*x, operation.expected(k / SIZE, k % SIZE), "{name}: {k}");
        }
    }

    let chunk = Region::new(&[0, 0], &[4, 4]);
    let (block, count) = (covered.block, 4 / covered.block);
    let blocks: Vec<Region> = (0..count * count)
        .map(|k| Region::new(&[k / count * block, k % count * block], &[block, block]))
        .collect();
    let file = path.join(file);
    let bytes = fs::read(&file).unwrap();
    let mut spoilt = vec![0; blocks.len()];
    for at in covered.from..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        fs::write(&file, &flipped).unwrap();
        // The blocks that use the byte: one, or all where it is in the index of a shard.
        let bad = |k: &usize| a.read(&blocks[*k]).is_err();
        let bad: Vec<usize> = (0..blocks.len()).filter(bad).collect();
        assert!(bad.len() == 1 || bad.len() == blocks.len(), "{name}: byte {at} spoils {bad:?}");
        bad.iter().for_each(|k| spoilt[*k] += 1);
        for region in regions() {
            match a.read(&region) {
                Ok(tile) => {
                    let is_used = bad.iter().any(|k| overlaps(&blocks[*k], &region));
                    assert!(!is_used, "{name}: byte {at} is not found in {region}");
                    assert!(is_right(&region, tile.as_slice()), "{name}: byte {at}, {region}");
                }
                Err(error) => {
                    assert!(overlaps(&chunk, &region), "{name}: byte {at}, {region}: {error}");
                    assert!(error.to_string().contains("checksum"), "{name}: byte {at}: {error}");
                }
            }
        }
        for operation in &operations[..2] {
            let error = operation.run(&a).unwrap_err().to_string();
            assert!(error.contains("checksum"), "{name}: byte {at}: {error}");
        }
    }
    assert!(spoilt.iter().all(|times| *times > 0), "{name}: {spoilt:?}");
}

#[test]
fn of_chunks() {
    for (name, codecs) in [("crc32c", vec![crc()]), ("gzip, crc32c", vec![gzip(), crc()])] {
        let (_folder, path) = array(builder().bytes_to_bytes_codecs(codecs.clone()));
        flip(name, &path, "c/0/0", Covered { block: 4, from: 0 });
    }
    let transposed = TransposeCodec::new(TransposeOrder::new(&[1, 0]).unwrap());
    let mut builder = builder();
    builder.array_to_array_codecs(vec![Arc::new(transposed)]).bytes_to_bytes_codecs(vec![crc()]);
    let (_folder, path) = array(&builder);
    flip("transpose, crc32c", &path, "c/0/0", Covered { block: 4, from: 0 });
}

#[test]
fn of_chunks_in_shards() {
    let mut inner = builder();
    inner.subchunk_shape(vec![2, 2]);
    let (_folder, path) = array(inner.bytes_to_bytes_codecs(vec![crc()]));
    flip("shards of crc32c", &path, "c/0/0", Covered { block: 2, from: 0 });
}

/// Four chunks of 16 bytes without a checksum, then the index, which has one.
#[test]
fn of_the_index_of_a_shard() {
    let mut plain = builder();
    let (_folder, path) = array(plain.subchunk_shape(vec![2, 2]));
    flip("shards", &path, "c/0/0", Covered { block: 4, from: 64 });
}

#[test]
fn of_whole_shards() {
    let shards =
        ShardingCodecBuilder::new(vec![NonZeroU64::new(2).unwrap(); 2], &data_type::float32());
    let mut outer = builder();
    outer.array_to_bytes_codec(shards.build_arc()).bytes_to_bytes_codecs(vec![crc()]);
    let (_folder, path) = array(&outer);
    flip("crc32c of shards", &path, "c/0/0", Covered { block: 4, from: 0 });
}
