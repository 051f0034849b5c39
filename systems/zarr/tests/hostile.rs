//! Files that no writer makes: numbers that no memory has, and files that are cut off or have a flipped bit. Each is
//! refused or read as it was, in little memory.

use static_layout_zarr::{
    NewArray, Region, Work, ZarrArray, ZarrError, ZarrWriter, matmul, transpose,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tempfile::{TempDir, tempdir, tempdir_in};
use zarrs::array::codec::Crc32cCodec;
use zarrs::array::{ArrayBuilder, data_type};
use zarrs::filesystem::FilesystemStore;

#[path = "../../../tests/spoilt.rs"]
mod spoilt;
use spoilt::{Damage, damage};

/// KiB of addresses that the child may use: 4 GiB.
const MOST_KIB: &str = "4194304";
/// Seconds of processor time after which it counts as never ending.
const NEVER: &str = "120";

#[test]
fn numbers_of_files_take_no_memory() {
    let program = std::env::current_exe().unwrap();
    let limits = format!("ulimit -v {MOST_KIB}; ulimit -t {NEVER}; exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &limits, program.to_str().unwrap()])
        .args(["--ignored", "--exact", "--nocapture", "numbers_of_files"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{:?} {said} {errors}",
        output.status
    );
}

/// A folder in memory, because each file is synchronized.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempdir_in(memory) } else { tempdir() }.unwrap()
}

const BYTES: &str = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;

/// An array of these extents, chunks and codecs, without chunks.
fn array(shape: &str, chunk: &str, data_type: &str, codecs: &str) -> (TempDir, PathBuf) {
    let folder = folder();
    let text = format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [{shape}], "data_type": "{data_type}", "fill_value": 0,
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [{chunk}]}}}},
        "chunk_key_encoding": {{"name": "default", "configuration": {{"separator": "/"}}}}, "codecs": [{codecs}]}}"#
    );
    let path = folder.path().join("a");
    fs::create_dir(&path).unwrap();
    fs::write(path.join("zarr.json"), text).unwrap();
    (folder, path)
}

/// The codecs of shards of chunks of these extents, whose index has no checksum.
fn shards(inner: &str, codecs: &str) -> String {
    format!(
        r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [{inner}], "codecs": [{codecs}],
        "index_codecs": [{BYTES}], "index_location": "end"}}}}"#
    )
}

#[test]
#[ignore = "`numbers_of_files_take_no_memory` runs it"]
fn numbers_of_files() {
    regions_of_files();
    metadata();
    names_of_metadata();
    numbers_of_metadata();
    operations();
    indices_of_shards();
    journals();
}

/// Regions of a file's own extents.
fn regions_of_files() {
    for (shape, chunk) in [("1099511627776", "1048576"), ("9223372036854775808", "1048576")] {
        let (_folder, path) = array(shape, chunk, "uint8", BYTES);
        let a = ZarrArray::<u8>::open(path).unwrap();
        let error = a.read(&Region::new(&[0], a.shape())).unwrap_err();
        assert!(matches!(error, ZarrError::Allocation(bytes) if bytes == a.shape()[0]), "{error}");
        let last = a.shape()[0] - 1;
        assert_eq!(a.read(&Region::new(&[last], &[1])).unwrap().as_slice(), [0]);
    }
    // The error of a region reads no more of other chunks than the region has.
    let (_folder, path) = array("2199023255552", "1099511627776", "uint8", BYTES);
    fs::create_dir(path.join("c")).unwrap();
    fs::write(path.join("c/1"), [1]).unwrap();
    let a = ZarrArray::<u8>::open(path).unwrap();
    let error = a.read(&Region::new(&[(1 << 40) - 2], &[4])).unwrap_err();
    assert!(matches!(&error, ZarrError::Chunk { chunk, .. } if *chunk == [1]), "{error}");
}

/// Extents whose products overflow, and shards of chunks that are not a part of them.
fn metadata() {
    let (huge, most) = ("9223372036854775808", "18446744073709551615");
    let large = "1152921504606846976";
    let ordered = |order: &str, codecs: &str| {
        format!(r#"{{"name": "transpose", "configuration": {{"order": [{order}]}}}}, {codecs}"#)
    };
    let transposed = |codecs: &str| ordered("1, 0", codecs);
    let no_order = r#"{"name": "bytes"}"#;
    let index = format!("\"index_codecs\": [{BYTES}]");
    let no_order_of_index =
        shards("4", BYTES).replace(&index, &format!("\"index_codecs\": [{no_order}]"));
    for (shape, chunk, codecs, words) in [
        (format!("0, {huge}, {huge}"), "1, 1, 1", BYTES, "has more than 18446744073709551615"),
        (format!("{huge}, {huge}, 0"), "1, 1, 1", BYTES, "has more than 18446744073709551615"),
        (format!("0, {most}"), &format!("1, {huge}"), BYTES, "has more than 18446744073709551615"),
        ("4".into(), large, BYTES, "its chunks are too large"),
        ("4".into(), huge, BYTES, "its chunks are too large"),
        ("4".into(), "4", &shards(huge, BYTES), "do not divide a shard of [4]"),
        (
            "4, 4".into(),
            "4, 4",
            &shards("4294967296, 4294967296", BYTES),
            "do not divide a shard of [4, 4]",
        ),
        ("4".into(), "4", &shards("2", &shards("4", BYTES)), "do not divide a shard of [2]"),
        ("2, 6".into(), "2, 6", &shards("1, 6, 1", BYTES), "do not divide a shard of [2, 6]"),
        ("2, 6".into(), "2, 6", &shards("2, 6, 1, 1", BYTES), "do not divide a shard of [2, 6]"),
        ("2, 6".into(), "2, 6", &shards("12", BYTES), "do not divide a shard of [2, 6]"),
        ("2, 6".into(), "2, 6", &shards("6, 2", BYTES), "do not divide a shard of [2, 6]"),
        ("2, 6".into(), "2, 6", &shards("2, 0", BYTES), "do not divide a shard of [2, 6]"),
        ("2, 6".into(), "2, 6", &transposed(&shards("2, 6", BYTES)), "a shard of [6, 2]"),
        ("4".into(), "4", &shards("3", BYTES), "do not divide a shard of [4]"),
        ("2, 6".into(), "2, 6", &ordered("", BYTES), "[] is not an order of 2 axes"),
        ("2, 6".into(), "2, 6", &ordered("0", BYTES), "[0] is not an order of 2 axes"),
        ("2, 6".into(), "2, 6", &ordered("0, 0", BYTES), "[0,0] is not an order of 2 axes"),
        ("2, 6".into(), "2, 6", &ordered("1, 2", BYTES), "[1,2] is not an order of 2 axes"),
        ("2, 6".into(), "2, 6", &shards("2, 6", &ordered("", BYTES)), "[] is not an order of 2"),
        ("".into(), "", &ordered("0", BYTES), "[0] is not an order of 0 axes"),
        ("4".into(), "4", no_order, "the codec `bytes` has no order of bytes"),
        ("4".into(), "4", &shards("4", no_order), "the codec `bytes` has no order of bytes"),
        ("4".into(), "4", &no_order_of_index, "the codec `bytes` has no order of bytes"),
        ("4".into(), "17179869184", &shards("1", BYTES), "its chunks are too large"),
    ] {
        let (_folder, path) = array(&shape, chunk, "uint32", codecs);
        let error = ZarrArray::<u32>::open(path).unwrap_err().to_string();
        assert!(error.contains(words), "{shape} in {chunk}: {error}");
    }
    // In the axes after a transposition, chunks divide their shard. Of rank 0, there is an order of no axes.
    let (_folder, path) = array("2, 6", "2, 6", "uint32", &transposed(&shards("3, 2", BYTES)));
    let inner = ZarrArray::<u32>::open(path).unwrap().inner_grid().unwrap().unwrap();
    assert_eq!(inner.chunk(), [2, 3]);
    let (_folder, path) = array("", "", "uint32", &shards("", &ordered("", BYTES)));
    ZarrArray::<u32>::open(path).unwrap();
}

/// A pipe, a device or a folder in the place of each file that is opened.
#[cfg(unix)]
#[test]
fn what_is_not_a_regular_file_is_refused() {
    for (name, codecs) in [
        ("c/0", BYTES),
        ("c/0", &shards("2", BYTES)),
        ("zarr.json", BYTES),
        (".zarray", BYTES),
        (".unfinished", BYTES),
    ] {
        for kind in ["a pipe", "a device", "a folder"] {
            let (folder, path) = array("4", "4", "uint8", codecs);
            fs::create_dir(path.join("c")).unwrap();
            if name != "c/0" {
                fs::remove_file(path.join("zarr.json")).unwrap();
            }
            let at = path.join(name);
            match kind {
                "a pipe" => assert!(Command::new("mkfifo").arg(&at).status().unwrap().success()),
                "a device" => std::os::unix::fs::symlink("/dev/zero", &at).unwrap(),
                _ => fs::create_dir(&at).unwrap(),
            }
            // In a thread, which a pipe would hold for ever.
            let (send, receive) = std::sync::mpsc::channel();
            std::thread::spawn(move || {
                let part = |count| {
                    let a = ZarrArray::<u8>::open(&path)?;
                    a.read(&Region::new(&[0], &[count])).map(drop)
                };
                let new = NewArray::new(&[4], [4]);
                let read = [part(1), part(4)].map(|read| read.unwrap_err().to_string());
                let written = ZarrWriter::<u8>::create(&path, &new).map(drop);
                let _ = send.send((read, written, folder));
            });
            let answer = receive.recv_timeout(std::time::Duration::from_secs(60));
            let (read, written, _folder) = answer.unwrap_or_else(|_| panic!("{name}, {kind}"));
            for error in read {
                assert!(error.ends_with("it is not a regular file"), "{name}, {kind}: {error}");
            }
            assert!(written.is_err(), "{name}, {kind}");
        }
    }
}

/// Codecs and encodings of keys that `zarrs` registers and that panic or read outside of the folder, and names that are not
/// those of `zarrs`: each is refused by its name, also in a shard and in its index.
fn names_of_metadata() {
    let codec = |name: &str, configuration: &str| {
        format!(r#"{{"name": "{name}", "configuration": {{{configuration}}}}}"#)
    };
    let large = format!(r#""shape": [{0}, {0}, -1]"#, 1_u64 << 32);
    let then = |codec: String| format!("{codec}, {BYTES}");
    for (name, codecs) in [
        ("packbits", codec("packbits", r#""first_bit": 0, "last_bit": 15"#)),
        ("packbits", codec("packbits", r#""first_bit": 9"#)),
        ("reshape", then(codec("reshape", &large))),
        ("vlen-bytes", r#""vlen-bytes""#.into()),
        ("numcodecs.lzma", format!("{BYTES}, {}", codec("numcodecs.lzma", ""))),
        ("numcodecs.transpose", then(codec("numcodecs.transpose", r#""order": [0]"#))),
        (
            "static-layout.checked.gzip",
            format!("{BYTES}, {}", codec("static-layout.checked.gzip", r#""level": 1"#)),
        ),
        (
            "static-layout.checked.index",
            format!("{BYTES}, {}", codec("static-layout.checked.index", r#""size": 1"#)),
        ),
        ("unknown", format!(r#"{BYTES}, {{"name": "unknown", "must_understand": false}}"#)),
        ("", "{}".into()),
    ] {
        let index = shards("4", BYTES).replace(
            &format!("\"index_codecs\": [{BYTES}]"),
            &format!("\"index_codecs\": [{codecs}]"),
        );
        for codecs in
            [codecs.clone(), shards("4", &codecs), shards("4", &shards("4", &codecs)), index]
        {
            let (_folder, path) = array("4", "4", "uint8", &codecs);
            fs::create_dir(path.join("c")).unwrap();
            fs::write(path.join("c/0"), [1; 100]).unwrap();
            let error = ZarrArray::<u8>::open(&path).and_then(|a| a.read(&Region::new(&[1], &[1])));
            let error = error.unwrap_err().to_string();
            assert!(error.contains(&format!("has the codec `{name}`")), "{error}");
        }
    }
    // Version 2.
    for (name, compressor, filters) in [
        ("lzma", r#"{"id": "lzma"}"#, "null"),
        ("jenkins_lookup3", "null", r#"[{"id": "jenkins_lookup3"}]"#),
        ("gzip", r#"{"id": "gzip", "level": 1}"#, "null"),
    ] {
        let folder = folder();
        let text = format!(
            r#"{{"zarr_format": 2, "shape": [4], "chunks": [4], "dtype": "|u1", "fill_value": 0, "order": "C",
            "compressor": {compressor}, "filters": {filters}}}"#
        );
        fs::write(folder.path().join(".zarray"), text).unwrap();
        let read =
            ZarrArray::<u8>::open(folder.path()).and_then(|a| a.read(&Region::new(&[0], &[4])));
        match read {
            Ok(tile) => assert!(name == "gzip" && tile.as_slice() == [0; 4]),
            Err(error) => {
                assert!(error.to_string().contains(&format!("has the codec `{name}`")), "{error}")
            }
        }
    }
    // Keys that lead out of the folder, and the old name of `bytes`.
    for (from, to, words) in [
        (
            "\"default\", \"configuration\": {",
            "\"zarrs.default_suffix\", \"configuration\": {\"suffix\": \"/../../../x\", ",
            "its keys of chunks are `zarrs.default_suffix`",
        ),
        (
            "{\"name\": \"regular\"",
            "{\"name\": \"zarrs.regular_bounded\"",
            "its chunk grid is `zarrs.regular_bounded`",
        ),
        ("\"bytes\"", "\"endian\"", ""),
    ] {
        let (folder, path) = array("4", "4", "uint8", BYTES);
        let text = fs::read_to_string(path.join("zarr.json")).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(path.join("zarr.json"), text.replacen(from, to, 1)).unwrap();
        fs::create_dir(path.join("c")).unwrap();
        fs::write(path.join("c/0"), [7; 4]).unwrap();
        fs::write(folder.path().join("x"), [9; 4]).unwrap();
        match ZarrArray::<u8>::open(&path).and_then(|a| a.read(&Region::new(&[0], &[4]))) {
            Ok(tile) => assert!(words.is_empty() && tile.as_slice() == [7; 4], "{words}"),
            Err(error) => {
                assert!(!words.is_empty() && error.to_string().contains(words), "{error}")
            }
        }
    }
}

/// Each number of the metadata of small arrays becomes another: the array is refused, or read as the metadata says.
fn numbers_of_metadata() {
    let numbers = "0 1 3 5 12 -1 1.5 1e300 4294967296 4611686018427387904 9223372036854775807 9223372036854775808 \
        18446744073709551615 18446744073709551616 null [] {} \"\" [[[[1]]]]";
    let new = NewArray::new(&[4, 4], [4, 4]);
    for new in [
        new.clone(),
        new.clone().with_gzip(6),
        new.clone().with_shards_of(&[2, 2]),
        new.with_shards_of(&[2, 2]).with_gzip(6),
    ] {
        let folder = folder();
        let path = folder.path().join("a");
        let writer = ZarrWriter::<u16>::create(&path, &new).unwrap();
        writer.write_chunk(&[0, 0], &[7; 16]).unwrap();
        writer.finish().unwrap();
        let text = fs::read_to_string(path.join("zarr.json")).unwrap();
        let mut found = 0;
        let is_digit = |c: char| c.is_ascii_digit();
        while let Some(start) = text[found..].find(is_digit).map(|at| found + at) {
            found = text[start..].find(|c| !is_digit(c)).map_or(text.len(), |len| start + len);
            for number in numbers.split_whitespace() {
                let other = [&text[..start], number, &text[found..]].concat();
                fs::write(path.join("zarr.json"), &other).unwrap();
                let Ok(a) = ZarrArray::<u16>::open(&path) else { continue };
                let _ = (a.inner_grid().is_ok(), a.grid().layout().is_ok());
                let axes = a.shape().len();
                for shape in [a.shape().to_vec(), vec![1; axes], vec![0; axes]] {
                    if let Ok(tile) = a.read(&Region::new(&vec![0; axes], &shape)) {
                        assert_eq!(
                            tile.as_slice().len(),
                            shape.iter().product::<usize>(),
                            "{other}"
                        );
                    }
                }
                let to = folder.path().join("b");
                let _ = transpose(&a, &to, [2, 2], &Work::new(4096)).is_ok();
                let _ = fs::remove_dir_all(to);
            }
        }
    }
    // Nesting, and axes.
    let (_folder, path) = array("4", "4", "uint8", BYTES);
    let text = fs::read_to_string(path.join("zarr.json")).unwrap();
    for open in ["[", "{\"a\":"] {
        let nested = format!("{{\"attributes\": {}", open.repeat(100_000));
        fs::write(path.join("zarr.json"), text.replacen('{', &nested, 1)).unwrap();
        assert!(ZarrArray::<u8>::open(&path).is_err());
    }
    for depth in [2, 20, 200] {
        let codecs = (0..depth).fold(BYTES.to_string(), |codecs, _| shards("4", &codecs));
        let (_folder, path) = array("4", "4", "uint8", &codecs);
        fs::create_dir(path.join("c")).unwrap();
        fs::write(path.join("c/0"), [0; 3600]).unwrap();
        let read = ZarrArray::<u8>::open(&path).and_then(|a| a.read(&Region::new(&[1], &[1])));
        assert!(read.is_err(), "{depth}: {read:?}");
    }
    let ones = vec!["1"; 5000].join(",");
    let (_folder, path) = array(&ones, &ones, "uint8", BYTES);
    let read =
        ZarrArray::<u8>::open(&path).and_then(|a| a.read(&Region::new(&[0; 5000], &[1; 5000])));
    assert!(read.is_err() || read.is_ok_and(|tile| tile.as_slice() == [0]));
}

/// Arrays of 2^40 elements in 64 KiB, and in more than there is.
fn operations() {
    let (_folder, path) = array("1099511627776, 2", "1048576, 2", "float32", BYTES);
    let (_other, square) = array("2, 2", "2, 2", "float32", BYTES);
    let a = ZarrArray::<f32>::open(&path).unwrap();
    let b = ZarrArray::<f32>::open(square).unwrap();
    let to = path.with_file_name("b");
    for (memory, chunk) in [(64 << 10, 64), (64 << 10, 1 << 13), (1 << 30, 64), (64 << 10, 1 << 30)]
    {
        let transposed = transpose(&a, &to, [2, chunk], &Work::new(memory)).unwrap_err();
        assert!(matches!(transposed, ZarrError::Memory { .. }), "{memory}: {transposed}");
        let product = matmul(&a, &b, &to, [chunk, 2], &Work::new(memory)).unwrap_err();
        assert!(matches!(product, ZarrError::Memory { .. }), "{memory}: {product}");
    }
    let transposed = transpose(&a, &to, [2, 64], &Work::new(usize::MAX)).unwrap_err();
    assert!(matches!(transposed, ZarrError::Allocation(_)), "{transposed}");
    assert!(!to.exists());
    // Sums of nothing, more than the list of chunks that the memory has.
    let (_tall, tall) = array("65536, 0", "1, 1", "float32", BYTES);
    let (_wide, wide) = array("0, 65536", "1, 1", "float32", BYTES);
    let [tall, wide] = [tall, wide].map(|path| ZarrArray::<f32>::open(path).unwrap());
    let product = matmul(&tall, &wide, &to, [2, 3], &Work::new(64 << 10)).unwrap_err();
    assert!(matches!(product, ZarrError::Memory { .. }), "{product}");
    assert!(!to.exists());
    // No elements, so no tiles: no loop over the long extent.
    let long = "4611686018427387904";
    let (_wide, wide) = array(&format!("0, {long}"), "1, 1", "float32", BYTES);
    let (_tall, tall) = array(&format!("{long}, 0"), "1, 1", "float32", BYTES);
    let (_none, none) = array("0, 0", "1, 1", "float32", BYTES);
    let [wide, tall, none] = [wide, tall, none].map(|path| ZarrArray::<f32>::open(path).unwrap());
    let work = Work::new(64 << 10);
    assert_eq!(
        transpose(&wide, path.with_file_name("c"), [1, 1], &work).unwrap().shape(),
        [1 << 62, 0]
    );
    assert_eq!(
        transpose(&tall, path.with_file_name("d"), [1, 1], &work).unwrap().shape(),
        [0, 1 << 62]
    );
    let product = matmul(&tall, &none, path.with_file_name("e"), [1, 1], &work).unwrap();
    assert_eq!(product.shape(), [1 << 62, 0]);
    let product = matmul(&none, &wide, path.with_file_name("f"), [1, 1], &work).unwrap();
    assert_eq!(product.shape(), [0, 1 << 62]);
}

/// A shard of four chunks of four bytes, 0 to 15, whose index has other numbers for the second chunk.
fn indices_of_shards() {
    let last = u64::MAX;
    for (start, size) in [
        (last - 1, 4),
        (last - 1, 1),
        (last, 1),
        (1, last),
        (0, last),
        (last, 0),
        (1 << 63, 1 << 63),
        (4, 1 << 45),
        (1 << 45, 4),
        (80, 4),
        (4, 3),
        // The next chunk would be read as a part of this one.
        (4, 8),
        (4, 0),
    ] {
        // Chunks that are plain, and a shard in each chunk, which is decoded as a whole.
        let nested = shards("1, 2", BYTES);
        for codecs in [BYTES, &nested] {
            let (_folder, path) = array("4, 4", "4, 4", "uint8", &shards("2, 2", codecs));
            let mut index: Vec<u64> = (0..4).flat_map(|k| [4 * k, 4]).collect();
            let mut bytes: Vec<u8> = (0..16).collect();
            if codecs == nested {
                // In each shard two chunks of two bytes, and their index.
                bytes = (0..4_u8)
                    .flat_map(|k| {
                        let inner = [0_u64, 2, 2, 2].map(u64::to_le_bytes).concat();
                        [&[4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3][..], &inner].concat()
                    })
                    .collect();
                index = (0..4).flat_map(|k| [36 * k, 36]).collect();
            }
            fs::create_dir_all(path.join("c/0")).unwrap();
            let write = |index: &[u64]| {
                let index = index.iter().flat_map(|n| n.to_le_bytes());
                fs::write(path.join("c/0/0"), [bytes.clone(), index.collect()].concat()).unwrap();
            };
            let a = ZarrArray::<u8>::open(&path).unwrap();
            let regions = [([0, 0], [4, 4]), ([0, 2], [2, 2]), ([1, 2], [1, 1]), ([0, 3], [2, 1])];
            let regions = regions.map(|(start, shape)| Region::new(&start, &shape));
            write(&index);
            assert_eq!(a.read(&regions[0]).unwrap().as_slice()[..6], [0, 1, 4, 5, 2, 3]);
            assert_eq!(a.read(&regions[3]).unwrap().as_slice(), [5, 7]);
            (index[2], index[3]) = (start, size);
            write(&index);
            for region in &regions {
                let error = a.read(region).expect_err(&format!("{start} {size} {region}"));
                assert!(matches!(error, ZarrError::Chunk { .. }), "{start} {size}: {error}");
            }
        }
    }
    // An index that is larger than the memory, of a file that is not.
    let (_folder, path) = array("1073741824", "1073741824", "uint8", &shards("16", BYTES));
    fs::create_dir(path.join("c")).unwrap();
    fs::write(path.join("c/0"), [0; 64]).unwrap();
    let read = ZarrArray::<u8>::open(&path).unwrap().read(&Region::new(&[1], &[1]));
    assert!(matches!(read, Err(ZarrError::Chunk { .. })), "{read:?}");
    // A file of holes that is larger than the memory.
    let file = fs::File::options().write(true).open(path.join("c/0")).unwrap();
    file.set_len(1 << 40).unwrap();
    let (_folder, plain) = array("8796093022208", "1099511627776", "uint8", BYTES);
    fs::create_dir(plain.join("c")).unwrap();
    fs::rename(path.join("c/0"), plain.join("c/0")).unwrap();
    let a = ZarrArray::<u8>::open(&plain).unwrap();
    assert_eq!(a.read(&Region::new(&[7], &[1])).unwrap().as_slice(), [0]);
    assert!(matches!(a.read(&Region::new(&[0], &[1 << 40])), Err(ZarrError::Allocation(_))));
}

fn journals() {
    for line in [
        "(1099511627776,1048576) x\n",
        "(18446744073709551615,2) x\n",
        "(17179869184) x\n",
        "(17179869184) x\n17179869183 17179869183\n",
    ] {
        let folder = folder();
        fs::write(folder.path().join(".unfinished"), line).unwrap();
        let opened = ZarrArray::<u8>::open(folder.path()).unwrap_err();
        assert!(matches!(opened, ZarrError::Unfinished { .. }), "{line}: {opened}");
        let new = NewArray::new(&[1 << 20], [1]);
        let error = ZarrWriter::<u8>::create(folder.path(), &new).unwrap_err();
        assert!(matches!(error, ZarrError::OtherWork { .. }), "{line}: {error}");
    }
    // An array that readers refuse, and an array of version 2, is not begun.
    let folder = folder();
    let many = NewArray::new(&[4], [17179869184]).with_shards_of(&[1]);
    let error = ZarrWriter::<u32>::create(folder.path(), &many).unwrap_err().to_string();
    assert!(error.ends_with("its chunks are too large"), "{error}");
    fs::write(folder.path().join(".zarray"), "{}").unwrap();
    let error = ZarrWriter::<u8>::create(folder.path(), &NewArray::new(&[4], [2])).unwrap_err();
    assert!(matches!(error, ZarrError::Exists(_)), "{error}");
    assert!(!folder.path().join(".unfinished").exists());
    // A chunk that the memory has once only.
    let large = 5 << 29;
    let writer =
        ZarrWriter::<u8>::create(folder.path().join("a"), &NewArray::new(&[large], [large]));
    let error = writer.unwrap().write_chunk(&[0], &vec![0; large]).unwrap_err();
    assert!(matches!(error, ZarrError::Allocation(bytes) if bytes == large), "{error}");
    // A chunk that the array does not have, and more chunks than memory.
    let folder = crate::folder();
    let new = NewArray::new(&[4], [2]);
    drop(ZarrWriter::<u8>::create(folder.path(), &new).unwrap());
    let journal = folder.path().join(".unfinished");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text + "18446744073709551615 18446744073709551615\n").unwrap();
    let error = ZarrWriter::<u8>::create(folder.path(), &new).unwrap_err().to_string();
    assert!(error.ends_with("damaged: remove the folder to begin anew"), "{error}");
    let error = ZarrWriter::<u8>::create(folder.path().join("b"), &NewArray::new(&[1 << 45], [1]));
    assert!(matches!(error, Err(ZarrError::Allocation(_))), "{error:?}");
}

const SIZE: usize = 4;

fn element(k: usize) -> u16 {
    (k * 7 + 300) as u16
}

/// What reads of a small array find, row by row of each region.
fn read(path: &Path) -> Vec<Option<Vec<u16>>> {
    let Ok(a) = ZarrArray::<u16>::open(path) else { return Vec::new() };
    let elements = |array: &ZarrArray<u16>, start: &[usize], shape: &[usize]| {
        Some(array.read(&Region::new(start, shape)).ok()?.as_slice().to_vec())
    };
    let to = folder();
    let transposed = transpose(&a, to.path().join("b"), [2, 4], &Work::new(1 << 15)).ok();
    vec![
        elements(&a, &vec![0; a.shape().len()], a.shape()),
        elements(&a, &[1, 1], &[2, 1]),
        elements(&a, &[3, 3], &[1, 1]),
        elements(&a, &[0, 2], &[2, 2]),
        transposed.and_then(|b| elements(&b, &[0, 0], b.shape())),
    ]
}

/// An array of 4 by 4 in one chunk, whose codecs are followed by a checksum.
fn write_with_checksum(path: &Path, elements: &[u16]) {
    let mut builder = ArrayBuilder::new(vec![4; 2], vec![4; 2], data_type::uint16(), 0_u16);
    builder.bytes_to_bytes_codecs(vec![Arc::new(Crc32cCodec::new())]);
    let array = builder.build(Arc::new(FilesystemStore::new(path).unwrap()), "/").unwrap();
    array.store_metadata().unwrap();
    array.store_array_subset(&array.subset_all(), elements).unwrap();
}

/// Each file of small arrays, and its metadata.
#[test]
fn files_that_are_cut_off_or_flipped() {
    let new = NewArray::new(&[SIZE, SIZE], [SIZE, SIZE]);
    // With the bytes of the chunk that no checksum covers, and whether the metadata differs from that of other rows.
    for (kind, new, unchecked, has_metadata) in [
        ("plain", Some(new.clone()), 0..32, false),
        ("gzip", Some(new.clone().with_gzip(6)), 0..0, false),
        ("crc32c", None, 0..0, true),
        ("shards", Some(new.clone().with_shards_of(&[2, 2])), 0..32, true),
        ("shards of gzip", Some(new.with_shards_of(&[2, 2]).with_gzip(6)), 0..0, true),
    ] {
        let folder = folder();
        let path = folder.path().join("a");
        let elements: Vec<u16> = (0..SIZE * SIZE).map(element).collect();
        match new {
            None => write_with_checksum(&path, &elements),
            Some(new) => {
                let writer = ZarrWriter::<u16>::create(&path, &new).unwrap();
                writer.write_chunk(&[0, 0], &elements).unwrap();
                drop(writer.finish().unwrap());
            }
        }
        let whole = read(&path);
        assert!(whole[0].as_ref() == Some(&elements) && whole.iter().all(Option::is_some));
        for file in ["c/0/0", "zarr.json"].iter().take(1 + usize::from(has_metadata)) {
            let (name, bytes) = (format!("{kind}, {file}"), fs::read(path.join(file)).unwrap());
            let reads = |bytes: &[u8]| {
                fs::write(path.join(file), bytes).unwrap();
                read(&path)
            };
            // Without a checksum, metadata may name another array. One bit of each byte, because reads take long.
            let [cut, flipped] = damage(&name, &bytes, 1, reads, |Damage { at, is_cut }, _, _| {
                !is_cut && (*file != "c/0/0" || unchecked.contains(&at))
            });
            assert_eq!(cut, 5 * bytes.len(), "{name}");
            assert!(flipped >= (bytes.len() - unchecked.len()) / 2, "{name}: {flipped}");
            fs::write(path.join(file), bytes).unwrap();
        }
    }
}

/// Chunks that no codec checks, in a file that is shorter or longer: a read of a part is refused where a read of the whole chunk
/// is, and has its elements where it is not.
#[test]
fn parts_of_files_of_another_length() {
    let transposed = r#"{"name": "transpose", "configuration": {"order": [1, 0]}}"#;
    let at_start = |shards: String| shards.replace("\"end\"", "\"start\"");
    for (name, codecs, index) in [
        ("plain", BYTES.to_string(), None),
        ("transposed", format!("{transposed}, {BYTES}"), None),
        ("shards", shards("2, 3", BYTES), Some(false)),
        ("index first", at_start(shards("2, 3", BYTES)), Some(true)),
        (
            "shards of one chunk",
            at_start(shards("4, 3", &format!("{transposed}, {BYTES}"))),
            Some(true),
        ),
        (
            "shards of a transpose",
            format!("{transposed}, {}", at_start(shards("1, 4", BYTES))),
            Some(true),
        ),
        (
            "shards in shards",
            at_start(shards("4, 3", &at_start(shards("2, 3", BYTES)))),
            Some(true),
        ),
    ] {
        let (_folder, path) = array("4, 5", "4, 3", "uint16", &codecs);
        fs::create_dir_all(path.join("c/0")).unwrap();
        let mut whole: Vec<u8> = (0..24).collect();
        // One inner chunk after the other.
        let index_of = |count: u64, from: u64| {
            let bytes = 24 / count;
            (0..count)
                .flat_map(|k| [from + k * bytes, bytes].map(u64::to_le_bytes))
                .collect::<Vec<_>>()
                .concat()
        };
        let count = if codecs.contains("[2, 3]") {
            2
        } else if codecs.contains("[1, 4]") {
            3
        } else {
            1
        };
        if name == "shards in shards" {
            whole = [index_of(2, 32), whole].concat();
            let index = [16, whole.len() as u64].map(u64::to_le_bytes).concat();
            whole = [index, whole].concat();
        } else {
            match index {
                Some(true) => whole = [index_of(count, 16 * count), whole].concat(),
                Some(false) => whole.extend(index_of(count, 0)),
                None => {}
            }
        }
        let a = ZarrArray::<u16>::open(&path).unwrap();
        let read = |start: [usize; 2], shape: [usize; 2]| {
            a.read(&Region::new(&start, &shape)).map(|tile| tile.into_vec())
        };
        let file = path.join("c/0/0");
        fs::write(&file, &whole).unwrap();
        assert_eq!(read([0, 0], [4, 3]).map(|list| list.len()).unwrap(), 12, "{name}");
        for len in 0..whole.len() + 9 {
            let mut bytes = whole.clone();
            bytes.resize(len, 7);
            fs::write(&file, &bytes).unwrap();
            let chunk = read([0, 0], [4, 3]);
            let is_whole = len == whole.len() || len > whole.len() && index == Some(true);
            assert!(chunk.is_err() || is_whole, "{name}, {len}");
            for k in 0..144 {
                let (start, end) = ([k / 36, k / 12 % 3], [k / 3 % 4, k % 3]);
                if start[0] > end[0] || start[1] > end[1] {
                    continue;
                }
                let shape = [end[0] + 1 - start[0], end[1] + 1 - start[1]];
                // Of a shard that is cut off, chunks before the end are whole.
                let inner = a.inner_grid().unwrap().unwrap_or(a.grid().clone());
                let least = |axis: usize| start[axis] / inner.chunk()[axis] * inner.chunk()[axis];
                let most =
                    |axis: usize| (end[axis] / inner.chunk()[axis] + 1) * inner.chunk()[axis];
                let (from, to) = ([least(0), least(1)], [most(0).min(4), most(1).min(3)]);
                let outer = read(from, [to[0] - from[0], to[1] - from[1]]);
                match (read(start, shape), outer) {
                    (Err(_), Err(_)) => {}
                    (Ok(found), Ok(outer)) => {
                        let width = to[1] - from[1];
                        let expected: Vec<u16> = (0..found.len())
                            .map(|k| {
                                [
                                    start[0] + k / shape[1] - from[0],
                                    start[1] + k % shape[1] - from[1],
                                ]
                            })
                            .map(|[i, j]| outer[i * width + j])
                            .collect();
                        assert_eq!(found, expected, "{name}, {len}");
                    }
                    (part, outer) => {
                        panic!("{name}, {len} bytes, {start:?} {shape:?}: {part:?}, all {outer:?}")
                    }
                }
            }
        }
    }
}

/// A journal that is cut off is continued with the chunks of its whole lines. With a flipped bit it is refused and stays, unless
/// the bit is in the end of the last line, which is then cut off.
#[test]
fn journals_that_are_cut_off_or_flipped() {
    let new = NewArray::new(&[12], [2]);
    let folder = folder();
    let path = folder.path().join("a");
    let chunk = |k: usize| [element(2 * k), element(2 * k + 1)];
    let writer = ZarrWriter::<u16>::create(&path, &new).unwrap();
    [0, 3, 1].iter().for_each(|k| writer.write_chunk(&[*k], &chunk(*k)).unwrap());
    drop(writer);
    let journal = path.join(".unfinished");
    let whole = fs::read(&journal).unwrap();
    let lines = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
    // Continues the array with the chunks of the whole lines. A kill comes before the files of other chunks, or after them.
    let resume = |bytes: &[u8], others_are_there: bool| {
        fs::write(&journal, bytes).unwrap();
        let _ = fs::remove_file(path.join("zarr.json"));
        let listed = lines(bytes).saturating_sub(1);
        let others = [0, 3, 1, 2, 4, 5].iter().skip(if others_are_there { 6 } else { listed });
        others.for_each(|k| drop(fs::remove_file(path.join(format!("c/{k}")))));
        let opened = ZarrArray::<u16>::open(&path).unwrap_err();
        let writer = match ZarrWriter::<u16>::create(&path, &new) {
            Ok(writer) => writer,
            Err(error) => {
                let error = error.to_string();
                assert!(error.ends_with("remove the folder to begin anew"), "{error}");
                assert!(fs::read(&journal).unwrap() == bytes);
                return None;
            }
        };
        let count = (0..6).filter(|k| writer.is_written(&[*k])).count();
        assert_eq!(count, listed, "{:?}", String::from_utf8_lossy(bytes));
        let is_told =
            |written| matches!(opened, ZarrError::Unfinished { written: w, .. } if w == written);
        assert!(is_told(listed), "{opened}");
        for k in (0..6).filter(|k| !writer.is_written(&[*k])) {
            writer.write_chunk(&[k], &chunk(k)).unwrap();
        }
        let found = writer.finish().unwrap().read(&Region::new(&[0], &[12])).unwrap();
        assert!(found.as_slice().iter().enumerate().all(|(k, x)| *x == element(k)), "{found:?}");
        Some(())
    };
    let resume = |bytes: &[u8]| [true, false].map(|are_there| resume(bytes, are_there)).to_vec();
    let refused = damage("journal", &whole, 8, resume, |_, (), ()| false);
    assert_eq!(refused, [0, 8 * (whole.len() - 1)]);
}
