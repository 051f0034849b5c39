//! Codecs of other writers: chunks as numcodecs compresses and filters them are read, in both versions of the metadata. What is
//! cut off, longer or flipped is refused, or read as it was where a checksum covers it.

use static_layout_zarr::{Element, Region, ZarrArray, ZarrError};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::{TempDir, tempdir, tempdir_in};

/// A folder in memory.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempdir_in(memory) } else { tempdir() }.unwrap()
}

/// An array of one axis and one chunk, of version 3.
fn third(count: usize, data_type: &str, codecs: &str, chunk: &[u8]) -> (TempDir, PathBuf) {
    let folder = folder();
    let text = format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [{count}], "data_type": "{data_type}", "fill_value": 0,
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [{count}]}}}},
        "chunk_key_encoding": {{"name": "v2"}}, "codecs": [{codecs}], "attributes": {{"units": "m"}}}}"#
    );
    fs::write(folder.path().join("zarr.json"), text).unwrap();
    fs::write(folder.path().join("0"), chunk).unwrap();
    let path = folder.path().to_path_buf();
    (folder, path)
}

/// An array of one axis and one chunk, of version 2.
fn second(
    count: usize,
    data_type: &str,
    [filters, compressor]: [&str; 2],
    chunk: &[u8],
) -> (TempDir, PathBuf) {
    let folder = folder();
    let text = format!(
        r#"{{"zarr_format": 2, "shape": [{count}], "dtype": "{data_type}", "fill_value": null, "chunks": [{count}],
        "order": "F", "filters": {filters}, "compressor": {compressor}, "_nczarr_array": {{}}}}"#
    );
    fs::write(folder.path().join(".zarray"), text).unwrap();
    fs::write(folder.path().join("0"), chunk).unwrap();
    let path = folder.path().to_path_buf();
    (folder, path)
}

const BYTES: &str = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;

/// Elements of a chunk in the tables.
const COUNT: usize = 300;

fn element(k: usize) -> u16 {
    (k / 5 * 3) as u16
}

/// A codec after the bytes of the elements. In version 3, pcodec makes these.
fn packed(codec: &str) -> String {
    if codec.contains("pcodec") { codec.into() } else { format!("{BYTES}, {codec}") }
}

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let digits = hexadecimal.as_bytes().chunks(2);
    digits.map(|two| u8::from_str_radix(str::from_utf8(two).unwrap(), 16).unwrap()).collect()
}

fn whole<T: Element>(path: &Path) -> Result<Vec<T>, ZarrError> {
    let array = ZarrArray::<T>::open(path)?;
    Ok(array.read(&Region::new(&vec![0; array.shape().len()], array.shape()))?.into_vec())
}

/// The codec, whether a checksum covers all elements, and the chunk that numcodecs 0.16.6 made of them.
const PACKED: &[(&str, bool, &str)] = &[
    (
        r#"{"name": "numcodecs.pcodec", "configuration": {"level": 8, "mode_spec": "auto", "delta_spec": "auto"}}"#,
        false,
        "70636f210300084b0401072b01003100108102006600402013000820000000000000000bfce49123d3cd6cb6a1b1c94623d3\
         cd6cb6a1b1c9862b6d2c6ce6b3cd680400",
    ),
    (
        r#"{"name": "numcodecs.pcodec", "configuration": {"level": 3, "equal_pages_up_to": 7}}"#,
        false,
        "70636f210300084b040107060000001000000010003c07060000001000180010c03f07060000001000300018d8b619070600\
         00001000600010003f07060000001000780010f03f07060000001000a80010003c07060000001000c00010c03f0706000000\
         1000d80018d8b61907060000001000080110003f07060000001000200110f03f07060000001000500110003c070600000010\
         00680110c03f07060000001000800118d8b61907060000001000b00110003f07060000001000c80110f03f07060000001000\
         f80110003c07060000001000100210c03f07060000001000280218d8b61907060000001000580210003f0706000000100070\
         0210f03f07060000001000a00210003c07060000001000b80210c03f07060000001000d00218d8b619070600000010000003\
         10003f07060000001000180310f03f07060000001000480310003c07060000001000600310c03f07060000001000780318d8\
         b61907060000001000a80310003f07060000001000c00310f03f07060000001000f00310003c07060000001000080410c03f\
         07060000001000200418d8b61907060000001000500410003f07060000001000680410f03f07060000001000980410003c07\
         060000001000b00410c03f07060000001000c80418d8b61907060000001000f80410003f07060000001000100510f03f0706\
         0000001000400510003c07060000001000580510c03f07050000001000700510fc0f00",
    ),
    (
        r#"{"name": "gzip", "configuration": {"level": 1}}"#,
        true,
        "1f8b080035c90b6b04ff35c1514703000080c12322222222222222222222222222222222222222628c3122222222222222fa\
         873d7d77644227754aa7754667754ee7754117754997754557754dd7754337754bb7754777754ff7f5400ff5488ff5444ff5\
         4ccff5422ff54aaff5466ff54eef75a0431de9581ff4519ff4595ff455dff45d3ff453bff45b7ff457fff41fac0c376b5802\
         0000",
    ),
    (
        r#"{"name": "numcodecs.zlib", "configuration": {"level": 1}}"#,
        true,
        "780135c1514703000080c12322222222222222222222222222222222222222628c3122222222222222fa873d7d7764422775\
         4aa7754667754ee7754117754997754557754dd7754337754bb7754777754ff7f5400ff5488ff5444ff54ccff5422ff54aaf\
         f5466ff54eef75a0431de9581ff4519ff4595ff455dff45d3ff453bff45b7ff457fff41fc81467b7",
    ),
    (
        r#"{"name": "numcodecs.bz2", "configuration": {"level": 1}}"#,
        true,
        "425a683131415926535931958177000000fff8492492492492492492492492492492492492492492492000200090301a0000\
         1a00000000022a880000000000000d348e06149010c1252524b4989352724f4a0945292534a89552b2574b09652d25b4b897\
         52f25f4c0985312634c8995332674d09a53526b4d89b53726f4e09c5392734e89d53b2774f09e53d27b4f89f5224fc918461\
         045f95043f8bb9229c284818cac0bb80",
    ),
    (
        r#"{"name": "zstd", "configuration": {"level": 0, "checksum": false}}"#,
        false,
        "28b52ffd605801a50400640400000306090c0f1215181b1e2124272a2d303336393c3f4245484b4e5154575a5d606366696c\
         6f7275787b7e8184878a8d909396999c9fa2a5a8abaeb100b100b100b100b1003b20e0c745ca1556a45c6145ca1556a45c61\
         45ca1556a45c6145942bac48b9c28a942bac48b9c28a942bac48b9c28a942b4c917285152957589172851529575891728515\
         29870bab08626101",
    ),
    (
        r#"{"name": "zstd", "configuration": {"level": 0, "checksum": true}}"#,
        true,
        "28b52ffd645801a50400640400000306090c0f1215181b1e2124272a2d303336393c3f4245484b4e5154575a5d606366696c\
         6f7275787b7e8184878a8d909396999c9fa2a5a8abaeb100b100b100b100b1003b20e0c745ca1556a45c6145ca1556a45c61\
         45ca1556a45c6145942bac48b9c28a942bac48b9c28a942bac48b9c28a942b4c917285152957589172851529575891728515\
         29870bab08626101b2743e52",
    ),
    (
        r#"{"name": "numcodecs.lz4", "configuration": {"acceleration": 1}}"#,
        false,
        "5802000015000100150302001506020015090200150c0200150f0200151202001515020015180200151b0200151e02001521\
         02001524020015270200152a0200152d020015300200153302001536020015390200153c0200153f02001542020015450200\
         15480200154b0200154e0200155102001554020015570200155a0200155d020015600200156302001566020015690200156c\
         0200156f0200157202001575020015780200157b0200157e0200158102001584020015870200158a0200158d020015900200\
         159302001596020015990200159c0200159f020015a2020015a5020015a8020015ab020015ae0200a0b100b100b100b100b1\
         00",
    ),
    (
        r#"{"name": "blosc", "configuration": {"cname": "lz4", "clevel": 5, "shuffle": "shuffle", "typesize": 2, "blocksize": 0}}"#,
        false,
        "0201210258020000580200001b01000014000000f300000010000100100301001006010010090100100c0100100f01001012\
         01001015010010180100101b0100101e0100102101001024010010270100102a0100102d0100103001001033010010360100\
         10390100103c0100103f0100104201001045010010480100104b0100104e0100105101001054010010570100105a0100105d\
         010010600100106301001066010010690100106c0100106f0100107201001075010010780100107b0100107e010010810100\
         1084010010870100108a0100108d010010900100109301001096010010990100109c0100109f010010a2010010a5010010a8\
         010010ab0100a0aeaeaeaeaeb1b1b1b1b10c0000001f000100ff14500000000000",
    ),
    (
        r#"{"name": "blosc", "configuration": {"cname": "lz4", "clevel": 5, "shuffle": "bitshuffle", "typesize": 2, "blocksize": 0}}"#,
        false,
        "0201240258020000580200001b010000140000007f00000015000100150302001506020015090200150c0200150f02001512\
         02001515020015180200151b0200151e0200152102001524020015270200152a0200152d0200153002001533020015360200\
         15390200153c0200153f0200154202001545020015480200154b0200154e02001551020015540200a0570057005700570057\
         0080000000245a000200155d020015600200156302001566020015690200156c0200156f0200157202001575020015780200\
         157b0200157e0200158102001584020015870200158a0200158d020015900200159302001596020015990200159c0200159f\
         020015a2020015a5020015a8020015ab020015ae0200a0b100b100b100b100b100",
    ),
    (
        r#"{"name": "blosc", "configuration": {"cname": "blosclz", "clevel": 5, "shuffle": "noshuffle", "typesize": 2, "blocksize": 0}}"#,
        false,
        "02010002580200005802000058010000140000009e00000023000000008003010300c001010600c001010900c001010c00c0\
         01010f00c001011200c001011500c001011800c001011b00c001011e00c001012100c001012400c001012700c001012a00c0\
         01012d00c001013000c001013300c001013600c001013900c001013c00c001013f00c001014200c001014500c001014800c0\
         01014b00c001014e00c001015100c001015400c00109570057005700570057009e000000235a005a008003015d00c0010160\
         00c001016300c001016600c001016900c001016c00c001016f00c001017200c001017500c001017800c001017b00c001017e\
         00c001018100c001018400c001018700c001018a00c001018d00c001019000c001019300c001019600c001019900c001019c\
         00c001019f00c00101a200c00101a500c00101a800c00101ab00c00101ae00c00109b100b100b100b100b100",
    ),
    (
        r#"{"name": "blosc", "configuration": {"cname": "blosclz", "clevel": 5, "shuffle": "shuffle", "typesize": 2, "blocksize": 512}}"#,
        false,
        "02010102580200005802000055010000140000002c01000000000000000303030303060606060609090909090c0c0c0c0c0f\
         0f0f0f0f1212121212151515151518181818181b1b1b1b1b1e1e1e1e1e2121212121242424242427272727272a2a2a2a2a2d\
         2d2d2d2d30303030303333333333363636363639393939393c3c3c3c3c3f3f3f3f3f4242424242454545454548484848484b\
         4b4b4b4b4e4e4e4e4e5151515151545454545457575757575a5a5a5a5a5d5d5d5d5d60606060606363636363666666666669\
         696969696c6c6c6c6c6f6f6f6f6f7272727272757575757578787878787b7b7b7b7b7e7e7e7e7e8181818181848484848487\
         878787878a8a8a8a8a8d8d8d8d8d90909090909393939393969696969699999999999c9c9c9c9c9f9f9f9f9fa2a2a2a2a2a5\
         a5a5a5a5a8a8a8a8a8abababababaeaeaeaeaeb1b1b1b1b10d0000002300000000e0ff1d0302000000",
    ),
    (
        r#"{"name": "blosc", "configuration": {"cname": "zlib", "clevel": 5, "shuffle": "shuffle", "typesize": 2, "blocksize": 128}}"#,
        false,
        "0201710258020000800000000f010000240000005400000085000000b6000000e70000002c000000785e6360000266106003\
         014e10e001017e10100201511090000169109003014510500102060a010078fd046f2d000000785e535107012d10d0050103\
         103006013310b004011b10b0070127107005010f10f0f6f666a0100000172b0e082d000000785ef3f6f60381401008018170\
         10880281581048008164104803814c10c801817c10282a62a0100000b57117a12d000000785e2b2a2a2a05810a10a806813a\
         1068048116106807812e10e805810920301904a681c04c060a010053ed213a24000000785e9b3973e6cc3920301f041681c0\
         5210580102ab41601d086c040106120000513f1c69",
    ),
    (
        r#"{"name": "blosc", "configuration": {"cname": "zstd", "clevel": 5, "shuffle": "bitshuffle", "typesize": 2, "blocksize": 512}}"#,
        false,
        "020194025802000000020000a800000018000000810000006500000028b52ffd600001dd02007403e0830f3ef8e07f00fe07\
         7cf03ff80080ff3f00ff7f00c0ff000000c0ffff7f000000ffffff3f000080ffffff0080ff3f7f00c0ff7f00000e007c9cca\
         150600040631c64d848923e65c70886b999bdc6d513a08096034c2a2052300000028b52ffd2058d500005099009c9fa2a5a8\
         abaeb109a810e807d0e3102cd10718964b29",
    ),
    (
        r#"{"name": "blosc", "configuration": {"cname": "lz4hc", "clevel": 5, "shuffle": "noshuffle", "typesize": 2, "blocksize": 100}}"#,
        false,
        "0201300258020000800000004e01000024000000610000009e000000dc0000001e0100003900000015000100150302001506\
         020015090200150c0200150f0200151202001515020015180200151b0200151e020015210200802400240024002400390000\
         00352400270200152a0200152d020015300200153302001536020015390200153c0200153f02001542020015450200154802\
         00604b004b004b003a000000554b004b004e0200155102001554020015570200155a0200155d020015600200156302001566\
         020015690200156c0200146f02005000720072003e00000020720002001575020015780200157b0200157e02001581020015\
         84020015870200158a0200158d02001590020015930200c09600960096009600960099002c0000002299000200159c020015\
         9f020015a2020015a5020015a8020015ab020015ae0200a0b100b100b100b100b100",
    ),
    (
        r#"{"name": "blosc", "configuration": {"cname": "lz4", "clevel": 0, "shuffle": "noshuffle", "typesize": 2, "blocksize": 0}}"#,
        false,
        "0201230258020000580200006802000000000000000000000000030003000300030003000600060006000600060009000900\
         0900090009000c000c000c000c000c000f000f000f000f000f00120012001200120012001500150015001500150018001800\
         1800180018001b001b001b001b001b001e001e001e001e001e00210021002100210021002400240024002400240027002700\
         2700270027002a002a002a002a002a002d002d002d002d002d00300030003000300030003300330033003300330036003600\
         360036003600390039003900390039003c003c003c003c003c003f003f003f003f003f004200420042004200420045004500\
         450045004500480048004800480048004b004b004b004b004b004e004e004e004e004e005100510051005100510054005400\
         540054005400570057005700570057005a005a005a005a005a005d005d005d005d005d006000600060006000600063006300\
         63006300630066006600660066006600690069006900690069006c006c006c006c006c006f006f006f006f006f0072007200\
         72007200720075007500750075007500780078007800780078007b007b007b007b007b007e007e007e007e007e0081008100\
         81008100810084008400840084008400870087008700870087008a008a008a008a008a008d008d008d008d008d0090009000\
         9000900090009300930093009300930096009600960096009600990099009900990099009c009c009c009c009c009f009f00\
         9f009f009f00a200a200a200a200a200a500a500a500a500a500a800a800a800a800a800ab00ab00ab00ab00ab00ae00ae00\
         ae00ae00ae00b100b100b100b100b100",
    ),
];

#[test]
fn what_is_compressed_is_read_or_refused() {
    let expected: Vec<u16> = (0..COUNT).map(element).collect();
    for (codec, is_covered, packed) in PACKED {
        let codecs = self::packed(codec);
        let packed = bytes(packed);
        let (_folder, path) = third(COUNT, "uint16", &codecs, &packed);
        assert_eq!(whole::<u16>(&path).unwrap(), expected, "{codec}");
        let part = Region::new(&[123], &[45]);
        let a = ZarrArray::<u16>::open(&path).unwrap();
        assert_eq!(a.read(&part).unwrap().as_slice(), &expected[123..168], "{codec}");
        // Version 2 names them by `id`.
        let id = codec.replace("numcodecs.", "").replace("\"name\"", "\"id\"");
        let id = id.replace("\"configuration\": {", "").replace("}}", "}");
        let (_other, path) = second(COUNT, "<u2", ["null", &id], &packed);
        assert_eq!(whole::<u16>(&path).unwrap(), expected, "{id}");
        let file = path.join("0");
        let a = ZarrArray::<u16>::open(&path).unwrap();
        let all = Region::new(&[0], &[COUNT]);
        let read = |bytes: &[u8]| {
            fs::write(&file, bytes).unwrap();
            [&all, &part].map(|region| a.read(region).map(|tile| tile.into_vec()))
        };
        for end in 0..packed.len() {
            assert!(read(&packed[..end]).iter().all(Result::is_err), "{codec}, cut at {end}");
        }
        assert!(read(&[&packed[..], &[0x1F]].concat()).iter().all(Result::is_err), "{codec}");
        for bit in 0..8 * packed.len() {
            let mut flipped = packed.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let [found, part] = read(&flipped);
            let is_right = match (found, part) {
                (Ok(found), Ok(part)) => {
                    part == found[123..168] && (!is_covered || found == expected)
                }
                (found, part) => found.is_err() && part.is_err(),
            };
            assert!(is_right, "{codec}, bit {bit}");
        }
    }
}

/// A chunk that decompresses to less than the metadata says: also parts that it has are refused.
#[test]
fn chunks_of_other_metadata_are_refused() {
    for (codec, _, chunk) in PACKED {
        let shuffled = match codec.contains("pcodec") {
            true => format!("{codec}, \"numcodecs.shuffle\""),
            false => packed(&format!("\"numcodecs.shuffle\", {codec}")),
        };
        for (codecs, count) in [
            (packed(codec), COUNT + 1),
            (packed(codec), COUNT - 1),
            (shuffled, COUNT + 1),
            (packed(codec).replace("\"little\"", "\"big\""), 2 * COUNT),
        ] {
            let (_folder, path) = third(count, "uint16", &codecs, &bytes(chunk));
            let a = ZarrArray::<u16>::open(&path).unwrap();
            for region in
                [Region::new(&[0], &[1]), Region::new(&[3], &[7]), Region::new(&[0], &[count])]
            {
                assert!(a.read(&region).is_err(), "{codecs}, {count}, {region}");
            }
        }
    }
}

/// Booleans as bits, as numcodecs 0.16.6 writes them.
#[test]
fn booleans_are_unpacked() {
    let expected = [true, false, false, true, true, true, false, true, true, true];
    let read = |is_second: bool, count: usize, chunk: &[u8]| {
        let (_folder, path) = if is_second {
            second(count, "|b1", [r#"[{"id": "packbits"}]"#, "null"], chunk)
        } else {
            let text = third(count, "bool", &format!("\"numcodecs.packbits\", {BYTES}"), chunk);
            let file = text.1.join("zarr.json");
            let metadata = fs::read_to_string(&file).unwrap();
            fs::write(file, metadata.replace("\"fill_value\": 0", "\"fill_value\": true")).unwrap();
            text
        };
        let array = ZarrArray::<bool>::open(&path)?;
        let part = array.read(&Region::new(&[1], &[2]));
        let all = array.read(&Region::new(&[0], &[count]));
        assert_eq!(part.is_ok(), all.is_ok());
        Ok::<_, ZarrError>((all?.into_vec(), part?.into_vec()))
    };
    for is_second in [false, true] {
        let (all, part) = read(is_second, 10, &[6, 0x9D, 0xC0]).unwrap();
        assert_eq!((&all[..], &part[..]), (&expected[..], &expected[1..3]));
        assert_eq!(read(is_second, 8, &[0, 0x9D]).unwrap().0, expected[..8]);
        // Of another number of bits, without bits, and with more than there are.
        for chunk in [
            &[5, 0x9D, 0xC0][..],
            &[6, 0x9D],
            &[6, 0x9D, 0xC0, 0],
            &[],
            &[14, 0x9D, 0xC0, 0],
            &[255],
        ] {
            read(is_second, 10, chunk).unwrap_err();
        }
    }
    // Of numbers, twice, and in its other place.
    let twice = r#"[{"id": "packbits"}, {"id": "packbits"}]"#;
    for (file, words) in [
        (second(4, "|u1", [r#"[{"id": "packbits"}]"#, "null"], &[]), "is not of booleans"),
        (second(4, "|b1", [twice, "null"], &[]), "is not of booleans"),
        (third(4, "uint8", &format!("\"numcodecs.packbits\", {BYTES}"), &[]), "is not of booleans"),
        (third(4, "bool", &format!("{BYTES}, \"numcodecs.packbits\""), &[]), "is not of booleans"),
        (third(4, "bool", &format!("\"packbits\", {BYTES}"), &[]), "has the codec `packbits`"),
    ] {
        let error = ZarrArray::<[u8; 1]>::open(file.1).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

/// Numbers as the bytes of their types.
macro_rules! list {
    ($($T:ident: $($x:expr),*);*) => {[$($(&$T::to_le_bytes($x)[..]),*),*].concat()};
}

/// Filters of both versions: the elements, and the bytes that numcodecs stores.
#[test]
fn filters_are_undone() {
    // With the order of bytes where they are stored in another one.
    type Case = (&'static str, &'static str, &'static str, Vec<f64>, Vec<u8>);
    let cases: [Case; 11] = [
        (
            "uint16",
            "delta",
            r#""dtype": "<u2", "astype": "|i1""#,
            vec![3.0, 5.0, 4.0, 65535.0],
            list!(i8: 3, 2, -1, -5),
        ),
        ("int32", "delta", r#""dtype": "<i4""#, vec![3.0, -5.0], list!(i32: 3, -8)),
        (
            "float64",
            "delta",
            r#""dtype": "<f8""#,
            vec![-0.0, 1.5, 0.5],
            list!(f64: -0.0, 1.5, -1.0),
        ),
        (
            "float32",
            "fixedscaleoffset",
            r#""offset": 1000, "scale": 10, "dtype": "<f4", "astype": "|u1""#,
            vec![1000.0, 1000.5, 1025.5],
            vec![0, 5, 255],
        ),
        (
            "int16",
            "fixedscaleoffset",
            r#""offset": -1, "scale": 0.5, "dtype": "<i2""#,
            vec![-1.0, 1.0, -9.0],
            list!(i16: 0, 1, -4),
        ),
        (
            "float64",
            "quantize",
            r#""digits": 1, "dtype": "<f8", "astype": "<f4""#,
            vec![0.5, -3.25],
            list!(f32: 0.5, -3.25),
        ),
        (
            "int8",
            "astype",
            r#""encode_dtype": "<i4", "decode_dtype": "|i1""#,
            vec![-7.0, 127.0],
            list!(i32: -7, 127),
        ),
        (
            "uint64",
            "astype",
            r#""encode_dtype": "<f4", "decode_dtype": "<u8""#,
            vec![7.0, 16777216.0],
            list!(f32: 7.0, 16777216.0),
        ),
        ("float32", "bitround", r#""keepbits": 3"#, vec![1.5, -2.0], list!(f32: 1.5, -2.0)),
        (
            "uint8",
            "delta",
            r#""dtype": "|u1", "astype": ">i2""#,
            vec![9.0, 3.0],
            vec![0, 9, 255, 250],
        ),
        (
            "uint8",
            "delta",
            r#""dtype": "|u1", "astype": "<i2""#,
            vec![9.0, 3.0],
            vec![9, 0, 250, 255],
        ),
    ];
    for (data_type, name, keys, expected, stored) in cases {
        let read = |path: &Path| match data_type {
            "uint8" => whole::<u8>(path).map(|list| list.into_iter().map(f64::from).collect()),
            "uint16" => whole::<u16>(path).map(|list| list.into_iter().map(f64::from).collect()),
            "uint64" => whole::<u64>(path).map(|list| list.into_iter().map(|x| x as f64).collect()),
            "int8" => whole::<i8>(path).map(|list| list.into_iter().map(f64::from).collect()),
            "int16" => whole::<i16>(path).map(|list| list.into_iter().map(f64::from).collect()),
            "int32" => whole::<i32>(path).map(|list| list.into_iter().map(f64::from).collect()),
            "float32" => whole::<f32>(path).map(|list| list.into_iter().map(f64::from).collect()),
            _ => whole::<f64>(path),
        };
        let is_right = |found: Vec<f64>| {
            found.iter().zip(&expected).all(|(a, b)| a.to_bits() == b.to_bits())
                && found.len() == expected.len()
        };
        let short = format!(
            "<{}{}",
            &data_type[..1],
            data_type.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().unwrap()
                / 8
        );
        let filters = format!(r#"[{{"id": "{name}", {keys}}}]"#);
        let (_folder, path) = second(expected.len(), &short, [&filters, "null"], &stored);
        assert!(read(&path).is_ok_and(is_right), "{filters}: {:?}", read(&path));
        // Version 3 has the order of bytes in its own codec.
        let endian = if keys.contains('>') { "big" } else { "little" };
        let keys = keys.replace('>', "<");
        let codecs = format!(
            r#"{{"name": "numcodecs.{name}", "configuration": {{{keys}}}}},
            {{"name": "bytes", "configuration": {{"endian": "{endian}"}}}}"#
        );
        let (_folder, path) = third(expected.len(), data_type, &codecs, &stored);
        assert!(read(&path).is_ok_and(is_right), "{codecs}: {:?}", read(&path));
        // A file of another length.
        for len in [0, stored.len() - 1] {
            fs::write(path.join("0"), &stored[..len]).unwrap();
            assert!(read(&path).is_err(), "{codecs}, cut at {len}");
        }
    }
}

/// Sums that no double has: numcodecs 0.16.6 rounds them, where the types differ in their sign.
#[test]
fn delta_adds_integers() {
    const FIRST: u64 = (1 << 62) + 1;
    let stored = list!(u64: FIRST, 1, 1);
    for (name, types) in [("uint64", ["<u8", "<i8"]), ("int64", ["<i8", "<u8"])] {
        let keys = format!(r#""dtype": "{}", "astype": "{}""#, types[0], types[1]);
        let filters = format!(r#"[{{"id": "delta", {keys}}}]"#);
        let codecs =
            format!(r#"{{"name": "numcodecs.delta", "configuration": {{{keys}}}}}, {BYTES}"#);
        let arrays =
            [second(3, types[0], [&filters, "null"], &stored), third(3, name, &codecs, &stored)];
        for (_folder, path) in arrays {
            let found = match name {
                "uint64" => whole::<u64>(&path).unwrap(),
                _ => whole::<i64>(&path).unwrap().iter().map(|n| n.cast_unsigned()).collect(),
            };
            assert_eq!(found, [FIRST, FIRST + 1, FIRST + 2], "{keys}");
        }
    }
}

/// Floating-point numbers that the integers of an array do not have: NumPy leaves them to the processor.
#[test]
fn numbers_past_a_type_are_refused() {
    for (x, is_read) in [
        (127.9, true),
        (-128.9, true),
        (128.0, false),
        (-129.0, false),
        (f32::NAN, false),
        (f32::INFINITY, false),
        (-1e38, false),
    ] {
        let filters = r#"[{"id": "astype", "encode_dtype": "<f4", "decode_dtype": "|i1"}]"#;
        let (_folder, path) = second(1, "|i1", [filters, "null"], &f32::to_le_bytes(x));
        match whole::<i8>(&path) {
            Ok(found) => assert!(is_read && found == [x as i8], "{x}"),
            Err(error) => {
                assert!(!is_read && error.to_string().ends_with("is not of int8"), "{x}: {error}");
            }
        }
    }
}

/// Shuffled bytes, and checksums before or after them.
#[test]
fn shuffles_and_checksums_of_numcodecs() {
    let elements = [0x0102_u16, 0x0304, 0x0506];
    let plain = elements.map(u16::to_le_bytes).concat();
    let sum = |sum: u32, is_first: bool| {
        if is_first {
            [&sum.to_le_bytes(), &plain[..]].concat()
        } else {
            [&plain[..], &sum.to_le_bytes()].concat()
        }
    };
    for (name, keys, stored) in [
        ("shuffle", r#""elementsize": 2"#, vec![2, 4, 6, 1, 3, 5]),
        ("shuffle", r#""elementsize": 1"#, plain.clone()),
        ("shuffle", r#""elementsize": 0"#, plain.clone()),
        // By Python's zlib, google_crc32c and numcodecs.
        ("crc32", "", sum(0x6a7e531f, true)),
        ("crc32", r#""location": "end""#, sum(0x6a7e531f, false)),
        ("adler32", "", sum(0x00410016, true)),
        ("adler32", r#""location": "end""#, sum(0x00410016, false)),
        ("crc32c", "", sum(0x7985074b, false)),
        ("fletcher32", "", sum(0x140e0c09, false)),
    ] {
        let codecs =
            format!(r#"{BYTES}, {{"name": "numcodecs.{name}", "configuration": {{{keys}}}}}"#);
        let (_folder, path) = third(3, "uint16", &codecs, &stored);
        assert_eq!(whole::<u16>(&path).unwrap(), elements, "{codecs}");
        let is_sum = name != "shuffle";
        for bit in 0..8 * stored.len() {
            let mut flipped = stored.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            fs::write(path.join("0"), flipped).unwrap();
            let part = ZarrArray::<u16>::open(&path).unwrap().read(&Region::new(&[1], &[1]));
            assert_eq!((part.is_err(), whole::<u16>(&path).is_err()), (is_sum, is_sum), "{codecs}");
        }
        for len in 0..stored.len() {
            fs::write(path.join("0"), &stored[..len]).unwrap();
            assert!(whole::<u16>(&path).is_err(), "{codecs}, cut at {len}");
        }
    }
    // Of the array, not of the numbers that a filter stores: `zarr-python` 3.1.6 reads 0 to 5.
    let filter = r#"{"name": "numcodecs.astype", "configuration": {"encode_dtype": "<f4", "decode_dtype": "<f8"}}"#;
    let codecs = format!("{filter}, {BYTES}, \"numcodecs.shuffle\"");
    let stored = bytes("0000000000000000800040400000000000008040a03f4040");
    let (_folder, path) = third(6, "float64", &codecs, &stored);
    assert_eq!(whole::<f64>(&path).unwrap(), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    // `zarr-python` gives a filter without a type the one of the array, which the numbers before it do not have.
    for (filter_2, keys) in
        [("fixedscaleoffset", r#""offset": 0, "scale": 1"#), ("quantize", ""), ("delta", "")]
    {
        let codecs = format!(
            r#"{filter}, {{"name": "numcodecs.{filter_2}", "configuration": {{{keys}}}}}, {BYTES}"#
        );
        let (_folder, path) = third(6, "float64", &codecs, &stored);
        let error = whole::<f64>(&path).unwrap_err().to_string();
        assert!(error.ends_with("is not of the numbers before it"), "{error}");
    }
    let codecs = format!("{BYTES}, \"numcodecs.shuffle\"");
    let (_folder, path) = third(3, "uint16", &codecs, &[2, 4, 6, 1, 3, 5]);
    assert_eq!(whole::<u16>(&path).unwrap(), elements);
    let codecs = codecs.replace(
        "\"numcodecs.shuffle\"",
        r#"{"name": "numcodecs.crc32", "configuration": {"location": 1}}"#,
    );
    let (_folder, path) = third(3, "uint16", &codecs, &[0; 10]);
    let error = whole::<u16>(&path).unwrap_err().to_string();
    assert!(error.ends_with("the codec `numcodecs.crc32` has the location 1"), "{error}");
    // Elements that no chunk has.
    for size in ["4", "18446744073709551615", "-1", "1.5"] {
        let codecs = format!(
            r#"{BYTES}, {{"name": "numcodecs.shuffle", "configuration": {{"elementsize": {size}}}}}"#
        );
        let (_folder, path) = third(3, "uint16", &codecs, &plain);
        assert!(whole::<u16>(&path).is_err(), "{size}");
    }
}

/// Fill values of both versions, as `zarr-python` 3.1.6 reads them.
#[test]
fn fill_values_are_read_or_refused() {
    const NONE: Option<f64> = None;
    let integer = ["int32", "uint8"];
    let float = ["float32", "float64"];
    for (text, integers, floats) in [
        ("\"5\"", Some(5.0), Some(5.0)),
        ("\" +5 \"", Some(5.0), Some(5.0)),
        ("5.0", Some(5.0), Some(5.0)),
        ("true", Some(1.0), Some(1.0)),
        ("false", Some(0.0), Some(0.0)),
        ("\"1.5\"", NONE, Some(1.5)),
        ("1.5", NONE, Some(1.5)),
        ("\"1e3\"", NONE, Some(1000.0)),
        ("\"inf\"", NONE, Some(f64::INFINITY)),
        ("\"-Infinity\"", NONE, Some(f64::NEG_INFINITY)),
        ("\"nan\"", NONE, Some(f64::NAN)),
        ("\"NaN\"", NONE, Some(f64::NAN)),
        ("1e300", NONE, Some(1e300)),
        ("\"99999999999999999999\"", NONE, Some(99999999999999999999.0)),
        ("\"x\"", NONE, NONE),
        ("[]", NONE, NONE),
    ] {
        for (data_type, expected) in
            integer.map(|name| (name, integers)).into_iter().chain(float.map(|name| (name, floats)))
        {
            let short = match data_type {
                "int32" => "<i4",
                "uint8" => "|u1",
                "float32" => "<f4",
                _ => "<f8",
            };
            for (_folder, path) in
                [third(1, data_type, BYTES, &[]), second(1, short, ["null", "null"], &[])]
            {
                fs::remove_file(path.join("0")).unwrap();
                for (file, value) in [("zarr.json", "0"), (".zarray", "null")] {
                    let Ok(all) = fs::read_to_string(path.join(file)) else { continue };
                    let all = all.replace(
                        &format!("\"fill_value\": {value}"),
                        &format!("\"fill_value\": {text}"),
                    );
                    fs::write(path.join(file), all).unwrap();
                }
                let found = match data_type {
                    "int32" => whole::<i32>(&path).map(|list| f64::from(list[0])),
                    "uint8" => whole::<u8>(&path).map(|list| f64::from(list[0])),
                    "float32" => whole::<f32>(&path).map(|list| f64::from(list[0])),
                    _ => whole::<f64>(&path).map(|list| list[0]),
                };
                let is_single = data_type == "float32";
                let expected = expected.map(|x| if is_single { f64::from(x as f32) } else { x });
                let is_right = match (&found, expected) {
                    (Ok(found), Some(x)) => *found == x || found.is_nan() && x.is_nan(),
                    (found, expected) => found.is_err() && expected.is_none(),
                };
                assert!(is_right, "{text} of {data_type} in {}: {found:?}", path.display());
            }
        }
    }
    // Integers that no double has, and the double that is the nearest to the text.
    for (text, bits) in
        [("\"18446744073709551615\"", u64::MAX), ("9007199254740993", (1 << 53) + 1)]
    {
        let (_folder, path) = third(1, "uint64", BYTES, &[]);
        fs::remove_file(path.join("0")).unwrap();
        let all = fs::read_to_string(path.join("zarr.json")).unwrap();
        let all = all.replace("\"fill_value\": 0", &format!("\"fill_value\": {text}"));
        fs::write(path.join("zarr.json"), all).unwrap();
        assert_eq!(whole::<u64>(&path).unwrap(), [bits]);
    }
    for text in ["31.245270191439438", "1.7976931348623157e308", "2.638344616030823e-256", "5e-324"]
    {
        let (_folder, path) = third(1, "float64", BYTES, &[]);
        fs::remove_file(path.join("0")).unwrap();
        let all = fs::read_to_string(path.join("zarr.json")).unwrap();
        let all = all.replace("\"fill_value\": 0", &format!("\"fill_value\": {text}"));
        fs::write(path.join("zarr.json"), all).unwrap();
        assert_eq!(whole::<f64>(&path).unwrap(), [text.parse::<f64>().unwrap()]);
    }
}

/// What is not known is refused by its name, and what is ignored is.
#[test]
fn keys_are_read_refused_or_ignored() {
    let (_folder, path) = third(4, "uint8", BYTES, &[1, 2, 3, 4]);
    let text = fs::read_to_string(path.join("zarr.json")).unwrap();
    let read = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        fs::write(path.join("zarr.json"), text.replacen(from, to, 1)).unwrap();
        whole::<u8>(&path).map_err(|error| error.to_string())
    };
    for (from, to) in [
        ("\"shape\"", "\"storage_transformers\": [], \"shape\""),
        ("\"shape\"", "\"other\": {\"must_understand\": false}, \"shape\""),
        ("\"shape\"", "\"dimension_names\": [null], \"shape\""),
        ("{\"name\": \"v2\"}", "\"v2\""),
        ("{\"name\": \"v2\"}", "{\"name\": \"v2\", \"configuration\": {\"separator\": \"/\"}}"),
        (BYTES, "{\"name\": \"bytes\", \"must_understand\": true}"),
        (BYTES, "\"bytes\""),
        ("\"units\": \"m\"", "\"units\": [{}]"),
    ] {
        assert_eq!(read(from, to).unwrap(), [1, 2, 3, 4], "{to}");
    }
    for (from, to, words) in [
        ("\"array\"", "\"group\"", "its `node_type` is \"group\", not \"array\""),
        (
            "{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [4]}}",
            "\"regular\"",
            "the extents of its chunks are not integers",
        ),
        (
            "\"chunk_shape\": [4]",
            "\"chunk_shape\": {}",
            "the extents of its chunks are not integers",
        ),
        ("\"shape\": [4], ", "", "its extents are not integers"),
        ("\"zarr_format\": 3", "\"zarr_format\": 2", "its `zarr_format` is 2, not 3"),
        (
            "\"configuration\": {\"chunk",
            "\"configuration\": 1, \"x\": {\"chunk",
            "`chunk_grid` has the key `x`",
        ),
    ] {
        let error = read(from, to).unwrap_err();
        assert!(error.contains(words), "{to}: {error}");
    }
    let key = |of: &str, key: &str| format!("{of} has the key `{key}`, which is not known");
    for (from, to, words) in [
        ("\"shape\"", "\"other\": 1, \"shape\"", key("it", "other")),
        ("\"shape\"", "\"other\": {\"must_understand\": true}, \"shape\"", key("it", "other")),
        ("\"shape\"", "\"shape\": [4], \"shape\"", "the key `shape` is there twice".into()),
        ("\"endian\"", "\"endian\": \"big\", \"endian\"", "the key `endian` is there twice".into()),
        (
            "\"shape\"",
            "\"storage_transformers\": [{}], \"shape\"",
            "it has storage transformers".into(),
        ),
        ("\"chunk_shape\"", "\"x\": 1, \"chunk_shape\"", key("`chunk_grid`", "x")),
        ("\"v2\"", "\"v2\", \"x\": 1", key("`chunk_key_encoding`", "x")),
        ("\"endian\"", "\"x\": 1, \"endian\"", key("the codec `bytes`", "x")),
        (
            "\"uint8\"",
            "{\"name\": \"uint8\", \"configuration\": {\"x\": 1}}",
            key("its data type", "x"),
        ),
        (
            BYTES,
            "\"bytes\", {\"name\": \"zstd\", \"configuration\": {\"window\": 1}}",
            key("the codec `zstd`", "window"),
        ),
        (
            BYTES,
            "\"bytes\", \"numcodecs.lzma\"",
            "it has the codec `numcodecs.lzma`, which is not one of".into(),
        ),
        (
            BYTES,
            "\"numcodecs.bytes\"",
            "it has the codec `numcodecs.bytes`, which is not one of".into(),
        ),
        (BYTES, "\"zstd\"", "the codec `zstd` is not in its place".into()),
        (BYTES, "\"bytes\", \"bytes\"", "the codec `bytes` is not in its place".into()),
        (
            BYTES,
            "{\"name\": \"numcodecs.delta\", \"configuration\": {\"dtype\": \"<f4\"}}, \"bytes\"",
            "the codec `numcodecs.delta` is not of the numbers before it".into(),
        ),
        (
            BYTES,
            "\"bytes\", {\"name\": \"numcodecs.delta\", \"configuration\": {\"dtype\": \"|u1\"}}",
            "the codec `numcodecs.delta` is after the bytes of numbers".into(),
        ),
        (
            BYTES,
            "{\"name\": \"numcodecs.delta\", \"configuration\": {\"dtype\": \"<U4\"}}, \"bytes\"",
            "the codec `numcodecs.delta` is of `<U4`".into(),
        ),
    ] {
        let error = read(from, to).unwrap_err();
        assert!(error.contains(&words), "{to}: {error}");
    }
    // Of version 2.
    for (keys, words) in [
        (
            r#"[{"id": "jenkins_lookup3"}]"#,
            "it has the codec `jenkins_lookup3`, which is not one of",
        ),
        (r#"[{"id": "packbits"}]"#, "the codec `packbits` is not of booleans"),
        (r#"[{"id": "delta", "dtype": "|u1", "x": 1}]"#, "the codec `delta` has the key `x`"),
        (r#"[{"id": "transpose", "order": [0]}]"#, "the codec `transpose` is not in its place"),
        (r#"{"id": "delta"}"#, "its filters are not a list"),
    ] {
        let (_folder, path) = second(1, "|u1", [keys, "null"], &[1]);
        let error = whole::<u8>(&path).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    let (_folder, path) = second(1, "|u1", ["null", "null"], &[1]);
    let text = fs::read_to_string(path.join(".zarray")).unwrap();
    for (from, to, words) in [
        ("\"order\": \"F\"", "\"order\": \"A\"", "its order is \"A\""),
        ("\"filters\": null, ", "", "it has no key `filters`"),
        ("\"zarr_format\": 2", "\"zarr_format\": 3", "`.zarray` is not of version 2"),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(path.join(".zarray"), text.replace(from, to)).unwrap();
        let error = whole::<u8>(&path).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}
