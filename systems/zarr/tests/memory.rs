//! The memory that operations use, counted by the allocator: arrays of 64 MB in 8 MB, and the least that is accepted.

use static_layout::*;
use static_layout_zarr::{
    Chunks, NewArray, Progress, Reduction, Region, Work, ZarrArray, ZarrError, ZarrWriter, map,
    map_two, matmul, permute, rechunk, reduce, transpose,
};
use std::alloc::{GlobalAlloc, Layout as Block, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use zarrs::array::codec::api::BytesToBytesCodecTraits;
use zarrs::array::codec::{Crc32cCodec, GzipCodec};
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::filesystem::FilesystemStore;

struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);
/// Held by the test that counts.
static ALONE: Mutex<()> = Mutex::new(());

// SAFETY: every call is one of `System`, with the same arguments; the counters do not touch the memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, block: Block) -> *mut u8 {
        let held = HELD.fetch_add(block.size(), Ordering::Relaxed) + block.size();
        MOST.fetch_max(held, Ordering::Relaxed);
        // SAFETY: the caller keeps the rules of `GlobalAlloc`, which `System` has.
        unsafe { System.alloc(block) }
    }
    unsafe fn dealloc(&self, at: *mut u8, block: Block) {
        HELD.fetch_sub(block.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the rules of `GlobalAlloc`; `at` came from `System`.
        unsafe { System.dealloc(at, block) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The extents of a chunk of 16 kB, and the zeros in a file that is not too long for it: 2 MB.
const SIDE: usize = 128;
const ZEROS: usize = 2 << 20;

/// The bytes of a gzip file of zeros.
fn bomb(count: usize) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut encoder, &vec![0; count]).unwrap();
    encoder.finish().unwrap()
}

/// Chunks of 16 kB that decompress to 2 MB, and one that would to 64 MB.
#[test]
fn a_bomb_stops_at_the_size_of_a_chunk() {
    let _alone = ALONE.lock();
    let folder = tempfile::tempdir().unwrap();
    let shape = Region::new(&[0, 0], &[SIDE; 2]);
    let part = Region::new(&[1, 1], &[1, 2]);
    let bomb = bomb(ZEROS);
    let long = self::bomb(64 << 20);
    let gzip = NewArray::new(&[SIDE; 2], [SIDE; 2]).with_gzip(1);
    let second = r#"{"zarr_format": 2, "shape": [128, 128], "chunks": [128, 128], "dtype": "|u1", "fill_value": 0,
        "compressor": {"id": "gzip", "level": 1}, "filters": null, "order": "C"}"#;
    // One chunk of a shard that has one: the bomb, and where it is.
    let at = [&[0; 8][..], &(bomb.len() as u64).to_le_bytes()].concat();
    let checksum = crc32c(&at).to_le_bytes();
    let shard = [&bomb[..], &at, &checksum].concat();
    for (name, new, file, bytes) in [
        ("gzip", Some(gzip.clone()), "c/0/0", &bomb),
        ("long", Some(gzip.clone()), "c/0/0", &long),
        ("shard", Some(gzip.with_shards_of(&[SIDE; 2])), "c/0/0", &shard),
        ("second", None, "0.0", &bomb),
    ] {
        let path = folder.path().join(name);
        match new {
            Some(new) => {
                let writer = ZarrWriter::<u8>::create(&path, &new).unwrap();
                writer.write_chunk(&[0, 0], &[1; SIDE * SIDE]).unwrap();
                writer.finish().unwrap();
            }
            None => {
                std::fs::create_dir(&path).unwrap();
                std::fs::write(path.join(".zarray"), second).unwrap();
            }
        }
        std::fs::write(path.join(file), bytes).unwrap();
        let a = ZarrArray::<u8>::open(&path).unwrap();
        for region in [&shape, &part] {
            let used = most(|| {
                let error = a.read(region).unwrap_err();
                let words = match name {
                    "long" => "the file has 65211 bytes, a chunk at most 19456",
                    _ => "it decompresses to more than 16384 bytes",
                };
                assert!(error.to_string().ends_with(words), "{name}: {error}");
            });
            assert!(used < 1 << 20, "{name}: {used} bytes");
        }
    }
}

/// Bombs of the other compressors, of both versions.
#[test]
fn bombs_of_other_compressors() {
    use std::io::Write;
    const CHUNK: u32 = (SIDE * SIDE) as u32;
    let _alone = ALONE.lock();
    let zeros = vec![0_u8; ZEROS];
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    zlib.write_all(&zeros).unwrap();
    let zlib = zlib.finish().unwrap();
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz2.write_all(&zeros).unwrap();
    let bz2 = bz2.finish().unwrap();
    let zstd = zstd::bulk::compress(&zeros, 1).unwrap();
    // Without the size of its elements.
    let stream = zstd::stream::encode_all(&zeros[..], 1).unwrap();
    // A literal of LZ4, then a copy of 2 MB, then a literal.
    let block = [&[0x1F, 0, 1, 0][..], &vec![255; ZEROS / 255], &[0, 0x10, 0]].concat();
    let lz4 = |size: u32| [&size.to_le_bytes()[..], &block].concat();
    let blosc = |compressor: u8, size: u32, block: &[u8]| {
        let header = [2, 1, compressor << 5 | 16, 1];
        let len = 24 + block.len() as u32;
        let numbers = [size, size, len, 20, block.len() as u32].map(u32::to_le_bytes).concat();
        [&header[..], &numbers, block].concat()
    };
    drop(zeros);
    let folder = tempfile::tempdir().unwrap();
    for (id, bytes) in [
        ("zlib", zlib.clone()),
        ("bz2", bz2),
        ("zstd", zstd.clone()),
        ("zstd", stream),
        ("lz4", lz4(ZEROS as u32)),
        ("lz4", lz4(u32::MAX)),
        ("lz4", lz4(CHUNK)),
        ("blosc", blosc(1, CHUNK, &block)),
        ("blosc", blosc(1, ZEROS as u32, &block)),
        ("blosc", blosc(3, CHUNK, &zlib)),
        ("blosc", blosc(3, u32::MAX, &zlib)),
        ("blosc", blosc(4, CHUNK, &zstd)),
        // BloscLZ: a literal, and a copy of it.
        ("blosc", blosc(0, CHUNK, &[&[0, 0, 0xE0][..], &[255; ZEROS / 255], &[0, 0]].concat())),
    ] {
        let second = format!(
            r#"{{"zarr_format": 2, "shape": [128, 128], "chunks": [128, 128], "dtype": "|u1", "fill_value": 0,
            "compressor": {{"id": "{id}"}}, "filters": null, "order": "C"}}"#
        );
        std::fs::write(folder.path().join(".zarray"), second).unwrap();
        std::fs::write(folder.path().join("0.0"), &bytes).unwrap();
        let a = ZarrArray::<u8>::open(folder.path()).unwrap();
        let whole = Region::new(&[0, 0], &[SIDE; 2]);
        let mut said = String::new();
        let used = most(|| said = a.read(&whole).unwrap_err().to_string());
        // The memory of bzip2 is some 400 kB.
        assert!(used < 1 << 20, "{id}: {used} bytes");
        assert!(!said.contains("the file has"), "{id}: {said}");
    }
}

/// Files of 3 GB without blocks on the disk: metadata, and shards, which may have bytes that no chunk uses.
#[test]
fn sparse_files_take_no_memory() {
    let _alone = ALONE.lock();
    let bytes = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;
    let shards = format!(
        r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [2], "codecs": [{bytes}],
        "index_codecs": [{bytes}]}}}}"#
    );
    let nested = shards.replacen(&format!("[{bytes}]"), &format!("[{shards}]"), 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let hole = |name: &str| {
        let file = std::fs::File::create(path.join(name)).unwrap();
        file.set_len(3 << 30).unwrap();
        file
    };
    let refused = |region: &Region, words: &str| {
        let mut said = String::new();
        let used = most(|| {
            let read = ZarrArray::<f32>::open(path).and_then(|a| a.read(region));
            said = read.unwrap_err().to_string();
        });
        assert!(used < 1 << 20, "{said}: {used} bytes");
        assert!(said.contains(words), "{said}");
    };
    let [whole, part] = [Region::new(&[0], &[4]), Region::new(&[1], &[2])];
    for file in ["zarr.json", ".zarray"] {
        hole(file);
        refused(&whole, "the file has 3221225472 bytes, metadata at most 16777216");
        std::fs::remove_file(path.join(file)).unwrap();
    }
    std::fs::create_dir(path.join("c")).unwrap();
    for codecs in [
        shards.clone(),
        format!("{shards}, \"crc32c\""),
        format!("{shards}, \"gzip\""),
        format!("{shards}, \"numcodecs.crc32\", \"zstd\""),
        nested.clone(),
        nested.replacen("[2]", "[4]", 1),
    ] {
        let text = format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "float32", "fill_value": 0,
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [4]}}}},
            "chunk_key_encoding": {{"name": "default"}}, "codecs": [{codecs}]}}"#
        );
        std::fs::write(path.join("zarr.json"), text).unwrap();
        // An index at the end, with two chunks at the beginning.
        let index = [0_u64, 8, 8, 8].map(u64::to_le_bytes).concat();
        let mut file = hole("c/0");
        std::io::Seek::seek(&mut file, std::io::SeekFrom::End(-32)).unwrap();
        std::io::Write::write_all(&mut file, &index).unwrap();
        [&whole, &part]
            .iter()
            .for_each(|region| refused(region, "the file has 3221225472 bytes, a chunk at"));
    }
    // Twice of what a shard has is read.
    let text = std::fs::read_to_string(path.join("zarr.json")).unwrap();
    let text = text.replace(&nested.replacen("[2]", "[4]", 1), &shards);
    std::fs::write(path.join("zarr.json"), text).unwrap();
    let shard = |unused: usize| {
        let elements = [1.0_f32, 2.0, 3.0, 4.0].map(f32::to_le_bytes).concat();
        let index = [0_u64, 8, 8, 8].map(u64::to_le_bytes).concat();
        std::fs::write(path.join("c/0"), [elements, vec![7; unused], index].concat()).unwrap();
    };
    shard(48);
    let a = ZarrArray::<f32>::open(path).unwrap();
    assert_eq!(a.read(&whole).unwrap().as_slice(), [1.0, 2.0, 3.0, 4.0]);
    assert_eq!(a.read(&part).unwrap().as_slice(), [2.0, 3.0]);
    shard(49);
    refused(&whole, "the file has 97 bytes, a chunk at most 96");
}

/// Shards of so many chunks that the index is larger than the elements, read whole and in parts: the index is in the memory.
#[test]
fn the_index_of_a_shard_counts() {
    let _alone = ALONE.lock();
    const SIZE: usize = 192;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let new = NewArray::new(&[SIZE; 2], [SIZE; 2]);
    for (name, new, inner) in [
        ("plain", new.clone(), [2, 1]),
        ("gzip", new.clone().with_gzip(1), [4, 4]),
        ("sum", new.clone(), [2, 1]),
        ("transposed", new, [2, 1]),
    ] {
        let new = new.with_shards_of(&inner);
        let writer = ZarrWriter::<u8>::create(at(name), &new).unwrap();
        let elements: Vec<u8> = (0..SIZE * SIZE).map(|k| (k * k % 251) as u8 + 1).collect();
        writer.write_chunk(&[0, 0], &elements).unwrap();
        writer.finish().unwrap();
        if ["sum", "transposed"].contains(&name) {
            let metadata = at(name).join("zarr.json");
            let text = std::fs::read_to_string(&metadata).unwrap();
            let mut text: serde_json::Value = serde_json::from_str(&text).unwrap();
            let codecs = text["codecs"].as_array_mut().unwrap();
            codecs.push("crc32c".into());
            if name == "transposed" {
                let order = serde_json::json!({ "order": [1, 0] });
                codecs
                    .insert(0, serde_json::json!({ "name": "transpose", "configuration": order }));
            }
            std::fs::write(metadata, text.to_string()).unwrap();
            let file = at(name).join("c/0/0");
            let bytes = std::fs::read(&file).unwrap();
            let checksum = crc32c(&bytes).to_le_bytes();
            std::fs::write(file, [&bytes[..], &checksum].concat()).unwrap();
        }
        let a = ZarrArray::<u8>::open(at(name)).unwrap();
        // One tile, and tiles of a half.
        for height in [SIZE, SIZE / 2] {
            let act = |memory| {
                let to = at(&format!("{name}, {height}"));
                transpose(&a, to, [height, SIZE], &Work::new(memory))
            };
            let needed = match act(0) {
                Err(ZarrError::Memory { needed, allowed: 0 }) => needed,
                other => panic!("{name}: {other:?}"),
            };
            let used = most(|| act(needed).unwrap());
            assert!(used < needed + 100_000, "{name}, {height}: {used} bytes of {needed}");
        }
    }
}

/// Metadata of shards of 2^24 chunks, and of chunks of 2^24 bytes, in files of some bytes: no number of it takes memory before it
/// is compared with the file.
#[test]
fn small_files_take_no_memory() {
    let _alone = ALONE.lock();
    const MANY: usize = 1 << 24;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::create_dir(path.join("c")).unwrap();
    let bytes = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;
    let shards = |inner: usize, codecs: &str, index: &str, at: &str| {
        format!(
            r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [{inner}], "codecs": [{codecs}],
            "index_codecs": [{bytes}{index}], "index_location": "{at}"}}}}"#
        )
    };
    let mut rows = Vec::new();
    for at in ["start", "end"] {
        for index in ["", ", \"crc32c\"", ", {\"name\": \"numcodecs.fletcher32\"}"] {
            let many = shards(1, bytes, index, at);
            for (outer, last) in [("", ""), ("", ", \"gzip\""), ("", ", \"crc32c\""), ("x", "")] {
                let codecs =
                    if outer.is_empty() { many.clone() } else { shards(MANY, &many, "", at) };
                rows.push(format!("{codecs}{last}"));
            }
            rows.push(shards(1, &format!("{bytes}, \"zstd\""), index, at));
        }
    }
    for packer in
        ["zstd", "gzip", "blosc", "numcodecs.lz4", "numcodecs.bz2", "numcodecs.zlib", "crc32c"]
    {
        rows.push(format!(r#"{bytes}, {{"name": "{packer}"}}"#));
        rows.push(shards(MANY / 2, &format!(r#"{bytes}, {{"name": "{packer}"}}"#), "", "end"));
    }
    let number = MANY as u32;
    let blosc = |compressor: u8| {
        let numbers = [number, number, 32, 20, 8].map(u32::to_le_bytes).concat();
        [&[2, 1, compressor << 5 | 16, 1][..], &numbers, &[7; 8]].concat()
    };
    // A frame of zstd that says it has so many bytes: of the window, and of its content.
    let frame = |descriptor: u8| {
        [&[0x28, 0xB5, 0x2F, 0xFD, descriptor][..], &number.to_le_bytes(), &[1, 0, 0]].concat()
    };
    let at_start = [0, 8_u64].map(u64::to_le_bytes).concat();
    let files = [
        vec![],
        vec![0; 1],
        vec![7; 64],
        vec![0xFF; 64],
        [number.to_le_bytes(), [7; 4]].concat(),
        [number.to_le_bytes().to_vec(), vec![0x1F, 0, 1, 0, 255, 255, 0]].concat(),
        blosc(0),
        blosc(1),
        blosc(3),
        blosc(4),
        frame(0xA0),
        frame(0x80),
        [vec![0; 8], at_start].concat(),
    ];
    for codecs in rows {
        let text = format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": [{MANY}], "data_type": "uint8", "fill_value": 0,
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [{MANY}]}}}},
            "chunk_key_encoding": {{"name": "default"}}, "codecs": [{codecs}]}}"#
        );
        std::fs::write(path.join("zarr.json"), text).unwrap();
        for file in &files {
            std::fs::write(path.join("c/0"), file).unwrap();
            let a = ZarrArray::<u8>::open(path).unwrap();
            for region in [Region::new(&[0], &[1]), Region::new(&[7], &[9])] {
                let used = most(|| drop(a.read(&region)));
                assert!(used < 1 << 20, "{codecs}, {file:?}, {region}: {used} bytes");
            }
            // The elements that are asked for, and a copy of them. Many missing chunks take long.
            if codecs.contains("\"chunk_shape\": [1]") {
                continue;
            }
            let whole = Region::new(&[0], &[MANY]);
            let used = most(|| drop(a.read(&whole)));
            assert!(used < 2 * MANY + (1 << 20), "{codecs}, {file:?}: {used} bytes");
        }
    }
}

/// A chunk of pcodec that says that it has a dictionary or a window of 2^24 numbers, which is 128 MiB.
#[test]
fn numbers_of_pcodec_take_no_memory() {
    let _alone = ALONE.lock();
    // As numcodecs 0.16.6 writes 60 numbers, 7^(k mod 19), with a window of 2^6.
    let digits = "70636f210300050f0401023b000020059800800a00000000d409000000c006002a0000000000000020003100000000000000\
        a42cca654b0000000080336ddb260100000000000000344d175785c17e7800500d4ce4fb6c07000000008004004002800001\
        8070803c31c08a15000000000000bc62c401000000af1871000000f77e2e190000808bb4850500c0afc45b350100d037f5ac\
        430070c0b5dccd0e00704e80083d033c8bd5dd59b5008bd994a8ab2700000000";
    let byte = |two: &[u8]| u8::from_str_radix(str::from_utf8(two).unwrap(), 16).unwrap();
    let file: Vec<u8> = digits.as_bytes().chunks(2).map(byte).collect();
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{"zarr_format": 3, "node_type": "array", "shape": [60], "data_type": "uint64", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [60]}},
        "chunk_key_encoding": {"name": "v2"}, "codecs": [{"name": "numcodecs.pcodec", "configuration": {}}]}"#;
    std::fs::write(folder.path().join("zarr.json"), text).unwrap();
    for (at, bytes, words) in [
        (15, &[0x17][..], "a chunk of pcodec has a window of 2^24"),
        (14, &[4, 0, 0, 0x10], "a chunk of pcodec ends in its dictionary of 16777216 numbers"),
    ] {
        let mut chunk = file.clone();
        chunk[at..at + bytes.len()].copy_from_slice(bytes);
        std::fs::write(folder.path().join("0"), chunk).unwrap();
        let a = ZarrArray::<u64>::open(folder.path()).unwrap();
        let mut said = String::new();
        let read = || said = a.read(&Region::new(&[3], &[4])).unwrap_err().to_string();
        let used = most(read);
        assert!(used < 1 << 20, "{said}: {used} bytes");
        assert!(said.contains(words), "{said}");
    }
    std::fs::write(folder.path().join("0"), file).unwrap();
    let a = ZarrArray::<u64>::open(folder.path()).unwrap();
    assert_eq!(a.read(&Region::new(&[57], &[2])).unwrap().as_slice(), [1, 7]);
}

/// CRC-32C, bit by bit.
fn crc32c(bytes: &[u8]) -> u32 {
    let step = |state: u32, _| if state & 1 == 1 { state >> 1 ^ 0x82F6_3B78 } else { state >> 1 };
    !bytes.iter().fold(!0, |state, byte| (0..8).fold(state ^ u32::from(*byte), step))
}

/// The most bytes that were held during `act`, in addition to the bytes before it.
fn most<R>(act: impl FnOnce() -> R) -> usize {
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    act();
    MOST.load(Ordering::Relaxed) - before
}

#[test]
fn operations_stay_in_their_memory() {
    let _alone = ALONE.lock();
    const MEMORY: usize = 8 << 20;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let writer =
        ZarrWriter::<f64>::create(at("a"), &NewArray::new(&[2900, 2900], [200, 180])).unwrap();
    let mut row = vec![0.0; 200 * 2900];
    for i in (0..2900_usize).step_by(200) {
        let n = (2900 - i).min(200);
        row.iter_mut().enumerate().for_each(|(k, x)| *x = ((i + k) % 5) as f64);
        writer.write([i, 0], View::new(&row, layout!((n, 2900):row)).unwrap()).unwrap();
    }
    drop(row);
    let a = writer.finish().unwrap();
    let small = ZarrWriter::<f64>::create(at("b"), &NewArray::new(&[2900, 64], [200, 64])).unwrap();
    small.write([0, 0], View::new(&[1.0], layout!((2900, 64):(0, 0))).unwrap()).unwrap();
    let b = small.finish().unwrap();
    // The arrays have 67 MB. What `zarrs` keeps for each call is small. 16 threads have chunks of 17 MB at a time, so
    // fewer must code them.
    for threads in [2, 16] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let most = |act: &(dyn Fn() -> ZarrArray<f64> + Sync)| most(|| pool.install(act));
        let used = most(&|| {
            transpose(&a, at(&format!("t{threads}")), [150, 210], &Work::new(MEMORY)).unwrap()
        });
        assert!(used < MEMORY + (1 << 20) && used > 1 << 20, "transpose: {used} bytes");
        let used = most(&|| {
            matmul(&a, &b, at(&format!("c{threads}")), [100, 64], &Work::new(MEMORY)).unwrap()
        });
        assert!(used < MEMORY + (1 << 20) && used > 1 << 20, "matmul: {used} bytes");
    }
}

/// The journal of a result of many chunks, all of which are written: the list of them is inside the memory.
#[test]
fn a_long_journal_is_in_the_memory() {
    struct Kill;
    impl Progress for Kill {
        fn begin(&self, _: u64, done: u64) {
            assert!(done > 0, "as the test wants");
        }
        fn step(&self) {}
        fn end(&self) {}
    }
    const SIZE: usize = 400;
    let _alone = ALONE.lock();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let writer = ZarrWriter::<u8>::create(at("a"), &NewArray::new(&[SIZE; 2], [SIZE; 2])).unwrap();
    writer.write_chunk(&[0, 0], &[1; SIZE * SIZE]).unwrap();
    let a = writer.finish().unwrap();
    let act = |work: &Work<'_>| transpose(&a, at("b"), [1, 1], work);
    let needed = match act(&Work::new(0)) {
        Err(ZarrError::Memory { needed, .. }) => needed,
        other => panic!("{other:?}"),
    };
    let work = Work::new(needed).with_progress(&Kill);
    let killed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| act(&work)));
    assert!(killed.is_err());
    let lines: String = (0..SIZE * SIZE).rev().map(|k| format!("{k} {k}\n")).collect();
    let journal = std::fs::OpenOptions::new().append(true).open(at("b/.unfinished")).unwrap();
    std::io::Write::write_all(&mut &journal, lines.as_bytes()).unwrap();
    drop(lines);
    // A file for each chunk: the rows share one folder.
    std::fs::create_dir_all(at("b/c/0")).unwrap();
    (0..SIZE).for_each(|k| std::fs::write(at(&format!("b/c/0/{k}")), [1]).unwrap());
    (1..SIZE).for_each(|k| std::os::unix::fs::symlink("0", at(&format!("b/c/{k}"))).unwrap());
    let used = most(|| act(&work).unwrap());
    assert!(used >= SIZE * SIZE && used < needed + 100_000, "{used} bytes of {needed}");
}

/// Chunks whose checksums cover more than the part that is read, and chunks that are compressed.
#[test]
fn chunks_that_are_decoded_whole_count() {
    let _alone = ALONE.lock();
    // Four chunks of 265 kB: a little more than a power of two, at which buffers that grow are the largest.
    const SIZE: usize = 364;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // Noise, which gzip does not make smaller.
    let mut state = 1_u64;
    let noise = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        f64::from_bits(state >> 2)
    });
    let elements: Vec<f64> = noise.take(SIZE * SIZE).collect();
    let crc = || Arc::new(Crc32cCodec::new()) as Arc<dyn BytesToBytesCodecTraits>;
    let gzip = || Arc::new(GzipCodec::new(1).unwrap()) as Arc<dyn BytesToBytesCodecTraits>;
    // With the copies of a chunk that are counted at least.
    // Codecs that `zarrs` does not write here: the files are replaced.
    type Pack = fn(&[u8]) -> Vec<u8>;
    let bz2: Pack = |bytes| {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
        std::io::Write::write_all(&mut encoder, bytes).unwrap();
        encoder.finish().unwrap()
    };
    let crc32: Pack = |bytes| {
        let mut sum = flate2::Crc::new();
        sum.update(bytes);
        [&sum.sum().to_le_bytes()[..], bytes].concat()
    };
    for (name, codecs, inner, copies, pack) in [
        ("crc32c", vec![crc()], None, 3, None),
        ("gzip", vec![gzip()], None, 4, None),
        ("gzip, crc32c", vec![gzip(), crc()], None, 4, None),
        ("shards of crc32c", vec![crc()], Some(91), 1, None),
        ("zstd", vec![], None, 4, Some((|bytes| zstd::bulk::compress(bytes, 1).unwrap()) as Pack)),
        ("numcodecs.bz2", vec![], None, 4, Some(bz2)),
        ("numcodecs.crc32", vec![], None, 3, Some(crc32)),
        ("numcodecs.shuffle", vec![], None, 4, Some(|bytes| bytes.to_vec())),
    ] {
        let shape = vec![SIZE as u64; 2];
        let mut builder = ArrayBuilder::new(shape, vec![182; 2], data_type::float64(), 0.0_f64);
        builder.bytes_to_bytes_codecs(codecs);
        inner.map(|extent| builder.subchunk_shape(vec![extent; 2]));
        let store = Arc::new(FilesystemStore::new(at(name)).unwrap());
        let array = builder.build(store, "/").unwrap();
        array.store_metadata().unwrap();
        array.store_array_subset(&array.subset_all(), elements.as_slice()).unwrap();
        if let Some(pack) = pack {
            let metadata = at(name).join("zarr.json");
            let text = std::fs::read_to_string(&metadata).unwrap();
            let mut text: serde_json::Value = serde_json::from_str(&text).unwrap();
            text["codecs"].as_array_mut().unwrap().push(name.into());
            std::fs::write(metadata, text.to_string()).unwrap();
            for k in 0..4 {
                let file = at(name).join(format!("c/{}/{}", k / 2, k % 2));
                std::fs::write(&file, pack(&std::fs::read(&file).unwrap())).unwrap();
            }
        }
        let a = ZarrArray::<f64>::open(at(name)).unwrap();
        let transpose = |memory| {
            let to = at(&format!("transpose of {name}"));
            transpose(&a, to, [14, SIZE], &Work::new(memory))
        };
        let matmul = |memory| {
            let to = at(&format!("product of {name}"));
            matmul(&a, &a, to, [91, 182], &Work::new(memory))
        };
        let operations: [(&dyn Fn(usize) -> _, usize); 2] = [(&transpose, 14 * SIZE), (&matmul, 0)];
        for (operation, tile) in operations {
            let needed = match operation(0) {
                Err(ZarrError::Memory { needed, allowed: 0 }) => needed,
                other => panic!("{name}: {other:?}"),
            };
            let counted = |copies: usize| (copies * 182 * 182 + 3 * tile) * 8;
            assert!(needed >= counted(copies), "{name}: {needed} bytes");
            // A transposition counts less than another copy, apart from the memory of bzip2.
            let own = if name == "numcodecs.bz2" { 4 << 20 } else { 0 };
            let is_tight = needed < counted(copies + 1) + own;
            assert!(is_tight || inner.is_some() || tile == 0, "{name}: {needed} bytes");
            assert!(matches!(operation(needed - 1), Err(ZarrError::Memory { .. })));
            // Less than a copy of a chunk is spare.
            let used = most(|| operation(needed).unwrap());
            assert!(used < needed + 100_000, "{name}: {used} bytes of {needed}");
        }
    }
}

/// Operations on arrays of three axes: in the least memory that is accepted, and in twice as much.
#[test]
fn operations_of_any_rank_stay_in_their_memory() {
    let _alone = ALONE.lock();
    const SHAPE: [usize; 3] = [96, 80, 72];
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let new = NewArray::new(&SHAPE, Chunks::new(&[32, 20, 24]).with_crc32c());
    let writer = ZarrWriter::<f32>::create(at("a"), &new).unwrap();
    for chunk in writer.grid().chunks() {
        let count = writer.grid().region(&chunk).unwrap().size();
        let elements: Vec<f32> = (0..count).map(|k| (k * k % 1009) as f32).collect();
        writer.write_chunk(&chunk, &elements).unwrap();
    }
    let a = writer.finish().unwrap();
    let shards = Chunks::new(&[48, 40, 12]).with_shards_of(&[12, 10, 12]).with_crc32c();
    type Act<'a> = &'a dyn Fn(&std::path::Path, &Work<'_>) -> Result<(), ZarrError>;
    let operations: [(&str, Act<'_>); 6] = [
        ("permute", &|to, work| permute(&a, to, &[2, 0, 1], [24, 32, 20], work).map(drop)),
        ("rechunk", &|to, work| rechunk(&a, to, &shards, work).map(drop)),
        ("map", &|to, work| map(&a, to, [48, 10, 24], "x", f64::from, work).map(drop)),
        ("map two", &|to, work| {
            map_two(&a, &a, to, [48, 10, 24], "x + y", |x, y| x + y, work).map(drop)
        }),
        ("reduce", &|to, work| reduce(&a, to, [48, 36], &[1], Reduction::Sum, work).map(drop)),
        ("reduce all", &|to, work| reduce(&a, to, [], &[0, 1, 2], Reduction::Max, work).map(drop)),
    ];
    for (name, act) in operations {
        let needed = match act(&at(name), &Work::new(0)) {
            Err(ZarrError::Memory { needed, allowed: 0 }) => needed,
            other => panic!("{name}: {other:?}"),
        };
        for memory in [needed, 2 * needed] {
            let to = at(&format!("{name} in {memory}"));
            let used = most(|| act(&to, &Work::new(memory)).unwrap());
            assert!(used < memory + 100_000, "{name}: {used} bytes of {memory}");
        }
    }
}
