//! Files of 10 kB, most of them malformed, are read or refused within 256 MiB of memory, and copies that do not fit are
//! errors.

use super::refusal;
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use static_layout::interop::Npz;
use static_layout::*;
use std::fmt::Write as _;
use std::io::{Cursor, Write};
use std::process::Command;
use zip::write::SimpleFileOptions;

/// The bytes of a file.
const LONG: usize = 10_000;
/// KiB of addresses that the process may use: 256 MiB.
const MOST_KIB: &str = "262144";
/// Seconds of processor time after which a reader counts as never ending.
const NEVER: &str = "120";

#[test]
fn files_of_10_kb_are_read_within_256_mib() {
    run_within_256_mib("limits::readers_of_long_files");
}

#[test]
fn copies_that_have_no_memory_are_errors() {
    run_within_256_mib("limits::copies_of_large_arrays");
}

/// Runs an ignored test in a process of its own.
fn run_within_256_mib(test: &str) {
    let program = std::env::current_exe().unwrap();
    let limits = format!("ulimit -v {MOST_KIB}; ulimit -t {NEVER}; exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        // An allocator with a pool for each thread would reserve addresses that it does not use.
        .env("MALLOC_ARENA_MAX", "1")
        .args(["-c", &limits, program.to_str().unwrap()])
        .args(["--ignored", "--exact", "--nocapture", test])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{:?} {said}", output.status);
}

/// A copy takes the memory of its elements, and once more if the file has another order of bytes. An error says the rest.
#[test]
#[ignore = "`copies_that_have_no_memory_are_errors` runs it"]
fn copies_of_large_arrays() {
    use arrow_array::types::UInt64Type;
    type Run = dynamic::Layout;
    type Typed = Layout!((?,):(1,));
    let file = |descr: &str, mib: usize| {
        let text =
            format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({},), }}", mib << 17);
        let mut file = Vec::with_capacity((mib << 20) + 128);
        file.extend(b"\x93NUMPY\x01\x00\x76\x00");
        file.extend(format!("{text:117}\n").bytes());
        file.resize((mib << 20) + 128, 1);
        file
    };
    let one = 0x0101_0101_0101_0101;
    // The file, and the copy.
    {
        let file = file("<u8", 100);
        let read = Boxed::<u64, Run>::from_npy_copied(&file).unwrap();
        assert_eq!(read.as_slice().iter().max(), Some(&one));
        drop(read);
        assert_eq!(Boxed::<u64, Typed>::from_npy_copied(&file).unwrap()[1], one);
        let (read, _) = Boxed::<u64, Run>::from_npy_bits_copied(&file).unwrap();
        assert_eq!(read.as_slice()[1], one);
    }
    {
        let file = file(">u8", 64);
        let read = Boxed::<u64, Run>::from_npy_copied(&file).unwrap();
        assert_eq!(read.as_slice()[1], one);
        drop(read);
        let (read, _) = Boxed::<u64, Run>::from_npy_bits_copied(&file).unwrap();
        assert_eq!(read.as_slice()[1], one);
    }
    // No memory for the copy.
    for descr in ["<u8", ">u8"] {
        let file = file(descr, 130);
        let words = format!("no memory for {} bytes", 130 << 20);
        assert_eq!(refusal(Boxed::<u64, Run>::from_npy_copied(&file)), words);
        assert_eq!(refusal(Boxed::<u64, Typed>::from_npy_copied(&file)), words);
        assert_eq!(refusal(Boxed::<u64, Run>::from_npy_bits_copied(&file)), words);
        let tensor = TensorView::new(Dtype::U64, vec![130 << 17], &file[128..]).unwrap();
        assert_eq!(refusal(Boxed::<u64, Run>::from_safetensors_copied(&tensor)), words);
    }
    // A view of a single element takes none, and its copy 1 GiB.
    let view = View::dynamic(&[7_u64], 0, "(134217728):(0)".parse().unwrap()).unwrap();
    let words = "no memory for 1073741824 bytes";
    assert_eq!(refusal(view.to_npy_copied()), words);
    assert_eq!(refusal(view.to_safetensors_copied()), words);
    assert_eq!(refusal(view.to_arrow_copied::<UInt64Type>()), words);
    let array = arrow_array::UInt64Array::from(vec![0; 17 << 20]);
    assert_eq!(
        refusal(Boxed::<u64, Layout!((?,):(2,))>::from_arrow_copied::<UInt64Type>(&array)),
        format!("no memory for {} bytes", ((2 * 17) << 23) - 8)
    );
    // Errors about layouts alone have no such words.
    fn panics(copy: impl FnOnce() + std::panic::UnwindSafe, words: &str) {
        let panicked = std::panic::catch_unwind(copy).unwrap_err();
        assert_eq!(panicked.downcast_ref::<String>().map(String::as_str), Some(words));
    }
    panics(|| drop(view.copied()), words);
    let matrix = View::dynamic(&[7_u64], 0, "(2,67108864):(0,0)".parse().unwrap()).unwrap();
    panics(|| drop(matrix.to_nalgebra_copied()), words);
    panics(|| drop(matrix.to_rows_copied()), "no memory for 536870912 bytes");
    let row = vec![7_u64; 1 << 20];
    let rows = vec![&row[..]; 128];
    panics(|| drop(Boxed::<u64, Layout!((?, ?):(?, 1))>::from_rows_copied(&rows)), words);
    // An archive of files that are few themselves.
    let file = vec![1_u8; 16 << 20];
    let names: Vec<String> = (0..16).map(|k| k.to_string()).collect();
    let words = format!("no memory for {} bytes", 16_usize << 24);
    assert_eq!(refusal(Npz::write(names.iter().map(|name| (name, &file)))), words);
}

#[test]
#[ignore = "`files_of_10_kb_are_read_within_256_mib` runs it"]
fn readers_of_long_files() {
    let files = [npy_files(), safetensors_files(), archives()].concat();
    assert!(files.len() > 60);
    for file in files {
        let begin = std::time::Instant::now();
        read(&file);
        if std::env::var_os("TIMES").is_some() {
            let head = String::from_utf8_lossy(&file[..file.len().min(60)]);
            eprintln!("{:9.6} s {head:?}", begin.elapsed().as_secs_f64());
        }
    }
}

/// Each reader of the library on the same bytes: most of them refuse.
fn read(file: &[u8]) {
    type Rows = Layout!((?, ?):(?, 1));
    let _ = View::<u8, dynamic::Layout>::from_npy(file).is_ok();
    let _ = Boxed::<u8, Rows>::from_npy_copied(file);
    let _ = Boxed::<f64, Layout!((?,):(1,))>::from_npy_copied(file);
    if let Ok(tensors) = SafeTensors::deserialize(file) {
        for (_, tensor) in tensors.iter() {
            let _ = View::<u8, dynamic::Layout>::from_safetensors(&tensor).is_ok();
            let _ = Boxed::<u8, Rows>::from_safetensors_copied(&tensor);
        }
    }
    let Ok(archive) = Npz::new(file) else { return };
    for name in archive.names() {
        let _ = archive.npy(&name).map(|file| View::<u8, dynamic::Layout>::from_npy(file).is_ok());
        let _ = archive.npy_copied(&name).map(|file| Boxed::<u8, Rows>::from_npy_copied(&file));
    }
}

/// `.npy` files whose headers have this text, in each version.
fn npy(dictionary: &str) -> [Vec<u8>; 2] {
    let text: String = dictionary.chars().take(LONG).collect();
    let len = text.len() as u32;
    let short = [b"\x93NUMPY\x01\x00", &(len as u16).to_le_bytes()[..], text.as_bytes()].concat();
    let long = [b"\x93NUMPY\x02\x00", &len.to_le_bytes()[..], text.as_bytes()].concat();
    [short, long]
}

fn npy_files() -> Vec<Vec<u8>> {
    let header = |descr: &str, shape: &str| {
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}")
    };
    let most = i64::MAX;
    let mut texts = vec![
        header("|u1", &"1,".repeat(LONG / 2 - 40)),
        header("|u1", &"0,".repeat(LONG / 2 - 40)),
        header("|u1", &"9".repeat(LONG - 80)),
        header("|u1", &format!("0, {most}")),
        header("|u1", &format!("{most}, 0")),
        header("|u1", "0, 4611686018427387904, 1"),
        header("|u1", "4294967296, 2147483647"),
        header("<f8", "1152921504606846975,"),
        header(&"<".repeat(LONG - 80), "1,"),
        header("|u1", &" ".repeat(LONG - 80)),
        "{'descr': '|u1', ".repeat(LONG / 17),
        "{".to_string() + &"'shape': (), ".repeat(LONG / 13),
    ];
    for token in
        ["{", "(", "[", "'", "\"", ",", ":", " ", "\n", "1", "-", "\\", "\u{e9}", "{'shape': ("]
    {
        texts.push(token.repeat(LONG));
        texts.push(
            "{'descr': '|u1', 'fortran_order': False, 'shape': (".to_string() + &token.repeat(LONG),
        );
    }
    texts.iter().flat_map(|text| npy(text)).collect()
}

/// A `safetensors` file: the length of the header, the header, and bytes.
fn safetensors(header: &str, bytes: usize) -> Vec<u8> {
    let text: String = header.chars().take(LONG).collect();
    [&(text.len() as u64).to_le_bytes()[..], text.as_bytes(), &vec![0; bytes]].concat()
}

fn safetensors_files() -> Vec<Vec<u8>> {
    let tensor = |shape: &str, end: u64| {
        format!("{{\"a\":{{\"dtype\":\"U8\",\"shape\":[{shape}],\"data_offsets\":[0,{end}]}}}}")
    };
    let ones = vec!["1"; LONG / 2 - 50].join(",");
    let many = (0..120).fold("{".to_string(), |mut text, k| {
        let comma = if k > 0 { "," } else { "" };
        write!(
            text,
            "{comma}\"{k}\":{{\"dtype\":\"U8\",\"shape\":[0,{k}],\"data_offsets\":[0,0]}}"
        )
        .unwrap();
        text
    }) + "}";
    let mut files = vec![
        safetensors(&tensor(&ones, 1), 1),
        safetensors(&tensor("0,9223372036854775807", 0), 0),
        safetensors(&tensor("18446744073709551615", u64::MAX), 0),
        safetensors(&tensor("4294967296,4294967296", 0), 0),
        safetensors(&many, 0),
        [&u64::MAX.to_le_bytes()[..], &[b' '; LONG]].concat(),
        [&(1_u64 << 62).to_le_bytes()[..], &[b'{'; LONG]].concat(),
    ];
    for token in ["{", "[", "{\"a\":", "\"", "1", " ", "\\u0000", "{\"a\":[["] {
        files.push(safetensors(&token.repeat(LONG), 0));
    }
    files
}

fn archives() -> Vec<Vec<u8>> {
    let deflated =
        SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    // Some 10 MB of zeros take 10 kB: the most that deflate makes of them.
    let mut bomb = zip::ZipWriter::new(Cursor::new(Vec::new()));
    bomb.start_file("a.npy", deflated).unwrap();
    let [header, _] = npy("{'descr': '|u1', 'fortran_order': False, 'shape': (9999872, 1), }");
    bomb.write_all(&header).unwrap();
    bomb.write_all(&vec![0; 9_999_872]).unwrap();
    let bomb = bomb.finish().unwrap().into_inner();
    assert!(bomb.len() < LONG + 1000);
    let mut many = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for k in 0..80 {
        many.start_file(format!("{k}.npy"), deflated).unwrap();
    }
    let many = many.finish().unwrap().into_inner();
    let mut found = vec![bomb.clone(), many.clone()];
    // The directory claims other sizes, and other numbers of files.
    let entry = bomb.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    let end = bomb.windows(4).rposition(|window| window == b"PK\x05\x06").unwrap();
    for size in [0_u32, 1, 1 << 20, 1 << 29, 1 << 30, u32::MAX] {
        let mut lying = bomb.clone();
        lying[entry + 24..entry + 28].copy_from_slice(&size.to_le_bytes());
        found.push(lying);
    }
    for count in [0_u16, 2, u16::MAX] {
        let mut lying = bomb.clone();
        lying[end + 8..end + 10].copy_from_slice(&count.to_le_bytes());
        lying[end + 10..end + 12].copy_from_slice(&count.to_le_bytes());
        found.push(lying);
    }
    // Sizes and places of a file that is stored: their bytes in the directory.
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut plain = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for name in ["a.npy", "b.npy"] {
        plain.start_file(name, stored).unwrap();
        plain.write_all(&header).unwrap();
        plain.write_all(&[0; 64]).unwrap();
    }
    let plain = plain.finish().unwrap().into_inner();
    let entry = plain.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    for at in [16, 20, 24, 28, 30, 32, 42] {
        for number in [0_u32, 1, 0xFFFF, 1 << 20, 1 << 31, u32::MAX] {
            let mut lying = plain.clone();
            lying[entry + at..entry + at + 4].copy_from_slice(&number.to_le_bytes());
            found.push(lying);
        }
    }
    found.push(b"PK\x05\x06".repeat(LONG / 4));
    found.push(b"PK\x01\x02".repeat(LONG / 4));
    found
}
